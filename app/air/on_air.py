"""On air: what a session or a record shows to the world, started and stopped beside it."""

from __future__ import annotations

import asyncio
import json
import os
import socket
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from app.air import text_fields
from app.air.answers import Answers, application
from app.air.channel import Channel, Closed, Name, Output, into
from app.air.control import Controls, Desk
from app.air.delays import Delayed, Delays
from app.air.frames import Frames, Shot
from app.air.guard import Guard, Limits
from app.air.obs import ObsNews, WrongPassword, follow
from app.air.obs_password import password
from app.air.routes import Role
from app.air.rows import Live, Recording, Row, Source
from app.air.server import AirError, Bar, ServerThread, listening
from app.air.states import PublicState
from app.air.static import files, own_files
from app.air.stream import Clients
from app.air.text_files import TextFiles
from app.air.times import times_of
from app.air.tokens import Tokens
from app.pictures import Mailbox
from app.settings import ObsSettings, OnAirSettings
from app.snapshot import Snapshot

__all__ = ["AirError", "Link", "OnAir"]

_TEXTS_S = _AGAIN_S = 1.0


class Table(Recording, Desk, Protocol):
    """What is put on air of a session (`app.session.Session`)."""

    picture: Mailbox
    record_path: Path


@dataclass(frozen=True, slots=True)
class Link:
    """An address to open, to copy, or to show as a QR code: what is "index", "overlay", "referee" or "hands".

    Its token, where it needs one, follows the ``#``, which no browser sends.
    """

    what: str
    url: str


