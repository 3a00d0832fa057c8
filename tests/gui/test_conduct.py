"""The referee's desk by the keys, over a real session: calls, rulings, warnings, ends, leaving the table."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from app.live import header_for
from app.session import Session
from app.snapshot import Snapshot
from app.store import Log
from app.ui.main_window import MainWindow
from app.ui.ruling_dialog import RulingDialog
from engine.breaches import AwardKind
from engine.cards import parse_cards
from engine.events import Event, Irregularity, Pause, Resume, Ruling
from engine.record import read_record
from engine.round_events import Appeal, AppealAnswer, LeftTable, ThrownIn
from engine.rules import RuleSet
from tests.gui.conftest import MakeWindow

Key = Qt.Key


@dataclass
class Desk:
    """A window over a session by hand, and what a person does to it."""

    window: MainWindow
    session: Session
    qtbot: QtBot

    @property
    def snapshot(self) -> Snapshot:
        assert self.window.snapshot is not None
        return self.window.snapshot

    @property
    def dialog(self) -> RulingDialog:
        assert self.window.conduct.dialog is not None
        return self.window.conduct.dialog

    def until(self, holds: Callable[[], object]) -> None:
        self.qtbot.waitUntil(lambda: bool(holds()), timeout=5000)

    def key(self, key: Key, modifier: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
        """A key where the focus is."""
        target = self.window.conduct.dialog or self.window
        QTest.keyClick(target.focusWidget() or target, key, modifier)

    def type(self, text: str) -> None:
        QTest.keyClicks(self.dialog.focusWidget(), text)

    def click(self, key: QPushButton) -> None:
        self.qtbot.mouseClick(key, Qt.MouseButton.LeftButton)

    def play(self, *plays: tuple[str, str]) -> None:
        """E leads the first deal; then each seat lays these."""
        self.session.start_deal("2", "E")
        for seat, cards in plays:
            self.session.type_play(seat, tuple(parse_cards(cards)))
        self.until(lambda: sum(line.kind == "play" for line in self.snapshot.lines) == len(plays))

    def call(self) -> None:
        self.key(Key.Key_F12)
        self.until(lambda: self.window.conduct.dialog is not None)

    def closed(self) -> None:
        self.until(lambda: self.window.conduct.dialog is None)
        self.window.activateWindow()
        self.until(self.window.isActiveWindow)

    def record(self) -> tuple[Event, ...]:
        return read_record(self.session.record_path.read_text("utf-8")).events


MakeDesk = Callable[[str], Desk]


@pytest.fixture
def desk(make_window: MakeWindow, tmp_path: Path, qtbot: QtBot) -> Iterator[MakeDesk]:
    sessions: list[Session] = []

    def make(rules: str) -> Desk:
        loaded = RuleSet.load(rules)
        log = Log.create(tmp_path / "match.jsonl", header_for(loaded, ("E", "S", "W", "N"), "test"))
        session = Session(None, None, loaded, log)
        sessions.append(session)
        window = make_window(session)
        session.start()
        qtbot.waitUntil(lambda: window.snapshot is not None)
        return Desk(window, session, qtbot)

    yield make
    for session in sessions:
        session.stop()


def of_kind(desk: Desk, kind: type) -> list[Event]:
    return [event for event in desk.record() if isinstance(event, kind)]


def test_a_call_is_ruled_on_by_the_keys(desk: MakeDesk) -> None:
    table = desk("suzhou-2016")
    table.play(("E", "S3 H3"), ("S", "S4 H4"))
    table.call()
    assert table.window.conduct.paused
    assert "at the table" in table.window.conduct.state.text()
    table.type("exposed")
    assert [table.dialog.list.count(), table.dialog.chosen and table.dialog.chosen.text] == [
        1,
        "Exposed cards",
    ]
    table.key(Key.Key_W, Qt.KeyboardModifier.AltModifier)
    table.dialog.detail.setFocus()
    table.type("d9")
    table.key(Key.Key_Return)
    table.until(lambda: table.dialog.pages.currentWidget() is table.dialog.page)
    assert "West: misses one round of play" in table.dialog.page.prescribed.text()
    assert "十二2" in table.dialog.page.clause.text()
    table.key(Key.Key_Return)
    table.closed()
    table.key(Key.Key_F12)
    table.until(lambda: not table.window.conduct.paused)
    (breach,), (ruling,) = of_kind(table, Irregularity), of_kind(table, Ruling)
    assert isinstance(breach, Irregularity)
    assert isinstance(ruling, Ruling)
    assert (breach.seat, breach.kind, breach.cards) == ("W", "exposed_cards", parse_cards("D9"))
    assert [(award.kind, award.seat) for award in ruling.awards] == [(AwardKind.MISSES_TRICK, "W")]
    assert ruling.clause == "十二2"
    assert (len(of_kind(table, Pause)), len(of_kind(table, Resume))) == (1, 1)
    assert table.snapshot.seats[3].to_play, "West misses its turn"


def test_what_was_noticed_stands_first_and_another_decision_needs_a_reason(desk: MakeDesk) -> None:
    table = desk("suzhou-2016")
    table.play(("E", "S3 H3"))
    table.session.type_play("S", tuple(parse_cards("S4 C5")))
    table.until(lambda: table.window.warnings.isVisible())
    assert "South laid ♠4 ♣5" in table.window.warnings.rows[0].text.full_text()
    table.call()
    assert table.dialog.chosen is not None
    assert table.dialog.chosen.seat == "S"
    table.key(Key.Key_Return)
    table.until(lambda: table.dialog.pages.currentWidget() is table.dialog.page)
    table.key(Key.Key_Down)
    table.key(Key.Key_Down)
    table.key(Key.Key_Return)
    assert "Say why" in table.dialog.page.hint.text()
    table.type("a beginner")
    table.key(Key.Key_Return)
    table.closed()
    (ruling,) = of_kind(table, Ruling)
    assert isinstance(ruling, Ruling)
    assert ([a.kind for a in ruling.awards], ruling.reason) == ([AwardKind.ORAL_WARNING], "a beginner")
    assert "S–N: oral 1 (South oral 1)" in table.window.conduct.counts.full_text()


def test_a_ruling_is_undone_by_a_new_one(desk: MakeDesk) -> None:
    table = desk("huaian")
    table.play(("E", "S3 H3"))
    for words in ("play out of turn", "ruled"):
        table.key(Key.Key_F11)
        table.until(lambda: table.window.conduct.dialog is not None)
        table.type(words)
        if words == "ruled":
            assert "E–W down" not in table.dialog.list.currentItem().text()
            table.key(Key.Key_Return)
            assert "Ruled before: S–N up by 1" in table.dialog.page.before.text()
            table.key(Key.Key_Down)
            table.dialog.page.reason.setText("it was its turn")
        else:
            table.key(Key.Key_Return)
            table.until(lambda: table.dialog.pages.currentWidget() is table.dialog.page)
        table.key(Key.Key_Return)
        table.closed()
        levels = ("2", "2") if words == "ruled" else ("2", "3")
        table.until(lambda levels=levels: table.snapshot.levels == levels)


def test_warnings_are_silenced_by_key_and_by_click(desk: MakeDesk) -> None:
    table = desk("suzhou-2016")
    table.play(("E", "S3 S4 S5 S6 S7"))
    for cards in ("S3 S4 S5 S6 S7", "D3 D4 D5 D6 D7", "HT DT"):
        for seat in "SWN":
            table.session.type_pass(seat)
        table.session.type_play("E", tuple(parse_cards(cards)))
    table.until(lambda: table.window.warnings.isVisible())
    assert table.window.warnings.rows[0].text.full_text() == "East has 10 cards left: report due"
    assert table.window.warnings.rows[0].sign.text() == "●"
    table.session.type_play("S", tuple(parse_cards("S2 C3")))
    table.until(lambda: len(table.snapshot.conduct.warnings) == 2)
    table.key(Key.Key_M, Qt.KeyboardModifier.ControlModifier)
    table.until(lambda: len(table.snapshot.conduct.warnings) == 1)
    assert table.snapshot.conduct.warnings[0].kind == "report_due"
    table.click(table.window.warnings.rows[0].seen)
    table.until(lambda: not table.window.warnings.isVisible())
    assert not of_kind(table, Irregularity)


def test_a_deal_is_ended_early_and_confirmed_by_both(desk: MakeDesk) -> None:
    table = desk("xiangyang-2024")
    table.play(("E", "S3 H3"))
    table.key(Key.Key_F11)
    table.until(lambda: table.window.conduct.dialog is not None)
    table.type("thrown")
    table.key(Key.Key_Return)
    assert "order they go out" in table.dialog.hint.text()
    table.type("es")
    table.key(Key.Key_Return)
    assert table.window.conduct.dialog is not None, "nobody goes out so"
    table.until(lambda: "nobody goes out in that order" in table.dialog.hint.text())
    table.type("nw")
    table.key(Key.Key_Return)
    table.closed()
    panel = table.window.deal_end
    table.until(panel.isVisible)
    assert not table.window.proposal.isVisible()
    assert "E–W gain 1" in panel.title.text()
    assert [badge.text() for badge in panel.levels] == ["E–W 2 → 3", "S–N stays 2"]
    assert "Round: 4" in panel.round.full_text()
    assert not panel.confirms[1].isEnabled(), "North and South check what is entered"
    for count in (1, 2):
        table.key(Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
        table.until(lambda count=count: sum(table.snapshot.ending.confirmed) == count)
    assert "✓" in panel.confirms[1].text()
    table.until(lambda: "Ctrl+Enter" in panel.start.text())
    table.key(Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    table.until(lambda: table.snapshot.deal == 2)
    table.until(lambda: not panel.isVisible())
    assert len(of_kind(table, ThrownIn)) == 1


def test_after_leaving_only_an_appeal_opens_the_result(desk: MakeDesk) -> None:
    table = desk("xiangyang-2024")
    table.play(("E", "S3 H3"))
    table.session.end_deal(("E", "W"), "")
    table.session.call_time(0)
    panel = table.window.deal_end
    table.until(lambda: table.snapshot.match)
    assert "The match is over: E–W win (time up)" in panel.title.text()
    table.click(panel.leave)
    assert not of_kind(table, LeftTable), "one press is not enough"
    table.click(panel.leave)
    table.until(lambda: table.snapshot.match and table.snapshot.match.settled)
    assert "The result stands" in panel.sheet.text()

    thrown = next(event for event in table.record() if isinstance(event, ThrownIn))
    assert thrown.finish == ("E", "W")
    table.session.end_deal(("E", "S", "W", "N"), "wrong order")
    table.until(lambda: "the result stands" in table.window.status.notice.full_text())
    assert table.snapshot.levels == ("5", "2")

    table.key(Key.Key_F11)
    table.until(lambda: table.window.conduct.dialog is not None)
    table.type("appeal")
    table.key(Key.Key_Return)
    table.type("the order was entered wrongly")
    table.key(Key.Key_Return)
    table.closed()
    table.until(panel.upheld.isVisible)
    table.click(panel.upheld)
    table.until(lambda: table.snapshot.match and not table.snapshot.match.settled)
    table.session.end_deal(("E", "S", "W", "N"), "wrong order")
    table.until(lambda: table.snapshot.levels == ("4", "2"))
    assert (len(of_kind(table, Appeal)), len(of_kind(table, AppealAnswer))) == (1, 1)


def test_everything_fits_the_small_window(desk: MakeDesk) -> None:
    table = desk("xiangyang-2024")
    table.play(("E", "S3 H3"))
    table.session.end_deal(("E", "S", "W", "N"), "")
    table.until(table.window.deal_end.isVisible)
    table.session.call_time(0)
    table.until(lambda: table.snapshot.match)
    assert (table.window.width(), table.window.height()) == (1280, 800)


def test_the_play_that_it_is_about_is_chosen_and_a_note_goes_along(desk: MakeDesk) -> None:
    table = desk("suzhou-2016")
    table.play(("E", "S3"), ("S", "S4"), ("E", "S5"))
    table.key(Key.Key_F11)
    table.until(lambda: table.window.conduct.dialog is not None)
    table.type("fccp")
    assert "♠5" in table.dialog.about.text(), "East moved last"
    table.key(Key.Key_Left, Qt.KeyboardModifier.AltModifier)
    assert "♠3" in table.dialog.about.text()
    table.dialog.detail.setFocus()
    table.type("one after the other")
    table.key(Key.Key_Return)
    table.until(lambda: of_kind(table, Irregularity))
    (breach,) = of_kind(table, Irregularity)
    assert isinstance(breach, Irregularity)
    first = next(line.seq for line in table.snapshot.lines if line.kind == "play")
    assert (breach.seat, breach.about, breach.text) == ("E", first, "one after the other")
