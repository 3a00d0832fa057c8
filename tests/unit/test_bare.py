"""The bare table: what lies in an area, found where it lies."""

from __future__ import annotations

import numpy as np
import pytest

from vision import bare
from vision.bare import COARSE, BareTable

ZONE = np.array([(200, 100), (400, 100), (400, 300), (200, 300)], np.float32)
THING = np.array([(260, 180), (320, 180), (320, 260), (260, 260)], np.float32)


def picture(thing: bool) -> np.ndarray:
    image = np.full((400, 600, 3), (60, 110, 50), np.uint8)
    if thing:
        image[180:260, 260:320] = 200
    return image


@pytest.fixture
def table() -> BareTable:
    return BareTable(picture(thing=False), {"E": ZONE}, 1.0)


def test_a_thing_is_found_where_it_lies(table):
    (thing,) = table.strange("E", picture(thing=True), [])
    assert thing.middle_px == pytest.approx((290, 220), abs=COARSE)
    assert thing.where.shape == (400 // COARSE, 600 // COARSE)
    assert thing.touches(THING)
    assert not thing.reaches_in


def test_a_picture_is_made_small_once(table, monkeypatch):
    made = []
    small = bare._coarse
    monkeypatch.setattr(bare, "_coarse", lambda image: made.append(1) or small(image))
    image = picture(thing=True)
    table.covered(THING, image)
    table.paper(THING, image)
    table.strange("E", image, [])
    assert len(made) == 1


def test_a_card_under_two_that_overlap_is_not_taken_for_what_covers_it() -> None:
    """Where the two lie over one another they cover it as well."""
    whole = np.array([(0, 0), (200, 0), (200, 200), (0, 200)], np.float32)
    image = np.full((200, 200, 3), (40, 90, 40), np.uint8)
    bare_table = BareTable(image, {"E": whole}, 1.0)
    image = image.copy()
    image[40:140, 40:140] = 240
    outline = square(60, 60, 40)
    assert bare_table.covered(outline, image) > 0.9
    assert bare_table.covered(outline, image, [square(40, 40), square(60, 60)]) == 0.0


def test_only_of_a_table_that_is_known_its_own_pattern_is_told_from_print() -> None:
    whole = np.array([(0, 0), (200, 0), (200, 200), (0, 200)], np.float32)
    image = np.full((200, 200, 3), 190, np.uint8)
    image[92:100, 40:48] = 20  # a pebble
    table = BareTable(image, {"E": whole}, 1.0)
    pebble, beside = np.array([38, 88, 50, 104], np.float32), np.array([138, 88, 150, 104], np.float32)
    assert not table.shows(pebble, image)
    table.remember("E", image, [square(120, 70, 50)])
    assert table.shows(pebble, image)
    assert not table.shows(beside, image)  # a card lay there
    table.remember("E", image)
    assert table.shows(beside, image)
    printed = image.copy()
    printed[90:102, 140:148] = 20
    assert not table.shows(beside, printed)
    assert table.shows(pebble, printed)


def square(x: float, y: float, side: float = 80) -> np.ndarray:
    return np.array([(x, y), (x + side, y), (x + side, y + side), (x, y + side)], np.float32)
