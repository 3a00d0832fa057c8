"""No card is shown on air before it lies open: ``python -m tests.bench.air_leaks --deals 1000``.

Simulated rounds of which every hand is known go through the outputs as a server has them, row by row on a
clock of the test.  Every state is held against the log's own rows:

- a card that it names was laid, paid or given back by that seat in a row that is due, and lies open;
- no face of which no copy lay open in the deal is in it anywhere (the deals were dealt by the test);
- it is the same, byte for byte and tag for tag, for a log in which all that is hidden says something else;
- nothing is there before its delay is over;
- the open hands are given in no deal that is played before a quarter of an hour, and are then the true ones.

Anything else is a leak, and the exit code is 1; so it is when something that could leak never occurred.
"""

from __future__ import annotations

import argparse
import json
import math
import re
import sys
import time
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from app.air.channel import Channel, Output
from app.air.open_hands import LEAST_DELAY_S
from app.air.rows import Folding, Row
from app.air.states import PublicState
from app.air.text_fields import fields
from app.correcting import CONFIRMED
from app.recorder import time_of
from datasets.player import Table
from datasets.rounds import _Round
from engine import (
    Appeal,
    AppealAnswer,
    Card,
    Correction,
    DealEnd,
    DealStart,
    Event,
    Hands,
    Irregularity,
    MatchStart,
    Opening,
    Pause,
    Play,
    Question,
    Return,
    RuleSet,
    Ruling,
    Tribute,
    TrickEnd,
    classify,
    level_value,
    rules_fields,
)

SETS = ("suzhou-2016", "national-2022", "xiangyang-2024", "huaian")
LATE_S = 30.0
TOKEN = re.compile(r"(?<![A-Za-z0-9?])(?:[SHCD?][2-9TJQKA]|SB|HR|\?\?)(?![A-Za-z0-9?])")
MUST_OCCUR = (
    "Hands", "Drawn", "Question", "Ruling", "Correction", "TakeBack", "cards shown", "face down", "covered",
    "open hands",
)  # fmt: skip
"""What could leak: without it a run proves nothing."""


# ---- rounds of which every hand is known --------------------------------------------------------

Hand = Mapping[str, tuple[Card, ...]]


class Noting(Table):
    """A table of which is noted what everybody holds after each event."""

    def add(self, event: Event) -> None:
        if self.events:
            self.noted.append({seat: tuple(hand) for seat, hand in self.hands.items()})
        super().add(event)

    @property
    def noted(self) -> list[Hand]:
        return self.__dict__.setdefault("noted", [])


@dataclass(frozen=True, slots=True)
class Known:
    """A round.  hands: what each seat held once an event and all that followed from it was done."""

    header: MatchStart
    rules: RuleSet
    events: tuple[Event, ...]
    hands: tuple[Hand, ...]


def known_round(rules: RuleSet, seed: int) -> Known:
    """One to three deals with all that happens at a table; in every second the log has the hands."""
    names = {seat: f"player {seat}" for seat in MatchStart(rules.base).seats}
    header = MatchStart(**rules_fields(rules), players=names, event_name=f"simulated round {seed}")
    round_ = _Round(header, rules, seed, 1 + seed % 3, timed=True)
    table = round_.table
    round_.table = Noting(table.state, table.clock, table.rng)
    round_.known = header.seats if seed % 2 else ()
    round_.play(None)
    noted = [*round_.table.noted, {seat: tuple(hand) for seat, hand in round_.table.hands.items()}]
    return Known(header, rules, tuple(round_.table.events), tuple(noted))


# ---- what lies open, by the rows alone ------------------------------------------------------------


