"""One event read from its words: they become the JSON form, which says what else is wrong with them."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import fields
from typing import Any

from engine.cards import Card, CardError
from engine.combos import Combo, ComboType, classify
from engine.event_json import EVENT_NAMES, RecordError, from_json, to_json
from engine.event_text import KEY_TEXTS, TRICK_OVER, form, is_named, own_fields, reading_text
from engine.events import Event, MatchStart, Pass, Play, Source, TrickEnd
from engine.words import NOTHING, Word, listed, milliseconds, number, parts, unquoted

Json = dict[str, Any]
_SOURCES = {source.value[0]: source for source in Source}
_KEYS = {text: key for key, text in KEY_TEXTS.items()}


def card(word: Word) -> str:
    """A card's text; raises `WordError`."""
    try:
        return str(Card.parse(word.text))
    except CardError as error:
        raise word.error(str(error)) from error


def _awarded(word: Word) -> list[Json]:
    found = []
    for each in parts(word, ","):
        kind, *rest = parts(each, "/")
        award: Json = {"kind": kind.text}
        for key, value in zip(("seat", "side", "levels"), rest, strict=False):
            if value.text != NOTHING:
                award[key] = unquoted(value) if key == "seat" else number(value)
        if len(rest) > 3:
            raise each.error(f"{each.text} is no award such as levels/-/1/-1 or warning/S")
        found.append(award)
    return found


def _answer(word: Word) -> bool:
    if word.text not in ("yes", "no"):
        raise word.error(f"{word.text} is neither yes nor no")
    return word.text == "yes"


_READ: Mapping[str, Callable[[Word], Any]] = {
    "name": unquoted,
    "text": unquoted,
    "names": listed,
    "card": card,
    "cards": lambda word: [card(part) for part in parts(word, ",")],
    "levels": lambda word: [part.text for part in parts(word, ":")],
    "time": milliseconds,
    "awards": _awarded,
    "answer": _answer,
    "word": lambda word: word.text,
    "number": number,
}


def is_cell(word: Word) -> bool:
    """Whether an event of a row begins here: a turn, or the end of the trick."""
    return word.text == TRICK_OVER or (word.text.endswith(":") and len(word.text) > 1)


def read_event(said: list[Word], level: str | None, seq: int) -> Event:
    """The event of some words, the number left out; raises `WordError`."""
    first, rest = said[0], said[1:]
    bare = [word for word in rest if not word.text.startswith("{")]
    braces = [word for word in rest if word.text.startswith("{")]
    if first.text == TRICK_OVER:
        data = _trick_end(first, bare)
    elif is_cell(first):
        data = _turn(first, bare, level)
    elif first.text == "correction":
        return _correction(said, seq)
    else:
        data = _named(first, bare)
    data |= _braced(data["event"], braces)
    if seq:
        data["seq"] = seq
    return _event(first, data)


def _event(first: Word, data: Json) -> Event:
    try:
        event = from_json(data)
    except RecordError as error:
        raise first.error(str(error)) from error
    if isinstance(event, MatchStart):
        raise first.error("the header is written in tags")
    return event


def _trick_end(first: Word, said: list[Word]) -> Json:
    ends = [part for word in said for part in parts(word, ">")]
    if len(said) != 1 or len(ends) > 2:
        raise first.error("a trick ends with its winner, as / E, or also with the next leader, as / E>W")
    seats = {"seat": ends[0], "leader": ends[-1]}
    known = {key: unquoted(word) for key, word in seats.items() if word.text != NOTHING}
    return {"event": "trick_end", **known}


