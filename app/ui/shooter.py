"""A picture of the desktop window, saved by itself."""

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer

if TYPE_CHECKING:
    from app.ui.main_window import MainWindow


class Shooter(QObject):
    """Saves the window as a picture once a picture and a play are in it, at the latest after a while; then
    closes it."""

    def __init__(self, window: "MainWindow", path: Path, latest_ms: int = 20_000) -> None:
        super().__init__(window)
        self._window, self._path = window, path
        self.saved = False
        self._left = latest_ms
        self._timer = QTimer(self)
        self._timer.setInterval(250)
        self._timer.timeout.connect(self._look)
        self._timer.start()

    def _look(self) -> None:
        self._left -= self._timer.interval()
        snapshot = self._window.snapshot
        busy = snapshot is not None and snapshot.pending is not None and self._window.view.picture is not None
        if busy or self._left <= 0:
            self._timer.stop()
            self.saved = self._window.grab().save(str(self._path))
            self._window.close()
