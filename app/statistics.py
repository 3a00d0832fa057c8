"""What a match says in numbers: for each player, for each pair, for each deal.

A turn's time counts as thinking where it is known: not that of a pass that was inferred, nor that of the
turn after it. The first play of a deal does not count: in its time hands are sorted and tribute is paid.
What was taken back counts neither as a play nor as thinking.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import mean, median

from app.sheet import DealStanding, Move, Sheet
from engine import Clock, ComboType, MatchStart, Play, Source

BOMBS = frozenset({ComboType.BOMB, ComboType.SFLUSH, ComboType.FOURKINGS})


@dataclass(frozen=True, slots=True)
class PlayerNumbers:
    """One player.

    total_ms, mean_ms, median_ms: of the `timed` turns whose time is known (the last two None where there is
    none); longest: the one that took longest; first, last: deals that it was first out in, or left with cards
    in (at a double both of the pair).
    """

    seat: str
    name: str
    side: int
    plays: int
    passes: int
    timed: int
    total_ms: int
    mean_ms: int | None
    median_ms: int | None
    longest: Move | None
    bombs: int
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class SideNumbers:
    """One pair: deals won, what they have gained, and its level before the first deal and after each, with
    what was awarded then."""

    seats: tuple[str, ...]
    won: int
    gained: int
    levels: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DealNumbers:
    """One deal that is over; took_ms: without pauses, None where nobody knows."""

    number: int
    level: str
    winner: int | None
    gain: int | None
    took_ms: int | None


@dataclass(frozen=True, slots=True)
class Numbers:
    """A match in numbers; players in the order of play."""

    players: tuple[PlayerNumbers, ...]
    sides: tuple[SideNumbers, ...]
    deals: tuple[DealNumbers, ...]


def numbers_of(sheet: Sheet) -> Numbers:
    """The numbers of a match, over or not."""
    deals = [row for row in sheet.deals if row.standing is DealStanding.OVER]
    seats = sheet.header.seats
    names = {
        seat: name for side in sheet.result.sides for seat, name in zip(side.seats, side.players, strict=True)
    }
    finishes = [row.finish for row in deals]
    players = [player_numbers(sheet.header, sheet.moves, seat, names[seat], finishes) for seat in seats]
    sides = tuple(
        SideNumbers(
            side.seats,
            sum(row.winner == number for row in deals),
            side.gained,
            (side.start_level, *(row.stands[number] for row in deals if row.stands)),
        )
        for number, side in enumerate(sheet.result.sides)
    )
    rows = tuple(DealNumbers(row.number, row.level, row.winner, row.gain, row.took_ms) for row in deals)
    return Numbers(tuple(players), sides, rows)


def thought_ms(move: Move) -> int | None:
    """How long a turn was thought about, None where nobody knows."""
    inferred = not isinstance(move.event, Play) and move.event.source is Source.INFERRED
    if inferred or move.undone or move.timing.clock is Clock.OPENING:
        return None
    return move.timing.took_ms


def player_numbers(
    header: MatchStart, made: Iterable[Move], seat: str, name: str, finishes: Sequence[tuple[str, ...]]
) -> PlayerNumbers:
    """One player's numbers from the moves of all; finishes: of the deals that are over."""
    moves = [move for move in made if move.event.seat == seat and not move.undone]
    plays = [move for move in moves if isinstance(move.event, Play)]
    timed = [(took, move) for move in moves if (took := thought_ms(move)) is not None]
    times = [took for took, _ in timed]
    longest = max(timed, key=lambda each: each[0], default=None)
    return PlayerNumbers(
        seat,
        name,
        header.side(seat),
        len(plays),
        len(moves) - len(plays),
        len(times),
        sum(times),
        round(mean(times)) if times else None,
        round(median(times)) if times else None,
        longest[1] if longest else None,
        sum(move.reading is not None and move.reading.type in BOMBS for move in plays),
        sum(finish[0] == seat for finish in finishes),
        sum(seat not in finish[:3] if len(finish) > 2 else seat not in finish for finish in finishes),
    )
