"""The chain from frames to settled readings, with painted cards and a detector that reads the paint.

A painted card is a grey sheet whose indices are two coloured squares, rank over suit; their colours say
which face it is.  What is tested is everything between: gate, places, settling, hands, moves, clearing.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass, replace

import numpy as np
import pytest

from engine.cards import FACES, Card
from vision.opencv import cv2
from vision.table import Table
from vision.values import Detections, Frame, Index, ZoneReading
from vision.watch import Watcher

W, H, SCALE = 800, 600, 1.0
FPS = 25


@dataclass(frozen=True)
class Sheet:
    face: str
    x: float
    y: float
    turn: int = 0  # quarter turns
    readable: bool = True
    paper: tuple[int, int, int] = (200, 200, 200)


def table() -> Table:
    left = (W - 600 * SCALE) / 2
    right, bottom = left + 600 * SCALE, 600 * SCALE
    points = np.array([(left, 0), (right, 0), (right, bottom), (left, bottom)], np.float32)
    return Table(points)


TABLE = table()


NOISE = [np.random.default_rng(n).integers(0, 5, (H, W, 1), np.uint8) for n in range(7)]


def paint(sheets: list[Sheet], hand: tuple[float, float] | None = None, seed: int = 0) -> np.ndarray:
    return cv2.add(_still(tuple(sheets), hand), np.repeat(NOISE[seed % 7], 3, 2))


@functools.lru_cache(maxsize=8)
def _still(sheets: tuple[Sheet, ...], hand: tuple[float, float] | None) -> np.ndarray:
    image = np.full((H, W, 3), (60, 110, 50), np.uint8)
    for sheet in sheets:
        number = FACES.index(Card.parse(sheet.face))
        wide, tall = (58, 88) if sheet.turn % 2 == 0 else (88, 58)
        x0, y0 = TABLE.to_px((sheet.x - wide / 2, sheet.y - tall / 2))
        x1, y1 = TABLE.to_px((sheet.x + wide / 2, sheet.y + tall / 2))
        cv2.rectangle(image, (round(x0), round(y0)), (round(x1), round(y1)), sheet.paper, -1)
        cv2.rectangle(image, (round(x0), round(y0)), (round(x1), round(y1)), (90, 90, 90), 1)
        for half in (0, 2) if sheet.readable else ():
            for mm, colour in (((5, 8), (255, 4 * number, 0)), ((5, 15), (0, 4 * number, 255))):
                angle = np.deg2rad(90 * (sheet.turn + half))
                turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
                place = turn @ (np.array(mm) - (29, 44)) + (sheet.x, sheet.y)
                px, py = np.round(TABLE.to_px(place)).astype(int)
                image[py - 2 : py + 3, px - 2 : px + 3] = colour
    if hand is not None:
        px, py = np.round(TABLE.to_px(hand)).astype(int)
        cv2.rectangle(image, (int(px), int(py) - 40), (W, int(py) + 40), (120, 150, 210), -1)
    return image


def detect(picture: np.ndarray, scale: float = 1.0, least: float | None = None) -> Detections:
    rank = _squares(picture, blue=True)
    suit = _squares(picture, blue=False)
    boxes, points = [], []
    for r in rank:
        near = min(suit, key=lambda s: np.hypot(*(s - r)), default=None)
        if near is None or abs(np.hypot(*(near - r)) - 7 * SCALE) > 3:
            continue
        points.append((r, near))
        low, high = np.minimum(r, near) - 3, np.maximum(r, near) + 3
        boxes.append((*low, *high))
    if not boxes:
        return Detections.empty()
    count = len(boxes)
    return Detections(
        np.array(boxes, np.float32), np.array(points, np.float32), np.full(count, 0.9, np.float32)
    )


def _squares(picture: np.ndarray, blue: bool) -> list[np.ndarray]:
    strong, weak = (0, 2) if blue else (2, 0)
    mask = ((picture[..., strong] > 240) & (picture[..., weak] < 20)).astype(np.uint8)
    count, _, stats, centres = cv2.connectedComponentsWithStats(mask)
    return [centres[i] for i in range(1, count) if stats[i, cv2.CC_STAT_AREA] >= 9]


def read(picture: np.ndarray, found: Detections) -> list[Index]:
    indices = []
    for box, (rank, suit) in zip(found.boxes, found.keypoints, strict=True):
        x, y = np.maximum(np.round(rank).astype(int), 1)  # one at the edge of the part is cut
        number = round((float(picture[y - 1 : y + 2, x - 1 : x + 2, 1].mean()) - 2) / 4)
        probs = np.full(54, 1e-5, np.float32)
        probs[min(number, 53)] = 0.99
        indices.append(Index(tuple(map(float, box)), tuple(rank), tuple(suit), 0.99, probs))
    return indices


class Film:
    """Frames shown to a watcher, and the readings they gave."""

    def __init__(self) -> None:
        self.index = 0
        first = Frame(paint([]), 0, 0)
        self.watcher = Watcher(TABLE, first, detect, read)
        self.readings: list[ZoneReading] = []

    def show(self, sheets: list[Sheet], seconds: float, hand: tuple[float, float] | None = None) -> None:
        for _ in range(round(seconds * FPS)):
            shown = hand
            if hand is not None:  # a hand is never quite still
                shown = (hand[0] + 6 * (self.index % 2), hand[1])
            image = paint(sheets, shown, self.index)
            at = round(self.index * 1000 / FPS)
            self.readings += self.watcher.see(Frame(image, at, self.index))
            self.index += 1

    def rest(self, sheets: list[Sheet], hand: tuple[float, float], seconds: float) -> None:
        """A hand that lies quite still."""
        for _ in range(round(seconds * FPS)):
            at = round(self.index * 1000 / FPS)
            self.readings += self.watcher.see(Frame(paint(sheets, hand, self.index), at, self.index))
            self.index += 1

    def take(self) -> list[tuple[str, list[str]]]:
        taken = [(r.seat, [str(c.best) for c in r.fresh]) for r in self.readings]
        self.readings = []
        return taken


@pytest.fixture
def film() -> Film:
    film = Film()
    film.show([], 1.5)
    assert film.take() == []
    return film


EAST = [Sheet("S3", 480, 260, 1), Sheet("H3", 480, 280, 1)]
SOUTH = [Sheet("D9", 300, 480), Sheet("D9", 316, 480)]


def test_cards_laid_are_read_once(film):
    film.show(EAST, 2)
    assert film.take() == [("E", ["S3", "H3"])] or film.take() == [("E", ["H3", "S3"])]


def test_an_empty_table_says_nothing(film):
    film.show([], 3)
    assert film.take() == []


def test_two_equal_cards_are_two(film):
    film.show(SOUTH, 1)
    ((seat, cards),) = film.take()
    assert (seat, cards) == ("N", ["D9", "D9"])


def test_times_are_those_of_the_movement(film):
    began = film.index * 1000 / FPS
    film.show(EAST, 1)
    (reading,) = film.readings
    assert abs(reading.began_ms - began) <= 120
    assert reading.ended_ms - began <= 300


def test_a_card_under_a_hand_is_told_when_the_hand_has_gone(film):
    film.rest(EAST[:1], (470, 300), 1)
    assert film.take() == [("E", ["S3"])]
    film.show(EAST, 1)
    assert film.take() == [("E", ["H3"])]


def test_what_shows_beside_a_card_that_was_told_is_looked_at_when_the_hand_has_gone(film):
    both = [Sheet("H3", 480, 269, 1), *EAST[:1]]
    film.rest(both, (430, 332), 1)
    assert film.take() == [("E", ["S3"])]
    film.show(both, 1)
    assert film.take() == [("E", ["H3"])]


def test_a_hand_that_covers_known_cards_brings_nothing_new(film):
    film.show(EAST, 1)
    film.take()
    film.rest(EAST, (430, 270), 3.5)
    film.show(EAST, 3)
    assert film.take() == []


def test_a_second_play_of_a_seat_is_only_what_is_new(film):
    film.show(EAST, 1)
    film.take()
    film.show([*EAST, Sheet("SK", 520, 380, 1)], 1)
    assert film.take() == [("E", ["SK"])]


def test_squaring_up_is_no_play(film):
    film.show(EAST, 1)
    film.take()
    film.show([replace(s, x=s.x + 14, y=s.y + 10) for s in EAST], 1.5)
    assert film.take() == []


def test_gathering_into_another_area_is_no_play(film):
    film.show([*EAST, *SOUTH], 1.5)
    film.take()
    film.show([Sheet("S3", 300, 120, 2), Sheet("H3", 310, 120, 2), *SOUTH], 1.5)
    assert [r for r in film.take() if r[1]] == []


def test_clearing_says_so(film):
    film.show(EAST, 1)
    film.take()
    film.show([], 1)
    assert film.take() == [("E", [])]


def test_the_same_cards_laid_again_after_clearing_are_a_new_play(film):
    film.show(EAST, 1)
    film.show([], 1)
    film.take()
    film.show(EAST, 1)
    ((seat, cards),) = film.take()
    assert (seat, sorted(cards)) == ("E", ["H3", "S3"])


def test_light_that_changes_everywhere_is_no_movement(film):
    film.show(EAST, 1)
    film.take()
    for step in range(40):
        image = np.clip(paint(EAST, seed=step).astype(int) * (1 + 0.004 * step), 0, 255).astype(np.uint8)
        film.readings += film.watcher.see(Frame(image, round(film.index * 1000 / FPS), film.index))
        film.index += 1
    assert [r for r in film.take() if r[1]] == []


BLANK = Sheet("S3", 500, 270, 1, readable=False)


def unread(film: Film) -> list[tuple[str, int, int]]:
    taken = [(r.seat, len(r.fresh), r.unread) for r in film.readings]
    film.readings = []
    return taken


def test_a_card_that_cannot_be_read_is_told_after_a_while(film):
    film.show([BLANK], 1)
    assert unread(film) == []
    film.show([BLANK], 2)
    assert unread(film) == [("E", 0, 1)]
    film.show([BLANK], 3)
    assert unread(film) == []


def test_beside_cards_that_were_read_it_is_told_with_them(film):
    film.show([*EAST, replace(BLANK, x=500, y=360)], 3)
    assert unread(film) == [("E", 2, 1)]


def test_taken_away_it_leaves_the_area_cleared_and_the_table_as_it_was(film):
    film.show([BLANK], 3)
    unread(film)
    film.show([], 4)
    assert unread(film) == [("E", 0, 0)]
    film.show(EAST, 2)
    assert unread(film) == [("E", 2, 0)]


def test_who_laid_next_is_told_after_it(film):
    film.show([BLANK], 0.7)
    film.show([BLANK, *SOUTH], 3)
    assert unread(film) == [("E", 0, 1), ("N", 2, 0)]


def test_it_is_not_told_again_once_it_can_be_read(film):
    film.show([BLANK], 3)
    unread(film)
    film.show([BLANK], 0.4, hand=(470, 300))
    film.show([replace(BLANK, readable=True)], 3)
    assert [entry for entry in unread(film) if entry[1] or entry[2]] == []


def test_an_arm_that_rests_there_is_no_card(film):
    film.rest([], (480, 300), 5)
    film.show([], 3)
    assert unread(film) == []


def test_cards_turned_over_where_they_lay_are_no_unread_cards(film):
    film.show(EAST, 1.5)
    unread(film)
    film.show([replace(s, readable=False, paper=(120, 40, 30)) for s in EAST], 4)
    assert unread(film) == [("E", 0, 0)]


def test_the_back_of_a_card_is_no_unread_card(film):
    film.show([replace(BLANK, paper=(120, 40, 30))], 4)
    assert unread(film) == []


def test_a_joker_read_on_the_back_of_a_card_is_none(film):
    film.show(EAST, 1.5)
    film.take()
    pile = Sheet("SB", 300, 480, paper=(120, 40, 30))
    film.show([*EAST, pile], 3)
    assert film.take() == []
    film.show([*EAST, pile, Sheet("SB", 240, 500)], 3)
    assert film.take() == [("N", ["SB"])]


def test_what_is_read_beside_the_play_square_has_to_be_sure(film):
    """A score sheet or a telephone lies there, and looks now like this and now like that."""
    beside = Sheet("S3", 655, 300, 1)
    film.watcher._looker._read = lambda picture, found: [
        replace(index, p=0.8, probs=index.probs * 0.8) for index in read(picture, found)
    ]
    film.show([beside], 2)
    assert [cards for _, cards in film.take() if cards] == []
    film.show([beside, Sheet("H3", 480, 280, 1)], 2)
    assert [cards for _, cards in film.take() if cards] == [["H3"]]


def test_a_card_is_not_laid_again_when_what_lay_on_its_index_goes(film):
    film.show(EAST, 1.5)
    film.take()
    low, high = (np.round(TABLE.to_px(place)).astype(int).tolist() for place in ((495, 222), (535, 250)))
    for number in range(4 * FPS):
        image = paint(EAST, seed=film.index)
        if number < 2 * FPS:
            cv2.rectangle(image, low, high, (120, 40, 30), -1)
        film.readings += film.watcher.see(Frame(image, round(film.index * 1000 / FPS), film.index))
        film.index += 1
    assert [cards for _, cards in film.take() if cards] == []


# ---- while a hand is there ---------------------------------------------------------------------


def draw_back(film: Film, sheets: list[Sheet], start: float, frames: int, step: float = 14.0) -> None:
    """A hand that leaves toward the right, ``step`` mm a frame."""
    for number in range(frames):
        film.show(sheets, 1 / FPS, hand=(start + number * step, 300))


def test_cards_are_told_while_the_hand_goes_away(film):
    film.show(EAST, 0.3, hand=(505, 300))
    assert film.take() == []
    draw_back(film, EAST, 505, 5)
    ((seat, cards),) = film.take()
    assert (seat, sorted(cards)) == ("E", ["H3", "S3"])
    draw_back(film, EAST, 575, 8)
    film.show(EAST, 2)
    assert film.take() == []


def deal_on(film: Film, sheets: list[Sheet], frames: int) -> None:
    """A hand that is never still, and goes nowhere."""
    for _ in range(frames):
        film.show(sheets, 1 / FPS, hand=(505, 290 + 10 * (film.index % 4)))


def test_what_is_laid_while_the_hand_is_at_it_is_one_play(film):
    deal_on(film, EAST[:1], 10)
    deal_on(film, EAST, 10)
    assert film.take() == []
    draw_back(film, EAST, 505, 12)
    film.show(EAST, 1)
    ((seat, cards),) = film.take()
    assert (seat, sorted(cards)) == ("E", ["H3", "S3"])


def told_after(film: Film, step: float = 14.0) -> int:
    """The number of the frame, from now on, in which something is told; the hand goes at once."""
    film.take()
    for number in range(12):
        draw_back(film, EAST, 505 + number * step, 1)
        if film.take():
            return number
    return 12


def test_how_far_a_hand_went_counts_from_when_the_cards_came_to_rest(film):
    film.show([], 0.2, hand=(505, 300))
    assert told_after(film, 10) == 4


def test_a_pale_hand_that_goes_brings_no_cards(film):
    film.watcher._paper.may_be = lambda pixels: np.ones(pixels.shape[:2], bool)
    film.show([], 0.2, hand=(505, 300))
    assert told_after(film) <= 6


def test_a_hand_that_rests_beside_the_cards_is_not_waited_for(film):
    film.rest(EAST, (505, 300), 0.4)
    ((seat, cards),) = film.take()
    assert (seat, sorted(cards)) == ("E", ["H3", "S3"])
    film.rest(EAST, (505, 300), 2)
    film.show(EAST, 2)
    assert film.take() == []


def test_a_hand_that_rests_is_not_waited_for_though_another_moves(film):
    """Somebody else's arm in the same area, beside the cards."""
    for number in range(12):
        arm = Sheet("S3", 560 + 6 * (number % 2), 430, 1, readable=False, paper=(90, 110, 160))
        film.rest([*EAST, arm], (505, 300), 1 / FPS)
    ((seat, cards),) = film.take()
    assert (seat, sorted(cards)) == ("E", ["H3", "S3"])


