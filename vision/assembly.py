"""From corner indices to physical cards.

A card shows two indices (four on some decks) and two decks hold every face twice, so counting indices
or collecting faces in a set both miscount.  Two indices are one card exactly when they stand to each
other as two corners of one card do (`vision.corners`); every other index is a card of its own, but for one
that another card half hides: what it says is no ground to believe in a card.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np
import numpy.typing as npt

from vision.corners import anyhow, offers, offsets, said
from vision.groups import LEAST, Group, grouped
from vision.placed import Placed, one_word
from vision.profile import CardProfile
from vision.values import Index, SeenCard

CORNERS_TOGETHER = 0.75
"""Power of the product of what one card's corners say; 1 would take them for independent."""

SLACK_MM = 2.0
"""By so much an outline may be off."""

HALF_HIDDEN = 0.3
"""Share of an index under another card from which it is no ground for a card, ..."""

CLEAR = 0.8
"""... unless it is read as surely as this."""

Vector = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class _Pose:
    """Where a card lies: centre and unit vector down its long side (as its first index has it), mm; where its
    indices stand, (n, 2) mm, those that were seen first."""

    centre: Vector
    down: Vector
    size: tuple[float, float]
    corners: Vector
    seen: int

    @property
    def right(self) -> Vector:
        return np.array((self.down[1], -self.down[0]), np.float64)

    def covers(self, points: Vector, slack: float) -> npt.NDArray[np.bool_]:
        """Which points (n, 2) lie on the card, its edges moved out by ``slack`` mm."""
        delta = points - self.centre
        width, height = self.size
        return np.asarray(
            (np.abs(delta @ self.right) < width / 2 + slack)
            & (np.abs(delta @ self.down) < height / 2 + slack)
        )

    @property
    def outline(self) -> Vector:
        """(4, 2), from the corner of the first index round."""
        right, down = self.right * self.size[0] / 2, self.down * self.size[1] / 2
        corners = np.array([-right - down, right - down, right + down, down - right])
        return np.asarray(self.centre + corners)


@dataclass(slots=True)
class _Card:
    """A card and the ways it may lie, one where they have been told apart."""

    members: tuple[int, ...]
    ways: list[_Pose]
    p: float


def assemble(
    indices: Sequence[Index], points: npt.ArrayLike, profile: CardProfile, flat: bool = True
) -> list[SeenCard]:
    """Physical cards, in the order of their first index.

    points: (N, 2, 2), rank and suit centre of each index on the table, mm; flat: whether all cards lie in
    that plane, as they do on a table that was measured.  ``quad_px`` of the cards is in mm.
    """
    placed, words = one_word(Placed.of(indices, points))
    pairs = list(offers(placed, profile, LEAST))
    if not flat:
        pairs += anyhow(placed)
    groups = grouped(said(placed.probs), profile.corners, pairs)
    cards = [_Card(g.members, _ways(g, placed, profile), _best(placed, g.members)) for g in groups]
    _tell_sides_apart(cards)
    return [
        _seen(card, tuple(indices[k] for i in card.members for k in words[i]), placed)
        for card in cards
        if not _half_hidden(card, cards, placed) and not _on_and_under(card, cards, placed)
    ]


def _best(placed: Placed, members: Sequence[int]) -> float:
    return float(max(placed.probs[i].max() for i in members))


def _ways(group: Group, placed: Placed, profile: CardProfile) -> list[_Pose]:
    """How the card lies for each way in which its indices may stand on it."""
    joker = bool(placed.joker[list(group.members)].mean() > 0.5)
    if joker:
        group = Group(group.members, ((1,) * len(group.members),))
    return [_pose(group.members, sides, placed, profile, joker) for sides in group.sides]


