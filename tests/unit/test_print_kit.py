"""The print kit: every marker in the PDF has its true size and can be read; nothing is written over."""

import re
import zlib

import numpy as np
import pytest

from app.cli import main
from vision.markers import CORNER_IDS, CORNER_MM, COUNT_IDS, MARKER_MM, PASS_IDS, cells, markers_in
from vision.opencv import cv2

MM = 72 / 25.4
"""PDF units a mm."""
PX = 4
"""px a mm at which the pages are looked at."""
NUMBER = rb"-?\d*\.?\d+"


def pages(pdf: bytes) -> list[bytes]:
    """What is drawn on each page, as far as it fills anything."""
    streams = re.findall(rb"stream\r?\n(.*?)\r?\nendstream", pdf, re.DOTALL)
    plain = []
    for stream in streams:
        try:
            plain.append(zlib.decompress(stream))
        except zlib.error:
            continue
    return [stream for stream in plain if b" cm" in stream and b" re" in stream]


def filled(page: bytes) -> list[tuple[np.ndarray, float]]:
    """Outlines (N, 2) in mm from the page's top left that are filled, and how bright each is."""
    stack, matrix, bright, path = [], np.eye(3), 0.0, []
    found = []
    operands: list[float] = []
    for token in page.split():
        if re.fullmatch(NUMBER, token):
            operands.append(float(token))
            continue
        match token:
            case b"q":
                stack.append((matrix, bright))
            case b"Q":
                matrix, bright = stack.pop() if stack else (np.eye(3), 0.0)
            case b"cm":
                a, b, c, d, e, f = operands[-6:]
                matrix = np.array([[a, b, 0], [c, d, 0], [e, f, 1]]) @ matrix
            case b"scn":
                bright = sum(operands[-3:]) / 3
            case b"re":
                x, y, w, h = operands[-4:]
                path.append([(x, y), (x + w, y), (x + w, y + h), (x, y + h)])
            case b"m":
                path.append([tuple(operands[-2:])])
            case b"l":
                path[-1].append(tuple(operands[-2:]))
            case b"f" | b"f*":
                for outline in path:
                    ends = np.array([(*point, 1) for point in outline]) @ matrix
                    found.append((np.stack([ends[:, 0], 842 - ends[:, 1]], axis=1) / MM, bright))
                path = []
            case b"n" | b"S" | b"W":
                path = []
        operands = []
    return found


@pytest.fixture(scope="module")
def kit(tmp_path_factory) -> bytes:
    path = tmp_path_factory.mktemp("kit") / "kit.pdf"
    assert main(["print-kit", "-o", str(path)]) == 0
    return path.read_bytes()


def seen(page: bytes) -> np.ndarray:
    """The page's areas as a picture; letters are left out."""
    picture = np.full((297 * PX, 210 * PX), 255, np.uint8)
    for outline, bright in filled(page):
        cv2.fillPoly(picture, [np.round(outline * PX * 16).astype(np.int32)], round(bright * 255), shift=4)
    return picture


def test_it_has_a_cover_corner_markers_and_two_pages_a_seat(kit):
    assert len(pages(kit)) == 10


@pytest.mark.parametrize(
    ("page", "numbers", "side"), [(1, CORNER_IDS, CORNER_MM), (2, (*PASS_IDS, 12), MARKER_MM)]
)
def test_markers_have_their_size_and_are_read(kit, page, numbers, side):
    drawn = pages(kit)[page]
    squares = [
        outline
        for outline, bright in filled(drawn)
        if bright == 0 and len(outline) == 4 and np.abs(np.ptp(outline, axis=0) - side).max() < 1
    ]
    assert len(squares) == len(numbers)
    for square in squares:
        np.testing.assert_allclose(np.ptp(square, axis=0), (side, side), atol=0.02)
    assert sorted(marker.number for marker in markers_in(seen(drawn))) == sorted(numbers)


def test_every_seat_has_all_pass_and_count_cards(kit):
    for first in range(2, 10, 2):
        numbers = [m.number for page in pages(kit)[first : first + 2] for m in markers_in(seen(page))]
        assert sorted(numbers) == sorted([*PASS_IDS, *COUNT_IDS])


def test_cells_are_those_of_the_dictionary():
    assert cells(0).shape == (6, 6)
    assert not cells(0)[[0, -1]].any()
    assert not cells(0)[:, [0, -1]].any()


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_one_language(tmp_path, lang):
    path = tmp_path / "kit.pdf"
    assert main(["print-kit", "-o", str(path), "--lang", lang]) == 0
    assert path.read_bytes().startswith(b"%PDF")


def test_nothing_is_written_over(tmp_path, capsys):
    path = tmp_path / "kit.pdf"
    path.write_text("mine")
    assert main(["print-kit", "-o", str(path)]) == 1
    assert "choose another name" in capsys.readouterr().err
    assert path.read_text() == "mine"


def test_a_folder_that_is_not_there_is_named(tmp_path, capsys):
    assert main(["print-kit", "-o", str(tmp_path / "no" / "kit.pdf")]) == 1
    assert "cannot be written" in capsys.readouterr().err
