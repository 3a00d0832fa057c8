"""Parts of a picture: which they are, and the same part in the three planes of a filmed one."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Image8 = NDArray[np.uint8]
Floats = NDArray[np.float64]
Part = tuple[slice, slice]
"""Rows and columns of the picture."""


def part_between(low: Sequence[float], high: Sequence[float], size: tuple[int, int]) -> Part | None:
    """Rows and columns of the picture between two corners, None when that is outside."""
    x0, y0 = (max(int(v), 0) for v in low)
    x1, y1 = min(int(high[0]) + 1, size[0]), min(int(high[1]) + 1, size[1])
    return (slice(y0, y1), slice(x0, x1)) if x1 > x0 and y1 > y0 else None


def grown(part: Part, by: int, size: tuple[int, int]) -> Part:
    rows, columns = part
    return (
        slice(max(rows.start - by, 0), min(rows.stop + by, size[1])),
        slice(max(columns.start - by, 0), min(columns.stop + by, size[0])),
    )


def meet(one: Part, other: Part) -> bool:
    return all(a.start < b.stop and b.start < a.stop for a, b in zip(one, other, strict=True))


def joined(parts: Sequence[Part]) -> list[Part]:
    """The parts, those that meet made one."""
    whole: list[Part] = []
    for part in parts:
        while (met := next((other for other in whole if meet(part, other)), None)) is not None:
            whole.remove(met)
            rows, columns = (
                slice(min(a.start, b.start), max(a.stop, b.stop)) for a, b in zip(part, met, strict=True)
            )
            part = rows, columns
        whole.append(part)
    return whole


def shifted(view: Floats, part: Part) -> Floats:
    """The same view into a part of the picture."""
    return np.array([[1, 0, -part[1].start], [0, 1, -part[0].start], [0, 0, 1]]) @ view


def planes_of(frame: Image8, width: int, height: int) -> tuple[Image8, Image8, Image8]:
    """Y, U and V as views of an I420 picture, (H * 3 / 2, W) uint8."""
    flat = frame.reshape(-1)
    size, quarter = width * height, width * height // 4
    half = height // 2, width // 2
    return (
        flat[:size].reshape(height, width),
        flat[size : size + quarter].reshape(half),
        flat[size + quarter :].reshape(half),
    )


def cut(planes: Image8, room: Part, size: tuple[int, int]) -> list[Image8]:
    """Copies of a part at even px of the three planes."""
    return [
        plane[_half(room, step)].copy()
        for plane, step in zip(planes_of(planes, *size), (1, 2, 2), strict=True)
    ]


def paste(pieces: list[Image8], planes: Image8, room: Part, size: tuple[int, int]) -> None:
    for piece, plane, step in zip(pieces, planes_of(planes, *size), (1, 2, 2), strict=True):
        plane[_half(room, step)] = piece


def _half(room: Part, step: int) -> Part:
    rows, columns = (slice(side.start // step, side.stop // step) for side in room)
    return rows, columns
