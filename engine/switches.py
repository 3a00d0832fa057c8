"""What a switch of the rules may hold: its meaning in words, its choices or its range."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from engine.cards import RANKS

NONE = "none"
"""How a rule set's TOML writes that there is no such limit (None in Python)."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One of some named values; `choices` says what each of them means."""

    words: str
    choices: Mapping[str, str]

    def read(self, value: object) -> str:
        """The value itself; ValueError when it is no choice."""
        if not isinstance(value, str) or value not in self.choices:
            raise ValueError(f"{value!r} is none of {', '.join(self.choices)}")
        return value

    def range_text(self) -> str:
        return "; ".join(f"`{name}` {meaning}" for name, meaning in self.choices.items())


@dataclass(frozen=True, slots=True)
class Number:
    """A whole number from `low` to `high`, in `unit`; None (``"none"`` in a file) where it may be unset."""

    words: str
    low: int
    high: int
    unit: str = ""
    optional: bool = False

    def read(self, value: object) -> int | None:
        """The number, None for no limit; ValueError when it is out of range."""
        if self.optional and value in (None, NONE):
            return None
        if not isinstance(value, int) or isinstance(value, bool) or not self.low <= value <= self.high:
            either = f", or {NONE!r}" if self.optional else ""
            raise ValueError(f"{value!r} is no whole number from {self.low} to {self.high}{either}")
        return value

    def range_text(self) -> str:
        return f"{self.low}-{self.high} {self.unit}".rstrip() + (f", or `{NONE}`" if self.optional else "")


@dataclass(frozen=True, slots=True)
class Flag:
    """Yes or no."""

    words: str

    def read(self, value: object) -> bool:
        """The value itself; ValueError when it is neither true nor false."""
        if not isinstance(value, bool):
            raise ValueError(f"{value!r} is neither true nor false")
        return value

    def range_text(self) -> str:
        return "`true`, `false`"


@dataclass(frozen=True, slots=True)
class Levels:
    """Some levels."""

    words: str

    def read(self, value: object) -> tuple[str, ...]:
        """The levels as a tuple; ValueError when one is none of 2..A."""
        if not isinstance(value, list | tuple) or not all(
            isinstance(v, str) and v in [*RANKS] for v in value
        ):
            raise ValueError(f"{value!r} is no list of levels {' '.join(RANKS)}")
        return tuple(value)

    def range_text(self) -> str:
        return "a list of levels"


@dataclass(frozen=True, slots=True)
class LateSteps:
    """Rows ``[up to how many minutes late, levels that the other side is raised]``, the minutes rising."""

    words: str

    def read(self, value: object) -> tuple[tuple[int, int], ...]:
        """The rows as tuples; ValueError when they are no such rows."""
        rows = _rows(value)
        if rows is None or [minutes for minutes, _ in rows] != sorted({minutes for minutes, _ in rows}):
            raise ValueError(f"{value!r} is no list of rows [minutes, levels] with the minutes rising")
        return rows

    def range_text(self) -> str:
        return "rows `[minutes, levels]`"


Switch = Choice | Number | Flag | Levels | LateSteps


def choice(words: str, choices: Mapping[str, str]) -> Any:
    """A field of the rule set that is one of some named values."""
    return _switch(Choice(words, MappingProxyType(dict(choices))))


def number(words: str, low: int, high: int, unit: str = "") -> Any:
    """A field of the rule set that is a whole number."""
    return _switch(Number(words, low, high, unit))


def limit(words: str, low: int, high: int, unit: str = "") -> Any:
    """A field of the rule set that is a whole number, or None where there is no limit."""
    return _switch(Number(words, low, high, unit, optional=True))


def flag(words: str) -> Any:
    """A field of the rule set that is true or false."""
    return _switch(Flag(words))


def levels(words: str) -> Any:
    """A field of the rule set that is a tuple of levels."""
    return _switch(Levels(words))


def steps(words: str) -> Any:
    """A field of the rule set that is a table of what being late costs."""
    return _switch(LateSteps(words))


def _switch(switch: Switch) -> Any:
    return field(metadata={"switch": switch})


def _rows(value: object) -> tuple[tuple[int, int], ...] | None:
    if not isinstance(value, list | tuple):
        return None
    for row in value:
        if not isinstance(row, list | tuple) or len(row) != 2:
            return None
        if not all(isinstance(n, int) and not isinstance(n, bool) and n > 0 for n in row):
            return None
    return tuple((minutes, by) for minutes, by in value)
