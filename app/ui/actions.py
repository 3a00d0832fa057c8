"""All that a key does, in one place: what it is called, its key, and the group in which F1 lists it.

Keys are texts as Qt reads and shows them ("Ctrl+Z"). Those that belong to a field (Enter, Esc, Space on an
empty line, Up and Down) are listed as fixed: they mean the same everywhere and are not changed.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication, QObject, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QWidget


@dataclass(frozen=True, slots=True)
class Action:
    """`text` and `group` are English of the context "actions"; fixed: its key cannot be changed."""

    id: str
    text: object
    key: str
    group: object
    fixed: bool = False


_HAND = QT_TRANSLATE_NOOP("actions", "By hand")
_PROPOSAL = QT_TRANSLATE_NOOP("actions", "Proposal")
_RECORD = QT_TRANSLATE_NOOP("actions", "Record")
_RULING = QT_TRANSLATE_NOOP("actions", "Referee")
_WINDOW = QT_TRANSLATE_NOOP("actions", "Window")

ACTIONS = (
    Action("accept", QT_TRANSLATE_NOOP("actions", "Accept the proposal, or what is typed"),
           "Return", _PROPOSAL, fixed=True),
    Action("aside", QT_TRANSLATE_NOOP("actions", "Put the proposal aside, or leave what is typed"),
           "Esc", _PROPOSAL, fixed=True),
    Action("candidates", QT_TRANSLATE_NOOP("actions", "Next or previous candidate"),
           "Up / Down", _PROPOSAL, fixed=True),
    Action("proposal", QT_TRANSLATE_NOOP("actions", "Go to the proposal"), "F2", _PROPOSAL),
    Action("by_hand", QT_TRANSLATE_NOOP("actions", "Type a play"), "F3", _HAND),
    Action("space", QT_TRANSLATE_NOOP("actions", "Pass, on an empty line"), "Space", _HAND, fixed=True),
    Action("pass", QT_TRANSLATE_NOOP("actions", "Pass, wherever the keys are"), "F10", _HAND),
    Action("report", QT_TRANSLATE_NOOP("actions", "Card-count report of whoever laid last"), "F7", _HAND),
    Action("gift", QT_TRANSLATE_NOOP("actions", "Tribute or return"), "F8", _HAND),
    Action("throw_in", QT_TRANSLATE_NOOP("actions", "Cards thrown in: end the deal"), "F9", _HAND),
    Action("seat_1", QT_TRANSLATE_NOOP("actions", "For the first seat"), "Ctrl+1", _HAND),
    Action("seat_2", QT_TRANSLATE_NOOP("actions", "For the second seat"), "Ctrl+2", _HAND),
    Action("seat_3", QT_TRANSLATE_NOOP("actions", "For the third seat"), "Ctrl+3", _HAND),
    Action("seat_4", QT_TRANSLATE_NOOP("actions", "For the fourth seat"), "Ctrl+4", _HAND),
    Action("correct", QT_TRANSLATE_NOOP("actions", "Correct the chosen or the newest line"), "F4", _RECORD),
    Action("strike", QT_TRANSLATE_NOOP("actions", "Strike the chosen or the newest line: it never was"),
           "Shift+F4", _RECORD),
    Action("lines", QT_TRANSLATE_NOOP("actions", "Earlier or later line, while correcting"),
           "Up / Down", _RECORD, fixed=True),
    Action("readings", QT_TRANSLATE_NOOP("actions", "Other readings of an asked play, while correcting"),
           "PgUp / PgDown", _RECORD, fixed=True),
    Action("asked", QT_TRANSLATE_NOOP("actions", "Go to the oldest asked line"), "F5", _RECORD),
    Action("replay", QT_TRANSLATE_NOOP("actions", "The pictures of the chosen or the newest play again"),
           "F6", _RECORD),
    Action("only_asked", QT_TRANSLATE_NOOP("actions", "List only what is asked"), "Ctrl+F", _RECORD),
    Action("undo", QT_TRANSLATE_NOOP("actions", "Undo"), "Ctrl+Z", _RECORD),
    Action("redo", QT_TRANSLATE_NOOP("actions", "Do again"), "Ctrl+Y", _RECORD),
    Action("redo_too", QT_TRANSLATE_NOOP("actions", "Do again (second key)"), "Ctrl+Shift+Z", _RECORD),
    Action("call", QT_TRANSLATE_NOOP("actions", "Call the referee, or go on"), "F12", _RULING),
    Action("rule", QT_TRANSLATE_NOOP("actions", "Breaches and rulings"), "F11", _RULING),
    Action("whose", QT_TRANSLATE_NOOP("actions", "At a call: whose it is"), "Alt+E / S / W / N", _RULING,
           fixed=True),
    Action("silence", QT_TRANSLATE_NOOP("actions", "The newest warning has been seen"), "Ctrl+M", _RULING),
    Action("step", QT_TRANSLATE_NOOP("actions", "After a deal: a side confirms, the next deal begins"),
           "Ctrl+Return", _RULING),
    Action("speech", QT_TRANSLATE_NOOP("actions", "Speak warnings into an earphone, or be silent"), "Ctrl+E",
           _RULING),
    Action("new_deal", QT_TRANSLATE_NOOP("actions", "New deal"), "Ctrl+N", _WINDOW),
    Action("unseen", QT_TRANSLATE_NOOP("actions", "Show or hide the cards still out"), "Ctrl+U", _WINDOW),
    Action("air", QT_TRANSLATE_NOOP("actions", "On air: overlays and feeds"), "Ctrl+B", _WINDOW),
    Action("look", QT_TRANSLATE_NOOP("actions", "Dark or light"), "Ctrl+T", _WINDOW),
    Action("try_camera", QT_TRANSLATE_NOOP("actions", "Try the camera again"), "Ctrl+R", _WINDOW),
    Action("language", QT_TRANSLATE_NOOP("actions", "Chinese or English"), "Ctrl+L", _WINDOW),
    Action("help", QT_TRANSLATE_NOOP("actions", "All keys"), "F1", _WINDOW),
)  # fmt: skip
_KEY_WORDS = {
    "Return": QT_TRANSLATE_NOOP("actions", "Enter"),
    "Space": QT_TRANSLATE_NOOP("actions", "Space"),
    "Up / Down": "↑ ↓",
}
_NATIVE = QKeySequence.SequenceFormat.NativeText
BY_ID = {action.id: action for action in ACTIONS}
GROUPS = (_HAND, _PROPOSAL, _RECORD, _RULING, _WINDOW)


def text_of(action: Action) -> str:
    """What an action is called, in the language in use."""
    return QCoreApplication.translate("actions", str(action.text))


def group_text(group: object) -> str:
    """What a group is called, in the language in use."""
    return QCoreApplication.translate("actions", str(group))


class KeyTaken(Exception):
    """A key that cannot be given: `by` is the action that has it, None where no such key can be."""

    def __init__(self, key: str, by: Action | None) -> None:
        self.key, self.by = key, by
        super().__init__(f"{key} belongs to {by.id}" if by else f"{key!r} is no key for an action")


class Keys(QObject):
    """The keys in use, and the shortcuts of one window that go by them."""

    changed = Signal()

    def __init__(self, given: Mapping[str, str] | None = None, parent: QObject | None = None) -> None:
        """`given`: keys by action, where they are not the default ones; what is unknown there is ignored."""
        super().__init__(parent)
        self._own = {name: key for name, key in (given or {}).items() if name in BY_ID}
        self._shortcuts: dict[str, QShortcut] = {}

    def key(self, name: str) -> str:
        """The key of an action, "" where it has none."""
        return self._own.get(name, BY_ID[name].key)

    def label(self, name: str) -> str:
        """The key of an action as this system writes it, words in the language in use."""
        key = self.key(name)
        if not BY_ID[name].fixed:
            key = QKeySequence(key).toString(QKeySequence.SequenceFormat.NativeText)
        for word, text in _KEY_WORDS.items():
            key = key.replace(word, QCoreApplication.translate("actions", str(text)))
        return key

    @property
    def own(self) -> dict[str, str]:
        """The keys that are not the default ones, by action."""
        return {name: key for name, key in self._own.items() if key != BY_ID[name].key}

    def connect_all(self, window: QWidget, does: Mapping[str, Callable[[], object]]) -> None:
        """Each action's key does this in the window."""
        for name, what in does.items():
            shortcut = QShortcut(QKeySequence(self.key(name)), window)
            shortcut.setAutoRepeat(False)
            shortcut.activated.connect(what)
            self._shortcuts[name] = shortcut

    def change(self, name: str, key: str) -> None:
        """Give an action another key; it works at once. Raises `KeyTaken`."""
        self._check(name, key)
        self._own[name] = key
        self._renew()

    def replace(self, given: Mapping[str, str]) -> None:
        """Take all keys anew, as from the settings; what is unknown there is ignored."""
        self._own = {name: key for name, key in given.items() if name in BY_ID}
        self._renew()

    def _check(self, name: str, key: str) -> None:
        wanted = QKeySequence(key)
        if BY_ID[name].fixed or wanted.isEmpty() or not _may_be(wanted):
            raise KeyTaken(key, None)
        for other in ACTIONS:
            if other.id != name and any(QKeySequence(k) == wanted for k in self.key(other.id).split(" / ")):
                raise KeyTaken(key, other)

    def _renew(self) -> None:
        for name, shortcut in self._shortcuts.items():
            shortcut.setKey(QKeySequence(self.key(name)))
        self.changed.emit()


def _may_be(keys: QKeySequence) -> bool:
    """A letter or digit alone is for typing cards."""
    text = keys.toString(QKeySequence.SequenceFormat.PortableText)
    return len(text) > 1 and not (text.startswith("Shift+") and len(text) == len("Shift+A"))