def _turn(first: Word, said: list[Word], level: str | None) -> Json:
    seat = unquoted(Word(first.text[:-1], first.column))
    if [word.text for word in said] == [NOTHING]:
        return {"event": "pass", "seat": seat}
    laid = [parts(word, "=") for word in said if not word.is_bracket]
    cards = [card(word[0]) for word in laid]
    wilds = [card(word[1]) for word in laid if len(word) > 1]
    readings = [word for word in said if word.is_bracket]
    if len(readings) > 1:
        raise readings[1].error(f"{readings[1].text} is a second reading")
    data = {"event": "play", "seat": seat, "cards": cards}
    if not readings:
        reading = _only_reading(first, cards, level)
        if wilds and not _may_be(wilds, reading):
            raise first.error(f"its wild cards cannot stand for {' '.join(wilds)}")
        return data | {"as": _as_json(reading.type, reading.key, [str(each) for each in reading.wilds])}
    reading_of = readings[0].inside()
    if [word.text for word in reading_of] == ["?"]:
        return data
    return data | {"as": _reading(readings[0], reading_of, len(cards), wilds)}


def _may_be(wilds: list[str], reading: Combo) -> bool:
    """Whether wild cards that are said to be these may be so: where the suit does not matter any will do."""
    meant = [str(each) for each in reading.wilds]
    if len(wilds) != len(meant):
        return False
    return all(said == due or due == "?" + said[1:] for said, due in zip(wilds, meant, strict=True))


def _only_reading(first: Word, cards: list[str], level: str | None) -> Combo:
    if level is None:
        raise first.error("before a deal has begun a play needs its reading, such as (pair K)")
    readings = classify(map(Card.parse, cards), level)
    if not readings:
        what = f"{' '.join(cards)} is no hand type at level {level}"
        raise first.error(f"{what}; write (?) where it is not known")
    if len(readings) > 1:
        either = " or ".join(map(str, readings))
        raise first.error(f"{' '.join(cards)} may be {either}: say which, as ({reading_text(readings[0])})")
    return readings[0]


def _reading(bracket: Word, said: list[Word], size: int, wilds: list[str]) -> Json:
    texts = [word.text for word in said]
    at = texts.index("as") if "as" in texts else len(texts)
    if at < len(texts):
        meant = [card(word) for word in said[at + 1 :]]
        if wilds not in ([], meant):
            raise said[at].error(f"its wild cards stand for {' '.join(wilds)} and for {' '.join(meant)}")
        wilds = meant
    type_ = texts[0].rstrip("0123456789") if texts else ""
    if type_ not in [*ComboType] or not 1 <= at <= 2:
        raise bracket.error(f"{bracket.text} is no reading such as (pair K) or (fourkings)")
    if texts[0] not in (type_, f"{type_}{size}"):
        raise said[0].error(f"{texts[0]} is no reading of {size} cards")
    return _as_json(type_, key_of(said[1]) if at == 2 else 0, wilds)


def key_of(word: Word) -> int:
    """What is compared in a reading, by its text; raises `WordError`."""
    if word.text.startswith("#"):
        return number(Word(word.text[1:], word.column + 1))
    if word.text not in _KEYS:
        raise word.error(f"{word.text} is no rank, level, SB or HR")
    return _KEYS[word.text]


def _as_json(type_: str, key: int, wilds: list[str]) -> Json:
    return {"type": str(type_), "key": key, "wilds": {"wild": wilds} if wilds else {}}


def _braced(event: str, braces: list[Word]) -> Json:
    """What stands in ``{}``: each thing once, and only what the event has."""
    data: Json = {}
    has = {field.name for field in fields(EVENT_NAMES[event])}
    for brace in braces:
        for word in brace.inside():
            said = _said(word)
            if said.keys() & data.keys():
                raise word.error(f"{word.text} says a second time what stands before it")
            data |= said
        strange = [key for key in data if key not in has]
        if strange:
            raise brace.error(f"{event} has no {strange[0]}")
    return data


