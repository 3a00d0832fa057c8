"""The records of a folder to choose from: type to search, arrows to choose, Enter to open."""

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QAbstractListModel, QEvent, QModelIndex, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QPainter, QPen
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLineEdit,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from app.library import Trouble, found
from app.ui import theme
from app.ui.chips import draw_fitted
from app.ui.controls import ShrinkLabel, label
from app.ui.words import clock, language, rank_text, seat_short, side_name, translate

if TYPE_CHECKING:
    from app.library import Row
    from app.ui.play_lines import AnyIndex

ROW_ROLE = Qt.ItemDataRole.UserRole
_NONE = QModelIndex()
_HIGH = 60
_KEYS = (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown)
_LEFT = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
_RIGHT = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight


def title_text(row: "Row") -> str:
    """Event, round and table, or the name of the file."""
    said = [row.event or row.path.stem]
    if row.is_record:
        said.append(translate("library", "round {0}").format(row.round))
    if row.table:
        said.append(translate("library", "table {0}").format(row.table))
    return " · ".join(said)


def players_text(row: "Row") -> str:
    """Both pairs, each with its seats."""
    names = dict(row.players)
    pairs = (
        " ".join(f"{seat_short(seat)} {names.get(seat, '')}".strip() for seat in side) for side in row.sides
    )
    return "   —   ".join(pairs)


def result_text(row: "Row") -> str:
    """Who won, or how far it has come."""
    if row.over and row.winner is not None:
        return translate("library", "{0} won").format(side_name(row.sides[row.winner]))
    if row.over:
        return translate("library", "over")
    return translate("library", "not finished")


def trouble_text(row: "Row") -> str:
    """Why a file cannot be read; nothing where it can."""
    said = {
        None: "",
        Trouble.UNREADABLE: translate("library", "Cannot be read: {0}"),
        Trouble.EMPTY: translate("library", "Holds nothing"),
        Trouble.NOT_TEXT: translate("library", "No text in UTF-8, so no record"),
        Trouble.NO_HEADER: translate("library", "No record: it has no header"),
        Trouble.BAD_LINE: translate("library", "Damaged, unreadable lines: {1}"),
        Trouble.GAP: translate("library", "Damaged: events are missing"),
        Trouble.SEAL: translate("library", "Changed later: the seal is broken"),
        Trouble.NO_RULES: translate("library", "Its rule set is not at hand: {0}"),
    }[row.trouble]
    return said.format(row.detail, row.trouble_count)


def spoken_row(row: "Row") -> str:
    """The whole row as one text."""
    parts = [
        f"{row.when:%Y-%m-%d %H:%M}",
        title_text(row),
        players_text(row),
        *_facts(row),
        trouble_text(row),
    ]
    return "  ".join(part for part in parts if part)


def _facts(row: "Row") -> list[str]:
    if not row.is_record:
        return []
    said = [result_text(row)]
    if row.levels is not None:
        said.append(" : ".join(map(rank_text, row.levels)))
    said.append(translate("library", "deals: {0}").format(row.deals))
    said.append(clock(row.length_ms))
    return said


