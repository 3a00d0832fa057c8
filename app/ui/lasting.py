"""What the window says until it changes: the gravest of what is wrong, or how the table was found."""

import time

from PySide6.QtCore import QObject

from app.store import StoreError
from app.ui.bars import StatusLine
from app.ui.speech import Speech
from app.ui.words import found_text, view_text

MOVED_SHOWN_S = 12.0
"""For so long it is said that the camera was moved."""


class Lasting(QObject):
    """Writes it into the status line.  chinese: there is a font with Chinese signs."""

    def __init__(self, status: StatusLine, speech: Speech, *, chinese: bool) -> None:
        super().__init__(status)
        self._status, self._speech, self._chinese = status, speech, chinese
        self._failure: str | None = None
        self._fault: Exception | None = None
        self._found = ""
        self._view, self._moves = "steady", 0
        self._said_moved_until = 0.0

    def hear_view(self, view: str, moves: int) -> None:
        """How the camera stands, and how often the table was placed anew."""
        if (view, moves) == (self._view, self._moves):
            return
        if moves > self._moves:
            self._said_moved_until = time.monotonic() + MOVED_SHOWN_S
        self._view, self._moves = view, moves
        self.write()

    def hear_failure(self, file: str) -> None:
        """Something inside failed, and is described in that file."""
        self._failure = file
        self.write()

    def look(self, fault: Exception | None, found: str) -> None:
        """Of the session: what keeps it from recording, and how the table was found."""
        moved_long_ago = 0 < self._said_moved_until < time.monotonic()
        if moved_long_ago:
            self._said_moved_until = 0.0
        if moved_long_ago or fault is not self._fault or found != self._found:
            self._fault, self._found = fault, found
            self.write()

    def write(self) -> None:
        """Also in another language."""
        moved = view_text(self._view, 1 if self._said_moved_until else 0)
        if self._fault is not None and not isinstance(self._fault, StoreError):  # that is a warning's
            said = str(self._fault)
        elif moved:
            said = moved
        elif self._failure is not None:
            said = self.tr("Something inside failed; the record goes on. Details: {0}").format(self._failure)
        elif self._speech.fault:
            said = self._speech.fault
        elif self._found:
            said = found_text(self._found)
        elif not self._chinese:
            said = self.tr("No Chinese font was found: run guandan-eye doctor")
        else:
            said = ""
        self._status.show_lasting(said)
