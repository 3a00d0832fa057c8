"""From the start page to a match: by keys alone, remembered, gone on with after a kill, with a video."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QComboBox,
    QFileDialog,
    QLineEdit,
    QMainWindow,
    QPushButton,
    QWidget,
)
from pytestqt.qtbot import QtBot

from app import places
from app.commands.recording import DEMO
from app.match_setup import MatchSetup, begin, with_setup
from app.settings import Evidence, Settings, TableSettings, load, save, settings_path
from app.ui import run_start as run_start_module
from app.ui import setup_camera, startup
from app.ui.browser import BrowserWindow
from app.ui.deal_form import DealForm
from app.ui.doctor_window import DoctorWindow
from app.ui.main_window import MainWindow
from app.ui.run_start import run_start
from app.ui.setup_window import CAMERA, DECK, MATCH, PLAYERS, READY, SetupWindow
from app.ui.start_window import StartWindow
from engine.cards import parse_cards
from tests.unit.test_calibrate import marked_table
from tests.unit.test_retention import GOLDEN, with_pictures
from vision import open_source
from vision.opencv import cv2
from vision.table import Table

Key = Qt.Key
Step = tuple[Callable[[], object], Callable[[], object]]


def shown(kind: type[QMainWindow]) -> Any:
    """The window of a kind that is to be seen, or None."""
    found = (w for w in QApplication.topLevelWidgets() if isinstance(w, kind) and w.isVisible())
    return next(found, None)


class Referee:
    """Types and presses what has the focus, as a person does, and counts it: a word typed is one action."""

    def __init__(self) -> None:
        self.actions = 0

    def _target(self) -> QWidget:
        window = (
            QApplication.activeModalWidget() or shown(MainWindow) or shown(SetupWindow) or shown(StartWindow)
        )
        return window.focusWidget() or window

    def press(self, *keys: Qt.Key, modifier: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
        for key in keys:
            self.actions += 1
            QTest.keyClick(self._target(), key, modifier)
            QApplication.processEvents()

    def type(self, text: str) -> None:
        self.actions += 1
        QTest.keyClicks(self._target(), text)

    def click(self, widget: QWidget, place: QPoint | None = None) -> None:
        self.actions += 1
        QTest.mouseClick(widget, Qt.MouseButton.LeftButton, pos=place or widget.rect().center())
        QApplication.processEvents()


def drive(steps: list[Step], run: Callable[[], int], limit_s: int = 150) -> int:
    """Run the program; take each step once it is ready."""

    def go() -> None:
        try:
            if steps and steps[0][0]():
                steps.pop(0)[1]()
        except BaseException:
            give_up()
            raise
        if steps:
            QTimer.singleShot(20, go)

    late: list[int] = []

    def give_up() -> None:
        late.append(len(steps))
        steps.clear()
        for window in QApplication.topLevelWidgets():
            window.close()

    watchdog = QTimer()
    watchdog.timeout.connect(give_up)
    watchdog.start(limit_s * 1000)
    QTimer.singleShot(0, go)
    status = run()
    watchdog.stop()
    assert not late, f"{late[0]} steps were not taken"
    return status


def start(lang: str = "en") -> int:
    def no_demo() -> Any:
        raise AssertionError("nobody asked for the demo")

    return run_start(no_demo, lang=lang)


def records() -> list[Path]:
    return sorted(places.records_folder().glob("match-*.jsonl"))


def lines(record: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in record.read_text("utf-8").splitlines()]


@pytest.fixture(autouse=True)
def no_camera(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is plugged into this machine."""
    monkeypatch.setattr(setup_camera, "camera_choices", list)


