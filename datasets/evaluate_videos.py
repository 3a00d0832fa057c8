"""How well matches on video become records: ``python -m datasets.evaluate_videos VIDEO.mp4 ...``.

Beside each video lie its truth (``.jsonl``) and its table (``.table.toml``), as ``simulate`` writes them.
For each it prints how the plays of the record compare with the truth, and how fast it went.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from pathlib import Path

from app.live import header_for
from app.session import Session
from app.store import Log
from app.tally import Tally, compare
from engine import read_record, replay, rules_of
from vision import Table, open_source


def record_video(video: Path, record: Path) -> tuple[Tally, float]:
    """Record ``video`` without a hand on it; returns the tally and how many times real time it went."""
    truth = read_record(video.with_suffix(".jsonl").read_text(encoding="utf-8"))
    if truth.header is None:
        raise ValueError(f"{video.with_suffix('.jsonl')}: has no header")
    rules = rules_of(truth.header)
    table = Table.load(video.with_suffix(".table.toml"))
    source = open_source(video)
    header = header_for(rules, table.seats, "evaluation")
    session = Session(source, table, rules, Log.create(record, header), speed="max", source_name=video.name)
    began = time.monotonic()
    session.start()
    session.wait()
    seconds = time.monotonic() - began
    session.stop()
    if session.fault is not None:
        raise session.fault
    found, _ = replay(read_record(record.read_text(encoding="utf-8")), rules)
    wanted, _ = replay(truth, rules)
    length = max(getattr(e, "at_ms", None) or 0 for e in truth.events) / 1000
    return compare(wanted.events, found.events), length / seconds


def main() -> None:
    parser = argparse.ArgumentParser(description="Record simulated matches and hold them against the truth.")
    parser.add_argument("videos", nargs="+", type=Path)
    parser.add_argument("--keep", type=Path, help="folder for the records")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        folder = given.keep or Path(scratch)
        folder.mkdir(parents=True, exist_ok=True)
        for video in given.videos:
            tally, speed = record_video(video, folder / f"{video.stem}.jsonl")
            print(f"{video.name}: {tally}; {speed:.1f} x real time", flush=True)


if __name__ == "__main__":
    main()
