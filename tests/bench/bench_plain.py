"""What watching a table costs beside the plain way.

``python -m tests.bench.bench_plain [VIDEO] [--seconds S] [--every K]``, with the training extra.  The plain
way finds the indices in every whole frame with ultralytics (``predict``, imgsz 1920) and the same weights,
and names them with the same reader.  CPU time is that of all threads; decoding is left out of both.  A play
counts as read here when one reading says its seat and exactly its cards; in the plain way when its faces are
all named in its seat's area in one frame between its end and that of the next play: it may miscount equal
cards, see cards of other plays, and not know when a play is over.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path

import numpy as np

import models
from engine import Play, read_record
from engine.cards import FACES
from vision import Table, open_source
from vision.indices import IndexDetector, IndexReader
from vision.values import Detections, Frame, ZoneReading
from vision.watch import Watcher

DEMO = Path(__file__).parents[2] / "datasets" / "demo" / "match.mp4"
IMGSZ = (1088, 1920)
"""A 1080p frame whole; the model takes multiples of 32."""
WEIGHTS = models.FOLDER / "index_detector.onnx"


@dataclass
class Here:
    """The chain of ``vision``."""

    table: Table
    cpu_s: float = 0.0
    frames: int = 0
    watcher: Watcher | None = None
    readings: list[ZoneReading] = field(default_factory=list)

    def see(self, frame: Frame) -> None:
        if self.watcher is None:
            self.watcher = Watcher(self.table, frame, IndexDetector(), IndexReader())
        began = time.process_time()
        self.readings += self.watcher.see(frame)
        self.cpu_s += time.process_time() - began
        self.frames += 1

    def read(self, play: Play, until_ms: float) -> bool:
        wanted = Counter(play.cards)
        return any(
            reading.seat == play.seat
            and play.at_ms - 500 <= reading.ended_ms < until_ms
            and Counter(card.best for card in reading.fresh) == wanted
            for reading in self.readings
        )


@dataclass
class Plain:
    """ultralytics on every whole frame."""

    table: Table
    cpu_s: float = 0.0
    frames: int = 0
    named: list[tuple[int, str | None, str]] = field(default_factory=list)

    def __post_init__(self) -> None:
        from ultralytics import YOLO

        self._model = YOLO(str(WEIGHTS), task="pose")
        self._read = IndexReader()
        self._conf = models.load("index_detector").card.threshold

    def see(self, frame: Frame) -> None:
        began = time.process_time()
        (found,) = self._model.predict(
            frame.image, imgsz=IMGSZ, rect=False, conf=self._conf, max_det=300, device="cpu", verbose=False
        )
        boxes = found.boxes.xyxy.cpu().numpy().astype(np.float32)
        points = found.keypoints.xy.cpu().numpy().astype(np.float32).reshape(-1, 2, 2)
        score = found.boxes.conf.cpu().numpy().astype(np.float32)
        indices = self._read(frame.image, Detections(boxes, points, score))
        self.cpu_s += time.process_time() - began
        self.frames += 1
        for index in indices:
            middle = np.add(index.rank, index.suit) / 2
            seat = self.table.seat_at(self.table.to_mm(middle[None])[0])
            self.named.append((frame.at_ms, seat, str(FACES[int(np.argmax(index.probs))])))

    def read(self, play: Play, until_ms: float) -> bool:
        wanted = {str(card) for card in play.cards}
        frames: dict[int, set[str]] = {}
        for at_ms, seat, face in self.named:
            if seat == play.seat and play.at_ms <= at_ms < until_ms:
                frames.setdefault(at_ms, set()).add(face)
        return any(wanted <= faces for faces in frames.values())


def frames_of(video: Path, seconds: float) -> Iterator[Frame]:
    source = open_source(video)
    try:
        for frame in source:
            if frame.at_ms > seconds * 1000:
                return
            yield frame
    finally:
        source.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("video", nargs="?", type=Path, default=DEMO)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--every", type=int, default=1, help="the plain way on every so manyth frame only")
    given = parser.parse_args()
    table = Table.load(given.video.with_suffix(".table.toml"))
    truth = read_record(given.video.with_suffix(".jsonl").read_text(encoding="utf-8")).events
    plays = [e for e in truth if isinstance(e, Play) and 0 < e.at_ms < given.seconds * 1000 - 2500]
    here, plain, last = Here(table), Plain(table), 0
    for frame in frames_of(given.video, given.seconds):
        here.see(frame)
        if frame.index % given.every == 0:
            plain.see(frame)
        last = frame.at_ms
    ends = [*(float(later.at_ms) for _, later in pairwise(plays)), float("inf")]
    show(here, plain, last / 1000, [*zip(plays, ends, strict=True)])


def show(here: Here, plain: Plain, length_s: float, plays: Sequence[tuple[Play, float]]) -> None:
    per_frame_here, per_frame_plain = here.cpu_s / here.frames, plain.cpu_s / plain.frames
    print(f"{length_s:.0f} s of video, {here.frames} frames, {len(plays)} plays")
    for name, run, per_frame in (("here", here, per_frame_here), ("the plain way", plain, per_frame_plain)):
        read = sum(run.read(play, until) for play, until in plays)
        cpu = per_frame * here.frames / length_s
        print(
            f"{name}: {run.frames} frames, {per_frame * 1000:.1f} ms CPU a frame,"
            f" {cpu:.2f} s CPU a second of video, {read} plays read"
        )
    print(f"the plain way takes {per_frame_plain / per_frame_here:.1f} times as much")


if __name__ == "__main__":
    main()
