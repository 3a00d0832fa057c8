"""The state of a match: what the fold of its events has come to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from engine.deal import DealState
from engine.errors import Reason
from engine.events import DealEnd, Event, MatchEnd, MatchStart, TrickEnd
from engine.opening import OpeningState
from engine.rounds import RoundState
from engine.rules import RuleSet


@dataclass(frozen=True, slots=True)
class DealResult:
    """How a deal ended: finishing order (two seats at a double, else four), winner, gain, levels after it."""

    number: int
    level: str
    finish: tuple[str, ...]
    winner: int
    gain: int
    levels: tuple[str, str]


@dataclass(frozen=True, slots=True)
class Conflict:
    """A later event that no longer holds since an earlier one was corrected, and why."""

    event: Event
    why: Reason

    @property
    def reason(self) -> str:
        """Why, with the position in words."""
        return self.why.message

    def __str__(self) -> str:
        return f"event {self.event.seq} no longer holds: {self.reason}"


@dataclass(frozen=True)
class MatchState:
    """A match after some events.

    `levels` are the two sides' own, in the order of the header's `sides`; `opening` is the deal to come,
    where the record tells of it before it starts; `winner` is a side, None while nobody has won or when a
    match that is `over` ended level. `a_tries` counts deals at the last level that a side did not pass.
    `due` are the events that now follow by themselves. `events` are those in force: a corrected one stands
    in its corrected form; `conflicts` are those among them that the corrections have left without ground.
    `round` is where the round stands besides its deals, `players` are those who sit there now. `undone` are
    (by seq) the turns that were taken back, and what was reported of them. `given` are all events as they
    came, once one is corrected.
    """

    header: MatchStart
    rules: RuleSet
    levels: tuple[str, str]
    deal: DealState | None = None
    deals_done: tuple[DealResult, ...] = ()
    a_tries: tuple[int, int] = (0, 0)
    over: bool = False
    winner: int | None = None
    due: tuple[TrickEnd | DealEnd | MatchEnd, ...] = ()
    events: tuple[Event, ...] = ()
    opening: OpeningState | None = None
    round: RoundState = field(default_factory=RoundState)
    players: Mapping[str, str] = field(default_factory=dict)
    conflicts: tuple[Conflict, ...] = ()
    undone: frozenset[int] = frozenset()
    given: tuple[Event, ...] = field(default=(), compare=False, repr=False)

    @property
    def gained(self) -> tuple[int, int]:
        """What the deals have gained for each side: 3, 2 or 1 for each that it won."""
        first, second = (sum(each.gain for each in self.deals_done if each.winner == s) for s in (0, 1))
        return first, second

    @classmethod
    def start(cls, header: MatchStart, rules: RuleSet) -> MatchState:
        """Before the first deal, the header's switches in force; `RuleSetError` when they cannot be.

        `rules` are those that the header names, or what `rules_of` the header gives.
        """
        rules = rules.with_switches(header.switches)
        return cls(header, rules, (rules.start_level, rules.start_level), players=header.players)

    def turned(
        self, event: Event, deal: DealState, due: tuple[TrickEnd | DealEnd | MatchEnd, ...]
    ) -> MatchState:
        """The next state where an event changes nothing but the deal and what is due.

        Nearly every event of a match comes through here: the state has no slots, so that its dictionary can
        be copied, which takes a quarter of the time of `replace`.
        """
        more = (event,)
        after = object.__new__(MatchState)
        after.__dict__.update(self.__dict__, deal=deal, due=due, events=self.events + more)
        if self.given:
            after.__dict__["given"] = self.given + more
        return after

    def __str__(self) -> str:
        if self.over:
            return "the match is over at levels " + ":".join(self.levels)
        if self.opening:
            return str(self.opening)
        return str(self.deal) if self.deal else "before the first deal"
