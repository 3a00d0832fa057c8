import json
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType, SimpleNamespace

import jsonschema
import numpy as np
import pytest

import app
from app import cli
from app.store import Log
from app.table_found import FOUND
from engine import FACES, DealStart, Irregularity, MatchStart, Pass, Question, Ruling, dumps_line
from tests.unit.sheet_matches import begun, more_deals
from tests.unit.test_retention import logged
from vision.frames import SourceError
from vision.opencv import cv2
from vision.values import Index, SeenCard

ROOT = Path(__file__).parents[2]
GOLDEN = ROOT / "tests" / "golden" / "engine_match.jsonl"


def schema(name: str) -> jsonschema.Draft202012Validator:
    kind = jsonschema.Draft202012Validator
    found = json.loads((ROOT / "docs" / "schemas" / f"{name}.schema.json").read_text("utf-8"))
    kind.check_schema(found)
    return kind(found)


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Callable[..., tuple[int, str, str]]:
    """The command line as a script sees it: exit status, standard output, standard error."""

    def run(*words: object) -> tuple[int, str, str]:
        status = cli.main([str(word) for word in words])
        out, err = capsys.readouterr()
        assert "Traceback" not in err
        return status, out, err

    return run


# Usage


def test_version_and_help(run):
    assert run("--version") == (0, f"guandan-eye {app.__version__}\n", "")
    status, out, _ = run("--help")
    assert status == 0
    for command in (
        "demo",
        "watch",
        "read",
        "classify",
        "check",
        "export",
        "import",
        "simulate",
        "deck",
        "doctor",
    ):
        assert command in out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["serve"], "one of the arguments --record --live is required"),
        (["classify", "S3"], "--level"),
        (["classify", "S3", "--level", "1"], "'1' is no level"),
        (["read"], "IMAGE"),
        (["watch", "a.mp4", "--record", "a.jsonl"], "--rules"),
        (["watch", "a.mp4", "--rules", "national-2022"], "--record"),
        (["simulate", "--record", "a", "--deals", "0"], "'0' is no number from 1"),
        (["demo", "--speed", "fast"], "'fast'"),
    ],
)
def test_wrong_usage(run, words, said):
    status, out, err = run(*words)
    assert (status, out) == (2, "")
    assert said in err


# classify


def test_classify(run):
    assert run("classify", "S3", "H3", "--level", "2") == (0, "pair 3\n", "")
    assert run("classify", "S3 H4", "--level", "2") == (0, "no hand type\n", "")
    status, out, _ = run("classify", "s3,h3,h2,h2", "--level", "2")
    assert status == 0
    assert "bomb4 3, wild as ?3, ?3" in out.splitlines()


@pytest.mark.parametrize("cards", ["S3 H3 H2", "ST HT", "S3 H4", "SB HR SB HR", "HA S2 S3 S4 S5"])
def test_classify_json(run, cards):
    status, out, err = run("classify", cards, "--level", "2", "--json")
    assert (status, err) == (0, "")
    schema("classify").validate(json.loads(out))


def test_level_ten_may_be_written_out(run):
    assert json.loads(run("classify", "HT", "--level", "10", "--json")[1])["level"] == "T"


def test_a_ten_may_be_written_out_as_in_the_window(run):
    assert run("classify", "S10 h10,?10", "--level", "2") == (0, "triple T\n", "")
    assert json.loads(run("classify", "S10", "--level", "10", "--json")[1])["cards"] == ["ST"]


@pytest.mark.parametrize(
    ("cards", "said"),
    [
        ("S1", "'S1' is no card"),
        ("S11", "'S11' is no card"),
        ("S3 S3 S3", "more than 2 of S3"),
        ("10", "'10' is no card"),
        ("hello", "'hello' is no card"),
        ("", "no cards are named; write some such as 'S3 H3'"),
        (" , ", "no cards are named"),
    ],
)
def test_classify_faults(run, cards, said):
    status, out, err = run("classify", cards, "--level", "2")
    assert (status, out) == (1, "")
    assert said in err


# check


def test_a_whole_match_is_accepted(run):
    status, out, err = run("check", GOLDEN)
    assert (status, err) == (0, "")
    assert "plays" in out


def test_check_json(run):
    status, out, _ = run("check", GOLDEN, "--json")
    found = json.loads(out)
    schema("check").validate(found)
    assert status == 0
    assert found["ok"]
    assert found["faults"] == []
    assert found["plays"] > 0
    assert found["deals_finished"] > 0


