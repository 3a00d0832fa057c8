"""What views are given: frozen pictures of the recorder's state, complete in themselves."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from app.acts import Breaks
from app.conduct_view import ConductView, conduct_view
from app.correcting import CONFIRMED
from app.deal_end import DealEnding, MatchEnding, RoundTime, deal_ending, match_ending, round_time
from app.taken_back import Notice
from app.unseen import Unseen, unseen
from app.warnings import Warned
from engine.before import opening_of
from engine.cards import Card
from engine.clock import Timing, running, running_since, timings
from engine.combos import Combo, classify
from engine.errors import Reason
from engine.events import (
    Correction,
    DealEnd,
    DealStart,
    Event,
    Irregularity,
    Pass,
    Pause,
    Play,
    Refusal,
    Report,
    Resume,
    Return,
    Ruling,
    Source,
    Standing,
    TakeBack,
    Tribute,
    TrickEnd,
)
from engine.giving import return_limit
from engine.match import MatchState
from engine.round_events import Forfeit, ThrownIn, TimeCalled
from engine.rules import RuleSet
from engine.tribute import TributeState


@dataclass(frozen=True, slots=True, eq=False)
class Proposal:
    """A play that waits for the referee.

    reason is a key: "low_p", "unread", "illegal", "out_of_turn", "skipped_seat", "in_parts", "after_pause";
    refusal: why the engine does not allow what it looks like, None where it does.
    picture: the area as seen, BGR uint8 (H, W, 3), or None; others: further lawful plays, likeliest first;
    pieced: it is lawful only with a card that was not seen, or without one that was; seen: what was seen,
    each card as its likeliest face; behind: so many later readings wait until it is answered.
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
    others: tuple[tuple[Card, ...], ...] = ()
    pieced: bool = False
    seen: tuple[Card, ...] = ()
    behind: int = 0


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

    kind: play, pass, trick_end, deal_start, deal_end, tribute, return, refusal, report, and the events that
    are listed as they are (`event`): pause, resume, irregularity, ruling, take_back, thrown_in, time,
    forfeit. state: accepted, asked, typed, or undone where it was taken back; over: it took longer than rules
    allow; conflict: it has no ground since an earlier line was corrected; count: cards left that a report
    tells.
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
    source: str = ""
    over: bool = False
    conflict: bool = False
    count: int | None = None
    event: Event | None = None


@dataclass(frozen=True, slots=True)
class Gift:
    """A card of the tribute: `to` is None while it does not follow, `card` while it is still owed.

    limit: what the rules allow to be given back, a word of `engine.giving.return_limit`; clause: who says so.
    """

    seat: str
    to: str | None
    card: Card | None
    back: bool
    limit: str = "any"
    clause: str = ""


@dataclass(frozen=True, slots=True)
class TributeView:
    """The tribute before a deal is led: what was given and what is owed; refused: nothing is paid; level: of
    the deal that comes."""

    gifts: tuple[Gift, ...]
    refused: bool
    level: str = ""

    @property
    def due(self) -> Gift | None:
        """What is to be given next."""
        return next((gift for gift in self.gifts if gift.card is None), None)


@dataclass(frozen=True, slots=True, eq=False)
class Snapshot:
    """Everything a window or an overlay shows of a match at one moment.

    notice: a key, a sentence, or why the rules refused what was typed.  conduct: calls, irregularities and
    warnings; ending: the deal that is over, until the next begins; round: how the round ends; match: its end;
    first_leads: the deal to come begins with its first play; aside: what was proposed of plays that stand as
    asked, by their number, as far as it is still there.
    """

    rules: RuleSet
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
    clock: Timing | None = None
    paused: bool = False
    unseen: Unseen | None = None
    tribute: TributeView | None = None
    saved: int = 0
    can_undo: bool = False
    can_redo: bool = False
    breaks: Breaks | None = None
    conduct: ConductView | None = None
    ending: DealEnding | None = None
    round: RoundTime | None = None
    match: MatchEnding | None = None
    first_leads: bool = False
    aside: Mapping[int, Proposal] = field(default_factory=dict)


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
        rules=state.rules,
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
        saved=max((event.seq for event in (*state.given[-1:], *state.events[-1:])), default=0),
        accepted=sum(line.state == "accepted" for line in plays),
        asked=sum(line.state == "asked" for line in plays),
        typed=sum(line.state == "typed" for line in plays),
        over=state.over,
        notice=notice,
        clock=running(state.rules, state.events, deal.to_play if deal else None, now_ms),
        paused=_paused(state.events),
        unseen=unseen(deal) if deal and not deal.over else None,
        tribute=tribute_view(state),
        conduct=conduct,
        ending=deal_ending(state),
        round=round_time(state),
        match=match_ending(state),
    )


def _paused(events: tuple[Event, ...]) -> bool:
    last = next((event for event in reversed(events) if isinstance(event, Pause | Resume)), None)
    return isinstance(last, Pause)


def tribute_view(state: MatchState) -> TributeView | None:
    """The tribute, from the end of a deal to the first play of the next; None where there is none."""
    deal = state.deal
    if state.over or (deal is not None and not deal.over and (deal.played or deal.tribute is None)):
        return None
    runs = deal is not None and not deal.over
    tribute = deal.tribute if deal is not None and runs else opening_of(state).tribute
    if tribute is None or not tribute.payers:
        return None
    if tribute.refused is not None:
        return TributeView((), refused=True, level=tribute.level or "")
    return TributeView((*_paid(tribute), *_returned(tribute)), refused=False, level=tribute.level or "")


