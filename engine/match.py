"""A match is the fold of its events: `apply` gives the next state, or raises and changes nothing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from types import MappingProxyType
from typing import Any

from engine import deal as deals
from engine import rounds
from engine.before import before_play, next_level, opening_of, with_tribute
from engine.breaches import AwardKind, Breach
from engine.corrections import corrected
from engine.deal import DealState
from engine.errors import OutOfOrder, RuleError, Tried, tried
from engine.events import (
    Correction,
    DealEnd,
    DealStart,
    Drawn,
    Event,
    Hands,
    Irregularity,
    MatchEnd,
    Opening,
    Pass,
    Play,
    Refusal,
    Return,
    Ruling,
    Tribute,
    TrickEnd,
)
from engine.levels import after_deal, gain, leading, moved
from engine.order import is_over
from engine.round_events import Appeal, AppealAnswer, Forfeit, LateStart, Substitute, TimeCalled
from engine.state import Conflict, DealResult, MatchState
from engine.tribute import given_again, let_stand

__all__ = ["Conflict", "DealResult", "MatchState", "apply", "concluded", "consequences", "laid"]
__all__ += ["next_level"]


def apply(state: MatchState, event: Event) -> MatchState:
    """The state after an event; raises a `RuleError` and changes nothing when the event cannot be.

    An event without a `seq` takes the next one; with one it must come after those before it. A correction
    is refused only when its own replacement cannot be; later events that then cannot be are `conflicts`.
    """
    last = state.events[-1].seq if state.events else 0
    if event.seq == 0:
        event = replace(event, seq=last + 1)
    try:
        if event.seq <= last:
            raise OutOfOrder(tried("number", seq=event.seq, last=last), "numbers_rise", state)
        if type(event) is Correction:
            return _folded(corrected(state, event, _folded, laid), event)
        return _folded(state, event)
    except RuleError as error:
        error.in_state(state)
        raise


def laid(state: MatchState, event: Play) -> MatchState:
    """The match with cards on the table whatever they are: their reading is not known.

    Raises `OutOfOrder` where no deal runs.
    """
    return _moved(state, event, deals.laid(_deal_for(state, event), event, None))


def concluded(state: MatchState, event: DealEnd) -> MatchState:
    """The match with its last deal over as the record says, whatever was played: for a deal at fault.

    Raises `OutOfOrder` where there is no such deal or no deal can end in that order.
    """
    header, deal, finish = state.header, state.deal, event.finish
    ends = len(set(finish)) == len(finish) and set(finish) <= set(header.seats) and is_over(header, finish)
    if deal is None or deal.number != event.deal or not ends:
        raise OutOfOrder(tried("end_deal", deal=event.deal), "no_such_end", state)
    if not deal.over:
        deal = replace(deal, to_play=None, finish=finish)
        state = _deal_ended(replace(state, deal=deal), deal, event)
    side, gained = gain(header, finish)
    levels = event.levels or state.levels
    result = DealResult(deal.number, deal.level, finish, side, gained, levels)
    done = (*state.deals_done[:-1], result)
    return _kept(replace(state, deals_done=done, levels=levels, due=()), event)


def consequences(state: MatchState) -> tuple[Event, ...]:
    """Events that now follow by themselves: trick_end, deal_end, match_end, in that order."""
    return state.due


def _folded(state: MatchState, event: Event) -> MatchState:
    turn = _TURNS.get(type(event))
    if turn is not None:
        return turn(state, event)
    fold = _FOLDS.get(type(event))
    return _kept(state if fold is None else fold(state, event), event)


def _kept(state: MatchState, event: Event) -> MatchState:
    given = (*state.given, event) if state.given else ()
    return replace(state, events=(*state.events, event), given=given)


def _deal_started(state: MatchState, event: DealStart) -> MatchState:
    what = tried("start", deal=event.deal, level=event.level, seat=event.leader)
    if state.over:
        raise OutOfOrder(what, "match_over", state)
    if state.deal and not state.deal.over:
        raise OutOfOrder(what, "deal_runs", state)
    if event.leader not in state.header.seats:
        raise OutOfOrder(what, "no_such_seat", state)
    levels = _levels_at_start(state, event, what)
    if state.deals_done:
        _check_next_deal(state, event, what)
    deal = deals.start(state.header, state.rules, event, opening_of(state))
    return replace(state, levels=levels, deal=deal, opening=None, due=())


def _levels_at_start(state: MatchState, event: DealStart, what: Tried) -> tuple[str, str]:
    """The sides' levels; the first deal of a record may stand in the middle of a match."""
    level = state.rules.start_level
    levels = event.levels or state.levels
    if not state.deals_done and state.levels == (level, level):
        levels = event.levels or (event.level, event.level)
    elif levels != state.levels:
        raise OutOfOrder(what, "other_levels", state, given=levels, levels=state.levels)
    if not state.deals_done and event.level not in levels:
        raise OutOfOrder(what, "sides_at", state, levels=levels)
    return levels


