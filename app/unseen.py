"""Cards that have not been laid yet: the referee's own view, which no player or spectator may see."""

from __future__ import annotations

from dataclasses import dataclass

from engine.cards import COPIES, RANKS, SUITS, UNREAD, Card
from engine.deal import DealState

JOKERS = ("SB", "HR")


@dataclass(frozen=True, slots=True)
class RankLeft:
    """How many of a rank are still out (`B`, `R`: small and big joker), and of which suits.

    `suits` are the counts by suit where the suits of all that was laid are known; `open` cards of the rank
    were laid with their suit not read, so that the counts by suit add up to so many too much.
    """

    rank: str
    left: int
    suits: tuple[tuple[str, int], ...]
    open: int = 0


@dataclass(frozen=True, slots=True)
class Unseen:
    """All ranks from 2 to the big joker; `unread` cards were laid of which nothing could be read."""

    ranks: tuple[RankLeft, ...]
    unread: int

    @property
    def total(self) -> int:
        """Cards in the hands: what the ranks add up to, less what was laid unread."""
        return sum(each.left for each in self.ranks) - self.unread


def unseen(deal: DealState) -> Unseen:
    """What has not been laid in a deal."""
    played = deal.played
    ranks = []
    for rank in RANKS:
        suits = tuple((suit, COPIES - played.get(Card(suit, rank), 0)) for suit in SUITS)
        open_ = played.get(Card("?", rank), 0)
        ranks.append(RankLeft(rank, sum(count for _, count in suits) - open_, suits, open_))
    for text in JOKERS:
        joker = Card.parse(text)
        left = COPIES - played.get(joker, 0)
        ranks.append(RankLeft(joker.rank, left, ((joker.suit, left),)))
    return Unseen(tuple(ranks), played.get(UNREAD, 0))
