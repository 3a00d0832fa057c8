"""A record taken apart event by event: the match after each, what was corrected, and where to step to.

A state holds its events as a tuple: thousands of states would make every garbage collection a pause that is
felt. So one in `EVERY` is kept, with those that cost more than the next event: after corrections and faults.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from app.seals import Broken, broken
from app.sheet import Sheet, sheet_of
from app.snapshot import PlayLine, Snapshot, snapshot
from app.warnings import Warned, warned_of
from engine import (
    Correction,
    DealStart,
    Event,
    Fault,
    Findings,
    Found,
    MatchState,
    Pass,
    Play,
    Reason,
    Record,
    RecordError,
    RuleSetError,
    Source,
    Step,
    TrickEnd,
    apply,
    read_record,
    replay,
    rules_of,
)

EVERY = 16
STRUCK, REFUSED = "struck", "refused"
"""States of a line that a correction has struck out, or that the rules refuse."""


class StepsError(Exception):
    """A file that cannot be stepped through; the message says why."""


@dataclass(frozen=True, slots=True)
class Change:
    """A correction: what stood before it and what stands since (None: nothing)."""

    was: Event | None
    now: Event | None


@dataclass(frozen=True, slots=True)
class Told:
    """What is to be said of a line: a fault, why the rules refuse what stands there, what is not as it was
    written, or what the engine has found. `said`: in the engine's words; `level`: of the deal."""

    line: int
    said: str
    why: Reason | Broken | Warned | None
    level: str


@dataclass(frozen=True, slots=True)
class Place:
    """One event and its line; refused: why it cannot be; kept: the match after it, where that is kept."""

    line: int
    event: Event
    refused: Reason | None
    kept: MatchState | None


