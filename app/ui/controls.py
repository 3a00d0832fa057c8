"""Small widgets, and ways of making them, that several panels share."""

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QLabel, QLineEdit, QPushButton, QSizePolicy, QWidget

from app.ui import theme


def label(role: str, text: str = "") -> QLabel:
    """A plain-text label with a role of the style sheet: muted, title, name, big, alarm, calls, badge."""
    made = QLabel(text)
    made.setTextFormat(Qt.TextFormat.PlainText)
    if role:
        made.setProperty("role", role)
    return made


def button(*, main: bool = False, pick: bool = False) -> QPushButton:
    """A push button that takes the focus by Tab only, so that a click leaves the keys where they were."""
    made = QPushButton()
    made.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    made.setProperty("main", main)
    made.setProperty("pick", pick)
    made.setCheckable(pick)
    return made


def mark(widget: QWidget, name: str, value: object) -> None:
    """Set a property that the style sheet looks at; restyles only when it changes."""
    if widget.property(name) != value:
        widget.setProperty(name, value)
        widget.style().unpolish(widget)
        widget.style().polish(widget)


class ShrinkLabel(QLabel):
    """One line of text that grows smaller where room is short, down to 11 px. A text that is too long even
    then is cut, and the tooltip holds it whole."""

    SMALLEST = 11

    def __init__(self, size: int = theme.BODY, *, bold: bool = False, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self._size, self._bold, self._full = size, bold, ""
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setFixedHeight(size + 10)

    def set_full_text(self, text: str) -> None:
        if text != self._full:
            self._full = text
            self.setToolTip(text)
            self._fit()

    def full_text(self) -> str:
        return self._full

    def is_cut(self) -> bool:
        """Whether part of the text does not show."""
        return self.text() != self._full

    def sizeHint(self) -> QSize:
        return QSize(
            QFontMetrics(theme.font(self._size, bold=self._bold)).horizontalAdvance(self._full),
            self._size + 10,
        )

    def minimumSizeHint(self) -> QSize:
        return QSize(40, self._size + 10)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def changeEvent(self, event: QEvent) -> None:
        """Another style sheet takes the font away."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange:
            self._fit()

    def _fit(self) -> None:
        room = self.contentsRect().width()
        for size in range(self._size, self.SMALLEST - 1, -1):
            font = theme.font(size, bold=self._bold)
            if QFontMetrics(font).horizontalAdvance(self._full) <= room:
                break
        self.setFont(font)
        self.setText(QFontMetrics(font).elidedText(self._full, Qt.TextElideMode.ElideRight, room))


class EntryField(QLineEdit):
    """A line to type cards in.

    Enter, Esc, Up and Down, Page Up and Down, and Space while it is empty, are told to the panel and go no
    further.
    What is typed while it takes nothing is told as `stray`.
    """

    stray = Signal(str)
    entered = Signal()
    left = Signal()
    stepped = Signal(int)
    turned = Signal(int)
    blank = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setMaxLength(120)
        self.setFixedHeight(36)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            if not event.isAutoRepeat():
                self.entered.emit()
        elif event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        elif event.key() in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            self.stepped.emit(1 if event.key() == Qt.Key.Key_Down else -1)
        elif event.key() in (Qt.Key.Key_PageUp, Qt.Key.Key_PageDown):
            self.turned.emit(1 if event.key() == Qt.Key.Key_PageDown else -1)
        elif event.key() == Qt.Key.Key_Space and not self.text():
            if not event.isAutoRepeat():
                self.blank.emit()
        elif self.isReadOnly() and event.text().isprintable() and event.text().strip():
            self.stray.emit(event.text())
        else:
            super().keyPressEvent(event)

    def event(self, event: QEvent) -> bool:
        """While nothing is typed, keys with Ctrl (undo among them) are the window's, not the line's."""
        if event.type() == QEvent.Type.ShortcutOverride and not self.text():
            control = Qt.KeyboardModifier.ControlModifier
            if isinstance(event, QKeyEvent) and event.modifiers() & control:
                event.ignore()
                return False
        return super().event(event)
