"""Rule sets: every switch of the rules, from a dated TOML file that names the clause behind each value."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from datetime import date
from importlib.resources import files
from pathlib import Path
from typing import Any

from engine.cards import RANKS


class RuleSetError(ValueError):
    """A rule set that cannot be used; the message names file, key and line."""


_CHOICES: dict[str, tuple[str, ...]] = {
    "pass_kind": ("spoken", "card"),
    "tribute": ("normal", "none"),
    "start_level": tuple(RANKS),
    "wild_default": ("placed", "lower", "largest"),
    "a_fail": ("repeat", "three_then_2"),
    "partner_lead": ("any", "first"),
}
_RANGES = {
    "report_threshold": (1, 27),
    "play_seconds": (1, 3600),
    "round_minutes": (1, 1440),
    "round_deals": (1, 100),
}
_OPTIONAL = ("play_seconds", "round_minutes", "round_deals")


@dataclass(frozen=True, slots=True)
class RuleSet:
    """The switches that the engine and the recorder obey; None where the text sets no limit."""

    name: str
    title: str
    date: date
    pass_kind: str
    """``spoken``: said aloud; ``card``: a PASS card is laid (a skipped seat without one is a question)."""
    tribute: str
    """``normal`` or ``none`` (then the first of the last deal leads)."""
    start_level: str
    report_threshold: int
    """Cards left at which a seat must say its count."""
    wild_default: str
    """Reading of wild cards when none is stated: as ``placed``, the ``lower``, the ``largest``."""
    a_fail: str
    """After a deal at A that was not passed: ``repeat``, or back to 2 after the third (``three_then_2``)."""
    partner_lead: str
    """Whose last play, if it stands, gives the partner the lead: ``any``, or only the ``first`` one out."""
    play_seconds: int | None = None
    round_minutes: int | None = None
    round_deals: int | None = None

    @classmethod
    def load(cls, name_or_path: str | Path) -> RuleSet:
        """A built-in rule set by name, or one from a TOML file; raises `RuleSetError`."""
        where, text = _read(name_or_path)
        try:
            data = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            raise RuleSetError(f"{where}: not TOML: {error}") from error
        problem = _problem(data)
        if problem is not None:
            key, message = problem
            raise RuleSetError(f"{where}, line {_line_of(key, text)}, {key}: {message}")
        return cls(**data)

    def with_switches(self, switches: Mapping[str, Any]) -> RuleSet:
        """This rule set with an event's own values (a header's ``switches``); raises `RuleSetError`."""
        for key, value in switches.items():
            message = _fault(key, value) if key in _CHOICES or key in _RANGES else "no such switch"
            if message:
                raise RuleSetError(f"rule set {self.name}, switch {key}: {message}")
        return replace(self, **switches)


def built_in() -> tuple[str, ...]:
    """Names of the rule sets that come along."""
    found = (item.name for item in files("engine").joinpath("rulesets").iterdir())
    return tuple(sorted(name.removesuffix(".toml") for name in found if name.endswith(".toml")))


def _read(name_or_path: str | Path) -> tuple[str, str]:
    text = str(name_or_path)
    by_name = not (isinstance(name_or_path, Path) or text.endswith(".toml") or "/" in text or "\\" in text)
    if by_name and text not in built_in():
        raise RuleSetError(
            f"no rule set named {text!r}; there are {', '.join(built_in())}, or give a .toml file"
        )
    source = files("engine").joinpath("rulesets", f"{text}.toml") if by_name else Path(name_or_path)
    try:
        return text if not by_name else f"rulesets/{text}.toml", source.read_text(encoding="utf-8")
    except OSError as error:
        raise RuleSetError(f"{text}: cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise RuleSetError(f"{text}: not UTF-8 text") from error


def _problem(data: Mapping[str, Any]) -> tuple[str, str] | None:
    """The first key at fault and why."""
    known = [field.name for field in fields(RuleSet)]
    for key, value in data.items():
        if key not in known:
            return key, f"no such switch; there are {', '.join(known)}"
        message = _fault(key, value)
        if message:
            return key, message
    for key in known:
        if key not in data and key not in _OPTIONAL:
            return key, "is missing"
    return None


def _fault(key: str, value: Any) -> str | None:
    if key in _CHOICES:
        choices = _CHOICES[key]
        return None if value in choices else f"{value!r} is none of {', '.join(choices)}"
    if key in _RANGES:
        low, high = _RANGES[key]
        right = isinstance(value, int) and not isinstance(value, bool) and low <= value <= high
        return None if right else f"{value!r} is no whole number from {low} to {high}"
    if key == "date":
        return None if type(value) is date else f"{value!r} is no date such as 2022-09-08"
    return None if isinstance(value, str) and value else f"{value!r} is no text"


def _line_of(key: str, text: str) -> int:
    """Line of a key; for one that is missing, the last line."""
    lines = text.splitlines()
    pattern = re.compile(rf"""\s*(\[+\s*)?["']?{re.escape(key)}\b""")
    return next((number for number, line in enumerate(lines, 1) if pattern.match(line)), len(lines))
