"""What the papers say of a match: the golden record, a simulated one, and one full of rulings."""

import hashlib
from pathlib import Path

import pytest

from app.cli import main
from app.sheet import DealStanding, Sheet, open_questions, record_lines, sheet_of
from engine import (
    Award,
    AwardKind,
    Correction,
    Irregularity,
    Question,
    Ruling,
    ThrownIn,
    Tribute,
    apply,
    consequences,
    read_record,
    replay,
    rules_of,
)
from tests.unit.sheet_matches import begun, forty_deals, header, more_deals, next_deal, ruled, sheet

GOLDEN = Path(__file__).parents[1] / "golden" / "engine_match.jsonl"


def read(path: Path) -> Sheet:
    record = read_record(path.read_text("utf-8"))
    state, faults = replay(record, rules_of(record.header))
    return sheet_of(record, state, len(faults))


def test_the_golden_match():
    found = read(GOLDEN)
    (deal,) = found.deals
    assert (deal.number, deal.level, deal.leader, deal.standing) == (1, "9", "S", DealStanding.OVER)
    assert [(type(g) is Tribute, g.seat, g.to, str(g.card)) for g in deal.gifts] == [
        (True, "S", "E", "D9"),
        (False, "E", "S", "C2"),
    ]
    assert (deal.finish, deal.winner, deal.gain, deal.levels) == (("W", "S", "N", "E"), 0, 1, ("T", "5"))
    assert deal.took_ms == 737_869 - (117_900 - 88_500)  # without the pause
    assert (deal.plays, deal.passes, deal.asked, deal.corrections) == (53, 86, 0, 1)
    assert [(case.kind, case.seat, case.deal) for case in found.incidents] == [
        ("question", "W", 1),
        ("exposed_cards", "N", 1),
    ]
    assert [ruling.text for ruling in found.incidents[0].rulings] == ["settled"]
    assert (found.open_questions, found.corrections, found.faults, found.events) == (0, 1, 0, 175)
    assert (found.result.winner, found.result.reason, found.result.difference) == (0, "time", 5)
    assert found.score is not None
    assert found.score.outcomes == ("win", "loss")
    assert found.sha256 == hashlib.sha256(GOLDEN.read_bytes()).hexdigest()


def test_its_moves():
    moves = read(GOLDEN).moves
    assert len(moves) == 53 + 86
    first, passed = moves[:2]
    assert (first.deal, first.trick, first.event.seat, first.left) == (1, 1, "S", 21)
    assert (first.reading.type, first.timing.took_ms) == ("tube", 18_971)
    assert first.wall.isoformat() == "2026-11-30T09:00:18.971000+08:00"
    assert (passed.reading, passed.timing.took_ms, passed.timing.at_most_ms) == (None, None, 7203)
    assert [move.event.seq for move in moves if move.corrected] == [9]
    assert all(move.reading is not None for move in moves if hasattr(move.event, "cards"))
    assert sorted({move.trick for move in moves}) == list(range(1, moves[-1].trick + 1))


def test_a_simulated_match(tmp_path):
    path = tmp_path / "sim.jsonl"
    assert main(["simulate", "--record", str(path), "--seed", "3", "--deals", "6"]) == 0
    found = read(path)
    assert [(deal.level, deal.finish[:2], deal.gain, deal.levels) for deal in found.deals[:2]] == [
        ("2", ("W", "N"), 1, ("3", "2")),
        ("3", ("E", "W"), 3, ("6", "2")),
    ]
    assert found.deals[1].refused == ("E", "E")
    assert [len(deal.gifts) for deal in found.deals] == [0, 0, 4, 2, 0, 2]
    assert sum(deal.plays + deal.passes for deal in found.deals) == len(found.moves)
    assert found.deals[-1].levels == found.result.deals[-1].levels == ("T", "7")
    assert (found.result.over, found.score, found.faults) == (False, None, 0)
    assert found.corrections == sum(deal.corrections for deal in found.deals)


def test_what_was_ruled_stands_with_what_it_is_about():
    found = sheet(ruled())
    assert [(case.kind, case.seat, case.side, case.deal) for case in found.incidents] == [
        ("late_start", None, 1, 1),
        ("play_out_of_turn", "S", None, 2),
        ("overrun", "N", None, 2),
        ("ruling", None, None, 2),
        ("appeal", None, 1, 2),
    ]
    played, overrun, alone, appeal = found.incidents[1:]
    assert played.rulings[0].clause == "十一 第3条"
    assert (overrun.rulings, overrun.clause) == ((), "十三 第5条")
    assert alone.rulings[0].awards == (Award(AwardKind.LEVELS, side=1, levels=-1),)
    assert appeal.answer is not None
    assert not appeal.answer.upheld
    assert [counted.warnings for counted in found.counted] == [0, 1]
    assert [deal.standing for deal in found.deals] == ["over", "over", "running"]
    assert found.result.sides[1].late_s == 200


def test_a_ruling_on_nothing_leaves_a_question_open():
    question, ruling = Question(None, "?", None, 5, seq=1), Ruling("so", "referee", None, 6, seq=2)
    assert open_questions([question, ruling]) == 1
    assert open_questions([question, Ruling("so", "referee", 1, 6, seq=2)]) == 0
    assert (
        open_questions([Question("E", "?", 7, 5, seq=8), Correction(7, None, "referee", "", 9, seq=9)]) == 0
    )
    assert sheet(ruled()).open_questions == 1


def test_a_deal_that_is_dealt_again_is_void_and_its_successor_counts():
    state = next_deal(more_deals(begun(), ["ESNW"]))
    last = state.events[-1].seq
    state = apply(state, Irregularity("E", "exposed_cards", "", None, 90_000))
    state = apply(state, Ruling("", "referee", last + 1, 91_000, (Award(AwardKind.REDEAL, "E"),)))
    assert [deal.standing for deal in sheet(state).deals] == ["over", "void"]
    state = more_deals(state, ["SENW"])
    found = sheet(state)
    assert [(deal.number, deal.standing) for deal in found.deals] == [(1, "over"), (2, "void"), (2, "over")]
    assert [deal.finish for deal in found.deals] == [("E", "S", "N", "W"), (), ("S", "E", "N", "W")]


def test_forty_deals_and_none():
    assert [deal.number for deal in sheet(forty_deals()).deals] == list(range(1, 41))
    found = sheet(begun())
    assert (found.deals, found.moves, found.incidents, found.score) == ((), (), (), None)


def test_a_record_that_does_not_say_when_it_began():
    found = sheet(more_deals(begun(header(started="")), ["ESNW"]))
    assert found.ended is None
    assert {move.wall for move in found.moves} == {None}


@pytest.mark.parametrize("event", [1, 60])
def test_the_fingerprint_changes_with_every_event(event):
    record = read_record(GOLDEN.read_text("utf-8"))
    fewer = (*record.events[:event], *record.events[event + 1 :])
    lines = record_lines(record.header, fewer)
    assert hashlib.sha256(lines.encode()).hexdigest() != read(GOLDEN).sha256


def test_a_rest_thrown_in_is_told_and_what_sides_confirm_is_no_incident():
    state = apply(next_deal(begun()), ThrownIn(("E", "W"), "all agreed", "referee", 9000))
    for due in consequences(state):
        state = apply(state, due)
    state = apply(state, Ruling("deal 1 confirmed", "E W", state.events[-1].seq, 9500))
    (told,) = sheet(state).incidents
    assert (told.kind, told.text, told.deal) == ("thrown_in", "E W · all agreed", 1)
