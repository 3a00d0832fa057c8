"""What a reader must not forget while it learns a deck: ``python -m datasets.rehearsal``.

Writes index crops of many other decks to ``models/rehearsal.jpg``, as tiles in rows, and what they show to
``rehearsal.txt``.  A deck lesson fits on them beside its own crops; it runs where nothing can be drawn.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

import models
from datasets.build import split
from datasets.closeups import back_close_ups, close_up, word_close_ups
from datasets.crops import MARGIN
from datasets.decks import AnyDeck, Deck, random_style
from datasets.glyphs import font_files
from datasets.photo_crops import kept
from datasets.printed_decks import printed_decks
from engine.cards import FACES
from vision.deck import NOTHING
from vision.deck_fit import ACROSS
from vision.opencv import cv2

SEED = 31
DECKS = 60
PER_DECK = 16
"""Faces of each drawn deck, two of which are jokers."""
PER_PRINTED = 32
PHOTOGRAPHS = 160
WORDS = 40
BACKS = 40

Image8 = NDArray[np.uint8]


def draw(rng: np.random.Generator) -> tuple[list[Image8], list[str]]:
    """Crops (88, 64, 3) and what they show."""
    crops: list[Image8] = []
    shown: list[str] = []
    fonts = split(font_files(), held_out=False)
    drawn = [Deck(random_style(rng, fonts)) for _ in range(DECKS)]
    for deck, count in [*((d, PER_DECK) for d in drawn), *((d, PER_PRINTED) for d in printed_decks())]:
        _add_faces(rng, deck, count, crops, shown)
    photographs, faces = kept()
    for i in rng.permutation(len(photographs))[:PHOTOGRAPHS]:
        crops.append(photographs[i])
        shown.append(str(FACES[faces[i]]))
    nothing = word_close_ups(rng, WORDS) + [
        c for d in drawn[:10] for c in back_close_ups(rng, d, BACKS // 10)
    ]
    return crops + nothing, shown + [NOTHING] * len(nothing)


def _add_faces(
    rng: np.random.Generator, deck: AnyDeck, count: int, crops: list[Image8], shown: list[str]
) -> None:
    plain = [face for face in deck.faces if not face.is_joker]
    jokers = [face for face in deck.faces if face.is_joker]
    for face in [*jokers, *(plain[i] for i in rng.permutation(len(plain))[: count - len(jokers)])]:
        crop = close_up(rng, deck, face)
        if crop is not None:
            crops.append(crop)
            shown.append(str(face))


def main() -> None:
    crops, shown = draw(np.random.default_rng(SEED))
    tiles = np.stack(crops)[:, MARGIN:-MARGIN, MARGIN:-MARGIN]
    rows = -(-len(tiles) // ACROSS)
    padded = np.zeros((rows * ACROSS, *tiles.shape[1:]), np.uint8)
    padded[: len(tiles)] = tiles
    sheet = padded.reshape(rows, ACROSS, *tiles.shape[1:]).transpose(0, 2, 1, 3, 4)
    sheet = sheet.reshape(rows * tiles.shape[1], ACROSS * tiles.shape[2], 3)
    # Colours are kept at full size, or they would run from tile to tile.
    quality = [cv2.IMWRITE_JPEG_QUALITY, 88, cv2.IMWRITE_JPEG_SAMPLING_FACTOR, 0x111111]
    cv2.imwrite(str(models.FOLDER / "rehearsal.jpg"), sheet, quality)
    (models.FOLDER / "rehearsal.txt").write_text("\n".join(shown) + "\n", encoding="ascii")
    print(f"{len(shown)} crops")


if __name__ == "__main__":
    main()
