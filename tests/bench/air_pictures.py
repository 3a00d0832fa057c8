"""Is a delayed picture ever early?  ``python -m tests.bench.air_pictures [--seconds S]``.

Five deals go on air, the first from the bundled film and four as synthetic pictures, each with the time at
which it was taken drawn into every picture. Clients read the MJPEG stream and the JPEG, plain and drawn,
while the delay is raised and lowered, and say how long after its time each picture came.
"""

import argparse
import http.client
import itertools
import json
import random
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from app.air.clock import seconds
from app.air.on_air import OnAir
from app.air.tokens import Tokens
from app.settings import OnAirSettings
from tests.bench.bench_air import Played
from tests.unit.air_clients import ask, post
from tests.unit.timed_pictures import due_at, stamped, taken_at
from vision import open_source
from vision.opencv import cv2
from vision.values import Image

FILM = Path(__file__).parents[2] / "datasets/demo/match.mp4"
SIZE = (1280, 720)
DELAYS = (2.0, 4.0, 1.0, 5.0, 0.5, 3.0, 2.0)
Seen = list[tuple[float, float]]
"""When each picture was taken, and when it was there."""


def images(deal: int) -> Iterator[Image]:
    """Without an end."""
    while deal == 0:
        for frame in open_source(FILM):
            yield np.asarray(cv2.resize(frame.image, SIZE), np.uint8)
    ground = np.random.default_rng(deal).integers(40, 210, (SIZE[1] // 8, SIZE[0] // 8, 3), np.uint8)
    for shift in itertools.count():
        yield np.asarray(cv2.resize(np.roll(ground, shift, axis=1), SIZE), np.uint8)


def stream(port: int, query: str, seen: Seen, ending: threading.Event) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    connection.request("GET", f"/frames{query}")
    answer = connection.getresponse()
    while not ending.is_set():
        head = b""
        while not head.endswith(b"\r\n\r\n"):
            head += answer.read(1)
        length = int(head.decode().split("Content-Length: ")[1].split("\r\n")[0])
        jpeg = answer.read(length)
        seen.append((taken_at(jpeg), seconds()))
    connection.close()


def ask_again(port: int, query: str, seen: Seen, ending: threading.Event) -> None:
    while not ending.wait(0.1):
        reply = ask(port, f"/frame.jpg{query}")
        if reply.status == 200:
            seen.append((taken_at(reply.body), seconds()))


def play(deal: int, length_s: float, folder: Path) -> tuple[Seen, list[tuple[float, float]]]:
    """What all clients saw of one deal, and the delays; a lower one counts from before it was asked for, a
    higher one from when that was answered."""
    session, rng = Played(folder / "match.jsonl"), random.Random(deal)
    settings = OnAirSettings(port=0, delay_s=DELAYS[0])
    server = OnAir(session, settings, Tokens(folder / "tokens.json"))
    began = seconds()
    server.start()
    delays, seen, ending = [(began, DELAYS[0])], Seen(), threading.Event()
    works = itertools.product((stream, ask_again), ("", "?drawn=1"))
    clients = [
        threading.Thread(target=work, args=(server.port, query, seen, ending)) for work, query in works
    ]
    for client in clients:
        client.start()
    changes = iter([(began + length_s * (n + 1) / len(DELAYS), s) for n, s in enumerate(DELAYS[1:])])
    change = next(changes, None)
    for image in images(deal):
        session.picture.put(stamped(image, seconds()))
        if change is not None and seconds() >= change[0]:
            before = seconds()
            assert post(server, "/admin/delay", {"output": "public", "delay_s": change[1]}).status == 200
            delays.append((before if change[1] < delays[-1][1] else seconds(), change[1]))
            change = next(changes, None)
        if seconds() > began + length_s:
            break
        time.sleep(rng.uniform(0.02, 0.06))
    ending.set()
    session.picture.put(stamped(image, seconds()))
    for client in clients:
        client.join()
    server.stop()
    return seen, delays


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=30.0, help="of each deal (30)")
    length_s = parser.parse_args().seconds
    early, all_after = 0, []
    for deal in range(5):
        with tempfile.TemporaryDirectory() as folder:
            seen, delays = play(deal, length_s, Path(folder))
        first = {taken: min(at for each, at in seen if each == taken) for taken, _ in seen}
        after = [(at - due_at(taken, delays)) * 1000 for taken, at in seen]
        new = [(at - due_at(taken, delays)) * 1000 for taken, at in first.items()]
        early += sum(each < 0 for each in after)
        all_after += new
        print(
            f"deal {deal + 1}: {len(seen)} looks at {len(first)} pictures, {len(delays)} delays; "
            f"{sum(each < 0 for each in after)} early, the nearest {min(after):.1f} ms after its time; "
            f"first seen after {np.median(new):.0f} ms, 95 % {np.percentile(new, 95):.0f} ms"
        )
    print(json.dumps({"early": early, "nearest_ms": round(min(all_after), 1)}))


if __name__ == "__main__":
    main()
