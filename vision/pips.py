"""What the pips in the middle of a card say: its rank, by their number and places.

An index is small and its font may be odd: a narrow 6, 8 or 9 differs by a gap of a few tenths of a mm.  The
pips are large and stand as they do on all decks.  They speak where each of them stands as some rank has it
and nothing else lies on the card; where a hand lies on one half of it, the other half speaks alone.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from engine.cards import FACES
from vision.opencv import cv2
from vision.values import Floats, Image, SeenCard

PX_PER_MM = 2.0
"""Scale at which the face is looked at, straight from above."""

STRANGE = 35.0
"""Grey levels in any colour from which something is not paper."""

INK = 0.5
"""Share of the strongest ink's distance from the paper from which a pixel is inked: pips are blurred."""

HALF_WIDTH_MM, EDGE_MM = 16.5, 3.0
"""The pips stand so near to the middle, the indices farther out; and by so much an outline may be off."""

PIP_MM = (5.0, 17.0)
"""Least and greatest side of a pip."""

ALIKE = 1.7
"""Ratio of the areas of two pips of one card, at most."""

HALO = 5
"""Pixels (half to each side) round a pip that are neither ink nor paper."""

OTHER = 0.04
"""Share of a half that may be neither paper nor pip."""

OFF_CENTRE_MM, OFF_PLACE_MM = 6.0, 3.5
"""How far the pips' columns may lie off the card's middle, and a pip off its place."""

COLUMN_MM, ROW_MM = (6.0, 15.0), (18.0, 35.0)
"""How far the outer columns and rows are from the middle."""

MIDDLE_MM = 5.0
"""A pip so little below the middle belongs to both halves."""

SURE = 60.0
"""So much likelier a rank is that the pips say than any other: less than a clear index says."""

_FOUR = ((-1.0, -1.0), (1.0, -1.0))
_SIX = (*_FOUR, (-1.0, 0.0), (1.0, 0.0))
_EIGHT = (*_FOUR, (-1.0, -1 / 3), (1.0, -1 / 3))
_HALVES: dict[str, tuple[tuple[float, float], ...]] = {
    "4": _FOUR,
    "5": (*_FOUR, (0.0, 0.0)),
    "6": _SIX,
    "8": (*_SIX, (0.0, -0.5)),
    "9": (*_EIGHT, (0.0, 0.0)),
    "T": (*_EIGHT, (0.0, -2 / 3)),
}
"""What the upper half of a card may show: columns and rows, by those of the outermost pips."""

_RANKS = {half: (half, half) for half in _HALVES} | {"7": ("6", "8")}
"""Both halves of each rank that can be told: what a 2, a 3 or an ace shows, an edge of another may show."""


def with_pips(card: SeenCard, image: Image, size_mm: tuple[float, float]) -> SeenCard:
    """The card with what its pips say of its rank, where they say anything.  size_mm: width and height."""
    if card.quad_px is None:
        return card
    ranks = ranks_by_pips(card.quad_px, image, size_mm)
    weight = np.array([1.0 if face.rank in ranks else 1 / SURE for face in FACES])
    probs = card.probs * weight
    return replace(card, probs=(probs * (card.probs.sum() / probs.sum())).astype(np.float32))


def ranks_by_pips(quad_px: Floats, image: Image, size_mm: tuple[float, float]) -> set[str]:
    """The ranks that a card with this outline, (4, 2) px, may have by its pips; none if they say nothing."""
    width, height = (round(side * PX_PER_MM) for side in size_mm)
    corners = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32)
    upright = cv2.getPerspectiveTransform(np.asarray(quad_px, np.float32), corners)
    face = cv2.warpPerspective(image, upright, (width, height))
    edge = round(EDGE_MM * PX_PER_MM)
    part = face[edge:-edge, edge:-edge].astype(np.float32)
    apart = np.abs(part - np.median(part.reshape(-1, 3), axis=0)).max(axis=2)
    upper, lower = _half(apart), _half(apart[::-1, ::-1])
    return {
        rank
        for rank, (one, other) in _RANKS.items()
        for shown in ((upper, lower), (lower, upper))
        if shown != (None, None) and shown[0] in (one, None) and shown[1] in (other, None)
    }


def _half(apart: Floats) -> str | None:
    """Which half the upper half of a card's middle is, "" for none of them; None where something lies on it.

    apart: (H, W) grey levels from the paper.
    """
    height, width = apart.shape
    middle = round(height / 2 + MIDDLE_MM * PX_PER_MM)
    near = round(HALF_WIDTH_MM * PX_PER_MM)
    ink = (apart > max(STRANGE, INK * float(np.percentile(apart, 98)))).astype(np.uint8)
    count, labels, stats, centres = cv2.connectedComponentsWithStats(ink)
    upper = [
        n for n in range(1, count) if centres[n][1] < middle and abs(centres[n][0] - width / 2) < near
    ]
    sides = stats[:, [cv2.CC_STAT_WIDTH, cv2.CC_STAT_HEIGHT]] / PX_PER_MM
    large = [n for n in upper if sides[n].min() >= PIP_MM[0] and sides[n].max() <= PIP_MM[1]]
    pips = cv2.dilate(np.isin(labels, large).astype(np.uint8), np.ones((HALO, HALO), np.uint8)) > 0
    strange = (apart > STRANGE) & ~pips
    if strange[: height // 2, width // 2 - near : width // 2 + near].mean() > OTHER:
        return None
    areas = stats[large, cv2.CC_STAT_AREA]
    if not large or areas.max() > ALIKE * areas.min():
        return ""
    return _standing_so((centres[large] - (width / 2, height / 2)) / PX_PER_MM)


def _standing_so(places: Floats) -> str:
    """The half whose pips stand at these places (N, 2), mm from the middle of the card; "" for none."""
    left, right = float(places[:, 0].min()), float(places[:, 0].max())
    across, along = (right - left) / 2, -float(places[:, 1].min())
    in_row = COLUMN_MM[0] <= across <= COLUMN_MM[1] and ROW_MM[0] <= along <= ROW_MM[1]
    if abs(left + right) / 2 > OFF_CENTRE_MM or not in_row:
        return ""
    found = places - ((left + right) / 2, 0)
    for half, layout in _HALVES.items():
        want = np.array(layout)
        if len(want) != len(found):
            continue
        off = np.linalg.norm((want * (across, along))[:, None] - found[None], axis=2)
        if off.min(axis=0).max() < OFF_PLACE_MM and off.min(axis=1).max() < OFF_PLACE_MM:
            return half
    return ""
