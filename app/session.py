"""A running recording: the threads from the camera to the log, without Qt.

capture -> vision -> live and store -> whoever listens.  A camera that fails is no end (`app.capture`);
readings and what people type go through one queue, so events have one order.
"""

from __future__ import annotations

import queue
import shutil
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from app.alive import EVERY_S, Alive, last_alive
from app.capture import Capture, Taken
from app.conduct_calls import ConductCalls
from app.copies import Copies, CopyNews, copied_files
from app.evidence import Limits, Ring
from app.live import Live
from app.memory import give_back
from app.pictures import Mailbox, Picture
from app.recorder import Prepared, time_of
from app.snapshot import Snapshot
from app.source_clock import SourceClock, since_ms
from app.store import Log, StoreError
from app.table_found import FOUND, find_table
from app.trouble import CameraNews
from engine.cards import Card
from engine.errors import RuleError
from engine.events import Event, MatchStart
from engine.rules import RuleSet
from models import ModelError
from vision.drift import View
from vision.frames import FrameSource
from vision.indices import IndexDetector, IndexReader, Read
from vision.table import Table, TableError
from vision.values import Frame
from vision.watch import Watcher

CAPTURE_JOIN_S = 2.0
LOOK_S = 0.1
"""The clock is looked at so often at the most."""


