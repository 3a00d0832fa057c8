"""The record browser by its keys."""

from collections.abc import Iterator
from pathlib import Path
from threading import Event

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.evidence import Ring, folder_of
from app.steps import Steps
from app.ui.browser import BrowserWindow
from app.ui.library_page import trouble_text
from engine import Correction, DealStart, Play
from tests.unit.sheet_matches import begun, forty_deals, header, more_deals, next_deal, ruled, write
from tests.unit.test_evidence import feed
from tests.unit.test_retention import logged
from tests.unit.test_steps import GOLDEN

KEY = Qt.Key


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    names = dict(zip("ESWN", ("Smith", "Jones", "Miller", "Brown"), strict=True))
    later = header(players=names, table="3", started="2026-12-02T09:00:00+08:00")
    write(next_deal(begun(later)), tmp_path / "begun.jsonl")
    write(ruled(), tmp_path / "ruled.jsonl")
    (tmp_path / "golden.jsonl").write_bytes(GOLDEN.read_bytes())
    (tmp_path / "broken.jsonl").write_bytes("赛".encode("gbk"))
    return tmp_path


@pytest.fixture
def window(app: QApplication, qtbot: QtBot, folder: Path) -> Iterator[BrowserWindow]:
    made = BrowserWindow(folder)
    qtbot.addWidget(made)
    with qtbot.waitActive(made):
        made.show()
        made.activateWindow()
    yield made
    made.close()


def opened(qtbot: QtBot, window: BrowserWindow, typed: str) -> None:
    """By keys: what finds it, and Enter."""
    QTest.keyClicks(window.library.field, typed)
    QTest.keyClick(window.library.field, KEY.Key_Return)
    qtbot.waitUntil(lambda: window.pages.currentWidget() is window.record, timeout=10_000)


def press(window: BrowserWindow, *keys: Qt.Key) -> None:
    for key in keys:
        QTest.keyClick(window.record, key)


def stems(window: BrowserWindow) -> list[str]:
    return [row.path.stem for row in window.library.model.shown]


def test_typing_filters_arrows_choose_enter_opens(qtbot: QtBot, window: BrowserWindow) -> None:
    field = window.library.field
    assert stems(window)[0] == "begun"
    assert set(stems(window)) == {"begun", "ruled", "golden", "broken"}
    QTest.keyClicks(field, "zs")
    assert stems(window) == ["ruled"]
    QTest.keyClick(field, KEY.Key_Escape)
    assert len(stems(window)) == 4
    QTest.keyClick(field, KEY.Key_Down)
    chosen = window.library.row
    assert chosen is not None
    assert chosen.path.stem == stems(window)[stems(window).index("ruled") + 1]
    QTest.keyClick(field, KEY.Key_Return)
    qtbot.waitUntil(lambda: window.pages.currentWidget() is window.record, timeout=10_000)
    assert window.record.steps is not None
    assert window.record.steps.path == chosen.path
    press(window, KEY.Key_Escape)
    assert window.pages.currentWidget() is window.library
    assert window.library.row == chosen, "the one that was looked at is still chosen"


def test_what_is_no_record_says_why_instead_of_opening(window: BrowserWindow) -> None:
    QTest.keyClicks(window.library.field, "broken")
    QTest.keyClick(window.library.field, KEY.Key_Return)
    assert "UTF-8" in window.library.said.full_text()
    assert window.pages.currentWidget() is window.library


def test_keys_step_and_the_table_follows(qtbot: QtBot, window: BrowserWindow) -> None:
    opened(qtbot, window, "golden")
    page, steps = window.record, window.record.steps
    assert steps is not None
    assert page.at == 0
    press(window, KEY.Key_Down)
    assert isinstance(steps.event(page.at), Play)
    lead = page.at
    south = page.table.seats[1]
    assert south.left.text() == "21"
    press(window, KEY.Key_Right)
    assert page.at == lead + 1
    press(window, KEY.Key_Right, KEY.Key_Right)
    assert page.table.trick.what.full_text() == "5-card bomb of 5; 1 wild"
    press(window, KEY.Key_Left, KEY.Key_Left, KEY.Key_Left)
    assert page.at == lead
    press(window, KEY.Key_End)
    assert page.at == steps.last
    press(window, KEY.Key_PageUp)
    assert isinstance(steps.event(page.at), DealStart)
    press(window, KEY.Key_Home)
    assert page.at == 0
    assert page.list.view.currentIndex().row() == 0


