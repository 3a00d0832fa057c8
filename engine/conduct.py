"""Conduct: what went against the rules, what the set prescribes for it, and the ladder of warnings.

Nothing is punished automatically. What the engine finds is an irregularity to look at, what the set
prescribes is a proposal; only a ruling of the referee changes levels or ends a match.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from engine import penalties
from engine.breaches import Award, AwardKind, Breach, breach_of
from engine.errors import HandExceeded, IllegalPlay, InvalidPlay, OutOfTurn, RuleError
from engine.events import (
    DealStart,
    Event,
    Irregularity,
    MatchStart,
    Pass,
    Play,
    Return,
    Ruling,
    TakeBack,
    Tribute,
)
from engine.reports import cards_left, must_tell
from engine.rules import RuleSet
from engine.state import MatchState

FOUND_BY_THE_ENGINE = frozenset(
    {
        Breach.DRAW_OUT_OF_TURN,
        Breach.PLAY_OUT_OF_TURN,
        Breach.PASS_OUT_OF_TURN,
        Breach.ILLEGAL_PLAY,
        Breach.PLAY_IN_PARTS,
        Breach.WRONG_REPORT,
        Breach.LATE_REPORT,
        Breach.MISSING_REPORT,
        Breach.WRONG_TRIBUTE,
        Breach.WRONG_RETURN,
        Breach.OVERRUN,
        Breach.WRONG_COUNT,
        Breach.WILD_OUT_OF_PLACE,
    }
)
"""Kinds that follow from the log or from what the camera read; the referee may find any kind."""


@dataclass(frozen=True, slots=True)
class Proposal:
    """What a set prescribes: the awards (none: the referee decides), the clause, and who decides."""

    awards: tuple[Award, ...]
    clause: str
    text: str
    by: str = "referee"


@dataclass(frozen=True, slots=True)
class Counts:
    """What the rulings of a match have noted against a side."""

    oral_warnings: int = 0
    warnings: int = 0
    violations: int = 0
    losses: int = 0


def breach_in(event: Event, error: RuleError) -> Breach | None:
    """The irregularity in an event that the rules refuse; None where it is no breach but cannot be."""
    if isinstance(event, Play):
        if isinstance(error, OutOfTurn):
            return Breach.PLAY_OUT_OF_TURN
        if isinstance(error, InvalidPlay | IllegalPlay):
            return Breach.ILLEGAL_PLAY
        return Breach.WRONG_COUNT if isinstance(error, HandExceeded) else None
    if isinstance(event, Pass):
        return Breach.PASS_OUT_OF_TURN if isinstance(error, OutOfTurn) else None
    if isinstance(event, TakeBack) and isinstance(error, IllegalPlay):
        return Breach.HIDDEN_CARDS  # 将牌桌上已出过的牌拿入手中 (Huai'an 六3)
    if isinstance(event, Tribute | Return) and isinstance(error, IllegalPlay | OutOfTurn):
        return Breach.WRONG_TRIBUTE if isinstance(event, Tribute) else Breach.WRONG_RETURN
    return None


def proposals(
    state: MatchState, breach: Irregularity, losses_before: tuple[int, int] = (0, 0)
) -> tuple[Proposal, ...]:
    """What the set prescribes for a breach, then what its ladder adds.

    A breach is counted with those of its kind by the same side before it, in the deal or the match as the
    set says, but for those that a ruling let stand. `losses_before` are the sides' matches lost by rulings
    earlier in the competition. None for a kind that the sets do not know, or where the seat is not known.
    """
    kind = breach_of(breach.kind)
    if kind is None or breach.seat is None:
        return ()
    no_breach = _is_no_breach(state, kind, breach)
    if no_breach is not None:
        return (no_breach,)
    penalty = state.rules.penalty(kind)
    award = penalty.due(_count(state, breach, kind, penalty.per))
    awards = _awards(state.header, breach.seat, award)
    origin = state.rules.origin(kind)
    text = f"{breach.seat}: {award}"
    first = Proposal(awards, origin.clause, text, decides(state.rules, awards))
    others = [e for e in state.events if not (isinstance(e, Ruling) and breach.seq and e.about == breach.seq)]
    return (first, *_added(state, counts(state.header, others), awards, losses_before))


def _is_no_breach(state: MatchState, kind: Breach, breach: Irregularity) -> Proposal | None:
    """What is said to have gone against the rules where the set has no such rule."""
    rules, seat = state.rules, breach.seat
    if kind is Breach.LOOKED_BACK and not rules.cover_after_trick:
        return Proposal((), rules.origin("cover_after_trick").clause, f"{seat}: cards are not covered here")
    if kind is Breach.MISSING_REPORT and seat is not None:
        left = cards_left(state, seat, breach.seq)
        if not must_tell(rules, left):
            clause = rules.origin("report_on_request").clause
            return Proposal((), clause, f"{seat}: with {left} cards left it need not tell")
    return None


def ladder(
    state: MatchState, awards: Iterable[Award], losses_before: tuple[int, int] = (0, 0)
) -> tuple[Proposal, ...]:
    """What follows from awards by the set's ladder: so many warnings are a violation, so many violations
    lose the match, so many losses suspend (Suzhou 2016 十一 第3条)."""
    return _added(state, counts(state.header, state.events), awards, losses_before)


def _added(
    state: MatchState,
    noted: tuple[Counts, Counts],
    awards: Iterable[Award],
    losses_before: tuple[int, int],
) -> tuple[Proposal, ...]:
    """The rungs that awards reach on top of what is noted against the sides."""
    rules, header = state.rules, state.header
    all_awards = [*awards]
    found: list[Proposal] = []
    for side, had in enumerate(noted):
        for kind, so_far, then, switch in (
            (AwardKind.WARNING, had.warnings, AwardKind.VIOLATION, "warnings_per_violation"),
            (AwardKind.VIOLATION, had.violations, AwardKind.LOSS, "violations_per_loss"),
            (AwardKind.LOSS, had.losses + losses_before[side], AwardKind.SUSPENSION, "losses_per_suspension"),
        ):
            per = getattr(rules, switch)
            own = [award for award in all_awards if award.kind is kind and _side(header, award) == side]
            if per is None or so_far // per == (so_far + len(own)) // per:
                continue
            award = Award(then, side=side)
            all_awards.append(award)
            text = f"{kind} number {so_far + len(own)} of the side"
            found.append(Proposal((award,), rules.origin(switch).clause, text, decides(rules, (award,))))
    return tuple(found)


def counts(header: MatchStart, events: Iterable[Event]) -> tuple[Counts, Counts]:
    """What the rulings so far have noted against each side, in the order of the header's sides."""
    tally = {(side, kind): 0 for side in (0, 1) for kind in AwardKind}
    for event in events:
        for award in event.awards if isinstance(event, Ruling) else ():
            tally[_side(header, award), award.kind] += 1
    first, second = (
        Counts(
            tally[side, AwardKind.ORAL_WARNING],
            tally[side, AwardKind.WARNING],
            tally[side, AwardKind.VIOLATION],
            tally[side, AwardKind.LOSS],
        )
        for side in (0, 1)
    )
    return first, second