def test_every_line_of_a_record_keeps_to_the_schema():
    lines = GOLDEN.read_text("utf-8").splitlines()
    kept = schema("record")
    for line in lines:
        kept.validate(json.loads(line))
    play = next(data for line in lines if (data := json.loads(line))["event"] == "play")
    for change in ({"cards": ["X3"]}, {"state": "sure"}, {"at_ms": "soon"}, {"event": "plays"}, {"p": 2}):
        assert not kept.is_valid(play | change)


def test_check_says_who_won_or_what_is_not_finished(run, tmp_path):
    assert "; the match is over, E and W won (time)\n" in run("check", GOLDEN)[1]
    lines = GOLDEN.read_text("utf-8").splitlines()
    path = tmp_path / "a.jsonl"
    for kept, said in ((lines[:30], "deal 1 is not finished"), (lines[:-1], "the match is not over")):
        path.write_text("\n".join(kept) + "\n", "utf-8")
        status, out, _ = run("check", path)
        assert (status, out.splitlines()[0].endswith(f"; {said}")) == (0, True)
    found = json.loads(run("check", path, "--json")[1])
    assert (found["over"], found["winner"], found["deal_unfinished"]) == (False, None, None)
    found = json.loads(run("check", GOLDEN, "--json")[1])
    assert (found["over"], found["winner"], found["ended"]) == (True, 0, "time")


def record(path: Path, *lines: str) -> Path:
    path.write_text("\n".join([dumps_line(MatchStart("national-2022", started="x")), *lines]) + "\n", "utf-8")
    return path


START = '{"seq": 1, "event": "deal_start", "deal": 1, "level": "2", "leader": "E"}'


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        ([START, '{"seq": 2, "event": "play", "seat": "S", "cards": ["S3"], "at_ms": 9}'], "line 3: "),
        ([START, '{"seq": 2, "event": "play", "seat": "E", "cards": ["S3", "H4"], "at_ms": 9}'], "line 3: "),
        ([START, "", '{"seq": 2, "event": "pla'], "line 4: not JSON"),
        (
            [START, '{"seq": 2, "event": "play", "seat": "E", "cards": ["X3"], "at_ms": 9}'],
            "line 3: play: cards",
        ),
        ([START, '{"seq": 2, "event": "riot"}'], 'line 3: "riot" is no event'),
    ],
)
def test_faults_of_a_record_are_named_by_line(run, tmp_path, lines, said):
    path = record(tmp_path / "a.jsonl", *lines)
    status, out, err = run("check", path, "--json")
    assert status == 1
    assert err.startswith(f"guandan-eye: {path}: {said}")
    found = json.loads(out)
    schema("check").validate(found)
    assert not found["ok"]
    assert [fault["line"] for fault in found["faults"]] == [int(said.split()[1].rstrip(":"))]


def test_a_fault_of_the_rules_has_the_position_in_a_field_of_its_own(run, tmp_path):
    wrong = '{"seq": 2, "event": "play", "seat": "S", "cards": ["S3"], "at_ms": 9}'
    path = record(tmp_path / "a.jsonl", START, wrong)
    _, out, err = run("check", path, "--json")
    (fault,) = json.loads(out)["faults"]
    assert fault["position"] == "E,S,W,N 1 2 E E 27/27/27/27 - - - -"
    assert fault["message"] == (
        "S cannot play S3, as it is E's turn (deal 1, level 2, E to lead, left E27 S27 W27 N27)"
    )
    assert err == f"guandan-eye: {path}: line 3: {fault['message']} [{fault['position']}]\n"


def test_times_that_run_backwards_are_named(run, tmp_path):
    early = '{"seq": 3, "event": "pass", "seat": "S", "at_ms": 8999}'
    path = record(
        tmp_path / "a.jsonl",
        START,
        '{"seq": 2, "event": "play", "seat": "E", "cards": ["S3"], "at_ms": 9000}',
        early,
    )
    status, _, err = run("check", path)
    assert status == 1
    assert "line 4: time runs backwards: it is of 0:08.999, before event 2 of 0:09" in err


def test_what_is_open_is_counted_and_accepted(run, tmp_path):
    path = record(
        tmp_path / "a.jsonl",
        START,
        '{"seq": 2, "event": "play", "seat": "E", "cards": ["?3", "H3"], "at_ms": 9, "state": "asked"}',
        dumps_line(Question("S", "passed or out of turn?", 2, 20, seq=3)),
        dumps_line(Pass("S", after_ms=9, before_ms=20, seq=4)),
    )
    status, out, _ = run("check", path, "--json")
    found = json.loads(out)
    assert status == 0
    counts = ("asked", "unread_cards", "questions_open", "deals", "deals_finished", "passes")
    assert [found[name] for name in counts] == [1, 1, 1, 1, 0, 1]


