"""The overlay server's thread, loop and sockets."""

from __future__ import annotations

import asyncio
import errno
import logging
import socket
import threading
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager, suppress
from enum import StrEnum
from typing import Any

from aiohttp import web
from aiohttp.web_protocol import RequestHandler

from app.air.guard import SECURITY, Limits, Refused

log = logging.getLogger("guandan_eye.air")

JOIN_S = 3.0
_END_S = 0.5
_SEND_BYTES = 64 << 10
"""What the system holds for a client that takes nothing, beside what we hold."""
_GONE_MS = 20_000
"""A client that has not answered for so long is gone, as a tablet whose network has failed."""


_Main = Callable[[asyncio.Event, Callable[[], None]], Coroutine[Any, Any, None]]


class Bar(StrEnum):
    """What keeps a match from going on air."""

    TAKEN = "taken"  # the port, by another program
    FORBIDDEN = "forbidden"  # the port, to this user
    PORT = "port"  # whatever else the system says of it
    TEXTS = "texts"  # the folder for text files is not said in full


_SAID = {
    Bar.TAKEN: "port {what} is taken, perhaps by this program running twice; choose another port",
    Bar.FORBIDDEN: "port {what} may not be used by this user; choose one above 1023",
    Bar.PORT: "port {what} cannot be listened on: {why}",
    Bar.TEXTS: "the folder for text files must be a full path, not {what}",
}


class AirError(Exception):
    """The match cannot go on air; the message says why in a sentence.

    what: the port or the path; why: what the system says.
    """

    def __init__(self, bar: Bar, what: str, why: str = "") -> None:
        super().__init__(_SAID[bar].format(what=what, why=why))
        self.bar, self.what, self.why = bar, what, why


class ServerThread:
    """A loop in a thread of its own.

    main: runs until the event that it is given is set, and calls the other thing when all is ready; fault:
    why it has ended by itself, or nothing.
    """

    def __init__(self, main: _Main) -> None:
        self.fault = ""
        self._main = main
        self._ready = threading.Event()
        self._error: BaseException | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._stop: asyncio.Event | None = None
        self._thread = threading.Thread(target=self._run, name="on-air", daemon=True)

    @property
    def loop(self) -> asyncio.AbstractEventLoop:
        assert self._loop is not None
        return self._loop

    def start(self) -> None:
        """Returns when it listens; raises what kept it from that."""
        self._thread.start()
        self._ready.wait()
        if self._error is not None:
            self._thread.join()
            raise self._error

    def stop(self) -> None:
        """May be called twice, and where it was never started."""
        if self._loop is None or self._stop is None:
            return
        with suppress(RuntimeError):  # it has ended by itself
            self._loop.call_soon_threadsafe(self._stop.set)
        self._thread.join(JOIN_S)

    @property
    def runs(self) -> bool:
        return self._thread.is_alive()

    def _run(self) -> None:
        try:
            asyncio.run(self._life())
        except Exception as error:
            if self._ready.is_set():
                log.exception("the overlay server has ended")
                self.fault = f"the overlay server has ended: {type(error).__name__}: {error}"
            self._error = error
        finally:
            self._ready.set()

    async def _life(self) -> None:
        self._loop, self._stop = asyncio.get_running_loop(), asyncio.Event()
        await self._main(self._stop, self._ready.set)


@asynccontextmanager
async def listening(app: web.Application, port: int, limits: Limits, *, network: bool) -> AsyncIterator[int]:
    """Answers for as long as it is entered; gives the port.  Raises `AirError`.

    network: on every address of this machine, instead of on its loopback only.
    """
    sockets = _sockets(port, network=network)
    runner = web.AppRunner(app, access_log=None, handler_cancellation=True, shutdown_timeout=_END_S)
    try:
        await runner.setup()
        loop, server = asyncio.get_running_loop(), runner.server
        assert server is not None
        listeners = [
            await loop.create_server(lambda: Connection(server, loop, limits), sock=each, backlog=256)
            for each in sockets
        ]
    except BaseException:
        for each in sockets:
            each.close()
        raise
    try:
        yield int(sockets[0].getsockname()[1])
    finally:
        for listener in listeners:
            listener.close()
        await runner.cleanup()


class Connection(RequestHandler):
    """One connection, within the limits."""

    def __init__(self, server: web.Server, loop: asyncio.AbstractEventLoop, limits: Limits) -> None:
        super().__init__(
            server,
            loop=loop,
            access_log=None,  # type: ignore[arg-type]  # aiohttp takes it; the guard writes its own
            keepalive_timeout=limits.idle_s,
            lingering_time=1.0,
            max_line_size=4 << 10,
            max_field_size=4 << 10,
            max_headers=64,
            auto_decompress=False,
        )
        self._server, self._most = server, limits.connections

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        if len(self._server.connections) > self._most:
            self.force_close()
            return
        sock = transport.get_extra_info("socket")
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _SEND_BYTES)
        if hasattr(socket, "TCP_USER_TIMEOUT"):
            sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, _GONE_MS)

    def handle_error(
        self,
        request: web.BaseRequest,
        status: int = 500,
        exc: BaseException | None = None,
        message: str | None = None,
    ) -> web.StreamResponse:
        """What is no request that can be read; what it said goes into no answer and no log."""
        log.info("%s sent what is no request: %s", request.remote, type(exc).__name__)
        if request.writer.output_size > 0:
            raise ConnectionError("an answer has begun already")
        response = Refused(status, "the request cannot be read").response()
        response.headers.update(SECURITY)
        response.force_close()
        return response


def _sockets(port: int, *, network: bool) -> list[socket.socket]:
    """IPv4 first, then IPv6 at the same port where the machine has it; raises `AirError`."""
    sockets: list[socket.socket] = []
    hosts = ("", "::") if network else ("127.0.0.1", "::1")
    try:
        for host, family in zip(hosts, (socket.AF_INET, socket.AF_INET6), strict=True):
            if sockets:
                port = sockets[0].getsockname()[1]
            try:
                sockets.append(socket.create_server((host, port), family=family, backlog=256))
            except OSError as error:
                if family == socket.AF_INET6 and error.errno not in (errno.EADDRINUSE, errno.EACCES):
                    continue  # a machine without IPv6
                raise
    except OSError as error:
        for each in sockets:
            each.close()
        bar = {errno.EADDRINUSE: Bar.TAKEN, errno.EACCES: Bar.FORBIDDEN}.get(error.errno or 0, Bar.PORT)
        raise AirError(bar, str(port), error.strerror or "") from error
    return sockets
