"""Reports, irregularities, what each set prescribes, the ladder, and rulings that alone change anything."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine import (
    Award,
    AwardKind,
    Breach,
    Card,
    Correction,
    Counts,
    DealEnd,
    DealStart,
    Event,
    Irregularity,
    MatchEnd,
    MatchStart,
    MatchState,
    Opening,
    OutOfOrder,
    Pass,
    Play,
    Report,
    Return,
    RuleError,
    RuleSet,
    Ruling,
    Source,
    Tribute,
    apply,
    breach_in,
    breach_of,
    consequences,
    counts,
    ladder,
    noticed,
    parse_cards,
    proposals,
    report_faults,
)
from engine.penalties import AWARDS, IRREGULARITIES
from tests.unit.engine_matches import begun, deal_out, played, with_consequences

SETS = SUZHOU, NATIONAL, XIANGYANG, HUAIAN = tuple(
    RuleSet.load(name) for name in ("suzhou-2016", "national-2022", "xiangyang-2024", "huaian")
)
FOR_EACH_SET = pytest.mark.parametrize("rules", SETS, ids=lambda rules: rules.name)


def folded(state: MatchState, *events: Event) -> MatchState:
    for event in events:
        state = apply(state, event)
    return state


def laid(seat: str, count: int) -> Play:
    return Play(seat, parse_cards("?? " * count), None, None, 0)


def said(seat: str, count: int, asked: bool = False) -> Report:
    return Report(seat, count, 0, asked=asked)


BEGIN, END = DealStart(1, "2", "E"), DealEnd(1, ("E", "W"), 0, 3, None)
DOWN_TO_TEN = (BEGIN, laid("E", 10), laid("E", 7))


@pytest.mark.parametrize(
    ("rules", "events", "found"),
    [
        pytest.param(SUZHOU, (*DOWN_TO_TEN, said("E", 10)), [], id="suzhou 十(三) 10张以下必须主动报数"),
        pytest.param(SUZHOU, (*DOWN_TO_TEN, said("E", 9)), ["wrong_report"], id="suzhou 十(三) 报错牌张"),
        pytest.param(
            SUZHOU, (*DOWN_TO_TEN, Pass("S"), said("E", 10)), ["late_report"], id="suzhou 十(三) late"
        ),
        pytest.param(
            SUZHOU, (*DOWN_TO_TEN, Pass("S"), said("S", 27, True), laid("E", 1)), ["missing_report"],
            id="suzhou 十(三) not before its next play",
        ),
        pytest.param(
            SUZHOU, (*DOWN_TO_TEN, said("S", 27, True), END), ["missing_report"], id="suzhou 十(三) never"
        ),
        pytest.param(
            SUZHOU, (*DOWN_TO_TEN, said("E", 10), laid("E", 1), Pass("S"), laid("E", 1), END), [],
            id="suzhou 十(三) once, then 随问随报",
        ),
        pytest.param(
            SUZHOU, (*DOWN_TO_TEN, said("E", 10), laid("E", 1), said("E", 9, True)), [], id="十(三) 随问"
        ),
        pytest.param(
            SUZHOU, (*DOWN_TO_TEN, said("E", 10), laid("E", 1), said("E", 10, True)), ["wrong_report"],
            id="suzhou 十(三) 随问, wrongly",
        ),
        pytest.param(SUZHOU, (BEGIN, laid("E", 10), laid("E", 6), END), [], id="suzhou 十(三) eleven left"),
        pytest.param(SUZHOU, (*DOWN_TO_TEN, END), [], id="spoken reports that nobody records"),
        pytest.param(XIANGYANG, (*DOWN_TO_TEN, END), ["missing_report"], id="xiangyang 八(三)3 no card laid"),
        pytest.param(XIANGYANG, (*DOWN_TO_TEN, said("E", 10)), [], id="xiangyang 八(三)3 报牌卡"),
        pytest.param(
            HUAIAN, (*DOWN_TO_TEN, said("S", 27), laid("E", 4), laid("E", 1), END), ["missing_report"],
            id="huaian 三 six, not ten",
        ),
        pytest.param(XIANGYANG, (BEGIN, laid("E", 10), laid("E", 10), laid("E", 7), END), ["missing_report"],
            id="xiangyang 八(三)3 seven"),
        pytest.param(
            XIANGYANG, (BEGIN, laid("E", 10), laid("E", 6), laid("E", 11), END), [],
            id="out at once"),
        pytest.param(XIANGYANG, (*DOWN_TO_TEN, said("E", 10), BEGIN, laid("E", 10), END), [],
            id="the next deal begins with 27"),
        pytest.param(
            replace(SUZHOU, report_once=True), (*DOWN_TO_TEN, said("E", 10), said("E", 10)), ["wrong_report"],
            id="a set in which once is enough",
        ),
    ],
)  # fmt: skip
def test_reports(rules: RuleSet, events: tuple[Event, ...], found: list[str]) -> None:
    assert [each.kind for each in report_faults(rules, events)] == found
    assert all(each.seat == "E" for each in report_faults(rules, events))


def breach(state: MatchState, seat: str | None, kind: str) -> MatchState:
    return apply(state, Irregularity(seat, kind, "", None, 1000))


def proposed(state: MatchState) -> list[tuple[str, str | int | None, int]]:
    """Awards proposed for the last irregularity: kind, seat or side, levels."""
    found = proposals(state, state.events[-1])  # type: ignore[arg-type]
    return [
        (str(a.kind), a.seat if a.side is None else a.side, a.levels) for each in found for a in each.awards
    ]


def with_ten_left(state: MatchState, seat: str) -> MatchState:
    """The deal when a seat has ten cards left, and has the lead."""
    others = state.header.after(seat)
    state = folded(
        state, laid("E", 10), laid(seat, 10), *map(Pass, others), laid(seat, 7), *map(Pass, others)
    )
    return with_consequences(state)


MISSES = [("misses_trick", "S", 0)]


@pytest.mark.parametrize(
    ("rules", "kind", "awards", "clause"),
    [
        pytest.param(SUZHOU, "play_out_of_turn", MISSES, "十二3", id="suzhou 十二3"),
        pytest.param(SUZHOU, "out_of_turn", MISSES, "十二3", id="suzhou 十二3, an older word"),
        pytest.param(SUZHOU, "illegal_play", MISSES, "十二1", id="suzhou 十二1"),
        pytest.param(SUZHOU, "exposed_cards", MISSES, "十二2", id="suzhou 十二2 暴露张"),
        pytest.param(SUZHOU, "play_in_parts", MISSES, "十二2", id="suzhou 十二2 分次出牌"),
        pytest.param(SUZHOU, "wrong_report", [("replay", "S", 0)], "十(三)", id="suzhou 十(三) 收回重出"),
        pytest.param(SUZHOU, "missing_report", [("replay", "S", 0)], "十(三)", id="suzhou 十(三) 隐瞒"),
        pytest.param(SUZHOU, "wrong_tribute", [("give_again", "S", 0)], "五(五)", id="suzhou 五(五) 贡"),
        pytest.param(SUZHOU, "wrong_return", [("give_again", "S", 0)], "五(五)", id="suzhou 五(五) 还"),
        pytest.param(SUZHOU, "signals", [("violation", "S", 0)], "十一", id="suzhou 十一3 嫌疑"),
        pytest.param(SUZHOU, "signals_proven", [("loss", 1, 0)], "十一", id="suzhou 十一5 确实传递"),
        pytest.param(SUZHOU, "misconduct", [("loss", 1, 0)], "十一", id="suzhou 十一5 不服裁判"),
        pytest.param(SUZHOU, "overrun", [], "十三", id="suzhou 十三5 names no penalty"),
        pytest.param(SUZHOU, "hidden_cards", [], "", id="suzhou is silent"),
        pytest.param(HUAIAN, "play_out_of_turn", [("levels", 0, 1)], "六2", id="huaian 六2 给对家加1级"),
        pytest.param(HUAIAN, "gesture_out_of_turn", [("warning", "S", 0)], "六2", id="huaian 六2 警告一次"),
        pytest.param(
            HUAIAN, "hidden_cards", [("levels", 0, 1), ("levels", 1, -1)], "六3", id="huaian 六3 加1级, 降1级"
        ),
        pytest.param(HUAIAN, "illegal_play", [], "", id="huaian names no penalty"),
        pytest.param(XIANGYANG, "play_out_of_turn", [], "", id="xiangyang 八(三)8 by the national rules"),
        pytest.param(NATIONAL, "hidden_cards", [], "", id="national: the chapter is not at hand"),
    ],
)
def test_what_a_set_prescribes(rules: RuleSet, kind: str, awards: list[object], clause: str) -> None:
    state = breach(with_ten_left(begun(rules, "5"), "S"), "S", kind)
    assert proposed(state) == awards
    (first, *_) = proposals(state, state.events[-1])  # type: ignore[arg-type]
    assert first.clause.startswith(clause)
    assert (state.levels, state.over) == (("5", "5"), False)  # nothing is punished automatically
    assert consequences(state) == ()


@FOR_EACH_SET
def test_every_kind_has_a_proposal_and_every_proposal_can_be_ruled(rules: RuleSet) -> None:
    assert set(Breach) == set(IRREGULARITIES)
    assert set(AWARDS) - {"referee"} <= set(AwardKind)
    for kind in Breach:
        state = breach(begun(rules, "5"), "S", kind)
        for proposal in proposals(state, state.events[-1]):  # type: ignore[arg-type]
            assert proposal.by in ("referee", "chief referee")
            assert apply(state, Ruling("", proposal.by, state.events[-1].seq, 1500, proposal.awards))


def test_what_nobody_knows_has_no_proposal() -> None:
    for seat, kind in (("S", "something"), (None, Breach.ILLEGAL_PLAY)):
        state = breach(begun(SUZHOU), seat, kind)
        assert proposed(state) == []
    assert breach_of("something") is None
    assert breach_of("exposed_card") is Breach.EXPOSED_CARDS


def ruled(state: MatchState, *awards: Award) -> MatchState:
    return apply(state, Ruling("", "referee", state.events[-1].seq, 1500, awards))


def award(kind: str, seat: str = "S") -> Award:
    return Award(AwardKind(kind), seat)


def test_two_gestures_of_a_side_in_a_deal() -> None:
    """六2 一付牌中一方（包括同伴）受到2次警告，判罚1次犯规，给对家加1级."""
    first = ruled(breach(begun(HUAIAN), "S", Breach.GESTURE_OUT_OF_TURN), award("warning"))
    assert proposed(breach(first, "N", Breach.GESTURE_OUT_OF_TURN)) == [("levels", 0, 1)]
    assert proposed(breach(first, "E", Breach.GESTURE_OUT_OF_TURN)) == [("warning", "E", 0)]
    stood = ruled(breach(begun(HUAIAN), "S", Breach.GESTURE_OUT_OF_TURN))  # let stand
    assert proposed(breach(stood, "N", Breach.GESTURE_OUT_OF_TURN)) == [("warning", "N", 0)]
    later = with_consequences(deal_out(first, "ESWN"))
    later = apply(later, DealStart(2, "4", "N"))
    assert proposed(breach(later, "N", Breach.GESTURE_OUT_OF_TURN)) == [("warning", "N", 0)]


def test_hidden_cards_twice_in_a_match() -> None:
    """六3 一局累计出现2次藏牌，则视对方比赛获胜: deals do not part them."""
    state = ruled(breach(begun(HUAIAN), "S", Breach.HIDDEN_CARDS), award("warning"))
    state = apply(with_consequences(deal_out(state, "ESWN")), DealStart(2, "4", "N"))
    assert proposed(breach(state, "N", Breach.HIDDEN_CARDS)) == [("loss", 1, 0)]
    first = next(event for event in state.events if isinstance(event, Irregularity))
    assert [a.kind for p in proposals(state, first) for a in p.awards] == [AwardKind.LEVELS] * 2


def test_the_ladder() -> None:
    """十一 第3条: 两次警告要记违例一次, 三次记违例判负, 两次判负要判停赛."""
    state = begun(SUZHOU)
    warning = (award("warning"),)
    assert ladder(state, warning) == ()
    state = ruled(state, *warning)
    assert counts(state.header, state.events) == (Counts(), Counts(warnings=1))
    assert ladder(state, (award("warning", "E"),)) == ()
    (found,) = ladder(state, (award("warning", "N"),))
    assert found.awards == (Award(AwardKind.VIOLATION, side=1),)
    assert found.clause == "十一 第3条3: 两次警告要记违例一次"
    state = ruled(state, award("warning", "N"), *found.awards)
    state = ruled(state, award("violation"))
    assert proposed(breach(state, "S", Breach.SIGNALS)) == [("violation", "S", 0), ("loss", 1, 0)]
    last = ladder(state, (award("violation"),), losses_before=(0, 1))
    assert [each.awards[0].kind for each in last] == [AwardKind.LOSS, AwardKind.SUSPENSION]
    assert [each.by for each in last] == ["chief referee"] * 2
    third = ruled(state, award("warning"))
    assert ladder(third, (award("warning"),))[0].awards[0].kind == AwardKind.VIOLATION
    assert ladder(begun(HUAIAN), (award("warning"), award("warning"))) == ()  # no ladder in that text
    state = breach(begun(SUZHOU), "S", Breach.SIGNALS)
    signals = state.events[-1]
    assert isinstance(signals, Irregularity)
    state = ruled(state, award("violation"), award("violation", "N"))
    assert len(proposals(state, signals)) == 1  # what was ruled on it is not counted before it


def test_who_decides() -> None:
    """Suzhou 十一 第2条, Xiangyang 八(三)8."""
    for rules, kind, by in (
        (SUZHOU, Breach.ILLEGAL_PLAY, "referee"),
        (SUZHOU, Breach.MISCONDUCT, "chief referee"),
        (SUZHOU, Breach.OVERRUN, "chief referee"),
        (XIANGYANG, Breach.ILLEGAL_PLAY, "chief referee"),
        (HUAIAN, Breach.PLAY_OUT_OF_TURN, "referee"),
    ):
        state = breach(begun(rules), "S", kind)
        assert proposals(state, state.events[-1])[0].by == by  # type: ignore[arg-type]


def test_a_ruling_changes_levels() -> None:
    state = begun(HUAIAN, "5", ("5", "K"))
    up, down = Award(AwardKind.LEVELS, side=1, levels=3), Award(AwardKind.LEVELS, "E", levels=-9)
    state = ruled(state, up, down)
    assert state.levels == ("2", "A")
    assert state.deal is not None
    assert state.deal.level == "5"  # the deal goes on at its level
    state = with_consequences(deal_out(state, "ESWN"))
    assert state.levels == ("4", "A")
    struck = next(event for event in state.events if isinstance(event, Ruling))
    state = apply(state, Correction(struck.seq, None, "referee", "on appeal", 9000))
    assert state.levels == ("7", "K")


def test_a_ruling_ends_the_match() -> None:
    state = ruled(begun(SUZHOU), Award(AwardKind.LOSS, "S"))
    assert (state.over, state.winner) == (True, 0)
    (end,) = consequences(state)
    assert isinstance(end, MatchEnd)
    assert end.winner == 0
    with pytest.raises(OutOfOrder, match="the match is over"):
        played(state, "E S3")


def test_a_tribute_is_given_again() -> None:
    """五(五) 正常判为重新给牌."""
    state = with_consequences(deal_out(begun(SUZHOU), "ESWN"))
    card = Card.parse
    state = folded(state, Tribute("N", None, card("SK"), 0), Return("E", None, card("S3"), 0))
    again = ruled(state, award("give_again", "E"))
    again = folded(again, Return("E", None, card("S4"), 0))
    assert again.opening is not None
    assert again.opening.tribute.returned[0].card == card("S4")
    again = ruled(state, award("give_again", "N"))
    again = folded(again, Tribute("N", None, card("SA"), 0), Return("E", None, card("S3"), 0))
    assert folded(again, DealStart(2, "4", "N")).deal is not None
    begun_ = ruled(folded(state, DealStart(2, "4", "N")), award("give_again", "N"))
    begun_ = folded(begun_, Tribute("N", None, card("SA"), 0))
    assert begun_.deal is not None
    assert begun_.deal.known == {}  # E may give the ace back again


@pytest.mark.parametrize(
    ("event", "found"),
    [
        (Play("S", parse_cards("S4"), None, None, 0), Breach.PLAY_OUT_OF_TURN),
        (Pass("S"), Breach.PASS_OUT_OF_TURN),
        (Play("E", parse_cards("S4 S5"), None, None, 0), Breach.ILLEGAL_PLAY),
        (Play("E", parse_cards("S4 S4 S4"), None, None, 0), None),
        (Play("E", parse_cards("?? " * 28), None, None, 0), Breach.WRONG_COUNT),
        (Pass("E"), None),
        (DealStart(2, "2", "E"), None),
    ],
)
def test_breach_in_what_is_refused(event: Event, found: Breach | None) -> None:
    with pytest.raises(RuleError) as caught:
        apply(begun(SUZHOU), event)
    assert breach_in(event, caught.value) is found


def test_breach_in_a_tribute_that_is_refused() -> None:
    state = with_consequences(deal_out(begun(NATIONAL), "ESWN"))
    wild, low, jack = parse_cards("H4 S3 SJ")
    for event in (Tribute("N", None, wild, 0), Tribute("S", None, jack, 0)):
        with pytest.raises(RuleError) as caught:
            apply(state, event)
        assert breach_in(event, caught.value) is Breach.WRONG_TRIBUTE
    returned = Return("E", None, jack, 0)
    with pytest.raises(RuleError) as caught:
        folded(state, Tribute("N", None, low, 0), returned)
    assert breach_in(returned, caught.value) is Breach.WRONG_RETURN


def test_what_the_engine_notices_by_itself() -> None:
    header = MatchStart("xiangyang-2024")
    state = MatchState.start(header, replace(XIANGYANG, play_seconds=30))
    turned = Opening(1, cutter="S", turned=Card.parse("S2"), first="S", holder="E")
    state = folded(state, turned, DealStart(1, "2", "E", at_ms=1000))
    state = folded(state, Play("E", parse_cards("S3"), None, None, 40_000))
    state = folded(state, Pass("S", 40_000, 90_000, Source.INFERRED), Report("W", 20, 91_000))
    found = noticed(state)
    assert [(each.kind, each.seat) for each in found] == [
        (Breach.DRAW_OUT_OF_TURN, "S"),
        (Breach.WRONG_REPORT, "W"),
        (Breach.OVERRUN, "E"),
    ]
    assert "S drew first, where W does" in found[0].text
    assert found[2].text == "E took 39.0 s of 30 s (opening)"
    assert all(each.source is Source.INFERRED and each.about for each in found)
    assert noticed(folded(state, *found)) == ()


def test_what_is_noticed_is_of_the_last_deal() -> None:
    state = begun(XIANGYANG)
    state = folded(state, Report("E", 20, 0))
    assert [each.kind for each in noticed(state)] == [Breach.WRONG_REPORT]
    state = with_consequences(deal_out(state, "ESWN"))
    assert Breach.WRONG_REPORT in {each.kind for each in noticed(state)}
    assert noticed(folded(state, DealStart(2, "4", "E"))) == ()
