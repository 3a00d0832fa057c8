"""Which cards may be given: as tribute (进贡), and back (还贡)."""

from __future__ import annotations

from collections.abc import Iterable

from engine.cards import COPIES, LEVEL_VALUE, Card, level_value, natural_value
from engine.hands import Known
from engine.rules import RuleSet

BIG_JOKER = Card.parse("HR")
_LIMITS = {"ten": 10, "below_ten": 9, "ten_or_nine": 10}


def holds_both_big_jokers(seats: Iterable[str], hands: Known) -> bool:
    """Whether these seats are known to hold both big jokers: they may refuse (Suzhou 2016 五(三))."""
    return sum(hands.get(seat, ()).count(BIG_JOKER) for seat in seats) == COPIES


def tribute_cards(hand: Iterable[Card], level: str) -> tuple[Card, ...]:
    """Faces that may be paid from a hand: the highest but for the heart level card (Suzhou 2016 五(一))."""
    faces = {card for card in hand if not card.is_wild(level)}
    highest = max((level_value(card, level) for card in faces), default=0)
    return tuple(sorted((card for card in faces if level_value(card, level) == highest), key=str))


def is_within_limit(
    rules: RuleSet, card: Card, level: str, *, to_partner: bool, double: bool = False
) -> bool:
    """Whether a card lies within the set's limit for what is given back, whatever the hand.

    Suzhou 2016 五(四): any to an opponent, to the partner one below the level cards; national 2022 第十条
    and Huai'an 四: ten points or fewer.
    """
    return is_below(return_limit(rules, to_partner=to_partner, double=double), card, level)


def is_below(limit: str, card: Card, level: str) -> bool:
    """Whether a card lies within a limit of `return_limit`."""
    if limit == "any" or card.is_unread:
        return True
    if limit == "below_level":
        return level_value(card, level) < LEVEL_VALUE
    if card.is_joker:
        return False
    most = _LIMITS[limit] - (limit == "ten_or_nine" and level == "T")
    return natural_value(card.rank) <= most


def return_cards(
    rules: RuleSet, hand: Iterable[Card], level: str, *, to_partner: bool, double: bool = False
) -> tuple[Card, ...]:
    """Faces that may be given back from a hand; without any within the limit, what the set says instead."""
    faces = set(hand)
    within = {c for c in faces if is_within_limit(rules, c, level, to_partner=to_partner, double=double)}
    if not within and rules.return_none_low == "smallest":
        lowest = min((level_value(card, level) for card in faces), default=0)
        within = {card for card in faces if level_value(card, level) == lowest}
    return tuple(sorted(within or faces, key=str))


def return_limit(rules: RuleSet, *, to_partner: bool, double: bool = False) -> str:
    """The set's limit for what is given back: any, below_level, ten, below_ten, ten_or_nine."""
    if double:
        return rules.return_in_double
    return rules.return_to_partner if to_partner else rules.return_to_opponent