def test_a_byte_that_is_no_text_costs_its_line_alone(run, tmp_path):
    path = tmp_path / "a.jsonl"
    lines = GOLDEN.read_bytes().splitlines()
    lines[-2] = lines[-2][:9] + b"\xff" + lines[-2][9:]
    path.write_bytes(b"\n".join(lines))
    status, out, err = run("check", path, "--json")
    found = json.loads(out)
    schema("check").validate(found)
    assert status == 1
    assert found["events"] == len(lines) - 2
    number = len(lines) - 1
    said = f"line {number}: not text in UTF-8: byte 0xff at place 10 of the line"
    assert err.startswith(f"guandan-eye: {path}: {said}\n")
    status, out, err = run("export", path, "--to", "txt")
    assert (status, out) == (1, "")
    assert said in err
    text = tmp_path / "a.txt"
    text.write_bytes(b'[Guandan 1]\n[Rules "huaian"]\n1. pause "\xff" {0:01}\n2. pause "" {0:02}\n')
    found = json.loads(run("check", text, "--json")[1])
    assert (found["events"], [fault["line"] for fault in found["faults"]]) == (1, [3])


@pytest.mark.parametrize(
    ("about", "said"),
    [(7, "it is about event 7, which does not stand before it"), (None, ""), (2, "")],
)
def test_what_an_event_is_about_has_to_be_there(run, tmp_path, about, said):
    path = record(
        tmp_path / "a.jsonl",
        START,
        '{"seq": 2, "event": "play", "seat": "E", "cards": ["S3"], "at_ms": 9}',
        dumps_line(Question("E", "which card?", about, 20, seq=3)),
        dumps_line(Ruling("it stands", "referee", 3, 30, seq=4)),
    )
    status, _, err = run("check", path)
    assert (status, said in err, "line 4: it is about" in err) == (int(bool(said)), True, bool(said))


def test_what_nobody_recorded_is_noticed_and_no_fault(run, tmp_path):
    status, out, _ = run("check", GOLDEN, "--json")
    found = json.loads(out)
    schema("check").validate(found)
    assert (status, found["ok"]) == (0, True)
    first = {"line": 33, "kind": "missing_report", "seat": "E", "text": "E did not report 10 cards left"}
    assert found["notices"][0] == first | {"about": 32}
    assert f"{GOLDEN}: line 33: noticed: missing report: E did not report 10 cards left\n" in run(
        "check", GOLDEN
    )[1]
    noted = Irregularity("E", "missing_report", "", 32, 60_000, seq=10**6)
    path = tmp_path / "a.jsonl"
    path.write_text(GOLDEN.read_text("utf-8") + dumps_line(noted) + "\n", "utf-8")
    found = json.loads(run("check", path, "--json")[1])
    assert all((each["kind"], each["about"]) != ("missing_report", 32) for each in found["notices"])


def test_a_record_that_was_changed_is_held_against_its_log(run, tmp_path):
    path = logged(more_deals(begun(), ["ESNW"]), tmp_path / "match.jsonl")
    assert run("check", path)[0] == 0
    whole = path.read_bytes()
    path.write_bytes(whole.replace(b'"S3"', b'"C3"', 1))
    line = next(at for at, text in enumerate(whole.split(b"\n"), 1) if b'"S3"' in text)
    _, _, err = run("check", path)
    assert f"line {line}: not what the log says: the record was changed later" in err


@pytest.mark.parametrize(
    ("data", "said"),
    [(b"", "no header"), (b"\xff\xfe\x00", "not text"), (b"hello\n", "line 1"), (None, "No such file")],
)
def test_a_file_that_is_no_record(run, tmp_path, data, said):
    path = tmp_path / "a.jsonl"
    if data is not None:
        path.write_bytes(data)
    status, _, err = run("check", path)
    assert status == 1
    assert said in err
    assert str(path) in err


def test_rules_that_are_not_there(run, tmp_path):
    path = tmp_path / "a.jsonl"
    path.write_text(dumps_line(MatchStart("lost-1999", started="x")) + "\n", "utf-8")
    status, _, err = run("check", path)
    assert status == 1
    assert "no rule set named 'lost-1999'" in err


OWN = 'name = "ours"\ntitle = "Ours"\ndate = 2026-11-30\nparent = "huaian"\nplay_seconds = 45\n'


