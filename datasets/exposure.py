"""What light, lens and sensor make of the table: BGR as drawn becomes I420 as filmed.

Light changes slowly, so that its map is kept and renewed a band of rows a frame; a part of the picture is
developed only when something in it has changed.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from datasets.layout import Side
from datasets.parts import Part, planes_of
from datasets.scenes import project
from datasets.style import VideoStyle
from vision.opencv import cv2

Image8 = NDArray[np.uint8]
GAIN = 128
"""Light is a map of uint8 in so many parts of one."""
BANDS = 8
"""The light is renewed in so many frames."""
SMALL = 8
"""Shadows of heads are soft: they are made so many times smaller."""
ROOM = 2
"""px round a part that its defocus sees."""
GRAINS = 5
ROAM = 64
"""px by which a noise tile is larger than the picture, so that it never lies twice in the same place."""


class Exposure:
    """The camera's side of one video."""

    def __init__(self, style: VideoStyle) -> None:
        self.style = style
        self.width, self.height = style.size
        self.rng = np.random.default_rng((style.seed, 23))
        self.light = _light(style)
        self.heads = _heads(style)
        self.floor, self.grains = _grains(self.rng, style)
        self.flicker = 0.0
        self.shade = self._shade(0)
        self.gain = self.light.copy()
        self.rows = -(-self.height // (2 * BANDS)) * 2
        for number in range(BANDS):
            self.renew(number, 0)

    def renew(self, number: int, now: int) -> Part | None:
        """Bring the light of one band up to the time of frame ``number``; returns which part that is."""
        band = number % BANDS
        if band == 0:
            self.shade = self._shade(now)
        top, bottom = band * self.rows, min((band + 1) * self.rows, self.height)
        if top >= bottom:
            return None
        self.flicker = 0.9 * self.flicker + self.rng.normal(0, 0.0012)
        drift = 1 + 0.015 * np.sin(now / 9000 + self.style.seed) + 0.01 * np.sin(now / 2300)
        shade = self.shade[top:bottom]
        cv2.multiply(
            self.light[top:bottom],
            cv2.merge((shade, shade, shade)),
            self.gain[top:bottom],
            drift * (1 + self.flicker) / 255,
        )
        return slice(top, bottom), slice(0, self.width)

    def _shade(self, now: int) -> Image8:
        """Shadows of the people who bend over the table, each at its own time: 255 where there is none."""
        small = np.ones((-(-self.height // SMALL), -(-self.width // SMALL)), np.float32)
        for side, near in enumerate(self.heads):
            sway = float(np.sin(now / (5200 + 900 * side) + 2 * side + self.style.seed))
            depth = self.style.shadow[2] * sway
            if depth > 0.02:
                small *= 1 - depth * near
        whole = cv2.resize((small * 255).astype(np.uint8), None, fx=SMALL, fy=SMALL)
        return np.asarray(whole[: self.height, : self.width])

    def around(self, part: Part) -> Part:
        """The part with the room that developing it needs, at even px."""
        rows, columns = part
        return (
            slice(max((rows.start - ROOM) // 2 * 2, 0), min((rows.stop + ROOM + 1) // 2 * 2, self.height)),
            slice(
                max((columns.start - ROOM) // 2 * 2, 0), min((columns.stop + ROOM + 1) // 2 * 2, self.width)
            ),
        )

    def develop(self, picture: Image8, room: Part, into: Image8) -> None:
        """Film ``picture``, BGR of the part ``room`` (from ``around``), into I420 planes of the whole."""
        lit = cv2.multiply(picture, self.gain[room], scale=1 / GAIN)
        height, width = lit.shape[:2]
        luma, *chroma = planes_of(cv2.cvtColor(lit, cv2.COLOR_BGR2YUV_I420), width, height)
        luma = cv2.subtract(cv2.GaussianBlur(luma, (5, 5), self.style.defocus), self.floor)
        inner = _inner(room, self.width, self.height)
        whole = planes_of(into, self.width, self.height)
        for small, large, step in zip((luma, *chroma), whole, (1, 2, 2), strict=True):
            rows, columns = (
                slice((side.start - outer.start) // step, (side.stop - outer.start) // step)
                for side, outer in zip(inner, room, strict=True)
            )
            at = tuple(slice(side.start // step, side.stop // step) for side in inner)
            large[at] = small[rows, columns]

    def add_grain(self, planes: Image8) -> None:
        """The sensor's noise, in place; it also brings back the floor that developing took off."""
        grain = self.grains[int(self.rng.integers(GRAINS))]
        dy, dx = (int(v) for v in self.rng.integers(0, ROAM, 2))
        luma = planes[: self.height]
        cv2.add(luma, grain[dy : dy + self.height, dx : dx + self.width], luma)


def _inner(room: Part, width: int, height: int) -> Part:
    """What of the room is developed right: all but ``ROOM`` px where the picture goes on."""
    rows, columns = room
    return (
        slice(rows.start + ROOM * (rows.start > 0), rows.stop - ROOM * (rows.stop < height)),
        slice(columns.start + ROOM * (columns.start > 0), columns.stop - ROOM * (columns.stop < width)),
    )


def _light(style: VideoStyle) -> Image8:
    """Uneven light over the picture, three colours, in parts of ``GAIN``."""
    rng = np.random.default_rng((style.seed, 31))
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


def _heads(style: VideoStyle) -> list[NDArray[np.float32]]:
    """Where a head may keep light from the table: how much of it, 0..1, ``SMALL`` times smaller."""
    view, middle = style.view, style.side_mm / 2
    here, right = project(view, np.array([(middle, middle), (middle + 1, middle)]))
    radius = 260 * float(np.linalg.norm(right - here))
    ys, xs = np.mgrid[0 : style.size[1] : SMALL, 0 : style.size[0] : SMALL].astype(np.float32) + SMALL / 2
    heads = []
    for side, edge in enumerate(style.edges):
        ox, oy = Side(side, style.side_mm).outward
        place = project(view, np.array([(ox, oy)]) * (edge + 20.0) + middle)[0]
        wide = (0.6, 1.0) if ox == 0 else (1.0, 0.6)
        near = np.clip(1 - np.hypot((xs - place[0]) * wide[0], (ys - place[1]) * wide[1]) / radius, 0, 1)
        heads.append((near * near * (3 - 2 * near)).astype(np.float32))
    return heads


def _grains(rng: np.random.Generator, style: VideoStyle) -> tuple[int, list[Image8]]:
    """Noise tiles a little larger than the picture, and the floor that makes them all positive."""
    shape = style.size[1] + ROAM, style.size[0] + ROAM
    floor = min(int(np.ceil(style.noise * 4)), 14)
    tiles = []
    for _ in range(GRAINS):
        noise = cv2.GaussianBlur(rng.normal(0, style.noise * 1.6, shape).astype(np.float32), (3, 3), 0.6)
        tiles.append(np.clip(noise + floor + 0.5, 0, 255).astype(np.uint8))
    return floor, tiles
