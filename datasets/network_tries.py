"""Other networks, each trained from nothing for as long as the others: ``python -m datasets.network_tries``.

A try gets the same CPU time and the same pictures (those of ``datasets.build``; part of them will do).  A
detector is then measured with the reader that is used, and a reader with the detector that is used: on the
labelled photographs, and on held-out pictures or crops.  Checkpoints lie under ``datasets/out/runs/tries``;
a try that is there is measured again, not trained.  What was learned stands in ``models/README.md``.  Needs
the ``[train]`` extra.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import re
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest import mock

import numpy as np
import onnx
import torch
import torch.nn.functional as F
import ultralytics
from torch import Tensor, nn

import models
from datasets.build import BACKS, CLOSE_UPS, PRINTED, WORDS
from datasets.crops import NO_INDEX
from datasets.evaluate import PHOTOS, Score, evaluate, score
from datasets.export import export_reader_network
from datasets.reader_training import Reader, accuracy, as_tensor, load_crops, shaken
from datasets.settings import Settings
from datasets.train import NETWORK, OUT, common
from datasets.tries import OUTPUTS
from engine.cards import FACES, RANKS, SUITS
from vision.frames import read_image
from vision.indices import IndexDetector, IndexReader
from vision.photo import SIDES

EPOCHS = 6
"""Steps of the learning rate of a detector."""

SURE = np.arange(0.1, 0.95, 0.05)
"""Scores from which one stage reports a face: the best of them counts, which is more than fair to it."""


@dataclass(frozen=True, slots=True)
class DetectorTry:
    """How a detector differs from the one that is used."""

    width: float = 0.25
    p2: bool = False
    classes: int = 1
    scale: float = 0.2


DETECTORS = {
    "as it is": DetectorTry(),
    "also at stride 4 (P2)": DetectorTry(p2=True),
    "half as wide": DetectorTry(width=0.125),
    "half as wide again": DetectorTry(width=0.375),
    "sizes from half to one and a half": DetectorTry(scale=0.5),
    "one stage, 54 faces": DetectorTry(classes=len(FACES)),
}

READERS: dict[str, Callable[[Settings], nn.Module]] = {
    "reader as it is": lambda settings: Reader(settings.reader_width),
    "reader with rank and suit apart": lambda settings: PartedReader(settings.reader_width),
    "reader two thirds as wide": lambda settings: Reader(settings.reader_width * 2 // 3),
}


class PartedReader(Reader):
    """The reader with one output a rank and one a suit: what speaks for a face is their sum."""

    def __init__(self, width: int) -> None:
        super().__init__(width)
        wide = self.head[-1].in_features
        self.head[-1] = nn.Linear(wide, len(RANKS) + len(SUITS) + 3)
        parts = torch.zeros(NO_INDEX + 1, len(RANKS) + len(SUITS) + 3)
        for number, card in enumerate(FACES):
            if card.rank not in RANKS:
                parts[number, number - NO_INDEX] = 1.0
            else:
                parts[number, RANKS.index(card.rank)] = 1.0
                parts[number, len(RANKS) + SUITS.index(card.suit)] = 1.0
        parts[NO_INDEX, -3] = 1.0
        self.register_buffer("parts", parts)

    def last(self, features: Tensor) -> Tensor:
        parts: Tensor = super().last(features) @ self.parts.T
        return parts


def network(one: DetectorTry, folder: Path) -> Path:
    """The description of a detector, for ultralytics."""
    text = NETWORK.read_text("utf-8")
    text = text.replace("nc: 1\n", f"nc: {one.classes}\n").replace(
        "[0.50, 0.25, 1024]", f"[0.50, {one.width}, 1024]"
    )
    if one.p2:
        text = text.replace(
            "  - [[10], 1, Pose, [nc, kpt_shape]]",
            '  - [-1, 1, nn.Upsample, [None, 2, "nearest"]]\n'
            "  - [[-1, 2], 1, Concat, [1]]\n"
            "  - [-1, 2, C3k2, [128, False]]         # 13\n"
            "  - [[13, 10], 1, Pose, [nc, kpt_shape]]",
        )
    file = folder / NETWORK.name
    file.write_text(text, encoding="utf-8")
    return file


def train_detector(one: DetectorTry, folder: Path, minutes: float, settings: Settings, data: Path) -> Path:
    """The weights, trained for so many minutes of CPU time."""
    last = folder / "weights" / "last.pt"
    if last.exists():
        return last
    folder.mkdir(parents=True, exist_ok=True)
    model = ultralytics.YOLO(str(network(one, folder)))
    cost = _step_seconds(model.model, settings)
    pictures = len(list((data / "train" / "images").glob("*.jpg")))
    share = min(1.0, minutes * 60 / cost / EPOCHS * settings.detector_batch / pictures)
    print(f"{cost:.2f} s of CPU a step; {EPOCHS} times {share * pictures:.0f} pictures", flush=True)
    model.add_callback("on_train_start", lambda trainer: trainer.model.to(memory_format=torch.channels_last))
    model.train(
        **common(settings),
        data=str(data / "data.yaml"),
        project=str(folder.parent.resolve()),
        name=folder.name,
        single_cls=one.classes == 1,
        epochs=EPOCHS,
        fraction=share,
        lr0=0.0015,
        scale=one.scale,
        verbose=False,
    )
    return last


def _step_seconds(model: nn.Module, settings: Settings) -> float:
    """CPU seconds that a step of training takes, the loss left out."""
    pictures = torch.rand(settings.detector_batch, 3, settings.picture, settings.picture)
    model.train()
    taken = []
    for _ in range(4):
        began = time.process_time()
        sum(_sums(model(pictures))).backward()
        taken.append(time.process_time() - began)
    return min(taken)


def _sums(outputs: Any) -> list[Tensor]:
    if isinstance(outputs, Tensor):
        return [outputs.float().mean()]
    parts = outputs.values() if isinstance(outputs, dict) else outputs
    return [each for part in parts for each in _sums(part)]


def measure_two_stages(weights: Path, folder: Path, val: Path) -> str:
    """A detector of one class with the reader that is used."""
    ours = folder / "models"
    ours.mkdir(exist_ok=True)
    made = ultralytics.YOLO(str(weights)).export(
        format="onnx", imgsz=416, dynamic=True, simplify=False, opset=17, device="cpu"
    )
    written = onnx.load(made)
    written.graph.output[0].type.tensor_type.shape.dim[
        1
    ].dim_value = OUTPUTS  # lost where two strides are joined
    onnx.save(written, ours / "index_detector.onnx")
    _vouch(ours, "index_detector")
    detector = IndexDetector(ours)
    with mock.patch("datasets.evaluate.IndexDetector", return_value=detector):
        figures = _figures(evaluate(PHOTOS))
    return f"{figures}; held-out pictures: {_found(detector, val)}"


def _found(detector: IndexDetector, val: Path) -> str:
    """Labelled indices that are found within two fifths of their own length, and what else is."""
    labelled = found = more = 0
    for file in sorted((val / "labels").glob("*.txt")):
        picture = read_image(val / "images" / f"{file.stem}.jpg")
        side = picture.shape[0]
        rows = np.array([line.split() for line in file.read_text("ascii").splitlines()], float).reshape(-1, 9)
        points = rows[:, 5:9].reshape(-1, 2, 2) * side
        seen = detector(picture).keypoints
        middles, length = points.mean(axis=1), np.linalg.norm(points[:, 1] - points[:, 0], axis=1)
        gaps = np.linalg.norm(seen.mean(axis=1)[:, None] - middles[None], axis=2) / np.maximum(length, 1e-6)
        near = gaps < 0.4
        labelled, found = labelled + len(points), found + int(near.any(axis=0).sum())
        more += int((~near.any(axis=1)).sum()) if len(points) else len(seen)
    return f"{found}/{labelled} found, {more} more"


def measure_one_stage(weights: Path) -> str:
    """A detector of 54 classes on its own, at the sizes that are used, from its best score on."""
    model = ultralytics.YOLO(str(weights))
    reports: list[tuple[str, set[str], dict[str, float]]] = []
    for line in (PHOTOS / "labels.jsonl").read_text("utf-8").splitlines():
        row = json.loads(line)
        picture = read_image(PHOTOS / row["image"])
        longest = max(picture.shape[:2])
        best: dict[str, float] = {}
        for side in [side for side in SIDES if side <= longest] or [min(SIDES)]:
            (found,) = model.predict(picture, imgsz=side, conf=0.05, iou=0.5, verbose=False, device="cpu")
            for face, p in zip(found.boxes.cls.int().tolist(), found.boxes.conf.tolist(), strict=True):
                name = str(FACES[face])
                best[name] = max(best.get(name, 0.0), p)
        reports.append((row["source"], {i["card"] for i in row["indices"]}, best))
    best_figures, most = "", -(10**9)
    for threshold in SURE:
        scores: dict[str, Score] = {}
        for source, faces, found in reports:
            one = score(faces, [face for face, p in found.items() if p >= threshold])
            scores[source] = scores.get(source, Score()) + one
        value = sum(each.right - each.wrong for each in scores.values())
        if value > most:
            most, best_figures = value, f"from {threshold:.2f} on: {_figures(scores)}"
    return best_figures


def train_reader(
    make: Callable[[Settings], nn.Module], folder: Path, minutes: float, settings: Settings
) -> nn.Module:
    """The network, trained for so many minutes of CPU time."""
    folder.mkdir(parents=True, exist_ok=True)
    torch.manual_seed(settings.seed)
    model, file = make(settings), folder / "reader.pt"
    if file.exists():
        model.load_state_dict(torch.load(file, weights_only=True))
        return model
    parts = [load_crops(OUT, name) for name in ("train", CLOSE_UPS, PRINTED, WORDS, BACKS)]
    crops, faces = np.concatenate([c for c, _ in parts]), np.concatenate([f for _, f in parts])
    pick, batch = np.random.default_rng(settings.seed), settings.reader_batch
    generator = torch.Generator().manual_seed(settings.seed)
    optimizer = torch.optim.AdamW(model.parameters(), lr=0.002, weight_decay=0.02)
    model.train()
    began, steps = time.process_time(), 0
    while (gone := (time.process_time() - began) / 60 / minutes) < 1:
        for group in optimizer.param_groups:
            group["lr"] = 0.002 * min(1.0, gone / 0.1 + 0.02) * (0.02 + 0.98 * (1 + np.cos(np.pi * gone)) / 2)
        part = np.sort(pick.integers(0, len(crops), batch))
        logits = model(shaken(as_tensor(crops[part]), generator))
        loss = F.cross_entropy(logits, torch.from_numpy(faces[part]), label_smoothing=0.03)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        steps += 1
    print(f"{steps} steps of {batch} of {len(crops)} crops", flush=True)
    torch.save(model.state_dict(), file)
    return model


def measure_reader(model: nn.Module, folder: Path) -> str:
    """A reader with the detector that is used."""
    ours = folder / "models"
    ours.mkdir(exist_ok=True)
    crops, faces = load_crops(OUT, "val")
    right = accuracy(model, crops, faces)
    model.eval()
    features = export_reader_network(model, ours / "index_reader.onnx")
    _vouch(ours, "index_reader")
    card = ours / "index_reader.toml"
    card.write_text(re.sub(r"features = \d+", f"features = {features}", card.read_text("utf-8")), "utf-8")
    with mock.patch("datasets.evaluate.IndexReader", return_value=IndexReader(ours)):
        figures = _figures(evaluate(PHOTOS))
    return f"{figures}; held-out crops {round(right * len(crops))}/{len(crops)}"


def _vouch(folder: Path, name: str) -> None:
    """A card like that of the weights in use."""
    card = (models.FOLDER / f"{name}.toml").read_text("utf-8")
    before, after = (
        hashlib.sha256((f / f"{name}.onnx").read_bytes()).hexdigest() for f in (models.FOLDER, folder)
    )
    (folder / f"{name}.toml").write_text(card.replace(before, after), encoding="utf-8")


def _figures(scores: dict[str, Score]) -> str:
    return "; ".join(f"{source} {each}" for source, each in scores.items() if source != "all")


def main() -> None:
    parser = argparse.ArgumentParser(description="Train other networks shortly and measure them.")
    parser.add_argument("names", nargs="*", metavar="NAME", help="; ".join([*DETECTORS, *READERS]))
    parser.add_argument("--minutes", type=float, default=45.0, help="CPU time of each (45)")
    given = parser.parse_args()
    settings = Settings.load()
    runs, data = OUT / "runs" / "tries", OUT / "detector"
    for name in given.names or [*DETECTORS, *READERS]:
        folder = runs / name.replace(" ", "-").replace(",", "")
        if name in READERS:
            figures = measure_reader(train_reader(READERS[name], folder, given.minutes, settings), folder)
        else:
            weights = train_detector(DETECTORS[name], folder, given.minutes, settings, data)
            one_stage = DETECTORS[name].classes > 1
            figures = (
                measure_one_stage(weights) if one_stage else measure_two_stages(weights, folder, data / "val")
            )
        print(f"{name}: {figures}", flush=True)


if __name__ == "__main__":
    main()
