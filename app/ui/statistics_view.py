"""The statistics of a match: a table of the players, and plots of thinking, levels and the deals' lengths."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QHBoxLayout, QVBoxLayout, QWidget

from app.sheet import Move
from app.ui import theme
from app.ui.controls import ShrinkLabel, button, label
from app.ui.plots import Bar, Columns, Lines, Rows
from app.ui.words import cards_text, clock, rank_text, seat_name, seat_short, seconds, side_name, translate
from engine import RANKS, Play
from engine.levels import PAST_A

if TYPE_CHECKING:
    from app.statistics import Numbers, PlayerNumbers

_COLUMNS = 10
_NUMBERS = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


class StatisticsView(QWidget):
    """Emits `left` at Esc."""

    left = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.shown: Numbers | None = None
        self.title = ShrinkLabel(theme.TITLE, bold=True)
        self.back = button()
        self.back.clicked.connect(self.left)
        self.note = label("muted")
        self.note.setWordWrap(True)
        self.heads = [label("muted") for _ in range(_COLUMNS)]
        self.cells = [[label("") for _ in range(_COLUMNS)] for _ in range(4)]
        self.pairs = [label("") for _ in range(2)]
        self.total, self.middle, self.levels, self.lengths = Rows(), Rows(), Lines(), Columns()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._lay_out()
        self.retranslate()

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.addWidget(self.title, 1)
        head.addWidget(self.back)
        table = QGridLayout()
        table.setHorizontalSpacing(18)
        table.setVerticalSpacing(3)
        for row, cells in enumerate([self.heads, *self.cells]):
            for column, cell in enumerate(cells):
                cell.setAlignment(_NUMBERS if column not in (0, 9) else Qt.AlignmentFlag.AlignVCenter)
                table.addWidget(cell, row, column)
        table.setColumnStretch(0, 2)
        table.setColumnStretch(9, 4)
        upper, top = _panel()
        top.addLayout(table)
        pairs = QHBoxLayout()
        pairs.setSpacing(32)
        for text in self.pairs:
            pairs.addWidget(text)
        pairs.addStretch(1)
        top.addSpacing(4)
        top.addLayout(pairs)
        plots = QGridLayout()
        plots.setSpacing(theme.GAP)
        for number, plot in enumerate((self.total, self.levels, self.middle, self.lengths)):
            panel, inner = _panel()
            inner.addWidget(plot)
            plots.addWidget(panel, number // 2, number % 2)
        plots.setColumnStretch(0, 2)
        plots.setColumnStretch(1, 3)
        plots.setRowStretch(0, 1)
        plots.setRowStretch(1, 1)
        box = QVBoxLayout(self)
        box.setContentsMargins(theme.PAD, theme.GAP, theme.PAD, theme.GAP)
        box.setSpacing(theme.GAP)
        box.addLayout(head)
        box.addWidget(upper)
        box.addLayout(plots, 1)
        box.addWidget(self.note)

    def show_numbers(self, numbers: "Numbers", title: str) -> None:
        self.shown = numbers
        self.title.set_full_text(title)
        self._write()
        self.setFocus()

    def _write(self) -> None:
        numbers = self.shown
        if numbers is None:
            return
        for cells, player in zip(self.cells, numbers.players, strict=True):
            for cell, text in zip(cells, self._row(player), strict=True):
                cell.setText(text)
        for pair, side in zip(self.pairs, numbers.sides, strict=True):
            said = self.tr("{0}: {1} deals won, {2} levels gained, from {3} to {4}")
            first, last = rank_text(side.levels[0]), rank_text(side.levels[-1])
            pair.setText(said.format(side_name(side.seats), side.won, side.gained, first, last))
        self.total.show_bars(
            self.tr("Thinking time in all"),
            [Bar(_name(p), p.total_ms, clock(p.total_ms), p.side) for p in numbers.players],
        )
        self.middle.show_bars(
            self.tr("Median of a turn"),
            [Bar(_name(p), p.median_ms or 0, _seconds(p.median_ms), p.side) for p in numbers.players],
        )
        self.lengths.show_bars(
            self.tr("Length of the deals, min:s, coloured by who won"),
            [
                Bar(
                    str(deal.number),
                    deal.took_ms or 0,
                    "—" if deal.took_ms is None else clock(deal.took_ms),
                    deal.winner,
                )
                for deal in numbers.deals
            ],
        )
        ticks = [*RANKS, PAST_A] if any(PAST_A in side.levels for side in numbers.sides) else RANKS
        self.levels.show_levels(
            self.tr("Levels after each deal"),
            [rank_text(rank) for rank in ticks],
            [side_name(side.seats) for side in numbers.sides],
            [[list(ticks).index(level) for level in side.levels] for side in numbers.sides],
        )

    def _row(self, player: "PlayerNumbers") -> tuple[str, ...]:
        longest = player.longest
        return (
            f"{seat_short(player.seat)}  {player.name}",
            str(player.plays),
            str(player.passes),
            str(player.bombs),
            str(player.first),
            str(player.last),
            clock(player.total_ms),
            _seconds(player.mean_ms),
            _seconds(player.median_ms),
            "—" if longest is None else f"{_seconds(longest.timing.took_ms)}   {_move(longest)}",
        )

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Escape, Qt.Key.Key_T):
            self.left.emit()
        else:
            super().keyPressEvent(event)

    def retranslate(self) -> None:
        heads = (
            self.tr("Player"),
            self.tr("Plays"),
            self.tr("Passes"),
            self.tr("Bombs"),
            self.tr("First out"),
            self.tr("Left last"),
            self.tr("Time in all"),
            self.tr("Mean"),
            self.tr("Median"),
            self.tr("Longest thinking"),
        )
        for head, text in zip(self.heads, heads, strict=True):
            head.setText(text)
        self.back.setText(self.tr("Back (Esc)"))
        self.note.setText(
            self.tr(
                "Thinking is turns whose time is known: no pass that was inferred, nor the turn after it, and"
                " not the first play of a deal, in whose time hands are sorted. Pauses are taken out."
                " At a double both of a pair are left last."
            )
        )
        self._write()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()


def _panel() -> tuple[QFrame, QVBoxLayout]:
    panel = QFrame()
    panel.setProperty("panel", True)
    box = QVBoxLayout(panel)
    box.setContentsMargins(theme.PAD, theme.GAP, theme.PAD, theme.GAP)
    return panel, box


def _name(player: "PlayerNumbers") -> str:
    return player.name or seat_name(player.seat)


def _seconds(ms: int | None) -> str:
    return "—" if ms is None else seconds(ms)


def _move(move: Move) -> str:
    """The move that was thought about longest."""
    what = cards_text(move.event.cards) if isinstance(move.event, Play) else translate("words", "pass")
    said = translate("numbers", "event {0}, deal {1}: {2}")
    return said.format(move.event.seq, move.deal, what)
