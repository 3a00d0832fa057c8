"""How one picture of a still scene lies on a later one: a homography, found on the scene's own grain.

A Gauss-Newton fit in the anchor's frame (inverse compositional: Baker and Matthews 2004) over the pixels
with the steepest grey, from coarse to fine, with Tukey's weights, so that cards, hands and people are
outvoted.  Both pictures are band-passed first: neither the light nor its colour counts.  Whether a fit is
right is told by how many small blocks of the anchor correlate with what lies there now.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from vision.opencv import cv2
from vision.values import Floats, Image

WIDTH = 320
"""Columns of the finest picture that is compared."""

BLOCK = 20
"""Side of a block in px of that picture."""

PER_BLOCK = 60
"""So many of a block's pixels are compared, the steepest."""

STEEP = 0.35
"""Grey levels a px from which a pixel says anything."""

CLEAR = 2.0
"""A block counts whose grey differs so much more than the noise."""

LEAST_NOISE = 2.0
"""Grey levels; a compressed video repeats its noise, so that two pictures show too little of it."""

FILLED = 0.4
"""Share of ``PER_BLOCK`` that must be steep for a block to count."""

ALIKE = 0.6
"""Correlation from which a block shows what it showed."""

FOUND = 0.45
"""Share of the blocks in sight that show what they showed from which no other fit is looked for."""

BETTER, BETTER_GREY = 0.7, 1.0
"""A block speaks for a move that leaves so much less of its mean square, and so many grey levels less."""

SHARES = (0.25, 0.5, 1.0)
"""Sizes at which pictures are compared, coarse to fine, as shares of ``WIDTH``."""

STEPS = (10, 8, 12)
PRIOR = np.array([0.3, 0.3, 0.2, 0.05, 0.005, 0.005, 0.01, 0.01])
"""How far a view moves in one fit as a rule (one standard deviation), in half widths of the picture: along
x and y, turned, nearer, sheared twice, tilted twice."""

TOGETHER = 8.0
"""Neighbouring pixels err together: so many of them count as one."""

Matrix = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class _Level:
    """The pixels that are compared at one size.

    share: of the finest size; places: (N, 2) in half widths from the middle; value: (N,) band-passed grey;
    slope: (N, 8) how it changes with the eight ways to move; block: (N,) which block, of ``blocks``.
    """

    share: float
    places: Matrix
    value: Floats
    slope: Floats
    block: npt.NDArray[np.int_]
    blocks: int


@dataclass(frozen=True, slots=True, eq=False)
class Fit:
    """How a view moved (3 x 3, px to px of the full picture); ``agreeing`` of ``sight`` blocks say so."""

    moved: Matrix
    agreeing: int
    sight: int

    @property
    def share(self) -> float:
        return self.agreeing / max(self.sight, 1)


