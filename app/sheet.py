"""What the papers of a match say: a pure function of a record and of the match that it tells.

The score sheet, the spreadsheet and the CSV are drawn from it. Levels, results and scores are the engine's
own; here the events are only put in rows, by deal.
"""

from __future__ import annotations

import hashlib
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from enum import StrEnum
from functools import lru_cache

from app.correcting import CONFIRMED
from app.incidents import Incident, incidents, unruled
from engine import (
    Award,
    AwardKind,
    Combo,
    Correction,
    Counts,
    DealEnd,
    DealStart,
    Event,
    MatchStart,
    MatchState,
    Pass,
    Play,
    Question,
    Record,
    Refusal,
    ResultSheet,
    Return,
    RuleSet,
    Ruling,
    Score,
    Standing,
    Timing,
    Tribute,
    TrickEnd,
    classify,
    counts,
    dumps_line,
    result_sheet,
    score_of,
    timings,
)
from engine.clock import Clock, lasted_ms
from engine.corrections import CAMERA
from engine.events import HAND
from engine.levels import moved


class DealStanding(StrEnum):
    """What has become of a deal."""

    OVER = "over"
    RUNNING = "running"
    STOPPED = "stopped"  # the match ended before it
    VOID = "void"  # it was dealt again


@dataclass(frozen=True, slots=True)
class DealRow:
    """One deal.

    `gifts` are cards paid and given back, in order; `refused` the seats that showed big jokers. `winner` (a
    side), `gain` and `levels` (of both sides, after it) are None while it is not over. `took_ms` is without
    pauses, None where nobody knows. `corrections` are people's, not what the camera put right by itself.
    `awards`: of levels, between its end and the next deal; `stands`: the levels with them.
    """

    number: int
    level: str
    leader: str
    standing: DealStanding
    gifts: tuple[Tribute | Return, ...] = ()
    refused: tuple[str, ...] = ()
    finish: tuple[str, ...] = ()
    winner: int | None = None
    gain: int | None = None
    levels: tuple[str, str] | None = None
    took_ms: int | None = None
    plays: int = 0
    passes: int = 0
    asked: int = 0
    corrections: int = 0
    awards: tuple[Award, ...] = ()
    stands: tuple[str, str] | None = None


@dataclass(frozen=True, slots=True)
class Move:
    """A play or a pass in force, or `undone`: taken back.

    `reading` is the one of the record, or the only one that the cards have; `trick` counts from 1 in the
    deal; `left` is what the seat then held; `wall` is its time of day, None where the record does not say
    when it began.
    """

    event: Play | Pass
    reading: Combo | None
    deal: int
    trick: int
    left: int
    timing: Timing
    wall: datetime | None
    corrected: bool
    undone: bool


@dataclass(frozen=True, slots=True)
class Sheet:
    """All that is on paper. `counted`: warnings and the like by side; `faults`: of the record by the rules;
    `unruled`: faults that were noticed and nobody has ruled on.

    `sha256` is that of the record as JSON Lines (`record_lines`), `events` how many stand in it.
    """

    header: MatchStart
    result: ResultSheet
    score: Score | None
    deals: tuple[DealRow, ...]
    moves: tuple[Move, ...]
    incidents: tuple[Incident, ...]
    counted: tuple[Counts, Counts]
    open_questions: int
    asked: int
    unread: int
    corrections: int
    events: int
    faults: int
    sha256: str
    ended: datetime | None = None
    unruled: int = 0


def record_lines(header: MatchStart, events: Iterable[Event]) -> str:
    """The record as the program writes it and `export --to json` gives it."""
    return "".join(dumps_line(event) + "\n" for event in (header, *events))


def open_questions(events: Sequence[Event]) -> int:
    """Questions that no ruling has settled, nor a correction of what they are about."""
    answered = {event.about for event in events if isinstance(event, Ruling)}
    answered |= {event.replaces for event in events if isinstance(event, Correction)}
    answered.discard(None)  # a ruling on nothing answers no question that is about nothing
    asked = (event for event in events if isinstance(event, Question))
    return sum(answered.isdisjoint({each.seq, each.about}) for each in asked)


