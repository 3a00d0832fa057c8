"""A closer look at what looks like a card and could not be read: the words on jokers are small and odd."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from vision.bare import Strange
from vision.look import Looker
from vision.markers import outside
from vision.settle import Area, Known, Places
from vision.table import Table
from vision.values import Frame, SeenCard

ROOM_MM = 15.0
"""Room round the thing, so that no card is cut."""


@dataclass(frozen=True, slots=True, eq=False)
class Search:
    """Looks at things on one table as it lies now."""

    table: Table
    looker: Looker
    places: Places

    def found(
        self, area: Area, seen: Sequence[Known], things: Sequence[Strange], frame: Frame
    ) -> list[Known]:
        """The cards that things in an area turn out to be, beside those that were seen or are known there."""
        found: list[Known] = []
        for thing in things:
            box = self.looker.with_room(*thing.corners_px, ROOM_MM)
            cards = [
                self._lying_so(card, thing)
                for card in self.looker.searched(area.seat, frame.image, box)
                if not outside(_middles(card), [thing.outline_px])
                and not any(self.places.same_place(known.card, card) for known in (*seen, *area.known))
            ]
            self.places.add_look(found, [card for card in cards if thing.lies_in(card.quad_px)], frame.image)
        return found

    def _lying_so(self, card: SeenCard, thing: Strange) -> SeenCard:
        """A card found in a thing: how a joker lies one of its words does not tell, but the thing does."""
        if not card.best.is_joker or len(card.indices) > 1:
            return card
        centre = self.table.to_mm(np.array(thing.middle_px))
        return replace(card, quad_px=thing.outline_px, centre_mm=centre)


def _middles(card: SeenCard) -> list[tuple[float, float]]:
    return [((i.rank[0] + i.suit[0]) / 2, (i.rank[1] + i.suit[1]) / 2) for i in card.indices]
