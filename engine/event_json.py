"""One event as JSON: what stands on a line of the record.

Fields are named as those of the events; what is not known is left out. Reading passes over fields that it
does not know.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import MISSING, Field, fields, is_dataclass, replace
from enum import StrEnum
from types import MappingProxyType
from typing import Any

from engine.breaches import Award, AwardKind, Breach
from engine.cards import RANKS, Card, check_level
from engine.combos import Combo, ComboType, classify
from engine.events import (
    Correction,
    DealEnd,
    DealStart,
    Drawn,
    Event,
    Hands,
    Irregularity,
    MatchEnd,
    MatchStart,
    Opening,
    Pass,
    Pause,
    PicturesDeleted,
    Play,
    Question,
    Refusal,
    Report,
    Resume,
    Return,
    Ruling,
    Source,
    Standing,
    TakeBack,
    Tribute,
    TrickEnd,
)
from engine.round_events import (
    Appeal,
    AppealAnswer,
    Forfeit,
    LateStart,
    LeftTable,
    Substitute,
    ThrownIn,
    TimeCalled,
)

EVENT_NAMES: dict[str, type[MatchStart | Event]] = {
    "match": MatchStart,
    "opening": Opening,
    "drawn": Drawn,
    "hands": Hands,
    "deal_start": DealStart,
    "tribute": Tribute,
    "refusal": Refusal,
    "return": Return,
    "play": Play,
    "pass": Pass,
    "take_back": TakeBack,
    "trick_end": TrickEnd,
    "report": Report,
    "question": Question,
    "correction": Correction,
    "irregularity": Irregularity,
    "ruling": Ruling,
    "pause": Pause,
    "resume": Resume,
    "pictures_deleted": PicturesDeleted,
    "deal_end": DealEnd,
    "match_end": MatchEnd,
    "thrown_in": ThrownIn,
    "late_start": LateStart,
    "time_called": TimeCalled,
    "forfeit": Forfeit,
    "substitute": Substitute,
    "left_table": LeftTable,
    "appeal": Appeal,
    "appeal_answer": AppealAnswer,
}
NAME_OF = {kind: name for name, kind in EVENT_NAMES.items()}
KEYS = {"reading": "as", "replacement": "with"}  # fields whose name in the record is no name in Python
QUIET: dict[type, tuple[str, ...]] = {
    MatchStart: ("own_rules", "rules_version"),
    Report: ("asked",),
    Irregularity: ("cards", "source"),
    Ruling: ("awards", "clause", "reason"),
}
"""Fields that came with later programs: left out while they say nothing."""
SEATS = ("seat", "to", "leader", "shuffler", "cutter", "first", "holder")


class RecordError(ValueError):
    """A line that is no event; the message names the field."""


def to_json(event: MatchStart | Event) -> dict[str, Any]:
    """The event as it stands on its line; what is not known is left out."""
    data: dict[str, Any] = {}
    if not isinstance(event, MatchStart) and event.seq:
        data["seq"] = event.seq
    data["event"] = NAME_OF[type(event)]
    quiet = QUIET.get(type(event), ())
    for field in fields(event):
        name, value = field.name, getattr(event, field.name)
        if name == "seq" or (name in quiet and (value == field.default or not value)):
            continue
        if name == "reading" and value is not None and isinstance(event, Play):
            data["as"] = _reading_to_json(event.cards, value)
        elif value is not None or name == "replacement":
            data[KEYS.get(name, name)] = _to_plain(value)
    return data


def from_json(data: object) -> MatchStart | Event:
    """The event that a line holds; fields it does not know are passed over; raises `RecordError`."""
    if not isinstance(data, Mapping):
        raise RecordError(f"an event is a JSON object, not {_short(data)}")
    name = data.get("event")
    kind = EVENT_NAMES.get(name) if isinstance(name, str) else None
    if kind is None:
        raise RecordError(f"{_short(name)} is no event")
    values: dict[str, Any] = {}
    for field in fields(kind):
        key = KEYS.get(field.name, field.name)
        value = data.get(key)
        if key not in data or (value is None and is_optional(field)):
            if not may_lack(field):
                raise RecordError(f"{name}: {key} is missing")
            if is_optional(field):
                values[field.name] = None
            continue
        try:
            values[field.name] = _READERS[field.name](value)
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise RecordError(f"{name}: {key} cannot be {_short(value)}: {error}") from error
    if isinstance(values.get("reading"), Combo):
        values["reading"] = replace(values["reading"], size=len(values["cards"]))
    try:
        return kind(**values)
    except ValueError as error:
        raise RecordError(f"{name}: {error}") from error


def dumps_line(event: MatchStart | Event) -> str:
    """One line of a record, without the line end."""
    return json.dumps(to_json(event), ensure_ascii=False)


def is_optional(field: Field[Any]) -> bool:
    return str(field.type).endswith("| None") and field.name != "replacement"


def may_lack(field: Field[Any]) -> bool:
    has_default = field.default is not MISSING or field.default_factory is not MISSING
    return has_default or is_optional(field)


def _short(value: object) -> str:
    if isinstance(value, Mapping | list | tuple):
        return "an object" if isinstance(value, Mapping) else "a list"
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 60 else text[:57] + "..."


def _to_plain(value: Any) -> Any:
    if isinstance(value, Card):
        return str(value)
    if isinstance(value, tuple):
        return [_to_plain(each) for each in value]
    if isinstance(value, Mapping):
        return {key: _to_plain(each) for key, each in value.items()}
    if isinstance(value, StrEnum):
        return value.value
    if isinstance(value, Award):
        pairs = [(field, getattr(value, field.name)) for field in fields(value)]
        return {field.name: _to_plain(each) for field, each in pairs if each != field.default}
    return to_json(value) if is_dataclass(value) else value  # type: ignore[arg-type]


def _reading_to_json(cards: tuple[Card, ...], reading: Combo) -> dict[str, Any]:
    wilds = {_wild_card(cards, reading): _to_plain(reading.wilds)} if reading.wilds else {}
    return {"type": reading.type.value, "key": reading.key, "wilds": wilds}


def _wild_card(cards: tuple[Card, ...], reading: Combo) -> str:
    """The face among the cards that stands for others in this reading: it alone fits one level."""
    ranks = dict.fromkeys(card.rank for card in cards if card.rank in RANKS and card.suit in "H?")
    return next(("H" + rank for rank in ranks if reading in classify(cards, rank)), "wild")


def _a_text(value: object) -> str:
    if not isinstance(value, str):
        raise ValueError("a text is expected")
    return value


def _a_number(value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise ValueError("a whole number is expected")
    return value


def _a_probability(value: object) -> float:
    if not isinstance(value, int | float) or isinstance(value, bool) or not 0 <= value <= 1:
        raise ValueError("a number from 0 to 1 is expected")
    return float(value)


def _texts(value: object) -> tuple[str, ...]:
    return tuple(_a_text(each) for each in _a_list(value))


def _a_list(value: object) -> list[Any]:
    if not isinstance(value, list | tuple):
        raise ValueError("a list is expected")
    return list(value)


def _two_levels(value: object) -> tuple[str, str]:
    first, second = (check_level(text) for text in _texts(value))
    return first, second


def _an_object(value: object) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise ValueError("an object is expected")
    return MappingProxyType(dict(value))


def _names(value: object) -> Mapping[str, str]:
    return MappingProxyType({seat: _a_text(name) for seat, name in _an_object(value).items()})


def _a_card(value: object) -> Card:
    return Card.parse(_a_text(value))


def _cards(value: object) -> tuple[Card, ...]:
    return tuple(_a_card(each) for each in _a_list(value))


def _a_reading(value: object) -> Combo:
    """A reading of as many cards as the play turns out to have."""
    data = _an_object(value)
    meant = [each for stands in _an_object(data.get("wilds", {})).values() for each in _a_list(stands)]
    return Combo(ComboType(data["type"]), _a_number(data["key"]), 0, _cards(meant))


def _a_kind(value: object) -> str:
    """A `Breach`, or the word of an older record."""
    text = _a_text(value)
    return Breach(text) if text in set(Breach) else text


def _yes_or_no(value: object) -> bool:
    if not isinstance(value, bool):
        raise ValueError("true or false is expected")
    return value


def _hands(value: object) -> Mapping[str, tuple[Card, ...]]:
    return MappingProxyType({seat: _cards(cards) for seat, cards in _an_object(value).items()})


def _an_award(value: object) -> Award:
    data = _an_object(value)
    seat, side = data.get("seat"), data.get("side")
    return Award(
        AwardKind(data["kind"]),
        None if seat is None else _a_text(seat),
        None if side is None else _a_number(side),
        _a_number(data.get("levels", 0)),
    )


def _an_event(value: object) -> Event | None:
    if value is None:
        return None
    if _an_object(value).get("event") in ("match", "correction"):
        raise ValueError("neither a header nor a correction replaces an event")
    event = from_json(value)
    assert not isinstance(event, MatchStart)
    return event


_READERS: dict[str, Callable[[Any], Any]] = {
    **dict.fromkeys((*SEATS, "text", "by", "reason", "clause", "deleted"), _a_text),
    **dict.fromkeys(("rules", "rules_version", "event_name", "table", "started", "software"), _a_text),
    **dict.fromkeys(("seq", "deal", "round", "version", "count", "about", "replaces"), _a_number),
    **dict.fromkeys(("at_ms", "began_ms", "after_ms", "before_ms", "gap_ms", "from_ms", "to_ms"), _a_number),
    "level": lambda value: check_level(_a_text(value)),
    "levels": _two_levels,
    "seats": _texts,
    "sides": lambda value: tuple(_texts(each) for each in _a_list(value)),
    "finish": _texts,
    **dict.fromkeys(("side", "seconds", "minutes_left", "gain", "winner"), _a_number),
    **dict.fromkeys(("asked", "leave", "drawing", "upheld"), _yes_or_no),
    "player": _a_text,
    "kind": _a_kind,
    "hands": _hands,
    "turned": _a_card,
    "awards": lambda value: tuple(_an_award(each) for each in _a_list(value)),
    **dict.fromkeys(("players", "own_rules"), _names),
    "switches": _an_object,
    "card": _a_card,
    "cards": _cards,
    "reading": _a_reading,
    "replacement": _an_event,
    "source": Source,
    "state": Standing,
    "p": _a_probability,
}
"""What a field of each name holds, whichever event it belongs to."""
