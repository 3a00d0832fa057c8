"""The chain: frames of a table in, settled readings of the seats' areas out.

This is the only file that knows the order of the stages: gate, look (detector, reader, assembly),
settle.  It knows no rules and keeps no record.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.bare import BareTable, Matrix
from vision.drift import CameraWatch
from vision.early import EarlyLooks
from vision.gate import CHANGED, Gate, Glance, Grey
from vision.indices import Detect, Read
from vision.look import Looker, px_per_mm
from vision.markers import LyingMarks
from vision.opencv import cv2
from vision.paper import Paper
from vision.patches import PATCH_MM
from vision.plain import finder
from vision.search import Search
from vision.settle import Area, Box, Held, Known, Places
from vision.strangers import HAND_WAIT_MS, Strangers, lies_under
from vision.table import Table
from vision.telling import BEFORE_MS, Teller, came, corners
from vision.timing import History
from vision.values import Floats, Frame, SeenCard, ZoneReading

SETTLE_MS = 80
"""An area is looked at when it has been found still for so long."""

LOOKS = 3
"""Looks at a still area before its reading is given when it is not clear after two."""

LOOK_GAP_MS = 80
SURE = 0.985
SURE_AT_ONCE = 0.9
"""Probability of a card that is taken although its area has not come to rest."""

JUST_MS = 400
"""For so long after movement a hand may still be there."""

ON_ITS_WAY_MS = 500
"""So long a change without movement is left alone before it is looked at."""

STILL_MS = 700
"""So long at least a thing keeps still that is taken for an unread card, where play has gone on."""

EMPTY_MS = 1200
"""An area without cards that was still for so long shows the bare table."""

GATHERING_MS = 800
"""So long after cards went away what turns up comes from gathering them."""


@dataclass(frozen=True, slots=True, eq=False)
class Outline:
    """A card to draw on the live picture: corners in px, its seat, the card as last read."""

    polygon: Floats
    seat: str
    card: SeenCard


class Watcher:
    """Follows one table.  ``see`` frames in order; each call gives the readings that settled with it.

    detect: picture and scale to ``Detections``; read: picture and detections to indices.
    Raises ``TableError`` when the table cannot be placed in the first frame.
    """

    def __init__(self, table: Table, first: Frame, detect: Detect, read: Read) -> None:
        self._size = first.size
        self._place(table.placed(first.image))
        self.camera = CameraWatch(first.image, first.at_ms, self.table)
        self._bare = BareTable(first.image, self.zones, self._px_per_mm)
        self._looker = Looker(self.table, first.size, self._px_per_mm, detect, read, self._bare)
        self._marks = LyingMarks(self.table, self._bare, self._history, finder(self.table.learned))
        self._paper = Paper(self._bare, self._play_area, self.table.card_mm)
        self._areas = [Area(seat) for seat in self.table.seats]
        self._places = Places(self.table, self._px_per_mm, self._areas)
        self._see_so()
        self._strangers = Strangers(self._bare, self._paper, self._marks)
        self._gone_ms = -(10**9)

    def _place(self, table: Table) -> None:
        """The table lies so in the picture."""
        self.table = table
        self.zones = {seat: table.zone_px(seat) for seat in table.seats}
        self._px_per_mm = px_per_mm(table)
        square = None if table.areas else table.points_px
        width, height = self._size
        whole = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32)
        self._play_area = whole if square is None else np.asarray(square, np.float32)
        self._gate = Gate(self.zones, self._size, square)
        self._history = History(2 * self._gate.factor, PATCH_MM * self._px_per_mm)

    def _see_so(self) -> None:
        """Those that look at areas do so where the table lies now."""
        self._early = EarlyLooks(
            self._gate, self._places, self._paper, self.table, self.zones, self._px_per_mm, self._looker,
            self._marks,
        )  # fmt: skip
        self._search = Search(self.table, self._looker, self._places)
        self._teller = Teller(
            self.table, self._gate, self._history, self._early, self._places, self._bare, self._paper,
            self.camera,
        )  # fmt: skip

    def see(self, frame: Frame) -> list[ZoneReading]:
        """Take the next frame; what went away is told first, then what came, as it began."""
        glance = self._gate.glance(frame.image)
        small = glance.small
        moving = self._gate.movement(small, frame.at_ms)
        self._history.add(frame.at_ms, glance.fine, self._gate.moving)
        for area in self._areas:
            area.moving = moving[area.seat]
            if area.moving:
                _move(area, frame.at_ms)
        readings: list[ZoneReading] = []
        waiting = [a.moved_ms for a in self._areas if not a.moving and frame.at_ms >= a.next_look_ms]
        if not self._in_place(frame, max(waiting, default=-1)):
            return readings
        for area in self._areas:
            since = frame.at_ms - area.moved_ms
            told = self._tell_early(area, frame, glance) if area.early or since < JUST_MS else []
            readings += told
            waits = area.waits and since < HAND_WAIT_MS
            if not (area.moving or told or waits) and frame.at_ms >= area.next_look_ms:
                readings += self._look(area, frame, small)
        return sorted(readings, key=lambda reading: (came(reading), reading.began_ms))

    @property
    def looks(self) -> int:
        """How often a part of a picture was looked at."""
        return self._looker.looks

    @property
    def outlines(self) -> tuple[Outline, ...]:
        """Cards known to lie on the table, for display."""
        return tuple(
            Outline(known.card.quad_px, area.seat, known.card)
            for area in self._areas
            for known in area.known
            if known.card.quad_px is not None
        )

    def _in_place(self, frame: Frame, moved_ms: int) -> bool:
        """Whether the table lies where it lay, by a look in turn or after what moved at ``moved_ms``.

        Not in the frame in which the view has moved: what moves can be told from the next one on.
        """
        if self.camera.due(frame.at_ms, moved_ms):
            quiet = not any(area.moving or area.began_ms is not None for area in self._areas)
            moved = self.camera.look(frame.image, frame.at_ms, self._lying() if quiet else None)
            if moved is not None:
                self._follow(frame, moved)
                return False
        return self.camera.sure

    def _follow(self, frame: Frame, matrix: Matrix) -> None:
        """The view moved by ``matrix`` (3 x 3, px to px): what is known in px goes along, mm stay."""

        def move(px: Floats) -> Floats:
            places = px.reshape(-1, 1, 2).astype(np.float64)
            return np.asarray(cv2.perspectiveTransform(places, matrix).reshape(px.shape), np.float32)

        before = self._gate
        self._place(self.table.moved(matrix))
        self._looker.follow(self.table, self._px_per_mm)
        self._places.follow(self.table)
        self._marks.follow(self.table, self._history, move)
        self._bare.follow(frame.image, self.zones, matrix)
        self._paper.follow(self._play_area)
        self._see_so()
        for area in self._areas:
            area.follow(move, matrix)
            area.read_at = None if area.read_at is None else before.moved(area.read_at, matrix)
        self.camera.placed(frame.image, frame.at_ms, self.table, self._lying())

    def _lying(self) -> list[Floats]:
        """Outlines in px of all that is known to lie on the table and will not stay."""
        cards = [k.card.quad_px for a in self._areas for k in a.known if k.card.quad_px is not None]
        return cards + [quad for area in self._areas for quad in self._marks.quads(area.seat)]

    def _look(self, area: Area, frame: Frame, small: Grey) -> list[ZoneReading]:
        """One look at a still area; a reading when it is clear, or has been looked at often enough."""
        if area.held is not None and area.held.moved_ms == area.moved_ms:
            self._strangers.keep_waiting(area, frame, area.held)
            return self._finish(area, area.held, frame, small)
        if area.looks == 0 and not self._worth_reading(area, frame, small):
            return []
        if area.began_ms is None and area.read_at is not None:
            # It came in beside the play square, where movement is not watched: it may be on its way still.
            area.began_ms = area.moved_ms = frame.at_ms
            area.next_look_ms = frame.at_ms + ON_ITS_WAY_MS
            area.to_confirm = bool(area.added)
            return []
        box = self._box(area, small)
        self._look_once(area, frame, box)
        area.next_look_ms = frame.at_ms + LOOK_GAP_MS
        read = [k for k in area.trial if not self._paper.is_beside(k.card)]
        clear = area.looks >= 2 and all(k.card.p >= SURE and k.looks == area.looks for k in read)
        if area.looks < LOOKS and not clear:
            return []
        often = [k for k in area.trial if k.looks * 2 >= area.looks]
        seen = self._cards(often, frame)
        if area.read_at is None:  # the table's own pattern may look like an index; nothing was laid yet
            seen = [k for k in seen if k.card.p >= SURE]
        before = area.held
        began = area.began_ms if area.began_ms is not None else frame.at_ms
        now = Held(seen, box, frame, began, area.moved_ms)
        unread = self._strangers.unread(area, frame, now)
        seen += self._cards(self._search.found(area, seen, unread, frame), frame)
        earlier: list[ZoneReading] = []
        if before is not None and self._places.vanished(area, before, seen):
            earlier = self._finish(area, before, frame, small)
        area.held = now
        if self._strangers.keep_waiting(area, frame, now):
            area.next_look_ms = area.moved_ms + HAND_WAIT_MS
            return [*earlier, *self._swept(frame, small)]
        return [*earlier, *self._finish(area, now, frame, small)]

    def _finish(self, area: Area, held: Held, frame: Frame, small: Grey) -> list[ZoneReading]:
        """The reading of what was seen, after those of other areas where something began earlier."""
        reading = self._settle(area, held, small)
        if reading is None:
            return []
        return [*self._swept(frame, small), *self._overdue(area, reading, held.frame, small), reading]

    def _worth_reading(self, area: Area, frame: Frame, small: Grey) -> bool:
        confirm, area.to_confirm = area.to_confirm, False
        if confirm or area.read_at is None or self._changed(area, frame, small) >= CHANGED:
            return True
        area.began_ms, area.added = None, []
        area.next_look_ms = frame.at_ms + SETTLE_MS
        area.read_at = small
        empty = not (area.known or area.unread or area.resting or self._marks.lie(area.seat))
        if empty and not area.bare and frame.at_ms - area.moved_ms >= EMPTY_MS:
            self._bare.remember(area.seat, frame.image)
            area.bare, area.covered = True, []
        return False

    def _changed(self, area: Area, frame: Frame, small: Grey) -> int:
        """How many small pixels of a still area differ from its last reading.

        Where a hand covered part of what was told already, that it is gone is no change.
        """
        assert area.read_at is not None
        differs = self._gate.differs(small, area.read_at, area.seat)
        if area.added and all(self._places.still_there(known, frame.image) for known in area.added):
            differs &= ~self._early.under(area.added)
        return int(np.count_nonzero(differs))

    def _look_once(self, area: Area, frame: Frame, box: Box) -> None:
        marks = self._marks.look(area.seat, frame, box, again=area.looks > 0, moving=area.moving)
        seen = self._looker.seen(area.seat, frame.image, box, area.looks, marks)
        self._places.add_look(area.trial, seen, frame.image)
        area.looks += 1

    def _tell_early(self, area: Area, frame: Frame, glance: Glance) -> list[ZoneReading]:
        """What was laid can be told although something moves still: the hand goes away, or another's."""
        laid, small = self._early.laid(area, frame, glance), glance.small
        if not laid or not self._in_place(frame, frame.at_ms):
            return []  # of a view that has moved, all is looked at anew
        began = area.began_ms if area.began_ms is not None else frame.at_ms
        held = Held(laid, self._box(area, small), frame, began, frame.at_ms)
        swept = self._swept(frame, small)  # so that no card that has gone lies beside what was laid
        area.known += laid
        fresh = self._teller.really_new(area, laid, frame)
        reading = self._teller.reading(area, held, fresh) if fresh else None
        assert area.read_at is not None
        self._begin_again(area, frame, np.where(self._early.under(laid), small, area.read_at))
        area.added, area.to_confirm = fresh, True  # the hand may have covered one of its cards
        if reading is None:
            return swept
        return [*swept, *self._overdue(area, reading, frame, small), reading]

    def _settle(self, area: Area, held: Held, small: Grey) -> ZoneReading | None:
        """Take what the looks agreed on; a reading when cards were laid or the last ones are gone."""
        had = bool(area.known or area.unread)
        frame, box = held.frame, held.box
        area.unread, area.resting = (
            [thing for thing in things if self._bare.lies_there(thing, frame.image)]
            for things in (area.unread, area.resting)
        )
        if area.read_at is None:
            self._bare.remember(
                area.seat, frame.image, (k.card.quad_px for k in held.seen if k.card.quad_px is not None)
            )
        change = self._places.compare(area, held.seen, box, frame.image, frame.at_ms)
        if change.gone:
            self._gone_ms = frame.at_ms
        # Where cards go and something strange comes, they were turned over, covered or put on a pile.
        gathered = self._gone_ms >= held.began_ms - GATHERING_MS
        unread, area.fresh_unread = 0 if gathered else area.fresh_unread, 0
        fresh = self._teller.really_new(area, change.fresh, frame)
        gone = [k for k in change.gone if self._teller.is_bare(k, area, frame.image)]
        self._teller.keep_covered(area, [k for k in change.gone if k not in gone], frame.image)
        emptied = had and not area.known and not area.unread
        marks = self._marks.settle(
            area.seat, frame, box, held.began_ms - BEFORE_MS, lambda quad: lies_under(quad, area)
        )
        reading = None
        if fresh or change.gone or change.back or unread or marks or emptied:
            reading = self._teller.reading(area, held, fresh, gone, unread, marks)
        if fresh or change.gone or unread or marks:
            area.bare = False
        if held.moved_ms == area.moved_ms:
            self._begin_again(area, frame, small)
        else:  # what has moved and come to lie there since is still to be looked at
            self._begin_again(area, frame, self._gate.glance(frame.image).small)
            area.began_ms = frame.at_ms
        return reading

    def _begin_again(self, area: Area, frame: Frame, read_at: Grey) -> None:
        """The area has been read as it looks in ``read_at``."""
        area.read_at, area.told_ms = read_at, frame.at_ms
        area.looks, area.trial, area.early, area.added = 0, [], [], []
        area.looked_at, area.waits, area.lost, area.no_cards = None, False, 0, []
        area.reach_mm = area.front_mm = -np.inf
        area.began_ms, area.held = None, None

    def _swept(self, frame: Frame, small: Grey) -> list[ZoneReading]:
        """Cards of any area that are gone, although hands may still be there.

        Whether the last trick has been gathered must be told before what is laid next.
        """
        readings = []
        for area in self._areas:
            gone = [k for k in area.known if self._teller.is_bare(k, area, frame.image)]
            self._teller.keep_covered(area, [], frame.image)
            if not gone:
                continue
            area.known = [k for k in area.known if k not in gone]
            area.lifted += [(k, frame.at_ms) for k in gone]
            area.bare, self._gone_ms = False, frame.at_ms
            if area.read_at is not None:
                area.read_at = np.where(self._early.under(gone), small, area.read_at)
            began = area.began_ms if area.began_ms is not None else frame.at_ms
            held = Held([], self._looker.with_room(*corners(gone)), frame, began, frame.at_ms)
            readings.append(self._teller.reading(area, held, [], gone))
        return readings

    def _overdue(self, area: Area, reading: ZoneReading, frame: Frame, small: Grey) -> list[ZoneReading]:
        """Readings of other areas where something began before this one did and still waits for a hand.

        Who laid first must be told first, even if a hand still lies there.
        """
        overdue = []
        for other in self._areas:
            waits = other is not area and other.began_ms is not None and other.began_ms < reading.began_ms
            if not waits or other.read_at is None:
                continue
            if np.count_nonzero(self._gate.came_to_rest(small, other.read_at, other.seat)) < CHANGED:
                continue
            held = other.held
            if held is None:
                held = self._look_now(other, frame, small)
            elif frame.at_ms - held.moved_ms >= STILL_MS and held.moved_ms == other.moved_ms:
                self._strangers.take(other, held.frame, held)
            earlier = self._settle(other, held, small)
            if earlier is not None and came(earlier):
                overdue.append(earlier)
        return overdue

    def _look_now(self, area: Area, frame: Frame, small: Grey) -> Held:
        assert area.read_at is not None
        box = self._box(area, small)
        area.looks, area.trial = 0, []
        for _ in range(2):
            self._look_once(area, frame, box)
        began = area.began_ms if area.began_ms is not None else frame.at_ms
        # Something may be moving there still: only what both looks are sure of.
        rests = self._gate.came_to_rest(small, area.read_at, area.seat)
        for _, stirring in self._gate.lately:
            rests &= ~stirring
        sure = [
            k for k in area.trial
            if k.looks == area.looks and k.card.p >= SURE_AT_ONCE
            and (self._early.lies(k.card, rests) or self._places.is_known(area, k.card))
        ]  # fmt: skip
        return Held(self._cards(sure, frame), box, frame, began, area.moved_ms)

    def _cards(self, seen: list[Known], frame: Frame) -> list[Known]:
        """Those of what was seen that are cards."""
        cards = [k.card for k in seen]
        return [k for k in seen if self._paper.is_card(k.card, frame.image, cards)]

    def _box(self, area: Area, small: Grey) -> Box:
        """The part of the picture to look at: what changed in the area, with room for whole cards."""
        zone = self.zones[area.seat]
        low, high = zone.min(axis=0), zone.max(axis=0)
        boxes = [np.concatenate(corners(area.added))] if area.added else []
        changed = None if area.read_at is None else self._gate.extent(small, area.read_at, area.seat)
        boxes += [] if changed is None else [changed]
        if boxes:
            low = np.maximum(low, np.min([box[:2] for box in boxes], axis=0))
            high = np.minimum(high, np.max([box[2:] for box in boxes], axis=0))
        return self._looker.with_room(low, high)


def _move(area: Area, at_ms: int) -> None:
    if area.began_ms is None:
        area.began_ms = at_ms
    area.moved_ms = at_ms
    area.next_look_ms = at_ms + SETTLE_MS
    area.looks, area.trial = 0, []
