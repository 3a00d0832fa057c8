"""Whether a record is what its log says, and the log as it was written.

It is only looked at: nothing is locked or mended, so that it may be asked of any record at any time. A log
that is being written, or was left by a crash, is not judged: whoever goes on with the match checks it.
"""

from __future__ import annotations

import sqlite3
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
    file = record.with_suffix(".db")
    journal = file.with_name(file.name + "-wal")
    try:
        if not file.is_file() or (journal.is_file() and journal.stat().st_size):
            return None
        states = (file.stat(), record.stat())
    except OSError:
        return None
    return _broken(record, *(state.st_mtime_ns for state in states), *(state.st_size for state in states))


@lru_cache(maxsize=4096)
def _broken(record: Path, *_states: int) -> Broken | None:
    """A pair of files that did not change is not read again."""
    try:
        *lines, torn = record.read_bytes().split(b"\n")
    except OSError:
        return None
    uri = f"{record.with_suffix('.db').resolve().as_uri()}?immutable=1"
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
