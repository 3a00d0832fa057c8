"""Where pictures come from: a camera, a video file, a folder of pictures, or one picture.

One port over all: a `FrameSource` is iterated for its frames until it ends, is closed, or raises
`SourceError`. Whoever takes frames never learns which kind it is, but for `live`.

SourceError, by `kind`
├── missing    nothing of that name is there
├── broken     it is there and cannot be read, or not to its end
└── no_camera  a camera is not there, cannot be opened, or stopped giving pictures
"""

import re
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Literal, Protocol, runtime_checkable

import numpy as np

from vision.cameras import CameraName as CameraName
from vision.cameras import cameras as cameras
from vision.cameras import same_camera
from vision.opencv import cv2
from vision.values import Frame, Image

STILLS_FPS = 1.0
"""A folder of pictures plays at this rate."""
SHORT_BY_S = 1.0
"""A video that ends this much before its stated length was cut off."""
CAMERA_SIZE = (1920, 1080)
CAMERA_FPS = 15
"""Asked of a camera: decoding 1080p at 30 a second alone costs half a core."""
OPEN_S = 20.0
"""Some systems take this long to open a camera."""
FIRST_S = 3.0
"""Once it is open, the first picture comes within this time."""
SILENT_S = 1.5
"""Without a picture for this long a camera counts as gone."""


class SourceError(Exception):
    """Pictures cannot be had; the message is a sentence that names the source."""

    def __init__(self, kind: Literal["missing", "broken", "no_camera"], message: str) -> None:
        super().__init__(message)
        self.kind = kind


class FrameSource(Protocol):
    """Frames in the order they were taken, each with an image of its own. It is gone through once.

    fps: pictures a second (stated by a file, measured at a camera); size: width and height of the first
    picture; live: what nobody takes in time is lost, and index counts it.
    """

    @property
    def fps(self) -> float: ...
    @property
    def size(self) -> tuple[int, int]: ...
    @property
    def live(self) -> bool: ...
    def __iter__(self) -> Iterator[Frame]: ...
    def close(self) -> None:
        """End the iteration, from whichever thread, and let go of the device. May be called twice."""
        ...


@runtime_checkable
class Reopens(FrameSource, Protocol):
    """A source that may stop and come back."""

    def again(self) -> "Reopens":
        """The same device, opened anew, after this one was closed; raises `SourceError`."""
        ...


def open_source(spec: int | str | Path) -> FrameSource:
    """The source that a camera's number, `camera:0`, `camera:NAME`, a camera's name or a path stands for.

    Raises `SourceError`.
    """
    text = str(spec)
    if isinstance(spec, int) or text == "camera" or text.startswith("camera:"):
        return _camera(text.removeprefix("camera").removeprefix(":") or "0")
    path = Path(text)
    if path.is_dir():
        return Stills(_pictures(path))
    if path.is_file():
        return Stills([path]) if cv2.haveImageReader(str(path)) else Video(path)
    if path.exists():
        raise SourceError("broken", f"{text}: is neither a file nor a folder")
    if text.isdecimal() or any(camera.fits(text) for camera in cameras()):
        return _camera(text)
    raise SourceError("missing", f"{text}: there is no such file, folder or camera")


class Stills:
    """Pictures from files, one a second. All are named at once, each is read when its turn comes."""

    live = False
    fps = STILLS_FPS

    def __init__(self, paths: Sequence[Path]) -> None:
        self._paths = paths
        self._next = 0
        self._closed = False
        first = read_image(paths[0])
        self.size = (first.shape[1], first.shape[0])

    def __iter__(self) -> Iterator[Frame]:
        while self._next < len(self._paths) and not self._closed:
            index = self._next
            self._next += 1
            yield Frame(read_image(self._paths[index]), round(index * 1000 / self.fps), index)

    def close(self) -> None:
        self._closed = True


