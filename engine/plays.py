"""Plays: all that a hand may lay, and how a play with wild cards is read when nobody says."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import combinations, product, repeat
from typing import NamedTuple

from engine.cards import COPIES, FACES, RANKS, SUITS, Card, CardError, check_level
from engine.combos import (
    LARGEST_BOMB,
    RUNS,
    WILDS,
    Combo,
    ComboType,
    Filling,
    beats,
    fillings,
    packed,
    within,
)

Cards = tuple[Card, ...]


def legal_plays(
    hand: Iterable[Card],
    level: str,
    to_beat: Combo | None = None,
    *,
    joker_pair_fullhouse: bool = True,
    largest_bomb: int = LARGEST_BOMB,
) -> Iterator[tuple[Cards, Combo]]:
    """Every distinct play of a hand, with its reading: leads, or all that beats `to_beat`.

    Two plays are one when they hold the same faces and are read alike. The cards come in laying order,
    each wild card in the place of the card it stands for. The switches are those of `classify`. Raises
    `CardError` for a card not wholly known, for more of a face than two decks hold, and for no level.
    """
    check_level(level)
    held = _Held(tuple(hand), level)
    for suit, ways in _kinds(level, held.wilds, joker_pair_fullhouse, largest_bomb):
        if to_beat is None or beats(ways[0].combo, to_beat):
            for filling in within(held.counts[suit], ways):
                yield from zip(held.laid(filling), repeat(filling.combo))


@cache
def _kinds(
    level: str, wilds: int, joker_pair_fullhouse: bool, largest_bomb: int
) -> tuple[tuple[str | None, tuple[Filling, ...]], ...]:
    """The fillings that so many wild cards allow, together what beats the same: by type, key, size; by suit."""
    kinds: dict[tuple[ComboType, int, int, str | None], list[Filling]] = {}
    for filling in fillings(level, joker_pair_fullhouse, largest_bomb):
        combo = filling.combo
        if len(combo.wilds) <= wilds and filling.suit != "?":
            kinds.setdefault((combo.type, combo.key, combo.size, filling.suit), []).append(filling)
    return tuple((ways[0].suit, tuple(ways)) for ways in kinds.values())


class _Held:
    """A hand made ready: how many of what, in all and by suit, and which cards of a rank can be laid together."""

    def __init__(self, hand: Cards, level: str) -> None:
        copies = _copies(hand)
        wild = Card("H", level)
        self.wilds = copies[wild.index]
        copies[wild.index] = 0
        self.counts: dict[str | None, int] = dict.fromkeys((None, *SUITS), packed("wild", self.wilds))
        self._singles: dict[str | None, dict[str, Cards]] = {suit: {} for suit in (None, *SUITS)}
        self._sets: list[dict[str, Sequence[Sequence[Cards]]]] = [{} for _ in range(self.wilds + 1)]
        self._wild = (wild,)
        for rank, faces in _FACES_OF.items():
            of_rank = tuple([copies[face.index] for face in faces])
            for face, count in zip(faces, of_rank, strict=True):
                if count:
                    self.counts[None] += packed(rank, count)
                    self.counts[face.suit] += packed(rank, count)
                    self._singles[face.suit][rank] = (face,)
            sets = _sets(rank, of_rank)
            self._singles[None][rank] = tuple([cards[0] for cards in sets[1]])
            for wilds in range(self.wilds + 1):
                joined = self._wild * wilds
                self._sets[wilds][rank] = [[cards + joined for cards in some] for some in sets]

    def laid(self, filling: Filling) -> Iterable[Cards]:
        """The distinct plays that make up a filling."""
        combo, counts, parts, suit = filling
        if combo.type is ComboType.STRAIGHT or combo.type is ComboType.SFLUSH:
            singles = self._singles[suit]
            runs = product(*[singles[rank] if natural else self._wild for rank, natural, _ in parts])
            if suit or combo.wilds or not any(within(self.counts[suit], (filling,)) for suit in SUITS):
                return runs
            return (cards for cards in runs if len({card.suit for card in cards}) > 1)
        first, *rest = [self._sets[wilds][rank][natural] for rank, natural, wilds in parts]
        for more in rest:
            first = [cards + others for cards in first for others in more]
        return first


_FACES_OF = {rank: tuple(face for face in FACES if face.rank == rank) for rank in RANKS + "BR"}


def _copies(hand: Cards) -> list[int]:
    """How often the hand holds each face."""
    copies = [0] * len(FACES)
    for card in hand:
        if not card.is_known:
            raise CardError("plays can be listed only for a hand whose cards are all known")
        copies[card.index] += 1
        if copies[card.index] > COPIES:
            raise CardError(f"{card} is held {copies[card.index]} times; two decks hold each face twice")
    return copies


@cache
def _sets(rank: str, copies: tuple[int, ...]) -> tuple[tuple[Cards, ...], ...]:
    """The distinct sets of cards of a rank, of which so many are at hand, by their number from none to all."""
    cards = [face for face, count in zip(_FACES_OF[rank], copies, strict=True) for _ in range(count)]
    sets = (tuple(dict.fromkeys(combinations(cards, size))) for size in range(len(cards) + 1))
    return (*sets, ()) if not cards else tuple(sets)


def take_reading(readings: Sequence[Combo], cards: Cards, level: str, wild_default: str) -> Combo:
    """The reading that holds when none is stated, of those that may be played (strongest first).

    ``placed``: the strongest in which every card lies where the hand type has it (national 2022,
    级牌的插带使用 2); where the order of the cards decides nothing, and for ``largest``, the strongest;
    ``lower``: the lowest of the strongest kind (Suzhou 2016, 三(二)).
    """
    if wild_default == "lower":
        return min((combo for combo in readings if combo.type is readings[0].type), key=lambda c: c.key)
    if wild_default == "placed":
        return next((combo for combo in readings if _is_placed(combo, cards, level)), readings[0])
    return readings[0]


def _is_placed(combo: Combo, cards: Cards, level: str) -> bool:
    """Whether the cards lie in the order of the hand type, one way round or the other."""
    wild = [card.rank == level and card.suit in "H?" for card in cards]
    naturals = [card.rank for card, is_wild in zip(cards, wild, strict=True) if not is_wild]
    ranks = Counter(naturals + [card.rank for card in combo.wilds])
    if combo.type in RUNS:
        ladder = "A" + RANKS if "2" in ranks else RANKS + "A"
        order = sorted(ranks.elements(), key=ladder.index)
    else:
        order = [rank for rank, count in ranks.most_common() for _ in range(count)]
    return any(
        all(free or card.rank == rank for card, free, rank in zip(cards, wild, way, strict=False))
        for way in (order, order[::-1])
    )
