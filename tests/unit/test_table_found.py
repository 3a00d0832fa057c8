"""The table where no file tells of it: by its markers, or the whole picture."""

import numpy as np

from app.table_found import FOUND, find_table
from tests.unit.test_calibrate import marked_table


def test_markers_place_the_table() -> None:
    table, found = find_table(marked_table())
    assert found == "markers"
    assert "markers" in FOUND[found]
    assert table.points_px is not None
    assert table.points_px.min() > 0


def test_without_markers_it_is_the_whole_picture() -> None:
    table, found = find_table(np.zeros((90, 160, 3), np.uint8))
    assert found == "whole"
    assert "whole picture" in FOUND[found]
    assert table.size == (160, 90)
