"""Cards that leave the table: swept together by a hand, taken away or put face down on a pile."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from datasets.motion import Act, Carried, Path, Person, Pose, middle, pose_of
from datasets.scenes import Laid
from datasets.style import Gather, VideoStyle

BESIDE = 150.0
"""How far outside the picture a hand goes with what it takes away, mm: cards and all."""
PALM = 54.0
"""How far behind the fingertips the middle of a card lies that a hand covers, mm."""
PILE_SHOWN = 24
"""So many cards that lie face down are drawn; on the pile they hide those below."""
SWEEP = 900
"""ms that it takes at least to sweep cards away."""
TURNING = 700
"""ms that it takes to turn one's cards over."""


class Gathering:
    """Clears the table after a trick, and the pile after a deal.

    ``turning``: how often a seat that takes its own cards away turns them over first.
    """

    def __init__(
        self,
        style: VideoStyle,
        people: Mapping[str, Person],
        rng: np.random.Generator,
        turning: float = 0.0,
    ) -> None:
        self.turning = turning
        self.style = style
        self.people = people
        self.rng = rng
        self.pile: list[tuple[int, Laid]] = []
        right, near = rng.random(2) < 0.5
        beside = rng.uniform(58, 75)
        side = style.side_mm
        self.pile_side = 0 if right else 2
        self.pile_place = np.array((side + beside if right else -beside, side * (0.88 if near else 0.12)))

    def trick(self, taker: str, start: int, stop: int) -> None:
        """All that lies there goes between ``start`` and ``stop``; ``taker`` has won it."""
        for person in self.people.values():
            if person.passes:
                self._take_passes(person, start)
        lying = [person for person in self.people.values() if person.lies]
        how = self.style.gather if self.rng.random() < 0.85 else Gather.OWN
        if how is Gather.OWN or len(lying) == 1:
            for person in lying:
                late = int(self.rng.integers(0, max(1, (stop - start) // 4)))
                if self.turning and stop - start - late > 2 * TURNING and self.rng.random() < self.turning:
                    self._turn_over(person, start + late, stop - SWEEP)
                self._sweep(person, [person], start + late, stop, to_pile=False)
        else:
            self._sweep(self.people[taker], lying, start, stop, to_pile=how is Gather.PILE)
        for person in self.people.values():
            person.lies.clear()

    def _turn_over(self, person: Person, start: int, before: int) -> None:
        """A seat turns its own cards face down under its palm, if it can do so ``before`` they go."""
        rng = self.rng
        start = max([start, *(move.stop for move in person.moves)])
        if start + TURNING > before:
            return
        x, y = middle([*person.lies.values()])
        palm = person.hand_at(x, y, -PALM)
        grab, stop = start + TURNING // 3, start + TURNING
        carried = []
        for number, piece in person.lies.items():
            flat = Pose(x + rng.normal(0, 2), y + rng.normal(0, 2), piece.angle + rng.normal(0, 3))
            path = Path(((grab, pose_of(piece)), (stop, flat)))
            carried.append(Carried(number, piece, path, down=(grab + stop) // 2))
            person.lies[number] = carried[-1].at(stop)
        keys = ((start, person.outside(palm, 20)), (grab, palm), (stop, palm))
        person.move(Act.TURN_OVER, Path(keys), carried, spread=True)

    def _take_passes(self, person: Person, start: int) -> None:
        """A seat takes its PASS cards back."""
        start = max([start, *(move.stop for move in person.moves)])
        grip = person.hand_at(*middle([*person.passes.values()]), 10)
        goal = person.outside(grip, BESIDE)
        grab, stop = start + 420, start + 950
        away = goal.x - grip.x, goal.y - grip.y
        carried = [
            Carried(
                n, piece, Path(((grab, pose_of(piece)), (stop, pose_of(piece).shifted(*away)))), gone=True
            )
            for n, piece in person.passes.items()
        ]
        hand = Path(((start, person.outside(grip, 20)), (grab, grip), (stop, goal)))
        person.move(Act.TAKE_PASS, hand, carried, spread=True)
        person.passes.clear()

    def _sweep(self, taker: Person, order: Sequence[Person], start: int, stop: int, to_pile: bool) -> None:
        """One hand goes from group to group, the far side first, and draws the cards along."""
        rng = self.rng
        own = taker.side.number
        order = sorted(order, key=lambda person: (2, 1, 3, 0).index((person.side.number - own) % 4))
        start = min(max([start, *(move.stop for move in taker.moves)]), stop - SWEEP)
        over = (-15.0, -14.0) if len(order) == 1 else (-20.0, 10.0)
        grips = [taker.hand_at(*middle([*p.lies.values()]), rng.uniform(*over)) for p in order]
        near = self.pile_place + rng.normal(0, 5, 2)
        over_pile = taker.hand_at(float(near[0]), float(near[1]), -PALM)
        goal = over_pile if to_pile else taker.outside(grips[-1], BESIDE)
        span = stop - start
        arrive = start + int(span * 0.3)
        there = stop - int(span * 0.22) if to_pile else stop
        last = max(arrive, stop - int(span * 0.5)) if len(order) > 1 else arrive
        times = [arrive + (last - arrive) * i // max(len(order) - 1, 1) for i in range(len(order))]
        line = [*zip(times, grips, strict=True), (there, goal)]
        flip = (last + there) // 2 if to_pile else None
        carried = [
            self._drawn_along(number, piece, line[i:], flip)
            for i, person in enumerate(order)
            for number, piece in person.lies.items()
        ]
        taker.move(Act.GATHER, Path(((start, taker.outside(grips[0], 20)), *line)), carried, spread=True)
        if to_pile:
            taker.move(Act.GATHER, Path(((there, goal), (stop, taker.outside(goal, 30)))), spread=True)
            self.pile += [(c.number, c.at(there)) for c in carried]

    def _drawn_along(
        self, number: int, piece: Laid, line: Sequence[tuple[int, Pose]], flip: int | None
    ) -> Carried:
        """A card that lies still until the hand is there, then goes along, in the end under the palm."""
        rng = self.rng
        grabbed, hand = line[0]
        goal = line[-1][1]
        a = np.deg2rad(goal.angle)
        if flip is None:
            under, aside, turned = rng.uniform(10, 70), rng.normal(0, 14), piece.angle + rng.normal(0, 14)
        else:  # squared, so that the palm hides how it is turned over
            under, aside, turned = PALM + rng.normal(0, 3), rng.normal(0, 3), goal.angle + rng.normal(0, 4)
            if abs((turned - piece.angle + 180) % 360 - 180) > 90:
                turned += 180
        before = piece.x - hand.x, piece.y - hand.y
        within = -np.sin(a) * under + np.cos(a) * aside, np.cos(a) * under + np.sin(a) * aside
        keys = [(grabbed, pose_of(piece))]
        for k, (ms, at) in enumerate(line[1:], 1):
            close = 1.0 if k == len(line) - 1 else 1 - 0.35**k
            dx, dy = (float(before[i] * (1 - close) + within[i] * close) for i in (0, 1))
            angle = pose_of(piece).toward(Pose(0, 0, turned), close).angle
            keys.append((ms, Pose(at.x + dx, at.y + dy, angle)))
        return Carried(number, piece, Path(tuple(keys)), gone=flip is None, down=flip)

    def deal(self, start: int) -> None:
        """After a deal the one who sits beside it takes the pile away."""
        if not self.pile:
            return
        person = next(p for p in self.people.values() if p.side.number == self.pile_side)
        start = max([start, *(move.stop for move in person.moves)]) + 200
        grip = person.hand_at(float(self.pile_place[0]), float(self.pile_place[1]), -PALM)
        goal = person.outside(grip, 2 * BESIDE)
        grab, stop = start + 600, start + 1300
        away = goal.x - grip.x, goal.y - grip.y
        carried = []
        for number, piece in self.pile[-PILE_SHOWN:]:
            path = Path(((grab, pose_of(piece)), (stop, pose_of(piece).shifted(*away))))
            carried.append(Carried(number, piece, path, gone=True))
        hand = Path(((start, person.outside(grip, 20)), (grab, grip), (stop, goal)))
        person.move(Act.CLEAR, hand, carried, spread=True)
        self.pile = []
