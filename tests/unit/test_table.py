import numpy as np
import pytest

from vision.opencv import cv2
from vision.table import Table, TableError

SIZE = (1920, 1080)
POINTS = [[500, 200], [1400, 220], [1600, 900], [330, 880]]


def table(**fields) -> Table:
    return Table(np.array(POINTS, np.float32), **fields)


def write(tmp_path, text):
    path = tmp_path / "t.toml"
    path.write_text(text, "utf-8")
    return path


def scene(points_px, order=(0, 1, 2, 3), side_mm=60.0, seed=0) -> np.ndarray:
    """A 1080p view of a table with a marker at each corner: uneven light, blur and noise."""
    scale = 4  # px per mm of the flat drawing
    flat = np.full((800 * scale, 800 * scale, 3), (70, 110, 60), np.uint8)
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    side = int(side_mm * scale)
    for number, (x, y) in zip(order, [(100, 100), (700, 100), (700, 700), (100, 700)], strict=True):
        left, top = int(x * scale - side / 2), int(y * scale - side / 2)
        pad = side // 6
        flat[top - pad : top + side + pad, left - pad : left + side + pad] = 235
        marker = cv2.aruco.generateImageMarker(dictionary, number, side)
        flat[top : top + side, left : left + side] = marker[..., None]
    corners = np.array([[100, 100], [700, 100], [700, 700], [100, 700]], np.float32) * scale - 0.5
    view = cv2.warpPerspective(
        flat,
        cv2.getPerspectiveTransform(corners, np.array(points_px, np.float32)),
        SIZE,
        flags=cv2.INTER_AREA,
        borderValue=(50, 60, 70),
    ).astype(np.float32)
    rng = np.random.default_rng(seed)
    view *= np.linspace(0.6, 1.1, SIZE[0], dtype=np.float32)[None, :, None]
    view = cv2.GaussianBlur(view, (0, 0), 1.0) + rng.normal(0, 6, view.shape).astype(np.float32)
    return np.clip(view, 0, 255).astype(np.uint8)


def test_corners_are_the_corners_of_the_square():
    np.testing.assert_allclose(table().to_mm(POINTS), [[0, 0], [600, 0], [600, 600], [0, 600]], atol=0.01)


def test_there_and_back():
    places = np.random.default_rng(1).uniform([0, 0], [600, 600], (50, 2))
    np.testing.assert_allclose(table().to_mm(table().to_px(places)), places, atol=0.01)
    assert table().to_px([300, 300]).shape == (2,)
    assert table().to_mm(np.zeros((0, 2))).shape == (0, 2)


@pytest.mark.parametrize(
    ("mm", "seat"),
    [
        ((550, 300), "E"),
        ((300, 20), "S"),
        ((30, 310), "W"),
        ((300, 590), "N"),
        ((900, 500), "E"),
        ((10, -300), "S"),
    ],
)
def test_quarters_reach_outward(mm, seat):
    assert table().seat_at(mm) == seat


def test_outlines_part_the_picture_between_the_seats():
    board = table(size=SIZE)
    seen = np.zeros((SIZE[1], SIZE[0]), np.uint8)
    for number, seat in enumerate(board.seats):
        mask = np.zeros_like(seen)
        cv2.fillPoly(mask, [np.round(board.zone_px(seat)).astype(np.int32)], number + 1)
        seen = np.maximum(seen, mask)
    assert (seen > 0).all()
    for x, y in np.random.default_rng(2).uniform([0, 0], SIZE, (300, 2)):
        mm = board.to_mm((x, y))
        if abs(abs(mm[0] - 300) - abs(mm[1] - 300)) > 10:  # not on a diagonal, where rounding decides
            assert board.seats[seen[int(y), int(x)] - 1] == board.seat_at(mm)


def test_outline_is_cut_at_the_edge_of_the_picture():
    outline = table().zone_px("E", SIZE)
    assert outline.min() >= 0
    assert (outline <= np.array(SIZE)).all()
    assert outline[:, 0].max() == 1920
    assert 3 <= len(outline) <= 6


def test_own_areas():
    squares = {
        seat: np.array([[x, y], [x + 100, y], [x + 100, y + 100], [x, y + 100]], np.float32)
        for seat, (x, y) in {"E": (450, 250), "S": (250, 50), "W": (50, 250), "N": (250, 450)}.items()
    }
    board = table(areas=squares, size=SIZE)
    assert board.seat_at((500, 300)) == "E"
    assert board.seat_at((300, 300)) is None
    np.testing.assert_allclose(board.to_mm(board.zone_px("E")), squares["E"], atol=0.05)


def test_whole_picture():
    board = Table.whole((1920, 1080))
    assert board.seat_at(board.to_mm((1900, 500))) == "E"
    assert board.to_mm((1920, 1080)) == pytest.approx((600 * 1920 / 1080, 600), abs=0.01)
    assert sorted(board.zone_px("N").tolist()) == [[0, 1080], [960, 540], [1920, 1080]]


