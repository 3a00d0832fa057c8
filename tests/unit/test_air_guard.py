"""Who is let in: roles by route, hosts, origins, tokens, and what every answer says of itself."""

import asyncio
import json
import logging
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest
from aiohttp import web
from aiohttp.test_utils import TestClient, TestServer

from app.air import guard
from app.air.on_air import OnAir
from app.air.routes import PREFLIGHTS, ROUTES, Role, Route
from app.air.tokens import ROLES, Tokens
from tests.unit.air_clients import UPGRADE, Feed, ask, bearer, on_air, post

OPENS = {
    None: {"open"},
    "wrong": {"open"},
    "view": {"open", "view"},
    "hands": {"open", "view", "hands"},
    "watch": {"open", "view", "watch"},
    "referee": {"open", "view", "watch", "referee"},
    "admin": {"open", "view", "admin"},
}
"""What each token opens on another machine; here the public view needs none."""
PATHS = {
    "/overlay/{name}": "/overlay/table.html",
    "/pages/{name:.+}": "/pages/index.html",
    "/own/{name:.+}": "/own/mine.css",
}
BODIES = {
    "/admin/delay": {"output": "public", "delay_s": 0},
    "/admin/hands": {"on": False},
    "/admin/rotate": {"role": "hands"},
}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OnAir]:
    with on_air(tmp_path_factory.mktemp("air")) as (found, _):
        yield found


def path_of(route: Route) -> str:
    return PATHS.get(route.path, route.path)


def try_route(server: OnAir, route: Route, headers: dict[str, str]) -> int:
    """The status of a request that is right but for what `headers` say."""
    headers = dict(headers)
    body = None
    if route.path == "/control":
        headers = UPGRADE | headers
    if route.method == "POST":
        headers = {"Content-Type": "application/json"} | headers
        body = json.dumps(BODIES[route.path]).encode()
    return ask(server.port, path_of(route), headers, route.method, body).status


def as_token(server: OnAir, who: str | None) -> dict[str, str]:
    if who is None:
        return {}
    if who == "wrong":
        return {"Authorization": "Bearer " + "x" * 43}
    return bearer(server, Role(who))


@pytest.mark.parametrize("local", [True, False], ids=["this machine", "another"])
@pytest.mark.parametrize("who", OPENS, ids=str)
@pytest.mark.parametrize("route", ROUTES, ids=lambda route: route.path)
def test_a_token_opens_what_its_role_reaches(
    server: OnAir, monkeypatch: pytest.MonkeyPatch, who: str | None, route: Route, local: bool
) -> None:
    if not local:
        monkeypatch.setattr(guard, "is_loopback", lambda address: False)
    status = try_route(server, route, as_token(server, who))
    opened = route.role in OPENS[who] or (local and who is None and route.role == "view")
    if opened:
        assert status in (101, 200, 404), "404: nothing to show, which only who may look is told"
        assert status == 404 or route.role is not Role.HANDS, "the open hands are off"
    else:
        assert status == (401 if who in (None, "wrong") else 403)


def test_every_route_has_a_role_and_a_row_in_the_matrix() -> None:
    assert set(OPENS) - {None, "wrong"} == {str(role) for role in ROLES}
    assert {route.role for route in ROUTES} == set(Role)
    assert len({(route.method, route.path) for route in ROUTES}) == len(ROUTES)
    with pytest.raises(TypeError):
        Route("GET", "/new")  # type: ignore[call-arg]


def test_a_route_that_was_registered_by_hand_is_refused(tmp_path: Path) -> None:
    async def show(request: web.Request) -> web.Response:
        return web.Response(text="all hands")

    async def status() -> int:
        app = web.Application(middlewares=[guard.Guard(Tokens(tmp_path / "tokens.json")).check])
        app.router.add_get("/hands", show)
        async with TestClient(TestServer(app)) as client:
            return (await client.get("/hands")).status

    assert asyncio.run(status()) == 404


def test_nothing_but_posts_of_the_admin_changes_anything() -> None:
    for route in ROUTES:
        assert route.method == "GET" or (route.method == "POST" and route.role is Role.ADMIN)
    assert {route.role for route in PREFLIGHTS} == {Role.OPEN, Role.VIEW}


