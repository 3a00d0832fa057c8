"""`calibrate` and `learn-card` without a window: what they write, and what they say when they cannot."""

import numpy as np
import pytest

from app.cli import main
from tests.unit.marked_views import TABLE, cloth, lay, plain_card
from vision.markers import CORNER_IDS, cells
from vision.opencv import cv2
from vision.table import Table


def marked_table() -> np.ndarray:
    picture = cloth(grain=1.0)
    cell = 8
    for number, (x, y) in zip(CORNER_IDS, TABLE.points_px, strict=True):
        marker = np.where(np.kron(cells(number), np.ones((cell, cell))) > 0, 240, 15).astype(np.uint8)
        side = marker.shape[0]
        left, top = (int(np.clip(v - side / 2, 10, 890 - side)) for v in (x, y))
        picture[top - 8 : top + side + 8, left - 8 : left + side + 8] = 240
        picture[top : top + side, left : left + side] = marker[..., None]
    return picture


@pytest.fixture
def picture(tmp_path):
    path = tmp_path / "table.png"
    cv2.imwrite(str(path), marked_table())
    return path


def test_points_are_written_as_a_table(tmp_path, picture):
    out = tmp_path / "t.toml"
    points = ["40,30", "860,45", "880,870", "25,850"]
    assert (
        main(["calibrate", str(picture), "-o", str(out), "--points", *points, "--play-area", "700", "650"])
        == 0
    )
    table = Table.load(out)
    assert table.play_area_mm == (700, 650)
    np.testing.assert_allclose(table.points_px, [[40, 30], [860, 45], [880, 870], [25, 850]])


def test_markers_are_looked_for_and_named_in_the_file(tmp_path, picture):
    out = tmp_path / "t.toml"
    assert main(["calibrate", str(picture), "-o", str(out), "--headless", "--seats", "N,W,S,E"]) == 0
    table = Table.load(out)
    assert (table.points_px, table.by_markers, table.seats) == (None, True, ("N", "W", "S", "E"))


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (["--headless"], "not seen"),
        (["--points", "0,0", "0,9", "9,9", "9,0"], "clockwise"),
        (["--headless", "--seats", "E,E,S,W"], "four different names"),
        (["--headless", "--play-area", "0", "600"], "more than 0"),
    ],
)
def test_what_cannot_be_is_said_and_nothing_written(tmp_path, capsys, more, said):
    plain, out = tmp_path / "plain.png", tmp_path / "t.toml"
    cv2.imwrite(str(plain), cloth())
    assert main(["calibrate", str(plain), "-o", str(out), *more]) == 1
    assert said in capsys.readouterr().err
    assert not out.exists()


def test_a_table_is_not_written_over(tmp_path, picture, capsys):
    out = tmp_path / "t.toml"
    out.write_text("mine")
    assert main(["calibrate", str(picture), "-o", str(out), "--headless"]) == 1
    assert "choose another name" in capsys.readouterr().err


def test_areas_survive_the_file(tmp_path):
    square = np.array([[0, 0], [200, 0], [200, 200]], np.float32)
    areas = dict.fromkeys("ESWN", square)
    table = Table(TABLE.points_px, areas=areas, reports={"E": square})
    path = tmp_path / "t.toml"
    path.write_text(table.to_toml())
    again = Table.load(path)
    np.testing.assert_allclose(again.areas["N"], square)
    np.testing.assert_allclose(again.reports["E"], square)


def test_a_pass_card_is_learned_and_found_by_the_table(tmp_path, capsys):
    toml = tmp_path / "hall.toml"
    toml.write_text(TABLE.to_toml())
    views = []
    for number in range(2):
        views.append(str(tmp_path / f"{number}.png"))
        cv2.imwrite(views[-1], lay(cloth(number), plain_card("PASS"), (300, 300), 30.0 * number))
    assert main(["learn-card", str(toml), views[0]]) == 0
    assert main(["learn-card", str(toml), views[1]]) == 0
    assert main(["learn-card", str(toml), views[1], "--as", "10"]) == 0
    learned = {card.count: len(card.looks) for card in Table.load(toml).learned}
    assert learned == {None: 2, 10: 1}
    assert toml.read_text().count("[marks]") == 1


def test_a_picture_without_a_card_teaches_nothing(tmp_path, capsys):
    toml, view = tmp_path / "hall.toml", tmp_path / "0.png"
    toml.write_text(TABLE.to_toml())
    cv2.imwrite(str(view), cloth())
    assert main(["learn-card", str(toml), str(view)]) == 1
    assert "0.png: no card seen" in capsys.readouterr().err
    assert not toml.with_suffix(".cards.npz").exists()


def test_a_table_whose_learned_cards_are_gone_says_so(tmp_path, capsys):
    toml = tmp_path / "hall.toml"
    toml.write_text(TABLE.to_toml(learned="gone.npz"))
    assert main(["learn-card", str(toml), "x.png"]) == 1
    assert "marks.learned" in capsys.readouterr().err
