"""The table picture for whoever asks: one JPEG, or a stream of them (MJPEG) that any mixer can take."""

from __future__ import annotations

import asyncio

from aiohttp import web

from app.air.drawn import drawn
from app.air.frames import Shot
from app.air.guard import Refused
from app.air.stream import Clients, Stream

AGAIN_S = 2.0
"""A picture that has stood so long is sent again, so that a client that has gone is noticed."""
_BOUNDARY = "guandan-eye-frame"
_HEADERS = {"Content-Type": f"multipart/x-mixed-replace; boundary={_BOUNDARY}"}


class Screen:
    """The newest picture that may be shown.  All of it is called in the server's loop."""

    def __init__(self) -> None:
        self._shot: Shot | None = None
        self._drawn: asyncio.Task[bytes] | None = None
        self._changed = asyncio.Event()

    def show(self, shot: Shot) -> None:
        self._shot, self._drawn = shot, None
        self._changed.set()
        self._changed = asyncio.Event()

    async def next(self, after: Shot | None) -> Shot:
        """The newest picture once it is another than ``after``."""
        while self._shot is None or self._shot is after:
            await self._changed.wait()
        return self._shot

    async def jpeg(self, *, with_drawings: bool) -> bytes:
        """The newest picture; drawings are made once, however many ask.  Raises `Refused` where none is."""
        if self._shot is None:
            raise Refused(404, "there is no picture yet")
        if not with_drawings:
            return self._shot.jpeg
        if self._drawn is None:
            self._drawn = asyncio.create_task(asyncio.to_thread(drawn, self._shot))
        return await asyncio.shield(self._drawn)


async def frame(request: web.Request, screen: Screen) -> web.Response:
    body = await screen.jpeg(with_drawings=request.query.get("drawn") == "1")
    return web.Response(body=body, content_type="image/jpeg")


async def frames(request: web.Request, screen: Screen, clients: Clients) -> web.StreamResponse:
    """Each newest picture when the client can take one; what it was too slow for is left out."""
    with_drawings = request.query.get("drawn") == "1"
    shot: Shot | None = None
    with clients.one("frames"):
        stream = Stream(request, clients, _HEADERS)
        await stream.begin()
        await stream.send(f"--{_BOUNDARY}\r\n".encode())
        while stream.holds:
            try:
                async with asyncio.timeout(AGAIN_S):
                    shot = await screen.next(shot)
            except TimeoutError:
                if shot is None:
                    continue
            body = await screen.jpeg(with_drawings=with_drawings)
            head = f"Content-Type: image/jpeg\r\nContent-Length: {len(body)}\r\n\r\n"
            # The next boundary at once: a browser shows a picture when it sees where it ends.
            await stream.send(b"%b%b\r\n--%b\r\n" % (head.encode(), body, _BOUNDARY.encode()))
    return stream.response
