"""PASS cards, count cards and corner markers of the print kit, painted in millimetres.

The marker stands in the middle with a module of white round it; the words stand above it and, turned
round, below it, so that a card reads the same from both sides of the table.
"""

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPainterPath

from vision.markers import CORNER_MM, MARKED_CARD_MM, MARKER_MM, cells

INK = QColor("#14181c")
PAPER = QColor("#ffffff")
PASS = QColor("#0f5c4f")
COUNT = QColor("#8a2f1d")
BLEED = 2.0
"""mm by which colour reaches over the cut, so that a cut that is a little off leaves no white edge."""

BAND = 15.0
"""mm of a card above and below that carry the words."""

SEATS = {"E": "东", "S": "南", "W": "西", "N": "北"}


@dataclass(frozen=True, slots=True)
class Face:
    """What a card says.  marker: its id; big, small: the words, small in up to two lines; seat: whose."""

    marker: int
    big: str
    small: tuple[str, ...]
    seat: str
    colour: QColor


def draw_marker(painter: QPainter, number: int, place: QRectF) -> None:
    """A marker exactly as large as ``place``: its black square, and its white cells in one piece."""
    painter.fillRect(place, QColor("#000000"))
    white = QPainterPath()
    step = place.width() / 6
    for row, line in enumerate(cells(number)):
        for column, is_white in enumerate(line):
            if is_white:
                white.addRect(place.x() + column * step, place.y() + row * step, step, step)
    painter.fillPath(white.simplified(), PAPER)


def draw_card(painter: QPainter, face: Face, place: QRectF, family: str) -> None:
    """A card in ``place`` (mm), its colour reaching over the cut by `BLEED`."""
    painter.save()
    painter.translate(place.center())
    width, height = MARKED_CARD_MM
    for turn in (0.0, 180.0):
        painter.save()
        painter.rotate(turn)
        band = QRectF(-width / 2 - BLEED, -height / 2 - BLEED, width + 2 * BLEED, BAND + BLEED)
        painter.fillRect(band, face.colour)
        _words(painter, face, QRectF(-width / 2, -height / 2, width, BAND), family)
        painter.restore()
    draw_marker(painter, face.marker, QRectF(-MARKER_MM / 2, -MARKER_MM / 2, MARKER_MM, MARKER_MM))
    painter.restore()


def draw_corner(painter: QPainter, number: int, middle: QPointF) -> None:
    """A corner marker with the small cross on each side that shows where its centre lies."""
    half = CORNER_MM / 2
    draw_marker(painter, number, QRectF(middle.x() - half, middle.y() - half, CORNER_MM, CORNER_MM))
    pen_width, near, far = 0.3, half + 10.5, half + 14.5
    for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        start = QPointF(middle.x() + dx * near, middle.y() + dy * near)
        end = QPointF(middle.x() + dx * far, middle.y() + dy * far)
        line = QRectF(start, end).normalized()
        painter.fillRect(line.adjusted(*(v * pen_width / 2 for v in (-1, -1, 1, 1))), INK)


def text(
    painter: QPainter,
    words: str,
    place: QRectF,
    family: str,
    size: float,
    colour: QColor = INK,
    align: Qt.AlignmentFlag = Qt.AlignmentFlag.AlignCenter,
    *,
    bold: bool = False,
) -> None:
    """Words of ``size`` mm in ``place``, made smaller where they would not fit its width."""
    face = font(family, size)
    wide = QFontMetricsF(face).horizontalAdvance(words) / SCALE
    painter.save()
    painter.setPen(colour)
    painter.translate(place.x(), place.y())
    fit = min(1.0, place.width() / wide) if wide else 1.0
    painter.scale(fit / SCALE, fit / SCALE)
    painter.setFont(face)
    box = QRectF(0, 0, place.width() * SCALE / fit, place.height() * SCALE / fit)
    flags = int(align) | int(Qt.AlignmentFlag.AlignVCenter) | int(Qt.TextFlag.TextSingleLine)
    painter.drawText(box, flags, words)
    if bold:  # the bundled face has one weight: drawn again a hair to the right
        painter.drawText(box.translated(size * SCALE * 0.03, 0), flags, words)
    painter.restore()


SCALE = 100.0
"""Type is set a hundred times as large and scaled down: font sizes are whole px, these are mm."""


def font(family: str, size: float) -> QFont:
    made = QFont(family)
    made.setPixelSize(round(size * SCALE))
    made.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    return made


def _words(painter: QPainter, face: Face, band: QRectF, family: str) -> None:
    seat = QRectF(band.x() + 3, band.y() + 2.5, 8, BAND - 5)
    text(painter, face.seat, seat, family, 4.2, PAPER, Qt.AlignmentFlag.AlignLeft)
    body = QRectF(band.x() + 12, band.y(), band.width() - 15, BAND)
    if not face.small:
        text(painter, face.big, body, family, 9.6, PAPER, bold=True)
        return
    big = QRectF(body.x(), body.y(), body.width() * 0.42, BAND)
    text(painter, face.big, big, family, 13, PAPER, Qt.AlignmentFlag.AlignRight, bold=True)
    high = BAND / (len(face.small) + 1)
    for line, words in enumerate(face.small):
        row = QRectF(
            big.right() + 2.5, body.y() + high * (line + 0.5), body.right() - big.right() - 2.5, high
        )
        text(painter, words, row, family, 4.2, PAPER, Qt.AlignmentFlag.AlignLeft)
