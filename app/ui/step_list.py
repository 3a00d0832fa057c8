"""The events of a record as a list: turns as in the window of a match, all else in words between them."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QAbstractListModel, QEvent, QModelIndex, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QFrame, QListView, QStyle, QStyleOptionViewItem, QVBoxLayout, QWidget

from app.ui import theme
from app.ui.chips import draw_fitted
from app.ui.controls import label
from app.ui.play_lines import LINE_ROLE, AnyIndex, PlayDelegate, is_play, spoken_line
from app.ui.step_words import event_text
from engine import Correction, DealEnd, DealStart, Irregularity, Question, Ruling, TrickEnd

if TYPE_CHECKING:
    from app.snapshot import PlayLine
    from app.steps import Steps
    from engine import Event

TEXT_ROLE = Qt.ItemDataRole.UserRole + 1
EVENT_ROLE = Qt.ItemDataRole.UserRole + 2
_NONE = QModelIndex()
_NEAR = 3
"""So many rows before and after the marked one stay in sight."""
_CALLS = Correction | Irregularity | Ruling | Question
_ENDS = DealStart | DealEnd | TrickEnd


class StepsModel(QAbstractListModel):
    """All events of a record, one row each."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._steps: Steps | None = None
        self._lines: tuple[PlayLine | None, ...] = ()

    def show_steps(self, steps: "Steps") -> None:
        self.beginResetModel()
        self._steps, self._lines = steps, steps.lines
        self.endResetModel()

    def rowCount(self, parent: AnyIndex = _NONE) -> int:
        return 0 if parent.isValid() else len(self._lines)

    def data(self, index: AnyIndex, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid() or self._steps is None:
            return None
        line, event = self._lines[index.row()], self._steps.event(index.row())
        turn = line is not None and is_play(line)
        if role == LINE_ROLE:
            return line if turn else None
        if role == EVENT_ROLE:
            return event
        if event is None:
            return None
        text = event_text(event, self._steps.start.header.sides, self._steps.level(index.row()))
        if role == TEXT_ROLE:
            return text
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return spoken_line(line) if turn and line is not None else text
        return None


class StepDelegate(PlayDelegate):
    """Turns as in the list of plays, all else as a line of text; what the referee had to settle in colour."""

    NOTE = 24

    def sizeHint(self, option: QStyleOptionViewItem, index: AnyIndex) -> QSize:
        if index.data(LINE_ROLE) is not None:
            return QSize(200, self.ROW)
        return QSize(200, self.THIN if isinstance(index.data(EVENT_ROLE), _ENDS) else self.NOTE)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        rect, chosen = QRectF(option.rect), bool(option.state & QStyle.StateFlag.State_Selected)
        if chosen:
            painter.fillRect(rect, QColor(theme.RAISED))
            painter.fillRect(QRectF(rect.x(), rect.y(), 4, rect.height()), QColor(theme.ACCENT))
        if index.data(LINE_ROLE) is not None:
            super().paint(painter, option, index)
            return
        event: Event = index.data(EVENT_ROLE)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        calls, ends = isinstance(event, _CALLS), isinstance(event, _ENDS)
        strong = isinstance(event, DealStart)
        painter.setFont(theme.font(theme.SMALL if not ends or strong else theme.SMALL - 1, bold=strong))
        painter.setPen(QColor(theme.ACCENT if calls else theme.TEXT if strong else theme.MUTED))
        align = Qt.AlignmentFlag.AlignVCenter
        align |= Qt.AlignmentFlag.AlignHCenter if ends else Qt.AlignmentFlag.AlignLeft
        text = index.data(TEXT_ROLE)
        if not ends:
            place = QRectF(rect.x() + 5, rect.y(), 28, rect.height())
            draw_fitted(
                painter, place, str(event.seq), Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight
            )
        draw_fitted(painter, rect.adjusted(12 if ends else 42, 0, -8, 0), text, align)
        if chosen:
            painter.setPen(QPen(QColor(theme.ACCENT), 1.5))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(rect.adjusted(1, 1, -1, -1), 4, 4)
        painter.restore()


class StepList(QFrame):
    """The list, with the place that is looked at marked and in sight. Emits `sought(place)` at a click."""

    sought = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("panel", True)
        self.title = label("title")
        self.model = StepsModel()
        self.view = QListView()
        self.view.setModel(self.model)
        self.view.setItemDelegate(StepDelegate(self.view))
        self.view.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.view.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.view.clicked.connect(lambda index: self.sought.emit(index.row()))
        box = QVBoxLayout(self)
        box.setContentsMargins(theme.PAD, theme.GAP, 4, theme.GAP)
        box.setSpacing(4)
        box.addWidget(self.title)
        box.addWidget(self.view, 1)
        self.retranslate()

    def show_steps(self, steps: "Steps") -> None:
        self.model.show_steps(steps)

    def mark(self, at: int) -> None:
        last = self.model.rowCount() - 1
        for near in (min(at + _NEAR, last), max(at - _NEAR, 0)):
            self.view.scrollTo(self.model.index(near))
        self.view.setCurrentIndex(self.model.index(at))

    def retranslate(self) -> None:
        self.title.setText(self.tr("Course of the match"))
        self.view.setAccessibleName(self.tr("Course of the match"))
        self.view.viewport().update()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()
