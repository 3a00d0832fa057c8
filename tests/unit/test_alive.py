"""What lies beside a record that is not over: the last sign of life, and whether it was on air."""

from datetime import datetime, timedelta
from pathlib import Path
from threading import Event

import pytest

from app.alive import Alive, last_alive, remember_air, was_on_air
from app.session import Session
from app.store import Log, Mended, SaveError
from engine import DealStart, MatchStart, Pause, Resume, RuleSet

RULES = RuleSet.load("national-2022")


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """Begun 100 s ago; the last event is of second 10."""
    begun = (datetime.now().astimezone() - timedelta(seconds=100)).isoformat()
    with Log.create(tmp_path / "m.jsonl", MatchStart(RULES.name, started=begun)) as log:
        log.append(DealStart(1, "2", "E", ("2", "2"), 10_000))
    return tmp_path / "m.jsonl"


def resumed(record: Path) -> Resume:
    session = Session(None, None, RULES, Log.open(record))
    session.stop()
    with Log.open(record) as log:
        last = list(log.events())[-1]
    assert isinstance(last, Resume)
    return last


@pytest.mark.parametrize(
    ("said", "since"),
    [
        (b"%016d\n" % 60_000, 60_000),
        (b"%016d\n" % 4_000, 10_000),
        (b"00000000", 10_000),
        (b"", 10_000),
        (None, 10_000),
        (b"%016d\n" % 10**12, None),
    ],
    ids=["alive", "older than the last event", "torn", "empty", "missing", "later than now"],
)
def test_the_clocks_stood_from_the_last_sign_of_life_on(
    record: Path, said: bytes | None, since: int | None
) -> None:
    if said is not None:
        record.with_suffix(".alive").write_bytes(said)
    last = resumed(record)
    assert last.gap_ms == (0 if since is None else last.at_ms - since)


def test_a_pause_goes_on_until_the_match_does(record: Path) -> None:
    with Log.open(record) as log:
        log.append(Pause("", 12_000))
    record.with_suffix(".alive").write_bytes(b"%016d\n" % 60_000)
    last = resumed(record)
    assert last.gap_ms == last.at_ms - 12_000


def test_a_session_gives_signs_of_life(record: Path) -> None:
    session = Session(None, None, RULES, Log.open(record))
    session.start()
    session.stop()
    alive = last_alive(record)
    assert alive is not None
    assert alive >= 90_000


def test_signs_are_written_in_place_and_go_with_the_match(tmp_path: Path) -> None:
    record = tmp_path / "m.jsonl"
    alive = Alive(record)
    alive.tell(5)
    assert last_alive(record) == 5
    alive.tell(6)
    assert last_alive(record) == 5, "not so often"
    alive.close(7)
    assert last_alive(record) == 7
    Alive(record).close(None)
    assert last_alive(record) is None
    Alive(tmp_path / "nowhere" / "m.jsonl").close(8)


def test_that_it_was_on_air_is_remembered(tmp_path: Path) -> None:
    record = tmp_path / "m.jsonl"
    assert not was_on_air(record)
    remember_air(record, on=True)
    assert was_on_air(record)
    remember_air(record, on=False)
    remember_air(record, on=False)
    assert not was_on_air(record)


def test_a_session_says_what_was_mended_and_what_is_not_saved(
    record: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    record.write_bytes(record.read_bytes().replace(b'"2"', b'"3"'))
    session = Session(None, None, RULES, Log.open(record))
    assert session.mended is Mended.CHANGED

    def full(log: Log, text: str) -> None:
        raise SaveError("event 3 was not saved: database or disk is full")

    session.start()
    failed = Event()
    session.on_snapshot(lambda snapshot: failed.set() if session.unsaved else None)
    with monkeypatch.context() as patch:
        patch.setattr(Log, "_insert", full)
        session.call_referee("")
        assert failed.wait(60)
    session.call_referee("")
    session.stop()
    assert session.unsaved is None
