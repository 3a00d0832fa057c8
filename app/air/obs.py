"""OBS follows the match: the scene by what goes on, replays and chapters at bombs, finishes and rulings.

A client of obs-websocket 5 (OBS 28 and later; RPC version 1), made from its published description
(docs/generated/protocol.md of obs-websocket).  It takes public states in the order of `Channel`, so that
OBS does nothing that the pages do not show yet.  OBS that is not there is tried again for ever; what it
refuses (a scene of another name, a replay buffer that is off) is told once, and the match goes on.
"""

from __future__ import annotations

import asyncio
import base64
import hashlib
import itertools
import random
from collections.abc import AsyncIterable, Callable, Mapping
from dataclasses import dataclass
from typing import Any

import aiohttp

from app.settings import ObsSettings

RPC = 1
HELLO, IDENTIFY, IDENTIFIED, REQUEST, RESPONSE = 0, 1, 2, 6, 7
AUTHENTICATION_FAILED = 4009
ANSWER_S = 5.0
"""How long OBS may take for an answer."""
FIRST_WAIT_S, LONGEST_WAIT_S = 1.0, 15.0
"""Pauses between two tries to reach OBS."""

SCENE_OF = {
    "before": "rest",
    "tribute": "deal",
    "play": "deal",
    "pause": "ruling",
    "ruling": "ruling",
    "between": "rest",
    "over": "rest",
}
"""Phase of the public state -> the setting that names its scene."""

MARKED = {"bomb": "bombs", "finish": "finishes", "ruling": "rulings"}
"""What happened -> the setting that asks for a replay and a chapter there."""


@dataclass(frozen=True, slots=True)
class ObsNews:
    """How OBS is.

    key: "connected", "absent" (detail: where), "old", "other" (it is no OBS), "silent", "gone", "refused"
    (detail: what, and its own words), "password" (it asks for one), "wrong_password".
    """

    key: str
    detail: str = ""


class ObsError(Exception):
    """OBS cannot be spoken to, or refuses."""

    def __init__(self, key: str, detail: str = "") -> None:
        self.news = ObsNews(key, detail)
        super().__init__(f"OBS: {key}: {detail}" if detail else f"OBS: {key}")


class Refused(ObsError):
    """OBS does not do one thing; the connection stands."""


class WrongPassword(ObsError):
    """OBS asks for a password, or for another one: trying again does not help."""


Tell = Callable[[ObsNews], None]


def proof(password: str, salt: str, challenge: str) -> str:
    """What shows that we know the password without saying it ("Creating an authentication string")."""
    secret = base64.b64encode(hashlib.sha256((password + salt).encode()).digest()).decode()
    return base64.b64encode(hashlib.sha256((secret + challenge).encode()).digest()).decode()


