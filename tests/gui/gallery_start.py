"""Scenes of the gallery around a match: start page, set-up, this machine, and the records."""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

from PySide6.QtWidgets import QApplication, QWidget

from app.settings import Settings, TableSettings
from app.ui.browser import BrowserWindow
from app.ui.doctor_window import DoctorWindow
from app.ui.setup_window import SetupWindow
from app.ui.start_page import StartPage
from app.ui.startup import Language
from app.unfinished import Unfinished

ROOT = Path(__file__).resolve().parents[2]
DEMO = ROOT / "datasets" / "demo"
RECORDS = Path("build/screenshots/records")
PLAYERS = {"E": "陈明", "S": "李青", "W": "王芳", "N": "赵岩"}


def wait(app: QApplication, ready: Callable[[], object], seconds: float = 20) -> None:
    end = time.monotonic() + seconds
    while not ready() and time.monotonic() < end:
        app.processEvents()
        time.sleep(0.01)


def start(app: QApplication, language: Language, size: tuple[int, int]) -> QWidget:
    page = StartPage()
    page.resize(*size)
    page.show_unfinished(
        Unfinished(Path("match-7.jsonl"), "掼眼示例赛", 2, "7", 3, datetime(2026, 11, 30, 14, 5))
    )
    page.show()
    return page


def set_up(number: int) -> Callable[[QApplication, Language, tuple[int, int]], QWidget]:
    """A page of the set-up of a table that is known."""

    def shown(app: QApplication, language: Language, size: tuple[int, int]) -> QWidget:
        known = TableSettings(
            camera=str(DEMO / "match.mp4"), calibration=str(DEMO / "match.table.toml"), players=PLAYERS,
            switches={"round_deals": 8},
        )  # fmt: skip
        settings = Settings(event="掼眼示例赛", round=2, table="7", tables={"7": known})
        window = SetupWindow(settings, lambda setup: None)
        window.resize(*size)
        window.show()
        window.open_page(number)
        wait(app, lambda: window.camera.view.image is not None, 8)
        return window

    return shown


def doctor(app: QApplication, language: Language, size: tuple[int, int]) -> QWidget:
    window = DoctorWindow()
    window.resize(*size)
    window.show()
    wait(app, lambda: window.done)
    return window


def browser(app: QApplication, size: tuple[int, int], record: Path | None = None) -> BrowserWindow:
    RECORDS.mkdir(parents=True, exist_ok=True)
    shutil.copy(ROOT / "tests" / "golden" / "engine_match.jsonl", RECORDS / "final.jsonl")
    shutil.copy(DEMO / "match.jsonl", RECORDS / "demo.jsonl")
    (RECORDS / "torn.jsonl").write_text('{"event": "mat', "utf-8")
    window = BrowserWindow(RECORDS, record, can_go_on=True)
    window.resize(*size)
    window.show()
    app.processEvents()
    return window


def records(app: QApplication, language: Language, size: tuple[int, int]) -> QWidget:
    return browser(app, size)


def record(app: QApplication, language: Language, size: tuple[int, int]) -> QWidget:
    window = browser(app, size, RECORDS / "final.jsonl")
    wait(app, window.record.isVisible)
    window.record.go(150)
    return window


def statistics(app: QApplication, language: Language, size: tuple[int, int]) -> QWidget:
    window = browser(app, size, RECORDS / "final.jsonl")
    wait(app, window.record.isVisible)
    window.show_numbers()
    return window


SCENES = {
    "start": start,
    **{f"setup_{number + 1}": set_up(number) for number in range(5)},
    "doctor": doctor,
    "records": records,
    "record": record,
    "statistics": statistics,
}
