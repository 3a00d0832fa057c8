"""Events of a round besides its plays: a rest thrown in, being late, the time, forfeits, leaving, appeals."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ThrownIn:
    """The rest of a deal is thrown in: the seats go out in the order `finish`, as all four have agreed.

    Two seats at a double, else four; those who are out already stand first.
    """

    finish: tuple[str, ...]
    reason: str
    by: str
    at_ms: int
    seq: int = 0


@dataclass(frozen=True, slots=True)
class LateStart:
    """A side (0, 1) was so many `seconds` late, with the chief referee's `leave` or without."""

    side: int
    seconds: int
    at_ms: int
    leave: bool = False
    seq: int = 0

    def __post_init__(self) -> None:
        _check_side(self.side)
        if self.seconds <= 0:
            raise ValueError(f"{self.seconds} seconds are not late")


@dataclass(frozen=True, slots=True)
class TimeCalled:
    """The time of the round is called, `minutes_left` before its end (0: the time is up).

    `drawing`: cards are being drawn for a deal of which the record has no opening yet.
    """

    minutes_left: int
    at_ms: int
    drawing: bool = False
    seq: int = 0

    def __post_init__(self) -> None:
        if self.minutes_left < 0:
            raise ValueError(f"there cannot be {self.minutes_left} minutes left")


@dataclass(frozen=True, slots=True)
class Forfeit:
    """A side (0, 1) forfeits the round (弃权): it stays away, withdraws, or plays with a substitute."""

    side: int
    reason: str
    by: str
    at_ms: int
    seq: int = 0

    def __post_init__(self) -> None:
        _check_side(self.side)


@dataclass(frozen=True, slots=True)
class Substitute:
    """Another player takes a seat."""

    seat: str
    player: str
    reason: str
    at_ms: int
    seq: int = 0


@dataclass(frozen=True, slots=True)
class LeftTable:
    """The players have left the table after the round (离桌)."""

    at_ms: int
    seq: int = 0


@dataclass(frozen=True, slots=True)
class Appeal:
    """A side (0, 1) appeals in writing (申诉) against a ruling; `about` is the ruling's seq."""

    side: int
    text: str
    about: int | None
    at_ms: int
    seq: int = 0

    def __post_init__(self) -> None:
        _check_side(self.side)


@dataclass(frozen=True, slots=True)
class AppealAnswer:
    """The jury answers an appeal; `about` is the appeal's seq."""

    about: int
    upheld: bool
    text: str
    by: str
    at_ms: int
    seq: int = 0


def _check_side(side: int) -> None:
    if side not in (0, 1):
        raise ValueError(f"a side is 0 or 1, not {side}")
