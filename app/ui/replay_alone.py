"""The replay of a record from disk, without a match going on: `run_replay`."""

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer

from app.ui import startup
from app.ui.desktop import desktop
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
    startup.need_display()
    with desktop(lang) as desk:
        window = ReplayWindow(record)
        window.finished.connect(desk.app.exit)
        if screenshot is not None:
            QTimer.singleShot(4000, window, lambda: (window.grab().save(str(screenshot)), window.close()))
        try:
            window.show_play(line, lines)
            desk.app.exec()
        finally:
            window.close()
            window.deleteLater()
