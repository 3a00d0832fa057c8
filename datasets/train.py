"""Train the two models: ``python -m datasets.train detector|reader`` (``make train`` does all of it).

Everything that matters is in ``train.toml``.  Both parts go on where they stopped: checkpoints lie
under ``datasets/out/runs``.  Needs the ``[train]`` extra (torch, ultralytics); nothing else does.
"""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path
from typing import Any

import torch
import ultralytics

import models
from datasets.reader_training import train_reader
from datasets.settings import Settings
from datasets.warm_start import load_detector, note_start

OUT = Path("datasets/out")
NETWORK = Path(__file__).with_name("index_detector_n.yaml")


def _suit_the_cpu(trainer: Any) -> None:
    # ultralytics leaves a CPU run one thread fewer than there are cores: half of a small machine.
    torch.set_num_threads(len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1)
    # Convolutions on a CPU go a fifth faster when channels lie together.
    trainer.model.to(memory_format=torch.channels_last)


def _begin_with(trainer: Any, weights: dict[str, torch.Tensor]) -> None:
    # The trainer builds a network of its own, and keeps an averaged copy of it.
    for model in (trainer.model, trainer.ema.ema):
        model.load_state_dict(weights)


def common(settings: Settings) -> dict[str, Any]:
    """What ultralytics is told of every detector that is trained on our pictures."""
    return {
        "exist_ok": True,
        "batch": settings.detector_batch,
        # The default gathers 64 pictures for a step; with so few epochs steps are what is short.
        "nbs": settings.detector_batch,
        "imgsz": settings.picture,
        "optimizer": "AdamW",
        "lrf": 0.02,
        "cos_lr": True,
        "warmup_epochs": 0.5,
        "seed": settings.seed,
        "device": "cpu",
        "workers": 0,
        "cache": "ram",
        # A mirrored index is another sign, and the scenes are dense and turned already.
        "fliplr": 0.0,
        "flipud": 0.0,
        "mosaic": 0.0,
        "degrees": 0.0,
        "translate": 0.05,
        "erasing": 0.0,
        "hsv_h": 0.01,
        "hsv_s": 0.4,
        "hsv_v": 0.3,
        "pose": 12.0,
        "val": False,
        "plots": False,
        "amp": False,
    }


def train_detector(settings: Settings, out: Path) -> Path:
    """Train the index detector; returns the checkpoint with its final weights."""
    run = out / "runs" / "detector"
    run.mkdir(parents=True, exist_ok=True)
    last = run / "weights" / "last.pt"
    model = ultralytics.YOLO(str(last if last.exists() else NETWORK))
    for event in ("on_train_start", "on_train_epoch_start"):
        model.add_callback(event, _suit_the_cpu)
    if last.exists():
        model.train(resume=True)
        return last
    if settings.detector_start:
        pictures = sorted((out / "detector" / "train" / "images").glob("*.jpg"))
        weights = models.FOLDER / "index_detector.onnx"
        load_detector(model.model, weights, pictures)
        note_start(out, "detector", weights)
        start = {name: value.clone() for name, value in model.model.state_dict().items()}
        model.add_callback("on_train_start", lambda trainer: _begin_with(trainer, start))
    model.train(
        **common(settings),
        data=str(out / "detector" / "data.yaml"),
        project=str((out / "runs").resolve()),
        name="detector",
        single_cls=True,  # the labels name the face; that an index is there is all this one learns
        epochs=settings.detector_epochs,
        lr0=settings.detector_rate,
        scale=0.2,
        save_period=1,
    )
    return last


def main() -> None:
    parser = argparse.ArgumentParser(description="Train the index detector or the index reader.")
    parser.add_argument("what", choices=("detector", "reader"))
    parser.add_argument("--out", type=Path, default=OUT)
    arguments = parser.parse_args()
    settings = Settings.load()
    if arguments.what == "detector":
        print(train_detector(settings, arguments.out))
    else:
        print(train_reader(settings, arguments.out))


if __name__ == "__main__":
    main()
