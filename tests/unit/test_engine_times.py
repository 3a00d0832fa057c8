"""Times of a record: what runs backwards although it must not, and what may."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from datasets.rounds import play_round
from engine import (
    Correction,
    DealStart,
    Event,
    MatchStart,
    Pass,
    Pause,
    Play,
    Question,
    Resume,
    RuleSet,
    Ruling,
    Source,
    TrickEnd,
    dumps_line,
    parse_cards,
    read_record,
    replay,
)
from engine.times import LAG_MS, time_faults
from tests.prove_matches import SETS
from tests.unit.engine_matches import NATIONAL, random_match

SEEN, TYPED, INFERRED = Source


def play(seat: str, cards: str, at: int, began: int | None = None, source: Source = SEEN) -> Play:
    return Play(seat, parse_cards(cards), None, began, at, source)


START = DealStart(1, "2", "E", None, 1000)
FIRST = play("E", "S3", 5000, 4000)


def faults(*events: Event) -> list[str]:
    numbered = [replace(event, seq=at) for at, event in enumerate(events, 1)]
    record = read_record("\n".join(map(dumps_line, (MatchStart("national-2022"), *numbered))))
    found = [str(fault) for fault in time_faults(record)]
    all_of_them = [str(fault) for fault in replay(record, NATIONAL)[1]]
    assert set(found) <= set(all_of_them)
    return found


LAWFUL: dict[str, list[Event]] = {
    "one after another": [START, FIRST, play("S", "S4", 8000, 7000)],
    "moving while the last play is set right": [START, FIRST, play("S", "S4", 4900, 4200)],
    "typed after the camera saw the next": [
        START, FIRST, Pass("S", at_ms=9000), play("W", "S4", 8500, 8000)
    ],
    "a pass within its bounds": [START, FIRST, Pass("S", 5000, 7000, INFERRED), play("W", "S4", 8000, 7000)],
    "a pass of which one bound is known": [START, FIRST, Pass("S", None, 7000, INFERRED)],
    "a deal whose begin nobody timed": [START, FIRST, DealStart(2, "2", "E")],
    "no times at all": [replace(START, at_ms=0), play("E", "S3", 0), play("S", "S4", 0)],
    "asked about later": [START, FIRST, play("S", "S4", 8000), Question("E", "?", 2, 5000)],
    "corrected while the camera looks on": [
        START, FIRST, Correction(2, play("E", "C3", 5000), "referee", "", 60_000), play("S", "S4", 9000),
    ],
    "an untimed pass that becomes a play": [
        START, FIRST, Pass("S", 5000, 7000, INFERRED),
        Correction(3, play("S", "S4", 6000), "referee", "", 60_000),
    ],
    "stopped and gone on": [START, Pause("", 2000), Resume(None, 3000), FIRST],
}  # fmt: skip


@pytest.mark.parametrize("events", LAWFUL.values(), ids=LAWFUL)
def test_lawful(events: list[Event]) -> None:
    assert faults(*events) == []


WRONG: dict[str, tuple[list[Event], str]] = {
    "a play before the last one began": (
        [START, FIRST, play("S", "S4", 3900)],
        "line 4: time runs backwards: it is of 0:03.9, before event 2 of 0:04, which stands before it",
    ),
    "a play before its deal": (
        [replace(START, at_ms=20_000), play("E", "S3", 9000)],
        "line 3: time runs backwards: it is of 0:09, before event 1 of 0:20, which stands before it",
    ),
    "typed before typed": (
        [START, play("E", "S3", 5000, source=TYPED), Pass("S", at_ms=4999)],
        "line 4: time runs backwards: it is of 0:04.999, before event 2 of 0:05",
    ),
    "seen long before what was typed": (
        [START, FIRST, Pass("S", at_ms=5000 + 2 * LAG_MS), play("W", "S4", 5001)],
        "line 5: time runs backwards: it is of 0:05.001, before event 3 of 0:25",
    ),
    "a trick that ends before it was played": (
        [START, play("E", "S3", 5000 + LAG_MS, 5000 + LAG_MS), TrickEnd("E", "E", 4000)],
        "line 4: time runs backwards: it is of 0:04",
    ),
    "a play that ends before it begins": (
        [START, play("E", "S3", 5000, 6000)],
        "line 3: the play begins at 0:06, after its end at 0:05",
    ),
    "a pass between bounds turned round": (
        [START, FIRST, Pass("S", 7000, 6000, INFERRED)],
        "line 4: the pass cannot lie between 0:07 and 0:06",
    ),
    "a pass out of its bounds": (
        [START, FIRST, Pass("S", 5000, 7000, at_ms=8000)],
        "line 4: the pass at 0:08 does not lie within 0:05..0:07",
    ),
    "a ruling before the play": (
        [START, FIRST, Ruling("", "referee", 2, 3000)],
        "line 4: it is of 0:03, before what it is about, event 2 of 0:04",
    ),
    "a correction before the play": (
        [START, FIRST, Correction(2, None, "referee", "", 3000)],
        "line 4: it is of 0:03, before what it is about, event 2",
    ),
    "a correction with another time": (
        [START, FIRST, Correction(2, play("E", "C3", 6000), "referee", "", 9000)],
        "line 4: event 2 keeps its time 0:05, not 0:06",
    ),
    "clocks that go on before they stop": (
        [START, Pause("", 3000), Resume(None, 2000)],
        "line 4: the clocks go on at 0:02, before they stopped at 0:03",
    ),
}


@pytest.mark.parametrize(("events", "said"), WRONG.values(), ids=WRONG)
def test_wrong(events: list[Event], said: str) -> None:
    (found,) = faults(*events)
    assert found.startswith(said)


def test_one_wrong_time_is_one_fault() -> None:
    """A time far in the future is noticed at the event after it, and the others are held against that one."""
    events = random_match(3)
    places = [at for at, event in enumerate(events) if isinstance(event, Play)]
    events[places[4]] = replace(events[places[4]], at_ms=10**8, began_ms=10**8)
    assert len(faults(*events)) == 1


@pytest.mark.parametrize("rules", SETS)
@pytest.mark.parametrize("timed", [True, False])
def test_simulated_rounds_keep_to_it(rules: str, timed: bool) -> None:
    for seed in range(2):
        header, events = play_round(RuleSet.load(rules), None, seed, 2, timed=timed)
        record = read_record("\n".join(map(dumps_line, (header, *events))))
        assert list(time_faults(record)) == []


@settings(deadline=None, max_examples=15)
@given(st.integers(0, 10**6), st.data())
def test_a_play_set_back_is_found_at_its_line(seed: int, data: st.DataObject) -> None:
    events = random_match(seed % 50)
    assert faults(*events) == []
    plays = [at for at, event in enumerate(events) if isinstance(event, Play)]
    place = data.draw(st.sampled_from(plays[1:]))
    before = events[plays[plays.index(place) - 1]]
    assert isinstance(before, Play)
    assert before.began_ms is not None
    moved = replace(events[place], at_ms=before.began_ms - 1, began_ms=None)
    found = faults(*events[:place], moved, *events[place + 1 :])
    assert found[0].startswith(f"line {place + 2}: time runs backwards")


def test_no_time_is_before_the_start_of_the_record() -> None:
    early, gap = replace(START, at_ms=-5), Resume(-50, 9000)
    assert [text.split(": ")[1].split(",")[0] for text in faults(early)] == ["at_ms is -5"]
    assert ["gap_ms is -50" in text for text in faults(START, FIRST, gap)] == [True]


def test_what_the_camera_puts_right_has_the_times_that_it_saw() -> None:
    later = replace(FIRST, at_ms=6400)
    assert faults(START, FIRST, Correction(2, later, "camera", "laid in parts", 6400)) == []
    assert faults(START, FIRST, Correction(2, later, "referee", "", 6400)) != []
