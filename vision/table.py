"""Where the table lies in the picture: pixels to millimetres and back, and which seat's area a place is in.

Millimetres count from the NW corner of the play square, x to the east, y to the south (right and down as
the camera sees it). Every distance test of vision is made there, so that none depends on the camera.
"""

import math
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

import numpy as np
import numpy.typing as npt

from vision.markers import CORNER_IDS, markers_in
from vision.opencv import cv2
from vision.plain import PlainCard, PlainCardError, load_cards
from vision.profile import CARD_MM, KEYS, CardProfile, IndexPlace, ProfileError, profile_of
from vision.values import Floats, Image

SEATS = ("E", "S", "W", "N")
PLAY_AREA_MM = (600.0, 600.0)

_KEYS = {
    "table": {"play_area_mm", "points_px", "markers", "seats"},
    "card": set(KEYS),
    "areas": None,
    "marks": {"learned"},
}
_Matrix = npt.NDArray[np.float64]


OUTSIDE = 0.25
"""By so much of the picture a corner of the play square may lie outside it."""


class TableError(ValueError):
    """A table that cannot be used: the message names file and key, or what is wrong in the picture."""


def _none() -> Mapping[str, Floats]:
    return MappingProxyType({})


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    """The play square in the picture.

    play_area_mm: width and height of the square; seats: who sits at the picture's right, top, left and
    bottom side, which is also the order of play; card_mm: width and height of a card; card_indices: how many
    of its corners carry an index, 2 or 4; index_place, joker_place: where, None where that is not known;
    areas, reports: polygons in mm by seat, empty where the quarters of the square serve; points_px: (4, 2)
    its corners NW, NE, SE, SW, or None until `placed` has found the markers; size: of the picture, or None
    until `placed` has seen one; by_markers: its file names the markers and no points; learned: PASS and count
    cards without a marker, known by their looks.
    """

    points_px: Floats | None
    play_area_mm: tuple[float, float] = PLAY_AREA_MM
    seats: tuple[str, ...] = SEATS
    card_mm: tuple[float, float] = CARD_MM
    card_indices: int = 2
    areas: Mapping[str, Floats] = field(default_factory=_none)
    reports: Mapping[str, Floats] = field(default_factory=_none)
    size: tuple[int, int] | None = None
    by_markers: bool = False
    learned: tuple[PlainCard, ...] = ()
    index_place: IndexPlace | None = None
    joker_place: IndexPlace | None = None
    _to_mm: _Matrix | None = field(init=False, repr=False, default=None)
    _to_px: _Matrix | None = field(init=False, repr=False, default=None)

    def __post_init__(self) -> None:
        if self.points_px is None:
            return
        points = np.asarray(self.points_px, np.float32)
        if not _convex_clockwise(points):
            raise TableError("the four points must go round clockwise: NW, NE, SE, SW of the picture")
        width, height = self.play_area_mm
        square = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
        to_mm = cv2.getPerspectiveTransform(points, square)
        object.__setattr__(self, "points_px", points)
        object.__setattr__(self, "_to_mm", to_mm)
        object.__setattr__(self, "_to_px", np.linalg.inv(to_mm))

    @property
    def card(self) -> CardProfile:
        """What is known beforehand of the deck's cards."""
        return CardProfile(self.card_mm, self.card_indices, self.index_place, self.joker_place)

    @classmethod
    def load(cls, path: str | Path) -> "Table":
        """The table that a TOML file describes; raises `TableError` naming file and key."""
        return _load(Path(path))

    @classmethod
    def from_markers(cls, image: Image) -> "Table":
        """A usual table, placed by the four markers in the picture; raises `TableError`."""
        return cls(None).placed(image)

    @classmethod
    def whole(cls, size: tuple[int, int]) -> "Table":
        """The whole picture as the play square, its shorter side taken for that of a usual one."""
        width, height = size
        corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
        scale = min(PLAY_AREA_MM) / min(size)
        return cls(corners, (width * scale, height * scale), size=size)

    def to_toml(self, learned: str | None = None) -> str:
        """The file that `load` reads as this table; ``learned``: the file of its learned cards, beside it."""
        points = self.points_px if self.points_px is not None and not self.by_markers else None
        lies = "markers = true" if points is None else f"points_px = {_points_text(points)}"
        names = ", ".join(f'"{seat}"' for seat in self.seats)
        lines = ["[table]", f"play_area_mm = {_pair_text(self.play_area_mm)}", lies, f"seats = [{names}]", ""]
        lines += ["[card]", f"size_mm = {_pair_text(self.card_mm)}", f"indices = {self.card_indices}"]
        for title, areas in (("areas", self.areas), ("areas.report", self.reports)):
            if areas:
                lines += ["", f"[{title}]"]
                lines += [f"{seat} = {_points_text(area)}" for seat, area in areas.items()]
        if learned is not None:
            lines += ["", "[marks]", f'learned = "{learned}"']
        return "\n".join(lines) + "\n"

    def placed(self, image: Image) -> "Table":
        """This table in that picture: its size known, and its markers found where it goes by markers.

        Raises `TableError` when a marker is missing or they stand in the wrong order.
        """
        size = (image.shape[1], image.shape[0])
        if self.points_px is None:
            return replace(self, points_px=find_markers(image), size=size)
        off = np.array(self.points_px, np.float64) / size
        if (off < -OUTSIDE).any() or (off > 1 + OUTSIDE).any():
            raise TableError(
                f"the play square reaches far out of the picture of {size[0]} x {size[1]} px: "
                "it was put on one of another size; calibrate again"
            )
        return replace(self, size=size)

    def moved(self, matrix: _Matrix) -> "Table":
        """This table in a view that moved by ``matrix`` (3 x 3, px to px)."""
        return replace(self, points_px=_mapped(matrix, self.points_px if self.points_px is not None else ()))

    def to_mm(self, px: npt.ArrayLike) -> Floats:
        """Places on the table, (2,) or (N, 2), for places in the picture."""
        return _mapped(self._to_mm, px)

    def to_px(self, mm: npt.ArrayLike) -> Floats:
        """Places in the picture, (2,) or (N, 2), for places on the table."""
        return _mapped(self._to_px, mm)

    def seat_at(self, mm: npt.ArrayLike) -> str | None:
        """Whose area a place on the table, (2,), lies in; None outside every area."""
        x, y = (float(value) for value in np.asarray(mm, np.float64))
        if self.areas:
            inside = (seat for seat in self.seats if _contains(self.areas[seat], (x, y)))
            return next(inside, None)
        width, height = self.play_area_mm
        across, down = x / width - 0.5, y / height - 0.5
        right, top, left, bottom = self.seats
        if abs(across) >= abs(down):
            return right if across > 0 else left
        return bottom if down > 0 else top

    def toward(self, seat: str) -> Floats:
        """Direction, (2,) in mm, from the middle of the table to who sits at a seat."""
        outward = np.array([(1, 0), (0, -1), (-1, 0), (0, 1)], np.float32)
        return np.asarray(outward[self.seats.index(seat)])

    def zone_px(self, seat: str, size: tuple[int, int] | None = None) -> Floats:
        """Outline (N, 2) in the picture of a seat's area, cut at the picture's edge.

        `size` of the picture is needed where the table has not been `placed`. Raises `TableError`.
        """
        size = size or self.size
        if size is None or self.points_px is None:
            raise TableError("where the areas lie is not known before the table was placed in a picture")
        if seat not in self.seats:
            raise TableError(f"nobody sits at {seat!r}; the seats are {', '.join(self.seats)}")
        width, height = size
        picture = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float64)
        if self.areas:
            return _clip(picture, self.to_px(self.areas[seat]).astype(np.float64))
        # A diagonal stays a line in the picture, so the quarter is what both diagonals leave of it.
        nw, ne, se, sw = self.points_px.astype(np.float64)
        right, top, left, _ = self.seats
        one = (nw, se) if seat in (right, top) else (se, nw)
        other = (sw, ne) if seat in (top, left) else (ne, sw)
        return _left_of(_left_of(picture, *one), *other).astype(np.float32)


