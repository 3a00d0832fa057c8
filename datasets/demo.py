"""The bundled demo match: ``python -m datasets.demo`` writes it again, the same every time.

One whole deal under the national rules of 2022: its video, the truth, and where the table lies in the
picture.  The numbers below were chosen for what happens (bombs, wild cards, straights, plates, all four
seats finish) and for a deck that is easy on the eye; the rest follows from them.
"""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

from datasets.glyphs import FONTS
from datasets.matches import shoot
from datasets.player import QUICK, play_match
from datasets.style import VideoStyle
from engine import RuleSet, dumps_line

FOLDER = Path(__file__).with_name("demo")
RULES = "national-2022"
LEVEL = "2"
PLAY_SEED = 102
STYLE_SEED = 117
FONT = FONTS / "index-118.ttf"
"""A condensed bold, as most tournament decks have."""
NOISE = 1.4
ENCODING = 25, "veryfast"
"""x264's rate factor and preset: a small file in which every index stays sharp."""


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    header, events = play_match(RuleSet.load(RULES), LEVEL, PLAY_SEED, 1, QUICK)
    header = replace(header, event_name="demo")
    lines = "".join(dumps_line(event) + "\n" for event in (header, *events))
    (FOLDER / "match.jsonl").write_text(lines, encoding="utf-8", newline="\n")
    style = VideoStyle.random(STYLE_SEED)
    deck = replace(
        style.deck,
        font=str(FONT),
        bold=0,
        rank_height=8.5,
        suit_height=6.5,
        gap=1.0,
        squeeze=1.0,
        ten_squeeze=0.8,
        margin=(2.0, 3.5),
        joker="stacked",
        joker_length=26.0,
        joker_text="JOKER",
        joker_font="",
        joker_slant=0.0,
        frame=False,
    )
    style = replace(style, noise=NOISE, deck=deck)

    def progress(done: int, total: int) -> None:
        print(f"\r{done} of {total} frames", end="", file=sys.stderr, flush=True)

    shoot(header, events, style, FOLDER / "match.mp4", *ENCODING, progress)
    print(file=sys.stderr)


if __name__ == "__main__":
    main()
