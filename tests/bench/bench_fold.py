"""How fast a match is folded and folded again: ``python -m tests.bench.bench_fold``.

One core, seconds of CPU time (`time.process_time`), as others may work on the same machine; each figure is
the median of some rounds. The matches are random legal ones of five deals under every rule set.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Sequence

from engine import Correction, Event, MatchStart, MatchState, Play, RuleSet, apply
from engine.rules import built_in
from tests.unit.engine_matches import random_match

ROUNDS = 15
MATCH = 300
"""Events of the match that is folded again."""


def fold(rules: RuleSet, events: Sequence[Event]) -> MatchState:
    state = MatchState.start(MatchStart(rules.name), rules)
    for event in events:
        state = apply(state, event)
    return state


def seconds(work: Callable[[], object]) -> float:
    """CPU time of one call, the median of the rounds."""
    found = []
    for _ in range(ROUNDS):
        began = time.process_time()
        work()
        found.append(time.process_time() - began)
    return statistics.median(found)


def main() -> None:
    for name in built_in():
        rules = RuleSet.load(name)
        events = random_match(7, rules, deals=5)
        whole = seconds(lambda rules=rules, events=events: fold(rules, events))
        state = fold(rules, events[:MATCH])
        first = next(event for event in state.events if isinstance(event, Play))
        again = Correction(first.seq, first, "referee", "", 0)
        refold = seconds(lambda state=state, again=again: apply(state, again))
        print(
            f"{name:15} apply {len(events) / whole:7.0f} events a second ({len(events)} events);"
            f" a match of {len(state.events)} events folds again in {1000 * refold:.1f} ms"
        )


if __name__ == "__main__":
    main()
