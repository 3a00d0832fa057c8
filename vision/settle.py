"""What lies in one seat's area, followed over time: places on the table, not faces, are kept.

Two equal cards are legal, so a card is known by where it lies.  A card seen again at its place is the
same card; a face that turns up elsewhere while its old place shows it no more was moved (squared up,
gathered), not played; a card that a hand covers is still there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np
import numpy.typing as npt

from vision.opencv import cv2
from vision.values import Floats, Image, SeenCard

SAME_PLACE_MM = 9.0
SAME_CORNER_MM = 5.0
SAME_TURN = 12.0
"""Degrees."""

AGREE = 0.02
PATCH_MM = 26.0
"""Side of the square of the picture that is kept of each known card, round its index."""

Grey = npt.NDArray[np.uint8]


@dataclass(slots=True)
class Known:
    """A card known to lie at a place: what was last seen of it, and a patch of the picture to know it by."""

    card: SeenCard
    corner_px: tuple[float, float]
    patch: Grey
    looks: int = 1


@dataclass(slots=True)
class Change:
    """What a new look at an area brought: cards not known before, and known ones that are gone."""

    fresh: list[Known] = field(default_factory=list)
    gone: list[Known] = field(default_factory=list)
    moved: list[Known] = field(default_factory=list)


def same_place(a: SeenCard, b: SeenCard, mm: dict[int, Floats]) -> bool:
    """Whether two sightings are one card at one place.  ``mm``: table place of every index by ``id``."""
    if float(a.probs @ b.probs) < AGREE:
        return False
    for i in a.indices:
        for j in b.indices:
            if np.linalg.norm(mm[id(i)] - mm[id(j)]) < SAME_CORNER_MM:
                return True
    turn = abs(a.angle_deg - b.angle_deg) % 180
    apart = float(np.linalg.norm(a.centre_mm - b.centre_mm))
    return apart < SAME_PLACE_MM and min(turn, 180 - turn) < SAME_TURN


def merge_looks(known: Known, seen: SeenCard) -> SeenCard:
    """The newer sighting with both readings averaged (geometric mean over all looks at the place)."""
    if seen.probs.argmax() == known.card.probs.argmax() and seen.p < known.card.p and known.looks > 3:
        return replace(seen, probs=known.card.probs)
    weight = min(known.looks, 3)
    log = np.log(known.card.probs + 1e-5) * weight + np.log(seen.probs + 1e-5)
    probs = np.exp(log / (weight + 1))
    mass = (float(known.card.probs.sum()) * weight + float(seen.probs.sum())) / (weight + 1)
    return replace(seen, probs=(probs / probs.sum() * mass).astype(np.float32))


def cut_patch(picture: Image, centre: tuple[float, float], side: float) -> Grey:
    """A grey square round ``centre`` px, 16 x 16, edges repeated at the picture's border."""
    span = max(round(side), 4)
    x, y = centre
    patch = cv2.getRectSubPix(picture, (span, span), (float(x), float(y)))
    small = cv2.resize(patch, (16, 16), interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), np.uint8)


def alike(one: Grey, other: Grey) -> float:
    """Correlation of two patches, -1 to 1; 0 where one of them is flat and the other is not."""
    a = one.astype(np.float32) - one.mean()
    b = other.astype(np.float32) - other.mean()
    size = float(np.linalg.norm(a) * np.linalg.norm(b))
    if size < 400:
        return 1.0 if float(np.abs(a - b).mean()) < 4 else 0.0
    return float((a * b).sum()) / size


def in_laying_order(cards: Sequence[SeenCard]) -> tuple[SeenCard, ...]:
    """Cards from left to right as their owner reads them: along the row, or round the fan.

    The wild is laid in the place of the card it stands for, so the order says what it is.
    """
    if len(cards) < 2:
        return tuple(cards)
    down = np.array([_down(card) for card in cards])
    mean = down.sum(axis=0)
    if np.linalg.norm(mean) < 0.3 * len(cards):
        mean = down[0]
    right = np.array([mean[1], -mean[0]])
    return tuple(sorted(cards, key=lambda card: float(card.centre_mm @ right)))


def _down(card: SeenCard) -> npt.NDArray[np.float64]:
    index = card.indices[0]
    along = np.subtract(index.suit, index.rank)
    return np.asarray(along / max(float(np.linalg.norm(along)), 1e-6))
