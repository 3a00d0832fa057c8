"""Things in an area that are no known card: a hand to wait for, a card that could not be read, a cup."""

from __future__ import annotations

from vision.bare import BareTable, Strange
from vision.markers import LyingMarks, overlap
from vision.paper import Paper
from vision.settle import Area, Held
from vision.values import Floats, Frame

HAND_WAIT_MS = 1500
"""How long a reading waits for something that is no card (a hand) to leave the area."""

HAND_MM2 = 1500.0
"""As large at least is a hand."""

COVERS = 0.05
"""Share of a PASS or count card under another card from which its marker may not be seen."""


class Strangers:
    """Tells them in the areas of one table."""

    def __init__(self, bare: BareTable, paper: Paper, marks: LyingMarks) -> None:
        self._bare, self._paper, self._marks = bare, paper, marks

    def keep_waiting(self, area: Area, frame: Frame, held: Held) -> bool:
        """Whether something large that is no known card lies in the area and is worth waiting for."""
        if not self._in_area(area, frame, held):
            return False
        if frame.at_ms - area.moved_ms < HAND_WAIT_MS:
            return True
        self.take(area, frame, held)
        return False

    def unread(self, area: Area, frame: Frame, held: Held) -> list[Strange]:
        """The things in the area that look like cards which nobody could read."""
        return [thing for thing in self._in_area(area, frame, held) if self._paper.unread(thing, frame.image)]

    def _in_area(self, area: Area, frame: Frame, held: Held) -> list[Strange]:
        quads = [k.card.quad_px for k in (*held.seen, *area.known) if k.card.quad_px is not None]
        things = self._bare.strange(area.seat, frame.image, quads + self._marks.quads(area.seat))
        return [t for t in things if t.mm2 > HAND_MM2 or self._paper.unread(t, frame.image)]

    def take(self, area: Area, frame: Frame, held: Held) -> None:
        """What has lain there long enough belongs to the table from then on.

        Where it looks like cards, it is counted as cards that could not be read.
        """
        for thing in self._in_area(area, frame, held):
            count = self._paper.unread(thing, frame.image)
            area.fresh_unread += count
            (area.unread if count else area.resting).append(thing)
            self._bare.accept(thing, frame.image)


def lies_under(quad: Floats, area: Area) -> bool:
    """Whether a card, or something that came to rest, lies over a PASS or count card."""
    cards = [k.card.quad_px for k in area.known if k.card.quad_px is not None]
    return any(overlap(quad, card) > COVERS for card in cards) or any(
        thing.touches(quad) for thing in area.resting
    )
