"""Keys that can be changed, two looks, candidates, and what stands beside the table."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QHelpEvent, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from app.settings import load
from app.snapshot import Snapshot
from app.ui import theme
from app.ui.actions import ACTIONS, GROUPS, Keys, KeyTaken
from app.ui.chips import CardRow
from app.ui.controls import ShrinkLabel
from app.ui.corners import suits_text
from app.ui.keys_help import KeysHelp
from app.ui.main_window import MainWindow
from app.unseen import RankLeft
from engine.cards import parse_cards
from engine.clock import Clock, Timing
from tests.gui import fakes
from tests.gui.conftest import MakeWindow
from tests.gui.fakes import FakeSession

Key = Qt.Key
CONTROL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def window(make_window: MakeWindow, session: FakeSession, prompt: None) -> MainWindow:
    made = make_window(session)
    made._ticker.stop()
    made.show_snapshot(fakes.busy_state(fakes.proposal(text="S6 H6")))
    return made


@pytest.fixture
def dark_again(app: QApplication) -> Iterator[None]:
    yield
    theme.use(app, "dark")


# Keys


def open_keys(window: MainWindow) -> KeysHelp:
    QTest.keyClick(window, Key.Key_F1)
    form = QApplication.activeModalWidget()
    assert isinstance(form, KeysHelp)
    return form


def shown_lines(form: KeysHelp) -> list[tuple[str, str]]:
    heads = (form.list.topLevelItem(row) for row in range(form.list.topLevelItemCount()))
    items = (head.child(row) for head in heads if head for row in range(head.childCount()))
    return [(item.text(0), item.text(1)) for item in items if item and not item.isHidden()]


def test_f1_lists_every_action_in_its_group(window: MainWindow) -> None:
    form = open_keys(window)
    assert form.list.topLevelItemCount() == len(GROUPS)
    assert len(shown_lines(form)) == len(ACTIONS)
    assert ("Undo", "Ctrl+Z") in shown_lines(form)


@pytest.mark.parametrize(
    ("typed", "found"), [("undo", "Undo"), ("ctrl+y", "Do again"), ("thrown", "Cards thrown in")]
)
def test_keys_are_searched_by_name_and_by_key(window: MainWindow, typed: str, found: str) -> None:
    form = open_keys(window)
    QTest.keyClicks(form.search, typed)
    assert [text.startswith(found) for text, _ in shown_lines(form)] == [True]


def test_a_key_changed_under_f1_works_at_once(window: MainWindow, session: FakeSession) -> None:
    changed: list[dict[str, str]] = []
    window.keys_changed.connect(changed.append)
    form = open_keys(window)
    QTest.keyClicks(form.search, "undo")
    QTest.keyClick(form.search, Key.Key_Return)
    QTest.keyClick(form.list, Key.Key_D, CONTROL)
    assert changed == [{"undo": "Ctrl+D"}]
    assert ("Undo", "Ctrl+D") in shown_lines(form)
    form.close()
    window.activateWindow()
    QTest.qWaitForWindowActive(window)
    QTest.keyClick(window, Key.Key_Z, CONTROL)
    assert session.told == []
    QTest.keyClick(window, Key.Key_D, CONTROL)
    assert session.told == [("undo",)]


def test_a_key_that_is_taken_is_refused_in_a_sentence(window: MainWindow) -> None:
    form = open_keys(window)
    QTest.keyClicks(form.search, "undo")
    for key, modifier, said in (
        (Key.Key_F10, Qt.KeyboardModifier.NoModifier, "F10 is the key of “Pass, wherever the keys are”."),
        (Key.Key_Space, Qt.KeyboardModifier.NoModifier, "Space is the key of “Pass, on an empty line”."),
        (
            Key.Key_H,
            Qt.KeyboardModifier.NoModifier,
            "H is needed for typing; take it with Ctrl, or a function key.",
        ),
    ):
        QTest.keyClick(form.search if form.search.hasFocus() else form.list, Key.Key_Return)
        QTest.keyClick(form.list, key, modifier)
        assert form.said.full_text() == said
    assert ("Undo", "Ctrl+Z") in shown_lines(form)


def test_escape_leaves_a_key_as_it_was(window: MainWindow) -> None:
    form = open_keys(window)
    QTest.keyClicks(form.search, "undo")
    QTest.keyClick(form.search, Key.Key_Return)
    QTest.keyClick(form.list, Key.Key_Escape)
    assert form.isVisible()
    assert ("Undo", "Ctrl+Z") in shown_lines(form)


def test_fixed_keys_stay(window: MainWindow) -> None:
    form = open_keys(window)
    QTest.keyClicks(form.search, "aside")
    QTest.keyClick(form.search, Key.Key_Return)
    assert form.said.full_text() == "This key stays as it is."


def test_keys_from_the_settings(make_window: MakeWindow, session: FakeSession) -> None:
    window = make_window(session)
    window.keys.replace({"pass": "Ctrl+D", "no such": "Ctrl+G"})
    window.show_snapshot(replace(fakes.busy_state(), pending=None))
    QTest.keyClick(window, Key.Key_F10)
    assert session.told == []
    QTest.keyClick(window, Key.Key_D, CONTROL)
    assert session.told == [("type_pass", "W")]
    assert window.keys.own == {"pass": "Ctrl+D"}
    assert window.by_hand.passing.toolTip().endswith("Ctrl+D")


def test_no_two_actions_have_one_key(app: QApplication) -> None:
    keys = Keys()
    taken = [keys.key(action.id) for action in ACTIONS if not action.fixed]
    assert len(set(taken)) == len(taken)
    with pytest.raises(KeyTaken):
        keys.change("undo", "Shift+A")


# Looks


def picture(widget: QWidget) -> QImage:
    return widget.grab().toImage()


def test_the_other_look_paints_everything_anew(window: MainWindow, dark_again: None) -> None:
    window.show_picture(fakes.busy_picture())
    shown = [window.top, window.table, window.plays.view, window.proposal, window.by_hand, window.status]
    shown += [*window.table.seats, *window.table.unseen, window.table.clock, window.table.levels]
    QApplication.processEvents()
    QApplication.setCursorFlashTime(0)  # a cursor that blinks makes two pictures of one field
    window.proposal.field.clearFocus()
    before = [picture(widget) for widget in shown]
    seen = picture(window.view)
    QTest.keyClick(window, Key.Key_T, CONTROL)
    assert theme.now == "light"
    QApplication.processEvents()
    for widget, old in zip(shown, before, strict=True):
        now = picture(widget)
        assert now != old, widget
        assert now.size() == old.size(), widget
    assert picture(window.view) == seen
    QTest.keyClick(window, Key.Key_T, CONTROL)
    QApplication.processEvents()
    for widget, old in zip(shown, before, strict=True):
        assert picture(widget) == old, widget
    assert load().settings.theme == "dark"


def luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("name", theme.LOOKS)
def test_text_can_be_read_in_both_looks(name: str) -> None:
    look = theme.LOOKS[name]
    for ink in (look.text, look.muted, look.accent, look.second, look.alarm, look.suit_red, look.suit_black):
        assert contrast(ink, look.panel) >= 4.5, ink
    for ink in (look.text, look.muted):
        assert contrast(ink, look.ground) >= 4.5, ink
        assert contrast(ink, look.raised) >= 4.5, ink
        assert contrast(ink, look.accent_tint) >= 4.5, ink
    assert contrast(look.on_accent, look.accent) >= 4.5


# The proposal


def asked(**more: object) -> Snapshot:
    """North's single 6 leads; it may be one of several."""
    given = fakes.proposal(
        7, text="S6", runner_up=parse_cards("S8"), others=(parse_cards("S6"), parse_cards("S9")), **more
    )
    return replace(fakes.busy_state(given), to_beat=None, best=None, lines=())


