"""How a record of a simulated deal compares with what was played: plays, asks, clock, latency."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np

from app.tally import pairs, same
from engine import Event, Irregularity, Opening, Pass, Play, Question, Return, Source, Standing, Tribute

WITHIN_MS = 100
"""A time is right that is off by no more."""

TOLD_MS = (1500, 4000)
"""So long before and after it was done the time of a notice may lie."""


@dataclass(slots=True)
class Score:
    """Counts that add up over deals.

    right_accepted .. missed: plays of the truth; invented: plays of the record that never were (taken back,
    a card turned up, squared up), accepted or asked.  ``equal`` plays stand in the record as played, asked or
    not.  asks: questions and irregularities that the referee has to look at for nothing.  breaches: plays
    taken back and cards slipped onto a play, which the referee has to be told of, and how many he was.
    given: cards turned up, paid and given back that should be on record, and how many are.  passes: and how
    many of them were seen.
    """

    deals: int = 1
    plays: int = 0
    right_accepted: int = 0
    right_asked: int = 0
    wrong_accepted: int = 0
    wrong_asked: int = 0
    missed: int = 0
    invented_accepted: int = 0
    invented_asked: int = 0
    asks: int = 0
    breaches: int = 0
    breaches_told: int = 0
    given: int = 0
    given_right: int = 0
    passes: int = 0
    passes_seen: int = 0
    began_off: list[int] = field(default_factory=list)
    ended_off: list[int] = field(default_factory=list)
    latency: list[float] = field(default_factory=list)

    @property
    def equal(self) -> int:
        return self.right_accepted + self.right_asked

    def __add__(self, other: Score) -> Score:
        return Score(*(getattr(self, name) + getattr(other, name) for name in self.__slots__))


def scored(
    truth: Sequence[Event],
    found: Sequence[Event],
    log: Sequence[Event],
    accepted_ms: dict[int, float],
    tried: Iterable[tuple[str, int]] = (),
    breaches: Sequence[tuple[str, int]] = (),
) -> Score:
    """The score of one deal.

    truth, found: events in force of the two records, from the start of the video on; log: all that was
    written, in order; accepted_ms: when a play (by seq) was accepted, video time and computing; tried: seat
    and end of plays that were taken back: the clock of the play that stands instead is not counted;
    breaches: seat and time of what the referee has to be told of.
    """
    score = Score(breaches=len(breaches))
    notices = [e for e in log if isinstance(e, Irregularity | Question)]
    told = [_told(breach, notices) for breach in breaches]
    score.breaches_told = sum(event is not None for event in told)
    asks = [e for e in notices if not any(e is event for event in told)]
    doubted = {e.about for e in asks}
    again = _after(tried, truth)
    for one, other in pairs(truth, found):
        score.plays += one is not None
        if other is None:
            score.missed += 1
            continue
        asked = other.state is Standing.ASKED or other.seq in doubted
        if one is None:
            score.invented_asked += asked
            score.invented_accepted += not asked
            continue
        right = same(one, other)
        score.right_asked += right and asked
        score.right_accepted += right and not asked
        score.wrong_asked += asked and not right
        score.wrong_accepted += not (asked or right)
        if right and one.at_ms not in again and one.began_ms is not None and other.began_ms is not None:
            score.began_off.append(other.began_ms - one.began_ms)
            score.ended_off.append(other.at_ms - one.at_ms)
            if not asked and other.seq in accepted_ms:
                score.latency.append(accepted_ms[other.seq] - one.at_ms)
    score.asks = len(asks)
    wanted, had = _given(truth), _given(found)
    score.given, score.given_right = len(wanted), sum(each in had for each in wanted)
    score.passes = sum(isinstance(e, Pass) for e in truth)
    score.passes_seen = sum(isinstance(e, Pass) and e.source is Source.SEEN for e in found)
    return score


def _after(tried: Iterable[tuple[str, int]], truth: Sequence[Event]) -> set[int]:
    """Ends of the plays that stand instead of those taken back."""
    plays = [e for e in truth if isinstance(e, Play)]
    return {next((p.at_ms for p in plays if p.at_ms > ms and p.seat == seat), 0) for seat, ms in tried}


def _told(
    breach: tuple[str, int], notices: Sequence[Irregularity | Question]
) -> Irregularity | Question | None:
    """The notice of what a seat did at a time."""
    seat, ms = breach
    said = (e for e in notices if e.seat == seat and -TOLD_MS[0] < e.at_ms - ms < TOLD_MS[1])
    return next((e for e in said if "took back" in e.text or " put " in e.text), None)


def _given(events: Sequence[Event]) -> list[tuple[str, str, str]]:
    given = [(e.seat, type(e).__name__, str(e.card)) for e in events if isinstance(e, Tribute | Return)]
    return given + [("", "Opening", str(e.turned)) for e in events if isinstance(e, Opening) and e.turned]


def summary(off: Sequence[float]) -> dict[str, float]:
    """Median, 95 % and share within ``WITHIN_MS`` of distances in ms; nothing of no values."""
    if not off:
        return {}
    distance = np.abs(np.array(off, float))
    return {
        "median": float(np.median(distance)),
        "p95": float(np.percentile(distance, 95)),
        "bias": float(np.median(off)),
        "within": float((distance <= WITHIN_MS).mean()),
    }
