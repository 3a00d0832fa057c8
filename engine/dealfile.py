"""Deal files (预制牌): the hands that the organiser laid out, JSON Lines of ``hands`` events.

``{"event": "hands", "deal": 1, "hands": {"E": ["S2", ...], "S": [...], "W": [...], "N": [...]}}``
"""

from __future__ import annotations

from engine.cards import COPIES, FACES
from engine.event_json import RecordError, from_json
from engine.events import HAND, Hands
from engine.parsing import parse_json


def read_deals(text: str) -> tuple[Hands, ...]:
    """The deals of a file, each of four whole hands of the two packs; `RecordError` names line and fault."""
    deals: list[Hands] = []
    for number, line in enumerate(text.removeprefix("\ufeff").split("\n"), 1):
        if not line.strip():
            continue
        try:
            event = from_json(parse_json(line))
        except ValueError as error:
            raise RecordError(f"line {number}: {error}") from error
        if not isinstance(event, Hands):
            raise RecordError(f"line {number}: no hands")
        problem = _problem(event)
        if problem is None and any(deal.deal == event.deal for deal in deals):
            problem = "it is there twice"
        if problem is not None:
            raise RecordError(f"line {number}: deal {event.deal}: {problem}")
        deals.append(event)
    return tuple(deals)


def _problem(event: Hands) -> str | None:
    """Why the hands are not the 108 cards of two packs dealt to four seats."""
    if len(event.hands) != 4:
        return f"{len(event.hands)} hands, where four are dealt"
    for seat, cards in event.hands.items():
        if len(cards) != HAND:
            return f"{seat} has {len(cards)} cards, not {HAND}"
    laid = [card for hand in event.hands.values() for card in hand]
    for face in FACES:
        if laid.count(face) != COPIES:
            return f"{face} is there {laid.count(face)} times"
    return None
