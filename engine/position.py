"""The position text: one deal as it stands, in one line, specified in docs/position-text.md.

It holds what decides the rest of the deal (whose turn, what lies there, who holds how many cards and which
are known) and what is gone. Before a deal it holds the deal to come, as far as that is known. Times, tribute
and the levels of the match are the record's.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from types import MappingProxyType
from typing import TypeVar

from engine.before import opening_of
from engine.cards import Card, CardError, check_level
from engine.combos import Combo, ComboType
from engine.deal import DealState
from engine.event_text import reading_text
from engine.event_words import card as card_text
from engine.event_words import key_of
from engine.events import HAND, Pass, Play
from engine.opening import OpeningState
from engine.position_checks import header_of, impossible, is_before
from engine.record import Fault
from engine.rules import RuleSet
from engine.state import MatchState
from engine.tribute import TributeState
from engine.words import NOTHING, Word, WordError, joined, listed, name, number, parts, unquoted, words

Cards = tuple[Card, ...]
_FIELDS = ("seats", "deal", "level", "leader", "turn", "hands", "table", "gone", "out", "misses")
T = TypeVar("T")


class PositionError(ValueError):
    """A text that is no position; the message names the column."""


@dataclass(frozen=True, slots=True)
class Turn:
    """What a seat did in the trick that lies there: cards and their reading, or nothing for a pass."""

    seat: str
    cards: Cards = ()
    reading: Combo | None = None


@dataclass(frozen=True, slots=True)
class Position:
    """A deal as it stands.

    `seats` are in order of play; `left` are the cards each has left, `known` those of them that are known;
    `table` is the trick that lies there, which is over where `won`; `gone` are the cards laid before it.
    `turn` is None when the deal is over, or has not begun: then each hand is whole, before any tribute, and
    `leader` is None while that is open. `out` are those who are out, in order; `misses` whose next turn goes
    by.
    """

    seats: tuple[str, ...]
    deal: int
    level: str
    leader: str | None
    turn: str | None
    left: tuple[int, ...]
    known: tuple[Cards, ...]
    table: tuple[Turn, ...] = ()
    won: bool = False
    gone: Cards = ()
    out: tuple[str, ...] = ()
    misses: tuple[str, ...] = ()

    def __str__(self) -> str:
        hands = (f"{left}{_run(known, ':')}" for left, known in zip(self.left, self.known, strict=True))
        turns = ",".join(map(_turn_text, self.table))
        return " ".join(
            [
                joined(self.seats),
                str(self.deal),
                self.level,
                *(NOTHING if seat is None else name(seat) for seat in (self.leader, self.turn)),
                "/".join(hands),
                (turns + ("." if self.won else "")) or NOTHING,
                _run(self.gone) or NOTHING,
                joined(self.out),
                joined(self.misses),
            ]
        )


def position_of(deal: DealState) -> Position:
    """The position of a deal."""
    table = tuple(
        Turn(event.seat, event.cards, event.reading) if isinstance(event, Play) else Turn(event.seat)
        for event in deal.trick
    )
    gone = Counter(deal.played) - Counter(card for turn in table for card in turn.cards)
    seats = deal.header.seats
    return Position(
        seats=seats,
        deal=deal.number,
        level=deal.level,
        leader=deal.leader,
        turn=deal.to_play,
        left=tuple(deal.left[seat] for seat in seats),
        known=tuple(_sorted(deal.known.get(seat, ())) for seat in seats),
        table=table,
        won=deal.won_by is not None,
        gone=_sorted(gone.elements()),
        out=deal.finish,
        misses=deal.misses,
    )


def position_at(place: object, part: object = None) -> Position | None:
    """The position at a place of a match (a match, a deal, what comes before one); None at any other.

    `part` is what a rule looked at there: between deals it tells whether the one that is over is meant, or
    the one to come.
    """
    if place is None and part is not None:
        return position_at(part)
    if isinstance(place, MatchState):
        deal = place.deal
        if deal is None or place.opening or (deal.over and isinstance(part, OpeningState | TributeState)):
            return position_at(opening_of(place))
        return position_at(deal)
    if isinstance(place, OpeningState):
        return _before(place)
    return position_of(place) if isinstance(place, DealState) else None


def _before(opening: OpeningState) -> Position:
    """The position before a deal."""
    seats = opening.header.seats
    return Position(
        seats=seats,
        deal=opening.number or 1,
        level=opening.tribute.level or opening.rules.start_level,
        leader=opening.leader,
        turn=None,
        left=(HAND,) * len(seats),
        known=tuple(_sorted(opening.hands.get(seat, ())) for seat in seats),
    )


def deal_at(position: Position, rules: RuleSet) -> DealState:
    """The deal that goes on from a position, with nothing known of its tribute and its times.

    Raises `PositionError` for a deal that has not begun.
    """
    if position.leader is None or is_before(position):
        raise PositionError("the deal has not begun")
    seats, header = position.seats, header_of(position, rules.name)
    trick = tuple(
        Play(turn.seat, turn.cards, turn.reading, None, 0) if turn.cards else Pass(turn.seat)
        for turn in position.table
    )
    laid = [turn for turn in position.table if turn.cards]
    lies = laid[-1] if laid and not position.won else None
    known = {seat: cards for seat, cards in zip(seats, position.known, strict=True) if cards}
    return DealState(
        header=header,
        rules=rules,
        number=position.deal,
        level=position.level,
        leader=position.leader,
        to_play=position.turn,
        left=MappingProxyType(dict(zip(seats, position.left, strict=True))),
        played=MappingProxyType(Counter([*position.gone, *(card for turn in laid for card in turn.cards)])),
        trick=trick,
        to_beat=lies.reading if lies else None,
        best=lies.seat if lies else None,
        won_by=laid[-1].seat if laid and position.won else None,
        finish=position.out,
        tribute=TributeState(header, rules, (), position.level),
        known=MappingProxyType(known),
        misses=position.misses,
    )


def parse_position(text: str) -> Position:
    """The position that a text holds; raises `PositionError` with the column of the first fault."""
    position, faults = read_position(text)
    if position is None or faults:
        raise PositionError(f"column {faults[0].column}: {faults[0].message}")
    return position


def read_position(text: str) -> tuple[Position | None, tuple[Fault, ...]]:
    """The position, and every fault with its column; None where a field cannot be read."""
    faults: list[WordError] = []

    def take(word: Word, read: Callable[[Word], T], otherwise: T) -> T:
        try:
            return read(word)
        except WordError as error:
            faults.append(error)
            return otherwise

    position = None
    try:
        said = _fields(text)
    except WordError as error:
        return None, (Fault(1, str(error), error.column),)
    nobody: tuple[list[tuple[int, Cards]], tuple[tuple[Turn, ...], bool]] = ([], ((), False))
    hands = take(said["hands"], _hands, nobody[0])
    table, won = take(said["table"], _table, nobody[1])
    read = Position(
        seats=take(said["seats"], _four, ()),
        deal=take(said["deal"], number, 0),
        level=take(said["level"], _level, ""),
        leader=take(said["leader"], _or_none, None),
        turn=take(said["turn"], _or_none, None),
        left=tuple(left for left, _ in hands),
        known=tuple(_sorted(cards) for _, cards in hands),
        table=table,
        won=won,
        gone=take(said["gone"], _gone, ()),
        out=tuple(take(said["out"], listed, [])),
        misses=tuple(take(said["misses"], listed, [])),
    )
    if not faults:
        position = read
        faults += [said[field].error(message) for field, message in impossible(position)]
    return position, tuple(Fault(1, str(error), error.column) for error in faults)


def _run(cards: Iterable[Card], before: str = "") -> str:
    text = "".join(map(str, cards))
    return before + text if text else ""


def _turn_text(turn: Turn) -> str:
    if not turn.cards:
        return f"{name(turn.seat)}={NOTHING}"
    reading = turn.reading
    said = "?"
    if reading is not None:
        said = reading_text(reading).replace(" ", "|") + _run(reading.wilds, "|")
    return f"{name(turn.seat)}={_run(turn.cards)}|{said}"


def _sorted(cards: Iterable[Card]) -> Cards:
    return tuple(sorted(cards, key=lambda card: card.index))


def _fields(text: str) -> dict[str, Word]:
    said = words(text)
    if len(said) != len(_FIELDS):
        column = said[-1].column if said else 1
        raise WordError(column, f"{len(said)} fields, where there are {len(_FIELDS)}: {', '.join(_FIELDS)}")
    return dict(zip(_FIELDS, said, strict=True))


def _four(word: Word) -> tuple[str, ...]:
    seats = tuple(listed(word))
    if len(seats) != 4 or len(set(seats)) != 4 or "" in seats:
        raise word.error(f"{word.text} are no four different seats")
    return seats


def _level(word: Word) -> str:
    try:
        return check_level(word.text)
    except CardError as error:
        raise word.error(str(error)) from error


def _or_none(word: Word) -> str | None:
    return None if word.text == NOTHING else unquoted(word)


def _cards(word: Word) -> Cards:
    """Cards written one after another without a space."""
    texts = [word.text[at : at + 2] for at in range(0, len(word.text), 2)]
    return tuple(Card.parse(card_text(Word(text, word.column + 2 * at))) for at, text in enumerate(texts))


def _gone(word: Word) -> Cards:
    return () if word.text == NOTHING else _sorted(_cards(word))


def _hands(word: Word) -> list[tuple[int, Cards]]:
    """Of each seat how many cards it has left, and those that are known."""
    hands = [parts(hand, ":") for hand in parts(word, "/")]
    if len(hands) != 4 or any(len(hand) > 2 for hand in hands):
        raise word.error(f"{word.text} are no four hands such as 27/27:S2S2/25/0")
    return [(number(left), _cards(cards[0]) if cards else ()) for left, *cards in hands]


def _table(word: Word) -> tuple[tuple[Turn, ...], bool]:
    """The turns that lie there, and whether the trick is over."""
    if word.text == NOTHING:
        return (), False
    won = word.text.endswith(".")
    lies = Word(word.text.removesuffix("."), word.column)
    return tuple(map(_turn, parts(lies, ","))), won


def _turn(word: Word) -> Turn:
    seat, *laid = parts(word, "=")
    if len(laid) != 1:
        raise word.error(f"{word.text} is no turn such as E=S3H3|pair|3 or S=-")
    if laid[0].text == NOTHING:
        return Turn(unquoted(seat))
    run, *said = parts(laid[0], "|")
    cards = _cards(run)
    if not said:
        raise run.error(f"{run.text} lies there without a reading, or ? where it is not known")
    return Turn(unquoted(seat), cards, None if said[0].text == "?" else _reading(said, len(cards)))


def _reading(said: list[Word], size: int) -> Combo:
    """``pair|3``, ``bomb|level|?9?9``, ``fourkings``: type, what is compared, what wild cards stand for."""
    type_, *rest = said
    if type_.text not in [*ComboType] or len(rest) > 2:
        raise type_.error(f"{type_.text} is no hand type")
    key = key_of(rest[0]) if rest else 0
    return Combo(ComboType(type_.text), key, size, _cards(rest[1]) if len(rest) == 2 else ())