class Video:
    """A video file, through OpenCV's FFmpeg, by the time stamps in the file.

    What can be read of a file that was cut off is handed out before `SourceError` says so.
    """

    live = False

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lock = threading.Lock()
        self._capture = cv2.VideoCapture(str(path), cv2.CAP_FFMPEG)
        codec = int(self._capture.get(cv2.CAP_PROP_FOURCC))
        ok, first = self._capture.read()
        # FFmpeg plays any text file as a picture of its text
        if not ok or codec == cv2.VideoWriter.fourcc(*"ansi"):
            self._capture.release()
            raise SourceError("broken", f"{path}: is no picture and no video that can be read")
        self._first: Image | None = first  # type: ignore[assignment]
        self.size: tuple[int, int] = (first.shape[1], first.shape[0])
        self.fps: float = self._capture.get(cv2.CAP_PROP_FPS) or 25.0
        self._length_s = self._capture.get(cv2.CAP_PROP_FRAME_COUNT) / self.fps
        self._index = 0
        self._at_ms = 0.0

    def __iter__(self) -> Iterator[Frame]:
        while (frame := self._read()) is not None:
            yield frame
        if self._capture.isOpened() and self._at_ms / 1000 + SHORT_BY_S < self._length_s:
            place = f"pictures end at {self._at_ms / 1000:.1f} s of {self._length_s:.1f} s"
            raise SourceError("broken", f"{self._path}: was cut off: {place}")

    def _read(self) -> Frame | None:
        with self._lock:
            if not self._capture.isOpened():
                return None
            image, self._first = self._first, None
            if image is None:
                ok, image = self._capture.read()  # type: ignore[assignment]
                if not ok or image is None:
                    return None
            at_ms = self._capture.get(cv2.CAP_PROP_POS_MSEC)
            if self._index and at_ms <= self._at_ms:  # no time stamps of its own
                at_ms = self._at_ms + 1000 / self.fps
            self._at_ms = at_ms
            self._index += 1
            return Frame(image, round(at_ms), self._index - 1)

    def close(self) -> None:
        with self._lock:
            self._capture.release()


class Device(Protocol):
    """What a camera driver gives: the next picture, however long it takes."""

    def read(self) -> tuple[bool, Image | None]: ...
    def release(self) -> None: ...


class Camera:
    """A camera in a thread of its own, of which only the newest picture is kept.

    A driver may answer that there is no picture, raise, or never come back: the taker learns after `silent_s`
    and the thread is left behind. `at_ms` counts from the opening.
    """

    live = True

    def __init__(
        self, name: str, connect: Callable[[], Device], open_s: float = OPEN_S, silent_s: float = SILENT_S
    ) -> None:
        self._name, self._connect = name, connect
        self._open_s, self._silent_s = open_s, silent_s
        self._change = threading.Condition()
        self._newest: Frame | None = None
        self._taken = 0
        self._fault: str = ""
        self._closed = self._connected = False
        self._opened = time.monotonic()
        self._thread = threading.Thread(
            target=self._capture, args=(connect,), name=f"camera {name}", daemon=True
        )
        self._thread.start()
        try:
            with self._change:
                self._change.wait_for(lambda: self._connected or self._fault or self._closed, open_s)
            first = self._wait(min(open_s, FIRST_S), take=False)
        except SourceError:
            self.close()
            raise
        self.size = first.size if first else (0, 0)

    def again(self) -> "Camera":
        return Camera(self._name, self._connect, self._open_s, self._silent_s)

    @property
    def fps(self) -> float:
        """Pictures a second since the opening."""
        return self._taken / max(time.monotonic() - self._opened, 0.001)

    def __iter__(self) -> Iterator[Frame]:
        while (frame := self._wait(self._silent_s, take=True)) is not None:
            yield frame

    def close(self) -> None:
        with self._change:
            self._closed = True
            self._change.notify_all()
        if threading.current_thread() is not self._thread:
            self._thread.join(timeout=0.5)  # a driver that hangs is left behind

    def _wait(self, patience_s: float, *, take: bool) -> Frame | None:
        """The newest picture that was not taken yet, or None when closed."""
        with self._change:
            came = self._change.wait_for(lambda: self._newest or self._fault or self._closed, patience_s)
            if self._closed:
                return None
            if self._fault or not came:
                why = self._fault or f"no picture for {patience_s:g} s; is it still plugged in?"
                raise SourceError("no_camera", f"camera {self._name}: {why}")
            frame = self._newest
            if take:
                self._newest = None
            return frame

    def _capture(self, connect: Callable[[], Device]) -> None:
        """The thread. Only it touches the device, for a release during a read takes some drivers down."""
        try:
            device = connect()
            with self._change:
                self._connected = True
                self._change.notify_all()
            try:
                while not self._closed:
                    ok, image = device.read()
                    if ok and image is not None:
                        self._put(image)
                    else:
                        time.sleep(0.02)
            finally:
                device.release()
        except Exception as error:  # whatever a driver raises must reach the taker, not end in this thread
            with self._change:
                self._fault = str(error) or type(error).__name__
                self._change.notify_all()

    def _put(self, image: Image) -> None:
        with self._change:
            at_ms = round((time.monotonic() - self._opened) * 1000)
            self._newest = Frame(image, at_ms, self._taken)
            self._taken += 1
            self._change.notify_all()


