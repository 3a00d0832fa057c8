"""Cards shown before their time: exposed, laid out of turn, or taken back. They are known from then on.

No text has them played at the first chance; Suzhou 2016 十二2 only stops the seat for a round.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from types import MappingProxyType

from engine.breaches import AwardKind, Breach, breach_of
from engine.cards import COPIES, Card
from engine.deal import DealState
from engine.errors import HandExceeded, ImpossibleCard, OutOfOrder, StockExceeded, tried
from engine.events import Event, Irregularity, Pass, Play, Ruling, TakeBack
from engine.hands import elsewhere, with_shown

SHOWN_IN = frozenset({Breach.EXPOSED_CARDS, Breach.PLAY_OUT_OF_TURN, Breach.ILLEGAL_PLAY})
"""Irregularities whose `cards` everybody has seen and the seat still holds."""
_OF_A_PLAY = SHOWN_IN | {Breach.PLAY_IN_PARTS}
_TAKEN_BACK = (AwardKind.TAKEN_BACK, AwardKind.REPLAY)


def cards_shown(event: Irregularity, events: Iterable[Event]) -> tuple[Card, ...]:
    """Cards that an irregularity shows in a hand; none where they are those of a play that lies there."""
    if event.seat is None or breach_of(event.kind) not in SHOWN_IN:
        return ()
    laid = any(isinstance(each, Play) and each.seq == event.about for each in events if event.about)
    return () if laid else tuple(card for card in event.cards if card.is_known)


def shown(deal: DealState, seat: str, cards: tuple[Card, ...]) -> DealState:
    """The deal once a seat has shown cards that it holds.

    Raises `ImpossibleCard` where it cannot hold them: all its cards are known, or they lie elsewhere.
    """
    if deal.over or not cards:
        return deal
    left, known = deal.left[seat], deal.known.get(seat, ())
    what = tried("shown", seat=seat, cards=cards)
    if len(cards) > left:
        raise HandExceeded(what, "too_many", deal, count=left)
    hand = with_shown(known, cards)
    if len(hand) > left:
        raise ImpossibleCard(what, "are_known", deal, count=left, known=known)
    for card in dict.fromkeys(cards):
        count = deal.played.get(card, 0) + elsewhere(deal.known, seat, card) + hand.count(card)
        if count > COPIES:
            raise StockExceeded(what, "face_there", deal, card=card, count=count)
    return replace(deal, known=MappingProxyType({**deal.known, seat: hand}))


def play_taken_back(event: TakeBack | Ruling, events: Mapping[int, Event]) -> int | None:
    """The seq of the play that goes back to the hand, None where an event has none go back.

    A ruling names the play itself, or an irregularity about it; `events` are the log by their seq.
    """
    if isinstance(event, TakeBack):
        return event.about
    if event.about is None or not any(award.kind in _TAKEN_BACK for award in event.awards):
        return None
    about = events.get(event.about)
    if isinstance(about, Irregularity) and breach_of(about.kind) in _OF_A_PLAY and about.about is not None:
        about = events.get(about.about)
    return about.seq if isinstance(about, Play) else None


def taken_back(deal: DealState, seq: int) -> tuple[DealState, tuple[Play | Pass, ...]]:
    """The deal as it stood before a play of the trick that lies there, and the turns that are undone.

    The seats hold again what they laid, which is known. Raises `OutOfOrder` where no such play lies there.
    """
    turns = deal.trick
    at = next((n for n, turn in enumerate(turns) if isinstance(turn, Play) and turn.seq == seq), None)
    if at is None or deal.over:
        raise OutOfOrder(tried("taken_back", seq=seq), "not_there", deal)
    left, played, known = dict(deal.left), dict(deal.played), dict(deal.known)
    plays = [turn for turn in turns[at:] if isinstance(turn, Play)]
    for play in plays:
        left[play.seat] += len(play.cards)
        known[play.seat] = (*known.get(play.seat, ()), *(card for card in play.cards if card.is_known))
        for card in play.cards:
            played[card] -= 1
    lies = next((turn for turn in reversed(turns[:at]) if isinstance(turn, Play)), None)
    before = replace(
        deal,
        to_play=turns[at].seat,
        left=MappingProxyType(left),
        played=MappingProxyType({card: count for card, count in played.items() if count}),
        trick=turns[:at],
        to_beat=lies.reading if lies else None,
        best=lies.seat if lies else None,
        won_by=None,
        finish=tuple(seat for seat in deal.finish if not left[seat]),
        known=MappingProxyType(known),
    )
    return before, turns[at:]
