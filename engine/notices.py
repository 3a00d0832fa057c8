"""What the engine finds by itself to have gone against the rules, for the referee to look at."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from engine.audit import proofs
from engine.breaches import Breach, breach_of
from engine.clock import charged, timings
from engine.combos import classify
from engine.events import DealStart, Event, Irregularity, Opening, Pass, Play, Return, Source
from engine.opening import due_opening, first_to_draw
from engine.plays import told_by_place
from engine.reports import report_faults
from engine.state import MatchState

TOGETHER_MS = 3000
"""Cards that are turned up within so long of one another were turned up together."""


def noticed(state: MatchState) -> tuple[Irregularity, ...]:
    """What the engine finds by itself in the deal that runs or was last, and nobody has recorded yet."""
    events = _of_the_deal(state.events)
    standing = [event for event in events if event.seq not in state.undone]
    begun = _since_start(events)
    found = [
        *_openings(state, events),
        *report_faults(state.rules, standing),
        *_overruns(state, events),
        *_shown_early(state, events),
        *_out_of_place(state, _since_start(standing)),
    ]
    if state.deal and state.deal.tribute:
        found += proofs(state.deal.tribute, begun, state.undone)
    known = {(breach_of(e.kind), e.seat, e.about) for e in state.events if isinstance(e, Irregularity)}
    return tuple(each for each in found if (each.kind, each.seat, each.about) not in known)


def _of_the_deal(events: Sequence[Event]) -> Sequence[Event]:
    """The events of the last deal that has begun, from what came before its start."""
    starts = [at for at, event in enumerate(events) if isinstance(event, DealStart)]
    if len(starts) < 2:
        return events
    played = [at for at in range(starts[-1]) if isinstance(events[at], Play | Pass)]
    return events[played[-1] + 1 if played else starts[-2] + 1 :]


def _since_start(events: Sequence[Event]) -> Sequence[Event]:
    start = next((at for at, event in enumerate(events) if isinstance(event, DealStart)), len(events))
    return events[start:]


def _found(kind: Breach, seat: str | None, text: str, event: Event, at_ms: int) -> Irregularity:
    return Irregularity(seat, kind, text, event.seq or None, at_ms, (), Source.INFERRED)


def _openings(state: MatchState, events: Iterable[Event]) -> Iterator[Irregularity]:
    """Openings in which another seat drew first than the rules say (越序抓牌)."""
    finishes = {result.number + 1: result.finish for result in state.deals_done}
    for event in events:
        if not isinstance(event, Opening) or event.first is None:
            continue
        finish = finishes.get(event.deal, ())
        due = due_opening(state.header, state.rules, event.deal, finish)
        first = due.first
        if event.deal == 1:
            first = first_to_draw(state.header, state.rules, event.cutter or due.cutter, event.turned)
        if first is not None and first != event.first:
            text = f"{event.first} drew first, where {first} does"
            yield _found(Breach.DRAW_OUT_OF_TURN, event.first, text, event, event.at_ms)


def _overruns(state: MatchState, events: Sequence[Event]) -> Iterator[Irregularity]:
    """Overruns that are charged, of the deal's events."""
    here = {event.seq: event for event in events}
    for timing in charged(state.rules, state.header, timings(state.rules, state.events)):
        event = here.get(timing.seq)
        if isinstance(event, Play | Pass | Return) and event.at_ms is not None:
            took, limit = (timing.took_ms or 0) / 1000, (timing.limit_ms or 0) // 1000
            text = f"{timing.seat} took {took:.1f} s of {limit} s ({timing.clock})"
            yield _found(Breach.OVERRUN, timing.seat, text, event, event.at_ms)


def _shown_early(state: MatchState, events: Iterable[Event]) -> Iterator[Irregularity]:
    """A card given back that lay open before the other was there, where both lie face down until then."""
    tribute = state.deal.tribute if state.deal and not state.opening else None
    tribute = state.opening.tribute if state.opening else tribute
    if tribute is None or not tribute.is_face_down or len(tribute.returned) < 2:
        return
    here = {event.seq for event in events}
    first, second = sorted(tribute.returned, key=lambda event: event.at_ms)
    as_recorded = [each for each in state.given or state.events if each.seq == first.seq in here]
    seen = [each for each in as_recorded if isinstance(each, Return) and each.source is Source.SEEN]
    by_ms = second.at_ms - first.at_ms
    if seen and not seen[0].card.is_unread and by_ms > TOGETHER_MS:
        clause = state.rules.origin("double_return").clause
        text = (
            f"{first.seat} showed {seen[0].card} {by_ms / 1000:.1f} s before the other was given ({clause})"
        )
        yield _found(Breach.WRONG_RETURN, first.seat, text, first, first.at_ms)


def _out_of_place(state: MatchState, events: Iterable[Event]) -> Iterator[Irregularity]:
    """Wild cards that lie where they make another play than the one that is meant."""
    rules, deal = state.rules, state.deal
    if not rules.wild_in_place or deal is None:
        return
    for event in events:
        if not isinstance(event, Play) or event.source is not Source.SEEN or event.reading is None:
            continue
        pair, most = rules.joker_pair_fullhouse, rules.largest_bomb
        readings = classify(event.cards, deal.level, joker_pair_fullhouse=pair, largest_bomb=most)
        other = told_by_place(event.reading, readings, event.cards, deal.level)
        if other is not None:
            clause = rules.origin("wild_in_place").clause
            text = f"{event.seat} laid {event.reading}, the wild card in its place for {other} ({clause})"
            yield _found(Breach.WILD_OUT_OF_PLACE, event.seat, text, event, event.at_ms)
