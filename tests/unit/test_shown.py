"""PASS and count cards that the camera saw become passes and reports of the record."""

from dataclasses import replace

import numpy as np
import pytest

from app.live import Live, header_for
from app.store import Log
from engine import RuleSet
from engine.cards import FACES, Card
from engine.events import Irregularity, Pass, Play, Report, Source
from vision.values import Mark, SeenCard, ZoneReading

XIANGYANG = "xiangyang-2024"


def card(name: str, p: float = 0.99) -> SeenCard:
    probs = np.full(54, 1e-5, np.float32)
    probs[FACES.index(Card.parse("C9"))] = 1 - p
    probs[FACES.index(Card.parse(name))] = p
    return SeenCard(probs, np.zeros(2, np.float32), 0.0, ())


def laid(seat: str, cards: str, at: int, p: float = 0.99) -> ZoneReading:
    fresh = tuple(card(name, p) for name in cards.split())
    return ZoneReading(seat, fresh, fresh, at - 400, at, at // 40)


def showed(seat: str, *counts: int | None, at: int) -> ZoneReading:
    """PASS cards (None) or count cards laid."""
    marks = tuple(
        Mark(f"marker {count}", count, np.zeros(2, np.float32), np.zeros((4, 2), np.float32))
        for count in counts
    )
    return ZoneReading(seat, (), (), at - 400, at, at // 40, marks=marks)


@pytest.fixture
def live(tmp_path):
    log = Log.create(tmp_path / "match.jsonl", header_for(RuleSet.load(XIANGYANG), "ESWN", "test"))
    yield Live(log, RuleSet.load(XIANGYANG), "2", "E")
    log.close()


def told(live: Live) -> list[str]:
    said = []
    for event in live.state.events:
        match event:
            case Play():
                said.append(f"{event.seat} {' '.join(map(str, event.cards))} {event.state}")
            case Pass():
                said.append(f"{event.seat} pass {event.source} {event.at_ms}")
            case Report():
                said.append(f"{event.seat} report {event.count} {event.at_ms}")
            case Irregularity():
                said.append(f"{event.seat} {event.kind} {event.source}")
    return said


def test_a_pass_card_is_a_pass_with_its_time(live):
    live.take(laid("E", "S9", 1000))
    live.take(showed("S", None, at=2500))
    live.take(laid("W", "DJ", 4000))
    assert told(live) == ["E S9 accepted", "S pass seen 2500", "W DJ accepted"]
    assert live.pending is None


def test_three_pass_cards_end_the_trick(live):
    live.take(laid("E", "S9", 1000))
    for number, seat in enumerate("SWN"):
        live.take(showed(seat, None, at=2000 + 1000 * number))
    assert (live.state.deal.to_play, live.state.deal.best) == ("E", None)


def test_a_pass_card_seen_before_the_play_that_it_answers_waits_for_it(live):
    live.take(laid("E", "S9", 1000))
    live.take(showed("W", None, at=3100))
    assert told(live) == ["E S9 accepted"]
    live.take(laid("S", "DJ", 3000))
    assert told(live) == ["E S9 accepted", "S DJ accepted", "W pass seen 3100"]


def test_who_passes_while_a_hand_stays_over_the_pass_card_before_it_is_not_out_of_turn(live):
    live.take(laid("E", "S9", 1000))
    live.take(replace(showed("S", None, at=3200), began_ms=1500))
    live.take(replace(showed("W", None, at=2600), began_ms=1900))
    assert told(live) == ["E S9 accepted", "S pass seen 3200", "W pass seen 2600"]


def test_a_pass_card_laid_before_the_play_that_it_answers_is_out_of_turn(live):
    live.take(laid("E", "S9", 1000))
    live.take(showed("W", None, at=1800))
    live.take(laid("S", "DJ", 3000))
    assert told(live) == ["E S9 accepted", "S DJ accepted", "W pass_out_of_turn seen"]


def test_a_pass_card_seen_after_its_pass_was_inferred_means_no_other(live):
    live.take(laid("E", "S9", 1000))
    live.take(laid("W", "DJ", 3000))
    live.answer(live.pending.id, None)
    assert told(live) == ["E S9 accepted", "S pass inferred None", "W DJ accepted"]
    live.take(showed("S", None, at=2900))
    live.take(showed("N", None, at=4000))
    live.take(laid("E", "DA", 5000))
    assert told(live)[3:] == ["N pass seen 4000", "E DA accepted"]
    live.take(showed("S", None, at=6000))
    assert told(live)[5:] == ["S pass seen 6000"]


def test_the_leader_cannot_pass_so_its_card_means_nothing(live):
    live.take(laid("E", "S9", 1000))
    for number, seat in enumerate("SWN"):
        live.take(showed(seat, None, at=2000 + 1000 * number))
    before = told(live)
    live.take(showed("E", None, at=6000))
    live.take(laid("E", "S3", 7000))
    assert told(live) == [*before, "E S3 accepted"]


def test_a_doubtful_play_is_taken_as_asked_when_the_next_seat_passes(live):
    live.take(laid("E", "S9", 1000, p=0.6))
    assert live.pending is not None
    live.take(showed("S", None, at=2500))
    assert told(live) == ["E S9 asked", "S pass seen 2500"]


def test_a_count_card_is_a_report(live):
    live.take(laid("E", "S9", 1000))
    live.take(showed("E", 10, at=1600))
    assert told(live) == ["E S9 accepted", "E report 10 1600"]
    (report,) = [event for event in live.state.events if isinstance(event, Report)]
    assert report.source is Source.SEEN


def test_a_count_card_waits_for_the_play_of_its_seat_that_is_asked(live):
    live.take(laid("E", "S9", 1000, p=0.6))
    live.take(showed("E", 10, at=1600))
    assert told(live) == []
    live.answer(live.pending.id, None)
    assert told(live) == ["E S9 accepted", "E report 10 1600"]


def test_cards_laid_with_a_count_card_are_a_play_and_then_the_report(live):
    live.take(replace(laid("E", "S9", 1000), marks=showed("E", 9, at=1000).marks))
    assert told(live) == ["E S9 accepted", "E report 9 1000"]


def test_before_the_deal_marked_cards_mean_nothing(live):
    live.take(showed("E", None, 10, at=500))
    live.take(laid("E", "S9", 1000))
    assert told(live) == ["E S9 accepted"]


def test_what_was_laid_while_reading_paused_is_asked(live):
    live.take(replace(laid("E", "S9", 1000), after_pause=True))
    assert live.pending is not None
    assert live.pending.reason == "after_pause"


def test_a_pass_card_says_that_the_single_card_was_the_lead(tmp_path):
    with Log.create(tmp_path / "single.jsonl", header_for(RuleSet.load(XIANGYANG), "ESWN", "test")) as log:
        live = Live(log, RuleSet.load(XIANGYANG))
        live.take(laid("E", "S3", 2000))
        assert told(live) == []
        live.take(showed("S", None, at=4000))
        assert told(live) == ["E S3 accepted", "S pass seen 4000"]
