"""The camera's picture of a table, frame by frame.

What lies still is drawn and filmed once and kept; a frame films anew only where hands and cards are under
way.  Frame n shows the table at n / 25 s of the record's time.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from datasets import hands
from datasets.bumps import Bump
from datasets.decks import AnyDeck
from datasets.exposure import Exposure
from datasets.gathering import PILE_SHOWN
from datasets.motion import Carried, Move, Pose
from datasets.parts import Part, cut, grown, joined, meet, part_between, paste, planes_of, shifted
from datasets.scenes import Laid, card_to_table, compose, project
from datasets.style import VideoStyle
from datasets.tabletop import table_top
from datasets.video import FRAME_MS, frame_count
from vision.opencv import cv2

Image8 = NDArray[np.uint8]
Floats = NDArray[np.float64]
Point = tuple[float, float]

SHUTTER = 0.45
"""Share of a frame's time during which the sensor takes light."""
HAND_HEIGHT = 1.06
"""A hand is nearer to the camera than the table, so it looks larger."""
COARSE = 6.0
"""px a frame from which a hand is drawn half as fine."""
CAST = 7.0
"""mm round a card that its shadow may reach."""


@dataclass(frozen=True, slots=True)
class _Change:
    """At ``at`` ms a card is taken up (``put`` false) or put down."""

    at: int
    put: bool
    carried: Carried
    move: Move


