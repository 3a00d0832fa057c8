"""Whole rounds as at a tournament table: openings, tribute, reports, calls of time, breaches and rulings.

The four play as in `datasets.player`; now and then one of them, or the camera, does something wrong, and the
referee rules. Everything follows from the seed.
"""

from __future__ import annotations

import random
from dataclasses import replace

from datasets.player import CALM, HAND, LEAD_IN, STARTED, Clock, Table, deal_of, move
from engine import (
    COPIES,
    FACES,
    RANKS,
    Appeal,
    AppealAnswer,
    Award,
    AwardKind,
    Breach,
    Card,
    Correction,
    DealStart,
    Drawn,
    Event,
    Forfeit,
    Hands,
    Irregularity,
    LateStart,
    LeftTable,
    MatchStart,
    MatchState,
    Pause,
    Play,
    Question,
    Refusal,
    Report,
    Resume,
    Return,
    RuleError,
    RuleSet,
    Ruling,
    Source,
    Standing,
    Substitute,
    TakeBack,
    TimeCalled,
    Tribute,
    due_opening,
    holds_both_big_jokers,
    level_value,
    must_turn_again,
    next_level,
    noticed,
    proposals,
    return_cards,
    rules_fields,
    tribute_cards,
    why_it_stands,
)
from engine.before import opening_of
from engine.giving import BIG_JOKER
from engine.shown import SHOWN_IN
from engine.tribute import TributeState

UNREAD = Card.parse("??")
FOUND_BY_THE_REFEREE = (
    Breach.EXPOSED_CARDS,
    Breach.PLAY_OUT_OF_TURN,
    Breach.GESTURE_OUT_OF_TURN,
    Breach.PLAY_IN_PARTS,
    Breach.HIDDEN_CARDS,
    Breach.SIGNALS,
    Breach.MISCONDUCT,
)


def play_round(
    rules: RuleSet, level: str | None, seed: int, deals: int, *, timed: bool = True
) -> tuple[MatchStart, tuple[Event, ...]]:
    """Header and events of a round of at most so many deals, fewer when the match is won before.

    ``level`` is that of the first deal and of both sides, None
    for levels that the seed chooses. ``timed``: a side may come late or stay away, there are breaches and
    rulings, and with the last deal the time is up, so that the round is over at the end; otherwise nobody
    does wrong, and it is left where it stands.
    """
    seats = MatchStart(rules.base).seats
    header = MatchStart(
        **rules_fields(rules),
        players={seat: f"player {seat}" for seat in seats},
        event_name=f"simulated round {seed}",
        started=STARTED,
        software="Guandan Eye",
    )
    round_ = _Round(header, rules, seed, deals, timed)
    round_.play(level)
    return header, tuple(round_.table.events)


