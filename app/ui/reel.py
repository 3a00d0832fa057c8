"""Kept pictures for a window: looked up, decoded and saved in threads of their own, the newest wish first."""

from collections.abc import Callable
from pathlib import Path
from threading import Condition, Thread

from PySide6.QtCore import QObject, Signal

from app.clips import ClipError, save_clip, save_still
from app.footage import Footage, Moment

Times = tuple[int, ...]


class Reel(QObject):
    """The pictures in one folder. Signals say "look", and the newest answer is then taken.

    found: `take_times` has times; decoded: `take_moment` has a picture; saved: a file was written, or, with
    a sentence as the second value, was not.
    """

    found = Signal()
    decoded = Signal()
    saved = Signal(str, str)

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self._folder = folder
        self._change = Condition()
        self._range: tuple[int, int] | None = None
        self._wish: int | None = None
        self._times: Times | None = None
        self._moment: Moment | None = None
        self._closed = False
        self._thread = Thread(target=self._run, name="replay", daemon=True)
        self._thread.start()

    def look_up(self, from_ms: int, to_ms: int) -> None:
        """Find the times of all pictures between two event times."""
        with self._change:
            self._range = (from_ms, to_ms)
            self._change.notify()

    def wish(self, at_ms: int) -> None:
        """Decode the picture of that time; a wish not yet begun is replaced."""
        with self._change:
            self._wish = at_ms
            self._change.notify()

    def take_times(self) -> Times | None:
        with self._change:
            times, self._times = self._times, None
        return times

    def take_moment(self) -> Moment | None:
        with self._change:
            moment, self._moment = self._moment, None
        return moment

    def save_clip(self, path: Path, from_ms: int, to_ms: int, speed: float) -> None:
        self._save(path, lambda footage: save_clip(footage, path, from_ms, to_ms, speed))

    def save_still(self, path: Path, at_ms: int) -> None:
        def write(footage: Footage) -> None:
            moment = footage.at(at_ms)
            if moment is None:
                raise ClipError(f"{path}: the picture is no longer kept")
            save_still(moment, path)

        self._save(path, write)

    def close(self) -> None:
        """Nothing more is signalled. A file that is being written is still finished."""
        with self._change:
            self._closed = True
            self._change.notify()
        self._thread.join()

    # ---- threads ------------------------------------------------------------------------------

    def _save(self, path: Path, write: Callable[[Footage], object]) -> None:
        def work() -> None:
            fault = ""
            try:
                write(Footage(self._folder))
            except ClipError as error:
                fault = str(error)
            with self._change:
                if not self._closed:
                    self.saved.emit(str(path), fault)

        # No daemon: the program ends once the file is whole.
        Thread(target=work, name="replay-save").start()

    def _run(self) -> None:
        footage = Footage(self._folder)
        while True:
            with self._change:
                self._change.wait_for(lambda: self._closed or self._range or self._wish is not None)
                if self._closed:
                    return
                asked, self._range = self._range, None
                wish = None
                if asked is None:
                    wish, self._wish = self._wish, None
            times = footage.times(*asked) if asked else None
            moment = footage.at(wish) if wish is not None else None
            self._answer(times, moment)

    def _answer(self, times: Times | None, moment: Moment | None) -> None:
        with self._change:
            if self._closed:
                return
            if times is not None:
                self._times = times
                self.found.emit()
            if moment is not None:
                self._moment = moment
                self.decoded.emit()
