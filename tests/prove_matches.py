"""The proof on whole rounds: lawful to the end, the same in every form, and no corruption goes unseen.

``python -m tests.prove_matches`` plays 2,500 rounds under each rule set (about half an hour on one core);
``--rounds`` and ``--rules`` for fewer. What fails is printed with its seed, the rest goes on, and the exit
code is 1. `tests/unit/test_engine_rounds_proof.py` runs a share of it.
"""

from __future__ import annotations

import argparse
import sys
import time
import traceback
from collections import Counter

from datasets.rounds import play_round
from engine import (
    COPIES,
    FACES,
    DealStart,
    Event,
    MatchEnd,
    MatchStart,
    RuleSet,
    RuleSetError,
    dumps_line,
    parse_position,
    parse_record_text,
    position_of,
    read_record,
    replay,
    result_sheet,
    rules_of,
    write_record_text,
)
from tests.corruptions import CORRUPTIONS, spoilt_text

SETS = ("suzhou-2016", "national-2022", "xiangyang-2024", "huaian")
Round = tuple[MatchStart, tuple[Event, ...]]


def simulated(rules: RuleSet, seed: int, deals: int | None = None) -> Round:
    """A round of one to three deals; every fortieth is a match from level 2 for as long as it takes."""
    if deals is None and seed % 40 == 0:
        return play_round(rules, rules.start_level, seed, 30)
    return play_round(rules, None, seed, deals or 1 + seed % 3)


def prove_lawful(played: Round) -> Counter[str]:
    """The record of a round is lawful, ends in a result, is the same in every form. Counts what occurred."""
    header, events = played
    text = written(played)
    record = read_record(text)
    assert (record.header, record.events, record.faults) == (header, events, ())
    state, faults = replay(record, rules_of(header))
    assert faults == ()
    assert state.over
    assert state.due == ()
    sheet = result_sheet(state)
    assert sheet.over
    assert (sheet.winner is None) == (sheet.is_draw or len(state.round.forfeits) == 2)
    assert [event.winner for event in events if isinstance(event, MatchEnd)][-1:] == [state.winner]
    as_text = parse_record_text(write_record_text(header, events))
    assert (as_text.header, as_text.events) == (header, events)
    if state.deal is not None:
        position = position_of(state.deal)
        assert parse_position(str(position)) == position
        left = sum(state.deal.left.values())
        assert left + sum(state.deal.played.values()) == COPIES * len(FACES)
        assert all(count <= COPIES for card, count in state.deal.played.items() if card.is_known)
    both_at_a = any(isinstance(e, DealStart) and e.levels == ("A", "A") for e in events)
    return Counter([type(event).__name__ for event in events]) + Counter(
        {f"ended: {state.round.ended}": 1, "both at A": int(both_at_a), "draws": int(sheet.is_draw)}
    )


def prove_corruption(name: str, played: Round, seed: int) -> bool:
    """A corruption is found, first at its own line; False where the record has nothing to spoil so."""
    spoilt = spoilt_text(name, written(played), seed)
    if spoilt is None:
        return False
    text, line = spoilt
    found = first_fault(text)
    assert found == line, f"{name}, round {seed}: said at line {found}, done at line {line}"
    return True


def first_fault(text: str) -> int | None:
    """The line that is named first."""
    record = read_record(text)
    lines = [fault.line for fault in record.faults]
    if record.header is not None:
        try:
            lines += [fault.line for fault in replay(record, rules_of(record.header))[1]]
        except RuleSetError:
            lines.append(1)
    return min(lines, default=None)


def written(played: Round) -> str:
    header, events = played
    return "".join(dumps_line(event) + "\n" for event in (header, *events))


def prove_round(rules: RuleSet, seed: int) -> tuple[Counter[str], Counter[str]]:
    """One round played, proved, and spoilt in the way that is its turn: what occurred, what was found."""
    played = simulated(rules, seed)
    kind = [*CORRUPTIONS][seed % len(CORRUPTIONS)]
    return prove_lawful(played), Counter({kind: int(prove_corruption(kind, played, seed))})


def main() -> int:
    parser = argparse.ArgumentParser(description="Play rounds, prove them lawful, and spoil them.")
    parser.add_argument("--rounds", type=int, default=2500, help="under each rule set (2500)")
    parser.add_argument("--rules", nargs="*", default=SETS)
    args = parser.parse_args()
    failed = 0
    for name in args.rules:
        rules, began = RuleSet.load(name), time.process_time()
        occurred, spoilt, held = Counter[str](), Counter[str](), 0
        for seed in range(args.rounds):
            try:
                what, found = prove_round(rules, seed)
            except AssertionError:
                print(f"{name}, round {seed}: {traceback.format_exc()}", flush=True)
                continue
            occurred, spoilt, held = occurred + what, spoilt + found, held + 1
        print(
            f"{name}: {held} of {args.rounds} rounds lawful; "
            f"{spoilt.total()} corruptions, {len(+spoilt)} kinds, found"
        )
        print(f"  {time.process_time() - began:.0f} s CPU; {dict(sorted(occurred.items()))}", flush=True)
        failed += args.rounds - held
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
