"""From the start page to a session: a new match, one that goes on, or practice."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, Signal
from PySide6.QtGui import QCloseEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import QMainWindow

from app.match_setup import MatchSetup, SetupError, begin, resume, with_setup
from app.places import MATCH, new_record, records_folder
from app.settings import SettingsError, change, load, save
from app.store import StoreError
from app.ui import setup_window, startup
from app.ui.browser import BrowserWindow
from app.ui.doctor_window import DoctorWindow
from app.ui.settings_words import settings_fault_text, unsaved_text
from app.ui.setup_window import SetupWindow
from app.ui.start_page import DEMO, DOCTOR, NEW, OPEN, RESUME, StartPage
from app.unfinished import latest_unfinished
from engine.events import MatchStart
from engine.rules import RuleSetError
from models import ModelError
from vision import SourceError, TableError
from vision.deck import DeckError

if TYPE_CHECKING:
    from app.ui.ports import Session, SessionFactory

_FAULTS = (SourceError, TableError, ModelError, DeckError, RuleSetError, StoreError, SetupError)
_PAGES: tuple[tuple[type[Exception], int], ...] = (
    (SourceError, setup_window.CAMERA),
    (TableError, setup_window.CAMERA),
    (DeckError, setup_window.DECK),
    (RuleSetError, setup_window.MATCH),
    (SetupError, setup_window.PLAYERS),
)


class StartWindow(QMainWindow):
    """Shows the start page and what is opened from it. `session` and `session_title`: what was begun when it
    closes, None where the user only closed it."""

    closed = Signal()

    def __init__(self, language: startup.Language, demo: "SessionFactory") -> None:
        super().__init__()
        self.session: Session | None = None
        self.session_title = self._settings_said = ""
        self._language, self._demo = language, demo
        self._by_hand: Path | None = None
        self.opened: QMainWindow | None = None
        self.page = StartPage()
        self.page.chosen.connect(self.choose)
        self.page.other_language.connect(self.switch_language)
        QShortcut(QKeySequence("Ctrl+L"), self).activated.connect(self.switch_language)
        self.setCentralWidget(self.page)
        self.setWindowTitle(self.tr("Guandan Eye"))
        self.resize(1280, 760)
        self._look()

    def _look(self) -> None:
        """What may be gone on with, and what is wrong with the settings."""
        self._unfinished = latest_unfinished(records_folder())
        self.page.show_unfinished(self._unfinished)
        self._tell_settings()

    def _tell_settings(self) -> None:
        self._settings_said = "\n".join(map(settings_fault_text, load().faults[:3]))
        self.page.tell(self._settings_said)

    def choose(self, number: int) -> None:
        acts: dict[int, Callable[[], None]] = {
            NEW: self.set_up,
            RESUME: self.go_on,
            OPEN: self.open_record,
            DEMO: self.practise,
            DOCTOR: self.check_machine,
        }
        acts[number]()

    def set_up(self) -> None:
        window = SetupWindow(load().settings, self._begin)
        window.left.connect(self._back)
        self._open(window)

    def go_on(self) -> None:
        if self._unfinished is not None:
            self._resume(self._unfinished.record)

    def open_record(self) -> None:
        """Any record, to step through; one that is not over may be gone on with."""
        window = BrowserWindow(can_go_on=True)
        window.closed.connect(self._back)
        window.go_on.connect(self._resume)
        self._open(window)

    def practise(self) -> None:
        try:
            self._take(self._demo(), self.tr("Practice"))
        except _FAULTS as error:
            self.page.tell(str(error))

    def check_machine(self) -> None:
        window = DoctorWindow()
        window.closed.connect(self._back)
        self._open(window)

    # ---- sessions -----------------------------------------------------------------------------

    def _begin(self, setup: MatchSetup) -> tuple[int, str] | None:
        """Begin the match and remember its set-up; else the page at fault and why."""
        try:
            session = begin(setup, new_record(MATCH), load().settings)
        except _FAULTS as error:
            page = next((page for kind, page in _PAGES if isinstance(error, kind)), setup_window.READY)
            return page, str(error)
        try:
            save(with_setup(load().settings, setup))
        except SettingsError as error:
            startup.log.warning("%s", error)
        self._take(session, self._title(session.header))
        return None

    def _resume(self, record: Path) -> None:
        """Go on with a match; where its camera or files are not to be had, the next try is by hand."""
        try:
            session = resume(record, load().settings, by_hand=self._by_hand == record)
        except StoreError as error:
            self._come_back(str(error))
        except _FAULTS as error:
            self._by_hand = record
            once_more = self.tr("Choose it once more to go on without a camera.")
            self._come_back(f"{error}\n{once_more}")
        else:
            self._take(session, self._title(session.header))

    def _title(self, header: MatchStart) -> str:
        """Of the match's window: the program, event, round, table, and who plays."""
        said = [self.tr("Guandan Eye"), header.event_name, self.tr("round {0}").format(header.round)]
        said += [self.tr("table {0}").format(header.table)] if header.table else []
        players = header.players
        pairs = (" ".join(players[seat] for seat in side if players.get(seat)) for side in header.sides)
        said.append(" — ".join(filter(None, pairs)))
        return " · ".join(filter(None, said))

    def _take(self, session: "Session", title: str) -> None:
        self.session, self.session_title = session, title
        self.close()

    # ---- windows ------------------------------------------------------------------------------

    def _open(self, window: QMainWindow) -> None:
        self.opened = window
        window.resize(self.size())
        window.show()
        window.activateWindow()
        self.hide()

    def _back(self) -> None:
        """What was opened has closed; unless a session was begun the start page comes back."""
        window, self.opened = self.opened, None
        if window is not None:
            window.deleteLater()
        if self.session is None:
            self._look()
            self.show()
            self.activateWindow()

    def _come_back(self, said: str) -> None:
        if self.opened is not None:
            self.opened.close()
        self.page.tell(said)

    def switch_language(self) -> None:
        self._language.other()
        try:
            change(language=self._language.now)
        except SettingsError as error:
            self.page.tell(unsaved_text(error.fault))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.setWindowTitle(self.tr("Guandan Eye"))
            if self._settings_said and self.page.said.text() == self._settings_said:
                self._tell_settings()

    def closeEvent(self, event: QCloseEvent) -> None:
        window, self.opened = self.opened, None
        if window is not None:
            window.blockSignals(True)
            window.close()
            window.deleteLater()
        super().closeEvent(event)
        self.closed.emit()
