"""Rule sets: the built-in ones, a user's own, and what is said about a file at fault."""

from __future__ import annotations

import json
import tomllib
from dataclasses import FrozenInstanceError
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from engine import AwardKind, Breach, MatchStart, RuleSet, RuleSetError, rules_fields, rules_of
from engine.header_rules import called
from engine.penalties import AWARDS, IRREGULARITIES, Award
from engine.rules import built_in, switches
from engine.rules_page import page
from engine.switches import Choice, Flag, LateSteps, Levels, Number, Switch

ROOT = Path(__file__).parents[2]
TEXT = files("engine").joinpath("rulesets/national-2022.toml").read_text("utf-8")
NAMES = ("huaian", "national-2022", "suzhou-2016", "xiangyang-2024")


def entries(name: str) -> dict[str, Any]:
    """What a built-in file says of each switch and each irregularity."""
    data = tomllib.loads(files("engine").joinpath(f"rulesets/{name}.toml").read_text("utf-8"))
    return {key: data[key] for key in switches()} | data["penalties"]


def test_built_in() -> None:
    assert built_in() == NAMES
    huaian, national, suzhou, xiangyang = map(RuleSet.load, NAMES)
    assert (national.name, national.date, national.pass_kind) == ("national-2022", "2022-09-08", "spoken")
    assert (national.tribute, national.round_deals, national.play_seconds) == ("normal", None, None)
    assert (xiangyang.pass_kind, xiangyang.tribute) == ("card", "none")
    assert (xiangyang.round_minutes, xiangyang.round_deals, xiangyang.report_threshold) == (45, 6, 10)
    assert [rules.wild_default for rules in (huaian, national, suzhou, xiangyang)] == [
        "placed",
        "placed",
        "lower",
        "placed",
    ]
    assert [rules.date for rules in (huaian, suzhou)] == ["undated", "2016"]


CASES = [
    ("suzhou-2016", "三(二)", "wild_default", "lower"),
    ("suzhou-2016", "四(一)", "partner_lead", "first"),
    ("suzhou-2016", "四(三)", "a_fail", "repeat"),
    ("suzhou-2016", "五(二)", "equal_tribute", "before_first"),
    ("suzhou-2016", "五(二)", "equal_tribute_leader", "before_first"),
    ("suzhou-2016", "五(四)", "return_to_opponent", "any"),
    ("suzhou-2016", "五(四)", "return_to_partner", "below_level"),
    ("suzhou-2016", "十三 第5条", "play_seconds", 30),
    ("suzhou-2016", "十三 第5条", "tribute_return_seconds", 40),
    ("suzhou-2016", "十三 第2条", "late_forfeit_minutes", 10),
    ("suzhou-2016", "十三 第4条", "leave_forfeit_minutes", 15),
    ("suzhou-2016", "十三 第2条", "forfeit_winner_points", 17),
    ("suzhou-2016", "十四 第1条", "substitutes", "forfeit"),
    ("suzhou-2016", "十五 第1条", "appeal_minutes", 30),
    ("suzhou-2016", "十五 第2条", "appeal_answer_minutes", 120),
    ("suzhou-2016", "十一 第3条3", "warnings_per_violation", 2),
    ("suzhou-2016", "十一 第3条5", "violations_per_loss", 3),
    ("suzhou-2016", "十一 第3条6", "losses_per_suspension", 2),
    ("national-2022", "术语12", "start_level", "2"),
    ("national-2022", "术语13", "must_play", ("A",)),
    ("national-2022", "牌型与名称2", "joker_pair_fullhouse", True),
    ("national-2022", "第十条", "return_to_opponent", "ten"),
    ("national-2022", "第十条", "equal_tribute", "after_first"),
    ("xiangyang-2024", "八(三)1", "first_shuffler", "E"),
    ("xiangyang-2024", "八(三)1", "turned_wild_again", True),
    ("xiangyang-2024", "八(三)2", "tribute", "none"),
    ("xiangyang-2024", "八(三)3", "report_how", "card"),
    ("xiangyang-2024", "八(三)4", "pass_kind", "card"),
    ("xiangyang-2024", "八(三)6", "late_steps", ((5, 1), (10, 2))),
    ("xiangyang-2024", "八", "cutoff_minutes_left", 5),
    ("xiangyang-2024", "八", "cutoff_drawing", "stops"),
    ("xiangyang-2024", "八(一)3", "tie", "draw"),
    ("huaian", "三", "report_threshold", 6),
    ("huaian", "四", "opening_seconds", 180),
    ("huaian", "四", "equal_tribute", "receivers_choose"),
    ("huaian", "四", "return_in_double", "ten"),
    ("huaian", "五", "a_fail", "three_then_2"),
    ("huaian", "七2", "tie", "first_to_reach"),
    ("huaian", "七3", "time_up_deal", "finishes"),
]


