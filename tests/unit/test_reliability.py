"""Bands of probability: each reading lies in one, the sure ones in the last."""

import itertools

import numpy as np

from datasets.reliability import BANDS, banded


def test_bands_hold_every_reading_from_the_lowest_bound_on():
    p = np.array([0.1, 0.3, 0.69, 0.95, 0.99, 1.0])
    right = np.array([True, False, True, True, True, False])
    found = banded((p, right))
    assert [(low, high) for low, high, _, _ in found] == list(itertools.pairwise(BANDS))
    assert [(count, good) for _, _, count, good in found] == [(1, 0), (1, 1), (0, 0), (1, 1), (0, 0), (2, 1)]
