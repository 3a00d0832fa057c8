"""Through the real entry: the window opens, works, and leaves nothing behind."""

import os
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QEventLoop, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.ui import startup
from app.ui.main_window import MainWindow
from app.ui.run_match import run_desktop
from tests.gui import fakes
from tests.gui.fakes import FakeSession


def the_window() -> MainWindow:
    return next(w for w in QApplication.topLevelWidgets() if isinstance(w, MainWindow) and w.isVisible())


def test_a_session_shown_answered_and_closed(app: QApplication, prompt: None) -> None:
    threads: list[threading.Thread] = []

    def feed(session: FakeSession) -> None:
        def work() -> None:
            session.show(fakes.busy_state())
            session.picture.put(fakes.busy_picture())

        threads.append(threading.Thread(target=work))
        threads[0].start()

    session = FakeSession(on_start=feed)
    seen: dict[str, Any] = {}

    def act() -> None:
        window = the_window()
        if window.snapshot is None or window.view.picture is None:
            QTimer.singleShot(20, act)
            return
        seen["title"] = window.windowTitle()
        seen["deal"] = window.top.deal.text()
        QTest.keyClick(window, Qt.Key.Key_Return)
        window.close()

    QTimer.singleShot(0, act)
    assert run_desktop(lambda: session, lang="zh", title="Guandan Eye · demo") == 0
    threads[0].join()
    assert seen == {"title": "Guandan Eye · demo", "deal": "第 7 副，打 10"}
    assert session.told == [("answer", 5, None, False)]
    assert (session.started, session.stopped) == (1, 1)


def test_a_screenshot_ends_by_itself(app: QApplication, tmp_path: Path) -> None:
    def feed(session: FakeSession) -> None:
        session.show(fakes.busy_state())
        session.picture.put(fakes.busy_picture())

    shot = tmp_path / "shot.png"
    session = FakeSession(on_start=feed)
    assert run_desktop(lambda: session, lang="en", title="Guandan Eye", screenshot=shot) == 0
    assert shot.stat().st_size > 50_000
    assert session.stopped == 1


def test_a_screenshot_that_cannot_be_written(
    app: QApplication, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def feed(session: FakeSession) -> None:
        session.show(fakes.busy_state())
        session.picture.put(fakes.busy_picture())

    shot = tmp_path / "missing" / "shot.png"
    assert run_desktop(lambda: FakeSession(on_start=feed), lang="en", title="x", screenshot=shot) == 1
    assert str(shot) in capsys.readouterr().err


def test_the_session_is_stopped_when_it_fails_to_start(app: QApplication) -> None:
    def fail(session: FakeSession) -> None:
        raise RuntimeError("no camera")

    session = FakeSession(on_start=fail)
    with pytest.raises(RuntimeError, match="no camera"):
        run_desktop(lambda: session, lang="en", title="x")
    assert session.stopped == 1


def test_an_error_in_a_thread_is_written_and_shown(app: QApplication, tmp_path: Path) -> None:
    def fail_in_thread(session: FakeSession) -> None:
        def work() -> None:
            raise ValueError("odd picture")

        thread = threading.Thread(target=work)
        thread.start()
        thread.join()

    shown: list[str] = []

    def look() -> None:
        shown.append(the_window().status.notice.full_text())
        the_window().close()

    QTimer.singleShot(300, look)
    assert run_desktop(lambda: FakeSession(on_start=fail_in_thread), lang="en", title="x") == 0
    assert "Something inside failed" in shown[0]
    assert "odd picture" in (startup.log_folder() / "failures.txt").read_text("utf-8")


def test_the_language_last_used_is_used_again(app: QApplication) -> None:
    texts: list[str] = []

    def switch_and_close() -> None:
        QTest.mouseClick(the_window().top.language, Qt.MouseButton.LeftButton)
        QApplication.processEvents()
        texts.append(the_window().plays.title.text())
        the_window().close()

    def look_and_close() -> None:
        texts.append(the_window().plays.title.text())
        the_window().close()

    QTimer.singleShot(200, switch_and_close)
    run_desktop(FakeSession, lang="en", title="x")
    QTimer.singleShot(200, look_and_close)
    run_desktop(FakeSession, lang=None, title="x")
    assert texts == ["出牌记录", "出牌记录"]


_RUN = (
    "import sys; from app.ui.run_match import run_desktop;"
    "sys.exit(run_desktop(lambda: 1 / 0, lang=None, title='x'))"
)


def _without_display(**more: str) -> subprocess.CompletedProcess[str]:
    names = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
    env = {name: value for name, value in os.environ.items() if name not in names}
    return subprocess.run(
        [sys.executable, "-c", _RUN], env=env | more, capture_output=True, text=True, timeout=60, check=False
    )


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="displays are named so on Linux alone")
@pytest.mark.parametrize("more", [{}, {"DISPLAY": ":7717"}], ids=["none", "dead"])
def test_no_display_is_said_in_one_sentence(more: dict[str, str]) -> None:
    done = _without_display(**more)
    assert done.returncode == 3
    assert "no window can be opened here" in done.stderr
    assert "Traceback" not in done.stderr
    assert done.stderr.count("\n") <= 2


def test_event_loops_still_run_afterwards(app: QApplication) -> None:
    QTimer.singleShot(0, lambda: the_window().close())
    app.setQuitOnLastWindowClosed(True)  # as Qt has it, whatever ran before
    run_desktop(FakeSession, lang="en", title="x")
    QApplication.processEvents()  # whatever was still queued when the window closed
    for _ in range(3):
        loop = QEventLoop()
        QTimer.singleShot(100, loop.quit)
        began = time.monotonic()
        loop.exec()
        assert time.monotonic() - began > 0.08


def test_the_end_of_a_match_is_quick(app: QApplication) -> None:
    began = time.monotonic()
    QTimer.singleShot(0, lambda: the_window().close())
    run_desktop(FakeSession, lang="en", title="x")
    assert time.monotonic() - began < 5
