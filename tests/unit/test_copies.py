"""Copies of a record: whole at every moment, never in the way, one word when they fail."""

import os
import threading
import time

import numpy as np
import pytest

import app.copies as copying
from app.cli import main
from app.copies import Copies, CopyError, CopyNews, copied_files
from app.live import header_for
from app.session import Session
from app.store import Log
from engine import DealStart, RuleSet, parse_cards
from tests.unit.engine_matches import deal_out
from tests.unit.sheet_matches import begun, next_deal
from vision.opencv import cv2

RULES = RuleSet.load("national-2022")


def until(what, seconds=5.0):
    end = time.monotonic() + seconds
    while not what():
        assert time.monotonic() < end, "it never came"
        time.sleep(0.01)


@pytest.fixture
def log(tmp_path):
    with Log.create(tmp_path / "m.jsonl", header_for(RULES, "ESWN", "test")) as log:
        yield log


@pytest.fixture
def folder(tmp_path):
    made = tmp_path / "stick"
    made.mkdir()
    return made


def files(log: Log) -> dict[str, bytes]:
    return copied_files(log.path, log.lines(), log.image())


def test_a_copy_is_the_record_and_can_be_continued(log, folder):
    log.append(DealStart(1, "2", "E"))
    copies = Copies(log.path, folder)
    copies.take(files(log))
    copies.close()
    assert sorted(path.name for path in folder.iterdir()) == ["m.db", "m.jsonl"]
    assert (folder / "m.jsonl").read_bytes() == log.path.read_bytes()
    with Log.open(folder / "m.jsonl") as copy:
        assert (copy.last, copy.verify()) == (1, 1)
        assert copy.append(DealStart(2, "2", "E")) == 2
    assert log.append(DealStart(2, "2", "S")) == 2  # the log itself goes on as before


def test_a_failure_is_said_once_and_the_next_deal_is_another_try(log, folder):
    copies, heard = Copies(log.path, folder), []
    copies.listeners.append(heard.append)
    gone = folder.rename(folder.with_name("gone"))
    for _ in range(3):
        copies.take(files(log))
        until(lambda: copies._waiting is None)
        time.sleep(0.05)
    said = f"{folder}: no copy of the record could be written: No such file or directory"
    assert heard == [CopyNews(True, said)]
    gone.rename(folder)
    copies.take(files(log))
    copies.close()
    assert heard[1:] == [CopyNews(False, f"{folder}: copies of the record are written again")]
    assert (folder / "m.jsonl").read_bytes() == log.lines()


def test_a_disk_that_fills_up_leaves_the_last_whole_copy(log, folder, monkeypatch):
    copies = Copies(log.path, folder)
    copies.take(files(log))
    until(lambda: (folder / "m.db").exists())
    before = (folder / "m.jsonl").read_bytes()
    log.append(DealStart(1, "2", "E"))

    def full(*_):
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr("app.files.os.fsync", full)
        copies.take(files(log))
        copies.close()
    assert (folder / "m.jsonl").read_bytes() == before
    assert not list(folder.glob("*.part"))


def test_a_folder_that_hangs_holds_nothing_up(log, folder, monkeypatch):
    hangs, written = threading.Event(), []

    def slow(path, data):
        hangs.wait(5)
        written.append(data)

    monkeypatch.setattr(copying, "put", slow)
    monkeypatch.setattr(copying, "CLOSE_S", 0.1)
    copies = Copies(log.path, folder)
    began = time.monotonic()
    for text in (b"one\n", b"two\n", b"three\n"):
        copies.take({"m.jsonl": text})
        time.sleep(0.05)
    copies.close()
    assert time.monotonic() - began < 1
    hangs.set()
    until(lambda: len(written) == 2)
    assert written == [b"one\n", b"three\n"]  # what waited was overtaken by the newest


def test_the_copy_of_another_match_is_not_written_over(log, folder):
    (folder / "m.jsonl").write_text('{"event": "match", "rules": "huaian"}\n', "utf-8")
    copies, heard = Copies(log.path, folder), []
    copies.listeners.append(heard.append)
    copies.take(files(log))
    copies.close()
    assert [news.sentence.rpartition(": ")[2] for news in heard] == [
        "m.jsonl there belongs to another record"
    ]
    assert [path.name for path in folder.iterdir()] == ["m.jsonl"]


def test_folders_that_cannot_be(log, tmp_path):
    with pytest.raises(CopyError, match="no such folder"):
        Copies(log.path, tmp_path / "nowhere")
    with pytest.raises(CopyError, match="lies there itself"):
        Copies(log.path, tmp_path)
    link = tmp_path / "link"
    os.symlink(tmp_path, link)
    with pytest.raises(CopyError, match="lies there itself"):
        Copies(log.path, link)


def session(log: Log, copies: Copies) -> Session:
    return Session(None, None, RULES, log, level="2", leader="E", copies=copies)


def play_out(running: Session) -> None:
    """A whole deal by hand."""
    for event in deal_out(next_deal(begun()), "ESNW").events[1:]:
        if hasattr(event, "cards"):
            running.type_play(event.seat, event.cards)


def test_a_session_copies_after_each_deal_and_at_the_end(log, folder):
    running = session(log, Copies(log.path, folder))
    running.start()
    running.type_play("E", parse_cards("S3"))
    copy = folder / "m.jsonl"
    until(copy.exists)
    assert copy.read_text("utf-8").count("deal_end") == 0
    running.stop()
    assert copy.read_bytes() == log.path.read_bytes()
    assert copy.read_text("utf-8").count('"play"') == 1


def test_the_copy_has_the_deal_once_it_is_over(log, folder):
    running = session(log, Copies(log.path, folder))
    running.start()
    play_out(running)
    until(
        lambda: (
            '"deal_end"' in ((folder / "m.jsonl").read_text("utf-8") if (folder / "m.jsonl").exists() else "")
        )
    )
    running.stop()
    assert (folder / "m.jsonl").read_bytes() == log.path.read_bytes()


def test_a_session_says_that_copies_fail_and_goes_on(log, folder):
    seen = []
    running = session(log, Copies(log.path, folder))
    running.on_snapshot(lambda snapshot: seen.append(snapshot.notice))
    folder.rename(folder.with_name("gone"))
    running.start()
    running.type_play("E", parse_cards("S3"))
    until(lambda: "copies_fail" in seen)
    running.type_play("S", parse_cards("S4"))
    until(lambda: sum("S4" in line for line in log.path.read_text("utf-8").splitlines()) == 1)
    running.stop()
    assert seen.count("copies_fail") == 1
    assert running.fault is None


def test_by_the_command_line(tmp_path, capsys):
    record, stick = tmp_path / "m.jsonl", tmp_path / "no"
    pictures = tmp_path / "pictures"
    pictures.mkdir()
    cv2.imwrite(str(pictures / "1.png"), np.full((90, 160, 3), 120, np.uint8))
    command = ["watch", str(pictures), "--rules", "national-2022", "--record", str(record), "--headless"]
    assert main([*command, "--copies", str(stick)]) == 1
    assert capsys.readouterr().err == f"guandan-eye: {stick}: there is no such folder for copies\n"
    assert not record.exists()
