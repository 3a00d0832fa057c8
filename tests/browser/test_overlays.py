"""Overlay pages in a real browser: drawn whole at every size, and right again after anything."""

from __future__ import annotations

import time
from collections.abc import Callable
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.browser import moments
from tests.browser.stand_in import PAGES, TOKEN, StandIn
from tests.browser.waiting import until

if TYPE_CHECKING:
    from playwright.sync_api import Page

Open = Callable[..., "Page"]
VIEWS = ("table", "lower-third", "score", "ticker", "between", "statistics", "hands")
SIZES = ((1280, 720), (1920, 1080), (3840, 2160))
FAULTS = (Path(__file__).parent / "faults.js").read_text("utf-8")
CLEAR = "rgba(0, 0, 0, 0)"
COUNT_MOVEMENTS = """() => {
    window.movements = 0;
    document.addEventListener("animationstart", () => { window.movements += 1; });
}"""


def address(server: StandIn, view: str, query: str = "") -> str:
    return f"{server.url}/overlay/{view}.html?{query}" + (f"#{TOKEN}" if view == "hands" else "")


def shown(page: Page, seq: int) -> None:
    """Wait until the page shows that state."""
    page.wait_for_selector(f'.stage[data-seq="{seq}"]', state="attached")


def show(server: StandIn, scene: tuple[moments.State, moments.Held], seq: int) -> None:
    public = scene[0] | {"seq": seq}
    server.show(moments.hands(public, scene[1]), "hands")
    server.show(public)


def play(seq: int, names: str = "zh") -> moments.State:
    return moments.scenes(names)["play"][0] | {"seq": seq}


@pytest.mark.slow
@pytest.mark.parametrize(("view", "lang"), [*product(VIEWS, ("zh", "en"))])
def test_everything_is_drawn_whole(server: StandIn, open_page: Open, view: str, lang: str) -> None:
    where = address(server, view, f"lang={lang}&show=always")
    seq = 1
    page = None
    for names in (lang, "long"):
        for name, scene in moments.scenes(names).items():
            show(server, scene, seq)
            page = page or open_page(where, reduced_motion="reduce")
            shown(page, seq)
            seq += 1
            for wide, high in SIZES:
                page.set_viewport_size({"width": wide, "height": high})
                for theme in ("light", "dark"):
                    page.evaluate("theme => { document.documentElement.dataset.theme = theme; }", theme)
                    faults = page.evaluate(FAULTS)
                    assert faults == [], f"{name}, names {names}, {wide}x{high}, {theme}"


def test_a_fault_of_the_drawing_is_noticed(server: StandIn, open_page: Open) -> None:
    show(server, moments.scenes("zh")["play"], 1)
    page = open_page(address(server, "table"))
    shown(page, 1)
    assert page.evaluate(FAULTS) == []
    page.evaluate("document.querySelector('.bug .pair-name').style.overflow = 'visible'")
    page.evaluate("document.querySelector('.bug .pair-name').textContent = 'W'.repeat(60)")
    assert page.evaluate(FAULTS) != []


@pytest.mark.parametrize("view", VIEWS)
def test_right_again_when_the_server_comes_back(server: StandIn, open_page: Open, view: str) -> None:
    show(server, moments.scenes("zh")["play"], 1)
    page = open_page(address(server, view, "show=always"), may_fail=True)
    shown(page, 1)
    server.stop()
    page.wait_for_selector(".stale.on")
    show(server, moments.scenes("zh")["bomb"], 2)
    server.start()
    shown(page, 2)
    page.wait_for_selector(".stale.on", state="detached")


def test_a_local_file_waits_for_its_server(server: StandIn, open_page: Open) -> None:
    server.stop()
    file = (PAGES / "overlay.html").as_uri()
    page = open_page(f"{file}?view=score,ticker&server={server.url}", may_fail=True)
    page.wait_for_selector(".stale.on")
    assert page.locator(".stage.empty").count() == 1
    server.show(play(7))
    server.start()
    shown(page, 7)
    assert page.locator(".view").count() == 2
    assert page.locator(".bug-name").first.inner_text().split() == ["陈静", "·", "李文"]
    assert page.evaluate(FAULTS) == []
    assert page.evaluate("document.fonts.check('700 20px \"Guandan Eye Web\"', '陈')")
    server.stop()
    page.wait_for_selector(".stale.on")
    server.show(play(8))
    server.start()
    shown(page, 8)


def test_a_local_file_asks_with_its_token(server: StandIn, open_page: Open) -> None:
    server.closed = True
    server.show(play(1))
    file = (PAGES / "overlay.html").as_uri()
    shown(open_page(f"{file}?view=score&server={server.url}#token={TOKEN}"), 1)