def test_candidates_are_gone_through_and_taken(window: MainWindow, session: FakeSession) -> None:
    window.show_snapshot(asked())
    panel = window.proposal
    assert [" ".join(map(str, cards)) for cards in panel.candidates] == ["S6", "S8", "S9"]
    for key, cards in ((Key.Key_Down, "S8"), (Key.Key_Down, "S9"), (Key.Key_Down, "S6"), (Key.Key_Up, "S9")):
        QTest.keyClick(panel.field, key)
        assert panel.row.cards == parse_cards(cards)
    QTest.keyClick(panel.field, Key.Key_Return)
    assert session.told == [("answer", 7, "S9", False)]


def test_a_new_proposal_begins_with_its_likeliest(window: MainWindow, session: FakeSession) -> None:
    window.show_snapshot(asked())
    QTest.keyClick(window.proposal.field, Key.Key_Down)
    window.show_snapshot(fakes.busy_state(fakes.proposal(8, text="S6 H6")))
    assert window.proposal.row.cards == parse_cards("S6 H6")
    QTest.keyClick(window.proposal.field, Key.Key_Return)
    assert session.told == [("answer", 8, None, False)]


def test_suits_left_out_are_those_that_were_seen(window: MainWindow, session: FakeSession) -> None:
    window.show_snapshot(fakes.busy_state(fakes.proposal(8, text="S6 H6 C6", seen=parse_cards("S6 H6 C6"))))
    QTest.keyClicks(window.proposal.field, "6 6 c6")
    QTest.keyClick(window.proposal.field, Key.Key_Return)
    QTest.keyClicks(window.proposal.field, "")
    assert session.told == [("answer", 8, "S6 H6 C6", False)]


