import numpy as np
import pytest

from engine import FACES
from vision.values import Detections, Frame, Index, SeenCard, ValueShapeError, ZoneReading


def found(count: int, at: float = 0.0) -> Detections:
    boxes = np.full((count, 4), at, np.float32)
    return Detections(boxes, np.full((count, 2, 2), at, np.float32), np.full(count, 0.5, np.float32))


def test_detections_are_merged_moved_and_chosen():
    both = Detections.merge([found(2), found(1, 10.0)])
    assert len(both) == 3
    moved = both.moved(3, 4)
    assert moved.boxes[2].tolist() == [13, 14, 13, 14]
    assert moved.keypoints[0].tolist() == [[3, 4], [3, 4]]
    assert len(both.take(both.boxes[:, 0] > 5)) == 1
    assert len(Detections.merge([])) == len(Detections.empty()) == 0


def test_shapes_are_checked():
    with pytest.raises(ValueShapeError, match=r"Detections\.keypoints: expected 2x2x2 of float32, got 1x2x2"):
        Detections(found(2).boxes, found(1).keypoints, found(2).score)
    with pytest.raises(ValueShapeError, match=r"Frame\.image: expected nxnx3 of uint8, got 4x4 of uint8"):
        Frame(np.zeros((4, 4), np.uint8), 0, 0)
    with pytest.raises(ValueShapeError, match="of float64"):
        Index((0, 0, 1, 1), (0, 0), (0, 1), 0.5, np.zeros(len(FACES)))
    with pytest.raises(ValueShapeError, match="began at 5 ms, after its end 4 ms"):
        ZoneReading("E", (), (), 5, 4, 0)


def test_the_best_face_of_a_card():
    probs = np.zeros(len(FACES), np.float32)
    probs[-1] = 0.75
    card = SeenCard(probs, np.zeros(2, np.float32), 0.0, ())
    assert str(card.best) == "HR"
    assert card.p == 0.75


def test_size_is_width_and_height():
    assert Frame(np.zeros((20, 30, 3), np.uint8), 0, 0).size == (30, 20)