def play_and_leave(referee: Referee) -> list[Step]:
    """By keys: the deal is started with a leader, who lays a pair; then the windows are closed."""

    def start_deal() -> None:
        referee.press(Key.Key_N, modifier=Qt.KeyboardModifier.ControlModifier)
        form = QApplication.activeModalWidget()
        assert isinstance(form, DealForm)
        while form.focusWidget() is None or form.focusWidget().property("value") != "":
            assert referee.actions < 40
            referee.press(Key.Key_Backtab, modifier=Qt.KeyboardModifier.ShiftModifier)
        referee.press(Key.Key_Left)  # from "whoever lays first" to the last seat
        assert form.leaders.checkedButton().property("value") == "N"
        referee.press(Key.Key_Return)

    def lay() -> None:
        referee.press(Key.Key_F3)
        referee.type("h3 s3")
        referee.press(Key.Key_Return)

    def has(kind: str) -> bool:
        window = shown(MainWindow)
        return bool(window) and any(line.kind == kind for line in window.snapshot.lines)

    def focused() -> bool:
        shown(MainWindow).activateWindow()  # as a window manager does when it opens, or a form closes
        return bool(shown(MainWindow).isActiveWindow())

    return [
        (lambda: shown(MainWindow) and shown(MainWindow).snapshot and focused(), start_deal),
        (lambda: has("deal_start") and focused(), lay),
        (lambda: has("play"), lambda: shown(MainWindow).close()),
        (lambda: shown(StartWindow), lambda: shown(StartWindow).close()),
    ]


def set_up_by_keys(referee: Referee) -> list[Step]:
    def go() -> None:
        assert shown(SetupWindow).at == MATCH
        referee.type("Suzhou Cup")
        referee.press(Key.Key_Tab, Key.Key_Up, Key.Key_Tab)  # round 2
        referee.type("7")
        referee.press(Key.Key_Tab, Key.Key_Down)  # the rule set after the first
        referee.press(Key.Key_Return)
        assert shown(SetupWindow).at == PLAYERS
        for name in ("Wang", "Li", "Han"):
            referee.type(name)
            referee.press(Key.Key_Tab)
        referee.type("Zhang")
        referee.press(Key.Key_Return)
        assert shown(SetupWindow).at == CAMERA
        referee.press(Key.Key_Return)  # by hand is chosen
        assert shown(SetupWindow).at == READY
        referee.press(Key.Key_Return)

    return [
        (lambda: shown(StartWindow), lambda: referee.press(Key.Key_1)),
        (lambda: shown(SetupWindow), go),
    ]


def test_a_match_is_set_up_by_keys_and_remembered(app: QApplication) -> None:
    referee = Referee()
    assert drive([*set_up_by_keys(referee), *play_and_leave(referee)], start) == 0
    assert referee.actions <= 40
    (record,) = records()
    header = lines(record)[0]
    assert (header["event_name"], header["round"], header["table"]) == ("Suzhou Cup", 2, "7")
    assert header["rules"] == "suzhou-2016"
    assert header["players"] == {"E": "Wang", "W": "Li", "S": "Han", "N": "Zhang"}
    assert [line["event"] for line in lines(record)[1:]] == ["deal_start", "play"]

    again = Referee()
    steps: list[Step] = [
        (lambda: shown(StartWindow), lambda: again.press(Key.Key_1)),
        (lambda: shown(SetupWindow), lambda: again.press(Key.Key_Return)),
        *play_and_leave(again),
    ]
    assert drive(steps, start) == 0
    deal_and_play = 8
    assert again.actions <= 2 + deal_and_play  # 1, Enter
    first, second = records()
    assert {k: v for k, v in lines(first)[0].items() if k != "started"} == {
        k: v for k, v in lines(second)[0].items() if k != "started"
    }


def test_own_rules_levels_and_being_late_reach_the_record(app: QApplication) -> None:
    def go() -> None:
        window = shown(SetupWindow)
        window.match.rules_field.setCurrentIndex(window.match.rules_field.findData("xiangyang-2024"))
        window.match.rules_field.activated.emit(window.match.rules_field.currentIndex())
        window.match.tree.set_value("play_seconds", 45)
        window.go_on()
        page = window.players
        page.deals.setValue(8)
        page.late.setCurrentIndex(1)
        page.minutes.setValue(7)
        assert page.standing.text() == "E–W begins at 2, S–N at 4; the first deal is played at 4."
        window.open_page(READY)
        assert "Time for one play: 45 s" in window.ready.lines[1].text()
        window.begin()

    steps: list[Step] = [
        (lambda: shown(StartWindow), lambda: shown(StartWindow).choose(1)),
        (lambda: shown(SetupWindow), go),
        *play_and_leave(Referee()),
    ]
    assert drive(steps, start) == 0
    found = lines(records()[0])
    assert (found[0]["rules"], found[0]["switches"]) == (
        "xiangyang-2024", {"round_deals": 8, "play_seconds": 45}
    )  # fmt: skip
    assert [line["event"] for line in found[1:]] == ["late_start", "deal_start", "play"]
    assert found[2]["level"] == "4"


