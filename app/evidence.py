"""The pictures of a match, kept beside its record so that a moment can be looked at again.

`OUT.evidence/` holds segments of ten seconds, `0000120000.mkv` from event time 120 s on. Each picture keeps
its exact event time: name plus time stamp. A segment that was not closed (a crash, or the one being written)
is readable to its last half second. The record never waits for pictures and never fails for them.
"""

from __future__ import annotations

import errno
import shutil
import threading
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from app.film import FILM_FAULTS, Film, even, fitted
from vision.values import Image

SEGMENT_MS = 10_000
WAITING = 24
"""Pictures that may wait for the encoder, 66 MB of them; a further one is dropped and counted."""
RETRY_S = 10.0
"""After a fault of the disk it is tried again so often."""
_END_S = 5.0


@dataclass(frozen=True, slots=True)
class Limits:
    """How much is kept while a match runs: the oldest pictures go first.

    total_bytes: of all segments; last_s: only so many seconds back (None: the whole match); width: widest
    picture in px; fps: most pictures a second; reserve_bytes: left free on the disk for the record.
    """

    total_bytes: int = 2 << 30
    last_s: float | None = None
    width: int = 1280
    fps: float = 25.0
    reserve_bytes: int = 256 << 20


@dataclass(frozen=True, slots=True)
class Segment:
    """One file of pictures. `first_ms`: event time of its first one; `run` tells files of one time apart."""

    path: Path
    first_ms: int
    run: int


def folder_of(record: Path) -> Path:
    """Where the pictures of a record lie."""
    return record.with_suffix(".evidence")


def segments(folder: Path) -> list[Segment]:
    """The files of pictures in a folder, in the order of their times; none where there is no folder."""
    found = []
    with suppress(OSError):
        for path in folder.glob("*.mkv"):
            first, _, run = path.stem.partition("-")
            if first.isdecimal() and (run.isdecimal() or not run):
                found.append(Segment(path, int(first), int(run or 1)))
    return sorted(found, key=lambda segment: (segment.first_ms, segment.run))


def _create(path: Path) -> BinaryIO:
    # Unbuffered: what the encoder has given is in the system's hands, also when this process dies.
    return path.open("xb", buffering=0)


