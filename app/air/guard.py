"""Who is let in: everything that is asked of the server goes through here first.

A local server is reached by any web page that a browser has open: by a name that is made to mean this machine
(DNS rebinding), and from pages of other origins.  So every request must name a host that is ours, come from a
page of ours or from none, and where it is not the public view on this machine, bring a token in a header.
Whatever is not allowed is refused, with a sentence that tells nothing of the match.
"""

from __future__ import annotations

import asyncio
import ipaddress
import logging
import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass

from aiohttp import hdrs, web

from app.air.routes import NULL_ORIGIN, REACHES, Role, Route
from app.air.tokens import Tokens

log = logging.getLogger("guandan_eye.air")

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]
_MOST_ADDRESSES = 1024
_CSP = (
    "default-src 'none'; script-src 'self'{inline}; style-src 'self'{inline}; img-src 'self' data: blob:; "
    "font-src 'self' data:; connect-src 'self'; frame-src 'self'; frame-ancestors 'self'; base-uri 'none'; "
    "form-action 'none'"
)
SECURITY = {
    "Content-Security-Policy": _CSP.format(inline=""),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "SAMEORIGIN",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
}
"""On every answer, refusals too."""
CSP_OF_ONE_FILE = _CSP.format(inline=" 'unsafe-inline'")
"""For the overlay that is one file, to be opened from a disk: it holds its own script and style."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What one client, and all of them together, may take.

    connections: at a time; streams: feeds, frames and controls among them; burst, per_second: requests of one
    address; body_bytes: of a request, which has to come within body_s; idle_s: a request's head has to come
    within it, and a connection without one is closed; stalled_s: a client that takes nothing for so long is
    dropped.
    """

    connections: int = 640
    streams: int = 320
    burst: int = 800
    per_second: float = 100.0
    body_bytes: int = 16 << 10
    body_s: float = 5.0
    idle_s: float = 15.0
    stalled_s: float = 5.0


class Refused(Exception):
    """A request that is not answered: status, and a sentence that holds nothing of the match."""

    def __init__(self, status: int, sentence: str, headers: Mapping[str, str] | None = None) -> None:
        super().__init__(sentence)
        self.status, self.headers = status, dict(headers or {})

    def response(self) -> web.Response:
        return web.json_response({"error": str(self)}, status=self.status, headers=self.headers)


@dataclass(frozen=True, slots=True)
class Pass:
    """What a request came in with: the role, and the token for it, which may be rotated while a feed runs."""

    role: Role
    token: str
    tokens: Tokens

    @property
    def holds(self) -> bool:
        return self.role is Role.OPEN or self.tokens.role_of(self.token) is self.role


PASS = web.RequestKey("pass", Pass)


