"""Whole matches by a simple legal player: what four people might lay, and when.

The player leads low and long, follows cheaply, passes now and then, keeps its bombs for when they
count, and spares its wild cards.  It sees its own hand and the table only.  Everything follows from
the seed, whatever order Python's sets have.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from engine import (
    COPIES,
    FACES,
    Card,
    Combo,
    ComboType,
    DealStart,
    DealState,
    Event,
    MatchStart,
    MatchState,
    Pass,
    Play,
    RuleSet,
    Source,
    apply,
    consequences,
    legal_plays,
    readings_now,
    rules_fields,
    take_reading,
)

HAND = 27
STARTED = "2026-01-01T09:00:00+08:00"
"""Every simulated match starts then, so that the same seed gives the same record."""

Cards = tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Pace:
    """How long things take, ms, each as the least and the most."""

    think: tuple[int, int]
    to_pass: tuple[int, int]
    lay: tuple[int, int]
    clear: tuple[int, int]
    """From the pass that ends a trick to the next hand at work: the cards are taken away."""
    shuffle: tuple[int, int]


CALM = Pace(
    think=(1000, 6000), to_pass=(500, 2500), lay=(550, 950), clear=(2200, 4000), shuffle=(60000, 90000)
)
QUICK = Pace(think=(800, 2500), to_pass=(400, 1000), lay=(550, 900), clear=(2100, 2900), shuffle=(7000, 9000))
"""For videos: a deal takes three to six minutes."""

LEAD_IN = 1500
"""ms of an untouched table before a deal's first hand may come in."""
SEEN_FOR = 1300
"""ms that a play lies there at least before anybody gathers it."""
EACH_CARD = 65
"""ms that each card more takes to lay."""


@dataclass(slots=True)
class Clock:
    """Event times: when the last thing happened, and until when the table is busy."""

    pace: Pace
    rng: random.Random
    now: int = 0
    busy_until: int = 0
    laid_at: int = 0

    def _some(self, span: tuple[int, int]) -> int:
        return self.rng.randint(*span)

    def start(self) -> int:
        if self.now:
            self.now += self._some(self.pace.shuffle)
        self.busy_until = self.now + LEAD_IN
        return self.now

    def play(self, cards: int) -> tuple[int, int]:
        """When the hand comes in and when the last card lies still."""
        began = max(self.now, self.busy_until) + self._some(self.pace.think)
        lay = self._some(self.pace.lay) + EACH_CARD * cards
        if self.rng.random() < 0.2:  # laid with care, or in parts
            lay += self.rng.randint(500, 1100)
        self.now = self.laid_at = began + lay
        return began, self.now

    def pass_(self) -> int:
        self.now = max(self.now, self.busy_until) + self._some(self.pace.to_pass)
        return self.now

    def trick_over(self) -> None:
        self.busy_until = max(self.now, self.laid_at + SEEN_FOR) + self._some(self.pace.clear)


@dataclass(slots=True)
class Table:
    """The match as far as it has been played, with the hands that only the players see.

    ``twins``: how much the players like to lay both copies of a face.
    """

    state: MatchState
    clock: Clock
    rng: random.Random
    events: list[Event] = field(default_factory=list)
    hands: dict[str, list[Card]] = field(default_factory=dict)
    twins: float = 0.0

    def add(self, event: Event) -> None:
        self.state = apply(self.state, event)
        self.events.append(self.state.events[-1])

    def follow(self) -> None:
        """Let happen what follows by itself."""
        while due := consequences(self.state):
            self.add(due[0])


def play_match(
    rules: RuleSet, level: str, seed: int, deals: int, pace: Pace = CALM
) -> tuple[MatchStart, tuple[Event, ...]]:
    """Header and events of up to ``deals`` deals; fewer when the match is won before.

    Both sides start at ``level``.  Tribute is not played:
    where a rule set has it, the last of the deal before leads the next one (the neighbour of the first
    at a double), as one who has paid.  A pass has its exact time; it is ``typed`` where passes are spoken,
    since no camera sees them, and ``seen`` where a PASS card is laid.
    """
    header = MatchStart(
        **rules_fields(rules),
        players={seat: "" for seat in MatchStart(rules.base).seats},
        event_name=f"simulated match {seed}",
        started=STARTED,
        software="Guandan Eye",
    )
    table = Table(
        MatchState.start(header, rules),
        Clock(pace, random.Random(f"time {seed}")),
        random.Random(f"play {seed}"),
    )
    for number in range(1, deals + 1):
        if table.state.over:
            break
        _play_deal(table, number, level)
    return header, tuple(table.events)


