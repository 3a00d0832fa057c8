"""First page: which match it is, and under which rules."""

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QFileDialog, QGridLayout, QHBoxLayout, QSpinBox

from app.match_setup import MatchSetup
from app.ui import theme
from app.ui.controls import button, label
from app.ui.setup_page import SetupPage, panel, text_field, too_long
from app.ui.setup_rules import RulesTree
from app.ui.words import language
from engine.rules import RuleSet, RuleSetError, built_in

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from app.settings import Settings


class MatchPage(SetupPage):
    """Event, round, table and rules. Emits `other_table` when a table is named that is known by its name."""

    other_table = Signal(str)

    def __init__(self, settings: "Settings") -> None:
        super().__init__()
        self._known = settings.tables
        self._files: list[str] = []
        self._shown_table = ""
        self._fault = ""
        self.event_name, self.round_name, self.table_name = label("name"), label("name"), label("name")
        self.rules_name, self.note = label("name"), label("muted")
        self.note.setWordWrap(True)
        self.event_field = text_field([settings.event] if settings.event else None)
        self.round_field = QSpinBox()
        self.round_field.setRange(1, 99)
        self.round_field.setMinimumHeight(34)
        self.table_field = text_field(sorted(self._known))
        self.rules_field = QComboBox()
        self.rules_field.setMinimumHeight(34)
        self.file, self.undo = button(), button()
        self.tree = RulesTree()
        self._lay_out()
        for field in (self.event_field, self.table_field):
            field.textChanged.connect(lambda _: self.altered.emit())
        self.table_field.editingFinished.connect(self._table_named)
        self.rules_field.activated.connect(lambda _: self._set_chosen())
        self.file.clicked.connect(self.ask_file)
        self.undo.clicked.connect(lambda: self._show_rules(self.rules_field.currentData(), {}))
        self.tree.changed.connect(lambda _: self._say())
        self.retranslate()

    def _lay_out(self) -> None:
        left, form = panel()
        left.setFixedWidth(350)
        rows = QGridLayout()
        rows.setSpacing(theme.GAP)
        pairs = (
            (self.event_name, self.event_field), (self.round_name, self.round_field),
            (self.table_name, self.table_field), (self.rules_name, self.rules_field),
        )  # fmt: skip
        for row, (name, field) in enumerate(pairs):
            rows.addWidget(name, row, 0)
            rows.addWidget(field, row, 1)
        rows.setColumnStretch(1, 1)
        self.rules_field.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        form.addLayout(rows)
        form.addWidget(self.file)
        form.addWidget(self.undo)
        form.addWidget(self.note)
        form.addStretch(1)
        right, box = panel()
        box.addWidget(self.tree)
        page = QHBoxLayout(self)
        page.setContentsMargins(0, 0, 0, 0)
        page.setSpacing(theme.GAP)
        page.addWidget(left)
        page.addWidget(right, 1)

    def first_field(self) -> "QWidget":
        return self.event_field

    def show_setup(self, setup: MatchSetup) -> None:
        self.event_field.setText(setup.event)
        self.round_field.setValue(setup.round)
        self.table_field.setText(setup.table)
        self._shown_table = setup.table
        if setup.rules not in built_in() and setup.rules not in self._files:
            self._files.append(setup.rules)
        self._list_sets()
        self.rules_field.setCurrentIndex(max(0, self.rules_field.findData(setup.rules)))
        self._show_rules(setup.rules, dict(setup.switches))

    def taken(self, setup: MatchSetup) -> MatchSetup:
        return replace(
            setup,
            event=self.event_field.text().strip(),
            round=self.round_field.value(),
            table=self.table_field.text().strip(),
            rules=str(self.rules_field.currentData()),
            switches=dict(self.tree.switches),
        )

    def problem(self) -> str:
        names = ((self.event_name, self.event_field), (self.table_name, self.table_field))
        return self._fault or too_long(names)

    def ask_file(self) -> None:
        """A rule set of one's own."""
        title = self.tr("A rule set of one's own")
        path, _ = QFileDialog.getOpenFileName(self, title, "", "TOML (*.toml)")
        if path:
            if path not in self._files:
                self._files.append(path)
            self._list_sets()
            self.rules_field.setCurrentIndex(self.rules_field.findData(path))
            self._set_chosen()

    def _list_sets(self) -> None:
        self.rules_field.clear()
        for name in (*built_in(), *self._files):
            self.rules_field.addItem(_title(name), name)

    def _set_chosen(self) -> None:
        self._show_rules(str(self.rules_field.currentData()), {})

    def _show_rules(self, name: str, switches: dict[str, object]) -> None:
        try:
            base = RuleSet.load(name)
            self._fault = ""
        except RuleSetError as error:
            self._fault = str(error)
        else:
            self.tree.show_rules(base, switches)
        self._say()

    def _say(self) -> None:
        count = len(self.tree.changed_names())
        self.undo.setEnabled(count > 0)
        if self._fault:
            self.note.setText(self._fault)
        elif count:
            said = self.tr("Rules changed from the set: {0}. The record keeps them.")
            self.note.setText(said.format(count))
        else:
            self.note.setText(self.tr("To change a rule: choose it on the right and press Enter."))
        self.altered.emit()

    def _table_named(self) -> None:
        name = self.table_field.text().strip()
        if name != self._shown_table and name in self._known:
            self.other_table.emit(name)
        self._shown_table = name

    def retranslate(self) -> None:
        self.event_name.setText(self.tr("Event"))
        self.round_name.setText(self.tr("Round"))
        self.table_name.setText(self.tr("Table"))
        self.rules_name.setText(self.tr("Rules"))
        self.event_field.setPlaceholderText(self.tr("may stay empty"))
        self.table_field.setPlaceholderText(self.tr("number or name"))
        self.file.setText(self.tr("A rule set from a file…"))
        self.undo.setText(self.tr("All rules as in the set"))
        for at in range(self.rules_field.count()):
            self.rules_field.setItemText(at, _title(self.rules_field.itemData(at)))
        self._say()


def _title(name: str) -> str:
    """What people call a set."""
    try:
        return RuleSet.load(name).called(language())
    except RuleSetError:
        return name
