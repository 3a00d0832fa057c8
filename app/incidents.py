"""What the referee had to deal with in a match, a row each: for the papers, with what was ruled."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace

from engine import (
    Appeal,
    AppealAnswer,
    DealEnd,
    Event,
    Forfeit,
    Irregularity,
    LateStart,
    MatchState,
    Question,
    RuleError,
    Ruling,
    Substitute,
    ThrownIn,
    breach_of,
)
from engine.events import Correction, DealStart
from engine.match import apply
from engine.notices import noticed


@dataclass(frozen=True, slots=True)
class Incident:
    """Something for the referee: an irregularity, a ruling on nothing else, or what befell the round.

    `kind`: a `Breach`, what an older record calls one, or ``ruling``, ``question``, ``late_start``,
    ``thrown_in``, ``forfeit``, ``substitute``, ``appeal``; `clause`: what the set says of it;
    `deal`: None before the first.
    """

    seq: int
    at_ms: int
    deal: int | None
    seat: str | None
    side: int | None
    kind: str
    text: str
    clause: str = ""
    cards: tuple[str, ...] = ()
    source: str = ""
    rulings: tuple[Ruling, ...] = ()
    answer: AppealAnswer | None = None


def incidents(state: MatchState, deal_of: Callable[[int], int | None]) -> tuple[Incident, ...]:
    """Of a match, in order. `deal_of`: the number of the deal to which the event of a number belongs."""
    by_seq = {event.seq: event for event in state.events}
    rulings: dict[int, list[Ruling]] = {}
    alone: list[Ruling] = []
    for event in state.events:
        if isinstance(event, Ruling):
            about = by_seq.get(event.about or 0)
            if isinstance(about, Irregularity | Question):
                rulings.setdefault(about.seq, []).append(event)
            elif not isinstance(about, DealEnd):  # a side's confirmation of a deal is no incident
                alone.append(event)
    answers = {event.about: event for event in state.events if isinstance(event, AppealAnswer)}
    found = []
    for event in state.events:
        incident = _incident(state, event, tuple(rulings.get(event.seq, ())), answers.get(event.seq))
        if incident is not None:
            found.append((incident, getattr(event, "about", None) or event.seq))
    found += [
        (Incident(each.seq, each.at_ms, None, None, None, "ruling", "", rulings=(each,)), each.about or 0)
        for each in alone
    ]
    return tuple(
        replace(incident, deal=deal_of(about or incident.seq))
        for incident, about in sorted(found, key=lambda each: each[0].seq)
    )


def unruled(state: MatchState) -> int:
    """How many faults of a match were noticed, by the program or the referee, that nobody has ruled on."""
    ruled = {event.about for event in state.events if isinstance(event, Ruling)}
    named = [event for event in state.events if isinstance(event, Irregularity)]
    known = {(breach_of(each.kind), each.seat, each.about) for each in named}
    found: set[tuple[object, str | None, int | None]] = set()
    then = MatchState.start(state.header, state.rules)
    for event in state.events:
        if isinstance(event, DealStart):  # a deal's own are found until the next begins
            found |= {(each.kind, each.seat, each.about) for each in noticed(then)}
        if not isinstance(event, Correction):
            with suppress(RuleError):  # what has lost its ground
                then = apply(then, event)
    found |= {(each.kind, each.seat, each.about) for each in noticed(state)}
    return sum(each.seq not in ruled for each in named) + len(found - known)


def _incident(
    state: MatchState, event: Event, rulings: tuple[Ruling, ...], answer: AppealAnswer | None
) -> Incident | None:
    """The row of an event; None where it has none of its own."""
    match event:
        case Irregularity():
            breach = breach_of(event.kind)
            clause = state.rules.origin(breach).clause if breach else ""
            cards = tuple(map(str, event.cards))
            return Incident(
                event.seq, event.at_ms, None, event.seat, None, breach or event.kind, event.text, clause,
                cards, str(event.source), rulings,
            )  # fmt: skip
        case Question() if rulings:
            return Incident(
                event.seq, event.at_ms, None, event.seat, None, "question", event.text, rulings=rulings
            )
        case LateStart():
            text = f"{event.seconds} s"
            return Incident(event.seq, event.at_ms, None, None, event.side, "late_start", text)
        case Forfeit():
            return Incident(event.seq, event.at_ms, None, None, event.side, "forfeit", event.reason)
        case ThrownIn():
            text = " · ".join(filter(None, (" ".join(event.finish), event.reason)))
            return Incident(event.seq, event.at_ms, None, None, None, "thrown_in", text)
        case Substitute():
            text = " · ".join(filter(None, (event.player, event.reason)))
            return Incident(event.seq, event.at_ms, None, event.seat, None, "substitute", text)
        case Appeal():
            return Incident(
                event.seq, event.at_ms, None, None, event.side, "appeal", event.text, answer=answer
            )
    return None
