"""Clocks: durations are differences of event times, with the pauses taken out.

The clocks of a move, of a return and of the first play stand while the referee is at the table (from a pause
to its resume). The clock of the round is the hall's and does not stand.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from engine.events import (
    DealEnd,
    DealStart,
    Event,
    MatchStart,
    Pass,
    Pause,
    Play,
    Resume,
    Return,
    Source,
    Tribute,
    TrickEnd,
)
from engine.rules import RuleSet


class Clock(StrEnum):
    """What is timed."""

    OPENING = "opening"  # the first play of a deal (开局)
    LEAD = "lead"  # a lead, where the set gives it a time of its own
    MOVE = "move"  # a play or a pass
    RETURN = "return"  # giving a card back after the tribute (还牌)


@dataclass(frozen=True, slots=True)
class Timing:
    """How long something took, and may take by the rules (None: no limit). All in milliseconds.

    `took_ms` is None where it is not known; it took `at_most_ms` then, as far as that is known.
    """

    clock: Clock
    seq: int
    seat: str | None
    took_ms: int | None
    at_most_ms: int | None
    limit_ms: int | None

    @property
    def over(self) -> bool:
        """Took longer than allowed; never so where the time is not known."""
        return self.limit_ms is not None and self.took_ms is not None and self.took_ms > self.limit_ms

    @property
    def left_ms(self) -> int | None:
        """What is left of the limit, less than nothing after it."""
        return None if self.limit_ms is None or self.took_ms is None else self.limit_ms - self.took_ms


@dataclass(frozen=True, slots=True)
class Turn:
    """How long one play or pass took.

    `took_ms` is None where its beginning or end is not known, because a pass was inferred in between;
    it took `at_most_ms` then (None where even that is unknown).
    """

    seq: int
    seat: str
    took_ms: int | None
    at_most_ms: int | None


def turns(events: Iterable[Event]) -> tuple[Turn, ...]:
    """The time of every play and pass, in order. A turn begins when the one before it ended."""
    events = tuple(events)
    stops = _stops(events)
    done: list[Turn] = []
    began: int | None = None
    exact = False
    for event in events:
        if isinstance(event, DealStart):
            began, exact = event.at_ms, event.source is not Source.INFERRED
        elif isinstance(event, DealEnd):
            began, exact = None, False
        elif isinstance(event, Play | Pass):
            ended = event.at_ms
            known = ended is not None and not (isinstance(event, Pass) and event.source is Source.INFERRED)
            latest = event.before_ms if isinstance(event, Pass) and ended is None else ended
            most = None if began is None or latest is None else _between(began, latest, stops)
            done.append(Turn(event.seq, event.seat, most if exact and known else None, most))
            exact = known
            began = ended if known else began
    return tuple(done)


def overruns(turns_: Iterable[Turn], play_seconds: int | None) -> tuple[Turn, ...]:
    """Turns that took longer than allowed. None is ever charged on a time that is not known."""
    if play_seconds is None:
        return ()
    return tuple(turn for turn in turns_ if turn.took_ms is not None and turn.took_ms > 1000 * play_seconds)


def limit_ms(rules: RuleSet, clock: Clock) -> int | None:
    """The time a set allows: a play (Suzhou 2016 十三5, Huai'an 四), the first play (Huai'an 四), a return
    (Suzhou 2016 十三5); None where it sets none."""
    seconds = {
        Clock.OPENING: rules.opening_seconds or rules.lead_seconds or rules.play_seconds,
        Clock.LEAD: rules.lead_seconds or rules.play_seconds,
        Clock.MOVE: rules.play_seconds,
        Clock.RETURN: rules.tribute_return_seconds,
    }[clock]
    return None if seconds is None else 1000 * seconds


def timings(rules: RuleSet, events: Iterable[Event]) -> tuple[Timing, ...]:
    """The time of every play, pass and return, in order, with the limit that the set gives it."""
    events = tuple(events)
    of_turns = iter(turns(events))
    stops = _stops(events)
    clock, last_to_play = Clock.OPENING, None
    paid: Tribute | None = None
    done: list[Timing] = []
    for event in events:
        if isinstance(event, DealStart):
            clock, last_to_play = Clock.OPENING, None
        elif isinstance(event, Tribute):
            paid = event
        elif isinstance(event, Return):
            done.append(_of_return(rules, event, paid, stops))
        elif isinstance(event, TrickEnd):
            clock = Clock.LEAD
        elif isinstance(event, Play | Pass):
            turn = next(of_turns)
            if event.seat == last_to_play:
                clock = Clock.LEAD  # all others passed
            limit = limit_ms(rules, clock)
            done.append(Timing(clock, turn.seq, turn.seat, turn.took_ms, turn.at_most_ms, limit))
            last_to_play = event.seat if isinstance(event, Play) else last_to_play
            clock = Clock.MOVE
    return tuple(done)


def charged(rules: RuleSet, header: MatchStart, done: Iterable[Timing]) -> tuple[Timing, ...]:
    """Overruns that are charged: of each side in the match from the one on that the set names."""
    count = [0, 0]
    found = []
    for timing in done:
        if timing.over and timing.seat is not None:
            side = header.side(timing.seat)
            count[side] += 1
            if count[side] >= rules.overtime_from:
                found.append(timing)
    return tuple(found)


def running(rules: RuleSet, events: Sequence[Event], to_play: str | None, now_ms: int) -> Timing | None:
    """The clock that runs now, None where none does: `to_play` is the seat whose turn it is in a deal."""
    stops = _stops(events)
    if events and isinstance(paused := _last_pause(events), Pause):
        now_ms = min(now_ms, paused.at_ms)
    clock: Clock | None = None
    began, seat = 0, to_play
    for event in events:
        if isinstance(event, Tribute):
            clock, began, seat = Clock.RETURN, event.at_ms, event.to
        elif isinstance(event, DealStart):
            clock, began, seat = Clock.OPENING, event.at_ms, to_play
        elif isinstance(event, Return | DealEnd):
            clock = None if clock is Clock.RETURN or isinstance(event, DealEnd) else clock
        elif isinstance(event, TrickEnd):
            clock = Clock.LEAD if clock else None
        elif isinstance(event, Play | Pass) and event.at_ms is not None:
            clock, began, seat = Clock.MOVE, event.at_ms, to_play
    if clock is None:
        return None
    took = _between(began, now_ms, stops)
    return Timing(clock, 0, seat, took, took, limit_ms(rules, clock))


def round_left_ms(rules: RuleSet, now_ms: int, began_ms: int = 0) -> int | None:
    """What is left of the round's time, less than nothing after it; None where the set gives none."""
    return None if rules.round_minutes is None else began_ms + 60_000 * rules.round_minutes - now_ms


