"""Plays: all that a hand may lay, and how a play with wild cards is read when nobody says."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import combinations, compress, repeat

from engine.cards import COPIES, FACES, RANKS, UNREAD, Card, CardError, check_level
from engine.combos import LARGEST_BOMB, RUNS, WILDS, Combo, ComboType, Filling, Part, beats, fillings

Cards = tuple[Card, ...]
_OF_A_RANK = 4 * COPIES
"""Cards of a rank in two decks."""


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
    equal ranks by their text, each wild card in the place of the card it stands for. The switches are
    those of `classify`. Raises `CardError` for a card not wholly known, for more of a face than two decks
    hold, and for no level.
    """
    ways = _ways(check_level(level), joker_pair_fullhouse, largest_bomb)
    copies = _copies(hand)
    wild = Card("H", level)
    wilds, copies[wild.index] = copies[wild.index], 0
    held = {rank: tuple([copies[face.index] for face in faces]) for rank, faces in _FACES_OF.items()}

    possible = ways.with_wilds[wilds]
    for rank, of_rank in held.items():
        possible &= ways.with_cards[rank][sum(of_rank)]
    for index, count in enumerate(copies):
        if not count:
            possible &= ways.without[index]
    if to_beat is not None:
        possible &= _beating(ways, to_beat.type, to_beat.key, to_beat.size)

    sets, flushes = _Sets(held, wild), set()
    for combo, parts, flush in compress(ways.all, possible.to_bytes(len(ways.all), "little")):
        if flush:
            flushes.add(combo.key)
            yield flush, combo
            continue
        laid, *rest = [sets[part] for part in parts]
        for more in rest:
            laid = [cards + others for cards in laid for others in more]
        if combo.type is ComboType.STRAIGHT and combo.key in flushes and not combo.wilds:
            laid = [cards for cards in laid if len({card.suit for card in cards}) > 1]
        yield from zip(laid, repeat(combo))


_Held = dict[str, tuple[int, ...]]
"""Natural cards at hand: of each rank, how many of each of its faces."""
_FACES_OF = {
    rank: tuple(sorted((face for face in FACES if face.rank == rank), key=str)) for rank in RANKS + "BR"
}


def _copies(hand: Iterable[Card]) -> list[int]:
    """How often the hand holds each face."""
    copies = [0] * len(FACES)
    for card in hand:
        if not card.is_known:
            raise CardError("plays can be listed only for a hand whose cards are all known")
        copies[card.index] += 1
        if copies[card.index] > COPIES:
            raise CardError(f"{card} is held {copies[card.index]} times; two decks hold each face twice")
    return copies


class _Sets(dict[Part, Sequence[Cards]]):
    """The distinct sets of cards that can be one part of a hand type, made when they are first asked for."""

    def __init__(self, held: _Held, wild: Card) -> None:
        self._held = held
        self._wild = wild

    def __missing__(self, part: Part) -> Sequence[Cards]:
        rank, natural, wilds = part
        found: Sequence[Cards] = _sets(rank, self._held[rank])[natural]
        if wilds:
            found = [(*cards, *[self._wild] * wilds) for cards in found]
        self[part] = found
        return found


@cache
def _sets(rank: str, copies: tuple[int, ...]) -> tuple[tuple[Cards, ...], ...]:
    """The distinct sets of natural cards of a rank by their number, from none to all that are at hand."""
    cards = [face for face, count in zip(_FACES_OF[rank], copies, strict=True) for _ in range(count)]
    return tuple(tuple(dict.fromkeys(combinations(cards, size))) for size in range(len(cards) + 1))


@dataclass(frozen=True, slots=True, eq=False)
class _Ways:
    """All ways to make a hand type at a level, and which of them a hand allows.

    all: reading, parts, and of a straight flush its cards. The rest are sets of these as numbers, a byte for
    each: those with at most so many wild cards; those that need no more than so many natural cards of a
    rank; those that need no card of a face (by its index), as none does that takes any suit. What a hand
    allows is the intersection of one of each, which is quicker than to ask every way.
    """

    all: tuple[tuple[Combo, tuple[Part, ...], Cards], ...]
    with_wilds: tuple[int, ...]
    with_cards: dict[str, tuple[int, ...]]
    without: tuple[int, ...]