def _camera(name: str) -> Camera:
    """The camera of that number or name."""
    there = cameras()
    for camera in there:
        if camera.number == int(name) if name.isdecimal() else camera.fits(name):
            return Camera(camera.name or name, partial(_connect_same, camera, there))
    if name.isdecimal():
        return Camera(name, partial(_connect, int(name)))
    names = ", ".join(camera.name for camera in there) or "none"
    raise SourceError("no_camera", f"camera {name}: not found; plugged in: {names}")


def _connect_same(camera: CameraName, before: Sequence[CameraName]) -> Device:
    """The same camera, whatever its number is now."""
    now = same_camera(camera, before, cameras())
    if now is None:
        raise SourceError("no_camera", "not plugged in")
    return _connect(now.number)


def _connect(number: int) -> Device:
    capture = cv2.VideoCapture(number, cv2.CAP_V4L2 if sys.platform == "linux" else cv2.CAP_ANY)
    if not capture.isOpened():
        raise SourceError("no_camera", "not there, or used by another program")
    # The form goes before the size: uncompressed, most cameras offer a large picture at a few a second.
    capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
    capture.set(cv2.CAP_PROP_FRAME_WIDTH, CAMERA_SIZE[0])
    capture.set(cv2.CAP_PROP_FRAME_HEIGHT, CAMERA_SIZE[1])
    capture.set(cv2.CAP_PROP_FPS, CAMERA_FPS)
    return capture  # type: ignore[return-value]


def _pictures(folder: Path) -> list[Path]:
    """The pictures of a folder by name, `2.jpg` before `10.jpg`."""
    found = [path for path in folder.iterdir() if path.is_file() and cv2.haveImageReader(str(path))]
    if not found:
        raise SourceError("broken", f"{folder}: holds no pictures")
    return sorted(found, key=_by_number)


def _by_number(path: Path) -> list[int | str]:
    """Text and numbers of a name take turns, so that like is compared with like."""
    return [int(part) if i % 2 else part for i, part in enumerate(re.split(r"([0-9]+)", path.name))]


def read_image(path: str | Path) -> Image:
    """A picture file, upright as its camera noted; raises `SourceError`."""
    try:
        data = np.fromfile(path, np.uint8)  # imread cannot open a Chinese path on Windows
    except OSError as error:
        kind: Literal["missing", "broken"] = "missing" if isinstance(error, FileNotFoundError) else "broken"
        raise SourceError(kind, f"{path}: cannot be read: {error.strerror}") from error
    raw = data.tobytes()
    whole = bool(raw) and not (raw.startswith(b"\x89PNG") and b"IEND" not in raw)  # libpng would print of it
    image = cv2.imdecode(data, cv2.IMREAD_COLOR) if whole else None
    if image is None:
        raise SourceError("broken", f"{path}: is no picture that can be read")
    return image  # type: ignore[return-value]
