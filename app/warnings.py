"""What the program warns the referee of: what the engine finds in the log, and what is about to be due."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile

from engine.before import opening_of
from engine.breaches import Breach
from engine.cards import Card
from engine.clock import Timing, limit_ms, running, timings
from engine.errors import Reason
from engine.events import DealStart, Event, Irregularity, Pass, Pause, Play, Report, Resume, Return
from engine.giving import is_within_limit
from engine.notices import noticed
from engine.reports import cards_left
from engine.state import MatchState

REPORT_DUE = "report_due"
THIRD_COPY = "third_copy"
TIME_PASSED = "time_passed"
RETURN_ABOVE = "return_above"
_BY_REASON = {
    "other_turn": Breach.PLAY_OUT_OF_TURN,
    "whoever_passes": Breach.PLAY_OUT_OF_TURN,
    "leads": Breach.PASS_OUT_OF_TURN,
    "no_type": Breach.ILLEGAL_PLAY,
    "not_beating": Breach.ILLEGAL_PLAY,
    "not_beating_so": Breach.ILLEGAL_PLAY,
    "too_many": Breach.WRONG_COUNT,
}
"""What a refusal of the rules may be a sign of."""
_COPIES = ("face_gone", "rank_gone", "face_there")


@dataclass(frozen=True, slots=True)
class Warned:
    """One warning.

    key: stays the same while it stands; kind: a `Breach`, ``report_due``, ``third_copy``, ``time_passed`` (of
    the clock that runs) or ``return_above`` (a card above what is given back as a rule); breach: what it
    would be as an irregularity, None where it is none; about: seq of the event; text: in English, for the
    record.  count: cards that were reported; left: cards that the seat had; took_ms, limit_ms: of an overrun.
    """

    key: str
    kind: str
    seat: str | None
    text: str
    at_ms: int
    breach: Breach | None = None
    cards: tuple[Card, ...] = ()
    about: int | None = None
    may_silence: bool = True
    count: int | None = None
    left: int | None = None
    took_ms: int | None = None
    limit_ms: int | None = None


def warnings(
    state: MatchState, refused: Warned | None, silenced: frozenset[str], now_ms: int | None = None
) -> tuple[Warned, ...]:
    """What stands and was not silenced, the newest last; `now_ms`: event time, for the clock that runs."""
    found = [warned_of(state, each) for each in noticed(state)]
    found += _reports_due(state)
    found += _returns_above(state, found)
    if now_ms is not None:
        found += _time_passed(state, now_ms)
    if refused is not None:
        found.append(refused)
    standing = [each for each in found if not (each.may_silence and each.key in silenced)]
    return tuple(sorted(standing, key=lambda each: each.at_ms))


def breach_of_reason(
    reason: Reason, key: str, seat: str, cards: tuple[Card, ...], at_ms: int, *, may_silence: bool = True
) -> Warned | None:
    """What a refused play or pass warns of; None where it tells of nothing but a wrong entry."""
    if reason.why in _COPIES:
        return Warned(key, THIRD_COPY, seat, reason.sentence, at_ms, None, cards, may_silence=may_silence)
    breach = _BY_REASON.get(reason.why)
    if breach is Breach.PLAY_OUT_OF_TURN and not cards:
        breach = Breach.PASS_OUT_OF_TURN
    if breach is None:
        return None
    return Warned(key, breach.value, seat, reason.sentence, at_ms, breach, cards, may_silence=may_silence)


def warned_of(state: MatchState, found: Irregularity) -> Warned:
    """What the engine has found in a match, with what there is to say of it."""
    kind = Breach(found.kind)
    about = next((e for e in state.events if e.seq == found.about), None) if found.about else None
    count = about.count if isinstance(about, Report) else None
    left = None
    if found.seat is not None and kind in (Breach.WRONG_REPORT, Breach.LATE_REPORT):
        left = cards_left(state, found.seat, found.about or 0)
    elif found.seat is not None and kind is Breach.MISSING_REPORT:
        left = cards_left(state, found.seat, (found.about or 0) + 1)
    took = limit = None
    if kind is Breach.OVERRUN and isinstance(about, Play | Pass | Return):
        timing = next((t for t in timings(state.rules, state.events) if t.seq == about.seq), None)
        if timing is not None:
            took, limit = timing.took_ms, limit_ms(state.rules, timing.clock)
    key = f"{kind}:{found.seat}:{found.about}"
    if kind is Breach.OVERRUN and about is not None:
        key = _overrun_key(state, found.seat, about)
    return Warned(
        key, kind.value, found.seat, found.text, found.at_ms, kind, found.cards, found.about,
        count=count, left=left, took_ms=took, limit_ms=limit,
    )  # fmt: skip


def _overrun_key(state: MatchState, seat: str | None, turn: Event | None) -> str:
    """The same while the clock of a turn runs (`turn` None) and once it is made: it is warned of once."""
    before = takewhile(lambda event: event is not turn, state.events)
    number = sum(isinstance(event, Play | Pass | Return) for event in before)
    return f"overrun:{seat}:turn {number}"


def running_clock(state: MatchState, now_ms: int) -> Timing | None:
    """The clock that runs against a limit at an event time; None where none does, or the clocks stand."""
    deal = state.deal
    calls = (event for event in reversed(state.events) if isinstance(event, Pause | Resume))
    if state.over or isinstance(next(calls, None), Pause):
        return None
    timing = running(state.rules, state.events, deal.to_play if deal else None, now_ms)
    return timing if timing is not None and timing.limit_ms is not None else None


def _time_passed(state: MatchState, now_ms: int) -> Iterator[Warned]:
    """The limit of the clock that runs."""
    timing = running_clock(state, now_ms)
    if timing is not None and timing.over:
        seat, limit = timing.seat, timing.limit_ms or 0
        key = _overrun_key(state, seat, None)
        text = f"{seat or 'a seat'} has taken more than {limit // 1000} s ({timing.clock})"
        yield Warned(key, TIME_PASSED, seat, text, now_ms, limit_ms=limit)


def _returns_above(state: MatchState, found: Sequence[Warned]) -> Iterator[Warned]:
    """Cards given back above the set's limit: right only where the hand holds nothing within it."""
    deal = state.deal
    runs = deal is not None and not deal.over
    tribute = deal.tribute if deal is not None and runs else opening_of(state).tribute
    if tribute is None or tribute.level is None:
        return
    proved = {each.seat for each in found if each.kind == Breach.WRONG_RETURN}
    noted = {e.seat for e in state.events if isinstance(e, Irregularity) and e.kind == Breach.WRONG_RETURN}
    for given in tribute.returned:
        to_partner = given.to == state.header.partner(given.seat)
        within = is_within_limit(
            state.rules, given.card, tribute.level, to_partner=to_partner, double=tribute.is_double
        )
        if not within and given.seat not in {*tribute.stands, *proved, *noted}:
            text = f"{given.seat} gave back {given.card}: right only if it holds nothing lower"
            key = f"{RETURN_ABOVE}:{given.seat}:{given.seq}"
            breach, cards = Breach.WRONG_RETURN, (given.card,)
            yield Warned(key, RETURN_ABOVE, given.seat, text, given.at_ms, breach, cards, given.seq)


def _reports_due(state: MatchState) -> Iterator[Warned]:
    """Seats whose last play left them with so few cards that they have to say how many (报牌)."""
    deal = state.deal
    if deal is None or deal.over:
        return
    last: dict[str, Play] = {}
    told: set[str] = set()
    for event in state.events:
        if isinstance(event, DealStart):
            last, told = {}, set()
        elif isinstance(event, Play) and event.seq not in state.undone:
            last[event.seat] = event
        elif isinstance(event, Report) and event.seq not in state.undone:
            told.add(event.seat)
    for seat, play in last.items():
        left = deal.left[seat]
        if seat not in told and 0 < left <= state.rules.report_threshold < left + len(play.cards):
            text = f"{seat} has {left} cards left and has to say so"
            key = f"{REPORT_DUE}:{seat}:{play.seq}"
            yield Warned(key, REPORT_DUE, seat, text, play.at_ms, None, (), play.seq, left=left)
