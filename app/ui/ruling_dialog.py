"""A call of the referee, by the keys: what happened, what the rules prescribe, what is decided."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from app.ui import theme
from app.ui.controls import button, label
from app.ui.entry import Kind as Typed
from app.ui.entry import read_entry
from app.ui.hand_modes import last_player
from app.ui.happenings import Happening, Kind, Wants, happenings, translate
from app.ui.refusals import notice_text
from app.ui.ruling_page import RulingPage
from app.ui.words import cards_text, seat_name, seat_short
from engine.breaches import Breach

if TYPE_CHECKING:
    from app.conduct_view import Case
    from app.snapshot import PlayLine, Snapshot
    from app.ui.conduct_port import Conduct

_UP_AND_DOWN = (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown)
_BACK = {Qt.Key.Key_Left: 1, Qt.Key.Key_Right: -1}
_ROLE = Qt.ItemDataRole.UserRole
_ABOUT_NONE = (Breach.PLAY_OUT_OF_TURN, Breach.EXPOSED_CARDS, Breach.DRAW_OUT_OF_TURN)
"""Kinds that are about no play of the record."""
_OUT_OF_TURN = (
    Breach.DRAW_OUT_OF_TURN, Breach.PLAY_OUT_OF_TURN, Breach.GESTURE_OUT_OF_TURN, Breach.PASS_OUT_OF_TURN,
)  # fmt: skip
_OF_WHO_LAID = (
    Breach.ILLEGAL_PLAY, Breach.PLAY_IN_PARTS, Breach.WILD_OUT_OF_PLACE, Breach.WRONG_REPORT,
    Breach.LATE_REPORT, Breach.MISSING_REPORT,
)  # fmt: skip


class RulingDialog(QDialog):
    """First what happened, filtered by what is typed; then, for an irregularity, the decision.

    Enter takes the line or records the decision, Esc goes back and then closes; the record has what was
    entered so far.
    """

    def __init__(self, session: "Conduct", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._snapshot: Snapshot | None = None
        self._sent_after: int | None = None
        """The newest irregularity when something was sent; None while nothing is on its way."""
        self._acts = False
        self.setWindowTitle(self.tr("Call of the referee"))
        self.search = QLineEdit()
        self.list = QListWidget()
        self._picked: str | None = None
        self._back = 0
        """How many plays before its last one an irregularity is about."""
        self.seats: dict[str, QPushButton] = {}
        self.detail = QLineEdit()
        self.about = label("muted")
        self.hint = label("calls")
        self.hint.setWordWrap(True)
        self.take = button(main=True)
        self.page = RulingPage()
        self.pages = QStackedWidget()
        self._lay_out()
        self.search.textChanged.connect(lambda: self._write_list(first=True))
        self.list.currentItemChanged.connect(lambda *_: self._write_chosen())
        self.list.itemDoubleClicked.connect(lambda *_: self.enter())
        self.take.clicked.connect(self.enter)
        self.page.record.clicked.connect(self.enter)
        self.page.back.clicked.connect(self.leave)
        self.search.installEventFilter(self)
        self.detail.installEventFilter(self)
        self.resize(720, 600)

    def _lay_out(self) -> None:
        self.search.setPlaceholderText(self.tr("Type to find: turn, cards, report …"))
        self.search.setFixedHeight(40)
        self.detail.setFixedHeight(36)
        self._who_row = QHBoxLayout()
        self._who_row.setSpacing(4)
        self._who_label = label("muted", self.tr("Who (Alt and the letter)"))
        self._who_row.addWidget(self._who_label)
        self._who_row.addStretch(1)
        self.take.setText(self.tr("Enter it (Enter)"))
        close = button()
        close.setText(self.tr("Close (Esc)"))
        close.clicked.connect(self.reject)
        ends = QHBoxLayout()
        ends.addWidget(self.hint, 1)
        ends.addWidget(close)
        ends.addWidget(self.take)
        first = QWidget()
        box = QVBoxLayout(first)
        box.setContentsMargins(0, 0, 0, 0)
        box.setSpacing(theme.GAP)
        box.addWidget(label("title", self.tr("What happened?")))
        box.addWidget(self.search)
        box.addWidget(self.list, 1)
        box.addLayout(self._who_row)
        box.addWidget(self.about)
        box.addWidget(self.detail)
        box.addLayout(ends)
        self.pages.addWidget(first)
        self.pages.addWidget(self.page)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(18, 14, 18, 14)
        outer.addWidget(self.pages)
        self.search.setFocus()

    # What comes from the session

    def show_snapshot(self, snapshot: "Snapshot") -> None:
        self._snapshot = snapshot
        if not self.seats:
            self._make_seats(tuple(view.seat for view in snapshot.seats))
        self._write_list()
        if self.page.case is not None and snapshot.conduct is not None:
            self.page.show_case(self._case(self.page.case.irregularity.seq), snapshot)
        self._hear(snapshot)

    def _hear(self, snapshot: "Snapshot") -> None:
        """The answer to what was sent: on to the ruling, done, or why it cannot be."""
        if self._sent_after is None:
            return
        newest, ruled = self._newest(), self.page.case is not None and self.page.is_ruled
        if snapshot.notice:
            said = notice_text(snapshot.notice, snapshot.level)
            self.hint.setText(said)
            self.page.show_refusal(said)
            self._sent_after = None
        elif ruled or self._acts:
            self._sent_after = None
            self.accept()
        elif newest > self._sent_after:
            self._sent_after = None
            self.open_case(newest)

    def _newest(self) -> int:
        shown = self._snapshot.conduct if self._snapshot is not None else None
        return max((case.irregularity.seq for case in shown.cases), default=0) if shown is not None else 0

    def open_case(self, seq: int) -> None:
        """The second page, for an irregularity of the record."""
        if self._snapshot is not None:
            self.page.start(self._case(seq), self._snapshot)
            self.pages.setCurrentWidget(self.page)
            self.page.list.setFocus()

    def _case(self, seq: int) -> "Case":
        assert self._snapshot is not None
        assert self._snapshot.conduct is not None
        return next(case for case in self._snapshot.conduct.cases if case.irregularity.seq == seq)

    # What the referee does

    @property
    def chosen(self) -> Happening | None:
        item = self.list.currentItem()
        chosen: Happening | None = item.data(_ROLE) if item is not None else None
        return chosen

    @property
    def seat(self) -> str | None:
        """Whose it is: as noticed, or as picked."""
        if self.chosen is not None and self.chosen.seat is not None:
            return self.chosen.seat
        return self._picked or self._likely_seat()

    def _likely_seat(self) -> str | None:
        """Who laid last where it is about cards laid or reported, else whose turn it is.

        Out of turn is nobody whose turn it is: there whoever moved last.
        """
        shown, kind = self._snapshot, self.chosen.value if self.chosen is not None else None
        if shown is None:
            return None
        if kind in _OUT_OF_TURN:
            moved = (line.seat for line in reversed(shown.lines) if line.kind in ("play", "pass"))
            return next(moved, None)
        takes_back = self.chosen is not None and self.chosen.kind in (Kind.TAKE_BACK, Kind.REPORT)
        last = last_player(shown)
        if last is not None and (takes_back or kind in _OF_WHO_LAID):
            return last
        return next((view.seat for view in shown.seats if view.to_play), last)

    def enter(self) -> None:
        """Take the line, or record the decision."""
        if self.pages.currentWidget() is self.page:
            self._decide()
            return
        chosen = self.chosen
        if chosen is None:
            return
        self.hint.setText("")
        if chosen.kind is Kind.CASE:
            assert isinstance(chosen.value, int)
            self.open_case(chosen.value)
        elif chosen.asks_seat and self.seat is None:
            self.hint.setText(self.tr("Say who: Alt and the letter of the seat."))
        else:
            self._send(chosen)

    def _send(self, chosen: Happening) -> None:
        before, self._acts = self._newest(), chosen.kind not in (Kind.WARNING, Kind.BREACH)
        sent = self._noted(chosen) if not self._acts else self._acted(chosen)
        if sent:
            self._sent_after = before
        elif chosen.wants is not Wants.NOTHING:
            self.hint.setText(translate("Happening", chosen.wants.value))
            self.detail.setFocus()

    def _noted(self, chosen: Happening) -> bool:
        """An irregularity, put on record; False where its cards cannot be read."""
        if chosen.kind is Kind.WARNING:
            self._session.note_warning(str(chosen.value))
            return True
        assert isinstance(chosen.value, Breach)
        entry = read_entry(self.detail.text()) if chosen.wants is Wants.CARDS else None
        if entry is not None and entry.kind not in (Typed.CARDS, Typed.EMPTY):
            return False
        cards = entry.cards if entry is not None else ()
        about = self._about if not cards else None
        note = self.detail.text().strip() if chosen.wants is Wants.NOTE else ""
        self._session.note_breach(chosen.value, self.seat, about.seq if about else None, cards, note)
        return True

    def _acted(self, chosen: Happening) -> bool:
        """What is no irregularity; False where what has to be typed with it is missing."""
        said, seat = self.detail.text().strip(), self.seat
        side = self._side(seat)
        match chosen.kind:
            case Kind.TAKE_BACK if seat is not None:
                self._session.take_back(seat)
            case Kind.REPORT if seat is not None and said.isdecimal():
                self._session.report(seat, int(said))
            case Kind.TIME if said.isdecimal():
                self._session.call_time(int(said))
            case Kind.FORFEIT if said:
                self._session.forfeit(side, said)
            case Kind.APPEAL if said:
                self._session.appeal(side, said)
            case Kind.THROWN_IN if self._order(said):
                self._session.end_deal(self._order(said), "all agreed")
            case _:
                return False
        return True

    def _order(self, said: str) -> tuple[str, ...]:
        """Seats as typed: `E W`, `ew`, `东西`; none where that is no order."""
        names = {seat_short(seat).lower(): seat for seat in self.seats} | {s.lower(): s for s in self.seats}
        found = tuple(names.get(letter, "") for letter in said.lower() if not letter.isspace())
        return found if len(found) > 1 and all(found) else ()

    @property
    def _about(self) -> "PlayLine | None":
        """The play that an irregularity is about: the seat's last of the deal, or one before it."""
        chosen, shown = self.chosen, self._snapshot
        if chosen is None or shown is None or chosen.kind is not Kind.BREACH or chosen.value in _ABOUT_NONE:
            return None
        plays = [
            line for line in shown.lines
            if line.deal == shown.deal and line.seat == self.seat and line.kind == "play"
        ]  # fmt: skip
        return plays[max(0, len(plays) - 1 - self._back)] if plays else None

    def _go_back(self, by: int) -> None:
        """An earlier or later play of the seat is what it is about."""
        self._back = max(0, self._back + by)
        self._write_chosen()

    def _side(self, seat: str | None) -> int:
        sides = self._snapshot.sides if self._snapshot is not None else ()
        return next((side for side, seats in enumerate(sides) if seat in seats), 0)

    def _decide(self) -> None:
        case, choice = self.page.case, self.page.choice
        if case is None or choice is None:
            return
        reason = self.page.reason.text().strip()
        if choice.departs and not reason:
            self.page.ask_reason()
            return
        self._sent_after, self._acts = self._newest(), False
        if case.ruling is None:
            self._session.rule(case.irregularity.seq, choice.key, reason)
        else:
            self._session.rule_again(case.ruling.seq, choice.key, reason)

    def leave(self) -> None:
        """Esc: from the decision back to the list, from the list away."""
        if self.pages.currentWidget() is self.page:
            self.page.case = None
            self.pages.setCurrentIndex(0)
            self.search.setFocus()
        else:
            self.reject()

    # What is shown

    def _make_seats(self, seats: tuple[str, ...]) -> None:
        for seat in seats:
            pick = button(pick=True)
            pick.setText(seat_name(seat) if seat_name(seat).startswith(seat) else f"{seat_name(seat)} {seat}")
            pick.setProperty("seat", seat)
            pick.setMinimumWidth(90)
            self.seats[seat] = pick
            self._who_row.addWidget(pick)
            pick.clicked.connect(lambda *_, seat=seat: self._pick(seat))
            QShortcut(QKeySequence(f"Alt+{seat}"), self).activated.connect(pick.click)

    def _pick(self, seat: str) -> None:
        self._picked, self._back = seat, 0
        self._write_chosen()

    def _write_list(self, *, first: bool = False) -> None:
        if self._snapshot is None:
            return
        kept = self.chosen
        typed = self.search.text()
        lines = [each for each in happenings(self._snapshot) if each.fits(typed)]
        self.list.blockSignals(True)
        self.list.clear()
        for each in lines:
            sign = "▲ " if each.likely else "    "
            item = QListWidgetItem(f"{sign}{each.text}  —  {each.more}")
            item.setData(_ROLE, each)
            self.list.addItem(item)
        at = 0 if first or kept not in lines else lines.index(kept)
        self.list.setCurrentRow(at if lines else -1)
        self.list.blockSignals(False)
        self._write_chosen()

    def _write_chosen(self) -> None:
        chosen = self.chosen
        wants = chosen.wants if chosen is not None else Wants.NOTHING
        nothing = self.tr("nothing more is asked of this")
        self.detail.setPlaceholderText(translate("Happening", wants.value) if wants.value else nothing)
        self.detail.setEnabled(wants is not Wants.NOTHING)
        for seat, pick in self.seats.items():
            pick.setChecked(seat == self.seat)
            pick.setEnabled(chosen is not None and chosen.asks_seat)
        about = self._about
        said = self.tr("About line {0}: {1} (Alt and the arrows: another one)")
        self.about.setText(said.format(about.seq, cards_text(about.cards)) if about is not None else "")
        self.take.setEnabled(chosen is not None)

    # Keys

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """While a field has the keys Up and Down choose in the list, Alt and Left or Right the play."""
        if not isinstance(event, QKeyEvent) or event.type() != QEvent.Type.KeyPress:
            return super().eventFilter(watched, event)
        if event.modifiers() == Qt.KeyboardModifier.AltModifier and event.key() in _BACK:
            self._go_back(_BACK[Qt.Key(event.key())])
            return True
        if watched is self.search and event.key() in _UP_AND_DOWN:
            self.list.event(event)
            return True
        return super().eventFilter(watched, event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            if not event.isAutoRepeat():
                self.enter()
        elif event.key() == Qt.Key.Key_Escape:
            self.leave()
        else:
            super().keyPressEvent(event)
