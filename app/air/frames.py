"""The table picture as JPEG, so that this program has the camera and a broadcast still has its picture.

At most five pictures a second. While a delay runs they wait on disk, in files without a name: nobody can look
ahead, and a crash leaves nothing behind. A picture is shown when it was taken at least the delay ago, never
sooner, and of those that are due only the newest is.
"""

from __future__ import annotations

import errno
import os
import tempfile
import threading
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import IO

import numpy as np
import platformdirs

from app.air import clock
from app.film import even, fitted
from app.pictures import Image, Picture
from vision.opencv import cv2

FPS = 5.0
_JITTER_S = 0.05
"""A camera's pictures come so much sooner or later than they should; on the whole it stays at `FPS`."""
WIDTH = 1280
"""The widest picture, px."""
QUALITY = 82
RING_BYTES = 512 << 20
"""Of pictures that wait, at most: a quarter of an hour of them. The oldest go first, without being shown."""
PART_BYTES = 8 << 20
Polygon = np.ndarray[tuple[int, ...], np.dtype[np.float64]]


@dataclass(frozen=True, slots=True, eq=False)
class Shot:
    """A picture that may be shown.

    jpeg: without drawings; at: when it was taken, seconds of `clock`; marks: outline in px of this picture,
    card text and seat of each card that lies there.
    """

    jpeg: bytes
    at: float
    marks: tuple[tuple[Polygon, str, str], ...]


@dataclass(slots=True, eq=False)
class _Part:
    """One file of the ring, and how many of its pictures still wait."""

    file: IO[bytes]
    size: int = 0
    waiting: int = 0


@dataclass(frozen=True, slots=True, eq=False)
class _Waiting:
    """A picture on disk: `shot` is without its bytes."""

    shot: Shot
    part: _Part
    start: int
    size: int


class Ring:
    """Pictures that wait on disk, in the order in which they were taken.  One thread calls this.

    lost: pictures that had to go before they were due, as there was no room.
    """

    def __init__(self, most_bytes: int = RING_BYTES, part_bytes: int = PART_BYTES) -> None:
        self.lost = 0
        self._most, self._part_bytes = most_bytes, part_bytes
        self._parts: deque[_Part] = deque()
        self._waiting: deque[_Waiting] = deque()

    def __len__(self) -> int:
        return len(self._waiting)

    @property
    def bytes(self) -> int:
        """On disk now."""
        return sum(part.size for part in self._parts)

    @property
    def first_at(self) -> float | None:
        """When the picture that waits longest was taken."""
        return self._waiting[0].shot.at if self._waiting else None

    def put(self, shot: Shot) -> None:
        """Raises ``OSError`` where the disk does not take it."""
        if not self._parts or self._parts[-1].size >= self._part_bytes:
            self._parts.append(_Part(_unnamed_file()))
        part = self._parts[-1]
        part.file.seek(part.size)
        if part.file.write(shot.jpeg) != len(shot.jpeg):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        self._waiting.append(_Waiting(replace(shot, jpeg=b""), part, part.size, len(shot.jpeg)))
        part.size += len(shot.jpeg)
        part.waiting += 1
        while self.bytes > self._most and len(self._parts) > 1:
            self.lost += self._parts[0].waiting
            for _ in range(self._parts[0].waiting):
                self._pop()

    def take(self, delay_s: float, now: float) -> Shot | None:
        """The newest picture that was taken ``delay_s`` ago; it and those before it wait no more."""
        while len(self._waiting) > 1 and self._waiting[1].shot.at + delay_s <= now:
            self._pop()
        if not self._waiting or self._waiting[0].shot.at + delay_s > now:
            return None
        newest = self._waiting[0]
        try:
            newest.part.file.seek(newest.start)
            return replace(newest.shot, jpeg=newest.part.file.read(newest.size))
        finally:
            self._pop()

    def clear(self) -> None:
        while self._waiting:
            self._pop()
        while self._parts:
            self._parts.popleft().file.close()

    def _pop(self) -> None:
        part = self._waiting.popleft().part
        part.waiting -= 1
        if not part.waiting and (part is not self._parts[-1] or part.size >= self._part_bytes):
            self._parts.remove(part)
            part.file.close()


