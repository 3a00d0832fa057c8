"""Clocks: durations are differences of event times, with the pauses taken out.

The clocks of a move, of a return and of the first play stand while the referee is at the table (from a pause
to its resume). The clock of the round is the hall's and does not stand.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from engine.breaches import AwardKind
from engine.events import (
    DealEnd,
    DealStart,
    Event,
    MatchStart,
    Pass,
    Pause,
    Play,
    Refusal,
    Resume,
    Return,
    Ruling,
    Source,
    TakeBack,
    Tribute,
    TrickEnd,
)
from engine.rules import RuleSet
from engine.shown import play_taken_back


class Clock(StrEnum):
    """What is timed."""

    OPENING = "opening"  # the first play of a deal (开局)
    LEAD = "lead"  # a lead, where the set gives it a time of its own
    MOVE = "move"  # a play or a pass
    RETURN = "return"  # giving a card back after the tribute (还牌)


@dataclass(frozen=True, slots=True)
class Timing:
    """How long something took, and may take by the rules (None: no limit). All in milliseconds.

    `took_ms` is None where it is not known; it took `at_most_ms` then, as far as that is known. A clock warns
    for the last `warning_ms` of its limit (None: never).
    """

    clock: Clock
    seq: int
    seat: str | None
    took_ms: int | None
    at_most_ms: int | None
    limit_ms: int | None
    warning_ms: int | None = None

    @property
    def over(self) -> bool:
        """Took longer than allowed; never so where the time is not known."""
        return self.limit_ms is not None and self.took_ms is not None and self.took_ms > self.limit_ms

    @property
    def warns(self) -> bool:
        """The time is nearly up, and not over."""
        left = self.left_ms
        return left is not None and self.warning_ms is not None and 0 <= left <= self.warning_ms

    @property
    def left_ms(self) -> int | None:
        """What is left of the limit, less than nothing after it."""
        return None if self.limit_ms is None or self.took_ms is None else self.limit_ms - self.took_ms


@dataclass(frozen=True, slots=True)
class Turn:
    """How long one play or pass took.

    `took_ms` is None where its beginning or end is not known, because a pass was inferred in between;
    it took `at_most_ms` then (None where even that is unknown).
    """

    seq: int
    seat: str
    took_ms: int | None
    at_most_ms: int | None


def turns(events: Iterable[Event]) -> tuple[Turn, ...]:
    """The time of every play and pass, in order. A turn begins when the one before it ended or was undone."""
    events = tuple(events)
    by_seq = {event.seq: event for event in events}
    stops = _stops(events)
    done: list[Turn] = []
    began: int | None = None
    exact = False
    for event in events:
        if isinstance(event, DealStart):
            began, exact = event.at_ms, event.source is not Source.INFERRED
        elif isinstance(event, DealEnd):
            began, exact = None, False
        elif isinstance(event, TakeBack | Ruling):
            if play_taken_back(event, by_seq) is not None:
                began, exact = event.at_ms, True
        elif isinstance(event, Play | Pass):
            ended = event.at_ms
            known = ended is not None and not (isinstance(event, Pass) and event.source is Source.INFERRED)
            latest = event.before_ms if isinstance(event, Pass) and ended is None else ended
            most = None if began is None or latest is None else _between(began, latest, stops)
            done.append(Turn(event.seq, event.seat, most if exact and known else None, most))
            exact = known
            began = ended if known else began
    return tuple(done)


def overruns(turns_: Iterable[Turn], play_seconds: int | None) -> tuple[Turn, ...]:
    """Turns that took longer than allowed. None is ever charged on a time that is not known."""
    if play_seconds is None:
        return ()
    return tuple(turn for turn in turns_ if turn.took_ms is not None and turn.took_ms > 1000 * play_seconds)


def limit_ms(rules: RuleSet, clock: Clock) -> int | None:
    """The time a set allows: a play (Suzhou 2016 十三5, Huai'an 四), the first play (Huai'an 四), a return
    (Suzhou 2016 十三5); None where it sets none."""
    seconds = {
        Clock.OPENING: rules.opening_seconds or rules.lead_seconds or rules.play_seconds,
        Clock.LEAD: rules.lead_seconds or rules.play_seconds,
        Clock.MOVE: rules.play_seconds,
        Clock.RETURN: rules.tribute_return_seconds,
    }[clock]
    return None if seconds is None else 1000 * seconds


def timings(rules: RuleSet, events: Iterable[Event]) -> tuple[Timing, ...]:
    """The time of every play, pass and return, in order, with the limit that the set gives it."""
    events = tuple(events)
    of_turns = iter(turns(events))
    stops, walk = _stops(events), _Walk(events)
    done: list[Timing] = []
    for event in events:
        if isinstance(event, Return):
            done.append(_timing(rules, Clock.RETURN, event.seq, event.seat, *_of_return(event, walk, stops)))
        elif isinstance(event, Play | Pass):
            turn, clock = next(of_turns), walk.clock_of(event)
            done.append(_timing(rules, clock, turn.seq, turn.seat, turn.took_ms, turn.at_most_ms))
        walk.take(event)
    return tuple(done)


def charged(rules: RuleSet, header: MatchStart, done: Iterable[Timing]) -> tuple[Timing, ...]:
    """Overruns that are charged: of each side in the match from the one on that the set names."""
    count = [0, 0]
    found = []
    for timing in done:
        if timing.over and timing.seat is not None:
            side = header.side(timing.seat)
            count[side] += 1
            if count[side] >= rules.overtime_from:
                found.append(timing)
    return tuple(found)


def running(rules: RuleSet, events: Sequence[Event], to_play: str | None, now_ms: int) -> Timing | None:
    """The clock that runs now, None where none does: `to_play` is the seat whose turn it is in a deal."""
    if events and isinstance(paused := _last_pause(events), Pause):
        now_ms = min(now_ms, paused.at_ms)
    walk = _Walk(events)
    for event in events:
        walk.take(event)
    if walk.runs is None:
        return None
    took = _between(walk.began, now_ms, _stops(events))
    seat = walk.owing if walk.runs is Clock.RETURN else to_play
    return _timing(rules, walk.runs, 0, seat, took, took)


def round_left_ms(rules: RuleSet, now_ms: int, began_ms: int = 0) -> int | None:
    """What is left of the round's time, less than nothing after it; None where the set gives none."""
    return None if rules.round_minutes is None else began_ms + 60_000 * rules.round_minutes - now_ms


