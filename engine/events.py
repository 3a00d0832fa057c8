"""Events of a match: frozen facts, in the order in which they happened.

Fields are named as in the record; `seq` is the place in the log (0 before it has one). Times are
milliseconds since the header's start on a clock that does not jump; None is a time nobody knows.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache
from types import MappingProxyType
from typing import Any

from engine.breaches import Award
from engine.cards import Card, check_level
from engine.combos import Combo
from engine.round_events import (
    Appeal,
    AppealAnswer,
    Forfeit,
    LateStart,
    LeftTable,
    Substitute,
    ThrownIn,
    TimeCalled,
)

HAND = 27
"""Cards of a hand (全手牌)."""


class Source(StrEnum):
    """Where an event came from."""

    SEEN = "seen"  # read by the camera
    TYPED = "typed"  # entered by a person
    INFERRED = "inferred"  # follows from what was seen or typed


class Standing(StrEnum):
    """How sure an event is (`state` in the record)."""

    ACCEPTED = "accepted"  # certain and lawful, or confirmed by the referee
    ASKED = "asked"  # the best lawful proposal, which nobody has confirmed


def _nothing() -> Mapping[str, Any]:
    return MappingProxyType({})


@dataclass(frozen=True, slots=True)
class MatchStart:
    """The header: rules, seats in order of play, the two sides; ValueError when these disagree.

    `rules` names a set of the program, `switches` what is other in this match, `own_rules` what the organiser
    calls that (name, title, date; empty where the set is taken as it is), `rules_version` the version of the
    named set: see `engine.header_rules`.
    """

    rules: str
    seats: tuple[str, ...] = ("E", "S", "W", "N")
    sides: tuple[tuple[str, ...], ...] = (("E", "W"), ("S", "N"))
    players: Mapping[str, str] = field(default_factory=_nothing)
    switches: Mapping[str, object] = field(default_factory=_nothing)
    event_name: str = ""
    round: int = 1
    table: str = ""
    started: str = ""
    software: str = ""
    version: int = 1
    own_rules: Mapping[str, str] = field(default_factory=_nothing)
    rules_version: str = ""

    def __post_init__(self) -> None:
        if len(self.seats) != 4 or len(set(self.seats)) != 4:
            raise ValueError(f"seats must be four different names, not {list(self.seats)}")
        if "" in self.seats:
            raise ValueError("a seat has a name")
        strangers = [seat for seat in self.players if seat not in self.seats]
        if strangers:
            raise ValueError(f"players has {strangers[0]!r}, which is none of {' '.join(self.seats)}")
        partners = {frozenset(self.seats[0::2]), frozenset(self.seats[1::2])}
        if len(self.sides) != 2 or {frozenset(side) for side in self.sides} != partners:
            raise ValueError(
                f"sides {list(self.sides)} do not part seats {list(self.seats)} into opposite pairs"
            )

    def after(self, seat: str) -> tuple[str, str, str]:
        """The other three seats in order of play."""
        return _others(self.seats)[seat]

    def partner(self, seat: str) -> str:
        return self.after(seat)[1]

    def side(self, seat: str) -> int:
        """0 or 1: which of `sides` the seat belongs to."""
        return 0 if seat in self.sides[0] else 1


@cache
def _others(seats: tuple[str, ...]) -> Mapping[str, tuple[str, str, str]]:
    """For each seat the other three in order of play."""
    round_ = seats + seats
    return {seat: (round_[at + 1], round_[at + 2], round_[at + 3]) for at, seat in enumerate(seats)}


@dataclass(frozen=True, slots=True)
class Opening:
    """The cards are shuffled and cut, and the drawing begins; what is not known is None.

    `turned`: the card turned up in the pack; `first`: who draws first; `holder`: who drew the turned card.
    """

    deal: int
    shuffler: str | None = None
    cutter: str | None = None
    turned: Card | None = None
    first: str | None = None
    holder: str | None = None
    at_ms: int = 0
    source: Source = Source.TYPED
    seq: int = 0


@dataclass(frozen=True, slots=True)
class Drawn:
    """All cards are drawn (抓完牌)."""

    deal: int
    at_ms: int
    source: Source = Source.TYPED
    seq: int = 0


@dataclass(frozen=True, slots=True)
class Hands:
    """What seats are known to hold after the drawing, before any tribute: from a deal file (预制牌) or seen.

    27 cards are a whole hand, fewer are what is known of it. ValueError for more.
    """

    deal: int
    hands: Mapping[str, tuple[Card, ...]]
    at_ms: int = 0
    source: Source = Source.TYPED
    seq: int = 0

    def __post_init__(self) -> None:
        for seat, cards in self.hands.items():
            if len(cards) > HAND:
                raise ValueError(f"{seat} cannot hold {len(cards)} cards of {HAND}")


@dataclass(frozen=True, slots=True)
class DealStart:
    """A deal begins at `level`; `levels` are the two sides' own, in the order of `sides`."""

    deal: int
    level: str
    leader: str
    levels: tuple[str, str] | None = None
    at_ms: int = 0
    source: Source = Source.TYPED
    seq: int = 0

    def __post_init__(self) -> None:
        if self.deal < 1:
            raise ValueError(f"deals count from 1, so there is no deal {self.deal}")
        for level in (self.level, *(self.levels or ())):
            check_level(level)


@dataclass(frozen=True, slots=True)
class Tribute:
    """A card paid (进贡) to another seat; `to` None: to whom the rules say."""

    seat: str
    to: str | None
    card: Card
    at_ms: int
    source: Source = Source.TYPED
    seq: int = 0


