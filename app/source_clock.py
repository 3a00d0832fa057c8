"""What time it is at the source, between and after its frames."""

from __future__ import annotations

import threading
import time
from datetime import datetime

from vision.frames import FrameSource


class SourceClock:
    """Source time in ms: of the last frame, and on from there where the source runs by the clock.

    source: None where everything is typed; paced: a file is kept to its own pace; ended: set once it is over.
    """

    def __init__(self, source: FrameSource | None, ended: threading.Event, *, paced: bool) -> None:
        self._source, self._ended, self._paced = source, ended, paced
        self._frame_ms = 0
        self._frame_at = time.monotonic()

    def start(self) -> None:
        """It is 0 now."""
        self._frame_at = time.monotonic()

    def hear(self, frame_ms: int) -> None:
        """A frame has been gone through."""
        self._frame_ms, self._frame_at = frame_ms, time.monotonic()

    def pace(self, ran_ms: int, began: float, stopping: threading.Event) -> None:
        """Wait until ``ran_ms`` after ``began`` (of ``time.monotonic``) where a file is paced."""
        if self._paced and self._source is not None and not self._source.live:
            stopping.wait(max(0.0, began + ran_ms / 1000 - time.monotonic()))

    def now_ms(self) -> int:
        """A table's clock runs on without pictures; a film's does not."""
        source = self._source
        runs = source is None or source.live or (self._paced and not self._ended.is_set())
        return self._frame_ms + (int((time.monotonic() - self._frame_at) * 1000) if runs else 0)


def since_ms(started: str) -> int | None:
    """ms of wall time since an ISO time; None where it is no time."""
    try:
        begun = datetime.fromisoformat(started)
    except ValueError:
        return None
    now = datetime.now(begun.tzinfo)
    return max(0, int((now - begun).total_seconds() * 1000))
