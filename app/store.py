"""The log of a match: a SQLite file that only grows, and the record beside it, one line an event.

`OUT.db` is the truth. A row counts when `append` has returned: then it is committed and flushed, sealed by
a hash over itself and all rows before it, and only then its line goes to `OUT.jsonl`. What happens to that
file harms nothing: it is written again from the log.

A log belongs to one program at a time, and within it to one thread at a time.
"""

import hashlib
import json
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, suppress
from dataclasses import replace
from datetime import datetime
from enum import StrEnum
from pathlib import Path
from typing import Self

from app.files import flush_folder, put
from engine.event_json import RecordError, dumps_line, from_json
from engine.events import Event, MatchStart

FORMAT = 1
_OR_RESUME = "continue it with --resume, or choose another name"
_APPLICATION = 0x47444579  # "GDEy", so that `file` and we know a log of ours
_SCHEMA = f"""
PRAGMA application_id={_APPLICATION};
PRAGMA user_version={FORMAT};
CREATE TABLE log (
    seq INTEGER PRIMARY KEY, wall TEXT NOT NULL, event TEXT NOT NULL, seal BLOB NOT NULL
) STRICT;
CREATE TRIGGER no_change BEFORE UPDATE ON log BEGIN SELECT RAISE(ABORT, 'the log only grows'); END;
CREATE TRIGGER no_removal BEFORE DELETE ON log BEGIN SELECT RAISE(ABORT, 'the log only grows'); END;
CREATE TRIGGER no_gap BEFORE INSERT ON log
WHEN NEW.seq IS NOT (SELECT coalesce(max(seq), -1) + 1 FROM log)
BEGIN SELECT RAISE(ABORT, 'the log only grows at its end'); END;
"""


class StoreError(Exception):
    """The log cannot be made or continued; the message names the file. What was acknowledged stays."""


class SaveError(StoreError):
    """The disk does not take it: full, gone, or not to be written. A later try may do."""


class Mended(StrEnum):
    """How a record differed from its log in more than lines that were still to be written."""

    CHANGED = "changed"  # a line is not what the log says
    LOST = "lost"  # it has lines that the log has lost: a damaged journal

    def sentence(self, record: Path) -> str:
        """For the command line."""
        was = {
            Mended.CHANGED: "was changed outside this program; it is again as the log has it",
            Mended.LOST: "had lines that the log has lost, whose journal is damaged: enter them again",
        }[self]
        return f"{record}: {was}; the other text is kept as {kept_beside(record).name}"


def kept_beside(record: Path) -> Path:
    """Where the text of a record is kept that was not what its log says."""
    return record.with_name(record.name + ".changed")


