"""What happens at a table besides plays: cards that are turned up, paid, taken back; PASS cards; things."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from datasets.decks import Deck
from datasets.gathering import BESIDE
from datasets.laying import FINGERS, laying, withdrawal
from datasets.layout import arrange
from datasets.motion import Act, Carried, Path, Person, Pose, middle, pose_of
from datasets.scenes import Laid
from datasets.style import VideoStyle
from engine.cards import Card

TAKING = 900
"""ms that it takes to take up what lies on the table."""
PACK = 8
"""So many cards of the pack are drawn from while anybody looks."""
DRAWN_MS = 620
"""ms from one hand at the pack to the next."""
LAID_FOR = 700
"""ms that it takes to lay a PASS card."""
BLANK = Card.parse("??")


@dataclass(frozen=True, slots=True)
class Aside:
    """Something the record does not hold, or not with its times.

    From ``start`` to ``stop`` the seat does ``act`` with ``cards``; ``steps`` are times by act:
      LAY (a play in parts): the first part lies; the hand comes with the second
      TURN_UP, TRY, SLIP: the hand comes to take the cards away again; they are gone
      TRIBUTE: ``taker`` comes for the card; it is gone
      DRAW: none; the seats draw in turn from ``start`` on
    ``stop`` is when the cards lie still, for a DRAW when nobody draws any more.
    """

    act: Act
    seat: str
    start: int
    stop: int
    cards: tuple[Card, ...] = ()
    steps: tuple[int, ...] = ()
    taker: str = ""


class Asides:
    """Performs them with the people's hands."""

    def __init__(
        self,
        style: VideoStyle,
        deck: Deck,
        people: Mapping[str, Person],
        rng: np.random.Generator,
        numbers: Iterator[int],
        things: Mapping[int, Laid],
        pass_cards: int | None,
    ) -> None:
        self.style, self.deck, self.people, self.rng, self.numbers = style, deck, people, rng, numbers
        self.things = dict(things)
        self.pass_cards = pass_cards

    def perform(self, aside: Aside) -> None:
        person = self.people[aside.seat]
        match aside.act:
            case Act.TURN_UP | Act.TRY:
                self._lay_and_take(person, person, aside, Act.TAKE_BACK)
            case Act.TRIBUTE:
                self._lay_and_take(person, self.people[aside.taker], aside, Act.TAKE_UP)
            case Act.SLIP:
                self._slip(person, aside)
            case Act.DRAW:
                self._draw(aside)

    # ---- cards that are laid and go again ------------------------------------------------------

    def _lay_and_take(self, person: Person, taker: Person, aside: Aside, act: Act) -> None:
        earlier = [*person.lies.values(), *person.passes.values()]
        play = arrange(aside.cards, person.side, person.sitter, self.deck, earlier, self.rng)
        self._lay(person, play, aside, taker, act)

    def _slip(self, person: Person, aside: Aside) -> None:
        """One more card, half under the eye of the others, against the play that lies there."""
        lying = [*person.lies.values()]
        last = lying[-1]
        step = person.sitter.step * (-1 if person.sitter.leftward else 1)
        a = np.deg2rad(last.angle)
        shift = step * np.cos(a) + self.rng.normal(0, 1), step * np.sin(a) + self.rng.normal(0, 1)
        piece = replace(last, card=aside.cards[0], x=last.x + shift[0], y=last.y + shift[1])
        self._lay(person, (piece,), aside, person, Act.TAKE_BACK)

    def _lay(self, person: Person, play: Sequence[Laid], aside: Aside, taker: Person, act: Act) -> None:
        numbers = list(itertools.islice(self.numbers, len(play)))
        hand, paths = laying(person, play, aside.start, aside.stop, self.rng)
        person.move(aside.act, hand, [*map(Carried, numbers, play, paths)])
        person.move(Act.WITHDRAW, withdrawal(person, hand, aside.stop, self.rng))
        start, stop = aside.steps
        self._take(taker, dict(zip(numbers, play, strict=True)), start, stop, act)

    def _take(self, taker: Person, pieces: Mapping[int, Laid], start: int, stop: int, act: Act) -> None:
        grip = taker.hand_at(*middle([*pieces.values()]), FINGERS * 0.4)
        goal = taker.outside(grip, BESIDE)
        grab = start + (stop - start) * 9 // 20
        away = goal.x - grip.x, goal.y - grip.y
        carried = [
            Carried(
                n, piece, Path(((grab, pose_of(piece)), (stop, pose_of(piece).shifted(*away)))), gone=True
            )
            for n, piece in pieces.items()
        ]
        taker.move(act, Path(((start, taker.outside(grip, 20)), (grab, grip), (stop, goal))), carried)

    # ---- the drawing --------------------------------------------------------------------------

    def pack(self) -> dict[int, Laid]:
        """The last cards of the pack, face down in the middle, from the start of the video."""
        middle_mm = self.style.side_mm / 2
        x, y = middle_mm + self.rng.normal(0, 12), middle_mm + self.rng.normal(0, 12)
        angle = self.rng.uniform(0, 360)
        pieces = [
            Laid(BLANK, x + self.rng.normal(0, 1.2), y + self.rng.normal(0, 1.2), angle, face_up=False)
            for _ in range(PACK)
        ]
        self._pack = dict(zip(itertools.islice(self.numbers, PACK), pieces, strict=True))
        return dict(self._pack)

    def _draw(self, aside: Aside) -> None:
        """In turn, from ``aside.seat`` on, until the pack is gone."""
        seats = [*self.people]
        first = seats.index(aside.seat)
        start = aside.start
        for turn, (number, piece) in enumerate(reversed(self._pack.items())):
            person = self.people[seats[(first + turn) % 4]]
            self._take(person, {number: piece}, start, start + TAKING, Act.DRAW)
            start += DRAWN_MS

    # ---- PASS cards ---------------------------------------------------------------------------

    def lay_pass(self, person: Person, at: int) -> None:
        """A PASS card that lies still at ``at``, clear of the cards where there is room."""
        assert self.pass_cards is not None
        earlier = [*person.lies.values(), *person.passes.values()]
        (piece,) = arrange((Card.parse("S2"),), person.side, person.sitter, self.deck, earlier, self.rng)
        piece = replace(piece, card=BLANK, deck=self.pass_cards)
        number = next(self.numbers)
        began = max([at - LAID_FOR, *(move.stop for move in person.moves if move.stop < at)])
        hand, paths = laying(person, (piece,), began, at, self.rng)
        person.move(Act.PASS_CARD, hand, [Carried(number, piece, paths[0])])
        person.move(Act.WITHDRAW, withdrawal(person, hand, at, self.rng))
        person.passes[number] = piece

    # ---- things -------------------------------------------------------------------------------

    def touch_things(self, end: int) -> None:
        """Those who sit beside the things push them about, or drink, when they have nothing else to do."""
        for person in self.people.values():
            own = [n for n, thing in self.things.items() if self._is_beside(person, thing)]
            if not own:
                continue
            now = 0
            for start, stop in [*person.busy(), (end, end)]:
                if start - now > 2600 and self.rng.random() < 0.3:
                    at = now + int(self.rng.integers(300, start - now - 2200))
                    self._move_thing(person, own[int(self.rng.integers(len(own)))], at)
                now = max(now, stop)

    def _is_beside(self, person: Person, thing: Laid) -> bool:
        u, d = person.side.from_table(np.array([(thing.x, thing.y)]))[0]
        return bool(d > abs(u) and d > person.side.square / 2)

    def _move_thing(self, person: Person, number: int, start: int) -> None:
        rng, thing = self.rng, self.things[number]
        grab, there, stop = start + 550, start + 550 + int(rng.integers(350, 700)), start + 1800
        grip = person.hand_at(thing.x, thing.y, 10)
        out = person.outside(grip, 20)
        goal = Pose(thing.x + rng.normal(0, 14), thing.y + rng.normal(0, 40), thing.angle + rng.normal(0, 12))
        side = self.style.side_mm
        goal = replace(goal, y=float(np.clip(goal.y, 60, side - 60)))
        if not self._is_beside(person, replace(thing, x=goal.x, y=goal.y)):
            goal = pose_of(thing).shifted(0, 8)
        moved = grip.shifted(goal.x - thing.x, goal.y - thing.y)
        carried = Carried(number, thing, Path(((grab, pose_of(thing)), (there, goal))))
        hand = Path(((start, out), (grab, grip), (there, moved), (stop, out)))
        person.move(Act.MOVE_THING, hand, [carried])
        self.things[number] = carried.at(there)