@pytest.mark.parametrize(
    ("cards", "seen", "said"),
    [
        ("S6 H6 H6", "S6 H6", "Allowed only if one more ♥6 lies hidden under its equal."),
        ("S6 H6", "S6 H6 D9", "Allowed only if ♦9 was no card of this play."),
    ],
)
def test_a_play_that_is_pieced_together_says_how(
    window: MainWindow, cards: str, seen: str, said: str
) -> None:
    given = fakes.proposal(8, text=cards, seen=parse_cards(seen), pieced=True, reason="illegal", behind=2)
    window.show_snapshot(fakes.busy_state(given))
    assert window.proposal.reason.text() == said
    assert window.proposal.behind.full_text() == "and 2 later readings wait for this"


# Beside the table


def test_cards_left_stand_out_from_ten_on(window: MainWindow) -> None:
    east, south = window.table.seats[:2]
    assert east.left.property("role") == "huge"
    assert south.left.property("role") == "big"
    sizes = [card.size() for card in window.table.seats]
    few = tuple(replace(view, left=9 if view.left else 0) for view in window.snapshot.seats)
    window.show_snapshot(replace(window.snapshot, seats=few))
    QApplication.processEvents()
    assert [card.size() for card in window.table.seats] == sizes


@pytest.mark.parametrize(
    ("took", "limit", "said"),
    [
        (22_500, 30_000, "of 0:30"),
        (26_000, 30_000, "0:04 left"),
        (41_000, 30_000, "over by 0:11"),
        (41_000, None, "no limit"),
    ],
)
def test_the_clock_says_its_limit(window: MainWindow, took: int, limit: int | None, said: str) -> None:
    timing = Timing(Clock.MOVE, 0, "W", took, took, limit, 5000)
    window.show_snapshot(replace(window.snapshot, clock=timing))
    clock = window.table.clock
    assert clock.who.full_text() == "West to move"
    assert clock.limit.full_text() == said
    assert clock.bar.isVisible() == (limit is not None)


def test_the_bar_of_an_overrun_has_another_shape(window: MainWindow, app: QApplication) -> None:
    bar = window.table.clock.bar
    shots = []
    for used in (0.999, 1.2):
        bar.show_used(used, warns=True)
        grey = picture(bar).convertToFormat(QImage.Format.Format_Grayscale8)
        shots.append(grey)
    assert shots[0] != shots[1]
    middle = [[shot.pixelColor(x, 2).lightness() for x in range(10, 60)] for shot in shots]
    assert max(middle[0]) - min(middle[0]) < 20
    assert max(middle[1]) - min(middle[1]) > 40


