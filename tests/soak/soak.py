"""Match after match in one process, with a camera that fails: does it grow?  Linux only.

    python -m tests.soak.soak --length short     2 minutes, three matches
    python -m tests.soak.soak --length medium    20 minutes, one match
    python -m tests.soak.soak --length long      8 hours, a match an hour

The real window and session on the bundled match as a camera, which goes through it again and again; pictures
kept; whatever waits is accepted.  Said is how the process grew within a match once that was warm (by the
least that it held in each minute, as what a look at the table takes for a moment is no growth), and what it
held after each match.  Ends with 1 where anything failed unseen, or where no fault of the camera was noticed.
"""

# ruff: noqa: E402  (the pool comes before what starts threads when it is imported)
import argparse
import itertools
import os
import sys
import tempfile
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from app.memory import give_back, share_one_pool

share_one_pool()

import numpy as np
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication

from app.commands.recording import DEMO
from app.session import Session
from app.ui import theme
from app.ui.main_window import MainWindow
from engine.cards import RANKS, parse_cards
from engine.combos import classify
from engine.plays import legal_plays
from tests.bench.bench_window import Heartbeat, open_desk
from tests.fake_camera import FakeCamera, Film

SAMPLE_S, PRINT_S = 5.0, 30.0
AWAY_S = 6.0
MODES = ("broken", "frozen", "black", "hung")
PAGE = os.sysconf("SC_PAGE_SIZE")


@dataclass(frozen=True, slots=True)
class Length:
    """Seconds: of the whole, of one match, between two faults of the camera, and until a match is warm."""

    whole: float
    match: float
    fault: float
    warm: float


LENGTHS = {
    "short": Length(120, 40, 25, 20),
    "medium": Length(1200, 1200, 60, 300),
    "long": Length(8 * 3600, 3600, 300, 600),
}


@dataclass(slots=True)
class Seen:
    """What the process held at each look in each match and after it, MB, and what went wrong."""

    began: float = field(default_factory=time.monotonic)
    samples: list[list[tuple[float, float]]] = field(default_factory=list)
    after: list[float] = field(default_factory=list)
    matches: int = 0
    faults: int = 0
    noticed: int = 0
    failures: list[str] = field(default_factory=list)
    printed: float = -PRINT_S

    def sample(self) -> None:
        at, rss = time.monotonic() - self.began, held()
        self.samples[-1].append((at, rss))
        if at - self.printed >= PRINT_S:
            self.printed = at
            files, tasks = (len(os.listdir(f"/proc/self/{what}")) for what in ("fd", "task"))
            print(
                f"{at:7.0f} s  RSS {rss:6.1f} MB  {files} files  {tasks} threads "
                f"({threading.active_count()} of Python)  match {self.matches}, "
                f"{self.noticed} of {self.faults} faults noticed",
                flush=True,
            )

    def slope(self, warm_s: float) -> float:
        """MB an hour within a match by least squares, once warm; not a number where none is long enough."""
        apart = []
        for match in self.samples:
            warm = [each for each in match if each[0] >= match[0][0] + warm_s]
            minutes = itertools.groupby(warm, key=lambda each: (each[0] - warm[0][0]) // 60)
            least = [min(minute, key=lambda each: each[1]) for _, minute in minutes]
            apart += [np.array(least) - np.mean(least, axis=0)] if least else []
        times, sizes = np.concatenate(apart).T
        return float(times @ sizes / (times @ times)) * 3600 if times.any() else float("nan")


def know_all_levels() -> None:
    """The engine keeps what may be laid at each level that was played: 1.6 MB, thirteen times at most."""
    cards = parse_cards("S3")
    for level in RANKS:
        assert classify(cards, level)
        assert list(legal_plays(cards, level))


def held() -> float:
    """What the process holds, MB."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * PAGE / 2**20


class Match:
    """One match in its window."""

    def __init__(self, folder: Path) -> None:
        self.camera = FakeCamera(Film(DEMO / "match.mp4"))
        self.session: Session
        self.window: MainWindow
        self.session, self.window = open_desk(folder, self.camera)
        self.session.start()

    def accept(self) -> None:
        snapshot = self.window.snapshot
        if snapshot is not None and snapshot.pending is not None:
            self.session.answer(snapshot.pending.id, None)

    def close(self) -> float:
        """Seconds that it took."""
        began = time.monotonic()
        self.window.close()
        self.session.stop()
        self.window.deleteLater()
        took = time.monotonic() - began
        self.camera.let_go.set()
        return took


def run(app: QApplication, length: Length, root: Path) -> tuple[Seen, Heartbeat, float]:
    seen, beat = Seen(), Heartbeat()
    sys.excepthook = lambda kind, error, trace: seen.failures.append(repr(error))
    threading.excepthook = lambda args: seen.failures.append(f"{args.thread}: {args.exc_value!r}")
    slowest, modes, fault_at = 0.0, itertools.cycle(MODES), length.fault
    beat.start()
    while time.monotonic() - seen.began < length.whole:
        with tempfile.TemporaryDirectory(dir=root) as folder:
            match = Match(Path(folder))
            seen.matches += 1
            seen.samples.append([])
            ends = min(time.monotonic() + length.match, seen.began + length.whole)
            sampled, well_at = 0.0, 0.0
            told = True
            while (now := time.monotonic()) < ends:
                _turn(app, 0.2)
                match.accept()
                at = now - seen.began
                if at >= fault_at and ends - now > AWAY_S + 5:
                    match.camera.mode, told = next(modes), False
                    well_at, fault_at = now + AWAY_S, at + length.fault
                    seen.faults += 1
                if not told and match.window.view.trouble:
                    seen.noticed, told = seen.noticed + 1, True
                if match.camera.mode != "well" and now >= well_at:
                    match.camera.mode = "well"
                if now - sampled >= SAMPLE_S:
                    sampled = now
                    seen.sample()
            if match.session.fault is not None:
                seen.failures.append(str(match.session.fault))
            slowest = max(slowest, match.close())
            del match
            _turn(app, 0.2)
            give_back()
            seen.after.append(held())
    return seen, beat, slowest


def _turn(app: QApplication, seconds: float) -> None:
    """Qt's loop for so long."""
    QTimer.singleShot(round(seconds * 1000), app.exit)
    app.exec()


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    options.add_argument("--length", choices=LENGTHS, default="short")
    length = LENGTHS[options.parse_args().length]
    app = QApplication([])
    app.setQuitOnLastWindowClosed(False)
    theme.apply(app)
    know_all_levels()
    with tempfile.TemporaryDirectory() as root:
        seen, beat, slowest = run(app, length, Path(root))
    print(beat.report())
    print(f"slope in a match after {length.warm:.0f} s: {seen.slope(length.warm):+.1f} MB an hour")
    print(f"held after each match: {', '.join(f'{size:.0f}' for size in seen.after)} MB")
    print(f"{seen.matches} matches, the slowest end took {slowest:.1f} s")
    for failure in seen.failures:
        print(f"FAILED: {failure}")
    if seen.noticed < seen.faults or not seen.faults:
        print(f"FAILED: {seen.noticed} of {seen.faults} faults of the camera were noticed")
    return int(bool(seen.failures) or not seen.faults or seen.noticed < seen.faults)


if __name__ == "__main__":
    sys.exit(main())
