"""The replay of a record from disk, without a match going on: `run_replay`."""

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication

from app.ui import startup, theme
from app.ui.replay import ReplayWindow

if TYPE_CHECKING:
    from app.snapshot import PlayLine


def run_replay(
    record: Path,
    line: "PlayLine",
    lines: "tuple[PlayLine, ...]",
    *,
    lang: str | None,
    screenshot: Path | None = None,
) -> None:
    """Show the replay of a record from disk until it is closed. `screenshot`: save the window there and end.

    Raises `RuntimeError` where no window can be opened.
    """
    fault = startup.display_fault()
    if fault is not None:
        raise RuntimeError(startup.NO_DISPLAY.format(reason=fault))
    guards = startup.Guards()
    try:
        present = QApplication.instance()
        app = present if isinstance(present, QApplication) else QApplication(["guandan-eye"])
        guards.app_stands()
        app.setQuitOnLastWindowClosed(False)
        theme.apply(app, startup.look())
        language = startup.Language(app, lang)
        window = ReplayWindow(record)
        window.finished.connect(app.exit)
        if screenshot is not None:
            QTimer.singleShot(4000, window, lambda: (window.grab().save(str(screenshot)), window.close()))
        try:
            window.show_play(line, lines)
            app.exec()
        finally:
            window.close()
            window.deleteLater()
            language.remove()
    finally:
        guards.remove()
