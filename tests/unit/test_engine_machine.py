"""A match as a machine: whatever is done in whatever order, the log tells the state, and nothing is lost.

What the state has to be after any corrections is told by `by_the_log`, which folds the events in force one by
one and knows nothing of how the engine does it.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import replace

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from engine import (
    COPIES,
    FACES,
    Award,
    AwardKind,
    Breach,
    Card,
    Conflict,
    Correction,
    DealEnd,
    DealStart,
    Event,
    HandExceeded,
    Hands,
    IllegalPlay,
    ImpossibleCard,
    InvalidPlay,
    Irregularity,
    LeftTable,
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
    Ruling,
    TakeBack,
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
from engine.match import laid
from engine.rounds import BY_ITSELF
from tests.prove_matches import SETS

RULES = {name: RuleSet.load(name) for name in SETS}
FOLLOWS = (TrickEnd, DealEnd, MatchEnd)
UNREAD = Card.parse("??")
InForce = Mapping[int, Event | None]
"""What stands in the place of corrected events, by their seq; None: nothing does."""


def folded(header: MatchStart, rules: RuleSet, events: tuple[Event, ...]) -> MatchState:
    state = MatchState.start(header, rules)
    for event in events:
        state = apply(state, event)
    return state


def by_the_log(state: MatchState, given: tuple[Event, ...], in_force: InForce) -> MatchState:
    """What the state has to be: each event in force holds where it stands, or is named and as far as it can
    be lies there; what follows by itself follows from these."""
    now = MatchState.start(state.header, state.rules)
    for event in given:
        stands = in_force.get(event.seq, event)
        if isinstance(event, Correction):
            now = replace(now, events=(*now.events, event))
        elif stands is not None:
            now = one_more(now, stands)
    return now


def one_more(now: MatchState, event: Event) -> MatchState:
    due = next((each for each in consequences(now) if type(each) is type(event)), None)
    of_itself = isinstance(event, FOLLOWS) and getattr(event, "reason", BY_ITSELF[0]) in BY_ITSELF
    if of_itself and due is None:
        return now
    try:
        return apply(now, event)
    except RuleError as error:
        if due is not None:
            return apply(now, replace(due, seq=event.seq, at_ms=event.at_ms))
        if isinstance(event, MatchEnd):
            return apply(now, replace(event, winner=None, levels=None))
        lies = event.cards if isinstance(event, Play) else ()
        events, conflicts = (*now.events, event), (*now.conflicts, Conflict(event, error.reason))
        if isinstance(event, Play) and isinstance(error, InvalidPlay | IllegalPlay | ImpossibleCard):
            lies = lies if isinstance(error, InvalidPlay | IllegalPlay) else (UNREAD,) * len(lies)
            if not isinstance(error, HandExceeded):
                now = laid(now, event, lies)
        return replace(now, events=events, conflicts=conflicts)


def in_place_of(target: Event, new: Event | None) -> Event | None:
    """The new event with the number and the times of the one that it replaces."""
    if new is None:
        return None
    names = ("seq", "at_ms", "began_ms", "after_ms", "before_ms")
    kept = {name: getattr(target, name, None) for name in names if hasattr(new, name)}
    return replace(new, **{name: value for name, value in kept.items() if value is not None})


class Match(RuleBasedStateMachine):
    """Deals played by the rules, with anything corrected, struck, undone and done again in between."""

    @initialize(name=st.sampled_from(SETS), seed=st.integers(0, 10**6))
    def begin(self, name: str, seed: int) -> None:
        self.rng = random.Random(seed)
        self.header = MatchStart(name, players={"E": "甲"}, started="2026-11-30T09:00:00+08:00")
        self.state = MatchState.start(self.header, RULES[name])
        self.hands: dict[str, list[Card]] = {}
        self.forms: dict[int, list[Event | None]] = {}
        """Of each event that was corrected, all that has stood in its place; first as it was given."""
        self.stands: dict[int, Event | None] = {}
        """What stands there now."""
        self.mixed = False
        """Whether anything was added that stands on a correction, or is not so."""
        self.now = 0

    @property
    def given(self) -> tuple[Event, ...]:
        return self.state.given or self.state.events

    @property
    def is_corrected(self) -> bool:
        return any(form != self.forms[seq][0] for seq, form in self.stands.items())

    def take(self, event: Event) -> bool:
        """Adds an event and what follows; one that is refused has changed nothing."""
        before = self.state
        self.now += 1000
        try:
            self.state = apply(self.state, event)
        except RuleError:
            assert self.state is before
            return False
        self.mixed |= self.is_corrected
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
        leader = self.rng.choice(opening_of(self.state).leaders)
        levels = None if done else self.state.levels
        if levels and level not in levels:
            level = levels[0]
        started = self.take(DealStart(number, level, leader, levels, at_ms=self.now))
        assert started or self.is_corrected or self.mixed, "a deal begins where nothing is corrected"

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
                assert self.is_corrected or self.mixed, f"{event} is lawful where nothing is corrected"
                return
            for card in event.cards if isinstance(event, Play) else ():
                self.hands[seat].remove(card)

    @precondition(lambda self: self.is_played())
    @rule()
    def stop_the_clocks(self) -> None:
        self.take(Pause("a call", self.now))
        self.take(Report(self.rng.choice(self.header.seats), 9, self.now))
        self.take(Resume(None, self.now))

    @precondition(lambda self: self.is_played())
    @rule(own=st.booleans())
    def show_a_card(self, own: bool) -> None:
        """Of its own a seat can show any card; of others some are refused."""
        seat = self.rng.choice(self.header.seats)
        cards = self.hands[seat] if own else FACES
        if cards:
            shown = (self.rng.choice(cards),)
            taken = self.take(Irregularity(seat, Breach.EXPOSED_CARDS, "", None, self.now, shown))
            assert taken or not own or self.is_corrected or self.mixed
            self.mixed |= taken and not own  # it may be in another hand, which then cannot play it

    @precondition(lambda self: self.is_played() and self.state.deal.trick)
    @rule(ruled=st.booleans())
    def take_back(self, ruled: bool) -> None:
        """Some play of the trick goes back, by a ruling, or by its seat where the set lets it."""
        plays = [turn for turn in self.state.deal.trick if isinstance(turn, Play)]
        play = self.rng.choice(plays)
        back = [each for each in plays if each.seq >= play.seq]
        award = (Award(AwardKind.TAKEN_BACK, play.seat),)
        event = Ruling("", "referee", play.seq, self.now, award) if ruled else None
        if self.take(event or TakeBack(play.seat, play.seq, self.now)):
            for seat, card in [(each.seat, card) for each in back for card in each.cards]:
                if self.hands[seat].count(card) < COPIES:  # more where another play was put in its place
                    self.hands[seat].append(card)

    @precondition(lambda self: not self.state.over)
    @rule(kind=st.sampled_from([AwardKind.LEVELS, AwardKind.MISSES_TRICK, AwardKind.REDEAL, AwardKind.LOSS]))
    def rule_on_something(self, kind: AwardKind) -> None:
        if kind in (AwardKind.REDEAL, AwardKind.LOSS) and self.rng.random() < 0.7:
            return
        levels = self.rng.choice((-1, 1)) if kind is AwardKind.LEVELS else 0
        award = Award(kind, self.rng.choice(self.header.seats), None, levels)
        assert self.take(Ruling("", "referee", None, self.now, (award,)))

    @precondition(lambda self: self.state.over)
    @rule()
    def leave(self) -> None:
        assert self.take(LeftTable(self.now))

    def correct_to(self, seq: int, new: Event | None) -> bool:
        """Puts something in the place of an event; it is refused exactly where it has to be."""
        target = next(event for event in self.given if event.seq == seq)
        form, had = in_place_of(target, new), self.forms.get(seq, [target])
        due = by_the_log(self.state, self.given, self.stands | {seq: form})
        cannot_be = form is not None and any(each.event == form for each in due.conflicts)
        if isinstance(form, FOLLOWS) and form not in due.events:
            cannot_be = True
        settled = self.state.round.settled and self.state.rules.correction_until == "leaving_table"
        result = [(each.over, each.winner, each.levels, each.deals_done) for each in (self.state, due)]
        refused = (cannot_be and form not in had) or (settled and result[0] != result[1])
        before = self.state
        correction = Correction(seq, new, "referee", "looked again", self.now)
        if refused:
            with pytest.raises(RuleError, match=f"event {seq} cannot be corrected"):
                apply(before, correction)
            return False
        self.state = apply(before, correction)
        self.forms[seq] = had if form in had else [*had, form]
        self.stands[seq] = form
        return True

    @precondition(lambda self: len(self.given) > 1)
    @rule(strike=st.booleans())
    def correct(self, strike: bool) -> None:
        """Any event is replaced by another, lawful or not, or struck; most often one of the last."""
        events = [each for each in self.given if not isinstance(each, Correction)]
        event = self.rng.choice(events[-8:] if self.rng.random() < 0.7 else events)
        new: Event | None = None
        if isinstance(event, Play | Pass) and not strike:
            cards = tuple(self.rng.sample(FACES, self.rng.randint(1, 2)))
            seat = event.seat if self.rng.random() < 0.8 else self.rng.choice(self.header.seats)
            new = self.rng.choice([Pass(seat), Play(seat, cards, None, None, 0)])
        elif isinstance(event, TrickEnd) and not strike:
            new = TrickEnd(self.rng.choice(self.header.seats), None)
        self.correct_to(event.seq, new)

    @precondition(lambda self: bool(self.forms))
    @rule()
    def undo_and_redo(self) -> None:
        """Whatever stood once is had back and done again, however much else is corrected: nothing is lost."""
        for seq, forms in self.rng.sample([*self.forms.items()], min(4, len(self.forms))):
            before, stood = self.state, self.stands[seq]
            if self.correct_to(seq, self.rng.choice(forms)):
                assert self.correct_to(seq, stood)
            assert settled(self.state) == settled(before)

    @precondition(lambda self: bool(self.forms) and not self.state.round.settled)
    @rule()
    def undo_all(self) -> None:
        """With every correction undone, in any order, all is as if there had been none."""
        for seq in self.rng.sample([*self.forms], len(self.forms)):
            assert self.correct_to(seq, self.forms[seq][0])
        assert self.mixed or not self.state.conflicts
        if not self.mixed:
            events = tuple(event for event in self.given if not isinstance(event, Correction))
            assert settled(self.state) == settled(folded(self.header, self.state.rules, events))

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
        events = self.given
        assert replace(self.state, given=()) == by_the_log(self.state, events, self.stands)
        assert folded(self.header, self.state.rules, events) == self.state
        record = read_record("\n".join(map(dumps_line, (self.header, *events))))
        assert (record.header, record.events, record.faults) == (self.header, events, ())
        as_text = parse_record_text(write_record_text(self.header, events))
        assert (as_text.header, as_text.events) == (self.header, events)

    @invariant()
    def conflicts_are_named(self) -> None:
        events = {event.seq: event for event in self.state.events}
        assert all(events[each.event.seq] == each.event and each.reason for each in self.state.conflicts)
        assert self.is_corrected or self.mixed or not self.state.conflicts


def settled(state: MatchState) -> MatchState:
    """The state with the events in force, and without the log of how it came to them."""
    in_force = tuple(event for event in state.events if not isinstance(event, Correction))
    return replace(state, events=in_force, given=())


Match.TestCase.settings = settings(max_examples=12, stateful_step_count=20, deadline=None)
TestMatch = Match.TestCase
