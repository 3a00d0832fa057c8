"""How small, how dark, how oblique, how blurred: what can still be read, measured on drawn tables.

``python -m datasets.sweep docs/reading`` writes ``sweep.json`` and a curve for each condition; the decks
and surfaces are those that training has not seen.  One condition changes at a time, the others are good.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from datasets.build import split
from datasets.decks import Deck, random_style
from datasets.glyphs import font_files
from datasets.scenes import READABLE, IndexLabel, Laid, compose, index_labels, project
from datasets.surroundings import surface, surface_files
from engine.cards import FACES
from vision.assembly import assemble
from vision.indices import IndexDetector, IndexReader
from vision.look import INDEX_MM, INDEX_PX
from vision.opencv import cv2
from vision.profile import CardProfile
from vision.values import SeenCard

Image8 = NDArray[np.uint8]

SIDE = 720
"""A picture's side, px."""
SURE = 0.7
"""Probability from which a card counts as reported."""
NOISE = 3.0
"""Of the sensor, in parts of 255: what makes dark pictures hard."""


@dataclass(frozen=True, slots=True)
class Condition:
    """index_px: height of an index; light: share of good light; tilt: degrees from above; blur: px."""

    index_px: float = 26.0
    light: float = 0.9
    tilt: float = 8.0
    blur: float = 0.6


@dataclass(frozen=True, slots=True)
class Count:
    """Cards of which an index can be seen: read right, read wrong (or reported where none lies), not read."""

    value: float
    cards: int = 0
    right: int = 0
    wrong: int = 0


SWEEPS: dict[str, Sequence[float]] = {
    "index_px": (8, 10, 12, 14, 16, 19, 22, 26, 32),
    "light": (0.9, 0.5, 0.35, 0.25, 0.18, 0.12, 0.08, 0.05),
    "tilt": (0, 10, 20, 30, 40, 50, 60),
    "blur": (0.5, 0.9, 1.3, 1.7, 2.1, 2.5, 3.0),
}

AXES = {
    "index_px": "height of an index in the picture, px (rank and suit together)",
    "light": "share of good light",
    "tilt": "degrees from straight above",
    "blur": "blur, px",
}


def table_picture(seed: int, given: Condition) -> tuple[Image8, list[IndexLabel], NDArray[np.float64], Deck]:
    """A table with nine plays of one held-out deck: picture, labels, view (mm -> px), deck."""
    rng = np.random.default_rng((seed, 9))
    while True:
        deck = Deck(replace(random_style(rng, split(font_files(), held_out=True)), corners=2))
        if deck.style.paper[1] > 128:
            break
    scale = given.index_px / deck.index_height
    view = _view(scale, given.tilt, rng)
    extent = SIDE / scale
    laid: list[Laid] = []
    places = [(extent * (2 * i + 1) / 6, extent * (2 * j + 1) / 6) for i in range(3) for j in range(3)]
    for x, y in places:
        laid += _row(rng, x, y, extent / 3)
    canvas = surface(rng, SIDE, SIDE, split(list(surface_files()), held_out=True))
    owner = compose(canvas, laid, view, [deck])
    labels = index_labels(laid, owner, view, [deck])
    soft = cv2.GaussianBlur(canvas, (0, 0), given.blur)
    dark = soft * np.float32(given.light) + np.asarray(rng.normal(0, NOISE, soft.shape), np.float32)
    _, packed = cv2.imencode(".jpg", np.clip(dark, 0, 255).astype(np.uint8), [cv2.IMWRITE_JPEG_QUALITY, 85])
    return np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8), labels, view, deck


def _view(scale: float, tilt: float, rng: np.random.Generator) -> NDArray[np.float64]:
    """A camera two picture sides away, ``tilt`` degrees from straight above, from a random side."""
    angle, axis = np.deg2rad(tilt), rng.uniform(0, 2 * np.pi)
    along, away = np.array([np.cos(axis), np.sin(axis)]), np.array([-np.sin(axis), np.cos(axis)])
    view = np.eye(3)
    view[:2, :2] = scale * (np.outer(along, along) + np.cos(angle) * np.outer(away, away))
    view[2, :2] = np.sin(angle) * away * scale / (2 * SIDE)
    middle = SIDE / scale / 2
    back = np.array([[1, 0, SIDE / 2], [0, 1, SIDE / 2], [0, 0, 1]])
    return np.asarray(back @ view @ np.array([[1, 0, -middle], [0, 1, -middle], [0, 0, 1]]))


