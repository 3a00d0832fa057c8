"""How a round begins and ends: being late, the time, ties, forfeits, substitutes, appeals."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from engine.errors import OutOfOrder, tried
from engine.events import Event, MatchEnd, MatchStart
from engine.levels import moved, number
from engine.round_events import Appeal, AppealAnswer, LateStart, Substitute
from engine.rules import RuleSet

PASSED_A = "A passed"
DEALS_PLAYED = "deals played"
TIME_UP = "time up"
EXTRA_DEAL = "extra deal"
FORFEITED = "forfeited"
LOST = "lost by a ruling"
BY_ITSELF = (PASSED_A, DEALS_PLAYED, TIME_UP, EXTRA_DEAL, FORFEITED, LOST)
"""Reasons of ends that follow from other events."""
_MINUTE_S = 60
_MINUTE_MS = 60_000


@dataclass(frozen=True, slots=True)
class RoundState:
    """Where a round stands besides its deals.

    `last_deal`: the time was called, the round ends when the deal that is drawn or played ends;
    `referee_decides`: the set does not say what becomes of that deal; `extra`: the deal to come or running
    is the extra one after a tie; `reached`: seq of the event with which each side came to its level;
    `forfeits`: sides that have forfeited or lost by a ruling; `ended`: why the round is over, nothing while
    it is not; `settled`: the players have left the table, and no appeal has been upheld since.
    """

    last_deal: bool = False
    referee_decides: bool = False
    extra: bool = False
    reached: tuple[int, int] = (0, 0)
    forfeits: tuple[int, ...] = ()
    ended: str = ""
    settled: bool = False


def with_levels(round_: RoundState, before: tuple[str, str], after: tuple[str, str], seq: int) -> RoundState:
    """The round after levels have changed: who reached its level when (Huai'an 七2)."""
    if before == after:
        return round_
    first, second = (seq if a != b else at for a, b, at in zip(after, before, round_.reached, strict=True))
    return replace(round_, reached=(first, second))


def scored(round_: RoundState, side: int, seq: int) -> RoundState:
    """The round after a side has gained points, where deals gain points: it reached them then."""
    reached = (seq, round_.reached[1]) if side == 0 else (round_.reached[0], seq)
    return replace(round_, reached=reached)


def called(round_: RoundState, rules: RuleSet, minutes_left: int, stage: str) -> RoundState | None:
    """The round once its time is called at a table that is ``idle``, ``drawing`` or ``playing``.

    None: the round is over there. Before the set's moment the call changes nothing. A table that is
    ``idle`` begins no more deal (Xiangyang 2024 八, Huai'an 七3); what is drawn or played goes by the set.
    """
    if minutes_left > rules.cutoff_minutes_left:
        return round_
    if stage == "idle":
        return None
    rule = rules.cutoff_drawing
    if stage == "playing":
        rule = rules.time_up_deal if minutes_left == 0 else "finishes"
    if rule == "stops":
        return None
    return replace(round_, last_deal=True, referee_decides=rule == "referee")


def late_levels(rules: RuleSet, levels: tuple[str, str], event: LateStart) -> tuple[str, str] | None:
    """The levels at which a round starts when a side is late, None when it forfeits.

    Xiangyang 2024 八(三)6: the other side one or two levels higher; Suzhou 2016 十三 第2条, Huai'an 六1:
    forfeit after a time. With leave nothing is charged before its own limit, where the set has one (Suzhou
    2016 十三 第4条); where it has none, leave excuses nothing.
    """
    excused = event.leave and rules.leave_forfeit_minutes is not None
    limit = rules.leave_forfeit_minutes if excused else rules.late_forfeit_minutes
    if limit is not None and event.seconds > limit * _MINUTE_S:
        return None
    if excused:
        return levels
    steps = (by for minutes, by in rules.late_steps if event.seconds <= minutes * _MINUTE_S)
    other = 1 - event.side
    most = rules.late_steps[-1][1] if rules.late_steps else 0
    up = moved(levels[other], next(steps, most), rules)
    return (up, levels[1]) if other == 0 else (levels[0], up)


def difference(rules: RuleSet, levels: tuple[str, str], gained: tuple[int, int]) -> int:
    """By how much the first side is ahead: in levels (级差), or in points where deals gain points.

    There the levels tell what rulings and late starts have given and taken.
    """
    by_levels = number(levels[0]) - number(levels[1])
    return by_levels + gained[0] - gained[1] if rules.gains == "points" else by_levels


def ahead(rules: RuleSet, levels: tuple[str, str], gained: tuple[int, int]) -> int | None:
    """The side that is ahead, None when neither is."""
    by = difference(rules, levels, gained)
    return None if by == 0 else int(by < 0)


def winner(
    header: MatchStart,
    rules: RuleSet,
    levels: tuple[str, str],
    gained: tuple[int, int],
    round_: RoundState,
    finish: tuple[str, ...],
) -> int | None:
    """The side that wins at these levels, the last deal having ended in the order `finish`; None: a draw.

    Equal levels go by the set's `tie` (Huai'an 七2: the first to reach the level).
    """
    if round_.forfeits:
        return None if len(set(round_.forfeits)) > 1 else 1 - round_.forfeits[0]
    side = ahead(rules, levels, gained)
    if side is not None:
        return side
    if rules.tie == "first_to_reach":
        first, second = round_.reached
        return None if first == second else int(second < first)
    if not finish or rules.tie not in ("last_deal_winner", "next_leader"):
        return None
    if rules.tie == "last_deal_winner":
        return header.side(finish[0])
    return header.side(_leader_of_the_next(header, rules, finish))


def _leader_of_the_next(header: MatchStart, rules: RuleSet, finish: tuple[str, ...]) -> str:
    """A seat of the side that would lead the next deal, tribute not being refused."""
    if rules.tribute == "none":
        return finish[0]
    return finish[3] if len(finish) == 4 else header.after(finish[0])[0]


def check_substitute(rules: RuleSet, event: Substitute, state: object) -> None:
    """Raises `OutOfOrder` where another player means a forfeit (Suzhou 2016 十四)."""
    if rules.substitutes == "forfeit":
        clause = rules.origin("substitutes").clause
        what = tried("substitute", player=event.player, seat=event.seat)
        raise OutOfOrder(what, "is_forfeit", state, clause=clause)


def check_appeal(rules: RuleSet, events: Iterable[Event], event: Appeal, state: object) -> None:
    """Raises `OutOfOrder` for an appeal that comes after its time (Suzhou 2016 十五 第1条)."""
    ends = [each.at_ms for each in events if isinstance(each, MatchEnd) and each.at_ms is not None]
    if rules.appeal_minutes is None or not ends:
        return
    late_ms = event.at_ms - ends[-1] - rules.appeal_minutes * _MINUTE_MS
    if late_ms > 0:
        clause = rules.origin("appeal_minutes").clause
        raise OutOfOrder(tried("appeal", seconds=round(late_ms / 1000)), "by_clause", state, clause=clause)


def check_answer(events: Iterable[Event], event: AppealAnswer, state: object) -> None:
    """Raises `OutOfOrder` for an answer to what is no appeal, or that is answered."""
    events = tuple(events)
    if not any(isinstance(each, Appeal) and each.seq == event.about for each in events):
        raise OutOfOrder(tried("answer", seq=event.about), "no_appeal", state)
    if any(isinstance(each, AppealAnswer) and each.about == event.about for each in events):
        raise OutOfOrder(tried("answer_again", seq=event.about), "was_answered", state)
