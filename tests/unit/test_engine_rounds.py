"""How a round begins and ends: late starts, the time, ties, forfeits, substitutes, appeals, the sheet."""

from __future__ import annotations

import json
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import (
    Appeal,
    AppealAnswer,
    Award,
    AwardKind,
    Correction,
    DealStart,
    Drawn,
    Forfeit,
    LateStart,
    MatchEnd,
    MatchStart,
    MatchState,
    Opening,
    OutOfOrder,
    Pass,
    RuleSet,
    Ruling,
    Substitute,
    TimeCalled,
    apply,
    consequences,
)
from engine.result import result_sheet
from engine.rounds import RoundState, called, late_levels
from engine.score import ScoreError, read_score_table, score_of
from tests.unit.engine_matches import NATIONAL, XIANGYANG, begun, deal_out, played, with_consequences

SUZHOU, HUAIAN = map(RuleSet.load, ("suzhou-2016", "huaian"))
VECTORS = {
    vector["id"]: vector
    for line in (Path(__file__).parents[1] / "vectors/vectors.jsonl").read_text("utf-8").splitlines()
    for vector in [json.loads(line)]
}


def fresh(rules: RuleSet) -> MatchState:
    return MatchState.start(MatchStart(rules.name), rules)


def between(
    rules: RuleSet, order: str = "ESWN", level: str = "2", levels: tuple[str, str] | None = None
) -> MatchState:
    """After a first deal that ended so, before the next begins."""
    return with_consequences(deal_out(begun(rules, level, levels, leader=order[0]), order))


# ---- late starts ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("clause", "rules", "minutes", "leave", "levels"),
    [
        ("八(三)6 0+", XIANGYANG, 0.1, False, ("2", "3")),
        ("八(三)6 ~5", XIANGYANG, 5, False, ("2", "3")),
        ("八(三)6 5+", XIANGYANG, 5.1, False, ("2", "4")),
        ("八(三)6 ~10", XIANGYANG, 10, False, ("2", "4")),
        ("八(三)6 over 10", XIANGYANG, 10.1, False, None),
        ("十三 第2条", SUZHOU, 10, False, ("2", "2")),
        ("十三 第2条", SUZHOU, 10.1, False, None),
        ("十三 第4条", SUZHOU, 15, True, ("2", "2")),
        ("十三 第4条", SUZHOU, 15.1, True, None),
        ("六1", HUAIAN, 5, False, ("2", "2")),
        ("六1", HUAIAN, 5.1, False, None),
        ("silent", NATIONAL, 60, False, ("2", "2")),
    ],
)
def test_late(
    clause: str, rules: RuleSet, minutes: float, leave: bool, levels: tuple[str, str] | None
) -> None:
    event = LateStart(0, int(minutes * 60), 0, leave)
    assert late_levels(rules, ("2", "2"), event) == levels
    state = apply(fresh(rules), event)
    assert (state.over, state.winner) == ((False, None) if levels else (True, 1))
    if levels:
        assert state.levels == levels


def test_vector_late() -> None:
    vector = VECTORS["e011"]
    event = LateStart(1, 60 * vector["input"]["late_minutes"], 0)
    assert (late_levels(XIANGYANG, ("2", "2"), event) is None) == vector["expected"]["forfeit"]


def test_a_late_start_sets_the_levels_of_the_first_deal() -> None:
    state = apply(fresh(XIANGYANG), LateStart(0, 400, 0))
    assert apply(state, DealStart(1, "4", "S")).levels == ("2", "4")
    with pytest.raises(OutOfOrder, match="at levels 2:2: they are 2:4"):
        apply(state, DealStart(1, "2", "S", ("2", "2")))
    with pytest.raises(OutOfOrder, match="the sides are at 2:4"):
        apply(state, DealStart(1, "3", "S"))
    with pytest.raises(OutOfOrder, match="side 0 cannot start late any more"):
        apply(begun(), LateStart(0, 10, 0))


def test_a_side_starts_late_once() -> None:
    """八(三)6: one level for up to five minutes, however often it is said; a correction changes the time."""
    state = apply(fresh(XIANGYANG), LateStart(0, 60, 0))
    with pytest.raises(OutOfOrder, match="side 0 cannot start late twice: correct what is said of it"):
        apply(state, LateStart(0, 60, 0))
    assert apply(state, LateStart(1, 60, 0)).levels == ("3", "3")
    assert apply(state, Correction(1, LateStart(0, 400, 0), "referee", "", 9)).levels == ("2", "4")