def _side(header: MatchStart, award: Award) -> int:
    if award.side is not None:
        return award.side
    assert award.seat is not None
    return header.side(award.seat)


def _awards(header: MatchStart, seat: str, award: penalties.Award) -> tuple[Award, ...]:
    """A set's award to the side of a seat, in the terms of a ruling."""
    if award.name == "referee":
        return ()
    side = header.side(seat)
    if award.name == AwardKind.LEVELS:
        changes = ((1 - side, award.opponents), (side, award.own))
        return tuple(Award(AwardKind.LEVELS, side=who, levels=by) for who, by in changes if by)
    if award.name == AwardKind.LOSS:
        return (Award(AwardKind.LOSS, side=side),)
    return (Award(AwardKind(award.name), seat),)


def decides(rules: RuleSet, awards: Sequence[Award]) -> str:
    """The referee, or the chief (Suzhou 2016 十一 第2条, Xiangyang 2024 八(三)8)."""
    grave = {AwardKind.LEVELS, AwardKind.LOSS, AwardKind.SUSPENSION}
    decisive = not awards or any(award.kind in grave for award in awards)
    chief = rules.rulings_by == "chief" or (rules.rulings_by == "chief_if_decisive" and decisive)
    return "chief referee" if chief else "referee"


def _count(state: MatchState, breach: Irregularity, kind: Breach, per: str) -> int:
    """Which breach of its kind by its side this is, from 1; those that were let stand do not count."""
    assert breach.seat is not None
    side = state.header.side(breach.seat)
    stood = {e.about for e in state.events if isinstance(e, Ruling) and not e.awards}
    number = 1
    for event in state.events:
        if breach.seq and event.seq >= breach.seq:
            break
        if per == "deal" and isinstance(event, DealStart):
            number = 1
        if isinstance(event, Irregularity) and event.seat is not None and event.seq not in stood:
            number += breach_of(event.kind) is kind and state.header.side(event.seat) == side
    return number
