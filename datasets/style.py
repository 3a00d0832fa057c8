"""How one video looks: camera, table, deck, the four people and their habits, all from a seed."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from datasets.build import split
from datasets.decks import Deck, DeckStyle, random_style
from datasets.glyphs import font_files, text_mask
from datasets.scenes import project
from datasets.surroundings import surface_files
from engine.cards import Card
from vision.opencv import cv2

Colour = tuple[int, int, int]
Point = tuple[float, float]
Square = tuple[Point, Point, Point, Point]
Matrix = NDArray[np.float64]

INDEX_PX = 16.0
"""An index is at least so tall in a 1080p picture, from the top of its rank to the bottom of its suit."""
RANK_PX = 9.0, 5.0
"""So tall and so wide is the rank at least, measured on an 8."""
INDEX_MM = 20.0
"""An index ends at most so far from the card's left edge, so that ten cards in a row fit."""


class Gather(StrEnum):
    """Who takes a trick's cards away, and where to."""

    OWN = "own"  # each seat its own, off the table
    WINNER = "winner"  # the winner all of them, off the table
    PILE = "pile"  # the winner all of them, face down on a pile beside the play square


@dataclass(frozen=True, slots=True)
class Sitter:
    """A person at the table, and how they lay cards.  ``home`` is how far from the middle, mm."""

    skin: Colour
    sleeve: Colour
    bare_arm: bool
    left_handed: bool
    step: float
    fan: float
    loose: float
    leftward: bool
    skew: float
    over: float
    home: float
    fidget: float


@dataclass(frozen=True, slots=True)
class VideoStyle:
    """One video's look.  ``points_px``: the play square's corners NW, NE, SE, SW in the picture."""

    seed: int
    size: tuple[int, int]
    side_mm: float
    points_px: Square
    deck: DeckStyle
    surfaces: tuple[Path, ...]
    table_mm: tuple[float, float] | None
    sitters: tuple[Sitter, Sitter, Sitter, Sitter]
    gather: Gather
    shadow: tuple[float, float, float]
    exposure: float
    tint: tuple[float, float, float]
    noise: float
    defocus: float

    @classmethod
    def random(cls, seed: int, held_out: bool = False, size: tuple[int, int] = (1920, 1080)) -> VideoStyle:
        """The style of a seed; with ``held_out`` its font and surface are none that training has seen."""
        rng = np.random.default_rng((seed, 77))
        side = rng.uniform(600, 690)
        points, scale = _square(rng, size)
        light = rng.uniform(-1.0, 1.0)
        return cls(
            seed=seed,
            size=size,
            side_mm=round(side),
            points_px=points,
            deck=_deck(rng, split(font_files(), held_out), scale / side * 1080 / size[1]),
            surfaces=tuple(split(list(surface_files()), held_out)),
            table_mm=(rng.uniform(940, 1120), rng.uniform(900, 1000)) if rng.random() < 0.6 else None,
            sitters=(_sitter(rng), _sitter(rng), _sitter(rng), _sitter(rng)),
            gather=list(Gather)[rng.integers(3)],
            shadow=(rng.uniform(-1.8, 1.8), rng.uniform(-1.8, 1.8), rng.uniform(0.2, 0.42)),
            exposure=rng.uniform(0.72, 0.95),
            tint=(1 + 0.05 * light, 1.0, 1 - 0.05 * light),
            noise=rng.uniform(1.0, 3.0),
            defocus=rng.uniform(0.3, 0.65),
        )

    @property
    def view(self) -> Matrix:
        """mm on the table, from the play square's NW corner, -> px; 3 x 3."""
        side = self.side_mm
        square = np.array([(0, 0), (side, 0), (side, side), (0, side)], np.float32)
        return np.asarray(cv2.getPerspectiveTransform(square, np.array(self.points_px, np.float32)))

    @property
    def edges(self) -> tuple[float, float, float, float]:
        """mm from the square's middle to the picture's right, top, left and bottom side."""
        width, height = self.size
        sides = np.array([(width, height / 2), (width / 2, 0), (0, height / 2), (width / 2, height)])
        places = project(np.linalg.inv(self.view), sides)
        right, top, left, bottom = np.linalg.norm(places - self.side_mm / 2, axis=1)
        return float(right), float(top), float(left), float(bottom)


def _square(rng: np.random.Generator, size: tuple[int, int]) -> tuple[Square, float]:
    """Corners of the play square seen from nearly above, and its side in px."""
    width, height = size
    tall = height * rng.uniform(0.87, 0.93)
    turn = np.deg2rad(rng.normal(0, 0.7))
    cx = width / 2 + rng.uniform(-0.03, 0.03) * width
    cy = height / 2 + rng.uniform(-0.01, 0.01) * height
    tilt, lean = rng.uniform(-0.025, 0.025), rng.uniform(-0.015, 0.015)
    points = []
    for x, y in ((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)):
        depth = 1 + tilt * 2 * y + lean * 2 * x
        px, py = x * tall / depth, y * tall / depth
        points.append(
            (
                round(float(cx + px * np.cos(turn) - py * np.sin(turn)), 2),
                round(float(cy + px * np.sin(turn) + py * np.cos(turn)), 2),
            )
        )
    return (points[0], points[1], points[2], points[3]), float(tall)


def _deck(rng: np.random.Generator, fonts: list[Path], scale: float) -> DeckStyle:
    """A deck whose indices are large enough for the camera and narrow enough to lie in a row."""
    while True:
        style = random_style(rng, fonts)
        deck = Deck(style)
        eight = text_mask("8", Path(style.font), style.bold)
        wide = style.rank_height * eight.shape[1] / eight.shape[0] * style.squeeze
        small = style.rank_height * scale < RANK_PX[0] or wide * scale < RANK_PX[1]
        if small or deck.index_height * scale < INDEX_PX:
            continue
        if max(deck.marks(Card.parse(text))[0].box[2] for text in ("ST", "SQ", "SB")) <= INDEX_MM:
            return style


def _sitter(rng: np.random.Generator) -> Sitter:
    tan = rng.uniform(0, 1) ** 1.4
    light, brown = np.array((168, 196, 234)), np.array((84, 118, 172))
    skin = light + (brown - light) * tan + rng.normal(0, 4, 3)
    dark = rng.random() < 0.5
    return Sitter(
        skin=tuple(int(v) for v in skin),
        sleeve=tuple(int(v) for v in rng.integers(18, 90 if dark else 215, 3)),
        bare_arm=bool(rng.random() < 0.2),
        left_handed=bool(rng.random() < 0.12),
        step=rng.uniform(11, 22),
        fan=float(rng.choice((0.0, 0.3, 0.8))),
        loose=float(rng.choice((0.05, 0.15, 0.4))),
        leftward=bool(rng.random() < 0.1),
        skew=rng.uniform(1.5, 6),
        over=float(rng.choice((0.1, 0.5, 0.9))),
        home=rng.uniform(0.5, 0.66),
        fidget=rng.uniform(0.3, 1.0),
    )
