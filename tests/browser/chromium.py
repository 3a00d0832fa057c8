"""The browser of the tests: Debian's Chromium, driven by Playwright. Neither is needed for anything else."""

from __future__ import annotations

from pathlib import Path

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
