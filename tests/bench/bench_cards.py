"""How well corner indices become physical cards: ``python -m tests.bench.bench_cards``.

Draws tables of cards in many relations (`tests.bench.card_scenes`), lets the detector and the reader look at
each once, and counts what is made of it in each of ``MODES``.  ``--exact`` leaves pictures and models out:
every index that shows is where it is printed.
"""

from __future__ import annotations

import argparse
import pickle
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

import models
from datasets.decks import Deck
from datasets.scenes import project
from engine.cards import FACES, Card
from tests.bench.card_scenes import SIDE_MM, Scene, Shown, scenes, shoot
from vision.assembly import assemble
from vision.indices import IndexDetector, IndexReader
from vision.measuring import ProfileLearner
from vision.opencv import cv2
from vision.order import laying_order
from vision.photo import cards_of
from vision.profile import CardProfile, IndexPlace
from vision.values import Index, SeenCard

OUT = Path(__file__).parents[2] / "datasets" / "out"
INDEX_PX, INDEX_MM = 22.0, 13.0
"""As a still area is looked at: an index of that height in mm is seen at that height in px."""

READABLE, HIDDEN = 0.8, 0.3
"""Share of an index that shows from which its card should be found, and up to which nothing of it is."""

REPORTED = 0.5
"""Probability from which a card counts as found."""

MODES = ("assumed", "learning", "learned", "told", "photo")
"""The deck's profile: as decks are; learned from look to look; from all looks; told.  Or a photograph."""

COUNTS = ("cards", "right", "merged", "doubled", "wrong", "ghost", "missed")
ORDERS = ("plays", "in order", "backward", "mixed up")


@dataclass(frozen=True, slots=True)
class Look:
    """What is seen of one scene: its indices in px, table mm -> px, and px a mm at the middle."""

    scene: Scene
    view: NDArray[np.float64]
    px_per_mm: float
    indices: list[Index]

    @property
    def side(self) -> int:
        """Of the picture, px."""
        return round(SIDE_MM * self.px_per_mm)


def looks(seed: int, decks: int, corners: int, exact: bool) -> list[list[Look]]:
    """Scenes by deck, as the weights in ``models`` see them; kept in ``datasets/out`` by seed and weights."""
    drawn = scenes(seed, decks, corners)
    if exact:
        return [[_exact_look(one) for one in group] for group in drawn]
    weights = "".join(models.load(name).card.sha256[:8] for name in ("index_detector", "index_reader"))
    path = OUT / f"card-looks-{seed}-{decks}-{corners}-{weights}.pickle"
    if not path.exists():
        detect, read = IndexDetector(), IndexReader()
        found = [[_look(one, detect, read) for one in group] for group in drawn]
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(pickle.dumps(found))
    kept = pickle.loads(path.read_bytes())
    return [
        [Look(one, *seen) for one, seen in zip(group, group_seen, strict=True)]
        for group, group_seen in zip(drawn, kept, strict=True)
    ]


def _look(one: Scene, detect: IndexDetector, read: IndexReader) -> tuple[object, ...]:
    shot = shoot(one)
    scale = float(np.clip(INDEX_PX / (INDEX_MM * shot.px_per_mm), 0.25, 2.5))
    return shot.view, shot.px_per_mm, read(shot.picture, detect(shot.picture, scale))


def _exact_look(one: Scene) -> Look:
    """Every index that shows, on a picture of 2 px a mm looked at from above."""
    view = np.diag([2.0, 2.0, 1.0])
    indices = []
    for shown in one.shown():
        pair = shown.points * 2
        if shown.visible < READABLE or not ((pair > 0) & (pair < 2 * SIDE_MM)).all():
            continue
        probs = np.full(len(FACES), 0.01 / 53, np.float32)
        probs[shown.card.index] = 0.99
        box = (*(pair.min(axis=0) - 4), *(pair.max(axis=0) + 4))
        indices.append(Index(tuple(map(float, box)), tuple(pair[0]), tuple(pair[1]), 0.99, probs))
    return Look(one, view, 2.0, indices)


def told(deck: Deck, corners: int) -> CardProfile:
    """The profile as the deck was drawn."""
    plain, joker = (deck.marks(Card.parse(face))[0] for face in ("S8", "SB"))
    places = [IndexPlace(mark.rank, mark.suit) for mark in (plain, joker)]
    return CardProfile(deck.size, corners, *places)


def made_of(look: Look, learner: ProfileLearner, mode: str, corners: int) -> list[SeenCard]:
    """The cards of one look, in one of ``MODES``."""
    if mode == "photo":
        return cards_of(look.indices, (look.side, look.side))
    points = placed(look)
    profile = CardProfile(look.scene.deck.size, corners)
    if mode == "told":
        profile = told(look.scene.deck, corners)
    elif mode in ("learning", "learned"):
        learner.see(look.indices, points)
        profile = learner.profile
    cards = assemble(look.indices, points, profile)
    return [replace(card, quad_px=project(look.view, card.quad_px).astype(np.float32)) for card in cards]


