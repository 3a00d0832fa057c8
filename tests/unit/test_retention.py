"""Pictures that are deleted: who asks for it, when it happens by itself, and what the record says of it."""

from __future__ import annotations

import json
import os
import time
from pathlib import Path

import pytest

from app import retention
from app.cli import main
from app.evidence import Ring, folder_of, segments
from app.retention import forget, forget_old
from app.store import Log, SaveError, StoreError
from engine import MatchState, PicturesDeleted, read_record, replay, rules_of
from tests.unit.sheet_matches import begun, forty_deals, more_deals, next_deal, write
from tests.unit.test_evidence import feed

GOLDEN = Path("tests/golden/engine_match.jsonl")


def logged(state: MatchState, path: Path) -> Path:
    """The match in a log, with its record beside it."""
    with Log.create(path, state.header) as log:
        for event in state.events:
            log.append(event)
    return path


def with_pictures(record: Path, seconds: int = 30, days_ago: float = 0) -> Path:
    feed(Ring(folder_of(record)), range(0, seconds * 1000, 100))
    for segment in segments(folder_of(record)):
        age(segment.path, days_ago)
    return record


def age(path: Path, days: float) -> None:
    os.utime(path, (time.time() - days * 86400,) * 2)


def said(record: Path) -> list[tuple[int, int, str]]:
    """What a record says of pictures that were deleted; it is whole, in order and without fault."""
    read = read_record(record.read_text("utf-8"))
    assert read.header is not None
    assert [event.seq for event in read.events] == list(range(1, len(read.events) + 1))
    _, faults = replay(read, rules_of(read.header))
    assert (read.faults, faults) == ((), ())
    gone = [event for event in read.events if isinstance(event, PicturesDeleted)]
    return [(event.from_ms, event.to_ms, event.by) for event in gone]


def test_the_log_and_the_record_say_what_was_deleted(tmp_path: Path) -> None:
    record = with_pictures(logged(more_deals(begun(), ["ESNW"]), tmp_path / "match.jsonl"))
    before = record.read_bytes()
    age(segments(folder_of(record))[0].path, 5)
    assert forget(record, older_than_days=3) > 0
    assert [segment.first_ms for segment in segments(folder_of(record))] == [10_000, 20_000]
    assert forget(record, older_than_days=3) == 0
    assert forget(record) > 0
    assert not folder_of(record).exists()
    assert said(record) == [(0, 10_000, "referee"), (10_000, 30_000, "referee")]
    assert record.read_bytes().startswith(before), "what stood there stands as it was"
    with Log.open(record) as log:
        assert log.lines() == record.read_bytes()
        assert log.verify() == log.last


def test_the_match_is_as_it_was(tmp_path: Path) -> None:
    state = forty_deals()
    record = with_pictures(logged(state, tmp_path / "match.jsonl"))
    forget(record)
    read = read_record(record.read_text("utf-8"))
    again, _ = replay(read, rules_of(state.header))
    assert (again.levels, again.deals_done, again.over, again.winner) == (
        state.levels, state.deals_done, state.over, state.winner,
    )  # fmt: skip


def test_a_record_without_a_log_gets_a_line(tmp_path: Path) -> None:
    record = with_pictures(write(more_deals(begun(), ["ESNW"]), tmp_path / "match.jsonl"))
    forget(record)
    assert said(record) == [(0, 30_000, "referee")]
    torn = with_pictures(tmp_path / "torn.jsonl")
    torn.write_bytes(GOLDEN.read_bytes()[:3000])
    forget(torn)
    lines = torn.read_text("utf-8").split("\n")
    assert json.loads(lines[-2])["event"] == "pictures_deleted"
    assert torn.read_bytes().startswith(GOLDEN.read_bytes()[:3000])


def test_pictures_without_a_record_go_too(tmp_path: Path) -> None:
    assert forget(with_pictures(tmp_path / "gone.jsonl")) > 0
    assert list(tmp_path.iterdir()) == []


def test_nothing_goes_while_the_match_is_written(tmp_path: Path) -> None:
    record = with_pictures(logged(begun(), tmp_path / "match.jsonl"))
    with Log.open(record), pytest.raises(StoreError, match="another program is writing this log"):
        forget(record)
    assert len(segments(folder_of(record))) == 3
    text = tmp_path / "match.txt"
    text.write_text("[Guandan 1]\n", "utf-8")
    with pytest.raises(StoreError, match="record text"):
        forget(text)
    assert len(segments(folder_of(record))) == 3


def test_a_full_disk_gets_room_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    record = with_pictures(logged(begun(), tmp_path / "match.jsonl"))
    append = Log.append

    def full(log: Log, event: PicturesDeleted) -> int:
        if segments(folder_of(record)):
            raise SaveError("database or disk is full")
        return append(log, event)

    monkeypatch.setattr(Log, "append", full)
    assert forget(record) > 0
    assert said(record) == [(0, 30_000, "referee")]


def test_only_what_is_old_and_over_goes_by_itself(tmp_path: Path) -> None:
    over = with_pictures(tmp_path / "over.jsonl", days_ago=31)
    over.write_bytes(GOLDEN.read_bytes())
    lately = with_pictures(tmp_path / "lately.jsonl", days_ago=31)
    lately.write_bytes(GOLDEN.read_bytes())
    age(segments(folder_of(lately))[-1].path, 29)
    runs = with_pictures(logged(next_deal(begun()), tmp_path / "runs.jsonl"), days_ago=31)
    assert forget_old(tmp_path, 30) == [over]
    assert not segments(folder_of(over))
    assert [len(segments(folder_of(record))) for record in (lately, runs)] == [3, 3]
    read = read_record(over.read_text("utf-8"))
    assert isinstance(read.events[-1], PicturesDeleted)
    assert read.events[-1].by == retention.SETTINGS
    assert forget_old(tmp_path, 30) == []
    assert forget_old(tmp_path, 7, lambda: True) == [], "it ends where it is told to"


def test_one_that_cannot_be_deleted_stops_no_other(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    for name in ("a", "b"):
        with_pictures(tmp_path / f"{name}.jsonl", days_ago=9).write_bytes(GOLDEN.read_bytes())
    (tmp_path / "a.db").write_bytes(b"no log of a match, but something else\n" * 9)
    assert forget_old(tmp_path, 7) == [tmp_path / "b.jsonl"]
    assert "a.db: is no log of a match" in caplog.text
    assert segments(folder_of(tmp_path / "a.jsonl"))


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = with_pictures(logged(begun(), tmp_path / "match.jsonl"), 1)
    assert main(["forget", str(record), "--older-than", "1"]) == 0
    assert segments(folder_of(record))
    with Log.open(record):
        assert main(["forget", str(record)]) == 1
    assert "another program is writing this log" in capsys.readouterr().err
    assert main(["forget", str(record)]) == 0
    assert not segments(folder_of(record))
    assert said(record) == [(0, 10_000, "referee")]
    assert "MB of pictures deleted" in capsys.readouterr().out
