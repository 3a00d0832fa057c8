"""What every test gets: no display, a home of its own, and no thread left behind."""

import os
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")


@pytest.fixture(autouse=True)
def own_home(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Nothing of the user's is read or written: home and the folders under it are the test's own."""
    home = tmp_path_factory.mktemp("home")
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("USERPROFILE", str(home))
    for name in ("CONFIG", "DATA", "CACHE", "STATE"):
        monkeypatch.setenv(f"XDG_{name}_HOME", str(home / name.lower()))
    return home


@pytest.fixture(autouse=True)
def no_thread_left() -> Iterator[None]:
    """A test that starts a thread also ends it."""
    before = set(threading.enumerate())
    yield
    deadline = time.monotonic() + 3
    while left := [thread for thread in threading.enumerate() if thread not in before and thread.is_alive()]:
        if time.monotonic() > deadline:
            pytest.fail(f"threads left running: {', '.join(thread.name for thread in left)}")
        time.sleep(0.02)
