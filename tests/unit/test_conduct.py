"""The referee's acts on record: calls, irregularities and rulings, reports, the ends of deals."""

from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest

from app.incidents import unruled
from app.live import Live, header_for
from app.silenced import silenced_path
from app.snapshot import Snapshot
from app.store import Log
from engine.breaches import Award, AwardKind, Breach
from engine.cards import FACES, Card, parse_cards
from engine.checking import replay
from engine.conduct import Counts
from engine.errors import RuleError
from engine.events import Correction, Irregularity, Pause, Play, Report, Resume, Ruling, Source, TakeBack
from engine.match import apply
from engine.record import read_record
from engine.round_events import Appeal, AppealAnswer, Forfeit, LeftTable, ThrownIn
from engine.rules import RuleSet
from vision.values import SeenCard, ZoneReading

SUZHOU, NATIONAL, XIANGYANG, HUAIAN = "suzhou-2016", "national-2022", "xiangyang-2024", "huaian"


def reading(seat: str, fresh: str, at: int) -> ZoneReading:
    cards = []
    for name in fresh.split():
        probs = np.full(54, 1e-5, np.float32)
        probs[FACES.index(Card.parse(name))] = 0.99
        cards.append(SeenCard(probs, np.zeros(2, np.float32), 0.0, ()))
    return ZoneReading(seat, tuple(cards), tuple(cards), at - 400, at, at // 40, gone=())


Make = Callable[..., Live]


@pytest.fixture
def make(tmp_path: Path) -> Iterator[Make]:
    logs = []

    def build(rules: str = SUZHOU, **switches: object) -> Live:
        loaded = RuleSet.load(rules).with_switches(switches)
        log = Log.create(tmp_path / f"match{len(logs)}.jsonl", header_for(loaded, "ESWN", "test"))
        logs.append(log)
        return Live(log, loaded)

    yield build
    for log in logs:
        log.close()


def kinds(live: Live) -> list[type]:
    return [type(event) for event in live.state.events]


def shown(live: Live, now_ms: int = 0) -> Snapshot:
    return live.snapshot(now_ms)


def begun(live: Live) -> Live:
    live.start_deal("2", "E", 0)
    live.type_play("E", parse_cards("S3 H3"), 1000)
    return live


def breach(live: Live, kind: Breach, seat: str = "S", cards: str = "") -> int:
    live.note_breach(kind, seat, None, parse_cards(cards), "", 5000)
    return live.state.events[-1].seq


def replays(live: Live) -> bool:
    """Whether the record that was written replays to the state, with no fault."""
    record = read_record(live.log.path.read_text("utf-8"))
    state, faults = replay(record, live.rules)
    return not faults and state == live.state


# ---- calls --------------------------------------------------------------------------------------


def test_a_call_stops_the_clocks_once(make: Make) -> None:
    live = begun(make())
    assert shown(live, 3000).since_ms == 1000
    live.call_referee("called by S", 2000)
    live.call_referee("again", 2500)
    assert (shown(live).conduct.paused_ms, shown(live).since_ms) == (2000, None)
    live.go_on(9000)
    live.go_on(9500)
    assert [e for e in kinds(live) if e in (Pause, Resume)] == [Pause, Resume]
    assert (shown(live).conduct.paused_ms, shown(live).since_ms) == (None, 8000)
    assert replays(live)


# ---- rulings ------------------------------------------------------------------------------------

L = AwardKind.LEVELS
UP_AND_DOWN = [Award(L, side=0, levels=1), Award(L, side=1, levels=-1)]


@pytest.mark.parametrize(
    ("rules", "kind", "awards", "clause", "by"),
    [
        (SUZHOU, Breach.ILLEGAL_PLAY, [Award(AwardKind.MISSES_TRICK, "S")], "十二1", "referee"),
        (SUZHOU, Breach.PLAY_OUT_OF_TURN, [Award(AwardKind.MISSES_TRICK, "S")], "十二3", "referee"),
        (SUZHOU, Breach.SIGNALS_PROVEN, [Award(AwardKind.LOSS, side=1)], "十一 第3条5", "chief referee"),
        (HUAIAN, Breach.PLAY_OUT_OF_TURN, [Award(L, side=0, levels=1)], "六2", "referee"),
        (HUAIAN, Breach.HIDDEN_CARDS, UP_AND_DOWN, "六3", "referee"),
        (HUAIAN, Breach.GESTURE_OUT_OF_TURN, [Award(AwardKind.WARNING, "S")], "六2", "referee"),
    ],
)  # fmt: skip
def test_what_is_prescribed_goes_on_record_with_its_clause(
    make: Make, rules: str, kind: Breach, awards: list[Award], clause: str, by: str
) -> None:
    live = begun(make(rules))
    about = breach(live, kind)
    (case,) = shown(live).conduct.open
    assert case.choices[0].key == "prescribed"
    assert list(case.choices[0].awards) == awards
    live.rule(about, "prescribed", "", 6000)
    ruling = next(e for e in live.state.events if isinstance(e, Ruling))
    assert (list(ruling.awards), ruling.by, ruling.about) == (awards, by, about)
    assert clause in ruling.clause
    assert shown(live).conduct.open == ()
    assert replays(live)


@pytest.mark.parametrize("rules", [XIANGYANG, NATIONAL])
def test_where_nothing_is_prescribed_any_decision_needs_no_reason(make: Make, rules: str) -> None:
    live = begun(make(rules))
    about = breach(live, Breach.EXPOSED_CARDS, cards="S4")
    assert "prescribed" not in [choice.key for choice in shown(live).conduct.open[0].choices]
    live.rule(about, "warning", "", 6000)
    assert shown(live).conduct.sides == (Counts(), Counts(warnings=1))


def test_another_decision_than_prescribed_needs_a_reason(make: Make) -> None:
    live = begun(make(HUAIAN))
    about = breach(live, Breach.PLAY_OUT_OF_TURN)
    live.rule(about, "stands", " ", 6000)
    assert (live.notice, len(shown(live).conduct.open)) == ("reason_needed", 1)
    live.rule(about, "stands", "the opponents told it to play", 6000)
    ruling = live.state.events[-1]
    assert isinstance(ruling, Ruling)
    assert (ruling.awards, ruling.reason) == ((), "the opponents told it to play")


def test_warnings_are_counted_by_seat_and_side_and_the_ladder_is_added(make: Make) -> None:
    live = begun(make(SUZHOU))
    per = live.rules.warnings_per_violation
    assert per is not None
    for number in range(1, per + 1):
        seat = "SN"[number % 2]
        about = breach(live, Breach.LATE_REPORT, seat)
        warning = next(c for c in shown(live).conduct.open[0].choices if c.key == "warning")
        assert [a.kind for a in warning.all_awards][1:] == ([AwardKind.VIOLATION] if number == per else [])
        live.rule(about, "warning", "", 6000)
    assert shown(live).conduct.sides[1] == Counts(warnings=per, violations=1)
    by_seat = dict(shown(live).conduct.seats)
    assert by_seat["S"].warnings + by_seat["N"].warnings == per
    assert by_seat["E"] == Counts()


def test_a_ruling_is_undone_by_another_one(make: Make) -> None:
    live = begun(make(HUAIAN))
    about = breach(live, Breach.PLAY_OUT_OF_TURN)
    live.rule(about, "prescribed", "", 6000)
    assert live.state.levels == ("3", "2")
    ruling = live.state.events[-1].seq
    live.rule_again(ruling, "stands", "", 7000)
    assert live.notice == "reason_needed"
    live.rule_again(ruling, "stands", "it was its turn", 7000)
    assert live.state.levels == ("2", "2")
    assert isinstance(live.state.given[-1], Correction)
    (case,) = shown(live).conduct.cases
    assert case.ruling is not None
    assert case.ruling.reason == "it was its turn"
    assert replays(live)


# ---- warnings -----------------------------------------------------------------------------------


def test_what_the_rules_refuse_is_a_likely_irregularity(make: Make) -> None:
    live = begun(make())
    with pytest.raises(RuleError):
        live.type_play("S", parse_cards("H2 C3"), 2000)
    (warned,) = shown(live).conduct.warnings
    assert (warned.breach, warned.seat, warned.cards) == (Breach.ILLEGAL_PLAY, "S", parse_cards("H2 C3"))
    live.note_warning(warned.key, 3000)
    noted = live.state.events[-1]
    assert isinstance(noted, Irregularity)
    assert (noted.kind, noted.seat, noted.source) == (Breach.ILLEGAL_PLAY, "S", Source.INFERRED)
    assert shown(live).conduct.warnings == ()


def test_a_third_copy_is_warned_of_and_is_no_breach(make: Make) -> None:
    live = begun(make())
    live.type_play("S", parse_cards("S4 S4"), 2000)
    with pytest.raises(RuleError):
        live.type_play("W", parse_cards("S4 H4"), 3000)
    assert [(w.kind, w.breach) for w in shown(live).conduct.warnings] in (
        [("third_copy", None)],
        [("illegal_play", Breach.ILLEGAL_PLAY)],
    )
    live.type_play("W", parse_cards("S5 S5"), 3000)
    assert shown(live).conduct.warnings == ()


def test_an_overrun_is_warned_of_until_it_is_silenced(make: Make) -> None:
    live = begun(make(HUAIAN))
    live.type_play("S", parse_cards("S4 H4"), 1000 + 31_000)
    (warned,) = shown(live).conduct.warnings
    assert (warned.kind, warned.took_ms, warned.limit_ms) == ("overrun", 31_000, 30_000)
    live.silence(warned.key)
    assert shown(live).conduct.warnings == ()
    assert Irregularity not in kinds(live)


def test_the_clock_that_runs_warns_once_it_is_over(make: Make) -> None:
    live = begun(make(HUAIAN))
    assert live.left_ms(11_000) == 20_000
    assert shown(live, 31_000).conduct.warnings == ()
    (warned,) = shown(live, 31_001).conduct.warnings
    assert (warned.kind, warned.seat, warned.limit_ms, warned.breach) == ("time_passed", "S", 30_000, None)
    assert live.left_ms(31_001) is None
    live.silence(warned.key)
    assert shown(live, 40_000).conduct.warnings == ()
    live.type_play("S", parse_cards("S4 H4"), 41_000)
    assert shown(live, 41_000).conduct.warnings == (), "the same overrun is not warned of again"
    (next_one,) = shown(live, 80_000).conduct.warnings
    assert (next_one.seat, next_one.kind) == ("W", "time_passed")


def test_no_clock_warns_while_the_referee_is_at_the_table(make: Make) -> None:
    live = begun(make(HUAIAN))
    live.call_referee("", 20_000)
    assert shown(live, 90_000).conduct.warnings == ()
    assert live.left_ms(90_000) is None
    live.go_on(90_000)
    assert live.left_ms(91_000) == 10_000


def test_what_was_seen_stays_seen_after_a_restart(make: Make) -> None:
    live = begun(make(HUAIAN))
    live.type_play("S", parse_cards("S4 H4"), 1000 + 31_000)
    live.silence(shown(live).conduct.warnings[0].key)
    log = live.log
    log.close()
    again = Live(Log.open(log.path), live.rules)
    assert shown(again).conduct.warnings == ()
    again.log.close()
    silenced_path(log.path).write_text("[1, 2", "utf-8")
    again = Live(Log.open(log.path), live.rules)
    assert len(shown(again).conduct.warnings) == 1, "a torn file costs a second look, and nothing else"
    again.log.close()


@pytest.mark.parametrize(
    ("rules", "finish", "paid", "back", "warns"),
    [
        (NATIONAL, "ESW", "SA", "HT", False),
        (NATIONAL, "ESW", "SA", "HJ", True),
        (NATIONAL, "ESW", "HR", "SB", True),
        (NATIONAL, "ESNW", "SA", "HJ", True),
        (SUZHOU, "ESW", "SA", "HA", False),
    ],
)
def test_a_card_given_back_above_the_limit_is_warned_of(
    make: Make, rules: str, finish: str, paid: str, back: str, warns: bool
) -> None:
    live = begun(make(rules))
    live.end_deal(tuple(finish), "", 2000)
    payer = shown(live).tribute.gifts[0].seat
    live.type_tribute(payer, Card.parse(paid), 3000)
    live.type_return("E", Card.parse(back), 4000)
    found = shown(live).conduct.warnings
    assert [(w.kind, w.breach, w.seat) for w in found] == (
        [("return_above", Breach.WRONG_RETURN, "E")] if warns else []
    )
    if warns:
        live.note_warning(found[0].key, 5000)
        assert shown(live).conduct.warnings == (), "it is on record"


def test_the_deal_to_come_begins_with_its_first_play(make: Make) -> None:
    live = make()
    live.start_deal("5", None, 0)
    shown = live.snapshot(0)
    assert (shown.first_leads, shown.deal, shown.level) == (True, 0, "5")
    live.type_play("W", parse_cards("H3"), 1000)
    shown = live.snapshot(1000)
    assert (shown.first_leads, shown.deal, shown.level) == (False, 1, "5")


def test_pauses_and_rulings_are_listed(make: Make) -> None:
    live = begun(make(HUAIAN))
    live.call_referee("", 2000)
    about = breach(live, Breach.PLAY_OUT_OF_TURN)
    live.rule(about, "prescribed", "", 6000)
    live.go_on(7000)
    lines = shown(live).lines
    assert [line.kind for line in lines][-4:] == ["pause", "irregularity", "ruling", "resume"]
    assert all(line.event is not None and line.event.seq == line.seq for line in lines[-4:])


def test_a_play_that_waits_is_warned_of_while_it_waits(make: Make) -> None:
    live = begun(make())
    live.take(reading("S", "S4 C5", 2000))
    assert live.pending is not None
    (warned,) = shown(live).conduct.warnings
    assert (warned.breach, warned.seat, warned.may_silence) == (Breach.ILLEGAL_PLAY, "S", False)
    live.note_warning(warned.key, 3000)
    assert isinstance(live.state.events[-1], Irregularity)
    assert shown(live).conduct.warnings == (), "it is on record, though the play waits still"
    assert live.pending is not None


def test_a_play_that_was_no_play_is_warned_of_no_more(make: Make) -> None:
    live = begun(make())
    live.take(reading("S", "S4 C5", 2000))
    assert live.pending is not None
    live.dismiss(live.pending.id)
    assert shown(live).conduct.warnings == ()


def with_few_left(live: Live) -> Live:
    """E has ten cards left, the others 27."""
    live.start_deal("2", "E", 0)
    for at, cards in enumerate(("S3 S4 S5 S6 S7", "S3 S4 S5 S6 S7", "D3 D4 D5 D6 D7", "HT DT")):
        live.type_play("E", parse_cards(cards), 1000 * (at + 1))
        for seat in "SWN":
            live.type_pass(seat, 1000 * (at + 1))
    return live


def test_a_report_that_is_due_is_warned_of_until_it_is_made(make: Make) -> None:
    live = with_few_left(make())
    (due,) = shown(live).conduct.warnings
    assert (due.kind, due.seat, due.left) == ("report_due", "E", 10)
    live.report("E", 9, 6000)
    assert isinstance(live.state.events[-1], Report)
    (wrong, *late) = shown(live).conduct.warnings
    assert (wrong.kind, wrong.count, wrong.left) == ("wrong_report", 9, 10)
    assert [each.kind for each in late] == ["late_report"]
    live.note_warning(wrong.key, 6500)
    live.rule(live.state.events[-1].seq, "stands", "put right at once", 7000)
    assert "wrong_report" not in [each.kind for each in shown(live).conduct.warnings]


@pytest.mark.parametrize(("rules", "goes_back"), [(SUZHOU, True), (HUAIAN, False)])
def test_a_play_is_taken_back_where_the_set_lets_it(make: Make, rules: str, goes_back: bool) -> None:
    live = begun(make(rules))
    if goes_back:
        live.take_back("E", 1500)
        assert isinstance(live.state.events[-1], TakeBack)
        assert live.state.deal is not None
        assert live.state.deal.left["E"] == 27
    else:
        with pytest.raises(RuleError, match="stands as soon as it lies there"):
            live.take_back("E", 1500)


# ---- the ends -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("finish", "levels"),
    [("EW", ("5", "2")), ("ESW", ("4", "2")), ("ESNW", ("3", "2")), ("SN", ("2", "5"))],
)
def test_a_deal_is_ended_early(make: Make, finish: str, levels: tuple[str, str]) -> None:
    live = begun(make())
    live.end_deal(tuple(finish), "thrown in", 9000)
    ending = shown(live).ending
    assert ending is not None
    assert (ending.before, ending.after) == (("2", "2"), levels)
    assert replays(live)
    thrown = next(e.seq for e in live.state.events if isinstance(e, ThrownIn))
    live.strike(thrown, "not all agreed", 9500)
    assert live.state.levels == ("2", "2")
    assert shown(live).ending is None


