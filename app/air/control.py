"""The referee's tablet: acts over a WebSocket, each on the match as the referee has seen it.

A message is JSON: ``{"do": "pass", "expected": 41, "id": 7}``. ``expected`` is the number of the newest event
that the sender has seen; where the match has gone on since, nothing is done and the answer says ``conflict``.
The answer is ``{"id": 7, "ok": true, "seq": 42}`` or ``{"id": 7, "error": "a sentence", "conflict": false,
"seq": 41}``. ``{"referees": 2}`` tells how many have the control, each time one comes or goes.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Annotated, Any, Protocol

import msgspec
from aiohttp import WSMsgType, web

from app.air.channel import into
from app.air.guard import PASS, Refused
from app.air.stream import Clients
from app.conduct_calls import Moved, Outcome
from app.live import Live
from engine.cards import Card, CardError

PROTOCOL = "guandan-eye"
_MOST_BYTES = 4 << 10
_PER_SECOND = 20
_ANSWER_S = 10.0
_BEAT_S = 5.0
Seq = Annotated[int, msgspec.Meta(ge=0)]
Words = Annotated[str, msgspec.Meta(max_length=200)]
Cards = Annotated[list[Annotated[str, msgspec.Meta(max_length=3)]], msgspec.Meta(max_length=27)]


class Desk(Protocol):
    """What a session lets the referee do (`app.session.Session`)."""

    def act_at(
        self, expected: int, act: Callable[[Live, int], None], tell: Callable[[Outcome], None]
    ) -> None: ...


class Act(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag=str.lower):
    """One message.  ``id`` comes back with the answer."""

    expected: Seq
    id: int | str | None = None

    def do(self, live: Live, now: int) -> None:
        """In the recording thread; raises what `Desk.act_at` lets an act raise."""
        raise NotImplementedError


class _OfProposal(Act, frozen=True, forbid_unknown_fields=True, tag_field="do", kw_only=True):
    """An answer to what the camera proposes; not to another proposal that has come in its place."""

    proposal: int

    def check(self, live: Live) -> None:
        if live.pending is None or live.pending.id != self.proposal:
            raise Moved("that question does not wait any more")


class Accept(_OfProposal, frozen=True, kw_only=True):
    """Take a proposal as it is, or with other cards."""

    cards: Cards | None = None

    def do(self, live: Live, now: int) -> None:
        self.check(live)
        live.answer(self.proposal, None if self.cards is None else _cards(self.cards))


class Dismiss(_OfProposal, frozen=True, kw_only=True):
    """What was seen was no play."""

    def do(self, live: Live, now: int) -> None:
        self.check(live)
        live.dismiss(self.proposal)


class Aside(_OfProposal, frozen=True, kw_only=True):
    """The referee will see to it later."""

    def do(self, live: Live, now: int) -> None:
        self.check(live)
        live.put_aside(self.proposal)


class Play(Act, frozen=True, kw_only=True):
    """Without ``seat``: whoever is to move."""

    cards: Cards
    seat: Words | None = None

    def do(self, live: Live, now: int) -> None:
        live.type_play(self.seat or live.to_move(), _cards(self.cards), now)


class Pass(Act, frozen=True, kw_only=True):
    seat: Words | None = None

    def do(self, live: Live, now: int) -> None:
        live.type_pass(self.seat or live.to_move(), now)


class Correct(Act, frozen=True, kw_only=True):
    """Event ``play`` was these cards (none: a pass), and where given that seat's."""

    play: Seq
    cards: Cards
    seat: Words | None = None

    def do(self, live: Live, now: int) -> None:
        live.correct(self.play, _cards(self.cards), now, self.seat)


class Call(Act, frozen=True, kw_only=True):
    """The referee is called: the clocks stop."""

    reason: Words = ""

    def do(self, live: Live, now: int) -> None:
        live.call_referee(self.reason, now)


class Resume(Act, frozen=True, kw_only=True):
    def do(self, live: Live, now: int) -> None:
        live.go_on(now)


