"""Plays that wait for the referee, and how a play that was seen gets into the record."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from app.doubts import Last, Waiting, question
from app.noticing import NoticingRecorder
from app.recorder import Recorder
from app.snapshot import Proposal
from engine.cards import UNREAD, Card
from engine.deal import seats_skipped
from engine.events import DealStart, Irregularity, Pass, Play, Question, Source, Standing


@dataclass(slots=True)
class ProposingRecorder(NoticingRecorder):
    """A recorder in which one play at most is ``pending``: the referee accepts, corrects or drops it.

    When play goes on first it is taken as ``asked``.
    """

    _waiting: Waiting | None = None
    _last: Last | None = None

    @property
    def pending(self) -> Proposal | None:
        return self._waiting.proposal if self._waiting else None

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
            self._waiting = Waiting(proposal, found, waiting.seen)
        self._take_waiting(Standing.ACCEPTED, typed=cards is not None)

    def dismiss(self, proposal_id: int) -> None:
        """What was seen was no play."""
        if self._waiting and self._waiting.proposal.id == proposal_id:
            self._waiting = None

    def put_aside(self, proposal_id: int) -> None:
        """The referee will see to it later: taken as asked."""
        if self._waiting and self._waiting.proposal.id == proposal_id:
            self._settle_waiting()

    def correct(self, seq: int, cards: Sequence[Card], at_ms: int) -> None:
        Recorder.correct(self, seq, cards, at_ms)
        self._last = None

    def _settle_waiting(self) -> None:
        if self._waiting:
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
        before = self.state
        seq = self._append(play)
        if seq:
            self._last = Last(seq, proposal.seat, waiting.seen, before, proposal.at_ms, found.others)
            if standing is Standing.ASKED:
                self._append(Question(proposal.seat, question(proposal), seq, proposal.at_ms))
        self._follow()
        self._take_shown()

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
        cards = list(found.cards)
        weakest = int(np.argmin([card.p for card in waiting.seen])) if len(waiting.seen) == len(cards) else 0
        if UNREAD not in cards:
            cards[weakest] = UNREAD
        before = self.state
        if not self._append_passes(found.passed, proposal, Standing.ASKED):
            return
        play = Play(
            proposal.seat,
            tuple(cards),
            None,
            proposal.began_ms,
            proposal.at_ms,
            Source.SEEN,
            Standing.ASKED,
            round(found.p, 4),
        )
        seq = self._append(play)
        if seq:
            self._last = Last(seq, proposal.seat, waiting.seen, before, proposal.at_ms)
            text = found.refusal.message if found.refusal else "unread"
            self._append(Question(proposal.seat, text, seq, proposal.at_ms))
            self._follow()
            return
        laid = " ".join(map(str, found.cards))
        text = f"{proposal.seat} laid {laid}: {found.refusal.message if found.refusal else self.said}"
        self._append(Irregularity(proposal.seat, "out_of_turn", text, None, proposal.at_ms))

    def _is_last_play(self, seq: int) -> bool:
        plays = [e for e in self.state.events if isinstance(e, Play | Pass | DealStart)]
        return bool(plays) and plays[-1].seq == seq

    def _take_shown(self) -> None:
        """Take what PASS and count cards say now that the position is another one; none are seen here."""
