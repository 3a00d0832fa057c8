"""The log of one match with its position: what people type, and the rules' own consequences.

It knows nothing of pictures; ``app.live`` adds what the camera saw.  One thread calls it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from app.store import Log
from engine.before import opening_of
from engine.cards import Card
from engine.combos import Combo
from engine.deal import seats_skipped
from engine.errors import Reason, RuleError, tried
from engine.events import (
    Correction,
    DealStart,
    Event,
    Hands,
    MatchStart,
    Pass,
    Play,
    Resume,
    Source,
    TrickEnd,
)
from engine.header_rules import rules_fields
from engine.match import MatchState, apply, consequences, next_level
from engine.round_events import LateStart
from engine.rules import RuleSet

REFEREE = "referee"


@dataclass(frozen=True, slots=True)
class Prepared:
    """What is settled before the first card is laid.

    levels: of the two sides, where they do not both begin at the level of the first deal; late: the side that
    was late; hands: dealt beforehand (预制牌), told of each deal before it begins.
    """

    levels: tuple[str, str] | None = None
    late: LateStart | None = None
    hands: tuple[Hands, ...] = ()


@dataclass(slots=True)
class Recorder:
    """One match at one table.  ``log`` is open; earlier events in it are taken up.

    level, leader: of the first deal; where they are not given, level 2 and the seat of the first play.
    prepared: what was settled before it; ``prepare`` puts it into the record.
    acknowledge: called with the number of every event, after it is committed.
    """

    log: Log
    rules: RuleSet
    level: str | None = None
    leader: str | None = None
    acknowledge: Callable[[int], None] = lambda seq: None
    prepared: Prepared = Prepared()
    state: MatchState = field(init=False)
    notice: str | Reason = ""
    _shift_ms: int = 0
    _recorded_ms: int = -1
    _first_looks: set[str] = field(default_factory=set)
    _now_ms: int = 0

    def __post_init__(self) -> None:
        self.state = MatchState.start(self.log.header, self.rules)
        for event in self.log.events():
            self.state = apply(self.state, event)
            self._now_ms = max(self._now_ms, time_of(event))

    @property
    def said(self) -> str:
        """The notice as a sentence for the record."""
        return self.notice.message if isinstance(self.notice, Reason) else self.notice

    def _put_in_order(self) -> None:
        """Write what waits, before something is typed that comes after it."""

    def prepare(self) -> None:
        """Write what is settled before the first card; a record that goes on has it already."""
        if self.prepared.late is not None and not self.log.last:
            self._append(self.prepared.late)
        self._follow()

    # ---- what people type ---------------------------------------------------------------------

    def start_deal(self, level: str, leader: str | None, at_ms: int) -> None:
        """``leader`` None: whoever lays first.  Raises ``RuleError`` when no deal can start so."""
        if leader is None:
            self.level, self.leader = level, None
            self.notice = "first_leads"
            return
        number = self.state.deals_done[-1].number + 1 if self.state.deals_done else 1
        levels = self._first_levels(level)
        self._typed(DealStart(number, level, leader, levels, self._time(at_ms), Source.TYPED))

    def type_play(self, seat: str, cards: Sequence[Card], at_ms: int, combo: Combo | None = None) -> None:
        """A play entered by hand; seats before it are taken to have passed.  Raises ``RuleError``."""
        self._put_in_order()
        at = self._time(at_ms)
        play = Play(seat, tuple(cards), combo, None, at, Source.TYPED)
        deal = self.state.deal
        if deal is None or deal.over:
            begins = self._next_deal(seat, at)
            apply(apply(self.state, begins), play)  # a lead that cannot be begins no deal
            self._typed(begins)
            deal = self.state.deal
            assert deal is not None
        for skipped in seats_skipped(deal, seat, tuple(cards)):
            self._typed(Pass(skipped, self._last_time(), at, Source.INFERRED))
        self._typed(play)

    def type_pass(self, seat: str, at_ms: int) -> None:
        """Raises ``RuleError`` when the seat cannot pass now."""
        self._put_in_order()
        at = self._time(at_ms)
        self._typed(Pass(seat, None, None, Source.TYPED, at_ms=at))

    def correct(self, seq: int, cards: Sequence[Card], at_ms: int) -> None:
        """Replace the cards of a play or pass ``seq``; no cards: it was a pass.  Raises ``RuleError``."""
        target = next((e for e in self.state.events if e.seq == seq), None)
        if not isinstance(target, Play | Pass):
            raise RuleError(tried("correct", seq=seq), "no_turn", self.state)
        at = time_of(target)
        whole: Event = Pass(target.seat, source=Source.TYPED, at_ms=at)
        if cards:
            began = target.began_ms if isinstance(target, Play) else None
            whole = Play(target.seat, tuple(cards), None, began, at, Source.TYPED)
        self._typed(Correction(seq, whole, REFEREE, "", self._time(at_ms)))

    def continue_file(self) -> int:
        """Go on with a video that is gone through again: what is recorded is not taken twice.

        Returns the time from which the pictures matter: the end of the last trick that ended.
        """
        self._recorded_ms = self._last_time()
        self._append(Resume(0, self._now_ms))
        ends = [time_of(e) for e in self.state.events if isinstance(e, DealStart | TrickEnd)]
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
            raise RuleError(tried("play_any", seat=seat), "no_deal", self.state)
        seats_skipped(deal, seat, cards)

    def _ensure_deal(self, seat: str, began: int) -> Reason | None:
        """Start the deal that ``seat`` leads if none runs; why none can, where that is so."""
        if self.state.deal is not None and not self.state.deal.over:
            return None
        if self._append(self._next_deal(seat, began)):
            return None
        return self.notice if isinstance(self.notice, Reason) else None

    def _next_deal(self, seat: str, at_ms: int) -> DealStart:
        done = self.state.deals_done
        level = next_level(self.state) or self.level or "2"
        leader = opening_of(self.state).leader or (seat if done else self.leader or seat)
        number = done[-1].number + 1 if done else 1
        return DealStart(number, level, leader, self._first_levels(level), at_ms, Source.INFERRED)

    def _first_levels(self, level: str) -> tuple[str, str] | None:
        """The sides' own levels where they are settled; not for a first deal that is played at another."""
        levels = self.prepared.levels
        return None if self.state.deals_done or levels is None or level not in levels else levels

    # ---- the log ------------------------------------------------------------------------------

    def _typed(self, event: Event) -> None:
        """Append what a person said; raises ``RuleError`` and records nothing when it cannot be."""
        after = self._applied(event)
        seq = self.log.append(event)
        self.state = after
        self._now_ms = max(self._now_ms, time_of(event))
        self.acknowledge(seq)
        self._follow()

    def _append(self, event: Event) -> int:
        """Append what was seen or follows; 0 and a notice when the position does not allow it."""
        try:
            after = self._applied(event)
        except RuleError as error:
            self.notice = error.reason
            return 0
        seq = self.log.append(event)
        self.state = after
        self.acknowledge(seq)
        return seq

    def _applied(self, event: Event) -> MatchState:
        """The state after an event; a correction that leaves later events without ground is refused."""
        after = apply(self.state, event)
        if isinstance(event, Correction) and len(after.conflicts) > len(self.state.conflicts):
            first = after.conflicts[0]
            what = tried("correct", seq=event.replaces)
            raise RuleError(what, "breaks", self.state, seq=first.event.seq, reason=first.why)
        return after

    def _follow(self) -> None:
        """Write what now follows by itself: trick, deal and match ends."""
        for event in consequences(self.state):
            self._append(event)
        self._tell_hands()

    def _tell_hands(self) -> None:
        """The hands of the deal to come, once no other runs."""
        deal = self.state.deal
        if not self.prepared.hands or self.state.over or (deal is not None and not deal.over):
            return
        number = self.state.deals_done[-1].number + 1 if self.state.deals_done else 1
        if any(isinstance(event, Hands) and event.deal == number for event in self.state.events):
            return
        for hands in self.prepared.hands:
            if hands.deal == number:
                self._append(replace(hands, at_ms=self._now_ms))

    def event_ms(self, at_ms: int) -> int:
        """Event time of a source time: a camera that was started again counts on from the log."""
        return at_ms + self._shift_ms

    def _time(self, at_ms: int) -> int:
        return max(at_ms + self._shift_ms, self._now_ms)

    def _last_time(self) -> int:
        plays = (e for e in reversed(self.state.events) if isinstance(e, Play | DealStart))
        return next((time_of(e) for e in plays), 0)


def header_for(rules: RuleSet, seats: Sequence[str], software: str) -> MatchStart:
    """A header for a match that begins now; partners sit opposite."""
    return MatchStart(
        **rules_fields(rules),
        seats=tuple(seats),
        sides=((seats[0], seats[2]), (seats[1], seats[3])),
        players=dict.fromkeys(seats, ""),
        started=datetime.now().astimezone().isoformat(timespec="milliseconds"),
        software=software,
    )


def time_of(event: Event) -> int:
    """When it happened; of a pass that was inferred, by when it must have."""
    at = getattr(event, "at_ms", None)
    if at is None and isinstance(event, Pass):
        at = event.before_ms
    return int(at) if at is not None else 0
