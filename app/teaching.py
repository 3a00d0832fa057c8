"""A deck lesson with somebody to ask, without Qt: one thread looks, names, and at the end learns.

What people say goes in as calls that return at once; a snapshot comes out after every change.
"""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, field
from enum import Enum, auto
from pathlib import Path

from engine.cards import FACES, Card
from models import ModelError
from vision import SourceError, open_source
from vision.deck_lesson import Lesson, Question
from vision.deck_views import Sight, sights
from vision.frames import FrameSource
from vision.indices import IndexDetector, IndexReader
from vision.values import Floats, Image

SHOW_EVERY_S = 0.1
"""Of a film, only so often a picture that is not looked at is shown."""


class Phase(Enum):
    OPENING = auto()
    SHOWING = auto()  # pictures come
    SHOWN = auto()  # they have ended; names may still be given
    LEARNING = auto()
    LEARNED = auto()
    FAILED = auto()


@dataclass(frozen=True, slots=True, eq=False)
class Spot:
    """A card in the picture: its number, its corners' points (N, 2, 2) in px, and what it is taken for."""

    card: int
    points: Floats
    face: Card | None


@dataclass(frozen=True, slots=True, eq=False)
class LessonView:
    """What a window shows of a lesson.

    picture: the newest; spots: cards in the one looked at last, empty while others move; crops: of each card
    by number; taken: the best card of each face that is known; share: of learning that is done.
    """

    phase: Phase = Phase.OPENING
    picture: Image | None = None
    spots: tuple[Spot, ...] = ()
    crops: Sequence[Image] = ()
    taken: Mapping[Card, int] = field(default_factory=dict)
    missing: tuple[Card, ...] = FACES
    question: Question | None = None
    views: int = 0
    share: float = 0.0
    fault: str = ""


class _Stopped(Exception):
    """The window was closed while a deck was being learned."""


class Teacher:
    """One lesson from some sources (camera, video, folder, picture), saved to ``path`` once it is learned."""

    def __init__(self, name: str, path: Path, sources: Sequence[str]) -> None:
        self.name, self.path = name, path
        self._sources = tuple(sources)
        self._tasks: queue.SimpleQueue[Callable[[], None] | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="lesson", daemon=True)
        self._stopping = threading.Event()
        self._source: FrameSource | None = None
        self._listener: Callable[[LessonView], None] = lambda view: None
        self._lesson: Lesson | None = None
        self._phase, self._share, self._fault = Phase.OPENING, 0.0, ""
        self._picture: Image | None = None
        self._spotted: list[int] = []

    # ---- what people do, from any thread --------------------------------------------------------

    def on_view(self, listener: Callable[[LessonView], None]) -> None:
        """``listener`` gets a view after every change, in the lesson's thread."""
        self._listener = listener

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        """End and join the thread; what was not learned is lost.  May be called twice."""
        self._stopping.set()
        self._tasks.put(None)
        if self._source is not None:
            self._source.close()
        if self._thread.is_alive():
            self._thread.join()

    def name_card(self, card: int, face: Card | None) -> None:
        """Say what a card is; ``None``: no card."""
        self._tasks.put(lambda: self._name(card, face))

    def learn(self) -> None:
        """No more cards are shown: fit the deck and keep it."""
        self._tasks.put(self._learn)

    # ---- the thread -----------------------------------------------------------------------------

    def _run(self) -> None:
        try:
            self._lesson = Lesson(IndexDetector(), IndexReader())
            self._show_all()
            while not self._stopping.is_set() and (task := self._tasks.get()) is not None:
                task()
        except ModelError as error:
            self._fault = str(error)
            self._tell(Phase.FAILED)
        except _Stopped:
            pass

    def _show_all(self) -> None:
        """Every source in turn.  One that fails ends the showing, and what was shown before stays."""
        try:
            for spec in self._sources:
                if self._stopping.is_set() or self._phase is Phase.LEARNED:
                    return
                with closing(open_source(spec)) as source:
                    self._source = source
                    self._watch(source)
        except SourceError as error:
            self._fault = str(error)
            assert self._lesson is not None
            self._tell(Phase.SHOWN if self._lesson.cards else Phase.FAILED)
            return
        if self._phase is Phase.SHOWING:
            self._tell(Phase.SHOWN)

    def _watch(self, source: FrameSource) -> None:
        shown_at = 0.0
        for frame, sight in sights(source):
            with suppress(queue.Empty):
                while (task := self._tasks.get_nowait()) is not None:
                    task()
            if self._stopping.is_set() or self._phase is Phase.LEARNED:
                return
            now = time.monotonic()
            if sight is Sight.NEW:
                assert self._lesson is not None
                self._spotted = self._lesson.look(frame.image)
            elif now - shown_at < SHOW_EVERY_S:
                continue
            elif sight is Sight.MOVING:
                self._spotted = []
            self._picture, shown_at = frame.image, now
            self._tell(Phase.SHOWING)

    def _name(self, card: int, face: Card | None) -> None:
        assert self._lesson is not None
        self._lesson.name(card, face)
        self._tell(self._phase)

    def _learn(self) -> None:
        assert self._lesson is not None
        shown, self._fault, self._share = self._phase, "", 0.0
        self._tell(Phase.LEARNING)
        try:
            self._lesson.learn(self.name, self._progress).save(self.path)
        except OSError as error:
            self._fault = f"{self.path}: cannot be written: {error.strerror}"
            self._tell(shown)
        else:
            self._tell(Phase.LEARNED)

    def _progress(self, share: float) -> None:
        if self._stopping.is_set():
            raise _Stopped
        if share - self._share >= 0.01 or share >= 1:
            self._share = share
            self._tell(Phase.LEARNING)

    def _tell(self, phase: Phase) -> None:
        self._phase = phase
        lesson = self._lesson
        if lesson is None:
            self._listener(LessonView(phase=phase, fault=self._fault))
            return
        taken = lesson.taken
        best: dict[Card, int] = {}
        for number, face in taken.items():
            if face not in best or lesson.chances[number].max() > lesson.chances[best[face]].max():
                best[face] = number
        spots = tuple(Spot(n, lesson.cards[n].points, taken.get(n)) for n in self._spotted)
        self._listener(
            LessonView(
                phase=phase,
                picture=self._picture,
                spots=spots,
                crops=tuple(card.picture for card in lesson.cards),
                taken=best,
                missing=lesson.missing,
                question=lesson.question(),
                views=lesson.views,
                share=self._share,
                fault=self._fault,
            )
        )
