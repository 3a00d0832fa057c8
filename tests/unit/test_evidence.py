"""The kept pictures: exact times, bounds, crashes, a full disk, holes, clips and stills."""

import errno
import io
import os
import subprocess
import sys
import time
from collections.abc import Iterable
from pathlib import Path
from typing import BinaryIO

import numpy as np
import pytest

from app import evidence
from app.clips import ClipError, save_clip, save_still
from app.evidence import Limits, Ring, segments
from app.footage import Footage, Moment
from vision.opencv import cv2
from vision.values import Image

ROOT = Path(__file__).parents[2]


def grey(at_ms: int) -> int:
    """How bright the picture of that time is."""
    return 40 + at_ms // 40 * 7 % 160


def picture(at_ms: int, size: tuple[int, int] = (320, 180)) -> Image:
    image = np.full((size[1], size[0], 3), grey(at_ms), np.uint8)
    image[: size[1] // 2, : size[0] // 2] += 6  # not all one colour
    return image


def feed(ring: Ring, times: Iterable[int], size: tuple[int, int] = (320, 180)) -> tuple[int, ...]:
    """Pictures of those times, no faster than they are taken; ends the ring."""
    given = tuple(times)
    put(ring, given, size)
    ring.close()
    return given


def put(ring: Ring, times: Iterable[int], size: tuple[int, int] = (320, 180)) -> None:
    for at in times:
        deadline = time.monotonic() + 20
        while len(ring._waiting) >= evidence.WAITING:
            assert time.monotonic() < deadline, "the ring stands still"
            time.sleep(0.001)
        ring.put(picture(at, size), at)


def test_pictures_come_back_at_their_exact_times_across_segments(tmp_path: Path) -> None:
    odd = [at for n in range(700) if (at := 1234 + n * 40 + n % 3) % 1000 < 970]
    given = feed(Ring(tmp_path / "a.evidence"), odd)
    found = segments(tmp_path / "a.evidence")
    starts = [next(at for at in given if at >= first) for first in (0, 11_234, 21_235)]
    assert [s.path.name for s in found] == [f"{at:010}.mkv" for at in starts]
    footage = Footage(tmp_path / "a.evidence")
    assert footage.times(0, 99_999) == given
    assert footage.span() == (given[0], given[-1])
    border = given.index(found[1].first_ms)
    seen = list(footage.between(given[border - 3], given[border + 3]))
    assert [m.at_ms for m in seen] == list(given[border - 3 : border + 4])
    assert all(abs(float(m.image.mean()) - 1.5 - grey(m.at_ms)) < 4 for m in seen)
    before = footage.at(given[border] - 1)
    assert before is not None
    assert before.at_ms == given[border - 1]
    assert footage.at(1000) is None


def test_pictures_are_made_smaller_and_no_more_than_so_many_a_second(tmp_path: Path) -> None:
    feed(Ring(tmp_path, Limits(width=160, fps=12.5)), range(0, 4000, 40), (320, 180))
    footage = Footage(tmp_path)
    assert len(footage.times(0, 9999)) == 50
    moment = footage.at(2000)
    assert moment is not None
    assert moment.image.shape == (90, 160, 3)


def test_another_size_of_picture_begins_another_segment(tmp_path: Path) -> None:
    ring = Ring(tmp_path)
    put(ring, (0, 40, 80))
    feed(ring, (120, 160), (640, 360))
    assert [s.first_ms for s in segments(tmp_path)] == [0, 120]
    assert Footage(tmp_path).times(0, 999) == (0, 40, 80, 120, 160)


def test_old_segments_go_when_the_bound_is_reached(tmp_path: Path) -> None:
    feed(Ring(tmp_path, Limits(fps=100)), range(0, 60_000, 100))
    whole = sum(s.path.stat().st_size for s in segments(tmp_path))
    (tmp_path / "b").mkdir()
    bound = whole // 2
    feed(Ring(tmp_path / "b", Limits(total_bytes=bound, fps=100)), range(0, 60_000, 100))
    kept = segments(tmp_path / "b")
    assert sum(s.path.stat().st_size for s in kept) <= bound * 1.05
    assert 2 <= len(kept) < 6
    assert kept[-1].first_ms == 50_000
    assert kept[0].first_ms > 0


def test_segments_of_an_earlier_run_count_too(tmp_path: Path) -> None:
    feed(Ring(tmp_path), range(0, 30_000, 100))
    feed(Ring(tmp_path, Limits(total_bytes=1)), range(30_000, 32_000, 100))
    assert [s.first_ms for s in segments(tmp_path)] == [30_000]


def test_only_the_last_seconds_where_that_is_said(tmp_path: Path) -> None:
    feed(Ring(tmp_path, Limits(last_s=15)), range(0, 60_000, 200))
    assert [s.first_ms for s in segments(tmp_path)] == [40_000, 50_000]


def test_a_match_taken_up_again_comes_by_the_same_time_twice(tmp_path: Path) -> None:
    feed(Ring(tmp_path), range(0, 12_000, 100))
    feed(Ring(tmp_path), range(10_000, 15_000, 100))
    assert [s.path.name for s in segments(tmp_path)] == [
        "0000000000.mkv",
        "0000010000.mkv",
        "0000010000-2.mkv",
    ]
    assert Footage(tmp_path).times(9800, 10_300) == (9800, 9900, 10_000, 10_100, 10_200, 10_300)


def test_putting_never_waits_and_what_is_dropped_is_counted(tmp_path: Path) -> None:
    def slow(path: Path) -> BinaryIO:
        time.sleep(0.5)
        return path.open("xb", buffering=0)

    ring = Ring(tmp_path, create=slow)
    began = time.monotonic()
    for at in range(0, 4000, 40):
        ring.put(picture(at), at)
    assert time.monotonic() - began < 0.4
    ring.close()
    assert ring.drops + len(Footage(tmp_path).times(0, 9999)) == 100
    assert ring.drops > 60


CRASHING = """
import os, sys, time
from pathlib import Path
from app.evidence import Ring
from tests.unit.test_evidence import put
ring = Ring(Path(sys.argv[1]))
put(ring, range(0, 15_000, 40))
while ring._waiting: time.sleep(0.01)
time.sleep(0.2)
os._exit(9)
"""


def test_a_segment_that_was_not_closed_is_readable(tmp_path: Path) -> None:
    run = subprocess.run(
        [sys.executable, "-c", CRASHING, str(tmp_path)], cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT)}
    )
    assert run.returncode == 9
    times = Footage(tmp_path).times(0, 99_999)
    assert times == tuple(range(0, times[-1] + 1, 40))
    assert times[-1] >= 14_000
    assert len(list(Footage(tmp_path).between(13_000, 14_000))) == 26


