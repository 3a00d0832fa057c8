"""Is something moving, and where: a cheap look at every frame, so that the models run only when needed."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from vision.opencv import cv2
from vision.values import Floats, Image

HEIGHT = 135
"""Rows of the small grey picture that movement is looked for in."""

LAG_MS = 120
"""Each picture is compared with one so much older: a slow hand moves less than the noise between frames."""

REST_MS = 80
"""What looks as it did so long ago has come to rest: it is looked at more than once anyway."""

STEP = 11.0
"""Grey levels by which a small pixel must differ to count as changed."""

MOVING = 5
"""Changed small pixels in an area that make it count as moving."""

LAID = 4
"""Changed small pixels under a card that was laid since."""

CHANGED = 7
"""Changed small pixels that make a still area worth reading again."""

SAMPLED = 4
"""Of a picture larger than so many times the small one only some pixels are averaged: all of them would
cost more than everything else that is done with a frame."""

Grey = npt.NDArray[np.float32]
Grey8 = npt.NDArray[np.uint8]
Mask = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True, eq=False)
class Glance:
    """A frame made small: grey (135, W) with noise averaged away, and twice as fine, grey and in colour."""

    small: Grey
    fine: Grey8
    colour: Image


class Gate:
    """Movement by seat.

    zones: each seat's area as a polygon in px of the full picture; square: the play square, outside of
    which hands may move as they like (None: everywhere counts).  shape: rows and columns of the small
    picture; factor: small pixels for one of the full picture; moving: what moves in the frame last seen,
    unsettled: what has moved since ``REST_MS``, stirring: what has moved since the frame before it.
    """

    def __init__(
        self, zones: Mapping[str, Floats], size: tuple[int, int], square: Floats | None = None
    ) -> None:
        self.factor = HEIGHT / size[1]
        self.shape = (HEIGHT, round(size[0] * self.factor))
        self._masks = {seat: self.mask(zone) for seat, zone in zones.items()}
        inside = self.mask(square) if square is not None else True
        self._watched = {seat: mask & inside for seat, mask in self._masks.items()}
        self._recent: deque[tuple[int, Grey, Mask]] = deque()
        self.moving = np.zeros(self.shape, bool)
        self.unsettled = self.stirring = self.moving

    def mask(self, outline: Floats, room: int = 0) -> Mask:
        """The small pixels inside an outline in px of the full picture, and up to ``room`` round it."""
        mask = np.zeros(self.shape, np.uint8)
        corners = [np.round(outline * self.factor).astype(np.int32)]
        cv2.fillPoly(mask, corners, 1)
        if room:
            cv2.polylines(mask, corners, True, 1, 2 * room + 1)
        return mask.astype(bool)

    def glance(self, image: Image) -> Glance:
        """The frame as the gate sees it."""
        height, width = self.shape
        fine = (2 * width, 2 * height)
        kind = cv2.INTER_LINEAR if image.shape[0] >= SAMPLED * height else cv2.INTER_AREA
        colour = np.asarray(cv2.resize(image, fine, interpolation=kind), np.uint8)
        grey = cv2.cvtColor(colour, cv2.COLOR_BGR2GRAY)
        small = cv2.resize(grey, (width, height), interpolation=cv2.INTER_AREA).astype(np.float32)
        return Glance(small, np.asarray(grey, np.uint8), colour)

    def moved(self, small: Grey, matrix: npt.NDArray[np.float64]) -> Grey:
        """A small picture after the view moved by ``matrix`` (3 x 3, px to px of the full picture)."""
        half = (1 / self.factor - 1) / 2
        to_full = np.array([[1 / self.factor, 0, half], [0, 1 / self.factor, half], [0, 0, 1]])
        warp = np.linalg.inv(to_full) @ matrix @ to_full
        return np.asarray(
            cv2.warpPerspective(small, warp, self.shape[::-1], borderMode=cv2.BORDER_REPLICATE), np.float32
        )

    def movement(self, small: Grey, at_ms: int) -> dict[str, bool]:
        """Which areas move at ``at_ms``; call once a frame, in order."""
        while len(self._recent) > 1 and self._recent[1][0] <= at_ms - LAG_MS:
            self._recent.popleft()
        self.moving = _apart(small, self._recent[0][1] if self._recent else small)
        settled = [then for then_ms, then, _ in self._recent if then_ms <= at_ms - REST_MS]
        self.unsettled = _apart(small, settled[-1]) if settled else self.moving
        self.stirring = _apart(small, self._recent[-1][1] if self._recent else small)
        self._recent.append((at_ms, small, self.stirring))
        return {seat: _count(self.moving & mask) >= MOVING for seat, mask in self._watched.items()}

    @property
    def earlier(self) -> Grey:
        """The small picture with which the one last seen was compared to find what moves."""
        return self._recent[0][1]

    @property
    def lately(self) -> list[tuple[Grey, Mask]]:
        """The small pictures since what rests now came to rest, and what stirred in each, oldest first."""
        since = self._recent[-1][0] - REST_MS
        return [(small, stirring) for then_ms, small, stirring in self._recent if then_ms > since]

    def came_to_rest(self, small: Grey, before: Grey, seat: str) -> Mask:
        """Small pixels of an area that differ from ``before`` and have come to rest."""
        return self.differs(small, before, seat) & ~self.unsettled

    def area(self, seat: str) -> Mask:
        """The small pixels of a seat's area."""
        return self._masks[seat]

    def differs(self, one: Grey, other: Grey, seat: str) -> Mask:
        """Small pixels of an area that differ."""
        return _apart(one, other) & self._masks[seat]

    def extent(self, one: Grey, other: Grey, seat: str) -> Floats | None:
        """x0 y0 x1 y1 in px of the full picture of what differs in an area; None where nothing does."""
        return self.box(self.differs(one, other, seat))

    def box(self, mask: Mask) -> Floats | None:
        """x0 y0 x1 y1 in px of the full picture round small pixels; None where there are none."""
        rows, columns = np.nonzero(mask)
        if len(rows) == 0:
            return None
        box = np.array([columns.min(), rows.min(), columns.max() + 1, rows.max() + 1], np.float32)
        return box / np.float32(self.factor)

    def changed(self, one: Grey, other: Grey) -> dict[str, int]:
        """How many small pixels of each area differ."""
        apart = _apart(one, other)
        return {seat: _count(apart & mask) for seat, mask in self._masks.items()}

    def changed_within(self, one: Grey, other: Grey, outline: Floats) -> int:
        """How many small pixels differ inside an outline in px of the full picture."""
        return _count(_apart(one, other) & self.mask(outline))


def _count(mask: Mask) -> int:
    return int(np.count_nonzero(mask))


def _apart(one: Grey, other: Grey) -> Mask:
    """Which small pixels differ; light that changes everywhere does not count."""
    difference = one - other
    difference -= np.median(difference[::3, ::3])
    return np.asarray(np.abs(difference) > STEP)