class Truth:
    """What may be named after so many rows of a round, told from the rows without the engine.

    plays: every version of the cards of a play, by its number; trick: where the last trick ended; gifts:
    cards that lie open, by seat and whether given back; faces: that lay open in the deal.
    """

    def __init__(self, known: Known) -> None:
        self.known = known
        self.plays: dict[int, set[tuple[str, tuple[Card, ...]]]] = {}
        self.trick = 0
        self.gifts: set[tuple[str, bool, Card]] = set()
        self.faces: set[Card] = set()
        self.level = ""
        self.deal = 0
        self.running = False
        self.face_down = False
        self.at = 0
        self._given: list[Tribute | Return] = []

    def go_to(self, rows: int) -> None:
        """On to so many events."""
        for event in self.known.events[self.at : rows]:
            self._take(event)
        self.at = max(self.at, rows)

    def _take(self, event: Event) -> None:
        match event:
            case Play():
                self._lie(event.seq, event)
            case Correction(replacement=Play() as play):
                self._lie(event.replaces, play)
            case DealStart():
                self.running, self.level, self.deal, self.trick = True, event.level, event.deal, event.seq
            case TrickEnd():
                self.trick = event.seq
            case DealEnd():
                self.running, self.gifts, self._given, self.faces = False, set(), [], set()
            case Tribute() | Return():
                self._given.append(event)
                self._turn_up()
            case _:
                pass

    def _lie(self, seq: int, play: Play) -> None:
        self.plays.setdefault(seq, set()).add((play.seat, play.cards))
        self.faces |= set(play.cards)

    def _turn_up(self) -> None:
        """What was paid lies open; what is given back does once it need not lie face down any more."""
        paid = [each for each in self._given if isinstance(each, Tribute)]
        back = [each for each in self._given if isinstance(each, Return)]
        rule = self.known.rules.double_return
        equal = len(paid) == 2 and len({level_value(each.card, self._level_to_come()) for each in paid}) == 1
        by_rule = rule == "face_down" or (rule == "face_down_equal" and equal)
        down = by_rule and len(paid) == 2 and len(back) < 2
        self.face_down = down and bool(back)
        lying = paid if down else self._given
        self.gifts = {(each.seat, isinstance(each, Return), each.card) for each in lying}
        self.faces |= {each.card for each in lying}

    def _level_to_come(self) -> str:
        later = self.known.events[self.at :]
        return next((event.level for event in later if isinstance(event, DealStart)), self.level)


def other_secrets(event: Event) -> Event:
    """The same row of a log in which all that nobody may see says something else."""
    match event:
        case Hands():
            return replace(event, hands={})
        case Opening():
            return replace(event, turned=None, holder=None)
        case Irregularity():
            return replace(event, cards=(), text="another")
        case Question():
            return replace(event, text="another")
        case Ruling():
            return replace(event, text="another", reason="another", clause="another", by="another")
        case Pause():
            return replace(event, reason="another")
        case Appeal() | AppealAnswer():
            return replace(event, text="another")
        case Correction():
            kept = event.replacement
            reason = event.reason if event.reason == CONFIRMED else "another"
            return replace(event, reason=reason, replacement=None if kept is None else other_secrets(kept))
        case _:
            return event


# ---- the proof ------------------------------------------------------------------------------------


@dataclass(slots=True)
class Found:
    """What a run has looked at, and every leak in words."""

    leaks: list[str] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)

    def check(self, holds: bool, what: str) -> None:
        if not holds:
            self.leaks.append(what)

    @property
    def lacking(self) -> list[str]:
        return [name for name in MUST_OCCUR if not self.counts[name]]


def prove(known: Known, name: str, found: Found, late_s: float = LATE_S) -> None:
    """Send a round through the outputs, and hold every state against the rows."""
    for event in known.events:
        found.counts[type(event).__name__] += 1
        found.counts["cards shown"] += isinstance(event, Irregularity) and bool(event.cards)
    _Proof(known, name, found, late_s).run()


