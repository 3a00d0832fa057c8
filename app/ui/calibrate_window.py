"""`calibrate` with a window: the play square is put on the live picture and saved as TABLE.toml."""

from PySide6.QtCore import QEvent, QTimer, Signal
from PySide6.QtGui import QCloseEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import QFrame, QHBoxLayout, QMainWindow, QVBoxLayout, QWidget

from app.picture_feed import PictureFeed
from app.ui import startup, theme
from app.ui.calibrate_form import CalibrateForm
from app.ui.calibrate_view import CalibrateView
from app.ui.controls import button, label
from app.ui.desktop import desktop
from vision.frames import FrameSource
from vision.table import Table

_REFRESH_MS = 80


class CalibrateWindow(QMainWindow):
    """Picture on the left, what is to do on the right.  ``result``: the table once it was saved."""

    closed = Signal()

    def __init__(self, feed: PictureFeed, title: str) -> None:
        super().__init__()
        self.result: Table | None = None
        self._feed, self._shown = feed, 0
        self.setWindowTitle(title)
        self.view = CalibrateView()
        self.form = CalibrateForm(self.view)
        self.head, self.how = label("title"), label("")
        self.how.setWordWrap(True)
        self.save, self.cancel = button(main=True), button()
        self.save.clicked.connect(self.accept)
        self.cancel.clicked.connect(self.close)
        self.form.changed.connect(lambda: self.save.setEnabled(self.form.table is not None))
        QShortcut(QKeySequence("Return"), self).activated.connect(self.accept)
        QShortcut(QKeySequence("Escape"), self).activated.connect(self.close)
        self._lay_out()
        self._timer = QTimer(self)
        self._timer.setInterval(_REFRESH_MS)
        self._timer.timeout.connect(self._refresh)
        self._timer.start()
        self.retranslate()
        self.form.refresh()

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
        box.addWidget(self.form)
        box.addStretch(1)
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

    def accept(self) -> None:
        """Keep the table that is shown and close."""
        if self.form.table is not None:
            self.result = self.form.table
            self.close()

    def _refresh(self) -> None:
        feed = self._feed
        if feed.image is not None and feed.count != self._shown:
            self._shown = feed.count
            self.view.show_image(feed.image)
        elif feed.fault is not None:
            self.form.said.setText(str(feed.fault))

    def retranslate(self) -> None:
        self.head.setText(self.tr("Where the table lies"))
        self.how.setText(
            self.tr(
                "Click the four corners of the square in which cards are laid: top left, top right, "
                "bottom right, bottom left. Drag a corner to correct it, or use the arrow keys. "
                "Say how long its sides are."
            )
        )
        self.save.setText(self.tr("Save (Enter)"))
        self.cancel.setText(self.tr("Cancel (Esc)"))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()

    def closeEvent(self, event: QCloseEvent) -> None:
        self._timer.stop()
        self._feed.stop()
        super().closeEvent(event)
        self.closed.emit()


def run_calibration(source: FrameSource, *, lang: str | None, title: str) -> Table | None:
    """Show the window until it is closed; the table that was put, or None.

    Raises `RuntimeError` where no window can be opened.
    """
    try:
        startup.need_display()
    except RuntimeError:
        source.close()
        raise
    with desktop(lang) as desk:
        window = CalibrateWindow(PictureFeed(lambda: source), title)
        window.closed.connect(desk.app.exit)
        try:
            window.show()
            desk.app.exec()
        finally:
            window.close()
            window.deleteLater()
        return window.result
