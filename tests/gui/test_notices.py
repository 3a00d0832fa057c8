"""What may be a breach is shown with its picture, and the referee says whether it is one."""

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from app.taken_back import Kind
from tests.gui import fakes
from tests.gui.conftest import MakeWindow
from tests.gui.fakes import FakeSession


def test_it_is_not_in_sight_while_nothing_was_noticed(make_window: MakeWindow, session: FakeSession) -> None:
    window = make_window(session)
    window.show_snapshot(fakes.busy_state())
    assert not window.notices.isVisible()


@pytest.mark.parametrize(("kind", "word"), [(Kind.TAKEN_BACK, "took back"), (Kind.SLIPPED, "put")])
def test_it_says_who_did_what(make_window: MakeWindow, session: FakeSession, kind: Kind, word: str) -> None:
    window = make_window(session)
    two = (fakes.notice(1, kind), fakes.notice(2, kind))
    window.show_snapshot(replace(fakes.busy_state(), notices=two))
    assert window.notices.isVisible()
    for part in ("4:03", "East", word, "♦J ♠J", "1 more"):
        assert part in window.notices.text.text()


def test_the_answers_reach_the_session(make_window: MakeWindow, session: FakeSession, qtbot: QtBot) -> None:
    window = make_window(session)
    window.show_snapshot(replace(fakes.busy_state(), notices=(fakes.notice(7),)))
    qtbot.mouseClick(window.notices.breach, Qt.MouseButton.LeftButton)
    qtbot.mouseClick(window.notices.no_breach, Qt.MouseButton.LeftButton)
    assert session.told == [("confirm", 7), ("let_be", 7)]