def sheet_of(record: Record, state: MatchState, faults: int = 0) -> Sheet:
    """The sheet of a record, which has a header, and of the match replayed from it, with so many faults."""
    header = state.header
    assert record.header is not None, "a match was replayed from it"
    lines = record_lines(record.header, record.events)
    given = state.given or state.events
    result = result_sheet(state)
    parts = _parts(given)
    plays = [e for e in state.events if isinstance(e, Play)]
    moves = [e for e in state.events if isinstance(e, Play | Pass)]
    return Sheet(
        header,
        result,
        score_of(result) if result.over else None,
        _deals(state, parts),
        moves_of(state),
        incidents(state, parts.number_of),
        counts(header, state.events),
        open_questions(state.events),
        sum(move.state is Standing.ASKED for move in moves),
        sum(not card.is_known for play in plays for card in play.cards),
        sum(_is_by_people(event) for event in given),
        len(record.events),
        faults,
        hashlib.sha256(lines.encode()).hexdigest(),
        wall_time(header, max((event.at_ms or 0 for event in given), default=0)),
        unruled(state),
    )


def wall_time(header: MatchStart, at_ms: int | None) -> datetime | None:
    """The time of day of an event; None where the record does not say when it began."""
    begun = _begun(header.started)
    return None if at_ms is None or begun is None else begun + timedelta(milliseconds=at_ms)


@lru_cache(maxsize=8)
def _begun(started: str) -> datetime | None:
    try:
        return datetime.fromisoformat(started)
    except ValueError:
        return None


# ---- deals ------------------------------------------------------------------------------------


@dataclass(slots=True)
class _Parts:
    """Where each deal begins in a record: what comes after the last turn of the deal before is its own."""

    starts: list[DealStart] = field(default_factory=list)
    begins: list[int] = field(default_factory=list)

    def of(self, seq: int) -> int | None:
        """The place in `starts` of the deal to which the event of a number belongs; None before the first."""
        at = bisect_right(self.begins, seq) - 1
        return at if at >= 0 else None

    def number_of(self, seq: int) -> int | None:
        at = self.of(seq)
        return None if at is None else self.starts[at].deal


def _parts(given: Sequence[Event]) -> _Parts:
    parts, ended = _Parts(), 0
    for event in given:
        if isinstance(event, DealStart):
            parts.starts.append(event)
            parts.begins.append(ended + 1)
            ended = event.seq
        elif isinstance(event, Play | Pass | TrickEnd | DealEnd):
            ended = event.seq
    return parts


def _deals(state: MatchState, parts: _Parts) -> tuple[DealRow, ...]:
    events: list[list[Event]] = [[] for _ in parts.starts]
    for event in state.events:
        at = parts.of(event.seq)
        if at is not None:
            events[at].append(event)
    corrected = [0] * len(parts.starts)
    for event in state.given or state.events:
        if isinstance(event, Correction) and _is_by_people(event):
            at = parts.of(event.replaces)
            if at is not None:
                corrected[at] += 1
    last = {start.deal: at for at, start in enumerate(parts.starts)}
    awards = _awards_after(state)
    rows = []
    for at, own in enumerate(events):
        start = next((event for event in own if isinstance(event, DealStart)), None)
        if start is not None:  # it may have been struck out
            row = _deal(state, start, own, corrected[at], is_last=last[start.deal] == at)
            rows.append(row if row.levels is None else _with_awards(state, row, awards.get(row.number, ())))
    return tuple(rows)


def _awards_after(state: MatchState) -> dict[int, list[Award]]:
    """Awards of levels that were made after the end of a deal and before the next, by the deal's number."""
    found: dict[int, list[Award]] = {}
    ended: int | None = None
    for event in state.events:
        if isinstance(event, DealStart):
            ended = None
        elif isinstance(event, DealEnd):
            ended = event.deal
        elif isinstance(event, Ruling) and ended is not None:
            levels = [award for award in event.awards if award.kind is AwardKind.LEVELS]
            found.setdefault(ended, []).extend(levels)
    return found


