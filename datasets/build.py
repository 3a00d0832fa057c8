"""Build the training data from a seed: ``python -m datasets.build`` (settings in ``train.toml``).

Writes, under the output folder,
  detector/{train,val}/images|labels  pictures with YOLO-pose labels (face, box, rank and suit centre)
  detector/data.yaml
  reader/{train,val,closeup,...}-*.npz    crops (N, 88, 64, 3) uint8 and faces (N,), 54 = no index

The ``val`` half has decks from held-out fonts and surfaces that no training picture used.
"""

from __future__ import annotations

import argparse
import multiprocessing
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from datasets.closeups import PER_PRINTED, back_close_ups, deck_close_ups, word_close_ups
from datasets.crops import NO_INDEX, crop_index
from datasets.decks import Deck, training_style
from datasets.glyphs import font_files
from datasets.printed_decks import printed_decks
from datasets.scenes import READABLE, IndexLabel, random_scene
from datasets.settings import Settings
from datasets.surroundings import surface_files
from engine.cards import FACES
from vision.opencv import cv2

CLOSE_UPS = "closeup"
PRINTED = "printed"
WORDS = "word"
BACKS = "back"
BACKS_PER_DECK = 15
HELD_OUT_EVERY = 8
"""One font and one surface in so many is kept for validation and for the held-out videos."""

Image8 = NDArray[np.uint8]


def split(files: list[Path], held_out: bool) -> list[Path]:
    """The part of ``files`` used for training, or the part held out."""
    return [f for i, f in enumerate(files) if (i % HELD_OUT_EVERY == HELD_OUT_EVERY - 1) == held_out]


@dataclass(frozen=True, slots=True)
class Share:
    """One worker's share: pictures ``start`` to ``stop`` of a split."""

    name: str
    start: int
    stop: int
    out: Path
    settings: Settings


def build_share(share: Share) -> int:
    """Draw one share; returns the number of labelled indices."""
    cv2.setNumThreads(1)
    if share.name in (CLOSE_UPS, PRINTED):
        return _close_up_share(share)
    if share.name in (WORDS, BACKS):
        return _nothing_share(share)
    held_out = share.name == "val"
    fonts = split(font_files(), held_out)
    surfaces = split(list(surface_files()), held_out)
    rng = np.random.default_rng((share.settings.seed, held_out, share.start))
    pool = [Deck(training_style(rng, fonts)) for _ in range(8)]
    crops: list[Image8] = []
    faces: list[int] = []
    total = 0
    for number in range(share.start, share.stop):
        if number % 4 == 0:
            pool[int(rng.integers(len(pool)))] = Deck(training_style(rng, fonts))
        decks = [pool[int(i)] for i in rng.integers(0, len(pool), 3)]
        picture, labels = random_scene(rng, decks, share.settings.picture, surfaces)
        total += _write_detector(share, number, picture, labels)
        _take_crops(rng, picture, labels, crops, faces)
    _save_crops(share, crops, faces)
    return total


def _close_up_share(share: Share) -> int:
    """Close-ups of the decks ``start`` to ``stop``, drawn or printed, for the reader alone."""
    rng = np.random.default_rng((share.settings.seed, 77 if share.name == CLOSE_UPS else 79, share.start))
    fonts = split(font_files(), held_out=False)
    crops: list[Image8] = []
    faces: list[int] = []
    for number in range(share.start, share.stop):
        if share.name == PRINTED:
            more, named = deck_close_ups(rng, printed_decks()[number], PER_PRINTED)
        else:
            more, named = deck_close_ups(rng, Deck(training_style(rng, fonts)))
        crops += more
        faces += named
    _save_crops(share, crops, faces)
    return len(crops)


