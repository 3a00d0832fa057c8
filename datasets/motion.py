"""Movements: where a hand and the cards it carries are at a time, and the people whose hands they are.

A ``Move`` is one stretch of time of one hand with the cards it moves; what no move holds lies still.
Places are mm on the table, x right and y down from the play square's NW corner; times are ms.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum

import numpy as np

from datasets.layout import Side
from datasets.scenes import Laid
from datasets.style import Sitter


class Act(StrEnum):
    """What a hand does at the table."""

    LAY = "lay"  # a play, or a part of one
    WITHDRAW = "withdraw"  # after laying
    SQUARE_UP = "square_up"  # what lies there is pushed straight
    PUSH_TOGETHER = "push_together"  # what lies there is pushed into less room
    TURN_OVER = "turn_over"  # a seat turns what it has laid face down, where it lies
    GATHER = "gather"  # a trick is taken away, or put on the pile
    CLEAR = "clear"  # the pile is taken away
    KNOCK = "knock"  # a pass, spoken, with a tap on the table
    PASS_CARD = "pass_card"  # a pass, by a card that says so
    TAKE_PASS = "take_pass"  # such cards go back to their owner
    REST = "rest"
    TURN_UP = "turn_up"  # the card of the first deal that says who draws first
    DRAW = "draw"  # a card from the pack
    TRIBUTE = "tribute"  # a card that is paid, or given back, laid open
    TAKE_UP = "take_up"  # a card that lay open is taken by whom it is for
    TAKE_BACK = "take_back"  # what was laid goes back to the hand
    TRY = "try"  # a play that is taken back before the next seat plays
    SLIP = "slip"  # a card put to a play that had settled
    MOVE_THING = "move_thing"  # a cup, a phone


@dataclass(frozen=True, slots=True)
class Pose:
    """Where a card's middle or a hand's fingertips are; degrees clockwise, a hand at 0 points up."""

    x: float
    y: float
    angle: float

    def shifted(self, dx: float, dy: float) -> Pose:
        return Pose(self.x + dx, self.y + dy, self.angle)

    def toward(self, other: Pose, share: float) -> Pose:
        turn = (other.angle - self.angle + 180) % 360 - 180
        return Pose(
            self.x + (other.x - self.x) * share,
            self.y + (other.y - self.y) * share,
            self.angle + turn * share,
        )


@dataclass(frozen=True, slots=True)
class Path:
    """Poses at times; between two of them the thing starts and stops softly."""

    keys: tuple[tuple[int, Pose], ...]

    def at(self, ms: float) -> Pose:
        before = self.keys[0]
        if ms <= before[0]:
            return before[1]
        for key in self.keys[1:]:
            if ms < key[0]:
                t = (ms - before[0]) / (key[0] - before[0])
                return before[1].toward(key[1], t * t * (3 - 2 * t))
            before = key
        return before[1]

    @property
    def end(self) -> Pose:
        return self.keys[-1][1]

    def begun(self, ms: int) -> Path:
        """The same path, its first way begun at another time."""
        return Path(((ms, self.keys[0][1]), *self.keys[1:]))


@dataclass(frozen=True, slots=True)
class Carried:
    """One physical card under way, in the hand from the first time of its path to the last.

    ``number`` tells it from its equals; ``gone``: it is off the table afterwards; ``down``: from when on
    it lies face down.
    """

    number: int
    laid: Laid
    path: Path
    gone: bool = False
    down: int | None = None

    def at(self, ms: float) -> Laid:
        pose = self.path.at(ms)
        up = self.laid.face_up and (self.down is None or ms < self.down)
        return replace(self.laid, x=pose.x, y=pose.y, angle=pose.angle, face_up=up)


@dataclass(frozen=True, slots=True)
class Move:
    """The hand of the person at ``side`` at work from ``start`` until ``stop``, with the cards it moves.

    ``spread``: its fingers are spread, as of one that rests or sweeps; ``what`` it does there.
    """

    side: int
    start: int
    stop: int
    hand: Path
    carried: tuple[Carried, ...] = ()
    spread: bool = False
    what: Act = Act.REST


@dataclass(slots=True)
class Person:
    """One who sits at the table: what lies before them (by number), and when their hand is busy.

    ``edge`` is how far from the middle of the table the picture ends on their side, mm; ``passes`` are the
    PASS cards among what lies there.
    """

    side: Side
    sitter: Sitter
    edge: float
    lies: dict[int, Laid] = field(default_factory=dict)
    passes: dict[int, Laid] = field(default_factory=dict)
    moves: list[Move] = field(default_factory=list)

    def busy(self) -> list[tuple[int, int]]:
        return sorted((move.start, move.stop) for move in self.moves)

    def is_free(self, start: int, stop: int) -> bool:
        return all(stop <= move.start or start >= move.stop for move in self.moves)

    def move(self, what: Act, hand: Path, carried: Sequence[Carried] = (), spread: bool = False) -> None:
        """The hand does something on a path; so long as that takes."""
        start, stop = hand.keys[0][0], hand.keys[-1][0]
        self.moves.append(Move(self.side.number, start, stop, hand, tuple(carried), spread, what))

    def hand_at(self, x: float, y: float, behind: float = 0.0) -> Pose:
        """The hand with its fingertips ``behind`` mm short of a place, its arm coming from the shoulder."""
        out_x, out_y = self._arm(x, y)
        return Pose(x + out_x * behind, y + out_y * behind, float(np.rad2deg(np.arctan2(-out_x, out_y))))

    def outside(self, pose: Pose, room: float) -> Pose:
        """The hand drawn back along its arm until its fingertips are ``room`` mm outside the picture."""
        out_x, out_y = self._arm(pose.x, pose.y)
        ox, oy = self.side.outward
        d = float(self.side.from_table(np.array([(pose.x, pose.y)]))[0, 1])
        along = (self.edge + room - d) / max(out_x * ox + out_y * oy, 0.3)
        return pose.shifted(out_x * along, out_y * along)

    def _arm(self, x: float, y: float) -> tuple[float, float]:
        """Unit step from a place toward the shoulder."""
        aside = -170.0 if self.sitter.left_handed else 170.0
        shoulder_x, shoulder_y = self.side.to_table(aside, self.side.square / 2 + 430)
        dx, dy = shoulder_x - x, shoulder_y - y
        length = float(np.hypot(dx, dy))
        return dx / length, dy / length


def middle(pieces: Sequence[Laid]) -> tuple[float, float]:
    """The mean of the cards' places."""
    return float(np.mean([piece.x for piece in pieces])), float(np.mean([piece.y for piece in pieces]))


def pose_of(piece: Laid) -> Pose:
    return Pose(piece.x, piece.y, piece.angle)
