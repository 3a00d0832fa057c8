"""What stands in the corner of a joker: a word down or across, a star over a tiny word, or Chinese."""

from __future__ import annotations

import functools
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from datasets.glyphs import SMALL_LETTERS, crop_to_ink, text_mask
from vision.opencv import cv2

if TYPE_CHECKING:
    from datasets.decks import DeckStyle

Box = tuple[float, float, float, float]


def joker_box(style: DeckStyle) -> tuple[Box, str]:
    """The joker index's box and the axis its letters run along."""
    x, y, length = style.margin[0], style.margin[1], style.joker_length
    if style.joker == "across":
        return (x, y, x + length * 0.6, y + length * style.joker_tall), "x"
    if style.joker == "star":
        return (x, y, x + style.rank_height * 0.8, y + style.rank_height * 1.7), "y"
    if style.joker == "chinese":
        width = style.rank_height * 0.8
        return (x, y, x + width, y + width * 1.1 * len(style.joker_chinese[0])), "y"
    width = length / 5 * (0.72 if style.joker == "stacked" else 1.0)
    return (x, y, x + width, y + length), "y"


def joker_ink(style: DeckStyle, box: Box, big: bool) -> list[tuple[NDArray[np.float32], Box]]:
    x0, y0, x1, y1 = box
    font = Path(style.joker_font or style.font)
    word = text_mask(style.joker_text, font, style.bold)
    if style.joker == "across":
        return [(word, box)]
    if style.joker == "turned":
        return [(np.ascontiguousarray(np.rot90(word, -1)), box)]
    if style.joker == "star":
        middle = y0 + (y1 - y0) * 0.48
        return [
            (star_mask(), (x0, y0, x1, y0 + (x1 - x0))),
            (word, (x0, middle + (y1 - middle) * 0.45, x1, y1)),
        ]
    letters, face = style.joker_text, font
    if style.joker == "chinese":
        letters = style.joker_chinese[0 if big else 1]
        face = chinese_font() if letters == "王牌" else SMALL_LETTERS
    step = (y1 - y0) / len(letters)
    inked = []
    for i, letter in enumerate(letters):
        mask = slanted(text_mask(letter, face, style.bold), style.joker_slant)
        width = min(x1 - x0, step * 0.9 * mask.shape[1] / mask.shape[0])
        middle = (x0 + x1) / 2
        inked.append(
            (mask, (middle - width / 2, y0 + i * step, middle + width / 2, y0 + i * step + step * 0.9))
        )
    return inked


def slanted(mask: NDArray[np.float32], degrees: float) -> NDArray[np.float32]:
    """The same ink turned about its middle; 0 leaves it as it is."""
    if not degrees:
        return mask
    side = int(np.hypot(*mask.shape)) + 4
    height, width = mask.shape
    turn = cv2.getRotationMatrix2D((width / 2, height / 2), degrees, 1.0)
    turn[:, 2] += (side - width) / 2, (side - height) / 2
    return crop_to_ink(np.asarray(cv2.warpAffine(mask, turn, (side, side)), np.float32))


@functools.cache
def star_mask() -> NDArray[np.float32]:
    angles = np.arange(10) * np.pi / 5 - np.pi / 2
    radii = np.where(np.arange(10) % 2 == 0, 70, 28)
    points = np.stack([74 + radii * np.cos(angles), 74 + radii * np.sin(angles)], 1)
    canvas = np.zeros((148, 148), np.uint8)
    cv2.fillPoly(canvas, [np.round(points * 16).astype(np.int32)], 255, cv2.LINE_AA, shift=4)
    return canvas.astype(np.float32) / 255


def chinese_font() -> Path:
    return Path(__file__).with_name("fonts") / "joker-zh.otf"
