"""The chain: frames of a table in, settled readings of the seats' areas out.

This is the only file that knows the order of the stages: gate, look (detector, reader, assembly),
settle.  It knows no rules and keeps no record.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from vision.cards import Layout, assemble
from vision.gate import CHANGED, Gate, Grey
from vision.indices import IndexDetector, IndexReader, distinct
from vision.opencv import cv2
from vision.settle import (
    PATCH_MM,
    Change,
    Known,
    alike,
    cut_patch,
    in_laying_order,
    merge_looks,
    same_place,
)
from vision.table import Table
from vision.values import Detections, Floats, Frame, Image, Index, SeenCard, ZoneReading

SETTLE_MS = 200
"""An area is still when nothing has moved in it for so long."""

LOOKS = 3
"""Looks at a still area before its reading is given when it is not clear at once."""

LOOK_GAP_MS = 80
SURE = 0.985
HAND_WAIT_MS = 2500
"""How long a reading waits for something that is no card (a hand) to leave the area."""

HAND_MM2 = 1500.0
EMPTY_MS = 1200
"""An area without cards that was still for so long shows the bare table."""

INDEX_PX = (20.0, 31.0)
"""Heights of an index at which an area is looked at, in turn."""

INDEX_MM = 13.0
MARGIN_MM = 60.0
"""Room round what changed, so that no card is cut."""

PHOTO_SIDES = (640, 1280, 2560)
"""Longer sides at which a single photograph is looked at."""

COARSE = 4
"""The bare table is kept at a quarter of the picture's size."""


@dataclass(slots=True)
class _Area:
    """One seat's area while it is followed."""

    seat: str
    known: list[Known] = field(default_factory=list)
    moving: bool = False
    began_ms: int | None = None
    moved_ms: int = 0
    next_look_ms: int = 0
    looks: int = 0
    trial: list[Known] = field(default_factory=list)
    read_at: Grey | None = None
    bare: bool = False


@dataclass(frozen=True, slots=True)
class Outline:
    """A card to draw on the live picture: corners in px, its seat, the card as last read."""

    polygon: Floats
    seat: str
    card: SeenCard


