"""The clock that delays are measured by."""

from __future__ import annotations

import time
from collections.abc import Callable

Clock = Callable[[], float]
"""Seconds since some moment; never runs backwards."""

_BOOTTIME: int | None = getattr(time, "CLOCK_BOOTTIME", None)


def seconds() -> float:
    """Seconds on a clock that also counts while the machine sleeps, where there is one.

    Setting the time of day changes nothing.  Elsewhere the time asleep is not counted, so that what is
    delayed comes later, never too early.
    """
    return time.monotonic() if _BOOTTIME is None else time.clock_gettime(_BOOTTIME)
