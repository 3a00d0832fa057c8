"""`replay` and `forget`: the pictures that were kept beside a record."""

import argparse

from app import evidence, retention
from app.commands import DONE, INPUT, MACHINE, Failure, failures
from app.commands.records import replayed
from app.snapshot import snapshot


def replay(args: argparse.Namespace) -> int:
    """The replay window over a record from disk."""
    state = replayed(args.record).state
    if state is None:
        raise Failure(INPUT, f"{args.record}: has no header, so its plays are not known")
    if not evidence.segments(evidence.folder_of(args.record)):
        raise Failure(INPUT, f"{evidence.folder_of(args.record)}: no pictures of this record are kept")
    lines = snapshot(state, None, (), 0, "").lines
    plays = [line for line in lines if line.kind in ("play", "pass")]
    line = next((line for line in plays if args.play in (None, line.seq)), None)
    if line is None:
        raise Failure(INPUT, f"{args.record}: there is no play {args.play or ''}".rstrip())
    try:
        from app.ui.replay_alone import run_replay
    except ImportError as error:  # a system library that Qt needs
        sentence = f"no window can be opened: {error}. `guandan-eye doctor` says what to install"
        raise Failure(MACHINE, sentence) from error
    try:
        run_replay(
            args.record,
            line,
            lines,
            lang=getattr(args, "lang", None),
            screenshot=getattr(args, "screenshot", None),
        )
    except RuntimeError as error:
        raise Failure(MACHINE, str(error)) from error
    return DONE


def forget(args: argparse.Namespace) -> int:
    """The pictures go, the record stays whole and says so."""
    try:
        with failures():
            freed = retention.forget(args.record, args.older_than)
    except OSError as error:
        raise Failure(INPUT, f"{error.filename}: cannot be deleted: {error.strerror}") from error
    print(f"{evidence.folder_of(args.record)}: {freed / 1e6:.1f} MB of pictures deleted")
    return DONE
