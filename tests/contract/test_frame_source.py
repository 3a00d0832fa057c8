"""What every source of frames keeps, whichever kind it is."""

import itertools
import threading
import time
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path

import av
import numpy as np
import pytest

from vision.frames import Camera, Frame, FrameSource, SourceError, Stills, Video, cameras, open_source
from vision.opencv import cv2

COUNT = 30
STEP_MS = 40


def picture(number: int) -> np.ndarray:
    image = np.full((120, 160, 3), 40, np.uint8)
    image[:, : 5 * number + 5] = 200
    return image


def write_video(path: Path, count: int = COUNT, step_ms: int = STEP_MS, noise: int = 0) -> Path:
    rng = np.random.default_rng(0)
    with av.open(str(path), "w", options={"movflags": "faststart"}) as out:
        stream = out.add_stream("libx264", rate=25, options={"g": "10"})
        stream.width, stream.height, stream.pix_fmt = 160, 120, "yuv420p"
        stream.codec_context.time_base = Fraction(1, 1000)
        for number in range(count):
            image = picture(number) + (rng.integers(0, noise, (120, 160, 3), np.uint8) if noise else 0)
            frame = av.VideoFrame.from_ndarray(image.astype(np.uint8), "bgr24")
            frame.pts, frame.time_base = number * step_ms, Fraction(1, 1000)
            out.mux(stream.encode(frame))
        out.mux(stream.encode())
    return path


class FakeDevice:
    """A driver that answers from a list: a picture, None (no picture), an error, or "hang"."""

    def __init__(self, answers: Iterator[object], step_s: float = 0.004) -> None:
        self.answers, self.step_s = answers, step_s
        self.let_go = threading.Event()
        self.released = False

    def read(self):
        time.sleep(self.step_s)
        answer = next(self.answers, None)
        if isinstance(answer, Exception):
            raise answer
        if isinstance(answer, str):
            self.let_go.wait(20)
            answer = None
        return answer is not None, answer

    def release(self):
        self.released = True


class FakeSource:
    """The smallest thing that keeps the port: frames from a list."""

    fps, size, live = 25.0, (160, 120), False

    def __init__(self, frames: list[Frame]) -> None:
        self._frames = frames

    def __iter__(self):
        while self._frames:
            yield self._frames.pop(0)

    def close(self):
        self._frames = []


def video(tmp_path: Path) -> FrameSource:
    return open_source(write_video(tmp_path / "a.mp4"))


def folder(tmp_path: Path) -> FrameSource:
    for number in range(COUNT):
        cv2.imwrite(str(tmp_path / f"{number}.png"), picture(number))
    (tmp_path / "notes.txt").write_text("not a picture")
    return open_source(str(tmp_path))


def still(tmp_path: Path) -> FrameSource:
    cv2.imwrite(str(tmp_path / "one.png"), picture(0))
    return open_source(tmp_path / "one.png")


def camera(tmp_path: Path) -> FrameSource:
    return Camera("fake", lambda: FakeDevice(picture(i % COUNT) for i in itertools.count()))


def fake(tmp_path: Path) -> FrameSource:
    return FakeSource([Frame(picture(number), number * STEP_MS, number) for number in range(COUNT)])


