"""A match as a machine: whatever is done in whatever order, the log tells the state, and nothing is lost."""

from __future__ import annotations

import random
from dataclasses import replace

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from engine import (
    COPIES,
    FACES,
    Card,
    Correction,
    DealEnd,
    DealStart,
    Event,
    Hands,
    MatchEnd,
    MatchStart,
    MatchState,
    Pass,
    Pause,
    Play,
    Report,
    Resume,
    RuleError,
    RuleSet,
    TrickEnd,
    apply,
    consequences,
    dumps_line,
    legal_plays,
    parse_position,
    parse_record_text,
    position_of,
    read_record,
    write_record_text,
)
from engine.before import opening_of
from tests.prove_matches import SETS

RULES = {name: RuleSet.load(name) for name in SETS}
FOLLOWS = (TrickEnd, DealEnd, MatchEnd)


def folded(header: MatchStart, rules: RuleSet, events: tuple[Event, ...]) -> MatchState:
    state = MatchState.start(header, rules)
    for event in events:
        state = apply(state, event)
    return state


def settled(state: MatchState) -> MatchState:
    """The state without its log: two logs may come to one state."""
    return replace(state, events=(), given=())


def in_force(state: MatchState) -> list[Event]:
    return [event for event in state.events if not isinstance(event, Correction)]


