"""The plane of the cards in a photograph that nobody measured: from how large indices look here and there.

All indices of a deck are of one size, so those that look smaller lie further away.  Two numbers tell how the
table leans away from a camera whose field of view is that of most; a third, the scale, is left open here.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Vector = npt.NDArray[np.float64]

FOCAL = 0.9
"""Focal length of most phones and webcams, by the longer side of the picture."""

LENGTH_SD = 0.1
LEAN_SD = 0.35
"""Tangent of the angle by which tables usually lean away from the camera."""

LEAST = 6
"""Indices it takes to tell anything."""

STEPS = 8


@dataclass(frozen=True, slots=True, eq=False)
class Plane:
    """Pixels of a picture to places on the table and back, lengths in px of the picture's middle.

    lean: (2,), by how much the table rises towards the camera along x and y, as a tangent.
    """

    middle: Vector
    focal: float
    lean: Vector

    @classmethod
    def of(cls, points: npt.ArrayLike, size: tuple[int, int]) -> Plane:
        """The plane on which indices (N, 2, 2) px, rank and suit centre, come out equally long.

        size: width and height of the picture.
        """
        pairs = np.asarray(points, np.float64).reshape(-1, 2, 2)
        plane = cls(np.array(size) / 2, FOCAL * max(size), np.zeros(2))
        if len(pairs) < LEAST:
            return plane
        lean = np.zeros(2)
        for _ in range(STEPS):
            off = plane.leaning(lean)._off(pairs)
            slope = (
                np.stack([plane.leaning(lean + step)._off(pairs) - off for step in 1e-3 * np.eye(2)], 1)
                / 1e-3
            )
            weight = 1 / (LENGTH_SD * np.maximum(LENGTH_SD, np.abs(off) / 1.5))
            normal = (slope * weight[:, None]).T @ slope + np.eye(2) / LEAN_SD**2
            step = np.linalg.solve(normal, -(slope * weight[:, None]).T @ off - lean / LEAN_SD**2)
            lean = np.clip(lean + np.clip(step, -0.3, 0.3), -0.8, 0.8)
        return plane.leaning(lean)

    def leaning(self, lean: Vector) -> Plane:
        """The same camera over another table."""
        return Plane(self.middle, self.focal, lean)

    def _off(self, pairs: Vector) -> Vector:
        """By how much each index is longer than most, as a logarithm."""
        flat = self.flat(pairs)
        length = np.log(np.maximum(np.linalg.norm(flat[:, 1] - flat[:, 0], axis=1), 1e-6))
        return np.asarray(length - np.median(length))

    @property
    def _turn(self) -> Vector:
        """Rotation, 3 x 3, that looks at the table from straight above."""
        normal = np.array([self.lean[0], self.lean[1], 1.0])
        z = normal / np.linalg.norm(normal)
        axis = np.array([z[1], -z[0], 0.0])
        sine, cosine = float(np.linalg.norm(axis)), float(z[2])
        if sine < 1e-9:
            return np.eye(3)
        k = axis / sine
        cross = np.array([[0, -k[2], k[1]], [k[2], 0, -k[0]], [-k[1], k[0], 0]])
        return np.asarray(np.eye(3) + sine * cross + (1 - cosine) * cross @ cross)

    def flat(self, points: npt.ArrayLike) -> Vector:
        """Places on the table for pixels, (..., 2)."""
        px = np.asarray(points, np.float64)
        ray = np.concatenate([(px - self.middle) / self.focal, np.ones((*px.shape[:-1], 1))], axis=-1)
        seen = ray @ self._turn.T
        return np.asarray(seen[..., :2] / seen[..., 2:] * self.focal)

    def pixels(self, places: npt.ArrayLike) -> Vector:
        """Pixels for places on the table, (..., 2)."""
        flat = np.asarray(places, np.float64)
        seen = np.concatenate([flat / self.focal, np.ones((*flat.shape[:-1], 1))], axis=-1)
        ray = seen @ self._turn
        return np.asarray(ray[..., :2] / ray[..., 2:] * self.focal + self.middle)
