"""PASS and count cards without a marker, known by their looks: learned from a few pictures of each.

A card is a patch of table seen straight from above, kept at `SCALE` px a mm.  It is found again by local
features (SIFT: Lowe 2004) at `SEEK` px a mm: the scale is known, so every matching pair of features says
where a card would lie and how it is turned; where many say the same, the patch is laid there and must look
like what lies there.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from vision.markers import Find, cards_in, outside
from vision.opencv import cv2
from vision.values import Floats, Image, Mark

if TYPE_CHECKING:
    from vision.table import Table

SCALE = 2.0
"""px a mm at which cards are kept."""

SEEK = 1.0
"""px a mm at which they are looked for: as sure as at two, for a quarter of the time."""

SAME_MM, SAME_DEGREES = 5.0, 14.0
"""Pairs of features speak of one card that put it so near and turn it so alike."""

LEAST_PAIRS = 6
NEAR = 300.0
"""Distance of two features that may be one."""

OFF_MM = 3.0
"""By so much a feature may lie off the place that the others give it."""

SIZE = (0.6, 1.7)
"""Ratio of the sizes of two features that may be one."""

ALIKE = 0.6
"""Correlation of the card as learned with what lies there, from which it is one."""

SMOOTH_MM = 0.7
"""Both are smoothed by so much before they are compared: print is finer than the camera sees."""

LEAST_PAPER, MOST_PAPER = 0.75, 1.3
"""Size of a sheet that may be the card to learn, as shares of a card."""

LEAST_APART = 30.0
"""Difference from the table's colour, of 255, from which something lies there."""

RISES = (1.0, 1.5, 2.2, 3.0)
"""By so much that is raised in turn until a sheet is seen."""

Grey = npt.NDArray[np.uint8]
Box = npt.NDArray[np.int_]


class PlainCardError(ValueError):
    """A card that cannot be learned from a picture, or a file of learned cards that cannot be read."""


@dataclass(frozen=True, slots=True, eq=False)
class PlainCard:
    """A learned card.  count: the number it says, 1 to 10, None on a PASS card; looks: (n, H, W) grey."""

    count: int | None
    looks: npt.NDArray[np.uint8]

    @property
    def name(self) -> str:
        return "learned pass" if self.count is None else f"learned {self.count}"

    @property
    def size_mm(self) -> tuple[float, float]:
        return self.looks.shape[2] / SCALE, self.looks.shape[1] / SCALE


def learn(image: Image, table: Table) -> Grey:
    """The one card that lies on an otherwise empty play square, (H, W) grey; raises `PlainCardError`."""
    width, height = table.play_area_mm
    soft = np.asarray(cv2.GaussianBlur(image, (0, 0), 1.0), np.uint8)
    square = _from_above(soft, table, (0, 0), (width, height), SCALE)
    apart = np.abs(square.astype(np.float32) - np.median(square.reshape(-1, 3), axis=0)).max(axis=2)
    # On a table of strong grain the lowest threshold finds more than the card, and joins it.
    least = max(LEAST_APART, 3 * float(np.median(apart)))
    seen = (_sheets(np.asarray(apart > rise * least, np.uint8), table) for rise in RISES)
    sheets = next((found for found in seen if found), [])
    if len(sheets) != 1:
        what = "no card" if not sheets else f"{len(sheets)} cards"
        raise PlainCardError(f"{what} seen; lay the one card to learn on the empty play square")
    (x, y), angle = sheets[0]
    wide, high = table.card_mm
    turn = cv2.getRotationMatrix2D((x, y), angle, 1.0)
    turn[:, 2] += np.array([wide * SCALE / 2 - x, high * SCALE / 2 - y])
    size = (round(wide * SCALE), round(high * SCALE))
    return np.asarray(cv2.cvtColor(cv2.warpAffine(square, turn, size), cv2.COLOR_BGR2GRAY), np.uint8)