@pytest.mark.parametrize("finish", ["ES", "EE", "WS", ""])
def test_no_deal_ends_so(make: Make, finish: str) -> None:
    live = begun(make())
    before = live.state
    with pytest.raises(RuleError):
        live.end_deal(tuple(finish), "", 9000)
    assert live.state is before


def test_who_is_out_stands_first(make: Make) -> None:
    live = with_few_left(make())
    live.type_play("E", parse_cards("C3 C4 C5 C6 C7"), 6000)
    for seat in "SWN":
        live.type_pass(seat, 6000)
    live.type_play("E", parse_cards("H8 D8 C8 HK DK"), 7000)
    with pytest.raises(RuleError):
        live.end_deal(("S", "N"), "", 9000)
    live.end_deal(("E", "W"), "", 9000)
    assert live.state.levels == ("5", "2")


def test_what_comes_next_is_told(make: Make) -> None:
    live = begun(make(SUZHOU))
    live.end_deal(("E", "S", "W", "N"), "", 9000)
    ending = shown(live).ending
    assert ending is not None
    due = ending.next
    assert due is not None
    assert (due.number, due.level) == (2, "4")
    assert (due.shuffler, due.cutter, due.drawer) == ("N", "E", "N")  # 九: the seat before the first
    assert (due.payers, due.receivers, due.refusal) == (("N",), ("E",), "auto")