def test_pages_of_one_browser_share_a_connection(server: StandIn, open_page: Open) -> None:
    server.show(play(1))
    first = open_page(address(server, "table"))
    shown(first, 1)
    pages = [first]
    for view in ("score", "ticker", "lower-third", "between", "statistics", "table", "score"):
        page = first.context.new_page()
        page.goto(address(server, view, "show=always"))
        pages.append(page)
    for page in pages:
        shown(page, 1)
    assert server.feeds == 1
    server.show(play(2))
    for page in pages:
        shown(page, 2)


def test_a_delay_is_never_early(server: StandIn, open_page: Open) -> None:
    server.show(play(1))
    began = time.monotonic()
    page = open_page(address(server, "score", "delay=2.5"))
    shown(page, 1)
    assert time.monotonic() - began >= 2.5
    page.evaluate("""() => {
        window.order = [];
        new MutationObserver(() => window.order.push(document.querySelector(".stage").dataset.seq))
            .observe(document.querySelector(".stage"), { attributes: true, attributeFilter: ["data-seq"] });
    }""")
    sent = []
    for seq in (2, 3, 4):
        sent.append(time.monotonic())
        server.show(play(seq))
        time.sleep(0.4)
    for seq, at in zip((2, 3, 4), sent, strict=True):
        until(page, f"window.order.includes('{seq}')")
        assert time.monotonic() - at >= 2.5
    assert page.evaluate("window.order") == ["2", "3", "4"]


@pytest.mark.parametrize("steps", [[0, 10, 20], [0, 0, 0], [5, 2500, 2501]])
def test_what_is_held_comes_out_in_order(server: StandIn, open_page: Open, steps: list[int]) -> None:
    page = open_page(f"{server.url}/overlay/score.html")
    out = page.evaluate(
        """async (steps) => {
            const { Hold } = await import("/pages/js/hold.js");
            let now = 0;
            const timers = [];
            const out = [];
            const later = (call, ms) => timers.push([now + ms, call]);
            const hold = new Hold(2, (message) => out.push([message, now]), () => now, later);
            for (const [place, at] of steps.entries()) {
                while (timers.length && timers[0][0] <= at) { now = timers[0][0]; timers.shift()[1](); }
                now = at;
                hold.push(place);
            }
            while (timers.length) { now = Math.max(now, timers[0][0]); timers.shift()[1](); }
            return out;
        }""",
        steps,
    )
    assert [message for message, _ in out] == list(range(len(steps)))
    assert all(at >= step + 2000 for (_, at), step in zip(out, steps, strict=True))


@pytest.mark.parametrize("view", ["table", "lower-third", "ticker"])
def test_movements_come_with_news_only(server: StandIn, open_page: Open, view: str) -> None:
    found = [state for state, _ in moments.match() if state["phase"] == "play"]
    plays = [state for state in found if state["happened"][-1]["what"] in ("play", "bomb") and state["best"]]
    server.show(plays[3])
    page = open_page(address(server, view), may_fail=True)
    page.evaluate(COUNT_MOVEMENTS)
    shown(page, plays[3]["seq"])
    assert page.evaluate("window.movements") == 0
    server.show(plays[4])
    until(page, "window.movements > 0")
    server.stop()
    page.wait_for_selector(".stale.on")
    page.evaluate("window.movements = 0")
    server.show(plays[6])
    server.start()
    shown(page, plays[6]["seq"])
    page.wait_for_timeout(500)
    assert page.evaluate("window.movements") == 0


def test_bombs_and_finishes_move_in_their_own_way(server: StandIn, open_page: Open) -> None:
    found = [state for state, _ in moments.match()]
    pages = {}
    for what, name in (("bomb", "bomb-card"), ("finish", "finish-sweep")):
        place = next(
            place
            for place, state in enumerate(found)
            if place > 5 and state["phase"] == "play" and _is_news(state, what)
        )
        server.show(found[place - 1])
        page = pages[what] = open_page(address(server, "table"))
        page.evaluate("""() => {
            window.names = new Set();
            document.addEventListener("animationstart", (event) => window.names.add(event.animationName));
        }""")
        shown(page, found[place - 1]["seq"])
        server.show(found[place])
        until(page, f"window.names.has('{name}')")


def _is_news(state: moments.State, what: str) -> bool:
    return any(each["what"] == what and each["seq"] == state["seq"] for each in state["happened"])


def test_who_wants_no_movement_sees_none(server: StandIn, open_page: Open) -> None:
    plays = [state for state, _ in moments.match() if state["phase"] == "play" and state["best"]]
    server.show(plays[3])
    page = open_page(address(server, "table"), reduced_motion="reduce")
    page.evaluate(COUNT_MOVEMENTS)
    shown(page, plays[3]["seq"])
    server.show(plays[4])
    shown(page, plays[4]["seq"])
    page.wait_for_timeout(300)
    assert page.evaluate("window.movements") == 0


