"""Cards on a table in many relations to each other, with the truth: for measuring how indices become cards.

Everything follows from a seed.  A scene knows exactly which of its indices show (geometry alone), and can be
drawn as a picture for a detector.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from datasets.decks import Deck, random_style
from datasets.glyphs import font_files
from datasets.scenes import Laid, camera, card_to_table, compose, light, project, surface, surface_files
from engine.cards import COPIES, FACES, Card

Points = NDArray[np.float64]

SIDE_MM = 440.0
"""Side of the square of table that a scene shows."""

Place = tuple[float, float, float]
"""x, y mm and turn in degrees of a card, in the axes of its play: x along the row."""


def row(rng: np.random.Generator, count: int) -> list[Place]:
    step = rng.uniform(10, 24)
    return [((i - count / 2) * step, rng.normal(0, 1.2), rng.normal(0, 1.8)) for i in range(count)]


def leftward(rng: np.random.Generator, count: int) -> list[Place]:
    return [(-x, y, a) for x, y, a in row(rng, count)]


def apart(rng: np.random.Generator, count: int) -> list[Place]:
    step = rng.uniform(34, 68)
    return [((i - count / 2) * step, rng.normal(0, 2), rng.normal(0, 2)) for i in range(count)]


def fan(rng: np.random.Generator, count: int) -> list[Place]:
    radius, spread = rng.uniform(90, 240), rng.uniform(11, 24)
    way = rng.choice((-1, 1), p=(0.3, 0.7))
    bends = [way * (i - (count - 1) / 2) * spread / radius for i in range(count)]
    return [(radius * np.sin(b), radius * (1 - np.cos(b)), np.rad2deg(b) + rng.normal(0, 1)) for b in bends]


def column(rng: np.random.Generator, count: int) -> list[Place]:
    step = rng.uniform(22, 36)
    return [(rng.normal(0, 2), (i - count / 2) * step, rng.normal(0, 2)) for i in range(count)]


def pile(rng: np.random.Generator, count: int) -> list[Place]:
    return [(rng.normal(0, 24), rng.normal(0, 24), rng.uniform(-180, 180)) for _ in range(count)]


def stacked(rng: np.random.Generator, count: int) -> list[Place]:
    """One on the other with a shift of a few to some tens of mm in any direction."""
    places = [(0.0, 0.0, rng.normal(0, 2))]
    for _ in range(count - 1):
        way, far = rng.uniform(0, 2 * np.pi), np.exp(rng.uniform(np.log(3), np.log(50)))
        x, y, _ = places[-1]
        places.append((x + far * np.cos(way), y + far * np.sin(way), rng.normal(0, 4)))
    return places


def crossed(rng: np.random.Generator, count: int) -> list[Place]:
    turn = 0.0
    places = []
    for _ in range(count):
        places.append((rng.normal(0, 12), rng.normal(0, 12), turn))
        turn += rng.uniform(35, 145)
    return places


KINDS: dict[str, tuple[Callable[[np.random.Generator, int], list[Place]], tuple[int, int]]] = {
    "row": (row, (1, 10)),
    "leftward": (leftward, (2, 8)),
    "apart": (apart, (1, 4)),
    "fan": (fan, (3, 11)),
    "column": (column, (2, 6)),
    "pile": (pile, (2, 4)),
    "stacked": (stacked, (2, 3)),
    "crossed": (crossed, (2, 3)),
}
EQUAL = {"row": 0.45, "leftward": 0.45, "apart": 0.6, "fan": 0.45, "column": 0.45}
"""Chance that a card equals the one laid before it; where nothing is said, 0.8."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A printed index of a scene, mm on the table, and how much of it is not covered, 0 to 1."""

    card: Card
    laid: int
    points: Points
    visible: float


@dataclass(frozen=True, slots=True)
class Scene:
    """Cards of one deck, in laying order; ``plays`` are the numbers of the cards of each play, ``turns`` in
    degrees how it is turned."""

    kind: str
    deck: Deck
    laid: tuple[Laid, ...]
    plays: tuple[tuple[int, ...], ...]
    turns: tuple[float, ...]
    seed: tuple[int, ...]

    def shown(self) -> list[Shown]:
        """Every printed index with the share of its ink box that no later card covers."""
        inverse = [np.linalg.inv(card_to_table(piece, self.deck.size)) for piece in self.laid]
        found = []
        for number, piece in enumerate(self.laid):
            place = card_to_table(piece, self.deck.size)
            for mark in self.deck.marks(piece.card):
                x0, y0, x1, y1 = mark.box
                xs, ys = np.meshgrid(np.linspace(x0, x1, 6), np.linspace(y0, y1, 9))
                ink = project(place, np.c_[xs.ravel(), ys.ravel()])
                free = np.ones(len(ink), bool)
                for over in inverse[number + 1 :]:
                    local = project(over, ink)
                    free &= ~((local > 0).all(axis=1) & (local < self.deck.size).all(axis=1))
                points = project(place, np.array([mark.rank, mark.suit]))
                found.append(Shown(piece.card, number, points, float(free.mean())))
        return found


