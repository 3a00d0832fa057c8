"""Warnings spoken into an earphone: off until switched on, each once, and a sentence where nothing speaks."""

from dataclasses import replace

import pytest
from PySide6.QtCore import QObject, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.settings import load
from app.ui import speech
from app.ui.main_window import MainWindow
from app.ui.speech import NoVoice, Speech, qt_voice
from app.warnings import Warned
from tests.gui import fakes
from tests.gui.conftest import MakeWindow
from tests.gui.fakes import FakeSession

OVER = Warned("a", "time_passed", "W", "", 0, limit_ms=30_000)
DUE = Warned("b", "report_due", "E", "", 0, left=9)


class FakeVoice:
    def __init__(self) -> None:
        self.said: list[str] = []
        self.silenced = 0

    def enqueue(self, text: str) -> None:
        self.said.append(text)

    def stop(self) -> None:
        self.silenced += 1


def test_each_warning_is_spoken_once_and_only_while_switched_on(app: QApplication) -> None:
    voice = FakeVoice()
    spoken = Speech(False, app, lambda parent: voice)
    spoken.hear((OVER,))
    assert voice.said == []
    assert "into an earphone" in spoken.switch()
    spoken.hear((OVER,))
    assert voice.said == [], "it stood before"
    for _ in range(3):
        spoken.hear((OVER, DUE))
    assert voice.said == ["East has 9 cards left: report due"]
    spoken.hear(())
    spoken.hear((OVER,))
    assert voice.said[-1] == "West: the 30 s are over"
    spoken.switch()
    assert (spoken.on, voice.silenced) == (False, 1)
    spoken.hear((DUE,))
    assert len(voice.said) == 2


def test_without_a_voice_it_is_said_why(app: QApplication) -> None:
    def none(parent: QObject) -> FakeVoice:
        raise NoVoice("libpulse.so.0: cannot open shared object file")

    spoken = Speech(True, app, none)
    assert not spoken.on
    assert "Nothing can be spoken here (libpulse.so.0: cannot open" in spoken.fault
    assert "guandan-eye[speech]" in spoken.fault


def test_the_key_switches_it_on_and_it_is_kept(
    make_window: MakeWindow, session: FakeSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    voice = FakeVoice()
    monkeypatch.setattr(speech, "qt_voice", lambda parent: voice)
    window: MainWindow = make_window(session)
    window._ticker.stop()
    window.show_snapshot(replace(fakes.busy_state(), pending=None))
    assert not window.speech.on
    QTest.keyClick(window, Qt.Key.Key_E, Qt.KeyboardModifier.ControlModifier)
    assert "into an earphone" in window.status.notice.full_text()
    assert load().settings.speech
    QTest.keyClick(window, Qt.Key.Key_E, Qt.KeyboardModifier.ControlModifier)
    assert not load().settings.speech


@pytest.mark.qt_log_ignore("pipewire", extend=True)  # a library of the system's sound, which may be missing
def test_the_mock_engine_of_qt_speaks(app: QApplication) -> None:
    module = pytest.importorskip("PySide6.QtTextToSpeech", exc_type=ImportError)
    voice = qt_voice(app, "mock")
    voice.enqueue("East has 9 cards left")
    assert voice.state() == module.QTextToSpeech.State.Speaking
    voice.stop()


def test_without_the_extra_the_import_is_no_error_of_ours(
    app: QApplication, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(__import__("sys").modules, "PySide6.QtTextToSpeech", None)
    with pytest.raises(NoVoice, match="QtTextToSpeech"):
        qt_voice(app)