class Film:
    """Frames of a table on which ``moves`` happen, in order of time.

    ``lying`` is what lies there from the start (by number), drawn in that order; ``decks`` what ``Laid.deck``
    counts; ``bumps`` what happens to the camera.
    """

    def __init__(
        self,
        style: VideoStyle,
        decks: Sequence[AnyDeck],
        moves: Sequence[Move],
        lying: dict[int, Laid] | None = None,
        bumps: Sequence[Bump] = (),
    ) -> None:
        self.style = style
        self._look_from(style.view)
        self.decks = decks
        self.moves = moves
        self.bumps = list(bumps)
        self.scale = _scale(self.view, style.side_mm / 2)
        self.hands = {
            (side, spread): self._hand(side, spread) for side in range(4) for spread in (False, True)
        }
        self.exposure = Exposure(style)
        self.bare = table_top(style)
        self.still = self.bare.copy()
        self.filmed = np.zeros((style.size[1] * 3 // 2, style.size[0]), np.uint8)
        self.lies = dict(lying or {})
        self.changes = _changes(moves)
        self.held: dict[int, tuple[Carried, Move]] = {}
        self.drawings = 0
        self.kept: dict[object, tuple[Part, list[Image8]]] = {}
        whole = slice(0, style.size[1]), slice(0, style.size[0])
        self._redraw(whole)

    def _hand(self, side: int, spread: bool) -> tuple[Image8, hands.Hand]:
        """The hand of one who sits there, and its drawing as BGRA."""
        rng = np.random.default_rng((self.style.seed, side))
        hand = hands.draw(self.style.sitters[side], spread, self.scale * HAND_HEIGHT, rng)
        return np.dstack([hand.ink, hand.cover]), hand

    def frames(self, length_ms: int) -> Iterator[Image8]:
        """Pictures as I420, (H * 3 / 2, W) uint8, one every ``FRAME_MS``."""
        coming = sorted(self.moves, key=lambda move: move.start)
        active: list[Move] = []
        for number in range(frame_count(length_ms)):
            now = number * FRAME_MS
            active = [move for move in active if move.stop > now]
            while coming and coming[0].start <= now:
                active.append(coming.pop(0))
            self._settle_bumps(now)
            self._take_and_put(now)
            band = self.exposure.renew(number, now)
            if band is not None:
                self._film_still(band)
            planes = self.filmed.copy()
            self._film_moving(planes, active, now, number)
            self._shake(planes, now)
            self.exposure.add_grain(planes)
            yield planes

    # ---- what lies still ----------------------------------------------------------------------

    def _take_and_put(self, now: int) -> None:
        dirty: list[Part] = []
        while self.changes and self.changes[0].at <= now:
            change = self.changes.pop(0)
            number = change.carried.number
            if change.put:
                self.held.pop(number, None)
                if not change.carried.gone:
                    self.lies[number] = change.carried.at(change.at)
                    dirty += self._place_of(self.lies[number])
            else:
                if number in self.lies:
                    dirty += self._place_of(self.lies.pop(number))
                self.held[number] = change.carried, change.move
        down = [number for number, laid in self.lies.items() if not laid.face_up]
        for number in down[:-PILE_SHOWN]:
            dirty += self._place_of(self.lies.pop(number))
        for part in joined(dirty):
            self._redraw(part)

    def _place_of(self, laid: Laid) -> list[Part]:
        """The part of the picture that a card and its shadow take; none when that is outside."""
        part = part_between(*self._box(laid, CAST * self.scale + 4), self.style.size)
        return [part] if part is not None else []

    def _box(self, laid: Laid, room: float) -> tuple[Point, Point]:
        """Two corners, px, between which a card lies with room to spare."""
        w, h = self.decks[laid.deck].size
        a = math.radians(laid.angle)
        half_x = (abs(w * math.cos(a)) + abs(h * math.sin(a))) / 2
        half_y = (abs(w * math.sin(a)) + abs(h * math.cos(a))) / 2
        one, other = (self._px(laid.x + sign * half_x, laid.y + sign * half_y) for sign in (-1, 1))
        return (one[0] - room, one[1] - room), (other[0] + room, other[1] + room)

    def _redraw(self, part: Part) -> None:
        """Draw what lies in a part of the picture anew, and film it."""
        room = grown(part, 8, self.style.size)
        rows, columns = room
        canvas = self.bare[room].copy()
        there = [laid for laid in self.lies.values() if any(meet(room, p) for p in self._place_of(laid))]
        compose(canvas, there, shifted(self.view, room), self.decks, self.style.shadow)
        inner = (
            slice(part[0].start - rows.start, part[0].stop - rows.start),
            slice(part[1].start - columns.start, part[1].stop - columns.start),
        )
        self.still[part] = canvas[inner]
        self._film_still(part)
        self.drawings += 1

    def _film_still(self, part: Part) -> None:
        room = self.exposure.around(part)
        self.exposure.develop(self.still[room], room, self.filmed)

    # ---- what moves ---------------------------------------------------------------------------

    def _film_moving(self, planes: Image8, active: Sequence[Move], now: int, number: int) -> None:
        """Hands and what they hold, each in its part of the picture."""
        places = [(move, part) for move in active if (part := self._reach(move, now)) is not None]
        kept = self.kept
        self.kept = {}
        for part in joined([part for _, part in places]):
            moves = [move for move, own in places if meet(part, own)]
            # A hand that rests looks the same until the light changes.
            resting = not any(self._holds(move) for move in moves)
            poses = tuple((move.side, move.spread, move.hand.at(now)) for move in moves)
            key = (poses, self.drawings, number // 8) if resting else number
            if key in kept:
                self.kept[key] = kept[key]
                room, developed = kept[key]
            else:
                room = self.exposure.around(part)
                picture = self.still[room].copy()
                for move in moves:
                    self._draw_held(picture, room, move, now)
                for move in moves:
                    self._draw_hand(picture, room, move, now)
                self.exposure.develop(picture, room, planes)
                if resting:
                    self.kept[key] = room, cut(planes, room, self.style.size)
                continue
            paste(developed, planes, room, self.style.size)

    def _holds(self, move: Move) -> list[Carried]:
        return [carried for carried, mover in self.held.values() if mover is move]

    def _reach(self, move: Move, now: int) -> Part | None:
        """The part of the picture that a hand and what it holds take, shadows and all."""
        pose = move.hand.at(now)
        boxes = [self._hand_box(move, pose, max(self._way(pose, move.hand.at(now - FRAME_MS))))]
        for carried in self._holds(move):
            laid, before = carried.at(now), carried.at(now - FRAME_MS)
            boxes.append(self._box(laid, 2.5 * CAST * self.scale + max(self._way(laid, before))))
        low = min(box[0][0] for box in boxes), min(box[0][1] for box in boxes)
        high = max(box[1][0] for box in boxes), max(box[1][1] for box in boxes)
        return part_between(low, high, self.style.size)

    def _way(self, one: Pose | Laid, other: Pose | Laid) -> Point:
        """How far apart two places are in the picture, px across and down."""
        a, b = self._px(one.x, one.y), self._px(other.x, other.y)
        return abs(a[0] - b[0]), abs(a[1] - b[1])

    def _hand_box(self, move: Move, pose: Pose, way: float) -> tuple[Point, Point]:
        sprite, _ = self.hands[move.side, move.spread]
        height, width = sprite.shape[:2]
        turn = self._hand_to_px(move, pose).ravel().tolist()
        corners = [_seen(turn, x, y) for x, y in ((0, 0), (width, 0), (width, height), (0, height))]
        xs, ys = zip(*corners, strict=True)
        room = max(map(abs, self.style.shadow[:2])) * 6 * self.scale + way + 6
        return (min(xs) - room, min(ys) - room), (max(xs) + room, max(ys) + room)

    def _draw_held(self, picture: Image8, room: Part, move: Move, now: int) -> None:
        """Cards in the hand, smeared by their movement while the shutter is open."""
        pieces = [(c.at(now), c.at(now - FRAME_MS)) for c in self._holds(move)]
        if not pieces:
            return
        ways = [self._way(*pair) for pair in pieces]
        reach = max(way[0] for way in ways), max(way[1] for way in ways)
        lifted = max(reach) >= 1.0
        x, y, depth = self.style.shadow
        shadow = (2.5 * x, 2.5 * y, 0.7 * depth) if lifted else self.style.shadow
        ink, through = np.zeros_like(picture), np.full_like(picture, 255)
        for laid, _ in pieces:
            self._ink(ink, through, laid, shifted(self.view, room), shadow)
        _overlay(picture, _smear(ink, reach), _smear(through, reach))

    def _ink(
        self, ink: Image8, through: Image8, laid: Laid, view: Floats, shadow: tuple[float, float, float]
    ) -> None:
        """Lay a card on ``ink``, and darken ``through`` where it and its shadow hide what is below."""
        deck = self.decks[laid.deck]
        place = view @ card_to_table(laid, deck.size)
        w, h = deck.size
        corners = np.array([_seen(place.ravel().tolist(), *at) for at in ((0, 0), (w, 0), (w, h), (0, h))])
        scale = float(np.hypot(*(corners[1] - corners[0])) / w)
        room = 2.5 * CAST * scale + 3
        part = part_between(
            corners.min(axis=0) - room, corners.max(axis=0) + room, (ink.shape[1], ink.shape[0])
        )
        if part is None:
            return
        size = part[1].stop - part[1].start, part[0].stop - part[0].start
        face, px = deck.at(laid.card if laid.face_up else None, scale)
        warp = shifted(place, part) @ np.diag([1 / px, 1 / px, 1])
        roi = cv2.warpPerspective(face, warp, size, flags=cv2.INTER_LINEAR)
        alpha = cv2.extractChannel(roi, 3)
        move = np.array([[1, 0, shadow[0] * scale], [0, 1, shadow[1] * scale]])
        cast = cv2.GaussianBlur(cv2.warpAffine(alpha, move, size), (0, 0), max(0.9 * scale, 0.5))
        dim = cv2.convertScaleAbs(cast, alpha=-shadow[2], beta=255)
        open_ = cv2.multiply(dim, cv2.subtract(255, alpha), scale=1 / 255)
        open_, cover = cv2.merge((open_, open_, open_)), cv2.merge((alpha, alpha, alpha))
        _overlay(ink[part], cv2.multiply(cv2.cvtColor(roi, cv2.COLOR_BGRA2BGR), cover, scale=1 / 255), open_)
        cv2.multiply(through[part], open_, through[part], 1 / 255)

    def _draw_hand(self, picture: Image8, room: Part, move: Move, now: int) -> None:
        """A hand with its soft shadow."""
        pose = move.hand.at(now)
        reach = self._way(pose, move.hand.at(now - FRAME_MS))
        low, high = self._hand_box(move, pose, max(reach))
        x, y = room[1].start, room[0].start
        part = part_between(
            (low[0] - x, low[1] - y), (high[0] - x, high[1] - y), (picture.shape[1], picture.shape[0])
        )
        if part is None:
            return
        size = part[1].stop - part[1].start, part[0].stop - part[0].start
        # Fast hands are blurred: half as fine will do.
        coarse = 2 if max(reach) > COARSE else 1
        less = (size[0] + coarse - 1) // coarse, (size[1] + coarse - 1) // coarse
        turn = np.diag([1 / coarse, 1 / coarse, 1]) @ shifted(
            shifted(self._hand_to_px(move, pose), room), part
        )
        sprite, _ = self.hands[move.side, move.spread]
        drawn = cv2.warpAffine(sprite, turn[:2], less, flags=cv2.INTER_LINEAR)
        off = np.array(self.style.shadow[:2]) * 6 * self.scale
        small = (max(size[0] // 8, 1), max(size[1] // 8, 1))
        cover = cv2.resize(cv2.extractChannel(drawn, 3), small, interpolation=cv2.INTER_AREA)
        soft = cv2.GaussianBlur(cover, (0, 0), self.scale)
        cast = cv2.warpAffine(soft, np.array([[1, 0, off[0] / 8], [0, 1, off[1] / 8]]), small)
        dim = cv2.convertScaleAbs(cast, alpha=-self.style.shadow[2], beta=255)
        dim = cv2.resize(dim, less, interpolation=cv2.INTER_LINEAR)
        drawn = _smear(drawn, (reach[0] / coarse, reach[1] / coarse))
        open_ = cv2.multiply(dim, cv2.subtract(255, cv2.extractChannel(drawn, 3)), scale=1 / 255)
        drawn = cv2.merge((*cv2.split(drawn)[:3], open_))
        if coarse > 1:
            drawn = cv2.resize(drawn, size, interpolation=cv2.INTER_LINEAR)
        open_ = cv2.extractChannel(drawn, 3)
        _overlay(picture[part], cv2.cvtColor(drawn, cv2.COLOR_BGRA2BGR), cv2.merge((open_, open_, open_)))

    def _hand_to_px(self, move: Move, pose: Pose) -> Floats:
        """3 x 3 from the hand's drawing to the picture, px -> px."""
        a = math.radians(pose.angle)
        x, y = self._px(pose.x, pose.y)
        ahead = self._px(pose.x + math.sin(a) * 40, pose.y - math.cos(a) * 40)
        up = ahead[0] - x, ahead[1] - y
        _, hand = self.hands[move.side, move.spread]
        factor = HAND_HEIGHT / hand.scale / 40
        c, s = -up[1] * factor, up[0] * factor
        tip = hand.tip
        return np.array(
            [[c, -s, x - c * tip[0] + s * tip[1]], [s, c, y - s * tip[0] - c * tip[1]], [0, 0, 1]]
        )

    def _px(self, x: float, y: float) -> Point:
        return _seen(self.matrix, x, y)

    # ---- the camera ---------------------------------------------------------------------------

    def _look_from(self, view: Floats) -> None:
        """mm on the table -> px from now on."""
        self.view = view
        self.matrix: list[float] = view.ravel().tolist()

    def _settle_bumps(self, now: int) -> None:
        """After a bump that lasts the camera sees the table from where it was pushed to."""
        while self.bumps and self.bumps[0].stop <= now:
            bump = self.bumps.pop(0)
            if bump.lasting:
                moved = bump.at(bump.stop, self.style.size)
                self._look_from(moved @ self.view)
                self.bare = cv2.warpPerspective(
                    self.bare, moved, self.style.size, borderMode=cv2.BORDER_REFLECT_101
                )
                self._redraw((slice(0, self.style.size[1]), slice(0, self.style.size[0])))

    def _shake(self, planes: Image8, now: int) -> None:
        if not self.bumps or self.bumps[0].start > now:
            return
        width, height = self.style.size
        moved = self.bumps[0].at(now, self.style.size)
        half = np.diag([0.5, 0.5, 1]) @ moved @ np.diag([2.0, 2.0, 1])
        for plane, warp in zip(planes_of(planes, width, height), (moved, half, half), strict=True):
            size = plane.shape[1], plane.shape[0]
            plane[:] = cv2.warpAffine(plane, warp[:2], size, borderMode=cv2.BORDER_REPLICATE)


def _changes(moves: Sequence[Move]) -> list[_Change]:
    """When each card is taken up and put down, in order of time."""
    changes = []
    for move in moves:
        for carried in move.carried:
            keys = carried.path.keys
            changes.append(_Change(keys[0][0], False, carried, move))
            changes.append(_Change(keys[-1][0], True, carried, move))
    return sorted(changes, key=lambda change: (change.at, not change.put))


def _scale(view: Floats, middle: float) -> float:
    """px/mm in the middle of the table."""
    here, right, down = project(view, np.array([(0, 0), (1, 0), (0, 1)]) + middle)
    return float(np.sqrt(np.linalg.norm(right - here) * np.linalg.norm(down - here)))


def _seen(matrix: list[float], x: float, y: float) -> Point:
    """Where a homography, row by row, puts a point."""
    a, b, c, d, e, f, g, h, i = matrix
    w = g * x + h * y + i
    return (a * x + b * y + c) / w, (d * x + e * y + f) / w


def _smear(image: Image8, reach: tuple[float, float]) -> Image8:
    """Motion blur: ``reach`` px a frame across and down."""
    across, down = (int(v * SHUTTER) | 1 for v in reach)
    return cv2.blur(image, (across, down)) if across > 1 or down > 1 else image


def _overlay(area: Image8, ink: Image8, through: Image8) -> None:
    """Lay ``ink`` over ``area`` (in place), of which ``through`` / 255 goes on to show."""
    cv2.multiply(area, through, area, 1 / 255)
    cv2.add(area, ink, area)
