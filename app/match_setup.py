"""What is settled before a match: one frozen value, and the session that is begun from it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from app import SOFTWARE
from app.copies import Copies, CopyError
from app.evidence import Limits, folder_of
from app.recorder import Prepared, header_for
from app.settings import Settings, TableSettings
from app.store import Log
from engine.dealfile import read_deals
from engine.event_json import RecordError
from engine.events import Hands, MatchStart
from engine.header_rules import rules_of
from engine.match import MatchState, apply
from engine.round_events import LateStart
from engine.rules import RuleSet

if TYPE_CHECKING:
    from app.session import Session
    from vision.table import Table

_MINUTE_S = 60


class SetupError(Exception):
    """A file that the set-up names cannot be used; the message names file and place."""


def _nothing() -> Mapping[str, Any]:
    return MappingProxyType({})


@dataclass(frozen=True, slots=True)
class MatchSetup:
    """All that is settled before the first card.

    rules: a set by name or file; switches: what is other than in it, as `RuleSet.with_switches` takes it;
    seats: at the table's right, top, left and bottom, as the calibration has them where there is one;
    levels: of the two sides at the start, None where both begin as the rules say; level: of the first deal,
    None for the usual one; late: the side (0, 1) that is late, by `late_minutes`; camera: a source as of
    ``watch``, nothing for a match by hand; calibration: a TABLE.toml; deals: hands dealt beforehand.
    """

    event: str = ""
    round: int = 1
    table: str = ""
    rules: str = "national-2022"
    switches: Mapping[str, Any] = field(default_factory=_nothing)
    seats: tuple[str, str, str, str] = ("E", "S", "W", "N")
    players: Mapping[str, str] = field(default_factory=_nothing)
    levels: tuple[str, str] | None = None
    level: str | None = None
    late: int | None = None
    late_minutes: int = 0
    deals: str = ""
    camera: str = ""
    calibration: str = ""
    deck: str = ""

    @property
    def sides(self) -> tuple[tuple[str, str], tuple[str, str]]:
        east, south, west, north = self.seats
        return (east, west), (south, north)

    def seated(self, seats: tuple[str, ...]) -> MatchSetup:
        """With the seats on other sides of the table; what is settled of a pair stays with the pair."""
        turned = replace(self, seats=_four(seats))
        if set(turned.sides[0]) == set(self.sides[0]):
            return turned
        levels = None if self.levels is None else (self.levels[1], self.levels[0])
        return replace(turned, levels=levels, late=None if self.late is None else 1 - self.late)

    def rule_set(self) -> RuleSet:
        """With the switches of this match; raises `RuleSetError`."""
        return RuleSet.load(self.rules).with_switches(self.switches)

    def table_seen(self) -> Table | None:
        """Where the table lies in the picture; raises `TableError`."""
        from vision.table import Table

        return Table.load(self.calibration) if self.camera and self.calibration else None

    def hands(self) -> tuple[Hands, ...]:
        """What was dealt beforehand; raises `SetupError`."""
        if not self.deals:
            return ()
        try:
            deals = read_deals(Path(self.deals).read_text("utf-8"))
        except OSError as error:
            raise SetupError(f"{self.deals}: cannot be read: {error.strerror}") from error
        except UnicodeDecodeError as error:
            raise SetupError(f"{self.deals}: is no text in UTF-8") from error
        except RecordError as error:
            raise SetupError(f"{self.deals}: {error}") from error
        strangers = [seat for deal in deals for seat in deal.hands if seat not in self.seats]
        if strangers:
            raise SetupError(
                f"{self.deals}: nobody sits at {strangers[0]}; the seats are {' '.join(self.seats)}"
            )
        return deals

    def header(self, rules: RuleSet) -> MatchStart:
        """The record's first line."""
        return replace(
            header_for(rules, self.seats, SOFTWARE),
            event_name=self.event,
            round=self.round,
            table=self.table,
            players={seat: self.players.get(seat, "") for seat in self.seats},
        )

    def late_start(self) -> LateStart | None:
        if self.late is None or self.late_minutes <= 0:
            return None
        return LateStart(self.late, self.late_minutes * _MINUTE_S, 0)

    def start(self, rules: RuleSet) -> Start:
        """How the sides stand when the first deal begins."""
        begun = MatchState.start(self.header(rules), rules)
        late = self.late_start()
        if late is not None:
            begun = apply(begun, late)
        levels = begun.levels if late is not None or self.levels is None else self.levels
        usual = levels[0 if late is None else 1 - late.side]
        level = self.level if self.level in levels else usual
        return Start(levels, level, begun.over)


@dataclass(frozen=True, slots=True)
class Start:
    """Levels of the two sides, that of the first deal, and whether a side was so late that it forfeits."""

    levels: tuple[str, str]
    level: str
    forfeited: bool