def _play_deal(table: Table, number: int, level: str) -> None:
    header, rng = table.state.header, table.rng
    stock = [face for face in FACES for _ in range(COPIES)]
    rng.shuffle(stock)
    table.hands = {seat: stock[i * HAND : (i + 1) * HAND] for i, seat in enumerate(header.seats)}
    levels, leader = (level, level), rng.choice(header.seats)
    if table.state.deals_done:
        last = table.state.deals_done[-1]
        levels, level = last.levels, last.levels[last.winner]
        if table.state.rules.tribute == "none":
            leader = last.finish[0]
        else:
            leader = last.finish[3] if len(last.finish) == 4 else header.after(last.finish[0])[0]
    table.add(DealStart(number, level, leader, levels, table.clock.start()))
    while (deal := deal_of(table)).to_play is not None:
        move(table, deal, deal.to_play)
        ended = deal_of(table).best is None
        table.follow()
        if ended:
            table.clock.trick_over()


def deal_of(table: Table) -> DealState:
    deal = table.state.deal
    assert deal is not None, "a deal has started"
    return deal


def move(table: Table, deal: DealState, seat: str) -> None:
    hand, clock = table.hands[seat], table.clock
    cards = choose(deal, seat, hand, table.rng, table.twins)
    if cards is None:
        since = clock.now
        at = clock.pass_()
        source = Source.SEEN if deal.rules.pass_kind == "card" else Source.TYPED
        table.add(Pass(seat, since, at, source, at_ms=at))
        return
    reading = take_reading(readings_now(deal, seat, cards), cards, deal.level, deal.rules.wild_default)
    began, at = clock.play(len(cards))
    table.add(Play(seat, cards, reading, began, at, Source.SEEN))
    for card in cards:
        hand.remove(card)


# ---- the player ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Option:
    """A play that may be made, and what it costs the hand (the lower, the better)."""

    cards: Cards
    combo: Combo
    cost: float


def choose(
    deal: DealState, seat: str, hand: list[Card], rng: random.Random, twins: float = 0.0
) -> Cards | None:
    """The cards that a player with ``hand`` lays now, in laying order; None for a pass.

    ``twins`` is what it takes off a play's cost that both copies of a face are in it.
    """
    options = sorted(_options(deal, hand, twins), key=lambda option: (option.cost, _text(option.cards)))
    if not options:
        return None
    out = [option for option in options if len(option.cards) == len(hand)]
    if out:
        return out[0].cards
    if deal.to_beat is None:
        chosen = min(options, key=lambda option: option.cost - 1.7 * option.combo.size + rng.uniform(0, 7))
    else:
        chosen = min(options, key=lambda option: option.cost + rng.uniform(0, 2))
        if rng.random() < _reluctance(deal, seat, chosen, len(hand)):
            return None
    return chosen.cards if rng.random() < 0.7 else chosen.cards[::-1]


def _options(deal: DealState, hand: list[Card], twins: float) -> Iterator[_Option]:
    """One play of each type, key and number of wild cards: the one that costs the hand least."""
    best: dict[tuple[str, int, int, int], _Option] = {}
    ranks = Counter(card.rank for card in hand if not card.is_wild(deal.level))
    for cards, combo in legal_plays(hand, deal.level, deal.to_beat):
        cost = _cost(cards, combo, ranks, deal.level)
        option = _Option(cards, combo, cost - twins if has_twins(cards) else cost)
        kind = combo.type.value, combo.key, combo.size, len(combo.wilds)
        held = best.get(kind)
        if held is None or (option.cost, _text(cards)) < (held.cost, _text(held.cards)):
            best[kind] = option
    yield from best.values()


def has_twins(cards: Cards) -> bool:
    """Whether two of the cards are alike."""
    return len(set(cards)) < len(cards)


def _cost(cards: Cards, combo: Combo, ranks: Counter[str], level: str) -> float:
    """High cards, wild cards, bombs and torn sets cost."""
    used = Counter(card.rank for card in cards if not card.is_wild(level))
    cost = combo.key + 4.5 * (len(cards) - used.total())
    torn = 0.4 if combo.type in (ComboType.STRAIGHT, ComboType.SFLUSH) else 1.5
    for rank, count in used.items():
        if ranks[rank] > count:
            cost += 6 if ranks[rank] >= 4 else torn
    all_kings = ranks["B"] == ranks["R"] == COPIES
    if all_kings and used.keys() & {"B", "R"} and combo.type is not ComboType.FOURKINGS:
        cost += 8
    return cost + (14 + 2 * combo.size if combo.is_bomb else 0)


def _reluctance(deal: DealState, seat: str, option: _Option, left: int) -> float:
    """How likely a seat is to pass though it could play ``option``."""
    assert deal.best is not None, "a seat that leads never passes"
    partner_lies = deal.best == deal.header.partner(seat)
    hurry = left <= 9 or deal.left[deal.best] <= 8
    if option.combo.is_bomb:
        return 0.98 if partner_lies else 0.3 if hurry else 0.75
    if partner_lies:
        return 0.45 if option.combo.key <= 9 else 0.9
    if option.cost >= 16:
        return 0.15 if hurry else 0.45
    return 0.05 if hurry else 0.18


def _text(cards: Cards) -> str:
    return " ".join(map(str, cards))
