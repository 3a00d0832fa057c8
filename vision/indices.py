"""Find corner indices in a picture and read them: the detector, the reader, the cut between them.

The detector (YOLO-pose, one class) gives for each index a box and two points, the centre of the rank
and the centre of the suit; for a joker they lie at 15 % and 85 % of its letters.  The two points turn
and scale the index upright for the reader, a small classifier of the 54 faces and "no index".
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

import models
from engine.cards import FACES
from vision.deck import DeckError, Head
from vision.opencv import cv2
from vision.values import Detections, Floats, Image, Index


class Detect(Protocol):
    """A picture, and the scale at which it is looked at, to the indices in it."""

    def __call__(self, picture: Image, scale: float, least: float | None = None) -> Detections:
        """``least``: score from which something may be an index; as the model says where it is not given."""


Read = Callable[[Image, Detections], list[Index]]
"""A picture and the indices in it to what they say."""

READER_SIZE = (40, 64)
"""Width and height of what the reader sees, px."""

READER_POINTS = np.array([(20.0, 20.0), (20.0, 44.0)])
"""Where the rank and suit centres come to lie in it."""

STRIDE = 32
"""The detector takes pictures whose sides are multiples of this."""

GLANCES = ((0.0, 1.0), (6.0, 1.0), (-6.0, 1.0), (0.0, 0.9), (0.0, 1.12))
"""Turn in degrees and zoom of the crops that are read of one index: its points are never exact."""


class IndexDetector:
    """Picture (H, W, 3) BGR -> ``Detections``, strongest first.  Raises ``ModelError`` when made."""

    def __init__(self, folder: Path = models.FOLDER) -> None:
        self._model = models.load("index_detector", folder)
        self.threshold = self._model.card.threshold
        self(np.zeros((STRIDE * 4, STRIDE * 4, 3), np.uint8))

    def __call__(self, picture: Image, scale: float = 1.0, least: float | None = None) -> Detections:
        """``scale``: factor by which the picture is looked at; places come back in its own pixels.

        least: score from which something may be an index; as the model's card says where it is not given.
        """
        seen = picture
        if scale != 1.0:
            kind = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
            seen = np.asarray(cv2.resize(picture, None, fx=scale, fy=scale, interpolation=kind), np.uint8)
        raw = self._run(seen)
        raw = raw[raw[:, 4] >= (self.threshold if least is None else least)]
        raw = raw[np.argsort(-raw[:, 4])]
        half = raw[:, 2:4] / 2
        boxes = np.concatenate([raw[:, :2] - half, raw[:, :2] + half], axis=1)
        found = Detections(
            (boxes / scale).astype(np.float32),
            (raw[:, 5:9].reshape(-1, 2, 2) / scale).astype(np.float32),
            raw[:, 4].astype(np.float32),
        )
        return found.take(distinct(found))

    def _run(self, picture: Image) -> Floats:
        height, width = picture.shape[:2]
        right, bottom = -width % STRIDE, -height % STRIDE
        padded = cv2.copyMakeBorder(picture, 0, bottom, 0, right, cv2.BORDER_CONSTANT, value=(114, 114, 114))
        blob = cv2.dnn.blobFromImage(padded, 1 / 255, swapRB=True)
        (output,) = self._model.session.run(None, {self._model.session.get_inputs()[0].name: blob})
        rows: Floats = np.asarray(output, np.float32)[0].T
        return rows


def distinct(found: Detections) -> npt.NDArray[np.intp]:
    """Which detections to keep so that every index is kept once; ``found`` is sorted by score.

    Boxes of slanted neighbours in a fan overlap a lot, so the test is on the two points: the same
    index is one whose middle lies within two fifths of a rank-to-suit distance.
    """
    middle = found.keypoints.mean(axis=1)
    length = np.linalg.norm(found.keypoints[:, 1] - found.keypoints[:, 0], axis=1)
    kept: list[int] = []
    for i in range(len(found)):
        if kept:
            gap = np.linalg.norm(middle[kept] - middle[i], axis=1)
            if (gap < 0.4 * np.maximum(length[kept], length[i])).any():
                continue
        kept.append(i)
    return np.array(kept, np.intp)


class IndexReader:
    """Indices of a picture -> probabilities of the 54 faces.  Raises ``ModelError`` when made.

    head: what a learned deck adds; ``DeckError`` when it was fitted on other weights.
    """

    def __init__(self, folder: Path = models.FOLDER, head: Head | None = None) -> None:
        self._model = models.load("index_reader", folder)
        if head is not None and head.reader != self._model.card.sha256:
            raise DeckError("the deck was learned with another reader; it must be learned again")
        self._head = head
        self.threshold = self._model.card.threshold
        self.temperature = self._model.card.temperature
        self.sha256 = self._model.card.sha256

    def __call__(self, picture: Image, found: Detections) -> list[Index]:
        """What the detections say, in their order; ``probs`` sum to less than 1 where it may be no index.

        Those that are rather no index than one are left out.
        """
        if len(found) == 0:
            return []
        merged = self.probabilities(picture, found)
        indices = [
            Index(
                _four(box),
                _two(points[0]),
                _two(points[1]),
                float(p[: len(FACES)].max()),
                p[: len(FACES)].astype(np.float32),
            )
            for box, points, p in zip(found.boxes, found.keypoints, merged, strict=True)
        ]
        return [index for index in indices if float(index.probs.sum()) >= self.threshold]

    def probabilities(self, picture: Image, found: Detections) -> Floats:
        """(N, 55) of each detection: the faces, then "no index"."""
        glances = [self._glance(picture, points, *g) for points in found.keypoints for g in GLANCES]
        crops = np.array(glances, np.uint8).reshape(-1, READER_SIZE[1], READER_SIZE[0], 3)
        logits, features = self.logits_and_features(crops)
        logits = logits.reshape(len(found), len(GLANCES), logits.shape[1])
        if self._head is not None:
            seen = features.reshape(len(found), len(GLANCES), features.shape[1])
            logits = logits + self._head.correction(seen)
        scaled = logits.astype(np.float64) / self.temperature
        odds = np.exp(scaled - scaled.max(axis=2, keepdims=True))
        merged = np.exp(np.log(odds / odds.sum(axis=2, keepdims=True) + 1e-6).mean(axis=1))
        return np.asarray(merged / merged.sum(axis=1, keepdims=True), np.float32)

    def logits_and_features(self, crops: Image) -> tuple[Floats, Floats]:
        """(N, 64, 40, 3) BGR uint8 -> (N, 55) logits, and (N, F) from which they are a linear map."""
        blob = np.ascontiguousarray(crops.transpose(0, 3, 1, 2), dtype=np.float32) / 255
        logits, features = self._model.session.run(["logits", "features"], {"crops": blob})
        return np.asarray(logits, np.float32), np.asarray(features, np.float32)

    @staticmethod
    def _glance(picture: Image, points: Floats, turn: float, zoom: float) -> Image:
        middle = points.mean(axis=0)
        angle = np.deg2rad(turn)
        spin = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
        moved = middle + (points - middle) @ spin.T / zoom
        return upright(picture, moved.astype(np.float64))


def upright(
    picture: Image,
    points: npt.NDArray[np.float64],
    size: tuple[int, int] = READER_SIZE,
    at: npt.NDArray[np.float64] = READER_POINTS,
) -> Image:
    """Cut an index out so that its rank and suit centre (``points``, (2, 2) px) lie ``at`` given places.

    Returns (size[1], size[0], 3) uint8.  Where the picture ends its edge is repeated.
    """
    source, target = points[1] - points[0], at[1] - at[0]
    length = max(float(source @ source), 1e-6)
    cos = float(source @ target) / length
    sin = float(source[0] * target[1] - source[1] * target[0]) / length
    turn = np.array([[cos, -sin], [sin, cos]])
    shift = at[0] - turn @ points[0]
    zoom = float(np.hypot(cos, sin))
    if zoom < 0.55:
        # Far smaller in the crop than in the picture: average first, or strokes break.
        reach = float(np.hypot(*size)) / zoom
        middle = points.mean(axis=0)
        low = np.maximum(np.floor(middle - reach), 0).astype(int)
        high = np.minimum(np.ceil(middle + reach), (picture.shape[1], picture.shape[0])).astype(int)
        if (high > low + 4).all():
            part = picture[low[1] : high[1], low[0] : high[0]]
            small = cv2.resize(part, None, fx=zoom * 1.4, fy=zoom * 1.4, interpolation=cv2.INTER_AREA)
            picture = np.asarray(small, np.uint8)
            factor = np.array([part.shape[1] / picture.shape[1], part.shape[0] / picture.shape[0]])
            shift = turn @ low + shift
            turn = turn * factor
    matrix = np.c_[turn, shift]
    crop = cv2.warpAffine(picture, matrix, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(crop, np.uint8)


def _two(point: npt.NDArray[Any]) -> tuple[float, float]:
    return float(point[0]), float(point[1])


def _four(box: npt.NDArray[Any]) -> tuple[float, float, float, float]:
    return float(box[0]), float(box[1]), float(box[2]), float(box[3])
