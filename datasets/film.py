"""The camera's picture of a table, frame by frame, and the file it is written to.

What lies still is drawn once and kept; a frame adds the hands and the cards under way, light, the
lens and the sensor.  Frame n shows the table at n / 25 s of the record's time.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from pathlib import Path

import av
import numpy as np
from numpy.typing import NDArray

from datasets import hands
from datasets.decks import Deck
from datasets.gathering import PILE_SHOWN
from datasets.layout import Side
from datasets.motion import Move, Pose
from datasets.scenes import Laid, compose, project
from datasets.style import VideoStyle
from datasets.tabletop import table_top
from vision.opencv import cv2

Image8 = NDArray[np.uint8]
Floats = NDArray[np.float64]

FPS = 25
FRAME_MS = 1000 // FPS
SHUTTER = 0.45
"""Share of a frame's time during which the sensor takes light."""
HAND_HEIGHT = 1.06
"""A hand is nearer to the camera than the table, so it looks larger."""
GAIN = 128
"""Light is a map of uint8 in so many parts of one."""


class Film:
    """Frames of a table on which ``moves`` happen, in order of time."""

    def __init__(self, style: VideoStyle, deck: Deck, moves: Sequence[Move]) -> None:
        self.style = style
        self.view = style.view
        self.decks = (deck,)
        self.moves = moves
        self.rng = np.random.default_rng((style.seed, 23))
        self.scale = _scale(self.view, style.side_mm / 2)
        self.hands = {
            (side, spread): hands.draw(
                sitter, spread, self.scale * HAND_HEIGHT, np.random.default_rng((style.seed, side))
            )
            for side, sitter in enumerate(style.sitters)
            for spread in (False, True)
        }
        self.bare = table_top(style)
        self.light = self._light()
        self.heads = self._heads()
        self.grain = _grain(self.rng, style)
        self.lies: dict[int, Laid] = {}
        self.still = self.bare

    def frames(self, length_ms: int) -> Iterator[Image8]:
        """Pictures as I420, (H * 3 / 2, W) uint8, one every ``FRAME_MS``."""
        coming = list(self.moves)
        active: list[Move] = []
        flicker = 0.0
        for number in range(frame_count(length_ms)):
            now = number * FRAME_MS
            changed = self._end([move for move in active if move.stop <= now])
            active = [move for move in active if move.stop > now]
            while coming and coming[0].start <= now:
                move = coming.pop(0)
                active.append(move)
                changed |= self._begin(move)
            if changed:
                self._redraw()
            flicker = 0.9 * flicker + self.rng.normal(0, 0.0012)
            yield self._finish(self._drawn(active, now), now, 1 + flicker)

    # ---- what lies still ----------------------------------------------------------------------

    def _begin(self, move: Move) -> bool:
        for carried in move.carried:
            self.lies.pop(carried.number, None)
        return bool(move.carried)

    def _end(self, ended: Sequence[Move]) -> bool:
        for move in ended:
            for carried in move.carried:
                if not carried.gone:
                    self.lies[carried.number] = carried.at(move.stop)
        down = [number for number, laid in self.lies.items() if not laid.face_up]
        for number in down[:-PILE_SHOWN]:
            del self.lies[number]
        return any(move.carried for move in ended)

    def _redraw(self) -> None:
        self.still = self.bare.copy()
        compose(self.still, tuple(self.lies.values()), self.view, self.decks, self.style.shadow)

    # ---- one frame ----------------------------------------------------------------------------

    def _drawn(self, active: Sequence[Move], now: int) -> Image8:
        picture = self.still.copy()
        for move in active:
            self._draw_carried(picture, move, now)
        for move in active:
            self._draw_hand(picture, move, now)
        return picture

    def _draw_carried(self, picture: Image8, move: Move, now: int) -> None:
        still, moving = [], []
        reach = 0.0, 0.0
        for carried in move.carried:
            laid, before = carried.at(now), carried.at(now - FRAME_MS)
            way = self._px(laid.x, laid.y) - self._px(before.x, before.y)
            if np.abs(way).max() < 1.0:
                still.append(laid)
            else:
                moving.append(laid)
                reach = max(reach[0], abs(way[0])), max(reach[1], abs(way[1]))
        if still:
            compose(picture, still, self.view, self.decks, self.style.shadow)
        if moving:
            x, y, depth = self.style.shadow
            self._draw_blurred(picture, moving, (2.5 * x, 2.5 * y, 0.7 * depth), reach)

    def _draw_blurred(
        self,
        picture: Image8,
        moving: Sequence[Laid],
        shadow: tuple[float, float, float],
        reach: tuple[float, float],
    ) -> None:
        """Cards that move while the shutter is open.

        Drawn on black and on white: what differs is how much of the table shows through, so that colour
        and cover can be smeared before they are laid over the picture.
        """
        places = np.concatenate([self._px(laid.x, laid.y)[None] for laid in moving])
        room = int(60 * self.scale + max(reach)) + 8
        part = _part(places.min(axis=0) - room, places.max(axis=0) + room, self.style.size)
        if part is None:
            return
        rows, columns = part
        view = np.array([[1, 0, -columns.start], [0, 1, -rows.start], [0, 0, 1]]) @ self.view
        shape = rows.stop - rows.start, columns.stop - columns.start, 3
        ink, through = np.zeros(shape, np.uint8), np.full(shape, 255, np.uint8)
        for canvas in (ink, through):
            compose(canvas, moving, view, self.decks, shadow)
        _overlay(picture[part], _smear(ink, reach), _smear(cv2.subtract(through, ink), reach))

    def _draw_hand(self, picture: Image8, move: Move, now: int) -> None:
        hand = self.hands[move.side, move.spread]
        pose, before = move.hand.at(now), move.hand.at(now - FRAME_MS)
        way = np.abs(self._px(pose.x, pose.y) - self._px(before.x, before.y))
        self._stamp(picture, hand, pose, (float(way[0]), float(way[1])))

    def _stamp(self, picture: Image8, hand: hands.Hand, pose: Pose, reach: tuple[float, float]) -> None:
        """A hand with its soft shadow."""
        turn = self._hand_to_px(hand, pose)
        height, width = hand.cover.shape
        corners = project(turn, np.array([(0, 0), (width, 0), (width, height), (0, height)], float))
        off = np.array(self.style.shadow[:2]) * 6 * self.scale
        room = np.abs(off) + max(reach) + 6
        part = _part(corners.min(axis=0) - room, corners.max(axis=0) + room, self.style.size)
        if part is None:
            return
        rows, columns = part
        size = columns.stop - columns.start, rows.stop - rows.start
        turn = (np.array([[1, 0, -columns.start], [0, 1, -rows.start], [0, 0, 1]]) @ turn)[:2]
        ink = cv2.warpAffine(hand.ink, turn, size, flags=cv2.INTER_LINEAR)
        cover = cv2.warpAffine(hand.cover, turn, size, flags=cv2.INTER_LINEAR)
        small = (max(size[0] // 8, 1), max(size[1] // 8, 1))
        soft = cv2.GaussianBlur(cv2.resize(cover, small, interpolation=cv2.INTER_AREA), (0, 0), self.scale)
        cast = cv2.warpAffine(soft, np.array([[1, 0, off[0] / 8], [0, 1, off[1] / 8]]), small)
        dark = cv2.resize(cast, size, interpolation=cv2.INTER_LINEAR)
        dim = cv2.convertScaleAbs(dark, alpha=-self.style.shadow[2], beta=255)
        area = picture[part]
        cv2.multiply(area, cv2.merge((dim, dim, dim)), area, 1 / 255)
        open_ = cv2.subtract(255, _smear(cover, reach))
        _overlay(area, _smear(ink, reach), cv2.merge((open_, open_, open_)))

    def _hand_to_px(self, hand: hands.Hand, pose: Pose) -> Floats:
        """3 x 3 from the sprite's px to the picture's."""
        a = np.deg2rad(pose.angle)
        here = self._px(pose.x, pose.y)
        up = self._px(pose.x + np.sin(a) * 40, pose.y - np.cos(a) * 40) - here
        length = float(np.hypot(*up))
        factor = length / 40 * HAND_HEIGHT / hand.scale
        c, s = -up[1] / length * factor, up[0] / length * factor
        tip = hand.tip
        return np.array(
            [[c, -s, here[0] - c * tip[0] + s * tip[1]], [s, c, here[1] - s * tip[0] - c * tip[1]], [0, 0, 1]]
        )

    def _px(self, x: float, y: float) -> Floats:
        return np.asarray(project(self.view, np.array([(x, y)]))[0])

    # ---- light, lens, sensor ------------------------------------------------------------------

    def _light(self) -> Image8:
        """Uneven light over the picture, three colours, in parts of ``GAIN``."""
        style, rng = self.style, np.random.default_rng((self.style.seed, 31))
        width, height = style.size
        ys, xs = np.mgrid[0:1:18j, 0:1:32j].astype(np.float32)
        angle = rng.uniform(0, 2 * np.pi)
        field = 1 + rng.uniform(0.05, 0.3) * ((xs - 0.5) * np.cos(angle) + (ys - 0.5) * np.sin(angle))
        cx, cy = rng.uniform(0.2, 0.8, 2)
        field += rng.uniform(0, 0.15) * np.exp(-((xs - cx) ** 2 + (ys - cy) ** 2) / 0.12)
        field = (
            cv2.resize(field / field.max(), (width, height), interpolation=cv2.INTER_CUBIC)
            * style.exposure
            * GAIN
        )
        # Without dither the steps of the light would show on a plain table.
        dither = rng.random((height, width, 1), np.float32)
        return np.clip(field[..., None] * np.array(style.tint, np.float32) + dither, 0, 255).astype(np.uint8)

    def _heads(self) -> list[tuple[tuple[slice, slice], Image8]]:
        """Where a head may keep light from the table: part of the picture, and how much (0..255) there."""
        heads = []
        for side, edge in enumerate(self.style.edges):
            ox, oy = Side(side, self.style.side_mm).outward
            middle = np.array((ox, oy)) * (edge + 20) + self.style.side_mm / 2
            place, radius = self._px(*middle), 260 * self.scale
            part = _part(place - 1.7 * radius, place + 1.7 * radius, self.style.size)
            if part is None:
                continue
            rows, columns = part
            ys, xs = np.mgrid[rows, columns].astype(np.float32)
            wide = (0.6, 1.0) if ox == 0 else (1.0, 0.6)
            near = np.clip(1 - np.hypot((xs - place[0]) * wide[0], (ys - place[1]) * wide[1]) / radius, 0, 1)
            heads.append((part, (255 * near * near * (3 - 2 * near)).astype(np.uint8)))
        return heads

    def _shade(self, picture: Image8, now: int) -> None:
        """Shadows of the people who bend over the table, each at its own time."""
        for side, (part, near) in enumerate(self.heads):
            sway = float(np.sin(now / (5200 + 900 * side) + 2 * side + self.style.seed))
            depth = self.style.shadow[2] * sway
            if depth > 0.02:
                dim = cv2.convertScaleAbs(near, alpha=-depth, beta=255)
                area = picture[part]
                cv2.multiply(area, cv2.merge((dim, dim, dim)), area, 1 / 255)

    def _finish(self, picture: Image8, now: int, flicker: float) -> Image8:
        """Light, a little defocus and noise, and the colour space of the video."""
        self._shade(picture, now)
        drift = 1 + 0.015 * np.sin(now / 9000 + self.style.seed) + 0.01 * np.sin(now / 2300)
        cv2.multiply(picture, self.light, picture, drift * flicker / GAIN)
        planes = cv2.cvtColor(picture, cv2.COLOR_BGR2YUV_I420)
        height = self.style.size[1]
        luma = planes[:height]
        cv2.GaussianBlur(luma, (5, 5), self.style.defocus, dst=luma)
        grain = self.grain[int(self.rng.integers(len(self.grain)))]
        dy, dx = (int(v) for v in self.rng.integers(0, 64, 2))
        more, less = (half[dy : dy + height, dx : dx + luma.shape[1]] for half in grain)
        cv2.add(luma, more, luma)
        cv2.subtract(luma, less, luma)
        return planes


def frame_count(length_ms: int) -> int:
    return -(-length_ms // FRAME_MS)


def _scale(view: Floats, middle: float) -> float:
    """px/mm in the middle of the table."""
    here, right, down = project(view, np.array([(0, 0), (1, 0), (0, 1)]) + middle)
    return float(np.sqrt(np.linalg.norm(right - here) * np.linalg.norm(down - here)))


def _grain(rng: np.random.Generator, style: VideoStyle) -> list[tuple[Image8, Image8]]:
    """Noise tiles, each as what it adds and what it takes away; a little larger than the picture."""
    shape = style.size[1] + 64, style.size[0] + 64
    tiles = []
    for _ in range(5):
        noise = cv2.GaussianBlur(rng.normal(0, style.noise * 1.6, shape).astype(np.float32), (3, 3), 0.6)
        more, less = (np.clip(half + 0.5, 0, 255).astype(np.uint8) for half in (noise, -noise))
        tiles.append((more, less))
    return tiles


def _part(low: Floats, high: Floats, size: tuple[int, int]) -> tuple[slice, slice] | None:
    """Rows and columns of the picture between two corners, None when that is outside."""
    x0, y0 = (max(int(v), 0) for v in low)
    x1, y1 = min(int(high[0]) + 1, size[0]), min(int(high[1]) + 1, size[1])
    return (slice(y0, y1), slice(x0, x1)) if x1 > x0 and y1 > y0 else None


def _smear(image: Image8, reach: tuple[float, float]) -> Image8:
    """Motion blur: ``reach`` px a frame across and down."""
    across, down = (int(v * SHUTTER) | 1 for v in reach)
    return cv2.blur(image, (across, down)) if across > 1 or down > 1 else image


def _overlay(area: Image8, ink: Image8, through: Image8) -> None:
    """Lay ``ink`` over ``area`` (in place), of which ``through`` / 255 goes on to show."""
    cv2.multiply(area, through, area, 1 / 255)
    cv2.add(area, ink, area)


def write(path: Path, frames: Iterator[Image8], size: tuple[int, int], crf: int, preset: str) -> int:
    """Encode I420 pictures as H.264 in an MP4 file; returns how many there were."""
    width, height = size
    count = 0
    with av.open(str(path), "w", format="mp4", options={"movflags": "+faststart"}) as container:
        stream = container.add_stream("libx264", rate=FPS, options={"crf": str(crf), "preset": preset})
        stream.width, stream.height, stream.pix_fmt = width, height, "yuv420p"
        stream.time_base = Fraction(1, FPS)
        for count, planes in enumerate(frames, 1):
            frame = av.VideoFrame.from_ndarray(planes, format="yuv420p")
            frame.pts, frame.time_base = count - 1, Fraction(1, FPS)
            container.mux(stream.encode(frame))
        container.mux(stream.encode(None))
    return count
