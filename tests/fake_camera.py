"""A camera whose plug, lens and driver a test has in its hands."""

import threading
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import numpy as np

from vision.frames import Camera, SourceError
from vision.opencv import cv2
from vision.values import Image


class FakeCamera:
    """mode: "well"; "gone" (no picture) and "broken" (raises), both not to be opened; "frozen", "black", or
    "hung" (a read never comes back).  size: of the pictures, None as they are; opened: how often it was.

    A device that was open when it was pulled out, or hung, gives no more pictures: it must be opened anew.
    """

    def __init__(self, picture: Callable[[], Image], fps: float = 25.0) -> None:
        self.mode = "well"
        self.size: tuple[int, int] | None = None
        self.opened = 0
        self.let_go = threading.Event()
        self.last = picture()
        self._picture, self._step_s = picture, 1 / fps

    def source(self, open_s: float = 20.0, silent_s: float = 1.5) -> Camera:
        return Camera("fake", self.connect, open_s, silent_s)

    def connect(self) -> "FakeDevice":
        if self.mode in ("gone", "broken"):
            raise SourceError("no_camera", "not plugged in")
        self.opened += 1
        return FakeDevice(self)

    def picture(self) -> Image:
        image = self._picture()
        return image if self.size is None else np.asarray(cv2.resize(image, self.size), np.uint8)

    @property
    def step_s(self) -> float:
        return self._step_s


class FakeDevice:
    def __init__(self, camera: FakeCamera) -> None:
        self._camera, self._dead, self._next_at = camera, False, time.monotonic()

    def read(self) -> tuple[bool, Image | None]:
        camera = self._camera
        self._next_at = max(self._next_at + camera.step_s, time.monotonic())
        time.sleep(max(0.0, self._next_at - time.monotonic()))
        if self._dead or camera.mode == "gone":
            self._dead = True
            return False, None
        if camera.mode == "broken":
            self._dead = True
            raise OSError("the device was pulled out")
        if camera.mode == "hung":
            self._dead = True
            camera.let_go.wait(60)
            return False, None
        if camera.mode == "black":
            return True, np.zeros_like(camera.picture())
        if camera.mode != "frozen":
            camera.last = camera.picture()
        return True, camera.last.copy()

    def release(self) -> None:
        self._dead = True


def noisy(image: Image, rng: np.random.Generator) -> Image:
    """The picture as a sensor gives it: no two alike."""
    return np.asarray(np.clip(image + rng.normal(0, 1, image.shape), 0, 255), np.uint8)


def still_table(size: tuple[int, int] = (320, 180), seed: int = 0) -> Callable[[], Image]:
    """Pictures of an empty table with grain, on which nothing happens."""
    rng = np.random.default_rng(seed)
    coarse = rng.integers(86, 104, (size[1] // 6, size[0] // 6, 3)).astype(np.uint8)
    table = np.asarray(cv2.resize(coarse, size, interpolation=cv2.INTER_CUBIC), np.uint8)
    return partial(noisy, table, rng)


class Film:
    """The pictures of a video, again and again; a sensor's noise on a few rows, so that none stands still."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._capture = cv2.VideoCapture(str(path))
        self._rng = np.random.default_rng(0)

    def __call__(self) -> Image:
        ok, image = self._capture.read()
        if not ok:
            self._capture = cv2.VideoCapture(str(self._path))
            ok, image = self._capture.read()
        assert ok, self._path
        picture = np.asarray(image, np.uint8)
        picture[::240] = noisy(picture[::240], self._rng)
        return picture