@pytest.mark.parametrize(("name", "clause", "switch", "value"), CASES)
def test_what_a_clause_says(name: str, clause: str, switch: str, value: object) -> None:
    rules = RuleSet.load(name)
    assert getattr(rules, switch) == value
    assert rules.origin(switch).clause.startswith(clause)


@pytest.mark.parametrize(
    ("name", "clause", "kind", "first", "later"),
    [
        ("suzhou-2016", "十二3", "play_out_of_turn", Award("misses_trick"), Award("misses_trick")),
        ("suzhou-2016", "十二1", "illegal_play", Award("misses_trick"), Award("misses_trick")),
        ("suzhou-2016", "五(五)", "wrong_return", Award("give_again"), Award("give_again")),
        ("huaian", "六2", "play_out_of_turn", Award("levels", opponents=1), Award("levels", opponents=1)),
        ("huaian", "六2", "gesture_out_of_turn", Award("warning"), Award("levels", opponents=1)),
        ("huaian", "六3", "hidden_cards", Award("levels", opponents=1, own=-1), Award("loss")),
    ],
)
def test_what_a_clause_prescribes(name: str, clause: str, kind: str, first: Award, later: Award) -> None:
    rules = RuleSet.load(name)
    assert (rules.penalty(kind).due(1), rules.penalty(kind).due(2)) == (first, later)
    assert rules.origin(kind).clause.startswith(clause)


@pytest.mark.parametrize("name", NAMES)
def test_every_value_says_where_it_comes_from(name: str) -> None:
    assert RuleSet.load(name).origins.keys() == switches().keys() | IRREGULARITIES.keys()
    for key, entry in entries(name).items():
        assert isinstance(entry, dict), key
        assert entry["source"] in ("text", "national", "quoted", "default"), key
        if entry["source"] == "default":
            assert entry["note"], key
        else:
            assert entry["clause"], key


@pytest.mark.parametrize("name", [name for name in NAMES if name != "national-2022"])
def test_a_silent_text_follows_the_national_rules(name: str) -> None:
    """national 2022 where its first part speaks, the quoted clauses where that is silent, then a default."""
    national = entries("national-2022")
    for key, entry in entries(name).items():
        if entry["source"] != "text":
            plain = {"clause", "note", "source"}
            assert {k: v for k, v in entry.items() if k not in plain} == {
                k: v for k, v in national[key].items() if k not in plain
            }, key
            assert entry["source"] == {"text": "national"}.get(
                national[key]["source"], national[key]["source"]
            )


def test_events_and_rule_sets_speak_of_the_same_kinds() -> None:
    assert set(IRREGULARITIES) == {kind.value for kind in Breach}
    assert set(AWARDS) - {"referee"} == {kind.value for kind in AwardKind}


def test_a_rule_set_is_a_value() -> None:
    rules = RuleSet.load("huaian")
    assert rules == RuleSet.load("huaian")
    assert hash(rules) == hash(RuleSet.load("huaian"))
    with pytest.raises(FrozenInstanceError):
        rules.tribute = "none"  # type: ignore[misc]


