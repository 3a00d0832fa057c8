"""What stands in the corners of the table: the running clock, the levels, and the cards still out."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QBrush, QColor, QHelpEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QSizePolicy, QToolTip, QVBoxLayout, QWidget

from app.ui import theme
from app.ui.chips import CardRow, ChipSize, draw_fitted
from app.ui.controls import ShrinkLabel, label, mark
from app.ui.words import SUITS, clock, rank_text, seat_name, side_name, translate
from engine.cards import Card
from engine.clock import Clock

if TYPE_CHECKING:
    from app.snapshot import Snapshot
    from app.unseen import RankLeft, Unseen
    from engine.clock import Timing


class TimeBar(QWidget):
    """How much of a limit is used: full, then hatched and with a notched edge once it is over."""

    HIGH = 10

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFixedHeight(self.HIGH)
        self._used = 0.0
        self._warns = False

    def show_used(self, used: float, *, warns: bool) -> None:
        """`used`: part of the limit, above 1 once it is over."""
        if (used, warns) != (self._used, self._warns):
            self._used, self._warns = used, warns
            self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        frame = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        painter.setPen(QPen(QColor(theme.LINE), 1))
        painter.setBrush(QColor(theme.RAISED))
        painter.drawRoundedRect(frame, 3, 3)
        inner = frame.adjusted(1.5, 1.5, -1.5, -1.5)
        inner.setWidth(inner.width() * min(self._used, 1.0))
        colour = QColor(theme.ALARM if self._used > 1 else theme.ACCENT if self._warns else theme.MUTED)
        painter.setPen(Qt.PenStyle.NoPen)
        if self._used > 1:
            painter.setBrush(QBrush(colour, Qt.BrushStyle.BDiagPattern))
            painter.drawRect(inner)
            painter.setBrush(colour)
            for x in range(0, self.width(), 14):
                notch = [QPointF(x, 0), QPointF(x + 8, 0), QPointF(x + 4, 4)]
                painter.drawPolygon(notch)
        else:
            painter.setBrush(colour)
            painter.drawRoundedRect(inner, 2, 2)
        painter.end()


class ClockCorner(QFrame):
    """The clock that runs: whose, how long, of how much; over its limit in words and by shape."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("panel", True)
        self._timing: Timing | None = None
        self._paused = False
        self._ran_ms = 0
        self.who = ShrinkLabel(theme.SMALL + 1)
        self.time = label("big")
        self.limit = ShrinkLabel(theme.SMALL + 1)
        self.limit.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.bar = TimeBar()
        row = QHBoxLayout()
        row.setSpacing(6)
        row.addWidget(self.time)
        row.addWidget(self.limit, 1)
        box = QVBoxLayout(self)
        box.setContentsMargins(theme.GAP, 1, theme.GAP, 5)
        box.setSpacing(0)
        box.addWidget(self.who)
        box.addLayout(row)
        box.addWidget(self.bar)

    def show_timing(self, timing: "Timing | None", *, paused: bool) -> None:
        self._timing, self._paused = timing, paused
        self._ran_ms = timing.took_ms or 0 if timing else 0
        self._write()

    def show_ran(self, ran_ms: int) -> None:
        """The same clock, which has run so long."""
        if self._timing is not None and ran_ms // 100 != self._ran_ms // 100:
            self._ran_ms = ran_ms
            self._write()

    def _write(self) -> None:
        timing, ran = self._timing, self._ran_ms
        self.bar.setVisible(timing is not None and timing.limit_ms is not None)
        if timing is None:
            self.who.set_full_text(self.tr("No clock runs"))
            self.time.setText("–:––")
            self.limit.set_full_text("")
            mark(self.time, "role", "big")
            mark(self.limit, "role", "muted")
            return
        self.who.set_full_text(self._who(timing))
        self.time.setText(clock(ran))
        limit = timing.limit_ms
        over = limit is not None and ran > limit
        warns = limit is not None and not over and limit - ran <= (timing.warning_ms or 0)
        mark(self.time, "role", "big")
        mark(self.limit, "role", "alarm" if over else "calls" if warns else "muted")
        if limit is None:
            self.limit.set_full_text(self.tr("no limit"))
        elif over:
            self.limit.set_full_text(self.tr("over by {0}").format(clock(ran - limit)))
        elif warns:
            self.limit.set_full_text(self.tr("{0} left").format(clock(limit - ran + 999)))
        else:
            self.limit.set_full_text(self.tr("of {0}").format(clock(limit)))
        self.bar.show_used(ran / limit if limit else 0.0, warns=warns)

    def _who(self, timing: "Timing") -> str:
        if self._paused:
            return self.tr("Clocks stand")
        name = seat_name(timing.seat) if timing.seat else ""
        said = {
            Clock.OPENING: self.tr("{0} begins the deal"),
            Clock.LEAD: self.tr("{0} leads"),
            Clock.MOVE: self.tr("{0} to move"),
            Clock.RETURN: self.tr("{0} gives back") if name else self.tr("Returns"),
        }[timing.clock]
        return said.format(name)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._write()


