"""Rows of a log: from a running session, a file that grows, is torn and replaced, and at a record's pace."""

from __future__ import annotations

import os
import queue
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from app.air import times
from app.air.rows import GONE_S, Folding, Followed, Live, Replayed, Row
from app.air.times import Times
from app.recorder import Prepared, header_for
from app.session import Session
from app.snapshot import Snapshot
from app.store import Log
from datasets.rounds import play_round
from engine import (
    DealStart,
    Event,
    Hands,
    LateStart,
    MatchStart,
    MatchState,
    Play,
    RuleSet,
    apply,
    dumps_line,
    parse_cards,
)
from tests.unit.air_clients import wait_for

RULES = RuleSet.load("national-2022")
HEADER, EVENTS = play_round(RULES, None, 3, 1)
LINES = [f"{dumps_line(event)}\n".encode() for event in (HEADER, *EVENTS)]
LONG_S = 60.0
"""Nothing here takes so long; a slow machine may take a while."""


class Heard:
    """What a source hands over, from its thread."""

    def __init__(self) -> None:
        self.rows: queue.Queue[Row] = queue.Queue()
        self.shown: queue.Queue[Snapshot] = queue.Queue()
        self.failed: queue.Queue[str] = queue.Queue()

    def next(self, count: int = 1) -> list[Row]:
        return [self.rows.get(timeout=LONG_S) for _ in range(count)]

    def until(self, seq: int) -> list[Row]:
        rows = self.next()
        while rows[-1].seq < seq:
            rows += self.next()
        return rows


class Hand:
    """A clock that is set by hand."""

    def __init__(self, at: float = 1000.0) -> None:
        self.at = at

    def __call__(self) -> float:
        return self.at


# ---- folding ----------------------------------------------------------------------------------


def test_a_row_has_the_match_after_it() -> None:
    folding, state = Folding(), MatchState.start(HEADER, RULES)
    assert folding.row(EVENTS[0], 0.0) is None, "no header yet"
    first = folding.row(HEADER, 5.0)
    assert first is not None
    assert (first.seq, first.at, first.match) == (0, 5.0, state)
    for event in EVENTS:
        row = folding.row(event, 6.0)
        state = apply(state, event)
        assert row is not None
        assert (row.seq, row.event, row.match) == (event.seq, event, state)


def test_what_cannot_be_changes_nothing_and_the_match_goes_on() -> None:
    folding = Folding()
    folding.row(HEADER, 0.0)
    before = folding.row(EVENTS[0], 0.0)
    assert before is not None
    stranger = replace(Play("X", parse_cards("S3"), None, None, 5), seq=2)
    assert folding.row(stranger, 0.0) is None
    again = folding.row(EVENTS[0], 0.0)
    assert again is not None
    assert again.match == before.match
    last = [folding.row(event, 0.0) for event in EVENTS[1:]][-1]
    assert last is not None
    assert last.match.over


def test_a_header_begins_anew_and_one_of_unknown_rules_shows_nothing() -> None:
    folding = Folding()
    for event in (HEADER, *EVENTS):
        folding.row(event, 0.0)
    row = folding.row(replace(HEADER, table="8"), 0.0)
    assert row is not None
    assert (row.seq, row.match.events, row.match.header.table) == (0, (), "8")
    assert folding.row(replace(HEADER, rules="no-such-set", switches={}), 0.0) is None
    assert folding.row(EVENTS[0], 0.0) is None


# ---- a record that is followed ------------------------------------------------------------------


def seqs(followed: Followed) -> list[int]:
    return [row.seq for row in followed.look()]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "桌 1.jsonl"


def write(path: Path, *lines: bytes) -> None:
    """The file anew, as an editor puts it: another file in its place."""
    beside = path.with_suffix(".part")
    beside.write_bytes(b"".join(lines))
    os.replace(beside, path)


def add(path: Path, *lines: bytes) -> None:
    with path.open("ab") as file:
        file.write(b"".join(lines))


def test_the_file_need_not_be_there_yet(path: Path) -> None:
    followed = Followed(path)
    assert seqs(followed) == []
    write(path, *LINES[:3])
    assert seqs(followed) == [0, 1, 2]
    assert seqs(followed) == []
    path.unlink()
    assert seqs(followed) == []
    write(path, *LINES[:4])
    assert seqs(followed) == [3]


