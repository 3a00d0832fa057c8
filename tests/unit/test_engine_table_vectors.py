"""Every vector about the table, the disputed ones under the set that decides; see the vectors' README."""

from __future__ import annotations

from typing import Any

import pytest

from engine import (
    Award,
    AwardKind,
    Breach,
    Card,
    DealStart,
    Hands,
    IllegalPlay,
    Irregularity,
    MatchStart,
    MatchState,
    Opening,
    OutOfOrder,
    OutOfTurn,
    Refusal,
    RuleSet,
    Ruling,
    Tribute,
    apply,
    due_opening,
    first_to_draw,
    is_within_limit,
    must_turn_again,
    proposals,
    tribute_cards,
)
from engine.opening import before_deal, opened
from tests.unit.engine_matches import begun, played
from tests.unit.test_engine_vectors import SEATS, cards_of, of_kind

SETS = {
    "000": RuleSet.load("suzhou-2016"),
    "001": RuleSet.load("national-2022"),
    "002": RuleSet.load("xiangyang-2024"),
    "004": RuleSet.load("huaian"),
}
HEADER = MatchStart("suzhou-2016")
BIG = Card.parse("HR")


def rules_of(vector: dict[str, Any]) -> RuleSet:
    return SETS[vector["input"].get("ruleset", "000")]


@of_kind("tribute", disputed=True)
def test_tribute(vector: dict[str, Any]) -> None:
    given, expected, rules = vector["input"], vector["expected"], rules_of(vector)
    finish = tuple(SEATS[seat] for seat in given["prev_finish"])
    finish = finish[:2] if HEADER.partner(finish[0]) == finish[1] else finish
    state = before_deal(HEADER, rules, 2, finish, given["level"])
    showed = tuple(s for s, count in zip(SEATS, given["big_jokers"], strict=True) for _ in range(count))
    known = {s: (BIG,) * count for s, count in zip(SEATS, given["big_jokers"], strict=True)}
    if rules.tribute == "none":
        assert state.leader == SEATS[expected["leader"]]
        with pytest.raises(OutOfOrder, match="has no tribute"):
            opened(state, Tribute("N", "E", Card.parse("SA"), 0))
        return
    tributes = [Tribute(SEATS[int(s)], None, Card.parse(c), 0) for s, c in given["top_card"].items()]
    if expected["resist"]:
        refused = opened(state, Refusal(showed, 0)).tribute
        assert (refused.leader, refused.complete) == (SEATS[expected["leader"]], True)
        with pytest.raises(IllegalPlay, match="both big jokers are on its side"):
            opened(opened(state, Hands(2, known)), tributes[0])
        return
    if len(showed) == 2:
        with pytest.raises(OutOfTurn, match="which does not pay"):
            opened(state, Refusal(showed, 0))
    for event in tributes:
        state = opened(state, event)
    pays = {(event.seat, event.to, str(event.card)) for event in state.tribute.paid}
    assert pays == {(SEATS[who], SEATS[to], card) for who, to, card in expected["pays"]}
    assert state.leader == SEATS[expected["leader"]]


@of_kind("tribute_card", disputed=True)
def test_tribute_card(vector: dict[str, Any]) -> None:
    hand, level = cards_of(vector["input"]["hand"]), vector["input"]["level"]
    assert [str(card) for card in tribute_cards(hand, level)] == vector["expected"]["allowed"]


@of_kind("return_card", disputed=True)
def test_return_card(vector: dict[str, Any]) -> None:
    given = vector["input"]
    card, to_partner = Card.parse(given["card"]), given["to"] == "partner"
    allowed = is_within_limit(rules_of(vector), card, given["level"], to_partner=to_partner)
    assert allowed == vector["expected"]["allowed"]


@of_kind("flow", lambda v: "first_deal" in v["input"])
@pytest.mark.parametrize("rules", SETS.values(), ids=lambda rules: rules.name)
def test_holder_of_the_turned_card_leads(vector: dict[str, Any], rules: RuleSet) -> None:
    assert vector["expected"]["leader"] == "holder of the turned-up card"
    state = MatchState.start(MatchStart(rules.name), rules)
    state = apply(state, Opening(1, turned=Card.parse("S5"), holder="W"))
    assert apply(state, DealStart(1, "2", "W")).deal is not None
    with pytest.raises(OutOfOrder, match="E cannot lead deal 1: W does"):
        apply(state, DealStart(1, "2", "E"))


