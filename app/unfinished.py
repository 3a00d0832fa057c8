"""The match that was broken off, by a crash or by hand: what the start page offers to go on with."""

import json
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from app.places import MATCH


@dataclass(frozen=True, slots=True)
class Unfinished:
    """A record without an end. deal: the last that was begun, 0 before the first; at: last written."""

    record: Path
    event: str
    round: int
    table: str
    deal: int
    at: datetime


def latest_unfinished(folder: Path) -> Unfinished | None:
    """The newest record of a match in a folder that has not come to its end."""
    dated = []
    for path in folder.glob(f"{MATCH}-*.jsonl"):
        if path.with_suffix(".db").is_file():
            dated.append((path.stat().st_mtime, path))
    for at, path in sorted(dated, reverse=True):
        found = _unfinished(path, datetime.fromtimestamp(at))
        if found is not None:
            return found
    return None


def _unfinished(path: Path, at: datetime) -> Unfinished | None:
    """None where the match is over, or where the file holds no match."""
    try:
        lines = path.read_text("utf-8").splitlines()
    except (OSError, UnicodeDecodeError):
        return None
    header = _line(lines[0]) if lines else {}
    if header.get("event") != "match":
        return None
    deal = 0
    for text in lines[1:]:
        event = _line(text)
        if event.get("event") == "match_end":
            return None
        if event.get("event") == "deal_start":
            deal = int(event.get("deal", 0))
    named = str(header.get("event_name", "")), int(header.get("round", 1)), str(header.get("table", ""))
    return Unfinished(path, *named, deal, at)


def _line(text: str) -> dict[str, object]:
    """A line of the record; nothing where it was written in part, as the log has it whole."""
    try:
        found = json.loads(text)
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}
