"""A record to read: its text with the tricks in columns, and what is wrong with it. Nothing is written."""

from pathlib import Path

from PySide6.QtCore import QEvent, Signal
from PySide6.QtGui import QCloseEvent, QFontDatabase, QKeySequence, QShortcut
from PySide6.QtWidgets import QHBoxLayout, QMainWindow, QPlainTextEdit, QVBoxLayout, QWidget

from app.commands import Failure
from app.commands.records import replayed, sentence
from app.ui import theme
from app.ui.controls import button, label
from engine.record_text import write_record_text

_SHOWN_FAULTS = 5


class RecordWindow(QMainWindow):
    """Emits `go_on` where a match that is not over shall be continued."""

    closed = Signal()
    go_on = Signal(Path)

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.path = path
        self.text = QPlainTextEdit()
        self.text.setReadOnly(True)
        fixed = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
        fixed.setFamilies([fixed.family(), self.font().family()])
        fixed.setPixelSize(theme.BODY)
        self.text.setFont(fixed)
        self.text.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.said = label("muted")
        self.said.setWordWrap(True)
        self.resume_key, self.close_key = button(), button(main=True)
        self.resume_key.clicked.connect(lambda: self.go_on.emit(self.path))
        self.close_key.clicked.connect(self.close)
        QShortcut(QKeySequence("Escape"), self).activated.connect(self.close)
        ends = QHBoxLayout()
        ends.addWidget(self.said, 1)
        ends.addWidget(self.resume_key)
        ends.addWidget(self.close_key)
        ground = QWidget()
        ground.setObjectName("ground")
        box = QVBoxLayout(ground)
        box.setContentsMargins(theme.PAD, theme.PAD, theme.PAD, theme.PAD)
        box.setSpacing(theme.GAP)
        box.addWidget(self.text, 1)
        box.addLayout(ends)
        self.setCentralWidget(ground)
        self.resize(1100, 720)
        self._read()
        self.retranslate()

    def _read(self) -> None:
        self.resume_key.setVisible(False)
        try:
            record, state, faults = replayed(self.path)
        except Failure as failure:
            self.said.setText(str(failure))
            return
        if record.header is not None:
            self.text.setPlainText(write_record_text(record.header, record.events))
        lines = [sentence(self.path, record, state)] if record.header is not None else []
        lines += [str(fault) for fault in faults[:_SHOWN_FAULTS]]
        self.said.setText("\n".join(lines))
        is_running = state is not None and not state.over
        self.resume_key.setVisible(is_running and self.path.with_suffix(".db").is_file())

    def retranslate(self) -> None:
        self.setWindowTitle(self.path.name)
        self.resume_key.setText(self.tr("Go on with this match"))
        self.close_key.setText(self.tr("Close (Esc)"))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()

    def closeEvent(self, event: QCloseEvent) -> None:
        super().closeEvent(event)
        self.closed.emit()