def _unnamed_file() -> IO[bytes]:
    """On a disk, as the system's own place for such files may be memory."""
    with suppress(OSError):
        folder = platformdirs.user_cache_path("guandan-eye", appauthor=False)
        folder.mkdir(parents=True, exist_ok=True)
        return tempfile.TemporaryFile(dir=folder, buffering=0)
    return tempfile.TemporaryFile(buffering=0)


class Frames:
    """Pictures in, pictures that may be shown out, in a thread of its own.

    show: called with each of them in that thread; fault: why none come, or nothing; drops: pictures that came
    while the one before was still being written.
    """

    def __init__(
        self,
        show: Callable[[Shot], None],
        delay_s: float = 0.0,
        ring: Ring | None = None,
        now: clock.Clock = clock.seconds,
    ) -> None:
        self.fault = ""
        self.drops = 0
        self._show, self._delay_s, self._now = show, delay_s, now
        self._ring = ring or Ring()
        self._change = threading.Condition()
        self._new: tuple[Picture, float] | None = None
        self._next_at = float("-inf")
        self._closed = False
        self._thread = threading.Thread(target=self._run, name="frames", daemon=True)
        self._thread.start()

    def put(self, picture: Picture) -> None:
        """A picture that was taken just now, or a little before.  Never waits."""
        at = self._now()
        if at < self._next_at:
            return
        self._next_at = max(self._next_at, at - _JITTER_S) + 1 / FPS
        with self._change:
            self.drops += self._new is not None
            self._new = (picture, at)
            self._change.notify()

    @property
    def delay_s(self) -> float:
        return self._delay_s

    @delay_s.setter
    def delay_s(self, seconds: float) -> None:
        with self._change:
            self._delay_s = seconds
            self._change.notify()

    def close(self) -> None:
        """Nothing is shown any more.  May be called twice."""
        with self._change:
            self._closed = True
            self._change.notify()
        self._thread.join(2.0)  # a disk that hangs is left behind

    # ---- the thread ---------------------------------------------------------------------------

    def _run(self) -> None:
        try:
            while not self._closed:
                with self._change:
                    self._change.wait_for(lambda: self._closed or self._new is not None, self._pause_s())
                    new, self._new = self._new, None
                if new is not None and not self._closed:
                    self._keep(*new)
                self._show_due()
        finally:
            self._ring.clear()

    def _pause_s(self) -> float:
        """Until the next picture is due; not for long, as a delay may be lowered and a machine may sleep."""
        first = self._ring.first_at
        return 0.5 if first is None else min(max(first + self._delay_s - self._now(), 0.0), 0.5)

    def _keep(self, picture: Picture, at: float) -> None:
        shot = _shot(picture, at)
        if not self._delay_s and not len(self._ring):
            self._show(shot)
            return
        try:
            self._ring.put(shot)
            self.fault = ""
        except OSError as error:
            self.fault = f"the table picture cannot be kept for its delay: {error.strerror}"

    def _show_due(self) -> None:
        try:
            shot = self._ring.take(self._delay_s, self._now())
        except OSError as error:
            self.fault = f"the table picture cannot be read: {error.strerror}"
            return
        if shot is not None:
            self._show(shot)


def _shot(picture: Picture, at: float) -> Shot:
    high, wide = picture.image.shape[:2]
    size = even((wide, high), WIDTH)
    scale = np.array([size[0] / wide, size[1] / high])
    marks = tuple((np.asarray(corners) * scale, text, seat) for corners, text, seat in picture.marks)
    return Shot(jpeg_of(fitted(picture.image, size)), at, marks)


def jpeg_of(image: Image) -> bytes:
    return bytes(cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1])
