"""Teaching the reader a deck: the picture with what was taken, a board that fills up, a card in doubt."""

import signal
from collections.abc import Callable
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QHBoxLayout,
    QMainWindow,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from app.teaching import LessonView, Phase
from app.ui import startup, theme
from app.ui.controls import EntryField, ShrinkLabel, button, label
from app.ui.deck_views import Board, CropView, LessonPicture
from app.ui.desktop import desktop, no_display
from app.ui.entry import Kind, read_entry
from app.ui.words import card_text
from engine.cards import FACES, Card

if TYPE_CHECKING:
    from app.teaching import Teacher

_ENDING = (signal.SIGINT, signal.SIGTERM)
GUESSES = 3


class QuestionPanel(QFrame):
    """One card, large, and ways of saying what it is. Emits `named(number, face)`, face None for no card."""

    named = Signal(int, object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("panel", True)
        self.card: int | None = None
        self.guesses: tuple[Card, ...] = ()
        self.crop = CropView()
        self.title = ShrinkLabel(theme.TITLE, bold=True)
        self.keys = [button() for _ in range(GUESSES)]
        self.none = button()
        self.field = EntryField()
        self.hint = ShrinkLabel(theme.SMALL)
        row = QHBoxLayout()
        row.setSpacing(theme.GAP)
        for key in (*self.keys, self.none):
            key.setFixedHeight(36)
            row.addWidget(key)
        words = QVBoxLayout()
        words.setSpacing(5)
        for part in (self.title, row, self.field, self.hint):
            words.addLayout(part) if isinstance(part, QHBoxLayout) else words.addWidget(part)
        box = QHBoxLayout(self)
        box.setContentsMargins(theme.PAD, theme.GAP, theme.PAD, theme.GAP)
        box.setSpacing(theme.PAD)
        box.addWidget(self.crop)
        box.addLayout(words, 1)
        for number, key in enumerate(self.keys):
            key.clicked.connect(lambda _=False, number=number: self._take_guess(number))
        self.none.clicked.connect(lambda: self.say(None))
        self.field.entered.connect(self.enter)
        self.field.left.connect(self.field.clear)
        self.field.textChanged.connect(lambda _: self.hint.set_full_text(""))
        self.retranslate()

    def show_card(self, card: int | None, view: LessonView, guesses: tuple[Card, ...]) -> None:
        """`card` None: nothing is asked."""
        if card != self.card:
            self.field.clear()
        self.card, self.guesses = card, guesses
        self.crop.show_crop(None if card is None else view.crops[card])
        self.retranslate()

    def retranslate(self) -> None:
        asked = self.card is not None
        self.title.set_full_text(
            self.tr("What is this card?")
            if asked
            else self.tr("No card is in doubt. Click one to say what it is.")
        )
        for key, guess in zip(self.keys, (*self.guesses, None, None, None), strict=False):
            key.setVisible(guess is not None)
            key.setText("" if guess is None else card_text(guess))
            key.setProperty("main", guess is not None and guess == self.guesses[0])
            key.style().unpolish(key)
            key.style().polish(key)
        self.none.setText(self.tr("No card"))
        self.field.setPlaceholderText(self.tr("H3, ♠10, SB, HR; Enter alone takes the first"))
        for part in (self.none, self.field):
            part.setEnabled(asked)

    def enter(self) -> None:
        """What is typed, or the likeliest face where nothing is."""
        entry = read_entry(self.field.text())
        if entry.kind is Kind.EMPTY and self.guesses:
            self.say(self.guesses[0])
        elif entry.kind is Kind.CARDS and len(entry.cards) == 1 and entry.cards[0] in FACES:
            self.say(entry.cards[0])
        else:
            self.hint.set_full_text(self.tr("Type one card: its suit, then its rank, such as H3"))

    def say(self, face: Card | None) -> None:
        if self.card is not None:
            self.field.clear()
            self.named.emit(self.card, face)

    def _take_guess(self, number: int) -> None:
        if number < len(self.guesses):
            self.say(self.guesses[number])


class DeckWindow(QMainWindow):
    """Shows the newest view of a lesson and hands the referee's words on; decides nothing."""

    closed = Signal()

    def __init__(self, teacher: "Teacher") -> None:
        super().__init__()
        self._teacher = teacher
        self._picked: int | None = None
        self._told: set[int] = set()
        self.view = LessonView()
        self.heading = label("title")
        self.standing = ShrinkLabel(theme.BODY)
        self.picture = LessonPicture()
        self.question = QuestionPanel()
        self.board = Board()
        self.advice = label("muted")
        self.learn: QPushButton = button(main=True)
        self.leaving = button()
        self._lay_out()
        self.picture.picked.connect(self.pick)
        self.board.chosen.connect(self.choose)
        self.question.named.connect(self.name_card)
        self.learn.clicked.connect(teacher.learn)
        self.leaving.clicked.connect(self.close)
        self._relay = _Relay(self.show_view, self)
        teacher.on_view(self._relay.hand)
        self.retranslate()

    def _lay_out(self) -> None:
        ends = QHBoxLayout()
        ends.addStretch(1)
        ends.addWidget(self.leaving)
        ends.addWidget(self.learn)
        panel = QFrame()
        panel.setProperty("panel", True)
        right = QVBoxLayout(panel)
        right.setContentsMargins(theme.PAD, theme.PAD, theme.PAD, theme.PAD)
        right.setSpacing(theme.GAP)
        self.advice.setWordWrap(True)
        for part in (self.heading, self.standing, self.board, self.advice):
            right.addWidget(part)
        right.addStretch(1)
        right.addWidget(self.question)
        right.addLayout(ends)
        ground = QWidget()
        ground.setObjectName("ground")
        box = QHBoxLayout(ground)
        box.setContentsMargins(theme.GAP, theme.GAP, theme.GAP, theme.GAP)
        box.setSpacing(theme.GAP)
        box.addWidget(self.picture, 1)
        box.addWidget(panel)
        self.setCentralWidget(ground)
        self.resize(1280, 800)

    def show_view(self, view: LessonView) -> None:
        self.view = view
        if self._picked is not None and self._picked >= len(view.crops):
            self._picked = None
        self.retranslate()

    def pick(self, card: int) -> None:
        """Ask about this card, whatever it is taken for."""
        self._picked = card
        self._told.discard(card)
        self.retranslate()
        self.question.field.setFocus()

    def choose(self, face: Card) -> None:
        """A place of the board: ask about the card in it, or put the card in question into an empty one."""
        if face in self.view.taken:
            self.pick(self.view.taken[face])
        else:
            self.question.say(face)

    def name_card(self, card: int, face: Card | None) -> None:
        self._picked = None
        # Until the lesson has heard it, the same question still comes: Enter must not answer it anew.
        self._told.add(card)
        self._teacher.name_card(card, face)
        self.retranslate()

    def retranslate(self) -> None:
        view = self.view
        self.setWindowTitle(self.tr("Guandan Eye: a deck is learned"))
        self.heading.setText(self.tr("Deck {0}").format(self._teacher.name))
        self.standing.set_full_text(self._standing())
        self.advice.setText(self._advice())
        known = len(FACES) - len(view.missing)
        self.learn.setText(self.tr("Learn {0} faces").format(known))
        self.learn.setEnabled(known > 0 and view.phase in (Phase.SHOWING, Phase.SHOWN))
        self.leaving.setText(self.tr("Close"))
        asked, guesses = self._asked()
        self.picture.show_view(view, asked)
        self.board.show_view(view, guesses if asked is not None else ())
        newly = asked is not None and self.question.card is None
        self.question.show_card(asked, view, guesses)
        if newly:
            self.question.field.setFocus()

    def _asked(self) -> tuple[int | None, tuple[Card, ...]]:
        """The card in question and its likeliest faces."""
        if self.view.phase not in (Phase.SHOWING, Phase.SHOWN):
            return None, ()
        if self._picked is not None:
            return self._picked, tuple(f for f, number in self.view.taken.items() if number == self._picked)
        question = self.view.question
        if question is None or question.card in self._told:
            return None, ()
        return question.card, question.guesses

    def _standing(self) -> str:
        view = self.view
        if view.fault:
            return view.fault
        if view.phase is Phase.OPENING:
            return self.tr("The pictures are opened.")
        if view.phase is Phase.LEARNING:
            return self.tr("The deck is learned: {0} %").format(round(100 * view.share))
        if view.phase is Phase.LEARNED:
            return self.tr("Learned. Choose it by its name when a match begins.")
        known = len(FACES) - len(view.missing)
        said = self.tr("{0} of 54 faces known").format(known)
        return self.tr("{0}; all pictures were looked at").format(said) if view.phase is Phase.SHOWN else said

    def _advice(self) -> str:
        if self.view.phase not in (Phase.SHOWING, Phase.SHOWN):
            return ""
        if not self.view.missing:
            return self.tr(
                "All faces are known. Look over the board: click a corner that is in a wrong place."
            )
        return self.tr(
            "Lay some cards so that a corner of each shows, take your hands away, wait until they are "
            "outlined, and lay the next ones. Each face once is enough, in any order."
        )

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()

    def closeEvent(self, event: QCloseEvent) -> None:
        self._relay.close()
        super().closeEvent(event)
        self.closed.emit()


class _Relay(QObject):
    """The newest view, from the lesson's thread into Qt's: one waiting signal at most."""

    _waits = Signal()

    def __init__(self, show: Callable[[LessonView], None], parent: QObject) -> None:
        super().__init__(parent)
        self._show = show
        self._lock = Lock()
        self._newest: LessonView | None = None
        self._closed = False
        self._waits.connect(self._take, Qt.ConnectionType.QueuedConnection)

    def hand(self, view: LessonView) -> None:
        """Any thread."""
        with self._lock:
            if self._closed:
                return
            signalled = self._newest is not None
            self._newest = view
            if not signalled:
                self._waits.emit()

    def close(self) -> None:
        with self._lock:
            self._closed = True

    def _take(self) -> None:
        with self._lock:
            view, self._newest = self._newest, None
        if view is not None:
            self._show(view)


def run_deck_window(
    make_teacher: "Callable[[], Teacher]", *, lang: str | None, screenshot: Path | None = None
) -> int:
    """Show the lesson until its window is closed. Returns 0, or 3 where no window can be opened.

    `screenshot`: once all pictures were looked at, save the window there and end.
    """
    if no_display():
        return startup.EXIT_MACHINE
    with desktop(lang) as desk:
        _run(desk.app, make_teacher(), screenshot)
    return 0


def _run(app: QApplication, teacher: "Teacher", screenshot: Path | None) -> None:
    window = DeckWindow(teacher)
    window.closed.connect(app.exit)
    old_signals = {sign: signal.signal(sign, lambda *_: window.close()) for sign in _ENDING}
    # Python's signal handlers run only when Python does.
    ticker = QTimer(window)
    ticker.start(200)
    ticker.timeout.connect(lambda: _shoot(window, screenshot))
    try:
        window.show()
        teacher.start()
        app.exec()
    finally:
        for sign, old in old_signals.items():
            signal.signal(sign, old)
        teacher.stop()
        window.deleteLater()


def _shoot(window: DeckWindow, screenshot: Path | None) -> None:
    if screenshot is not None and window.view.phase in (Phase.SHOWN, Phase.FAILED):
        window.grab().save(str(screenshot))
        window.close()
