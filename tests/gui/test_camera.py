"""The window while the camera fails: it says so, hand work goes on, and nothing is lost."""

import json
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app import session as session_module
from app.live import header_for
from app.session import Session
from app.store import Log
from app.trouble import CameraNews, Trouble
from app.ui.main_window import MainWindow
from engine.rules import RuleSet
from models import ModelError
from tests.fake_camera import FakeCamera, still_table
from tests.gui import fakes
from tests.gui.conftest import MakeWindow
from vision.table import SEATS, Table

Key = Qt.Key
SIZE = (640, 360)


class Desk:
    """A window over a real session with a fake camera."""

    def __init__(self, make_window: MakeWindow, record: Path) -> None:
        rules = RuleSet.load("national-2022")
        self.record = record
        self.camera = FakeCamera(still_table(SIZE))
        log = Log.create(record, header_for(rules, SEATS, "test"))
        table = Table.whole(SIZE)
        self.session = Session(self.camera.source(), table, rules, log, source_name="camera:0")
        self.window: MainWindow = make_window(self.session)
        self.session.start()

    def events(self) -> list[str]:
        return [json.loads(line)["event"] for line in self.record.read_text("utf-8").splitlines()[1:]]

    def close(self) -> None:
        self.window.close()
        self.session.stop()
        self.camera.let_go.set()
        for thread in threading.enumerate():
            if thread.name == "camera fake":
                thread.join(3)


@pytest.fixture
def desk(make_window: MakeWindow, tmp_path: Path) -> Iterator[Desk]:
    desk = Desk(make_window, tmp_path / "match.jsonl")
    yield desk
    desk.close()


def seconds_until(qtbot: QtBot, so: Callable[[], bool], limit_s: float) -> float:
    began = time.monotonic()
    qtbot.waitUntil(so, timeout=round(limit_s * 1000))
    return time.monotonic() - began


@pytest.mark.parametrize(
    ("mode", "words", "within_s"),
    [
        ("broken", "No picture from the camera", 2.0),
        ("hung", "No picture from the camera", 2.0),
        ("frozen", "The picture stands still", 2.5),
        ("black", "The picture is black", 2.0),
    ],
)
def test_a_failing_camera_is_said_and_hand_work_goes_on(
    desk: Desk, qtbot: QtBot, mode: str, words: str, within_s: float
) -> None:
    window = desk.window
    seconds_until(qtbot, lambda: window.view.picture is not None, 10)
    desk.session.start_deal("2", "S")
    seconds_until(qtbot, lambda: window.by_hand.seat == "S", 2)
    desk.camera.mode = mode
    seconds_until(qtbot, lambda: words in window.view.trouble, within_s)
    assert window.status.again.isVisible()
    assert window.status.camera.property("role") == "calls"
    window.by_hand.field.setFocus()
    QTest.keyClicks(window.by_hand.field, "h3 s3")
    QTest.keyClick(window.by_hand.field, Key.Key_Return)
    seconds_until(qtbot, lambda: desk.events() == ["deal_start", "play"], 2)
    before = window.view.picture
    desk.camera.mode = "well"
    seconds_until(qtbot, lambda: not window.view.trouble and window.view.picture is not before, 5)
    assert not window.status.again.isVisible()
    assert desk.session.fault is None
    assert desk.events() == ["deal_start", "play"]


def test_the_key_asks_for_the_camera_at_once(make_window: MakeWindow, qtbot: QtBot) -> None:
    session = fakes.FakeSession()
    window = make_window(session)
    QTest.keyClick(window, Key.Key_R, Qt.KeyboardModifier.ControlModifier)
    assert session.told == []  # nothing to try while the camera is well
    session.camera = CameraNews(Trouble.GONE, time.monotonic() - 3, asks=True)
    qtbot.waitUntil(window.status.again.isVisible, timeout=1000)
    assert "no picture for 3 s" in window.status.camera.text()
    QTest.keyClick(window, Key.Key_R, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: session.told == [("try_camera",)], timeout=1000)
    session.camera = CameraNews()
    qtbot.waitUntil(lambda: not window.status.again.isVisible(), timeout=1000)


def test_a_table_that_is_lost_asks_for_a_calibration(make_window: MakeWindow, qtbot: QtBot) -> None:
    session = fakes.FakeSession()
    window = make_window(session)
    session.picture.put(replace(fakes.busy_picture(), view="lost"))
    qtbot.waitUntil(lambda: "calibrate again" in window.status.notice.full_text(), timeout=1000)


def test_without_a_model_everything_goes_on_by_hand(
    make_window: MakeWindow, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def damaged() -> None:
        raise ModelError("index_detector.onnx is damaged; install the program again")

    monkeypatch.setattr(session_module, "IndexDetector", damaged)
    desk = Desk(make_window, tmp_path / "by_hand.jsonl")
    window = desk.window
    qtbot.waitUntil(lambda: "is damaged" in window.status.notice.full_text(), timeout=5000)
    desk.session.start_deal("2", "S")
    qtbot.waitUntil(lambda: window.by_hand.seat == "S", timeout=2000)
    qtbot.wait(300)
    QTest.keyClicks(window.by_hand.field, "h3 s3")
    QTest.keyClick(window.by_hand.field, Key.Key_Return)
    qtbot.waitUntil(lambda: desk.events() == ["deal_start", "play"], timeout=2000)
    began, played = (json.loads(line)["at_ms"] for line in desk.record.read_text("utf-8").splitlines()[1:])
    assert played - began >= 150  # the clock runs without pictures
    desk.close()


class SlowWatcher(session_module.Watcher):
    """Vision ten times slower than pictures come."""

    def see(self, frame):  # type: ignore[no-untyped-def]
        seen = super().see(frame)
        time.sleep(0.4)
        return seen


def test_slow_vision_sees_the_newest_picture_and_counts_the_rest(
    make_window: MakeWindow, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(session_module, "Watcher", SlowWatcher)
    desk = Desk(make_window, tmp_path / "slow.jsonl")
    opened = time.monotonic()
    late: list[float] = []
    shown: list[float] = []

    def look() -> bool:
        picture = desk.window.view.picture
        if picture is not None and (not shown or shown[-1] != picture.frame_ms):
            late.append((time.monotonic() - opened) * 1000 - picture.frame_ms)
            shown.append(picture.frame_ms)
        return len(shown) > 6

    qtbot.waitUntil(look, timeout=15_000)
    period = float(np.median(np.diff(shown)))
    assert period > 380
    assert float(np.median(late[2:])) <= 2 * period
    assert len(desk.session._capture._waiting) <= 1  # type: ignore[union-attr]
    dropped = desk.window.view.picture.drops
    assert dropped > 30
    assert f"{dropped} dropped" in desk.window.status.camera.text()
    desk.close()