def test_both_sides_stay_away() -> None:
    state = apply(apply(fresh(XIANGYANG), LateStart(0, 601, 0)), LateStart(1, 700, 0))
    assert (state.over, state.winner, state.round.forfeits) == (True, None, (0, 1))
    sheet = result_sheet(state)
    assert not sheet.is_draw
    assert score_of(sheet).outcomes == ("loss", "loss")


# ---- the time ---------------------------------------------------------------------------------------------


def drawing(state: MatchState) -> MatchState:
    number = state.deals_done[-1].number + 1 if state.deals_done else 1
    return apply(state, Opening(number, at_ms=0))


@pytest.mark.parametrize(
    ("clause", "rules", "minutes", "stage", "after"),
    [
        ("八 too early", XIANGYANG, 6, "idle", RoundState()),
        ("八 未抓完牌", XIANGYANG, 5, "idle", None),
        ("八 未抓完牌", XIANGYANG, 5, "drawing", None),
        ("八 playing", XIANGYANG, 5, "playing", RoundState(last_deal=True)),
        ("八 silent", XIANGYANG, 0, "playing", RoundState(last_deal=True, referee_decides=True)),
        ("七3 not begun", HUAIAN, 0, "idle", None),
        ("七3 只要开始摸牌", HUAIAN, 0, "drawing", RoundState(last_deal=True)),
        ("七3 playing", HUAIAN, 0, "playing", RoundState(last_deal=True)),
        ("七3 an announcement", HUAIAN, 2, "drawing", RoundState()),
        ("四(三) silent", SUZHOU, 0, "drawing", RoundState(last_deal=True, referee_decides=True)),
        ("四(三) silent", SUZHOU, 0, "playing", RoundState(last_deal=True, referee_decides=True)),
        ("四(三) 比赛时间到", SUZHOU, 0, "idle", None),
    ],
)
def test_time_called(clause: str, rules: RuleSet, minutes: int, stage: str, after: RoundState | None) -> None:
    assert called(RoundState(), rules, minutes, stage) == after


def test_a_deal_that_is_drawn_when_five_minutes_are_left_is_not_played() -> None:
    """Xiangyang 2024 八: 未抓完牌的牌桌，本轮比赛结束."""
    state = apply(drawing(between(XIANGYANG)), TimeCalled(5, 9000))
    assert (state.over, state.winner, state.levels) == (True, 0, ("4", "2"))
    assert consequences(state) == (MatchEnd(0, ("4", "2"), "time up", 9000),)
    whole = apply(apply(drawing(between(XIANGYANG)), Drawn(2, 0)), TimeCalled(5, 9000))
    assert not whole.over
    assert deal_out(apply(whole, DealStart(2, "4", "E")), "ESWN").over


def test_a_deal_once_begun_is_played_to_its_end() -> None:
    """Huai'an 七3: 只要开始摸牌，就要将该牌打完; national 2022 leaves it to the referee."""
    vector = VECTORS["e005"]
    assert vector["input"]["ruleset"] == "004"
    assert vector["expected"] == {"minutes": HUAIAN.round_minutes, "finish_deal_once_drawing_began": True}
    state = apply(between(HUAIAN), TimeCalled(0, 9000, drawing=True))
    assert not state.over
    state = deal_out(apply(state, DealStart(2, "4", "N")), "SNEW")
    assert (state.over, state.winner, state.levels) == (True, 1, ("4", "5"))
    assert apply(between(HUAIAN), TimeCalled(0, 9000)).over


def test_the_referee_may_break_off_a_deal() -> None:
    state = apply(played(begun(SUZHOU), "E S3"), TimeCalled(0, 9000))
    assert state.round.referee_decides
    ended = apply(state, MatchEnd(None, None, "broken off", 9100))
    assert (ended.over, ended.winner, ended.deals_done) == (True, None, ())
    broken = apply(begun(replace(SUZHOU, time_up_deal="stops")), TimeCalled(0, 9000))
    assert broken.over


def test_a_call_that_is_struck_out_never_was() -> None:
    state = with_consequences(apply(between(HUAIAN), TimeCalled(0, 9000)))
    call = next(event for event in state.events if isinstance(event, TimeCalled))
    after = apply(state, Correction(call.seq, None, "referee", "the wrong table", 9500))
    assert not after.over
    assert not any(isinstance(event, MatchEnd) for event in after.events)