@pytest.mark.parametrize("cut", [1, 10, min(len(LINES[2]), len(LINES[3])) - 1])
def test_a_torn_line_counts_once_it_is_whole(path: Path, cut: int) -> None:
    followed = Followed(path)
    write(path, *LINES[:2], LINES[2][:cut])
    assert seqs(followed) == [0, 1]
    with path.open("r+b") as file:  # as the log writes it: over what was torn
        file.seek(len(LINES[0] + LINES[1]))
        file.write(LINES[2] + LINES[3][:cut])
    assert seqs(followed) == [2]
    add(path, LINES[3][cut:])
    assert seqs(followed) == [3]


def test_a_line_that_says_nothing_is_passed_over(path: Path) -> None:
    followed = Followed(path)
    deep = b"[" * 100_000 + b"\n"
    write(path, b"\xef\xbb\xbf" + LINES[0], b"{}\n", b"\xff\xfe\n", b"\n", deep, *LINES[1:3])
    assert seqs(followed) == [0, 1, 2]


def test_a_file_that_is_written_again_goes_on_where_it_was(path: Path) -> None:
    followed = Followed(path)
    write(path, *LINES[:6])
    assert seqs(followed) == [0, 1, 2, 3, 4, 5]
    path.write_bytes(b"")
    assert seqs(followed) == []
    path.write_bytes(b"".join(LINES[:3]))
    assert seqs(followed) == []
    write(path, *LINES[:8])
    assert seqs(followed) == [6, 7]


def test_another_match_in_its_place_begins_anew(path: Path) -> None:
    followed = Followed(path)
    write(path, *LINES[:6])
    assert len(list(followed.look())) == 6
    other = f"{dumps_line(replace(HEADER, table='8'))}\n".encode()
    write(path, other, *LINES[1:3])
    rows = list(followed.look())
    assert [row.seq for row in rows] == [0, 1, 2]
    assert rows[-1].match.header.table == "8"


def test_a_row_that_is_followed_happened_when_it_was_found(path: Path) -> None:
    hand = Hand()
    followed = Followed(path, hand)
    write(path, *LINES[:2])
    assert [row.at for row in followed.look()] == [1000.0, 1000.0]
    hand.at = 1234.5
    add(path, LINES[2])
    assert [row.at for row in followed.look()] == [1234.5]


def test_a_thread_follows_the_file_until_it_is_closed(path: Path) -> None:
    heard, followed = Heard(), Followed(path)
    followed.start(heard.rows.put, heard.shown.put, heard.failed.put)
    write(path, *LINES[:2])
    assert [row.seq for row in heard.next(2)] == [0, 1]
    add(path, *LINES[2:])
    assert heard.until(EVENTS[-1].seq)[-1].match.over
    followed.close()
    followed.close()
    assert heard.rows.empty()


def test_what_is_there_already_is_marked_but_for_its_last_row(path: Path) -> None:
    write(path, *LINES[:6], b"{}\n")
    heard, followed = Heard(), Followed(path)
    followed.start(heard.rows.put, heard.shown.put, heard.failed.put)
    assert [(row.seq, row.more) for row in heard.next(6)] == [(n, n < 5) for n in range(6)]
    add(path, LINES[6])
    assert [(row.seq, row.more) for row in heard.next()] == [(6, False)]
    followed.close()


def test_a_source_ends_in_the_middle_of_what_is_there(path: Path) -> None:
    rows: queue.Queue[Row] = queue.Queue()
    followed = Followed(path)

    def put(row: Row) -> None:
        rows.put(row)
        followed._closing.wait(LONG_S)

    write(path, *LINES)
    followed.start(put, lambda shown: None, lambda fault: None)
    rows.get(timeout=LONG_S)
    followed.close()
    assert rows.empty()


@pytest.mark.parametrize("left", [None, b"", LINES[0]], ids=["deleted", "emptied", "cut"])
def test_a_record_that_goes_is_a_fault_until_it_is_there_again(path: Path, left: bytes | None) -> None:
    hand, heard = Hand(), Heard()
    followed = Followed(path, hand)
    write(path, *LINES[:3])
    followed.start(heard.rows.put, heard.shown.put, heard.failed.put)
    heard.next(3)
    if left is None:
        path.unlink()
    else:
        write(path, left)
    wait_for(lambda: followed._whole_at is not None)
    assert heard.failed.empty(), "it may be just being written again"
    hand.at += GONE_S
    fault = heard.failed.get(timeout=LONG_S)
    assert followed.fault == fault
    assert fault.endswith(f"{path} is gone, or less of it is there than was")
    write(path, *LINES[:4])
    assert heard.failed.get(timeout=LONG_S) == followed.fault == ""
    assert [row.seq for row in heard.next()] == [3]
    followed.close()