# ---- hosts and origins ----------------------------------------------------------------------------

PLACES = [*ROUTES, Route("GET", "/nothing", Role.OPEN, ""), Route("PUT", "/state", Role.OPEN, "")]


@pytest.mark.parametrize("place", PLACES, ids=lambda place: place.path)
@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:{port}", "127.0.0.1:1", "127.0.0.1.evil.example:{port}", ""]
)
def test_a_host_that_is_not_ours_is_refused_before_anything_else(
    server: OnAir, place: Route, host: str
) -> None:
    headers = {"Host": host.format(port=server.port), **bearer(server, Role.ADMIN)}
    assert try_route(server, place, headers) == 421


def test_a_request_for_another_host_by_its_first_line_is_refused(server: OnAir) -> None:
    assert ask(server.port, "http://evil.example/state").status == 421


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "LOCALHOST", "[::1]"])
def test_the_names_of_this_machine_are_ours(server: OnAir, host: str) -> None:
    assert ask(server.port, "/state", {"Host": f"{host}:{server.port}"}).status == 200


def test_a_name_that_the_user_has_set_is_ours(tmp_path: Path) -> None:
    with on_air(tmp_path, names=("Table7.local",)) as (server, _):
        assert ask(server.port, "/state", {"Host": f"table7.local:{server.port}"}).status == 200
        assert ask(server.port, "/state", {"Host": f"table8.local:{server.port}"}).status == 421


@pytest.mark.parametrize("place", PLACES, ids=lambda place: place.path)
@pytest.mark.parametrize("origin", ["http://evil.example", "http://127.0.0.1:1", "file://", "https://127.0.0.1"])
def test_a_page_of_another_origin_is_refused_also_with_the_right_token(
    server: OnAir, place: Route, origin: str
) -> None:
    for role in ROLES:
        assert try_route(server, place, {"Origin": origin, **bearer(server, role)}) == 403


@pytest.mark.parametrize("route", ROUTES, ids=lambda route: route.path)
def test_a_local_file_sees_the_public_view_and_nothing_else(server: OnAir, route: Route) -> None:
    tokens = {} if route.role in ("open", "view") else bearer(server, route.role)
    status = try_route(server, route, {"Origin": "null", **tokens})
    assert (status != 403) == (route.role in ("open", "view"))


def test_only_a_local_file_may_read_what_it_has_not_asked_for_here(server: OnAir) -> None:
    assert ask(server.port, "/state", {"Origin": "null"}).headers["Access-Control-Allow-Origin"] == "null"
    own = {"Origin": f"http://127.0.0.1:{server.port}"}
    for headers in ({}, own):
        assert "Access-Control-Allow-Origin" not in ask(server.port, "/state", headers).headers
    refused = ask(server.port, "/hands/state", {"Origin": "null", **bearer(server, Role.HANDS)})
    assert "Access-Control-Allow-Origin" not in refused.headers


def test_a_local_file_may_ask_whether_it_may_send_a_header(server: OnAir) -> None:
    asked = {"Origin": "null", "Access-Control-Request-Method": "GET"}
    answer = ask(server.port, "/feed", asked | {"Access-Control-Request-Headers": "last-event-id"}, "OPTIONS")
    assert answer.status == 204
    assert answer.headers["Access-Control-Allow-Origin"] == "null"
    assert "last-event-id" in answer.headers["Access-Control-Allow-Headers"]
    for path, origin in (("/control", "null"), ("/feed", "http://evil.example"), ("/referee/feed", "null")):
        answer = ask(server.port, path, asked | {"Origin": origin}, "OPTIONS")
        assert answer.status in (403, 405)
        assert "Access-Control-Allow-Origin" not in answer.headers


@pytest.mark.parametrize(
    ("site", "mode", "status"),
    [
        ("cross-site", "no-cors", 403),
        ("same-site", "no-cors", 403),
        ("cross-site", "navigate", 200),
        ("same-origin", "no-cors", 200),
        ("none", "navigate", 200),
    ],
)
def test_a_picture_in_a_page_of_another_site_is_refused(
    server: OnAir, site: str, mode: str, status: int
) -> None:
    headers = {"Sec-Fetch-Site": site, "Sec-Fetch-Mode": mode}
    assert ask(server.port, "/state", headers).status == status


