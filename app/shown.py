"""PASS and count cards that the camera saw: passes and reports of the record (PASS卡, 报牌卡)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.breaches import Breach
from engine.deal import DealState
from engine.events import Event, Irregularity, Pass, Play, Report, Source

LATE_MS = 300
"""Two seats that act within so short a time are not told apart by it."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A PASS card (count None) or count card that a seat laid; times are event times."""

    seat: str
    count: int | None
    began_ms: int
    at_ms: int


def next_event(
    shown: Sequence[Shown], deal: DealState | None, waiting: str | None, taken: Shown | None = None
) -> tuple[list[Shown], Report | Pass | Irregularity | None]:
    """The first event that the cards mean now, and the cards that may still come to mean something.

    taken: the PASS card that became a pass last.
    """
    if deal is None or deal.over:
        return [], None
    left = [card for card in shown if not stale(card, deal)]
    for card in left:
        event = event_of(card, deal, waiting, taken)
        if event is not None:
            return [other for other in left if other is not card], event
    return left, None


def event_of(
    card: Shown, deal: DealState, waiting: str | None, taken: Shown | None = None
) -> Report | Pass | Irregularity | None:
    """What a shown card means now; None while it is too early to say.

    waiting: the seat whose play waits for the referee.  A count card speaks of what its seat holds after
    its own play, so it waits for that.  A PASS card of a seat that is not to move may only have been seen
    before the play or the PASS card that it answers; it means something when its seat is to move, and is out
    of turn (越序表态) when that began later: its end is told too late where a hand stays over it.
    """
    if card.count is not None:
        return None if waiting == card.seat else Report(card.seat, card.count, card.at_ms, Source.SEEN)
    if waiting is not None or deal.to_play != card.seat or deal.best is None:
        return None
    last = next((event for event in reversed(deal.trick) if isinstance(event, Play | Pass)), None)
    before = _began(last, taken)
    if before is not None and card.at_ms + LATE_MS < before:
        text = f"{card.seat} showed a PASS card before its turn"
        return Irregularity(card.seat, Breach.PASS_OUT_OF_TURN, text, None, card.at_ms, (), Source.SEEN)
    return Pass(card.seat, source=Source.SEEN, at_ms=card.at_ms)


def stale(card: Shown, deal: DealState) -> bool:
    """Whether a PASS card came to nothing: its seat has acted since, or leads, and so cannot pass."""
    if card.count is not None:
        return False
    acted = any(
        event.seat == card.seat and _over_by(deal.trick[n:]) >= card.began_ms
        for n, event in enumerate(deal.trick)
    )
    return acted or deal.best is None or deal.best == card.seat


def _over_by(events: Sequence[Event]) -> int:
    """When the first of the events was over: a pass that nobody saw, when what follows it was."""
    times = (_ended(event) for event in events if isinstance(event, Play | Pass))
    return next((ms for ms in times if ms is not None), 0)


def _began(event: Play | Pass | None, taken: Shown | None) -> int | None:
    """When an action began, as far as that is known."""
    if isinstance(event, Play) and event.began_ms is not None:
        return event.began_ms
    if event is not None and taken is not None and (taken.seat, taken.at_ms) == (event.seat, event.at_ms):
        return taken.began_ms
    return _ended(event)


def _ended(event: Play | Pass | None) -> int | None:
    if isinstance(event, Play):
        return event.at_ms
    return event.at_ms if isinstance(event, Pass) else None
