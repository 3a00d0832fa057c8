"""The turns of a deal as they are shown, and what has happened, for animations."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from app.air.states import Happening, Reading, Turn, What
from app.correcting import CONFIRMED
from app.sheet import Move
from app.statistics import BOMBS
from engine.cards import Card
from engine.combos import Combo
from engine.event_text import KEY_TEXTS
from engine.events import (
    Correction,
    DealEnd,
    DealStart,
    Event,
    Pass,
    Pause,
    Play,
    Refusal,
    Resume,
    Return,
    Ruling,
    Standing,
    Tribute,
)
from engine.state import MatchState

HAPPENED = 20
"""So many happenings are kept."""
_NAMED: dict[type, What] = {
    DealStart: "deal_start",
    DealEnd: "deal_end",
    Tribute: "tribute",
    Return: "return",
    Refusal: "refusal",
    Pause: "pause",
    Resume: "resume",
}


class DealTurns:
    """The turns of the deal that is on the table, but for those taken back.

    moves: all of them; trick: those that lie there; plays: all of them as they are shown.
    """

    def __init__(self, match: MatchState, moves: Sequence[Move]) -> None:
        deal = match.deal
        start = last_start(match)
        self.moves = [m for m in moves if deal and m.event.seq > start and not m.undone]
        by_seq = {move.event.seq: move for move in self.moves}
        lying = deal.trick if deal else ()
        self.trick = tuple(_turn(turn, _reading_of(turn), by_seq.get(turn.seq)) for turn in lying)
        there = {turn.seq: turn for turn in self.trick}
        covers = match.rules.cover_after_trick
        self.plays = tuple(
            there.get(move.event.seq) or _turn(move.event, move.reading, move, covered=covers)
            for move in self.moves
        )

    def last_of(self, seat: str) -> Turn | None:
        """What a seat has done in the trick."""
        return next((turn for turn in reversed(self.trick) if turn.seat == seat), None)


def last_start(match: MatchState) -> int:
    """The number of the event with which the last deal began, 0 before the first."""
    return next((event.seq for event in reversed(match.events) if isinstance(event, DealStart)), 0)


def texts(cards: Sequence[Card]) -> tuple[str, ...]:
    return tuple(map(str, cards))


def reading_state(reading: Combo) -> Reading:
    return Reading(
        type=reading.type.value,
        key=KEY_TEXTS.get(reading.key, ""),
        size=reading.size,
        bomb=reading.is_bomb,
        wilds=texts(reading.wilds),
    )


def happened(match: MatchState, moves: Sequence[Move]) -> tuple[Happening, ...]:
    """The last things that happened, the oldest first."""
    by_seq = {move.event.seq: move for move in moves}
    ends = {event.seq for event in match.events if isinstance(event, DealEnd)}
    given = match.given or match.events
    found = (each for event in reversed(given) for each in _happenings(event, by_seq, ends))
    return tuple(reversed(tuple(islice(found, HAPPENED))))


def _happenings(event: Event, moves: dict[int, Move], ends: set[int]) -> Iterator[Happening]:
    """What an event was, the last first."""
    seat = event.seat if isinstance(event, Play | Pass | Tribute | Return) else None
    name = _NAMED.get(type(event))
    move = moves.get(event.seq)
    match event:
        case Play():
            if move is not None and move.left == 0 and isinstance(move.event, Play):
                yield Happening(seq=event.seq, what="finish", seat=move.event.seat)
            reading = move.reading if move is not None else event.reading
            name = "bomb" if reading is not None and reading.type in BOMBS else "play"
        case Pass():
            name = "pass"
        case Ruling():
            confirms = event.about in ends and not event.awards
            name = None if confirms else "ruling"
        case Correction():
            name = None if event.reason == CONFIRMED else "correction"
        case _:
            pass
    if name is not None:
        yield Happening(seq=event.seq, what=name, seat=seat)


def _reading_of(turn: Play | Pass) -> Combo | None:
    return turn.reading if isinstance(turn, Play) else None


def _turn(event: Play | Pass, reading: Combo | None, move: Move | None, *, covered: bool = False) -> Turn:
    covered = covered and isinstance(event, Play)
    cards = event.cards if isinstance(event, Play) and not covered else ()
    return Turn(
        seq=event.seq,
        seat=event.seat,
        kind="play" if isinstance(event, Play) else "pass",
        cards=texts(cards),
        reading=None if covered or reading is None else reading_state(reading),
        took_ms=move.timing.took_ms if move else None,
        asked=event.state is Standing.ASKED,
        covered=covered,
        trick=move.trick if move else 0,
    )
