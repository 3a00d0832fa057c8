"""The feed: Server-Sent Events, each the whole state, to as many clients as ask.

A client has a task of its own that gives it the newest state whenever it can take one. One that takes nothing
is dropped; nobody waits for it, and no more than one state and what a socket holds ever waits for it.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from aiohttp import web

from app.air.channel import Channel, Closed
from app.air.guard import PASS, Limits, Refused

BEAT_S = 1.0
"""So often a client hears something, so that a page knows after three seconds that it is stale."""
BEAT = b": beat\n\n"
RETRY = b"retry: 1000\n\n"
_AT_ONCE = 32 << 10
_HEADERS = {"Content-Type": "text/event-stream; charset=utf-8", "X-Accel-Buffering": "no"}


class Clients:
    """Who is being served now, by kind: "feed", "hands", "referee", "frames", "control"."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.dropped = 0
        self._tasks: dict[asyncio.Task[object], str] = {}

    @contextmanager
    def one(self, kind: str) -> Iterator[None]:
        """This task serves a client; raises `Refused` where there are too many."""
        task = asyncio.current_task()
        assert task is not None
        if len(self._tasks) >= self.limits.streams:
            raise Refused(503, "too many clients are connected", {"Retry-After": "2"})
        self._tasks[task] = kind
        try:
            yield
        finally:
            del self._tasks[task]

    @property
    def counts(self) -> dict[str, int]:
        return dict(Counter(self._tasks.values()))

    def end(self) -> None:
        """Nobody is served any more."""
        for task in self._tasks:
            task.cancel()


class Stream:
    """An answer without an end, to one client.

    The client is dropped when it takes nothing for ``stalled_s``, and ends when its token is rotated.
    """

    def __init__(self, request: web.Request, clients: Clients, headers: dict[str, str]) -> None:
        self.response = web.StreamResponse(headers=headers)
        self._request, self._clients = request, clients
        self._pass = request[PASS]
        self._waited, self._took_at = 0, time.monotonic()
        """What was left after the last chunk, and when the client last took some."""

    @property
    def holds(self) -> bool:
        """Whether the client may go on."""
        return self._pass.holds

    async def begin(self) -> None:
        await self.response.prepare(self._request)

    async def send(self, chunk: bytes) -> None:
        """Raises ``ConnectionError`` where the client is gone, or is dropped here."""
        transport, now = self._request.transport, time.monotonic()
        if transport is None:
            raise ConnectionResetError("the client is gone")
        waits = transport.get_write_buffer_size()
        if not waits or waits < self._waited:
            self._took_at = now
        if not waits and len(chunk) <= _AT_ONCE:
            await self.response.write(chunk)  # goes out, or waits in the transport: this does not wait
        else:
            await self._write(transport, chunk, self._took_at + self._clients.limits.stalled_s - now)
        self._waited = transport.get_write_buffer_size()

    async def _write(self, transport: asyncio.Transport, chunk: bytes, patience_s: float) -> None:
        try:
            async with asyncio.timeout(patience_s):
                await self.response.write(chunk)
                await asyncio.sleep(0)  # where there is no patience left
        except TimeoutError:
            self._clients.dropped += 1
            transport.abort()  # without what waits in it
            raise ConnectionResetError("the client takes nothing") from None


async def feed(request: web.Request, channel: Channel, clients: Clients, kind: str) -> web.StreamResponse:
    """The states of a channel, from the one that is shown now.

    ``id`` is the number of the newest event in it. A state is whole, with the last things that happened and
    their numbers: whoever comes again with ``Last-Event-ID`` has missed nothing with the first state.
    Raises `Refused` where the channel is closed: pages then show that they are stale, and ask again.
    """
    _must_go_on(channel)
    states = channel.subscribe()
    with clients.one(kind):
        stream = Stream(request, clients, _HEADERS)
        await stream.begin()
        await stream.send(RETRY)
        while stream.holds:
            try:
                async with asyncio.timeout(BEAT_S):
                    state = await states.next()
            except TimeoutError:
                await stream.send(BEAT)
            except Closed:
                break
            else:
                await stream.send(b"event: state\nid: %d\ndata: %b\n\n" % (channel.seq, state))
    return stream.response


def state(request: web.Request, channel: Channel) -> web.Response:
    """The state now, with an ETag that changes with what is shown."""
    _must_go_on(channel)
    body, tag = channel.state(), f'"{channel.etag}"'
    if body is None:
        raise Refused(404, "there is nothing here")
    if tag in (part.strip() for part in request.headers.get("If-None-Match", "").split(",")):
        return web.Response(status=304, headers={"ETag": tag})
    return web.Response(body=body, content_type="application/json", charset="utf-8", headers={"ETag": tag})


def _must_go_on(channel: Channel) -> None:
    if channel.closed:
        raise Refused(503, "nothing new comes from the table", {"Retry-After": "2"})
