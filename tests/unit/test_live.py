"""The recorder: readings and typed input become a lawful record, and doubt becomes a question."""

from dataclasses import replace

import numpy as np
import pytest

from app.live import Live, header_for
from app.store import Log, StoreError
from engine import RuleError, RuleSet
from engine.cards import FACES, Card, parse_cards
from engine.checking import replay
from engine.events import Correction, Irregularity, Pass, Play, Question, Resume, Source, Standing
from engine.record import read_record
from vision.values import SeenCard, ZoneReading

NATIONAL = "national-2022"


def card(name: str, p: float = 0.99, other: str | None = None) -> SeenCard:
    probs = np.full(54, 1e-5, np.float32)
    probs[FACES.index(Card.parse(name))] = p
    if other:
        probs[FACES.index(Card.parse(other))] = 1 - p
    return SeenCard(probs, np.zeros(2, np.float32), 0.0, ())


def reading(seat: str, fresh: str | list[SeenCard], at: int, lying: tuple[SeenCard, ...] = ()) -> ZoneReading:
    new = tuple(card(n) for n in fresh.split()) if isinstance(fresh, str) else tuple(fresh)
    return ZoneReading(seat, (*lying, *new), new, at - 400, at, at // 40)


@pytest.fixture
def make(tmp_path):
    logs = []

    def build(rules: str = NATIONAL, **options) -> Live:
        loaded = RuleSet.load(rules)
        log = Log.create(tmp_path / f"match{len(logs)}.jsonl", header_for(loaded, "ESWN", "test"))
        logs.append(log)
        return Live(log, loaded, **options)

    yield build
    for log in logs:
        log.close()


def plays(live: Live) -> list[tuple[str, str, str]]:
    return [
        (e.seat, " ".join(map(str, e.cards)), str(e.state)) for e in live.state.events if isinstance(e, Play)
    ]


def test_plays_are_accepted_and_skipped_seats_have_passed(make):
    live = make()
    live.take(reading("E", "S3 H3", 1000))
    live.take(reading("W", "S5 D5", 5000))
    assert plays(live) == [("E", "S3 H3", "accepted"), ("W", "S5 D5", "accepted")]
    (passed,) = [e for e in live.state.events if isinstance(e, Pass)]
    assert (passed.seat, passed.source) == ("S", Source.INFERRED)
    assert (passed.after_ms, passed.before_ms) == (1000, 4600)


def test_the_first_play_starts_the_deal_at_level_2_led_by_its_seat(make):
    live = make()
    live.take(reading("N", "S3", 1000))
    assert (live.state.deal.level, live.state.deal.leader) == ("2", "N")


def test_level_and_leader_can_be_given(make):
    live = make(level="9", leader="E")
    live.take(reading("E", "S9", 1000))
    assert live.state.deal.level == "9"


def test_doubt_waits_and_is_taken_as_asked_when_play_goes_on(make):
    live = make()
    live.take(reading("E", [card("S9", 0.6, "C9")], 1000))
    assert live.pending is not None
    assert live.pending.reason == "low_p"
    assert plays(live) == []
    live.take(reading("S", "DJ", 3000))
    assert plays(live) == [("E", "S9", "asked"), ("S", "DJ", "accepted")]
    (question,) = [e for e in live.state.events if isinstance(e, Question)]
    assert question.about == next(e.seq for e in live.state.events if isinstance(e, Play))


def test_the_play_after_says_what_an_unsure_one_was(make):
    live = make()
    live.take(reading("E", [card("HQ", 0.93, "H6")], 1000))
    live.take(reading("S", "S7", 3000))
    assert plays(live) == [("E", "H6", "asked"), ("S", "S7", "accepted")]
    (correction,) = [e for e in live.log.events() if isinstance(e, Correction)]
    assert (correction.by, correction.reason) == ("camera", "by the play after it")


def test_a_sure_play_is_not_reconsidered(make):
    live = make()
    live.take(reading("E", [card("HQ", 0.99, "H6")], 1000))
    live.take(reading("S", "S7", 3000))
    live.finish()
    assert plays(live) == [("E", "HQ", "accepted"), ("S", "??", "asked")]


def test_a_card_that_could_not_be_read_is_asked_and_never_a_pass(make):
    live = make()
    live.take(reading("E", "SK", 1000))
    live.take(replace(reading("S", "", 3000), unread=1))
    assert (live.pending.reason, live.pending.cards) == ("unread", parse_cards("??"))
    live.take(reading("W", "HR", 5000))
    assert plays(live) == [("E", "SK", "accepted"), ("S", "??", "asked"), ("W", "HR", "accepted")]
    assert not any(isinstance(e, Pass) for e in live.state.events)
    assert live.state.deal.left["S"] == 26


def test_read_cards_beside_an_unread_one_are_one_asked_play(make):
    live = make()
    live.take(replace(reading("E", "S3 H3", 1000), unread=1))
    live.finish()
    assert plays(live) == [("E", "S3 H3 ??", "asked")]


def test_the_referee_says_what_the_unread_card_is(make):
    live = make()
    live.take(replace(reading("E", "", 1000), unread=1))
    live.answer(live.pending.id, parse_cards("HR"))
    assert plays(live) == [("E", "HR", "accepted")]


def test_the_referee_answers_with_other_cards(make):
    live = make()
    live.take(reading("E", [card("S9", 0.6, "C9")], 1000))
    live.answer(live.pending.id, parse_cards("C9"))
    assert plays(live) == [("E", "C9", "accepted")]
    assert live.pending is None


def test_an_answer_that_the_rules_refuse_leaves_the_proposal(make):
    live = make()
    live.take(reading("E", "SK", 1000))
    live.take(reading("S", [card("SQ", 0.6, "SA")], 2000))
    with pytest.raises(RuleError):
        live.answer(live.pending.id, parse_cards("S3"))
    assert live.pending is not None
    live.answer(live.pending.id, None)
    assert plays(live)[-1] == ("S", "SA", "accepted")


def test_a_referee_may_say_it_was_no_play(make):
    live = make()
    live.take(reading("E", [card("S9", 0.6, "C9")], 1000))
    live.dismiss(live.pending.id)
    live.finish()
    assert plays(live) == []


def test_cards_that_come_after_amend_the_play(make):
    live = make()
    first = reading("E", "S3 H3", 1000)
    live.take(first)
    live.take(reading("E", "D3", 2500, lying=first.cards))
    assert plays(live) == [("E", "S3 H3 D3", "accepted")]
    assert any(isinstance(e, Correction) and e.reason == "laid in parts" for e in live.log.events())


def test_parts_of_a_waiting_play_are_put_together(make):
    live = make()
    first = reading("E", "S3 H4 D5", 1000)
    live.take(first)
    assert live.pending.reason == "illegal"
    live.take(reading("E", "C6 S7", 1900, lying=first.cards))
    assert plays(live) == [("E", "S3 H4 D5 C6 S7", "accepted")]


def test_the_winner_leads_again_after_the_table_was_cleared(make):
    live = make()
    live.take(reading("E", "SK", 1000))
    live.take(reading("E", "S3 H3", 9000))
    assert plays(live) == [("E", "SK", "accepted"), ("E", "S3 H3", "accepted")]
    assert len([e for e in live.state.events if isinstance(e, Pass)]) == 3


def test_an_unlawful_play_is_recorded_as_asked_and_play_goes_on(make):
    live = make()
    live.take(reading("E", "S9 D9", 1000))
    live.take(reading("S", "H6 C6", 2000))
    assert live.pending.reason == "illegal"
    live.take(reading("W", "HT CT", 4000))
    assert [p[2] for p in plays(live)] == ["accepted", "asked", "accepted"]
    assert "??" in plays(live)[1][1]
    assert live.state.deal.left["S"] == 25


def test_out_of_turn_at_a_lead_is_an_irregularity_and_nothing_breaks(make):
    live = make(leader="E")
    live.take(reading("S", "H6", 2000))
    live.finish()
    assert plays(live) == []
    assert any(isinstance(e, Irregularity) and e.kind == "out_of_turn" for e in live.state.events)
    live.take(reading("E", "S3", 4000))
    assert ("E", "S3", "accepted") in plays(live)


def test_skipped_seats_are_questions_where_passes_are_cards(make):
    live = make("xiangyang-2024")
    live.take(reading("E", "S3", 1000))
    live.take(reading("W", "S5", 5000))
    assert live.pending.reason == "skipped_seat"
    live.finish()
    (passed,) = [e for e in live.state.events if isinstance(e, Pass)]
    assert passed.state is Standing.ASKED
    assert any(isinstance(e, Question) and "PASS card" in e.text for e in live.state.events)


def test_everything_can_be_typed(make):
    live = make()
    live.start_deal("2", "E", 0)
    live.type_play("E", parse_cards("S3"), 1000)
    live.type_pass("S", 2000)
    live.type_play("N", parse_cards("S5"), 4000)
    assert [p[0] for p in plays(live)] == ["E", "N"]
    with pytest.raises(RuleError):
        live.type_play("E", parse_cards("S4"), 5000)
    assert len(plays(live)) == 2


def test_a_play_is_corrected_with_its_time_kept(make):
    live = make()
    live.take(reading("E", "S3", 1000))
    seq = next(e.seq for e in live.state.events if isinstance(e, Play))
    live.correct(seq, parse_cards("C3"), 9000)
    (play,) = [e for e in live.state.events if isinstance(e, Play)]
    assert (str(play.cards[0]), play.at_ms) == ("C3", 1000)


def test_who_moves_while_the_last_play_is_set_right_makes_no_pass_before_its_time(make):
    live = make()
    live.take(reading("E", "S3", 5000))
    late = reading("W", "S5", 6000)
    live.take(replace(late, began_ms=4800))
    (passed,) = [e for e in live.state.events if isinstance(e, Pass)]
    assert (passed.after_ms, passed.before_ms) == (4800, 4800)
    assert replay(read_record(live.log.path.read_text("utf-8")), live.rules)[1] == ()


def test_an_inferred_pass_that_was_a_play_keeps_its_time(make):
    live = make()
    live.take(reading("E", "S3", 1000))
    live.take(reading("W", "SA", 5000))
    seq = next(e.seq for e in live.state.events if isinstance(e, Pass))
    live.correct(seq, parse_cards("S5"), 9000)
    (play,) = [e for e in live.state.events if isinstance(e, Play) and e.seat == "S"]
    assert play.at_ms == 4600
    assert replay(read_record(live.log.path.read_text("utf-8")), live.rules)[1] == ()


def test_what_is_typed_never_runs_backwards(make):
    """The session's clock may go back a little as pictures come in."""
    live = make()
    live.start_deal("2", "E", 0)
    live.type_play("E", parse_cards("S3"), 2000)
    live.type_pass("S", 1950)
    assert [e.at_ms for e in live.state.events] == [0, 2000, 2000]


def test_a_correction_that_leaves_a_later_play_without_ground_is_refused(make):
    live = make()
    live.take(reading("E", "S3", 1000))
    live.take(reading("S", "S5", 4000))
    seq = next(e.seq for e in live.state.events if isinstance(e, Play))
    before, last = live.state, live.log.last
    with pytest.raises(
        RuleError, match=rf"event {seq} cannot be corrected so: event \d+ no longer holds: S can"
    ):
        live.correct(seq, parse_cards("SK"), 9000)
    assert (live.state, live.log.last) == (before, last)


def test_the_record_can_be_read_and_replayed(make):
    live = make()
    for n, (seat, cards) in enumerate([("E", "S3 H3"), ("S", "S4 D4"), ("N", "SJ DJ"), ("N", "S6")]):
        live.take(reading(seat, cards, 1000 + 3000 * n))
    text = live.log.path.read_text(encoding="utf-8")
    record = read_record(text)
    assert not record.faults
    assert len(record.events) == live.log.last


def test_a_restart_takes_up_the_state_and_nothing_twice(make):
    live = make()
    first = reading("E", "S3 H3", 1000)
    live.take(first)
    live.take(reading("S", "S5 D5", 4000))
    again = Live(live.log, live.rules)
    assert again.continue_file() == 600
    assert any(isinstance(e, Resume) for e in again.state.events)
    again.take(first)
    again.take(reading("S", "S5 D5", 4000))
    again.take(reading("W", "S8 D8", 8000))
    assert [p[0] for p in plays(again)] == ["E", "S", "W"]


def test_a_restart_at_a_camera_knows_the_cards_that_still_lie_there(make):
    live = make()
    live.take(reading("E", "S3 H3", 1000))
    again = Live(live.log, live.rules)
    again.continue_clock(60_000)
    again.take(reading("E", "S3 H3", 500))
    again.take(reading("S", "S5 D5", 4000))
    assert [p[0] for p in plays(again)] == ["E", "S"]
    assert next(e for e in again.state.events if isinstance(e, Play) and e.seat == "S").at_ms == 64_000


def test_a_snapshot_shows_the_position(make):
    live = make()
    live.take(reading("E", "S3 H3", 1000))
    live.take(reading("S", "S5 D5", 4000))
    shown = live.snapshot(5000)
    assert [s.left for s in shown.seats] == [25, 25, 27, 27]
    assert [s.seat for s in shown.seats if s.to_play] == ["W"]
    assert shown.best == "S"
    assert [line.took_ms for line in shown.lines if line.kind == "play"] == [400, 3000]
    assert (shown.accepted, shown.asked) == (2, 0)


def test_what_could_not_be_saved_did_not_happen(make, monkeypatch):
    live = make()
    live.start_deal("2", "E", 0)
    before = live.state

    def full(event):
        raise StoreError("no space left")

    monkeypatch.setattr(live.log, "append", full)
    with pytest.raises(StoreError):
        live.type_play("E", parse_cards("S3"), 1000)
    assert live.state is before
