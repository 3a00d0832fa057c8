"""When each row of a log was first heard of, kept in a file.

A program that is started again in the middle of a match would else have to take every row for new, and an
output with a delay would show nothing until that is over: only the time of day could tell how old they are,
and it may have been set.  What this machine noted by its own clock since it was switched on can be trusted.
"""

from __future__ import annotations

import hashlib
from pathlib import Path

import platformdirs

from engine.event_json import dumps_line
from engine.events import Event, MatchStart

_BOOT_ID = Path("/proc/sys/kernel/random/boot_id")


class Times:
    """The times of one record's rows; nothing is kept where the machine does not say when it was switched on.

    A row is known by itself and all before it, so that no other match has its times.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._boot = _boot_id()
        self._chain = b""
        self._known = self._read()

    def at(self, event: MatchStart | Event, now: float) -> float:
        """When a row was first heard of: now, where it never was.  It comes after those asked for before."""
        before = b"" if isinstance(event, MatchStart) else self._chain
        self._chain = hashlib.sha256(before + dumps_line(event).encode()).digest()[:12]
        known = self._known.get(self._chain.hex())
        if known is not None and known <= now:
            return known
        self._note(self._chain.hex(), now)
        return now

    def _read(self) -> dict[str, float]:
        try:
            boot, *lines = self._path.read_text("ascii").splitlines()
        except (OSError, UnicodeDecodeError, ValueError):
            return {}
        if boot != self._boot or not boot:
            return {}
        found = {}
        for line in lines:
            chain, _, at = line.partition(" ")
            try:
                found[chain] = float(at)
            except ValueError:  # a line that was torn
                continue
        return found

    def _note(self, chain: str, at: float) -> None:
        """Write it down; where that cannot be, the row is new again after the next start."""
        if not self._boot:
            return
        try:
            if not self._known:
                self._path.parent.mkdir(parents=True, exist_ok=True)
                self._path.write_text(f"{self._boot}\n", "ascii")
            self._known[chain] = at
            with self._path.open("a", encoding="ascii") as file:
                file.write(f"{chain} {at!r}\n")
        except OSError:
            return


def times_of(record: Path) -> Times:
    """The times of a record's rows, in the user's cache."""
    name = hashlib.sha256(str(record.resolve()).encode()).hexdigest()[:20]
    return Times(Path(platformdirs.user_cache_dir("guandan-eye", appauthor=False)) / "air" / name)


def _boot_id() -> str:
    """What is another each time that the machine is switched on; empty where there is no such thing."""
    try:
        return _BOOT_ID.read_text("ascii").strip()
    except OSError:
        return ""
