"""What lies in one seat's area, followed over time: places on the table, not faces, are kept.

Two equal cards are legal, so a card is known by where it lies.  A card seen again at its place is the
same card; a face that turns up elsewhere while its old place shows it no more was moved (squared up,
gathered), not played; a card that something covers is still there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
import numpy.typing as npt

from vision.bare import Matrix, Strange
from vision.gate import Grey, Mask
from vision.opencv import cv2
from vision.patches import PATCH_MM, Spot, looks_the_same, spots
from vision.table import Table
from vision.values import Floats, Frame, Image, SeenCard

SAME_PLACE_MM = 9.0
SAME_CORNER_MM = 5.0
SAME_TURN = 12.0
"""Degrees."""

AGREE = 0.02
"""Chance that two sightings show one face, below which they are two cards."""

MOVED_AGREE = 0.3
"""The same for a card that turned up and one that vanished elsewhere."""

SAME_SHIFT_MM = 10.0
GATHERED = 0.7
"""Share of newly seen cards that must have vanished elsewhere for all of them to have been gathered."""

PUSHED_MM = 30.0
"""How far a card that was squared up may lie from where it was."""

Box = npt.NDArray[np.int_]
"""x0 y0 x1 y1, px."""


@dataclass(slots=True, eq=False)
class Known:
    """A card known to lie at a place: what was last seen of it, and how its indices look in the picture."""

    card: SeenCard
    spots: list[Spot]
    looks: int = 1

    @property
    def corner_px(self) -> tuple[float, float]:
        """Where its first index is."""
        return self.spots[0][0]

    def moved(self, move: Callable[[Floats], Floats]) -> None:
        """The view moved, the card did not; ``move`` takes places (N, 2) px along."""
        self.card = self.card.moved(move)
        places = move(np.array([place for place, _ in self.spots], np.float32))
        self.spots = [
            ((float(x), float(y)), patch) for (x, y), (_, patch) in zip(places, self.spots, strict=True)
        ]

    def same_face(self, other: Known) -> bool:
        return float(self.card.probs @ other.card.probs) > MOVED_AGREE


@dataclass(frozen=True, slots=True, eq=False)
class Held:
    """A reading that is finished but for a hand in the area: what was seen, where, and in which frame."""

    seen: list[Known]
    box: Box
    frame: Frame
    began_ms: int
    moved_ms: int


@dataclass(slots=True, eq=False)
class Area:
    """One seat's area while it is followed.

    known: cards that lie there; trial: what the looks since the last movement saw; early: what the last looks
    saw lie still while a hand was in; in_vain: how many of those in a row saw no card; looked_at: what had
    come to rest then; unseen: how many small pixels had come to rest in the last frame and were not looked
    at; no_cards: outlines of PASS and count cards on which something was read; waits: whether the hand is
    still there; lost: so many looks more have to see one less than one saw; reach_mm, front_mm: how far in
    the hand was, and what moved of it; added: cards that were told while it was going; to_confirm: whether
    they are to be looked at once more; lifted: cards that the last reading found gone, and when; covered:
    cards that are not seen at their places any more, which do not show the table either; held: what lay there
    while a hand kept the reading waiting; told_ms: when the last reading was made; unread: things that look
    like cards and could not be read; fresh_unread: how many cards of them were not reported yet; resting:
    other things that came to rest there (an arm, a cup); read_at: the small picture at the last reading.
    """

    seat: str
    known: list[Known] = field(default_factory=list)
    trial: list[Known] = field(default_factory=list)
    early: list[Known] = field(default_factory=list)
    next_early_ms: int = 0
    in_vain: int = 0
    looked_at: Mask | None = None
    unseen: int = 0
    no_cards: list[Floats] = field(default_factory=list)
    waits: bool = False
    lost: int = 0
    reach_mm: float = -np.inf
    front_mm: float = -np.inf
    added: list[Known] = field(default_factory=list)
    to_confirm: bool = False
    lifted: list[tuple[Known, int]] = field(default_factory=list)
    covered: list[Known] = field(default_factory=list)
    held: Held | None = None
    moving: bool = False
    began_ms: int | None = None
    moved_ms: int = 0
    told_ms: int = 0
    next_look_ms: int = 0
    looks: int = 0
    unread: list[Strange] = field(default_factory=list)
    fresh_unread: int = 0
    resting: list[Strange] = field(default_factory=list)
    read_at: Grey | None = None
    bare: bool = False

    def follow(self, move: Callable[[Floats], Floats], matrix: Matrix) -> None:
        """The view moved by ``matrix`` (3 x 3, px to px), ``move`` takes places (N, 2) px along.

        What lies there goes along; what the looks since the last reading saw is looked at again.
        """
        for known in (*self.known, *self.covered, *(k for k, _ in self.lifted)):
            known.moved(move)
        self.unread = [thing.moved(matrix) for thing in self.unread]
        self.resting = [thing.moved(matrix) for thing in self.resting]
        self.looks, self.trial, self.early, self.added, self.held = 0, [], [], [], None
        self.looked_at, self.waits, self.reach_mm = None, False, -np.inf
        self.no_cards, self.lost, self.to_confirm = [], 0, False


@dataclass(slots=True, eq=False)
class Change:
    """What a reading of an area brought: cards laid, cards gone, and old places of cards that moved.

    back: cards that were found gone before and lie there after all.
    """

    fresh: list[Known] = field(default_factory=list)
    gone: list[Known] = field(default_factory=list)
    moved: list[Known] = field(default_factory=list)
    back: list[Known] = field(default_factory=list)


class Places:
    """Compares what is seen with what is known, over all areas of one table."""

    def __init__(self, table: Table, px_per_mm: float, areas: Sequence[Area]) -> None:
        self._table = table
        self._patch_px = PATCH_MM * px_per_mm
        self._areas = areas

    def follow(self, table: Table) -> None:
        """The table lies elsewhere in the picture now."""
        self._table = table

    def add_look(self, trial: list[Known], seen: Sequence[SeenCard], image: Image) -> None:
        """Join one look at an area to the looks before it."""
        found = self._same(trial, seen)
        for n, card in enumerate(seen):
            same = found.get(n)
            if same is None:
                trial.append(Known(card, spots(card, image, self._patch_px)))
            else:
                same.card = merged(same, card)
                same.looks += 1

    def is_known(self, area: Area, card: SeenCard) -> bool:
        """Whether it is a card that lies in the area since an earlier reading."""
        return any(self.same_place(known.card, card) for known in area.known)

    def were_elsewhere(self, area: Area, cards: Sequence[Known], image: Image) -> bool:
        """Whether one of the cards may have been moved here: its face is no longer seen where it lay."""
        away = [known for _, known in self._vanished(area, image)]
        away += [known for known in area.known if not self.still_there(known, image)]
        return any(
            any(card.same_face(known) for known in away) or self._uncovered(card, area) is not None
            for card in cards
        )

    def compare(self, area: Area, seen: list[Known], box: Box, image: Image, at_ms: int) -> Change:
        """Bring ``area.known`` up to date with what was ``seen`` in ``box``."""
        change = Change()
        left, fresh = list(area.known), []
        found = self._same(left, [known.card for known in seen])
        for n, card in enumerate(seen):
            same = found.get(n)
            if same is None:
                fresh.append(card)
                continue
            left.remove(same)
            same.card, same.spots = merged(same, card.card), card.spots
            same.looks += 1
        hidden: list[Known] = []
        for card in list(fresh):
            source = self._uncovered(card, area)
            if source is not None:
                area.covered.remove(source)
                fresh.remove(card)
                card.card = merged(source, card.card)
                area.known.append(card)
                change.moved.append(source)
        for missing in left:
            if not _inside(missing.corner_px, box):
                continue
            equal = [k for k in area.known if k.same_face(missing)]
            pushed = next((f for f in fresh if f.same_face(missing) and _reached(missing, f, equal)), None)
            if pushed is not None:
                # It was not seen at its place, and its face lies close by: pushed, whatever its place shows.
                fresh.remove(pushed)
                area.known.append(pushed)
                change.moved.append(missing)
            elif _touched(missing, area.resting):
                continue  # an arm lies over it
            elif not self.still_there(missing, image):
                (hidden if _hidden(missing, fresh) else change.gone).append(missing)
        self._sort_out_moved(area, fresh, hidden, change, image)
        away = {id(k) for k in (*change.gone, *change.moved)}
        area.known = [k for k in area.known if id(k) not in away] + fresh
        # What was found gone while this movement lasted may turn up in an area that is read after this one.
        began = at_ms if area.began_ms is None else area.began_ms
        area.lifted = [entry for entry in area.lifted if entry[1] >= began]
        area.lifted += [(k, at_ms) for k in change.gone]
        return change

    def vanished(self, area: Area, held: Held, seen: list[Known]) -> bool:
        """Whether cards that lay there while a hand was in were taken away before it left."""
        new = [k for k in held.seen if not self.is_known(area, k.card)]
        laid = [k for k in new if not any(k.same_face(other) for other in seen)]
        return len(laid) * 2 > len(held.seen)

    def same_place(self, a: SeenCard, b: SeenCard) -> bool:
        """Whether two sightings are one card at one place."""
        if float(a.probs @ b.probs) < AGREE:
            return False
        gaps = self._corners(a)[:, None] - self._corners(b)[None]
        if (np.linalg.norm(gaps, axis=2) < SAME_CORNER_MM).any():
            return True
        turn = abs(a.angle_deg - b.angle_deg) % 180
        apart = float(np.linalg.norm(a.centre_mm - b.centre_mm))
        return apart < SAME_PLACE_MM and min(turn, 180 - turn) < SAME_TURN

    def _uncovered(self, card: Known, area: Area) -> Known | None:
        """The card that lay covered there, or was covered while it was pushed there."""
        for known in area.covered:
            if self.same_place(known.card, card.card) or (known.same_face(card) and _near(known, card)):
                return known
        return None

    def _same(self, there: Sequence[Known], seen: Sequence[SeenCard]) -> dict[int, Known]:
        """Which of the cards that were ``seen`` (by number) is which of those there: the nearest, each once.

        Equal cards lie side by side, nearer to one another than a look may be off.
        """
        near = sorted(
            (self._apart(known.card, card), n, m)
            for n, card in enumerate(seen)
            for m, known in enumerate(there)
            if self.same_place(known.card, card)
        )
        found: dict[int, Known] = {}
        taken: set[int] = set()
        for _, n, m in near:
            if n not in found and m not in taken:
                found[n] = there[m]
                taken.add(m)
        return found

    def _apart(self, a: SeenCard, b: SeenCard) -> float:
        """mm from a corner of one card to the nearest one of the other."""
        gaps = self._corners(a)[:, None] - self._corners(b)[None]
        return float(np.linalg.norm(gaps, axis=2).min())

    def _corners(self, card: SeenCard) -> Floats:
        """Places of the card's indices, (N, 2) mm."""
        return self._table.to_mm(np.array([np.add(i.rank, i.suit) / 2 for i in card.indices], np.float32))

    def _sort_out_moved(
        self, area: Area, fresh: list[Known], hidden: list[Known], change: Change, image: Image
    ) -> None:
        """Tell the newly laid from cards that were only pushed, squared up or gathered."""
        shifts = []
        lifted = [k for k, gone_ms in area.lifted if area.began_ms is not None and area.began_ms <= gone_ms]
        for seen in fresh:
            source = next((k for k in (*change.gone, *lifted) if k.same_face(seen)), None)
            if source is not None:
                if source in lifted:
                    lifted.remove(source)
                    change.back.append(seen)
                else:
                    change.gone.remove(source)
                change.moved.append(source)
                shifts.append(seen.card.centre_mm - source.card.centre_mm)
            else:
                change.fresh.append(seen)
        self._drop_gathered(area, change, image)
        for seen in list(change.fresh):
            # A card that now lies under another moved if it went the way that others of its play went.
            source = next((k for k in hidden if k.same_face(seen) and _along(k, seen, shifts)), None)
            if source is not None:
                hidden.remove(source)
                change.fresh.remove(seen)
                change.moved.append(source)

    def _drop_gathered(self, area: Area, change: Change, image: Image) -> None:
        """Cards that lay in other areas until the movement that brought them here were not laid.

        Who gathers takes whole plays: when only some of the cards could come from elsewhere, none did.
        """
        sources: list[tuple[Area, Known]] = []
        for seen in change.fresh:
            found = next(
                (s for s in self._vanished(area, image) if s not in sources and s[1].same_face(seen)), None
            )
            if found is not None:
                sources.append(found)
        if not sources or len(sources) < GATHERED * len(change.fresh):
            return
        change.fresh.clear()
        for other, known in sources:
            other.known = [k for k in other.known if k is not known]
            other.lifted = [entry for entry in other.lifted if entry[0] is not known]

    def _vanished(self, area: Area, image: Image) -> Iterator[tuple[Area, Known]]:
        """Cards of other areas that are no longer where they lay, since this area's movement began."""
        for other in self._areas:
            if other is area:
                continue
            for known in other.known:
                if not self.still_there(known, image):
                    yield other, known
            for known, gone_ms in other.lifted:
                if area.began_ms is not None and area.began_ms <= gone_ms:
                    yield other, known

    def still_there(self, known: Known, image: Image) -> bool:
        """Whether the place where one of its indices was looks as it did: another may have been covered."""
        return any(looks_the_same(spot, image, self._patch_px) for spot in known.spots)


