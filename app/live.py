"""The recorder: readings of the table and what people type become events of the log.

It knows both vision's readings and the engine, and nothing of windows, cameras or threads: one thread
calls it.  A play that is likely enough and lawful is accepted; any other waits as a proposal until the
referee answers, and when play goes on first it is taken as ``asked`` so that the deal can go on.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

import numpy as np
import numpy.typing as npt

from app.explain import UNREAD, Explanation, explain
from app.shown import Shown, event_of, stale
from app.snapshot import Proposal, Snapshot, snapshot
from app.store import Log
from engine.cards import Card
from engine.combos import Combo
from engine.deal import seats_skipped
from engine.errors import RuleError
from engine.events import (
    Correction,
    DealStart,
    Event,
    Irregularity,
    MatchStart,
    Pass,
    Play,
    Question,
    Resume,
    Source,
    Standing,
    TrickEnd,
)
from engine.match import MatchState, apply, consequences, next_level
from engine.rules import RuleSet
from vision.values import SeenCard, ZoneReading

SURE = 0.96
"""Posterior from which a lawful play is accepted by itself."""

IN_PARTS_MS = 2500
"""What a seat adds to its play within so long after it lay still is part of it."""

REFEREE = "referee"
Picture = npt.NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class _Waiting:
    """A proposal with what it was read from."""

    proposal: Proposal
    explanation: Explanation
    seen: tuple[SeenCard, ...]
    unread: int = 0


@dataclass(slots=True)
class _Last:
    """The last play taken from the camera, the position before it, and what else it may have been."""

    seq: int
    seat: str
    seen: tuple[SeenCard, ...]
    before: MatchState
    at_ms: int
    others: tuple[Explanation, ...] = ()


@dataclass(slots=True)
class Live:
    """One match at one table.  ``log`` is open; earlier events in it are taken up.

    level, leader: of the first deal; where they are not given, level 2 and the seat of the first play.
    acknowledge: called with the number of every event, after it is committed.
    """

    log: Log
    rules: RuleSet
    level: str | None = None
    leader: str | None = None
    acknowledge: Callable[[int], None] = lambda seq: None
    state: MatchState = field(init=False)
    notice: str = ""
    _waiting: _Waiting | None = None
    _last: _Last | None = None
    _lying: dict[str, bool] = field(default_factory=dict)
    _shown: list[Shown] = field(default_factory=list)
    _proposals: int = 0
    _shift_ms: int = 0
    _recorded_ms: int = -1
    _first_looks: set[str] = field(default_factory=set)
    _now_ms: int = 0

    def __post_init__(self) -> None:
        self.state = MatchState.start(self.log.header, self.rules)
        for event in self.log.events():
            self.state = apply(self.state, event)
            self._now_ms = max(self._now_ms, _time_of(event))

    # ---- what the camera saw ------------------------------------------------------------------

    def take(self, reading: ZoneReading) -> None:
        """A settled reading of a seat's area.  Times are those of the source."""
        began, ended = reading.began_ms + self._shift_ms, reading.ended_ms + self._shift_ms
        self._now_ms = max(self._now_ms, ended)
        if ended <= self._recorded_ms or self._lay_there(reading):
            self._lying[reading.seat] = bool(reading.cards)
            return
        covered_old = self._lying.get(reading.seat, False) and len(reading.cards) > len(reading.fresh)
        if reading.fresh or reading.unread:
            self._laid(reading, began, ended, covered_old)
        if reading.marks:
            if self._waiting and self._waiting.proposal.seat != reading.seat:
                self._settle_waiting()  # play went on
            self._shown += [Shown(reading.seat, mark.count, began, ended) for mark in reading.marks]
            self._take_shown()
        self._lying[reading.seat] = bool(reading.cards or reading.unread)

    def _lay_there(self, reading: ZoneReading) -> bool:
        """Whether the first look after a restart shows just what the seat had laid before it."""
        if reading.seat not in self._first_looks:
            return False
        self._first_looks.discard(reading.seat)
        trick = self.state.deal.trick if self.state.deal else ()
        laid = [card for e in trick if isinstance(e, Play) and e.seat == reading.seat for card in e.cards]
        return not reading.unread and all(card.best in laid for card in reading.fresh)

    def _take_shown(self) -> None:
        """PASS and count cards become passes and reports as soon as it is clear what they mean."""
        taken = True
        while taken:
            taken = False
            for card in tuple(self._shown):
                deal = self.state.deal
                if deal is None or deal.over or stale(card, deal):
                    self._shown.remove(card)
                    continue
                event = event_of(card, deal, self._waiting.proposal.seat if self._waiting else None)
                if event is not None:
                    self._shown.remove(card)
                    self._append(event)
                    self._follow()
                    taken = True

    def _laid(self, reading: ZoneReading, began: int, ended: int, covered_old: bool) -> None:
        waiting = self._waiting
        in_parts = waiting is not None and began - waiting.proposal.at_ms <= IN_PARTS_MS
        if waiting and waiting.proposal.seat == reading.seat and covered_old and in_parts:
            seen, unread = (*waiting.seen, *reading.fresh), waiting.unread + reading.unread
            self._propose(reading, seen, unread, waiting.proposal.began_ms, ended)
            return
        self._settle_waiting()
        if self._last and self._last.seat == reading.seat and covered_old and self._amend(reading, ended):
            return
        self._ensure_deal(reading.seat, began)
        self._propose(reading, reading.fresh, reading.unread, began, ended)

    def _propose(
        self, reading: ZoneReading, seen: tuple[SeenCard, ...], unread: int, began: int, ended: int
    ) -> None:
        deal = self.state.deal
        assert deal is not None
        found = explain(deal, reading.seat, seen, self._cleared(reading), unread)
        if not found.lawful and not unread and self._reconsider(reading, seen, ended):
            assert self.state.deal is not None
            found = explain(self.state.deal, reading.seat, seen, self._cleared(reading))
        reason = self._doubt(found) or ("after_pause" if reading.after_pause else "")
        self._proposals += 1
        proposal = Proposal(
            id=self._proposals,
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
        self._waiting = _Waiting(proposal, found, seen, unread)
        if not reason:
            self._take_waiting(Standing.ACCEPTED)

    def _doubt(self, found: Explanation) -> str:
        """Why a person should look first; nothing when it may be accepted."""
        if not found.lawful:
            return (
                "illegal" if found.passed or not found.refusal.endswith("whoever passes") else "out_of_turn"
            )
        if UNREAD in found.cards:
            return "unread"
        if found.p < SURE:
            return "low_p"
        if found.passed and self.rules.pass_kind == "card":
            return "skipped_seat"
        return ""

    def _cleared(self, reading: ZoneReading) -> bool | None:
        """Whether the cards of the running trick have left the table."""
        deal = self.state.deal
        if deal is None or deal.best is None:
            return None
        if deal.best == reading.seat:
            return len(reading.cards) <= len(reading.fresh)
        return not self._lying.get(deal.best, False)

    def _amend(self, reading: ZoneReading, ended: int) -> bool:
        """Cards added to the last play make one play with it, if the position allowed that play."""
        last = self._last
        assert last is not None
        deal = last.before.deal
        if deal is None or reading.unread or not self._is_last_play(last.seq):
            return False
        seen = (*last.seen, *reading.fresh)
        found = explain(deal, reading.seat, seen)
        if not found.lawful or len(found.cards) < len(seen):
            return False
        original = next(e for e in self.state.events if e.seq == last.seq)
        assert isinstance(original, Play)
        soon = reading.began_ms + self._shift_ms - last.at_ms <= IN_PARTS_MS
        sure = found.p >= SURE and soon and not reading.after_pause
        state = Standing.ACCEPTED if sure else Standing.ASKED
        whole = replace(original, cards=found.cards, reading=found.combo, p=round(found.p, 4), state=state)
        if not self._append(Correction(last.seq, whole, "camera", "laid in parts", ended)):
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
            correction = Correction(last.seq, meant, "camera", "by the play after it", ended)
            try:
                after = apply(self.state, correction)
            except RuleError:
                continue
            if after.deal is None or after.conflicts != self.state.conflicts:
                continue
            if explain(after.deal, reading.seat, seen, self._cleared(reading)).lawful:
                return bool(self._append(correction))
        return False

    def _is_last_play(self, seq: int) -> bool:
        plays = [e for e in self.state.events if isinstance(e, Play | Pass | DealStart)]
        return bool(plays) and plays[-1].seq == seq

    def _ensure_deal(self, seat: str, began: int) -> None:
        if self.state.deal is not None and not self.state.deal.over:
            return
        if self.state.over:
            self.notice = "match_over"
        done = self.state.deals_done
        level = next_level(self.state) or self.level or "2"
        leader = seat if done else (self.leader or seat)
        if done and self.rules.tribute == "none":
            leader = done[-1].finish[0]
        number = done[-1].number + 1 if done else 1
        self._append(DealStart(number, level, leader, None, began, Source.INFERRED))

    # ---- proposals ----------------------------------------------------------------------------

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
            self._waiting = _Waiting(proposal, found, waiting.seen)
        self._take_waiting(Standing.ACCEPTED, typed=cards is not None)

    def dismiss(self, proposal_id: int) -> None:
        """What was seen was no play."""
        if self._waiting and self._waiting.proposal.id == proposal_id:
            self._waiting = None

    def put_aside(self, proposal_id: int) -> None:
        """The referee will see to it later: taken as asked."""
        if self._waiting and self._waiting.proposal.id == proposal_id:
            self._settle_waiting()

    def finish(self) -> None:
        """Nothing more will be seen: what still waits is taken as asked."""
        self._settle_waiting()

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
            self._last = _Last(seq, proposal.seat, waiting.seen, before, proposal.at_ms, found.others)
            if standing is Standing.ASKED:
                self._append(Question(proposal.seat, _question(proposal), seq, proposal.at_ms))
        self._follow()
        self._take_shown()

    def _append_passes(self, seats: Sequence[str], proposal: Proposal, standing: Standing) -> bool:
        card_missing = self.rules.pass_kind == "card"
        after = self._last_time()
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

    def _take_unlawful(self, waiting: _Waiting) -> None:
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
            self._last = _Last(seq, proposal.seat, waiting.seen, before, proposal.at_ms)
            self._append(Question(proposal.seat, found.refusal or "unread", seq, proposal.at_ms))
            self._follow()
            return
        laid = " ".join(map(str, found.cards))
        text = f"{proposal.seat} laid {laid}: {found.refusal or self.notice}"
        self._append(Irregularity(proposal.seat, "out_of_turn", text, None, proposal.at_ms))

    # ---- what people type ---------------------------------------------------------------------

    def start_deal(self, level: str, leader: str | None, at_ms: int) -> None:
        """``leader`` None: whoever lays first.  Raises ``RuleError`` when no deal can start so."""
        if leader is None:
            self.level, self.leader = level, None
            self.notice = "first_leads"
            return
        number = self.state.deals_done[-1].number + 1 if self.state.deals_done else 1
        self._typed(DealStart(number, level, leader, None, self._time(at_ms), Source.TYPED))

    def type_play(self, seat: str, cards: Sequence[Card], at_ms: int, combo: Combo | None = None) -> None:
        """A play entered by hand; seats before it are taken to have passed.  Raises ``RuleError``."""
        self._settle_waiting()
        deal = self.state.deal
        if deal is None or deal.over:
            self._ensure_deal(seat, self._time(at_ms))
            deal = self.state.deal
            assert deal is not None
        at = self._time(at_ms)
        for skipped in seats_skipped(deal, seat, tuple(cards)):
            self._typed(Pass(skipped, self._last_time(), at, Source.INFERRED))
        self._typed(Play(seat, tuple(cards), combo, None, at, Source.TYPED))
        self._last = None

    def type_pass(self, seat: str, at_ms: int) -> None:
        """Raises ``RuleError`` when the seat cannot pass now."""
        self._settle_waiting()
        at = self._time(at_ms)
        self._typed(Pass(seat, None, None, Source.TYPED, at_ms=at))

    def correct(self, seq: int, cards: Sequence[Card], at_ms: int) -> None:
        """Replace the cards of a play or pass ``seq``; no cards: it was a pass.  Raises ``RuleError``."""
        target = next((e for e in self.state.events if e.seq == seq), None)
        if not isinstance(target, Play | Pass):
            raise RuleError(f"event {seq} is no play and no pass that could be corrected")
        at = _time_of(target)
        whole: Event = Pass(target.seat, source=Source.TYPED, at_ms=at)
        if cards:
            began = target.began_ms if isinstance(target, Play) else None
            whole = Play(target.seat, tuple(cards), None, began, at, Source.TYPED)
        self._typed(Correction(seq, whole, REFEREE, "", self._time(at_ms)))
        self._last = None

    def continue_file(self) -> int:
        """Go on with a video that is gone through again: what is recorded is not taken twice.

        Returns the time from which the pictures matter: the end of the last trick that ended.
        """
        self._recorded_ms = self._last_time()
        self._append(Resume(0, self._now_ms))
        ends = [_time_of(e) for e in self.state.events if isinstance(e, DealStart | TrickEnd)]
        return max((t for t in ends if t <= self._recorded_ms), default=0)

    def continue_clock(self, elapsed_ms: int | None) -> None:
        """Go on with a camera or by hand; ``elapsed_ms`` since the header's start, None where unknown."""
        self._shift_ms = max(elapsed_ms or 0, self._now_ms)
        gap = None if elapsed_ms is None else self._shift_ms - self._now_ms
        self._first_looks = set(self.log.header.seats)
        self._append(Resume(gap, self._shift_ms))

    def _check(self, seat: str, cards: tuple[Card, ...]) -> None:
        deal = self.state.deal
        if deal is None:
            raise RuleError(f"{seat} cannot play before a deal has started")
        seats_skipped(deal, seat, cards)

    # ---- the log ------------------------------------------------------------------------------

    def _typed(self, event: Event) -> None:
        """Append what a person said; raises ``RuleError`` and records nothing when it cannot be."""
        after = self._applied(event)
        seq = self.log.append(event)
        self.state = after
        self.acknowledge(seq)
        self._follow()

    def _append(self, event: Event) -> int:
        """Append what was seen or follows; 0 and a notice when the position does not allow it."""
        try:
            after = self._applied(event)
        except RuleError as error:
            self.notice = str(error)
            return 0
        seq = self.log.append(event)
        self.state = after
        self.acknowledge(seq)
        return seq

    def _applied(self, event: Event) -> MatchState:
        """The state after an event; a correction that leaves later events without ground is refused."""
        after = apply(self.state, event)
        if isinstance(event, Correction) and len(after.conflicts) > len(self.state.conflicts):
            raise RuleError(f"event {event.replaces} cannot be corrected so: {after.conflicts[0]}")
        return after

    def _follow(self) -> None:
        """Write what now follows by itself: trick, deal and match ends."""
        for event in consequences(self.state):
            self._append(event)

    def event_ms(self, at_ms: int) -> int:
        """Event time of a source time: a camera that was started again counts on from the log."""
        return at_ms + self._shift_ms

    def _time(self, at_ms: int) -> int:
        return max(at_ms + self._shift_ms, self._now_ms)

    def _last_time(self) -> int:
        plays = (e for e in reversed(self.state.events) if isinstance(e, Play | DealStart))
        return next((_time_of(e) for e in plays), 0)

    def snapshot(self, now_ms: int) -> Snapshot:
        """What the views show, at source time ``now_ms``."""
        return snapshot(self.state, self.pending, self._time(now_ms), self.notice)


def header_for(rules: str, seats: Sequence[str], software: str) -> MatchStart:
    """A header for a match that begins now, by name or file of its rules; partners sit opposite."""
    return MatchStart(
        rules=rules,
        seats=tuple(seats),
        sides=((seats[0], seats[2]), (seats[1], seats[3])),
        players=dict.fromkeys(seats, ""),
        started=datetime.now().astimezone().isoformat(timespec="milliseconds"),
        software=software,
    )


def _question(proposal: Proposal) -> str:
    cards = " ".join(map(str, proposal.cards))
    other = " ".join(map(str, proposal.runner_up)) if proposal.runner_up else ""
    text = f"{proposal.seat} laid {cards}, p {proposal.p:.3f} ({proposal.reason})"
    return text + (f"; or {other}" if other else "")


def _time_of(event: Event) -> int:
    at = getattr(event, "at_ms", None)
    return int(at) if at is not None else 0
