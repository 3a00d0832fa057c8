"""The rows of a folder of records: good ones, broken ones, and what is none; and the search in them."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from app.cli import main
from app.evidence import Ring, folder_of
from app.initials import initials
from app.library import Trouble, found, row_of, rows, sealed
from app.seals import Breach, broken
from app.sheet import record_lines
from app.store import Log
from engine import Correction, Record, read_record, replay, rules_of
from tests.unit.sheet_matches import begun, forty_deals, header, more_deals, next_deal, ruled, write
from tests.unit.test_cli import schema
from tests.unit.test_evidence import feed
from tests.unit.test_retention import logged

GOLDEN = Path("tests/golden/engine_match.jsonl")


def test_a_row_says_what_the_whole_record_says(tmp_path: Path) -> None:
    for name, state in (("forty", forty_deals()), ("ruled", ruled()), ("begun", next_deal(begun()))):
        row = row_of(write(state, tmp_path / f"{name}.jsonl"))
        assert row.trouble is None
        assert row.levels == state.levels
        assert (row.over, row.winner) == (state.over, state.winner)
        assert row.deals_done == len(state.deals_done)
        assert (row.event, row.round, row.table) == ("二〇二六年全国掼蛋公开赛", 3, "12")
        assert dict(row.players) == dict(state.header.players)
    assert row_of(tmp_path / "forty.jsonl").deals == 40
    assert row_of(tmp_path / "ruled.jsonl").questions == 1


def test_the_golden_match_is_over_with_its_length() -> None:
    row = row_of(GOLDEN)
    record = read_record(GOLDEN.read_text("utf-8"))
    assert record.header is not None
    state, _ = replay(record, rules_of(record.header))
    assert row.over
    assert row.levels == state.levels
    assert row.length_ms == max(event.at_ms or 0 for event in record.events)
    assert f"{row.when:%Y-%m-%d %H:%M}" == "2026-11-30 09:00", "in the time of the place where it was played"


def test_what_changes_the_result_after_the_last_deal_counts(tmp_path: Path) -> None:
    state = more_deals(begun(), ["ESNW"])
    last = next(event for event in reversed(state.events) if type(event).__name__ == "Play")
    lines = record_lines(state.header, state.events)
    struck = Correction(last.seq, None, "referee", "", 999_000, seq=state.events[-1].seq + 1)
    path = tmp_path / "a.jsonl"
    path.write_text(lines + record_lines(state.header, [struck]).split("\n", 1)[1], "utf-8")
    record = read_record(path.read_text("utf-8"))
    folded, _ = replay(record, rules_of(state.header))
    assert folded.levels != state.levels, "the correction changes the result"
    row = row_of(path)
    assert (row.levels, row.deals_done) == (folded.levels, len(folded.deals_done))


@pytest.mark.parametrize(
    ("data", "trouble"),
    [
        (b"", Trouble.EMPTY),
        (b" \n\n", Trouble.EMPTY),
        ('{"event": "match", "event_name": "公开赛"}\n'.encode("gbk"), Trouble.NOT_TEXT),
        ('{"event": "match"}'.encode("utf-16"), Trouble.NOT_TEXT),
        (b'{"event": "pass", "seat": "E", "seq": 1}\n', Trouble.NO_HEADER),
        (b"hello\n", Trouble.NO_HEADER),
        (b"\x00" * 4096, Trouble.NO_HEADER),
    ],
)
def test_what_is_no_record_is_a_row_with_the_reason(tmp_path: Path, data: bytes, trouble: Trouble) -> None:
    (tmp_path / "x.jsonl").write_bytes(data)
    (row,) = rows(tmp_path)
    assert row.trouble is trouble
    assert not row.is_record


def test_a_torn_record_is_a_row_with_what_is_left_of_it(tmp_path: Path) -> None:
    data = GOLDEN.read_bytes()
    (tmp_path / "torn.jsonl").write_bytes(data[: len(data) // 2 - 20])
    (row,) = rows(tmp_path)
    assert row.is_record
    assert row.table == "7"
    assert row.trouble is Trouble.BAD_LINE
    assert row.detail.startswith("line ")


def lines_of(change: Callable[[list[bytes]], object]) -> bytes:
    lines = GOLDEN.read_bytes().splitlines()
    change(lines)
    return b"\n".join(lines) + b"\n"


@pytest.mark.parametrize(
    ("data", "trouble", "count", "detail"),
    [
        (lines_of(lambda lines: lines.insert(50, b'{"seq": 50, \xff')), Trouble.BAD_LINE, 1, "line 51: not "),
        (lines_of(lambda lines: lines.__setitem__(slice(40, 43), [b"~"] * 3)), Trouble.BAD_LINE, 3, "line"),
        (
            lines_of(lambda lines: lines.__setitem__(7, lines[7].replace(b'"cards": ["', b'"cards": ["X'))),
            Trouble.BAD_LINE, 1, "line 8: play: cards cannot be",
        ),
        (
            lines_of(lambda lines: lines.__setitem__(7, lines[7].replace(b'"seat": "', b'"seat": "Q'))),
            Trouble.BAD_LINE, 1, "line 8: play: seat Q",
        ),
        (lines_of(lambda lines: lines.__delitem__(60)), Trouble.GAP, 0, "line 61"),
    ],
)  # fmt: skip
def test_a_damaged_record_is_told_from_a_sound_one(
    tmp_path: Path, data: bytes, trouble: Trouble, count: int, detail: str
) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(data)
    row = row_of(path)
    assert row.is_record
    assert (row.trouble, row.trouble_count) == (trouble, count)
    assert row.detail.startswith(detail)


def test_a_record_is_held_against_its_log(tmp_path: Path) -> None:
    path = logged(more_deals(begun(), ["ESNW"]), tmp_path / "a.jsonl")
    whole = path.read_bytes()
    assert sealed(row_of(path)) == row_of(path)
    path.write_bytes(whole[:-30])
    assert broken(path) is None, "the record may lag behind"
    path.write_bytes(whole.replace(b'"H', b'"D', 1))
    assert sealed(row_of(path)).trouble is Trouble.SEAL
    path.write_bytes(whole + b'{"event": "pause", "reason": "", "at_ms": 1, "seq": 9999}\n')
    assert str(broken(path)) == "not what the log says: the record was changed later"
    path.write_bytes(whole)
    with Log.open(path):
        assert broken(path) is None, "as long as it is written"
        path.write_bytes(whole.replace(b'"H', b'"D', 1))
        assert str(broken(path)) == "not what the log says: the record was changed later", "by its journal"
    path.write_bytes(whole)
    log = path.with_suffix(".db")
    data = log.read_bytes()
    at = data.rindex(b'"play"')
    log.write_bytes(data[:at] + b'"Play"' + data[at + 6 :])
    found = broken(path)
    assert found is not None
    assert (found.breach, found.line > 1) == (Breach.LOG, True)
    log.write_bytes(data[: len(data) // 2])
    found = broken(path)
    assert found is not None
    assert found.breach is Breach.LOG_UNREADABLE
    assert not list(tmp_path.glob("*-wal")), "it is only looked at"


def test_a_file_that_goes_away_or_is_a_folder_does_no_harm(tmp_path: Path) -> None:
    assert row_of(tmp_path / "gone.jsonl").trouble is Trouble.UNREADABLE
    (tmp_path / "folder.jsonl").mkdir()
    assert rows(tmp_path) == ()
    assert rows(tmp_path / "nowhere") == ()


def test_the_newest_first_and_what_is_none_last(tmp_path: Path) -> None:
    for day in ("03", "01", "02"):
        write(next_deal(begun(header(started=f"2026-11-{day}T09:00:00+08:00"))), tmp_path / f"{day}.jsonl")
    (tmp_path / "empty.jsonl").touch()
    assert [row.path.stem for row in rows(tmp_path)] == ["03", "02", "01", "empty"]


def test_pictures_are_told(tmp_path: Path) -> None:
    path = write(next_deal(begun()), tmp_path / "a.jsonl")
    assert not row_of(path).has_pictures
    feed(Ring(folder_of(path)), range(0, 400, 40))
    assert row_of(path).has_pictures


def test_search_by_any_text_and_by_first_letters(tmp_path: Path) -> None:
    write(next_deal(begun()), tmp_path / "a.jsonl")
    other = dict(zip("ESWN", ("Smith", "Jones", "欧阳娜", "重"), strict=True))
    write(next_deal(begun(header(players=other, event_name="Cup", table="3"))), tmp_path / "b.jsonl")
    all_rows = rows(tmp_path)

    def stems(typed: str) -> list[str]:
        return sorted(row.path.stem for row in found(all_rows, typed))

    assert stems("") == ["a", "b"]
    assert stems("张三") == ["a"]
    assert stems("zs") == ["a"]
    assert stems("ZHAO") == []
    assert stems("oyn") == ["b"]
    assert stems("jones cup") == ["b"]
    assert stems("jones 张三") == []
    assert stems("qggd") == ["a"]
    assert stems("2026-11-30") == ["a", "b"]


def test_first_letters() -> None:
    assert initials("张三") == "zs"
    assert initials("赵六 Bob 2") == "zlbob2"
    assert initials("淼") == "", "a rare character has none"


def test_a_changed_file_is_read_again(tmp_path: Path) -> None:
    path = write(next_deal(begun()), tmp_path / "a.jsonl")
    assert row_of(path).deals == 1
    write(forty_deals(), path)
    assert row_of(path).deals == 40


def test_of_a_record_few_lines_are_taken_apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Hundreds of records are listed at once."""
    taken: list[bytes] = []

    def counted(data: bytes) -> Record:
        taken.extend(line for line in data.split(b"\n") if line)
        return read_record(data)

    monkeypatch.setattr("app.library.read_record", counted)
    path = write(forty_deals(), tmp_path / "forty.jsonl")
    assert row_of(path).deals == 40
    assert len(taken) < len(path.read_bytes().splitlines()) / 10


def test_browse_json_keeps_to_its_schema(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(forty_deals(), tmp_path / "a.jsonl")
    (tmp_path / "empty.jsonl").touch()
    assert main(["browse", str(tmp_path), "--json"]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    for line in lines:
        schema("browse").validate(line)
    assert [line.get("trouble") for line in lines] == [None, "empty"]
    assert lines[0]["players"] == {"E": "张三", "S": "李四", "W": "王五", "N": "赵六"}
    assert main(["browse", str(tmp_path / "nowhere"), "--json"]) == 1
