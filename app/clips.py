"""A moment of a match as a file of its own: a clip or a still, written whole or not at all."""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from app.film import FILM_FAULTS, Film, even, fitted
from app.footage import Footage, Moment
from vision.opencv import cv2

STILLS = (".png", ".jpg", ".jpeg")


class ClipError(Exception):
    """The file was not written; the message names it and says why."""


def save_clip(footage: Footage, path: Path, from_ms: int, to_ms: int, speed: float = 1.0) -> int:
    """An MP4 of the pictures between two event times, both included; `speed` 0.5 shows them half as fast.

    Returns how many pictures it holds. Raises `ClipError`.
    """
    count = 0
    with _whole(path) as out:
        film = None
        for moment in footage.between(from_ms, to_ms):
            if film is None:
                first_ms, size = moment.at_ms, even(moment.image.shape[1::-1], moment.image.shape[1])
                film = Film(out, "mp4", size, 25.0)
            film.put(fitted(moment.image, film.size), round((moment.at_ms - first_ms) / speed))
            count += 1
        if film is None:
            raise ClipError(f"{path}: no pictures were kept between {from_ms} and {to_ms} ms")
        film.close()
    return count


def save_still(moment: Moment, path: Path) -> None:
    """One picture as PNG or JPEG, by the ending of the name. Raises `ClipError`."""
    if path.suffix.lower() not in STILLS:
        raise ClipError(f"{path}: a still is {', '.join(STILLS)}")
    options = [cv2.IMWRITE_JPEG_QUALITY, 95] if path.suffix.lower() != ".png" else []
    done, data = cv2.imencode(path.suffix.lower(), moment.image, options)
    if not done:
        raise ClipError(f"{path}: the picture cannot be written so")
    with _whole(path) as out:
        out.write(data.tobytes())


@contextmanager
def _whole(path: Path) -> Iterator[BinaryIO]:
    """A file that gets its name once it is written; raises `ClipError`, and then leaves nothing."""
    part = path.with_name(path.name + ".part")
    try:
        with part.open("wb") as out:
            yield out
            out.flush()
            os.fsync(out.fileno())
        os.replace(part, path)
    except FILM_FAULTS as error:
        raise ClipError(f"{path}: cannot be written: {getattr(error, 'strerror', '') or error}") from error
    finally:
        with suppress(OSError):
            part.unlink(missing_ok=True)
