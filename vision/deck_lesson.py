"""A lesson: cards of a deck are shown in any order and layout until each of the 54 faces is known.

The deck may be unreadable at first.  What helps is that one deck holds each face once: all cards seen so far
are named together, each pushing the others off its face (mean-field inference, with "no card" as a 55th name
that anything may take).  Where that leaves a card in doubt, a person is asked.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from engine.cards import FACES, Card
from vision.deck import MARGIN, PATCH, LearnedDeck, Samples
from vision.deck_fit import Progress, fit, softmax
from vision.indices import READER_POINTS, Detect, IndexReader, distinct, upright
from vision.photo import SIDES, cards_of
from vision.values import Detections, Floats, Image, Index

SURE = 0.8
"""Probability from which a card is taken without asking."""

TRUST = 0.5
"""Power of what the reader says of an unknown deck: its probabilities are of decks that it knows."""

PUSH = (4.0, 1.0)
"""How strongly, in log odds, a card is pushed off the face of another one in the same picture, and off one
in another picture, which may be the same card once more."""

ROUNDS = 60
CORNERS_TOGETHER = 0.75
NO_CARD = len(FACES)
LEAST_INDEX = 0.2
"""Probability from which a find may be an index at all."""

STAYED = 0.12
"""A card is the one of the picture before when its points have moved by no more of their distance."""

LOOKS = 3
"""Crops of one corner that are kept, of a card that lies still while others are laid."""


@dataclass(slots=True, eq=False)
class ShownCard:
    """One card that was shown.

    points: (N, 2, 2) rank and suit centres of its corners, in px of the picture it was seen in last; looks:
    log probabilities (55,) of each picture; views: the numbers of these pictures; named: what a person said.
    """

    points: Floats
    patches: list[Image]
    looks: list[Floats]
    views: set[int]
    named: int | None = None

    @property
    def picture(self) -> Image:
        """A crop of it to show a person, (88, 64, 3)."""
        return self.patches[0]


@dataclass(frozen=True, slots=True)
class Question:
    """A card in doubt: its number in ``Lesson.cards``, and the likeliest faces, best first."""

    card: int
    guesses: tuple[Card, ...]


@dataclass(slots=True, eq=False)
class Lesson:
    """What was shown so far and what it is taken for."""

    detect: Detect
    reader: IndexReader
    cards: list[ShownCard] = field(default_factory=list)
    views: int = 0
    chances: Floats = field(default_factory=lambda: np.zeros((0, NO_CARD + 1), np.float32))
    """(N, 55) of each card: the faces, then that it is none."""

    def look(self, picture: Image) -> list[int]:
        """Take a picture of cards that lie still; the numbers of those in it."""
        self.views += 1
        found = self._find(picture)
        probs = self.reader.probabilities(picture, found)
        likely = probs[:, :NO_CARD].sum(axis=1) >= LEAST_INDEX
        found, probs = found.take(likely), probs[likely]
        numbers = [
            self._take(picture, found.keypoints[group], probs[group])
            for group in _grouped(found, probs, picture.shape)
        ]
        self.settle()
        return numbers

    def name(self, card: int, face: Card | None) -> None:
        """A person says what a card is; ``None``: it is no card."""
        self.cards[card].named = NO_CARD if face is None else FACES.index(face)
        self.settle()

    @property
    def taken(self) -> dict[int, Card]:
        """The cards that are sure, by number."""
        best, sure = self.chances.argmax(axis=1), self.chances.max(axis=1, initial=0) >= SURE
        return {int(i): FACES[best[i]] for i in np.flatnonzero(sure & (best != NO_CARD))}

    @property
    def missing(self) -> tuple[Card, ...]:
        """Faces of which no card is sure."""
        taken = set(self.taken.values())
        return tuple(face for face in FACES if face not in taken)

    def question(self) -> Question | None:
        """The card in doubt that is likeliest one of the missing faces, if there is any."""
        missing = [FACES.index(face) for face in self.missing]
        taken = self.taken
        doubtful = [
            i
            for i, card in enumerate(self.cards)
            if i not in taken and card.named is None and self.chances[i, NO_CARD] < SURE
        ]
        if not doubtful or not missing:
            return None
        card = max(doubtful, key=lambda i: float(self.chances[i, missing].sum()))
        order = np.argsort(-self.chances[card, :NO_CARD])[:3]
        return Question(card, tuple(FACES[i] for i in order))

    def samples(self) -> Samples:
        """The crops of all cards that are sure, and of what a person said is none."""
        patches: list[Image] = []
        faces: list[int] = []
        known = {i: FACES.index(face) for i, face in self.taken.items()}
        for number, card in enumerate(self.cards):
            if number in known or card.named == NO_CARD:
                patches += card.patches
                faces += [known.get(number, NO_CARD)] * len(card.patches)
        shape = (-1, PATCH[1], PATCH[0], 3)
        return Samples(np.array(patches, np.uint8).reshape(shape), np.array(faces, np.int64))

    def learn(self, name: str, progress: Progress = lambda share: None) -> LearnedDeck:
        """Fit the deck on what was shown; a minute on two slow cores."""
        samples = self.samples()
        return LearnedDeck(name, fit(self.reader, samples, progress), samples)

    def settle(self) -> None:
        """Name all cards together."""
        if not self.cards:
            return
        evidence = np.stack([TRUST * np.mean(card.looks, axis=0) for card in self.cards])
        push = _pushes([card.views for card in self.cards])
        named = [(i, card.named) for i, card in enumerate(self.cards) if card.named is not None]
        chances = softmax(evidence)
        for step in range(ROUNDS):
            for i, face in named:
                chances[i] = np.eye(NO_CARD + 1)[face]
            crowd = push @ chances
            crowd[:, NO_CARD] = 0
            # The push grows from nothing, so that what is clear settles before what is not.
            strength = min(1.0, 2 * (step + 1) / ROUNDS)
            chances = np.asarray((chances + softmax(evidence - strength * crowd)) / 2, np.float32)
        for i, face in named:
            chances[i] = np.eye(NO_CARD + 1)[face]
        self.chances = chances

    def _find(self, picture: Image) -> Detections:
        longest = max(picture.shape[:2])
        sides = [side for side in SIDES if side <= 1.1 * longest] or [SIDES[0]]
        found = Detections.merge([self.detect(picture, side / longest) for side in sides])
        found = found.take(np.argsort(-found.score))
        return found.take(distinct(found))

    def _take(self, picture: Image, points: Floats, probs: Floats) -> int:
        """A card seen in the newest picture: one that has lain there already, or a new one; its number."""
        power = 1.0 if len(points) == 1 else CORNERS_TOGETHER
        look = power * np.log(probs + 1e-6).sum(axis=0)
        patches = [_patch(picture, pair) for pair in points]
        for number, card in enumerate(self.cards):
            if self.views - 1 in card.views and _stayed(card.points, points):
                card.points = points
                card.looks.append(look)
                card.views.add(self.views)
                if len(card.looks) <= LOOKS:
                    card.patches += patches
                return number
        self.cards.append(ShownCard(points, patches, [look], {self.views}))
        return len(self.cards) - 1


def _pushes(views: list[set[int]]) -> Floats:
    """(N, N) how strongly each card pushes each other one off its face."""
    push = np.array([[PUSH[0] if one & other else PUSH[1] for other in views] for one in views], np.float32)
    np.fill_diagonal(push, 0)
    return push


def _grouped(found: Detections, probs: Floats, shape: tuple[int, ...]) -> list[list[int]]:
    """Which finds are corners of one card, by geometry; what an unknown deck reads as counts for half."""
    faces = probs[:, :NO_CARD] / probs[:, :NO_CARD].sum(axis=1, keepdims=True)
    soft = (0.5 * faces + 0.5 / NO_CARD).astype(np.float32)
    indices = [
        Index(
            (float(box[0]), float(box[1]), float(box[2]), float(box[3])),
            (float(pair[0, 0]), float(pair[0, 1])),
            (float(pair[1, 0]), float(pair[1, 1])),
            float(row.max()),
            row,
        )
        for box, pair, row in zip(found.boxes, found.keypoints, soft, strict=True)
    ]
    number = {id(index): i for i, index in enumerate(indices)}
    cards = cards_of(indices, (shape[1], shape[0]))
    return [[number[id(index)] for index in card.indices] for card in cards]


def _stayed(before: Floats, now: Floats) -> bool:
    """Whether a corner of a card lies where one lay: laid anew, a card never comes back to the pixel."""
    apart = np.linalg.norm(before[:, None] - now[None], axis=3).max(axis=2)
    length = float(np.linalg.norm(now[0, 1] - now[0, 0]))
    return bool(apart.min() <= max(1.5, STAYED * length))


def _patch(picture: Image, pair: Floats) -> Image:
    return upright(picture, pair.astype(np.float64), PATCH, READER_POINTS + MARGIN)
