"""The bundled demo match: ``python -m datasets.demo`` writes it again, the same every time.

One whole deal under the national rules of 2022: its video, the truth, and where the table lies in the
picture.  It was chosen for what happens (bombs, wild cards, straights, plates, all four seats finish) and for
a deck that is easy on the eye, a condensed bold as most tournament decks have.  The play follows from the
seed; how it looks stands in ``demo/style.json``, so that it stays when new styles are made.
"""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

from datasets.build import split
from datasets.decks import DeckStyle
from datasets.glyphs import FONTS
from datasets.matches import shoot
from datasets.player import QUICK, play_match
from datasets.style import Gather, Sitter, VideoStyle
from datasets.surroundings import surface_files
from datasets.video import SMALLER
from engine import RuleSet, dumps_line

FOLDER = Path(__file__).with_name("demo")
RULES = "national-2022"
LEVEL = "2"
PLAY_SEED = 102


def demo_style() -> VideoStyle:
    """How the demo looks."""
    look = _frozen(json.loads((FOLDER / "style.json").read_text(encoding="utf-8")))
    deck = look.pop("deck")
    return VideoStyle(
        **look
        | {
            "deck": DeckStyle(**deck | {"font": str(FONTS / deck["font"])}),
            "surfaces": tuple(split(list(surface_files()), held_out=False)),
            "sitters": tuple(Sitter(**sitter) for sitter in look["sitters"]),
            "gather": Gather(look["gather"]),
        }
    )


def _frozen(value: Any) -> Any:
    """JSON's lists as tuples."""
    if isinstance(value, dict):
        return {name: _frozen(each) for name, each in value.items()}
    return tuple(map(_frozen, value)) if isinstance(value, list) else value


def main() -> None:
    header, events = play_match(RuleSet.load(RULES), LEVEL, PLAY_SEED, 1, QUICK)
    header = replace(header, event_name="demo")
    lines = "".join(dumps_line(event) + "\n" for event in (header, *events))
    (FOLDER / "match.jsonl").write_text(lines, encoding="utf-8", newline="\n")

    def progress(done: int, total: int) -> None:
        print(f"\r{done} of {total} frames", end="", file=sys.stderr, flush=True)

    shoot(header, events, demo_style(), FOLDER / "match.mp4", SMALLER, progress)
    print(file=sys.stderr)


if __name__ == "__main__":
    main()
