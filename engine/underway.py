"""A deal that has started, and the tribute: older records have it only then, and cards are given again."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

from engine.cards import COPIES, UNREAD
from engine.deal import DealState
from engine.errors import ImpossibleCard, OutOfOrder, StockExceeded, tried
from engine.events import Hands, Refusal, Return, Tribute
from engine.gifts import Gifts, check_copies, checked_again, hands_after, moved
from engine.giving import BIG_JOKER
from engine.hands import Known, elsewhere, is_whole, without
from engine.opening import with_hands
from engine.tribute import TributeState, give_back, may_lead, pay, refuse


def before_play(deal: DealState, event: Hands | Tribute | Refusal | Return) -> DealState:
    """The deal with hands or tribute that the record has only after its start; raises a `RuleError`."""
    before = deal.tribute or TributeState(deal.header, deal.rules, (), deal.level)
    if deal.played and isinstance(event, Tribute | Return) and event.seat in before.owing:
        return _given_now(deal, before, event)
    dealt, tribute = deal.dealt, before
    match event:
        case Hands():
            if deal.played or event.deal != deal.number:
                raise OutOfOrder(tried("hands", deal=event.deal), "play_began", deal)
            dealt = with_hands(dealt, event, deal)
            tribute = checked_again(tribute, dealt)
        case Tribute():
            tribute = pay(tribute, event, dealt)
            check_copies(tribute, event.card, dealt, tried("tribute", seat=event.seat, card=event.card))
        case Refusal():
            tribute = refuse(tribute, event, dealt)
            check_copies(tribute, BIG_JOKER, dealt, tried("refusal"))
        case Return():
            tribute = give_back(tribute, event, dealt)
            check_copies(tribute, event.card, dealt, tried("return", seat=event.seat, card=event.card))
    deal = _led(replace(deal, dealt=dealt), before, tribute, event)
    return replace(deal, tribute=tribute) if deal.played else with_tribute(deal, tribute)


def with_tribute(deal: DealState, tribute: TributeState) -> DealState:
    """The deal with its tribute put right; before the first play that also tells who holds what.

    Once play has begun, what is to be given again goes back.
    """
    if deal.played:
        return _changed_hands(deal, tribute, deal.tribute.given if deal.tribute else ())
    return replace(deal, tribute=tribute, known=hands_after(tribute, deal.dealt, deal.number))


def _given_now(deal: DealState, before: TributeState, event: Tribute | Return) -> DealState:
    """The deal once a seat has given again while it is played: from what it holds now; who leads has led."""
    seat, card, is_return = event.seat, event.card, isinstance(event, Return)
    what = tried("return" if is_return else "tribute", seat=seat, card=card)
    held = _full(deal)
    hand = held.get(seat, ())
    if is_whole(hand, deal.left[seat] + is_return) and card.is_known and card not in hand:
        raise ImpossibleCard(what, "not_held", deal)
    if isinstance(event, Return):
        tribute = give_back(before, event, held)
    else:
        tribute = pay(before, event, _drawn(held, before))
    there = deal.played.get(card, 0) + elsewhere(deal.known, seat, card) + max(1, hand.count(card))
    if card.is_known and there > COPIES:
        raise StockExceeded(what, "face_there", deal, card=card, count=there)
    return _changed_hands(deal, tribute, before.given)


def _drawn(held: Known, tribute: TributeState) -> Known:
    """Hands without what came back to them: it was another seat's, and cannot be owed as tribute."""
    drawn = dict(held)
    for event in tribute.returned:
        if event.to is not None and event.card in drawn.get(event.to, ()):
            drawn[event.to] = without(drawn[event.to], (event.card,))
    return MappingProxyType(drawn)


def _changed_hands(deal: DealState, tribute: TributeState, before: Gifts) -> DealState:
    """The deal with the cards of this tribute in the hands that they have come to, and not `before`.

    Of a seat that has still to give, no card is sure to be there but the second of two.
    """
    if tribute.given == before and tribute.owing == (deal.tribute.owing if deal.tribute else ()):
        return replace(deal, tribute=tribute)
    full = moved(_full(deal), before, tribute.given)
    known = dict(full)
    for seat, hand in full.items():
        if seat in tribute.owing or len(hand) > deal.left[seat]:
            known[seat] = without(hand, (UNREAD,))
    sure = MappingProxyType(known)
    return replace(deal, tribute=tribute, known=sure, unless_given=(sure, full) if tribute.owing else None)


def _full(deal: DealState) -> Known:
    """What is held if nothing was given but what is recorded: not once a card was laid or shown since."""
    sure, full = deal.unless_given or (None, deal.known)
    return full if deal.known is sure else deal.known


def _led(
    deal: DealState, before: TributeState, tribute: TributeState, event: Hands | Tribute | Refusal | Return
) -> DealState:
    """The deal with its leader, which what comes after its start must not change.

    What is given again may, where nothing is laid yet. Raises `OutOfOrder`.
    """
    leaders = may_lead(tribute, deal.dealt)
    if deal.leader in leaders or deal.leader not in before.leaders:
        return deal
    again = isinstance(event, Tribute | Return) and event.seat in before.owing
    if again and tribute.leader is not None:
        return replace(deal, leader=tribute.leader, to_play=tribute.leader)
    raise OutOfOrder(tried("would_lead", either=leaders), "but_other_leads", tribute, other=deal.leader)
