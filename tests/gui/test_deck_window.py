"""The window of a deck lesson: what it shows, what it hands on, and the way in."""

from collections.abc import Callable, Iterator
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, QRect, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from app import cli
from app.teaching import LessonView, Phase, Spot
from app.ui import startup
from app.ui.controls import EntryField, ShrinkLabel
from app.ui.deck_window import DeckWindow, run_deck_window
from engine.cards import FACES, Card
from tests.bench.odd_decks import odd_decks, scene, shown_in_rows
from vision import deck_fit
from vision.deck_lesson import Question
from vision.opencv import cv2

QUESTION = 7


class FakeTeacher:
    """Notes what it is told."""

    name = "Red backs"

    def __init__(self, *views: LessonView) -> None:
        self.views = views
        self.told: list[tuple[object, ...]] = []
        self.listener: Callable[[LessonView], None] = lambda view: None

    def on_view(self, listener: Callable[[LessonView], None]) -> None:
        self.listener = listener

    def start(self) -> None:
        for view in self.views:
            self.listener(view)

    def stop(self) -> None:
        self.told.append(("stop",))

    def name_card(self, card: int, face: Card | None) -> None:
        self.told.append(("name", card, face))

    def learn(self) -> None:
        self.told.append(("learn",))


def a_view(known: int = 30, phase: Phase = Phase.SHOWING, asked: bool = True) -> LessonView:
    """So many faces known; cards 0 to 3 and the one in doubt lie in the picture."""
    rng = np.random.default_rng(0)
    picture = np.full((540, 960, 3), 80, np.uint8)
    spots = []
    for number in (0, 1, 2, 3, QUESTION):
        x = 100.0 + 100 * number
        spots.append(
            Spot(number, np.array([[(x, 200), (x, 230)]], np.float32), None if number == 7 else FACES[number])
        )
    taken = {face: number + (number >= QUESTION) for number, face in enumerate(FACES[:known])}
    return LessonView(
        phase=phase,
        picture=picture,
        spots=tuple(spots),
        crops=tuple(rng.integers(0, 255, (60, 88, 64, 3), dtype=np.uint8)),
        taken=taken,
        missing=FACES[known:],
        question=Question(QUESTION, (FACES[50], FACES[51], FACES[40])) if asked else None,
        views=3,
    )


@pytest.fixture
def teacher() -> FakeTeacher:
    return FakeTeacher()


@pytest.fixture(params=["zh", "en"])
def language(request: pytest.FixtureRequest, app: QApplication) -> Iterator[startup.Language]:
    made = startup.Language(app, request.param)
    yield made
    made.remove()


@pytest.fixture
def window(language: startup.Language, qtbot: QtBot, teacher: FakeTeacher) -> DeckWindow:
    made = DeckWindow(teacher)  # type: ignore[arg-type]
    qtbot.addWidget(made)
    with qtbot.waitActive(made):
        made.show()
        made.activateWindow()
    return made


def hand(window: DeckWindow, teacher: FakeTeacher, view: LessonView) -> None:
    teacher.listener(view)
    for _ in range(3):
        QApplication.processEvents()


def click(widget: QWidget, place: QPointF) -> None:
    QTest.mouseClick(
        widget,
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
        QPoint(int(place.x()), int(place.y())),
    )


def test_enter_takes_the_likeliest(window: DeckWindow, teacher: FakeTeacher) -> None:
    hand(window, teacher, a_view())
    assert window.question.field.hasFocus()
    QTest.keyClick(window.question.field, Qt.Key.Key_Return)
    assert teacher.told == [("name", QUESTION, FACES[50])]


@pytest.mark.parametrize(("typed", "face"), [("h10", "HT"), ("大王", "HR"), ("♣a", "CA")])
def test_another_is_typed(window: DeckWindow, teacher: FakeTeacher, typed: str, face: str) -> None:
    hand(window, teacher, a_view())
    window.question.field.setText(typed)
    QTest.keyClick(window.question.field, Qt.Key.Key_Return)
    assert teacher.told == [("name", QUESTION, Card.parse(face))]
    assert window.question.field.text() == ""