@dataclass(frozen=True)
class Steps:
    """The events of a record in the order of its file. Places count from 0.

    found: what the engine finds by itself; seal: where record or log are not as they were written.
    """

    path: Path
    record: Record
    start: MatchState
    places: tuple[Place, ...]
    faults: tuple[Fault, ...]
    found: tuple[Found, ...]
    seal: Broken | None
    final: MatchState

    @classmethod
    def open(cls, path: Path) -> Steps:
        """Raises `StepsError`."""
        try:
            record = read_record(path.read_bytes())
            if record.header is None:
                raise StepsError(f"{path.name}: {record.faults[0].message}")
            rules = rules_of(record.header)
            places: list[Place] = []
            findings = Findings()

            def keep(step: Step) -> None:
                places.append(_place(step, len(places)))
                findings.take(step)

            final, faults = replay(record, rules, keep)
        except OSError as error:
            raise StepsError(f"{path.name}: {error.strerror}") from error
        except (RuleSetError, RecordError) as error:
            raise StepsError(f"{path.name}: {error}") from error
        start = MatchState.start(record.header, rules)
        every = sorted((*record.faults, *faults), key=lambda fault: fault.line)
        seal = broken(path)
        return cls(path, record, start, tuple(places), tuple(every), findings.found(), seal, final)

    @property
    def last(self) -> int:
        """The last place, 0 also where there is no event."""
        return max(len(self.places) - 1, 0)

    def state(self, at: int) -> MatchState:
        """The match after the event at a place."""
        if not self.places:
            return self.start
        near = next((place for place in range(at, -1, -1) if self.places[place].kept), -1)
        state = self.places[near].kept if near >= 0 else None
        state = state or self.start
        for place in self.places[near + 1 : at + 1]:
            state = apply(state, place.event)
        return state

    def event(self, at: int) -> Event | None:
        return self.places[at].event if self.places else None

    def snapshot(self, at: int) -> Snapshot:
        """What the window of the match has shown then."""
        return snapshot(self.state(at), None, (), self.time(at), "")

    def time(self, at: int) -> int:
        """The event time at a place; of an event without one, that of the one before."""
        for step in reversed(self.places[: at + 1]):
            time = _time(step.event)
            if time is not None:
                return time
        return 0

    def place_of(self, seq: int) -> int | None:
        """Where the event of a number stands."""
        return next((at for at, step in enumerate(self.places) if step.event.seq == seq), None)

    # ---- stepping -----------------------------------------------------------------------------

    def move(self, at: int, by: int) -> int:
        """The next move (1) or the one before (-1). The end of a trick is no stop: it is the last pass."""
        return self._jump(self._moves, at, by)

    def trick(self, at: int, by: int) -> int:
        """The lead of the next trick, or of this one or the one before."""
        return self._jump(self._tricks, at, by)

    def deal(self, at: int, by: int) -> int:
        """The start of the next deal, or of this one or the one before."""
        return self._jump(self._deals, at, by)

    def _jump(self, marks: Sequence[int], at: int, by: int) -> int:
        place = bisect_right(marks, at) if by > 0 else bisect_left(marks, at) - 1
        if 0 <= place < len(marks):
            return marks[place]
        return self.last if by > 0 else 0

    @cached_property
    def _moves(self) -> tuple[int, ...]:
        return tuple(at for at, step in enumerate(self.places) if not isinstance(step.event, TrickEnd))

    @cached_property
    def _tricks(self) -> tuple[int, ...]:
        found, leads = [], False
        for at, step in enumerate(self.places):
            if isinstance(step.event, DealStart | TrickEnd):
                leads = True
            elif isinstance(step.event, Play) and leads:
                found.append(at)
                leads = False
        return tuple(found)

    @cached_property
    def _deals(self) -> tuple[int, ...]:
        return tuple(at for at, step in enumerate(self.places) if isinstance(step.event, DealStart))

    # ---- what the whole record says -----------------------------------------------------------

    @cached_property
    def lines(self) -> tuple[PlayLine | None, ...]:
        """For each event its line as it stands at the end of the record; None where it has none."""
        stands = {line.seq: line for line in snapshot(self.final, None, (), 0, "").lines}
        found = []
        for place, (number, _) in zip(self.places, self._deals_of, strict=True):
            line = stands.get(place.event.seq) or _struck(place.event, number)
            if line is not None and place.refused is not None:
                line = replace(line, state=REFUSED, corrected=line.seq in self.corrected_at)
            found.append(line)
        return tuple(found)

    @cached_property
    def changes(self) -> dict[int, Change]:
        """By place, the corrections that the rules took."""
        found = {}
        for at, step in enumerate(self.places):
            if isinstance(step.event, Correction) and step.refused is None:
                seq, before = step.event.replaces, self.state(at - 1) if at else self.start
                found[at] = Change(_in_force(before, seq), _in_force(self.state(at), seq))
        return found

    @cached_property
    def corrected_at(self) -> dict[int, tuple[int, ...]]:
        """By the seq of an event, where it was corrected."""
        found: dict[int, tuple[int, ...]] = {}
        for at in self.changes:
            event = self.places[at].event
            assert isinstance(event, Correction)
            found[event.replaces] = (*found.get(event.replaces, ()), at)
        return found

    @cached_property
    def told(self) -> tuple[Told, ...]:
        """The faults, each with what the rules say where it is that; first of all a seal that is broken."""
        by_line = {place.line: at for at, place in enumerate(self.places)}
        broken_since = {each.event.seq: each.why for each in self.final.conflicts}
        found = [] if self.seal is None else [Told(self.seal.line, str(self.seal), self.seal, "")]
        for fault in self.faults:
            at = by_line.get(fault.line)
            place = None if at is None else self.places[at]
            whys = () if place is None else (place.refused, broken_since.get(place.event.seq))
            why = next((why for why in whys if why is not None and why.message in fault.message), None)
            found.append(Told(fault.line, fault.message, why, self.level(at or 0)))
        return tuple(found)

    @cached_property
    def noticed(self) -> tuple[Told, ...]:
        """What the engine finds in the play and nobody has recorded."""
        return tuple(
            Told(each.line, each.irregularity.text, warned_of(each.state, each.irregularity), "")
            for each in self.found
        )

    @cached_property
    def sheet(self) -> Sheet:
        return sheet_of(self.record, self.final, len(self.faults))

    def level(self, at: int) -> str:
        """The level of the deal that the event at a place belongs to."""
        return self._deals_of[at][1] if self.places else self.start.levels[0]

    @cached_property
    def _deals_of(self) -> tuple[tuple[int, str], ...]:
        """Number and level of the deal that each event belongs to."""
        found, number, level = [], 0, self.start.levels[0]
        for place in self.places:
            if isinstance(place.event, DealStart):
                number, level = place.event.deal, place.event.level
            found.append((number, level))
        return tuple(found)


def _place(step: Step, at: int) -> Place:
    """What is kept of a step: an event that was refused can only be gone past as the replay did."""
    dear = step.refused is not None or isinstance(step.event, Correction) or at % EVERY == 0
    return Place(step.line, step.event, step.refused, step.state if dear else None)


def _in_force(state: MatchState, seq: int) -> Event | None:
    return next((event for event in state.events if event.seq == seq), None)


def _struck(event: Event, deal: int) -> PlayLine | None:
    """The line of a turn that stands no more."""
    if not isinstance(event, Play | Pass):
        return None
    line = PlayLine(event.seq, deal, event.seat, "pass", (), None, _time(event) or 0, None, STRUCK, True)
    if isinstance(event, Pass):
        return line
    return replace(line, kind="play", cards=event.cards, combo=event.reading)


def _time(event: Event) -> int | None:
    if isinstance(event, Pass) and event.source is Source.INFERRED and event.at_ms is None:
        return event.before_ms
    return event.at_ms