def test_east_and_west_enter_and_north_and_south_check(make: Make) -> None:
    live = begun(make(XIANGYANG))
    live.end_deal(("E", "W"), "", 9000)
    live.confirm_deal(1, 9100)
    assert live.notice == "entered_first"
    live.confirm_deal(0, 9200)
    live.confirm_deal(0, 9250)
    live.confirm_deal(1, 9300)
    ending = shown(live).ending
    assert ending is not None
    assert (ending.enters, ending.confirmed) == (0, (True, True))
    rulings = [e for e in live.state.events if isinstance(e, Ruling)]
    assert [(e.by, e.text) for e in rulings] == [
        ("E W", "deal 1 confirmed: out E W, levels 5:2"),
        ("S N", "deal 1 confirmed: out E W, levels 5:2"),
    ]
    live.state = apply(live.state, Ruling("", "referee", None, 9400, (Award(L, side=1, levels=1),)))
    assert shown(live).ending.confirmed == (False, False), "another result is not yet confirmed"


def test_in_other_sets_either_side_confirms_first(make: Make) -> None:
    live = begun(make(NATIONAL))
    live.end_deal(("E", "W"), "", 9000)
    live.confirm_deal(1, 9100)
    assert shown(live).ending.confirmed == (False, True)


def over(live: Live) -> Live:
    begun(live)
    live.end_deal(("E", "W"), "", 9000)
    live.call_time(0, 10_000)
    assert live.state.over
    return live


