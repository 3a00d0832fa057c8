"""The match on air as its window has it: the dialog, made when it is first asked for, and the bar's mark."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

from app.settings import load
from app.ui import startup
from app.ui.air_window import AirWindow
from app.ui.bars import TopBar

if TYPE_CHECKING:
    from app.ui.air_window import Broadcast


class AirSwitch:
    """make: what puts this match on air, where it can be; window: beside the match window, once opened.

    switched: called whenever it goes on air or off.
    """

    def __init__(self, make: "Callable[[], Broadcast] | None", top: TopBar, parent: QWidget) -> None:
        self._make, self._top, self._parent = make, top, parent
        self.switched: Callable[[bool], None] = lambda on: None
        self.window: AirWindow | None = None
        top.on_air.setVisible(make is not None)

    def open(self) -> None:
        if self._make is None:
            return
        if self.window is None:
            settings = load().settings
            self.window = AirWindow(self._make(), settings.on_air, settings.obs, self._parent)
            self.window.kept.connect(lambda on_air, obs: startup.keep(on_air=on_air, obs=obs))
            self.window.switched.connect(self._show)
        self.window.show()
        self.window.raise_()

    def go(self) -> None:
        """At once, as it was settled last; what stands against it is said in the window that is then open."""
        self.open()
        if self.window is not None:
            self.window.toggle()
            self.window.setVisible(bool(self.window.fault))

    def close(self) -> None:
        if self.window is not None:
            self.window.close()

    @property
    def runs(self) -> bool:
        return self._make is not None and self.window is not None and self._make().runs

    def _show(self) -> None:
        self._top.show_air(self.runs)
        self.switched(self.runs)
