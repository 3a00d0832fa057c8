"""Rule sets: every switch of the rules, from a dated TOML file that names the clause behind each value.

A file has `name`, `title`, `date`, perhaps `title_en` (the title in English), for a set of one's own also
`parent` (another set by name, or a file beside it), then a line for each switch:
``play_seconds = {value = 30, source = "text", clause = "十三5"}``, or just ``play_seconds = 30``. The table
`penalties` has a row for each irregularity. What a file with a parent does not name is as in the parent.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from difflib import get_close_matches
from pathlib import Path
from types import MappingProxyType
from typing import Any

from engine.cards import RANKS
from engine.penalties import IRREGULARITIES, Penalty
from engine.rule_switches import RuleSwitches
from engine.rulefile import (
    HEAD,
    Origin,
    RuleFile,
    RuleSetError,
    built_in,
    penalty_rows,
    read_file,
    read_head,
    read_parent,
    split_entry,
    split_penalty,
)
from engine.switches import Switch

__all__ = ["Origin", "RuleSet", "RuleSetError", "built_in", "switches"]

WITHOUT_PARENT = "national-2022"
"""The set of the program that a record of a set without a parent stands on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleSet(RuleSwitches):
    """The switches, what the set is called, and what is prescribed for each irregularity.

    `date` is a day, a month or a year (ISO 8601), or ``undated``; `base` names the set of the program that a
    record of this one stands on; `origins` says where each value comes from; the meaning of a switch is in
    `switches()`.
    """

    name: str
    title: str
    date: str
    base: str
    title_en: str = ""
    origins: Mapping[str, Origin] = field(default_factory=dict, compare=False, repr=False)
    penalties: tuple[Penalty, ...]

    @classmethod
    def load(cls, name_or_path: str | Path) -> RuleSet:
        """A built-in rule set by name, or one from a TOML file; raises `RuleSetError`."""
        return _loaded(read_file(name_or_path), ())

    def with_switches(self, switches: Mapping[str, Any]) -> RuleSet:
        """This rule set with an event's own values (a header's ``switches``); raises `RuleSetError`."""
        if not switches:
            return self
        changed: dict[str, Any] = {}
        origins = dict(self.origins)
        penalties = {penalty.kind: penalty for penalty in self.penalties}
        for key, value in switches.items():
            try:
                if key == "penalties":
                    for kind, row in penalty_rows(value).items():
                        penalties[kind], origins[kind] = split_penalty(kind, row)
                else:
                    plain, origins[key] = split_entry(value)
                    changed[key] = _switch(key).read(plain)
            except ValueError as error:
                raise RuleSetError(f"rule set {self.name}, switch {key}: {error}") from error
        changed["penalties"] = tuple(penalties.values())
        given = replace(self, origins=MappingProxyType(origins), **changed)
        if not _can_be_won(given.start_level, given.last_level):
            said = _unwinnable(given.start_level, given.last_level)
            raise RuleSetError(f"rule set {self.name}, switch start_level: {said}")
        return given

    def called(self, language: str) -> str:
        """The title in a language, ``zh`` or ``en``; the only one there is where it has no English one."""
        return self.title_en or self.title if language == "en" else self.title

    def penalty(self, kind: str) -> Penalty:
        """The penalty for an irregularity; KeyError for a kind that is none of `IRREGULARITIES`."""
        for penalty in self.penalties:
            if penalty.kind == kind:
                return penalty
        raise KeyError(kind)

    def origin(self, switch: str) -> Origin:
        """Where the value of a switch, or of a kind of irregularity, comes from."""
        return self.origins[switch]


def switches() -> Mapping[str, Switch]:
    """Every switch by name, with what it may hold, in the order of the rule set's fields."""
    return _SWITCHES


_SWITCHES: Mapping[str, Switch] = MappingProxyType(
    {each.name: each.metadata["switch"] for each in fields(RuleSet) if "switch" in each.metadata}
)


def _can_be_won(start: str, last: str) -> bool:
    return list(RANKS).index(start) <= list(RANKS).index(last)


def _unwinnable(start: str, last: str) -> str:
    return f"a match from level {start} cannot pass level {last}, the last"


def _loaded(file: RuleFile, children: tuple[str, ...]) -> RuleSet:
    """The rule set of a file; `children` are the texts that lead to it by their parents."""
    head: Mapping[str, Any] = read_head(file)
    values, origins = dict[str, Any](), dict[str, Origin]()
    base = head["name"] if file.shipped else WITHOUT_PARENT
    parent = read_parent(file, children)
    if parent is not None:
        above = _loaded(parent, (*children, file.text))
        values = {key: getattr(above, key) for key in (*_SWITCHES, "penalties")}
        origins, base = dict(above.origins), above.base
    penalties = {penalty.kind: penalty for penalty in values.get("penalties", ())}
    for key, entry in file.data.items():
        if key in HEAD:
            continue
        try:
            if key == "penalties":
                _read_penalties(file, entry, penalties, origins)
            else:
                value, origins[key] = split_entry(entry)
                values[key] = _switch(key).read(value)
        except ValueError as error:
            raise error if isinstance(error, RuleSetError) else file.fault(key, error) from error
    missing = [key for key in (*_SWITCHES, *IRREGULARITIES) if key not in values and key not in penalties]
    if missing:
        more = f" and {len(missing) - 1} more" if len(missing) > 1 else ""
        raise file.fault("parent", f"is missing, and so is {missing[0]}{more}: name a set that has them")
    values["penalties"] = tuple(penalties[kind] for kind in IRREGULARITIES)
    if not _can_be_won(values["start_level"], values["last_level"]):
        key = "start_level" if "start_level" in file.data else "last_level"
        raise file.fault(key, _unwinnable(values["start_level"], values["last_level"]))
    return RuleSet(**head, base=base, **values, origins=MappingProxyType(origins))


def _read_penalties(
    file: RuleFile, rows: object, penalties: dict[str, Penalty], origins: dict[str, Origin]
) -> None:
    for kind, row in penalty_rows(rows).items():
        try:
            penalties[kind], origins[kind] = split_penalty(kind, row)
        except ValueError as error:
            raise file.fault(kind, error) from error


def _switch(key: str) -> Switch:
    if key not in _SWITCHES:
        near = get_close_matches(key, [*_SWITCHES, "parent", "penalties"], 1)
        raise ValueError("no such switch" + (f"; is {near[0]} meant?" if near else ""))
    return _SWITCHES[key]
