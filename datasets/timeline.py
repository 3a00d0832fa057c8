"""One simulated deal as time goes by: what is played, and what else happens at the table."""

from __future__ import annotations

import itertools
import random
from dataclasses import dataclass, field, replace

from datasets.asides import DRAWN_MS, PACK, TAKING, Aside
from datasets.motion import Act
from datasets.player import HAND, STARTED, Clock, Pace, Table, choose, deal_of, has_twins, move
from engine import (
    COPIES,
    FACES,
    RANKS,
    Card,
    DealEnd,
    DealStart,
    DealState,
    Event,
    MatchStart,
    MatchState,
    Pass,
    Play,
    Return,
    RuleSet,
    Source,
    Tribute,
    TrickEnd,
    apply,
    due_opening,
    holds_both_big_jokers,
    must_turn_again,
    next_level,
    return_cards,
    rules_fields,
    tribute_cards,
)
from engine.before import opening_of

TWINS = 2.0
"""How much the players like to lay two equal cards, ..."""
PAIRED = 0.3
"""... and how often the copies of a face come into one hand: the last deal was not shuffled well."""
PLAYS = 26, 40
"""A deal of so many plays is neither trivial nor long."""
EQUAL_PLAYS = 1 / 3, 0.45
CALMER = Pace(think=(700, 2000), to_pass=(400, 900), lay=(600, 950), clear=(2000, 2700), shuffle=(0, 0))
BRISK = Pace(think=(250, 1200), to_pass=(250, 700), lay=(500, 800), clear=(1900, 2400), shuffle=(0, 0))
HASTY = Pace(think=(-250, 700), to_pass=(200, 500), lay=(420, 650), clear=(1800, 2200), shuffle=(0, 0))
"""A hasty player's hand comes in while the one before still lays."""


@dataclass(slots=True)
class DealClock(Clock):
    """A clock under which a play may be laid in parts: ``parts`` are then when the first lies and the next
    comes."""

    apart: bool = False
    parts: tuple[int, int] | None = None

    def play(self, cards: int) -> tuple[int, int]:
        began, at = Clock.play(self, cards)
        self.parts = None
        if self.apart and cards > 1:
            first = began + (at - began) * 2 // 3
            second = first + self.rng.randint(900, 1500)
            self.parts = first, second
            self.now = self.laid_at = at = second + (at - began) * 2 // 3
        return began, at


@dataclass(frozen=True, slots=True)
class Played:
    """One deal: the header, the events on record before it, its own, and what no record holds."""

    header: MatchStart
    before: tuple[Event, ...]
    events: tuple[Event, ...]
    asides: tuple[Aside, ...]

    @property
    def acts(self) -> list[Event | Aside]:
        """Events and asides in order of time."""
        return sorted([*self.asides, *self.events], key=_when)


def _when(act: Event | Aside) -> int:
    return act.stop if isinstance(act, Aside) else getattr(act, "at_ms", None) or 0


def play_deal(seed: int) -> Played:
    """The deal of a seed: every fifth has PASS cards, of the others every second is a later deal."""
    name = "xiangyang-2024" if seed % 5 == 0 else "national-2022"
    for attempt in itertools.count():
        played = _Timeline(name, random.Random(f"deal {seed} {attempt}"), later=seed % 2 == 0).played()
        if played is not None and _suits(played):
            return played
    raise AssertionError("never ends")


def _suits(played: Played) -> bool:
    plays = [event for event in played.events if isinstance(event, Play)]
    twins = sum(has_twins(play.cards) for play in plays)
    jokers = sum(any(card.is_joker for card in play.cards) for play in plays)
    return (
        PLAYS[0] <= len(plays) <= PLAYS[1]
        and EQUAL_PLAYS[0] <= twins / len(plays) <= EQUAL_PLAYS[1]
        and jokers >= 2
    )


