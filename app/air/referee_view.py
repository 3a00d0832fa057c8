"""The referee's own table, for a tablet: what a snapshot says, without pictures and without unseen cards."""

from __future__ import annotations

from app.air.states import (
    CaseState,
    ClockState,
    DeskState,
    EndingState,
    GiftState,
    Line,
    NoticeState,
    Pending,
    RefereeSeat,
    RefereeState,
    RoundClock,
    TributeState,
)
from app.air.turns import reading_state, texts
from app.snapshot import Gift, PlayLine, Proposal, SeatView, Snapshot
from engine.errors import Reason

LINES = 20
"""So many lines of the list are kept."""


def state(shown: Snapshot, *, desk: bool) -> RefereeState:
    """What the referee is shown; ``desk``: also what waits for an answer, which only the referee may see."""
    return RefereeState(
        version=1,
        output="referee" if desk else "position",
        seq=shown.saved,
        rules=shown.rules.name,
        deal=shown.deal,
        level=shown.level,
        levels=shown.levels,
        now_ms=max(shown.now_ms, 0),
        sides=shown.sides,
        seats=tuple(map(_seat, shown.seats)),
        to_beat=None if shown.to_beat is None else reading_state(shown.to_beat),
        best=shown.best,
        lines=tuple(_line(line) for line in shown.lines[-LINES:] if desk or line.kind != "return"),
        clock=_clock(shown),
        round_clock=_round_clock(shown),
        tribute=_tribute(shown, desk=desk),
        ending=_ending(shown),
        paused=shown.paused,
        over=shown.over,
        desk=_desk(shown) if desk else None,
    )


def _seat(seat: SeatView) -> RefereeSeat:
    return RefereeSeat(
        seat=seat.seat,
        player=seat.player,
        left=seat.left,
        turn=seat.to_play,
        place=seat.place,
        laid=texts(seat.laid),
        passed=seat.passed,
        asked=seat.asked,
    )


def _line(line: PlayLine) -> Line:
    return Line(
        seq=line.seq,
        deal=line.deal,
        seat=line.seat,
        kind=line.kind,
        cards=texts(line.cards),
        reading=None if line.combo is None else reading_state(line.combo),
        took_ms=line.took_ms,
        state=line.state,
        corrected=line.corrected,
        over=line.over,
        conflict=line.conflict,
    )


def _clock(shown: Snapshot) -> ClockState | None:
    timing = shown.clock
    if timing is None or timing.took_ms is None or shown.over:
        return None
    return ClockState(
        seat=timing.seat,
        kind=timing.clock.value,
        since_ms=shown.now_ms - timing.took_ms,
        limit_ms=timing.limit_ms,
        stands=shown.paused,
        used_ms=timing.took_ms if shown.paused else None,
    )


def _round_clock(shown: Snapshot) -> RoundClock | None:
    if shown.over or shown.round is None or shown.round.ends_ms is None:
        return None
    return RoundClock(ends_ms=shown.round.ends_ms, since_ms=0)


def _tribute(shown: Snapshot, *, desk: bool) -> TributeState | None:
    """Who only looks sees no card that is given back before all are: it may lie face down."""
    if shown.tribute is None:
        return None
    hides = not desk and shown.tribute.due is not None
    gifts = tuple(_gift(gift, hidden=hides and gift.back) for gift in shown.tribute.gifts)
    return TributeState(gifts=gifts, refused=shown.tribute.refused)


def _gift(gift: Gift, *, hidden: bool) -> GiftState:
    card = None if gift.card is None or hidden else str(gift.card)
    return GiftState(seat=gift.seat, to=gift.to, card=card, back=gift.back)


def _ending(shown: Snapshot) -> EndingState | None:
    ending = shown.ending
    if ending is None:
        return None
    return EndingState(
        deal=ending.result.number,
        finish=ending.result.finish,
        winner=ending.result.winner,
        gain=ending.result.gain,
        levels=ending.after,
        confirmed=ending.confirmed,
        enters=ending.enters,
    )


def _desk(shown: Snapshot) -> DeskState:
    notice = shown.notice
    cases = shown.conduct.open if shown.conduct else ()
    return DeskState(
        pending=None if shown.pending is None else _pending(shown.pending),
        notices=tuple(
            NoticeState(
                id=each.id, kind=each.kind.value, seat=each.seat, cards=texts(each.cards), about=each.about
            )
            for each in shown.notices
        ),
        cases=tuple(
            CaseState(
                seq=case.irregularity.seq,
                kind=str(case.irregularity.kind),
                seat=case.irregularity.seat,
                cards=texts(case.irregularity.cards),
                choices=tuple(choice.key for choice in case.choices),
            )
            for case in cases
        ),
        notice=notice.sentence if isinstance(notice, Reason) else notice,
        breaks=shown.breaks.seq if shown.breaks else None,
        can_undo=shown.can_undo,
        can_redo=shown.can_redo,
    )


def _pending(proposal: Proposal) -> Pending:
    return Pending(
        id=proposal.id,
        seat=proposal.seat,
        cards=texts(proposal.cards),
        reading=None if proposal.combo is None else reading_state(proposal.combo),
        p=proposal.p,
        runner_up=None if proposal.runner_up is None else texts(proposal.runner_up),
        others=tuple(texts(cards) for cards in proposal.others),
        reason=proposal.reason,
        refusal=None if proposal.refusal is None else proposal.refusal.sentence,
        at_ms=proposal.at_ms,
        behind=proposal.behind,
    )
