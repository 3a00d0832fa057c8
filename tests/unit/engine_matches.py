"""Matches to test with: random legal ones, and deals that end in an order one chooses."""

from __future__ import annotations

import random
from collections.abc import Sequence

from engine import (
    FACES,
    RANKS,
    SUITS,
    Card,
    DealStart,
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
    parse_cards,
    seats_skipped,
)

NATIONAL = RuleSet.load("national-2022")
XIANGYANG = RuleSet.load("xiangyang-2024")


def begun(
    rules: RuleSet = NATIONAL, level: str = "2", levels: tuple[str, str] | None = None, leader: str = "E"
) -> MatchState:
    """A match whose first deal has started."""
    state = MatchState.start(MatchStart(rules.name), rules)
    return apply(state, DealStart(1, level, leader, levels))


def played(state: MatchState, *moves: str) -> MatchState:
    """The state after moves such as ``"E S3 H3"`` and ``"S pass"``; times run on by a second."""
    for move in moves:
        seat, _, cards = move.partition(" ")
        now = 1000 * (len(state.events) + 1)
        event: Event = Play(seat, parse_cards(cards), None, None, now) if cards != "pass" else Pass(seat)
        state = apply(state, event)
    return state


def with_consequences(state: MatchState) -> MatchState:
    while due := consequences(state):
        state = apply(state, due[0])
    return state


def deal_out(state: MatchState, order: Sequence[str]) -> MatchState:
    """Plays the running deal, lawfully, so that the seats go out in this order.

    Each holds three times eight alike, a pair of the thirteenth rank and a joker; the next one to go out
    bombs the last play of the one before. A leader who is not the first to go out leads its joker.
    """
    assert state.deal is not None
    pair_rank = next(rank for rank in RANKS if rank != state.deal.level)
    eights = [[Card(suit, rank) for suit in SUITS] * 2 for rank in RANKS if rank != pair_rank]
    pairs = [[Card(suit, pair_rank)] * 2 for suit in SUITS]
    jokers = [[Card.parse(text)] for text in ("SB", "SB", "HR", "HR")]
    leader = state.deal.leader
    first = []
    if leader != order[0]:
        first = [(leader, jokers[order.index(leader)])]
    hands = [
        (seat, cards)
        for index, seat in enumerate(order)
        for cards in [*eights[3 * index : 3 * index + 3], pairs[index], jokers[index]]
    ]
    for seat, cards in [*first, *(each for each in hands if each not in first)]:
        assert state.deal is not None
        for skipped in seats_skipped(state.deal, seat):
            state = apply(state, Pass(skipped, source=Source.INFERRED))
        state = apply(state, Play(seat, tuple(cards), None, None, 1000 * (len(state.events) + 1)))
        assert state.deal is not None
        if state.deal.over:
            return state
    raise AssertionError("the deal did not end")


def random_match(seed: int, rules: RuleSet = NATIONAL, deals: int = 1) -> list[Event]:
    """The events of some whole deals of random legal plays, with what follows by itself."""
    rng = random.Random(seed)
    state = MatchState.start(MatchStart(rules.name), rules)
    level, leader, now = "2", "E", 0
    for number in range(1, deals + 1):
        deck = [card for card in FACES for _ in range(2)]
        rng.shuffle(deck)
        hands = {seat: deck[27 * i : 27 * i + 27] for i, seat in enumerate(state.header.seats)}
        state = apply(state, DealStart(number, level, leader, state.levels, now))
        while state.deal and not state.deal.over:
            seat = state.deal.to_play or ""
            plays = list(legal_plays(hands[seat], level, state.deal.to_beat))
            now += rng.randrange(500, 9000)
            if state.deal.best and (not plays or rng.random() < 0.3):
                state = apply(state, Pass(seat, now - 400, now, Source.INFERRED))
            else:
                cards, reading = rng.choice(plays)
                state = apply(state, Play(seat, cards, reading, now - 300, now, Source.SEEN, p=0.99))
                for card in cards:
                    hands[seat].remove(card)
            state = with_consequences(state)
        if state.over:
            break
        result = state.deals_done[-1]
        level, leader = state.levels[result.winner], result.finish[0]
    return list(state.events)
