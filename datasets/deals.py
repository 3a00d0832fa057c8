"""Simulated deals as hard as a real table makes them: ``python -m datasets.deals SEED ... --out FOLDER``.

For each seed: ``deal-SEED.jsonl``, the record that should come out; ``.before.jsonl``, what was on record
when the video begins (header, and for a later deal the one before it); ``.mp4``; ``.table.toml``, with
``.table.cards.npz`` where passes are cards (the PASS card as a referee shows it once); and ``.truth.jsonl``,
what the record does not hold (``datasets.truth``).

Font, table top and light are none that training has seen.  Two equal cards are in a third of the plays,
jokers in every deal.  What else happens follows from the seed: a card turned up and the drawing, or
tribute and return; plays in parts, taken back, added to; cards pushed together, turned over, gathered;
things on the table, some touched; PASS cards; and pushes that the camera gets.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from datasets.asides import BLANK, Asides
from datasets.bumps import Bump
from datasets.decks import AnyDeck, Deck
from datasets.director import Director, length
from datasets.film import Film
from datasets.matches import table_toml
from datasets.scenes import Laid
from datasets.style import VideoStyle
from datasets.things import markers, pass_card, set_out
from datasets.timeline import play_deal
from datasets.truth import truth_lines
from datasets.video import FRAME_MS, Progress, frame_count, told, write
from engine import dumps_line, rules_of
from vision import Table
from vision.opencv import cv2
from vision.plain import PlainCard, learn, to_file


def deal_style(seed: int) -> VideoStyle:
    """Held-out font and surface, under light that goes further than that of the plain videos."""
    style = VideoStyle.random(seed, held_out=True)
    rng = np.random.default_rng((seed, 78))
    warm = rng.uniform(-1, 1)
    return replace(
        style,
        exposure=float(rng.uniform(0.55, 0.98)),
        tint=(1 - 0.11 * warm, 1.0, 1 + 0.11 * warm),
        noise=float(rng.uniform(1.0, 3.4)),
        defocus=float(rng.uniform(0.3, 0.75)),
    )


def bumps_of(seed: int, length_ms: int) -> list[Bump]:
    """In half of the deals the camera is pushed: it swings back, or (every second time) stays moved."""
    rng = np.random.default_rng((seed, 79))
    kind = seed % 4
    if kind in (0, 3):
        return []
    bumps = []
    for share in ((0.25, 0.45), (0.6, 0.8))[: int(rng.integers(1, 3))]:
        start = int(length_ms * rng.uniform(*share))
        way, angle = rng.uniform(2, 15), rng.uniform(0, 2 * np.pi)
        bumps.append(
            Bump(
                start,
                start + int(rng.integers(500, 900)),
                float(way * np.cos(angle)),
                float(way * np.sin(angle)),
                float(rng.normal(0, 0.25)),
                lasting=kind == 2,
            )
        )
    return bumps


def write_table(video: Path, style: VideoStyle, seats: Sequence[str], decks: Sequence[AnyDeck]) -> None:
    """The table's file and, where decks are given, beside it the PASS card (the second), shown alone once."""
    path, text = video.with_suffix(".table.toml"), table_toml(style, seats)
    path.write_text(text, encoding="utf-8")
    if not decks:
        return
    middle = style.side_mm / 2
    alone = Laid(BLANK, middle, middle, 20.0, deck=1)
    still = next(Film(style, decks, [], {0: alone}).frames(FRAME_MS))
    image = np.asarray(cv2.cvtColor(still, cv2.COLOR_YUV2BGR_I420), np.uint8)
    look = learn(image, Table.load(path).placed(image))
    beside = path.with_suffix(".cards.npz")
    beside.write_bytes(to_file([PlainCard(None, look[None])]))
    path.write_text(f'{text}\n[marks]\nlearned = "{beside.name}"\n', encoding="utf-8")


def render(seed: int, folder: Path, progress: Progress | None = None) -> Path:
    """Write the five files of a seed; returns the video's path.  The video comes last."""
    played, style = play_deal(seed), deal_style(seed)
    deck, acts = Deck(style.deck), played.acts
    rng = np.random.default_rng((seed, 80))
    decks: list[AnyDeck] = [deck, pass_card(rng)]
    lying: dict[int, Laid] = {}
    marked, marks = markers(style, len(decks)) if seed % 3 == 0 else ([], [])
    decks += marked
    director = Director(style, deck, played.header.seats, lively=True)
    things, laid = set_out(style, rng, len(decks), director.gathering.pile_place)
    decks += things
    lying |= {-1 - n: piece for n, piece in enumerate([*marks, *laid])}
    asides: Asides = director.asides
    asides.things = {number: piece for number, piece in lying.items() if piece in laid}
    asides.pass_cards = 1 if rules_of(played.header).pass_kind == "card" else None
    lying |= asides.pack()
    moves = director.direct(acts)
    ms = length(acts)
    bumps = bumps_of(seed, ms)
    path = folder / f"deal-{seed}.mp4"
    before = (played.header, *played.before)
    for ending, lines in {
        ".jsonl": [dumps_line(event) for event in (*before, *played.events)],
        ".before.jsonl": [dumps_line(event) for event in before],
        ".truth.jsonl": truth_lines(played.header.seats, moves, lying, bumps, style, decks),
    }.items():
        path.with_suffix(ending).write_text("".join(line + "\n" for line in lines), encoding="utf-8")
    write_table(path, style, played.header.seats, decks if asides.pass_cards else [])
    part = path.with_name(path.name + ".part")
    frames = Film(style, decks, moves, lying, bumps).frames(ms)
    write(part, told(frames, frame_count(ms), progress), style.size)
    os.replace(part, path)
    return path


def main() -> None:
    parser = argparse.ArgumentParser(description="Film simulated deals on tables that training has not seen.")
    parser.add_argument("seeds", nargs="+", type=int)
    parser.add_argument("--out", type=Path, default=Path("datasets/out"))
    given = parser.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)

    def progress(done: int, total: int) -> None:
        print(f"\r{done} of {total} frames", end="", file=sys.stderr, flush=True)

    for seed in given.seeds:
        if not (given.out / f"deal-{seed}.mp4").exists():
            print(render(seed, given.out, progress), flush=True)


if __name__ == "__main__":
    main()
