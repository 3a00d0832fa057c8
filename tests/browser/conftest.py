"""A browser and a server for the tests of the pages; without Chromium and Playwright they are skipped."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.browser.chromium import launched, missing
from tests.browser.stand_in import StandIn

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

Open = Callable[..., "Page"]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    lacks = missing()
    for item in items:
        if lacks and item.path.is_relative_to(Path(__file__).parent):
            item.add_marker(pytest.mark.skip(reason=lacks))


@pytest.fixture(scope="session")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    with launched(tmp_path_factory.mktemp("chromium")) as found:
        yield found


@pytest.fixture
def server() -> Iterator[StandIn]:
    found = StandIn()
    yield found.start()
    found.stop()


@pytest.fixture
def open_page(browser: Browser) -> Iterator[Open]:
    """Opens an address in a page of its own; at the end no page may have complained."""
    complaints: list[str] = []
    contexts = []

    def opened(
        address: str, size: tuple[int, int] = (1920, 1080), *, may_fail: bool = False, **more: Any
    ) -> Page:
        context = browser.new_context(viewport={"width": size[0], "height": size[1]}, **more)
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(60_000)
        page.on("pageerror", lambda error: complaints.append(f"{address}: {error}"))
        if not may_fail:  # what a page asks of a server that is gone is an error of the console as well
            page.on("console", lambda said: complaints.append(said.text) if said.type == "error" else None)
        page.goto(address)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert complaints == []
