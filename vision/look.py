"""One look at a part of a picture: its indices found, read, and put together to cards on the table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from vision.assembly import assemble
from vision.bare import BareTable
from vision.indices import Detect, Read, distinct
from vision.markers import outside
from vision.measuring import ProfileLearner
from vision.pips import with_pips
from vision.placed import JOKERS
from vision.settle import Box
from vision.table import Table
from vision.values import Detections, Floats, Image, Index, SeenCard

INDEX_PX = (18.0, 22.0, 27.0)
"""Heights of an index at which an area is looked at, in turn."""

INDEX_MM = 13.0
ON_A_MARK = 0.9
"""Probability of an index from which it may be that of a card which lies on a PASS or count card."""

SEARCH_PX = (14.0, 18.0, 22.0)
"""Heights of an index at which a card is searched for that could not be read, upright and turned."""

FAINT = 0.1
"""Score of the detector from which something may be an index there: small words on jokers have so little."""

CLEAR = 0.85
"""So surely it has to be read then."""

MARGIN_MM = 60.0
"""Room round what changed, so that no card is cut."""


class Looker:
    """Looks at pictures of one table.  size: their width and height; px_per_mm at the middle of the table.

    bare: the table without cards; what it shows itself is not read.
    """

    def __init__(
        self,
        table: Table,
        size: tuple[int, int],
        px_per_mm: float,
        detect: Detect,
        read: Read,
        bare: BareTable,
    ) -> None:
        self.looks, self._bare = 0, bare
        self._table, self._size, self._px_per_mm = table, size, px_per_mm
        self._detect, self._read = detect, read
        self._learner = ProfileLearner(table.card)

    def follow(self, table: Table, px_per_mm: float) -> None:
        """The table lies elsewhere in the picture now."""
        self._table, self._px_per_mm = table, px_per_mm

    def seen(
        self, seat: str, image: Image, box: Box, number: int, marks: Sequence[Floats] = ()
    ) -> list[SeenCard]:
        """A seat's cards in a part of the picture, but for what is printed on PASS and count cards.

        marks: the outlines of those in px.
        Looks with different numbers are at different scales: what one misses or makes up, the others find
        or do not.
        """
        self.looks += 1
        part = np.ascontiguousarray(image[box[1] : box[3], box[0] : box[2]])
        found = self._detect(part, self._scale(INDEX_PX[number % len(INDEX_PX)]))
        boxes = found.boxes + np.tile(box[:2], 2)
        found = found.take(np.array([not self._bare.shows(each, image) for each in boxes], bool).nonzero()[0])
        indices = [_shifted(i, float(box[0]), float(box[1])) for i in self._read(part, found)]
        indices = [i for i in indices if i.p >= ON_A_MARK or outside((i.rank, i.suit), marks)]
        return self._put_together(seat, image, indices, marks)

    def searched(self, seat: str, image: Image, box: Box) -> list[SeenCard]:
        """A seat's cards in a part of the picture in which one seems to lie that could not be read."""
        part = np.ascontiguousarray(image[box[1] : box[3], box[0] : box[2]])
        on_side = np.ascontiguousarray(np.rot90(part))
        found = []
        for scale in map(self._scale, SEARCH_PX):
            found.append(self._detect(part, scale, FAINT))
            found.append(_turned_back(self._detect(on_side, scale, FAINT), part.shape[1]))
        every = Detections.merge(found)
        ones = (every.take(np.array([n])) for n in range(len(every)))
        read = [(_surely(index), n) for n, one in enumerate(ones) for index in self._read(part, one)]
        clear = every.take(np.array([n for p, n in sorted(read, reverse=True) if p >= CLEAR], int))
        indices = self._read(part, clear.take(distinct(clear)))
        return self._put_together(seat, image, [_shifted(i, float(box[0]), float(box[1])) for i in indices])

    def _scale(self, height_px: float) -> float:
        """The scale at which an index is about so tall."""
        return float(np.clip(height_px / (INDEX_MM * self._px_per_mm), 0.25, 2.5))

    def _put_together(
        self, seat: str, image: Image, indices: Sequence[Index], marks: Sequence[Floats] = ()
    ) -> list[SeenCard]:
        """The seat's cards that show these indices."""
        places = np.array([(i.rank, i.suit) for i in indices], np.float32).reshape(-1, 2)
        points = self._table.to_mm(places).reshape(-1, 2, 2)
        self._learner.see(indices, points)
        cards = [self._in_pixels(c) for c in assemble(indices, points, self._learner.profile)]
        own = [c for c in cards if self._table.seat_at(c.centre_mm) == seat and not self._is_print(c, marks)]
        return [with_pips(card, image, self._table.card_mm) for card in own]

    def _is_print(self, card: SeenCard, marks: Sequence[Floats]) -> bool:
        """Whether what was read is printed on a PASS or count card: no card lies elsewhere than on it."""
        if not marks or any(outside((i.rank, i.suit), marks) for i in card.indices):
            return False
        middle = self._table.to_px(card.centre_mm.reshape(1, 2))[0]
        return not outside([(float(middle[0]), float(middle[1]))], marks)

    def with_room(self, low: Floats, high: Floats, room_mm: float = MARGIN_MM) -> Box:
        """The part of the picture between two corners, with room for whole cards."""
        margin = room_mm * self._px_per_mm
        corners = np.concatenate([np.floor(low - margin), np.ceil(high + margin)])
        return np.asarray(np.clip(corners, 0, (*self._size, *self._size)), int)

    def _in_pixels(self, card: SeenCard) -> SeenCard:
        if card.quad_px is None:
            return card
        return replace(card, quad_px=self._table.to_px(card.quad_px))


def px_per_mm(table: Table) -> float:
    """Scale at the middle of the table."""
    width, height = table.play_area_mm
    x, y = width / 2, height / 2
    step = table.to_px(np.array([(x, y), (x + 10, y), (x, y + 10)]))
    return float(np.linalg.norm(step[1:] - step[0], axis=1).mean()) / 10


def _surely(index: Index) -> float:
    """How surely an index was read; which of the jokers it is does not matter."""
    return max(index.p, float(index.probs[JOKERS:].sum()))


def _turned_back(found: Detections, width: int) -> Detections:
    """What was found in a picture of that width after it was turned by 90 degrees, counterclockwise."""
    x, y = found.keypoints[..., 0], found.keypoints[..., 1]
    points = np.stack([width - 1 - y, x], axis=-1)
    left, top, right, bottom = found.boxes.T
    boxes = np.stack([width - 1 - bottom, left, width - 1 - top, right], axis=1)
    return Detections(boxes.astype(np.float32), points.astype(np.float32), found.score)


def _shifted(index: Index, dx: float, dy: float) -> Index:
    x0, y0, x1, y1 = index.box
    return replace(
        index,
        box=(x0 + dx, y0 + dy, x1 + dx, y1 + dy),
        rank=(index.rank[0] + dx, index.rank[1] + dy),
        suit=(index.suit[0] + dx, index.suit[1] + dy),
    )
