"""From threads to widgets: bounded, newest wins; and PySide keeps its counts."""

import gc
import os
import sys
import threading
import time
import weakref
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.ui.bridge import Bridge
from app.ui.table_view import ScaledImage
from tests.gui import fakes
from tests.gui.conftest import MakeWindow
from tests.gui.fakes import FakePicture, FakeSession


class Counted(FakePicture):
    """Can be referred to weakly."""

    __slots__ = ("__weakref__",)


def resident_mb() -> float:
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


def flood(session: FakeSession, count: int, living: "weakref.WeakSet[Counted]", most: list[int]) -> None:
    for number in range(count):
        image = np.full((360, 640, 3), number % 251, np.uint8)
        picture = Counted(image, {}, (), frame_ms=number, drops=0, fps=30.0)
        living.add(picture)
        session.picture.put(picture)
        del picture, image
        if number % 500 == 0:
            most.append(len(living))


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="memory is read from /proc")
def test_ten_thousand_pictures_cost_one(make_window: MakeWindow, session: FakeSession, qtbot: QtBot) -> None:
    window = make_window(session)
    living: weakref.WeakSet[Counted] = weakref.WeakSet()
    most: list[int] = []
    before = resident_mb()
    thread = threading.Thread(target=flood, args=(session, 10_000, living, most))
    thread.start()
    while thread.is_alive():
        QApplication.processEvents()
        time.sleep(0.02)  # a busy window
    thread.join()
    qtbot.waitUntil(lambda: window.view.picture is not None and window.view.picture.frame_ms == 9999)
    gc.collect()
    assert max(most) <= 4
    assert len(living) <= 2
    assert resident_mb() - before < 60


def test_a_thousand_snapshots_show_the_last(
    make_window: MakeWindow, session: FakeSession, qtbot: QtBot
) -> None:
    window = make_window(session)
    shown: list[int] = []
    window.top.show_snapshot = lambda snapshot: shown.append(snapshot.deal)  # type: ignore[method-assign]
    state = fakes.empty_state()

    def send() -> None:
        from dataclasses import replace

        for deal in range(1, 1001):
            session.show(replace(state, deal=deal))

    thread = threading.Thread(target=send)
    thread.start()
    thread.join()
    qtbot.waitUntil(lambda: bool(shown) and shown[-1] == 1000)
    assert len(shown) < 10


def test_nothing_comes_after_close(app: QApplication, session: FakeSession) -> None:
    shown: list[object] = []
    bridge = Bridge(session, shown.append, shown.append)
    session.show(fakes.empty_state())
    bridge.close()
    session.picture.put(fakes.busy_picture())
    session.show(fakes.empty_state())
    QApplication.processEvents()
    assert shown == []


class Emitter(QObject):
    said = Signal()


def test_emitting_leaves_true_and_none_alone(app: QApplication) -> None:
    """PySide6 6.12 loses one reference to each on every call under Python 3.11, and then aborts."""
    emitter = Emitter()
    heard = [0]

    def hear() -> None:
        heard[0] += 1

    emitter.said.connect(hear)
    before = sys.getrefcount(True), sys.getrefcount(None)
    for _ in range(20_000):
        emitter.said.emit()
    after = sys.getrefcount(True), sys.getrefcount(None)
    assert heard[0] == 20_000
    assert all(abs(b - a) < 500 for a, b in zip(before, after, strict=True)), (before, after)


def test_a_drawn_picture_keeps_its_array() -> None:
    scaled = ScaledImage(np.full((40, 60, 3), (10, 20, 200), np.uint8))
    image = scaled.at(30, 20)
    gc.collect()
    np.full((200, 200, 3), 255, np.uint8)
    assert isinstance(image, QImage)
    assert image.pixelColor(5, 5).getRgb()[:3] == (200, 20, 10)
    assert scaled.at(30, 20) is image
