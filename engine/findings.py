"""What the engine finds by itself in a whole record, and nobody has recorded."""

from __future__ import annotations

from dataclasses import dataclass, field

from engine.breaches import breach_of
from engine.checking import Step
from engine.events import Correction, DealStart, Irregularity
from engine.notices import noticed
from engine.state import MatchState

_Key = tuple[object, str | None, int | None]


@dataclass(frozen=True, slots=True)
class Found:
    """An irregularity that was found, the line of the event that it is about, and the match as it stood."""

    line: int
    irregularity: Irregularity
    state: MatchState


@dataclass(slots=True)
class Findings:
    """Hand each `Step` of a record to `take`, then ask `found` once.

    Each deal is looked at as it stands before the next begins: a later correction of what is complained of
    takes the complaint away, as does an irregularity that is recorded later.
    """

    _last: Step | None = None
    _lines: dict[int, int] = field(default_factory=dict)
    _by_key: dict[_Key, Found] = field(default_factory=dict)

    def take(self, step: Step) -> None:
        if isinstance(step.event, DealStart):
            self._look()
        elif isinstance(step.event, Correction) and step.refused is None:
            self._by_key = {key: each for key, each in self._by_key.items() if key[2] != step.event.replaces}
        self._last = step
        if step.state.events:
            self._lines.setdefault(step.state.events[-1].seq, step.line)

    def found(self) -> tuple[Found, ...]:
        """What was found, by line."""
        self._look()
        events = self._last.state.events if self._last is not None else ()
        known = {_key(event) for event in events if isinstance(event, Irregularity)}
        left = (each for key, each in self._by_key.items() if key not in known)
        return tuple(sorted(left, key=lambda each: each.line))

    def _look(self) -> None:
        if self._last is None:
            return
        for each in noticed(self._last.state):
            line = self._lines.get(each.about or 0, self._last.line)
            self._by_key.setdefault(_key(each), Found(line, each, self._last.state))


def _key(event: Irregularity) -> _Key:
    return breach_of(event.kind), event.seat, event.about
