"""The decks that were learned on this machine, by name, and readers that know one."""

import re
import sys
from pathlib import Path

import platformdirs

from vision.deck import ENDING, DeckError, LearnedDeck
from vision.deck_fit import fit
from vision.indices import IndexReader

_NAME = re.compile(r"[\w][\w .()-]{0,59}")


def decks_folder() -> Path:
    """Where they are kept; it need not be there."""
    return platformdirs.user_data_path("guandan-eye", appauthor=False) / "decks"


def deck_path(name: str) -> Path:
    """The file of a deck; raises ``DeckError`` for what cannot be a name of one."""
    if not _NAME.fullmatch(name) or name != name.strip():
        raise DeckError(f"{name!r} is no name for a deck: letters, digits, spaces, - and _, 60 at most")
    return decks_folder() / f"{name}{ENDING}"


def new_deck_path(name: str) -> Path:
    """The file of a deck that is to be learned; raises ``DeckError`` when there is one already."""
    path = deck_path(name)
    if path.exists():
        raise DeckError(
            f"deck {name} is there already; choose another name, or: guandan-eye deck remove {name}"
        )
    return path


def deck_names() -> list[str]:
    """All that were learned."""
    return sorted(path.stem for path in decks_folder().glob(f"*{ENDING}"))


def load_deck(name: str) -> LearnedDeck:
    """Raises ``DeckError``, which names the decks that there are."""
    path = deck_path(name)
    if not path.exists():
        there = ", ".join(deck_names()) or "none"
        raise DeckError(f"no deck {name} was learned on this machine; there are: {there}")
    return LearnedDeck.load(path)


def remove_deck(name: str) -> None:
    """Raises ``DeckError`` when there is none."""
    path = deck_path(name)
    if not path.exists():
        raise DeckError(f"no deck {name} was learned on this machine")
    path.unlink()


def reader_for(name: str) -> IndexReader:
    """A reader that knows the deck too; raises ``DeckError`` and ``ModelError``.

    A deck that was learned with other weights is first fitted to these, on the crops that it kept.
    """
    deck = load_deck(name)
    plain = IndexReader()
    if deck.head.reader != plain.sha256:
        print(f"deck {name} was learned with another reader; it is learned again first", file=sys.stderr)
        deck = LearnedDeck(deck.name, fit(plain, deck.samples), deck.samples)
        deck.save(deck_path(name))
    return IndexReader(head=deck.head)
