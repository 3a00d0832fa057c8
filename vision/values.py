"""The values that vision hands on. Pixels are (x, y) of the picture as given, lengths on the table are mm.

Each value checks its shapes when it is made, so that no later stage has to.
"""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from engine.cards import FACES, Card

Image = npt.NDArray[np.uint8]
"""A picture: H x W x 3, blue-green-red."""
Floats = npt.NDArray[np.float32]


class ValueShapeError(ValueError):
    """An array has not the shape or kind that its value promises."""


def _check(
    name: str, array: npt.NDArray[Any], shape: tuple[int | None, ...], kind: type = np.float32
) -> None:
    fits = array.ndim == len(shape) and all(
        want in (None, have) for want, have in zip(shape, array.shape, strict=True)
    )
    if not fits or array.dtype != kind:
        wanted = "x".join("n" if side is None else str(side) for side in shape)
        raise ValueShapeError(
            f"{name}: expected {wanted} of {np.dtype(kind).name}, "
            f"got {'x'.join(map(str, array.shape))} of {array.dtype.name}"
        )


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """One picture of a source.

    `at_ms`: when it was taken, on the source's own clock (the stream's time stamps, or time since the
    camera was opened). `index` counts from 0; a camera's skipped pictures leave gaps.
    """

    image: Image
    at_ms: int
    index: int

    def __post_init__(self) -> None:
        _check("Frame.image", self.image, (None, None, 3), np.uint8)

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""
        return self.image.shape[1], self.image.shape[0]


@dataclass(frozen=True, slots=True, eq=False)
class Detections:
    """Corner indices found in one picture, as parallel arrays of length N.

    boxes: (N, 4) x0 y0 x1 y1 in px; keypoints: (N, 2, 2) rank centre and suit centre in px; score: (N,).
    """

    boxes: Floats
    keypoints: Floats
    score: Floats

    def __post_init__(self) -> None:
        n = len(self.boxes)
        _check("Detections.boxes", self.boxes, (n, 4))
        _check("Detections.keypoints", self.keypoints, (n, 2, 2))
        _check("Detections.score", self.score, (n,))

    def __len__(self) -> int:
        return len(self.boxes)

    @classmethod
    def empty(cls) -> "Detections":
        return cls(np.zeros((0, 4), np.float32), np.zeros((0, 2, 2), np.float32), np.zeros(0, np.float32))

    @classmethod
    def merge(cls, parts: "list[Detections]") -> "Detections":
        """All detections of several tiles of one picture, in the order given."""
        if not parts:
            return cls.empty()
        return cls(
            np.concatenate([part.boxes for part in parts]),
            np.concatenate([part.keypoints for part in parts]),
            np.concatenate([part.score for part in parts]),
        )

    def take(self, which: npt.NDArray[Any]) -> "Detections":
        """Those that a mask or a list of indices names."""
        return Detections(self.boxes[which], self.keypoints[which], self.score[which])

    def moved(self, dx: float, dy: float) -> "Detections":
        """The same detections, shifted by whole tiles or crops."""
        by = np.array([dx, dy], np.float32)
        return Detections(self.boxes + np.tile(by, 2), self.keypoints + by, self.score)


@dataclass(frozen=True, slots=True, eq=False)
class Index:
    """One corner index as read: box x0 y0 x1 y1, rank and suit centre in px, and what it says.

    probs: (54,) over the faces in the order of `engine.cards.FACES`; `p` is that of the best face.
    """

    box: tuple[float, float, float, float]
    rank: tuple[float, float]
    suit: tuple[float, float]
    p: float
    probs: Floats

    def __post_init__(self) -> None:
        _check("Index.probs", self.probs, (len(FACES),))

    def moved(self, move: Callable[[Floats], Floats]) -> "Index":
        """The same index in a view that moved; ``move`` takes places (N, 2) px along."""
        x0, y0, x1, y1 = self.box
        places = move(np.array([(x0, y0), (x1, y0), (x1, y1), (x0, y1), self.rank, self.suit], np.float32))
        low, high = places[:4].min(axis=0), places[:4].max(axis=0)
        return replace(
            self,
            box=(float(low[0]), float(low[1]), float(high[0]), float(high[1])),
            rank=(float(places[4][0]), float(places[4][1])),
            suit=(float(places[5][0]), float(places[5][1])),
        )


@dataclass(frozen=True, slots=True, eq=False)
class SeenCard:
    """One physical card on the table.

    probs: (54,) over the faces; centre_mm: (2,) on the table; angle_deg: direction of the card's long side,
    clockwise from up in table space; indices: the corners it was read from; quad_px: (4, 2) outline in the
    picture, or None where it could not be told.
    """

    probs: Floats
    centre_mm: Floats
    angle_deg: float
    indices: tuple[Index, ...]
    quad_px: Floats | None = None

    def __post_init__(self) -> None:
        _check("SeenCard.probs", self.probs, (len(FACES),))
        _check("SeenCard.centre_mm", self.centre_mm, (2,))
        if self.quad_px is not None:
            _check("SeenCard.quad_px", self.quad_px, (4, 2))

    def moved(self, move: Callable[[Floats], Floats]) -> "SeenCard":
        """The same card in a view that moved; ``move`` takes places (N, 2) px along."""
        return replace(
            self,
            indices=tuple(index.moved(move) for index in self.indices),
            quad_px=None if self.quad_px is None else move(self.quad_px),
        )

    @property
    def best(self) -> Card:
        """The likeliest face."""
        return FACES[int(np.argmax(self.probs))]

    @property
    def p(self) -> float:
        """Probability of the likeliest face."""
        return float(np.max(self.probs))


@dataclass(frozen=True, slots=True, eq=False)
class Mark:
    """A card on the table that is no playing card: a PASS card (PASS卡) or a count card (报牌卡).

    count: how many cards a count card says are left, 1 to 10; None on a PASS card.
    name: which card it is, so that two PASS cards of one seat are told apart.
    centre_mm: (2,) on the table; quad_px: (4, 2) its outline in the picture.
    """

    name: str
    count: int | None
    centre_mm: Floats
    quad_px: Floats

    def __post_init__(self) -> None:
        _check("Mark.centre_mm", self.centre_mm, (2,))
        _check("Mark.quad_px", self.quad_px, (4, 2))


@dataclass(frozen=True, slots=True, eq=False)
class ZoneReading:
    """One seat's area after it came to rest.

    cards: all that lie there, in laying order; () says that the area was cleared.
    fresh: those of them that were not there at the last reading of the area.
    gone: those that were there then and of which the bare table shows now: taken up, not turned over.
    marks: PASS and count cards that were laid there since.
    after_pause: it began while reading was paused, so that more may have happened than was seen.
    unread: how many things more lie there since then that look like cards and could not be read.
    began_ms, ended_ms: when movement began in the area and when the last card lay still.
    frame_index, picture: the frame it was read from, and a crop of the area in it to show a person.
    """

    seat: str
    cards: tuple[SeenCard, ...]
    fresh: tuple[SeenCard, ...]
    began_ms: int
    ended_ms: int
    frame_index: int
    picture: Image | None = field(default=None)
    unread: int = 0
    gone: tuple[SeenCard, ...] = ()
    marks: tuple[Mark, ...] = ()
    after_pause: bool = False

    def __post_init__(self) -> None:
        if self.began_ms > self.ended_ms:
            raise ValueShapeError(
                f"ZoneReading of {self.seat}: began at {self.began_ms} ms, after its end {self.ended_ms} ms"
            )
