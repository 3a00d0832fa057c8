"""A camera that is moved is noticed, found again, and told from cards, hands, light and darkness."""

import numpy as np
import pytest

from tests.unit.marked_views import SIZE, TABLE, kit_card, lay
from vision.drift import CameraWatch, View
from vision.opencv import cv2
from vision.registration import Anchor, Bands
from vision.table import Table

PLAIN = np.full((SIZE[1], SIZE[0], 3), (60, 95, 55), np.uint8)


def grained(seed: int = 0) -> np.ndarray:
    """A table with a grain, lighter and darker in patches."""
    rng = np.random.default_rng(seed)
    picture = np.zeros((SIZE[1], SIZE[0]), np.float32)
    for cells, strength in ((12, 20), (45, 14), (150, 10)):
        noise = rng.normal(0, strength, (cells, cells)).astype(np.float32)
        picture += cv2.resize(noise, SIZE, interpolation=cv2.INTER_CUBIC)
    return np.clip(picture[..., None] + (70, 100, 120), 0, 255).astype(np.uint8)


def bumped(picture: np.ndarray, dx: float, dy: float, turn: float) -> tuple[np.ndarray, np.ndarray]:
    move = np.vstack([cv2.getRotationMatrix2D((SIZE[0] / 2, SIZE[1] / 2), turn, 1.0), [0, 0, 1]])
    move[:2, 2] += dx, dy
    return cv2.warpPerspective(picture, move, SIZE, borderMode=cv2.BORDER_REFLECT), move


class Shown:
    """A watch that is shown pictures, one every 400 ms, with the noise of a sensor."""

    def __init__(self, first: np.ndarray) -> None:
        self.at_ms = 0
        self.rng = np.random.default_rng(1)
        self.table = TABLE
        self.watch = CameraWatch(self.noisy(first), 0, TABLE)
        self.show(first)

    def noisy(self, picture: np.ndarray) -> np.ndarray:
        return np.clip(picture + self.rng.normal(0, 3, picture.shape), 0, 255).astype(np.uint8)

    def show(self, picture: np.ndarray, seconds: float = 0.4) -> int | None:
        """When the table was placed anew, in ms of showing this."""
        began = self.at_ms
        while self.at_ms < began + seconds * 1000:
            self.at_ms += 400
            if not self.watch.due(self.at_ms, -1):
                continue
            seen = self.noisy(picture)
            moved = self.watch.look(seen, self.at_ms, ())
            if moved is not None:
                self.table = self.table.moved(moved)
                self.watch.placed(seen, self.at_ms, self.table)
                return self.at_ms - began
        return None

    def error_mm(self, move: np.ndarray) -> float:
        places = np.array([(0, 0), (600, 0), (600, 600), (0, 600), (300, 300)], np.float32)
        now = cv2.perspectiveTransform(TABLE.to_px(places)[None].astype(np.float64), move)[0]
        return float(np.linalg.norm(self.table.to_mm(now) - places, axis=1).max())


@pytest.mark.parametrize("bump", [(4, -3, 0.0), (-9, 12, 0.4), (40, 25, -1.5)])
def test_a_bump_is_noticed_and_the_table_placed_anew(bump):
    shown = Shown(grained())
    assert shown.show(grained(), 2) is None
    picture, move = bumped(grained(), *bump)
    took = shown.show(picture, 10)
    assert took is not None
    assert took <= 3000
    assert shown.error_mm(move) < 1.5
    assert (shown.watch.view, shown.watch.sure, shown.watch.moves) == (View.STEADY, True, 1)


def test_at_the_first_sign_nothing_more_is_believed():
    shown = Shown(grained())
    shown.show(grained(), 2)
    picture, _ = bumped(grained(), 15, 9, 0.3)
    assert shown.watch.look(shown.noisy(picture), shown.at_ms + 40, ()) is None
    assert not shown.watch.sure


def test_a_bump_that_springs_back_changes_nothing():
    shown = Shown(grained())
    shown.show(grained(), 2)
    picture, _ = bumped(grained(), 15, 9, 0.3)
    shown.watch.look(shown.noisy(picture), shown.at_ms + 40, ())
    assert shown.show(grained(), 5) is None
    assert (shown.watch.view, shown.watch.sure, shown.watch.moves) == (View.STEADY, True, 0)


def test_cards_hands_and_light_are_no_bump():
    shown = Shown(grained())
    shown.show(grained(), 2)
    busy = grained()
    for number, place in enumerate([(480, 300), (300, 120), (120, 290), (310, 480)]):
        busy = lay(busy, kit_card(4 + number), place, 40.0 * number)
    cv2.rectangle(busy, (0, 380), (330, 470), (120, 150, 210), -1)
    assert shown.show(busy, 5) is None
    assert shown.show((busy * 0.7).astype(np.uint8), 5) is None
    assert (shown.watch.view, shown.watch.moves) == (View.STEADY, 0)


