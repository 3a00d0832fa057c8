"""What the program warns of: one line each, silenced by a click on it or by a key."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from app.ui import theme
from app.ui.actions import Keys
from app.ui.conduct_words import warning_text
from app.ui.controls import ShrinkLabel, button, label, mark

if TYPE_CHECKING:
    from app.snapshot import Snapshot
    from app.ui.conduct_port import Conduct
    from app.warnings import Warned

MOST = 3
"""Lines in sight; how many more there are is told."""
ROW = 34  # px


@dataclass(frozen=True, slots=True)
class RecordWarning:
    """Words about the record as a file; seen: makes them go away, None where they stay while they hold."""

    text: str
    seen: Callable[[], None] | None = None


class WarningsBar(QFrame):
    """The newest warnings, each a sign, its words and its ways out; not to be seen while there is none."""

    def __init__(self, session: "Conduct", keys: Keys, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("panel", True)
        self._session, self._keys = session, keys
        self._shown: tuple[Warned, ...] = ()
        self._record: tuple[RecordWarning, ...] = ()
        self.rows: list[WarningRow] = []
        self.more = label("muted")
        self._box = QVBoxLayout(self)
        self._box.setContentsMargins(theme.PAD, 4, theme.PAD, 4)
        self._box.setSpacing(2)
        self._box.addWidget(self.more)
        keys.changed.connect(self._write)
        self.hide()

    def show_snapshot(self, snapshot: "Snapshot") -> None:
        self._shown = snapshot.conduct.warnings if snapshot.conduct is not None else ()
        self._write()

    def show_record(self, said: "tuple[RecordWarning, ...]") -> None:
        """What is to be said of the record as a file, above all else."""
        if said != self._record:
            self._record = said
            self._write()

    def silence_newest(self) -> None:
        """The newest warning that may be silenced."""
        newest = next((each for each in reversed(self._shown) if each.may_silence), None)
        if newest is not None:
            self._session.silence(newest.key)

    def _write(self) -> None:
        shown = self._shown[::-1][:MOST]
        above = len(self._record)
        while len(self.rows) < above + len(shown):
            row = WarningRow()
            self.rows.append(row)
            self._box.insertWidget(len(self.rows) - 1, row)
        for row, said in zip(self.rows, self._record, strict=False):
            row.show_record(said)
        for row, warned in zip(self.rows[above:], shown, strict=False):
            newest = warned is next((w for w in shown if w.may_silence), None)
            row.show_warning(warned, self._keys.label("silence") if newest else "")
            row.on_answer(partial(self._session.silence, warned.key), partial(self._breach, warned))
        for row in self.rows[above + len(shown) :]:
            row.hide()
        left = len(self._shown) - len(shown)
        self.more.setText(self.tr("{0} more").format(left))
        self.more.setVisible(left > 0)
        self.setVisible(bool(shown or above))

    def _breach(self, warned: "Warned") -> None:
        self._session.note_warning(warned.key)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._write()


class WarningRow(QWidget):
    """▲ and the accent for what may be a breach, ● for a reminder: colour never says it alone."""

    def __init__(self) -> None:
        super().__init__()
        self.sign = label("alarm")
        self.sign.setFixedWidth(18)
        self.text = ShrinkLabel(theme.BODY, bold=True)
        self.breach, self.seen = button(), button()
        for each in (self.breach, self.seen):
            each.setFixedHeight(ROW - 2)
            each.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(6)
        row.addWidget(self.sign)
        row.addWidget(self.text, 1)
        row.addWidget(self.breach)
        row.addWidget(self.seen)
        self.setFixedHeight(ROW)
        self._does: tuple[object, object] | None = None

    def on_answer(self, seen: Callable[[], None], breach: Callable[[], None]) -> None:
        if self._does is not None:
            self.seen.clicked.disconnect()
            self.breach.clicked.disconnect()
        self._does = (seen, breach)
        self.seen.clicked.connect(lambda: seen())
        self.breach.clicked.connect(lambda: breach())

    def show_record(self, said: RecordWarning) -> None:
        self._mark(grave=True)
        self.text.set_full_text(said.text)
        self.breach.hide()
        self._write_seen("")
        self.seen.setVisible(said.seen is not None)
        self.on_answer(said.seen or (lambda: None), lambda: None)
        self.show()

    def _mark(self, *, grave: bool) -> None:
        self.sign.setText("▲" if grave else "●")
        mark(self.sign, "role", "alarm" if grave else "calls")
        mark(self.text, "role", "calls" if grave else "")

    def _write_seen(self, key: str) -> None:
        self.seen.setText(self.tr("Seen ({0})").format(key) if key else self.tr("Seen"))
        self.seen.setToolTip(self.tr("The warning goes away; nothing is recorded"))

    def show_warning(self, warned: "Warned", key: str) -> None:
        """`key`: that which silences it, empty where it has none."""
        grave = warned.breach is not None or warned.kind in ("third_copy", "time_passed")
        self._mark(grave=grave)
        self.text.set_full_text(warning_text(warned))
        self.breach.setText(self.tr("Breach"))
        self.breach.setToolTip(self.tr("It goes on record as an irregularity, to be ruled on"))
        self.breach.setVisible(warned.breach is not None)
        self._write_seen(key)
        self.seen.setVisible(warned.may_silence)
        self.show()
