"""What the server answers: one method a handler that the table of routes names."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import msgspec
from aiohttp import hdrs, web

from app import SOFTWARE
from app.air import stream
from app.air.channel import Channel, Name
from app.air.control import Controls
from app.air.delays import Delayed, Delays
from app.air.frames import Frames
from app.air.guard import CSP_OF_ONE_FILE, PASS, Guard, Handler, Limits, Refused, harden
from app.air.routes import PREFLIGHTS, ROUTES, Role
from app.air.screen import Screen, frame, frames
from app.air.states import PublicState, schema
from app.air.static import ONE_FILE, File, named
from app.air.stream import Clients
from app.air.tokens import ROLES, Tokens

_PREFLIGHT = {
    hdrs.ACCESS_CONTROL_ALLOW_METHODS: "GET",
    hdrs.ACCESS_CONTROL_ALLOW_HEADERS: "authorization, cache-control, if-none-match, last-event-id, pragma",
    "Access-Control-Allow-Private-Network": "true",
    "Access-Control-Max-Age": "600",
}
_Message = TypeVar("_Message", bound=msgspec.Struct)


class _Delay(msgspec.Struct, forbid_unknown_fields=True):
    output: Delayed
    delay_s: float


class _Switch(msgspec.Struct, forbid_unknown_fields=True):
    on: bool


class _Rotate(msgspec.Struct, forbid_unknown_fields=True):
    role: Role


class Answers:
    """All that is served.  network: whether other machines may ask; faults: what does not work now."""

    def __init__(
        self,
        channels: dict[Name, Channel],
        controls: Controls,
        clients: Clients,
        tokens: Tokens,
        pages: dict[str, File],
        *,
        delays: Delays,
        frames: Frames | None,
        network: bool,
        faults: Callable[[], Sequence[str]],
    ) -> None:
        self._channels, self._controls, self._clients = channels, controls, clients
        self._tokens, self._pages, self._frames, self._network = tokens, pages, frames, network
        self._delays, self._faults = delays, faults
        self._schema = schema(PublicState)
        self.screen = Screen()

    # ---- pages ----------------------------------------------------------------------------------

    async def page(self, request: web.Request) -> web.StreamResponse:
        file = named(self._pages, request.path)
        if file is None:
            raise Refused(404, "there is nothing here")
        headers = {"ETag": f'"{file.tag}"', hdrs.CACHE_CONTROL: "no-cache"}
        if file.name == ONE_FILE:
            headers["Content-Security-Policy"] = CSP_OF_ONE_FILE
        if request.headers.get(hdrs.IF_NONE_MATCH) == headers["ETag"]:
            return web.Response(status=304, headers=headers)
        charset = "utf-8" if file.kind.startswith(("text/", "application/")) else None
        return web.Response(body=file.body, content_type=file.kind, charset=charset, headers=headers)

    async def preflight(self, request: web.Request) -> web.StreamResponse:
        """A page that was opened as a local file asks whether it may send a header; nobody else need ask."""
        if request.headers.get(hdrs.ORIGIN) != "null":
            raise Refused(405, "there is nothing here")
        return web.Response(status=204, headers=_PREFLIGHT)

    async def schema(self, request: web.Request) -> web.StreamResponse:
        return web.json_response(self._schema)

    async def about(self, request: web.Request) -> web.StreamResponse:
        """For the page that lists everything: what there is, and who is looking."""
        return web.json_response(self._about())

    def _about(self) -> dict[str, Any]:
        public, hands = self._channels["public"], self._channels["hands"]
        return {
            "software": SOFTWARE,
            "network": self._network,
            "clients": self._clients.counts,
            "outputs": {"public": {"delay_s": public.delay_s, "seq": public.seq}},
            "frames": self._frames is not None,
            "hands": hands.on,
        }

    # ---- outputs --------------------------------------------------------------------------------

    async def public_state(self, request: web.Request) -> web.StreamResponse:
        return stream.state(request, self._channels["public"])

    async def public_feed(self, request: web.Request) -> web.StreamResponse:
        return await stream.feed(request, self._channels["public"], self._clients, "feed")

    async def hands_state(self, request: web.Request) -> web.StreamResponse:
        return stream.state(request, self._channels["hands"])

    async def hands_feed(self, request: web.Request) -> web.StreamResponse:
        channel = self._channels["hands"]
        if channel.state() is None:
            raise Refused(404, "there is nothing here")
        return await stream.feed(request, channel, self._clients, "hands")

    async def referee_state(self, request: web.Request) -> web.StreamResponse:
        return stream.state(request, self._referees(request))

    async def referee_feed(self, request: web.Request) -> web.StreamResponse:
        return await stream.feed(request, self._referees(request), self._clients, "referee")

    def _referees(self, request: web.Request) -> Channel:
        """What waits for an answer is for who may answer."""
        return self._channels["referee" if request[PASS].role is Role.REFEREE else "position"]

    async def control(self, request: web.Request) -> web.StreamResponse:
        return await self._controls.serve(request)

    # ---- the table picture ----------------------------------------------------------------------

    async def frame(self, request: web.Request) -> web.StreamResponse:
        self._must_have_frames()
        return await frame(request, self.screen)

    async def frames(self, request: web.Request) -> web.StreamResponse:
        self._must_have_frames()
        return await frames(request, self.screen, self._clients)

    def _must_have_frames(self) -> None:
        if self._frames is None:
            raise Refused(404, "no pictures are on air")

    # ---- switches -------------------------------------------------------------------------------

    async def status(self, request: web.Request) -> web.StreamResponse:
        outputs = {
            name: {"delay_s": channel.delay_s, "seq": channel.seq, "on": channel.on or name != "hands"}
            for name, channel in self._channels.items()
        }
        more = {"outputs": outputs, "dropped": self._clients.dropped, "faults": self._faults()}
        return web.json_response(self._about() | more)

    async def set_delay(self, request: web.Request) -> web.StreamResponse:
        asked = await _read(request, _Delay, self._clients.limits)
        try:
            self._delays.settle(asked.output, asked.delay_s)
        except ValueError as error:
            raise Refused(400, str(error)) from error
        self.delay()
        return web.json_response({"ok": True})

    def delay(self) -> None:
        """As it is settled now; in the server's loop."""
        self._channels["public"].delay_s = self._delays.public_s
        self._channels["hands"].delay_s = self._delays.hands_s
        if self._frames is not None:
            self._frames.delay_s = self._delays.public_s

    async def switch_hands(self, request: web.Request) -> web.StreamResponse:
        asked = await _read(request, _Switch, self._clients.limits)
        self._channels["hands"].on = asked.on
        return web.json_response({"ok": True})

    async def rotate(self, request: web.Request) -> web.StreamResponse:
        """A new token, which is not told here: it stands in the file and on the screen."""
        asked = await _read(request, _Rotate, self._clients.limits)
        if asked.role not in ROLES:
            raise Refused(400, "role: " + ", ".join(ROLES))
        self._tokens.rotate(asked.role)
        return web.json_response({"ok": True})


def application(answers: Answers, guard: Guard) -> web.Application:
    """The routes of the table behind the guard."""
    app = web.Application(middlewares=[guard.check], client_max_size=guard.limits.body_bytes)
    for route in (*ROUTES, *PREFLIGHTS):
        handler: Handler = getattr(answers, route.handler)
        guard.routes[app.router.add_route(route.method, route.path, handler)] = route
    app.on_response_prepare.append(harden)
    return app


async def _read(request: web.Request, kind: type[_Message], limits: Limits) -> _Message:
    """The message in a body; raises `Refused`."""
    try:
        async with asyncio.timeout(limits.body_s):
            body = await request.read()
    except TimeoutError:
        raise Refused(408, "the request took too long") from None
    try:
        return msgspec.json.decode(body, type=kind)
    except msgspec.DecodeError as error:
        raise Refused(400, f"the request cannot be read: {error}") from error