@pytest.mark.parametrize("typed", ["h3 s3", "x", "9", "pass"])
def test_what_is_not_one_card_is_not_taken(window: DeckWindow, teacher: FakeTeacher, typed: str) -> None:
    hand(window, teacher, a_view())
    window.question.field.setText(typed)
    QTest.keyClick(window.question.field, Qt.Key.Key_Return)
    assert teacher.told == []
    assert window.question.hint.full_text()


def test_keys_say_it_too(window: DeckWindow, teacher: FakeTeacher) -> None:
    hand(window, teacher, a_view())
    window.question.keys[1].click()
    hand(window, teacher, a_view())
    window.question.none.click()
    QTest.keyClick(window.question.field, Qt.Key.Key_Return)
    assert teacher.told == [("name", QUESTION, FACES[51])], "not asked twice before the lesson has heard it"
    window.pick(QUESTION)
    window.question.none.click()
    assert teacher.told[1:] == [("name", QUESTION, None)]


def test_an_empty_place_of_the_board_takes_the_card_in_question(
    window: DeckWindow, teacher: FakeTeacher
) -> None:
    hand(window, teacher, a_view())
    click(window.board, window.board.cell(FACES[45]).center())
    assert teacher.told == [("name", QUESTION, FACES[45])]


def test_a_card_in_a_wrong_place_is_asked_again(window: DeckWindow, teacher: FakeTeacher) -> None:
    hand(window, teacher, a_view(asked=False))
    assert not window.question.field.isEnabled()
    click(window.board, window.board.cell(FACES[2]).center())
    assert window.question.card == 2
    window.question.field.setText("s9")
    QTest.keyClick(window.question.field, Qt.Key.Key_Return)
    assert teacher.told == [("name", 2, Card.parse("S9"))]
    assert window.question.card is None


def test_a_corner_in_the_picture_can_be_clicked(window: DeckWindow, teacher: FakeTeacher) -> None:
    hand(window, teacher, a_view())
    click(window.picture, window.picture.place_of((300, 215)))
    assert window.question.card == 2
    click(window.picture, window.picture.place_of((900, 500)))
    assert window.question.card == 2


@pytest.mark.parametrize(
    ("view", "ready", "asks"),
    [
        (LessonView(), False, False),
        (a_view(), True, True),
        (a_view(54, asked=False), True, False),
        (a_view(0), False, True),
        (a_view(phase=Phase.SHOWN), True, True),
        (a_view(phase=Phase.LEARNING), False, False),
        (a_view(phase=Phase.LEARNED), False, False),
    ],
)
def test_it_can_be_learned_while_something_is_known(
    window: DeckWindow, teacher: FakeTeacher, view: LessonView, ready: bool, asks: bool
) -> None:
    hand(window, teacher, view)
    assert window.learn.isEnabled() == ready
    assert (window.question.card is not None) == asks
    window.learn.click()
    assert teacher.told == ([("learn",)] if ready else [])


def test_a_fault_is_said(window: DeckWindow, teacher: FakeTeacher) -> None:
    hand(window, teacher, LessonView(phase=Phase.FAILED, fault="camera 0: not there"))
    assert window.standing.full_text() == "camera 0: not there"


def test_the_language_changes_at_once(
    language: startup.Language, window: DeckWindow, teacher: FakeTeacher
) -> None:
    hand(window, teacher, a_view())
    before = window.question.title.full_text(), window.learn.text(), window.advice.text()
    language.other()
    QApplication.processEvents()
    after = window.question.title.full_text(), window.learn.text(), window.advice.text()
    assert not set(before) & set(after)


def inside(widget: QWidget, window: QWidget) -> QRect:
    return QRect(widget.mapTo(window, QPoint(0, 0)), widget.size())