def test_after_the_table_was_left_only_an_appeal_opens_the_result(make: Make) -> None:
    live = over(make(XIANGYANG))
    about = breach(live, Breach.MISCONDUCT)
    assert not shown(live).match.settled
    live.leave_table(11_000)
    assert isinstance(live.state.events[-1], LeftTable)
    assert (shown(live).match.left, shown(live).match.settled) == (True, True)
    with pytest.raises(RuleError, match="the result stands unless an appeal is upheld"):
        live.rule(about, "opponents_up", "seen by the chief", 12_000)
    with pytest.raises(RuleError, match="the result stands"):
        live.end_deal(("E", "S", "W", "N"), "wrong order", 12_000)
    live.appeal(1, "  ", None, 12_500)
    assert live.notice == "reason_needed"
    live.appeal(1, "the order of the last deal was entered wrongly", None, 13_000)
    appeal = live.state.events[-1]
    assert isinstance(appeal, Appeal)
    with pytest.raises(RuleError):
        live.rule(about, "opponents_up", "seen by the chief", 13_500)
    live.answer_appeal(appeal.seq, True, "upheld", 14_000)
    assert isinstance(live.state.events[-1], AppealAnswer)
    live.rule(about, "opponents_up", "seen by the chief", 15_000)
    assert live.state.levels == ("6", "2")
    live.end_deal(("E", "S", "W", "N"), "wrong order", 16_000)
    assert live.state.levels == ("5", "2")
    assert replays(live)


