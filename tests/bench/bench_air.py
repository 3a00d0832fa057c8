"""What going on air takes: ``python -m tests.bench.bench_air [--seconds S] [--video FILE]``.

A simulated match is handed over event by event, as a session does, and 200 clients in another process follow
its feed, 20 of which read nothing. Prints how long after each event the clients had it, the memory once warm
and at the end, and what all threads on air take of a core. With ``--video`` (its TABLE.toml beside it) a
watcher goes through the film as fast as it can in this process, half the time before and after without the
server, and its pictures are on air too.
"""

import argparse
import json
import multiprocessing
import resource
import selectors
import socket
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from itertools import count, pairwise
from multiprocessing.connection import Connection
from pathlib import Path

import numpy as np

from app.air.on_air import OnAir
from app.air.tokens import Tokens
from app.conduct_calls import Outcome
from app.live import Live
from app.pictures import Mailbox, Picture
from app.settings import OnAirSettings
from app.snapshot import Snapshot
from datasets.matches import simulate
from engine import read_record
from engine.events import Event, MatchStart
from tests.bench.bench_watch import megabytes
from vision import Table, open_source
from vision.indices import IndexDetector, IndexReader
from vision.watch import Watcher

WARM_S = 5.0
ON_AIR = ("on-air", "rows", "frames")
Saved = Callable[[MatchStart | Event, int], None]


class Played:
    """A session that plays by itself."""

    def __init__(self, record_path: Path) -> None:
        self.record_path, self.picture = record_path, Mailbox()
        self.saved: Saved = lambda event, age_ms: None

    def on_snapshot(self, callback: Callable[[Snapshot], None]) -> None:
        pass

    def on_saved(self, callback: Saved) -> None:
        self.saved = callback

    def act_at(
        self, expected: int, act: Callable[[Live, int], None], tell: Callable[[Outcome], None]
    ) -> None:
        raise NotImplementedError


class Watching(threading.Thread):
    """A watcher that goes through a film again and again, and when each frame was done."""

    def __init__(self, video: Path, show: Mailbox) -> None:
        super().__init__(name="vision", daemon=True)
        self.done: list[float] = []
        self._video, self._show = video, show
        self.ending = threading.Event()

    def run(self) -> None:
        table = Table.load(self._video.with_suffix(".table.toml"))
        while not self.ending.is_set():
            watcher: Watcher | None = None
            for frame in open_source(self._video):
                if self.ending.is_set():
                    return
                if watcher is None:
                    watcher = Watcher(table, frame, IndexDetector(), IndexReader())
                watcher.see(frame)
                self.done.append(time.monotonic())
                marks = tuple((o.polygon, str(o.card.best), o.seat) for o in watcher.outlines)
                self._show.put(Picture(frame.image, watcher.zones, marks, frame.at_ms, 0, 0.0))

    def rate(self, begin: float, end: float) -> float:
        """Frames a second between two moments."""
        return sum(begin <= at < end for at in self.done) / (end - begin)


def events(folder: Path) -> Iterator[MatchStart | Event]:
    """One match after another."""
    for seed in count(1):
        file = folder / f"{seed}.jsonl"
        simulate("national-2022", None, seed, 8, file)
        record = read_record(file.read_text("utf-8"))
        assert record.header is not None
        yield record.header
        yield from record.events


def clients(pipe: Connection, port: int, many: int, stalled: int) -> None:
    """In a process of its own: connects, tells that it has, and at the end when each state came to whom."""
    selector, heard = selectors.DefaultSelector(), []
    request = f"GET /feed HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode()
    held = []
    for number in range(many):
        each = socket.create_connection(("127.0.0.1", port))
        each.sendall(request)
        each.setblocking(False)
        held.append(each)
        if number >= stalled:
            selector.register(each, selectors.EVENT_READ, bytearray())
    pipe.send("connected")
    while not pipe.poll():
        for key, _ in selector.select(0.2):
            at = time.monotonic()
            assert isinstance(key.fileobj, socket.socket)
            data = key.fileobj.recv(1 << 18)
            rest: bytearray = key.data
            rest += data
            if not data:
                selector.unregister(key.fileobj)
            while (end := rest.find(b"\n\n")) >= 0:
                found = rest[:end]
                del rest[: end + 2]
                if (place := found.find(b"\nid: ")) >= 0:
                    heard.append((int(found[place + 5 : found.index(b"\n", place + 5)]), at))
    pipe.send((heard, len(selector.get_map())))
    for each in held:
        each.close()


