"""The chain with PASS and count cards on the table, and with a camera that is bumped."""

import numpy as np
import pytest

from tests.unit.marked_views import kit_card, lay
from tests.unit.test_watch import FPS, TABLE, H, Sheet, W, detect, paint, read
from vision.opencv import cv2
from vision.values import Frame, ZoneReading
from vision.watch import Watcher

Marked = tuple[int, tuple[float, float], float]
"""Marker id, place in mm, turn in degrees."""


def grain() -> np.ndarray:
    rng = np.random.default_rng(3)
    patches = sum(
        cv2.resize(rng.normal(0, s, (n, n)).astype(np.float32), (W, H), interpolation=cv2.INTER_CUBIC)
        for n, s in ((20, 7.0), (80, 5.0))
    )
    return np.asarray(patches)[..., None]


class Film:
    """Frames shown to a watcher, and the readings they gave."""

    def __init__(self, rough: bool) -> None:
        self.index = 0
        self.grain = grain() if rough else 0.0
        self.readings: list[ZoneReading] = []
        self.watcher = Watcher(TABLE, Frame(self.picture([], []), 0, 0), detect, read)
        self.show(1.5)

    def picture(self, sheets: list[Sheet], marks: list[Marked], move: np.ndarray | None = None) -> np.ndarray:
        bare = np.clip(paint([], seed=self.index) + self.grain, 0, 255).astype(np.uint8)
        painted = paint(sheets, seed=self.index)
        cards = np.abs(painted.astype(int) - paint([], seed=self.index)).max(axis=2, keepdims=True) > 0
        picture = np.where(cards, painted, bare)
        for number, place, turn in marks:
            picture = lay(picture, kit_card(number), place, turn, TABLE)
        if move is not None:
            picture = cv2.warpPerspective(
                picture, move, (W, H), borderMode=cv2.BORDER_REFLECT, flags=cv2.INTER_NEAREST
            )
        return picture

    def show(
        self,
        seconds: float,
        sheets: list[Sheet] = [],  # noqa: B006
        marks: list[Marked] = [],  # noqa: B006
        move: np.ndarray | None = None,
    ) -> None:
        for _ in range(round(seconds * FPS)):
            frame = Frame(self.picture(sheets, marks, move), round(self.index * 1000 / FPS), self.index)
            self.readings += self.watcher.see(frame)
            self.index += 1

    def take(self) -> list[tuple[str, list[str], list[int | None], int]]:
        taken = [
            (r.seat, [str(c.best) for c in r.fresh], [mark.count for mark in r.marks], r.unread)
            for r in self.readings
        ]
        self.readings = []
        return taken


@pytest.fixture
def film() -> Film:
    return Film(rough=False)


def test_a_pass_card_is_told_once_and_is_no_unread_card(film):
    film.show(3, marks=[(5, (520, 300), 80)])
    assert film.take() == [("E", [], [None], 0)]
    film.show(2)
    film.take()
    film.show(2, marks=[(5, (515, 310), 60)])
    assert film.take() == [("E", [], [None], 0)]


def test_cards_and_a_count_card_laid_together_are_one_reading(film):
    film.show(2, [Sheet("S9", 480, 300), Sheet("H9", 420, 300)], [(13, (540, 300), 0)])
    assert film.take() == [("E", ["H9", "S9"], [2], 0)]


def test_a_pass_card_that_lies_there_does_not_become_the_bare_table(film):
    film.show(3, marks=[(5, (520, 300), 80)])
    film.take()
    film.show(2, [Sheet("S9", 400, 300)], [(5, (520, 300), 80)])
    assert film.take() == [("E", ["S9"], [], 0)]
    film.show(3)
    assert [(seat, cards, marks) for seat, cards, marks, _ in film.take()] == [("E", [], [])]


def test_a_bump_lays_nothing_and_play_goes_on_where_the_table_is_now():
    film = Film(rough=True)
    film.show(2, [Sheet("S9", 480, 300)], [(5, (300, 520), 10)])
    assert sorted(film.take()) == [("E", ["S9"], [], 0), ("N", [], [None], 0)]
    move = np.array([[1.0, 0, 12], [0, 1.0, -9], [0, 0, 1]])
    film.show(3, [Sheet("S9", 480, 300)], [(5, (300, 520), 10)], move)
    assert film.take() == []
    assert film.watcher.camera.moves == 1
    np.testing.assert_allclose(film.watcher.table.points_px, np.add(TABLE.points_px, (12, -9)), atol=1.0)
    (outline,) = film.watcher.outlines
    place = np.add(TABLE.to_px((480, 300)), (12, -9))
    np.testing.assert_allclose(outline.polygon.mean(axis=0), place, atol=3.0)
    film.show(2, [Sheet("S9", 480, 300), Sheet("DJ", 300, 100)], [(5, (300, 520), 10)], move)
    assert film.take() == [("S", ["DJ"], [], 0)]
    film.show(2, [Sheet("DJ", 300, 100)], [(5, (300, 520), 10)], move)
    assert film.take() == [("E", [], [], 0)]