def _paid(tribute: TributeState) -> list[Gift]:
    gifts = [Gift(paid.seat, paid.to, paid.card, back=False) for paid in tribute.paid]
    owed = [seat for seat in tribute.payers if all(paid.seat != seat for paid in tribute.paid)]
    return gifts + [
        Gift(seat, None if tribute.is_double else tribute.finish[0], None, back=False) for seat in owed
    ]


def _returned(tribute: TributeState) -> list[Gift]:
    gifts = [Gift(given.seat, given.to, given.card, back=True) for given in tribute.returned]
    payer_of = {paid.to: paid.seat for paid in tribute.paid}
    for seat in tribute.finish[: len(tribute.payers)]:
        if all(given.seat != seat for given in tribute.returned):
            to, double = payer_of.get(seat), tribute.is_double
            to_partner = to == tribute.header.partner(seat)
            limit = return_limit(tribute.rules, to_partner=to_partner, double=double)
            switch = "return_in_double" if double else f"return_to_{'partner' if to_partner else 'opponent'}"
            gifts.append(Gift(seat, to, None, True, limit, tribute.rules.origin(switch).clause))
    return gifts


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
    corrected = {e.replaces for e in state.events if isinstance(e, Correction) and e.reason != CONFIRMED}
    broken = {conflict.event.seq for conflict in state.conflicts}
    times = {timing.seq: timing for timing in timings(state.rules, state.events)}
    number, level, before = 0, "", None
    for event in state.events:
        match event:
            case DealStart():
                number, level, before = event.deal, event.level, event.at_ms
            case Play():
                took = None if before is None else max(event.at_ms - before, 0)
                before = event.at_ms
                lines.append(_play_line(event, number, level, took, times.get(event.seq)))
                continue
            case _:
                pass
        line = _line(event, number, times.get(event.seq))
        if line is not None:
            lines.append(line)
    marked = corrected | broken | state.undone
    return tuple(
        replace(
            line,
            state="undone" if line.seq in state.undone else line.state,
            corrected=line.seq in corrected,
            conflict=line.seq in broken,
        )
        if line.seq in marked
        else line
        for line in lines
    )


@lru_cache(maxsize=4096)
def _only_reading(cards: tuple[Card, ...], level: str) -> Combo | None:
    """What cards are where they can be one thing only, as of a play that was typed without saying what."""
    if any(card.is_unread for card in cards):
        return None
    readings = classify(cards, level)
    return readings[0] if len(readings) == 1 else None


def _play_line(event: Play, deal: int, level: str, took: int | None, timing: Timing | None) -> PlayLine:
    """`took`: time since the play before, where its own turn is not known."""
    combo = event.reading or _only_reading(event.cards, level)
    if timing is not None and timing.took_ms is not None:
        took = timing.took_ms
    return PlayLine(
        event.seq, deal, event.seat, "play", event.cards, combo, event.at_ms, took,
        "typed" if event.source is Source.TYPED else str(event.state), False, str(event.source),
        over=timing is not None and timing.over,
    )  # fmt: skip


_LISTED: Mapping[type, str] = {
    Pause: "pause",
    Resume: "resume",
    Irregularity: "irregularity",
    Ruling: "ruling",
    TakeBack: "take_back",
    ThrownIn: "thrown_in",
    TimeCalled: "time",
    Forfeit: "forfeit",
}
"""Events that are listed as they are, in words of their own."""


def _line(event: Event, deal: int, timing: Timing | None) -> PlayLine | None:
    """The line of an event that is no play; None for one that is not listed."""
    match event:
        case Pass():
            at = event.at_ms if event.at_ms is not None else event.before_ms or 0
            return PlayLine(
                event.seq, deal, event.seat, "pass", (), None, at, timing.took_ms if timing else None,
                str(event.state), False, str(event.source), over=timing is not None and timing.over,
            )  # fmt: skip
        case DealStart():
            return _bare(event, event.deal, event.leader, "deal_start", event.at_ms)
        case TrickEnd():
            return _bare(event, deal, event.seat or "", "trick_end", event.at_ms)
        case DealEnd():
            return _bare(event, deal, event.finish[0], "deal_end", event.at_ms)
        case Tribute() | Return():
            kind = "tribute" if isinstance(event, Tribute) else "return"
            return replace(_bare(event, deal, event.seat, kind, event.at_ms), cards=(event.card,))
        case Refusal():
            return _bare(event, deal, "", "refusal", event.at_ms)
        case Report():
            return replace(_bare(event, deal, event.seat, "report", event.at_ms), count=event.count)
    listed = _LISTED.get(type(event))
    if listed is None:
        return None
    seat = str(getattr(event, "seat", None) or "")
    return replace(_bare(event, deal, seat, listed, getattr(event, "at_ms", None)), event=event)


def _bare(event: Event, deal: int, seat: str, kind: str, at_ms: int | None) -> PlayLine:
    source = str(getattr(event, "source", ""))
    return PlayLine(event.seq, deal, seat, kind, (), None, at_ms or 0, None, "accepted", False, source)
