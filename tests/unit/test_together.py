"""Readings that make no sense one by one: what they were shows when more of them are there."""

from __future__ import annotations

import numpy as np
import pytest

from app.explain import explain
from app.live import Live, header_for
from app.store import Log
from engine import RuleError, RuleSet, Standing
from engine.cards import FACES, Card, parse_cards
from engine.events import Correction, DealStart, Pass, Play, Question
from engine.match import MatchState, apply
from vision.values import SeenCard, ZoneReading

RULES = RuleSet.load("national-2022")


def card(name: str, p: float = 0.99) -> SeenCard:
    probs = np.full(54, 1e-5, np.float32)
    probs[FACES.index(Card.parse(name))] = p
    return SeenCard(probs, np.zeros(2, np.float32), 0.0, ())


def reading(seat: str, fresh: str, at: int, p: float = 0.99, lying: str = "", gone: str = "") -> ZoneReading:
    new = tuple(card(name, p) for name in fresh.split())
    old, away = (tuple(card(name) for name in names.split()) for names in (lying, gone))
    return ZoneReading(seat, (*old, *new), new, at - 400, at, at // 40, gone=away)


@pytest.fixture
def live(tmp_path):
    with Log.create(tmp_path / "match.jsonl", header_for(RULES, "ESWN", "test")) as log:
        yield Live(log, RULES, leader="E")


def plays(live: Live) -> list[tuple[str, str, str]]:
    return [
        (e.seat, " ".join(map(str, e.cards)), str(e.state)) for e in live.state.events if isinstance(e, Play)
    ]


def deal_after(*laid: str):
    """The deal led by E at level 2 after plays such as "E S3 H3"."""
    state = apply(MatchState.start(header_for(RULES, "ESWN", "test"), RULES), DealStart(1, "2", "E", None, 0))
    for text in laid:
        seat, _, cards = text.partition(" ")
        state = apply(state, Play(seat, parse_cards(cards), at_ms=1))
    return state.deal


@pytest.mark.parametrize(
    ("seen", "meant"),
    [
        ("CA HA SA HR", "CA HA SA HR HR"),  # one joker under the other
        ("C8 D8 H8 SJ", "C8 D8 H8 SJ SJ"),
        ("S3 H3 D3 C4", "S3 H3 D3 C4 C4"),
    ],
)
def test_an_equal_card_may_lie_hidden_under_another(seen: str, meant: str) -> None:
    found = explain(deal_after(), "E", [card(name) for name in seen.split()])
    assert sorted(map(str, found.cards)) == sorted(meant.split())
    assert (found.lawful, found.pieced) == (True, True)
    assert found.p < 0.1
    assert found.runner_up == parse_cards(seen)
    assert found.refusal is not None


def test_a_doubtful_card_may_be_none() -> None:
    seen = [card("HA"), card("SA"), card("DA"), card("S7", 0.79), card("C8"), card("D8")]
    found = explain(deal_after(), "E", seen)
    assert (found.cards, found.pieced) == (parse_cards("HA SA DA C8 D8"), True)


def test_what_is_lawful_as_it_looks_is_not_pieced_together() -> None:
    found = explain(deal_after(), "E", [card("HA"), card("SA", 0.6)])
    assert (found.cards, found.pieced) == (parse_cards("HA SA"), False)


def test_a_play_pieced_together_is_asked_about_and_says_why(live: Live) -> None:
    live.take(reading("E", "C8 D8 H8 SJ", 1000))
    assert live.pending is not None
    assert live.pending.reason == "illegal"
    assert live.pending.refusal is not None
    live.finish()
    assert [(seat, state) for seat, _, state in plays(live)] == [("E", "asked")]
    (question,) = [e for e in live.state.events if isinstance(e, Question)]
    assert "no hand type" in question.text


def test_what_was_taken_for_a_play_is_none_when_those_after_it_say_so(live: Live) -> None:
    """W and N lay what beats E's five and would not beat a nine."""
    live.take(reading("E", "S5", 1000))
    live.take(reading("S", "S9", 3000, p=0.8))
    live.take(reading("W", "S7", 5000))
    live.take(reading("N", "S8", 7000))
    assert plays(live) == [("E", "S5", "accepted"), ("W", "S7", "accepted"), ("N", "S8", "accepted")]
    (passed,) = [e for e in live.state.events if isinstance(e, Pass)]
    assert (passed.seat, passed.state) == ("S", Standing.ASKED)
    assert any(isinstance(e, Correction) and "no play" in e.reason for e in live.log.events())


def test_cards_seen_again_are_no_play_and_nothing_after_them_is_lost(live: Live) -> None:
    live.take(reading("E", "S5", 1000))
    live.take(reading("S", "S7 S7", 2000, p=0.5))
    live.dismiss(live.pending.id)
    live.take(reading("S", "S7", 3000))
    live.take(reading("W", "S9", 4000))
    live.take(reading("N", "S5 S5", 5000))  # one lies there: it would be the third
    live.take(reading("E", "ST", 7000))
    live.take(reading("S", "SJ", 9000))
    assert [(seat, cards) for seat, cards, _ in plays(live)] == [
        ("E", "S5"), ("S", "S7"), ("W", "S9"), ("E", "ST"), ("S", "SJ"),
    ]  # fmt: skip
    assert any("taken for no play" in e.text for e in live.state.events if isinstance(e, Question))


def tangled(live: Live) -> None:
    """S lays what does not beat E's nines, W what does."""
    live.take(reading("E", "S9 D9", 1000))
    live.take(reading("S", "H6 C6", 2000))
    live.take(reading("W", "HT CT", 4000))


def test_what_comes_after_an_unlawful_play_waits_for_the_referee_and_then_follows(live: Live) -> None:
    tangled(live)
    assert live.pending is not None
    assert live.pending.seat == "S"
    assert len(plays(live)) == 1
    live.dismiss(live.pending.id)
    assert live.pending is None
    assert plays(live) == [("E", "S9 D9", "accepted"), ("W", "HT CT", "accepted")]


def test_what_waited_is_held_against_the_referees_answer(live: Live) -> None:
    tangled(live)
    assert live.pending is not None
    with pytest.raises(RuleError):
        live.answer(live.pending.id, parse_cards("C9 H9"))
    live.answer(live.pending.id, parse_cards("SJ CJ"))
    assert live.pending is not None
    assert (live.pending.seat, live.pending.reason) == ("W", "illegal")
    assert plays(live)[-1] == ("S", "SJ CJ", "accepted")


def test_at_the_end_all_that_waited_is_on_record(live: Live) -> None:
    tangled(live)
    live.finish()
    assert live.pending is None
    assert [(seat, state) for seat, _, state in plays(live)] == [
        ("E", "accepted"), ("S", "asked"), ("W", "accepted"),
    ]  # fmt: skip


def test_a_seat_that_takes_part_of_its_play_back_and_lays_it_again_has_played_once(live: Live) -> None:
    live.take(reading("E", "S3 H3 D3 S4 H4", 1000))
    live.take(reading("S", "S5 H5 D5 S6 H6", 3000))
    live.take(reading("S", "", 4500, lying="S5 H5", gone="D5 S6 H6"))
    live.take(reading("S", "D5 S6 H6", 6000, lying="S5 H5"))
    live.take(reading("W", "S7 H7 D7 S8 H8", 9000))
    assert [seat for seat, _, _ in plays(live)] == ["E", "S", "W"]
    assert any("took back D5 S6 H6" in e.text for e in live.state.events if isinstance(e, Question))


def test_other_cards_laid_for_those_taken_back_are_one_play_with_the_rest(live: Live) -> None:
    live.take(reading("E", "S3 H3 D3 S4 H4", 1000))
    live.take(reading("S", "S5 H5 D5 S6 H6", 3000))
    live.take(reading("S", "", 4500, lying="S5 H5 D5", gone="S6 H6"))
    live.take(reading("S", "S9 H9", 6000, lying="S5 H5 D5"))
    assert plays(live)[-1] == ("S", "S5 H5 D5 S9 H9", "accepted")
    assert len(plays(live)) == 2


def test_a_trick_gathered_card_by_card_was_not_taken_back(live: Live) -> None:
    live.take(reading("E", "S3 H3 D3 S4 H4", 1000))
    live.take(reading("E", "", 7000, lying="S3", gone="H3 D3 S4 H4"))
    live.take(reading("E", "S9", 9000))
    assert plays(live)[0] == ("E", "S3 H3 D3 S4 H4", "accepted")
    assert not any(isinstance(e, Question) for e in live.state.events)


def test_a_card_that_a_hand_hid_while_it_pushed_was_not_taken_back(live: Live) -> None:
    live.take(reading("E", "S3 H3", 1000))
    live.take(reading("S", "S5 H5", 3000))
    live.take(reading("S", "", 4500, lying="S5", gone="H5"))
    live.take(reading("S", "", 5200, lying="S5 H5"))
    live.take(reading("W", "S7 H7", 9000))
    assert not any(isinstance(e, Question) for e in live.state.events)
    assert plays(live)[1] == ("S", "S5 H5", "accepted")


def test_cards_that_a_seat_has_just_laid_and_that_are_seen_again_are_no_question(live: Live) -> None:
    live.take(reading("E", "S5 S5", 1000))
    live.take(reading("E", "S5 S5", 6000))
    live.take(reading("S", "S7 S7", 9000))
    live.take(reading("W", "S9 S9", 12000))
    assert [seat for seat, _, _ in plays(live)] == ["E", "S", "W"]
    assert not any(isinstance(e, Question) for e in live.state.events)


def test_a_second_sighting_right_after_a_play_gives_way_to_the_card_it_would_rule_out(live: Live) -> None:
    """S laid one small joker, and its other corner was taken for another: then N lays the second one."""
    live.take(reading("E", "S5", 1000))
    live.take(reading("S", "SB", 3000))
    live.take(reading("S", "SB", 3500, lying="SB"))
    live.take(reading("S", "S3", 9000))
    live.take(reading("N", "SB", 12000))
    live.take(reading("E", "HR", 15000))
    live.finish()
    assert [(seat, cards) for seat, cards, _ in plays(live)] == [
        ("E", "S5"), ("S", "SB"), ("S", "S3"), ("N", "SB"), ("E", "HR"),
    ]  # fmt: skip


def test_a_lead_on_cards_that_nobody_gathered_is_a_play_and_no_card_slipped_in(live: Live) -> None:
    live.take(reading("E", "S9 H9", 1000))
    live.take(reading("E", "C4 D4 H4 CQ HQ", 9000, lying="S9 H9"))
    live.take(reading("S", "C5 D5 H5 CK HK", 12000))
    assert [(seat, state) for seat, _, state in plays(live)] == [
        ("E", "accepted"), ("E", "accepted"), ("S", "accepted"),
    ]  # fmt: skip
