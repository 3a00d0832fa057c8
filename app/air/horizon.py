"""How much of a log an output may show: each row a fixed time after it happened, in order, never before."""

from __future__ import annotations

from collections import deque

from app.settings import LONGEST_DELAY_S


class Horizon:
    """The rows of one output that are due.  Pure: the time comes in with every question.

    A row is due when it and all rows before it happened at least ``delay_s`` ago.  What was shown once stays
    shown, whatever the clock or the delay does after it.  All times are seconds of one clock.
    """

    def __init__(self, delay_s: float = 0.0) -> None:
        self._delay = checked(delay_s)
        self._waiting: deque[float] = deque()
        self._latest = float("-inf")
        self._shown = 0
        self._shown_at = float("-inf")

    @property
    def delay_s(self) -> float:
        return self._delay

    @property
    def shown_at(self) -> float:
        """When the newest row that is shown happened; minus infinity while none is."""
        return self._shown_at

    def add(self, at: float) -> None:
        """One more row, which happened at ``at``."""
        self._latest = max(self._latest, at)
        self._waiting.append(self._latest)

    def visible(self, now: float) -> int:
        """How many rows may be shown; never fewer than were."""
        while self._waiting and self._waiting[0] + self._delay <= now:
            self._shown_at = self._waiting.popleft()
            self._shown += 1
        return self._shown

    def next_due(self, now: float) -> float | None:
        """When the next row becomes visible, None where none waits."""
        self.visible(now)
        return self._waiting[0] + self._delay if self._waiting else None

    def set_delay(self, seconds: float, now: float) -> int:
        """Another delay from now on; how many rows may be shown with it.

        Raises ``ValueError`` for what is no length of time.
        """
        self.visible(now)
        self._delay = checked(seconds)
        return self.visible(now)


def checked(seconds: float) -> float:
    """Raises ``ValueError`` for what is no delay, in a sentence."""
    if not 0 <= seconds <= LONGEST_DELAY_S:
        raise ValueError(f"a delay is 0 to {LONGEST_DELAY_S} seconds, not {seconds:g}")
    return float(seconds)
