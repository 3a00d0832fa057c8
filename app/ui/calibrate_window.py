"""`calibrate` with a window: the play square is put on the live picture and saved as TABLE.toml."""

from threading import Event, Thread
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QEvent, QTimer, Signal
from PySide6.QtGui import QCloseEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QApplication,
    QButtonGroup,
    QDoubleSpinBox,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QMainWindow,
    QVBoxLayout,
    QWidget,
)

from app.ui import startup, theme
from app.ui.calibrate_view import CORNERS, CalibrateView
from app.ui.controls import button, label
from vision.frames import FrameSource, SourceError
from vision.profile import CARD_MM
from vision.table import PLAY_AREA_MM, SEATS, Table, TableError, find_markers

if TYPE_CHECKING:
    from app.ui.ports import Image

_REFRESH_MS = 80
_WIDE_CARD_MM = (63.0, 88.0)


class Feed:
    """The newest picture of a source, read by a thread of its own; a file goes at its own pace and stays at
    its last picture."""

    def __init__(self, source: FrameSource) -> None:
        self.fault: SourceError | None = None
        self._source = source
        self._image: Image | None = None
        self._stopping = Event()
        self._thread = Thread(target=self._run, name="calibrate-feed", daemon=True)
        self._thread.start()

    def take(self) -> "Image | None":
        """The newest picture, once."""
        image, self._image = self._image, None
        return image

    def stop(self) -> None:
        self._stopping.set()
        self._source.close()
        self._thread.join(5.0)

    def _run(self) -> None:
        try:
            for frame in self._source:
                self._image = frame.image
                if self._stopping.wait(0.0 if self._source.live else 1 / max(self._source.fps, 1.0)):
                    return
        except SourceError as error:
            self.fault = error


