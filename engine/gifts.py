"""Cards that change hands with the tribute: can they be there, and who is known to hold what after it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from types import MappingProxyType

from engine.cards import COPIES, UNREAD, Card
from engine.errors import ImpossibleCard, Tried, tried
from engine.events import Refusal, Return, Tribute
from engine.giving import BIG_JOKER, holds_both_big_jokers
from engine.hands import Known, with_shown, without
from engine.tribute import TributeState, give_back, pay, refuse

Gifts = Sequence[Tribute | Return]


def checked_again(state: TributeState, hands: Known) -> TributeState:
    """The same tribute, held against hands that were told after it; raises a `RuleError`."""
    again = replace(state, paid=(), returned=(), refused=None)
    for paid in state.paid:
        again = pay(again, paid, hands)
        check_copies(again, paid.card, hands, tried("tribute", seat=paid.seat, card=paid.card))
    if state.refused is not None:
        again = refuse(again, Refusal(state.refused, 0), hands)
        check_copies(again, BIG_JOKER, hands, tried("refusal"))
    if len(again.paid) < len(again.payers):  # a payer is to give again
        return replace(again, returned=state.returned)
    for returned in state.returned:
        again = give_back(again, returned, hands)
        check_copies(again, returned.card, hands, tried("return", seat=returned.seat, card=returned.card))
    return again


def check_copies(state: TributeState, card: Card, hands: Known, what: Tried) -> None:
    """Raises `ImpossibleCard` where a card given is the third of its face, by the hands that were drawn.

    What a seat gave it had drawn, but for what had come to it with the tribute.
    """
    drawn = dict(hands)
    for event in state.given:
        came = (paid.card for paid in state.paid if paid.to in (None, event.seat))
        if isinstance(event, Tribute) or event.card not in came:
            drawn[event.seat] = with_shown(drawn.get(event.seat, ()), (event.card,))
    for seat in state.refused or ():
        drawn[seat] = with_shown(drawn.get(seat, ()), (BIG_JOKER,) * (state.refused or ()).count(seat))
    count = sum(hand.count(card) for hand in drawn.values())
    if card.is_known and count > COPIES:
        raise ImpossibleCard(what, "face_there", state, card=card, count=count)


def hands_after(state: TributeState, hands: Known, deal: int) -> Known:
    """What seats are known to hold when the deal begins, the tribute of this state having changed hands.

    Where cards were given that nobody saw, no card of the giver's is sure to be there but the second of two:
    even the tribute may have been given back.
    """
    held = dict(hands)
    for event in state.given:
        held[event.seat] = without(held.get(event.seat, ()), (event.card,))
        if event.to is not None:
            held[event.to] = (*held.get(event.to, ()), event.card)
    for seat in _unseen_givers(state, hands, deal):
        held[seat] = without(held.get(seat, ()), (UNREAD,))
    for seat in state.header.seats:
        shown = (state.refused or ()).count(seat) - held.get(seat, ()).count(BIG_JOKER)
        if shown > 0:
            held[seat] = held.get(seat, ()) + (BIG_JOKER,) * shown
    return MappingProxyType({seat: cards for seat, cards in held.items() if cards})


def moved(known: Known, before: Gifts, after: Gifts) -> Known:
    """Known hands once cards given `before` have gone back but for those that are given `after` as well.

    A card that its receiver is not known to hold any more was played, or may have been: it goes back to
    nobody.
    """
    held = dict(known)
    for event in reversed(before):  # a card may have been paid and come back
        card, to = event.card, event.to
        if event in after or (to is not None and card not in held.get(to, ())):
            continue
        if to is not None:
            held[to] = without(held[to], (card,))
        if card.is_known:
            held[event.seat] = (*held.get(event.seat, ()), card)
    for event in after:
        if event in before:
            continue
        held[event.seat] = without(held.get(event.seat, ()), (event.card,))
        if event.to is not None:
            held[event.to] = (*held.get(event.to, ()), event.card)
    return MappingProxyType(held)


def _unseen_givers(state: TributeState, hands: Known, deal: int) -> list[str]:
    """Seats that have given a card, or may have, of which there is no record."""
    if state.rules.tribute == "none" or state.refused is not None or deal == 1:
        return []
    if state.rules.refuse_tribute == "auto" and holds_both_big_jokers(state.payers, hands):
        return []
    gave = {event.seat for event in state.given}
    others = state.header.seats
    if state.finish:
        others = (*state.payers, *state.finish[: len(state.payers)])
    return [seat for seat in others if seat not in gave]