@pytest.mark.parametrize("share", [0.0, 0.02, 0.5, 0.9])
def test_a_torn_segment_gives_what_it_holds(tmp_path: Path, share: float) -> None:
    feed(Ring(tmp_path), range(0, 25_000, 40))
    last = segments(tmp_path)[-1].path
    data = last.read_bytes()
    last.write_bytes(data[: int(len(data) * share)])
    footage = Footage(tmp_path)
    times = footage.times(0, 99_999)
    assert times[:500] == tuple(range(0, 20_000, 40))
    assert times == tuple(range(0, len(times) * 40, 40))
    assert [m.at_ms for m in footage.between(19_000, 99_999)] == [at for at in times if at >= 19_000]
    span = footage.span()
    assert span is not None
    assert span[1] == times[-1]


def test_flipped_bytes_harm_only_their_own_second(tmp_path: Path) -> None:
    feed(Ring(tmp_path), range(0, 9000, 40))
    path = segments(tmp_path)[0].path
    data = bytearray(path.read_bytes())
    middle = len(data) // 2
    data[middle : middle + 40] = bytes(40)
    path.write_bytes(data)
    footage = Footage(tmp_path)
    for at in (0, 1000, 3000):
        moment = footage.at(at)
        assert moment is not None
        assert moment.at_ms == at
    list(footage.between(0, 9000))


def test_a_missing_segment_is_a_hole(tmp_path: Path) -> None:
    feed(Ring(tmp_path), range(0, 30_000, 100))
    footage = Footage(tmp_path)
    assert footage.at(15_000) is not None
    segments(tmp_path)[1].path.unlink()
    assert footage.times(9800, 20_100) == (9800, 9900, 20_000, 20_100)
    at = footage.at(15_000)
    assert at is not None
    assert at.at_ms == 9900
    assert Footage(tmp_path / "nowhere").times(0, 9) == ()
    assert Footage(tmp_path / "nowhere").span() is None