@dataclass(slots=True)
class _Timeline:
    """One try at a deal, as time goes by."""

    name: str
    rng: random.Random
    later: bool
    asides: list[Aside] = field(default_factory=list)
    left: dict[Act, int] = field(default_factory=dict)
    table: Table = field(init=False)
    clock: DealClock = field(init=False)

    def played(self) -> Played | None:
        """None where it comes to nothing: tribute that is refused, two that pay, no room for an aside."""
        rules = RuleSet.load(self.name)
        header = MatchStart(
            **rules_fields(rules),
            players={seat: "" for seat in MatchStart(rules.base).seats},
            event_name="simulated deal",
            started=STARTED,
            software="Guandan Eye",
        )
        self.clock = DealClock(BRISK, random.Random(self.rng.random()))
        self.table = Table(MatchState.start(header, rules), self.clock, self.rng, twins=TWINS)
        before = self._before() if self.later and rules.tribute != "none" else ()
        if before is None:
            return None
        self.clock.now = 0
        self._deal_out()
        if not (self._tribute() if before else self._turn_up()):
            return None
        self._play_out()
        if self.left[Act.TRY] or self.left[Act.SLIP]:
            return None
        return Played(header, before, tuple(self.table.events), tuple(self.asides))

    def _some(self, least: int, most: int) -> int:
        return self.rng.randint(least, most)

    # ---- before the play ----------------------------------------------------------------------

    def _before(self) -> tuple[Event, ...] | None:
        """A deal that is on record when the video begins, without times."""
        table = self.table
        self._deal_out()
        level = self.rng.choice(RANKS[:-1])
        table.add(DealStart(1, level, self.rng.choice(table.state.header.seats), (level, level), 0))
        while (deal := deal_of(table)).to_play is not None:
            move(table, deal, deal.to_play)
            table.follow()
        done = table.state.deals_done[-1]
        if len(done.finish) != 4:
            return None
        state = MatchState.start(table.state.header, table.state.rules)
        for event in table.events:
            state = apply(state, _timeless(event))
        table.state, table.events = state, []
        return state.events

    def _deal_out(self) -> None:
        """Hands into which copies of a face come together more often than by chance."""
        seats = self.table.state.header.seats
        hands: dict[str, list[Card]] = {seat: [] for seat in seats}
        faces = [*FACES]
        self.rng.shuffle(faces)
        for face in faces:
            together = self.rng.random() < PAIRED
            for number in range(COPIES):
                room = [seat for seat in seats if len(hands[seat]) < HAND]
                last = next((s for s in room if face in hands[s]), None) if number and together else None
                hands[last or self.rng.choice(room)].append(face)
        for hand in hands.values():
            self.rng.shuffle(hand)
        self.table.hands = hands

    def _turn_up(self) -> bool:
        """A card is turned up to say who draws first; all draw."""
        header, rules, clock = self.table.state.header, self.table.state.rules, self.clock
        turned = self.rng.choice([f for f in FACES if not must_turn_again(rules, f, rules.start_level)])
        due = due_opening(header, rules, 1, (), turned)
        holder = self.rng.choice([seat for seat in header.seats if turned in self.table.hands[seat]])
        start = self._some(1100, 1800)
        stop = start + self._some(700, 1000)
        back = stop + self._some(1300, 2200)
        cutter = due.cutter or self.rng.choice(header.seats)
        self.asides.append(Aside(Act.TURN_UP, cutter, start, stop, (turned,), (back, back + TAKING)))
        clock.now = back + TAKING
        self.table.add(replace(due, cutter=cutter, holder=holder, at_ms=stop))
        self._draw(due.first or cutter)
        level = self.rng.choice(RANKS)
        self.table.add(DealStart(1, level, holder, (level, level), clock.now))
        return True

    def _draw(self, first: str) -> None:
        start = self.clock.now + 400
        stop = start + (PACK - 1) * DRAWN_MS + TAKING
        self.asides.append(Aside(Act.DRAW, first, start, stop))
        self.clock.now = stop + 300

    def _tribute(self) -> bool:
        """The last of the deal before pays, and is given a card back, both laid open on the table."""
        table, clock = self.table, self.clock
        state, rules = table.state, table.state.rules
        level = next_level(state)
        given = opening_of(state).tribute
        assert level is not None
        (payer,) = given.payers
        if holds_both_big_jokers((payer,), {payer: tuple(table.hands[payer])}):
            return False
        self._draw(self.rng.choice(state.header.seats))
        card = self.rng.choice(tribute_cards(table.hands[payer], level))
        receiver = given.finish[0]
        table.add(Tribute(payer, None, card, self._open(payer, receiver, card)))
        table.hands[payer].remove(card)
        table.hands[receiver].append(card)
        partner = state.header.partner(receiver) == payer
        back = self.rng.choice(return_cards(rules, table.hands[receiver], level, to_partner=partner))
        table.add(Return(receiver, None, back, self._open(receiver, payer, back)))
        table.hands[receiver].remove(back)
        table.hands[payer].append(back)
        clock.now = self.asides[-1].steps[1]
        leader = opening_of(table.state).leader
        assert leader is not None
        done = state.deals_done[-1]
        table.add(DealStart(2, level, leader, done.levels, clock.now + 100))
        clock.now += 400
        return True

    def _open(self, seat: str, taker: str, card: Card) -> int:
        """A card laid open for another seat, which takes it; returns when it lay."""
        start = self.clock.now + self._some(500, 1200)
        stop = start + self._some(650, 950)
        take = stop + self._some(900, 1600)
        self.asides.append(Aside(Act.TRIBUTE, seat, start, stop, (card,), (take, take + TAKING), taker))
        self.clock.now = take + TAKING
        return stop

    # ---- the play -----------------------------------------------------------------------------

    def _play_out(self) -> None:
        seats, table, clock = self.table.state.header.seats, self.table, self.clock
        paces = {seat: self.rng.choice((CALMER, BRISK, BRISK, HASTY)) for seat in seats}
        self.left = {
            Act.TRY: int(self.rng.random() < 0.5),
            Act.SLIP: int(self.rng.random() < 0.35),
            Act.LAY: self._some(1, 4),
        }
        cards = table.state.rules.pass_kind == "card"
        while (deal := deal_of(table)).to_play is not None:
            seat = deal.to_play
            clock.pace = paces[seat]
            if self._happens(Act.TRY, 0.1):
                self._try(deal, seat)
            clock.apart = self._happens(Act.LAY, 0.12)
            move(table, deal, seat)
            event = table.events[-1]
            if clock.apart and clock.parts and isinstance(event, Play):
                began = event.began_ms or 0
                self.asides.append(Aside(Act.LAY, seat, began, event.at_ms, event.cards, clock.parts))
                self.left[Act.LAY] -= 1
                clock.parts = None
            ended = deal_of(table).best is None
            table.follow()
            if ended:
                clock.trick_over()
                clock.busy_until += 900 * cards
            else:
                self._slip()

    def _happens(self, act: Act, often: float) -> bool:
        return self.left[act] > 0 and self.rng.random() < often

    def _try(self, deal: DealState, seat: str) -> None:
        """Cards that are laid and taken back, before the seat plays others or passes."""
        hand, clock = self.table.hands[seat], self.clock
        cards = choose(deal, seat, hand, random.Random(self.rng.random()))
        if cards is None or len(cards) == len(hand):
            return
        began, at = clock.play(len(cards))
        back = at + self._some(900, 2000)
        self.asides.append(Aside(Act.TRY, seat, began, at, cards, (back, back + TAKING)))
        clock.now = back + TAKING + 300
        self.left[Act.TRY] -= 1

    def _slip(self) -> None:
        """Long after its play a seat puts a card to it, and takes it back when the others protest."""
        deal, clock = deal_of(self.table), self.clock
        play = next((e for e in reversed(self.table.events) if isinstance(e, Play)), None)
        if deal.best is None or play is None or deal.to_play == deal.best or play.seat != deal.best:
            return
        hand = self.table.hands[deal.best]
        late = clock.now - play.at_ms > 1500
        if not hand or not late or not self._happens(Act.SLIP, 0.5):
            return
        start = max(clock.now + 300, play.at_ms + 3200)
        stop = start + self._some(600, 800)
        back = stop + self._some(1500, 2600)
        card = self.rng.choice(hand)
        self.asides.append(Aside(Act.SLIP, deal.best, start, stop, (card,), (back, back + TAKING)))
        clock.now = back + TAKING + 300
        self.left[Act.SLIP] -= 1


def _timeless(event: Event) -> Event:
    """An event of which nobody knows when it was."""
    match event:
        case Play():
            return replace(event, began_ms=None, at_ms=0, source=Source.TYPED)
        case Pass():
            return replace(event, after_ms=None, before_ms=None, at_ms=0, source=Source.TYPED)
        case TrickEnd() | DealEnd() | DealStart():
            return replace(event, at_ms=0)
    return event
