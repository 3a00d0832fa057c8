"""How the picture looks round the indices of a card, to know whether it still lies there."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from vision.opencv import cv2
from vision.values import Image, SeenCard

PATCH_MM = 26.0
"""Side of the square of the picture that is kept of each known card, round its index."""

STILL_THERE = 0.6
"""Correlation with that square from which a card still lies at its place."""

FLATTER = 3.0
"""Ratio of contrast from which two patches show different things; light alone changes it less."""

Patch = npt.NDArray[np.uint8]
Spot = tuple[tuple[float, float], Patch]
"""A place in px, and what the picture shows round it."""


def spots(card: SeenCard, image: Image, side_px: float) -> list[Spot]:
    """Those of a card's indices, in their order; ``side_px``: `PATCH_MM` in px of the picture."""
    middles = [np.add(index.rank, index.suit) / 2 for index in card.indices]
    places = [(float(x), float(y)) for x, y in middles]
    return [(place, _patch(image, place, side_px)) for place in places]


def looks_the_same(spot: Spot, image: Image, side_px: float) -> bool:
    """Whether the picture shows there what it showed."""
    place, patch = spot
    return alike(patch, _patch(image, place, side_px)) > STILL_THERE


def alike(one: Patch, other: Patch) -> float:
    """Correlation of two patches, -1 to 1; 0 where one of them is flat, or far flatter than the other.

    Print on paper has more contrast than a table, whatever its grain may look like.
    """
    a = one.astype(np.float32) - one.mean()
    b = other.astype(np.float32) - other.mean()
    one_size, other_size = float(np.linalg.norm(a)), float(np.linalg.norm(b))
    if one_size * other_size < 400:
        return 1.0 if float(np.abs(a - b).mean()) < 4 else 0.0
    if max(one_size, other_size) > FLATTER * min(one_size, other_size):
        return 0.0
    return float((a * b).sum()) / (one_size * other_size)


def _patch(image: Image, centre: tuple[float, float], side_px: float) -> Patch:
    """A grey square round ``centre`` px, 16 x 16, edges repeated at the picture's border."""
    span = max(round(side_px), 4)
    patch = cv2.getRectSubPix(image, (span, span), centre)
    small = cv2.resize(patch, (16, 16), interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), np.uint8)
