"""Cards, readings of hands, and which beats which."""

from __future__ import annotations

import random
from itertools import combinations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import (
    FACES,
    RANKS,
    Card,
    CardError,
    Combo,
    ComboType,
    beats,
    classify,
    level_value,
    parse_cards,
)
from engine.cards import CARDS
from engine.combos import SHAPES, WILDS
from tests import rule_text

levels = st.sampled_from(RANKS)
faces = st.sampled_from(FACES)


@st.composite
def near_hands(draw: st.DrawFn) -> tuple[tuple[Card, ...], str]:
    """Cards likely to be a hand type: a shape's ranks, some of them wild."""
    level = draw(levels)
    shape = draw(st.sampled_from(SHAPES))
    suit = draw(st.sampled_from("SHCD"))
    cards = []
    for rank, count in shape.needs:
        for _ in range(count):
            if rank in "BR":
                cards.append(Card.parse({"B": "SB", "R": "HR"}[rank]))
            else:
                cards.append(Card(draw(st.sampled_from("SHCD" + 8 * suit)), rank))
    for at in draw(st.lists(st.integers(0, len(cards) - 1), max_size=2)):
        cards[at] = Card("H", level)
    return tuple(draw(st.permutations(cards))), level


def test_texts() -> None:
    assert [str(card) for card in FACES[:2]] == ["S2", "S3"]
    assert [str(card) for card in FACES[-3:]] == ["DA", "SB", "HR"]
    assert len(set(FACES)) == 54
    assert parse_cards("S3 h3,dt，HR") == tuple(map(Card.parse, ("S3", "H3", "DT", "HR")))
    assert parse_cards("  ") == ()
    assert parse_cards("s10") == parse_cards("ST")
    for typed in ("10", "x10", "s1", "1０"):
        with pytest.raises(CardError, match=f"^'{typed}' is no card"):
            parse_cards(f"S3 {typed}")
    assert [Card.parse(t).is_known for t in ("S3", "SB", "?3", "??")] == [True, True, False, False]
    assert Card.parse("HR").is_joker
    assert not Card.parse("??").is_joker
    assert eval(repr(FACES[0])) == FACES[0]
    assert [(card.index, Card(card.suit, card.rank)) for card in CARDS] == list(enumerate(CARDS))


@pytest.mark.parametrize(
    "text", ["", "S", "S1", "10", "HB", "SR", "S10", "3S", "?B", "?R", "s3", "S?", "红桃"]
)
def test_no_card(text: str) -> None:
    with pytest.raises(CardError, match="is no card"):
        Card.parse(text)


@pytest.mark.parametrize("level", ["", "1", "10", "B", "23"])
def test_no_level(level: str) -> None:
    with pytest.raises(CardError, match="is no level"):
        classify(parse_cards("S3"), level)


def test_unread_card_has_no_value() -> None:
    assert level_value(Card.parse("?3"), "3") == 15
    with pytest.raises(CardError):
        level_value(Card.parse("??"), "3")


@given(faces)
def test_card_text_round_trip(card: Card) -> None:
    assert Card.parse(str(card)) == card


def readings(text: str, level: str) -> list[str]:
    return sorted(map(str, classify(parse_cards(text), level)))


def test_cards_known_in_part() -> None:
    assert readings("?3 ?3", "2") == ["pair 3"]
    assert readings("?2 S5", "2") == ["pair 5"]  # only the heart two makes it a hand
    assert readings("?3 ?4 ?5 ?6 ?7", "9") == ["sflush 7", "straight 7"]
    assert readings("?3 S4 D5 ?6 ?7", "9") == ["straight 7"]
    assert readings("S3 ??", "9") == []
    assert readings("??", "9") == []
    assert readings("", "9") == []


def test_what_wild_cards_stand_for() -> None:
    by_name = {str(combo): combo.wilds for combo in classify(parse_cards("S4 H9 S6 S7 H9"), "9")}
    assert by_name["straight 7"] == parse_cards("?3 ?5")
    assert by_name["sflush 8"] == parse_cards("S5 S8")
    assert [c.wilds for c in classify(parse_cards("S3 D3 C3 H9 H9"), "9")] == [
        parse_cards("?3 ?3"),
        parse_cards("?9 ?9"),
    ]
    level_triple = {str(c): c.wilds for c in classify(parse_cards("S7 C7 D7 H7 H7"), "7")}
    assert level_triple["fullhouse level"] == parse_cards("?A ?A")


@settings(deadline=None, max_examples=150)
@given(near_hands(), st.booleans(), st.sampled_from([8, 10]))
def test_classify_against_all_that_wild_cards_may_be(
    case: tuple[tuple[Card, ...], str], joker_pair: bool, largest: int
) -> None:
    cards, level = case
    found = classify(cards, level, joker_pair_fullhouse=joker_pair, largest_bomb=largest)
    if sum(card.is_wild(level) for card in cards) > WILDS:
        assert found == ()  # two decks hold no more
        return
    expected = rule_text.readings(map(str, cards), level, rule_text.Variant(joker_pair, largest))
    assert sorted((c.type.value, c.key, c.size) for c in found) == sorted(expected)


@settings(deadline=None, max_examples=60)
@given(near_hands(), st.sets(st.integers(0, 9), max_size=3))
def test_a_card_without_a_suit_may_have_any(case: tuple[tuple[Card, ...], str], hidden: set[int]) -> None:
    cards, level = case
    known_in_part = [
        Card("?", card.rank) if at in hidden and not card.is_joker else card for at, card in enumerate(cards)
    ]
    suits = [card.suit if card.is_known else "SHCD" for card in known_in_part]
    expected: set[Combo] = set()
    for chosen in product(*suits):
        each = [Card(suit, card.rank) for suit, card in zip(chosen, cards, strict=True)]
        expected.update(classify(each, level))
    found = classify(known_in_part, level)
    assert [(c.type, c.key) for c in found] == sorted(
        {(c.type, c.key) for c in expected}, key=lambda c: _place(*c, len(cards)), reverse=True
    )


def _place(type_: ComboType, key: int, size: int) -> tuple[tuple[int, int], ComboType]:
    return Combo(type_, key, size).strength, type_


@given(near_hands(), st.randoms(use_true_random=False))
def test_order_of_cards_changes_no_reading(case: tuple[tuple[Card, ...], str], rng: random.Random) -> None:
    cards, level = case
    other = list(cards)
    rng.shuffle(other)
    assert classify(other, level) == classify(cards, level)


combos = st.builds(lambda case: classify(*case), near_hands()).filter(bool).map(lambda found: found[0])


@given(combos, combos)
def test_beats_is_an_order(a: Combo, b: Combo) -> None:
    assert not beats(a, a)
    assert not (beats(a, b) and beats(b, a))


@given(combos, combos, combos)
def test_beats_is_transitive(a: Combo, b: Combo, c: Combo) -> None:
    if beats(a, b) and beats(b, c):
        assert beats(a, c)


def test_strength_of_bombs() -> None:
    texts = ["S3 H3 C3 D3", "S3 H3 C3 D3 S3", "S3 S4 S5 S6 S7", "S3 H3 C3 D3 S3 H3", "SB SB HR HR"]
    ladder = [classify(parse_cards(text), "2")[0] for text in texts]
    assert all(beats(high, low) for low, high in combinations(ladder, 2))
    largest = classify(parse_cards("SQ HQ CQ DQ SQ HQ CQ DQ H2 H2"), "2")[0]
    assert (largest.type, largest.size) == (ComboType.BOMB, 10)
    assert beats(ladder[-1], largest)
