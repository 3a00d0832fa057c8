"""Light and camera of a training picture: what lies between printed ink and the pixels of a webcam."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.opencv import cv2

Image8 = NDArray[np.uint8]
Floats = NDArray[np.float32]

COARSE = 24
"""Light varies slowly: it is drawn on so many points a side and stretched."""


def light(image: Image8, rng: np.random.Generator, strength: float = 1.0) -> Image8:
    """Uneven light: gradient, spot, cast shadows, two colours of lamps, haze, gamma."""
    height, width = image.shape[:2]
    ys, xs = np.mgrid[0 : 1 : COARSE * 1j, 0 : 1 : COARSE * 1j].astype(np.float32)
    angle = rng.uniform(0, 2 * np.pi)
    slope = (xs - 0.5) * np.cos(angle) + (ys - 0.5) * np.sin(angle)
    field = 1 + strength * rng.uniform(0, 0.35) * slope
    if rng.random() < 0.4:
        cx, cy, spread = rng.uniform(0, 1), rng.uniform(0, 1), rng.uniform(0.05, 0.4)
        field += (
            strength * rng.uniform(0.1, 0.5) * np.exp(-((xs - cx) ** 2 + (ys - cy) ** 2) / (2 * spread**2))
        )
    for _ in range(int(rng.choice((0, 1, 2), p=(0.6, 0.25, 0.15)))):
        turn = rng.uniform(0, 2 * np.pi)
        edge = (xs - rng.uniform(0.2, 0.8)) * np.cos(turn) + (ys - rng.uniform(0.2, 0.8)) * np.sin(turn)
        field *= 1 - strength * rng.uniform(0.1, 0.55) / (1 + np.exp(-edge * rng.uniform(10, 60)))
    # A warm lamp on one side and the window on the other.
    mix = strength * rng.uniform(0, 0.14) * slope[..., None] * np.array((-1, 0.1, 1), np.float32)
    gains = 1 + strength * rng.uniform(-0.16, 0.16, 3)
    colours = cv2.resize(field[..., None] * (1 + mix) * gains.astype(np.float32), (width, height))
    exposure = rng.choice(
        (rng.uniform(0.6, 1.2), rng.uniform(0.4, 0.7), rng.uniform(0.2, 0.4)), p=(0.65, 0.27, 0.08)
    )
    gamma = rng.uniform(0.75, 1.3)
    bright = np.clip(image * colours * np.float32(exposure / 255), 0, 1) ** gamma
    if rng.random() < 0.25:
        haze = rng.uniform(0.03, 0.22)
        bright = bright * (1 - haze) + haze * rng.uniform(0.35, 0.8)
    return (bright * 255).astype(np.uint8)


def camera(image: Image8, rng: np.random.Generator, softness: float = 1.0) -> Image8:
    """What a lens and a cheap sensor do: defocus or motion blur, resampling, noise, colour loss, JPEG."""
    height, width = image.shape[:2]
    kind = rng.random()
    if kind < 0.5:
        image = cv2.GaussianBlur(image, (0, 0), 0.3 + rng.uniform(0, 1.2) * softness)
    elif kind < 0.64:
        image = cv2.filter2D(
            image, -1, _motion_kernel(rng, int(rng.integers(2, 2 + round(4 * softness) + 1)))
        )
    if rng.random() < 0.4:
        factor = rng.uniform(1 - 0.5 * softness, 1)
        small = cv2.resize(image, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
        image = cv2.resize(small, (width, height), interpolation=cv2.INTER_LINEAR)
    noise = rng.uniform(0, 10) * softness
    if noise > 1:
        image = np.clip(image + rng.normal(0, noise, image.shape), 0, 255).astype(np.uint8)
        if rng.random() < 0.3:  # the driver's smoothing eats thin strokes with the noise
            image = cv2.bilateralFilter(image, 5, 4 * noise, 2)
    if rng.random() < 0.3:
        soft = cv2.GaussianBlur(image, (0, 0), rng.uniform(0.8, 1.6))
        more = rng.uniform(0.3, 1.3)
        image = cv2.addWeighted(image, 1 + more, soft, -more, 0)
    if rng.random() < 0.6:
        image = _fade(image, rng)
    for _ in range(int(rng.choice((0, 1, 2), p=(0.3, 0.55, 0.15)))):
        _, packed = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(22, 95))])
        image = cv2.imdecode(packed, cv2.IMREAD_COLOR)
    return image


def _fade(image: Image8, rng: np.random.Generator) -> Image8:
    """Colour as webcams and video give it: too little or too much of it, at a fraction of the sharpness."""
    ycc = cv2.cvtColor(image, cv2.COLOR_BGR2YCrCb)
    height, width = image.shape[:2]
    colour = ycc[..., 1:].astype(np.float32) - 128
    if rng.random() < 0.6:
        part = rng.uniform(0.25, 0.6)
        small = cv2.resize(colour, None, fx=part, fy=part, interpolation=cv2.INTER_AREA)
        colour = cv2.resize(small, (width, height), interpolation=cv2.INTER_LINEAR)
    colour *= rng.uniform(0.35, 1.0) if rng.random() < 0.7 else rng.uniform(1.0, 1.5)
    ycc[..., 1:] = np.clip(colour + 128, 0, 255).astype(np.uint8)
    return np.asarray(cv2.cvtColor(ycc, cv2.COLOR_YCrCb2BGR), np.uint8)


def glare(image: Image8, on_cards: NDArray[np.bool_], rng: np.random.Generator) -> None:
    """Lamps mirrored by lacquer (in place): ink under them turns grey, never quite away."""
    height, width = image.shape[:2]
    ys, xs = np.mgrid[0:height, 0:width].astype(np.float32)
    shine = np.zeros((height, width), np.float32)
    for _ in range(int(rng.integers(1, 4))):
        cx, cy, turn = rng.uniform(0, width), rng.uniform(0, height), rng.uniform(0, np.pi)
        along = (xs - cx) * np.cos(turn) + (ys - cy) * np.sin(turn)
        across = -(xs - cx) * np.sin(turn) + (ys - cy) * np.cos(turn)
        long_, wide = rng.uniform(30, 220), rng.uniform(12, 90)
        shine = np.maximum(
            shine, rng.uniform(0.25, 0.75) * np.exp(-((along / long_) ** 2) - (across / wide) ** 2)
        )
    shine *= on_cards
    image[:] = (image + (255 - image.astype(np.float32)) * shine[..., None]).astype(np.uint8)


def wear(image: Image8, on_cards: NDArray[np.bool_], rng: np.random.Generator, scale: float) -> None:
    """Cards that were played for months (in place): stains, scratches, paper gone grey or yellow."""
    height, width = image.shape[:2]
    coarse = rng.normal(0, 1, (height // 24 + 2, width // 24 + 2)).astype(np.float32)
    dirt = np.clip(cv2.resize(coarse, (width, height), interpolation=cv2.INTER_CUBIC), 0, 2) * rng.uniform(
        0, 0.09
    )
    for _ in range(int(rng.integers(0, 30))):
        start = rng.uniform(0, (width, height))
        end = start + rng.normal(0, 12 * scale, 2)
        points = tuple(int(v) for v in start), tuple(int(v) for v in end)
        cv2.line(dirt, *points, float(rng.uniform(-0.25, 0.3)), 1, cv2.LINE_AA)
    tone = 1 - rng.uniform(0, 0.12) * np.array((1.0, rng.uniform(0.2, 1), rng.uniform(0, 0.8)), np.float32)
    aged = np.clip(image * (1 - dirt[..., None]) * tone, 0, 255).astype(np.uint8)
    image[on_cards] = aged[on_cards]


def bent(
    image: Image8, points: NDArray[np.float64], rng: np.random.Generator, scale: float
) -> tuple[Image8, NDArray[np.float64]]:
    """The picture as if nothing in it lay quite flat, and where ``points`` (N, 2) px have gone.

    Cards curl by a few per cent of their length; straight edges become slight waves.
    """
    height, width = image.shape[:2]
    waves = []
    for axis in (0, 1):
        length = rng.uniform(60, 160) * scale
        turn, start = rng.uniform(0, 2 * np.pi), rng.uniform(0, 2 * np.pi)
        size = rng.uniform(0, 0.13) * length / (2 * np.pi)
        waves.append((axis, size, np.cos(turn) / length, np.sin(turn) / length, start))

    def shift(x: NDArray[np.float64], y: NDArray[np.float64]) -> list[NDArray[np.float64]]:
        return [size * np.sin(2 * np.pi * (x * u + y * v) + start) for _, size, u, v, start in waves]

    ys, xs = np.mgrid[0:height, 0:width].astype(np.float64)
    dx, dy = shift(xs, ys)
    moved = cv2.remap(
        image,
        (xs + dx).astype(np.float32),
        (ys + dy).astype(np.float32),
        cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REFLECT,
    )
    # The map says where a pixel came from; a point goes the other way, found by a few steps.
    at = points.copy()
    for _ in range(6):
        dx, dy = shift(at[:, 0], at[:, 1])
        at = points - np.stack([dx, dy], 1)
    return np.asarray(moved, np.uint8), at


def _motion_kernel(rng: np.random.Generator, length: int) -> NDArray[np.float32]:
    kernel = np.zeros((2 * length + 1, 2 * length + 1), np.float32)
    angle = rng.uniform(0, np.pi)
    reach = np.array([np.cos(angle), np.sin(angle)]) * length / 2 + 1e-6
    start, end = np.round(length - reach).astype(int), np.round(length + reach).astype(int)
    cv2.line(kernel, tuple(map(int, start)), tuple(map(int, end)), 1.0)
    return kernel / kernel.sum()
