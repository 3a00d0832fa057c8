"""Is what a camera gives a picture of the table?  Told from the pictures alone."""

from __future__ import annotations

import zlib
from dataclasses import dataclass
from enum import Enum

import numpy as np

from vision.values import Image

FROZEN_S = 2.0
"""A picture that is the same to the bit for so long stands still.  A still table does not look so: noise
of a quarter of a grey level changes some pixel of every picture, also in the dark and at JPEG quality 50."""

DARK_MEAN, DARK_BRIGHTEST = 16.0, 40.0
"""A covered lens gives at most this much light (of 255): in the mean, and at the brightest hundredth.  The
darkest table of the simulated matches has a mean of 30."""

EVERY = 16
"""Every so manieth row is looked at (0.3 ms of a 1080p picture), and all of them once these are the same."""


class Trouble(Enum):
    """Why no true picture comes."""

    NONE = ""
    GONE = "gone"
    FROZEN = "frozen"
    DARK = "dark"


@dataclass(frozen=True, slots=True)
class CameraNews:
    """How the camera is.

    trouble: what is wrong; since_s: since when, by the monotonic clock; asks: it was opened again and again
    in vain, and is tried rarely unless somebody asks; why: the driver's own words, or nothing.
    """

    trouble: Trouble = Trouble.NONE
    since_s: float = 0.0
    asks: bool = False
    why: str = ""

    @property
    def sentence(self) -> str:
        """The news in English, for the command line."""
        said = {
            Trouble.NONE: "the camera gives pictures again",
            Trouble.GONE: f"no picture: {self.why}",
            Trouble.FROZEN: "the camera's picture stands still",
            Trouble.DARK: "the camera's picture is black; is the lens covered?",
        }[self.trouble]
        return said + ("; it was opened five times in vain" if self.asks else "")


class Pulse:
    """Follows the pictures of one camera.

    changed: whether the last picture was another than the one before.
    """

    def __init__(self) -> None:
        self.changed = False
        self._rows: int | None = None
        self._whole: int | None = None
        self._since = 0.0

    def opened(self, now: float) -> None:
        """The camera was opened anew; what it gave last it may give again, for so long."""
        self._since = now

    def see(self, image: Image, now: float) -> Trouble:
        rows = np.ascontiguousarray(image[::EVERY])
        seen = zlib.crc32(rows.data, image.shape[0])
        whole = zlib.crc32(np.ascontiguousarray(image).data) if seen == self._rows else None
        self.changed = seen != self._rows or whole != self._whole
        self._rows, self._whole = seen, whole
        if self.changed:
            self._since = now
        if _is_dark(rows):
            return Trouble.DARK
        return Trouble.FROZEN if now - self._since > FROZEN_S else Trouble.NONE


def _is_dark(rows: Image) -> bool:
    light = rows[:, ::EVERY].max(axis=2)
    return float(light.mean()) < DARK_MEAN and float(np.percentile(light, 99)) < DARK_BRIGHTEST
