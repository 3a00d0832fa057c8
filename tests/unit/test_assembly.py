"""Physical cards from corner indices: opposite corners are one card, equal cards are two."""

from dataclasses import replace

import numpy as np
import pytest

from engine.cards import FACES, Card
from vision.assembly import assemble
from vision.photo import cards_of
from vision.profile import CardProfile, IndexPlace
from vision.values import Index

SIZE = (58.0, 88.0)
RANK, SUIT = (5.0, 8.0), (5.0, 15.0)
"""Where the sharp card of these tests has its index, mm from its corner."""
KNOWN = CardProfile(SIZE, 2, IndexPlace(RANK, SUIT))


def probs(face: str, p: float = 0.97) -> np.ndarray:
    out = np.full(54, (1 - p) / 53, np.float32)
    out[FACES.index(Card.parse(face))] = p
    return out


def corners(face: str, x: float, y: float, angle: float, which: str = "both", scale: float = 1.0):
    """Indices and points of a card centred at x, y (mm) and turned by angle degrees; scale px a mm."""
    a = np.deg2rad(angle)
    turn = np.array([[np.cos(a), -np.sin(a)], [np.sin(a), np.cos(a)]])
    half = np.array(SIZE) / 2
    pairs = []
    for sign, name in ((1, "first"), (-1, "second")):
        if which in ("both", name):
            pair = sign * (np.array([RANK, SUIT]) - half)
            pairs.append(((pair @ turn.T) + (x, y)) * scale)
    made = []
    for pair in pairs:
        low, high = pair.min(axis=0) - 3, pair.max(axis=0) + 3
        box = (float(low[0]), float(low[1]), float(high[0]), float(high[1]))
        made.append(Index(box, tuple(pair[0]), tuple(pair[1]), 0.97, probs(face)))
    return made, pairs


def put_together(*placed):
    indices = [i for made, _ in placed for i in made]
    points = np.array([p for _, pairs in placed for p in pairs])
    return assemble(indices, points, CardProfile(SIZE))


@pytest.mark.parametrize("angle", [0, 30, 90, 135, 180, 200, 271, 345])
def test_two_corners_of_one_card_are_one_card(angle):
    (card,) = put_together(corners("HT", 100, 120, angle))
    assert str(card.best) == "HT"
    assert len(card.indices) == 2
    assert np.allclose(card.centre_mm, (100, 120), atol=0.5)
    assert card.quad_px is not None
    assert np.allclose(np.linalg.norm(card.quad_px[1] - card.quad_px[0]), SIZE[0], atol=0.5)


@pytest.mark.parametrize("angle", [0, 77, 180])
def test_a_corner_alone_is_a_card_with_its_centre(angle):
    (card,) = put_together(corners("S7", 100, 120, angle, "first"))
    assert np.allclose(card.centre_mm, (100, 120), atol=4)


def test_two_equal_cards_side_by_side_are_two():
    found = put_together(corners("D9", 100, 100, 0), corners("D9", 118, 101, 1))
    assert [str(c.best) for c in found] == ["D9", "D9"]
    assert sorted(len(c.indices) for c in found) == [2, 2]


def test_two_equal_cards_that_show_one_corner_each_are_two():
    found = put_together(corners("D9", 100, 100, 0, "first"), corners("D9", 116, 100, 0, "first"))
    assert len(found) == 2


def test_corners_that_disagree_and_stand_a_little_off_are_two_cards():
    first, second = corners("D9", 100, 100, 0, "first"), corners("C4", 110, 106, 0, "second")
    found = assemble([*first[0], *second[0]], np.array([*first[1], *second[1]]), KNOWN)
    assert [str(c.best) for c in found] == ["D9", "C4"]


def test_agreeing_corners_are_surer_than_one():
    made, pairs = corners("H6", 50, 60, 10)
    unsure = [Index(i.box, i.rank, i.suit, 0.7, probs("H6", 0.7)) for i in made]
    (card,) = assemble(unsure, np.array(pairs), CardProfile(SIZE))
    assert card.p > 0.9


@pytest.mark.parametrize("scale", [1.2, 4.0])
@pytest.mark.parametrize("angle", [0, 40, 160, 290])
def test_without_a_scale_corners_still_find_each_other(scale, angle):
    made, _ = corners("C2", 100, 120, angle, scale=scale)
    (card,) = cards_of(made, (640, 640))
    assert len(card.indices) == 2
    assert np.allclose(card.centre_mm, (100 * scale, 120 * scale), atol=2 * scale)


def test_four_corners_are_one_card_only_on_a_four_corner_deck():
    made, pairs = corners("SQ", 100, 100, 0)
    beside = [np.array([(100 + 24, y) for _, y in pairs[0]]), np.array([(100 - 24, y) for _, y in pairs[1]])]
    more = [
        Index(i.box, tuple(b[0]), tuple(b[1]), 0.97, probs("SQ")) for i, b in zip(made, beside, strict=True)
    ]
    points = np.array([*pairs, *beside])
    assert len(assemble([*made, *more], points, CardProfile(SIZE, 4))) == 1
    assert len(assemble([*made, *more], points, CardProfile(SIZE, 2))) > 1


def four_corners(face: str, x: float, y: float, which: str = "NW NE SE SW") -> list[tuple[Index, np.ndarray]]:
    """Indices and points of an upright four-corner card centred at x, y (mm)."""
    half = np.array(SIZE) / 2
    left = np.array([RANK, SUIT]) - half
    right = left * (-1, 1)
    found = []
    for name, pair in (("NW", left), ("NE", right), ("SE", -left), ("SW", -right)):
        if name in which.split():
            points = np.add(pair, (x, y))
            box = (*(points.min(axis=0) - 3), *(points.max(axis=0) + 3))
            found.append((Index(box, tuple(points[0]), tuple(points[1]), 0.97, probs(face)), points))
    return found


