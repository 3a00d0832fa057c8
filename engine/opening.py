"""What comes before a deal: who shuffles, cuts, draws first and leads, the known hands, the tribute."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from types import MappingProxyType

from engine.cards import COPIES, RANKS, Card, natural_value
from engine.errors import ImpossibleCard, OutOfOrder, tried
from engine.events import HAND, Drawn, Hands, MatchStart, Opening, Refusal, Return, Tribute
from engine.gifts import check_copies, checked_again, hands_after, moved
from engine.giving import BIG_JOKER
from engine.hands import Known, is_whole, lacking, nothing_known, with_shown
from engine.rules import RuleSet
from engine.tribute import TributeState, give_back, must_be_refused, pay, refuse

BeforeDeal = Opening | Drawn | Hands | Tribute | Refusal | Return
"""Events that stand before a deal."""


@dataclass(frozen=True, slots=True)
class OpeningState:
    """A deal before it starts: `number` None where the record has not said it, `drawn` once all cards are.

    `hands` are known by what was told of them; `shown` are cards that seats have shown and hold still.
    """

    header: MatchStart
    rules: RuleSet
    number: int | None
    tribute: TributeState
    opening: Opening | None = None
    drawn: bool = False
    hands: Known = field(default_factory=nothing_known)
    shown: Known = field(default_factory=nothing_known)

    @property
    def draw_order(self) -> tuple[str, ...]:
        """The seats in the order in which they draw, empty while it is not known who draws first."""
        first = self.opening.first if self.opening else None
        return draw_order(self.header, self.rules, first) if first else ()

    @property
    def held(self) -> Known:
        """What seats are known to have drawn: what was told, and what they have shown."""
        drawn = moved(self.shown, self.tribute.given, ()) if self.shown else {}
        held = dict(self.hands)
        for seat, cards in drawn.items():
            if not is_whole(held.get(seat, ()), HAND):
                held[seat] = with_shown(held.get(seat, ()), cards)
        return MappingProxyType(held)

    @property
    def leader(self) -> str | None:
        """Who leads: who drew the turned card in the first deal, later as the tribute says; None if open.

        Where the set has no such card the referee says who leads the first deal.
        """
        if self.tribute.finish:
            refused = must_be_refused(self.tribute, self.held)
            return self.tribute.finish[0] if refused else self.tribute.leader
        by_card = self.opening is not None and self.rules.first_deal_method != "manual"
        return self.opening.holder if self.opening and by_card else None

    @property
    def leaders(self) -> tuple[str, ...]:
        """The seats that may lead by what is known so far."""
        return (self.leader,) if self.leader is not None else self.tribute.leaders

    def __str__(self) -> str:
        return f"before deal {self.number or '?'}, {self.tribute}" if self.tribute.finish else "before a deal"


def before_deal(
    header: MatchStart,
    rules: RuleSet,
    number: int | None = None,
    finish: tuple[str, ...] = (),
    level: str | None = None,
) -> OpeningState:
    """The state before a deal, after one that ended in the order `finish` (empty: not known)."""
    return OpeningState(header, rules, number, TributeState(header, rules, finish, level))


def opened(state: OpeningState, event: BeforeDeal) -> OpeningState:
    """The state after one more event; raises a `RuleError`."""
    match event:
        case Opening():
            return _begun(state, event)
        case Drawn():
            return replace(state, number=_number(state, event.deal, "drawn"), drawn=True)
        case Hands():
            number = _number(state, event.deal, "hands")
            hands = with_hands(state.hands, event, state)
            told = replace(state, number=number, hands=hands, tribute=checked_again(state.tribute, hands))
            return _shown_again(told) if state.shown else told
        case Tribute():
            tribute, what = pay(state.tribute, event, state.held), "tribute"
        case Refusal():
            tribute = refuse(state.tribute, event, state.held)
            check_copies(tribute, BIG_JOKER, state.held, tried("refusal"))
            return given(state, tribute)
        case Return():
            tribute, what = give_back(state.tribute, event, state.held), "return"
    check_copies(tribute, event.card, state.held, tried(what, seat=event.seat, card=event.card))
    return given(state, tribute)


def given(state: OpeningState, tribute: TributeState) -> OpeningState:
    """The state with its tribute so: what was shown is held by those to whom it has come."""
    shown = state.shown
    if shown:
        now = moved(shown, state.tribute.given, tribute.given)
        shown = MappingProxyType({seat: now[seat] for seat in shown})
    return replace(state, tribute=tribute, shown=shown)


def with_cards_shown(state: OpeningState, seat: str, cards: tuple[Card, ...]) -> OpeningState:
    """The state once a seat has shown cards; raises `ImpossibleCard` where it cannot hold them."""
    told, begun = state.hands, state.tribute.begun
    what, drawn = tried("shown", seat=seat, cards=cards), told.get(seat, ())
    absent = lacking(drawn, cards) if is_whole(drawn, HAND) and not begun else ()
    shown = MappingProxyType({**state.shown, seat: with_shown(state.shown.get(seat, ()), cards)})
    if absent or len(shown[seat]) > HAND:
        raise ImpossibleCard(what, "not_held", state)
    known = hands_after(state.tribute, told, state.number or 0) if begun else told
    held = [card for s in state.header.seats for card in with_shown(known.get(s, ()), shown.get(s, ()))]
    for card in dict.fromkeys(cards):
        count = held.count(card)
        if count > COPIES:
            raise ImpossibleCard(what, "face_there", state, card=card, count=count)
    return replace(state, shown=shown)


def _shown_again(state: OpeningState) -> OpeningState:
    """The state once hands are told, which must have the cards that were shown before."""
    again = replace(state, shown=nothing_known())
    for seat, cards in state.shown.items():
        if cards:
            again = with_cards_shown(again, seat, cards)
    return again


def known_at_start(state: OpeningState, tribute: TributeState, deal: int) -> Known:
    """What seats are known to hold when the deal begins after this opening."""
    known = hands_after(tribute, state.hands, deal)
    shown = {seat: with_shown(known.get(seat, ()), cards) for seat, cards in state.shown.items() if cards}
    return MappingProxyType({**known, **shown}) if shown else known


def with_hands(known: Known, event: Hands, at: object) -> Known:
    """Known hands with those of the event added; raises `ImpossibleCard` for a third copy of a face.

    `at` is the state in which they are told.
    """
    hands = {**known, **event.hands}
    cards = [card for hand in hands.values() for card in hand]
    for card in dict.fromkeys(cards):
        if card.is_known and cards.count(card) > COPIES:
            raise ImpossibleCard(tried("hold", card=card, count=cards.count(card)), "two_decks", at)
    return MappingProxyType(hands)


def due_opening(
    header: MatchStart, rules: RuleSet, deal: int, finish: tuple[str, ...] = (), turned: Card | None = None
) -> Opening:
    """What the rules say of the opening of a deal: shuffler, cutter, first to draw; None where they do not.

    The first deal (`finish` empty) goes by the card turned (Xiangyang 2024 八(三)1, Suzhou 2016 八(一)),
    later ones by the order in which the deal before ended (Suzhou 2016 九).
    """
    if not finish:
        shuffler = rules.first_shuffler if rules.first_shuffler in header.seats else None
        cutter = rules.first_cutter if rules.first_cutter in header.seats else None
        if cutter is None and shuffler is not None and rules.first_cutter == "next":
            cutter = header.after(shuffler)[0]
        return Opening(deal, shuffler, cutter, turned, first_to_draw(header, rules, cutter, turned))
    is_double = header.partner(finish[0]) == finish[1]
    drawer = rules.later_drawer_double if is_double else rules.later_drawer
    return Opening(
        deal,
        _place(header, finish, rules.later_shuffler),
        _place(header, finish, rules.later_cutter),
        None,
        _place(header, finish, drawer),
    )


def first_to_draw(header: MatchStart, rules: RuleSet, cutter: str | None, turned: Card | None) -> str | None:
    """Who draws first in the first deal: the points of the card, counted round as cards are drawn.

    None where the set does not count, or cutter or card is not known or has no points (a joker).
    """
    counts = rules.first_deal_method in ("turned_card", "drawn_card")
    if not counts or cutter is None or turned is None or turned.rank not in RANKS:
        return None
    counted = draw_order(header, rules, cutter)
    begins = 0 if rules.first_count_from == "cutter" else 1
    return counted[(begins + points(rules, turned) - 1) % 4]


def draw_order(header: MatchStart, rules: RuleSet, first: str) -> tuple[str, str, str, str]:
    """The seats in the order in which they draw from `first` on; the points of the turned card count so too.

    Counter-clockwise as play goes (national 2022 竞技掼蛋, Xiangyang 2024 八(三)1), or the other way round.
    """
    after = header.after(first)
    return first, *(after if rules.draw_direction == "ccw" else after[::-1])


def points(rules: RuleSet, card: Card) -> int:
    """Points of a card that is counted round: a jack 11, a queen 12, a king 13, an ace as the set says."""
    return rules.turned_ace_points if card.rank == "A" else natural_value(card.rank)


def must_turn_again(rules: RuleSet, turned: Card, level: str) -> bool:
    """Whether the card turned up counts for nothing and another is cut (Xiangyang 2024 八(三)1)."""
    joker = rules.turned_joker_again and turned.is_joker
    return joker or (rules.turned_wild_again and turned.is_wild(level))


def _begun(state: OpeningState, event: Opening) -> OpeningState:
    number = _number(state, event.deal, "opening")
    if state.drawn:
        raise OutOfOrder(tried("opening", deal=event.deal), "all_drawn", state)
    level = state.tribute.level or state.rules.start_level
    again = event.turned is not None and must_turn_again(state.rules, event.turned, level)
    if again and (event.first or event.holder):
        raise OutOfOrder(tried("turn_up", card=event.turned), "turn_again", state)
    return replace(state, number=number, opening=event)


def _number(state: OpeningState, deal: int, what: str) -> int:
    if state.number not in (None, deal):
        raise OutOfOrder(tried(what, deal=deal), "deal_due", state, deal=state.number)
    return deal


def _place(header: MatchStart, finish: tuple[str, ...], place: str) -> str | None:
    after, _, before = header.after(finish[0])
    last = finish[3] if len(finish) == 4 else None
    return {"first": finish[0], "last": last, "before_first": before, "after_first": after}[place]
