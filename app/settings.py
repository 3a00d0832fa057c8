"""What the user has settled once: a TOML file to be read and edited by hand.

Whatever is wrong in the file is named, with its place, and the value that the program comes with is used in
its place. A file that cannot be read as TOML is left as it is. Comments, and keys of other versions of the
program, stay where they are when it writes.
"""

import os
import re
import tomllib
from collections.abc import Iterator, Mapping, MutableMapping
from dataclasses import dataclass, field, is_dataclass, replace
from difflib import get_close_matches
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any, Literal, TypeVar, get_args, get_origin, get_type_hints

import msgspec
import platformdirs

FILE = "settings.toml"
_Kind = TypeVar("_Kind")
_Count = Annotated[int, msgspec.Meta(ge=1)]
LONGEST_DELAY_S = 86400
_Delay = Annotated[float, msgspec.Meta(ge=0, le=LONGEST_DELAY_S)]


class Wrong(StrEnum):
    """What is wrong with the file, or at a place of it."""

    UNREADABLE = "unreadable"  # the system does not give it
    NOT_TEXT = "not_text"  # no UTF-8
    NOT_TOML = "not_toml"
    UNWRITABLE = "unwritable"
    UNKNOWN = "unknown"  # no such setting
    NO_SECTION = "no_section"
    NOT_FOUR = "not_four"  # seats that are not four different names
    TYPE = "type"
    CHOICE = "choice"  # none of the words that may stand there


@dataclass(frozen=True, slots=True)
class SettingsFault:
    """where: the file, and the key in it; why: what the system or the parser says; meant: a key that is like
    it; expected, bound, got: the kind of value (of `TYPES`), its bounds, and what stands there; used: the
    value that is taken in its place."""

    where: str
    wrong: Wrong
    why: str = ""
    meant: str = ""
    expected: str = ""
    bound: str = ""
    got: str = ""
    used: str = ""

    def __str__(self) -> str:
        return f"{self.where}: {self._said()}"

    def _said(self) -> str:
        match self.wrong:
            case Wrong.UNREADABLE:
                return f"cannot be read: {self.why}"
            case Wrong.NOT_TEXT:
                return "is no text in UTF-8"
            case Wrong.NOT_TOML:
                return f"is no TOML: {self.why}"
            case Wrong.UNWRITABLE:
                return f"cannot be written: {self.why}"
            case Wrong.UNKNOWN:
                meant = f" (is {self.meant} meant?)" if self.meant else ""
                return f"there is no such setting{meant}; it is passed over"
            case Wrong.NO_SECTION:
                return "must be a section; it is passed over"
            case Wrong.NOT_FOUR:
                return f"must be four different names; {self.used} are used"
            case Wrong.CHOICE:
                return f"invalid enum value {self.got}; {self._used()} is used"
        bound = f" {self.bound}" if self.bound else ""
        got = f", got {TYPES.get(self.got, self.got)}" if self.got else ""
        return f"expected {TYPES.get(self.expected, self.expected)}{bound}{got}; {self._used()} is used"

    def _used(self) -> str:
        return self.used or "what the program comes with"


class SettingsError(Exception):
    """The settings cannot be written."""

    def __init__(self, fault: SettingsFault) -> None:
        super().__init__(f"{fault}; nothing was saved")
        self.fault = fault


@dataclass(frozen=True, slots=True)
class Evidence:
    """Pictures that are kept beside a record, in how many GiB at most; keep_days: those of a match that is
    over are deleted so many days after, 0: never."""

    on: bool = True
    size_gib: Annotated[float, msgspec.Meta(gt=0)] = 20.0
    keep_days: Annotated[int, msgspec.Meta(ge=0)] = 0


@dataclass(frozen=True, slots=True)
class OnAirSettings:
    """What is shown to the world, and how long after it happened.

    always: with every match that is begun; network: also to other machines; names: what they call this one,
    besides by its addresses; delay_s: of everything public; hands, hands_delay_s: the open hands of a
    broadcast; freeze_score: the score stands while a ruling is open; picture: the table picture; texts: a
    folder for text files.
    """

    always: bool = False
    port: Annotated[int, msgspec.Meta(ge=0, le=65535)] = 8710
    network: bool = False
    names: tuple[str, ...] = ()
    delay_s: _Delay = 30.0
    hands: bool = False
    hands_delay_s: _Delay = 900.0
    freeze_score: bool = False
    picture: bool = True
    texts: str = ""


