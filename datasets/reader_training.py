"""Train the index reader: a small classifier of upright index crops, 54 faces and "no index"."""

from __future__ import annotations

import time
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F
from torch import Tensor, nn

import models
from datasets.build import BACKS, CLOSE_UPS, PRINTED, WORDS
from datasets.crops import MARGIN, NO_INDEX
from datasets.photo_crops import KEPT, LABELS, kept
from datasets.settings import Settings
from datasets.warm_start import load_reader, note_start
from vision.indices import READER_SIZE


def _block(inside: int, outside: int) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(inside, outside, 3, padding=1, bias=False), nn.BatchNorm2d(outside), nn.ReLU(inplace=True)
    )


class Reader(nn.Module):
    """(N, 3, 64, 40) in 0..1 -> (N, 55) logits."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.body = nn.Sequential(
            _block(3, width),
            nn.MaxPool2d(2),
            _block(width, 2 * width),
            nn.MaxPool2d(2),
            _block(2 * width, 3 * width),
            _block(3 * width, 3 * width),
            nn.MaxPool2d(2),
            _block(3 * width, 4 * width),
            _block(4 * width, 4 * width),
        )
        # The place of a sign matters (rank above suit), so the map is flattened, not averaged.
        self.head = nn.Sequential(
            nn.AvgPool2d((2, 1)), nn.Flatten(), nn.Dropout(0.25), nn.Linear(4 * width * 4 * 5, NO_INDEX + 1)
        )

    def forward(self, crops: Tensor) -> Tensor:
        return self.last(self.features(crops))

    def last(self, features: Tensor) -> Tensor:
        """The linear layer alone."""
        logits: Tensor = self.head[-1](features)
        return logits

    def features(self, crops: Tensor) -> Tensor:
        """(N, F) what the linear layer sees."""
        # Light differs from table to table: each crop is brought to the same mean and contrast.
        mean = crops.mean(dim=(1, 2, 3), keepdim=True)
        spread = (crops - mean).square().mean(dim=(1, 2, 3), keepdim=True).sqrt()
        seen: Tensor = self.head[:-1](self.body((crops - mean) / (spread + 0.05)))
        return seen


def load_crops(out: Path, name: str) -> tuple[np.ndarray, np.ndarray]:
    shards = [np.load(path) for path in sorted((out / "reader").glob(f"{name}-*.npz"))]
    return np.concatenate([s["crops"] for s in shards]), np.concatenate([s["faces"] for s in shards])


def shaken(crops: Tensor, generator: torch.Generator) -> Tensor:
    """Move, turn, scale, recolour crops as detector and camera would: (N, 3, 88, 64) -> (N, 3, 64, 40)."""
    n, _, height, width = crops.shape
    noise = torch.randn(n, 5, generator=generator)
    angle, zoom = noise[:, 0] * 0.10, 1 + noise[:, 1] * 0.07
    w, h = READER_SIZE
    cos, sin = torch.cos(angle) * zoom, torch.sin(angle) * zoom
    theta = torch.zeros(n, 2, 3)
    theta[:, 0, 0], theta[:, 0, 1], theta[:, 0, 2] = (
        cos * w / width,
        -sin * h / width,
        noise[:, 2] * 2.6 / width,
    )
    theta[:, 1, 0], theta[:, 1, 1], theta[:, 1, 2] = (
        sin * w / height,
        cos * h / height,
        noise[:, 3] * 2.6 / height,
    )
    moved = F.grid_sample(
        crops,
        F.affine_grid(theta, [n, 3, h, w], align_corners=False),
        padding_mode="border",
        align_corners=False,
    )
    gains = 1 + torch.randn(n, 3, 1, 1, generator=generator) * 0.06
    return (
        moved * gains
        + torch.randn(moved.shape, generator=generator) * noise[:, 4].abs().view(-1, 1, 1, 1) * 0.02
    ).clamp(0, 1)


def middle(crops: Tensor) -> Tensor:
    return crops[:, :, MARGIN:-MARGIN, MARGIN:-MARGIN]


def as_tensor(crops: np.ndarray) -> Tensor:
    return torch.from_numpy(crops).permute(0, 3, 1, 2).float() / 255


def train_reader(settings: Settings, out: Path) -> Path:
    """Train the reader; goes on from ``runs/reader.pt`` when that is unfinished."""
    torch.manual_seed(settings.seed)
    parts = [load_crops(out, name) for name in ("train", CLOSE_UPS, PRINTED, WORDS, BACKS)]
    crops, faces = np.concatenate([c for c, _ in parts]), np.concatenate([f for _, f in parts])
    if (KEPT / LABELS).exists():
        real, real_faces = kept()
        crops = np.concatenate([crops, np.repeat(real, settings.photo_repeats, 0)])
        faces = np.concatenate([faces, np.repeat(real_faces, settings.photo_repeats)])
    checkpoint = out / "runs" / "reader.pt"
    checkpoint.parent.mkdir(parents=True, exist_ok=True)
    model = Reader(settings.reader_width)
    steps = settings.reader_epochs * (len(crops) // settings.reader_batch)
    optimizer = torch.optim.AdamW(model.parameters(), lr=settings.reader_rate, weight_decay=0.02)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, settings.reader_rate, total_steps=steps)
    first = 0
    if checkpoint.exists():
        saved = torch.load(checkpoint, weights_only=True)
        model.load_state_dict(saved["model"])
        optimizer.load_state_dict(saved["optimizer"])
        schedule.load_state_dict(saved["schedule"])
        first = saved["epoch"]
    elif settings.reader_start:
        few = np.random.default_rng(0).integers(0, len(crops), 2048)
        weights = models.FOLDER / "index_reader.onnx"
        load_reader(model, weights, middle(as_tensor(crops[few])))
        note_start(out, "reader", weights)
        print(f"from the weights in models/: val {accuracy(model, *load_crops(out, 'val')):.4f}", flush=True)
    print(f"{len(crops)} crops, {sum(p.numel() for p in model.parameters())} parameters", flush=True)
    for epoch in range(first, settings.reader_epochs):
        generator = torch.Generator().manual_seed(settings.seed + epoch)
        began, loss = time.monotonic(), _epoch(model, optimizer, schedule, crops, faces, settings, generator)
        torch.save(
            {
                "model": model.state_dict(),
                "optimizer": optimizer.state_dict(),
                "schedule": schedule.state_dict(),
                "epoch": epoch + 1,
            },
            checkpoint,
        )
        right = accuracy(model, *load_crops(out, "val"))
        print(
            f"epoch {epoch + 1}: loss {loss:.4f}, val {right:.4f}, {time.monotonic() - began:.0f} s",
            flush=True,
        )
    return checkpoint


def _epoch(
    model: Reader,
    optimizer: torch.optim.Optimizer,
    schedule: torch.optim.lr_scheduler.LRScheduler,
    crops: np.ndarray,
    faces: np.ndarray,
    settings: Settings,
    generator: torch.Generator,
) -> float:
    model.train()
    model.to(memory_format=torch.channels_last)
    # Where the processor knows short floats, they take two thirds of the time.
    short = bool(torch.cpu._is_avx512_bf16_supported())
    order = torch.randperm(len(crops), generator=generator).numpy()
    total, batch = 0.0, settings.reader_batch
    count = len(order) // batch
    for i in range(count):
        part = np.sort(order[i * batch : (i + 1) * batch])
        seen = shaken(as_tensor(crops[part]), generator).to(memory_format=torch.channels_last)
        with torch.autocast("cpu", dtype=torch.bfloat16, enabled=short):
            logits = model(seen)
        loss = F.cross_entropy(logits.float(), torch.from_numpy(faces[part]), label_smoothing=0.03)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        schedule.step()
        total += float(loss.detach())
    return total / count


@torch.no_grad()
def accuracy(model: Reader, crops: np.ndarray, faces: np.ndarray) -> float:
    """Share of crops, 'no index' among them, that are given the right class."""
    model.eval()
    right = 0
    for i in range(0, len(crops), 512):
        guess = model(middle(as_tensor(crops[i : i + 512]))).argmax(1).numpy()
        right += int((guess == faces[i : i + 512]).sum())
    return right / len(crops)
