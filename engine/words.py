"""Words of our texts: how a line falls into words, and how names, times and lists are written.

A word has no space outside quotation marks. What stands in round or curly brackets is one word. A semicolon
begins a comment, which ends with the line.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass

from engine.parsing import ParseError, parse_json, whole_number

_QUOTED = r'"(?:[^"\\]|\\.)*"'
_WORD = re.compile(rf'\s*(?:(;.*)|(\{{[^}}]*\}}|\([^)]*\)|(?:{_QUOTED}|[^\s"{{}}();])+)|(\S))')
_PLAIN = re.compile(r'[^\s"{}();,:=>|/\[\]-][^\s"{}();,:=>|/\[\]]*')
_TIME = re.compile(r"(-?)([0-9]+):([0-5][0-9])(?:\.([0-9]{1,3}))?")
NOTHING = "-"
"""What is not known, or is none."""


class WordError(ValueError):
    """A text that cannot be read at a column (from 1)."""

    def __init__(self, column: int, message: str) -> None:
        super().__init__(message)
        self.column = column


@dataclass(frozen=True, slots=True)
class Word:
    """A word and the column (from 1) at which it begins."""

    text: str
    column: int

    @property
    def is_bracket(self) -> bool:
        return self.text[0] in "{("

    def inside(self) -> list[Word]:
        """The words between the brackets."""
        return [
            Word(found.group(), self.column + 1 + found.start())
            for found in re.finditer(r"\S+", self.text[1:-1])
        ]

    def error(self, message: str) -> WordError:
        return WordError(self.column, message)


def words(line: str) -> list[Word]:
    """The words of a line, the comment left out; raises `WordError` for a bracket or quotation left open."""
    found, at = [], 0
    line = line.rstrip()
    while at < len(line):
        match = _WORD.match(line, at)
        assert match is not None, "anything but space matches"
        if match.group(3):
            raise WordError(match.start(3) + 1, f"{match.group(3)} is never closed, or was never opened")
        if match.group(2):
            found.append(Word(match.group(2), match.start(2) + 1))
        at = match.end()
    return found


def name(text: str) -> str:
    """A seat, a kind: as it is where that is a plain word, else in quotation marks."""
    return text if _PLAIN.fullmatch(text) else quoted(text)


def quoted(text: str) -> str:
    """Free text, with the escapes of JSON."""
    return json.dumps(text, ensure_ascii=False)


def unquoted(word: Word) -> str:
    """The text of a word, in quotation marks or not; raises `WordError`."""
    if not word.text.startswith('"'):
        return word.text
    try:
        text = parse_json(word.text)
    except ParseError as error:
        raise word.error(f"{word.text} is no text in quotation marks: {error}") from None
    assert isinstance(text, str)
    return text


def parts(word: Word, mark: str) -> list[Word]:
    """The parts of a word between marks that do not stand in quotation marks."""
    found, begin = [], 0
    for match in re.finditer(rf"{_QUOTED}|{re.escape(mark)}", word.text):
        if match.group() == mark:
            found.append(Word(word.text[begin : match.start()], word.column + begin))
            begin = match.end()
    return [*found, Word(word.text[begin:], word.column + begin)]


def joined(texts: Iterable[str]) -> str:
    """A list of names as one word."""
    return ",".join(map(name, texts)) or NOTHING


def listed(word: Word) -> list[str]:
    """The names of a list; raises `WordError`."""
    return [] if word.text == NOTHING else [unquoted(part) for part in parts(word, ",")]


def number(word: Word) -> int:
    """A whole number; raises `WordError`."""
    if not re.fullmatch(r"-?[0-9]+", word.text):
        raise word.error(f"{word.text} is no whole number")
    return _sized(word, word.text)


def time(ms: int) -> str:
    """Milliseconds as minutes and seconds, ``1:05.12``."""
    seconds, thousandths = divmod(abs(ms), 1000)
    fraction = f".{thousandths:03}".rstrip("0") if thousandths else ""
    return f"{'-' if ms < 0 else ''}{seconds // 60}:{seconds % 60:02}{fraction}"


def milliseconds(word: Word) -> int:
    """The time in milliseconds; raises `WordError`."""
    match = _TIME.fullmatch(word.text)
    if match is None:
        raise word.error(f"{word.text} is no time such as 1:05.12")
    sign, minutes, seconds, fraction = match.groups()
    ms = 1000 * (60 * _sized(word, minutes) + int(seconds)) + int((fraction or "0").ljust(3, "0"))
    return -ms if sign else ms


def _sized(word: Word, digits: str) -> int:
    try:
        return whole_number(digits)
    except ParseError as error:
        raise word.error(str(error)) from error
