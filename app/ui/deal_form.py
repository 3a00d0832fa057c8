"""Starting a deal: which level is played, and who leads."""

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QButtonGroup,
    QDialog,
    QGridLayout,
    QHBoxLayout,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from app.ui import theme
from app.ui.controls import button, label
from app.ui.words import rank_text, seat_name
from engine.cards import RANKS

if TYPE_CHECKING:
    from app.snapshot import Snapshot

_ANYONE = ""


class DealForm(QDialog):
    """Modal; emits `chosen(level, leader)`, leader "" for whoever lays first."""

    chosen = Signal(str, str)

    def __init__(self, seats: tuple[str, ...], level: str, parent: QWidget | None = None) -> None:
        """`level`: the one that is most likely played."""
        super().__init__(parent)
        self.setWindowTitle(self.tr("Start a deal"))
        self.levels = QButtonGroup(self)
        self.leaders = QButtonGroup(self)
        level_keys = QGridLayout()
        level_keys.setSpacing(4)
        for place, rank in enumerate(RANKS):
            key = self._key(self.levels, rank_text(rank), rank, rank == level)
            level_keys.addWidget(key, 0, place)
        leader_keys = QHBoxLayout()
        leader_keys.setSpacing(4)
        for seat in seats:
            leader_keys.addWidget(self._key(self.leaders, seat_name(seat), seat, False), 1)
        anyone = self._key(self.leaders, self.tr("whoever lays first"), _ANYONE, True)
        leader_keys.addWidget(anyone, 2)
        start = button(main=True)
        start.setText(self.tr("Start (Enter)"))
        start.setDefault(True)
        start.clicked.connect(self.start)
        cancel = button()
        cancel.setText(self.tr("Cancel (Esc)"))
        cancel.clicked.connect(self.reject)
        ends = QHBoxLayout()
        ends.addStretch(1)
        ends.addWidget(cancel)
        ends.addWidget(start)
        box = QVBoxLayout(self)
        box.setContentsMargins(18, 18, 18, 18)
        box.setSpacing(theme.GAP)
        box.addWidget(label("name", self.tr("Level played")))
        box.addLayout(level_keys)
        box.addSpacing(theme.GAP)
        box.addWidget(label("name", self.tr("Leads")))
        box.addLayout(leader_keys)
        box.addSpacing(theme.PAD)
        box.addLayout(ends)

    def _key(self, group: QButtonGroup, text: str, value: str, checked: bool) -> QPushButton:
        key = button(pick=True)
        key.setText(text)
        key.setProperty("value", value)
        key.setChecked(checked)
        key.setAutoDefault(False)
        group.addButton(key)
        return key

    def start(self) -> None:
        level, leader = self.levels.checkedButton(), self.leaders.checkedButton()
        if level is not None and leader is not None:
            self.chosen.emit(str(level.property("value")), str(leader.property("value")))
            self.accept()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.start()
        else:
            super().keyPressEvent(event)


def next_level(snapshot: "Snapshot") -> str:
    """The level of the deal that comes: that of the side which was first out, else the one in sight."""
    first = next((view.seat for view in snapshot.seats if view.place == 1), None)
    for seats, level in zip(snapshot.sides, snapshot.levels, strict=True):
        if first in seats:
            return level
    return snapshot.level
