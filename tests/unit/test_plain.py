"""Cards without a marker, learned from pictures of them."""

import numpy as np
import pytest

from tests.unit.marked_views import TABLE, cloth, kit_card, lay, plain_card, whole
from vision.opencv import cv2
from vision.plain import PlainCard, PlainCardError, PlainCards, finder, learn, load_cards, to_file

CARD = plain_card("PASS")


def seen(picture: np.ndarray, seed: int = 0) -> np.ndarray:
    """As a camera sees it: soft and noisy."""
    rng = np.random.default_rng(seed)
    soft = cv2.GaussianBlur(picture, (0, 0), 0.8)
    return np.clip(soft + rng.normal(0, 4, soft.shape), 0, 255).astype(np.uint8)


@pytest.fixture(scope="module")
def learned() -> PlainCard:
    looks = [learn(seen(lay(cloth(n), CARD, (300, 300), 35.0 * n), n), TABLE) for n in range(2)]
    return PlainCard(None, np.array(looks))


@pytest.mark.parametrize(("place", "turn"), [((480, 300), 15), ((300, 130), 140), ((150, 320), 260)])
def test_a_learned_card_is_found_wherever_it_lies(learned, place, turn):
    picture = seen(lay(cloth(5), CARD, place, turn), 7)
    (mark,) = PlainCards([learned]).find(picture, whole(picture), TABLE)
    assert (mark.name, mark.count) == ("learned pass", None)
    np.testing.assert_allclose(mark.centre_mm, place, atol=3)


def test_other_cards_are_not_taken_for_it(learned):
    picture = seen(lay(lay(cloth(), plain_card("8"), (200, 300), 20), kit_card(5), (450, 300), 0))
    assert PlainCards([learned]).find(picture, whole(picture), TABLE) == []


def test_marked_and_learned_cards_are_found_side_by_side(learned):
    picture = seen(lay(lay(cloth(), CARD, (200, 300), 20), kit_card(5), (450, 300), 0))
    found = finder([learned])(picture, whole(picture), TABLE)
    assert [mark.name for mark in found] == ["marker 5", "learned pass"]


@pytest.mark.parametrize("cards", [[], [(200, 200), (400, 400)]])
def test_only_one_card_at_a_time_is_learned(cards):
    picture = cloth()
    for place in cards:
        picture = lay(picture, CARD, place, 0)
    with pytest.raises(PlainCardError, match="lay the one card to learn"):
        learn(seen(picture), TABLE)


def test_a_card_is_learned_on_a_table_of_strong_grain():
    high, wide = cloth().shape[:2]
    streaks = np.repeat(np.random.default_rng(3).normal(0, 1, wide // 4) > 0.8, 4)
    wood = np.broadcast_to((110 - 45 * streaks)[None, :, None], (high, wide, 3)).astype(np.uint8)
    look = learn(seen(lay(wood, CARD, (300, 300), 20)), TABLE)
    lies_there = PlainCards([PlainCard(None, look[None])])
    picture = seen(lay(cloth(5), CARD, (300, 300), 50), 7)
    assert len(lies_there.find(picture, whole(picture), TABLE)) == 1


def test_the_file_holds_what_was_learned(learned, tmp_path):
    path = tmp_path / "t.cards.npz"
    path.write_bytes(to_file([learned, PlainCard(7, learned.looks[:1])]))
    one, other = load_cards(path)
    assert (one.count, other.count) == (None, 7)
    np.testing.assert_array_equal(one.looks, learned.looks)


@pytest.mark.parametrize(
    "content", [b"", b"no archive", to_file([PlainCard(None, np.zeros((0, 4, 4), np.uint8))])]
)
def test_a_file_that_is_none_is_named(content, tmp_path):
    path = tmp_path / "t.cards.npz"
    path.write_bytes(content)
    with pytest.raises(PlainCardError, match=r"no file of|no pictures"):
        load_cards(path)
