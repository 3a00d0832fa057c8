"""The live picture: seat areas outlined, the cards that were read named on it."""

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QImage, QMouseEvent, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.ui import theme
from app.ui.chips import draw_suit
from app.ui.words import RED, rank_text, seat_short, source_text, translate
from engine.cards import Card, CardError
from vision.opencv import cv2

if TYPE_CHECKING:
    from app.ui.ports import Image, Picture, Polygon

_LABEL = 15  # px of a card's name
_CASING = QColor(0, 0, 0, 190)  # under every line and name, so that they show on any cloth


class ScaledImage:
    """A picture scaled once to the size it is shown at. Its array lives as long as what is drawn from it."""

    def __init__(self, image: "Image") -> None:
        self.source = image
        self._array = image
        self._drawn: QImage | None = None

    def at(self, width: int, height: int) -> QImage:
        """The picture at exactly width x height px, in the form that paints fastest."""
        if self._drawn is None or (self._drawn.width(), self._drawn.height()) != (width, height):
            scaled = cv2.resize(self.source, (width, height), interpolation=cv2.INTER_LINEAR)
            self._array = np.asarray(cv2.cvtColor(scaled, cv2.COLOR_BGR2BGRA), dtype=np.uint8)
            form = QImage.Format.Format_RGB32
            self._drawn = QImage(self._array.data, width, height, self._array.strides[0], form)
        return self._drawn