def _with_awards(state: MatchState, row: DealRow, awards: Sequence[Award]) -> DealRow:
    assert row.levels is not None, "the deal is over"
    levels = list(row.levels)
    for award in awards:
        side = award.side if award.side is not None else state.header.side(award.seat or "")
        levels[side] = moved(levels[side], award.levels, state.rules)
    return replace(row, awards=tuple(awards), stands=(levels[0], levels[1]))


def _deal(
    state: MatchState, start: DealStart, events: Sequence[Event], corrections: int, *, is_last: bool
) -> DealRow:
    turns = [e for e in events if isinstance(e, Play | Pass) and e.seq not in state.undone]
    result = next((each for each in state.deals_done if each.number == start.deal), None)
    if not is_last or (result is None and _dealt_again(start, events)):
        result, standing = None, DealStanding.VOID
    elif result is None:
        standing = DealStanding.STOPPED if state.over else DealStanding.RUNNING
    else:
        standing = DealStanding.OVER
    refusals = [event for event in events if isinstance(event, Refusal)]
    return DealRow(
        start.deal,
        start.level,
        start.leader,
        standing,
        tuple(event for event in events if isinstance(event, Tribute | Return)),
        refusals[-1].seats if refusals else (),
        result.finish if result else (),
        result.winner if result else None,
        result.gain if result else None,
        result.levels if result else None,
        _took(state, start, events),
        sum(isinstance(turn, Play) for turn in turns),
        sum(isinstance(turn, Pass) for turn in turns),
        sum(turn.state is Standing.ASKED for turn in turns),
        corrections,
    )


def _took(state: MatchState, start: DealStart, events: Sequence[Event]) -> int | None:
    """From the start of a deal to its end, or to its last turn so far."""
    ends = [e.at_ms for e in events if isinstance(e, Play | Pass | DealEnd) and e.at_ms is not None]
    return lasted_ms(state.events, start.at_ms, max(ends)) or None if ends else None


def _dealt_again(start: DealStart, events: Sequence[Event]) -> bool:
    rulings = (event for event in events if isinstance(event, Ruling) and event.seq > start.seq)
    return any(award.kind is AwardKind.REDEAL for ruling in rulings for award in ruling.awards)


def _is_by_people(event: Event) -> bool:
    return isinstance(event, Correction) and event.by != CAMERA and event.reason != CONFIRMED


# ---- moves ------------------------------------------------------------------------------------


def moves_of(state: MatchState) -> tuple[Move, ...]:
    """Every play and pass in force, and those taken back, in order."""
    parts = _parts(state.given or state.events)
    made = (event for event in state.events if isinstance(event, Correction))
    corrected = {event.replaces for event in made if event.reason != CONFIRMED}
    timed = {timing.seq: timing for timing in timings(state.rules, state.events)}
    moves: list[Move] = []
    left: dict[str, int] = {}
    trick, led_in_vain, level = 0, False, state.rules.start_level
    for event in state.events:
        if isinstance(event, DealStart):
            left, trick, led_in_vain = dict.fromkeys(state.header.seats, HAND), 0, False
            level = event.level
        if not isinstance(event, Play | Pass):
            continue
        undone = event.seq in state.undone
        if timed[event.seq].clock is not Clock.MOVE:
            trick += not led_in_vain
            led_in_vain = undone
        laid = len(event.cards) if isinstance(event, Play) else 0
        holds = left.get(event.seat, HAND) - laid
        if not undone:
            left[event.seat] = holds
        at = event.at_ms if isinstance(event, Play) or event.at_ms is not None else event.before_ms
        wall = wall_time(state.header, at)
        deal = parts.number_of(event.seq) or 0
        is_corrected = event.seq in corrected
        reading = _reading(state.rules, event, level) if isinstance(event, Play) else None
        timing = timed[event.seq]
        moves.append(Move(event, reading, deal, trick, holds, timing, wall, is_corrected, undone))
    return tuple(moves)


def _reading(rules: RuleSet, play: Play, level: str) -> Combo | None:
    """What a play is: as the record says, or the only thing that its cards can be."""
    if play.reading is not None:
        return play.reading
    pair, most = rules.joker_pair_fullhouse, rules.largest_bomb
    readings = classify(play.cards, level, joker_pair_fullhouse=pair, largest_bomb=most)
    return readings[0] if len(readings) == 1 else None
