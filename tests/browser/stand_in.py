"""A small server with the addresses of ours, which shows what it is told to: pages alone are tried here."""

from __future__ import annotations

import asyncio
import json
import socket
import threading
from pathlib import Path
from typing import Any

from aiohttp import web

PAGES = Path(__file__).parents[2] / "app" / "air" / "pages"
CSP = (
    "default-src 'none'; script-src 'self'{inline}; style-src 'self'{inline}; img-src 'self' data: blob:; "
    "font-src 'self' data:; connect-src 'self'; frame-src 'self'; frame-ancestors 'self'; base-uri 'none'; "
    "form-action 'none'"
)
BEAT_S = 0.25
TOKEN = "stand-in-token"
"""What /hands/feed, /referee/feed and /control ask for."""


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


class StandIn:
    """A server on a port of this machine, in a thread of its own; it can be stopped and started again."""

    def __init__(self, port: int | None = None) -> None:
        self.port = port or free_port()
        self.states: dict[str, Any] = {}
        self.feeds = 0
        self.closed = False  # the public output asks for the token too
        self.acts: list[dict[str, Any]] = []
        self.answers: list[dict[str, Any]] = []
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread: threading.Thread | None = None
        self._news: dict[asyncio.Queue[None], str] = {}

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def show(self, state: Any, output: str = "public") -> None:
        """Give a state to all who follow that output, and to who comes."""
        self.states[output] = state
        if self._loop is not None:
            self._loop.call_soon_threadsafe(self._tell, output)

    def start(self) -> StandIn:
        ready = threading.Event()
        self._thread = threading.Thread(target=self._run, args=(ready,), name="stand-in")
        self._thread.start()
        assert ready.wait(30)
        return self

    def stop(self) -> None:
        """At once, with every connection cut."""
        if self._loop is not None and self._thread is not None:
            self._loop.call_soon_threadsafe(self._end.set)
            self._thread.join(30)
        self._loop = self._thread = None

    # ---- in the thread ------------------------------------------------------------------------

    def _run(self, ready: threading.Event) -> None:
        asyncio.run(self._serve(ready))

    async def _serve(self, ready: threading.Event) -> None:
        self._loop, self._end = asyncio.get_running_loop(), asyncio.Event()
        app = web.Application()
        app.on_response_prepare.append(_headers)
        for path, handler in {
            "/": self._page, "/referee.html": self._page, "/overlay/{name}": self._page,
            "/pages/{name:.+}": self._page, "/state": self._state, "/about": self._about,
            "/feed": self._feed, "/hands/feed": self._feed, "/referee/feed": self._feed,
            "/control": self._control,
        }.items():  # fmt: skip
            app.router.add_get(path, handler)
        app.router.add_route("OPTIONS", "/{path:.*}", _preflight)
        runner = web.AppRunner(app, shutdown_timeout=0, access_log=None)
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", self.port, reuse_address=True).start()
        ready.set()
        await self._end.wait()
        for server in runner.server.connections if runner.server else []:
            if server.transport:
                server.transport.abort()
        await runner.cleanup()

    def _tell(self, output: str) -> None:
        for queue, name in self._news.items():
            if name == output:
                queue.put_nowait(None)

    async def _page(self, request: web.Request) -> web.StreamResponse:
        name = request.match_info.get("name") or ("index.html" if request.path == "/" else "referee.html")
        path = (PAGES / name).resolve()
        if not path.is_relative_to(PAGES) or not path.is_file():
            raise web.HTTPNotFound
        return web.FileResponse(path)

    async def _state(self, request: web.Request) -> web.StreamResponse:
        return web.json_response(self.states["public"])

    async def _about(self, request: web.Request) -> web.StreamResponse:
        outputs = {"public": {"delay_s": 30.0, "seq": 1}}
        return web.json_response({"clients": {"feed": len(self._news)}, "outputs": outputs})

    async def _feed(self, request: web.Request) -> web.StreamResponse:
        output = request.path.removesuffix("/feed").strip("/") or "public"
        if (self.closed or output != "public") and request.headers.get("Authorization") != f"Bearer {TOKEN}":
            raise web.HTTPUnauthorized
        self.feeds += 1
        answer = web.StreamResponse(headers={"Content-Type": "text/event-stream; charset=utf-8"})
        await answer.prepare(request)
        await answer.write(b"retry: 1000\n\n")
        news: asyncio.Queue[None] = asyncio.Queue()
        self._news[news] = output
        try:
            if output in self.states:
                news.put_nowait(None)
            while True:
                try:
                    await asyncio.wait_for(news.get(), BEAT_S)
                except TimeoutError:
                    await answer.write(b": beat\n\n")
                    continue
                state = self.states[output]
                line = json.dumps(state, ensure_ascii=False).encode()
                await answer.write(b"event: state\nid: %d\ndata: %b\n\n" % (state["seq"], line))
        except ConnectionError:
            return answer
        finally:
            del self._news[news]

    async def _control(self, request: web.Request) -> web.StreamResponse:
        if f"bearer.{TOKEN}" not in request.headers.get("Sec-WebSocket-Protocol", ""):
            raise web.HTTPUnauthorized
        talk = web.WebSocketResponse(protocols=("guandan-eye",))
        await talk.prepare(request)
        await talk.send_json({"referees": 1})
        async for message in talk:
            act = json.loads(message.data)
            self.acts.append(act)
            answer = self.answers.pop(0) if self.answers else {"ok": True, "seq": act["expected"] + 1}
            await talk.send_json({"id": act.get("id"), **answer})
        return talk


async def _headers(request: web.Request, answer: web.StreamResponse) -> None:
    own_file = request.path.endswith("/overlay.html")
    inline = " 'unsafe-inline'" if own_file else ""
    answer.headers["Content-Security-Policy"] = CSP.format(inline=inline)
    answer.headers["X-Content-Type-Options"] = "nosniff"
    answer.headers["Cache-Control"] = "no-store"
    if request.headers.get("Origin") == "null":
        answer.headers["Access-Control-Allow-Origin"] = "null"


async def _preflight(request: web.Request) -> web.Response:
    allowed = "authorization, cache-control, pragma"
    headers = {"Access-Control-Allow-Methods": "GET", "Access-Control-Allow-Headers": allowed}
    return web.Response(status=204, headers=headers)