def test_a_round_of_six_deals_or_45_minutes() -> None:
    vector = VECTORS["e004"]["expected"]
    assert (XIANGYANG.round_minutes, XIANGYANG.round_deals) == (vector["minutes"], vector["deals"])


# ---- ties -------------------------------------------------------------------------------------------------


def tied(rules: RuleSet) -> MatchState:
    """Both at 4: the first side since the first deal; S won the second, in which W came last."""
    state = between(rules)
    leader = "N" if rules.tribute == "normal" else "E"
    state = with_consequences(deal_out(apply(state, DealStart(2, "4", leader)), "SENW"))
    assert state.levels == ("4", "4")
    return state


@pytest.mark.parametrize(
    ("rules", "tie", "winner"),
    [
        (XIANGYANG, "draw", None),
        (HUAIAN, "first_to_reach", 0),
        (HUAIAN, "last_deal_winner", 1),
        (HUAIAN, "next_leader", 0),  # W pays the tribute and leads
        (XIANGYANG, "next_leader", 1),  # no tribute: S leads
    ],
)
def test_ties(rules: RuleSet, tie: str, winner: int | None) -> None:
    state = apply(tied(replace(rules, tie=tie)), TimeCalled(0, 0))
    assert (state.over, state.winner) == (True, winner)
    assert result_sheet(state).is_draw == (winner is None)


def test_equal_levels_before_any_deal_are_nobodys() -> None:
    for tie in ("first_to_reach", "last_deal_winner", "next_leader"):
        assert apply(fresh(replace(HUAIAN, tie=tie)), TimeCalled(0, 0)).winner is None


def test_an_extra_deal_after_a_tie() -> None:
    state = apply(tied(replace(HUAIAN, tie="extra_deal")), TimeCalled(0, 0))
    assert not state.over
    with pytest.raises(OutOfOrder, match="an extra deal is at level 2"):
        apply(state, DealStart(3, "4", "W"))
    state = with_consequences(deal_out(apply(state, DealStart(3, "2", "W")), "EWSN"))
    assert (state.over, state.winner, state.levels) == (True, 0, ("4", "4"))
    assert (state.deals_done[-1].gain, result_sheet(state).reason) == (0, "extra deal")


def test_a_match_end_may_not_name_the_wrong_side() -> None:
    state = tied(HUAIAN)
    with pytest.raises(OutOfOrder, match="match_end says winner 1, but it is 0"):
        apply(state, MatchEnd(1, None, "time"))


@pytest.mark.parametrize("name", ["e015", "e016"])
def test_vectors_of_the_time_up(name: str) -> None:
    """Huai'an 七2: the higher level wins; equal, the first to reach it."""
    vector = VECTORS[name]
    case = vector["input"]
    assert case["ruleset"] == "004"
    levels: Any = tuple(case["levels"])
    state = between(HUAIAN, "SNEW")
    first = case.get("first_to_reach")
    reached = (0, 0) if first is None else (9, 5) if first == 1 else (5, 9)
    state = replace(state, levels=levels, round=RoundState(reached=reached))
    assert apply(state, TimeCalled(0, 0)).winner == vector["expected"]["winner"]


# ---- forfeits, substitutes, appeals -----------------------------------------------------------------------


def test_a_side_that_is_too_late_and_then_stays_away_forfeits_once() -> None:
    state = MatchState.start(MatchStart("suzhou-2016"), RuleSet.load("suzhou-2016"))
    state = apply(state, LateStart(1, 643, 0))
    state = apply(state, Forfeit(1, "stayed away", "chief referee", 0))
    assert (state.winner, state.round.forfeits) == (0, (1,))


def test_a_forfeit_in_the_middle() -> None:
    state = apply(played(begun(SUZHOU), "E S3"), Forfeit(0, "withdrew", "referee", 5000))
    assert (state.over, state.winner) == (True, 1)
    assert consequences(state) == (MatchEnd(1, ("2", "2"), "forfeited", 5000),)
    with pytest.raises(OutOfOrder, match="S cannot pass"):
        played(state, "S pass")
    with pytest.raises(OutOfOrder, match="side 1 cannot forfeit any more"):
        apply(apply(begun(), MatchEnd(None, None, "time")), Forfeit(1, "", "referee", 1))


