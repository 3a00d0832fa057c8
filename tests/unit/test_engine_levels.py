"""Levels: gains, rising, passing A and failing at it, by the texts and by the vectors."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import RANKS, DealStart, LateStart, MatchStart, MatchState, RuleSet, apply
from engine.levels import PAST_A, after_deal, gain, moved, number, raised
from engine.rounds import late_levels
from tests.unit.engine_matches import NATIONAL, begun, deal_out

VECTORS = [
    json.loads(line)
    for line in (Path(__file__).parents[1] / "vectors/vectors.jsonl").read_text("utf-8").splitlines()
]
SETS = {
    "000": RuleSet.load("suzhou-2016"),
    "001": NATIONAL,
    "002": RuleSet.load("xiangyang-2024"),
    "004": RuleSet.load("huaian"),
}
SUZHOU, HUAIAN = SETS["000"], SETS["004"]
SEATS = ("E", "S", "W", "N")
HEADER = MatchStart("national-2022")
ORDERS = [("E", "W", "S", "N"), ("E", "S", "W", "N"), ("E", "S", "N", "W"), ("S", "N", "E", "W")]


def of_kind(kind: str, wanted: Callable[[dict[str, Any]], bool] = lambda _: True) -> pytest.MarkDecorator:
    found = [v for v in VECTORS if v["kind"] == kind and wanted(v)]
    assert found
    return pytest.mark.parametrize("vector", found, ids=[v["id"] for v in found])


def seats(order: list[int]) -> tuple[str, ...]:
    return tuple(SEATS[seat] for seat in order)


def after_order(state: MatchState, order: str) -> MatchState:
    """The state after the deal that runs has ended so, and the next has begun."""
    state = deal_out(state, order)
    last = state.deals_done[-1]
    return apply(state, DealStart(last.number + 1, state.levels[last.winner], last.finish[0]))


@of_kind("level", lambda v: "finish" in v["input"])
def test_gain(vector: dict[str, Any]) -> None:
    order = seats(vector["input"]["finish"])
    assert vector["input"]["teams"] == [[0, 2], [1, 3]]  # sides of the default header
    expected = (vector["expected"]["winner_team"], vector["expected"]["gain"])
    assert gain(HEADER, order) == expected
    result = deal_out(begun(leader=order[0]), order).deals_done[0]
    assert (result.winner, result.gain) == expected


@of_kind("level", lambda v: "team_level" in v["input"])
def test_level_after_gain(vector: dict[str, Any]) -> None:
    level, by, expected = vector["input"]["team_level"], vector["input"]["gain"], vector["expected"]
    assert raised(level, by) == expected["new_level"]
    order = {3: "EWSN", 2: "ESWN", 1: "ESNW"}[by]
    for rules in SETS.values():
        state = deal_out(begun(rules, level, (level, "3")), order)
        assert state.levels == (expected["new_level"], "3")
        assert state.over == expected["match_won"]


@of_kind("a_rule", lambda v: "finish" in v["input"])
def test_at_a(vector: dict[str, Any]) -> None:
    """Disputed ones too: the side that plays A passes it (national 2022, 术语13), on its own deal only."""
    case, expected = vector["input"], vector["expected"]
    rules = SETS[case.get("ruleset", "001")]
    order = seats(case["finish"])
    state = begun(rules, case["level"], tuple(case["team_levels"]), leader=order[0])
    before = case.get("failed_attempts_before", 0)
    state = deal_out(replace(state, a_tries=(before, 0)), order)
    assert state.over == expected.get("match_won", False)
    assert state.levels[0] == expected.get("level_after", case["team_levels"][0])
    if "counts_as_failed_attempt" in expected:
        assert (state.a_tries[0] > before) == expected["counts_as_failed_attempt"]
    if "failed_attempts" in expected:
        assert state.a_tries[0] == expected["failed_attempts"]
    if "demoted_to_2" in expected:
        assert (state.levels[0] == "2") == expected["demoted_to_2"]


@of_kind("a_rule", lambda v: "failed_attempts_including_this_deal" in v["input"])
def test_third_deal_at_a(vector: dict[str, Any]) -> None:
    """Huai'an 五 A三牌不过返回2; Suzhou 2016 四(三) plays on at A."""
    case = vector["input"]
    failed = case["failed_attempts_including_this_deal"]
    for rules, level_after in ((SETS[case["ruleset"]], vector["expected"]["level_after"]), (SUZHOU, "A")):
        state = begun(rules, case["level"], tuple(case["team_levels"]))
        state = deal_out(replace(state, a_tries=(failed - 1, 0)), "SENW")
        assert state.levels[0] == level_after


@of_kind("a_rule", lambda v: "must_play" in v["input"])
def test_levels_that_must_be_played(vector: dict[str, Any]) -> None:
    wanted = tuple(level for level, must in vector["input"]["must_play"].items() if must)
    assert {rules.must_play for rules in SETS.values()} == {wanted}


