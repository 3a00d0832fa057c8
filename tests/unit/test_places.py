"""Cards are followed by where they lie: equal ones side by side stay two, a table is no card."""

import numpy as np

from engine.cards import FACES, Card
from vision.settle import Area, Known, Places, alike
from vision.table import Table
from vision.values import Index, SeenCard

SQUARE = Table(np.array([(0, 0), (600, 0), (600, 600), (0, 600)], np.float32))
"""One px a mm."""

BLANK = np.zeros((600, 600, 3), np.uint8)


def seen(face: str, x: float, y: float) -> SeenCard:
    probs = np.full(54, 1e-5, np.float32)
    probs[FACES.index(Card.parse(face))] = 0.99
    rank, suit = (x - 24, y - 36), (x - 24, y - 29)
    index = Index((x - 28, y - 40, x - 20, y - 25), rank, suit, 0.99, probs)
    return SeenCard(probs, np.array((x, y), np.float32), 0.0, (index,))


def test_equal_cards_are_told_apart_from_look_to_look():
    """They lie 14 mm apart, and each look puts them some mm elsewhere, in any order."""
    places = Places(SQUARE, 1.0, [Area(seat) for seat in "ESWN"])
    trial: list[Known] = []
    places.add_look(trial, [seen("CA", 300, 300), seen("CA", 314, 300)], BLANK)
    places.add_look(trial, [seen("CA", 308, 301), seen("CA", 317, 299)], BLANK)
    places.add_look(trial, [seen("CA", 313, 299), seen("CA", 303, 301)], BLANK)
    assert [known.looks for known in trial] == [3, 3]


def test_bare_table_is_not_taken_for_the_card_that_lay_there():
    """Whatever its grain: print has far more contrast."""
    rng = np.random.default_rng(1)
    card = rng.choice((40, 200), (16, 16)).astype(np.uint8)
    grain = np.clip(60 + (card.astype(float) - 120) * 0.1, 0, 255).astype(np.uint8)
    assert alike(card, grain) == 0
    assert alike(card, np.clip(card * 0.6, 0, 255).astype(np.uint8)) > 0.9