def _said(word: Word) -> Json:
    """One word in ``{}``: the source, how sure it is, or times."""
    text = word.text
    if text in _SOURCES:
        return {"source": _SOURCES[text].value}
    if text == "asked":
        return {"state": "asked"}
    if text.startswith("p"):
        return {"p": _probability(word)}
    between = ".." in text
    times = parts(word, ".." if between else "~")
    if len(times) > 2:
        raise word.error(f"{text} are more than two times")
    if between:
        pairs = zip(("after_ms", "before_ms"), times, strict=True)
        return {key: milliseconds(part) for key, part in pairs if part.text}
    return dict(zip(("at_ms", "began_ms"), map(milliseconds, reversed(times)), strict=False))


def _probability(word: Word) -> float:
    try:
        if word.text.isascii() and "_" not in word.text:
            return float(word.text[1:])
    except ValueError:
        pass
    raise word.error(f"{word.text} is no probability such as p0.998")


def _named(first: Word, said: list[Word]) -> Json:
    """An event that begins with its name."""
    kind = EVENT_NAMES.get(first.text)
    if kind is None or kind in (Play, Pass, TrickEnd, MatchStart):
        raise first.error(f"{first.text} is no event")
    data: Json = {"event": first.text}
    left = list(said)
    named = {field.name: field for field in own_fields(kind) if is_named(field)}
    for field in own_fields(kind):
        if field.name == "hands":
            data["hands"] = dict(map(_hand, left))
            left = []
        elif field.name not in named:
            if not left:
                raise first.error(f"{first.text}: {field.name} is missing")
            word = left.pop(0)
            is_list = form(field.name) == "names"
            data[field.name] = None if word.text == NOTHING and not is_list else _read(field.name, word)
    while left:
        word = left.pop(0)
        if word.text not in named or word.text in data:
            raise word.error(f"{first.text}: {word.text} cannot stand here")
        if named[word.text].default is False:
            data[word.text] = True
        elif not left:
            raise word.error(f"{first.text}: {word.text} of what?")
        else:
            data[word.text] = _read(word.text, left.pop(0))
    return data


def _read(field: str, word: Word) -> Any:
    if word.is_bracket:
        raise word.error(f"{word.text} is no {field}")
    return _READ[form(field)](word)


def _hand(word: Word) -> tuple[str, list[str]]:
    seat, *cards = parts(word, "=")
    if len(cards) != 1:
        raise word.error(f"{word.text} is no hand such as E=S2,H2")
    return unquoted(seat), [card(part) for part in parts(cards[0], ",") if part.text]


def _correction(said: list[Word], seq: int) -> Event:
    """``correction 12 "referee" "why" {1:01} with 12. E: S3 {0:05}``, or ``struck`` at its end."""
    first = said[0]
    ends = [at for at, word in enumerate(said) if word.text in ("with", "struck")]
    if not ends or (said[ends[0]].text == "with") != (len(said) > ends[0] + 1):
        raise first.error("a correction ends with `with` and an event, or with `struck`")
    own, replacement = said[1 : ends[0]], said[ends[0] + 1 :]
    bare = [word for word in own if not word.is_bracket]
    if len(bare) != 3:
        raise first.error("a correction names the event that it replaces, by whom, and the reason")
    data: Json = {"event": "correction", "replaces": number(bare[0]), "with": None}
    data |= {"by": unquoted(bare[1]), "reason": unquoted(bare[2])}
    data |= _braced("correction", [each for each in own if each.text.startswith("{")])
    if replacement:
        number_ = 0
        if is_number(replacement[0]):
            number_ = event_number(replacement.pop(0))
        if not replacement:
            raise first.error("a correction ends with `with` and an event, or with `struck`")
        data["with"] = to_json(read_event(replacement, None, number_))
    if seq:
        data["seq"] = seq
    return _event(first, data)


def event_number(word: Word) -> int:
    """The number of an event, ``12.``; raises `WordError`."""
    return number(Word(word.text[:-1], word.column))


def is_number(word: Word) -> bool:
    """Whether this is the number of an event, ``12.``."""
    return re.fullmatch(r"-?[0-9]+\.", word.text) is not None
