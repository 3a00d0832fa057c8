"""What is shown while a record is taken apart; a key that is pressed meanwhile waits and is said."""

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.ui import theme
from app.ui.controls import ShrinkLabel, label


class ReadingPage(QWidget):
    """Emits `left` at Esc. `names`: what a key will do, for the keys that may wait."""

    left = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.names: dict[int, str] = {}
        self.waiting: int | None = None
        """The key that waits: the one pressed last."""
        self._file = ""
        self.said = ShrinkLabel(theme.TITLE, bold=True)
        self.then, self.keys = label("calls"), label("muted")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        box = QVBoxLayout(self)
        box.setContentsMargins(4 * theme.PAD, theme.PAD, 4 * theme.PAD, theme.PAD)
        box.setSpacing(theme.GAP)
        box.addStretch(1)
        for each in (self.said, self.then, self.keys):
            each.setAlignment(Qt.AlignmentFlag.AlignCenter)
            box.addWidget(each)
        box.addStretch(2)
        self.retranslate()

    def begin(self, file: str, names: dict[int, str]) -> None:
        self._file, self.names, self.waiting = file, names, None
        self.retranslate()
        self.setFocus()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        elif event.key() in self.names and not event.modifiers():
            self.waiting = event.key()
            self.retranslate()
        else:
            super().keyPressEvent(event)

    def retranslate(self) -> None:
        self.said.set_full_text(self.tr("Reading {0}").format(self._file))
        name = "" if self.waiting is None else self.names[self.waiting]
        self.then.setText(self.tr("then: {0}").format(name) if name else "")
        self.keys.setText(self.tr("Esc leaves"))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()
