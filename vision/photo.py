"""Every card in one photograph of unknown scale."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from vision.assembly import assemble
from vision.corners import offers, said
from vision.groups import LEAST, grouped
from vision.indices import Detect, Read, distinct
from vision.measuring import ProfileLearner
from vision.placed import JOKERS, Placed
from vision.plane import Plane
from vision.profile import CardProfile
from vision.values import Detections, Image, Index, SeenCard

SIDES = (480, 640, 960, 1920)
"""Longer sides at which a photograph is looked at: how large its indices are is not known."""

SURE, SURE_OF_JOKER = 0.6, 0.9
"""Probability from which a card is reported, and a joker of which one corner alone is seen: court art and
words look like one."""

LEANS = (1.0, 0.6, 0.0)
"""Shares of the lean that the sizes speak for: a few indices that are seen badly may have spoilt it."""

LENGTHS_MM = np.geomspace(4.8, 17.0, 15)
"""From rank to suit centre on the decks there are."""

FACING = np.cos(np.deg2rad(20))
"""Two corners of one card look at each other to within so much, ..."""

ALONG, ACROSS = (2.5, 12.0), (0.3, 2.0)
"""... lie so many times as far apart as rank and suit do, along the card, and across it by such a share of
that: a card is half as wide again as it is tall where the camera looks along the table.
"""

Vector = npt.NDArray[np.float64]


def read_picture(image: Image, detect: Detect, read: Read) -> list[SeenCard]:
    """Physical cards that are read surely enough (`SURE`), as `guesses` gives them."""
    return [card for card in guesses(image, detect, read) if card.p >= _sure(card)]


def _sure(card: SeenCard) -> float:
    return SURE_OF_JOKER if card.best.is_joker and len(card.indices) == 1 else SURE


def guesses(image: Image, detect: Detect, read: Read) -> list[SeenCard]:
    """Physical cards; ``centre_mm`` is in px here, and outlines only where a card's size could be told."""
    longest = max(image.shape[:2])
    sides = [side for side in SIDES if side <= 1.1 * longest] or [SIDES[0]]
    found = Detections.merge([detect(image, side / longest) for side in sides])
    found = found.take(np.argsort(-found.score))
    found = found.take(distinct(found))
    return cards_of(read(image, found), (image.shape[1], image.shape[0]))


def cards_of(indices: Sequence[Index], size: tuple[int, int]) -> list[SeenCard]:
    """Physical cards of a picture's indices; ``size`` is its width and height.

    How the table leans follows from how large its indices are here and there, their size in mm from how far
    apart the corners of one card lie, and where they stand from the cards themselves.
    """
    if not indices:
        return []
    pixels = np.array([(index.rank, index.suit) for index in indices], np.float64)
    plain = np.array([index.p >= SURE and float(index.probs[JOKERS:].sum()) < 0.5 for index in indices])
    fitted = Plane.of(pixels[plain], size)
    best: tuple[float, Plane, Vector, float] | None = None
    for lean in LEANS:
        plane = fitted.leaning(lean * fitted.lean)
        flat = plane.flat(pixels)
        lengths = np.linalg.norm(flat[:, 1] - flat[:, 0], axis=1)
        unit = float(np.median(lengths[plain] if plain.any() else lengths))
        for mm in LENGTHS_MM:
            gain = _gain(indices, flat * (mm / unit))
            if best is None or gain > best[0]:
                best = gain, plane, flat, mm / unit
    assert best is not None
    _, plane, flat, scale = best
    learner = ProfileLearner(CardProfile())
    learner.see(indices, flat * scale)
    cards = _joined(assemble(indices, flat * scale, learner.profile, flat=False))
    return [_in_pixels(card, plane, scale, learner.profile.plain is not None) for card in cards]


def _joined(cards: Sequence[SeenCard]) -> list[SeenCard]:
    """The cards, those of one face that are the two corners of one card as one.

    A picture that leans has cards of other sizes than the one that fits most of them.
    """
    left, found = list(cards), list[SeenCard]()
    while left:
        card = left.pop(0)
        other = next((each for each in left if _are_one(card, each)), None)
        if other is not None:
            left.remove(other)
            probs = np.sqrt(card.probs * other.probs)
            mass = max(float(card.probs.sum()), float(other.probs.sum()))
            card = replace(
                card,
                probs=(probs / probs.sum() * mass).astype(np.float32),
                centre_mm=((card.centre_mm + other.centre_mm) / 2).astype(np.float32),
                indices=(*card.indices, *other.indices),
            )
        found.append(card)
    return found


def _are_one(card: SeenCard, other: SeenCard) -> bool:
    """Whether two cards of which one corner each was seen are one, by how the corners face each other."""
    if card.best != other.best or len(card.indices) != 1 or len(other.indices) != 1:
        return False
    one, two = card.indices[0], other.indices[0]
    down, up = np.subtract(one.suit, one.rank), np.subtract(two.suit, two.rank)
    length = (float(np.linalg.norm(down)) + float(np.linalg.norm(up))) / 2
    way = down / np.linalg.norm(down) - up / np.linalg.norm(up)
    if float(down @ up) > -FACING * float(np.linalg.norm(down) * np.linalg.norm(up)):
        return False
    way /= np.linalg.norm(way)
    apart = np.subtract(two.rank, one.rank)
    along, across = float(apart @ way), float(way[0] * apart[1] - way[1] * apart[0])
    # Print goes down the left side of a card: its other corner lies on the right hand of who reads it.
    return ALONG[0] < along / length < ALONG[1] and ACROSS[0] < -across / along < ACROSS[1]


def _gain(indices: Sequence[Index], points: Vector) -> float:
    """How well corners find each other at a scale: log odds, over all cards."""
    placed = Placed.of(indices, points)
    groups = grouped(said(placed.probs), 2, list(offers(placed, CardProfile(), LEAST)))
    return sum(group.gain for group in groups)


def _in_pixels(card: SeenCard, plane: Plane, scale: float, known: bool) -> SeenCard:
    centre = plane.pixels(card.centre_mm / scale).astype(np.float32)
    assert card.quad_px is not None
    outline = (
        plane.pixels(card.quad_px / scale).astype(np.float32) if known or len(card.indices) > 1 else None
    )
    return replace(card, centre_mm=centre, quad_px=outline)
