"""What the referee has done, act by act, so that it can be undone and done again.

An act is all that one entry has put into the record: a play with the passes before it, an answer to a
proposal, a correction.  Undoing it writes corrections; nothing leaves the log.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from engine.cards import Card
from engine.errors import Reason
from engine.events import Correction, DealEnd, Event, MatchEnd, Question, TrickEnd

_BY_THEMSELVES = (TrickEnd, DealEnd, MatchEnd, Question)
"""Events that no act has to undo: they fall away with what they follow from, or change nothing."""


@dataclass(frozen=True, slots=True)
class Change:
    """What stood at a place of the log before an act and after it; None where nothing did."""

    seq: int
    before: Event | None
    after: Event | None


Act = tuple[Change, ...]


@dataclass(frozen=True, slots=True)
class Breaks:
    """A correction that was not made, as later events would have no ground: which, and why each.

    cards: what was to stand there (none: a pass); struck: it was to fall away altogether.
    """

    seq: int
    cards: tuple[Card, ...]
    seat: str
    reasons: tuple[tuple[int, Reason], ...]
    struck: bool = False


@dataclass(slots=True)
class Acts:
    """The referee's acts since the program was started, and those that were undone."""

    done: list[Act] = field(default_factory=list)
    undone: list[Act] = field(default_factory=list)
    _now: list[Change] | None = None

    @contextmanager
    def act(self) -> Iterator[None]:
        """All that is noted within is one act; one within another belongs to it."""
        if self._now is not None:
            yield
            return
        self._now = []
        try:
            yield
        finally:
            changes, self._now = tuple(self._now), None
            if changes:
                self.done.append(changes)
                self.undone.clear()

    def note(self, event: Event, seq: int, before: Iterable[Event], after: Iterable[Event]) -> None:
        """An event came into the log; `before` and `after` are the events in force."""
        if self._now is None or isinstance(event, _BY_THEMSELVES):
            return
        place = event.replaces if isinstance(event, Correction) else seq
        self._now.append(Change(place, _at(before, place), _at(after, place)))


def _at(events: Iterable[Event], seq: int) -> Event | None:
    return next((event for event in events if event.seq == seq), None)