class Ring:
    """Writes pictures in a thread of its own. `put` never waits.

    tell: called once, from that thread, with a sentence when pictures can no longer be kept; they are kept
    again once the disk takes them, and a later fault is told again.
    """

    def __init__(
        self,
        folder: Path,
        limits: Limits | None = None,
        tell: Callable[[str], None] = lambda sentence: None,
        create: Callable[[Path], BinaryIO] = _create,
    ) -> None:
        self.folder = folder
        self.drops = 0
        self.fault = ""
        self._limits = limits or Limits()
        self._tell, self._create = tell, create
        self._change = threading.Condition()
        self._waiting: deque[tuple[Image, int]] = deque()
        self._closed = False
        self._last_ms: int | None = None
        self._film: Film | None = None
        self._file: BinaryIO | None = None
        self._first_ms = self._written_ms = 0
        self._kept: deque[tuple[Segment, int]] = deque()
        self._again_at = 0.0
        self._thread = threading.Thread(target=self._run, name="evidence", daemon=True)
        self._thread.start()

    def put(self, image: Image, at_ms: int) -> None:
        """A picture of event time `at_ms`, which nobody changes any more. One thread calls this, and never
        waits: the picture is only made smaller here.

        It is left out where it comes sooner after the last than `Limits.fps` says, and dropped where
        the encoder is behind.
        """
        if self._last_ms is not None and 0 <= at_ms - self._last_ms < 800 / self._limits.fps:
            return
        self._last_ms = at_ms
        if self._closed or len(self._waiting) >= WAITING:
            self._drop()
            return
        small = fitted(image, even((image.shape[1], image.shape[0]), self._limits.width))
        with self._change:
            self._waiting.append((small, at_ms))
            self._change.notify()

    def close(self) -> None:
        """Write what waits and end. May be called twice."""
        with self._change:
            self._closed = True
            self._change.notify()
        self._thread.join(_END_S)  # a disk that hangs is left behind

    # ---- the thread ---------------------------------------------------------------------------

    def _run(self) -> None:
        while (waiting := self._next()) is not None:
            if time.monotonic() < self._again_at:
                self._drop()
                continue
            try:
                self._write(*waiting)
            except FILM_FAULTS as error:
                self._fail(error)
        try:
            self._end_segment()
        except FILM_FAULTS as error:
            self._fail(error)

    def _next(self) -> tuple[Image, int] | None:
        with self._change:
            self._change.wait_for(lambda: self._waiting or self._closed)
            return self._waiting.popleft() if self._waiting else None

    def _drop(self) -> None:
        with self._change:
            self.drops += 1

    def _write(self, image: Image, at_ms: int) -> None:
        size, film = (image.shape[1], image.shape[0]), self._film
        goes_on = self._written_ms < at_ms < self._first_ms + SEGMENT_MS
        if film is None or not goes_on or film.size != size:
            self._end_segment()
            film = self._begin_segment(size, at_ms)
        self._written_ms = at_ms
        if film.put(image, at_ms - self._first_ms):
            self._keep_bounds(at_ms)

    def _begin_segment(self, size: tuple[int, int], at_ms: int) -> Film:
        if not self._kept:
            self.folder.mkdir(parents=True, exist_ok=True)
            self._kept.extend((s, s.path.stat().st_size) for s in segments(self.folder))
        self._first_ms = at_ms
        self._keep_bounds(at_ms)
        run = 1
        while (path := self.folder / f"{at_ms:010}{f'-{run}' if run > 1 else ''}.mkv").exists():
            run += 1  # a match that was taken up again comes by the same time twice
        self._file = self._create(path)
        self._film = Film(self._file, "matroska", size, self._limits.fps)
        self._kept.append((Segment(path, at_ms, run), 0))
        return self._film

    def _end_segment(self) -> None:
        film, file, self._film, self._file = self._film, self._file, None, None
        if film is None or file is None:
            return
        segment, _ = self._kept.pop()
        self._kept.append((segment, film.bytes))
        try:
            film.close()
        finally:
            file.close()
        self.fault, self._again_at = "", 0.0

    def _keep_bounds(self, at_ms: int) -> None:
        """Old segments go; raises `OSError` where the disk has no room even for this one."""
        limits, spare = self._limits, 1 if self._film else 0
        used = sum(size for _, size in self._kept) + (self._film.bytes if self._film else 0)
        on_disk = used + shutil.disk_usage(self.folder).free - limits.reserve_bytes
        while len(self._kept) > spare:
            segment, size = self._kept[0]
            if used <= min(limits.total_bytes, on_disk) and not self._is_old(segment, at_ms):
                break
            segment.path.unlink(missing_ok=True)
            self._kept.popleft()
            used -= size
        if used > on_disk:
            raise OSError(errno.ENOSPC, "the disk is nearly full")

    def _is_old(self, segment: Segment, at_ms: int) -> bool:
        last_s = self._limits.last_s
        return last_s is not None and segment.first_ms + SEGMENT_MS < at_ms - last_s * 1000

    def _fail(self, error: Exception) -> None:
        """Give the segment up, say so once, try again later."""
        film, file, self._film, self._file = self._film, self._file, None, None
        if film is not None:
            with suppress(*FILM_FAULTS):
                film.close()
        if file is not None:
            with suppress(OSError):
                file.close()
        self._kept.clear()  # what lies there is counted again
        self._again_at = time.monotonic() + RETRY_S
        self._drop()
        if not self.fault:
            why = getattr(error, "strerror", None) or str(error)
            self.fault = f"{self.folder}: pictures are not kept for now: {why}; the record goes on"
            self._tell(self.fault)
