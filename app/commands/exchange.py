"""`export` and `import`: records in other forms, and what other programs have recorded."""

import argparse
import os
import sys
from dataclasses import replace
from pathlib import Path

from app import SOFTWARE
from app.commands import DONE, INPUT, MACHINE, USAGE, Failure, failures
from app.commands.records import load_record
from app.export import BINARY, all_forms, exported, put_all
from app.sheet import record_lines
from engine import (
    MatchStart,
    Record,
    RuleSet,
    RuleSetError,
    read_njupt,
    replay,
    rules_fields,
    rules_of,
)
from engine.rules import built_in


def export(args: argparse.Namespace) -> int:
    """The whole record, or nothing: a line that cannot be read is named, not left out."""
    record = load_record(args.record)
    if record.faults:
        more = f" (and {len(record.faults) - 1} more; `check` names them)" if len(record.faults) > 1 else ""
        raise Failure(INPUT, f"{args.record}: {record.faults[0]}{more}")
    record = _holding_its_rules(args.record, record)
    if args.output is None and (args.to in BINARY or args.to == "all"):
        what = "folder" if args.to == "all" else "file"
        raise Failure(USAGE, f"--to {args.to}: name the {what} to write, as -o OUT")
    try:
        if args.to == "all":
            _write_all(args.output, all_forms(record, args.record.stem, args.lang))
        else:
            _write(exported(record, args.to, args.lang), args.output)
    except ImportError as error:  # a library, or one of the system that Qt needs
        sentence = f"this form cannot be made: {error}. `guandan-eye doctor` says what to install"
        raise Failure(MACHINE, sentence) from error
    return DONE


def _write_all(folder: Path, files: dict[str, bytes]) -> None:
    """Every form into a folder, none in place of a file that is there."""
    there = [folder / name for name in files if (folder / name).exists()]
    if there:
        raise Failure(INPUT, f"{there[0]}: is there already; choose another folder")
    try:
        put_all(folder, files)
    except OSError as error:
        raise Failure(INPUT, f"{folder}: cannot be written: {error.strerror}") from error
    for name in files:
        print(folder / name)


def _holding_its_rules(path: Path, record: Record) -> Record:
    """An older record names a file of rules; what is exported holds them."""
    header = record.header
    assert header is not None, "no header is a fault"
    if header.rules in built_in():
        return record
    try:
        return replace(record, header=replace(header, **rules_fields(rules_of(header))))
    except RuleSetError as error:
        raise Failure(INPUT, f"{path}: line 1: {error}") from error


def import_(args: argparse.Namespace) -> int:
    """What can be read becomes a record; every message that cannot, or breaks the rules, is named."""
    with failures():
        rules = RuleSet.load(args.rules)
    header = MatchStart(**rules_fields(rules), software=SOFTWARE)
    record = read_njupt(_text(args.file), header)
    _, broken = replay(record, rules)
    if record.events:
        _write(record_lines(header, record.events).encode(), args.output)
    faults = sorted((*record.faults, *broken), key=lambda fault: fault.line)
    for fault in faults:
        print(f"guandan-eye: {args.file}: {fault}", file=sys.stderr)
    return INPUT if faults else DONE


def _text(path: Path) -> str:
    try:
        return path.read_text("utf-8")
    except OSError as error:
        raise Failure(INPUT, f"{path}: cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise Failure(INPUT, f"{path}: not text in UTF-8") from error


def _write(data: bytes, path: Path | None) -> None:
    """To a file, whole or not at all, or to standard output."""
    if path is None:
        sys.stdout.reconfigure(encoding="utf-8", newline="\n")  # type: ignore[union-attr]
        sys.stdout.write(data.decode("utf-8"))
        return
    if path.is_dir():
        raise Failure(INPUT, f"{path}: is a folder; name a file in it")
    is_device = path.exists() and not path.is_file()
    if path.is_file() and path.stat().st_size:
        raise Failure(INPUT, f"{path}: is there already; choose another name")
    part = path.with_name(path.name + ".part")
    try:
        if is_device:
            path.write_bytes(data)
            return
        try:
            part.write_bytes(data)
            os.replace(part, path)
        finally:
            part.unlink(missing_ok=True)
    except OSError as error:
        raise Failure(INPUT, f"{path}: cannot be written: {error.strerror}") from error
