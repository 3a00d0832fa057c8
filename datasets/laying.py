"""How a hand brings cards to the table: the paths of both."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from datasets.layout import Side
from datasets.motion import Path, Person, Pose, middle, pose_of
from datasets.scenes import Laid

FINGERS = 24.0
"""How far behind the middle of the cards it carries a hand's fingertips are, mm."""
HALF_LONG, HALF_LESS = 44.0, 15.0
"""Half of a card's long side, and by how much half its short side is less, mm."""
AHEAD = 80.0
"""How far a carried card may stand out before the fingertips, mm."""


def laying(
    person: Person, play: Sequence[Laid], began: int, at: int, rng: np.random.Generator
) -> tuple[Path, list[Path]]:
    """Paths of the hand and the cards: laid at once, spread out of a packet, or dealt one by one.

    What moves comes into the picture at ``began``, so that the paths start a little before; the last card
    lies at ``at``.
    """
    hand, paths = _paths(person, play, began, at, rng)
    early = _unseen_ms(person, hand, play, paths)
    return hand.begun(began - early), [path.begun(began - early) for path in paths]


def withdrawal(person: Person, hand: Path, at: int, rng: np.random.Generator) -> Path:
    """The hand that has laid at ``at`` goes away."""
    stay = at + int(rng.integers(60, 260))
    gone = stay + int(rng.integers(330, 520))
    return Path(((at, hand.end), (stay, hand.end), (gone, person.outside(hand.end, 30))))


def _paths(
    person: Person, play: Sequence[Laid], began: int, at: int, rng: np.random.Generator
) -> tuple[Path, list[Path]]:
    poses = [pose_of(piece) for piece in play]
    wide = np.hypot(poses[-1].x - poses[0].x, poses[-1].y - poses[0].y)
    if len(play) == 1 or (wide < 130 and rng.random() < 0.45):
        rest = person.hand_at(*middle(play), FINGERS)
        start = person.outside(rest, AHEAD)
        back = start.x - rest.x, start.y - rest.y
        paths = [Path(((began, pose.shifted(*back)), (at, pose))) for pose in poses]
        return Path(((began, start), (at, rest))), paths
    hands = [person.hand_at(pose.x, pose.y, FINGERS) for pose in poses]
    start = person.outside(hands[0], AHEAD)
    back = start.x - hands[0].x, start.y - hands[0].y
    arrive = began + int((at - began) * rng.uniform(0.42, 0.55))
    stepwise = len(play) <= 6 and rng.random() < 0.4
    share = np.arange(len(play)) / (len(play) - 1) if stepwise else np.minimum(np.arange(len(play)), 1)
    times = [arrive + int((at - arrive) * part) for part in share]
    visits = [*zip(times, hands, strict=True)] if stepwise else [(arrive, hands[0]), (at, hands[-1])]
    paths = []
    for i, pose in enumerate(poses):
        held = Pose(*(v + rng.normal(0, 0.7) for v in (poses[0].x, poses[0].y, poses[0].angle)))
        keys = [(began, held.shifted(*back)), (arrive, held)]
        if stepwise:  # the packet goes along with the hand until this card is dropped
            steps = zip(times[1:i], poses[1:i], strict=True)
            keys += [(t, held.shifted(p.x - poses[0].x, p.y - poses[0].y)) for t, p in steps]
        paths.append(Path((*keys, (max(times[i], arrive + 1), pose))))
    return Path(((began, start), *visits)), paths


def first_seen(side: Side, edge: float, hand: Path, carried: Sequence[tuple[float, Path]]) -> int | None:
    """When a hand, or one of the cards (angle, path) in it, comes into the picture, which ends at ``edge``.

    ms to within 5; None when it never does.
    """
    for ms in range(hand.keys[0][0], hand.keys[-1][0] + 1, 5):
        pose = hand.at(ms)
        reaches = [_d(side, pose)]
        for angle, path in carried:
            turned = abs(float(np.sin(np.deg2rad(angle - side.angle))))
            reaches.append(_d(side, path.at(ms)) - HALF_LONG + turned * HALF_LESS)
        if min(reaches) < edge:
            return ms
    return None


def _d(side: Side, pose: Pose) -> float:
    """How far a place is from the middle of the table toward a side, mm."""
    return float(side.from_table(np.array([(pose.x, pose.y)]))[0, 1])


def _unseen_ms(person: Person, hand: Path, play: Sequence[Laid], paths: Sequence[Path]) -> int:
    """By how much the way in has to begin earlier, for hand or cards to be in the picture at its start."""
    (began, _), (arrive, _) = hand.keys[:2]
    angles = (piece.angle for piece in play)
    seen = first_seen(person.side, person.edge, hand, [*zip(angles, paths, strict=True)])
    if seen is None or seen >= arrive:
        return 0
    share = (seen - began) / (arrive - began)
    return round(share / (1 - share) * (arrive - began))
