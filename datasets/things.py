"""What else lies on a card table: cups, phones, score sheets, PASS cards, the markers at its corners.

Each kind is a deck of one picture, so that things are laid, drawn and moved as cards are.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from datasets.decks import IndexMark
from datasets.glyphs import SMALL_LETTERS, text_mask
from datasets.scenes import Laid
from datasets.style import VideoStyle
from engine.cards import Card
from vision.opencv import cv2

Image8 = NDArray[np.uint8]

SCALE = 4.0
"""px/mm of a drawing."""
MARKER_MM = 34.0
"""Side of the marker at a corner; its paper is a module wider all round."""
STRIP = 36.0
"""mm that a thing keeps from the play square and the picture's edge."""
APART = 120.0


@dataclass(frozen=True, eq=False)
class Thing:
    """One picture (BGRA at ``SCALE``) with the face of a deck that holds nothing else."""

    size: tuple[float, float]
    picture: Image8
    index_height: float = 0.0
    faces: tuple[Card, ...] = ()

    def at(self, card: Card | None, scale: float) -> tuple[Image8, float]:
        return (self.picture, SCALE) if scale > SCALE / 2 else (self._half, SCALE / 2)

    def marks(self, card: Card) -> tuple[IndexMark, ...]:
        return ()

    @functools.cached_property
    def _half(self) -> Image8:
        half = cv2.resize(self.picture, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
        return np.asarray(half, np.uint8)


def set_out(
    style: VideoStyle, rng: np.random.Generator, first: int, keep_clear: Sequence[float]
) -> tuple[list[Thing], list[Laid]]:
    """Two to five things left and right of the play square, not near ``keep_clear`` (x, y mm).

    ``first`` is the number that the first of these decks has.
    """
    decks: list[Thing] = []
    laid: list[Laid] = []
    right, _, left, _ = style.edges
    places = [(float(keep_clear[0]), float(keep_clear[1]))]
    for _ in range(int(rng.integers(2, 6))):
        thing = KINDS[int(rng.integers(len(KINDS)))](rng)
        half = max(thing.size) / 2
        for _ in range(30):
            out = rng.uniform(
                half + STRIP, max((right if len(laid) % 2 else left) - style.side_mm / 2, 0) - half
            )
            x = style.side_mm + out if len(laid) % 2 else -out
            y = rng.uniform(0.08, 0.92) * style.side_mm
            if all(np.hypot(x - px, y - py) > APART for px, py in places):
                places.append((x, y))
                decks.append(thing)
                laid.append(Laid(Card.parse("??"), x, y, rng.uniform(0, 360), deck=first + len(decks) - 1))
                break
    return decks, laid


def markers(style: VideoStyle, first: int) -> tuple[list[Thing], list[Laid]]:
    """ArUco 4x4 markers 0 to 3 on paper, their middles at the corners of the play square."""
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    side = style.side_mm
    decks: list[Thing] = []
    laid: list[Laid] = []
    for number, (x, y) in enumerate(((0.0, 0.0), (side, 0.0), (side, side), (0.0, side))):
        inner = cv2.aruco.generateImageMarker(dictionary, number, 6 * 22)
        paper = cv2.copyMakeBorder(inner, 22, 22, 22, 22, cv2.BORDER_CONSTANT, value=250)
        whole = MARKER_MM * 8 / 6
        px = round(whole * SCALE)
        grey = cv2.resize(paper, (px, px), interpolation=cv2.INTER_AREA)
        grey = np.clip(grey, 25, 245)
        picture = np.dstack([grey, grey, grey, np.full_like(grey, 255)]).astype(np.uint8)
        decks.append(Thing((whole, whole), picture))
        laid.append(Laid(Card.parse("??"), x, y, 0.0, deck=first + number))
    return decks, laid


def pass_card(rng: np.random.Generator) -> Thing:
    """A printed card with the word PASS, and 过 below it."""
    ink = ((30, 30, 190), (40, 110, 30), (140, 60, 20))[int(rng.integers(3))]
    canvas = _blank(58, 88, (244, 248, 250), radius=3)
    _word(canvas, "PASS", (29, 26), 17, ink, wide=46)
    _word(canvas, "过", (29, 58), 30, ink, wide=34)
    cv2.rectangle(canvas, (10, 10), (canvas.shape[1] - 11, canvas.shape[0] - 11), (*ink, 255), 3, cv2.LINE_AA)
    return Thing((58.0, 88.0), canvas)


# ---- the things ---------------------------------------------------------------------------------


def _cup(rng: np.random.Generator) -> Thing:
    size = float(rng.uniform(70, 88))
    px = round(size * SCALE)
    canvas = np.zeros((px, px, 4), np.uint8)
    centre, r = (px // 2, px // 2), int(px * 0.36)
    china = tuple(int(v) for v in rng.integers(120, 250) + rng.integers(-18, 5, 3))
    handle = centre[0] + r, centre[1]
    cv2.ellipse(canvas, handle, (int(px * 0.1), int(px * 0.09)), 0, 0, 360, (*china, 255), 16, cv2.LINE_AA)
    cv2.circle(canvas, centre, r, (*china, 255), -1, cv2.LINE_AA)
    inside = tuple(int(v * 0.7) for v in china)
    cv2.circle(canvas, centre, int(r * 0.86), (*inside, 255), -1, cv2.LINE_AA)
    tea = ((30, 70, 120), (20, 35, 60), (60, 120, 130), (150, 160, 160))[int(rng.integers(4))]
    cv2.circle(canvas, centre, int(r * 0.76), (*tea, 255), -1, cv2.LINE_AA)
    shine = centre[0] - r // 3, centre[1] - r // 3
    cv2.ellipse(canvas, shine, (r // 5, r // 9), -40, 0, 360, (235, 240, 240, 255), -1, cv2.LINE_AA)
    return Thing((size, size), canvas)


def _phone(rng: np.random.Generator) -> Thing:
    canvas = _blank(74, 156, tuple(int(v) for v in rng.integers(8, 60, 3)), radius=9)
    if rng.random() < 0.5:  # lit
        screen = canvas[24:-24, 16:-16]
        colour = rng.integers(60, 235, 3)
        screen[..., :3] = colour
        for row in range(40, screen.shape[0] - 40, 60):
            cv2.rectangle(screen, (24, row), (int(rng.integers(90, 230)), row + 22), (250, 250, 250, 255), -1)
    else:
        gloss = (
            np.linspace(0, 46, canvas.shape[0])[:, None, None] * np.linspace(1, 0, canvas.shape[1])[:, None]
        )
        canvas[..., :3] = np.clip(canvas[..., :3] + gloss, 0, 255).astype(np.uint8)
        cv2.circle(canvas, (50, 50), 22, (25, 25, 28, 255), -1, cv2.LINE_AA)
    return Thing((74.0, 156.0), canvas)


def _sheet(rng: np.random.Generator) -> Thing:
    """A score sheet: ruled paper with figures."""
    wide, tall = ((105, 148), (90, 120), (60, 86))[int(rng.integers(3))]
    canvas = _blank(wide, tall, (236, 242, 246), radius=0)
    line = (150, 130, 120, 255)
    for y in range(60, canvas.shape[0] - 20, 44):
        cv2.line(canvas, (20, y), (canvas.shape[1] - 20, y), line, 2)
        for x in range(30, canvas.shape[1] - 60, 84):
            if rng.random() < 0.55:
                text = str(rng.choice(["2", "5", "10", "K", "A", "J", "Q", "3", "7", "+1", "过"][:10]))
                cv2.putText(
                    canvas, text, (x, y - 8), cv2.FONT_HERSHEY_SIMPLEX, 1.0, (60, 30, 30, 255), 3, cv2.LINE_AA
                )
    for x in range(20, canvas.shape[1], 84):
        cv2.line(canvas, (x, 60), (x, canvas.shape[0] - 30), line, 2)
    return Thing((float(wide), float(tall)), canvas)


def _pen(rng: np.random.Generator) -> Thing:
    canvas = _blank(9, 140, tuple(int(v) for v in rng.integers(20, 220, 3)), radius=4)
    canvas[:60, :, :3] = (canvas[:60, :, :3] * 0.5).astype(np.uint8)
    return Thing((9.0, 140.0), canvas)


def _packet(rng: np.random.Generator) -> Thing:
    """A card box or a packet of tissues."""
    canvas = _blank(62, 92, tuple(int(v) for v in rng.integers(30, 210, 3)), radius=2)
    ink = tuple(int(v) for v in rng.integers(150, 255, 3))
    _word(canvas, str(rng.choice(["POKER", "K", "A", "JOKER"])), (31, 40), 22, ink, wide=50)
    cv2.rectangle(canvas, (14, 14), (canvas.shape[1] - 15, canvas.shape[0] - 15), (*ink, 255), 3)
    return Thing((62.0, 92.0), canvas)


KINDS: tuple[Callable[[np.random.Generator], Thing], ...] = (_cup, _cup, _phone, _sheet, _pen, _packet)


def _blank(wide: float, tall: float, colour: tuple[int, ...], radius: float) -> Image8:
    """A rounded rectangle of one colour, BGRA."""
    w, h, r = round(wide * SCALE), round(tall * SCALE), round(radius * SCALE)
    alpha = np.zeros((h, w), np.uint8)
    cv2.rectangle(alpha, (r, 0), (w - r - 1, h - 1), 255, -1)
    cv2.rectangle(alpha, (0, r), (w - 1, h - r - 1), 255, -1)
    for x, y in ((r, r), (w - r - 1, r), (r, h - r - 1), (w - r - 1, h - r - 1)):
        cv2.circle(alpha, (x, y), r, 255, -1, cv2.LINE_AA)
    return np.dstack([np.full((h, w, 3), colour, np.uint8), alpha])


def _word(
    canvas: Image8, text: str, at: tuple[float, float], tall: float, ink: tuple[int, ...], wide: float
) -> None:
    """Letters ``tall`` mm high, at most ``wide`` mm, their middle ``at`` mm."""
    mask = text_mask(text, SMALL_LETTERS, 2)
    factor = min(tall * SCALE / mask.shape[0], wide * SCALE / mask.shape[1])
    mask = cv2.resize(mask, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)[..., None]
    y, x = round(at[1] * SCALE - mask.shape[0] / 2), round(at[0] * SCALE - mask.shape[1] / 2)
    area = canvas[y : y + mask.shape[0], x : x + mask.shape[1], :3]
    area[:] = (area * (1 - mask) + np.array(ink, np.float32) * mask).astype(np.uint8)
