"""The bundled match through the whole path, with the shipped weights: pictures in, a checked record out."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from pathlib import Path

import av
import pytest

from app.cli import main
from app.commands.recording import DEMO
from app.tally import Tally, compare
from engine import RuleSet, read_record, replay
from engine.events import Play

VIDEO, TRUTH, TABLE = (DEMO / f"match.{ending}" for ending in ("mp4", "jsonl", "table.toml"))
RULES = RuleSet.load("national-2022")


def events(path: Path):
    state, faults = replay(read_record(path.read_text(encoding="utf-8")), RULES)
    assert not faults
    return state.events


def tally(record: Path) -> Tally:
    return compare(events(TRUTH), events(record))


def test_the_bundled_match_becomes_its_record(tmp_path, capsys):
    record = tmp_path / "demo.jsonl"
    assert main(["demo", "--headless", "--speed", "max", "--record", str(record)]) == 0
    said = capsys.readouterr().out
    assert "tally:" in said
    assert str(record) in said
    result = tally(record)
    assert result.equal >= 0.97 * result.plays, str(result)
    assert result.wrong == result.added == 0, str(result)
    assert main(["check", str(record)]) == 0


@pytest.fixture(scope="module")
def clip(tmp_path_factory) -> Path:
    """The first 40 seconds of the bundled match, not encoded again."""
    path = tmp_path_factory.mktemp("clip") / "clip.mp4"
    with av.open(str(VIDEO)) as source, av.open(str(path), "w") as target:
        stream = source.streams.video[0]
        copy = target.add_stream_from_template(stream)
        for packet in source.demux(stream):
            if packet.dts is None or packet.pts * packet.time_base > 40:
                continue
            packet.stream = copy
            target.mux(packet)
    return path


def watch(clip: Path, record: Path, *more: str) -> list[str]:
    command = ["watch", str(clip), "--rules", "national-2022", "--table", str(TABLE)]
    return [sys.executable, "-m", "app.cli", *command, "--record", str(record), "--headless", *more]


def test_a_killed_recording_is_continued_and_nothing_acknowledged_is_lost(clip, tmp_path):
    whole = tmp_path / "whole.jsonl"
    subprocess.run(watch(clip, whole, "--speed", "max"), check=True, capture_output=True, timeout=300)
    record = tmp_path / "killed.jsonl"
    acknowledged = 0
    with subprocess.Popen(
        watch(clip, record, "--speed", "max"), stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        for line in process.stdout:
            if line.startswith("ack "):
                acknowledged = int(line.split()[1])
            if acknowledged >= 6:
                process.send_signal(signal.SIGKILL)
                break
    kept = [json.loads(line)["seq"] for line in record.read_text("utf-8").splitlines()[1:]]
    assert max(kept) >= acknowledged
    again = subprocess.run(
        watch(clip, record, "--speed", "max", "--resume"), capture_output=True, text=True, timeout=300
    )
    assert again.returncode == 0, again.stderr
    lines = [json.loads(line) for line in record.read_text("utf-8").splitlines()]
    assert [line["seq"] for line in lines[1:]] == list(range(1, len(lines)))
    plays = [(e.seat, e.cards) for e in events(record) if isinstance(e, Play)]
    assert plays == [(e.seat, e.cards) for e in events(whole) if isinstance(e, Play)]


def test_a_recording_that_is_told_to_end_says_so_and_keeps_what_it_has(clip, tmp_path):
    record = tmp_path / "ended.jsonl"
    with subprocess.Popen(
        watch(clip, record, "--speed", "max"), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        while (line := process.stdout.readline()) and line != "ack 4\n":
            pass
        process.send_signal(signal.SIGTERM)
        said, complained = process.stdout.read(), process.stderr.read()
    assert (process.returncode, complained) == (130, "")
    assert "interrupted; what was recorded stays" in said
    assert len(record.read_text("utf-8").splitlines()) >= 5
    assert main(["check", str(record)]) == 0


def test_a_video_that_was_cut_off_says_so_and_keeps_what_was_recorded(clip, tmp_path):
    torn = tmp_path / "torn.mp4"
    torn.write_bytes(VIDEO.read_bytes()[: VIDEO.stat().st_size // 8])
    record = tmp_path / "torn.jsonl"
    done = subprocess.run(watch(torn, record, "--speed", "max"), capture_output=True, text=True, timeout=300)
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1
