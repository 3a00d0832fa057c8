"""The overlay server as a whole: feeds, limits, clients that stall, pages, start and stop."""

import json
import re
import socket
import threading
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from app.air import public, stream, text_fields
from app.air.guard import Limits
from app.air.on_air import AirError, OnAir, own_address
from app.air.routes import ROUTES, Role
from app.air.rows import Folding
from app.air.static import files, named
from app.air.tokens import Tokens
from app.session import Session
from app.settings import OnAirSettings
from engine import Card
from tests.unit.air_clients import (
    UPGRADE,
    Feed,
    ask,
    bearer,
    lead,
    on_air,
    post,
    raw,
    table,
    to_the_end,
    wait_for,
)

FEW = Limits(connections=12, streams=3, idle_s=600)
IMPATIENT = Limits(idle_s=0.3, body_s=0.2)


@pytest.fixture
def air(tmp_path: Path) -> Iterator[tuple[OnAir, Session]]:
    with on_air(tmp_path) as found:
        yield found


# ---- the feed -------------------------------------------------------------------------------------


def test_a_feed_begins_with_the_whole_state_and_goes_on_with_each_event(air: tuple[OnAir, Session]) -> None:
    server, session = air
    with Feed(server.port) as feed:
        assert feed.status == 200
        assert feed.headers["Content-Type"].startswith("text/event-stream")
        _, state = feed.next()
        assert state["output"] == "public"
        lead(session)
        state = feed.until(2)
        assert [turn["cards"] for turn in state["trick"]] == [["S3"]]
        session.type_pass("S")
        assert [turn["kind"] for turn in feed.until(3)["trick"]] == ["play", "pass"]


def test_who_comes_again_has_missed_nothing(air: tuple[OnAir, Session]) -> None:
    server, session = air
    lead(session)
    with Feed(server.port) as feed:
        state = feed.until(2)
        last = state["seq"]
    for seat in ("S", "W", "N"):
        session.type_pass(seat)
    wait_for(lambda: ask(server.port, "/state").json["seq"] > last + 3)
    with Feed(server.port, headers={"Last-Event-ID": str(last)}) as feed:
        number, state = feed.next()
    assert number > last
    missed = [thing["what"] for thing in state["happened"] if thing["seq"] > last]
    assert missed[:3] == ["pass", "pass", "pass"]


@pytest.mark.parametrize("last", ["", "-1", "9" * 50, "x", "7; drop"])
def test_an_odd_last_event_id_changes_nothing(air: tuple[OnAir, Session], last: str) -> None:
    with Feed(air[0].port, headers={"Last-Event-ID": last}) as feed:
        assert feed.next()[1]["output"] == "public"


def test_a_client_hears_something_although_nothing_happens(air: tuple[OnAir, Session]) -> None:
    with Feed(air[0].port) as feed:
        feed.next()
        for _ in range(2):
            feed.beat()


