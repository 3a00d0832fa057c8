"""PASS and count cards by their markers: what they are, where they lie, and when they were laid."""

from collections.abc import Sequence

import numpy as np
import pytest

from tests.unit.marked_views import TABLE, cloth, kit_card, lay, whole
from vision.markers import CORNER_IDS, COUNT_IDS, PASS_IDS, LyingMarks, cards_in, cells, overlap
from vision.opencv import cv2
from vision.values import Frame, Mark

SIZE = cloth().shape[:2]


def test_ids_have_one_meaning_each_and_differ_in_five_cells_at_least():
    numbers = [*CORNER_IDS, *PASS_IDS, *COUNT_IDS]
    assert len(numbers) == len(set(numbers)) == 22
    assert sorted(COUNT_IDS.values()) == list(range(1, 11))
    grids = {number: cells(number) for number in numbers}
    for one in numbers:
        for other in numbers:
            for turn in range(4):
                if one != other:
                    assert np.count_nonzero(grids[one] != np.rot90(grids[other], turn)) >= 5


@pytest.mark.parametrize(
    ("number", "place", "turn", "count"),
    [
        (4, (500, 300), 0, None),
        (11, (300, 100), 77, None),
        (12, (100, 310), 200, 1),
        (21, (300, 520), 301, 10),
    ],
)
def test_a_card_is_told_with_its_place_and_outline(number, place, turn, count):
    picture = lay(cloth(number), kit_card(number), place, turn)
    (mark,) = cards_in(picture, whole(picture), TABLE)
    assert (mark.name, mark.count) == (f"marker {number}", count)
    np.testing.assert_allclose(mark.centre_mm, place, atol=1.0)
    outline = TABLE.to_mm(mark.quad_px)
    sides = np.linalg.norm(outline - np.roll(outline, 1, axis=0), axis=1)
    np.testing.assert_allclose(sorted(sides), [58, 58, 88, 88], atol=2)


def test_a_marker_of_another_size_or_meaning_is_no_card():
    small = kit_card(4)[::2, ::2]
    picture = lay(lay(cloth(), small, (300, 300), 10), kit_card(0), (120, 300), 0)
    assert cards_in(picture, whole(picture), TABLE) == []


def mark(name: str, place: tuple[float, float]) -> Mark:
    middle = np.array(place, np.float32)
    corners = np.array([(-29, -44), (29, -44), (29, 44), (-29, 44)], np.float32)
    return Mark(name, None, middle, TABLE.to_px(middle + corners))


class Table:
    """What lies on the table, as the camera would tell; came: when what shows at a place came to show."""

    def __init__(self) -> None:
        self.there: list[Mark] = []
        self.arm: list[np.ndarray] = []
        self.white = False
        self.times: dict[tuple[int, int], list[int]] = {}
        self.ms = 0
        find = lambda image, box, table: self._within(box)  # noqa: E731
        self.marks = LyingMarks(TABLE, self, self, find)

    def _within(self, box: np.ndarray) -> list[Mark]:
        inside = lambda q: (q.min(axis=0) >= box[:2]).all() and (q.max(axis=0) <= box[2:]).all()  # noqa: E731
        hidden = lambda q: any(overlap(q, arm) > 0.1 for arm in self.arm)  # noqa: E731
        return [each for each in self.there if inside(each.quad_px) and not hidden(each.quad_px)]

    def covered(self, outline: np.ndarray, image: np.ndarray, others: Sequence[np.ndarray] = ()) -> float:
        if self.white:
            return 0.0
        place = drawn([outline]) & ~drawn(others)
        things = drawn([*(each.quad_px for each in self.there), *self.arm])
        return float((place & things).sum() / place.sum()) if place.any() else 0.0

    def came(self, outline: np.ndarray, since_ms: int, until_ms: int) -> int | None:
        x, y = TABLE.to_mm(outline).mean(axis=0)
        times = self.times.get((round(float(x)), round(float(y))), [])
        return next((ms for ms in times if ms > since_ms), None)

    def settle(
        self, seat: str, box: np.ndarray | None = None, began_ms: int | None = None, moving: bool = False
    ) -> list[str]:
        picture = cloth()
        self.ms += 1000
        box = whole(picture) if box is None else box
        began_ms = self.ms - 500 if began_ms is None else began_ms
        frame, under = Frame(picture, self.ms, 0), lambda quad: bool(self.arm)
        self.marks.look(seat, frame, box, moving=moving)
        return [each.name for each in self.marks.settle(seat, frame, box, began_ms, under)]


@pytest.fixture
def table() -> Table:
    return Table()


def drawn(quads: Sequence[np.ndarray]) -> np.ndarray:
    canvas = np.zeros(SIZE, np.uint8)
    for quad in quads:
        cv2.fillConvexPoly(canvas, quad.astype(np.int32), 1)
    return canvas > 0


def around(place: tuple[float, float]) -> np.ndarray:
    """A box in px round a card there, and not much wider."""
    quad = mark("", place).quad_px
    return np.concatenate([np.floor(quad.min(axis=0)) - 5, np.ceil(quad.max(axis=0)) + 5]).astype(int)


def test_a_card_is_laid_once(table):
    table.there = [mark("a", (520, 300))]
    assert table.settle("E") == ["a"]
    assert table.settle("E") == []
    assert table.marks.lie("E")


