"""Memory of pictures: what threads free is there for the others, and goes back to the system at the end."""

import platform
import subprocess
import sys

import pytest

pytestmark = pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="only glibc keeps it")

HELD = """
import threading
from pathlib import Path

def held():
    return int(Path("/proc/self/statm").read_text().split()[1]) * 4096 / 2**20
"""

IN_TURN = """
import numpy as np

turn, alive = threading.Lock(), threading.Barrier(9)

def work():
    with turn:
        pictures = [np.ones((1080, 1920, 3), np.uint8) for _ in range(6)]
        del pictures
    alive.wait()

np.ones(30 << 20, np.uint8)  # from now on blocks of that size come from a pool
before = held()
threads = [threading.Thread(target=work) for _ in range(8)]
for thread in threads:
    thread.start()
alive.wait()
print(held() - before)
"""

AT_THE_END = """
import numpy as np
from app.memory import give_back

def work():
    kept = []
    for _ in range(40):
        pictures = [np.ones((1080, 1920, 3), np.uint8) for _ in range(4)]
        kept.append([np.ones(50_000, np.uint8) for _ in range(4)])
        del pictures[::2]
        kept.append(pictures[:1])
    small.extend(each for each in kept if len(each) == 4)

small, before = [], held()
for _ in range(3):
    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
give_back()
print(held() - before)
"""


def grown(*program: str) -> float:
    """MB, as the program says in its last line."""
    done = subprocess.run(
        [sys.executable, "-c", HELD + "".join(program)], capture_output=True, text=True, check=True
    )
    return float(done.stdout.splitlines()[-1])


def test_a_command_makes_its_threads_share_what_is_free() -> None:
    command = "from app.cli import main; main(['classify', 'S3', '--level', '2'])"
    assert grown(command, IN_TURN) < 100  # 36 MB are used at a time; by themselves each keeps that
    assert grown(IN_TURN) > 200


def test_pictures_leave_nothing_behind() -> None:
    assert grown(AT_THE_END) < 60  # 23 MB are held; without it 240
