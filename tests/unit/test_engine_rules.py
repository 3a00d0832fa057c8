"""Rule sets: the built-in ones, and what is said about a file at fault."""

from __future__ import annotations

from datetime import date
from importlib.resources import files
from pathlib import Path

import pytest

from engine import RuleSet, RuleSetError
from engine.rules import built_in

TEXT = files("engine").joinpath("rulesets/national-2022.toml").read_text("utf-8")


def test_built_in() -> None:
    assert built_in() == ("national-2022", "xiangyang-2024")
    national, xiangyang = map(RuleSet.load, built_in())
    assert (national.name, national.date, national.pass_kind) == ("national-2022", date(2022, 9, 8), "spoken")
    assert (national.tribute, national.round_deals, national.play_seconds) == ("normal", None, None)
    assert (xiangyang.pass_kind, xiangyang.tribute) == ("card", "none")
    assert (xiangyang.round_minutes, xiangyang.round_deals, xiangyang.report_threshold) == (45, 6, 10)
    assert {rules.wild_default for rules in (national, xiangyang)} == {"placed"}


@pytest.mark.parametrize("name", ["national-2022", "xiangyang-2024"])
def test_every_value_names_its_clause(name: str) -> None:
    text = files("engine").joinpath(f"rulesets/{name}.toml").read_text("utf-8")
    for line in text.splitlines():
        if "=" in line.split("#")[0] and not line.startswith(("name", "title", "date")):
            assert "#" in line, line


def test_load_by_path(tmp_path: Path) -> None:
    path = tmp_path / "ours.toml"
    path.write_text(TEXT.replace('"national-2022"', '"ours"') + "play_seconds = 30\n", encoding="utf-8")
    assert RuleSet.load(path).play_seconds == 30
    assert RuleSet.load(str(path)).name == "ours"


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (('pass_kind = "spoken"', 'pass_kind = "sung"'), "line 8, pass_kind: 'sung' is none of spoken, card"),
        (
            ("report_threshold = 10", "report_threshold = 0"),
            "line 11, report_threshold: 0 is no whole number",
        ),
        (("report_threshold = 10", "report_threshold = true"), "line 11, report_threshold: True is no whole"),
        (("report_threshold = 10", 'report_threshold = "10"'), "report_threshold: '10' is no whole number"),
        (('start_level = "2"', 'start_level = "1"'), "line 10, start_level: '1' is none of 2, 3"),
        (("date = 2022-09-08", 'date = "2022-09-08"'), "line 6, date: '2022-09-08' is no date"),
        (('tribute = "normal"', 'tributes = "normal"'), "line 9, tributes: no such switch"),
        (('tribute = "normal"', ""), "tribute: is missing"),
        (("date = 2022-09-08", "date = 2022-09-08\n[play]\nx = 1\n[x]"), "line 7, play: no such switch"),
        (("date = 2022-09-08", "date = "), "not TOML: Invalid value (at line 6"),
        (('name = "national-2022"', "name = 5"), "line 4, name: 5 is no text"),
    ],
)
def test_file_at_fault(tmp_path: Path, change: tuple[str, str], message: str) -> None:
    path = tmp_path / "ours.toml"
    assert change[0] in TEXT
    path.write_text(TEXT.replace(*change), encoding="utf-8")
    with pytest.raises(RuleSetError) as caught:
        RuleSet.load(path)
    assert str(caught.value).startswith(str(path))
    assert message in str(caught.value)


def test_file_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(RuleSetError, match="no rule set named 'suzhou'; there are national-2022, xiangyang"):
        RuleSet.load("suzhou")
    with pytest.raises(RuleSetError, match=r"none\.toml: cannot be read: No such file"):
        RuleSet.load(tmp_path / "none.toml")
    (tmp_path / "bad.toml").write_bytes(b"name = '\xff'")
    with pytest.raises(RuleSetError, match="not UTF-8"):
        RuleSet.load(tmp_path / "bad.toml")


def test_switches() -> None:
    rules = RuleSet.load("national-2022")
    assert rules.with_switches({"play_seconds": 20, "tribute": "none"}).play_seconds == 20
    for switches in ({"name": "x"}, {"pass": "card"}, {"play_seconds": 0}):
        with pytest.raises(RuleSetError, match=f"rule set national-2022, switch {next(iter(switches))}: "):
            rules.with_switches(switches)
