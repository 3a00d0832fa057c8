"""From a record to movements: whose hand goes where when, and how the cards go with it.

A ``Move`` is one stretch of time of one hand with the cards it moves; what no move holds lies still.
The moves follow from the record's times (a hand comes in at ``began_ms``, the last card lies still at
``at_ms``) and from the style's seed; nothing is shown that the record does not say.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from datasets.decks import Deck
from datasets.layout import Side, arrange
from datasets.scenes import Laid
from datasets.style import Gather, VideoStyle
from engine import DealEnd, DealStart, Event, Pass, Play, TrickEnd

FINGERS = 24.0
"""How far behind the middle of the cards it carries a hand's fingertips are, mm."""
AHEAD = 80.0
"""How far a carried card may stand out before the fingertips, mm."""
SEEN_FOR = 1250
"""ms that a play lies there at least before it is gathered."""
TAIL = 2500
"""ms that the picture goes on after the last event."""


@dataclass(frozen=True, slots=True)
class Pose:
    """Where a card's middle or a hand's fingertips are, mm on the table; degrees clockwise."""

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
    """Poses at times, ms; between two of them the thing starts and stops softly."""

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


@dataclass(frozen=True, slots=True)
class Carried:
    """One physical card under way.  ``gone``: it is off the table afterwards; ``down``: from when face down."""

    number: int
    laid: Laid
    path: Path
    gone: bool = False
    down: int | None = None

    def at(self, ms: float) -> Laid:
        pose = self.path.at(ms)
        up = self.laid.face_up and (self.down is None or ms < self.down)
        return Laid(self.laid.card, pose.x, pose.y, pose.angle, up, self.laid.deck)


@dataclass(frozen=True, slots=True)
class Move:
    """A hand at work from ``start`` until ``stop`` (ms), with the cards it moves."""

    side: int
    start: int
    stop: int
    hand: Path
    carried: tuple[Carried, ...] = ()
    spread: bool = False
    """The fingers are spread, as of a hand that rests or sweeps."""


@dataclass(slots=True)
class _Seat:
    side: Side
    busy: list[tuple[int, int]] = field(default_factory=list)
    lies: dict[int, Laid] = field(default_factory=dict)
    latest: tuple[int, ...] = ()

    def free(self, start: int, stop: int) -> bool:
        return all(stop <= a or start >= b for a, b in self.busy)