class Bands:
    """A picture made ready for comparison: band-passed grey at all sizes."""

    def __init__(self, image: Image) -> None:
        height, width = image.shape[:2]
        self.full = (width, height)
        small = cv2.resize(image, (WIDTH, round(height * WIDTH / width)), interpolation=cv2.INTER_AREA)
        grey = cv2.cvtColor(small, cv2.COLOR_BGR2GRAY).astype(np.float32)
        half = cv2.resize(grey, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
        quarter = cv2.resize(half, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
        self.levels = [_band(each) for each in (quarter, half, grey)]


def noise_between(one: Bands, other: Bands) -> float:
    """Grey levels (one standard deviation) by which pictures of one scene differ; what moved is outvoted."""
    apart = np.abs(one.levels[-1] - other.levels[-1])
    return 1.48 * float(np.median(apart)) / math.sqrt(2)


class Anchor:
    """A picture that later ones are laid on.

    noise: grey levels, as `noise_between` tells; within: outline (N, 2) in px of the full picture that alone
    counts, or None; without: outlines of what is not to be gone by (cards).
    """

    def __init__(
        self, bands: Bands, noise: float, within: Floats | None = None, without: Sequence[Floats] = ()
    ) -> None:
        self._noise = noise
        self._full = bands.full
        factor = WIDTH / self._full[0]
        rows, columns = bands.levels[-1].shape
        mask = np.full((rows, columns), 1 if within is None else 0, np.uint8)
        if within is not None:
            cv2.fillPoly(mask, [np.round(within * factor).astype(np.int32)], 1)
        for outline in without:
            cv2.fillPoly(mask, [np.round(outline * factor).astype(np.int32)], 0)
        self._middle = np.array([WIDTH / 2, rows / 2])
        self._band = bands.levels[0]
        self._levels = [
            self._level(band, share, mask) for band, share in zip(bands.levels, SHARES, strict=True)
        ]
        to_small = np.array([[factor, 0, factor / 2 - 0.5], [0, factor, factor / 2 - 0.5], [0, 0, 1]])
        to_half = np.array([[1, 0, -self._middle[0]], [0, 1, -self._middle[1]], [0, 0, WIDTH / 2]])
        self._norm = to_half @ to_small

    @property
    def blocks(self) -> int:
        """How many blocks show anything to go by."""
        return self._levels[-1].blocks

    def error(self, places: Floats) -> float:
        """How far in px a fit is likely to be wrong at places (N, 2) of the full picture."""
        level = self._levels[-1]
        if level.blocks == 0:
            return float("inf")
        spread_2 = TOGETHER * max(self._noise, LEAST_NOISE) ** 2
        known = level.slope.T @ level.slope / spread_2 + np.diag(1 / PRIOR**2)
        spread = np.linalg.inv(known.astype(np.float64))
        x, y = cv2.perspectiveTransform(np.asarray(places, np.float64)[None], self._norm)[0].T
        one, zero = np.ones_like(x), np.zeros_like(x)
        ways = np.array(
            [
                [one, zero, -y, x, x, y, x * x, x * y],
                [zero, one, x, y, -y, x, x * y, y * y],
            ]
        )
        variance = np.einsum("dkn,kl,dln->dn", ways, spread, ways).sum(axis=0)
        return float(math.sqrt(variance.max()) * self._full[0] / 2)

    def near(self, bands: Bands, guess: Matrix) -> Fit:
        """How the view moved from the anchor to a picture, if it moved little from the guess."""
        return self._scored(bands, self._fitted(bands, self._inner(guess), from_level=2))

    def far(self, bands: Bands, guess: Matrix) -> Fit:
        """The same if it may have moved anywhere."""
        fits = []
        for begin in (self._inner(guess), self._shifted(bands)):
            fits.append(self._scored(bands, self._fitted(bands, begin, from_level=0)))
            if fits[-1].share >= FOUND:
                break
        return max(fits, key=lambda fit: fit.share)

    def at(self, bands: Bands, moved: Matrix) -> Fit:
        """How much of a picture is as it would be had the view moved just so."""
        return self._scored(bands, self._inner(moved))

    def votes(self, bands: Bands, one: Matrix, other: Matrix) -> tuple[int, int]:
        """How many blocks speak for the one move, and how many for the other; most cannot tell small ones.

        One thing on the table that was pushed has few votes, a view that moved has those of all.
        """
        level = self._levels[-1]
        errors = []
        for moved in (one, other):
            value, sight = self._sampled(level, bands.levels[-1], self._inner(moved))
            apart = (value - level.value) * sight
            count = np.maximum(np.bincount(level.block, sight, minlength=level.blocks), 1)
            mean = np.bincount(level.block, apart, minlength=level.blocks) / count
            errors.append(np.bincount(level.block, apart * apart, minlength=level.blocks) / count - mean**2)
        a, b = errors
        for_one = (a < BETTER * b) & (b - a > BETTER_GREY**2)
        for_other = (b < BETTER * a) & (a - b > BETTER_GREY**2)
        return int(np.count_nonzero(for_one)), int(np.count_nonzero(for_other))

    def _inner(self, moved: Matrix) -> Matrix:
        """A move in px of the full picture, as this class counts."""
        return np.asarray(self._norm @ moved @ np.linalg.inv(self._norm))

    def _level(self, band: Floats, share: float, mask: npt.NDArray[np.uint8]) -> _Level:
        height, width = band.shape
        along, down = (cv2.Sobel(band, cv2.CV_32F, dx, 1 - dx, ksize=3) / 8 for dx in (1, 0))
        steep = np.hypot(along, down)
        steep[:2] = steep[-2:] = 0
        steep[:, :2] = steep[:, -2:] = 0
        steep[cv2.resize(mask, (width, height), interpolation=cv2.INTER_NEAREST) == 0] = 0
        side = round(BLOCK * share)
        most = min(PER_BLOCK, side * side // 3)
        xs: list[npt.NDArray[np.int_]] = []
        ys: list[npt.NDArray[np.int_]] = []
        for top in range(0, height, side):
            for left in range(0, width, side):
                part = steep[top : top + side, left : left + side]
                if float(band[top : top + side, left : left + side].std()) < CLEAR * self._noise * share:
                    continue
                order = np.argsort(-part, axis=None)[:most]
                order = order[part.ravel()[order] > STEEP]
                if len(order) >= FILLED * most:
                    y, x = np.unravel_index(order, part.shape)
                    xs.append(left + x)
                    ys.append(top + y)
        x, y = (np.concatenate(each) if each else np.zeros(0, int) for each in (xs, ys))
        block = np.repeat(np.arange(len(xs)), [len(each) for each in xs])
        places = ((np.stack([x, y], axis=1) + 0.5) / share - 0.5 - self._middle) / (WIDTH / 2)
        to_px = share * WIDTH / 2
        gx, gy = along[y, x] * to_px, down[y, x] * to_px
        px, py = places.T
        inward, shear = px * gx + py * gy, px * gx - py * gy
        slope = np.stack(
            [gx, gy, px * gy - py * gx, inward, shear, py * gx + px * gy, px * inward, py * inward], axis=1
        )
        return _Level(share, places, band[y, x], slope.astype(np.float32), block, len(xs))

    def _sampled(self, level: _Level, band: Floats, moved: Matrix) -> tuple[Floats, npt.NDArray[np.bool_]]:
        """What lies now where the anchor's pixels went, and which of them are still in the picture."""
        places = cv2.perspectiveTransform(level.places[None], moved)[0] * (WIDTH / 2) + self._middle
        px = ((places + 0.5) * level.share - 0.5).astype(np.float32)
        height, width = band.shape
        sight = ((px >= 0) & (px <= (width - 1, height - 1))).all(axis=1)
        value = cv2.remap(band, px[:, 0].copy(), px[:, 1].copy(), cv2.INTER_LINEAR)
        return np.asarray(value.ravel(), np.float32), sight

    def _fitted(self, bands: Bands, moved: Matrix, from_level: int) -> Matrix:
        numbers = range(from_level, len(SHARES))
        for level, band, steps in [(self._levels[n], bands.levels[n], STEPS[n]) for n in numbers]:
            if level.blocks == 0:
                continue
            for _ in range(steps):
                value, sight = self._sampled(level, band, moved)
                if np.count_nonzero(sight) < PER_BLOCK:
                    return moved
                apart = (value - level.value) * sight
                spread = float(np.clip(1.48 * np.median(np.abs(apart[sight])), 1.0, 3.0))
                far = np.minimum(np.abs(apart) / (4 * spread), 1)
                weight = ((1 - far * far) ** 2 * sight / (TOGETHER * spread**2)).astype(np.float32)
                weighted = level.slope * weight[:, None]
                known = weighted.T @ level.slope + np.diag(1 / PRIOR**2)
                step = np.linalg.solve(known, weighted.T @ apart)
                moved = moved @ np.linalg.inv(_move(step))
                moved /= moved[2, 2]
                if np.abs(step).max() < 3e-5:
                    break
        return moved

    def _scored(self, bands: Bands, moved: Matrix) -> Fit:
        """A fit, with the blocks that show now what they showed."""
        level = self._levels[-1]
        value, sight = self._sampled(level, bands.levels[-1], moved)
        held = sight.astype(np.float64)

        def by_block(values: npt.NDArray[np.floating]) -> npt.NDArray[np.float64]:
            return np.asarray(np.bincount(level.block, values * held, minlength=level.blocks), np.float64)

        count = by_block(held)
        least = np.maximum(count, 1)
        then = level.value - (by_block(level.value) / least)[level.block]
        now = value - (by_block(value) / least)[level.block]
        size = np.sqrt(by_block(then * then) * by_block(now * now)) + 1e-6
        there = count >= FILLED * PER_BLOCK / 2
        alike = (by_block(then * now) / size > ALIKE) & there
        back = np.linalg.inv(self._norm) @ moved @ self._norm
        return Fit(back / back[2, 2], int(np.count_nonzero(alike)), int(np.count_nonzero(there)))

    def _shifted(self, bands: Bands) -> Matrix:
        """A guess for a far move: the shift at which the coarse pictures match best (phase correlation)."""
        window = cv2.createHanningWindow(self._band.shape[::-1], cv2.CV_32F)
        # Windowed here: given a window, phaseCorrelate multiplies the pictures themselves by it.
        (dx, dy), _ = cv2.phaseCorrelate(self._band * window, bands.levels[0] * window)
        step = np.array([dx, dy]) / (SHARES[0] * WIDTH / 2)
        return np.array([[1, 0, step[0]], [0, 1, step[1]], [0, 0, 1]])


def _band(grey: npt.NDArray[Any]) -> Floats:
    return np.asarray(cv2.GaussianBlur(grey, (0, 0), 0.8) - cv2.GaussianBlur(grey, (0, 0), 6.0), np.float32)


def _move(step: npt.NDArray[np.floating]) -> Matrix:
    """The homography of a small step along the eight ways of ``PRIOR``."""
    x, y, turn, near, shear, slant, tilt_x, tilt_y = step
    return np.array(
        [[1 + near + shear, slant - turn, x], [slant + turn, 1 + near - shear, y], [-tilt_x, -tilt_y, 1]]
    )
