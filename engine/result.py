"""The result sheet of a round: a pure function of the match as it stands."""

from __future__ import annotations

from dataclasses import dataclass

from engine.events import DealStart, Ruling
from engine.levels import PAST_A
from engine.round_events import Appeal, AppealAnswer, LateStart
from engine.rounds import PASSED_A, difference, late_levels
from engine.rules import RuleSet
from engine.state import DealResult, MatchState

_MINUTE_MS = 60_000


@dataclass(frozen=True, slots=True)
class SideResult:
    """One side's line: seats and players, first and last level, failed tries at the last level.

    `gained` is what its deals have gained, 3, 2 or 1 each. `level` is ``A+`` where the side has passed A and
    the set counts that as a level.
    """

    seats: tuple[str, ...]
    players: tuple[str, ...]
    start_level: str
    level: str
    tries: int
    gained: int = 0
    late_s: int = 0
    forfeit: bool = False


@dataclass(frozen=True, slots=True)
class AppealLine:
    """An appeal, its answer (None while there is none), and until when (ms) the set wants it answered."""

    appeal: Appeal
    answer: AppealAnswer | None
    answer_by_ms: int | None


@dataclass(frozen=True, slots=True)
class ResultSheet:
    """What the sheet of a table says of a round.

    `difference` is the first side's level less the second's (级差), in points where deals gain points;
    `winner` is a side, None for a draw or while the round is not `over`; `entered_by` and `confirmed_by` are
    the seats that the set asks to do so (Xiangyang 2024 八(三)5), empty where it names none; the result may
    be corrected until it is `settled`.
    """

    event_name: str
    round: int
    table: str
    rules: RuleSet
    sides: tuple[SideResult, SideResult]
    deals: tuple[DealResult, ...]
    difference: int
    over: bool
    winner: int | None
    reason: str
    rulings: tuple[Ruling, ...]
    appeals: tuple[AppealLine, ...]
    entered_by: tuple[str, ...]
    confirmed_by: tuple[str, ...]
    settled: bool = False

    @property
    def is_draw(self) -> bool:
        return self.over and self.winner is None and not any(side.forfeit for side in self.sides)


def result_sheet(state: MatchState) -> ResultSheet:
    """The sheet of a match as it stands, over or not."""
    header, rules = state.header, state.rules
    reason = state.round.ended
    levels = list(state.levels)
    if reason == PASSED_A and rules.top_level == PAST_A and state.winner is not None:
        levels[state.winner] = PAST_A
    first, second = (
        SideResult(
            header.sides[side],
            tuple(state.players.get(seat, "") for seat in header.sides[side]),
            _start_levels(state)[side],
            levels[side],
            state.a_tries[side],
            state.gained[side],
            sum(e.seconds for e in state.events if isinstance(e, LateStart) and e.side == side),
            side in state.round.forfeits,
        )
        for side in (0, 1)
    )
    return ResultSheet(
        header.event_name,
        header.round,
        header.table,
        rules,
        (first, second),
        state.deals_done,
        difference(rules, (levels[0], levels[1]), state.gained),
        state.over,
        state.winner,
        reason,
        tuple(event for event in state.events if isinstance(event, Ruling) and event.awards),
        _appeals(state),
        tuple(seat for seat in header.seats if rules.score_entered_by == "EW" and seat in "EW"),
        tuple(seat for seat in header.seats if rules.score_confirmed_by == "NS" and seat in "NS"),
        state.round.settled and rules.correction_until == "leaving_table",
    )


def _start_levels(state: MatchState) -> tuple[str, str]:
    """The levels before the first deal of the record (a late start raises one)."""
    levels = (state.rules.start_level, state.rules.start_level)
    for event in state.events:
        if isinstance(event, LateStart):
            levels = late_levels(state.rules, levels, event) or levels
        elif isinstance(event, DealStart):
            middle = (event.level, event.level) if event.level not in levels else levels
            return event.levels or middle
    return levels


def _appeals(state: MatchState) -> tuple[AppealLine, ...]:
    answers = {event.about: event for event in state.events if isinstance(event, AppealAnswer)}
    minutes = state.rules.appeal_answer_minutes
    return tuple(
        AppealLine(
            event,
            answers.get(event.seq),
            None if minutes is None else event.at_ms + minutes * _MINUTE_MS,
        )
        for event in state.events
        if isinstance(event, Appeal)
    )
