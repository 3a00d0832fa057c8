"""The JSON Schema of a record's lines: ``python -m engine.record_schema > docs/schemas/record.schema.json``.

Made from the events themselves; only what a field of each name holds is said here.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import Field, fields
from typing import Any

from engine.breaches import AwardKind
from engine.cards import CARD_PATTERN
from engine.combos import ComboType
from engine.event_json import EVENT_NAMES, KEYS, is_optional, may_lack
from engine.events import HAND, MatchStart, Source, Standing
from engine.penalties import AWARDS, IRREGULARITIES, PERIODS
from engine.rulefile import SOURCES
from engine.rules import switches
from engine.switches import NONE, Choice, Flag, LateSteps, Levels, Number, Switch

Schema = dict[str, Any]


def _ref(name: str) -> Schema:
    return {"$ref": f"#/$defs/{name}"}


def _list(of: Schema, least: int = 0, most: int | None = None, **more: Any) -> Schema:
    bounds = {"minItems": least} | ({} if most is None else {"maxItems": most})
    return {"type": "array", "items": of} | bounds | more


def _number(least: int | None = None, most: int | None = None) -> Schema:
    bounds = {"minimum": least, "maximum": most}
    return {"type": "integer"} | {key: value for key, value in bounds.items() if value is not None}


def _object(of: Schema) -> Schema:
    return {"type": "object", "additionalProperties": of}


_TEXT: Schema = {"type": "string"}
_FLAG: Schema = {"type": "boolean"}
_VALUES: Mapping[str, Schema] = {
    "seat": {"type": "string", "minLength": 1},
    "level": {"type": "string", "pattern": "^[2-9TJQKA]$"},
    "levels": _list(_ref("level"), 2, 2)
    | {"description": "the two sides' own levels, in the order of the header's sides"},
    "card": {
        "description": "suit and rank (S2, HT), a joker (SB small, HR big), ?3 rank only, ?? unread",
        "type": "string",
        "pattern": CARD_PATTERN,
    },
    "ms": _number() | {"description": "milliseconds since the header's start, on a clock that does not jump"},
    "side": _number(0, 1) | {"description": "index into the header's sides"},
    "event_number": _number(1) | {"description": "seq of the event in question"},
    "source": {"enum": [*Source]},
    "state": {"description": "asked: the best lawful proposal, confirmed by nobody", "enum": [*Standing]},
    "reading": {
        "type": "object",
        "required": ["type", "key"],
        "properties": {
            "type": {"enum": [*ComboType]},
            "key": _number(0, 17)
            | {
                "description": "what is compared: value of the rank at the level; for runs, natural value of"
                " the top rank; 0 for the four jokers"
            },
            "wilds": _object(_list(_ref("card")))
            | {"description": "what each wild card stands for, by the wild card"},
        },
    },
    "award": {
        "type": "object",
        "required": ["kind"],
        "anyOf": [{"required": ["seat"]}, {"required": ["side"]}],
        "properties": {
            "kind": {"enum": [*AwardKind]},
            "seat": _ref("seat"),
            "side": _ref("side"),
            "levels": _number() | {"description": "levels up or down, of the award levels alone"},
        },
    },
    "told": {
        "description": "where a value of a rule set comes from; value: of a switch",
        "type": "object",
        "properties": {"value": {}, "source": {"enum": [*SOURCES]}, "clause": _TEXT, "note": _TEXT},
    },
    "prescribed": {
        "description": "what a rule set prescribes for an irregularity",
        "type": "object",
        "required": ["award"],
        "properties": {
            "award": {"enum": [*AWARDS]},
            **dict.fromkeys(("opponents", "own"), _number(-12, 12)),
        },
    },
    "penalty": {
        "allOf": [_ref("prescribed"), _ref("told")],
        "properties": {"at": _number(2, 100), "per": {"enum": [*PERIODS]}, "then": _ref("prescribed")},
    },
}
"""What the fields below refer to."""


def _switches() -> Schema:
    """What differs from the rule set named in the header: values, plain or with where they come from."""
    rows = {kind: _ref("penalty") for kind in IRREGULARITIES}
    entries = {key: _entry(_ref(f"switch_{key}")) for key in switches()}
    entries["penalties"] = {"type": "object", "properties": rows, "additionalProperties": False}
    return {"type": "object", "properties": entries, "additionalProperties": False}


def _entry(value: Schema) -> Schema:
    return {"anyOf": [value, {**_ref("told"), "required": ["value"], "properties": {"value": value}}]}


def _switch(switch: Switch) -> Schema:
    """What a switch may hold."""
    match switch:
        case Choice():
            return {"enum": [*switch.choices]}
        case Number():
            number = _number(switch.low, switch.high)
            return {"anyOf": [number, {"enum": [NONE, None]}]} if switch.optional else number
        case Flag():
            return _FLAG
        case Levels():
            return _list(_ref("level"))
        case LateSteps():
            return _list(_list(_number(1), 2, 2))


_FIELDS: Mapping[str, Schema] = {
    **dict.fromkeys(("seat", "to", "leader", "shuffler", "cutter", "first", "holder"), _ref("seat")),
    **dict.fromkeys(("text", "by", "reason", "clause", "player", "kind"), _TEXT),
    **dict.fromkeys(("rules_version", "event_name", "table", "started", "software"), _TEXT),
    "rules": _TEXT | {"description": "a rule set of the program; older records may name a file"},
    "own_rules": _object(_TEXT)
    | {"description": "name, title and date of the organiser's own rules, of which switches has the changes"},
    **dict.fromkeys(("at_ms", "after_ms", "before_ms", "from_ms", "to_ms"), _ref("ms")),
    **dict.fromkeys(("asked", "leave", "drawing", "upheld"), _FLAG),
    **dict.fromkeys(("about", "replaces"), _ref("event_number")),
    **dict.fromkeys(("winner", "side"), _ref("side")),
    **dict.fromkeys(("card", "turned"), _ref("card")),
    "began_ms": _ref("ms") | {"description": "movement began in the seat's area"},
    "deleted": _TEXT | {"description": "day and time (ISO 8601) at which pictures were deleted"},
    "seq": _number(1),
    "version": {"const": 1},
    "round": _number(),
    "deal": _number(1),
    "count": _number(0, HAND),
    "gain": _number(),
    "gap_ms": _number(0),
    "seconds": _number(1),
    "minutes_left": _number(0),
    "level": _ref("level"),
    "levels": _ref("levels"),
    "cards": _list(_ref("card"), 1),
    "hands": _object(_list(_ref("card"), 0, HAND)),
    "seats": _list(_ref("seat"), 0, 4),
    "sides": _list(_list(_ref("seat"), 2, 2), 2, 2),
    "finish": _list(_ref("seat"), 2, 4),
    "players": _object(_TEXT),
    "switches": _switches(),
    "awards": _list(_ref("award")),
    "source": _ref("source"),
    "state": _ref("state"),
    "p": {"type": "number", "minimum": 0, "maximum": 1},
    "reading": _ref("reading"),
    "replacement": {
        "description": "null strikes the event out",
        "anyOf": [{"type": "null"}, _ref("event")],
    },
}
"""What a field of each name holds."""


def schema() -> Schema:
    """The whole schema; further fields may stand on a line."""
    names = [name for name in EVENT_NAMES if name != "match"]
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "One line of a record: the header first, then one event a line. It may have further fields.",
        "type": "object",
        "required": ["event"],
        "properties": {"event": {"enum": [*EVENT_NAMES]}},
        "if": {"properties": {"event": {"const": "match"}}},
        "then": _ref("match"),
        "else": {"required": ["seq"], **_ref("event")},
        "$defs": {
            **_VALUES,
            **{
                f"switch_{key}": _switch(switch) | {"description": switch.words}
                for key, switch in switches().items()
            },
            "event": {
                "type": "object",
                "required": ["event"],
                "properties": {"event": {"enum": names}},
                "allOf": [
                    {"if": {"properties": {"event": {"const": name}}}, "then": _ref(name)} for name in names
                ],
            },
            **{name: _line(name) for name in EVENT_NAMES},
        },
    }


def _line(name: str) -> Schema:
    kind = EVENT_NAMES[name]
    required = ["event", *(_key(field) for field in fields(kind) if not may_lack(field))]
    values = {_key(field): _value(kind, field) for field in fields(kind)}
    return {"type": "object", "required": required, "properties": {"event": {"const": name}, **values}}


def _key(field: Field[Any]) -> str:
    return KEYS.get(field.name, field.name)


def _value(kind: type, field: Field[Any]) -> Schema:
    value = _FIELDS[field.name]
    if kind is MatchStart and field.name == "seats":
        return _list(_ref("seat"), 4, 4, uniqueItems=True) | {"description": "in order of play"}
    if field.name == "cards" and may_lack(field):
        value = _list(_ref("card"))  # of an irregularity, which may be about none
    return {"anyOf": [{"type": "null"}, value]} if is_optional(field) else value


if __name__ == "__main__":
    import sys

    sys.stdout.reconfigure(encoding="utf-8")  # type: ignore[union-attr]
    print(json.dumps(schema(), ensure_ascii=False, indent=2))
