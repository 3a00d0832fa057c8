"""When a card came to lie, and when the movement began that brought it."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from vision.timing import KEPT_MS, History
from vision.values import Index, SeenCard

RNG = np.random.default_rng(5)
PRINT = RNG.integers(0, 255, (14, 14), np.uint8)
"""What is printed round an index."""
FRAME = 40


def table(at: tuple[int, int] | None, hidden: bool = False) -> np.ndarray:
    picture = np.full((60, 90), 90, np.uint8)
    if at is not None:
        x, y = at
        picture[y - 7 : y + 7, x - 7 : x + 7] = PRINT
    if hidden:
        picture[20:40, 20:70] = 150
    return picture


def card(*places: tuple[float, float]) -> SeenCard:
    probs = np.full(54, 1 / 54, np.float32)
    indices = tuple(Index((x, y, x, y), (x, y - 2), (x, y + 2), 0.9, probs) for x, y in places)
    return SeenCard(probs, np.zeros(2, np.float32), 0.0, indices)


def history(pictures: list[np.ndarray], moving: list[np.ndarray] | None = None) -> History:
    found = History(1.0, 14.0)
    still = np.zeros((30, 45), bool)
    for number, picture in enumerate(pictures):
        found.add(number * FRAME, picture, still if moving is None else moving[number])
    return found


def moves(x: int | None = None, y: int = 12, also: tuple[int, int] | None = None) -> np.ndarray:
    """Something 6 x 6 that moves at a place, and something else."""
    mask = np.zeros((30, 45), bool)
    for place in ((x, y), also):
        if place is not None and place[0] is not None:
            mask[place[1] : place[1] + 6, place[0] : place[0] + 6] = True
    return mask


def test_a_card_lay_still_from_its_first_frame_at_its_place():
    way = [table(None)] * 3 + [table((60 - 4 * n, 30)) for n in range(5)] + [table((40, 30))] * 6
    assert history(way).lay_still([card((40, 30))], 0, 13 * FRAME) == 8 * FRAME


def sheet(at: tuple[int, int] | None) -> np.ndarray:
    """A printed card of 30 x 20 round a place."""
    picture = np.full((60, 90), 90, np.uint8)
    if at is not None:
        x, y = at
        picture[y - 10 : y + 10, x - 15 : x + 15] = np.tile(PRINT, (2, 3))[:20, :30]
    return picture


def test_what_shows_within_an_outline_came_there_with_its_middle_and_corners():
    way = [sheet(None)] * 3 + [sheet((60 - 4 * n, 30)) for n in range(5)] + [sheet((40, 30))] * 6
    outline = np.array([(25, 20), (55, 20), (55, 40), (25, 40)], np.float32)
    assert history(way).came(outline, 0, 13 * FRAME) == 8 * FRAME
    assert history(way[8:]).came(outline, 0, 5 * FRAME) is None


def test_a_hand_over_it_in_between_does_not_make_it_later():
    way = (
        [table(None)] * 3 + [table((40, 30))] * 2 + [table((40, 30), hidden=True)] * 4 + [table((40, 30))] * 3
    )
    assert history(way).lay_still([card((40, 30))], 0, 11 * FRAME) == 3 * FRAME


def test_one_index_that_is_hidden_for_longer_does_not_count():
    """A card with two indices lies from when the first of them shows."""
    first, second = (25, 30), (70, 30)
    pictures = []
    for number in range(12):
        picture = table(first if number >= 4 else None)
        if number >= 9:
            picture[23:37, 63:77] = PRINT
        pictures.append(picture)
    assert history(pictures).lay_still([card(first, second)], 0, 11 * FRAME) == 4 * FRAME


def test_a_card_whose_index_a_hand_hid_is_told_by_its_corners():
    index, corners = (45, 30), ((20, 12), (70, 12), (70, 48), (20, 48))
    pictures = []
    for number in range(12):
        picture = table(index if number >= 8 else None)
        for x, y in corners if number >= 4 else ():
            picture[y - 7 : y + 7, x - 7 : x + 7] = PRINT
        pictures.append(picture)
    seen = replace(card(index), quad_px=np.array(corners, np.float32))
    assert history(pictures).lay_still([seen], 0, 11 * FRAME) == 4 * FRAME


def test_of_several_cards_the_last_counts():
    pictures = []
    for number in range(12):
        picture = table((25, 30) if number >= 3 else None)
        if number >= 7:
            picture[23:37, 63:77] = PRINT
        pictures.append(picture)
    both = [card((25, 30)), card((70, 30))]
    assert history(pictures).lay_still(both, 0, 11 * FRAME) == 7 * FRAME


def test_a_card_that_lay_there_all_the_time_tells_nothing():
    assert history([table((40, 30))] * 5).lay_still([card((40, 30))], 0, 4 * FRAME) is None


@pytest.mark.parametrize("place", [(1.0, 1.0), (89.0, 59.0), (200.0, 200.0)])
def test_an_index_at_the_edge_or_outside_breaks_nothing(place):
    history([table(None), table((40, 30))]).lay_still([card(place)], 0, FRAME)


PLACE = moves(10)
"""Where a card lies in the end; hands come from the right."""


def began(moving: list[np.ndarray], since: int = 0) -> int | None:
    until = (len(moving) - 1) * FRAME
    return history([table(None)] * len(moving), moving).began(PLACE, until, since)


def test_a_movement_is_followed_back_to_where_it_came_in():
    way = [moves(), moves(), moves(38), moves(32), moves(26), moves(20), moves(14), moves(10)]
    assert began(way) == 2 * FRAME


def test_another_hand_that_moved_before_it_is_another_movement():
    other = (38, 22)
    way = [moves(also=other), moves(also=other), moves(38, 4), moves(30, 8), moves(22), moves(14), moves(10)]
    assert began(way) == 2 * FRAME


def test_one_that_paused_for_long_began_anew():
    way = [moves(26), moves(20)] + [moves()] * 5 + [moves(20), moves(14), moves(10)]
    assert began(way) == 7 * FRAME


def test_a_short_pause_is_part_of_a_movement():
    way = [moves(), moves(26), moves(20), moves(), moves(), moves(16), moves(10)]
    assert began(way) == FRAME


def test_it_began_after_what_was_told_before():
    assert began([moves(20), moves(18), moves(16), moves(14), moves(10)], since=2 * FRAME) == 2 * FRAME


def test_where_nothing_moved_nothing_began():
    assert began([moves(), moves(38), moves()]) is None


def test_only_the_last_pictures_are_kept():
    found = history([table(None)] * 300)
    assert len(found._pictures) <= KEPT_MS // FRAME + 2
