"""Warnings spoken into the referee's earphone: an extra that is off until it is switched on.

Needs the `speech` extra and the system's own voices; without them it says so in a sentence and stays off.
"""

import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from PySide6.QtCore import QLocale, QObject

from app.ui.conduct_words import warning_text
from app.ui.words import translate

if TYPE_CHECKING:
    from app.warnings import Warned


class Voice(Protocol):
    """What speaks: `QTextToSpeech`, as far as it is needed here."""

    def enqueue(self, text: str) -> object: ...
    def stop(self) -> object: ...


class NoVoice(Exception):
    """Nothing can be spoken here; the message says why."""


def qt_voice(parent: QObject, engine: str = "") -> Voice:
    """A voice in the language in use, of the system where no engine is named; raises `NoVoice`."""
    try:
        # Fails where the extra is not installed, and on Linux also without libpulse0.
        from PySide6.QtTextToSpeech import QTextToSpeech
    except ImportError as error:
        raise NoVoice(str(error)) from error
    voice: Any = QTextToSpeech(engine, parent) if engine else QTextToSpeech(parent)
    if voice.state() == QTextToSpeech.State.Error:
        raise NoVoice(voice.errorString())
    if translate("words", "East") != "East":
        voice.setLocale(QLocale(QLocale.Language.Chinese, QLocale.Country.China))
    return voice  # type: ignore[no-any-return]


class Speech:
    """Says each warning once, when it comes."""

    def __init__(self, on: bool, parent: QObject, make: Callable[[QObject], Voice] | None = None) -> None:
        self._parent, self._make = parent, make or qt_voice
        self._voice: Voice | None = None
        self._heard: set[str] = set()
        self.fault = ""
        """Why nothing is spoken, although it was wanted."""
        if on:
            self.switch()

    @property
    def on(self) -> bool:
        return self._voice is not None

    def switch(self) -> str:
        """On or off; what there is to say of it."""
        if self._voice is not None:
            self.stop()
            self._voice = None
            return translate("speech", "Warnings are not spoken any more.")
        try:
            self._voice, self.fault = self._make(self._parent), ""
        except NoVoice as error:
            needs = "guandan-eye[speech], libpulse0, speech-dispatcher"
            needs = needs if sys.platform == "linux" else "guandan-eye[speech]"
            said = translate("speech", "Nothing can be spoken here ({0}). It needs {1}.")
            self.fault = said.format(error, needs)
            return self.fault
        return translate("speech", "Warnings are spoken: into an earphone, players must not hear them.")

    def hear(self, warnings: "Sequence[Warned]") -> None:
        """What stands now: what is new among it is spoken."""
        new = [each for each in warnings if each.key not in self._heard]
        self._heard = {each.key for each in warnings}
        if self._voice is not None:
            for each in new:
                self._voice.enqueue(warning_text(each))

    def stop(self) -> None:
        """Fall silent at once."""
        if self._voice is not None:
            self._voice.stop()
