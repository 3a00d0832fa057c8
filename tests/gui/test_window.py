"""What the referee does, and what the window shows."""

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.snapshot import Snapshot
from app.store import Mended, SaveError
from app.ui import proposal as proposal_module
from app.ui.deal_form import DealForm
from app.ui.main_window import MainWindow
from engine.cards import parse_cards
from engine.combos import classify
from tests.gui import fakes
from tests.gui.conftest import MakeWindow
from tests.gui.fakes import FakeSession

Key = Qt.Key


@pytest.fixture
def window(make_window: MakeWindow, session: FakeSession, prompt: None) -> MainWindow:
    made = make_window(session)
    made.show_snapshot(fakes.busy_state(fakes.proposal(text="S6 H6")))
    return made


# The proposal


def test_enter_accepts(window: MainWindow, session: FakeSession) -> None:
    QTest.keyClick(window.proposal.field, Key.Key_Return)
    assert session.told == [("answer", 5, None, False)]


def test_enter_accepts_wherever_the_focus_is(window: MainWindow, session: FakeSession) -> None:
    window.plays.view.setFocus()
    QTest.keyClick(window.plays.view, Key.Key_Enter)
    assert session.told == [("answer", 5, None, False)]


@pytest.mark.parametrize("typed", ["H3 S3", "h3s3", "h3,s3", "♥3 ♠3"])
def test_typed_cards_correct(window: MainWindow, session: FakeSession, typed: str) -> None:
    QTest.keyClicks(window.proposal.field, "")
    window.proposal.field.setText(typed)
    assert window.proposal.accept.text() == "Correct (Enter)"
    QTest.keyClick(window.proposal.field, Key.Key_Return)
    assert session.told == [("answer", 5, "H3 S3", False)]


def test_no_play_by_word_and_by_button(window: MainWindow, session: FakeSession) -> None:
    QTest.keyClicks(window.proposal.field, "pass")
    assert window.proposal.hint.full_text() == "What was seen is no play."
    QTest.keyClick(window.proposal.field, Key.Key_Return)
    window.show_snapshot(fakes.busy_state(fakes.proposal(6)))
    QTest.mouseClick(window.proposal.dismiss, Qt.MouseButton.LeftButton)
    assert session.told == [("answer", 5, "", True), ("answer", 6, "", True)]


def test_escape_clears_first_and_then_puts_aside(window: MainWindow, session: FakeSession) -> None:
    QTest.keyClicks(window.proposal.field, "h3")
    QTest.keyClick(window.proposal.field, Key.Key_Escape)
    assert window.proposal.field.text() == ""
    assert session.told == []
    QTest.keyClick(window.proposal.field, Key.Key_Escape)
    assert session.told == [("put_aside", 5)]


def test_what_cannot_be_read_is_not_sent(window: MainWindow, session: FakeSession) -> None:
    QTest.keyClicks(window.proposal.field, "h3 x9")
    assert window.proposal.hint.full_text().startswith("Cannot read “x9”")
    QTest.keyClick(window.proposal.field, Key.Key_Return)
    assert session.told == []
    assert window.proposal.field.text() == "h3 x9"


def test_one_answer_for_one_proposal(window: MainWindow, session: FakeSession) -> None:
    for _ in range(3):
        QTest.keyClick(window.proposal.field, Key.Key_Return)
    assert len(session.told) == 1


