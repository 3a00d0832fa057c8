"""The user's settings: read key by key, never lost, written whole or not at all."""

import os
import tomllib
from dataclasses import replace
from pathlib import Path

import pytest

from app.settings import Evidence, Settings, SettingsError, TableSettings, change, load, save, settings_path

FULL = Settings(
    language="zh",
    theme="light",
    shortcuts={"new_deal": "Ctrl+D"},
    copies="/mnt/stick",
    evidence=Evidence(on=False, size_gib=5.5),
    event="苏州公开赛",
    round=3,
    table="7",
    tables={
        "7": TableSettings(
            camera="camera:C920",
            calibration="/home/r/7.toml",
            seats=("N", "E", "S", "W"),
            rules="huaian",
            switches={"play_seconds": 45, "round_minutes": "none", "must_play": ["A"]},
            deck="club",
            players={"E": '王"芳', "W": "李 雷"},
            deals="/home/r/deals.jsonl",
        )
    },
)


def write(text: str) -> Path:
    path = settings_path()
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")
    return path


def test_no_file_is_what_the_program_comes_with() -> None:
    assert load().settings == Settings()
    assert load().faults == ()
    assert not settings_path().exists()


def test_what_is_saved_is_read_again() -> None:
    save(FULL)
    assert load().settings == FULL
    assert load().faults == ()
    save(Settings())
    assert load().settings == Settings()


def test_a_new_file_shows_every_setting_to_whoever_edits_it() -> None:
    save(Settings())
    data = tomllib.loads(settings_path().read_text("utf-8"))
    assert set(data) == {f.name for f in Settings.__dataclass_fields__.values()}


def test_comments_and_strange_keys_stay_when_the_program_writes() -> None:
    path = write('# mine\nround = 2  # of five\nfuture = "x"\n\n[evidence]\n# a disk\nsize_gib = 7.0\n')
    change(event="Cup", round=3)
    text = path.read_text("utf-8")
    assert "# mine" in text
    assert "# of five" in text
    assert "# a disk\nsize_gib = 7.0" in text
    assert 'future = "x"' in text
    assert load().settings == replace(Settings(), event="Cup", round=3, evidence=Evidence(size_gib=7.0))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('them = "light"', "settings.toml: them: there is no such setting (is theme meant?); it is"),
        ("zzz = 1", "settings.toml: zzz: there is no such setting; it is passed over"),
        ('theme = "pink"', "settings.toml: theme: invalid enum value 'pink'; 'dark' is used"),
        ('round = "two"', "settings.toml: round: expected a whole number, got a text in quotation"),
        ("round = 0", "settings.toml: round: expected a whole number >= 1; 1 is used"),
        ("[evidence]\non = 1", "evidence.on: expected true or false, got a whole number; true is used"),
        ("evidence = 3", "expected a section, got a whole number; what the program comes with is used"),
        ("round = -1", "settings.toml: round: expected a whole number >= 1; 1 is used"),
        ("[evidence]\nsize = 1", "evidence.size: there is no such setting (is size_gib meant?)"),
        ("tables = 3", "settings.toml: tables: expected a section, got a whole number"),
        ("[tables]\n7 = 3", "settings.toml: tables.7: must be a section; it is passed over"),
        ("[tables.7]\nseats = ['E','E','W','N']", "settings.toml: tables.7.seats: must be four different"),
        ("[tables.7]\nseats = ['E']", "settings.toml: tables.7.seats: expected a list of length 4"),
        ("[tables.7.players]\nE = 3", "settings.toml: tables.7.players: expected a text in quotation marks"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_named_and_the_rest_is_used(text: str, said: str) -> None:
    first, rest = ("", text) if text.startswith("[") else (text + "\n", "")
    write(f'{first}event = "Cup"\n{rest}')
    loaded = load()
    assert len(loaded.faults) == 1
    assert said in str(loaded.faults[0])
    assert loaded.settings.event == "Cup"
    assert replace(loaded.settings, event="", tables={}) == Settings()


def test_a_bad_value_is_not_written_over_by_a_change_elsewhere() -> None:
    path = write('round = "two"\n')
    change(event="Cup")
    assert tomllib.loads(path.read_text("utf-8"))["round"] == "two"


@pytest.mark.parametrize("content", [b"round = ", b"\xff\xfe", b"[a]\n[a]\n"])
def test_a_file_that_cannot_be_read_is_left_alone(content: bytes) -> None:
    path = write("")
    path.write_bytes(content)
    loaded = load()
    assert loaded.settings == Settings()
    assert not loaded.writable
    assert len(loaded.faults) == 1
    assert str(path) in str(loaded.faults[0])
    with pytest.raises(SettingsError, match="nothing was saved"):
        change(event="Cup")
    assert path.read_bytes() == content


def test_a_write_that_fails_leaves_the_old_file_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    save(FULL)
    before = settings_path().read_bytes()

    def fail(source: object, target: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", fail)
    with pytest.raises(SettingsError, match="No space left"):
        change(event="other")
    assert settings_path().read_bytes() == before


def test_names_are_remembered_of_all_tables() -> None:
    tables = {
        "1": TableSettings(players={"E": "b", "S": ""}),
        "2": TableSettings(players={"E": "a", "N": "b"}),
    }
    assert Settings(tables=tables).players() == ["a", "b"]
