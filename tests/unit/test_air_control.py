"""The referee's control: each act on the match as it was seen, and a sentence for what cannot be."""

import asyncio
import json
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.air.control import PROTOCOL, answer
from app.air.on_air import OnAir
from app.air.routes import Role
from app.session import Session
from tests.unit.air_clients import UPGRADE, ask, bearer, lead, on_air, table, wait_for

Socket = aiohttp.ClientWebSocketResponse


def talk(server: OnAir, work: Callable[[Socket], Awaitable[Any]], protocols: tuple[str, ...] = ()) -> Any:
    """What comes of a conversation over one socket."""

    async def run() -> Any:
        async with aiohttp.ClientSession() as client:
            url = f"http://127.0.0.1:{server.port}/control"
            headers = {} if protocols else bearer(server, Role.REFEREE)
            async with client.ws_connect(url, headers=headers, protocols=protocols) as socket:
                assert await socket.receive_json() == {"referees": 1}
                return await work(socket)

    return asyncio.run(run())


def say(server: OnAir, *messages: dict[str, Any]) -> list[dict[str, Any]]:
    async def work(socket: Socket) -> list[dict[str, Any]]:
        found = []
        for message in messages:
            await socket.send_json(message)
            found.append(await socket.receive_json())
        return found

    found: list[dict[str, Any]] = talk(server, work)
    return found


@contextmanager
def begun(folder: Path) -> Iterator[tuple[OnAir, Session]]:
    """A match in which E has led S3: events 1 and 2."""
    with on_air(folder) as (server, session):
        lead(session)
        wait_for(lambda: ask(server.port, "/state").json["seq"] == 2)
        yield server, session


def test_acts_are_done_one_after_another_and_answered(tmp_path: Path) -> None:
    with begun(tmp_path) as (server, session):
        found = say(
            server,
            {"do": "pass", "expected": 2, "id": 1},
            {"do": "play", "expected": 3, "cards": ["S5"], "id": "two"},
            {"do": "correct", "expected": 4, "play": 4, "cards": ["S6"]},
            {"do": "call", "expected": 5, "reason": "a card fell"},
            {"do": "resume", "expected": 6},
            {"do": "undo", "expected": 7},
            {"do": "redo", "expected": 8},
        )
        assert [(each["id"], each["ok"]) for each in found[:3]] == [(1, True), ("two", True), (None, True)]
        assert [each["seq"] for each in found] == [3, 4, 5, 6, 7, 8, 9]
        wait_for(lambda: ask(server.port, "/state").json["seq"] == 9)
        assert [turn["cards"] for turn in ask(server.port, "/state").json["trick"]] == [["S3"], [], ["S6"]]
    lines = [json.loads(line) for line in session.record_path.read_text("utf-8").splitlines()]
    assert [line["event"] for line in lines[3:7]] == ["pass", "play", "correction", "pause"]


def test_an_act_on_a_match_that_has_moved_on_is_not_done(tmp_path: Path) -> None:
    with begun(tmp_path) as (server, _):
        late, right = say(server, {"do": "pass", "expected": 1}, {"do": "pass", "expected": 2})
        assert (late["conflict"], late["seq"]) == (True, 2)
        assert late["error"] == "the match has moved on meanwhile"
        assert right["seq"] == 3


def test_of_two_referees_one_acts_and_both_know(tmp_path: Path) -> None:
    async def work(first: Socket) -> tuple[list[Any], list[Any]]:
        async with aiohttp.ClientSession() as client:
            url, headers = f"http://127.0.0.1:{server.port}/control", bearer(server, Role.REFEREE)
            async with client.ws_connect(url, headers=headers) as second:
                news = [await first.receive_json(), await second.receive_json()]
                for socket in (first, second):
                    await socket.send_json({"do": "pass", "expected": 2, "seat": "S"})
                answers = [await first.receive_json(), await second.receive_json()]
            return [*news, await first.receive_json()], answers

    with begun(tmp_path) as (server, _):
        news, answers = talk(server, work)
        assert news == [{"referees": 2}, {"referees": 2}, {"referees": 1}]
        assert sorted("ok" in each for each in answers) == [False, True]
        assert [each["conflict"] for each in answers if "error" in each] == [True]


