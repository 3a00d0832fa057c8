"""The replay window by its keys, over a short match of grey pictures."""

import dataclasses
from collections.abc import Iterator
from pathlib import Path
from threading import enumerate as threads

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.evidence import Ring, folder_of
from app.footage import Footage
from app.ui.replay import ReplayWindow
from app.ui.replay_views import relative_text, runs
from tests.gui.conftest import MakeWindow
from tests.gui.fakes import FakeSession, busy_state, line
from tests.unit.test_evidence import feed, grey, put
from vision.opencv import cv2

LINES = (
    line(2, "E", "S3", at_ms=4000),
    line(3, "S", "", at_ms=6000),
    line(4, "W", "H9 D9", at_ms=12_000),
    line(5, "N", "SA", at_ms=40_000),
)


@pytest.fixture
def record(tmp_path: Path) -> Path:
    path = tmp_path / "match.jsonl"
    feed(Ring(folder_of(path)), range(0, 21_000, 40))
    return path


@pytest.fixture
def window(app: QApplication, qtbot: QtBot, record: Path) -> Iterator[ReplayWindow]:
    made = ReplayWindow(record)
    qtbot.addWidget(made)
    yield made
    made.close()


def opened(qtbot: QtBot, window: ReplayWindow, number: int = 2) -> None:
    """At a play, standing still at it."""
    window.show_play(LINES[number], LINES)
    qtbot.waitUntil(lambda: window.running, timeout=10_000)
    press(window, Qt.Key.Key_Space)
    window.seek(LINES[number].at_ms)
    shown(qtbot, window, LINES[number].at_ms)


def press(window: ReplayWindow, key: Qt.Key) -> None:
    QTest.keyClick(window.picture, key)


def shown(qtbot: QtBot, window: ReplayWindow, at_ms: int) -> None:
    """The picture of that time is in sight."""

    def is_there() -> bool:
        image = window.picture.image
        right = image is not None and abs(float(image.mean()) - 1.5 - grey(at_ms)) < 3
        return window.at_ms == at_ms and right

    qtbot.waitUntil(is_there, timeout=10_000)


def test_it_runs_slowly_from_shortly_before_the_play(qtbot: QtBot, window: ReplayWindow) -> None:
    window.show_play(LINES[2], LINES)
    qtbot.waitUntil(lambda: window.running, timeout=10_000)
    first = window.at_ms
    assert first is not None
    assert 9000 <= first < 9400
    qtbot.waitUntil(lambda: (window.at_ms or 0) > first + 200, timeout=10_000)
    press(window, Qt.Key.Key_Space)
    assert not window.running


def test_arrows_step_and_home_and_end_go_to_the_ends(qtbot: QtBot, window: ReplayWindow) -> None:
    opened(qtbot, window)
    for key, at in (
        (Qt.Key.Key_Right, 12_040),
        (Qt.Key.Key_Right, 12_080),
        (Qt.Key.Key_Left, 12_040),
        (Qt.Key.Key_Home, 4000),
        (Qt.Key.Key_Left, 4000),
        (Qt.Key.Key_End, 18_000),
    ):
        press(window, key)
        shown(qtbot, window, at)
    assert window.relative.text() == "+6.00 s after the last card lay still"


def test_the_time_against_the_play_is_said() -> None:
    assert relative_text(12_320, LINES[2]) == "+0.32 s after the last card lay still"
    assert relative_text(11_500, LINES[2]) == "0.50 s before the last card lay still"
    assert relative_text(12_000, LINES[2]) == "The last card lies still"
    assert relative_text(6100, LINES[1]) == "+0.10 s after the pass"


def test_speeds_by_key_and_it_ends_at_the_last_picture(qtbot: QtBot, window: ReplayWindow) -> None:
    opened(qtbot, window)
    press(window, Qt.Key.Key_4)
    assert window.speeds.checkedId() == 2
    press(window, Qt.Key.Key_1)
    assert window.speeds.checkedId() == 0
    window.seek(17_700)
    press(window, Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: not window.running, timeout=10_000)
    assert window.at_ms == 18_000


def test_a_click_on_the_time_line_goes_there(qtbot: QtBot, window: ReplayWindow) -> None:
    opened(qtbot, window)
    spot = QPoint(round(window.timeline.x_of(8000)), 35)
    QTest.mouseClick(window.timeline, Qt.MouseButton.LeftButton, pos=spot)
    at = window.at_ms
    assert at is not None
    assert abs(at - 8000) <= 40
    shown(qtbot, window, at)


