"""What lies between the indices: court pictures, backs, and the brush that puts ink on a card."""

from __future__ import annotations

import functools
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from engine.cards import Card
from vision.opencv import cv2

Image8 = NDArray[np.uint8]
Box = tuple[float, float, float, float]
Colour = tuple[int, int, int]

COURTS = Path(__file__).with_name("courts")


class Painter:
    """A card face under the brush.  Boxes are mm; ``turned`` paints at the opposite corner."""

    def __init__(self, size: tuple[float, float], scale: float, paper: Colour) -> None:
        self.size = size
        self.scale = scale
        shape = round(size[1] * scale), round(size[0] * scale), 3
        self.canvas: Image8 = np.full(shape, paper, np.uint8)
        self.paper = paper

    def _pixels(self, box: Box, turned: bool) -> tuple[int, int, int, int]:
        x0, y0, x1, y1 = box
        if turned:
            x0, y0, x1, y1 = self.size[0] - x1, self.size[1] - y1, self.size[0] - x0, self.size[1] - y0
        height, width = self.canvas.shape[:2]
        left, top = max(round(x0 * self.scale), 0), max(round(y0 * self.scale), 0)
        right, bottom = min(round(x1 * self.scale), width), min(round(y1 * self.scale), height)
        return left, top, max(right, left + 1), max(bottom, top + 1)

    def clear(self, box: Box, turned: bool = False) -> None:
        left, top, right, bottom = self._pixels(box, turned)
        self.canvas[top:bottom, left:right] = self.paper

    def stamp(self, mask: NDArray[np.float32], box: Box, ink: Colour, turned: bool = False) -> None:
        """Press ``mask``, stretched to ``box``, onto the face."""
        left, top, right, bottom = self._pixels(box, turned)
        if turned:
            mask = np.ascontiguousarray(mask[::-1, ::-1])
        ink_mask = cv2.resize(mask, (right - left, bottom - top), interpolation=cv2.INTER_AREA)[..., None]
        area = self.canvas[top:bottom, left:right]
        area[:] = (area * (1 - ink_mask) + np.array(ink, np.float32) * ink_mask + 0.5).astype(np.uint8)

    def picture(self, image: Image8, box: Box) -> None:
        left, top, right, bottom = self._pixels(box, False)
        self.canvas[top:bottom, left:right] = cv2.resize(
            image, (right - left, bottom - top), interpolation=cv2.INTER_AREA
        )

    def outline(self, box: Box, ink: Colour) -> None:
        left, top, right, bottom = self._pixels(box, False)
        cv2.rectangle(self.canvas, (left, top), (right, bottom), ink, 2, cv2.LINE_AA)

    def finish(self, radius: float) -> Image8:
        """The face as BGRA with rounded, transparent corners."""
        height, width = self.canvas.shape[:2]
        r = round(radius * self.scale)
        alpha = np.zeros((height, width), np.uint8)
        cv2.rectangle(alpha, (r, 0), (width - r - 1, height - 1), 255, -1)
        cv2.rectangle(alpha, (0, r), (width - 1, height - r - 1), 255, -1)
        for x in (r, width - r - 1):
            for y in (r, height - r - 1):
                cv2.circle(alpha, (x, y), r, 255, -1, cv2.LINE_AA)
        return np.dstack([self.canvas, alpha])


@functools.cache
def _court_pictures(card: Card) -> tuple[Image8, ...]:
    pictures = (cv2.imread(str(p)) for p in sorted(COURTS.glob(f"*-{card.rank}{card.suit}.png")))
    return tuple(p for p in pictures if p is not None)


def court_art(card: Card, rng: np.random.Generator, ink: Colour, paper: Colour) -> Image8:
    """A picture for a court card or a joker: printed art in changed colours, or random figures."""
    pictures = _court_pictures(card)
    if pictures and rng.random() < 0.6:
        picture = pictures[rng.integers(len(pictures))]
        hsv = cv2.cvtColor(picture, cv2.COLOR_BGR2HSV)
        hsv[..., 0] = (hsv[..., 0].astype(int) + rng.integers(-12, 13)) % 180
        picture = cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR)
        if card.rank == "B":
            picture = cv2.cvtColor(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR)
        return picture
    return _figures(rng, ink, paper, grey=card.rank == "B")


def _figures(rng: np.random.Generator, ink: Colour, paper: Colour, grey: bool) -> Image8:
    """Half-turn-symmetric random shapes, as busy as a court card."""
    canvas: Image8 = np.full((300, 200, 3), paper, np.uint8)
    for _ in range(int(rng.integers(12, 40))):
        colour = tuple(int(v) for v in rng.integers(0, 255, 3)) if rng.random() < 0.7 else ink
        if grey:
            colour = (int(np.mean(colour)),) * 3
        centre = (int(rng.integers(0, 200)), int(rng.integers(0, 150)))
        kind = rng.integers(3)
        if kind == 0:
            axes = (int(rng.integers(4, 45)), int(rng.integers(4, 45)))
            cv2.ellipse(canvas, centre, axes, int(rng.integers(180)), 0, 360, colour, -1, cv2.LINE_AA)
        elif kind == 1:
            points = (np.array(centre) + rng.integers(-50, 50, (4, 2))).astype(np.int32)
            cv2.fillPoly(canvas, [points], colour, cv2.LINE_AA)
        else:
            end = (int(rng.integers(0, 200)), int(rng.integers(0, 150)))
            cv2.line(canvas, centre, end, colour, int(rng.integers(1, 6)), cv2.LINE_AA)
    canvas[150:] = canvas[:150][::-1, ::-1]
    return canvas


def paint_back(painter: Painter, rng: np.random.Generator) -> None:
    """A card back: a border and a regular pattern in one or two inks."""
    ink = tuple(int(v) for v in rng.integers(20, 220, 3))
    height, width = painter.canvas.shape[:2]
    border = int(rng.integers(0, 5) * painter.scale)
    tile = np.full((height, width, 3), 240, np.uint8)
    step = int(rng.integers(8, 40))
    ys, xs = np.mgrid[0:height, 0:width]
    pattern = [
        ((xs + ys) // step) % 2,
        ((xs // step) + (ys // step)) % 2,
        (np.hypot(xs - width / 2, ys - height / 2) // step) % 2,
        (np.abs((xs % (2 * step)) - step) + np.abs((ys % (2 * step)) - step) < step).astype(int),
    ][rng.integers(4)]
    tile[pattern > 0] = ink
    painter.canvas[border : height - border or height, border : width - border or width] = tile[
        border : height - border or height, border : width - border or width
    ]
