"""Cards of a photograph whose corners were not put together by size."""

from dataclasses import replace

import numpy as np
import pytest

from engine.cards import FACES, Card
from vision.photo import _joined
from vision.values import Index, SeenCard

Point = tuple[float, float]


def seen(face: str, rank: Point, suit: Point) -> SeenCard:
    probs = np.full(54, 1e-5, np.float32)
    probs[FACES.index(Card.parse(face))] = 0.95
    index = Index((0.0, 0.0, 1.0, 1.0), rank, suit, 0.95, probs)
    return SeenCard(probs, np.array(rank, np.float32), 0.0, (index,))


UPRIGHT = seen("S5", (100, 100), (100, 112))
OPPOSITE = seen("S5", (160, 190), (160, 178))


def test_two_corners_that_face_each_other_are_one_card() -> None:
    (card,) = _joined([UPRIGHT, OPPOSITE])
    assert len(card.indices) == 2
    assert card.centre_mm == pytest.approx((130, 145))
    assert card.p == pytest.approx(0.95, abs=0.01)


@pytest.mark.parametrize(
    "other",
    [
        seen("S6", (160, 190), (160, 178)),  # another face
        seen("S5", (160, 190), (160, 202)),  # the same way up: an equal card beside it
        seen("S5", (40, 190), (40, 178)),  # on the wrong hand: of a card that lies across the table
        seen("S5", (260, 420), (260, 408)),  # too far away
        seen("S5", (101, 190), (101, 178)),  # straight below
    ],
)
def test_others_stay_two(other: SeenCard) -> None:
    assert len(_joined([UPRIGHT, other])) == 2


def test_a_card_of_which_both_corners_were_seen_takes_no_third() -> None:
    whole = replace(UPRIGHT, indices=(*UPRIGHT.indices, *OPPOSITE.indices))
    assert len(_joined([whole, OPPOSITE])) == 2