def test_a_record_needs_its_rule_file_no_more(run, tmp_path):
    rules, made = tmp_path / "own.toml", tmp_path / "a.jsonl"
    rules.write_text(OWN, "utf-8")
    assert run("simulate", "--rules", rules, "--record", made)[0] == 0
    rules.unlink()
    status, out, _ = run("check", made, "--json")
    found = json.loads(out)
    schema("check").validate(found)
    assert (status, found["rules"], found["own_rules"], found["notes"]) == (0, "huaian", "ours", [])
    header = json.loads(made.read_text("utf-8").splitlines()[0])
    schema("record").validate(header)
    assert header["switches"] == {"play_seconds": 45}


def test_a_header_at_fault_is_named_with_its_key(run, tmp_path):
    path = tmp_path / "a.jsonl"
    path.write_text('{"event": "match", "rules": "huaian", "switches": {"play_seconds": 0}}\n', "utf-8")
    status, _, err = run("check", path)
    assert status == 1
    assert "line 1: rule set huaian, switch play_seconds: 0 is no whole number" in err


def test_rules_of_another_version_are_said_and_no_fault(run, tmp_path):
    path = tmp_path / "a.jsonl"
    path.write_text('{"event": "match", "rules": "huaian", "rules_version": "undated/00000000"}\n', "utf-8")
    status, out, err = run("check", path)
    assert (status, err) == (0, "")
    assert f"{path}: note: made with huaian of undated/00000000, but this program has that of" in out
    assert len(json.loads(run("check", path, "--json")[1])["notes"]) == 1


def test_an_older_record_that_names_a_file_is_exported_with_its_rules(run, tmp_path):
    rules, path = tmp_path / "own.toml", tmp_path / "a.jsonl"
    rules.write_text(OWN, "utf-8")
    path.write_text(json.dumps({"event": "match", "rules": str(rules)}) + "\n", "utf-8")
    status, out, _ = run("export", path, "--to", "json")
    header = json.loads(out)
    assert (status, header["rules"], header["switches"]) == (0, "huaian", {"play_seconds": 45})
    rules.unlink()
    for command in (("check", path), ("export", path, "--to", "txt")):
        status, _, err = run(*command)
        assert status == 1
        assert "own.toml: cannot be read: No such file or directory; an older program kept no more" in err


# export and import


def test_a_record_goes_to_text_and_back(run, tmp_path):
    text, again = tmp_path / "match.txt", tmp_path / "again.jsonl"
    assert run("export", GOLDEN, "--to", "txt", "-o", text) == (0, "", "")
    assert text.read_text("utf-8").startswith("[Guandan 1]\n")
    assert run("export", text, "--to", "json", "-o", again)[0] == 0
    assert again.read_bytes() == GOLDEN.read_bytes()
    as_text, as_json = run("check", text, "--json")[1], run("check", GOLDEN, "--json")[1]
    own = dict.fromkeys(("record", "notices"))  # of which lines differ
    assert json.loads(as_text) | own == json.loads(as_json) | own
    assert not list(tmp_path.glob("*.part"))


@pytest.mark.parametrize("output", [(), ("-o", "-"), ("--output", "-")])
def test_without_a_file_a_record_goes_to_standard_output(run, output):
    status, out, err = run("export", GOLDEN, "--to", "json", *output)
    assert (status, err) == (0, "")
    assert out == GOLDEN.read_text("utf-8")


def test_a_device_is_written_to_and_not_replaced(run):
    assert run("export", GOLDEN, "--to", "txt", "-o", "/dev/null") == (0, "", "")
    assert Path("/dev/null").is_char_device()


def test_half_a_character_is_named_and_nothing_is_written(run, tmp_path):
    path = tmp_path / "half.jsonl"
    asked = dumps_line(Question("E", "what?", None, 5)).replace("what", r"\ud800")
    path.write_text(dumps_line(MatchStart("national-2022")) + "\n" + asked + "\n")
    assert run("check", path)[0] == 1
    status, out, err = run("export", path, "--to", "json", "-o", tmp_path / "out.jsonl")
    assert (status, out) == (1, "")
    assert "half a character" in err
    assert [each.name for each in tmp_path.iterdir()] == ["half.jsonl"]


def test_an_export_that_cannot_be_written_leaves_nothing(run, tmp_path, monkeypatch):
    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("app.commands.exchange.os.replace", full)
    status, _, err = run("export", GOLDEN, "--to", "json", "-o", tmp_path / "out.jsonl")
    assert status == 1
    assert "No space left" in err
    assert not list(tmp_path.iterdir())


def test_a_record_with_a_fault_is_not_exported(run, tmp_path):
    path = record(tmp_path / "a.jsonl", START, "{", "[]")
    status, out, err = run("export", path, "--to", "txt", "-o", tmp_path / "a.txt")
    assert (status, out) == (1, "")
    assert err.startswith(f"guandan-eye: {path}: line 3: not JSON")
    assert "and 1 more" in err
    assert not (tmp_path / "a.txt").exists()