def test_a_source_that_fails_is_told_and_its_clients_are_stale(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(self: Folding, event: object, at: float) -> None:
        raise ZeroDivisionError("so it is")

    with on_air(tmp_path) as (server, session), Feed(server.port) as feed:
        feed.next()
        referee = bearer(server, Role.REFEREE)
        wait_for(lambda: ask(server.port, "/referee/state", referee).json["desk"] is not None)
        monkeypatch.setattr(Folding, "row", broken)
        lead(session)
        with pytest.raises(EOFError):
            feed.until(1 << 30)
        (fault,) = server.faults
        assert "nothing new of the match comes on air: ZeroDivisionError" in fault
        for path in ("/feed", "/state"):
            assert ask(server.port, path).json == {"error": "nothing new comes from the table"}
        assert ask(server.port, "/admin/status", bearer(server, Role.ADMIN)).json["faults"] == [fault]
        wait_for(lambda: ask(server.port, "/referee/state", referee).json["seq"] == 2)
        server.stop()
        assert server.faults == (fault,)


def test_state_has_a_tag_that_changes_with_what_is_shown(air: tuple[OnAir, Session]) -> None:
    server, session = air
    wait_for(lambda: bool(ask(server.port, "/state").json["seats"]))
    first = ask(server.port, "/state")
    again = ask(server.port, "/state", {"If-None-Match": first.headers["ETag"]})
    assert (again.status, again.body) == (304, b"")
    lead(session)
    wait_for(lambda: ask(server.port, "/state", {"If-None-Match": first.headers["ETag"]}).status == 200)


def test_what_is_delayed_is_not_there_and_lowering_the_delay_shows_it(tmp_path: Path) -> None:
    with on_air(tmp_path, delay_s=3600.0) as (server, session):
        with Feed(server.port) as feed:
            feed.next()
            lead(session)
            with Feed(server.port, "/referee/feed", bearer(server, Role.REFEREE)) as referee:
                referee.until(2)
            feed.beat()
            assert b"S3" not in ask(server.port, "/state").body
            server.set_delay("public", 0.0)
            assert feed.until(2)["trick"][0]["cards"] == ["S3"]
        with pytest.raises(ValueError, match="a delay is 0 to 86400 seconds, not -1"):
            server.set_delay("public", -1.0)


def test_who_may_look_at_the_referees_table_does_not_see_what_waits_for_an_answer(
    air: tuple[OnAir, Session],
) -> None:
    server, session = air
    lead(session)
    wait_for(lambda: ask(server.port, "/state").json["seq"] == 2)
    for role, output in ((Role.WATCH, "position"), (Role.REFEREE, "referee")):
        state = ask(server.port, "/referee/state", bearer(server, role)).json
        assert (state["output"], state["desk"] is None) == (output, role is Role.WATCH)


# ---- limits ---------------------------------------------------------------------------------------


def test_a_client_that_takes_nothing_is_dropped_and_the_others_go_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stream, "BEAT", b": " + b"x" * (1 << 18) + b"\n\n")
    monkeypatch.setattr(stream, "BEAT_S", 0.02)
    with on_air(tmp_path, Limits(stalled_s=3)) as (server, session), ExitStack() as stack:
        feed = stack.enter_context(Feed(server.port))
        request = b"GET /feed HTTP/1.1\r\nHost: localhost:%d\r\n\r\n" % server.port
        stack.enter_context(raw(server.port, request))  # and nothing is read of it
        wait_for(lambda: server.clients.get("feed") == 2)
        while server.clients["feed"] == 2:
            feed._answer.readline()
        assert server._clients.dropped == 1
        lead(session)
        assert feed.until(2)["trick"]


def test_too_many_feeds_are_refused_until_one_goes(tmp_path: Path) -> None:
    with on_air(tmp_path, FEW) as (server, _), ExitStack() as stack:
        feeds = [stack.enter_context(Feed(server.port)) for _ in range(3)]
        for feed in feeds:
            feed.next()
        answer = ask(server.port, "/feed")
        assert (answer.status, answer.headers["Retry-After"]) == (503, "2")
        assert ask(server.port, "/state").status == 200
        feeds[0].close()
        wait_for(lambda: ask(server.port, "/feed").status == 200)


def test_too_many_connections_are_closed(tmp_path: Path) -> None:
    with on_air(tmp_path, FEW) as (server, _), ExitStack() as stack:
        held = [stack.enter_context(raw(server.port)) for _ in range(30)]
        for connection in held:
            connection.settimeout(0.0)

        def closed(connection: socket.socket) -> bool:
            try:
                return connection.recv(1) == b""
            except ConnectionError:
                return True
            except BlockingIOError:
                return False

        wait_for(lambda: sum(map(closed, held)) == 30 - FEW.connections)


def test_too_many_requests_of_one_address_are_refused(tmp_path: Path) -> None:
    with on_air(tmp_path, Limits(burst=5, per_second=0.001)) as (server, _):
        found = [ask(server.port, "/state").status for _ in range(7)]
        assert found == [200] * 5 + [429] * 2