def lasted_ms(events: Sequence[Event], began_ms: int, ended_ms: int) -> int:
    """How long something took from one time to another, the pauses among the events taken out."""
    return _between(began_ms, ended_ms, _stops(events))


def running_since(events: Sequence[Event]) -> int | None:
    """Time from which the running turn counts: `now - running_since` is how long it has taken.

    Pauses that are over are taken out; None before the first deal and after a deal's end.
    """
    began: int | None = None
    for event in events:
        if isinstance(event, DealStart):
            began = event.at_ms
        elif isinstance(event, DealEnd):
            began = None
        elif isinstance(event, Play | Pass) and event.at_ms is not None:
            began = event.at_ms
    if began is None:
        return None
    return began + sum(end - max(begin, began) for begin, end in _stops(events) if end > began)


class _Walk:
    """Which clock runs, and what the next turn is, as the events go by."""

    def __init__(self, events: Iterable[Event]) -> None:
        self.runs: Clock | None = None
        self.began = 0
        self.asked: tuple[int, bool] | None = None
        """When the cards to be given back were asked for, and whether that is known."""
        self._events = {event.seq: event for event in events}
        self._turn = Clock.OPENING
        self._last: str | None = None
        self._before: dict[int, tuple[Clock, str | None]] = {}
        self._finish: tuple[str, ...] = ()
        self._paid: list[Tribute] = []
        self._returned: list[str] = []

    def clock_of(self, event: Play | Pass) -> Clock:
        """The clock of the turn that is made now; who laid last leads when all others have passed."""
        return Clock.LEAD if event.seat == self._last else self._turn

    @property
    def owing(self) -> str | None:
        """The one seat that has to give a card back, None where there are two or nobody knows."""
        receivers = self._finish[: self._payers] or [paid.to for paid in self._paid]
        left = [seat for seat in receivers if seat not in self._returned]
        return left[0] if len(left) == 1 else None

    @property
    def _payers(self) -> int:
        return 2 if len(self._finish) == 2 else 1

    def take(self, event: Event) -> None:
        match event:
            case DealStart():
                self._start(Clock.OPENING, event.at_ms)
                self._turn, self._last, self._paid, self._returned = Clock.OPENING, None, [], []
            case DealEnd():
                self.runs, self._finish, self._paid, self._returned = None, event.finish, [], []
            case Tribute():
                self._paid.append(event)
                if len(self._paid) >= self._payers:
                    self.asked = (event.at_ms, event.source is not Source.INFERRED)
                    self._start(Clock.RETURN, event.at_ms)
            case Return():
                self._returned.append(event.seat)
                if len(self._returned) >= len(self._paid) and self.runs is Clock.RETURN:
                    self.runs = None
            case Refusal():
                self.runs = None
            case TrickEnd():
                self._turn = Clock.LEAD
                self.runs = Clock.LEAD if self.runs else None
            case Play() | Pass():
                self._before[event.seq] = self.clock_of(event), self._last
                self._turn, self._last = Clock.MOVE, event.seat if isinstance(event, Play) else self._last
                if event.at_ms is not None:
                    self._start(Clock.MOVE, event.at_ms)
            case TakeBack() | Ruling():
                self._undo(event)

    def _start(self, clock: Clock, at_ms: int) -> None:
        self.runs, self.began = clock, at_ms

    def _undo(self, event: TakeBack | Ruling) -> None:
        """A play that goes back gives its seat the time anew; so does a card that is to be given again."""
        back = self._before.get(play_taken_back(event, self._events) or 0)
        if back is not None:
            self._turn, self._last = back
            self._start(self._turn, event.at_ms)
        for award in event.awards if isinstance(event, Ruling) else ():
            if award.kind is AwardKind.REDEAL:
                self.runs, self._turn, self._last = None, Clock.OPENING, None
            elif award.kind is AwardKind.GIVE_AGAIN and award.seat in self._returned:
                self._returned.remove(award.seat)
                self.asked = (event.at_ms, True)
                self._start(Clock.RETURN, event.at_ms)
            elif award.kind is AwardKind.GIVE_AGAIN:
                self._paid = [paid for paid in self._paid if paid.seat != award.seat]
                self._returned, self.runs = [], None


