"""What is rare at a table and read badly comes often enough in the pictures to learn from."""

import itertools

import numpy as np

from datasets.decks import random_style, training_style
from datasets.scenes import random_play


def test_a_deck_to_learn_from_is_an_ordinary_one_but_for_its_jokers():
    for seed in range(30):
        plain = random_style(np.random.default_rng(seed))
        learned = training_style(np.random.default_rng(seed))
        assert {learned.joker} <= {plain.joker, "star"}
        assert (learned.art, learned.font, learned.inks) == (plain.art, plain.font, plain.inks)


def test_jokers_of_a_star_over_a_tiny_word_are_common():
    styles = [training_style(np.random.default_rng(seed)) for seed in range(200)]
    assert sum(style.joker == "star" for style in styles) > 60


def test_equal_cards_lie_beside_one_another():
    rng = np.random.default_rng(1)
    plays = [[laid.card for laid in random_play(rng, 0, 0, 0)] for _ in range(400)]
    pairs = [one == other for play in plays for one, other in itertools.pairwise(play)]
    assert np.mean(pairs) > 0.15
