"""What every page of the set-up is: it shows a `MatchSetup`, and gives it back with its own fields."""

from collections.abc import Iterable

from PySide6.QtCore import QEvent, Signal
from PySide6.QtWidgets import QCompleter, QFrame, QLabel, QLineEdit, QVBoxLayout, QWidget

from app.match_setup import MatchSetup
from app.ui import theme
from app.ui.words import translate


class SetupPage(QWidget):
    """One page. Subclasses fill `show_setup`, `taken`, `retranslate`, and say where the typing begins."""

    altered = Signal()
    """What the page shows has changed, and with it perhaps what is wrong."""

    def show_setup(self, setup: MatchSetup) -> None:
        raise NotImplementedError

    def taken(self, setup: MatchSetup) -> MatchSetup:
        """The set-up with what this page says."""
        raise NotImplementedError

    def problem(self) -> str:
        """Why the match cannot begin like this, in the language in use; nothing where it can."""
        return ""

    def first_field(self) -> QWidget:
        raise NotImplementedError

    def retranslate(self) -> None:
        raise NotImplementedError

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()


def panel() -> tuple[QFrame, QVBoxLayout]:
    """A framed part of a page and its layout."""
    frame = QFrame()
    frame.setProperty("panel", True)
    box = QVBoxLayout(frame)
    box.setContentsMargins(theme.PAD, theme.PAD, theme.PAD, theme.PAD)
    box.setSpacing(theme.GAP)
    return frame, box


LONGEST = 80
"""Characters of a name: what the score sheet has room for."""


def too_long(fields: Iterable[tuple[QLabel, QLineEdit]]) -> str:
    """Which name is too long, by what stands before its field; nothing where none is."""
    for said, field in fields:
        count = len(field.text().strip())
        if count > LONGEST:
            text = translate("setup", "{0}: {1} characters are too many, {2} are the most.")
            return text.format(said.text(), count, LONGEST)
    return ""


def text_field(names: list[str] | None = None) -> QLineEdit:
    """A line to type in, which completes names that are known."""
    field = QLineEdit()
    field.setMinimumHeight(34)
    if names:
        completer = QCompleter(names, field)
        completer.setFilterMode(completer.filterMode().MatchContains)
        completer.setCaseSensitivity(completer.caseSensitivity().CaseInsensitive)
        field.setCompleter(completer)
    return field
