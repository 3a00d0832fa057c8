"""What the program opens with: a new match, the one that was broken off, a record, practice, this machine."""

from datetime import datetime
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from app.ui import theme
from app.ui.controls import button, label, mark
from app.ui.words import translate

if TYPE_CHECKING:
    from app.unfinished import Unfinished

NEW, RESUME, OPEN, DEMO, DOCTOR = range(1, 6)
_WIDE, _HIGH = 720, 68


class StartPage(QWidget):
    """Five large keys, taken by their number, the arrow keys and Enter, or the mouse. Emits `chosen`."""

    chosen = Signal(int)
    other_language = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("ground")
        self._unfinished: Unfinished | None = None
        self.title, self.motto = label("big"), label("muted")
        self.language = button()
        self.language.clicked.connect(self.other_language)
        self.keys = [_StartKey(number) for number in range(NEW, DOCTOR + 1)]
        self.said = label("calls")
        self.said.setWordWrap(True)
        self.said.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.said.setMinimumHeight(44)
        column = QVBoxLayout()
        column.setSpacing(theme.PAD)
        top = QHBoxLayout()
        top.addWidget(self.title)
        top.addStretch(1)
        top.addWidget(self.language)
        column.addStretch(1)
        column.addLayout(top)
        column.addWidget(self.motto)
        column.addSpacing(theme.PAD)
        for key in self.keys:
            key.clicked.connect(lambda _=False, number=key.number: self.chosen.emit(number))
            column.addWidget(key)
        column.addWidget(self.said)
        column.addStretch(2)
        middle = QWidget()
        middle.setLayout(column)
        middle.setFixedWidth(_WIDE)
        page = QHBoxLayout(self)
        page.addStretch(1)
        page.addWidget(middle)
        page.addStretch(1)
        self.retranslate()

    def show_unfinished(self, found: "Unfinished | None") -> None:
        """What may be gone on with; that is then what Enter does."""
        self._unfinished = found
        self.retranslate()
        self.keys[(RESUME if self._can_go_on else NEW) - 1].setFocus()

    @property
    def _can_go_on(self) -> bool:
        return self._unfinished is not None and not self._unfinished.held

    def tell(self, text: str) -> None:
        self.said.setText(text)

    def retranslate(self) -> None:
        self.title.setText(self.tr("Guandan Eye"))
        self.motto.setText(self.tr("The camera proposes, the rules check, the referee decides."))
        self.language.setText(translate("words", "中文", "the language to switch to, in itself"))
        found = self._unfinished
        new, resume, open_, demo, doctor = self.keys
        new.set_texts(self.tr("New match"), self.tr("Set up the table and begin"))
        resume.setEnabled(self._can_go_on)
        about = self.tr("no match was broken off") if found is None else self._about(found)
        resume.set_texts(self.tr("Go on with the match"), about)
        open_.set_texts(self.tr("Open a record"), self.tr("Read a match that was recorded"))
        demo.set_texts(self.tr("Practise"), self.tr("The bundled match, from its video"))
        doctor.set_texts(self.tr("Check this machine"), self.tr("Camera, models, fonts: what works"))
        for key in self.keys:
            mark(key, "main", key.number == (RESUME if self._can_go_on else NEW))

    def _about(self, found: "Unfinished") -> str:
        """Event, table, deal and time of a match."""
        said = [self.tr("open in another window")] if found.held else []
        said += [found.event] if found.event else []
        said.append(self.tr("round {0}").format(found.round))
        if found.table:
            said.append(self.tr("table {0}").format(found.table))
        said.append(
            self.tr("deal {0}").format(found.deal) if found.deal else self.tr("before the first deal")
        )
        today = found.at.date() == datetime.now().date()
        said.append(found.at.strftime("%H:%M" if today else "%Y-%m-%d %H:%M"))
        return " · ".join(said)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        number = event.key() - Qt.Key.Key_0
        if NEW <= number <= DOCTOR:
            self.keys[number - 1].click()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            focus = self.window().focusWidget()
            (focus if isinstance(focus, QPushButton) else self.keys[0]).click()
        elif event.key() in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            self._step(-1 if event.key() == Qt.Key.Key_Up else 1)
        else:
            super().keyPressEvent(event)

    def _step(self, by: int) -> None:
        keys = [key for key in self.keys if key.isEnabled()]
        at = next((place for place, key in enumerate(keys) if key is self.window().focusWidget()), 0)
        keys[(at + by) % len(keys)].setFocus()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()


class _StartKey(QPushButton):
    """A large key: its number, what it does, and in small what that means now."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self.number = number
        self._name, self._about = "", ""
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        return QSize(_WIDE, _HIGH)

    def minimumSizeHint(self) -> QSize:
        return QSize(_WIDE // 2, _HIGH)

    def set_texts(self, name: str, about: str) -> None:
        self._name, self._about = name, about
        self.setAccessibleName(name)
        self.setToolTip(about)
        self.update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        event.ignore()  # the page knows all keys

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        painter = QPainter(self)
        main = theme.ON_ACCENT if self.property("main") else theme.TEXT
        painter.setPen(QColor(main if self.isEnabled() else theme.MUTED))
        room = self.rect().adjusted(20, 8, -20, -8)
        left = Qt.AlignmentFlag.AlignLeft
        painter.setFont(theme.font(theme.BIG, bold=True))
        painter.drawText(room, left | Qt.AlignmentFlag.AlignVCenter, str(self.number))
        words = room.adjusted(44, 0, 0, 0)
        painter.setFont(theme.font(theme.TITLE, bold=True))
        painter.drawText(words, left | Qt.AlignmentFlag.AlignTop, self._name)
        painter.setFont(theme.font(theme.BODY))
        about = painter.fontMetrics().elidedText(self._about, Qt.TextElideMode.ElideRight, words.width())
        painter.drawText(words, left | Qt.AlignmentFlag.AlignBottom, about)
        painter.end()
