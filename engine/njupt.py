"""Import of the NJUPT judge's messages, the exchange form of the game's AI platforms (offline manual v1006).

What is read is what one client heard: JSON objects one after another, on lines of their own or in a list.
Positions 0 to 3 are the header's seats in order of play. The messages have no times, so that every time is 0,
and no deal number: deals are counted from 1. What is only asked of the client (``act``) tells the levels.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from engine.cards import RANKS, Card, CardError, check_level, rank_value
from engine.combos import RUNS, Combo, ComboType, classify
from engine.events import (
    HAND,
    DealEnd,
    DealStart,
    Event,
    Hands,
    MatchStart,
    Pass,
    Play,
    Refusal,
    Return,
    Tribute,
)
from engine.parsing import ParseError, next_json
from engine.record import Fault, Record

_TYPES = {
    "Single": ComboType.SINGLE,
    "Pair": ComboType.PAIR,
    "Trips": ComboType.TRIPLE,
    "ThreeWithTwo": ComboType.FULLHOUSE,
    "ThreePair": ComboType.TUBE,
    "TwoTrips": ComboType.PLATE,
    "TripsPair": ComboType.PLATE,
    "Straight": ComboType.STRAIGHT,
    "StraightFlush": ComboType.SFLUSH,
    "Bomb": ComboType.BOMB,
    "FourKings": ComboType.FOURKINGS,
}
_LENGTHS = {ComboType.STRAIGHT: 5, ComboType.SFLUSH: 5, ComboType.TUBE: 3, ComboType.PLATE: 2}
_PASS = "PASS"


class MessageError(ValueError):
    """A message that cannot be read."""


@dataclass(slots=True)
class _Deal:
    """What the messages have told of one deal."""

    line: int
    hands: dict[str, tuple[Card, ...]] = field(default_factory=dict)
    given: list[tuple[int, Event]] = field(default_factory=list)
    moves: list[tuple[int, str, list[Any]]] = field(default_factory=list)
    """Line, seat and action of each turn."""
    level: str | None = None
    levels: tuple[str, str] | None = None
    order: tuple[int, tuple[str, ...]] | None = None


def read_njupt(text: str, header: MatchStart) -> Record:
    """The record that the messages of one client tell; `lines` are theirs, faults name those at fault."""
    reader = _Reader(header)
    for line, message in _messages(text, reader.faults):
        try:
            reader.take(line, message)
        except (MessageError, CardError) as error:
            reader.faults.append(Fault(line, str(error)))
    reader.end_of_deal()
    events = tuple(replace(event, seq=at) for at, (_, event) in enumerate(reader.events, 1))
    lines = tuple(line for line, _ in reader.events)
    if not events and not reader.heard_plays:
        reader.faults.insert(0, Fault(1, "no deal: there is not one message of a play"))
    return Record(header, events, lines, tuple(sorted(reader.faults, key=lambda fault: fault.line)))


def _messages(text: str, faults: list[Fault]) -> Iterator[tuple[int, Mapping[str, Any]]]:
    """Each JSON object with the line on which it begins."""
    at, line = 0, 1
    text = text.removeprefix("\ufeff")
    while at < len(text):
        if text[at] in " \t\r\n,[]":
            line += text[at] == "\n"
            at += 1
            continue
        try:
            message, end = next_json(text, at)
            if not isinstance(message, dict):
                raise MessageError("a message is a JSON object")
            yield line, message
        except (ParseError, MessageError) as error:
            faults.append(Fault(line, str(error)))
            end = text.find("\n", at) if "\n" in text[at:] else len(text)
        line += text.count("\n", at, end)
        at = end


@dataclass(slots=True)
class _Reader:
    """Gathers messages by deal, for the level of a deal may be told only at its end."""

    header: MatchStart
    faults: list[Fault] = field(default_factory=list)
    events: list[tuple[int, Event]] = field(default_factory=list)
    deal: _Deal | None = None
    number: int = 1
    me: str | None = None
    heard_plays: bool = False

    def take(self, line: int, message: Mapping[str, Any]) -> None:
        """One message; raises `MessageError` and `CardError`."""
        kind, stage = message.get("type"), message.get("stage")
        if stage == "beginning" and self.deal and (self.deal.moves or self.deal.given):
            self.end_of_deal()
        if stage in ("gameOver", "gameResult"):
            return
        deal = self.deal = self.deal or _Deal(line)
        if kind == "act":
            self._levels(deal, message)
        elif kind != "notify":
            raise MessageError(f"{kind!r} is no type of message; there are notify and act")
        elif stage == "beginning":
            self.me = self._seat(message.get("myPos"))
            hand = _cards(message.get("handCards"))
            if len(hand) > HAND:
                raise MessageError(f"a hand of {len(hand)} cards, where {HAND} are dealt")
            deal.hands[self.me] = hand
        elif stage == "tribute":
            deal.given += [(line, Tribute(*each, 0)) for each in self._gifts(message)]
        elif stage == "back":
            deal.given += [(line, Return(*each, 0)) for each in self._gifts(message)]
        elif stage == "anti-tribute":
            seats = tuple(map(self._seat, _list(message.get("antiPos"))))
            deal.given.append((line, Refusal(seats * 2 if len(seats) == 1 else seats, 0)))
        elif stage == "play":
            seat = self._seat(message.get("curPos"))
            deal.moves.append((line, seat, _list(message.get("curAction"))))
        elif stage == "episodeOver":
            deal.level = deal.level or check_level(str(message.get("curRank")))
            order = tuple(map(self._seat, _list(message.get("order"))))
            is_double = len(order) > 1 and self.header.partner(order[0]) == order[1]
            deal.order = line, order[:2] if is_double else order
            self.end_of_deal()
        else:
            raise MessageError(f"{stage!r} is no stage of the game")

    def end_of_deal(self) -> None:
        """Makes events of what is known of the deal."""
        deal, self.deal = self.deal, None
        if deal is None or not deal.moves:
            return
        self.heard_plays = True
        if deal.level is None:
            self.faults.append(
                Fault(
                    deal.line,
                    f"nothing tells the level of deal {self.number}: curRank, at its end or in an act",
                )
            )
            return
        if deal.hands:
            self.events.append((deal.line, Hands(self.number, deal.hands)))
        self.events += deal.given
        line, leader, _ = deal.moves[0]
        self.events.append((line, DealStart(self.number, deal.level, leader, deal.levels)))
        for line, seat, action in deal.moves:
            try:
                self.events.append((line, _move(seat, action, deal.level)))
            except (MessageError, CardError) as error:
                self.faults.append(Fault(line, str(error)))
        if deal.order is not None:
            line, finish = deal.order
            self.events.append((line, DealEnd(self.number, finish, None, None, None)))
        self.number += 1

    def _levels(self, deal: _Deal, message: Mapping[str, Any]) -> None:
        """Levels as a client is told them when it is asked; those at a play hold (the manual, 等级)."""
        if message.get("stage") not in ("play", "tribute", "back"):
            raise MessageError(f"{message.get('stage')!r} is no stage of the game")
        deal.level = check_level(str(message.get("curRank")))
        own, other = message.get("selfRank"), message.get("oppoRank")
        if self.me is not None and own is not None and other is not None:
            levels = check_level(str(own)), check_level(str(other))
            deal.levels = levels if self.header.side(self.me) == 0 else (levels[1], levels[0])

    def _seat(self, position: object) -> str:
        if not isinstance(position, int) or isinstance(position, bool) or not 0 <= position < 4:
            raise MessageError(f"{position!r} is no position from 0 to 3")
        return self.header.seats[position]

    def _gifts(self, message: Mapping[str, Any]) -> Iterator[tuple[str, str, Card]]:
        for each in _list(message.get("result")):
            if not isinstance(each, list) or len(each) != 3:
                raise MessageError(f"{each!r} is no gift [from, to, card]")
            giver, receiver, card = each
            yield self._seat(giver), self._seat(receiver), Card.parse(str(card))


def _move(seat: str, action: Sequence[Any], level: str) -> Play | Pass:
    if len(action) != 3:
        raise MessageError(f"{action!r} is no action [type, rank, cards]")
    type_, rank, cards = action
    if type_ == _PASS:
        if isinstance(cards, list) and cards:
            raise MessageError(f"{action!r} is a pass, which has no cards")
        return Pass(seat)
    laid = _cards(cards)
    return Play(seat, laid, _reading(type_, rank, laid, level), None, 0)


def _reading(type_: object, rank: object, cards: tuple[Card, ...], level: str) -> Combo:
    """The reading that an action names; a run is named by its lowest card."""
    kind = _TYPES.get(type_) if isinstance(type_, str) else None
    said = f"{type_} {rank} of {' '.join(map(str, cards))}"
    if kind is None:
        raise MessageError(f"{said}: {type_!r} is no type of an action")
    for combo in classify(cards, level):
        is_kings = combo.type is ComboType.FOURKINGS and kind is ComboType.BOMB
        if is_kings or (combo.type is kind and combo.key == _key(kind, rank, level)):
            return combo
    raise MessageError(f"{said}: the cards cannot be that at level {level}")


def _key(kind: ComboType, rank: object, level: str) -> int:
    if kind is ComboType.FOURKINGS:
        return 0
    ladder = "A" + RANKS
    if rank not in [*RANKS, "B", "R"] or (kind in RUNS and rank not in [*ladder]):
        raise MessageError(f"{rank!r} is no rank of a {kind}")
    assert isinstance(rank, str)
    return ladder.index(rank) + _LENGTHS[kind] if kind in RUNS else rank_value(rank, level)


def _cards(value: object) -> tuple[Card, ...]:
    return tuple(Card.parse(str(each)) for each in _list(value))


def _list(value: object) -> list[Any]:
    if not isinstance(value, list):
        raise MessageError(f"{value!r} is no list")
    return value