def _pose(
    members: Sequence[int], sides: Sequence[int], placed: Placed, profile: CardProfile, joker: bool
) -> _Pose:
    which = list(members)
    middle, down = placed.middle[which], placed.down[which]
    length = np.array(placed.length[which].mean())
    best = None
    for offset in offsets(profile, joker, length):
        # Place of each index from the card's centre, in the axes of the first one.
        turned = np.where(down @ down[0] < 0, -1.0, 1.0)
        half = np.array([float(offset.right), float(offset.down)]) / 2
        own = -turned[:, None] * np.stack([np.array(sides) * half[0], np.full(len(which), half[1])], axis=1)
        axis = _axis(own, middle, down[0])
        right = np.array([axis[1], -axis[0]])
        there = own[:, :1] * right + own[:, 1:] * axis
        centre = (middle - there).mean(axis=0)
        off = float(np.linalg.norm(middle - there - centre, axis=1).mean())
        card_down = -right if offset.quarter_turn else axis
        others = _others(half, sides, turned, profile.corners if not joker else 2)
        rest = centre + others[:, :1] * right + others[:, 1:] * axis
        pose = _Pose(centre, card_down, profile.size, np.concatenate([middle, rest]), len(which))
        if best is None or off < best[0] - 2:
            best = off, pose
    assert best is not None
    return best[1]


def _axis(own: Vector, middle: Vector, first: Vector) -> Vector:
    """Direction down the card: by the line between its indices, or as its only one says."""
    if len(own) < 2:
        return first
    a, b = own - own.mean(axis=0), middle - middle.mean(axis=0)
    # ``own`` is (right, down), the plane's axes are its images: right = (down_y, -down_x).
    down = (a[:, 1:] * b).sum(axis=0) + (a[:, :1] * np.stack([-b[:, 1], b[:, 0]], axis=1)).sum(axis=0)
    return np.asarray(down / max(float(np.linalg.norm(down)), 1e-6))


def _others(half: Vector, sides: Sequence[int], turned: Vector, corners: int) -> Vector:
    """Places of the corners that were not seen, (n, 2) from the centre in the axes of the first one."""
    have = {(side * turn, turn) for side, turn in zip(sides, turned, strict=True)}
    every = ((1, 1), (-1, -1)) if corners == 2 else tuple(product((1, -1), repeat=2))
    left = [(-x * half[0], -y * half[1]) for x, y in every if (x, y) not in have]
    return np.array(left, np.float64).reshape(-1, 2)


def _tell_sides_apart(cards: list[_Card]) -> None:
    """Of a four-corner card that may lie on either side of what shows of it, find which: the surest first.

    Its other corners have to be hidden by other cards, and no two cards can hide each other's corners.
    """
    if all(len(card.ways) == 1 for card in cards):
        return
    ways = [way for card in cards for way in card.ways]
    owner = np.array([n for n, card in enumerate(cards) for _ in card.ways])
    missing = [_covered(ways, way.corners[way.seen :], SLACK_MM) for way in ways]
    over = np.array([_covered(ways, way.corners[: way.seen], -SLACK_MM).any(axis=1) for way in ways]).T
    mutual = over & over.T & (owner[:, None] != owner[None])
    alive = np.ones(len(ways), bool)

    def oddity(way: int) -> int:
        """Corners that are missing and nothing hides, and cards that this one hides and that hide it."""
        others = alive & (owner != owner[way])
        known = others & (np.bincount(owner[alive], minlength=len(cards))[owner] == 1)
        return int((~missing[way][others].any(axis=0)).sum()) + 2 * int(mutual[way][known].sum())

    while True:
        best: tuple[int, int] | None = None
        for open_ in np.nonzero(np.bincount(owner[alive], minlength=len(cards)) > 1)[0]:
            own = np.nonzero(alive & (owner == open_))[0]
            costs = sorted((oddity(int(way)), int(way)) for way in own)
            lead = costs[1][0] - costs[0][0]
            if lead and (best is None or lead > best[0]):
                best = lead, costs[0][1]
        if best is None:
            break
        alive[(owner == owner[best[1]]) & (np.arange(len(ways)) != best[1])] = False
    for n, card in enumerate(cards):
        card.ways = [ways[w] for w in np.nonzero(alive & (owner == n))[0]]