class Connection:
    """One connection to OBS, identified.  Made by `connect`; used in one task."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self._socket = socket
        self._numbers = itertools.count(1)

    @classmethod
    async def connect(cls, session: aiohttp.ClientSession, host: str, port: int, password: str) -> Connection:
        """Raises `ObsError` where nobody listens or it is no OBS, `WrongPassword`."""
        try:
            socket = await session.ws_connect(
                f"ws://{host}:{port}",
                protocols=("obswebsocket.json",),
                timeout=aiohttp.ClientWSTimeout(ws_close=1.0),
                max_msg_size=1 << 22,
            )
        except (aiohttp.ClientError, OSError, TimeoutError) as error:
            raise ObsError("absent", f"{host}:{port}") from error
        made = cls(socket)
        try:
            await made._identify(password)
        except BaseException:
            await socket.close()
            raise
        return made

    async def request(self, kind: str, **data: Any) -> dict[str, Any]:
        """OBS's answer; raises `ObsError` where it refuses or has gone."""
        number = str(next(self._numbers))
        await self._send(REQUEST, {"requestType": kind, "requestId": number, "requestData": data})
        while True:
            operation, answer = await self._receive()
            if operation == RESPONSE and answer.get("requestId") == number:
                break
        status = answer.get("requestStatus", {})
        if not status.get("result"):
            why = status.get("comment") or f"code {status.get('code')}"
            raise Refused("refused", f"{kind}: {why}")
        found: dict[str, Any] = answer.get("responseData") or {}
        return found

    async def gone(self) -> None:
        """Until OBS ends the connection: between requests it sends nothing."""
        while not self._socket.closed:
            await self._socket.receive()

    async def close(self) -> None:
        await self._socket.close()

    async def _identify(self, password: str) -> None:
        operation, hello = await self._receive()
        if operation != HELLO:
            raise ObsError("other")
        if hello.get("rpcVersion", 0) < RPC:
            raise ObsError("old")
        reply: dict[str, Any] = {"rpcVersion": RPC, "eventSubscriptions": 0}
        if asks := hello.get("authentication"):
            if not password:
                raise WrongPassword("password")
            reply["authentication"] = proof(password, asks["salt"], asks["challenge"])
        await self._send(IDENTIFY, reply)
        operation, _ = await self._receive()
        if operation != IDENTIFIED:
            raise ObsError("other")

    async def _send(self, operation: int, data: Mapping[str, Any]) -> None:
        try:
            await self._socket.send_json({"op": operation, "d": data})
        except (aiohttp.ClientError, OSError) as error:
            raise ObsError("gone") from error

    async def _receive(self) -> tuple[int, dict[str, Any]]:
        try:
            message = await self._socket.receive(timeout=ANSWER_S)
        except TimeoutError as error:
            raise ObsError("silent") from error
        if message.type is not aiohttp.WSMsgType.TEXT:
            if self._socket.close_code == AUTHENTICATION_FAILED:
                raise WrongPassword("wrong_password")
            raise ObsError("gone")
        try:
            data = message.json()
            return int(data["op"]), dict(data["d"])
        except (ValueError, KeyError, TypeError) as error:
            raise ObsError("other") from error


class Follower:
    """What is to be done in OBS at each public state: pure, so that it can be tested without OBS."""

    def __init__(self, settings: ObsSettings) -> None:
        self._settings = settings
        self._scene: str | None = None
        self._seen: int | None = None

    def steps(self, state: Mapping[str, Any]) -> list[tuple[str, dict[str, Any]]]:
        """Requests for a state, in order.  What had happened before the first state is not marked."""
        wanted = str(getattr(self._settings, SCENE_OF[str(state["phase"])]))
        steps: list[tuple[str, dict[str, Any]]] = []
        if wanted and wanted != self._scene:
            steps.append(("SetCurrentProgramScene", {"sceneName": wanted}))
        self._scene = wanted or self._scene
        last = max((each["seq"] for each in state["happened"]), default=0)
        if self._seen is not None:
            for each in state["happened"]:
                marked = MARKED.get(each["what"])
                if each["seq"] > self._seen and marked and getattr(self._settings, marked):
                    steps += self._mark(state, each)
        self._seen = max(last, self._seen or 0)
        return steps

    def again(self) -> None:
        """OBS was away: the scene is set anew with the next state."""
        self._scene = None

    def _mark(self, state: Mapping[str, Any], what: Mapping[str, Any]) -> list[tuple[str, dict[str, Any]]]:
        steps: list[tuple[str, dict[str, Any]]] = []
        if self._settings.chapter:
            player = next((s["player"] for s in state["seats"] if s["seat"] == what["seat"]), "")
            name = " ".join(filter(None, (f"{state['deal']}", what["what"], player or what["seat"])))
            steps.append(("CreateRecordChapter", {"chapterName": name}))
        if self._settings.replay:
            steps.append(("SaveReplayBuffer", {}))
        return steps