def begin(setup: MatchSetup, record: Path, settings: Settings) -> Session:
    """A session of a new match; raises what its parts raise, and then nothing is left behind."""
    rules = setup.rule_set()
    table = setup.table_seen()
    if table is not None:
        setup = setup.seated(table.seats)
    start = setup.start(rules)
    late = setup.late_start()
    levels = start.levels if late is None and setup.levels is not None else None
    prepared = Prepared(levels, late, setup.hands())
    header = setup.header(rules)
    return open_session(
        setup.camera,
        table,
        lambda: Log.create(record, header),
        deck=setup.deck,
        level=start.level,
        prepared=prepared,
        kept=Kept.of(settings, record),
    )


def resume(record: Path, settings: Settings, *, by_hand: bool = False) -> Session:
    """A session that goes on with a record, with the camera, deck and hands that its table had.

    Raises what its parts raise, such as `SourceError` for a camera that is not there; `by_hand` needs none.
    """
    with Log.open(record) as log:
        header, mended = log.header, log.mended

    def again() -> Log:
        log = Log.open(record)
        log.mended = log.mended or mended
        return log

    seats = _four(header.seats)
    setup = from_table(MatchSetup(), settings.tables.get(header.table, TableSettings()))
    setup = replace(setup, seats=seats, camera="" if by_hand else setup.camera)
    table = setup.table_seen()
    if table is not None and table.seats != seats:
        raise SetupError(f"{setup.calibration}: has other seats than the record: {' '.join(table.seats)}")
    prepared = Prepared(hands=setup.hands())
    kept = Kept.of(settings, record)
    return open_session(setup.camera, table, again, deck=setup.deck, prepared=prepared, kept=kept)


@dataclass(frozen=True, slots=True)
class Kept:
    """What is kept besides the record.

    copies: of it; limits: of the pictures, pictures: whether they are kept (None: those of a camera are,
    those of a file are not); fault: why there are no copies although there should be.
    """

    copies: Copies | None = None
    pictures: bool | None = None
    limits: Limits | None = None
    fault: str = ""

    @classmethod
    def of(cls, settings: Settings, record: Path) -> Kept:
        """As the settings have it; a folder for copies that is not there must not hold up a match."""
        limits = Limits(total_bytes=round(settings.evidence.size_gib * (1 << 30)))
        pictures = None if settings.evidence.on else False
        try:
            copies = Copies(record, Path(settings.copies)) if settings.copies else None
        except CopyError as error:
            return cls(None, pictures, limits, str(error))
        return cls(copies, pictures, limits)


def open_session(
    camera: str,
    table: Table | None,
    make_log: Callable[[], Log],
    *,
    deck: str = "",
    level: str | None = None,
    leader: str | None = None,
    speed: str = "real",
    prepared: Prepared | None = None,
    kept: Kept | None = None,
) -> Session:
    """Everything a session needs, looked at before the record is begun.

    camera: a source, nothing for a match by hand; deck: of those learned, nothing for the usual ones.
    Raises `SourceError`, `ModelError`, `DeckError` and whatever `make_log` raises.
    """
    import models
    from app.decks import reader_for
    from app.session import Session
    from vision import open_source

    source = open_source(camera) if camera else None
    log = None
    try:
        for name in ("index_detector", "index_reader") if source is not None else ():
            models.load(name)
        read = reader_for(deck) if deck and source is not None else None
        log = make_log()
        kept = kept or Kept()
        keeps = source is not None and (source.live if kept.pictures is None else kept.pictures)
        session = Session(
            source,
            table,
            rules_of(log.header),
            log,
            level=level,
            leader=leader,
            speed=speed,
            source_name=camera,
            read=read,
            prepared=prepared,
            copies=kept.copies,
            evidence=folder_of(log.path) if keeps else None,
            limits=kept.limits,
        )
        if kept.fault:
            session.say(kept.fault)
        return session
    except BaseException:
        if source is not None:
            source.close()
        if log is not None:
            log.abandon()
        raise


# ---- what is remembered --------------------------------------------------------------------------


def remembered(settings: Settings, table: str | None = None) -> MatchSetup:
    """The set-up of the last match at a table, None: at the one used last."""
    table = settings.table if table is None else table
    known = settings.tables.get(table, TableSettings())
    return from_table(MatchSetup(settings.event, settings.round, table), known)


def from_table(setup: MatchSetup, known: TableSettings) -> MatchSetup:
    """The set-up with what is known of its table."""
    return replace(
        setup,
        rules=known.rules,
        switches=dict(known.switches),
        seats=known.seats,
        players=dict(known.players),
        deals=known.deals,
        camera=known.camera,
        calibration=known.calibration,
        deck=known.deck,
    )


def with_setup(settings: Settings, setup: MatchSetup) -> Settings:
    """The settings that remember a match which begins; being late and levels are of that match alone."""
    known = TableSettings(
        camera=setup.camera,
        calibration=setup.calibration,
        seats=setup.seats,
        rules=setup.rules,
        switches=dict(setup.switches),
        deck=setup.deck,
        players={seat: name for seat, name in setup.players.items() if name},
        deals=setup.deals,
    )
    return replace(
        settings,
        event=setup.event,
        round=setup.round,
        table=setup.table,
        tables={**settings.tables, setup.table: known},
    )


def _four(seats: tuple[str, ...]) -> tuple[str, str, str, str]:
    east, south, west, north = seats
    return east, south, west, north
