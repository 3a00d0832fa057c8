"""What a referee may decide on an irregularity: what the set prescribes, and what else there is."""

from __future__ import annotations

from dataclasses import dataclass, replace

from engine.breaches import Award, AwardKind, breach_of
from engine.conduct import Proposal, decides, ladder, proposals
from engine.events import Irregularity, MatchStart, Ruling
from engine.state import MatchState

AS_PRESCRIBED = "prescribed"
STANDS = "stands"


@dataclass(frozen=True, slots=True)
class Choice:
    """One decision.

    key: ``prescribed``, ``stands`` (no penalty), or the name of the award; awards: its own; added: what the
    set's ladder adds to them; clause: what it rests on; by: who has to decide it; departs: something else
    is prescribed, so that it needs a reason.
    """

    key: str
    awards: tuple[Award, ...]
    added: tuple[Proposal, ...]
    clause: str
    by: str
    departs: bool

    @property
    def all_awards(self) -> tuple[Award, ...]:
        return (*self.awards, *(award for rung in self.added for award in rung.awards))


def choices(state: MatchState, breach: Irregularity) -> tuple[Choice, ...]:
    """What may be decided on an irregularity of the log; what is prescribed stands first."""
    due = proposals(state, breach)
    prescribed = due[0] if due and due[0].awards else None
    made = []
    if prescribed is not None:
        clause = "; ".join(each.clause for each in due if each.clause)
        made.append(Choice(AS_PRESCRIBED, prescribed.awards, due[1:], clause, prescribed.by, False))
    departs = prescribed is not None
    rulings = replace(state, events=tuple(e for e in state.events if isinstance(e, Ruling)))
    for key, awards in _others(state.header, breach.seat):
        if prescribed is not None and awards == prescribed.awards:
            continue
        added = ladder(rulings, awards) if awards else ()
        clause = "; ".join(each.clause for each in added if each.clause)
        by = decides(state.rules, awards or (Award(AwardKind.ORAL_WARNING, side=0),))
        made.append(Choice(key, awards, added, clause, by, departs))
    return tuple(made)


def without(state: MatchState, ruling: Ruling) -> MatchState:
    """The match in whose log a ruling does not stand, to count what else was noted."""
    return replace(state, events=tuple(event for event in state.events if event is not ruling))


def award_text(award: Award) -> str:
    """An award for the record: ``warning S``, ``levels side 1 +1``."""
    whom = award.seat if award.seat is not None else f"side {award.side}"
    return f"{award.kind} {whom}" + (f" {award.levels:+d}" if award.levels else "")


def _others(header: MatchStart, seat: str | None) -> tuple[tuple[str, tuple[Award, ...]], ...]:
    """Every decision that is no prescription, by key."""
    if seat is None:
        return ((STANDS, ()),)
    side = header.side(seat)
    to_seat = (
        AwardKind.ORAL_WARNING, AwardKind.WARNING, AwardKind.VIOLATION, AwardKind.TAKEN_BACK,
        AwardKind.MISSES_TRICK, AwardKind.GIVE_AGAIN, AwardKind.REPLAY, AwardKind.REDEAL,
    )  # fmt: skip
    up, down = Award(AwardKind.LEVELS, side=1 - side, levels=1), Award(AwardKind.LEVELS, side=side, levels=-1)
    return (
        (STANDS, ()),
        *((kind.value, (Award(kind, seat),)) for kind in to_seat),
        ("opponents_up", (up,)),
        ("own_down", (down,)),
        ("up_and_down", (up, down)),
        (AwardKind.LOSS.value, (Award(AwardKind.LOSS, side=side),)),
    )


def is_composed(ruling: Ruling) -> bool:
    """Whether a ruling's text only says over again what its other fields hold."""
    kind, _, rest = ruling.text.partition(", ")
    return breach_of(kind) is not None and rest.startswith(("as prescribed: ", "decided: "))
