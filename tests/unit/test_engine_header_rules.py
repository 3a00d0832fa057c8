"""A record holds its rules: whatever an organiser changes, its header alone gives the same rules back."""

from __future__ import annotations

import json
import tempfile
from dataclasses import replace
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from datasets.rounds import play_round
from engine import (
    MatchStart,
    MatchState,
    RuleSet,
    RuleSetError,
    differing,
    dumps_line,
    from_json,
    parse_record_text,
    read_record,
    replay,
    rules_fields,
    rules_of,
    to_json,
    version_note,
    write_record_text,
)
from engine.header_rules import version_of
from engine.penalties import AWARDS, IRREGULARITIES
from engine.record_schema import schema
from engine.rules import built_in, switches
from tests.unit.test_engine_rules import some_values

SCHEMA = jsonschema.Draft202012Validator(schema())
WORDS = st.text(st.characters(codec="utf-8", categories=["L", "N", "P", "Zs"]), max_size=8)


@st.composite
def values(draw: st.DrawFn, key: str) -> Any:
    """What a rule set's file may say of a switch: a value, or a value and where it comes from."""
    value = draw(st.sampled_from(some_values(switches()[key])))
    value = "none" if value is None else value
    if draw(st.booleans()):
        return value
    return {"value": value, "clause": draw(WORDS), "note": draw(WORDS)}


@st.composite
def awards(draw: st.DrawFn) -> dict[str, Any]:
    name = draw(st.sampled_from([*AWARDS]))
    if name != "levels":
        return {"award": name}
    return {"award": name, "opponents": draw(st.integers(1, 12)), "own": draw(st.integers(-12, 12))}


@st.composite
def penalties(draw: st.DrawFn) -> dict[str, Any]:
    row = draw(awards()) | draw(st.sampled_from([{}, {"clause": "our 7"}]))
    if draw(st.booleans()):
        row |= {"at": draw(st.integers(2, 100)), "per": draw(st.sampled_from(["deal", "match"]))}
        row |= {"then": draw(awards())}
    return row


@st.composite
def changes(draw: st.DrawFn) -> dict[str, Any]:
    """Some switches and penalties changed."""
    keys = draw(st.lists(st.sampled_from([*switches()]), max_size=8, unique=True))
    found = {key: draw(values(key)) for key in keys}
    kinds = draw(st.lists(st.sampled_from([*IRREGULARITIES]), max_size=3, unique=True))
    if kinds:
        found["penalties"] = {kind: draw(penalties()) for kind in kinds}
    return found