HEAD = 'title = "Ours"\ndate = 2026-01-02\n'


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "line 1, name: is missing; a rule set begins with name, title and date"),
        (HEAD + 'parent = "huaian"\n', "line 1, name: is missing"),
        ('\nname = "ours"\n\ntie = "draw"\n', "line 2, title: is missing"),
        ('name = "ours"\ntitle = "Ours"\ntie = "draw"\n', "line 2, date: is missing"),
        ('name = "ours"\n' + HEAD, "line 3, parent: is missing, and so is draw_direction and "),
        ('name = "ours"\n' + HEAD + 'tie = "draw"\n', "line 3, parent: is missing, and so is"),
        (
            'name = "huaian"\n' + HEAD + 'parent = "huaian"\n',
            "line 1, name: huaian is a rule set of the program; one's own needs another name",
        ),
        ('name = "ours"\n' + HEAD + "tie = " + "[" * 3000, "not TOML to be read: its lists"),
        ('name = "ours"\n' + HEAD + "tie = " + "1" * 5000, "a number has more than 15 digits"),
    ],
)
def test_the_head_of_a_file_at_fault(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "ours.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(RuleSetError) as caught:
        RuleSet.load(path)
    assert str(caught.value).startswith(f"{path}, line " if "line" in message else f"{path}: ")
    assert message in str(caught.value)


def own(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "ours.toml"
    path.write_text('name = "ours"\ntitle = "Ours"\ndate = 2026-01-02\n' + text, encoding="utf-8")
    return path


def test_a_set_of_ones_own_names_its_parent(tmp_path: Path) -> None:
    path = own(tmp_path, 'parent = "huaian"\nplay_seconds = 20\nopening_seconds = "none"\n')
    rules, parent = RuleSet.load(str(path)), RuleSet.load("huaian")
    assert (rules.name, rules.title, rules.date) == ("ours", "Ours", "2026-01-02")
    assert (rules.play_seconds, rules.opening_seconds) == (20, None)
    assert (rules.origin("play_seconds").source, rules.origin("tie").source) == ("own", "text")
    changed = {"play_seconds", "opening_seconds"}
    assert all(getattr(rules, key) == getattr(parent, key) for key in switches().keys() - changed)


def test_a_parent_may_be_a_file_beside_it(tmp_path: Path) -> None:
    own(tmp_path, 'parent = "huaian"\n[penalties]\noverrun = {award = "warning", clause = "our 7"}\n')
    child = tmp_path / "child.toml"
    child.write_text('name = "c"\ntitle = "C"\ndate = "2026"\nparent = "ours.toml"\ntie = "draw"\n', "utf-8")
    rules = RuleSet.load(child)
    assert (rules.penalty("overrun").award.name, rules.origin("overrun").clause) == ("warning", "our 7")
    assert (rules.tie, rules.penalty("hidden_cards").due(2).name) == ("draw", "loss")


def test_a_whole_set_without_a_parent(tmp_path: Path) -> None:
    path = tmp_path / "whole.toml"
    path.write_text(TEXT.replace('"national-2022"', '"whole"'), encoding="utf-8")
    assert RuleSet.load(path).name == "whole"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('pass_kind = "sung"', "line 5, pass_kind: 'sung' is none of spoken, card"),
        ("\nreport_threshold = 0", "line 6, report_threshold: 0 is no whole number from 1 to 27"),
        ("report_threshold = true", "line 5, report_threshold: True is no whole number"),
        ('report_threshold = "none"', "report_threshold: 'none' is no whole number"),
        ('play_seconds = "often"', "play_seconds: 'often' is no whole number from 1 to 3600, or 'none'"),
        ('start_level = "1"', "start_level: '1' is none of 2, 3"),
        ('must_play = ["1"]', "must_play: ['1'] is no list of levels"),
        ("report_once = 1", "report_once: 1 is neither true nor false"),
        ("late_steps = [[10, 1], [5, 2]]", "late_steps: [[10, 1], [5, 2]] is no list of rows"),
        ("late_steps = [[10, 0]]", "late_steps: [[10, 0]] is no list of rows"),
        ('tributes = "normal"', "line 5, tributes: no such switch; is tribute meant?"),
        ("zzz = 1", "line 5, zzz: no such switch"),
        ('tie = {source = "text"}', "line 5, tie: a table needs a value"),
        ('tie = {value = "draw", page = 3}', "line 5, tie: 'page' is no part of a switch"),
        ('tie = {value = "draw", source = "me"}', "line 5, tie: source 'me' is none of text, national"),
        ('tie = {value = "draw", clause = 3}', "line 5, tie: clause and note are texts"),
        ("penalties = 3", "line 5, penalties: penalties are a table"),
        ('[penalties]\nsinging = {award = "loss"}', "line 6, singing: no such irregularity; there are draw_"),
        ('[penalties]\noverrun = "loss"', "line 6, overrun: 'loss' is no table such as"),
        ('[penalties]\noverrun = {award = "death"}', "line 6, overrun: award 'death' is none of referee"),
        ('[penalties]\noverrun = {award = "levels"}', "line 6, overrun: the award `levels`, and it alone"),
        (
            '[penalties]\noverrun = {award = "warning", at = 2}',
            "line 6, overrun: `at` and `then` go together",
        ),
        (
            '[penalties]\noverrun = {award = "loss", fee = 2}',
            "line 6, overrun: 'fee' is no part of a penalty",
        ),
        ('[penalties.overrun]\naward = "death"', "line 5, overrun: award 'death' is none of"),
    ],
)
def test_file_at_fault(tmp_path: Path, text: str, message: str) -> None:
    path = own(tmp_path, 'parent = "huaian"\n' + text)
    with pytest.raises(RuleSetError) as caught:
        RuleSet.load(path)
    assert str(caught.value).startswith(str(path))
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (("date = 2022-09-08", 'date = "yesterday"'), "line 10, date: 'yesterday' is no date such as"),
        (("date = 2022-09-08", 'date = "2026-13-99"'), "line 10, date: '2026-13-99' is no date such as"),
        (("date = 2022-09-08", 'date = "2026-13"'), "'2026-13' is no date such as"),
        (("date = 2022-09-08", 'date = "0000"'), "'0000' is no date such as"),
        (("date = 2022-09-08", 'date = "２０２６"'), "is no date such as"),
        (("date = 2022-09-08", "date = "), "not TOML: Invalid value (at line 10"),
        (('name = "national-2022"', "name = 5"), "line 7, name: 5 is no text"),
        (('name = "national-2022"', ""), "name: is missing"),
        (('tie = {value = "draw"', 'tie_ = {value = "draw"'), "tie_: no such switch; is tie meant?"),
        (("\ntie = ", "\n# tie = "), "line 10, parent: is missing, and so is tie: name a set that has them"),
        (("\noverrun = ", "\n# overrun = "), "parent: is missing, and so is overrun: name a set that"),
        (
            ("date = 2022-09-08", "date = 2022-09-08\nparent = 3"),
            "line 11, parent: 3 is no name of a rule set",
        ),
        (
            ("date = 2022-09-08", 'date = 2022-09-08\nparent = "whole.toml"'),
            "line 11, parent: whole.toml is a child of this one",
        ),
        (
            ("date = 2022-09-08", 'date = 2022-09-08\nparent = "nowhere"'),
            "line 11, parent: no rule set named 'nowhere'",
        ),
    ],
)
def test_whole_file_at_fault(tmp_path: Path, change: tuple[str, str], message: str) -> None:
    path = tmp_path / "whole.toml"
    assert change[0] in TEXT
    text = TEXT.replace(*change).replace('"national-2022"', '"whole"')
    path.write_text(text, encoding="utf-8")
    with pytest.raises(RuleSetError) as caught:
        RuleSet.load(path)
    assert message in str(caught.value)