class RowsModel(QAbstractListModel):
    """The rows that fit what was typed."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.shown: tuple[Row, ...] = ()

    def show_rows(self, rows: "tuple[Row, ...]") -> None:
        self.beginResetModel()
        self.shown = rows
        self.endResetModel()

    def rowCount(self, parent: "AnyIndex" = _NONE) -> int:
        return 0 if parent.isValid() else len(self.shown)

    def data(self, index: "AnyIndex", role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        row = self.shown[index.row()]
        if role == ROW_ROLE:
            return row
        if role == Qt.ItemDataRole.ToolTipRole:
            return str(row.path)
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return spoken_row(row)
        return None


class RowDelegate(QStyledItemDelegate):
    """Draws a row in two lines: when and what, who; at the right the result and what is to be known of it."""

    def sizeHint(self, option: QStyleOptionViewItem, index: "AnyIndex") -> QSize:
        return QSize(400, _HIGH)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: "AnyIndex") -> None:
        row: Row = index.data(ROW_ROLE)
        rect = QRectF(option.rect).adjusted(2, 2, -2, -2)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if option.state & QStyle.StateFlag.State_Selected:
            painter.setPen(QPen(QColor(theme.ACCENT), 2))
            painter.setBrush(QColor(theme.RAISED))
            painter.drawRoundedRect(rect, 6, 6)
        else:
            painter.setPen(QPen(QColor(theme.LINE), 1))
            painter.drawLine(rect.bottomLeft(), rect.bottomRight())
        upper = QRectF(rect.x() + 12, rect.y() + 5, rect.width() - 24, 24)
        lower = upper.translated(0, 23)
        self._paint_when(painter, upper, lower, row)
        self._paint_who(painter, upper, lower, row)
        self._paint_result(painter, upper, lower, row)
        painter.restore()

    def _paint_when(self, painter: QPainter, upper: QRectF, lower: QRectF, row: "Row") -> None:
        _say(painter, _part(upper, 0, 100), f"{row.when:%Y-%m-%d}", theme.BODY, theme.TEXT)
        _say(painter, _part(lower, 0, 100), f"{row.when:%H:%M}", theme.SMALL, theme.MUTED)

    def _paint_who(self, painter: QPainter, upper: QRectF, lower: QRectF, row: "Row") -> None:
        wide = upper.width() - 110 - 360
        colour = theme.TEXT if row.is_record else theme.MUTED
        _say(painter, _part(upper, 110, wide), title_text(row), theme.BODY, colour, bold=True)
        trouble = trouble_text(row)
        text = f"{players_text(row)}      {row.titles[language() == 'en']}" if row.is_record else trouble
        _say(
            painter, _part(lower, 110, wide), text, theme.SMALL, theme.MUTED if row.is_record else theme.ALARM
        )

    def _paint_result(self, painter: QPainter, upper: QRectF, lower: QRectF, row: "Row") -> None:
        if not row.is_record:
            return
        at = upper.width() - 350
        levels = "" if row.levels is None else " : ".join(map(rank_text, row.levels))
        colour = theme.TEXT if row.over else theme.ACCENT
        _say(painter, _part(upper, at, 170), result_text(row), theme.BODY, colour)
        _say(painter, _part(upper, at + 175, 65), levels, theme.BODY, theme.TEXT, bold=True)
        deals = translate("library", "deals: {0}").format(row.deals)
        _say(
            painter,
            _part(upper, at + 245, 105),
            f"{deals}  {clock(row.length_ms)}",
            theme.SMALL,
            theme.MUTED,
            _RIGHT,
        )
        if row.trouble is not None:
            said = f"▲ {trouble_text(row)}"
            _say(painter, _part(lower, at, 350), said, theme.SMALL, theme.ALARM, bold=True)
        else:
            _say(painter, _part(lower, at, 350), _remarks(row), theme.SMALL, theme.ACCENT)


def _remarks(row: "Row") -> str:
    """What is to be known of a sound record besides its result."""
    said = []
    if row.questions:
        said.append(translate("library", "open questions: {0}").format(row.questions))
    if row.has_pictures:
        said.append(translate("library", "with pictures"))
    return " · ".join(said)


def _part(rect: QRectF, x: float, wide: float) -> QRectF:
    return QRectF(rect.x() + x, rect.y(), wide, rect.height())


def _say(
    painter: QPainter,
    place: QRectF,
    text: str,
    size: int,
    colour: str,
    align: Qt.AlignmentFlag = _LEFT,
    *,
    bold: bool = False,
) -> None:
    """One line of text; narrowed a little, then cut."""
    painter.setFont(theme.font(size, bold=bold))
    painter.setPen(QColor(colour))
    cut = painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, int(place.width() * 1.25))
    draw_fitted(painter, place, cut, align)


class SearchField(QLineEdit):
    """Keys that move in a list go to it."""

    moved = Signal(QKeyEvent)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in _KEYS:
            self.moved.emit(event)
        else:
            super().keyPressEvent(event)


class LibraryPage(QWidget):
    """Emits `chosen(path)` where a record shall be opened, `left` at Esc in the empty field."""

    chosen = Signal(Path)
    left = Signal()

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self._folder = folder
        self._rows: tuple[Row, ...] = ()
        self.title, self.count = label("title"), label("muted")
        self.field = SearchField()
        self.field.setClearButtonEnabled(True)
        self.field.setFixedHeight(38)
        self.model = RowsModel()
        self.view = QListView()
        self.view.setModel(self.model)
        self.view.setItemDelegate(RowDelegate(self.view))
        self.view.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.view.setUniformItemSizes(True)
        self.view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.said = ShrinkLabel(theme.BODY)
        self.keys = label("muted")
        self.field.textChanged.connect(self._search)
        self.field.returnPressed.connect(self.open_chosen)
        self.field.moved.connect(lambda event: self.view.keyPressEvent(event))
        self.view.activated.connect(lambda index: self.open_chosen())
        self.view.doubleClicked.connect(lambda index: self.open_chosen())
        self._lay_out()
        self.retranslate()

    def _lay_out(self) -> None:
        head, foot = QHBoxLayout(), QHBoxLayout()
        head.setSpacing(theme.PAD)
        head.addWidget(self.title)
        head.addWidget(self.field, 1)
        head.addWidget(self.count)
        foot.addWidget(self.said, 1)
        foot.addWidget(self.keys)
        panel = QFrame()
        panel.setProperty("panel", True)
        inner = QVBoxLayout(panel)
        inner.setContentsMargins(6, 6, 4, 6)
        inner.addWidget(self.view)
        box = QVBoxLayout(self)
        box.setContentsMargins(theme.PAD, theme.PAD, theme.PAD, theme.GAP)
        box.setSpacing(theme.GAP)
        box.addLayout(head)
        box.addWidget(panel, 1)
        box.addLayout(foot)

    def show_rows(self, rows: "tuple[Row, ...]") -> None:
        """The records of the folder; what was typed and chosen stays."""
        self._rows = rows
        self.tell("" if rows else self.tr("No records in {0}").format(self._folder))
        self._search(self.field.text())

    def change_row(self, row: "Row") -> None:
        """More is known of a record."""
        if any(each.path == row.path for each in self._rows):
            self._rows = tuple(row if each.path == row.path else each for each in self._rows)
            self._search(self.field.text())

    def tell(self, text: str) -> None:
        self.said.set_full_text(text)

    @property
    def row(self) -> "Row | None":
        """The chosen one."""
        at = self.view.currentIndex().row()
        return self.model.shown[at] if 0 <= at < len(self.model.shown) else None

    def open_chosen(self) -> None:
        row = self.row
        if row is None:
            return
        if not row.is_record:
            self.tell(trouble_text(row))
            return
        self.tell("")
        self.chosen.emit(row.path)

    def _search(self, typed: str) -> None:
        before = self.row
        shown = found(self._rows, typed)
        self.model.show_rows(shown)
        at = next((at for at, row in enumerate(shown) if before and row.path == before.path), 0)
        self.view.setCurrentIndex(self.model.index(at))
        self._write_count()

    def _write_count(self) -> None:
        shown, every = len(self.model.shown), len(self._rows)
        self.count.setText(self.tr("{0} of {1}").format(shown, every))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            if self.field.text():
                self.field.clear()
            else:
                self.left.emit()
        else:
            super().keyPressEvent(event)

    def retranslate(self) -> None:
        self.title.setText(self.tr("Records"))
        self.field.setPlaceholderText(self.tr("Name, event, table or date; first letters of pinyin do too"))
        self.field.setAccessibleName(self.tr("Search"))
        self.view.setAccessibleName(self.tr("Records"))
        self.keys.setText(self.tr("↑ ↓ choose · Enter opens · Esc leaves"))
        self._write_count()
        self.view.viewport().update()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()
