"""What is typed: plays and passes for any seat, corrections, reports, tribute, and the end of a deal.

All of it goes through one line. What the line is for is its mode; Esc leads back to plays.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from app.ui import theme
from app.ui.actions import Keys
from app.ui.controls import EntryField, ShrinkLabel, button, label, mark
from app.ui.entry import Kind, is_refusal
from app.ui.hand_modes import (
    Mode,
    conflicts_text,
    gift_due,
    is_above,
    newest,
    now_line,
    pick_seat_text,
    placeholder,
    seats_out,
    title_text,
)
from app.ui.hand_typed import Typed
from app.ui.play_lines import is_play
from app.ui.proposal import candidates_of, show_hint, show_judgement
from app.ui.seat_picks import SeatPicks
from app.ui.sending import Sending
from app.ui.words import typing_text

if TYPE_CHECKING:
    from app.snapshot import PlayLine, Snapshot
    from app.ui.ports import Session
    from engine.cards import Card


HEAD = 32  # px: as high as the seats' buttons, so that nothing moves when they are hidden


class ByHandPanel(QFrame):
    """Types for the seat to move unless another is picked; for an earlier line, replaces that line."""

    left = Signal()
    at_line = Signal(object)
    corrects = Signal(object)
    """The line that is corrected or struck, None when it is no more."""

    def __init__(self, session: "Session", keys: Keys, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("panel", True)
        self._session, self._keys = session, keys
        self._snapshot: Snapshot | None = None
        self._mode = Mode.PLAY
        self._picked: str | None = None
        self._line: PlayLine | None = None
        self._reading = 0
        """Which of the readings of an asked play stands in the line."""
        self._above: Card | None = None
        """A card too high to give back that was entered once: it takes Enter a second time."""
        self._sending = Sending()
        self._kept: tuple[str, str | None] | None = None
        """A play that was typed, and its seat, when the line was taken for something else."""
        self.title = ShrinkLabel(theme.BODY, bold=True)
        self.picks = SeatPicks(keys)
        self.conflicts = label("alarm")
        self.conflicts.setWordWrap(True)
        self.field = EntryField()
        self.record = button()
        self.passing = button()
        self.striking = button()
        self.leaving = button()
        self.hint = ShrinkLabel(theme.BODY - 1)
        self._lay_out()
        self.picks.picked.connect(self.pick)
        self.field.entered.connect(self.enter)
        self.field.left.connect(self.leave)
        self.field.stepped.connect(self.step)
        self.field.turned.connect(self.turn)
        self.field.blank.connect(self._pass_on_empty)
        self.field.textChanged.connect(self._judge)
        self.record.clicked.connect(self.enter)
        self.passing.clicked.connect(self.record_pass)
        self.striking.clicked.connect(lambda: self.strike(self._line))
        self.leaving.clicked.connect(self.leave)
        keys.changed.connect(self.retranslate)
        self.retranslate()

    def _lay_out(self) -> None:
        self._head = QHBoxLayout()
        self._head.setSpacing(4)
        self._head.addWidget(self.title, 1)
        self._head.addWidget(self.picks)
        self._head.addWidget(self.striking)
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
        box.addWidget(self.conflicts)
        box.addLayout(keys)
        box.addWidget(self.hint)

    @property
    def mode(self) -> Mode:
        return self._mode

    @property
    def line(self) -> "PlayLine | None":
        """The line that is corrected or struck."""
        return self._line

    @property
    def typed(self) -> Typed:
        """What stands in the line, and what it is for."""
        text, on_its_way = self.field.text(), self._sending.under_way
        pick = pick_seat_text(self._keys)
        return Typed(
            text, self._mode, self._snapshot, self._line, self._picked, on_its_way, self._above, pick
        )

    @property
    def seat(self) -> str | None:
        """For whom the entry is."""
        return self.typed.seat

    @property
    def kept(self) -> str:
        """A play that was typed before the line was taken for something else; it comes back afterwards."""
        return self._kept[0] if self._kept is not None else ""

    @property
    def busy(self) -> bool:
        """Something is being typed or corrected here."""
        return bool(self.field.text()) or self._mode is not Mode.PLAY

    def show_snapshot(self, snapshot: "Snapshot") -> None:
        if not self.picks.seats:
            self.picks.show_seats(tuple(view.seat for view in snapshot.seats))
        self._snapshot = snapshot
        if self._sending.under_way:
            self._hear(snapshot)
        self._write()

    def _hear(self, snapshot: "Snapshot") -> None:
        """What became of what was sent: the first entry that was refused comes back, if nothing else is
        typed."""
        if not self._sending.plays:
            if self._taken(snapshot):
                self._sending.clear()
                if self._mode is Mode.GIFT and gift_due(snapshot, None) is not None:
                    self._begin(Mode.GIFT)  # until nothing is owed
                else:
                    self._end()
            return
        refused = self._sending.refused(snapshot)
        if refused is not None and not self.field.text():
            text, self._picked = refused
            self.field.setText(text)

    def _taken(self, snapshot: "Snapshot") -> bool:
        """Whether what was sent is in the log. A correction adds no line: it stands when nothing is said
        against it."""
        if self._line is not None:
            return not snapshot.notice and self.typed.broken is None
        return self._sending.after is not None and newest(snapshot) > self._sending.after

    # What it is for

    def pick(self, seat: str) -> None:
        """The entry is this seat's."""
        self._picked = seat
        self.field.setFocus()
        self._write()

    def pick_place(self, place: int) -> None:
        """The seat at a place in the order of play, from 0."""
        if place < len(self.picks.seats):
            self.pick(tuple(self.picks.seats)[place])

    def type_play(self, begun: str = "") -> None:
        """To the line, for a play of which the first letters may have been typed elsewhere."""
        self.field.setFocus()
        self.field.insert(begun)

    def correct(self, line: "PlayLine") -> None:
        """Take an earlier line into the field; one that is no play can only be struck."""
        if not is_play(line):
            self.strike(line)
            return
        self._begin(Mode.CORRECT)
        self._line, self._reading = line, 0
        self.field.setText("pass" if line.kind == "pass" else typing_text(line.cards))
        self.field.selectAll()
        self._write()
        self.at_line.emit(line)
        self.corrects.emit(line)

    def strike(self, line: "PlayLine | None") -> None:
        """Ask whether a line falls away altogether; Enter strikes it."""
        if line is not None:
            self._begin(Mode.STRIKE)
            self._line = line
            self._write()
            self.at_line.emit(line)
            self.corrects.emit(line)

    def turn(self, by: int) -> None:
        """Page Up and Down: another reading of an asked play that is corrected."""
        aside = self._snapshot.aside.get(self._line.seq) if self._snapshot and self._line else None
        if aside is None or self._mode is not Mode.CORRECT:
            return
        there = candidates_of(aside)
        self._reading = (self._reading + by) % len(there)
        self.field.setText(typing_text(there[self._reading]))
        self.field.selectAll()

    def step(self, by: int) -> None:
        """Up and Down: the line before or after the one that is corrected; from an empty line the newest."""
        snapshot = self._snapshot
        if snapshot is None or (self._mode is not Mode.CORRECT and (self.busy or by > 0)):
            return
        lines = [line for line in snapshot.lines if line.kind in ("play", "pass")]
        if self._line is not None:
            seq = self._line.seq
            lines = [line for line in lines if (line.seq < seq if by < 0 else line.seq > seq)]
        if lines:
            self.correct(lines[-1 if by < 0 else 0])

    def report(self) -> None:
        """A card-count report of whoever laid last: Enter alone is the true count."""
        self._begin(Mode.REPORT)

    def give(self) -> None:
        """The tribute or return that is due."""
        self._begin(Mode.GIFT)

    def end_deal(self) -> None:
        """Cards are thrown in: the seats that go out, in order."""
        self._begin(Mode.THROW_IN)

    def _begin(self, mode: Mode) -> None:
        if self._mode is Mode.PLAY and self.field.text():
            self._kept = self.field.text(), self._picked
        self._clear()
        self._mode = mode
        self._sending.clear()
        self.field.setFocus()
        self._write()

    # What is sent

    def enter(self) -> None:
        """Record what is typed."""
        does: dict[Mode, Callable[[], None]] = {
            Mode.PLAY: self._enter_play,
            Mode.CORRECT: self._enter_play,
            Mode.REPORT: self._enter_report,
            Mode.GIFT: self._enter_gift,
            Mode.THROW_IN: self._enter_order,
            Mode.STRIKE: self._enter_strike,
        }
        if self._snapshot is not None:
            does[self._mode]()

    def _enter_play(self) -> None:
        entry = self.typed.entry
        if entry.kind is Kind.PASS:
            self.record_pass()
        elif entry.kind is Kind.CARDS:
            if self._line is not None:
                self._correct(entry.cards)
            elif (waits := self.typed.waits) is not None:  # else the seat would have played twice
                self._session.answer(waits.id, entry.cards)
                self._sent()
            elif self.seat is not None:
                self._session.type_play(self._whose, entry.cards)
                self._sent()

    def record_pass(self) -> None:
        if self._mode is Mode.CORRECT:
            self._correct(())
        elif self._mode is Mode.PLAY and self.seat is not None:
            if (waits := self.typed.waits) is not None:
                self._session.answer(waits.id, (), True)
            self._session.type_pass(self._whose)
            self._sent()

    @property
    def _whose(self) -> str | None:
        """The seat of the entry; None while an earlier one is on its way: whoever is to move after that."""
        return self.seat if self._picked is not None or not self._sending.under_way else None

    def _pass_on_empty(self) -> None:
        if self._mode is Mode.PLAY:
            self.record_pass()

    def _correct(self, cards: "tuple[Card, ...]") -> None:
        """The first time what later lines say against it is shown; the second time it is made."""
        line, broken = self._line, self.typed.broken
        if line is None:
            return
        seat = self._picked if self._picked not in (None, line.seat) else None
        again = (
            broken is not None and not broken.struck and (broken.cards, broken.seat) == (cards, self.seat)
        )
        self._session.correct(line.seq, cards, seat, anyway=again)
        self._sent()

    def _enter_report(self) -> None:
        count = self.typed.count
        if count is not None and self.seat is not None:
            self._session.report(self.seat, count)
            self._sent()

    def _enter_gift(self) -> None:
        snapshot = self._snapshot
        due = gift_due(snapshot, self._picked) if snapshot else None
        if due is None:
            return
        if is_refusal(self.field.text()):
            self._session.refuse_tribute()
            self._sent()
            return
        entry = self.typed.entry
        if entry.kind is Kind.CARDS and len(entry.cards) == 1:
            card = entry.cards[0]
            if is_above(due, card, self.typed.level) and card != self._above:
                self._above = card
                self._judge()
                return
            sends = self._session.type_return if due.back else self._session.type_tribute
            sends(due.seat, card)
            self._sent()

    def _enter_order(self) -> None:
        order, snapshot = self.typed.order, self._snapshot
        if snapshot is not None and order and self.typed.judged.readable:
            out = seats_out(snapshot)
            self._session.end_deal((*out, *(seat for seat in order if seat not in out)), "")
            self._sent()

    def _enter_strike(self) -> None:
        """The first time what later lines say against it is shown; the second time it is struck."""
        if self._line is not None:
            broken = self.typed.broken
            again = broken is not None and broken.struck
            self._session.strike(self._line.seq, self.field.text().strip(), anyway=again)
            self._sent()

    def leave(self) -> None:
        """Esc: give up what is typed; a play that was typed before a correction comes back first."""
        self._end()
        self._write()
        self.left.emit()

    def _sent(self) -> None:
        """The line is free for the next play at once; other entries stay until they are taken."""
        self._sending.begin(self._snapshot)
        if self._mode is Mode.PLAY:
            self._sending.plays.append((self.field.text(), self._picked))
            self._clear()

    def _end(self) -> None:
        """Back to plays, with what was typed before."""
        kept, self._kept = self._kept, None
        self._clear()
        if kept is not None:
            text, self._picked = kept
            self.field.setText(text)

    def _clear(self) -> None:
        self._mode = Mode.PLAY
        if self._line is not None:
            self._line = None
            self.corrects.emit(None)
        self._picked, self._above = None, None
        self.field.setText("")  # not clear(): that could be undone in the line itself

    # What is read and shown

    def _write(self) -> None:
        snapshot, mode = self._snapshot, self._mode
        line = now_line(snapshot, self._line)
        self.title.set_full_text(title_text(mode, line, snapshot, self._picked, self._keys))
        mark(self, "calls", mode is not Mode.PLAY)
        words = {Mode.CORRECT: self.tr("Correct"), Mode.STRIKE: self.tr("Strike")}
        self.record.setText(words.get(mode, self.tr("Record")))
        self.striking.setVisible(mode is Mode.CORRECT)
        self.leaving.setVisible(mode is not Mode.PLAY)
        self.passing.setVisible(mode in (Mode.PLAY, Mode.CORRECT))
        for each in (self.record, self.passing):  # not the field: it would lose the focus
            each.setEnabled(snapshot is not None)
        self.field.setPlaceholderText(placeholder(mode, self.typed.count))
        self.picks.setVisible(mode not in (Mode.THROW_IN, Mode.STRIKE))
        self.picks.mark(self.seat)
        self._judge()

    def _judge(self) -> None:
        mark(self.record, "main", self.busy)
        snapshot, broken = self._snapshot, self.typed.broken
        strikes = self._mode is Mode.STRIKE
        shows = (
            broken is not None
            and broken.struck == strikes
            and (strikes or broken.cards == self.typed.entry.cards)
        )
        self.conflicts.setVisible(shows)
        if broken is not None and shows and snapshot is not None:
            self.conflicts.setText(conflicts_text(broken, snapshot.level))
            said = self.tr("Enter corrects it all the same, Esc leaves it as it was.")
            if strikes:
                said = self.tr("Enter strikes it all the same, Esc leaves it as it was.")
            show_hint(self.hint, said)
            return
        show_judgement(self.hint, self.typed.judged)

    def retranslate(self) -> None:
        self.passing.setText(self.tr("Pass"))
        self.passing.setToolTip(self.tr("Space on an empty line, or {0}").format(self._keys.label("pass")))
        self.striking.setText(self.tr("Strike"))
        self.striking.setToolTip(self.tr("It never was ({0})").format(self._keys.label("strike")))
        self.leaving.setText(self.tr("Leave (Esc)"))
        self.field.setAccessibleName(self.tr("Cards typed by hand"))
        self.picks.retranslate()
        self._write()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()
