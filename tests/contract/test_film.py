"""Films, whatever encoder this build of FFmpeg has: exact times, a key each second, readable by others."""

from pathlib import Path

import pytest

from app import film
from app.evidence import Limits, Ring
from app.film import ENCODERS, Film, best_encoder, even, works
from app.footage import Footage
from tests.unit.test_evidence import feed, grey, picture
from vision.opencv import cv2

HERE = [name for name in ENCODERS if works(name)]
TIMES = (0, 40, 79, 121, 160, 900, 1003, 1040, 2100, 2141, 3333)


@pytest.mark.parametrize("encoder", HERE)
def test_every_picture_comes_back_at_its_own_time(encoder: str, tmp_path: Path) -> None:
    with (
        (tmp_path / "0000005000.mkv").open("wb") as out,
        Film(out, "matroska", (320, 180), 25, encoder) as made,
    ):
        keys = [made.put(picture(at), at) for at in TIMES]
    assert [at for at, key in zip(TIMES, keys, strict=True) if key] == [0, 1003, 2100, 3333]
    footage = Footage(tmp_path)
    assert footage.times(0, 10_000) == tuple(5000 + at for at in TIMES)
    for at in (3333, 0, 2141, 1003, 79, 900):  # there and back
        moment = footage.at(5000 + at)
        assert moment is not None
        assert moment.at_ms == 5000 + at
        assert abs(float(moment.image.mean()) - grey(at)) < 4
    assert [m.at_ms for m in footage.between(5040, 6003)] == [5040, 5079, 5121, 5160, 5900, 6003]


@pytest.mark.parametrize("encoder", HERE)
def test_an_mp4_is_read_by_opencv(encoder: str, tmp_path: Path) -> None:
    with (tmp_path / "clip.mp4").open("wb") as out, Film(out, "mp4", (320, 180), 25, encoder) as made:
        for at in range(0, 2000, 40):
            made.put(picture(at), at)
    capture = cv2.VideoCapture(str(tmp_path / "clip.mp4"))
    times = []
    while capture.read()[0]:
        times.append(round(capture.get(cv2.CAP_PROP_POS_MSEC)))
    capture.release()
    assert times == list(range(0, 2000, 40))


@pytest.mark.parametrize("encoder", HERE)
def test_a_ring_with_any_encoder(encoder: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(film, "best_encoder", lambda: encoder)
    ring = Ring(tmp_path, Limits())
    times = feed(ring, range(100, 12_000, 200))
    assert Footage(tmp_path).times(0, 60_000) == times


def test_an_encoder_that_is_not_there_is_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    assert not works("no_such_encoder")
    assert best_encoder() == HERE[0]
    best_encoder.cache_clear()
    monkeypatch.setattr(film, "ENCODERS", ("no_such_encoder", "mpeg4"))
    assert best_encoder() == "mpeg4"
    best_encoder.cache_clear()
    monkeypatch.setattr(film, "ENCODERS", ("no_such_encoder",))
    with pytest.raises(OSError, match="no video can be written here"):
        best_encoder()
    best_encoder.cache_clear()


def test_sizes_are_even_and_never_wider_than_said() -> None:
    assert even((1920, 1080), 1280) == (1280, 720)
    assert even((641, 361), 1280) == (640, 360)
    assert even((3, 1), 1280) == (4, 2)
