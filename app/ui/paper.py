"""A document that flows over A4 pages: text that wraps, tables whose heads are repeated, page numbers.

What is drawn is collected first, so that a page can say how many there are.  All measures are in mm.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QTextLayout, QTextOption

from app.ui.kit_cards import INK, SCALE, font, text
from app.ui.pages import A4, Pages

MUTED = QColor("#5d6872")
RULE = QColor("#b4bcc3")
TINT = QColor("#edf1f0")
ACCENT = QColor("#0f5c4f")
LEFT, MIDDLE, RIGHT = Qt.AlignmentFlag.AlignLeft, Qt.AlignmentFlag.AlignHCenter, Qt.AlignmentFlag.AlignRight

MARGIN = 15.0
WIDTH = A4.width() - 2 * MARGIN
TOP, BOTTOM = 22.0, 281.5
"""Where pages after the first begin, and where all end."""
LEADING = 1.42
"""Height of a line by its letters'."""
CELL, ROW = 1.3, 0.85
"""White at the sides of a cell, and above and below it."""

Drawn = Callable[[QPainter], None]


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table: its head, its width in mm, where its text stands."""

    head: str
    width: float
    align: Qt.AlignmentFlag = LEFT


@dataclass(slots=True)
class Paper:
    """Pages as they fill up; `y` is where the next thing goes."""

    family: str
    y: float = 0.0
    _pages: list[list[Drawn]] = field(default_factory=lambda: [[]])

    def print_on(self, pages: Pages, foot: Callable[[int, int, "Paper"], None]) -> None:
        """Everything on paper; ``foot`` draws what each page says of itself, by its number and how many."""
        count = len(self._pages)
        for number, drawn in enumerate(self._pages, 1):
            own = Paper(self.family)
            foot(number, count, own)
            if number > 1:
                pages.new_page()
            for draw in (*drawn, *own._pages[0]):
                draw(pages.painter)

    def new_page(self) -> None:
        self._pages.append([])
        self.y = TOP

    def room(self, height: float) -> None:
        """A new page where so much does not fit on this one."""
        if self.y + height > BOTTOM:
            self.new_page()

    # ---- drawing ------------------------------------------------------------------------------

    def say(
        self,
        words: str,
        place: QRectF,
        size: float,
        colour: QColor = INK,
        align: Qt.AlignmentFlag = LEFT,
    ) -> None:
        """One line, made smaller where it would not fit."""
        self._put(lambda painter: text(painter, words, place, self.family, size, colour, align))

    def fill(self, place: QRectF, colour: QColor) -> None:
        self._put(lambda painter: painter.fillRect(place, colour))

    def fill_path(self, path: QPainterPath, colour: QColor) -> None:
        self._put(lambda painter: painter.fillPath(path, colour))

    def line(self, x0: float, y: float, x1: float, colour: QColor = RULE, width: float = 0.2) -> None:
        self.fill(QRectF(x0, y - width / 2, x1 - x0, width), colour)

    def wrapped(self, words: str, at: QPointF, width: float, size: float, colour: QColor = INK) -> float:
        """Text of several lines; returns its height."""
        lines = lines_of(words, self.family, size, width)
        for number, said in enumerate(lines):
            y = at.y() + number * size * LEADING
            self.say(said, QRectF(at.x(), y, width, size * LEADING), size, colour)
        return len(lines) * size * LEADING

    def table(
        self, columns: Sequence[Column], rows: Sequence[Sequence[str]], size: float, muted: Sequence[int] = ()
    ) -> None:
        """A table; rows of these numbers are in grey. A row is only split where no page could hold it."""
        self.room(_height(1, size) * 2)
        self._heads(columns, size)
        for number, row in enumerate(rows):
            cells = [
                lines_of(said, self.family, size, column.width - 2 * CELL)
                for said, column in zip(row, columns, strict=True)
            ]
            colour = MUTED if number in muted else INK
            while any(cells):
                cells = self._row(columns, cells, size, colour)

    def _heads(self, columns: Sequence[Column], size: float) -> None:
        height = _height(1, size)
        self.fill(QRectF(MARGIN, self.y, sum(column.width for column in columns), height), TINT)
        x = MARGIN
        for column in columns:
            place = QRectF(x + CELL, self.y, column.width - 2 * CELL, height)
            self.say(column.head, place, size * 0.86, MUTED, column.align)
            x += column.width
        self.y += height

    def _row(
        self, columns: Sequence[Column], cells: list[list[str]], size: float, colour: QColor
    ) -> list[list[str]]:
        """Draw as much of a row as goes on this page or the next; returns what is left of it."""
        count = max(map(len, cells))
        most = int((BOTTOM - TOP - _height(1, size) - 2 * ROW) / (size * LEADING))
        if self.y + _height(min(count, most), size) > BOTTOM:
            self.new_page()
            self._heads(columns, size)
        x = MARGIN
        for lines, column in zip(cells, columns, strict=True):
            for number, said in enumerate(lines[:most]):
                y = self.y + ROW + number * size * LEADING
                place = QRectF(x + CELL, y, column.width - 2 * CELL, size * LEADING)
                self.say(said, place, size, colour, column.align)
            x += column.width
        self.y += _height(min(count, most), size)
        self.line(MARGIN, self.y, x)
        return [lines[most:] for lines in cells]

    def _put(self, draw: Drawn) -> None:
        self._pages[-1].append(draw)


def _height(lines: int, size: float) -> float:
    return lines * size * LEADING + 2 * ROW


def lines_of(words: str, family: str, size: float, width: float) -> list[str]:
    """Text cut into lines that fit; between words where it can be, else within them."""
    option = QTextOption()
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    found: list[str] = []
    for paragraph in words.splitlines() or [""]:
        layout = QTextLayout(paragraph, font(family, size))
        layout.setTextOption(option)
        layout.beginLayout()
        while (line := layout.createLine()).isValid():
            line.setLineWidth(width * SCALE)
            found.append(paragraph[line.textStart() : line.textStart() + line.textLength()].rstrip())
        layout.endLayout()
    return found


def cut(words: str, family: str, size: float, width: float) -> str:
    """Text that fits one line, ended with dots where it is longer."""
    lines = lines_of(words, family, size, width)
    return lines[0] if len(lines) == 1 else lines[0] + "…"
