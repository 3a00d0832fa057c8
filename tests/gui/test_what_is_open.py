"""What is still asked, owed, missing or over time is said where the referee looks, over a real session."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app.live import header_for
from app.session import Session
from app.snapshot import Snapshot
from app.store import Log
from app.ui.hand_modes import Mode
from app.ui.keys_help import KeysHelp
from app.ui.main_window import MainWindow
from engine.breaches import Breach
from engine.cards import FACES, Card, parse_cards
from engine.events import Correction, Event, Play, Report, Return, Ruling, Standing
from engine.record import read_record
from engine.rules import RuleSet
from tests.gui import fakes
from tests.gui.conftest import MakeWindow
from tests.gui.fakes import FakeSession
from vision.values import SeenCard, ZoneReading

Key = Qt.Key
CONTROL = Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier


@dataclass
class Desk:
    """A window over a session by hand, into which readings of a camera may be put."""

    window: MainWindow
    session: Session
    qtbot: QtBot

    @property
    def snapshot(self) -> Snapshot:
        assert self.window.snapshot is not None
        return self.window.snapshot

    def until(self, holds: Callable[[], object]) -> None:
        self.qtbot.waitUntil(lambda: bool(holds()), timeout=20_000)

    def key(self, key: Qt.Key, modifier: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
        QTest.keyClick(self.window.focusWidget() or self.window, key, modifier)

    def enter(self, text: str) -> None:
        """Into the line by hand, with Enter."""
        self.window.by_hand.field.setFocus()
        self.window.by_hand.field.setText("")
        QTest.keyClicks(self.window.by_hand.field, text)
        QTest.keyClick(self.window.by_hand.field, Key.Key_Return)

    def play(self, *plays: tuple[str, str]) -> None:
        self.session.start_deal("2", "E")
        for seat, cards in plays:
            self.session.type_play(seat, tuple(parse_cards(cards)))
        self.until(lambda: sum(line.kind == "play" for line in self.snapshot.lines) == len(plays))

    def see(self, seat: str, card: str, other: str, at_ms: int) -> None:
        """A card that the camera is not sure of, with its picture."""
        probs = np.full(54, 1e-5, np.float32)
        probs[FACES.index(Card.parse(card))], probs[FACES.index(Card.parse(other))] = 0.6, 0.39
        seen = (SeenCard(probs, np.zeros(2, np.float32), 0.0, ()),)
        reading = ZoneReading(seat, seen, seen, at_ms - 400, at_ms, at_ms // 40, gone=())
        reading = replace(reading, picture=fakes.evidence())
        self.session._do(lambda: self.session._live.take(reading))

    def record(self) -> tuple[Event, ...]:
        return read_record(self.session.record_path.read_text("utf-8")).events


MakeDesk = Callable[..., Desk]


@pytest.fixture
def desk(make_window: MakeWindow, tmp_path: Path, qtbot: QtBot) -> Iterator[MakeDesk]:
    sessions: list[Session] = []

    def make(rules: str = "national-2022", source_name: str = "", **switches: object) -> Desk:
        loaded = RuleSet.load(rules).with_switches(switches)
        log = Log.create(tmp_path / "match.jsonl", header_for(loaded, ("E", "S", "W", "N"), "test"))
        session = Session(None, None, loaded, log, source_name=source_name)
        sessions.append(session)
        window = make_window(session)
        session.start()
        qtbot.waitUntil(lambda: window.snapshot is not None)
        return Desk(window, session, qtbot)

    yield make
    for session in sessions:
        session.stop()


# ---- the end of a deal --------------------------------------------------------------------------


def with_an_asked_play(table: Desk) -> Desk:
    """A deal that is over, in which a play of South stands as asked."""
    table.play(("E", "C3"))
    table.see("S", "D5", "D6", table.snapshot.now_ms + 1000)
    table.until(lambda: table.snapshot.pending is not None)
    table.session.put_aside(table.snapshot.pending.id)
    table.until(lambda: table.snapshot.asked == 1)
    table.session.end_deal(("E", "S", "W", "N"), "")
    table.until(table.window.deal_end.isVisible)
    return table


def test_a_deal_with_asked_plays_is_confirmed_knowingly_only(desk: MakeDesk) -> None:
    table = with_an_asked_play(desk(source_name="camera:0"))
    panel = table.window.deal_end
    assert "Nobody has settled 1 play of this deal." in panel.unsettled.text()
    table.key(Key.Key_Return, CONTROL)
    assert "all the same (Ctrl+Enter)" in panel.confirms[0].text()
    assert "Pressed again, the result is confirmed" in panel.unsettled.text()
    assert not [e for e in table.record() if isinstance(e, Ruling)]
    for side in (0, 1):
        table.key(Key.Key_Return, CONTROL)
        table.until(lambda side=side: table.snapshot.ending.confirmed[side])
    assert not panel.unsettled.isVisible()


def test_a_deal_with_a_fault_nobody_ruled_on_is_confirmed_knowingly_only(desk: MakeDesk) -> None:
    table = desk()
    table.play(("E", "C3"))
    table.session.note_breach(Breach.MISCONDUCT, "S", None, (), "")
    table.session.end_deal(("E", "S", "W", "N"), "")
    panel = table.window.deal_end
    table.until(panel.isVisible)
    assert panel.unruled.text() == "▲ Faults not ruled on: 1 (F11)."
    table.key(Key.Key_Return, CONTROL)
    assert "Pressed again, the result is confirmed" in panel.unruled.text()
    assert not panel.unsettled.isVisible()
    for side in (0, 1):
        table.key(Key.Key_Return, CONTROL)
        table.until(lambda side=side: table.snapshot.ending.confirmed[side])
    assert not panel.unruled.isVisible()


def test_the_first_asked_play_is_one_click_from_the_end_of_the_deal(desk: MakeDesk) -> None:
    table = with_an_asked_play(desk(source_name="camera:0"))
    panel, proposal = table.window.deal_end, table.window.proposal
    table.qtbot.mouseClick(panel.first, Qt.MouseButton.LeftButton)
    assert table.window.by_hand.mode is Mode.CORRECT
    assert (panel.isVisible(), proposal.isVisible()) == (False, True), "what was seen has its place"
    table.key(Key.Key_Return)
    table.until(lambda: table.snapshot.asked == 0)
    table.until(panel.isVisible)
    assert not panel.unsettled.isVisible()
    table.key(Key.Key_Return, CONTROL)
    table.until(lambda: table.snapshot.ending.confirmed[0])


def test_why_the_next_deal_does_not_begin_stands_beside_it(desk: MakeDesk) -> None:
    table = desk()
    table.play(("E", "C3"))
    table.session.end_deal(("E", "S", "W", "N"), "")
    panel = table.window.deal_end
    table.until(panel.isVisible)
    assert not panel.start.isEnabled()
    assert panel.waits.text() == "Still open: North pays East (F8); E–W and S–N confirm (Ctrl+Enter)"
    table.session.type_tribute("N", Card.parse("SA"))
    table.session.type_return("E", Card.parse("S3"))
    table.until(lambda: panel.start.isEnabled())
    table.until(lambda: panel.waits.text() == "Still open: E–W and S–N confirm (Ctrl+Enter)")
    for side in (0, 1):
        table.session.confirm_deal(side)
    table.until(lambda: not panel.waits.isVisible())


# ---- tribute ------------------------------------------------------------------------------------


def test_one_key_is_enough_for_the_whole_tribute(desk: MakeDesk) -> None:
    table = desk()
    table.play(("E", "C3"))
    table.session.end_deal(("E", "W"), "")
    table.until(lambda: table.snapshot.tribute is not None)
    table.key(Key.Key_F8)
    for card, then in (("sa", "North pays"), ("sk", "East gives back to"), ("s3", "West gives back to")):
        table.enter(card)
        table.until(lambda then=then: table.window.by_hand.title.full_text().startswith(then))
        assert table.window.by_hand.mode is Mode.GIFT
    table.enter("s4")
    table.until(lambda: table.snapshot.tribute.due is None)
    table.until(lambda: table.window.by_hand.mode is Mode.PLAY)


def test_a_card_too_high_to_give_back_takes_enter_twice_and_is_warned_of(desk: MakeDesk) -> None:
    table = desk()
    table.play(("E", "C3"))
    table.session.end_deal(("E", "S", "W", "N"), "")
    table.session.type_tribute("N", Card.parse("SA"))
    table.until(lambda: table.snapshot.tribute is not None and table.snapshot.tribute.due.back)
    table.key(Key.Key_F8)
    hint = table.window.by_hand.hint
    QTest.keyClicks(table.window.by_hand.field, "hj")
    assert hint.full_text() == "♥J is too high: 10 or lower (第十条) goes back, unless none is held."
    table.key(Key.Key_Return)
    assert hint.full_text() == "♥J is too high: Enter again records it all the same."
    assert not [e for e in table.record() if isinstance(e, Return)]
    table.key(Key.Key_Return)
    table.until(lambda: table.window.warnings.isVisible())
    assert "East gave back ♥J: too high" in table.window.warnings.rows[0].text.full_text()
    assert [str(e.card) for e in table.record() if isinstance(e, Return)] == ["HJ"]


def test_the_wild_card_of_tribute_is_that_of_the_deal_to_come(desk: MakeDesk) -> None:
    table = desk()
    table.play(("E", "C3"))
    table.session.end_deal(("E", "W"), "")
    table.until(lambda: table.snapshot.tribute is not None)
    table.key(Key.Key_F8)
    QTest.keyClicks(table.window.by_hand.field, "w")
    assert [str(card) for card in table.window.by_hand.typed.entry.cards] == ["H5"]


# ---- cards thrown in ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("", "still missing: first out (East or West or South or North)"),
        ("e", "first out East; still missing: second out (West or South or North)"),
        ("es", "first out East, second out South; still missing: third out (West or North)"),
        ("esw", "The rest is thrown in: first out East, second out South, third out West"),
        ("ew", "The rest is thrown in: first out East, second out West"),
        ("ews", "both of a side are out, the deal ends there: name no more."),
        ("ee", "Name each seat once: E S W."),
    ],
)
def test_what_is_missing_in_an_order_is_said(desk: MakeDesk, typed: str, said: str) -> None:
    table = desk()
    table.play(("E", "C3"))
    table.key(Key.Key_F9)
    QTest.keyClicks(table.window.by_hand.field, typed)
    assert said in table.window.by_hand.hint.full_text()
    ends = said.startswith("The rest")
    table.key(Key.Key_Return)
    if ends:
        table.until(lambda: table.snapshot.ending is not None)
    else:
        assert table.window.by_hand.mode is Mode.THROW_IN, "nothing was sent"


def test_the_order_of_a_deal_that_was_thrown_in_is_entered_again(desk: MakeDesk) -> None:
    table = desk()
    table.play(("E", "C3"))
    for order in ("esw", "nes"):
        table.key(Key.Key_F9)
        table.enter(order)
        finish = tuple(order.upper())
        table.until(
            lambda finish=finish: table.snapshot.ending and table.snapshot.ending.result.finish[:3] == finish
        )


# ---- what was asked -----------------------------------------------------------------------------


def test_an_asked_play_shows_its_picture_and_its_other_readings_again(desk: MakeDesk) -> None:
    table = desk(source_name="camera:0")
    table.play(("E", "C3"))
    table.see("S", "D5", "D6", table.snapshot.now_ms + 1000)
    table.until(lambda: table.snapshot.pending is not None)
    table.key(Key.Key_Escape)
    table.until(lambda: table.snapshot.asked == 1)
    table.key(Key.Key_F5)
    proposal = table.window.proposal
    assert proposal.evidence._scaled is not None
    assert proposal.who.text().endswith(": South")
    assert proposal.sure.full_text() == "Or: ♦6 (Page Down)"
    assert not proposal.accept.isEnabled(), "Enter is for the line that is corrected"
    table.key(Key.Key_PageDown)
    assert table.window.by_hand.field.text() == "D6"
    table.key(Key.Key_Return)
    table.until(lambda: table.snapshot.asked == 0)
    (correction,) = (e for e in table.record() if isinstance(e, Correction))
    assert isinstance(correction.replacement, Play)
    assert [str(card) for card in correction.replacement.cards] == ["D6"]
    table.until(lambda: proposal.who.text() == "Nothing waits")


def test_why_there_is_no_picture_is_said(make_window: MakeWindow, session: FakeSession) -> None:
    window = make_window(session)
    window._ticker.stop()
    window.show_snapshot(replace(fakes.busy_state(), pending=None))
    QTest.keyClick(window, Key.Key_F5)
    assert "no more at hand" in window.proposal.evidence._none_text
    assert window.proposal.sure.full_text() == "No other readings are at hand: type what it was."
    QTest.keyClick(window.by_hand.field, Key.Key_Escape)
    assert window.proposal.who.text() == "Nothing waits"
    alone = fakes.proposal(8, seat="W", text="S6", runner_up=None)
    window.show_snapshot(fakes.busy_state(alone))
    assert window.proposal.sure.full_text().endswith("No other reading is likely.")
    unread = fakes.proposal(9, seat="W", text="S6 ??", runner_up=None)
    window.show_snapshot(fakes.busy_state(unread))
    assert window.proposal.sure.full_text().endswith("What was not read cannot be guessed: type it.")


def test_nothing_asked_is_said(desk: MakeDesk) -> None:
    table = desk()
    table.play(("E", "C3"))
    table.key(Key.Key_F5)
    assert table.window.status.notice.full_text() == "Nothing is asked: every play is settled."


# ---- corrections --------------------------------------------------------------------------------


def test_the_line_below_agrees_with_the_conflicts(desk: MakeDesk) -> None:
    table = desk()
    table.play(("E", "H3"), ("S", "H5"), ("W", "HK"))
    said = table.window.status.notice
    no_ground = "Lines that have no ground since a correction: 1. F5 goes to them."
    first = next(line for line in table.snapshot.lines if line.kind == "play")
    table.window.by_hand.correct(first)
    table.enter("hq")
    table.until(lambda: table.window.by_hand.conflicts.isVisible())
    assert said.full_text() == f"Line {first.seq} stands as it was. Later lines that speak against it: 1."
    table.key(Key.Key_Escape)
    assert said.full_text() == ""
    table.window.by_hand.correct(first)
    for _ in range(2):
        table.enter("hq")
        table.until(lambda: said.full_text() != "")
    table.until(lambda: said.full_text() == no_ground)
    table.key(Key.Key_F5)
    assert table.window.by_hand.line.seq == first.seq + 1
    table.enter("pass")
    table.until(lambda: not any(line.conflict for line in table.snapshot.lines))
    table.until(lambda: said.full_text() == "")


@pytest.mark.parametrize("shifted", [True, False])
def test_a_report_that_never_was_is_struck(desk: MakeDesk, shifted: bool) -> None:
    table = desk()
    table.play(("E", "H3"))
    table.session.report("E", 9)
    table.until(lambda: any(line.kind == "report" for line in table.snapshot.lines))
    report = next(line for line in table.snapshot.lines if line.kind == "report")
    table.window.plays.choose(report)
    table.key(Key.Key_F4, SHIFT if shifted else Qt.KeyboardModifier.NoModifier)
    assert table.window.by_hand.mode is Mode.STRIKE
    assert table.window.by_hand.title.full_text() == f"Strike line {report.seq}: East reports 9 left"
    table.enter("misheard")
    table.until(lambda: not any(line.kind == "report" for line in table.snapshot.lines))
    assert table.window.by_hand.mode is Mode.PLAY
    (strike,) = (e for e in table.record() if isinstance(e, Correction))
    assert (strike.replacement, strike.reason) == (None, "misheard")
    assert any(isinstance(e, Report) for e in table.record()), "it stays in the log"


def test_a_play_that_never_was_is_struck_by_its_button(desk: MakeDesk) -> None:
    table = desk()
    table.play(("E", "H3"), ("S", "H5"), ("W", "H7"))
    south = [line for line in table.snapshot.lines if line.kind == "play"][1]
    table.window.by_hand.correct(south)
    table.qtbot.mouseClick(table.window.by_hand.striking, Qt.MouseButton.LeftButton)
    table.key(Key.Key_Return)
    table.until(lambda: table.window.by_hand.conflicts.isVisible())
    assert "Enter strikes it all the same" in table.window.by_hand.hint.full_text()
    assert len([line for line in table.snapshot.lines if line.kind == "play"]) == 3
    table.key(Key.Key_Return)
    table.until(lambda: south.seq not in [line.seq for line in table.snapshot.lines])
    assert [line.conflict for line in table.snapshot.lines if line.kind == "play"] == [False, True]


# ---- clocks, pauses and what begins -------------------------------------------------------------


def test_the_clock_that_runs_warns_by_itself_and_is_silenced_for_good(desk: MakeDesk) -> None:
    table = desk("huaian", play_seconds=1)
    table.play(("E", "H3"))
    table.until(table.window.warnings.isVisible)
    assert table.window.warnings.rows[0].text.full_text() == "South: the 1 s are over"
    table.key(Key.Key_M, CONTROL)
    table.until(lambda: not table.window.warnings.isVisible())
    table.enter("h5")
    table.until(lambda: any(line.seat == "S" and line.over for line in table.snapshot.lines))
    assert all(each.seat != "S" for each in table.snapshot.conduct.warnings), "it was seen while it ran"


def test_pauses_and_rulings_stand_in_the_list(desk: MakeDesk) -> None:
    table = desk("xiangyang-2024")
    table.play(("E", "H3"))
    table.session.call_referee("a spectator")
    table.session.go_on()
    table.session.end_deal(("E", "W"), "all agreed")
    table.session.confirm_deal(0)
    table.until(lambda: table.snapshot.ending and table.snapshot.ending.confirmed[0])
    model = table.window.plays.model
    said = [model.index(row).data() for row in range(model.rowCount())]
    assert said[2:4] == ["Pause  (a spectator)", "Play goes on"]
    assert said[4].startswith("The rest is thrown in: first out East, second out West")
    assert said[-1] == "E–W confirm the result"


def test_a_deal_that_begins_with_its_first_play_says_so(desk: MakeDesk) -> None:
    table = desk()
    assert "No deal yet" in table.window.table.trick.what.full_text()
    table.session.start_deal("5", None)
    table.until(lambda: table.snapshot.first_leads)
    assert "begins with the first play" in table.window.table.trick.what.full_text()
    assert table.window.top.deal.text() == "Deal 1, level 5, from the first play"
    table.session.type_play("S", tuple(parse_cards("H3")))
    table.until(lambda: table.snapshot.deal == 1)
    assert table.window.top.deal.text() == "Deal 1, level 5"


@pytest.mark.parametrize(
    ("found", "said"),
    [
        ("whole", "No table file: the whole picture is taken as the table."),
        ("markers", "No table file: the table is placed by its markers."),
    ],
)
def test_a_table_that_no_file_tells_of_is_said(
    make_window: MakeWindow, session: FakeSession, found: str, said: str
) -> None:
    window = make_window(session)
    window._ticker.stop()
    window._tick()
    assert window.status.notice.full_text() == ""
    session.table_found = found
    window._tick()
    assert window.status.notice.full_text() == said


def test_suits_left_out_are_asked_for_before_a_bomb_is_made_of_them(desk: MakeDesk) -> None:
    table = desk()
    table.play(("E", "C4"))
    table.window.by_hand.field.setFocus()
    QTest.keyClicks(table.window.by_hand.field, "34567")
    hint = table.window.by_hand.hint
    assert hint.full_text() == "Write the suits: only as straight flush 3–7 would it beat single 4."
    table.key(Key.Key_Return)
    table.until(lambda: "whose suits" in str(table.snapshot.notice) or table.window.status.notice.full_text())
    assert "without its suits" in table.window.status.notice.full_text()
    assert [line.seat for line in table.snapshot.lines if line.kind == "play"] == ["E"]
    table.enter("s3s4s5s6s7")
    table.until(lambda: [line.seat for line in table.snapshot.lines if line.kind == "play"] == ["E", "S"])
    assert [e.state for e in table.record() if isinstance(e, Play)] == [Standing.ACCEPTED] * 2


@pytest.mark.parametrize("name", ["call", "rule", "silence", "step", "strike"])
def test_the_keys_of_conduct_are_changed_as_others_are(desk: MakeDesk, name: str) -> None:
    table = desk()
    table.play(("E", "C4"))
    table.window.keys.change(name, "Ctrl+Shift+F8")
    if name == "call":
        assert table.window.conduct.call.text() == "Call referee (Ctrl+Shift+F8)"
        table.key(Key.Key_F12)
        table.key(Key.Key_F8, CONTROL | SHIFT)
        table.until(lambda: table.window.conduct.dialog is not None)
        assert table.window.conduct.paused
    elif name == "rule":
        table.key(Key.Key_F8, CONTROL | SHIFT)
        assert table.window.conduct.dialog is not None
    elif name == "strike":
        table.key(Key.Key_F8, CONTROL | SHIFT)
        assert table.window.by_hand.mode is Mode.STRIKE
    elif name == "silence":
        table.session.report("E", 9)
        table.until(table.window.warnings.isVisible)
        assert "Ctrl+Shift+F8" in table.window.warnings.rows[0].seen.text()
        table.key(Key.Key_F8, CONTROL | SHIFT)
        table.until(lambda: not table.window.warnings.isVisible())
    else:
        table.session.end_deal(("E", "W"), "")
        table.until(table.window.deal_end.isVisible)
        assert "Ctrl+Shift+F8" in table.window.deal_end.confirms[0].text()
        table.key(Key.Key_F8, CONTROL | SHIFT)
        table.until(lambda: table.snapshot.ending.confirmed[0])


@pytest.mark.parametrize(
    ("refusal", "said"),
    [("auto", "refuse it at once."), ("optional", "may refuse it."), ("off", "East.")],
)
def test_tribute_is_refused_as_the_set_says(desk: MakeDesk, refusal: str, said: str) -> None:
    table = desk(refuse_tribute=refusal)
    table.play(("E", "C3"))
    table.session.end_deal(("E", "S", "W", "N"), "")
    table.until(table.window.deal_end.isVisible)
    assert table.window.deal_end.tribute.text().endswith(said)


def test_the_seat_at_a_call_is_the_likely_one(desk: MakeDesk) -> None:
    table = desk()
    table.play(("E", "C3"), ("S", "C5"))
    conduct = table.window.conduct
    conduct.open_rulings()
    dialog = conduct.dialog
    assert dialog is not None
    likely = {}
    for row in range(dialog.list.count()):
        dialog.list.setCurrentRow(row)
        if dialog.chosen is not None and dialog.chosen.asks_seat:
            likely[dialog.chosen.value] = dialog.seat
    assert (likely[Breach.ILLEGAL_PLAY], likely[Breach.MISSING_REPORT]) == ("S", "S")
    assert (likely[Breach.OVERRUN], likely[Breach.MISCONDUCT]) == ("W", "W")
    dialog.reject()


def test_keys_say_the_names_of_the_seats(desk: MakeDesk) -> None:
    table = desk()
    table.window.open_keys()
    (form,) = table.window.findChildren(KeysHelp)
    form.search.setText("Ctrl+2")
    chosen = form.list.currentItem()
    assert (chosen.text(0), chosen.text(1)) == ("For South", "Ctrl+2")
    form.reject()
    panel = table.window.by_hand
    panel.field.setText("h3")
    assert panel.hint.full_text() == "Pick the seat: Ctrl+1 to Ctrl+4."