def test_what_is_being_written_is_seen_too(tmp_path: Path) -> None:
    ring = Ring(tmp_path)
    put(ring, range(0, 3000, 40))
    footage = Footage(tmp_path)
    deadline = time.monotonic() + 10
    while len(before := footage.times(0, 9999)) < 50 and time.monotonic() < deadline:
        time.sleep(0.05)
    assert len(before) >= 50
    put(ring, range(3000, 6000, 40))
    ring.close()
    assert len(footage.times(0, 9999)) == 150
    moment = footage.at(5960)
    assert moment is not None
    assert moment.at_ms == 5960


class FullDisk(io.RawIOBase):
    """Takes so many bytes, then no more."""

    def __init__(self, room: int) -> None:
        self.room = room

    def writable(self) -> bool:
        return True

    def write(self, data: object) -> int:
        size = memoryview(data).nbytes  # type: ignore[arg-type]
        self.room -= size
        if self.room < 0:
            raise OSError(errno.ENOSPC, "No space left on device")
        return size


@pytest.mark.parametrize("room", [0, 100, 900])
def test_a_full_disk_is_said_once_and_harms_nobody(
    tmp_path: Path, room: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(evidence, "RETRY_S", 0.05)
    said: list[str] = []
    ring = Ring(tmp_path, tell=said.append, create=lambda path: FullDisk(room))  # type: ignore[arg-type,return-value]
    for at in range(0, 30_000, 40):
        ring.put(picture(at), at)
        time.sleep(0.0005)
    ring.close()
    assert len(said) == 1
    assert "No space left on device; the record goes on" in said[0]
    assert ring.fault == said[0]
    assert ring.drops > 0


def test_pictures_are_kept_again_once_there_is_room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(evidence, "RETRY_S", 0.0)
    said: list[str] = []
    full = [True]

    def create(path: Path) -> BinaryIO:
        return FullDisk(3000) if full[0] else path.open("xb", buffering=0)  # type: ignore[return-value]

    ring = Ring(tmp_path, tell=said.append, create=create)
    put(ring, range(0, 4000, 40))
    while ring._waiting or not said:
        time.sleep(0.01)
    full[0] = False
    feed(ring, range(4000, 30_000, 40))
    assert len(said) == 1
    assert ring.fault == ""
    assert len(Footage(tmp_path).times(8000, 30_000)) == 550


def test_room_for_the_record_is_left_on_the_disk(tmp_path: Path) -> None:
    said: list[str] = []
    feed(Ring(tmp_path, Limits(reserve_bytes=1 << 60), tell=said.append), range(0, 400, 40))
    assert segments(tmp_path) == []
    assert len(said) == 1
    assert "nearly full" in said[0]


def test_a_place_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    said: list[str] = []
    feed(Ring(tmp_path / "file" / "a.evidence", tell=said.append), range(0, 400, 40))
    assert len(said) == 1


def test_a_clip_holds_the_chosen_seconds_at_the_speed_said(tmp_path: Path) -> None:
    feed(Ring(tmp_path), range(0, 15_000, 40))
    footage = Footage(tmp_path)
    assert save_clip(footage, tmp_path / "clip.mp4", 9000, 11_000, speed=0.25) == 51
    capture = cv2.VideoCapture(str(tmp_path / "clip.mp4"))
    shown = []
    while True:
        ok, image = capture.read()
        if not ok:
            break
        shown.append((round(capture.get(cv2.CAP_PROP_POS_MSEC)), float(image.mean())))
    capture.release()
    assert [at for at, _ in shown] == list(range(0, 8001, 160))
    assert all(abs(mean - 1.5 - grey(9000 + at // 4)) < 5 for at, mean in shown)


def test_a_clip_or_still_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    feed(Ring(tmp_path / "e"), range(0, 2000, 40))
    footage = Footage(tmp_path / "e")
    with pytest.raises(ClipError, match="no pictures were kept"):
        save_clip(footage, tmp_path / "none.mp4", 50_000, 60_000)
    with pytest.raises(ClipError, match="cannot be written"):
        save_clip(footage, tmp_path / "nowhere" / "clip.mp4", 0, 1000)
    with pytest.raises(ClipError, match="a still is"):
        save_still(Moment(0, picture(0)), tmp_path / "still.txt")
    assert [path.name for path in tmp_path.iterdir()] == ["e"]


@pytest.mark.parametrize("name", ["静止.png", "still.jpg"])
def test_a_still_is_the_picture(tmp_path: Path, name: str) -> None:
    save_still(Moment(0, picture(0)), tmp_path / name)
    back = cv2.imdecode(np.fromfile(tmp_path / name, np.uint8), cv2.IMREAD_COLOR)
    assert np.abs(back.astype(int) - picture(0)).max() <= (0 if name.endswith("png") else 8)
