"""Warnings that the referee has seen, kept beside the record so that no restart brings them back.

They are no part of the record: what they tell of stands in it, or can be found in it again.
"""

import json
from contextlib import suppress
from pathlib import Path

from app.files import put


def silenced_path(record: Path) -> Path:
    """The file beside a record."""
    return record.with_suffix(".seen")


def read(record: Path) -> frozenset[str]:
    """The keys of the warnings that were seen; none where the file is not there or cannot be read."""
    try:
        keys = json.loads(silenced_path(record).read_text("utf-8"))
    except (OSError, ValueError):
        return frozenset()
    return frozenset(key for key in keys if isinstance(key, str)) if isinstance(keys, list) else frozenset()


def write(record: Path, keys: frozenset[str]) -> None:
    """Keep them; where the disk takes nothing they come back after a restart, and no more than that."""
    with suppress(OSError):
        put(silenced_path(record), json.dumps(sorted(keys)).encode())
