"""What is shown of the camera, and the place where the newest of it waits."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

Image = npt.NDArray[np.uint8]


@dataclass(frozen=True, slots=True, eq=False)
class Picture:
    """One camera picture with what was seen in it.

    areas: each seat's outline (N, 2) px; marks: outline, card text and seat of every card known to lie
    there; frame_ms: event time; drops: frames that were lost so far; fps: frames a second going through;
    view: how the camera stands (`vision.drift.View`, or "lost" where the table must be calibrated anew),
    reading pauses unless "steady"; moves: how often the table was placed anew because the camera or the
    table had moved.
    """

    image: Image
    areas: Mapping[str, npt.NDArray[Any]]
    marks: tuple[tuple[npt.NDArray[Any], str, str], ...]
    frame_ms: int
    drops: int
    fps: float
    view: str = "steady"
    moves: int = 0


class Mailbox:
    """Holds the newest picture for one reader; one that it did not take is replaced.

    Others may watch what is put: they take nothing away.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._picture: Picture | None = None
        self._wake: Callable[[], None] = lambda: None
        self._watchers: tuple[Callable[[Picture], None], ...] = ()

    def put(self, picture: Picture) -> None:
        with self._lock:
            self._picture = picture
        self._wake()
        for watch in self._watchers:
            watch(picture)

    def watch(self, watch: Callable[[Picture], None]) -> None:
        """``watch`` is called with each picture, by the thread that put it, which must not wait for it."""
        with self._lock:
            self._watchers = (*self._watchers, watch)

    def unwatch(self, watch: Callable[[Picture], None]) -> None:
        with self._lock:
            self._watchers = tuple(other for other in self._watchers if other != watch)

    def take(self) -> Picture | None:
        """The newest picture, once; ``None`` when there is none since."""
        with self._lock:
            picture, self._picture = self._picture, None
        return picture

    def on_put(self, wake: Callable[[], None]) -> None:
        """``wake`` is called after each put, by the thread that put."""
        self._wake = wake