class OnAir:
    """The overlay server of one match.

    of: a running session, or rows of a record; only a session has a picture and can be controlled.
    obs_news: how OBS is, where it follows the match; delays: those that hold now.
    """

    def __init__(
        self,
        of: Table | Source,
        settings: OnAirSettings,
        tokens: Tokens | None = None,
        limits: Limits | None = None,
        obs: ObsSettings | None = None,
    ) -> None:
        self.settings, self.tokens = settings, tokens or Tokens()
        self.delays = Delays(settings.delay_s, settings.hands_delay_s)
        self.port = settings.port
        self.obs_news: ObsNews | None = None
        self._obs = obs or ObsSettings()
        self._limits = limits or Limits()
        self._table = None if isinstance(of, Source) else of
        self._source = of if isinstance(of, Source) else Live(of, times=times_of(of.record_path))
        self._frames: Frames | None = None
        self._texts: TextFiles | None = None
        self._clients = Clients(self._limits)
        self._channels: dict[Name, Channel] = {}
        self._thread = ServerThread(self._main)

    def start(self) -> None:
        """Once.  Returns when it listens; raises `AirError` with a sentence."""
        if self.settings.texts:
            self._texts = TextFiles(_full(self.settings.texts))
        try:
            self._thread.start()
        except BaseException:
            self.stop()
            raise

    def stop(self) -> None:
        """End everything; may be called twice."""
        self._source.close()
        if self._table is not None and self._frames is not None:
            self._table.picture.unwatch(self._frames.put)
        if self._frames is not None:
            self._frames.close()
        self._thread.stop()
        if self._texts is not None:
            self._texts.close()

    @property
    def runs(self) -> bool:
        return self._thread.runs

    @property
    def clients(self) -> dict[str, int]:
        """How many are looking now, by kind."""
        return self._clients.counts

    @property
    def faults(self) -> tuple[str, ...]:
        """What does not work at the moment, in sentences."""
        parts = (self._thread, self._source, self.tokens, self._frames, self._texts)
        return tuple(part.fault for part in parts if part is not None and part.fault)

    def set_delay(self, output: Delayed, seconds: float) -> None:
        """Any thread; raises ``ValueError`` for what is no delay."""
        self.delays.settle(output, seconds)
        self._thread.loop.call_soon_threadsafe(self._answers.delay)

    def switch_hands(self, *, on: bool) -> None:
        """Any thread."""
        channel = self._channels["hands"]
        self._thread.loop.call_soon_threadsafe(lambda: setattr(channel, "on", on))

    @property
    def links(self) -> tuple[Link, ...]:
        """Where to look, from this machine, or with ``network`` from others too."""
        network = self.settings.network
        base = f"http://{own_address() if network else '127.0.0.1'}:{self.port}"
        view = f"#token={self.tokens.of(Role.VIEW)}" if network else ""
        found = [Link("index", f"{base}/{view}"), Link("overlay", f"{base}/overlay/table.html{view}")]
        if self._table is not None:
            found.append(Link("referee", f"{base}/referee.html#token={self.tokens.of(Role.REFEREE)}"))
        if self.settings.hands:
            found.append(Link("hands", f"{base}/overlay/hands.html#token={self.tokens.of(Role.HANDS)}"))
        return tuple(found)

    # ---- the loop ---------------------------------------------------------------------------------

    async def _main(self, stop: asyncio.Event, ready: Callable[[], None]) -> None:
        settings, loop = self.settings, asyncio.get_running_loop()
        self._channels = {output.name: Channel(output) for output in _outputs(settings, self.delays)}
        if self._table is not None and settings.picture:
            self._frames = Frames(into(loop, self._show_picture), self.delays.public_s)
        self._answers = Answers(
            self._channels,
            Controls(self._table, self._clients),
            self._clients,
            self.tokens,
            files() | own_files(),
            delays=self.delays,
            frames=self._frames,
            network=settings.network,
            faults=lambda: self.faults,
        )
        guard = Guard(self.tokens, settings.names, self._limits)
        app = application(self._answers, guard)
        async with listening(app, settings.port, self._limits, network=settings.network) as self.port:
            tasks = [asyncio.create_task(channel.run()) for channel in self._channels.values()]
            if self._texts is not None:
                tasks.append(asyncio.create_task(self._write_texts(self._texts)))
            if self._obs.on:
                tasks.append(asyncio.create_task(self._lead_obs()))
            self._source.start(into(loop, self._take), into(loop, self._show), into(loop, self._fail))
            if self._table is not None and self._frames is not None:
                self._table.picture.watch(self._frames.put)
            ready()
            await stop.wait()
            self._clients.end()
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    def _take(self, row: Row) -> None:
        for channel in self._channels.values():
            channel.take(row)

    def _show(self, snapshot: Snapshot) -> None:
        for channel in self._channels.values():
            channel.show(snapshot)

    def _fail(self, fault: str) -> None:
        """Why no more rows come, or nothing: whoever looks is told, for which the server goes on."""
        for channel in self._channels.values():
            channel.fail(fault)

    def _show_picture(self, shot: Shot) -> None:
        self._answers.screen.show(shot)

    async def _lead_obs(self) -> None:
        """OBS does what the public output shows, not sooner."""

        def tell(news: ObsNews) -> None:
            self.obs_news = news

        try:
            known = await asyncio.to_thread(password)  # a keyring may ask the user first
            await follow(self._obs, known, f":{self.port}/", self._public_states(), tell)
        except WrongPassword as error:
            tell(error.news)

    async def _public_states(self) -> AsyncIterator[Mapping[str, Any]]:
        states = self._channels["public"].subscribe()
        while True:
            with suppress(Closed):
                yield json.loads(await states.next())
                continue
            await asyncio.sleep(_AGAIN_S)

    async def _write_texts(self, texts: TextFiles) -> None:
        """The public state as files, whenever it changes, and once a second for the clocks."""
        states = self._channels["public"].subscribe()
        while True:
            try:
                async with asyncio.timeout(_TEXTS_S):
                    await states.next()
            except TimeoutError:
                pass  # for the clocks
            except Closed:
                await asyncio.sleep(_AGAIN_S)
                continue
            state = self._channels["public"].current()
            if isinstance(state, PublicState):
                texts.put(text_fields.fields(state))


def _outputs(settings: OnAirSettings, delays: Delays) -> tuple[Output, ...]:
    freeze = settings.freeze_score
    return (
        Output("public", delays.public_s, freeze),
        Output("hands", delays.hands_s, freeze, on=settings.hands),
        Output("position"),
        Output("referee"),
    )


def _full(path: str) -> Path:
    """A path that does not depend on where the program was started; raises `AirError` for another."""
    found = Path(os.path.expanduser(path))  # leaves the home of nobody as it is
    if not found.is_absolute():
        raise AirError(Bar.TEXTS, path)
    return found


def own_address() -> str:
    """This machine's address in its network; nothing is sent to find it."""
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))
        return str(probe.getsockname()[0])
    with suppress(OSError):
        return socket.gethostbyname(socket.gethostname())
    return "127.0.0.1"