def find_markers(image: Image) -> Floats:
    """Centres (4, 2) in px of the markers 0..3; raises `TableError` naming those that are not seen."""
    found: dict[int, Floats] = {}
    for marker in markers_in(image, subpixel=True):
        if marker.number in CORNER_IDS:
            if marker.number in found:
                raise TableError(f"marker {marker.number} is seen twice")
            found[marker.number] = marker.centre
    missing = [str(number) for number in CORNER_IDS if number not in found]
    if missing:
        raise TableError(f"marker {', '.join(missing)} not seen; ArUco 4x4 markers 0 to 3 mark the corners")
    points = np.array([found[number] for number in CORNER_IDS], np.float32)
    if not _convex_clockwise(points):
        raise TableError("the markers 0, 1, 2, 3 must go round clockwise: NW, NE, SE, SW")
    return points


def _mapped(matrix: _Matrix | None, points: npt.ArrayLike) -> Floats:
    if matrix is None:
        raise TableError("the table's markers have not been found in a picture yet")
    given = np.asarray(points, np.float64)
    if given.size == 0:
        return given.astype(np.float32)
    return cv2.perspectiveTransform(given.reshape(-1, 1, 2), matrix).reshape(given.shape).astype(np.float32)


def _cross(one: _Matrix, other: _Matrix) -> float:
    return float(one[0] * other[1] - one[1] * other[0])


