"""Stepping through a record shows at every place what the fold of its events shows."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import pytest

from app.seals import Broken
from app.sheet import record_lines
from app.snapshot import snapshot
from app.steps import EVERY, REFUSED, STRUCK, Steps, StepsError
from app.warnings import Warned
from datasets.matches import simulate
from engine import (
    Correction,
    DealStart,
    MatchState,
    Pass,
    Play,
    Record,
    RuleError,
    TrickEnd,
    apply,
    read_record,
    replay,
    rules_of,
)
from tests.unit.sheet_matches import forty_deals
from tests.unit.test_retention import logged

GOLDEN = Path("tests/golden/engine_match.jsonl")


@pytest.fixture(scope="module")
def long(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Twelve simulated deals."""
    path = tmp_path_factory.mktemp("steps") / "long.jsonl"
    simulate("national-2022", None, 3, 12, path, None)
    return path


def corrected(path: Path, out: Path) -> tuple[Path, int]:
    """The record with a spade of its last deal corrected to a club, and put back; and which play it is."""
    record = read_record(path.read_text("utf-8"))
    assert record.header is not None
    state, _ = replay(record, rules_of(record.header))
    now = state.events[-1].at_ms or 6_000_000
    for target in reversed([event for event in state.events if isinstance(event, Play)]):
        if len(target.cards) == 1 and target.cards[0].suit == "S":
            other = replace(target, cards=(replace(target.cards[0], suit="C"),), reading=None)
            try:
                state = apply(state, Correction(target.seq, other, "referee", "", now))
            except RuleError:
                continue
            state = apply(state, Correction(target.seq, target, "referee", "", now))
            out.write_text(record_lines(state.header, state.given), "utf-8")
            return out, target.seq
    raise AssertionError("no spade can be a club")


def folded(record: Record) -> list[MatchState]:
    assert record.header is not None
    state, found = MatchState.start(record.header, rules_of(record.header)), []
    for event in record.events:
        state = apply(state, event)
        found.append(state)
    return found


def test_every_step_there_and_back_is_the_fold(long: Path, tmp_path: Path) -> None:
    path, _ = corrected(long, tmp_path / "corrected.jsonl")
    steps = Steps.open(path)
    states = folded(steps.record)
    assert len(states) == len(steps.places)
    assert not steps.faults
    ways = [*range(0, len(states), 3), *range(len(states) - 1, -1, -7)]
    ways += random.Random(1).sample(range(len(states)), 60)
    for at in ways:
        wanted = snapshot(states[at], None, (), steps.time(at), "")
        assert _shown(steps.snapshot(at)) == _shown(wanted), f"event {at + 1}"
    assert steps.final == states[-1]


def _shown(found: object) -> list[object]:
    """The fields of a snapshot, which itself has no equality."""
    names = (
        "level",
        "levels",
        "deal",
        "seats",
        "to_beat",
        "best",
        "lines",
        "since_ms",
        "now_ms",
        "over",
        "ending",
    )
    return [getattr(found, name) for name in names]