def test_a_click_in_the_list_jumps(qtbot: QtBot, window: BrowserWindow) -> None:
    opened(qtbot, window, "golden")
    view = window.record.list.view
    place = view.visualRect(window.record.list.model.index(5)).center()
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(place))
    assert window.record.at == 5
    press(window, KEY.Key_Right)
    assert window.record.at == 6, "the keys still step"


def test_a_correction_says_before_and_since_and_what_was_corrected_too(
    qtbot: QtBot, window: BrowserWindow
) -> None:
    opened(qtbot, window, "golden")
    page, steps = window.record, window.record.steps
    assert steps is not None
    at = next(at for at in steps.changes)
    page.go(at)
    event = steps.event(at)
    assert isinstance(event, Correction)
    before, since = page.change.text().split("\n")
    assert before == "Before: West  ♠2 ♠3 ♠4 ♠5 ?"
    assert since.startswith("Since then: West  ♠2 ♠3 ♠4 ♠5 ♥9")
    page.go(steps.place_of(event.replaces) or 0)
    assert page.change.text().startswith(f"Corrected by event {event.seq}; what stands now:\nWest  ♠2")
    assert page.said.full_text() == "West  ♠2 ♠3 ♠4 ♠5 ?", "the table of that moment had this"


def test_rulings_are_told_in_words(qtbot: QtBot, window: BrowserWindow) -> None:
    opened(qtbot, window, "ruled")
    texts = [window.record.list.model.index(row).data() for row in range(window.record.list.model.rowCount())]
    assert "South: Played out of turn" in texts
    assert "Ruling: South: warning  (首次)" in texts
    assert "Appeal rejected  (维持原判)" in texts


def test_papers_are_written_beside_the_record(qtbot: QtBot, window: BrowserWindow, folder: Path) -> None:
    opened(qtbot, window, "golden")
    press(window, KEY.Key_P, KEY.Key_P, KEY.Key_X)
    assert (folder / "golden.pdf").read_bytes().startswith(b"%PDF")
    assert (folder / "golden-2.pdf").exists(), "nothing is written over"
    assert (folder / "golden.xlsx").exists()
    press(window, KEY.Key_A)
    assert sorted(p.suffix for p in (folder / "golden-papers").iterdir()) == [
        ".csv", ".jsonl", ".pdf", ".txt", ".xlsx",
    ]  # fmt: skip
    assert str(folder / "golden-papers") in window.record.told.full_text()


def test_check_lists_faults_and_goes_there(qtbot: QtBot, window: BrowserWindow, folder: Path) -> None:
    lines = GOLDEN.read_text("utf-8").splitlines()
    del lines[20]
    (folder / "faulty.jsonl").write_text("\n".join(lines), "utf-8")
    window.show_library()
    opened(qtbot, window, "faulty")
    press(window, KEY.Key_C)
    check = window.record.check
    assert check is not None
    texts = [check.list.item(row).text() for row in range(check.list.count())]
    assert texts[0] == "Line 21: event 20 is missing"
    assert all(text.startswith("Line ") for text in texts)
    QTest.keyClick(check.list, KEY.Key_Return)
    assert window.record.steps is not None
    assert window.record.steps.places[window.record.at].line == 21


def test_what_the_engine_finds_is_listed_after_the_faults(qtbot: QtBot, window: BrowserWindow) -> None:
    opened(qtbot, window, "golden")
    assert window.record.steps is not None
    found = len(window.record.steps.noticed)
    assert window.record.faults.text() == f"Check (C), noticed: {found}"
    press(window, KEY.Key_C)
    check = window.record.check
    assert check is not None
    assert check.head.text().startswith("No fault")
    assert check.list.item(0).text().startswith("Line 33: noticed in the play: East")
    assert check.list.count() == found
    QTest.keyClick(check.list, KEY.Key_Return)
    assert window.record.steps.places[window.record.at].line == 33


def test_a_damaged_record_looks_damaged(app: QApplication, qtbot: QtBot, tmp_path: Path) -> None:
    lines = GOLDEN.read_bytes().splitlines()
    lines[30] = lines[30][:20]
    (tmp_path / "torn.jsonl").write_bytes(b"\n".join(lines))
    changed = logged(more_deals(begun(), ["ESNW"]), tmp_path / "changed.jsonl")
    changed.write_bytes(changed.read_bytes().replace(b'"H', b'"D', 1))
    browser = BrowserWindow(tmp_path)
    qtbot.addWidget(browser)
    browser.show()
    model = browser.library.model
    qtbot.waitUntil(
        lambda: {trouble_text(row) for row in model.shown}
        == {"Damaged, unreadable lines: 1", "Changed later: the seal is broken"},
        timeout=20_000,
    )
    opened(qtbot, browser, "changed")
    assert browser.record.faults.text().startswith("Check (C), faults: ")
    press(browser, KEY.Key_C)
    assert browser.record.check is not None
    said = browser.record.check.list.item(0).text()
    assert said.endswith("not what the log says: the record was changed later")
    browser.close()