def test_an_answer_that_was_not_taken_can_be_given_again(
    window: MainWindow, session: FakeSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(proposal_module, "RETRY_AFTER_S", 0.0)
    QTest.keyClicks(window.proposal.field, "h3s3")
    QTest.keyClick(window.proposal.field, Key.Key_Return)
    window.show_snapshot(replace(window.snapshot, notice="W has 1 card"))
    assert window.proposal.field.text() == "h3s3"
    assert window.status.notice.full_text() == "W has 1 card"
    QTest.keyClick(window.proposal.field, Key.Key_Return)
    assert len(session.told) == 2


def test_enter_meant_for_the_one_before_does_not_answer_a_new_one(
    make_window: MakeWindow, session: FakeSession
) -> None:
    window = make_window(session)
    window.show_snapshot(fakes.busy_state())
    QTest.keyClick(window.proposal.field, Key.Key_Return)
    assert session.told == []
    assert window.proposal.hint.full_text() == "It has only just come: look, then press Enter."


def test_enter_with_nothing_waiting_does_nothing(window: MainWindow, session: FakeSession) -> None:
    window.show_snapshot(replace(window.snapshot, pending=None))
    assert window.focusWidget() is window.proposal.field
    QTest.keyClick(window.focusWidget(), Key.Key_Return)
    QTest.keyClick(window.focusWidget(), Key.Key_Escape)
    assert session.told == []
    assert window.proposal.who.text() == "Nothing waits"


def test_the_proposal_in_words(window: MainWindow) -> None:
    window.show_snapshot(fakes.busy_state(fakes.proposal(8, text="S6 H6", reason="skipped_seat", p=0.934)))
    panel = window.proposal
    assert panel.who.text().startswith("West ")
    assert panel.reason.text() == "A seat before it was skipped: did it pass?"
    assert panel.what.full_text() == "pair of 6"
    assert panel.sure.full_text().startswith("93 % sure; 1 of 2, Down: ♠7")
    assert panel.row.cards == parse_cards("S6 H6")


def test_a_play_that_is_not_allowed_says_which_rule(window: MainWindow) -> None:
    illegal = fakes.proposal(8, text="S6 H6", reason="illegal", combo=None)
    window.show_snapshot(replace(fakes.busy_state(illegal), lines=()))
    assert window.proposal.reason.text() == "pair of 6 does not beat 10-card bomb of 7; 2 wild."
    assert window.proposal.what.full_text() == "pair of 6"
    window.show_snapshot(fakes.busy_state(fakes.proposal(9, text="S6 ??", reason="illegal", combo=None)))
    assert window.proposal.what.full_text() == "a card is not read"


def test_what_ended_the_recording_stays_in_sight(window: MainWindow, session: FakeSession) -> None:
    session.fault = OSError("match.jsonl: disk full")
    window._tick()
    assert window.status.notice.full_text() == "match.jsonl: disk full"


def test_evidence_shows_large_until_the_proposal_goes(window: MainWindow) -> None:
    QTest.mouseClick(window.proposal.evidence, Qt.MouseButton.LeftButton)
    assert window.view._still is not None
    window.show_snapshot(replace(window.snapshot, pending=None))
    assert window.view._still is None


def test_a_proposal_takes_the_focus_only_from_an_idle_referee(window: MainWindow) -> None:
    quiet = replace(window.snapshot, pending=None)
    window.show_snapshot(quiet)
    window.by_hand.field.setFocus()
    QTest.keyClicks(window.by_hand.field, "h3")
    window.show_snapshot(replace(quiet, pending=fakes.proposal(9)))
    assert window.focusWidget() is window.by_hand.field
    window.by_hand.field.clear()
    window.show_snapshot(quiet)
    window.show_snapshot(replace(quiet, pending=fakes.proposal(10)))
    assert window.focusWidget() is window.proposal.field


# By hand


def test_a_play_by_hand_is_for_the_seat_to_move(window: MainWindow, session: FakeSession) -> None:
    window.show_snapshot(replace(window.snapshot, pending=None))
    QTest.keyClick(window, Key.Key_F3)
    QTest.keyClicks(window.by_hand.field, "sb hr")
    QTest.keyClick(window.by_hand.field, Key.Key_Return)
    assert session.told == [("type_play", "W", "SB HR")]


def test_what_is_typed_while_nothing_waits_is_a_play_by_hand(
    window: MainWindow, session: FakeSession
) -> None:
    window.show_snapshot(replace(window.snapshot, pending=None))
    assert window.focusWidget() is window.proposal.field
    for sign in "sbhr":
        QTest.keyClicks(window.focusWidget(), sign)
    QTest.keyClick(window.focusWidget(), Key.Key_Return)
    assert session.told == [("type_play", "W", "SB HR")]


def test_by_hand_for_the_seat_that_waits_answers_its_proposal(
    window: MainWindow, session: FakeSession
) -> None:
    QTest.keyClick(window, Key.Key_F3)
    QTest.keyClicks(window.by_hand.field, "6 6 hr")
    QTest.keyClick(window.by_hand.field, Key.Key_Return)
    QTest.keyClick(window, Key.Key_F10)
    # What comes before the first is in the log is of whoever is to move then.
    assert session.told == [("answer", 5, "S6 H6 HR", False), ("type_pass", None)]


def test_a_play_by_hand_for_another_seat(window: MainWindow, session: FakeSession) -> None:
    QTest.mouseClick(window.by_hand.picks.seats["E"], Qt.MouseButton.LeftButton)
    QTest.keyClicks(window.by_hand.field, "h3")
    QTest.mouseClick(window.by_hand.record, Qt.MouseButton.LeftButton)
    QTest.mouseClick(window.by_hand.passing, Qt.MouseButton.LeftButton)
    assert session.told == [("type_play", "E", "H3"), ("type_pass", None)]


def test_a_refused_entry_comes_back_and_the_line_is_free_at_once(window: MainWindow) -> None:
    QTest.mouseClick(window.by_hand.picks.seats["E"], Qt.MouseButton.LeftButton)
    QTest.keyClicks(window.by_hand.field, "h3")
    QTest.keyClick(window.by_hand.field, Key.Key_Return)
    assert window.by_hand.field.text() == ""
    window.show_snapshot(replace(window.snapshot, notice="out of turn"))
    assert (window.by_hand.field.text(), window.by_hand.seat) == ("h3", "E")
    QTest.keyClick(window.by_hand.field, Key.Key_Return)
    lines = window.snapshot.lines
    taken = fakes.line(lines[-1].seq + 1, "E", "H3", source="typed")
    window.show_snapshot(replace(window.snapshot, notice="", lines=(*lines, taken)))
    assert window.by_hand.field.text() == ""
    assert window.by_hand.seat == "W"


def test_what_is_typed_while_the_last_entry_is_on_its_way_is_kept(
    window: MainWindow, session: FakeSession
) -> None:
    window.show_snapshot(replace(window.snapshot, pending=None, notice=""))
    QTest.keyClick(window, Key.Key_F3)
    QTest.keyClicks(window.by_hand.field, "pass")
    QTest.keyClick(window.by_hand.field, Key.Key_Return)
    QTest.keyClicks(window.by_hand.field, "9")
    lines = window.snapshot.lines
    grown = (*lines, fakes.line(lines[-1].seq + 1, "W", "", source="typed"))
    window.show_snapshot(replace(window.snapshot, lines=grown))
    QTest.keyClicks(window.by_hand.field, "9")
    assert window.by_hand.field.text() == "99"


def test_f4_corrects_the_newest_line(window: MainWindow, session: FakeSession) -> None:
    newest = window.snapshot.lines[-2]
    window.show_snapshot(replace(window.snapshot, lines=window.snapshot.lines[:-1]))
    QTest.keyClick(window, Key.Key_F4)
    assert window.by_hand.field.text() == fakes.BOMB
    assert window.by_hand.title.full_text().startswith(f"Correct line {newest.seq}: East ♠7")
    QTest.keyClicks(window.by_hand.field, "s8 h8")  # typing replaces the text, which is selected
    assert window.by_hand.hint.full_text() == "pair of 8"
    QTest.keyClick(window.by_hand.field, Key.Key_Return)
    assert session.told == [("correct", newest.seq, "S8 H8")]
    window.show_snapshot(replace(window.snapshot, notice="E cannot"))
    assert window.by_hand.field.text() == "s8 h8"
    window.show_snapshot(replace(window.snapshot, notice=""))
    assert not window.by_hand.busy


def test_a_chosen_line_becomes_a_pass(window: MainWindow, session: FakeSession) -> None:
    row = next(i for i, line in enumerate(window.snapshot.lines) if line.kind == "play")
    window.plays.view.setCurrentIndex(window.plays.model.index(row))
    QTest.keyClick(window, Key.Key_F4)
    window.by_hand.field.setText("pass")
    QTest.keyClick(window.by_hand.field, Key.Key_Return)
    assert session.told == [("correct", window.snapshot.lines[row].seq, "")]


def test_escape_leaves_a_correction_and_answers_nothing(window: MainWindow, session: FakeSession) -> None:
    QTest.keyClick(window, Key.Key_F4)
    QTest.keyClick(window.by_hand.field, Key.Key_Escape)
    assert session.told == []
    assert window.focusWidget() is window.proposal.field
    assert not window.by_hand.busy


def test_before_the_first_deal_the_seat_is_picked(window: MainWindow, session: FakeSession) -> None:
    window.show_snapshot(fakes.empty_state())
    assert window.table.trick.what.full_text() == "No deal yet: start one (Ctrl+N)"
    window.by_hand.field.setText("h3")
    assert window.by_hand.hint.full_text() == "Pick the seat: Ctrl+1 to Ctrl+4."
    QTest.keyClick(window.by_hand.field, Key.Key_Return)
    assert session.told == []
    QTest.mouseClick(window.by_hand.picks.seats["N"], Qt.MouseButton.LeftButton)
    QTest.keyClick(window.by_hand.field, Key.Key_Return)
    assert session.told == [("type_play", "N", "H3")]


def test_f5_goes_to_the_oldest_asked_line_and_enter_confirms_it(
    window: MainWindow, session: FakeSession
) -> None:
    lines = tuple(replace(line, state="accepted") for line in window.snapshot.lines)
    plays = [i for i, line in enumerate(lines) if line.kind == "play"]
    asked = {plays[1], plays[4]}
    lines = tuple(replace(line, state="asked") if i in asked else line for i, line in enumerate(lines))
    window.show_snapshot(replace(window.snapshot, lines=lines))
    QTest.keyClick(window, Key.Key_F5)
    QTest.keyClick(window.by_hand.field, Key.Key_Return)
    first = lines[plays[1]]
    assert session.told == [("correct", first.seq, " ".join(map(str, first.cards)))]


# A deal


def between_deals() -> Snapshot:
    """North was first out, and its side plays the 8 next."""
    state = fakes.busy_state()
    seats = tuple(replace(view, to_play=False, laid=()) for view in state.seats)
    return replace(state, seats=seats, pending=None, to_beat=None, best=None, since_ms=None)


def open_form(window: MainWindow) -> DealForm:
    window.show_snapshot(between_deals())
    QTest.keyClick(window, Key.Key_N, Qt.KeyboardModifier.ControlModifier)
    form = QApplication.activeModalWidget()
    assert isinstance(form, DealForm)
    return form


def test_no_deal_starts_while_one_runs(window: MainWindow) -> None:
    assert not window.top.start.isEnabled()
    QTest.keyClick(window, Key.Key_N, Qt.KeyboardModifier.ControlModifier)
    assert QApplication.activeModalWidget() is None


def test_starting_a_deal(window: MainWindow, session: FakeSession) -> None:
    form = open_form(window)
    for group, value in ((form.levels, "K"), (form.leaders, "S")):
        key = next(key for key in group.buttons() if key.property("value") == value)
        QTest.mouseClick(key, Qt.MouseButton.LeftButton)
    QTest.keyClick(form, Key.Key_Return)
    assert session.told == [("start_deal", "K", "S")]


def test_a_deal_starts_at_the_winners_level_with_whoever_lays_first(
    window: MainWindow, session: FakeSession
) -> None:
    QTest.keyClick(open_form(window), Key.Key_Return)
    assert session.told == [("start_deal", "8", None)]


def test_escape_starts_no_deal(window: MainWindow, session: FakeSession) -> None:
    QTest.keyClick(open_form(window), Key.Key_Escape)
    assert session.told == []


# What is shown


def test_seats_and_trick(window: MainWindow) -> None:
    east, south, west, north = window.table.seats
    assert east.left.text() == "4"
    assert south.state.text() == "passed, asked"
    assert west.state.text().startswith("to move 0:2")
    assert north.state.text() == "first out"
    assert window.table.trick.who.text() == "On the table, laid by East"
    assert window.table.trick.what.full_text() == "10-card bomb of 7; 2 wild"
    assert window.table.trick.row.cards == parse_cards(fakes.BOMB)


def test_seats_sit_as_in_the_picture(window: MainWindow) -> None:
    east, south, west, north = (card.geometry().center() for card in window.table.seats)
    assert west.x() < south.x() < east.x()
    assert south.y() < west.y() < north.y()


def test_the_newest_line_is_in_sight_until_somebody_scrolls(window: MainWindow) -> None:
    QApplication.processEvents()
    bar = window.plays.view.verticalScrollBar()
    assert bar.value() == bar.maximum() > 0
    bar.setValue(0)
    lines = window.snapshot.lines
    window.show_snapshot(replace(window.snapshot, lines=(*lines, fakes.line(99, "N", "H3"))))
    QApplication.processEvents()
    assert bar.value() == 0
    QTest.mouseClick(window.plays.newest, Qt.MouseButton.LeftButton)
    assert bar.value() == bar.maximum()


def test_a_corrected_line_changes_in_place(window: MainWindow) -> None:
    model, lines = window.plays.model, window.snapshot.lines
    changed: list[int] = []
    model.dataChanged.connect(lambda first, last: changed.append(first.row()))
    window.show_snapshot(
        replace(window.snapshot, lines=(*lines[:2], fakes.line(3, "S", "H9", corrected=True), *lines[3:]))
    )
    assert changed == [2]
    assert "corrected" in str(model.data(model.index(2)))


def test_the_language_switches_at_once(window: MainWindow) -> None:
    QTest.keyClick(window, Key.Key_L, Qt.KeyboardModifier.ControlModifier)
    QApplication.processEvents()
    assert window.plays.title.text() == "出牌记录"
    assert window.proposal.reason.text() == "这手牌没有看准。"
    assert window.table.trick.what.full_text() == "10 张炸弹 7；配 2 张"
    assert [card.badge.text() for card in window.table.seats] == ["东", "南", "西", "北"]
    assert window.top.language.text() == "English"
    QTest.mouseClick(window.top.language, Qt.MouseButton.LeftButton)
    QApplication.processEvents()
    assert window.plays.title.text() == "Plays"
    assert window.top.language.text() == "中文"


def test_the_status_line(window: MainWindow) -> None:
    window.show_picture(fakes.busy_picture())
    assert window.status.camera.text() == "camera 0: 14.8 pictures/s, 12 dropped"
    assert window.status.record.text() == "Record 2026-11-30-table-7.jsonl"
    assert window.status.saved.text() == f"saved up to line {window.snapshot.lines[-1].seq}"
    window.status.show_stalled(7)
    assert window.status.camera.text() == "camera 0: no picture for 7 s"


def test_a_film_that_has_ended_is_no_alarm(make_window: MakeWindow) -> None:
    window = make_window(FakeSession(source_name="/films/table.mp4"))
    window.show_picture(fakes.busy_picture())
    window.status.show_stalled(7)
    assert window.status.camera.text() == "table.mp4: no further pictures"
    assert window.status.camera.property("role") == "muted"


def test_a_bomb_over_a_bomb_is_weighed_while_typing(window: MainWindow) -> None:
    field, hint = window.by_hand.field, window.by_hand.hint
    field.setText("s7")
    assert hint.full_text() == "Both ♠7 have been played already."
    window.show_snapshot(replace(window.snapshot, lines=()))
    field.setText("s8")
    assert hint.full_text() == "single 8 does not beat 10-card bomb of 7; 2 wild."
    field.setText("sa ha ca")
    assert "does not beat" in hint.full_text()
    leading = replace(window.snapshot, to_beat=None, best=None, lines=())
    window.show_snapshot(leading)
    field.setText("sa ha ca")
    assert hint.full_text() == "triple of A"
    field.setText("sa sa sa")
    assert hint.full_text() == "There are only two of ♠A."
    field.setText("sa h3")
    assert hint.full_text() == "These 2 cards together are no play at level 10."
    field.setText("pass")
    assert hint.full_text() == "West leads and cannot pass."
    few = tuple(replace(view, left=1) for view in leading.seats)
    window.show_snapshot(replace(leading, seats=few))
    field.setText("sa ha")
    assert hint.full_text() == "West has only 1 left."


def test_every_reading_of_wild_cards_is_named(window: MainWindow) -> None:
    window.show_snapshot(replace(window.snapshot, to_beat=None, best=None, lines=(), level="5"))
    window.by_hand.field.setText("s6 c7 h8 h5 h5")
    said = window.by_hand.hint.full_text()
    assert said.count(" or ") == len(classify(parse_cards("S6 C7 H8 H5 H5"), "5")) - 1
    assert "straight 6–10" in said


@pytest.mark.parametrize(
    ("lang", "moved", "blind", "anew"),
    [
        ("en", "was moved: reading pauses", "covered or was turned away", "was placed anew"),
        ("zh", "暂停读牌", "遮挡或转开", "已自动重新对准"),
    ],
)
def test_how_the_camera_stands_is_said(
    make_window: MakeWindow, session: FakeSession, lang: str, moved: str, blind: str, anew: str
) -> None:
    window = make_window(session, lang)
    picture = fakes.busy_picture()
    window.show_picture(picture)
    assert window.status.notice.full_text() == ""
    window.show_picture(replace(picture, view="moved"))
    assert moved in window.status.notice.full_text()
    window.show_picture(replace(picture, view="blind"))
    assert blind in window.status.notice.full_text()
    window.show_picture(replace(picture, moves=1))
    assert anew in window.status.notice.full_text()


# The record as a file


def test_what_is_not_saved_is_a_warning_until_something_is(window: MainWindow, session: FakeSession) -> None:
    session.fault = session.unsaved = SaveError("m.db: event 3 was not saved: database or disk is full")
    window.show_snapshot(fakes.busy_state())
    row = window.warnings.rows[0]
    assert row.isVisible()
    assert row.text.full_text().startswith("Not saved: the disk is full.")
    assert not row.seen.isVisible()
    session.unsaved = None
    window.show_snapshot(fakes.busy_state())
    texts = [row.text.full_text() for row in window.warnings.rows if row.isVisible()]
    assert not any(text.startswith("Not saved") for text in texts)
    assert window.status.notice.full_text() == ""


def test_a_record_that_was_put_right_is_told_of_until_it_is_seen(
    make_window: MakeWindow, session: FakeSession, prompt: None
) -> None:
    session.mended = Mended.CHANGED
    window = make_window(session)
    window.show_snapshot(fakes.busy_state())
    row = window.warnings.rows[0]
    assert "2026-11-30-table-7.jsonl.changed" in row.text.full_text()
    row.seen.click()
    assert not row.isVisible() or "changed" not in row.text.full_text()
