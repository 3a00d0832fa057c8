"""What the referee does at the table: calls, irregularities and rulings, reports, the ends of deals.

Nothing is punished by itself: what the program notices and what the rule set prescribes are shown
(`app.conduct_view`), and only what the referee enters here goes on record as a ruling.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from app import silenced
from app.choices import AS_PRESCRIBED, Choice, award_text, choices, without
from app.correcting import CorrectingRecorder
from app.deal_end import entering_side, is_confirmed, result_text
from app.recorder import REFEREE, Recorder, time_of
from app.warnings import Warned, breach_of_reason, running_clock, warnings
from engine.before import opening_of
from engine.breaches import Breach
from engine.cards import Card
from engine.combos import Combo
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
    TakeBack,
)
from engine.match import next_level
from engine.order import gone_out
from engine.round_events import (
    Appeal,
    AppealAnswer,
    Forfeit,
    LeftTable,
    ThrownIn,
    TimeCalled,
)

JURY = "jury"


@dataclass(slots=True)
class ConductRecorder(CorrectingRecorder):
    """A recorder with the referee's own acts.

    silenced: keys of warnings that the referee has seen; refused: what was typed last, where the rules
    refuse it.
    """

    silenced: frozenset[str] = frozenset()
    refused: Warned | None = field(default=None)

    def __post_init__(self) -> None:
        CorrectingRecorder.__post_init__(self)
        if self.log.last:
            self.silenced |= silenced.read(self.log.path)

    # ---- calls ----------------------------------------------------------------------------------

    def call_referee(self, reason: str, at_ms: int) -> None:
        """The clocks stop until `go_on`; a call during a call changes nothing."""
        if not self.is_paused:
            self._act(Pause(reason, self._time(at_ms)))

    def go_on(self, at_ms: int) -> None:
        """The clocks run again."""
        if self.is_paused:
            self._act(Resume(None, self._time(at_ms)))

    @property
    def is_paused(self) -> bool:
        last = next((e for e in reversed(self.state.events) if isinstance(e, Pause | Resume)), None)
        return isinstance(last, Pause)

    # ---- what went against the rules ------------------------------------------------------------

    def note_breach(
        self, kind: Breach, seat: str | None, about: int | None, cards: Sequence[Card], text: str, at_ms: int
    ) -> None:
        """An irregularity that the referee names; raises ``RuleError`` where the cards cannot be there."""
        at = self._time(at_ms)
        self._act(Irregularity(seat, kind, text or kind.value, about, at, tuple(cards)))
        self.refused = None

    def note_warning(self, key: str, at_ms: int) -> None:
        """What the program warned of is an irregularity."""
        found = next((each for each in self.all_warned() if each.key == key), None)
        if found is None or found.breach is None:
            return
        text, source = found.text or found.breach.value, Source.INFERRED
        at = self._time(at_ms)
        self._act(Irregularity(found.seat, found.breach, text, found.about, at, found.cards, source))
        self.refused = None

    def silence(self, key: str) -> None:
        """A warning has been seen; nothing goes on record, and it does not come back after a restart."""
        if self.refused is not None and self.refused.key == key:
            self.refused = None
            return
        self.silenced |= {key}
        silenced.write(self.log.path, self.silenced)

    def all_warned(self, now_ms: int | None = None) -> tuple[Warned, ...]:
        """What the program warns of; `now_ms`: event time, for the clock that runs."""
        return warnings(self.state, self.refused, self.silenced, now_ms)

    def left_ms(self, now_ms: int) -> int | None:
        """How long until the clock that runs passes its limit; None where it has, or none has one."""
        timing = running_clock(self.state, self._time(now_ms))
        return None if timing is None or timing.over else timing.left_ms

    def rule(self, about: int, choice: str, reason: str, at_ms: int) -> None:
        """Rule on irregularity `about` by the key of one of its `choices`.

        Where the set prescribes something and it is not chosen, a reason is asked for.  Raises ``RuleError``
        where the award cannot be.
        """
        breach = self._irregularity(about)
        offered = choices(self.state, breach)
        made = self._chosen(offered, choice, reason)
        if made is not None:
            self._act(self._ruling(breach, made, reason, at_ms))

    def rule_again(self, ruling: int, choice: str, reason: str, at_ms: int) -> None:
        """Another ruling in the place of one that stands: what that one changed is taken back.

        Raises ``RuleError`` where what happened since rests on it, or the players have left the table.
        """
        old = next((e for e in self.state.events if e.seq == ruling), None)
        if not isinstance(old, Ruling) or old.about is None:
            raise RuleError(tried("correct", seq=ruling), "no_event", self.state)
        breach = self._irregularity(old.about)
        made = self._chosen(choices(without(self.state, old), breach), choice, reason)
        if made is not None:
            new = replace(self._ruling(breach, made, reason, at_ms), at_ms=old.at_ms)
            self._act(Correction(ruling, new, made.by, reason, self._time(at_ms)))

    def _irregularity(self, seq: int) -> Irregularity:
        found = next((e for e in self.state.events if e.seq == seq), None)
        if not isinstance(found, Irregularity):
            raise RuleError(tried("correct", seq=seq), "no_event", self.state)
        return found

    def _chosen(self, offered: Sequence[Choice], key: str, reason: str) -> Choice | None:
        """The choice of that key; None, and a notice, where it needs a reason."""
        made = next((each for each in offered if each.key == key), None)
        if made is None:
            return None
        if made.departs and not reason.strip():
            self.notice = "reason_needed"
            return None
        return made

    def _ruling(self, breach: Irregularity, made: Choice, reason: str, at_ms: int) -> Ruling:
        said = ", ".join(award_text(award) for award in made.all_awards) or "no penalty"
        how = "as prescribed" if made.key == AS_PRESCRIBED else "decided"
        text = f"{breach.kind}, {how}: {said}"
        at = self._time(at_ms)
        return Ruling(text, made.by, breach.seq, at, made.all_awards, made.clause, reason.strip())

    # ---- what the seats do ----------------------------------------------------------------------

    def type_play(self, seat: str, cards: Sequence[Card], at_ms: int, combo: Combo | None = None) -> None:
        try:
            Recorder.type_play(self, seat, cards, at_ms, combo)
        except RuleError as error:
            play = Play(seat, tuple(cards), combo, None, self._time(at_ms))
            self.refused = self._refused(play, error)
            raise
        self.refused = None

    def type_pass(self, seat: str, at_ms: int) -> None:
        try:
            Recorder.type_pass(self, seat, at_ms)
        except RuleError as error:
            self.refused = self._refused(Pass(seat, at_ms=self._time(at_ms)), error)
            raise
        self.refused = None

    def _refused(self, event: Play | Pass, error: RuleError) -> Warned | None:
        cards = event.cards if isinstance(event, Play) else ()
        key = f"refused:{event.seat}:{time_of(event)}"
        return breach_of_reason(error.reason, key, event.seat, cards, time_of(event))

    def report(self, seat: str, count: int, at_ms: int, asked: bool = False) -> None:
        """A seat has said how many cards it has left; raises ``RuleError`` for a count that cannot be."""
        self._put_in_order()
        self._act(Report(seat, count, self._time(at_ms), asked=asked))

    def take_back(self, seat: str, at_ms: int) -> None:
        """A seat takes back what it laid last; raises ``RuleError`` where the set has it stand."""
        self._put_in_order()
        trick = self.state.deal.trick if self.state.deal else ()
        plays = [e.seq for e in trick if isinstance(e, Play) and e.seat == seat]
        self._act(TakeBack(seat, plays[-1] if plays else 0, self._time(at_ms)))

    # ---- the ends -------------------------------------------------------------------------------

    def end_deal(self, finish: Sequence[str], reason: str, at_ms: int) -> None:
        """The rest is thrown in: seats in the order in which they go out, the last may be left out.

        After a deal that ended so, its order was another one.  Raises ``RuleError`` where no deal can end so.
        """
        self._put_in_order()
        order = tuple(finish)
        if len(order) == 3:
            order = gone_out(self.state.header, order[:2], order[2])
        at, old = self._time(at_ms), self._thrown_in()
        if old is not None:
            other = ThrownIn(order, reason, REFEREE, old.at_ms)
            self._act(Correction(old.seq, other, REFEREE, reason, at))
        else:
            self._act(ThrownIn(order, reason, REFEREE, at))

    def _thrown_in(self) -> ThrownIn | None:
        """What ended the last deal, where that was not its last play; None also while a deal runs."""
        deal, events = self.state.deal, self.state.events
        if deal is None or not deal.over:
            return None
        last = next((e for e in reversed(events) if isinstance(e, Play | ThrownIn)), None)
        return last if isinstance(last, ThrownIn) else None

    def confirm_deal(self, side: int, at_ms: int) -> None:
        """A side agrees with the result of the last deal; who enters it comes first (Xiangyang 八(三)5)."""
        text, seq = result_text(self.state), _last_end(self.state.events)
        if text is None or seq is None or is_confirmed(self.state, side):
            return
        first = entering_side(self.state)
        if first is not None and side != first and not is_confirmed(self.state, first):
            self.notice = "entered_first"
            return
        by = " ".join(self.state.header.sides[side])
        self._act(Ruling(text, by, seq, self._time(at_ms)))

    def start_next(self, at_ms: int) -> None:
        """The next deal begins as the rules say; nothing where they leave its leader open."""
        level, leader = next_level(self.state), opening_of(self.state).leader
        if level is not None and leader is not None:
            self.start_deal(level, leader, at_ms)

    def call_time(self, minutes_left: int, at_ms: int) -> None:
        """The time of the round is called; the set says what becomes of the deal."""
        self._act(TimeCalled(minutes_left, self._time(at_ms)))

    def forfeit(self, side: int, reason: str, at_ms: int) -> None:
        """A side gives the match up; raises ``RuleError`` once it is over otherwise."""
        self._act(Forfeit(side, reason, REFEREE, self._time(at_ms)))

    def leave_table(self, at_ms: int) -> None:
        """The pairs have left the table; raises ``RuleError`` while the match runs."""
        self._typed(LeftTable(self._time(at_ms)))

    def appeal(self, side: int, text: str, about: int | None, at_ms: int) -> None:
        """A side appeals, with its reason; raises ``RuleError`` after its time."""
        if not text.strip():
            self.notice = "reason_needed"
            return
        self._act(Appeal(side, text.strip(), about, self._time(at_ms)))

    def answer_appeal(self, about: int, upheld: bool, text: str, at_ms: int) -> None:
        """The jury answers; an appeal that is upheld opens the result for corrections again."""
        self._act(AppealAnswer(about, upheld, text.strip(), JURY, self._time(at_ms)))


def _last_end(events: Sequence[Event]) -> int | None:
    return next((e.seq for e in reversed(events) if isinstance(e, DealEnd)), None)