@pytest.mark.parametrize("esc", [False, True])
def test_keys_wait_while_a_record_is_read(
    qtbot: QtBot, window: BrowserWindow, monkeypatch: pytest.MonkeyPatch, esc: bool
) -> None:
    may_go_on, read = Event(), Steps.open

    def slow(path: Path) -> Steps:
        may_go_on.wait(30)
        return read(path)

    monkeypatch.setattr(Steps, "open", slow)
    field, page = window.library.field, window.reading
    QTest.keyClicks(field, "golden")
    QTest.keyClick(field, KEY.Key_Return)
    assert window.pages.currentWidget() is page
    assert page.said.full_text() == "Reading golden.jsonl"
    QTest.keyClick(page, KEY.Key_X)
    QTest.keyClick(page, KEY.Key_C)
    assert page.then.text() == "then: Check (C)"
    assert field.text() == "golden", "nothing is typed into the search"
    if esc:
        QTest.keyClick(page, KEY.Key_Escape)
        assert window.pages.currentWidget() is window.library
        may_go_on.set()
        qtbot.wait(200)
        assert window.pages.currentWidget() is window.library
        return
    may_go_on.set()
    qtbot.waitUntil(lambda: window.record.check is not None, timeout=20_000)
    assert window.pages.currentWidget() is window.record
    assert not list(window.record.steps.path.parent.glob("*.xlsx")), "only the last key waits"
    window.record.check.close()


def test_statistics_and_back(qtbot: QtBot, window: BrowserWindow) -> None:
    opened(qtbot, window, "ruled")
    press(window, KEY.Key_T)
    assert window.pages.currentWidget() is window.numbers
    assert window.numbers.cells[0][0].text() == "E  张三"
    assert "E–W: 1 deals won" in window.numbers.pairs[0].text()
    assert window.numbers.grab().width() > 0
    QTest.keyClick(window.numbers, KEY.Key_Escape)
    assert window.pages.currentWidget() is window.record


def test_the_picture_of_the_moment(qtbot: QtBot, window: BrowserWindow, folder: Path) -> None:
    feed(Ring(folder_of(folder / "golden.jsonl")), range(18_000, 40_000, 40))
    opened(qtbot, window, "golden")
    page = window.record
    assert page.picture.isVisible()
    page.go(3)
    qtbot.waitUntil(lambda: page.picture.image is not None, timeout=10_000)
    page.go(page.steps.last if page.steps else 0)
    assert page.picture.image is None, "what is shown is of this moment or nothing"
    qtbot.waitUntil(lambda: page.picture.sentence == "No picture of this moment was kept.", timeout=10_000)
    assert page.picture.image is None
    press(window, KEY.Key_Home, KEY.Key_Down, KEY.Key_R)
    assert page.replay is not None
    assert page.replay.isVisible()
    press(window, KEY.Key_Escape)
    assert page.replay is None, "going back to the list lets go of the pictures"


def test_without_pictures_there_is_no_replay(qtbot: QtBot, window: BrowserWindow) -> None:
    opened(qtbot, window, "ruled")
    assert not window.record.picture.isVisible()
    assert not window.record.again.isEnabled()
    press(window, KEY.Key_R)
    assert window.record.replay is None


def test_a_window_can_open_it_and_it_goes_with_it(app: QApplication, qtbot: QtBot, folder: Path) -> None:
    write(forty_deals(), folder / "forty.jsonl")
    browser = BrowserWindow(folder, folder / "forty.jsonl")
    browser.show()
    qtbot.addWidget(browser)
    qtbot.waitUntil(lambda: browser.pages.currentWidget() is browser.record, timeout=20_000)
    QTest.keyClick(browser.record, KEY.Key_Escape)
    with qtbot.waitSignal(browser.closed):
        QTest.keyClick(browser.library.field, KEY.Key_Escape)
    assert not browser.isVisible()


def test_an_empty_folder_says_so(app: QApplication, qtbot: QtBot, tmp_path: Path) -> None:
    browser = BrowserWindow(tmp_path)
    qtbot.addWidget(browser)
    assert str(tmp_path) in browser.library.said.full_text()
    QTest.keyClick(browser.library.field, KEY.Key_Return)
    assert browser.pages.currentWidget() is browser.library
    browser.close()
