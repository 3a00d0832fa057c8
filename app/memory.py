"""What a match has held is given back when it ends."""

import ctypes
import gc
import sys


def give_back() -> None:
    """Collect what is over, and hand free memory to the system where the C library can (glibc, on Linux).

    Pictures are few objects and much memory: Python alone would let them wait for long, and the C library
    keeps theirs in pieces, a pool for each thread.  Ten milliseconds or so; too long for each picture.
    """
    gc.collect()
    if not sys.platform.startswith("linux"):
        return
    try:
        trim = ctypes.CDLL(None).malloc_trim
    except (OSError, AttributeError):  # another C library
        return
    trim(0)
