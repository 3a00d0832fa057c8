"""`calibrate`: where the table lies in the picture, by a window, by markers, or by points given."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from app.commands import DONE, INPUT, INTERRUPTED, MACHINE, Failure, failures, write_new

if TYPE_CHECKING:
    from vision import FrameSource, Table

PATIENCE = 50
"""Pictures in which the markers are looked for."""


def calibrate(args: argparse.Namespace) -> int:
    """Writes TABLE.toml; nothing where the window was closed without saving."""
    with failures():
        from vision import open_source

        path: Path = args.output
        if path.exists() and path.stat().st_size:
            raise Failure(INPUT, f"{path}: is there already; choose another name")
        source = open_source(args.source)
        table = _without_window(args, source) if args.headless or args.points else _in_window(args, source)
    if table is None:
        print("nothing saved")
        return INTERRUPTED
    write_new(path, table.to_toml().encode())
    print(f"table: {path}")
    return DONE


def _without_window(args: argparse.Namespace, source: "FrameSource") -> "Table":
    """By the points given, else by the markers in one of the first pictures; raises `TableError`."""
    import numpy as np

    from vision.table import PLAY_AREA_MM, SEATS, Table, TableError

    area = tuple(args.play_area or PLAY_AREA_MM)
    seats = tuple(args.seats.split(",")) if args.seats else SEATS
    if len(set(seats)) != 4:
        raise TableError(f"--seats {args.seats}: must be four different names")
    if min(area) <= 0:
        raise TableError("--play-area: must be more than 0")
    try:
        fault = TableError(f"{args.source}: no picture came")
        for number, frame in enumerate(source):
            if args.points:
                return Table(np.array(args.points, np.float32), area, seats).placed(frame.image)
            try:
                return Table(None, area, seats, by_markers=True).placed(frame.image)
            except TableError as error:
                fault = error
            if number >= PATIENCE:
                break
        raise fault
    finally:
        source.close()


def _in_window(args: argparse.Namespace, source: "FrameSource") -> "Table | None":
    try:
        from app.ui.calibrate_window import run_calibration
    except ImportError as error:  # a system library that Qt needs
        source.close()
        sentence = f"no window can be opened: {error}. `guandan-eye doctor` says what to install"
        raise Failure(MACHINE, sentence) from error
    try:
        return run_calibration(source, lang=getattr(args, "lang", None), title=f"{args.source} · calibrate")
    except RuntimeError as error:
        raise Failure(MACHINE, str(error)) from error
