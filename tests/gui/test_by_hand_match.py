"""The real session and log under the window, with no camera: a match by hand."""

import json
from pathlib import Path

from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.live import header_for
from app.session import Session
from app.store import Log
from app.ui.deal_form import DealForm
from app.ui.main_window import MainWindow
from app.ui.run_match import run_desktop
from engine.cards import parse_cards
from engine.record import read_record
from engine.rules import RuleSet

Key = Qt.Key


def test_a_deal_is_begun_typed_and_corrected(app: QApplication, tmp_path: Path) -> None:
    rules = RuleSet.load("national-2022")
    record = tmp_path / "match.jsonl"

    def make() -> Session:
        log = Log.create(record, header_for(rules, ("E", "S", "W", "N"), "test"))
        return Session(None, None, rules, log)

    def window() -> MainWindow:
        return next(w for w in QApplication.topLevelWidgets() if isinstance(w, MainWindow) and w.isVisible())

    def start() -> None:
        window().open_deal_form()
        form = QApplication.activeModalWidget()
        assert isinstance(form, DealForm)
        leader = next(key for key in form.leaders.buttons() if key.property("value") == "S")
        QTest.mouseClick(leader, Qt.MouseButton.LeftButton)
        QTest.keyClick(form, Key.Key_Return)

    def enter(text: str) -> None:
        window().by_hand.field.setText(text)
        QTest.keyClick(window().by_hand.field, Key.Key_Return)

    def correct() -> None:
        window().correct_line()
        enter("s9 h9")

    notices: list[str] = []
    steps = [
        (lambda: window().snapshot is not None, start),
        (lambda: window().by_hand.seat == "S", lambda: enter("h3 s3")),
        (lambda: window().by_hand.seat == "W", lambda: enter("h2 c3")),  # no higher pair: refused
        (lambda: bool(window().status.notice.full_text()), lambda: enter("d5 c5")),
        (lambda: window().by_hand.seat == "N", correct),
        (lambda: any(line.corrected for line in window().snapshot.lines), lambda: enter("pass")),
        (lambda: window().by_hand.seat == "E", lambda: window().close()),
    ]

    def go() -> None:
        if not steps:
            return
        ready, act = steps[0]
        if ready():
            notices.append(window().status.notice.full_text())
            steps.pop(0)
            act()
        QTimer.singleShot(20, go)

    QTimer.singleShot(0, go)
    watchdog = QTimer(singleShot=True)
    watchdog.timeout.connect(steps.clear)
    watchdog.timeout.connect(lambda: window().close())
    watchdog.start(60_000)
    assert run_desktop(make, lang="en", title="by hand") == 0
    assert watchdog.isActive(), "the window did not come so far"
    watchdog.stop()
    lines = [json.loads(line) for line in record.read_text("utf-8").splitlines()]
    assert [line["event"] for line in lines[1:]] == ["deal_start", "play", "play", "correction", "pass"]
    assert (lines[1]["leader"], lines[1]["source"]) == ("S", "typed")
    assert lines[4]["with"]["cards"] == ["S9", "H9"]
    assert not read_record(record.read_text("utf-8")).faults
    assert parse_cards("H3 S3") == tuple(parse_cards(" ".join(lines[2]["cards"])))
    assert "West cannot play ♥2 ♣3: pair of 3 does not beat South's pair of 3" in notices
