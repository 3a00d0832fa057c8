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
