"""What a deck lesson draws: its picture with the cards that were taken, the board of faces, one corner."""

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QImage, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.teaching import LessonView, Spot
from app.ui import theme
from app.ui.chips import draw_suit
from app.ui.table_view import ScaledImage
from app.ui.words import RED, card_text, rank_text, translate
from engine.cards import Card
from vision.opencv import cv2
from vision.values import Floats

if TYPE_CHECKING:
    from app.ui.ports import Image

RANKS = "A23456789TJQK"
SUITS = "SHCD"
_CASING = QColor(0, 0, 0, 190)
_REACH = 26.0
"""Px round a corner in which a click means it."""


def crop_image(crop: "Image") -> QImage:
    """A picture of its own."""
    turned = np.ascontiguousarray(cv2.cvtColor(crop, cv2.COLOR_BGR2RGB))
    height, width = turned.shape[:2]
    return QImage(turned.data, width, height, turned.strides[0], QImage.Format.Format_RGB888).copy()


class CropView(QWidget):
    """One corner, large."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._crop: Image | None = None
        self._image: QImage | None = None
        self.setFixedSize(112, 154)

    def show_crop(self, crop: "Image | None") -> None:
        if crop is not self._crop:
            self._crop = crop
            self._image = None if crop is None else crop_image(crop)
            self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        if self._image is None:
            painter.fillRect(self.rect(), QColor(theme.RAISED))
        else:
            painter.drawImage(QRectF(self.rect()), self._image)
        painter.end()


class LessonPicture(QWidget):
    """The newest picture; each corner that was found is marked, and named where it is known."""

    picked = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._view = LessonView()
        self._scaled: ScaledImage | None = None
        self._asked: int | None = None
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMinimumSize(320, 180)

    def show_view(self, view: LessonView, asked: int | None) -> None:
        """`asked`: the card in question, marked apart."""
        if view.picture is not None and (self._scaled is None or self._scaled.source is not view.picture):
            self._scaled = ScaledImage(view.picture)
        self._view, self._asked = view, asked
        self.update()

    def place_of(self, point: tuple[float, float]) -> QPointF:
        """Px of the picture -> px of the widget."""
        fit, scale = self._fit()
        return QPointF(fit.x() + point[0] * scale, fit.y() + point[1] * scale)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        nearest: tuple[float, int] | None = None
        for spot in self._view.spots:
            for pair in spot.points:
                away = event.position() - self._middle(pair)
                distance = float(np.hypot(away.x(), away.y()))
                if distance < _REACH and (nearest is None or distance < nearest[0]):
                    nearest = distance, spot.card
        if nearest is not None:
            self.picked.emit(nearest[1])

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor("#07090b"))
        if self._scaled is not None:
            fit, _ = self._fit()
            ratio = self.devicePixelRatioF()
            image = self._scaled.at(max(1, round(fit.width() * ratio)), max(1, round(fit.height() * ratio)))
            painter.drawImage(fit, image, QRectF(image.rect()))
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            for spot in self._view.spots:
                self._draw_spot(painter, spot)
        painter.end()

    def _fit(self) -> tuple[QRectF, float]:
        if self._scaled is None:
            return QRectF(self.rect()), 1.0
        height, width = self._scaled.source.shape[:2]
        scale = min(self.width() / width, self.height() / height)
        w, h = round(width * scale), round(height * scale)
        return QRectF((self.width() - w) // 2, (self.height() - h) // 2, w, h), scale

    def _middle(self, pair: Floats) -> QPointF:
        return self.place_of((float(pair[:, 0].mean()), float(pair[:, 1].mean())))

    def _draw_spot(self, painter: QPainter, spot: Spot) -> None:
        _, scale = self._fit()
        asked = spot.card == self._asked
        colour = theme.PICTURE_ACCENT if asked else theme.PICTURE_TEXT if spot.face else theme.PICTURE_MUTED
        for pair in spot.points:
            radius = max(12.0, float(np.linalg.norm(pair[1] - pair[0])) * scale * 1.1)
            middle = self._middle(pair)
            painter.setBrush(Qt.BrushStyle.NoBrush)
            for ink, width in ((_CASING, 4.0), (QColor(colour), 2.5 if asked else 1.4)):
                painter.setPen(QPen(ink, width, Qt.PenStyle.SolidLine if spot.face else Qt.PenStyle.DashLine))
                painter.drawEllipse(middle, radius, radius)
            self._draw_name(painter, spot, middle + QPointF(0, radius + 9), asked)

    def _draw_name(self, painter: QPainter, spot: Spot, middle: QPointF, asked: bool) -> None:
        text = "?" if spot.face is None else card_text(spot.face)
        painter.setFont(theme.font(theme.SMALL, bold=True))
        plate = QRectF(0, 0, painter.fontMetrics().horizontalAdvance(text) + 10, 17)
        plate.moveCenter(middle)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(theme.PICTURE_ACCENT) if asked else _CASING)
        painter.drawRoundedRect(plate, 4, 4)
        red = spot.face is not None and spot.face.suit in RED
        ink = theme.PICTURE_ON_ACCENT if asked else theme.PICTURE_RED if red else theme.PICTURE_TEXT
        painter.setPen(QColor(ink))
        painter.drawText(plate, Qt.AlignmentFlag.AlignCenter, text)


class Board(QWidget):
    """All faces, suits down and ranks across, jokers below; a known one shows the corner that was taken."""

    chosen = Signal(object)

    CELL = (43, 60)
    GAP = 4
    LEFT, TOP = 24, 22

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._view = LessonView()
        self._guesses: tuple[Card, ...] = ()
        self._crops: dict[int, QImage] = {}
        width = self.LEFT + len(RANKS) * (self.CELL[0] + self.GAP)
        height = self.TOP + 4 * (self.CELL[1] + self.GAP) + self.GAP + self.CELL[1]
        self.setFixedSize(QSize(width, height))

    def show_view(self, view: LessonView, guesses: tuple[Card, ...]) -> None:
        self._view, self._guesses = view, guesses
        self.setAccessibleName(" ".join(map(card_text, view.taken)))
        self.update()

    def cell(self, face: Card) -> QRectF:
        """Where a face has its place."""
        width, height = self.CELL
        if face.is_joker:
            row, column = 4, 4 if face.rank == "B" else 10
        else:
            row, column = SUITS.index(face.suit), RANKS.index(face.rank)
        x, y = self.LEFT + column * (width + self.GAP), self.TOP + row * (height + self.GAP)
        return QRectF(x, y + (self.GAP if row == 4 else 0), width, height)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        for face in (*self._view.taken, *self._view.missing):
            if self.cell(face).contains(event.position()):
                self.chosen.emit(face)
                return

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
        self._draw_heads(painter)
        for face in self._view.missing:
            painter.setPen(QPen(QColor(theme.LINE), 1, Qt.PenStyle.DashLine))
            painter.setBrush(QColor(theme.GROUND))
            painter.drawRoundedRect(self.cell(face).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4)
        for face, number in self._view.taken.items():
            painter.drawImage(self.cell(face), self._crop(number))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for face in self._guesses:
            painter.setPen(QPen(QColor(theme.ACCENT), 2 if face == self._guesses[0] else 1))
            painter.drawRoundedRect(self.cell(face).adjusted(-1, -1, 1, 1), 4, 4)
        painter.end()

    def _draw_heads(self, painter: QPainter) -> None:
        painter.setPen(QColor(theme.MUTED))
        painter.setFont(theme.font(theme.BODY, bold=True))
        for rank in RANKS:
            place = self.cell(Card("S", rank))
            head = QRectF(place.x(), 0, place.width(), self.TOP)
            painter.drawText(head, Qt.AlignmentFlag.AlignCenter, rank_text(rank))
        for suit in SUITS:
            place = self.cell(Card(suit, "A"))
            sign = QRectF(2, place.center().y() - 8, 16, 16)
            draw_suit(painter, sign, suit, theme.SUIT_RED if suit in RED else theme.SUIT_BLACK)
        painter.setFont(theme.font(theme.SMALL))
        names = (translate("words", "small joker"), translate("words", "big joker"))
        for name, text in zip(("SB", "HR"), names, strict=True):
            place = self.cell(Card.parse(name))
            head = QRectF(place.x() - 100, place.y(), 92, place.height())
            painter.drawText(head, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight, text)

    def _crop(self, number: int) -> QImage:
        if number not in self._crops:
            self._crops[number] = crop_image(self._view.crops[number])
        return self._crops[number]