class LevelsCorner(QFrame):
    """Both sides' levels, and the wild card of the level that is played."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("panel", True)
        self._snapshot: Snapshot | None = None
        self.card = CardRow(ChipSize.LARGE)
        self.card.setFixedWidth(ChipSize.LARGE.value[0] + 1)
        self.names: tuple[QLabel, QLabel] = (label("muted"), label("muted"))
        self.levels: tuple[QLabel, QLabel] = (label("title"), label("title"))
        rows = QVBoxLayout()
        rows.setSpacing(0)
        for name, level in zip(self.names, self.levels, strict=True):
            row = QHBoxLayout()
            row.setSpacing(theme.GAP)
            row.addWidget(name, 1)
            row.addWidget(level)
            rows.addLayout(row)
        box = QHBoxLayout(self)
        box.setContentsMargins(theme.GAP, 4, theme.GAP, 4)
        box.setSpacing(theme.PAD)
        box.addWidget(self.card)
        box.addLayout(rows, 1)

    def show_snapshot(self, snapshot: "Snapshot") -> None:
        self._snapshot = snapshot
        self._write()

    def _write(self) -> None:
        snapshot = self._snapshot
        if snapshot is None:
            return
        self.card.set_cards((Card("H", snapshot.level),), snapshot.level)
        sides = zip(snapshot.sides, snapshot.levels, self.names, self.levels, strict=True)
        for seats, level, name, where in sides:
            name.setText(side_name(seats))
            where.setText(rank_text(level))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._write()


class UnseenCorner(QFrame):
    """Some of the ranks with how many of each are still out; their suits where the mouse stands."""

    COLUMNS, ROWS = 4, 2

    def __init__(self, first: int, parent: QWidget | None = None) -> None:
        """Shows eight ranks from place `first` on: 2 is 0, the big joker 14."""
        super().__init__(parent)
        self.setProperty("panel", True)
        self._first = first
        self._unseen: Unseen | None = None
        self._level = ""
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    def sizeHint(self) -> QSize:
        return QSize(180, 70)

    def minimumSizeHint(self) -> QSize:
        return QSize(150, 56)

    def show_unseen(self, unseen: "Unseen | None", level: str) -> None:
        if (unseen, level) != (self._unseen, self._level):
            self._unseen, self._level = unseen, level
            self.setAccessibleName(", ".join(suits_text(each) for each in self._ranks()))
            self.update()

    def _ranks(self) -> "tuple[RankLeft, ...]":
        if self._unseen is None:
            return ()
        return self._unseen.ranks[self._first : self._first + self.COLUMNS * self.ROWS]

    def _cell(self, place: int) -> QRectF:
        area = QRectF(self.rect()).adjusted(5, 4, -5, -4)
        wide, high = area.width() / self.COLUMNS, area.height() / self.ROWS
        return QRectF(
            area.x() + place % self.COLUMNS * wide, area.y() + place // self.COLUMNS * high, wide, high
        )

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for place, each in enumerate(self._ranks()):
            self._paint_cell(painter, self._cell(place), each)
        painter.setPen(QColor(theme.MUTED))
        painter.setFont(theme.font(theme.SMALL))
        centre = Qt.AlignmentFlag.AlignCenter
        if self._unseen is None and not self._first:
            painter.drawText(self.rect(), centre, self.tr("Cards still out"))
        elif self._unseen is not None and len(self._ranks()) < self.COLUMNS * self.ROWS:
            out = self.tr("out: {0}", "all cards that are still out").format(self._unseen.total)
            draw_fitted(painter, self._cell(self.COLUMNS * self.ROWS - 1), out, centre)
        painter.end()

    def _paint_cell(self, painter: QPainter, cell: QRectF, each: "RankLeft") -> None:
        left = cell.adjusted(2, 0, -cell.width() * 0.56, 0)
        right = cell.adjusted(cell.width() * 0.54, 0, -2, 0)
        level = each.rank == self._level
        painter.setFont(theme.font(theme.SMALL, bold=level))
        painter.setPen(QColor(theme.TEXT if level else theme.MUTED))
        align = Qt.AlignmentFlag.AlignVCenter
        painter.drawText(left, align | Qt.AlignmentFlag.AlignRight, rank_name(each.rank))
        gone = each.left == 0
        painter.setFont(theme.font(theme.TITLE, bold=not gone))
        painter.setPen(QColor(theme.MUTED if gone else theme.TEXT))
        painter.drawText(right, align | Qt.AlignmentFlag.AlignLeft, "–" if gone else str(each.left))
        if level:
            painter.setPen(QPen(QColor(theme.ACCENT), 1.5))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(cell.adjusted(1.5, 1.5, -1.5, -1.5), 4, 4)

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            at = QPointF(event.pos())
            ranks = enumerate(self._ranks())
            under = next((each for place, each in ranks if self._cell(place).contains(at)), None)
            QToolTip.showText(event.globalPos(), suits_text(under) if under else "", self)
            return True
        return super().event(event)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.update()


def rank_name(rank: str) -> str:
    """A rank as short as can be, jokers too."""
    if rank == "B":
        return translate("words", "sJ", "small joker, two letters")
    return translate("words", "bJ", "big joker, two letters") if rank == "R" else rank_text(rank)


def suits_text(each: "RankLeft") -> str:
    """7: ♠2 ♥1 ♣2 ♦2 — and how many were laid with their suit not read."""
    if each.rank in "BR":
        return translate("words", "{0}: {1} still out").format(rank_name(each.rank), each.left)
    suits = " ".join(f"{SUITS[suit]}{count}" for suit, count in each.suits)
    said = translate("words", "{0}: {1} still out ({2})").format(rank_text(each.rank), each.left, suits)
    if each.open:
        said += translate("words", "; {0} more were laid, suit not read").format(each.open)
    return said
