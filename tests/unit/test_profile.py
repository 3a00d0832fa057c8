"""A deck's card profile: its file, what the table's file says of it, and how it is measured from cards."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.cards import FACES, Card
from vision.measuring import ENOUGH, ProfileLearner
from vision.plane import Plane
from vision.profile import CardProfile, IndexPlace, ProfileError, read_profile, write_profile
from vision.table import Table, TableError
from vision.values import Index

SIZE = (58.0, 88.0)
PLACE, JOKER = IndexPlace((5.5, 7.5), (5.5, 16.5)), IndexPlace((4.5, 9.0), (4.5, 29.0))
ACROSS = IndexPlace((5.0, 6.0), (17.0, 6.0))
POINTS = "points_px = [[0, 0], [600, 0], [600, 600], [0, 600]]\n"


@pytest.mark.parametrize(
    "profile",
    [
        CardProfile(),
        CardProfile((63, 88), 4),
        CardProfile(SIZE, 2, PLACE),
        CardProfile(SIZE, 4, PLACE, ACROSS),
        CardProfile(SIZE, 2, None, JOKER),
    ],
)
def test_a_profile_is_read_as_it_was_written(profile: CardProfile, tmp_path: Path) -> None:
    write_profile(tmp_path / "deck.toml", profile)
    assert read_profile(tmp_path / "deck.toml") == profile


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[card]\nindices = 3\n", "card.indices: must be 2 or 4"),
        ("[card]\nsize_mm = [58]\n", "card.size_mm: must be two lengths in mm"),
        ("[card]\nsize_mm = [58, -1]\n", "card.size_mm: must be more than 0"),
        ("[card]\nsize_mm = [58, true]\n", r"card.size_mm\[1\]: must be a number"),
        ("[card]\nrank_mm = [5, 8]\n", "card.suit_mm: is missing; rank and suit go together"),
        ("[card]\nsuit_mm = [5, 8]\n", "card.rank_mm: is missing"),
        ("[card]\nrank_mm = [40, 8]\nsuit_mm = [5, 15]\n", "card.rank_mm: must lie in the card's NW quarter"),
        ("[card]\nrank_mm = [5, 8]\nsuit_mm = [5, 9]\n", "card.suit_mm: must lie 2 mm from rank_mm"),
        ("[card]\nrank = [5, 8]\n", "card.rank: unknown; known are"),
        ("[table]\n", "card: must be a section"),
        ("[card\n", "is no TOML"),
    ],
)
def test_a_wrong_profile_is_named(text: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "deck.toml"
    path.write_text(text)
    with pytest.raises(ProfileError, match=message) as caught:
        read_profile(path)
    assert str(path) in str(caught.value)


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(ProfileError, match=r"none\.toml: cannot be read"):
        read_profile(tmp_path / "none.toml")
    with pytest.raises(ProfileError, match="cannot be written"):
        write_profile(tmp_path / "no" / "deck.toml", CardProfile())


def test_a_tables_file_may_hold_the_profile(tmp_path: Path) -> None:
    path = tmp_path / "table.toml"
    path.write_text(f"[table]\n{POINTS}[card]\nindices = 4\nrank_mm = [5.5, 7.5]\nsuit_mm = [5.5, 16.5]\n")
    assert Table.load(path).card == CardProfile(SIZE, 4, PLACE)
    path.write_text(f"[table]\n{POINTS}[card]\nrank_mm = [5.5, 7.5]\n")
    with pytest.raises(TableError, match=r"card\.suit_mm: is missing"):
        Table.load(path)


def card(face, x, y, degrees, place=PLACE, which=(0, 1), noise=None):
    """Indices and points of a card; corners 0 NW, 1 SE, 2 NE, 3 SW."""
    half = np.array(SIZE) / 2
    pair = np.array([place.rank, place.suit]) - half
    signs = [(1, 1), (-1, -1), (-1, 1), (1, -1)]
    a = np.deg2rad(degrees)
    turn = np.array([[np.cos(a), np.sin(a)], [-np.sin(a), np.cos(a)]])
    probs = np.full(54, 0.02 / 53, np.float32)
    probs[FACES.index(Card.parse(face))] = 0.98
    found = []
    for n in which:
        points = (pair * signs[n]) @ turn + (x, y)
        if noise is not None:
            points = points + noise.normal(0, 0.5, (2, 2))
        found.append((Index((0.0, 0.0, 1.0, 1.0), tuple(points[0]), tuple(points[1]), 0.98, probs), points))
    return found


def shown(learner, *cards):
    seen = [one for each in cards for one in each]
    learner.see([index for index, _ in seen], np.array([points for _, points in seen]))


@pytest.mark.parametrize("corners", [2, 4])
def test_the_place_of_the_index_is_measured_from_a_few_cards(corners):
    rng = np.random.default_rng(4)
    learner = ProfileLearner(CardProfile(SIZE, corners))
    which = range(corners)
    for n, face in enumerate(["S3", "D9", "HK", "CT", "C2", "D5"]):
        assert (learner.profile.plain is not None) == (n >= ENOUGH)
        shown(learner, card(face, 100, 100, 50 * n, which=which, noise=rng))
    assert learner.profile.plain is not None
    assert np.allclose(learner.profile.plain.middle, PLACE.middle, atol=1.5)
    assert learner.profile.plain.length == pytest.approx(PLACE.length, abs=1)
    assert learner.profile.corners == corners


@pytest.mark.parametrize("place", [JOKER, ACROSS])
def test_a_joker_tells_where_jokers_have_theirs(place):
    learner = ProfileLearner(CardProfile(SIZE))
    shown(learner, card("HR", 100, 100, 20, place))
    assert learner.profile.joker is not None
    assert learner.profile.joker.across == place.across
    assert np.allclose(learner.profile.joker.middle, place.middle, atol=0.5)


def test_one_face_seen_again_and_again_counts_once():
    learner = ProfileLearner(CardProfile(SIZE))
    for degrees in range(0, 360, 30):
        shown(learner, card("S3", 100, 100, degrees))
    assert learner.profile.plain is None


def test_equal_cards_that_look_like_one_are_outvoted():
    learner = ProfileLearner(CardProfile(SIZE))
    shown(learner, card("S3", 100, 100, 0, which=[0]), card("S3", 107, 104, 0, which=[1]))
    for face in ("D9", "HK", "CT", "C2"):
        shown(learner, card(face, 100, 100, 0))
    assert learner.profile.plain is not None
    assert np.allclose(learner.profile.plain.middle, PLACE.middle, atol=0.3)


def test_four_corners_are_noticed_though_two_were_said():
    learner = ProfileLearner(CardProfile(SIZE, 2))
    shown(learner, card("S3", 100, 100, 0, which=range(4)))
    assert learner.profile.corners == 4


def test_two_corners_are_noticed_though_four_were_said():
    learner = ProfileLearner(CardProfile(SIZE, 4))
    for face in ("S3", "D9", "HK", "CT"):
        shown(learner, card(face, 100, 100, 30))
    assert learner.profile.corners == 2


def test_what_a_file_says_is_not_measured_again():
    given_ = CardProfile(SIZE, 2, replace(PLACE, rank=(6.0, 7.0)), JOKER)
    learner = ProfileLearner(given_)
    for face in ("S3", "D9", "HK", "CT"):
        shown(learner, card(face, 100, 100, 30))
    assert learner.profile == given_


@settings(deadline=None, derandomize=True)
@given(st.floats(-0.6, 0.6), st.floats(-0.6, 0.6), st.integers(0, 2**16))
def test_the_lean_of_a_table_is_told_from_the_size_of_its_indices(x, y, seed):
    rng = np.random.default_rng(seed)
    true = Plane.of(np.zeros((0, 2, 2)), (1280, 720)).leaning(np.array([x, y]))
    middles, angles = rng.uniform(-280, 280, (30, 2)), rng.uniform(0, 2 * np.pi, 30)
    along = 8 * np.stack([np.cos(angles), np.sin(angles)], 1)
    places = np.stack([middles - along, middles + along], 1)
    pixels = true.pixels(places)
    assert np.allclose(true.flat(pixels), places, atol=1e-6)
    found = Plane.of(pixels, (1280, 720))
    assert np.allclose(found.lean, (x, y), atol=0.2)
