"""What was entered by hand and is not in the log yet."""

from typing import TYPE_CHECKING

from app.ui.hand_modes import newest

if TYPE_CHECKING:
    from app.snapshot import Snapshot

Play = tuple[str, str | None]
"""A play or pass as it was typed, with the seat that was picked."""


class Sending:
    """What is on its way: `after` which line it was sent (None: nothing is), and the plays in order."""

    def __init__(self) -> None:
        self.after: int | None = None
        self.plays: list[Play] = []

    @property
    def under_way(self) -> bool:
        return self.after is not None

    def begin(self, snapshot: "Snapshot | None") -> None:
        """Something is sent; what is on its way already stays so."""
        if self.after is None:
            self.after = newest(snapshot) if snapshot else 0

    def clear(self) -> None:
        self.after, self.plays = None, []

    def refused(self, snapshot: "Snapshot") -> Play | None:
        """The first play that was refused, once that is known. Those behind it fell with it."""
        after = self.after or 0
        lines = [line for line in snapshot.lines if line.seq > after and line.kind in ("play", "pass")]
        left = self.plays[sum(line.source == "typed" for line in lines) :]
        if left and not snapshot.notice:
            return None  # on its way still
        self.clear()
        return left[0] if left else None