def test_a_step_folds_few_events(long: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Else it would be felt: a long match has thousands."""
    steps, folded = Steps.open(long), []
    monkeypatch.setattr("app.steps.apply", lambda state, event: folded.append(event) or apply(state, event))
    assert len(steps.places) > 1250
    for at in range(len(steps.places) - 1, -1, -5):
        folded.clear()
        steps.state(at)
        assert len(folded) < EVERY


def test_moves_tricks_and_deals(long: Path) -> None:
    steps = Steps.open(long)
    starts = [at for at, place in enumerate(steps.places) if isinstance(place.event, DealStart)]
    at, seen = starts[0], [starts[0]]
    while (after := steps.deal(at, 1)) != at:
        at = after
        seen.append(at)
    assert seen == [*starts, steps.last]
    assert steps.deal(starts[2] + 5, -1) == starts[2]
    assert steps.deal(starts[2], -1) == starts[1]
    lead = steps.trick(starts[1], 1)
    assert isinstance(steps.event(lead), Play)
    after = steps.trick(lead, 1)
    assert isinstance(steps.event(after - 1), TrickEnd)
    assert steps.trick(after, -1) == lead
    assert steps.move(after - 2, 1) == after, "the end of a trick is no stop"
    assert steps.move(after, -1) == after - 2
    assert steps.move(0, -1) == 0
    assert steps.move(steps.last, 1) == steps.last


def test_corrections_say_what_stood_before_and_what_stands(long: Path, tmp_path: Path) -> None:
    path, seq = corrected(long, tmp_path / "corrected.jsonl")
    steps = Steps.open(path)
    first, second = steps.corrected_at[seq]
    was, now = steps.changes[first].was, steps.changes[first].now
    assert isinstance(was, Play)
    assert isinstance(now, Play)
    assert (was.cards[0].suit, now.cards[0].suit) == ("S", "C")
    assert steps.changes[second].now == was
    line = steps.lines[seq - 1]
    assert line is not None
    assert line.corrected
    assert line.cards == was.cards, "the list shows what stands in the end"


def test_what_is_struck_out_keeps_its_line(tmp_path: Path) -> None:
    lines = GOLDEN.read_text("utf-8").splitlines()[:9]
    record = read_record("\n".join(lines))
    last = record.events[-1]
    assert isinstance(last, Pass | Play)
    assert record.header is not None
    struck = Correction(last.seq, None, "referee", "", 60_000, seq=last.seq + 1)
    path = tmp_path / "a.jsonl"
    path.write_text(record_lines(record.header, [*record.events, struck]), "utf-8")
    steps = Steps.open(path)
    line = steps.lines[last.seq - 1]
    assert line is not None
    assert line.state == STRUCK
    assert steps.changes[steps.last].now is None


def test_a_record_at_fault_is_gone_through_as_the_replay_does(tmp_path: Path) -> None:
    lines = GOLDEN.read_text("utf-8").splitlines()
    del lines[20]
    path = tmp_path / "a.jsonl"
    path.write_text("\n".join(lines), "utf-8")
    steps = Steps.open(path)
    assert steps.record.header is not None
    final, faults = replay(steps.record, rules_of(steps.record.header))
    assert steps.faults == faults != ()
    assert steps.final == final
    assert steps.state(steps.last) == final
    assert [(told.line, told.said) for told in steps.told] == [(each.line, each.message) for each in faults]
    assert steps.told[0].said == "event 20 is missing"
    assert steps.told[0].why is None


def test_only_what_was_corrected_is_marked_so(tmp_path: Path) -> None:
    """A play that cannot be puts what follows it in the deal out of turn, which is no correction of that."""
    lines = GOLDEN.read_text("utf-8").splitlines()
    spoilt = [line.replace('"seat": "S"', '"seat": "N"') if '"seq": 4,' in line else line for line in lines]
    assert spoilt != lines
    path = tmp_path / "a.jsonl"
    path.write_text("\n".join(spoilt), "utf-8")
    steps = Steps.open(path)
    refused = [place.event.seq for place in steps.places if place.refused is not None]
    assert len(refused) > 5
    shown = {line.seq: line for line in steps.lines if line is not None}
    assert {seq for seq, line in shown.items() if line.state == REFUSED} == set(refused) & shown.keys()
    assert {seq for seq, line in shown.items() if line.corrected} <= set(steps.corrected_at)


def test_what_the_engine_finds_and_a_seal_that_is_broken_are_told(tmp_path: Path) -> None:
    steps = Steps.open(GOLDEN)
    assert steps.told == ()
    warned = [told.why for told in steps.noticed]
    assert warned
    assert all(isinstance(each, Warned) for each in warned)
    path = logged(forty_deals(), tmp_path / "match.jsonl")
    assert Steps.open(path).told == ()
    path.write_bytes(path.read_bytes().replace(b'"S3"', b'"C3"', 1))
    (told, *_) = Steps.open(path).told
    assert isinstance(told.why, Broken)
    assert told.line == told.why.line > 1


def test_what_cannot_be_opened_says_why(tmp_path: Path) -> None:
    for name, data in (
        ("empty", b""),
        ("gbk", "赛".encode("gbk")),
        ("bare", b'{"event": "pass", "seat": "E"}'),
    ):
        path = tmp_path / f"{name}.jsonl"
        path.write_bytes(data)
        with pytest.raises(StepsError, match=name):
            Steps.open(path)
    with pytest.raises(StepsError):
        Steps.open(tmp_path / "gone.jsonl")


def test_a_header_alone_is_a_record_with_no_place(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text(GOLDEN.read_text("utf-8").splitlines()[0], "utf-8")
    steps = Steps.open(path)
    assert steps.last == steps.move(0, 1) == steps.deal(0, 1) == 0
    assert steps.snapshot(0).deal == 0