def toml(value: Any) -> str:
    """A value as it stands in a file."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key} = {toml(each)}" for key, each in value.items()) + "}"
    return json.dumps(value, ensure_ascii=False)


def own_file(folder: Path, parent: str, changed: dict[str, Any]) -> Path:
    path = folder / "own.toml"
    lines = [f'name = "own"\ntitle = "本店规则"\ndate = 2026-11-30\nparent = "{parent}"']
    lines += [f"{key} = {toml(value)}" for key, value in changed.items()]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


@settings(deadline=None, max_examples=80)
@given(st.sampled_from(built_in()), changes())
def test_whatever_is_changed_the_header_holds_it(parent: str, changed: dict[str, Any]) -> None:
    """Loaded from the file, or from the header in either form after the file is gone: the same rules."""
    with tempfile.TemporaryDirectory() as folder:
        try:
            rules = RuleSet.load(own_file(Path(folder), parent, changed))
        except RuleSetError as error:
            assume("cannot pass level" not in str(error))  # each value may be, but not together
            raise
    header = MatchStart(**rules_fields(rules))
    assert header.rules == parent
    base = RuleSet.load(parent)
    named = {*header.switches, *header.switches.get("penalties", {})} - {"penalties"}
    assert named == set(differing(rules, base))
    line = dumps_line(header)
    SCHEMA.validate(json.loads(line))
    text = write_record_text(header, ())
    for back in (from_json(json.loads(line)), parse_record_text(text).header):
        assert isinstance(back, MatchStart)
        assert back == header
        assert rules_of(back) == rules
        assert all(rules_of(back).origin(key) == rules.origin(key) for key in named)
        assert MatchState.start(back, rules_of(back)).rules == rules
        assert MatchState.start(back, RuleSet.load(back.rules)).rules == replace(
            rules, name=parent, title=base.title, title_en=base.title_en, date=base.date
        )


def test_a_set_of_the_program_needs_no_switches() -> None:
    for name in built_in():
        rules = RuleSet.load(name)
        header = MatchStart(**rules_fields(rules))
        assert (header.rules, header.switches, header.own_rules) == (name, {}, {})
        assert header.rules_version == version_of(rules)
        assert header.rules_version.startswith(f"{rules.date}/")
        assert rules_of(header) == rules
        assert version_note(header) == ""


def test_a_set_without_a_parent_stands_on_the_national_one(tmp_path: Path) -> None:
    text = Path(__file__).parents[2].joinpath("engine/rulesets/huaian.toml").read_text("utf-8")
    path = tmp_path / "whole.toml"
    path.write_text(text.replace('name = "huaian"', 'name = "whole"'), encoding="utf-8")
    rules = RuleSet.load(path)
    header = MatchStart(**rules_fields(rules))
    assert header.rules == "national-2022"
    assert rules_of(header) == rules
    assert {key for key in switches() if key in header.switches} == set(
        differing(RuleSet.load("huaian"), RuleSet.load("national-2022"))
    ) & set(switches())


def test_a_grandchild_stands_on_the_set_of_the_program(tmp_path: Path) -> None:
    own_file(tmp_path, "xiangyang-2024", {"play_seconds": 20, "tie": "extra_deal"})
    child = tmp_path / "child.toml"
    child.write_text('name = "c"\ntitle = "C"\ndate = "2026"\nparent = "own.toml"\ntie = "draw"\n', "utf-8")
    header = MatchStart(**rules_fields(RuleSet.load(child)))
    assert (header.rules, header.switches) == ("xiangyang-2024", {"play_seconds": 20})
    assert header.own_rules == {"name": "c", "title": "C", "date": "2026"}


@pytest.mark.parametrize("parent", built_in())
def test_a_match_under_rules_of_ones_own_is_replayed_without_their_file(tmp_path: Path, parent: str) -> None:
    """Rules that decide what is lawful: joker pairs, the largest bomb, a start at level 5."""
    changed = {"joker_pair_fullhouse": False, "largest_bomb": 8, "start_level": "5", "pass_kind": "spoken"}
    path = own_file(tmp_path, parent, changed)
    rules = RuleSet.load(path)
    header, events = play_round(rules, None, 7, 3)
    path.unlink()
    record = read_record("".join(dumps_line(event) + "\n" for event in (header, *events)))
    assert record.header is not None
    state, faults = replay(record, rules_of(record.header))
    assert faults == ()
    assert (state.rules, state.rules.name) == (rules, "own")


def test_other_values_are_another_version() -> None:
    rules = RuleSet.load("national-2022")
    header = MatchStart(**rules_fields(rules))
    assert version_of(rules.with_switches({"play_seconds": 20})) != header.rules_version
    assert (
        version_of(rules.with_switches({"penalties": {"overrun": {"award": "loss"}}})) != header.rules_version
    )
    clause = {"play_seconds": {"value": "none", "clause": "elsewhere"}}
    assert version_of(rules.with_switches(clause)) == header.rules_version
    note = version_note(replace(header, rules_version="2021-01-01/00000000"))
    assert "made with national-2022 of 2021-01-01/00000000, but this program has that of 2022-09-08/" in note


def test_older_records_are_read(tmp_path: Path) -> None:
    """Without a version, with switches in the plain form; the file of a rule set by its path, where it is."""
    lean = from_json({"event": "match", "rules": "huaian", "switches": {"play_seconds": 20}})
    assert isinstance(lean, MatchStart)
    assert (rules_of(lean).play_seconds, rules_of(lean).name, version_note(lean)) == (20, "huaian", "")
    assert "own_rules" not in to_json(lean)
    path = own_file(tmp_path, "huaian", {"play_seconds": 20})
    named = MatchStart(str(path))
    assert rules_of(named) == RuleSet.load(path)
    path.unlink()
    with pytest.raises(
        RuleSetError, match=r"own\.toml: cannot be read: No such file .*; an older program kept"
    ):
        rules_of(named)


@pytest.mark.parametrize(
    ("header", "message"),
    [
        ({"rules": "lost-1999"}, "no rule set named 'lost-1999'; there are huaian, "),
        ({"switches": {"weather": "fair"}}, "rule set huaian, switch weather: no such switch"),
        ({"switches": {"ties": "draw"}}, "switch ties: no such switch; is tie meant?"),
        ({"switches": {"play_seconds": 0}}, "switch play_seconds: 0 is no whole number from 1 to 3600"),
        ({"switches": {"play_seconds": {"clause": "7"}}}, "switch play_seconds: a table needs a value"),
        ({"switches": {"penalties": {"singing": {}}}}, "switch penalties: no such irregularity"),
        ({"switches": {"penalties": 3}}, "switch penalties: penalties are a table"),
        ({"own_rules": {"title": "ours"}}, "own_rules: name is missing"),
        ({"own_rules": {"name": "huaian"}}, "huaian is a rule set of the program; one's own needs another"),
    ],
)
def test_headers_at_fault(header: dict[str, Any], message: str) -> None:
    read = from_json({"event": "match", "rules": "huaian"} | header)
    assert isinstance(read, MatchStart)
    with pytest.raises(RuleSetError) as caught:
        rules_of(read)
    assert message in str(caught.value)
    if "switches" in header:
        assert not SCHEMA.is_valid(to_json(read))
