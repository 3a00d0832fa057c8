"""Match points (场分): win, draw and loss, the level difference, or a table that the organiser supplies.

The rule texts name such tables but none is in them, so the product has no numbers of its own. A table is
TOML: for each number of deals in a round, by level difference, the points of the winner and of the loser::

    name = "Spring Cup"
    [deals.6]                # a round of six deals
    0 = [10, 10]
    1 = [11, 9]
    "2+" = [12, 8]           # two levels or more
    [any]                    # a round of any other length
    "0+" = [1, 1]
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from engine.parsing import ParseError, parse_toml
from engine.result import ResultSheet
from engine.rounds import FORFEITED

Points = int | float


class ScoreError(ValueError):
    """A table that cannot be read, or that has no row for a result; the message says where."""


@dataclass(frozen=True, slots=True)
class Row:
    """Points of winner and loser at a level difference, or from it on (`or_more`)."""

    difference: int
    or_more: bool
    winner: Points
    loser: Points


@dataclass(frozen=True, slots=True)
class ScoreTable:
    """Rows by the number of deals in a round; None: a round of any other length, or one by time."""

    name: str
    rows: Mapping[int | None, tuple[Row, ...]]

    def points(self, deals: int | None, difference: int) -> tuple[Points, Points]:
        """Points of winner and loser; at a difference of 0 of both sides. Raises `ScoreError`."""
        rows = self.rows.get(deals, self.rows.get(None, ()))
        for row in rows:
            if row.difference == difference or (row.or_more and row.difference <= difference):
                return row.winner, row.loser
        length = "this length" if deals is None else f"{deals} deals"
        raise ScoreError(f"{self.name}: no row for a difference of {difference} in a round of {length}")


@dataclass(frozen=True, slots=True)
class Score:
    """What both sides get: ``win``, ``draw`` or ``loss``, and points where the set or the table has any."""

    outcomes: tuple[str, str]
    points: tuple[Points | None, Points | None]


def score_of(sheet: ResultSheet, table: ScoreTable | None = None) -> Score:
    """The score of a round that is over; ValueError while it is not, `ScoreError` without a row for it.

    A forfeit scores what the set says of it (Suzhou 2016 十三 第2条: 17, Xiangyang 2024 八(三)6: 2:0).
    """
    if not sheet.over:
        raise ValueError("a round that is not over has no score")
    rules = sheet.rules
    lost = tuple(side.forfeit for side in sheet.sides)
    if any(lost):
        outcomes = tuple("loss" if forfeit else "win" for forfeit in lost)
        won_by_forfeit, of_loser = rules.forfeit_winner_points, rules.forfeit_loser_points
        if sheet.reason != FORFEITED:
            won_by_forfeit = of_loser = None  # lost by a ruling: no text gives points
        given = [of_loser if forfeit else won_by_forfeit for forfeit in lost]
        return Score((outcomes[0], outcomes[1]), (given[0], given[1]))
    if sheet.winner is None:
        outcomes, winner = ("draw", "draw"), 0
    else:
        outcomes, winner = (("win", "loss"), ("loss", "win"))[sheet.winner], sheet.winner
    points: tuple[Points | None, Points | None] = (None, None)
    if rules.score_mode == "level_difference":
        points = (sheet.difference, -sheet.difference)
    elif rules.score_mode == "deal_gains":
        points = (sheet.sides[0].gained, sheet.sides[1].gained)
    elif rules.score_mode == "table" and table is not None:
        won, lost_points = table.points(rules.round_deals, abs(sheet.difference))
        points = (won, lost_points) if winner == 0 else (lost_points, won)
    return Score((outcomes[0], outcomes[1]), points)


def read_score_table(text: str, where: str = "table") -> ScoreTable:
    """A table from its TOML text; `where` names it in messages. Raises `ScoreError`."""
    try:
        data = parse_toml(text)
    except ParseError as error:
        raise ScoreError(f"{where}: {error}") from error
    name = data.get("name")
    if not isinstance(name, str) or not name:
        raise ScoreError(f"{where}: name is missing or no text")
    unknown = set(data) - {"name", "deals", "any"}
    if unknown:
        raise ScoreError(f"{where}, {min(unknown)}: there are name, deals, any")
    rows: dict[int | None, tuple[Row, ...]] = {}
    for deals, entries in _table(data.get("deals", {}), f"{where}, deals").items():
        if not deals.isdecimal() or int(deals) < 1:
            raise ScoreError(f"{where}, deals.{deals}: {deals!r} is no number of deals")
        rows[int(deals)] = _rows(entries, f"{where}, deals.{deals}")
    if "any" in data:
        rows[None] = _rows(data["any"], f"{where}, any")
    return ScoreTable(name, rows)


def _table(value: Any, where: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise ScoreError(f"{where}: a table is expected")
    return value


def _rows(entries: Any, where: str) -> tuple[Row, ...]:
    """The exact rows first, then those that are ``or more``, the highest first."""
    rows = []
    for key, points in _table(entries, where).items():
        difference = key.removesuffix("+")
        if not difference.isdecimal():
            raise ScoreError(f'{where}, {key}: {key!r} is no level difference such as 3 or "3+"')
        if not isinstance(points, list) or len(points) != 2 or not all(map(_is_number, points)):
            raise ScoreError(f"{where}, {key}: {points!r} is no pair of points [winner, loser]")
        rows.append(Row(int(difference), key.endswith("+"), points[0], points[1]))
    return tuple(sorted(rows, key=lambda row: (row.or_more, -row.difference)))


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)
