"""From corner indices to physical cards.

A card shows two indices (four on some decks) and two decks hold every face twice, so counting indices
or collecting faces in a set both miscount.  Two indices are one card exactly when they stand to each
other as two corners of one card do and what they say agrees; every other index is a card of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
import numpy.typing as npt

from engine.cards import FACES
from vision.values import Index, SeenCard

CORNERS_TOGETHER = 0.75
"""Power of the product of what one card's corners say; 1 would take them for independent."""

AGREE = 0.02
"""Least chance, were both indices read independently, that they show the same face."""

TURN_TOLERANCE = 26.0
"""Degrees by which two corners of one card may differ from what they should."""

EDGE = (4.0, 24.0)
"""By how many mm the distance across between two opposite indices falls short of the card's width."""

END = (8.0, 44.0)
"""The same along the card's length; tall indices reach far in."""

JOKER_END = (10.0, 60.0)
"""The same for jokers, whose letters reach further."""

SLOPE = (20.0, 54.0)
"""Degrees from the long side under which opposite indices see each other, on cards of unknown size."""

SLACK = 7.0
"""Degrees by which the averaged direction of two indices may still be off."""

JOKERS = len(FACES) - 2
"""From here on the faces are jokers."""

Vector = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Layout:
    """How cards lie in the picture's plane: their size in the unit of the points, and their corners.

    size: width and height of a card, or None where the scale is not known (a photograph of unknown
    distance); then only proportions are used.
    """

    size: tuple[float, float] | None
    corners: int = 2


@dataclass(frozen=True, slots=True)
class _Placed:
    """An index in the plane: rank and suit centre, the middle between them, unit vector from rank to suit."""

    index: Index
    middle: Vector
    down: Vector
    length: float

    @property
    def right(self) -> Vector:
        return np.array([-self.down[1], self.down[0]]) * -1.0

    @property
    def joker(self) -> bool:
        return float(self.index.probs[JOKERS:].sum()) > 0.5

    def sees(self, point: Vector) -> tuple[float, float]:
        """``point`` in this index's own axes: right of it, below it."""
        delta = point - self.middle
        return float(delta @ self.right), float(delta @ self.down)


def assemble(indices: Sequence[Index], points: npt.ArrayLike, layout: Layout) -> list[SeenCard]:
    """Physical cards, in the order of their first index.

    points: (N, 2, 2), rank and suit centre of each index on the table in mm (or in px where the scale is
    not known; ``SeenCard.centre_mm`` is then in px too).
    """
    placed = [
        _place(index, pair) for index, pair in zip(indices, np.asarray(points, np.float64), strict=True)
    ]
    groups = _pair_up(placed, layout)
    return [_card([placed[i] for i in group], layout) for group in groups]


def _place(index: Index, pair: Vector) -> _Placed:
    along = pair[1] - pair[0]
    length = max(float(np.linalg.norm(along)), 1e-6)
    return _Placed(index, pair.mean(axis=0), along / length, length)


def _pair_up(placed: list[_Placed], layout: Layout) -> list[list[int]]:
    """Groups of indices that are one card: the best pairs first, every index once."""
    offers = []
    for i in range(len(placed)):
        for j in range(i + 1, len(placed)):
            agreement = float(placed[i].index.probs @ placed[j].index.probs)
            if agreement < AGREE:
                continue
            misfit = _misfit(placed[i], placed[j], layout)
            if misfit is not None:
                offers.append((misfit - agreement, i, j))
    fit = {(i, j) for _, i, j in offers}
    group = list(range(len(placed)))
    members = {i: [i] for i in group}
    for _, i, j in sorted(offers):
        a, b = group[i], group[j]
        if a == b or len(members[a]) + len(members[b]) > layout.corners:
            continue
        # Of equal cards in a row, corners of two may look like those of one: all of them have to fit.
        if any((min(k, m), max(k, m)) not in fit for k in members[a] for m in members[b]):
            continue
        members[a] += members.pop(b)
        for k in members[a]:
            group[k] = a
    return [sorted(m) for _, m in sorted(members.items())]


