"""A server on air for tests, and clients that say exactly what they are told to say."""

import http.client
import json
import socket
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from app import SOFTWARE
from app.air.guard import Limits
from app.air.on_air import OnAir
from app.air.routes import Role
from app.air.tokens import Tokens
from app.live import header_for
from app.session import Session
from app.settings import OnAirSettings
from app.store import Log
from engine import Card, RuleSet
from vision.table import SEATS

RULES = RuleSet.load("national-2022")
LONG_S = 60.0
"""A condition that has to come true is waited for so long; nothing measures time."""


@contextmanager
def table(folder: Path) -> Iterator[Session]:
    """A session in which everything is typed."""
    log = Log.create(folder / "match.jsonl", header_for(RULES, SEATS, SOFTWARE))
    session = Session(None, None, RULES, log)
    session.start()
    try:
        yield session
    finally:
        session.stop()


@contextmanager
def on_air(folder: Path, limits: Limits | None = None, **settings: Any) -> Iterator[tuple[OnAir, Session]]:
    """Of a typed match, at a free port, without a delay where none is said."""
    given = OnAirSettings(**({"port": 0, "delay_s": 0.0} | settings))
    with table(folder) as session:
        found = OnAir(session, given, Tokens(folder / "tokens.json"), limits)
        found.start()
        try:
            yield found, session
        finally:
            found.stop()


@dataclass(frozen=True)
class Reply:
    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)


UPGRADE = {
    "Connection": "Upgrade",
    "Upgrade": "websocket",
    "Sec-WebSocket-Version": "13",
    "Sec-WebSocket-Key": "MDEyMzQ1Njc4OWFiY2RlZg==",
}


def ask(
    port: int,
    path: str,
    headers: Mapping[str, str] | None = None,
    method: str = "GET",
    body: bytes | None = None,
    host: str = "127.0.0.1",
) -> Reply:
    """One request; of an answer without an end only its head."""
    connection = http.client.HTTPConnection(host, port, timeout=LONG_S)
    try:
        connection.request(method, path, body, dict(headers or {}))
        answer = connection.getresponse()
        endless = answer.status in (101, 200) and answer.getheader("Content-Length") is None
        return Reply(answer.status, dict(answer.getheaders()), b"" if endless else answer.read())
    finally:
        connection.close()


def bearer(server: OnAir, role: Role) -> dict[str, str]:
    return {"Authorization": f"Bearer {server.tokens.of(role)}"}


def post(server: OnAir, path: str, message: Any, role: Role = Role.ADMIN) -> Reply:
    headers = bearer(server, role) | {"Content-Type": "application/json"}
    return ask(server.port, path, headers, "POST", json.dumps(message).encode())


@contextmanager
def raw(port: int, send: bytes = b"") -> Iterator[socket.socket]:
    with socket.create_connection(("127.0.0.1", port), timeout=LONG_S) as connection:
        connection.sendall(send)
        yield connection


def to_the_end(connection: socket.socket) -> bytes:
    """All that comes until the server closes."""
    found = b""
    try:
        while data := connection.recv(1 << 16):
            found += data
    except ConnectionError:
        pass
    return found


class Feed:
    """A client of a feed: each event as its id and its state."""

    def __init__(self, port: int, path: str = "/feed", headers: Mapping[str, str] | None = None) -> None:
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=LONG_S)
        self._connection.request("GET", path, headers=dict(headers or {}))
        self._answer = self._connection.getresponse()
        self.status, self.headers = self._answer.status, self._answer.headers
        self.beats = 0

    def next(self) -> tuple[int, dict[str, Any]]:
        """The next state; raises ``EOFError`` where the feed has ended."""
        number = -1
        while line := self._answer.readline():
            name, _, value = line.decode().strip().partition(": ")
            self.beats += line.startswith(b": beat")
            if name == "id":
                number = int(value)
            elif name == "data":
                return number, json.loads(value)
        raise EOFError

    def until(self, seq: int) -> dict[str, Any]:
        """The first state that has got so far."""
        while (found := self.next())[0] < seq:
            pass
        return found[1]

    def beat(self) -> None:
        """Wait for a sign of life."""
        before = self.beats
        while self.beats == before:
            line = self._answer.readline()
            if not line:
                raise EOFError
            self.beats += line.startswith(b": beat")

    def close(self) -> None:
        self._connection.close()

    def __enter__(self) -> "Feed":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def wait_for(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + LONG_S
    while not condition():
        assert time.monotonic() < deadline, "it has not come true"
        time.sleep(0.02)


def lead(session: Session, cards: str = "S3", seat: str = "E") -> None:
    """The first play of a deal."""
    session.start_deal("2", seat)
    session.type_play(seat, tuple(map(Card.parse, cards.split())))