def test_a_ruling_moves_levels_and_the_next_deal_follows() -> None:
    """Huai'an 六3: the opponents one up, the own side one down; A cannot be passed by a ruling."""
    awards = (Award(AwardKind.LEVELS, side=0, levels=1), Award(AwardKind.LEVELS, side=1, levels=-1))
    state = apply(played(begun(HUAIAN, "A", ("A", "2")), "E S3"), Ruling("", "referee", None, 1, awards))
    assert state.levels == ("A", "2")  # the highest and the lowest there are
    state = apply(between(HUAIAN), Ruling("", "referee", None, 1, awards[:1]))
    assert state.levels == ("5", "2")
    assert apply(state, DealStart(2, "5", "N")).levels == ("5", "2")
    with pytest.raises(OutOfOrder, match="the winners of the last deal play level 5"):
        apply(state, DealStart(2, "4", "N"))


def test_a_ruling_may_lose_the_match() -> None:
    loss = Ruling("", "chief referee", None, 7000, (Award(AwardKind.LOSS, side=0),))
    state = apply(played(begun(SUZHOU), "E S3"), loss)
    assert (state.over, state.winner, result_sheet(state).reason) == (True, 1, "lost by a ruling")
    assert score_of(result_sheet(state)).points == (None, None)


def test_a_ruling_may_lose_the_match_for_both_sides() -> None:
    """As two rulings that each lose it for one side: nobody wins."""
    awards = (Award(AwardKind.LOSS, "E"), Award(AwardKind.LOSS, "S"))
    both = apply(begun(SUZHOU), Ruling("", "chief referee", None, 7000, awards))
    one = apply(begun(SUZHOU), Ruling("", "chief referee", None, 7000, awards[:1]))
    two = apply(one, Ruling("", "chief referee", None, 7000, awards[1:]))
    assert (both.over, both.winner, both.round.forfeits) == (True, None, (0, 1))
    assert (both.winner, both.round, both.due) == (two.winner, two.round, two.due)


@pytest.mark.parametrize(
    "award",
    [Award(AwardKind.LOSS, "S", 0), Award(AwardKind.LEVELS, "E", 1, 1), Award(AwardKind.WARNING, "N", 0)],
)
def test_an_award_to_a_seat_and_the_other_side_is_refused(award: Award) -> None:
    said = f"nothing can be awarded to {award.seat} and side {award.side}: the seat is of the other side"
    with pytest.raises(OutOfOrder, match=said):
        apply(begun(), Ruling("", "referee", None, 1, (award,)))
    right = replace(award, side=1 - (award.side or 0))
    assert apply(begun(), Ruling("", "referee", None, 1, (right,)))


def test_a_ruling_after_the_end_changes_the_result() -> None:
    state = with_consequences(apply(between(HUAIAN), TimeCalled(0, 0)))  # 4:2
    down = Ruling("", "jury", None, 1, (Award(AwardKind.LEVELS, side=0, levels=-2),), reason="appeal upheld")
    state = apply(state, down)
    assert (state.winner, state.levels, result_sheet(state).reason) == (1, ("2", "2"), "time up")
    assert [type(event) for event in consequences(state)] == [MatchEnd]
    lost = Ruling("", "jury", None, 2, (Award(AwardKind.LOSS, side=1),))
    state = with_consequences(apply(state, lost))
    assert (state.winner, result_sheet(state).reason) == (0, "lost by a ruling")
    passed = with_consequences(deal_out(begun(HUAIAN, "A", ("A", "9")), "ESWN"))
    assert apply(passed, down).winner == 0  # A was passed


def test_substitutes() -> None:
    """Suzhou 2016 十四: 中途不得换人，否则当弃权论处; elsewhere the referee decides."""
    event = Substitute("E", "乙", "ill", 100)
    with pytest.raises(OutOfOrder, match=r"乙 cannot take seat E: that is a forfeit \(十四 第1条"):
        apply(begun(SUZHOU), event)
    state = apply(begun(HUAIAN), event)
    assert result_sheet(state).sides[0].players == ("乙", "")
    again = apply(state, Correction(2, None, "referee", "", 200))
    assert result_sheet(again).sides[0].players == ("", "")


def appealed(minutes: float) -> MatchState:
    state = apply(between(SUZHOU), MatchEnd(None, None, "time", 60_000))
    return apply(state, Appeal(1, "the ruling on deal 1", None, 60_000 + int(minutes * 60_000)))