def looks_a_frame(film: Film, sheets: list[Sheet], frames: int) -> list[int]:
    """How many looks each frame took."""
    looks = [film.watcher.looks]
    for _ in range(frames):
        film.show(sheets, 1 / FPS)
        looks.append(film.watcher.looks)
    return [int(taken) for taken in np.diff(looks)]


def test_cards_that_are_clear_are_looked_at_twice_at_once_and_told(film):
    taken = looks_a_frame(film, EAST, 5)
    assert next(looks for looks in taken if looks) == 2
    assert film.readings[0].frame_index == film.index - 5 + taken.index(2)


def test_a_card_on_which_something_stirs_waits_for_the_next_frame(film):
    film.watcher._early._gate.movement = stirring_everywhere(film.watcher._gate)
    assert max(looks_a_frame(film, EAST, 8)) == 1
    assert film.readings


def stirring_everywhere(gate):
    """``gate.movement``, after which every small pixel has stirred."""
    movement = gate.movement

    def stirs(small, at_ms):
        found = movement(small, at_ms)
        gate.stirring = np.ones(gate.shape, bool)
        return found

    return stirs


def test_what_was_seen_is_looked_at_again_in_its_place_only(film):
    sizes = []
    looker = film.watcher._looker
    detect = looker._detect
    looker._detect = lambda picture, scale: sizes.append(picture.size) or detect(picture, scale)
    film.rest(EAST, (505, 300), 0.4)
    assert film.take()
    first, second = sizes[:2]
    assert second < first / 2