def _timing(
    rules: RuleSet, clock: Clock, seq: int, seat: str | None, took: int | None, at_most: int | None
) -> Timing:
    warning = None if rules.warning_seconds is None else 1000 * rules.warning_seconds
    return Timing(clock, seq, seat, took, at_most, limit_ms(rules, clock), warning)


def _of_return(event: Return, walk: _Walk, stops: Sequence[tuple[int, int]]) -> tuple[int | None, int | None]:
    """What a return took, and at most, from the last tribute on (Suzhou 2016 十三5: 贡牌后40秒内还牌)."""
    if walk.asked is None:
        return None, None
    began, known = walk.asked
    most = _between(began, event.at_ms, stops)
    return most if known and event.source is not Source.INFERRED else None, most


def _last_pause(events: Sequence[Event]) -> Pause | Resume | None:
    return next((event for event in reversed(events) if isinstance(event, Pause | Resume)), None)


def _stops(events: Sequence[Event]) -> list[tuple[int, int]]:
    """When the clocks stood: begin and end of every pause that is over, none within another."""
    stops: list[tuple[int, int]] = []
    paused: int | None = None
    for event in events:
        if isinstance(event, Pause):
            paused = event.at_ms
        elif isinstance(event, Resume):
            begin = event.at_ms - event.gap_ms if event.gap_ms is not None else paused
            if begin is not None:
                begin = max([begin, *(end for _, end in stops)])
                stops.append((begin, event.at_ms))
            paused = None
    return stops


def _between(began: int, ended: int, stops: Sequence[tuple[int, int]]) -> int:
    stood = sum(max(0, min(end, ended) - max(begin, began)) for begin, end in stops)
    return max(0, ended - began - stood)
