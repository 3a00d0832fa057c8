"""From a record to movements: whose hand goes where when, and how the cards go with it.

Times are the record's (a hand comes in at ``began_ms``, the last card lies still at ``at_ms``); how it
is done follows from the style.  What the record does not hold comes as ``Aside``.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence

import numpy as np

from datasets.asides import Aside, Asides
from datasets.decks import Deck
from datasets.gathering import Gathering
from datasets.laying import FINGERS, laying, withdrawal
from datasets.layout import Side, arrange
from datasets.motion import Act, Carried, Move, Path, Person, Pose, middle, pose_of
from datasets.scenes import Laid
from datasets.style import VideoStyle
from engine import DealEnd, Event, Pass, Play, TrickEnd

SEEN_FOR = 1250
"""ms that a play lies there at least before it is gathered."""
GATHERING = (1500, 2300)
"""ms that it takes to gather a trick."""
TAIL = 2500
"""ms that the picture goes on after the table is clear."""
TURNING = 0.35
"""How often those who take their own cards away turn them over first, where people are lively."""


class Director:
    """Turns events into moves; ``seats`` are those at the picture's right, top, left and bottom.

    ``lively``: people push what they have laid together, turn it over, and touch the ``things`` (by number)
    on the table.  ``pass_cards``: a pass is a card laid, drawn from the deck of that number.
    """

    def __init__(
        self,
        style: VideoStyle,
        deck: Deck,
        seats: Sequence[str],
        lively: bool = False,
        things: Mapping[int, Laid] | None = None,
        pass_cards: int | None = None,
    ) -> None:
        self.style = style
        self.deck = deck
        self.lively = lively
        self.rng = np.random.default_rng((style.seed, 11))
        sides = (Side(number, style.side_mm) for number in range(4))
        self.people = {
            seat: Person(side, sitter, edge)
            for seat, side, sitter, edge in zip(seats, sides, style.sitters, style.edges, strict=True)
        }
        self.gathering = Gathering(style, self.people, self.rng, TURNING if lively else 0.0)
        self.numbers = itertools.count()
        self.asides = Asides(style, deck, self.people, self.rng, self.numbers, things or {}, pass_cards)

    def direct(self, events: Sequence[Event | Aside]) -> tuple[Move, ...]:
        """All moves, by their start; ``events`` in order of time."""
        laid_at = 0
        parts = {e.stop: e for e in events if isinstance(e, Aside) and e.act is Act.LAY}
        for place, event in enumerate(events):
            later = events[place + 1 :]
            if isinstance(event, Aside):
                self.asides.perform(event)
            elif isinstance(event, Play):
                self._play(event, _touched_again(event.seat, later), parts.get(event.at_ms))
                laid_at = event.at_ms
            elif isinstance(event, Pass) and event.at_ms is not None:
                if self.asides.pass_cards is None:
                    self._knock(self.people[event.seat], event.at_ms)
                else:
                    self.asides.lay_pass(self.people[event.seat], event.at_ms)
            elif isinstance(event, TrickEnd | DealEnd):
                start = max((event.at_ms or 0) + 200, laid_at + SEEN_FOR)
                stop = min(start + int(self.rng.integers(*GATHERING)), _next_hand(later, start) - 200)
                taker = event.finish[0] if isinstance(event, DealEnd) else event.seat
                assert taker is not None, "a trick that ended was won"
                self.gathering.trick(taker, start, stop)
                if isinstance(event, DealEnd):
                    self.gathering.deal(stop)
        if self.lively:
            self.asides.touch_things(_last(events))
        for person in self.people.values():
            self._rest(person, _last(events))
        moves = [move for person in self.people.values() for move in person.moves]
        return tuple(sorted(moves, key=lambda move: move.start))

    # ---- plays --------------------------------------------------------------------------------

    def _play(self, event: Play, until: int, parts: Aside | None) -> None:
        person, rng = self.people[event.seat], self.rng
        earlier = [*person.lies.values(), *person.passes.values()]
        play = arrange(event.cards, person.side, person.sitter, self.deck, earlier, rng)
        numbers = list(itertools.islice(self.numbers, len(play)))
        began = event.began_ms if event.began_ms is not None else event.at_ms - 800
        if parts is None:
            gone = self._lay(person, numbers, play, began, event.at_ms)
        else:  # the hand goes away in between
            first = len(play) // 2
            self._lay(person, numbers[:first], play[:first], began, parts.steps[0])
            gone = self._lay(person, numbers[first:], play[first:], parts.steps[1], event.at_ms)
        person.lies.update(zip(numbers, play, strict=True))
        self._square_up(person, numbers, gone, until)

    def _lay(self, person: Person, numbers: Sequence[int], play: Sequence[Laid], began: int, at: int) -> int:
        """Returns when the hand is away again."""
        hand, paths = laying(person, play, began, at, self.rng)
        person.move(Act.LAY, hand, [*map(Carried, numbers, play, paths)])
        away = withdrawal(person, hand, at, self.rng)
        person.move(Act.WITHDRAW, away)
        return away.keys[-1][0]

    def _square_up(self, person: Person, numbers: Sequence[int], start: int, before: int) -> None:
        """Now and then a seat pushes what it has just laid a few mm, if there is time ``before`` that."""
        rng = self.rng
        start += int(rng.integers(1000, 1900))
        stop = start + int(rng.integers(800, 1100))
        if self.lively:
            start, stop = start - 700, stop - 700
        often = 0.6 if self.lively else 0.3
        if rng.random() > often * person.sitter.fidget or stop + 300 > before:
            return
        there, done = start + (stop - start) * 2 // 5, stop - (stop - start) * 2 // 5
        x, y = middle([person.lies[number] for number in numbers])
        grip = person.hand_at(x, y, FINGERS)
        dx, dy = rng.normal(0, 2.2, 2)
        out = person.outside(grip, 20)
        together = self.lively and len(numbers) > 1 and rng.random() < 0.4
        share = rng.choice((0.25, 0.45, 0.9)) if together else 0.0
        carried = []
        for number in numbers:
            piece = person.lies[number]
            in_x, in_y = (x - piece.x) * share + dx, (y - piece.y) * share + dy
            pushed = Pose(piece.x + in_x, piece.y + in_y, piece.angle + rng.normal(0, 0.3))
            carried.append(Carried(number, piece, Path(((there, pose_of(piece)), (done, pushed)))))
            person.lies[number] = carried[-1].at(done)
        hand = Path(((start, out), (there, grip), (done, grip.shifted(dx, dy)), (stop, out)))
        person.move(Act.PUSH_TOGETHER if together else Act.SQUARE_UP, hand, carried)

    # ---- idle hands ---------------------------------------------------------------------------

    def _knock(self, person: Person, at: int) -> None:
        """A hand that taps the table to pass, without cards."""
        rng = self.rng
        start, stop = at - int(rng.integers(300, 420)), at + int(rng.integers(350, 550))
        if rng.random() > 0.3 * person.sitter.fidget or not person.is_free(start, stop):
            return
        place = person.side.to_table(rng.uniform(-60, 110), self.style.side_mm / 2 * rng.uniform(0.72, 0.95))
        tap, lifted = person.hand_at(*place), person.hand_at(*place, 14)
        out = person.outside(tap, 20)
        keys = ((start, out), (at - 60, tap), (at, lifted), (at + 90, tap), (stop, out))
        person.move(Act.KNOCK, Path(keys))

    def _rest(self, person: Person, end: int) -> None:
        """Hands that lie at the rim of the table while their owners wait."""
        rng = self.rng
        now = 300
        for start, stop in [*person.busy(), (end, end)]:
            if start - now > 3000 and rng.random() < 0.55 * person.sitter.fidget:
                a = now + int(rng.integers(300, 1200))
                self._rest_between(person, a, min(start - 250, a + int(rng.integers(2500, 14000))))
            now = max(now, stop)

    def _rest_between(self, person: Person, start: int, stop: int) -> None:
        rng = self.rng
        rim = self.style.side_mm / 2 + rng.uniform(0, 50)
        d = min(rim, person.edge - rng.uniform(18, 60))
        rest = person.hand_at(*person.side.to_table(rng.uniform(-120, 160), d))
        out = person.outside(rest, 20)
        keys = [(start, out), (start + 550, rest)]
        while keys[-1][0] + 2500 < stop - 550:
            wait = keys[-1][0] + int(rng.integers(900, 2000))
            keys += [(wait, keys[-1][1]), (wait + 350, rest.shifted(*rng.normal(0, 2.0, 2)))]
        keys += [(stop - 500, keys[-1][1]), (stop, out)]
        person.move(Act.REST, Path(tuple(keys)), spread=True)


def _next_hand(events: Sequence[Event | Aside], start: int) -> int:
    """When the next hand comes in; after the last deal nobody hurries."""
    return next((ms for ms in map(_began, events) if ms is not None), start + GATHERING[1] + 300)


def _touched_again(seat: str, events: Sequence[Event | Aside]) -> int:
    """When the seat's cards are touched again: by its next play, or because the trick is over."""
    for event in events:
        began = _began(event)
        if began is not None and isinstance(event, Play | Aside) and event.seat == seat:
            return began
        if isinstance(event, TrickEnd | DealEnd) and event.at_ms is not None:
            return event.at_ms
    return 0


def _began(event: Event | Aside) -> int | None:
    """When the hand comes in, where one does."""
    if isinstance(event, Aside):
        return event.start
    return event.began_ms if isinstance(event, Play) else None


def _last(events: Sequence[Event | Aside]) -> int:
    return max((event.stop if isinstance(event, Aside) else event.at_ms or 0 for event in events), default=0)


def length(events: Sequence[Event | Aside]) -> int:
    """How long the video of these events is, ms: until the table has been cleared after the last deal."""
    return _last(events) + SEEN_FOR + GATHERING[1] + TAIL
