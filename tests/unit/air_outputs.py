"""Outputs to test with: rows of a log, and channels on a clock that is set by hand."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Coroutine, Iterable
from typing import Any

from app.air.channel import Channel, Name, Output
from app.air.rows import Folding, Row
from app.recorder import time_of
from engine import DealStart, Event, MatchStart, MatchState, Play, apply, parse_cards
from engine.match import consequences
from tests.unit.sheet_matches import begun, header

HEAD = header()


class Hand:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.at = 0.0

    def __call__(self) -> float:
        return self.at


def rows_of(*events: Event, head: MatchStart = HEAD) -> list[Row]:
    """The rows of a log that follows from these events, at the times that they say."""
    folding = Folding()
    found = [folding.row(head, 0.0)]
    match = MatchState.start(head, begun(head).rules)
    for event in events:
        match = apply(match, event)
        found.append(folding.row(match.events[-1], time_of(event) / 1000))
        while due := consequences(match):
            match = apply(match, due[0])
            found.append(folding.row(match.events[-1], time_of(event) / 1000))
    return [row for row in found if row is not None]


def play(seat: str, cards: str, second: float) -> Play:
    return Play(seat, parse_cards(cards), None, None, int(1000 * second))


PLAYED = rows_of(
    DealStart(1, "2", "E", None, 1000), play("E", "S3", 10), play("S", "S4", 20), play("W", "S5", 30)
)


def channel(
    name: Name = "public", delay_s: float = 0.0, rows: Iterable[Row] = (), **more: Any
) -> tuple[Channel, Hand]:
    """An output that has been handed these rows, and its clock, which stands at 0."""
    hand = Hand()
    made = Channel(Output(name, delay_s, **more), hand)
    for row in rows:
        made.take(row)
    return made, hand


def read(made: Channel) -> Any:
    body = made.state()
    return None if body is None else json.loads(body)


def run(work: Callable[[], Coroutine[Any, Any, None]]) -> None:
    async def within() -> None:
        async with asyncio.timeout(60):
            await work()

    asyncio.run(within())
