"""What cannot be so in a position: cards, turns, who is out, told by field of its text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from typing import TYPE_CHECKING

from engine.cards import COPIES
from engine.combos import Combo, classify
from engine.events import HAND, MatchStart
from engine.order import is_over

if TYPE_CHECKING:
    from engine.position import Position


def impossible(position: Position) -> Iterator[tuple[str, str]]:
    """Fields that cannot be so, and why."""
    seats, table = position.seats, [card for turn in position.table for card in turn.cards]
    named = {
        "leader": [seat for seat in [position.leader] if seat is not None],
        "turn": [seat for seat in [position.turn] if seat is not None],
        "table": [turn.seat for turn in position.table],
        "out": [*position.out],
        "misses": [*position.misses],
    }
    for key, found in named.items():
        for seat in found:
            if seat not in seats:
                yield key, f"{seat} is none of {' '.join(seats)}"
    if position.leader is None and not is_before(position):
        yield "leader", "a deal that has begun was led by somebody"
    if position.deal < 1:
        yield "deal", "deals count from 1"
    for seat, left, known in zip(seats, position.left, position.known, strict=True):
        if not 0 <= left <= HAND or len(known) > left:
            yield "hands", f"{seat} cannot have {left} cards left, of which {len(known)} are known"
    total = sum(position.left) + len(table) + len(position.gone)
    if total != 4 * HAND:
        yield "gone", f"{total} cards in all, where there are {4 * HAND}"
    faces = Counter([*table, *position.gone, *(card for cards in position.known for card in cards)])
    for card, count in faces.items():
        if card.is_known and count > COPIES:
            yield "gone", f"{card} is there {count} times"
    yield from _wrong_table(position)
    yield from _wrong_order(position)


def _wrong_table(position: Position) -> Iterator[tuple[str, str]]:
    """Whether what lies there can be a trick: a lead, then turns in order, each read as its cards can be."""
    turns = position.table
    if turns and not turns[0].cards:
        yield "table", f"{turns[0].seat} leads and cannot pass"
    elif all(turn.seat in position.seats for turn in turns):
        yield from _out_of_turn(position)
    best = [turn.seat for turn in turns if turn.cards][-1:]
    if best == [position.turn] and not position.won:
        yield "turn", f"{position.turn} has laid what lies there; it is to play once the trick is over"
    for turn in turns:
        read = turn.reading
        if read is None or not all(card.is_known for card in turn.cards):
            continue
        fits = [each for each in classify(turn.cards, position.level) if _is_alike(read, each)]
        if not fits:
            cards = " ".join(map(str, turn.cards))
            wilds = f" with wild cards as {' '.join(map(str, read.wilds))}" if read.wilds else ""
            yield "table", f"{cards} cannot be read as {read}{wilds} at level {position.level}"


def _out_of_turn(position: Position) -> Iterator[tuple[str, str]]:
    """Turns that cannot follow one another, as the trick is over when it comes round to the best play.

    A turn that was missed leaves nothing on the table, so that a seat left out is no fault.
    """
    header, best = header_of(position), position.table[:1]
    for before, turn in pairwise(position.table):
        best = (before,) if before.cards else best
        round_ = (*header.after(before.seat), before.seat)
        if round_.index(turn.seat) >= round_.index(best[0].seat):
            yield "table", f"{turn.seat} has no turn after that of {before.seat}"


def _is_alike(said: Combo, reading: Combo) -> bool:
    """Whether a reading is what was said of it, which need not say what wild cards stand for."""
    same = (said.type, said.key) == (reading.type, reading.key)
    return same and said.wilds in ((), reading.wilds)


def _wrong_order(position: Position) -> Iterator[tuple[str, str]]:
    """Whether those who are out, and whose turn it is, fit the cards that are left."""
    left = dict(zip(position.seats, position.left, strict=True))
    over = is_over(header_of(position), position.out)
    out = position.out[:3] if over else position.out
    if {seat for seat, count in left.items() if not count} != set(out) or len(set(out)) != len(out):
        yield "out", "out are those who have no cards left, each once"
    if over != (position.turn is None) and not is_before(position):
        yield "turn", "nobody is to play before a deal and when it is over, and else somebody is"
    elif position.turn is not None and not left.get(position.turn, 1):
        yield "turn", f"{position.turn} has no cards left"


def is_before(position: Position) -> bool:
    """Whether the deal has not begun: nobody is to play, and nothing is laid."""
    return position.turn is None and not (position.table or position.gone or position.out)


def header_of(position: Position, rules: str = "") -> MatchStart:
    """A header of these seats, partners opposite one another."""
    seats = position.seats
    return MatchStart(rules, seats, ((seats[0], seats[2]), (seats[1], seats[3])))