@pytest.fixture(params=[video, folder, still, camera, fake])
def source(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[FrameSource]:
    made = request.param(tmp_path)
    yield made
    made.close()


def test_frames_follow_one_another(source):
    frames = list(itertools.islice(source, 20))
    assert frames
    assert all(later.at_ms > sooner.at_ms for sooner, later in itertools.pairwise(frames))
    assert all(later.index > sooner.index for sooner, later in itertools.pairwise(frames))
    assert frames[0].at_ms >= 0
    assert source.live or frames[0].index == 0
    assert {frame.size for frame in frames} == {source.size} == {(160, 120)}
    assert {frame.image.dtype for frame in frames} == {np.dtype(np.uint8)}
    assert source.fps > 0


def test_a_frame_stays_as_it_was(source):
    frames, copies = [], []
    for frame in itertools.islice(source, 10):
        frames.append(frame)
        copies.append(frame.image.copy())
    for frame, copy in zip(frames, copies, strict=True):
        np.testing.assert_array_equal(frame.image, copy)


def test_going_on_where_one_stopped(source):
    first = next(iter(source))
    assert all(frame.index > first.index for frame in itertools.islice(source, 3))


def test_close_ends_it_from_another_thread(source):
    going = iter(source)
    next(going)
    closer = threading.Thread(target=source.close)
    closer.start()
    closer.join(3)
    assert not closer.is_alive()
    assert len(list(itertools.islice(going, 2 * COUNT))) <= 1
    source.close()
    assert list(source) == []


def test_a_video_keeps_the_times_of_its_stream(tmp_path):
    frames = list(Video(write_video(tmp_path / "slow.mp4", step_ms=70)))
    assert [frame.at_ms for frame in frames] == [number * 70 for number in range(COUNT)]
    assert abs(int(frames[7].image[60, 20].mean()) - 200) < 10


def test_pictures_of_a_folder_go_by_number(tmp_path):
    for number in (10, 9, 1):
        cv2.imwrite(str(tmp_path / f"桌{number}.png"), picture(number))
    frames = list(open_source(tmp_path))
    assert [frame.at_ms for frame in frames] == [0, 1000, 2000]
    widths = [int((frame.image[0, :, 0] > 100).sum()) for frame in frames]
    assert widths == sorted(widths)


def test_a_video_that_was_cut_off_gives_what_it_has(tmp_path):
    whole = write_video(tmp_path / "whole.mp4", count=100, noise=120).read_bytes()
    cut = tmp_path / "cut.mp4"
    cut.write_bytes(whole[: len(whole) // 2])
    source = open_source(cut)
    taken: list[Frame] = []
    with pytest.raises(SourceError, match=r"cut\.mp4: was cut off: pictures end at") as caught:
        taken.extend(source)
    source.close()
    assert caught.value.kind == "broken"
    # list.extend keeps what came before the error
    assert 20 < len(taken) < 100


@pytest.mark.parametrize("name", ["a.txt", "a.mp4", "a.jpg", "a"])
def test_a_file_of_another_kind(tmp_path, name):
    (tmp_path / name).write_text("no picture here\n" * 50)
    with pytest.raises(SourceError, match="is no picture and no video") as caught:
        open_source(tmp_path / name)
    assert caught.value.kind == "broken"


@pytest.mark.parametrize("ending", [".png", ".jpg"])
def test_half_a_picture(tmp_path, ending):
    path = tmp_path / f"half{ending}"
    noise = np.random.default_rng(0).integers(0, 255, (100, 100, 3), np.uint8)
    path.write_bytes(cv2.imencode(ending, noise)[1].tobytes()[:2000])
    with pytest.raises(SourceError, match="is no picture that can be read"):
        open_source(path)


def test_a_broken_picture_in_a_folder_stops_there(tmp_path):
    cv2.imwrite(str(tmp_path / "1.png"), picture(1))
    (tmp_path / "2.png").write_bytes((tmp_path / "1.png").read_bytes()[:60])
    going = iter(open_source(tmp_path))
    assert next(going).index == 0
    with pytest.raises(SourceError, match=r"2\.png"):
        next(going)


def test_nothing_there(tmp_path):
    with pytest.raises(SourceError, match="no such file, folder or camera") as caught:
        open_source(tmp_path / "nowhere.mp4")
    assert caught.value.kind == "missing"
    with pytest.raises(SourceError, match="holds no pictures"):
        open_source(tmp_path)


@pytest.mark.parametrize("spec", [97, "97", "camera:97", "camera:Nobody's"])
def test_a_camera_that_is_not_there(spec):
    with pytest.raises(SourceError, match=r"^camera ") as caught:
        open_source(spec)
    assert caught.value.kind == "no_camera"


def connect_to(device: FakeDevice) -> Callable[[], FakeDevice]:
    return lambda: device


@pytest.mark.parametrize(
    ("after", "words"),
    [
        (None, "no picture for"),
        ("hang", "no picture for"),
        (OSError("gone"), "gone"),
        (cv2.error("driver"), "driver"),
        (np.zeros((4, 4), np.uint8), "Frame.image"),
    ],
)
def test_a_camera_that_stops(after, words):
    device = FakeDevice(itertools.chain([picture(i) for i in range(5)], itertools.repeat(after)))
    source = Camera("fake", connect_to(device), silent_s=0.3)
    began = time.monotonic()
    with pytest.raises(SourceError, match=words) as caught:
        list(source)
    assert time.monotonic() - began < 2
    assert caught.value.kind == "no_camera"
    source.close()
    device.let_go.set()


def test_a_camera_that_never_gives_a_picture():
    device = FakeDevice(itertools.repeat("hang"))
    with pytest.raises(SourceError, match="no picture"):
        Camera("fake", connect_to(device), open_s=0.2)
    device.let_go.set()


def test_only_the_newest_picture_is_kept():
    device = FakeDevice(picture(i % COUNT) for i in itertools.count())
    source = Camera("fake", connect_to(device))
    going = iter(source)
    first = next(going)
    time.sleep(0.2)
    second = next(going)
    assert second.index - first.index > 10
    source.close()
    time.sleep(0.05)
    assert device.released


def test_cameras_by_name(tmp_path):
    nodes = ((0, 0, "Sideways: HD"), (1, 1, "Sideways: HD"), (2, 0, "Overhead C920"), (3, 0, "Gone"))
    for number, index, name in nodes:
        entry = tmp_path / "sys" / f"video{number}"
        entry.mkdir(parents=True)
        (entry / "index").write_text(f"{index}\n")
        (entry / "name").write_text(f"{name}\n")
        if name != "Gone":
            (tmp_path / f"video{number}").touch()
    found = cameras(tmp_path / "sys", tmp_path)
    assert [(camera.number, camera.name) for camera in found] == [(0, "Sideways: HD"), (2, "Overhead C920")]
    assert found[1].fits("c920")


def test_one_picture_is_one_frame(tmp_path):
    assert len(list(still(tmp_path))) == 1
    assert isinstance(still(tmp_path), Stills)
