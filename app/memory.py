"""What a match holds stays bounded while it runs, and is given back when it ends."""

import ctypes
import gc
import sys
from typing import Any

_TRIM_THRESHOLD, _MMAP_THRESHOLD, _ARENA_MAX = -1, -3, -8  # of glibc's malloc.h
_LARGEST = 32 << 20
"""Larger blocks are always taken from the system and given back to it."""


def share_one_pool() -> None:
    """Let all threads take memory from one pool of the C library (glibc, on Linux); else nothing happens.

    By itself it makes one for each thread, up to eight for each core, and once a large block was freed each
    keeps twice as much for its own later use.  A picture goes through six threads, so that what was kept came
    to three times what is used, and more with each match.  The one pool grows to the most that is used at a
    time and stays so until `give_back`: to take and give back each picture would cost a page fault for every
    4 KiB of it.  Called before there are threads.
    """
    if (mallopt := _of_libc("mallopt")) is not None:
        mallopt(_ARENA_MAX, 1)
        mallopt(_MMAP_THRESHOLD, _LARGEST)
        mallopt(_TRIM_THRESHOLD, 1 << 30)


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