class Undo(Act, frozen=True, kw_only=True):
    def do(self, live: Live, now: int) -> None:
        live.undo(now)


class Redo(Act, frozen=True, kw_only=True):
    def do(self, live: Live, now: int) -> None:
        live.redo(now)


_decode = msgspec.json.Decoder(
    Accept | Dismiss | Aside | Play | Pass | Correct | Call | Resume | Undo | Redo
).decode


class Controls:
    """Everybody who has the control."""

    def __init__(self, desk: Desk | None, clients: Clients) -> None:
        self._desk, self._clients = desk, clients
        self._sockets: set[web.WebSocketResponse] = set()

    async def serve(self, request: web.Request) -> web.StreamResponse:
        """One referee; raises `Refused` where there is nothing to control."""
        if self._desk is None:
            raise Refused(404, "there is nothing here")
        socket = web.WebSocketResponse(
            heartbeat=_BEAT_S, max_msg_size=_MOST_BYTES, protocols=(PROTOCOL,), compress=False
        )
        if not socket.can_prepare(request):
            raise Refused(426, "this is a WebSocket", {"Upgrade": "websocket"})
        with self._clients.one("control"):
            await socket.prepare(request)
            self._sockets.add(socket)
            try:
                await self._tell_all()
                await self._talk(socket, request, self._desk)
            finally:
                self._sockets.discard(socket)
                await self._tell_all()
        return socket

    async def _talk(self, socket: web.WebSocketResponse, request: web.Request, desk: Desk) -> None:
        loop = asyncio.get_running_loop()
        allowed_at = loop.time()
        async for message in socket:
            if not request[PASS].holds:
                await socket.close(code=1008, message=b"the token is not valid any more")
            elif message.type is not WSMsgType.TEXT:
                await socket.close(code=1003, message=b"only text is taken")
            else:
                allowed_at = max(allowed_at, loop.time() - 1) + 1 / _PER_SECOND
                await asyncio.sleep(allowed_at - loop.time())
                await socket.send_json(await answer(desk, message.data))

    async def _tell_all(self) -> None:
        """How many there are: two on one match must know of one another."""
        news = {"referees": len(self._sockets)}
        for socket in tuple(self._sockets):
            try:
                async with asyncio.timeout(self._clients.limits.stalled_s):
                    await socket.send_json(news)
            except (TimeoutError, ConnectionError):
                self._sockets.discard(socket)


async def answer(desk: Desk, text: str) -> dict[str, Any]:
    """What has become of one message."""
    try:
        act = _decode(text)
        _cards(getattr(act, "cards", None) or [])
    except msgspec.DecodeError as error:
        return _refusal(_id_in(text), f"this is no message that is known: {error}")
    except CardError as error:
        return _refusal(act.id, str(error))
    loop = asyncio.get_running_loop()
    done: asyncio.Future[Outcome] = loop.create_future()

    def arrived(outcome: Outcome) -> None:
        if not done.done():
            done.set_result(outcome)

    desk.act_at(act.expected, act.do, into(loop, arrived))
    try:
        async with asyncio.timeout(_ANSWER_S):
            outcome = await done
    except TimeoutError:
        return _refusal(act.id, "the recorder does not answer; look before you try again")
    if outcome.error:
        return _refusal(act.id, outcome.error) | {"conflict": outcome.conflict, "seq": outcome.seq}
    return {"id": act.id, "ok": True, "seq": outcome.seq, "notice": outcome.notice}


def _id_in(text: str) -> int | str | None:
    """Of a message that is not known, where it has one."""
    try:
        return msgspec.json.decode(text, type=_Known).id
    except msgspec.DecodeError:
        return None


class _Known(msgspec.Struct):
    id: int | str | None = None


def _refusal(number: int | str | None, sentence: str) -> dict[str, Any]:
    return {"id": number, "error": sentence, "conflict": False}


def _cards(texts: list[str]) -> tuple[Card, ...]:
    return tuple(Card.parse(text) for text in texts)
