"""What lies open on the table: all that a view for the players and the public may show of the cards."""

from __future__ import annotations

from collections import Counter

from engine.cards import Card
from engine.deal import DealState
from engine.events import Play, Return, Tribute
from engine.tribute import TributeState


def open_cards(deal: DealState) -> Counter[Card]:
    """Played cards that anybody may look at: those of the trick that lies there, and where the set does not
    have them covered (Huai'an 四: 除允许查阅当圈牌外，不得查牌) those before it."""
    if not deal.rules.cover_after_trick:
        return Counter(deal.played)
    return Counter(card for turn in deal.trick if isinstance(turn, Play) for card in turn.cards)


def open_gifts(tribute: TributeState) -> tuple[Tribute | Return, ...]:
    """Cards of the tribute that lie open: what is given back face down not before both are there."""
    if tribute.is_face_down and not tribute.complete:
        return tribute.paid
    return tribute.given
