"""What the rules refuse.

RuleError
├── InvalidPlay     the cards are no hand type
├── IllegalPlay     a hand type that may not be played now, or a pass by the one who leads
├── OutOfTurn       another seat is to play
├── StockExceeded   more of a face than two decks hold
├── HandExceeded    more cards than the seat has left
└── OutOfOrder      an event that cannot stand at this place of the record

The message is one sentence that names the play and the position. Whoever catches one still holds the
state as it was: nothing is ever changed in part.
"""

from __future__ import annotations


class RuleError(ValueError):
    """An event that the rules refuse."""


class InvalidPlay(RuleError):
    """The cards are no hand type, or not the one that was named."""


class IllegalPlay(RuleError):
    """A hand type that may not be played now, or a pass by the one who leads."""


class OutOfTurn(RuleError):
    """Another seat is to play."""


class StockExceeded(RuleError):
    """More of a face than two decks hold."""


class HandExceeded(RuleError):
    """More cards than the seat has left."""


class OutOfOrder(RuleError):
    """An event that cannot stand at this place of the record."""
