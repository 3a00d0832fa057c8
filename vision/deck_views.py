"""Which pictures a lesson looks at: every photograph; of a camera or video each new layout, once still."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum, auto

import numpy as np

from vision.frames import FrameSource, Stills
from vision.opencv import cv2
from vision.values import Floats, Frame, Image

WIDTH = 160
STILL_MS = 500
MOVING = 1.6
"""Mean difference from frame to frame, of 255, while hands move; noise averages out at this size."""

CHANGED = 0.004
"""Share of the picture that differs from the last view: a card more."""

CHANGED_BY = 16.0


class Sight(Enum):
    """What a frame shows."""

    MOVING = auto()
    NEW = auto()  # a layout that was not looked at yet, and all is still
    SEEN = auto()  # the one that was looked at last


def sights(source: FrameSource) -> Iterator[tuple[Frame, Sight]]:
    """Each frame and what it shows; raises ``SourceError``."""
    layouts = _Layouts()
    for frame in source:
        yield frame, Sight.NEW if isinstance(source, Stills) else layouts.judge(frame)


class _Layouts:
    """Compares each frame with the one before and with the one looked at last."""

    def __init__(self) -> None:
        self._before: Floats | None = None
        self._taken: Floats | None = None
        self._still_since = 0

    def judge(self, frame: Frame) -> Sight:
        grey = _small(frame.image)
        before, self._before = self._before, grey
        if before is None or np.abs(grey - before).mean() > MOVING:
            self._still_since = frame.at_ms
            return Sight.MOVING
        if self._taken is not None and (np.abs(grey - self._taken) > CHANGED_BY).mean() < CHANGED:
            return Sight.SEEN
        if frame.at_ms - self._still_since < STILL_MS:
            return Sight.MOVING
        self._taken = grey
        return Sight.NEW


def _small(image: Image) -> Floats:
    height = round(WIDTH * image.shape[0] / image.shape[1])
    small = cv2.resize(image, (WIDTH, height), interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), np.float32)
