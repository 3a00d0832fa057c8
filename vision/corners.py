"""Which indices can be corners of one card: by where they stand to each other, and by what they say.

An index gives a place and a direction, both a little off.  Where a deck's profile is known, the place of
every other corner follows; where it is not, an index of that size usually stands about so far from the edges.
Two indices of one card lie where the card's size says; those of two cards lie so by chance only, for two
cards that lie exactly on one another do not both show.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from engine.cards import FACES
from vision.placed import JOKERS, TWISTED, Placed, Vector
from vision.profile import CardProfile, IndexPlace

POINT_SD, JOKER_POINT_SD = 0.07, 0.18
"""How far an index's middle is off, by the distance of its two points: of long words often a part is seen."""

TURN_SD = np.deg2rad(4.5)
"""How far its direction is off."""

LENGTH_SD, JOKER_LENGTH_SD = 0.09, 0.25
"""How far that distance is off, by its own length."""

TAIL = 6.0
"""Errors are Student's with so many degrees of freedom: large ones come oftener than a normal law says."""

MISREAD = 0.003
"""Share of pairs of corners that are clearly seen and yet read as different faces."""

OTHER_JOKER = 0.05
"""The same for the two jokers, which differ in colour alone."""

EQUAL = 0.3
"""Chance that a card's neighbour has the same face."""

CHANCE = 4.8
"""Log odds that weigh against two cards' indices lying so by chance; from the benchmark."""

ALIGNED = 2.5
"""So much less tells a pair of one short side: the cards of a row are in line, and every second may fit."""


@dataclass(frozen=True, slots=True)
class Offset:
    """From an index at a card's NW or SE corner to its opposite, in the index's own axes (right, down), mm.

    sd: how far each may be off; quarter_turn: the index runs along the card's short side.
    """

    right: Vector
    down: Vector
    sd: tuple[float, float]
    quarter_turn: bool = False


@dataclass(frozen=True, slots=True)
class Offer:
    """Indices ``i`` and ``j`` as corners of one card, each at its left (1) or right (-1) as one reads it.

    gain: log odds against their being two cards, by where they stand alone.
    """

    i: int
    j: int
    side_i: int
    side_j: int
    gain: float


AGREEING = float(np.log(1 / EQUAL))
"""Log odds at most of two indices that say the same: two cards often are equal."""


def faces_gain(said: Vector) -> float:
    """Log odds of one card rather than several, by what its indices say ((n, 54) of `said`)."""
    together = np.log(len(FACES) * said).sum(axis=0)
    return float(min(np.logaddexp.reduce(together) - np.log(len(FACES)), (len(said) - 1) * AGREEING))


FAR, STEEP = (3.2, 14.0), (np.deg2rad(20.0), np.deg2rad(54.0))
"""Between opposite corners, whatever the deck: distance by an index's length, angle from the long side."""

ANYHOW = -0.5
"""Log odds of a pair of which only that is known: enough where faces agree and nothing fits better."""


def anyhow(placed: Placed) -> Iterator[Offer]:
    """Pairs that may be opposite corners of a card that does not lie in the plane of the others."""
    for i in range(len(placed)):
        for j in range(i + 1, len(placed)):
            down = placed.down[i] - placed.down[j]
            size = float(np.linalg.norm(down))
            ratio = placed.length[i] / placed.length[j]
            if size < 2 * np.cos(TWISTED / 2) or not 0.5 < ratio < 2:
                continue
            delta = placed.middle[j] - placed.middle[i]
            right, below = float(delta @ [down[1], -down[0]]) / size, float(delta @ down) / size
            far = np.hypot(right, below) * 2 / (placed.length[i] + placed.length[j])
            if FAR[0] < far < FAR[1] and STEEP[0] < np.arctan2(right, below) < STEEP[1]:
                yield Offer(i, j, 1, 1, ANYHOW)


def said(probs: Vector) -> Vector:
    """What indices (N, 54) say, with room for their being misread."""
    mixed = (1 - MISREAD) * probs + MISREAD / len(FACES)
    mixed[:, JOKERS:] += OTHER_JOKER * probs[:, : JOKERS - 1 : -1]
    return np.asarray(mixed)


OPPOSITE = ((-1, 1, 1),)
CORNERS = ((-1, 1, 1), (-1, -1, -1), (1, 1, -1), (1, -1, 1), (-1, 1, -1), (-1, -1, 1))
"""How two corners of one card stand: same way up (1) or not (-1), side of the first, side of the second."""


