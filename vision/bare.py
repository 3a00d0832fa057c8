"""The bare table: what an area looks like with nothing on it, so that a hand can be told from cards."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import numpy as np
import numpy.typing as npt

from vision.opencv import cv2
from vision.values import Floats, Image

COARSE = 4
"""It is kept at a quarter of the picture's size."""

STRANGE = 28.0
"""Grey levels from the bare table from which something lies there."""

EDGE_MM = 5.0
"""Room round a card that belongs to it: its shadow, and the error of its outline."""

Mask = npt.NDArray[np.uint8]


class BareTable:
    """Learns each area when it is empty.  zones: outlines in px; px_per_mm at the middle of the table."""

    def __init__(self, first: Image, zones: Mapping[str, Floats], px_per_mm: float) -> None:
        self._picture = _coarse(first)
        self._px_per_mm = px_per_mm
        self._zones = {seat: self._filled([zone]) for seat, zone in zones.items()}

    def remember(self, seat: str, image: Image) -> None:
        """The area is empty in ``image``."""
        self._picture[self._zones[seat] > 0] = _coarse(image)[self._zones[seat] > 0]

    def strange(self, seat: str, image: Image, cards: Iterable[Floats]) -> tuple[float, Mask]:
        """Size in mm2 of the largest thing in the area that is neither table nor card, and where it is.

        cards: outlines in px of the cards that were seen or are known there.
        """
        zone = self._zones[seat] > 0
        difference = np.abs(_coarse(image) - self._picture)
        difference -= np.median(difference[zone], axis=0)
        found = ((difference.max(axis=2) > STRANGE) & zone).astype(np.uint8)
        width = max(3, round(2 * EDGE_MM * self._px_per_mm / COARSE))
        for outline in cards:
            quad = np.round(outline / COARSE).astype(np.int32)
            cv2.fillPoly(found, [quad], 0)
            cv2.polylines(found, [quad], True, 0, width)
        found = np.asarray(cv2.morphologyEx(found, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8)), np.uint8)
        _, _, stats, _ = cv2.connectedComponentsWithStats(found)
        largest = int(stats[1:, cv2.CC_STAT_AREA].max()) if len(stats) > 1 else 0
        return largest * COARSE**2 / self._px_per_mm**2, found

    def accept(self, strange: Mask, image: Image) -> None:
        """What is strange has lain there so long that it belongs to the table (an arm, a cup)."""
        self._picture[strange > 0] = _coarse(image)[strange > 0]

    def _filled(self, polygons: list[Floats]) -> Mask:
        mask = np.zeros(self._picture.shape[:2], np.uint8)
        cv2.fillPoly(mask, [np.round(p / COARSE).astype(np.int32) for p in polygons], 1)
        return mask


def _coarse(image: Image) -> Floats:
    height, width = image.shape[:2]
    small = cv2.resize(image, (width // COARSE, height // COARSE), interpolation=cv2.INTER_AREA)
    return small.astype(np.float32)
