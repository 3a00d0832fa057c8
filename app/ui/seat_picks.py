"""The four seats as keys in a row, one of which an entry is for."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget

from app.ui.actions import Keys
from app.ui.controls import button
from app.ui.words import seat_name, seat_short


class SeatPicks(QWidget):
    """In the order of play; none is marked before the first play. Emits `picked(seat)`."""

    picked = Signal(str)

    def __init__(self, keys: Keys, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._keys = keys
        self.seats: dict[str, QPushButton] = {}
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(4)

    def show_seats(self, seats: tuple[str, ...]) -> None:
        """Make the keys, once."""
        for seat in seats if not self.seats else ():
            pick = button(pick=True)
            pick.clicked.connect(lambda *_, seat=seat: self.picked.emit(seat))
            self.seats[seat] = pick
            self._row.addWidget(pick)
        self.retranslate()

    def mark(self, marked: str | None) -> None:
        for seat, pick in self.seats.items():
            pick.setChecked(seat == marked)

    def retranslate(self) -> None:
        for place, (seat, pick) in enumerate(self.seats.items(), 1):
            pick.setText(seat_short(seat))
            pick.setToolTip(f"{seat_name(seat)} ({self._keys.label(f'seat_{place}')})")
            pick.setAccessibleName(seat_name(seat))
