"""Close-ups of single indices, for the reader alone: cheap to draw, so every face, font and suit comes often.

A card with a few neighbours, seen at the size at which a camera over a table sees it, turned upright by
points that are exact; training shakes them as a detector would.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from datasets.crops import crop_index
from datasets.decks import AnyDeck, Deck
from datasets.glyphs import SMALL_LETTERS, text_mask
from datasets.jokers import slanted
from datasets.optics import camera, glare, light, wear
from datasets.scenes import READABLE, Laid, compose, index_labels
from datasets.surroundings import surface
from engine.cards import FACES, Card
from vision.opencv import cv2

SIDE = 112
INDEX_PX = (11.0, 36.0)
SOFTNESS = 0.7
"""How blurred and noisy, beside the scenes of the detector."""

PER_FACE = 4
"""Close-ups of each face of a deck."""
PER_JOKER = 12
PER_PRINTED = 30
"""Close-ups of each face of a printed deck: there are few of them."""

Image8 = NDArray[np.uint8]


def deck_close_ups(
    rng: np.random.Generator, deck: AnyDeck, times: int | None = None
) -> tuple[list[Image8], list[int]]:
    """Crops (88, 64, 3) and classes of every face where its index shows.

    times: close-ups of each face; None: ``PER_FACE``, and ``PER_JOKER`` of jokers.
    """
    crops, faces = [], []
    for face in deck.faces:
        for _ in range(times or (PER_JOKER if face.is_joker else PER_FACE)):
            crop = close_up(rng, deck, face)
            if crop is not None:
                crops.append(crop)
                faces.append(FACES.index(face))
    return crops, faces


def close_up(rng: np.random.Generator, deck: AnyDeck, face: Card) -> Image8 | None:
    """One index of ``face``; ``None`` where a neighbour covers it."""
    tall = float(np.exp(rng.uniform(*np.log(INDEX_PX))))
    scale = tall / deck.index_height
    marks = deck.marks(face)
    mark = marks[int(rng.integers(len(marks)))]
    angle = float(rng.uniform(0, 360))
    spin = np.deg2rad(angle)
    turn = np.array([[np.cos(spin), -np.sin(spin)], [np.sin(spin), np.cos(spin)]])
    middle = np.add(mark.rank, mark.suit) / 2 - np.array(deck.size) / 2
    centre = np.full(2, SIDE / 2 / scale) - turn @ middle
    own = Laid(face, float(centre[0]), float(centre[1]), angle)
    below, above = (_neighbours(rng, own, turn, deck.faces, side) for side in (-1, 1))
    laid = [*below, own, *above]
    canvas = surface(rng, SIDE, SIDE)
    skew = rng.normal(0, 0.09, (2, 2))
    view = np.eye(3)
    view[:2, :2] = scale * (np.eye(2) + skew)
    view[:2, 2] = SIDE / 2 - view[:2, :2] @ np.full(2, SIDE / 2 / scale)
    owner = compose(canvas, laid, view, [deck], (rng.uniform(-2, 2), rng.uniform(-2, 2), rng.uniform(0, 0.5)))
    if rng.random() < 0.3:
        wear(canvas, owner >= 0, rng, scale)
    if rng.random() < 0.25:
        glare(canvas, owner >= 0, rng)
    place = laid.index(own)
    labels = [x for x in index_labels(laid, owner, view, [deck]) if x.laid == place and x.visible >= READABLE]
    if not labels:
        return None
    picture = camera(light(canvas, rng), rng, SOFTNESS)
    label = min(labels, key=lambda x: abs(x.rank[0] - SIDE / 2) + abs(x.rank[1] - SIDE / 2))
    return crop_index(picture, label.rank, label.suit)


def word_close_ups(rng: np.random.Generator, count: int) -> list[Image8]:
    """Words that are no jokers' (keys, print, labels), cut out as if they were."""
    crops = []
    for _ in range(count):
        mask = text_mask(_word(rng), SMALL_LETTERS, int(rng.integers(0, 6)))
        if rng.random() < 0.5:
            mask = slanted(mask, float(rng.uniform(-10, 10)))
        tall = float(rng.uniform(5, 14))
        wide = min(tall * mask.shape[1] / mask.shape[0], SIDE * 0.7)
        canvas = surface(rng, SIDE, SIDE)
        if rng.random() < 0.7:
            canvas[:] = rng.integers(90, 256) + rng.integers(-12, 1, 3)
        ink = rng.integers(0, 256, 3) if rng.random() < 0.3 else np.full(3, rng.integers(0, 90))
        angle = float(rng.uniform(0, 360))
        scale = wide / mask.shape[1]
        turn = cv2.getRotationMatrix2D((mask.shape[1] / 2, mask.shape[0] / 2), angle, scale)
        turn[:, 2] += SIDE / 2 - mask.shape[1] / 2, SIDE / 2 - mask.shape[0] / 2
        alpha = cv2.warpAffine(mask, turn, (SIDE, SIDE), flags=cv2.INTER_AREA)[..., None]
        canvas = (canvas * (1 - alpha) + ink * alpha).astype(np.uint8)
        ends = [(mask.shape[1] * t, mask.shape[0] / 2, 1.0) for t in (0.15, 0.85)]
        rank, suit = (turn @ np.array(end) for end in (ends if rng.random() < 0.7 else ends[::-1]))
        picture = camera(light(canvas, rng), rng, SOFTNESS)
        crops.append(crop_index(picture, (float(rank[0]), float(rank[1])), (float(suit[0]), float(suit[1]))))
    return crops


