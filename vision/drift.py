"""Does the camera still stand where it stood?  Looked at about once a second, on a small picture.

A table that was pushed is as wrong as a camera that was: where the table's own grain is enough to go by, it
alone decides, else everything in the picture does, the floor too.  Without any grain (a plain cloth that
fills the picture) nothing can be told, except by the markers at the corners.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum

import numpy as np
import numpy.typing as npt

from vision.markers import CORNER_IDS, CORNER_MM, markers_in
from vision.opencv import cv2
from vision.registration import Anchor, Bands, Fit, noise_between
from vision.table import PLAY_AREA_MM, Table
from vision.values import Floats, Image

EVERY_MS = 1000
UNSURE_EVERY_MS = 400

DRIFT = 2.0 / 1920
"""Share of the picture's width by which a corner of the play square must have moved."""

AT_REST = 0.8 / 1920
"""The same between two looks at a view that has come to rest."""

AS_ONE = 6.0 / 1920
"""Share of the picture's width within which the corner markers move as one stiff square."""

BLIND_MS = 3000
"""Where nothing can be told for so long, the camera is covered, or was turned away."""

GAP_MS = 4000
"""While nothing was read for so long, more than one play may have been laid."""

TABLE_ERROR = 1.0 / 1920
"""The table alone is gone by where that is likely to be as exact as this share of the picture's width."""

USUAL = 0.7
"""Share of the blocks in sight that show what they showed when nothing moved, until it was seen."""

STOOD, SURE = 0.4, 0.7
"""Parts of the usual share from which the view may be the old one, and from which another is believed.
After a move of half a percent of the width a tenth of the blocks still look alike by chance, and wrong fits
have made half of them look so."""

LEAST_VOTES = 10
"""So many blocks must speak for a move, and three times as many as speak against it."""

LEAST_BLOCKS = 12
ANCHOR_MS = 60_000
"""A picture that things are compared with is replaced after so long where much of it is covered now."""

FIRM_MS = 30_000
"""A picture that agreed for so long shows what stays."""

OPEN = 0.7
"""Share of its blocks in sight from which it is kept, ten times as long at most."""

Matrix = npt.NDArray[np.float64]


class View(Enum):
    """How the camera stands: as it stood; moved, and not yet found again; nothing can be told."""

    STEADY = "steady"
    MOVED = "moved"
    BLIND = "blind"


