"""Copies of a record in a second folder, such as a USB stick's: after each deal, and at the end.

Whoever records hands over what is to be copied and goes on at once; a thread of its own writes it.  A folder
that is slow, full or gone never holds up play.  A failure is told once, and the next deal is another try.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from app.files import put

CLOSE_S = 10.0
"""How long the end waits for the last copy."""


class CopyError(Exception):
    """A folder in which no copy can be kept; the message names it."""


@dataclass(frozen=True, slots=True)
class CopyNews:
    """That copies fail, or go on again after they had failed; `sentence` says where and why."""

    fails: bool
    sentence: str


class Copies:
    """Copies of one record.  ``record`` is its file, ``folder`` that of the copies; raises `CopyError`.

    listeners: each is called, by the copying thread, when copies begin to fail and when they go on.
    """

    def __init__(self, record: Path, folder: Path) -> None:
        if not folder.is_dir():
            raise CopyError(f"{folder}: there is no such folder for copies")
        if folder.resolve() == record.parent.resolve():
            raise CopyError(f"{folder}: the record lies there itself; choose another folder for copies")
        self.folder = folder
        self.listeners: list[Callable[[CopyNews], None]] = []
        self._is_own = False
        self._fails = False
        self._waiting: Mapping[str, bytes] | None = None
        self._closed = False
        self._changed = threading.Condition()
        self._thread = threading.Thread(target=self._work, name="copies", daemon=True)
        self._thread.start()

    def take(self, files: Mapping[str, bytes]) -> None:
        """Have these files copied, by name, the record first; what waited before is passed over."""
        with self._changed:
            self._waiting = files
            self._changed.notify()

    def close(self) -> None:
        """Copy what waits and end; a folder that hangs is left after `CLOSE_S`.  May be called twice."""
        with self._changed:
            self._closed = True
            self._changed.notify()
        self._thread.join(CLOSE_S)

    def _work(self) -> None:
        while (files := self._next()) is not None:
            try:
                self._copy(files)
            except (OSError, CopyError) as error:
                reason = getattr(error, "strerror", None) or str(error)
                self._say(fails=True, said=f"no copy of the record could be written: {reason}")
            else:
                self._say(fails=False, said="copies of the record are written again")

    def _next(self) -> Mapping[str, bytes] | None:
        with self._changed:
            self._changed.wait_for(lambda: self._waiting is not None or self._closed)
            files, self._waiting = self._waiting, None
        return files

    def _copy(self, files: Mapping[str, bytes]) -> None:
        """Every file whole; never over what is no copy of this record."""
        if not self._is_own:
            self._check_own(files)
        for name, data in files.items():
            put(self.folder / name, data)
            self._is_own = True

    def _check_own(self, files: Mapping[str, bytes]) -> None:
        """Raises `CopyError` where the folder holds files of these names that belong to another record."""
        name, record = next(iter(files.items()))
        header = record[: record.index(b"\n") + 1]
        there = [each for each in files if (self.folder / each).exists()]
        if there and ((self.folder / name).read_bytes()[: len(header)] if name in there else b"") != header:
            raise CopyError(f"{there[0]} there belongs to another record")

    def _say(self, *, fails: bool, said: str) -> None:
        """Tell of a change: each failure once, however often it comes again."""
        changes, self._fails = fails != self._fails, fails
        if changes:
            for listener in self.listeners:
                listener(CopyNews(fails, f"{self.folder}: {said}"))


def copied_files(path: Path, lines: bytes, image: bytes) -> dict[str, bytes]:
    """The record and its log, which ``--resume`` can continue, by name."""
    return {path.name: lines, path.with_suffix(".db").name: image}