def _row(rng: np.random.Generator, x: float, y: float, room: float) -> list[Laid]:
    """A play of one to five cards in a row, turned anyhow, no wider than its room."""
    turn, step = rng.uniform(0, 2 * np.pi), rng.uniform(15, 22)
    count = min(int(rng.integers(1, 6)), max(1, int((room - 90) / step) + 1))
    faces = rng.choice(len(FACES), count, replace=False)
    middle = (count - 1) / 2
    return [
        Laid(
            FACES[int(face)],
            float(x + (i - middle) * step * np.cos(turn)),
            float(y + (i - middle) * step * np.sin(turn)),
            float(np.rad2deg(turn) + rng.normal(0, 2)),
        )
        for i, face in enumerate(faces)
    ]


def read(
    picture: Image8, view: NDArray[np.float64], deck: Deck, detect: IndexDetector, reader: IndexReader
) -> list[SeenCard]:
    """One look at the picture, as the watcher takes it at a table that has been calibrated."""
    scale = float(np.sqrt(abs(np.linalg.det(view[:2, :2]))))
    found = detect(picture, float(np.clip(INDEX_PX[1] / (INDEX_MM * scale), 0.25, 2.5)))
    indices = reader(picture, found)
    points = np.array([(i.rank, i.suit) for i in indices], np.float64).reshape(-1, 2)
    on_table = project(np.linalg.inv(view), points).reshape(-1, 2, 2)
    return [card for card in assemble(indices, on_table, CardProfile(deck.size)) if card.p >= SURE]


def count(value: float, labels: Sequence[IndexLabel], cards: Sequence[SeenCard]) -> Count:
    """Cards are told by the place of their index."""
    shown = [label for label in labels if label.visible >= READABLE]
    lying = {label.laid: str(label.card) for label in shown}
    right: set[int] = set()
    wrong = 0
    for card in cards:
        index = card.indices[0]
        middle = np.add(index.rank, index.suit) / 2
        near = min(
            labels, key=lambda lb: float(np.linalg.norm(np.add(lb.rank, lb.suit) / 2 - middle)), default=None
        )
        if near is None:
            wrong += 1
            continue
        reach = float(np.linalg.norm(np.subtract(near.rank, near.suit)))
        there = float(np.linalg.norm(np.add(near.rank, near.suit) / 2 - middle)) < reach
        if there and str(card.best) == str(near.card) and near.laid not in right:
            right.add(near.laid)
        else:
            wrong += 1
    return Count(value, len(lying), len(right & set(lying)), wrong)


def sweep(pictures: int) -> dict[str, list[Count]]:
    detect, reader = IndexDetector(), IndexReader()
    results: dict[str, list[Count]] = {}
    for name, values in SWEEPS.items():
        results[name] = []
        for value in values:
            total = Count(value)
            for seed in range(pictures):
                picture, labels, view, deck = table_picture(seed, replace(Condition(), **{name: value}))
                one = count(value, labels, read(picture, view, deck, detect, reader))
                total = Count(
                    value, total.cards + one.cards, total.right + one.right, total.wrong + one.wrong
                )
            results[name].append(total)
            print(f"{name} {value}: {total.right}/{total.cards} right, {total.wrong} wrong", flush=True)
    return results


def draw(results: dict[str, list[Count]], folder: Path) -> None:
    """A curve for each condition, ``NAME.svg``."""
    from matplotlib.figure import Figure

    for name, counts in results.items():
        figure = Figure(figsize=(5.2, 3.0), layout="constrained")
        axes = figure.subplots()
        values = [c.value for c in counts]
        axes.plot(values, [100 * c.right / c.cards for c in counts], "o-", color="#1b7f4b", label="right")
        axes.plot(values, [100 * c.wrong / c.cards for c in counts], "s--", color="#b3261e", label="wrong")
        axes.set(xlabel=AXES[name], ylabel="% of the cards", ylim=(-3, 103))
        axes.grid(alpha=0.3)
        axes.legend(frameon=False)
        if name == "light":
            axes.set_xscale("log")
        figure.savefig(folder / f"{name}.svg", metadata={"Date": None})


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure how small, dark, oblique and blurred can be read.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--pictures", type=int, default=8, help="for each value (8)")
    given = parser.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    results = sweep(given.pictures)
    rows = {name: [asdict(c) for c in counts] for name, counts in results.items()}
    (given.folder / "sweep.json").write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")
    draw(results, given.folder)


if __name__ == "__main__":
    main()
