"""When a movement began and when a card came to lie: told afterwards, to the frame, from what was kept.

A reading is made some frames after the last card lay still, often while the hand is still there.  Its
times are those of the cards: the clock of a move must not run on because a hand rests or goes away.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from typing import Any

import numpy as np
import numpy.typing as npt

from vision.gate import Grey8, Mask
from vision.opencv import cv2
from vision.values import Floats, SeenCard

KEPT_MS = 4000
"""So long the pictures are kept."""

MOVED_MS = 8000
"""So long it is remembered what moved."""

PAUSE_MS = 120
"""Movement that stops for longer is over: what comes after it is another."""

NEAR = 9
"""Small pixels (half to each side) from which on what moves in two frames is one thing."""

HIDDEN_MS = 80
"""By so much a card's corners must have lain still before its indices to tell that these were hidden."""

LIES = 0.9
"""Correlation of that square with what it is in the end, from which the card lies where it will lie."""


class History:
    """The last frames of one table.

    scale: fine pixels for one pixel of the full picture; patch_px: side of the square that a card is known
    by, in px of the full picture.
    """

    def __init__(self, scale: float, patch_px: float) -> None:
        self._scale = scale
        self._half = max(round(patch_px * scale / 2), 2)
        self._pictures: deque[tuple[int, Grey8]] = deque()
        self._moved: deque[tuple[int, Mask]] = deque()

    def add(self, at_ms: int, fine: Grey8, moving: Mask) -> None:
        """The next frame, and which small pixels move in it."""
        self._pictures.append((at_ms, fine))
        self._moved.append((at_ms, moving))
        while self._pictures[0][0] < at_ms - KEPT_MS:
            self._pictures.popleft()
        while self._moved[0][0] < at_ms - MOVED_MS:
            self._moved.popleft()

    def began(self, place: Mask, until_ms: int, since_ms: int) -> int | None:
        """When the movement began, after ``since_ms``, that reached a place by ``until_ms``.

        place: small pixels.  What moves is followed back from there, frame by frame, to where it came in:
        another hand that moves in the same area is another movement.  None where nothing moved.
        """
        began: int | None = None
        reached = _widened(place)
        for then_ms, moving in reversed(self._moved):
            if then_ms > until_ms:
                continue
            if then_ms < since_ms or (began is not None and began - then_ms > PAUSE_MS):
                break
            _, labels = cv2.connectedComponents(moving.astype(np.uint8))
            touched = np.unique(labels[reached & moving])
            if len(touched):
                began = then_ms
                reached = _widened(np.isin(labels, touched))
        return began

    def lay_still(self, cards: Iterable[SeenCard], since_ms: int, until_ms: int) -> int | None:
        """When the last of the cards came to lie as they lie at ``until_ms``.

        A card may have been hidden in between, and a hand may hide some of its indices and corners for
        longer: it lies from when the first of them shows.  None where no card can be told from what was there
        before.
        """
        kept = [(ms, fine) for ms, fine in self._pictures if since_ms <= ms <= until_ms]
        found = [ms for card in cards if (ms := self._lay(card, kept)) is not None]
        return max(found, default=None)

    def came(self, outline: Floats, since_ms: int, until_ms: int) -> int | None:
        """When what shows within an outline (4, 2) px at ``until_ms`` came to show there.

        By its middle and its corners, of which two have to look right.  None where too few of them changed.
        """
        kept = [(ms, fine) for ms, fine in self._pictures if since_ms <= ms <= until_ms]
        places = [outline.mean(axis=0), *outline]
        times = sorted(ms for place in places if (ms := self._lay_still(place, kept)) is not None)
        return times[1] if len(times) > 1 else None

    def _lay(self, card: SeenCard, kept: list[tuple[int, Grey8]]) -> int | None:
        """When one card lay: by its indices, or by its corners where they say that a hand hid the indices.

        A corner may look right a moment too soon, so that two of them are asked for.
        """
        middles = [np.add(index.rank, index.suit) / 2 for index in card.indices]
        times = [ms for place in middles if (ms := self._lay_still(place, kept)) is not None]
        corners = () if card.quad_px is None else card.quad_px
        early = [ms for place in corners if (ms := self._lay_still(place, kept)) is not None]
        if not times:
            return None
        by_index, *_ = sorted(times)
        _, second, *_ = sorted([*times, *early, by_index])
        return second if by_index - second > HIDDEN_MS else by_index

    def _lay_still(self, place: npt.NDArray[np.floating[Any]], kept: list[tuple[int, Grey8]]) -> int | None:
        if len(kept) < 2:
            return None
        height, width = kept[0][1].shape
        x, y = (round(v * self._scale) for v in place)
        x0, y0, x1, y1 = max(x - self._half, 0), max(y - self._half, 0), x + self._half, y + self._half
        if min(x1, width) - x0 < 2 or min(y1, height) - y0 < 2:
            return None
        cut = np.stack([fine[y0:y1, x0:x1] for _, fine in kept]).astype(np.float32)
        lies = _alike(cut, cut[-1]) >= LIES
        first = int(np.argmax(lies))
        return None if first == 0 else kept[first][0]


def _widened(mask: Mask) -> Mask:
    return cv2.dilate(mask.astype(np.uint8), np.ones((NEAR, NEAR), np.uint8)).astype(bool)


def _alike(pictures: npt.NDArray[np.float32], one: Floats) -> npt.NDArray[np.float32]:
    """Correlation of each of the pictures (N, H, W) with one, -1 to 1."""
    apart = pictures - pictures.mean(axis=(1, 2), keepdims=True)
    like = one - one.mean()
    size = np.sqrt((apart**2).sum(axis=(1, 2)) * (like**2).sum())
    return np.asarray((apart * like).sum(axis=(1, 2)) / np.maximum(size, 1.0), np.float32)
