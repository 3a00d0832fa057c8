"""Cards of two decks and their text: suit first, ``S2 HT DQ CA``; jokers ``SB`` (small) and ``HR`` (big)."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

SUITS = "SHCD"
RANKS = "23456789TJQKA"
COPIES = 2
"""How often each face lies in the stock (two decks)."""

CARD_PATTERN = r"^([SHCD?][2-9TJQKA]|SB|HR|\?\?)$"
"""The text of a card, as a regular expression."""

_JOKERS = ("SB", "HR")
_TEXTS = tuple([s + r for s in SUITS for r in RANKS] + list(_JOKERS) + ["?" + r for r in RANKS] + ["??"])
_INDEX = {text: index for index, text in enumerate(_TEXTS)}
_NATURAL = {rank: value for value, rank in enumerate(RANKS, start=2)}
_VALUES = _NATURAL | {"B": 16, "R": 17}
LEVEL_VALUE = 15
"""Value of a level card: above the ace, below the jokers."""


class CardError(ValueError):
    """A text, a suit and rank, or a level that names no card."""


@dataclass(frozen=True, slots=True)
class Card:
    """One face, or what is known of it: ``Card("?", "3")`` has a rank only, ``Card("?", "?")`` is unread."""

    suit: str
    rank: str
    index: int = field(init=False, repr=False, compare=False)
    """Place among `CARDS`: tables are read by it."""

    def __post_init__(self) -> None:
        index = _INDEX.get(self.suit + self.rank)
        if index is None:
            raise _no_card(self.suit + self.rank)
        object.__setattr__(self, "index", index)

    def __hash__(self) -> int:
        return self.index

    @staticmethod
    def parse(text: str) -> Card:
        """The card that two characters name; raises `CardError`."""
        card = _BY_TEXT.get(text)
        if card is None:
            raise _no_card(text)
        return card

    def __str__(self) -> str:
        return self.suit + self.rank

    @property
    def is_joker(self) -> bool:
        return self.rank in "BR"

    @property
    def is_known(self) -> bool:
        """Both suit and rank are known."""
        return self.suit != "?"

    @property
    def is_unread(self) -> bool:
        """Nothing is known (``??``)."""
        return self.rank == "?"

    def is_wild(self, level: str) -> bool:
        """The heart card of the level (逢人配), which may stand for any card but a joker."""
        return self.suit == "H" and self.rank == level


def _no_card(text: str) -> CardError:
    return CardError(f"{text!r} is no card; write a suit and a rank such as S3, HT, SB, HR")


CARDS: tuple[Card, ...] = tuple(Card(text[0], text[1]) for text in _TEXTS)
"""The faces, then what a card known in part may be (``?2`` to ``?A``, ``??``); each at its index."""
_BY_TEXT = dict(zip(_TEXTS, CARDS, strict=True))
FACES: tuple[Card, ...] = tuple(card for card in CARDS if card.suit != "?")
"""The 54 faces: spades 2..A, hearts, clubs, diamonds, small joker, big joker."""
UNREAD = Card.parse("??")
"""A card of which nothing could be read."""


def parse_cards(text: str) -> tuple[Card, ...]:
    """Cards named one after another, parted by spaces or commas, in either case: ``"S3 h3, DT"``.

    As people type it, ``10`` is a ten as well as ``T``.
    """
    return tuple(_typed(word) for word in re.split(r"[\s,，、]+", text) if word)


def _typed(word: str) -> Card:
    """The card that somebody has typed; what is none is named as it was typed."""
    text = word.upper()
    card = _BY_TEXT.get(text[:-2] + "T" if text.endswith("10") else text)
    if card is None:
        raise _no_card(word)
    return card


def check_level(level: str) -> str:
    """The level itself, or `CardError` when it is none of 2..A."""
    if len(level) != 1 or level not in RANKS:
        raise CardError(f"{level!r} is no level; levels are {' '.join(RANKS)}")
    return level


def natural_value(rank: str) -> int:
    """2..14 by rank, ace high; where a run stands is told by its top rank."""
    return _NATURAL[rank]


def rank_value(rank: str, level: str) -> int:
    """Value of a rank when cards are compared: 2..14, level card 15, small joker 16, big joker 17."""
    return LEVEL_VALUE if rank == level else _VALUES[rank]


def level_value(card: Card, level: str) -> int:
    """Value of a card at a level (national 2022, 牌型大小 一1): 2..14, level card 15, jokers 16 and 17."""
    if card.is_unread:
        raise CardError("an unread card (??) has no value")
    return rank_value(card.rank, level)
