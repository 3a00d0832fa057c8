"""A record in other forms: JSON Lines, text, score sheet, spreadsheet, CSV.

Each is made anew from the record alone, so that a form can always be made again.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from app.files import put
from app.sheet import Sheet, record_lines, sheet_of
from app.sheet_words import Words
from engine import Record, replay, rules_of, write_record_text

FORMS: Mapping[str, str] = {"json": ".jsonl", "txt": ".txt", "pdf": ".pdf", "xlsx": ".xlsx", "csv": ".csv"}
"""The forms, and how their files end: JSON Lines, record text, score sheet, spreadsheet, all moves."""
BINARY = frozenset({"pdf", "xlsx"})
"""What cannot be shown on a terminal."""


def exported(record: Record, form: str, lang: str) -> bytes:
    """A record, all of whose lines can be read, in one of the `FORMS`; papers in ``lang``, zh or en.

    Raises `RuleSetError` where its rules cannot be had, `ImportError` where the machine cannot draw a PDF.
    """
    assert record.header is not None, "no header is a fault"
    match form:
        case "json":
            return record_lines(record.header, record.events).encode()
        case "txt":
            return write_record_text(record.header, record.events).encode()
        case "pdf":
            from app.ui.score_sheet import score_sheet

            return score_sheet(_sheet(record), lang)
        case "xlsx":
            from app.tables import xlsx

            return xlsx(_sheet(record), Words(lang))
        case "csv":
            from app.tables import plays_csv

            return plays_csv(_sheet(record))
    raise ValueError(f"{form} is none of {', '.join(FORMS)}")


def all_forms(record: Record, stem: str, lang: str) -> dict[str, bytes]:
    """The record in every form by file name; raises as `exported`."""
    return {stem + ending: exported(record, form, lang) for form, ending in FORMS.items()}


def put_all(folder: Path, files: Mapping[str, bytes]) -> None:
    """Files into a folder, made where it is not there, in place of earlier ones; raises `OSError`."""
    folder.mkdir(exist_ok=True)
    for name, data in files.items():
        put(folder / name, data)


def _sheet(record: Record) -> Sheet:
    assert record.header is not None
    state, faults = replay(record, rules_of(record.header))
    return sheet_of(record, state, len(faults))
