"""What lies and reaches about a card table: its surface, things that are no cards, hands and fingers."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from datasets.glyphs import SMALL_LETTERS
from vision.opencv import cv2

Image8 = NDArray[np.uint8]
Points = NDArray[np.float64]
Colour = tuple[int, int, int]

SURFACES = Path(__file__).with_name("surfaces")
THING = -2
"""In a map of which card shows where: something that is no card."""

WORDS = ("PASS", "过", "不要", "Pass", "NO", "10", "9", "8", "7", "6", "5", "4", "3", "2", "1")
"""On cards of the table's own: those that pass and those that say how many cards are left."""


@functools.cache
def surface_files() -> tuple[Path, ...]:
    return tuple(sorted(SURFACES.glob("*.jpg")))


def surface(rng: np.random.Generator, height: int, width: int, files: Sequence[Path] | None = None) -> Image8:
    """A table top of random material, BGR."""
    kind = rng.random()
    if kind < 0.55:
        files = files if files is not None else surface_files()
        tile = cv2.imread(str(files[rng.integers(len(files))]))
        if tile is None:
            raise FileNotFoundError("a surface picture could not be read")
        zoom = rng.uniform(1.0, 3.5)
        tile = cv2.resize(tile, None, fx=zoom, fy=zoom, interpolation=cv2.INTER_LINEAR)
        mirrored = np.vstack([np.hstack([tile, tile[:, ::-1]]), np.hstack([tile[::-1], tile[::-1, ::-1]])])
        times = -(-height // mirrored.shape[0]), -(-width // mirrored.shape[1]), 1
        return np.ascontiguousarray(np.tile(mirrored, times)[:height, :width])
    base = rng.integers(20, 230, 3)
    if kind < 0.76:  # felt: a colour with fine and coarse noise
        if rng.random() < 0.5:
            base = np.array([rng.integers(30, 90), rng.integers(70, 150), rng.integers(10, 70)])
        fine = rng.normal(0, rng.uniform(2, 12), (height, width, 1)).astype(np.float32)
        coarse = cv2.resize(rng.normal(0, 6, (8, 8)).astype(np.float32), (width, height))[..., None]
        return np.clip(base + fine + coarse, 0, 255).astype(np.uint8)
    if kind < 0.88:
        return _patterned(rng, height, width, base)
    other = rng.integers(20, 230, 3)
    period, angle = rng.uniform(6, 70), rng.uniform(0, np.pi)
    ys, xs = np.mgrid[0:height, 0:width]
    wave = np.sin(2 * np.pi * (xs * np.cos(angle) + ys * np.sin(angle)) / period)
    stripes = (wave > rng.uniform(-0.6, 0.6))[..., None]
    return np.where(stripes, base, other).astype(np.uint8)


def _patterned(rng: np.random.Generator, height: int, width: int, base: NDArray[np.int64]) -> Image8:
    """Cloth with a printed pattern: a motif of blobs and strokes, repeated in a turned grid."""
    side = int(rng.integers(14, 80))
    motif = np.full((side, side, 3), base, np.uint8)
    for _ in range(int(rng.integers(1, 5))):
        ink = tuple(int(v) for v in rng.integers(0, 256, 3))
        a, b = (tuple(int(v) for v in rng.integers(0, side, 2)) for _ in range(2))
        if rng.random() < 0.5:
            cv2.ellipse(
                motif,
                a,
                (1 + side // 5, 1 + side // 9),
                float(rng.uniform(0, 180)),
                0,
                360,
                ink,
                -1,
                cv2.LINE_AA,
            )
        else:
            cv2.line(motif, a, b, ink, max(1, side // 12), cv2.LINE_AA)
    reach = int(np.hypot(height, width)) + side
    cloth = np.tile(motif, (-(-reach // side), -(-reach // side), 1))
    turn = cv2.getRotationMatrix2D((reach / 2, reach / 2), float(rng.uniform(0, 360)), 1.0)
    turn[:, 2] -= (reach - width) / 2, (reach - height) / 2
    return np.asarray(cv2.warpAffine(cloth, turn, (width, height), borderMode=cv2.BORDER_REFLECT), np.uint8)


# ---- things that are no cards of the deck ---------------------------------------------------------


def clutter(canvas: Image8, owner: NDArray[np.int16] | None, rng: np.random.Generator, scale: float) -> None:
    """Put things on the table (in place): print, keys, cups, phones, score sheets, PASS and count cards."""
    height, width = canvas.shape[:2]
    for _ in range(int(rng.integers(1, 4))):
        place = rng.uniform(0, (width, height))
        draw = (_cup, _phone, _sheet, _word_card, _keys)[int(rng.choice(5, p=(0.2, 0.15, 0.2, 0.25, 0.2)))]
        thing = draw(rng, scale)
        _lay(canvas, owner, thing, place, rng.uniform(0, 360))


def _lay(canvas: Image8, owner: NDArray[np.int16] | None, thing: Image8, place: Points, angle: float) -> None:
    """Lay a BGRA picture with its middle at ``place``, turned."""
    height, width = thing.shape[:2]
    reach = int(np.hypot(height, width)) + 2
    turn = cv2.getRotationMatrix2D((width / 2, height / 2), angle, 1.0)
    turn[:, 2] += (reach - width) / 2, (reach - height) / 2
    turned = cv2.warpAffine(thing, turn, (reach, reach))
    x0, y0 = (int(v) - reach // 2 for v in place)
    cut = slice(max(-y0, 0), canvas.shape[0] - y0), slice(max(-x0, 0), canvas.shape[1] - x0)
    part = turned[cut]
    if part.size == 0:
        return
    rows = slice(max(y0, 0), max(y0, 0) + part.shape[0])
    columns = slice(max(x0, 0), max(x0, 0) + part.shape[1])
    cover = part[..., 3:].astype(np.float32) / 255
    area = canvas[rows, columns]
    area[:] = (area * (1 - cover) + part[..., :3] * cover).astype(np.uint8)
    if owner is not None:
        owner[rows, columns][cover[..., 0] > 0.5] = THING


def _blank(width: float, height: float, paper: Sequence[float]) -> Image8:
    shape = max(4, int(height)), max(4, int(width))
    return np.dstack([np.full((*shape, 3), paper, np.uint8), np.full(shape, 255, np.uint8)])


def _any_colour(rng: np.random.Generator) -> Colour:
    blue, green, red = (int(v) for v in rng.integers(0, 256, 3))
    return blue, green, red


def _cup(rng: np.random.Generator, scale: float) -> Image8:
    """A cup, bowl or ashtray from above."""
    side = int(rng.uniform(60, 95) * scale)
    thing = np.zeros((side, side, 4), np.uint8)
    middle = side // 2, side // 2
    for part in (0.5, *sorted(rng.uniform(0.2, 0.47, int(rng.integers(1, 4))), reverse=True)):
        cv2.circle(thing, middle, int(part * side) - 1, (*_any_colour(rng), 255), -1, cv2.LINE_AA)
    return thing


def _phone(rng: np.random.Generator, scale: float) -> Image8:
    width, height = 72 * scale, 150 * scale
    thing = _blank(width, height, rng.integers(5, 60, 3))
    edge = max(1, int(3 * scale))
    screen = thing[edge:-edge, edge:-edge, :3]
    screen[:] = surface(rng, *screen.shape[:2]) if rng.random() < 0.4 else rng.integers(0, 40, 3)
    return thing


def _sheet(rng: np.random.Generator, scale: float) -> Image8:
    """A score sheet: ruled paper with figures, print and signatures."""
    width, height = rng.uniform(60, 150) * scale, rng.uniform(60, 200) * scale
    thing = _blank(width, height, 255 - rng.integers(0, 40, 3))
    step = int(rng.uniform(6, 14) * scale) + 2
    rule = tuple(int(v) for v in rng.integers(90, 210, 3))
    for y in range(step, int(height), step):
        cv2.line(thing, (0, y), (int(width), y), (*rule, 255), 1)
    for x in range(step, int(width), int(step * rng.uniform(1.5, 4))):
        cv2.line(thing, (x, 0), (x, int(height)), (*rule, 255), 1)
    ink = (130, 40, 20) if rng.random() < 0.4 else tuple(int(v) for v in rng.integers(0, 90, 3))
    words = (
        "10",
        "A",
        "K",
        "J",
        "Q",
        "2",
        "3",
        "5",
        "8",
        "9",
        "+3",
        "+1",
        "7 6",
        "EW",
        "NS",
        "级",
        "副",
        "王",
    )
    picture = Image.fromarray(np.ascontiguousarray(thing[..., :3]))
    pen = ImageDraw.Draw(picture)
    font = ImageFont.truetype(str(SMALL_LETTERS), max(6, int(step * rng.uniform(0.6, 1.0))))
    for _ in range(int(rng.integers(4, 30))):
        at = float(rng.uniform(0, width)), float(rng.integers(0, max(1, int(height) // step)) * step)
        pen.text(at, words[rng.integers(len(words))], fill=ink, font=font)
    thing[..., :3] = np.asarray(picture)
    return thing


def _word_card(rng: np.random.Generator, scale: float) -> Image8:
    """A PASS or count card: as large as a card, with a word or a number in the middle or in its corners."""
    width, height = 58 * scale, 88 * scale
    paper = 255 - rng.integers(0, 50, 3) if rng.random() < 0.6 else rng.integers(0, 256, 3)
    thing = _blank(width, height, paper)
    ink = tuple(int(v) for v in (rng.integers(0, 90, 3) if paper.mean() > 110 else rng.integers(180, 256, 3)))
    word = WORDS[rng.integers(len(WORDS))]
    picture = Image.fromarray(np.ascontiguousarray(thing[..., :3]))
    pen = ImageDraw.Draw(picture)
    large = ImageFont.truetype(
        str(SMALL_LETTERS), max(8, int(rng.uniform(16, 44) * scale / max(1, len(word) / 2)))
    )
    pen.text((width / 2, height / 2), word, fill=ink, font=large, anchor="mm")
    if rng.random() < 0.4:
        small = ImageFont.truetype(str(SMALL_LETTERS), max(6, int(rng.uniform(6, 12) * scale)))
        pen.text((4 * scale, 3 * scale), word, fill=ink, font=small, anchor="lt")
    thing[..., :3] = np.asarray(picture)
    return thing


def _keys(rng: np.random.Generator, scale: float) -> Image8:
    """Buttons with letters in rows: a keyboard, a remote control, a calculator."""
    side = max(6, int(rng.uniform(9, 20) * scale))
    across, down = (int(v) for v in rng.integers(2, 9, 2))
    thing = _blank(side * across, side * down, rng.integers(10, 200, 3))
    fill, ink = _any_colour(rng), _any_colour(rng)
    fonts = (cv2.FONT_HERSHEY_SIMPLEX, cv2.FONT_HERSHEY_DUPLEX, cv2.FONT_HERSHEY_COMPLEX)
    for column in range(across):
        for row in range(down):
            x, y = column * side, row * side
            cv2.rectangle(thing, (x + 1, y + 1), (x + side - 2, y + side - 2), (*fill, 255), -1)
            letter = chr(int(rng.integers(33, 91)))
            at = x + side // 4, y + side * 3 // 4
            cv2.putText(thing, letter, at, fonts[rng.integers(3)], side / 40, (*ink, 255), 1, cv2.LINE_AA)
    return thing


# ---- hands ----------------------------------------------------------------------------------------


def hand(canvas: Image8, owner: NDArray[np.int16], rng: np.random.Generator, scale: float) -> None:
    """A hand with a sleeve reaching in from the edge, over whatever lies there."""
    height, width = canvas.shape[:2]
    out, tip = rng.uniform(0, 2 * np.pi), rng.uniform(0, (width, height))
    way = np.array([np.cos(out), np.sin(out)])
    side = np.array([-way[1], way[0]])
    tone = rng.uniform(0.45, 1.0)
    skin = tuple(int(v * tone) for v in (150, 180, 225))
    sleeve = tuple(int(v) for v in rng.integers(10, 200, 3))
    shape, arm = (np.zeros(canvas.shape[:2], np.uint8) for _ in range(2))
    palm = tip + way * 95 * scale
    for k in range(-2, 3):
        bend = side * k * 17 * scale
        start, end = palm + bend * 0.9, tip + bend * 1.1 + way * abs(k) * 12 * scale
        cv2.line(shape, _pt(start), _pt(end), 255, max(1, int(15 * scale)), cv2.LINE_AA)
    cv2.line(shape, _pt(palm), _pt(palm + way * 40 * scale), 255, max(1, int(75 * scale)), cv2.LINE_AA)
    elbow = _pt(palm + way * 900 * scale)
    cv2.line(arm, _pt(palm + way * 85 * scale), elbow, 255, max(1, int(95 * scale)), cv2.LINE_AA)
    cv2.line(shape, _pt(palm), _pt(palm + way * 100 * scale), 255, max(1, int(58 * scale)), cv2.LINE_AA)
    for mask, colour in ((shape, skin), (arm, sleeve)):
        _paint(canvas, owner, mask, colour, scale)


def fingers(
    canvas: Image8, owner: NDArray[np.int16], places: Points, rng: np.random.Generator, scale: float
) -> None:
    """Single fingers that press on the table near ``places`` (N, 2) px, as over a card's corner."""
    tone = rng.uniform(0.45, 1.0)
    skin = tuple(int(v * tone) for v in (150, 180, 225))
    mask = np.zeros(canvas.shape[:2], np.uint8)
    for place in places:
        tip = place + rng.normal(0, 9 * scale, 2)
        out = rng.uniform(0, 2 * np.pi)
        end = tip + np.array([np.cos(out), np.sin(out)]) * rng.uniform(30, 90) * scale
        cv2.line(mask, _pt(tip), _pt(end), 255, max(1, int(rng.uniform(12, 18) * scale)), cv2.LINE_AA)
    _paint(canvas, owner, mask, skin, scale)


def _paint(
    canvas: Image8, owner: NDArray[np.int16], mask: Image8, colour: Sequence[int], scale: float
) -> None:
    soft = cv2.GaussianBlur(mask, (0, 0), max(1.2 * scale, 0.6)).astype(np.float32)[..., None] / 255
    shade = 0.82 + 0.18 * soft
    canvas[:] = (canvas * (1 - soft) + np.array(colour, np.float32) * shade * soft).astype(np.uint8)
    owner[mask > 127] = THING


def _pt(point: Points) -> tuple[int, int]:
    return int(point[0]), int(point[1])
