"""The browser of the tests: Debian's Chromium, driven by Playwright. Neither is needed for anything else."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Browser

CHROMIUM = Path("/usr/bin/chromium")
ARGUMENTS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
]  # fmt: skip


def missing() -> str:
    """What the tests in a browser lack here; "" where nothing."""
    try:
        import playwright.sync_api  # noqa: F401
    except ModuleNotFoundError:
        return "Playwright is not installed: pip install 'guandan-eye[browser]'"
    return "" if CHROMIUM.exists() else f"{CHROMIUM} is not there: apt install chromium"


@contextmanager
def launched(home: Path) -> Iterator[Browser]:
    """Chromium, without a window, that reads and writes nothing but in ``home``."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as driver:
        browser = driver.chromium.launch(
            executable_path=str(CHROMIUM), args=ARGUMENTS, env=dict(os.environ) | {"HOME": str(home)}
        )
        yield browser
        browser.close()