@pytest.mark.parametrize(
    ("case", "rules", "levels", "level", "order", "after"),
    [
        # what: levels after, tries after, over
        ("四(三) both not last: passed", SUZHOU, ("A", "9"), "A", "ESWN", (("A", "9"), (0, 0), True)),
        ("四(三) the partner last: again", SUZHOU, ("A", "9"), "A", "ESNW", (("A", "9"), (1, 0), False)),
        ("四(三) the others win: again", SUZHOU, ("A", "9"), "A", "SNEW", (("A", "Q"), (1, 0), False)),
        ("术语13 on the others' level", NATIONAL, ("A", "9"), "9", "EWSN", (("A", "9"), (0, 0), False)),
        ("四(三) 胜方 at A on its own", SUZHOU, ("A", "A"), "A", "SNEW", (("A", "A"), (0, 0), True)),
        ("五 both at A", HUAIAN, ("A", "A"), "A", "ESNW", (("A", "A"), (0, 0), False)),
        ("术语13 K cannot jump A", NATIONAL, ("K", "2"), "K", "EWSN", (("A", "2"), (0, 0), False)),
    ],
)
def test_a_deal_at_a(
    case: str, rules: RuleSet, levels: tuple[str, str], level: str, order: str, after: tuple[Any, ...]
) -> None:
    state = deal_out(begun(rules, level, levels), order)
    assert (state.levels, state.a_tries, state.over) == after


def test_three_deals_at_a_that_were_not_passed() -> None:
    """Huai'an 五: lost and won with the partner last count alike, deals of the others in between do not."""
    state = begun(HUAIAN, "A", ("A", "9"))
    state = after_order(state, "ESNW")  # own deal, the partner last
    assert (state.levels, state.a_tries) == (("A", "9"), (1, 0))
    state = after_order(state, "SENW")  # own deal, lost
    assert (state.levels, state.a_tries) == (("A", "J"), (2, 0))
    state = after_order(state, "SENW")  # the others' deal
    assert (state.levels, state.a_tries) == (("A", "K"), (2, 0))
    state = after_order(state, "ESWN")  # the others' deal, won: at A already
    assert (state.levels, state.a_tries) == (("A", "K"), (2, 0))
    state = after_order(state, "ESNW")
    assert (state.levels, state.a_tries) == (("2", "K"), (0, 0))


def test_every_deal_at_a_may_count() -> None:
    """The other reading of Huai'an 五, which does not say which deals count."""
    rules = replace(HUAIAN, a_attempt="any")
    state = after_order(begun(rules, "9", ("A", "9")), "SENW")
    assert state.a_tries == (1, 0)
    arrived = deal_out(begun(rules, "K", ("K", "9")), "EWSN")
    assert (arrived.levels, arrived.a_tries) == (("A", "9"), (0, 0))


def test_only_the_side_whose_deal_it_is_may_pass() -> None:
    rules = replace(NATIONAL, a_both="own")
    state = after_order(begun(rules, "A", ("A", "A")), "ESNW")  # now it is E and W's deal
    assert not deal_out(state, "SNEW").over
    assert deal_out(state, "EWSN").over


def test_a_shorter_ladder() -> None:
    """Events that end by passing ten (过10), and levels that may not be jumped."""
    ten = replace(NATIONAL, last_level="T")
    assert deal_out(begun(ten, "8", ("8", "2")), "EWSN").levels == ("T", "2")
    assert deal_out(begun(ten, "T", ("T", "2")), "ESWN").over
    jack = replace(NATIONAL, must_play=("J", "A"))
    assert deal_out(begun(jack, "9", ("9", "2")), "EWSN").levels == ("J", "2")
    assert deal_out(begun(jack, "J", ("J", "2")), "ESWN").levels == ("K", "2")


@settings(deadline=None)
@given(st.sampled_from(RANKS), st.integers(1, 3), st.sampled_from(list(SETS)))
def test_a_rise_never_passes_a_and_never_falls(level: str, by: int, name: str) -> None:
    rules = SETS[name]
    after = moved(level, by, rules)
    assert number(level) <= number(after) <= number("A")
    assert number(after) == min(number(level) + by, number("A"))
    assert number("2") <= number(moved(level, -by, rules)) <= number(level)


@settings(deadline=None)
@given(
    st.sampled_from(list(SETS)),
    st.sampled_from(RANKS),
    st.sampled_from(RANKS),
    st.integers(0, 2),
    st.integers(0, 1),
    st.sampled_from(ORDERS),
)
def test_only_the_winner_rises_and_only_a_is_passed(
    name: str, one: str, two: str, tries: int, own: int, order: tuple[str, ...]
) -> None:
    rules = SETS[name]
    before, level = (one, two), (one, two)[own]
    out = after_deal(HEADER, rules, before, (tries, 0), level, own, order)
    winner, gained = gain(HEADER, order)
    assert (out.winner, out.gain) == (winner, gained)
    loser = 1 - winner
    if rules.a_fail == "repeat":
        assert out.levels[loser] == before[loser]
    assert out.levels[loser] in (before[loser], "2")
    assert not out.passed or level == "A"
    assert all(0 <= each <= tries + 1 for each in out.tries)


def test_numbers_of_levels() -> None:
    assert [number(level) for level in (*RANKS, PAST_A)] == list(range(2, 16))


@pytest.mark.parametrize(
    ("rules", "seconds", "leave", "levels"),
    [
        ("suzhou-2016", 900, True, ("2", "2")),
        ("suzhou-2016", 901, True, None),
        ("xiangyang-2024", 601, True, None),
        ("xiangyang-2024", 601, False, None),
        ("huaian", 301, True, None),
    ],
)
def test_leave_excuses_only_where_the_set_gives_it_a_limit(rules, seconds, leave, levels):
    assert late_levels(RuleSet.load(rules), ("2", "2"), LateStart(0, seconds, 0, leave=leave)) == levels
