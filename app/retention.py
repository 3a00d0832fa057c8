"""How long the pictures of a match are kept: they are deleted, the record stays whole and says so."""

from __future__ import annotations

import logging
import os
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from threading import Event, Thread

from app.evidence import SEGMENT_MS, Segment, folder_of, segments
from app.library import row_of
from app.recorder import REFEREE
from app.store import Log, SaveError, StoreError
from engine.event_json import dumps_line
from engine.events import PicturesDeleted
from engine.record import read_record
from engine.record_text import is_record_text

SETTINGS = "settings"
"""Who deletes what is older than the settings have it kept."""
_DAY_S = 86400
log = logging.getLogger("guandan_eye")


def forget(record: Path, older_than_days: float | None = None, by: str = REFEREE) -> int:
    """Delete the pictures of a record: all, or those kept longer ago. Returns how many bytes were freed.

    The record says so before the first one goes, so that none is ever missing without a word; on a full disk
    as soon as they have made room. Where there is no record, there is nothing to say it in. Raises `OSError`
    where a picture cannot be deleted, and `StoreError` where the record cannot say so, as while it is still
    being written: then nothing is deleted.
    """
    folder, now = folder_of(record), time.time()
    before = now if older_than_days is None else now - older_than_days * _DAY_S
    gone = [each for each in segments(folder) if older_than_days is None or _kept_at(each) < before]
    if not gone:
        return 0
    at = datetime.now().astimezone().isoformat(timespec="seconds")
    said = PicturesDeleted(gone[0].first_ms, gone[-1].first_ms + SEGMENT_MS, at, by)
    with _to_be_continued(record) as write:
        try:
            write(said)
        except SaveError:
            freed = _delete(gone)
            write(said)
        else:
            freed = _delete(gone)
    with suppress(OSError):  # other things may lie in it
        folder.rmdir()
    return freed


def forget_old(folder: Path, keep_days: int, is_stopped: Callable[[], bool] = lambda: False) -> list[Path]:
    """Delete the pictures of the matches of a folder that are over, kept longer than so many days ago.

    Returns the records that they belonged to. What cannot be deleted is logged, and stays for the next time.
    """
    done = []
    for path in sorted(folder.glob("*.jsonl")):
        if is_stopped():
            break
        kept = segments(folder_of(path))
        try:
            if not kept or max(map(_kept_at, kept)) > time.time() - keep_days * _DAY_S:
                continue
            if row_of(path).over:
                forget(path, by=SETTINGS)
                done.append(path)
        except (OSError, StoreError) as error:
            log.warning("pictures are not deleted: %s", error)
    return done


@contextmanager
def forgetting(folder: Path, keep_days: int) -> Iterator[None]:
    """`forget_old` in a thread of its own, which ends with what it has begun; 0 days: pictures stay."""
    stopped = Event()
    thread = Thread(target=forget_old, args=(folder, keep_days, stopped.is_set), name="retention")
    if keep_days:
        thread.start()
    try:
        yield
    finally:
        stopped.set()
        if keep_days:
            thread.join()


def _kept_at(segment: Segment) -> float:
    return segment.path.stat().st_mtime


def _delete(gone: Sequence[Segment]) -> int:
    freed = 0
    for segment in gone:
        freed += segment.path.stat().st_size
        segment.path.unlink()
    return freed


@contextmanager
def _to_be_continued(record: Path) -> Iterator[Callable[[PicturesDeleted], object]]:
    """What takes one more event of a record: its log, or the file of one that has none."""
    if record.with_suffix(".db").is_file():
        _check_lines(record)
        with Log.open(record) as written:
            yield written.append
    elif record.is_file():
        _check_lines(record)
        yield lambda event: _add_line(record, event)
    else:
        yield lambda event: None


def _check_lines(record: Path) -> None:
    if record.is_file() and is_record_text(record.read_bytes()):
        raise StoreError(f"{record}: is a record text, to which nothing is added; name the JSON Lines")


def _add_line(record: Path, event: PicturesDeleted) -> None:
    """One event more at the end of a file, also of one whose last line is torn."""
    try:
        data = record.read_bytes()
        seq = max((each.seq for each in read_record(data).events), default=0) + 1
        line = f"{dumps_line(replace(event, seq=seq))}\n".encode()
        with record.open("ab", buffering=0) as file:
            file.write(line if data.endswith(b"\n") or not data else b"\n" + line)
            os.fsync(file.fileno())
    except OSError as error:
        raise SaveError(f"{record}: cannot be written: {error.strerror}") from error