class Match(RuleBasedStateMachine):
    """Deals played by the rules, with anything corrected, struck, undone and done again in between."""

    @initialize(name=st.sampled_from(SETS), seed=st.integers(0, 10**6))
    def begin(self, name: str, seed: int) -> None:
        self.rng = random.Random(seed)
        self.header = MatchStart(name, players={"E": "甲"}, started="2026-11-30T09:00:00+08:00")
        self.state = MatchState.start(self.header, RULES[name])
        self.hands: dict[str, list[Card]] = {}
        self.given: dict[int, Event] = {}
        """Events as they were first given, of those that are corrected now."""
        self.mixed = False
        """Whether anything was added that stands on a correction."""
        self.now = 0

    def take(self, event: Event) -> bool:
        """Adds an event; one that is refused has changed nothing."""
        before = self.state
        self.now += 1000
        try:
            self.state = apply(self.state, event)
        except RuleError:
            assert self.state is before
            return False
        self.mixed |= bool(self.given) and not isinstance(event, Correction)
        while due := consequences(self.state):
            self.state = apply(self.state, due[0])
        return True

    def is_played(self) -> bool:
        return self.state.deal is not None and not self.state.deal.over and not self.state.over

    @precondition(lambda self: not self.is_played() and not self.state.over)
    @rule(known=st.booleans())
    def deal(self, known: bool) -> None:
        stock = [face for face in FACES for _ in range(COPIES)]
        self.rng.shuffle(stock)
        self.hands = {seat: stock[27 * at : 27 * at + 27] for at, seat in enumerate(self.header.seats)}
        opening, done = opening_of(self.state), self.state.deals_done
        number = opening.number or (done[-1].number + 1 if done else 1)
        if known:
            self.take(Hands(number, {seat: tuple(hand) for seat, hand in self.hands.items()}, self.now))
        level = self.state.levels[done[-1].winner] if done else self.state.rules.start_level
        leader = opening.leader or self.rng.choice(self.header.seats)
        started = self.take(DealStart(number, level, leader, at_ms=self.now))
        assert started or self.given or self.mixed, "a deal begins where nothing is corrected"

    @precondition(lambda self: self.is_played())
    @rule(moves=st.integers(1, 60))
    def play(self, moves: int) -> None:
        """Some lawful turns; after a correction what is lawful here may be refused."""
        for _ in range(moves):
            deal = self.state.deal
            if deal is None or deal.to_play is None or self.state.over:
                return
            seat = deal.to_play
            plays = list(legal_plays(self.hands[seat], deal.level, deal.to_beat))
            if deal.best is not None and (not plays or self.rng.random() < 0.3):
                event: Event = Pass(seat, at_ms=self.now)
            elif plays:
                cards, reading = max(
                    self.rng.sample(plays, min(3, len(plays))), key=lambda each: len(each[0])
                )
                event = Play(seat, cards, reading, None, self.now)
            else:
                return
            if not self.take(event):
                assert self.given or self.mixed, f"{event} is lawful where nothing is corrected"
                return
            for card in event.cards if isinstance(event, Play) else ():
                self.hands[seat].remove(card)

    @precondition(lambda self: self.is_played())
    @rule()
    def stop_the_clocks(self) -> None:
        self.take(Pause("a call", self.now))
        self.take(Report(self.rng.choice(self.header.seats), 9, self.now))
        self.take(Resume(None, self.now))

    @precondition(lambda self: len(self.state.events) > 1)
    @rule(strike=st.booleans())
    def correct(self, strike: bool) -> None:
        """Any event is replaced by another, lawful or not, or struck."""
        events = [event for event in in_force(self.state) if not isinstance(event, FOLLOWS)]
        if not events:
            return
        event = self.rng.choice(events)
        new: Event | None = None
        if isinstance(event, Play | Pass) and not strike:
            cards = tuple(self.rng.sample(FACES, self.rng.randint(1, 2)))
            new = self.rng.choice([Pass(event.seat), Play(event.seat, cards, None, None, 0)])
        if self.take(Correction(event.seq, new, "referee", "looked again", self.now)):
            first = self.given.pop(event.seq, event)
            self.given[event.seq] = first  # what was corrected last stands last

    def undo(self, seq: int) -> bool:
        """Has an event back as it was first given; refused where what it stood on is corrected as well."""
        try:
            self.state = apply(self.state, Correction(seq, self.given[seq], "referee", "undone", self.now))
        except RuleError:
            return False
        return True

    @precondition(lambda self: bool(self.given))
    @rule()
    def undo_and_redo(self) -> None:
        """What was corrected last is had back and corrected again: the state is as it was before."""
        before = self.state
        seq = [*self.given][-1]
        now = next((event for event in in_force(before) if event.seq == seq), None)
        if not self.undo(seq):
            assert self.state is before
            return
        self.state = apply(self.state, Correction(seq, now, "referee", "done again", self.now))
        assert settled(self.state) == settled(before)
        assert in_force(self.state) == in_force(before)

    @precondition(lambda self: bool(self.given))
    @rule()
    def undo_all(self) -> None:
        """With every correction undone, no conflict is left but for what was added upon one."""
        while done := [seq for seq in reversed(self.given) if self.undo(seq)]:
            for seq in done:
                del self.given[seq]

    @invariant()
    def cards_are_conserved(self) -> None:
        deal = self.state.deal
        if deal is None:
            return
        assert sum(deal.left.values()) + sum(deal.played.values()) == COPIES * len(FACES)
        assert all(0 <= count <= 27 for count in deal.left.values())
        assert all(count <= COPIES for card, count in deal.played.items() if card.is_known)
        position = position_of(deal)
        assert parse_position(str(position)) == position

    @invariant()
    def the_log_is_the_state(self) -> None:
        events = self.state.given or self.state.events
        assert folded(self.header, self.state.rules, events) == self.state
        record = read_record("\n".join(map(dumps_line, (self.header, *events))))
        assert (record.header, record.events, record.faults) == (self.header, events, ())
        as_text = parse_record_text(write_record_text(self.header, events))
        assert (as_text.header, as_text.events) == (self.header, events)

    @invariant()
    def conflicts_are_named(self) -> None:
        events = {event.seq: event for event in self.state.events}
        assert all(events[each.event.seq] == each.event and each.reason for each in self.state.conflicts)
        assert self.given or self.mixed or not self.state.conflicts


Match.TestCase.settings = settings(max_examples=12, stateful_step_count=20, deadline=None)
TestMatch = Match.TestCase
