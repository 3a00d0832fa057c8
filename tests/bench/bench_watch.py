"""What watching a table takes: ``python -m tests.bench.bench_watch [VIDEO] [--seconds S]``.

Prints the CPU time beyond decoding, on the whole and while the table is still, how long after the last card
lay still a play is told, on one core that goes through the frames as they come, and the memory once warm and
at the end.
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


def megabytes() -> float:
    for line in Path("/proc/self/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1]) / 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def delays(plays: list[Play], told: list[tuple[float, ZoneReading]]) -> list[float]:
    """ms from the end of each play to the first reading that has all its cards."""
    found = []
    for play in plays:
        wanted = sorted(map(str, play.cards))
        for at_ms, reading in told:
            fresh = sorted(str(card.best) for card in reading.fresh)
            if reading.seat == play.seat and fresh == wanted and abs(reading.ended_ms - play.at_ms) < 1000:
                found.append(at_ms - play.at_ms)
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
    watcher, warm, clock = None, 0.0, 0.0
    costs: list[tuple[int, float, bool]] = []
    told: list[tuple[float, ZoneReading]] = []
    for frame in source:
        if frame.at_ms > given.seconds * 1000:
            break
        if watcher is None:
            watcher = Watcher(table, frame, IndexDetector(), IndexReader())
        at, looks = time.process_time(), watcher.looks
        readings = watcher.see(frame)
        cost = (time.process_time() - at) * 1000
        clock = max(clock, frame.at_ms) + cost  # a frame waits until those before it are done
        told += [(clock, reading) for reading in readings]
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
    if late:
        shares = np.percentile(late, (50, 95))
        within = np.mean(np.array(late) <= 400)
        print(
            f"{len(late)} plays told {shares[0]:.0f} ms after they lay still, 95 % within {shares[1]:.0f} ms"
        )
        print(f"{within:.1%} within 400 ms, on this machine with what else it does")
    print(f"memory {warm:.0f} -> {megabytes():.0f} MB")


if __name__ == "__main__":
    main()
