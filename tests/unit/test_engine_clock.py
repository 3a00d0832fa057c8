"""Clocks: durations are differences of event times."""

from __future__ import annotations

from engine import (
    DealStart,
    Event,
    Pass,
    Pause,
    Play,
    Resume,
    Source,
    Turn,
    overruns,
    parse_cards,
    running_since,
    turns,
)


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