class TableView(QWidget):
    """Shows the newest picture, or a still that the referee asked to see large."""

    still_closed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._picture: Picture | None = None
        self._scaled: ScaledImage | None = None
        self._still: ScaledImage | None = None
        self._to_play: str | None = None
        self._source_name = ""
        self._help: tuple[tuple[str, str], ...] = ()
        self.trouble = ""
        self._drawn_over: QImage | None = None
        self._drawn_over_key: object = None
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMinimumSize(320, 180)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)

    def sizeHint(self) -> QSize:
        return QSize(960, 540)

    def show_picture(self, picture: "Picture") -> None:
        self._picture = picture
        self._scaled = ScaledImage(picture.image)
        if self._still is None:
            self.update()

    def show_still(self, image: "Image | None") -> None:
        """A picture in place of the live one until the next click; None goes back."""
        self._still = None if image is None else ScaledImage(image)
        self.update()

    def set_to_play(self, seat: str | None) -> None:
        if seat != self._to_play:
            self._to_play = seat
            self.update()

    def set_source_name(self, name: str) -> None:
        self._source_name = name
        self.update()

    def show_trouble(self, text: str) -> None:
        """Why the picture is not how the table looks now; it is dimmed and the text stands in it."""
        if text != self.trouble:
            self.trouble = text
            self.update()

    @property
    def picture(self) -> "Picture | None":
        return self._picture

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if self._still is not None:
            self.show_still(None)
            self.still_closed.emit()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor("#07090b"))
        shown = self._still or self._scaled
        if shown is None:
            if self._source_name:
                self._say(painter, self._nothing_text(), self.rect().toRectF())
            else:
                self._paint_help(painter)
        else:
            place = self._fit(shown.source.shape[1], shown.source.shape[0])
            ratio = self.devicePixelRatioF()
            image = shown.at(max(1, round(place.width() * ratio)), max(1, round(place.height() * ratio)))
            painter.drawImage(place, image, QRectF(image.rect()))
            if self._still is not None:
                note = QRectF(place.x(), place.bottom() - 36, place.width(), 30)
                self._say(painter, self.tr("Evidence of the play that waits. Click to go back."), note)
            elif self._picture is not None:
                painter.drawImage(place.topLeft(), self._over(self._picture, place, ratio))
        if self.trouble and shown is not None and self._still is None:
            painter.fillRect(self.rect(), _CASING)
            self._say(painter, self.trouble, self.rect().toRectF())
        painter.end()

    def set_help(self, keys: tuple[tuple[str, str], ...]) -> None:
        """Keys and what they do, to be shown where there is no camera."""
        self._help = keys
        self.update()

    def _paint_help(self, painter: QPainter) -> None:
        """That all is typed, and how, on a plain ground: no picture will come."""
        painter.fillRect(self.rect(), QColor(theme.PANEL))
        painter.setPen(QColor(theme.TEXT))
        painter.setFont(theme.font(theme.TITLE, bold=True))
        top = self.height() / 5
        centre = Qt.AlignmentFlag.AlignCenter
        painter.drawText(QRectF(0, top, self.width(), 34), centre, self._nothing_text())
        painter.setFont(theme.font(theme.BODY + 1))
        metrics = painter.fontMetrics()
        high = metrics.height() + 4
        wide = [[metrics.horizontalAdvance(text) for text in pair] for pair in self._help] or [[0, 0]]
        keys, does = (max(pair[at] for pair in wide) for at in (0, 1))
        x = (self.width() - keys - does - 20) / 2
        for place, (key, what) in enumerate(self._help):
            line = QRectF(x, top + 46 + place * high, keys, high)
            painter.setPen(QColor(theme.TEXT))
            painter.drawText(line, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight, key)
            painter.setPen(QColor(theme.MUTED))
            line = line.translated(keys + 20, 0)
            line.setWidth(does + 2)
            painter.drawText(line, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, what)

    def _nothing_text(self) -> str:
        if self.trouble:
            return self.trouble
        if self._source_name:
            return self.tr("Waiting for the first picture of {0}").format(source_text(self._source_name))
        return self.tr("No camera: plays are typed by hand.")

    def _fit(self, width: int, height: int) -> QRectF:
        """Where a picture of that size lies in the widget."""
        scale = min(self.width() / width, self.height() / height)
        w, h = width * scale, height * scale
        return QRectF(round((self.width() - w) / 2), round((self.height() - h) / 2), round(w), round(h))

    def _say(self, painter: QPainter, text: str, place: QRectF) -> None:
        painter.setFont(theme.font(theme.TITLE))
        wide = painter.fontMetrics().horizontalAdvance(text) + 24
        plate = QRectF(0, 0, min(wide, place.width()), 34)
        plate.moveCenter(place.center())
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(_CASING)
        painter.drawRoundedRect(plate, 6, 6)
        painter.setPen(QColor(theme.PICTURE_TEXT))
        painter.drawText(plate, Qt.AlignmentFlag.AlignCenter, text)

    def _over(self, picture: "Picture", place: QRectF, ratio: float) -> QImage:
        """Outlines and names. They change much more rarely than the picture under them, so they are kept."""
        areas = tuple((seat, np.asarray(corners).tobytes()) for seat, corners in picture.areas.items())
        marks = tuple((np.asarray(corners).tobytes(), text, seat) for corners, text, seat in picture.marks)
        key = (place.width(), place.height(), ratio, picture.image.shape, self._to_play, areas, marks)
        if self._drawn_over is None or key != self._drawn_over_key:
            size = QSize(round(place.width() * ratio), round(place.height() * ratio))
            over = QImage(size, QImage.Format.Format_ARGB32_Premultiplied)
            over.setDevicePixelRatio(ratio)
            over.fill(Qt.GlobalColor.transparent)
            painter = QPainter(over)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            canvas = QRectF(0, 0, place.width(), place.height())
            self._draw_areas(painter, picture, canvas)
            self._draw_marks(painter, picture, canvas)
            painter.end()
            self._drawn_over, self._drawn_over_key = over, key
        return self._drawn_over

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._drawn_over = None
            self.update()

    def _draw_areas(self, painter: QPainter, picture: "Picture", place: QRectF) -> None:
        for seat, corners in picture.areas.items():
            outline = _onto(corners, picture.image, place)
            turn = seat == self._to_play
            painter.setBrush(Qt.BrushStyle.NoBrush)
            line = (QColor(theme.PICTURE_ACCENT), 2.5) if turn else (QColor("#dfe6ec"), 1.2)
            for colour, width in ((_CASING, 5.0), line):
                painter.setPen(QPen(colour, width))
                painter.drawPolygon(outline)

    def _draw_badge(
        self, painter: QPainter, seat: str, outline: QPolygonF, place: QRectF, cards: list[QRectF]
    ) -> QRectF:
        """The seat's letter at the outer edge of its area, off the cards; filled for who is to move."""
        turn = seat == self._to_play
        text = seat_short(seat)
        if turn:
            text = self.tr("{0} to move").format(text)
        painter.setFont(theme.font(theme.BODY, bold=True))
        plate = QRectF(0, 0, painter.fontMetrics().horizontalAdvance(text) + 14, 24)
        box = outline.boundingRect().intersected(place)
        away = box.center() - place.center()
        for along in (0.5, 0.3, 0.7, 0.12, 0.88):
            if abs(away.x()) * place.height() > abs(away.y()) * place.width():
                x = box.right() - plate.width() - 6 if away.x() > 0 else box.left() + 6
                plate.moveTo(x, box.top() + along * box.height() - 12)
            else:
                y = box.bottom() - 30 if away.y() > 0 else box.top() + 6
                plate.moveTo(box.left() + along * box.width() - plate.width() / 2, y)
            if not any(plate.intersects(card) for card in cards):
                break
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(theme.PICTURE_ACCENT) if turn else _CASING)
        painter.drawRoundedRect(plate, 5, 5)
        painter.setPen(QColor(theme.PICTURE_ON_ACCENT if turn else theme.PICTURE_TEXT))
        painter.drawText(plate, Qt.AlignmentFlag.AlignCenter, text)
        return plate

    def _draw_marks(self, painter: QPainter, picture: "Picture", place: QRectF) -> None:
        by_seat: dict[str, list[tuple[QPolygonF, str]]] = {}
        for corners, text, seat in picture.marks:
            by_seat.setdefault(seat, []).append((_onto(corners, picture.image, place), text))
        outlines = [outline for marks in by_seat.values() for outline, _ in marks]
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for outline in outlines:
            for colour, width in ((_CASING, 3.0), (QColor("#ffffff"), 1.0)):
                painter.setPen(QPen(colour, width))
                painter.drawPolygon(outline)
        cards = [outline.boundingRect() for outline in outlines]
        taken = [
            self._draw_badge(painter, seat, _onto(corners, picture.image, place), place, cards)
            for seat, corners in picture.areas.items()
        ]
        painter.setFont(theme.font(_LABEL, bold=True))
        for marks in by_seat.values():
            for plate, texts in place_names(painter, marks, place, taken):
                _draw_names(painter, plate, texts)


