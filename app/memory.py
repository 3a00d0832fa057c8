"""What a match holds stays bounded while it runs, and is given back when it ends."""

import ctypes
import gc
import sys
from typing import Any

_ARENA_MAX = -8  # M_ARENA_MAX of glibc's malloc.h


def share_one_pool() -> None:
    """Let all threads take memory from one pool of the C library (glibc, on Linux); else nothing happens.

    By itself it makes one for each thread, up to eight for each core, and after a large block was freed each
    keeps as much as twice that for its own later use.  A picture goes through six threads, so that what is
    kept came to three times what is used, and more with each match.  Called before there are threads.
    """
    if (mallopt := _of_libc("mallopt")) is not None:
        mallopt(_ARENA_MAX, 1)


def give_back() -> None:
    """Collect what is over, and hand free memory to the system where the C library can (glibc, on Linux).

    Pictures are few objects and much memory: Python alone would let them wait for long, and the C library
    keeps theirs in pieces.  Ten milliseconds or so; too long for each picture.
    """
    gc.collect()
    if (trim := _of_libc("malloc_trim")) is not None:
        trim(0)


def _of_libc(name: str) -> Any:
    """A function of the C library; None on other systems, and where the library has none of that name."""
    if not sys.platform.startswith("linux"):
        return None
    try:
        return getattr(ctypes.CDLL(None), name)
    except (OSError, AttributeError):
        return None
