"""A line of the list of plays: its words, and how it is drawn, cards in the colours of their suits."""

from typing import TYPE_CHECKING

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QPersistentModelIndex,
    QRectF,
    QSize,
    Qt,
)
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPen
from PySide6.QtWidgets import (
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from app.ui import theme
from app.ui.chips import draw_fitted, draw_suit
from app.ui.step_words import Sides, confirming, event_text
from app.ui.words import (
    RED,
    cards_text,
    combo_short,
    joker_short,
    line_text,
    rank_text,
    seat_name,
    seat_short,
    seconds,
    translate,
)

if TYPE_CHECKING:
    from app.snapshot import PlayLine
    from engine.cards import Card

AnyIndex = QModelIndex | QPersistentModelIndex
LINE_ROLE = Qt.ItemDataRole.UserRole
CALLS_ROLE = Qt.ItemDataRole.UserRole + 3
"""Whether a line between the turns is one that the referee had to settle."""
_NONE = QModelIndex()
UNDONE_OPACITY = 0.45
_SIGN = 12  # px of a suit sign


def is_play(line: "PlayLine") -> bool:
    """A line that can be corrected: a play or a pass."""
    return line.kind in ("play", "pass")


def may_be_struck(line: "PlayLine") -> bool:
    """A line that can fall away altogether, where what it tells never was."""
    others = ("report", "thrown_in", "time", "forfeit", "irregularity", "ruling")
    return is_play(line) or line.kind in others


def wants_look(line: "PlayLine") -> bool:
    """Nobody has confirmed it, it has lost its ground, or the rules refuse it."""
    return line.state in ("asked", "refused") or line.conflict


def mark_text(line: "PlayLine") -> str:
    """What a line needs said about it, or nothing."""
    if line.state == "undone":
        return translate("words", "taken back", "mark in the list")
    if line.state == "refused":
        return translate("words", "refused", "mark in the list: the rules do not allow it")
    if line.state == "struck":
        return translate("words", "struck", "mark in the list: a correction has struck it out")
    if line.conflict:
        return translate("words", "no ground", "mark in the list: later than a correction that broke it")
    if line.state == "asked":
        return translate("words", "asked", "mark in the list")
    if line.corrected:
        return translate("words", "corrected", "mark in the list")
    return ""


def source_text(line: "PlayLine") -> str:
    """Where a line came from, in a word short enough for a column."""
    return {
        "seen": translate("words", "seen", "where a line came from"),
        "typed": translate("words", "typed", "where a line came from"),
        "inferred": translate("words", "infer.", "where a line came from: it follows"),
    }.get(line.source, "")


def took_text(line: "PlayLine") -> str:
    """The time used, with a sign where it was longer than the rules allow."""
    if line.took_ms is None:
        return ""
    return ("▲" if line.over else "") + seconds(line.took_ms)


def between_text(line: "PlayLine", sides: Sides = (), level: str = "") -> str:
    """A line that is no turn: of an event that is listed as it is, what happened."""
    return line_text(line) if line.event is None else event_text(line.event, sides, level)


def spoken_line(line: "PlayLine", sides: Sides = (), level: str = "") -> str:
    """The whole line as one text, for screen readers and tooltips."""
    if not is_play(line):
        return between_text(line, sides, level)
    parts = [str(line.seq), seat_name(line.seat)]
    if line.kind == "pass":
        parts.append(translate("words", "pass"))
    else:
        parts.append(cards_text(line.cards))
        if line.combo is not None:
            parts.append(combo_short(line.combo))
    if line.took_ms is not None:
        parts.append(seconds(line.took_ms))
    if line.over:
        parts.append(translate("words", "over the time allowed"))
    return "  ".join(part for part in [*parts, source_text(line), mark_text(line)] if part)


class PlaysModel(QAbstractListModel):
    """The lines of the newest snapshot. Rows that did not change are left alone."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._lines: tuple[PlayLine, ...] = ()
        self._sides: Sides = ()
        self._level = ""

    def rowCount(self, parent: AnyIndex = _NONE) -> int:
        return 0 if parent.isValid() else len(self._lines)

    def data(self, index: AnyIndex, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        line = self._lines[index.row()]
        if role == LINE_ROLE:
            return line
        if role == CALLS_ROLE:
            confirms = line.event is not None and confirming(line.event, self._sides)
            return line.kind in ("irregularity", "ruling") and not confirms
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return spoken_line(line, self._sides, self._level)
        return None

    def show_lines(self, lines: "tuple[PlayLine, ...]", sides: Sides = (), level: str = "") -> None:
        """`sides` and `level`: of the match as it stands, for what is said of rulings and cards."""
        self._sides, self._level = sides, level
        old = self._lines
        if lines is old:
            return
        shared = min(len(old), len(lines))
        first = next((i for i in range(shared) if old[i] is not lines[i] and old[i] != lines[i]), shared)
        if len(lines) < len(old):
            self.beginRemoveRows(QModelIndex(), len(lines), len(old) - 1)
            self._lines = old[: len(lines)]
            self.endRemoveRows()
        elif len(lines) > len(old):
            self.beginInsertRows(QModelIndex(), len(old), len(lines) - 1)
            self._lines = lines
            self.endInsertRows()
        self._lines = lines
        if first < shared:
            self.dataChanged.emit(self.index(first), self.index(shared - 1))

    def line(self, row: int) -> "PlayLine":
        return self._lines[row]

    def row_of(self, seq: int) -> int | None:
        """The row of a line by its number."""
        return next((row for row, line in enumerate(self._lines) if line.seq == seq), None)


class PlayDelegate(QStyledItemDelegate):
    """Draws a line: number, seat, cards, type, time, mark. Lines between tricks are thin."""

    ROW, THIN = 27, 20

    def sizeHint(self, option: QStyleOptionViewItem, index: AnyIndex) -> QSize:
        return QSize(200, self.ROW if is_play(index.data(LINE_ROLE)) else self.THIN)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        line: PlayLine = index.data(LINE_ROLE)
        rect = QRectF(option.rect)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if is_play(line):
            state = option.state
            self._paint_play(painter, rect, line, chosen=bool(state & QStyle.StateFlag.State_Selected))
        else:
            said, calls = index.data(Qt.ItemDataRole.DisplayRole), bool(index.data(CALLS_ROLE))
            _paint_between(painter, rect, said, calls=calls)
        painter.restore()

    def _paint_play(self, painter: QPainter, rect: QRectF, line: "PlayLine", *, chosen: bool) -> None:
        if wants_look(line):
            painter.fillRect(rect, QColor(theme.ACCENT_TINT))
        if chosen:
            painter.setPen(QPen(QColor(theme.ACCENT), 1.5))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(rect.adjusted(1, 1, -1, -1), 4, 4)
        if line.state in ("undone", "struck"):
            painter.setOpacity(UNDONE_OPACITY)
        left, right = (
            Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft,
            (Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight),
        )
        cells = columns(rect)
        painter.setFont(theme.font(theme.SMALL))
        painter.setPen(QColor(theme.MUTED))
        draw_fitted(painter, cells["seq"], str(line.seq), right)
        draw_fitted(painter, cells["source"], source_text(line), left)
        if line.took_ms is not None:
            painter.setFont(theme.font(theme.SMALL, bold=line.over))
            painter.setPen(QColor(theme.ALARM if line.over else theme.MUTED))
            draw_fitted(painter, cells["took"], took_text(line), right)
            painter.setFont(theme.font(theme.SMALL))
            painter.setPen(QColor(theme.MUTED))
        if line.combo is not None:
            draw_fitted(painter, cells["type"], combo_short(line.combo), left)
        painter.setFont(theme.font(theme.BODY, bold=True))
        painter.setPen(QColor(theme.TEXT))
        draw_fitted(painter, cells["seat"], seat_short(line.seat), Qt.AlignmentFlag.AlignCenter)
        if line.kind == "pass":
            painter.setFont(theme.font(theme.BODY))
            painter.setPen(QColor(theme.MUTED))
            draw_fitted(painter, cells["cards"], translate("words", "pass"), left)
        else:
            draw_cards(painter, cells["cards"], line.cards)
        _paint_mark(painter, cells["mark"], line)


def columns(rect: QRectF) -> dict[str, QRectF]:
    """The cells of a line. What is left over goes to the cards."""
    fixed = {"seq": 26, "seat": 20, "cards": 0, "type": 64, "took": 46, "source": 30, "mark": 52}
    gap = 5
    rest = rect.width() - sum(fixed.values()) - gap * (len(fixed) + 1)
    cells, x = {}, rect.x() + gap
    for name, wide in fixed.items():
        cells[name] = QRectF(x, rect.y(), wide or rest, rect.height())
        x += cells[name].width() + gap
    return cells


def draw_cards(painter: QPainter, rect: QRectF, cards: "tuple[Card, ...]") -> None:
    """Cards in a line of text, suit signs drawn; drawn narrower where the line is short."""
    painter.setFont(theme.font(theme.BODY, bold=True))
    metrics = painter.fontMetrics()
    wide = sum(_card_width(card, metrics) for card in cards)
    squeeze = min(1.0, rect.width() / wide) if wide else 1.0
    painter.save()
    painter.translate(rect.topLeft())
    painter.scale(squeeze, 1.0)
    x = 0.0
    for card in cards:
        ink = QColor(theme.SUIT_RED if card.suit in RED else theme.SUIT_BLACK)
        at = x
        if card.suit != "?" and not card.is_joker:
            draw_suit(painter, QRectF(x, (rect.height() - _SIGN) / 2, _SIGN, _SIGN), card.suit, ink)
            at += _SIGN + 1
        painter.setPen(ink)
        place = QRectF(at, 0, 200, rect.height())
        painter.drawText(place, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, _word(card))
        x += _card_width(card, metrics)
    painter.restore()


def _word(card: "Card") -> str:
    if card.is_joker:
        return joker_short(card)
    if card.suit == "?":
        return "?" if card.rank == "?" else "?" + rank_text(card.rank)
    return rank_text(card.rank)


def _card_width(card: "Card", metrics: QFontMetrics) -> float:
    sign = 0 if card.is_joker or card.suit == "?" else _SIGN + 1
    return float(sign + metrics.horizontalAdvance(_word(card)) + 6)


def _paint_mark(painter: QPainter, rect: QRectF, line: "PlayLine") -> None:
    text = mark_text(line)
    if not text:
        return
    asked = wants_look(line)
    painter.setFont(theme.font(theme.SMALL, bold=asked))
    wide = min(rect.width(), painter.fontMetrics().horizontalAdvance(text) + 10)
    plate = QRectF(rect.right() - wide, rect.center().y() - 9, wide, 18)
    painter.setPen(QPen(QColor(theme.ACCENT if asked else theme.LINE), 1))
    painter.setBrush(QColor(theme.ACCENT if asked else theme.RAISED))
    painter.drawRoundedRect(plate, 4, 4)
    painter.setPen(QColor(theme.ON_ACCENT if asked else theme.MUTED))
    draw_fitted(painter, plate.adjusted(3, 0, -3, 0), text, Qt.AlignmentFlag.AlignCenter)


def _paint_between(painter: QPainter, rect: QRectF, text: str, *, calls: bool) -> None:
    painter.setFont(theme.font(theme.SMALL - 1))
    painter.setPen(QColor(theme.ACCENT if calls else theme.MUTED))
    wide = min(painter.fontMetrics().horizontalAdvance(text) + 16.0, rect.width() - 32)
    draw_fitted(painter, rect.adjusted(20, 0, -20, 0), text, Qt.AlignmentFlag.AlignCenter)
    painter.setPen(QPen(QColor(theme.LINE), 1))
    middle = rect.center().y()
    for start, end in (
        (rect.left() + 8, rect.center().x() - wide / 2),
        (rect.center().x() + wide / 2, rect.right() - 8),
    ):
        painter.drawLine(int(start), int(middle), int(end), int(middle))