def test_the_play_before_and_the_next(qtbot: QtBot, window: ReplayWindow) -> None:
    opened(qtbot, window)
    press(window, Qt.Key.Key_PageUp)
    qtbot.waitUntil(lambda: window.running, timeout=10_000)
    assert 3000 <= (window.at_ms or 0) < 3400
    press(window, Qt.Key.Key_PageUp)
    assert not window.before.isEnabled()


def test_clip_and_still_are_saved_beside_the_record(qtbot: QtBot, window: ReplayWindow, record: Path) -> None:
    opened(qtbot, window)
    press(window, Qt.Key.Key_I)
    for _ in range(5):
        press(window, Qt.Key.Key_Right)
    press(window, Qt.Key.Key_O)
    press(window, Qt.Key.Key_S)
    press(window, Qt.Key.Key_S)
    press(window, Qt.Key.Key_P)
    names = {"match-play-4.mp4", "match-play-4-2.mp4", "match-play-4-12200ms.png"}
    there = lambda: {p.name for p in record.parent.glob("match-play*") if p.suffix != ".part"}  # noqa: E731
    qtbot.waitUntil(lambda: there() == names, timeout=20_000)
    qtbot.waitUntil(lambda: window.said.full_text().startswith("Saved"), timeout=10_000)
    qtbot.waitUntil(lambda: not any(t.name == "replay-save" for t in threads()), timeout=10_000)
    capture = cv2.VideoCapture(str(record.with_name("match-play-4.mp4")))
    times = []
    while capture.read()[0]:
        times.append(round(capture.get(cv2.CAP_PROP_POS_MSEC)))
    capture.release()
    assert times == [0, 80, 160, 240, 320, 400]  # half as fast


def test_a_play_without_pictures_says_so(qtbot: QtBot, window: ReplayWindow) -> None:
    window.show_play(LINES[3], LINES)
    qtbot.waitUntil(lambda: "No pictures" in window.picture._sentence, timeout=10_000)
    assert not window.run.isEnabled()
    assert not window.save_clip.isEnabled()
    press(window, Qt.Key.Key_Space)
    press(window, Qt.Key.Key_Right)


def test_pictures_that_still_come_are_taken_in(qtbot: QtBot, app: QApplication, tmp_path: Path) -> None:
    record = tmp_path / "match.jsonl"
    ring = Ring(folder_of(record))
    put(ring, range(0, 13_000, 40))
    written = Footage(folder_of(record))
    qtbot.waitUntil(lambda: bool(written.times(12_000, 12_000)), timeout=10_000)
    window = ReplayWindow(record)
    qtbot.addWidget(window)
    opened(qtbot, window)
    press(window, Qt.Key.Key_End)
    before = window.at_ms
    assert before is not None
    assert before < 13_000
    put(ring, range(13_000, 20_000, 40))
    ring.close()
    qtbot.waitUntil(lambda: window._times[-1] == 18_000, timeout=10_000)
    assert window.at_ms == before
    window.close()


def test_escape_closes_and_it_opens_again(qtbot: QtBot, window: ReplayWindow) -> None:
    opened(qtbot, window)
    press(window, Qt.Key.Key_Escape)
    assert not window.isVisible()
    assert not any(thread.name == "replay" for thread in threads())
    opened(qtbot, window, 0)


def test_holes_part_the_time_line() -> None:
    assert runs(()) == []
    assert runs((0, 40, 80, 2000, 2040)) == [(0, 80), (2000, 2040)]


@pytest.mark.parametrize("way", ["F6", "R", "button"])
def test_it_opens_from_the_list_of_plays(
    qtbot: QtBot, make_window: MakeWindow, record: Path, way: str
) -> None:
    session = FakeSession(record_path=record)
    main = make_window(session)
    main.show_snapshot(busy_state())
    main.plays.view.setCurrentIndex(main.plays.model.index(2))
    if way == "R":
        main.plays.view.setFocus()
        QTest.keyClick(main.plays.view, Qt.Key.Key_R)
    elif way == "F6":
        QTest.keyClick(main, Qt.Key.Key_F6)
    else:
        QTest.mouseClick(main.plays.replay, Qt.MouseButton.LeftButton)
    replay = main.replay
    assert replay is not None
    qtbot.waitUntil(lambda: replay.running, timeout=10_000)
    assert replay._line == main.plays.model.line(2)
    assert not replay.isModal()
    corrected = (*main.plays.model._lines[:2], line(3, "S", "D9"), *main.plays.model._lines[3:])
    main.show_snapshot(dataclasses.replace(busy_state(), lines=corrected))
    assert replay._line == corrected[2]
    main.close()
    assert not replay.isVisible()
