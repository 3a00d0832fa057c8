"""What watching a table takes: ``python -m tests.bench.bench_watch [VIDEO] [--seconds S]``.

Prints the CPU time beyond decoding, on the whole and while the table is still, how long after the last card
lay still a play is told, and the memory once warm and at the end.

How long is counted in three ways.  By the video: from the end of the play in the record to the time of the
frame in which it was told.  With computing: the same and the CPU time of all threads in that frame, as on a
core that was idle when it came.  In order: on one core that takes every frame, none before it is done with
those that came earlier; a program at a table leaves frames out instead.  The wall clock says the same as in
order, by the time that passed: on a machine that does other things as well it says more about those.
"""

import argparse
import resource
import time
from pathlib import Path

import numpy as np

from app.commands.recording import DEMO
from engine import Play, read_record
from vision import Table, open_source
from vision.indices import IndexDetector, IndexReader
from vision.values import ZoneReading
from vision.watch import Watcher

WARM = 750
"""Frames after which every buffer has its size."""
STILL_MS = 2500
"""The table is still where no hand was in for so long."""


Times = tuple[float, ...]
WAYS = ("by the video", "with computing", "in order", "by the wall clock")


def megabytes() -> float:
    for line in Path("/proc/self/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1]) / 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def delays(plays: list[Play], told: list[tuple[Times, ZoneReading]]) -> list[Times]:
    """ms from the end of each play to the first reading that has all its cards, in each way of counting."""
    found = []
    for play in plays:
        wanted = sorted(map(str, play.cards))
        for times, reading in told:
            fresh = sorted(str(card.best) for card in reading.fresh)
            if reading.seat == play.seat and fresh == wanted and abs(reading.ended_ms - play.at_ms) < 1000:
                found.append(tuple(at_ms - play.at_ms for at_ms in times))
                break
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("video", nargs="?", type=Path, default=DEMO / "match.mp4")
    parser.add_argument("--seconds", type=float, default=1e6)
    given = parser.parse_args()
    table = Table.load(given.video.with_suffix(".table.toml"))
    record = read_record(given.video.with_suffix(".jsonl").read_text(encoding="utf-8"))
    plays = [e for e in record.events if isinstance(e, Play) and e.at_ms > 0]
    hands = [(e.began_ms or e.at_ms, e.at_ms + STILL_MS) for e in plays]
    source = open_source(given.video)
    watcher, warm, clock, wall = None, 0.0, 0.0, 0.0
    costs: list[tuple[int, float, bool]] = []
    told: list[tuple[Times, ZoneReading]] = []
    for frame in source:
        if frame.at_ms > given.seconds * 1000:
            break
        if watcher is None:
            watcher = Watcher(table, frame, IndexDetector(), IndexReader())
        at, passed, looks = time.process_time(), time.perf_counter(), watcher.looks
        readings = watcher.see(frame)
        cost = (time.process_time() - at) * 1000
        clock = max(clock, frame.at_ms) + cost
        wall = max(wall, frame.at_ms) + (time.perf_counter() - passed) * 1000
        told += [((frame.at_ms, frame.at_ms + cost, clock, wall), reading) for reading in readings]
        costs.append((frame.at_ms, cost, watcher.looks > looks))
        if len(costs) == WARM:
            warm = megabytes()
    assert watcher is not None
    length = costs[-1][0] / 1000
    total = sum(cost for _, cost, _ in costs) / 1000
    still = [c for ms, c, looked in costs if not looked and not any(a <= ms <= b for a, b in hands)]
    looking = sum(c for _, c, looked in costs if looked)
    share = float(np.mean(still)) * source.fps / 1000
    print(f"{length:.0f} s of video, {total:.0f} s of CPU beyond decoding: {total / length:.2f} of one core")
    print(f"still table: {np.mean(still):.1f} ms a frame, {share:.1%} of one core")
    print(f"{watcher.looks} looks of {looking / max(watcher.looks, 1):.0f} ms")
    late = delays([p for p in plays if p.at_ms < (length - 2.5) * 1000], told)
    for way, took in zip(WAYS, zip(*late, strict=True), strict=False):
        half, most = np.percentile(took, (50, 95))
        within = np.mean(np.array(took) <= 400)
        print(
            f"{len(took)} plays told after they lay still, {way}: {half:.0f} ms, 95 % within {most:.0f} ms,"
            f" {within:.1%} within 400 ms"
        )
    print(f"memory {warm:.0f} -> {megabytes():.0f} MB")


if __name__ == "__main__":
    main()
