"""The record: JSON Lines, the header first, then one event a line."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from engine.events import Event, MatchStart


class RecordError(ValueError):
    """A line that is no event; the message names the field."""


@dataclass(frozen=True, slots=True)
class Fault:
    """Something wrong with a record, and where (lines count from 1)."""

    line: int
    message: str


@dataclass(frozen=True, slots=True)
class Record:
    """What could be read: header (None when there is none), events with their line numbers, and the faults."""

    header: MatchStart | None
    events: tuple[Event, ...]
    lines: tuple[int, ...]
    faults: tuple[Fault, ...]


def to_json(event: MatchStart | Event) -> dict[str, Any]:
    """The event as it stands on its line."""
    raise NotImplementedError


def from_json(data: object) -> MatchStart | Event:
    """The event that a line holds; fields it does not know are passed over; raises `RecordError`."""
    raise NotImplementedError


def dumps_line(event: MatchStart | Event) -> str:
    """One line of a record, without the line end."""
    raise NotImplementedError


def read_record(text: str) -> Record:
    """Reads what can be read and collects the rest as faults; raises nothing."""
    raise NotImplementedError
