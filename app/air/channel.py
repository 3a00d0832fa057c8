"""What the clients of one output are given: the newest state that may be shown, as JSON bytes."""

from __future__ import annotations

import asyncio
import hashlib
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Literal, TypeVar

import msgspec

from app.air import clock, open_hands, public, referee_view
from app.air.horizon import Horizon
from app.air.ledger import Ledger
from app.air.public import Moment
from app.air.rows import Row
from app.air.states import HandsState, PublicState, RefereeState
from app.air.turns import texts
from app.recorder import time_of
from app.snapshot import Snapshot, snapshot
from engine.events import MatchStart
from engine.state import MatchState

Name = Literal["public", "hands", "position", "referee"]
State = PublicState | HandsState | RefereeState
_Given = TypeVar("_Given")
SAME_S = 0.02
"""What is written once does for all who ask for it within so long: 200 clients hear of an event at once."""
LOOK_S = 0.2
"""What is due is shown within so long after the machine has slept: a loop's own clock stands meanwhile."""


@dataclass(frozen=True, slots=True)
class Output:
    """How one output is shown.

    name: "public", "hands" (the open hands), "referee" (the referee's own table) or "position" (that without
    what waits for an answer); delay_s: seconds after the log, 0 for the referee; freeze_score: the score
    stands while a ruling is open; on: the organiser has switched the open hands on.
    """

    name: Name
    delay_s: float = 0.0
    freeze_score: bool = False
    on: bool = False

    def __post_init__(self) -> None:
        if self.delay_s and self.is_referees:
            raise ValueError("the referee's own table is not delayed")

    @property
    def is_referees(self) -> bool:
        return self.name in ("position", "referee")


class Closed(Exception):
    """The channel has ended, or what it showed may not be seen any more."""


