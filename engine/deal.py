"""One deal: whose turn it is, what lies on the table, how many cards each seat has left, who is out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

from engine.cards import COPIES, RANKS, Card
from engine.combos import RUNS, Combo, ComboType, beats, classify
from engine.errors import HandExceeded, IllegalPlay, InvalidPlay, OutOfOrder, OutOfTurn, StockExceeded
from engine.events import DealStart, MatchStart, Pass, Play, Standing
from engine.rules import RuleSet

HAND = 27


@dataclass(frozen=True, slots=True)
class DealState:
    """A deal after some events.

    `to_beat` is None when the seat to play leads, and also while the last play's reading is not known;
    `best` is who laid what lies there, None when the seat to play leads. `won_by` is set while the
    cards of a trick that has ended still lie there.
    """

    header: MatchStart
    rules: RuleSet
    number: int
    level: str
    leader: str
    to_play: str | None
    left: Mapping[str, int]
    played: Mapping[Card, int]
    trick: tuple[Play | Pass, ...] = ()
    to_beat: Combo | None = None
    best: str | None = None
    won_by: str | None = None
    finish: tuple[str, ...] = ()

    @property
    def over(self) -> bool:
        return self.to_play is None

    def __str__(self) -> str:
        """The position in one line, as messages end with it."""
        left = " ".join(f"{seat}{count}" for seat, count in self.left.items())
        if self.best is None:
            lies = f"{self.to_play} to lead"
        else:
            lies = f"{self.to_beat or 'a play not read'} by {self.best}, {self.to_play} to play"
        if self.over:
            lies = "over, out in the order " + " ".join(self.finish)
        return f"deal {self.number}, level {self.level}, {lies}, left {left}"


def start(header: MatchStart, rules: RuleSet, event: DealStart) -> DealState:
    """A fresh deal: 27 cards each, the leader to play."""
    return DealState(
        header=header,
        rules=rules,
        number=event.deal,
        level=event.level,
        leader=event.leader,
        to_play=event.leader,
        left=MappingProxyType({seat: HAND for seat in header.seats}),
        played=MappingProxyType({}),
    )


def readings_now(deal: DealState, seat: str, cards: Sequence[Card]) -> tuple[Combo, ...]:
    """Readings with which these cards may be played by `seat` now, strongest first.

    Raises the `RuleError` that says why there are none. With unread cards among them nothing can be said: ().
    """
    check_turn(deal, seat, "play")
    cards = tuple(cards)
    what = _text(cards)
    if not cards:
        raise InvalidPlay(f"{seat} cannot play no cards ({deal})")
    if len(cards) > deal.left[seat]:
        raise HandExceeded(f"{seat} cannot play {what}, having {deal.left[seat]} cards left ({deal})")
    _check_stock(deal, seat, cards)
    if any(card.is_unread for card in cards):
        return ()
    readings = classify(cards, deal.level)
    if not readings:
        raise InvalidPlay(f"{seat} cannot play {what}, which is no hand type ({deal})")
    if deal.to_beat is None:
        return readings
    allowed = tuple(combo for combo in readings if beats(combo, deal.to_beat))
    if not allowed:
        names = " or ".join(map(str, readings))
        raise IllegalPlay(f"{seat} cannot play {what}: {names} does not beat {deal.to_beat} of {deal.best} ({deal})")
    return allowed


def seats_skipped(deal: DealState, seat: str, cards: Sequence[Card] = ()) -> tuple[str, ...]:
    """Seats that must have passed, in order, for `seat` to be the next to play; raises `OutOfTurn` when it cannot be.

    A seat may come again when all the others pass: the trick is over and it leads, as winner or as the
    partner of a winner who is out. With `cards` the answer is the first such turn at which they may be
    played, and the error says why there is none.
    """
    raise NotImplementedError


def play(deal: DealState, event: Play) -> DealState:
    """The deal after a play; raises a `RuleError`."""
    raise NotImplementedError


def pass_(deal: DealState, event: Pass) -> DealState:
    """The deal after a pass; raises a `RuleError`."""
    raise NotImplementedError


def check_turn(deal: DealState, seat: str, doing: str) -> None:
    raise NotImplementedError


def _check_stock(deal: DealState, seat: str, cards: Sequence[Card]) -> None:
    raise NotImplementedError


def _text(cards: Sequence[Card]) -> str:
    return " ".join(map(str, cards))
