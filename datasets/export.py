"""Trained checkpoints to ``models/``: ONNX weights, and the card that vouches for each.

``python -m datasets.export detector|reader`` after training; needs the ``[train]`` extra.
"""

from __future__ import annotations

import argparse
import hashlib
import shutil
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F
import ultralytics
from torch import Tensor, nn

import models
from datasets.crops import NO_INDEX
from datasets.reader_training import Reader, accuracy, as_tensor, load_crops, middle
from datasets.settings import Settings
from datasets.train import OUT
from datasets.warm_start import start_note
from vision.indices import READER_SIZE

DETECTOR_THRESHOLD = 0.25
READER_THRESHOLD = 0.5


def export_detector(out: Path) -> Path:
    """The index detector, sides free (multiples of 32), output (1, 9, N): box, score, two points."""
    model = ultralytics.YOLO(str(out / "runs" / "detector" / "weights" / "last.pt"))
    made = model.export(format="onnx", imgsz=416, dynamic=True, simplify=False, opset=17, device="cpu")
    target = models.FOLDER / "index_detector.onnx"
    shutil.move(str(made), target)
    settings = Settings.load()
    _write_card(
        target,
        task="find printed corner indices: box, score, rank centre, suit centre",
        size=(3, 0, 0),
        note="RGB 0..1; height and width any multiples of 32; an index 12 to 60 px tall is found best",
        outputs=9,
        features=0,
        threshold=DETECTOR_THRESHOLD,
        temperature=1.0,
        trained=f"{settings.train_pictures} rendered pictures, seed {settings.seed}; "
        f"weights of epoch {_epoch(out)} of {settings.detector_epochs}; {_start(out, 'detector')}",
        figures={},
    )
    return target


def export_reader(out: Path) -> Path:
    """The index reader with its calibrated temperature, outputs (N, 55) logits and (N, F) features."""
    settings = Settings.load()
    model = Reader(settings.reader_width)
    model.load_state_dict(torch.load(out / "runs" / "reader.pt", weights_only=True)["model"])
    model.eval()
    target = models.FOLDER / "index_reader.onnx"
    features = export_reader_network(model, target)
    width, height = READER_SIZE
    crops, faces = load_crops(out, "val")
    _write_card(
        target,
        task="read an upright index crop: 54 faces in the order of engine.cards.FACES, then no index",
        size=(3, height, width),
        note="BGR 0..1; rank centre at (20, 20), suit centre at (20, 44)",
        outputs=NO_INDEX + 1,
        features=features,
        threshold=READER_THRESHOLD,
        temperature=_temperature(model, crops, faces),
        trained=f"crops of the detector's pictures, seed {settings.seed}, close-ups of "
        f"{settings.close_up_decks} drawn and the printed decks, words and backs that are no index, "
        "and the 551 crops of photographs in datasets/photos/train, "
        f"{settings.reader_epochs} epochs; {_start(out, 'reader')}",
        figures={"val_crops": len(crops), "val_right": round(accuracy(model, crops, faces), 4)},
    )
    return target


def export_reader_network(model: Reader, target: Path) -> int:
    """Write a reader as ONNX; returns the number of its features."""
    width, height = READER_SIZE
    one = torch.zeros(2, 3, height, width)
    torch.onnx.export(
        _WithFeatures(model).eval(),
        (one,),
        str(target),
        input_names=["crops"],
        output_names=["logits", "features"],
        dynamic_axes={"crops": {0: "n"}, "logits": {0: "n"}, "features": {0: "n"}},
        opset_version=17,
        dynamo=False,
    )
    return int(model.features(one).shape[1])


class _WithFeatures(nn.Module):
    """A reader that also gives what its last layer sees: from it a deck lesson fits another last layer."""

    def __init__(self, reader: Reader) -> None:
        super().__init__()
        self.reader = reader

    def forward(self, crops: Tensor) -> tuple[Tensor, Tensor]:
        features = self.reader.features(crops)
        return self.reader.last(features), features


def _start(out: Path, name: str) -> str:
    """What the weights were before this training."""
    note = start_note(out, name)
    return f"before that: {note.read_text(encoding='utf-8')}" if note.exists() else "from scratch"


def _epoch(out: Path) -> int:
    """How many epochs the detector's last checkpoint has seen."""
    saved = torch.load(out / "runs" / "detector" / "weights" / "last.pt", weights_only=False)
    # A training that ended strips its checkpoint and counts no epochs there.
    return int(saved["epoch"]) + 1 or Settings.load().detector_epochs


@torch.no_grad()
def _temperature(model: Reader, crops: np.ndarray, faces: np.ndarray) -> float:
    """The divisor of the logits at which held-out probabilities are most honest (Guo et al. 2017)."""
    pick = np.random.default_rng(0).permutation(len(crops))[:4000]
    logits = model(middle(as_tensor(crops[pick])))
    target = torch.from_numpy(faces[pick])
    tried = np.linspace(0.4, 2.5, 43)
    losses = [float(F.cross_entropy(logits / t, target)) for t in tried]
    return round(float(tried[int(np.argmin(losses))]), 3)


def _write_card(
    weights: Path,
    *,
    task: str,
    size: tuple[int, ...],
    note: str,
    outputs: int,
    features: int,
    threshold: float,
    temperature: float,
    trained: str,
    figures: dict[str, float],
) -> None:
    lines = [
        f'name = "{weights.stem}"',
        f'task = "{task}"',
        'licence = "AGPL-3.0-or-later (trained with ultralytics)"',
        "",
        "[weights]",
        f'file = "{weights.name}"',
        f'sha256 = "{hashlib.sha256(weights.read_bytes()).hexdigest()}"',
        "",
        "[input]",
        f"size = {list(size)}    # channels, height, width; 0: free",
        f'note = "{note}"',
        "",
        "[output]",
        f"size = {outputs}",
        *([f"features = {features}    # a second output: what the last layer sees"] if features else []),
        f"threshold = {threshold}",
        f"temperature = {temperature}",
        "",
        "[training]",
        f'data = "{trained}"',
        'again = "make train"',
        "",
        "[figures]    # python -m datasets.evaluate gives the rest",
        *(f"{name} = {value}" for name, value in figures.items()),
    ]
    weights.with_suffix(".toml").write_text("\n".join(lines) + "\n", encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description="Export trained weights to models/.")
    parser.add_argument("what", choices=("detector", "reader"))
    parser.add_argument("--out", type=Path, default=OUT)
    arguments = parser.parse_args()
    print((export_detector if arguments.what == "detector" else export_reader)(arguments.out))


if __name__ == "__main__":
    main()
