"""What is told of an area: which of its cards are new, which are gone, and when that happened."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision.bare import BareTable
from vision.drift import CameraWatch
from vision.early import SURE, EarlyLooks
from vision.gate import LAID, Gate
from vision.opencv import cv2
from vision.order import laying_order
from vision.paper import Paper
from vision.settle import Area, Held, Known, Places
from vision.table import Table
from vision.timing import History
from vision.values import Floats, Frame, Image, Mark, ZoneReading

BEFORE_MS = 100
"""From so long before a movement began the cards that it brought are looked for."""

TAKEN = 0.3
"""Where less than this share of a card's place is covered, the card was taken up."""


@dataclass(frozen=True, slots=True, eq=False)
class Teller:
    """Makes the readings of one table as it lies now."""

    table: Table
    gate: Gate
    history: History
    early: EarlyLooks
    places: Places
    bare: BareTable
    paper: Paper
    camera: CameraWatch

    def reading(
        self, area: Area, held: Held, fresh: list[Known], gone: Sequence[Known] = (), unread: int = 0,
        marks: tuple[Mark, ...] = (),
    ) -> ZoneReading:  # fmt: skip
        """What is told of an area, with the times at which it happened."""
        box, frame = held.box, held.frame
        since = held.began_ms - BEFORE_MS
        times = [self.history.lay_still((k.card for k in fresh), since, frame.at_ms)]
        times += [self.history.came(mark.quad_px, since, frame.at_ms) for mark in marks]
        lay = max((ms for ms in times if ms is not None), default=None)
        place = self.early.under(fresh)
        for mark in marks:
            place |= self.gate.mask(mark.quad_px)
        until = held.began_ms if lay is None else lay
        began = self.history.began(place, until, area.told_ms)
        began = held.began_ms if began is None else began
        return ZoneReading(
            seat=area.seat,
            cards=laying_order([k.card for k in area.known], self.table.toward(area.seat)),
            fresh=laying_order([k.card for k in fresh], self.table.toward(area.seat)),
            began_ms=began,
            ended_ms=max(held.moved_ms if lay is None else lay, began),
            frame_index=frame.index,
            picture=frame.image[box[1] : box[3], box[0] : box[2]].copy(),
            unread=unread,
            gone=tuple(k.card for k in gone),
            marks=marks,
            after_pause=self.camera.in_gap(held.began_ms, held.moved_ms),
        )

    def is_bare(self, known: Known, area: Area, image: Image) -> bool:
        """Whether the table shows where a card of an area lay, or the cards that lay under it."""
        quad = known.card.quad_px
        if quad is None or self.places.still_there(known, image):
            return False
        others = [
            k.card.quad_px
            for k in area.known
            if k is not known and k.card.quad_px is not None and self.places.still_there(k, image)
        ]
        return self.bare.covered(quad, image, others) < TAKEN

    def keep_covered(self, area: Area, more: Sequence[Known], image: Image) -> None:
        """Remember cards that something lies over now; where the table shows again they were taken."""
        area.covered = [
            k
            for k in (*area.covered, *more)
            if k.card.quad_px is not None and self.bare.covered(k.card.quad_px, image) >= TAKEN
        ]

    def really_new(self, area: Area, cards: list[Known], frame: Frame) -> list[Known]:
        """Those of the cards new in an area that were laid since the last reading of it.

        One that could not be read before was told then.  One that turns up on another where nothing has
        changed since is court art, and is forgotten, unless it is clear and the hand that laid the others
        may just have lain over it.
        """
        then = self.gate.glance(frame.image).small
        fresh = [k for k in cards if not _was_unread(k, area)]
        old = [k.card.quad_px for k in area.known if k not in cards and k.card.quad_px is not None]
        for known in list(fresh):
            quad = known.card.quad_px
            if area.read_at is None or quad is None or (area.added and known.card.p >= SURE):
                continue
            x, y = (float(v) for v in quad.mean(axis=0))
            on_a_card = any(cv2.pointPolygonTest(other, (x, y), measureDist=False) >= 0 for other in old)
            if on_a_card and self.gate.changed_within(then, area.read_at, quad) < LAID:
                fresh.remove(known)
                area.known.remove(known)
        self.paper.learn((k.card for k in fresh), frame.image)
        return fresh


def came(reading: ZoneReading) -> bool:
    """Whether something was laid, and not only taken away."""
    return bool(reading.fresh or reading.unread or reading.marks)


def corners(cards: Sequence[Known]) -> tuple[Floats, Floats]:
    """The smallest and the largest x and y of the cards' outlines, px."""
    points = np.concatenate([k.card.quad_px for k in cards if k.card.quad_px is not None])
    return points.min(axis=0), points.max(axis=0)


def _was_unread(known: Known, area: Area) -> bool:
    """Whether a card that can be read now lay there unread before, and was reported so."""
    quad = known.card.quad_px
    return quad is not None and any(
        cv2.pointPolygonTest(quad, thing.middle_px, measureDist=False) >= 0 for thing in area.unread
    )