def back_close_ups(rng: np.random.Generator, deck: Deck, count: int) -> list[Image8]:
    """Places on the backs of cards that lie on one another, cut out as if an index stood there."""
    crops = []
    for _ in range(count):
        scale = float(np.exp(rng.uniform(np.log(1.1), np.log(3.2))))
        middle = SIDE / 2 / scale
        laid = [
            Laid(FACES[0], middle + x, middle + y, float(rng.uniform(0, 360)), face_up=False)
            for x, y in rng.normal(0, 12, (int(rng.integers(1, 4)), 2))
        ]
        canvas = surface(rng, SIDE, SIDE)
        compose(canvas, laid, np.diag((scale, scale, 1.0)), [deck])
        picture = camera(light(canvas, rng), rng, SOFTNESS)
        place, angle = rng.normal(SIDE / 2, 26 * scale, 2), rng.uniform(0, 2 * np.pi)
        place = np.clip(place, 8, SIDE - 8)
        end = place + rng.uniform(8, 34) * np.array([np.cos(angle), np.sin(angle)])
        crops.append(crop_index(picture, (float(place[0]), float(place[1])), (float(end[0]), float(end[1]))))
    return crops


def _word(rng: np.random.Generator) -> str:
    letters = "abcdefghijklmnopqrstuvwxyz0123456789"
    word = "".join(letters[i] for i in rng.integers(0, len(letters), int(rng.integers(3, 8))))
    kind = rng.random()
    return word.upper() if kind < 0.35 else word.capitalize() if kind < 0.6 else word


def _neighbours(
    rng: np.random.Generator, own: Laid, turn: NDArray[np.float64], faces: Sequence[Card], side: int
) -> list[Laid]:
    """Cards of the same fan or row, on the side (-1 left, 1 right) on which they do not cover the index."""
    cards = []
    for _ in range(int(rng.integers(0, 3))):
        step = rng.uniform(9, 26) * side
        offset = turn @ np.array([step, rng.normal(0, 3)])
        face = faces[int(rng.integers(len(faces)))]
        x, y = own.x + float(offset[0]), own.y + float(offset[1])
        cards.append(Laid(face, x, y, own.angle + float(rng.normal(0, 5))))
    return cards
