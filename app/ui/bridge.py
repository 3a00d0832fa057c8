"""From the session's threads into Qt's: at most one waiting signal of each kind, and no value in it.

A value in a queued signal piles up while Qt is busy. Here the newest value waits in one place and the
signal only says "look": ten thousand pictures in a burst cost one paint.
"""

from collections.abc import Callable
from threading import Lock
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Signal

if TYPE_CHECKING:
    from app.snapshot import Snapshot
    from app.ui.ports import Picture, Session


class Bridge(QObject):
    """Calls `show_picture` and `show_snapshot` in Qt's thread with the newest of each."""

    _picture_waits = Signal()
    _snapshot_waits = Signal()

    def __init__(
        self,
        session: "Session",
        show_picture: "Callable[[Picture], None]",
        show_snapshot: "Callable[[Snapshot], None]",
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._box = session.picture
        self._show_picture = show_picture
        self._show_snapshot = show_snapshot
        self._lock = Lock()
        self._picture_pending = False
        self._snapshot: Snapshot | None = None
        self._closed = False
        queued = Qt.ConnectionType.QueuedConnection
        self._picture_waits.connect(self._take_picture, queued)
        self._snapshot_waits.connect(self._take_snapshot, queued)
        session.on_snapshot(self.hand_snapshot)
        self._box.on_put(self.wake)

    def close(self) -> None:
        """From now on nothing is shown and nothing is signalled."""
        with self._lock:
            self._closed = True

    def wake(self) -> None:
        """A picture was put into the mailbox. Any thread."""
        with self._lock:
            if self._closed or self._picture_pending:
                return
            self._picture_pending = True
            self._picture_waits.emit()

    def hand_snapshot(self, snapshot: "Snapshot") -> None:
        """Any thread. Only the newest is shown."""
        with self._lock:
            if self._closed:
                return
            signalled = self._snapshot is not None
            self._snapshot = snapshot
            if not signalled:
                self._snapshot_waits.emit()

    def _take_picture(self) -> None:
        with self._lock:
            self._picture_pending = False
            if self._closed:
                return
        picture = self._box.take()
        if picture is not None:
            self._show_picture(picture)

    def _take_snapshot(self) -> None:
        with self._lock:
            snapshot, self._snapshot = self._snapshot, None
            if self._closed:
                return
        if snapshot is not None:
            self._show_snapshot(snapshot)
