"""The newest picture of a source for somebody to look at, before anything is recorded."""

from collections.abc import Callable
from threading import Event, Thread

from vision.frames import FrameSource, SourceError
from vision.values import Image


class PictureFeed:
    """Opens a source and reads it in a thread of its own, as a camera may take long; a file goes at its own
    pace and stays at its last picture.

    image: the newest picture, None before the first; count: how many came; fault: why none come any more.
    """

    def __init__(self, connect: Callable[[], FrameSource]) -> None:
        self.image: Image | None = None
        self.count = 0
        self.fault: SourceError | None = None
        self._connect = connect
        self._source: FrameSource | None = None
        self._stopping = Event()
        self._thread = Thread(target=self._run, name="picture-feed", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """End the thread and let go of the device; a driver that hangs is left behind."""
        self._stopping.set()
        if self._source is not None:
            self._source.close()
        self._thread.join(5.0)

    def _run(self) -> None:
        try:
            source = self._source = self._connect()
            try:
                self._read(source)
            finally:
                source.close()
        except SourceError as error:
            self.fault = error

    def _read(self, source: FrameSource) -> None:
        if self._stopping.is_set():
            return
        for frame in source:
            self.image, self.count = frame.image, self.count + 1
            if self._stopping.wait(0.0 if source.live else 1 / max(source.fps, 1.0)):
                return
