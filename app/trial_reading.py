"""A look at some cards before the match: does the reader know this deck?"""

from dataclasses import dataclass

import numpy as np

from app.decks import reader_for
from engine.cards import Card
from vision.indices import IndexDetector, IndexReader
from vision.photo import read_picture
from vision.values import Floats, Image, SeenCard


@dataclass(frozen=True, slots=True, eq=False)
class Named:
    """A card that was read, how surely, and its outline (4, 2) px in the picture."""

    card: Card
    p: float
    outline: Floats


class TrialReader:
    """Reads pictures with a deck (nothing: the usual ones). Raises `ModelError` and `DeckError` when made."""

    def __init__(self, deck: str) -> None:
        self.deck = deck
        self._detect = IndexDetector()
        self._read = reader_for(deck) if deck else IndexReader()

    def read(self, image: Image) -> tuple[Named, ...]:
        found = read_picture(image, self._detect, self._read)
        return tuple(Named(card.best, card.p, _outline(card)) for card in found)


def _outline(card: SeenCard) -> Floats:
    """Of the card, or of the corner it was read from where its size could not be told."""
    if card.quad_px is not None:
        return card.quad_px
    x0, y0, x1, y1 = card.indices[0].box
    return np.array([(x0, y0), (x1, y0), (x1, y1), (x0, y1)], np.float32)
