"""The hand types a second time, straight from the rule text and slow, to hold the engine's plays against.

Nothing of `engine` is used. A card is its text (``S2 HT SB HR``), a reading a tuple of type, key and size as
the record names them, a play its sorted cards and a reading. What wild cards may be is found by trying
everything. The clauses are those of the national rules of 2022, 牌型与名称 and 牌型大小的比较.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain, combinations, combinations_with_replacement, product
from typing import NamedTuple

RANKS = "23456789TJQKA"
LADDER = "A" + RANKS  # 牌点 2: the ace may stand as the lowest
FACES = [suit + rank for suit in "SHCD" for rank in RANKS]
DECKS = 2 * [*FACES, "SB", "HR"]

Reading = tuple[str, int, int]
Play = tuple[tuple[str, ...], Reading]


class Variant(NamedTuple):
    """What the rule texts leave open about hand types."""

    joker_pair_fullhouse: bool = True
    largest_bomb: int = 10


DEFAULT = Variant()


def value(rank: str, level: str) -> int:
    """牌点 1: big joker, small joker, level card, A, K, ... 2."""
    return {"R": 17, "B": 16, level: 15}.get(rank) or RANKS.index(rank) + 2


def types(cards: Sequence[str], level: str, variant: Variant) -> Iterator[Reading]:
    """What natural cards are, by the ten definitions; jokers are ranks that come twice and never in a row."""
    size = len(cards)
    count = Counter(card[1] for card in cards)
    counts = sorted(count.values())
    often = max(count, key=lambda rank: count[rank])
    top = value(often, level)
    if size == 1:  # 1 单张
        yield "single", top, 1
    if counts == [2]:  # 2 对子, also two big or two small jokers
        yield "pair", top, 2
    if counts == [2, 2, 2]:  # 3 三连对
        yield from (("tube", key, 6) for key in in_a_row(count))
    if counts == [3]:  # 4 三同张
        yield "triple", top, 3
    if counts == [3, 3]:  # 5 三同连张
        yield from (("plate", key, 6) for key in in_a_row(count))
    if counts == [2, 3] and (variant.joker_pair_fullhouse or not {"B", "R"} & set(count)):  # 6 三带对
        yield "fullhouse", top, 5
    if counts == [1, 1, 1, 1, 1]:  # 7 顺子 and 9 同花顺, which a plain one in one suit always is
        kind = "sflush" if len({card[0] for card in cards}) == 1 else "straight"
        yield from ((kind, key, 5) for key in in_a_row(count))
    if counts == [size] and 4 <= size <= variant.largest_bomb:  # 8 炸弹
        yield "bomb", top, size
    if count == {"B": 2, "R": 2}:  # 10 四大天王
        yield "fourkings", 0, 4


def in_a_row(ranks: Iterable[str]) -> Iterator[int]:
    """The value of the top rank if the ranks lie side by side; level cards stand at their own (插带 1)."""
    wanted = set(ranks)
    for start in range(len(LADDER) - len(wanted) + 1):
        row = LADDER[start : start + len(wanted)]
        if set(row) == wanted:
            yield RANKS.index(row[-1]) + 2


def readings(cards: Iterable[str], level: str, variant: Variant = DEFAULT) -> frozenset[Reading]:
    """All that cards may be, a wild card being any of the 52 (术语14), without others a level card.

    Of suits the types ask only whether all are alike, so cards of one suit stand for those of another.
    """
    cards = list(cards)
    natural = [card for card in cards if card != "H" + level]
    ranks = "".join(sorted(card[1] for card in natural))
    return _readings(
        ranks, len({card[0] for card in natural}) == 1, len(cards) - len(natural), level, variant
    )


@lru_cache(maxsize=200_000)
def _readings(ranks: str, alike: bool, wilds: int, level: str, variant: Variant) -> frozenset[Reading]:
    if len(set(ranks)) > 5:
        return frozenset()  # no type has more than five ranks
    if not ranks:
        return frozenset(types(["H" + level] * wilds, level, variant))
    natural = (
        ["S" + rank for rank in ranks] if alike else ["S" + ranks[0], *("C" + rank for rank in ranks[1:])]
    )
    # Suits matter to five in a row alone.
    faces = FACES if len(ranks) + wilds == 5 else FACES[:13]
    meant = combinations_with_replacement(faces, wilds)
    return frozenset(chain.from_iterable(types([*natural, *others], level, variant) for others in meant))


def forget() -> None:
    """Drop the readings found so far, to time how long they take to find."""
    _readings.cache_clear()


def beats(a: Reading, b: Reading) -> bool:
    """牌型大小 二: four jokers > more than five alike > straight flush > five > four > the seven others."""

    def order(reading: Reading) -> int:
        kind, _, size = reading
        if kind == "bomb":
            return size - 3 if size < 6 else size - 2  # four 1, five 2, six 4, seven 5 ...
        return {"sflush": 3, "fourkings": 99}.get(kind, 0)

    if order(a) != order(b):
        return order(a) > order(b)
    return a[0] == b[0] and a[1] > b[1]


def plays_of_subsets(hand: Sequence[str], level: str, variant: Variant = DEFAULT) -> set[Play]:
    """Every play by looking at every set of cards of the hand; for small hands."""
    found = set()
    for cards in subsets(hand):
        found |= {(cards, reading) for reading in readings(cards, level, variant)}
    return found


def subsets(hand: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """The distinct sets of one to ten of the cards, each sorted."""
    count = sorted(Counter(hand).items())
    for taken in product(*(range(n + 1) for _, n in count)):
        if 1 <= sum(taken) <= 10:
            yield tuple(card for (card, _), n in zip(count, taken, strict=True) for _ in range(n))


def plays_by_type(hand: Sequence[str], level: str, variant: Variant = DEFAULT) -> set[Play]:
    """Every play, one type after the other, by trying all cards of the ranks that the type is made of."""
    found: set[Play] = set()
    for kind, size, ranks in made_of(variant):
        usable = sorted(card for card in hand if card[1] in ranks or card == "H" + level)
        for cards in set(combinations(usable, size)):
            found |= {(cards, r) for r in readings(cards, level, variant) if r[0] == kind}
    return found


def made_of(variant: Variant) -> Iterator[tuple[str, int, str]]:
    """Type, number of cards, and the ranks that they come from."""
    for rank in RANKS + "BR":
        yield from (("single", 1, rank), ("pair", 2, rank), ("triple", 3, rank))
        yield from (("bomb", size, rank) for size in range(4, variant.largest_bomb + 1))
    for two in combinations(RANKS + "BR", 2):
        yield "fullhouse", 5, "".join(two)
    for kind, size, length in (("straight", 5, 5), ("sflush", 5, 5), ("tube", 6, 3), ("plate", 6, 2)):
        for start in range(len(LADDER) - length + 1):
            yield kind, size, LADDER[start : start + length]
    yield "fourkings", 4, "BR"
