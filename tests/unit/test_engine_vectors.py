"""Every vector that is not disputed and lies within this engine's rules (see tests/vectors/README.md)."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest

from engine import (
    Card,
    Combo,
    ComboType,
    DealState,
    Pass,
    Play,
    beats,
    classify,
    level_value,
    take_reading,
)
from engine.deal import pass_, play
from tests import rule_text
from tests.unit.engine_matches import begun

VECTORS = [
    json.loads(line)
    for line in (Path(__file__).parents[1] / "vectors/vectors.jsonl").read_text("utf-8").splitlines()
]
SEATS = ("E", "S", "W", "N")


def of_kind(
    kind: str, wanted: Callable[[dict[str, Any]], bool] = lambda _: True, disputed: bool = False
) -> pytest.MarkDecorator:
    sure = [v for v in VECTORS if v["kind"] == kind and (disputed or v["confidence"] != "disputed")]
    found = [v for v in sure if wanted(v)]
    assert found
    return pytest.mark.parametrize("vector", found, ids=[v["id"] for v in found])


def cards_of(texts: list[str]) -> tuple[Card, ...]:
    return tuple(map(Card.parse, texts))


def name(combo: Combo) -> list[Any]:
    size = str(combo.size) if combo.type is ComboType.BOMB else ""
    return [f"{combo.type}{size}", combo.key]


def read_as(texts: list[str], level: str, reading: list[Any]) -> Combo:
    (combo,) = (combo for combo in classify(cards_of(texts), level) if name(combo) == reading)
    return combo


@of_kind("classify")
def test_classify(vector: dict[str, Any]) -> None:
    given, expected = vector["input"], vector["expected"]
    readings = [name(combo) for combo in classify(cards_of(given["cards"]), given["level"])]
    assert sorted(readings) == sorted(expected["readings"])
    assert bool(readings) == expected["legal"]


@of_kind("classify")
def test_classify_slowly(vector: dict[str, Any]) -> None:
    """The second reading of the rules, which the plays are proved against, has to agree."""
    found = rule_text.readings(vector["input"]["cards"], vector["input"]["level"])
    readings = [[f"{kind}{size}" if kind == "bomb" else kind, key] for kind, key, size in found]
    assert sorted(readings) == sorted(vector["expected"]["readings"])


DISPUTED = [v for v in VECTORS if v["kind"] == "classify" and v["confidence"] == "disputed"]
UNDER_A_SWITCH: dict[str, dict[str, Any]] = {
    # A joker pair makes a pair of 三带对 only where it is allowed (national 2022, 牌型 2 and 6).
    "c206": {"joker_pair_fullhouse": False},
    # Huai'an 一 lists bombs of four to eight; national 2022, 牌型 8, four or more.
    "c222": {"largest_bomb": 8},
}
"""Disputed answers that a switch reaches, all being: no hand type. The others no rule text has."""


@pytest.mark.parametrize("vector", DISPUTED, ids=[v["id"] for v in DISPUTED])
@pytest.mark.parametrize("switches", [{}, {"joker_pair_fullhouse": False}, {"largest_bomb": 8}])
def test_disputed(vector: dict[str, Any], switches: dict[str, Any]) -> None:
    given, expected = vector["input"], vector["expected"]
    found = [name(combo) for combo in classify(cards_of(given["cards"]), given["level"], **switches)]
    if switches and UNDER_A_SWITCH.get(vector["id"]) == switches:
        assert found == []
    else:
        assert sorted(found) == sorted(expected["readings"])


@of_kind("beats", disputed=True)
def test_beats(vector: dict[str, Any]) -> None:
    given, expected = vector["input"], vector["expected"]
    a = read_as(given["a"], given["level"], given["a_as"])
    b = read_as(given["b"], given["level"], given["b_as"])
    assert beats(a, b) == expected["a_beats_b"]
    assert beats(b, a) == expected["b_beats_a"]


def test_the_reading_of_two_wild_cards_that_is_not_stated() -> None:
    """Vectors b274 and b275: AA2 and two wild cards are AAA22, or where the lower holds 222AA."""
    texts = next(v for v in VECTORS if v["id"] == "b274")["input"]["a"]
    cards, level = cards_of(texts), "5"
    kings = read_as(["SK", "C2", "D2", "HK", "HK"], level, ["fullhouse", 13])
    taken = {
        way: take_reading(classify(cards, level), cards, level, way) for way in ("placed", "lower", "largest")
    }
    assert {way: combo.key for way, combo in taken.items()} == {"placed": 14, "lower": 2, "largest": 14}
    assert {way: beats(kings, combo) for way, combo in taken.items()} == {
        "placed": False,
        "lower": True,
        "largest": False,
    }


@of_kind("can_beat")
def test_can_beat(vector: dict[str, Any]) -> None:
    given, expected = vector["input"], vector["expected"]
    table = read_as(given["table"], given["level"], given["table_as"])
    readings = [name(c) for c in classify(cards_of(given["cards"]), given["level"]) if beats(c, table)]
    assert sorted(readings) == sorted(expected["readings"])
    assert bool(readings) == expected["legal"]


@of_kind("order")
def test_order(vector: dict[str, Any]) -> None:
    level = vector["input"]["level"]
    high_to_low = vector["expected"]["high_to_low"]
    values = [level_value(Card.parse(t) if len(t) == 2 else Card("S", t), level) for t in high_to_low]
    assert values == sorted(set(values), reverse=True)
    assert len(values) == 15


def deal_with(left: dict[str, int], leader: str, finish: tuple[str, ...] = ()) -> DealState:
    deal = begun(leader=leader).deal
    assert deal is not None
    return replace(deal, left=MappingProxyType({s: left.get(s, 20) for s in SEATS}), finish=finish)


def laid(deal: DealState, seat: str, rank: str) -> DealState:
    return play(deal, Play(seat, (Card("S", rank),), None, None, 0))


RANK_OF_STEP = "3456789TJQKA"


def stepped(deal: DealState, steps: list[str]) -> DealState:
    for index, step in enumerate(steps):
        doing, who = step.split()
        seat = SEATS[int(who)]
        deal = pass_(deal, Pass(seat)) if doing == "pass" else laid(deal, seat, RANK_OF_STEP[index + 1])
    return deal


@of_kind("flow", lambda v: "out_by" in v["input"])
def test_lead_after_a_last_play(vector: dict[str, Any]) -> None:
    given = vector["input"]
    out, seat = tuple(SEATS[s] for s in given.get("already_out", [])), SEATS[given["out_by"]]
    deal = laid(deal_with(dict.fromkeys(out, 0) | {seat: 1}, seat, out), seat, "3")
    assert stepped(deal, given["then"]).to_play == SEATS[vector["expected"]["next_leader"]]


@of_kind("flow", lambda v: "trick" in v["input"])
def test_lead_after_a_trick(vector: dict[str, Any]) -> None:
    deal = stepped(deal_with({}, "E"), vector["input"]["trick"])
    assert deal.to_play == SEATS[vector["expected"]["next_leader"]]
    assert deal.best is None


@of_kind("flow", lambda v: "finish_so_far" in v["input"])
def test_end_of_deal(vector: dict[str, Any]) -> None:
    out = [SEATS[seat] for seat in vector["input"]["finish_so_far"]]
    left = dict.fromkeys(out[:-1], 0) | {out[-1]: 1}
    deal = laid(deal_with(left, out[-1], tuple(out[:-1])), out[-1], "3")
    assert deal.over == vector["expected"]["deal_over"]
    fourth = vector["expected"].get("fourth")
    assert deal.finish == (*out, *(() if fourth is None else (SEATS[fourth],)))
