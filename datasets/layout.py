"""Where cards of a play come to lie: in front of their seat, turned toward it, readable.

A seat's own frame: ``u`` mm to the player's right, ``d`` mm from the middle of the table toward the
player.  A seat's cards keep within its quarter of the square, so that nobody covers another's.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from datasets.decks import Deck
from datasets.scenes import Laid, card_to_table, project
from datasets.style import Sitter
from engine.cards import Card

Points = NDArray[np.float64]
Length = TypeVar("Length", float, Points)

_OUTWARD = ((1, 0), (0, -1), (-1, 0), (0, 1))
"""Toward whom a side's player sits: right, top, left, bottom."""
_ANGLES = (270, 180, 90, 0)
"""How a card is turned to be upright for that player."""
_CLEAR = 5.0
"""mm that cards keep from their neighbours' quarters."""
_TRIES = 120


@dataclass(frozen=True, slots=True)
class Side:
    """One side of the square: ``number`` 0..3 = right, top, left, bottom; ``square`` is its side in mm."""

    number: int
    square: float

    @property
    def angle(self) -> float:
        return _ANGLES[self.number]

    @property
    def outward(self) -> tuple[int, int]:
        return _OUTWARD[self.number]

    def to_table(self, u: Length, d: Length) -> tuple[Length, Length]:
        """mm on the table for a place, or many, in the seat's own frame."""
        ox, oy = self.outward
        return self.square / 2 + ox * d + oy * u, self.square / 2 + oy * d - ox * u

    def from_table(self, points: Points) -> Points:
        """(N, 2) of u, d for mm on the table."""
        ox, oy = self.outward
        x, y = points[:, 0] - self.square / 2, points[:, 1] - self.square / 2
        return np.stack([x * oy - y * ox, x * ox + y * oy], 1)

    def laid(self, card: Card, u: float, d: float, turn: float) -> Laid:
        x, y = self.to_table(u, d)
        return Laid(card, float(x), float(y), float(self.angle + turn))


def arrange(
    cards: Sequence[Card],
    side: Side,
    sitter: Sitter,
    deck: Deck,
    earlier: Sequence[Laid],
    rng: np.random.Generator,
) -> tuple[Laid, ...]:
    """Places for the cards of a play, in laying order, clear of or partly over ``earlier`` ones of the seat.

    Of each card at least one printed index shows whole.
    """
    step = sitter.step
    skew = rng.normal(0, sitter.skew)
    for attempt in range(200):
        offsets = _offsets(len(cards), step, sitter, rng) if attempt < 60 else _row(len(cards), step)
        turned = _turn(offsets, skew * 0.985**attempt)
        play = [side.laid(card, u, d, a) for card, (u, d, a) in zip(cards, turned, strict=True)]
        if not readable(play, deck):
            step = min(step * 1.05, deck.size[0])
            continue
        place = _place(play, side, sitter, deck, earlier, rng)
        if place is not None:
            return place
        step = max(step * 0.97, 10)
    raise ValueError(f"{len(cards)} cards do not fit in a quarter of {side.square:.0f} mm")


def readable(play: Sequence[Laid], deck: Deck) -> bool:
    """Whether every card shows a whole index, with a little room, though later ones lie over it."""
    inverse = [np.linalg.inv(card_to_table(piece, deck.size)) for piece in play]
    return all(
        any(
            not any(_covers(inv, deck.size, points) for inv in inverse[number + 1 :])
            for points in _index_points(piece, deck)
        )
        for number, piece in enumerate(play)
    )


def _index_points(piece: Laid, deck: Deck) -> list[Points]:
    place = card_to_table(piece, deck.size)
    found = []
    for mark in deck.marks(piece.card):
        x0, y0, x1, y1 = mark.box
        xs, ys = np.meshgrid((x0, (x0 + x1) / 2, x1 + 0.6), np.linspace(y0, y1, 5))
        found.append(project(place, np.c_[xs.ravel(), ys.ravel()]))
    return found


def _covers(inverse: Points, size: tuple[float, float], points: Points) -> bool:
    local = project(inverse, points)
    return bool(np.any((local > 0).all(axis=1) & (local < size).all(axis=1)))


