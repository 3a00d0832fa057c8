"""Plays that wait for the referee, and how a play that was seen gets into the record."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from app.conduct import ConductRecorder
from app.correcting import CorrectingRecorder
from app.doubts import Last, Waiting, doubt, question
from app.explain import Explanation
from app.noticing import NoticingRecorder
from app.recorder import newest
from app.snapshot import Proposal
from app.together import (
    GONE,
    Laid,
    Step,
    Story,
    Taken,
    beginnings,
    least_sure_unread,
    of_this_deal,
    stories,
)
from app.warnings import Warned, breach_of_reason
from engine.cards import Card
from engine.deal import seats_skipped
from engine.errors import Reason
from engine.events import DealStart, Event, Irregularity, Pass, Play, Question, Source, Standing
from engine.match import apply

MOST_TOGETHER = 4
"""A reading that is not lawful waits until so many are there to be explained together."""

KEPT = 12
"""Of so many plays that were asked about the picture and the other readings stay at hand."""

CLEARER = 4.0
"""The likeliest story is taken at once where it is so much likelier than any other beginning."""


@dataclass(slots=True)
class ProposingRecorder(NoticingRecorder):
    """A recorder in which one play at most is ``pending``: the referee accepts, corrects or drops it.

    When play goes on first, a lawful one is taken as ``asked``; one that is not waits, and what is laid
    after it with it, until together they make sense.
    """

    _waiting: Waiting | None = None
    _behind: list[Laid] = field(default_factory=list)
    _last: Last | None = None
    _doubted: dict[int, Step] = field(default_factory=dict)
    aside: dict[int, Proposal] = field(default_factory=dict)
    """What was proposed of the latest plays that were taken as asked, by their number."""

    @property
    def pending(self) -> Proposal | None:
        return replace(self._waiting.proposal, behind=len(self._behind)) if self._waiting else None

    def all_warned(self, now_ms: int | None = None) -> tuple[Warned, ...]:
        """What the program warns of, with what the rules have against the play that waits."""
        warned, seen = ConductRecorder.all_warned(self, now_ms), self.pending
        if seen is None or seen.refusal is None:
            return warned
        key = f"pending:{seen.id}"
        found = breach_of_reason(seen.refusal, key, seen.seat, seen.cards, seen.at_ms, may_silence=False)
        noted = [e for e in self.state.events if isinstance(e, Irregularity) and e.at_ms >= seen.at_ms]
        if found is None or any((e.seat, e.kind) == (found.seat, found.breach) for e in noted):
            return warned
        return (*warned, found)

    def answer(self, proposal_id: int, cards: Sequence[Card] | None) -> None:
        """The referee takes a proposal as it is (``None``) or with other cards; raises ``RuleError``."""
        waiting = self._waiting
        if waiting is None or waiting.proposal.id != proposal_id:
            return
        if cards is not None:
            self._check(waiting.proposal.seat, tuple(cards))
            proposal = replace(waiting.proposal, cards=tuple(cards), combo=None)
            deal = self.state.deal
            assert deal is not None
            passed = seats_skipped(deal, proposal.seat, proposal.cards)
            found = replace(waiting.explanation, cards=proposal.cards, combo=None, passed=passed, lawful=True)
            self._waiting = Waiting(proposal, found, waiting.laid)
        with self.acts.act():
            self._take_waiting(Standing.ACCEPTED, typed=cards is not None)
        self._go_on()

    def dismiss(self, proposal_id: int) -> None:
        """What was seen was no play."""
        if self._waiting and self._waiting.proposal.id == proposal_id:
            self._waiting = None
            self._go_on()

    def put_aside(self, proposal_id: int) -> None:
        """The referee will see to it later: taken as asked."""
        if self._waiting and self._waiting.proposal.id == proposal_id:
            with self.acts.act():
                self._take_waiting(Standing.ASKED)
            self._go_on()

    def correct(
        self, seq: int, cards: Sequence[Card], at_ms: int, seat: str | None = None, *, anyway: bool = False
    ) -> None:
        CorrectingRecorder.correct(self, seq, cards, at_ms, seat, anyway=anyway)
        self._last = None

    def strike(self, seq: int, reason: str, at_ms: int, *, anyway: bool = False) -> None:
        CorrectingRecorder.strike(self, seq, reason, at_ms, anyway=anyway)
        self._last = None

    def undo(self, at_ms: int) -> None:
        CorrectingRecorder.undo(self, at_ms)
        self._last = None

    def redo(self, at_ms: int) -> None:
        CorrectingRecorder.redo(self, at_ms)
        self._last = None

    # ---- one reading --------------------------------------------------------------------------

    def _propose(self, laid: Laid, refused: Reason | None = None, reason: str = "") -> None:
        """Take what was laid as a play, or ask.

        refused: why its seat can lead no deal; reason: why to ask although it may be a lawful play.
        """
        deal = self.state.deal
        assert deal is not None
        found = laid.explained(deal)
        tangled = (not found.lawful or found.pieced) and not laid.unread and refused is None
        if tangled and self._put_right(laid):
            assert self.state.deal is not None
            found = laid.explained(self.state.deal)
        if refused is not None:
            found = replace(found, refusal=refused)
        self._wait_or_take(laid, found, reason, refused is not None)

    def _wait_or_take(self, laid: Laid, found: Explanation, reason: str = "", refused: bool = False) -> None:
        reason = doubt(found, self.rules) or reason or ("after_pause" if laid.after_pause else "")
        self._waiting = Waiting(self._proposal(laid, found, reason), found, laid, refused)
        if not reason:
            self._take_waiting(Standing.ACCEPTED)

    def _proposal(self, laid: Laid, found: Explanation, reason: str) -> Proposal:
        self._asked += 1
        return Proposal(
            id=self._asked,
            seat=laid.seat,
            cards=found.cards,
            combo=found.combo,
            p=found.p,
            runner_up=found.runner_up,
            reason=reason,
            began_ms=laid.began_ms,
            at_ms=laid.at_ms,
            picture=laid.picture,
            refusal=found.refusal,
            others=tuple(other.cards for other in found.others),
            pieced=found.pieced,
            seen=tuple(card.best for card in laid.seen),
        )

    def _put_right(self, laid: Laid) -> bool:
        """Whether a play that was asked about was another one, which makes this one lawful: now it is."""
        told = stories(beginnings(self.state, self._doubted, laid.at_ms), [laid])
        best = told[0]
        if not best.revision or not best.is_clear or best.revision[0].replacement is None:
            return False
        if not isinstance(best.revision[0].replacement, Play):
            return False  # that it was none must show in more than one reading
        self._revise(best)
        return True

    # ---- several readings ---------------------------------------------------------------------

    def _untangle(self, *, must: bool = False) -> None:
        """Explain what waits and all that came after it together, where that is clear or has to be."""
        waiting = self._waiting
        assert waiting is not None
        readings = [waiting.laid, *self._behind]
        told = stories(beginnings(self.state, self._doubted, readings[-1].at_ms), readings)
        best = told[0]
        if not must and len(readings) <= MOST_TOGETHER and not self._is_clear(told):
            return
        self._waiting, self._behind = None, []
        self._revise(best)
        for number, step in enumerate(best.steps, 1):
            self._take_step(step, is_last=number == len(best.steps) and not must)

    @staticmethod
    def _is_clear(told: Sequence[Story]) -> bool:
        """Whether the likeliest story ends well, and no other that begins differently is nearly as likely."""
        best = told[0]
        if not best.is_clear:
            return False
        other = next((story for story in told if story.begins != best.begins), None)
        return other is None or best.weight > CLEARER * other.weight

    def _take_step(self, step: Step, *, is_last: bool) -> None:
        """Bring into the record what a reading turned out to be."""
        laid, found = step.laid, step.found
        if step.taken is Taken.LATER:
            self._laid_again(laid)
            return
        if step.taken is Taken.NOTHING:
            self._take_for_nothing(step)
            return
        self._take_shown()
        deal = self.state.deal
        if step.taken is Taken.PLAYED and self.rules.pass_kind == "card" and deal is not None:
            found = laid.explained(deal)  # PASS cards may have been seen
        if step.taken is Taken.UNLAWFUL:
            found = replace(found, lawful=False)
        if is_last:
            self._wait_or_take(laid, found)
            return
        reason = doubt(found, self.rules)
        self._waiting = Waiting(self._proposal(laid, found, reason), found, laid)
        self._take_waiting(Standing.ASKED if reason else Standing.ACCEPTED)

    def _take_for_nothing(self, step: Step) -> None:
        laid, refusal = step.laid, step.found.refusal
        if laid.lay_there and refusal is not None and refusal.why in GONE:
            return  # they were laid already, and are no more than there are
        cards = " ".join(str(card.best) for card in laid.seen) or "a card not read"
        why = f": {refusal.message}" if refusal else ""
        if refusal is not None and refusal.why == "whoever_passes":
            self._append(
                Irregularity(laid.seat, "out_of_turn", f"{laid.seat} laid {cards}{why}", None, laid.at_ms)
            )
        else:
            text = f"{laid.seat} laid {cards}, taken for no play{why}"
            self._append(Question(laid.seat, text, None, laid.at_ms))

    def _revise(self, story: Story) -> None:
        for correction in story.revision:
            self.log.append(correction)
            self.state = apply(self.state, correction)
            self.saved(newest(self.state))
        if story.revision:
            self._last = None

    def _go_on(self) -> None:
        """After an answer: what came after the play that was asked about."""
        behind, self._behind = self._behind, []
        for laid in behind:
            self._laid_again(laid)

    def _laid_again(self, laid: Laid) -> None:
        """Take a reading that had to wait for others."""
        if self._waiting and self._waiting.is_tangled:
            self._behind.append(laid)
            self._untangle()
            return
        self._settle_waiting()
        refused = self._ensure_deal(laid.seat, laid.began_ms)
        if not self.state.over:
            self._propose(laid, refused)

    # ---- into the record ----------------------------------------------------------------------

    def _settle_waiting(self) -> None:
        while self._waiting:  # the readings behind one may leave another that waits
            if self._waiting.is_tangled:
                self._untangle(must=True)
            else:
                self._take_waiting(Standing.ASKED)

    def _take_waiting(self, standing: Standing, typed: bool = False) -> None:
        waiting = self._waiting
        assert waiting is not None
        self._waiting = None
        proposal, found = waiting.proposal, waiting.explanation
        if not found.lawful:
            self._take_unlawful(waiting)
            return
        if not self._append_passes(found.passed, proposal, standing):
            return
        if proposal.reason == "skipped_seat":
            standing = Standing.ACCEPTED  # what is asked about are the passes
        play = Play(
            proposal.seat,
            found.cards,
            found.combo,
            proposal.began_ms,
            proposal.at_ms,
            Source.TYPED if typed else Source.SEEN,
            standing,
            None if typed else round(found.p, 4),
        )
        self._taken(play, waiting, question(proposal))
        self._follow()
        self._take_shown()

    def _taken(self, play: Play, waiting: Waiting, text: str) -> int:
        """The play on record, and the question about it if it is asked; its seq, 0 where it cannot be."""
        before = self.state
        seq = self._append(play)
        if seq:
            self._last = Last(seq, waiting.laid, before)
            if play.state is Standing.ASKED:
                odd = waiting.proposal.reason in ("in_parts", "after_pause")
                self.aside = dict([*self.aside.items(), (seq, waiting.proposal)][-KEPT:])
                laid = replace(waiting.laid, picture=None)
                self._forget_earlier_deals()
                self._doubted[seq] = Step(laid, Taken.PLAYED, waiting.explanation, odd)
                self._append(Question(play.seat, text, seq, play.at_ms))
        return seq

    def _forget_earlier_deals(self) -> None:
        now = {event.seq for event in of_this_deal(self.state)}
        self._doubted = {seq: step for seq, step in self._doubted.items() if seq in now}

    def _append_passes(self, seats: Sequence[str], proposal: Proposal, standing: Standing) -> bool:
        card_missing = self.rules.pass_kind == "card"
        after = min(self._last_time(), proposal.began_ms)  # who plays next may move while the last lays still
        for seat in seats:
            state = standing if card_missing else Standing.ACCEPTED
            seq = self._append(Pass(seat, after, proposal.began_ms, Source.INFERRED, state))
            if not seq:
                return False
            if card_missing and standing is Standing.ASKED:
                text = f"{seat} was skipped without a PASS card: a pass, or {proposal.seat} out of turn?"
                self._append(Question(seat, text, seq, proposal.at_ms))
            self._follow()
        return True

    def _take_unlawful(self, waiting: Waiting) -> None:
        """What was laid stands in the record, its least certain card unread, so that the deal can go on."""
        proposal, found = waiting.proposal, waiting.explanation
        if not self._append_passes(found.passed, proposal, Standing.ASKED):
            return
        play = Play(
            proposal.seat,
            least_sure_unread(found.cards, waiting.laid.seen),
            None,
            proposal.began_ms,
            proposal.at_ms,
            Source.SEEN,
            Standing.ASKED,
            round(found.p, 4),
        )
        if self._taken(play, waiting, found.refusal.message if found.refusal else "unread"):
            self._follow()
            return
        laid = " ".join(map(str, found.cards))
        text = f"{proposal.seat} laid {laid}: {found.refusal.message if found.refusal else self.said}"
        self._append(Irregularity(proposal.seat, "out_of_turn", text, None, proposal.at_ms))

    def _is_last_play(self, seq: int) -> bool:
        plays: list[Event] = [e for e in self.state.events if isinstance(e, Play | Pass | DealStart)]
        return bool(plays) and plays[-1].seq == seq

    def _take_shown(self) -> None:
        """Take what PASS and count cards say now that the position is another one; none are seen here."""