def _convex_clockwise(points: Floats) -> bool:
    """Whether four points turn right (as seen in the picture, y down) at each."""
    turns = [
        _cross(points[(i + 1) % 4] - points[i], points[(i + 2) % 4] - points[(i + 1) % 4]) for i in range(4)
    ]
    return min(turns) > 0


def _contains(polygon: Floats, point: tuple[float, float]) -> bool:
    return cv2.pointPolygonTest(polygon.reshape(-1, 1, 2), point, measureDist=False) >= 0


def _left_of(polygon: _Matrix, start: _Matrix, end: _Matrix) -> _Matrix:
    """The part of a convex polygon (N, 2) on the left as one walks from start to end (y down)."""
    sides = [-_cross(end - start, corner - start) for corner in polygon]
    kept: list[_Matrix] = []
    for i, corner in enumerate(polygon):
        before = i - 1
        if sides[before] * sides[i] < 0:
            share = sides[before] / (sides[before] - sides[i])
            kept.append(polygon[before] + share * (corner - polygon[before]))
        if sides[i] >= 0:
            kept.append(corner)
    return np.array(kept, np.float64).reshape(-1, 2)


def _clip(picture: _Matrix, polygon: _Matrix) -> Floats:
    """What of a polygon lies in the picture. The picture is convex, so each of its edges cuts in turn."""
    for i in range(4):
        polygon = _left_of(polygon, picture[(i + 1) % 4], picture[i])
    return polygon.astype(np.float32)


def _pair_text(pair: tuple[float, float]) -> str:
    return f"[{pair[0]:g}, {pair[1]:g}]"


def _points_text(points: Floats) -> str:
    return "[" + ", ".join(f"[{x:.2f}, {y:.2f}]" for x, y in points) + "]"


# The file. Each reader takes what stands at a key and says which key it was.


class _Place:
    """Where in the file something stands, for the message."""

    def __init__(self, path: Path, key: str) -> None:
        self.path, self.key = path, key

    def __truediv__(self, key: str | int) -> "_Place":
        return _Place(self.path, f"{self.key}[{key}]" if isinstance(key, int) else f"{self.key}.{key}")

    def wrong(self, wanted: str) -> TableError:
        return TableError(f"{self.path}: {self.key}: {wanted}")


