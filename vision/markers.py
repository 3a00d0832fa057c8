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
from vision.values import Floats, Frame, Image, Mark

if TYPE_CHECKING:
    from vision.bare import BareTable
    from vision.table import Table
    from vision.timing import History

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

SAME_MARK_MM = 8.0
"""Nearer to its place a card was not moved: cards laid on one another lie farther apart."""

HIDES = 0.8
"""Share of the table under a card that it hides where cards differ from the table."""

TAKEN = 0.3
"""Where less than this share of a card's place is covered, the card was taken up."""

ROOM = 24
"""px by which a picture is made wider before markers are looked for."""

REST_MS = 80
"""For so long a card lies still that was laid."""

LIFTED_MS = 4000
"""So long a card that is gone may turn up in another area."""

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


@dataclass(frozen=True, slots=True, eq=False)
class _Lying:
    """A card that lies there; hides: the table does not look like it, so that it shows when it is gone.

    seen_ms: when it was last seen there.
    """

    mark: Mark
    hides: bool
    seen_ms: int


@dataclass(frozen=True, slots=True, eq=False)
class _Look:
    """What was seen when; moving: while something moved in the area."""

    at_ms: int
    marks: tuple[Mark, ...]
    moving: bool


class LyingMarks:
    """The PASS and count cards that are known to lie in each seat's area.

    A card is laid when it lies in an area where it did not lie before.  One that was pushed about in its
    area was not laid, nor one that went from area to area, as when a trick is gathered.  All cards learned
    as one look alike: which one it is tells only what became of those that lay there.
    """

    def __init__(self, table: Table, bare: BareTable, history: History, find: Find = cards_in) -> None:
        self._table, self._bare, self._history, self._find = table, bare, history, find
        self._known: dict[str, list[_Lying]] = {seat: [] for seat in table.seats}
        self._looks: dict[str, list[_Look]] = {seat: [] for seat in table.seats}
        """Those since the last settled reading."""
        self._sighted: dict[str, list[Floats]] = {seat: [] for seat in table.seats}
        self._lifted: dict[str, list[tuple[_Lying, int]]] = {seat: [] for seat in table.seats}
        """Those found gone, and when that was found."""

    def quads(self, seat: str) -> list[Floats]:
        """Outlines in px of those known in an area or just seen there."""
        known = [lying.mark for lying in self._known[seat]]
        seen = self._looks[seat][-1].marks if self._looks[seat] else ()
        return [mark.quad_px for mark in (*known, *seen)]

    def lie(self, seat: str) -> bool:
        return bool(self._known[seat])

    def marked(self, image: Image, box: Box) -> list[Floats]:
        """The outlines in px of all cards with a marker in a box, of which nothing is kept."""
        return [mark.quad_px for mark in cards_in(image, box, self._table)]

    def outlines(self, image: Image, box: Box) -> list[Floats]:
        """The same of all cards that can be found, at the price of a long look where some were learned."""
        return [mark.quad_px for mark in self._find(image, box, self._table)]

    def look(
        self, seat: str, frame: Frame, box: Box, *, again: bool = False, moving: bool = False
    ) -> list[Floats]:
        """Look at an area; the outlines in px of all marked cards in the box, whoever's.

        again: it was looked at since something moved there; what was seen then still holds.  moving:
        something moves there.
        """
        if again:
            return self._sighted[seat]
        found = self._find(frame.image, box, self._table)
        its = tuple(mark for mark in found if self._table.seat_at(mark.centre_mm) == seat)
        self._looks[seat].append(_Look(frame.at_ms, its, moving))
        self._sighted[seat] = [mark.quad_px for mark in found]
        return self._sighted[seat]

    def settle(
        self, seat: str, frame: Frame, box: Box, began_ms: int, under: Callable[[Floats], bool]
    ) -> tuple[Mark, ...]:
        """The cards laid since the last time; none where nobody has looked.

        What lies there now the last look tells; that more were laid, and taken up at once, those before it.
        began_ms: when movement began there.  under: whether a card or a thing lies over an outline in px.
        """
        looks, self._looks[seat] = self._looks[seat], []
        before = self._known[seat]
        self._sweep(frame)
        if not looks:
            return ()
        looks[-1] = self._at_rest(looks[-1], began_ms)
        seen = looks[-1].marks
        most = max(reversed(looks), key=lambda look: len(_apart_from(before, look.marks)[1]))
        fresh = _apart_from(before, most.marks)[1]
        left, now = _apart_from(self._known[seat], seen)
        over = [mark.quad_px for mark in now]
        kept = [
            lying for lying in left
            if self._share(lying, frame, over) >= TAKEN
            if lying.hides or under(lying.mark.quad_px) or not _inside(lying.mark.quad_px, box)
        ]  # fmt: skip
        gone = [lying for lying in left if lying not in kept]
        gone += [lying for lying, at_ms in self._lifted[seat] if at_ms >= began_ms]
        laid = [mark for mark in fresh if not _take_one(gone, mark)]
        laid = [mark for mark in laid if not self._came_over(mark, seat, most.at_ms, frame.at_ms, began_ms)]
        hides = [self._bare.covered(mark.quad_px, frame.image) >= HIDES for mark in seen]
        self._known[seat] = kept + [_Lying(*each, frame.at_ms) for each in zip(seen, hides, strict=True)]
        self._lifted[seat] = [(lying, frame.at_ms) for lying in gone]
        return tuple(laid)

    def _at_rest(self, look: _Look, began_ms: int) -> _Look:
        """The look without cards that still move: in a hand; they are seen again where they come to lie."""
        if not look.moving:
            return look
        came = [self._history.came(mark.quad_px, began_ms, look.at_ms) for mark in look.marks]
        rest = [ms is None or ms <= look.at_ms - REST_MS for ms in came]
        marks = tuple(mark for mark, rests in zip(look.marks, rest, strict=True) if rests)
        return replace(look, marks=marks)

    def _sweep(self, frame: Frame) -> None:
        """Cards of any area of which only the table shows are gone, looked for or not."""
        for seat, known in self._known.items():
            gone = [lying for lying in known if lying.hides and self._share(lying, frame) < TAKEN]
            self._known[seat] = [lying for lying in known if lying not in gone]
            earlier = [entry for entry in self._lifted[seat] if entry[1] >= frame.at_ms - LIFTED_MS]
            self._lifted[seat] = earlier + [(lying, frame.at_ms) for lying in gone]

    def _share(self, lying: _Lying, frame: Frame, over: Sequence[Floats] = ()) -> float:
        """How much of the place of a card, beside what lies ``over`` it, the table does not show."""
        return self._bare.covered(lying.mark.quad_px, frame.image, over) if lying.hides else 1.0

    def _came_over(self, mark: Mark, seat: str, seen_ms: int, at_ms: int, began_ms: int) -> bool:
        """Whether the card, seen at ``seen_ms``, lay in another area until the movement that brought it here.

        Who takes his own card back while another one is laid does so later than that one lies.
        """
        lay_ms = self._history.came(mark.quad_px, began_ms, seen_ms)
        for other, lifted in self._lifted.items():
            for entry in lifted if other != seat else ():
                was = entry[0]
                left_ms = self._history.came(was.mark.quad_px, max(began_ms, was.seen_ms), at_ms)
                before = left_ms is not None and lay_ms is not None and left_ms < lay_ms
                if was.mark.name == mark.name and before and entry[1] >= began_ms:
                    self._lifted[other] = [each for each in lifted if each is not entry]
                    return True
        return False

    def follow(self, table: Table, history: History, moved: Callable[[Floats], Floats]) -> None:
        """The camera was moved: ``table`` as it lies now; ``moved`` takes places (N, 2) px along."""
        self._table, self._history = table, history
        for seat, known in self._known.items():
            self._known[seat] = [
                replace(lying, mark=replace(lying.mark, quad_px=moved(lying.mark.quad_px))) for lying in known
            ]
            self._looks[seat], self._sighted[seat], self._lifted[seat] = [], [], []


