"""What views are given: frozen pictures of the recorder's state, complete in themselves."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from app.conduct_view import ConductView, conduct_view
from app.deal_end import DealEnding, MatchEnding, RoundTime, deal_ending, match_ending, round_time
from app.taken_back import Notice
from app.warnings import Warned
from engine.cards import Card
from engine.clock import running_since
from engine.combos import Combo
from engine.errors import Reason
from engine.events import Correction, DealEnd, DealStart, Pass, Play, Source, Standing, TrickEnd
from engine.match import MatchState


@dataclass(frozen=True, slots=True, eq=False)
class Proposal:
    """A play that waits for the referee.

    reason is a key: "low_p", "unread", "illegal", "out_of_turn", "skipped_seat", "in_parts", "after_pause";
    refusal: why the engine does not allow what it looks like, None where it does.
    picture: the area as seen, BGR uint8 (H, W, 3), or None.
    """

    id: int
    seat: str
    cards: tuple[Card, ...]
    combo: Combo | None
    p: float
    runner_up: tuple[Card, ...] | None
    reason: str
    began_ms: int
    at_ms: int
    picture: npt.NDArray[np.uint8] | None
    refusal: Reason | None = None


@dataclass(frozen=True, slots=True)
class SeatView:
    """One seat: cards left, whether it is to play, its finishing place, what it did in this trick."""

    seat: str
    player: str
    left: int
    to_play: bool
    place: int | None
    laid: tuple[Card, ...]
    passed: bool
    asked: bool


@dataclass(frozen=True, slots=True)
class PlayLine:
    """One line of the list of plays.

    kind: play, pass, trick_end, deal_start, deal_end; state: accepted, asked, typed, or undone where it was
    taken back.
    """

    seq: int
    deal: int
    seat: str
    kind: str
    cards: tuple[Card, ...]
    combo: Combo | None
    at_ms: int
    took_ms: int | None
    state: str
    corrected: bool


@dataclass(frozen=True, slots=True, eq=False)
class Snapshot:
    """Everything a window or an overlay shows of a match at one moment.

    notice: a key, a sentence, or why the rules refused what was typed.  conduct: calls, irregularities and
    warnings; ending: the deal that is over, until the next begins; round: how the round ends; match: its end.
    """

    rules_name: str
    level: str
    levels: tuple[str, str]
    sides: tuple[tuple[str, ...], ...]
    deal: int
    seats: tuple[SeatView, ...]
    to_beat: Combo | None
    best: str | None
    lines: tuple[PlayLine, ...]
    pending: Proposal | None
    since_ms: int | None
    now_ms: int
    accepted: int
    asked: int
    typed: int
    over: bool
    notice: str | Reason
    notices: tuple[Notice, ...] = ()
    conduct: ConductView | None = None
    ending: DealEnding | None = None
    round: RoundTime | None = None
    match: MatchEnding | None = None


def snapshot(
    state: MatchState,
    pending: Proposal | None,
    notices: tuple[Notice, ...],
    now_ms: int,
    notice: str | Reason,
    warned: tuple[Warned, ...] = (),
) -> Snapshot:
    """The views' picture of ``state``; times are event times in ms."""
    deal = state.deal
    lines = _lines(state)
    conduct = conduct_view(state, warned)
    plays = [line for line in lines if line.kind == "play"]
    return Snapshot(
        rules_name=state.rules.name,
        level=deal.level if deal else state.levels[0],
        levels=state.levels,
        sides=state.header.sides,
        deal=deal.number if deal else 0,
        seats=_seats(state),
        to_beat=deal.to_beat if deal else None,
        best=deal.best if deal else None,
        lines=lines,
        pending=pending,
        notices=notices,
        since_ms=running_since(state.events)
        if deal and not deal.over and conduct.paused_ms is None
        else None,
        now_ms=now_ms,
        accepted=sum(line.state == "accepted" for line in plays),
        asked=sum(line.state == "asked" for line in plays),
        typed=sum(line.state == "typed" for line in plays),
        over=state.over,
        notice=notice,
        conduct=conduct,
        ending=deal_ending(state),
        round=round_time(state),
        match=match_ending(state),
    )


def _seats(state: MatchState) -> tuple[SeatView, ...]:
    deal = state.deal
    views = []
    for seat in state.header.seats:
        last = next((e for e in reversed(deal.trick) if e.seat == seat), None) if deal else None
        views.append(
            SeatView(
                seat=seat,
                player=state.header.players.get(seat, ""),
                left=deal.left[seat] if deal else 27,
                to_play=bool(deal and deal.to_play == seat),
                place=deal.finish.index(seat) + 1 if deal and seat in deal.finish else None,
                laid=last.cards if isinstance(last, Play) else (),
                passed=isinstance(last, Pass),
                asked=isinstance(last, Play | Pass) and last.state is Standing.ASKED,
            )
        )
    return tuple(views)


def _lines(state: MatchState) -> tuple[PlayLine, ...]:
    lines: list[PlayLine] = []
    corrected = {e.replaces for e in state.events if isinstance(e, Correction)}
    number, before = 0, None
    for event in state.events:
        match event:
            case DealStart():
                number, before = event.deal, event.at_ms
                lines.append(_line(event.seq, number, event.leader, "deal_start", event.at_ms))
            case Play():
                standing = "typed" if event.source is Source.TYPED else str(event.state)
                took = None if before is None else max(event.at_ms - before, 0)
                before = event.at_ms
                line = PlayLine(
                    event.seq, number, event.seat, "play", event.cards, event.reading,
                    event.at_ms, took, standing, event.seq in corrected,
                )  # fmt: skip
                lines.append(line)
            case Pass():
                at = event.at_ms if event.at_ms is not None else event.before_ms or 0
                lines.append(_line(event.seq, number, event.seat, "pass", at, str(event.state)))
            case TrickEnd():
                lines.append(_line(event.seq, number, event.seat or "", "trick_end", event.at_ms or 0))
            case DealEnd():
                lines.append(_line(event.seq, number, event.finish[0], "deal_end", event.at_ms or 0))
            case _:
                pass
    return tuple(replace(line, state="undone") if line.seq in state.undone else line for line in lines)


def _line(seq: int, deal: int, seat: str, kind: str, at_ms: int, state: str = "accepted") -> PlayLine:
    return PlayLine(seq, deal, seat, kind, (), None, at_ms, None, state, False)
