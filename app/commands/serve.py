"""`serve`: the overlay server alone, of a record that another program writes, or that is replayed."""

import argparse
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING

from app.commands import DONE, INPUT, MACHINE, USAGE, Failure
from app.commands.records import load_record
from app.places import records_folder
from app.settings import OnAirSettings, load
from app.unfinished import latest_unfinished

if TYPE_CHECKING:
    from app.air.on_air import OnAir
    from app.air.rows import Source

NETWORK = (
    "every machine in this network can reach the overlays now, and whoever has an address with a token can "
    "use it; nothing is encrypted, so use a network that you trust"
)


_LINE_BYTES = 1 << 20
"""No header is longer."""


def serve(args: argparse.Namespace) -> int:
    """Until it is interrupted, which is how it ends."""
    from app.air.on_air import AirError, OnAir

    loaded = load()
    for fault in loaded.faults:
        print(f"guandan-eye: {fault}", file=sys.stderr)
    on_air = OnAir(_source(args), _settings(args, loaded.settings.on_air))
    with _until_asked() as asked:
        try:
            on_air.start()
        except AirError as error:
            raise Failure(MACHINE, str(error)) from error
        try:
            _tell(on_air)
            told: set[str] = set()
            while on_air.runs and not asked.wait(0.5):
                _tell_faults(on_air, told)
            _tell_faults(on_air, told)
        finally:
            on_air.stop()
    return DONE if asked.is_set() else MACHINE


def _source(args: argparse.Namespace) -> "Source":
    """Raises `Failure` where there is nothing to serve."""
    from app.air.rows import Followed, Replayed
    from app.air.times import times_of

    if args.replay:
        if args.live:
            raise Failure(USAGE, "--replay: say which record, with --record FILE")
        if load_record(args.record).header is None:
            raise Failure(INPUT, f"{args.record}: is no record: its header cannot be read")
        return Replayed(args.record)
    record = _newest() if args.live else args.record
    _must_be_record(record)
    return Followed(record, times=times_of(record))


def _must_be_record(path: Path) -> None:
    """Or not there yet, which is said; raises `Failure`."""
    from app.air.rows import Folding, event_of

    if path.is_dir():
        raise Failure(INPUT, f"{path}: is no record but a folder")
    try:
        with path.open("rb") as file:
            line = file.readline(_LINE_BYTES)
    except FileNotFoundError:
        print(f"guandan-eye: {path} is not there yet; waiting for it", file=sys.stderr, flush=True)
        return
    except OSError as error:
        raise Failure(INPUT, f"{path}: cannot be read: {error.strerror}") from error
    if not line:
        print(f"guandan-eye: {path} is still empty; waiting for it", file=sys.stderr, flush=True)
        return
    header = event_of(line)
    if header is None or Folding().row(header, 0.0) is None:
        raise Failure(INPUT, f"{path}: is no record: its header cannot be read")


def _newest() -> Path:
    found = latest_unfinished(records_folder())
    if found is None:
        raise Failure(INPUT, f"{records_folder()}: holds no match that is not over; name one with --record")
    print(f"record: {found.record}")
    return found.record


def _settings(args: argparse.Namespace, own: OnAirSettings) -> OnAirSettings:
    """What is said goes before what is settled; the network must be said each time."""
    return replace(
        own,
        port=own.port if args.port is None else args.port,
        delay_s=own.delay_s if args.delay is None else args.delay,
        network=args.network,
    )


def _tell(on_air: "OnAir") -> None:
    settings = on_air.settings
    for link in on_air.links:
        print(f"{link.what}: {link.url}")
    print(f"delay: {settings.delay_s:g} s", flush=True)
    if settings.network:
        print(f"guandan-eye: {NETWORK}", file=sys.stderr)
        if sys.stdout.isatty():
            import segno

            segno.make(on_air.links[0].url, micro=False).terminal(compact=True)


def _tell_faults(on_air: "OnAir", told: set[str]) -> None:
    """Each once."""
    for fault in on_air.faults:
        if fault not in told:
            print(f"guandan-eye: {fault}", file=sys.stderr, flush=True)
            told.add(fault)


@contextmanager
def _until_asked() -> Iterator[threading.Event]:
    """Set by Ctrl-C, and by a polite request to end (kill, a closed terminal)."""
    asked = threading.Event()

    def ask(number: int, frame: FrameType | None) -> None:
        asked.set()

    before = {number: signal.signal(number, ask) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield asked
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
