"""What the pips of a card say of its rank, on drawn faces of many decks."""

from dataclasses import replace

import numpy as np
import pytest

from datasets.decks import Deck, random_style
from engine.cards import FACES, Card
from vision.opencv import cv2
from vision.pips import ranks_by_pips, with_pips
from vision.values import Image, SeenCard

SCALE = 1.8
"""px a mm, about those of a full picture of the table."""


def drawn(deck: Deck, name: str) -> tuple[Image, np.ndarray]:
    """A card on a cloth, a little turned and blurred, with its outline in px."""
    face, _ = deck.at(Card.parse(name), SCALE)
    height, width = face.shape[:2]
    size = np.array(deck.size, np.float32) * SCALE
    a = np.deg2rad(7.0)
    turn = np.array([[np.cos(a), -np.sin(a)], [np.sin(a), np.cos(a)]], np.float32)
    flat = np.array([(0, 0), (size[0], 0), size, (0, size[1])], np.float32)
    outline = ((flat - size / 2) @ turn.T + 130).astype(np.float32)
    corners = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32)
    laid = cv2.warpPerspective(face, cv2.getPerspectiveTransform(corners, outline), (260, 260))
    cover = laid[..., 3:].astype(np.float32) / 255
    image = laid[..., :3] * cover + np.array((60, 110, 50), np.float32) * (1 - cover)
    return cv2.GaussianBlur(image, (0, 0), 0.8).astype(np.uint8), outline


@pytest.fixture(scope="module", params=range(3))
def deck(request: pytest.FixtureRequest) -> Deck:
    plain = random_style(np.random.default_rng(request.param))
    return Deck(replace(plain, corners=2, rank_height=7.0, suit_height=5.0, pip_scale=0.85, frame=False))


@pytest.mark.parametrize("name", ["S4", "H5", "C6", "D7", "H8", "S9", "DT"])
def test_the_pips_say_the_rank(deck: Deck, name: str) -> None:
    image, outline = drawn(deck, name)
    assert ranks_by_pips(outline, image, deck.size) == {name[1]}


@pytest.mark.parametrize("name", ["HA", "S2", "CJ", "DQ", "HK", "SB", "HR"])
def test_of_other_cards_they_say_nothing(deck: Deck, name: str) -> None:
    image, outline = drawn(deck, name)
    assert not ranks_by_pips(outline, image, deck.size)


@pytest.mark.parametrize(("name", "said"), [("C6", "67"), ("H8", "78"), ("S9", "9"), ("DT", "T")])
def test_where_a_hand_hides_one_half_the_other_speaks(deck: Deck, name: str, said: str) -> None:
    image, outline = drawn(deck, name)
    cv2.rectangle(image, (60, 164), (200, 260), (120, 150, 210), -1)
    assert ranks_by_pips(outline, image, deck.size) == set(said)


def test_a_card_half_under_another_says_nothing(deck: Deck) -> None:
    image, outline = drawn(deck, "S9")
    cv2.rectangle(image, (120, 0), (259, 259), (245, 245, 245), -1)
    assert not ranks_by_pips(outline, image, deck.size)


def test_an_index_read_as_another_rank_gives_way(deck: Deck) -> None:
    image, outline = drawn(deck, "H6")
    probs = np.full(54, 1e-5, np.float32)
    probs[[FACES.index(Card.parse(name)) for name in ("H8", "H6")]] = 0.7, 0.29
    card = with_pips(SeenCard(probs, np.zeros(2, np.float32), 0.0, (), outline), image, deck.size)
    assert str(card.best) == "H6"
    assert card.p > 0.95
    assert float(card.probs.sum()) == pytest.approx(float(probs.sum()), rel=1e-4)
