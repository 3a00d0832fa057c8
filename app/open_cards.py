"""Cards laid open on the table before a deal is led: the card turned up, tribute and its return.

None of them is a play.  A play lies there until the trick is over; these are taken up again before anybody
follows.  So a single card (or big jokers, shown to refuse tribute) before the first lead waits: when it is
taken up, the position says what it was; when another seat lays on it, it was the lead.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.before import opening_of
from engine.cards import Card
from engine.events import Event, Opening, Refusal, Return, Source, Tribute
from engine.giving import BIG_JOKER
from engine.match import MatchState
from vision.values import ZoneReading

BOTH = 2
"""Big jokers that refuse tribute."""


@dataclass(frozen=True, slots=True)
class OpenCard:
    """A reading that may be no play, with its times in the record."""

    reading: ZoneReading
    began_ms: int
    at_ms: int

    @property
    def seat(self) -> str:
        return self.reading.seat

    @property
    def cards(self) -> tuple[Card, ...]:
        return tuple(card.best for card in self.reading.fresh)

    @property
    def p(self) -> float:
        return min(card.p for card in self.reading.fresh)


def may_be_no_play(state: MatchState, reading: ZoneReading) -> bool:
    """Whether a reading before the first lead has to wait for what happens to its cards."""
    if state.over or (state.deal is not None and not state.deal.over):
        return False
    if state.rules.first_deal_method == "manual" and not state.deals_done:
        return False
    cards = [card.best for card in reading.fresh]
    shown = len(cards) == BOTH and set(cards) == {BIG_JOKER} and reading.seat in payers_due(state)
    return not reading.unread and (len(cards) == 1 or shown)


def payers_due(state: MatchState) -> tuple[str, ...]:
    """Seats that have still to pay tribute for the deal to come."""
    tribute = opening_of(state).tribute
    if tribute.refused is not None:
        return ()
    return tuple(seat for seat in tribute.payers if all(paid.seat != seat for paid in tribute.paid))


def receivers_due(state: MatchState) -> tuple[str, ...]:
    """Seats that have still to give a card back for tribute that was paid."""
    tribute = opening_of(state).tribute
    if tribute.refused is not None or payers_due(state):
        return ()
    receivers = tribute.finish[: len(tribute.payers)]
    return tuple(seat for seat in receivers if all(given.seat != seat for given in tribute.returned))


def is_given(state: MatchState, held: tuple[OpenCard, ...], seat: str, cards: int) -> bool:
    """Whether cards laid by ``seat`` while others lie open belong to the tribute, not to a trick.

    A second payer pays, or the receiver gives back before the tribute is taken up.
    """
    if cards != 1 or seat in {card.seat for card in held}:
        return False
    payers = payers_due(state)
    if seat in payers:
        return all(card.seat in payers for card in held)
    receivers = opening_of(state).tribute.finish[: len(payers)]
    return bool(payers) and seat in receivers and {card.seat for card in held} >= set(payers)


def taken_up(state: MatchState, card: OpenCard) -> Event | None:
    """What a card was that has been taken up again before anybody followed; None where it was nothing."""
    if card.cards == (BIG_JOKER,) * BOTH:
        return Refusal((card.seat,) * BOTH, card.at_ms, Source.SEEN)
    face = card.cards[0]
    if card.seat in payers_due(state):
        return Tribute(card.seat, None, face, card.at_ms, Source.SEEN)
    if card.seat in receivers_due(state):
        return Return(card.seat, None, face, card.at_ms, Source.SEEN)
    first = not state.deals_done and (state.opening is None or state.opening.opening is None)
    if first and state.rules.first_deal_method != "face_up_in_pack":
        return Opening(1, turned=face, at_ms=card.at_ms, source=Source.SEEN)
    return None
