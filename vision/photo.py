"""Every card in one photograph of unknown scale."""

from __future__ import annotations

import numpy as np

from vision.cards import Layout, assemble
from vision.indices import Detect, Read, distinct
from vision.values import Detections, Image, SeenCard

SIDES = (480, 640, 960, 1920)
"""Longer sides at which a photograph is looked at: how large its indices are is not known."""

SURE = 0.7
"""Probability from which a card is reported."""


def read_picture(image: Image, detect: Detect, read: Read, corners: int = 2) -> list[SeenCard]:
    """Physical cards; ``centre_mm`` is in px here, and outlines only of cards that show two corners."""
    longest = max(image.shape[:2])
    sides = [side for side in SIDES if side <= 1.1 * longest] or [SIDES[0]]
    found = Detections.merge([detect(image, side / longest) for side in sides])
    found = found.take(np.argsort(-found.score))
    found = found.take(distinct(found))
    indices = read(image, found)
    points = np.array([(i.rank, i.suit) for i in indices], np.float64).reshape(-1, 2, 2)
    cards = assemble(indices, points, Layout(None, corners))
    return [card for card in cards if card.p >= SURE]
