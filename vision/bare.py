"""The bare table: what an area looks like with nothing on it, so that a hand can be told from cards."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from vision.opencv import cv2
from vision.values import Floats, Image

COARSE = 4
"""It is kept at a quarter of the picture's size."""

STRANGE = 28.0
"""Grey levels from the bare table from which something lies there."""

ITS_OWN, ITS_OWN_SHARE = 14.0, 0.15
"""Grey levels from the bare table that noise and compression make, and the share of what looks like an index
that is farther from it where one lies there: ink and paper are not both like the table."""

WORTH_A_LOOK = 4
"""So many of the largest strange things are looked at."""

LEAST_OPEN = 0.13
"""Share of a card that must lie open, beside the room that belongs to its neighbour, to be missed."""

WHOLE = 0.5
"""From this share of a card on, what lies open has the shape of a card."""

LEAST_LENGTH = 0.9
"""Share of a card's width that a missed card is long."""

EDGE_MM = 5.0
"""Room round a card that belongs to it: its shadow, and the error of its outline."""

CARD_FILL = 0.62
"""Share of its smallest upright or slanted rectangle that a card, or cards side by side, fill."""

PAPER_SHARE = 0.45
"""Least share of paper on a face; court cards show the least."""

JOKER_SHARE = 0.5
"""The same on a joker, whose art leaves the sides free."""

PAPER_APART = 45.0
"""Grey levels in any colour from which something is not paper."""

PAPER_LIGHT = 110.0

REACH = 11
"""Coarse pixels round a card's outline (half to each side) in which something touches the card."""

Mask = npt.NDArray[np.uint8]
Matrix = npt.NDArray[np.float64]
_Picture = TypeVar("_Picture", Mask, Floats)


@dataclass(frozen=True, slots=True, eq=False)
class Strange:
    """Something in an area that is neither table nor known card.

    mm2: its size; reaches_in: it comes in over the edge of the area, as an arm does; filled: the share of
    its smallest rectangle that it fills; sides_mm: that rectangle, short side first; middle_px: of the full
    picture; where: its pixels in the coarse picture.
    """

    mm2: float
    reaches_in: bool
    filled: float
    sides_mm: tuple[float, float]
    middle_px: tuple[float, float]
    where: Mask

    def moved(self, matrix: Matrix) -> Strange:
        """The same thing in a view that moved by ``matrix`` (3 x 3, px to px)."""
        middle = cv2.perspectiveTransform(np.array([[self.middle_px]], np.float64), matrix)[0, 0]
        return replace(
            self, middle_px=(float(middle[0]), float(middle[1])), where=_warped(self.where, matrix)
        )

    @property
    def corners_px(self) -> tuple[Floats, Floats]:
        """Its smallest and its largest x and y in the full picture."""
        x, y, width, height = cv2.boundingRect(self.where)
        return np.array([x, y], np.float32) * COARSE, np.array([x + width, y + height], np.float32) * COARSE

    @property
    def outline_px(self) -> Floats:
        """The corners, (4, 2), of the smallest rectangle round it."""
        return np.asarray(cv2.boxPoints(cv2.minAreaRect(cv2.findNonZero(self.where))), np.float32) * COARSE

    def lies_in(self, outline: Floats | None) -> bool:
        """Whether its middle lies inside an outline in px."""
        return outline is not None and cv2.pointPolygonTest(outline, self.middle_px, measureDist=False) >= 0

    def touches(self, outline: Floats) -> bool:
        """Whether it lies over a card with this outline in px, or right beside it."""
        quad = np.round(outline / COARSE).astype(np.int32)
        card = np.zeros_like(self.where)
        cv2.fillPoly(card, [quad], 1)
        cv2.polylines(card, [quad], True, 1, REACH)
        return bool((card & self.where).any())


