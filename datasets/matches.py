"""Simulated matches: the record of a match that never was, and a video of its table.

``python -m datasets.matches --record OUT.jsonl --video OUT.mp4 --held-out`` makes one whose font and
surface no training picture has seen; without ``--held-out`` it is ``guandan-eye simulate``.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from datasets.decks import Deck
from datasets.director import Director, length
from datasets.film import Film
from datasets.player import QUICK, play_match
from datasets.rounds import play_round
from datasets.style import VideoStyle
from datasets.video import QUICKLY, Progress, frame_count, told, write
from engine import RANKS, Event, MatchStart, RuleSet, dumps_line


class SimulateError(ValueError):
    """A match that cannot be simulated as asked, or a file that cannot be written; one sentence."""


def simulate(
    rules: str | Path,
    level: str | None,
    seed: int,
    deals: int,
    record_path: Path,
    video_path: Path | None = None,
    held_out: bool = False,
    progress: Progress | None = None,
) -> None:
    """Play a match and write its record, and with ``video_path`` its video and ``OUT.table.toml`` beside it.

    ``rules`` names a rule set or its file; ``level`` is that of both sides (None: where the rules start).
    Everything follows from the arguments.  A record alone has tribute and reports as well; for a video there
    is the play only, which the camera sees, and the players are quick: a deal takes three to six minutes.
    Raises `SimulateError`, and `RuleSetError` for the rules.
    """
    loaded = RuleSet.load(rules)
    level = loaded.start_level if level is None else level.upper()
    if level not in tuple(RANKS):
        raise SimulateError(f"{level!r} is no level; levels are {' '.join(RANKS)}")
    if deals < 1:
        raise SimulateError(f"a match has at least one deal, not {deals}")
    if seed < 0:
        raise SimulateError(f"a seed is 0 or more, not {seed}")
    for path in (record_path, video_path):
        if path is not None and path.exists() and (not path.is_file() or path.stat().st_size):
            raise SimulateError(f"{path}: is there already; choose another name")
        if path is not None and not path.parent.is_dir():
            raise SimulateError(f"{path}: there is no folder {path.parent}")
    if video_path == record_path:
        raise SimulateError(f"{video_path}: record and video need a name each")
    if video_path is None:
        header, events = play_round(loaded, level, seed, deals, timed=False)
    else:
        header, events = play_match(loaded, level, seed, deals, QUICK)
    lines = "".join(dumps_line(event) + "\n" for event in (header, *events))
    try:
        record_path.write_text(lines, encoding="utf-8", newline="\n")
        if video_path is not None:
            shoot(header, events, VideoStyle.random(seed, held_out), video_path, progress=progress)
    except OSError as error:
        where = error.filename or record_path
        raise SimulateError(f"{where}: cannot be written: {error.strerror}") from error


def shoot(
    header: MatchStart,
    events: Sequence[Event],
    style: VideoStyle,
    path: Path,
    encoding: Mapping[str, str] = QUICKLY,
    progress: Progress | None = None,
) -> int:
    """Film ``events`` into ``path`` (MP4, x264 options ``encoding``) and write its ``.table.toml``.

    Returns the number of frames.
    """
    deck = Deck(style.deck)
    moves = Director(style, deck, header.seats).direct(events)
    frames = Film(style, (deck,), moves).frames(length(events))
    table = table_toml(style, header.seats)
    path.with_suffix(".table.toml").write_text(table, encoding="utf-8", newline="\n")
    part = path.with_name(path.name + ".part")
    count = write(part, told(frames, frame_count(length(events)), progress), style.size, encoding)
    os.replace(part, path)
    return count


def table_toml(style: VideoStyle, seats: Sequence[str]) -> str:
    """The table of a video, exactly as it was drawn."""
    points = ", ".join(f"[{x:.2f}, {y:.2f}]" for x, y in style.points_px)
    names = ", ".join(f'"{seat}"' for seat in seats)
    width, height = style.deck.size
    return (
        "[table]\n"
        f"play_area_mm = [{style.side_mm:g}, {style.side_mm:g}]\n"
        f"points_px = [{points}]\n"
        f"seats = [{names}]\n\n"
        "[card]\n"
        f"size_mm = [{width:g}, {height:g}]\n"
        f"indices = {style.deck.corners}\n"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description="Simulate a match: its record, and a video of its table.")
    parser.add_argument("--rules", default="national-2022")
    parser.add_argument("--level")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--deals", type=int, default=1)
    parser.add_argument("--record", type=Path, required=True)
    parser.add_argument("--video", type=Path)
    parser.add_argument("--held-out", action="store_true", help="font and surface that training has not seen")
    given = parser.parse_args()

    def progress(done: int, total: int) -> None:
        print(f"\r{done} of {total} frames", end="", file=sys.stderr, flush=True)

    simulate(
        given.rules, given.level, given.seed, given.deals, given.record, given.video, given.held_out, progress
    )


if __name__ == "__main__":
    main()
