"""The spreadsheet and the CSV: what is read back is what was written, and no cell is a formula."""

import csv
import io
import subprocess
import sys
from pathlib import Path

import openpyxl
import pytest

from app.cli import main
from app.sheet_words import Words
from app.tables import LONGEST, plays_csv, safe, tables, xlsx
from tests.unit.sheet_matches import HOSTILE, begun, header, more_deals, ruled, sheet
from tests.unit.test_sheet import GOLDEN, read

NAMES = ["match", "deals", "plays", "passes", "irregularities"]


def cells(content: bytes) -> dict[str, list[tuple]]:
    book = openpyxl.load_workbook(io.BytesIO(content))
    return {page.title: list(page.iter_rows(values_only=True)) for page in book}


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_a_workbook_is_read_back_as_it_was_written(lang):
    found, words = read(GOLDEN), Words(lang)
    pages = cells(xlsx(found, words))
    assert list(pages) == NAMES
    for table in tables(found, words):
        head, *rows = pages[table.name]
        assert head == tuple(words.column(name) for name in table.columns)
        wanted = [tuple(safe(cell) for cell in row) for row in table.rows]
        assert [tuple(c or None if c == "" else c for c in row) for row in wanted] == rows


def test_every_move_with_its_time_cards_type_source_and_state():
    plays = next(table for table in tables(read(GOLDEN), Words("en")) if table.name == "plays")
    first, second = (dict(zip(plays.columns, row, strict=True)) for row in plays.rows[:2])
    assert (first["seat"], first["player"], first["move"], first["cards"]) == (
        "S",
        "南",
        "play",
        "CT ST DJ HJ CQ CQ",
    )
    assert (first["type"], first["reading"], first["count"], first["left"]) == ("tube", "tube Q", 6, 21)
    assert (first["took_s"], first["source"], first["state"], first["p"]) == (
        18.971,
        "seen",
        "accepted",
        0.998,
    )
    assert (second["move"], second["source"], second["at_most_s"]) == ("pass", "inferred", 7.203)
    assert len(plays.rows) == 139


def test_in_chinese_the_values_are_words_and_times_those_of_the_place():
    found = {table.name: table for table in tables(read(GOLDEN), Words("zh"))}
    first = dict(zip(found["plays"].columns, found["plays"].rows[0], strict=True))
    assert (first["seat"], first["move"], first["type"], first["reading"]) == (
        "南",
        "出牌",
        "三连对",
        "三连对 Q",
    )
    assert (first["source"], first["state"]) == ("识别", "已确认")
    assert "T" not in first["wall_time"]
    assert len(found["passes"].rows) == 86
    assert {row[3] for row in found["deals"].rows} <= {"已打完", "进行中", "未打完", "作废重发"}


def test_passes_have_the_interval_in_which_they_were():
    passes = next(table for table in tables(read(GOLDEN), Words("en")) if table.name == "passes")
    first = dict(zip(passes.columns, passes.rows[0], strict=True))
    assert (first["seat"], first["after_s"], first["before_s"], first["took_s"]) == (
        "W",
        25.774,
        26.174,
        None,
    )
    assert len(passes.rows) == 86


def test_a_row_for_each_ruling():
    cases = next(table for table in tables(sheet(ruled()), Words("zh")) if table.name == "irregularities")
    rows = [dict(zip(cases.columns, row, strict=True)) for row in cases.rows]
    assert [row["kind"] for row in rows] == ["迟到", "越序出牌", "超时", "裁决", "申诉"]
    assert (rows[1]["awards"], rows[1]["ruling_clause"], rows[1]["reason"]) == (
        "南 警告",
        "十一 第3条",
        "首次",
    )
    assert (rows[3]["awards"], rows[3]["by"]) == ("南北 -1 级", "裁判长 陈七")
    assert rows[4]["ruling"] == "申诉驳回 · 维持原判"


@pytest.mark.parametrize(
    "text", ["=1+1", "+1", "-1", "@A1", "\t=1", "\r=1", "\n=1", " =1", "＝1", '=HYPERLINK("http://x")']
)
def test_a_cell_is_no_formula(text):
    assert safe(text) == "'" + text


def test_other_cells_stay_as_they_are():
    assert [safe(cell) for cell in ("张三", "a=b", "", -3, 0.5, None, True)] == [
        "张三", "a=b", "", -3, 0.5, None, True,
    ]  # fmt: skip
    assert safe("a\x00b\ud800c\x1b") == "a\ufffdb\ufffdc\ufffd"
    assert len(safe("x" * 40_000)) == LONGEST


