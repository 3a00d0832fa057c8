"""The rules in words: every switch of the engine can be said, and changed, in both languages."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QListWidget, QSpinBox
from pytestqt.qtbot import QtBot

from app.ui.setup_rules import RulesTree
from app.ui.switch_form import SwitchForm
from app.ui.switch_words import WORDS, groups, switch_text, value_text
from engine.cards import RANKS
from engine.rules import RuleSet, built_in, switches
from engine.switches import Choice


def test_the_words_are_those_of_the_engine() -> None:
    wanted = {switch.words for switch in switches().values()}
    for switch in switches().values():
        if isinstance(switch, Choice):
            wanted |= {said for name, said in switch.choices.items() if name not in (*RANKS, "A+")}
    assert set(map(str, WORDS)) == wanted


def test_every_switch_stands_in_one_group() -> None:
    assert [name for _, names in groups() for name in names] == list(switches())


@pytest.mark.parametrize("name", built_in())
def test_every_value_of_a_set_can_be_said(name: str) -> None:
    rules = RuleSet.load(name)
    for switch in switches():
        assert switch_text(switch)
        assert value_text(switch, getattr(rules, switch))


@pytest.mark.parametrize(
    ("name", "act", "value"),
    [
        ("tie", lambda f: f.setCurrentRow(4), "extra_deal"),
        ("wild_in_place", lambda f: f.setCurrentRow(1), False),
        ("play_seconds", lambda f: f.setValue(45), 45),
        ("report_on_request", lambda f: f.setValue(f.minimum()), None),
        ("must_play", lambda f: f.setText("5, 10 a"), ("5", "T", "A")),
        ("late_steps", lambda f: f.setText("5:1 10:2"), ((5, 1), (10, 2))),
    ],
)
def test_a_switch_is_changed_in_its_form(app: QApplication, qtbot: QtBot, name: str, act, value) -> None:  # type: ignore[no-untyped-def]
    usual = getattr(RuleSet.load("national-2022"), name)
    form = SwitchForm(name, usual, usual)
    qtbot.addWidget(form)
    assert isinstance(form.field, QListWidget | QSpinBox | QLineEdit)
    act(form.field)
    with qtbot.waitSignal(form.chosen) as caught:
        QTest.keyClick(form, Qt.Key.Key_Return)
    assert caught.args == [value]


def test_what_cannot_be_read_is_not_taken(app: QApplication, qtbot: QtBot) -> None:
    form = SwitchForm("late_steps", (), ())
    qtbot.addWidget(form)
    assert isinstance(form.field, QLineEdit)
    form.field.setText("soon")
    with qtbot.assertNotEmitted(form.chosen):
        form.take()
    assert "cannot be read" in form.said.text()


def test_a_changed_rule_is_marked_until_it_is_as_in_the_set(app: QApplication, qtbot: QtBot) -> None:
    tree = RulesTree()
    qtbot.addWidget(tree)
    base = RuleSet.load("huaian")
    tree.show_rules(base, {})
    tree.set_value("late_steps", ((5, 1),))
    tree.set_value("round_minutes", None)
    assert tree.switches == {"late_steps": [[5, 1]], "round_minutes": "none"}
    assert base.with_switches(tree.switches).late_steps == ((5, 1),)
    marked = tree.findItems(
        "changed; the set says", Qt.MatchFlag.MatchContains | Qt.MatchFlag.MatchRecursive, 1
    )
    assert len(marked) == 2
    tree.set_value("late_steps", base.late_steps)
    assert tree.switches == {"round_minutes": "none"}


def test_a_change_that_cannot_be_is_left_out(app: QApplication, qtbot: QtBot) -> None:
    tree = RulesTree()
    qtbot.addWidget(tree)
    tree.show_rules(RuleSet.load("huaian"), {"last_level": "5"})
    tree.set_value("start_level", "9")
    assert tree.switches == {"last_level": "5"}
