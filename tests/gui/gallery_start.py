"""Scenes of the gallery around a match: start page, set-up, this machine, and the records."""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QWidget

from app.library import Trouble
from app.settings import Settings, SettingsFault, TableSettings, Wrong
from app.store import Log
from app.ui.browser import BrowserWindow
from app.ui.doctor_window import DoctorWindow
from app.ui.settings_words import settings_fault_text
from app.ui.setup_window import SetupWindow
from app.ui.start_page import StartPage
from app.ui.startup import Language
from app.unfinished import Unfinished
from engine import read_record

ROOT = Path(__file__).resolve().parents[2]
DEMO = ROOT / "datasets" / "demo"
OPENED: list[QWidget] = []
"""The window under a dialog that is shown: it goes with it."""
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
    lines = (DEMO / "match.jsonl").read_bytes().splitlines()
    lines[40] = lines[40][:30] + b"\xff"
    lines[60] = lines[60].replace(b'"seat": "', b'"seat": "?')
    (RECORDS / "damaged.jsonl").write_bytes(b"\n".join(lines))
    _changed_later(RECORDS / "changed.jsonl")
    window = BrowserWindow(RECORDS, record, can_go_on=True)
    window.resize(*size)
    window.show()
    app.processEvents()
    return window


def _changed_later(path: Path) -> None:
    """A record with its log, of which a line was changed."""
    for old in (path, path.with_suffix(".db")):
        old.unlink(missing_ok=True)
    found = read_record((DEMO / "match.jsonl").read_bytes())
    assert found.header is not None
    with Log.create(path, replace(found.header, event_name="友谊赛", players=PLAYERS, table="3")) as log:
        for event in found.events[:90]:
            log.append(event)
    path.write_bytes(path.read_bytes().replace(b'"C', b'"D', 1))


def records(app: QApplication, language: Language, size: tuple[int, int]) -> QWidget:
    window = browser(app, size)
    wait(app, lambda: any(row.trouble is Trouble.SEAL for row in window.library.model.shown))
    return window


def damaged(app: QApplication, language: Language, size: tuple[int, int]) -> QWidget:
    window = browser(app, size, RECORDS / "damaged.jsonl")
    wait(app, window.record.isVisible)
    window.record.go(64)
    return window


def check(app: QApplication, language: Language, size: tuple[int, int]) -> QWidget:
    window = browser(app, size, RECORDS / "changed.jsonl")
    wait(app, window.record.isVisible)
    window.record.show_faults()
    OPENED[:] = [window]
    assert window.record.check is not None
    return window.record.check


def reading(app: QApplication, language: Language, size: tuple[int, int]) -> QWidget:
    window = browser(app, size)
    window.reading.begin("final.jsonl", window.record.names())
    window.reading.waiting = Qt.Key.Key_C
    window.reading.retranslate()
    window.pages.setCurrentWidget(window.reading)
    return window


def settings_at_fault(app: QApplication, language: Language, size: tuple[int, int]) -> QWidget:
    page = StartPage()
    page.resize(*size)
    page.show_unfinished(None)
    faults = (
        SettingsFault("settings.toml: them", Wrong.UNKNOWN, meant="theme"),
        SettingsFault("settings.toml: round", Wrong.TYPE, expected="int", bound=">= 1", got="str", used="1"),
        SettingsFault("settings.toml: theme", Wrong.CHOICE, got="'pink'", used="'dark'"),
    )
    page.tell("\n".join(map(settings_fault_text, faults)))
    page.show()
    return page


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
    "damaged": damaged,
    "check": check,
    "reading": reading,
    "settings_at_fault": settings_at_fault,
    "statistics": statistics,
}