def some_deck(rng: np.random.Generator, corners: int) -> Deck:
    """A deck whose index leaves a card in a row readable, with that many corners."""
    fonts = [f for i, f in enumerate(font_files()) if i % 8 == 7]
    while True:
        style = random_style(rng, fonts)
        if corners == 4 and style.rank_height >= 10:
            continue
        deck = Deck(replace(style, corners=corners))
        if deck.index_height >= 8.5 and deck.marks(Card.parse("ST"))[0].box[2] < 19:
            return deck


def some_cards(rng: np.random.Generator, count: int, equal: float, left: dict[Card, int]) -> list[Card]:
    """Faces of two decks, many next to their equal, jokers a little more often than they are."""
    cards: list[Card] = []
    while len(cards) < count:
        face = FACES[52 + int(rng.integers(2))] if rng.random() < 0.06 else FACES[int(rng.integers(52))]
        if cards and rng.random() < equal:
            face = cards[-1]
        if left.get(face, COPIES):
            left[face] = left.get(face, COPIES) - 1
            cards.append(face)
        else:
            equal = 0.0
    return cards


def scene(kind: str, deck: Deck, seed: Sequence[int]) -> Scene:
    """One to three plays of a kind, the first in the middle, others where they may touch it."""
    rng = np.random.default_rng((*seed, list(KINDS).index(kind)))
    places, (least, most) = KINDS[kind]
    left: dict[Card, int] = {}
    laid: list[Laid] = []
    plays, turns = [], []
    for number in range(int(rng.choice((1, 2, 3), p=(0.4, 0.35, 0.25)))):
        count = int(rng.integers(least, most + 1))
        turn = rng.uniform(0, 360)
        middle = np.full(2, SIDE_MM / 2) + (
            rng.normal(0, 10, 2) if number == 0 else rng.uniform(-150, 150, 2)
        )
        c, s = np.cos(np.deg2rad(turn)), np.sin(np.deg2rad(turn))
        cards = some_cards(rng, count, EQUAL.get(kind, 0.8), left)
        first = len(laid)
        for card, (x, y, a) in zip(cards, places(rng, count), strict=True):
            flip = 180 if rng.random() < 0.1 else 0
            at = np.add(middle, (x * c - y * s, x * s + y * c))
            laid.append(Laid(card, float(at[0]), float(at[1]), float(turn + a + flip)))
        plays.append(tuple(range(first, len(laid))))
        turns.append(float(turn))
    return Scene(kind, deck, tuple(laid), tuple(plays), tuple(turns), tuple(seed))


def scenes(seed: int, decks: int, corners: int) -> list[list[Scene]]:
    """For each deck one scene of every kind, in mixed order."""
    found = []
    for number in range(decks):
        rng = np.random.default_rng((seed, corners, number))
        deck = some_deck(rng, corners)
        kinds = [list(KINDS)[i] for i in rng.permutation(len(KINDS))]
        found.append([scene(kind, deck, (seed, corners, number)) for kind in kinds])
    return found


@dataclass(frozen=True, slots=True)
class Shot:
    """A scene as a camera sees it: the picture, and table mm -> px of it."""

    picture: NDArray[np.uint8]
    view: NDArray[np.float64]
    px_per_mm: float


def view_of(rng: np.random.Generator, px_per_mm: float, most_tilt: float = 30.0) -> NDArray[np.float64]:
    """A camera 1.1 m away, tilted up to so many degrees any way round; mm on the table -> px."""
    tilt, round_, far = np.deg2rad(rng.uniform(0, most_tilt)), rng.uniform(0, 2 * np.pi), 1100.0
    c, s = np.cos(round_), np.sin(round_)
    spin = np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])
    lean = np.array([[1, 0, 0], [0, np.cos(tilt), -np.sin(tilt)], [0, np.sin(tilt), np.cos(tilt)]])
    turned = spin.T @ lean @ spin
    plane = np.column_stack([turned[:, 0], turned[:, 1], turned[:, 2] * 0 + (0, 0, far)])
    plane = plane @ np.array([[1, 0, -SIDE_MM / 2], [0, 1, -SIDE_MM / 2], [0, 0, 1]])
    lens = np.diag([px_per_mm * far, px_per_mm * far, 1.0])
    half = SIDE_MM / 2 * px_per_mm
    return np.array([[1, 0, half], [0, 1, half], [0, 0, 1]]) @ lens @ plane


def shoot(scene: Scene) -> Shot:
    """The scene drawn at 1.3 to 3 px a mm, its indices 15 px tall at least."""
    rng = np.random.default_rng((*scene.seed, 99))
    least = max(1.3, 15 / scene.deck.index_height)
    px_per_mm = float(rng.uniform(least, max(3.0, least)))
    view = view_of(rng, px_per_mm)
    side = round(SIDE_MM * px_per_mm)
    canvas = surface(rng, side, side, [f for i, f in enumerate(surface_files()) if i % 8 == 7])
    shadow = (rng.uniform(-1.8, 1.8), rng.uniform(-1.8, 1.8), rng.uniform(0.15, 0.45))
    compose(canvas, scene.laid, view, [scene.deck], shadow)
    picture = camera(light(canvas, rng, 0.6), rng, 0.55)
    return Shot(picture, view, px_per_mm)
