"""Is what is read with 99 % right 99 times in 100?  ``python -m datasets.reliability [FOLDER]``.

Prints, for bands of probability, how many were read so and how many of them are right: crops of the
held-out decks, after ``python -m datasets.build``, and cards of the labelled photographs.  With a folder
also draws ``reliability.svg`` there (Niculescu-Mizil and Caruana 2005).
"""

from __future__ import annotations

import argparse
import itertools
import json
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from datasets.crops import MARGIN, NO_INDEX
from datasets.evaluate import PHOTOS
from vision.frames import read_image
from vision.indices import IndexDetector, IndexReader
from vision.photo import guesses

BANDS = (0.3, 0.5, 0.7, 0.9, 0.97, 0.99, 1.0)
BATCH = 256

Readings = tuple[NDArray[np.float64], NDArray[np.bool_]]
"""Probabilities of the best face, and whether it is right, (N,) each."""


def of_crops(folder: Path) -> Readings | None:
    """The reader alone on crops of held-out decks; what is no index counts as right where it is told so."""
    shards = [np.load(path) for path in sorted(folder.glob("val-*.npz"))]
    if not shards:
        return None
    crops = np.concatenate([s["crops"] for s in shards])[:, MARGIN:-MARGIN, MARGIN:-MARGIN]
    faces = np.concatenate([s["faces"] for s in shards])
    reader = IndexReader()
    logits = np.concatenate(
        [reader.logits_and_features(crops[i : i + BATCH])[0] for i in range(0, len(crops), BATCH)]
    )
    odds = np.exp((logits - logits.max(axis=1, keepdims=True)).astype(np.float64) / reader.temperature)
    probs = odds / odds.sum(axis=1, keepdims=True)
    best = probs.argmax(axis=1)
    is_index = best != NO_INDEX
    return probs.max(axis=1)[is_index], (best == faces)[is_index]


def of_photographs(folder: Path) -> Readings:
    """Cards of the photographs, each face lying there once."""
    detect, read = IndexDetector(), IndexReader()
    p: list[float] = []
    right: list[bool] = []
    for line in (folder / "labels.jsonl").read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        lying = {index["card"] for index in row["indices"]}
        for card in sorted(guesses(read_image(folder / row["image"]), detect, read), key=lambda c: -c.p):
            p.append(float(card.p))
            right.append(str(card.best) in lying)
            lying.discard(str(card.best))
    return np.array(p), np.array(right)


def banded(readings: Readings) -> list[tuple[float, float, int, int]]:
    """Lower and upper end of each band, how many lie in it, how many of these are right."""
    p, right = readings
    found = []
    for low, high in itertools.pairwise(BANDS):
        inside = (p >= low) & ((p < high) | (high == BANDS[-1]))
        found.append((low, high, int(inside.sum()), int(right[inside].sum())))
    return found


def draw(named: dict[str, Readings], path: Path) -> None:
    """Share right against probability, for each set, with the diagonal."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(4.2, 4.0), layout="constrained")
    axes = figure.subplots()
    axes.plot((0.3, 1), (0.3, 1), color="#888888", linewidth=1)
    for (name, readings), colour in zip(named.items(), ("#1b7f4b", "#1f5fa8"), strict=False):
        p, right = readings
        points = []
        for low, high, count, _ in banded(readings):
            if count >= 10:
                inside = (p >= low) & ((p < high) | (high == BANDS[-1]))
                points.append((p[inside].mean(), right[inside].mean()))
        axes.plot(*zip(*points, strict=True), "o-", color=colour, label=name)
    axes.set(xlabel="said", ylabel="right", xlim=(0.3, 1.01), ylim=(0.3, 1.01))
    axes.grid(alpha=0.3)
    axes.legend(frameon=False)
    figure.savefig(path, metadata={"Date": None})


def main() -> None:
    parser = argparse.ArgumentParser(description="Hold what is said of each reading against what is true.")
    parser.add_argument("folder", nargs="?", type=Path, help="for the picture")
    parser.add_argument("--crops", type=Path, default=Path("datasets/out/reader"))
    given = parser.parse_args()
    named = {"photographs": of_photographs(PHOTOS)}
    crops = of_crops(given.crops)
    if crops is not None:
        named["crops of held-out decks"] = crops
    for name, readings in named.items():
        print(name)
        for low, high, count, right in banded(readings):
            share = f"{right / count:.1%}" if count else "-"
            print(f"  said {low:.2f}-{high:.2f}: {right} of {count} right, {share}")
    if given.folder is not None:
        given.folder.mkdir(parents=True, exist_ok=True)
        draw(named, given.folder / "reliability.svg")


if __name__ == "__main__":
    main()
