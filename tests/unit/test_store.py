import json
import os
import random
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest

from app.store import Log, Mended, SaveError, StoreError, is_held
from engine import DealStart, MatchStart, Pass, Play, parse_cards, read_record

HEADER = MatchStart("national-2022", players={"E": "王玥"}, started="2026-11-30T09:00:00+08:00")
START = DealStart(1, "2", "E")
PLAY = Play("E", parse_cards("S3 H3"), None, 100, 500)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    folder = tmp_path / "桌 1"
    folder.mkdir()
    return folder / "match.jsonl"


def made(path: Path, count: int = 3) -> Path:
    with Log.create(path, HEADER) as log:
        log.append(START)
        for i in range(count - 1):
            log.append(Pass("S", after_ms=i, before_ms=i + 5))
    return path


def rewrite(path: Path, *statements: str) -> None:
    """Somebody at the log with a tool of their own."""
    with closing(sqlite3.connect(path.with_suffix(".db"))) as database:
        for trigger in ("no_change", "no_removal", "no_gap"):
            database.execute(f"DROP TRIGGER {trigger}")
        for statement in statements:
            database.execute(statement)
        database.commit()


def test_what_is_appended_is_there(path):
    with Log.create(path, HEADER) as log:
        assert log.append(START) == 1
        assert log.append(PLAY) == 2
        assert log.last == 2
    with Log.open(path) as log:
        assert log.header == HEADER
        events = list(log.events())
        assert [event.seq for event in events] == [1, 2]
        assert events[1].cards == PLAY.cards
        assert log.append(Pass("S")) == 3
        assert log.verify() == 3


def test_the_record_follows_line_by_line(path):
    with Log.create(path, HEADER) as log:
        assert len(path.read_text("utf-8").splitlines()) == 1
        log.append(START)
        record = read_record(path.read_text("utf-8"))
    assert record.header == HEADER
    assert [event.seq for event in record.events] == [1]
    assert record.faults == ()


def test_a_log_is_never_made_over_another(path):
    made(path)
    with pytest.raises(StoreError, match=r"match\.jsonl: is there already"):
        Log.create(path, HEADER)
    path.unlink()
    with pytest.raises(StoreError, match=r"match\.db: is there already"):
        Log.create(path, HEADER)
    with Log.open(path) as log:
        assert log.last == 3
    assert len(path.read_text("utf-8").splitlines()) == 4


def test_a_record_whose_log_is_gone_is_not_begun_anew(path):
    made(path)
    before = path.read_text("utf-8")
    path.with_suffix(".db").unlink()
    with pytest.raises(StoreError, match=r"cannot be continued: its log match\.db"):
        Log.resume(path, HEADER)
    with closing(sqlite3.connect(path.with_suffix(".db"))) as database:  # copied without its -wal
        database.execute("PRAGMA journal_mode=WAL")
    with pytest.raises(StoreError, match=r"cannot be continued: its log match\.db"):
        Log.resume(path, HEADER)
    assert path.read_text("utf-8") == before


def test_a_log_that_was_killed_in_the_making_is_made(path):
    with closing(sqlite3.connect(path.with_suffix(".db"))) as database:
        database.execute("PRAGMA journal_mode=WAL")
    with Log.resume(path, HEADER) as log:
        assert log.last == 0
    with Log.resume(path, HEADER) as log:
        assert log.append(START) == 1


def test_no_second_writer(path):
    made(path)
    with Log.open(path) as log:
        with pytest.raises(StoreError, match="another program is writing"):
            Log.open(path)
        log.append(PLAY)
    Log.open(path).close()


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE log SET event = '{}' WHERE seq = 1",
        "DELETE FROM log WHERE seq = 3",
        "INSERT INTO log VALUES (9, '', '{}', x'')",
        "INSERT OR REPLACE INTO log VALUES (2, '', '{}', x'')",
    ],
)
def test_the_file_itself_refuses_changes(path, statement):
    made(path)
    database = sqlite3.connect(path.with_suffix(".db"))
    with closing(database), pytest.raises(sqlite3.IntegrityError, match="the log only grows"):
        database.execute(statement)


@pytest.mark.parametrize(
    ("statement", "words"),
    [
        ("UPDATE log SET event = replace(event, '\"S\"', '\"N\"') WHERE seq = 2", "row 2 was changed"),
        ("UPDATE log SET wall = '2026-01-01T00:00:00.000+08:00' WHERE seq = 1", "row 1 was changed"),
        ("DELETE FROM log WHERE seq = 1", "row 1 was changed"),
        ("UPDATE log SET seal = x'00' WHERE seq = 3", "row 3 was changed"),
        ("DELETE FROM log", "holds no header"),
    ],
)
def test_a_changed_row_is_found(path, statement, words):
    made(path)
    rewrite(path, statement)
    with pytest.raises(StoreError, match=words):
        Log.open(path)


