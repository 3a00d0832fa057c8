"""Second page: who sits where, at which levels the sides begin, and how long is played."""

from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QComboBox,
    QFileDialog,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from app.match_setup import MatchSetup, SetupError
from app.ui import theme
from app.ui.controls import button, label
from app.ui.setup_page import SetupPage, panel, text_field, too_long
from app.ui.words import rank_text, seat_name, side_name
from engine.cards import RANKS
from engine.rules import RuleSet, RuleSetError
from engine.switches import NONE

if TYPE_CHECKING:
    from app.settings import Settings

_NOBODY = -1


class PlayersPage(SetupPage):
    """The two pairs beside each other, below them what is other than usual in this match."""

    def __init__(self, settings: "Settings") -> None:
        super().__init__()
        self._setup = MatchSetup()
        self._filling = False
        self._level: str | None = None  # of the first deal, where somebody has said it
        names = settings.players()
        self.pairs: list[QLabel] = [label("title"), label("title")]
        self.seats: list[QLabel] = [label("name") for _ in range(4)]
        self.players = [text_field(names) for _ in range(4)]
        self.level_names = [label("name"), label("name")]
        self.levels = [QComboBox(), QComboBox()]
        self.first_name, self.first = label("name"), QComboBox()
        self.late_name, self.late, self.minutes = label("name"), QComboBox(), QSpinBox()
        self.deals_name, self.deals = label("name"), QSpinBox()
        self.time_name, self.time = label("name"), QSpinBox()
        self.hands_name, self.hands = label("name"), label("")
        self.choose, self.forget = button(), button()
        self.standing = label("calls")
        self.standing.setWordWrap(True)
        self._prepare()
        self._lay_out()
        self._connect()
        self.retranslate()

    def _prepare(self) -> None:
        for box in (*self.levels, self.first):
            box.addItems([rank_text(rank) for rank in RANKS])
        self.minutes.setRange(0, 180)
        self.deals.setRange(0, 100)
        self.time.setRange(0, 1440)
        for field in (*self.levels, self.first, self.late, self.minutes, self.deals, self.time):
            field.setMinimumHeight(34)
        self.hands.setTextInteractionFlags(Qt.TextInteractionFlag.NoTextInteraction)

    def _lay_out(self) -> None:
        top = QHBoxLayout()
        top.setSpacing(theme.GAP)
        for side in (0, 1):
            top.addWidget(self._pair(side), 1)
        frame, box = panel()
        rows = QGridLayout()
        rows.setHorizontalSpacing(theme.PAD)
        rows.setVerticalSpacing(theme.GAP)
        late = QHBoxLayout()
        late.addWidget(self.late, 2)
        late.addWidget(self.minutes, 1)
        hands = QHBoxLayout()
        hands.addWidget(self.hands, 1)
        hands.addWidget(self.choose)
        hands.addWidget(self.forget)
        pairs = (
            (0, 0, self.deals_name, self.deals), (0, 2, self.time_name, self.time),
            (1, 0, self.late_name, late), (1, 2, self.first_name, self.first),
            (2, 0, self.hands_name, hands),
        )  # fmt: skip
        for row, column, name, field in pairs:
            rows.addWidget(name, row, column)
            if isinstance(field, QHBoxLayout):
                rows.addLayout(field, row, column + 1, 1, 3 if row == 2 else 1)
            else:
                rows.addWidget(field, row, column + 1)
        rows.setColumnStretch(1, 1)
        rows.setColumnStretch(3, 1)
        box.addLayout(rows)
        box.addWidget(self.standing)
        page = QVBoxLayout(self)
        page.setContentsMargins(0, 0, 0, 0)
        page.setSpacing(theme.GAP)
        page.addLayout(top)
        page.addWidget(frame)
        page.addStretch(1)

    def _pair(self, side: int) -> QFrame:
        frame, box = panel()
        rows = QGridLayout()
        rows.setSpacing(theme.GAP)
        for row, place in enumerate((side, side + 2)):
            rows.addWidget(self.seats[place], row, 0)
            rows.addWidget(self.players[place], row, 1)
        rows.addWidget(self.level_names[side], 2, 0)
        rows.addWidget(self.levels[side], 2, 1)
        rows.setColumnStretch(1, 1)
        box.addWidget(self.pairs[side])
        box.addLayout(rows)
        return frame

    def _connect(self) -> None:
        for box in (*self.levels, self.late):
            box.activated.connect(lambda _: self._settled())
        for field in self.players:
            field.textChanged.connect(lambda _: self.altered.emit())
        self.first.activated.connect(lambda at: self._first_said(RANKS[at]))
        east, south, west, north = self.players
        fields = (east, west, south, north, *self.levels, self.deals, self.time, self.late, self.minutes)
        for before, after in pairwise((*fields, self.first, self.choose)):
            QWidget.setTabOrder(before, after)
        for spin in (self.minutes, self.deals, self.time):
            spin.valueChanged.connect(lambda _: self._settled())
        self.choose.clicked.connect(self.ask_hands)
        self.forget.clicked.connect(lambda: self._use_hands(""))

    def _first_said(self, level: str) -> None:
        self._level = level
        self._settled()

    def first_field(self) -> QWidget:
        return self.players[0]

    def show_setup(self, setup: MatchSetup) -> None:
        self._filling = True
        self._setup, self._level = setup, setup.level
        for field, seat in zip(self.players, setup.seats, strict=True):
            field.setText(setup.players.get(seat, ""))
        rules = _rules(setup)
        start = setup.start(rules)
        for box, level in zip((*self.levels, self.first), (*start.levels, start.level), strict=True):
            box.setCurrentIndex([*RANKS].index(level))
        self.deals.setValue(rules.round_deals or 0)
        self.time.setValue(rules.round_minutes or 0)
        self.minutes.setValue(setup.late_minutes)
        self.retranslate()
        self.late.setCurrentIndex(self.late.findData(_NOBODY if setup.late is None else setup.late))
        self._filling = False
        self._settled()

    def taken(self, setup: MatchSetup) -> MatchSetup:
        late = int(self.late.currentData())
        names = (field.text().strip() for field in self.players)
        levels = (RANKS[self.levels[0].currentIndex()], RANKS[self.levels[1].currentIndex()])
        usual = _rules(setup).start_level
        is_late = late != _NOBODY and self.minutes.value() > 0
        return replace(
            setup,
            players=dict(zip(setup.seats, names, strict=True)),
            switches=self._switches(setup),
            late=late if is_late else None,
            late_minutes=self.minutes.value() if is_late else 0,
            levels=None if is_late or levels == (usual, usual) else levels,
            level=self._level,
            deals=self._setup.deals,
        )

    def _switches(self, setup: MatchSetup) -> dict[str, object]:
        """Deals and time of a round are switches of the rules like any other."""
        base = RuleSet.load(setup.rules)
        switches = dict(setup.switches)
        for key, value in (("round_deals", self.deals.value()), ("round_minutes", self.time.value())):
            switches.pop(key, None)
            if (value or None) != getattr(base, key):
                switches[key] = value or NONE
        return switches

    def problem(self) -> str:
        said = too_long(zip(self.seats, self.players, strict=True))
        if said:
            return said
        try:
            self._setup.hands()
        except SetupError as error:
            return str(error)
        return ""

    def ask_hands(self) -> None:
        """A file of hands that were dealt beforehand."""
        title = self.tr("Hands dealt beforehand")
        path, _ = QFileDialog.getOpenFileName(self, title, "", "JSON Lines (*.jsonl *.json);;* (*)")
        if path:
            self._use_hands(path)

    def _use_hands(self, path: str) -> None:
        self._setup = replace(self._setup, deals=path)
        self._settled()

    def _settled(self) -> None:
        """What follows of what stands there."""
        if self._filling:
            return
        now = self.taken(self._setup)
        is_late = now.late is not None
        start = now.start(_rules(now))
        self._filling = True
        if is_late:
            for box, level in zip(self.levels, start.levels, strict=True):
                box.setCurrentIndex([*RANKS].index(level))
        self.first.setCurrentIndex([*RANKS].index(start.level))
        self._filling = False
        for box in self.levels:
            box.setEnabled(not is_late)
        self.first.setEnabled(len(set(start.levels)) > 1)
        self.standing.setText(self._standing(now))
        self._say_hands()
        self.altered.emit()

    def _standing(self, setup: MatchSetup) -> str:
        start = setup.start(_rules(setup))
        if start.forfeited and setup.late is not None:
            return self.tr("{0} is so late that it forfeits the round.").format(
                side_name(setup.sides[setup.late])
            )
        if setup.late is None and setup.levels is None:
            return ""
        said = self.tr("{0} begins at {1}, {2} at {3}; the first deal is played at {4}.")
        one, other = (side_name(side) for side in setup.sides)
        return said.format(
            one, rank_text(start.levels[0]), other, rank_text(start.levels[1]), rank_text(start.level)
        )

    def _say_hands(self) -> None:
        self.forget.setVisible(bool(self._setup.deals))
        try:
            count = len(self._setup.hands())
        except SetupError as error:
            self.hands.setText(str(error))
            return
        name = Path(self._setup.deals).name
        self.hands.setText(self.tr("{0}: {1} deals").format(name, count) if count else self.tr("none"))

    def retranslate(self) -> None:
        setup = self._setup
        for frame, side in zip(self.pairs, setup.sides, strict=True):
            frame.setText(side_name(side))
        for name, seat in zip(self.seats, setup.seats, strict=True):
            name.setText(seat_name(seat))
        for field in self.players:
            field.setPlaceholderText(self.tr("player's name"))
        for name in self.level_names:
            name.setText(self.tr("Begins at"))
        self.first_name.setText(self.tr("First deal at"))
        self.late_name.setText(self.tr("Late"))
        self.deals_name.setText(self.tr("Deals"))
        self.time_name.setText(self.tr("Time"))
        self.hands_name.setText(self.tr("Hands dealt beforehand"))
        self.choose.setText(self.tr("Choose a file…"))
        self.forget.setText(self.tr("None"))
        for spin in (self.deals, self.time):
            spin.setSpecialValueText(self.tr("no limit"))
        for spin in (self.time, self.minutes):
            spin.setSuffix(self.tr(" min"))
        chosen = self.late.currentIndex()
        self.late.clear()
        self.late.addItem(self.tr("nobody"), _NOBODY)
        for number, side in enumerate(setup.sides):
            self.late.addItem(side_name(side), number)
        self.late.setCurrentIndex(max(0, chosen))
        self._settled()


def _rules(setup: MatchSetup) -> RuleSet:
    """Of the set-up; where its changes cannot stand together, of the set alone."""
    try:
        return setup.rule_set()
    except RuleSetError:
        return RuleSet.load("national-2022")
