"""The decision on one irregularity: what the rules prescribe, what else may be decided, the reason."""

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QVBoxLayout,
    QWidget,
)

from app.ui import theme
from app.ui.conduct_words import awards_text, breach_text, choice_text, clause_text, decides_text
from app.ui.controls import button, label
from app.ui.words import cards_text, clock, language, seat_name

if TYPE_CHECKING:
    from app.choices import Choice
    from app.conduct_view import Case
    from app.snapshot import Snapshot

_ROLE = Qt.ItemDataRole.UserRole


class RulingPage(QWidget):
    """Shows a case and holds what is chosen and typed for it; it records nothing itself."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.case: Case | None = None
        self._had = 0
        self.title = label("title")
        self.title.setWordWrap(True)
        self.prescribed = label("name")
        self.clause, self.before = label(""), label("muted")
        for each in (self.prescribed, self.clause, self.before):
            each.setWordWrap(True)
        self.list = QListWidget()
        self.reason = QLineEdit()
        self.reason.setFixedHeight(36)
        self.hint = label("calls")
        self.hint.setWordWrap(True)
        self.record, self.back = button(main=True), button()
        ends = QHBoxLayout()
        ends.addWidget(self.hint, 1)
        ends.addWidget(self.back)
        ends.addWidget(self.record)
        box = QVBoxLayout(self)
        box.setContentsMargins(0, 0, 0, 0)
        box.setSpacing(theme.GAP)
        for part in (self.title, self.before, self.prescribed, self.clause):
            box.addWidget(part)
        box.addWidget(self.list, 1)
        box.addWidget(self.reason)
        box.addLayout(ends)
        self.list.currentItemChanged.connect(lambda *_: self._write_chosen())

    @property
    def choice(self) -> "Choice | None":
        item = self.list.currentItem()
        choice: Choice | None = item.data(_ROLE) if item is not None else None
        return choice

    @property
    def is_ruled(self) -> bool:
        """Whether there is a ruling that was not there when the page was opened."""
        case = self.case
        return case is not None and case.ruling is not None and self._had != _mark(case)

    def start(self, case: "Case", snapshot: "Snapshot") -> None:
        """Open for a case; what is prescribed is chosen."""
        self._had = _mark(case)
        self.reason.clear()
        self.hint.setText("")
        self.list.clear()
        self.record.setText(self.tr("Record (Enter)"))
        self.back.setText(self.tr("Back (Esc)"))
        self.show_case(case, snapshot)
        self.list.setCurrentRow(0)

    def show_case(self, case: "Case", snapshot: "Snapshot") -> None:
        self.case = case
        breach = case.irregularity
        who = seat_name(breach.seat) if breach.seat else self.tr("somebody")
        said = self.tr("{0}: {1}").format(who, breach_text(breach.kind))
        cards = f"  {cards_text(breach.cards)}" if breach.cards else ""
        self.title.setText(f"{clock(breach.at_ms)}  {said}{cards}")
        self.before.setVisible(case.ruling is not None)
        if case.ruling is not None:
            ruled = awards_text(case.ruling.awards, snapshot.sides)
            said = self.tr(
                "Ruled before: {0}. A new ruling takes its place; or strike it in the list of plays."
            )
            self.before.setText(said.format(ruled))
        due = case.prescribed[0] if case.prescribed else None
        if due is not None and due.awards:
            every = [award for each in case.prescribed for award in each.awards]
            prescribed = self.tr("The rules prescribe: {0}").format(awards_text(every, snapshot.sides))
        else:
            prescribed = self.tr("The rules prescribe nothing for this.")
        self.prescribed.setText(prescribed)
        title = snapshot.conduct.rules.called(language()) if snapshot.conduct is not None else ""
        clause = "; ".join(each.clause for each in case.prescribed if each.clause)
        self.clause.setText(f"{clause_text(clause, title)}  {decides_text(due.by if due else 'referee')}")
        self._write_choices(case, snapshot)

    def _write_choices(self, case: "Case", snapshot: "Snapshot") -> None:
        at = max(self.list.currentRow(), 0)
        self.list.blockSignals(True)
        self.list.clear()
        for choice in case.choices:
            item = QListWidgetItem(choice_text(choice, snapshot.sides))
            item.setData(_ROLE, choice)
            self.list.addItem(item)
        self.list.setCurrentRow(min(at, self.list.count() - 1))
        self.list.blockSignals(False)
        self._write_chosen()

    def _write_chosen(self) -> None:
        choice = self.choice
        departs = choice is not None and choice.departs
        self.reason.setPlaceholderText(
            self.tr("Reason, as it is not what the rules prescribe") if departs else self.tr("Reason, if any")
        )

    def ask_reason(self) -> None:
        """Another decision than prescribed waits for its reason."""
        self.hint.setText(self.tr("Say why it is decided otherwise."))
        self.reason.setFocus()

    def show_refusal(self, said: str) -> None:
        self.hint.setText(said)


def _mark(case: "Case") -> int:
    """Tells one ruling from another that took its place."""
    return hash(case.ruling) if case.ruling is not None else 0
