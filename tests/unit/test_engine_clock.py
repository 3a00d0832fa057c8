"""Clocks: durations are differences of event times."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine import (
    Award,
    AwardKind,
    Clock,
    Correction,
    DealEnd,
    DealStart,
    Event,
    MatchStart,
    Pass,
    Pause,
    Play,
    Refusal,
    Resume,
    Return,
    RuleSet,
    Ruling,
    Source,
    TakeBack,
    Tribute,
    TrickEnd,
    Turn,
    apply,
    charged,
    limit_ms,
    overruns,
    parse_cards,
    round_left_ms,
    running,
    running_since,
    timings,
    turns,
)
from tests.unit.engine_matches import begun


def play(seat: str, at_ms: int) -> Play:
    return Play(seat, parse_cards("S3"), None, None, at_ms)


def guessed(seat: str, after_ms: int, before_ms: int) -> Pass:
    return Pass(seat, after_ms, before_ms, Source.INFERRED)


def test_time_of_each_move() -> None:
    events: list[Event] = [
        DealStart(1, "2", "E", at_ms=1000),
        play("E", 5000),
        Pass("S", at_ms=7500),
        guessed("W", 7500, 20000),
        play("N", 20000),
        play("E", 21000),
    ]
    assert turns(events) == (
        Turn(0, "E", 4000, 4000),
        Turn(0, "S", 2500, 2500),
        Turn(0, "W", None, 12500),
        Turn(0, "N", None, 12500),
        Turn(0, "E", 1000, 1000),
    )
    assert running_since(events) == 21000
    assert running_since(events[:4]) == 7500


def test_pauses_are_taken_out() -> None:
    events: list[Event] = [
        DealStart(1, "2", "E", at_ms=0),
        Pause("a call", 1000),
        Resume(None, 11000),
        play("E", 13000),
        Resume(6000, 20000),  # the recorder was down from 14000 on
        play("S", 22000),
        Pause("", 23000),
        Resume(None, 24000),
    ]
    assert [turn.took_ms for turn in turns(events)] == [3000, 3000]
    assert running_since(events) == 23000


def test_no_overrun_is_charged_on_an_inferred_time() -> None:
    events: list[Event] = [
        DealStart(1, "2", "E", at_ms=0),
        guessed("E", 0, 90000),
        play("S", 90000),
        play("W", 121000),
    ]
    done = turns(events)
    assert overruns(done, 30) == (done[2],)
    assert overruns(done, None) == ()


def test_what_is_not_known() -> None:
    inferred: Event = DealStart(1, "2", "E", at_ms=0, source=Source.INFERRED)
    assert turns([inferred, play("E", 4000)])[0].took_ms is None
    assert turns([DealStart(1, "2", "E"), Pass("E")])[0] == Turn(0, "E", None, None)
    assert running_since([]) is None


SUZHOU, XIANGYANG, HUAIAN = (RuleSet.load(name) for name in ("suzhou-2016", "xiangyang-2024", "huaian"))


@pytest.mark.parametrize(
    ("rules", "clock", "seconds"),
    [
        pytest.param(SUZHOU, Clock.MOVE, 30, id="suzhou 十三5 0-30秒属正常出牌时间"),
        pytest.param(SUZHOU, Clock.RETURN, 40, id="suzhou 十三5 40秒内还牌"),
        pytest.param(SUZHOU, Clock.OPENING, 30, id="suzhou: no time of its own"),
        pytest.param(HUAIAN, Clock.MOVE, 30, id="huaian 四 出牌时间不超过30秒"),
        pytest.param(HUAIAN, Clock.OPENING, 180, id="huaian 四 开局不超过3分钟"),
        pytest.param(HUAIAN, Clock.RETURN, None, id="huaian: silent"),
        pytest.param(XIANGYANG, Clock.MOVE, None, id="xiangyang: silent"),
        pytest.param(replace(HUAIAN, lead_seconds=60), Clock.LEAD, 60, id="a set with a time for leads"),
        pytest.param(replace(SUZHOU, lead_seconds=60), Clock.OPENING, 60, id="the first play is a lead"),
    ],
)
def test_limits(rules: RuleSet, clock: Clock, seconds: int | None) -> None:
    assert limit_ms(rules, clock) == (None if seconds is None else 1000 * seconds)


def timed(rules: RuleSet, *events: Event) -> list[tuple[str, str | None, int | None, bool]]:
    return [(str(t.clock), t.seat, t.took_ms, t.over) for t in timings(rules, events)]


def test_every_clock() -> None:
    card = parse_cards("S3")[0]
    events = (
        Tribute("N", "E", card, 1000),
        Return("E", "N", card, 42_000),
        DealStart(2, "2", "N", at_ms=50_000),
        play("N", 229_000),
        play("E", 260_000),
        Pass("S", at_ms=261_000),
        Pass("W", at_ms=262_000),
        Pass("N", at_ms=263_000),
        TrickEnd("E", "E", 263_000),
        play("E", 300_000),
    )
    rules = replace(SUZHOU, opening_seconds=180, lead_seconds=40)
    assert timed(rules, *events) == [
        ("return", "E", 41_000, True),
        ("opening", "N", 179_000, False),
        ("move", "E", 31_000, True),
        ("move", "S", 1000, False),
        ("move", "W", 1000, False),
        ("move", "N", 1000, False),
        ("lead", "E", 37_000, False),
    ]
    assert timed(rules, *(e for e in events if not isinstance(e, TrickEnd)))[-1][0] == "lead"
    assert [t.left_ms for t in timings(rules, events)][:2] == [-1000, 1000]


def test_the_clocks_stand_while_the_referee_is_at_the_table() -> None:
    card = parse_cards("S3")[0]
    events = [
        Tribute("N", "E", card, 1000),
        Pause("the referee is called", 11_000),
        Resume(None, 71_000),
        Return("E", "N", card, 100_000),
        DealStart(2, "2", "N", at_ms=100_000),
        Pause("", 110_000),
        Resume(None, 140_000),
        Resume(60_000, 150_000),  # the recorder was down as well: no time is taken out twice
        play("N", 155_000),
    ]
    assert timed(SUZHOU, *events) == [("return", "E", 39_000, False), ("opening", "N", 15_000, False)]


def test_no_return_is_charged_on_an_inferred_time() -> None:
    card = parse_cards("S3")[0]
    seen, guessed_ = Tribute("N", "E", card, 0), Tribute("N", "E", card, 0, Source.INFERRED)
    late = Return("E", "N", card, 90_000)
    assert timed(SUZHOU, seen, late)[0][3]
    for paid, returned in ((guessed_, late), (seen, replace(late, source=Source.INFERRED))):
        (found,) = timings(SUZHOU, (paid, returned))
        assert (found.took_ms, found.at_most_ms, found.over) == (None, 90_000, False)
    assert timed(SUZHOU, late)[0][2:] == (None, False)


def test_overruns_are_charged_from_the_one_that_the_set_names() -> None:
    events: list[Event] = [DealStart(1, "2", "E", at_ms=0)]
    for i, seat in enumerate("ESWNES", 1):
        events.append(play(seat, 40_000 * i))
    done = timings(SUZHOU, events)
    header = MatchStart("suzhou-2016")
    assert [t.seat for t in charged(SUZHOU, header, done)] == list("ESWNES")
    assert [t.seat for t in charged(replace(SUZHOU, overtime_from=3), header, done)] == ["E", "S"]


def test_the_clock_that_runs() -> None:
    card = parse_cards("S3")[0]
    events: list[Event] = [Tribute("N", "E", card, 1000)]
    assert running(SUZHOU, [], None, 5000) is None

    def now(to_play: str | None, now_ms: int) -> tuple[str, str | None, int | None, int | None] | None:
        found = running(SUZHOU, events, to_play, now_ms)
        return found and (str(found.clock), found.seat, found.took_ms, found.left_ms)

    assert now(None, 31_000) == ("return", "E", 30_000, 10_000)
    events.append(Return("E", "N", card, 32_000))
    assert now(None, 40_000) is None
    events.append(DealStart(2, "2", "N", at_ms=40_000))
    assert now("N", 45_000) == ("opening", "N", 5000, 25_000)
    events += [play("N", 50_000), Pause("", 55_000)]
    assert now("E", 90_000) == ("move", "E", 5000, 25_000)
    events.append(Resume(None, 95_000))
    assert now("E", 125_000) == ("move", "E", 35_000, -5000)
    events += [Pass("E"), TrickEnd("N", "N")]
    assert now("N", 126_000) == ("lead", "N", 36_000, -6000)  # since the last known time
    events.append(DealEnd(2, ("E", "W"), 0, 3, None))
    assert now(None, 130_000) is None


def test_the_round() -> None:
    assert round_left_ms(XIANGYANG, 40 * 60_000) == 5 * 60_000
    assert round_left_ms(HUAIAN, 62 * 60_000, began_ms=60_000) == -60_000
    assert round_left_ms(SUZHOU, 10**9) is None


def test_a_corrected_event_keeps_its_time() -> None:
    state = begun(SUZHOU)
    state = apply(state, play("E", 40_000))
    wrong = state.events[-1]
    before = timings(SUZHOU, state.events)
    right = Play("E", parse_cards("D4"), None, None, 99_000)
    state = apply(state, Correction(wrong.seq, right, "referee", "", 99_000))
    assert timings(SUZHOU, state.events) == before
    assert before[0].over


def test_a_clock_warns_before_the_time_is_up() -> None:
    events = [DealStart(1, "2", "E", at_ms=0)]
    found = [running(SUZHOU, events, "E", 1000 * at) for at in (19, 20, 30, 31)]
    assert [now and now.warns for now in found] == [False, True, True, False]
    for rules in (replace(SUZHOU, warning_seconds=None), XIANGYANG):  # no warning, no limit
        now = running(rules, events, "E", 25_000)
        assert now is not None
        assert not now.warns


def test_after_a_double_the_time_to_give_back_runs_for_both() -> None:
    card = parse_cards("S3")[0]
    events: list[Event] = [DealEnd(1, ("E", "W"), 0, 3, None), Tribute("S", None, card, 1000)]

    def now(now_ms: int) -> tuple[str, str | None, int | None] | None:
        found = running(SUZHOU, events, None, now_ms)
        return found and (str(found.clock), found.seat, found.took_ms)

    assert now(5000) is None  # the other has not paid yet
    events.append(Tribute("N", None, card, 11_000))
    assert now(21_000) == ("return", None, 10_000)
    events.append(Return("W", None, card, 31_000))
    assert now(41_000) == ("return", "E", 30_000)
    events.append(Return("E", None, card, 61_000))
    assert now(71_000) is None
    assert timed(SUZHOU, *events) == [("return", "W", 20_000, False), ("return", "E", 50_000, True)]
    again = Ruling("", "referee", None, 80_000, (Award(AwardKind.GIVE_AGAIN, "E"),))
    events.append(again)
    assert now(90_000) == ("return", "E", 10_000)
    events.append(Return("E", None, card, 100_000))
    assert timed(SUZHOU, *events)[-1] == ("return", "E", 20_000, False)


def test_nothing_runs_once_tribute_is_refused() -> None:
    events: list[Event] = [Tribute("N", "E", parse_cards("S3")[0], 1000), Refusal(("N", "N"), 5000)]
    assert running(SUZHOU, events, None, 9000) is None


def test_who_takes_a_lead_back_leads_with_the_time_anew() -> None:
    events: list[Event] = [
        DealStart(1, "2", "E", at_ms=0),
        replace(play("E", 10_000), seq=2),
        TakeBack("E", 2, 12_000),
    ]
    rules = replace(SUZHOU, opening_seconds=180)
    found = running(rules, events, "E", 20_000)
    assert found is not None
    assert (found.clock, found.took_ms) == (Clock.OPENING, 8000)
    events.append(replace(play("E", 50_000), seq=4))
    assert timed(rules, *events) == [("opening", "E", 10_000, False), ("opening", "E", 38_000, False)]
