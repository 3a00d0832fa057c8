"""A record replayed: the match that it tells, and every event that cannot be, with its line.

A fault has others in its train: one play that is missing puts every later one out of turn. What a referee
needs is the first place, so that the faults that follow in the same deal are one line, and each deal is
taken up again as the record says that it began.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from engine.cards import UNREAD
from engine.errors import HandExceeded, IllegalPlay, ImpossibleCard, InvalidPlay, Reason, RuleError
from engine.event_json import RecordError
from engine.events import (
    DealEnd,
    DealStart,
    Event,
    Irregularity,
    MatchEnd,
    PicturesDeleted,
    Play,
    Question,
    Ruling,
)
from engine.match import MatchState, apply, concluded, laid
from engine.record import Fault, Record
from engine.round_events import Appeal, AppealAnswer, Substitute
from engine.rules import RuleSet
from engine.times import time_faults

_FACTS = (Appeal, AppealAnswer, Substitute, PicturesDeleted)
"""Events from which no other follows."""


@dataclass(frozen=True, slots=True)
class Step:
    """One event of a record, its line, and the match after it; refused: why it cannot be, else None."""

    line: int
    event: Event
    state: MatchState
    refused: Reason | None


def replay(
    record: Record, rules: RuleSet, keep: Callable[[Step], object] = lambda step: None
) -> tuple[MatchState, tuple[Fault, ...]]:
    """The fold of a record's events, and its faults by line; each event is handed to ``keep``.

    Each deal has at most two: the first event that cannot be, and the first of those that follow from it
    (or from a line that could not be read), with how many they are. An event that cannot be is passed over,
    but for a play in turn whose cards cannot be, are no hand type or beat nothing: those lie there, not
    read. Events that no longer hold since a correction are faults too, the first of each deal; so are
    numbers (`seq`) that are missing, times that run backwards, and an `about` that points to no event.

    Raises `RecordError` without a header and `RuleSetError` for switches that the rules do not know.
    """
    if record.header is None:
        raise RecordError("a record without a header cannot be replayed")
    fold = Fold(MatchState.start(record.header, rules), sorted(fault.line for fault in record.faults))
    for line, event, trouble in _numbered(record):
        fold.take(line, event, trouble)
        keep(Step(line, event, fold.state, fold.refused))
    fold.close()
    faults = [*fold.faults, *_conflicts(fold), *time_faults(record), *_about_nothing(record)]
    return fold.state, tuple(sorted(faults, key=lambda fault: fault.line))


def _numbered(record: Record) -> Iterator[tuple[int, Event, str]]:
    """Line, event and what is wrong with its number; where the number alone is wrong it is put right."""
    last, line_before = 0, 1
    seqs = [event.seq for event in record.events]
    faults = sorted(fault.line for fault in record.faults)
    for at, (line, event) in enumerate(zip(record.lines, record.events, strict=True)):
        own, due, trouble = event.seq, last + 1, ""
        unread = _first_between(faults, line_before, line)
        if own == 0:
            event = replace(event, seq=due)
        elif own != due and due + 1 in seqs[at + 1 : at + 2]:
            trouble = f"event {own} stands where event {due} has its place"
            event = replace(event, seq=due)
        elif own > due and unread is None:
            trouble = (
                f"event {due} is missing" if own == due + 1 else f"events {due} to {own - 1} are missing"
            )
        yield line, event, trouble
        last, line_before = max(last, event.seq), line


@dataclass(slots=True)
class Fold:
    """A match as far as it could be folded; `root` is the line at which its deal is at fault.

    `forced`: the deal was ended as the record says, not as it was played, so that its position is none.
    """

    state: MatchState
    unread: list[int]
    """Lines that could not be read, sorted."""
    faults: list[Fault] = field(default_factory=list)
    line_of: dict[int, int] = field(default_factory=dict)
    starts: list[int] = field(default_factory=list)
    root: int | None = None
    following: list[Fault] = field(default_factory=list)
    line: int = 0
    forced: bool = False
    refused: Reason | None = None
    """Why the last event cannot be."""

    def take(self, line: int, event: Event, trouble: str) -> None:
        """Folds an event; `trouble` is what is wrong with its number."""
        if isinstance(event, DealStart):
            self.starts.append(line)
        self.root = self.root or _first_between(self.unread, self.line, line)
        self.line = line
        if trouble:
            self._fault(event, trouble)
        conflicts = len(self.state.conflicts)
        self.refused = None
        try:
            self.state = apply(self.state, event)
        except RuleError as error:
            self.refused = error.reason
            self._fault(event, error.reason.message, error.position)
            self._go_on(event, error)
        else:
            if isinstance(event, DealEnd):
                self.close()
        if isinstance(event, DealStart):
            self.forced = False
        if len(self.state.conflicts) > conflicts:
            self.root = self.root or line
        if self.state.events:
            self.line_of.setdefault(self.state.events[-1].seq, line)

    def close(self) -> None:
        """Ends the deal at fault: what followed from its first fault becomes one."""
        if self.following:
            first, more = self.following[0], len(self.following) - 1
            count = f" and {more} more of the deal" if more else ""
            text = f"this{count} may follow from line {self.root}: {first.message}"
            self.faults.append(Fault(first.line, text))
        self.root, self.following = None, []

    def _fault(self, event: Event, message: str, position: str = "") -> None:
        fault = Fault(self.line, message, position="" if self.forced else position)
        if isinstance(event, _FACTS) or self.root is None:
            self.faults.append(fault)
        elif fault.line != self.root:
            self.following.append(fault)
        if not isinstance(event, _FACTS):
            self.root = self.root or self.line

    def _go_on(self, event: Event, error: RuleError) -> None:
        """Makes the best of an event that cannot be."""
        if isinstance(event, Play) and isinstance(error, IllegalPlay | InvalidPlay):
            self.state = laid(self.state, event)
        elif isinstance(event, Play) and isinstance(error, ImpossibleCard):
            if not isinstance(error, HandExceeded):
                self.state = laid(self.state, replace(event, cards=(UNREAD,) * len(event.cards)))
        elif isinstance(event, DealStart):
            self.state = _begun(self.state, event)
        elif isinstance(event, DealEnd):
            if self.root != self.line:
                self.state, self.forced = _ended(self.state, event), True
            self.close()
        elif isinstance(event, MatchEnd):
            self.close()


def _begun(state: MatchState, event: DealStart) -> MatchState:
    """The deal begun as the record says: without what came before it, or as if the match began there."""
    anew = MatchState.start(state.header, state.rules)
    anew = replace(anew, events=state.events, given=state.given, players=state.players)
    told = replace(event, levels=None)
    for before, start in ((replace(state, opening=None), event), (anew, event), (anew, told)):
        try:
            return apply(before, start)
        except RuleError:
            continue
    return state


def _ended(state: MatchState, event: DealEnd) -> MatchState:
    """The deal at fault ended as the record says, where it can."""
    try:
        return concluded(state, event)
    except RuleError:
        return state


def _conflicts(fold: Fold) -> Iterator[Fault]:
    """The first event of each deal that no longer holds since a correction."""
    by_deal: dict[int, list[Fault]] = {}
    for conflict in fold.state.conflicts:
        line = fold.line_of.get(conflict.event.seq, 0)
        fault = Fault(line, str(conflict), position=conflict.why.position)
        by_deal.setdefault(_deal_at(fold.starts, line), []).append(fault)
    for found in by_deal.values():
        more = f" (and {len(found) - 1} more of the deal)" if len(found) > 1 else ""
        yield replace(found[0], message=found[0].message + more)


def _about_nothing(record: Record) -> Iterator[Fault]:
    """Events that are about one which is not there, or only after them.

    Where lines could not be read, one of them may be what is meant.
    """
    numbers = [event.seq for _, event, _ in _numbered(record)]
    there = set(numbers)
    for line, event, number in zip(record.lines, record.events, numbers, strict=True):
        about = event.about if isinstance(event, Question | Irregularity | Ruling | Appeal) else None
        if about is None:
            continue
        if about >= number:
            yield Fault(line, f"it is about event {about}, which does not stand before it")
        elif about not in there and not record.faults:
            yield Fault(line, f"it is about event {about}, which is not there")


def _first_between(lines: Sequence[int], after: int, before: int) -> int | None:
    """The first of some lines, which are sorted, between two others."""
    at = bisect_right(lines, after)
    return lines[at] if at < len(lines) and lines[at] < before else None


def _deal_at(starts: Sequence[int], line: int) -> int:
    return bisect_right(starts, line)