class Log:
    """The events of one match, numbered from 1. Made by `create` or `open`."""

    def __init__(self, path: Path, database: sqlite3.Connection) -> None:
        self.path = path
        """The record, JSON Lines."""
        self.notice = ""
        """Why the record's lines lag behind the log, or nothing. They catch up with the next event."""
        self.mended: Mended | None = None
        """What was found when it was opened to be continued, and put right."""
        self._db = database
        self._next = 0
        self._seal = b""
        self._lines_end = 0
        self._lines_seq = 0
        self._closed = False
        self._begun_here = False

    @classmethod
    def create(cls, path: str | Path, header: MatchStart) -> Self:
        """A new log and its record with the header; raises `StoreError`, also when one is there.

        Schema and header are one transaction: a log that was killed while it was made holds nothing, and is
        made again.
        """
        path = Path(path)
        file = _database_of(path)
        _check_place(path)
        was_there = file.exists()
        log = cls(path, _connect(file))
        try:
            if _tables(log._db):
                raise StoreError(f"{file}: is there already; {_OR_RESUME}")
            log._db.executescript(f"BEGIN; {_SCHEMA}")
            log._insert(dumps_line(header))
            log._db.execute("COMMIT")
            flush_folder(path.parent)
        except (sqlite3.Error, OSError) as error:
            log._discard(remove=not was_there)
            raise SaveError(f"{file}: cannot be written: {error}") from error
        except StoreError:
            log._discard(remove=not was_there)
            raise
        log._write_lines()
        log._begun_here = True
        return log

    @classmethod
    def open(cls, path: str | Path) -> Self:
        """A log to be continued: checked from end to end, its record put right; raises `StoreError`."""
        path = Path(path)
        file = _database_of(path)
        if not file.is_file():
            raise StoreError(f"{file}: there is no log to continue")
        log = cls(path, _connect(file))
        try:
            log._load()
            log._mend_lines()
        except BaseException:
            log._db.close()
            raise
        return log

    @classmethod
    def resume(cls, path: str | Path, header: MatchStart) -> Self:
        """The log that is there, or a new one where none is; raises `StoreError`."""
        file = _database_of(Path(path))
        if file.is_file():
            database = _connect(file)
            made = _tables(database)
            database.close()
            if made:
                return cls.open(path)
        if Path(path).is_file() and Path(path).stat().st_size:
            raise StoreError(
                f"{path}: cannot be continued: its log {file.name} (and while it was written {file.name}-wal)"
                " is not beside it; choose another name for a new record"
            )
        return cls.create(path, header)

    @property
    def header(self) -> MatchStart:
        header = _parsed(self._text(0), self._file, 0)
        if not isinstance(header, MatchStart):
            raise StoreError(f"{self._file}: row 0 is no header")
        return header

    @property
    def last(self) -> int:
        """The number of the last event, 0 when there is none."""
        return self._next - 1

    def append(self, event: Event) -> int:
        """Commit the event, write its line, and return its number.

        Raises `SaveError` when it could not be committed; the log is then as before, and a later try may
        do. A line that could not be written does not raise: see `notice`.
        """
        seq = self._next
        self._insert(dumps_line(replace(event, seq=seq)))
        self._write_lines()
        return seq

    def events(self) -> Iterator[Event]:
        """All events in order, without the header; raises `StoreError` at one that cannot be read."""
        for seq, text in self._rows(1):
            event = _parsed(text, self._file, seq)
            if isinstance(event, MatchStart):
                raise StoreError(f"{self._file}: row {seq} is a second header")
            yield event

    def lines(self) -> bytes:
        """The whole record, JSON Lines, from the log; raises `StoreError`."""
        return "".join(f"{text}\n" for _, text in self._rows(0)).encode()

    def image(self) -> bytes:
        """The whole log as the file of another one, which can be continued; raises `StoreError`."""
        try:
            return self._db.serialize()
        except sqlite3.Error as error:
            raise StoreError(f"{self._file}: cannot be read: {error}") from error

    def verify(self) -> int:
        """How many events there are, all sealed as written; raises `StoreError` at the first that is not."""
        seal = b""
        count = 0
        try:
            rows = self._db.execute("SELECT seq, wall, event, seal FROM log ORDER BY seq")
            for seq, wall, text, found in rows:
                seal = sealed(seal, wall, text)
                if seq != count or found != seal:
                    raise StoreError(f"{self._file}: row {count} was changed later; the rows before it hold")
                count += 1
        except sqlite3.Error as error:
            raise StoreError(f"{self._file}: is damaged, {count} rows can be read: {error}") from error
        if count == 0:
            raise StoreError(f"{self._file}: holds no header")
        return count - 1

    def close(self) -> None:
        """Let go of the files. May be called twice."""
        if not self._closed:
            self._closed = True
            with suppress(sqlite3.Error):  # a full disk; what was committed lies in the journal beside it
                self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            self._db.close()
            with suppress(OSError):  # an index of the journal, left by `is_held`
                self._file.with_name(self._file.name + "-shm").unlink(missing_ok=True)

    def abandon(self) -> None:
        """Let go of the files; those of a record that was begun here and holds nothing go away."""
        is_empty = self._begun_here and self.last == 0
        self.close()
        if is_empty:
            self._remove()
            self.path.unlink(missing_ok=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def _file(self) -> Path:
        return _database_of(self.path)

    def _load(self) -> None:
        """Take up at the end of what is there."""
        (version,) = self._db.execute("PRAGMA user_version").fetchone()
        if version > FORMAT:
            raise StoreError(f"{self._file}: was written by a newer version of this program")
        self._next = self.verify() + 1
        (self._seal,) = self._db.execute("SELECT seal FROM log WHERE seq = ?", (self._next - 1,)).fetchone()

    def _discard(self, *, remove: bool) -> None:
        """Let go of a log that could not be made."""
        self._closed = True
        self._db.close()
        if remove:
            self._remove()

    def _remove(self) -> None:
        for ending in ("", "-wal", "-journal"):
            self._file.with_name(self._file.name + ending).unlink(missing_ok=True)

    def _insert(self, text: str) -> None:
        wall = datetime.now().astimezone().isoformat(timespec="milliseconds")
        seal = sealed(self._seal, wall, text)
        try:
            self._db.execute("INSERT INTO log VALUES (?, ?, ?, ?)", (self._next, wall, text, seal))
        except sqlite3.Error as error:
            raise SaveError(f"{self._file}: event {self._next} was not saved: {error}") from error
        self._next += 1
        self._seal = seal

    def _rows(self, first: int) -> Iterator[tuple[int, str]]:
        try:
            yield from self._db.execute("SELECT seq, event FROM log WHERE seq >= ? ORDER BY seq", (first,))
        except sqlite3.Error as error:
            raise StoreError(f"{self._file}: cannot be read: {error}") from error

    def _text(self, seq: int) -> str:
        return next(text for _, text in self._rows(seq))

    def _write_lines(self) -> None:
        """Bring the record up to the log. After a line that was written in part, it begins anew."""
        try:
            self.path.touch()
            if self.path.stat().st_size < self._lines_end:  # somebody took the file away
                self._lines_end = self._lines_seq = 0
            data = "".join(f"{text}\n" for _, text in self._rows(self._lines_seq)).encode()
            with self.path.open("r+b", buffering=0) as file:
                file.seek(self._lines_end)
                _write_all(file.fileno(), data)
        except OSError as error:
            self.notice = f"{self.path}: lines are missing, the log has them: {error.strerror}"
            return
        self.notice = ""
        self._lines_end += len(data)
        self._lines_seq = self._next

    def _mend_lines(self) -> None:
        """After a crash the record may lack lines or end in half of one; somebody may have edited it.

        It is written anew from the log; an edited one is kept beside it.
        """
        whole = self.lines()
        try:
            found = self.path.read_bytes() if self.path.exists() else b""
            if found != whole:
                if not whole.startswith(found):
                    kept_beside(self.path).write_bytes(found)
                    self.mended = Mended.LOST if found.startswith(whole) else Mended.CHANGED
                put(self.path, whole)
        except OSError as error:
            raise SaveError(f"{self.path}: cannot be written: {error.strerror}") from error
        self._lines_end = len(whole)
        self._lines_seq = self._next


def is_held(path: Path) -> bool:
    """Whether a program is writing the log of a record now; log and journal stay as they are."""
    file = path.with_suffix(".db").resolve()
    if not file.with_name(file.name + "-wal").exists():  # a journal lies there as long as it is written
        return False
    try:
        with closing(sqlite3.connect(f"{file.as_uri()}?mode=ro", uri=True, timeout=0)) as database:
            database.execute("SELECT 1 FROM sqlite_master").fetchone()
    except sqlite3.Error as error:
        return getattr(error, "sqlite_errorcode", None) in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
    return False


def _database_of(path: Path) -> Path:
    if path.is_dir():
        raise StoreError(f"{path}: is a folder; name a file in it, such as {path / 'match.jsonl'}")
    if path.suffix == ".db":
        raise StoreError(f"{path}: name the record, such as match.jsonl; its log is put beside it as .db")
    return path.with_suffix(".db")


def _check_place(path: Path) -> None:
    """Whether a new record may lie there; raises `StoreError` with what is in the way."""
    folder = path.parent
    try:
        if not folder.is_dir():
            raise StoreError(f"{path}: there is no folder {folder}")
        if path.exists() and not path.is_file():
            raise StoreError(f"{path}: is a device, no file")
        if path.exists() and path.stat().st_size:
            raise StoreError(f"{path}: is there already; {_OR_RESUME}")
    except OSError as error:
        raise SaveError(f"{path}: cannot be written: {error.strerror}") from error
    if not os.access(folder, os.W_OK):
        raise SaveError(f"{path}: cannot be written: no right to write in {folder}")


def _connect(file: Path) -> sqlite3.Connection:
    """The log for this program alone: a second one is refused until this ends, however it ends."""
    try:
        database = sqlite3.connect(file, isolation_level=None, timeout=0.2, check_same_thread=False)
    except sqlite3.Error as error:
        raise SaveError(f"{file}: cannot be written: {error}") from error
    try:
        database.execute("PRAGMA locking_mode=EXCLUSIVE")
        database.executescript("BEGIN EXCLUSIVE; COMMIT;")
        (application,) = database.execute("PRAGMA application_id").fetchone()
        if _tables(database) and application != _APPLICATION:
            raise StoreError(f"{file}: is no log of a match")
        database.execute("PRAGMA journal_mode=WAL")
        database.execute("PRAGMA synchronous=FULL")
        database.execute("PRAGMA fullfsync=ON")  # macOS: down to the disk, as elsewhere
    except sqlite3.Error as error:
        database.close()
        if error.sqlite_errorcode in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
            raise StoreError(f"{file}: another program is writing this log") from error
        if error.sqlite_errorcode == sqlite3.SQLITE_NOTADB:
            raise StoreError(f"{file}: is no log of a match") from error
        raise SaveError(f"{file}: cannot be opened: {error}") from error
    except StoreError:
        database.close()
        raise
    return database


def _tables(database: sqlite3.Connection) -> int:
    (count,) = database.execute("SELECT count(*) FROM sqlite_master WHERE type = 'table'").fetchone()
    return int(count)


def _parsed(text: str, file: Path, seq: int) -> MatchStart | Event:
    try:
        return from_json(json.loads(text))
    except (ValueError, RecordError) as error:
        raise StoreError(f"{file}: row {seq}: {error}") from error


def sealed(before: bytes, wall: str, text: str) -> bytes:
    """The seal of a row: over its time, its text and the seal of the row before."""
    return hashlib.sha256(b"\n".join((before.hex().encode(), wall.encode(), text.encode()))).digest()


def _write_all(descriptor: int, data: bytes) -> None:
    while data:
        data = data[os.write(descriptor, data) :]
