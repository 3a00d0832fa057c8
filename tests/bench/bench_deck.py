"""What a deck lesson gives and what it costs: ``python -m tests.bench.bench_deck [DECK...]``.

Each odd deck is taught from four pictures of 14 cards, asking a person who knows the truth where the lesson
asks.  Then it, the other odd decks, decks of held-out fonts and the real photographs are read with the plain
reader and with the one that knows the deck, and cards are counted: right, wrong, of how many that lie there.
Also a printed deck can be named: a folder of faces such as ``ST.png`` with its ``deck.toml``, whose keys are
those of an entry of ``datasets/printed/decks.toml``.
"""

from __future__ import annotations

import argparse
import json
import time
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

import numpy as np

from datasets.build import split
from datasets.decks import AnyDeck, Deck, random_style
from datasets.evaluate import PHOTOS, score
from datasets.glyphs import font_files
from datasets.printed_decks import PrintedDeck
from datasets.scenes import Laid, card_to_table, project
from engine.cards import FACES, Card
from tests.bench.odd_decks import Scene, odd_decks, played, scene, shown_in_rows
from vision.assembly import assemble
from vision.deck import LearnedDeck
from vision.deck_lesson import Lesson
from vision.frames import read_image
from vision.indices import Detect, IndexDetector, IndexReader, distinct
from vision.photo import SURE, read_picture
from vision.profile import CardProfile
from vision.values import Detections, Floats, Image

TESTS = 8
PER_VIEW = 14
INDEX_PX = (18.0, 22.0, 27.0)
PX_PER_MM, INDEX_MM = 1.55, 13.0
NEAR_MM = 14.0


@dataclass(frozen=True, slots=True)
class Count:
    right: int = 0
    wrong: int = 0
    there: int = 0

    def __add__(self, other: Count) -> Count:
        return Count(self.right + other.right, self.wrong + other.wrong, self.there + other.there)

    def __str__(self) -> str:
        return f"{self.right}/{self.there} right, {self.wrong} wrong"


@dataclass(frozen=True, slots=True, eq=False)
class Material:
    """A deck's lesson and its test scenes, each with what the detector found in it."""

    deck: AnyDeck
    lesson: tuple[Scene, ...]
    tests: tuple[tuple[Scene, Detections], ...]


class Remembering:
    """A detector that looks at a picture at one scale only once."""

    def __init__(self) -> None:
        self._detect = IndexDetector()
        self._known: dict[tuple[int, float], tuple[Image, Detections]] = {}

    def __call__(self, picture: Image, scale: float = 1.0) -> Detections:
        key = id(picture), scale
        if key not in self._known:
            # The picture is kept as well, so that no other gets its number.
            self._known[key] = picture, self._detect(picture, scale)
        return self._known[key][1]


class RememberingReader(IndexReader):
    """A reader that runs its network only once on the same crops, whatever deck it knows."""

    known: ClassVar[dict[int, tuple[Floats, Floats]]] = {}

    def logits_and_features(self, crops: Image) -> tuple[Floats, Floats]:
        key = hash(crops.tobytes())
        if key not in self.known:
            self.known[key] = super().logits_and_features(crops)
        return self.known[key]


def prepare(deck: AnyDeck, seed: int, detect: Detect) -> Material:
    """Each scene has its own table, light and blur, so those of the lesson are not those of the test."""
    rng = np.random.default_rng(seed)
    faces = [deck.faces[i] for i in rng.permutation(len(deck.faces))]
    parts = [faces[start : start + PER_VIEW] for start in range(0, len(faces), PER_VIEW)]
    lesson = tuple(scene(rng, deck, shown_in_rows(part, rng)) for part in parts)
    tests = []
    for _ in range(TESTS):
        cards = [deck.faces[i] for i in rng.permutation(len(deck.faces))]
        made = scene(rng, deck, played(cards, rng))
        tests.append((made, find(made, detect)))
    return Material(deck, lesson, tuple(tests))


def find(made: Scene, detect: Detect) -> Detections:
    """As the watcher looks at an area, at three scales."""
    scales = [px / (INDEX_MM * PX_PER_MM) for px in INDEX_PX]
    found = Detections.merge([detect(made.picture, scale) for scale in scales])
    found = found.take(np.argsort(-found.score))
    return found.take(distinct(found))


def count(material: Material, reader: IndexReader) -> Count:
    """Cards of the test scenes; wrong is a reported card that does not lie at its place."""
    total = Count()
    for made, found in material.tests:
        indices = reader(made.picture, found)
        points = np.array([(i.rank, i.suit) for i in indices]).reshape(-1, 2)
        to_mm = np.linalg.inv(made.view)
        places = project(to_mm, points).reshape(-1, 2, 2) if len(points) else points.reshape(0, 2, 2)
        cards = [c for c in assemble(indices, places, CardProfile(material.deck.size)) if c.p >= SURE]
        left, right = list(made.laid), 0
        for card in cards:
            there = [x for x in left if x.card == card.best and _near(x, card.centre_mm)]
            if there:
                right += 1
                left.remove(there[0])
        total += Count(right, len(cards) - right, len(made.laid))
    return total


def _near(laid: Laid, centre_mm: Floats) -> bool:
    return bool(np.hypot(laid.x - centre_mm[0], laid.y - centre_mm[1]) < NEAR_MM)


