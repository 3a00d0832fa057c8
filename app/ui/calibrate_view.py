"""The picture in which the corners of the play square are put: handles, magnifier, a grid over the table."""

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QImage,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPen,
    QPolygonF,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.ui import theme
from app.ui.table_view import ScaledImage
from app.ui.words import seat_name
from vision.opencv import cv2
from vision.table import Table

if TYPE_CHECKING:
    from app.ui.ports import Image

CORNERS = ("NW", "NE", "SE", "SW")
GRID_MM = 100.0
_GRAB = 18.0  # px round a handle in which it is taken
_ZOOM = 5
_GLASS = 190  # px across of the magnifier
_CASING = QColor(0, 0, 0, 190)


class CalibrateView(QWidget):
    """Shows the newest picture. The first four clicks put the corners, in the order of `CORNERS`; then they
    are dragged, or moved by the arrow keys, half a px of the picture at a time."""

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.points: list[tuple[float, float]] = []
        self.table: Table | None = None
        self._image: Image | None = None
        self._scaled: ScaledImage | None = None
        self._reason = ""
        self._held: int | None = None
        self._chosen: int | None = None
        self._mouse: QPointF | None = None
        self.setMouseTracking(True)
        self.setCursor(Qt.CursorShape.CrossCursor)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMinimumSize(480, 270)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)

    @property
    def image(self) -> "Image | None":
        return self._image

    def show_image(self, image: "Image") -> None:
        self._image, self._scaled = image, ScaledImage(image)
        self.update()

    def clear_image(self) -> None:
        """No picture, until one of another source comes."""
        self._image = self._scaled = None
        self.update()

    def set_reason(self, text: str) -> None:
        """Why there is no picture; nothing: it is waited for."""
        self._reason = text
        self.update()

    def set_points(self, points: list[tuple[float, float]]) -> None:
        """Corners in px of the picture, as many as are put."""
        self.points = list(points)
        self._held, self._chosen = None, None
        self.changed.emit()
        self.update()

    def set_table(self, table: Table | None) -> None:
        """The table that the corners give, to draw its grid; None while they give none."""
        self.table = table
        self.update()

    # ---- mouse and keys -----------------------------------------------------------------------

    def mousePressEvent(self, event: QMouseEvent) -> None:
        place = event.position()
        if event.button() != Qt.MouseButton.LeftButton or self._image is None:
            return
        near = self._near(place)
        if near is None and len(self.points) < len(CORNERS):
            self.points.append(self._to_picture(place))
            near = len(self.points) - 1
        self._held = self._chosen = near
        self.changed.emit()
        self.update()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._mouse = event.position()
        if self._held is not None:
            self.points[self._held] = self._to_picture(event.position())
            self.changed.emit()
        self.update()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self._held = None

    def leaveEvent(self, event: object) -> None:
        self._mouse = None
        self.update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        steps = {
            Qt.Key.Key_Left: (-0.5, 0.0), Qt.Key.Key_Right: (0.5, 0.0),
            Qt.Key.Key_Up: (0.0, -0.5), Qt.Key.Key_Down: (0.0, 0.5),
        }  # fmt: skip
        step = steps.get(Qt.Key(event.key()))
        if step is None or self._chosen is None:
            super().keyPressEvent(event)
            return
        x, y = self.points[self._chosen]
        self.points[self._chosen] = (x + step[0], y + step[1])
        self._mouse = None
        self.changed.emit()
        self.update()

    def _near(self, place: QPointF) -> int | None:
        """The handle under the mouse."""
        spots = [self._to_widget(point) for point in self.points]
        gaps = [(spot.x() - place.x()) ** 2 + (spot.y() - place.y()) ** 2 for spot in spots]
        best = min(range(len(gaps)), key=gaps.__getitem__, default=None)
        return best if best is not None and gaps[best] <= _GRAB**2 else None

    # ---- where things lie ---------------------------------------------------------------------

    def _place(self) -> QRectF:
        assert self._image is not None
        high, wide = self._image.shape[:2]
        scale = min(self.width() / wide, self.height() / high)
        w, h = round(wide * scale), round(high * scale)
        return QRectF(round((self.width() - w) / 2), round((self.height() - h) / 2), w, h)

    def _to_picture(self, place: QPointF) -> tuple[float, float]:
        assert self._image is not None
        box, (high, wide) = self._place(), self._image.shape[:2]
        x = (place.x() - box.x()) / box.width() * wide
        y = (place.y() - box.y()) / box.height() * high
        return min(max(x, 0.0), float(wide)), min(max(y, 0.0), float(high))

    def _to_widget(self, point: "tuple[float, float] | np.ndarray") -> QPointF:
        assert self._image is not None
        box, (high, wide) = self._place(), self._image.shape[:2]
        return QPointF(
            box.x() + float(point[0]) * box.width() / wide, box.y() + float(point[1]) * box.height() / high
        )

    # ---- painting -----------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor("#07090b"))
        if self._scaled is None or self._image is None:
            painter.setPen(QColor(theme.PICTURE_MUTED))
            painter.setFont(theme.font(theme.TITLE))
            said = self._reason or self.tr("Waiting for the first picture")
            painter.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter, said)
            painter.end()
            return
        place = self._place()
        ratio = self.devicePixelRatioF()
        image = self._scaled.at(max(1, round(place.width() * ratio)), max(1, round(place.height() * ratio)))
        painter.drawImage(place, image, QRectF(image.rect()))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setClipRect(place)
        if self.table is not None:
            self._draw_grid(painter, self.table)
            self._draw_seats(painter, self.table, place)
        self._draw_handles(painter)
        painter.setClipping(False)
        self._draw_glass(painter, self._image)
        painter.end()

    def _draw_grid(self, painter: QPainter, table: Table) -> None:
        """Lines every 10 cm; they lie straight on the table when the corners are right."""
        width, height = table.play_area_mm
        for along, limit, other in ((0, width, height), (1, height, width)):
            for at in [*np.arange(0, limit, GRID_MM), limit]:
                ends = np.array([(at, 0), (at, other)] if along == 0 else [(0, at), (other, at)])
                start, end = (self._to_widget(px) for px in table.to_px(ends))
                rim = at in (0, limit)
                for colour, wide in (
                    (_CASING, 3.5),
                    (QColor(theme.PICTURE_ACCENT if rim else "#dfe6ec"), 2.0 if rim else 0.9),
                ):
                    painter.setPen(QPen(colour, wide))
                    painter.drawLine(start, end)

    def _draw_seats(self, painter: QPainter, table: Table, place: QRectF) -> None:
        width, height = table.play_area_mm
        spots = ((0.9, 0.5), (0.5, 0.1), (0.1, 0.5), (0.5, 0.9))
        painter.setFont(theme.font(theme.BIG, bold=True))
        for seat, (x, y) in zip(table.seats, spots, strict=True):
            middle = self._to_widget(table.to_px((x * width, y * height)))
            text = seat_name(seat)
            wide = painter.fontMetrics().horizontalAdvance(text) + 22
            plate = QRectF(0, 0, wide, 38)
            plate.moveCenter(middle)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(_CASING)
            painter.drawRoundedRect(plate, 8, 8)
            painter.setPen(QColor(theme.PICTURE_TEXT))
            painter.drawText(plate, Qt.AlignmentFlag.AlignCenter, text)

    def _draw_handles(self, painter: QPainter) -> None:
        if 1 < len(self.points) < len(CORNERS):
            painter.setPen(QPen(QColor(theme.PICTURE_ACCENT), 1.5, Qt.PenStyle.DashLine))
            painter.drawPolyline(QPolygonF([self._to_widget(point) for point in self.points]))
        painter.setFont(theme.font(theme.BODY, bold=True))
        for number, point in enumerate(self.points):
            spot = self._to_widget(point)
            chosen = number == self._chosen
            painter.setBrush(Qt.BrushStyle.NoBrush)
            for colour, wide in (
                (_CASING, 5.0),
                (QColor(theme.PICTURE_ACCENT if chosen else "#ffffff"), 2.0),
            ):
                painter.setPen(QPen(colour, wide))
                painter.drawEllipse(spot, 9, 9)
                painter.drawLine(spot - QPointF(14, 0), spot + QPointF(14, 0))
                painter.drawLine(spot - QPointF(0, 14), spot + QPointF(0, 14))
            bottom = painter.clipBoundingRect().bottom() if painter.hasClipping() else self.height()
            below = spot.y() + 32 < bottom
            plate = QRectF(spot.x() + 12, spot.y() + (10 if below else -30), 20, 20)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(_CASING)
            painter.drawRoundedRect(plate, 4, 4)
            painter.setPen(QColor(theme.PICTURE_TEXT))
            painter.drawText(plate, Qt.AlignmentFlag.AlignCenter, str(number + 1))

    def _draw_glass(self, painter: QPainter, image: "Image") -> None:
        """What lies under the mouse, or under the handle that the keys move, several times as large."""
        looked_at = self._to_picture(self._mouse) if self._mouse is not None else None
        if looked_at is None and self._chosen is not None:
            looked_at = self.points[self._chosen]
        if looked_at is None:
            return
        span = _GLASS // _ZOOM
        patch = cv2.getRectSubPix(image, (span, span), (looked_at[0] - 0.5, looked_at[1] - 0.5))
        large = cv2.resize(patch, (_GLASS, _GLASS), interpolation=cv2.INTER_CUBIC)
        pixels = np.ascontiguousarray(cv2.cvtColor(large, cv2.COLOR_BGR2RGB))
        shown = QImage(pixels.data, _GLASS, _GLASS, 3 * _GLASS, QImage.Format.Format_RGB888)
        left = self._to_widget(looked_at).x() > self.width() / 2
        corner = QPointF(14 if left else self.width() - _GLASS - 14, 14)
        circle = QRectF(corner.x(), corner.y(), _GLASS, _GLASS)
        path = QPainterPath()
        path.addEllipse(circle)
        painter.save()
        painter.setClipPath(path)
        painter.drawImage(circle.topLeft(), shown)
        painter.setPen(QPen(QColor(theme.PICTURE_ACCENT), 1))
        middle = circle.center()
        painter.drawLine(QPointF(circle.left(), middle.y()), QPointF(circle.right(), middle.y()))
        painter.drawLine(QPointF(middle.x(), circle.top()), QPointF(middle.x(), circle.bottom()))
        painter.restore()
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(QColor(theme.PICTURE_ACCENT), 2))
        painter.drawEllipse(circle)
