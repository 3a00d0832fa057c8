"""Conduct in words: irregularities, decisions, warnings and ends, as a referee says them.

The engine and the record name these by a word each; here are the sentences, in the language in use.
"""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication

from app.ui.startup import spelled
from app.ui.words import cards_text, seat_name, side_name
from engine.breaches import Award, AwardKind, Breach, breach_of

if TYPE_CHECKING:
    from app.choices import Choice
    from app.warnings import Warned
    from engine.conduct import Counts
    from engine.rules import RuleSet

translate = QCoreApplication.translate
Sides = tuple[tuple[str, ...], ...]

_BREACHES = {
    Breach.DRAW_OUT_OF_TURN: QT_TRANSLATE_NOOP("conduct", "Drew a card out of turn"),
    Breach.PLAY_OUT_OF_TURN: QT_TRANSLATE_NOOP("conduct", "Played out of turn"),
    Breach.GESTURE_OUT_OF_TURN: QT_TRANSLATE_NOOP("conduct", "Gesture or word of playing out of turn"),
    Breach.PASS_OUT_OF_TURN: QT_TRANSLATE_NOOP("conduct", "Passed out of turn"),
    Breach.ILLEGAL_PLAY: QT_TRANSLATE_NOOP("conduct", "Illegal play"),
    Breach.EXPOSED_CARDS: QT_TRANSLATE_NOOP("conduct", "Exposed cards"),
    Breach.PLAY_IN_PARTS: QT_TRANSLATE_NOOP("conduct", "Laid a play in parts"),
    Breach.WRONG_REPORT: QT_TRANSLATE_NOOP("conduct", "Wrong card-count report"),
    Breach.LATE_REPORT: QT_TRANSLATE_NOOP("conduct", "Late card-count report"),
    Breach.MISSING_REPORT: QT_TRANSLATE_NOOP("conduct", "No card-count report"),
    Breach.HIDDEN_CARDS: QT_TRANSLATE_NOOP("conduct", "Hid or took back cards"),
    Breach.WRONG_TRIBUTE: QT_TRANSLATE_NOOP("conduct", "Wrong tribute"),
    Breach.WRONG_RETURN: QT_TRANSLATE_NOOP("conduct", "Wrong return"),
    Breach.NO_RETURN: QT_TRANSLATE_NOOP("conduct", "Gave no card back"),
    Breach.OVERRUN: QT_TRANSLATE_NOOP("conduct", "Overran the time"),
    Breach.WRONG_COUNT: QT_TRANSLATE_NOOP("conduct", "Too few or too many cards"),
    Breach.WILD_OUT_OF_PLACE: QT_TRANSLATE_NOOP("conduct", "Wild card laid out of its place"),
    Breach.LOOKED_BACK: QT_TRANSLATE_NOOP("conduct", "Looked at covered cards"),
    Breach.SIGNALS: QT_TRANSLATE_NOOP("conduct", "Signals suspected"),
    Breach.SIGNALS_PROVEN: QT_TRANSLATE_NOOP("conduct", "Signals proven"),
    Breach.MISCONDUCT: QT_TRANSLATE_NOOP("conduct", "Misconduct, or refused a ruling"),
}
_AWARDS = {
    AwardKind.TAKEN_BACK: QT_TRANSLATE_NOOP("conduct", "the cards go back to the hand"),
    AwardKind.ORAL_WARNING: QT_TRANSLATE_NOOP("conduct", "oral warning"),
    AwardKind.WARNING: QT_TRANSLATE_NOOP("conduct", "warning"),
    AwardKind.VIOLATION: QT_TRANSLATE_NOOP("conduct", "violation"),
    AwardKind.MISSES_TRICK: QT_TRANSLATE_NOOP("conduct", "misses one round of play"),
    AwardKind.GIVE_AGAIN: QT_TRANSLATE_NOOP("conduct", "the right card is given instead"),
    AwardKind.REPLAY: QT_TRANSLATE_NOOP("conduct", "the cards go back and are played again"),
    AwardKind.REDEAL: QT_TRANSLATE_NOOP("conduct", "the deal is void and drawn anew"),
    AwardKind.LOSS: QT_TRANSLATE_NOOP("conduct", "loses the match"),
    AwardKind.SUSPENSION: QT_TRANSLATE_NOOP("conduct", "suspended"),
}
_REFUSED = {
    Breach.PLAY_OUT_OF_TURN: QT_TRANSLATE_NOOP("conduct", "{0} out of turn: {1}"),
    Breach.PASS_OUT_OF_TURN: QT_TRANSLATE_NOOP("conduct", "{0} may not pass now"),
    Breach.ILLEGAL_PLAY: QT_TRANSLATE_NOOP("conduct", "{0} laid {1}, which is not allowed"),
    Breach.WRONG_COUNT: QT_TRANSLATE_NOOP("conduct", "{0} laid {1}, more than it has left"),
}


def _say(text: object) -> str:
    return translate("conduct", str(text))


def breach_text(kind: str) -> str:
    """An irregularity by its word, older records' included."""
    known = breach_of(kind)
    return _say(_BREACHES[known]) if known is not None else kind


def breaches() -> tuple[Breach, ...]:
    """All kinds, in the order of a deal's course."""
    return tuple(_BREACHES)


