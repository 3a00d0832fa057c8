"""A camera that fails is told within two seconds, and taken up again within five of coming back."""

import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest

from app import capture
from app.capture import Capture, Taken, fitted
from app.trouble import CameraNews, Pulse, Trouble
from tests.fake_camera import FakeCamera, noisy, still_table
from vision.cameras import CameraName, cameras, same_camera

SIZE = (320, 180)


class Following:
    """A capture whose frames are taken as they come."""

    def __init__(self, camera: FakeCamera, open_s: float = 20.0, silent_s: float = 1.5) -> None:
        self.camera = camera
        self.taken: list[Taken] = []
        self.news: list[CameraNews] = []
        self.capture = Capture(camera.source(open_s, silent_s), tell=self.news.append)
        self.threads = [threading.Thread(target=each) for each in (self.capture.run, self._take)]
        for thread in self.threads:
            thread.start()

    def _take(self) -> None:
        while (taken := self.capture.next()) is not None:
            self.taken.append(taken)

    def until(self, told: Callable[[], bool], within_s: float) -> float:
        """Seconds until it is so."""
        began = time.monotonic()
        while not told():
            assert time.monotonic() - began < within_s, self.capture.news
            time.sleep(0.01)
        return time.monotonic() - began

    def trouble(self, trouble: Trouble) -> Callable[[], bool]:
        return lambda: self.capture.news.trouble is trouble

    def close(self) -> None:
        self.capture.close()
        for thread in self.threads:
            thread.join(3)
            assert not thread.is_alive()
        self.camera.let_go.set()


@pytest.fixture
def following() -> Iterator[Following]:
    following = Following(FakeCamera(still_table(SIZE)))
    following.until(lambda: len(following.taken) > 5, 2)
    yield following
    following.close()


@pytest.mark.parametrize(
    ("mode", "trouble", "said_s"),
    [
        ("gone", Trouble.GONE, 2.0),
        ("broken", Trouble.GONE, 2.0),
        ("hung", Trouble.GONE, 2.0),
        ("frozen", Trouble.FROZEN, 2.5),
        ("black", Trouble.DARK, 2.0),
    ],
)
def test_it_is_told_and_taken_up_again(
    following: Following, mode: str, trouble: Trouble, said_s: float
) -> None:
    before = following.taken[-1].frame
    following.camera.mode = mode
    following.until(following.trouble(trouble), said_s)
    time.sleep(0.5)
    count = len(following.taken)
    time.sleep(0.3)
    assert len(following.taken) == count
    following.camera.mode = "well"
    following.until(lambda: len(following.taken) > count + 5, 5.0)
    assert following.capture.news == CameraNews()
    first = following.taken[count]
    assert first.away is not None
    assert not first.away.reshaped
    assert abs(first.away.since_ms - before.at_ms) < 250
    times = [taken.frame.at_ms for taken in following.taken]
    assert times == sorted(times)
    assert first.frame.at_ms - first.away.since_ms > 700
    assert all(taken.away is None for taken in following.taken if taken is not first)


@pytest.mark.parametrize(("size", "reshaped"), [((160, 90), False), ((640, 360), False), ((240, 180), True)])
def test_another_size_afterwards(following: Following, size: tuple[int, int], reshaped: bool) -> None:
    following.camera.mode = "broken"
    following.until(following.trouble(Trouble.GONE), 2)
    count = len(following.taken)
    following.camera.mode, following.camera.size = "well", size
    following.until(lambda: len(following.taken) > count, 5)
    first = following.taken[count]
    assert first.frame.size == SIZE
    assert first.away is not None
    assert first.away.reshaped is reshaped


def test_what_is_in_the_middle_stays_there_in_another_shape() -> None:
    image = np.zeros((480, 640, 3), np.uint8)
    image[220:260, 300:340] = 255  # the middle of a picture that lacks its sides
    whole, reshaped = fitted(image, (1920, 1080))
    assert (whole.shape, reshaped) == ((1080, 1920, 3), True)
    rows, columns = np.nonzero(whole[:, :, 0] > 128)
    assert (rows.mean().round(), columns.mean().round()) == (540, 960)
    assert np.ptp(columns) == pytest.approx(90, abs=3)


