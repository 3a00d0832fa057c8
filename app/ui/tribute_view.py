"""The tribute while it goes on: who owes, who was paid, who gives back."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import QGridLayout, QVBoxLayout, QWidget

from app.ui import theme
from app.ui.actions import Keys
from app.ui.chips import CardRow, ChipSize
from app.ui.controls import ShrinkLabel, label, mark
from app.ui.words import gift_text

if TYPE_CHECKING:
    from app.snapshot import Snapshot, TributeView

MOST = 4
"""Gifts of a double tribute."""


class TributePanel(QWidget):
    """A line for each card that is given or owed; what is due next stands out and says its key."""

    def __init__(self, keys: Keys, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._keys = keys
        self._tribute: TributeView | None = None
        self._level = ""
        self.title = label("muted")
        self.title.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        self.rows = tuple(ShrinkLabel(theme.BODY) for _ in range(MOST))
        self.cards = tuple(CardRow(ChipSize.TINY) for _ in range(MOST))
        grid = QGridLayout()
        grid.setHorizontalSpacing(theme.GAP)
        grid.setVerticalSpacing(1)
        for place, (row, cards) in enumerate(zip(self.rows, self.cards, strict=True)):
            cards.setFixedWidth(ChipSize.TINY.value[0] + 2)
            grid.addWidget(row, place % 2, place // 2 * 2)
            grid.addWidget(cards, place % 2, place // 2 * 2 + 1)
        grid.setColumnStretch(0, 1)
        grid.setColumnStretch(2, 1)
        box = QVBoxLayout(self)
        box.setContentsMargins(0, 0, 0, 0)
        box.setSpacing(4)
        box.addStretch(1)
        box.addWidget(self.title)
        box.addLayout(grid)
        box.addStretch(1)
        keys.changed.connect(self._write)

    def show_tribute(self, snapshot: "Snapshot") -> None:
        self._tribute = snapshot.tribute
        self._level = (snapshot.tribute.level if snapshot.tribute else "") or snapshot.level
        self._write()

    def _write(self) -> None:
        tribute = self._tribute
        gifts = tribute.gifts if tribute else ()
        due = tribute.due if tribute else None
        if tribute is not None and tribute.refused:
            self.title.setText(self.tr("Tribute is refused"))
        elif due is None:
            self.title.setText(self.tr("Tribute is done"))
        else:
            self.title.setText(self.tr("Tribute ({0})").format(self._keys.label("gift")))
        for place, (row, cards) in enumerate(zip(self.rows, self.cards, strict=True)):
            gift = gifts[place] if place < len(gifts) else None
            row.setVisible(gift is not None)
            cards.setVisible(gift is not None)
            if gift is None:
                continue
            row.set_full_text(("▸ " if gift is due else "") + gift_text(gift))
            mark(row, "role", "calls" if gift is due else "" if gift.card else "muted")
            cards.set_cards((gift.card,) if gift.card else (), self._level)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._write()
