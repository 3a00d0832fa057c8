"""What is settled before a match, and the record that begins with it."""

import json
import os
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from app.cameras import camera_choices
from app.commands.recording import DEMO
from app.match_setup import MatchSetup, SetupError, begin, remembered, resume, with_setup
from app.session import Session
from app.settings import Settings, TableSettings, load, save
from app.store import Log
from app.unfinished import latest_unfinished
from engine.cards import COPIES, FACES, parse_cards
from engine.rules import RuleSetError
from vision import SourceError
from vision.frames import CameraName
from vision.table import Table, TableError

FULL = MatchSetup(
    event="苏州公开赛",
    round=3,
    table="7",
    rules="huaian",
    switches={"play_seconds": 45, "round_minutes": "none"},
    players={"E": "王芳", "W": "李雷", "S": "韩梅", "N": "张伟"},
)


def deal_file(path: Path, *deals: int) -> Path:
    cards = [str(card) for card in FACES for _ in range(COPIES)]
    hands = {seat: cards[27 * at : 27 * at + 27] for at, seat in enumerate("ESWN")}
    lines = [json.dumps({"event": "hands", "deal": deal, "hands": hands}) for deal in deals]
    path.write_text("\n".join(lines), "utf-8")
    return path


def lines(record: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in record.read_text("utf-8").splitlines()]


def run(session: Session, *acts: Any) -> None:
    session.start()
    for act in acts:
        act(session)
    session.stop()


def test_the_header_says_what_was_settled(tmp_path: Path) -> None:
    record = tmp_path / "match-1.jsonl"
    run(begin(FULL, record, Settings()))
    header = lines(record)[0]
    assert (header["event_name"], header["round"], header["table"]) == ("苏州公开赛", 3, "7")
    assert header["players"] == {"E": "王芳", "W": "李雷", "S": "韩梅", "N": "张伟"}
    assert (header["rules"], header["switches"]) == ("huaian", {"play_seconds": 45, "round_minutes": "none"})


def test_the_first_deal_has_the_level_of_the_rules(tmp_path: Path) -> None:
    record = tmp_path / "match-1.jsonl"
    setup = MatchSetup(switches={"start_level": "5"})
    run(begin(setup, record, Settings()), lambda s: s.type_play("E", parse_cards("S3")))
    assert lines(record)[1]["level"] == "5"


def test_sides_may_start_at_levels_of_their_own(tmp_path: Path) -> None:
    record = tmp_path / "match-1.jsonl"
    setup = MatchSetup(levels=("5", "3"), level="3")
    run(begin(setup, record, Settings()), lambda s: s.type_play("N", parse_cards("S6")))
    assert (lines(record)[1]["level"], lines(record)[1]["levels"]) == ("3", ["5", "3"])


def test_a_late_side_raises_the_other_and_is_in_the_record(tmp_path: Path) -> None:
    record = tmp_path / "match-1.jsonl"
    setup = MatchSetup(rules="xiangyang-2024", late=0, late_minutes=7)
    start = setup.start(setup.rule_set())
    assert (start.levels, start.level, start.forfeited) == (("2", "4"), "4", False)
    run(begin(setup, record, Settings()), lambda s: s.type_play("N", parse_cards("S6")))
    found = lines(record)
    assert [line["event"] for line in found] == ["match", "late_start", "deal_start", "play"]
    assert (found[1]["side"], found[1]["seconds"]) == (0, 420)
    assert found[2]["level"] == "4"
    assert replace(setup, late_minutes=11).start(setup.rule_set()).forfeited


def test_hands_are_told_before_their_deal(tmp_path: Path) -> None:
    record = tmp_path / "match-1.jsonl"
    setup = MatchSetup(deals=str(deal_file(tmp_path / "deals.jsonl", 1, 2)))
    run(begin(setup, record, Settings()), lambda s: s.type_play("E", parse_cards("S2")))
    assert [line["event"] for line in lines(record)] == ["match", "hands", "deal_start", "play"]


def test_hands_are_not_told_twice_when_a_match_goes_on(tmp_path: Path) -> None:
    record = tmp_path / "match-1.jsonl"
    setup = MatchSetup(table="7", deals=str(deal_file(tmp_path / "deals.jsonl", 1)))
    run(begin(setup, record, Settings()))
    run(resume(record, with_setup(Settings(), setup)))
    assert [line["event"] for line in lines(record)] == ["match", "hands", "resume"]


@pytest.mark.parametrize(
    ("change", "error", "said"),
    [
        ({"rules": "moon"}, RuleSetError, "no rule set named 'moon'"),
        ({"switches": {"play_seconds": 0}}, RuleSetError, "switch play_seconds"),
        ({"deals": "/nowhere.jsonl"}, SetupError, "/nowhere.jsonl: cannot be read"),
        ({"camera": "/nowhere.mp4"}, SourceError, "/nowhere.mp4"),
        ({"camera": "/nowhere.mp4", "calibration": "/no.toml"}, TableError, "/no.toml"),
    ],
)
def test_what_cannot_be_used_is_named_and_no_record_begun(
    tmp_path: Path, change: dict[str, Any], error: type[Exception], said: str
) -> None:
    record = tmp_path / "match-1.jsonl"
    with pytest.raises(error, match=said):
        begin(replace(FULL, **change), record, Settings())
    assert list(tmp_path.iterdir()) == []


