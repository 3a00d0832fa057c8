"""The recorder: readings of the table and what people type become events of the log.

It knows both vision's readings and the engine, and nothing of windows, cameras or threads: one thread
calls it.  A play that is likely enough and lawful is accepted; any other waits as a proposal until the
referee answers, and when play goes on first it is taken as ``asked`` so that the deal can go on.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import islice

from app.doubts import SURE, Waiting
from app.explain import explain
from app.open_cards import OpenCard, is_given, may_be_no_play, payers_due, receivers_due, taken_up
from app.proposing import ProposingRecorder
from app.recorder import header_for
from app.shown import Shown, next_event
from app.snapshot import Snapshot, snapshot
from app.taken_back import Kind, Lifted, laid_again, left_lying, lifted, slipped_onto, was_taken_back
from app.together import Laid, seen_again
from engine.cards import Card
from engine.corrections import CAMERA
from engine.events import (
    Correction,
    Pass,
    Play,
    Question,
    Source,
    Standing,
)
from vision.values import ZoneReading

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
    _taken_pass: Shown | None = None

    # ---- what the camera saw ------------------------------------------------------------------

    def take(self, reading: ZoneReading) -> None:
        """A settled reading of a seat's area.  Times are those of the source."""
        began, ended = reading.began_ms + self._shift_ms, reading.ended_ms + self._shift_ms
        self._now_ms = max(self._now_ms, ended)
        known = ended <= self._recorded_ms or self._lay_there(reading)
        if not known:
            self._gone(reading, ended)
            self._seen_again(reading)
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
        waiting = self._waiting
        if waiting and waiting.laid.seat != reading.seat and not waiting.is_tangled:
            self._settle_waiting()  # play went on
        self._shown += [Shown(reading.seat, mark.count, began, ended) for mark in reading.marks]
        self._take_shown()

    def _was_led(self, seat: str) -> bool:
        """Whether the card that lies open was a lead, as ``seat`` says with a PASS card of its own."""
        is_tribute = payers_due(self.state) or receivers_due(self.state)
        return bool(self._open) and not is_tribute and all(card.seat != seat for card in self._open)

    def _take_shown(self) -> None:
        """They become passes and reports as soon as it is clear what they mean."""
        while not (self._waiting and self._waiting.is_tangled):
            waiting = self._waiting.laid.seat if self._waiting else None
            before = self._shown
            self._shown, event = next_event(before, self.state.deal, waiting, self._taken_pass)
            if event is None:
                return
            if isinstance(event, Pass):
                passes = (card for card in before if card.count is None and card.seat == event.seat)
                self._taken_pass = next(passes)
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
        if waiting and waiting.laid.seat == reading.seat and self._is_gone(waiting, faces):
            self._settle_waiting()  # it lay there, and was taken up again
        deal = self.state.deal
        found = lifted(deal, reading, ended) if deal is not None and faces else None
        if found is None:
            return
        before = self._lifted.get(reading.seat)
        if before is not None and before.play.seq == found.play.seq:
            cards = Counter(before.cards) | Counter(found.cards)
            found = replace(found, cards=tuple(cards.elements()))
        self._lifted[reading.seat] = found

    @staticmethod
    def _is_gone(waiting: Waiting, faces: Sequence[Card]) -> bool:
        """Whether most of the cards that a proposal waits for were taken up."""
        cards = [card.best for card in waiting.laid.seen]
        return 2 * (Counter(cards) & Counter(faces)).total() > len(cards)

    def _taken_up(self, card: OpenCard) -> None:
        event = taken_up(self.state, card)
        seq = self._append(event) if event is not None else 0
        if event is not None and (not seq or card.p < SURE):
            what = " ".join(map(str, card.cards))
            text = f"{card.seat} laid {what} open and it was taken up: {self.said or f'p {card.p:.3f}'}"
            self._append(Question(card.seat, text, seq or None, card.at_ms))

    def _see_what_was_lifted(self, reading: ZoneReading, laid: Laid) -> Laid | None:
        """Before a seat lays: tell plays that were taken back from those of a trick that is over.

        What the seat lays now, with what it left lying of a play of its own that it took back in part; None
        where it only lays the same again.
        """
        lifted_now, self._lifted = self._lifted, {}
        deal = self.state.deal
        if deal is None:
            return laid
        for entry in lifted_now.values():
            found = entry.but_for(self._faces.get(entry.play.seat, ()))
            if not found.cards or found.play not in deal.trick:
                continue
            if not was_taken_back(deal, found, self._faces):
                continue
            self._notice(Kind.TAKEN_BACK, found.play, found.cards, found.at_ms, found.picture)
            if not self._is_last_play(found.play.seq):
                continue
            again = found.play.seat == laid.seat
            if again and laid_again(found, laid.seen):
                if len(laid.seen) == len(found.play.cards):
                    there = replace(found.play, began_ms=laid.began_ms, at_ms=laid.at_ms)
                    self._append(Correction(found.play.seq, there, CAMERA, "laid again", laid.at_ms))
                return None
            if again and not found.whole:
                laid = replace(laid, seen=(*left_lying(found, reading), *laid.seen), onto=False)
            if again or found.whole:
                # Who lays others instead plays those; who laid none has passed when the next one plays.
                passed = Pass(found.play.seat, source=Source.INFERRED, state=Standing.ASKED)
                instead = None if again else passed
                self._append(Correction(found.play.seq, instead, CAMERA, "taken back", found.at_ms))
                self._last = None
        return laid

    def _was_slipped(self, reading: ZoneReading, laid: Laid) -> bool:
        """Cards put to a play of the seat's own that has long lain there are no play."""
        deal = self.state.deal
        play = slipped_onto(deal, reading, laid.began_ms - IN_PARTS_MS) if deal is not None else None
        if deal is None or play is None or laid.cleared(deal):
            return False
        cards = tuple(card.best for card in reading.fresh)
        self._notice(Kind.SLIPPED, play, cards, laid.at_ms, reading.picture)
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
        laid = self._as_laid(reading, began, ended)
        waiting = self._waiting
        in_parts = waiting is not None and began - waiting.proposal.at_ms <= IN_PARTS_MS
        if waiting and waiting.laid.seat == laid.seat and covered_old and in_parts and not self._behind:
            self._came_to_what_waits(waiting, laid)
            return
        if waiting and waiting.is_tangled:
            self._laid_again(laid)
            return
        self._settle_waiting()
        now = self._see_what_was_lifted(reading, laid)
        if now is None:
            return
        laid = now
        added = covered_old and self._follows_at_once(laid.seat, began)
        if added and self._amend(laid):
            return
        if covered_old and self._was_slipped(reading, laid):
            return
        refused = self._ensure_deal(laid.seat, began)
        if self.state.over:
            self.notice = "match_over"  # whatever lies there now is no play of it
            return
        self._propose(laid, refused, "in_parts" if added else "")

    def _as_laid(self, reading: ZoneReading, began: int, ended: int) -> Laid:
        return Laid(
            seat=reading.seat,
            seen=reading.fresh,
            unread=reading.unread,
            began_ms=began,
            at_ms=ended,
            onto=len(reading.cards) > len(reading.fresh),
            lying=dict(self._lying),
            own=self._laid_last(reading.seat),
            after_pause=reading.after_pause,
            picture=reading.picture,
        )

    def _laid_last(self, seat: str) -> tuple[Card, ...]:
        """The cards of the seat's last play, and of the one before."""
        plays = (e.cards for e in reversed(self.state.events) if isinstance(e, Play) and e.seat == seat)
        return tuple(card for cards in islice(plays, 2) for card in cards)

    def _follows_at_once(self, seat: str, began: int) -> bool:
        """Whether what a seat lays now may belong to the last play, which was its own."""
        last = self._last
        if last is None or last.laid.seat != seat or not self._is_last_play(last.seq):
            return False
        return began - last.laid.at_ms <= IN_PARTS_MS

    def _came_to_what_waits(self, waiting: Waiting, more: Laid) -> None:
        """More cards of a play that waits; with them it may belong to the play before."""
        whole = waiting.laid.and_then(more)
        reason = "in_parts" if waiting.proposal.reason == "in_parts" else ""
        self._waiting = None
        if not (reason and self._amend(whole)):
            self._propose(whole, reason=reason)

    def _amend(self, added: Laid) -> bool:
        """Cards added to the last play make one play with it, if the position allowed that play."""
        last = self._last
        deal = last.before.deal if last is not None else None
        if last is None or deal is None or added.unread:
            return False
        whole = last.laid.and_then(added)
        found = explain(deal, whole.seat, whole.seen)
        if not found.lawful or found.pieced or len(found.cards) < len(whole.seen):
            return False
        original = next(e for e in self.state.events if e.seq == last.seq)
        assert isinstance(original, Play)
        sure = found.p >= SURE and not added.after_pause
        state = Standing.ACCEPTED if sure else Standing.ASKED
        p = round(found.p, 4)
        as_one = replace(
            original, cards=found.cards, reading=found.combo, at_ms=whole.at_ms, p=p, state=state
        )
        if not self._append(Correction(last.seq, as_one, CAMERA, "laid in parts", whole.at_ms)):
            return False
        last.laid = whole
        return True

    def _seen_again(self, reading: ZoneReading) -> None:
        """The cards of a play that waits were looked at again: they may be clear by now."""
        waiting = self._waiting
        if waiting is None or self._behind or reading.fresh or reading.unread:
            return
        proposal, laid = waiting.proposal, waiting.laid
        if laid.seat != reading.seat or proposal.reason not in ("low_p", "illegal", "out_of_turn"):
            return
        seen = seen_again(laid.seen, reading.cards)
        if seen == laid.seen or waiting.refused:
            return
        self._waiting = None
        self._propose(replace(laid, seen=seen))
        self._keep_asking(proposal.id)

    def _keep_asking(self, number: int) -> None:
        """What waits is the same question to the referee as the one with this number."""
        if self._waiting:
            self._waiting = replace(self._waiting, proposal=replace(self._waiting.proposal, id=number))

    # ---- the end ------------------------------------------------------------------------------

    def finish(self) -> None:
        """Nothing more will be seen: what still waits is taken as asked."""
        self._put_in_order()

    def _put_in_order(self) -> None:
        self._lead_with_open()
        self._settle_waiting()

    def snapshot(self, now_ms: int) -> Snapshot:
        """What the views show, at source time ``now_ms``."""
        now = self._time(now_ms)
        shown = snapshot(self.state, self.pending, self.notices, now, self.notice, self.all_warned(now))
        shown = replace(
            shown,
            can_undo=bool(self.acts.done),
            can_redo=bool(self.acts.undone),
            breaks=self.breaks,
            first_leads=self.first_leads,
            aside=self.aside,
        )
        if self.state.deal is not None or self.level is None:
            return shown
        return replace(shown, level=self.level, levels=self.prepared.levels or shown.levels)
