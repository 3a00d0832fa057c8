"""Cards, readings of hands, and the plays of a hand."""

from __future__ import annotations

import random
import time
from collections import Counter
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
    legal_plays,
    level_value,
    parse_cards,
    take_reading,
)
from engine.combos import SHAPES

levels = st.sampled_from(RANKS)
faces = st.sampled_from(FACES)
hands = st.lists(faces, min_size=1, max_size=10).filter(lambda cards: max(Counter(cards).values()) <= 2)


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
    assert [Card.parse(t).is_known for t in ("S3", "SB", "?3", "??")] == [True, True, False, False]
    assert Card.parse("HR").is_joker
    assert not Card.parse("??").is_joker
    assert eval(repr(FACES[0])) == FACES[0]


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


def natural(cards: tuple[Card, ...], level: str) -> set[tuple[str, int]]:
    """The hand types of cards without wild ones, written down a second time and quite differently."""
    found = set()
    ranks = sorted(card.rank for card in cards)
    counts = sorted(Counter(ranks).values())
    top = {rank: level_value(card, level) for card in cards for rank in [card.rank]}
    joker = any(card.is_joker for card in cards)
    if counts == [len(cards)]:
        kind = {1: "single", 2: "pair", 3: "triple"}.get(len(cards), "bomb")
        if not joker or len(cards) <= 2:
            found.add((kind, top[ranks[0]]))
    if counts == [2, 3]:
        triple = next(rank for rank in ranks if ranks.count(rank) == 3)
        if triple not in "BR":
            found.add(("fullhouse", top[triple]))
    if sorted(map(str, cards)) == ["HR", "HR", "SB", "SB"]:
        found.add(("fourkings", 0))
    for kind, length, each in (("straight", 5, 1), ("tube", 3, 2), ("plate", 2, 3)):
        for start in range(len("A" + RANKS) - length + 1):
            run = ("A" + RANKS)[start : start + length]
            if ranks == sorted(run * each):
                flush = each == 1 and len({card.suit for card in cards}) == 1
                found.add(("sflush" if flush else kind, RANKS.index(run[-1]) + 2))
    return found


@settings(deadline=None, max_examples=150)
@given(near_hands())
def test_classify_against_all_that_wild_cards_may_be(case: tuple[tuple[Card, ...], str]) -> None:
    cards, level = case
    wilds = sum(card.is_wild(level) for card in cards)
    naturals = tuple(card for card in cards if not card.is_wild(level))
    if wilds > 2 or not naturals:
        return
    expected = set()
    for meant in product(FACES[:52], repeat=wilds):
        expected |= natural(naturals + meant, level)
    assert {(str(c.type), c.key) for c in classify(cards, level)} == expected


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


def all_plays(hand: list[Card], level: str, to_beat: Combo | None) -> set[tuple[str, Combo]]:
    found = set()
    for size in range(1, min(10, len(hand)) + 1):
        for cards in {tuple(sorted(chosen, key=str)) for chosen in combinations(hand, size)}:
            for combo in classify(cards, level):
                if to_beat is None or beats(combo, to_beat):
                    found.add((" ".join(map(str, cards)), combo))
    return found


@st.composite
def small_hands(draw: st.DrawFn) -> tuple[list[Card], str]:
    level = draw(levels)
    start = draw(st.integers(0, 8))
    near = [card for card in FACES if card.rank in ("A" + RANKS)[start : start + 6]]
    pool = [*near, *near, *FACES[-2:], *FACES[-2:], Card("H", level), Card("H", level)]
    deck = [card for card, count in Counter(pool).items() for _ in range(min(2, count))]
    rng = draw(st.randoms(use_true_random=False))
    hand = rng.sample(deck, draw(st.integers(1, 7)))
    return hand + [Card("H", level)] * draw(st.integers(0, 2 - hand.count(Card("H", level)))), level


@settings(deadline=None, max_examples=120)
@given(small_hands(), st.none() | combos)
def test_legal_plays_against_all_subsets(case: tuple[list[Card], str], to_beat: Combo | None) -> None:
    hand, level = case
    listed = [
        (" ".join(sorted(map(str, cards))), combo) for cards, combo in legal_plays(hand, level, to_beat)
    ]
    assert len(listed) == len(set(listed))
    assert set(listed) == all_plays(hand, level, to_beat)


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


def test_legal_plays_are_quick() -> None:
    rng = random.Random(5)
    slowest = 0.0
    for _ in range(10):
        deck = [card for card in FACES for _ in range(2) if not card.is_wild("2")]
        hand = [*rng.sample(deck, 25), Card("H", "2"), Card("H", "2")]
        begin = time.process_time()
        count = sum(1 for _ in legal_plays(hand, "2"))
        slowest = max(slowest, time.process_time() - begin)
        assert count > 100
    assert slowest < 1


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