def _nothing_share(share: Share) -> int:
    """Words and backs of cards, which are no index, for the reader alone."""
    if share.name == WORDS:
        crops = word_close_ups(np.random.default_rng((share.settings.seed, 78)), share.stop)
    else:
        rng = np.random.default_rng((share.settings.seed, 80))
        fonts = split(font_files(), held_out=False)
        decks = [Deck(training_style(rng, fonts)) for _ in range(share.stop // BACKS_PER_DECK)]
        crops = [crop for deck in decks for crop in back_close_ups(rng, deck, BACKS_PER_DECK)]
    _save_crops(share, crops, [NO_INDEX] * len(crops))
    return len(crops)


def _save_crops(share: Share, crops: list[Image8], faces: list[int]) -> None:
    np.savez(_crops_file(share), crops=np.stack(crops), faces=np.array(faces))


def _crops_file(share: Share) -> Path:
    return share.out / "reader" / f"{share.name}-{share.start:06d}.npz"


def _write_detector(share: Share, number: int, picture: Image8, labels: list[IndexLabel]) -> int:
    folder = share.out / "detector" / share.name
    side = picture.shape[0]
    lines = []
    for label in labels:
        if label.visible < READABLE:
            continue
        x0, y0, x1, y1 = np.clip(np.array(label.box) / side, 0, 1)
        points = np.clip(np.array([*label.rank, *label.suit]) / side, 0, 1)
        box = ((x0 + x1) / 2, (y0 + y1) / 2, x1 - x0, y1 - y0)
        numbers = " ".join(f"{v:.5f}" for v in (*box, *points))
        lines.append(f"{FACES.index(label.card)} {numbers}")
    (folder / "labels" / f"{number:06d}.txt").write_text("\n".join(lines), encoding="ascii")
    cv2.imwrite(str(folder / "images" / f"{number:06d}.jpg"), picture, [cv2.IMWRITE_JPEG_QUALITY, 95])
    return len(lines)


def _take_crops(
    rng: np.random.Generator, picture: Image8, labels: list[IndexLabel], crops: list[Image8], faces: list[int]
) -> None:
    """Up to ten readable indices of the picture, and five places that are none."""
    readable = [label for label in labels if label.visible >= READABLE]
    covered = [label for label in labels if label.visible < 0.3]
    for i in rng.permutation(len(readable))[:10]:
        label = readable[i]
        crops.append(crop_index(picture, label.rank, label.suit))
        faces.append(FACES.index(label.card))
    nothing = []
    if readable:
        backwards = readable[int(rng.integers(len(readable)))]
        nothing.append((backwards.suit, backwards.rank))
        beside = readable[int(rng.integers(len(readable)))]
        shift = np.array(beside.suit) - beside.rank
        shift = shift * rng.choice((-1.4, 1.4, 2.0)) + shift[::-1] * (-1, 1) * rng.uniform(-0.5, 0.5)
        nothing.append((tuple(beside.rank + shift), tuple(beside.suit + shift)))
    if covered:
        hidden = covered[int(rng.integers(len(covered)))]
        nothing.append((hidden.rank, hidden.suit))
    for _ in range(2):
        place = rng.uniform(0, picture.shape[0], 2)
        angle, length = rng.uniform(0, 2 * np.pi), rng.uniform(5, 24)
        end = place + length * np.array([np.cos(angle), np.sin(angle)])
        if all(np.hypot(*(place - label.rank)) > 1.5 * length for label in labels):
            nothing.append((tuple(place), tuple(end)))
    for rank, suit in nothing:
        crops.append(crop_index(picture, rank, suit))
        faces.append(NO_INDEX)


def build(settings: Settings, out: Path, workers: int) -> None:
    """Both splits, in shares of a fixed size, so the result does not depend on ``workers``."""
    for name in ("train", "val"):
        for part in ("images", "labels"):
            (out / "detector" / name / part).mkdir(parents=True, exist_ok=True)
    (out / "reader").mkdir(parents=True, exist_ok=True)
    (out / "detector" / "data.yaml").write_text(
        f"path: {(out / 'detector').resolve()}\ntrain: train/images\nval: val/images\n"
        f"names: [{', '.join(map(str, FACES))}]\nkpt_shape: [2, 2]\nkpt_oks_sigmas: [0.12, 0.12]\n",
        encoding="utf-8",
    )
    shares = [
        Share(name, start, min(start + 100, count), out, settings)
        for name, count in (("val", settings.val_pictures), ("train", settings.train_pictures))
        for start in range(0, count, 100)
    ]
    decks = settings.close_up_decks
    shares += [
        Share(CLOSE_UPS, start, min(start + 20, decks), out, settings) for start in range(0, decks, 20)
    ]
    shares += [Share(PRINTED, number, number + 1, out, settings) for number in range(len(printed_decks()))]
    shares += [Share(WORDS, 0, settings.words, out, settings), Share(BACKS, 0, settings.backs, out, settings)]
    todo = [share for share in shares if not _crops_file(share).exists()]
    done = len(shares) - len(todo)
    with multiprocessing.get_context("spawn").Pool(workers) as pool:
        for labels in pool.imap_unordered(build_share, todo):
            done += 1
            print(f"{done}/{len(shares)} shares, {labels} indices in the last", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description="Build the training pictures from the seed in train.toml.")
    parser.add_argument("--out", type=Path, default=Path("datasets/out"))
    parser.add_argument("--workers", type=int, default=2)
    arguments = parser.parse_args()
    build(Settings.load(), arguments.out, arguments.workers)


if __name__ == "__main__":
    main()