@pytest.mark.parametrize("said", ["2026-02-28", "2026-12", "2026", "undated"])
def test_dates_and_a_mark_of_the_byte_order(tmp_path: Path, said: str) -> None:
    path = tmp_path / "ours.toml"
    text = f'name = "ours"\ntitle = "Ours"\ndate = "{said}"\nparent = "huaian"\n'
    path.write_text(text, encoding="utf-8-sig")
    assert RuleSet.load(path).date == said


def test_file_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(RuleSetError, match="no rule set named 'suzhou'; there are huaian, national-2022, su"):
        RuleSet.load("suzhou")
    with pytest.raises(RuleSetError, match=r"none\.toml: cannot be read: No such file"):
        RuleSet.load(tmp_path / "none.toml")
    (tmp_path / "bad.toml").write_bytes(b"name = '\xff'")
    with pytest.raises(RuleSetError, match="not UTF-8"):
        RuleSet.load(tmp_path / "bad.toml")


def test_switches() -> None:
    rules = RuleSet.load("national-2022")
    assert rules.with_switches({"play_seconds": 20, "tribute": "none"}).play_seconds == 20
    assert rules.with_switches({}) == rules
    changed = rules.with_switches({"penalties": {"overrun": {"award": "warning"}}})
    assert (changed.penalty("overrun").award, changed.origin("overrun").source) == (Award("warning"), "own")
    for wrong in ({"name": "x"}, {"pass": "card"}, {"play_seconds": 0}, {"penalties": {"x": {}}}):
        with pytest.raises(RuleSetError, match=f"rule set national-2022, switch {next(iter(wrong))}: "):
            rules.with_switches(wrong)


