"""What later play proves of the tribute: a card given that was not the one due (错贡, 错还).

A proof needs more than a suspicion: a card that may have come with the tribute, a level card that may be the
wild one, and an unread card prove nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from engine.breaches import Breach
from engine.cards import COPIES, Card, level_value
from engine.events import DealStart, Event, Irregularity, Play, Return, Source, Tribute
from engine.giving import BIG_JOKER, is_within_limit
from engine.hands import may_be
from engine.shown import cards_shown
from engine.tribute import TributeState


@dataclass(frozen=True, slots=True)
class _Sight:
    """Cards that a seat is proved to have held, with the event that showed them: no card is counted twice."""

    event: Play | Irregularity
    seat: str
    cards: tuple[Card, ...]


def proofs(
    tribute: TributeState, events: Iterable[Event], undone: frozenset[int] = frozenset()
) -> tuple[Irregularity, ...]:
    """Wrong tributes and returns that the events of the deal prove, each at the event that proved it.

    A higher card played or shown by the payer proves a wrong tribute (Suzhou 2016 五(一)); a card within the
    limit of the one who gave back one beyond it proves a wrong return (national 2022 第十条). What the
    referee has let stand is not looked at again. `undone` are plays (by seq) that were taken back.
    """
    events = tuple(events)
    plays = tuple(_sights(events, undone))
    led = next((event.leader for event in events if isinstance(event, DealStart)), None)
    if tribute.level is None:
        return ()
    paid = (event for event in tribute.paid if event.seat not in tribute.stands)
    returned = (event for event in tribute.returned if event.seat not in tribute.stands)
    found = [
        *(_wrong_tribute(tribute, event, plays) for event in paid),
        *(_wrong_return(tribute, event, plays) for event in returned),
        _not_refused(tribute, plays, led),
        _wrongly_refused(tribute, plays),
    ]
    return tuple(sorted((each for each in found if each), key=lambda each: each.at_ms))


def _sights(events: Sequence[Event], undone: frozenset[int]) -> Iterator[_Sight]:
    """What play and what was shown prove to have been in each hand, card by card as it comes out."""
    laid: dict[str, Counter[Card]] = {}
    proved: dict[str, Counter[Card]] = {}
    for event in events:
        if not isinstance(event, Play | Irregularity) or event.seat is None:
            continue
        seat = event.seat
        cards = event.cards if isinstance(event, Play) else cards_shown(event, events)
        before, known = laid.setdefault(seat, Counter()), proved.setdefault(seat, Counter())
        in_hand = known - before
        held = before + Counter(cards)
        new = held - known
        if isinstance(event, Play) and event.seq not in undone:
            laid[seat] = held
        proved[seat] = known | held
        yield _Sight(event, seat, tuple(card for card in new.elements() if not _was_shown(card, in_hand)))


def _was_shown(card: Card, in_hand: Iterable[Card]) -> bool:
    """Whether a card known in part may be one that was shown before and is held still."""
    return not card.is_known and any(may_be(card, each) for each in in_hand)


def _wrong_tribute(tribute: TributeState, paid: Tribute, plays: Sequence[_Sight]) -> Irregularity | None:
    level = tribute.level or ""
    if paid.card.is_unread:
        return None
    if paid.card.is_wild(level):
        return _found(Breach.WRONG_TRIBUTE, paid, None, (paid.card,), "paid the heart level card")
    value = level_value(paid.card, level)
    got = next((event.card for event in tribute.returned if event.to == paid.seat), Card("?", "?"))
    excused = [got]
    for play in plays:
        for card in play.cards if play.seat == paid.seat else ():
            if not _surely(card, level) or level_value(card, level) <= value:
                continue
            if excused and may_be(card, excused[0]):
                excused = []  # this one may have come back with the return
                continue
            return _found(
                Breach.WRONG_TRIBUTE, paid, play, (paid.card, card), f"{_did(play)} {card} after paying"
            )
    return None


def _wrong_return(tribute: TributeState, given: Return, plays: Sequence[_Sight]) -> Irregularity | None:
    level, rules = tribute.level or "", tribute.rules
    to_partner = given.to == tribute.header.partner(given.seat)

    def is_within(card: Card) -> bool:
        return is_within_limit(rules, card, level, to_partner=to_partner, double=tribute.is_double)

    if given.card.is_unread or given.to is None or not tribute.finish or is_within(given.card):
        return None
    smallest = rules.return_none_low == "smallest"
    value = level_value(given.card, level)
    for play in plays:
        for card in play.cards if play.seat == given.seat else ():
            if card.is_unread or not (is_within(card) or (smallest and level_value(card, level) < value)):
                continue
            text = f"{_did(play)} {card} after giving back"
            return _found(Breach.WRONG_RETURN, given, play, (given.card, card), text)
    return None


def _not_refused(tribute: TributeState, plays: Sequence[_Sight], led: str | None) -> Irregularity | None:
    """Tribute was paid although both big jokers were on the paying side, where the set leaves no choice.

    Where no tribute is recorded, a payer who `led` the deal says that it was paid: else the first out leads.
    """
    payers = tribute.payers
    if tribute.rules.refuse_tribute != "auto" or not payers or tribute.refused is not None:
        return None
    seen = [event for event in tribute.paid if event.card == BIG_JOKER]
    unseen = not tribute.paid and led in payers and not set(payers) & set(tribute.stands)
    back = sum(event.card == BIG_JOKER for event in tribute.returned)
    count = len(seen) - back
    for play in plays:
        count += play.cards.count(BIG_JOKER) if play.seat in payers else 0
        if count < COPIES or not (seen or unseen):
            continue
        if not seen:
            return _by_play(led or "", play, "led, but both big jokers were on its side: tribute was refused")
        text = "both big jokers were on its side, so tribute was refused, but it paid"
        return _found(Breach.WRONG_TRIBUTE, seen[0], play, (BIG_JOKER,), text)
    return None


def _wrongly_refused(tribute: TributeState, plays: Sequence[_Sight]) -> Irregularity | None:
    """Tribute was refused, but a big joker is played by a seat that did not show one."""
    if tribute.refused is None or not tribute.payers:
        return None
    showed = tribute.refused or tribute.payers
    for play in plays:
        if BIG_JOKER in play.cards and play.seat not in showed:
            text = f"refused tribute, but {play.seat} {_did(play)} a big joker"
            return _by_play(showed[0], play, text)
    return None


def _by_play(seat: str, play: _Sight, text: str) -> Irregularity:
    """A wrong tribute of which only a play tells."""
    event = play.event
    return Irregularity(
        seat, Breach.WRONG_TRIBUTE, f"{seat} {text}", event.seq or None, event.at_ms, (BIG_JOKER,),
        Source.INFERRED,
    )  # fmt: skip


def _did(sight: _Sight) -> str:
    return "played" if isinstance(sight.event, Play) else "showed"


def _surely(card: Card, level: str) -> bool:
    """Known well enough to compare: not unread, and not a level card that may be the wild one."""
    return not card.is_unread and not (card.rank == level and card.suit in "H?")


def _found(
    kind: Breach, event: Tribute | Return, play: _Sight | None, cards: tuple[Card, ...], text: str
) -> Irregularity:
    at_ms = event.at_ms if play is None else play.event.at_ms
    said = f"{event.seat} {text} {event.card}" if play else f"{event.seat} {text}"
    return Irregularity(event.seat, kind, said, event.seq or None, at_ms, cards, Source.INFERRED)