@pytest.mark.parametrize("sent", [b"", b"GET /state HTTP/1.1\r\nHost: localh", b"\x16\x03\x01\x02\x00"])
def test_a_head_that_does_not_come_is_not_waited_for(tmp_path: Path, sent: bytes) -> None:
    with on_air(tmp_path, IMPATIENT) as (server, _), raw(server.port, sent) as slow:
        to_the_end(slow)  # returns, as the server closes


def test_a_head_that_drips_is_not_waited_for(tmp_path: Path) -> None:
    with on_air(tmp_path, IMPATIENT) as (server, _), raw(server.port, b"GET /state HTTP/1.1\r\n") as slow:

        def drip() -> bool:
            try:
                slow.sendall(b"X")
                slow.settimeout(0.01)
                return slow.recv(1) == b""
            except TimeoutError:
                return False
            except ConnectionError:
                return True

        wait_for(drip)


def test_a_body_that_does_not_come_is_not_waited_for(tmp_path: Path) -> None:
    with on_air(tmp_path, IMPATIENT) as (server, _):
        head = f"POST /admin/delay HTTP/1.1\r\nHost: localhost:{server.port}\r\nContent-Length: 100\r\n"
        head += f"Authorization: Bearer {server.tokens.of(Role.ADMIN)}\r\n"
        with raw(server.port, head.encode() + b"Content-Type: application/json\r\n\r\n{") as slow:
            assert b" 408 " in to_the_end(slow).split(b"\r\n")[0]


def test_a_large_body_is_refused(air: tuple[OnAir, Session]) -> None:
    server, _ = air
    body = {"output": "x" * (1 << 20), "delay_s": 0}
    assert post(server, "/admin/delay", body).status == 413
    head = bearer(server, Role.ADMIN) | {"Content-Type": "application/json", "Transfer-Encoding": "chunked"}
    chunked = b"10000\r\n" + b"x" * 65536 + b"\r\n0\r\n\r\n"
    assert ask(server.port, "/admin/delay", head, "POST", chunked).status == 413


@pytest.mark.parametrize(
    "head",
    [
        b"GET /" + b"a" * (1 << 20) + b" HTTP/1.1\r\n",
        b"GET / HTTP/1.1\r\nX: " + b"a" * (1 << 20) + b"\r\n",
        b"GET / HTTP/1.1\r\n" + b"".join(b"X-%d: a\r\n" % i for i in range(50_000)),
    ],
    ids=["line", "field", "many fields"],
)
def test_a_large_head_is_refused(air: tuple[OnAir, Session], head: bytes) -> None:
    server, _ = air
    with raw(server.port) as connection:
        try:
            connection.sendall(head + b"\r\n")
        except ConnectionError:
            return
        found = to_the_end(connection)
        assert not found or b" 400 " in found.split(b"\r\n")[0]
    assert ask(server.port, "/state").status == 200


def test_what_is_no_request_is_answered_in_one_sentence_that_repeats_nothing(
    air: tuple[OnAir, Session],
) -> None:
    with raw(air[0].port, b"<script>secret</script>\r\n\r\n") as connection:
        found = to_the_end(connection)
    assert b" 400 " in found
    assert b"secret" not in found
    assert b"nosniff" in found


# ---- pages ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "path",
    [
        "/pages/../routes.py",
        "/pages/%2e%2e/routes.py",
        "/pages/..%2froutes.py",
        "/pages//etc/passwd",
        "/pages/%2fetc%2fpasswd",
        "/pages/....//routes.py",
        "/pages/..\\routes.py",
        "/overlay/../index.html",
        "/overlay/%2e%2e%2findex.html",
        "/overlay/index.html%00.css",
        "/pages/",
        "/overlay/index",
        "/overlay/nothing.html",
    ],
)
def test_nothing_but_the_pages_that_were_there_at_the_start_is_served(
    air: tuple[OnAir, Session], path: str
) -> None:
    server, _ = air
    request = f"GET {path} HTTP/1.0\r\nHost: localhost:{server.port}\r\n\r\n"
    with raw(server.port, request.encode()) as connection:
        found = to_the_end(connection)
    assert found.split(b"\r\n")[0].split(b" ")[1] in (b"404", b"400")
    assert b"root:" not in found
    assert b"import" not in found