def _apart_from(known: Sequence[_Lying], seen: Sequence[Mark]) -> tuple[list[_Lying], list[Mark]]:
    """Those known that were not seen at their places, and those seen that were not known: nearest first."""
    left, fresh = list(known), list(seen)
    near = [(_apart(lying.mark, mark), lying, mark) for lying in known for mark in seen]
    for apart, lying, mark in sorted(near, key=lambda pair: pair[0]):
        if apart < SAME_MARK_MM and lying.mark.name == mark.name and lying in left and mark in fresh:
            left.remove(lying)
            fresh.remove(mark)
    return left, fresh


def _take_one(gone: list[_Lying], mark: Mark) -> bool:
    """Take from those gone the nearest that may be this one; whether there was one."""
    named = [lying for lying in gone if lying.mark.name == mark.name]
    if named:
        gone.remove(min(named, key=lambda lying: _apart(lying.mark, mark)))
    return bool(named)


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


def _apart(one: Mark, other: Mark) -> float:
    return float(np.linalg.norm(one.centre_mm - other.centre_mm))


def _inside(quad: Floats, box: Box) -> bool:
    low, high = quad.min(axis=0), quad.max(axis=0)
    return bool((low >= box[:2] - 1).all() and (high <= box[2:] + 1).all())


def _cross(one: _Matrix, other: _Matrix) -> float:
    return float(one[0] * other[1] - one[1] * other[0])