class Session(ConductCalls):
    """One table being recorded.  With no ``source`` everything is entered by hand.

    speed: "real" keeps a file to its own pace, "max" does not; log: open, and closed by ``stop``; read: a
    reader that knows the deck on the table, or the plain one; copies: of the record, after each deal;
    evidence: a folder in which the pictures are kept, or None; prepared: what was settled before the match.
    """

    def __init__(
        self,
        source: FrameSource | None,
        table: Table | None,
        rules: RuleSet,
        log: Log,
        *,
        level: str | None = None,
        leader: str | None = None,
        speed: str = "real",
        source_name: str = "",
        read: Read | None = None,
        copies: Copies | None = None,
        evidence: Path | None = None,
        limits: Limits | None = None,
        prepared: Prepared | None = None,
    ) -> None:
        self.source_name = source_name
        self.record_path: Path = log.path
        self.picture = Mailbox()
        self.fault: Exception | None = None
        self.mended = log.mended
        self.unsaved: StoreError | None = None
        """Why the last event could not be saved; None once one is saved again."""
        self._source, self._table, self._log, self._read = source, table, log, read
        self._live = Live(log, rules, level, leader, prepared=prepared or Prepared())
        self._taken_up = log.last
        self._alive = Alive(log.path)
        self._skip_to_ms = self._take_up()
        self._evidence, self._limits = evidence, limits
        self._ring: Ring | None = None
        self._tasks: queue.SimpleQueue[Callable[[], None] | None] = queue.SimpleQueue()
        self._capture = (
            None if source is None else Capture(source, self._keep, lambda news: self._camera_listener(news))
        )
        self._refused: RuleError | None = None
        self._listeners: list[Callable[[Snapshot], None]] = []
        self._camera_listener: Callable[[CameraNews], None] = lambda news: None
        self._table_listener: Callable[[str], None] = lambda sentence: None
        self.table_found = ""
        """How the table was found where none was given, a word of `app.table_found`; nothing until then."""
        self._seen_out = threading.Event()
        self._stopping = threading.Event()
        self._threads: list[threading.Thread] = []
        self._copies, self._copied, self._reshaped = copies, -1, False
        if copies is not None:
            copies.listeners.append(self._hear_of_copies)
        self._shown_ms = 0
        self._clock = SourceClock(source, self._seen_out, paced=speed == "real")

    # ---- life ---------------------------------------------------------------------------------

    def start(self) -> None:
        """Start the threads; returns at once."""
        self._clock.start()
        self._run("live", self._keep_record)
        if self._capture is None:
            self._seen_out.set()
        else:
            if self._evidence is not None:
                self._ring = Ring(self._evidence, self._limits, tell=self.say)
            self._run("vision", self._watch)
            self._run("capture", self._capture.run)
        self._do(self._live.prepare)

    def wait(self) -> None:
        """Until the source has ended and all of it is recorded, or something failed."""
        while not self._seen_out.wait(0.2):
            pass
        if self.fault is None or not isinstance(self.fault, StoreError):
            self._do(self._live.finish)
        recorded = threading.Event()
        self._tasks.put(recorded.set)
        while not recorded.wait(0.2):
            if not any(t.name == "live" and t.is_alive() for t in self._threads):
                return

    @property
    def header(self) -> MatchStart:
        """Of the match that is recorded."""
        return self._live.state.header

    def stop(self) -> None:
        """End and join the threads, take what waits as asked, close the log.  May be called twice.

        A source or table that failed before anything was recorded leaves no record behind.
        """
        if self._stopping.is_set():
            return
        self._stopping.set()
        if self._capture is not None:
            self._capture.close()
        self._tasks.put(self._live.finish)
        self._tasks.put(None)
        for thread in self._threads:
            # A camera driver may hang for ever; a model that is running ends, and must before we do.
            thread.join(CAPTURE_JOIN_S if thread.name == "capture" else None)
        if self._copies is not None:
            self._copy()
            self._copies.close()
        if self._ring is not None:
            self._ring.close()
        self._last_sign()
        if self.fault is None:
            self._log.close()
        else:
            self._log.abandon()
            if self._evidence is not None and not self.record_path.exists():
                shutil.rmtree(self._evidence, ignore_errors=True)
        give_back()

    @property
    def camera(self) -> CameraNews:
        """How the camera is."""
        return self._capture.news if self._capture is not None else CameraNews()

    def on_camera(self, callback: Callable[[CameraNews], None]) -> None:
        """``callback`` hears what is new of the camera, in the capture thread."""
        self._camera_listener = callback

    def on_table(self, callback: Callable[[str], None]) -> None:
        """``callback`` hears a sentence where no table was given, in the vision thread."""
        self._table_listener = callback

    def try_camera(self) -> None:
        """Open a camera that gives nothing again, now."""
        if self._capture is not None:
            self._capture.try_now()

    @property
    def evidence_fault(self) -> str:
        """Why pictures are not kept now, or nothing."""
        return self._ring.fault if self._ring is not None else ""

    def on_snapshot(self, callback: Callable[[Snapshot], None]) -> None:
        """``callback`` gets a snapshot after every change, in the recording thread."""
        self._listeners.append(callback)

    def on_saved(self, callback: Callable[[MatchStart | Event, int], None]) -> None:
        """``callback`` gets header and events so far, then each event after its commit; in the live thread.

        With it how many ms ago it was; 0 where only the time of day could tell, which may have been set.
        """
        self._do(lambda: self._live.hear(lambda event: callback(event, self._age_ms(event))))

    # ---- what people do -----------------------------------------------------------------------

    def answer(self, proposal_id: int, cards: tuple[Card, ...] | None, passed: bool = False) -> None:
        """Take a proposal as it is (no cards), with other cards, or as no play at all (``passed``)."""
        if passed:
            self._do(lambda: self._live.dismiss(proposal_id))
        else:
            self._do(lambda: self._live.answer(proposal_id, cards))

    def put_aside(self, proposal_id: int) -> None:
        self._do(lambda: self._live.put_aside(proposal_id))

    def type_play(self, seat: str | None, cards: tuple[Card, ...]) -> None:
        """``seat`` None: whoever is to move when what was typed before has been taken."""
        self._do(lambda: self._type(seat, lambda who: self._live.type_play(who, cards, self._clock.now_ms())))

    def type_pass(self, seat: str | None) -> None:
        self._do(lambda: self._type(seat, lambda who: self._live.type_pass(who, self._clock.now_ms())))

    def _type(self, seat: str | None, act: Callable[[str], None]) -> None:
        """What was typed ahead of an entry that is refused would be taken for another seat's: so it falls."""
        if seat is None and self._refused is not None:
            raise self._refused
        self._refused = None
        try:
            act(seat or self._live.to_move())
        except RuleError as error:
            self._refused = error
            raise

    def correct(
        self, seq: int, cards: Sequence[Card], seat: str | None = None, *, anyway: bool = False
    ) -> None:
        """Replace the cards of play ``seq`` (none: it was a pass), and where given its seat.

        ``anyway``: also where later events then have no ground.
        """
        self._act(lambda live, now: live.correct(seq, tuple(cards), now, seat, anyway=anyway))

    def undo(self) -> None:
        """Take back what the referee did last."""
        self._act(lambda live, now: live.undo(now))

    def redo(self) -> None:
        """Do again what was undone last."""
        self._act(lambda live, now: live.redo(now))

    def type_tribute(self, seat: str, card: Card) -> None:
        self._act(lambda live, now: live.type_tribute(seat, card, now))

    def type_return(self, seat: str, card: Card) -> None:
        self._act(lambda live, now: live.type_return(seat, card, now))

    def refuse_tribute(self) -> None:
        self._act(lambda live, now: live.refuse_tribute(now))

    def confirm(self, notice_id: int) -> None:
        """A notice is a breach."""
        self._act(lambda live, now: live.confirm(notice_id, now))

    def let_be(self, notice_id: int) -> None:
        """A notice is no breach."""
        self._act(lambda live, now: live.let_be(notice_id, now))

    def start_deal(self, level: str, leader: str | None) -> None:
        """``leader`` None: whoever lays first."""
        self._act(lambda live, now: live.start_deal(level, leader, now))

    # ---- threads ------------------------------------------------------------------------------

    def _run(self, name: str, work: Callable[[], None]) -> None:
        thread = threading.Thread(target=work, name=name, daemon=True)
        self._threads.append(thread)
        thread.start()

    def say(self, sentence: str) -> None:
        """Show the referee a sentence until the next change."""
        self._do(lambda: setattr(self._live, "notice", sentence))

    def _do(self, task: Callable[[], None]) -> None:
        self._tasks.put(task)

    def _act(self, act: Callable[[Live, int], None]) -> None:
        self._do(lambda: act(self._live, self._clock.now_ms()))

    def _keep(self, frame: Frame) -> None:
        """Every frame, also those for which vision has no time."""
        if self._ring is not None and frame.at_ms >= self._skip_to_ms:
            self._ring.put(frame.image, self._live.event_ms(frame.at_ms))

    def _watch(self) -> None:
        """Frames to readings, in order."""
        assert self._capture is not None
        try:
            watcher: Watcher | None = None
            began, first_ms, count = time.monotonic(), 0, 0
            while (taken := self._capture.next()) is not None:
                frame = taken.frame
                if frame.at_ms < self._skip_to_ms:
                    continue
                if watcher is None:
                    if (table := self._table) is None:
                        table, self.table_found = find_table(frame.image)
                        self._table_listener(FOUND[self.table_found])
                    watcher = Watcher(table, frame, IndexDetector(), self._read or IndexReader())
                    began, first_ms = time.monotonic(), frame.at_ms
                elif taken.away is not None:
                    away = taken.away
                    watcher.camera.away(away.since_ms, frame.at_ms, reshaped=away.reshaped)
                    self._reshaped = away.reshaped
                self._clock.pace(frame.at_ms - first_ms, began, self._stopping)
                for reading in watcher.see(frame):
                    self._do(lambda reading=reading: self._live.take(reading))  # type: ignore[misc]
                count += 1
                self._clock.hear(frame.at_ms)
                self._show(watcher, taken, count / max(time.monotonic() - began, 1e-3))
            self.fault = self.fault or self._capture.fault
        except (ModelError, TableError) as error:
            self.fault = self.fault or error
        finally:
            self._seen_out.set()

    def _show(self, watcher: Watcher, taken: Taken, fps: float) -> None:
        marks = tuple((o.polygon, str(o.card.best), o.seat) for o in watcher.outlines)
        view, frame = watcher.camera.view, taken.frame
        self._reshaped = self._reshaped and not watcher.camera.sure
        self.picture.put(
            Picture(
                frame.image,
                watcher.zones,
                marks,
                self._live.event_ms(frame.at_ms),
                taken.drops,
                fps,
                "lost" if self._reshaped and view is View.BLIND else view.value,
                watcher.camera.moves,
            )
        )

    def _keep_record(self) -> None:
        """Readings and typed input into the log, one at a time."""
        while (task := self._next_task()) is not None:
            try:
                self._live.notice = ""
                done, last = len(self._live.state.deals_done), self._log.last
                task()
                if self._log.last > last:
                    self.unsaved = None
                if self._copies is not None and self._copied != len(self._live.state.deals_done):
                    self._copy()
                if done != len(self._live.state.deals_done):
                    give_back()  # once a deal, so that the most ever used at a time is not kept for good
            except RuleError as error:
                self._live.notice = error.reason
            except StoreError as error:
                # Not saved: say so at once; what was acknowledged is safe.
                self.fault = self.unsaved = error
                self._live.notice = str(error)
                self._seen_out.set()
            self._shown_ms = self._clock.now_ms()
            shown = self._live.snapshot(self._shown_ms)
            for listener in tuple(self._listeners):
                listener(shown)

    def _next_task(self) -> Callable[[], None] | None:
        """What is to be done next; nothing but a look at the clock where its limit passes first."""
        left, since = self._live.left_ms(self._shown_ms), self._clock.now_ms() - self._shown_ms
        due_s = float("inf") if left is None else max((left - since) / 1000, LOOK_S)
        while due_s > 0:
            if self._by_the_clock and self._log.last:
                self._alive.tell(self._live.event_ms(self._clock.now_ms()))
            wait_s = min(due_s, EVERY_S)
            try:
                return self._tasks.get(timeout=wait_s)
            except queue.Empty:
                due_s -= wait_s
        return lambda: None

    def _copy(self) -> None:
        """Hand over a copy of what is recorded; nothing waits for it to be written."""
        assert self._copies is not None
        if not self._log.last:
            return
        self._copied = len(self._live.state.deals_done)
        try:
            self._copies.take(copied_files(self._log.path, self._log.lines(), self._log.image()))
        except StoreError as error:  # what was acknowledged is safe, and play goes on
            self._live.notice = str(error)

    def _hear_of_copies(self, news: CopyNews) -> None:
        def tell() -> None:
            self._live.notice = "copies_fail" if news.fails else "copies_again"

        self._do(tell)

    # ---- clocks -------------------------------------------------------------------------------

    @property
    def _by_the_clock(self) -> bool:
        """Whether time runs on by itself: no film is gone through."""
        return self._source is None or self._source.live

    def _last_sign(self) -> None:
        """Of a match that may be gone on with, when it was left."""
        left_open = self._by_the_clock and self._log.last and not self._live.state.over
        self._alive.close(self._live.event_ms(self._clock.now_ms()) if left_open else None)

    def _age_ms(self, event: MatchStart | Event) -> int:
        now = self._live.event_ms(self._clock.now_ms())
        if isinstance(event, MatchStart):
            return 0 if self._taken_up else now
        return max(0, now - at) if event.seq > self._taken_up and (at := time_of(event)) else 0

    def _take_up(self) -> int:
        """Go on with a log that holds events already; returns the source time to start looking at.

        A file is gone through again from the last trick that ended, and what is recorded is not taken
        twice; a camera's time goes on from the header's start by the wall clock.
        """
        if self._log.last == 0:
            return 0
        if not self._by_the_clock:
            return self._live.continue_file()
        self._live.continue_clock(since_ms(self._log.header.started), last_alive(self._log.path))
        return 0
