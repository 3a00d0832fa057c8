"""A match is the fold of its events: `apply` gives the next state, or raises and changes nothing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from engine import deal as deals
from engine import rounds
from engine.before import before_play, next_level, opening_of, shown_before
from engine.cards import Card
from engine.combos import Combo
from engine.corrections import corrected
from engine.deal import DealState
from engine.errors import ImpossibleCard, InvalidPlay, OutOfOrder, OutOfTurn, RuleError, Tried, tried
from engine.events import (
    HAND,
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
    Question,
    Refusal,
    Report,
    Return,
    Ruling,
    TakeBack,
    Tribute,
    TrickEnd,
)
from engine.levels import after_deal, gain
from engine.order import is_over
from engine.round_events import ThrownIn
from engine.round_fold import FOLDS as ROUND_FOLDS
from engine.round_fold import at_levels, over, round_over, winner_of
from engine.rulings import ruled, took_back
from engine.shown import cards_shown, shown
from engine.state import Conflict, DealResult, MatchState

__all__ = ["Conflict", "DealResult", "MatchState", "apply", "concluded", "consequences", "laid"]
__all__ += ["next_level"]


def apply(state: MatchState, event: Event) -> MatchState:
    """The state after an event; raises a `RuleError` and changes nothing when the event cannot be.

    An event without a `seq` takes the next one; with one it must come after those before it. A correction
    is refused only when what it puts in place is new and cannot be, or when the result stands; later events
    that then cannot be are `conflicts`.
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


def laid(state: MatchState, event: Play, cards: tuple[Card, ...] | None = None) -> MatchState:
    """The match with a play on the table whatever it is, its reading not known.

    `cards` lie there for it, None: its own. Raises `OutOfOrder` where no deal runs.
    """
    lies = event if cards is None else replace(event, cards=cards)
    return _moved(state, event, deals.laid(_deal_for(state, event), lies, None))


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


def _thrown_in(state: MatchState, event: ThrownIn) -> MatchState:
    """The deal over in the order that all have agreed on: who is out already stands first in it."""
    header, deal, finish = state.header, state.deal, event.finish
    what = tried("end_deal", deal=deal.number if deal else 0)
    if state.over or deal is None or deal.over:
        raise OutOfOrder(what, "match_over" if state.over else "no_deal", state)
    ends = len(set(finish)) == len(finish) and set(finish) <= set(header.seats) and is_over(header, finish)
    if not ends or finish[: len(deal.finish)] != deal.finish:
        raise OutOfOrder(what, "no_such_end", state)
    deal = replace(deal, to_play=None, finish=finish)
    return _deal_ended(replace(state, deal=deal), deal, event)


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
    elif state.opening and state.opening.number not in (None, event.deal):
        raise OutOfOrder(what, "deal_due", state, deal=state.opening.number)
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


def _irregular(state: MatchState, event: Irregularity) -> MatchState:
    """What an irregularity shows of a hand is known from then on."""
    _check_seat(state, event.seat)
    cards = cards_shown(event, state.events)
    if state.over or not cards or event.seat is None:
        return state
    if state.deal and not state.deal.over:
        return replace(state, deal=shown(state.deal, event.seat, cards))
    return shown_before(state, event.seat, cards)


def _reported(state: MatchState, event: Report) -> MatchState:
    """A report changes nothing; a wrong one is an irregularity, one that no hand can be is refused."""
    what = tried("report", seat=event.seat, count=event.count)
    if event.seat not in state.header.seats:
        raise OutOfTurn(what, "no_such_seat", state)
    if not 0 <= event.count <= HAND:
        raise ImpossibleCard(what, "no_such_count", state, count=HAND)
    return state


def _asked(state: MatchState, event: Question) -> MatchState:
    _check_seat(state, event.seat)
    return state


def _check_seat(state: MatchState, seat: str | None) -> None:
    if seat is not None and seat not in state.header.seats:
        raise OutOfTurn(tried("about_seat", seat=seat), "no_such_seat", state)


def _played(state: MatchState, event: Play) -> MatchState:
    deal = deals.play(_deal_for(state, event), event)
    stated = event.reading
    if stated is not None and stated.wilds:
        _check_wilds(state, event, stated, deal.trick[-1])
    return _moved(state, event, deal)


def _check_wilds(state: MatchState, event: Play, stated: Combo, laid: Play | Pass) -> None:
    """Raises `InvalidPlay` where wild cards are said to stand for what none of the cards can stand for."""
    read = laid.reading if isinstance(laid, Play) else None
    if read is not None and sorted(c.rank for c in read.wilds) != sorted(c.rank for c in stated.wilds):
        what = tried("play_as", seat=event.seat, cards=event.cards, reading=stated)
        raise InvalidPlay(what, "no_such_wilds", state.deal, cards=stated.wilds)


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


def _deal_ended(state: MatchState, deal: DealState, event: Play | Pass | ThrownIn | DealEnd) -> MatchState:
    if state.round.extra:
        return _extra_ended(state, deal, event)
    header, rules = state.header, state.rules
    out = after_deal(header, rules, state.levels, state.a_tries, deal.level, _own(state, deal), deal.finish)
    result = DealResult(deal.number, deal.level, deal.finish, out.winner, out.gain, out.levels)
    end = DealEnd(deal.number, deal.finish, out.winner, out.gain, out.levels, event.at_ms)
    state = at_levels(state, out.levels, event)
    if rules.gains == "points":
        state = replace(state, round=rounds.scored(state.round, out.winner, event.seq))
    state = replace(state, a_tries=out.tries, deals_done=(*state.deals_done, result), due=(end,))
    if out.passed:
        return over(state, out.winner, rounds.PASSED_A, event.at_ms)
    if rules.round_deals is not None and deal.number >= rules.round_deals:
        return round_over(state, rounds.DEALS_PLAYED, event.at_ms)
    return round_over(state, rounds.TIME_UP, event.at_ms) if state.round.last_deal else state


def _extra_ended(state: MatchState, deal: DealState, event: Play | Pass | ThrownIn | DealEnd) -> MatchState:
    """The extra deal after a tie changes no level; its winner wins."""
    side, _ = gain(state.header, deal.finish)
    result = DealResult(deal.number, deal.level, deal.finish, side, 0, state.levels)
    end = DealEnd(deal.number, deal.finish, side, 0, state.levels, event.at_ms)
    state = replace(state, deals_done=(*state.deals_done, result), due=(end,))
    return over(state, side, rounds.EXTRA_DEAL, event.at_ms)


def _own(state: MatchState, deal: DealState) -> int | None:
    """The side whose deal it is: that of the last deal's first, in the first deal the one at its level."""
    if state.deals_done:
        return state.deals_done[-1].winner
    at_level = [side for side in (0, 1) if state.levels[side] == deal.level]
    return at_level[0] if len(at_level) == 1 else None


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
        state = replace(state, due=(MatchEnd(winner_of(state), state.levels),), round=ended)
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
    Report: _reported,
    Question: _asked,
    Irregularity: _irregular,
    Ruling: ruled,
    TakeBack: took_back,
    ThrownIn: _thrown_in,
    **ROUND_FOLDS,
}
"""How each kind of event changes the match; any other is a fact that changes nothing."""
