"""How fast the bundled match is recorded, and what memory it takes: ``python tests/bench/bench_watch.py``.

Prints the ratio to real time (1.0: just keeps up), looks a second, and the memory once warm and at the end.
"""

import resource
import time
from pathlib import Path

from app.commands.recording import DEMO
from vision import Table, open_source
from vision.indices import IndexDetector, IndexReader
from vision.watch import Watcher

WARM = 750
"""Frames after which every buffer has its size."""


def megabytes() -> float:
    for line in Path("/proc/self/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1]) / 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def main() -> None:
    table = Table.load(DEMO / "match.table.toml")
    source = open_source(DEMO / "match.mp4")
    watcher, first, count = None, 0.0, 0
    spent = 0.0
    began = time.perf_counter()
    for frame in source:
        if watcher is None:
            watcher = Watcher(table, frame, IndexDetector(), IndexReader())
        at = time.perf_counter()
        watcher.see(frame)
        spent += time.perf_counter() - at
        count += 1
        if count == WARM:
            first = megabytes()
    seconds = time.perf_counter() - began
    length = count / source.fps
    looks = watcher.looks if watcher else 0
    print(f"{length:.0f} s of video in {seconds:.0f} s: {length / seconds:.2f} x real time, one thread")
    print(
        f"vision {spent / count * 1000:.1f} ms a frame, {looks} looks, {looks / length:.1f} a second of video"
    )
    print(f"memory {first:.0f} -> {megabytes():.0f} MB")


if __name__ == "__main__":
    main()
