"""The proof that the engine lists every play, once, and reads every set of cards right.

``python -m tests.prove_plays`` takes about ten minutes: 2,000 hands of 5 to 13 cards, rich in wild cards and
jokers, against every set of their cards, and 200 hands of 27 against an enumeration type by type, under every
variant of the rules, led and against plays that lie on the table. `tests/unit/test_engine_plays.py` runs a
share of it.
"""

from __future__ import annotations

import argparse
import random
import time
from collections import Counter
from itertools import product

from engine import FACES, Card, Combo, ComboType, classify, legal_plays
from tests.rule_text import (
    DECKS,
    RANKS,
    Play,
    Reading,
    Variant,
    beats,
    plays_by_type,
    plays_of_subsets,
    readings,
    subsets,
    types,
)

VARIANTS = tuple(Variant(joker_pair, largest) for joker_pair in (True, False) for largest in (10, 8))


def small_hand(rng: random.Random) -> tuple[list[str], str]:
    """Five to thirteen cards of near ranks, most often with wild cards and jokers, and the level."""
    level = rng.choice(RANKS)
    wild = "H" + level
    start = rng.randrange(13)
    near = ("A" + RANKS)[start : start + rng.randint(2, 6)] + rng.choice(["", level])
    suits = rng.choice(["SHCD", "SHCD", "SH"])
    stock = [card for card in DECKS if card != wild and card[1] in near and card[0] in suits]
    jokers = rng.sample(["SB", "SB", "HR", "HR"], rng.choice([0, 0, 1, 2, 2, 3, 4]))
    hand = [wild] * rng.choice([0, 1, 1, 2, 2, 2]) + jokers
    size = rng.randint(5, 13)
    return (hand + rng.sample(stock, min(len(stock), max(0, size - len(hand)))))[:13], level


def full_hand(rng: random.Random) -> tuple[list[str], str]:
    """27 cards of the two decks, every other time with both wild cards, and the level."""
    level = rng.choice(RANKS)
    wild = "H" + level
    if rng.random() < 0.5:
        return rng.sample(DECKS, 27), level
    return [wild, wild, *rng.sample([card for card in DECKS if card != wild], 25)], level


def prove_readings(hand: list[str], level: str, variant: Variant) -> None:
    """`classify` reads every set of cards of the hand as the rule text has it, each reading once."""
    for cards in subsets(hand):
        found = [_reading(combo) for combo in classify(map(Card.parse, cards), level, **variant._asdict())]
        assert len(found) == len(set(found)), (cards, level, variant)
        assert set(found) == readings(cards, level, variant), (cards, level, variant)


def prove_plays(hand: list[str], level: str, variant: Variant, plays: set[Play], rng: random.Random) -> None:
    """`legal_plays` lists exactly these plays, each once, and of them those that beat what lies there."""
    where = (" ".join(hand), level, variant)
    kinds = sorted({reading for _, reading in plays})
    for to_beat in (None, *rng.sample(kinds, min(3, len(kinds))), ("straight", 9, 5), ("bomb", 8, 5)):
        listed = []
        table = to_beat and Combo(ComboType(to_beat[0]), to_beat[1], to_beat[2])
        for cards, combo in legal_plays(map(Card.parse, hand), level, table, **variant._asdict()):
            assert combo in classify(cards, level, **variant._asdict()), (*where, cards, combo)
            assert as_meant(cards, combo, level, variant), (*where, cards, combo)
            listed.append((tuple(sorted(map(str, cards))), _reading(combo)))
        assert len(listed) == len(set(listed)), (*where, to_beat)
        expected = {play for play in plays if to_beat is None or beats(play[1], to_beat)}
        assert set(listed) == expected, (*where, to_beat, set(listed) ^ expected)


def as_meant(cards: tuple[Card, ...], combo: Combo, level: str, variant: Variant) -> bool:
    """Whether the cards are what the reading says when each wild card is, in order, what it stands for."""
    stand_for = iter(combo.wilds)
    meant = [next(stand_for) if card.is_wild(level) else card for card in cards]
    suits = [card.suit if card.is_known else "SH" for card in meant]
    in_each = (
        [suit + card.rank for suit, card in zip(chosen, meant, strict=True)] for chosen in product(*suits)
    )
    return next(stand_for, None) is None and any(
        _reading(combo) in set(types(texts, level, variant)) for texts in in_each
    )


def _reading(combo: Combo) -> Reading:
    return combo.type.value, combo.key, combo.size


def prove_small(hands: int, seed: int) -> int:
    """So many small hands; returns how many plays they had."""
    rng, count = random.Random(seed), 0
    for number in range(hands):
        hand, level = small_hand(rng)
        variant = VARIANTS[number % len(VARIANTS)]
        plays = plays_of_subsets(hand, level, variant)
        prove_readings(hand, level, variant)
        prove_plays(hand, level, variant, plays, rng)
        count += len(plays)
    return count


def prove_full(hands: int, seed: int) -> int:
    """So many full hands; returns how many plays they had."""
    rng, count = random.Random(seed), 0
    for number in range(hands):
        hand, level = full_hand(rng)
        variant = VARIANTS[number % len(VARIANTS)]
        plays = plays_by_type(hand, level, variant)
        prove_plays(hand, level, variant, plays, rng)
        count += len(plays)
    return count


def main() -> None:
    parser = argparse.ArgumentParser(description="Prove the engine's plays against the rule text.")
    parser.add_argument("--small", type=int, default=2000, help="hands of up to 13 cards")
    parser.add_argument("--full", type=int, default=200, help="hands of 27 cards")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    assert Counter(DECKS) == Counter({str(face): 2 for face in FACES})
    for what, prove, hands in (("small", prove_small, args.small), ("full", prove_full, args.full)):
        began = time.process_time()
        plays = prove(hands, args.seed)
        print(f"{hands} {what} hands, {plays} plays: all right, {time.process_time() - began:.0f} s of CPU")


if __name__ == "__main__":
    main()