def test_names_are_text(server: StandIn, open_page: Open) -> None:
    evil = '<img src=x onerror="document.title=1"><b>x</b>'
    state = play(1)
    state["event"] = evil
    for seat in state["seats"]:
        seat["player"] = evil
    server.show(state)
    server.show(moments.hands(state, {}), "hands")
    for view in VIEWS:
        page = open_page(address(server, view, "show=always"))
        shown(page, 1)
        assert page.locator(".stage img, .stage .name b, .stage .pair-name b").count() == 0


@pytest.mark.parametrize(("turn", "spot"), [(0, "right"), (1, "top"), (2, "left"), (3, "bottom")])
def test_seats_can_be_turned(server: StandIn, open_page: Open, turn: int, spot: str) -> None:
    server.show(play(1))
    page = open_page(address(server, "table", f"turn={turn}"))
    shown(page, 1)
    assert page.locator(f".plate.at-{spot} .name").inner_text() == "陈静"


@pytest.mark.parametrize(
    ("query", "colour"),
    [("", CLEAR), ("bg=00ff00", "rgb(0, 255, 0)"), ("bg=navy", "rgb(0, 0, 128)"), ("bg=url(x)", CLEAR)],
)
def test_the_ground_is_as_asked_for(server: StandIn, open_page: Open, query: str, colour: str) -> None:
    server.show(play(1))
    page = open_page(address(server, "score", query))
    shown(page, 1)
    assert page.evaluate("getComputedStyle(document.documentElement).backgroundColor") == colour


@pytest.mark.parametrize(
    ("css", "sheets"),
    [("/pages/css/people.css", 2), ("javascript:x", 1), ("data:text/css,*{}", 1), ("file:///etc/x.css", 1)],
)
def test_a_style_sheet_of_ones_own(server: StandIn, open_page: Open, css: str, sheets: int) -> None:
    server.show(play(1))
    page = open_page(address(server, "score", f"css={css}"))
    shown(page, 1)
    assert page.locator('link[rel="stylesheet"]').count() == sheets


def test_a_local_file_takes_a_style_sheet_beside_it(server: StandIn, open_page: Open, tmp_path: Path) -> None:
    (tmp_path / "overlay.html").write_bytes((PAGES / "overlay.html").read_bytes())
    (tmp_path / "mine.css").write_text(":root { --accent: rgb(1, 2, 3) !important; }", "utf-8")
    server.show(play(1))
    page = open_page(f"{(tmp_path / 'overlay.html').as_uri()}?view=score&css=mine.css&server={server.url}")
    shown(page, 1)
    box = "document.querySelector('.declarer .level-box')"
    until(page, f"getComputedStyle({box}).backgroundColor == 'rgb(1, 2, 3)'")


def test_between_deals_shows_between_deals(server: StandIn, open_page: Open) -> None:
    show(server, moments.scenes("zh")["between"], 1)
    page = open_page(address(server, "between"))
    shown(page, 1)
    page.wait_for_selector(".bt-headline b", state="visible")
    show(server, moments.scenes("zh")["play"], 2)
    page.wait_for_selector(".bt-headline b", state="hidden")


def test_the_clock_runs_and_says_when_it_ends(server: StandIn, open_page: Open) -> None:
    state = moments.clocked(play(1), 29_000)
    server.show(state)
    page = open_page(address(server, "table"))
    shown(page, 1)
    page.wait_for_selector(".ring.near")
    assert page.locator(".plate.turn .warning").evaluate("each => getComputedStyle(each).display") == "block"
    page.wait_for_selector(".ring.over")
    assert page.locator(".ring-number").inner_text().startswith("+")


@pytest.mark.parametrize(
    ("address_", "expected"),
    [
        ("http://h:1/a?delay=-5", {"delay": 0}),
        ("http://h:1/a?delay=x", {"delay": 0}),
        ("http://h:1/a?delay=1.5", {"delay": 1.5}),
        ("http://h:1/a?turn=9&lang=fr&theme=x", {"turn": 0, "lang": "zh", "theme": "dark"}),
        ("http://h:1/a?view=score,nonsense,score", {"views": ["score"]}),
        ("http://h:1/a?server=http://evil/", {"server": "http://h:1"}),
        ("file:///x/overlay.html?server=http://h:2/y", {"server": "http://h:2"}),
        ("file:///x/overlay.html?server=ftp://h", {"server": "http://127.0.0.1:8710"}),
        ("http://h:1/a#token=a%20b", {"token": "a b"}),
        ("http://h:1/a#abc", {"token": "abc"}),
    ],
)
def test_the_address_is_read(
    server: StandIn, open_page: Open, address_: str, expected: dict[str, Any]
) -> None:
    page = open_page(f"{server.url}/overlay/score.html")
    read = page.evaluate(
        """async (address) => (await import("/pages/js/options.js")).readOptions(address, "")""", address_
    )
    assert {name: read[name] for name in expected} == expected
