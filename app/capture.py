"""The thread from a source to vision, which goes on when a camera does not.

A camera that gives nothing, or the same picture for ever, is opened again, at most five times a minute; then
rarely, or when somebody asks.  Of a camera only the newest frame waits; of a file some, and none is lost.
"""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from app.trouble import CameraNews, Pulse, Trouble
from vision.frames import FrameSource, Reopens, SourceError
from vision.opencv import cv2
from vision.values import Frame, Image

AHEAD = 4
"""Frames of a file that are decoded ahead of vision."""

BACK_OFF_S = (0.5, 1.0, 2.0, 3.0, 3.0)
"""Waits before an opening, by how often the camera was opened within the last minute."""

MINUTE_S = 60.0
HUNG_S = 2.0
"""An opening that failed after so long has left a thread behind, and counts as one."""

SHAPE = 0.01
"""By so much the ratio of the sides may differ between two sizes of one picture."""


@dataclass(frozen=True, slots=True)
class Away:
    """No true picture came since ``since_ms`` (source time).

    reshaped: the pictures have other proportions now, so that the table may lie elsewhere in them.
    """

    since_ms: int
    reshaped: bool


@dataclass(frozen=True, slots=True)
class Taken:
    """A frame for vision, what lay before it, and how many were lost so far."""

    frame: Frame
    away: Away | None
    drops: int


