"""The table of how many plays a hand has: ``python -m tests.perft`` writes tests/vectors/perft.jsonl anew.

The counts come from the enumeration of `tests.rule_text`, never from the engine, which is held against them.
One line for each hand, level and variant of the rules: ``lead`` counts what it may lead, by type too, and
``beating`` what it may lay on each of some plays (type, key, size). Takes about a minute.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.prove_plays import VARIANTS, full_hand, small_hand
from tests.rule_text import Reading, beats, plays_by_type

TABLE = Path(__file__).parent / "vectors/perft.jsonl"

CHOSEN = (
    (
        "all ten types",
        "2",
        "H2 SB SB HR HR SA CA DA S3 S4 S5 S6 S7 D7 C7 H7 C8 D8 H8 S9 C9 DT ST SJ CK DK HK",
    ),
    ("ten alike", "5", "H5 H5 " + 2 * "SQ HQ CQ DQ " + "SB SB HR HR S3 S3 D4 D4 C5 D6 H7 HA"),
    ("level cards", "A", "HA HA SA SA CA CA DA DA S2 H3 C4 D5 SK HQ CJ DT SB HR HR S2 D2 D3 D4 C7 C7 C8 C9"),
    (
        "one suit",
        "9",
        "H9 H9 " + " ".join("S" + rank for rank in "23456789TJQKA") + " S2 S5 S6 S7 ST SA H2 H3 H4 H5 HR SB",
    ),
    ("no wild card", "K", "S2 S3 C4 D5 H6 S8 S8 C8 H9 D9 CT CT SJ HQ HQ DQ CQ SK DK CA DA HA SB HR D7 C2 D2"),
    ("two wild cards alone", "T", "HT HT"),
    ("one card", "T", "HT"),
)
TO_BEAT: tuple[Reading, ...] = (
    ("single", 14, 1),
    ("pair", 10, 2),
    ("triple", 8, 3),
    ("fullhouse", 7, 5),
    ("straight", 8, 5),
    ("tube", 5, 6),
    ("plate", 4, 6),
    ("bomb", 6, 4),
    ("bomb", 15, 5),
    ("sflush", 9, 5),
    ("bomb", 3, 6),
    ("fourkings", 0, 4),
)


def hands() -> Iterator[tuple[str, str, list[str]]]:
    """Name, level, cards."""
    for name, level, text in CHOSEN:
        yield name, level, text.split()
    rng = random.Random(27)
    for number in range(1, 7):
        hand, level = full_hand(rng)
        yield f"27 cards {number}", level, hand
    for number in range(1, 7):
        hand, level = small_hand(rng)
        yield f"small hand {number}", level, hand


def rows() -> Iterator[dict[str, Any]]:
    for name, level, hand in hands():
        for variant in VARIANTS:
            kinds = [reading for _, reading in plays_by_type(hand, level, variant)]
            yield {
                "name": name,
                "hand": " ".join(hand),
                "level": level,
                **variant._asdict(),
                "lead": len(kinds),
                "by_type": dict(sorted(Counter(kind for kind, _, _ in kinds).items())),
                "beating": [[*table, sum(beats(reading, table) for reading in kinds)] for table in TO_BEAT],
            }


if __name__ == "__main__":
    TABLE.write_text("".join(json.dumps(row) + "\n" for row in rows()), encoding="utf-8")
