"""Plays: all that a hand may lay, and how a play with wild cards is read when nobody says."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

from engine.cards import RANKS, SUITS, Card, CardError, check_level
from engine.combos import RUNS, SHAPES, Combo, ComboType, Shape, beats

Cards = tuple[Card, ...]
_Pool = dict[str, list[Card]]


def legal_plays(
    hand: Iterable[Card], level: str, to_beat: Combo | None = None
) -> Iterator[tuple[Cards, Combo]]:
    """Every distinct play of a hand, with its reading: leads, or all that beats `to_beat`.

    Two plays are one when they hold the same faces and are read alike. The cards come in laying order,
    each wild card in the place of the card it stands for. Raises `CardError` for a card not wholly known.
    """
    check_level(level)
    hand = tuple(hand)
    if any(not card.is_known for card in hand):
        raise CardError("plays can be listed only for a hand whose cards are all known")
    wilds = [card for card in hand if card.is_wild(level)]
    pool: _Pool = {}
    for card in sorted(set(hand), key=str):
        if not card.is_wild(level):
            pool.setdefault(card.rank, []).extend([card] * hand.count(card))
    of_suit = {
        suit: {rank: [card for card in cards if card.suit == suit] for rank, cards in pool.items()}
        for suit in SUITS
    }
    for shape in SHAPES:
        combo = Combo(shape.type, shape.key(level), shape.size)
        if to_beat is None or beats(combo, to_beat):
            for cards, stands_for in _filled(shape, pool, wilds, level):
                if shape.type is not ComboType.STRAIGHT or stands_for or len({c.suit for c in cards}) > 1:
                    yield cards, Combo(combo.type, combo.key, combo.size, stands_for)
        flush = Combo(ComboType.SFLUSH, combo.key, combo.size)
        if shape.type is ComboType.STRAIGHT and (to_beat is None or beats(flush, to_beat)):
            for suit in SUITS:
                for cards, stands_for in _filled(shape, of_suit[suit], wilds, level):
                    meant = tuple(Card(suit, card.rank) for card in stands_for)
                    yield cards, Combo(flush.type, flush.key, flush.size, meant)


def _filled(shape: Shape, pool: _Pool, wilds: list[Card], level: str) -> Iterator[tuple[Cards, Cards]]:
    """Cards that fill a shape, and what the wild ones among them stand for."""
    lacking = sum(max(0, need - len(pool.get(rank, ()))) for rank, need in shape.needs)
    if lacking > len(wilds) or any(rank in "BR" and len(pool.get(rank, ())) < n for rank, n in shape.needs):
        return
    for cards, stands_for in _choices(shape.needs, pool, wilds):
        if len(stands_for) == shape.size and shape.rank != level:
            continue  # wild cards alone are level cards
        if shape.type is ComboType.FULLHOUSE:
            triple, pair = shape.needs[0][0], shape.needs[1][0]
            if [card.rank for card in stands_for] == [pair] * 2 and pair != _free_pair(triple, level):
                continue  # any rank would do: listed once
        yield cards, stands_for


def _free_pair(triple: str, level: str) -> str:
    """The rank that two wild cards stand for beside a natural triple, where any would do."""
    return level if triple != level else next(rank for rank in reversed(RANKS) if rank != triple)


def _choices(
    needs: tuple[tuple[str, int], ...], pool: _Pool, wilds: list[Card]
) -> Iterator[tuple[Cards, Cards]]:
    if not needs:
        yield (), ()
        return
    (rank, need), rest = needs[0], needs[1:]
    at_hand = pool.get(rank, [])
    most = 0 if rank in "BR" else min(need, len(wilds))
    for wild in range(max(0, need - len(at_hand)), most + 1):
        tails = tuple(_choices(rest, pool, wilds[wild:]))
        if not tails:
            continue
        stands_for = (Card("?", rank),) * wild if wild else ()
        for chosen in set(combinations(at_hand, need - wild)):
            for cards, others in tails:
                yield (*chosen, *wilds[:wild], *cards), stands_for + others


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
