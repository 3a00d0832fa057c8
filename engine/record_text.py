"""The record as text for people and programs alike, specified in docs/record-text.md.

Tags first, then one event a line, the turns of a trick in columns by seat. It holds all that the JSON Lines
hold: what is written is read back as it was.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from engine.event_json import RecordError, from_json, to_json
from engine.event_text import event_text
from engine.event_words import event_number, is_cell, is_number, read_event
from engine.events import DealEnd, DealStart, Event, MatchStart, Pass, Play, TrickEnd
from engine.parsing import ParseError, line_pieces, line_text, parse_json
from engine.record import Fault, Record, check_seats, check_version
from engine.words import Word, WordError, words

FIRST = "[Guandan "
"""How every record text begins."""
_TAGS = {
    "Guandan": "version",
    "Event": "event_name",
    "Round": "round",
    "Table": "table",
    "Rules": "rules",
    "RulesVersion": "rules_version",
    "OwnRules": "own_rules",
    "Switches": "switches",
    "Seats": "seats",
    "Sides": "sides",
    "Players": "players",
    "Started": "started",
    "Software": "software",
}
"""Tags and the fields of the header that they hold, each as JSON."""


def is_record_text(given: str | bytes) -> bool:
    """Whether a text, or a file of these bytes, is this kind of record, and not JSON Lines."""
    begin = given[:200] if isinstance(given, str) else given[:200].decode("utf-8", "replace")
    return begin.removeprefix("\ufeff").lstrip().startswith(FIRST)


def write_record_text(header: MatchStart, events: Iterable[Event]) -> str:
    """The whole text, each line ended."""
    data = to_json(header)
    tags = [
        f"[{tag} {json.dumps(data[key], ensure_ascii=False)}]" for tag, key in _TAGS.items() if key in data
    ]
    return "".join(line + "\n" for line in [*tags, "", *_lines(header, events)])


def read_record_text(given: str | bytes) -> Record:
    """Reads what can be read of a text, or of a file's bytes, and collects every fault with line and column;
    raises nothing."""
    reader = _Reader()
    for number, line in enumerate(line_pieces(given), 1):
        try:
            reader.read(number, line_text(line).removesuffix("\r"))
        except ParseError as error:
            reader.faults.append(Fault(number, str(error)))
    header = reader.header()
    faults = sorted(reader.faults, key=lambda fault: (fault.line, fault.column))
    return Record(header, tuple(reader.events), tuple(reader.lines), tuple(faults))


def parse_record_text(text: str) -> Record:
    """Reads a text without fault; raises `RecordError` with the line and column of the first one."""
    record = read_record_text(text)
    if record.faults:
        raise RecordError(str(record.faults[0]))
    return record


_Row = tuple[str, list[tuple[int, str]]]
"""The number of the first event, and the cells, each with its column: the seat's, 4 for a trick's end."""


def _lines(header: MatchStart, events: Iterable[Event]) -> Iterator[str]:
    """The lines of all events, laid out deal by deal."""
    level: str | None = None
    lines: list[str | _Row] = []
    last: Event | None = None
    for event in events:
        text = event_text(event, level)
        if isinstance(event, Play | Pass | TrickEnd):
            if not lines or last is None or not _goes_on(header, last, event):
                lines.append((_number(event), []))
            row = lines[-1]
            assert not isinstance(row, str), "a turn goes on in a row"
            row[1].append((_column(header, event), text))
        else:
            lines.append(_number(event) + text)
        if isinstance(event, DealStart):
            level = event.level
        if isinstance(event, DealEnd):
            yield from [*_laid_out(lines), ""]
            lines = []
        last = event
    yield from _laid_out(lines)


def _goes_on(header: MatchStart, last: Event, event: Event) -> bool:
    """Whether a turn stands in the row of the one before: of a seat further right, or the trick's end."""
    if not isinstance(last, Play | Pass) or event.seq != (last.seq + 1 if last.seq else 0):
        return False
    return _column(header, event) > _column(header, last)


