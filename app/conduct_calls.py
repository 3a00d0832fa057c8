"""What a session lets the referee do besides plays: each call is one task of the recording thread."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass

from app.live import Live
from app.store import StoreError
from engine.breaches import Breach
from engine.cards import Card
from engine.errors import Reason, RuleError


class Moved(Exception):
    """The match is not any more as whoever asks has seen it."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What has become of an act.  seq: of the newest event after it; error: why it was not done, or nothing;
    conflict: because somebody else has acted meanwhile; notice: what there is to say of one that was done."""

    seq: int
    error: str = ""
    conflict: bool = False
    notice: str = ""


def _outcome(seq: int, notice: str | Reason) -> Outcome:
    """Of an act that raised nothing: what the rules refused of it stands in the notice."""
    if isinstance(notice, Reason):
        return Outcome(seq, notice.sentence)
    return Outcome(seq, notice=notice)


class ConductCalls(ABC):
    """Calls come from any thread and return at once; a refusal is the next snapshot's notice."""

    @abstractmethod
    def _act(self, act: Callable[[Live, int], None]) -> None:
        """Have the recorder do something, at its turn, with the source time then."""

    def act_at(
        self, expected: int, act: Callable[[Live, int], None], tell: Callable[[Outcome], None]
    ) -> None:
        """Have the recorder do something if ``expected`` is still the number of the newest event.

        ``act`` gets the recorder and the source time, and may raise `Moved`; ``tell`` hears what has become
        of it, in the recording thread.
        """

        def task(live: Live, now: int) -> None:
            try:
                if live.log.last != expected:
                    raise Moved("the match has moved on meanwhile")
                act(live, now)
            except Moved as moved:
                tell(Outcome(live.log.last, str(moved), conflict=True))
            except (RuleError, StoreError) as error:
                tell(Outcome(live.log.last, error.sentence if isinstance(error, RuleError) else str(error)))
                raise
            else:
                tell(_outcome(live.log.last, live.notice))

        self._act(task)

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