def test_a_card_that_shows_just_when_the_others_are_told_is_told_after_them(film):
    """The hand leaves its index after the last look at the others: nothing changes there any more."""
    middle = Sheet("H3", 480, 260, 1)
    hidden = [Sheet("S3", 480, 240, 1), replace(middle, readable=False), Sheet("D3", 480, 280, 1)]
    shown = [hidden[0], middle, hidden[2]]
    film.show(hidden, 0.3, hand=(505, 340))
    film.show(hidden, 1 / FPS, hand=(505, 340))
    for step in range(1, 6):
        film.show(shown, 1 / FPS, hand=(505 + 14 * step, 340))
    film.show(shown, 2)
    told = [cards for _, cards in film.take() if cards]
    assert [sorted(cards) for cards in told] == [["D3", "S3"], ["H3"]]


def test_what_comes_when_the_hand_was_going_is_told_beside_it(film):
    film.show(EAST, 0.3, hand=(505, 300))
    draw_back(film, EAST, 505, 5)
    more = [*EAST, Sheet("C3", 480, 180, 1)]
    film.show(more, 1.5)
    first, second = film.take()
    assert sorted(first[1]) == ["H3", "S3"]
    assert second == ("E", ["C3"])


def test_times_are_those_of_the_cards_though_the_hand_stays(film):
    start = film.index * 1000 / FPS
    film.show([], 0.2, hand=(560, 300))
    film.show([], 0.2, hand=(520, 300))
    lay = film.index * 1000 / FPS
    film.show(EAST, 0.6, hand=(505, 300))
    draw_back(film, EAST, 505, 12)
    film.show(EAST, 1)
    (reading,) = film.readings
    assert abs(reading.began_ms - start) <= 40
    assert abs(reading.ended_ms - lay) <= 40