class _Proof:
    def __init__(self, known: Known, name: str, found: Found, late_s: float) -> None:
        self.known, self.name, self.found = known, name, found
        self.now = 0.0
        self.rows = _rows(known.header, known.events)
        self.twins = _rows(known.header, map(other_secrets, known.events))
        self.dues = [max(row.at for row in self.rows[: at + 1]) for at in range(len(self.rows))]
        self.live, self.twin = self._channel("public", 0.0), self._channel("public", 0.0)
        self.late = self._channel("public", late_s)
        self.refused = self._channel("hands", LEAST_DELAY_S - 1.0)
        self.hands = self._channel("hands", LEAST_DELAY_S)
        self.truths = {channel: Truth(known) for channel in (self.live, self.late, self.hands)}
        self.seen: dict[Channel, int] = dict.fromkeys(self.truths, -2)

    def _channel(self, name: Any, delay_s: float) -> Channel:
        return Channel(Output(name, delay_s, freeze_score=True, on=True), lambda: self.now)

    def run(self) -> None:
        """Look at each moment at which a row is due, and just before it."""
        due = {at + delay for at in self.dues for delay in (0, self.late.delay_s)}
        due |= {at + self.hands.delay_s for at in self.dues[:: max(1, len(self.dues) // 40)]}
        given = 0
        for self.now in sorted(due | {math.nextafter(at, 0.0) for at in due}):
            while given < len(self.rows) and self.rows[given].at <= self.now:
                for channel in (self.live, self.late, self.hands, self.refused):
                    channel.take(self.rows[given])
                self.twin.take(self.twins[given])
                given += 1
            self._timed(self.live)
            self._timed(self.late)
            if self.now in due:
                self._hands(given)

    def _timed(self, channel: Channel) -> None:
        """The row that is shown is the one that is due.  Every state is looked at, of the late ones some."""
        row = bisect_right(self.dues, self.now, key=lambda at: at + channel.delay_s) - 1
        channel.advance()
        shown = channel._shown.seq if channel._shown else -1
        where = f"{self.name}, {channel.delay_s:g} s late, row {row}"
        self.found.check(shown == row, f"{where}: row {shown} is shown")
        if self.seen[channel] != shown and (channel is self.live or shown % 5 == 0):
            self.seen[channel] = shown
            self._public(channel, where)
            self._same()

    def _public(self, channel: Channel, where: str) -> None:
        """No card in a state, and none in its texts, that does not lie open."""
        state, body = channel.current(), channel.state()
        assert isinstance(state, PublicState)
        assert body is not None
        truth = self.truths[channel]
        truth.go_to(max(state.seq, 0))
        self.found.counts["states"] += 1
        self.found.counts["face down"] += truth.face_down
        self.found.counts["covered"] += any(turn.covered for turn in state.plays)
        for leak in (*_named(json.loads(body), truth), *_told(fields(state), truth)):
            self.found.leaks.append(f"{where}: {leak}")

    def _same(self) -> None:
        where = f"{self.name}, row {self.live.seq}"
        self.found.check(self.live.state() == self.twin.state(), f"{where}: tells what nobody may see")
        self.found.check(self.live.etag == self.twin.etag, f"{where}: its tag tells what nobody may see")

    def _hands(self, given: int) -> None:
        """The open hands of a deal that is played: not before their time, and then the true ones."""
        where = f"{self.name}, the open hands, row {self.hands.seq}"
        for channel in (self.refused, self.hands):
            state = channel.current()
            if state is None:
                self.found.check(channel.etag == "" and channel.seq == -1, f"{where}: something is told")
                continue
            log = self.known.events[: given - 1]
            over = any(isinstance(event, DealEnd) and event.deal == state.deal for event in log)
            old = self.dues[state.seq] + LEAST_DELAY_S <= self.now and channel is self.hands
            self.found.check(over or old, f"{where}: deal {state.deal} is played")
            if channel is self.hands and self.seen[channel] != state.seq:
                self.seen[channel] = state.seq
                self._true(state, where)

    def _true(self, state: Any, where: str) -> None:
        truth = self.truths[self.hands]
        truth.go_to(state.seq)
        unread = any("??" in map(str, cards) for each in truth.plays.values() for _, cards in each)
        if truth.running and not unread:
            held = self.known.hands[state.seq - 1]
            true = {seat: Counter(map(str, hand)) for seat, hand in held.items()}
            shown = {seat: Counter(hand) for seat, hand in state.hands.items()}
            self.found.check(shown == true, f"{where}: they are other")
            self.found.counts["open hands"] += 1


def _rows(header: MatchStart, events: Iterable[Event]) -> list[Row]:
    """Each a millisecond later at least, so that every state between is shown."""
    folding, latest = Folding(), 0.0
    rows = [folding.row(header, 0.0)]
    for event in events:
        latest = max(latest + 0.001, time_of(event) / 1000)
        rows.append(folding.row(event, latest))
    return [row for row in rows if row is not None]


def _named(state: Any, truth: Truth) -> Iterator[str]:
    """Every card in a state that does not lie open, or that stands where no card has a place."""
    turns = [*state.pop("trick"), *state.pop("plays"), *(seat.pop("laid") for seat in state["seats"])]
    for turn in filter(None, turns):
        yield from _turn(turn, truth)
    for gift in (state.pop("tribute") or {"gifts": []})["gifts"]:
        card = gift["card"]
        if card is not None and (gift["seat"], gift["back"], Card.parse(card)) not in truth.gifts:
            yield f"{gift['seat']} gave {card}, which does not lie open"
    for card in TOKEN.findall(json.dumps(state)):
        yield f"{card} stands where no card has a place"


def _turn(turn: Any, truth: Truth) -> Iterator[str]:
    cards = tuple(map(Card.parse, turn.pop("cards")))
    reading = turn.pop("as")
    if cards and not all(card.is_unread for card in cards):
        if (turn["seat"], cards) not in truth.plays.get(turn["seq"], set()):
            yield f"turn {turn['seq']} is said to be {' '.join(map(str, cards))}"
        if truth.known.rules.cover_after_trick and truth.running and turn["seq"] < truth.trick:
            yield f"turn {turn['seq']} was turned down"
        if truth.running and not set(cards) <= truth.faces:
            yield f"{' '.join(map(str, set(cards) - truth.faces))} is hidden"
    if reading is not None:
        wilds = [str(card) for card in reading.pop("wilds")]
        read = classify(cards, truth.level, joker_pair_fullhouse=True, largest_bomb=10) if cards else ()
        if truth.running and wilds not in [[*map(str, each.wilds)] for each in read]:
            yield f"turn {turn['seq']} has wild cards for {wilds}"
        reading.pop("key")
    for card in TOKEN.findall(json.dumps([turn, reading])):
        yield f"{card} stands where no card has a place"


def _told(texts: Mapping[str, str], truth: Truth) -> Iterator[str]:
    """Every card in the text fields that does not lie open."""
    suits = {"♠": "S", "♥": "H", "♣": "C", "♦": "D"}
    jokers = {"joker": "SB", "JOKER": "HR"}
    open_ = {str(card) for each in truth.plays.values() for _, cards in each for card in cards}
    for name, text in texts.items():
        faces = re.findall("([♠♥♣♦])(10|[2-9JQKA])", text)
        said = [suits[suit] + rank.replace("10", "T") for suit, rank in faces]
        said += [jokers[word] for word in re.findall("joker|JOKER", text)]
        for card in said:
            if card not in open_:
                yield f"the text {name} has {card}"


def main(deals: int, sets: Sequence[str] = SETS, first: int = 0) -> int:
    """The exit code; what was found is printed."""
    began, found, played, seed = time.process_time(), Found(), 0, first
    loaded = [RuleSet.load(name) for name in sets]
    while played < deals:
        print(f"\r{played} of {deals} deals, {len(found.leaks)} leaks", end="", file=sys.stderr, flush=True)
        rules = loaded[seed % len(loaded)]
        known = known_round(rules, seed // len(loaded))
        prove(known, f"{rules.name}, round {seed // len(loaded)}", found)
        played += sum(isinstance(event, DealStart) for event in known.events)
        seed += 1
    print(file=sys.stderr)
    for leak in found.leaks[:50]:
        print(leak)
    for name in found.lacking:
        print(f"{name} never occurred, so that nothing is proved of it")
    print(
        f"{played} deals in {seed - first} rounds, {found.counts['states']} states: {len(found.leaks)} leaks;"
        f" {time.process_time() - began:.0f} s CPU; {dict(sorted(found.counts.items()))}"
    )
    return 1 if found.leaks or found.lacking else 0


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Prove that no card is shown on air before it lies open.")
    parser.add_argument("--deals", type=int, default=1000)
    parser.add_argument("--first", type=int, default=0, help="number of the first round")
    parser.add_argument("--rules", nargs="*", default=SETS)
    given = parser.parse_args()
    sys.exit(main(given.deals, given.rules, given.first))
