"""The table picture on air: never before its time, bounded on disk, and nothing taken from the window."""

import http.client
import itertools
import random
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PIL import Image as Pillow

from app.air.drawn import drawn, name_of
from app.air.frames import FPS, WIDTH, Frames, Ring, Shot
from app.pictures import Mailbox, Picture
from app.recorder import time_of
from datasets.rounds import play_round
from tests.unit.air_clients import LONG_S, RULES, ask, on_air, wait_for
from tests.unit.timed_pictures import due_at, stamped, taken_at

WIDE, HIGH = 640, 360


def picture(number: int, marks: tuple[tuple[np.ndarray, str, str], ...] = ()) -> Picture:
    """Its grey says which it is."""
    return Picture(np.full((HIGH, WIDE, 3), number, np.uint8), {}, marks, 0, 0, 25.0)


def number_of(jpeg: bytes) -> int:
    return round(float(np.asarray(Pillow.open(BytesIO(jpeg))).mean()))


class Hand:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@contextmanager
def frames(delay_s: float, clock: Callable[[], float]) -> Iterator[tuple[Frames, list[Shot]]]:
    shown: list[Shot] = []
    found = Frames(shown.append, delay_s, now=clock)
    try:
        yield found, shown
    finally:
        found.close()


def shot(number: int, at: float, size: int = 1000) -> Shot:
    return Shot(number.to_bytes(4, "big") * (size // 4), at, ())


def test_a_picture_is_shown_at_once_where_nothing_is_delayed() -> None:
    clock = Hand()
    with frames(0.0, clock) as (source, shown):
        source.put(picture(100))
        wait_for(lambda: len(shown) == 1)
        assert number_of(shown[0].jpeg) == 100


def test_a_picture_that_is_delayed_is_shown_at_its_time_and_not_before() -> None:
    clock = Hand()
    with frames(30.0, clock) as (source, shown):
        for number in (50, 100, 150):
            source.put(picture(number))
            wait_for(lambda number=number: len(source._ring) == number // 50)  # type: ignore[misc]
            clock.now += 1
        clock.now = 1029.999
        source.delay_s = 30.0  # wakes it
        threading.Event().wait(0.1)
        assert shown == []
        clock.now = 1030.0
        wait_for(lambda: len(shown) == 1)
        assert number_of(shown[0].jpeg) == 50
        clock.now = 1040.0
        wait_for(lambda: len(shown) == 2)
        assert number_of(shown[1].jpeg) == 150, "of those that are due the newest"


def test_another_delay_shows_no_later_moment_first() -> None:
    clock = Hand()
    with frames(10.0, clock) as (source, shown):
        for number in range(10, 100, 10):
            source.put(picture(number))
            wait_for(lambda number=number: len(source._ring) == number // 10)  # type: ignore[misc]
            clock.now += 1
        source.delay_s = 3.0
        wait_for(lambda: bool(shown))
        assert number_of(shown[-1].jpeg) == 70
        source.delay_s = 60.0
        clock.now += 50
        threading.Event().wait(0.7)
        assert len(shown) == 1
        clock.now += 11
        wait_for(lambda: len(shown) == 2)
        assert number_of(shown[-1].jpeg) == 90


@pytest.mark.parametrize("deal", range(5))
def test_no_picture_of_a_deal_is_early_however_the_delay_is_changed(deal: int) -> None:
    rng = random.Random(deal)
    _, events = play_round(RULES, None, deal, 1)
    moments = sorted({time_of(event) / 1000 for event in events})[:80]
    ground = np.random.default_rng(deal).integers(60, 200, (HIGH, WIDE, 3), np.uint8)
    clock, delay = Hand(), 30.0
    clock.now = 0.0
    delays = [(0.0, delay)]
    checked: list[float] = []
    shown: list[tuple[float, float]] = []
    source = Frames(lambda shot: shown.append((taken_at(shot.jpeg), clock.now)), delay, now=clock)
    try:
        for at in moments:
            clock.now = max(clock.now, at)
            source.put(stamped(ground, clock.now))
            checked.append(clock.now)
            wait_for(lambda: source._new is None)
            if rng.random() < 0.3:
                delay = rng.choice([0.5, 5.0, 12.0, 30.0, 60.0])
                delays.append((clock.now, delay))
            source.delay_s = delay  # wakes it
            due = [taken for taken in checked if due_at(taken, delays) <= clock.now]
            if due:
                wait_for(lambda due=due: bool(shown) and shown[-1][0] >= due[-1])  # type: ignore[misc]
        assert len(shown) > 15
        for taken, when in shown:
            assert due_at(taken, delays) <= when, "0 ms early"
        assert [taken for taken, _ in shown] == sorted({taken for taken, _ in shown})
    finally:
        source.close()


def test_no_more_than_so_many_a_second() -> None:
    clock = Hand()
    with frames(3600.0, clock) as (source, _):
        for _ in range(300):
            before = source._next_at
            source.put(picture(1))
            if source._next_at != before:
                wait_for(lambda: source._new is None)
            clock.now += 1 / 30
        wait_for(lambda: source._new is None)
        assert source.drops == 0
        assert 8 * FPS < len(source._ring) <= 10 * FPS + 1


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    taken=st.lists(st.floats(0, 5), min_size=1, max_size=40),
    asked=st.lists(st.tuples(st.floats(0, 20), st.floats(0, 5)), max_size=40),
)
def test_the_ring_gives_nothing_early_and_nothing_twice(
    taken: list[float], asked: list[tuple[float, float]]
) -> None:
    ring, times = Ring(part_bytes=3000), list(itertools.accumulate(taken))
    for number, at in enumerate(times):
        ring.put(shot(number, at))
    now, last = 0.0, -1.0
    for delay_s, gap in asked:
        now += gap
        found = ring.take(delay_s, now)
        if found is not None:
            assert found.at + delay_s <= now
            assert found.at >= last
            assert times[int.from_bytes(found.jpeg[:4], "big")] == found.at
            last = found.at
    ring.clear()
    assert ring.bytes == 0


def test_the_ring_is_bounded_and_the_oldest_go_first() -> None:
    ring = Ring(most_bytes=10_000, part_bytes=2000)
    for number in range(50):
        ring.put(shot(number, float(number)))
        assert ring.bytes <= 10_000
    assert ring.lost == 50 - len(ring) > 0
    found = ring.take(0.0, float(50 - len(ring)))
    assert found is not None
    assert int.from_bytes(found.jpeg[:4], "big") == 50 - len(ring) - 1 == int(found.at)
    ring.clear()


def test_what_waits_has_no_name_in_any_folder(own_home: Path) -> None:
    ring = Ring()
    ring.put(shot(1, 0.0))
    assert not [path for path in own_home.rglob("*") if path.is_file()]
    ring.clear()


def test_a_disk_that_is_full_is_said_and_pictures_come_again(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Hand()

    def full(self: Ring, shot: Shot) -> None:
        raise OSError(28, "No space left on device")

    with frames(10.0, clock) as (source, shown):
        with monkeypatch.context() as patch:
            patch.setattr(Ring, "put", full)
            source.put(picture(50))
            wait_for(lambda: "No space left" in source.fault)
        clock.now += 1
        source.put(picture(100))
        wait_for(lambda: len(source._ring) == 1)
        assert source.fault == ""
        clock.now += 10
        wait_for(lambda: len(shown) == 1)


def test_a_wide_picture_is_made_smaller_and_its_drawings_with_it() -> None:
    outline = np.array([[200, 200], [400, 200], [400, 500], [200, 500]])
    image = np.full((1080, 1920, 3), 60, np.uint8)
    shown: list[Shot] = []
    source = Frames(shown.append)
    source.put(Picture(image, {}, ((outline, "HT", "E"), (outline + 300, "HR", "E")), 0, 0, 25.0))
    wait_for(lambda: len(shown) == 1)
    source.close()
    assert Pillow.open(BytesIO(shown[0].jpeg)).size == (WIDTH, 720)
    assert np.allclose(shown[0].marks[0][0], outline * WIDTH / 1920)
    with_drawings = np.asarray(Pillow.open(BytesIO(drawn(shown[0]))).convert("L"), np.int16)
    without = np.asarray(Pillow.open(BytesIO(shown[0].jpeg)).convert("L"), np.int16)
    changed = np.argwhere(np.abs(with_drawings - without) > 60)
    assert changed[:, 0].min() > 120
    assert len(changed) > 500


@pytest.mark.parametrize(
    ("text", "name"), [("HT", "♥10"), ("S3", "♠3"), ("SB", "小王"), ("HR", "大王"), ("?3", "?3")]
)
def test_cards_are_named_as_spectators_know_them(text: str, name: str) -> None:
    assert name_of(text) == name


# ---- beside a session -----------------------------------------------------------------------------


def test_the_window_still_gets_every_picture_that_it_takes() -> None:
    box, watched, woken = Mailbox(), [], []
    box.on_put(lambda: woken.append(1))
    box.watch(watched.append)
    pictures = [picture(number) for number in range(3)]
    for each in pictures:
        box.put(each)
        assert box.take() is each
    assert watched == pictures
    box.unwatch(watched.append)
    box.put(pictures[0])
    assert (len(watched), len(woken)) == (3, 4)
    assert box.take() is pictures[0]


def test_frames_are_served_with_and_without_drawings(tmp_path: Path) -> None:
    outline = np.array([[100, 100], [200, 100], [200, 250], [100, 250]])
    with on_air(tmp_path) as (server, session):
        assert ask(server.port, "/frame.jpg").status == 404
        session.picture.put(picture(120, ((outline, "S3", "E"),)))
        wait_for(lambda: ask(server.port, "/frame.jpg").status == 200)
        plain, with_drawings = ask(server.port, "/frame.jpg"), ask(server.port, "/frame.jpg?drawn=1")
        assert plain.headers["Content-Type"] == "image/jpeg"
        assert number_of(plain.body) == 120
        assert with_drawings.body != plain.body
        server.stop()
        session.picture.put(picture(130))  # nobody watches any more


@pytest.mark.parametrize("query", ["", "?drawn=1"])
def test_a_stream_shows_each_newest_picture(tmp_path: Path, query: str) -> None:
    with on_air(tmp_path) as (server, session):
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=LONG_S)
        connection.request("GET", f"/frames{query}")
        answer = connection.getresponse()
        kind, _, boundary = (answer.getheader("Content-Type") or "").partition("; boundary=")
        assert kind == "multipart/x-mixed-replace"
        for number in (60, 180):
            wait_for(lambda: server._frames is not None and server._frames._new is None)
            server._frames._next_at = float("-inf")  # type: ignore[union-attr]
            session.picture.put(picture(number))
            found = -1
            while found != number:  # one that stood is sent again
                head = b""
                while not head.endswith(b"\r\n\r\n"):
                    head += answer.read(1)
                assert boundary.encode() in head
                length = int(head.decode().split("Content-Length: ")[1].split("\r\n")[0])
                found = number_of(answer.read(length))
        connection.close()


def test_pictures_are_on_air_only_where_that_is_wanted(tmp_path: Path) -> None:
    with on_air(tmp_path, picture=False) as (server, session):
        session.picture.put(picture(1))
        for path in ("/frame.jpg", "/frames"):
            assert ask(server.port, path).json == {"error": "no pictures are on air"}
        assert ask(server.port, "/about").json["frames"] is False