@dataclass(frozen=True, slots=True)
class Return:
    """A card given back (还贡); `to` None: to whom the rules say."""

    seat: str
    to: str | None
    card: Card
    at_ms: int
    source: Source = Source.TYPED
    seq: int = 0


@dataclass(frozen=True, slots=True)
class Refusal:
    """Tribute is refused (抗贡): `seats` are those who showed a big joker, twice the one who showed both."""

    seats: tuple[str, ...]
    at_ms: int
    source: Source = Source.TYPED
    seq: int = 0


@dataclass(frozen=True, slots=True)
class Play:
    """Cards laid, in laying order; `reading` (``as`` in the record) is None while it is not known.

    `began_ms`: movement began in the seat's area; `at_ms`: the last card lay still; `p`: how sure it is.
    """

    seat: str
    cards: tuple[Card, ...]
    reading: Combo | None
    began_ms: int | None
    at_ms: int
    source: Source = Source.TYPED
    state: Standing = Standing.ACCEPTED
    p: float | None = None
    seq: int = 0


@dataclass(frozen=True, slots=True)
class Pass:
    """A pass, at `at_ms` where that is known; an inferred one happened between `after_ms` and `before_ms`."""

    seat: str
    after_ms: int | None = None
    before_ms: int | None = None
    source: Source = Source.TYPED
    state: Standing = Standing.ACCEPTED
    at_ms: int | None = None
    seq: int = 0


@dataclass(frozen=True, slots=True)
class TakeBack:
    """A seat takes back what it has laid (收回); `about` is the seq of its play."""

    seat: str
    about: int
    at_ms: int
    source: Source = Source.TYPED
    seq: int = 0


@dataclass(frozen=True, slots=True)
class TrickEnd:
    """All others have passed: `seat` won the trick and `leader` leads next (its partner when it is out)."""

    seat: str | None
    leader: str | None
    at_ms: int | None = None
    seq: int = 0


@dataclass(frozen=True, slots=True)
class Report:
    """A seat said, or showed on a card, how many cards it has left (报牌), on its own or when `asked`."""

    seat: str
    count: int
    at_ms: int
    source: Source = Source.TYPED
    asked: bool = False
    seq: int = 0


@dataclass(frozen=True, slots=True)
class Question:
    """Something the referee has to settle; `about` is the seq of the event in question."""

    seat: str | None
    text: str
    about: int | None
    at_ms: int
    seq: int = 0


@dataclass(frozen=True, slots=True)
class Correction:
    """`replacement` (``with`` in the record) takes place and time of event `replaces`; None strikes it."""

    replaces: int
    replacement: Event | None
    by: str
    reason: str
    at_ms: int
    seq: int = 0


@dataclass(frozen=True, slots=True)
class Irregularity:
    """A breach that was noticed; `about` is the seq of the event in question.

    `kind` is a `Breach`, or what an older record calls it; `cards` are those laid, shown, or hidden;
    `source`: noticed by the camera, by the referee, or inferred by the engine itself.
    """

    seat: str | None
    kind: str
    text: str
    about: int | None
    at_ms: int
    cards: tuple[Card, ...] = ()
    source: Source = Source.TYPED
    seq: int = 0


@dataclass(frozen=True, slots=True)
class Ruling:
    """What the referee decided; `about` is the seq of the question or irregularity.

    `awards` are what it changes (none: it stands), `clause` the rule it rests on, `reason` the referee's own.
    """

    text: str
    by: str
    about: int | None
    at_ms: int
    awards: tuple[Award, ...] = ()
    clause: str = ""
    reason: str = ""
    seq: int = 0


@dataclass(frozen=True, slots=True)
class Pause:
    """The clocks stop, as while the referee is at the table."""

    reason: str
    at_ms: int
    seq: int = 0


@dataclass(frozen=True, slots=True)
class Resume:
    """The clocks run again; `gap_ms` is how long before `at_ms` they stood (None: since the pause)."""

    gap_ms: int | None
    at_ms: int
    seq: int = 0


@dataclass(frozen=True, slots=True)
class PicturesDeleted:
    """The pictures kept of a stretch of the match, `from_ms` to `to_ms`, were deleted; the record was not.

    `deleted`: the day and time of it (ISO 8601), as the match's own clock had stopped by then; `by`: who, or
    ``settings`` where what is settled there says how long pictures are kept.
    """

    from_ms: int
    to_ms: int
    deleted: str
    by: str
    at_ms: int | None = None
    seq: int = 0


@dataclass(frozen=True, slots=True)
class DealEnd:
    """Finishing order (two seats at a double, else four), winning side (0, 1), its gain, levels after it."""

    deal: int
    finish: tuple[str, ...]
    winner: int | None
    gain: int | None
    levels: tuple[str, str] | None
    at_ms: int | None = None
    seq: int = 0


@dataclass(frozen=True, slots=True)
class MatchEnd:
    """The round at this table is over; `winner` is a side (0 or 1), None when the levels are equal."""

    winner: int | None
    levels: tuple[str, str] | None
    reason: str = ""
    at_ms: int | None = None
    seq: int = 0


Event = (
    Opening | Drawn | Hands | Tribute | Refusal | Return | DealStart | Play | Pass | TakeBack | TrickEnd
    | Report | Question | Correction | Irregularity | Ruling | Pause | Resume | PicturesDeleted | DealEnd
    | MatchEnd
    | ThrownIn | LateStart | TimeCalled | Forfeit | Substitute | LeftTable | Appeal | AppealAnswer
)  # fmt: skip
"""What may follow the header."""
