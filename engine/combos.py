"""Hand types: every reading of some cards at a level, and which reading beats which.

The shapes below are the whole of the ten types (national 2022, 牌型与名称 1-10); `classify` and the
move generator both work from them, so that they cannot disagree.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from engine.cards import LEVEL_VALUE, RANKS, Card, check_level, natural_value, rank_value


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


def _by_size_and_rank() -> dict[tuple[int, str], tuple[Shape, ...]]:
    table: dict[tuple[int, str], list[Shape]] = {}
    for shape in SHAPES:
        for rank, _ in shape.needs:
            table.setdefault((shape.size, rank), []).append(shape)
    return {where: tuple(shapes) for where, shapes in table.items()}


_TABLE = _by_size_and_rank()


def classify(cards: Iterable[Card], level: str) -> tuple[Combo, ...]:
    """Every reading of the cards at a level, one for each type and key, strongest first; () if there is none.

    A card with a rank only counts with any suit it may have; with an unread card nothing can be said.
    """
    check_level(level)
    cards = tuple(cards)
    if not cards or any(card.is_unread for card in cards):
        return ()
    found: dict[tuple[ComboType, int], Combo] = {}
    for naturals, wilds in _splits(cards, level):
        for combo in _readings(naturals, wilds, level):
            found.setdefault((combo.type, combo.key), combo)
    return tuple(sorted(found.values(), key=lambda c: (*c.strength, c.type), reverse=True))


def _splits(cards: Sequence[Card], level: str) -> Iterator[tuple[list[Card], int]]:
    """The natural cards and the number of wild ones; a level card without a suit may be either."""
    sure = sum(card.is_wild(level) for card in cards)
    open_ = [card for card in cards if card.rank == level and not card.is_known]
    rest = [card for card in cards if not card.is_wild(level) and card not in open_]
    for wild in range(min(len(open_), max(0, 2 - sure)) + 1):
        yield rest + open_[wild:], sure + wild


def _readings(naturals: list[Card], wilds: int, level: str) -> Iterator[Combo]:
    counts = Counter(card.rank for card in naturals)
    size = len(naturals) + wilds
    # Wild cards alone are level cards, nothing else.
    anchor = naturals[0].rank if naturals else level
    pairs_of_wilds = []
    for shape in _TABLE.get((size, anchor), ()):
        missing = _missing(shape, counts)
        if missing is None or len(missing) != wilds:
            continue
        if shape.type is ComboType.STRAIGHT:
            yield from _straights(shape, missing, naturals)
            continue
        combo = Combo(shape.type, shape.key(level), size, tuple(Card("?", rank) for rank in missing))
        if shape.type is ComboType.FULLHOUSE and missing == [shape.needs[1][0]] * 2:
            pairs_of_wilds.append(combo)
        else:
            yield combo
    # A pair of wild cards beside a natural triple may be any other rank: level cards when they can be.
    yield from sorted(pairs_of_wilds, key=lambda c: c.wilds[0].rank != level)


def _missing(shape: Shape, counts: Counter[str]) -> list[str] | None:
    """Ranks that wild cards must fill, None when the cards do not fit; a wild card is never a joker."""
    missing: list[str] = []
    for rank, need in shape.needs:
        lacking = need - counts[rank]
        if lacking < 0 or (lacking and rank in "BR"):
            return None
        missing += [rank] * lacking
    return missing


def _straights(shape: Shape, missing: list[str], naturals: list[Card]) -> Iterator[Combo]:
    """Five in a row as a straight flush and as a straight, as far as the suits allow."""
    suits = {card.suit for card in naturals}
    known = suits - {"?"}
    key = natural_value(shape.rank)
    if len(known) <= 1:
        suit = next(iter(known), "?")
        yield Combo(ComboType.SFLUSH, key, 5, tuple(Card(suit, rank) for rank in missing))
    # Natural cards of one suit are a straight flush and cannot be declared less.
    if len(known) > 1 or "?" in suits or missing:
        yield Combo(ComboType.STRAIGHT, key, 5, tuple(Card("?", rank) for rank in missing))
