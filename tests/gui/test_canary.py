"""Slow poison: references that every signal or paint loses or leaks, and threads that a match leaves."""

import ctypes
import gc
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.live import header_for
from app.session import Session
from app.store import Log
from app.ui.table_view import TableView
from engine.rules import RuleSet
from tests.fake_camera import FakeCamera, still_table
from tests.gui import fakes
from tests.gui.conftest import MakeWindow
from vision.table import SEATS, Table

EMITS, PAINTS = 20_000, 20_000
DRIFT = 50
SINGLES = (True, False, None)


def drift(work: Callable[[], object]) -> int:
    """By how much the references to True, False and None differ after some work."""
    work()  # what is made once
    gc.collect()
    before = [sys.getrefcount(each) for each in SINGLES]
    work()
    gc.collect()
    after = [sys.getrefcount(each) for each in SINGLES]
    return max(abs(now - then) for now, then in zip(after, before, strict=True))


class Sender(QObject):
    said = Signal(bool, object)
    waits = Signal()


def test_the_canary_dies_where_references_leak() -> None:
    if sys.version_info >= (3, 12):
        pytest.skip("True, False and None have no count of references there")
    leak = ctypes.pythonapi.Py_IncRef
    leak.argtypes = [ctypes.py_object]

    def work() -> None:
        for _ in range(DRIFT):
            leak(None)

    assert drift(work) >= DRIFT


@pytest.mark.parametrize("queued", [False, True])
def test_signals_lose_no_reference(app: QApplication, queued: bool) -> None:
    sender, heard = Sender(), []
    kind = Qt.ConnectionType.QueuedConnection if queued else Qt.ConnectionType.DirectConnection
    sender.said.connect(lambda yes, what: heard.append(yes is what), kind)
    sender.waits.connect(lambda: None, kind)

    def work() -> None:
        for number in range(EMITS // 3):
            sender.said.emit(number % 2 == 0, None)
            sender.said.emit(True, True)
            sender.waits.emit()
            if number % 200 == 0:
                app.processEvents()
        app.processEvents()
        heard.clear()

    assert drift(work) < DRIFT


def test_pictures_through_the_bridge_lose_no_reference(make_window: MakeWindow, app: QApplication) -> None:
    session = fakes.FakeSession()
    window = make_window(session)
    picture, snapshot = fakes.busy_picture((320, 180)), fakes.busy_state()

    def work() -> None:
        for _ in range(100):
            session.picture.put(picture)
            session.show(snapshot)
            app.processEvents()

    assert window is not None
    assert drift(work) < DRIFT


class CountingView(TableView):
    paints = 0

    def paintEvent(self, event: QPaintEvent) -> None:
        self.paints += 1
        super().paintEvent(event)


def test_paints_lose_no_reference(qtbot: QtBot) -> None:
    view = CountingView()
    qtbot.addWidget(view)
    view.resize(320, 180)
    with qtbot.waitExposed(view):
        view.show()
    view.show_picture(fakes.busy_picture((320, 180)))

    def work() -> None:
        for _ in range(PAINTS):
            view.repaint()

    assert drift(work) < DRIFT
    assert view.paints >= PAINTS


def test_ten_matches_leave_no_thread_and_end_at_once(tmp_path: Path) -> None:
    rules, table = RuleSet.load("national-2022"), Table.whole((320, 180))
    before = set(threading.enumerate())
    took = []
    for number in range(10):
        camera = FakeCamera(still_table((320, 180)))
        log = Log.create(tmp_path / f"{number}.jsonl", header_for(rules, SEATS, "test"))
        session = Session(camera.source(), table, rules, log, evidence=tmp_path / f"{number}.evidence")
        session.start()
        until = time.monotonic() + 10
        while session.picture.take() is None:
            assert time.monotonic() < until
            time.sleep(0.02)
        if number % 2:
            camera.mode = "broken"
            time.sleep(0.3)
        began = time.monotonic()
        session.stop()
        took.append(time.monotonic() - began)
        assert set(threading.enumerate()) <= before
    assert max(took) < 3, np.round(took, 2)