def test_pages_are_read_once_by_their_kinds(tmp_path: Path) -> None:
    (tmp_path / "css").mkdir()
    (tmp_path / "secret.txt.bak").write_text("no")
    (tmp_path / "css" / "a.css").write_text("b{}")
    (tmp_path / "index.html").write_text("<p>")
    (tmp_path / "out.html").symlink_to("/etc/passwd")
    found = files(tmp_path)
    assert set(found) == {"css/a.css", "index.html"}
    assert named(found, "/") is named(found, "/overlay/index.html") is found["index.html"]
    assert named(found, "/pages/css/a.css") is found["css/a.css"]
    assert named(found, "/overlay/css/a.css") is None


def test_only_the_page_that_is_one_file_may_hold_its_own_script(air: tuple[OnAir, Session]) -> None:
    for name in (name for name in files() if name.endswith(".html")):
        policy = ask(air[0].port, f"/pages/{name}").headers["Content-Security-Policy"]
        assert ("'unsafe-inline'" in policy) == (name == "overlay.html")
        assert "default-src 'none'" in policy


def test_the_page_of_documents_names_every_route_and_every_text() -> None:
    text = (Path(__file__).parents[2] / "docs" / "on-air.md").read_text("utf-8")
    for route in ROUTES:
        assert route.path.partition("{")[0].rstrip("/") in text
    for name in text_fields.fields(public.waiting(0.0)):
        assert re.search(rf"[` ]{re.sub('^(seat|side)[0-9]', '', name)}[` ]", text), name


def test_a_user_has_styles_of_the_own_but_no_scripts(tmp_path: Path, own_home: Path) -> None:
    folder = own_home / "config" / "guandan-eye" / "overlay"
    folder.mkdir(parents=True)
    for name in ("mine.css", "mine.js", "mine.html", "mine.svg"):
        (folder / name).write_text("mine")
    with on_air(tmp_path) as (server, _):
        answer = ask(server.port, "/own/mine.css")
        assert (answer.body, answer.headers["Content-Type"]) == (b"mine", "text/css; charset=utf-8")
        for path in ("/own/mine.js", "/own/mine.html", "/own/mine.svg", "/own/../mine.css"):
            assert ask(server.port, path).status == 404


def test_a_page_has_its_kind_and_a_tag(air: tuple[OnAir, Session]) -> None:
    server, _ = air
    page = ask(server.port, "/")
    assert page.headers["Content-Type"] == "text/html; charset=utf-8"
    assert ask(server.port, "/", {"If-None-Match": page.headers["ETag"]}).status == 304
    assert ask(server.port, "/schema/state.json").json["$schema"].startswith("https://json-schema.org")


# ---- start and stop -------------------------------------------------------------------------------


def test_it_listens_on_this_machine_only_unless_the_network_is_on(
    air: tuple[OnAir, Session], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    from app.air import server as module

    server, _ = air
    assert ask(server.port, "/state", host="127.0.0.1").status == 200
    for network, hosts in ((False, ("127.0.0.1", "::1")), (True, ("0.0.0.0", "::"))):
        sockets = module._sockets(0, network=network)
        assert {each.getsockname()[0] for each in sockets} <= set(hosts)
        for each in sockets:
            each.close()


def test_a_port_that_is_taken_is_said_in_a_sentence(air: tuple[OnAir, Session], tmp_path: Path) -> None:
    server, session = air
    second = OnAir(session, OnAirSettings(port=server.port), Tokens(tmp_path / "other.json"))
    with pytest.raises(AirError, match=f"port {server.port} is taken"):
        second.start()
    assert ask(server.port, "/state").status == 200


def test_a_folder_of_texts_is_said_in_full(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))
    with table(tmp_path) as session:
        for path in ("texts", "./texts", "~nobody-of-this-name/texts"):
            server = OnAir(session, OnAirSettings(port=0, texts=path), Tokens(tmp_path / "tokens.json"))
            with pytest.raises(AirError, match=f"must be a full path, not {path}"):
                server.start()
            server.stop()
    (tmp_path / "own").mkdir()
    with on_air(tmp_path / "own", texts="~/文本"):
        wait_for((tmp_path / "文本" / "phase.txt").is_file)