def _check_next_deal(state: MatchState, event: DealStart, what: Tried) -> None:
    last, level = state.deals_done[-1], next_level(state)
    if event.deal != last.number + 1:
        raise OutOfOrder(what, "deal_due", state, deal=last.number + 1)
    if event.level != level:
        raise OutOfOrder(what, "extra_level" if state.round.extra else "winners_level", state, level=level)
    if state.rules.tribute == "none" and event.leader != last.finish[0]:
        raise OutOfOrder(what, "first_leads", state, other=last.finish[0])


def _ruled(state: MatchState, event: Ruling) -> MatchState:
    """What a ruling changes: levels, whose turn it is, what is given again, who has lost."""
    if not event.awards:
        return _let_stand(state, event)
    own, deal = list(state.levels), state.deal
    loser, again = None, list[str]()
    for award in event.awards:
        side = award.side if award.seat is None else state.header.side(award.seat)
        assert side is not None
        if award.kind is AwardKind.LEVELS:
            own[side] = moved(own[side], award.levels, state.rules)
        elif award.kind is AwardKind.LOSS:
            loser = side
        elif award.seat is None:
            continue
        elif award.kind is AwardKind.MISSES_TRICK and deal:
            deal = deals.missed(deal, award.seat)
        elif award.kind is AwardKind.GIVE_AGAIN:
            again.append(award.seat)
    trick_over = deal is not None and deal.won_by and not (state.deal and state.deal.won_by)
    if deal is not None and trick_over:
        state = replace(state, due=(TrickEnd(deal.won_by, deal.to_play, event.at_ms),))
    before = state.levels
    state = replace(_at_levels(state, (own[0], own[1]), event), deal=deal)
    for seat in again:
        state = with_tribute(state, partial(given_again, seat=seat))
    if loser is not None:
        return _lost(state, loser, rounds.LOST, event.at_ms)
    by_levels = state.round.ended not in (rounds.PASSED_A, rounds.EXTRA_DEAL)
    if state.over and by_levels and state.levels != before:  # as after an appeal
        return _over(state, _winner(state), state.round.ended, event.at_ms)
    return state


def _let_stand(state: MatchState, event: Ruling) -> MatchState:
    """What the referee lets stand: a tribute or return that was noticed as wrong may be given as it is."""
    about = next((each for each in state.events if each.seq == event.about), None)
    if not isinstance(about, Irregularity) or about.seat is None:
        return state
    if about.kind not in (Breach.WRONG_TRIBUTE, Breach.WRONG_RETURN):
        return state
    return with_tribute(state, partial(let_stand, seat=about.seat))


def _at_levels(state: MatchState, levels: tuple[str, str], event: Event) -> MatchState:
    reached = rounds.with_levels(state.round, state.levels, levels, event.seq)
    return replace(state, levels=levels, round=reached)


def _played(state: MatchState, event: Play) -> MatchState:
    return _moved(state, event, deals.play(_deal_for(state, event), event))


def _passed(state: MatchState, event: Pass) -> MatchState:
    return _moved(state, event, deals.pass_(_deal_for(state, event), event))


