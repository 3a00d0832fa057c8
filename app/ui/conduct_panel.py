"""Calling the referee: the clocks stand meanwhile; what waits for a ruling, and what was noted."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from app.ui import theme
from app.ui.actions import Keys
from app.ui.conduct_words import counts_text
from app.ui.controls import ShrinkLabel, button, label, mark
from app.ui.ruling_dialog import RulingDialog
from app.ui.words import clock, seat_name, side_name

if TYPE_CHECKING:
    from app.snapshot import Snapshot
    from app.ui.conduct_port import Conduct


class ConductPanel(QFrame):
    """One line while play goes on; framed, with the time it lasts, while the clocks stand."""

    def __init__(self, session: "Conduct", keys: Keys, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("panel", True)
        self._session, self._keys = session, keys
        self._snapshot: Snapshot | None = None
        self._now_ms = 0
        self._rule_when_paused = False
        self.dialog: RulingDialog | None = None
        self.state = label("name")
        self.lasts = label("big")
        self.call, self.rule = button(), button()
        self.counts = ShrinkLabel(theme.SMALL)
        mark(self.counts, "role", "muted")
        self._lay_out()
        self.call.clicked.connect(self.call_or_go_on)
        self.rule.clicked.connect(self.open_rulings)
        keys.changed.connect(self._write)
        self._write()

    def _lay_out(self) -> None:
        row = QHBoxLayout()
        row.setSpacing(theme.GAP)
        row.addWidget(self.state)
        row.addWidget(self.lasts)
        row.addStretch(1)
        for each in (self.rule, self.call):
            each.setFixedHeight(32)
            each.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
            row.addWidget(each)
        box = QVBoxLayout(self)
        box.setContentsMargins(theme.PAD, 6, theme.PAD, 6)
        box.setSpacing(2)
        box.addLayout(row)
        box.addWidget(self.counts)

    @property
    def paused(self) -> bool:
        shown = self._snapshot
        return shown is not None and shown.conduct is not None and shown.conduct.paused_ms is not None

    def show_snapshot(self, snapshot: "Snapshot") -> None:
        self._snapshot = snapshot
        self._now_ms = snapshot.now_ms
        if self.dialog is not None:
            self.dialog.show_snapshot(snapshot)
        if self._rule_when_paused and self.paused:
            self._rule_when_paused = False
            self.open_rulings()
        self._write()

    def show_time(self, now_ms: int) -> None:
        """Event time now; the time of a call runs on with it."""
        self._now_ms = now_ms
        self._write_time()

    def call_or_go_on(self) -> None:
        """Stop the clocks and ask what happened, or let them run again."""
        if self._snapshot is None:
            return
        if self.paused:
            self._session.go_on()
        else:
            self._rule_when_paused = True
            self._session.call_referee()

    def open_rulings(self) -> None:
        if self._snapshot is None or self._snapshot.conduct is None or self.dialog is not None:
            return
        dialog = RulingDialog(self._session, self.window())
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.dialog = dialog
        dialog.finished.connect(self._closed)
        dialog.show_snapshot(self._snapshot)
        dialog.open()

    def _closed(self) -> None:
        self.dialog = None

    def _write(self) -> None:
        shown = self._snapshot.conduct if self._snapshot is not None else None
        waiting = len(shown.open) if shown is not None else 0
        mark(self, "calls", self.paused)
        self.lasts.setVisible(self.paused)
        if self.paused:
            self.state.setText(self.tr("■ Referee at the table"))
        elif waiting:
            self.state.setText(self.tr("▲ {0} wait for a ruling").format(waiting))
        else:
            self.state.setText("")
        mark(self.state, "role", "calls" if self.paused or waiting else "name")
        said = self.tr("Play goes on ({0})") if self.paused else self.tr("Call referee ({0})")
        self.call.setText(said.format(self._keys.label("call")))
        mark(self.call, "main", self.paused and not waiting)
        self.rule.setText(self.tr("Rulings ({0})").format(self._keys.label("rule")))
        said = self.tr("A ruling is taken back with {0}, or struck: click it in the list of plays, then {1}.")
        self.rule.setToolTip(said.format(self._keys.label("undo"), self._keys.label("strike")))
        mark(self.rule, "main", waiting > 0)
        self.counts.set_full_text(self._counts())
        self.counts.setVisible(bool(self.counts.full_text()))
        self._write_time()

    def _write_time(self) -> None:
        shown = self._snapshot.conduct if self._snapshot is not None else None
        if shown is not None and shown.paused_ms is not None:
            self.lasts.setText(clock(self._now_ms - shown.paused_ms))

    def _counts(self) -> str:
        """What was noted: each side's, with its players' in brackets."""
        snapshot = self._snapshot
        shown = snapshot.conduct if snapshot is not None else None
        if snapshot is None or shown is None:
            return ""
        said = []
        of_seat = dict(shown.seats)
        for seats, counts in zip(snapshot.sides, shown.sides, strict=True):
            whole = counts_text(counts, shown.rules)
            each = [(seat, counts_text(of_seat[seat])) for seat in seats]
            own = self.tr("; ").join(
                self.tr("{0} {1}").format(seat_name(seat), text) for seat, text in each if text
            )
            if whole:
                said.append(
                    self.tr("{0}: {1}").format(side_name(seats), whole)
                    + (self.tr(" ({0})").format(own) if own else "")
                )
        return "    ".join(said)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._write()
