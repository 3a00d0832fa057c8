"""Pushes that the camera gets during a deal: the whole picture trembles, and may stay moved."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

SWING_MS = 130.0
"""How long one swing of the stand takes, ..."""
CALM_MS = 150.0
"""... and how long until a swing is a third as wide."""


@dataclass(frozen=True, slots=True)
class Bump:
    """From ``start`` to ``stop`` ms the picture swings by up to ``dx``, ``dy`` px and ``degrees``.

    ``lasting``: it comes to rest moved by that much; otherwise where it was.
    """

    start: int
    stop: int
    dx: float
    dy: float
    degrees: float
    lasting: bool

    def at(self, ms: int, size: tuple[int, int]) -> NDArray[np.float64]:
        """How the picture is moved at a time, px -> px, 3 x 3; the turn is about its middle."""
        since = float(np.clip(ms - self.start, 0, self.stop - self.start))
        fades = np.exp(-since / CALM_MS) if since < self.stop - self.start else 0.0
        swing = 2 * np.pi * since / SWING_MS
        share = 1 - fades * np.cos(swing) if self.lasting else fades * np.sin(swing)
        a = np.deg2rad(self.degrees) * share
        c, s = np.cos(a), np.sin(a)
        x, y = size[0] / 2, size[1] / 2
        return np.array(
            [
                [c, -s, x - c * x + s * y + self.dx * share],
                [s, c, y - s * x - c * y + self.dy * share],
                [0, 0, 1],
            ]
        )
