"""Hands as far as they are known: by a deal file (预制牌), a tribute received, a card shown, or not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType

from engine.cards import Card

Known = Mapping[str, tuple[Card, ...]]
"""Cards that seats are known to hold; as many as the seat has left are its whole hand."""
_NOTHING: Known = MappingProxyType({})


def nothing_known() -> Known:
    """Not one card."""
    return _NOTHING


def is_whole(hand: Sequence[Card], left: int) -> bool:
    """Whether the known cards are all that a seat with so many left holds."""
    return len(hand) == left and all(card.is_known for card in hand)


def may_be(card: Card, other: Card) -> bool:
    """Whether two cards, either known in part, may be of one face."""
    ranks = card.rank == other.rank or "?" in (card.rank, other.rank)
    return ranks and (card.suit == other.suit or "?" in (card.suit, other.suit))


def without(hand: Iterable[Card], cards: Iterable[Card]) -> tuple[Card, ...]:
    """What is surely left of the known cards of a hand once some are gone from it.

    A card that is not wholly known may have been any that it fits, so that none of those is sure any more.
    """
    left = list(hand)
    for card in cards:
        if card in left and card.is_known:
            left.remove(card)
            continue
        for face in {each for each in left if may_be(each, card) and not (each.is_known and card.is_known)}:
            left.remove(face)
    return tuple(left)


def with_shown(hand: Iterable[Card], cards: Iterable[Card]) -> tuple[Card, ...]:
    """A hand of which some cards have been shown: those that are wholly known, each as often as it was shown.

    A card that was known in part may be the one that is shown, so that it is not counted beside it.
    """
    held = list(hand)
    for card, count in Counter(card for card in cards if card.is_known).items():
        for _ in range(count - held.count(card)):
            in_part = next((each for each in held if not each.is_known and may_be(each, card)), None)
            if in_part is not None:
                held.remove(in_part)
            held.append(card)
    return tuple(held)


def lacking(hand: Iterable[Card], cards: Iterable[Card]) -> tuple[Card, ...]:
    """Those of some cards that are none of the cards of a hand, all of which are wholly known."""
    left = list(hand)
    absent, in_part = [], []
    for card in cards:
        if not card.is_known:
            in_part.append(card)
        elif card in left:
            left.remove(card)
        else:
            absent.append(card)
    for card in sorted(in_part, key=lambda card: card.is_unread):
        held = next((each for each in left if may_be(each, card)), None)
        if held is None:
            absent.append(card)
        else:
            left.remove(held)
    return tuple(absent)


def elsewhere(known: Known, seat: str, card: Card) -> int:
    """How many of a face other seats than this one are known to hold."""
    return sum(hand.count(card) for other, hand in known.items() if other != seat)
