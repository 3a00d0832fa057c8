"""The end of a deal and of a match, for the views: what it did, who confirms it, and what comes next."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.before import next_level, opening_of
from engine.breaches import AwardKind
from engine.events import DealEnd, DealStart, Event, Ruling
from engine.levels import moved
from engine.opening import due_opening
from engine.result import ResultSheet, result_sheet
from engine.rules import RuleSet
from engine.state import DealResult, MatchState

_MINUTE_MS = 60_000
Levels = tuple[str, str]


@dataclass(frozen=True, slots=True)
class NextDeal:
    """What the rules say of the deal to come; None and empty where they leave it open.

    leaders: who may lead by what is known; payers: who owes tribute, receivers: to whom; refusal: the
    set's switch `refuse_tribute`; extra: the extra deal after a tie.
    """

    number: int
    level: str
    shuffler: str | None
    cutter: str | None
    drawer: str | None
    leader: str | None
    leaders: tuple[str, ...]
    payers: tuple[str, ...]
    receivers: tuple[str, ...]
    refusal: str
    extra: bool


@dataclass(frozen=True, slots=True)
class DealEnding:
    """A deal that is over, until the next one begins.

    winner: a side (0, 1); before, after: both sides' levels; confirmed: by each side; enters: the side that
    has to confirm first, None where either may; clause: who says so.
    """

    result: DealResult
    before: Levels
    after: Levels
    confirmed: tuple[bool, bool]
    enters: int | None
    clause: str
    next: NextDeal | None


@dataclass(frozen=True, slots=True)
class RoundTime:
    """How the round ends by the set: at an event time (`ends_ms`), after so many deals, or by passing A.

    last_deal: the time was called, and this deal is the last; referee_decides: the set does not say what
    becomes of it.
    """

    ends_ms: int | None
    deals: int | None
    deals_done: int
    last_deal: bool
    referee_decides: bool
    clause: str


@dataclass(frozen=True, slots=True)
class MatchEnding:
    """A match that is over: its sheet; left: the pairs have left the table; settled: no correction changes
    the result any more; stands: the clause that says so, empty where the referee decides."""

    sheet: ResultSheet
    left: bool
    settled: bool
    stands: str


def deal_ending(state: MatchState) -> DealEnding | None:
    """None while a deal runs, and before the first."""
    if not state.deals_done or (state.deal is not None and not state.deal.over) or state.due:
        return None
    result = state.deals_done[-1]
    return DealEnding(
        result=result,
        before=_levels_before(state),
        after=state.levels,
        confirmed=(is_confirmed(state, 0), is_confirmed(state, 1)),
        enters=entering_side(state),
        clause=state.rules.origin("score_confirmed_by").clause,
        next=None if state.over else _next(state),
    )


def round_time(state: MatchState) -> RoundTime:
    rules = state.rules
    minutes = rules.round_minutes
    switch = "round_minutes" if minutes is not None else "round_deals"
    return RoundTime(
        ends_ms=None if minutes is None else minutes * _MINUTE_MS,
        deals=rules.round_deals,
        deals_done=len(state.deals_done),
        last_deal=state.round.last_deal,
        referee_decides=state.round.referee_decides,
        clause=rules.origin(switch).clause,
    )


def match_ending(state: MatchState) -> MatchEnding | None:
    """None while the match runs."""
    if not state.over:
        return None
    sheet = result_sheet(state)
    by_leaving = state.rules.correction_until == "leaving_table"
    clause = state.rules.origin("correction_until").clause if by_leaving else ""
    return MatchEnding(sheet, state.round.settled, sheet.settled, clause)


def result_text(state: MatchState) -> str | None:
    """What a side confirms, in words of the record; another result needs another confirmation."""
    if not state.deals_done:
        return None
    last = state.deals_done[-1]
    return f"deal {last.number} confirmed: out {' '.join(last.finish)}, levels {':'.join(state.levels)}"


def is_confirmed(state: MatchState, side: int) -> bool:
    """Whether a side has confirmed the last deal as it stands now."""
    text, by = result_text(state), " ".join(state.header.sides[side])
    return any(isinstance(e, Ruling) and e.text == text and e.by == by for e in state.events)


def entering_side(state: MatchState) -> int | None:
    """The side that enters the result, so that the other one checks it (Xiangyang 2024 八(三)5)."""
    seats = entering_seats(state.rules, state.header.seats)
    return state.header.side(seats[0]) if seats else None


def entering_seats(rules: RuleSet, seats: Sequence[str]) -> tuple[str, ...]:
    """The seats that enter the result, none where the set names none."""
    return tuple(seat for seat in seats if rules.score_entered_by == "EW" and seat in "EW")


def _levels_before(state: MatchState) -> Levels:
    """Both sides' levels when the last deal ended, before it changed them."""
    levels: list[str] = list(state.levels)
    here = _of_last_deal(state.events)
    start = next((e for e in here if isinstance(e, DealStart)), None)
    previous = [each.levels for each in state.deals_done[:-1]]
    if start is not None and start.levels is not None:
        levels = list(start.levels)
    elif previous:
        levels = list(previous[-1])
    elif start is not None:
        levels = [start.level, start.level]
    between = here if start is None or start.levels is None else here[here.index(start) :]
    for event in between:
        for award in event.awards if isinstance(event, Ruling) else ():
            if award.kind is AwardKind.LEVELS:
                side = award.side if award.side is not None else state.header.side(award.seat or "")
                levels[side] = moved(levels[side], award.levels, state.rules)
    return levels[0], levels[1]


def _of_last_deal(events: Sequence[Event]) -> list[Event]:
    """The events between the last two ends of a deal."""
    ends = [at for at, event in enumerate(events) if isinstance(event, DealEnd)]
    begin = ends[-2] + 1 if len(ends) > 1 else 0
    return list(events[begin : ends[-1] + 1 if ends else len(events)])


def _next(state: MatchState) -> NextDeal | None:
    last, level = state.deals_done[-1], next_level(state)
    if level is None:
        return None
    number, finish = last.number + 1, last.finish
    opening = due_opening(state.header, state.rules, number, finish)
    before = opening_of(state)
    tribute = before.tribute
    payers = () if tribute.refused is not None else tribute.payers
    receivers = finish[: len(payers)]
    return NextDeal(
        number, level, opening.shuffler, opening.cutter, opening.first, before.leader, before.leaders,
        payers, receivers, state.rules.refuse_tribute, state.round.extra,
    )  # fmt: skip
