"""The record browser: the records of a folder, one of them stepped through, and its statistics."""

import gc
from pathlib import Path
from threading import Thread

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QCloseEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import QMainWindow, QStackedWidget, QWidget

from app.library import Row, rows, sealed
from app.places import records_folder
from app.statistics import numbers_of
from app.steps import Steps, StepsError
from app.ui import startup
from app.ui.desktop import desktop
from app.ui.library_page import LibraryPage
from app.ui.reading_page import ReadingPage
from app.ui.record_page import RecordPage
from app.ui.statistics_view import StatisticsView


class Opener(QObject):
    """Takes a record apart in a thread of its own: a long one with many corrections takes seconds.

    Emits `done` with the number of the wish and the `Steps`, or the `StepsError`; only the newest counts.
    """

    done = Signal(int, object)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._threads: list[Thread] = []
        self.newest = 0

    def open(self, path: Path) -> None:
        self.leave()
        self._threads = [each for each in self._threads if each.is_alive()]
        self._threads.append(Thread(target=self._run, args=(path, self.newest), name="record"))
        self._threads[-1].start()

    def leave(self) -> None:
        """What is being read is not wanted any more; nobody waits for it."""
        self.newest += 1

    def close(self) -> None:
        """Nothing more is emitted."""
        self.leave()
        for thread in self._threads:
            thread.join()

    def _run(self, path: Path, number: int) -> None:
        try:
            found: Steps | StepsError = Steps.open(path)
        except StepsError as error:
            found = error
        gc.collect()
        gc.freeze()  # a full collection that goes through the whole record is felt at a step
        if number == self.newest:
            self.done.emit(number, found)


class Sealer(QObject):
    """Holds records against their logs in a thread of its own; emits `found` for a row that is not as it was
    written."""

    found = Signal(object)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._rows: tuple[Row, ...] = ()
        self._thread: Thread | None = None

    def look_at(self, rows: tuple[Row, ...]) -> None:
        self.close()
        self._rows = rows
        self._thread = Thread(target=self._run, args=(rows,), name="seals")
        self._thread.start()

    def close(self) -> None:
        """Ends with the record that is looked at, which takes some hundredths of a second."""
        self._rows = ()
        if self._thread is not None:
            self._thread.join()
            self._thread = None

    def _run(self, rows: tuple[Row, ...]) -> None:
        for row in rows:
            if self._rows is not rows:
                return
            seen = sealed(row)
            if seen is not row:
                self.found.emit(seen)


class BrowserWindow(QMainWindow):
    """The records of a folder (None: the user's). `record`: the one to begin with; `can_go_on`: a match that
    is not over may be continued, then `go_on` is emitted."""

    closed = Signal()
    go_on = Signal(Path)

    def __init__(
        self,
        folder: Path | None = None,
        record: Path | None = None,
        parent: QWidget | None = None,
        *,
        can_go_on: bool = False,
    ) -> None:
        super().__init__(parent, Qt.WindowType.Window)
        self._folder = folder or records_folder()
        self.library, self.numbers = LibraryPage(self._folder), StatisticsView()
        self.record = RecordPage(can_go_on=can_go_on)
        self.record.go_on.connect(self.go_on)
        self.reading = ReadingPage()
        self.pages = QStackedWidget()
        self.pages.setObjectName("ground")
        for page in (self.library, self.reading, self.record, self.numbers):
            self.pages.addWidget(page)
        self.setCentralWidget(self.pages)
        self._opener = Opener(self)
        self._opener.done.connect(self._take, Qt.ConnectionType.QueuedConnection)
        self._sealer = Sealer(self)
        self._sealer.found.connect(self.library.change_row, Qt.ConnectionType.QueuedConnection)
        self.reading.left.connect(self.show_library)
        self.library.chosen.connect(self.open_record)
        self.library.left.connect(self.close)
        self.record.left.connect(self.show_library)
        self.record.numbers.connect(self.show_numbers)
        self.numbers.left.connect(self._back_to_record)
        self.resize(1280, 800)
        self.retranslate()
        self.show_library()
        if record is not None:
            self.open_record(record)

    def show_library(self) -> None:
        """The folder as it is now."""
        self._opener.leave()
        self.record.close_pictures()
        found = rows(self._folder)
        self.library.show_rows(found)
        self._sealer.look_at(found)
        self.pages.setCurrentWidget(self.library)
        self.library.field.setFocus()

    def open_record(self, path: Path) -> None:
        self.reading.begin(path.name, self.record.names())
        self.pages.setCurrentWidget(self.reading)
        self.reading.setFocus()
        self._opener.open(path)

    def _take(self, number: int, found: Steps | StepsError) -> None:
        if number != self._opener.newest:
            return
        if isinstance(found, StepsError):
            self.show_library()
            self.library.tell(str(found))
            return
        self.pages.setCurrentWidget(self.record)
        self.record.show_steps(found)
        if self.reading.waiting is not None:
            self.record.acts[self.reading.waiting]()

    def show_numbers(self) -> None:
        steps = self.record.steps
        if steps is not None:
            self.pages.setCurrentWidget(self.numbers)
            self.numbers.show_numbers(numbers_of(steps.sheet), self.record.title.full_text())

    def _back_to_record(self) -> None:
        self.pages.setCurrentWidget(self.record)
        self.record.setFocus()

    def retranslate(self) -> None:
        self.setWindowTitle(self.tr("Records"))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()

    def closeEvent(self, event: QCloseEvent) -> None:
        self._opener.close()
        self._sealer.close()
        self.record.close_pictures()
        super().closeEvent(event)
        self.closed.emit()


def run_browser(folder: Path | None, *, lang: str | None, screenshot: Path | None = None) -> None:
    """Show the browser until it is closed. `screenshot`: save the window there and end.

    Raises `RuntimeError` where no window can be opened.
    """
    startup.need_display()
    with desktop(lang) as desk:
        window = BrowserWindow(folder)
        window.closed.connect(desk.app.exit)
        QShortcut(QKeySequence("Ctrl+L"), window).activated.connect(desk.language.other)
        if screenshot is not None:
            QTimer.singleShot(1000, window, lambda: (window.grab().save(str(screenshot)), window.close()))
        try:
            window.show()
            desk.app.exec()
        finally:
            window.close()
            window.deleteLater()
