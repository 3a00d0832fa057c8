"""Fit a deck's head on the crops of a lesson: seconds on a laptop, numpy alone.

Softmax regression on the reader's features, added to what the reader says by itself, so that nothing is
learned that it knows (the prior of zero is the reader).  Crops of many other decks are rehearsed beside the
lesson: on them the reader is to say what it always said, and to know that they are not of this deck.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

import models
from vision.deck import MARGIN, Head, Samples, classes
from vision.indices import READER_SIZE, IndexReader
from vision.opencv import cv2
from vision.values import Floats, Image

ACROSS = 40
"""Tiles in a row of the rehearsal picture."""

SHAKEN = 3000
"""Crops that a lesson is made into, all in all: each moved, turned, blurred and lit anew."""

TIMES = (6, 30)
"""At least and at most so many of each."""

REHEARSED_TIMES = 2
STEPS = 150
BATCH = 256
"""Of the lesson, and as many that are rehearsed."""

RATE = 2e-3
SHRINK = 1e-2
SOFT = 0.02
"""Share of a face's target that is spread over the others, so that nothing is learned to be certain."""

Progress = Callable[[float], None]
"""Told the share that is done, 0 to 1."""


def rehearsal() -> tuple[Image, npt.NDArray[np.int64]]:
    """Crops (N, 64, 40, 3) of other decks and their classes; raises ``ModelError`` when they are missing."""
    picture = cv2.imread(str(models.FOLDER / "rehearsal.jpg"))
    if picture is None:
        raise models.ModelError(f"{models.FOLDER / 'rehearsal.jpg'} is missing; install the program again")
    shown = (models.FOLDER / "rehearsal.txt").read_text(encoding="ascii").split()
    width, height = READER_SIZE
    tiles = np.asarray(picture, np.uint8).reshape(-1, height, ACROSS, width, 3).transpose(0, 2, 1, 3, 4)
    crops = np.ascontiguousarray(tiles.reshape(-1, height, width, 3)[: len(shown)])
    return crops, classes(shown)


