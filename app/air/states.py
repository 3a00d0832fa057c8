"""The states that outputs give their clients, field by field; their JSON Schema is made from them.

``python -m app.air.states state > docs/schemas/state.schema.json``, and so ``hands`` and ``referee``.

Cards are text (``S3``, ``HT``, ``SB``, ``HR``; known in part ``?3``, not read ``??``), times are milliseconds
of the match's own clock, seats stand in the order of play.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, field

CardText = Annotated[str, Meta(pattern=r"^([SHCD?][2-9TJQKA]|SB|HR|\?\?)$")]
Level = Annotated[str, Meta(pattern=r"^[2-9TJQKA]$")]
Side = Annotated[int, Meta(ge=0, le=1)]
Ms = Annotated[int, Meta(ge=0)]
Count = Annotated[int, Meta(ge=0)]
Seat = Annotated[str, Meta(min_length=1)]
Phase = Literal["waiting", "before", "tribute", "play", "pause", "ruling", "between", "over"]
What = Literal[
    "play", "bomb", "pass", "finish", "deal_start", "deal_end", "tribute", "return", "refusal", "ruling",
    "pause", "resume", "correction",
]  # fmt: skip


class Part(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Part of a state; all of its fields are always there."""


class Reading(Part, frozen=True):
    """What cards were played as.

    key: the rank that is compared (of runs the highest), ``level``, ``SB`` or ``HR``, empty for the four
    jokers; wilds: what each wild card stands for, ``?3`` where its suit does not matter.
    """

    type: str
    key: str
    size: Count
    bomb: bool
    wilds: tuple[CardText, ...]


class Turn(Part, frozen=True):
    """A play or a pass.

    cards: empty for a pass, and where the cards were turned down and nobody may look at them any more
    (``covered``); took_ms: null where nobody knows; asked: nobody has confirmed it yet; trick: of the deal,
    from 1.
    """

    seq: Count
    seat: Seat
    kind: Literal["play", "pass"]
    cards: tuple[CardText, ...]
    reading: Reading | None = field(name="as")
    took_ms: Ms | None
    asked: bool
    covered: bool
    trick: Count


class SideState(Part, frozen=True):
    """One pair. gained: levels (or points) of the deals it won; declarer: the deal is at its level, or the
    next one will be; won: the match."""

    seats: tuple[Seat, ...]
    level: Level
    gained: Count
    declarer: bool
    won: bool


class SeatState(Part, frozen=True):
    """One player. left: cards; place: in which it went out (from 1); leads: it is to play and nothing is to
    be beaten; laid: its last turn of the trick; used_ms: its turns of this deal whose time is known."""

    seat: Seat
    player: str
    side: Side
    left: Count
    turn: bool
    leads: bool
    place: Annotated[int, Meta(ge=1, le=4)] | None
    laid: Turn | None
    used_ms: Ms


class ClockState(Part, frozen=True):
    """The clock that runs: ``now_ms - since_ms`` is what was used. stands: it does not run, and ``used_ms``
    was used."""

    seat: Seat | None
    kind: Literal["opening", "lead", "move", "return"]
    since_ms: int
    limit_ms: Ms | None
    stands: bool
    used_ms: Ms | None


class RoundClock(Part, frozen=True):
    """The round's time, which does not stand in a pause."""

    ends_ms: Ms
    since_ms: Ms


class GiftState(Part, frozen=True):
    """A card paid, or given back; to: null while it does not follow; card: null while it is owed or lies
    face down."""

    seat: Seat
    to: Seat | None
    card: CardText | None
    back: bool


class TributeState(Part, frozen=True):
    """The tribute before a deal is led; refused: nothing is paid."""

    gifts: tuple[GiftState, ...]
    refused: bool


class DealState(Part, frozen=True):
    """A deal that is over. finish: two seats at a double, else four; levels: after it."""

    deal: Count
    finish: tuple[Seat, ...]
    winner: Side
    gain: Count
    levels: tuple[Level, Level]
    length_ms: Ms | None
    plays: Count
    bombs: Count


class PlayerState(Part, frozen=True):
    """One player in numbers; mean_ms, longest_ms: of the turns whose time is known."""

    seat: Seat
    plays: Count
    passes: Count
    bombs: Count
    mean_ms: Ms | None
    longest_ms: Ms | None


class StatisticsState(Part, frozen=True):
    """The match in numbers, from what is visible."""

    players: tuple[PlayerState, ...]
    deals: Count


class Happening(Part, frozen=True):
    """What has happened, for animations; a bomb is no play besides, a last card is a play and a finish."""

    seq: Count
    what: What
    seat: Seat | None