def test_faults_of_a_record_text_have_their_column(run, tmp_path):
    path = tmp_path / "a.txt"
    path.write_text('[Guandan 1]\n[Rules "national-2022"]\ndance\n', "utf-8")
    status, out, err = run("check", path, "--json")
    assert status == 1
    assert err.startswith(f"guandan-eye: {path}: line 3, column 1: dance is no event")
    found = json.loads(out)
    schema("check").validate(found)
    assert found["faults"] == [{"line": 3, "column": 1, "message": "dance is no event"}]


@pytest.mark.parametrize(
    ("args", "status", "said"),
    [
        (("nowhere.jsonl", "--to", "txt"), 1, "nowhere.jsonl: cannot be read: No such file"),
        ((GOLDEN, "--to", "doc"), 2, "invalid choice: 'doc'"),
        ((GOLDEN,), 2, "--to"),
        ((GOLDEN, "--to", "txt", "-o", "nowhere/a.txt"), 1, "nowhere/a.txt: cannot be written: No such file"),
        ((GOLDEN, "--to", "txt", "-o", "."), 1, ".: is a folder; name a file in it"),
        ((GOLDEN, "--to", "json", "-o", GOLDEN), 1, "is there already"),
    ],
)
def test_export_faults(run, tmp_path, monkeypatch, args, status, said):
    monkeypatch.chdir(tmp_path)
    before = GOLDEN.read_bytes()
    found, out, err = run("export", *args)
    assert (found, out) == (status, "")
    assert said in err
    assert GOLDEN.read_bytes() == before


MESSAGES = [
    {"type": "act", "stage": "play", "selfRank": "2", "oppoRank": "2", "curRank": "2"},
    {"type": "notify", "stage": "play", "curPos": 0, "curAction": ["Single", "5", ["C5"]]},
    {"type": "notify", "stage": "play", "curPos": 1, "curAction": ["PASS", "PASS", "PASS"]},
]


def test_messages_of_the_judge_become_a_record(run, tmp_path):
    heard, out = tmp_path / "heard.json", tmp_path / "match.jsonl"
    heard.write_text("\n".join(map(json.dumps, MESSAGES)), "utf-8")
    assert run("import", heard, "--rules", "suzhou-2016", "-o", out) == (0, "", "")
    kept = schema("record")
    for line in out.read_text("utf-8").splitlines():
        kept.validate(json.loads(line))
    status, text, _ = run("check", out, "--json")
    assert status == 0
    assert [json.loads(text)[name] for name in ("rules", "plays", "passes")] == ["suzhou-2016", 1, 1]


def test_messages_at_fault_are_named_and_the_others_kept(run, tmp_path):
    heard = tmp_path / "heard.json"
    odd = {"type": "notify", "stage": "play", "curPos": 7, "curAction": ["PASS", "PASS", "PASS"]}
    out_of_turn = MESSAGES[1]
    heard.write_text("\n".join(map(json.dumps, [*MESSAGES, odd, out_of_turn])), "utf-8")
    status, out, err = run("import", heard)
    assert status == 1
    assert len(out.splitlines()) == 5
    first, second = err.splitlines()
    assert first.startswith(f"guandan-eye: {heard}: line 4: 7 is no position")
    assert second.startswith(f"guandan-eye: {heard}: line 5: ")


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("nowhere.json",), "nowhere.json: cannot be read"),
        ((GOLDEN, "--rules", "lost-1999"), "no rule set named 'lost-1999'"),
        ((GOLDEN,), "is no type of message"),
    ],
)
def test_import_faults(run, args, said):
    status, out, err = run("import", *args)
    assert (status, out) == (1, "")
    assert said in err


# read


@pytest.fixture
def reader(monkeypatch: pytest.MonkeyPatch) -> None:
    """A reader that sees two cards on whichever picture."""
    probs = np.full(len(FACES), 0.001, np.float32)
    probs[8] = 0.947
    index = Index((1, 2, 20, 40), (10.04, 12), (10, 30), 0.99, probs)
    quad = np.array([[0, 0], [58, 0], [58, 88], [0, 88]], np.float32)
    centre = np.zeros(2, np.float32)
    cards = [SeenCard(probs, centre, 0.0, (index,), quad), SeenCard(probs, centre, 0.0, (index, index))]
    monkeypatch.setattr("vision.indices.IndexDetector", lambda: None)
    monkeypatch.setattr("vision.indices.IndexReader", lambda: None)
    monkeypatch.setattr("vision.photo.read_picture", lambda image, detect, read: cards)


