"""Corrections: the fold of a match again with events replaced, and which later events no longer hold.

A correction is an entry of the log as any other; of those that replace one event the last is in force. The
state is a function of the events as they were given and of what is in force in their place, so that whatever
was in force once (undo) can be had back, and again what it was undone from (redo), with the same state.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from engine.cards import UNREAD, Card
from engine.errors import (
    HandExceeded,
    IllegalPlay,
    ImpossibleCard,
    InvalidPlay,
    OutOfOrder,
    RuleError,
    Tried,
    tried,
)
from engine.events import Correction, DealEnd, Event, MatchEnd, Play, TrickEnd
from engine.rounds import BY_ITSELF
from engine.state import Conflict, MatchState

CAMERA = "camera"
"""Who makes a correction (`by`) that no person made."""

Fold = Callable[[MatchState, Event], MatchState]
Lay = Callable[[MatchState, Play, tuple[Card, ...]], MatchState]
_KEPT = ("at_ms", "began_ms", "after_ms", "before_ms")
"""Times that a replacement has from what it replaces."""


def corrected(state: MatchState, correction: Correction, fold: Fold, lay: Lay) -> MatchState:
    """The fold of all events again, with one replaced; what follows by itself is worked out anew.

    Raises a `RuleError` when there is no such event, when the replacement is new and cannot be, or when it
    changes a result that may not be changed any more. What was in force before can always be had back: where
    it no longer holds it is named, as are all later events that then cannot be, in `conflicts`. `fold` takes
    an event that has to hold, `lay` lays some cards for a play, unread.
    """
    what = tried("correct", seq=correction.replaces)
    given = state.given or state.events
    target = next((event for event in given if event.seq == correction.replaces), None)
    if target is None:
        raise OutOfOrder(what, "no_event", state)
    if isinstance(target, Correction) or isinstance(correction.replacement, Correction):
        raise OutOfOrder(what, "is_correction", state)
    made = [each for each in given if isinstance(each, Correction)]
    had = [target, *(_in_place_of(target, each) for each in made if each.replaces == target.seq)]
    replaced = {each.replaces: each for each in (*made, correction)}
    again, first = MatchState.start(state.header, state.rules), min(replaced)
    for event in given:
        in_force = _in_place_of(event, replaced[event.seq]) if event.seq in replaced else event
        if in_force is None:
            continue
        is_new = event is target and in_force not in had
        try:
            again = _refolded(again, in_force, fold, anew=event.seq > first and not is_new)
        except RuleError as error:
            if is_new:
                raise type(error)(what, "because", error.reason.at, reason=error.reason) from error
            again = _in_conflict(again, in_force, error, lay)
    check_result(state, again, what)
    return replace(again, given=given)


def check_result(before: MatchState, after: MatchState, what: Tried) -> None:
    """Raises `OutOfOrder` where the result would change after the players have left (Xiangyang 2024 八(三)7).

    An appeal that is upheld opens it again.
    """
    rules = before.rules
    if not before.round.settled or rules.correction_until != "leaving_table":
        return
    if _result(before) != _result(after):
        raise OutOfOrder(what, "result_stands", before, clause=rules.origin("correction_until").clause)


def _result(state: MatchState) -> tuple[object, ...]:
    return state.over, state.winner, state.levels, state.deals_done, state.round.ended


def _refolded(state: MatchState, event: Event, fold: Fold, *, anew: bool) -> MatchState:
    """The state after an event; one that follows by itself is worked out anew, or falls away."""
    if not anew or not isinstance(event, TrickEnd | DealEnd | MatchEnd):
        return fold(state, event)
    due = next((each for each in state.due if type(each) is type(event)), None)
    if due is not None:
        now: Event = replace(due, seq=event.seq, at_ms=event.at_ms)
    elif isinstance(event, MatchEnd) and event.reason not in BY_ITSELF:
        now = replace(event, winner=None, levels=None)
    else:
        return state  # it followed from what was corrected
    try:
        return fold(state, event)
    except OutOfOrder:  # it says what was so before
        return fold(state, now)


def _in_conflict(state: MatchState, event: Event, error: RuleError, lay: Lay) -> MatchState:
    """What no longer holds is kept and named; cards that were laid in turn lie there, not read."""
    error.in_state(state)
    conflicts = (*state.conflicts, Conflict(event, error.reason))
    if isinstance(event, Play) and isinstance(error, IllegalPlay | InvalidPlay):
        return replace(lay(state, event, event.cards), conflicts=conflicts)
    if isinstance(event, Play) and isinstance(error, ImpossibleCard) and not isinstance(error, HandExceeded):
        return replace(lay(state, event, (UNREAD,) * len(event.cards)), conflicts=conflicts)
    return replace(state, events=(*state.events, event), conflicts=conflicts)


def _in_place_of(target: Event, correction: Correction) -> Event | None:
    """The replacement at the place and time of what it replaces.

    What the camera puts right by itself has the times that it saw: a play laid in parts ends with the last.
    """
    replacement = correction.replacement
    if replacement is None:
        return None
    kept: dict[str, Any] = {"seq": target.seq}
    if correction.by == CAMERA:
        return replace(replacement, **kept)
    for name in _KEPT:
        time = getattr(target, name, None)
        if time is not None and hasattr(replacement, name):
            kept[name] = time
    return replace(replacement, **kept)
