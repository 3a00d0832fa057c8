"""One look at a part of a picture."""

import numpy as np

from tests.unit.test_watch import SCALE, TABLE, H, Sheet, W, detect, paint, read
from vision.bare import BareTable
from vision.look import Looker
from vision.values import Detections

WHOLE = np.array([0, 0, W, H])


def faces(marks: list[np.ndarray], bare: BareTable | None = None) -> list[str]:
    looker = Looker(TABLE, (W, H), SCALE, detect, read, bare or BareTable(paint([]), {}, SCALE))
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


def test_what_the_table_shows_itself_is_no_card() -> None:
    corners = np.array([(0, 0), (W, 0), (W, H), (0, H)], np.float32)
    table = BareTable(paint([Sheet("H3", 480, 300, 1)]), {"E": corners}, SCALE)
    assert faces([], table) == ["H3"]
    table.remember("E", paint([Sheet("H3", 480, 300, 1)]))
    assert faces([], table) == []


def test_what_only_a_closer_look_finds_is_a_card_whichever_way_it_lies() -> None:
    def faint(picture: np.ndarray, scale: float, least: float | None = None) -> Detections:
        on_side = picture.shape[0] > picture.shape[1]
        return detect(picture) if least is not None and on_side else Detections.empty()

    looker = Looker(TABLE, (W, H), SCALE, faint, read, BareTable(paint([]), {}, SCALE))
    image = paint([Sheet("H3", 480, 300, 1)])
    assert looker.seen("E", image, WHOLE, 0) == []
    assert [str(card.best) for card in looker.searched("E", image, WHOLE)] == ["H3"]