def _load(path: Path) -> Table:
    try:
        data = tomllib.loads(path.read_text("utf-8"))
    except OSError as error:
        raise TableError(f"{path}: cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise TableError(f"{path}: is no text in UTF-8") from error
    except tomllib.TOMLDecodeError as error:
        raise TableError(f"{path}: is no TOML: {error}") from error
    parts: dict[str, dict[str, Any]] = {}
    for name, keys in _KEYS.items():
        part = data.pop(name, {})
        if not isinstance(part, dict):
            raise _Place(path, name).wrong("must be a section")
        for key in part:
            if keys is not None and key not in keys:
                raise (_Place(path, name) / key).wrong("unknown; known are " + ", ".join(sorted(keys)))
        parts[name] = part
    if data:
        raise _Place(path, next(iter(data))).wrong("unknown; known are " + ", ".join(_KEYS))
    return _table(path, **parts)


def _table(
    path: Path, table: dict[str, Any], card: dict[str, Any], areas: dict[str, Any], marks: dict[str, Any]
) -> Table:
    here = _Place(path, "table")
    markers = table.get("markers", False)
    if not isinstance(markers, bool):
        raise (here / "markers").wrong("must be true or false")
    if markers == ("points_px" in table):
        raise (here / "points_px").wrong("give either the four points or markers = true")
    points = None if markers else _polygon(here / "points_px", table["points_px"], exactly=4)
    seats = _seats(here / "seats", table.get("seats", list(SEATS)))
    try:
        profile = profile_of(card, f"{path}: card")
    except ProfileError as error:
        raise TableError(str(error)) from error
    areas = dict(areas)
    reports = areas.pop("report", {})
    if not isinstance(reports, dict):
        raise _Place(path, "areas.report").wrong("must be a section")
    play_area = _pair(here / "play_area_mm", table.get("play_area_mm", list(PLAY_AREA_MM)))
    zones = _areas(_Place(path, "areas"), areas, seats, all_of_them=True)
    spoken = _areas(_Place(path, "areas.report"), reports, seats, all_of_them=False)
    learned = _learned(_Place(path, "marks.learned"), marks.get("learned"))
    try:
        return Table(
            points,
            play_area,
            seats,
            profile.size,
            profile.corners,
            zones,
            spoken,
            by_markers=markers,
            learned=learned,
            index_place=profile.plain,
            joker_place=profile.joker,
        )
    except TableError as error:
        raise (here / "points_px").wrong(str(error)) from error


def _learned(place: _Place, name: object) -> tuple[PlainCard, ...]:
    if name is None:
        return ()
    if not isinstance(name, str):
        raise place.wrong("must name a file beside this one")
    try:
        return load_cards(place.path.with_name(name))
    except PlainCardError as error:
        raise place.wrong(str(error)) from error


def _number(place: _Place, value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        raise place.wrong(f"must be a number, not {value!r}")
    return float(value)


def _list(place: _Place, value: object, wanted: str, count: int) -> list[Any]:
    if not isinstance(value, list) or len(value) != count:
        raise place.wrong(f"must be {wanted}")
    return value


def _pair(place: _Place, value: object) -> tuple[float, float]:
    """Width and height in mm."""
    width, height = (
        _number(place / i, side) for i, side in enumerate(_list(place, value, "width and height in mm", 2))
    )
    if min(width, height) <= 0:
        raise place.wrong("must be more than 0")
    return width, height


def _polygon(place: _Place, value: object, exactly: int | None = None) -> Floats:
    if not isinstance(value, list) or (len(value) != exactly if exactly else len(value) < 3):
        raise place.wrong(f"must be {exactly or 'three or more'} points, each as [x, y]")
    points = []
    for i, point in enumerate(value):
        x, y = _list(place / i, point, "a point as [x, y]", 2)
        points.append((_number(place / i / 0, x), _number(place / i / 1, y)))
    return np.array(points, np.float32)


def _seats(place: _Place, value: object) -> tuple[str, ...]:
    names = _list(place, value, "four names: right, top, left, bottom side of the picture", 4)
    if not all(isinstance(name, str) and name for name in names) or len(set(names)) != 4:
        raise place.wrong("must be four different names")
    return tuple(names)


def _areas(
    place: _Place, given: dict[str, Any], seats: tuple[str, ...], *, all_of_them: bool
) -> Mapping[str, Floats]:
    for seat in given:
        if seat not in seats:
            raise (place / seat).wrong(f"nobody sits there; the seats are {', '.join(seats)}")
    if given and all_of_them and len(given) < len(seats):
        missing = ", ".join(seat for seat in seats if seat not in given)
        raise place.wrong(f"an area is missing for {missing}")
    return MappingProxyType({seat: _polygon(place / seat, points) for seat, points in given.items()})