def play(
    session: Played, seconds: float, rate: float, found: Iterator[MatchStart | Event]
) -> list[tuple[int, float]]:
    """Hand over events at a steady rate; the number of each, and when it was."""
    said: list[tuple[int, float]] = []
    began = time.monotonic()
    for number in count():
        wait = began + number / rate - time.monotonic()
        time.sleep(max(wait, 0.0))
        if time.monotonic() - began > seconds:
            return said
        event = next(found)
        said.append((0 if isinstance(event, MatchStart) else event.seq, time.monotonic()))
        session.saved(event, 0)
    raise AssertionError


def delays(said: list[tuple[int, float]], heard: list[tuple[int, float]]) -> list[float]:
    """ms from each event to each client that had it before the next one."""
    found, last = [], float("inf")
    for (seq, at), (_, until) in pairwise([*said, (-1, last)]):
        found += [(came - at) * 1000 for number, came in heard if number == seq and at <= came < until]
    return found


def cpu() -> float:
    """Seconds of CPU that the threads on air have taken."""
    threads = [each.ident for each in threading.enumerate() if each.name in ON_AIR and each.ident is not None]
    return sum(time.clock_gettime(time.pthread_getcpuclockid(ident)) for ident in threads)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--clients", type=int, default=200)
    parser.add_argument("--stalled", type=int, default=20)
    parser.add_argument("--rate", type=float, default=1.0, help="events a second (1)")
    parser.add_argument("--video", type=Path)
    given = parser.parse_args()
    resource.setrlimit(resource.RLIMIT_NOFILE, (4096, 4096))
    with tempfile.TemporaryDirectory() as folder:
        measure(given, Path(folder))


def measure(given: argparse.Namespace, folder: Path) -> None:
    session, found = Played(folder / "match.jsonl"), events(folder)
    watching = Watching(given.video, session.picture) if given.video else None
    spans = []
    if watching is not None:
        watching.start()
        while not watching.done:
            time.sleep(0.1)
        time.sleep(WARM_S)
        spans.append(_span(given.seconds / 2))
    server = OnAir(session, OnAirSettings(port=0, delay_s=0.0), Tokens(folder / "tokens.json"))
    server.start()
    here, there = multiprocessing.get_context("spawn").Pipe()
    process = multiprocessing.get_context("spawn").Process(
        target=clients, args=(there, server.port, given.clients, given.stalled)
    )
    process.start()
    here.recv()
    play(session, WARM_S, given.rate, found)
    warm, used, began = megabytes(), cpu(), time.monotonic()
    said = play(session, given.seconds, given.rate, found)
    spans.append((began, time.monotonic()))
    used, end = (cpu() - used) / (time.monotonic() - began), megabytes()
    dropped, held = server._clients.dropped, server.clients.get("feed", 0)
    here.send("end")
    heard, left = here.recv()
    process.join()
    server.stop()
    late = delays(said, heard)
    readers = given.clients - given.stalled
    print(f"{given.clients} clients, {given.stalled} stalled: {dropped} dropped, {held} held at the end")
    print(f"of {readers} that read {left} are there")
    shares = np.percentile(late, (50, 95, 99, 100))
    print(
        f"{len(said)} events, {len(late)} of {len(said) * readers} heard before the next: after "
        f"{shares[0]:.0f} ms, 95 % within {shares[1]:.0f} ms, 99 % {shares[2]:.0f} ms, all {shares[3]:.0f} ms"
    )
    print(f"memory {warm:.1f} -> {end:.1f} MB; on air takes {used:.1%} of a core")
    if watching is not None:
        time.sleep(1.0)
        spans.append(_span(given.seconds / 2))
        watching.ending.set()
        watching.join()
        before, on, after = (watching.rate(*span) for span in spans)
        without = (before + after) / 2
        print(
            f"vision {before:.1f}, {after:.1f} frames a second without the server, {on:.1f} with it: "
            f"{on / without - 1:+.1%}"
        )
    print(json.dumps({"p95_ms": round(float(shares[1]), 1), "dropped": dropped}))


def _span(seconds: float) -> tuple[float, float]:
    """Wait so long; from when until when that was."""
    began = time.monotonic()
    time.sleep(seconds)
    return began, time.monotonic()


if __name__ == "__main__":
    main()