def test_it_stops_with_clients_and_starts_again_beside_the_same_session(tmp_path: Path) -> None:
    with table(tmp_path) as session, ExitStack() as stack:
        tokens = Tokens(tmp_path / "tokens.json")
        first = OnAir(session, OnAirSettings(port=0, delay_s=0.0), tokens)
        first.start()
        feeds = [stack.enter_context(Feed(first.port)) for _ in range(5)]
        for feed in feeds:
            feed.next()
        control = UPGRADE | bearer(first, Role.REFEREE)
        head = "".join(f"{name}: {value}\r\n" for name, value in control.items())
        request = f"GET /control HTTP/1.1\r\nHost: localhost:{first.port}\r\n{head}\r\n"
        stack.enter_context(raw(first.port, request.encode()))
        stack.enter_context(raw(first.port, b"GET / HT"))
        wait_for(lambda: first.clients == {"feed": 5, "control": 1})
        lead(session)
        first.stop()
        assert not first.runs
        assert first.clients == {}
        for feed in feeds:
            with pytest.raises((EOFError, ConnectionError)):
                feed.until(10**9)
        session.type_pass("S")
        second = OnAir(session, OnAirSettings(port=first.port, delay_s=0.0), tokens)
        second.start()
        try:
            with Feed(second.port) as feed:
                assert len(feed.until(3)["trick"]) == 2
        finally:
            second.stop()
            second.stop()


def test_what_was_never_started_can_be_stopped(tmp_path: Path) -> None:
    before = threading.active_count()
    with table(tmp_path) as session:
        OnAir(session, OnAirSettings(texts=str(tmp_path / "texts")), Tokens(tmp_path / "tokens.json")).stop()
    assert threading.active_count() == before


def test_links_have_their_tokens_after_the_hash(tmp_path: Path) -> None:
    with on_air(tmp_path) as (server, _):
        links = {link.what: link.url for link in server.links}
        assert links["index"] == f"http://127.0.0.1:{server.port}/"
        assert links["referee"].endswith(f"/referee.html#token={server.tokens.of(Role.REFEREE)}")
        assert "hands" not in links


def test_links_for_the_network_name_this_machine(tmp_path: Path) -> None:
    with table(tmp_path) as session:
        server = OnAir(session, OnAirSettings(network=True, hands=True), Tokens(tmp_path / "tokens.json"))
        links = {link.what: link.url for link in server.links}
        server.stop()
    assert links["index"] == f"http://{own_address()}:8710/#token={server.tokens.of(Role.VIEW)}"
    assert links["hands"].endswith(f"#token={server.tokens.of(Role.HANDS)}")


# ---- text files beside it ------------------------------------------------------------------------


def test_the_public_state_is_also_a_folder_of_texts(tmp_path: Path) -> None:
    folder = tmp_path / "文本"
    with on_air(tmp_path, texts=str(folder)) as (_, session):
        lead(session)
        for name, text in (("last_play", "3"), ("seat1_left", "26")):
            file = folder / f"{name}.txt"
            wait_for(lambda file=file, text=text: file.is_file() and text in file.read_text("utf-8"))  # type: ignore[misc]


def test_a_session_without_hands_shows_none_although_they_are_switched_on(tmp_path: Path) -> None:
    with on_air(tmp_path, hands=True) as (server, session):
        session.type_play("E", (Card.parse("S3"),))
        for path in ("/hands/state", "/hands/feed"):
            answer = ask(server.port, path, bearer(server, Role.HANDS))
            assert (answer.status, json.loads(answer.body)) == (404, {"error": "there is nothing here"})
