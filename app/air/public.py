"""What lies open at a table: the state of every output that players and spectators may see.

Each field is taken from the match by name and on purpose.  No hand, no card drawn or only shown to the
referee, no question and no reason of a ruling has a way into it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from app.air.states import (
    ClockState,
    DealState,
    GiftState,
    Phase,
    PlayerState,
    PublicState,
    RoundClock,
    SeatState,
    SideState,
    StatisticsState,
    TributeState,
)
from app.air.turns import DealTurns, happened, last_start
from app.deal_end import round_time
from app.sheet import Move, moves_of
from app.snapshot import tribute_view
from app.statistics import BOMBS, player_numbers, thought_ms
from engine.before import opening_of
from engine.clock import lasted_ms, running
from engine.events import HAND, DealEnd, DealStart, Irregularity, Pause, Play, Resume, Return, Ruling
from engine.in_view import open_gifts
from engine.state import MatchState

PLAYS = 40
"""So many turns of the deal are kept in a state."""


@dataclass(frozen=True, slots=True)
class Moment:
    """What is visible of a match at one moment.

    seq: of the newest row; now_ms: match time; scored: the match whose score is shown, where that is held
    back.
    """

    match: MatchState
    seq: int
    delay_s: float
    now_ms: int
    scored: MatchState | None = None


def waiting(delay_s: float) -> PublicState:
    """The state while nothing may be shown yet."""
    return PublicState(
        version=1, output="public", seq=-1, delay_s=delay_s, event="", round=0, table="", rules="",
        phase="waiting", deal=0, level=None, now_ms=0, sides=(), seats=(), trick=(), best=None, plays=(),
        clock=None, round_clock=None, tribute=None, result=None, deals=(),
        statistics=StatisticsState(players=(), deals=0), ruling=False, frozen=False, happened=(),
    )  # fmt: skip


def state(moment: Moment) -> PublicState:
    """The public state of a moment."""
    match, frozen = moment.match, moment.scored is not None
    scored = moment.scored or match
    header, deal = match.header, match.deal
    moves = moves_of(match)
    turns = DealTurns(match, moves)
    deals = tuple(_deals(scored, moves))
    tribute = _tribute(match)
    return PublicState(
        version=1,
        output="public",
        seq=moment.seq,
        delay_s=moment.delay_s,
        event=header.event_name,
        round=header.round,
        table=header.table,
        rules=match.rules.name,
        phase=_phase(match, tribute, frozen=frozen),
        deal=deal.number if deal else 0,
        level=deal.level if deal else match.levels[0],
        now_ms=moment.now_ms,
        sides=_sides(scored),
        seats=tuple(_seat(match, seat, turns) for seat in header.seats),
        trick=turns.trick,
        best=deal.best if deal else None,
        plays=turns.plays[-PLAYS:],
        clock=_clock(match, moment.now_ms),
        round_clock=_round_clock(match),
        tribute=tribute,
        result=deals[-1] if deals else None,
        deals=deals,
        statistics=_statistics(match, moves, len(deals)),
        ruling=ruling_open(match),
        frozen=frozen,
        happened=happened(match, moves),
    )


def ruling_open(match: MatchState) -> bool:
    """Whether an irregularity waits for its ruling; once another deal has begun, play has gone on without."""
    start = last_start(match)
    ruled = {event.about for event in match.events if isinstance(event, Ruling)}
    found = (event for event in match.events if isinstance(event, Irregularity) and event.seq > start)
    return any(event.seq not in ruled for event in found)


# ---- the table --------------------------------------------------------------------------------


def _phase(match: MatchState, tribute: TributeState | None, *, frozen: bool) -> Phase:
    """What the table is about; a score that is held back does not show by it."""
    deal, paused = match.deal, _paused(match) is not None
    runs = deal is not None and not deal.over and not match.over
    if ruling_open(match) and (paused or (frozen and not runs)):
        return "ruling"
    if match.over:
        return "over"
    if paused:
        return "pause"
    if tribute is not None and not tribute.refused and any(gift.card is None for gift in tribute.gifts):
        return "tribute"
    if runs:
        return "play"
    return "between" if match.deals_done else "before"


def _paused(match: MatchState) -> Pause | None:
    """The pause that holds now."""
    last = next((e for e in reversed(match.events) if isinstance(e, Pause | Resume)), None)
    return last if isinstance(last, Pause) else None


def _seat(match: MatchState, seat: str, turns: DealTurns) -> SeatState:
    deal = match.deal
    to_play = deal is not None and deal.to_play == seat and not match.over
    used = [thought_ms(move) for move in turns.moves if move.event.seat == seat]
    return SeatState(
        seat=seat,
        player=match.players.get(seat, ""),
        side=match.header.side(seat),
        left=deal.left[seat] if deal else HAND,
        turn=to_play,
        leads=to_play and deal is not None and deal.best is None,
        place=deal.finish.index(seat) + 1 if deal and seat in deal.finish else None,
        laid=turns.last_of(seat),
        used_ms=sum(took for took in used if took is not None),
    )


def _clock(match: MatchState, now_ms: int) -> ClockState | None:
    """The clock that runs or stands; ``since_ms`` has the pauses taken out, and holds until the next."""
    deal, paused = match.deal, _paused(match)
    if match.over:
        return None
    at = now_ms if paused is None else paused.at_ms
    timing = running(match.rules, match.events, deal.to_play if deal else None, at)
    if timing is None or timing.took_ms is None:
        return None
    return ClockState(
        seat=timing.seat,
        kind=timing.clock.value,
        since_ms=at - timing.took_ms,
        limit_ms=timing.limit_ms,
        stands=paused is not None,
        used_ms=timing.took_ms if paused is not None else None,
    )


def _round_clock(match: MatchState) -> RoundClock | None:
    ends = round_time(match).ends_ms
    return None if ends is None or match.over else RoundClock(ends_ms=ends, since_ms=0)


def _tribute(match: MatchState) -> TributeState | None:
    """The tribute as the window has it, but for cards that lie face down."""
    shown, deal = tribute_view(match), match.deal
    if shown is None:
        return None
    told = deal.tribute if deal is not None and not deal.over else opening_of(match).tribute
    lying = {(gift.seat, isinstance(gift, Return)) for gift in (open_gifts(told) if told else ())}
    gifts = tuple(
        GiftState(
            seat=gift.seat,
            to=gift.to,
            card=str(gift.card) if gift.card is not None and (gift.seat, gift.back) in lying else None,
            back=gift.back,
        )
        for gift in shown.gifts
    )
    return TributeState(gifts=gifts, refused=shown.refused)


# ---- the score --------------------------------------------------------------------------------


def _sides(match: MatchState) -> tuple[SideState, ...]:
    declarer = _declarer(match)
    return tuple(
        SideState(
            seats=seats,
            level=match.levels[side],
            gained=match.gained[side],
            declarer=side == declarer,
            won=match.over and match.winner == side,
        )
        for side, seats in enumerate(match.header.sides)
    )


def _declarer(match: MatchState) -> int | None:
    """The side at whose level is played: the winner of the last deal, in the first the one at its level."""
    if match.deals_done:
        return match.deals_done[-1].winner
    level = match.deal.level if match.deal else None
    at_level = [side for side in (0, 1) if match.levels[side] == level]
    return at_level[0] if len(at_level) == 1 else None


def _deals(match: MatchState, moves: Sequence[Move]) -> Iterator[DealState]:
    """The deals that are over.  Of one that was dealt again the last one counts."""
    starts = {event.deal: event for event in match.events if isinstance(event, DealStart)}
    ends = {event.deal: event for event in match.events if isinstance(event, DealEnd)}
    for result in match.deals_done:
        start, end = starts.get(result.number), ends.get(result.number)
        own = [move for move in moves if move.deal == result.number and not move.undone]
        plays = [m for m in own if isinstance(m.event, Play) and (start is None or m.event.seq > start.seq)]
        yield DealState(
            deal=result.number,
            finish=result.finish,
            winner=result.winner,
            gain=result.gain,
            levels=result.levels,
            length_ms=_length(match, start, end, plays),
            plays=len(plays),
            bombs=sum(move.reading is not None and move.reading.type in BOMBS for move in plays),
        )


def _length(
    match: MatchState, start: DealStart | None, end: DealEnd | None, plays: Sequence[Move]
) -> int | None:
    """From its start to its end without pauses; None where nobody knows."""
    times = [each.at_ms for each in (*(move.event for move in plays[-1:]), end) if each is not None]
    known = [at for at in times if at is not None]
    if start is None or not known:
        return None
    return lasted_ms(match.events, start.at_ms, max(known))


def _statistics(match: MatchState, moves: Sequence[Move], deals: int) -> StatisticsState:
    found = [player_numbers(match.header, moves, seat, "", ()) for seat in match.header.seats]
    players = tuple(
        PlayerState(
            seat=each.seat,
            plays=each.plays,
            passes=each.passes,
            bombs=each.bombs,
            mean_ms=each.mean_ms,
            longest_ms=each.longest.timing.took_ms if each.longest else None,
        )
        for each in found
    )
    return StatisticsState(players=players, deals=deals)