def test_cards_pushed_while_a_hand_is_there_are_not_laid(film):
    film.show(EAST, 1)
    film.take()
    pushed = [replace(s, x=s.x + 14, y=s.y + 10) for s in EAST]
    film.show(pushed, 0.4, hand=(520, 310))
    draw_back(film, pushed, 520, 12)
    film.show(pushed, 1)
    assert [r for r in film.take() if r[1]] == []


def test_cards_laid_while_an_older_look_waits_are_read(film):
    """Another seat's play makes it give way; what came to lie there since is still to be looked at."""
    film.rest([], (620, 420), 0.8)
    film.show(EAST, 0.3, hand=(615, 420))
    film.show([*EAST, *SOUTH], 1, hand=(615, 420))
    film.rest([*EAST, *SOUTH], (620, 420), 3)
    film.show([*EAST, *SOUTH], 2)
    assert sorted(card for seat, cards in film.take() for card in cards if seat == "E") == ["H3", "S3"]


def test_a_card_still_in_the_hand_is_not_told_when_another_has_laid(film):
    back = Sheet("S3", 500, 370, 1, readable=False, paper=(120, 40, 30))
    for number in range(40):
        carried = Sheet("H3", (460, 600, 530, 400, 570)[number % 5], 240, 1)
        film.show([back, carried, *(SOUTH if number >= 10 else ())], 1 / FPS)
    film.show([back, Sheet("H3", 480, 240, 1), *SOUTH], 2)
    (card,) = [card for reading in film.readings if reading.seat == "E" for card in reading.fresh]
    assert abs(card.centre_mm - (480, 240)).max() < 3


