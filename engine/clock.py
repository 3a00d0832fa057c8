"""Clocks: durations are differences of event times, with the pauses taken out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from engine.events import DealEnd, DealStart, Event, Pass, Pause, Play, Resume, Source


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


def _stops(events: Sequence[Event]) -> list[tuple[int, int]]:
    """When the clocks stood: begin and end of every pause that is over."""
    stops = []
    paused: int | None = None
    for event in events:
        if isinstance(event, Pause):
            paused = event.at_ms
        elif isinstance(event, Resume):
            begin = event.at_ms - event.gap_ms if event.gap_ms is not None else paused
            if begin is not None:
                stops.append((begin, event.at_ms))
            paused = None
    return stops


def _between(began: int, ended: int, stops: Sequence[tuple[int, int]]) -> int:
    stood = sum(max(0, min(end, ended) - max(begin, began)) for begin, end in stops)
    return max(0, ended - began - stood)
