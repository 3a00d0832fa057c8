"""Reports of cards left (报牌): what was said wrongly, too late, or not at all."""

from __future__ import annotations

from collections.abc import Sequence

from engine.breaches import Breach
from engine.events import HAND, DealEnd, DealStart, Event, Irregularity, Pass, Play, Report, Source
from engine.rules import RuleSet
from engine.state import MatchState


def must_tell(rules: RuleSet, left: int) -> bool:
    """Whether a seat with so many cards left has to tell its count, by itself or when it is asked.

    Suzhou 2016 十(三) 随问随报, Xiangyang 2024 八(三)3 随问随答.
    """
    on_request = rules.report_on_request
    return left <= rules.report_threshold or (on_request is not None and left <= on_request)


def cards_left(state: MatchState, seat: str, before: int = 0) -> int:
    """Cards that a seat had left in the last deal, before the event of that seq (0: now)."""
    left = HAND
    for event in state.events:
        if before and event.seq >= before:
            break
        if isinstance(event, DealStart):
            left = HAND
        elif isinstance(event, Play) and event.seat == seat and event.seq not in state.undone:
            left -= len(event.cards)
    return left


def report_faults(rules: RuleSet, events: Sequence[Event]) -> tuple[Irregularity, ...]:
    """Wrong, late and missing reports in the events of one deal.

    A seat reports by itself once, after the play that leaves it with so few cards (Suzhou 2016 十(三),
    Xiangyang 2024 八(三)3, Huai'an 三): late when another seat has moved since, missing when it has played
    again or the deal is over. Missing and late ones are noticed only where reports are recorded at all:
    where they are cards on the table, or a seat has reported.
    """
    heard = rules.report_how == "card" or any(isinstance(event, Report) for event in events)
    left: dict[str, int] = {}
    due: dict[str, Play] = {}
    late: set[str] = set()
    reported: set[str] = set()
    found: list[Irregularity] = []
    for event in events:
        match event:
            case Play() | Pass():
                if isinstance(event, Play) and event.seat in due:
                    found.append(_missing(due.pop(event.seat), event, left[event.seat]))
                late |= due.keys() - {event.seat}
                if isinstance(event, Play):
                    before = left.get(event.seat, HAND)
                    left[event.seat] = before - len(event.cards)
                    crossed = left[event.seat] <= rules.report_threshold < before
                    if crossed and left[event.seat] and event.seat not in reported and heard:
                        due[event.seat] = event
            case Report():
                found += _heard(rules, event, left.get(event.seat, HAND), reported, late & due.keys())
                due.pop(event.seat, None)
                reported.add(event.seat)
            case DealEnd():
                found += [_missing(play, event, left[seat]) for seat, play in due.items()]
                due.clear()
            case DealStart():
                left, due, late, reported = {}, {}, set(), set()
    return tuple(found)


def _heard(
    rules: RuleSet, event: Report, left: int, reported: set[str], late: set[str]
) -> list[Irregularity]:
    """What is wrong with a report of a seat that has so many cards left."""
    seat, found = event.seat, []
    if event.count != left:
        text = f"{seat} reported {event.count} cards left, having {left}"
        found.append(_fault(Breach.WRONG_REPORT, seat, text, event.seq, event.at_ms))
    if seat in reported and rules.report_once:
        said = f"{seat} was asked for its count again" if event.asked else f"{seat} reported again"
        guilty = None if event.asked else seat  # nobody knows who asked
        found.append(
            _fault(Breach.WRONG_REPORT, guilty, f"{said}, where once is enough", event.seq, event.at_ms)
        )
    if seat in late:
        text = f"{seat} reported {event.count} cards left after another seat had moved"
        found.append(_fault(Breach.LATE_REPORT, seat, text, event.seq, event.at_ms))
    return found


def _missing(play: Play, event: Play | DealEnd, left: int) -> Irregularity:
    at_ms = event.at_ms if event.at_ms is not None else play.at_ms
    text = f"{play.seat} did not report {left} cards left"
    return _fault(Breach.MISSING_REPORT, play.seat, text, play.seq, at_ms)


def _fault(kind: Breach, seat: str | None, text: str, about: int, at_ms: int) -> Irregularity:
    return Irregularity(seat, kind, text, about or None, at_ms, (), Source.INFERRED)