@cache
def _ways(level: str, joker_pair_fullhouse: bool, largest_bomb: int) -> _Ways:
    found = [f for f in fillings(level, joker_pair_fullhouse, largest_bomb) if f.suit != "?"]
    found.sort(key=lambda filling: filling.suit is None)  # straight flushes first, for `legal_plays`
    laid = [_flush(filling, level) for filling in found]
    with_cards = {rank: [bytearray([1]) * len(found) for _ in range(_OF_A_RANK + 1)] for rank in _FACES_OF}
    without = [bytearray([1]) * len(found) for _ in FACES]
    for at, filling in enumerate(found):
        for rank, natural, _ in filling.parts:
            for fewer in range(min(natural, _OF_A_RANK + 1)):
                with_cards[rank][fewer][at] = 0
            if filling.suit and natural:
                without[Card.parse(filling.suit + rank).index][at] = 0
    return _Ways(
        tuple((f.combo, f.parts, cards) for f, cards in zip(found, laid, strict=True)),
        tuple(_set(len(f.combo.wilds) <= wilds for f in found) for wilds in range(WILDS + 1)),
        {rank: tuple(map(_set, by_count)) for rank, by_count in with_cards.items()},
        tuple(map(_set, without)),
    )


def _set(members: Iterable[int]) -> int:
    return int.from_bytes(bytes(members), "little")


def _flush(filling: Filling, level: str) -> Cards:
    """The cards of a straight flush, which has but one way to be laid; of other types ()."""
    if filling.suit is None:
        return ()
    suit, wild = filling.suit, Card("H", level)
    return tuple(Card.parse(suit + rank) if natural else wild for rank, natural, _ in filling.parts)


@lru_cache(maxsize=2048)
def _beating(ways: _Ways, type_: ComboType, key: int, size: int) -> int:
    to_beat = Combo(type_, key, size)
    return _set(beats(combo, to_beat) for combo, _, _ in ways.all)


def take_reading(readings: Sequence[Combo], cards: Cards, level: str, wild_default: str) -> Combo:
    """The reading that holds when none is stated, of those that may be played (strongest first).

    ``placed``: the strongest in which every card lies where the hand type has it (national 2022,
    级牌的插带使用 2); where the order of the cards decides nothing, and for ``largest``, the strongest;
    ``lower``: the lowest of the strongest kind (Suzhou 2016, 三(二)).  Of cards whose suits were left out no
    straight flush and no wild card is made where another reading is allowed.
    """
    if any(card.suit == "?" and card != UNREAD for card in cards):
        plain = [combo for combo in readings if combo.type is not ComboType.SFLUSH] or list(readings)
        readings = sorted(plain, key=lambda combo: len(combo.wilds))
    if wild_default == "lower":
        return min((combo for combo in readings if combo.type is readings[0].type), key=lambda c: c.key)
    if wild_default == "placed":
        return next((combo for combo in readings if _is_placed(combo, cards, level)), readings[0])
    return readings[0]


def rests_on_open_suits(combo: Combo, cards: Cards, level: str) -> bool:
    """Whether it is a bomb only by suits that nobody gave: all alike, or of a wild card among them."""
    if not any(card.suit == "?" for card in cards):
        return False
    by_wilds = combo.type is ComboType.BOMB and len(combo.wilds) > sum(card.is_wild(level) for card in cards)
    return combo.type is ComboType.SFLUSH or by_wilds


def told_by_place(reading: Combo, readings: Sequence[Combo], cards: Cards, level: str) -> Combo | None:
    """The reading that the places of the wild cards tell, where it is another than the one that is meant.

    The wild card has to lie in the place of the card that it replaces (national 2022, 级牌的插带使用 2).
    """
    if not reading.wilds or _is_placed(reading, cards, level):
        return None
    return next((combo for combo in readings if _is_placed(combo, cards, level)), None)


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
