"""What of the bare table shows where cards lie over one another."""

import numpy as np

from vision.bare import BareTable

TABLE = np.full((200, 200, 3), (40, 90, 40), np.uint8)
WHOLE = np.array([(0, 0), (200, 0), (200, 200), (0, 200)], np.float32)


def square(x: float, y: float, side: float = 80) -> np.ndarray:
    return np.array([(x, y), (x + side, y), (x + side, y + side), (x, y + side)], np.float32)


def test_a_card_under_two_that_overlap_is_not_taken_for_what_covers_it() -> None:
    """Where the two lie over one another they cover it as well."""
    bare = BareTable(TABLE, {"E": WHOLE}, 1.0)
    image = TABLE.copy()
    image[40:140, 40:140] = 240
    outline = square(60, 60, 40)
    assert bare.covered(outline, image) > 0.9
    assert bare.covered(outline, image, [square(40, 40), square(60, 60)]) == 0.0
