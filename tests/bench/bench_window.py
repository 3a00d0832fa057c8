"""How long the window's thread is busy at a time: python -m tests.bench.bench_window [--profile]

The real window without a screen over the real session; the bundled match is its camera, 1080p in real time.
A timer of 5 ms beats in the thread: what a beat comes late by, the thread was blocked.  `cpu` is what the
thread itself worked in between, which other programs on the machine do not change.
"""

import argparse
import cProfile
import os
import pstats
import tempfile
import time
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import numpy as np
from PySide6.QtCore import QSettings, Qt, QTimer
from PySide6.QtWidgets import QApplication

from app.commands.recording import DEMO, RULES
from app.evidence import folder_of
from app.live import header_for
from app.session import Session
from app.store import Log
from app.ui import theme
from app.ui.main_window import MainWindow
from app.ui.startup import Language
from engine.rules import RuleSet
from tests.fake_camera import FakeCamera, Film
from vision.table import Table

BEAT_MS = 5
WARM_UP_S = 8.0


class Spread:
    """How often each time came, in steps of 0.1 ms; as large after a day as after a minute."""

    def __init__(self) -> None:
        self._counts = np.full(100_000, 0, np.int64)  # touched, so that it is there from the start
        self._most = 0.0

    def add(self, ms: float) -> None:
        self._counts[min(int(ms * 10), len(self._counts) - 1)] += 1
        self._most = max(self._most, ms)

    def __str__(self) -> str:
        sums = np.cumsum(self._counts)
        p50, p99 = np.searchsorted(sums, (0.5 * sums[-1], 0.99 * sums[-1])) / 10
        return f"p50 {p50:6.1f}  p99 {p99:6.1f}  max {self._most:6.1f} ms  ({sums[-1]} beats)"


class Heartbeat:
    """Late beats and work of the thread it is made in."""

    def __init__(self) -> None:
        self.late, self.cpu = Spread(), Spread()
        self._last = self._last_cpu = 0.0
        self._timer = QTimer()
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._beat)

    def start(self) -> None:
        self._last, self._last_cpu = time.perf_counter(), time.thread_time()
        self._timer.start(BEAT_MS)

    def _beat(self) -> None:
        now, cpu = time.perf_counter(), time.thread_time()
        self.late.add(max(0.0, (now - self._last) * 1000 - BEAT_MS))
        self.cpu.add((cpu - self._last_cpu) * 1000)
        self._last, self._last_cpu = now, cpu

    def report(self) -> str:
        return f"blocked  {self.late}\ncpu      {self.cpu}"


def open_desk(folder: Path, camera: FakeCamera) -> tuple[Session, MainWindow]:
    """A window over a session on the bundled match, not started."""
    rules, table = RuleSet.load(RULES), Table.load(DEMO / "match.table.toml")
    record = folder / "match.jsonl"
    log = Log.create(record, header_for(rules, table.seats, "bench"))
    session = Session(camera.source(), table, rules, log, source_name="camera:0", evidence=folder_of(record))
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    settings = QSettings(str(folder / "window.ini"), QSettings.Format.IniFormat)
    window = MainWindow(session, Language(app, "zh"), "bench", settings)
    window.resize(1920, 1080)
    window.show()
    return session, window


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--seconds", type=float, default=60.0)
    options.add_argument("--profile", action="store_true", help="say what the thread spent its time on")
    args = options.parse_args()
    app = QApplication([])
    theme.apply(app)
    profile = cProfile.Profile() if args.profile else None
    with tempfile.TemporaryDirectory() as folder:
        session, window = open_desk(Path(folder), FakeCamera(Film(DEMO / "match.mp4")))
        session.start()
        beat = Heartbeat()
        QTimer.singleShot(round(WARM_UP_S * 1000), beat.start)
        if profile is not None:
            QTimer.singleShot(round(WARM_UP_S * 1000), profile.enable)
        QTimer.singleShot(round((WARM_UP_S + args.seconds) * 1000), app.quit)
        app.exec()
        if profile is not None:
            profile.disable()
        picture, snapshot = window.view.picture, window.snapshot
        window.close()
        session.stop()
    print(beat.report())
    if picture is not None and snapshot is not None:
        print(f"{picture.fps:.1f} pictures/s, {picture.drops} dropped, {len(snapshot.lines)} lines")
    if profile is not None:
        pstats.Stats(profile).sort_stats("tottime").print_stats(25)


if __name__ == "__main__":
    main()
