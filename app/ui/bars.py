"""The bar above (deal, levels, tally) and the line below (notice, camera, record)."""

import time
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QSizePolicy, QWidget

from app.trouble import CameraNews
from app.ui import theme
from app.ui.actions import Keys
from app.ui.camera_words import trouble_short
from app.ui.controls import ShrinkLabel, button, label, mark
from app.ui.words import is_camera, language, rank_text, side_name, source_text, translate

if TYPE_CHECKING:
    from app.snapshot import Snapshot


def deal_runs(snapshot: "Snapshot") -> bool:
    """Whether a deal is being played: then somebody is to move."""
    return any(view.to_play for view in snapshot.seats)


class TopBar(QFrame):
    """Deal and level, both sides' levels, rule set; the way to a new deal and to the other language."""

    new_deal = Signal()
    other_language = Signal()
    all_keys = Signal()
    air = Signal()

    def __init__(self, keys: Keys, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("panel", True)
        self._keys = keys
        self._snapshot: Snapshot | None = None
        self.deal = label("title")
        self.sides = (label("badge"), label("badge"))
        self.rules = ShrinkLabel(theme.SMALL)
        mark(self.rules, "role", "muted")
        self.tally = label("muted")
        self.start = button()
        self.language = button()
        self.help = button()
        self.on_air = button()
        self._is_on_air = False
        row = QHBoxLayout(self)
        row.setContentsMargins(theme.PAD, 6, theme.GAP, 6)
        row.setSpacing(theme.PAD)
        row.addWidget(self.deal)
        for side in self.sides:
            row.addWidget(side)
        row.addWidget(self.rules, 1)
        row.addWidget(self.tally)
        row.addWidget(self.start)
        row.addWidget(self.on_air)
        row.addWidget(self.help)
        row.addWidget(self.language)
        self.start.clicked.connect(self.new_deal)
        keys.changed.connect(self.retranslate)
        self.language.clicked.connect(self.other_language)
        self.help.clicked.connect(self.all_keys)
        self.on_air.clicked.connect(self.air)
        self.retranslate()

    def show_snapshot(self, snapshot: "Snapshot") -> None:
        self._snapshot = snapshot
        self.start.setEnabled(not deal_runs(snapshot))
        self._write()

    def show_air(self, on: bool) -> None:
        """Whether the match is on air."""
        self._is_on_air = on
        self.retranslate()

    def _write(self) -> None:
        snapshot = self._snapshot
        if snapshot is None:
            return
        if snapshot.deal:
            said = self.tr("Deal {0}, level {1}").format(snapshot.deal, rank_text(snapshot.level))
            self.deal.setText(said)
        elif snapshot.first_leads:
            said = self.tr("Deal 1, level {0}, from the first play")
            self.deal.setText(said.format(rank_text(snapshot.level)))
        else:
            self.deal.setText(self.tr("No deal"))
        for where, seats, level in zip(self.sides, snapshot.sides, snapshot.levels, strict=True):
            where.setText(self.tr("{0} at {1}").format(side_name(seats), rank_text(level)))
        self.rules.set_full_text(self.tr("Rules: {0}").format(snapshot.rules.called(language())))
        said = self.tr("{0} accepted, {1} asked, {2} typed")
        self.tally.setText(said.format(snapshot.accepted, snapshot.asked, snapshot.typed))

    def retranslate(self) -> None:
        self.start.setText(self.tr("New deal ({0})").format(self._keys.label("new_deal")))
        # The other language is named in that language, for whoever cannot read this one.
        self.language.setText(translate("words", "中文", "the language to switch to, in itself"))
        self.language.setToolTip(self.tr("Language ({0})").format(self._keys.label("language")))
        said = self.tr("● On air ({0})") if self._is_on_air else self.tr("Go on air ({0})")
        self.on_air.setText(said.format(self._keys.label("air")))
        self.on_air.setToolTip(self.tr("Overlays and feeds ({0})").format(self._keys.label("air")))
        self.help.setText(self.tr("Keys ({0})").format(self._keys.label("help")))
        self._write()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()


class StatusLine(QWidget):
    """Left what the session has to say, right how the camera and the record stand."""

    try_camera = Signal()

    def __init__(self, source_name: str, record: Path, keys: Keys, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._keys = keys
        self._source_name, self._path = source_name, record
        self._fps: float | None = None
        self._drops, self._stalled_s, self._saved = 0, 0, 0
        self._notice = self._lasting = ""
        self.notice = ShrinkLabel(theme.BODY)
        self.notice.setObjectName("notice")
        self.notice.setContentsMargins(8, 0, 8, 0)
        self._news = CameraNews()
        self.again = button()
        self.again.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.again.clicked.connect(self.try_camera)
        keys.changed.connect(self.retranslate)
        self.again.hide()
        self.camera = label("muted")
        self.record = label("muted")
        self.saved = label("muted")
        row = QHBoxLayout(self)
        row.setContentsMargins(4, 0, 4, 0)
        row.setSpacing(16)
        row.addWidget(self.notice, 1)
        row.addWidget(self.again)
        for each in (self.camera, self.record, self.saved):
            each.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Preferred)
            row.addWidget(each)
        self.record.setToolTip(str(record))
        self.retranslate()

    def show_notice(self, text: str) -> None:
        """What the session says now; empty when there is nothing."""
        self._notice = text
        self._write()

    def show_lasting(self, text: str) -> None:
        """Something about the machine that stays: no Chinese font, an error inside."""
        self._lasting = text
        self._write()

    def show_camera(self, fps: float, drops: int) -> None:
        self._fps, self._drops, self._stalled_s = fps, drops, 0
        self._write()

    def show_stalled(self, seconds: int) -> None:
        """No picture has come for so long."""
        if seconds != self._stalled_s:
            self._stalled_s = seconds
            self._write()

    def show_trouble(self, news: CameraNews) -> None:
        """How the camera is; a time that goes on is shown as it goes."""
        if news != self._news or (news.trouble.value and self._trouble() != self._trouble_shown):
            self._news = news
            self.again.setVisible(bool(news.trouble.value))
            self._write()

    def _trouble(self) -> str:
        return trouble_short(self._news, int(time.monotonic() - self._news.since_s))

    def ask_again(self) -> None:
        """The camera is tried again, where it is not well."""
        if self.again.isVisible():
            self.try_camera.emit()

    def show_saved(self, seq: int) -> None:
        """The number of the last line that is committed."""
        self._saved = seq
        self._write()

    def retranslate(self) -> None:
        self.again.setText(self.tr("Try the camera again ({0})").format(self._keys.label("try_camera")))
        self._write()

    def _write(self) -> None:
        self._trouble_shown = self._trouble()
        notice = self._notice or self._lasting
        self.notice.set_full_text(notice)
        mark(self.notice, "calls", bool(notice))
        alarming = bool(self._trouble_shown) or (self._stalled_s > 0 and is_camera(self._source_name))
        mark(self.camera, "role", "calls" if alarming else "muted")
        self.camera.setText(self._camera_text())
        self.record.setText(self.tr("Record {0}").format(_short_name(self._path)))
        self.saved.setText(
            self.tr("saved up to line {0}").format(self._saved)
            if self._saved
            else self.tr("nothing recorded yet")
        )

    def _camera_text(self) -> str:
        if not self._source_name:
            return self.tr("no camera")
        if self._trouble_shown:
            return f"{source_text(self._source_name)}: {self._trouble_shown}"
        if self._stalled_s and not is_camera(self._source_name):
            return self.tr("{0}: no further pictures").format(source_text(self._source_name))
        if self._stalled_s:
            return self.tr("{0}: no picture for {1} s").format(
                source_text(self._source_name), self._stalled_s
            )
        if self._fps is None:
            return self.tr("{0}: no picture yet").format(source_text(self._source_name))
        said = self.tr("{0}: {1} pictures/s, {2} dropped")
        return said.format(source_text(self._source_name), f"{self._fps:.1f}", self._drops)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()


def _short_name(path: Path) -> str:
    """A file name, its middle left out where it is very long; the tooltip has the whole path."""
    name = path.name
    return name if len(name) <= 28 else f"{name[:14]}…{name[-12:]}"