def test_one_thing_that_is_pushed_is_no_bump():
    things = lay(lay(PLAIN, kit_card(5), (200, 200), 10), kit_card(6), (420, 380), 50)
    pushed = lay(lay(PLAIN, kit_card(5), (200, 200), 10), kit_card(6), (428, 384), 52)
    shown = Shown(things)
    shown.show(things, 3)
    assert shown.show(pushed, 6) is None
    assert shown.watch.moves == 0


def test_a_covered_camera_is_said_and_forgotten_when_it_sees_again():
    shown = Shown(grained())
    shown.show(grained(), 40)
    shown.show(np.zeros_like(PLAIN), 5)
    assert (shown.watch.view, shown.watch.sure) == (View.BLIND, False)
    began = shown.at_ms
    shown.show(grained(), 2)
    assert (shown.watch.view, shown.watch.sure) == (View.STEADY, True)
    assert shown.watch.in_gap(began - 1000, began - 500)
    assert not shown.watch.in_gap(shown.at_ms + 1000, shown.at_ms + 2000)


def test_on_a_plain_cloth_the_corner_markers_tell():
    cloth = PLAIN
    for number, place in enumerate([(0, 0), (600, 0), (600, 600), (0, 600)]):
        inside = np.clip(place, 40, 560)
        cloth = lay(cloth, kit_card(number), (float(inside[0]), float(inside[1])), 0)
    shown = Shown(cloth)
    assert shown.show(cloth, 3) is None
    picture, move = bumped(cloth, 14, -9, 0.5)
    assert shown.show(picture, 10) is not None
    assert shown.error_mm(move) < 1.5


def test_where_nothing_can_be_told_reading_goes_on():
    shown = Shown(PLAIN)
    shown.show(PLAIN, 3)
    assert shown.show(lay(PLAIN, kit_card(7), (300, 500), 0), 6) is None
    assert shown.show(PLAIN, 6) is None
    assert shown.watch.sure


def test_the_error_that_an_anchor_foretells_grows_with_less_grain():
    square = np.asarray(TABLE.points_px)
    rich = Anchor(Bands(grained()), 1.0)
    poor = Anchor(Bands(grained()), 1.0, within=square * 0.3)
    assert rich.error(square) < 1.0 < poor.error(square)


def test_a_table_that_moved_keeps_its_millimetres():
    _, move = bumped(PLAIN, 20, -10, 1.0)
    moved: Table = TABLE.moved(move)
    place = cv2.perspectiveTransform(
        TABLE.to_px((250, 130)).reshape(1, 1, 2).astype(np.float64), move
    ).reshape(2)
    np.testing.assert_allclose(moved.to_mm(place), (250, 130), atol=0.05)


def test_what_came_while_no_picture_did_is_told_as_such():
    shown = Shown(grained())
    shown.show(grained(), 4)
    left = shown.at_ms
    shown.at_ms += 9000
    shown.watch.away(left, shown.at_ms, reshaped=False)
    assert shown.watch.sure
    assert shown.watch.in_gap(left + 8000, shown.at_ms)
    shown.show(grained(), 4)
    assert not shown.watch.in_gap(shown.at_ms - 800, shown.at_ms)


def test_a_picture_of_another_shape_is_believed_once_the_table_is_found_in_it():
    shown = Shown(grained())
    shown.show(grained(), 4)
    shown.watch.away(shown.at_ms, shown.at_ms, reshaped=True)
    assert not shown.watch.sure
    narrow = grained()
    narrow[:, : SIZE[0] // 8] = narrow[:, -SIZE[0] // 8 :] = 0  # what the new picture lacks
    shown.show(narrow, 4)
    assert (shown.watch.sure, shown.watch.view, shown.watch.moves) == (True, View.STEADY, 0)


def test_a_picture_of_another_shape_in_which_nothing_is_found_is_not_believed():
    shown = Shown(grained())
    shown.show(grained(), 4)
    shown.watch.away(shown.at_ms, shown.at_ms, reshaped=True)
    shown.show(grained(7), 6)
    assert (shown.watch.sure, shown.watch.view) == (False, View.BLIND)
    plain = Shown(PLAIN)
    plain.show(PLAIN, 4)
    plain.watch.away(plain.at_ms, plain.at_ms, reshaped=True)
    plain.show(PLAIN, 6)
    assert (plain.watch.sure, plain.watch.view) == (False, View.BLIND)
