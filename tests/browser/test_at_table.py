"""Pages at the real server, beside a session that records: each act of the tablet is in the record."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from app.air.on_air import OnAir
from app.air.routes import Role
from app.air.rows import Folding
from app.session import Session
from tests.browser.waiting import until
from tests.unit.air_clients import lead, on_air, wait_for
from tests.unit.test_live import card, reading

if TYPE_CHECKING:
    from playwright.sync_api import Page

Open = Callable[..., "Page"]
TABLET = (800, 600)
TOLD = "document.querySelector('.rf-told').textContent"


class Table:
    """A match in which E has led S3, and tablets that look at it."""

    def __init__(self, server: OnAir, session: Session, open_page: Open) -> None:
        self.server, self.session, self._open = server, session, open_page

    def tablet(self, role: Role = Role.REFEREE) -> Page:
        address = f"http://127.0.0.1:{self.server.port}/referee.html?lang=en#token={self.server.tokens.of(role)}"
        return self._open(address, TABLET)

    def events(self) -> list[dict[str, Any]]:
        lines = self.session.record_path.read_text("utf-8").splitlines()
        return [json.loads(line) for line in lines]

    def wait(self, many: int) -> list[dict[str, Any]]:
        """The events of the record once there are so many, the header not counted."""
        wait_for(lambda: len(self.events()) > many)
        assert len(self.events()) == many + 1
        return self.events()[1:]


@pytest.fixture
def air(tmp_path: Path) -> Iterator[tuple[OnAir, Session]]:
    with on_air(tmp_path) as found:
        lead(found[1])
        yield found


@pytest.fixture
def at_table(air: tuple[OnAir, Session], open_page: Open) -> Table:
    """The pages are closed before the server is: what they ask of one that is gone is a complaint."""
    return Table(*air, open_page)


def press(page: Page, name: str) -> None:
    page.click(f".rf-button.{name}:enabled")


def test_who_may_watch_sees_position_and_clock_and_has_no_buttons(at_table: Table) -> None:
    page = at_table.tablet(Role.WATCH)
    page.wait_for_selector(".rf-live.on")
    until(page, "document.querySelector('.rf-seat.best .card') !== null")
    assert page.locator(".rf-seat.best .rf-left").inner_text() == "26"
    assert page.locator(".rf-seat.turn").count() == 1
    until(page, "/^\\d+:\\d\\d$|^\\d+$/.test(document.querySelector('.rf-clock').textContent)")
    assert page.locator(".rf-button:visible").count() == 0
    assert page.locator(".rf-live").inner_text() == "View only"
    at_table.session.type_pass("S")
    until(page, "[...document.querySelectorAll('.rf-said')].some((each) => each.textContent === 'Pass')")


def test_a_proposal_is_accepted(at_table: Table) -> None:
    page = at_table.tablet()
    seen = reading("S", [card("S4", 0.7)], 60_000)
    at_table.session._do(lambda: at_table.session._live.take(seen))
    page.wait_for_selector(".waits .rf-wait .card")
    press(page, "accept")
    until(page, f"{TOLD} === 'Recorded'")
    event = at_table.wait(3)[-1]
    assert (event["seat"], event["cards"], event["state"]) == ("S", ["S4"], "accepted")


def test_an_asked_line_is_confirmed_as_it_stands(at_table: Table) -> None:
    page = at_table.tablet()
    seen = reading("S", [card("S4", 0.7)], 60_000)

    def ask(session: Session) -> None:
        session._live.take(seen)
        pending = session._live.pending
        assert pending is not None
        session._live.put_aside(pending.id)

    at_table.session._do(lambda: ask(at_table.session))
    page.wait_for_selector(".rf-seat.asked")
    press(page, "accept")
    until(page, "document.querySelector('.rf-seat.asked') === null")
    play, _, right = at_table.wait(5)[-3:]
    assert play["state"] == "asked"
    assert (right["event"], right["replaces"], right["with"]["cards"]) == ("correction", play["seq"], ["S4"])


def test_a_play_is_corrected_and_that_undone(at_table: Table) -> None:
    page = at_table.tablet()
    press(page, "correct")
    page.click(".pk-end .key:nth-child(3)")
    page.click(".pk-ranks .key:text-is('9')")
    page.click(".key.main:enabled")
    until(page, f"{TOLD} === 'Recorded'")
    assert at_table.wait(3)[-1]["with"]["cards"] == ["S9"]
    press(page, "undo")
    assert at_table.wait(4)[-1]["with"]["cards"] == ["S3"]


def test_a_pass_a_call_and_a_resumption(at_table: Table) -> None:
    page = at_table.tablet()
    press(page, "pass")
    at_table.wait(3)
    press(page, "call")
    page.wait_for_selector(".rf-middle.stands")
    until(page, "document.querySelector('.rf-button.call').textContent === 'Resume'")
    press(page, "call")
    until(page, "document.querySelector('.rf-middle.stands') === null")
    assert [event["event"] for event in at_table.wait(5)[2:]] == ["pass", "pause", "resume"]


def test_what_the_rules_refuse_is_said(at_table: Table) -> None:
    page = at_table.tablet()
    press(page, "correct")
    for rank in ("4", "9"):
        page.click(f".pk-ranks .key:text-is('{rank}')")
    page.click(".key.main:enabled")
    page.wait_for_selector(".rf-told.failed:not(:empty)")
    assert page.locator(".rf-told").inner_text().startswith("Not recorded: ")
    at_table.wait(2)


def test_a_second_referee_who_saw_less_is_told_of_it(at_table: Table) -> None:
    first, second = at_table.tablet(), at_table.tablet()
    press(second, "correct")  # as it is now
    press(first, "pass")
    at_table.wait(3)
    until(second, "[...document.querySelectorAll('.rf-said')].some((each) => each.textContent === 'Pass')")
    second.click(".pk-ranks .key:text-is('9')")
    second.click(".key.main:enabled")
    second.wait_for_selector(".rf-told.failed:not(:empty)")
    assert second.locator(".rf-told").inner_text() == "The position has changed: look again"
    at_table.wait(3)


def test_an_overlay_says_that_it_is_stale_when_no_events_come_any_more(
    air: tuple[OnAir, Session], open_page: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(self: Folding, event: object, at: float) -> None:
        raise ZeroDivisionError("so it is")

    server, session = air
    page = open_page(f"http://127.0.0.1:{server.port}/overlay/table.html", may_fail=True)
    page.wait_for_selector('.stage[data-seq="2"]', state="attached")
    assert page.locator(".stale.on").count() == 0
    monkeypatch.setattr(Folding, "row", broken)
    session.type_pass("S")
    page.wait_for_selector(".stale.on")
    page.wait_for_timeout(3000)  # it asks again meanwhile, and is refused
    assert page.locator(".stale.on").count() == 1
