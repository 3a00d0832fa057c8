"""`deck learn`, `deck list`, `deck remove`: decks that the reader is taught on this machine."""

import argparse
import sys
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from app.commands import DONE, INPUT, MACHINE, Failure, failures
from engine import Card

if TYPE_CHECKING:
    from vision.deck_lesson import Lesson


def learn(args: argparse.Namespace) -> int:
    """Cards are shown until all 54 faces are known, with a window or without; then the deck is kept."""
    with failures():
        from app.decks import new_deck_path

        path = new_deck_path(args.name)
        return _headless(args.name, path, args.sources) if args.headless else _window(args, path)


def list_(args: argparse.Namespace) -> int:
    with failures():
        from app.decks import deck_names, load_deck

        names = deck_names()
        for name in names:
            print(f"{name}: {len(load_deck(name).faces)} faces")
        if not names:
            print("no deck was learned on this machine")
    return DONE


def remove(args: argparse.Namespace) -> int:
    with failures():
        from app.decks import remove_deck

        remove_deck(args.name)
    print(f"removed deck {args.name}")
    return DONE


def _headless(name: str, path: Path, sources: list[str]) -> int:
    """Nobody can be asked, so only cards that are sure are learned; faces without one are named."""
    from vision.deck_lesson import Lesson
    from vision.indices import IndexDetector, IndexReader

    lesson = Lesson(IndexDetector(), IndexReader())
    try:
        for spec in sources:
            _show(lesson, spec)
    except KeyboardInterrupt:
        print("interrupted; what was shown is learned")
    if not lesson.taken:
        raise Failure(INPUT, f"deck {name} was not learned: no card could be read in {lesson.views} views")
    deck = lesson.learn(name, _progress if sys.stderr.isatty() else lambda share: None)
    try:
        deck.save(path)
    except OSError as error:
        raise Failure(MACHINE, f"{path}: cannot be written: {error.strerror}") from error
    print(f"learned deck {name}: {_standing(lesson)}; kept in {path}")
    return DONE


def _show(lesson: "Lesson", spec: str) -> None:
    """All of one source; of a camera until every face is known, or Ctrl-C."""
    from vision import open_source
    from vision.deck_views import Sight, sights

    with closing(open_source(spec)) as source:
        for frame, sight in sights(source):
            if sight is Sight.NEW:
                seen = lesson.look(frame.image)
                print(f"{spec}, view {lesson.views}: {len(seen)} cards; {_standing(lesson)}", flush=True)
            if source.live and not lesson.missing:
                return


def _standing(lesson: "Lesson") -> str:
    missing = lesson.missing
    known = 54 - len(missing)
    return f"{known} faces known" + (f", missing {_listed(missing)}" if missing else "")


def _listed(cards: Iterable[Card]) -> str:
    return " ".join(str(card) for card in cards)


def _progress(share: float) -> None:
    print(f"\rlearning {share:.0%}", end="\n" if share >= 1 else "", file=sys.stderr, flush=True)


def _window(args: argparse.Namespace, path: Path) -> int:
    from app.teaching import Teacher

    try:
        from app.ui.deck_window import run_deck_window
    except ImportError as error:  # a system library that Qt needs
        sentence = f"no window can be opened: {error}. `guandan-eye doctor` says what to install"
        raise Failure(MACHINE, sentence) from error
    return run_deck_window(
        lambda: Teacher(args.name, path, args.sources),
        lang=getattr(args, "lang", None),
        screenshot=getattr(args, "screenshot", None),
    )