@pytest.mark.usefixtures("reader")
def test_read_json(run, tmp_path):
    for name in ("一.png", "two.png"):
        cv2.imencode(".png", np.zeros((48, 64, 3), np.uint8))[1].tofile(tmp_path / name)
    status, out, err = run("read", tmp_path / "一.png", tmp_path / "two.png", "--json")
    assert (status, err) == (0, "")
    found = [json.loads(line) for line in out.splitlines()]
    for each in found:
        schema("read").validate(each)
    assert found[0]["image"].endswith("一.png")
    assert found[0]["size"] == [64, 48]
    assert [card["card"] for card in found[0]["cards"]] == ["ST", "ST"]
    assert found[0]["cards"][0]["indices"][0]["rank"] == [10.0, 12.0]
    assert found[0]["cards"][1]["quad"] is None


@pytest.mark.usefixtures("reader")
def test_a_picture_that_cannot_be_read_is_named_and_the_others_are_read(run, tmp_path):
    (tmp_path / "a.png").write_text("no picture")
    cv2.imwrite(str(tmp_path / "b.png"), np.zeros((48, 64, 3), np.uint8))
    status, out, err = run("read", tmp_path / "a.png", tmp_path / "b.png", tmp_path / "c.png")
    assert status == 1
    assert out == f"{tmp_path / 'b.png'}: ST 95%, ST 95%\n"
    assert err.splitlines() == [
        f"guandan-eye: {tmp_path / 'a.png'}: is no picture that can be read",
        f"guandan-eye: {tmp_path / 'c.png'}: cannot be read: No such file or directory",
    ]


def test_a_model_that_is_missing(run, tmp_path, monkeypatch):
    monkeypatch.setattr("models.load.__defaults__", (tmp_path, 2))
    monkeypatch.setattr("vision.indices.IndexDetector.__init__.__defaults__", (tmp_path,))
    status, out, err = run("read", tmp_path / "a.png", "--json")
    assert (status, out) == (3, "")
    assert "index_detector" in err
    assert len(err.splitlines()) == 1


# watch


class FakeSession:
    """Writes two events to the log; ends as it is told to."""

    fault: Exception | None = None
    evidence_fault = ""
    found = ""
    last: "FakeSession"

    def __init__(self, source, table, rules, log, **rest):
        self.source, self.rules, self.log, self.rest = source, rules, log, rest
        self.mended = log.mended
        type(self).last = self

    def on_camera(self, callback):
        pass

    def on_table(self, callback):
        if self.found:
            callback(FOUND[self.found])

    def start(self):
        if self.log.last == 0:
            self.log.append(dict_event())
        self.log.append(Pass("S", after_ms=1, before_ms=2))

    def wait(self):
        return True

    def stop(self):
        self.source.close()
        self.log.close()


def dict_event():
    from engine import DealStart

    return DealStart(1, "2", "E")


@pytest.fixture
def session(monkeypatch: pytest.MonkeyPatch) -> type[FakeSession]:
    module = ModuleType("app.session")
    module.Session = FakeSession
    monkeypatch.setitem(sys.modules, "app.session", module)
    monkeypatch.setattr(FakeSession, "fault", None)
    monkeypatch.setattr("models.load", lambda name: SimpleNamespace())
    return FakeSession


@pytest.fixture
def picture(tmp_path: Path) -> Path:
    cv2.imwrite(str(tmp_path / "table.png"), np.zeros((48, 64, 3), np.uint8))
    return tmp_path / "table.png"


def test_watch_says_what_is_saved_and_where(run, session, picture, tmp_path, monkeypatch):
    monkeypatch.setattr(session, "found", "whole")
    out_file = tmp_path / "m.jsonl"
    words = ["watch", picture, "--rules", "national-2022", "--record", out_file, "--headless"]
    status, out, err = run(*words, "--level", "10", "--leader", "W", "--speed", "max")
    assert status == 0
    assert out.splitlines()[:3] == ["ack 1", "ack 2", f"record: {out_file}"]
    assert "the whole picture is taken as the table" in err
    assert session.last.rest["level"] == "T"
    assert session.last.rest["leader"] == "W"
    assert session.last.rest["speed"] == "max"
    header = json.loads(out_file.read_text("utf-8").splitlines()[0])
    schema("record").validate(header)
    assert header["software"] == f"guandan-eye {app.__version__}"
    assert header["sides"] == [["E", "W"], ["S", "N"]]


