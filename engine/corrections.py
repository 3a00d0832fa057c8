"""Corrections: the fold of a match again with one event replaced, and which later events no longer hold."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from engine.errors import IllegalPlay, InvalidPlay, OutOfOrder, RuleError
from engine.events import Correction, DealEnd, Event, MatchEnd, Play, TrickEnd
from engine.rounds import BY_ITSELF
from engine.state import Conflict, MatchState

CAMERA = "camera"
"""Who makes a correction (`by`) that no person made."""

Fold = Callable[[MatchState, Event], MatchState]
Lay = Callable[[MatchState, Play], MatchState]


def corrected(state: MatchState, correction: Correction, fold: Fold, lay: Lay) -> MatchState:
    """The fold of all events again, with one replaced; what follows by itself is worked out anew.

    Raises a `RuleError` when there is no such event, or the replacement itself cannot be; the event as it was
    given can always be had back. Later events that then cannot be stay in the record and become `conflicts`.
    `fold` takes an event that has to hold, `lay` lays cards whatever they are.
    """
    what = f"event {correction.replaces} cannot be corrected"
    given = state.given or state.events
    target = next((event for event in given if event.seq == correction.replaces), None)
    if target is None:
        raise OutOfOrder(f"{what}: there is none ({state})")
    if isinstance(target, Correction) or isinstance(correction.replacement, Correction):
        raise OutOfOrder(f"{what}: a correction is no event of play; correct what it replaced ({state})")
    replaced = {each.replaces: each for each in given if isinstance(each, Correction)}
    replaced[target.seq] = correction
    again = MatchState.start(state.header, state.rules)
    for event in given:
        in_force = _in_place_of(event, replaced[event.seq]) if event.seq in replaced else event
        if in_force is None:
            continue
        try:
            again = _refolded(again, in_force, fold, anew=event.seq > min(replaced))
        except RuleError as error:
            if event is target and in_force != event:
                raise type(error)(f"{what}: {error}") from error
            again = _in_conflict(again, in_force, error, lay)
    return replace(again, given=given)


def _refolded(state: MatchState, event: Event, fold: Fold, *, anew: bool) -> MatchState:
    if not anew or not isinstance(event, TrickEnd | DealEnd | MatchEnd):
        return fold(state, event)
    due = next((each for each in state.due if type(each) is type(event)), None)
    if due is not None:
        event = replace(due, seq=event.seq, at_ms=event.at_ms)
    elif isinstance(event, MatchEnd) and event.reason not in BY_ITSELF:
        event = replace(event, winner=None, levels=None)
    else:
        return state  # it followed from what was corrected
    return fold(state, event)


def _in_conflict(state: MatchState, event: Event, error: RuleError, lay: Lay) -> MatchState:
    """What no longer holds is kept and named; cards that were laid in turn lie there, not read."""
    conflicts = (*state.conflicts, Conflict(event, str(error)))
    if isinstance(event, Play) and isinstance(error, IllegalPlay | InvalidPlay):
        return replace(lay(state, event), conflicts=conflicts)
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
    for name in ("at_ms", "began_ms"):
        time = getattr(target, name, None)
        if time is not None and hasattr(replacement, name):
            kept[name] = time
    return replace(replacement, **kept)
