"""The kept pictures of a match, read by event time; also while more are written.

A segment is taken apart into its coded pictures once, which costs milliseconds, and decoded from the nearest
picture that stands for itself. Nothing stays open, so that old segments may go meanwhile.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import OrderedDict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import av
import numpy as np
from av.video.codeccontext import VideoCodecContext
from av.video.frame import VideoFrame

from app.evidence import Segment, segments
from app.film import FILM_FAULTS, MS
from vision.values import Image

_SEGMENTS, _IMAGES = 6, 40  # kept in memory; 40 pictures of 1280 x 720 are 110 MB


@dataclass(frozen=True, slots=True, eq=False)
class Moment:
    """A picture (H, W, 3) blue-green-red and the event time at which it was taken."""

    at_ms: int
    image: Image


@dataclass(slots=True, eq=False)
class _Coded:
    """A segment taken apart. times: event ms of each picture, rising; keys: whether it stands for itself."""

    segment: Segment
    size: int
    times: list[int]
    keys: list[bool]
    data: list[bytes]
    codec: str
    extradata: bytes | None
    decoder: VideoCodecContext | None = None
    next: int = 0


class Footage:
    """Pictures by event time. For one thread at a time; a folder that is not there holds no pictures."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._coded: OrderedDict[Path, _Coded] = OrderedDict()
        self._images: OrderedDict[tuple[Path, int], Image] = OrderedDict()

    def span(self) -> tuple[int, int] | None:
        """First and last event time of which there is a picture."""
        readable = [coded for segment in self._ends() if (coded := self._read(segment)).times]
        return (readable[0].times[0], readable[-1].times[-1]) if readable else None

    def times(self, from_ms: int, to_ms: int) -> tuple[int, ...]:
        """Event times of the pictures between two times, both included."""
        return tuple(at for at, _, _ in self._places(from_ms, to_ms))

    def at(self, at_ms: int) -> Moment | None:
        """The last picture taken at or before a time; None where none was, or it cannot be read."""
        for segment in reversed([s for s in segments(self.folder) if s.first_ms <= at_ms]):
            coded = self._read(segment)
            place = bisect_right(coded.times, at_ms) - 1
            if place >= 0:
                image = self._image(coded, place)
                return None if image is None else Moment(coded.times[place], image)
        return None

    def between(self, from_ms: int, to_ms: int) -> Iterator[Moment]:
        """The pictures between two times, both included. What cannot be read is passed over."""
        for at, coded, place in self._places(from_ms, to_ms):
            image = self._image(coded, place)
            if image is not None:
                yield Moment(at, image)

    # ---- segments -----------------------------------------------------------------------------

    def _ends(self) -> list[Segment]:
        """The first and the last segments that hold a picture; a crash may have left empty ones."""
        every = segments(self.folder)
        first = next((s for s in every if self._read(s).times), None)
        last = next((s for s in reversed(every) if self._read(s).times), None)
        return [s for s in (first, last) if s is not None]

    def _places(self, from_ms: int, to_ms: int) -> list[tuple[int, _Coded, int]]:
        """Time, segment and place of the pictures between two times; the later of two segments counts."""
        every = segments(self.folder)
        found = []
        for segment, after in zip(every, [*every, None][1:], strict=True):
            if segment.first_ms > to_ms or (after is not None and after.first_ms <= from_ms):
                continue
            coded = self._read(segment)
            end = to_ms + 1 if after is None else min(to_ms + 1, after.first_ms)
            places = range(bisect_left(coded.times, from_ms), bisect_left(coded.times, end))
            found += [(coded.times[place], coded, place) for place in places]
        return found

    def _read(self, segment: Segment) -> _Coded:
        """The segment taken apart; read again where the file has grown."""
        try:
            size = segment.path.stat().st_size
        except OSError:
            size = 0  # it went meanwhile
        known = self._coded.get(segment.path)
        if known is None or known.size != size:
            known = self._coded[segment.path] = _taken_apart(segment, size)
        self._coded.move_to_end(segment.path)
        while len(self._coded) > _SEGMENTS:
            self._coded.popitem(last=False)
        return known

    # ---- pictures -----------------------------------------------------------------------------

    def _image(self, coded: _Coded, place: int) -> Image | None:
        key = (coded.segment.path, coded.times[place])
        if key not in self._images:
            self._decode(coded, place)
        if key in self._images:
            self._images.move_to_end(key)
        return self._images.get(key)

    def _decode(self, coded: _Coded, place: int) -> None:
        """Decode up to a picture, from where the decoder stands or the key before; all on the way is kept."""
        key = max((p for p in range(place + 1) if coded.keys[p]), default=0)
        if coded.decoder is None or not key <= coded.next <= place:
            coded.decoder, coded.next = _decoder(coded), key
        while coded.next <= place:
            packet = av.Packet(coded.data[coded.next])
            packet.pts = packet.dts = coded.times[coded.next]
            packet.time_base = MS
            coded.next += 1
            self._keep(coded, _decoded(coded.decoder, packet))
        if (coded.segment.path, coded.times[place]) not in self._images:
            self._keep(coded, _decoded(coded.decoder, None))  # a decoder that holds pictures back
            coded.decoder = None

    def _keep(self, coded: _Coded, frames: list[VideoFrame]) -> None:
        for frame in frames:
            if frame.pts is not None:
                image: Image = np.ascontiguousarray(frame.to_ndarray(format="bgr24"))
                self._images[(coded.segment.path, frame.pts)] = image
        while len(self._images) > _IMAGES:
            self._images.popitem(last=False)


def _taken_apart(segment: Segment, size: int) -> _Coded:
    """What can be read of a segment; nothing of one that is gone, or empty, or no video."""
    coded = _Coded(segment, size, [], [], [], "", None)
    try:
        with av.open(str(segment.path), "r", format="matroska") as box:
            stream = box.streams.video[0]
            coded.codec, coded.extradata = stream.codec_context.name, stream.codec_context.extradata
            base: Any = stream.time_base
            for packet in box.demux(stream):
                if packet.pts is None or not packet.size or packet.is_corrupt:
                    continue
                at_ms = segment.first_ms + round(packet.pts * base * 1000)
                if not coded.times or at_ms > coded.times[-1]:
                    coded.times.append(at_ms)
                    coded.keys.append(bool(packet.is_keyframe))
                    coded.data.append(bytes(packet))
    except (*FILM_FAULTS, IndexError):
        pass  # torn: what came before it stands
    return coded


def _decoder(coded: _Coded) -> VideoCodecContext:
    decoder = av.CodecContext.create(coded.codec, "r")
    assert isinstance(decoder, VideoCodecContext)
    if coded.extradata:
        decoder.extradata = coded.extradata
    decoder.thread_count = 1
    return decoder


def _decoded(decoder: VideoCodecContext, packet: av.Packet[Any] | None) -> list[VideoFrame]:
    try:
        return decoder.decode(packet)
    except FILM_FAULTS:
        return []