def test_watch_never_writes_over_a_record(run, session, picture, tmp_path):
    words = ["watch", picture, "--rules", "national-2022", "--record", tmp_path / "m.jsonl", "--headless"]
    run(*words)
    before = (tmp_path / "m.jsonl").read_bytes()
    status, _, err = run(*words)
    assert status == 1
    assert "is there already" in err
    assert (tmp_path / "m.jsonl").read_bytes() == before
    (tmp_path / "m.jsonl").write_bytes(before.replace(b"E", b"W", 1))
    status, out, err = run(*words, "--resume")
    assert out.splitlines()[0] == "ack 3"
    assert "it is again as the log has it; the other text is kept as m.jsonl.changed" in err
    assert (tmp_path / "m.jsonl").read_bytes().startswith(before)
    words[3] = "xiangyang-2024"
    status, _, err = run(*words, "--resume")
    assert status == 1
    assert "was begun with rules national-2022, not xiangyang-2024, and seats E S W N;" in err


def test_a_record_goes_on_under_its_own_rules(run, session, picture, tmp_path):
    """With its file, without it, and not with another."""
    rules, record = tmp_path / "own.toml", tmp_path / "m.jsonl"
    rules.write_text(OWN, "utf-8")
    words = ["watch", picture, "--record", record, "--headless"]
    assert run(*words, "--rules", rules)[0] == 0
    assert run(*words, "--rules", rules, "--resume")[0] == 0
    rules.write_text(OWN.replace("45", "30"), "utf-8")
    status, _, err = run(*words, "--rules", rules, "--resume")
    assert status == 1
    assert "was begun with rules ours of another play_seconds, and seats E S W N;" in err
    rules.unlink()
    assert run(*words, "--resume")[0] == 0
    assert session.last.rules.play_seconds == 45
    assert session.last.rules.name == "ours"


def test_without_rules_no_record_begins(run, session, picture, tmp_path):
    words = ["watch", picture, "--record", tmp_path / "m.jsonl", "--headless"]
    status, _, err = run(*words)
    assert status == 2
    assert "--rules" in err
    status, _, err = run(*words, "--resume")
    assert status == 1
    assert "there is no log to continue" in err
    assert not (tmp_path / "m.jsonl").exists()


def test_markers_that_are_not_seen_leave_no_record(run, picture, tmp_path):
    table, record = tmp_path / "table.toml", tmp_path / "m.jsonl"
    table.write_text("[table]\nmarkers = true\n")
    words = ["watch", picture, "--rules", "huaian", "--table", table, "--record", record, "--headless"]
    status, out, err = run(*words)
    assert (status, out) == (1, "")
    assert "marker 0, 1, 2, 3 not seen" in err
    assert not list(tmp_path.glob("m.*"))


def test_check_holds_a_record_against_its_log_also_after_a_crash(run, tmp_path):
    path = tmp_path / "a.jsonl"
    log = Log.create(path, MatchStart("national-2022"))
    log.append(DealStart(1, "2", "E", ("2", "2"), 0))
    assert run("check", path)[0] == 0
    header, line = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(header + line.replace(b'"E"', b'"W"'))
    for _ in ("while it is written", "closed"):
        status, out, err = run("check", path, "--json")
        assert status == 1
        assert "line 2: not what the log says" in err
        schema("check").validate(json.loads(out))
        log.close()


def test_resume_begins_where_nothing_is(run, session, picture, tmp_path):
    words = ["watch", picture, "--rules", "national-2022", "--record", tmp_path / "m.jsonl", "--headless"]
    assert run(*words, "--resume")[0] == 0


@pytest.mark.parametrize(
    ("fault", "wanted"),
    [
        (SourceError("broken", "a.mp4: was cut off: pictures end at 3.0 s of 9.0 s"), 1),
        (SourceError("no_camera", "camera 0: no picture for 2 s; is it still plugged in?"), 3),
    ],
)
def test_a_source_that_fails_leaves_what_was_recorded(
    run, session, picture, tmp_path, monkeypatch, fault, wanted
):
    monkeypatch.setattr(session, "fault", fault)
    words = ["watch", picture, "--rules", "national-2022", "--record", tmp_path / "m.jsonl", "--headless"]
    status, _, err = run(*words)
    assert status == wanted
    assert err == f"guandan-eye: {fault}\n"
    with Log.open(tmp_path / "m.jsonl") as log:
        assert log.last == 2


