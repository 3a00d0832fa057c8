"""Cards that a seat takes back once they lay there, and cards that it slips onto a play of its own.

Both are for the referee (Huai'an 六3: 藏牌, 偷牌; Suzhou 十二1: a play that was seen stands): what was seen
becomes a question and a notice with its picture, and an irregularity only when the referee says so.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum

import numpy as np
import numpy.typing as npt

from engine.breaches import Breach
from engine.cards import Card
from engine.combos import classify
from engine.deal import DealState
from engine.events import Play
from vision.values import SeenCard, ZoneReading

AT_ONCE_MS = 2000
"""A lead that is gone again so soon after it lay was taken back: three seats do not pass so fast."""

SOON_MS = 3500
"""The same for a play while others of its trick still lie there: who gathers takes them all."""

MANY = 4
"""Nobody slips so many cards onto a play."""

ONTO_MM = 45.0
"""A card is laid onto others when its middle is so near to one of theirs."""


class Kind(Enum):
    """What was noticed."""

    TAKEN_BACK = "taken_back"
    SLIPPED = "slipped"


@dataclass(frozen=True, slots=True, eq=False)
class Notice:
    """Something that may be a breach: the referee says whether it is.

    about: seq of the play that it is about; question: seq of the question in the record; at_ms: when the
    cards were laid or taken; picture: the area then, BGR (H, W, 3), or None.
    """

    id: int
    kind: Kind
    seat: str
    cards: tuple[Card, ...]
    about: int
    question: int
    at_ms: int
    picture: npt.NDArray[np.uint8] | None = None

    @property
    def breach(self) -> Breach:
        """Its kind among irregularities."""
        return Breach.HIDDEN_CARDS

    def __str__(self) -> str:
        return sentence(self.kind, self.seat, self.cards)


@dataclass(frozen=True, slots=True, eq=False)
class Lifted:
    """Cards of a play of the running trick that are gone: the play, which cards, since when at the latest."""

    play: Play
    cards: tuple[Card, ...]
    at_ms: int
    picture: npt.NDArray[np.uint8] | None

    @property
    def whole(self) -> bool:
        return len(self.cards) == len(self.play.cards)

    def but_for(self, lying: Sequence[Card]) -> Lifted:
        """Without those that lie there after all: they were pushed under a hand, and show again."""
        left = Counter(self.play.cards) - Counter(self.cards)
        back = Counter(lying) - left
        return replace(self, cards=tuple((Counter(self.cards) - back).elements()))


def sentence(kind: Kind, seat: str, cards: Sequence[Card]) -> str:
    """What was seen, for the record."""
    what = " ".join(map(str, cards))
    if kind is Kind.TAKEN_BACK:
        return f"{seat} took back {what} after laying it"
    return f"{seat} put {what} to a play that lay there"


def lifted(deal: DealState, reading: ZoneReading, at_ms: int) -> Lifted | None:
    """What is gone of the seat's last play in the running trick; None where that is nothing.

    Who takes a play back leaves what it laid before: where that goes too, the trick is gathered.
    """
    plays = [e for e in reversed(deal.trick) if isinstance(e, Play) and e.seat == reading.seat]
    if not plays:
        return None
    play, *earlier = plays
    away = Counter(card.best for card in reading.gone)
    if (away - Counter(play.cards)) & Counter(card for e in earlier for card in e.cards):
        return None
    left = Counter(card.best for card in reading.cards)
    gone = away & Counter(play.cards)
    gone -= left  # of two equal cards the other may be that of an earlier play
    cards = tuple(gone.elements())
    return Lifted(play, cards, at_ms, reading.picture) if cards else None


def was_taken_back(deal: DealState, found: Lifted, lying: Mapping[str, Sequence[Card]]) -> bool:
    """Whether the cards were taken back, and not gathered because the trick was over.

    lying: what lies before each seat.
    """
    others = [event for event in deal.trick if isinstance(event, Play) and event.seat != found.play.seat]
    others_lie = 2 * sum(_lies(event, lying.get(event.seat, ())) for event in others) > len(others)
    since = found.at_ms - found.play.at_ms
    if not found.whole:
        left = Counter(found.play.cards) - Counter(found.cards)
        goes_on = others_lie or (not others and since < AT_ONCE_MS)
        return goes_on and not left - Counter(lying.get(found.play.seat, ()))
    return since < (SOON_MS if others_lie else AT_ONCE_MS)


def _lies(play: Play, lying: Sequence[Card]) -> bool:
    """Whether most of a play lies there: one card may be thought to lie where all were gathered."""
    return 2 * (Counter(play.cards) & Counter(lying)).total() > len(play.cards)


def laid_again(found: Lifted, seen: Sequence[SeenCard]) -> bool:
    """Whether cards are some of those of the play that was taken back, laid once more."""
    return not Counter(card.best for card in seen) - Counter(found.play.cards)


def left_lying(found: Lifted, reading: ZoneReading) -> tuple[SeenCard, ...]:
    """The cards of the play that were not taken back, and lie there beside what is new."""
    fresh = {id(card) for card in reading.fresh}
    left = Counter(found.play.cards) - Counter(found.cards)
    lying = []
    for card in reading.cards:
        if id(card) not in fresh and left[card.best]:
            left[card.best] -= 1
            lying.append(card)
    return tuple(lying)


def slipped_onto(deal: DealState, reading: ZoneReading, before_ms: int) -> Play | None:
    """The seat's own play, older than ``before_ms``, that nobody has beaten and onto which it laid cards."""
    plays = (e for e in reversed(deal.trick) if isinstance(e, Play) and e.seat == reading.seat)
    play = next(plays, None)
    if play is None or deal.best != reading.seat or reading.unread or play.at_ms >= before_ms:
        return None
    cards = [card.best for card in reading.fresh]
    if len(cards) >= MANY and classify(cards, deal.level):
        return None  # so many that make a hand were led, on what nobody has gathered yet
    fresh = {id(card) for card in reading.fresh}
    old = [card for card in reading.cards if id(card) not in fresh]
    its_own = not Counter(cards) - Counter(play.cards)
    there = its_own or _lies(play, [card.best for card in old])
    return play if there and _is_onto(reading.fresh, old) else None


def _is_onto(fresh: Sequence[SeenCard], old: Sequence[SeenCard]) -> bool:
    """Whether each of the cards was laid onto one that lay there."""
    return bool(old) and all(
        min(float(np.linalg.norm(card.centre_mm - other.centre_mm)) for other in old) < ONTO_MM
        for card in fresh
    )
