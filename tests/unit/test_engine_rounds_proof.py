"""Fifty simulated rounds of each rule set are lawful to the end; every corruption is found at its line."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import pytest

from app.cli import main
from engine import RuleSet
from tests.corruptions import CORRUPTIONS, spoilt_text
from tests.prove_matches import SETS, Round, first_fault, prove_lawful, simulated, written

ROUNDS = 50


@cache
def played(rules: str, seed: int) -> Round:
    return simulated(RuleSet.load(rules), seed, deals=1 + seed % 2)


@pytest.mark.parametrize("rules", SETS)
def test_rounds_end_in_a_lawful_result(rules: str) -> None:
    for seed in range(ROUNDS):
        prove_lawful(played(rules, seed))


@pytest.mark.parametrize("name", CORRUPTIONS)
def test_a_corruption_is_found_at_its_line(name: str) -> None:
    """In four records at least, of whichever sets have something to spoil so."""
    tried = 0
    for seed in range(ROUNDS):
        for rules in SETS:
            spoilt = spoilt_text(name, written(played(rules, seed)), seed)
            if spoilt is not None:
                assert first_fault(spoilt[0]) == spoilt[1], f"{rules}, round {seed}"
                tried += 1
        if tried >= 4:
            break
    assert tried >= 4


def test_there_are_thirty_kinds_and_more() -> None:
    assert len(CORRUPTIONS) >= 30


def test_check_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The command accepts the record and rejects every corruption, in both forms of its answer."""
    path = tmp_path / "match.jsonl"
    path.write_text(written(played("suzhou-2016", 1)), "utf-8")
    assert main(["check", str(path)]) == 0
    capsys.readouterr()
    for name in CORRUPTIONS:
        spoilt = spoilt_text(name, written(played("suzhou-2016", 1)), 1)
        if spoilt is None:
            continue
        text, line = spoilt
        path.write_text(text, "utf-8")
        assert main(["check", str(path), "--json"]) == 1
        out, err = capsys.readouterr()
        assert json.loads(out)["faults"][0]["line"] == line, name
        assert err.startswith(f"guandan-eye: {path}: line {line}")
