"""Cards are followed by where they lie: equal ones side by side stay two, a table is no card."""

from dataclasses import replace

import numpy as np

from engine.cards import FACES, Card
from vision.patches import PATCH_MM, alike, looks_the_same, spots
from vision.settle import Area, Known, Places
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


def test_equal_cards_pushed_onto_each_others_places_are_not_laid():
    """The second takes the place of the first, and turns up farther from its own than a card is pushed."""
    areas = [Area(seat) for seat in "ESWN"]
    places = Places(SQUARE, 1.0, areas)
    box = np.array((0, 0, 600, 600))
    north, there, now = areas[3], [], []
    places.add_look(there, [seen("H9", 363, 480), seen("H9", 350, 480)], BLANK)
    places.compare(north, there, box, BLANK, 0)
    places.add_look(now, [seen("H9", 348, 480), seen("H9", 332, 480)], BLANK)
    change = places.compare(north, now, box, BLANK, 1000)
    assert (len(change.fresh), len(change.moved), len(north.known)) == (0, 1, 2)


def test_a_card_that_was_covered_and_turns_up_again_is_not_laid():
    area = Area("N")
    places = Places(SQUARE, 1.0, [area])
    there: list[Known] = []
    places.add_look(area.covered, [seen("S7", 296, 482)], BLANK)
    places.add_look(there, [seen("S7", 300, 480), seen("S7", 400, 480)], BLANK)
    change = places.compare(area, there, np.array((0, 0, 600, 600)), BLANK, 0)
    assert change.fresh == [there[1]]
    assert area.covered == []
    assert area.known == there


def test_a_card_that_was_covered_may_be_read_anew_as_another():
    """A little of it still is hidden: what it was read as counts, too."""
    area = Area("N")
    places = Places(SQUARE, 1.0, [area])
    there: list[Known] = []
    places.add_look(area.covered, [seen("H2", 300, 480)], BLANK)
    doubtful = seen("D2", 303, 480)
    probs = np.full(54, 0.002, np.float32)
    probs[FACES.index(Card.parse("D2"))], probs[FACES.index(Card.parse("H2"))] = 0.7, 0.12
    places.add_look(there, [replace(doubtful, probs=probs)], BLANK)
    change = places.compare(area, there, np.array((0, 0, 600, 600)), BLANK, 0)
    assert change.fresh == []
    assert [str(known.card.best) for known in area.known] == ["H2"]


def test_a_card_lies_there_while_one_of_its_indices_shows():
    rng = np.random.default_rng(2)
    shown = rng.integers(0, 255, (600, 600, 3), np.uint8)
    one, other = seen("D2", 300, 300).indices[0], seen("D2", 340, 360).indices[0]
    card = SeenCard(seen("D2", 300, 300).probs, np.array((320, 330), np.float32), 0.0, (one, other))
    kept = spots(card, shown, PATCH_MM)
    shown[235:300, 240:310] = 40  # something lies over the first
    assert [looks_the_same(spot, shown, PATCH_MM) for spot in kept] == [False, True]
    assert Places(SQUARE, 1.0, []).still_there(Known(card, kept), shown)


def test_bare_table_is_not_taken_for_the_card_that_lay_there():
    """Whatever its grain: print has far more contrast."""
    rng = np.random.default_rng(1)
    card = rng.choice((40, 200), (16, 16)).astype(np.uint8)
    grain = np.clip(60 + (card.astype(float) - 120) * 0.1, 0, 255).astype(np.uint8)
    assert alike(card, grain) == 0
    assert alike(card, np.clip(card * 0.6, 0, 255).astype(np.uint8)) > 0.9
