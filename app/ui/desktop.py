"""What every window of a run stands on: Qt's application, its guards, the language and the window's place."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QApplication

from app.settings import load
from app.ui import startup, theme


@dataclass(frozen=True, slots=True)
class Desktop:
    """geometry: where windows stood last, and nothing else; chinese: whether there is a face for Chinese."""

    app: QApplication
    guards: startup.Guards
    language: startup.Language
    geometry: QSettings
    chinese: bool


def no_display() -> bool:
    """Whether no window can be opened here; then it is said on standard error."""
    fault = startup.display_fault()
    if fault is not None:
        print(startup.NO_DISPLAY.format(reason=fault), file=sys.stderr)
    return fault is not None


@contextmanager
def desktop(lang: str | None) -> Iterator[Desktop]:
    """`lang`: "zh", "en", or None for the language of the settings, else the system's."""
    guards = startup.Guards()
    try:
        present = QApplication.instance()
        app = present if isinstance(present, QApplication) else QApplication(["guandan-eye"])
        guards.app_stands()
        app.setApplicationName("guandan-eye")
        # The window itself ends the loop. Qt's own quit comes again, after the loop, and then every later
        # event loop of this process ends at once.
        app.setQuitOnLastWindowClosed(False)
        settings = load().settings
        fonts = theme.apply(app, startup.look())
        geometry = QSettings(str(startup.config_folder() / "window.ini"), QSettings.Format.IniFormat)
        language = startup.Language(app, lang or settings.language or None)
        try:
            yield Desktop(app, guards, language, geometry, fonts.chinese)
        finally:
            language.remove()
            geometry.sync()
    finally:
        guards.remove()