@pytest.mark.parametrize("seed", range(3))
def test_markers_are_found_to_half_a_millimetre(seed):
    rng = np.random.default_rng(seed)
    points = np.array(POINTS, np.float32) + rng.uniform(-30, 30, (4, 2)).astype(np.float32)
    board = Table.from_markers(scene(points, seed=seed))
    truth = Table(points)
    assert np.linalg.norm(truth.to_mm(board.points_px) - truth.to_mm(points), axis=1).max() < 0.5
    assert np.linalg.norm(board.to_mm(truth.to_px((300, 300))) - (300, 300)) < 0.3
    assert board.size == SIZE


def test_a_hidden_marker_is_named():
    image = scene(POINTS)
    cv2.circle(image, (1400, 220), 90, (40, 40, 40), -1)
    with pytest.raises(TableError, match="marker 1 not seen"):
        Table.from_markers(image)


def test_markers_in_the_wrong_order():
    with pytest.raises(TableError, match="clockwise"):
        Table.from_markers(scene(POINTS, order=(1, 0, 2, 3)))


def test_table_file(tmp_path):
    board = Table.load(
        write(
            tmp_path,
            """
            [table]
            play_area_mm = [700, 650]
            points_px = [[500, 200], [1400, 220], [1600, 900], [330, 880]]
            seats = ["1", "2", "3", "4"]
            [card]
            size_mm = [63, 88]
            indices = 4
            [areas.report]
            1 = [[600, 500], [700, 500], [700, 650], [600, 650]]
            """,
        )
    )
    assert board.play_area_mm == (700, 650)
    assert board.seats == ("1", "2", "3", "4")
    assert board.card_mm == (63, 88)
    assert board.card_indices == 4
    assert board.seat_at((650, 300)) == "1"
    assert list(board.reports) == ["1"]


def test_table_file_with_markers(tmp_path):
    board = Table.load(write(tmp_path, "[table]\nmarkers = true\nplay_area_mm = [500, 500]\n"))
    with pytest.raises(TableError, match="not been found"):
        board.to_mm((1, 1))
    with pytest.raises(TableError, match="before the table was placed"):
        board.zone_px("E", SIZE)
    placed = board.placed(scene(POINTS))
    assert placed.to_mm(POINTS[2]) == pytest.approx((500, 500), abs=0.5)
    assert len(placed.zone_px("E")) >= 3


FOUR = "points_px = [[500, 200], [1400, 220], [1600, 900], [330, 880]]\n"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[table\n", "is no TOML"),
        ("[table]\n", "table.points_px: give either"),
        ("[table]\nmarkers = true\n" + FOUR, "table.points_px: give either"),
        ("[table]\nmarkers = 1\n", "table.markers: must be true or false"),
        ("[table]\npoints_px = [[1, 2]]\n", "table.points_px: must be 4 points"),
        ("[table]\npoints_px = [[1, 2], [3, 'x'], [1, 1], [2, 2]]", r"points_px\[1\]\[1\]: must be a number"),
        ("[table]\npoints_px = [[9, 1], [1, 1], [9, 9], [1, 9]]\n", "table.points_px: .*clockwise"),
        ("[table]\nplay_area_mm = [0, 600]\n" + FOUR, "table.play_area_mm: must be more than 0"),
        ("[table]\nplay_area_mm = 600\n" + FOUR, "table.play_area_mm: must be width and height"),
        ("[table]\nseats = ['E', 'E', 'W', 'N']\n" + FOUR, "table.seats: must be four different names"),
        ("[table]\npoint_px = 3\n" + FOUR, "table.point_px: unknown"),
        ("tabel = 3\n[table]\n" + FOUR, "tabel: unknown"),
        ("[table]\n" + FOUR + "[card]\nindices = 3\n", "card.indices: must be 2 or 4"),
        ("[table]\n" + FOUR + "[card]\nsize_mm = [58, inf]\n", r"card.size_mm\[1\]: must be a number"),
        ("[table]\n" + FOUR + "[areas]\nX = [[0, 0], [1, 0], [1, 1]]\n", "areas.X: nobody sits there"),
        ("[table]\n" + FOUR + "[areas]\nE = [[0, 0], [1, 0], [1, 1]]\n", "areas: .* missing for S, W, N"),
        ("table = 3\n", "table: must be a section"),
    ],
)
def test_faults_name_file_and_key(tmp_path, text, words):
    path = write(tmp_path, text)
    with pytest.raises(TableError, match=words) as caught:
        Table.load(path)
    assert str(caught.value).startswith(str(path))
    assert "\n" not in str(caught.value)


def test_no_file(tmp_path):
    with pytest.raises(TableError, match=r"nowhere.toml: cannot be read: No such file"):
        Table.load(tmp_path / "nowhere.toml")


def test_a_calibration_for_a_larger_picture_is_refused_in_a_sentence() -> None:
    table = Table(np.array([(430, 20), (1490, 20), (1490, 1070), (430, 1070)], np.float32))
    assert table.placed(np.zeros((1080, 1920, 3), np.uint8)).size == (1920, 1080)
    with pytest.raises(TableError, match="reaches far out of the picture of 640 x 360 px"):
        table.placed(np.zeros((360, 640, 3), np.uint8))
