"""Pictures that carry the time at which they were taken, as a pattern that survives JPEG."""

from io import BytesIO

import numpy as np
from PIL import Image as Pillow

from app.pictures import Picture
from vision.values import Image

BLOCK = 16
"""px of the pattern's squares."""
BITS = 40
LEAST_SIZE = (BITS * BLOCK, 2 * BLOCK)


def stamped(image: Image, at: float) -> Picture:
    """A picture of ``image``, at least `LEAST_SIZE` and at most 1280 px wide, that was taken at ``at`` s."""
    bits = _bits(round(at * 1_000_000) // 100)
    image = image.copy()
    for row, values in enumerate((bits, 1 - bits)):
        squares = np.repeat(values * 255, BLOCK).astype(np.uint8)
        image[row * BLOCK : (row + 1) * BLOCK, : BITS * BLOCK] = squares[None, :, None]
    return Picture(image, {}, (), round(at * 1000), 0, 25.0)


def taken_at(jpeg: bytes) -> float:
    """When the picture was taken, s to a tenth of a ms; a pattern that cannot be read fails."""
    grey = np.asarray(Pillow.open(BytesIO(jpeg)).convert("L"), np.float64)
    squares = grey[: 2 * BLOCK, : BITS * BLOCK].reshape(2, BLOCK, BITS, BLOCK)
    rows = squares[:, 4:-4, :, 4:-4].mean(axis=(1, 3))
    bits = (rows[0] > 127).astype(np.int64)
    assert np.array_equal(1 - bits, (rows[1] > 127).astype(np.int64)), "no time is written there"
    return int("".join(map(str, bits)), 2) / 10_000


def due_at(taken: float, delays: list[tuple[float, float]]) -> float:
    """The first moment at which a picture may be shown.  delays: from when on each held, the first first."""
    ends = [at for at, _ in delays[1:]] + [float("inf")]
    dues = (max(at, taken + delay) for at, delay in delays)
    return next(due for due, end in zip(dues, ends, strict=True) if due <= end)


def _bits(number: int) -> np.ndarray[tuple[int, ...], np.dtype[np.int64]]:
    return np.array([int(bit) for bit in f"{number:0{BITS}b}"])
