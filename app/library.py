"""The records of a folder, each as a row: read fast, searched by any text, the newest first.

Of a record only the header, the ends of its deals and its questions are taken apart. Only where something
after the last end of a deal may have changed the result is the record replayed.
"""

from __future__ import annotations

import codecs
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Literal

import msgspec

from app.evidence import folder_of, segments
from app.initials import initials
from app.places import records_folder
from app.seals import broken
from app.sheet import open_questions
from engine import (
    Correction,
    DealEnd,
    DealStart,
    Event,
    Forfeit,
    LateStart,
    MatchEnd,
    MatchStart,
    Pass,
    Record,
    RuleSetError,
    Ruling,
    ThrownIn,
    read_record,
    replay,
    rules_of,
)
from engine.cards import CARD_PATTERN
from engine.event_json import EVENT_NAMES
from engine.header_rules import called
from engine.parsing import is_text

_NAMED = ("deal_start", "deal_end", "match_end", "question", "ruling", "correction", "late_start", "forfeit")
_WANTED = tuple(f'"{name}"'.encode() for name in (*_NAMED, "thrown_in"))
"""Lines with one of these words are taken apart."""
_MAY_CHANGE = LateStart | Forfeit | ThrownIn
Levels = tuple[str, str]


class Trouble(StrEnum):
    """Why a file is no record, or not one as it was written."""

    UNREADABLE = "unreadable"  # the system does not give it
    EMPTY = "empty"
    NOT_TEXT = "not_text"  # no UTF-8
    NO_HEADER = "no_header"
    BAD_LINE = "bad_line"  # lines of it cannot be read
    GAP = "gap"  # events are missing in it
    SEAL = "seal"  # record or log were changed later, or the log is damaged
    NO_RULES = "no_rules"  # its rule set is not at hand


@dataclass(frozen=True, slots=True)
class Row:
    """One record of a folder.

    started: None where the record does not say; changed: when the file last changed; levels: both sides', as
    the last deal left them (None before the first); winner: a side (0, 1), None for nobody; length_ms: the
    time of its last event; titles: of the rules, Chinese and English. trouble: why it cannot be read, or not
    all of it, in `detail`, which names the first line of `trouble_count`.
    """

    path: Path
    changed: datetime
    event: str = ""
    round: int = 0
    table: str = ""
    players: tuple[tuple[str, str], ...] = ()
    sides: tuple[tuple[str, ...], ...] = ()
    started: datetime | None = None
    rules: str = ""
    titles: tuple[str, str] = ("", "")
    deals: int = 0
    deals_done: int = 0
    levels: Levels | None = None
    winner: int | None = None
    over: bool = False
    length_ms: int = 0
    questions: int = 0
    has_pictures: bool = False
    trouble: Trouble | None = None
    trouble_count: int = 0
    detail: str = ""

    @property
    def is_record(self) -> bool:
        """Whether it has a header, so that it can be opened."""
        return bool(self.rules)

    @property
    def when(self) -> datetime:
        return self.started or self.changed

    def fits(self, typed: str) -> bool:
        """Whether every word that was typed is somewhere in it: names, event, table, date, file."""
        where = _searched(self)
        return all(word in where for word in typed.lower().split())


def rows(folder: Path | None = None) -> tuple[Row, ...]:
    """The records of a folder (None: the user's), the newest first; after them what is none."""
    try:
        paths = [path for path in (folder or records_folder()).glob("*.jsonl") if not path.is_dir()]
    except OSError:
        return ()
    found = map(row_of, paths)
    return tuple(sorted(found, key=lambda row: (row.is_record, row.when, row.path.name), reverse=True))


def row_of(path: Path) -> Row:
    """The row of a file, whatever it is; one that did not change is not read again."""
    try:
        stat = path.stat()
    except OSError as error:
        now = datetime.now().astimezone()
        return Row(path, now, trouble=Trouble.UNREADABLE, detail=error.strerror or "")
    row = _read(path, stat.st_mtime_ns, stat.st_size)
    return replace(row, has_pictures=bool(segments(folder_of(path))))


@lru_cache(maxsize=4096)
def _read(path: Path, changed_ns: int, _size: int) -> Row:
    row = Row(path, datetime.fromtimestamp(changed_ns / 1e9).astimezone())
    try:
        data = path.read_bytes()
    except OSError as error:
        return replace(row, trouble=Trouble.UNREADABLE, detail=error.strerror or "")
    if not data.strip():
        return replace(row, trouble=Trouble.EMPTY)
    found, gap = _skimmed(data)
    if found.header is None:
        trouble = Trouble.NO_HEADER if is_text(data) else Trouble.NOT_TEXT
        return replace(row, trouble=trouble, detail=found.faults[0].message)
    row = _told(row, found.header, found.events)
    if found.faults:
        row = replace(
            row, trouble=Trouble.BAD_LINE, trouble_count=len(found.faults), detail=str(found.faults[0])
        )
    elif gap is not None:
        row = replace(row, trouble=Trouble.GAP, detail=f"line {gap}")
    return _replayed(row, data) if _is_unsure(found.events) else row