@dataclass(frozen=True, slots=True, eq=False)
class Taught:
    """A lesson's outcome: the reader that knows the deck, and what it took."""

    reader: IndexReader
    known: int
    asked: int
    mistaken: int
    look_s: float
    fit_s: float
    fit_cpu_s: float
    kilobytes: int


def teach(name: str, material: Material, detect: Detect, reader: IndexReader, folder: Path) -> Taught:
    """The whole lesson; whoever is asked answers with the truth, and looks over nothing else."""
    lesson = Lesson(detect, reader)
    truth: dict[int, Card | None] = {}
    began = time.perf_counter()
    for shown in material.lesson:
        for number in lesson.look(shown.picture):
            truth[number] = what_lies_at(shown, material.deck, lesson.cards[number].points)
    look_s = time.perf_counter() - began
    asked = 0
    while (question := lesson.question()) is not None:
        asked += 1
        lesson.name(question.card, truth[question.card])
    mistaken = sum(truth[number] != face for number, face in lesson.taken.items())
    began, began_cpu = time.perf_counter(), time.process_time()
    learned = lesson.learn(name)
    fit_s, fit_cpu_s = time.perf_counter() - began, time.process_time() - began_cpu
    path = folder / f"{name}.deck"
    learned.save(path)
    known = len(FACES) - len(lesson.missing)
    adapted = RememberingReader(head=LearnedDeck.load(path).head)
    return Taught(adapted, known, asked, mistaken, look_s, fit_s, fit_cpu_s, path.stat().st_size // 1024)


def what_lies_at(shown: Scene, deck: AnyDeck, points: Floats) -> Card | None:
    """The card of which an index lies at the first of these points; ``None`` where it is no index."""
    length = float(np.linalg.norm(points[0, 1] - points[0, 0]))
    for laid in shown.laid:
        place = shown.view @ card_to_table(laid, deck.size)
        for mark in deck.marks(laid.card):
            away = np.linalg.norm(project(place, np.array([mark.rank, mark.suit])) - points[0], axis=1)
            if away.max() < 0.5 * length:
                return laid.card
    return None


@dataclass(frozen=True, slots=True, eq=False)
class Photograph:
    picture: Image
    faces: frozenset[str]


def photographs() -> list[Photograph]:
    rows = [json.loads(line) for line in (PHOTOS / "labels.jsonl").read_text("utf-8").splitlines()]
    return [
        Photograph(read_image(PHOTOS / row["image"]), frozenset(i["card"] for i in row["indices"]))
        for row in rows
    ]


def count_photographs(photos: Sequence[Photograph], detect: Detect, reader: IndexReader) -> Count:
    total = Count()
    for photo in photos:
        cards = read_picture(photo.picture, detect, reader)
        one = score(set(photo.faces), [str(card.best) for card in cards])
        total += Count(one.right, one.wrong, one.faces)
    return total


def decks(printed: Sequence[Path]) -> tuple[dict[str, AnyDeck], dict[str, AnyDeck]]:
    """Those that are taught, and others of held-out fonts."""
    taught: dict[str, AnyDeck] = dict(odd_decks())
    for folder in printed:
        entry = tomllib.loads((folder / "deck.toml").read_text("utf-8"))
        taught[folder.name] = PrintedDeck(str(folder.resolve()), entry)
    fonts = split(font_files(), held_out=True)
    others: dict[str, AnyDeck] = {
        f"held-out {k}": Deck(random_style(np.random.default_rng(100 + k), fonts)) for k in range(2)
    }
    return taught, others


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure deck lessons.")
    parser.add_argument("printed", nargs="*", type=Path, metavar="DECK", help="folders of printed decks")
    parser.add_argument("--to", type=Path, default=Path("runs/decks"), help="where the decks are written")
    args = parser.parse_args()
    taught, others = decks(args.printed)
    detect, plain = Remembering(), RememberingReader()
    every = {name: prepare(deck, k, detect) for k, (name, deck) in enumerate((taught | others).items())}
    before = {name: count(material, plain) for name, material in every.items()}
    photos = photographs()
    photos_before = count_photographs(photos, detect, plain)
    print(f"plain reader: photographs {photos_before}", flush=True)
    args.to.mkdir(parents=True, exist_ok=True)
    for name in taught:
        # Timed, so with nothing remembered.
        result = teach(name, every[name], IndexDetector(), IndexReader(), args.to)
        print(
            f"\n{name}: {result.known} faces known, {result.asked} asked, {result.mistaken} cards mistaken; "
            f"looked for {result.look_s:.0f} s, learned in {result.fit_s:.0f} s "
            f"({result.fit_cpu_s:.0f} s of processor time), {result.kilobytes} KB"
        )
        print(f"{'':14}{'plain reader':>26}{'with the deck chosen':>26}")
        for other, material in every.items():
            mark = "*" if other == name else " "
            print(f"{mark} {other:12}{before[other]!s:>26}{count(material, result.reader)!s:>26}", flush=True)
        after = count_photographs(photos, detect, result.reader)
        print(f"  {'photographs':12}{photos_before!s:>26}{after!s:>26}", flush=True)


if __name__ == "__main__":
    main()