def _sheets(found: Grey, table: Table) -> list[tuple[Sequence[float], float]]:
    """Middle (px) and angle (degrees) of everything of a card's size in a mask."""
    closed = np.asarray(cv2.morphologyEx(found, cv2.MORPH_CLOSE, np.ones((15, 15), np.uint8)), np.uint8)
    outlines, _ = cv2.findContours(closed, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    wide, high = table.card_mm
    sheets = []
    for outline in outlines:
        middle, sides, angle = cv2.minAreaRect(outline)
        short, long = sorted(side / SCALE for side in sides)
        if all(LEAST_PAPER < ratio < MOST_PAPER for ratio in (short / wide, long / high)):
            sheets.append((middle, angle + (90 if sides[0] > sides[1] else 0)))
    return sheets


def to_file(cards: Sequence[PlainCard]) -> bytes:
    """What `load_cards` reads."""
    out = io.BytesIO()
    names: dict[str, Any] = {("pass" if c.count is None else str(c.count)): c.looks for c in cards}
    np.savez_compressed(out, **names)
    return out.getvalue()


def load_cards(path: Path) -> tuple[PlainCard, ...]:
    """Learned cards; raises `PlainCardError` naming the file."""
    try:
        with np.load(path, allow_pickle=False) as file:
            held = {name: np.asarray(file[name]) for name in file.files}
    except (OSError, ValueError, EOFError) as error:
        raise PlainCardError(f"{path}: no file of learned cards: {error}") from error
    cards = []
    for name, looks in held.items():
        count = None if name == "pass" else int(name) if name.isdecimal() else 0
        if count is not None and not 1 <= count <= 10:
            raise PlainCardError(f"{path}: {name!r} is no PASS card and no count from 1 to 10")
        if looks.ndim != 3 or looks.dtype != np.uint8 or not len(looks):
            raise PlainCardError(f"{path}: {name}: no pictures of a card")
        cards.append(PlainCard(count, looks))
    return tuple(cards)


@dataclass(frozen=True, slots=True, eq=False)
class _Features:
    """Features: places (N, 2) in px, angles (N,) in degrees, sizes (N,) in px, words (N, 128)."""

    places: Floats
    angles: Floats
    sizes: Floats
    words: Floats


class PlainCards:
    """Looks for learned cards."""

    def __init__(self, cards: Sequence[PlainCard]) -> None:
        self._sift = cv2.SIFT.create(nfeatures=600, contrastThreshold=0.02)
        smaller = [(card, _at_seek(look)) for card in cards for look in card.looks]
        self._looks = [(card, look, self._features(look)) for card, look in smaller]

    def find(self, image: Image, box: Box, table: Table) -> list[Mark]:
        """The learned cards in a box of a picture of the table."""
        x0, y0, x1, y1 = (float(value) for value in box)
        corners = table.to_mm(np.array([(x0, y0), (x1, y0), (x1, y1), (x0, y1)], np.float32))
        low, high = corners.min(axis=0), corners.max(axis=0)
        span = (float(low[0]), float(low[1])), (float(high[0]), float(high[1]))
        above = _from_above(image, table, *span, SEEK)
        scene = np.asarray(cv2.cvtColor(above, cv2.COLOR_BGR2GRAY), np.uint8)
        features = self._features(scene)
        found: list[tuple[float, PlainCard, npt.NDArray[np.float64]]] = []
        for card, look, known in self._looks:
            found += [(alike, card, move) for alike, move in _placed(look, known, scene, features)]
        taken: list[Mark] = []
        for _, card, move in sorted(found, key=lambda each: -each[0]):
            mark = _mark(card, move, low, table)
            if all(np.linalg.norm(mark.centre_mm - other.centre_mm) > card.size_mm[0] / 2 for other in taken):
                taken.append(mark)
        return taken

    def _features(self, grey: Grey) -> _Features:
        points, words = self._sift.detectAndCompute(grey, None)
        if not points:
            return _Features(*(np.zeros(s, np.float32) for s in ((0, 2), (0,), (0,), (0, 128))))
        return _Features(
            np.array([point.pt for point in points], np.float32),
            np.array([point.angle for point in points], np.float32),
            np.array([point.size for point in points], np.float32),
            np.asarray(words, np.float32),
        )


def _placed(
    look: Grey, known: _Features, scene: Grey, seen: _Features
) -> list[tuple[float, npt.NDArray[np.float64]]]:
    """Where the card lies in the scene: how alike it looks, and the 2 x 3 move from the card to the scene."""
    if len(known.words) < 2 or len(seen.words) == 0:
        return []
    near = cv2.BFMatcher(cv2.NORM_L2).knnMatch(seen.words, known.words, k=2)
    pairs = np.array([(m.queryIdx, m.trainIdx) for two in near for m in two if m.distance < NEAR], int)
    if len(pairs) == 0:
        return []
    ratio = seen.sizes[pairs[:, 0]] / known.sizes[pairs[:, 1]]
    pairs = pairs[(ratio > SIZE[0]) & (ratio < SIZE[1])]
    turn = np.deg2rad(seen.angles[pairs[:, 0]] - known.angles[pairs[:, 1]])
    middle = np.array(look.shape[::-1], np.float32) / 2
    arm = middle - known.places[pairs[:, 1]]
    c, s = np.cos(turn), np.sin(turn)
    swung = np.stack([c * arm[:, 0] - s * arm[:, 1], s * arm[:, 0] + c * arm[:, 1]], axis=1)
    centres = seen.places[pairs[:, 0]] + swung
    found: list[tuple[float, npt.NDArray[np.float64]]] = []
    free = np.ones(len(pairs), bool)
    for _ in range(6):
        apart = np.linalg.norm(centres[:, None] - centres[None], axis=2) < SAME_MM * SEEK
        turned = np.abs((np.rad2deg(turn[:, None] - turn[None]) + 180) % 360 - 180) < SAME_DEGREES
        together = apart & turned & free[:, None] & free[None]
        votes = together.sum(axis=1)
        if len(votes) == 0 or votes.max() < LEAST_PAIRS:
            break
        group = together[int(np.argmax(votes))]
        free &= ~group
        move, _ = cv2.estimateAffinePartial2D(
            known.places[pairs[group, 1]], seen.places[pairs[group, 0]], ransacReprojThreshold=OFF_MM * SEEK
        )
        if move is None or not 0.88 < float(np.hypot(move[0, 0], move[1, 0])) < 1.14:
            continue
        alike = _alike(look, scene, np.asarray(move, np.float64))
        if alike > ALIKE:
            found.append((alike, np.asarray(move, np.float64)))
    return found


def _alike(look: Grey, scene: Grey, move: npt.NDArray[np.float64]) -> float:
    """Correlation of the card with what lies in the scene where it would lie."""
    size = (look.shape[1], look.shape[0])
    there = cv2.warpAffine(scene, move, size, flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP)
    one, other = (
        cv2.GaussianBlur(each.astype(np.float32), (0, 0), SMOOTH_MM * SEEK) for each in (look, there)
    )
    one, other = one - one.mean(), other - other.mean()
    return float((one * other).sum() / (np.linalg.norm(one) * np.linalg.norm(other) + 1e-6))


def _mark(card: PlainCard, move: npt.NDArray[np.float64], low: Floats, table: Table) -> Mark:
    width, height = (side * SEEK for side in card.size_mm)
    corners = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float64)
    outline = ((corners @ move[:, :2].T + move[:, 2]) / SEEK + low).astype(np.float32)
    return Mark(card.name, card.count, outline.mean(axis=0), table.to_px(outline))