class _Round:
    """A table and what may happen at it besides the play."""

    def __init__(self, header: MatchStart, rules: RuleSet, seed: int, deals: int, timed: bool) -> None:
        self.table = Table(
            MatchState.start(header, rules),
            Clock(CALM, random.Random(f"time {seed}")),
            random.Random(f"play {seed}"),
        )
        self.rng = random.Random(f"round {seed}")
        self.rules, self.header, self.deals, self.timed = rules, header, deals, timed
        self.opened = self.rng.random() < 0.7
        """Whether the record tells of shuffling and drawing."""
        self.known = self.rng.choice(((), (), (), header.seats[:1], header.seats))
        """Seats whose hands the record has from the start, as of a deal file."""

    @property
    def state(self) -> MatchState:
        return self.table.state

    @property
    def now(self) -> int:
        return self.table.clock.now

    def happens(self, share: float) -> bool:
        return self.rng.random() < share

    def add(self, event: Event) -> Event:
        self.table.add(event)
        added = self.table.events[-1]
        self.table.follow()
        return added

    def play(self, level: str | None) -> None:
        if self.timed:
            self._before_the_round()
        number = 0
        while not self.state.over and number < self.deals:
            number += 1
            last = self.timed and number == self.deals
            call = self.rng.choice(("drawing", "playing", "idle")) if last else None
            self._deal(number, level, call)
            if call and not self.state.over:
                self._time_is_called()
        while not self.state.over and self.state.round.extra:
            number += 1
            self._deal(number, None, None)
        if self.state.over and self.timed and self.happens(0.5):
            self.add(LeftTable(self.now + 20_000))
        if self.state.over and self.happens(0.1):
            self._appeal()

    # ---- around the deals

    def _before_the_round(self) -> None:
        if self.happens(0.1):
            self.add(LateStart(self.rng.randrange(2), self.rng.randint(1, 900), 0, self.happens(0.3)))
        if self.happens(0.01):
            self.add(Forfeit(self.rng.randrange(2), "stayed away", "chief referee", self.now))
        if self.happens(0.05) and self.rules.substitutes != "forfeit":
            self.add(Substitute(self.rng.choice(self.header.seats), "another", "ill", self.now))

    def _time_is_called(self, *, drawing: bool = False) -> None:
        left = self.rng.choice((self.rules.cutoff_minutes_left, 0, 0))
        if self.happens(0.3):
            self.add(TimeCalled(self.rules.cutoff_minutes_left + 5, self.now))
        self.add(TimeCalled(left, self.now, drawing))

    def _appeal(self) -> None:
        rulings = [event.seq for event in self.state.events if isinstance(event, Ruling)]
        about = self.rng.choice(rulings) if rulings else None
        appeal = self.add(Appeal(self.rng.randrange(2), "the ruling was wrong", about, self.now + 60_000))
        if self.happens(0.7):
            self.add(AppealAnswer(appeal.seq, self.happens(0.3), "as heard", "jury", self.now + 600_000))

    # ---- one deal

    def _deal(self, number: int, level: str | None, call: str | None) -> None:
        """A deal to its end; now and then it is void, and dealt again."""
        rng, table = self.rng, self.table
        stock = [face for face in FACES for _ in range(COPIES)]
        rng.shuffle(stock)
        table.hands = {seat: stock[i * HAND : (i + 1) * HAND] for i, seat in enumerate(self.header.seats)}
        at = table.clock.start()
        levels, level = self._levels(level)
        self._opening(number, at, call)
        if self.state.over:
            return
        self._tribute(level)
        leader = opening_of(self.state).leader or rng.choice(self.header.seats)
        self.add(DealStart(number, level, leader, levels, self.now))
        table.clock.busy_until = self.now + LEAD_IN
        called_at = rng.randrange(1, 40) if call == "playing" else 0
        void_at = rng.randrange(1, 40) if self.timed and self.happens(0.03) else 0
        moves = 0
        while not self.state.over and (deal := deal_of(table)).to_play is not None:
            moves += 1
            if moves == called_at:
                self._time_is_called()
                continue
            if moves == void_at:
                self._is_void()
                self._deal(number, None, call if called_at > moves else None)
                return
            self._move(deal.to_play)
            if deal_of(table).best is None:
                table.clock.trick_over()
        if self.timed and not self.state.over:
            self._look_back()

    def _is_void(self) -> None:
        """Somebody has drawn a card too many."""
        seat = self.rng.choice(self.header.seats)
        breach = self.add(Irregularity(seat, Breach.WRONG_COUNT, "28 cards", None, self.now))
        awards = (Award(AwardKind.REDEAL, seat),)
        self.add(Ruling("dealt again", "referee", breach.seq, self.now, awards, "", "counted"))

    def _levels(self, level: str | None) -> tuple[tuple[str, str], str]:
        """The sides' levels and that of the deal; a round may begin in the middle of a match."""
        state, start = self.state, self.rules.start_level
        due = next_level(state)
        if due is not None:
            return state.levels, due
        levels = state.levels
        if levels == (start, start) and level is not None:
            levels = (level, level)
        elif levels == (start, start) and self.happens(0.8):
            one, other = self.rng.choices(RANKS[6:], k=2)
            levels = ("A" if self.happens(0.3) else one), ("A" if self.happens(0.5) else other)
        return levels, self.rng.choice(levels)

    def _opening(self, number: int, at: int, call: str | None) -> None:
        """Shuffling, cutting, drawing; the hands where they are known."""
        header, clock = self.header, self.table.clock
        finish = self.state.deals_done[-1].finish if self.state.deals_done else ()
        if self.opened:
            turned, start = None, self.rules.start_level
            while not finish and (turned is None or must_turn_again(self.rules, turned, start)):
                turned = self.rng.choice(FACES)
            due = due_opening(header, self.rules, number, finish, turned)
            holders = [seat for seat in header.seats if turned in self.table.hands[seat]]
            holder = self.rng.choice(holders) if holders else None
            self.add(replace(due, holder=holder, at_ms=at))
        if call == "drawing":
            self._time_is_called(drawing=not self.opened)
        if self.state.over:
            return
        clock.now += 60_000
        if self.opened:
            self.add(Drawn(number, self.now))
        if self.known:
            hands = {seat: tuple(self.table.hands[seat]) for seat in self.known}
            self.add(Hands(number, hands, self.now))

    def _move(self, seat: str) -> None:
        """A play or a pass, and what may happen around it."""
        table, before = self.table, len(self.table.hands[seat])
        if self.happens(0.01):
            table.clock.now += 31_000
        if self.happens(0.01):
            self._pause()
        move(table, deal_of(table), seat)
        event = table.events[-1]
        if isinstance(event, Play) and self.happens(0.004):
            self._misread(event)
        if isinstance(event, Play) and self.timed and deal_of(table).to_play and self.happens(0.02):
            self._goes_back(event)
        table.follow()
        left = len(table.hands[seat])
        if 0 < left <= self.rules.report_threshold < before and self.happens(0.95):
            wrong = self.happens(0.03)
            self.add(Report(seat, left + wrong, self.now, Source.SEEN, asked=self.happens(0.1)))
        running = not self.state.over and deal_of(table).to_play is not None
        if self.timed and running and self.happens(0.005):
            self._rule_on(self._breach())

    def _breach(self) -> Irregularity:
        """What the referee finds; cards that are shown are those of the hand."""
        kind, seat = self.rng.choice(FOUND_BY_THE_REFEREE), self.rng.choice(self.header.seats)
        hand = self.table.hands[seat] if kind in SHOWN_IN else []
        cards = tuple(self.rng.sample(hand, min(len(hand), self.rng.randint(1, 2))))
        return Irregularity(seat, kind, "", None, self.now, cards)

    def _goes_back(self, play: Play) -> None:
        """The play that lies there is taken back: by its seat while it may, else by a ruling."""
        if not self.state.deal or why_it_stands(self.state, play):
            awards = (Award(AwardKind.TAKEN_BACK, play.seat),)
            self.add(Ruling("taken back", "referee", play.seq, self.now, awards, "", "a slip"))
        else:
            self.add(TakeBack(play.seat, play.seq, self.now, Source.SEEN))
        self.table.hands[play.seat] += play.cards

    def _pause(self) -> None:
        self.add(Pause("a call", self.now))
        self.table.clock.now += 20_000
        self.add(Resume(None if self.happens(0.5) else 20_000, self.now))

    def _misread(self, play: Play) -> None:
        """One card of a play is not read until the referee has looked."""
        self.add(Question(play.seat, "is it so?", play.seq, self.now))
        cards = (UNREAD, *play.cards[1:])
        unread = replace(play, cards=cards, reading=None, state=Standing.ASKED, p=0.6)
        for event in (unread, play):
            self.add(Correction(play.seq, replace(event, seq=0), "referee", "looked", self.now))

    # ---- tribute

    def _tribute(self, level: str) -> None:
        """Tribute and return, or refusal, as the set has them; now and then a card that may not be given."""
        if self.rules.tribute == "none" or not self.state.deals_done:
            return
        given = self._given()
        hands = {seat: tuple(hand) for seat, hand in self.table.hands.items()}
        both = holds_both_big_jokers(given.payers, hands)
        if both and (self.rules.refuse_tribute == "auto" or self.happens(0.5)):
            seats = tuple(seat for seat in given.payers for card in hands[seat] if card == BIG_JOKER)
            self.add(Refusal(seats, self._later()))
            return
        for seat in given.payers:
            self._pay(seat, level)
        for paid in self._given().paid:
            self._hand_over(paid)
        for paid in self._given().paid:
            assert paid.to is not None, "who receives follows, or was said"
            self._give_back(paid.to, paid.seat, level)

    def _pay(self, seat: str, level: str) -> None:
        hand, given = self.table.hands[seat], self._given()
        card = self.rng.choice(tribute_cards(hand, level))
        lower = [
            each
            for each in hand
            if level_value(each, level) < level_value(card, level) and not each.is_wild(level)
        ]
        if seat not in self.known and lower and self.happens(0.05):
            card = self.rng.choice(lower)
        to = None
        if given.paid and self.rules.equal_tribute == "receivers_choose":
            first = given.paid[0].card
            equal = level_value(first, level) == level_value(card, level)
            if equal and not (first.is_joker and card.is_joker):
                to = self.rng.choice(given.finish[:2])
        self.add(Tribute(seat, to, card, self._later()))

    def _give_back(self, seat: str, to: str, level: str) -> None:
        hand, double = self.table.hands[seat], self._given().is_double
        to_partner = self.header.partner(seat) == to
        allowed = return_cards(self.rules, hand, level, to_partner=to_partner, double=double)
        right = Return(seat, None, self.rng.choice(allowed), self._later())
        if seat not in self.known and self.happens(0.05):
            self._try(replace(right, card=self.rng.choice(hand)), right)
        else:
            self.add(right)
        self._hand_over(next(each for each in self._given().returned if each.seat == seat))

    def _try(self, wrong: Event, right: Event) -> None:
        """What is wrong, where nobody at the table can know it, else what is right."""
        try:
            self.add(wrong)
        except RuleError:
            self.add(right)

    def _hand_over(self, event: Tribute | Return) -> None:
        assert event.to is not None
        self.table.hands[event.seat].remove(event.card)
        self.table.hands[event.to].append(event.card)

    def _given(self) -> TributeState:
        return opening_of(self.state).tribute

    def _later(self) -> int:
        self.table.clock.now += self.rng.randint(3000, 12000)
        return self.now

    # ---- conduct

    def _look_back(self) -> None:
        """What the engine has noticed in the deal is put on record, and ruled on."""
        for breach in noticed(self.state):
            if not self.state.over:
                self._rule_on(breach)

    def _rule_on(self, breach: Irregularity) -> None:
        seq = self.add(breach).seq
        if self.happens(0.2):
            return
        awards: tuple[Award, ...] = ()
        breach, clause = replace(breach, seq=seq), ""
        found = proposals(self.state, breach)
        if found and self.happens(0.8):
            awards, clause = found[0].awards, found[0].clause
        if any(award.kind is AwardKind.GIVE_AGAIN for award in awards):
            awards = ()  # play has begun
        self.add(Ruling("ruled", "referee", seq, self.now, awards, clause, "seen"))