def _column(header: MatchStart, event: Event) -> int:
    if isinstance(event, Play | Pass) and event.seat in header.seats:
        return header.seats.index(event.seat)
    return len(header.seats) if isinstance(event, TrickEnd) else 0


def _laid_out(lines: Sequence[str | _Row]) -> Iterator[str]:
    """The lines with each cell under the others of its column; the end of a trick follows the last turn."""
    rows = [line for line in lines if not isinstance(line, str)]
    widths = [0] * 4
    for _, cells in rows:
        for column, text in cells:
            if column < len(widths):
                widths[column] = max(widths[column], len(text) + 2)
    for line in lines:
        if isinstance(line, str):
            yield line
            continue
        written, cells = line
        begin = len(written)
        for column, text in cells:
            if column < len(widths):
                written = written.ljust(begin + sum(widths[:column]))
            written += text + "  "
        yield written.rstrip()


def _number(event: Event) -> str:
    return f"{event.seq:4}. " if event.seq else ""


@dataclass(slots=True)
class _Reader:
    """What has been read so far."""

    tags: dict[str, Any] = field(default_factory=dict)
    events: list[Event] = field(default_factory=list)
    lines: list[int] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)
    columns: list[int] = field(default_factory=list)
    level: str | None = None

    def read(self, line: int, text: str) -> None:
        """One line: a tag, events, or nothing."""
        try:
            if text.startswith("["):
                self._tag(line, text)
                return
            said = words(text)
            seq = event_number(said[0]) if said and is_number(said[0]) else 0
            if seq and len(said) == 1:
                raise said[0].error(f"{said[0].text} of no event")
        except WordError as error:
            self._fault(line, error)
            return
        if not said:
            return
        for event in _split(said[bool(seq) :]):
            self._event(line, event, seq)
            seq += bool(seq)

    def header(self) -> MatchStart | None:
        """The header of all tags; faults for what is wrong with it, and for seats that it does not name."""
        if "version" not in self.tags:
            self.faults.insert(0, Fault(1, f"no record text: it begins with {FIRST}1]", 1))
        try:
            header = from_json({"event": "match", **self.tags})
            assert isinstance(header, MatchStart)
            check_version(header)
        except RecordError as error:
            self.faults.append(Fault(1, str(error), 1))
            return None
        self._check_seats(header)
        return header

    def _tag(self, line: int, text: str) -> None:
        tag, _, rest = text[1:].rstrip().partition(" ")
        column = len(tag) + 3
        if not rest.endswith("]"):
            raise WordError(1, "a tag is closed with ]")
        try:
            value = parse_json(rest[:-1])
        except ParseError as error:
            raise WordError(column, f"{tag}: {error}") from error
        key = _TAGS.get(tag)
        if self.events:
            raise WordError(1, "a tag stands before the events")
        if key in self.tags:
            raise WordError(1, f"{tag} is there twice")
        if key is not None:
            self.tags[key] = value

    def _event(self, line: int, said: list[Word], seq: int) -> None:
        try:
            event = read_event(said, self.level, seq)
        except WordError as error:
            self._fault(line, error)
            return
        if isinstance(event, DealStart):
            self.level = event.level
        self.events.append(event)
        self.lines.append(line)
        self.columns.append(said[0].column)

    def _check_seats(self, header: MatchStart) -> None:
        kept = []
        for event, line, column in zip(self.events, self.lines, self.columns, strict=True):
            try:
                check_seats(event, header)
                kept.append((event, line))
            except RecordError as error:
                self.faults.append(Fault(line, str(error), column))
        self.events, self.lines = [event for event, _ in kept], [line for _, line in kept]

    def _fault(self, line: int, error: WordError) -> None:
        self.faults.append(Fault(line, str(error), error.column))


def _split(said: list[Word]) -> Iterator[list[Word]]:
    """The events of a line: several cells, or one of any other kind."""
    if not is_cell(said[0]):
        yield said
        return
    begins = [at for at, word in enumerate(said) if is_cell(word)]
    for begin, end in zip(begins, [*begins[1:], len(said)], strict=True):
        yield said[begin:end]