_KILLED = """
import sys, time
from pathlib import Path
from app.match_setup import MatchSetup, begin
from app.places import new_record
from app.settings import Settings
from engine.cards import parse_cards
names = {"E": "陈明", "S": "李青", "W": "王芳", "N": "赵岩"}
setup = MatchSetup(event="Cup", round=4, table="9", players=names)
session = begin(setup, new_record("match"), Settings())
session.on_snapshot(lambda snapshot: print(len(snapshot.lines), flush=True))
session.start()
session.type_play("S", parse_cards("S3"))
time.sleep(60)
"""


def test_a_match_that_was_killed_is_offered_and_goes_on(app: QApplication) -> None:
    with subprocess.Popen([sys.executable, "-c", _KILLED], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        while int(process.stdout.readline() or "99") < 2:
            pass
        process.send_signal(signal.SIGKILL)
    said: list[str] = []
    titles: list[str] = []

    def look() -> None:
        page = shown(StartWindow).page
        said.append(page.keys[1]._about)
        assert shown(StartWindow).focusWidget() is page.keys[1]
        QTest.keyClick(page.keys[1], Key.Key_Return)

    def goes_on() -> None:
        window = shown(MainWindow)
        assert window.snapshot.seats[1].left == 26
        titles.append(window.windowTitle())
        window.close()

    steps: list[Step] = [
        (lambda: shown(StartWindow), look),
        (lambda: shown(MainWindow) and shown(MainWindow).snapshot, goes_on),
        (lambda: shown(StartWindow), lambda: shown(StartWindow).close()),
    ]
    assert drive(steps, start) == 0
    assert said[0].startswith("Cup · round 4 · table 9 · deal 1 · ")
    assert titles == ["Guandan Eye · Cup · round 4 · table 9 · 陈明 王芳 — 李青 赵岩"]
    (record,) = records()
    assert [line["event"] for line in lines(record)][-1] == "resume"


def test_a_match_goes_on_by_hand_where_its_camera_is_gone(app: QApplication) -> None:
    setup = MatchSetup(table="9")
    session = begin(setup, places.new_record("match"), Settings())
    session.start()
    session.type_play("S", parse_cards("S3"))
    session.stop()
    save(Settings(tables={"9": TableSettings(camera="camera:Gone 99")}))
    said: list[str] = []

    def once_more() -> None:
        said.append(shown(StartWindow).page.said.text())
        shown(StartWindow).choose(2)

    steps: list[Step] = [
        (lambda: shown(StartWindow), lambda: shown(StartWindow).choose(2)),
        (lambda: shown(StartWindow) and shown(StartWindow).page.said.text(), once_more),
        (lambda: shown(MainWindow) and shown(MainWindow).snapshot, lambda: shown(MainWindow).close()),
        (lambda: shown(StartWindow), lambda: shown(StartWindow).close()),
    ]
    assert drive(steps, start) == 0
    assert "Gone 99" in said[0]
    assert "Choose it once more to go on without a camera." in said[0]


def answer_files(monkeypatch: pytest.MonkeyPatch, *paths: Path) -> None:
    """What the user picks in the dialogs for files, one after the other."""
    queue = [str(path) for path in paths]
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_, **__: (queue.pop(0), ""))


def see_video(window: SetupWindow) -> bool:
    return window.camera.view.image is not None


