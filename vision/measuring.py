"""The card profile of the deck on the table, measured from the cards that lie there.

A card that shows two corners or more tells how far they stand apart, and so where every card's indices stand.
Each face counts once, however often it is seen: a pair of equal cards that looks like one would else be
believed in the end.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from vision.corners import offers, said
from vision.groups import LEAST, Group, grouped
from vision.placed import Placed, one_word
from vision.profile import MEASURED_SD, CardProfile, IndexPlace
from vision.values import Index

CLEAN = 0.9
"""Only indices that are read as surely are measured."""

ENOUGH, PLENTY = 3, 12
"""Faces from which a place is taken as known, and from which it is measured no more."""

SIGHTINGS = 5
"""Of each face so many are kept."""

ODD_MM, ODD_TURN = 4.0, np.deg2rad(9.0)
"""From the median distance and slope, from which a face is left out: two equal cards taken for one."""

JOKER_SD = 3.0
"""mm; a joker's place is measured from one or two faces, and of its letters often a part is seen."""

FOUR, TWO = 2, 4
"""Faces that must have been seen with more than two corners, or with two alone, to change what was said."""

Vector = npt.NDArray[np.float64]


class ProfileLearner:
    """Learns what the profile it starts from leaves open; ``profile`` is the best known so far."""

    def __init__(self, profile: CardProfile) -> None:
        self.profile = profile
        self._start = profile
        self._places: dict[bool, dict[int, deque[Vector]]] = {False: {}, True: {}}
        self._corners: defaultdict[int, set[int]] = defaultdict(set)
        self._rectangle = False

    @property
    def done(self) -> bool:
        """Whether there is nothing more to learn."""
        plain = self._start.plain is not None or len(self._places[False]) >= PLENTY
        return plain and self.profile.joker is not None

    def see(self, indices: Sequence[Index], points: npt.ArrayLike) -> None:
        """Learn from one look at some cards; ``points`` as in `vision.assembly.assemble`, mm."""
        if self.done:
            return
        clean = [n for n, index in enumerate(indices) if index.p >= CLEAN]
        pairs = np.asarray(points, np.float64).reshape(-1, 2, 2)[clean]
        placed, _ = one_word(Placed.of([indices[n] for n in clean], pairs))
        faces = placed.probs.argmax(axis=1) if len(placed) else np.zeros(0, int)
        four = replace(self.profile, corners=4)
        for group in grouped(said(placed.probs), 4, list(offers(placed, four, LEAST))):
            which = list(group.members)
            face = int(faces[which[0]])
            # With an equal card beside it, it is not sure which corner is whose.
            if len(which) > 1 and (faces == face).sum() == (faces[which] == face).sum() == len(which):
                self._take(face, group, placed)
        self._update()

    def _take(self, face: int, group: Group, placed: Placed) -> None:
        which = list(group.members)
        joker = bool(placed.joker[which[0]])
        apart = _apart(which, placed)
        if apart is None:
            return
        if not joker:
            if len(which) == 4:
                self._rectangle = True
            if len(which) > 2 or apart[0] < 0:
                self._corners[4].add(face)
            else:
                self._corners[2].add(face)
            apart[0] = abs(apart[0])
        elif len(which) > 2:
            return
        seen = self._places[joker].setdefault(face, deque(maxlen=SIGHTINGS))
        seen.append(np.append(apart, placed.length[which].mean()))

    def _update(self) -> None:
        four, two = len(self._corners[4]), len(self._corners[2])
        corners = self._start.corners
        # Four corners of one rectangle cannot be those of two cards that show two each.
        if (four >= FOUR or self._rectangle) and four > two:
            corners = 4
        elif two >= TWO and not four:
            corners = 2
        width, height = self._start.size
        plain, joker = self._start.plain, self._start.joker
        found = _median(self._places[False], ENOUGH)
        if plain is None and found is not None:
            plain = _place((width - found[0]) / 2, (height - found[1]) / 2, found[2], found[3], across=False)
        found = _median(self._places[True], 1)
        if joker is None and found is not None and found[0] > 0:
            joker = _place((width - found[0]) / 2, (height - found[1]) / 2, found[2], found[3], across=False)
        elif joker is None and found is not None:
            joker = _place((width - found[1]) / 2, (height + found[0]) / 2, found[2], found[3], across=True)
        self.profile = replace(self._start, corners=corners, plain=plain, joker=joker)


def _apart(which: Sequence[int], placed: Placed) -> Vector | None:
    """From one corner to the opposite one, in the axes of their mean direction (right, down), mm.

    Where three or more show, the line between two of one side tells more than any direction.
    """
    found = []
    for n, i in enumerate(which):
        for j in which[n + 1 :]:
            if float(placed.down[i] @ placed.down[j]) > 0:
                continue
            down = placed.down[i] - placed.down[j]
            down = down / np.linalg.norm(down)
            delta = placed.middle[j] - placed.middle[i]
            found.append((float(delta[0] * down[1] - delta[1] * down[0]), float(delta @ down)))
    across = [pair for pair in found if abs(pair[0]) > 0.3 * abs(pair[1])]
    if not across:
        return None
    if len(which) == 2:
        return np.array(across[0])
    sides = [
        np.hypot(*(placed.middle[i] - placed.middle[j])) for n, i in enumerate(which) for j in which[n + 1 :]
    ]
    # The sides of a rectangle: of three corners two sides and a diagonal, of four each twice.
    sides = sorted(float(side) for side in sides)
    half = len(which) // 2 if len(which) == 4 else 1
    return np.array([np.mean(sides[:half]), np.mean(sides[half : 2 * half])])


def _median(by_face: dict[int, deque[Vector]], enough: int) -> Vector | None:
    """Right, down, length, and how far off they may be, mm; None while too few faces agree."""
    if len(by_face) < enough:
        return None
    rows = np.array([np.median(np.array(seen), axis=0) for seen in by_face.values()])
    far, slope = np.hypot(rows[:, 0], rows[:, 1]), np.arctan2(rows[:, 0], rows[:, 1])
    near = (np.abs(far - np.median(far)) < ODD_MM) & (np.abs(slope - np.median(slope)) < ODD_TURN)
    if near.sum() < max(enough, 0.6 * len(rows)):
        return None
    # Distances are measured well, slopes are not: each by its own median.
    distance, turn = float(np.median(far[near])), float(np.median(slope[near]))
    sd = JOKER_SD if enough == 1 else max(MEASURED_SD, 2.5 / np.sqrt(near.sum()))
    return np.array([distance * np.sin(turn), distance * np.cos(turn), np.median(rows[near, 2]), sd])


def _place(x: float, y: float, length: float, sd: float, *, across: bool) -> IndexPlace | None:
    """An index whose middle is ``x``, ``y`` from the corner; None where no card has it there."""
    half = (length / 2, 0.0) if across else (0.0, length / 2)
    rank, suit = (x - half[0], y - half[1]), (x + half[0], y + half[1])
    return IndexPlace(rank, suit, sd) if min(rank) > 0.3 else None
