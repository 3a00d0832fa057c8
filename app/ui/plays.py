"""The list of plays: one line each, the newest in sight, all of them or only what is asked."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QModelIndex, Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QFrame, QHBoxLayout, QListView, QVBoxLayout, QWidget

from app.ui import theme
from app.ui.actions import Keys
from app.ui.controls import button, label, mark
from app.ui.play_lines import LINE_ROLE, PlayDelegate, PlaysModel, is_play, may_be_struck, wants_look
from app.ui.step_words import Sides

if TYPE_CHECKING:
    from app.snapshot import PlayLine, Snapshot


class PlaysPanel(QFrame):
    """The list, which follows the newest line until somebody scrolls up."""

    correct = Signal(object)
    again = Signal()

    def __init__(self, keys: Keys, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("panel", True)
        self._keys = keys
        self._lines: tuple[PlayLine, ...] = ()
        self._sides: Sides = ()
        self._level = ""
        self._corrects = False
        self.title = label("title")
        self.how = label("muted")
        self.only_asked = button(pick=True)
        self.newest, self.replay = button(), button()
        for each in (self.only_asked, self.newest, self.replay):
            mark(each, "small", True)
        self.model = PlaysModel()
        self.view = QListView()
        self.view.setModel(self.model)
        self.view.setItemDelegate(PlayDelegate(self.view))
        self.view.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.view.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.view.doubleClicked.connect(self._ask_to_correct)
        bar = self.view.verticalScrollBar()
        bar.valueChanged.connect(self._scrolled)
        bar.rangeChanged.connect(self._grown)
        self._follows = True
        self.newest.clicked.connect(self.follow)
        self.only_asked.toggled.connect(self._show)
        keys.changed.connect(self.retranslate)
        self.replay.clicked.connect(self.again)
        key = QShortcut(QKeySequence("R"), self.view)
        key.setContext(Qt.ShortcutContext.WidgetShortcut)
        key.activated.connect(self.again)
        head = QHBoxLayout()
        head.setContentsMargins(0, 0, theme.GAP, 0)
        head.addWidget(self.title)
        head.addStretch(1)
        head.addWidget(self.how)
        head.addSpacing(theme.GAP)
        head.addWidget(self.newest)
        head.addWidget(self.replay)
        head.addWidget(self.only_asked)
        box = QVBoxLayout(self)
        box.setContentsMargins(theme.PAD, theme.GAP, 4, theme.GAP)
        box.setSpacing(4)
        box.addLayout(head)
        box.addWidget(self.view, 1)
        self.newest.hide()
        self.retranslate()

    def show_snapshot(self, snapshot: "Snapshot") -> None:
        before = self.last_play()
        self._lines, self._sides, self._level = snapshot.lines, snapshot.sides, snapshot.level
        self._show()
        newest = self.last_play()
        if newest is not None and before is not None and newest.seq > before.seq and not self._corrects:
            self._choose_none()  # the keys mean the newest again

    def _show(self) -> None:
        """All lines, or those that nobody has confirmed, which may be anywhere in the match."""
        lines = self._lines
        if self.only_asked.isChecked():
            lines = tuple(
                line for line in lines if is_play(line) and (line.state == "asked" or line.conflict)
            )
        self.model.show_lines(lines, self._sides, self._level)

    def choose(self, chosen: "PlayLine") -> None:
        """Bring a line into sight, and select it."""
        row = self.model.row_of(chosen.seq)
        if row is not None:
            self.view.setCurrentIndex(self.model.index(row))

    def show_corrected(self, line: "PlayLine | None") -> None:
        """A line stays chosen while it is corrected or struck; afterwards none is."""
        self._corrects = line is not None
        if line is None:
            self._choose_none()

    def _choose_none(self) -> None:
        self.view.setCurrentIndex(QModelIndex())

    def follow(self) -> None:
        """Back to the newest line."""
        self._follows = True
        self.newest.hide()
        self.how.show()
        self.view.scrollToBottom()

    def last_play(self) -> "PlayLine | None":
        """The newest line that can be corrected."""
        return next((line for line in reversed(self._lines) if is_play(line)), None)

    def next_asked(self, deal: int | None = None) -> "PlayLine | None":
        """The oldest line that nobody has confirmed, of that deal where one is named; brought into sight."""
        wanting = (line for line in self._lines if is_play(line) and wants_look(line))
        found = next((line for line in wanting if deal in (None, line.deal)), None)
        if found is not None:
            self.choose(found)
        return found

    def chosen(self) -> "PlayLine | None":
        """The selected line, where it can be corrected or struck."""
        index = self.view.currentIndex()
        if not index.isValid() or not self.view.selectionModel().isSelected(index):
            return None
        line: PlayLine = index.data(LINE_ROLE)
        return line if may_be_struck(line) else None

    def _ask_to_correct(self, index: QModelIndex) -> None:
        line: PlayLine = index.data(LINE_ROLE)
        if may_be_struck(line):
            self.correct.emit(line)

    def _scrolled(self, value: int) -> None:
        self._follows = value >= self.view.verticalScrollBar().maximum() - 4
        self.newest.setVisible(not self._follows)
        self.how.setVisible(self._follows)

    def _grown(self, _low: int, high: int) -> None:
        if self._follows:
            self.view.verticalScrollBar().setValue(high)

    def retranslate(self) -> None:
        self.title.setText(self.tr("Plays"))
        self.newest.setText(self.tr("Newest"))
        replay = self._keys.label("replay")
        self.replay.setText(self.tr("Replay {0}").format(replay))
        said = self.tr("The pictures of the chosen play again, slowly ({0}, or R in the list)")
        self.replay.setToolTip(said.format(replay))
        self.view.setAccessibleName(self.tr("Plays"))
        how = self.tr("{0} corrects, {1}: next asked")
        self.how.setText(how.format(self._keys.label("correct"), self._keys.label("asked")))
        self.only_asked.setText(self.tr("Only asked"))
        self.only_asked.setToolTip(
            self.tr("List only what is asked ({0})").format(self._keys.label("only_asked"))
        )
        self.view.viewport().update()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()
