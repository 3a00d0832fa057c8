"""A folder of text files, one field each, for mixers that take text from files (OBS, vMix, Wirecast).

The fields and their names are those of `app.air.text_fields`. A file is replaced in one step, and only when
its text changes: a mixer never reads half of one, and a disk is not worn by ticks.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Mapping
from pathlib import Path


class TextFiles:
    """Writes in a thread of its own; only the newest fields matter.

    fault: why the files are not up to date, or nothing.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.fault = ""
        self._written: dict[str, str] = {}
        self._change = threading.Condition()
        self._fields: Mapping[str, str] | None = None
        self._closed = False
        self._thread = threading.Thread(target=self._run, name="text-files", daemon=True)
        self._thread.start()

    def put(self, fields: Mapping[str, str]) -> None:
        """Text by file name without ``.txt``.  Never waits."""
        with self._change:
            self._fields = fields
            self._change.notify()

    def close(self) -> None:
        """Write what waits and end.  May be called twice."""
        with self._change:
            self._closed = True
            self._change.notify()
        self._thread.join(2.0)  # a disk that hangs is left behind

    def _run(self) -> None:
        while (fields := self._next()) is not None:
            self._write(fields)

    def _next(self) -> Mapping[str, str] | None:
        with self._change:
            self._change.wait_for(lambda: self._closed or self._fields is not None)
            fields, self._fields = self._fields, None
            return fields

    def _write(self, fields: Mapping[str, str]) -> None:
        fault = ""
        for name, text in fields.items():
            if self._written.get(name) == text:
                continue
            try:
                self.folder.mkdir(parents=True, exist_ok=True)
                _replace(self.folder / f"{name}.txt", text)
                self._written[name] = text
            except OSError as error:  # also while a mixer on Windows reads it: the next time will do
                fault = f"{self.folder}: text files cannot be written: {error.strerror}"
        self.fault = fault


def _replace(path: Path, text: str) -> None:
    """The whole file or the one that was there; not flushed, as after a crash it is written anew."""
    beside = path.with_name(path.name + ".part")
    beside.write_text(text, "utf-8", newline="\n")
    os.replace(beside, path)