def test_the_table_is_not_left_before_the_end(make: Make) -> None:
    with pytest.raises(RuleError):
        begun(make()).leave_table(1000)


def test_a_forfeit_ends_the_match(make: Make) -> None:
    live = begun(make())
    live.forfeit(1, "went home", 2000)
    assert (live.state.over, live.state.winner) == (True, 0)
    assert Forfeit in kinds(live)
    assert shown(live).match.sheet.sides[1].forfeit


# ---- undo ---------------------------------------------------------------------------------------


def test_undo_takes_back_what_the_referee_did_in_order(make: Make) -> None:
    """A play from before a ruling is reached only after the ruling."""
    live = begun(make())
    kinds_before = kinds(live)
    live.call_referee("", 4000)
    about = breach(live, Breach.PLAY_OUT_OF_TURN)
    live.rule(about, "prescribed", "", 6000)
    live.rule_again(live.state.events[-1].seq, "stands", "it was its turn", 7000)
    live.go_on(8000)
    said = []
    for _ in range(5):
        live.notice = ""
        live.undo(9000)
        said.append(live.notice)
        assert Play in kinds(live)
    assert said == [
        "undone_go_on", "undone_ruling_again", "undone_ruling", "undone_irregularity", "undone_call",
    ]  # fmt: skip
    assert [kind for kind in kinds(live) if kind is not Correction] == kinds_before
    live.undo(9000)
    assert Play not in kinds(live)
    for _ in range(6):
        live.redo(10_000)
    ruling = next(e for e in live.state.events if isinstance(e, Ruling))
    assert ruling.reason == "it was its turn"
    assert not live.is_paused


