"""The recorder: readings of the table and what people type become events of the log.

It knows both vision's readings and the engine, and nothing of windows, cameras or threads: one thread
calls it.  A play that is likely enough and lawful is accepted; any other waits as a proposal until the
referee answers, and when play goes on first it is taken as ``asked`` so that the deal can go on.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from app.doubts import SURE, Waiting, doubt
from app.explain import explain
from app.open_cards import OpenCard, is_given, may_be_no_play, payers_due, receivers_due, taken_up
from app.proposing import ProposingRecorder
from app.recorder import header_for
from app.shown import Shown, next_event
from app.snapshot import Proposal, Snapshot, snapshot
from app.taken_back import Kind, Lifted, lifted, slipped_onto, was_taken_back
from engine.cards import Card
from engine.corrections import CAMERA
from engine.errors import Reason, RuleError
from engine.events import (
    Correction,
    Pass,
    Play,
    Question,
    Source,
    Standing,
)
from engine.match import apply
from vision.values import SeenCard, ZoneReading

__all__ = ["Live", "header_for"]

IN_PARTS_MS = 2500
"""What a seat adds to its play within so long after it lay still is part of it."""


@dataclass(slots=True)
class Live(ProposingRecorder):
    """The recorder of a table that a camera watches."""

    _open: tuple[OpenCard, ...] = ()
    _lying: dict[str, bool] = field(default_factory=dict)
    _faces: dict[str, tuple[Card, ...]] = field(default_factory=dict)
    _lifted: dict[str, Lifted] = field(default_factory=dict)
    _shown: list[Shown] = field(default_factory=list)

    # ---- what the camera saw ------------------------------------------------------------------

    def take(self, reading: ZoneReading) -> None:
        """A settled reading of a seat's area.  Times are those of the source."""
        began, ended = reading.began_ms + self._shift_ms, reading.ended_ms + self._shift_ms
        self._now_ms = max(self._now_ms, ended)
        known = ended <= self._recorded_ms or self._lay_there(reading)
        if not known:
            self._gone(reading, ended)
            covered_old = self._lying.get(reading.seat, False) and len(reading.cards) > len(reading.fresh)
            if reading.fresh or reading.unread:
                self._came(reading, began, ended, covered_old)
            if reading.marks:
                self._marked(reading, began, ended)
        self._lying[reading.seat] = bool(reading.cards or (reading.unread and not known))
        self._faces[reading.seat] = tuple(card.best for card in reading.cards)

    def _came(self, reading: ZoneReading, began: int, ended: int, covered_old: bool) -> None:
        """Cards that lie there now: open ones before the first lead, or a play."""
        if self._open and not is_given(self.state, self._open, reading.seat, len(reading.fresh)):
            self._lead_with_open()
        is_set = self.leader is not None and not self.state.deals_done
        if may_be_no_play(self.state, reading) and not is_set:
            self._open = (*self._open, OpenCard(reading, began, ended))
            self.notice = "open_card"
            return
        self._laid(reading, began, ended, covered_old)

    # ---- PASS and count cards -----------------------------------------------------------------

    def _marked(self, reading: ZoneReading, began: int, ended: int) -> None:
        """PASS and count cards were laid."""
        if any(mark.count is None for mark in reading.marks) and self._was_led(reading.seat):
            self._lead_with_open()
        if self._waiting and self._waiting.proposal.seat != reading.seat:
            self._settle_waiting()  # play went on
        self._shown += [Shown(reading.seat, mark.count, began, ended) for mark in reading.marks]
        self._take_shown()

    def _was_led(self, seat: str) -> bool:
        """Whether the card that lies open was a lead, as ``seat`` says with a PASS card of its own."""
        is_tribute = payers_due(self.state) or receivers_due(self.state)
        return bool(self._open) and not is_tribute and all(card.seat != seat for card in self._open)

    def _take_shown(self) -> None:
        """They become passes and reports as soon as it is clear what they mean."""
        while True:
            waiting = self._waiting.proposal.seat if self._waiting else None
            self._shown, event = next_event(self._shown, self.state.deal, waiting)
            if event is None:
                return
            self._append(event)
            self._follow()

    # ---- what is no play ----------------------------------------------------------------------

    def _lead_with_open(self) -> None:
        """Open cards that nobody has taken up were played."""
        cards, self._open = self._open, ()
        for card in cards:
            self._laid(card.reading, card.began_ms, card.at_ms, False)

    def _gone(self, reading: ZoneReading, ended: int) -> None:
        """Cards that were taken up: open ones, a play's, or those that a proposal waits for."""
        faces = [card.best for card in reading.gone]
        for card in self._open:
            if card.seat == reading.seat and set(card.cards) <= set(faces):
                self._open = tuple(other for other in self._open if other is not card)
                self._taken_up(card)
        waiting = self._waiting
        if waiting and waiting.proposal.seat == reading.seat and self._is_gone(waiting, faces):
            self._settle_waiting()  # it lay there, and was taken up again
        deal = self.state.deal
        found = lifted(deal, reading, ended) if deal is not None and faces else None
        if found is None:
            return
        before = self._lifted.get(reading.seat)
        if before is not None and before.play.seq == found.play.seq:
            cards = (*before.cards, *found.cards)
            found = replace(found, cards=cards)
        self._lifted[reading.seat] = found

    @staticmethod
    def _is_gone(waiting: Waiting, faces: Sequence[Card]) -> bool:
        """Whether most of the cards that a proposal waits for were taken up."""
        cards = [card.best for card in waiting.seen]
        return 2 * (Counter(cards) & Counter(faces)).total() > len(cards)

    def _taken_up(self, card: OpenCard) -> None:
        event = taken_up(self.state, card)
        seq = self._append(event) if event is not None else 0
        if event is not None and (not seq or card.p < SURE):
            what = " ".join(map(str, card.cards))
            text = f"{card.seat} laid {what} open and it was taken up: {self.said or f'p {card.p:.3f}'}"
            self._append(Question(card.seat, text, seq or None, card.at_ms))

    def _see_what_was_lifted(self, seat: str) -> None:
        """Before ``seat`` lays: tell plays that were taken back from those of a trick that is over."""
        found, self._lifted = self._lifted, {}
        deal = self.state.deal
        if deal is None:
            return
        for cards in found.values():
            if cards.play in deal.trick and was_taken_back(deal, cards, self._faces):
                self._notice(Kind.TAKEN_BACK, cards.play, cards.cards, cards.at_ms, cards.picture)
                if cards.whole and self._is_last_play(cards.play.seq):
                    # Who lays others instead plays those; who laid none has passed when the next one plays.
                    passed = Pass(cards.play.seat, source=Source.INFERRED, state=Standing.ASKED)
                    instead = None if cards.play.seat == seat else passed
                    self._append(Correction(cards.play.seq, instead, CAMERA, "taken back", cards.at_ms))
                    self._last = None

    def _was_slipped(self, reading: ZoneReading, began: int, ended: int) -> bool:
        """Cards put to a play of the seat's own that has long lain there are no play."""
        deal = self.state.deal
        play = slipped_onto(deal, reading, began - IN_PARTS_MS) if deal is not None else None
        if deal is None or play is None or self._cleared(reading):
            return False
        cards = tuple(card.best for card in reading.fresh)
        self._notice(Kind.SLIPPED, play, cards, ended, reading.picture)
        return True

    # ---- plays --------------------------------------------------------------------------------

    def _lay_there(self, reading: ZoneReading) -> bool:
        """Whether the first look after a restart shows just what the seat had laid before it."""
        if reading.seat not in self._first_looks:
            return False
        self._first_looks.discard(reading.seat)
        trick = self.state.deal.trick if self.state.deal else ()
        laid = [card for e in trick if isinstance(e, Play) and e.seat == reading.seat for card in e.cards]
        return not reading.unread and all(card.best in laid for card in reading.fresh)

    def _laid(self, reading: ZoneReading, began: int, ended: int, covered_old: bool) -> None:
        waiting = self._waiting
        in_parts = waiting is not None and began - waiting.proposal.at_ms <= IN_PARTS_MS
        if waiting and waiting.proposal.seat == reading.seat and covered_old and in_parts:
            self._came_to_what_waits(waiting, reading, ended)
            return
        self._settle_waiting()
        self._see_what_was_lifted(reading.seat)
        added = covered_old and self._follows_at_once(reading.seat, began)
        if added and self._amend(reading, reading.fresh, reading.unread, ended):
            return
        if covered_old and self._was_slipped(reading, began, ended):
            return
        refused = self._ensure_deal(reading.seat, began)
        if self.state.over:
            self.notice = "match_over"  # whatever lies there now is no play of it
            return
        reason = "in_parts" if added else ""
        self._propose(reading, reading.fresh, reading.unread, began, ended, refused, reason)

    def _follows_at_once(self, seat: str, began: int) -> bool:
        """Whether what a seat lays now may belong to the last play, which was its own."""
        last = self._last
        if last is None or last.seat != seat or not self._is_last_play(last.seq):
            return False
        return began - last.at_ms <= IN_PARTS_MS

    def _came_to_what_waits(self, waiting: Waiting, reading: ZoneReading, ended: int) -> None:
        """More cards of a play that waits; with them it may belong to the play before."""
        before = waiting.proposal
        seen, unread = (*waiting.seen, *reading.fresh), waiting.unread + reading.unread
        if before.reason == "in_parts" and self._amend(reading, seen, unread, ended):
            self._waiting = None
            return
        reason = "in_parts" if before.reason == "in_parts" else ""
        self._propose(reading, seen, unread, before.began_ms, ended, reason=reason)

    def _propose(
        self,
        reading: ZoneReading,
        seen: tuple[SeenCard, ...],
        unread: int,
        began: int,
        ended: int,
        refused: Reason | None = None,
        reason: str = "",
    ) -> None:
        """Take what was seen as a play, or ask.

        refused: why its seat can lead no deal; reason: why to ask although it may be a lawful play.
        """
        deal = self.state.deal
        assert deal is not None
        found = explain(deal, reading.seat, seen, self._cleared(reading), unread)
        if not found.lawful and not unread and self._reconsider(reading, seen, ended):
            assert self.state.deal is not None
            found = explain(self.state.deal, reading.seat, seen, self._cleared(reading))
        if refused is not None:
            found = replace(found, refusal=refused)
        reason = doubt(found, self.rules) or reason or ("after_pause" if reading.after_pause else "")
        self._asked += 1
        proposal = Proposal(
            id=self._asked,
            seat=reading.seat,
            cards=found.cards,
            combo=found.combo,
            p=found.p,
            runner_up=found.runner_up,
            reason=reason,
            began_ms=began,
            at_ms=ended,
            picture=reading.picture,
            refusal=found.refusal,
        )
        self._waiting = Waiting(proposal, found, seen, unread)
        if not reason:
            self._take_waiting(Standing.ACCEPTED)

    def _cleared(self, reading: ZoneReading) -> bool | None:
        """Whether the cards of the running trick have left the table."""
        deal = self.state.deal
        if deal is None or deal.best is None:
            return None
        if deal.best == reading.seat:
            return len(reading.cards) <= len(reading.fresh)
        return not self._lying.get(deal.best, False)

    def _amend(self, reading: ZoneReading, added: tuple[SeenCard, ...], unread: int, ended: int) -> bool:
        """Cards added to the last play make one play with it, if the position allowed that play."""
        last = self._last
        deal = last.before.deal if last is not None else None
        if last is None or deal is None or unread:
            return False
        seen = (*last.seen, *added)
        found = explain(deal, reading.seat, seen)
        if not found.lawful or len(found.cards) < len(seen):
            return False
        original = next(e for e in self.state.events if e.seq == last.seq)
        assert isinstance(original, Play)
        sure = found.p >= SURE and not reading.after_pause
        state = Standing.ACCEPTED if sure else Standing.ASKED
        p = round(found.p, 4)
        whole = replace(original, cards=found.cards, reading=found.combo, at_ms=ended, p=p, state=state)
        if not self._append(Correction(last.seq, whole, CAMERA, "laid in parts", ended)):
            return False
        last.seen, last.at_ms = seen, ended
        return True

    def _reconsider(self, reading: ZoneReading, seen: tuple[SeenCard, ...], ended: int) -> bool:
        """Whether the play before, which nobody has confirmed, was another one that makes this one lawful.

        If so it is put right: the later play says what the earlier one was.
        """
        last = self._last
        if last is None or last.seat == reading.seat or not self._is_last_play(last.seq):
            return False
        original = next(e for e in self.state.events if e.seq == last.seq)
        if not isinstance(original, Play) or original.state is not Standing.ASKED:
            return False
        for other in last.others:
            meant = replace(original, cards=other.cards, reading=other.combo, p=round(other.p, 4))
            correction = Correction(last.seq, meant, CAMERA, "by the play after it", ended)
            try:
                after = apply(self.state, correction)
            except RuleError:
                continue
            if after.deal is None or after.conflicts != self.state.conflicts:
                continue
            if explain(after.deal, reading.seat, seen, self._cleared(reading)).lawful:
                return bool(self._append(correction))
        return False

    # ---- the end ------------------------------------------------------------------------------

    def finish(self) -> None:
        """Nothing more will be seen: what still waits is taken as asked."""
        self._put_in_order()

    def _put_in_order(self) -> None:
        self._lead_with_open()
        self._settle_waiting()

    def snapshot(self, now_ms: int) -> Snapshot:
        """What the views show, at source time ``now_ms``."""
        return snapshot(self.state, self.pending, self.notices, self._time(now_ms), self.notice)
