"""A match in its window, from the session's start to its end."""

import signal
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QObject, Signal

from app.alive import remember_air, was_on_air
from app.settings import load
from app.ui import startup
from app.ui.desktop import Desktop, desktop, no_display
from app.ui.main_window import MainWindow
from app.ui.shooter import Shooter

if TYPE_CHECKING:
    from app.air.broadcast import Broadcast
    from app.air.on_air import Table
    from app.ui.ports import Session, SessionFactory

ENDING = (signal.SIGINT, signal.SIGTERM)


class _FailureRelay(QObject):
    """Brings word of a failure from any thread to the window."""

    failed = Signal(str)


def run_desktop(
    session_factory: "SessionFactory", *, lang: str | None, title: str, screenshot: Path | None = None
) -> int:
    """Show the window until it is closed. Returns the exit status: 0, or 3 where no window can be opened.

    `session_factory` makes the session, which is started here and stopped before this returns. `lang`: "zh",
    "en", or None for the last one used, else the system's. `screenshot`: save the window there and end.
    """
    if no_display():
        return startup.EXIT_MACHINE
    with desktop(lang) as desk:
        return show_match(desk, session_factory, title, screenshot).status


class _Air:
    """What puts a session on air, made when it is first asked for: its libraries take a third of a second."""

    def __init__(self, session: "Session") -> None:
        self._session = session
        self._made: Broadcast | None = None

    def broadcast(self) -> "Broadcast":
        if self._made is None:
            from app.air.broadcast import Broadcast

            self._made = Broadcast(cast("Table", self._session))
        return self._made

    def stop(self) -> None:
        if self._made is not None:
            self._made.stop()


@dataclass(frozen=True, slots=True)
class Shown:
    """How a window came to its end: the exit status, and whether the process was asked to end."""

    status: int
    ended_by_signal: bool


def show_match(
    desk: Desktop, session_factory: "SessionFactory", title: str, screenshot: Path | None = None
) -> Shown:
    """Show a session from its start to its end, until the window is closed."""
    app, signalled = desk.app, list[int]()
    session = session_factory()
    settings, air = load().settings, _Air(session)
    window = MainWindow(
        session,
        desk.language,
        title,
        desk.geometry,
        desk.chinese,
        settings.shortcuts,
        spoken=settings.speech,
        broadcast=air.broadcast,
    )
    window.keys_changed.connect(lambda keys: startup.keep(shortcuts=keys))
    window.closed.connect(app.exit)
    record = session.record_path
    window.on_air.switched = lambda on: remember_air(record, on=on)
    geometry = desk.geometry.value("geometry")
    if geometry is not None and screenshot is None:
        window.restoreGeometry(geometry)
    relay = _FailureRelay()
    relay.failed.connect(window.show_failure)
    desk.guards.failures.tell = relay.failed.emit
    shooter = Shooter(window, screenshot) if screenshot is not None else None

    def end(sign: int, _: object) -> None:
        signalled.append(sign)
        window.close()

    old_signals = {sign: signal.signal(sign, end) for sign in ENDING}
    try:
        window.show()
        session.start()
        if settings.on_air.always or was_on_air(record):  # at a crash, or when it was closed
            window.on_air.go()
        app.exec()
    finally:
        for sign, old in old_signals.items():
            signal.signal(sign, old)
        desk.guards.failures.tell = None
        window.close()
        if window.snapshot is not None and window.snapshot.over:
            remember_air(record, on=False)
        air.stop()
        session.stop()
        window.deleteLater()
    status = 0
    if shooter is not None and not shooter.saved:
        print(f"guandan-eye: cannot write {screenshot}", file=sys.stderr)
        status = 1
    return Shown(status, bool(signalled))