class Watcher:
    """Follows one table.  ``see`` frames in order; each call gives the readings that settled with it.

    Raises ``ModelError`` when made without usable weights, ``TableError`` when the table cannot be placed.
    """

    def __init__(self, table: Table, first: Frame) -> None:
        self.table = table.placed(first.image)
        self._detect, self._read = IndexDetector(), IndexReader()
        self.zones = {seat: self.table.zone_px(seat) for seat in self.table.seats}
        self._gate = Gate(self.zones, first.size)
        self._areas = {seat: _Area(seat) for seat in self.table.seats}
        self._px_per_mm = _px_per_mm(self.table)
        self._layout = Layout(self.table.card_mm, self.table.card_indices)
        self._bare = self._coarse(first.image)
        self.looks = 0

    def see(self, frame: Frame) -> list[ZoneReading]:
        """Take the next frame; readings are in order of play."""
        small = self._gate.shrink(frame.image)
        moving = self._gate.movement(small, frame.at_ms)
        for area in self._areas.values():
            area.moving = moving[area.seat]
            if area.moving:
                if area.began_ms is None:
                    area.began_ms = frame.at_ms
                area.moved_ms = frame.at_ms
                area.next_look_ms = frame.at_ms + SETTLE_MS
                area.looks, area.trial = 0, []
        readings = []
        for area in self._areas.values():
            if not area.moving and frame.at_ms >= area.next_look_ms:
                reading = self._look(area, frame, small)
                if reading is not None:
                    readings.append(reading)
        return readings

    @property
    def outlines(self) -> tuple[Outline, ...]:
        """Cards known to lie on the table, for display."""
        return tuple(
            Outline(known.card.quad_px, area.seat, known.card)
            for area in self._areas.values()
            for known in area.known
            if known.card.quad_px is not None
        )

    # ---- one look at one area ---------------------------------------------------------------

    def _look(self, area: _Area, frame: Frame, small: Grey) -> ZoneReading | None:
        if area.looks == 0 and not self._worth_reading(area, frame, small):
            return None
        box = self._box(area, small)
        seen = [card for card in self._cards(frame.image, box, area.looks) if self._seat(card) == area.seat]
        self._add_look(area, seen, frame.image)
        area.looks += 1
        area.next_look_ms = frame.at_ms + LOOK_GAP_MS
        clear = area.looks >= 2 and all(k.card.p >= SURE and k.looks == area.looks for k in area.trial)
        if area.looks < LOOKS and not clear:
            return None
        trial = [k for k in area.trial if k.looks * 2 >= area.looks]
        if self._hand_in(area, frame, trial) and frame.at_ms - area.moved_ms < HAND_WAIT_MS:
            area.looks, area.trial = 0, []
            area.read_at = None
            area.next_look_ms = frame.at_ms + 3 * LOOK_GAP_MS
            return None
        return self._settle(area, trial, box, frame, small)

    def _worth_reading(self, area: _Area, frame: Frame, small: Grey) -> bool:
        if area.read_at is None or self._gate.changed(small, area.read_at)[area.seat] >= CHANGED:
            return True
        area.began_ms = None
        area.next_look_ms = frame.at_ms + SETTLE_MS
        area.read_at = small
        if not area.known and not area.bare and frame.at_ms - area.moved_ms >= EMPTY_MS:
            self._remember_bare(area, frame.image)
        return False

    def _settle(
        self, area: _Area, trial: list[Known], box: npt.NDArray[np.int_], frame: Frame, small: Grey
    ) -> ZoneReading | None:
        had = bool(area.known)
        change = self._compare(area, trial, box, frame.image)
        began = area.began_ms if area.began_ms is not None else frame.at_ms
        ended = max(area.moved_ms, began)
        area.read_at, area.looks, area.trial, area.began_ms = small, 0, [], None
        if change.fresh or change.gone:
            area.bare = False
        if not change.fresh and not (had and not area.known):
            return None
        return ZoneReading(
            seat=area.seat,
            cards=in_laying_order([k.card for k in area.known]),
            fresh=in_laying_order([k.card for k in change.fresh]),
            began_ms=began,
            ended_ms=ended,
            frame_index=frame.index,
            picture=frame.image[box[1] : box[3], box[0] : box[2]].copy(),
        )

    def _box(self, area: _Area, small: Grey) -> npt.NDArray[np.int_]:
        """x0 y0 x1 y1 px: what changed in the area since it was read, with room for whole cards."""
        zone = self.zones[area.seat]
        low, high = zone.min(axis=0), zone.max(axis=0)
        changed = None if area.read_at is None else self._gate.extent(small, area.read_at, area.seat)
        margin = MARGIN_MM * self._px_per_mm
        if changed is not None:
            low, high = np.maximum(low, changed[:2]), np.minimum(high, changed[2:])
        height, width = self._size
        corners = np.concatenate([np.floor(low - margin), np.ceil(high + margin)])
        return np.asarray(np.clip(corners, 0, (width, height, width, height)), int)

    @property
    def _size(self) -> tuple[int, int]:
        return self._bare.shape[0] * COARSE, self._bare.shape[1] * COARSE

    def _cards(self, image: Image, box: npt.NDArray[np.int_], look: int) -> list[SeenCard]:
        """Physical cards in a part of the picture; looks alternate between two scales."""
        self.looks += 1
        part = np.ascontiguousarray(image[box[1] : box[3], box[0] : box[2]])
        tall = INDEX_MM * self._px_per_mm
        scale = float(np.clip(INDEX_PX[look % 2] / tall, 0.25, 2.5))
        found = self._detect(part, scale)
        indices = [i for i in self._read(part, found) if float(i.probs.sum()) >= self._read.threshold]
        indices = [_shift(i, float(box[0]), float(box[1])) for i in indices]
        points = np.array([(i.rank, i.suit) for i in indices], np.float32).reshape(-1, 2, 2)
        places = self.table.to_mm(points.reshape(-1, 2)).reshape(-1, 2, 2)
        cards = assemble(indices, places, self._layout)
        return [self._with_pixels(card) for card in cards]

    def _with_pixels(self, card: SeenCard) -> SeenCard:
        if card.quad_px is None:
            return card
        return SeenCard(
            card.probs, card.centre_mm, card.angle_deg, card.indices, self.table.to_px(card.quad_px)
        )

    def _seat(self, card: SeenCard) -> str | None:
        return self.table.seat_at(card.centre_mm)

    def _mm(self, *cards: SeenCard) -> dict[int, Floats]:
        indices = [index for card in cards for index in card.indices]
        middles = np.array([np.add(i.rank, i.suit) / 2 for i in indices], np.float32)
        return {id(i): place for i, place in zip(indices, self.table.to_mm(middles), strict=True)}

    def _add_look(self, area: _Area, seen: Sequence[SeenCard], image: Image) -> None:
        for card in seen:
            same = next((k for k in area.trial if same_place(k.card, card, self._mm(k.card, card))), None)
            if same is None:
                corner = np.add(card.indices[0].rank, card.indices[0].suit) / 2
                place = (float(corner[0]), float(corner[1]))
                area.trial.append(Known(card, place, cut_patch(image, place, PATCH_MM * self._px_per_mm)))
            else:
                same.card = merge_looks(same, card)
                same.looks += 1

    # ---- what changed ------------------------------------------------------------------------

    def _compare(self, area: _Area, trial: list[Known], box: npt.NDArray[np.int_], image: Image) -> Change:
        """Bring ``area.known`` up to date with what was just seen in ``box``."""
        change = Change()
        left = list(area.known)
        fresh = []
        for seen in trial:
            same = next((k for k in left if same_place(k.card, seen.card, self._mm(k.card, seen.card))), None)
            if same is None:
                fresh.append(seen)
                continue
            left.remove(same)
            same.card, same.patch, same.corner_px = merge_looks(same, seen.card), seen.patch, seen.corner_px
        for missing in left:
            if not _inside(missing.corner_px, box) or self._still_there(missing, image):
                continue
            if not self._hidden(missing, trial):
                change.gone.append(missing)
        for seen in fresh:
            source = self._moved_from(seen, change.gone, area, trial, image)
            if source is None:
                change.fresh.append(seen)
            else:
                change.moved.append(seen)
        gone = {id(k) for k in change.gone}
        area.known = [k for k in area.known if id(k) not in gone] + fresh
        return change

    def _still_there(self, known: Known, image: Image) -> bool:
        now = cut_patch(image, known.corner_px, PATCH_MM * self._px_per_mm)
        return alike(known.patch, now) > 0.6

    def _hidden(self, known: Known, seen: Sequence[Known]) -> bool:
        """Whether another card now lies over the known card's index."""
        return any(
            k.card.quad_px is not None
            and k.card.best != known.card.best
            and cv2.pointPolygonTest(k.card.quad_px, known.corner_px, measureDist=False) >= 0
            for k in seen
        )

    def _moved_from(
        self, seen: Known, gone: list[Known], area: _Area, trial: list[Known], image: Image
    ) -> Known | None:
        """The known card, here or in another area, that now lies where ``seen`` was found."""
        for known in gone:
            if float(known.card.probs @ seen.card.probs) > 0.3:
                gone.remove(known)
                area.known.remove(known)
                return known
        for other in self._areas.values():
            if other is area:
                continue
            for known in other.known:
                if float(known.card.probs @ seen.card.probs) > 0.3 and not self._still_there(known, image):
                    other.known.remove(known)
                    return known
        return None

    # ---- the bare table ----------------------------------------------------------------------

    def _coarse(self, image: Image) -> npt.NDArray[np.float32]:
        height, width = image.shape[:2]
        size = (width // COARSE, height // COARSE)
        return cv2.resize(image, size, interpolation=cv2.INTER_AREA).astype(np.float32)

    def _remember_bare(self, area: _Area, image: Image) -> None:
        mask = np.zeros(self._bare.shape[:2], np.uint8)
        cv2.fillPoly(mask, [np.round(self.zones[area.seat] / COARSE).astype(np.int32)], 1)
        self._bare[mask > 0] = self._coarse(image)[mask > 0]
        area.bare = True

    def _hand_in(self, area: _Area, frame: Frame, trial: list[Known]) -> bool:
        """Whether something large that is neither table nor a card seen lies in the area."""
        mask = np.zeros(self._bare.shape[:2], np.uint8)
        cv2.fillPoly(mask, [np.round(self.zones[area.seat] / COARSE).astype(np.int32)], 255)
        difference = np.abs(self._coarse(frame.image) - self._bare)
        difference = np.maximum(difference - np.median(difference[mask > 0], axis=0), 0).max(axis=2)
        strange = ((difference > 28) & (mask > 0)).astype(np.uint8)
        for known in (*trial, *area.known):
            if known.card.quad_px is not None:
                quad = np.round(known.card.quad_px / COARSE).astype(np.int32)
                cv2.fillPoly(strange, [quad], 0)
                cv2.polylines(strange, [quad], True, 0, max(3, round(10 * self._px_per_mm / COARSE)))
        strange = cv2.morphologyEx(strange, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
        _, _, stats, _ = cv2.connectedComponentsWithStats(strange)
        largest = int(stats[1:, cv2.CC_STAT_AREA].max()) if len(stats) > 1 else 0
        return largest * COARSE**2 / self._px_per_mm**2 > HAND_MM2


def read_picture(image: Image, detect: IndexDetector, read: IndexReader, corners: int = 2) -> list[SeenCard]:
    """Every card in one photograph of unknown scale; ``centre_mm`` is in px there."""
    height, width = image.shape[:2]
    longest = max(height, width)
    sides = [s for s in PHOTO_SIDES if s <= 2.2 * longest] or [PHOTO_SIDES[0]]
    found = Detections.merge([detect(image, side / longest) for side in sides])
    found = found.take(np.argsort(-found.score))
    found = found.take(distinct(found))
    indices = [i for i in read(image, found) if float(i.probs.sum()) >= read.threshold]
    points = np.array([(i.rank, i.suit) for i in indices], np.float64).reshape(-1, 2, 2)
    return assemble(indices, points, Layout(None, corners))


def _px_per_mm(table: Table) -> float:
    """Scale at the middle of the table."""
    width, height = table.play_area_mm
    x, y = width / 2, height / 2
    step = table.to_px(np.array([(x, y), (x + 10, y), (x, y + 10)]))
    return float(np.linalg.norm(step[1:] - step[0], axis=1).mean()) / 10


def _shift(index: Index, dx: float, dy: float) -> Index:
    x0, y0, x1, y1 = index.box
    return Index(
        (x0 + dx, y0 + dy, x1 + dx, y1 + dy),
        (index.rank[0] + dx, index.rank[1] + dy),
        (index.suit[0] + dx, index.suit[1] + dy),
        index.p,
        index.probs,
    )


def _inside(point: tuple[float, float], box: npt.NDArray[np.int_]) -> bool:
    return bool(box[0] <= point[0] <= box[2] and box[1] <= point[1] <= box[3])