def test_the_page_on_the_rules_is_current() -> None:
    assert (ROOT / "docs/rules.md").read_text("utf-8") == page(), (
        "run python -m engine.rules_page > docs/rules.md"
    )


@pytest.mark.parametrize("name", NAMES)
def test_the_page_has_every_value(name: str) -> None:
    part = page().split(f"\n## {name}: ")[1].split("\n## ")[0]
    for key in switches():
        assert f"\n| `{key}` | `" in part
    for words in IRREGULARITIES.values():
        assert f"\n| {words} | `" in part


def test_the_example_on_the_page_is_a_rule_set(tmp_path: Path) -> None:
    path = tmp_path / "club.toml"
    path.write_text(page().split("```toml\n")[1].split("```")[0], encoding="utf-8")
    rules = RuleSet.load(path)
    assert (rules.play_seconds, rules.report_threshold, rules.opening_seconds) == (45, 10, 180)
    assert rules.penalty("overrun").award == Award("warning")


def some_values(switch: Switch) -> list[object]:
    """Values that a switch may have."""
    match switch:
        case Choice():
            return list(switch.choices)
        case Number():
            return [switch.low, switch.high, *([None] if switch.optional else [])]
        case Flag():
            return [True, False]
        case Levels():
            return [["A"], ["J", "A"]]
        case LateSteps():
            return [[], [[5, 1], [10, 2]]]


@pytest.mark.parametrize("key", switches())
def test_every_switch_takes_its_values_and_nothing_else(key: str) -> None:
    rules, others = RuleSet.load("huaian"), switches().keys() - {key}
    assert switches()[key].words.endswith(".")
    for value in some_values(switches()[key]):
        changed = rules.with_switches({key: value})
        plain = getattr(changed, key)
        assert json.loads(json.dumps(plain)) == value
        assert all(getattr(changed, other) == getattr(rules, other) for other in others)
        assert changed.origin(key).source == "own"
    for wrong in ("sometimes", -1, 10**6, [[1]], 2.5):
        with pytest.raises(RuleSetError, match=f"rule set huaian, switch {key}: "):
            rules.with_switches({key: wrong})


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ('start_level = "K"\nlast_level = "T"\n', "start_level"),
        ('last_level = "3"\nstart_level = "5"\n', "start_level"),
    ],
)
def test_a_set_under_which_no_match_can_be_won_is_refused(tmp_path, text, key):
    path = tmp_path / "own.toml"
    path.write_text(
        f'name = "own"\nparent = "huaian"\ntitle = "own"\ndate = "2026-01-01"\n{text}', encoding="utf-8"
    )
    with pytest.raises(RuleSetError, match=f"own.toml.*{key}.*cannot pass level"):
        RuleSet.load(path)
    with pytest.raises(RuleSetError, match="switch start_level: a match from level K"):
        RuleSet.load("huaian").with_switches({"start_level": "K", "last_level": "T"})


def test_each_set_of_the_program_is_called_by_a_name_in_either_language(tmp_path: Path) -> None:
    for name in built_in():
        rules = RuleSet.load(name)
        assert rules.called("zh") == rules.title
        assert rules.called("en").isascii()
        assert rules.called("en") == called(MatchStart(name), "en")
    path = tmp_path / "own.toml"
    path.write_text('name = "own"\ntitle = "本店规则"\ndate = "2026"\nparent = "huaian"\n', "utf-8")
    assert RuleSet.load(path).called("en") == "本店规则", "the only one that there is"
    path.write_text(path.read_text("utf-8") + 'title_en = "Rules of the house"\n', "utf-8")
    header = MatchStart(**rules_fields(RuleSet.load(path)))
    assert [called(header, language) for language in ("zh", "en")] == ["本店规则", "Rules of the house"]
    assert rules_of(header).called("en") == "Rules of the house"
    assert called(MatchStart("rules/old.toml"), "en") == "rules/old.toml"
