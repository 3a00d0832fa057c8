"""Printed markers: the corners of the table, and PASS and count cards that say by a marker what they are.

All are ArUco markers of DICT_4X4_50, of which only the first 25 are used: any two of those differ in five
bits at least, turned as they may be.  ``guandan-eye print-kit`` prints them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from vision.opencv import cv2
from vision.values import Floats, Image, Mark

if TYPE_CHECKING:
    from vision.table import Table

CORNER_IDS = (0, 1, 2, 3)
"""Their centres stand at the NW, NE, SE and SW corner of the play square."""

PASS_IDS = tuple(range(4, 12))
"""PASS cards of one seat. Several, so that a second one laid on the first is seen; the same for every
seat, because the place says who passed and a card that went round the table must not say another."""

COUNT_IDS = {11 + count: count for count in range(1, 11)}
"""Count cards: marker id to the cards left that it says, 1 to 10."""

MARKER_MM = 42.0
"""Side of the marker on a card: seven mm a module. At 1.3 px a mm and 35 degrees it is found in 100 of 100
blurred and noisy pictures, one of 30 mm in 95, one of 20 mm in 40 (`tests/bench/bench_markers.py`)."""

MARKED_CARD_MM = (58.0, 88.0)
CORNER_MM = 60.0
"""Side of the printed corner markers."""

SIZE_ERROR = 0.3
"""Share by which a marker on the table may differ from its size."""

SAME_MARK_MM = 15.0
ROOM = 24
"""px by which a picture is made wider before markers are looked for."""

Box = npt.NDArray[np.int_]
"""x0 y0 x1 y1, px."""
_Matrix = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Marker:
    """An ArUco marker in the picture: its id, and its corners (4, 2) in px, clockwise from its top left."""

    number: int
    corners: Floats

    @property
    def centre(self) -> Floats:
        """Where its diagonals cross, which holds under perspective; (2,) px."""
        a, b, c, d = self.corners.astype(np.float64)
        along, across = c - a, d - b
        step = _cross(b - a, across) / _cross(along, across)
        return np.asarray(a + step * along, np.float32)


def cells(number: int) -> npt.NDArray[np.bool_]:
    """The marker as 6 x 6 cells with its black rim, row by row; True is white."""
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    return np.asarray(cv2.aruco.generateImageMarker(dictionary, number, 6) > 0)


def markers_in(image: Image, *, subpixel: bool = False) -> list[Marker]:
    """The markers of the dictionary in a picture, grey or colour.  ``subpixel`` where places matter."""
    settings = cv2.aruco.DetectorParameters()
    if subpixel:
        settings.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    # OpenCV finds none whose side lies within some 16 px of the picture's edge.
    padded = cv2.copyMakeBorder(image, ROOM, ROOM, ROOM, ROOM, cv2.BORDER_REPLICATE)
    quads, numbers, _ = cv2.aruco.ArucoDetector(dictionary, settings).detectMarkers(padded)
    found = [] if numbers is None else [int(number) for number in numbers.ravel()]
    return [
        Marker(number, np.asarray(quad, np.float32).reshape(4, 2) - ROOM)
        for number, quad in zip(found, quads, strict=True)
    ]


def card_of(marker: Marker, table: Table) -> Mark | None:
    """The PASS or count card that a marker in the picture says; None where it is none of its size."""
    count = COUNT_IDS.get(marker.number)
    if count is None and marker.number not in PASS_IDS:
        return None
    corners = table.to_mm(marker.corners).astype(np.float64)
    right = (corners[1] + corners[2] - corners[0] - corners[3]) / 2
    down = (corners[2] + corners[3] - corners[0] - corners[1]) / 2
    sides = np.array([np.linalg.norm(right), np.linalg.norm(down)])
    if np.abs(sides / MARKER_MM - 1).max() > SIZE_ERROR:
        return None
    centre = corners.mean(axis=0)
    width, height = MARKED_CARD_MM
    across, along = right / sides[0] * width / 2, down / sides[1] * height / 2
    outline = np.array(
        [centre - across - along, centre + across - along, centre + across + along, centre - across + along],
        np.float32,
    )
    return Mark(f"marker {marker.number}", count, centre.astype(np.float32), table.to_px(outline))


def cards_in(image: Image, box: Box, table: Table) -> list[Mark]:
    """The marked cards in a box of the picture, as far as they lie in it whole."""
    part = np.asarray(cv2.cvtColor(image[box[1] : box[3], box[0] : box[2]], cv2.COLOR_BGR2GRAY), np.uint8)
    corner = np.array(box[:2], np.float32)
    found = (card_of(replace(m, corners=m.corners + corner), table) for m in markers_in(part))
    return [mark for mark in found if mark is not None]


Find = Callable[[Image, Box, "Table"], list[Mark]]
"""The PASS and count cards in a box of a picture of a table."""


class LyingMarks:
    """The PASS and count cards that are known to lie in each seat's area.

    A card is laid when it lies in an area where it did not lie before.  One that was pushed about in its
    area was not laid, nor one that went from area to area, as when a trick is gathered.
    """

    def __init__(self, table: Table, find: Find = cards_in) -> None:
        self._table, self._find = table, find
        self._known: dict[str, list[Mark]] = {seat: [] for seat in table.seats}
        self._trial: dict[str, list[Mark] | None] = dict.fromkeys(table.seats)
        self._sighted: dict[str, list[Floats]] = {seat: [] for seat in table.seats}

    def quads(self, seat: str) -> list[Floats]:
        """Outlines in px of those known in an area or just seen there."""
        return [mark.quad_px for mark in (*self._known[seat], *(self._trial[seat] or ()))]

    def lie(self, seat: str) -> bool:
        return bool(self._known[seat])

    def forget_looks(self, seat: str) -> None:
        """Something moves there: what was just seen counts no more."""
        self._trial[seat], self._sighted[seat] = None, []

    def marked(self, image: Image, box: Box) -> list[Floats]:
        """The outlines in px of all cards with a marker in a box, of which nothing is kept."""
        return [mark.quad_px for mark in cards_in(image, box, self._table)]

    def outlines(self, image: Image, box: Box) -> list[Floats]:
        """The same of all cards that can be found, at the price of a long look where some were learned."""
        return [mark.quad_px for mark in self._find(image, box, self._table)]

    def look(self, seat: str, image: Image, box: Box, *, again: bool = False) -> list[Floats]:
        """Look at a still area; the outlines in px of all marked cards in the box, whoever's.

        again: the area was looked at since something moved there; what was seen then still holds.
        """
        if again:
            return self._sighted[seat]
        found = self._find(image, box, self._table)
        self._trial[seat] = [mark for mark in found if self._table.seat_at(mark.centre_mm) == seat]
        self._sighted[seat] = [mark.quad_px for mark in found]
        return self._sighted[seat]

    def settle(
        self, seat: str, image: Image, box: Box, covered: Callable[[Floats], bool]
    ) -> tuple[Mark, ...]:
        """The cards laid since the last time, by what was seen; none where nobody has looked since a move.

        covered: whether something lies over an outline in px: a card that cannot be seen is still there.
        """
        seen, self._trial[seat] = self._trial[seat], None
        if seen is None:
            return ()
        left = list(self._known[seat])
        fresh = []
        for mark in seen:
            named = [known for known in left if known.name == mark.name]
            if named:
                left.remove(min(named, key=lambda known: _apart(known, mark)))
            elif not self._came_over(mark, seat, image):
                fresh.append(mark)
        kept = [known for known in left if not _inside(known.quad_px, box) or covered(known.quad_px)]
        self._known[seat] = kept + seen
        return tuple(fresh)

    def _came_over(self, mark: Mark, seat: str, image: Image) -> bool:
        """Whether the card lay in another seat's area and lies there no more."""
        others = [(s, known) for s, lying in self._known.items() if s != seat for known in lying]
        for other, known in others:
            if known.name != mark.name:
                continue
            low, high = known.quad_px.min(axis=0), known.quad_px.max(axis=0)
            around = np.concatenate([low - (high - low) / 4, high + (high - low) / 4]).astype(int)
            size = (image.shape[1], image.shape[0])
            now = self._find(image, np.clip(around, 0, (*size, *size)), self._table)
            if not any(_same(there, known) for there in now):
                self._known[other] = [k for k in self._known[other] if k is not known]
                return True
        return False

    def follow(self, table: Table, moved: Callable[[Floats], Floats]) -> None:
        """The camera was moved: ``table`` as it lies now; ``moved`` takes places (N, 2) px along."""
        self._table = table
        for seat, known in self._known.items():
            self._known[seat] = [replace(mark, quad_px=moved(mark.quad_px)) for mark in known]
            self.forget_looks(seat)


def outside(points: Iterable[tuple[float, float]], quads: Sequence[Floats]) -> bool:
    """Whether no point in px lies inside one of the outlines."""
    return not any(
        cv2.pointPolygonTest(quad, (float(x), float(y)), measureDist=False) >= 0
        for x, y in points
        for quad in quads
    )


def overlap(one: Floats, other: Floats) -> float:
    """Share of the outline ``one`` (4, 2) that ``other`` covers."""
    common, _ = cv2.intersectConvexConvex(one, other)
    return float(common) / max(float(cv2.contourArea(one)), 1.0)


def _same(one: Mark, other: Mark) -> bool:
    return one.name == other.name and _apart(one, other) < SAME_MARK_MM


def _apart(one: Mark, other: Mark) -> float:
    return float(np.linalg.norm(one.centre_mm - other.centre_mm))


def _inside(quad: Floats, box: Box) -> bool:
    low, high = quad.min(axis=0), quad.max(axis=0)
    return bool((low >= box[:2] - 1).all() and (high <= box[2:] + 1).all())


def _cross(one: _Matrix, other: _Matrix) -> float:
    return float(one[0] * other[1] - one[1] * other[0])
