"""One look at a part of a picture."""

import numpy as np

from tests.unit.test_watch import SCALE, TABLE, H, Sheet, W, detect, paint, read
from vision.look import Looker

WHOLE = np.array([0, 0, W, H])


def faces(marks: list[np.ndarray]) -> list[str]:
    looker = Looker(TABLE, (W, H), SCALE, detect, read)
    image = paint([Sheet("H3", 480, 300, 1)])
    return [str(card.best) for card in looker.seen("E", image, WHOLE, 0, marks)]


def outline(x: float, y: float, wide: float, tall: float) -> np.ndarray:
    corners = [(x - wide / 2, y - tall / 2), (x + wide / 2, y - tall / 2)]
    corners += [(x + wide / 2, y + tall / 2), (x - wide / 2, y + tall / 2)]
    return np.array([TABLE.to_px(corner) for corner in corners], np.float32)


def test_what_is_printed_on_a_pass_card_is_no_playing_card() -> None:
    assert faces([]) == ["H3"]
    assert faces([outline(480, 300, 90, 60)]) == []


def test_a_card_that_lies_with_a_corner_on_a_pass_card_is_seen() -> None:
    assert faces([outline(520, 270, 30, 30), outline(440, 330, 30, 30)]) == ["H3"]
