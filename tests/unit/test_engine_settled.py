"""When a result stands; deals that gain points; a deal that is void."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from engine import (
    Appeal,
    AppealAnswer,
    Award,
    AwardKind,
    Correction,
    DealStart,
    Drawn,
    Event,
    LeftTable,
    MatchEnd,
    MatchStart,
    MatchState,
    Opening,
    OutOfOrder,
    Play,
    Return,
    RuleSet,
    Ruling,
    TimeCalled,
    Tribute,
    apply,
    next_level,
    parse_cards,
    result_sheet,
    score_of,
)
from engine.clock import running
from tests.unit.engine_matches import NATIONAL, XIANGYANG, begun, deal_out, played, with_consequences

POINTS = replace(NATIONAL, gains="points", score_mode="deal_gains", round_deals=5, tie="first_to_reach")


def folded(state: MatchState, *events: Event) -> MatchState:
    for event in events:
        state = apply(state, event)
    return state


# ---- until when a result may be corrected


def over(rules: RuleSet) -> MatchState:
    """One deal, won by E and W with N last, and the round over."""
    state = with_consequences(deal_out(begun(rules), "ESWN"))
    return folded(state, MatchEnd(None, None, "time", at_ms=10_000))


def last_play(state: MatchState) -> Play:
    return next(event for event in reversed(state.events) if isinstance(event, Play))


def test_a_result_is_corrected_before_the_players_leave() -> None:
    """Xiangyang 2024 八(三)7: 离桌之后不得修改."""
    state = over(XIANGYANG)
    wrong = Correction(last_play(state).seq, None, "referee", "no such card", 11_000)
    assert folded(state, wrong).levels == ("2", "2")
    left = folded(state, LeftTable(12_000))
    assert result_sheet(left).settled
    with pytest.raises(OutOfOrder, match=r"the players have left .* \(八\(三\)7: 离桌之后不得修改\)"):
        folded(left, wrong)


LOSS, UP = Award(AwardKind.LOSS, side=0), Award(AwardKind.LEVELS, side=1, levels=2)


@pytest.mark.parametrize("award", [LOSS, UP])
def test_a_ruling_changes_no_result_once_the_players_have_left(award: Award) -> None:
    """Xiangyang 2024 八(三)7; an appeal that is upheld opens it, as it does for corrections."""
    ruling = Ruling("", "chief referee", None, 14_000, (award,))
    left = folded(over(XIANGYANG), LeftTable(12_000))
    with pytest.raises(OutOfOrder, match=r"the ruling cannot be made: the players have left .* \(八\(三\)7"):
        folded(left, ruling)
    for allowed in (replace(ruling, awards=()), replace(ruling, awards=(Award(AwardKind.WARNING, "E"),))):
        assert folded(left, allowed).levels == left.levels
    upheld = folded(left, Appeal(1, "", None, 13_000), AppealAnswer(left.events[-1].seq + 1, True, "", "", 0))
    assert folded(upheld, ruling).levels == folded(over(XIANGYANG), ruling).levels
    assert folded(over(NATIONAL), LeftTable(0), ruling).winner == folded(over(NATIONAL), ruling).winner


def test_what_changes_no_result_is_corrected_at_any_time() -> None:
    left = folded(over(XIANGYANG), LeftTable(12_000))
    lead = next(event for event in left.events if isinstance(event, Play))
    other = replace(lead, seq=0, cards=lead.cards, source=lead.source, p=0.5)
    assert folded(left, Correction(lead.seq, other, "referee", "", 13_000)).levels == left.levels


def test_an_appeal_that_is_upheld_opens_the_result_again() -> None:
    left = folded(over(XIANGYANG), LeftTable(12_000), Appeal(1, "miscounted", None, 13_000))
    wrong = Correction(last_play(left).seq, None, "referee", "no such card", 20_000)
    asked = left.events[-1].seq
    denied = folded(left, AppealAnswer(asked, False, "", "jury", 14_000))
    with pytest.raises(OutOfOrder, match="the result stands unless an appeal is upheld"):
        folded(denied, wrong)
    upheld = folded(left, AppealAnswer(asked, True, "", "jury", 14_000))
    assert not result_sheet(upheld).settled
    after = folded(upheld, wrong)
    assert after.levels == ("2", "2")
    assert (after.over, after.conflicts) == (True, ())


def test_where_the_referee_decides_leaving_changes_nothing() -> None:
    left = folded(over(NATIONAL), LeftTable(12_000))
    assert not result_sheet(left).settled
    assert folded(left, Correction(last_play(left).seq, None, "", "", 0)).levels == ("2", "2")


def test_nobody_leaves_before_the_round_is_over() -> None:
    with pytest.raises(OutOfOrder, match="cannot leave the table before the round is over"):
        folded(begun(XIANGYANG), LeftTable(0))


# ---- deals that gain points


def test_deals_may_gain_points() -> None:
    """Five or six deals, all at level 2, with 3, 2 or 1 points for each."""
    state = with_consequences(deal_out(begun(POINTS), "ESWN"))
    assert (state.levels, state.gained, next_level(state)) == (("2", "2"), (2, 0), "2")
    state = with_consequences(deal_out(folded(state, DealStart(2, "2", "N")), "NSEW"))
    assert (state.levels, state.gained) == (("2", "2"), (2, 3))
    sheet = result_sheet(folded(state, MatchEnd(None, None)))
    assert (sheet.winner, sheet.difference) == (1, -1)
    assert score_of(sheet).points == (2, 3)
    with pytest.raises(OutOfOrder, match="play level 2"):
        folded(state, DealStart(3, "5", "E"))


def test_six_deals_without_tribute_as_a_set_of_ones_own(tmp_path: Path) -> None:
    """As clubs have it: every deal at 2, no tribute, points for the deals, one more where they are equal."""
    path = tmp_path / "six.toml"
    path.write_text(
        'name = "six"\ntitle = "Six deals"\ndate = 2026-11-30\nparent = "national-2022"\ntribute = "none"\n'
        'gains = "points"\nscore_mode = "deal_gains"\nround_deals = 6\ntie = "extra_deal"\n',
        encoding="utf-8",
    )
    state = begun(RuleSet.load(path))
    for number, order in enumerate(("EWSN", "SNEW", "ESWN", "SENW", "ESNW", "SEWN"), 1):
        if number > 1:
            state = folded(state, DealStart(number, "2", state.deals_done[-1].finish[0]))
        state = with_consequences(deal_out(state, order))
    assert (state.gained, state.over, state.round.extra) == ((6, 6), False, True)
    state = with_consequences(deal_out(folded(state, DealStart(7, "2", "S")), "SEWN"))
    assert (state.over, state.winner, score_of(result_sheet(state)).points) == (True, 1, (6, 6))


def test_equal_points_go_by_the_tie_of_the_set() -> None:
    state = with_consequences(deal_out(begun(POINTS), "ESWN"))
    state = with_consequences(deal_out(folded(state, DealStart(2, "2", "N")), "SENW"))
    assert state.gained == (2, 2)
    for tie, winner in (("first_to_reach", 0), ("last_deal_winner", 1), ("draw", None)):
        tied = replace(state, rules=replace(POINTS, tie=tie))
        assert folded(tied, MatchEnd(None, None)).winner == winner
    extra = folded(replace(state, rules=replace(POINTS, tie="extra_deal")), TimeCalled(0, 0))
    assert (extra.over, extra.round.extra, next_level(extra)) == (False, True, "2")


def test_levels_awarded_count_as_points() -> None:
    state = folded(begun(POINTS), Ruling("", "", None, 0, (Award(AwardKind.LEVELS, side=1, levels=1),)))
    state = with_consequences(deal_out(state, "EWSN"))
    assert (result_sheet(state).difference, next_level(state)) == (2, "2")


def test_the_last_level_means_nothing_where_deals_gain_points() -> None:
    rules = replace(POINTS, start_level="A")
    state = with_consequences(deal_out(begun(rules, "A"), "EWSN"))
    assert (state.over, state.a_tries) == (False, (0, 0))


# ---- a deal that is void


def redeal(seat: str = "S") -> Ruling:
    return Ruling("26 cards", "referee", None, 60_000, (Award(AwardKind.REDEAL, seat),))


def test_a_deal_is_void_and_dealt_again() -> None:
    state = played(begun(NATIONAL, "5", ("5", "7")), "E S3 H3", "S S5 D5")
    void = folded(state, redeal())
    assert (void.deal, void.levels, str(void)) == (None, ("5", "7"), "before a deal")
    assert running(NATIONAL, void.events, None, 70_000) is None
    again = folded(void, Opening(1, first="S"), DealStart(1, "5", "W", at_ms=90_000))
    assert again.deal is not None
    assert again.deal.played == {}
    assert result_sheet(with_consequences(deal_out(again, "WESN"))).deals[0].number == 1


def test_a_later_deal_is_void_with_its_tribute() -> None:
    state = with_consequences(deal_out(begun(NATIONAL), "ESWN"))
    paid = folded(state, Drawn(2, 0), Tribute("N", None, parse_cards("SA")[0], 0))
    for begun_ in (paid, folded(paid, DealStart(2, "4", "N"))):
        void = folded(begun_, redeal())
        assert void.opening is None
        given = Tribute("N", None, parse_cards("SK")[0], 0), Return("E", None, parse_cards("S3")[0], 0)
        again = folded(void, *given, DealStart(2, "4", "N"))
        assert again.deal is not None
        assert again.deal.known == {"E": parse_cards("SK"), "N": parse_cards("S3")}
    with pytest.raises(OutOfOrder, match="deal 2 comes next"):
        folded(folded(state, DealStart(2, "4", "N"), redeal()), DealStart(3, "4", "N"))


def test_the_first_deal_starts_with_the_number_that_was_said() -> None:
    opened = folded(MatchState.start(MatchStart(NATIONAL.name), NATIONAL), Opening(1), Drawn(1, 5))
    with pytest.raises(OutOfOrder, match="deal 2 at level 2 led by E cannot start: deal 1 comes next"):
        folded(opened, DealStart(2, "2", "E"))
    assert folded(opened, DealStart(1, "2", "E")).deal
    void = folded(begun(), redeal("E"))
    with pytest.raises(OutOfOrder, match="deal 1 comes next"):
        folded(void, DealStart(2, "2", "E"))


def test_a_redeal_after_the_round_changes_nothing() -> None:
    state = over(NATIONAL)
    assert replace(folded(state, redeal()), events=state.events) == state


def test_turns_to_be_missed_go_with_the_deal() -> None:
    state = folded(begun(NATIONAL), Ruling("", "", None, 0, (Award(AwardKind.MISSES_TRICK, "S"),)), redeal())
    again = folded(state, DealStart(1, "2", "E"), Play("E", parse_cards("S3"), None, None, 0))
    assert again.deal is not None
    assert again.deal.to_play == "S"