def merged(known: Known, seen: SeenCard) -> SeenCard:
    """The newer sighting with the readings of all looks at the place averaged (geometric mean)."""
    weight = min(known.looks, 3)
    log = np.log(known.card.probs + 1e-5) * weight + np.log(seen.probs + 1e-5)
    probs = np.exp(log / (weight + 1))
    mass = (float(known.card.probs.sum()) * weight + float(seen.probs.sum())) / (weight + 1)
    return replace(seen, probs=(probs / probs.sum() * mass).astype(np.float32))


def _hidden(known: Known, seen: Sequence[Known]) -> bool:
    """Whether another card now lies over the known card's index."""
    return any(
        k.card.quad_px is not None
        and k.card.best != known.card.best
        and cv2.pointPolygonTest(k.card.quad_px, known.corner_px, measureDist=False) >= 0
        for k in seen
    )


def _touched(known: Known, things: Sequence[Strange]) -> bool:
    quad = known.card.quad_px
    return quad is not None and any(thing.touches(quad) for thing in things)


def _near(old: Known, new: Known) -> bool:
    return float(np.linalg.norm(new.card.centre_mm - old.card.centre_mm)) < PUSHED_MM


def _reached(old: Known, new: Known, equal: Sequence[Known]) -> bool:
    """Whether a card may have been pushed there, or have taken the place of an equal one that was."""
    return _near(old, new) or any(_near(old, k) and _near(k, new) for k in equal if k is not old)


def _along(old: Known, new: Known, shifts: Sequence[Floats]) -> bool:
    shift = new.card.centre_mm - old.card.centre_mm
    return any(float(np.linalg.norm(shift - other)) < SAME_SHIFT_MM for other in shifts)


def _inside(point: tuple[float, float], box: Box) -> bool:
    return bool(box[0] <= point[0] <= box[2] and box[1] <= point[1] <= box[3])
