"""The rules in a record's header: all that it takes to replay the record with nothing but this program.

A header names a set that comes with the program (`rules`), what the organiser has changed of it (`switches`,
as in a rule set's TOML), what the organiser calls that (`own_rules`), and which version of the named set the
changes stand on (`rules_version`), as a later program may have another.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from hashlib import sha256
from typing import Any

from engine.events import MatchStart
from engine.penalties import IRREGULARITIES, Award, Penalty
from engine.rulefile import Origin, check_own_name, is_path
from engine.rules import RuleSet, RuleSetError, built_in, switches
from engine.switches import NONE

_HEAD = ("name", "title", "title_en", "date")


def rules_fields(rules: RuleSet) -> dict[str, Any]:
    """The fields of a header that hold a rule set, by name."""
    base = RuleSet.load(rules.base)
    fields: dict[str, Any] = {"rules": base.name, "rules_version": version_of(base)}
    changed = differing(rules, base)
    if changed:
        fields["switches"] = _changes(rules, changed)
    if rules.name != base.name:
        fields["own_rules"] = {key: getattr(rules, key) for key in _HEAD if getattr(rules, key)}
    return fields


def rules_of(header: MatchStart) -> RuleSet:
    """The rules under which a record was made.

    Raises `RuleSetError`, also where an older record names a file that is no longer there.
    """
    if is_path(header.rules) and not header.rules.endswith(".toml"):
        raise RuleSetError(f"{header.rules!r} names no rule set")
    try:
        rules = RuleSet.load(header.rules)
    except RuleSetError as error:
        if not is_path(header.rules):
            raise
        raise RuleSetError(f"{error}; an older program kept no more of its rules than that name") from error
    rules = rules.with_switches(header.switches)
    own = header.own_rules
    if not own:
        return rules
    if not own.get("name"):
        raise RuleSetError("own_rules: name is missing")
    check_own_name(own["name"])
    title, date = own.get("title", own["name"]), own.get("date", "undated")
    return replace(rules, name=own["name"], title=title, title_en=own.get("title_en", ""), date=date)


def called(header: MatchStart, language: str) -> str:
    """What the rules of a record are called, ``zh`` or ``en``; the bare name where that is all there is."""
    own = header.own_rules
    if own:
        title = own.get("title") or own.get("name", "")
        return own.get("title_en") or title if language == "en" else title
    return _load(header.rules).called(language) if header.rules in built_in() else header.rules


@cache
def _load(name: str) -> RuleSet:
    """A set of the program: it is the same as long as that runs."""
    return RuleSet.load(name)


def version_of(rules: RuleSet) -> str:
    """Date of a rule set and a sum over its values, such as ``2022-09-08/1f0c93ab``."""
    text = json.dumps(_changes(rules, (*switches(), *IRREGULARITIES), origins=False), sort_keys=True)
    return f"{rules.date}/{sha256(text.encode()).hexdigest()[:8]}"


def version_note(header: MatchStart) -> str:
    """What to say where the program's set is not the one that the record was made with; else nothing."""
    if not header.rules_version or header.rules not in built_in():
        return ""
    ours = version_of(RuleSet.load(header.rules))
    if ours == header.rules_version:
        return ""
    return (
        f"made with {header.rules} of {header.rules_version}, but this program has that of {ours}:"
        " what the record does not hold in its switches may have been other then"
    )


def differing(one: RuleSet, other: RuleSet) -> tuple[str, ...]:
    """Names of the switches and irregularities in which two sets differ."""
    named = [key for key in switches() if getattr(one, key) != getattr(other, key)]
    return (*named, *(kind for kind in IRREGULARITIES if one.penalty(kind) != other.penalty(kind)))


def _changes(rules: RuleSet, keys: tuple[str, ...], *, origins: bool = True) -> dict[str, Any]:
    """The values of some switches and irregularities as `RuleSet.with_switches` takes them, plain JSON."""
    changes: dict[str, Any] = {}
    for key in keys:
        origin = dict(_origin(rules.origin(key))) if origins else {}
        if key in IRREGULARITIES:
            changes.setdefault("penalties", {})[key] = _row(rules.penalty(key)) | origin
        else:
            value = _plain(getattr(rules, key))
            changes[key] = {"value": value} | origin if origin else value
    return changes


def _plain(value: Any) -> Any:
    if isinstance(value, tuple):
        return [_plain(each) for each in value]
    return NONE if value is None else value


def _row(penalty: Penalty) -> dict[str, Any]:
    row = _award(penalty.award)
    if penalty.then is not None:
        row |= {"at": penalty.at, "per": penalty.per, "then": _award(penalty.then)}
    return row


def _award(award: Award) -> dict[str, Any]:
    levels = {"opponents": award.opponents, "own": award.own}
    return {"award": award.name} | {key: by for key, by in levels.items() if by}


def _origin(origin: Origin) -> Iterator[tuple[str, str]]:
    """What an entry says besides its value; nothing of an organiser's own that names no clause."""
    if origin.source != "own":
        yield "source", origin.source
    for key in ("clause", "note"):
        if getattr(origin, key):
            yield key, getattr(origin, key)