def _deal_for(state: MatchState, event: Play | Pass) -> DealState:
    if state.deal is None or state.over:
        what = tried("pass", seat=event.seat)
        if isinstance(event, Play):
            what = tried("play", seat=event.seat, cards=event.cards)
        raise OutOfOrder(what, "match_over" if state.over else "no_deal", state)
    return state.deal


def _moved(state: MatchState, event: Play | Pass, deal: DealState) -> MatchState:
    due = (TrickEnd(deal.won_by, deal.to_play, _last_time(deal)),) if deal.won_by else ()
    state = state.turned(event, deal, due)
    return _deal_ended(state, deal, event) if deal.over else state


def _last_time(deal: DealState) -> int | None:
    """The latest time in the trick, that by which an inferred pass must have happened included."""
    times = [event.before_ms if isinstance(event, Pass) else None for event in deal.trick]
    times += [event.at_ms for event in deal.trick]
    return max((time for time in times if time is not None), default=None)


def _deal_ended(state: MatchState, deal: DealState, event: Play | Pass | DealEnd) -> MatchState:
    if state.round.extra:
        return _extra_ended(state, deal, event)
    header, rules = state.header, state.rules
    out = after_deal(header, rules, state.levels, state.a_tries, deal.level, _own(state, deal), deal.finish)
    result = DealResult(deal.number, deal.level, deal.finish, out.winner, out.gain, out.levels)
    end = DealEnd(deal.number, deal.finish, out.winner, out.gain, out.levels, event.at_ms)
    state = _at_levels(state, out.levels, event)
    state = replace(state, a_tries=out.tries, deals_done=(*state.deals_done, result), due=(end,))
    if out.passed:
        return _over(state, out.winner, rounds.PASSED_A, event.at_ms)
    if rules.round_deals is not None and deal.number >= rules.round_deals:
        return _round_over(state, rounds.DEALS_PLAYED, event.at_ms)
    return _round_over(state, rounds.TIME_UP, event.at_ms) if state.round.last_deal else state


def _extra_ended(state: MatchState, deal: DealState, event: Play | Pass | DealEnd) -> MatchState:
    """The extra deal after a tie changes no level; its winner wins."""
    side, _ = gain(state.header, deal.finish)
    result = DealResult(deal.number, deal.level, deal.finish, side, 0, state.levels)
    end = DealEnd(deal.number, deal.finish, side, 0, state.levels, event.at_ms)
    state = replace(state, deals_done=(*state.deals_done, result), due=(end,))
    return _over(state, side, rounds.EXTRA_DEAL, event.at_ms)


def _own(state: MatchState, deal: DealState) -> int | None:
    """The side whose deal it is: that of the last deal's first, in the first deal the one at its level."""
    if state.deals_done:
        return state.deals_done[-1].winner
    at_level = [side for side in (0, 1) if state.levels[side] == deal.level]
    return at_level[0] if len(at_level) == 1 else None


def _round_over(state: MatchState, reason: str, at_ms: int | None) -> MatchState:
    """The round ends here, or with an extra deal where the levels are equal and the set has one."""
    winner = _winner(state)
    tied = winner is None and leading(state.levels) is None
    if tied and state.rules.tie == "extra_deal" and not state.round.extra:
        return replace(state, round=replace(state.round, extra=True, last_deal=False))
    return _over(state, winner, reason, at_ms)


def _over(state: MatchState, winner: int | None, reason: str, at_ms: int | None) -> MatchState:
    due = (each for each in state.due if not isinstance(each, MatchEnd))
    end = MatchEnd(winner, state.levels, reason, at_ms)
    ended = replace(state.round, ended=reason)
    return replace(state, over=True, winner=winner, due=(*due, end), round=ended)


def _winner(state: MatchState) -> int | None:
    finish = state.deals_done[-1].finish if state.deals_done else ()
    return rounds.winner(state.header, state.rules, state.levels, state.round, finish)