class CalibrateWindow(QMainWindow):
    """Picture on the left, what is to do on the right.  ``result``: the table once it was saved."""

    closed = Signal()

    def __init__(self, feed: Feed, title: str) -> None:
        super().__init__()
        self.result: Table | None = None
        self._feed = feed
        self._seats = SEATS
        self._markers = False
        self.setWindowTitle(title)
        self.view = CalibrateView()
        self.view.changed.connect(self._by_hand)
        self.head, self.how = label("title"), label("")
        self.how.setWordWrap(True)
        self.size_name, self.card_name, self.corner_name = label("name"), label("name"), label("name")
        self.width_mm, self.height_mm = (self._spin(value) for value in PLAY_AREA_MM)
        self.cards, self.corners = QButtonGroup(self), QButtonGroup(self)
        self.narrow, self.wide = button(pick=True), button(pick=True)
        self.two, self.four = button(pick=True), button(pick=True)
        for group, keys in ((self.cards, (self.narrow, self.wide)), (self.corners, (self.two, self.four))):
            for key in keys:
                group.addButton(key)
                key.clicked.connect(self._retry)
            keys[0].setChecked(True)
        self.by_markers, self.again, self.turn = button(), button(), button()
        self.by_markers.clicked.connect(self.find_markers)
        self.again.clicked.connect(self.start_again)
        self.turn.clicked.connect(self.turn_seats)
        self.said = label("calls")
        self.said.setWordWrap(True)
        self.save, self.cancel = button(main=True), button()
        self.save.clicked.connect(self.accept)
        self.cancel.clicked.connect(self.close)
        QShortcut(QKeySequence("Return"), self).activated.connect(self.accept)
        QShortcut(QKeySequence("Escape"), self).activated.connect(self.close)
        self._lay_out()
        self._timer = QTimer(self)
        self._timer.setInterval(_REFRESH_MS)
        self._timer.timeout.connect(self._refresh)
        self._timer.start()
        self.retranslate()
        self._retry()

    def _spin(self, value: float) -> QDoubleSpinBox:
        spin = QDoubleSpinBox()
        spin.setRange(100.0, 3000.0)
        spin.setDecimals(0)
        spin.setSingleStep(10.0)
        spin.setValue(value)
        spin.valueChanged.connect(self._retry)
        return spin

    def _lay_out(self) -> None:
        panel = QFrame()
        panel.setProperty("panel", True)
        panel.setFixedWidth(330)
        box = QVBoxLayout(panel)
        box.setContentsMargins(theme.PAD, theme.PAD, theme.PAD, theme.PAD)
        box.setSpacing(theme.GAP)
        box.addWidget(self.head)
        box.addWidget(self.how)
        box.addSpacing(theme.GAP)
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
        box.addLayout(rows)
        for key in (self.turn, self.by_markers, self.again):
            box.addWidget(key)
        box.addStretch(1)
        box.addWidget(self.said)
        ends = QHBoxLayout()
        ends.addWidget(self.cancel, 1)
        ends.addWidget(self.save, 2)
        box.addLayout(ends)
        ground = QWidget()
        ground.setObjectName("ground")
        row_ = QHBoxLayout(ground)
        row_.setContentsMargins(theme.GAP, theme.GAP, theme.GAP, theme.GAP)
        row_.setSpacing(theme.GAP)
        row_.addWidget(self.view, 1)
        row_.addWidget(panel)
        self.setCentralWidget(ground)
        self.resize(1280, 760)

    # ---- what people do -----------------------------------------------------------------------

    def find_markers(self) -> None:
        """Take the four printed markers in the present picture as the corners."""
        if self.view.image is None:
            return
        try:
            points = find_markers(self.view.image)
        except TableError as error:
            self.said.setText(str(error))
            return
        self.view.set_points([(float(x), float(y)) for x, y in points])
        self._markers = True
        self._retry()

    def start_again(self) -> None:
        self.view.set_points([])

    def turn_seats(self) -> None:
        """Who sits at the right now sat at the bottom before, and so on round."""
        self._seats = (self._seats[3], *self._seats[:3])
        self._retry()

    def accept(self) -> None:
        """Keep the table that is shown and close."""
        if self.view.table is not None:
            self.result = self.view.table
            self.close()

    # ---- what follows -------------------------------------------------------------------------

    def _by_hand(self) -> None:
        self._markers = False
        self._retry()

    def _retry(self) -> None:
        """The table as it stands now, or what is missing."""
        table = None
        said = ""
        missing = len(CORNERS) - len(self.view.points)
        if missing:
            said = self.tr("Corners still to click: {0}").format(missing)
        else:
            try:
                table = Table(
                    np.array(self.view.points, np.float32),
                    (self.width_mm.value(), self.height_mm.value()),
                    self._seats,
                    _WIDE_CARD_MM if self.wide.isChecked() else CARD_MM,
                    4 if self.four.isChecked() else 2,
                    by_markers=self._markers,
                )
            except TableError:
                said = self.tr("The corners must go round clockwise, from the top left.")
        if table is not None:
            said = self.tr("The grid has a line every 10 cm: it must lie straight on the table.")
        self.view.set_table(table)
        self.save.setEnabled(table is not None)
        self.said.setText(said)

    def _refresh(self) -> None:
        image = self._feed.take()
        if image is not None:
            self.view.show_image(image)
        elif self._feed.fault is not None:
            self.said.setText(str(self._feed.fault))

    def retranslate(self) -> None:
        self.head.setText(self.tr("Where the table lies"))
        self.how.setText(
            self.tr(
                "Click the four corners of the square in which cards are laid: top left, top right, "
                "bottom right, bottom left. Drag a corner to correct it, or use the arrow keys. "
                "Say how long its sides are."
            )
        )
        self.size_name.setText(self.tr("Sides (mm)"))
        self.width_mm.setPrefix(self.tr("W") + " ")
        self.height_mm.setPrefix(self.tr("H") + " ")
        self.card_name.setText(self.tr("Cards (mm)"))
        self.narrow.setText("58 × 88")
        self.wide.setText("63 × 88")
        self.corner_name.setText(self.tr("Indices"))
        self.two.setText(self.tr("2 corners"))
        self.four.setText(self.tr("4 corners"))
        self.turn.setText(self.tr("Turn the seats"))
        self.by_markers.setText(self.tr("Take the printed markers"))
        self.again.setText(self.tr("Start again"))
        self.save.setText(self.tr("Save (Enter)"))
        self.cancel.setText(self.tr("Cancel (Esc)"))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()
            self._retry()

    def closeEvent(self, event: QCloseEvent) -> None:
        self._timer.stop()
        self._feed.stop()
        super().closeEvent(event)
        self.closed.emit()


def run_calibration(source: FrameSource, *, lang: str | None, title: str) -> Table | None:
    """Show the window until it is closed; the table that was put, or None.

    Raises `RuntimeError` where no window can be opened.
    """
    fault = startup.display_fault()
    if fault is not None:
        source.close()
        raise RuntimeError(startup.NO_DISPLAY.format(reason=fault))
    guards = startup.Guards()
    try:
        present = QApplication.instance()
        app = present if isinstance(present, QApplication) else QApplication(["guandan-eye"])
        guards.app_stands()
        app.setQuitOnLastWindowClosed(False)
        theme.apply(app, startup.look())
        language = startup.Language(app, lang)
        window = CalibrateWindow(Feed(source), title)
        window.closed.connect(app.exit)
        try:
            window.show()
            app.exec()
        finally:
            window.close()
            window.deleteLater()
            language.remove()
        return window.result
    finally:
        guards.remove()
