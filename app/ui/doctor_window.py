"""What `doctor` finds, in a window: looked at in a thread, line by line as it comes."""

from collections.abc import Callable, Iterator
from itertools import chain
from threading import Event, Thread

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication, QEvent, Qt, Signal
from PySide6.QtGui import QCloseEvent, QColor, QKeySequence, QShortcut
from PySide6.QtWidgets import QHeaderView, QMainWindow, QTreeWidget, QTreeWidgetItem, QVBoxLayout, QWidget

from app.commands.doctor import LACKING, Finding, State, findings
from app.settings import SettingsFault
from app.ui import theme
from app.ui.controls import button, label
from app.ui.settings_words import settings_fault_text

_STATES = {
    State.OK: QT_TRANSLATE_NOOP("DoctorWindow", "works"),
    State.WITHOUT: QT_TRANSLATE_NOOP("DoctorWindow", "not there"),
    State.MISSING: QT_TRANSLATE_NOOP("DoctorWindow", "MISSING"),
    State.BROKEN: QT_TRANSLATE_NOOP("DoctorWindow", "BROKEN"),
}
_NAMES = {
    "program": QT_TRANSLATE_NOOP("DoctorWindow", "program"),
    "window (PySide6)": QT_TRANSLATE_NOOP("DoctorWindow", "window (PySide6)"),
    "display": QT_TRANSLATE_NOOP("DoctorWindow", "display"),
    "Chinese font": QT_TRANSLATE_NOOP("DoctorWindow", "Chinese font"),
    "demo match": QT_TRANSLATE_NOOP("DoctorWindow", "demo match"),
    "records": QT_TRANSLATE_NOOP("DoctorWindow", "records"),
    "settings": QT_TRANSLATE_NOOP("DoctorWindow", "settings"),
    "camera": QT_TRANSLATE_NOOP("DoctorWindow", "camera"),
    "model index_detector": QT_TRANSLATE_NOOP("DoctorWindow", "model: finds card corners"),
    "model index_reader": QT_TRANSLATE_NOOP("DoctorWindow", "model: reads card corners"),
}
_SAID = {
    "none; commands with --headless work": QT_TRANSLATE_NOOP(
        "DoctorWindow", "none; commands with --headless work"
    ),
    "none; video files and entry by hand work": QT_TRANSLATE_NOOP(
        "DoctorWindow", "none; video files and entry by hand work"
    ),
    "not listed on this system; try camera:0": QT_TRANSLATE_NOOP(
        "DoctorWindow", "not listed on this system; try camera:0"
    ),
    "mend the file, or take it away": QT_TRANSLATE_NOOP("DoctorWindow", "mend the file, or take it away"),
    "install the program again": QT_TRANSLATE_NOOP("DoctorWindow", "install the program again"),
    "install the program again, or make train": QT_TRANSLATE_NOOP(
        "DoctorWindow", "install the program again"
    ),
}
"""Sentences of `doctor`; versions, paths and what the system says stay as they are."""
_PATIENCE_S = 0.3
translate = QCoreApplication.translate


class DoctorWindow(QMainWindow):
    """One line for each thing; what is lacking is marked, with what to do about it."""

    closed = Signal()
    _came = Signal(object)

    def __init__(self, look: Callable[[], Iterator[Finding]] = findings) -> None:
        super().__init__()
        self.found: list[Finding] = []
        self.done = False
        self.heading, self.close_key = label("title"), button(main=True)
        self.lines = QTreeWidget()
        self.lines.setRootIsDecorated(False)
        self.lines.setColumnCount(3)
        self.lines.setWordWrap(True)
        self.lines.header().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        self.lines.header().setStretchLastSection(True)
        self.close_key.clicked.connect(self.close)
        for key in ("Escape", "Return"):
            QShortcut(QKeySequence(key), self).activated.connect(self.close)
        ground = QWidget()
        ground.setObjectName("ground")
        box = QVBoxLayout(ground)
        box.setContentsMargins(theme.PAD, theme.PAD, theme.PAD, theme.PAD)
        box.setSpacing(theme.GAP)
        box.addWidget(self.heading)
        box.addWidget(self.lines, 1)
        box.addWidget(self.close_key, 0, Qt.AlignmentFlag.AlignRight)
        self.setCentralWidget(ground)
        self.resize(1000, 640)
        self._came.connect(self._take, Qt.ConnectionType.QueuedConnection)
        self._stopping = Event()
        self._thread = Thread(target=self._look, args=(look,), name="doctor", daemon=True)
        self._thread.start()
        self.retranslate()

    def _look(self, look: Callable[[], Iterator[Finding]]) -> None:
        for finding in chain(look(), [None]):
            if self._stopping.is_set():
                return
            self._came.emit(finding)

    def _take(self, finding: Finding | None) -> None:
        if finding is None:
            self.done = True
        else:
            self.found.append(finding)
        self.retranslate()

    def retranslate(self) -> None:
        self.setWindowTitle(self.tr("Guandan Eye: this machine"))
        lacking = [each for each in self.found if each.state in LACKING]
        if not self.done:
            self.heading.setText(self.tr("Looking…"))
        elif lacking:
            self.heading.setText(self.tr("{0} things are lacking").format(len(lacking)))
        else:
            self.heading.setText(self.tr("Everything that is needed works"))
        self.close_key.setText(self.tr("Close (Esc)"))
        self.lines.setHeaderLabels([self.tr("What"), self.tr("State"), self.tr("Found")])
        self.lines.clear()
        for each in self.found:
            found = "\n→ ".join(filter(None, (_said(each.found), _said(each.remedy))))
            name = translate("DoctorWindow", str(_NAMES.get(each.name, each.name)))
            row = QTreeWidgetItem([name, translate("DoctorWindow", str(_STATES[each.state])), found])
            row.setToolTip(2, found)
            if each.state in LACKING:
                for column in range(3):
                    row.setForeground(column, QColor(theme.ALARM))
            self.lines.addTopLevelItem(row)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()

    def closeEvent(self, event: QCloseEvent) -> None:
        self._stopping.set()
        self._thread.join(_PATIENCE_S)  # what is being looked at just then is left behind
        super().closeEvent(event)
        self.closed.emit()


def _said(found: str | SettingsFault) -> str:
    if isinstance(found, SettingsFault):
        return settings_fault_text(found)
    return translate("DoctorWindow", str(_SAID.get(found, found)))
