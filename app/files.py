"""Files that are whole or not there."""

import os
from pathlib import Path


def put(path: Path, data: bytes) -> None:
    """Write beside and put in place, so that there is always a whole file; raises `OSError`."""
    beside = path.with_name(path.name + ".part")
    try:
        with beside.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(beside, path)
    except OSError:
        beside.unlink(missing_ok=True)
        raise
    flush_folder(path.parent)


def flush_folder(folder: Path) -> None:
    """A new name is safe against a power cut only when its folder is flushed. Windows has no such call."""
    if os.name == "posix":
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