def test_appeals_within_their_time() -> None:
    """Suzhou 2016 十五: in writing within 30 minutes, answered within two hours."""
    state = appealed(30)
    (line,) = result_sheet(state).appeals
    assert (line.answer, line.answer_by_ms) == (None, line.appeal.at_ms + 2 * 3_600_000)
    seq = line.appeal.seq
    state = apply(state, AppealAnswer(seq, False, "it stands", "jury", line.appeal.at_ms + 1))
    (line,) = result_sheet(state).appeals
    assert line.answer is not None
    with pytest.raises(OutOfOrder, match=f"appeal {seq} cannot be answered again"):
        apply(state, AppealAnswer(seq, True, "", "jury", line.appeal.at_ms + 2))
    with pytest.raises(OutOfOrder, match="event 1 cannot be answered: it is no appeal"):
        apply(state, AppealAnswer(1, True, "", "jury", line.appeal.at_ms + 2))
    with pytest.raises(OutOfOrder, match=r"the appeal comes 6 s too late \(十五 第1条"):
        appealed(30.1)
    late = apply(apply(between(HUAIAN), MatchEnd(None, None, "time", 0)), Appeal(1, "", None, 10**9))
    assert result_sheet(late).appeals[0].answer_by_ms is None


# ---- the sheet and the points -----------------------------------------------------------------------------


def test_the_sheet_of_a_round() -> None:
    state = apply(fresh(XIANGYANG), LateStart(0, 200, 0))
    state = apply(state, DealStart(1, "3", "E", at_ms=0))
    before = result_sheet(state)
    assert (before.over, before.winner, before.reason, before.is_draw) == (False, None, "", False)
    sheet = result_sheet(apply(with_consequences(deal_out(state, "ESWN")), TimeCalled(5, 9000)))
    first, second = sheet.sides
    assert (first.seats, first.start_level, first.level, first.late_s) == (("E", "W"), "2", "4", 200)
    assert (second.seats, second.start_level, second.level, second.late_s) == (("S", "N"), "3", "3", 0)
    assert (sheet.difference, sheet.winner, sheet.reason) == (1, 0, "time up")
    assert [deal.gain for deal in sheet.deals] == [2]
    assert (sheet.entered_by, sheet.confirmed_by) == (("E", "W"), ("S", "N"))  # 八(三)5
    assert result_sheet(between(NATIONAL)).entered_by == ()


def test_the_first_level_of_a_record_that_begins_in_the_middle() -> None:
    sheet = result_sheet(begun(level="8", levels=("5", "8")))
    assert [side.start_level for side in sheet.sides] == ["5", "8"]
    assert [side.start_level for side in result_sheet(begun(level="6")).sides] == ["6", "6"]


@pytest.mark.parametrize(("top", "level", "difference"), [("A", "A", 5), ("A+", "A+", 6)])
def test_past_a_as_a_level(top: str, level: str, difference: int) -> None:
    rules = replace(NATIONAL, top_level=top)
    sheet = result_sheet(deal_out(begun(rules, "A", ("A", "9")), "ESWN"))
    assert (sheet.sides[0].level, sheet.difference, sheet.reason) == (level, difference, "A passed")
    other = result_sheet(deal_out(begun(rules, "A", ("9", "A"), leader="S"), "SENW"))
    assert (other.sides[1].level, other.difference) == (level, -difference)


TABLE = """
name = "Club"
[deals.6]
0 = [10, 10]
1 = [11, 9]
"2+" = [12, 8]
"5+" = [15.5, 4.5]
[any]
"0+" = [2, 1]
"""


def test_a_turn_leaves_the_rest_as_it_was() -> None:
    state = between(HUAIAN)
    assert state.deal is not None
    marked = replace(
        state, **{field.name: object() for field in fields(MatchState) if field.name not in TURNED}
    )
    event = Pass("E", seq=99)
    after = marked.turned(event, state.deal, ())
    for field in fields(MatchState):
        if field.name not in TURNED:
            assert getattr(after, field.name) is getattr(marked, field.name), field.name
    assert (after.deal, after.due, after.events[-1], after.given) == (state.deal, (), event, ())


TURNED = ("deal", "due", "events", "given")


