"""The match between its deals: what the record tells of the deal to come, and its tribute."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from engine import underway
from engine.cards import Card
from engine.errors import OutOfOrder, Tried, tried
from engine.event_json import NAME_OF
from engine.events import Drawn, Hands, Opening, Refusal, Return, Tribute
from engine.opening import BeforeDeal, OpeningState, before_deal, given, opened, with_cards_shown
from engine.state import MatchState
from engine.tribute import TributeState


def next_level(state: MatchState) -> str | None:
    """Level of the deal to come: what the last deal's winners have come to (national 2022, 术语14).

    None before the first deal, which may stand in the middle of a match.
    """
    if not state.deals_done:
        return None
    if state.round.extra or state.rules.gains == "points":
        return state.rules.start_level
    return state.levels[state.deals_done[-1].winner]


def opening_of(state: MatchState) -> OpeningState:
    """The deal to come, as far as the record tells of it."""
    if state.opening:
        return state.opening
    if not state.deals_done:
        return before_deal(state.header, state.rules)
    last = state.deals_done[-1]
    return before_deal(state.header, state.rules, last.number + 1, last.finish, next_level(state))


def before_play(state: MatchState, event: BeforeDeal) -> MatchState:
    """What comes before a deal; hands and tribute may also follow its start, as older records have them."""
    deal = state.deal
    if state.over:
        raise OutOfOrder(_telling(event), "no_more_deals", state)
    if deal is None or deal.over:
        return replace(state, opening=opened(opening_of(state), event))
    if isinstance(event, Opening | Drawn):
        raise OutOfOrder(_telling(event), "play_began", state)
    return replace(state, deal=underway.before_play(deal, event))


def shown_before(state: MatchState, seat: str, cards: tuple[Card, ...]) -> MatchState:
    """The match once a seat has shown cards before the deal to come, where the record tells of it."""
    if state.opening is None:
        return state
    return replace(state, opening=with_cards_shown(state.opening, seat, cards))


def with_tribute(state: MatchState, changed: Callable[[TributeState], TributeState]) -> MatchState:
    """The match with the tribute of the deal that runs, or else of the one to come, changed."""
    deal = state.deal
    if deal and deal.tribute and not deal.over:
        return replace(state, deal=underway.with_tribute(deal, changed(deal.tribute)))
    opening = opening_of(state)
    return replace(state, opening=given(opening, changed(opening.tribute)))


def _telling(event: BeforeDeal) -> Tried:
    """What an event would tell, in words of `engine.errors`."""
    match event:
        case Opening() | Drawn() | Hands():
            return tried(NAME_OF[type(event)], deal=event.deal)
        case Tribute() | Return():
            return tried(NAME_OF[type(event)], seat=event.seat, card=event.card)
        case Refusal():
            return tried("refusal")
