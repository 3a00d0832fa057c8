"""Whole matches with openings, tribute, reports and known hands, under every rule set."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import (
    FACES,
    Breach,
    Card,
    DealStart,
    Drawn,
    Event,
    Hands,
    MatchStart,
    MatchState,
    Opening,
    Pass,
    Play,
    Refusal,
    Report,
    Return,
    RuleSet,
    Tribute,
    apply,
    consequences,
    due_opening,
    holds_both_big_jokers,
    legal_plays,
    level_value,
    next_level,
    noticed,
    return_cards,
    tribute_cards,
)
from engine.giving import BIG_JOKER
from engine.tribute import TributeState

SETS = [RuleSet.load(name) for name in ("suzhou-2016", "national-2022", "xiangyang-2024", "huaian")]
Hand = list[Card]


class Table:
    """Four players who keep the rules, but for one who may pay the wrong card."""

    def __init__(self, rules: RuleSet, seed: int, wrong: bool = False) -> None:
        self.rng = random.Random(seed)
        self.state = MatchState.start(MatchStart(rules.name), rules)
        self.wrong = wrong
        self.hands: dict[str, Hand] = {}
        self.now = 0

    def happens(self, event: Event) -> None:
        self.now += 1000
        self.state = apply(self.state, event)

    def deal(self, number: int) -> None:
        """One deal from the shuffling to its end."""
        finish = self.state.deals_done[-1].finish if self.state.deals_done else ()
        level = next_level(self.state) or "2"
        deck = [card for card in FACES for _ in range(2)]
        self.rng.shuffle(deck)
        self.hands = {seat: deck[27 * i : 27 * i + 27] for i, seat in enumerate(self.state.header.seats)}
        due = due_opening(self.state.header, self.state.rules, number, finish)
        turned, holder = (None, None) if finish else (Card.parse("S5"), self.holder(Card.parse("S5")))
        opening = Opening(number, due.shuffler, due.cutter, turned, due.first, holder, self.now)
        self.happens(opening)
        self.happens(Drawn(number, self.now))
        if not self.wrong:
            self.happens(Hands(number, {seat: tuple(hand) for seat, hand in self.hands.items()}, self.now))
        if finish and self.state.rules.tribute == "normal":
            self.tribute(level)
        assert self.state.opening is not None
        leader = self.state.opening.leader
        assert leader is not None
        self.happens(DealStart(number, level, leader, at_ms=self.now))
        self.play(level)

    def holder(self, card: Card) -> str:
        return next(seat for seat, hand in self.hands.items() if card in hand)

    def given(self) -> TributeState:
        assert self.state.opening is not None
        return self.state.opening.tribute

    def tribute(self, level: str) -> None:
        rules, payers = self.state.rules, self.given().payers
        known = {seat: tuple(hand) for seat, hand in self.hands.items()}
        both = holds_both_big_jokers(payers, known)
        if both and (rules.refuse_tribute == "auto" or self.rng.random() < 0.5):
            self.happens(Refusal(tuple(s for s in payers for c in known[s] if c == BIG_JOKER), self.now))
            return
        for seat in payers:
            card = self.rng.choice(tribute_cards(known[seat], level))
            if self.wrong:
                value = level_value(card, level)
                lower = [c for c in known[seat] if level_value(c, level) < value and not c.is_wild(level)]
                card = self.rng.choice(lower)
            to = None
            if len(payers) == 2 and seat == payers[1]:  # where the receivers choose, they do
                values = {level_value(each, level) for each in (card, self.given().paid[0].card)}
                to = self.given().finish[1] if len(values) == 1 and self.chosen() else None
            self.happens(Tribute(seat, to, card, self.now))
        for paid in self.given().paid:
            self.moves(paid)
        for paid in self.given().paid:
            assert paid.to is not None
            to_partner = self.state.header.partner(paid.to) == paid.seat
            hand = self.hands[paid.to]
            allowed = return_cards(rules, hand, level, to_partner=to_partner, double=len(payers) == 2)
            self.happens(Return(paid.to, None, self.rng.choice(allowed), self.now))
            self.moves(next(each for each in self.given().returned if each.seat == paid.to))

    def chosen(self) -> bool:
        return self.state.rules.equal_tribute == "receivers_choose"

    def moves(self, event: Tribute | Return) -> None:
        assert event.to is not None
        self.hands[event.seat].remove(event.card)
        self.hands[event.to].append(event.card)

    def play(self, level: str) -> None:
        while self.state.deal and not self.state.deal.over:
            deal, seat = self.state.deal, self.state.deal.to_play or ""
            lawful = list(legal_plays(self.hands[seat], level, deal.to_beat))
            if deal.best and (not lawful or self.rng.random() < 0.2):
                self.happens(Pass(seat, at_ms=self.now))
            else:
                some = self.rng.sample(lawful, min(4, len(lawful)))
                cards, reading = max(some, key=lambda each: len(each[0]))
                before = deal.left[seat]
                self.happens(Play(seat, cards, reading, self.now, self.now))
                for card in cards:
                    self.hands[seat].remove(card)
                if 0 < len(self.hands[seat]) <= self.state.rules.report_threshold < before:
                    self.happens(Report(seat, len(self.hands[seat]), self.now))
            while due := consequences(self.state):
                self.happens(due[0])


def deals_of(table: Table, most: int) -> Iterator[int]:
    """Plays deals one after another, and tells the number of each that is over."""
    for number in range(1, most + 1):
        if table.state.over:
            return
        table.deal(number)
        yield number


@settings(deadline=None, max_examples=8)
@given(st.integers(0, 2**32), st.sampled_from(SETS))
def test_a_lawful_match_is_taken_and_nothing_is_noticed(seed: int, rules: RuleSet) -> None:
    table = Table(rules, seed)
    for _ in deals_of(table, 4):
        assert noticed(table.state) == ()
        deal = table.state.deal
        assert deal is not None
        assert {seat: tuple(sorted(map(str, hand))) for seat, hand in table.hands.items() if hand} == {
            seat: tuple(sorted(map(str, hand))) for seat, hand in deal.known.items() if hand
        }
    again = MatchState.start(table.state.header, rules)
    for event in table.state.events:  # a camera that saw the play and nothing before it
        if not isinstance(event, Opening | Drawn | Hands | Tribute | Refusal | Return):
            again = apply(again, event)
    assert (again.levels, again.deals_done) == (table.state.levels, table.state.deals_done)


@settings(deadline=None, max_examples=12)
@given(st.integers(0, 2**32), st.sampled_from([rules for rules in SETS if rules.tribute == "normal"]))
def test_a_wrong_tribute_comes_to_light_with_the_cards(seed: int, rules: RuleSet) -> None:
    """Proved as soon as the payer has played a card that is higher than its tribute, and never before."""
    table = Table(rules, seed, wrong=True)
    for number in deals_of(table, 2):
        found = {each.seat for each in noticed(table.state) if each.kind is Breach.WRONG_TRIBUTE}
        deal = table.state.deal
        assert deal is not None
        assert deal.tribute is not None
        played = [event for event in table.state.events if isinstance(event, Play)]
        guilty = set()
        for paid in deal.tribute.paid:
            back = next(each.card for each in deal.tribute.returned if each.to == paid.seat)
            start = max(e.seq for e in table.state.events if isinstance(e, DealStart))
            cards = [c for e in played if e.seq > start and e.seat == paid.seat for c in e.cards]
            if back in cards:
                cards.remove(back)
            value = level_value(paid.card, deal.level)
            if any(level_value(c, deal.level) > value and not c.is_wild(deal.level) for c in cards):
                guilty.add(paid.seat)
        assert found == guilty
        assert number == 2 or not deal.tribute.begun


@pytest.mark.parametrize("rules", SETS, ids=lambda rules: rules.name)
def test_leaders_of_a_match(rules: RuleSet) -> None:
    """Who leads is who the tribute says, or without tribute the first of the deal before."""
    table = Table(rules, 7)
    for number in deals_of(table, 4):
        done = table.state.deals_done
        deal = table.state.deal
        assert deal is not None
        if number > 1 and rules.tribute == "none":
            assert deal.leader == done[-2].finish[0]
        elif number > 1:
            assert deal.tribute is not None
            assert deal.leader == deal.tribute.leader
            assert deal.tribute.complete
