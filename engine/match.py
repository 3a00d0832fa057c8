"""A match is the fold of its events: `apply(state, event)` gives the next state or raises and changes nothing."""

from __future__ import annotations

from dataclasses import dataclass

from engine.deal import DealState
from engine.events import Event, MatchStart
from engine.rules import RuleSet


@dataclass(frozen=True, slots=True)
class DealResult:
    """How a deal ended: finishing order (two seats at a double, else four), winning side, gain, levels after it."""

    number: int
    level: str
    finish: tuple[str, ...]
    winner: int
    gain: int
    levels: tuple[str, str]


@dataclass(frozen=True, slots=True)
class MatchState:
    """A match after some events. `events` are those in force: corrected ones stand in their corrected form."""

    header: MatchStart
    rules: RuleSet
    levels: tuple[str, str]
    deal: DealState | None = None
    deals_done: tuple[DealResult, ...] = ()
    over: bool = False
    winner: int | None = None
    due: tuple[Event, ...] = ()
    events: tuple[Event, ...] = ()

    @classmethod
    def start(cls, header: MatchStart, rules: RuleSet) -> MatchState:
        """Before the first deal; both sides at the rule set's start level."""
        return cls(header, rules, (rules.start_level, rules.start_level))


def apply(state: MatchState, event: Event) -> MatchState:
    """The state after an event; raises a `RuleError` and changes nothing when the event cannot be."""
    raise NotImplementedError


def consequences(state: MatchState) -> tuple[Event, ...]:
    """Events that now follow by themselves: trick_end, deal_end, match_end, in that order."""
    return state.due