class Capture:
    """Follows one source; ``run`` is its thread.

    keep: gets every frame that shows the table, before vision; it must not wait.  tell: hears what is new of
    the camera, in the capture thread.  Read ``news`` from any thread.  fault: what ended a source that cannot
    be opened again.
    """

    def __init__(
        self,
        source: FrameSource,
        keep: Callable[[Frame], None] = lambda frame: None,
        tell: Callable[[CameraNews], None] = lambda news: None,
    ) -> None:
        self.news = CameraNews()
        self._tell_of = tell
        self.fault: SourceError | None = None
        self.live = source.live
        self._source, self._keep = source, keep
        self._room = 1 if source.live else AHEAD
        self._change = threading.Condition()
        self._waiting: deque[Taken] = deque()
        self._closing = threading.Event()
        self._ended = False
        self._asked = threading.Event()
        self._pulse = Pulse()
        self._starts: deque[float] = deque(maxlen=len(BACK_OFF_S))
        self._last: Frame | None = None
        self._last_at = 0.0
        self._true_ms = 0
        self._shift_ms, self._next_index, self._drops = 0, 0, 0

    def run(self) -> None:
        """Until the source ends, fails for good, or is closed."""
        try:
            source: FrameSource | None = self._source
            while source is not None:
                trouble = self._take_from(source)
                if trouble is Trouble.NONE:
                    return
                source.close()
                source = self._again(source)
        finally:
            with self._change:
                self._ended = True
                self._change.notify_all()

    def next(self) -> Taken | None:
        """The next frame for vision; None at the end."""
        with self._change:
            self._change.wait_for(lambda: self._waiting or self._ended or self._closing.is_set())
            if self._closing.is_set() or not self._waiting:
                return None
            taken = self._waiting.popleft()
            self._change.notify_all()
            return taken

    def try_now(self) -> None:
        """Open the camera again without waiting any longer."""
        if self.news.trouble is not Trouble.NONE:
            self._asked.set()

    def close(self) -> None:
        """End ``run`` and ``next``.  May be called twice."""
        with self._change:
            self._closing.set()
            self._change.notify_all()
        self._asked.set()
        self._source.close()

    # ---- one opening --------------------------------------------------------------------------

    def _take_from(self, source: FrameSource) -> Trouble:
        """Frames until it ends (no trouble), or has to be opened again."""
        first, index = True, -1
        try:
            for raw in source:
                if self._closing.is_set():
                    break
                now = time.monotonic()
                if first:
                    self._line_up(raw, now)
                self._drops += max(0, raw.index - index - 1) if not first else 0
                first, index = False, raw.index
                if isinstance(source, Reopens):
                    trouble = self._pulse.see(raw.image, now)
                    if trouble is Trouble.FROZEN:
                        self._tell(trouble)
                        return trouble
                    if trouble is Trouble.DARK:
                        self._tell(trouble)
                        continue
                    if self.news.trouble is not Trouble.NONE and not self._pulse.changed:
                        continue  # what stood still before is no sign that it goes on
                self._hand_over(raw, now)
        except SourceError as error:
            if not isinstance(source, Reopens):
                self.fault = error
                return Trouble.NONE
            if not self._closing.is_set():
                self._tell(Trouble.GONE, str(error))
                return Trouble.GONE
        return Trouble.NONE

    def _line_up(self, raw: Frame, now: float) -> None:
        """The times of this opening go on from those before."""
        if self._last is not None:
            self._shift_ms = self._last.at_ms + round((now - self._last_at) * 1000) - raw.at_ms
            self._pulse.opened(now)

    def _hand_over(self, raw: Frame, now: float) -> None:
        away = None
        if self._last is None:
            frame = raw
        else:
            image, reshaped = fitted(raw.image, self._last.size)
            if self.news.trouble is not Trouble.NONE:
                away = Away(self._true_ms, reshaped)
            frame = replace(raw, image=image, at_ms=raw.at_ms + self._shift_ms)
        if self._pulse.changed:
            self._true_ms = frame.at_ms
        self._last, self._last_at = frame, now
        self._say(CameraNews())
        self._keep(frame)
        self._put(Taken(frame, away, self._drops))

    def _put(self, taken: Taken) -> None:
        with self._change:
            while len(self._waiting) >= self._room and not self._closing.is_set():
                if self.live:
                    old = self._waiting.popleft()
                    self._drops += 1
                    taken = Taken(taken.frame, taken.away or old.away, self._drops)
                else:
                    self._change.wait()
            self._waiting.append(taken)
            self._change.notify_all()

    # ---- opening it again ---------------------------------------------------------------------

    def _again(self, old: FrameSource) -> FrameSource | None:
        """The camera, as soon as it can be opened; None once closed."""
        assert isinstance(old, Reopens)
        while not self._closing.is_set():
            self._wait_for_a_turn()
            if self._closing.is_set():
                break
            began = time.monotonic()
            try:
                source = old.again()
            except SourceError:
                if time.monotonic() - began >= HUNG_S:
                    self._starts.append(began)
                continue
            self._starts.append(began)
            with self._change:
                self._source = source
            if self._closing.is_set():  # while it was opened
                source.close()
                break
            return source
        return None

    def _wait_for_a_turn(self) -> None:
        now = time.monotonic()
        recent = [start for start in self._starts if now - start < MINUTE_S]
        if len(recent) == len(BACK_OFF_S):
            self._say(replace(self.news, asks=True))
        wait = self._starts[-1] + MINUTE_S - now if self.news.asks else BACK_OFF_S[len(recent)]
        if self._asked.wait(max(wait, BACK_OFF_S[0])) and not self._closing.is_set():
            self._asked.clear()
            self._starts.clear()
            self._say(replace(self.news, asks=False))

    def _tell(self, trouble: Trouble, why: str = "") -> None:
        since = self.news.since_s if self.news.trouble is not Trouble.NONE else time.monotonic()
        self._say(CameraNews(trouble, since, self.news.asks, why))

    def _say(self, news: CameraNews) -> None:
        if news != self.news:
            self.news = news
            self._tell_of(news)


def fitted(image: Image, size: tuple[int, int]) -> tuple[Image, bool]:
    """A picture brought to the width and height that came first, and whether its proportions are others.

    It is scaled as a whole; what it then lacks at its sides is black.
    """
    height, width = image.shape[:2]
    if (width, height) == size:
        return image, False
    scale = min(size[0] / width, size[1] / height)
    wide, high = round(width * scale), round(height * scale)
    scaled = np.asarray(cv2.resize(image, (wide, high), interpolation=cv2.INTER_AREA), np.uint8)
    left, top = (size[0] - wide) // 2, (size[1] - high) // 2
    right, bottom = size[0] - wide - left, size[1] - high - top
    whole = cv2.copyMakeBorder(scaled, top, bottom, left, right, cv2.BORDER_CONSTANT)
    reshaped = abs(width * size[1] / (height * size[0]) - 1) > SHAPE
    return np.asarray(whole, np.uint8), reshaped
