"""Is something moving, and where: a cheap look at every frame, so that the models run only when needed."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping

import numpy as np
import numpy.typing as npt

from vision.opencv import cv2
from vision.values import Floats, Image

HEIGHT = 135
"""Rows of the small grey picture that movement is looked for in."""

LAG_MS = 120
"""Each picture is compared with one so much older: a slow hand moves less than the noise between frames."""

STEP = 11.0
"""Grey levels by which a small pixel must differ to count as changed."""

MOVING = 5
"""Changed small pixels in an area that make it count as moving."""

LAID = 4
"""Changed small pixels under a card that was laid since."""

CHANGED = 7
"""Changed small pixels that make a still area worth reading again."""

Grey = npt.NDArray[np.float32]
Mask = npt.NDArray[np.bool_]


class Gate:
    """Movement by seat.

    zones: each seat's area as a polygon in px of the full picture; square: the play square, outside of
    which hands may move as they like (None: everywhere counts).
    """

    def __init__(
        self, zones: Mapping[str, Floats], size: tuple[int, int], square: Floats | None = None
    ) -> None:
        self._factor = HEIGHT / size[1]
        self._shape = (round(size[0] * self._factor), HEIGHT)
        self._masks = {seat: self._mask(zone) for seat, zone in zones.items()}
        inside = self._mask(square) if square is not None else True
        self._watched = {seat: mask & inside for seat, mask in self._masks.items()}
        self._recent: deque[tuple[int, Grey]] = deque()

    def _mask(self, zone: Floats) -> Mask:
        mask = np.zeros(self._shape[::-1], np.uint8)
        cv2.fillPoly(mask, [np.round(zone * self._factor).astype(np.int32)], 1)
        return mask.astype(bool)

    def shrink(self, image: Image) -> Grey:
        """The small grey picture, (135, W) float32, noise averaged away."""
        small = cv2.resize(image, self._shape, interpolation=cv2.INTER_AREA)
        return cv2.cvtColor(small, cv2.COLOR_BGR2GRAY).astype(np.float32)

    def moved(self, small: Grey, matrix: npt.NDArray[np.float64]) -> Grey:
        """A small picture after the view moved by ``matrix`` (3 x 3, px to px of the full picture)."""
        half = (1 / self._factor - 1) / 2
        to_full = np.array([[1 / self._factor, 0, half], [0, 1 / self._factor, half], [0, 0, 1]])
        warp = np.linalg.inv(to_full) @ matrix @ to_full
        return np.asarray(
            cv2.warpPerspective(small, warp, self._shape, borderMode=cv2.BORDER_REPLICATE), np.float32
        )

    def movement(self, small: Grey, at_ms: int) -> dict[str, bool]:
        """Which areas move at ``at_ms``; call once a frame, in order."""
        while len(self._recent) > 1 and self._recent[1][0] <= at_ms - LAG_MS:
            self._recent.popleft()
        apart = _apart(small, self._recent[0][1] if self._recent else small)
        self._recent.append((at_ms, small))
        return {seat: int(np.count_nonzero(apart & mask)) >= MOVING for seat, mask in self._watched.items()}

    def extent(self, one: Grey, other: Grey, seat: str) -> Floats | None:
        """x0 y0 x1 y1 in px of the full picture of what differs in an area; None where nothing does."""
        rows, columns = np.nonzero(_apart(one, other) & self._masks[seat])
        if len(rows) == 0:
            return None
        box = np.array([columns.min(), rows.min(), columns.max() + 1, rows.max() + 1], np.float32)
        return box / np.float32(self._factor)

    def changed(self, one: Grey, other: Grey) -> dict[str, int]:
        """How many small pixels of each area differ."""
        apart = _apart(one, other)
        return {seat: int(np.count_nonzero(apart & mask)) for seat, mask in self._masks.items()}

    def changed_within(self, one: Grey, other: Grey, outline: Floats) -> int:
        """How many small pixels differ inside an outline in px of the full picture."""
        return int(np.count_nonzero(_apart(one, other) & self._mask(outline)))


def _apart(one: Grey, other: Grey) -> Mask:
    """Which small pixels differ; light that changes everywhere does not count."""
    difference = one - other
    difference -= np.median(difference)
    return np.asarray(np.abs(difference) > STEP)