async def follow(
    settings: ObsSettings, password: str, pages: str, states: AsyncIterable[Mapping[str, Any]], tell: Tell
) -> None:
    """Until the states end: connect, refresh our sources, then do what each state asks for.

    pages: what the address of our browser sources has in it, such as ``:8710/``; tell: hears, once each, that
    OBS is there, has gone, or refuses something.  Raises `WrongPassword`.
    """
    follower, newest = Follower(settings), _Newest(states)
    feeding = asyncio.create_task(newest.run())
    wait, said = FIRST_WAIT_S, set[ObsNews]()

    def once(news: ObsNews) -> None:
        if news not in said:
            said.add(news)
            tell(news)

    try:
        async with aiohttp.ClientSession() as session:
            while not newest.ended:
                try:
                    connection = await Connection.connect(session, settings.host, settings.port, password)
                    wait = FIRST_WAIT_S
                    said.clear()
                    tell(ObsNews("connected"))
                    follower.again()
                    newest.again()
                    await _serve(connection, settings.refresh, pages, follower, newest, once)
                except WrongPassword:
                    raise
                except ObsError as error:
                    once(error.news)
                    await newest.pause(wait * random.uniform(0.7, 1.0))
                    wait = min(2 * wait, LONGEST_WAIT_S)
    finally:
        feeding.cancel()
        await asyncio.gather(feeding, return_exceptions=True)


async def _serve(
    connection: Connection, refresh: bool, pages: str, follower: Follower, newest: _Newest, once: Tell
) -> None:
    try:
        if refresh:
            await _refresh(connection, pages, once)
        while (state := await _next_while(connection, newest)) is not None:
            for kind, data in follower.steps(state):
                try:
                    await connection.request(kind, **data)
                except Refused as error:
                    once(error.news)
    finally:
        await connection.close()


async def _next_while(connection: Connection, newest: _Newest) -> Mapping[str, Any] | None:
    """The next state; raises `ObsError` when OBS goes first."""
    state, gone = asyncio.ensure_future(newest.next()), asyncio.ensure_future(connection.gone())
    try:
        await asyncio.wait((state, gone), return_when=asyncio.FIRST_COMPLETED)
        if not state.done():
            raise ObsError("gone")
        return state.result()
    finally:
        for task in (state, gone):
            task.cancel()
        await asyncio.gather(state, gone, return_exceptions=True)


async def _refresh(connection: Connection, pages: str, once: Tell) -> None:
    """Reload the browser sources that show our pages."""
    try:
        listed = await connection.request("GetInputList", inputKind="browser_source")
        for source in listed.get("inputs", ()):
            name = source["inputName"]
            found = await connection.request("GetInputSettings", inputName=name)
            if pages in str(found.get("inputSettings", {}).get("url", "")):
                await connection.request(
                    "PressInputPropertiesButton", inputName=name, propertyName="refreshnocache"
                )
    except Refused as error:
        once(error.news)


class _Newest:
    """The newest state that nobody has taken; those in between lose nothing, for `happened` reaches back."""

    def __init__(self, states: AsyncIterable[Mapping[str, Any]]) -> None:
        self.ended = False
        self._states = states
        self._state: Mapping[str, Any] | None = None
        self._last: Mapping[str, Any] | None = None
        self._news = asyncio.Condition()

    async def run(self) -> None:
        try:
            async for state in self._states:
                async with self._news:
                    self._state = self._last = state
                    self._news.notify_all()
        finally:
            self.ended = True
            async with self._news:
                self._news.notify_all()

    def again(self) -> None:
        """Have the last state once more, for an OBS that is new."""
        self._state = self._last

    async def next(self) -> Mapping[str, Any] | None:
        """The newest state, None when they have ended."""
        async with self._news:
            await self._news.wait_for(lambda: self._state is not None or self.ended)
            state, self._state = self._state, None
            return state

    async def pause(self, seconds: float) -> None:
        """Wait so long, or until the states end."""
        async with self._news:
            try:
                await asyncio.wait_for(self._news.wait_for(lambda: self.ended), seconds)
            except TimeoutError:
                return
