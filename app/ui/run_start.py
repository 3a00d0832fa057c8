"""`guandan-eye` without arguments: the start page, the match that is begun from it, and back again."""

import signal
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer

from app.places import records_folder
from app.retention import forgetting
from app.settings import load
from app.ui import startup
from app.ui.desktop import Desktop, desktop, no_display
from app.ui.run_match import ENDING, Shown, show_match
from app.ui.start_window import StartWindow

if TYPE_CHECKING:
    from app.ui.ports import Session, SessionFactory

_SHOT_MS = 500


def run_start(demo: "SessionFactory", *, lang: str | None, screenshot: Path | None = None) -> int:
    """Returns the exit status: 0, or 3 where no window can be opened.

    `demo` makes the session of the bundled match. `screenshot`: save the start page there and end.
    """
    if no_display():
        return startup.EXIT_MACHINE
    keep_days = load().settings.evidence.keep_days
    with desktop(lang) as desk, forgetting(records_folder(), keep_days):
        while True:
            window = _start_page(desk, demo, screenshot)
            session, title = window.session, window.session_title
            window.deleteLater()
            if screenshot is not None and not screenshot.is_file():
                print(f"guandan-eye: cannot write {screenshot}", file=sys.stderr)
                return 1
            if session is None or _show(desk, session, title).ended_by_signal:
                return 0


def _show(desk: Desktop, session: "Session", title: str) -> Shown:
    return show_match(desk, lambda: session, title)


def _start_page(desk: Desktop, demo: "SessionFactory", screenshot: Path | None) -> StartWindow:
    """The window after it has closed."""
    window = StartWindow(desk.language, demo)
    window.closed.connect(desk.app.exit)
    place = desk.geometry.value("start")
    if place is not None and screenshot is None:
        window.restoreGeometry(place)
    old = {sign: signal.signal(sign, lambda *_: window.close()) for sign in ENDING}
    awake = QTimer(window)  # Python's signal handlers run only when Python does
    awake.timeout.connect(lambda: None)
    awake.start(200)
    if screenshot is not None:
        QTimer.singleShot(_SHOT_MS, window, lambda: (window.grab().save(str(screenshot)), window.close()))
    try:
        window.show()
        desk.app.exec()
    finally:
        for sign, handler in old.items():
            signal.signal(sign, handler)
        awake.stop()
        desk.geometry.setValue("start", window.saveGeometry())
    return window
