"""Hand types: every reading of some cards at a level, and which reading beats which.

The shapes below are the whole of the ten types (national 2022, 牌型与名称 1-10). A `Filling` is one way
to make a shape of natural and wild cards; `classify` looks cards up among the fillings of a level, and
`plays.legal_plays` lays those that a hand can lay, so that the two cannot disagree.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from itertools import product
from typing import NamedTuple

from engine.cards import CARDS, LEVEL_VALUE, RANKS, SUITS, Card, check_level, natural_value, rank_value


class ComboType(StrEnum):
    """The ten hand types."""

    SINGLE = "single"  # 单张
    PAIR = "pair"  # 对子, also two equal jokers
    TRIPLE = "triple"  # 三同张
    FULLHOUSE = "fullhouse"  # 三带对
    STRAIGHT = "straight"  # 顺子, five in a row
    TUBE = "tube"  # 三连对, three pairs in a row
    PLATE = "plate"  # 三同连张, two triples in a row
    BOMB = "bomb"  # 炸弹, four or more alike
    SFLUSH = "sflush"  # 同花顺
    FOURKINGS = "fourkings"  # 四大天王


RUNS = frozenset({ComboType.STRAIGHT, ComboType.TUBE, ComboType.PLATE, ComboType.SFLUSH})
"""Types in which a level card stands at its natural rank (national 2022, 级牌的插带使用 1)."""
_BOMBS = frozenset({ComboType.BOMB, ComboType.SFLUSH, ComboType.FOURKINGS})
_KEY_TEXTS = {natural_value(rank): rank for rank in RANKS} | {LEVEL_VALUE: "level", 16: "SB", 17: "HR"}
LARGEST_BOMB = 10
"""Eight alike and two wild cards."""


@dataclass(frozen=True, slots=True)
class Combo:
    """One reading of some cards.

    `key` is what is compared: the value of the rank at the level, for runs the natural value of the top
    rank (A2345 has key 5), 0 for the four jokers. `wilds` is what each wild card stands for, in the order
    of the hand type (runs upward, triple before pair), with a rank only (``?5``) where no suit matters.
    """

    type: ComboType
    key: int
    size: int
    wilds: tuple[Card, ...] = ()

    @property
    def is_bomb(self) -> bool:
        """Beats all that is no bomb: four or more alike, a straight flush, the four jokers."""
        return self.type in _BOMBS

    @property
    def strength(self) -> tuple[int, int]:
        """Order among bombs: four jokers > six and more > straight flush > five > four (牌型大小 二)."""
        if self.type is ComboType.FOURKINGS:
            force = 2 * LARGEST_BOMB + 2
        elif self.type is ComboType.SFLUSH:
            force = 11  # between five alike (10) and six alike (12)
        else:
            force = 2 * self.size if self.is_bomb else 0
        return force, self.key

    def __str__(self) -> str:
        """As messages name it: ``pair K``, ``bomb5 level``, ``straight 5``, ``fourkings``."""
        name = f"{self.type}{self.size}" if self.type is ComboType.BOMB else str(self.type)
        return f"{name} {_KEY_TEXTS[self.key]}" if self.key in _KEY_TEXTS else name


def beats(a: Combo, b: Combo) -> bool:
    """Whether `a` beats `b`. Equal ones never beat each other; suits are never compared."""
    if a.is_bomb:
        return not b.is_bomb or a.strength > b.strength
    return a.type is b.type and a.size == b.size and a.key > b.key


@dataclass(frozen=True, slots=True)
class Shape:
    """Ranks that make up a hand of one type, `rank` being compared; a straight may be a straight flush."""

    type: ComboType
    rank: str
    needs: tuple[tuple[str, int], ...]

    @property
    def size(self) -> int:
        return sum(count for _, count in self.needs)

    def key(self, level: str) -> int:
        if self.type is ComboType.FOURKINGS:
            return 0
        return natural_value(self.rank) if self.type in RUNS else rank_value(self.rank, level)


def _shapes() -> Iterator[Shape]:
    ranks = RANKS[::-1]
    for rank in ranks + "BR":
        yield Shape(ComboType.SINGLE, rank, ((rank, 1),))
        yield Shape(ComboType.PAIR, rank, ((rank, 2),))
    for rank in ranks:
        yield Shape(ComboType.TRIPLE, rank, ((rank, 3),))
        for pair in ranks + "BR":
            if pair != rank:
                yield Shape(ComboType.FULLHOUSE, rank, ((rank, 3), (pair, 2)))
        for size in range(4, LARGEST_BOMB + 1):
            yield Shape(ComboType.BOMB, rank, ((rank, size),))
    ladder = "A" + RANKS  # the ace stands below the two or above the king (牌型大小 一2)
    for type_, length, copies in (
        (ComboType.STRAIGHT, 5, 1),
        (ComboType.TUBE, 3, 2),
        (ComboType.PLATE, 2, 3),
    ):
        for start in range(len(ladder) - length + 1):
            run = ladder[start : start + length]
            yield Shape(type_, run[-1], tuple((rank, copies) for rank in run))
    yield Shape(ComboType.FOURKINGS, "R", (("B", 2), ("R", 2)))


SHAPES: tuple[Shape, ...] = tuple(_shapes())
WILDS = 2
"""Wild cards in the stock: the heart level card of either deck."""

# Counts of cards are packed into one number, four bits each: of every rank, of the wild cards, and, for
# `classify` alone, of the suits of the natural cards, of level cards without a suit, and of unread cards.
_BITS = 4
_COUNTED = (*RANKS, "B", "R", "wild", *SUITS, "?", "open", "unread")
_AT = {what: _BITS * place for place, what in enumerate(_COUNTED)}
_COUNTS = (1 << _AT["S"]) - 1


def _packed(what: str, count: int = 1) -> int:
    """So many cards of a rank (or so many ``wild``), as a number to be added to others."""
    return count << _AT[what]


Part = tuple[str, int, int]
"""A rank of a hand type, how many natural and how many wild cards stand there."""


class Filling(NamedTuple):
    """One way to make a hand type of natural and wild cards, with its reading.

    counts: natural cards of each rank and wild cards, packed; parts: the ranks of the type in its order;
    suit: of a straight flush (``?``: of cards without a suit), None for all other types.
    """

    combo: Combo
    counts: int
    parts: tuple[Part, ...]
    suit: str | None = None


@cache
def fillings(level: str, joker_pair_fullhouse: bool, largest_bomb: int) -> tuple[Filling, ...]:
    """All ways to make a hand type with at most two wild cards; no cards are read alike in two ways."""
    found: list[Filling] = []
    for shape in SHAPES:
        if shape.type is ComboType.BOMB and shape.size > largest_bomb:
            continue
        if shape.type is ComboType.FULLHOUSE and shape.needs[1][0] in "BR" and not joker_pair_fullhouse:
            continue
        # A wild card is never a joker (national 2022, 术语14).
        most = [0 if rank in "BR" else min(need, WILDS) for rank, need in shape.needs]
        for wilds in product(*(range(count + 1) for count in most)):
            if sum(wilds) <= WILDS and _lawful(shape, wilds, level):
                found += _filled(shape, wilds, level)
    return tuple(found)


def _lawful(shape: Shape, wilds: tuple[int, ...], level: str) -> bool:
    """Wild cards alone are level cards; so are two beside a natural triple, unless it is of the level."""
    if sum(wilds) == shape.size:
        return shape.rank == level
    if shape.type is ComboType.FULLHOUSE and wilds[1] == 2:
        free = level if shape.rank != level else next(rank for rank in RANKS[::-1] if rank != level)
        return shape.needs[1][0] == free
    return True


def _filled(shape: Shape, wilds: tuple[int, ...], level: str) -> Iterator[Filling]:
    parts = tuple((rank, need - wild, wild) for (rank, need), wild in zip(shape.needs, wilds, strict=True))
    counts = _packed("wild", sum(wilds)) + sum(_packed(rank, count) for rank, count, _ in parts)
    meant = "".join(rank * wild for rank, _, wild in parts)
    key, size = shape.key(level), shape.size
    yield Filling(Combo(shape.type, key, size, _in_suit("?", meant)), counts, parts)
    if shape.type is ComboType.STRAIGHT:
        for suit in SUITS + "?":
            yield Filling(Combo(ComboType.SFLUSH, key, size, _in_suit(suit, meant)), counts, parts, suit)


def _in_suit(suit: str, ranks: str) -> tuple[Card, ...]:
    return tuple([Card.parse(suit + rank) for rank in ranks])


@dataclass(frozen=True, slots=True)
class _Readings:
    """What `classify` looks up: the packed weight of each card by its index, and the readings of their sum.

    `in_one_suit` holds, by the packed suits of the natural cards, what five in a row are in that suit.
    """

    weights: tuple[int, ...]
    by_counts: dict[int, tuple[Combo, ...]]
    in_one_suit: dict[int, dict[int, tuple[Combo, ...]]]


@cache
def _readings(level: str, joker_pair_fullhouse: bool, largest_bomb: int) -> _Readings:
    by_counts: dict[int, list[Combo]] = {}
    flushes: dict[str, dict[int, list[Combo]]] = {suit: {} for suit in SUITS + "?"}
    for filling in fillings(level, joker_pair_fullhouse, largest_bomb):
        table = by_counts if filling.suit is None else flushes[filling.suit]
        table.setdefault(filling.counts, []).append(filling.combo)
    in_one_suit: dict[int, dict[int, tuple[Combo, ...]]] = {}
    for suit, table in flushes.items():
        either = {counts: _sorted(combos + by_counts[counts]) for counts, combos in table.items()}
        # Natural cards of one suit are a straight flush and cannot be declared less.
        sure = either | {c: _sorted(combos) for c, combos in table.items() if c < _packed("wild")}
        for known in range(1, 6):
            for unknown in range(6 - known):
                suits = _packed(suit, known) + _packed("?", unknown) >> _AT["S"]
                in_one_suit[suits] = sure if suit != "?" and not unknown else either
    weights = tuple(_weight(card, level) for card in CARDS)
    return _Readings(weights, {counts: _sorted(combos) for counts, combos in by_counts.items()}, in_one_suit)


def _sorted(combos: Iterable[Combo]) -> tuple[Combo, ...]:
    """Strongest first."""
    return tuple(sorted(combos, key=lambda c: (*c.strength, c.type), reverse=True))


def _weight(card: Card, level: str) -> int:
    if card.is_unread:
        return _packed("unread")
    if card.is_wild(level):
        return _packed("wild")
    if card.rank == level and not card.is_known:
        return _packed("open")
    return _packed(card.rank) + _packed(card.suit)


def classify(
    cards: Iterable[Card],
    level: str,
    *,
    joker_pair_fullhouse: bool = True,
    largest_bomb: int = LARGEST_BOMB,
) -> tuple[Combo, ...]:
    """Every reading of the cards at a level, one for each type and key, strongest first; () if there is none.

    A card with a rank only counts with any suit it may have; with an unread card nothing can be said.
    `joker_pair_fullhouse`: whether two equal jokers may be the pair of a full house (national 2022, 牌型 2
    and 6); `largest_bomb`: cards in the largest bomb, 10 (national 2022, 牌型 8) or 8 (the Huai'an list, 一).
    Raises `CardError` for a level that is none.
    """
    readings = _readings(check_level(level), joker_pair_fullhouse, largest_bomb)
    cards = tuple(cards)
    if len(cards) > LARGEST_BOMB:
        return ()
    weights, total = readings.weights, 0
    for card in cards:
        total += weights[card.index]
    if total >> _AT["open"]:
        return _in_part(readings, total, level)
    return _looked_up(readings, total)


def _looked_up(readings: _Readings, total: int) -> tuple[Combo, ...]:
    counts = total & _COUNTS
    in_one_suit = readings.in_one_suit.get(total >> _AT["S"])
    if in_one_suit is not None and counts in in_one_suit:
        return in_one_suit[counts]
    return readings.by_counts.get(counts, ())


def _in_part(readings: _Readings, total: int, level: str) -> tuple[Combo, ...]:
    """With level cards without a suit, any of which may be wild."""
    if total >> _AT["unread"]:
        return ()
    open_ = total >> _AT["open"]
    rest = total - _packed("open", open_)
    found: dict[tuple[ComboType, int], Combo] = {}
    for wild in range(min(open_, WILDS) + 1):
        natural = open_ - wild
        as_read = rest + _packed("wild", wild) + _packed(level, natural) + _packed("?", natural)
        for combo in _looked_up(readings, as_read):
            found.setdefault((combo.type, combo.key), combo)
    return _sorted(found.values())