@pytest.mark.parametrize(
    ("message", "sentence"),
    [
        ({"do": "play", "cards": ["S3", "H4"]}, "is no hand type"),
        ({"do": "play", "cards": ["S4"], "seat": "X"}, "X"),
        ({"do": "pass", "seat": "E"}, "E cannot pass"),
        ({"do": "pass", "seat": "X"}, "X"),
        ({"do": "play", "cards": []}, "a play has cards"),
        ({"do": "correct", "play": 99, "cards": []}, "no play and no pass"),
        ({"do": "play", "cards": ["Z9"]}, "Z9"),
        ({"do": "accept", "proposal": 7}, "that question does not wait any more"),
        ({"do": "dismiss", "proposal": 7}, "that question does not wait any more"),
        ({"do": "aside", "proposal": 7}, "that question does not wait any more"),
        ({"do": "play", "cards": ["S4"] * 28}, "no message that is known"),
        ({"do": "play", "cards": "S4"}, "no message that is known"),
        ({"do": "hands"}, "no message that is known"),
        ({"do": "pass", "anyway": True}, "no message that is known"),
        ({}, "no message that is known"),
    ],
)
def test_what_cannot_be_is_said_in_a_sentence_and_changes_nothing(
    tmp_path: Path, message: dict[str, Any], sentence: str
) -> None:
    with begun(tmp_path) as (server, session):
        refused, right = say(server, {"expected": 2} | message, {"do": "pass", "expected": 2})
        assert sentence in refused["error"]
        assert right == {"id": None, "ok": True, "seq": 3, "notice": ""}
        assert session.fault is None


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ('{"do": "pass", "expected": -1, "id": 7}', 7),
        ('{"do": "fly", "id": "seven"}', "seven"),
        ('{"id": 7}', 7),
        ('{"do": "pass", "expected": 2, "id": [7]}', None),
        ('{"do": "pass", "expected": 2, "id": 7', None),
        ("[7]", None),
    ],
)
def test_a_message_that_is_not_known_is_refused_with_its_id(
    tmp_path: Path, text: str, number: int | str | None
) -> None:
    with table(tmp_path) as session:
        found = asyncio.run(answer(session, text))
    assert found["id"] == number
    assert found["error"].startswith("this is no message that is known")


def test_a_page_sends_its_token_among_the_protocols(tmp_path: Path) -> None:
    async def work(socket: Socket) -> str | None:
        return socket.protocol

    with begun(tmp_path) as (server, _):
        token = server.tokens.of(Role.REFEREE)
        assert talk(server, work, (PROTOCOL, f"bearer.{token}")) == PROTOCOL
        for wrong in ("x" * 43, server.tokens.of(Role.WATCH)):
            headers = UPGRADE | {"Sec-WebSocket-Protocol": f"{PROTOCOL}, bearer.{wrong}"}
            assert ask(server.port, "/control", headers).status in (401, 403)


def test_a_rotated_token_ends_the_control(tmp_path: Path) -> None:
    async def work(socket: Socket) -> int | None:
        server.tokens.rotate(Role.REFEREE)
        await socket.send_json({"do": "pass", "expected": 2})
        await socket.receive()
        return socket.close_code

    with begun(tmp_path) as (server, _):
        assert talk(server, work) == 1008
        assert ask(server.port, "/state").json["seq"] == 2


@pytest.mark.parametrize("sent", [b"\0\1", "x" * 5000], ids=["bytes", "long"])
def test_what_is_no_short_text_ends_the_control(tmp_path: Path, sent: bytes | str) -> None:
    async def work(socket: Socket) -> int | None:
        await (socket.send_bytes(sent) if isinstance(sent, bytes) else socket.send_str(sent))
        await socket.receive()
        return socket.close_code

    with begun(tmp_path) as (server, _):
        assert talk(server, work) in (1003, 1009)


def test_a_request_that_is_no_websocket_is_refused(tmp_path: Path) -> None:
    with begun(tmp_path) as (server, _):
        assert ask(server.port, "/control", bearer(server, Role.REFEREE)).status == 426


MESSAGES = st.fixed_dictionaries(
    {"do": st.sampled_from(["play", "pass", "correct", "accept", "call", "resume", "undo", "redo"])},
    optional={
        "expected": st.integers(-1, 9),
        "cards": st.lists(st.sampled_from(["S3", "H3", "?3", "??", "SB", "S", "", "S33", "♠3"]), max_size=4),
        "seat": st.sampled_from(["E", "S", "X", "", "\0", "é" * 200]),
        "play": st.integers(-1, 9),
        "proposal": st.integers(-1, 3),
        "reason": st.text(max_size=20),
    },
)


@settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(MESSAGES, max_size=6))
def test_whatever_is_sent_the_recorder_goes_on(
    tmp_path_factory: pytest.TempPathFactory, messages: list[dict[str, Any]]
) -> None:
    async def run(session: Session) -> None:
        for message in messages:
            found = await answer(session, json.dumps(message))
            assert "ok" in found or found["error"]
        found = await answer(session, '{"do": "pass", "expected": 1000}')
        assert found["conflict"], "the recording thread lives"

    with table(tmp_path_factory.mktemp("fuzz")) as session:
        lead(session)
        asyncio.run(run(session))
        assert session.fault is None
