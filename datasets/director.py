"""From a record to movements: whose hand goes where when, and how the cards go with it.

Times are the record's (a hand comes in at ``began_ms``, the last card lies still at ``at_ms``); how it
is done follows from the style.  Nothing is shown that the record does not say.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from datasets.decks import Deck
from datasets.gathering import Gathering
from datasets.layout import Side, arrange
from datasets.motion import Carried, Move, Path, Person, Pose, middle, pose_of
from datasets.scenes import Laid
from datasets.style import VideoStyle
from engine import DealEnd, Event, Pass, Play, TrickEnd

FINGERS = 24.0
"""How far behind the middle of the cards it carries a hand's fingertips are, mm."""
AHEAD = 80.0
"""How far a carried card may stand out before the fingertips, mm."""
SEEN_FOR = 1250
"""ms that a play lies there at least before it is gathered."""
GATHERING = (1500, 2300)
"""ms that it takes to gather a trick."""
TAIL = 2500
"""ms that the picture goes on after the table is clear."""


class Director:
    """Turns events into moves; ``seats`` are those at the picture's right, top, left and bottom."""

    def __init__(self, style: VideoStyle, deck: Deck, seats: Sequence[str]) -> None:
        self.style = style
        self.deck = deck
        self.rng = np.random.default_rng((style.seed, 11))
        sides = (Side(number, style.side_mm) for number in range(4))
        self.people = {
            seat: Person(side, sitter, edge)
            for seat, side, sitter, edge in zip(seats, sides, style.sitters, style.edges, strict=True)
        }
        self.gathering = Gathering(style, self.people, self.rng)
        self.cards = 0

    def direct(self, events: Sequence[Event]) -> tuple[Move, ...]:
        """All moves, by their start."""
        laid_at = 0
        for place, event in enumerate(events):
            later = events[place + 1 :]
            if isinstance(event, Play):
                self._play(event, _touched_again(event.seat, later))
                laid_at = event.at_ms
            elif isinstance(event, Pass) and event.at_ms is not None:
                self._knock(self.people[event.seat], event.at_ms)
            elif isinstance(event, TrickEnd | DealEnd):
                start = max((event.at_ms or 0) + 200, laid_at + SEEN_FOR)
                stop = min(start + int(self.rng.integers(*GATHERING)), _next_hand(later, start) - 200)
                taker = event.finish[0] if isinstance(event, DealEnd) else event.seat
                assert taker is not None, "a trick that ended was won"
                self.gathering.trick(taker, start, stop)
                if isinstance(event, DealEnd):
                    self.gathering.deal(stop)
        for person in self.people.values():
            self._rest(person, _last(events))
        moves = [move for person in self.people.values() for move in person.moves]
        return tuple(sorted(moves, key=lambda move: move.start))

    # ---- plays --------------------------------------------------------------------------------

    def _play(self, event: Play, until: int) -> None:
        person, rng = self.people[event.seat], self.rng
        play = arrange(event.cards, person.side, person.sitter, self.deck, [*person.lies.values()], rng)
        numbers = range(self.cards, self.cards + len(play))
        self.cards += len(play)
        began = event.began_ms if event.began_ms is not None else event.at_ms - 800
        hand, paths = self._laying(person, play, began, event.at_ms)
        person.move(began, event.at_ms, hand, [*map(Carried, numbers, play, paths)])
        stay = event.at_ms + int(rng.integers(60, 260))
        gone = stay + int(rng.integers(330, 520))
        away = Path(((event.at_ms, hand.end), (stay, hand.end), (gone, person.outside(hand.end, 30))))
        person.move(event.at_ms, gone, away)
        person.lies.update(zip(numbers, play, strict=True))
        self._square_up(person, numbers, gone, until)

    def _laying(self, person: Person, play: Sequence[Laid], began: int, at: int) -> tuple[Path, list[Path]]:
        """Paths of the hand and the cards: laid at once, spread out of a packet, or dealt one by one."""
        rng = self.rng
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

    def _square_up(self, person: Person, numbers: Sequence[int], start: int, before: int) -> None:
        """Now and then a seat pushes what it has just laid a few mm, if there is time ``before`` that."""
        rng = self.rng
        start += int(rng.integers(1000, 1900))
        stop = start + int(rng.integers(800, 1100))
        if rng.random() > 0.3 * person.sitter.fidget or stop + 300 > before:
            return
        there, done = start + (stop - start) * 2 // 5, stop - (stop - start) * 2 // 5
        grip = person.hand_at(*middle([person.lies[number] for number in numbers]), FINGERS)
        dx, dy = rng.normal(0, 2.2, 2)
        out = person.outside(grip, 20)
        carried = []
        for number in numbers:
            piece = person.lies[number]
            pushed = Pose(piece.x + dx, piece.y + dy, piece.angle + rng.normal(0, 0.3))
            carried.append(Carried(number, piece, Path(((there, pose_of(piece)), (done, pushed)))))
            person.lies[number] = carried[-1].at(done)
        hand = Path(((start, out), (there, grip), (done, grip.shifted(dx, dy)), (stop, out)))
        person.move(start, stop, hand, carried)

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
        person.move(start, stop, Path(keys))

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
        person.move(start, stop, Path(tuple(keys)), spread=True)


def _next_hand(events: Sequence[Event], start: int) -> int:
    """When the next hand comes in; after the last deal nobody hurries."""
    began = (event.began_ms for event in events if isinstance(event, Play))
    return next((ms for ms in began if ms is not None), start + GATHERING[1] + 300)


def _touched_again(seat: str, events: Sequence[Event]) -> int:
    """When the seat's cards are touched again: by its next play, or because the trick is over."""
    for event in events:
        if isinstance(event, Play) and event.seat == seat and event.began_ms is not None:
            return event.began_ms
        if isinstance(event, TrickEnd | DealEnd) and event.at_ms is not None:
            return event.at_ms
    return 0


def _last(events: Sequence[Event]) -> int:
    return max((event.at_ms or 0 for event in events), default=0)


def length(events: Sequence[Event]) -> int:
    """How long the video of these events is, ms: until the table has been cleared after the last deal."""
    return _last(events) + SEEN_FOR + GATHERING[1] + TAIL
