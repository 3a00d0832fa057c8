"""What a replay shows: the picture, the play in a line, and a time line with the plays near it."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.ui import theme
from app.ui.chips import draw_fitted
from app.ui.play_lines import draw_cards
from app.ui.table_view import ScaledImage
from app.ui.words import combo_short, seat_name, seat_short, translate

if TYPE_CHECKING:
    from app.snapshot import PlayLine
    from app.ui.ports import Image

GAP_MS = 500
"""Pictures farther apart than that leave a hole in the time line."""
_GROUND = QColor("#07090b")
_TICKS_MS = 2000


def relative_text(at_ms: int, line: "PlayLine") -> str:
    """How long before or after the play a picture was taken."""
    apart = at_ms - line.at_ms
    said = f"{'+' if apart > 0 else ''}{abs(apart) / 1000:.2f}"
    if line.kind == "pass":
        if apart > 0:
            return translate("replay", "{0} s after the pass").format(said)
        return (
            translate("replay", "{0} s before the pass").format(said)
            if apart
            else translate("replay", "The pass")
        )
    if apart > 0:
        return translate("replay", "{0} s after the last card lay still").format(said)
    if apart:
        return translate("replay", "{0} s before the last card lay still").format(said)
    return translate("replay", "The last card lies still")


class Screen(QWidget):
    """The picture, as large as there is room, or a sentence instead of it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shown: ScaledImage | None = None
        self._sentence = ""
        self.setMinimumSize(480, 270)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)

    def sizeHint(self) -> QSize:
        return QSize(1280, 720)

    @property
    def image(self) -> "Image | None":
        return self._shown.source if self._shown else None

    @property
    def sentence(self) -> str:
        """What stands there while there is no picture."""
        return self._sentence

    def show_image(self, image: "Image | None", sentence: str = "") -> None:
        """`sentence` stands there while there is no picture."""
        self._shown = None if image is None else ScaledImage(image)
        self._sentence = sentence
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), _GROUND)
        if self._shown is None:
            painter.setPen(QColor(theme.PICTURE_MUTED))
            painter.setFont(theme.font(theme.TITLE))
            flags = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap
            painter.drawText(self.rect().adjusted(40, 0, -40, 0), flags, self._sentence)
        else:
            high, wide = self._shown.source.shape[:2]
            scale = min(self.width() / wide, self.height() / high)
            place = QRectF(0, 0, round(wide * scale), round(high * scale))
            place.moveTopLeft(
                QPointF(
                    round((self.width() - place.width()) / 2), round((self.height() - place.height()) / 2)
                )
            )
            ratio = self.devicePixelRatioF()
            image = self._shown.at(
                max(1, round(place.width() * ratio)), max(1, round(place.height() * ratio))
            )
            painter.drawImage(place, image, QRectF(image.rect()))
        painter.end()


