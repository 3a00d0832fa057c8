"""Rows of a log with the moment at which each happened: of a running session, or of a record that grows."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from app.air import clock
from app.session import Session
from app.snapshot import Snapshot
from engine.events import Event, MatchStart


@dataclass(frozen=True, slots=True)
class Row:
    """One row of a log.  seq: 0 for the header, with which all begins anew; at: seconds of ``clock``."""

    seq: int
    event: MatchStart | Event
    at: float


class Source(Protocol):
    """Where rows come from.

    ``put`` gets every row in order, ``show`` what the referee is shown where there is a referee's desk; both
    are called in a thread of the source and must return at once.
    """

    def start(self, put: Callable[[Row], None], show: Callable[[Snapshot], None]) -> None: ...
    def close(self) -> None:
        """Nothing is put after this."""
        ...


class Live:
    """A session that is running."""

    def __init__(self, session: Session, now: clock.Clock = clock.seconds) -> None: ...
    def start(self, put: Callable[[Row], None], show: Callable[[Snapshot], None]) -> None: ...
    def close(self) -> None: ...


class Followed:
    """A record (JSON Lines) that another program writes; it need not be there yet, and may be replaced."""

    def __init__(self, path: Path, now: clock.Clock = clock.seconds) -> None: ...
    def start(self, put: Callable[[Row], None], show: Callable[[Snapshot], None]) -> None: ...
    def close(self) -> None: ...


class Replayed:
    """A finished record at its own pace, as for a rehearsal; speed 2 is twice as fast."""

    def __init__(self, path: Path, speed: float = 1.0, now: clock.Clock = clock.seconds) -> None: ...
    def start(self, put: Callable[[Row], None], show: Callable[[Snapshot], None]) -> None: ...
    def close(self) -> None: ...
