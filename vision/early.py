"""Cards that lie still are told as soon as the hand that laid them goes away or keeps quite still.

What is laid before the hand goes away is one play.  Only what needs no second thought is told so: cards
that were added, every one of them clear.  Cards that were moved, taken up or hidden wait until all is still.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import numpy as np

from vision.gate import CHANGED, Gate, Glance, Grey, Mask
from vision.look import Looker
from vision.markers import LyingMarks, outside
from vision.opencv import cv2
from vision.paper import GHOST, Paper
from vision.settle import Area, Box, Known, Places
from vision.table import Table
from vision.values import Floats, Frame, SeenCard

SHOWS = 0.12
"""Share of a card that must have come to rest to be worth a look."""

INDEX_ROOM_MM = 25.0
"""Room round the indices of cards that are looked at once more."""

LOOK_GAP_MS = 40
PATIENCE, SELDOM = 4, 4
"""After so many looks at nothing they come more seldom, up to so many gaps apart: a shadow goes by."""

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

HAND = 0.3
"""Share of a card that a hand over cards fills at least."""

FRONT_MM = 30.0
"""The same by what stirs alone: where the fingers hold still, the arm behind them stirs."""

STIRS = 5
"""Small pixels of a hand, and right round it, that move where it does not lie quite still."""

AWAY_MM = 40.0
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

        ``area.waits`` says whether that is a hand over cards that were seen or just told.
        """
        area.waits, small = False, glance.small
        if area.read_at is None:
            return []
        told = self.under(area.added)  # where the hand was when these were told, the picture has changed too
        stays = bool(area.added) and area.moved_ms < area.told_ms
        area.waits = stays and self._is_hand_over(area, small, told)
        changed = self._gate.came_to_rest(small, area.read_at, area.seat)
        rests = changed & ~told
        if np.count_nonzero(rests) < self._least:
            area.early, area.looked_at, area.lost = [], None, 0
            return []
        if area.looked_at is not None:
            area.looked_at &= rests  # what moves afterwards is another thing when it rests again
        self._let_go(area, frame)
        if self._is_worth_a_look(area, frame, rests, glance):
            self._look_again(area, frame, rests, changed | told, glance)
            if self._agrees_at_once(area):  # the next frame would show the same; another scale may not
                self._look_again(area, frame, rests, changed | told, glance)
        if not area.early or self._places.were_elsewhere(area, area.early, frame.image):
            return []
        cards = told | self.under(area.early)
        hand = self._gate.differs(small, area.read_at, area.seat) & ~cards
        back, away = self._withdrawn(area, hand, cards)
        area.waits = away < WITHDRAWN_MM and back < FRONT_MM
        if (area.waits and not self._stays(area, hand, cards)) or area.lost or not _are_clear(area.early):
            return []
        if area.waits and self._marks.marked(frame.image, self._part([], rests)):
            return []  # no hand stays there but a PASS or count card, which is told with the cards
        other = self._unseen(area, rests) | self._coming(area, hand, cards)
        if away < AWAY_MM and np.count_nonzero(self._like_cards(other, glance)) >= CHANGED:
            return []
        if self._paper.misses(area.seat, [k.card for k in (*area.early, *area.known)], frame.image):
            return []
        seen = [k.card for k in area.early]
        if not all(self._paper.is_card(card, frame.image, seen) for card in seen):
            return []
        return [] if self._print_on_marks(area, frame) else area.early

    def _let_go(self, area: Area, frame: Frame) -> None:
        """Cards that are clear are not looked at again; those that moved or are hidden now are forgotten."""
        left = [k for k in area.early if not _is_clear(k) or self._places.still_there(k, frame.image)]
        if len(left) < len(area.early):
            area.early, area.looked_at = left, None

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

    def _coming(self, area: Area, hand: Mask, cards: Mask) -> Mask:
        """The small pixels at which there is something that moves where nothing was a moment ago.

        A hand that goes away goes the way it came.
        """
        assert area.read_at is not None
        was = self._gate.differs(self._gate.earlier, area.read_at, area.seat) & ~cards
        round_it = cv2.dilate(was.astype(np.uint8), np.ones((3, 3), np.uint8)) > 0
        return hand & self._gate.moving & ~round_it

    def _stays(self, area: Area, hand: Mask, cards: Mask) -> bool:
        """Whether the hand at the cards lies quite still and hides nothing that matters: all was read surely.

        Then it has laid all it holds, though it has not gone yet; what moves elsewhere is another's.
        """
        if any(k.card.p < SURE for k in area.early):
            return False
        round_it = cv2.dilate((hand | cards).astype(np.uint8), np.ones((3, 3), np.uint8))
        _, labels = cv2.connectedComponents(round_it)
        its = np.isin(labels, np.unique(labels[cards]))
        moves = np.count_nonzero(self._gate.moving & its)
        return bool(np.count_nonzero(hand & its) >= LEAST and moves < STIRS)

    def _is_hand_over(self, area: Area, small: Grey, told: Mask) -> bool:
        """Whether the hand that laid what was told is still there: it may hide a card."""
        assert area.read_at is not None
        hand = self._gate.differs(small, area.read_at, area.seat) & ~told
        return bool(np.count_nonzero(hand) >= self._least * HAND / SHOWS)

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
        if not all(map(_is_clear, area.early)):
            return True
        if area.lost:
            return True
        new, least = self._unseen(area, rests), CHANGED if area.early else self._least
        before, area.unseen = area.unseen, int(np.count_nonzero(new))
        if not least <= area.unseen <= before + CHANGED:  # nothing, or more is just coming to rest
            return False
        return bool(np.count_nonzero(self._like_cards(new, glance)) >= least)

    def _agrees_at_once(self, area: Area) -> bool:
        """Whether what was seen is sure, so that one look more is enough, and nothing stirs on it."""
        wanted = [k for k in area.early if not _is_clear(k)]
        if not wanted or area.lost or any(k.card.p < SURE for k in wanted):
            return False
        return bool(np.count_nonzero(self.under(wanted) & self._gate.stirring) < CHANGED)

    def _like_cards(self, where: Mask, glance: Glance) -> Mask:
        """Those of the small pixels that are like paper."""
        return where & self._paper.may_be(glance.colour[::2, ::2])

    def _unseen(self, area: Area, rests: Mask) -> Mask:
        """The small pixels that came to rest since the last look and belong to no card that was seen."""
        new = rests & ~self.under(area.early)
        return new if area.looked_at is None else new & ~area.looked_at

    def _look_again(self, area: Area, frame: Frame, rests: Mask, changed: Mask, glance: Glance) -> None:
        """One look at what rests; of what the looks before it saw, only what it sees again stays.

        changed: the same with all that lies on the cards that were just told: the hand may have hidden some.
        Where nothing else has come to rest, only the cards that are not clear yet are looked at.
        """
        unseen = self._unseen(area, rests) if area.early and not area.lost else rests
        paper = self._like_cards(unseen, glance)
        where: Mask | None = paper
        if np.count_nonzero(paper) < CHANGED:
            where = None if area.early and not area.lost else rests
        had = {id(k): k.looks for k in area.early if where is not None or not _is_clear(k)}
        had = had or {id(k): k.looks for k in area.early}
        part = self._part([k for k in area.early if id(k) in had], where)
        marks = [*self._marks.marked(frame.image, part), *area.no_cards]
        # What is new is a large part to look at, and nobody has looked at it yet.
        number = max(had.values(), default=0) if where is None or area.lost else 0
        seen = self._looker.seen(area.seat, frame.image, part, number, marks)
        seen = [card for card in seen if card.p >= GHOST and not self._places.is_known(area, card)]
        new = [card for card in seen if self.lies(card, changed)]
        before = list(area.early)
        self._places.add_look(area.early, new, frame.image)
        missing = [k for k in area.early if k.looks == had.get(id(k))]
        lost = any(k.card.p >= LIKELY or k.looks >= LOOKS for k in missing)
        area.lost = AGAIN if lost else max(area.lost - 1, 0)
        area.early = [k for k in area.early if k not in missing]
        if any(k not in before for k in area.early):
            area.reach_mm = area.front_mm = -np.inf
        if where is not None:
            area.looked_at = rests.copy()
        area.in_vain = 0 if area.early else area.in_vain + 1
        area.next_early_ms = frame.at_ms + LOOK_GAP_MS * (1 + min(max(area.in_vain - PATIENCE, 0), SELDOM))

    def _part(self, cards: list[Known], new: Mask | None) -> Box:
        """The part of the picture with what is new and the indices that were seen of cards."""
        parts = [self._gate.box(new)] if new is not None else []
        boxes = [self._looker.with_room(box[:2], box[2:]) for box in parts if box is not None]
        if cards:
            seen = np.array([index.box for k in cards for index in k.card.indices])
            low, high = seen[:, :2].min(axis=0), seen[:, 2:].max(axis=0)
            boxes.append(self._looker.with_room(low, high, INDEX_ROOM_MM))
        every = np.array(boxes)
        return np.concatenate([every[:, :2].min(axis=0), every[:, 2:].max(axis=0)])

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

    def _withdrawn(self, area: Area, hand: Mask, cards: Mask) -> tuple[float, float]:
        """How far, mm, what else is in the area has drawn back since the last card came to rest; inf: gone.

        By what moves, for over cards a hand shows only where it does, and by what differs, whichever is more;
        and by what differs alone.  cards: small pixels under what was seen.
        """
        if np.count_nonzero(hand) < LEAST:
            return np.inf, np.inf
        assert area.read_at is not None
        if area.reach_mm == -np.inf:  # the card has only now been seen, and rested before
            for then, stirring in self._gate.lately[:-1]:
                differs = self._gate.differs(then, area.read_at, area.seat)
                self._follow(area, self._farthest(area, differs & ~cards), self._farthest(area, stirring))
        reach, front = self._farthest(area, hand), self._farthest(area, self._gate.stirring)
        self._follow(area, reach, front)
        back = area.reach_mm - reach
        return max(back, area.front_mm - front if front > -np.inf else 0.0), back

    @staticmethod
    def _follow(area: Area, reach: float, front: float) -> None:
        area.reach_mm = max(area.reach_mm, reach)
        area.front_mm = max(area.front_mm, front) if front > -np.inf else front

    def _farthest(self, area: Area, where: Mask) -> float:
        """How far in the area something at these small pixels reaches, mm; -inf: there is next to none."""
        depth = self._depth[area.seat][where & self._gate.area(area.seat)]
        return float(np.partition(depth, -TIP)[-TIP]) if len(depth) > TIP else -np.inf


def _is_clear(known: Known) -> bool:
    return known.looks >= (LOOKS if known.card.p >= SURE else MOST_LOOKS)


def _are_clear(cards: list[Known]) -> bool:
    return bool(cards) and all(map(_is_clear, cards))


def _depth(table: Table, zone: Floats, gate: Gate) -> Floats:
    """How far toward the middle of the table each small pixel lies, in px of the full picture."""
    width, height = table.play_area_mm
    inward = table.to_px(np.array([(width / 2, height / 2)]))[0] - zone.mean(axis=0)
    inward = inward / max(float(np.linalg.norm(inward)), 1e-6)
    rows, columns = np.mgrid[0 : gate.shape[0], 0 : gate.shape[1]]
    return np.asarray((columns * inward[0] + rows * inward[1]) / gate.factor, np.float32)
