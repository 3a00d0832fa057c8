"""Last page: everything that was settled at a glance; Enter begins the match."""

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QGridLayout, QLabel, QPushButton, QVBoxLayout

from app.match_setup import MatchSetup
from app.ui import theme
from app.ui.controls import button, label
from app.ui.setup_page import SetupPage, panel
from app.ui.switch_words import switch_text, value_text
from app.ui.words import language, rank_text, seat_name, side_name, source_text
from engine.rules import RuleSet, RuleSetError

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

_SHOWN_CHANGES = 6
_PAGE_OF = (0, 0, 1, 1, 2, 3)
"""Of each line, the page on which it is changed."""


class ReadyPage(SetupPage):
    """What the match begins with. Emits `open_page` for a line that shall be changed."""

    open_page = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        self._setup = MatchSetup()
        self.names = [label("muted") for _ in _PAGE_OF]
        self.lines: list[QLabel] = [label("") for _ in _PAGE_OF]
        self.keys: list[QPushButton] = [button() for _ in _PAGE_OF]
        frame, box = panel()
        rows = QGridLayout()
        rows.setHorizontalSpacing(2 * theme.PAD)
        rows.setVerticalSpacing(theme.PAD)
        for row, (name, line, key) in enumerate(zip(self.names, self.lines, self.keys, strict=True)):
            line.setWordWrap(True)
            line.setFont(theme.font(theme.TITLE, bold=row == 0))
            rows.addWidget(name, row, 0)
            rows.addWidget(line, row, 1)
            rows.addWidget(key, row, 2)
            key.clicked.connect(lambda _=False, page=_PAGE_OF[row]: self.open_page.emit(page))
        rows.setColumnStretch(1, 1)
        box.addLayout(rows)
        page = QVBoxLayout(self)
        page.setContentsMargins(0, 0, 0, 0)
        page.addWidget(frame)
        page.addStretch(1)
        self.retranslate()

    def first_field(self) -> "QWidget":
        return self

    def show_setup(self, setup: MatchSetup) -> None:
        self._setup = setup
        self.retranslate()

    def taken(self, setup: MatchSetup) -> MatchSetup:
        return setup

    def retranslate(self) -> None:
        names = (
            self.tr("Match"), self.tr("Rules"), self.tr("Players"), self.tr("Start"), self.tr("Camera"),
            self.tr("Deck"),
        )  # fmt: skip
        for label_, name in zip(self.names, names, strict=True):
            label_.setText(name)
        for key in self.keys:
            key.setText(self.tr("Change"))
        setup = self._setup
        lines = (self._match(), self._rules(), self._players(), self._start(), self._camera(), self._deck())
        for line, text in zip(self.lines, lines, strict=True):
            line.setText(text)
        for part in (self.names[5], self.lines[5], self.keys[5]):
            part.setVisible(bool(setup.camera))

    def _match(self) -> str:
        setup = self._setup
        table = self.tr("table {0}").format(setup.table) if setup.table else self.tr("table without a number")
        said = [setup.event or self.tr("no event"), self.tr("round {0}").format(setup.round), table]
        return " · ".join(said)

    def _rules(self) -> str:
        try:
            base, rules = RuleSet.load(self._setup.rules), self._setup.rule_set()
        except RuleSetError as error:
            return str(error)
        changed = [name for name in self._setup.switches if name != "penalties"]
        said = [f"{switch_text(n)}: {value_text(n, getattr(rules, n))}" for n in changed[:_SHOWN_CHANGES]]
        if len(changed) > _SHOWN_CHANGES:
            said.append(self.tr("and {0} more changes").format(len(changed) - _SHOWN_CHANGES))
        return "\n".join([base.called(language()), *said])

    def _players(self) -> str:
        said = []
        for side in self._setup.sides:
            names = (f"{seat_name(seat)} {self._setup.players.get(seat) or '—'}" for seat in side)
            said.append("   ".join(names))
        return "\n".join(said)

    def _start(self) -> str:
        setup = self._setup
        try:
            rules = setup.rule_set()
        except RuleSetError:
            return ""
        start = setup.start(rules)
        one, other = (side_name(side) for side in setup.sides)
        said = [
            self.tr("{0} at {1}, {2} at {3}; first deal at {4}").format(
                one, rank_text(start.levels[0]), other, rank_text(start.levels[1]), rank_text(start.level)
            )
        ]
        if setup.late is not None:
            late = self.tr("{0} is {1} min late")
            said.append(late.format(side_name(setup.sides[setup.late]), setup.late_minutes))
        if start.forfeited:
            said.append(self.tr("it forfeits"))
        for key in ("round_deals", "round_minutes"):
            if getattr(rules, key) is not None:
                said.append(value_text(key, getattr(rules, key)))
        if setup.deals:
            said.append(self.tr("hands from {0}").format(Path(setup.deals).name))
        return " · ".join(said)

    def _camera(self) -> str:
        setup = self._setup
        if not setup.camera:
            return self.tr("none: everything by hand")
        if setup.calibration:
            return self.tr("{0}, calibrated").format(source_text(setup.camera))
        return self.tr("{0}, not calibrated: the whole picture is the table").format(
            source_text(setup.camera)
        )

    def _deck(self) -> str:
        return self._setup.deck or self.tr("usual decks")
