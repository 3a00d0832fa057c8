"""Open hands, as on broadcasts of poker: what each seat held at a moment that is long past, or is over.

They come from the log, which has them where the organiser loaded hands that were dealt beforehand (预制牌),
all four whole.  Players may see a broadcast, so that the hands of a deal that is played are shown only after
a delay so long that they help nobody.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.cards import Card, level_value
from engine.events import HAND, DealStart, Play
from engine.hands import is_whole
from engine.state import MatchState
from engine.tribute import TributeState

LEAST_DELAY_S = 15 * 60
"""No rule text names a time for broadcasts (organisers of chess delay 15 to 30 minutes)."""

Hands = dict[str, tuple[Card, ...]]


def may_be_shown(shown: MatchState, log: MatchState, delay_s: float, age_s: float) -> bool:
    """Whether the hands may be seen now, of the match as it is shown, with what the log knows by now.

    delay_s: of the output; age_s: how long ago the newest row that is shown happened, which is less than the
    delay for a while once the delay has been raised.
    """
    if min(delay_s, age_s) >= LEAST_DELAY_S:
        return True
    number = _number(shown)
    runs = log.deal is not None and log.deal.number == number and not log.deal.over
    is_over = any(result.number == number for result in log.deals_done) and not runs
    return is_over and log.header == shown.header


def hands_of(match: MatchState) -> tuple[int, Hands] | None:
    """The deal, and what each seat holds still, the highest first; None where the hands are not all known.

    A card that was laid but not read is still among those of its seat.
    """
    number, deal = _number(match), match.deal
    is_to_come = deal is None or number != deal.number
    if is_to_come:
        opening = match.opening
        known, tribute = (opening.hands, opening.tribute) if opening else ({}, None)
    else:
        assert deal is not None
        known, tribute = deal.dealt, deal.tribute
    if number is None or not all(is_whole(known.get(seat, ()), HAND) for seat in match.header.seats):
        return None
    held = {seat: list(known[seat]) for seat in match.header.seats}
    _give(held, tribute)
    for play in [] if is_to_come else _plays(match):
        for card in play.cards:
            _take(held[play.seat], card)
    level = deal.level if deal is not None and not is_to_come else match.levels[0]
    return number, {seat: _sorted(cards, level) for seat, cards in held.items()}


def _number(match: MatchState) -> int | None:
    """The deal that is played, or else the one that is told of, or else the last."""
    deal, opening = match.deal, match.opening
    if deal is not None and not deal.over:
        return deal.number
    if opening is not None:
        return opening.number
    return deal.number if deal is not None else None


def _give(held: Mapping[str, list[Card]], tribute: TributeState | None) -> None:
    for gift in tribute.given if tribute else ():
        _take(held[gift.seat], gift.card)
        if gift.to is not None:
            held[gift.to].append(gift.card)


def _take(hand: list[Card], card: Card) -> None:
    if card in hand:
        hand.remove(card)


def _plays(match: MatchState) -> list[Play]:
    """The plays of the deal that began last, but for those taken back."""
    plays: list[Play] = []
    for event in reversed(match.events):
        if isinstance(event, DealStart):
            break
        if isinstance(event, Play) and event.seq not in match.undone:
            plays.append(event)
    return plays


def _sorted(cards: Sequence[Card], level: str) -> tuple[Card, ...]:
    return tuple(sorted(cards, key=lambda card: (-level_value(card, level), str(card))))
