"""Frames become a video file."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from pathlib import Path
from types import MappingProxyType

import av
import numpy as np
from numpy.typing import NDArray

Image8 = NDArray[np.uint8]
Progress = Callable[[int, int], None]
"""Told how many frames are done, and of how many."""

FPS = 25
FRAME_MS = 1000 // FPS
QUICKLY = MappingProxyType({"qp": "27", "preset": "ultrafast", "tune": "zerolatency", "threads": "1"})
"""x264 as the encoder of a camera works: every frame at once, the same care for each."""
SMALLER = MappingProxyType({"crf": "25", "preset": "veryfast"})
"""x264 for a video that is kept: a third of the size at four times the time."""


def frame_count(length_ms: int) -> int:
    return -(-length_ms // FRAME_MS)


def told(
    frames: Iterator[NDArray[np.uint8]], total: int, progress: Progress | None
) -> Iterator[NDArray[np.uint8]]:
    """The frames, with word of how many are done."""
    for done, frame in enumerate(frames, 1):
        yield frame
        if progress is not None and (done % (10 * FPS) == 0 or done == total):
            progress(done, total)


def write(
    path: Path, frames: Iterator[Image8], size: tuple[int, int], encoding: Mapping[str, str] = QUICKLY
) -> int:
    """Encode I420 pictures as H.264 in an MP4 file; returns how many there were."""
    width, height = size
    count = 0
    with av.open(str(path), "w", format="mp4", options={"movflags": "+faststart"}) as container:
        stream = container.add_stream("libx264", rate=FPS, options=dict(encoding))
        stream.width, stream.height, stream.pix_fmt = width, height, "yuv420p"
        stream.time_base = Fraction(1, FPS)
        for count, planes in enumerate(frames, 1):
            frame = av.VideoFrame.from_ndarray(planes, format="yuv420p")
            frame.pts, frame.time_base = count - 1, Fraction(1, FPS)
            container.mux(stream.encode(frame))
        container.mux(stream.encode(None))
    return count