def video_steps(then: Callable[[SetupWindow], None]) -> list[Step]:
    def choose() -> None:
        shown(SetupWindow).open_page(CAMERA)
        shown(SetupWindow).camera.video.click()

    return [
        (lambda: shown(StartWindow), lambda: shown(StartWindow).choose(1)),
        (lambda: shown(SetupWindow), choose),
        (lambda: see_video(shown(SetupWindow)), lambda: then(shown(SetupWindow))),
        (
            lambda: shown(MainWindow) and shown(MainWindow).view.picture is not None,
            lambda: shown(MainWindow).close(),
        ),
        (lambda: shown(StartWindow), lambda: shown(StartWindow).close()),
    ]


def test_a_video_with_the_table_file_beside_it(app: QApplication, monkeypatch: pytest.MonkeyPatch) -> None:
    answer_files(monkeypatch, DEMO / "match.mp4")

    def then(window: SetupWindow) -> None:
        assert window.camera.form.table is not None
        window.go_on()
        assert window.at == DECK
        window.go_on()
        assert window.at == READY
        assert "match.mp4, calibrated" in window.ready.lines[4].text()
        window.begin()

    assert drive(video_steps(then), start) == 0
    known = load().settings.tables[""]
    assert (known.camera, known.calibration) == (str(DEMO / "match.mp4"), str(DEMO / "match.table.toml"))


