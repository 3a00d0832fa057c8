"""Third page: which camera looks on, where the table lies in its picture, and who sits on which side."""

import re
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QListWidget, QListWidgetItem

from app.cameras import camera_choices
from app.match_setup import MatchSetup
from app.picture_feed import PictureFeed
from app.settings import settings_path
from app.ui import theme
from app.ui.calibrate_form import CalibrateForm
from app.ui.calibrate_view import CalibrateView
from app.ui.controls import button, label
from app.ui.setup_page import SetupPage, panel
from app.ui.words import seat_name, source_text
from vision import open_source
from vision.table import Table, TableError

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

_SOURCE = Qt.ItemDataRole.UserRole
_REFRESH_MS = 80
_FORBIDDEN = re.compile(r"[^\w-]")


class CameraPage(SetupPage):
    """The choice on the right, the live picture with the grid of the calibration on the left.

    feed: the pictures of the source that is chosen, None for a match by hand; `release` lets go of it.
    """

    def __init__(self) -> None:
        super().__init__()
        self._setup = MatchSetup()
        self._file = ""
        self._fault = ""
        self._shown = 0
        self._table_name = ""
        self.feed: PictureFeed | None = None
        self.heading, self.where = label("title"), label("title")
        self.list = QListWidget()
        self.video, self.again = button(), button()
        self.view = CalibrateView()
        self.form = CalibrateForm(self.view)
        self.load = button()
        self.how = label("muted")
        self.how.setWordWrap(True)
        self.seated = label("")
        self.seated.setWordWrap(True)
        self._lay_out()
        self.list.currentItemChanged.connect(lambda item, _: self._picked(item))
        self.form.changed.connect(self._say)
        self.video.clicked.connect(self.ask_video)
        self.again.clicked.connect(self.look_again)
        self.load.clicked.connect(self.ask_table)
        self._timer = QTimer(self)
        self._timer.setInterval(_REFRESH_MS)
        self._timer.timeout.connect(self._refresh)
        self.retranslate()

    def _lay_out(self) -> None:
        frame, box = panel()
        frame.setFixedWidth(340)
        self.list.setFixedHeight(96)
        box.addWidget(self.heading)
        box.addWidget(self.list)
        row = QHBoxLayout()
        row.addWidget(self.video, 1)
        row.addWidget(self.again, 1)
        box.addLayout(row)
        box.addSpacing(theme.GAP)
        box.addWidget(self.where)
        box.addWidget(self.how)
        box.addWidget(self.load)
        box.addWidget(self.form)
        box.addWidget(self.seated)
        box.addStretch(1)
        page = QHBoxLayout(self)
        page.setContentsMargins(0, 0, 0, 0)
        page.setSpacing(theme.GAP)
        page.addWidget(self.view, 1)
        page.addWidget(frame)

    def first_field(self) -> "QWidget":
        return self.list

    # ---- the set-up ---------------------------------------------------------------------------

    def show_setup(self, setup: MatchSetup) -> None:
        self._setup = setup
        self._table_name = setup.table
        self._list_sources(setup.camera)
        self._use_file(setup.calibration)

    def taken(self, setup: MatchSetup) -> MatchSetup:
        """With a calibration that somebody changed saved under the table's name."""
        source = self._source()
        if not source:
            return replace(setup, camera="", calibration="")
        table = self.form.table
        if table is not None and self.form.touched:
            self._file = self._save(setup.table, table)
            self.form.touched = False
        file = self._file if table is not None or not self.form.touched else ""
        seated = setup if table is None else setup.seated(table.seats)
        return replace(seated, camera=source, calibration=file)

    def problem(self) -> str:
        if not self._source():
            return ""
        if self.feed is not None and self.feed.fault is not None:
            return str(self.feed.fault)
        return self._fault

    def look(self) -> None:
        """Begin to look at the source that is chosen, unless that is done already."""
        self._timer.start()
        if self.feed is None and self._source():
            source = self._source()
            self.feed = PictureFeed(lambda: open_source(source))

    def release(self) -> None:
        """Let go of the camera: the match takes it."""
        self._timer.stop()
        if self.feed is not None:
            self.feed.stop()
        self.feed, self._shown = None, 0

    # ---- sources ------------------------------------------------------------------------------

    def _source(self) -> str:
        item = self.list.currentItem()
        return str(item.data(_SOURCE)) if item is not None else ""

    def _list_sources(self, chosen: str) -> None:
        """By hand, every camera that is plugged in, and what was used last even where it is not there."""
        there = camera_choices()
        known = [source for source, _ in there]
        if chosen and chosen not in known:
            there.append((chosen, source_text(chosen)))
        self.list.blockSignals(True)
        self.list.clear()
        for source, name in (("", self.tr("No camera: everything by hand")), *there):
            item = QListWidgetItem(name)
            item.setData(_SOURCE, source)
            self.list.addItem(item)
            if source == chosen:
                self.list.setCurrentItem(item)
        self.list.blockSignals(False)
        self._say()

    def _picked(self, item: QListWidgetItem | None) -> None:
        self.release()
        self.view.clear_image()
        if item is not None and self._source():
            self.look()
        self._say()

    def look_again(self) -> None:
        """Cameras were plugged in or out."""
        chosen = self._source()
        self.release()
        self._list_sources(chosen)
        self.look()

    def ask_video(self) -> None:
        path, _ = QFileDialog.getOpenFileName(self, self.tr("A video of a table"), "", "* (*)")
        if path:
            self.release()
            self._list_sources(path)
            beside = Path(path).with_suffix(".table.toml")
            if beside.is_file():
                self._use_file(str(beside))
            self.look()

    # ---- calibration --------------------------------------------------------------------------

    def ask_table(self) -> None:
        path, _ = QFileDialog.getOpenFileName(self, self.tr("A calibration"), "", "TABLE.toml (*.toml)")
        if path:
            self._use_file(path)

    def _use_file(self, path: str) -> None:
        table = None
        self._fault, self._file = "", path
        if path:
            try:
                table = Table.load(path)
            except TableError as error:
                self._fault, self._file = str(error), ""
        elif self._setup.seats != Table(None).seats:
            table = Table(None, seats=self._setup.seats)
        self.form.set_table(table)
        if table is not None and table.by_markers:
            self._find_markers()

    def _find_markers(self) -> None:
        if self.view.image is not None and not self.view.points:
            self.form.find_markers()

    def _save(self, name: str, table: Table) -> str:
        """A file of the user's own for the table; what cannot be written is a problem that is told."""
        folder = settings_path().parent / "tables"
        path = folder / (_FORBIDDEN.sub("_", name) or "table")
        path = path.with_name(path.name + ".toml")
        try:
            folder.mkdir(parents=True, exist_ok=True)
            beside = path.with_name(path.name + ".part")
            beside.write_text(table.to_toml(), "utf-8")
            beside.replace(path)
        except OSError as error:
            self._fault = f"{path}: {error.strerror}"
            return ""
        self._fault = ""
        return str(path)

    def _refresh(self) -> None:
        feed = self.feed
        if feed is None:
            return
        if feed.image is not None and feed.count != self._shown:
            first, self._shown = self._shown == 0, feed.count
            self.view.show_image(feed.image)
            if first and self._file and self.form.table is None:
                self._find_markers()
        if feed.fault is not None:
            self._say()

    def _say(self) -> None:
        is_by_hand = not self._source()
        for part in (self.form, self.load, self.how, self.where):
            part.setVisible(not is_by_hand)
        reason = self.tr("No camera: plays are typed by hand.") if is_by_hand else self.problem()
        self.view.set_reason(reason)
        self.seated.setVisible(not is_by_hand and self.form.table is None)
        seats = self._setup.seats
        said = self.tr("In the picture: {0} at the right, {1} above, {2} at the left, {3} below.")
        self.seated.setText(said.format(*(seat_name(seat) for seat in seats)))
        self.altered.emit()

    def retranslate(self) -> None:
        self.heading.setText(self.tr("Camera"))
        self.where.setText(self.tr("Where the table lies"))
        self.video.setText(self.tr("Video file…"))
        self.again.setText(self.tr("Look again"))
        self.load.setText(self.tr("Read a calibration…"))
        self.how.setText(
            self.tr("Click the corners of the play square: top left, top right, bottom right, bottom left.")
        )
        if self.list.count():
            self.list.item(0).setText(self.tr("No camera: everything by hand"))
        self._say()
