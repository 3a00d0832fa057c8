"""Text that anybody may have written: what is absurd is refused in a sentence of ours, with its place."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import (
    MatchStart,
    Pause,
    RecordError,
    ScoreError,
    dumps_line,
    parse_position,
    read_deals,
    read_njupt,
    read_record,
    read_record_text,
    read_score_table,
)
from engine.parsing import DEPTH, ParseError, parse_json, parse_toml

PLAY = '{"event": "play", "seat": "E", "cards": ["S3"], "at_ms": %s}'
ABSURD = {
    "[" * 9000: "not JSON to be read: its lists and objects lie too deep in one another",
    "[" * 9000 + "]" * 9000: "its lists and objects lie too deep",
    "[" * 500 + "]" * 500: "its lists and objects lie too deep",
    '{"a":' * 500 + "1" + "}" * 500: "its lists and objects lie too deep",
    PLAY % ("1" * 5000): "not JSON to be read: a number of 5000 digits is too large",
    PLAY % ("-" + "1" * 20): "a number of 20 digits is too large",
    PLAY % "1e999": "1e999 is too large a number",
    PLAY % "NaN": "not JSON: NaN is no JSON number",
    PLAY % "-Infinity": "not JSON: -Infinity is no JSON number",
    "": "not JSON: expecting value at column 1",
    '{"event"': "not JSON: expecting ':' delimiter at column 9",
    '"open': "not JSON: unterminated string starting at column 1",
    "1 2": "not JSON: more follows at column 3",
}
PYTHONS = ("recursion", "Exceeds the limit", "int()", "char ", "line 1 column")


@pytest.mark.parametrize(("text", "message"), ABSURD.items(), ids=range(len(ABSURD)))
def test_absurd_json(text: str, message: str) -> None:
    with pytest.raises(ParseError) as caught:
        parse_json(text)
    assert message in str(caught.value)
    assert not any(word in str(caught.value) for word in PYTHONS)


@pytest.mark.parametrize("text", [r'"\ud83c\udc04"', r'"\\ud800"', r'"\"\uD83C\uDC04 \u4e00"'])
def test_whole_characters_are_read(text: str) -> None:
    assert parse_json(text) == json.loads(text)


def test_half_a_character_has_its_line_and_column() -> None:
    with pytest.raises(ParseError, match="column 12"):
        parse_json('{"type": "notify",\n "stage": "\\ud800"}')
    head = '[Guandan 1]\n[Rules "national-2022"]\n'
    (fault,) = read_record_text(head + 'question E "\\ud800" - {0:05}\n').faults
    assert (fault.line, fault.column) == (3, 12)
    assert "half a character" in fault.message
    (fault,) = read_record_text(head + '[Table "\\ud800"]\n').faults
    assert fault.line == 3
    assert "half a character" in fault.message


@pytest.mark.parametrize("text", [text for text in ABSURD if text], ids=range(len(ABSURD) - 1))
def test_absurd_lines_are_named_and_the_others_read(text: str) -> None:
    header, good = dumps_line(MatchStart("national-2022")), dumps_line(Pause("a call", 5))
    record = read_record("\n".join([header, text, good]))
    assert [fault.line for fault in record.faults] == [2]
    assert "JSON" in record.faults[0].message
    assert record.events == (Pause("a call", 5),)
    assert read_njupt(text + "\n", MatchStart("national-2022")).faults
    with pytest.raises(RecordError, match=r"^line 2: "):
        read_deals("\n" + text)
    as_text = read_record_text(f'[Guandan 1]\n[Rules "x"]\n[Switches {text}]\npause "a call" {{0:00.005}}\n')
    assert [fault.line for fault in as_text.faults] == [3]


@pytest.mark.parametrize(
    ("line", "column", "message"),
    [
        ("99999999999999999. E: - {0:01}", 1, "a number of 17 digits is too large"),
        ("E: - {" + "9" * 5000 + ":00}", 7, "a number of 5000 digits is too large"),
        ("deal_start " + "1" * 5000 + " 2 E", 12, "a number of 5000 digits is too large"),
        ("correction " + "1" * 5000 + ' "" "" struck', 12, "a number of 5000 digits is too large"),
    ],
)
def test_absurd_numbers_of_a_record_text(line: str, column: int, message: str) -> None:
    (fault,) = read_record_text(f'[Guandan 1]\n[Rules "x"]\n{line}\n').faults
    assert (fault.line, fault.column) == (3, column)
    assert message in fault.message
    with pytest.raises(ValueError, match="column 9: a number of 5000 digits"):
        parse_position("E,S,W,N " + "1" * 5000 + " 2 S S 27/27/27/27 - - - -")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a = " + "1" * 5000, "a number has more than 15 digits"),
        ("a = 0x" + "f" * 5000, "a number has more than 15 digits"),
        ("a = [1, [" + "1" * 16 + "]]", "a number has more than 15 digits"),
        ("a = " + "[" * 3000, "its lists and tables lie too deep in one another"),
        ("a = " + "[" * 100 + "]" * 100, "its lists and tables lie too deep in one another"),
        ("a = ", "not TOML: Invalid value (at end of document)"),
    ],
)
def test_absurd_toml(text: str, message: str) -> None:
    with pytest.raises(ParseError) as caught:
        parse_toml(text)
    assert message in str(caught.value)
    with pytest.raises(ScoreError, match=r"^points\.toml: not TOML"):
        read_score_table(text, "points.toml")


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**15) + 1, 10**15 - 1) | st.text(max_size=6)
    | st.floats(allow_nan=False, allow_infinity=False),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner, max_size=4),
    max_leaves=30,
)  # fmt: skip


@settings(deadline=None, max_examples=100)
@given(VALUES)
def test_sensible_json_is_read_as_it_is(value: object) -> None:
    assert parse_json(f" {json.dumps(value)}\r\n") == value


def test_as_deep_as_may_be() -> None:
    deepest = "[" * DEPTH + "]" * DEPTH
    assert json.dumps(parse_json(deepest)) == deepest
    with pytest.raises(ParseError, match="too deep"):
        parse_json(f"[{deepest}]")
    assert parse_json(json.dumps([[1]] * 500)) == [[1]] * 500
