"""What the window needs of the recording session, and nothing more of it.

The window shows immutable snapshots and hands the referee's answers on; it decides nothing.
"""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
import numpy.typing as npt

from app.ui.conduct_port import Conduct

if TYPE_CHECKING:
    from app.snapshot import Snapshot
    from app.store import Mended
    from app.trouble import CameraNews
    from engine.cards import Card

Image = npt.NDArray[np.uint8]
"""H x W x 3, blue-green-red."""
Polygon = npt.NDArray[Any]
"""(N, 2) corners in px of the picture."""


class Picture(Protocol):
    """One camera picture with what was seen in it. `frame_ms` is event time."""

    @property
    def image(self) -> Image: ...
    @property
    def areas(self) -> Mapping[str, Polygon]: ...
    @property
    def marks(self) -> tuple[tuple[Polygon, str, str], ...]: ...
    @property
    def frame_ms(self) -> int: ...
    @property
    def drops(self) -> int: ...
    @property
    def fps(self) -> float: ...
    @property
    def view(self) -> str:
        """How the camera stands; reading pauses unless it is "steady"."""
        ...

    @property
    def moves(self) -> int:
        """How often the table was placed anew since the start."""
        ...


class PictureBox(Protocol):
    """A mailbox of one: a new picture replaces one that nobody has taken."""

    def take(self) -> Picture | None: ...
    def on_put(self, wake: Callable[[], None]) -> None:
        """`wake` is called by whoever puts a picture in, in its thread, after each put."""
        ...


class Session(Conduct, Protocol):
    """The running recorder. Every call comes from Qt's thread and returns at once."""

    @property
    def picture(self) -> PictureBox: ...
    @property
    def source_name(self) -> str:
        """What the pictures come from, for people; empty where everything is typed."""
        ...

    @property
    def record_path(self) -> Path: ...
    @property
    def fault(self) -> Exception | None:
        """What ended the pictures or the recording, or nothing."""
        ...

    @property
    def unsaved(self) -> Exception | None:
        """Why the last event could not be saved; None once one is saved again."""
        ...

    @property
    def mended(self) -> "Mended | None":
        """How the record differed from its log when the match was gone on with."""
        ...

    @property
    def camera(self) -> "CameraNews":
        """How the camera is."""
        ...

    @property
    def table_found(self) -> str:
        """Where no file tells of the table: "markers" or "whole", as it was found in the picture; else ""."""
        ...

    def try_camera(self) -> None:
        """Open a camera that gives nothing again, now."""
        ...

    def start(self) -> None: ...
    def stop(self) -> None:
        """End and join the threads. May be called twice."""
        ...

    def on_snapshot(self, callback: "Callable[[Snapshot], None]") -> None: ...
    def answer(self, proposal_id: int, cards: "tuple[Card, ...] | None", passed: bool = False) -> None:
        """Take a proposal as it is (None), with other cards, or as no play at all (`passed`)."""
        ...

    def put_aside(self, proposal_id: int) -> None: ...
    def type_play(self, seat: str | None, cards: "tuple[Card, ...]") -> None:
        """`seat` None: whoever is to move when what was typed before has been taken."""
        ...

    def type_pass(self, seat: str | None) -> None: ...
    def correct(
        self, seq: int, cards: "tuple[Card, ...]", seat: str | None = None, *, anyway: bool = False
    ) -> None:
        """Replace the play or pass of that number (no cards make it a pass), and where given its seat.

        What would leave later lines without ground is told in the next snapshot, unless `anyway`.
        """
        ...

    def undo(self) -> None:
        """Take back what the referee did last."""
        ...

    def redo(self) -> None: ...
    def type_tribute(self, seat: str, card: "Card") -> None: ...
    def type_return(self, seat: str, card: "Card") -> None: ...
    def refuse_tribute(self) -> None: ...
    def confirm(self, notice_id: int) -> None:
        """A notice is a breach."""
        ...

    def let_be(self, notice_id: int) -> None:
        """A notice is no breach."""
        ...

    def start_deal(self, level: str, leader: str | None) -> None:
        """`leader` None: whoever lays first."""
        ...


SessionFactory = Callable[[], Session]
