"""Fourth page: the deck on the table, and a trial whether it is read."""

from collections.abc import Callable
from dataclasses import replace
from threading import Thread
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QHBoxLayout, QListWidget, QListWidgetItem

from app.decks import deck_names, new_deck_path
from app.match_setup import MatchSetup
from app.pictures import Picture
from app.teaching import Teacher
from app.trial_reading import Named, TrialReader
from app.ui.controls import button, label
from app.ui.deck_window import DeckWindow
from app.ui.setup_page import SetupPage, panel, text_field, too_long
from app.ui.table_view import TableView
from app.ui.words import card_text
from models import ModelError
from vision.deck import DeckError

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from app.picture_feed import PictureFeed

_NAME = Qt.ItemDataRole.UserRole
_REFRESH_MS = 80
_KEEP = 25
"""Refreshes for which the cards that were read stay outlined."""


class DeckPage(SetupPage):
    """The decks on the right, the live picture on the left; what a trial has read is named on it.

    `release` and `look` let go of the camera and take it again: a lesson needs it for itself.
    """

    _read = Signal(object, str)

    def __init__(
        self, feed: "Callable[[], PictureFeed | None]", release: Callable[[], None], look: Callable[[], None]
    ) -> None:
        super().__init__()
        self._feed, self._release, self._look = feed, release, look
        self._setup = MatchSetup()
        self._reader: TrialReader | None = None
        self._thread: Thread | None = None
        self._named: tuple[Named, ...] = ()
        self._kept = 0
        self._shown = 0
        self.lesson: DeckWindow | None = None
        self.heading, self.trial_name, self.learn_name = label("title"), label("title"), label("title")
        self.list = QListWidget()
        self.how, self.learn_how = label("muted"), label("muted")
        self.said = label("name")
        for words in (self.how, self.learn_how, self.said):
            words.setWordWrap(True)
        self.test, self.learn = button(), button()
        self.test.setEnabled(False)
        self.name = text_field()
        self.view = TableView()
        self._lay_out()
        self.list.currentItemChanged.connect(lambda *_: self.altered.emit())
        self.test.clicked.connect(self.try_reading)
        self.learn.clicked.connect(self.open_lesson)
        self._read.connect(self._show_read, Qt.ConnectionType.QueuedConnection)
        self._timer = QTimer(self)
        self._timer.setInterval(_REFRESH_MS)
        self._timer.timeout.connect(self._refresh)
        self.retranslate()

    def _lay_out(self) -> None:
        frame, box = panel()
        frame.setFixedWidth(340)
        self.list.setFixedHeight(150)
        for part in (self.heading, self.list, self.trial_name, self.how, self.test, self.said):
            box.addWidget(part)
        box.addStretch(1)
        for below in (self.learn_name, self.learn_how, self.name, self.learn):
            box.addWidget(below)
        page = QHBoxLayout(self)
        page.setContentsMargins(0, 0, 0, 0)
        page.addWidget(self.view, 1)
        page.addWidget(frame)

    def first_field(self) -> "QWidget":
        return self.list

    def show_setup(self, setup: MatchSetup) -> None:
        self._setup = setup
        self.view.set_source_name(setup.camera)
        self._list_decks(setup.deck)

    def _list_decks(self, chosen: str) -> None:
        names = deck_names()
        if chosen and chosen not in names:
            names.append(chosen)
        self.list.clear()
        for name in ("", *names):
            item = QListWidgetItem(name or self.tr("usual decks"))
            item.setData(_NAME, name)
            self.list.addItem(item)
            if name == chosen:
                self.list.setCurrentItem(item)

    def taken(self, setup: MatchSetup) -> MatchSetup:
        return replace(setup, deck=self._deck())

    def problem(self) -> str:
        name = self._deck()
        if name and name not in deck_names():
            return self.tr("Deck {0} is not on this machine: choose another one.").format(name)
        return ""

    def _deck(self) -> str:
        item = self.list.currentItem()
        return str(item.data(_NAME)) if item is not None else ""

    # ---- trial --------------------------------------------------------------------------------

    def begin(self) -> None:
        """The page is looked at."""
        self._timer.start()

    def end(self) -> None:
        """It is not any more; a reading that runs is waited for."""
        self._timer.stop()
        if self._thread is not None:
            self._thread.join()

    def try_reading(self) -> None:
        """Read the present picture in a thread of its own."""
        feed = self._feed()
        if feed is None or feed.image is None or (self._thread is not None and self._thread.is_alive()):
            return
        self.said.setText(self.tr("Reading…"))
        image, deck, reader = feed.image, self._deck(), self._reader

        def work() -> None:
            nonlocal reader
            try:
                if reader is None or reader.deck != deck:
                    reader = self._reader = TrialReader(deck)
                self._read.emit(reader.read(image), "")
            except (ModelError, DeckError) as error:
                self._read.emit((), str(error))

        self._thread = Thread(target=work, name="trial", daemon=True)
        self._thread.start()

    def _show_read(self, named: tuple[Named, ...], fault: str) -> None:
        self._named, self._kept = named, _KEEP
        if fault:
            self.said.setText(fault)
        elif not named:
            self.said.setText(self.tr("No card was read. Is there light, and does a corner show?"))
        else:
            cards = (self.tr("{0} ({1} %)").format(card_text(n.card), round(100 * n.p)) for n in named)
            self.said.setText(self.tr("Read: {0}").format(", ".join(cards)))
        self._shown = -1
        self._refresh()

    def _refresh(self) -> None:
        feed = self._feed()
        self.test.setEnabled(feed is not None and feed.image is not None)
        if self._kept:
            self._kept -= 1
            if not self._kept:
                self._named, self._shown = (), -1
        if feed is not None and feed.image is not None and feed.count != self._shown:
            self._shown = feed.count
            marks = tuple((named.outline, str(named.card), "") for named in self._named)
            self.view.show_picture(Picture(feed.image, {}, marks, 0, 0, 0.0))

    # ---- lesson -------------------------------------------------------------------------------

    def open_lesson(self) -> None:
        """The window in which a deck is shown; the one that was learned is chosen afterwards."""
        name = self.name.text().strip()
        said = too_long([(self.learn_name, self.name)])
        if said:
            self.learn_how.setText(said)
            return
        try:
            path = new_deck_path(name)
        except DeckError:
            self.learn_how.setText(self.tr("Give the deck a name that no other has."))
            self.name.setFocus()
            return
        self._release()
        teacher = Teacher(name, path, [self._setup.camera])
        self.lesson = DeckWindow(teacher)
        self.lesson.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.lesson.closed.connect(lambda: self._lesson_over(teacher))
        self.lesson.show()
        teacher.start()

    def _lesson_over(self, teacher: Teacher) -> None:
        teacher.stop()
        self.lesson = None
        self.name.clear()
        self._list_decks(teacher.name if teacher.path.exists() else self._deck())
        self._look()
        self.altered.emit()

    def retranslate(self) -> None:
        self.heading.setText(self.tr("Deck"))
        self.trial_name.setText(self.tr("Trial"))
        self.how.setText(self.tr("Lay three cards in view, take your hands away, and see them named."))
        self.test.setText(self.tr("Read the cards (F5)"))
        self.learn_name.setText(self.tr("A new deck"))
        self.learn_how.setText(self.tr("Read badly? Show its 54 faces once, a dozen at a time."))
        self.name.setPlaceholderText(self.tr("name of the deck"))
        self.learn.setText(self.tr("Learn this deck…"))
        if self.list.count():
            self.list.item(0).setText(self.tr("usual decks"))
