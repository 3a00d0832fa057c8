"""What stands on record put right: corrections, what never was struck, undone and done again.

Nothing leaves the log: each of these writes corrections.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from app.acts import Act, Breaks
from app.recorder import REFEREE, Recorder, time_of
from engine.cards import Card
from engine.deal import seats_skipped
from engine.errors import RuleError, tried
from engine.events import (
    Correction,
    DealEnd,
    Event,
    Irregularity,
    Pass,
    Pause,
    Play,
    Report,
    Resume,
    Ruling,
    Source,
    Standing,
)
from engine.match import apply
from engine.round_events import Appeal, AppealAnswer, Forfeit, LeftTable, ThrownIn, TimeCalled

CONFIRMED = "confirmed"
"""Why a correction was made that leaves a play as it was read, and only answers that it was right."""

_MAY_BE_STRUCK = (Play, Pass, ThrownIn, Report, TimeCalled, Forfeit, Irregularity, Ruling)
_TAKEN_BACK: dict[type, str] = {
    Ruling: "undone_ruling",
    Irregularity: "undone_irregularity",
    Pause: "undone_call",
    Resume: "undone_go_on",
    TimeCalled: "undone_time",
    Forfeit: "undone_forfeit",
    Appeal: "undone_appeal",
    AppealAnswer: "undone_answer",
}
"""What is said where something other than cards was undone."""


@dataclass(slots=True)
class CorrectingRecorder(Recorder):
    """A recorder whose events can be corrected."""

    def correct(
        self, seq: int, cards: Sequence[Card], at_ms: int, seat: str | None = None, *, anyway: bool = False
    ) -> None:
        """Replace play or pass ``seq``: its cards (none: it was a pass), and where given its seat.

        Raises ``RuleError`` where it cannot be.  Later events that would then have no ground are told in
        ``breaks`` and nothing is changed, unless ``anyway``.
        """
        self.breaks = None
        target = next((e for e in self.state.events if e.seq == seq), None)
        if not isinstance(target, Play | Pass):
            raise RuleError(tried("correct", seq=seq), "no_turn", self.state)
        if seat not in (None, target.seat) and cards and self._is_last_turn(target):
            self._reseat(target, str(seat), tuple(cards), at_ms)
            return
        at, who = time_of(target), seat or target.seat
        whole: Event = Pass(who, source=Source.TYPED, at_ms=at)
        if cards:
            began = target.began_ms if isinstance(target, Play) else None
            whole = Play(who, tuple(cards), None, began, at, Source.TYPED)
        reason = ""
        if isinstance(target, Play) and target.state is Standing.ASKED and _lays(target, who, cards):
            whole, reason = replace(target, state=Standing.ACCEPTED), CONFIRMED
        correction = Correction(seq, whole, REFEREE, reason, self._time(at_ms))
        if not anyway:
            self._tell_breaks(correction, Breaks(seq, tuple(cards), who, ()))
        with self.acts.act():
            self._typed(correction, anyway=anyway)

    def strike(self, seq: int, reason: str, at_ms: int, *, anyway: bool = False) -> None:
        """What was entered and never was falls away: a play or a pass, a report, a rest thrown in, a call of
        time, a forfeit, an irregularity, a ruling.  With the last play go the passes that were inferred for
        it, with an irregularity the rulings on it.

        Raises ``RuleError`` for any other event, and where what came later rests on it; ``breaks`` then tells
        which, and ``anyway`` strikes a play or a pass all the same.
        """
        self.breaks = None
        target = next((e for e in self.state.events if e.seq == seq), None)
        if not isinstance(target, _MAY_BE_STRUCK):
            raise RuleError(tried("correct", seq=seq), "no_event", self.state)
        is_turn = isinstance(target, Play | Pass)
        struck: Sequence[Event] = (target,)
        if isinstance(target, Play | Pass):
            struck = self._with_its_passes(target)
        elif isinstance(target, Irregularity):
            struck = (*(e for e in self.state.events if isinstance(e, Ruling) and e.about == seq), target)
        strikes = [Correction(each.seq, None, REFEREE, reason, self._time(at_ms)) for each in struck]
        if is_turn and not anyway:
            self._tell_breaks(strikes[0], Breaks(seq, (), getattr(target, "seat", ""), (), struck=True))
        with self.acts.act():
            for strike in strikes:
                self._typed(strike, anyway=anyway and is_turn)

    def _tell_breaks(self, correction: Correction, what: Breaks) -> None:
        """Which later events would have no ground any more, where there are such."""
        broken = self._broken(apply(self.state, correction))
        if broken:
            self.breaks = replace(what, reasons=tuple((each.event.seq, each.why) for each in broken))

    def _with_its_passes(self, target: Play | Pass) -> tuple[Play | Pass, ...]:
        """A turn, and where it was the last the passes inferred for it, the newest first."""
        turns: list[Play | Pass] = [e for e in self.state.events if isinstance(e, Play | Pass)]
        if turns[-1] is not target:
            return (target,)
        struck = [turns.pop()]
        while turns and isinstance(turns[-1], Pass) and turns[-1].source is Source.INFERRED:
            struck.append(turns.pop())
        return tuple(struck)

    def _is_last_turn(self, target: Play | Pass) -> bool:
        return next(e for e in reversed(self.state.events) if isinstance(e, Play | Pass)) is target

    def _reseat(self, target: Play | Pass, seat: str, cards: tuple[Card, ...], at_ms: int) -> None:
        """The last turn was another seat's: struck with the passes inferred for it, and laid by that seat."""
        struck, at = self._with_its_passes(target), self._time(at_ms)
        strikes = [Correction(each.seq, None, REFEREE, "another seat", at) for each in struck]
        state = self.state
        for strike in strikes:
            state = apply(state, strike)
        if state.deal is None:
            raise RuleError(tried("play", seat=seat, cards=cards), "no_deal", state)
        passed = seats_skipped(state.deal, seat, cards)
        laid = Play(seat, cards, None, None, time_of(target), Source.TYPED)
        with self.acts.act():
            for strike in strikes:
                self._write(strike, apply(self.state, strike))
            for other in passed:
                self._typed(Pass(other, self._last_time(), laid.at_ms, Source.INFERRED))
            self._typed(laid)

    def undo(self, at_ms: int) -> None:
        """Take back the referee's last act, and say so where it was not about cards.

        Nothing is undone once the players have left the table.  Raises ``RuleError`` where later events rest
        on it.
        """
        if not self.acts.done:
            self.notice = "nothing_to_undo"
            return
        if any(isinstance(event, LeftTable) for event in self.state.events):
            self.notice = "undo_left"
            return
        act, events = self.acts.done[-1], self.state.events
        self._put_in_place([(change.seq, change.before) for change in reversed(act)], "undo", at_ms)
        self.acts.undone.append(self.acts.done.pop())
        self.notice = _undone(act, events)

    def redo(self, at_ms: int) -> None:
        """Do again what was undone last.  Raises ``RuleError`` where that cannot be any more."""
        if not self.acts.undone:
            self.notice = "nothing_to_redo"
            return
        act = self.acts.undone[-1]
        self._put_in_place([(change.seq, change.after) for change in act], "redo", at_ms)
        self.acts.done.append(self.acts.undone.pop())

    def _put_in_place(self, events: Sequence[tuple[int, Event | None]], reason: str, at_ms: int) -> None:
        """Corrections that hold all together, or none of them."""
        at, state = self._time(at_ms), self.state
        corrections = [Correction(seq, event, REFEREE, reason, at) for seq, event in events]
        for correction in corrections:
            state = apply(state, correction)
        self._check_ground(state, corrections[-1].replaces)
        for correction in corrections:
            self._write(correction, apply(self.state, correction))
        self.breaks = None
        self._follow()


def _undone(act: Act, events: Sequence[Event]) -> str:
    """The notice for an act that was undone; `events`: in force before."""
    undone = next((each for each in reversed(act) if each.after is not None), None)
    if undone is None or type(undone.after) not in _TAKEN_BACK:
        return ""
    if isinstance(undone.after, Ruling):
        if undone.before is not None:
            return "undone_ruling_again"
        if any(isinstance(e, DealEnd) and e.seq == undone.after.about for e in events):
            return "undone_confirmation"
    return _TAKEN_BACK[type(undone.after)]


def _lays(play: Play, seat: str, cards: Sequence[Card]) -> bool:
    return play.seat == seat and Counter(play.cards) == Counter(cards)