def fit(reader: IndexReader, samples: Samples, progress: Progress = lambda share: None) -> Head:
    """What the lesson's crops add to the reader; the same crops give the same head."""
    rng = np.random.default_rng(0)
    times = int(np.clip(SHAKEN // max(len(samples), 1), *TIMES))
    own = _material(reader, samples.patches, MARGIN, samples.faces, times, rng, lambda s: progress(0.35 * s))
    crops, faces = rehearsal()
    other = _material(reader, crops, 0, faces, REHEARSED_TIMES, rng, lambda s: progress(0.35 + 0.35 * s))
    scale = float(np.sqrt(np.mean(np.square(other.features))))
    own.features /= scale
    other.features /= scale
    weights, bias = _fit_faces(own, other, rng, lambda s: progress(0.7 + 0.25 * s))
    member, member_bias = _fit_member(own, other, rng)
    progress(1.0)
    temperature = reader.temperature
    return Head(
        reader=reader.sha256,
        weights=weights * (temperature / scale),
        bias=bias * temperature,
        own=member / scale,
        own_bias=float(member_bias[0]),
    )


@dataclass(slots=True, eq=False)
class _Material:
    """Features (N, F), the reader's own logits over its temperature (N, 55), classes (N,)."""

    features: Floats
    logits: Floats
    faces: npt.NDArray[np.int64]


def _material(
    reader: IndexReader,
    crops: Image,
    margin: int,
    faces: npt.NDArray[np.int64],
    times: int,
    rng: np.random.Generator,
    progress: Progress,
) -> _Material:
    logits, features = [], []
    for turn in range(times):
        batch = np.stack([shaken(crop, margin, rng) for crop in crops])
        for start in range(0, len(batch), BATCH):
            said, seen = reader.logits_and_features(batch[start : start + BATCH])
            logits.append(said / reader.temperature)
            features.append(seen)
        progress((turn + 1) / times)
    return _Material(np.concatenate(features), np.concatenate(logits), np.tile(faces, times))


def shaken(crop: Image, margin: int, rng: np.random.Generator) -> Image:
    """One crop as another look, another lens and another light would give it; (64, 40, 3)."""
    width, height = READER_SIZE
    angle, zoom = np.deg2rad(rng.normal(0, 6)), 1 + rng.normal(0, 0.07)
    cos, sin = np.cos(angle) * zoom, np.sin(angle) * zoom
    turn = np.array([[cos, -sin], [sin, cos]])
    middle = np.array([width / 2 + margin, height / 2 + margin])
    to = np.array([width / 2, height / 2]) + rng.normal(0, 1.8, 2)
    matrix = np.c_[turn, to - turn @ middle]
    moved = cv2.warpAffine(crop, matrix, (width, height), borderMode=cv2.BORDER_REPLICATE)
    kind = rng.random()
    if kind < 0.3:
        moved = cv2.GaussianBlur(moved, (0, 0), rng.uniform(0.3, 1.6))
    elif kind < 0.55:
        moved = cv2.filter2D(moved, -1, _streak(rng))
    elif kind < 0.7:
        factor = rng.uniform(0.45, 0.9)
        small = cv2.resize(moved, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
        moved = cv2.resize(small, (width, height))
    slope = rng.uniform(-0.3, 0.3) if rng.random() < 0.3 else 0.0
    light = rng.uniform(0.65, 1.3) * (1 + slope * np.linspace(-1, 1, height)[:, None, None])
    noise = rng.normal(0, 1, moved.shape) * abs(rng.normal(0, 5))
    return np.clip(moved * light * (1 + rng.normal(0, 0.06, 3)) + noise, 0, 255).astype(np.uint8)


def _streak(rng: np.random.Generator) -> Floats:
    """The kernel of a movement of two to seven px while the picture was taken."""
    side = 9
    kernel = np.zeros((side, side), np.float32)
    angle, reach = rng.uniform(0, np.pi), rng.uniform(1, 3.5)
    step = np.array([np.cos(angle), np.sin(angle)]) * reach
    start, end = np.round(side // 2 - step).astype(int), np.round(side // 2 + step).astype(int)
    cv2.line(kernel, (int(start[0]), int(start[1])), (int(end[0]), int(end[1])), 1.0)
    return np.asarray(kernel / kernel.sum(), np.float32)


def _fit_faces(
    own: _Material, other: _Material, rng: np.random.Generator, progress: Progress
) -> tuple[Floats, Floats]:
    """(F, 55) and (55,) to add to the logits over the temperature."""
    classes = own.logits.shape[1]
    wanted = np.full((len(own.faces), classes), SOFT / classes, np.float32)
    wanted[np.arange(len(own.faces)), own.faces] += 1 - SOFT
    usual = softmax(other.logits)
    weights, bias = np.zeros((own.features.shape[1], classes), np.float32), np.zeros(classes, np.float32)
    for step, descend in enumerate(_descents(weights, bias)):
        i, j = rng.integers(0, len(wanted), BATCH), rng.integers(0, len(usual), BATCH)
        features = np.concatenate([own.features[i], other.features[j]])
        logits = np.concatenate([own.logits[i], other.logits[j]]) + features @ weights + bias
        error = (softmax(logits) - np.concatenate([wanted[i], usual[j]])) / len(features)
        descend(features.T @ error + SHRINK * weights, error.sum(axis=0))
        progress((step + 1) / STEPS)
    return weights, bias


def _fit_member(own: _Material, other: _Material, rng: np.random.Generator) -> tuple[Floats, Floats]:
    """(F,) and (1,): log odds that an index is of the lesson's deck."""
    weights, bias = np.zeros(own.features.shape[1], np.float32), np.zeros(1, np.float32)
    wanted = np.repeat(np.array([1 - SOFT / 2, SOFT / 2], np.float32), BATCH)
    for descend in _descents(weights, bias):
        i, j = rng.integers(0, len(own.faces), BATCH), rng.integers(0, len(other.faces), BATCH)
        features = np.concatenate([own.features[i], other.features[j]])
        error = (1 / (1 + np.exp(-(features @ weights + bias))) - wanted) / len(features)
        descend(features.T @ error + SHRINK * weights, error.sum(keepdims=True))
    return weights, bias


def _descents(*values: Floats) -> Iterator[Callable[..., None]]:
    """``STEPS`` steps of Adam (Kingma and Ba 2015), its rate falling to nothing: call each with gradients."""
    means = [np.zeros_like(value) for value in values]
    squares = [np.zeros_like(value) for value in values]

    def descend(*gradients: Floats) -> None:
        for value, gradient, mean, square in zip(values, gradients, means, squares, strict=True):
            mean += 0.1 * (gradient - mean)
            square += 0.01 * (np.square(gradient) - square)
            size = np.sqrt(square / (1 - 0.99**step)) + 1e-8
            value -= rate * mean / (1 - 0.9**step) / size

    for step in range(1, STEPS + 1):
        rate = np.float32(RATE * (1 - 0.95 * step / STEPS))
        yield descend


def softmax(logits: Floats) -> Floats:
    """Of each row."""
    odds = np.exp(logits - logits.max(axis=-1, keepdims=True))
    return np.asarray(odds / odds.sum(axis=-1, keepdims=True), np.float32)
