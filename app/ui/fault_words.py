"""What is wrong with a record, in the language in use.

The rules' refusals are worded from their parts; what else the engine says of a record is a sentence of one of
a few forms, which are known here.
"""

import re
from typing import TYPE_CHECKING

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication

from app.seals import Breach, Broken
from app.ui.conduct_words import warning_text
from app.ui.refusals import refusal_text
from app.warnings import Warned

if TYPE_CHECKING:
    from app.steps import Told
    from engine import Reason

translate = QCoreApplication.translate
_SEALS = {
    Breach.LOG: QT_TRANSLATE_NOOP("faults", "the log was changed later, from here on"),
    Breach.LOG_UNREADABLE: QT_TRANSLATE_NOOP("faults", "the log is damaged: from here on it cannot be read"),
    Breach.RECORD: QT_TRANSLATE_NOOP("faults", "not what the log says: the record was changed later"),
}
_FOLLOWS = re.compile(r"this(?: and (\d+) more of the deal)? may follow from line (\d+): (.*)", re.DOTALL)
_NO_LONGER = re.compile(r"event (\d+) no longer holds: (.*?)(?: \(and (\d+) more of the deal\))?", re.DOTALL)
# fmt: off
_FORMS: tuple[tuple[str, object], ...] = (
    (r"event (\d+) is missing", QT_TRANSLATE_NOOP("faults", "event {0} is missing")),
    (r"events (\d+) to (\d+) are missing", QT_TRANSLATE_NOOP("faults", "events {0} to {1} are missing")),
    (r"event (\d+) stands where event (\d+) has its place",
     QT_TRANSLATE_NOOP("faults", "event {0} stands where event {1} has its place")),
    (r"it is about event (\d+), which is not there",
     QT_TRANSLATE_NOOP("faults", "it is about event {0}, which is not there")),
    (r"it is about event (\d+), which does not stand before it",
     QT_TRANSLATE_NOOP("faults", "it is about event {0}, which does not stand before it")),
    (r"time runs backwards: it is of (\S+), before event (\d+) of (\S+), which stands before it",
     QT_TRANSLATE_NOOP("faults", "time runs backwards: {0}, after event {1} of {2}")),
    (r"it is of (\S+), before what it is about, event (\d+) of (\S+)",
     QT_TRANSLATE_NOOP("faults", "it is of {0}, before what it is about, event {1} of {2}")),
    (r"event (\d+) keeps its time (\S+), not (\S+)",
     QT_TRANSLATE_NOOP("faults", "event {0} keeps its time {1}, not {2}")),
    (r"the clocks go on at (\S+), before they stopped at (\S+)",
     QT_TRANSLATE_NOOP("faults", "the clocks go on at {0}, before they stopped at {1}")),
    (r"the play begins at (\S+), after its end at (\S+)",
     QT_TRANSLATE_NOOP("faults", "the play begins at {0}, after its end at {1}")),
    (r"the pass cannot lie between (\S+) and (\S+)",
     QT_TRANSLATE_NOOP("faults", "the pass cannot lie between {0} and {1}")),
    (r"the pass at (\S+) does not lie within (\S+)",
     QT_TRANSLATE_NOOP("faults", "the pass at {0} does not lie within {1}")),
    (r"\w+ is (-\d+), but times count from the start of the record",
     QT_TRANSLATE_NOOP("faults", "a time is {0}, but times count from the start of the record")),
    (r"not text in UTF-8: .*", QT_TRANSLATE_NOOP("faults", "the line cannot be read: it is no text")),
    (r"not JSON.*", QT_TRANSLATE_NOOP("faults", "the line cannot be read: it is torn or garbled")),
    (r"no header .*", QT_TRANSLATE_NOOP("faults", "the header is missing")),
    (r"a second header", QT_TRANSLATE_NOOP("faults", "a second header")),
    (r"the header comes after events", QT_TRANSLATE_NOOP("faults", "the header comes after events")),
)
# fmt: on
"""What the engine says, and the text to be translated; what stands in brackets goes over."""
_COMPILED = tuple((re.compile(form, re.DOTALL), str(text)) for form, text in _FORMS)


def told_text(told: "Told") -> str:
    """What is to be said of a line, with its number."""
    what = told.why
    if isinstance(what, Broken):
        said = translate("faults", str(_SEALS[what.breach]))
    elif isinstance(what, Warned):
        said = translate("faults", "noticed in the play: {0}").format(warning_text(what))
    else:
        said = _fault(told.said, what, told.level)
    return translate("faults", "Line {0}: {1}").format(told.line, said)


def _fault(said: str, why: "Reason | None", level: str) -> str:
    follows, gone = _FOLLOWS.fullmatch(said), _NO_LONGER.fullmatch(said)
    if follows is not None:
        more, line, rest = follows.groups()
        said = translate("faults", "may follow from line {0}: {1}").format(line, _fault(rest, why, level))
        return said + (translate("faults", " (and {0} more of the deal)").format(more) if more else "")
    if gone is not None:
        number, rest, more = gone.groups()
        said = translate("faults", "event {0} no longer holds: {1}").format(number, _fault(rest, why, level))
        return said + (translate("faults", " (and {0} more of the deal)").format(more) if more else "")
    if why is not None:
        return refusal_text(why, level)
    for form, text in _COMPILED:
        found = form.fullmatch(said)
        if found is not None:
            return translate("faults", text).format(*found.groups())
    return translate("faults", "the line cannot be read: {0}").format(said)
