"""How soon a moved camera is noticed, how exactly the table is placed anew, and false alarms.

``python -m tests.bench.bench_drift [VIDEO TABLE.toml]``, the bundled match without arguments.  The video is
gone through unshaken, then once for each bump; a bump moves every later picture (shift in px, turn in
degrees) over a third of a second, and a second one brings it back.
"""

import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from app.commands.recording import DEMO
from vision import Table, open_source
from vision.drift import CameraWatch
from vision.opencv import cv2
from vision.values import Frame

BUMPS = [(0, 0, 0.0), (3, -2, 0.0), (-8, 5, 0.2), (15, -11, -0.5), (30, 22, 1.0), (-70, 40, 2.0)]
FIRST_S, EVERY_S = 20.0, 40.0
RAMP_MS = 330
STEP = 5
"""Every so many frames are looked at (200 ms)."""


@dataclass
class Found:
    notices: list[int]
    placed: list[int]
    errors: list[float]
    unsure: int = 0
    blind: int = 0
    looks: int = 0
    cpu_ms: float = 0.0


def view(bump: tuple[int, int, float], size: tuple[int, int], share: float) -> np.ndarray:
    dx, dy, turn = (value * share for value in bump)
    matrix = np.vstack([cv2.getRotationMatrix2D((size[0] / 2, size[1] / 2), turn, 1.0), [0, 0, 1]])
    matrix[0, 2] += dx
    matrix[1, 2] += dy
    # A turned camera moves the edge of the picture more than its middle.
    matrix[2, 0] = dx / (1.2 * size[0]) ** 2
    matrix[2, 1] = dy / (1.2 * size[0]) ** 2
    return matrix


def shaken(video: Path, bump: tuple[int, int, float]) -> Iterator[tuple[Frame, np.ndarray, int]]:
    """Frames with how the view stands (3 x 3) and since when it stands so, in ms."""
    for frame in open_source(video):
        if frame.index % STEP:
            continue
        turns = max(0, 1 + int((frame.at_ms / 1000 - FIRST_S) // EVERY_S)) if frame.at_ms >= 0 else 0
        since = round((FIRST_S + (turns - 1) * EVERY_S) * 1000) if turns else 0
        way = min((frame.at_ms - since) / RAMP_MS, 1.0)
        share = (way if turns % 2 else 1 - way) if turns else 0.0
        matrix = view(bump, frame.size, share)
        image = frame.image
        if share:
            image = cv2.warpPerspective(image, matrix, frame.size, borderMode=cv2.BORDER_REFLECT)
        yield Frame(image, frame.at_ms, frame.index), matrix, since


def run(video: Path, table: Table, bump: tuple[int, int, float]) -> Found:
    watch: CameraWatch | None = None
    found = Found([], [], [])
    now, noticed = table, -1
    square = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32) * np.float32(table.play_area_mm)
    truth = table.to_px(square)
    for frame, matrix, since in shaken(video, bump):
        if watch is None:
            now = table.placed(frame.image)
            watch = CameraWatch(frame.image, frame.at_ms, now)
        if not watch.due(frame.at_ms, -1):
            continue
        began = time.process_time()
        # Here nobody knows what lies on the table, but at the start nothing does.
        moved = watch.look(frame.image, frame.at_ms, () if frame.at_ms < FIRST_S * 500 else None)
        if moved is not None:
            now = now.moved(moved)
            watch.placed(frame.image, frame.at_ms, now)
        found.cpu_ms += (time.process_time() - began) * 1000
        found.looks += 1
        found.unsure += not watch.sure
        found.blind += watch.view.value == "blind"
        if moved is None and watch.view.value == "moved" and since != noticed:
            noticed = since
            found.notices.append(frame.at_ms - since)
        if moved is not None:
            if since != noticed:
                found.notices.append(frame.at_ms - since)
            noticed = since
            found.placed.append(frame.at_ms - since)
            at = now.to_mm(cv2.perspectiveTransform(truth[None], matrix)[0])
            found.errors.append(float(np.linalg.norm(at - square, axis=1).max()))
    return found


def main() -> None:
    video, toml = (Path(name) for name in sys.argv[1:3]) if sys.argv[2:] else (
        DEMO / "match.mp4", DEMO / "match.table.toml"
    )  # fmt: skip
    table = Table.load(toml)
    for bump in BUMPS:
        found = run(video, table, bump)
        said = f"{found.looks} looks, {found.cpu_ms / found.looks:.1f} ms CPU each, "
        said += f"{found.unsure} unsure, {found.blind} blind"
        if any(bump):
            said += f"; noticed after {found.notices} ms, placed after {found.placed} ms, "
            said += f"wrong by {[round(error, 2) for error in found.errors]} mm"
        else:
            said += f"; false alarms: {len(found.placed)}"
        print(f"{bump}: {said}", flush=True)


if __name__ == "__main__":
    main()
