"""Saves the window in its states, languages and sizes as PNG files: python -m tests.gui.shots [FOLDER]."""

import os
import sys
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QApplication

from app.ui import theme
from app.ui.main_window import MainWindow
from app.ui.startup import Language
from tests.gui import fakes

SIZES = ((1280, 800), (1920, 1080))
FOLDER = Path("runs/shots")


def main(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    app = QApplication([])
    theme.apply(app)
    for name in ("zh", "en"):
        language = Language(app, name)
        for size in SIZES:
            for state in ("busy", "empty", "correct", "form"):
                session = fakes.FakeSession(source_name="" if state == "empty" else "camera:0")
                settings = QSettings(str(folder / "window.ini"), QSettings.Format.IniFormat)
                window = MainWindow(session, language, "Guandan Eye", settings)
                window.resize(*size)
                window.show()
                app.processEvents()
                if state == "empty":
                    window.show_snapshot(fakes.empty_state())
                else:
                    window.show_snapshot(fakes.busy_state())
                    window.show_picture(fakes.busy_picture())
                if state == "correct":
                    window.plays.correct.emit(window.plays.last_play())
                    window.proposal.field.setText("h6 s6")
                if state == "form":
                    window.open_deal_form()
                for _ in range(5):
                    app.processEvents()
                if state == "form":
                    form = app.activeModalWidget()
                    if form is not None:
                        form.grab().save(str(folder / f"form-{name}-{size[0]}.png"))
                        form.close()
                else:
                    window.grab().save(str(folder / f"{state}-{name}-{size[0]}.png"))
                window.close()
                window.deleteLater()
                app.processEvents()
        language.remove()


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER)
