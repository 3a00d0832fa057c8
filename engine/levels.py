"""Levels: what a deal gains, how far a side may rise, passing the last level (过A) and failing at it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from engine.cards import RANKS
from engine.events import MatchStart
from engine.rules import RuleSet

PAST_A = "A+"
"""The level of a side that has passed A, where the set counts it as one (`top_level`)."""
_GAINS = {2: 3, 3: 2, 4: 1}
"""Levels gained by the partner's place (national 2022, 术语12)."""
_TRIES = 3
"""Deals that are not passed after which a side is back at 2 (Huai'an 五 A三牌不过返回2)."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a deal changed: the winning side, its gain, both levels and both tries after it.

    `passed`: the winner has passed the last level.
    """

    winner: int
    gain: int
    levels: tuple[str, str]
    tries: tuple[int, int]
    passed: bool


def gain(header: MatchStart, finish: tuple[str, ...]) -> tuple[int, int]:
    """The winning side and its gain: 3, 2, 1 levels as the partner of the first is second, third, last."""
    place = finish.index(header.partner(finish[0])) + 1
    return header.side(finish[0]), _GAINS[place]


def number(level: str) -> int:
    """2 to 14, and 15 for past A: levels are subtracted by it (national 2022, 术语11)."""
    return len(RANKS) + 2 if level == PAST_A else RANKS.index(level) + 2


def raised(level: str, by: int, must_play: Iterable[str] = ("A",), last: str = "A") -> str:
    """A level some steps up: it stops at one that must be played (A必打: national 2022, 术语13)."""
    at = RANKS.index(level)
    stops = (stop for stop in map(RANKS.index, must_play) if stop > at)
    return RANKS[min(at + by, max(at, RANKS.index(last)), *stops)]


def moved(level: str, by: int, rules: RuleSet) -> str:
    """A level moved by a deal, a ruling or a late start: down to 2 at the lowest."""
    if by > 0:
        return raised(level, by, rules.must_play, rules.last_level)
    return RANKS[max(0, RANKS.index(level) + by)]


def after_deal(
    header: MatchStart,
    rules: RuleSet,
    before: tuple[str, str],
    tries: tuple[int, int],
    level: str,
    own: int | None,
    finish: tuple[str, ...],
) -> Outcome:
    """What a deal at `level` changes; `own` is the side whose deal it was, None where nobody knows.

    The winner rises (national 2022, 术语12). It passes the last level by winning a deal at that level, its
    own, with its partner not last (过A: 术语13, Suzhou 2016 四(三), Huai'an 五). Where deals gain points no
    level changes.
    """
    side, gained = gain(header, finish)
    if rules.gains == "points":
        return Outcome(side, gained, before, tries, passed=False)
    passed = level == rules.last_level == before[side] and gained > 1
    if rules.a_both == "own" and own not in (None, side):
        passed = False
    after, failed = list(before), list(tries)
    after[side] = moved(before[side], gained, rules)
    for trying in (0, 1):
        own_deal = trying == own and level == rules.last_level
        counts = own_deal or rules.a_attempt == "any"
        if before[trying] != rules.last_level or not counts or (passed and trying == side):
            continue
        failed[trying] += 1
        if rules.a_fail == "three_then_2" and failed[trying] == _TRIES:
            after[trying], failed[trying] = RANKS[0], 0
    return Outcome(side, gained, (after[0], after[1]), (failed[0], failed[1]), passed)
