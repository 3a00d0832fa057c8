"""How well photographs are read: ``python -m datasets.evaluate`` (``make eval``).

Distinct faces are scored, picture by picture: right is a labelled face that is reported; wrong is a
reported face that does not lie there, or one reported for more physical cards than lie there.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter, defaultdict
from dataclasses import dataclass
from pathlib import Path

from vision.frames import read_image
from vision.indices import IndexDetector, IndexReader
from vision.photo import read_picture

PHOTOS = Path(__file__).with_name("photos") / "dev"


@dataclass(frozen=True, slots=True)
class Score:
    """Counts over some pictures."""

    pictures: int = 0
    faces: int = 0
    reported: int = 0
    right: int = 0
    wrong: int = 0

    def __add__(self, other: Score) -> Score:
        return Score(
            self.pictures + other.pictures,
            self.faces + other.faces,
            self.reported + other.reported,
            self.right + other.right,
            self.wrong + other.wrong,
        )

    def __str__(self) -> str:
        right = f"{self.right}/{self.faces} right ({self.right / max(self.faces, 1):.1%})"
        wrong = f"{self.wrong}/{self.reported} wrong ({self.wrong / max(self.reported, 1):.1%})"
        return f"{self.pictures} pictures: {right}, {wrong}"


def score(labelled: set[str], reported: list[str]) -> Score:
    """One picture of one deck: each face lies there once at most."""
    counts = Counter(reported)
    right = sum(face in labelled for face in counts)
    wrong = sum(n - 1 if face in labelled else n for face, n in counts.items())
    return Score(1, len(labelled), len(reported), right, wrong)


def evaluate(folder: Path) -> dict[str, Score]:
    """Scores by source, and ``all``."""
    detect, read = IndexDetector(), IndexReader()
    scores: defaultdict[str, Score] = defaultdict(Score)
    for line in (folder / "labels.jsonl").read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        cards = read_picture(read_image(folder / row["image"]), detect, read)
        one = score({i["card"] for i in row["indices"]}, [str(card.best) for card in cards])
        scores[row["source"]] += one
        scores["all"] += one
    return dict(scores)


def main() -> None:
    parser = argparse.ArgumentParser(description="Score the reading of labelled photographs.")
    parser.add_argument("folder", nargs="?", type=Path, default=PHOTOS)
    for source, result in evaluate(parser.parse_args().folder).items():
        print(f"{source}: {result}")


if __name__ == "__main__":
    main()
