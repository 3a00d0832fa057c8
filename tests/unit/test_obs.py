"""OBS follows the match: against a small fake of obs-websocket 5, made from its published description."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import AsyncIterator, Callable, Mapping
from typing import Any

import aiohttp
import pytest
from aiohttp import web

from app.air.obs import Connection, Follower, ObsError, ObsNews, WrongPassword, follow, proof
from app.settings import ObsSettings

SALT, CHALLENGE = (
    "lM1GncleQOaCu9lT1yeUZhFYnqhsLLP1G5lAGo3ixaI=",
    "+IxH4CnCiqpX1rM9scsNynZzbOe4KhDeYcTNS3PDaeY=",
)
SCENES = {"deal": "Table", "rest": "Sponsors", "ruling": "Referee"}
PAGES = ":8710/"


class FakeObs:
    """obs-websocket as it is described: Hello, Identify, Identified, requests with their status."""

    def __init__(
        self, password: str = "", scenes: tuple[str, ...] = ("Table", "Sponsors", "Referee")
    ) -> None:
        self.password, self.scenes = password, scenes
        self.asked: list[tuple[str, dict[str, Any]]] = []
        self.sockets: list[web.WebSocketResponse] = []
        self.port = 0
        self._runner: web.AppRunner | None = None

    async def start(self, port: int = 0) -> None:
        app = web.Application()
        app.router.add_get("/", self._socket)
        self._runner = web.AppRunner(app, shutdown_timeout=0.1)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", port)
        await site.start()
        self.port = site._server.sockets[0].getsockname()[1]  # type: ignore[union-attr]

    async def stop(self) -> None:
        for socket in self.sockets:
            await socket.close()
        if self._runner is not None:
            await self._runner.cleanup()

    async def _socket(self, request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse(protocols=("obswebsocket.json",))
        await socket.prepare(request)
        self.sockets.append(socket)
        hello: dict[str, Any] = {"obsWebSocketVersion": "5.5.2", "rpcVersion": 1}
        if self.password:
            hello["authentication"] = {"challenge": CHALLENGE, "salt": SALT}
        await socket.send_json({"op": 0, "d": hello})
        identify = (await socket.receive_json())["d"]
        if self.password and identify.get("authentication") != proof(self.password, SALT, CHALLENGE):
            await socket.close(code=4009, message=b"Authentication failed.")
            return socket
        await socket.send_json({"op": 2, "d": {"negotiatedRpcVersion": 1}})
        async for message in socket:
            asked = message.json()["d"]
            await socket.send_json({"op": 7, "d": self._answer(asked)})
        return socket

    def _answer(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        kind, data = asked["requestType"], asked["requestData"]
        self.asked.append((kind, data))
        status: dict[str, Any] = {"result": True, "code": 100}
        found: dict[str, Any] = {}
        if kind == "SetCurrentProgramScene" and data["sceneName"] not in self.scenes:
            status = {
                "result": False,
                "code": 600,
                "comment": f"No source of the name `{data['sceneName']}`.",
            }
        elif kind == "GetInputList":
            found = {"inputs": [{"inputName": "Overlay"}, {"inputName": "Weather"}]}
        elif kind == "GetInputSettings":
            ours = data["inputName"] == "Overlay"
            url = "http://127.0.0.1:8710/overlay/table.html" if ours else "http://elsewhere.example/"
            found = {"inputSettings": {"url": url}}
        return {
            "requestType": kind,
            "requestId": asked["requestId"],
            "requestStatus": status,
            "responseData": found,
        }


def state(phase: str, *happened: tuple[int, str, str | None], deal: int = 1) -> dict[str, Any]:
    seats = [{"seat": s, "player": p} for s, p in zip("ESWN", ("王芳", "", "李强", ""), strict=True)]
    what = [{"seq": seq, "what": kind, "seat": seat} for seq, kind, seat in happened]
    return {"phase": phase, "deal": deal, "seats": seats, "happened": what}


class States:
    """States that a test hands over one by one."""

    def __init__(self) -> None:
        self._queue: asyncio.Queue[dict[str, Any] | None] = asyncio.Queue()

    def put(self, state: dict[str, Any] | None) -> None:
        self._queue.put_nowait(state)

    async def __aiter__(self) -> AsyncIterator[dict[str, Any]]:
        while (state := await self._queue.get()) is not None:
            yield state


async def until(condition: Callable[[], bool]) -> None:
    for _ in itertools.count():
        if condition():
            return
        await asyncio.sleep(0.01)


def run(test: Callable[[], Any], seconds: float = 60.0) -> None:
    asyncio.run(asyncio.wait_for(test(), seconds))


def test_the_proof_is_that_of_the_published_description() -> None:
    secret = proof("supersecretpassword", SALT, CHALLENGE)
    assert secret == "1Ct943GAT+6YQUUX47Ia/ncufilbe6+oD6lY+5kaCu4="


def test_a_scene_is_set_once_and_follows_what_goes_on() -> None:
    follower = Follower(ObsSettings(**SCENES))
    said = [follower.steps(state(phase)) for phase in ("before", "play", "play", "ruling", "play", "between")]
    names = [[data["sceneName"] for _, data in steps] for steps in said]
    assert names == [["Sponsors"], ["Table"], [], ["Referee"], ["Table"], ["Sponsors"]]


def test_a_scene_that_is_not_named_leaves_obs_as_it_is() -> None:
    follower = Follower(ObsSettings(deal="Table"))
    assert follower.steps(state("between")) == []
    assert [data["sceneName"] for _, data in follower.steps(state("play"))] == ["Table"]
    assert follower.steps(state("ruling")) == []
    assert follower.steps(state("play")) == []


def test_bombs_finishes_and_rulings_are_marked_and_only_once() -> None:
    follower = Follower(ObsSettings())
    assert follower.steps(state("play", (3, "bomb", "E"))) == []  # before we came
    steps = follower.steps(state("play", (3, "bomb", "E"), (7, "play", "S"), (9, "bomb", "W"), deal=2))
    assert steps == [("CreateRecordChapter", {"chapterName": "2 bomb 李强"}), ("SaveReplayBuffer", {})]
    assert follower.steps(state("play", (9, "bomb", "W"))) == []
    assert len(follower.steps(state("play", (11, "finish", "S"), (12, "ruling", None)))) == 4


@pytest.mark.parametrize(
    ("settings", "steps"),
    [
        (ObsSettings(bombs=False), []),
        (ObsSettings(replay=False), ["CreateRecordChapter"]),
        (ObsSettings(chapter=False), ["SaveReplayBuffer"]),
    ],
)
def test_marks_are_as_they_are_set(settings: ObsSettings, steps: list[str]) -> None:
    follower = Follower(settings)
    follower.steps(state("play"))
    assert [kind for kind, _ in follower.steps(state("play", (4, "bomb", "E")))] == steps


@pytest.mark.parametrize(
    ("ours", "theirs", "right"), [("", "", True), ("a", "a", True), ("b", "a", False), ("", "a", False)]
)
def test_a_password_is_asked_for_and_checked(ours: str, theirs: str, right: bool) -> None:
    async def test() -> None:
        obs = FakeObs(theirs)
        await obs.start()
        async with aiohttp.ClientSession() as session:
            if right:
                connection = await Connection.connect(session, "127.0.0.1", obs.port, ours)
                await connection.close()
            else:
                with pytest.raises(WrongPassword, match="password"):
                    await Connection.connect(session, "127.0.0.1", obs.port, ours)
        await obs.stop()

    run(test)


def test_nobody_there_is_said_with_the_address() -> None:
    async def test() -> None:
        async with aiohttp.ClientSession() as session:
            with pytest.raises(ObsError, match=r"absent: 127\.0\.0\.1:9"):
                await Connection.connect(session, "127.0.0.1", 9, "")

    run(test)


def test_it_follows_a_match_refreshes_our_sources_and_says_once_what_is_refused() -> None:
    async def test() -> None:
        obs, states, told = FakeObs("pass"), States(), list[ObsNews]()
        await obs.start()
        scenes = {**SCENES, "ruling": "No such scene"}
        settings = ObsSettings(port=obs.port, **scenes)
        task = asyncio.create_task(follow(settings, "pass", PAGES, states, told.append))
        states.put(state("play"))
        await until(lambda: ("SetCurrentProgramScene", {"sceneName": "Table"}) in obs.asked)
        pressed = [data for kind, data in obs.asked if kind == "PressInputPropertiesButton"]
        assert pressed == [{"inputName": "Overlay", "propertyName": "refreshnocache"}]
        for phase in ("ruling", "play", "ruling", "play"):
            before = len(obs.asked)
            states.put(state(phase))
            await until(lambda before=before: len(obs.asked) > before)  # type: ignore[misc]
        states.put(None)
        await task
        assert told[0] == ObsNews("connected")
        assert [news for news in told if "No such scene" in news.detail] == told[1:]
        await obs.stop()

    run(test)


def test_obs_that_is_started_again_gets_the_scene_of_now_without_being_asked() -> None:
    async def test() -> None:
        obs, states, told = FakeObs(), States(), list[ObsNews]()
        await obs.start()
        task = asyncio.create_task(
            follow(ObsSettings(port=obs.port, **SCENES), "", PAGES, states, told.append)
        )
        states.put(state("play", (3, "bomb", "E")))
        await until(lambda: any(kind == "SetCurrentProgramScene" for kind, _ in obs.asked))
        await obs.stop()
        await until(lambda: any(news.key in ("gone", "absent") for news in told))
        another = FakeObs()
        await another.start(obs.port)
        await until(lambda: ("SetCurrentProgramScene", {"sceneName": "Table"}) in another.asked)
        assert not any(kind == "SaveReplayBuffer" for kind, _ in another.asked)
        states.put(None)
        await task
        await another.stop()

    run(test)


def test_a_wrong_password_is_not_tried_for_ever() -> None:
    async def test() -> None:
        obs = FakeObs("right")
        await obs.start()
        states = States()
        with pytest.raises(WrongPassword):
            await follow(ObsSettings(port=obs.port), "wrong", PAGES, states, lambda news: None)
        await obs.stop()

    run(test)
