"""The table top and the floor round it, as the camera sees them without light."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from datasets.scenes import project
from datasets.style import VideoStyle
from vision.opencv import cv2

Image8 = NDArray[np.uint8]
Floats = NDArray[np.float32]

PATCH = 150
"""Side of a patch of material, px at half the picture's size."""


def table_top(style: VideoStyle) -> Image8:
    """(H, W, 3): the table fills the picture, or ends in it with the floor beyond."""
    width, height = style.size
    top = _material(style, 0)
    if style.table_mm is None:
        return top
    floor = _material(style, 1).astype(np.float32) * 0.5
    across, down = (np.array((-0.5, 0.5)) * mm + style.side_mm / 2 for mm in style.table_mm)
    corners = project(style.view, np.stack([across[[0, 1, 1, 0]], down[[0, 0, 1, 1]]], 1))
    mask = np.zeros((height, width), np.uint8)
    cv2.fillPoly(mask, [np.round(corners * 16).astype(np.int32)], 255, cv2.LINE_AA, shift=4)
    cover = mask[..., None] / np.float32(255)
    near = cv2.GaussianBlur(mask, (0, 0), height / 80)[..., None] / np.float32(255)
    floor *= 1 - 0.6 * near  # the table's shadow
    return (top * cover * (0.85 + 0.15 * near) + floor * (1 - cover)).astype(np.uint8)


def _material(style: VideoStyle, which: int) -> Image8:
    """Felt of one colour, or patches of a surface picture laid over each other so that nothing repeats."""
    rng = np.random.default_rng((style.seed, 41, which))
    width, height = style.size
    half = height // 2 + 1, width // 2 + 1
    if rng.random() < 0.3:
        base = np.array(((40, 95, 35), (95, 60, 30), (45, 40, 120), (70, 70, 70))[rng.integers(4)])
        cloth = base * rng.uniform(0.8, 1.5) + rng.normal(0, 5, (*half, 1))
        cloth += cv2.resize(rng.normal(0, 2.5, (9, 16)), half[::-1], interpolation=cv2.INTER_CUBIC)[..., None]
    else:
        path = style.surfaces[rng.integers(len(style.surfaces))]
        tile = cv2.imread(str(path))
        if tile is None:
            raise FileNotFoundError(f"{path}: a surface picture that cannot be read")
        cloth = _patched(cv2.resize(tile, None, fx=2.0, fy=2.0, interpolation=cv2.INTER_CUBIC), half, rng)
    cloth = np.clip(cloth, 0, 255).astype(np.uint8)
    return cv2.resize(cloth, (width, height), interpolation=cv2.INTER_LINEAR)


def _patched(tile: Image8, shape: tuple[int, int], rng: np.random.Generator) -> Floats:
    ramp = np.minimum(np.arange(PATCH), np.arange(PATCH)[::-1]) + 1.0
    weight = np.minimum(ramp[:, None], ramp[None]).astype(np.float32)[..., None] ** 2
    total = np.zeros((shape[0] + PATCH, shape[1] + PATCH, 3), np.float32)
    weights = np.zeros((*total.shape[:2], 1), np.float32)
    for y in range(0, shape[0], PATCH // 2):
        for x in range(0, shape[1], PATCH // 2):
            top, left = (int(v) for v in rng.integers(0, np.array(tile.shape[:2]) - PATCH))
            patch = tile[top : top + PATCH, left : left + PATCH]
            if rng.random() < 0.5:
                patch = patch[::-1, ::-1]
            total[y : y + PATCH, x : x + PATCH] += patch * weight
            weights[y : y + PATCH, x : x + PATCH] += weight
    return (total / np.maximum(weights, 1e-6))[: shape[0], : shape[1]]
