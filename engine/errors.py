"""What the rules refuse.

RuleError
├── InvalidPlay         the cards are no hand type, or not the one that was named
├── IllegalPlay         what may not be played, paid or given back now, or a pass by the one who leads
├── OutOfTurn           another seat is to play, pay or give back
├── AmbiguousPlay       what was said fits more than one reading
├── ImpossibleCard      a card that cannot be where it is said to be
│   ├── StockExceeded   more of a face than two decks hold, or than others leave
│   └── HandExceeded    more cards than the seat has left
└── OutOfOrder          an event that cannot stand at this place of the record

The message is one sentence that names the play and the position. Whoever catches one still holds the
state as it was: nothing is ever changed in part.
"""

from __future__ import annotations


class RuleError(ValueError):
    """An event that the rules refuse."""


class InvalidPlay(RuleError):
    """The cards are no hand type, or not the one that was named."""


class IllegalPlay(RuleError):
    """A play, tribute or return that may not be made now, or a pass by the one who leads."""


class OutOfTurn(RuleError):
    """Another seat is to play, to pay, or to give back."""


class AmbiguousPlay(RuleError):
    """What was said of the play fits more than one reading."""


class ImpossibleCard(RuleError):
    """A card that cannot be where it is said to be: out already, or not in that hand."""


class StockExceeded(ImpossibleCard):
    """More of a face than two decks hold, or than the cards that others are known to hold leave."""


class HandExceeded(ImpossibleCard):
    """More cards than the seat has left."""


class OutOfOrder(RuleError):
    """An event that cannot stand at this place of the record."""
