"""Video files in which every picture keeps its exact time in ms: written by the best encoder at hand."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from io import BytesIO
from types import TracebackType
from typing import BinaryIO, Literal, Self

import av
import numpy as np
from av.video.frame import PictureType
from av.video.stream import VideoStream

from vision.opencv import cv2
from vision.values import Image

FILM_FAULTS = (OSError, av.FFmpegError)
"""What writing or reading a video file may raise."""
ENCODERS = ("libx264", "libopenh264", "mpeg4", "mjpeg")
"""Best first. PyAV's wheels hold x264; a distribution's own build of FFmpeg may not."""
KEY_MS = 1000
"""Every so often a picture stands for itself, so that looking up a moment decodes a second at most."""
MS = Fraction(1, 1000)
_OPTIONS = {
    # No picture waits for a later one: what was put is in the file, in the order of its times.
    "libx264": {"preset": "ultrafast", "tune": "zerolatency", "crf": "23", "forced-idr": "1"},
    "libopenh264": {},
    "mpeg4": {"qmin": "2", "qmax": "6"},
    "mjpeg": {"qmin": "2", "qmax": "5"},
}
_FORMS = {
    "matroska": {"cluster_time_limit": "500"},  # a file that is not closed holds all but the last half second
    "mp4": {"movflags": "faststart"},
}


class Film:
    """One video file while it is written: pictures of one size, each later than the one before.

    out: open for writing, and closed by whoever opened it; size: width and height, both even. Any call may
    raise one of `FILM_FAULTS`.
    """

    def __init__(
        self,
        out: BinaryIO,
        form: Literal["matroska", "mp4"],
        size: tuple[int, int],
        fps: float,
        encoder: str = "",
    ) -> None:
        name = encoder or best_encoder()
        self.size = size
        self.bytes = 0
        self._box = av.open(out, "w", format=form, options=_FORMS[form])
        try:
            rate = Fraction(fps).limit_denominator(1000)
            stream = self._box.add_stream(name, rate=rate, options=_OPTIONS.get(name, {}))
            assert isinstance(stream, VideoStream)
            self._stream = stream
            self._stream.width, self._stream.height = size
            self._stream.pix_fmt = "yuvj420p" if name == "mjpeg" else "yuv420p"
            context = self._stream.codec_context
            context.time_base, context.thread_count = MS, 1
            context.gop_size = 250
            if name == "libopenh264":
                context.bit_rate = 3_000_000
        except BaseException:
            self._box.close()
            raise
        self._key_ms: int | None = None

    def put(self, image: Image, at_ms: int) -> bool:
        """Add a picture (H, W, 3) BGR of the film's size; says whether it is one that stands for itself."""
        planes = np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2YUV_I420), np.uint8)
        frame = av.VideoFrame.from_ndarray(planes, format="yuv420p")
        frame.pts, frame.time_base = at_ms, MS
        is_key = self._key_ms is None or at_ms - self._key_ms >= KEY_MS
        if is_key:
            frame.pict_type, self._key_ms = PictureType.I, at_ms
        self._mux(frame)
        return is_key

    def close(self) -> None:
        """The file is whole."""
        try:
            self._mux(None)
        finally:
            self._box.close()

    def _mux(self, frame: av.VideoFrame | None) -> None:
        for packet in self._stream.encode(frame):
            self.bytes += packet.size
            self._box.mux(packet)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def even(size: tuple[int, int], widest: int) -> tuple[int, int]:
    """Width and height of at most `widest`, in the same proportion, both even as encoders want them."""
    scale = min(1.0, widest / size[0])
    return max(2, round(size[0] * scale / 2) * 2), max(2, round(size[1] * scale / 2) * 2)


def fitted(image: Image, size: tuple[int, int]) -> Image:
    """The picture at that size."""
    if (image.shape[1], image.shape[0]) == size:
        return image
    return cv2.resize(image, size, interpolation=cv2.INTER_LINEAR)  # type: ignore[return-value]


def works(encoder: str) -> bool:
    """Whether this build of FFmpeg has the encoder, and it writes: some are there and refuse."""
    try:
        with Film(BytesIO(), "matroska", (64, 64), 25.0, encoder) as film:
            film.put(np.zeros((64, 64, 3), np.uint8), 0)
    except (*FILM_FAULTS, ValueError):
        return False
    return True


@cache
def best_encoder() -> str:
    """The first of `ENCODERS` that works here; raises `OSError` where none does."""
    for name in ENCODERS:
        if works(name):
            return name
    raise OSError(f"no video can be written here: FFmpeg has none of {', '.join(ENCODERS)}")
