"""A rule set's TOML file as text: found by name or path, each fault told with file, line and key."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from importlib.resources import files
from pathlib import Path
from types import MappingProxyType
from typing import Any

from engine.parsing import ParseError, parse_toml
from engine.penalties import Penalty, read_penalty

SOURCES: Mapping[str, str] = MappingProxyType(
    {
        "text": "the text of this rule set says so",
        "national": "its text is silent: as the first part of the national rules of 2022 says",
        "quoted": "that is silent too: as other clauses of the national rules are quoted elsewhere",
        "default": "no text says: the product's own choice",
        "own": "set by the organiser",
    }
)
"""Where a value may come from."""


_DATE = re.compile(r"[0-9]{4}(-[0-9]{2}(-[0-9]{2})?)?")
HEAD = ("name", "title", "title_en", "date", "parent")
"""Keys of a file that are no switches."""


class RuleSetError(ValueError):
    """A rule set that cannot be used; the message names file, line and key."""


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a value comes from: one of `SOURCES`, the clause, and what has to be said about it."""

    source: str
    clause: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class RuleFile:
    """A file that was read; `where` is what messages call it, `shipped` whether it came with the program."""

    where: str
    text: str
    data: Mapping[str, Any]
    shipped: bool = False

    def fault(self, key: str, message: object) -> RuleSetError:
        """The error to raise about a key: at its line, or where in the head it is missing."""
        above = HEAD[: HEAD.index(key)] if key in HEAD else ()
        found = (self._line(each) for each in (key, *reversed(above)))
        line = next((line for line in found if line is not None), 1)
        return RuleSetError(f"{self.where}, line {line}, {key}: {message}")

    def _line(self, key: str) -> int | None:
        pattern = re.compile(rf"""\s*(\[+\s*)?(penalties\s*\.\s*)?["']?{re.escape(key)}["']?\s*[\].=]""")
        lines = enumerate(self.text.splitlines(), 1)
        return next((number for number, line in lines if pattern.match(line)), None)


def built_in() -> tuple[str, ...]:
    """Names of the rule sets that come along."""
    found = (item.name for item in files("engine").joinpath("rulesets").iterdir())
    return tuple(sorted(name.removesuffix(".toml") for name in found if name.endswith(".toml")))


def is_path(text: str) -> bool:
    """Whether a rule set is meant by its file, not by name."""
    return text.endswith(".toml") or "/" in text or "\\" in text


def read_file(name_or_path: str | Path, beside: str = "") -> RuleFile:
    """The file of a rule set, by name or path (of a parent: `beside` its child); raises `RuleSetError`."""
    text = str(name_or_path)
    by_name = not (isinstance(name_or_path, Path) or is_path(text))
    if by_name and text not in built_in():
        raise RuleSetError(
            f"no rule set named {text!r}; there are {', '.join(built_in())}, or give a .toml file"
        )
    path = Path(beside).parent / name_or_path
    source = files("engine").joinpath("rulesets", f"{text}.toml") if by_name else path
    where = f"rulesets/{text}.toml" if by_name else str(path)
    try:
        text = source.read_text(encoding="utf-8").removeprefix("\ufeff")
        return RuleFile(where, text, parse_toml(text), by_name)
    except OSError as error:
        raise RuleSetError(f"{where}: cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise RuleSetError(f"{where}: not UTF-8 text") from error
    except ParseError as error:
        raise RuleSetError(f"{where}: {error}") from error


def read_head(file: RuleFile) -> dict[str, str]:
    """Name, titles and date (ISO 8601, or ``undated``) of a file; raises `RuleSetError`."""
    head = {}
    for key in ("name", "title", "title_en", "date"):
        value = file.data.get(key)
        if value is None and key == "title_en":
            continue
        if value is None:
            raise file.fault(key, "is missing; a rule set begins with name, title and date")
        if key == "date":
            value = value.isoformat() if type(value) is date else value
            if not isinstance(value, str) or not _is_date(value):
                raise file.fault(key, f'{value!r} is no date such as 2022-09-08, "2016" or "undated"')
        if not isinstance(value, str) or not value:
            raise file.fault(key, f"{value!r} is no text")
        head[key] = value
    if not file.shipped:
        try:
            check_own_name(head["name"])
        except RuleSetError as error:
            raise file.fault("name", error) from error
    return head


def _is_date(text: str) -> bool:
    """Whether this is a year, a month or a day that there is, or ``undated``."""
    if text == "undated":
        return True
    try:
        return bool(_DATE.fullmatch(text) and date.fromisoformat(text + "-01-01"[len(text) - 4 :]))
    except ValueError:
        return False


def check_own_name(name: str) -> None:
    """Raises `RuleSetError` for the name of a set that comes with the program."""
    if name in built_in():
        raise RuleSetError(f"{name} is a rule set of the program; one's own needs another name")


def read_parent(file: RuleFile, children: tuple[str, ...]) -> RuleFile | None:
    """The file that this one names as its parent; `children` are the texts that lead here.

    Raises `RuleSetError`, also for a parent that is a child.
    """
    name = file.data.get("parent")
    if name is None:
        return None
    if not isinstance(name, str):
        raise file.fault("parent", f"{name!r} is no name of a rule set")
    try:
        parent = read_file(name, file.where)
    except RuleSetError as error:
        raise file.fault("parent", error) from error
    if parent.text in (*children, file.text):
        raise file.fault("parent", f"{name} is a child of this one")
    return parent


def split_entry(entry: object) -> tuple[Any, Origin]:
    """The value of a line and where it comes from; ValueError when the line cannot be."""
    if not isinstance(entry, Mapping):
        return entry, Origin("own")
    if "value" not in entry:
        raise ValueError('a table needs a value, such as {value = 30, source = "text", clause = "十三5"}')
    unknown = set(entry) - {"value", "source", "clause", "note"}
    if unknown:
        raise ValueError(f"{min(unknown)!r} is no part of a switch; there are value, source, clause, note")
    return entry["value"], read_origin(entry)


def penalty_rows(rows: object) -> Mapping[str, Any]:
    """The rows of a table of penalties by irregularity; ValueError where it is none."""
    if not isinstance(rows, Mapping):
        raise ValueError("penalties are a table with a row for each irregularity")
    return rows


def split_penalty(kind: str, row: object) -> tuple[Penalty, Origin]:
    """The penalty of a row and where it comes from; ValueError when the row cannot be."""
    if not isinstance(row, Mapping):
        return read_penalty(kind, row), Origin("own")
    origin = {"source", "clause", "note"}
    return read_penalty(kind, {k: v for k, v in row.items() if k not in origin}), read_origin(row)


def read_origin(entry: Mapping[str, Any]) -> Origin:
    """Source, clause and note of an entry; ValueError when they cannot be."""
    origin = Origin(entry.get("source", "own"), entry.get("clause", ""), entry.get("note", ""))
    if origin.source not in SOURCES:
        raise ValueError(f"source {origin.source!r} is none of {', '.join(SOURCES)}")
    if not isinstance(origin.clause, str) or not isinstance(origin.note, str):
        raise ValueError("clause and note are texts")
    return origin