def test_a_second_card_beside_or_on_the_first_is_laid(table):
    table.there = [mark("a", (520, 300))]
    table.settle("E")
    table.there = [mark("a", (520, 300)), mark("b", (520, 240))]
    assert table.settle("E") == ["b"]
    table.there = [mark("c", (520, 300)), mark("b", (520, 240))]
    assert table.settle("E") == ["c"]


def test_two_cards_of_one_look_are_two(table):
    table.there = [mark("pass", (520, 300))]
    table.settle("E")
    table.there = [mark("pass", (520, 300)), mark("pass", (540, 200))]
    assert table.settle("E") == ["pass"]


def test_taken_up_and_laid_again_counts_once_more(table):
    table.there = [mark("a", (520, 300))]
    table.settle("E")
    table.there = []
    assert table.settle("E") == []
    assert not table.marks.lie("E")
    table.there = [mark("a", (530, 310))]
    assert table.settle("E") == ["a"]


def test_pushed_about_it_was_not_laid(table):
    table.there = [mark("a", (520, 300))]
    table.settle("E")
    table.there = [mark("a", (470, 330))]
    assert table.settle("E") == []


def test_under_an_arm_it_is_still_there(table):
    table.there = [mark("a", (520, 300))]
    table.settle("E")
    table.arm = [mark("", (530, 310)).quad_px]
    assert table.settle("E") == []
    table.arm = []
    assert table.settle("E") == []


def test_laid_half_over_one_of_its_look_it_is_another(table):
    table.there = [mark("pass", (520, 300))]
    table.settle("E")
    table.there = [mark("pass", (520, 300)), mark("pass", (540, 310))]
    table.marks._find = lambda image, box, where: table.there[1:]  # of the lower one too little shows
    assert table.settle("E") == ["pass"]
    table.there = table.there[:1]
    table.marks._find = lambda image, box, where: table.there
    assert table.settle("E") == []


def test_laid_where_only_its_place_is_looked_at_it_is_another(table):
    table.there = [mark("pass", (520, 400))]
    table.settle("E")
    table.there.append(mark("pass", (520, 200)))
    assert table.settle("E", around((520, 200))) == ["pass"]


def test_taken_up_where_nobody_looked_and_laid_again_it_counts_once_more(table):
    table.there = [mark("pass", (520, 400))]
    table.settle("E")
    table.there = []
    assert table.settle("E", around((520, 200))) == []
    assert not table.marks.lie("E")
    table.there = [mark("pass", (520, 410))]
    assert table.settle("E") == ["pass"]


@pytest.mark.parametrize("white", [False, True])
def test_a_card_on_a_table_of_its_colour_is_gone_when_it_is_not_found(table, white):
    table.white = white
    table.there = [mark("a", (520, 300))]
    assert table.settle("E") == ["a"]
    assert table.settle("E") == []
    table.there = []
    assert table.settle("E") == []
    assert not table.marks.lie("E")


def test_gathered_into_another_area_it_was_not_laid_there(table):
    table.there = [mark("a", (60, 300))]
    table.settle("W")
    table.there = [mark("a", (530, 300))]
    table.times = {(60, 300): [1700], (530, 300): [1900]}
    assert table.settle("E") == []
    assert not table.marks.lie("W")


def test_taken_back_while_another_seat_lays_its_own_that_one_is_laid(table):
    table.there = [mark("pass", (60, 300))]
    table.settle("W")
    table.there = [mark("pass", (530, 300))]
    table.times = {(530, 300): [1600], (60, 300): [500, 1800]}  # at 500 the other one was not laid yet
    assert table.settle("E", began_ms=100) == ["pass"]
    assert not table.marks.lie("W")


def test_taken_up_before_the_reading_is_made_it_was_laid(table):
    table.there = [mark("pass", (520, 400)), mark("pass", (520, 200))]
    table.marks.look("E", Frame(cloth(), 0, 0), whole(cloth()))
    table.there = [mark("pass", (525, 400))]
    assert table.settle("E") == ["pass", "pass"]
    table.there = []
    assert table.settle("E") == []
    assert not table.marks.lie("E")


def test_in_a_hand_that_moves_it_is_not_laid_yet(table):
    table.there = [mark("pass", (520, 400))]
    table.times = {(520, 400): [980], (520, 350): [1700]}
    assert table.settle("E", moving=True) == []
    table.there = [mark("pass", (520, 350))]
    assert table.settle("E") == ["pass"]


def test_taken_back_before_another_seat_moved_it_did_not_come_over(table):
    table.there = [mark("pass", (60, 300))]
    table.settle("W")
    table.there = []
    table.settle("S")
    table.there = [mark("pass", (530, 300))]
    table.times = {(60, 300): [2700], (530, 300): [2800]}  # a hand was over the place in between
    assert table.settle("E") == ["pass"]


def test_equal_cards_of_two_seats_are_two(table):
    table.there = [mark("a", (60, 300))]
    table.settle("W")
    table.there = [mark("a", (60, 300)), mark("a", (530, 300))]
    assert table.settle("E") == ["a"]


def test_without_a_look_nothing_is_laid(table):
    table.there = [mark("a", (520, 300))]
    frame = Frame(cloth(), 0, 0)
    assert table.marks.settle("E", frame, whole(frame.image), 0, lambda quad: False) == ()
    assert not table.marks.lie("E")