def test_five_openings_a_minute_and_then_only_on_request(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(capture, "BACK_OFF_S", (0.05,) * 5)
    monkeypatch.setattr(capture, "HUNG_S", 0.2)
    following = Following(FakeCamera(still_table(SIZE)), open_s=0.4, silent_s=0.3)
    following.until(lambda: len(following.taken) > 5, 2)
    following.camera.mode = "hung"
    following.until(lambda: following.capture.news.asks, 6)
    assert following.camera.opened == 6  # the first, and five more
    following.camera.mode = "well"
    time.sleep(1)
    assert following.camera.opened == 6
    assert following.capture.news.trouble is Trouble.GONE
    following.capture.try_now()
    following.until(following.trouble(Trouble.NONE), 2)
    assert not following.capture.news.asks
    following.close()


def test_a_camera_that_is_not_there_is_looked_for_without_an_end(following: Following) -> None:
    following.camera.mode = "gone"
    following.until(following.trouble(Trouble.GONE), 2)
    time.sleep(4)
    assert not following.capture.news.asks
    assert following.camera.opened == 1
    following.camera.mode = "well"
    following.until(following.trouble(Trouble.NONE), 5)


def test_only_the_newest_frame_waits_and_the_others_are_counted() -> None:
    camera = FakeCamera(still_table(SIZE), fps=100)
    capture_ = Capture(camera.source())
    thread = threading.Thread(target=capture_.run)
    thread.start()
    first = capture_.next()
    time.sleep(0.5)
    second = capture_.next()
    third = capture_.next()
    capture_.close()
    thread.join(3)
    assert first is not None
    assert second is not None
    assert third is not None
    lost = second.frame.index - first.frame.index - 1
    assert lost > 20
    assert second.drops - first.drops == lost
    assert second.frame.at_ms - first.frame.at_ms > 400
    assert third.frame.index <= second.frame.index + 2


@pytest.mark.parametrize("light", [1.0, 0.2])
@pytest.mark.parametrize("quality", [50, 90])
def test_a_still_table_never_looks_frozen(light: float, quality: int) -> None:
    from vision.opencv import cv2

    rng = np.random.default_rng(3)
    table = (still_table((640, 360))() * light).astype(np.uint8)
    pulse, changes = Pulse(), 0
    for step in range(40):
        jpeg = cv2.imencode(".jpg", noisy(table, rng), [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
        seen = pulse.see(np.asarray(cv2.imdecode(jpeg, cv2.IMREAD_COLOR), np.uint8), step * 0.1)
        assert seen is not Trouble.FROZEN
        changes += pulse.changed
    assert changes == 40


def test_one_pixel_anywhere_is_a_change() -> None:
    pulse, picture = Pulse(), still_table((640, 360))()
    for step in range(40):
        picture[7, step, 0] ^= 1  # a row between those that are looked at
        assert pulse.see(picture, step * 0.1) is Trouble.NONE
    assert pulse.changed
    assert pulse.see(picture, 3.95) is Trouble.NONE
    assert not pulse.changed
    assert pulse.see(picture, 6.0) is Trouble.FROZEN


def test_dark_is_not_a_dark_cloth() -> None:
    rng = np.random.default_rng(4)
    covered = np.abs(rng.normal(4, 4, (360, 640, 3))).astype(np.uint8)
    cloth = np.clip(rng.normal(30, 3, (360, 640, 3)), 0, 255).astype(np.uint8)
    lamp = covered.copy()
    lamp[40:200, 40:200] = 120
    assert Pulse().see(covered, 0) is Trouble.DARK
    assert Pulse().see(cloth, 0) is Trouble.NONE
    assert Pulse().see(lamp, 0) is Trouble.NONE


ONE = CameraName(0, "C920", "/usb/1", "aa")
BESIDE = CameraName(2, "C920", "/usb/2", "bb")
OTHER = CameraName(4, "Laptop", "/usb/3")


@pytest.mark.parametrize(
    ("now", "found"),
    [
        ([OTHER], None),
        ([BESIDE, OTHER], None),
        ([CameraName(6, "C920", "/usb/1", "aa"), BESIDE], 6),
        ([CameraName(6, "C920", "/usb/7", "aa"), BESIDE], 6),
        ([CameraName(6, "C920", "/usb/7", "cc"), BESIDE], 6),
        ([CameraName(6, "C920", "/usb/7"), CameraName(8, "C920", "/usb/8"), BESIDE], None),
    ],
)
def test_the_same_camera_under_another_number(now: list[CameraName], found: int | None) -> None:
    same = same_camera(ONE, (ONE, BESIDE, OTHER), now)
    assert (same and same.number) == found


def test_plug_and_serial_number_are_read(tmp_path: Path) -> None:
    interface = tmp_path / "usb1" / "1-2" / "1-2:1.0"
    interface.mkdir(parents=True)
    (interface.parent / "serial").write_text("A1B2\n")
    entry = tmp_path / "sys" / "video3"
    entry.mkdir(parents=True)
    (entry / "index").write_text("0\n")
    (entry / "name").write_text("C920\n")
    (entry / "device").symlink_to(interface)
    (tmp_path / "video3").touch()
    assert cameras(tmp_path / "sys", tmp_path) == (CameraName(3, "C920", str(interface), "A1B2"),)
