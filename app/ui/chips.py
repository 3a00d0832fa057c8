"""Cards drawn as small cards, and the four suit signs as shapes that need no font."""

from enum import Enum
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.ui import theme
from app.ui.words import RED, card_text, rank_text, translate

if TYPE_CHECKING:
    from engine.cards import Card


class ChipSize(Enum):
    """Width and height of one card in px."""

    TINY = (24, 32)
    SMALL = (28, 38)
    NORMAL = (34, 46)
    LARGE = (38, 52)


def _heart() -> QPainterPath:
    path = QPainterPath(QPointF(0.5, 0.95))
    path.cubicTo(-0.25, 0.45, 0.1, -0.15, 0.5, 0.25)
    path.cubicTo(0.9, -0.15, 1.25, 0.45, 0.5, 0.95)
    return path


def _stem() -> QPainterPath:
    path = QPainterPath()
    path.addPolygon(QPolygonF([QPointF(0.5, 0.5), QPointF(0.7, 1.0), QPointF(0.3, 1.0), QPointF(0.5, 0.5)]))
    return path


def _spade() -> QPainterPath:
    path = QPainterPath(QPointF(0.5, 0.0))
    path.cubicTo(1.3, 0.55, 0.9, 1.05, 0.5, 0.7)
    path.cubicTo(0.1, 1.05, -0.3, 0.55, 0.5, 0.0)
    return path.united(_stem())


def _club() -> QPainterPath:
    path = QPainterPath()
    path.setFillRule(Qt.FillRule.WindingFill)
    for x, y in ((0.5, 0.25), (0.25, 0.58), (0.75, 0.58)):
        path.addEllipse(QPointF(x, y), 0.235, 0.235)
    path.addRect(QRectF(0.42, 0.35, 0.16, 0.3))
    return path.united(_stem())


def _diamond() -> QPainterPath:
    path = QPainterPath()
    path.addPolygon(
        QPolygonF([QPointF(0.5, 0), QPointF(0.9, 0.5), QPointF(0.5, 1), QPointF(0.1, 0.5), QPointF(0.5, 0)])
    )
    return path


_SHAPES = {"H": _heart(), "S": _spade(), "C": _club(), "D": _diamond()}


def draw_suit(painter: QPainter, rect: QRectF, suit: str, colour: QColor | str) -> None:
    """One suit sign filling `rect`. Antialiasing is the caller's affair."""
    painter.save()
    painter.translate(rect.topLeft())
    painter.scale(rect.width(), rect.height())
    painter.fillPath(_SHAPES[suit], QColor(colour))
    painter.restore()


def draw_fitted(painter: QPainter, rect: QRectF, text: str, align: Qt.AlignmentFlag) -> None:
    """Text on one line, narrowed where it is wider than `rect`."""
    wide = painter.fontMetrics().horizontalAdvance(text)
    squeeze = min(1.0, rect.width() / wide) if wide else 1.0
    painter.save()
    painter.translate(rect.topLeft())
    painter.scale(squeeze, 1.0)
    painter.drawText(QRectF(0, 0, rect.width() / squeeze, rect.height()), align, text)
    painter.restore()


def _index(card: "Card") -> tuple[str, str]:
    """What stands in the corner: rank above, word or sign below."""
    if card.is_joker:
        if card.rank == "R":
            return translate("words", "BIG", "big joker in a card's corner, above"), translate(
                "words", "JKR", "joker in a card's corner, below"
            )
        return translate("words", "SML", "small joker in a card's corner, above"), translate(
            "words", "JKR", "joker in a card's corner, below"
        )
    return rank_text(card.rank), card.suit


def draw_chip(painter: QPainter, rect: QRectF, card: "Card", shows: float, *, wild: bool) -> None:
    """A card whose left `shows` px stay in sight. A wild card carries a folded corner."""
    painter.setPen(QPen(QColor(theme.CARD_EDGE), 1))
    painter.setBrush(QColor(theme.CARD))
    painter.drawRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), 4, 4)
    red = card.suit in RED
    painter.setPen(QColor(theme.CARD_RED if red else theme.CARD_BLACK))
    rank, below = _index(card)
    inner = min(shows, rect.width()) - 5
    half = rect.height() / 2
    painter.setFont(theme.font(int(rect.height() * (0.26 if card.is_joker else 0.38)), bold=True))
    centre = Qt.AlignmentFlag.AlignCenter
    draw_fitted(painter, QRectF(rect.x() + 3, rect.y() + 1, inner, half), rank, centre)
    if below in _SHAPES:
        side = min(inner, rect.height() * 0.34)
        place = QRectF(rect.x() + 3 + (inner - side) / 2, rect.y() + half + 1, side, side)
        draw_suit(painter, place, below, theme.CARD_RED if red else theme.CARD_BLACK)
    else:
        draw_fitted(painter, QRectF(rect.x() + 3, rect.y() + half - 1, inner, half), below, centre)
    if wild:
        fold = rect.height() * 0.2
        corner = QPointF(rect.x() + 1, rect.bottom() - 1)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(theme.ACCENT))
        painter.drawPolygon(QPolygonF([corner, corner + QPointF(fold, 0), corner - QPointF(0, fold)]))


class CardRow(QWidget):
    """Cards side by side; where the room is short they lap over each other like a held hand."""

    def __init__(
        self,
        size: ChipSize = ChipSize.NORMAL,
        align: Qt.AlignmentFlag = Qt.AlignmentFlag.AlignLeft,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._chip = size.value
        self._align = align
        self._cards: tuple[Card, ...] = ()
        self._level = ""
        self.setFixedHeight(size.value[1] + 2)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def set_cards(self, cards: "tuple[Card, ...]", level: str) -> None:
        if (cards, level) == (self._cards, self._level):
            return
        self._cards, self._level = cards, level
        said = " ".join(card_text(card) for card in cards)
        self.setAccessibleName(said)
        self.setToolTip(said)
        self.update()

    @property
    def cards(self) -> "tuple[Card, ...]":
        return self._cards

    def sizeHint(self) -> QSize:
        return QSize(self._chip[0] * 4, self._chip[1] + 2)

    def minimumSizeHint(self) -> QSize:
        return QSize(self._chip[0] * 2, self._chip[1] + 2)

    def step(self) -> float:
        """Px from one card to the next."""
        wide, count = self._chip[0], len(self._cards)
        if count < 2:
            return float(wide)
        return min(wide + 3.0, (self.width() - wide) / (count - 1))

    def paintEvent(self, event: QPaintEvent) -> None:
        if not self._cards:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        wide, high = self._chip
        step = self.step()
        used = step * (len(self._cards) - 1) + wide
        x = (self.width() - used) / 2 if self._align == Qt.AlignmentFlag.AlignHCenter else 0.0
        for place, card in enumerate(self._cards):
            last = place == len(self._cards) - 1
            rect = QRectF(x + place * step, 1, wide, high)
            wild = bool(self._level) and card.is_wild(self._level)
            draw_chip(painter, rect, card, wide if last else step, wild=wild)
        painter.end()