# ---- tokens ---------------------------------------------------------------------------------------


def test_tokens_are_made_once_and_only_the_user_can_read_them(tmp_path: Path) -> None:
    file = tmp_path / "config" / "tokens.json"
    first = Tokens(file)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert len({first.of(role) for role in ROLES}) == len(ROLES)
    assert all(Tokens(file).of(role) == first.of(role) for role in ROLES)


def test_a_rotated_token_is_another_and_the_others_stay(tmp_path: Path) -> None:
    tokens = Tokens(tmp_path / "tokens.json")
    before = {role: tokens.of(role) for role in ROLES}
    new = tokens.rotate(Role.VIEW)
    assert tokens.role_of(before[Role.VIEW]) is None
    assert tokens.role_of(new) is Role.VIEW
    assert all(tokens.of(role) == before[role] for role in ROLES if role is not Role.VIEW)
    assert Tokens(tmp_path / "tokens.json").of(Role.VIEW) == new


@pytest.mark.parametrize("text", ["", "[]", "{", '{"view": 7}', '{"view": "short"}', "\0\0"])
def test_a_damaged_file_of_tokens_is_made_anew(tmp_path: Path, text: str) -> None:
    file = tmp_path / "tokens.json"
    file.write_text(text)
    file.chmod(0o600)
    assert len(Tokens(file).of(Role.VIEW)) >= 43


def test_tokens_that_others_could_read_are_not_trusted_any_more(tmp_path: Path) -> None:
    file = tmp_path / "tokens.json"
    before = Tokens(file).of(Role.ADMIN)
    file.chmod(0o644)
    assert Tokens(file).of(Role.ADMIN) != before
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_tokens_hold_for_a_run_where_they_cannot_be_kept(tmp_path: Path) -> None:
    (tmp_path / "way").write_text("a file where a folder should be")
    tokens = Tokens(tmp_path / "way" / "tokens.json")
    assert tokens.role_of(tokens.of(Role.VIEW)) is Role.VIEW
    assert "cannot be kept" in tokens.fault


@pytest.mark.parametrize("header", ["Bearer", "Bearer ", "Basic dXNlcjpwYXNz", "Bearer é", "Token {token}"])
def test_what_is_no_bearer_token_is_none(server: OnAir, header: str) -> None:
    header = header.format(token=server.tokens.of(Role.ADMIN))
    assert ask(server.port, "/admin/status", {"Authorization": header}).status == 401


def test_a_token_in_an_address_or_a_cookie_is_none(server: OnAir) -> None:
    token = server.tokens.of(Role.ADMIN)
    assert ask(server.port, f"/admin/status?token={token}").status == 401
    assert ask(server.port, "/admin/status", {"Cookie": f"token={token}"}).status == 401


def test_who_has_an_old_token_is_shut_out_of_a_feed_that_runs(server: OnAir) -> None:
    with Feed(server.port, "/referee/feed", bearer(server, Role.WATCH)) as feed:
        feed.next()
        assert post(server, "/admin/rotate", {"role": "watch"}).status == 200
        with pytest.raises(EOFError):
            feed.until(10**9)


def test_no_token_and_no_query_is_in_the_log(server: OnAir, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG):
        for role in ROLES:
            ask(server.port, f"/state?token={server.tokens.of(role)}", bearer(server, role))
            ask(server.port, "/control", UPGRADE | bearer(server, role))
        ask(server.port, "/state", {"Authorization": f"Bearer {server.tokens.of(Role.VIEW)}\x01"})
    assert "/state" in caplog.text
    assert not [role for role in ROLES if server.tokens.of(role) in caplog.text]


# ---- what changes something -----------------------------------------------------------------------


