"""How fast the engine reads and lists plays, beside the plain way: ``python -m tests.bench.bench_engine``.

One core, one run, seconds of CPU time (`time.process_time`), as others may work on the same machine. Each
figure is the median of some rounds over all cases, with the tables of each level made before; what making
them takes is told last. No answer is kept from one call to the next. The plain way is `tests.rule_text`,
which tries every card for every wild one, with nothing remembered either; it does a share of the cases.
"""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable, Iterable, Sequence
from statistics import mean
from typing import Any

from engine import FACES, RANKS, Card, Combo, classify, legal_plays
from tests import rule_text

ROUNDS = 7
Hand = tuple[tuple[Card, ...], str]


def hands(rng: random.Random, count: int, wilds: int | None = None) -> list[Hand]:
    """Hands of 27 of two decks and a level; with `wilds`, of those that hold so many wild cards."""
    found = []
    while len(found) < count:
        level = rng.choice(RANKS)
        wild = Card("H", level)
        deck = [card for card in FACES for _ in range(2) if wilds is None or card != wild]
        hand = [wild] * (wilds or 0) + rng.sample(deck, 27 - (wilds or 0))
        found.append((tuple(hand), level))
    return found


def mixed_sets(rng: random.Random, from_hands: Iterable[Hand]) -> list[Hand]:
    """Sets of one to ten cards: plays of every type, and as many that are cards at random."""
    found: list[Hand] = []
    for hand, level in from_hands:
        by_type: dict[Any, list[tuple[Card, ...]]] = {}
        for cards, combo in legal_plays(hand, level):
            by_type.setdefault(combo.type, []).append(cards)
        chosen = [cards for each in by_type.values() for cards in rng.choices(each, k=3)]
        plays = [tuple(rng.sample(cards, len(cards))) for cards in chosen]
        found += [(cards, level) for cards in plays]
        found += [(tuple(rng.sample(hand, len(cards))), level) for cards in plays]
    rng.shuffle(found)
    return found


def rate(work: Callable[[Hand], object], cases: Sequence[Hand], rounds: int = ROUNDS) -> float:
    """Cases a second of CPU time, the median of the rounds."""
    rates = []
    for _ in range(rounds):
        began = time.process_time()
        for case in cases:
            work(case)
        rates.append(len(cases) / (time.process_time() - began))
    return statistics.median(rates)


def plain_classify(case: Hand) -> object:
    rule_text.forget()
    return rule_text.readings(map(str, case[0]), case[1])


def plain_plays(case: Hand) -> object:
    rule_text.forget()
    return rule_text.plays_by_type(list(map(str, case[0])), case[1])


def listed(case: Hand) -> list[tuple[tuple[Card, ...], Combo]]:
    return list(legal_plays(*case))


def row(what: str, engine: float, plain: float, wanted: int) -> None:
    said = f"{wanted:,} {'reached' if engine >= wanted else 'MISSED'}"
    print(f"{what:<52}{engine:>11,.0f}{plain:>10,.2f}{engine / plain:>9,.0f} x  {said}")


def main() -> None:
    rng = random.Random(2022)
    at_random, with_one, with_both = hands(rng, 1000), hands(rng, 100, wilds=1), hands(rng, 150, wilds=2)
    began = time.process_time()
    for level in RANKS:
        listed((at_random[0][0], level))
        classify((), level)
    tables = (time.process_time() - began) / len(RANKS)

    sets = mixed_sets(rng, with_one + with_both[:100])
    wild = [(cards, level) for cards, level in sets if any(card.is_wild(level) for card in cards)]
    lawful = sum(bool(classify(*case)) for case in sets) / len(sets)
    print(f"{len(sets)} sets of cards: {len(wild) / len(sets):.0%} with wild cards, {lawful:.0%} a hand type")
    for name, some in (("random", at_random), ("with both wild cards", with_both)):
        counts = [len(listed(case)) for case in some]
        print(
            f"{len(some)} hands {name}: plays median {statistics.median(counts):.0f}, mean {mean(counts):.0f}"
        )

    head = f"a second of CPU, median of {ROUNDS} rounds"
    print(f"\n{head:<52}{'engine':>11}{'plain':>10}{'ratio':>11}  wanted")
    plain = rate(plain_classify, sets[:300], 1)
    row("classify, all sets", rate(lambda case: classify(*case), sets), plain, 100_000)
    plain = rate(plain_classify, wild[:300], 1)
    row("classify, those with wild cards", rate(lambda case: classify(*case), wild), plain, 100_000)
    plain = rate(plain_plays, at_random[:6], 1)
    row("legal_plays, random hands of 27", rate(listed, at_random), plain, 700)
    plain = rate(plain_plays, with_both[:3], 1)
    row("legal_plays, hands of 27 with both wild cards", rate(listed, with_both), plain, 200)
    print(f"\ntables of a level, made when it is first asked for: {tables * 1000:.0f} ms")


if __name__ == "__main__":
    main()
