"""Events of a round besides its deals, folded into the match; how a match ends, and who has won it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from engine import rounds
from engine.errors import OutOfOrder, tried
from engine.events import Event, MatchEnd
from engine.round_events import Appeal, AppealAnswer, Forfeit, LateStart, LeftTable, Substitute, TimeCalled
from engine.state import MatchState


def at_levels(state: MatchState, levels: tuple[str, str], event: Event) -> MatchState:
    """The match with the sides at these levels, which an event has brought about."""
    reached = rounds.with_levels(state.round, state.levels, levels, event.seq)
    return replace(state, levels=levels, round=reached)


def round_over(state: MatchState, reason: str, at_ms: int | None) -> MatchState:
    """The round ends here, or with an extra deal where the sides are level and the set has one."""
    winner = winner_of(state)
    tied = winner is None and rounds.ahead(state.rules, state.levels, state.gained) is None
    if tied and state.rules.tie == "extra_deal" and not state.round.extra:
        return replace(state, round=replace(state.round, extra=True, last_deal=False))
    return over(state, winner, reason, at_ms)


def over(state: MatchState, winner: int | None, reason: str, at_ms: int | None) -> MatchState:
    """The match is over; its end follows by itself."""
    due = (each for each in state.due if not isinstance(each, MatchEnd))
    end = MatchEnd(winner, state.levels, reason, at_ms)
    ended = replace(state.round, ended=reason)
    return replace(state, over=True, winner=winner, due=(*due, end), round=ended)


def winner_of(state: MatchState) -> int | None:
    """The side that wins as the match stands, None for a draw."""
    finish = state.deals_done[-1].finish if state.deals_done else ()
    return rounds.winner(state.header, state.rules, state.levels, state.gained, state.round, finish)


def lost(state: MatchState, side: int, reason: str, at_ms: int) -> MatchState:
    """The match is over, as a side has lost it without play."""
    forfeits = tuple(dict.fromkeys((*state.round.forfeits, side)))
    state = replace(state, round=replace(state.round, forfeits=forfeits))
    return over(state, winner_of(state), reason, at_ms)


def _late(state: MatchState, event: LateStart) -> MatchState:
    if state.deal or state.deals_done or (state.over and not state.round.forfeits):
        raise OutOfOrder(tried("late", side=event.side), "round_began", state)
    if any(isinstance(each, LateStart) and each.side == event.side for each in state.events):
        raise OutOfOrder(tried("late_again", side=event.side), "correct_that", state)
    levels = rounds.late_levels(state.rules, state.levels, event)
    if levels is None:
        return lost(state, event.side, rounds.FORFEITED, event.at_ms)
    return at_levels(state, levels, event)


def _forfeited(state: MatchState, event: Forfeit) -> MatchState:
    if state.over and not state.round.forfeits:
        raise OutOfOrder(tried("forfeit", side=event.side), "match_over", state)
    return lost(state, event.side, rounds.FORFEITED, event.at_ms)


def _called(state: MatchState, event: TimeCalled) -> MatchState:
    if state.over:
        return state
    round_ = rounds.called(state.round, state.rules, event.minutes_left, _stage(state, event))
    if round_ is None:
        return round_over(state, rounds.TIME_UP, event.at_ms)
    return replace(state, round=round_)


def _stage(state: MatchState, event: TimeCalled) -> str:
    """What the table is about: ``idle`` between deals, ``drawing``, or ``playing`` once all is drawn."""
    opening = state.opening
    if (state.deal and not state.deal.over) or (opening and (opening.drawn or opening.tribute.begun)):
        return "playing"
    return "drawing" if event.drawing or (opening and opening.opening) else "idle"


def _substituted(state: MatchState, event: Substitute) -> MatchState:
    rounds.check_substitute(state.rules, event, state)
    return replace(state, players=MappingProxyType({**state.players, event.seat: event.player}))


def _left(state: MatchState, event: LeftTable) -> MatchState:
    if not state.over:
        raise OutOfOrder(tried("leave"), "round_runs", state)
    return replace(state, round=replace(state.round, settled=True))


def _appealed(state: MatchState, event: Appeal) -> MatchState:
    rounds.check_appeal(state.rules, state.events, event, state)
    return state


def _answered(state: MatchState, event: AppealAnswer) -> MatchState:
    rounds.check_answer(state.events, event, state)
    settled = state.round.settled and not event.upheld
    return replace(state, round=replace(state.round, settled=settled))


FOLDS: Mapping[type, Callable[[MatchState, Any], MatchState]] = MappingProxyType(
    {
        LateStart: _late,
        Forfeit: _forfeited,
        TimeCalled: _called,
        Substitute: _substituted,
        LeftTable: _left,
        Appeal: _appealed,
        AppealAnswer: _answered,
    }
)
"""How each event of a round changes the match."""