def _offsets(count: int, step: float, sitter: Sitter, rng: np.random.Generator) -> Points:
    """(N, 3) of u, d, turn in degrees about the play's middle: a row, a fan, or laid loosely."""
    if count <= 3 and rng.random() < 0.12:
        step = rng.uniform(60, 66)  # side by side
    offsets = _row(count, step)
    if rng.random() < sitter.fan and count > 2:
        radius = rng.uniform(150, 320)
        bend = offsets[:, 0] / radius
        offsets = np.stack([radius * np.sin(bend), radius * (1 - np.cos(bend)), np.rad2deg(bend)], 1)
    careless = 3.5 if rng.random() < sitter.loose else 1.0
    offsets += rng.normal(0, 1, offsets.shape) * (0.5 * careless, 1.0 * careless, 1.1 * careless)
    if sitter.leftward:
        offsets[:, 0] *= -1
        offsets[:, 2] *= -1
    return offsets


def _row(count: int, step: float) -> Points:
    places = (np.arange(count) - (count - 1) / 2) * step
    return np.stack([places, np.zeros(count), np.zeros(count)], 1)


def _turn(offsets: Points, degrees: float) -> Points:
    a = np.deg2rad(degrees)
    u, d = offsets[:, 0], offsets[:, 1]
    c, s = np.cos(a), np.sin(a)
    return np.stack([u * c - d * s, u * s + d * c, offsets[:, 2] + degrees], 1)


def _place(
    play: Sequence[Laid],
    side: Side,
    sitter: Sitter,
    deck: Deck,
    earlier: Sequence[Laid],
    rng: np.random.Generator,
) -> tuple[Laid, ...] | None:
    """The play moved to where it suits best, or None when it fits nowhere in the quarter."""
    corners = side.from_table(np.concatenate([outline(piece, deck) for piece in play]))
    centres = side.from_table(np.array([(piece.x, piece.y) for piece in play]))
    samples = side.from_table(np.concatenate([_grid(piece, deck) for piece in play]))
    old = [np.linalg.inv(card_to_table(piece, deck.size)) for piece in earlier]
    old_centres = side.from_table(np.array([(piece.x, piece.y) for piece in earlier]).reshape(-1, 2))
    half = side.square / 2
    wanted = np.array((rng.normal(0, 0.06 * half), half * sitter.home))
    price = 30.0 if rng.random() < sitter.over else 600.0
    best: tuple[float, Points] | None = None
    for _ in range(_TRIES):
        shift = rng.uniform((-0.75, 0.2), (0.75, 0.95)) * half
        moved = corners + shift
        if np.any(np.abs(moved[:, 0]) > moved[:, 1] - _CLEAR) or moved[:, 1].max() > half - 2:
            continue
        if len(old_centres) and _nearest(centres + shift, old_centres) < 15:
            continue
        there = np.stack(side.to_table(*(samples + shift).T), 1)
        hidden = sum(_share(inverse, deck.size, there) for inverse in old)
        cost = float(np.linalg.norm(shift - wanted)) + price * hidden
        if best is None or cost < best[0]:
            best = cost, shift
    if best is None:
        return None
    x, y = np.array(side.to_table(*best[1])) - half
    return tuple(replace(piece, x=piece.x + float(x), y=piece.y + float(y)) for piece in play)


def _nearest(points: Points, others: Points) -> float:
    return float(np.linalg.norm(points[:, None] - others[None], axis=2).min())


def _share(inverse: Points, size: tuple[float, float], points: Points) -> float:
    local = project(inverse, points)
    return float(((local > 0).all(axis=1) & (local < size).all(axis=1)).mean())


def outline(piece: Laid, deck: Deck) -> Points:
    """A card's four corners, mm on the table."""
    w, h = deck.size
    return project(card_to_table(piece, deck.size), np.array([(0, 0), (w, 0), (w, h), (0, h)], float))


def _grid(piece: Laid, deck: Deck) -> Points:
    xs, ys = np.meshgrid(np.linspace(2, deck.size[0] - 2, 4), np.linspace(2, deck.size[1] - 2, 5))
    return project(card_to_table(piece, deck.size), np.c_[xs.ravel(), ys.ravel()])