def test_a_source_that_fails_says_so(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(self: Followed) -> bytes:
        raise ZeroDivisionError("so it is")

    heard, followed = Heard(), Followed(path)
    monkeypatch.setattr(Followed, "_new", broken)
    assert followed.fault == ""
    followed.start(heard.rows.put, heard.shown.put, heard.failed.put)
    assert heard.failed.get(timeout=LONG_S) == followed.fault
    assert followed.fault == "nothing new of the match comes on air: ZeroDivisionError: so it is"
    followed.close()


# ---- rows that were heard of before ---------------------------------------------------------------


@pytest.fixture(autouse=True)
def boot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """What names this run of the machine, which not every one does."""
    path = tmp_path / "boot"
    path.write_text("this\n", "ascii")
    monkeypatch.setattr(times, "_BOOT_ID", path)
    return path


def test_a_program_that_is_started_again_knows_when_rows_were_heard_of(path: Path, tmp_path: Path) -> None:
    hand, kept = Hand(), tmp_path / "cache" / "times"
    write(path, *LINES[:2])
    first = Followed(path, hand, Times(kept))
    assert [row.at for row in first.look()] == [1000.0, 1000.0]
    hand.at = 1100.25
    add(path, *LINES[2:4])
    assert [row.at for row in first.look()] == [1100.25, 1100.25]
    hand.at = 2000.0
    add(path, LINES[4])
    again = Followed(path, hand, Times(kept))
    assert [row.at for row in again.look()] == [1000.0, 1000.0, 1100.25, 1100.25, 2000.0]


def test_times_of_another_match_of_another_boot_or_of_the_future_do_not_count(
    path: Path, tmp_path: Path, boot: Path
) -> None:
    hand, kept = Hand(), tmp_path / "times"
    write(path, *LINES[:4])
    list(Followed(path, hand, Times(kept)).look())
    hand.at = 2000.0
    other = f"{dumps_line(replace(HEADER, table='8'))}\n".encode()
    write(path, other, *LINES[1:4])
    assert [row.at for row in Followed(path, hand, Times(kept)).look()] == [2000.0] * 4
    hand.at = 500.0
    write(path, *LINES[:4])
    assert [row.at for row in Followed(path, hand, Times(kept)).look()] == [500.0] * 4
    hand.at = 3000.0
    boot.write_text("another\n", "ascii")
    assert [row.at for row in Followed(path, hand, Times(kept)).look()] == [3000.0] * 4
    boot.unlink()
    assert [row.at for row in Followed(path, hand, Times(kept)).look()] == [3000.0] * 4


@pytest.mark.parametrize("found", [b"", b"\xff", b"garbage", b"a b\nc", b"\n\n\n"])
def test_a_damaged_file_of_times_is_none(path: Path, tmp_path: Path, found: bytes) -> None:
    kept = tmp_path / "times"
    kept.write_bytes(found)
    write(path, *LINES[:3])
    assert [row.at for row in Followed(path, Hand(), Times(kept)).look()] == [1000.0] * 3
    assert [row.at for row in Followed(path, Hand(2000.0), Times(kept)).look()] == [1000.0] * 3


def test_where_times_cannot_be_kept_all_is_new(path: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    write(path, *LINES[:3])
    for at in (1000.0, 2000.0):
        nowhere = Times(tmp_path / "file" / "times")
        assert [row.at for row in Followed(path, Hand(at), nowhere).look()] == [at] * 3


# ---- a finished record at its own pace ----------------------------------------------------------


def test_a_record_is_replayed_in_order_and_no_row_before_its_time(path: Path) -> None:
    write(path, *LINES)
    heard, replayed = Heard(), Replayed(path, speed=2000.0)
    replayed.start(heard.rows.put, heard.shown.put, heard.failed.put)
    rows = heard.until(EVENTS[-1].seq)
    replayed.close()
    assert [row.seq for row in rows] == list(range(len(LINES)))
    ats = [row.at for row in rows]
    assert ats == sorted(ats)
    times = [event.at_ms for event in EVENTS if isinstance(event, Play)]
    laid = [row.at for row in rows if isinstance(row.event, Play)]
    assert laid[-1] - laid[0] == pytest.approx((times[-1] - times[0]) / 1000 / 2000.0)


def test_a_replay_can_be_broken_off(path: Path) -> None:
    write(path, *LINES)
    heard, replayed = Heard(), Replayed(path, speed=0.001)
    replayed.start(heard.rows.put, heard.shown.put, heard.failed.put)
    heard.next()
    replayed.close()
    assert heard.rows.qsize() < len(LINES) - 1


# ---- a session that runs ------------------------------------------------------------------------


@pytest.fixture
def running(path: Path) -> Iterator[Session]:
    log = Log.create(path, header_for(RULES, ("E", "S", "W", "N"), "test"))
    session = Session(None, None, RULES, log, level="2", leader="E")
    session.start()
    yield session
    session.stop()


def listened(session: Session, hand: Hand | None = None) -> tuple[Heard, Live]:
    heard = Heard()
    live = Live(session, hand) if hand else Live(session)
    live.start(heard.rows.put, heard.shown.put, heard.failed.put)
    return heard, live


def test_a_session_hands_over_each_event_that_is_saved(running: Session) -> None:
    heard, live = listened(running)
    assert isinstance(heard.next()[0].event, MatchStart)
    running.type_play("E", parse_cards("S3"))
    rows = heard.next(2)
    assert [(row.seq, type(row.event)) for row in rows] == [(1, DealStart), (2, Play)]
    running.type_play("S", parse_cards("H2 D9"))  # refused: nothing is saved
    running.correct(2, parse_cards("S4"))
    (row,) = heard.next()
    assert row.seq == 3
    assert row.match.deal is not None
    assert [str(card) for card in row.match.deal.played] == ["S4"]
    live.close()
    assert heard.rows.empty()
    assert heard.shown.get(timeout=LONG_S).deal in (0, 1)


def test_who_comes_late_is_told_all_and_nothing_twice(running: Session) -> None:
    first, live = listened(running)
    for seat, cards in (("E", "S3"), ("S", "S4"), ("W", "S5")):
        running.type_play(seat, parse_cards(cards))
    first.until(4)
    live.close()
    second, again = listened(running)
    running.type_play("N", parse_cards("S6"))
    assert [row.seq for row in second.until(5)] == [0, 1, 2, 3, 4, 5]
    again.close()
    assert first.rows.empty()


def test_a_row_happened_as_long_ago_as_the_session_says(running: Session) -> None:
    heard, live = listened(running)
    heard.next()
    running.type_play("E", parse_cards("S3"))
    play = heard.until(2)[-1]
    live.close()
    hand = Hand(play.at + 3600)  # whatever that clock says: it is the age that counts
    later, again = listened(running, hand)
    rows = later.until(2)
    again.close()
    assert rows[-1].at <= hand.at
    assert all(row.at <= hand.at for row in rows)


def test_an_age_is_taken_from_the_clock() -> None:
    class Told:
        """A session with one event, two and a half seconds old."""

        def on_snapshot(self, callback: object) -> None: ...

        def on_saved(self, callback: Callable[[MatchStart | Event, int], None]) -> None:
            callback(HEADER, 0)
            callback(EVENTS[0], 2500)

    heard, live = Heard(), Live(Told(), Hand(1000.0))
    live.start(heard.rows.put, heard.shown.put, heard.failed.put)
    assert [row.at for row in heard.next(2)] == [1000.0, 997.5]
    live.close()


def test_rows_of_a_log_that_was_taken_up_happened_now_at_the_earliest(path: Path) -> None:
    """Only the time of day could tell how long ago they were, and that may have been set."""
    header = replace(header_for(RULES, ("E", "S", "W", "N"), "test"), started="2020-01-01T00:00:00+00:00")
    with Log.create(path, header) as log:
        log.append(DealStart(1, "2", "E", None, 10))
        log.append(Play("E", parse_cards("S3"), None, None, 2000))
    session = Session(None, None, RULES, Log.open(path))
    session.start()
    heard, live = listened(session, Hand(5000.0))
    rows = heard.until(3)
    live.close()
    session.stop()
    assert [row.at for row in rows[:3]] == [5000.0, 5000.0, 5000.0]


def test_what_is_settled_before_the_match_comes_too(path: Path) -> None:
    late, hands = LateStart(0, 60, 0), Hands(1, {"E": parse_cards("S3")})
    log = Log.create(path, header_for(RULES, ("E", "S", "W", "N"), "test"))
    session = Session(None, None, RULES, log, prepared=Prepared(late=late, hands=(hands,)))
    heard, live = listened(session)
    session.start()
    kinds: list[type[MatchStart | Event]] = [type(row.event) for row in heard.until(2)]
    live.close()
    session.stop()
    assert kinds == [MatchStart, LateStart, Hands]


def test_a_listener_that_is_closed_holds_up_nothing(running: Session) -> None:
    heard, live = listened(running)
    heard.next()
    live.close()
    saved = threading.Event()
    running.on_snapshot(lambda snapshot: saved.set() if snapshot.saved == 2 else None)
    running.type_play("E", parse_cards("S3"))
    assert saved.wait(LONG_S)
    assert heard.rows.empty()