class _Line(msgspec.Struct):
    """What a line that is passed over has to be at least."""

    event: Literal[tuple(EVENT_NAMES)]  # type: ignore[valid-type]
    seq: int
    seat: str | None = None
    cards: list[Annotated[str, msgspec.Meta(pattern=CARD_PATTERN)]] = []
    at_ms: int | None = None


class _Head(msgspec.Struct):
    seats: tuple[str, ...] = ("E", "S", "W", "N")


_LINE, _HEAD = msgspec.json.Decoder(_Line), msgspec.json.Decoder(_Head)


def _skimmed(data: bytes) -> tuple[Record, int | None]:
    """The header, the lines that are wanted or cannot be read, the last one and the last with a time, at
    their line numbers; and the line before which events are missing."""
    lines = data.split(b"\n")
    first = next(at for at, line in enumerate(lines) if line.strip())
    last = next((at for at in range(len(lines) - 1, first, -1) if b'_ms"' in lines[at]), first)
    end = next(at for at in range(len(lines) - 1, -1, -1) if lines[at].strip())
    kept, seq, gap, seats = [], 0, None, _seats(lines[first])
    for at, line in enumerate(lines):
        own = _seq(line, seats) if at > first and line.strip() else seq
        if own is not None and own > seq + 1 and gap is None:
            gap = at + 1
        seq = seq + 1 if own is None else own
        wanted = own is None or at in (first, last, end) or any(word in line for word in _WANTED)
        kept.append(line if wanted else b"")
    return read_record(b"\n".join(kept)), gap


def _seats(line: bytes) -> tuple[str, ...]:
    """Of a header; none where it cannot be read."""
    try:
        return _HEAD.decode(line.removeprefix(codecs.BOM_UTF8)).seats
    except (msgspec.DecodeError, UnicodeDecodeError):
        return ()


def _seq(line: bytes, seats: tuple[str, ...]) -> int | None:
    """The number of an event; None where the line is to be looked at more closely."""
    try:
        found = _LINE.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return None
    return found.seq if found.seat is None or found.seat in seats else None


def _told(row: Row, header: MatchStart, events: Sequence[Event]) -> Row:
    """The row with what header and events say."""
    starts = [event for event in events if isinstance(event, DealStart)]
    ends = [event for event in events if isinstance(event, DealEnd | MatchEnd)]
    over = [event for event in ends if isinstance(event, MatchEnd)]
    levels: Levels | None = None
    for event in events:
        if isinstance(event, DealStart):
            levels = event.levels or levels or (event.level, event.level)
        elif isinstance(event, DealEnd | MatchEnd):
            levels = event.levels or levels
    return replace(
        row,
        event=header.event_name,
        round=header.round,
        table=header.table,
        players=tuple((seat, header.players.get(seat, "")) for seat in header.seats),
        sides=header.sides,
        started=_time(header.started),
        rules=header.own_rules.get("name") or header.rules,
        titles=(called(header, "zh"), called(header, "en")),
        deals=len({event.deal for event in starts}),
        deals_done=len({event.deal for event in ends if isinstance(event, DealEnd)}),
        levels=levels,
        winner=over[-1].winner if over else None,
        over=bool(over),
        length_ms=max((_at(event) for event in events), default=0),
        questions=open_questions(events),
    )


def _at(event: Event) -> int:
    at = event.at_ms
    return (event.before_ms if isinstance(event, Pass) and at is None else at) or 0


def _is_unsure(events: Sequence[Event]) -> bool:
    """Whether something after the last end of a deal may have changed the result."""
    last = next((at for at in range(len(events) - 1, -1, -1) if isinstance(events[at], DealEnd)), None)
    if last is None:
        return False
    end = events[last]
    for event in events[last + 1 :]:
        if isinstance(event, Correction) and event.replaces <= end.seq:
            return True
        if isinstance(event, _MAY_CHANGE) or (isinstance(event, Ruling) and event.awards):
            return True
    return False


def _replayed(row: Row, data: bytes) -> Row:
    """The result from the whole record."""
    record = read_record(data)
    assert record.header is not None, "it was skimmed"
    try:
        state, _ = replay(record, rules_of(record.header))
    except RuleSetError as error:
        return replace(row, trouble=Trouble.NO_RULES, detail=str(error))
    done = len(state.deals_done)
    return replace(row, deals_done=done, levels=state.levels, winner=state.winner, over=state.over)


def sealed(row: Row) -> Row:
    """The row as it is once the record was held against its log, which takes some time."""
    seal = broken(row.path) if row.is_record and row.trouble is None else None
    return row if seal is None else replace(row, trouble=Trouble.SEAL, detail=f"line {seal.line}: {seal}")


def _time(text: str) -> datetime | None:
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        return None
    return found if found.tzinfo else found.astimezone()


def _searched(row: Row) -> str:
    names = [name for _, name in row.players]
    texts = [row.event, row.table, row.rules, *row.titles, row.path.stem, f"{row.when:%Y-%m-%d}", *names]
    letters = [initials(text) for text in (row.event, row.table, *names)]
    return " ".join((*texts, *letters)).lower()


def found(all_rows: Iterable[Row], typed: str) -> tuple[Row, ...]:
    """Those that fit what was typed, in their order."""
    return tuple(row for row in all_rows if row.fits(typed))
