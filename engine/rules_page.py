"""The page on the rules, made from the rule sets: ``python -m engine.rules_page > docs/rules.md``."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from engine.penalties import AWARDS, IRREGULARITIES
from engine.rulefile import SOURCES, Origin
from engine.rules import RuleSet, built_in, switches

_HEAD = """\
# The rules, switch by switch

Made from `engine/rulesets/*.toml` by `python -m engine.rules_page > docs/rules.md`; a test keeps it so.
Nothing here is written by hand.

## A rule set of one's own

A TOML file of any name, such as `own.toml`, that has a `name` (not that of a set below), a `title`, perhaps a
`title_en` for an English window, a `date` and a `parent`: a set below, or another file beside it. Then a
line for each switch that is other than in the parent, and under `[penalties]` one for each irregularity. A
value stands alone or with the clause that says so:

```toml
name = "club-evening"
title = "俱乐部之夜"
title_en = "Club evening"
date = 2026-11-30
parent = "huaian"
play_seconds = 45
report_threshold = {value = 10, clause = "our notice, 3"}

[penalties]
overrun = {award = "warning"}
```

`guandan-eye watch SOURCE --rules own.toml --record OUT.jsonl` plays by it, and so do `simulate` and
`import`. What cannot be (a switch that there is not, a value out of its range) is named with file, line and
key, and nothing begins.

The record needs the file no more: its header holds the set below on which it stands (`rules`), all that is
other (`switches`, `penalties` among them, in the form of the file), what one's own set is called
(`own_rules`), and the version of the set below (`rules_version`: its date and a sum over its values).
`check` says so where this program has another version. `watch --resume` goes on under the rules that the
record holds.

## What is no switch

What is the same in every text is no switch: play goes counter-clockwise; a deal gains 3, 2 or 1 levels as the
partner of the first is second, third or last; the tribute is the highest card but for the heart level card;
who draws the turned card leads the first deal.
"""


def page() -> str:
    """The whole page as Markdown."""
    sets = [RuleSet.load(name) for name in built_in()]
    return "\n".join([_HEAD, *_meanings(), *(line for rules in sets for line in _one_set(rules))]) + "\n"


def _meanings() -> Iterable[str]:
    yield "## Where a value comes from\n"
    yield from _table(("source", "means"), SOURCES.items())
    yield "\n## The switches\n"
    yield from _table(
        ("switch", "says", "may be"),
        ((f"`{key}`", switch.words, switch.range_text()) for key, switch in switches().items()),
    )
    yield "\n## Awards\n"
    yield "Proposals to the referee; nothing is punished by itself.\n"
    yield from _table(("award", "means"), ((f"`{name}`", words) for name, words in AWARDS.items()))


def _one_set(rules: RuleSet) -> Iterable[str]:
    yield f"\n## {rules.name}: {rules.title}\n"
    yield f"{rules.title_en}.\n"
    yield f"Date: {rules.date}.\n"
    rows = ((key, f"`{_value(getattr(rules, key))}`") for key in switches())
    yield from _table(
        ("switch", "value", "source", "clause", "note"),
        ((f"`{key}`", value, *_origin(rules.origin(key))) for key, value in rows),
    )
    yield ""
    yield from _table(
        ("irregularity", "award", "source", "clause", "note"),
        (
            (words, f"`{rules.penalty(kind)}`", *_origin(rules.origin(kind)))
            for kind, words in IRREGULARITIES.items()
        ),
    )


def _origin(origin: Origin) -> tuple[str, str, str]:
    return origin.source, origin.clause, origin.note


def _value(value: Any) -> str:
    """The value as its TOML has it."""
    if value is None:
        return "none"
    if isinstance(value, tuple):
        return "[" + ", ".join(map(_value, value)) + "]"
    return str(value).lower() if isinstance(value, bool) else str(value)


def _table(heads: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> Iterable[str]:
    yield _row(heads)
    yield _row("---" for _ in heads)
    yield from map(_row, rows)


def _row(cells: Iterable[str]) -> str:
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


if __name__ == "__main__":
    import sys

    sys.stdout.reconfigure(encoding="utf-8")  # type: ignore[union-attr]
    sys.stdout.write(page())