class PlayHead(QWidget):
    """Number, seat, cards and type of the play."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._line: PlayLine | None = None
        self.setFixedHeight(34)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_line(self, line: "PlayLine") -> None:
        self._line = line
        self.update()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        line = self._line
        if line is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        middle = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
        x = 0.0
        for text, colour, size in (
            (str(line.seq), theme.MUTED, theme.BODY),
            (seat_name(line.seat), theme.TEXT, theme.TITLE),
            ("" if line.combo is None else combo_short(line.combo), theme.MUTED, theme.BODY),
        ):
            painter.setFont(theme.font(size, bold=size == theme.TITLE))
            painter.setPen(QColor(colour))
            wide = painter.fontMetrics().horizontalAdvance(text)
            draw_fitted(painter, QRectF(x, 0, wide + 2, self.height()), text, middle)
            x += wide + 14 if text else 0
        rest = QRectF(x, 0, max(self.width() - x, 20), self.height())
        if line.kind == "pass":
            painter.setPen(QColor(theme.TEXT))
            draw_fitted(painter, rest, translate("words", "pass"), middle)
        else:
            draw_cards(painter, rest, line.cards)
        painter.end()


class TimeLine(QWidget):
    """The seconds round a play: where there are pictures, the plays, the part for a clip, the moment shown.

    Emits `sought(at_ms)` when somebody clicks or drags.
    """

    sought = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._span = (0, 1)
        self._times: tuple[int, ...] = ()
        self._lines: tuple[PlayLine, ...] = ()
        self._chosen: PlayLine | None = None
        self._clip = (0, 0)
        self._at_ms = 0
        self.setFixedHeight(70)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def show_span(
        self, span: tuple[int, int], chosen: "PlayLine", lines: "tuple[PlayLine, ...]", times: tuple[int, ...]
    ) -> None:
        """`lines`: those whose marks are drawn; `times`: of all pictures that are there."""
        self._span, self._chosen, self._lines, self._times = span, chosen, lines, times
        self.update()

    def show_clip(self, clip: tuple[int, int]) -> None:
        self._clip = clip
        self.update()

    def show_moment(self, at_ms: int) -> None:
        self._at_ms = at_ms
        self.update()

    def x_of(self, at_ms: float) -> float:
        first, last = self._span
        return 10 + (at_ms - first) / max(last - first, 1) * (self.width() - 20)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._seek(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if event.buttons() & Qt.MouseButton.LeftButton:
            self._seek(event)

    def _seek(self, event: QMouseEvent) -> None:
        first, last = self._span
        share = (event.position().x() - 10) / max(self.width() - 20, 1)
        self.sought.emit(round(first + min(max(share, 0.0), 1.0) * (last - first)))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        strip = QRectF(10, 24, self.width() - 20, 22)
        painter.fillRect(strip, QColor(theme.PANEL))
        for start, end in runs(self._times):
            part = QRectF(
                self.x_of(start), strip.y(), max(self.x_of(end) - self.x_of(start), 2), strip.height()
            )
            painter.fillRect(part, QColor(theme.LINE))
        low, high = (min(max(self.x_of(at), strip.left()), strip.right()) for at in self._clip)
        painter.fillRect(QRectF(low, strip.bottom() - 5, high - low, 5), QColor(theme.MUTED))
        if self._chosen is not None:
            self._paint_scale(painter, strip, self._chosen)
            self._paint_plays(painter, strip, self._chosen)
        self._paint_cursor(painter, strip)
        painter.end()

    def _paint_scale(self, painter: QPainter, strip: QRectF, chosen: "PlayLine") -> None:
        """Seconds from the play on."""
        painter.setFont(theme.font(theme.SMALL))
        painter.setPen(QColor(theme.MUTED))
        first, last = self._span
        for tick in range(-((chosen.at_ms - first) // _TICKS_MS), (last - chosen.at_ms) // _TICKS_MS + 1):
            x = self.x_of(chosen.at_ms + tick * _TICKS_MS)
            painter.drawLine(QPointF(x, strip.bottom()), QPointF(x, strip.bottom() + 4))
            seconds = tick * _TICKS_MS // 1000
            text = f"{'+' if seconds > 0 else '−' if seconds else ''}{abs(seconds)} s"
            painter.drawText(QRectF(x - 30, strip.bottom() + 3, 60, 18), Qt.AlignmentFlag.AlignCenter, text)

    def _paint_plays(self, painter: QPainter, strip: QRectF, chosen: "PlayLine") -> None:
        free_from = 0.0
        for line in sorted(self._lines, key=lambda line: line.at_ms):
            is_chosen = line.seq == chosen.seq
            x = self.x_of(line.at_ms)
            painter.setPen(QPen(QColor(theme.ACCENT if is_chosen else theme.TEXT), 3 if is_chosen else 1.5))
            painter.drawLine(QPointF(x, strip.top() - 4), QPointF(x, strip.bottom()))
            painter.setFont(theme.font(theme.SMALL, bold=is_chosen))
            text = f"{line.seq} {seat_short(line.seat)}"
            wide = painter.fontMetrics().horizontalAdvance(text) + 8
            if x - wide / 2 >= free_from or is_chosen:
                painter.drawText(QRectF(x - wide / 2, 0, wide, 19), Qt.AlignmentFlag.AlignCenter, text)
                free_from = x + wide / 2

    def _paint_cursor(self, painter: QPainter, strip: QRectF) -> None:
        x = self.x_of(self._at_ms)
        painter.setPen(QPen(QColor(theme.TEXT), 2))
        painter.drawLine(QPointF(x, strip.top()), QPointF(x, strip.bottom()))
        painter.setBrush(QColor(theme.TEXT))
        painter.setPen(Qt.PenStyle.NoPen)
        foot = strip.bottom()
        painter.drawPolygon(
            QPolygonF([QPointF(x, foot - 6), QPointF(x - 6, foot + 4), QPointF(x + 6, foot + 4)])
        )


def runs(times: tuple[int, ...]) -> list[tuple[int, int]]:
    """First and last time of every stretch of pictures without a hole."""
    found: list[tuple[int, int]] = []
    for at in times:
        if found and at - found[-1][1] <= GAP_MS:
            found[-1] = (found[-1][0], at)
        else:
            found.append((at, at))
    return found