class BareTable:
    """Learns each area when it is empty.  zones: outlines in px; px_per_mm at the middle of the table."""

    def __init__(self, first: Image, zones: Mapping[str, Floats], px_per_mm: float) -> None:
        self._seen = first, _coarse(first)
        self._bare = self._seen[1].copy()
        self._as_usual = self._bare.copy()
        """The same with what has come to belong to the table: when that goes, the bare table shows again."""
        self._px_per_mm = px_per_mm
        self._known = np.zeros(self._bare.shape[:2], np.uint8)
        self._zones = {seat: self._filled([zone]) for seat, zone in zones.items()}

    def remember(self, seat: str, image: Image, cards: Iterable[Floats] = ()) -> None:
        """The area is empty in ``image``, but for cards with these outlines in px."""
        zone = self._zones[seat] > 0
        self._bare[zone] = self._as_usual[zone] = self._coarse(image)[zone]
        self._known[zone] = 1
        for outline in cards:
            cv2.fillPoly(self._known, [np.round(outline / COARSE).astype(np.int32)], 0)

    def follow(self, image: Image, zones: Mapping[str, Floats], matrix: Matrix) -> None:
        """The view moved by ``matrix`` (3 x 3, px to px); what came into sight is as ``image`` shows it."""
        seen = self._coarse(image)
        known = _warped(np.ones(seen.shape[:2], np.uint8), matrix) > 0
        self._known = _warped(self._known, matrix)
        self._bare, self._as_usual = (
            np.where(known[..., None], _warped(picture, matrix), seen)
            for picture in (self._bare, self._as_usual)
        )
        self._zones = {seat: self._filled([zone]) for seat, zone in zones.items()}

    def strange(self, seat: str, image: Image, cards: Iterable[Floats]) -> list[Strange]:
        """Things in the area that are neither table nor card, largest first.

        cards: outlines in px of the cards that were seen or are known there.
        """
        zone = self._zones[seat]
        x, y, width, height = cv2.boundingRect(zone)
        part = np.s_[y : y + height, x : x + width]
        seen, inside = self._coarse(image)[part], zone[part]
        usual, bare = self._as_usual[part], self._bare[part]
        difference = np.minimum(self._apart(seen, bare, inside), self._apart(seen, usual, inside))
        found = np.zeros_like(zone)
        found[part] = (difference > STRANGE) & (inside > 0)
        width = max(3, round(2 * EDGE_MM * self._px_per_mm / COARSE))
        for outline in cards:
            quad = np.round(outline / COARSE).astype(np.int32)
            cv2.fillPoly(found, [quad], 0)
            cv2.polylines(found, [quad], True, 0, width)
        found = np.asarray(cv2.morphologyEx(found, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8)), np.uint8)
        _, labels, stats, _ = cv2.connectedComponentsWithStats(found)
        inner = cv2.erode(zone, np.ones((3, 3), np.uint8), borderType=cv2.BORDER_CONSTANT, borderValue=0)
        rim = zone & np.where(inner > 0, 0, 1).astype(np.uint8)
        order = 1 + np.argsort(-stats[1:, cv2.CC_STAT_AREA])
        return [self._thing((labels == i).astype(np.uint8), rim) for i in order[:WORTH_A_LOOK]]

    def lies_there(self, strange: Strange, image: Image) -> bool:
        """Whether the table is still covered where the thing lay."""
        where = strange.where > 0
        difference = np.abs(self._coarse(image)[where] - self._bare[where]).max(axis=1)
        return bool((difference > STRANGE).mean() > 0.5)

    def shows(self, box: Floats, image: Image) -> bool:
        """Whether the table itself, known bare, is seen in a box (x0 y0 x1 y1, px): its pattern, no print."""
        low, high = np.floor(box[:2] / COARSE).astype(int), np.ceil(box[2:] / COARSE).astype(int)
        part = np.s_[max(low[1], 0) : high[1], max(low[0], 0) : high[0]]
        known = self._known[part]
        if known.size == 0 or not known.all():
            return False
        apart = np.abs(self._coarse(image)[part] - self._bare[part]).max(axis=2)
        return bool((apart > ITS_OWN).mean() < ITS_OWN_SHARE)

    def paper(self, outline: Floats, image: Image) -> Floats:
        """The colour (BGR) of which a card with this outline in px is for the most part."""
        quad = self._filled([outline])
        return np.asarray(np.median(self._coarse(image)[quad > 0].reshape(-1, 3), axis=0), np.float32)

    def share_of_paper(self, outline: Floats, image: Image, papers: Sequence[Floats]) -> float:
        """How much of what lies inside an outline in px has the colour of ``papers``."""
        quad = self._filled([outline])
        return _share_like(self._coarse(image)[quad > 0], papers)

    def covered(self, outline: Floats, image: Image, others: Sequence[Floats] = ()) -> float:
        """Share of what lies inside an outline in px, and in no other, that is not like the bare table.

        0 where others are all over it.
        """
        quad = self._filled([outline])
        if others:
            quad[self._filled([*others]) > 0] = 0
            if not quad.any():
                return 0.0
        apart = np.abs(self._coarse(image)[quad > 0] - self._bare[quad > 0])
        return float((apart.max(axis=1) > STRANGE).mean()) if len(apart) else 1.0

    def like_paper(self, strange: Strange, image: Image, papers: Sequence[Floats]) -> bool:
        """Whether a thing looks like the face of a card: paper for a good part, as the ``papers`` seen here.

        Before any was seen, paper is whatever is light and has no colour.  Backs of cards are not like it.
        """
        pixels = self._coarse(image)[strange.where > 0]
        if papers:
            return _share_like(pixels, papers) > PAPER_SHARE
        light = (pixels.min(axis=1) > PAPER_LIGHT) & (np.ptp(pixels, axis=1) < PAPER_APART)
        return bool(light.mean() > PAPER_SHARE)

    def accept(self, strange: Strange, image: Image) -> None:
        """It has lain there so long that it belongs to the table (an arm, a cup)."""
        self._as_usual[strange.where > 0] = self._coarse(image)[strange.where > 0]

    def _thing(self, where: Mask, rim: Mask) -> Strange:
        points = cv2.findNonZero(where)
        middle, sides, _ = cv2.minAreaRect(points)
        pixels = float(len(points))
        mm = COARSE / self._px_per_mm
        short, long = sorted(side + 1 for side in sides)
        return Strange(
            mm2=pixels * mm**2,
            reaches_in=bool((where & rim).any()),
            filled=pixels / (short * long),
            sides_mm=(short * mm, long * mm),
            middle_px=(middle[0] * COARSE, middle[1] * COARSE),
            where=where,
        )

    @staticmethod
    def _apart(seen: Floats, other: Floats, zone: Mask) -> Floats:
        difference = np.abs(seen - other)
        difference -= np.median(difference[zone > 0], axis=0)
        return np.asarray(difference.max(axis=2), np.float32)

    def _coarse(self, image: Image) -> Floats:
        """``image`` made small: once, however many things in it are asked for."""
        if self._seen[0] is not image:
            self._seen = image, _coarse(image)
        return self._seen[1]

    def _filled(self, polygons: list[Floats]) -> Mask:
        mask = np.zeros(self._bare.shape[:2], np.uint8)
        for polygon in polygons:  # all at once they would undo one another where they overlap
            cv2.fillPoly(mask, [np.round(polygon / COARSE).astype(np.int32)], 1)
        return mask


