"""How the C library keeps memory that was given back, where that is glibc (Linux)."""

import ctypes
import sys

_MMAP_THRESHOLD, _ARENA_MAX = -3, -8  # of <malloc.h>
PICTURE_BYTES = 1 << 20
POOLS = 2


def give_back_pictures() -> bool:
    """Have the memory of pictures go back to the system at once; whether that could be asked for.

    Each thread's pool keeps pictures of 6 MB in pieces otherwise: 600 MB after one match, 970 MB after the
    third, of which Python held 65 MB; with this it is 340 MB, match after match.  Threads that run already
    keep their pools, so it is called before they start.
    """
    if not sys.platform.startswith("linux"):
        return False
    try:
        mallopt = ctypes.CDLL(None).mallopt
    except (OSError, AttributeError):  # another C library
        return False
    return bool(mallopt(_MMAP_THRESHOLD, PICTURE_BYTES)) and bool(mallopt(_ARENA_MAX, POOLS))
