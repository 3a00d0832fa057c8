"""PASS and count cards by their markers: what they are, where they lie, and when they were laid."""

import numpy as np
import pytest

from tests.unit.marked_views import TABLE, cloth, kit_card, lay, whole
from vision.markers import CORNER_IDS, COUNT_IDS, PASS_IDS, LyingMarks, cards_in, cells
from vision.values import Mark


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
    """What lies on the table, as the camera would tell."""

    def __init__(self) -> None:
        self.there: list[Mark] = []
        self.marks = LyingMarks(TABLE, lambda image, box, table: self._within(box))

    def _within(self, box: np.ndarray) -> list[Mark]:
        inside = lambda q: (q.min(axis=0) >= box[:2]).all() and (q.max(axis=0) <= box[2:]).all()  # noqa: E731
        return [each for each in self.there if inside(each.quad_px)]

    def settle(self, seat: str, covered: bool = False) -> list[str]:
        picture = cloth()
        self.marks.forget_looks(seat)
        self.marks.look(seat, picture, whole(picture))
        return [each.name for each in self.marks.settle(seat, picture, whole(picture), lambda quad: covered)]


@pytest.fixture
def table() -> Table:
    return Table()


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
    table.there = []
    assert table.settle("E", covered=True) == []
    table.there = [mark("a", (520, 300))]
    assert table.settle("E") == []


def test_gathered_into_another_area_it_was_not_laid_there(table):
    table.there = [mark("a", (60, 300))]
    table.settle("W")
    table.there = [mark("a", (530, 300))]
    assert table.settle("E") == []
    assert not table.marks.lie("W")


def test_equal_cards_of_two_seats_are_two(table):
    table.there = [mark("a", (60, 300))]
    table.settle("W")
    table.there = [mark("a", (60, 300)), mark("a", (530, 300))]
    assert table.settle("E") == ["a"]


def test_without_a_look_nothing_is_gone(table):
    table.there = [mark("a", (520, 300))]
    table.settle("E")
    table.marks.forget_looks("E")
    assert table.marks.settle("E", cloth(), whole(cloth()), lambda quad: False) == ()
    assert table.marks.lie("E")