@dataclass(frozen=True, slots=True)
class ObsSettings:
    """What OBS does with the match, by its own WebSocket server; the password is kept elsewhere.

    deal, rest, ruling: the scene while a deal is played, between deals, while the referee is called (none:
    it stays); bombs, finishes, rulings: what is marked, by saving the replay buffer and by a chapter of the
    recording; refresh: our browser sources are loaded anew once OBS is reached.
    """

    on: bool = False
    host: str = "127.0.0.1"
    port: Annotated[int, msgspec.Meta(ge=1, le=65535)] = 4455
    deal: str = ""
    rest: str = ""
    ruling: str = ""
    bombs: bool = True
    finishes: bool = True
    rulings: bool = True
    replay: bool = True
    chapter: bool = True
    refresh: bool = True


@dataclass(frozen=True, slots=True)
class TableSettings:
    """What is remembered of a table.

    camera: ``camera:NAME``, a video file, or nothing (by hand); calibration: its TABLE.toml, which holds the
    play square, the size of the cards and the seats; seats: those of a table without one, at its right, top,
    left and bottom; rules: a rule set by name or file; switches: what is other than in it; players: by seat;
    deals: a file of hands that were dealt beforehand (预制牌).
    """

    camera: str = ""
    calibration: str = ""
    seats: tuple[str, str, str, str] = ("E", "S", "W", "N")
    rules: str = "national-2022"
    switches: dict[str, Any] = field(default_factory=dict)
    deck: str = ""
    players: dict[str, str] = field(default_factory=dict)
    deals: str = ""


@dataclass(frozen=True, slots=True)
class Settings:
    """language: "zh", "en", or nothing for the system's; shortcuts: key by action; speech: warnings are
    spoken (into an earphone: players must not hear them); copies: a second folder for records; event, round,
    table: of the match begun last."""

    language: Literal["", "zh", "en"] = ""
    theme: Literal["dark", "light", "system"] = "dark"
    shortcuts: dict[str, str] = field(default_factory=dict)
    speech: bool = False
    copies: str = ""
    evidence: Evidence = field(default_factory=Evidence)
    on_air: OnAirSettings = field(default_factory=OnAirSettings)
    obs: ObsSettings = field(default_factory=ObsSettings)
    event: str = ""
    round: _Count = 1
    table: str = ""
    tables: dict[str, TableSettings] = field(default_factory=dict)

    def players(self) -> list[str]:
        """Every name that was ever entered, each once."""
        names = (name for table in self.tables.values() for name in table.players.values())
        return sorted({name for name in names if name})


@dataclass(frozen=True, slots=True)
class Loaded:
    """The settings as far as they can be used, a fault for everything that cannot, and whether the file
    may be written: not one that could not be read."""

    settings: Settings
    faults: tuple[SettingsFault, ...] = ()
    writable: bool = True


def settings_path() -> Path:
    """The user's file; it need not be there."""
    return Path(platformdirs.user_config_dir("guandan-eye", appauthor=False)) / FILE


def load(path: Path | None = None) -> Loaded:
    """The settings in a file; those that the program comes with where there is none."""
    path = path or settings_path()
    try:
        data = tomllib.loads(path.read_text("utf-8"))
    except FileNotFoundError:
        return Loaded(Settings())
    except OSError as error:
        return _unread(SettingsFault(str(path), Wrong.UNREADABLE, error.strerror or ""))
    except UnicodeDecodeError:
        return _unread(SettingsFault(str(path), Wrong.NOT_TEXT))
    except tomllib.TOMLDecodeError as error:
        return _unread(SettingsFault(str(path), Wrong.NOT_TOML, str(error)))
    faults: list[SettingsFault] = []
    settings = _read(Settings, data, str(path), faults)
    return Loaded(settings, tuple(faults))


def save(settings: Settings, path: Path | None = None) -> None:
    """Write the settings, whole or not at all, into what the file holds; raises `SettingsError`.

    Nothing is written over a file that cannot be read.
    """
    import tomlkit  # 60 ms, and only to write

    path = path or settings_path()
    loaded = load(path)
    if not loaded.writable:
        raise SettingsError(loaded.faults[0])
    beside = path.with_name(path.name + ".part")
    try:
        before = _plain(loaded.settings) if path.exists() else {}
        document = tomlkit.parse(path.read_text("utf-8")) if path.exists() else tomlkit.document()
        _put(document, _plain(settings), before)
        path.parent.mkdir(parents=True, exist_ok=True)
        with beside.open("w", encoding="utf-8", newline="\n") as file:
            file.write(tomlkit.dumps(document))
            file.flush()
            os.fsync(file.fileno())
        os.replace(beside, path)
    except OSError as error:
        fault = SettingsFault(str(path), Wrong.UNWRITABLE, error.strerror or "")
        raise SettingsError(fault) from error


