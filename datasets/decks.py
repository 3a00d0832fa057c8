"""Procedural card decks: every face with the exact place of its indices.

A deck is drawn from one ``DeckStyle``, a frozen row of numbers taken from a seed.  What the
camera must cope with varies: font, weight, squeeze and size of the rank, shape and size of the
suit, distance from the corner, two or four corners, colours, joker style, court art, backs.
All lengths are millimetres on the card, origin at its north-west corner, x right, y down.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from datasets.art import Painter, court_art, paint_back
from datasets.glyphs import PRINTED, SMALL_LETTERS, font_files, suit_mask, text_mask
from datasets.jokers import Box, joker_box, joker_ink
from engine.cards import FACES, Card
from vision.opencv import cv2

Image8 = NDArray[np.uint8]
Colour = tuple[int, int, int]

SCALE = 5.0
"""Pixels per millimetre of a drawn face."""


@dataclass(frozen=True, slots=True)
class IndexMark:
    """One printed corner index on an upright face, mm: its box, rank centre and suit centre."""

    box: tuple[float, float, float, float]
    rank: tuple[float, float]
    suit: tuple[float, float]

    def turned(self, size: tuple[float, float]) -> IndexMark:
        """The same index at the opposite corner (half a turn about the card's centre)."""
        w, h = size
        x0, y0, x1, y1 = self.box
        return IndexMark(
            (w - x1, h - y1, w - x0, h - y0),
            (w - self.rank[0], h - self.rank[1]),
            (w - self.suit[0], h - self.suit[1]),
        )

    def beside(self, width: float) -> IndexMark:
        """The same index, upright, at the other corner of the same short side."""
        x0, y0, x1, y1 = self.box
        shift = width - x0 - x1
        return IndexMark(
            (x0 + shift, y0, x1 + shift, y1),
            (self.rank[0] + shift, self.rank[1]),
            (self.suit[0] + shift, self.suit[1]),
        )


@dataclass(frozen=True, slots=True)
class DeckStyle:
    """Everything that makes one deck look unlike another.  Lengths in mm, colours BGR."""

    size: tuple[float, float]
    corners: int
    font: str
    bold: int
    rank_height: float
    squeeze: float
    ten_squeeze: float
    suit_height: float
    gap: float
    margin: tuple[float, float]
    suit_shapes: tuple[tuple[float, float, float, float], ...]
    inks: tuple[Colour, Colour, Colour, Colour]
    paper: Colour
    joker: str
    joker_chinese: tuple[str, str]
    joker_length: float
    joker_text: str
    joker_font: str
    joker_slant: float
    joker_tall: float
    big_ink: Colour
    small_ink: Colour
    art: int
    pip_scale: float
    frame: bool
    back: int
    corner_radius: float


JOKERS = ("stacked", "turned", "across", "star", "chinese")
CHINESE_JOKERS = (("王牌", "王牌"), ("王", "王"), ("大王", "小王"), ("鬼", "鬼"), ("正", "副"))
"""What stands on the big joker and on the small one, in Chinese."""


def random_style(rng: np.random.Generator, fonts: list[Path] | None = None) -> DeckStyle:
    """A deck style; ``fonts`` restricts the rank fonts (held-out decks use their own)."""
    style = _plain_style(rng, fonts)
    own = np.random.default_rng(style.art)
    chinese = CHINESE_JOKERS[own.choice(5, p=(0.2, 0.1, 0.5, 0.1, 0.1))]
    dull = own.uniform(0.5, 0.85) if own.random() < 0.25 else 1.0
    inks = [tuple(int(v * dull) for v in ink) if i % 2 else ink for i, ink in enumerate(style.inks)]
    return replace(style, joker_chinese=chinese, inks=(inks[0], inks[1], inks[2], inks[3]))


STARS = 0.3
"""Share of the decks to learn from that are given jokers with a star over a tiny word."""


def training_style(rng: np.random.Generator, fonts: list[Path] | None = None) -> DeckStyle:
    """A deck style to learn from: jokers with a star over a tiny word, which are read worst, come more."""
    style = random_style(rng, fonts)
    star = np.random.default_rng((style.art, 1)).random() < STARS
    return replace(style, joker="star") if star else style


def _plain_style(rng: np.random.Generator, fonts: list[Path] | None) -> DeckStyle:
    files = fonts or font_files()
    jumbo = rng.random() < 0.45
    rank_height = rng.uniform(9, 15) if jumbo else rng.uniform(4.8, 9.5)
    four_corners = rng.random() < 0.15 and rank_height < 10
    inks, paper = _colours(rng)
    grey = int(rng.integers(0, 110))
    return DeckStyle(
        size=((57.0, 58.0, 62.0, 63.0)[rng.integers(4)], 88.0),
        corners=4 if four_corners else 2,
        font=str(files[rng.integers(len(files))]),
        bold=int(rng.integers(0, 7)) if rng.random() < 0.5 else 0,
        rank_height=rank_height,
        squeeze=rng.uniform(0.5, 0.75) if rng.random() < 0.35 else rng.uniform(0.75, 1.15),
        ten_squeeze=rng.uniform(0.6, 0.95),
        suit_height=rank_height * rng.uniform(0.52, 0.95),
        gap=rng.uniform(0.3, 2.0),
        margin=(rng.uniform(1.2, 3.2), rng.uniform(1.8, 5.5)),
        suit_shapes=tuple(tuple(float(v) for v in rng.random(4)) for _ in range(4)),
        inks=inks,
        paper=paper,
        joker=JOKERS[rng.choice(5, p=(0.42, 0.2, 0.14, 0.14, 0.1))],
        joker_chinese=CHINESE_JOKERS[0],
        joker_length=rng.uniform(16, 42),
        big_ink=inks[1] if rng.random() < 0.8 else _red(rng),
        small_ink=(grey, grey, grey) if inks[0] != (235, 235, 235) else (200, 200, 200),
        art=int(rng.integers(1 << 30)),
        pip_scale=rng.uniform(0.6, 1.1),
        frame=bool(rng.random() < 0.3),
        back=int(rng.integers(1 << 30)),
        corner_radius=rng.uniform(2.5, 4.5),
        **_joker_letters(rng, files),
    )


def _joker_letters(rng: np.random.Generator, files: list[Path]) -> dict[str, Any]:
    """How the word on the jokers is written: often in letters of its own, now and then in small ones."""
    small = rng.random() < 0.2
    own = rng.random() < 0.4
    return {
        "joker_text": "Joker" if small else "JOKER",
        "joker_font": str(SMALL_LETTERS if small else files[rng.integers(len(files))] if own else ""),
        "joker_slant": float(rng.uniform(-22, 22)) if rng.random() < 0.3 else 0.0,
        "joker_tall": float(rng.choice((0.14, 0.2, 0.3, 0.4), p=(0.55, 0.15, 0.15, 0.15))),
    }


def _red(rng: np.random.Generator) -> Colour:
    return int(rng.integers(0, 70)), int(rng.integers(0, 60)), int(rng.integers(150, 245))


def _colours(rng: np.random.Generator) -> tuple[tuple[Colour, Colour, Colour, Colour], Colour]:
    """Inks for S H C D, and the paper."""
    kind = rng.random()
    if kind < 0.06:
        gold, silver = (60, 170, 215), (235, 235, 235)
        dark = int(rng.integers(10, 45))
        return (silver, gold, silver, gold), (dark, dark, dark)
    black = tuple(int(v) for v in rng.integers(0, 60) + rng.integers(0, 12, 3))
    red = _red(rng)
    paper = tuple(int(v) for v in 255 - rng.integers(0, 22) - rng.integers(0, 14, 3))
    if kind < 0.14:
        blue = int(rng.integers(150, 230)), int(rng.integers(60, 130)), int(rng.integers(0, 60))
        green = int(rng.integers(20, 80)), int(rng.integers(90, 150)), int(rng.integers(0, 60))
        return (black, red, green, blue), paper
    return (black, red, black, red), paper


PIPS: dict[str, tuple[tuple[float, float], ...]] = {
    "A": ((0.5, 0.5),),
    "2": ((0.5, 0.18), (0.5, 0.82)),
    "3": ((0.5, 0.18), (0.5, 0.5), (0.5, 0.82)),
    "4": ((0.3, 0.18), (0.7, 0.18), (0.3, 0.82), (0.7, 0.82)),
    "5": ((0.3, 0.18), (0.7, 0.18), (0.5, 0.5), (0.3, 0.82), (0.7, 0.82)),
    "6": ((0.3, 0.18), (0.7, 0.18), (0.3, 0.5), (0.7, 0.5), (0.3, 0.82), (0.7, 0.82)),
    "7": ((0.3, 0.18), (0.7, 0.18), (0.3, 0.5), (0.7, 0.5), (0.3, 0.82), (0.7, 0.82), (0.5, 0.34)),
    "8": (
        (0.3, 0.18),
        (0.7, 0.18),
        (0.3, 0.5),
        (0.7, 0.5),
        (0.3, 0.82),
        (0.7, 0.82),
        (0.5, 0.34),
        (0.5, 0.66),
    ),
    "9": (*((x, y) for x in (0.3, 0.7) for y in (0.18, 0.393, 0.607, 0.82)), (0.5, 0.5)),
    "T": (*((x, y) for x in (0.3, 0.7) for y in (0.18, 0.393, 0.607, 0.82)), (0.5, 0.29), (0.5, 0.71)),
}


class AnyDeck(Protocol):
    """What a picture of cards needs of a deck, drawn or printed."""

    @property
    def size(self) -> tuple[float, float]: ...
    @property
    def index_height(self) -> float: ...
    @property
    def faces(self) -> tuple[Card, ...]: ...
    def at(self, card: Card | None, scale: float) -> tuple[Image8, float]: ...
    def marks(self, card: Card) -> tuple[IndexMark, ...]: ...


class Deck:
    """Faces of one style, drawn when first asked for.  ``face(card)`` is BGRA uint8 at ``SCALE``."""

    def __init__(self, style: DeckStyle) -> None:
        self.style = style
        self.size = style.size
        self.faces = FACES
        self._faces: dict[Card, tuple[Image8, tuple[IndexMark, ...]]] = {}
        self._halved: dict[tuple[Card | None, int], Image8] = {}

    @property
    def index_height(self) -> float:
        """mm from the top of a rank to the bottom of its suit."""
        return self.style.rank_height + self.style.gap + self.style.suit_height

    def face(self, card: Card) -> Image8:
        return self._drawn(card)[0]

    def at(self, card: Card | None, scale: float) -> tuple[Image8, float]:
        """A face (``None``: the back) at the smallest halved size not below ``scale`` px/mm, and its px/mm.

        Small cards must be averaged down, not skipped over, or thin strokes break.
        """
        level = max(0, int(np.floor(np.log2(SCALE / max(scale, 0.3)))))
        if (card, level) not in self._halved:
            full = self.back if card is None else self.face(card)
            self._halved[card, level] = cv2.resize(
                full, None, fx=0.5**level, fy=0.5**level, interpolation=cv2.INTER_AREA
            )
        picture = self._halved[card, level]
        return picture, picture.shape[1] / self.size[0]

    def marks(self, card: Card) -> tuple[IndexMark, ...]:
        """The printed indices of ``card``: two, or four on a four-corner deck."""
        return self._drawn(card)[1]

    @functools.cached_property
    def back(self) -> Image8:
        painter = self._painter(self.style.paper)
        paint_back(painter, np.random.default_rng(self.style.back))
        return painter.finish(self.style.corner_radius)

    def _painter(self, paper: Colour) -> Painter:
        return Painter(self.size, SCALE, paper)

    def _drawn(self, card: Card) -> tuple[Image8, tuple[IndexMark, ...]]:
        if card not in self._faces:
            painter = self._painter(self.style.paper)
            mark = self._draw_joker(painter, card) if card.is_joker else self._draw_plain(painter, card)
            marks = [mark]
            if self.style.corners == 4 and not card.is_joker:
                marks.append(mark.beside(self.size[0]))
            marks += [m.turned(self.size) for m in marks]
            self._faces[card] = painter.finish(self.style.corner_radius), tuple(marks)
        return self._faces[card]

    def _ink(self, card: Card) -> Colour:
        return self.style.inks["SHCD".index(card.suit)]

    def _suit(self, suit: str) -> NDArray[np.float32]:
        return suit_mask(suit, self.style.suit_shapes["SHCD".index(suit)])

    def _draw_plain(self, painter: Painter, card: Card) -> IndexMark:
        style, ink = self.style, self._ink(card)
        self._draw_body(painter, card)
        rank = text_mask(PRINTED.get(card.rank, card.rank), Path(style.font), style.bold)
        squeeze = style.squeeze * (style.ten_squeeze if card.rank == "T" else 1)
        rank_w = style.rank_height * rank.shape[1] / rank.shape[0] * squeeze
        rank_w = min(rank_w, style.rank_height * (1.15 if card.rank == "T" else 1.0))
        suit = self._suit(card.suit)
        suit_w = style.suit_height * suit.shape[1] / suit.shape[0]
        # Indices are centred on one line, so a narrow "J" stands above the middle of its suit.
        column = max(suit_w, style.rank_height * 0.55 * style.squeeze)
        x = max(style.margin[0] + column / 2, 0.7 + rank_w / 2)
        y = style.margin[1]
        rank_box = (x - rank_w / 2, y, x + rank_w / 2, y + style.rank_height)
        suit_top = y + style.rank_height + style.gap
        suit_box = (x - suit_w / 2, suit_top, x + suit_w / 2, suit_top + style.suit_height)
        for width_of in (False, True)[: style.corners // 2]:
            shift = painter.size[0] - 2 * x if width_of else 0.0
            for turned in (False, True):
                painter.clear(_grow(_shift(_join(rank_box, suit_box), shift), 0.5), turned)
                painter.stamp(rank, _shift(rank_box, shift), ink, turned)
                painter.stamp(suit, _shift(suit_box, shift), ink, turned)
        return IndexMark(
            _join(rank_box, suit_box), (x, y + style.rank_height / 2), (x, suit_top + style.suit_height / 2)
        )

    def _draw_body(self, painter: Painter, card: Card) -> None:
        style = self.style
        left = style.margin[0] + style.rank_height * 0.75
        area = (left + 1, 7.0, painter.size[0] - left - 1, painter.size[1] - 7.0)
        if card.rank in PIPS:
            suit = self._suit(card.suit)
            height = (22.0 if card.rank == "A" else 13.0) * style.pip_scale
            width = height * suit.shape[1] / suit.shape[0]
            for u, v in PIPS[card.rank]:
                cx = area[0] + (area[2] - area[0]) * ((u - 0.5) * 1.3 + 0.5)
                cy = painter.size[1] * (0.5 + (v - 0.5) * 0.95)
                box = (cx - width / 2, cy - height / 2, cx + width / 2, cy + height / 2)
                if v > 0.5:
                    box = _turn(box, painter.size)
                painter.stamp(suit, box, self._ink(card), turned=v > 0.5)
        else:
            rng = np.random.default_rng((style.art, FACES.index(card)))
            painter.picture(court_art(card, rng, self._ink(card), style.paper), area)
        if style.frame:
            painter.outline(area, self._ink(card))

    def _draw_joker(self, painter: Painter, card: Card) -> IndexMark:
        style = self.style
        big = card.rank == "R"
        ink = style.big_ink if big else style.small_ink
        rng = np.random.default_rng((style.art, FACES.index(card)))
        side = max(13.0, style.margin[0] + style.rank_height)
        painter.picture(
            court_art(card, rng, ink, style.paper),
            (side, 14.0, painter.size[0] - side, painter.size[1] - 14.0),
        )
        box, along = joker_box(style)
        for turned in (False, True):
            painter.clear(_grow(box, 0.5), turned)
            for mask, part in joker_ink(style, box, big):
                painter.stamp(mask, part, ink, turned)
        x0, y0, x1, y1 = box
        if along == "x":
            return IndexMark(
                box, (x0 + 0.15 * (x1 - x0), (y0 + y1) / 2), (x0 + 0.85 * (x1 - x0), (y0 + y1) / 2)
            )
        return IndexMark(box, ((x0 + x1) / 2, y0 + 0.15 * (y1 - y0)), ((x0 + x1) / 2, y0 + 0.85 * (y1 - y0)))


def _join(a: Box, b: Box) -> Box:
    return min(a[0], b[0]), min(a[1], b[1]), max(a[2], b[2]), max(a[3], b[3])


def _shift(box: Box, dx: float) -> Box:
    return box[0] + dx, box[1], box[2] + dx, box[3]


def _grow(box: Box, by: float) -> Box:
    return box[0] - by, box[1] - by, box[2] + by, box[3] + by


def _turn(box: Box, size: tuple[float, float]) -> Box:
    return size[0] - box[2], size[1] - box[3], size[0] - box[0], size[1] - box[1]