def _onto(corners: "Polygon", image: "Image", place: QRectF) -> QPolygonF:
    """Corners in px of the picture -> where they lie in the widget."""
    kx, ky = place.width() / image.shape[1], place.height() / image.shape[0]
    return QPolygonF([QPointF(place.x() + float(x) * kx, place.y() + float(y) * ky) for x, y in corners])


def name_width(painter: QPainter, text: str) -> float:
    """Width of one card's name, its suit sign and the room after it."""
    sign, word = split_name(text)
    return (_LABEL if sign else 0) + painter.fontMetrics().horizontalAdvance(word) + 6


def split_name(text: str) -> tuple[str, str]:
    """A card's text as sign and word: ("H", "10"); a joker has no sign."""
    try:
        card = Card.parse(text)
    except CardError:
        return "", text
    if card.is_joker:
        return "", translate("words", "big joker") if card.rank == "R" else translate("words", "small joker")
    if card.suit == "?":
        return "", "?" if card.rank == "?" else "?" + rank_text(card.rank)
    return card.suit, rank_text(card.rank)


Names = tuple[QRectF, list[str]]


def place_names(
    painter: QPainter, marks: list[tuple[QPolygonF, str]], place: QRectF, taken: list[QRectF]
) -> list[Names]:
    """Plates for the names of one seat's cards: on the cards where they fit, else in rows beside them.

    `taken` grows by what is placed, so that no plate covers another.
    """
    high = _LABEL + 8
    single = []
    for outline, text in marks:
        plate = QRectF(0, 0, name_width(painter, text) + 4, high)
        plate.moveCenter(outline.boundingRect().center())
        single.append((_inside(plate, place), [text]))
    plates = [plate for plate, _ in single]
    apart = all(not a.intersects(b) for i, a in enumerate(plates) for b in plates[:i])
    if apart and not any(a.intersects(b) for a in plates for b in taken):
        taken += plates
        return single
    texts = [text for _, text in marks]
    rows = [texts] if len(texts) <= 6 else [texts[: (len(texts) + 1) // 2], texts[(len(texts) + 1) // 2 :]]
    box = marks[0][0].boundingRect()
    for outline, _ in marks[1:]:
        box = box.united(outline.boundingRect())
    wide = max(sum(name_width(painter, text) for text in row) for row in rows) + 4
    block = _free_place(QRectF(0, 0, wide, high * len(rows)), box, place, taken)
    taken.append(block)
    return [(QRectF(block.x(), block.y() + i * high, block.width(), high), row) for i, row in enumerate(rows)]


def _free_place(block: QRectF, box: QRectF, place: QRectF, taken: list[QRectF]) -> QRectF:
    """Below the cards, above them, or on them: the first of these that is free."""
    tries = []
    for y in (box.bottom() + 4, box.top() - block.height() - 4, box.center().y() - block.height() / 2):
        spot = QRectF(block)
        spot.moveTo(box.center().x() - block.width() / 2, y)
        tries.append(_inside(spot, place))
    outside = [spot for spot in tries[:2] if not spot.intersects(box)]
    for spot in [*outside, *tries]:
        if not any(spot.intersects(other) for other in taken):
            return spot
    return tries[0]


def _inside(rect: QRectF, place: QRectF) -> QRectF:
    moved = QRectF(rect)
    moved.moveLeft(max(place.left() + 2, min(rect.left(), place.right() - rect.width() - 2)))
    moved.moveTop(max(place.top() + 2, min(rect.top(), place.bottom() - rect.height() - 2)))
    return moved


def _draw_names(painter: QPainter, plate: QRectF, texts: list[str]) -> None:
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(10, 12, 15, 225))
    painter.drawRoundedRect(plate, 4, 4)
    x = plate.x() + 5
    for text in texts:
        sign, word = split_name(text)
        red = sign in RED and bool(sign)
        ink = QColor(theme.PICTURE_RED if red else theme.PICTURE_TEXT)
        if sign:
            side = _LABEL - 3
            draw_suit(painter, QRectF(x, plate.y() + (plate.height() - side) / 2, side, side), sign, ink)
            x += _LABEL - 1
        painter.setPen(ink)
        wide = painter.fontMetrics().horizontalAdvance(word)
        painter.drawText(QRectF(x, plate.y(), wide + 2, plate.height()), Qt.AlignmentFlag.AlignVCenter, word)
        x += wide + 7
        painter.setPen(Qt.PenStyle.NoPen)
