"""A sheet of training pictures to look at: ``python -m datasets.samples FILE.jpg``."""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np

from datasets.build import split
from datasets.decks import Deck, random_style
from datasets.glyphs import font_files
from datasets.scenes import random_scene
from datasets.settings import Settings
from datasets.surroundings import surface_files
from vision.opencv import cv2

ROWS, COLUMNS = 4, 5


def main() -> None:
    parser = argparse.ArgumentParser(description="Draw a sheet of training pictures.")
    parser.add_argument("file", type=Path)
    given = parser.parse_args()
    settings = Settings.load()
    fonts, surfaces = split(font_files(), held_out=False), split(list(surface_files()), held_out=False)
    rng = np.random.default_rng((settings.seed, 81))
    pictures = []
    for _ in range(ROWS * COLUMNS):
        decks = [Deck(random_style(rng, fonts)) for _ in range(3)]
        pictures.append(random_scene(rng, decks, settings.picture, surfaces)[0])
    rows = [np.hstack(pictures[i : i + COLUMNS]) for i in range(0, len(pictures), COLUMNS)]
    given.file.parent.mkdir(parents=True, exist_ok=True)
    if not cv2.imwrite(str(given.file), np.vstack(rows), [cv2.IMWRITE_JPEG_QUALITY, 80]):
        raise SystemExit(f"{given.file}: cannot be written")


if __name__ == "__main__":
    main()