def _misfit(a: _Placed, b: _Placed, layout: Layout) -> float | None:
    """How far two indices are from being corners of one card, 0 to 1; None when they cannot be.

    Each direction is known to some ten degrees only, so both are averaged before places are compared.
    """
    cosine = float(a.down @ b.down)
    off = float(np.degrees(np.arccos(np.clip(abs(cosine), 0, 1))))
    if off > TURN_TOLERANCE or not 0.5 < a.length / b.length < 2:
        return None
    mean = a.down - b.down if cosine < 0 else a.down + b.down
    down = mean / np.linalg.norm(mean)
    delta = b.middle - a.middle
    right, below = float(delta @ np.array([down[1], -down[0]])), float(delta @ down)
    if cosine < 0:
        length = (a.length + b.length) / 2
        end = JOKER_END if a.joker and b.joker else END
        fit = _opposite_corner(right, below, length, layout, end)
        if fit is None and a.joker and b.joker:
            # "JOKER" printed across the card: its letters run along the short side.
            fit = _opposite_corner(below, -right, length, layout, end)
        if fit is None and layout.corners == 4:
            # The index at a card's right upper corner has its opposite at the lower left.
            fit = _opposite_corner(-right, below, length, layout, end)
        if fit is None and layout.corners == 4:
            fit = _beside(below, right, layout.size[1] if layout.size else 0, END)
    else:
        fit = (
            _beside(right, below, layout.size[0] if layout.size else 0, EDGE) if layout.corners == 4 else None
        )
    return None if fit is None else 0.7 * fit + 0.3 * off / TURN_TOLERANCE


def _opposite_corner(
    right: float, below: float, length: float, layout: Layout, end: tuple[float, float]
) -> float | None:
    """Misfit of an index that lies so far right of and below another, both along the card's own sides."""
    if right <= 0 or below <= 0:
        return None
    distance, slope = float(np.hypot(right, below)), float(np.degrees(np.arctan2(right, below)))
    if layout.size is None:
        if not (3.2 < distance / length < 14 and SLOPE[0] < slope < SLOPE[1]):
            return None
        return min(abs(slope - sum(SLOPE) / 2) / (SLOPE[1] - SLOPE[0]) * 2, 1.0)
    width, height = layout.size
    near = float(np.hypot(width - EDGE[1], height - end[1]))
    far = float(np.hypot(width - EDGE[0], height - end[0]))
    steep = float(np.degrees(np.arctan2(width - EDGE[1], height - end[0]))) - SLACK
    flat = float(np.degrees(np.arctan2(width - EDGE[0], height - end[1]))) + SLACK
    if not (near - 2 < distance < far + 2 and steep < slope < flat):
        return None
    middle = float(np.degrees(np.arctan2(width - sum(EDGE) / 2, height - sum(end) / 2)))
    return min(abs(slope - middle) / (flat - steep) * 2, 1.0)


def _beside(along: float, off: float, side: float, short: tuple[float, float]) -> float | None:
    """Misfit of an index at the other end of the same side of a four-corner card of known size."""
    if side and abs(off) < 12 and short[0] < side - abs(along) < short[1]:
        return abs(off) / 12
    return None


def _card(group: list[_Placed], layout: Layout) -> SeenCard:
    """One card from its indices: their readings multiplied, its place from their geometry."""
    read = np.stack([p.index.probs for p in group]).astype(np.float64)
    probs = read[0]
    if len(group) > 1:
        # Corners of one card are misread alike now and then, so their product counts for less than full.
        joint = np.prod(np.maximum(read, 1e-6), axis=0) ** CORNERS_TOGETHER
        probs = joint / joint.sum() * read.sum(axis=1).max()
    first = group[0]
    centre, width, height = _centre(group, layout)
    quad = None
    if width > 0:
        right, down = first.right * width / 2, first.down * height / 2
        quad = centre + np.array([-right - down, right - down, right + down, down - right])
    angle = float(np.degrees(np.arctan2(first.down[0], -first.down[1]))) % 180.0
    return SeenCard(
        probs.astype(np.float32),
        centre.astype(np.float32),
        angle,
        tuple(p.index for p in group),
        None if quad is None else quad.astype(np.float32),
    )


def _centre(group: list[_Placed], layout: Layout) -> tuple[Vector, float, float]:
    """Centre, width and height of the card; width 0 where they cannot be told."""
    first = group[0]
    for a, b in combinations(group, 2):
        right, below = a.sees(b.middle)
        if layout.corners == 4:
            right = abs(right)
        across = float(a.down @ b.down) < 0 and right > (0.4 * layout.size[0] if layout.size else 0)
        if across and below > 0:
            size = layout.size or (right * 1.22, below * 1.24)
            return (a.middle + b.middle) / 2, size[0], size[1]
    if layout.size is None:
        return first.middle, 0.0, 0.0
    width, height = layout.size
    # An index's middle lies about 5 mm from the long edge, 9 mm from the short one.
    down = height / 2 - (17 if first.joker else 9)
    for other in group[1:]:
        if float(first.down @ other.down) > 0:  # the two of one short side
            return (first.middle + other.middle) / 2 + first.down * down, width, height
        # Those of one long side do not tell which one it is: room for the card on both.
        return (first.middle + other.middle) / 2, 2 * width - 10, height
    return first.middle + first.right * (width / 2 - 5) + first.down * down, width, height
