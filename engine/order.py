"""The order of play: whose turn comes next, who leads, in which order seats go out."""

from __future__ import annotations

from collections.abc import Mapping

from engine.events import MatchStart
from engine.rules import RuleSet

Left = Mapping[str, int]
"""Cards that each seat has left."""
Misses = tuple[str, ...]
"""Seats whose next turn goes by, once for each time they stand here (停止一轮出牌: Suzhou 2016 十二)."""


def next_turn(
    header: MatchStart,
    rules: RuleSet,
    left: Left,
    finish: tuple[str, ...],
    misses: Misses,
    seat: str,
    best: str,
) -> tuple[str, bool, Misses]:
    """Who plays after `seat` while the play of `best` lies there, whether the trick is over, what is missed.

    The trick is over when all others have let their turn go by (national 2022, 术语8).
    """
    for other in header.after(seat):
        if other == best:
            break
        if left[other] and other not in misses:
            return other, False, misses
        misses = _less(misses, other)
    leader, misses = skipping(header, left, misses, next_leader(header, rules, left, finish, best))
    return leader, True, misses


def skipping(header: MatchStart, left: Left, misses: Misses, seat: str) -> tuple[str, Misses]:
    """The seat, or the next one that does not miss its turn, and the turns still to be missed."""
    while seat in misses:
        misses = _less(misses, seat)
        seat = next_in(header, left, seat)
    return seat, misses


def next_leader(header: MatchStart, rules: RuleSet, left: Left, finish: tuple[str, ...], winner: str) -> str:
    """The winner of a trick, or when it is out its partner (接风: Suzhou 2016 四(一), Huai'an 四)."""
    if left[winner]:
        return winner
    if rules.partner_lead == "any" or winner == finish[0]:
        return header.partner(winner)
    return next_in(header, left, winner)


def next_in(header: MatchStart, left: Left, seat: str) -> str:
    """The next seat in order that still has cards."""
    return next(other for other in header.after(seat) if left[other])


def gone_out(header: MatchStart, finish: tuple[str, ...], seat: str) -> tuple[str, ...]:
    """The finishing order with `seat` out; the last one follows from the third (national 2022, 术语10)."""
    finish = (*finish, seat)
    if len(finish) == 3:
        finish += tuple(other for other in header.seats if other not in finish)
    return finish


def is_over(header: MatchStart, finish: tuple[str, ...]) -> bool:
    """Whether a deal is over: three are out, or both of a side (双下: Suzhou 2016 八(四))."""
    return len(finish) == 4 or (len(finish) == 2 and header.partner(finish[0]) == finish[1])


def _less(misses: Misses, seat: str) -> Misses:
    if seat not in misses:
        return misses
    at = misses.index(seat)
    return misses[:at] + misses[at + 1 :]