@pytest.mark.parametrize("size", [(1280, 728), (1920, 1080)], ids=str)
@pytest.mark.parametrize("view", [a_view(), a_view(54, asked=False), a_view(phase=Phase.SHOWN)])
def test_nothing_overlaps_or_is_cut(
    window: DeckWindow, teacher: FakeTeacher, view: LessonView, size: tuple[int, int]
) -> None:
    window.resize(*size)
    hand(window, teacher, view)
    assert (window.width(), window.height()) == size
    kinds = (QLabel, QPushButton, EntryField)
    parts: list[QWidget] = [w for kind in kinds for w in window.findChildren(kind) if w.isVisible()]
    parts += [window.picture, window.board, window.question.crop]
    assert len(parts) >= 9
    for part in parts:
        assert window.rect().contains(inside(part, window)), part
        if isinstance(part, ShrinkLabel):
            assert not part.is_cut(), part.full_text()
        elif isinstance(part, QPushButton):
            assert part.width() >= part.sizeHint().width(), part.text()
        elif isinstance(part, QLabel) and part.wordWrap():
            assert part.heightForWidth(part.width()) <= part.height(), part.text()
    for one, other in combinations(parts, 2):
        assert not inside(one, window).intersects(inside(other, window)), (one, other)


def the_window() -> DeckWindow:
    return next(w for w in QApplication.topLevelWidgets() if isinstance(w, DeckWindow) and w.isVisible())


def test_a_lesson_is_shown_answered_and_closed(app: QApplication) -> None:
    teacher = FakeTeacher(a_view(), a_view())

    def act() -> None:
        window = the_window()
        if not window.view.views:
            QTimer.singleShot(20, act)
            return
        window.question.enter()
        window.close()

    QTimer.singleShot(0, act)
    assert run_deck_window(lambda: teacher, lang="zh") == 0  # type: ignore[arg-type, return-value]
    assert teacher.told == [("name", QUESTION, FACES[50]), ("stop",)]


def test_through_the_command_line_a_deck_is_taught_and_kept(
    app: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Real pictures, real reader: what is asked is answered, then the deck is learned."""
    crops, faces = deck_fit.rehearsal()
    monkeypatch.setattr(deck_fit, "rehearsal", lambda: (crops[::8], faces[::8]))
    monkeypatch.setattr(deck_fit, "SHAKEN", 100)
    monkeypatch.setattr(deck_fit, "STEPS", 5)
    rng = np.random.default_rng(8)
    shown = [Card.parse(text) for text in ("S2", "H3", "D7", "C9", "HT")]
    picture = scene(rng, odd_decks()["french"], shown_in_rows(shown, rng)).picture
    cv2.imwrite(str(tmp_path / "view.png"), picture)
    said: list[str] = []
    learning = False

    def act() -> None:
        nonlocal learning
        window = the_window()
        if window.view.phase is Phase.LEARNED:
            said.append(window.standing.full_text())
            window.close()
            return
        if window.view.phase is Phase.SHOWN and not learning:
            learning = True
            window.learn.click()
        QTimer.singleShot(50, act)

    QTimer.singleShot(0, act)
    assert cli.main(["deck", "learn", "法国牌", str(tmp_path / "view.png"), "--lang", "zh"]) == 0
    assert said == ["已学会。比赛开始时按名字选用。"]
    from app.decks import load_deck

    assert load_deck("法国牌").faces & set(shown)


def test_a_screenshot_ends_by_itself(app: QApplication, tmp_path: Path) -> None:
    teacher = FakeTeacher(a_view(phase=Phase.SHOWN))
    shot = tmp_path / "lesson.png"
    assert run_deck_window(lambda: teacher, lang="en", screenshot=shot) == 0  # type: ignore[arg-type, return-value]
    assert shot.stat().st_size > 10_000


def test_without_a_display_it_says_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(startup, "display_fault", lambda: "there is no display")
    assert run_deck_window(lambda: FakeTeacher(), lang=None) == 3  # type: ignore[arg-type, return-value]
    assert "no display" in capsys.readouterr().err
