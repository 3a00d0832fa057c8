"""Windows are tested without a screen, with settings and logs of their own, and leave no thread behind."""

import os
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from xml.etree import ElementTree

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import pytest
from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.ui import proposal, startup, theme
from app.ui.main_window import MainWindow
from tests.gui.fakes import FakeSession

MakeWindow = Callable[..., MainWindow]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents:
            # The platform plugin without a screen says so of every window.
            item.add_marker(pytest.mark.qt_log_ignore("This plugin does not support", extend=True))


@pytest.fixture(autouse=True)
def _own_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(startup, "log_folder", lambda: tmp_path / "logs")
    monkeypatch.setattr(startup, "config_folder", lambda: tmp_path / "config")


@pytest.fixture(autouse=True)
def _no_thread_left() -> Iterator[None]:
    before = set(threading.enumerate())
    yield
    left = [thread for thread in threading.enumerate() if thread not in before and thread.is_alive()]
    assert not left, f"threads left running: {left}"


@pytest.fixture(scope="session")
def app(qapp: QApplication) -> QApplication:
    theme.apply(qapp)
    return qapp


@pytest.fixture
def session() -> FakeSession:
    return FakeSession()


@pytest.fixture
def prompt(monkeypatch: pytest.MonkeyPatch) -> None:
    """Enter is taken at once, however new the proposal is."""
    monkeypatch.setattr(proposal, "NEW_FOR_S", 0.0)


@pytest.fixture
def make_window(app: QApplication, qtbot: QtBot, tmp_path: Path) -> Iterator[MakeWindow]:
    """Makes a shown window for a session, in a language and size."""
    languages: list[startup.Language] = []

    def make(session: FakeSession, lang: str = "en", size: tuple[int, int] = (1280, 800)) -> MainWindow:
        language = startup.Language(app, lang)
        languages.append(language)
        settings = QSettings(str(tmp_path / "window.ini"), QSettings.Format.IniFormat)
        window = MainWindow(session, language, "Guandan Eye", settings)
        qtbot.addWidget(window)
        window.resize(*size)
        with qtbot.waitActive(window):
            window.show()
            window.activateWindow()
        return window

    yield make
    for language in languages:
        language.remove()


Messages = list[tuple[str, str, str, str]]
"""Context, source, comment, translation."""


def read_messages(path: Path) -> Messages:
    """All messages of a .ts file; an unfinished one has an empty translation."""
    found: Messages = []
    for context in ElementTree.parse(path).getroot().iter("context"):
        name = context.findtext("name", "")
        for message in context.iter("message"):
            translation = message.find("translation")
            done = translation is not None and translation.get("type") is None
            text = (translation.text or "") if done and translation is not None else ""
            found.append((name, message.findtext("source", ""), message.findtext("comment", ""), text))
    return found


@pytest.fixture(scope="session")
def messages() -> Messages:
    return read_messages(startup.I18N / "guandan_eye_zh_CN.ts")