def unread_cards(strange: Strange, card_mm: tuple[float, float]) -> int:
    """How many cards a thing may be that nobody could read; 0 when it is none.

    It lies in the area and reaches out of it nowhere, and is as large as one or several cards side by side,
    or as what another card leaves open of one: a strip, or an angle along two of its sides.
    """
    width, height = card_mm
    short, long = strange.sides_mm
    share = strange.mm2 / (width * height)
    if strange.reaches_in or share < LEAST_OPEN:
        return 0
    if not LEAST_LENGTH * width < long < 4 * height or short > 1.3 * height:
        return 0
    if share > WHOLE and strange.filled < CARD_FILL:
        return 0
    return max(1, round(share))


def _share_like(pixels: Floats, papers: Sequence[Floats]) -> float:
    if len(pixels) == 0:
        return 0.0
    apart = np.abs(pixels - np.median(papers, axis=0)).max(axis=1)
    return float((apart < PAPER_APART).mean())


def _coarse(image: Image) -> Floats:
    height, width = image.shape[:2]
    small = cv2.resize(image, (width // COARSE, height // COARSE), interpolation=cv2.INTER_AREA)
    return small.astype(np.float32)


def _warped(coarse: _Picture, matrix: Matrix) -> _Picture:
    """A coarse picture after its view moved by ``matrix``, which counts in px of the full picture."""
    half = (COARSE - 1) / 2
    to_full = np.array([[COARSE, 0, half], [0, COARSE, half], [0, 0, 1]])
    moved = np.linalg.inv(to_full) @ matrix @ to_full
    flags = cv2.INTER_NEAREST if coarse.dtype == np.uint8 else cv2.INTER_LINEAR
    return np.asarray(cv2.warpPerspective(coarse, moved, coarse.shape[1::-1], flags=flags), coarse.dtype)