# ---- taken up ----------------------------------------------------------------------------------


def gone(film: Film) -> list[tuple[str, list[str], list[str]]]:
    told = [
        (r.seat, sorted(str(c.best) for c in r.cards), [str(c.best) for c in r.gone]) for r in film.readings
    ]
    film.readings = []
    return told


APART = [Sheet("S3", 480, 220, 1), Sheet("H3", 480, 330, 1)]


def test_one_card_of_two_that_is_taken_up_is_told(film):
    film.show(APART, 1)
    film.take()
    film.show(APART[:1], 1.5)
    assert gone(film) == [("E", ["S3"], ["H3"])]


def test_a_card_turned_over_is_not_taken_up(film):
    film.show(EAST, 1)
    film.take()
    film.show([replace(s, readable=False, paper=(120, 40, 30)) for s in EAST], 2)
    assert [taken for _, _, taken in gone(film) if taken] == []


def test_a_card_put_to_others_is_told_alone_and_so_is_its_going(film):
    film.show(EAST, 1)
    film.take()
    film.show([*EAST, Sheet("D8", 480, 350, 1)], 1)
    assert film.take() == [("E", ["D8"])]
    film.show(EAST, 1.5)
    assert gone(film) == [("E", ["H3", "S3"], ["D8"])]


@pytest.mark.parametrize("frame", range(1, 7))
def test_a_view_that_moves_while_cards_are_laid_costs_no_card(film, monkeypatch, frame):
    camera, began = film.watcher.camera, film.index
    monkeypatch.setattr(camera, "due", lambda at_ms, moved_ms: True)
    monkeypatch.setattr(
        camera, "look", lambda image, at_ms, lying: np.eye(3) if film.index == began + frame else None
    )
    film.show(EAST, 3)
    ((seat, cards),) = film.take()
    assert (seat, sorted(cards)) == ("E", ["H3", "S3"])


@pytest.mark.parametrize(("p", "told"), [(0.9, []), (0.99, [("E", ["H3"])])])
def test_at_the_first_look_only_what_is_sure_is_a_card(p, told):
    def half_sure(picture, found):
        return [replace(i, p=p, probs=np.where(i.probs > 0.5, p, i.probs)) for i in read(picture, found)]

    watcher = Watcher(TABLE, Frame(paint(EAST[1:]), 0, 0), detect, half_sure)
    readings = []
    for index in range(50):
        readings += watcher.see(Frame(paint(EAST[1:], None, index), index * 40, index))
    assert [(r.seat, [str(c.best) for c in r.fresh]) for r in readings if r.fresh] == told


def test_clear_cards_that_move_before_they_are_told_are_forgotten(film):
    film.show(EAST, 1)
    area = next(area for area in film.watcher._areas if area.seat == "E")
    area.early = [replace(known, looks=3) for known in area.known]
    film.watcher._early._let_go(area, Frame(paint(EAST), 0, 0))
    assert len(area.early) == 2
    film.watcher._early._let_go(area, Frame(paint([]), 0, 0))
    assert area.early == []
