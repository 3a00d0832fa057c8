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
from engine.event_words import is_cell, is_number, read_event
from engine.events import DealEnd, DealStart, Event, MatchStart, Pass, Play, TrickEnd
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
    "Switches": "switches",
    "Seats": "seats",
    "Sides": "sides",
    "Players": "players",
    "Started": "started",
    "Software": "software",
}
"""Tags and the fields of the header that they hold, each as JSON."""
_COLUMN = 28
"""Characters of a column, where its cell is not longer."""


def is_record_text(text: str) -> bool:
    """Whether a text is this kind of record, and not JSON Lines."""
    return text.removeprefix("\ufeff").lstrip().startswith(FIRST)


def write_record_text(header: MatchStart, events: Iterable[Event]) -> str:
    """The whole text, each line ended."""
    data = to_json(header)
    tags = [f"[{tag} {json.dumps(data[key], ensure_ascii=False)}]" for tag, key in _TAGS.items()]
    return "".join(line + "\n" for line in [*tags, "", *_lines(header, events)])


def read_record_text(text: str) -> Record:
    """Reads what can be read and collects every fault with line and column; raises nothing."""
    reader = _Reader()
    for number, line in enumerate(text.removeprefix("\ufeff").split("\n"), 1):
        reader.read(number, line.removesuffix("\r"))
    header = reader.header()
    faults = sorted(reader.faults, key=lambda fault: (fault.line, fault.column))
    return Record(header, tuple(reader.events), tuple(reader.lines), tuple(faults))


def parse_record_text(text: str) -> Record:
    """Reads a text without fault; raises `RecordError` with the line and column of the first one."""
    record = read_record_text(text)
    if record.faults:
        raise RecordError(str(record.faults[0]))
    return record


def _lines(header: MatchStart, events: Iterable[Event]) -> Iterator[str]:
    level: str | None = None
    row: list[Event] = []
    for event in events:
        if row and not _goes_on(header, row, event):
            yield _row(header, row, level)
            row = []
        if isinstance(event, Play | Pass | TrickEnd):
            row.append(event)
            continue
        if isinstance(event, DealStart):
            level = event.level
        yield _number(event) + event_text(event, level)
        if isinstance(event, DealEnd):
            yield ""
    if row:
        yield _row(header, row, level)


def _goes_on(header: MatchStart, row: Sequence[Event], event: Event) -> bool:
    """Whether an event stands in the row: the next one, of a seat further right, or the trick's end."""
    last = row[-1]
    if isinstance(last, TrickEnd) or event.seq != (last.seq + 1 if last.seq else 0):
        return False
    if isinstance(event, Play | Pass):
        return _column(header, event) > _column(header, last)
    return isinstance(event, TrickEnd)


def _column(header: MatchStart, event: Event) -> int:
    seat = getattr(event, "seat", None)
    return header.seats.index(seat) if seat in header.seats else 0


def _row(header: MatchStart, row: Sequence[Event], level: str | None) -> str:
    text = _number(row[0])
    begin = len(text)
    for event in row:
        if not isinstance(event, TrickEnd):
            text = text.ljust(begin + _COLUMN * _column(header, event))
        text += event_text(event, level) + "  "
    return text.rstrip()


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
        except WordError as error:
            self._fault(line, error)
            return
        if not said:
            return
        seq = 0
        if is_number(said[0]):
            seq = int(said.pop(0).text[:-1])
        for event in _split(said):
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
            value = json.loads(rest[:-1])
        except (ValueError, RecursionError) as error:
            raise WordError(column, f"{tag}: not JSON: {error}") from error
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