def _late(state: MatchState, event: LateStart) -> MatchState:
    if state.deal or state.deals_done or (state.over and not state.round.forfeits):
        raise OutOfOrder(tried("late", side=event.side), "round_began", state)
    levels = rounds.late_levels(state.rules, state.levels, event)
    if levels is None:
        return _lost(state, event.side, rounds.FORFEITED, event.at_ms)
    return _at_levels(state, levels, event)


def _forfeited(state: MatchState, event: Forfeit) -> MatchState:
    if state.over and not state.round.forfeits:
        raise OutOfOrder(tried("forfeit", side=event.side), "match_over", state)
    return _lost(state, event.side, rounds.FORFEITED, event.at_ms)


def _lost(state: MatchState, side: int, reason: str, at_ms: int) -> MatchState:
    forfeits = tuple(dict.fromkeys((*state.round.forfeits, side)))
    state = replace(state, round=replace(state.round, forfeits=forfeits))
    return _over(state, _winner(state), reason, at_ms)


def _called(state: MatchState, event: TimeCalled) -> MatchState:
    if state.over:
        return state
    round_ = rounds.called(state.round, state.rules, event.minutes_left, _stage(state, event))
    if round_ is None:
        return _round_over(state, rounds.TIME_UP, event.at_ms)
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


def _appealed(state: MatchState, event: Appeal) -> MatchState:
    rounds.check_appeal(state.rules, state.events, event, state)
    return state


def _answered(state: MatchState, event: AppealAnswer) -> MatchState:
    rounds.check_answer(state.events, event, state)
    return state


def _trick_ended(state: MatchState, event: TrickEnd) -> MatchState:
    due = _due(state, event, "trick_end")
    assert state.deal is not None
    return state.turned(event, deals.cleared(state.deal), state.due[state.due.index(due) + 1 :])


def _deal_closed(state: MatchState, event: DealEnd) -> MatchState:
    due = _due(state, event, "deal_end")
    return replace(state, due=state.due[state.due.index(due) + 1 :])


def _closed(state: MatchState, event: MatchEnd) -> MatchState:
    """The end of the match, due or before its time by the referee."""
    if not state.over:
        ended = replace(state.round, ended=event.reason)
        state = replace(state, due=(MatchEnd(_winner(state), state.levels),), round=ended)
    due = _due(state, event, "match_end")
    assert isinstance(due, MatchEnd)
    return replace(state, over=True, winner=due.winner, due=())


_SAID = {
    TrickEnd: ("seat", "leader"),
    DealEnd: ("deal", "finish", "winner", "gain", "levels"),
    MatchEnd: ("winner", "levels"),
}
"""What a consequence says that has to be true."""


def _due(state: MatchState, event: TrickEnd | DealEnd | MatchEnd, name: str) -> TrickEnd | DealEnd | MatchEnd:
    """The consequence that an event takes; raises `OutOfOrder` when it says anything else."""
    due = next((each for each in state.due if type(each) is type(event)), None)
    if due is None:
        raise OutOfOrder(tried("follow", name=name), "not_due", state)
    for field in _SAID[type(event)]:
        said, true = getattr(event, field), getattr(due, field)
        if said is not None and said != true:
            what = tried("follow_so", name=name, field=field, said=said)
            raise OutOfOrder(what, "it_is", state, field=field, true=true)
    return due


_TURNS: dict[type, Callable[[MatchState, Any], MatchState]] = {
    Play: _played,
    Pass: _passed,
    TrickEnd: _trick_ended,
}
"""Events that change nothing but the deal: they give the next state at once."""
_FOLDS: dict[type, Callable[[MatchState, Any], MatchState]] = {
    DealStart: _deal_started,
    DealEnd: _deal_closed,
    MatchEnd: _closed,
    **dict.fromkeys((Opening, Drawn, Hands, Tribute, Refusal, Return), before_play),
    Ruling: _ruled,
    LateStart: _late,
    Forfeit: _forfeited,
    TimeCalled: _called,
    Substitute: _substituted,
    Appeal: _appealed,
    AppealAnswer: _answered,
}
"""How each kind of event changes the match; any other is a fact that changes nothing."""
