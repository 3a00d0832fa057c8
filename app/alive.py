"""Two small files beside a record that is not over: the last sign of life, and whether it was on air.

Neither is part of the record, and neither is flushed: one that is missing or torn costs its own word alone.
"""

import os
import re
import time
from contextlib import suppress
from pathlib import Path

EVERY_S = 2.0
"""A sign of life is given so often at the most."""
_FORM = re.compile(rb"(\d{16})\n")


class Alive:
    """Tells the time of a match on its way, so that after a crash the clocks stand only from then on."""

    def __init__(self, record: Path) -> None:
        self._path = _alive(record)
        self._file: int | None = None
        self._told = float("-inf")

    def tell(self, now_ms: int) -> None:
        """Event time now; written in place and only when the last one is old."""
        if time.monotonic() - self._told >= EVERY_S:
            self._told = time.monotonic()
            self._write(now_ms)

    def close(self, now_ms: int | None) -> None:
        """The last one; None: the match is over, or nothing was recorded, and no file stays."""
        if now_ms is not None:
            self._write(now_ms)
        if self._file is not None:
            os.close(self._file)
            self._file = None
        if now_ms is None:
            with suppress(OSError):
                self._path.unlink(missing_ok=True)

    def _write(self, now_ms: int) -> None:
        with suppress(OSError):  # a full disk; the record says so itself
            if self._file is None:
                self._file = os.open(self._path, os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0), 0o644)
            os.lseek(self._file, 0, os.SEEK_SET)
            os.write(self._file, b"%016d\n" % now_ms)


def last_alive(record: Path) -> int | None:
    """Event time in ms of the last sign of life; None where there is none that can be read."""
    try:
        found = _FORM.fullmatch(_alive(record).read_bytes())
    except OSError:
        return None
    return None if found is None else int(found[1])


def remember_air(record: Path, *, on: bool) -> None:
    """Whether the match is on air, for the case that it is gone on with."""
    with suppress(OSError):
        if on:
            _air(record).touch()
        else:
            _air(record).unlink(missing_ok=True)


def was_on_air(record: Path) -> bool:
    return _air(record).is_file()


def _alive(record: Path) -> Path:
    return record.with_suffix(".alive")


def _air(record: Path) -> Path:
    return record.with_suffix(".air")