def test_a_video_with_four_clicks_and_turned_seats(
    app: QApplication, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    film = tmp_path / "film.mp4"
    film.symlink_to(DEMO / "match.mp4")
    answer_files(monkeypatch, film)
    truth = Table.load(DEMO / "match.table.toml")

    def then(window: SetupWindow) -> None:
        window.players.players[0].setText("Wang")
        view = window.camera.view
        assert window.camera.form.table is None
        assert truth.points_px is not None
        for x, y in truth.points_px:
            spot = view._to_widget((float(x), float(y)))
            QTest.mouseClick(view, Qt.MouseButton.LeftButton, pos=QPoint(round(spot.x()), round(spot.y())))
        QTest.mouseClick(window.camera.form.turn, Qt.MouseButton.LeftButton)
        window.begin()

    assert drive(video_steps(then), start) == 0
    known = load().settings.tables[""]
    table = Table.load(known.calibration)
    assert np.abs(np.asarray(table.points_px) - np.asarray(truth.points_px)).max() < 3
    assert table.seats == known.seats == ("N", "E", "S", "W")


def test_a_match_by_camera_takes_at_most_forty_actions_to_its_first_play(
    app: QApplication, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    film = tmp_path / "film.mp4"
    film.symlink_to(DEMO / "match.mp4")
    answer_files(monkeypatch, film)
    truth, referee = Table.load(DEMO / "match.table.toml"), Referee()

    def go() -> None:
        window = shown(SetupWindow)
        for text in ("Suzhou Cup", "", "7"):
            if text:
                referee.type(text)
            referee.press(Key.Key_Tab)
        referee.press(Key.Key_Return)
        for name in ("Wang", "Li", "Han", "Zhang"):
            assert window.at == PLAYERS
            referee.type(name)
            referee.press(Key.Key_Tab if name != "Zhang" else Key.Key_Return)
        assert window.at == CAMERA
        referee.click(window.camera.video)
        referee.actions += 2  # the file is marked and opened

    def place() -> None:
        window = shown(SetupWindow)
        view, form = window.camera.view, window.camera.form
        referee.click(form.width_mm)
        referee.press(Key.Key_A, modifier=Qt.KeyboardModifier.ControlModifier)
        referee.type(f"{truth.play_area_mm[0]:.0f}")
        referee.press(Key.Key_Tab)
        referee.type(f"{truth.play_area_mm[1]:.0f}")
        referee.click(form.wide)
        assert truth.points_px is not None
        for x, y in truth.points_px:
            spot = view._to_widget((float(x), float(y)))
            referee.click(view, QPoint(round(spot.x()), round(spot.y())))
        for page in (DECK, READY):
            referee.press(Key.Key_Return)
            assert window.at == page
        table = form.table
        assert (table.play_area_mm, table.card_mm) == (truth.play_area_mm, truth.card_mm)
        referee.press(Key.Key_Return)

    def has_play() -> bool:
        window = shown(MainWindow)
        return bool(window and window.snapshot) and any(x.kind == "play" for x in window.snapshot.lines)

    steps: list[Step] = [
        (lambda: shown(StartWindow), lambda: referee.press(Key.Key_1)),
        (lambda: shown(SetupWindow), go),
        (lambda: see_video(shown(SetupWindow)), place),
        (has_play, lambda: shown(MainWindow).close()),
        (lambda: shown(StartWindow), lambda: shown(StartWindow).close()),
    ]
    assert drive(steps, start, limit_s=1200) == 0
    assert referee.actions <= 40
    (record,) = records()
    first = next(line for line in lines(record) if line["event"] == "play")
    assert (first["seat"], first["cards"]) == ("W", ["C3", "H3", "H3", "C4", "D4", "H4"])
    assert (first["source"], first["state"]) == ("seen", "accepted")


def test_printed_markers_are_taken_and_found_again(app: QApplication, qtbot: QtBot, tmp_path: Path) -> None:
    picture = tmp_path / "table.png"
    cv2.imwrite(str(picture), marked_table())
    begun: list[MatchSetup] = []
    known = TableSettings(camera=str(picture))
    window = SetupWindow(Settings(table="7", tables={"7": known}), begun.append)
    qtbot.addWidget(window)
    window.show()
    window.open_page(CAMERA)
    qtbot.waitUntil(lambda: see_video(window), timeout=5000)
    QTest.mouseClick(window.camera.form.by_markers, Qt.MouseButton.LeftButton)
    window.begin()
    assert Table.load(begun[0].calibration).by_markers
    again = SetupWindow(with_setup(Settings(), begun[0]), begun.append)
    qtbot.addWidget(again)
    again.show()
    again.open_page(CAMERA)
    qtbot.waitUntil(lambda: again.camera.form.table is not None, timeout=5000)
    again.begin()
    assert begun[1] == begun[0]


def test_cards_on_the_table_are_named(app: QApplication, qtbot: QtBot, tmp_path: Path) -> None:
    picture = tmp_path / "cards.png"
    film = open_source(DEMO / "match.mp4")
    cv2.imwrite(str(picture), next(frame.image for frame in film if frame.at_ms > 12_000))
    film.close()
    known = TableSettings(camera=str(picture), calibration=str(DEMO / "match.table.toml"))
    window = SetupWindow(Settings(table="7", tables={"7": known}), lambda setup: None)
    qtbot.addWidget(window)
    with qtbot.waitActive(window):
        window.show()
        window.activateWindow()
    window.open_page(DECK)
    qtbot.waitUntil(window.deck.test.isEnabled, timeout=5000)
    QTest.keyClick(window, Key.Key_F5)
    qtbot.waitUntil(lambda: window.deck.said.text().startswith("Read: "), timeout=30_000)
    assert "%" in window.deck.said.text()
    assert window.deck.view.picture.marks
    window.close()


def test_what_is_wrong_is_shown_on_its_page(app: QApplication, qtbot: QtBot) -> None:
    known = TableSettings(camera="camera:Gone 99", deck="club")
    window = SetupWindow(Settings(table="7", tables={"7": known}), lambda setup: None)
    qtbot.addWidget(window)
    window.show()
    assert window.at == READY
    QTest.keyClick(window.next, Key.Key_Return)
    assert window.at == DECK
    assert window.said.full_text() == "Deck club is not on this machine: choose another one."
    window.deck.list.setCurrentRow(0)
    qtbot.waitUntil(lambda: "Gone 99" in window.camera.problem(), timeout=5000)
    qtbot.waitUntil(lambda: "Gone 99" in window.camera.view._reason, timeout=5000)
    window.begin()
    assert window.at == CAMERA
    assert "Gone 99" in window.said.full_text()
    window.close()


def test_a_record_is_stepped_through_without_being_written(app: QApplication) -> None:
    record = places.records_folder() / "demo.jsonl"
    record.write_bytes((DEMO / "match.jsonl").read_bytes())
    seen: list[int] = []

    def look() -> None:
        page = shown(BrowserWindow).record
        assert page.resume_key.isHidden()  # it has no log that could be gone on with
        QTest.keyClick(page, Key.Key_Right)
        seen.append(page.at)
        shown(BrowserWindow).close()

    steps: list[Step] = [
        (lambda: shown(StartWindow), lambda: QTest.keyClick(shown(StartWindow).page, Key.Key_3)),
        (lambda: shown(BrowserWindow), lambda: shown(BrowserWindow).open_record(record)),
        (lambda: shown(BrowserWindow).record.isVisible(), look),
        (lambda: shown(StartWindow), lambda: shown(StartWindow).close()),
    ]
    assert drive(steps, start) == 0
    assert seen[0] > 0
    assert record.read_bytes() == (DEMO / "match.jsonl").read_bytes()


def test_a_match_that_is_not_over_is_gone_on_with_from_the_records(app: QApplication) -> None:
    record = places.new_record("match")
    session = begin(MatchSetup(table="9"), record, Settings())
    session.start()
    session.type_play("S", parse_cards("S3"))
    session.stop()
    left: list[int] = []

    def look() -> None:
        left.append(shown(MainWindow).snapshot.seats[1].left)
        shown(MainWindow).close()

    steps: list[Step] = [
        (lambda: shown(StartWindow), lambda: shown(StartWindow).choose(3)),
        (lambda: shown(BrowserWindow), lambda: shown(BrowserWindow).open_record(record)),
        (
            lambda: shown(BrowserWindow).record.isVisible(),
            lambda: QTest.keyClick(shown(BrowserWindow).record, Key.Key_G),
        ),
        (lambda: shown(MainWindow) and shown(MainWindow).snapshot, look),
        (lambda: shown(StartWindow), lambda: shown(StartWindow).close()),
    ]
    assert drive(steps, start) == 0
    assert left == [26]


def test_this_machine_is_checked_in_a_window(app: QApplication) -> None:
    headings: list[str] = []

    def look() -> None:
        window = shown(DoctorWindow)
        headings.append(window.heading.text())
        assert any(each.name == "numpy" for each in window.found)
        QTest.keyClick(window, Key.Key_Escape)

    steps: list[Step] = [
        (lambda: shown(StartWindow), lambda: QTest.keyClick(shown(StartWindow).page, Key.Key_5)),
        (lambda: shown(DoctorWindow) and shown(DoctorWindow).done, look),
        (lambda: shown(StartWindow), lambda: shown(StartWindow).close()),
    ]
    assert drive(steps, start) == 0
    assert headings == ["Everything that is needed works"] or "lacking" in headings[0]


def test_bad_settings_are_told_and_never_written_over(app: QApplication) -> None:
    from app.settings import settings_path

    settings_path().parent.mkdir(parents=True, exist_ok=True)
    settings_path().write_text("round = ", "utf-8")
    said: list[str] = []

    def look() -> None:
        said.append(shown(StartWindow).page.said.text())
        shown(StartWindow).choose(1)

    steps: list[Step] = [
        (lambda: shown(StartWindow), look),
        (lambda: shown(SetupWindow), lambda: shown(SetupWindow).begin()),
        (lambda: shown(MainWindow) and shown(MainWindow).snapshot, lambda: shown(MainWindow).close()),
        (lambda: shown(StartWindow), lambda: shown(StartWindow).close()),
    ]
    assert drive(steps, start) == 0
    assert "is no TOML" in said[0]
    assert settings_path().read_text("utf-8") == "round = "


def test_a_screenshot_of_the_start_page_ends_by_itself(app: QApplication, tmp_path: Path) -> None:
    shot = tmp_path / "shot.png"
    assert run_start(lambda: pytest.fail("no demo"), lang="zh", screenshot=shot) == 0
    assert shot.stat().st_size > 10_000


def test_a_request_to_end_ends_the_program(app: QApplication) -> None:
    QTimer.singleShot(300, lambda: os.kill(os.getpid(), signal.SIGTERM))
    began = time.monotonic()
    assert start() == 0
    assert time.monotonic() - began < 10
    assert run_start_module.ENDING


def test_nothing_that_matters_is_cut(app: QApplication, qtbot: QtBot) -> None:
    setup = MatchSetup(
        event="Cup", table="7", camera=str(DEMO / "match.mp4"), calibration=str(DEMO / "match.table.toml")
    )
    language = startup.Language(app, "en")
    window = SetupWindow(with_setup(Settings(), setup), lambda setup: None)
    qtbot.addWidget(window)
    window.resize(1280, 728)
    window.show()
    for page in range(5):
        window.open_page(page)
        QApplication.processEvents()
        assert window.size().height() <= 728, page
        for part in window.pages[page].findChildren(QWidget):
            inside = part.objectName() == "qt_spinbox_lineedit"
            if part.isVisible() and isinstance(part, QPushButton | QLineEdit | QComboBox) and not inside:
                assert part.height() >= part.minimumSizeHint().height() - 1, (page, part)
    window.close()
    language.remove()


def test_a_name_that_is_too_long_is_said_and_not_cut(app: QApplication, qtbot: QtBot) -> None:
    begun: list[MatchSetup] = []
    window = SetupWindow(Settings(), lambda setup: begun.append(setup))
    qtbot.addWidget(window)
    window.show()
    window.open_page(PLAYERS)
    east = window.players.players[0]
    QTest.keyClicks(east, "x" * 83)
    assert window.said.full_text() == "East: 83 characters are too many, 80 are the most."
    QTest.keyClick(east, Key.Key_Return)
    assert window.at == PLAYERS
    QTest.keyClick(window, Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert not begun
    for _ in range(3):
        QTest.keyClick(east, Key.Key_Backspace)
    assert window.said.full_text() == ""
    QTest.keyClick(east, Key.Key_Return)
    assert window.at == CAMERA
    assert window.setup.players["E"] == "x" * 80
    window.open_page(MATCH)
    window.match.event_field.setText("y" * 81)
    assert window.said.full_text() == "Event: 81 characters are too many, 80 are the most."
    window.close()


@pytest.mark.parametrize(
    ("language", "said"),
    [
        (
            "en",
            "settings.toml: round: must be a whole number >= 1; 1 is used\n"
            "settings.toml: them: there is no such setting; is theme meant?\n"
            "settings.toml: theme: 'pink' cannot stand here; 'dark' is used",
        ),
    ],
)
def test_what_is_wrong_with_the_settings_is_said_on_the_start_page(
    app: QApplication, language: str, said: str
) -> None:
    path = settings_path()
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text('round = 0\nthem = 1\ntheme = "pink"\n', "utf-8")
    shown_text: list[str] = []

    def look() -> None:
        page = shown(StartWindow).page
        shown_text.append(page.said.text().replace(f"{path.parent}{os.sep}", ""))
        shown(StartWindow).close()

    assert drive([(lambda: shown(StartWindow), look)], lambda: start(language)) == 0
    assert shown_text == [said]


def has_pictures(record: Path) -> bool:
    return record.with_suffix(".evidence").exists()


def test_pictures_are_kept_as_long_as_the_settings_have_it(app: QApplication) -> None:
    save(Settings(evidence=Evidence(keep_days=30)))
    record = with_pictures(places.records_folder() / "match-1.jsonl", 1, days_ago=31)
    record.write_bytes(GOLDEN.read_bytes())
    said: list[str] = []

    def read_last() -> None:
        page = shown(BrowserWindow).record
        page.go(page.steps.last)
        said.append(page.said.full_text())
        shown(BrowserWindow).close()

    steps: list[Step] = [
        (lambda: shown(StartWindow) and not has_pictures(record), lambda: shown(StartWindow).choose(3)),
        (lambda: shown(BrowserWindow), lambda: shown(BrowserWindow).open_record(record)),
        (lambda: shown(BrowserWindow).record.steps, read_last),
        (lambda: shown(StartWindow), lambda: shown(StartWindow).close()),
    ]
    assert drive(steps, start) == 0
    assert lines(record)[-1]["event"] == "pictures_deleted"
    assert said[0].startswith("The pictures from 0:00 to 0:10 were deleted on ")
    assert said[0].endswith("(as the settings have it)")