def placed(look: Look) -> NDArray[np.float64]:
    """Rank and suit centres, (N, 2, 2) mm."""
    pixels = np.array([(i.rank, i.suit) for i in look.indices], np.float64).reshape(-1, 2)
    return project(np.linalg.inv(look.view), pixels).reshape(-1, 2, 2)


@dataclass(slots=True)
class Truth:
    """Which printed index each seen one is, and which cards should be found."""

    shown: list[Shown]
    of: dict[int, int | None]
    wanted: set[int]


def truth(look: Look) -> Truth:
    """Matches by place: of printed indices close by the one that shows."""
    shown = look.scene.shown()
    places = [project(look.view, one.points) for one in shown]
    visible = [
        one.visible if ((place > 3) & (place < look.side - 3)).all() else 0.0
        for one, place in zip(shown, places, strict=True)
    ]
    of: dict[int, int | None] = {}
    for index in look.indices:
        middle = np.add(index.rank, index.suit) / 2
        gaps = [float(np.linalg.norm(middle - place.mean(axis=0))) for place in places]
        near = [
            n for n, gap in enumerate(gaps) if gap < 0.5 * float(np.linalg.norm(places[n][1] - places[n][0]))
        ]
        of[id(index)] = max(near, key=lambda n: (visible[n] >= HIDDEN, -gaps[n])) if near else None
    return Truth(
        shown, of, {one.laid for one, share in zip(shown, visible, strict=True) if share >= READABLE}
    )


def count(look: Look, cards: Sequence[SeenCard], known: Truth) -> Counter[str]:
    """Merged: indices of two cards taken for one; doubled: those of one taken for two; ghost: no card."""
    found: Counter[str] = Counter(cards=len(known.wanted))
    taken: Counter[int] = Counter()
    correct: set[int] = set()
    for card in cards:
        own = {known.shown[n].laid for i in card.indices if (n := known.of[id(i)]) is not None}
        taken.update(own)
        found["merged"] += max(len(own) - 1, 0)
        found["ghost"] += not own
        faces = {look.scene.laid[n].card for n in own}
        found["wrong"] += bool(own) and card.best not in faces
        if len(own) == 1 and card.best in faces:
            correct |= own
    found["doubled"] = sum(times - 1 for times in taken.values())
    found["right"] = sum(taken[n] == 1 for n in correct & known.wanted)
    found["missed"] = len(known.wanted - set(taken))
    return found


def orders(look: Look, cards: Sequence[SeenCard], known: Truth) -> Counter[str]:
    """Of plays whose cards were all found: are they in laying order?"""
    at: dict[int, SeenCard] = {}
    for card in cards:
        for index in card.indices:
            n = known.of[id(index)]
            if n is not None:
                at[known.shown[n].laid] = card
    found: Counter[str] = Counter()
    for play, turn in zip(look.scene.plays, look.scene.turns, strict=True):
        seen = [at[n] for n in play if n in at]
        if len(seen) != len(play) or len(play) < 2 or len({id(card) for card in seen}) < len(play):
            continue
        a = np.deg2rad(turn)
        order = [id(card) for card in laying_order(seen, (-np.sin(a), np.cos(a)))]
        want = [id(card) for card in seen]
        found["plays"] += 1
        found["in order" if order == want else "backward" if order == want[::-1] else "mixed up"] += 1
    return found


def measure(groups: list[list[Look]], mode: str, corners: int) -> dict[str, Counter[str]]:
    """Counts by kind of scene."""
    counts: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for group in groups:
        # While learning not even the number of corners is told.
        learner = ProfileLearner(CardProfile(group[0].scene.deck.size, 2 if mode == "learning" else corners))
        if mode == "learned":
            for look in group:
                learner.see(look.indices, placed(look))
        for look in group:
            known = truth(look)
            cards = [card for card in made_of(look, learner, mode, corners) if card.p >= REPORTED]
            counts[look.scene.kind] += count(look, cards, known) + (
                orders(look, cards, known) if mode != "photo" else Counter()
            )
    return dict(counts)


def table(title: str, counts: dict[str, Counter[str]], names: Sequence[str]) -> str:
    lines = [f"{title:24}" + "".join(f"{name:>10}" for name in names)]
    total: Counter[str] = Counter()
    for kind, of_kind in counts.items():
        total += of_kind
        lines.append(f"  {kind:22}" + "".join(f"{of_kind[name]:10}" for name in names))
    return "\n".join([*lines, f"  {'all':22}" + "".join(f"{total[name]:10}" for name in names)])


def main(tell: Callable[[str], None] = print) -> None:
    parser = argparse.ArgumentParser(description="Measure how indices become cards.")
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--decks", type=int, default=24, help="of two corners, and as many of four")
    parser.add_argument("--modes", nargs="+", choices=MODES, default=MODES)
    parser.add_argument("--exact", action="store_true", help="indices where they are printed, no pictures")
    args = parser.parse_args()
    cv2.setNumThreads(1)
    for corners in (2, 4):
        groups = looks(args.seed, args.decks, corners, args.exact)
        for mode in args.modes:
            counts = measure(groups, mode, corners)
            tell(table(f"{corners} corners, {mode}", counts, COUNTS))
            if mode == "learned":
                tell(table(f"{corners} corners, order", counts, ORDERS))


if __name__ == "__main__":
    main()
