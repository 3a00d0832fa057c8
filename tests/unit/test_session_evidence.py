"""A session keeps the pictures of its source, and goes on where it cannot; the commands over them."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from app import SOFTWARE
from app.cli import main
from app.evidence import Ring, folder_of, segments
from app.footage import Footage
from app.live import header_for
from app.session import Session
from app.snapshot import Snapshot
from app.store import Log
from engine.rules import RuleSet
from tests.unit.test_evidence import feed, picture
from vision.table import SEATS, Table
from vision.values import Frame

RULES = RuleSet.load("national-2022")


class Pictures:
    """A camera's pictures, as many as are said."""

    fps, size, live = 25.0, (320, 180), False

    def __init__(self, count: int) -> None:
        self.count = count

    def __iter__(self) -> Iterator[Frame]:
        for index in range(self.count):
            yield Frame(picture(index * 40), index * 40, index)

    def close(self) -> None:
        pass


def run(record: Path, folder: Path | None) -> tuple[Session, list[Snapshot]]:
    log = Log.create(record, header_for(RULES, SEATS, SOFTWARE))
    table = Table.whole((320, 180))
    session = Session(Pictures(25), table, RULES, log, evidence=folder)
    shown: list[Snapshot] = []
    session.on_snapshot(shown.append)
    session.start()
    session.wait()
    session.stop()
    return session, shown


def test_pictures_are_kept_by_event_time_beside_the_record(tmp_path: Path) -> None:
    record = tmp_path / "match.jsonl"
    session, _ = run(record, folder_of(record))
    assert session.evidence_fault == ""
    times = Footage(tmp_path / "match.evidence").times(0, 9999)
    assert set(times) <= set(range(0, 1000, 40))
    assert session._ring is not None
    assert len(times) == 25 - session._ring.drops > 8


def test_nothing_is_kept_where_nobody_asked(tmp_path: Path) -> None:
    run(tmp_path / "match.jsonl", None)
    assert not (tmp_path / "match.evidence").exists()


def test_the_record_goes_on_where_pictures_cannot_be_kept(tmp_path: Path) -> None:
    (tmp_path / "match.evidence").write_text("in the way")
    session, shown = run(tmp_path / "match.jsonl", tmp_path / "match.evidence")
    assert session.fault is None
    assert "pictures are not kept for now" in session.evidence_fault
    assert sum(snapshot.notice == session.evidence_fault for snapshot in shown) == 1
    assert (tmp_path / "match.jsonl").read_text("utf-8").startswith("{")


def test_replay_says_what_is_missing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = tmp_path / "match.jsonl"
    header = {"event": "match", "version": 1, "rules": "national-2022", "seats": ["E", "S", "W", "N"]}
    record.write_text(json.dumps(header) + "\n")
    assert main(["replay", str(record)]) == 1
    assert "no pictures of this record are kept" in capsys.readouterr().err
    feed(Ring(folder_of(record)), range(0, 1000, 40))
    assert main(["replay", str(record), "--play", "7"]) == 1
    assert "there is no play 7" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("live", "option", "kept"),
    [
        (False, [], False),
        (False, ["--evidence"], True),
        (True, [], True),
        (True, ["--no-evidence"], False),
    ],
)
def test_a_camera_keeps_its_pictures_and_a_file_only_where_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, live: bool, option: list[str], kept: bool
) -> None:
    source = Pictures(10)
    monkeypatch.setattr(source, "live", live, raising=False)
    monkeypatch.setattr("vision.open_source", lambda spec: source)
    record = tmp_path / "match.jsonl"
    told = ["watch", "any", "--rules", "national-2022", "--record", str(record), "--headless", *option]
    assert main(told) == 0
    assert bool(segments(folder_of(record))) is kept