@pytest.mark.parametrize(("count", "step"), [(2, 11), (3, 11), (4, 11), (2, 15), (3, 15), (2, 24), (3, 24)])
def test_equal_four_corner_cards_in_a_row_stay_apart(count, step):
    row = [c for n in range(count - 1) for c in four_corners("S3", 100 + n * step, 100, "NW SW")]
    row += four_corners("S3", 100 + (count - 1) * step, 100)
    cards = assemble([i for i, _ in row], np.array([p for _, p in row]), CardProfile(SIZE, 4))
    assert len(cards) == count
    assert all(str(card.best) == "S3" for card in cards)


@pytest.mark.parametrize("which", ["NW NE SE SW", "NW SE", "NE SW", "NW NE", "SE SW"])
def test_a_four_corner_card_has_its_centre_and_size(which):
    found = four_corners("S3", 100, 100, which)
    (card,) = assemble([i for i, _ in found], np.array([p for _, p in found]), CardProfile(SIZE, 4))
    assert np.allclose(card.centre_mm, (100, 100), atol=4)
    assert card.quad_px is not None
    assert np.allclose(np.linalg.norm(card.quad_px[1] - card.quad_px[0]), SIZE[0], atol=0.5)


def test_corners_of_one_long_side_leave_room_on_both():
    found = four_corners("S3", 100, 100, "NW SW")
    (card,) = assemble([i for i, _ in found], np.array([p for _, p in found]), CardProfile(SIZE, 4))
    assert card.quad_px is not None
    low, high = card.quad_px.min(axis=0), card.quad_px.max(axis=0)
    assert low[0] <= 100 - SIZE[0] / 2 + 1
    assert high[0] >= 100 + SIZE[0] / 2 - 1


@pytest.mark.parametrize("shift", [(9, 0), (12, 0), (20, 0), (0, 22), (14, 14), (40, -10)])
def test_equal_cards_that_show_one_corner_each_are_two_where_the_deck_is_known(shift):
    """One's NW and the other's SE corner: only the distance tells."""
    x, y = shift
    one, other = corners("D9", 100, 100, 0, "first"), corners("D9", 100 + x, 100 + y, 0, "second")
    points = np.array([*one[1], *other[1]])
    assert len(assemble([*one[0], *other[0]], points, KNOWN)) == 2


@pytest.mark.parametrize("turn", [35, 60, 90, 145])
def test_equal_cards_that_cross_are_two(turn):
    found = cards_of_known(corners("HK", 100, 100, 10), corners("HK", 103, 96, 10 + turn))
    assert [len(card.indices) for card in found] == [2, 2]
    assert {round(float(card.angle_deg)) for card in found} == {10, (10 + turn) % 180}


def cards_of_known(*placed):
    points = np.array([p for _, pairs in placed for p in pairs])
    return assemble([i for made, _ in placed for i in made], points, KNOWN)


def seen_as(face: str, p: float, pair: np.ndarray) -> Index:
    low, high = pair.min(axis=0) - 3, pair.max(axis=0) + 3
    return Index((*map(float, low), *map(float, high)), tuple(pair[0]), tuple(pair[1]), p, probs(face, p))


def test_a_long_word_that_is_seen_twice_is_one_joker():
    word = np.array([(-24, -37), (-24, -12)])
    parts = [np.array([(-24, -37), (-24, -22)]), np.array([(-24, -28), (-24, -12)])]
    indices = [seen_as("SB", 0.95, part) for part in (*parts, -word)]
    (card,) = assemble(indices, np.array([*parts, -word]), CardProfile(SIZE))
    assert len(card.indices) == 3
    assert np.allclose(card.centre_mm, (0, 0), atol=3)


def test_a_half_hidden_index_makes_no_card_alone():
    """A card lies on another and cuts its SE index: what is left of that is misread, and no third card."""
    top = corners("S7", 100, 100, 0)
    edge = np.array([(128.0, 128.0), (128.0, 120.0)])  # on the top card's right edge
    lower = corners("D5", 118, 90, 0, "first")
    half = seen_as("C8", 0.6, edge)
    points = np.array([*top[1], *lower[1], edge])
    found = assemble([*top[0], *lower[0], half], points, KNOWN)
    assert sorted(str(card.best) for card in found) == ["D5", "S7"]


def test_a_weak_index_in_the_open_is_a_card():
    found = assemble(
        [seen_as("C8", 0.6, np.array([(10.0, 10.0), (10.0, 17.0)]))], [[(10, 10), (10, 17)]], KNOWN
    )
    assert [str(card.best) for card in found] == ["C8"]


def test_what_is_read_on_the_face_of_a_card_that_it_would_hide_is_none():
    """The corner of a frame looks like a 7; a card that is read as badly beside it is one."""
    made, pairs = corners("SA", 100, 100, 0, "first")
    for shift, expected in ((4, ["SA"]), (16, ["SA", "S7"])):
        (index,), pair = corners("S7", 100 + shift, 100 + shift, 0, "first")
        index = replace(index, p=0.7, probs=probs("S7", 0.7))
        cards = assemble([*made, index], np.array([*pairs, *pair]), KNOWN)
        assert [str(card.best) for card in cards] == expected
