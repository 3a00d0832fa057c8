"""Cards that lie still are told as soon as the hand that laid them goes away, while it still moves.

What is laid before the hand goes away is one play.  Only what needs no second thought is told so: cards
that were added, every one of them clear.  Cards that were moved, taken up or hidden wait until all is still.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import numpy as np

from vision.gate import CHANGED, Gate, Glance, Mask
from vision.look import Looker
from vision.markers import LyingMarks, outside
from vision.paper import GHOST, Paper
from vision.settle import Area, Known, Places
from vision.table import Table
from vision.values import Floats, Frame, SeenCard

SHOWS = 0.12
"""Share of a card that must have come to rest to be worth a look."""

LOOK_GAP_MS = 40
LOOKS, MOST_LOOKS = 2, 3
"""Looks at a card that is clear, and at one that is not."""

AGAIN = 2
"""Looks that have to agree once more when one saw a card and the next did not."""

SURE = 0.985
LIKELY = 0.9
"""So sure a card was seen that its being seen no more has to be explained."""

RESTS = 0.3
"""Share of the small pixels of an index, or of a card, that have come to rest when it has."""

ROOM = 2
"""Small pixels round a card that belong to it: its edge and its shadow."""

LEAST = 12
"""Small pixels that a hand fills at least: shadows and edges of cards leave fewer."""

TIP = 4
"""How far in a hand is tells the farthest of its small pixels but for so many less one: noise."""

WITHDRAWN_MM = 15.0
"""By so much a hand draws back when it goes away; while it deals card after card it keeps nearer."""

AWAY_MM = 60.0
"""So far back it brings no more cards of the play, even where it looks like paper."""


class EarlyLooks:
    """Looks at areas in which something moves.  zones: the areas' outlines in px."""

    def __init__(
        self, gate: Gate, places: Places, paper: Paper, table: Table, zones: Mapping[str, Floats],
        px_per_mm: float, looker: Looker, marks: LyingMarks,
    ) -> None:  # fmt: skip
        self._gate, self._places, self._paper, self._looker = gate, places, paper, looker
        self._marks = marks
        self._depth = {seat: _depth(table, zone, gate) / px_per_mm for seat, zone in zones.items()}
        width, height = table.card_mm
        self._least = SHOWS * width * height * (px_per_mm * gate.factor) ** 2

    def laid(self, area: Area, frame: Frame, glance: Glance) -> list[Known]:
        """The cards that can be told now; none where there is anything to wait for.

        ``area.waits`` says whether that is a hand over cards that were seen.
        """
        area.waits, small = False, glance.small
        if area.read_at is None:
            return []
        told = self.under(area.added)  # where the hand was when these were told, the picture has changed too
        changed = self._gate.came_to_rest(small, area.read_at, area.seat)
        rests = changed & ~told
        if np.count_nonzero(rests) < self._least:
            area.early, area.looked_at, area.lost = [], None, 0
            return []
        if area.looked_at is not None:
            area.looked_at &= rests  # what moves afterwards is another thing when it rests again
        if self._is_worth_a_look(area, frame, rests, glance):
            self._look_again(area, frame, rests, changed | told)
        if not area.early or self._places.were_elsewhere(area, area.early, frame.image):
            return []
        hand = self._gate.differs(small, area.read_at, area.seat) & ~told & ~self.under(area.early)
        back, away = self._withdrawn(area, hand)
        area.waits = back < WITHDRAWN_MM
        if area.waits or area.lost or not _are_clear(area.early):
            return []
        coming = hand & self._gate.moving & (away < AWAY_MM)
        if np.count_nonzero(self._like_cards(self._unseen(area, rests) | coming, glance)) >= CHANGED:
            return []
        if self._paper.misses(area.seat, [k.card for k in (*area.early, *area.known)], frame.image):
            return []
        cards = [k.card for k in area.early]
        if not all(self._paper.is_card(card, frame.image, cards) for card in cards):
            return []
        return [] if self._print_on_marks(area, frame) else area.early

    def _print_on_marks(self, area: Area, frame: Frame) -> bool:
        """Whether something that was read is printed on a PASS or count card: no card then, nor later."""
        places = np.array([(*i.rank, *i.suit) for k in area.early for i in k.card.indices]).reshape(-1, 2)
        box = self._looker.with_room(places.min(axis=0), places.max(axis=0))
        quads = self._marks.outlines(frame.image, box)
        cards = [k for k in area.early if outside([k.corner_px], quads)]
        found = len(cards) < len(area.early)
        if found:
            area.early, area.no_cards = cards, quads
        return found

    def under(self, cards: Iterable[Known]) -> Mask:
        """Small pixels under cards and right beside them."""
        under = np.zeros(self._gate.shape, bool)
        for known in cards:
            if known.card.quad_px is not None:
                under |= self._gate.mask(known.card.quad_px, ROOM)
        return under

    def _is_worth_a_look(self, area: Area, frame: Frame, rests: Mask, glance: Glance) -> bool:
        """Whether a look may tell more: something else has come to rest, or what was read is not clear."""
        if frame.at_ms < area.next_early_ms:
            return False
        if any(k.looks < LOOKS or (k.looks < MOST_LOOKS and k.card.p < SURE) for k in area.early):
            return True
        if area.lost:
            return True
        new, least = self._unseen(area, rests), CHANGED if area.early else self._least
        before, area.unseen = area.unseen, int(np.count_nonzero(new))
        if not least <= area.unseen <= before + CHANGED:  # nothing, or more is just coming to rest
            return False
        return bool(np.count_nonzero(self._like_cards(new, glance)) >= least)

    def _like_cards(self, where: Mask, glance: Glance) -> Mask:
        """Those of the small pixels that are like paper."""
        return where & self._paper.may_be(glance.colour[::2, ::2])

    def _unseen(self, area: Area, rests: Mask) -> Mask:
        """The small pixels that came to rest since the last look and belong to no card that was seen."""
        new = rests & ~self.under(area.early)
        return new if area.looked_at is None else new & ~area.looked_at

    def _look_again(self, area: Area, frame: Frame, rests: Mask, changed: Mask) -> None:
        """One look at what rests; of what the looks before it saw, only what it sees again stays.

        changed: the same with all that lies on the cards that were just told: the hand may have hidden some.
        """
        had = {id(k): k.looks for k in area.early}
        box = self._gate.box(rests)
        assert box is not None
        part = self._looker.with_room(box[:2], box[2:])
        marks = [*self._marks.marked(frame.image, part), *area.no_cards]
        seen = self._looker.seen(area.seat, frame.image, part, max(had.values(), default=0), marks)
        seen = [card for card in seen if card.p >= GHOST and not self._places.is_known(area, card)]
        new = [card for card in seen if self.lies(card, changed)]
        self._places.add_look(area.early, new, frame.image)
        missing = [k for k in area.early if k.looks == had.get(id(k))]
        lost = any(k.card.p >= LIKELY or k.looks >= LOOKS for k in missing)
        area.lost = AGAIN if lost else max(area.lost - 1, 0)
        area.early = [k for k in area.early if k.looks > had.get(id(k), 0)]
        if any(id(k) not in had for k in area.early):
            area.reach_mm = area.front_mm = -np.inf
        area.looked_at = rests.copy()
        area.next_early_ms = frame.at_ms + LOOK_GAP_MS

    def lies(self, card: SeenCard, changed: Mask) -> bool:
        """Whether the card is among what came to rest: an index of it, or what shows of it and lies over it.

        Ink may be as dark as the table, and on a white card another one's index changes next to nothing.
        """
        height, width = changed.shape
        for index in card.indices:
            x0, y0, x1, y1 = np.array(index.box) * self._gate.factor
            left, top = min(int(x0), width - 1), min(int(y0), height - 1)
            if changed[max(top, 0) : int(y1) + 1, max(left, 0) : int(x1) + 1].mean() > RESTS:
                return True
        place = self._gate.mask(card.quad_px) if card.quad_px is not None else None
        return place is not None and bool(place.any()) and float(changed[place].mean()) > RESTS

    def _withdrawn(self, area: Area, hand: Mask) -> tuple[float, float]:
        """How far, mm, what else is in the area has drawn back since a card last came to lie; inf: gone.

        By what moves, for over cards a hand shows only where it does, and by what differs, whichever is more;
        and by what differs alone.
        """
        if np.count_nonzero(hand) < LEAST:
            return np.inf, np.inf
        reach, front = self._farthest(area, hand), self._farthest(area, self._gate.stirring)
        area.reach_mm = max(area.reach_mm, reach)
        area.front_mm = max(area.front_mm, front) if front > -np.inf else front
        back = area.reach_mm - reach
        return max(back, area.front_mm - front if front > -np.inf else 0.0), back

    def _farthest(self, area: Area, where: Mask) -> float:
        """How far in the area something at these small pixels reaches, mm; -inf: there is next to none."""
        depth = self._depth[area.seat][where & self._gate.area(area.seat)]
        return float(np.partition(depth, -TIP)[-TIP]) if len(depth) > TIP else -np.inf


def _are_clear(cards: list[Known]) -> bool:
    return bool(cards) and all(k.looks >= (LOOKS if k.card.p >= SURE else MOST_LOOKS) for k in cards)


def _depth(table: Table, zone: Floats, gate: Gate) -> Floats:
    """How far toward the middle of the table each small pixel lies, in px of the full picture."""
    width, height = table.play_area_mm
    inward = table.to_px(np.array([(width / 2, height / 2)]))[0] - zone.mean(axis=0)
    inward = inward / max(float(np.linalg.norm(inward)), 1e-6)
    rows, columns = np.mgrid[0 : gate.shape[0], 0 : gate.shape[1]]
    return np.asarray((columns * inward[0] + rows * inward[1]) / gate.factor, np.float32)
