"""Event time between two snapshots."""

import time
from collections.abc import Callable

_FED_LIMIT_MS = 1500


class EventClock:
    """Carries the last event time heard on by the computer's own clock.

    Once pictures feed it, it runs on for at most 1.5 s without one: a film that is paused, or has ended,
    must not charge anybody.
    """

    def __init__(self, tick: Callable[[], float] = time.monotonic) -> None:
        self._tick = tick
        self._heard_ms: int | None = None
        self._heard_at = 0.0
        self._fed = False

    def hear(self, now_ms: int, *, picture: bool = False) -> None:
        """Event time as told by a snapshot or a picture. What lies behind the clock is no news."""
        self._fed = self._fed or picture
        if self._heard_ms is None or now_ms > self._heard_ms:
            self._heard_ms = now_ms
            self._heard_at = self._tick()

    def now_ms(self) -> int:
        if self._heard_ms is None:
            return 0
        since = int((self._tick() - self._heard_at) * 1000)
        return self._heard_ms + (min(since, _FED_LIMIT_MS) if self._fed else since)
