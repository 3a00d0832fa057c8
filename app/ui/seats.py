"""The table: four seats round the trick, with cards left, the clock, the levels and what is still out."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QFrame, QGridLayout, QHBoxLayout, QVBoxLayout, QWidget

from app.ui import theme
from app.ui.actions import Keys
from app.ui.chips import CardRow, ChipSize
from app.ui.controls import ShrinkLabel, label, mark
from app.ui.corners import ClockCorner, LevelsCorner, UnseenCorner
from app.ui.tribute_view import TributePanel
from app.ui.words import clock, combo_text, place_name, seat_name, seat_short

if TYPE_CHECKING:
    from app.snapshot import SeatView, Snapshot

FEW = 10
"""From so many cards left on their number stands out."""
LEFT = 46  # px high, whatever the size of the number, so that nothing moves
SIDE, MIDDLE = 82, 122  # px high: the rows above and below, and that between, whatever stands in them
_CELLS = ((1, 2), (0, 1), (1, 0), (2, 1))  # row, column: order of play from the right, counter-clockwise


class SeatCard(QFrame):
    """One seat: who, how many cards, what it laid in this trick, and its clock while it is to move."""

    def __init__(self, *, wide: bool, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("panel", True)
        self._view: SeatView | None = None
        self._level = ""
        self._ran_ms: int | None = None
        self.setFixedHeight(SIDE if wide else MIDDLE)
        self.badge = label("badge")
        self.badge.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.badge.setFixedHeight(24)
        self.badge.setMinimumWidth(28)
        self.name = ShrinkLabel()
        self.left = label("big")
        self.left.setFixedHeight(LEFT)
        self.left.setFixedWidth(QFontMetrics(theme.font(theme.HUGE, bold=True)).horizontalAdvance("10") + 2)
        self.unit = label("muted")
        self.state = label("")
        self.state.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.row = CardRow(ChipSize.SMALL)
        who = QHBoxLayout()
        who.setSpacing(theme.GAP)
        who.addWidget(self.badge)
        who.addWidget(self.name, 1)
        what = QHBoxLayout()
        what.setSpacing(4)
        what.addWidget(self.left, 0, Qt.AlignmentFlag.AlignVCenter)
        what.addWidget(self.unit, 0, Qt.AlignmentFlag.AlignVCenter)
        box = QVBoxLayout(self)
        box.setContentsMargins(theme.GAP, 4, theme.GAP, 4)
        box.setSpacing(0)
        box.addLayout(who)
        box.addLayout(what)
        if wide:
            who.addWidget(self.state)
            what.addSpacing(theme.GAP)
            what.addWidget(self.row, 1)
        else:
            what.addStretch(1)
            what.addWidget(self.state)
            box.addWidget(self.row)

    def show_seat(self, view: "SeatView", level: str) -> None:
        self._view, self._level = view, level
        self._write()

    def show_clock(self, ran_ms: int | None) -> None:
        """How long the running move has taken; None where none runs."""
        self._ran_ms = ran_ms
        if self._view is not None:
            self.state.setText(self._state_text(self._view))

    def _write(self) -> None:
        view = self._view
        if view is None:
            return
        self.badge.setText(seat_short(view.seat))
        self.name.set_full_text(view.player or seat_name(view.seat))
        self.left.setText(str(view.left))
        mark(self.left, "role", "huge" if 0 < view.left <= FEW else "big")
        self.unit.setText(self.tr("left"))
        self.row.set_cards(view.laid, self._level)
        self.state.setText(self._state_text(view))
        mark(self, "calls", view.to_play)
        mark(self.badge, "calls", view.to_play)
        mark(self.state, "role", "calls" if view.to_play or view.asked else "")

    def _state_text(self, view: "SeatView") -> str:
        if view.place is not None:
            return place_name(view.place)
        if view.to_play:
            if self._ran_ms is None:
                return self.tr("to move")
            return self.tr("to move {0}").format(clock(self._ran_ms))
        if view.passed:
            return self.tr("passed, asked") if view.asked else self.tr("passed")
        return self.tr("asked") if view.asked else ""

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._write()


class TrickPanel(QWidget):
    """What lies, who laid it, and what it is."""

    def __init__(self, keys: Keys, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._keys = keys
        self._snapshot: Snapshot | None = None
        centre = Qt.AlignmentFlag.AlignHCenter
        self.who = label("muted")
        self.who.setAlignment(centre)
        self.row = CardRow(ChipSize.LARGE, centre)
        self.row.hide()
        self.what = ShrinkLabel(theme.TITLE, bold=True)
        self.what.setAlignment(centre)
        box = QVBoxLayout(self)
        box.setContentsMargins(0, 0, 0, 0)
        box.setSpacing(2)
        box.addStretch(1)
        box.addWidget(self.who)
        box.addWidget(self.row)
        box.addWidget(self.what)
        box.addStretch(1)
        keys.changed.connect(self._write)

    def show_trick(self, snapshot: "Snapshot") -> None:
        self._snapshot = snapshot
        self._write()

    def _write(self) -> None:
        snapshot = self._snapshot
        if snapshot is None:
            return
        best = next((view for view in snapshot.seats if view.seat == snapshot.best), None)
        if snapshot.to_beat is not None and best is not None:
            self.who.setText(self.tr("On the table, laid by {0}").format(seat_name(best.seat)))
            self.row.set_cards(best.laid, snapshot.level)
            self.row.show()
            self.what.set_full_text(combo_text(snapshot.to_beat, snapshot.level))
        else:
            self.who.setText("")
            self.row.hide()
            self.what.set_full_text(self._empty_text(snapshot))

    def _empty_text(self, snapshot: "Snapshot") -> str:
        if snapshot.over:
            return self.tr("The match is over")
        mover = next((view.seat for view in snapshot.seats if view.to_play), None)
        if mover is not None:
            return self.tr("{0} leads").format(seat_name(mover))
        if snapshot.first_leads:
            return self.tr("The deal begins with the first play: whoever lays it leads")
        if snapshot.deal == 0:
            return self.tr("No deal yet: start one ({0})").format(self._keys.label("new_deal"))
        return self.tr("The deal is over ({0}: next)").format(self._keys.label("new_deal"))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._write()


class TablePanel(QWidget):
    """The seats as they sit in the picture: the first in play on the right, then counter-clockwise."""

    def __init__(self, keys: Keys, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.seats = tuple(SeatCard(wide=column == 1) for _, column in _CELLS)
        self.trick = TrickPanel(keys)
        self.tribute = TributePanel(keys)
        self.clock = ClockCorner()
        self.levels = LevelsCorner()
        self.unseen = (UnseenCorner(0), UnseenCorner(UnseenCorner.COLUMNS * UnseenCorner.ROWS))
        self.tribute.hide()
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setSpacing(theme.GAP)
        for card, (row, column) in zip(self.seats, _CELLS, strict=True):
            if column == 1:
                grid.addWidget(card, row, column)
            else:
                grid.addWidget(card, row, column, Qt.AlignmentFlag.AlignVCenter)
        grid.addWidget(self.trick, 1, 1)
        grid.addWidget(self.tribute, 1, 1)
        corners = (self.clock, self.levels, *self.unseen)
        for corner, (row, column) in zip(corners, ((0, 0), (0, 2), (2, 0), (2, 2)), strict=True):
            corner.setFixedHeight(SIDE)
            grid.addWidget(corner, row, column)
        for column, stretch in enumerate((5, 9, 5)):
            grid.setColumnStretch(column, stretch)
            grid.setColumnMinimumWidth(column, 20 * stretch)
        grid.setRowMinimumHeight(1, MIDDLE)
        self._running: SeatCard | None = None

    def show_snapshot(self, snapshot: "Snapshot") -> None:
        self._running = None
        for card, view in zip(self.seats, snapshot.seats, strict=True):
            if view.to_play and view.place is None:
                self._running = card
            else:
                card.show_clock(None)
            card.show_seat(view, snapshot.level)
        self.trick.show_trick(snapshot)
        self.tribute.show_tribute(snapshot)
        paying = snapshot.tribute is not None
        self.tribute.setVisible(paying)
        self.trick.setVisible(not paying)
        self.clock.show_timing(snapshot.clock, paused=snapshot.paused)
        self.levels.show_snapshot(snapshot)
        for corner in self.unseen:
            corner.show_unseen(snapshot.unseen, snapshot.level)

    def toggle_unseen(self) -> None:
        """Show the cards still out, or hide them from whoever looks over the referee's shoulder."""
        for corner in self.unseen:
            corner.setVisible(corner.isHidden())

    def show_clock(self, ran_ms: int | None) -> None:
        """How long the running clock has run."""
        if self._running is not None:
            self._running.show_clock(ran_ms)
        if ran_ms is not None:
            self.clock.show_ran(ran_ms)
