"""The commands, one module a subject. Each takes the parsed arguments and returns the exit status."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

DONE, INPUT, USAGE, MACHINE = range(4)
"""Exit status: done, the input is at fault, wrong usage, the machine lacks something."""


INTERRUPTED = 130
"""As the shell has it: a script must be able to tell a run that was stopped from one that is done."""


class Failure(Exception):
    """A command ends here: the sentence to print, and the exit status."""

    def __init__(self, status: int, sentence: str) -> None:
        super().__init__(sentence)
        self.status = status


def status_of(error: Exception) -> int | None:
    """The exit status that an error of the parts stands for; None for one that is a fault of the program."""
    from app.copies import CopyError
    from app.store import SaveError, StoreError
    from engine import CardError, RuleSetError
    from models import ModelError
    from vision import SourceError, TableError
    from vision.deck import DeckError

    match error:
        case SourceError():
            return MACHINE if error.kind == "no_camera" else INPUT
        case ModelError() | SaveError():
            return MACHINE
        case TableError() | RuleSetError() | StoreError() | CardError() | DeckError() | CopyError():
            return INPUT
    return None


@contextmanager
def failures() -> Iterator[None]:
    """What the parts report becomes a `Failure` with the status that belongs to it."""
    try:
        yield
    except Exception as error:
        status = status_of(error)
        if status is None:
            raise
        raise Failure(status, str(error)) from error


def write_new(path: Path, content: bytes) -> None:
    """A file that was not there, whole or not at all; raises `Failure`."""
    if path.exists() and (not path.is_file() or path.stat().st_size):
        raise Failure(INPUT, f"{path}: is there already; choose another name")
    part = path.with_name(path.name + ".part")
    try:
        part.write_bytes(content)
        os.replace(part, path)
    except OSError as error:
        raise Failure(INPUT, f"{path}: cannot be written: {error.strerror}") from error