@pytest.mark.parametrize(
    "kind", ["application/x-www-form-urlencoded", "text/plain", "multipart/form-data", ""]
)
def test_only_json_is_taken(server: OnAir, kind: str) -> None:
    headers = bearer(server, Role.ADMIN) | {"Content-Type": kind}
    body = b'{"output": "public", "delay_s": 5}'
    assert ask(server.port, "/admin/delay", headers, "POST", body).status == 415
    assert ask(server.port, "/about").json["outputs"]["public"]["delay_s"] == 0


@pytest.mark.parametrize(
    ("path", "message"),
    [
        ("/admin/delay", {"output": "referee", "delay_s": 0}),
        ("/admin/delay", {"output": "public", "delay_s": -1}),
        ("/admin/delay", {"output": "public", "delay_s": 1e9}),
        ("/admin/delay", {"output": "hands", "delay_s": 86401}),
        ("/admin/delay", {"output": "public", "delay_s": float("nan")}),
        ("/admin/delay", {"output": "public", "delay_s": float("inf")}),
        ("/admin/delay", {"output": "public", "delay_s": "5"}),
        ("/admin/delay", {"output": "public", "delay_s": 5, "more": 1}),
        ("/admin/delay", [1, 2]),
        ("/admin/rotate", {"role": "open"}),
        ("/admin/rotate", {"role": "king"}),
        ("/admin/hands", {"on": "yes"}),
    ],
)
def test_what_cannot_be_set_is_refused_with_a_sentence(server: OnAir, path: str, message: object) -> None:
    answer = post(server, path, message)
    assert answer.status == 400
    assert answer.json["error"]
    outputs = ask(server.port, "/admin/status", bearer(server, Role.ADMIN)).json["outputs"]
    assert outputs["public"]["delay_s"] == 0


def test_the_open_hands_have_at_least_the_delay_of_the_public(tmp_path: Path) -> None:
    with on_air(tmp_path, hands=True, hands_delay_s=10.0, delay_s=20.0) as (server, _):

        def delays() -> list[float]:
            outputs = ask(server.port, "/admin/status", bearer(server, Role.ADMIN)).json["outputs"]
            return [outputs[name]["delay_s"] for name in ("public", "hands")]

        assert delays() == [20, 20]
        for output, seconds, found in (
            ("public", 60, [60, 60]),
            ("hands", 0, [60, 60]),
            ("hands", 90, [60, 90]),
            ("public", 5, [5, 90]),
            ("hands", 1, [5, 5]),
        ):
            assert post(server, "/admin/delay", {"output": output, "delay_s": seconds}).json == {"ok": True}
            assert delays() == found
            assert [server.delays.public_s, server.delays.hands_s] == found


def test_the_admin_sets_the_delay_and_reads_who_is_looking(server: OnAir) -> None:
    assert post(server, "/admin/delay", {"output": "hands", "delay_s": 1800}).json == {"ok": True}
    status = ask(server.port, "/admin/status", bearer(server, Role.ADMIN)).json
    assert status["outputs"]["hands"]["delay_s"] == 1800
    assert status["faults"] == []
    with Feed(server.port) as feed:
        feed.next()
        assert ask(server.port, "/about").json["clients"]["feed"] >= 1


# ---- what every answer says -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("path", "headers", "status"),
    [
        ("/", {}, 200),
        ("/state", {}, 200),
        ("/feed", {}, 200),
        ("/nothing", {}, 404),
        ("/admin/status", {}, 401),
        ("/state", {"Host": "evil.example"}, 421),
        ("/state", {"Origin": "http://evil.example"}, 403),
    ],
)
def test_every_answer_has_the_headers_that_keep_a_browser_safe(
    server: OnAir, path: str, headers: dict[str, str], status: int
) -> None:
    answer = ask(server.port, path, headers)
    assert answer.status == status
    policy = answer.headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.headers["Referrer-Policy"] == "no-referrer"
    assert answer.headers.get("Access-Control-Allow-Origin") != "*"
    assert not {"Set-Cookie", "Server"} & set(answer.headers)


def test_errors_are_sentences(server: OnAir) -> None:
    for path in ("/nothing", "/admin/status", "/hands/state"):
        assert set(ask(server.port, path).json) == {"error"}