class Director:
    """Turns events into moves; ``edges`` is how far from the middle each side's picture ends, mm."""

    def __init__(self, style: VideoStyle, deck: Deck, seats: Sequence[str], edges: Sequence[float]) -> None:
        self.style = style
        self.deck = deck
        self.rng = np.random.default_rng((style.seed, 11))
        self.edges = tuple(edges)
        self.seats = {name: _Seat(Side(i, style.side_mm)) for i, name in enumerate(seats)}
        self.moves: list[Move] = []
        self.cards = 0
        self.pile: list[tuple[int, Laid]] = []

    def direct(self, events: Sequence[Event]) -> tuple[Move, ...]:
        """All moves, by their start."""
        laid_at = 0
        for place, event in enumerate(events):
            if isinstance(event, Play):
                self._play(event)
                laid_at = event.at_ms
            elif isinstance(event, Pass) and event.at_ms is not None:
                self._knock(event.seat, event.at_ms)
            elif isinstance(event, TrickEnd | DealEnd):
                at = event.at_ms or laid_at
                start = max(at + 200, laid_at + SEEN_FOR)
                self._gather(event, start, self._next_hand(events[place + 1 :], start))
        self._square_up(events)
        self._rest(_end(events))
        return tuple(sorted(self.moves, key=lambda move: move.start))

    def _next_hand(self, events: Sequence[Event], start: int) -> int:
        for event in events:
            if isinstance(event, Play) and event.began_ms is not None:
                return event.began_ms
        return start + 2600

    # ---- hands --------------------------------------------------------------------------------

    def _arm(self, seat: _Seat, x: float, y: float) -> tuple[float, float, float]:
        """From a place on the table along the arm: unit step outward, and the hand's angle there."""
        sitter = self.style.sitters[seat.side.number]
        right = -1 if sitter.left_handed else 1
        sx, sy = seat.side.to_table(170.0 * right, self.style.side_mm / 2 + 430)
        dx, dy = sx - x, sy - y
        length = float(np.hypot(dx, dy))
        # A hand that points north (up in the picture) has angle 0 and its arm to the south.
        return dx / length, dy / length, float(np.rad2deg(np.arctan2(-dx, dy)))

    def _outside(self, seat: _Seat, pose: Pose, room: float) -> Pose:
        """The same hand drawn back along its arm until ``room`` mm before the fingertips are out of the picture."""
        ox, oy = seat.side.outward
        out_x, out_y, _ = self._arm(seat, pose.x, pose.y)
        d = float(seat.side.from_table(np.array([(pose.x, pose.y)]))[0, 1])
        along = (self.edges[seat.side.number] + room - d) / max(out_x * ox + out_y * oy, 0.3)
        return pose.shifted(out_x * along, out_y * along)

    def _hand_at(self, seat: _Seat, x: float, y: float, behind: float = 0.0) -> Pose:
        out_x, out_y, angle = self._arm(seat, x, y)
        return Pose(x + out_x * behind, y + out_y * behind, angle)

    def _add(self, name: str, move: Move) -> None:
        self.moves.append(move)
        self.seats[name].busy.append((move.start, move.stop))

    # ---- plays --------------------------------------------------------------------------------

    def _play(self, event: Play) -> None:
        seat, rng = self.seats[event.seat], self.rng
        sitter = self.style.sitters[seat.side.number]
        play = arrange(event.cards, seat.side, sitter, self.deck, tuple(seat.lies.values()), rng)
        numbers = tuple(range(self.cards, self.cards + len(play)))
        self.cards += len(play)
        began = event.began_ms if event.began_ms is not None else event.at_ms - 800
        hand, paths = self._laying(seat, play, began, event.at_ms)
        carried = tuple(Carried(n, piece, path) for n, piece, path in zip(numbers, play, paths, strict=True))
        self._add(event.seat, Move(seat.side.number, began, event.at_ms, hand, carried))
        stay = event.at_ms + int(rng.integers(60, 260))
        leave = stay + int(rng.integers(330, 520))
        away = Path(((event.at_ms, hand.end), (stay, hand.end), (leave, self._outside(seat, hand.end, 30))))
        self._add(event.seat, Move(seat.side.number, event.at_ms, leave, away))
        seat.lies.update(zip(numbers, play, strict=True))
        seat.latest = numbers

    def _laying(self, seat: _Seat, play: Sequence[Laid], began: int, at: int) -> tuple[Path, list[Path]]:
        """Paths of the hand and the cards: laid at once, spread out of a packet, or dealt one by one."""
        rng = self.rng
        poses = [Pose(piece.x, piece.y, piece.angle) for piece in play]
        wide = np.hypot(poses[-1].x - poses[0].x, poses[-1].y - poses[0].y)
        if len(play) == 1 or (wide < 130 and rng.random() < 0.45):
            middle = Pose(float(np.mean([p.x for p in poses])), float(np.mean([p.y for p in poses])), 0)
            rest = self._hand_at(seat, middle.x, middle.y, FINGERS)
            start = self._outside(seat, rest, AHEAD)
            back = start.x - rest.x, start.y - rest.y
            hand = Path(((began, start), (at, rest)))
            return hand, [Path(((began, pose.shifted(*back)), (at, pose))) for pose in poses]
        first = self._hand_at(seat, poses[0].x, poses[0].y, FINGERS)
        start = self._outside(seat, first, AHEAD)
        back = start.x - first.x, start.y - first.y
        arrive = began + int((at - began) * rng.uniform(0.42, 0.55))
        stepwise = len(play) <= 6 and rng.random() < 0.4
        times = [
            int(arrive + (at - arrive) * i / (len(play) - 1)) if stepwise else at for i in range(len(play))
        ]
        times[0] = arrive
        keys = [(began, start), (arrive, first)]
        if stepwise:
            keys += [(t, self._hand_at(seat, p.x, p.y, FINGERS)) for t, p in zip(times[1:], poses[1:], strict=True)]
        else:
            keys.append((at, self._hand_at(seat, poses[-1].x, poses[-1].y, FINGERS)))
        packet = [
            Pose(poses[0].x + rng.normal(0, 0.7), poses[0].y + rng.normal(0, 0.7), poses[0].angle + rng.normal(0, 0.7))
            for _ in poses
        ]
        paths = []
        for i, (held, pose) in enumerate(zip(packet, poses, strict=True)):
            path = [(began, held.shifted(*back)), (arrive, held)]
            if stepwise:  # the packet goes along with the hand until this card is dropped
                path += [
                    (times[k], held.shifted(poses[k].x - poses[0].x, poses[k].y - poses[0].y)) for k in range(1, i)
                ]
            path.append((times[i] if i else arrive + 1, pose))
            paths.append(Path(tuple(path)))
        return Path(tuple(keys)), paths

    # ---- gathering ----------------------------------------------------------------------------

    def _gather(self, event: TrickEnd | DealEnd, start: int, stop: int) -> None:
        """Clear the table between ``start`` and a little before the next hand comes in at ``stop``."""
        stop = min(stop - 200, start + int(self.rng.integers(1500, 2300)))
        lying = [name for name, seat in self.seats.items() if seat.lies]
        taker = event.seat if isinstance(event, TrickEnd) and event.seat else event.finish[0]  # type: ignore[union-attr]
        how = self.style.gather if self.rng.random() < 0.85 else Gather.OWN
        if how is Gather.OWN or len(lying) == 1:
            for name in lying:
                late = int(self.rng.integers(0, max(1, int((stop - start) * 0.3))))
                self._sweep(name, [name], start + late, stop, to_pile=False)
        else:
            self._sweep(taker, lying, start, stop, to_pile=how is Gather.PILE)
        if isinstance(event, DealEnd):
            self._clear_pile(stop)
        for seat in self.seats.values():
            seat.lies.clear()
            seat.latest = ()

    def _sweep(self, taker: str, names: Sequence[str], start: int, stop: int, to_pile: bool) -> None:
        """One hand goes over the cards of ``names`` and draws them along."""
        seat, rng = self.seats[taker], self.rng
        own = seat.side.number
        # The far side first, then round to the taker's own.
        order = sorted(names, key=lambda name: (2, 1, 3, 0).index((self.seats[name].side.number - own) % 4))
        stops = []
        for name in order:
            group = list(self.seats[name].lies.values())
            x, y = float(np.mean([p.x for p in group])), float(np.mean([p.y for p in group]))
            stops.append(self._hand_at(seat, x, y, -15 if len(order) == 1 else rng.uniform(-20, 10)))
        if to_pile:
            far = self._pile_place(taker)
        else:
            far = self._outside(seat, stops[-1], 40)
            far = self._outside(seat, far, AHEAD + 130)
        first = self._outside(seat, stops[0], 20)
        inward = 0.3 if len(order) > 1 else 0.38
        arrive = start + int((stop - start) * inward)
        away = stop - int((stop - start) * (0.3 if not to_pile else 0.5))
        times = [arrive + (away - arrive) * i // max(len(order) - 1, 1) for i in range(len(order))]
        if len(order) == 1:
            times = [arrive]
        end = stop - int((stop - start) * 0.22) if to_pile else stop
        line = [*zip(times, stops, strict=True), (end, far)]
        carried = []
        for i, name in enumerate(order):
            for number, piece in self.seats[name].lies.items():
                carried.append(self._drawn_along(number, piece, line[i:], to_pile, flip=away + (end - away) // 2))
        hand = Path(((start, first), *line))
        self._add(taker, Move(own, start, end, hand, tuple(carried), spread=True))
        if to_pile:
            self._add(taker, Move(own, end, stop, Path(((end, far), (stop, self._outside(seat, far, 30)))), spread=True))

    def _drawn_along(
        self, number: int, piece: Laid, line: Sequence[tuple[int, Pose]], to_pile: bool, flip: int
    ) -> Carried:
        """A card that lies still until the hand is there, then goes with it, under it in the end."""
        rng = self.rng
        pose = Pose(piece.x, piece.y, piece.angle)
        grabbed, hand = line[0]
        a = np.deg2rad(line[-1][1].angle)
        keys = [(grabbed, pose)]
        away = pose.x - hand.x, pose.y - hand.y
        under = rng.uniform(48, 60) if to_pile else rng.uniform(10, 70)
        aside = rng.normal(0, 3.0 if to_pile else 14.0)
        within = (-np.sin(a) * under + np.cos(a) * aside, np.cos(a) * under + np.sin(a) * aside)
        turned = line[-1][1].angle + rng.normal(0, 4) if to_pile else piece.angle + rng.normal(0, 14)
        if to_pile and abs((turned - piece.angle + 180) % 360 - 180) > 90:
            turned += 180
        for k, (ms, at) in enumerate(line[1:], 1):
            close = 1.0 if k == len(line) - 1 else 1 - 0.35**k
            dx, dy = (away[i] * (1 - close) + within[i] * close for i in (0, 1))
            keys.append((ms, Pose(at.x + dx, at.y + dy, pose.toward(Pose(0, 0, turned), close).angle)))
        if to_pile:
            end = keys[-1][1]
            self.pile.append((number, Laid(piece.card, end.x, end.y, end.angle, False, piece.deck)))
        return Carried(number, piece, Path(tuple(keys)), gone=not to_pile, down=flip if to_pile else None)

    def _pile_place(self, taker: str) -> Pose:
        """Where the pile of played cards lies: beside the square, on its left or right."""
        seed = np.random.default_rng((self.style.seed, 5))
        right = bool(seed.random() < 0.5)
        side = self.style.side_mm
        x = side + seed.uniform(90, 150) if right else -seed.uniform(90, 150)
        y = float(seed.choice((0.12, 0.88))) * side
        pose = self._hand_at(self.seats[taker], x, y)
        return pose.shifted(self.rng.normal(0, 5), self.rng.normal(0, 5))

    def _clear_pile(self, start: int) -> None:
        """After a deal somebody takes the pile away."""
        if not self.pile:
            return
        place = self._pile_place(next(iter(self.seats)))
        number = 0 if place.x > self.style.side_mm / 2 else 2
        name, seat = next((n, s) for n, s in self.seats.items() if s.side.number == number)
        grip = self._hand_at(seat, place.x, place.y)
        far = self._outside(seat, grip, 300)
        start = max([start, *(stop for _, stop in seat.busy)]) + 200
        line = ((start + 600, grip), (start + 1300, far))
        carried = tuple(
            Carried(
                n,
                piece,
                Path(
                    (
                        (line[0][0], Pose(piece.x, piece.y, piece.angle)),
                        (line[1][0], Pose(piece.x + far.x - grip.x, piece.y + far.y - grip.y, piece.angle)),
                    )
                ),
                gone=True,
            )
            for n, piece in self.pile
        )
        hand = Path(((start, self._outside(seat, grip, 20)), *line))
        self._add(name, Move(number, start, start + 1300, hand, carried, spread=True))
        self.pile = []

    # ---- idle hands ---------------------------------------------------------------------------

    def _knock(self, name: str, at: int) -> None:
        """A hand that taps the table to pass, without cards."""
        seat, rng = self.seats[name], self.rng
        fidget = self.style.sitters[seat.side.number].fidget
        start, stop = at - int(rng.integers(300, 420)), at + int(rng.integers(350, 550))
        if rng.random() > 0.3 * fidget or not seat.free(start, stop):
            return
        x, y = seat.side.to_table(rng.uniform(-60, 110), self.style.side_mm / 2 * rng.uniform(0.72, 0.95))
        tap = self._hand_at(seat, x, y)
        lifted = self._hand_at(seat, x, y, 14)
        out = self._outside(seat, tap, 20)
        keys = ((start, out), (at - 60, tap), (at, lifted), (at + 90, tap), (stop, out))
        self._add(name, Move(seat.side.number, start, stop, Path(keys)))

    def _square_up(self, events: Sequence[Event]) -> None:
        """Now and then a seat pushes the cards it has laid a little more together."""
        carrying = [move for move in self.moves if move.carried]
        for move in [m for m in carrying if not m.carried[0].gone and m.carried[0].down is None]:
            seat = self.seats[[*self.seats][move.side]]
            fidget = self.style.sitters[move.side].fidget
            taken = min(
                m.start for m in carrying if m.start >= move.stop and {c.number for c in m.carried} & {c.number for c in move.carried}
            )
            start = move.stop + int(self.rng.integers(1100, 1900))
            stop = start + int(self.rng.integers(800, 1100))
            if self.rng.random() > 0.25 * fidget or stop + 400 > taken or not seat.free(start, stop + 100):
                continue
            self._add([*self.seats][move.side], self._tidied(seat, move, start, stop))

    def _tidied(self, seat: _Seat, move: Move, start: int, stop: int) -> Move:
        rng = self.rng
        there, done = start + (stop - start) * 2 // 5, stop - (stop - start) * 2 // 5
        ends = [carried.path.end for carried in move.carried]
        x, y = float(np.mean([p.x for p in ends])), float(np.mean([p.y for p in ends]))
        dx, dy = rng.normal(0, 2.2, 2)
        grip = self._hand_at(seat, x, y, FINGERS)
        out = self._outside(seat, grip, 20)
        hand = Path(((start, out), (there, grip), (done, grip.shifted(dx, dy)), (stop, out)))
        carried = tuple(
            Carried(
                c.number,
                c.laid,
                Path(((there, end), (done, Pose(end.x + dx, end.y + dy, end.angle + rng.normal(0, 0.3))))),
            )
            for c, end in zip(move.carried, ends, strict=True)
        )
        return Move(move.side, start, stop, hand, carried)

    def _rest(self, end: int) -> None:
        """Hands that lie at the rim of the table while their owners wait."""
        for name, seat in self.seats.items():
            fidget = self.style.sitters[seat.side.number].fidget
            now = 300
            for start, stop in [*sorted(seat.busy), (end, end)]:
                if start - now > 3000 and self.rng.random() < 0.55 * fidget:
                    a = now + int(self.rng.integers(300, 1200))
                    b = min(start - 250, a + int(self.rng.integers(2500, 14000)))
                    self._rest_between(name, a, b)
                now = max(now, stop)

    def _rest_between(self, name: str, start: int, stop: int) -> None:
        seat, rng = self.seats[name], self.rng
        edge = self.edges[seat.side.number]
        d = max(self.style.side_mm / 2 + rng.uniform(0, 50), edge - rng.uniform(18, 60) if edge < 400 else 0)
        x, y = seat.side.to_table(rng.uniform(-120, 160), d)
        rest = self._hand_at(seat, x, y)
        keys = [(start, self._outside(seat, rest, 20)), (start + 550, rest)]
        while keys[-1][0] + 2500 < stop - 550:
            moved = rest.shifted(*rng.normal(0, 2.0, 2))
            wait = keys[-1][0] + int(rng.integers(900, 2000))
            keys += [(wait, keys[-1][1]), (wait + 350, moved)]
        keys += [(stop - 500, keys[-1][1]), (stop, self._outside(seat, rest, 20))]
        self.moves.append(Move(seat.side.number, start, stop, Path(tuple(keys)), spread=True))


def _end(events: Sequence[Event]) -> int:
    """ms of the last thing that happened."""
    times = [event.at_ms for event in events if not isinstance(event, DealStart)]
    return max((t for t in times if t is not None), default=0)


def length(events: Sequence[Event]) -> int:
    """How long the video of these events is, ms: until the table has been cleared after the last deal."""
    return _end(events) + SEEN_FOR + 2600 + TAIL