def running_since(events: Sequence[Event]) -> int | None:
    """Time from which the running turn counts: `now - running_since` is how long it has taken.

    Pauses that are over are taken out; None before the first deal and after a deal's end.
    """
    began: int | None = None
    for event in events:
        if isinstance(event, DealStart):
            began = event.at_ms
        elif isinstance(event, DealEnd):
            began = None
        elif isinstance(event, Play | Pass) and event.at_ms is not None:
            began = event.at_ms
    if began is None:
        return None
    return began + sum(end - max(begin, began) for begin, end in _stops(events) if end > began)


def _of_return(
    rules: RuleSet, event: Return, paid: Tribute | None, stops: Sequence[tuple[int, int]]
) -> Timing:
    """From the last tribute to the return (贡牌后，还牌人必须在40秒内还牌: Suzhou 2016 十三5)."""
    most = None if paid is None else _between(paid.at_ms, event.at_ms, stops)
    known = paid is not None and Source.INFERRED not in (paid.source, event.source)
    limit = limit_ms(rules, Clock.RETURN)
    return Timing(Clock.RETURN, event.seq, event.seat, most if known else None, most, limit)


def _last_pause(events: Sequence[Event]) -> Pause | Resume | None:
    return next((event for event in reversed(events) if isinstance(event, Pause | Resume)), None)


def _stops(events: Sequence[Event]) -> list[tuple[int, int]]:
    """When the clocks stood: begin and end of every pause that is over, none within another."""
    stops: list[tuple[int, int]] = []
    paused: int | None = None
    for event in events:
        if isinstance(event, Pause):
            paused = event.at_ms
        elif isinstance(event, Resume):
            begin = event.at_ms - event.gap_ms if event.gap_ms is not None else paused
            if begin is not None:
                begin = max([begin, *(end for _, end in stops)])
                stops.append((begin, event.at_ms))
            paused = None
    return stops


def _between(began: int, ended: int, stops: Sequence[tuple[int, int]]) -> int:
    stood = sum(max(0, min(end, ended) - max(begin, began)) for begin, end in stops)
    return max(0, ended - began - stood)
