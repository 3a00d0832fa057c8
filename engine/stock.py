"""The stock (全副牌): two decks hold each face twice and each rank eight times."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.cards import COPIES, RANKS, Card

OF_A_RANK = 4 * COPIES
"""Cards of a rank in two decks."""
_IN_PART = {rank: Card("?", rank) for rank in RANKS}


def too_many(played: Mapping[Card, int], cards: Sequence[Card]) -> tuple[Card, int] | None:
    """What there would be too much of with these cards on the table, and how many; None where nothing is.

    It is a face, or a rank of any suit (`?3`). `played` are those that lie there; unread cards may be any.
    """
    for card in cards:
        lies = played.get(card, 0)
        if (lies or len(cards) > COPIES) and lies + cards.count(card) > COPIES and card.is_known:
            return card, lies + cards.count(card)
        if card.rank in _IN_PART and (card.suit == "?" or _IN_PART[card.rank] in played):
            count = of_rank(played, card.rank) + sum(each.rank == card.rank for each in cards)
            if count > OF_A_RANK:
                return _IN_PART[card.rank], count
    return None


def of_rank(cards: Mapping[Card, int], rank: str) -> int:
    """How many cards of a rank there are among some."""
    return sum(count for card, count in cards.items() if card.rank == rank)