def _at_seek(look: Grey) -> Grey:
    """A card as kept, (H, W) grey, at the scale at which it is looked for."""
    size = (round(look.shape[1] * SEEK / SCALE), round(look.shape[0] * SEEK / SCALE))
    return np.asarray(cv2.resize(look, size, interpolation=cv2.INTER_AREA), np.uint8)


def _from_above(
    image: Image, table: Table, low: tuple[float, float], high: tuple[float, float], scale: float
) -> Image:
    """A part of the table between two corners in mm, straight from above at ``scale`` px a mm."""
    width, height = (max(8, round((b - a) * scale)) for a, b in zip(low, high, strict=True))
    corners = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32)
    from_px = table.to_px(corners / scale + np.array(low, np.float32))
    return np.asarray(
        cv2.warpPerspective(image, cv2.getPerspectiveTransform(from_px, corners), (width, height)), np.uint8
    )


def finder(cards: Sequence[PlainCard]) -> Find:
    """What finds cards with a marker and those learned."""
    if not cards:
        return cards_in
    plain = PlainCards(cards)

    def find(image: Image, box: Box, table: Table) -> list[Mark]:
        marked = cards_in(image, box, table)
        quads = [mark.quad_px for mark in marked]
        learned = plain.find(image, box, table)
        return marked + [mark for mark in learned if outside([_middle(mark)], quads)]

    return find


def _middle(mark: Mark) -> tuple[float, float]:
    x, y = mark.quad_px.mean(axis=0)
    return float(x), float(y)
