"""Setting up a match: pages in one window, from which match it is to the key that begins it."""

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QCloseEvent, QKeyEvent, QKeySequence, QShortcut, QShowEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QHBoxLayout,
    QMainWindow,
    QPushButton,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from app.match_setup import MatchSetup, remembered
from app.ui import theme
from app.ui.controls import ShrinkLabel, button, label, mark
from app.ui.setup_camera import CameraPage
from app.ui.setup_deck import DeckPage
from app.ui.setup_match import MatchPage
from app.ui.setup_page import SetupPage
from app.ui.setup_players import PlayersPage
from app.ui.setup_ready import ReadyPage

if TYPE_CHECKING:
    from app.settings import Settings

MATCH, PLAYERS, CAMERA, DECK, READY = range(5)


class SetupWindow(QMainWindow):
    """Opens on the last page where its table is known, so that one Enter begins the match; else on the first.

    `begin` begins the match, or gives back the page on which something is wrong and what it is. Emits `left`
    when the user goes back from the first page or closes the window.
    """

    left = Signal()

    def __init__(self, settings: "Settings", begin: "Callable[[MatchSetup], tuple[int, str] | None]") -> None:
        super().__init__()
        self._settings, self._begin = settings, begin
        self._begun = False
        self._told = ""
        self.setup = remembered(settings)
        self.match = MatchPage(settings)
        self.players = PlayersPage(settings)
        self.camera = CameraPage()
        self.deck = DeckPage(lambda: self.camera.feed, self.camera.release, self.camera.look)
        self.ready = ReadyPage()
        self.pages: list[SetupPage] = [self.match, self.players, self.camera, self.deck, self.ready]
        self.at = -1
        self.title = label("title")
        self.steps: list[QPushButton] = [button(pick=True) for _ in self.pages]
        self.stack = QStackedWidget()
        self.said = ShrinkLabel(theme.BODY)
        self.back, self.next, self.start = button(), button(main=True), button()
        self._lay_out()
        self._connect()
        self._show_all()
        self.retranslate()
        self.open_page(READY if settings.table in settings.tables else MATCH)

    def _lay_out(self) -> None:
        top = QHBoxLayout()
        top.setSpacing(theme.GAP)
        top.addWidget(self.title)
        top.addStretch(1)
        for key in self.steps:
            key.setFixedHeight(36)
            top.addWidget(key)
        for page in self.pages:
            self.stack.addWidget(page)
        ends = QHBoxLayout()
        ends.setSpacing(theme.GAP)
        ends.addWidget(self.back)
        ends.addWidget(self.said, 1)
        ends.addWidget(self.start)
        ends.addWidget(self.next)
        for key in (self.back, self.start, self.next):
            key.setFixedHeight(42)
            key.setMinimumWidth(150)
        ground = QWidget()
        ground.setObjectName("ground")
        box = QVBoxLayout(ground)
        box.setContentsMargins(theme.PAD, theme.PAD, theme.PAD, theme.PAD)
        box.setSpacing(theme.PAD)
        box.addLayout(top)
        box.addWidget(self.stack, 1)
        box.addLayout(ends)
        self.setCentralWidget(ground)
        self.resize(1280, 760)

    def _connect(self) -> None:
        for number, key in enumerate(self.steps):
            key.clicked.connect(lambda _=False, number=number: self.open_page(number))
            QShortcut(QKeySequence(f"Alt+{number + 1}"), self).activated.connect(
                lambda number=number: self.open_page(number)
            )
        for page in self.pages:
            page.altered.connect(self._say)
        self.back.clicked.connect(self.go_back)
        self.next.clicked.connect(self.go_on)
        self.start.clicked.connect(self.begin)
        self.match.other_table.connect(self._use_table)
        self.ready.open_page.connect(self.open_page)
        QShortcut(QKeySequence("Ctrl+Return"), self).activated.connect(self.begin)
        QShortcut(QKeySequence("F5"), self).activated.connect(self.deck.try_reading)

    def _show_all(self) -> None:
        for page in self.pages:
            page.show_setup(self.setup)

    # ---- going through the pages --------------------------------------------------------------

    def open_page(self, number: int) -> None:
        """Leave the present page, keeping what it says, and show another."""
        if self.at >= 0:
            self.setup = self.pages[self.at].taken(self.setup)
        if self.at == DECK:
            self.deck.end()
        self.at, self._told = number, ""
        page = self.pages[number]
        page.show_setup(self.setup)
        self.stack.setCurrentWidget(page)
        if number in (CAMERA, DECK):
            self.camera.look()
        if number == DECK:
            self.deck.begin()
        for place, key in enumerate(self.steps):
            key.setChecked(place == number)
        self.steps[DECK].setEnabled(bool(self.setup.camera))
        self.retranslate()
        self._focus()

    def _focus(self) -> None:
        """Where the typing begins."""
        if self.at == READY:
            self.next.setFocus()
        else:
            self.pages[self.at].first_field().setFocus()

    def go_on(self) -> None:
        if self.at == READY:
            self.begin()
            return
        said = self.pages[self.at].problem()
        self.setup = self.pages[self.at].taken(self.setup)
        said = said or self.pages[self.at].problem()
        if said:
            # What the page says itself goes away when it is put right.
            self._tell("" if said == self.pages[self.at].problem() else said)
            return
        skips = self.at == CAMERA and not self.setup.camera
        self.open_page(READY if skips else self.at + 1)

    def go_back(self) -> None:
        if self.at == MATCH:
            self.close()
            return
        skips = self.at == READY and not self.setup.camera
        self.open_page(CAMERA if skips else self.at - 1)

    def begin(self) -> None:
        """Begin the match, or show the page on which something is wrong."""
        self.setup = self.pages[self.at].taken(self.setup)
        for number, page in enumerate(self.pages):
            needed = number != DECK or self.setup.camera
            if needed and page.problem():
                self._show_problem(number, page.problem())
                return
        self._tell(self.tr("The match begins…"))
        self.repaint()
        self._let_go()
        wrong = self._begin(self.setup)
        if wrong is None:
            self._begun = True
            self.close()
        else:
            self._show_problem(*wrong)

    def _show_problem(self, number: int, said: str) -> None:
        if number != self.at:
            self.open_page(number)
        elif number in (CAMERA, DECK):
            self.camera.look()
        self._tell(said)

    def _use_table(self, name: str) -> None:
        """Another table was named: all that is known of it."""
        typed = self.match.taken(self.setup)
        known = remembered(self._settings, name)
        self.setup = replace(known, event=typed.event, round=typed.round)
        self._show_all()

    # ---- words --------------------------------------------------------------------------------

    def _tell(self, said: str) -> None:
        self._told = said
        self._say()

    def _say(self) -> None:
        said = self._told or (self.pages[self.at].problem() if self.at >= 0 else "")
        self.said.set_full_text(said)
        mark(self.said, "role", "calls")

    def retranslate(self) -> None:
        self.setWindowTitle(self.tr("Guandan Eye: new match"))
        self.title.setText(self.tr("New match"))
        names = (
            self.tr("Match"), self.tr("Players"), self.tr("Camera"), self.tr("Deck"), self.tr("Ready"),
        )  # fmt: skip
        for number, (key, name) in enumerate(zip(self.steps, names, strict=True), 1):
            key.setText(f"  {number}  {name}  ")
        self.back.setText(self.tr("Back (Esc)"))
        is_last = self.at == READY
        self.next.setText(self.tr("Begin the match (Enter)") if is_last else self.tr("Next (Enter)"))
        self.start.setText(self.tr("Begin now (Ctrl+Enter)"))
        self.start.setVisible(not is_last)
        self._say()

    # ---- events -------------------------------------------------------------------------------

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Keys that no field took."""
        focus = self.focusWidget()
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            if event.isAutoRepeat():
                return
            if isinstance(focus, QAbstractButton) and focus.isEnabled():
                focus.click()
            else:
                self.go_on()
        elif event.key() == Qt.Key.Key_Escape:
            self.go_back()
        else:
            super().keyPressEvent(event)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._focus()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()

    def _let_go(self) -> None:
        self.deck.end()
        self.camera.release()

    def closeEvent(self, event: QCloseEvent) -> None:
        if self.deck.lesson is not None:
            self.deck.lesson.close()
        self._let_go()
        super().closeEvent(event)
        if not self._begun:
            self.left.emit()
