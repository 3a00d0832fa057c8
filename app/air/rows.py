"""Rows of a log, each with the moment at which it happened and the match after it.

They come from a running session, from a record that another program writes, or from a finished one at its own
pace.  Whichever it is, a thread of its own folds them, so that neither recording nor serving waits for that.
"""

from __future__ import annotations

import logging
import queue
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Protocol

from app.air import clock
from app.air.times import Times
from app.recorder import newest, time_of
from app.snapshot import Snapshot
from engine.checking import Fold
from engine.event_json import RecordError, from_json
from engine.events import Event, MatchStart
from engine.header_rules import rules_of
from engine.parsing import ParseError, parse_json
from engine.record import check_seats, check_version
from engine.rules import RuleSetError
from engine.state import MatchState

log = logging.getLogger("guandan_eye.air")

LOOK_S = 0.05
"""So often a record is looked at."""
GONE_S = 3.0
"""A record that is away for so long is not just being written again."""


@dataclass(frozen=True, slots=True)
class Row:
    """One row of a log.

    seq: 0 for the header, with which all begins anew; at: seconds of ``clock``; match: what the rows up to
    this one have come to; more: the log has another row by now, so that this one need not be shown.
    """

    seq: int
    event: MatchStart | Event
    at: float
    match: MatchState = field(repr=False, compare=False)
    more: bool = False


class Folding:
    """Events to rows, in their order.  What cannot be is passed over, as in any replay of a record."""

    def __init__(self) -> None:
        self._fold: Fold | None = None
        self._line = 1

    def row(self, event: MatchStart | Event, at: float) -> Row | None:
        """None for what comes before a header, or where the header's rules are not known."""
        if isinstance(event, MatchStart):
            return self._begun(event, at)
        if self._fold is None or _names_strangers(event, self._fold.state.header):
            return None
        self._line += 1
        self._fold.take(self._line, event, "")
        match = self._fold.state
        seq = newest(match).seq if match.events else event.seq
        return Row(seq, event, at, match)

    def _begun(self, header: MatchStart, at: float) -> Row | None:
        try:
            check_version(header)
            self._fold, self._line = Fold(MatchState.start(header, rules_of(header)), []), 1
        except (RuleSetError, RecordError):
            self._fold = None
            return None
        return Row(0, header, at, self._fold.state)


Put = Callable[[Row], None]
Show = Callable[[Snapshot], None]
Fail = Callable[[str], None]


class Recording(Protocol):
    """What is needed of a session that runs."""

    def on_snapshot(self, callback: Callable[[Snapshot], None]) -> None: ...
    def on_saved(self, callback: Callable[[MatchStart | Event, int], None]) -> None: ...


