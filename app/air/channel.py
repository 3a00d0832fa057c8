"""What the clients of one output are given: the newest state that may be shown, as JSON bytes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from app.air import clock
from app.air.rows import Row
from app.snapshot import Snapshot

Name = Literal["public", "hands", "referee"]


@dataclass(frozen=True, slots=True)
class Output:
    """How one output is shown.

    delay_s: seconds after the log; freeze_score: the score stands while a ruling is open; on: where it is
    not, there is nothing to see (the open hands are off unless the organiser switches them on).
    """

    name: Name
    delay_s: float = 0.0
    freeze_score: bool = False
    on: bool = True


class Subscription:
    """The states that one client is given: always the newest, however slow it is."""

    async def next(self) -> bytes:
        """The newest state once it is another than the last one given; waits for it.  Raises ``Closed``."""
        raise NotImplementedError


class Closed(Exception):
    """The channel has ended, or what it showed may not be shown any more."""


class Channel:
    """One output.  All of it is called in the server's loop."""

    def __init__(self, output: Output, now: clock.Clock = clock.seconds) -> None: ...

    @property
    def delay_s(self) -> float:
        """May be set."""
        raise NotImplementedError

    @delay_s.setter
    def delay_s(self, seconds: float) -> None: ...

    @property
    def seq(self) -> int:
        """Of the newest row that is shown; -1 while none is."""
        raise NotImplementedError

    @property
    def etag(self) -> str:
        """Changes with what is shown, not with the time; without quotation marks."""
        raise NotImplementedError

    def take(self, row: Row) -> None: ...
    def show(self, snapshot: Snapshot) -> None:
        """What the referee is shown; the other outputs pass it over."""

    def state(self) -> bytes | None:
        """JSON in one line, its ``now_ms`` of this moment; None where there is nothing that may be shown."""
        raise NotImplementedError

    def subscribe(self) -> Subscription:
        """Ends by itself when nobody holds it any more."""
        raise NotImplementedError

    async def run(self) -> None:
        """Shows each row when it is due, until it is cancelled: one task of the loop."""