def _covered(ways: Sequence[_Pose], points: Vector, slack: float) -> npt.NDArray[np.bool_]:
    """(ways, points): which card, as it may lie, is over which point."""
    centre = np.array([way.centre for way in ways])
    down = np.array([way.down for way in ways])
    right = np.stack([down[:, 1], -down[:, 0]], axis=1)
    half = np.array([way.size for way in ways]) / 2 + slack
    delta = points[None] - centre[:, None]
    across, along = (delta @ right[..., None])[..., 0], (delta @ down[..., None])[..., 0]
    return np.asarray((np.abs(across) < half[:, :1]) & (np.abs(along) < half[:, 1:]))


def _half_hidden(card: _Card, cards: Sequence[_Card], placed: Placed) -> bool:
    """Whether all there is of a card is an index that a surely seen card partly lies on."""
    if len(card.members) > 1 or card.p >= CLEAR:
        return False
    (i,) = card.members
    ink = _ink(placed, i)
    for other in cards:
        if other is card or other.p < CLEAR or len(other.ways) > 1:
            continue
        (there,) = other.ways
        above = any(way.covers(there.corners[: there.seen], -SLACK_MM).any() for way in card.ways)
        if above and there.covers(ink, 0.0).mean() >= HALF_HIDDEN:
            return True
    return False


def _on_and_under(card: _Card, cards: Sequence[_Card], placed: Placed) -> bool:
    """Whether all there is of a card is an index on the face of a surely seen one that it would hide.

    Lines and pips of a face look like an index now and then; a card there would lie over the other's.
    """
    if len(card.members) > 1 or card.p >= CLEAR:
        return False
    ink = _ink(placed, card.members[0])
    for other in cards:
        if other is card or other.p < CLEAR or len(other.ways) > 1:
            continue
        (there,) = other.ways
        shown = [_ink(placed, i) for i in other.members]
        hides = all(any(way.covers(ink, 0.0).mean() >= HALF_HIDDEN for ink in shown) for way in card.ways)
        if hides and there.covers(ink, -SLACK_MM).all():
            return True
    return False


def _ink(placed: Placed, i: int) -> Vector:
    """Places all over an index, (n, 2) mm."""
    down, length = placed.down[i], placed.length[i]
    right = np.array([down[1], -down[0]])
    return np.array(
        [
            placed.middle[i] + length * (x * right + y * down)
            for x in (-0.35, 0.0, 0.35)
            for y in np.linspace(-0.95, 0.9, 7)
        ]
    )


def _seen(card: _Card, indices: tuple[Index, ...], placed: Placed) -> SeenCard:
    """One card from its indices: their readings multiplied, its place from their geometry."""
    which = list(card.members)
    read = placed.probs[which]
    probs = read[0]
    if len(which) > 1:
        # Corners of one card are misread alike now and then, so their product counts for less than full.
        joint = np.prod(np.maximum(read, 1e-6), axis=0) ** CORNERS_TOGETHER
        probs = joint / joint.sum() * read.sum(axis=1).max()
    pose = card.ways[0]
    centre, outline = pose.centre, pose.outline
    if len(card.ways) > 1 and len(which) > 1:
        # Those of one long side do not tell which one it is: room for the card on both.
        both = np.concatenate([(way.outline - pose.centre) @ pose.right for way in card.ways])
        centre = np.mean([way.centre for way in card.ways], axis=0)
        room = _Pose(centre, pose.down, (float(np.ptp(both)), pose.size[1]), pose.corners, pose.seen)
        outline = room.outline
    angle = float(np.degrees(np.arctan2(pose.down[0], -pose.down[1]))) % 180.0
    return SeenCard(
        probs.astype(np.float32),
        centre.astype(np.float32),
        angle,
        indices,
        outline.astype(np.float32),
    )
