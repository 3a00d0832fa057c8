"""Indices in the plane of the cards: where they stand, which way they look, and what they say."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from engine.cards import FACES
from vision.values import Index

Vector = npt.NDArray[np.float64]

JOKERS = len(FACES) - 2
"""From here on the faces are jokers."""

TWISTED = np.deg2rad(28.0)
"""The directions of one card's indices never differ by more from what they should."""

BEHIND, ASIDE = 1.1, 0.25
"""Parts of one word are no further apart, along and across its letters, by the length of the longer one."""


@dataclass(frozen=True, slots=True)
class Placed:
    """Indices in the plane of the cards, mm: middle between rank and suit (N, 2), unit vector from rank to
    suit (N, 2), their distance (N,), whether they say joker (N,), and what they say (N, 54)."""

    middle: Vector
    down: Vector
    length: Vector
    joker: npt.NDArray[np.bool_]
    probs: Vector

    @classmethod
    def of(cls, indices: Sequence[Index], points: npt.ArrayLike) -> Placed:
        """``points``: (N, 2, 2), rank and suit centre of each index, mm."""
        pairs = np.asarray(points, np.float64).reshape(-1, 2, 2)
        along = pairs[:, 1] - pairs[:, 0]
        length = np.maximum(np.linalg.norm(along, axis=1), 1e-6)
        probs = np.array([index.probs for index in indices], np.float64).reshape(-1, len(FACES))
        joker = probs[:, JOKERS:].sum(axis=1) > 0.5 * np.maximum(probs.sum(axis=1), 1e-6)
        return cls(pairs.mean(axis=1), along / length[:, None], length, joker, probs)

    def __len__(self) -> int:
        return len(self.middle)


def one_word(placed: Placed) -> tuple[Placed, list[tuple[int, ...]]]:
    """Joins the parts of a joker's long word, which may be seen twice along its letters.

    Returns the indices left, and which of the given ones each of them is.  Two words that both show cannot
    stand so close behind one another.
    """
    words = _words(placed)
    if len(words) == len(placed):
        return placed, words
    whole = [_whole(placed, list(word)) for word in words]
    middle, down, length = (np.array(column) for column in zip(*whole, strict=True))
    probs = np.array([placed.probs[list(word)].mean(axis=0) for word in words])
    return Placed(middle, down, length, placed.joker[[word[0] for word in words]], probs), words


def _words(placed: Placed) -> list[tuple[int, ...]]:
    """The indices, those that are parts of one word together."""
    words: list[tuple[int, ...]] = [(i,) for i in range(len(placed))]
    jokers = np.nonzero(placed.joker)[0]
    for i in jokers:
        for j in jokers[jokers > i]:
            long = max(placed.length[i], placed.length[j])
            down, delta = placed.down[i], placed.middle[j] - placed.middle[i]
            along, aside = abs(float(delta @ down)), abs(float(delta[0] * down[1] - delta[1] * down[0]))
            same_way = float(down @ placed.down[j]) > np.cos(TWISTED)
            if same_way and along < BEHIND * long and aside < ASIDE * long:
                joined = tuple(sorted({*words[i], *words[j]}))
                for k in joined:
                    words[k] = joined
    return sorted(set(words))


def _whole(placed: Placed, parts: list[int]) -> tuple[Vector, Vector, float]:
    """Middle, direction and length of a word from its first to its last letter."""
    middle, down = placed.middle[parts[0]], placed.down[parts[0]]
    half = placed.down[parts] * placed.length[parts, None] / 2
    ends = np.concatenate([placed.middle[parts] - half, placed.middle[parts] + half])
    along = (ends - middle) @ down
    return middle + down * (along.min() + along.max()) / 2, down, float(np.ptp(along))
