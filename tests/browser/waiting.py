"""Waiting in a page whose policy forbids Playwright's own way, which is eval."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Page

LONGEST_S = 60.0


def until(page: Page, test: str) -> None:
    """Wait until an expression is true; fails after a minute."""
    deadline = time.monotonic() + LONGEST_S
    while not page.evaluate(test):
        assert time.monotonic() < deadline, test
        page.wait_for_timeout(50)
