"""The recorder: readings and typed input become a lawful record, and doubt becomes a question."""

from dataclasses import replace

import numpy as np
import pytest

from app.live import Live, header_for
from app.store import Log, StoreError
from engine import RuleError, RuleSet
from engine.breaches import Breach
from engine.cards import FACES, Card, parse_cards
from engine.checking import replay
from engine.events import (
    Correction,
    DealEnd,
    Irregularity,
    Opening,
    Pass,
    Play,
    Question,
    Refusal,
    Resume,
    Return,
    Ruling,
    Source,
    Standing,
    TakeBack,
    Tribute,
)
from engine.match import apply, concluded
from engine.record import read_record
from engine.round_events import Forfeit
from vision.values import SeenCard, ZoneReading

NATIONAL = "national-2022"


def card(name: str, p: float = 0.99, other: str | None = None) -> SeenCard:
    probs = np.full(54, 1e-5, np.float32)
    probs[FACES.index(Card.parse(name))] = p
    if other:
        probs[FACES.index(Card.parse(other))] = 1 - p
    return SeenCard(probs, np.zeros(2, np.float32), 0.0, ())


def reading(
    seat: str, fresh: str | list[SeenCard], at: int, lying: tuple[SeenCard, ...] = (), gone: str = ""
) -> ZoneReading:
    new = tuple(card(n) for n in fresh.split()) if isinstance(fresh, str) else tuple(fresh)
    away = tuple(card(n) for n in gone.split())
    return ZoneReading(seat, (*lying, *new), new, at - 400, at, at // 40, gone=away)


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
    live.take(reading("N", "S3 H3", 1000))
    assert (live.state.deal.level, live.state.deal.leader) == ("2", "N")


def test_level_and_leader_can_be_given(make):
    live = make(level="9", leader="E")
    live.take(reading("E", "S9", 1000))
    assert live.state.deal.level == "9"


def test_doubt_waits_and_is_taken_as_asked_when_play_goes_on(make):
    live = make(leader="E")
    live.take(reading("E", [card("S9", 0.6, "C9")], 1000))
    assert live.pending is not None
    assert live.pending.reason == "low_p"
    assert plays(live) == []
    live.take(reading("S", "DJ", 3000))
    assert plays(live) == [("E", "S9", "asked"), ("S", "DJ", "accepted")]
    (question,) = [e for e in live.state.events if isinstance(e, Question)]
    assert question.about == next(e.seq for e in live.state.events if isinstance(e, Play))


def at(x: float, one: SeenCard) -> SeenCard:
    return replace(one, centre_mm=np.array((x, 0), np.float32))


def test_what_is_clear_when_it_is_looked_at_again_is_asked_no_more(make):
    live = make()
    live.take(reading("E", "C3", 1000))
    live.take(reading("S", [at(0, card("S9", 0.7, "S8"))], 5000))
    asked = live.pending
    assert asked is not None
    live.take(replace(reading("S", [], 5400), cards=(at(2, card("S9", 0.8, "S8")),)))
    assert live.pending is not None
    assert live.pending.id == asked.id, "the same question"
    live.take(replace(reading("S", [], 5800), cards=(at(2, card("S9", 0.995, "S8")),)))
    assert live.pending is None
    assert plays(live)[-1] == ("S", "S9", "accepted")
    last = live.state.events[-1]
    assert isinstance(last, Play)
    assert (last.began_ms, last.at_ms) == (4600, 5000), "its time is the play's"


def test_a_card_of_another_face_in_its_place_is_not_the_one_seen_again(make):
    live = make()
    live.take(reading("E", "C3", 1000))
    live.take(reading("S", [at(0, card("S9", 0.7, "S8"))], 5000))
    live.take(replace(reading("S", [], 5400), cards=(at(3, card("DK")),)))
    assert live.pending is not None
    assert str(live.pending.cards[0]) == "S9"


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
    live = make(leader="E")
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
    live = make(leader="E")
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


def test_a_part_that_makes_no_play_yet_waits_for_the_rest(make):
    live = make()
    first = reading("E", "S4 S4", 1000)
    live.take(first)
    second = reading("E", "H3", 2500, lying=first.cards)
    live.take(second)
    assert live.pending.reason == "in_parts"
    live.take(reading("E", "D4 S3", 4000, lying=second.cards))
    assert live.pending is None
    assert plays(live) == [("E", "S4 S4 H3 D4 S3", "accepted")]


def test_a_lead_right_after_the_seats_last_play_is_asked_about(make):
    live = make()
    first = reading("E", "SK", 1000)
    live.take(first)
    live.take(reading("E", "H3", 2500, lying=first.cards))
    live.take(reading("S", "S5", 6000))
    assert plays(live) == [("E", "SK", "accepted"), ("E", "H3", "asked"), ("S", "S5", "accepted")]


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
    live.finish()
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
    (asked,) = [e for e in live.state.events if isinstance(e, Question)]
    assert "PASS card" in asked.text
    assert plays(live)[-1] == ("W", "S5", "accepted"), "the play itself is clear"


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
    live = make(leader="E")
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


def test_a_play_that_was_taken_back_is_shown_as_such_and_not_counted(make):
    live = make("suzhou-2016")
    live.take(reading("E", "S3 H3", 1000))
    seq = next(e.seq for e in live.state.events if isinstance(e, Play))
    live.state = apply(live.state, TakeBack("E", seq, 1500))
    shown = live.snapshot(5000)
    assert [line.state for line in shown.lines if line.kind == "play"] == ["undone"]
    assert (shown.accepted, shown.asked) == (0, 0)


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


# ---- open cards before the first lead ----------------------------------------------------------


def test_a_card_turned_up_and_taken_again_is_no_play(make):
    live = make()
    live.take(reading("N", "S7", 2000))
    assert live.state.deal is None
    live.take(reading("N", "", 5000, gone="S7"))
    live.take(reading("E", "S3 H3", 12000))
    (opening,) = [e for e in live.state.events if isinstance(e, Opening)]
    assert (str(opening.turned), opening.at_ms, opening.source) == ("S7", 2000, Source.SEEN)
    assert plays(live) == [("E", "S3 H3", "accepted")]


def test_a_single_card_on_which_the_next_seat_lays_was_the_lead(make):
    live = make()
    live.take(reading("N", "S7", 2000))
    live.take(reading("E", "S9", 5000))
    assert plays(live) == [("N", "S7", "accepted"), ("E", "S9", "accepted")]


def test_what_waits_at_the_end_was_a_lead(make):
    live = make()
    live.take(reading("N", "S7", 2000))
    live.finish()
    assert plays(live) == [("N", "S7", "accepted")]


def after_a_deal(make, rules: str = NATIONAL) -> Live:
    """E, S, W, N are out in that order at level 2: N pays E, in the national rules."""
    live = make(rules)
    live.start_deal("2", "E", 0)
    live.state = concluded(live.state, DealEnd(1, ("E", "S", "W", "N"), 0, 2, None))
    return live


def test_who_can_lead_no_deal_is_asked_about_and_the_leader_then_leads(make):
    live = after_a_deal(make)
    live.take(reading("S", "H6 S6", 2000))
    assert live.pending.refusal.sentence == "S cannot lead deal 2: N or E does"
    with pytest.raises(RuleError, match="S cannot lead deal 2"):
        live.type_play("S", parse_cards("H6 S6"), 2500)
    live.take(reading("N", "S3 S3", 4000))
    assert [p[0] for p in plays(live)] == ["N"]
    assert any(isinstance(e, Irregularity) and "cannot lead deal 2" in e.text for e in live.state.events)


def test_a_lead_typed_wrong_begins_no_deal(make):
    live = make()
    with pytest.raises(RuleError):
        live.type_play("E", parse_cards("S3 H4"), 1000)
    live.type_play("S", parse_cards("S3"), 2000)
    assert [p[0] for p in plays(live)] == ["S"]


def test_what_lies_there_after_the_match_is_no_play(make):
    live = make("xiangyang-2024")
    for side in (0, 1):
        live.state = apply(live.state, Forfeit(side, "left", "referee", 0))
    live.take(reading("E", "S3 S3", 2000))
    live.finish()
    assert (plays(live), live.pending, live.notice) == ([], None, "match_over")


def test_tribute_and_its_return_are_recorded_and_no_plays(make):
    live = after_a_deal(make)
    live.take(reading("N", "SB", 2000))
    live.take(reading("N", "", 4000, gone="SB"))
    live.take(reading("E", "C2", 6000))
    live.take(reading("E", "", 8000, gone="C2"))
    live.take(reading("N", "S5", 11000))
    live.take(reading("E", "S7", 14000))
    paid = [e for e in live.state.events if isinstance(e, Tribute | Return)]
    assert [(e.seat, e.to, str(e.card), e.at_ms) for e in paid] == [
        ("N", None, "SB", 2000),
        ("E", None, "C2", 6000),
    ]
    assert plays(live) == [("N", "S5", "accepted"), ("E", "S7", "accepted")]
    assert live.state.deal.leader == "N"


def test_tribute_that_still_lies_there_while_a_card_is_given_back(make):
    live = after_a_deal(make)
    live.take(reading("N", "SA", 2000))
    live.take(reading("E", "C3", 4000))
    live.take(reading("N", "", 6000, gone="SA"))
    live.take(reading("E", "", 7000, gone="C3"))
    assert [type(e) for e in live.state.events[-2:]] == [Tribute, Return]
    assert plays(live) == []


def test_a_return_that_the_rules_refuse_is_a_question(make):
    live = after_a_deal(make)
    live.take(reading("N", "SA", 2000))
    live.take(reading("N", "", 3000, gone="SA"))
    live.take(reading("S", "C3", 4000))
    live.take(reading("S", "", 5000, gone="C3"))
    assert not any(isinstance(e, Return) for e in live.state.events)
    assert plays(live) == []


def test_big_jokers_shown_refuse_tribute(make):
    live = after_a_deal(make)
    live.take(reading("N", "HR HR", 2000))
    live.take(reading("N", "", 4000, gone="HR HR"))
    live.take(reading("E", "S5 H5", 9000))
    assert any(isinstance(e, Refusal) and e.seats == ("N", "N") for e in live.state.events)
    assert plays(live) == [("E", "S5 H5", "accepted")]


def test_without_tribute_a_single_card_taken_up_again_is_nothing(make):
    live = after_a_deal(make, "xiangyang-2024")
    before = live.log.last
    live.take(reading("E", "SA", 2000))
    live.take(reading("E", "", 3000, gone="SA"))
    assert live.log.last == before


# ---- taken back, slipped onto ------------------------------------------------------------------


def questions(live: Live) -> list[str]:
    return [e.text for e in live.state.events if isinstance(e, Question)]


def trick(make) -> Live:
    live = make(leader="E")
    live.take(reading("E", "S3 H3", 1000))
    live.take(reading("S", "S5 H5", 4000))
    return live


def test_a_play_taken_back_is_noticed_and_what_is_laid_instead_takes_its_place(make):
    live = trick(make)
    live.take(reading("S", "", 6200, gone="S5 H5"))
    live.take(reading("S", "S9 H9", 8000))
    assert plays(live) == [("E", "S3 H3", "accepted"), ("S", "S9 H9", "accepted")]
    assert questions(live) == ["S took back S5 H5 after laying it"]
    (notice,) = live.notices
    assert (notice.seat, notice.breach, notice.at_ms) == ("S", Breach.HIDDEN_CARDS, 6200)


def test_a_play_taken_back_and_laid_again_in_parts_is_one_play(make):
    live = trick(make)
    live.take(reading("S", "", 6200, gone="S5 H5"))
    live.take(first := reading("S", "S5", 8000))
    live.take(reading("S", "H5", 9500, lying=first.cards))
    assert plays(live) == [("E", "S3 H3", "accepted"), ("S", "S5 H5", "accepted")]


def test_a_trick_of_which_a_card_is_thought_to_lie_still_was_gathered(make):
    live = trick(make)
    left = (card("H3"),)
    live.take(reading("S", "", 6600, gone="S5 H5"))
    live.take(reading("E", "", 6700, left, gone="S3"))
    live.take(reading("S", "C4", 9000))
    assert plays(live)[1:] == [("S", "S5 H5", "accepted"), ("S", "C4", "accepted")]
    assert questions(live) == []


def test_what_is_laid_beside_one_card_of_a_play_that_was_gathered_is_a_lead(make):
    live = trick(make)
    left = (card("H5"),)
    live.take(reading("E", "", 7600, gone="S3 H3"))
    live.take(reading("S", "", 7700, left, gone="S5"))
    live.take(reading("S", "C4", 9000, left))
    assert plays(live)[1:] == [("S", "S5 H5", "accepted"), ("S", "C4", "accepted")]
    assert questions(live) == []


def test_a_play_that_waits_and_is_taken_back_is_none(make):
    live = make(leader="E")
    live.take(reading("E", [card("S3"), card("H3", 0.6, "H8")], 1000))
    assert live.pending
    live.take(reading("E", "", 1900, gone="S3 H3"))
    live.take(reading("E", "S9 H9", 4000))
    assert plays(live) == [("E", "S9 H9", "accepted")]
    assert "E took back S3 H3 after laying it" in questions(live)


def test_the_referee_says_whether_a_notice_is_a_breach(make):
    for confirmed in (True, False):
        live = trick(make)
        live.take(reading("S", "", 6200, gone="S5 H5"))
        live.take(reading("S", "S9 H9", 8000))
        (live.confirm if confirmed else live.let_be)(live.notices[0].id, 9000)
        assert live.notices == ()
        breaches = [e for e in live.state.events if isinstance(e, Irregularity)]
        assert [(e.seat, e.kind, e.source) for e in breaches] == [
            ("S", "hidden_cards", Source.SEEN)
        ] * confirmed
        assert any(isinstance(e, Ruling) for e in live.state.events) is not confirmed


def test_a_seat_that_took_back_its_play_and_laid_no_other_has_passed(make):
    live = trick(make)
    live.take(reading("S", "", 6200, gone="S5 H5"))
    live.take(reading("W", "S4 H4", 9000))
    assert plays(live) == [("E", "S3 H3", "accepted"), ("W", "S4 H4", "accepted")]
    (passed,) = [e for e in live.state.events if isinstance(e, Pass)]
    assert (passed.seat, passed.state) == ("S", Standing.ASKED)


def test_part_of_a_play_taken_back_is_noticed_and_the_play_stands(make):
    live = trick(make)
    live.take(reading("S", "", 6200, lying=(card("S5"),), gone="H5"))
    live.take(reading("W", "S7 H7", 9000))
    assert questions(live) == ["S took back H5 after laying it"]
    assert plays(live)[1] == ("S", "S5 H5", "accepted")


def test_a_trick_that_is_gathered_is_not_taken_back(make):
    live = trick(make)
    live.take(reading("S", "", 6500, gone="S5 H5"))
    live.take(reading("E", "", 6600, gone="S3 H3"))
    live.take(reading("S", "S6", 9000))
    assert plays(live)[-1] == ("S", "S6", "accepted")
    assert questions(live) == []


def test_who_takes_up_what_it_laid_before_too_gathers_the_trick(make):
    live = make()
    live.take(reading("E", "S3", 1000))
    live.take(reading("S", "S5", 3000))
    live.take(reading("E", "S9", 5000, lying=(card("S3"),)))
    live.take(reading("E", "", 7500, gone="S3 S9"))
    live.take(reading("E", "HK", 9000))
    assert not any(isinstance(e, Question) for e in live.state.events)


def test_a_winner_who_clears_late_is_not_said_to_have_taken_back(make):
    live = trick(make)
    live.take(reading("S", "", 9000, gone="S5 H5"))
    live.take(reading("S", "S6", 12000))
    assert plays(live)[-1] == ("S", "S6", "accepted")
    assert questions(live) == []


def test_a_card_slipped_onto_a_settled_play_is_noticed_and_no_play(make):
    live = trick(make)
    lying = (card("S5"), card("H5"))
    live.take(reading("S", "D8", 9000, lying=lying))
    assert questions(live) == ["S put D8 to a play that lay there"]
    live.take(reading("S", "", 11000, lying=lying, gone="D8"))
    live.take(reading("W", "S7 H7", 14000))
    assert plays(live) == [("E", "S3 H3", "accepted"), ("S", "S5 H5", "accepted"), ("W", "S7 H7", "accepted")]


def test_a_second_play_beside_the_first_of_the_trick_is_a_play(make):
    live = trick(make)
    live.take(reading("E", "S7 H7", 9000, lying=(card("S3"), card("H3"))))
    assert plays(live)[-1] == ("E", "S7 H7", "accepted")


def test_a_referee_who_says_that_an_asked_play_was_read_right_corrects_nothing(make):
    live = make(leader="E")
    live.take(reading("E", [card("S9", 0.6, "C9")], 1000))
    live.finish()
    seq = next(e.seq for e in live.state.events if isinstance(e, Play))
    live.correct(seq, parse_cards("S9"), 5000)
    (play,) = [e for e in live.state.events if isinstance(e, Play)]
    assert (str(play.state), play.source, play.at_ms) == ("accepted", Source.SEEN, 1000)
    (line,) = [line for line in live.snapshot(6000).lines if line.kind == "play"]
    assert not line.corrected
    live.correct(seq, parse_cards("C9"), 7000)
    (line,) = [line for line in live.snapshot(8000).lines if line.kind == "play"]
    assert line.corrected
