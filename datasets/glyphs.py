"""Ink masks of ranks and suits: the signs that the reader must learn to tell apart.

Every mask is float32 in 0..1, cropped to its ink, at least ``SIZE`` pixels on its longer side.
Rank letters come from the bundled font subsets (``datasets/fonts``, licences beside them); suit
shapes are drawn from formulas whose numbers vary from deck to deck.
"""

from __future__ import annotations

import functools
import itertools
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from vision.opencv import cv2

Mask = NDArray[np.float32]

SIZE = 160
FONTS = Path(__file__).with_name("fonts")
SMALL_LETTERS = Path(__file__).parents[1] / "app" / "fonts" / "GuandanEyeSansSC-Regular.otf"
"""The index fonts hold capitals only; a joker's word may be written small."""
PRINTED = {"T": "10"}


def font_files() -> list[Path]:
    """The bundled index fonts, in a fixed order."""
    return sorted(FONTS.glob("index-*"))


def crop_to_ink(mask: Mask) -> Mask:
    """``mask`` without its empty border."""
    rows = np.flatnonzero(mask.max(axis=1) > 0.1)
    cols = np.flatnonzero(mask.max(axis=0) > 0.1)
    return mask[rows[0] : rows[-1] + 1, cols[0] : cols[-1] + 1]


@functools.lru_cache(maxsize=4096)
def text_mask(text: str, font: Path, bold: int = 0) -> Mask:
    """The ink of ``text``; ``bold`` thickens the strokes by that many pixels of ``SIZE``."""
    face = ImageFont.truetype(str(font), SIZE)
    left, top, right, bottom = face.getbbox(text)
    image = Image.new("L", (int(right - left) + 40, int(bottom - top) + 40))
    ImageDraw.Draw(image).text(
        (20 - left, 20 - top), text, fill=255, font=face, stroke_width=bold, stroke_fill=255
    )
    return crop_to_ink(np.asarray(image, np.float32) / 255)


def _polygon(points: NDArray[np.float64]) -> Mask:
    """Fill a closed outline given in units of its own box (x right, y down)."""
    low, high = points.min(axis=0), points.max(axis=0)
    scaled = (points - low) / (high - low).max() * (SIZE * 2 - 9) + 4
    side = np.ceil(scaled.max(axis=0)).astype(int) + 5
    canvas = np.zeros((side[1], side[0]), np.uint8)
    cv2.fillPoly(canvas, [np.round(scaled * 16).astype(np.int32)], 255, cv2.LINE_AA, shift=4)
    return cv2.resize(canvas, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA).astype(np.float32) / 255


def _heart_outline(cleft: float, belly: float) -> NDArray[np.float64]:
    t = np.linspace(0, 2 * np.pi, 120)
    x = 16 * np.abs(np.sin(t)) ** belly * np.sign(np.sin(t))
    y = -(13 * np.cos(t) - cleft * np.cos(2 * t) - 2 * np.cos(3 * t) - np.cos(4 * t))
    return np.stack([x, y], axis=1)


def _stem(width: float, flare: float, top: float, bottom: float) -> NDArray[np.float64]:
    y = np.linspace(top, bottom, 20)
    half = width * (0.25 + flare * ((y - top) / (bottom - top)) ** 2.5)
    return np.concatenate([np.stack([-half, y], 1), np.stack([half[::-1], y[::-1]], 1)])


@functools.lru_cache(maxsize=512)
def suit_mask(suit: str, shape: tuple[float, float, float, float]) -> Mask:
    """The ink of a suit; ``shape`` holds four numbers in 0..1 that set its proportions."""
    a, b, c, d = shape
    if suit == "D":
        return _diamond(bulge=0.35 * a - 0.1, aspect=0.72 + 0.3 * b)
    if suit == "H":
        return _squeeze(_polygon(_heart_outline(4 + 3 * a, 2.2 + 1.6 * b)), 0.85 + 0.3 * c)
    if suit == "S":
        leaf = _heart_outline(4 + 2.5 * a, 2.2 + 1.6 * b) * (1, -1)
        stem = _stem(7 + 4 * c, 0.6 + 0.6 * d, 2, 15 + 5 * d)
        return _squeeze(_union(leaf, stem), 0.75 + 0.4 * c)
    return _squeeze(_club(a, b, c, d), 0.88 + 0.24 * d)


def _diamond(bulge: float, aspect: float) -> Mask:
    t = np.linspace(0, 1, 20, endpoint=False)
    corners = np.array([(0, -1), (1, 0), (0, 1), (-1, 0), (0, -1)], float)
    sides = []
    for start, end in itertools.pairwise(corners):
        line = start + (end - start) * t[:, None]
        sides.append(line * (1 - bulge * np.sin(np.pi * t))[:, None])
    return _polygon(np.concatenate(sides) * (aspect, 1))


def _union(*outlines: NDArray[np.float64]) -> Mask:
    points = np.concatenate(outlines)
    low, high = points.min(axis=0), points.max(axis=0)
    size = np.ceil((high - low) / (high - low).max() * (SIZE * 2 - 9)).astype(int) + 9
    canvas = np.zeros((size[1], size[0]), np.uint8)
    for outline in outlines:
        scaled = (outline - low) / (high - low).max() * (SIZE * 2 - 9) + 4
        cv2.fillPoly(canvas, [np.round(scaled * 16).astype(np.int32)], 255, cv2.LINE_AA, shift=4)
    return cv2.resize(canvas, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA).astype(np.float32) / 255


def _club(a: float, b: float, c: float, d: float) -> Mask:
    """Three lobes from far apart to grown into one another, as decks draw them."""
    t = np.linspace(0, 2 * np.pi, 60)
    circle = np.stack([np.cos(t), np.sin(t)], 1)
    radius, spread = 4.8 + 2.2 * a, 4.4 + 3.8 * b
    high = 3.4 + 4.4 * (0.6 * b + 0.4 * c)
    lobes = [circle * radius + centre for centre in ((0, -high), (-spread, 3.5), (spread, 3.5))]
    core = circle * (2.6 + 2.0 * (1 - b)) + (0, 0.8)
    return _union(*lobes, core, _stem(4 + 6 * c, 0.4 + 0.8 * d, 2, radius + 4 + 6 * d))


def _squeeze(mask: Mask, factor: float) -> Mask:
    return cv2.resize(mask, None, fx=factor, fy=1, interpolation=cv2.INTER_AREA)
