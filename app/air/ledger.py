"""What a state needs of a whole match, without going through the whole match for each.

The deals before the last are counted once; what is counted anew is the last one.  A correction may change
anything, so that all is counted again after it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from app.air.states import DealState
from app.sheet import Move, moves_of
from app.statistics import BOMBS, player_numbers
from engine.clock import lasted_ms
from engine.events import Correction, DealEnd, DealStart, Event, Pause, Play, Resume
from engine.state import DealResult, MatchState


@dataclass(frozen=True, slots=True)
class Totals:
    """One player's turns; longest_ms: None where no time is known."""

    plays: int = 0
    passes: int = 0
    bombs: int = 0
    timed: int = 0
    total_ms: int = 0
    longest_ms: int | None = None

    @property
    def mean_ms(self) -> int | None:
        return round(self.total_ms / self.timed) if self.timed else None

    def __add__(self, other: Totals) -> Totals:
        longest = [each for each in (self.longest_ms, other.longest_ms) if each is not None]
        return Totals(
            self.plays + other.plays,
            self.passes + other.passes,
            self.bombs + other.bombs,
            self.timed + other.timed,
            self.total_ms + other.total_ms,
            max(longest, default=None),
        )


@dataclass(frozen=True, slots=True)
class Account:
    """A match, counted.

    recent: the match with only the events of the deal that began last, from the end of the one before on, and
    before them the pause that held there; moves: of those; earlier: of the deal before; deals: all that are
    over.
    """

    recent: MatchState
    moves: tuple[Move, ...]
    earlier: tuple[Move, ...]
    deals: tuple[DealState, ...]
    totals: Mapping[str, Totals]


class Ledger:
    """Counts one match as it grows."""

    def __init__(self) -> None:
        self._corrections = 0
        self._counted = _Counted()

    def read(self, match: MatchState) -> Account:
        """The account of a match; cheap when it goes on from the one that was read last."""
        corrections = sum(isinstance(event, Correction) for event in match.given)
        if corrections != self._corrections or not self._counted.is_of(match):
            self._corrections, self._counted = corrections, _Counted()
        ended: tuple[int, DealEnd] | None = None
        for at in range(self._counted.end, len(match.events)):
            event = match.events[at]
            if isinstance(event, DealEnd):
                ended = at, event
            elif isinstance(event, DealStart) and ended is not None:
                self._counted = self._counted.closed(match, *ended)
                ended = None
        counted = self._counted
        recent = _part(match, counted.start, len(match.events), counted.pause)
        moves = moves_of(recent)
        deals = (*counted.deals, *_deals(match.deals_done[len(counted.deals) :], recent, moves))
        return Account(recent, moves, counted.moves, deals, _added(match, counted.totals, moves))


@dataclass(frozen=True, slots=True)
class _Counted:
    """What was counted up to the end of a deal.  start: place of that end among the events; end: after it."""

    start: int = 0
    end: int = 0
    last: DealEnd | None = None
    pause: tuple[Event, ...] = ()
    moves: tuple[Move, ...] = ()
    deals: tuple[DealState, ...] = ()
    totals: Mapping[str, Totals] = field(default_factory=dict)

    def is_of(self, match: MatchState) -> bool:
        """Whether a match goes on from here."""
        return not self.end or (len(match.events) >= self.end and match.events[self.start] is self.last)

    def closed(self, match: MatchState, at: int, event: DealEnd) -> _Counted:
        """With what came up to the next end of a deal."""
        part = _part(match, self.start, at + 1, self.pause)
        moves = moves_of(part)
        due = [each for each in match.deals_done[len(self.deals) :] if each.number <= event.deal]
        paused = [each for each in part.events if isinstance(each, Pause | Resume)][-1:]
        return _Counted(
            at,
            at + 1,
            event,
            tuple(each for each in paused if isinstance(each, Pause)),
            moves,
            (*self.deals, *_deals(due, part, moves)),
            _added(match, self.totals, moves),
        )


def _part(match: MatchState, start: int, end: int, pause: tuple[Event, ...]) -> MatchState:
    return replace(match, events=(*pause, *match.events[start:end]), given=())


def _added(match: MatchState, before: Mapping[str, Totals], moves: Sequence[Move]) -> dict[str, Totals]:
    found = {}
    for seat in match.header.seats:
        own = player_numbers(match.header, moves, seat, "", ())
        longest = own.longest.timing.took_ms if own.longest else None
        now = Totals(own.plays, own.passes, own.bombs, own.timed, own.total_ms, longest)
        found[seat] = before.get(seat, Totals()) + now
    return found


def _deals(results: Sequence[DealResult], part: MatchState, moves: Sequence[Move]) -> Iterator[DealState]:
    """The deals that are over; of one that was dealt again the last one counts."""
    starts = {event.deal: event for event in part.events if isinstance(event, DealStart)}
    ends = {event.deal: event.at_ms for event in part.events if isinstance(event, DealEnd)}
    for result in results:
        start = starts.get(result.number)
        first = start.seq if start else 0
        plays = [
            move for move in moves
            if isinstance(move.event, Play) and move.deal == result.number
            and move.event.seq > first and not move.undone
        ]  # fmt: skip
        times = [*(move.event.at_ms for move in plays[-1:]), ends.get(result.number)]
        known = [at for at in times if at is not None]
        yield DealState(
            deal=result.number,
            finish=result.finish,
            winner=result.winner,
            gain=result.gain,
            levels=result.levels,
            length_ms=lasted_ms(part.events, start.at_ms, max(known)) if start and known else None,
            plays=len(plays),
            bombs=sum(move.reading is not None and move.reading.type in BOMBS for move in plays),
        )
