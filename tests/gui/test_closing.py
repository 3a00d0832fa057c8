"""Closing the window of a match: asked while a deal runs, and only of somebody who closes it."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QCloseEvent
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app.ui.closing import ClosingQuestion
from tests.gui import fakes
from tests.gui.conftest import MakeWindow
from tests.gui.fakes import FakeSession


class ByPerson(QCloseEvent):
    """As the frame of the window sends it."""

    def spontaneous(self) -> bool:
        return True


@pytest.mark.parametrize(("key", "closes"), [(Qt.Key.Key_Return, True), (Qt.Key.Key_Escape, False)])
def test_closing_while_a_deal_runs_is_asked_once(
    make_window: MakeWindow, session: FakeSession, qtbot: QtBot, key: Qt.Key, closes: bool
) -> None:
    window = make_window(session)
    session.show(fakes.busy_state())
    qtbot.waitUntil(lambda: window.snapshot is not None, timeout=20_000)
    event = ByPerson()
    for _ in range(2):
        window.closeEvent(event)
    assert not event.isAccepted()
    (asked,) = window.findChildren(ClosingQuestion)
    assert "recorded" in asked.informativeText()
    QTest.keyClick(asked, key)
    qtbot.waitUntil(lambda: not asked.isVisible(), timeout=20_000)
    qtbot.waitUntil(lambda: window.isVisible() is not closes, timeout=20_000)


def test_on_air_is_said(make_window: MakeWindow, session: FakeSession) -> None:
    window = make_window(session)
    assert "on air" in ClosingQuestion(window, on_air=True).informativeText()
    assert "on air" not in ClosingQuestion(window, on_air=False).informativeText()
