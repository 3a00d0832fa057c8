"""The plays of a hand, held against the rule text, and the reading that holds when none is stated."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from engine import CardError, Combo, ComboType, classify, legal_plays, parse_cards, take_reading
from engine.plays import rests_on_open_suits
from tests.prove_plays import prove_full, prove_small

PERFT = [
    json.loads(line)
    for line in (Path(__file__).parents[1] / "vectors/perft.jsonl").read_text("utf-8").splitlines()
]


def test_small_hands_against_all_sets_of_their_cards() -> None:
    assert prove_small(hands=12, seed=20) > 0


def test_full_hands_type_by_type() -> None:
    assert prove_full(hands=1, seed=21) > 0


@pytest.mark.parametrize(
    "row", PERFT, ids=[f"{row['name']}-{row['joker_pair_fullhouse']}-{row['largest_bomb']}" for row in PERFT]
)
def test_perft(row: dict[str, Any]) -> None:
    hand, level = parse_cards(row["hand"]), row["level"]
    switches = {key: row[key] for key in ("joker_pair_fullhouse", "largest_bomb")}
    by_type: dict[str, int] = {}
    for _, combo in legal_plays(hand, level, **switches):
        by_type[combo.type.value] = by_type.get(combo.type.value, 0) + 1
    assert by_type == row["by_type"]
    assert sum(by_type.values()) == row["lead"]
    for kind, key, size, count in row["beating"]:
        table = Combo(ComboType(kind), key, size)
        assert sum(1 for _ in legal_plays(hand, level, table, **switches)) == count, table


def test_legal_plays_lie_in_order() -> None:
    hand = parse_cards("S3 S4 H9 S6 S7 DK CK DQ SQ")
    for cards, combo in legal_plays(hand, "9"):
        found = classify(cards, "9")
        same_kind = [c for c in found if c.type is combo.type]
        assert combo in found
        if combo.type is not ComboType.FULLHOUSE:  # in KKQQ and a wild card both ways lie in order
            assert take_reading(same_kind, cards, "9", "placed") == combo


def test_legal_plays_want_known_cards() -> None:
    with pytest.raises(CardError, match="all known"):
        list(legal_plays(parse_cards("S3 ?4"), "2"))


def test_legal_plays_want_two_decks() -> None:
    with pytest.raises(CardError, match="S3 is held 3 times"):
        list(legal_plays(parse_cards("S3 S3 S3"), "2"))
    with pytest.raises(CardError, match="no level"):
        list(legal_plays(parse_cards("S3"), "1"))


@pytest.mark.parametrize(
    ("text", "placed", "lower", "largest"),
    [
        ("H9 S4 S5 S6 D7", "straight 7", "straight 7", "straight 8"),
        ("S4 S5 S6 D7 H9", "straight 8", "straight 7", "straight 8"),
        ("H9 D7 S6 S5 S4", "straight 8", "straight 7", "straight 8"),
        ("S6 H9 D7 S4 S5", "straight 8", "straight 7", "straight 8"),  # no order: the largest
        ("H9 SA D2 H3 C4", "straight 5", "straight 5", "straight 5"),
        ("S3 S4 H9 S6 S7", "sflush 7", "sflush 7", "sflush 7"),
        ("S5 D5 H9 S8 C8", "fullhouse 8", "fullhouse 5", "fullhouse 8"),
        ("H9 S5 D5 S8 C8", "fullhouse 5", "fullhouse 5", "fullhouse 8"),
        ("H9 H9 S5 D5 S6 D6", "tube 6", "tube 6", "tube 7"),
    ],
)
def test_wild_default(text: str, placed: str, lower: str, largest: str) -> None:
    cards = parse_cards(text)
    found = classify(cards, "9")
    taken = [str(take_reading(found, cards, "9", way)) for way in ("placed", "lower", "largest")]
    assert taken == [placed, lower, largest]


@pytest.mark.parametrize(
    ("cards", "level", "type_"),
    [
        ("?4 ?5 ?6 ?7 ?8", "2", ComboType.STRAIGHT),
        ("?5 ?6 ?7 ?8 ?9", "5", ComboType.STRAIGHT),
        ("S4 S5 S6 S7 S8", "2", ComboType.SFLUSH),
        ("?9 ?9", "9", ComboType.PAIR),
    ],
)
def test_suits_left_out_make_no_flush_and_no_wild_card(cards: str, level: str, type_: ComboType) -> None:
    laid = parse_cards(cards)
    readings = classify(laid, level)
    taken = take_reading(readings, laid, level, "strongest")
    assert (taken.type, taken.wilds) == (type_, ())


@pytest.mark.parametrize(
    ("cards", "level", "type_", "rests"),
    [
        ("?3 ?4 ?5 ?6 ?7", "2", ComboType.SFLUSH, True),
        ("S3 S4 S5 S6 ?7", "2", ComboType.SFLUSH, True),
        ("S3 S4 S5 S6 S7", "2", ComboType.SFLUSH, False),
        ("?3 ?4 ?5 ?6 ?7", "2", ComboType.STRAIGHT, False),
        ("?3 ?3 ?3 ?2", "2", ComboType.BOMB, True),
        ("?3 ?3 ?3 H2", "2", ComboType.BOMB, False),
        ("?3 ?3 ?3 ?3", "2", ComboType.BOMB, False),
    ],
)
def test_a_bomb_may_rest_on_suits_that_nobody_gave(
    cards: str, level: str, type_: ComboType, rests: bool
) -> None:
    laid = parse_cards(cards)
    reading = next(combo for combo in classify(laid, level) if combo.type is type_)
    assert rests_on_open_suits(reading, laid, level) is rests
