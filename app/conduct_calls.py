"""What a session lets the referee do besides plays: each call is one task of the recording thread."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable

from app.conduct import ConductRecorder
from engine.breaches import Breach
from engine.cards import Card


class ConductCalls(ABC):
    """Calls come from any thread and return at once; a refusal is the next snapshot's notice."""

    @abstractmethod
    def _act(self, act: Callable[[ConductRecorder, int], None]) -> None:
        """Have the recorder do something, at its turn, with the source time then."""

    def call_referee(self, reason: str = "") -> None:
        self._act(lambda live, now: live.call_referee(reason, now))

    def go_on(self) -> None:
        self._act(lambda live, now: live.go_on(now))

    def note_breach(
        self, kind: Breach, seat: str | None, about: int | None, cards: tuple[Card, ...], text: str
    ) -> None:
        """An irregularity that the referee names."""
        self._act(lambda live, now: live.note_breach(kind, seat, about, cards, text, now))

    def note_warning(self, key: str) -> None:
        """A warning is an irregularity."""
        self._act(lambda live, now: live.note_warning(key, now))

    def silence(self, key: str) -> None:
        """A warning has been seen."""
        self._act(lambda live, now: live.silence(key))

    def rule(self, about: int, choice: str, reason: str) -> None:
        """Rule on an irregularity by the key of one of its choices."""
        self._act(lambda live, now: live.rule(about, choice, reason, now))

    def rule_again(self, ruling: int, choice: str, reason: str) -> None:
        """Another ruling in the place of one that stands."""
        self._act(lambda live, now: live.rule_again(ruling, choice, reason, now))

    def report(self, seat: str, count: int, asked: bool = False) -> None:
        """A seat has said how many cards it has left."""
        self._act(lambda live, now: live.report(seat, count, now, asked))

    def take_back(self, seat: str) -> None:
        """A seat takes back what it laid last."""
        self._act(lambda live, now: live.take_back(seat, now))

    def end_deal(self, finish: tuple[str, ...], reason: str) -> None:
        """The rest is thrown in."""
        self._act(lambda live, now: live.end_deal(finish, reason, now))

    def confirm_deal(self, side: int) -> None:
        self._act(lambda live, now: live.confirm_deal(side, now))

    def start_next(self) -> None:
        """Begin the next deal as the rules say."""
        self._act(lambda live, now: live.start_next(now))

    def call_time(self, minutes_left: int) -> None:
        self._act(lambda live, now: live.call_time(minutes_left, now))

    def forfeit(self, side: int, reason: str) -> None:
        self._act(lambda live, now: live.forfeit(side, reason, now))

    def leave_table(self) -> None:
        self._act(lambda live, now: live.leave_table(now))

    def appeal(self, side: int, text: str, about: int | None = None) -> None:
        self._act(lambda live, now: live.appeal(side, text, about, now))

    def answer_appeal(self, about: int, upheld: bool, text: str) -> None:
        self._act(lambda live, now: live.answer_appeal(about, upheld, text, now))

    def strike(self, seq: int, reason: str, *, anyway: bool = False) -> None:
        """What was entered and never was falls away; ``anyway``: also where later events rest on it."""
        self._act(lambda live, now: live.strike(seq, reason, now, anyway=anyway))
