"""What a referee may enter at a call, as one list: what was noticed, irregularities, what else happens."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication

from app.ui.conduct_words import (
    awards_text,
    breach_text,
    breaches,
    preview_text,
    typed_as,
    warning_text,
)
from app.ui.startup import spelled
from app.ui.words import seat_name
from engine.breaches import Breach

if TYPE_CHECKING:
    from app.conduct_view import Case
    from app.snapshot import Snapshot
    from engine.rules import RuleSet

translate = QCoreApplication.translate


class Kind(Enum):
    """What becomes of a line when it is taken."""

    CASE = "case"  # an irregularity that is on record: rule on it, or rule again
    WARNING = "warning"  # what was noticed becomes one
    BREACH = "breach"  # one of the rule set's list becomes one
    TAKE_BACK = "take_back"
    REPORT = "report"
    THROWN_IN = "thrown_in"
    TIME = "time"
    FORFEIT = "forfeit"
    APPEAL = "appeal"


class Wants(Enum):
    """What has to be typed beside it."""

    NOTHING = ""
    CARDS = QT_TRANSLATE_NOOP("Happening", "Cards, if any: H3 S3")
    NOTE = QT_TRANSLATE_NOOP("Happening", "A note for the record, if any")
    COUNT = QT_TRANSLATE_NOOP("Happening", "How many cards it said")
    ORDER = QT_TRANSLATE_NOOP("Happening", "Seats in the order they go out: E W, or E S N W")
    MINUTES = QT_TRANSLATE_NOOP("Happening", "Minutes left, 0 when the time is up")
    REASON = QT_TRANSLATE_NOOP("Happening", "Reason")


@dataclass(frozen=True, slots=True)
class Happening:
    """One line: its words, a word on what comes of it, what may be typed to find it; seat: whose it is,
    asks_seat: the referee says whose; value: the case's seq, the warning's key, the breach."""

    kind: Kind
    text: str
    more: str
    typed: str = ""
    value: "int | str | Breach | None" = None
    seat: str | None = None
    asks_seat: bool = False
    wants: Wants = Wants.NOTHING
    likely: bool = False

    def fits(self, typed: str) -> bool:
        """Whether every word that was typed is somewhere in it."""
        where = f"{self.text} {self.more} {self.typed}".lower()
        return all(word in where for word in typed.lower().split())


_TAKES_BACK = QT_TRANSLATE_NOOP("Happening", "Takes back what it laid last")
_REPORTS = QT_TRANSLATE_NOOP("Happening", "Reports its cards")
_THROWN_IN = QT_TRANSLATE_NOOP("Happening", "The rest is thrown in")
_TIME = QT_TRANSLATE_NOOP("Happening", "The time of the round is called")
_FORFEITS = QT_TRANSLATE_NOOP("Happening", "Forfeits the match")
_APPEALS = QT_TRANSLATE_NOOP("Happening", "Appeals in writing")
_CARDS_OF = {Breach.EXPOSED_CARDS, Breach.PLAY_OUT_OF_TURN, Breach.ILLEGAL_PLAY, Breach.HIDDEN_CARDS}
_CARDS_OF |= {Breach.WRONG_TRIBUTE, Breach.WRONG_RETURN}


def happenings(snapshot: "Snapshot") -> tuple[Happening, ...]:
    """Every line that a referee can take now, the likely ones first."""
    shown = snapshot.conduct
    if shown is None:
        return ()
    noticed = translate("Happening", "noticed by the program")
    found = [_of_case(case, snapshot) for case in shown.open]
    found += [
        Happening(
            Kind.WARNING, warning_text(each), noticed, typed_as(each.breach), each.key, each.seat, likely=True
        )
        for each in reversed(shown.warnings) if each.breach is not None
    ]  # fmt: skip
    found += _of_rules(shown.rules)
    found += _of_table(snapshot)
    found += [_of_case(case, snapshot) for case in reversed(shown.cases) if case.ruling is not None]
    return tuple(found)


def _of_case(case: "Case", snapshot: "Snapshot") -> Happening:
    breach = case.irregularity
    who = seat_name(breach.seat) if breach.seat else translate("Happening", "somebody")
    text = translate("Happening", "{0}: {1}").format(who, breach_text(breach.kind))
    if case.ruling is None:
        return Happening(
            Kind.CASE, text, translate("Happening", "waits for a ruling"), value=breach.seq, likely=True
        )
    more = translate("Happening", "ruled: {0}").format(awards_text(case.ruling.awards, snapshot.sides))
    return Happening(Kind.CASE, text, more, "undo again", breach.seq)


def _of_rules(rules: "RuleSet") -> Iterator[Happening]:
    """The set's own list: what it prescribes something for stands first."""
    kinds = sorted(breaches(), key=lambda kind: rules.penalty(kind).award.name == "referee")
    for kind in kinds:
        wants = Wants.CARDS if kind in _CARDS_OF else Wants.NOTE
        text, more = breach_text(kind), preview_text(rules, kind)
        yield Happening(Kind.BREACH, text, more, typed_as(kind), kind, asks_seat=True, wants=wants)


def _of_table(snapshot: "Snapshot") -> Iterator[Happening]:
    """What happens besides breaches, as far as it can happen now."""
    runs = any(view.to_play for view in snapshot.seats)
    if runs:
        text = translate("Happening", str(_TAKES_BACK))
        yield Happening(
            Kind.TAKE_BACK,
            text,
            translate("Happening", "as the rules allow"),
            f"take back {spelled('Happening', str(_TAKES_BACK))}",
            asks_seat=True,
        )
        text = translate("Happening", str(_REPORTS))
        yield Happening(
            Kind.REPORT,
            text,
            translate("Happening", "how many"),
            f"report {spelled('Happening', str(_REPORTS))}",
            asks_seat=True,
            wants=Wants.COUNT,
        )
    if runs or snapshot.ending is not None:
        text = translate("Happening", str(_THROWN_IN))
        yield Happening(
            Kind.THROWN_IN,
            text,
            translate("Happening", "the deal ends"),
            f"thrown in end {spelled('Happening', str(_THROWN_IN))}",
            wants=Wants.ORDER,
        )
    if snapshot.match is None:
        text = translate("Happening", str(_TIME))
        yield Happening(
            Kind.TIME,
            text,
            translate("Happening", "last deal, or the end"),
            f"time {spelled('Happening', str(_TIME))}",
            wants=Wants.MINUTES,
        )
        text = translate("Happening", str(_FORFEITS))
        yield Happening(
            Kind.FORFEIT,
            text,
            translate("Happening", "the side of the seat"),
            f"forfeit {spelled('Happening', str(_FORFEITS))}",
            asks_seat=True,
            wants=Wants.REASON,
        )
    else:
        text = translate("Happening", str(_APPEALS))
        yield Happening(
            Kind.APPEAL,
            text,
            translate("Happening", "the side of the seat"),
            f"appeal {spelled('Happening', str(_APPEALS))}",
            asks_seat=True,
            wants=Wants.REASON,
        )
