"""The read side of conduct: what the views need of calls, irregularities, rulings and warnings."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from app.choices import Choice, choices, without
from app.warnings import Warned
from engine.breaches import AwardKind
from engine.conduct import Counts, counts
from engine.conduct import Proposal as Prescribed
from engine.conduct import proposals as prescribed_for
from engine.events import Event, Irregularity, Pause, Resume, Ruling
from engine.rules import RuleSet
from engine.state import MatchState


@dataclass(frozen=True, slots=True)
class Case:
    """An irregularity of the log.

    prescribed: what the set says of it, the ladder after it; choices: what may be decided; ruling: what was
    decided, None while it is open.
    """

    irregularity: Irregularity
    prescribed: tuple[Prescribed, ...]
    choices: tuple[Choice, ...]
    ruling: Ruling | None


@dataclass(frozen=True, slots=True)
class ConductView:
    """What the conduct panels show.

    paused_ms: event time since which the clocks stand, None while they run; seats: what was noted against
    each seat in the header's order; sides: against each side, its seats' included.
    """

    rules: RuleSet
    paused_ms: int | None
    seats: tuple[tuple[str, Counts], ...]
    sides: tuple[Counts, Counts]
    cases: tuple[Case, ...]
    warnings: tuple[Warned, ...]

    @property
    def open(self) -> tuple[Case, ...]:
        """Those that wait for a ruling, the newest first."""
        return tuple(case for case in reversed(self.cases) if case.ruling is None)


def conduct_view(state: MatchState, warned: tuple[Warned, ...]) -> ConductView:
    """The views' picture of the conduct in a match."""
    return ConductView(
        rules=state.rules,
        paused_ms=_paused_since(state.events),
        seats=tuple((seat, _of_seat(state.events, seat)) for seat in state.header.seats),
        sides=counts(state.header, state.events),
        cases=_cases(state),
        warnings=warned,
    )


def _paused_since(events: Iterable[Event]) -> int | None:
    paused = None
    for event in events:
        if isinstance(event, Pause):
            paused = event.at_ms
        elif isinstance(event, Resume):
            paused = None
    return paused


def _of_seat(events: Iterable[Event], seat: str) -> Counts:
    kinds = [
        award.kind for event in events if isinstance(event, Ruling)
        for award in event.awards if award.seat == seat
    ]  # fmt: skip
    return Counts(
        kinds.count(AwardKind.ORAL_WARNING),
        kinds.count(AwardKind.WARNING),
        kinds.count(AwardKind.VIOLATION),
        kinds.count(AwardKind.LOSS),
    )


def _cases(state: MatchState) -> tuple[Case, ...]:
    rulings = {event.about: event for event in state.events if isinstance(event, Ruling)}
    cases = []
    for event in state.events:
        if isinstance(event, Irregularity):
            ruling = rulings.get(event.seq)
            before = state if ruling is None else without(state, ruling)
            cases.append(Case(event, prescribed_for(before, event), choices(before, event), ruling))
    return tuple(cases)