def hostile():
    players = dict(zip("ESWN", HOSTILE, strict=True))
    return sheet(
        more_deals(begun(header(players=players, event_name="=cmd|' /C calc'!A0", table="\t=1")), ["ESNW"])
    )


def test_hostile_names_are_text_in_the_workbook():
    book = openpyxl.load_workbook(io.BytesIO(xlsx(hostile(), Words("zh"))))
    texts = [cell for page in book for row in page.iter_rows() for cell in row if isinstance(cell.value, str)]
    assert {cell.data_type for cell in texts} == {"s"}
    assert not [cell.value for cell in texts if cell.value[0] in "=+-@\t\r"]
    for name in HOSTILE:
        assert "'" + name in {cell.value for cell in texts}


def test_hostile_names_are_text_in_the_csv():
    rows = list(csv.reader(io.StringIO(plays_csv(hostile()).decode("utf-8-sig"), newline="")))
    assert {row[4] for row in rows[1:]} == {"'" + name for name in HOSTILE}
    assert not [cell for row in rows for cell in row if cell[:1] in ("=", "+", "-", "@", "\t", "\r")]


def test_the_csv_is_the_table_of_moves():
    found = read(GOLDEN)
    content = plays_csv(found)
    assert content.startswith(b"\xef\xbb\xbf")  # so that Excel takes it for UTF-8
    head, *rows = csv.reader(io.StringIO(content.decode("utf-8-sig"), newline=""))
    plays = next(table for table in tables(found, Words("en")) if table.name == "plays")
    assert tuple(head) == plays.columns
    assert rows == [["" if cell is None else str(cell) for cell in row] for row in plays.rows]


def test_by_the_command_line(tmp_path, capsys):
    book, plays = tmp_path / "a.xlsx", tmp_path / "a.csv"
    assert main(["export", str(GOLDEN), "--to", "xlsx", "-o", str(book), "--lang", "en"]) == 0
    assert main(["export", str(GOLDEN), "--to", "csv", "-o", str(plays)]) == 0
    assert cells(book.read_bytes())["deals"][0][:3] == ("deal", "level", "leader")
    capsys.readouterr()
    assert main(["export", str(GOLDEN), "--to", "csv"]) == 0
    assert capsys.readouterr().out.encode() == plays.read_bytes()
    assert main(["export", str(GOLDEN), "--to", "xlsx"]) == 2
    assert "--to xlsx: name the file" in capsys.readouterr().err
    assert main(["export", str(GOLDEN), "--to", "xlsx", "-o", str(book)]) == 1
    assert "is there already" in capsys.readouterr().err


def test_all_forms_into_a_folder(tmp_path, capsys):
    folder = tmp_path / "papers"
    assert main(["export", str(GOLDEN), "--to", "all", "-o", str(folder)]) == 0
    names = {f"engine_match.{ending}" for ending in ("jsonl", "txt", "pdf", "xlsx", "csv")}
    assert {path.name for path in folder.iterdir()} == names
    assert (folder / "engine_match.jsonl").read_bytes() == GOLDEN.read_bytes()
    assert {Path(line).name for line in capsys.readouterr().out.splitlines()} == names
    assert main(["export", str(GOLDEN), "--to", "all", "-o", str(folder)]) == 1
    assert "is there already; choose another folder" in capsys.readouterr().err
    assert main(["export", str(GOLDEN), "--to", "all", "-o", str(tmp_path / "no" / "papers")]) == 1
    assert "cannot be written: No such file" in capsys.readouterr().err
    assert main(["export", str(GOLDEN), "--to", "all"]) == 2


def test_never_over_the_record_itself(tmp_path, capsys):
    path = tmp_path / "m.jsonl"
    path.write_bytes(GOLDEN.read_bytes())
    assert main(["export", str(path), "--to", "all", "-o", str(tmp_path)]) == 1
    assert "m.jsonl: is there already" in capsys.readouterr().err
    assert [each.name for each in tmp_path.iterdir()] == ["m.jsonl"]


def test_text_needs_neither_spreadsheets_nor_qt():
    code = (
        "import sys; from app.cli import main; "
        f"main(['export', {str(GOLDEN)!r}, '--to', 'txt', '-o', '/dev/null']); "
        "print({'openpyxl', 'PySide6', 'segno'} & set(sys.modules))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stdout.strip() == "set()"
