"""`check`: a record replayed through the engine."""

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from app.commands import DONE, INPUT, Failure
from app.sheet import open_questions
from engine import (
    Correction,
    DealStart,
    Fault,
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


def load_record(path: Path) -> Record:
    """The record in a file, JSON Lines or record text; raises `Failure` when it cannot be read as text."""
    text = read_text(path)
    return read_record_text(text) if is_record_text(text) else read_record(text)


def read_text(path: Path) -> str:
    """The text in a file; raises `Failure`."""
    try:
        return path.read_text("utf-8")
    except OSError as error:
        raise Failure(INPUT, f"{path}: cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise Failure(INPUT, f"{path}: is no record: not text in UTF-8") from error


def replayed(path: Path) -> tuple[Record, MatchState | None, tuple[Fault, ...]]:
    """A record, the match it tells (None without a usable header), and all its faults by line."""
    record = load_record(path)
    if record.header is None:
        return record, None, record.faults
    try:
        state, faults = replay(record, rules_of(record.header))
    except RuleSetError as error:
        return record, None, (Fault(1, str(error)), *record.faults)
    return record, state, tuple(sorted((*record.faults, *faults), key=lambda fault: fault.line))


def check(args: argparse.Namespace) -> int:
    """Faults go to standard error, each with file and line; counts, outcome and notes to standard output."""
    record, state, faults = replayed(args.record)
    notes = _notes(record)
    if args.json:
        counts = _counts(record, state)
        found = {"notes": notes, "faults": [_fault(fault) for fault in faults]}
        print(json.dumps({"record": str(args.record), "ok": not faults} | counts | found, ensure_ascii=False))
    else:
        print(sentence(args.record, record, state))
        for note in notes:
            print(f"{args.record}: note: {note}")
    for fault in faults:
        print(f"guandan-eye: {args.record}: {fault}", file=sys.stderr)
    return INPUT if faults else DONE


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
