"""Whether a record is what its log says, and the log as it was written.

It is only looked at: nothing is locked or mended, so that it may be asked of any record at any time. Of a log
that is being written, or was left by a crash, a copy is read, with the journal beside it.
"""

from __future__ import annotations

import shutil
import sqlite3
import tempfile
from contextlib import closing
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from pathlib import Path

from app.store import sealed


class Breach(StrEnum):
    """What is not as it was written."""

    LOG = "log"  # a row of the log was changed later
    LOG_UNREADABLE = "log_unreadable"
    RECORD = "record"  # a line of the record is not what the log says


@dataclass(frozen=True, slots=True)
class Broken:
    """The first line that is not as it was written. Lines count from 1: the header."""

    breach: Breach
    line: int

    def __str__(self) -> str:
        return {
            Breach.LOG: "the log was changed later, from this line on",
            Breach.LOG_UNREADABLE: "the log is damaged: from this line on it cannot be read",
            Breach.RECORD: "not what the log says: the record was changed later",
        }[self.breach]


def broken(record: Path) -> Broken | None:
    """What is broken, None also where there is no log to be held against."""
    states = _states(record)
    return None if states is None else _broken(record, *states)


def _states(record: Path) -> tuple[int, ...] | None:
    """Times and sizes of the log, its journal and the record; None where a log or record is not there."""
    file = record.with_suffix(".db")
    journal = _journal(file)
    try:
        if not file.is_file():
            return None
        there = [file.stat(), record.stat(), *([journal.stat()] if journal.is_file() else [])]
    except OSError:
        return None
    return tuple(number for state in there for number in (state.st_mtime_ns, state.st_size))


def _journal(file: Path) -> Path:
    return file.with_name(file.name + "-wal")


@lru_cache(maxsize=4096)
def _broken(record: Path, *states: int) -> Broken | None:
    """Files that did not change are not read again."""
    try:
        data = record.read_bytes()
        file = record.with_suffix(".db").resolve()
        if len(states) == 4 or states[5] == 0:
            return _compared(data, f"{file.as_uri()}?immutable=1")
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
            copy = Path(shutil.copy(file, folder))
            shutil.copy(_journal(file), _journal(copy))
            if _states(record) != states:  # it was written meanwhile: the copies need not fit each other
                return None
            return _compared(data, f"{copy.as_uri()}?mode=rw")
    except OSError:
        return None


def _compared(record: bytes, uri: str) -> Broken | None:
    """The lines of a record against the rows of a log."""
    *lines, torn = record.split(b"\n")
    seal, at = b"", 0
    try:
        with closing(sqlite3.connect(uri, uri=True)) as log:
            for seq, wall, text, found in log.execute("SELECT seq, wall, event, seal FROM log ORDER BY seq"):
                seal = sealed(seal, wall, text)
                if seq != at or found != seal:
                    return Broken(Breach.LOG, at + 1)
                is_like = text.encode().startswith(torn) if at >= len(lines) else lines[at] == text.encode()
                if not is_like:
                    return Broken(Breach.RECORD, at + 1)
                torn = b"" if at >= len(lines) else torn
                at += 1
    except (sqlite3.Error, TypeError, AttributeError):  # or a row that holds something else
        return Broken(Breach.LOG_UNREADABLE, at + 1)
    return Broken(Breach.RECORD, at + 1) if len(lines) > at or torn else None