@pytest.mark.parametrize(
    ("changed", "wanted", "said"),
    [
        ({"source": "nowhere.mp4"}, 1, "nowhere.mp4: there is no such file, folder or camera"),
        ({"source": "notes.txt"}, 1, "notes.txt: is no picture and no video"),
        ({"source": "camera:97"}, 3, "camera 97: not there"),
        ({"--rules": "lost-1999"}, 1, "no rule set named 'lost-1999'"),
        ({"--table": "nowhere.toml"}, 1, "nowhere.toml: cannot be read"),
        ({"--table": "bad.toml"}, 1, "bad.toml: table.points_px"),
        ({"--leader": "Q"}, 2, "--leader Q: nobody sits there"),
        ({"--record": "notes.txt/m.jsonl"}, 1, "there is no folder notes.txt"),
        ({"--record": "."}, 1, "is a folder; name a file in it"),
        ({"--record": "nowhere/m.jsonl"}, 1, "there is no folder nowhere"),
    ],
)
def test_bad_input_begins_no_record(run, session, picture, tmp_path, monkeypatch, changed, wanted, said):
    monkeypatch.chdir(tmp_path)
    Path("notes.txt").write_text("no video\n")
    Path("bad.toml").write_text("[table]\npoints_px = 3\n")
    words = {"source": "table.png", "--rules": "national-2022", "--record": "m.jsonl"} | changed
    line = [words.pop("source"), *(part for pair in words.items() for part in pair)]
    status, out, err = run("watch", *line, "--headless")
    assert (status, out) == (wanted, "")
    assert said in err
    assert len(err.splitlines()) == 1
    assert not Path("m.jsonl").exists()
    assert not Path("m.db").exists()


def test_a_missing_model_begins_no_record(run, session, picture, tmp_path, monkeypatch):
    from models import ModelError

    def missing(name):
        raise ModelError(f"model {name}.onnx is missing")

    monkeypatch.setattr("models.load", missing)
    words = ["watch", picture, "--rules", "national-2022", "--record", tmp_path / "m.jsonl", "--headless"]
    status, _, err = run(*words)
    assert status == 3
    assert "is missing" in err
    assert not (tmp_path / "m.jsonl").exists()


# doctor


def test_doctor(run):
    status, out, err = run("doctor")
    for name in (
        "opencv-python",
        "onnxruntime",
        "window (PySide6)",
        "Chinese font",
        "model index_reader",
        "camera",
    ):
        assert name in out
    assert status == (3 if "MISSING" in out else 0)
    assert bool(err) == (status == 3)


def test_doctor_names_what_is_missing(run, tmp_path, monkeypatch):
    monkeypatch.setattr("app.commands.doctor.FONT", tmp_path / "font.otf")
    status, out, err = run("doctor")
    assert status == 3
    assert f"MISSING Chinese font: {tmp_path / 'font.otf'} is not there\n        -> install" in out
    assert "Chinese font" in err


# simulate


def test_a_simulated_match_is_a_record_that_check_accepts(run, tmp_path):
    words = ["simulate", "--seed", 3, "--deals", 2, "--level", "10", "--record"]
    assert run(*words, tmp_path / "a.jsonl") == (0, f"record: {tmp_path / 'a.jsonl'}\n", "")
    run(*words, tmp_path / "b.jsonl")
    assert (tmp_path / "a.jsonl").read_bytes() == (tmp_path / "b.jsonl").read_bytes()
    kept = schema("record")
    for line in (tmp_path / "a.jsonl").read_text("utf-8").splitlines():
        kept.validate(json.loads(line))
    status, out, err = run("check", tmp_path / "a.jsonl", "--json")
    assert (status, err) == (0, "")
    found = json.loads(out)
    assert (found["deals_finished"], found["asked"], found["unread_cards"]) == (2, 0, 0)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--rules", "lost-1999"], "no rule set named"),
        (["--record", "nowhere/a.jsonl"], "there is no folder"),
    ],
)
def test_simulate_faults(run, tmp_path, monkeypatch, words, said):
    monkeypatch.chdir(tmp_path)
    status, out, err = run("simulate", "--record", "a.jsonl", *words)
    assert (status, out) == (1, "")
    assert said in err


@pytest.mark.parametrize(
    "words",
    [
        ("simulate", "--record", "match.jsonl"),
        ("simulate", "--record", "new.jsonl", "--video", "match.jsonl"),
        ("export", GOLDEN, "--to", "txt", "-o", "match.db"),
    ],
)
def test_no_command_writes_over_what_is_there(run, tmp_path, monkeypatch, words):
    monkeypatch.chdir(tmp_path)
    for name in ("match.jsonl", "match.db"):
        Path(name).write_text("what somebody recorded\n")
    status, out, err = run(*words)
    assert (status, out) == (1, "")
    assert "is there already; choose another name" in err
    assert all(Path(name).read_text() == "what somebody recorded\n" for name in ("match.jsonl", "match.db"))
    assert not Path("new.jsonl").exists()
