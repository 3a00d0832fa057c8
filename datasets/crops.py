"""Cut an index out of a picture with room round it, so that training can move and turn it.

The reader itself sees the middle of such a crop: ``vision.indices.READER_SIZE``.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.indices import READER_POINTS, READER_SIZE, upright

NO_INDEX = 54
"""Class of a crop that shows no index."""

MARGIN = 12


def crop_index(
    picture: NDArray[np.uint8], rank: tuple[float, float], suit: tuple[float, float]
) -> NDArray[np.uint8]:
    """(88, 64, 3) uint8, upright, rank and suit centre ``MARGIN`` px further in than the reader has them."""
    width, height = READER_SIZE
    points = READER_POINTS + MARGIN
    return upright(picture, np.array([rank, suit]), (width + 2 * MARGIN, height + 2 * MARGIN), points)
