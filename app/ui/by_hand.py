"""A play or pass typed for any seat, and the correction of an earlier line."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, Signal
from PySide6.QtWidgets import QButtonGroup, QFrame, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from app.ui import theme
from app.ui.controls import EntryField, ShrinkLabel, button, mark
from app.ui.entry import Kind, judge, read_entry
from app.ui.proposal import show_hint, show_judgement
from app.ui.words import cards_text, seat_name, seat_short, typing_text

if TYPE_CHECKING:
    from app.snapshot import PlayLine, Snapshot
    from app.ui.ports import Session


HEAD = 32  # px: as high as the seats' buttons, so that nothing moves when they are hidden


class ByHandPanel(QFrame):
    """Types for the seat to move unless another is picked; for an earlier line, replaces that line."""

    left = Signal()

    def __init__(self, session: "Session", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("panel", True)
        self._session = session
        self._snapshot: Snapshot | None = None
        self._picked: str | None = None
        self._line: PlayLine | None = None
        self._sent_after: int | None = None
        self.title = ShrinkLabel(theme.BODY, bold=True)
        self.picks = QButtonGroup(self)
        self.picks.setExclusive(False)  # before the first play no seat is picked
        self.seats: dict[str, QPushButton] = {}
        self.field = EntryField()
        self.record = button()
        self.passing = button()
        self.leaving = button()
        self.hint = ShrinkLabel(theme.BODY - 1)
        self._lay_out()
        self.picks.buttonClicked.connect(self._pick)
        self.field.entered.connect(self.enter)
        self.field.left.connect(self.leave)
        self.field.textChanged.connect(self._judge)
        self.record.clicked.connect(self.enter)
        self.passing.clicked.connect(self.record_pass)
        self.leaving.clicked.connect(self.leave)
        self.retranslate()

    def _lay_out(self) -> None:
        self._head = QHBoxLayout()
        self._head.setSpacing(4)
        self._head.addWidget(self.title, 1)
        self._head.addStrut(HEAD)
        keys = QHBoxLayout()
        keys.setSpacing(theme.GAP)
        keys.addWidget(self.field, 1)
        for each in (self.record, self.passing, self.leaving):
            each.setFixedHeight(36)
            keys.addWidget(each)
        box = QVBoxLayout(self)
        box.setContentsMargins(theme.PAD, theme.GAP, theme.PAD, theme.GAP)
        box.setSpacing(5)
        box.addLayout(self._head)
        box.addLayout(keys)
        box.addWidget(self.hint)

    @property
    def seat(self) -> str | None:
        """For whom the entry is."""
        if self._line is not None:
            return str(self._line.seat)
        if self._picked is not None or self._snapshot is None:
            return self._picked
        return next((view.seat for view in self._snapshot.seats if view.to_play), None)

    @property
    def busy(self) -> bool:
        """Something is being typed or corrected here."""
        return bool(self.field.text()) or self._line is not None

    def show_snapshot(self, snapshot: "Snapshot") -> None:
        if not self.seats:
            self._make_seats(tuple(view.seat for view in snapshot.seats))
        self._snapshot = snapshot
        if self._sent_after is not None and self._taken(snapshot):
            self._sent_after = None
            self._clear()
        self._write()

    def _taken(self, snapshot: "Snapshot") -> bool:
        """Whether what was sent is in the log. A correction adds no line: it stands when nothing is said
        against it."""
        if self._line is not None:
            return not snapshot.notice
        return self._sent_after is not None and newest(snapshot) > self._sent_after

    def _make_seats(self, seats: tuple[str, ...]) -> None:
        for seat in seats:
            pick = button(pick=True)
            pick.setProperty("seat", seat)
            self.picks.addButton(pick)
            self.seats[seat] = pick
            self._head.addWidget(pick)
        self.retranslate()

    def _pick(self, pick: QPushButton) -> None:
        self._picked = str(pick.property("seat"))
        self.field.setFocus()
        self._write()

    def correct(self, line: "PlayLine") -> None:
        """Take an earlier line into the field."""
        self._line = line
        self._sent_after = None
        self.field.setText("pass" if line.kind == "pass" else typing_text(line.cards))
        self.field.setFocus()
        self.field.selectAll()
        self._write()

    def enter(self) -> None:
        """Record what is typed."""
        entry = read_entry(self.field.text())
        if entry.kind is Kind.PASS:
            self.record_pass()
        elif entry.kind is Kind.CARDS:
            if self._line is not None:
                self._session.correct(self._line.seq, entry.cards)
                self._sent()
            elif self.seat is not None:
                self._session.type_play(self.seat, entry.cards)
                self._sent()

    def record_pass(self) -> None:
        if self._line is not None:
            self._session.correct(self._line.seq, ())
            self._sent()
        elif self.seat is not None:
            self._session.type_pass(self.seat)
            self._sent()

    def leave(self) -> None:
        """Esc: give up what is typed and go back to the proposal."""
        self._clear()
        self._write()
        self.left.emit()

    def _sent(self) -> None:
        # The text stays until the log has grown: a refused entry is mended, not typed again.
        self._sent_after = newest(self._snapshot) if self._snapshot else 0

    def _clear(self) -> None:
        self._line = None
        self._picked = None
        self.field.clear()

    def _write(self) -> None:
        line, snapshot = self._line, self._snapshot
        if line is not None:
            was = cards_text(line.cards) or self.tr("pass")
            said = self.tr("Correct line {0}: {1} {2}").format(line.seq, seat_name(line.seat), was)
            self.title.set_full_text(said)
        else:
            self.title.set_full_text(self.tr("By hand (F3), for"))
        mark(self, "calls", line is not None)
        self.record.setText(self.tr("Correct") if line is not None else self.tr("Record"))
        self.leaving.setVisible(line is not None)
        for each in (self.field, self.record, self.passing):
            each.setEnabled(snapshot is not None)
        self.field.setPlaceholderText(self.tr("cards: H3 S3"))
        for seat, pick in self.seats.items():
            pick.setVisible(line is None)
            pick.setChecked(seat == self.seat)
        self._judge()

    def _judge(self) -> None:
        seat = self.seat
        mark(self.record, "main", self.busy)
        if self._snapshot is None or seat is None:
            show_hint(self.hint, self.tr("Pick the seat.") if self.field.text() else "")
            return
        entry = read_entry(self.field.text())
        show_judgement(self.hint, judge(entry, self._snapshot, seat, now=self._line is None))

    def retranslate(self) -> None:
        self.passing.setText(self.tr("Pass"))
        self.leaving.setText(self.tr("Leave (Esc)"))
        self.field.setAccessibleName(self.tr("Cards typed by hand"))
        for seat, pick in self.seats.items():
            pick.setText(seat_short(seat))
            pick.setToolTip(seat_name(seat))
            pick.setAccessibleName(seat_name(seat))
        self._write()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()


def newest(snapshot: "Snapshot") -> int:
    """The number of the last line, 0 where there is none."""
    return snapshot.lines[-1].seq if snapshot.lines else 0