def test_rows_cut_off_the_end_leave_the_longer_record_beside(path):
    made(path)
    before = path.read_bytes()
    rewrite(path, "DELETE FROM log WHERE seq = 3")
    Log.open(path).close()
    assert path.with_name("match.jsonl.changed").read_bytes() == before


@pytest.mark.parametrize("text", [b"", b"no database" * 600])
def test_a_file_of_another_kind(path, text):
    path.with_suffix(".db").write_bytes(text)
    with pytest.raises(StoreError, match=r"match\.db: "):
        Log.open(path)


def test_a_database_of_another_program_is_left_alone(path):
    file = path.with_suffix(".db")
    with closing(sqlite3.connect(file)) as database:
        database.execute("CREATE TABLE log (note TEXT)")
    before = file.read_bytes()
    for way in (Log.open, lambda path: Log.create(path, HEADER), lambda path: Log.resume(path, HEADER)):
        with pytest.raises(StoreError, match="is no log of a match"):
            way(path)
    assert file.read_bytes() == before


def test_no_log_to_continue(path):
    with pytest.raises(StoreError, match="there is no log to continue"):
        Log.open(path)
    with pytest.raises(StoreError, match="name the record"):
        Log.create(path.with_suffix(".db"), HEADER)


def test_flipped_bytes_are_found(path):
    made(path, 200)
    file = path.with_suffix(".db")
    data = bytearray(file.read_bytes())
    for at in range(8192, len(data), 4096):
        data[at + 700] ^= 0x5A
    file.write_bytes(data)
    with pytest.raises(StoreError, match=r"was changed|is damaged"):
        Log.open(path)


@pytest.mark.parametrize(
    "damage",
    [
        lambda path, data: path.write_bytes(data[:-7]),
        lambda path, data: path.write_bytes(data[: data.index(b"\n") + 1]),
        lambda path, data: path.unlink(),
        lambda path, data: path.write_bytes(b""),
    ],
)
def test_a_record_that_lacks_its_end_is_mended(path, damage):
    data = made(path).read_bytes()
    damage(path, data)
    with Log.open(path) as log:
        assert path.read_bytes() == data
        log.append(PLAY)
    assert path.read_bytes().startswith(data)
    assert sorted(each.name for each in path.parent.iterdir()) == ["match.db", "match.jsonl"]


def test_an_edited_record_is_kept_beside(path):
    data = made(path).read_bytes()
    edited = data.replace("王玥".encode(), b"somebody")
    path.write_bytes(edited)
    with Log.open(path) as log:
        assert log.mended is Mended.CHANGED
    assert path.read_bytes() == data
    assert path.with_name("match.jsonl.changed").read_bytes() == edited
    with Log.open(path) as log:
        assert log.mended is None


def test_lines_that_the_log_has_lost_are_told_of(path):
    data = made(path).read_bytes()
    path.write_bytes(data + b'{"event": "pass"}\n')
    with Log.open(path) as log:
        assert log.mended is Mended.LOST
        assert "lost" in log.mended.sentence(path)
    assert path.read_bytes() == data


def test_a_record_that_cannot_be_written_catches_up(path, monkeypatch):
    log = Log.create(path, HEADER)
    write = os.write

    def full(descriptor, data):
        write(descriptor, data[:10])
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "write", full)
    assert log.append(START) == 1
    assert "No space left" in log.notice
    monkeypatch.undo()
    assert log.append(PLAY) == 2
    assert log.notice == ""
    log.close()
    assert [event.seq for event in read_record(path.read_text("utf-8")).events] == [1, 2]


def test_a_record_that_somebody_took_away_comes_back(path):
    with Log.create(path, HEADER) as log:
        log.append(START)
        path.unlink()
        log.append(PLAY)
    assert [event.seq for event in read_record(path.read_text("utf-8")).events] == [1, 2]


WRITER = """
import sys
from app.store import Log
from engine import MatchStart, Pass
path = sys.argv[1]
log = Log.resume(path, MatchStart("national-2022"))
print("ack", log.last, flush=True)
while True:
    print("ack", log.append(Pass("S", after_ms=1, before_ms=2)), flush=True)
"""


