"""The window of `calibrate`, through its real entry."""

import threading

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt, QTimer
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.cli import main
from app.ui.calibrate_window import CalibrateWindow
from tests.unit.marked_views import TABLE, cloth
from tests.unit.test_calibrate import marked_table
from vision.opencv import cv2
from vision.table import Table


@pytest.fixture
def picture(tmp_path):
    path = tmp_path / "table.png"
    cv2.imwrite(str(path), marked_table())
    return path


def when_shown(act) -> None:
    """Call ``act`` with the window as soon as it shows a picture."""

    def look() -> None:
        found = [
            w for w in QApplication.topLevelWidgets() if isinstance(w, CalibrateWindow) and w.isVisible()
        ]
        if found and found[0].view.image is not None:
            act(found[0])
        else:
            QTimer.singleShot(50, look)

    QTimer.singleShot(50, look)


def click(window: CalibrateWindow, x: float, y: float) -> None:
    """Press and release at a place in px of the picture."""
    from PySide6.QtTest import QTest

    spot = window.view._to_widget((x, y))
    QTest.mouseClick(window.view, Qt.MouseButton.LeftButton, pos=QPoint(round(spot.x()), round(spot.y())))


def test_four_clicks_are_saved(qapp: QApplication, qtbot: QtBot, tmp_path, picture) -> None:
    out = tmp_path / "t.toml"

    def act(window: CalibrateWindow) -> None:
        assert not window.save.isEnabled()
        for x, y in TABLE.points_px:
            click(window, x, y)
        assert window.save.isEnabled()
        window.form.width_mm.setValue(700)
        window.form.turn.click()
        window.form.wide.click()
        window.form.four.click()
        window.save.click()

    when_shown(act)
    assert main(["calibrate", str(picture), "-o", str(out), "--lang", "zh"]) == 0
    table = Table.load(out)
    assert np.abs(table.points_px - TABLE.points_px).max() < 2.0
    assert (table.play_area_mm, table.seats) == ((700, 600), ("N", "E", "S", "W"))
    assert (table.card_mm, table.card_indices) == ((63, 88), 4)


def test_markers_are_taken_by_a_click(qapp: QApplication, qtbot: QtBot, tmp_path, picture) -> None:
    out = tmp_path / "t.toml"

    def act(window: CalibrateWindow) -> None:
        window.form.by_markers.click()
        assert len(window.view.points) == 4
        window.save.click()

    when_shown(act)
    assert main(["calibrate", str(picture), "-o", str(out)]) == 0
    assert Table.load(out).by_markers


def test_closed_without_saving_writes_nothing(
    qapp: QApplication, qtbot: QtBot, tmp_path, picture, capsys
) -> None:
    out = tmp_path / "t.toml"
    when_shown(lambda window: window.close())
    assert main(["calibrate", str(picture), "-o", str(out)]) == 130
    assert "nothing saved" in capsys.readouterr().out
    assert not out.exists()
    assert not [t for t in threading.enumerate() if t.name == "picture-feed"]


def test_corners_in_the_wrong_order_are_told(qapp: QApplication, qtbot: QtBot, tmp_path, picture) -> None:
    said = []

    def act(window: CalibrateWindow) -> None:
        window.view.set_points([(float(x), float(y)) for x, y in TABLE.points_px[::-1]])
        said.append((window.form.said.text(), window.save.isEnabled()))
        window.view.set_points([(float(x), float(y)) for x, y in TABLE.points_px])
        window.view._chosen = 0
        from PySide6.QtTest import QTest

        QTest.keyClick(window.view, Qt.Key.Key_Right)
        said.append(window.view.points[0][0] - float(TABLE.points_px[0][0]))
        window.close()

    when_shown(act)
    main(["calibrate", str(picture), "-o", str(tmp_path / "t.toml"), "--lang", "en"])
    assert said == [("The corners must go round clockwise, from the top left.", False), 0.5]


def test_a_picture_without_markers_says_which_are_missing(qapp: QApplication, qtbot: QtBot, tmp_path) -> None:
    path = tmp_path / "plain.png"
    cv2.imwrite(str(path), cloth())
    said = []

    def act(window: CalibrateWindow) -> None:
        window.form.by_markers.click()
        said.append(window.form.said.text())
        window.close()

    when_shown(act)
    main(["calibrate", str(path), "-o", str(tmp_path / "t.toml"), "--lang", "en"])
    assert "marker 0, 1, 2, 3 not seen" in said[0]