def award_text(award: Award, sides: Sides) -> str:
    """Whom an award meets, and what it is: South: warning; East–West up 1 level."""
    whom = seat_name(award.seat) if award.seat is not None else side_name(sides[award.side or 0])
    if award.kind is AwardKind.LEVELS:
        if award.levels > 0:
            return translate("conduct", "{0} up by {1}").format(whom, award.levels)
        return translate("conduct", "{0} down by {1}").format(whom, -award.levels)
    return translate("conduct", "{0}: {1}", "whom, what").format(whom, _say(_AWARDS[award.kind]))


def awards_text(awards: Iterable[Award], sides: Sides) -> str:
    """All of them; in words also where there are none."""
    said = [award_text(award, sides) for award in awards]
    return translate("conduct", "; ", "between awards").join(said) or translate("conduct", "no penalty")


def choice_text(choice: "Choice", sides: Sides) -> str:
    """A decision with all that follows from it."""
    said = awards_text(choice.all_awards, sides)
    if choice.key == "prescribed":
        return translate("conduct", "As prescribed: {0}").format(said)
    if choice.key == "stands":
        return translate("conduct", "It stands, no penalty")
    return said[:1].upper() + said[1:]


def decides_text(by: str) -> str:
    """Who has to decide."""
    if by == "chief referee":
        return translate("conduct", "The chief referee decides.")
    return translate("conduct", "The referee decides.")


def preview_text(rules: "RuleSet", kind: Breach) -> str:
    """What the set prescribes for a kind, before it is on record."""
    award = rules.penalty(kind).award
    if award.name == "referee":
        return translate("conduct", "not prescribed")
    if award.name == AwardKind.LEVELS:
        changes = (
            (award.opponents, translate("conduct", "opponents {0}")),
            (award.own, translate("conduct", "own side {0}")),
        )
        said = translate("conduct", ", ", "between counts").join(
            text.format(f"{by:+d}") for by, text in changes if by
        )
        return translate("conduct", "levels: {0}").format(said)
    return _say(_AWARDS[AwardKind(award.name)])


def warning_text(warned: "Warned") -> str:
    """One warning as one line."""
    who = seat_name(warned.seat) if warned.seat else translate("conduct", "somebody")
    if warned.kind == "report_due":
        return translate("conduct", "{0} has {1} cards left: report due").format(who, warned.left)
    if warned.kind == "third_copy":
        return translate("conduct", "{0}: {1} would lie there a third time").format(
            who, cards_text(warned.cards)
        )
    if warned.kind == "time_passed":
        return translate("conduct", "{0}: the {1} s are over").format(who, (warned.limit_ms or 0) // 1000)
    if warned.kind == "return_above":
        said = translate("conduct", "{0} gave back {1}: too high, unless it holds nothing lower")
        return said.format(who, cards_text(warned.cards))
    if warned.breach is Breach.OVERRUN and warned.took_ms is not None and warned.limit_ms is not None:
        took, limit = warned.took_ms / 1000, warned.limit_ms // 1000
        return translate("conduct", "{0} took {1} s of {2} s").format(who, f"{took:.1f}", limit)
    if warned.breach is Breach.WRONG_REPORT and warned.count is not None and warned.count != warned.left:
        return translate("conduct", "{0} reported {1} cards and has {2}").format(
            who, warned.count, warned.left
        )
    if warned.breach in (Breach.MISSING_REPORT, Breach.LATE_REPORT):
        return translate("conduct", "{0}: {1}, {2} cards left").format(
            who, breach_text(warned.kind), warned.left
        )
    if warned.breach in _REFUSED and warned.about is None:
        return _say(_REFUSED[warned.breach]).format(who, cards_text(warned.cards)).rstrip("：: ")
    said = translate("conduct", "{0}: {1}", "whom, what").format(who, breach_text(warned.kind))
    return f"{said}  {cards_text(warned.cards)}" if warned.cards else said


def counts_text(counts: "Counts", rules: "RuleSet | None" = None) -> str:
    """What was noted; with the rules a side's, and how many make the next rung of the ladder."""
    per = (rules.warnings_per_violation, rules.violations_per_loss) if rules else (None, None)
    rungs = (
        (counts.oral_warnings, QT_TRANSLATE_NOOP("conduct", "oral {0}"), None),
        (counts.warnings, QT_TRANSLATE_NOOP("conduct", "warnings {0}"), per[0]),
        (counts.violations, QT_TRANSLATE_NOOP("conduct", "violations {0}"), per[1]),
        (counts.losses, QT_TRANSLATE_NOOP("conduct", "lost {0}"), None),
    )
    said = [
        _say(text).format(f"{number}/{most}" if most else number) for number, text, most in rungs if number
    ]
    return translate("conduct", ", ", "between counts").join(said)


def clause_text(clause: str, title: str) -> str:
    """Where a rule stands, in words also where no text says it."""
    if not clause:
        return translate("conduct", "No text at hand says so.")
    return translate("conduct", "{0}, {1}", "rule set, clause").format(title, clause)


def typed_as(kind: Breach) -> str:
    """What a referee may type to find a kind, besides its name: English, and first letters of pinyin."""
    return f"{kind.value.replace('_', ' ')} {spelled('conduct', str(_BREACHES[kind]))}"