class PublicState(Part, frozen=True):
    """All that lies open, as of the moment that is shown.

    seq: the newest row of the log that is shown, -1 while none is (phase ``waiting``: then there are no seats
    and sides); now_ms: match time of the moment shown, which runs on; plays: the last turns of the deal, the
    oldest first; ruling: an irregularity waits for its ruling; frozen: the score is held back until then.
    Once the tribute of the next deal runs, ``deal``, ``level``, ``seats`` and ``plays`` are of that.
    """

    version: Literal[1]
    output: Literal["public"]
    seq: Annotated[int, Meta(ge=-1)]
    delay_s: Annotated[float, Meta(ge=0)]
    event: str
    round: int
    table: str
    rules: str
    phase: Phase
    deal: Count
    level: Level | None
    now_ms: Ms
    sides: tuple[SideState, ...]
    seats: tuple[SeatState, ...]
    trick: tuple[Turn, ...]
    best: Seat | None
    plays: tuple[Turn, ...]
    clock: ClockState | None
    round_clock: RoundClock | None
    tribute: TributeState | None
    result: DealState | None
    deals: tuple[DealState, ...]
    statistics: StatisticsState
    ruling: bool
    frozen: bool
    happened: tuple[Happening, ...]


class HandsState(Part, frozen=True):
    """The open hands: what each seat still holds at the moment that is shown, the highest first."""

    version: Literal[1]
    output: Literal["hands"]
    seq: Count
    delay_s: Annotated[float, Meta(ge=0)]
    deal: Annotated[int, Meta(ge=1)]
    hands: dict[str, tuple[CardText, ...]]
    public: PublicState

    @property
    def now_ms(self) -> int:
        return self.public.now_ms


class RefereeSeat(Part, frozen=True):
    """One player on the referee's tablet; laid: of the trick; asked: nobody has confirmed that."""

    seat: Seat
    player: str
    left: Count
    turn: bool
    place: Annotated[int, Meta(ge=1, le=4)] | None
    laid: tuple[CardText, ...]
    passed: bool
    asked: bool


class Line(Part, frozen=True):
    """One line of the list of plays; kind and state as the window has them (play, pass, trick_end, ...;
    accepted, asked, typed, undone); over: it took too long; conflict: no ground since a correction."""

    seq: Count
    deal: Count
    seat: str
    kind: str
    cards: tuple[CardText, ...]
    reading: Reading | None = field(name="as")
    took_ms: Ms | None
    state: str
    corrected: bool
    over: bool
    conflict: bool


class Pending(Part, frozen=True):
    """A play that waits for the referee. runner_up, others: what else it may be; reason: why it is asked;
    refusal: why the rules do not allow it; behind: so many more wait behind it."""

    id: int
    seat: Seat
    cards: tuple[CardText, ...]
    reading: Reading | None = field(name="as")
    p: float
    runner_up: tuple[CardText, ...] | None
    others: tuple[tuple[CardText, ...], ...]
    reason: str
    refusal: str | None
    at_ms: int
    behind: Count


class NoticeState(Part, frozen=True):
    """Something that may be a breach; about: the seq of the play."""

    id: int
    kind: str
    seat: Seat
    cards: tuple[CardText, ...]
    about: Count


class CaseState(Part, frozen=True):
    """An irregularity that waits for its ruling; choices: keys of what may be decided, prescribed first."""

    seq: Count
    kind: str
    seat: Seat | None
    cards: tuple[CardText, ...]
    choices: tuple[str, ...]


class EndingState(Part, frozen=True):
    """The deal that is over, until the next begins; confirmed: by each side; enters: who does so first."""

    deal: Count
    finish: tuple[Seat, ...]
    winner: Side
    gain: Count
    levels: tuple[Level, Level]
    confirmed: tuple[bool, bool]
    enters: Side | None


class DeskState(Part, frozen=True):
    """What waits for the referee. notice: what came of the last entry; breaks: the line whose correction was
    not made, as later ones rest on it."""

    pending: Pending | None
    notices: tuple[NoticeState, ...]
    cases: tuple[CaseState, ...]
    notice: str
    breaks: Count | None
    can_undo: bool
    can_redo: bool


class RefereeState(Part, frozen=True):
    """The referee's own table, never delayed. seq: of the log; desk: null for who may only look."""

    version: Literal[1]
    output: Literal["referee", "position"]
    seq: Count
    rules: str
    deal: Count
    level: Level
    levels: tuple[Level, Level]
    now_ms: Ms
    sides: tuple[tuple[Seat, ...], ...]
    seats: tuple[RefereeSeat, ...]
    to_beat: Reading | None
    best: Seat | None
    lines: tuple[Line, ...]
    clock: ClockState | None
    round_clock: RoundClock | None
    tribute: TributeState | None
    ending: EndingState | None
    paused: bool
    over: bool
    desk: DeskState | None


def schema(kind: type[Part]) -> dict[str, Any]:
    """The JSON Schema of a state (draft 2020-12)."""
    made = msgspec.json.schema(kind)
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **made}


KINDS: dict[str, type[Part]] = {"state": PublicState, "hands": HandsState, "referee": RefereeState}
"""By the name of their schema."""


if __name__ == "__main__":
    import json
    import sys

    print(json.dumps(schema(KINDS[sys.argv[1]]), indent=2))