def test_bad_hands_are_named_by_line(tmp_path: Path) -> None:
    path = tmp_path / "deals.jsonl"
    path.write_text('{"event": "hands", "deal": 1, "hands": {"E": ["S2"]}}', "utf-8")
    with pytest.raises(SetupError, match=r"deals.jsonl: line 1: deal 1: 1 hands, where four are dealt"):
        MatchSetup(deals=str(path)).hands()


def test_what_is_settled_of_a_pair_stays_with_it_when_the_seats_are_turned() -> None:
    setup = replace(FULL, levels=("5", "3"), level="5", late=0, late_minutes=2)
    turned = setup.seated(("N", "E", "S", "W"))
    assert turned.sides == (("N", "S"), ("E", "W"))
    assert (turned.levels, turned.late, turned.players) == (("3", "5"), 1, setup.players)
    half = setup.seated(("W", "N", "E", "S"))
    assert (half.levels, half.late) == (setup.levels, 0)


def test_a_set_up_is_remembered_by_its_table() -> None:
    other = replace(FULL, table="8", event="Cup", rules="suzhou-2016", camera="camera:C920", deck="club")
    save(with_setup(with_setup(Settings(), FULL), other))
    settings = load().settings
    assert remembered(settings) == other
    assert remembered(settings, "7") == replace(FULL, event="Cup")
    assert remembered(settings, "9") == MatchSetup(event="Cup", round=3, table="9")


class TestUnfinished:
    def begun(self, folder: Path, name: str, age_s: int, setup: MatchSetup = FULL) -> Path:
        record = folder / f"{name}.jsonl"
        run(begin(setup, record, Settings()), lambda s: s.type_play("E", parse_cards("S3")))
        at = record.stat().st_mtime - age_s
        os.utime(record, (at, at))
        return record

    def test_the_latest_without_an_end_is_offered(self, tmp_path: Path) -> None:
        self.begun(tmp_path, "match-1", 50)
        wanted = self.begun(tmp_path, "match-2", 20)
        over = self.begun(tmp_path, "match-3", 10, replace(FULL, late=0, late_minutes=60))
        self.begun(tmp_path, "demo-4", 0)
        assert lines(over)[-1]["event"] == "match_end"
        found = latest_unfinished(tmp_path)
        assert found is not None
        assert (found.record, found.event, found.round, found.table) == (wanted, "苏州公开赛", 3, "7")
        assert found.deal == 1

    def test_none_is_offered_without_its_log_or_with_a_broken_file(self, tmp_path: Path) -> None:
        self.begun(tmp_path, "match-1", 5).with_suffix(".db").unlink()
        (tmp_path / "match-2.jsonl").write_bytes(b"\xff{")
        (tmp_path / "match-2.db").touch()
        (tmp_path / "match-3.jsonl").write_text("[]\n")
        (tmp_path / "match-3.db").touch()
        assert latest_unfinished(tmp_path) is None
        assert latest_unfinished(tmp_path / "none") is None


def test_a_match_goes_on_where_its_table_has_a_camera_no_more(tmp_path: Path) -> None:
    record = tmp_path / "match-1.jsonl"
    run(begin(FULL, record, Settings()))
    known = TableSettings(camera="camera:Gone 99")
    settings = Settings(tables={"7": known})
    with pytest.raises(SourceError, match="Gone 99"):
        resume(record, settings)
    run(resume(record, settings, by_hand=True), lambda s: s.type_play("E", parse_cards("S3")))
    assert [line["event"] for line in lines(record)] == ["match", "deal_start", "play"]
    Log.open(record).close()


def test_a_calibration_of_other_seats_is_refused(tmp_path: Path) -> None:
    record = tmp_path / "match-1.jsonl"
    run(begin(FULL, record, Settings()))
    table = tmp_path / "t.toml"
    table.write_text(Table(None, seats=("N", "E", "S", "W"), by_markers=True).to_toml(), "utf-8")
    known = TableSettings(camera="x.mp4", calibration=str(table))
    with pytest.raises(SetupError, match="other seats than the record: N E S W"):
        resume(record, Settings(tables={"7": known}))
    Log.open(record).close()


def test_the_seats_of_the_calibration_are_those_of_the_record(tmp_path: Path) -> None:
    record = tmp_path / "match-1.jsonl"
    text = (DEMO / "match.table.toml").read_text("utf-8").replace('"E", "S", "W", "N"', '"N", "E", "S", "W"')
    table = tmp_path / "t.toml"
    table.write_text(text, "utf-8")
    setup = replace(FULL, camera=str(DEMO / "match.mp4"), calibration=str(table))
    begin(setup, record, Settings()).stop()
    assert lines(record)[0]["seats"] == ["N", "E", "S", "W"]
    assert lines(record)[0]["players"] == FULL.players


def test_cameras_go_by_name_and_by_number_only_where_names_do_not_tell() -> None:
    found = [CameraName(0, "C920"), CameraName(2, "Twin"), CameraName(4, "Twin"), CameraName(6, "")]
    assert [source for source, _ in camera_choices(found)] == [
        "camera:C920", "camera:2", "camera:4", "camera:6"
    ]  # fmt: skip
    assert camera_choices([]) == []


def test_a_match_that_is_written_in_another_window_is_told_from_one_that_was_left(tmp_path: Path) -> None:
    record = tmp_path / "match-1.jsonl"
    session = begin(FULL, record, Settings())
    held = latest_unfinished(tmp_path)
    session.start()
    session.stop()
    left = latest_unfinished(tmp_path)
    assert held is not None
    assert left is not None
    assert (held.held, left.held) == (True, False)