class Channel:
    """One output.  All of it is called in the server's loop; `into` brings rows there."""

    def __init__(self, output: Output, now: clock.Clock = clock.seconds) -> None:
        self._output, self._now = output, now
        self._horizon = Horizon(output.delay_s)
        self._waiting: deque[Row] = deque()
        self._shown: Row | None = None
        self._newest: Row | None = None
        self._scored: MatchState | None = None
        """The match whose score is shown while that is held back."""
        self._timed = 0, 0.0
        """A match time, and when it was that."""
        self._snapshot: Snapshot | None = None
        self._ledger = Ledger()
        self._made: State | None = None
        self._etag = ""
        self._is_made = False
        self._version = self._count = 0
        self._written = -1, 0.0, b""
        """A version, when it was written, and its bytes."""
        self._is_there = self._is_due = False
        self._changed, self._woken = asyncio.Event(), asyncio.Event()
        self._ended = self._failed = False

    @property
    def name(self) -> Name:
        return self._output.name

    @property
    def closed(self) -> bool:
        """Nothing new can come, for now or for good."""
        return self._ended or self._failed

    # ---- what comes in --------------------------------------------------------------------------

    def take(self, row: Row) -> None:
        """One more row of the log."""
        self._newest = row
        if self._takes_place_of_last(row):
            self._waiting[-1] = row
        else:
            self._waiting.append(row)
            self._horizon.add(row.at)
        self._woken.set()

    def _takes_place_of_last(self, row: Row) -> bool:
        """Whether the row before it waits and is never shown: a long log would keep a match for each row."""
        if not self._waiting or self._output.freeze_score:
            return False
        last = self._waiting[-1]
        is_passed_over = last.more and last.at == row.at and not isinstance(last.event, MatchStart)
        return is_passed_over and not isinstance(row.event, MatchStart) and _time(last) <= _time(row)

    def show(self, shown: Snapshot) -> None:
        """What the referee is shown; the other outputs pass it over."""
        if self._output.is_referees:
            self._snapshot, self._timed = shown, (shown.now_ms, self._now())
            self._changes()

    def fail(self, fault: str) -> None:
        """Why no more rows come; nothing: they come again.  What the referee is shown at a desk comes by
        another way, and goes on."""
        self._failed = bool(fault) and self._snapshot is None
        self._changes()

    @property
    def delay_s(self) -> float:
        """Seconds after the log.  May be set; raises ``ValueError`` for what cannot be."""
        return self._horizon.delay_s

    @delay_s.setter
    def delay_s(self, seconds: float) -> None:
        changed = replace(self._output, delay_s=seconds)
        self._horizon.set_delay(seconds, self._now())
        self._output = changed
        self._changes()
        self.advance()

    @property
    def on(self) -> bool:
        """Whether the organiser has switched the open hands on.  May be set."""
        return self._output.on

    @on.setter
    def on(self, on: bool) -> None:
        self._output = replace(self._output, on=on)
        self._changes()

    async def run(self) -> None:
        """Shows each row when it is due, until it is cancelled: one task of the loop."""
        try:
            while True:
                self._woken.clear()
                self.advance()
                with suppress(TimeoutError):
                    async with asyncio.timeout(self._until_next()):
                        await self._woken.wait()
        finally:
            self._ended = True
            self._changes()

    def advance(self) -> None:
        """Show what is due by now."""
        due = self._horizon.visible(self._now()) - self._count
        for _ in range(due):
            self._pass(self._waiting.popleft())
        self._count += due
        self._is_due = self._is_due or bool(due)
        if (self._is_due and not self._is_behind) or self._may_be_seen() != self._is_there:
            self._changes()

    @property
    def _is_behind(self) -> bool:
        """More of the log is there than was handed over: what is shown stays until all of it is."""
        return self._newest is not None and self._newest.more and self._snapshot is None

    def _until_next(self) -> float | None:
        """Seconds, None where nothing is to come; no longer than the machine may have slept unnoticed."""
        due = self._horizon.next_due(self._now())
        if due is not None:
            return min(max(due - self._now(), 0.0), LOOK_S)
        return LOOK_S if self._output.name == "hands" else None

    def _pass(self, row: Row) -> None:
        """A row becomes visible."""
        if isinstance(row.event, MatchStart):
            self._scored, self._timed = None, (0, row.at)
        elif (ms := time_of(row.event)) > self._timed[0]:
            self._timed = ms, row.at
        if self._output.freeze_score:
            held = self._scored or (self._shown or row).match
            self._scored = held if public.ruling_open(row.match) else None
        self._shown = row

    def _changes(self) -> None:
        self._is_due = self._is_due and self._is_behind
        self._is_made, self._version = False, self._version + 1
        self._is_there = self._may_be_seen()
        self._changed.set()
        self._changed = asyncio.Event()

    # ---- what goes out --------------------------------------------------------------------------

    def state(self) -> bytes | None:
        """JSON in one line, its ``now_ms`` of this moment; None where there is nothing that may be seen."""
        at = self._now()
        if self._state() is not None and self._written[0] == self._version and at < self._written[1] + SAME_S:
            return self._written[2]
        made = self.current()
        if made is None:
            return None
        self._written = self._version, at, encoded(made)
        return self._written[2]

    def current(self) -> State | None:
        """The same, not written yet."""
        made, now_ms = self._state(), self._now_ms()
        if isinstance(made, HandsState):
            seen = msgspec.structs.replace(made.public, now_ms=now_ms)
            return msgspec.structs.replace(made, public=seen)
        return None if made is None else msgspec.structs.replace(made, now_ms=now_ms)

    @property
    def seq(self) -> int:
        """Of the newest row that is shown, -1 while none is."""
        made = self._state()
        return -1 if made is None else made.seq

    @property
    def etag(self) -> str:
        """Changes with what is shown, not as time goes by; without quotation marks."""
        self._state()
        return self._etag

    def subscribe(self) -> Subscription:
        return Subscription(self)

    def _state(self) -> State | None:
        """As of now, but for the time."""
        self.advance()
        if not self._is_made:
            self._made, self._is_made = self._build(), True
            self._etag = hashlib.sha256(encoded(self._made)).hexdigest()[:20] if self._made else ""
        return self._made

    def _build(self) -> State | None:
        if self._is_behind:
            kept = self._made if self._may_be_seen() else None
            return kept or (public.waiting(self.delay_s) if self._output.name == "public" else None)
        if self._output.is_referees:
            shown = self._snapshot or self._as_snapshot()
            return None if shown is None else referee_view.state(shown, desk=self._output.name == "referee")
        if self._output.name == "public":
            return self._public()
        return self._hands() if self._may_be_seen() else None

    def _public(self) -> PublicState:
        row = self._shown
        if row is None:
            return public.waiting(self.delay_s)
        moment = Moment(row.match, max(row.seq, 0), self.delay_s, self._timed[0], self._scored)
        return public.state(moment, self._ledger)

    def _hands(self) -> HandsState | None:
        found = open_hands.hands_of(self._shown.match) if self._shown else None
        if found is None:
            return None
        number, hands = found
        seen = self._public()
        return HandsState(
            version=1,
            output="hands",
            seq=seen.seq,
            delay_s=seen.delay_s,
            deal=number,
            hands={seat: texts(cards) for seat, cards in hands.items()},
            public=seen,
        )

    def _may_be_seen(self) -> bool:
        """Whether there is anything for clients; the open hands may be seen by all their conditions only."""
        if self._output.name != "hands":
            return True
        shown, newest = self._shown, self._newest
        if not self._output.on or shown is None or newest is None:
            return False
        age = self._now() - self._horizon.shown_at
        return open_hands.may_be_shown(shown.match, newest.match, self.delay_s, age)

    def _as_snapshot(self) -> Snapshot | None:
        """The referee's table of a log without a desk."""
        row = self._shown
        return None if row is None else snapshot(row.match, None, (), self._timed[0], "")

    def _now_ms(self) -> int:
        """Match time of the moment that is shown: of the newest row, and on from there."""
        ms, at = self._timed
        return ms + max(0, int(1000 * (self._now() - self.delay_s - at)))


class Subscription:
    """The states that one client is given: always the newest, however slow it is."""

    def __init__(self, channel: Channel) -> None:
        self._channel = channel
        self._given = -1

    async def next(self) -> bytes:
        """The newest state, once it is another than the last one given.

        Raises `Closed` when the channel has ended, or what it showed may not be seen any more.
        """
        channel = self._channel
        while not channel.closed:
            state = channel.state()
            if state is None and channel.name == "hands":
                break
            if state is not None and channel._version != self._given:
                self._given = channel._version
                return state
            await channel._changed.wait()
        raise Closed


def _time(row: Row) -> int:
    return 0 if isinstance(row.event, MatchStart) else time_of(row.event)


def encoded(state: State) -> bytes:
    """As JSON in one line."""
    return msgspec.json.encode(state)


def into(loop: asyncio.AbstractEventLoop, call: Callable[[_Given], None]) -> Callable[[_Given], None]:
    """``call`` as it may be called from any thread: in the loop, soon; not at all once that has ended."""

    def hand_over(given: _Given) -> None:
        with suppress(RuntimeError):
            loop.call_soon_threadsafe(call, given)

    return hand_over
