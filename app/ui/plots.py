"""Plots in the look of the window: bars with their values, and two lines of levels over the deals."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.ui import theme
from app.ui.chips import draw_fitted

_LEFT = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
_RIGHT = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight
_MIDDLE = Qt.AlignmentFlag.AlignCenter


def side_colour(side: int | None) -> QColor:
    """Of one of the two sides, each of which is named in words beside it; None: of neither."""
    return QColor(theme.MUTED if side is None else (theme.ACCENT, theme.SECOND)[side])


@dataclass(frozen=True, slots=True)
class Bar:
    """One bar: its name, its height as a number and as said, and whose it is (0, 1; None: nobody's)."""

    name: str
    value: float
    said: str
    side: int | None = None


class Plot(QWidget):
    """A title above, and room to draw in."""

    HEAD = 26

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.title = ""
        self.setMinimumSize(260, 150)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    def sizeHint(self) -> QSize:
        return QSize(420, 220)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(theme.font(theme.BODY, bold=True))
        painter.setPen(QColor(theme.TEXT))
        draw_fitted(painter, QRectF(4, 0, self.width() - 8, self.HEAD), self.title, _LEFT)
        self.draw(painter, QRectF(4, self.HEAD, self.width() - 8, self.height() - self.HEAD - 2))
        painter.end()

    def draw(self, painter: QPainter, room: QRectF) -> None:
        raise NotImplementedError


class Bars(Plot):
    """A value for each name."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._bars: tuple[Bar, ...] = ()

    def show_bars(self, title: str, bars: Sequence[Bar]) -> None:
        self.title, self._bars = title, tuple(bars)
        self.setAccessibleName("; ".join([title, *(f"{bar.name} {bar.said}" for bar in bars)]))
        self.update()


class Rows(Bars):
    """Bars that lie, one below the other, each with its name before and its value behind."""

    NAME, SAID = 96, 92

    def draw(self, painter: QPainter, room: QRectF) -> None:
        if not self._bars:
            return
        high = min(room.height() / len(self._bars), 72.0)
        most = max(bar.value for bar in self._bars) or 1
        wide = room.width() - self.NAME - self.SAID
        for number, bar in enumerate(self._bars):
            y = room.y() + number * high
            painter.setFont(theme.font(theme.BODY))
            painter.setPen(QColor(theme.TEXT))
            draw_fitted(painter, QRectF(room.x(), y, self.NAME - 8, high), bar.name, _RIGHT)
            length = max(wide * bar.value / most, 2.0 if bar.value else 0.0)
            thick = min(high * 0.55, 30.0)
            colour = side_colour(bar.side)
            painter.fillRect(QRectF(room.x() + self.NAME, y + (high - thick) / 2, length, thick), colour)
            painter.setFont(theme.font(theme.BODY, bold=True))
            draw_fitted(
                painter, QRectF(room.x() + self.NAME + length + 8, y, self.SAID - 8, high), bar.said, _LEFT
            )


class Columns(Bars):
    """Bars that stand, the value above and the name below; where they are many, some are not written."""

    FOOT, TOP = 20, 18

    def draw(self, painter: QPainter, room: QRectF) -> None:
        if not self._bars:
            return
        step = min(room.width() / len(self._bars), 90.0)
        most = max(bar.value for bar in self._bars) or 1
        foot = room.bottom() - self.FOOT
        high = foot - room.y() - self.TOP
        painter.setFont(theme.font(theme.SMALL))
        wide = painter.fontMetrics().horizontalAdvance("00:00") + 4
        every = max(1, -int(-wide // step))
        for number, bar in enumerate(self._bars):
            x, tall = room.x() + number * step, high * bar.value / most
            colour = side_colour(bar.side)
            painter.fillRect(QRectF(x + step * 0.15, foot - tall, step * 0.7, tall), colour)
            if number % every == 0:
                place = QRectF(x + step / 2 - 40, foot, 80, self.FOOT)
                painter.setPen(QColor(theme.MUTED))
                painter.drawText(place, _MIDDLE, bar.name)
                painter.setPen(QColor(theme.TEXT))
                painter.drawText(
                    QRectF(x + step / 2 - 40, foot - tall - self.TOP, 80, self.TOP), _MIDDLE, bar.said
                )
        painter.setPen(QPen(QColor(theme.LINE), 1))
        painter.drawLine(QPointF(room.x(), foot), QPointF(room.right(), foot))


class Lines(Plot):
    """Two lines of levels, from before the first deal (0) to after the last."""

    LEFT, FOOT, NAMED = 30, 20, 86

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._levels: tuple[tuple[int, ...], ...] = ()
        self._names: tuple[str, ...] = ()
        self._ticks: tuple[str, ...] = ()

    def show_levels(
        self, title: str, ticks: Sequence[str], names: Sequence[str], levels: Sequence[Sequence[int]]
    ) -> None:
        """`levels`: of each side, as places in `ticks`, the levels' names from the lowest on."""
        self.title, self._ticks, self._names = title, tuple(ticks), tuple(names)
        self._levels = tuple(map(tuple, levels))
        said = (
            f"{name} {' '.join(ticks[level] for level in own)}"
            for name, own in zip(names, levels, strict=True)
        )
        self.setAccessibleName("; ".join([title, *said]))
        self.update()

    def draw(self, painter: QPainter, room: QRectF) -> None:
        count = max((len(levels) for levels in self._levels), default=0)
        if not count:
            return
        area = room.adjusted(self.LEFT, 8, -self.NAMED, -self.FOOT)
        rise, step = area.height() / max(len(self._ticks) - 1, 1), area.width() / max(count - 1, 1)
        painter.setFont(theme.font(theme.SMALL - 1))
        for number, tick in enumerate(self._ticks):
            y = area.bottom() - number * rise
            painter.setPen(QPen(QColor(theme.LINE), 1, Qt.PenStyle.DotLine))
            painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y))
            if rise >= 11 or number % 2 == 0:
                painter.setPen(QColor(theme.MUTED))
                painter.drawText(QRectF(room.x(), y - 8, self.LEFT - 6, 16), _RIGHT, tick)
        every = max(1, -int(-22 // step)) if step else 1
        for number in range(0, count, every):
            place = QRectF(area.left() + number * step - 20, area.bottom() + 3, 40, self.FOOT - 4)
            painter.setPen(QColor(theme.MUTED))
            painter.drawText(place, _MIDDLE, str(number))
        self._draw_sides(painter, area, rise, step)

    def _draw_sides(self, painter: QPainter, area: QRectF, rise: float, step: float) -> None:
        ends = []
        for side, levels in enumerate(self._levels):
            shift = (side - 0.5) * 3  # two lines on one level stay two lines
            points = [
                QPointF(area.left() + at * step, area.bottom() - level * rise + shift)
                for at, level in enumerate(levels)
            ]
            painter.setPen(QPen(side_colour(side), 2.5))
            painter.drawPolyline(points)
            painter.setBrush(side_colour(side))
            for point in points:
                painter.drawEllipse(point, 2.5, 2.5)
            if points:
                ends.append((points[-1], side, levels[-1]))
        painter.setFont(theme.font(theme.BODY, bold=True))
        apart = abs(ends[0][0].y() - ends[1][0].y()) if len(ends) == 2 else 99.0
        for end, side, level in ends:
            higher = len(ends) == 2 and end.y() <= ends[1 - side][0].y()
            push = 0.0 if apart >= 18 else (-1 if higher else 1) * (18 - apart) / 2
            painter.setPen(side_colour(side))
            text = f"{self._names[side]} {self._ticks[level]}"
            draw_fitted(painter, QRectF(end.x() + 8, end.y() - 10 + push, self.NAMED - 10, 20), text, _LEFT)
