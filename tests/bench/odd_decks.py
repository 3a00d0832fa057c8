"""Decks unlike any that was trained on, and table scenes of them: letters, inks and papers of their own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from datasets.decks import AnyDeck, Deck, random_style
from datasets.optics import camera, light
from datasets.scenes import READABLE, Laid, compose, index_labels
from datasets.surroundings import surface
from engine.cards import Card

FONTS = Path(__file__).with_name("fonts")
SIZE = (896, 736)
"""Width and height of a picture, px: the part of a 1080p picture of a table in which cards lie."""

SCALE = (1.35, 1.75)
"""px per mm: 80 to 62 cm of table in 1080 px."""

Image8 = NDArray[np.uint8]
_PLUM, _RUST, _TEAL, _MOSS = (110, 30, 90), (20, 90, 215), (120, 110, 0), (40, 90, 70)
_WHITE, _PINK, _BLACK, _RED = (235, 240, 240), (170, 150, 245), (30, 25, 25), (30, 20, 190)


def odd_decks() -> dict[str, Deck]:
    """Blackletter in four hues, chalk on slate, French letters (1 V D R for A J Q K)."""
    plain = random_style(np.random.default_rng(11))
    plain = replace(
        plain,
        size=(58.0, 88.0), corners=2, bold=0, squeeze=1.0, ten_squeeze=0.8, gap=0.8, margin=(1.8, 2.6),
        frame=False, joker_font="", joker_text="JOKER", joker_slant=0.0, joker_tall=0.2, joker_length=30.0,
    )  # fmt: skip
    return {
        "blackletter": Deck(
            replace(
                plain,
                font=str(FONTS / "blackletter.ttf"), rank_height=9.0, suit_height=6.5,
                inks=(_PLUM, _RUST, _TEAL, _MOSS), paper=(215, 238, 245),
                joker="turned", big_ink=_RUST, small_ink=_PLUM,
            )
        ),
        "chalk": Deck(
            replace(
                plain,
                font=str(FONTS / "chalk.ttf"), rank_height=9.5, suit_height=7.0,
                inks=(_WHITE, _PINK, _WHITE, _PINK), paper=(62, 58, 50),
                joker="stacked", big_ink=_PINK, small_ink=_WHITE,
            )
        ),
        "french": Deck(
            replace(
                plain,
                font=str(FONTS / "french.ttf"), rank_height=8.0, suit_height=6.5, squeeze=0.8,
                inks=(_BLACK, _RED, _BLACK, _RED), paper=(246, 250, 250),
                joker="star", joker_font=str(FONTS / "chalk.ttf"), big_ink=_RED, small_ink=(90, 90, 90),
            )
        ),
    }  # fmt: skip


@dataclass(frozen=True, slots=True, eq=False)
class Scene:
    """A picture of a table, its view (mm -> px, 3 x 3), and the cards of which an index shows."""

    picture: Image8
    view: NDArray[np.float64]
    laid: tuple[Laid, ...]


def scene(rng: np.random.Generator, deck: AnyDeck, laid: Sequence[Laid]) -> Scene:
    """``laid`` as a camera over the table sees it, under some light."""
    width, height = SIZE
    view = view_of(laid, rng)
    canvas = surface(rng, height, width)
    owner = compose(
        canvas, laid, view, [deck], (rng.uniform(-2, 2), rng.uniform(-2, 2), rng.uniform(0.1, 0.4))
    )
    labels = index_labels(laid, owner, view, [deck])
    shown = sorted({label.laid for label in labels if label.visible >= READABLE})
    picture = camera(light(canvas, rng, 0.8), rng, 0.45)
    return Scene(picture, view, tuple(laid[number] for number in shown))


def view_of(laid: Sequence[Laid], rng: np.random.Generator) -> NDArray[np.float64]:
    """Nearly from above; the cards' middle comes to the picture's middle."""
    scale = rng.uniform(*SCALE)
    tilt = rng.normal(0, 0.0002, 2)
    middle = np.mean([(piece.x, piece.y) for piece in laid], axis=0)
    view = np.array([[scale, 0, 0], [0, scale, 0], [tilt[0], tilt[1], 1 - tilt @ middle]])
    shift = np.array(SIZE) / 2 - scale * middle
    return np.array([[1, 0, shift[0]], [0, 1, shift[1]], [0, 0, 1]]) @ view


def shown_in_rows(cards: Sequence[Card], rng: np.random.Generator, across: int = 6) -> list[Laid]:
    """As a referee lays cards out for a lesson: rows, now and then a card over its neighbour's edge."""
    step = rng.uniform(45, 66)
    return [
        Laid(
            card,
            (i % across) * step + rng.normal(0, 3),
            (i // across) * 96 + rng.normal(0, 3),
            float(rng.normal(0, 5) + 180 * (rng.random() < 0.5)),
        )
        for i, card in enumerate(cards)
    ]


def played(cards: Sequence[Card], rng: np.random.Generator) -> list[Laid]:
    """Plays of one to six cards as rows, turned toward their seats."""
    laid: list[Laid] = []
    for number, (x, y) in enumerate(((0, 0), (230, 20), (10, 220), (240, 200))):
        play = cards[number * 6 : number * 6 + int(rng.integers(1, 7))]
        turn = float(rng.choice((0, 90, 180, 270)) + rng.normal(0, 6))
        step, spin = rng.uniform(14, 24), np.deg2rad(turn)
        for place, card in enumerate(play):
            along = (place - len(play) / 2) * step
            laid.append(
                Laid(
                    card,
                    float(x + along * np.cos(spin) + rng.normal(0, 1.5)),
                    float(y + along * np.sin(spin) + rng.normal(0, 1.5)),
                    turn + float(rng.normal(0, 2)),
                )
            )
    return laid
