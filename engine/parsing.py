"""JSON and TOML read from text that anybody may have written: what is absurd is refused in our own words.

Numbers of more than `DIGITS` digits and lists and objects that lie more than `DEPTH` deep in one another are
in no text of ours; read further they would only fail elsewhere.
"""

from __future__ import annotations

import json
import math
import re
import tomllib
from collections.abc import Iterable, Sequence
from typing import Any, NoReturn

DIGITS = 15
DEPTH = 32


class ParseError(ValueError):
    """A text that is no JSON or TOML, or an absurd one; the message says what and at which column."""


def parse_json(text: str) -> object:
    """The value of a text; raises `ParseError`."""
    begin = len(text) - len(text.lstrip(" \t\r\n"))
    value, end = next_json(text, begin)
    rest = text[end:].strip(" \t\r\n")
    if rest:
        raise ParseError(f"not JSON: more follows at column {text.index(rest, end) + 1}")
    return value


def next_json(text: str, begin: int) -> tuple[object, int]:
    """The value that begins at a place of a text, and where it ends; raises `ParseError`."""
    try:
        value, end = _JSON.raw_decode(text, begin)
    except json.JSONDecodeError as error:
        what = error.msg[0].lower() + error.msg[1:].removesuffix(" at")
        raise ParseError(f"not JSON: {what} at column {error.colno}") from error
    except RecursionError:
        raise ParseError(_TOO_DEEP) from None
    _no_half_characters(text, begin, end)
    if text.count("[", begin, end) + text.count("{", begin, end) > DEPTH and len(_layers(value)) > DEPTH:
        raise ParseError(_TOO_DEEP)
    return value, end


def _toml_fault(text: str, said: str) -> str:
    """What tomllib says of a text; of a key or table that stands twice it names neither."""
    line = re.search(r"\(at line (\d+)", said)
    if line is None or not said.startswith(("Cannot overwrite", "Cannot declare", "Duplicate")):
        return f"not TOML: {said}"
    number = int(line[1])
    return f"not TOML: line {number} says again what stands above: {text.splitlines()[number - 1].strip()}"


def parse_toml(text: str) -> dict[str, Any]:
    """The table of a text; raises `ParseError`."""
    deep = "not TOML to be read: its lists and tables lie too deep in one another"
    large = f"not TOML to be read: a number has more than {DIGITS} digits"
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ParseError(_toml_fault(text, str(error))) from error
    except RecursionError:
        raise ParseError(deep) from None
    except ValueError:  # of more digits than Python turns into a number
        raise ParseError(large) from None
    layers = _layers(data)
    if len(layers) > DEPTH:
        raise ParseError(deep)
    if any(isinstance(each, int) and abs(each) >= 10**DIGITS for layer in layers for each in layer):
        raise ParseError(large)
    return data


def line_pieces(given: str | bytes) -> Sequence[str | bytes]:
    """The lines of a file, without their ends and without the mark that may stand at its begin."""
    if isinstance(given, str):
        return given.removeprefix("\ufeff").split("\n")
    return given.removeprefix(b"\xef\xbb\xbf").split(b"\n")


def line_text(line: str | bytes) -> str:
    """A line as text; raises `ParseError` where it is none in UTF-8."""
    if isinstance(line, str):
        return line
    try:
        return line.decode("utf-8")
    except UnicodeDecodeError as error:
        at, byte = error.start + 1, line[error.start]
        raise ParseError(f"not text in UTF-8: byte {byte:#04x} at place {at} of the line") from error


def is_text(data: bytes) -> bool:
    """Whether all of a file is text in UTF-8."""
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def whole_number(text: str) -> int:
    """A whole number of a sensible size; raises `ParseError`."""
    digits = len(text.removeprefix("-"))
    if digits > DIGITS:
        raise ParseError(f"a number of {digits} digits is too large")
    return int(text)


_HALVES = re.compile(
    r"\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}"  # both halves of one character
    r"|\\[^u]"
    r"|(\\u[dD][89a-fA-F][0-9a-fA-F]{2}|[\ud800-\udfff])"
)


def _no_half_characters(text: str, begin: int, end: int) -> None:
    """Raises `ParseError` for one half of a surrogate pair alone: no text that can be written holds one."""
    half = next((found for found in _HALVES.finditer(text, begin, end) if found.group(1)), None)
    if half is not None:
        at = half.start()
        column = at - text.rfind("\n", 0, at)
        said = half.group().encode("ascii", "backslashreplace").decode()
        raise ParseError(f"not JSON to be read: {said} is half a character at column {column}")


_TOO_DEEP = "not JSON to be read: its lists and objects lie too deep in one another"


def _number(text: str) -> float:
    value = float(text)
    if not math.isfinite(value):
        raise ParseError(f"not JSON to be read: {text[:20]} is too large a number")
    return value


def _json_number(text: str) -> int:
    try:
        return whole_number(text)
    except ParseError as error:
        raise ParseError(f"not JSON to be read: {error}") from None


def _no_constant(name: str) -> NoReturn:
    raise ParseError(f"not JSON: {name} is no JSON number")


_JSON = json.JSONDecoder(parse_int=_json_number, parse_float=_number, parse_constant=_no_constant)


def _layers(value: object) -> list[list[object]]:
    """What lies in a value, layer by layer; no more layers than are needed to see that there are too many."""
    layers: list[list[object]] = [[value]]
    while layers[-1] and len(layers) <= DEPTH:
        groups = [each for each in layers[-1] if isinstance(each, list | dict)]
        layers.append([part for each in groups for part in _parts(each)])
    return layers


def _parts(group: list[Any] | dict[str, Any]) -> Iterable[object]:
    return group.values() if isinstance(group, dict) else group
