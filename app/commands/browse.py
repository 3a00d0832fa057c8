"""`browse`: the records of a folder, as a window or as rows."""

import argparse
import json
from typing import Any

from app.commands import DONE, INPUT, MACHINE, Failure
from app.library import Row, rows, sealed


def browse(args: argparse.Namespace) -> int:
    """The window, or with --json the rows, one JSON object a line, the newest first."""
    if args.folder is not None and not args.folder.is_dir():
        raise Failure(INPUT, f"{args.folder}: is no folder")
    if args.json:
        for row in map(sealed, rows(args.folder)):
            print(json.dumps(_json(row), ensure_ascii=False))
        return DONE
    try:
        from app.ui.browser import run_browser
    except ImportError as error:  # a system library that Qt needs
        sentence = f"no window can be opened: {error}. `guandan-eye doctor` says what to install"
        raise Failure(MACHINE, sentence) from error
    try:
        run_browser(
            args.folder, lang=getattr(args, "lang", None), screenshot=getattr(args, "screenshot", None)
        )
    except RuntimeError as error:
        raise Failure(MACHINE, str(error)) from error
    return DONE


def _json(row: Row) -> dict[str, Any]:
    """What a row holds; of a file that is no record only why."""
    found: dict[str, Any] = {"record": str(row.path), "changed": row.changed.isoformat(timespec="seconds")}
    if row.is_record:
        found |= {
            "event_name": row.event,
            "round": row.round,
            "table": row.table,
            "players": dict(row.players),
            "sides": [list(side) for side in row.sides],
            "started": row.started.isoformat() if row.started else None,
            "rules": row.rules,
            "deals": row.deals,
            "deals_finished": row.deals_done,
            "levels": list(row.levels) if row.levels else None,
            "over": row.over,
            "winner": row.winner,
            "length_ms": row.length_ms,
            "questions_open": row.questions,
            "pictures": row.has_pictures,
        }
    if row.trouble is not None:
        found |= {"trouble": str(row.trouble), "detail": row.detail}
    return found