@pytest.mark.skipif(os.name != "posix", reason="kill -9")
def test_killed_at_any_time_nothing_acknowledged_is_lost(tmp_path):
    path = tmp_path / "match.jsonl"
    rng = random.Random(7)
    acknowledged = 0
    environment = os.environ | {"PYTHONPATH": str(Path(__file__).parents[2])}
    for _ in range(10):
        command = [sys.executable, "-c", WRITER, str(path)]
        writer = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)
        first = writer.stdout.readline()
        assert first == f"ack {max(acknowledged, int(first.split()[1]))}\n"
        time.sleep(rng.uniform(0, 0.15))
        writer.kill()
        lines = writer.stdout.read().splitlines()
        writer.wait()
        writer.stdout.close()
        if lines and lines[-1].startswith("ack "):
            acknowledged = int(lines[-1].split()[1])
    with Log.open(path) as log:
        assert log.last >= acknowledged > 10
        assert [event.seq for event in log.events()] == list(range(1, log.last + 1))
        lines = path.read_text("utf-8").splitlines()
        assert [json.loads(line)["seq"] for line in lines[1:]] == list(range(1, log.last + 1))


FULL_DISK = """
import resource, sys
from app.store import Log, StoreError
from engine import MatchStart, Pass
log = Log.create(sys.argv[1], MatchStart("national-2022"))
soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
resource.setrlimit(resource.RLIMIT_FSIZE, (60_000, hard))
last = 0
try:
    while True:
        last = log.append(Pass("S", after_ms=1, before_ms=2))
except StoreError as error:
    print(error)
assert log.verify() == last == log.last
try:
    log.append(Pass("S"))
except StoreError:
    pass
else:
    raise SystemExit("should have been refused")
resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
assert log.append(Pass("S")) == last + 1
assert log.verify() == last + 1 and log.notice == ""
log.close()
print(last)
"""


@pytest.mark.skipif(os.name != "posix", reason="a limit on the size of files")
def test_a_full_disk_is_said_and_loses_nothing(tmp_path):
    path = tmp_path / "match.jsonl"
    done = subprocess.run(
        [sys.executable, "-c", FULL_DISK, str(path)],
        capture_output=True,
        text=True,
        env=os.environ | {"PYTHONPATH": str(Path(__file__).parents[2])},
        check=False,
    )
    assert done.returncode == 0, done.stderr
    sentence, last = done.stdout.splitlines()
    assert "match.db: event" in sentence
    assert "was not saved" in sentence
    with Log.open(path) as log:
        assert log.last == int(last) + 1
        assert len(path.read_text("utf-8").splitlines()) == log.last + 1


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_may_not_be_written(tmp_path):
    tmp_path.chmod(0o500)
    with pytest.raises(SaveError, match="cannot be"):
        Log.create(tmp_path / "match.jsonl", HEADER)


def test_a_folder_that_is_a_file(tmp_path):
    (tmp_path / "match").write_text("")
    with pytest.raises(StoreError, match="there is no folder"):
        Log.create(tmp_path / "match" / "a.jsonl", HEADER)


def test_a_record_that_was_begun_in_vain_goes_away_and_no_other(path):
    Log.create(path, HEADER).abandon()
    assert list(path.parent.iterdir()) == []
    with Log.create(path, HEADER) as log:
        log.append(START)
        log.abandon()
    assert made_of(path) == 1
    Log.open(path).abandon()
    assert made_of(path) == 1
    empty = path.with_name("empty.jsonl")
    Log.create(empty, HEADER).close()
    Log.open(empty).abandon()
    assert made_of(empty) == 0


def made_of(path: Path) -> int:
    """How many events a log holds."""
    with Log.open(path) as log:
        return log.verify()


def test_whether_a_log_is_held_is_asked_without_touching_it(path):
    with Log.create(path, HEADER):
        assert is_held(path)
    assert not is_held(path)
    assert not is_held(path.with_name("none.jsonl"))


@pytest.mark.skipif(os.name != "posix", reason="kill -9")
def test_a_log_that_a_crash_left_is_not_held_and_stays_as_it_is(path):
    command = [sys.executable, "-c", WRITER, str(path)]
    environment = os.environ | {"PYTHONPATH": str(Path(__file__).parents[2])}
    with subprocess.Popen(command, stdout=subprocess.PIPE, env=environment) as writer:
        for _ in range(5):
            writer.stdout.readline()
        assert is_held(path)
        writer.kill()
        writer.stdout.read()
        writer.wait()
    before = {each.name: each.read_bytes() for each in path.parent.iterdir()}
    assert "match.db-wal" in before
    assert not is_held(path)
    after = {each.name: each.read_bytes() for each in path.parent.iterdir()}
    assert {name: data for name, data in after.items() if not name.endswith("-shm")} == before
    Log.open(path).close()
    assert sorted(each.name for each in path.parent.iterdir()) == ["match.db", "match.jsonl"]
