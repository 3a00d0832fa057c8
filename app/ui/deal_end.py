"""The end of a deal and of the match: what it did, who confirms it, what comes next; leaving the table."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from app.ui import theme
from app.ui.actions import Keys
from app.ui.controls import ShrinkLabel, button, label, mark
from app.ui.end_words import (
    gain_text,
    level_change,
    match_text,
    next_text,
    open_text,
    places_text,
    round_text,
    sheet_lines,
    tribute_text,
)
from app.ui.play_lines import is_play, wants_look
from app.ui.words import side_name

if TYPE_CHECKING:
    from app.snapshot import Snapshot
    from app.ui.conduct_port import Conduct
    from engine.result import AppealLine


def shows_end(snapshot: "Snapshot") -> bool:
    """Whether the end of a deal or match is in sight; a proposal that waits comes first."""
    return snapshot.pending is None and bool(snapshot.ending or snapshot.match)


class DealEndPanel(QFrame):
    """In sight from the end of a deal until the next one begins, while no proposal wants its place.

    `step` takes the step that is due. A result with plays that are still asked, or faults not ruled on, is
    confirmed at a second press only; `settle` (the deal) asks for the first of them.
    """

    settle = Signal(int)

    def __init__(self, session: "Conduct", keys: Keys, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("panel", True)
        mark(self, "calls", True)
        self._session, self._keys = session, keys
        self._snapshot: Snapshot | None = None
        self._now_ms = 0
        self._sure = False
        """The button that closes the record was pressed once."""
        self._told = 0
        """So many plays that nobody has settled were told of when a confirmation was pressed."""
        self._gives_way = False
        self.unsettled = label("alarm")
        self.unruled = label("alarm")
        self.first = button()
        self.waits = label("muted")
        self.title = label("title")
        self.places, self.round = ShrinkLabel(theme.BODY), ShrinkLabel(theme.BODY)
        self.levels = (label("badge"), label("badge"))
        self.next, self.tribute, self.sheet = label(""), label(""), label("")
        self.confirms = (button(), button())
        self.start, self.leave = button(), button()
        self.upheld, self.refused = button(), button()
        self._lay_out()
        for side, confirm in enumerate(self.confirms):
            confirm.clicked.connect(lambda *_, side=side: self._confirm(side))
        self.first.clicked.connect(self._settle)
        self.start.clicked.connect(lambda: self._session.start_next())
        self.leave.clicked.connect(self._leave)
        self.upheld.clicked.connect(lambda: self._answer(upheld=True))
        self.refused.clicked.connect(lambda: self._answer(upheld=False))
        keys.changed.connect(self._write)
        self.hide()

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.setSpacing(theme.GAP)
        head.addWidget(self.title, 1)
        for each in self.levels:
            head.addWidget(each)
        keys, ends, asked = QHBoxLayout(), QHBoxLayout(), QHBoxLayout()
        asked.addWidget(self.unsettled, 1)
        asked.addWidget(self.first)
        self.first.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        for row, parts in (
            (keys, self.confirms),
            (ends, (self.upheld, self.refused, self.start, self.leave)),
        ):
            row.setSpacing(theme.GAP)
            for part in parts:
                part.setFixedHeight(34)
                part.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
                row.addWidget(part, 1)
        for text in (self.next, self.tribute, self.sheet, self.waits, self.unsettled, self.unruled):
            text.setWordWrap(True)
        box = QVBoxLayout(self)
        box.setContentsMargins(theme.PAD, theme.GAP, theme.PAD, theme.GAP)
        box.setSpacing(5)
        box.addLayout(head)
        for text in (self.places, self.sheet):
            box.addWidget(text)
        box.addLayout(asked)
        box.addWidget(self.unruled)
        box.addLayout(keys)
        for text in (self.next, self.tribute, self.round):
            box.addWidget(text)
        box.addWidget(self.waits)
        box.addLayout(ends)

    def show_snapshot(self, snapshot: "Snapshot") -> None:
        self._snapshot = snapshot
        self._now_ms = snapshot.now_ms
        if snapshot.match is None or snapshot.match.left:
            self._sure = False
        if not self._asked() + self._open_faults():
            self._told = 0
        self._write()

    def give_way(self, wanted: bool) -> None:
        """Leave the room to a line that is corrected."""
        self._gives_way = wanted
        self._write()

    def show_time(self, now_ms: int) -> None:
        """Event time now, for what is left of the round."""
        self._now_ms = now_ms
        self._write_round()

    def step(self) -> None:
        """What is due: a side confirms, the next deal begins."""
        due = self._due()
        if due is not None and self.isVisible():
            due.click()

    def _confirm(self, side: int) -> None:
        """A side confirms; what is still open the first press only tells of."""
        asked = self._asked() + self._open_faults()
        if asked > self._told:
            self._told = asked
            self._write()
        else:
            self._session.confirm_deal(side)

    def _settle(self) -> None:
        ending = self._snapshot.ending if self._snapshot is not None else None
        if ending is not None:
            self.settle.emit(ending.result.number)

    def _asked(self) -> int:
        """Plays and passes of the deal that nobody has settled."""
        snapshot = self._snapshot
        if snapshot is None or snapshot.ending is None:
            return 0
        deal = snapshot.ending.result.number
        return sum(line.deal == deal and is_play(line) and wants_look(line) for line in snapshot.lines)

    def _open_faults(self) -> int:
        """Faults that were noticed and nobody has ruled on; the program's are forgotten in the next deal."""
        shown = self._snapshot.conduct if self._snapshot is not None else None
        if shown is None:
            return 0
        return len(shown.open) + sum(each.breach is not None for each in shown.warnings)

    def _due(self) -> QPushButton | None:
        """The button of the step that is due; leaving the table is never taken by a key alone."""
        ending = self._snapshot.ending if self._snapshot is not None else None
        if ending is None:
            return None
        order = (0, 1) if ending.enters in (None, 0) else (1, 0)
        waits = next((side for side in order if not ending.confirmed[side]), None)
        if waits is not None:
            return self.confirms[waits]
        return self.start if ending.next is not None and ending.next.leader is not None else None

    def _leave(self) -> None:
        if self._sure:
            self._sure = False
            self._session.leave_table()
        else:
            self._sure = True
        self._write()

    def _appeal(self) -> "AppealLine | None":
        """The oldest appeal that has no answer."""
        match = self._snapshot.match if self._snapshot is not None else None
        waiting = [line for line in match.sheet.appeals if line.answer is None] if match is not None else []
        return waiting[0] if waiting else None

    def _answer(self, *, upheld: bool) -> None:
        line = self._appeal()
        if line is not None:
            self._session.answer_appeal(line.appeal.seq, upheld, "")

    def _write(self) -> None:
        snapshot = self._snapshot
        ending, match = (snapshot.ending, snapshot.match) if snapshot is not None else (None, None)
        self.setVisible(snapshot is not None and shows_end(snapshot) and not self._gives_way)
        if snapshot is None or not (ending or match):
            return
        self.title.setText(match_text(match, snapshot.sides) if match else "")
        for part in (self.places, *self.confirms):
            part.setVisible(ending is not None)
        for badge in self.levels:
            badge.setVisible(match is None)
        if ending is not None:
            if match is None:
                self.title.setText(gain_text(ending, snapshot.sides))
            self.places.set_full_text(places_text(ending.result.finish))
            for side, badge in enumerate(self.levels):
                badge.setText(level_change(snapshot.sides[side], ending.before[side], ending.after[side]))
            self._write_confirms()
        self.sheet.setText("\n".join(sheet_lines(match, snapshot.sides)) if match else "")
        self.sheet.setVisible(match is not None)
        self._write_next()
        self._write_unsettled()
        self._write_leave()
        self._write_round()

    def _write_unsettled(self) -> None:
        """How many plays nobody has settled, while a side has still to confirm."""
        ending, asked = self._snapshot.ending if self._snapshot is not None else None, self._asked()
        shows = asked > 0 and ending is not None and not all(ending.confirmed)
        said = self.tr("▲ Nobody has settled {0} plays of this deal.").format(asked)
        if asked == 1:
            said = self.tr("▲ Nobody has settled 1 play of this deal.")
        faults = self._open_faults()
        again = ""
        if 0 < asked + faults <= self._told:
            again = " " + self.tr("Pressed again, the result is confirmed with them as they stand.")
        if not faults:
            said += again
        self.unsettled.setText(said)
        self.first.setText(self.tr("To the first ({0})").format(self._keys.label("asked")))
        for part in (self.unsettled, self.first):
            part.setVisible(shows)
        said = self.tr("▲ Faults not ruled on: {0} ({1}).")
        self.unruled.setText(said.format(faults, self._keys.label("rule")) + again)
        self.unruled.setVisible(faults > 0 and ending is not None and not all(ending.confirmed))

    def _write_confirms(self) -> None:
        snapshot = self._snapshot
        assert snapshot is not None
        assert snapshot.ending is not None
        ending, due = snapshot.ending, self._due()
        for side, confirm in enumerate(self.confirms):
            name = side_name(snapshot.sides[side])
            if ending.confirmed[side]:
                said = self.tr("✓ {0} confirmed").format(name)
            elif ending.enters is None:
                said = self.tr("{0} confirms").format(name)
            elif ending.enters == side:
                said = self.tr("{0} enters it").format(name)
            else:
                said = self.tr("{0} checks it").format(name)
            waits = ending.enters not in (None, side) and not ending.confirmed[1 - side]
            confirm.setEnabled(not ending.confirmed[side] and not waits)
            if 0 < self._asked() + self._open_faults() <= self._told and not ending.confirmed[side]:
                said = self.tr("{0} all the same").format(said)
            confirm.setText(self._keyed(said, confirm is due))
            confirm.setToolTip(ending.clause)
            mark(confirm, "main", confirm is due)

    def _write_next(self) -> None:
        snapshot = self._snapshot
        coming = snapshot.ending.next if snapshot is not None and snapshot.ending is not None else None
        for part in (self.next, self.tribute, self.start):
            part.setVisible(coming is not None)
        open_ = open_text(snapshot, self._keys) if snapshot is not None else ""
        self.waits.setText(open_)
        self.waits.setVisible(bool(open_))
        if coming is None:
            return
        self.next.setText(next_text(coming))
        self.tribute.setText(tribute_text(coming))
        self.start.setText(
            self._keyed(self.tr("Begin deal {0}").format(coming.number), self._due() is self.start)
        )
        self.start.setEnabled(coming.leader is not None)
        self.start.setToolTip(open_)
        mark(self.start, "main", self._due() is self.start)

    def _write_leave(self) -> None:
        match = self._snapshot.match if self._snapshot is not None else None
        self.leave.setVisible(match is not None and not match.left)
        self.leave.setText(
            self.tr("Press again: no correction afterwards")
            if self._sure
            else self.tr("The pairs have left the table")
        )
        mark(self.leave, "main", self._sure)
        appeal = self._appeal()
        for part, said in (
            (self.upheld, self.tr("Jury: appeal upheld")),
            (self.refused, self.tr("Jury: appeal refused")),
        ):
            part.setText(said)
            part.setVisible(appeal is not None)

    def _write_round(self) -> None:
        snapshot = self._snapshot
        shown = snapshot.round if snapshot is not None and snapshot.match is None else None
        said = round_text(shown, self._now_ms) if shown is not None else ""
        self.round.set_full_text(said)
        self.round.setVisible(bool(said))

    def _keyed(self, said: str, is_due: bool) -> str:
        return self.tr("{0} ({1})").format(said, self._keys.label("step")) if is_due else said

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._write()
