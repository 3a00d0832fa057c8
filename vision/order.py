"""In what order the cards of a play were laid: along the row or fan, from the first to the one on top.

A wild card is laid in the place of the card it stands for (national 2022, 级牌的插带使用 2), so the order
says what it is.  Which way a row was laid shows in who covers whom: a corner that can be seen lies above
every card whose outline it is in.  Where no card covers another they are read from left to right, as their
owner reads them.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from vision.opencv import cv2
from vision.values import SeenCard

Vector = npt.NDArray[np.float64]

LINE = 1.6
"""Cards lie in a line when they spread so many times wider along it than across."""

INSIDE = 0.06
"""A corner lies on a card when it is so far within its outline, by the length of the outline's diagonal."""


def laying_order(cards: Sequence[SeenCard], toward: npt.ArrayLike | None = None) -> tuple[SeenCard, ...]:
    """The cards of one play, first laid first.

    toward: direction from the table's middle to their owner, (2,) in the axes of ``centre_mm``; None: as most
    of the cards' visible indices stand.
    """
    if len(cards) < 2:
        return tuple(cards)
    over = _over(cards)
    centres = np.array([card.centre_mm for card in cards], np.float64)
    axis, straight = _axis(centres)
    along = centres @ axis
    votes = sum(np.sign(along[j] - along[i]) for i, j in zip(*np.nonzero(over), strict=True))
    if votes < 0 or (votes == 0 and _backward(axis, cards, toward)):
        along = -along
    if straight:
        return tuple(cards[i] for i in np.argsort(along, kind="stable"))
    return tuple(cards[i] for i in _bottom_up(over, along))


def _over(cards: Sequence[SeenCard]) -> npt.NDArray[np.bool_]:
    """(N, N): whether the second lies on the first, by the corners that show; never both ways."""
    count = len(cards)
    seen = np.zeros((count, count), int)
    for i, below in enumerate(cards):
        if below.quad_px is None:
            continue
        quad = below.quad_px.astype(np.float32)
        margin = INSIDE * float(np.linalg.norm(quad[2] - quad[0]))
        for j, above in enumerate(cards):
            if i != j:
                middles = [np.add(index.rank, index.suit) / 2 for index in above.indices]
                seen[i, j] = sum(
                    cv2.pointPolygonTest(quad, (float(x), float(y)), measureDist=True) > margin
                    for x, y in middles
                )
    return np.asarray(seen > seen.T)


def _axis(centres: Vector) -> tuple[Vector, bool]:
    """The line along which cards lie, and whether they lie in a line at all."""
    off = centres - centres.mean(axis=0)
    _, spread, axes = np.linalg.svd(off, full_matrices=False)
    return axes[0], bool(len(centres) == 2 or spread[0] > LINE * spread[1])


def _backward(axis: Vector, cards: Sequence[SeenCard], toward: npt.ArrayLike | None) -> bool:
    """Whether ``axis`` runs from right to left, or toward the far side, as the owner sees it."""
    down = np.asarray(toward, np.float64) if toward is not None else _mean_down(cards)
    right = np.array([down[1], -down[0]])
    across = float(axis @ right)
    return across < 0 if abs(across) > 0.5 * float(np.linalg.norm(down)) else float(axis @ down) < 0


def _mean_down(cards: Sequence[SeenCard]) -> Vector:
    """Direction down the cards as most of their indices have it."""
    downs = []
    for card in cards:
        angle = np.deg2rad(card.angle_deg)
        down = np.array([np.sin(angle), -np.cos(angle)])
        along = np.subtract(card.indices[0].suit, card.indices[0].rank)
        downs.append(down if float(along @ down) > 0 else -down)
    mean = np.sum(downs, axis=0)
    return np.asarray(mean if np.linalg.norm(mean) > 0.3 * len(cards) else downs[0])


def _bottom_up(over: npt.NDArray[np.bool_], along: Vector) -> list[int]:
    """A pile from its lowest card up; of cards that do not lie on one another the one further back first."""
    left = list(np.argsort(along, kind="stable"))
    order: list[int] = []
    while left:
        free = [i for i in left if not any(over[j, i] for j in left)]
        order.append(int((free or left)[0]))
        left.remove(order[-1])
    return order
