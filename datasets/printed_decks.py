"""Decks that artists drew, beside the procedural ones: ``datasets/printed`` (licences in it).

Real pips crowd the index, real frames touch it: what formulas leave out.  Only the reader learns from them.
"""

from __future__ import annotations

import functools
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from datasets.decks import IndexMark
from engine.cards import FACES, Card
from vision.opencv import cv2

FOLDER = Path(__file__).with_name("printed")

Image8 = NDArray[np.uint8]


@dataclass(frozen=True)
class PrintedDeck:
    """One folder of faces (BGRA), and where their indices stand (``decks.toml``), in mm as in ``Deck``."""

    name: str
    entry: dict[str, Any]

    @property
    def size(self) -> tuple[float, float]:
        width, height = self.entry["size"]
        return float(width), float(height)

    @property
    def index_height(self) -> float:
        _, top, _, bottom = self.entry["box"]
        return float(bottom - top)

    @property
    def faces(self) -> tuple[Card, ...]:
        """Those with an index."""
        return tuple(face for face in FACES if "joker" in self.entry or not face.is_joker)

    def marks(self, card: Card) -> tuple[IndexMark, ...]:
        """Its two indices."""
        mark = _joker_mark(self.entry) if card.is_joker else _plain_mark(self.entry, card)
        return mark, mark.turned(self.size)

    def at(self, card: Card | None, scale: float) -> tuple[Image8, float]:
        """A face at the smallest halved size not below ``scale`` px/mm, and its px/mm; there are no backs."""
        assert card is not None, "printed decks lie face up"
        picture = self._face(str(card))
        level = max(0, int(np.floor(np.log2(picture.shape[1] / self.size[0] / max(scale, 0.3)))))
        small = cv2.resize(picture, None, fx=0.5**level, fy=0.5**level, interpolation=cv2.INTER_AREA)
        return np.asarray(small, np.uint8), small.shape[1] / self.size[0]

    @functools.cache  # noqa: B019 (the few decks live as long as the program)
    def _face(self, name: str) -> Image8:
        path = FOLDER / self.name / f"{name}.png"
        picture = cv2.imread(str(path), cv2.IMREAD_UNCHANGED)
        if picture is None:
            raise FileNotFoundError(path)
        return np.asarray(picture, np.uint8)

    def __hash__(self) -> int:
        return hash(self.name)


@functools.cache
def printed_decks() -> tuple[PrintedDeck, ...]:
    """All of them, by name."""
    entries = tomllib.loads((FOLDER / "decks.toml").read_text(encoding="utf-8"))
    return tuple(PrintedDeck(name, entry) for name, entry in sorted(entries.items()))


def _plain_mark(entry: dict[str, Any], card: Card) -> IndexMark:
    rank = entry["ten" if card.rank == "T" else "rank"]
    return IndexMark(tuple(entry["box"]), tuple(rank), tuple(entry["suit"]))


def _joker_mark(entry: dict[str, Any]) -> IndexMark:
    x0, y0, x1, y1 = entry["joker"]
    ends = [
        (x0 + t * (x1 - x0), (y0 + y1) / 2) if entry["along"] == "x" else ((x0 + x1) / 2, y0 + t * (y1 - y0))
        for t in (0.15, 0.85)
    ]
    return IndexMark((x0, y0, x1, y1), ends[0], ends[1])