class Guard:
    """The one middleware.

    names: further host names of this machine, without port, that the user has set; routes: all that were
    registered. What is not among them is not there.
    """

    def __init__(self, tokens: Tokens, names: tuple[str, ...] = (), limits: Limits | None = None) -> None:
        self.limits = limits or Limits()
        self.routes: dict[web.AbstractRoute, Route] = {}
        self._tokens, self._names = tokens, tuple(name.lower() for name in names)
        self._buckets: dict[str, tuple[float, float]] = {}

    @web.middleware
    async def check(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Let a request through to its handler, or answer why not; raises nothing but what ends it."""
        began, status = time.monotonic(), 0
        try:
            answer = await self._answered(request, handler)
            status = answer.status
            return answer
        finally:
            took = (time.monotonic() - began) * 1000
            # Without query and headers: no token is ever in the log.
            log.info("%s %s %s %d %.0f ms", request.remote, request.method, request.path, status, took)

    async def _answered(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        try:
            self._let_in(request)
            return await handler(request)
        except Refused as refusal:
            return refusal.response()
        except web.HTTPException as error:
            return Refused(error.status, _PLAIN.get(error.status, "this is not answered")).response()
        except (ConnectionError, asyncio.CancelledError):
            raise
        except Exception:
            log.exception("%s %s failed", request.method, request.path)
            return Refused(500, "something went wrong in the program; its log says what").response()

    def _let_in(self, request: web.Request) -> None:
        """Raises `Refused`."""
        self._check_rate(request.remote or "")
        hosts = self._hosts(request)
        if len(request.headers.getall(hdrs.HOST, [])) != 1 or request.host.lower() not in hosts:
            raise Refused(421, "this is not the host that was asked for")
        route = self.routes.get(request.match_info.route)
        _check_origin(request, route, hosts)
        if route is None:
            error = request.match_info.http_exception
            raise Refused(error.status if error is not None else 404, "there is nothing here")
        if route.method == hdrs.METH_OPTIONS:
            return
        request[PASS] = self._pass(request, route)
        if route.method == hdrs.METH_POST and request.content_type != "application/json":
            raise Refused(415, "only JSON is taken (Content-Type: application/json)")
        if (request.content_length or 0) > self.limits.body_bytes:
            raise Refused(413, _PLAIN[413])

    def _check_rate(self, address: str) -> None:
        now, limits = time.monotonic(), self.limits
        left, at = self._buckets.pop(address, (float(limits.burst), now))
        left = min(limits.burst, left + (now - at) * limits.per_second)
        if len(self._buckets) >= _MOST_ADDRESSES:
            del self._buckets[next(iter(self._buckets))]  # who has asked for nothing longest
        self._buckets[address] = (max(left - 1, 0), now)
        if left < 1:
            raise Refused(429, "too many requests; wait a moment", {hdrs.RETRY_AFTER: "1"})

    def _hosts(self, request: web.Request) -> frozenset[str]:
        """What `Host` may say: the address at which this connection came in, which no name can be made to
        mean, the names of this machine to itself, and those that the user has set."""
        assert request.transport is not None
        address, port = request.transport.get_extra_info("sockname")[:2]
        own = [_bracketed(address), *self._names]
        if is_loopback(address):
            own += ["127.0.0.1", "[::1]", "localhost"]
        return frozenset([f"{name}:{port}" for name in own] + (own if port == 80 else []))

    def _pass(self, request: web.Request, route: Route) -> Pass:
        anybody = Pass(Role.OPEN, "", self._tokens)
        if route.role is Role.OPEN:
            return anybody
        token = _bearer(request)
        if token is None and route.role is Role.VIEW and _is_local(request):
            return anybody
        role = None if token is None else self._tokens.role_of(token)
        if token is None or role is None:
            what = "a token is needed" if token is None else "the token is not valid any more"
            raise Refused(401, f"{what} (Authorization: Bearer ...)", {hdrs.WWW_AUTHENTICATE: "Bearer"})
        if route.role not in REACHES[role]:
            raise Refused(403, f"the {role} token does not open this; the {route.role} token does")
        return Pass(role, token, self._tokens)


async def harden(request: web.Request, response: web.StreamResponse) -> None:
    """The headers of every answer (a signal of aiohttp's)."""
    headers = response.headers
    headers.pop(hdrs.SERVER, None)
    for name, value in SECURITY.items():
        headers.setdefault(name, value)
    headers.setdefault(hdrs.CACHE_CONTROL, "no-store")
    if request.headers.get(hdrs.ORIGIN) == "null" and _is_null_open(request):
        headers[hdrs.ACCESS_CONTROL_ALLOW_ORIGIN] = "null"
        headers["Cross-Origin-Resource-Policy"] = "cross-origin"
        headers[hdrs.VARY] = hdrs.ORIGIN


def _is_null_open(request: web.Request) -> bool:
    """Whether what was asked for may be read by a local file; marked when the origin was checked."""
    return bool(request.get(_NULL_OPEN))


_NULL_OPEN = web.RequestKey("null open", bool)
_PLAIN = {400: "the request cannot be read", 413: "the request is too large"}


def _check_origin(request: web.Request, route: Route | None, hosts: frozenset[str]) -> None:
    """Raises `Refused` for a request that a page of somebody else has made, whatever token it has."""
    origins = request.headers.getall(hdrs.ORIGIN, [])
    if origins == ["null"] and route is not None and route.role in NULL_ORIGIN:
        request[_NULL_OPEN] = True
    elif not origins:
        # A browser sends no Origin for a picture or a script, but says that another site asks for it.
        site, mode = request.headers.get("Sec-Fetch-Site"), request.headers.get("Sec-Fetch-Mode")
        if site in ("cross-site", "same-site") and mode != "navigate":
            raise Refused(403, "another site may not ask for this")
    elif len(origins) != 1 or origins[0].lower() not in {f"http://{host}" for host in hosts}:
        raise Refused(403, "another site may not ask for this")


def _bearer(request: web.Request) -> str | None:
    """The token in the header; of a WebSocket, for which a page can set none, also among the protocols."""
    kind, _, token = request.headers.get(hdrs.AUTHORIZATION, "").partition(" ")
    if kind.lower() == "bearer":
        return token.strip()
    protocols = request.headers.get(hdrs.SEC_WEBSOCKET_PROTOCOL, "").split(",")
    return next((p.strip()[7:] for p in protocols if p.strip().startswith("bearer.")), None)


def is_loopback(address: str) -> bool:
    return ipaddress.ip_address(address.partition("%")[0]).is_loopback


def _is_local(request: web.Request) -> bool:
    """Whether both ends are this machine; what a proxy says of it counts for nothing."""
    assert request.transport is not None
    ends = (request.transport.get_extra_info(end)[0] for end in ("sockname", "peername"))
    return all(is_loopback(end) for end in ends)


def _bracketed(address: str) -> str:
    return f"[{address.partition('%')[0]}]" if ":" in address else address