class CameraWatch:
    """Follows how one camera sees one table, given the picture in which the table was placed.

    view: what to tell people; sure: whether what is read may be believed, which ends at the first sign that
    the view is another; moves: how often the table was placed anew.
    """

    def __init__(self, image: Image, at_ms: int, table: Table) -> None:
        self.moves = 0
        corners = _corner_markers(image)
        self._corners = corners if len(corners) == len(CORNER_IDS) else {}
        self._gap: tuple[int, int] | None = None
        self._bands = Bands(image)
        self._noise: float | None = None
        self._anchor: Anchor | None = None
        self._table_anchor: Anchor | None = None
        self._by_table: bool | None = None
        self._stand(image.shape[1], at_ms, table)

    def placed(self, image: Image, at_ms: int, table: Table, cards: Sequence[Floats] = ()) -> None:
        """The table lies so in this picture; ``cards``: outlines in px of what will not stay."""
        self._stand(image.shape[1], at_ms, table)
        self._anchor_to(Bands(image), at_ms, cards)

    def _stand(self, width: int, at_ms: int, table: Table) -> None:
        self.view, self.sure = View.STEADY, True
        self._width = width
        self._square = np.asarray(table.points_px, np.float32)
        self._before = np.eye(3)
        self._last: Matrix | None = None
        self._in_sight, self._usual = 1.0, USUAL
        self._looked_ms = self._told_ms = self._steady_ms = at_ms

    def due(self, at_ms: int, moved_ms: int) -> bool:
        """Whether to look: in turn, or because something moved at ``moved_ms``, after the last look."""
        every = EVERY_MS if self.sure else UNSURE_EVERY_MS
        if self._anchor is None:
            return True
        return at_ms - self._looked_ms >= every or moved_ms >= self._looked_ms

    def look(self, image: Image, at_ms: int, cards: Sequence[Floats] | None) -> Matrix | None:
        """Compare a picture.  cards: outlines in px of what will not stay; None while that is not known.

        Returns how the view moved (3 x 3, px to px) once it has come to rest elsewhere and is known for
        sure; the caller then moves what it knows in px, and calls `placed`.
        """
        self._looked_ms = at_ms
        before, bands = self._bands, Bands(image)
        self._bands = bands
        if self._noise is None:
            self._noise = noise_between(before, bands)
        if self._anchor is None or (self._anchor.blocks < LEAST_BLOCKS and not self._corners):
            if not self.sure:
                self._tell_nothing(at_ms)
            elif cards is not None:
                self._anchor_to(bands, at_ms, cards)
            return None
        moved = self._moved(self._anchor, bands, image)
        if moved is None:
            self._tell_nothing(at_ms)
            return None
        self._told_ms = at_ms
        if self._apart(moved, np.eye(3)) < DRIFT * self._width:
            self._keep_on(at_ms)
            self._renew(bands, at_ms, moved, cards)
            return None
        self.sure = False
        last, self._last = self._last, moved
        if last is not None:
            self.view = View.MOVED
            if self._apart(moved, last) < AT_REST * self._width:
                moved = self._exactly(image, moved)
                self._keep_on(at_ms)
                self.moves += 1
                self._corners = {number: _along(corner, moved) for number, corner in self._corners.items()}
                return moved
        return None

    def away(self, since_ms: int, at_ms: int, *, reshaped: bool) -> None:
        """Nothing was seen from ``since_ms`` until now; the next picture is compared at once.

        reshaped: the picture has other proportions now, so nothing is believed before the table is found.
        """
        self._steady_ms = min(self._steady_ms, since_ms)
        if at_ms - since_ms >= GAP_MS:
            self._gap = (since_ms, at_ms)
        self._looked_ms = at_ms - EVERY_MS
        self._last = None
        if reshaped:
            self.sure, self._told_ms = False, at_ms

    def in_gap(self, began_ms: int, ended_ms: int) -> bool:
        """Whether a movement met a time in which nothing was read for long."""
        return self._gap is not None and began_ms <= self._gap[1] and ended_ms >= self._gap[0]

    def _tell_nothing(self, at_ms: int) -> None:
        self._last = None
        if self.sure and self._told_ms - self._anchor_ms < FIRM_MS:
            self._anchor = None  # what it showed did not stay
            return
        self.sure = False
        if at_ms - self._told_ms >= BLIND_MS:
            self.view = View.BLIND

    def _keep_on(self, at_ms: int) -> None:
        """Reading may go on from here."""
        if at_ms - self._steady_ms >= GAP_MS:
            self._gap = (self._steady_ms, at_ms)
        self.view, self.sure, self._last, self._steady_ms = View.STEADY, True, None, at_ms

    def _moved(self, anchor: Anchor, bands: Bands, image: Image) -> Matrix | None:
        """How the view moved since the table was placed; None where that cannot be told."""
        for each in (self._table_anchor, anchor):
            fit = None if each is None else self._fit(each, bands)
            if fit is not None:
                self._in_sight = fit.share
                if self._apart(fit.moved @ self._before, np.eye(3)) < DRIFT * self._width:
                    self._usual += (fit.share - self._usual) / 8
                return np.asarray(fit.moved @ self._before)
        return self._by_markers(image, self._last if self._last is not None else np.eye(3))

    def _fit(self, anchor: Anchor, bands: Bands) -> Fit | None:
        """How the view moved since the anchor, where the picture says so clearly."""
        back = np.asarray(np.linalg.inv(self._before), np.float64)
        stood = anchor.at(bands, back)  # as when the table was placed
        near = anchor.near(bands, back if self._last is None else np.asarray(self._last @ back))
        for fit in (near, None):
            if fit is None:
                if stood.share >= STOOD * self._usual:
                    return stood
                fit = anchor.far(bands, back)
            if self._apart(fit.moved @ self._before, np.eye(3)) < DRIFT * self._width:
                if stood.share >= STOOD * self._usual:
                    return fit
            elif fit.share >= SURE * self._usual and fit.agreeing >= LEAST_BLOCKS:
                moved, not_moved = anchor.votes(bands, fit.moved, back)
                if moved >= max(LEAST_VOTES, 3 * not_moved):
                    return fit
        return None

    def _by_markers(self, image: Image, guess: Matrix) -> Matrix | None:
        """The same by the corner markers: two in their place say that nothing moved, all four how it did."""
        if not self._corners:
            return None
        reach = 1.5 * float(np.ptp(self._square, axis=0).max()) * CORNER_MM / min(PLAY_AREA_MM)
        found: dict[int, Floats] = {}
        for corner in self._corners.values():
            found |= _corner_markers(image, _along(corner, guess), reach)
        if len(found) < len(CORNER_IDS) and not self.sure:
            found = _corner_markers(image)
        off = [float(np.linalg.norm(centre - self._corners[number])) for number, centre in found.items()]
        if len(off) >= 2 and max(off) < DRIFT * self._width:
            return np.eye(3)
        if len(found) < len(CORNER_IDS):
            return None
        then, now = (np.array([each[n] for n in CORNER_IDS], np.float32) for each in (self._corners, found))
        return np.asarray(cv2.getPerspectiveTransform(then, now), np.float64)

    def _exactly(self, image: Image, moved: Matrix) -> Matrix:
        """The move by the corner markers where they are seen and moved as one; else as it was found.

        A marker's own cells look alike, so that a fit may be a cell off where there is little else.
        """
        found = _corner_markers(image) if self._corners else {}
        if len(found) < len(CORNER_IDS):
            return moved
        then, now = (np.array([each[n] for n in CORNER_IDS], np.float32) for each in (self._corners, found))
        # Shifted, turned and scaled, in complex numbers: the least square fit, and what it leaves.
        was, are = ((each - each.mean(axis=0)) @ (1, 1j) for each in (then, now))
        off = np.abs(are - np.vdot(was, are) / np.vdot(was, was) * was).max()
        if float(off) > AS_ONE * self._width:
            return moved
        return np.asarray(cv2.getPerspectiveTransform(then, now), np.float64)

    def _renew(self, bands: Bands, at_ms: int, moved: Matrix, cards: Sequence[Floats] | None) -> None:
        """Compare with a newer picture from now on, where the old one has aged."""
        age = at_ms - self._anchor_ms
        if cards is not None and (age >= 10 * ANCHOR_MS or (age >= ANCHOR_MS and self._in_sight < OPEN)):
            self._before = moved
            self._anchor_to(bands, at_ms, cards)

    def _anchor_to(self, bands: Bands, at_ms: int, cards: Sequence[Floats]) -> None:
        self._anchor_ms = at_ms
        noise = self._noise or 0.0
        self._anchor = Anchor(bands, noise, without=cards)
        middle = self._square.mean(axis=0)
        table = Anchor(bands, noise, within=middle + 1.15 * (self._square - middle), without=cards)
        if self._by_table is None:  # once: later there are cards on it that may not be known yet
            exact = table.error(self._square) < TABLE_ERROR * self._width
            self._by_table = table.blocks >= LEAST_BLOCKS and exact
        self._table_anchor = table if self._by_table else None

    def _apart(self, one: Matrix, other: Matrix) -> float:
        """How far in px a corner of the play square at most lies apart under two moves."""
        square = self._square[None].astype(np.float64)
        gaps = cv2.perspectiveTransform(square, one) - cv2.perspectiveTransform(square, other)
        return float(np.linalg.norm(gaps[0], axis=1).max())


def _corner_markers(image: Image, around: Floats | None = None, reach: float = 0) -> dict[int, Floats]:
    """Centres in px by id of the corner markers in a picture, or within ``reach`` of a place in it."""
    left = top = 0
    if around is not None:
        left, top = (max(0, int(value - reach)) for value in around)
        image = image[top : int(around[1] + reach), left : int(around[0] + reach)]
        if min(image.shape[:2]) < 8:
            return {}
    grey = np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8)
    shift = np.array([left, top], np.float32)
    markers = markers_in(grey, subpixel=True)
    return {marker.number: marker.centre + shift for marker in markers if marker.number in CORNER_IDS}


def _along(place: Floats, moved: Matrix) -> Floats:
    """Where a place in px, (2,), went."""
    return cv2.perspectiveTransform(place.reshape(1, 1, 2), moved).reshape(2).astype(np.float32)
