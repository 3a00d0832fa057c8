"""Any arrangement of cards whose visible indices determine it: so many cards lie there, so many come out."""

from collections import Counter
from itertools import combinations

import numpy as np
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from engine.cards import FACES, Card
from vision.assembly import assemble
from vision.order import laying_order
from vision.profile import CardProfile, IndexPlace
from vision.values import Index

SIZE = (58.0, 88.0)
HALF = np.array(SIZE) / 2
PLACE = IndexPlace((5.0, 8.0), (5.0, 15.0))
JOKER = IndexPlace((4.5, 8.0), (4.5, 25.0))
INK = {False: (2.0, 4.0, 8.5, 19.0), True: (2.0, 4.0, 7.0, 29.0)}
"""Box of an index, and of a joker's, mm from the corner."""

NAMES = ["S3", "D9", "HK", "CT", "SB", "HR"]
PLACES = st.tuples(st.floats(0, 160), st.floats(0, 160), st.integers(0, 359))


def turned(points, place):
    """mm from a card's middle -> mm on the table."""
    x, y, angle = place
    c, s = np.cos(np.deg2rad(angle)), np.sin(np.deg2rad(angle))
    return np.asarray(points) @ np.array([[c, s], [-s, c]]) + (x, y)


def back(points, place):
    x, y, angle = place
    c, s = np.cos(np.deg2rad(angle)), np.sin(np.deg2rad(angle))
    return (np.asarray(points) - (x, y)) @ np.array([[c, -s], [s, c]])


def prints(name, corners):
    """Points (2, 2) and ink (n, 2) of each printed index, mm from the card's middle."""
    joker = name in ("SB", "HR")
    place = JOKER if joker else PLACE
    pair = np.array([place.rank, place.suit]) - HALF
    x0, y0, x1, y1 = INK[joker]
    xs, ys = np.meshgrid(np.linspace(x0, x1, 4), np.linspace(y0, y1, 8))
    ink = np.c_[xs.ravel(), ys.ravel()] - HALF
    signs = [(1, 1), (-1, -1)] if corners == 2 or joker else [(1, 1), (-1, -1), (-1, 1), (1, -1)]
    return [(pair * sign, ink * sign) for sign in signs]


def shown(cards, corners):
    """(card, points) of each index that no later card touches; an index that is cut shows nothing."""
    found = []
    for n, (name, place) in enumerate(cards):
        for pair, ink in prints(name, corners):
            there = turned(ink, place)
            if not any((np.abs(back(there, over)) < HALF).all(axis=1).any() for _, over in cards[n + 1 :]):
                found.append((n, turned(pair, place)))
    return found


def as_index(name, pair):
    probs = np.full(54, 0.01 / 53, np.float32)
    probs[FACES.index(Card.parse(name))] = 0.99
    box = (*map(float, pair.min(axis=0) - 3), *map(float, pair.max(axis=0) + 3))
    return Index(box, tuple(pair[0]), tuple(pair[1]), 0.99, probs)


def alike(cards, seen, corners):
    """Whether indices of two equal cards stand to each other as two of one card, or as parts of one word."""
    for (a, one), (b, other) in combinations(seen, 2):
        if a == b or cards[a][0] != cards[b][0]:
            continue
        for (pair, _), (mate, _) in (
            (p, q) for p in prints(cards[a][0], corners) for q in prints(cards[a][0], corners)
        ):
            if pair is mate:
                continue
            # Put the card where ``one`` says, and see whether ``other`` is about at its mate.
            along, own = one[1] - one[0], pair[1] - pair[0]
            angle = np.degrees(np.arctan2(along[1], along[0]) - np.arctan2(own[1], own[0]))
            middle = one.mean(axis=0) - turned(pair.mean(axis=0), (0, 0, angle))
            expected = turned(mate, (*middle, angle))
            if np.linalg.norm(expected.mean(axis=0) - other.mean(axis=0)) < 15:
                return True
        if cards[a][0] in ("SB", "HR") and np.linalg.norm(one.mean(axis=0) - other.mean(axis=0)) < 20:
            return True
    return False


@st.composite
def tables(draw):
    """Two to six cards of few faces, at most two of each, wherever they fall."""
    names = draw(
        st.lists(st.sampled_from(NAMES), min_size=1, max_size=6).filter(
            lambda n: max(Counter(n).values()) < 3
        )
    )
    return [(name, draw(PLACES)) for name in names]


@settings(deadline=None, derandomize=True)
@given(tables(), st.sampled_from([2, 4]))
def test_as_many_cards_come_out_as_show(cards, corners):
    seen = shown(cards, corners)
    assume(seen and not alike(cards, seen, corners))
    found = assemble(
        [as_index(cards[n][0], pair) for n, pair in seen],
        np.array([pair for _, pair in seen]),
        CardProfile(SIZE, corners, PLACE, JOKER),
    )
    lying = sorted({n for n, _ in seen})
    assert Counter(str(card.best) for card in found) == Counter(cards[n][0] for n in lying)
    sets = {frozenset(index.rank for index in card.indices) for card in found}
    assert sets == {frozenset(tuple(pair[0]) for m, pair in seen if m == n) for n in lying}


@settings(deadline=None, derandomize=True)
@given(tables(), st.sampled_from([2, 4]))
def test_a_card_lies_where_its_corners_say(cards, corners):
    seen = shown(cards, corners)
    assume(seen and not alike(cards, seen, corners))
    indices = [as_index(cards[n][0], pair) for n, pair in seen]
    owner = {index.rank: n for index, (n, _) in zip(indices, seen, strict=True)}
    for card in assemble(
        indices, np.array([pair for _, pair in seen]), CardProfile(SIZE, corners, PLACE, JOKER)
    ):
        told = corners == 2 or str(card.best) in ("SB", "HR") or len(card.indices) > 2
        if told:
            x, y, angle = cards[owner[card.indices[0].rank]][1]
            assert np.allclose(card.centre_mm, (x, y), atol=0.5)
            assert min(abs(card.angle_deg - angle) % 180, 180 - abs(card.angle_deg - angle) % 180) < 1


@settings(deadline=None, derandomize=True)
@given(
    st.integers(2, 8),
    st.floats(10, 26),
    st.integers(0, 359),
    st.sampled_from(["row", "leftward", "column", "fan"]),
    st.sampled_from([2, 4]),
)
def test_cards_of_a_row_come_in_the_order_in_which_they_were_laid(count, step, turn, kind, corners):
    faces = ["S3", "H4", "C5", "D6", "S7", "H8", "C9", "DT"][:count]
    cards = []
    for n, name in enumerate(faces):
        x, y, a = (n - count / 2) * step, 0.0, 0.0
        if kind == "leftward":
            x = -x
        elif kind == "column":
            x, y = 0.0, (n - count / 2) * max(step, 21.0)
        elif kind == "fan":
            bend = x / 200
            x, y, a = 200 * np.sin(bend), 200 * (1 - np.cos(bend)), np.degrees(bend)
        at = turned(np.array([x, y]), (300, 300, turn))
        cards.append((name, (float(at[0]), float(at[1]), turn + a)))
    seen = shown(cards, corners)
    assume({n for n, _ in seen} == set(range(count)))
    profile = CardProfile(SIZE, corners, PLACE, JOKER)
    found = assemble([as_index(cards[n][0], p) for n, p in seen], np.array([p for _, p in seen]), profile)
    down = turned(np.array([0.0, 1.0]), (0, 0, turn))
    assert [str(card.best) for card in laying_order(found, down)] == faces
