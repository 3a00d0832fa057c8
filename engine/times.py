"""Times of a record: where they run backwards although they must not.

Events stand in the order in which they happened, but not every time was taken in that order. What the camera
saw has the time at which the cards lay still, and who began to move first stands first: a play may lie still
while the one before it is still being set right, but not before that one's movement began. What a person
typed has the time of typing, which comes up to `LAG_MS` after the camera; so the two are held against each
other with that much room. Questions, rulings and corrections are made when somebody gets to them: they only
cannot come before what they are about. A correction keeps the time of what it corrects, but for what the
camera puts right by itself. No time is before the start of the record.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from engine.corrections import CAMERA
from engine.events import (
    Correction,
    DealEnd,
    DealStart,
    Drawn,
    Event,
    Hands,
    MatchEnd,
    Opening,
    Pass,
    Pause,
    Play,
    Refusal,
    Report,
    Resume,
    Return,
    TakeBack,
    Tribute,
    TrickEnd,
)
from engine.record import Fault, Record
from engine.round_events import LeftTable, ThrownIn
from engine.words import time

LAG_MS = 10_000
"""How much later than the camera a person may type what happened."""
_TABLE = (
    Opening, Drawn, Hands, Tribute, Refusal, Return, DealStart, Play, Pass, TakeBack, TrickEnd, Report,
    ThrownIn, DealEnd, MatchEnd, LeftTable,
)  # fmt: skip
"""What happens at the table."""
_UNTIMED = (Opening, Hands, DealStart)
"""Events whose time is 0 where nobody knows it."""


@dataclass(frozen=True, slots=True)
class _Span:
    """When the event of a number happened: from `begin` to `end`, ms; the same where that is a moment."""

    number: int
    begin: int
    end: int


def time_faults(record: Record) -> Iterator[Fault]:
    """Events whose times cannot be, by line."""
    times = _Times()
    for number, (line, event) in enumerate(zip(record.lines, record.events, strict=True), 1):
        for message in times.take(event, event.seq or number):
            yield Fault(line, message)


@dataclass(slots=True)
class _Times:
    """The events so far by number; of each source the one that began last, and the last pause."""

    events: dict[int, Event] = field(default_factory=dict)
    latest: dict[str, _Span] = field(default_factory=dict)
    pause: _Span | None = None

    def take(self, event: Event, number: int) -> Iterator[str]:
        """What cannot be about the times of an event."""
        yield from _within(event)
        if isinstance(event, Correction):
            yield from self._kept(event)
        span = _span(event, number)
        self.events[number] = event
        if span is None:
            return
        if isinstance(event, _TABLE):
            yield from self._in_order(event, span)
        elif isinstance(event, Pause):
            self.pause = span
        elif isinstance(event, Resume) and self.pause is not None and span.end < self.pause.begin:
            yield f"the clocks go on at {time(span.end)}, before they stopped at {time(self.pause.begin)}"
        about = getattr(event, "replaces", None) or getattr(event, "about", None)
        matter = _span(self.events[about], about) if about in self.events else None
        if matter is not None and span.end < matter.begin:
            yield f"it is of {time(span.end)}, before what it is about, event {about} of {time(matter.begin)}"

    def _in_order(self, event: Event, span: _Span) -> Iterator[str]:
        """Whether it ends before what stands before it began; if so, what comes is held against it alone."""
        source = str(getattr(event, "source", "follows"))
        for other, last in self.latest.items():
            room = 0 if other == source else LAG_MS
            if span.end < last.begin - room:
                stands = f"event {last.number} of {time(last.begin)}, which stands before it"
                yield f"time runs backwards: it is of {time(span.end)}, before {stands}"
                self.latest.clear()
                break
        if source not in self.latest or span.begin >= self.latest[source].begin:
            self.latest[source] = span

    def _kept(self, event: Correction) -> Iterator[str]:
        """Whether what takes the place of an event has its time (an event nobody timed may get one)."""
        if event.by == CAMERA:
            return
        was = _span(self.events[event.replaces], event.replaces) if event.replaces in self.events else None
        now = None if event.replacement is None else _span(event.replacement, event.replaces)
        if was is None or now is None or was.begin <= now.end <= was.end:
            return
        if now.end != was.end and now.end != 0:
            yield f"event {was.number} keeps its time {time(was.end)}, not {time(now.end)}"


def _within(event: Event) -> Iterator[str]:
    """Bounds that an event gives itself."""
    for name in ("at_ms", "began_ms", "gap_ms"):
        given = getattr(event, name, None)
        if given is not None and given < 0:
            yield f"{name} is {given}, but times count from the start of the record"
    if isinstance(event, Play) and event.began_ms is not None and event.began_ms > event.at_ms:
        yield f"the play begins at {time(event.began_ms)}, after its end at {time(event.at_ms)}"
    if not isinstance(event, Pass):
        return
    after, before, at = event.after_ms, event.before_ms, event.at_ms
    if after is not None and before is not None and after > before:
        yield f"the pass cannot lie between {time(after)} and {time(before)}"
    elif at is not None and ((after is not None and at < after) or (before is not None and at > before)):
        bounds = "..".join("" if bound is None else time(bound) for bound in (after, before))
        yield f"the pass at {time(at)} does not lie within {bounds}"


def _span(event: Event, number: int) -> _Span | None:
    """When an event happened; None where nobody knows."""
    at: int | None = event.at_ms
    if isinstance(event, Pass) and at is None:
        known = [bound for bound in (event.after_ms, event.before_ms) if bound is not None]
        return _Span(number, known[0], known[-1]) if known else None
    if at is None or (at == 0 and isinstance(event, _UNTIMED)):
        return None
    began = event.began_ms if isinstance(event, Play) else None
    return _Span(number, at if began is None else min(began, at), at)
