"""The pages for people in a real browser: what lists everything, and the referee's tablet."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.browser import moments
from tests.browser.stand_in import TOKEN, StandIn
from tests.browser.waiting import until

if TYPE_CHECKING:
    from playwright.sync_api import Page

Open = Callable[..., "Page"]
TABLET = (800, 600)
OUT_OF_REACH = """() => [...document.querySelectorAll("button")].filter((each) => {
    const box = each.getBoundingClientRect();
    return box.width > 0 && (box.height < 56 || box.width < 56 || box.left < 0 || box.top < 0
        || box.right > innerWidth || box.bottom > innerHeight || each.scrollWidth > each.clientWidth);
}).map((each) => each.textContent)"""


def tablet(server: StandIn, open_page: Open, lang: str = "zh", **more: bool) -> Page:
    public = moments.scenes("zh")["play"][0]
    server.show(moments.referee(public, **more), "referee")
    return open_page(f"{server.url}/referee.html?lang={lang}#{TOKEN}", TABLET)


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_the_tablet_has_room_for_fingers(server: StandIn, open_page: Open, lang: str) -> None:
    page = tablet(server, open_page, lang, pending=True)
    page.wait_for_selector(".rf-button.accept:enabled")
    assert page.evaluate(OUT_OF_REACH) == []
    page.click(".rf-button.correct")
    page.wait_for_selector(".pk-card")
    assert [name for name in page.evaluate(OUT_OF_REACH) if name] == []
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")


def test_what_is_proposed_is_accepted(server: StandIn, open_page: Open) -> None:
    page = tablet(server, open_page, pending=True)
    page.click(".rf-button.accept:enabled")
    page.wait_for_selector(".rf-told:not(:empty)")
    assert [{name: act[name] for name in ("do", "proposal", "expected")} for act in server.acts] == [
        {"do": "accept", "proposal": 5, "expected": moments.scenes("zh")["play"][0]["seq"]}
    ]


def test_a_play_is_corrected_by_touch(server: StandIn, open_page: Open) -> None:
    page = tablet(server, open_page)
    page.click(".rf-button.correct:enabled")
    page.click(".pk-end .key:nth-child(3)")
    page.click(".pk-suits .key:nth-child(2)")
    for rank in ("3", "3", "3", "K"):
        page.click(f".pk-ranks .key:text-is('{rank}')")
    page.click(".pk-suits .key:nth-child(5)")
    page.click(".pk-card[aria-label='HK']")
    page.click(".key.main:enabled")
    page.wait_for_selector(".rf-told:not(:empty)")
    last = moments.scenes("zh")["play"][0]["plays"][-1]
    [act] = server.acts
    assert (act["do"], act["play"], act["cards"]) == ("correct", last["seq"], ["H3", "H3", "HR"])


def test_a_pass_and_a_call_are_sent(server: StandIn, open_page: Open) -> None:
    page = tablet(server, open_page)
    page.click(".rf-button.pass:enabled")
    page.click(".rf-button.call:enabled")
    until(page, "document.querySelector('.rf-told').textContent !== ''")
    page.wait_for_timeout(100)
    assert [act["do"] for act in server.acts] == ["pass", "call"]


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ({"error": "x", "conflict": True, "seq": 9}, "局面已变，请再看一次"),
        ({"error": "it is not N's turn", "conflict": False}, "没有记录：it is not N's turn"),
    ],
)
def test_what_was_not_recorded_is_said(
    server: StandIn, open_page: Open, answer: dict[str, object], said: str
) -> None:
    server.answers.append(answer)
    page = tablet(server, open_page)
    page.click(".rf-button.pass:enabled")
    page.wait_for_selector(".rf-told.failed:not(:empty)")
    assert page.locator(".rf-told").inner_text() == said


def test_who_may_only_look_has_no_buttons(server: StandIn, open_page: Open) -> None:
    page = tablet(server, open_page, watching=True)
    page.wait_for_selector(".rf-live.on")
    assert page.locator(".rf-button:visible").count() == 0
    assert page.locator(".rf-live").inner_text() == "只看"


def test_a_tablet_that_hears_nothing_says_so_and_does_nothing(server: StandIn, open_page: Open) -> None:
    server.show(moments.referee(moments.scenes("zh")["play"][0]), "referee")
    page = open_page(f"{server.url}/referee.html#{TOKEN}", TABLET, may_fail=True)
    page.wait_for_selector(".rf-button.pass:enabled")
    server.stop()
    page.wait_for_selector(".rf-live:not(.on)")
    assert page.locator(".rf-button:enabled").count() == 0
    server.start()
    page.wait_for_selector(".rf-button.pass:enabled")


def test_a_tablet_without_a_token_says_so(server: StandIn, open_page: Open) -> None:
    server.show(moments.referee(moments.scenes("zh")["play"][0]), "referee")
    page = open_page(f"{server.url}/referee.html", TABLET, may_fail=True)
    until(page, "document.querySelector('.rf-live').textContent === '需要裁判口令'")


def test_the_list_has_previews_addresses_and_how_many_look(server: StandIn, open_page: Open) -> None:
    server.show(moments.scenes("zh")["play"][0])
    may = ["clipboard-read", "clipboard-write"]
    page = open_page(f"{server.url}/#token=abc", (1400, 1000), permissions=may)
    until(page, "document.querySelector('.ix-status b').textContent === '已连接 1 路'")
    assert page.locator(".ix-frame").count() == 6
    for frame in page.frames[1:]:
        frame.wait_for_selector(".stage:not(.empty)")
    page.select_option(".ix-choice:nth-child(2) select", "light")
    page.click(".ix-card:nth-child(2) .ix-copy")
    page.wait_for_selector(".ix-copy.done")
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied == f"{server.url}/overlay/lower-third.html?theme=light#token=abc"


def test_the_list_says_when_the_server_is_gone(server: StandIn, open_page: Open) -> None:
    server.show(moments.scenes("zh")["play"][0])
    page = open_page(server.url, (1400, 1000), may_fail=True)
    until(page, "document.querySelector('.ix-status b').textContent !== ''")
    server.stop()
    page.wait_for_selector(".ix-fault:visible")
    server.start()
    page.wait_for_selector(".ix-fault", state="hidden")


def test_a_view_is_saved_as_a_file_that_runs(server: StandIn, open_page: Open, tmp_path: Path) -> None:
    server.show(moments.scenes("zh")["play"][0] | {"seq": 3})
    page = open_page(f"{server.url}/?lang=en", (1400, 1000))
    with page.expect_download() as download:
        page.click(".ix-card:nth-child(3) .ix-acts .ix-open:last-child")
    assert download.value.suggested_filename == "overlay-score.html"
    saved = tmp_path / "overlay-score.html"
    download.value.save_as(saved)
    overlay = open_page(saved.as_uri())
    overlay.wait_for_selector('.stage[data-seq="3"] .view.score', state="attached")
    assert overlay.locator(".bug-deal").inner_text() == "Deal 3"
