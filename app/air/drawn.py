"""What the reader has seen, drawn onto a table picture: outlines of the cards, and their names by seat."""

from __future__ import annotations

from functools import cache
from io import BytesIO
from pathlib import Path

import numpy as np
from PIL import Image as Pillow
from PIL import ImageDraw, ImageFont

from app.air.frames import QUALITY, Polygon, Shot

_FONT = Path(__file__).parents[1] / "fonts/GuandanEyeSansSC-Regular.otf"
_SIZE = 22
_SIGNS = {"S": "♠", "H": "♥", "C": "♣", "D": "♦"}
_JOKERS = {"SB": "小王", "HR": "大王"}
_CASING, _LINE, _PLATE = (0, 0, 0, 190), (255, 255, 255, 255), (10, 12, 15, 225)
_TEXT, _RED = (233, 238, 242, 255), (255, 107, 107, 255)


def drawn(shot: Shot) -> bytes:
    """The picture of a shot with its drawings, JPEG."""
    picture = Pillow.open(BytesIO(shot.jpeg))
    draw = ImageDraw.Draw(picture, "RGBA")
    for outline, _, _ in shot.marks:
        corners = [(float(x), float(y)) for x, y in outline]
        closed = [*corners, corners[0]]
        draw.line(closed, _CASING, 4)
        draw.line(closed, _LINE, 2)
    taken: list[tuple[float, float, float, float]] = []
    for seat in dict.fromkeys(seat for _, _, seat in shot.marks):
        marks = [(outline, text) for outline, text, whose in shot.marks if whose == seat]
        _draw_names(draw, marks, picture.size, taken)
    out = BytesIO()
    picture.save(out, "jpeg", quality=QUALITY)
    return out.getvalue()


def name_of(text: str) -> str:
    """A card's text as spectators know it: ``HT`` -> ♥10."""
    if text in _JOKERS:
        return _JOKERS[text]
    sign, rank = _SIGNS.get(text[:1], ""), text[1:]
    return sign + {"T": "10"}.get(rank, rank) if sign else text


def _draw_names(
    draw: ImageDraw.ImageDraw,
    marks: list[tuple[Polygon, str]],
    size: tuple[int, int],
    taken: list[tuple[float, float, float, float]],
) -> None:
    """One plate with a seat's cards, below them, or above where there is no room or another plate."""
    names = [name_of(text) for _, text in marks]
    wide = sum(draw.textlength(name, _font()) + 10 for name in names) + 6
    corners = np.concatenate([outline for outline, _ in marks])
    (left, top), (right, bottom) = corners.min(axis=0), corners.max(axis=0)
    x = float(min(max((left + right - wide) / 2, 4), max(size[0] - wide - 4, 4)))
    high = _SIZE + 12
    for y in (float(bottom) + 6, float(top) - high - 6, float(top + bottom) / 2 - high / 2):
        y = min(max(y, 4), size[1] - high - 4)
        plate = (x, y, x + wide, y + high)
        if not any(_meet(plate, other) for other in taken):
            break
    taken.append(plate)
    draw.rounded_rectangle(plate, 6, _PLATE)
    at = x + 8
    for name in names:
        red = name[:1] in "♥♦" or name == "大王"
        draw.text((at, y + high / 2), name, _RED if red else _TEXT, _font(), anchor="lm")
        at += draw.textlength(name, _font()) + 10


def _meet(a: tuple[float, float, float, float], b: tuple[float, float, float, float]) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


@cache
def _font() -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(str(_FONT), _SIZE)
