"""Text files for mixers: whole at every moment, and written only when something changes."""

import os
import threading
from pathlib import Path

import pytest

from app.air.text_files import TextFiles
from tests.unit.air_clients import wait_for


def test_each_field_is_a_file_of_its_own(tmp_path: Path) -> None:
    files = TextFiles(tmp_path / "a" / "文本")
    files.put({"deal": "3", "seat1_player": "张三", "clock": ""})
    files.close()
    found = {path.name: path.read_text("utf-8") for path in files.folder.iterdir()}
    assert found == {"deal.txt": "3", "seat1_player.txt": "张三", "clock.txt": ""}


def test_a_file_is_written_only_when_its_text_changes(tmp_path: Path) -> None:
    files = TextFiles(tmp_path)
    files.put({"deal": "1", "clock": "0:30"})
    wait_for(lambda: (tmp_path / "clock.txt").exists())
    deal, clock = (tmp_path / "deal.txt").stat().st_ino, (tmp_path / "clock.txt").stat().st_ino
    holds = (tmp_path / "deal.txt").open(), (tmp_path / "clock.txt").open()  # so that no number is used again
    files.put({"deal": "1", "clock": "0:29"})
    files.close()
    assert (tmp_path / "deal.txt").stat().st_ino == deal
    assert (tmp_path / "clock.txt").stat().st_ino != clock
    for file in holds:
        file.close()


def test_a_reader_never_sees_half_a_file(tmp_path: Path) -> None:
    texts = ["a" * 40_000, "b" * 70_000]
    seen: set[str] = set()
    ended = threading.Event()

    def read() -> None:
        while not ended.is_set() or len(seen) < 2:
            seen.add((tmp_path / "players.txt").read_text("utf-8"))

    files = TextFiles(tmp_path)
    files.put({"players": texts[0]})
    wait_for(lambda: (tmp_path / "players.txt").exists())
    reader = threading.Thread(target=read)
    reader.start()
    for turn in range(200):
        files.put({"players": texts[turn % 2]})
        wait_for(lambda: files._fields is None)
    ended.set()
    reader.join()
    files.close()
    assert seen == set(texts)


def test_a_folder_that_cannot_be_written_is_said_and_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = TextFiles(tmp_path)

    def refuse(source: Path, target: Path) -> None:
        raise PermissionError(13, "Permission denied")  # as Windows does while a mixer reads it

    with monkeypatch.context() as patch:
        patch.setattr(os, "replace", refuse)
        files.put({"deal": "3"})
        wait_for(lambda: "Permission denied" in files.fault)
    files.put({"deal": "3"})
    wait_for(lambda: (tmp_path / "deal.txt").exists())
    files.close()
    assert files.fault == ""
