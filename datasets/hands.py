"""Hands with sleeves seen from above, drawn once and then moved about the picture.

A hand's own frame is mm: fingertips of the middle finger at (0, 0), fingers pointing up (-y), the arm
going off downward.  It is a right hand; a left one is its mirror image.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from datasets.style import Colour, Sitter
from vision.opencv import cv2

Image8 = NDArray[np.uint8]
Mask = NDArray[np.float32]
Mm = tuple[float, float]

LEFT, TOP, RIGHT, BOTTOM = -85.0, -14.0, 85.0, 1150.0
"""The sprite's bounds, mm."""
WRIST = 172.0

_KNUCKLES: tuple[Mm, ...] = ((-28, 88), (-9, 82), (11, 86), (28, 97))
_TIPS: dict[bool, tuple[Mm, ...]] = {
    False: ((-24, 7), (-7, 0), (11, 4), (27, 21)),
    True: ((-40, 9), (-13, 0), (15, 5), (42, 27)),
}
_THUMB: dict[bool, tuple[Mm, ...]] = {
    False: ((-26, 150), (-47, 112), (-39, 66)),
    True: ((-26, 150), (-55, 118), (-67, 78)),
}
_BACK: tuple[Mm, ...] = (
    (-38, 140), (-36, 104), (-27, 92), (-9, 86), (11, 89),
    (29, 100), (38, 112), (37, 140), (27, 168), (-25, 168),
)  # fmt: skip
_WIDTHS = (17.0, 18.0, 17.0, 14.5)


@dataclass(frozen=True, slots=True, eq=False)
class Hand:
    """A drawn hand: ``ink`` BGR already times ``cover`` (uint8, 255 = nothing shows through), px/mm."""

    ink: Image8
    cover: Image8
    scale: float

    @property
    def tip(self) -> tuple[float, float]:
        """Where the fingertips are in the sprite, px."""
        return -LEFT * self.scale, -TOP * self.scale


def draw(sitter: Sitter, spread: bool, scale: float, rng: np.random.Generator) -> Hand:
    """The hand of a sitter at ``scale`` px/mm, fingers together (carrying) or spread."""
    brush = _Brush(scale)
    brush.limb(_THUMB[spread], (24, 22, 18), sitter.skin)
    brush.nail(_THUMB[spread][-1], _THUMB[spread][-2], 11, sitter.skin)
    for i in (3, 2, 0, 1):
        knuckle, tip, width = _KNUCKLES[i], _TIPS[spread][i], _WIDTHS[i]
        joint = (knuckle[0] * 0.52 + tip[0] * 0.48 + (i - 1.2) * 1.2, knuckle[1] * 0.52 + tip[1] * 0.48)
        inner = (knuckle[0] * 0.8, knuckle[1] + 30)
        end = _toward(tip, joint, width / 2)
        widths = (width * 1.15, width * 1.12, width, width * 0.86)
        brush.limb((inner, knuckle, joint, end), widths, sitter.skin)
        brush.nail(end, joint, width * 0.56, sitter.skin)
        brush.crease(joint, width * 0.8)
    if sitter.bare_arm:
        brush.arm((54, 72, 88, 96), sitter.skin)
    else:
        brush.limb(((0.0, WRIST - 34), (1.0, WRIST + 40)), (52, 58), sitter.skin)
    brush.back_of_hand(sitter.skin)
    for knuckle in _KNUCKLES:
        brush.crease((knuckle[0] * 0.95, knuckle[1] + 4), 11)
    if not sitter.bare_arm:
        brush.sleeve(sitter.sleeve, rng)
    return brush.finish(mirrored=sitter.left_handed)


def _toward(start: Mm, goal: Mm, by: float) -> Mm:
    dx, dy = goal[0] - start[0], goal[1] - start[1]
    length = float(np.hypot(dx, dy))
    return start[0] + dx / length * by, start[1] + dy / length * by


