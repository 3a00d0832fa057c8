"""The log of one match with its position: what people type, and the rules' own consequences.

It knows nothing of pictures; ``app.live`` adds what the camera saw.  One thread calls it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from app.acts import Acts, Breaks
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
    Pause,
    Play,
    Refusal,
    Resume,
    Return,
    Source,
    Tribute,
    TrickEnd,
)
from engine.header_rules import rules_fields
from engine.match import MatchState, apply, consequences, next_level
from engine.round_events import LateStart
from engine.rules import RuleSet
from engine.state import Conflict

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
    saved: called with every event, after it is committed.
    """

    log: Log
    rules: RuleSet
    level: str | None = None
    leader: str | None = None
    saved: Callable[[Event], None] = lambda event: None
    prepared: Prepared = Prepared()
    state: MatchState = field(init=False)
    notice: str | Reason = ""
    acts: Acts = field(default_factory=Acts)
    breaks: Breaks | None = None
    first_leads: bool = False
    """The deal to come begins with its first play: whoever lays it leads."""
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

    def hear(self, listener: Callable[[MatchStart | Event], None]) -> None:
        """``listener`` gets the header, every event so far, and from now on each one after its commit."""
        for event in (self.state.header, *(self.state.given or self.state.events)):
            listener(event)
        self.saved = listener

    # ---- what people type ---------------------------------------------------------------------

    def start_deal(self, level: str, leader: str | None, at_ms: int) -> None:
        """``leader`` None: whoever lays first.  Raises ``RuleError`` when no deal can start so."""
        if leader is None:
            self.level, self.leader, self.first_leads = level, None, True
            self.notice = "first_leads"
            return
        number = self.state.deals_done[-1].number + 1 if self.state.deals_done else 1
        levels = self._first_levels(level)
        with self.acts.act():
            self._typed(DealStart(number, level, leader, levels, self._time(at_ms), Source.TYPED))

    def to_move(self) -> str:
        """The seat to move; between deals the one that leads the next, as far as that is known."""
        deal = self.state.deal
        if deal is not None and deal.to_play is not None:
            return deal.to_play
        return opening_of(self.state).leader or self.leader or self.log.header.seats[0]

    def type_play(self, seat: str, cards: Sequence[Card], at_ms: int, combo: Combo | None = None) -> None:
        """A play entered by hand; seats before it are taken to have passed.  Raises ``RuleError``."""
        self._put_in_order()
        at = self._time(at_ms)
        play = Play(seat, tuple(cards), combo, None, at, Source.TYPED)
        with self.acts.act():
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
        self._act(Pass(seat, None, None, Source.TYPED, at_ms=self._time(at_ms)))

    def type_tribute(self, seat: str, card: Card, at_ms: int) -> None:
        """A card paid, to whom the rules say.  Raises ``RuleError``."""
        self._act(Tribute(seat, None, card, self._time(at_ms)))

    def type_return(self, seat: str, card: Card, at_ms: int) -> None:
        """A card given back, to whom the rules say.  Raises ``RuleError``."""
        self._act(Return(seat, None, card, self._time(at_ms)))

    def refuse_tribute(self, at_ms: int) -> None:
        """Both big jokers were shown on the paying side.  Raises ``RuleError``."""
        self._act(Refusal((), self._time(at_ms)))

    def continue_file(self) -> int:
        """Go on with a video that is gone through again: what is recorded is not taken twice.

        Returns the time from which the pictures matter: the end of the last trick that ended.
        """
        self._recorded_ms = self._last_time()
        self._append(Resume(0, self._now_ms))
        ends = [time_of(e) for e in self.state.events if isinstance(e, DealStart | TrickEnd)]
        return max((t for t in ends if t <= self._recorded_ms), default=0)

    def continue_clock(self, elapsed_ms: int | None, alive_ms: int | None = None) -> None:
        """Go on with a camera or by hand; ``elapsed_ms`` since the header's start, None where unknown.

        ``alive_ms``: the last sign of life, up to which whoever was to move had time; None: the last event.
        """
        self._shift_ms = max(elapsed_ms or 0, self._now_ms)
        calls = (e for e in reversed(self.state.events) if isinstance(e, Pause | Resume))
        paused = isinstance(next(calls, None), Pause)  # then nobody had time since it began
        since = self._now_ms if paused else max(self._now_ms, alive_ms or 0)
        gap = None if elapsed_ms is None else max(0, self._shift_ms - since)
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

    def _act(self, event: Event) -> None:
        """One event that a person said, which can be undone by itself."""
        with self.acts.act():
            self._typed(event)

    def _typed(self, event: Event, *, anyway: bool = False) -> None:
        """Append what a person said; raises ``RuleError`` and records nothing when it cannot be."""
        self._write(event, apply(self.state, event) if anyway else self._applied(event))
        self._now_ms = max(self._now_ms, time_of(event))
        self.breaks = None
        self._follow()

    def _append(self, event: Event) -> int:
        """Append what was seen or follows; 0 and a notice when the position does not allow it."""
        try:
            after = self._applied(event)
        except RuleError as error:
            self.notice = error.reason
            return 0
        return self._write(event, after)

    def _write(self, event: Event, after: MatchState) -> int:
        """The event into the log, and the state after it; its number."""
        seq = self.log.append(event)
        self.acts.note(event, seq, self.state.events, after.events)
        self.state = after
        if isinstance(event, DealStart):
            self.first_leads = False
        self.saved(newest(after))
        return seq

    def _applied(self, event: Event) -> MatchState:
        """The state after an event; a correction that leaves later events without ground is refused."""
        after = apply(self.state, event)
        if isinstance(event, Correction):
            self._check_ground(after, event.replaces)
        return after

    def _check_ground(self, after: MatchState, seq: int) -> None:
        """Raises ``RuleError`` where later events have no ground any more once ``seq`` is corrected."""
        broken = self._broken(after)
        if broken:
            first = broken[0]
            raise RuleError(
                tried("correct", seq=seq), "breaks", self.state, seq=first.event.seq, reason=first.why
            )

    def _broken(self, after: MatchState) -> list[Conflict]:
        """Later events that have lost their ground since what stands now."""
        known = {each.event.seq for each in self.state.conflicts}
        return [each for each in after.conflicts if each.event.seq not in known]

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


def newest(state: MatchState) -> Event:
    """The event that was recorded last, as it was recorded."""
    return (state.given or state.events)[-1]


def time_of(event: Event) -> int:
    """When it happened; of a pass that was inferred, by when it must have."""
    at = getattr(event, "at_ms", None)
    if at is None and isinstance(event, Pass):
        at = event.before_ms
    return int(at) if at is not None else 0
