"""The match that was broken off, by a crash or by hand: what the start page offers to go on with."""

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from app.places import MATCH
from app.store import is_held
from engine.events import DealStart, MatchEnd
from engine.record import read_record


@dataclass(frozen=True, slots=True)
class Unfinished:
    """A record without an end. deal: the last that was begun, 0 before the first; at: last written; held: it
    is being written now, in another window."""

    record: Path
    event: str
    round: int
    table: str
    deal: int
    at: datetime
    held: bool = False


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
    """None where the match is over, or where the file holds no match.

    Lines that cannot be read are passed over: the log has them whole.
    """
    try:
        record = read_record(path.read_bytes())
    except OSError:
        return None
    header = record.header
    if header is None or any(isinstance(event, MatchEnd) for event in record.events):
        return None
    deals = [event.deal for event in record.events if isinstance(event, DealStart)]
    deal = max(deals, default=0)
    return Unfinished(path, header.event_name, header.round, header.table, deal, at, is_held(path))