def offsets(profile: CardProfile, joker: bool, length: Vector) -> list[Offset]:
    """Where the opposite index lies of an index of that length: as the profile says, or as decks have it."""
    width, height = profile.size
    place = profile.joker if joker else profile.plain
    if place is not None:
        return [_offset(place, profile.size, length)]
    # Fitted to 150 drawn and the printed decks: larger indices reach further in.
    if not joker:
        return [Offset(width - 2.7 - 0.91 * length, height - 6.6 - 2.08 * length, (2.0, 3.0))]
    return [
        Offset(width - 4.7 - 0.24 * length, height - 6.8 - 1.45 * length, (2.0, 3.5)),
        Offset(-(height - 8.0 - 0.45 * length), width - 6.3 - 1.28 * length, (4.0, 2.0), quarter_turn=True),
    ]


def _offset(place: IndexPlace, size: tuple[float, float], length: Vector) -> Offset:
    across, along = size[0] - 2 * place.middle[0], size[1] - 2 * place.middle[1]
    same = np.ones_like(length)
    if place.across:
        return Offset(-along * same, across * same, (place.sd, place.sd), quarter_turn=True)
    return Offset(across * same, along * same, (place.sd, place.sd))


def offers(placed: Placed, profile: CardProfile, least: float) -> Iterator[Offer]:
    """Pairs of indices that may be corners of one card, by places and faces with ``least`` gain or more."""
    if len(placed) < 2:
        return
    says = said(placed.probs)
    faces = np.minimum(np.log(len(FACES) * (says @ says.T)), AGREEING)
    for joker in (False, True):
        # A joker's letters are put in the same place whatever they say; mixed pairs go by the plain places.
        of_kind = (
            placed.joker[:, None] & placed.joker[None]
            if joker
            else ~(placed.joker[:, None] & placed.joker[None])
        )
        length = (placed.length[:, None] + placed.length[None]) / 2
        ways = CORNERS if profile.corners == 4 and not joker else OPPOSITE
        for offset in offsets(profile, joker, length):
            for way, side_i, side_j in ways:
                gain = _geometry_gain(placed, offset, joker, way, side_i, side_j)
                likely = np.triu(of_kind & (gain + faces >= least), 1)
                for i, j in zip(*np.nonzero(likely), strict=True):
                    yield Offer(int(i), int(j), side_i, side_j, float(gain[i, j]))


def _geometry_gain(placed: Placed, offset: Offset, joker: bool, way: int, side_i: int, side_j: int) -> Vector:
    """(N, N) log odds of where they lie."""
    down = placed.down[:, None] + way * placed.down[None]
    size = np.linalg.norm(down, axis=2)
    down = down / np.maximum(size, 1e-6)[..., None]
    right = np.stack([down[..., 1], -down[..., 0]], axis=2)
    delta = placed.middle[None] - placed.middle[:, None]
    share = (side_i - way * side_j) / 2, (1 - way) / 2
    if offset.quarter_turn:
        share = (1.0, 1.0)
    want_right, want_down = share[0] * offset.right, share[1] * offset.down
    off_right = (delta * right).sum(axis=2) - want_right
    off_down = (delta * down).sum(axis=2) - want_down
    # Errors: of both middles, of the mean direction (swings the far index sideways), of the profile.
    point = (JOKER_POINT_SD if joker else POINT_SD) * np.sqrt(
        placed.length[:, None] ** 2 + placed.length[None] ** 2
    )
    swing = TURN_SD / np.sqrt(2)
    rr = point**2 + (share[0] * offset.sd[0]) ** 2 + (swing * want_down) ** 2
    dd = point**2 + (share[1] * offset.sd[1]) ** 2 + (swing * want_right) ** 2
    rd = -(swing**2) * want_right * want_down
    det = rr * dd - rd**2
    places = (dd * off_right**2 - 2 * rd * off_right * off_down + rr * off_down**2) / det
    turned = 2 * np.arccos(np.clip(size / 2, 0, 1))
    ratio = np.log(placed.length[:, None] / placed.length[None])
    length_sd = JOKER_LENGTH_SD if joker else LENGTH_SD
    misfit = places + turned**2 / (2 * TURN_SD**2) + ratio**2 / (2 * length_sd**2)
    tailed = (TAIL + 4) * np.log1p(misfit / TAIL)
    chance = CHANCE - (ALIGNED if way > 0 else 0)
    gain = chance - tailed / 2 - np.log(det) / 2 - np.log(TURN_SD * np.sqrt(2))
    gain[turned > TWISTED] = -np.inf
    return np.asarray(gain)