def change(path: Path | None = None, **values: Any) -> Settings:
    """Save some values and leave the others as they are; raises `SettingsError`."""
    settings = replace(load(path).settings, **values)
    save(settings, path)
    return settings


def _unread(fault: SettingsFault) -> Loaded:
    return Loaded(Settings(), (fault,), writable=False)


# ---- reading: each key for itself, so that one bad value costs no other ---------------------------


def _read(kind: type[_Kind], data: Mapping[str, Any], where: str, faults: list[SettingsFault]) -> _Kind:
    """A dataclass of the values that can be used."""
    hints = get_type_hints(kind, include_extras=True)
    usual = kind()
    values: dict[str, Any] = {}
    for key, value in data.items():
        place = f"{where}: {key}" if where.endswith(".toml") else f"{where}.{key}"
        if key not in hints:
            near = get_close_matches(key, hints, 1)
            faults.append(SettingsFault(place, Wrong.UNKNOWN, meant=near[0] if near else ""))
            continue
        values[key] = _value(hints[key], value, getattr(usual, key), place, faults)
    if "seats" in values and len(set(values["seats"])) != 4:
        faults.append(SettingsFault(f"{where}.seats", Wrong.NOT_FOUR, used=" ".join(_SEATS)))
        del values["seats"]
    return kind(**values)


def _value(hint: Any, value: object, usual: object, place: str, faults: list[SettingsFault]) -> Any:
    """A value as its type has it, or the usual one and a fault."""
    if isinstance(value, dict) and isinstance(hint, type) and is_dataclass(hint):
        return _read(hint, value, place, faults)
    if isinstance(value, dict) and get_origin(hint) is dict and is_dataclass(get_args(hint)[1]):
        return dict(_each(get_args(hint)[1], value, place, faults))
    try:
        return msgspec.convert(value, hint)
    except msgspec.ValidationError as error:
        faults.append(_misfit(place, str(error), _shown(usual)))
        return usual


def _each(
    kind: type, data: Mapping[str, Any], place: str, faults: list[SettingsFault]
) -> Iterator[tuple[str, Any]]:
    for key, value in data.items():
        if isinstance(value, dict):
            yield key, _read(kind, value, f"{place}.{key}", faults)
        else:
            faults.append(SettingsFault(f"{place}.{key}", Wrong.NO_SECTION))


_SEATS = TableSettings().seats
TYPES = {
    "bool": "true or false",
    "int": "a whole number",
    "float": "a number",
    "str": "a text in quotation marks",
    "array": "a list",
    "object": "a section",
}
"""Kinds of value, and what the file's user calls them."""
_EXPECTED = re.compile(r"Expected `(\w+)`(?: ([^,]+))?(?:, got `?(\w+)`?)?")


def _misfit(place: str, said: str, used: str) -> SettingsFault:
    """What msgspec says of a value, taken apart."""
    said = said.partition(" - at ")[0]
    found = _EXPECTED.fullmatch(said)
    if found is None:
        value = said.removeprefix("Invalid enum value ")
        return SettingsFault(place, Wrong.CHOICE, got=value, used=used)
    expected, bound, got = (part or "" for part in found.groups())
    return SettingsFault(place, Wrong.TYPE, expected=expected, bound=bound, got=got, used=used)


def _shown(value: object) -> str:
    """A value as the file has it; nothing for a whole section."""
    if is_dataclass(value) or isinstance(value, dict):
        return ""
    return str(value).lower() if isinstance(value, bool) else repr(value)


# ---- writing: only what has changed, so that the user's own text stays -----------------------------


def _plain(settings: Settings) -> dict[str, Any]:
    plain: dict[str, Any] = msgspec.to_builtins(settings)
    return plain


def _put(document: MutableMapping[str, Any], now: Mapping[str, Any], before: Mapping[str, Any]) -> None:
    """Bring a section from what it said to what it shall say."""
    for key in before.keys() - now.keys():
        document.pop(key, None)
    for key, value in now.items():
        if key in before and before[key] == value:
            continue
        there = document.get(key)
        if isinstance(value, dict) and isinstance(there, MutableMapping):
            _put(there, value, before.get(key, {}))
        else:
            document[key] = list(value) if isinstance(value, tuple) else value
