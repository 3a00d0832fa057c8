"""The record: JSON Lines, the header first, then one event a line.

Reading is tolerant: unknown fields are passed over, and a line at fault is reported with its number
while the others are read.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.event_json import NAME_OF, SEATS, RecordError, from_json
from engine.events import Correction, Event, Hands, MatchStart, Refusal, Ruling
from engine.parsing import ParseError, line_pieces, line_text, parse_json

VERSION = 1


@dataclass(frozen=True, slots=True)
class Fault:
    """Something wrong with a record, and where (lines and columns count from 1; column 0: the whole line).

    `position` is the position text of the deal, where the rules refuse an event.
    """

    line: int
    message: str
    column: int = 0
    position: str = ""

    def __str__(self) -> str:
        column = f", column {self.column}" if self.column else ""
        position = f" [{self.position}]" if self.position else ""
        return f"line {self.line}{column}: {self.message}{position}"


@dataclass(frozen=True, slots=True)
class Record:
    """What could be read: header (None if there is none), events with their line numbers, and the faults."""

    header: MatchStart | None
    events: tuple[Event, ...]
    lines: tuple[int, ...]
    faults: tuple[Fault, ...]


def read_record(given: str | bytes) -> Record:
    """Reads what can be read of a text or of a file's bytes, the rest is collected as faults; raises nothing.

    A byte that is no text costs its line alone.
    """
    header: MatchStart | None = None
    events: list[Event] = []
    lines: list[int] = []
    faults: list[Fault] = []
    for number, line in enumerate(line_pieces(given), 1):
        if not line.strip():
            continue
        try:
            event = from_json(parse_json(line_text(line)))
            if isinstance(event, MatchStart):
                if header is not None:
                    raise RecordError("a second header")
                header = event
                if events:
                    raise RecordError("the header comes after events")
                check_version(header)
            else:
                if header is not None:
                    check_seats(event, header)
                events.append(event)
                lines.append(number)
        except (ParseError, RecordError) as error:
            faults.append(Fault(number, str(error)))
    if header is None:
        faults.insert(0, Fault(1, "no header (an event of kind match)"))
    return Record(header, tuple(events), tuple(lines), tuple(faults))


def check_version(header: MatchStart) -> None:
    """Raises `RecordError` for a record of a later format."""
    if header.version > VERSION:
        raise RecordError(f"version {header.version}, of which this program reads {VERSION}")


def check_seats(event: Event, header: MatchStart) -> None:
    """Raises `RecordError` when the event names a seat that the header does not."""
    named = [(key, getattr(event, key, None)) for key in SEATS]
    if isinstance(event, Hands):
        named += [("hands", seat) for seat in event.hands]
    elif isinstance(event, Refusal):
        named += [("seats", seat) for seat in event.seats]
    elif isinstance(event, Ruling):
        named += [("awards", award.seat) for award in event.awards]
    elif isinstance(event, Correction) and event.replacement is not None:
        check_seats(event.replacement, header)
    for key, seat in named:
        if seat is not None and seat not in header.seats:
            raise RecordError(f"{NAME_OF[type(event)]}: {key} {seat} is none of {' '.join(header.seats)}")