class _Brush:
    def __init__(self, scale: float) -> None:
        self.scale = scale
        shape = int((BOTTOM - TOP) * scale), int((RIGHT - LEFT) * scale)
        self.ink = np.zeros((*shape, 3), np.float32)
        self.cover = np.zeros(shape, np.float32)

    def _px(self, points: NDArray[np.float64]) -> NDArray[np.int32]:
        """Sixteenths of a pixel, as OpenCV takes them with shift 4."""
        return np.round((points - (LEFT, TOP)) * self.scale * 16).astype(np.int32)

    def _paint(self, mask: Mask, colour: Colour, roundness: float, feather: float = 0.7) -> None:
        """Ink a shape as if it were round: darker toward its rim."""
        part = self._around(mask, 3 * feather + 4)
        mask = mask[part]
        inside = (mask > 0.5).astype(np.uint8)
        depth = cv2.distanceTransform(inside, cv2.DIST_L2, 3) / (roundness * self.scale)
        bulge = np.sqrt(1 - (1 - np.clip(depth, 0, 1)) ** 2)
        slope = cv2.Sobel(cv2.GaussianBlur(bulge, (0, 0), 1.5 * self.scale), cv2.CV_32F, 1, 0, ksize=3)
        shade = 0.66 + 0.34 * bulge + np.clip(slope * 0.35 * self.scale, -0.12, 0.12)
        soft = cv2.GaussianBlur(mask, (0, 0), max(feather * self.scale, 0.5))[..., None]
        self.ink[part] = self.ink[part] * (1 - soft) + np.array(colour, np.float32) * shade[..., None] * soft
        self.cover[part] = np.maximum(self.cover[part], soft[..., 0])

    def _around(self, mask: Mask | Image8, room: float) -> tuple[slice, slice]:
        """The part of the sprite where a shape is, with some mm round it."""
        x, y, w, h = cv2.boundingRect((mask > 0).astype(np.uint8))
        r = int(room * self.scale) + 2
        return slice(max(y - r, 0), y + h + r), slice(max(x - r, 0), x + w + r)

    def limb(self, line: tuple[Mm, ...], widths: tuple[float, ...], colour: Colour) -> None:
        """A chain of rounded pieces whose thickness goes from width to width, mm."""
        mask = np.zeros(self.cover.shape, np.uint8)
        points = np.array(line, float)
        for i in range(len(line) - 1):
            for t in np.linspace(0, 1, 24):
                centre = self._px(points[i] + (points[i + 1] - points[i]) * t)
                radius = (widths[i] + (widths[i + 1] - widths[i]) * t) / 2 * self.scale * 16
                cv2.circle(mask, tuple(map(int, centre)), int(radius), 255, -1, cv2.LINE_AA, shift=4)
        self._paint(mask.astype(np.float32) / 255, colour, min(widths) * 0.55)

    def nail(self, end: Mm, joint: Mm, width: float, skin: Colour) -> None:
        dx, dy = end[0] - joint[0], end[1] - joint[1]
        centre = end[0] + dx * 0.04, end[1] + dy * 0.04
        pink = tuple(min(255, int(v * f + 18)) for v, f in zip(skin, (0.98, 0.94, 1.0), strict=True))
        self._spot(centre, (width / 2, width * 0.66), float(np.rad2deg(np.arctan2(dx, -dy))), pink, 0.55, 0.5)

    def crease(self, place: Mm, width: float) -> None:
        self._spot(place, (width / 2, 3.0), 0.0, (40, 55, 85), 0.10, 1.6)

    def _spot(
        self, place: Mm, axes: Mm, angle: float, colour: tuple[int, ...], strength: float, feather: float
    ) -> None:
        mask = np.zeros(self.cover.shape, np.uint8)
        centre = self._px(np.array(place))
        size = (int(axes[0] * self.scale * 16), int(axes[1] * self.scale * 16))
        cv2.ellipse(mask, tuple(map(int, centre)), size, angle, 0, 360, 255, -1, cv2.LINE_AA, shift=4)
        part = self._around(mask, 3 * feather)
        soft = cv2.GaussianBlur(mask[part], (0, 0), feather * self.scale).astype(np.float32)[..., None]
        soft *= strength / 255
        ink = np.array(colour, np.float32) * self.cover[part][..., None]
        self.ink[part] = self.ink[part] * (1 - soft) + ink * soft

    def back_of_hand(self, skin: Colour) -> None:
        outline = np.array(_BACK, float)
        mask = np.zeros(self.cover.shape, np.uint8)
        cv2.fillPoly(mask, [self._px(outline)], 255, cv2.LINE_AA, shift=4)
        smooth = cv2.GaussianBlur(mask.astype(np.float32) / 255, (0, 0), 5 * self.scale)
        self._paint(np.clip((smooth - 0.35) * 5, 0, 1), skin, 26, feather=3.0)

    def arm(self, widths: tuple[float, ...], skin: Colour) -> None:
        self._paint(self._tube(WRIST - 45, widths), skin, 34, feather=2.0)

    def sleeve(self, colour: Colour, rng: np.random.Generator) -> None:
        top = WRIST + 4
        mask = self._tube(top, (74, 92, 112, 120))
        self._paint(mask, colour, 40)
        folds = np.zeros(self.cover.shape, np.float32)
        for _ in range(int(rng.integers(14, 26))):
            x, y = rng.choice((-1, 1)) * rng.uniform(25, 55), rng.uniform(top + 20, BOTTOM)
            across = np.array((0.0, 0.5, 1.0)) * -np.sign(x) * rng.uniform(30, 75)
            line = np.stack([x + across, y + rng.uniform(-0.5, 0.5) * across + (0, rng.uniform(2, 8), 0)], 1)
            thick = max(1, int(3 * self.scale))
            light = float(rng.choice((-1, 1)))
            cv2.polylines(folds, [self._px(line)], False, light, thick, cv2.LINE_AA, shift=4)
        folds = cv2.GaussianBlur(folds, (0, 0), 5 * self.scale)
        self.ink *= (1 + 0.45 * folds * mask)[..., None]
        hem = int((top + 9 - TOP) * self.scale)
        self.ink[hem : hem + max(1, int(2 * self.scale))] *= 0.82

    def _tube(self, top: float, widths: tuple[float, ...]) -> Mask:
        """An arm that grows wider from ``top`` mm on."""
        ys = np.array([top, top + 120, top + 380, BOTTOM + 20])
        left = np.stack([-np.array(widths) / 2, ys], 1)
        mask = np.zeros(self.cover.shape, np.uint8)
        outline = np.concatenate([left, (left * (-1, 1))[::-1]])
        cv2.fillPoly(mask, [self._px(outline)], 255, cv2.LINE_AA, shift=4)
        return mask.astype(np.float32) / 255

    def finish(self, mirrored: bool) -> Hand:
        ink = np.clip(self.ink * self.cover[..., None], 0, 255).astype(np.uint8)
        cover = np.clip(self.cover * 255, 0, 255).astype(np.uint8)
        if mirrored:
            ink, cover = ink[:, ::-1], cover[:, ::-1]
        return Hand(np.ascontiguousarray(ink), np.ascontiguousarray(cover), self.scale)
