"""What must stand before the first window: Qt's messages, uncaught errors, crash traces, language.

The order matters and is that of `install`: whatever fails later is then already reported.
"""

import faulthandler
import logging
import os
import sys
import threading
import traceback
from collections.abc import Callable
from functools import cache
from pathlib import Path
from types import TracebackType
from typing import Any, TextIO

import platformdirs
from PySide6.QtCore import (
    QLibraryInfo,
    QLocale,
    QMessageLogContext,
    Qt,
    QtMsgType,
    QTranslator,
    qInstallMessageHandler,
)
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication

from app.initials import initials
from app.settings import SettingsError, change, load

log = logging.getLogger("guandan_eye.ui")

LANGUAGES = ("zh", "en")
I18N = Path(__file__).resolve().parent / "i18n"
NO_DISPLAY = (
    "guandan-eye: no window can be opened here: {reason}. "
    "Run it on a desktop, or without a window: guandan-eye watch ... --headless"
)
EXIT_MACHINE = 3
_OWN = "guandan_eye_zh_CN"

_LEVELS = {
    QtMsgType.QtDebugMsg: logging.DEBUG,
    QtMsgType.QtInfoMsg: logging.INFO,
    QtMsgType.QtWarningMsg: logging.WARNING,
    QtMsgType.QtCriticalMsg: logging.ERROR,
    QtMsgType.QtFatalMsg: logging.CRITICAL,
}


def log_folder() -> Path:
    """Where traces of failures are kept."""
    return Path(platformdirs.user_log_dir("guandan-eye", appauthor=False))


def config_folder() -> Path:
    return Path(platformdirs.user_config_dir("guandan-eye", appauthor=False))


def look() -> str:
    """The look to begin with: that of the settings, or the system's."""
    theme = load().settings.theme
    if theme != "system":
        return theme
    hints = QGuiApplication.styleHints()
    return "light" if hints.colorScheme() is Qt.ColorScheme.Light else "dark"


def display_fault() -> str | None:
    """Why no window can be opened here, as far as that shows before Qt tries."""
    if not sys.platform.startswith("linux") or os.environ.get("QT_QPA_PLATFORM"):
        return None
    if os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"):
        return None
    return "there is no display (neither DISPLAY nor WAYLAND_DISPLAY is set)"


def need_display() -> None:
    """Raises `RuntimeError` where no window can be opened, as far as that shows before Qt tries."""
    fault = display_fault()
    if fault is not None:
        raise RuntimeError(
            NO_DISPLAY.format(reason=fault).removeprefix("guandan-eye: ")
        )  # who catches says it


class Failures:
    """Errors that nothing caught: each is logged and written to a file, and the window is told."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / "failures.txt"
        self.tell: Callable[[str], None] | None = None

    def on_error(self, kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        if issubclass(kind, KeyboardInterrupt):
            QApplication.quit()
            return
        text = "".join(traceback.format_exception(kind, error, trace))
        log.error("uncaught error\n%s", text)
        try:
            with self._path.open("a", encoding="utf-8") as file:
                file.write(text + "\n")
        except OSError as fault:
            log.error("cannot write %s: %s", self._path, fault)
        if self.tell is not None:
            self.tell(str(self._path))

    def on_thread_error(self, args: threading.ExceptHookArgs) -> None:
        if args.exc_value is not None:
            self.on_error(args.exc_type, args.exc_value, args.exc_traceback)


class Guards:
    """Message handler, excepthooks and crash trace, installed in this order; `remove` takes them out."""

    def __init__(self) -> None:
        self._app_stands = False
        self._held_back: list[tuple[QtMsgType, str]] = []
        self._old_handler = qInstallMessageHandler(self._on_qt_message)
        folder = log_folder()
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as fault:
            log.warning("no folder for traces of failures: %s", fault)
        self.failures = Failures(folder)
        self._old_hooks = sys.excepthook, threading.excepthook
        sys.excepthook = self.failures.on_error
        threading.excepthook = self.failures.on_thread_error
        self._crash_file = self._trace_crashes(folder)

    def app_stands(self) -> None:
        """The application object was made, so there is a display."""
        self._app_stands = True
        for kind, text in self._held_back:
            self._log_qt(kind, text)
        self._held_back = []

    def _on_qt_message(self, kind: QtMsgType, context: QMessageLogContext, text: str) -> None:
        if self._app_stands:
            self._log_qt(kind, text)
        elif kind == QtMsgType.QtFatalMsg:
            # Qt would abort the process now. No thread, no record and no window exists yet.
            # What it said first is the cause; this last message is only general.
            cause = self._held_back[0][1] if self._held_back else text
            reason = cause.split("\n")[0].strip().rstrip(".")
            print(NO_DISPLAY.format(reason=reason), file=sys.stderr, flush=True)
            os._exit(EXIT_MACHINE)
        else:
            self._held_back.append((kind, text))

    def _log_qt(self, kind: QtMsgType, text: str) -> None:
        log.log(_LEVELS.get(kind, logging.WARNING), "Qt: %s", text)

    def _trace_crashes(self, folder: Path) -> TextIO | None:
        if faulthandler.is_enabled():  # somebody already traces: leave it to them
            return None
        try:
            file = (folder / "crash.txt").open("a", encoding="utf-8")
        except OSError as fault:
            log.warning("no crash trace: %s", fault)
            return None
        faulthandler.enable(file)
        return file

    def remove(self) -> None:
        qInstallMessageHandler(self._old_handler)
        sys.excepthook, threading.excepthook = self._old_hooks
        if self._crash_file is not None:
            faulthandler.disable()
            self._crash_file.close()


@cache
def _chinese() -> QTranslator:
    translator = QTranslator()
    translator.load(_OWN, str(I18N))
    return translator


def spelled(context: str, text: str) -> str:
    """First letters of the sounds of a text's Chinese, whatever the language in use: 出牌 is cp."""
    return initials(_chinese().translate(context, text) or "")


class Language:
    """The language in use. Strings in the source are English; Chinese comes from the .qm beside them."""

    def __init__(self, app: QApplication, wanted: str | None) -> None:
        self._app = app
        self._translators: list[QTranslator] = []
        self.now = "en"
        self.use(wanted if wanted in LANGUAGES else system_language())

    def use(self, language: str) -> None:
        """Switch at once: every widget hears of it by a LanguageChange event."""
        self.remove()
        self.now = language
        if language == "zh":
            qt_texts = QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
            for name, folder in (("qtbase_zh_CN", qt_texts), (_OWN, str(I18N))):
                translator = QTranslator(self._app)
                if translator.load(name, folder):
                    self._app.installTranslator(translator)
                    self._translators.append(translator)
                else:
                    log.warning("no translation %s in %s", name, folder)

    def remove(self) -> None:
        """Back to the English of the source."""
        for translator in self._translators:
            self._app.removeTranslator(translator)
        self._translators = []

    def other(self) -> None:
        self.use("en" if self.now == "zh" else "zh")


def system_language() -> str:
    """zh where the system speaks Chinese, else en."""
    return "zh" if QLocale.system().language() == QLocale.Language.Chinese else "en"


def keep(**values: Any) -> None:
    """Settings for the next time; that they cannot be written stops no match."""
    try:
        change(**values)
    except SettingsError as error:
        log.warning("%s", error)
