"""The chain: frames of a table in, settled readings of the seats' areas out.

This is the only file that knows the order of the stages: gate, look (detector, reader, assembly),
settle.  It knows no rules and keeps no record.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from vision.bare import JOKER_SHARE, BareTable, Strange, unread_cards
from vision.cards import Layout, assemble
from vision.drift import CameraWatch
from vision.gate import CHANGED, LAID, Gate, Grey
from vision.indices import Detect, Read
from vision.markers import LyingMarks, outside, overlap
from vision.opencv import cv2
from vision.plain import finder
from vision.settle import Area, Box, Change, Held, Known, Places, in_laying_order
from vision.table import Table
from vision.values import Floats, Frame, Image, Index, SeenCard, ZoneReading

SETTLE_MS = 200
"""An area is still when nothing has moved in it for so long."""

LOOKS = 3
"""Looks at a still area before its reading is given when it is not clear after two."""

LOOK_GAP_MS = 80
SURE = 0.985
GHOST = 0.5
"""What is read as some face less surely is no index: a pattern on a back, a piece of court art."""

SURE_AT_ONCE = 0.9
"""Probability of a card that is taken although its area has not come to rest."""

ON_ITS_WAY_MS = 500
"""So long a change without movement is left alone before it is looked at."""

HAND_WAIT_MS = 1500
"""How long a reading waits for something that is no card (a hand) to leave the area."""

STILL_MS = 700
"""So long at least a thing keeps still that is taken for an unread card, where play has gone on."""

HAND_MM2 = 1500.0
EMPTY_MS = 1200
"""An area without cards that was still for so long shows the bare table."""

COVERS = 0.05
"""Share of a PASS or count card under another card from which its marker may not be seen."""

GATHERING_MS = 800
"""So long after cards went away what turns up comes from gathering them."""

HIDES, HIDES_AT_LEAST = 0.9, 0.8
"""Share of the table under a card that it hides: as a rule, and at least where that is so."""

PAPERS = 24
"""Paper is what so many of the last cards were made of: light changes over hours."""

INDEX_PX = (18.0, 22.0, 27.0)
"""Heights of an index at which an area is looked at, in turn."""

INDEX_MM = 13.0
MARGIN_MM = 60.0
"""Room round what changed, so that no card is cut."""


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
        self.looks = 0
        self._detect, self._read = detect, read
        self._size = first.size
        self._place(table.placed(first.image))
        self.camera = CameraWatch(first.image, first.at_ms, self.table)
        self._marks = LyingMarks(self.table, finder(self.table.learned))
        self._layout = Layout(self.table.card_mm, self.table.card_indices)
        self._bare = BareTable(first.image, self.zones, self._px_per_mm)
        self._areas = [Area(seat) for seat in self.table.seats]
        self._places = Places(self.table, self._px_per_mm, self._areas)
        self._papers: deque[Floats] = deque(maxlen=PAPERS)
        self._hides: deque[float] = deque(maxlen=PAPERS)
        self._gone_ms = -(10**9)

    def _place(self, table: Table) -> None:
        """The table lies so in the picture."""
        self.table = table
        self.zones = {seat: table.zone_px(seat) for seat in table.seats}
        self._px_per_mm = _px_per_mm(table)
        square = None if table.areas else table.points_px
        width, height = self._size
        whole = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32)
        self._play_area = whole if square is None else np.asarray(square, np.float32)
        self._gate = Gate(self.zones, self._size, square)

    def see(self, frame: Frame) -> list[ZoneReading]:
        """Take the next frame; the readings come in the order in which the movements began."""
        small = self._gate.shrink(frame.image)
        moving = self._gate.movement(small, frame.at_ms)
        for area in self._areas:
            area.moving = moving[area.seat]
            if area.moving:
                _move(area, frame.at_ms)
                self._marks.forget_looks(area.seat)
        readings: list[ZoneReading] = []
        if not self._in_place(frame):
            return readings
        for area in self._areas:
            if not area.moving and frame.at_ms >= area.next_look_ms:
                readings += self._look(area, frame, small)
        return sorted(readings, key=lambda reading: reading.began_ms)

    @property
    def outlines(self) -> tuple[Outline, ...]:
        """Cards known to lie on the table, for display."""
        return tuple(
            Outline(known.card.quad_px, area.seat, known.card)
            for area in self._areas
            for known in area.known
            if known.card.quad_px is not None
        )

    def _in_place(self, frame: Frame) -> bool:
        """Whether the table lies where it lay: looked at in turn, and before anything new is read."""
        waiting = [a.moved_ms for a in self._areas if not a.moving and frame.at_ms >= a.next_look_ms]
        if self.camera.due(frame.at_ms, max(waiting, default=-1)):
            quiet = not any(area.moving or area.began_ms is not None for area in self._areas)
            moved = self.camera.look(frame.image, frame.at_ms, self._lying() if quiet else None)
            if moved is not None:
                self._follow(frame, moved)
        return self.camera.sure

    def _follow(self, frame: Frame, matrix: npt.NDArray[np.float64]) -> None:
        """The view moved by ``matrix`` (3 x 3, px to px): what is known in px goes along, mm stay."""

        def move(px: Floats) -> Floats:
            places = px.reshape(-1, 1, 2).astype(np.float64)
            return np.asarray(cv2.perspectiveTransform(places, matrix).reshape(px.shape), np.float32)

        before = self._gate
        self._place(self.table.moved(matrix))
        self._places.follow(self.table)
        self._marks.follow(self.table, move)
        self._bare.follow(frame.image, self.zones, matrix)
        for area in self._areas:
            for known in (*area.known, *(k for k, _ in area.lifted)):
                known.moved(move)
            area.unread = [thing.moved(matrix) for thing in area.unread]
            area.resting = [thing.moved(matrix) for thing in area.resting]
            area.read_at = None if area.read_at is None else before.moved(area.read_at, matrix)
            area.looks, area.trial, area.held = 0, [], None
        self.camera.placed(frame.image, frame.at_ms, self.table, self._lying())

    def _lying(self) -> list[Floats]:
        """Outlines in px of all that is known to lie on the table and will not stay."""
        cards = [k.card.quad_px for a in self._areas for k in a.known if k.card.quad_px is not None]
        return cards + [quad for area in self._areas for quad in self._marks.quads(area.seat)]

    def _look(self, area: Area, frame: Frame, small: Grey) -> list[ZoneReading]:
        """One look at a still area; a reading when it is clear, or has been looked at often enough."""
        if area.held is not None and area.held.moved_ms == area.moved_ms:
            self._hand_in(area, frame, area.held)
            return self._finish(area, area.held, small)
        if area.looks == 0 and not self._worth_reading(area, frame, small):
            return []
        if area.began_ms is None and area.read_at is not None:
            # It came in beside the play square, where movement is not watched: it may be on its way still.
            area.began_ms = area.moved_ms = frame.at_ms
            area.next_look_ms = frame.at_ms + ON_ITS_WAY_MS
            return []
        box = self._box(area, small)
        self._look_once(area, frame.image, box)
        area.next_look_ms = frame.at_ms + LOOK_GAP_MS
        clear = area.looks >= 2 and all(k.card.p >= SURE and k.looks == area.looks for k in area.trial)
        if area.looks < LOOKS and not clear:
            return []
        often = [k for k in area.trial if k.looks * 2 >= area.looks]
        seen = [k for k in often if self._is_card(k, frame.image)]
        before = area.held
        began = area.began_ms if area.began_ms is not None else frame.at_ms
        now = Held(seen, box, frame, began, area.moved_ms)
        earlier: list[ZoneReading] = []
        if before is not None and self._places.vanished(area, before, seen):
            earlier = self._finish(area, before, small)
        area.held = now
        if self._hand_in(area, frame, now):
            area.next_look_ms = area.moved_ms + HAND_WAIT_MS
            return earlier
        return [*earlier, *self._finish(area, now, small)]

    def _finish(self, area: Area, held: Held, small: Grey) -> list[ZoneReading]:
        """The reading of what was seen, after those of other areas where something began earlier."""
        reading = self._settle(area, held, small)
        if reading is None:
            return []
        return [*self._overdue(area, reading, held.frame, small), reading]

    def _worth_reading(self, area: Area, frame: Frame, small: Grey) -> bool:
        if area.read_at is None or self._gate.changed(small, area.read_at)[area.seat] >= CHANGED:
            return True
        area.began_ms = None
        area.next_look_ms = frame.at_ms + SETTLE_MS
        area.read_at = small
        empty = not (area.known or area.unread or area.resting or self._marks.lie(area.seat))
        if empty and not area.bare and frame.at_ms - area.moved_ms >= EMPTY_MS:
            self._bare.remember(area.seat, frame.image)
            area.bare = True
        return False

    def _look_once(self, area: Area, image: Image, box: Box) -> None:
        """Each look is at another scale: what one misses or makes up, the others find or do not."""
        self.looks += 1
        part = np.ascontiguousarray(image[box[1] : box[3], box[0] : box[2]])
        scale = INDEX_PX[area.looks % len(INDEX_PX)] / (INDEX_MM * self._px_per_mm)
        found = self._detect(part, float(np.clip(scale, 0.25, 2.5)))
        marks = self._marks.look(area.seat, image, box, again=area.looks > 0)
        indices = [_shifted(i, float(box[0]), float(box[1])) for i in self._read(part, found)]
        indices = [i for i in indices if outside((i.rank, i.suit), marks)]
        points = np.array([(i.rank, i.suit) for i in indices], np.float32).reshape(-1, 2)
        cards = assemble(indices, self.table.to_mm(points).reshape(-1, 2, 2), self._layout)
        own = [self._in_pixels(c) for c in cards if self.table.seat_at(c.centre_mm) == area.seat]
        self._places.add_look(area, own, image)
        area.looks += 1

    def _settle(self, area: Area, held: Held, small: Grey) -> ZoneReading | None:
        """Take what the looks agreed on; a reading when cards were laid or the last ones are gone."""
        had = bool(area.known or area.unread)
        frame, box = held.frame, held.box
        area.unread, area.resting = (
            [thing for thing in things if self._bare.lies_there(thing, frame.image)]
            for things in (area.unread, area.resting)
        )
        change = self._places.compare(area, held.seen, box, frame.image, frame.at_ms)
        if change.gone:
            self._gone_ms = frame.at_ms
        # Where cards go and something strange comes, they were turned over, covered or put on a pile.
        gathered = self._gone_ms >= held.began_ms - GATHERING_MS
        unread, area.fresh_unread = 0 if gathered else area.fresh_unread, 0
        change.fresh = [k for k in change.fresh if not _was_unread(k, area)]
        self._drop_misread_art(area, change, self._gate.shrink(frame.image))
        quads = [k.card.quad_px for k in change.fresh if k.card.quad_px is not None]
        self._papers.extend(self._bare.paper(quad, frame.image) for quad in quads)
        self._hides.extend(self._bare.covered(quad, frame.image) for quad in quads)
        area.read_at, area.looks, area.trial, area.began_ms, area.held = small, 0, [], None, None
        marks = self._marks.settle(area.seat, frame.image, box, lambda quad: self._lies_under(quad, area))
        if change.fresh or change.gone or unread or marks:
            area.bare = False
        if not change.fresh and not unread and not marks and not (had and not area.known and not area.unread):
            return None
        return ZoneReading(
            seat=area.seat,
            cards=in_laying_order([k.card for k in area.known]),
            fresh=in_laying_order([k.card for k in change.fresh]),
            began_ms=held.began_ms,
            ended_ms=max(held.moved_ms, held.began_ms),
            frame_index=frame.index,
            picture=frame.image[box[1] : box[3], box[0] : box[2]].copy(),
            unread=unread,
            marks=marks,
            after_pause=self.camera.in_gap(held.began_ms, held.moved_ms),
        )

    @staticmethod
    def _lies_under(quad: Floats, area: Area) -> bool:
        """Whether a card, or something that came to rest, lies over a PASS or count card."""
        cards = [k.card.quad_px for k in area.known if k.card.quad_px is not None]
        return any(overlap(quad, card) > COVERS for card in cards) or any(
            thing.touches(quad) for thing in area.resting
        )

    def _drop_misread_art(self, area: Area, change: Change, then: Grey) -> None:
        """A card that turns up on another where nothing has changed since the last reading is court art."""
        old = [k.card.quad_px for k in area.known if k not in change.fresh and k.card.quad_px is not None]
        for known in list(change.fresh):
            quad = known.card.quad_px
            if area.read_at is None or quad is None:
                continue
            x, y = (float(v) for v in quad.mean(axis=0))
            on_a_card = any(cv2.pointPolygonTest(other, (x, y), measureDist=False) >= 0 for other in old)
            if on_a_card and self._gate.changed_within(then, area.read_at, quad) < LAID:
                change.fresh.remove(known)
                area.known.remove(known)

    def _overdue(self, area: Area, reading: ZoneReading, frame: Frame, small: Grey) -> list[ZoneReading]:
        """Readings of other areas where something began before this one did and still waits for a hand.

        Who laid first must be told first, even if a hand still lies there.
        """
        overdue = []
        for other in self._areas:
            waits = other is not area and other.began_ms is not None and other.began_ms < reading.began_ms
            if not waits or other.read_at is None:
                continue
            if self._gate.changed(small, other.read_at)[other.seat] < CHANGED:
                continue
            held = other.held
            if held is None:
                held = self._look_now(other, frame, small)
            elif frame.at_ms - held.moved_ms >= STILL_MS and held.moved_ms == other.moved_ms:
                self._take_strangers(other, held.frame, held)
            earlier = self._settle(other, held, small)
            if earlier is not None and (earlier.fresh or earlier.unread or earlier.marks):
                overdue.append(earlier)
        return overdue

    def _look_now(self, area: Area, frame: Frame, small: Grey) -> Held:
        box = self._box(area, small)
        area.looks, area.trial = 0, []
        for _ in range(2):
            self._look_once(area, frame.image, box)
        began = area.began_ms if area.began_ms is not None else frame.at_ms
        # Something may be moving there still: only what both looks are sure of.
        sure = [k for k in area.trial if k.looks == area.looks and k.card.p >= SURE_AT_ONCE]
        seen = [k for k in sure if self._is_card(k, frame.image)]
        return Held(seen, box, frame, began, area.moved_ms)

    def _is_card(self, known: Known, image: Image) -> bool:
        """Whether what was read is a card at all: art may look like an index, a back like a joker.

        A card hides the table under all of it, where cards differ from the table at all.
        """
        card = known.card
        if card.p < GHOST:
            return False
        if card.quad_px is None or not self._papers:
            return True
        hides = len(card.indices) > 1 or np.median(self._hides) <= HIDES
        if not hides and self._bare.covered(card.quad_px, image) < HIDES_AT_LEAST:
            return False
        return (
            not card.best.is_joker
            or self._bare.share_of_paper(card.quad_px, image, self._papers) >= JOKER_SHARE
        )

    def _hand_in(self, area: Area, frame: Frame, held: Held) -> bool:
        """Whether something large that is no known card lies in the area and is worth waiting for."""
        if not self._strangers(area, frame, held):
            return False
        if frame.at_ms - area.moved_ms < HAND_WAIT_MS:
            return True
        self._take_strangers(area, frame, held)
        return False

    def _strangers(self, area: Area, frame: Frame, held: Held) -> list[Strange]:
        quads = [k.card.quad_px for k in (*held.seen, *area.known) if k.card.quad_px is not None]
        things = self._bare.strange(area.seat, frame.image, quads + self._marks.quads(area.seat))
        return [t for t in things if t.mm2 > HAND_MM2 or self._unread(t, frame)]

    def _unread(self, thing: Strange, frame: Frame) -> int:
        """How many cards it is that could not be read: laid for all to see, not the pile beside."""
        in_play = cv2.pointPolygonTest(self._play_area, thing.middle_px, measureDist=False) >= 0
        count = unread_cards(thing, self.table.card_mm) if in_play else 0
        return count if count and self._bare.like_paper(thing, frame.image, self._papers) else 0

    def _take_strangers(self, area: Area, frame: Frame, held: Held) -> None:
        """What has lain there long enough belongs to the table from then on.

        Where it looks like cards, it is counted as cards that could not be read.
        """
        for thing in self._strangers(area, frame, held):
            count = self._unread(thing, frame)
            area.fresh_unread += count
            (area.unread if count else area.resting).append(thing)
            self._bare.accept(thing, frame.image)

    def _box(self, area: Area, small: Grey) -> Box:
        """The part of the picture to look at: what changed in the area, with room for whole cards."""
        zone = self.zones[area.seat]
        low, high = zone.min(axis=0), zone.max(axis=0)
        changed = None if area.read_at is None else self._gate.extent(small, area.read_at, area.seat)
        if changed is not None:
            low, high = np.maximum(low, changed[:2]), np.minimum(high, changed[2:])
        margin = MARGIN_MM * self._px_per_mm
        corners = np.concatenate([np.floor(low - margin), np.ceil(high + margin)])
        return np.asarray(np.clip(corners, 0, (*self._size, *self._size)), int)

    def _in_pixels(self, card: SeenCard) -> SeenCard:
        if card.quad_px is None:
            return card
        return replace(card, quad_px=self.table.to_px(card.quad_px))


def _move(area: Area, at_ms: int) -> None:
    if area.began_ms is None:
        area.began_ms = at_ms
    area.moved_ms = at_ms
    area.next_look_ms = at_ms + SETTLE_MS
    area.looks, area.trial = 0, []


def _was_unread(known: Known, area: Area) -> bool:
    """Whether a card that can be read now lay there unread before, and was reported so."""
    quad = known.card.quad_px
    return quad is not None and any(
        cv2.pointPolygonTest(quad, thing.middle_px, measureDist=False) >= 0 for thing in area.unread
    )


def _px_per_mm(table: Table) -> float:
    """Scale at the middle of the table."""
    width, height = table.play_area_mm
    x, y = width / 2, height / 2
    step = table.to_px(np.array([(x, y), (x + 10, y), (x, y + 10)]))
    return float(np.linalg.norm(step[1:] - step[0], axis=1).mean()) / 10


def _shifted(index: Index, dx: float, dy: float) -> Index:
    x0, y0, x1, y1 = index.box
    return replace(
        index,
        box=(x0 + dx, y0 + dy, x1 + dx, y1 + dy),
        rank=(index.rank[0] + dx, index.rank[1] + dy),
        suit=(index.suit[0] + dx, index.suit[1] + dy),
    )