def test_a_ruling_can_be_struck_and_an_irregularity_with_its_rulings(make: Make) -> None:
    live = begun(make())
    about = breach(live, Breach.PLAY_OUT_OF_TURN)
    live.rule(about, "prescribed", "", 6000)
    live.strike(live.state.events[-1].seq, "", 7000)
    conduct = shown(live).conduct
    assert conduct is not None
    assert len(conduct.open) == 1
    live.rule(about, "prescribed", "", 8000)
    live.strike(about, "", 9000)
    conduct = shown(live).conduct
    assert conduct is not None
    assert not conduct.cases
    assert not any(isinstance(e, Ruling) for e in live.state.events)
    assert Play in kinds(live)


def test_what_was_noticed_and_not_ruled_on_stays_counted_in_the_next_deal(make: Make) -> None:
    live = begun(make(HUAIAN))
    live.type_play("S", parse_cards("S4 H4"), 1000 + 31_000)
    assert unruled(live.state) == 1
    live.end_deal(("E", "S", "W", "N"), "", 40_000)
    live.type_tribute("N", Card.parse("SA"), 41_000)
    live.type_return("E", Card.parse("S3"), 42_000)
    live.start_next(43_000)
    assert live.state.deal is not None
    assert not live.state.deal.over
    assert unruled(live.state) == 1, "the warning has gone, the fault was there"
    about = breach(live, Breach.MISCONDUCT)
    assert unruled(live.state) == 2
    live.rule(about, "stands", "let be", 50_000)
    assert unruled(live.state) == 1
