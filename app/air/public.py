"""What lies open at a table: the state of every output that players and spectators may see.

Each field is taken from the match by name and on purpose.  No hand, no card drawn or only shown to the
referee, no question and no reason of a ruling has a way into it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from app.air.ledger import Account, Ledger
from app.air.states import (
    ClockState,
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
from app.air.turns import DealTurns, happened
from app.deal_end import round_time
from app.snapshot import tribute_view
from app.statistics import thought_ms
from engine.before import next_level, opening_of
from engine.clock import running
from engine.events import HAND, DealStart, Irregularity, Pause, Resume, Return, Ruling
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


def state(moment: Moment, ledger: Ledger | None = None) -> PublicState:
    """The public state of a moment; ledger: what was counted for the moment before, to be faster."""
    match, frozen = moment.match, moment.scored is not None
    header, deal = match.header, match.deal
    account = (ledger or Ledger()).read(match)
    recent = account.recent
    coming, runs = _coming(match), deal is not None and not deal.over
    table = replace(match, deal=None) if coming else match
    turns = DealTurns(replace(recent, deal=table.deal), account.moves)
    scored = moment.scored or match
    deals = Ledger().read(scored).deals if frozen else account.deals
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
        phase=_phase(recent, tribute if coming or runs else None, frozen=frozen),
        deal=match.deals_done[-1].number + 1 if coming else deal.number if deal else 0,
        level=next_level(match) if coming else deal.level if deal else match.levels[0],
        now_ms=moment.now_ms,
        sides=_sides(scored),
        seats=tuple(_seat(table, seat, turns) for seat in header.seats),
        trick=turns.trick,
        best=table.deal.best if table.deal else None,
        plays=turns.plays[-PLAYS:],
        clock=_clock(recent, moment.now_ms),
        round_clock=_round_clock(match),
        tribute=tribute,
        result=deals[-1] if deals else None,
        deals=deals,
        statistics=_statistics(account, len(deals)),
        ruling=ruling_open(recent),
        frozen=frozen,
        happened=happened(match, (*account.earlier, *account.moves)),
    )


def ruling_open(state: MatchState) -> bool:
    """Whether an irregularity waits for its ruling; once another deal has begun, play has gone on without."""
    ruled: set[int | None] = set()
    for event in reversed(state.events):
        match event:
            case DealStart():
                return False
            case Ruling():
                ruled.add(event.about)
            case Irregularity() if event.seq not in ruled:
                return True
            case _:
                pass
    return False


# ---- the table --------------------------------------------------------------------------------


def _coming(match: MatchState) -> bool:
    """Whether the next deal's tribute runs, from its first gift or refusal on; until then the last deal lies
    on the table."""
    runs = match.deal is not None and not match.deal.over
    told = match.opening.tribute if match.opening is not None else None
    if match.over or runs or told is None or not match.deals_done:
        return False
    return bool(told.paid or told.returned) or told.refused is not None


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


def _statistics(account: Account, deals: int) -> StatisticsState:
    players = tuple(
        PlayerState(
            seat=seat,
            plays=total.plays,
            passes=total.passes,
            bombs=total.bombs,
            mean_ms=total.mean_ms,
            longest_ms=total.longest_ms,
        )
        for seat, total in account.totals.items()
    )
    return StatisticsState(players=players, deals=deals)