class Source(ABC):
    """Where rows come from: a thread that hands them over.

    times: of rows that were heard of before; fault: why no more rows come now, or nothing.
    """

    def __init__(self, now: clock.Clock, times: Times | None) -> None:
        self.fault = ""
        self._now, self._times = now, times
        self._closing = threading.Event()
        self._fail: Fail = lambda fault: None
        self._thread: threading.Thread | None = None

    def start(self, put: Put, show: Show, fail: Fail) -> None:
        """``put`` gets every row in order, in the thread of this source, ``show`` what the referee is shown
        where there is a desk, in the recording thread, and ``fail`` the fault for which no more rows come,
        or nothing once they do again; all must return at once."""
        self._thread = threading.Thread(target=self._work, args=(put, fail), name="rows", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Nothing is put after this.  May be called twice."""
        self._closing.set()
        if self._thread is not None:
            self._thread.join()

    def _work(self, put: Put, fail: Fail) -> None:
        self._fail = fail
        try:
            self._run(put)
        except Exception as error:
            log.exception("no rows come any more")
            self._tell(f"{type(error).__name__}: {error}")

    def _tell(self, why: str) -> None:
        """Why no more rows come, nothing: they come again."""
        fault = f"nothing new of the match comes on air: {why}" if why else ""
        if fault != self.fault:
            self.fault = fault
            self._fail(fault)

    def _put_all(self, rows: Iterator[Row], put: Put) -> None:
        """What is there by now, until this is closed."""
        held: Row | None = None
        for row in rows:
            if self._closing.is_set():
                return
            if held is not None:
                put(replace(held, more=True))
            held = row
        if held is not None and not self._closing.is_set():
            put(held)

    @abstractmethod
    def _run(self, put: Put) -> None: ...

    def _dated(self, event: MatchStart | Event, at: float) -> float:
        return at if self._times is None else self._times.at(event, at)


class Live(Source):
    """A session that is running, from its beginning or from now on.  It has one such listener at a time."""

    def __init__(
        self, session: Recording, now: clock.Clock = clock.seconds, times: Times | None = None
    ) -> None:
        super().__init__(now, times)
        self._session = session
        self._heard: queue.SimpleQueue[tuple[MatchStart | Event, float] | None] = queue.SimpleQueue()

    def start(self, put: Put, show: Show, fail: Fail) -> None:
        def showing(snapshot: Snapshot) -> None:
            if not self._closing.is_set():
                show(snapshot)

        super().start(put, show, fail)
        self._session.on_snapshot(showing)
        self._session.on_saved(self._hear)

    def close(self) -> None:
        self._closing.set()
        self._heard.put(None)
        super().close()

    def _hear(self, event: MatchStart | Event, age_ms: int) -> None:
        if not self._closing.is_set():
            self._heard.put((event, self._now() - age_ms / 1000))

    def _run(self, put: Put) -> None:
        folding = Folding()
        while not self._closing.is_set():
            self._put_all(self._rows(folding), put)

    def _rows(self, folding: Folding) -> Iterator[Row]:
        """Of all that was heard by now, once there is something."""
        heard = self._heard.get()
        while heard is not None:
            event, at = heard
            row = folding.row(event, self._dated(event, at))
            if row is not None:
                yield row
            if self._heard.empty():
                return
            heard = self._heard.get()


class Followed(Source):
    """A record (JSON Lines) that another program writes.  Its rows happened when they were found.

    It need not be there yet.  A line counts when its end is there.  A file that is written again from its
    beginning goes on where it was; one that says something else is another match, and all begins anew.
    While less of it is there than was read, nothing new can come, and that is a fault.
    """

    def __init__(self, path: Path, now: clock.Clock = clock.seconds, times: Times | None = None) -> None:
        super().__init__(now, times)
        self._path = path
        self._mark: tuple[int, int, int] | None = None
        self._taken = b""
        self._folding = Folding()
        self._whole_at: float | None = None
        """When all that was read was last there; None while it is."""

    def _run(self, put: Put) -> None:
        while not self._closing.is_set():
            self._put_all(self.look(), put)
            is_gone = self._whole_at is not None and self._now() - self._whole_at >= GONE_S
            self._tell(f"{self._path} is gone, or less of it is there than was" if is_gone else "")
            self._closing.wait(LOOK_S)

    def look(self) -> Iterator[Row]:
        """The rows that are new in the file."""
        now = self._now()
        for line in self._new().split(b"\n"):
            if self._closing.is_set():
                return
            event = event_of(line)
            if event is None:
                continue
            row = self._folding.row(event, self._dated(event, now))
            if row is not None:
                yield row

    def _new(self) -> bytes:
        """The whole lines that have not been taken yet."""
        try:
            stat = self._path.stat()
            mark = stat.st_ino, stat.st_size, stat.st_mtime_ns
            if mark == self._mark:
                return b""
            data = self._path.read_bytes()
        except OSError:  # not there, or just being replaced
            self._mark = None
            self._is_whole(not self._taken)
            return b""
        self._mark = mark
        lines = data[: data.rfind(b"\n") + 1]
        if self._taken.startswith(lines):  # nothing new, or written again and not all of it yet
            self._is_whole(len(lines) == len(self._taken))
            return b""
        self._is_whole(True)
        if not lines.startswith(self._taken):
            self._taken, self._folding = b"", Folding()
        new, self._taken = lines[len(self._taken) :], lines
        return new

    def _is_whole(self, whole: bool) -> None:
        if whole:
            self._whole_at = None
        elif self._whole_at is None:
            self._whole_at = self._now()


class Replayed(Source):
    """A finished record at its own pace, for rehearsals; speed 2 is twice as fast."""

    def __init__(self, path: Path, speed: float = 1.0, now: clock.Clock = clock.seconds) -> None:
        super().__init__(now, None)
        self._path, self._speed = path, speed

    def _run(self, put: Put) -> None:
        folding, began = Folding(), self._now()
        first: int | None = None
        latest = 0
        for line in self._path.read_bytes().split(b"\n"):
            event = event_of(line)
            if event is None:
                continue
            latest = max(latest, 0 if isinstance(event, MatchStart) else time_of(event))
            first = latest or None if first is None else first
            at = began + (latest - (first or latest)) / 1000 / self._speed
            while (left := at - self._now()) > 0 and not self._closing.is_set():
                self._closing.wait(min(left, LOOK_S))
            row = folding.row(event, at)
            if self._closing.is_set():
                return
            if row is not None:
                put(row)


def _names_strangers(event: Event, header: MatchStart) -> bool:
    """Whether it has a seat that nobody sits on."""
    try:
        check_seats(event, header)
    except RecordError:
        return True
    return False


def event_of(line: bytes) -> MatchStart | Event | None:
    """None for what is no event: such a line is passed over."""
    try:
        text = line.decode("utf-8").removeprefix("\ufeff")
        return from_json(parse_json(text)) if text.strip() else None
    except (UnicodeDecodeError, ParseError, RecordError):
        return None