def test_clocks_that_stand_say_so(window: MainWindow) -> None:
    window.show_snapshot(replace(window.snapshot, paused=True))
    assert window.table.clock.who.full_text() == "Clocks stand"
    window._tick()
    assert window._ran_ms(window.snapshot) == window.snapshot.clock.took_ms


def test_cards_still_out_hide_with_one_key(window: MainWindow) -> None:
    assert all(corner.isVisible() for corner in window.table.unseen)
    places = [card.geometry() for card in window.table.seats]
    QTest.keyClick(window, Key.Key_U, CONTROL)
    QApplication.processEvents()
    assert not any(corner.isVisible() for corner in window.table.unseen)
    assert [card.geometry() for card in window.table.seats] == places
    QTest.keyClick(window, Key.Key_U, CONTROL)
    assert all(corner.isVisible() for corner in window.table.unseen)


def test_the_suits_still_out_show_under_the_mouse(window: MainWindow) -> None:
    corner = window.table.unseen[0]
    spot = corner._cell(5).center().toPoint()
    QApplication.sendEvent(corner, QHelpEvent(QHelpEvent.Type.ToolTip, spot, corner.mapToGlobal(spot)))
    each = window.snapshot.unseen.ranks[5]
    assert suits_text(each) == "7: 4 still out (♠2 ♥0 ♣1 ♦2); 1 more were laid, suit not read"
    assert suits_text(RankLeft("R", 2, (("H", 2),))) == "bJ: 2 still out"


def test_only_what_is_asked_is_listed(window: MainWindow) -> None:
    QTest.keyClick(window, Key.Key_F, CONTROL)
    model = window.plays.model
    lines = [model.line(row) for row in range(model.rowCount())]
    assert lines == [line for line in window.snapshot.lines if line.state == "asked"]
    QTest.keyClick(window, Key.Key_F, CONTROL)
    assert model.rowCount() == len(window.snapshot.lines)


def test_a_line_says_where_it_came_from_and_what_took_too_long(window: MainWindow) -> None:
    line = fakes.line(3, "S", "H9", source="typed", over=True, took_ms=31_000)
    window.show_snapshot(replace(window.snapshot, lines=(line,)))
    said = str(window.plays.model.data(window.plays.model.index(0)))
    assert said.endswith("31.0 s  over the time allowed  typed")


def test_numbers_that_change_move_nothing(window: MainWindow) -> None:
    QApplication.processEvents()
    kinds = (CardRow, ShrinkLabel)
    there = [w for kind in kinds for w in window.findChildren(kind) if w.isVisible()]
    before = [(w, w.geometry()) for w in there]
    for took in (1000, 9000, 59_000, 601_000):
        timing = Timing(Clock.MOVE, 0, "W", took, took, 30_000, 5000)
        window.show_snapshot(replace(window.snapshot, clock=timing))
        QApplication.processEvents()
        panels = [w for w, old in before if w.parent() is not window.table.clock and w.geometry() != old]
        assert not panels


def test_a_hand_session_needs_no_proposal(make_window: MakeWindow) -> None:
    window = make_window(FakeSession(source_name=""))
    window.show_snapshot(fakes.empty_state())
    assert not window.proposal.isVisible()
    assert window.focusWidget() is window.by_hand.field


def test_escape_keeps_the_keys_in_a_hand_session(make_window: MakeWindow) -> None:
    window = make_window(FakeSession(source_name=""))
    window.show_snapshot(replace(fakes.busy_state(), pending=None))
    QTest.keyClick(window, Key.Key_F7)
    QTest.keyClick(window.by_hand.field, Key.Key_Escape)
    assert window.focusWidget() is window.by_hand.field
    assert not window.by_hand.busy


def test_a_point_on_the_table_is_no_button(window: MainWindow) -> None:
    QTest.mouseClick(window.table.unseen[0], Qt.MouseButton.LeftButton, pos=QPoint(4, 4))
    assert window.focusWidget() is window.proposal.field
