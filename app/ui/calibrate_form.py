"""Where the play square lies and how large things are: the fields beside a `CalibrateView`."""

from dataclasses import replace

import numpy as np
from PySide6.QtCore import QCoreApplication, QEvent, Signal
from PySide6.QtWidgets import QButtonGroup, QDoubleSpinBox, QGridLayout, QHBoxLayout, QVBoxLayout, QWidget

from app.ui import theme
from app.ui.calibrate_view import CORNERS, CalibrateView
from app.ui.controls import button, label
from vision.profile import CARD_MM
from vision.table import PLAY_AREA_MM, SEATS, Table, TableError, find_markers

_WIDE_CARD_MM = (63.0, 88.0)
translate = QCoreApplication.translate


class CalibrateForm(QWidget):
    """Sizes, seats and markers, and what is missing still.

    table: what view and fields give, None while they give none; touched: whether anybody changed it since it
    was set. Emits `changed` after every change.
    """

    changed = Signal()

    def __init__(self, view: CalibrateView) -> None:
        super().__init__()
        self.view = view
        self.table: Table | None = None
        self.touched = False
        self._given: Table | None = None
        self._seats: tuple[str, ...] = SEATS
        self._markers = False
        view.changed.connect(self._by_hand)
        self.size_name, self.card_name, self.corner_name = label("name"), label("name"), label("name")
        self.width_mm, self.height_mm = (self._spin(value) for value in PLAY_AREA_MM)
        self.cards, self.corners = QButtonGroup(self), QButtonGroup(self)
        self.narrow, self.wide = button(pick=True), button(pick=True)
        self.two, self.four = button(pick=True), button(pick=True)
        for group, keys in ((self.cards, (self.narrow, self.wide)), (self.corners, (self.two, self.four))):
            for key in keys:
                group.addButton(key)
                key.clicked.connect(self._by_user)
            keys[0].setChecked(True)
        self.by_markers, self.again, self.turn = button(), button(), button()
        self.by_markers.clicked.connect(self.find_markers)
        self.again.clicked.connect(self.start_again)
        self.turn.clicked.connect(self.turn_seats)
        self.said = label("calls")
        self.said.setWordWrap(True)
        self._lay_out()
        self.retranslate()

    def _spin(self, value: float) -> QDoubleSpinBox:
        spin = QDoubleSpinBox()
        spin.setRange(100.0, 3000.0)
        spin.setDecimals(0)
        spin.setSingleStep(10.0)
        spin.setValue(value)
        spin.valueChanged.connect(self._by_user)
        return spin

    def _lay_out(self) -> None:
        rows = QGridLayout()
        rows.setSpacing(theme.GAP)
        for row, (name, left, right) in enumerate(
            (
                (self.size_name, self.width_mm, self.height_mm),
                (self.card_name, self.narrow, self.wide),
                (self.corner_name, self.two, self.four),
            )
        ):
            rows.addWidget(name, row, 0)
            rows.addWidget(left, row, 1)
            rows.addWidget(right, row, 2)
        rows.setColumnStretch(1, 1)
        rows.setColumnStretch(2, 1)
        box = QVBoxLayout(self)
        box.setContentsMargins(0, 0, 0, 0)
        box.setSpacing(theme.GAP)
        box.addLayout(rows)
        keys = QHBoxLayout()
        keys.setSpacing(theme.GAP)
        keys.addWidget(self.turn)
        keys.addWidget(self.again)
        box.addWidget(self.by_markers)
        box.addLayout(keys)
        box.addWidget(self.said)

    # ---- what people do -----------------------------------------------------------------------

    def set_table(self, table: Table | None) -> None:
        """Begin with a table that is known, or with nothing; one that goes by markers is looked for now."""
        self._given = table
        known = table or Table(None)
        self._seats = known.seats
        self.width_mm.setValue(known.play_area_mm[0])
        self.height_mm.setValue(known.play_area_mm[1])
        (self.wide if known.card_mm == _WIDE_CARD_MM else self.narrow).setChecked(True)
        (self.four if known.card_indices == 4 else self.two).setChecked(True)
        points = known.points_px
        self.view.set_points([] if points is None else [(float(x), float(y)) for x, y in points])
        self._markers = known.by_markers
        self.touched = False
        self.refresh()

    def find_markers(self) -> None:
        """Take the four printed markers in the present picture as the corners."""
        if self.view.image is None:
            return
        try:
            points = find_markers(self.view.image)
        except TableError as error:
            self.said.setText(str(error))
            return
        was_touched = self.touched or not self._markers
        self.view.set_points([(float(x), float(y)) for x, y in points])
        self._markers, self.touched = True, was_touched
        self.refresh()

    def start_again(self) -> None:
        self.view.set_points([])

    def turn_seats(self) -> None:
        """Who sits at the right now sat at the bottom before, and so on round."""
        self._seats = (self._seats[3], *self._seats[:3])
        self._by_user()

    # ---- what follows -------------------------------------------------------------------------

    def _by_hand(self) -> None:
        self._markers = False
        self._by_user()

    def _by_user(self) -> None:
        self.touched = True
        self.refresh()

    def refresh(self) -> None:
        """The table as it stands now, or what is missing."""
        table = None
        said = ""
        missing = len(CORNERS) - len(self.view.points)
        if missing:
            said = translate("CalibrateWindow", "Corners still to click: {0}").format(missing)
        else:
            try:
                table = self._made()
            except TableError:
                said = translate("CalibrateWindow", "The corners must go round clockwise, from the top left.")
        if table is not None:
            said = translate(
                "CalibrateWindow", "The grid has a line every 10 cm: it must lie straight on the table."
            )
        self.table = table
        self.view.set_table(table)
        self.said.setText(said)
        self.changed.emit()

    def _made(self) -> Table:
        """Raises `TableError` where the corners do not go round."""
        points = np.array(self.view.points, np.float32)
        if not self.touched and self._given is not None:
            return replace(self._given, points_px=points)
        return Table(
            points,
            (self.width_mm.value(), self.height_mm.value()),
            self._seats,
            _WIDE_CARD_MM if self.wide.isChecked() else CARD_MM,
            4 if self.four.isChecked() else 2,
            by_markers=self._markers,
        )

    def retranslate(self) -> None:
        self.size_name.setText(translate("CalibrateWindow", "Sides (mm)"))
        self.width_mm.setPrefix(translate("CalibrateWindow", "W") + " ")
        self.height_mm.setPrefix(translate("CalibrateWindow", "H") + " ")
        self.card_name.setText(translate("CalibrateWindow", "Cards (mm)"))
        self.narrow.setText("58 × 88")
        self.wide.setText("63 × 88")
        self.corner_name.setText(translate("CalibrateWindow", "Indices"))
        self.two.setText(translate("CalibrateWindow", "2 corners"))
        self.four.setText(translate("CalibrateWindow", "4 corners"))
        self.turn.setText(translate("CalibrateWindow", "Turn the seats"))
        self.by_markers.setText(translate("CalibrateWindow", "Take the printed markers"))
        self.again.setText(translate("CalibrateWindow", "Start again"))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()
            self.refresh()
