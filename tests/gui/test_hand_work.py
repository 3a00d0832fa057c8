"""A match by the keyboard alone, through the real session and log; every key is counted."""

from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QInputMethodEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.live import header_for
from app.session import Session
from app.store import Log
from app.ui.deal_form import DealForm
from app.ui.hand_modes import Mode
from app.ui.main_window import MainWindow
from engine.cards import COPIES, FACES, Card
from engine.events import DealStart, Event, Pass, Play
from engine.record import read_record
from engine.rules import RuleSet
from tests.gui.conftest import MakeWindow

Key = Qt.Key
CONTROL = Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier
GOLDEN = Path(__file__).parent.parent / "golden" / "engine_match.jsonl"


class Hands:
    """Presses keys on whatever has the focus, and counts them."""

    def __init__(self, window: MainWindow, session: Session, qtbot: QtBot) -> None:
        self.window, self.session, self._qtbot = window, session, qtbot
        self.pressed = 0

    def key(self, key: Qt.Key, modifier: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
        self.pressed += 1
        target = QApplication.activeModalWidget() or self.window
        QTest.keyClick(target.focusWidget() or target, key, modifier)

    def write(self, text: str) -> None:
        """Plain letters as keys, others as an input method brings them."""
        self.pressed += len(text)
        field = self.window.focusWidget()
        if text.isascii():
            QTest.keyClicks(field, text)
        else:
            come = QInputMethodEvent()
            come.setCommitString(text)
            QApplication.sendEvent(field, come)

    def until(self, holds: Callable[[], bool]) -> None:
        self._qtbot.waitUntil(holds, timeout=5000)

    def turns(self) -> list[tuple[str, str]]:
        lines = self.window.snapshot.lines if self.window.snapshot else ()
        turns = (line for line in lines if line.kind in ("play", "pass"))
        return [(line.seat, " ".join(map(str, line.cards))) for line in turns]

    def play(self, text: str) -> None:
        """Cards and Enter; waits until they are in the record."""
        before = self.turns()
        self.write(text)
        self.key(Key.Key_Return)
        self.until(lambda: self.turns() != before or bool(self.refused()))
        assert self.turns() != before, self.refused()

    def refused(self) -> str:
        """What is said against what was typed last."""
        said = self.window.status.notice.full_text()
        return f"{self.window.by_hand.field.text()}: {said}" if said else ""

    def pass_(self) -> None:
        before = self.turns()
        self.key(Key.Key_Space)
        self.until(lambda: self.turns() != before)

    def deal(self, level: str, leader: str) -> None:
        self.key(Key.Key_N, CONTROL)
        form = QApplication.activeModalWidget()
        assert isinstance(form, DealForm)
        for group, value in ((form.levels, level), (form.leaders, leader)):
            next(key for key in group.buttons() if key.property("value") == value).setChecked(True)
        self.key(Key.Key_Return)
        self.window.activateWindow()  # without a screen nobody else does it when a dialog closes
        self.until(lambda: self.window.isActiveWindow() and self.window.by_hand.seat == leader)


@pytest.fixture
def hands(make_window: MakeWindow, qtbot: QtBot, tmp_path: Path) -> Iterator[Hands]:
    rules = RuleSet.load("national-2022")
    log = Log.create(tmp_path / "match.jsonl", header_for(rules, ("E", "S", "W", "N"), "test"))
    session = Session(None, None, rules, log)
    window = make_window(session)
    session.start()
    qtbot.waitUntil(lambda: window.snapshot is not None)
    yield Hands(window, session, qtbot)
    window.close()
    session.stop()


def first_deal() -> tuple[DealStart, list[Event]]:
    """The beginning of the golden match's first deal, and its plays and passes."""
    record = read_record(GOLDEN.read_text("utf-8"))
    events = [event for event in record.events if not isinstance(event, type(record.events[0]))]
    start = next(event for event in record.events if isinstance(event, DealStart))
    moves: list[Event] = []
    for event in events:
        if isinstance(event, Play | Pass):
            moves.append(event)
        if type(event).__name__ == "DealEnd":
            break
    return start, moves


_SIGNS = {"S": "♠", "H": "红桃", "C": "梅花", "D": "♦", "?": ""}
NOTATIONS: tuple[Callable[[Card], str], ...] = (
    lambda card: str(card).lower(),
    lambda card: str(card) + " ",
    lambda card: str(card).replace("T", "10").lower() + ",",
    lambda card: {"SB": "小王", "HR": "大王", "??": "??"}.get(str(card)) or _SIGNS[card.suit] + card.rank,
)


def test_a_whole_deal_by_keyboard_is_the_truth(hands: Hands) -> None:
    start, moves = first_deal()
    hands.deal(start.level, start.leader)
    out = Counter(dict.fromkeys(FACES, COPIES))
    for number, move in enumerate(moves):
        if isinstance(move, Play):
            notation = NOTATIONS[number % len(NOTATIONS)]
            hands.play("".join(notation(card) for card in move.cards))
            out.subtract(move.cards)
        else:
            hands.pass_()
        assert hands.turns()[-1][0] == move.seat
        snapshot = hands.window.snapshot
        assert snapshot is not None
        if snapshot.unseen is not None:
            shown = {each.rank: each.left for each in snapshot.unseen.ranks}
            truth: Counter[str] = Counter()
            for card, count in out.items():
                truth[card.rank] += count
            assert snapshot.unseen.unread == -truth.pop("?", 0)
            assert shown == dict(truth)
            assert hands.window.table.unseen[0]._unseen == snapshot.unseen
    true = [(m.seat, " ".join(map(str, m.cards)) if isinstance(m, Play) else "") for m in moves]
    assert hands.turns() == true
    assert hands.window.snapshot is not None
    assert any(line.kind == "deal_end" for line in hands.window.snapshot.lines)
    assert not read_record(hands.session.record_path.read_text("utf-8")).faults


def test_a_pass_is_one_key_wherever_the_keys_are(hands: Hands) -> None:
    hands.deal("2", "E")
    hands.play("h3")
    hands.pressed = 0
    hands.pass_()
    assert hands.pressed == 1
    hands.window.plays.view.setFocus()
    hands.key(Key.Key_F10)
    hands.until(lambda: hands.turns()[-1] == ("W", ""))
    assert hands.pressed == 2


@pytest.mark.parametrize("ups", [0, 1, 2])
def test_a_correction_is_four_keys_at_most_beside_the_cards(hands: Hands, ups: int) -> None:
    hands.deal("2", "E")
    for cards in ("h3", "h5", "hk"):
        hands.play(cards)
    hands.pressed = 0
    hands.key(Key.Key_F4)
    for _ in range(ups):
        hands.key(Key.Key_Up)
    new = ("HA", "H6", "H4")[ups]
    hands.write(new)
    hands.key(Key.Key_Return)
    hands.until(lambda: hands.turns()[2 - ups][1] == new)
    assert hands.pressed - len(new) <= 4
    assert not hands.window.by_hand.busy


@pytest.mark.parametrize("ends", [Key.Key_Return, Key.Key_Escape])
def test_after_a_correction_the_key_means_the_newest_line_again(hands: Hands, ends: Qt.Key) -> None:
    hands.deal("2", "E")
    for cards in ("h3", "h5", "hk"):
        hands.play(cards)
    hands.key(Key.Key_F4)
    hands.key(Key.Key_Up)
    hands.write("h6")
    hands.key(ends)
    hands.until(lambda: not hands.window.by_hand.busy)
    assert hands.window.plays.chosen() is None
    hands.key(Key.Key_F4)
    assert hands.window.by_hand.line is not None
    assert hands.window.by_hand.line.seat == "W"


def test_a_new_play_lets_go_of_a_line_that_was_chosen(hands: Hands) -> None:
    hands.deal("2", "E")
    for cards in ("h3", "h5"):
        hands.play(cards)
    plays = hands.window.plays
    assert hands.window.snapshot is not None
    plays.choose(next(line for line in hands.window.snapshot.lines if line.seat == "E" and line.cards))
    assert plays.chosen() is not None
    hands.play("hk")
    assert plays.chosen() is None


@pytest.mark.parametrize("ends", [Key.Key_Return, Key.Key_Escape])
def test_a_refused_play_comes_back_after_the_line_before_it_is_corrected(hands: Hands, ends: Qt.Key) -> None:
    hands.deal("2", "E")
    hands.play("h9")
    hands.write("h5")
    hands.key(Key.Key_Return)
    field = hands.window.by_hand.field
    hands.until(lambda: field.text() == "h5")
    hands.key(Key.Key_F4)
    assert "“h5” is kept" in hands.window.status.notice.full_text()
    hands.write("h4")
    hands.key(ends)
    hands.until(lambda: field.text() == "h5")
    if ends == Key.Key_Return:
        hands.key(Key.Key_Return)
        hands.until(lambda: hands.turns() == [("E", "H4"), ("S", "H5")])
    else:
        hands.key(Key.Key_Escape)
        assert field.text() == ""
        assert hands.turns() == [("E", "H9")]


def test_the_seat_of_a_play_is_corrected(hands: Hands) -> None:
    hands.deal("2", "E")
    hands.play("h3")
    hands.play("h5")
    hands.pressed = 0
    hands.key(Key.Key_F4)
    hands.key(Key.Key_4, CONTROL)
    hands.key(Key.Key_Return)
    hands.until(lambda: hands.turns() == [("E", "H3"), ("S", ""), ("W", ""), ("N", "H5")])
    assert hands.pressed == 3


def test_what_is_typed_ahead_is_taken_in_order(hands: Hands) -> None:
    hands.deal("2", "E")
    for text in ("h3", "h5", "pass", "h9"):
        hands.write(text)
        hands.key(Key.Key_Return)
    hands.until(lambda: hands.turns() == [("E", "H3"), ("S", "H5"), ("W", ""), ("N", "H9")])
    assert hands.window.by_hand.field.text() == ""


def test_what_is_typed_ahead_of_a_refused_play_falls_with_it(hands: Hands) -> None:
    """It was meant for the seat after that one."""
    hands.deal("2", "E")
    for text in ("h9", "h5", "sk"):
        hands.write(text)
        hands.key(Key.Key_Return)
    hands.until(lambda: hands.window.by_hand.field.text() == "h5")
    QTest.qWait(100)
    assert hands.turns() == [("E", "H9")]
    assert "does not beat" in hands.window.status.notice.full_text()
    hands.window.by_hand.field.selectAll()
    hands.write("hk")
    hands.key(Key.Key_Return)
    hands.until(lambda: hands.turns() == [("E", "H9"), ("S", "HK")])


def test_undo_and_redo_by_key(hands: Hands) -> None:
    hands.deal("2", "E")
    hands.play("h3")
    hands.play("h5")
    hands.key(Key.Key_Z, CONTROL)
    hands.until(lambda: hands.turns() == [("E", "H3")])
    hands.key(Key.Key_Y, CONTROL)
    hands.until(lambda: hands.turns() == [("E", "H3"), ("S", "H5")])
    hands.key(Key.Key_Z, CONTROL)
    hands.until(lambda: hands.turns() == [("E", "H3")])
    hands.key(Key.Key_Z, CONTROL | SHIFT)
    hands.until(lambda: len(hands.turns()) == 2)
    for _ in range(3):  # two plays and the deal itself
        hands.key(Key.Key_Z, CONTROL)
    hands.until(lambda: not hands.turns() and hands.window.snapshot.deal == 0)
    hands.key(Key.Key_Z, CONTROL)
    nothing = "Nothing was typed that could be undone."
    hands.until(lambda: hands.window.status.notice.full_text() == nothing)


def test_undo_within_a_line_that_is_being_typed_is_the_lines_own(hands: Hands) -> None:
    hands.deal("2", "E")
    hands.play("h3")
    hands.write("h5")
    hands.key(Key.Key_Z, CONTROL)
    QTest.qWait(100)
    assert hands.turns() == [("E", "H3")]


def test_conflicts_are_shown_before_a_correction_is_made(hands: Hands) -> None:
    hands.deal("2", "E")
    for cards in ("h3", "h5", "hk"):
        hands.play(cards)
    panel = hands.window.by_hand
    hands.key(Key.Key_F4)
    hands.key(Key.Key_Up)
    hands.key(Key.Key_Up)
    hands.write("hq")
    hands.key(Key.Key_Return)
    hands.until(lambda: panel.conflicts.isVisible())
    assert hands.turns()[0] == ("E", "H3")
    said = panel.conflicts.text()
    assert "South cannot play ♥5: single 5 does not beat East's single Q" in said
    assert "Enter corrects it all the same" in panel.hint.full_text()
    hands.key(Key.Key_Return)
    hands.until(lambda: hands.turns()[0] == ("E", "HQ"))
    assert not panel.conflicts.isVisible()
    assert [line.conflict for line in hands.window.snapshot.lines if line.kind == "play"] == [
        False,
        True,
        False,
    ]


def test_escape_leaves_a_correction_with_conflicts_undone(hands: Hands) -> None:
    hands.deal("2", "E")
    hands.play("h3")
    hands.play("h5")
    hands.key(Key.Key_Up)
    hands.key(Key.Key_Up)
    hands.write("hq")
    hands.key(Key.Key_Return)
    hands.until(lambda: hands.window.by_hand.conflicts.isVisible())
    hands.key(Key.Key_Escape)
    assert not hands.window.by_hand.conflicts.isVisible()
    assert hands.turns()[0] == ("E", "H3")


@pytest.mark.parametrize(("typed", "count", "keys"), [("", 26, 2), ("9", 9, 3)])
def test_a_report_is_two_or_three_keys(hands: Hands, typed: str, count: int, keys: int) -> None:
    hands.deal("2", "E")
    hands.play("h3")
    hands.pressed = 0
    hands.key(Key.Key_F7)
    assert hands.window.by_hand.seat == "E"
    hands.write(typed)
    hands.key(Key.Key_Return)
    hands.until(lambda: hands.window.snapshot.lines[-1].kind == "report")
    line = hands.window.snapshot.lines[-1]
    assert (line.seat, line.count) == ("E", count)
    assert hands.pressed == keys


def test_cards_thrown_in_and_the_tribute_after_them(hands: Hands) -> None:
    hands.deal("2", "E")
    hands.play("h3")
    hands.key(Key.Key_F9)
    hands.write("e n s")
    hands.key(Key.Key_Return)
    hands.until(lambda: hands.window.snapshot.tribute is not None)
    assert [view.place for view in hands.window.snapshot.seats] == [1, 3, 4, 2]
    table = hands.window.table
    assert table.tribute.isVisible()
    assert table.tribute.rows[0].full_text() == "▸ West pays East"
    hands.key(Key.Key_F8)
    hands.write("大王")
    hands.key(Key.Key_Return)
    hands.until(lambda: hands.window.snapshot.tribute.due.back)
    assert table.clock.who.full_text() == "East gives back"
    hands.key(Key.Key_F8)
    hands.write("x3")
    assert hands.window.by_hand.hint.full_text() == "One card is given."
    hands.key(Key.Key_Escape)
    hands.key(Key.Key_F8)
    hands.write("s3")
    hands.key(Key.Key_Return)
    hands.until(lambda: hands.window.snapshot.tribute.due is None)
    assert hands.window.by_hand.mode is Mode.PLAY
    hands.window.by_hand.pick("W")
    hands.play("h4")
    assert hands.turns()[-1] == ("W", "H4")
    assert not table.tribute.isVisible()


def test_a_refusal_is_one_clear_sentence_and_the_line_stays(hands: Hands) -> None:
    hands.deal("2", "E")
    hands.play("h9")
    hands.write("h5")
    hands.key(Key.Key_Return)
    said = "South cannot play ♥5: single 5 does not beat East's single 9"
    hands.until(lambda: hands.window.status.notice.full_text() == said)
    assert hands.window.by_hand.field.text() == "h5"


def test_the_wild_card_has_a_short_name(hands: Hands) -> None:
    hands.deal("2", "E")
    hands.play("h3 w")
    assert hands.turns() == [("E", "H3 H2")]