@of_kind("flow", lambda v: "recut" in v["expected"])
def test_turned_again(vector: dict[str, Any]) -> None:
    rules, turned = rules_of(vector), Card.parse(vector["input"]["first_deal_turned"])
    assert must_turn_again(rules, turned, "2") == vector["expected"]["recut"]
    state = MatchState.start(MatchStart(rules.name), rules)
    assert apply(state, Opening(1, turned=turned)).opening is not None
    with pytest.raises(OutOfOrder, match="cut and turn again"):
        apply(state, Opening(1, turned=turned, holder="W"))


@of_kind("flow", lambda v: "cutter" in v["input"])
def test_first_to_draw(vector: dict[str, Any]) -> None:
    turned = Card.parse(vector["input"]["first_deal_turned"])
    assert vector["expected"]["first_drawer"].endswith("= south")
    assert first_to_draw(HEADER, rules_of(vector), "S", turned) == "S"


@of_kind("flow", lambda v: "prev_finish" in v["input"])
@pytest.mark.parametrize("rules", SETS.values(), ids=lambda rules: rules.name)
def test_later_opening(vector: dict[str, Any], rules: RuleSet) -> None:
    finish = tuple(SEATS[seat] for seat in vector["input"]["prev_finish"])
    finish = finish[:2] if HEADER.partner(finish[0]) == finish[1] else finish
    due = due_opening(HEADER, rules, 2, finish)
    expected = {name: SEATS[seat] for name, seat in vector["expected"].items()}
    assert {"shuffler": due.shuffler, "cutter": due.cutter, "first_drawer": due.first} == expected


@of_kind("event", lambda v: "announce_when_cards_left_at_most" in v["input"], disputed=True)
def test_report_threshold(vector: dict[str, Any]) -> None:
    assert rules_of(vector).report_threshold == vector["expected"]["value"]
    assert SETS["004"].report_threshold == vector["alternatives"][0]["answer"]


@of_kind("event", lambda v: "return_seconds" in v["input"])
def test_return_time(vector: dict[str, Any]) -> None:
    assert rules_of(vector).tribute_return_seconds == vector["expected"]["value"]


@of_kind("event", lambda v: v["input"].get("offence") == "hiding a card")
def test_hidden_cards(vector: dict[str, Any]) -> None:
    assert vector["expected"] == {
        "opponents": "+1 level",
        "offender": "-1 level",
        "second_time": "match lost",
    }
    state = begun(rules_of(vector), "5", ("5", "3"))
    breach = Irregularity("S", Breach.HIDDEN_CARDS, "", None, 1000)
    state = apply(state, breach)
    (proposal,) = proposals(state, state.events[-1])
    assert proposal.awards == (
        Award(AwardKind.LEVELS, side=0, levels=1),
        Award(AwardKind.LEVELS, side=1, levels=-1),
    )
    state = apply(state, Ruling("", "referee", state.events[-1].seq, 1500, proposal.awards, proposal.clause))
    assert state.levels == ("6", "2")
    state = apply(state, Irregularity("N", Breach.HIDDEN_CARDS, "", None, 2000))
    (proposal,) = proposals(state, state.events[-1])
    assert proposal.awards == (Award(AwardKind.LOSS, side=1),)
    state = apply(state, Ruling("", "referee", state.events[-1].seq, 2500, proposal.awards))
    assert (state.over, state.winner) == (True, 0)


@of_kind("event", lambda v: v["input"].get("offence") == "wrong hand shown")
def test_wrong_play(vector: dict[str, Any]) -> None:
    assert vector["expected"]["offender"] == "hand stays, misses one turn"
    state = played(begun(rules_of(vector)), "E S5 H5")
    state = apply(state, Irregularity("S", Breach.ILLEGAL_PLAY, "", None, 5000, cards_of(["S7", "H8"])))
    (proposal,) = proposals(state, state.events[-1])
    assert proposal.awards == (Award(AwardKind.MISSES_TRICK, "S"),)
    state = apply(state, Ruling("", "referee", state.events[-1].seq, 6000, proposal.awards))
    assert state.deal is not None
    assert (state.deal.to_play, state.deal.left["S"]) == ("W", 27)
    state = played(state, "W pass", "N pass")
    assert state.deal is not None
    assert state.deal.to_play == "E"
