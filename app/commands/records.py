"""`check`: a record replayed through the engine."""

import argparse
import json
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from app import seals
from app.commands import DONE, INPUT, Failure
from app.sheet import open_questions
from engine import (
    Correction,
    DealStart,
    Fault,
    Findings,
    Found,
    MatchState,
    Pass,
    Play,
    Question,
    Record,
    RuleSetError,
    Standing,
    is_record_text,
    read_record,
    read_record_text,
    replay,
    rules_of,
    version_note,
)
from engine.parsing import is_text


def load_record(path: Path) -> Record:
    """The record in a file, JSON Lines or record text, as far as it can be read; raises `Failure`."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise Failure(INPUT, f"{path}: cannot be read: {error.strerror}") from error
    record = read_record_text(data) if is_record_text(data) else read_record(data)
    if record.header is None and not is_text(data):
        raise Failure(INPUT, f"{path}: is no record: not text in UTF-8")
    return record


@dataclass(frozen=True, slots=True)
class Replayed:
    """A record; the match that it tells, None without a usable header; all its faults, and what the engine
    finds that nobody has recorded, both by line."""

    record: Record
    state: MatchState | None
    faults: tuple[Fault, ...]
    notices: tuple[Found, ...] = ()


def replayed(path: Path) -> Replayed:
    """The record in a file, replayed; raises `Failure`."""
    record = load_record(path)
    seal = seals.broken(path)
    faults = [*record.faults, *([] if seal is None else [Fault(seal.line, str(seal))])]
    state, findings = None, Findings()
    try:
        if record.header is not None:
            state, broken = replay(record, rules_of(record.header), findings.take)
            faults += broken
    except RuleSetError as error:
        faults.append(Fault(1, str(error)))
    in_order = tuple(sorted(faults, key=lambda fault: fault.line))
    return Replayed(record, state, in_order, findings.found())


def check(args: argparse.Namespace) -> int:
    """Faults go to standard error, each with file and line; counts, outcome, what was found and notes to
    standard output. What the engine finds in the play is no fault of the record."""
    found = replayed(args.record)
    notes = _notes(found.record)
    if args.json:
        said = {"record": str(args.record), "ok": not found.faults} | _counts(found.record, found.state)
        said |= {"notes": notes, "notices": [_notice(each) for each in found.notices]}
        said |= {"faults": [_fault(fault) for fault in found.faults]}
        print(json.dumps(said, ensure_ascii=False))
    else:
        print(sentence(args.record, found.record, found.state))
        for each in found.notices:
            print(f"{args.record}: line {each.line}: noticed: {_kind(each)}: {each.irregularity.text}")
        for note in notes:
            print(f"{args.record}: note: {note}")
    for fault in found.faults:
        print(f"guandan-eye: {args.record}: {fault}", file=sys.stderr)
    return INPUT if found.faults else DONE


def _notice(found: Found) -> dict[str, Any]:
    what = found.irregularity
    return {"line": found.line, "kind": what.kind, "seat": what.seat, "text": what.text, "about": what.about}


def _kind(found: Found) -> str:
    return found.irregularity.kind.replace("_", " ")


def _fault(fault: Fault) -> dict[str, Any]:
    column = {"column": fault.column} if fault.column else {}
    position = {"position": fault.position} if fault.position else {}
    return {"line": fault.line, **column, "message": fault.message, **position}


def _notes(record: Record) -> list[str]:
    """What has to be said of a record that is no fault of it."""
    note = version_note(record.header) if record.header else ""
    return [note] if note else []


def _counts(record: Record, state: MatchState | None) -> dict[str, Any]:
    events = record.events if state is None else state.events
    moves = [event for event in events if isinstance(event, Play | Pass)]
    plays = [event for event in moves if isinstance(event, Play)]
    running = None if state is None or state.deal is None or state.deal.over else state.deal.number
    return {
        "rules": record.header.rules if record.header else None,
        "own_rules": record.header.own_rules.get("name") if record.header else None,
        "events": len(record.events),
        "deals": sum(isinstance(event, DealStart) for event in events),
        "deals_finished": 0 if state is None else len(state.deals_done),
        "levels": None if state is None else list(state.levels),
        "over": state is not None and state.over,
        "winner": None if state is None else state.winner,
        "ended": "" if state is None else state.round.ended,
        "deal_unfinished": running,
        "plays": len(plays),
        "passes": len(moves) - len(plays),
        "asked": sum(move.state is Standing.ASKED for move in moves),
        "unread_cards": sum(not card.is_known for play in plays for card in play.cards),
        "corrections": sum(isinstance(event, Correction) for event in events),
        "questions": sum(isinstance(event, Question) for event in events),
        "questions_open": open_questions(events),
    }


def sentence(path: Path, record: Record, state: MatchState | None) -> str:
    """The counts and the outcome for people."""
    counts = _counts(record, state)
    levels = "" if counts["levels"] is None else f"; levels {':'.join(counts['levels'])}"
    outcome = "" if state is None else f"; {_outcome(state)}"
    return (
        f"{path}: {_so_many(counts['deals'], 'deal')} ({counts['deals_finished']} finished), "
        f"{_so_many(counts['plays'], 'play')}, {_so_many(counts['passes'], 'pass', 'passes')}; "
        f"{counts['asked']} asked, {_so_many(counts['questions_open'], 'question')} open, "
        f"{_so_many(counts['unread_cards'], 'card')} not fully read, "
        f"{_so_many(counts['corrections'], 'correction')}{levels}{outcome}"
    )


def _outcome(state: MatchState) -> str:
    """Whether the match is over and who won, or how far it has come."""
    if state.over:
        won = "nobody" if state.winner is None else " and ".join(state.header.sides[state.winner])
        return f"the match is over, {won} won" + (f" ({state.round.ended})" if state.round.ended else "")
    if state.deal is not None and not state.deal.over:
        return f"deal {state.deal.number} is not finished"
    return "the match is not over"


def _so_many(count: int, one: str, more: str = "") -> str:
    return f"{count} {one if count == 1 else more or one + 's'}"