def test_a_table_of_match_points() -> None:
    table = read_score_table(TABLE)
    assert [table.points(6, difference) for difference in (0, 1, 2, 4, 5, 12)] == [
        (10, 10),
        (11, 9),
        (12, 8),
        (12, 8),
        (15.5, 4.5),
        (15.5, 4.5),
    ]
    assert table.points(None, 3) == table.points(8, 0) == (2, 1)
    short = read_score_table('name = "x"\n[deals.6]\n1 = [1, 0]\n')
    for deals, message in (
        (6, "x: no row for a difference of 0 in a round of 6"),
        (None, "this length"),
    ):
        with pytest.raises(ScoreError, match=message):
            short.points(deals, 0)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("name = ", "ours, not TOML|ours: not TOML"),
        ("[any]", "ours: name is missing"),
        ('name = "x"\nrows = 3', "ours, rows: there are name, deals, any"),
        ('name = "x"\ndeals = 3', "ours, deals: a table is expected"),
        ('name = "x"\n[deals.six]', "ours, deals.six: 'six' is no number of deals"),
        ('name = "x"\n[any]\nmany = [1, 2]', "ours, any, many: 'many' is no level difference"),
        ('name = "x"\n[any]\n1 = [1]', r"ours, any, 1: \[1\] is no pair of points"),
        ('name = "x"\n[any]\n1 = [1, true]', r"ours, any, 1: \[1, True\] is no pair of points"),
    ],
)
def test_a_table_at_fault(text: str, message: str) -> None:
    with pytest.raises(ScoreError, match=message):
        read_score_table(text, "ours")


def test_scores() -> None:
    """Win, draw and loss and the level difference come along; a table gives the rest."""
    won = apply(between(XIANGYANG, "SNEW"), TimeCalled(5, 9000))  # 2:5
    assert score_of(result_sheet(won)).points == (None, None)
    points = score_of(result_sheet(won), read_score_table(TABLE))
    assert (points.outcomes, points.points) == (("loss", "win"), (8, 12))
    drawn = score_of(result_sheet(apply(fresh(XIANGYANG), TimeCalled(5, 9000))), read_score_table(TABLE))
    assert (drawn.outcomes, drawn.points) == (("draw", "draw"), (10, 10))
    plain = apply(between(replace(HUAIAN, score_mode="level_difference"), "SNEW"), TimeCalled(0, 0))
    assert score_of(result_sheet(plain)).points == (-3, 3)
    assert score_of(result_sheet(apply(between(HUAIAN), TimeCalled(0, 0)))).outcomes == ("win", "loss")
    with pytest.raises(ValueError, match="not over"):
        score_of(result_sheet(between(HUAIAN)))


@pytest.mark.parametrize(
    ("clause", "rules", "points"),
    [("十三 第2条", SUZHOU, (None, 17)), ("八(三)6", XIANGYANG, (0, 2)), ("六1", HUAIAN, (None, None))],
)
def test_what_a_forfeit_scores(clause: str, rules: RuleSet, points: tuple[int | None, int | None]) -> None:
    sheet = result_sheet(apply(fresh(rules), Forfeit(0, "stayed away", "referee", 0)))
    assert (score_of(sheet).outcomes, score_of(sheet).points) == (("loss", "win"), points)


@settings(deadline=None, max_examples=40)
@given(
    st.sampled_from([SUZHOU, NATIONAL, XIANGYANG, HUAIAN]),
    st.lists(st.sampled_from(["EWSN", "ESWN", "ESNW", "SNEW", "SENW", "SEWN"]), min_size=1, max_size=7),
)
def test_the_sheet_agrees_with_the_match(rules: RuleSet, orders: list[str]) -> None:
    state = fresh(rules)
    for number, order in enumerate(orders, 1):
        last = state.deals_done[-1] if state.deals_done else None
        level = state.levels[last.winner] if last else "2"
        leader = last.finish[0] if last else order[0]
        state = with_consequences(deal_out(apply(state, DealStart(number, level, leader)), order))
        if state.over:
            break
    sheet = result_sheet(apply(state, TimeCalled(0, 10**6)))
    assert sheet.over
    one, two = (side.level for side in sheet.sides)
    assert (one, two) == state.levels
    if sheet.difference:
        assert sheet.winner == (sheet.difference < 0) or sheet.reason == "A passed"
    assert sorted(score_of(sheet).outcomes) in (["draw", "draw"], ["loss", "win"])
    assert [deal.number for deal in sheet.deals] == list(range(1, len(sheet.deals) + 1))
