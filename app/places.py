"""Where records go when nobody says where."""

import os
import tempfile
from datetime import datetime
from pathlib import Path

import platformdirs

MATCH = "match"
"""The kind of record that a match at a table has."""


def records_folder() -> Path:
    """The user's folder of records; where home cannot be written, one among the temporary files."""
    folder = platformdirs.user_data_path("guandan-eye", appauthor=False) / "records"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        writable = os.access(folder, os.W_OK)
    except OSError:
        writable = False
    if writable:
        return folder
    other = Path(tempfile.gettempdir()) / "guandan-eye"
    other.mkdir(exist_ok=True)
    return other


def new_record(kind: str) -> Path:
    """A name that no record has yet, by kind and time."""
    base = f"{kind}-{datetime.now():%Y%m%d-%H%M%S}"
    folder = records_folder()
    names = [base, *(f"{base}-{number}" for number in range(2, 100))]
    return next(path for name in names if not (path := folder / f"{name}.jsonl").exists())
