"""What a deck's cards look like to geometry: their size, how many corners carry an index, where it stands.

Lengths are mm on an upright card, from its north-west corner.  A profile is kept with the deck: as the
``[card]`` section of a table's file, or as a file of its own (`read_profile`, `write_profile`)::

    [card]
    size_mm = [58, 88]            # width and height
    indices = 2                   # corners that carry one: 2 or 4
    rank_mm = [5.1, 7.0]          # centre of the rank; with suit_mm, or both left out: not known
    suit_mm = [5.1, 15.4]
    joker_rank_mm = [4.0, 9.1]    # at 15 % of a joker's letters, and at 85 %; the same
    joker_suit_mm = [4.0, 28.7]
"""

from __future__ import annotations

import math
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

Vector = npt.NDArray[np.float64]
Pair = tuple[float, float]

CARD_MM = (58.0, 88.0)
MEASURED_SD = 0.7
"""mm by which a place that a file states, or that many cards agree on, may be off."""

KEYS = ("size_mm", "indices", "rank_mm", "suit_mm", "joker_rank_mm", "joker_suit_mm")


class ProfileError(ValueError):
    """A card profile that cannot be used; the message names file and key."""


@dataclass(frozen=True, slots=True)
class IndexPlace:
    """Where a printed index stands: rank and suit centre, mm from the NW corner; sd: how far off, mm."""

    rank: Pair
    suit: Pair
    sd: float = MEASURED_SD

    @property
    def middle(self) -> Pair:
        """Halfway between rank and suit."""
        return (self.rank[0] + self.suit[0]) / 2, (self.rank[1] + self.suit[1]) / 2

    @property
    def length(self) -> float:
        """From the centre of the rank to that of the suit, mm."""
        return math.dist(self.rank, self.suit)

    @property
    def across(self) -> bool:
        """Whether it runs along the card's short side, as JOKER does on some decks."""
        return abs(self.suit[0] - self.rank[0]) > abs(self.suit[1] - self.rank[1])


@dataclass(frozen=True, slots=True)
class CardProfile:
    """One deck's cards.

    size: width and height, mm; corners: how many carry an index, 2 (NW and SE) or 4; a joker always has 2;
    plain, joker: where the index stands at the NW corner, None where it is not known.
    """

    size: Pair = CARD_MM
    corners: int = 2
    plain: IndexPlace | None = None
    joker: IndexPlace | None = None


def read_profile(path: str | Path) -> CardProfile:
    """The profile in a TOML file's ``[card]`` section; raises `ProfileError` naming file and key."""
    try:
        data = tomllib.loads(Path(path).read_text("utf-8"))
    except OSError as error:
        raise ProfileError(f"{path}: cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise ProfileError(f"{path}: is no text in UTF-8") from error
    except tomllib.TOMLDecodeError as error:
        raise ProfileError(f"{path}: is no TOML: {error}") from error
    section = data.get("card")
    if not isinstance(section, dict):
        raise ProfileError(f"{path}: card: must be a section")
    return profile_of(section, f"{path}: card")


def write_profile(path: str | Path, profile: CardProfile) -> None:
    """Write a file of its own; raises `ProfileError` where it cannot be written."""
    try:
        Path(path).write_text(profile_section(profile), encoding="utf-8", newline="\n")
    except OSError as error:
        raise ProfileError(f"{path}: cannot be written: {error.strerror}") from error


def profile_section(profile: CardProfile) -> str:
    """The ``[card]`` section, as text."""
    lines = ["[card]", f"size_mm = {_list(profile.size)}", f"indices = {profile.corners}"]
    for prefix, place in (("", profile.plain), ("joker_", profile.joker)):
        if place is not None:
            lines += [f"{prefix}rank_mm = {_list(place.rank)}", f"{prefix}suit_mm = {_list(place.suit)}"]
    return "\n".join(lines) + "\n"


def profile_of(section: Mapping[str, Any], where: str) -> CardProfile:
    """A profile from a section; ``where`` is the file and the section's name, for messages.

    Raises `ProfileError`.
    """
    for key in section:
        if key not in KEYS:
            raise ProfileError(f"{where}.{key}: unknown; known are {', '.join(sorted(KEYS))}")
    size = _size(section.get("size_mm", list(CARD_MM)), f"{where}.size_mm")
    corners = section.get("indices", 2)
    if isinstance(corners, bool) or corners not in (2, 4):
        raise ProfileError(f"{where}.indices: must be 2 or 4")
    return CardProfile(
        size, int(corners), _place(section, "", size, where), _place(section, "joker_", size, where)
    )


def _place(section: Mapping[str, Any], prefix: str, size: Pair, where: str) -> IndexPlace | None:
    names = f"{prefix}rank_mm", f"{prefix}suit_mm"
    given = [name in section for name in names]
    if not any(given):
        return None
    if not all(given):
        missing = names[given.index(False)]
        raise ProfileError(f"{where}.{missing}: is missing; rank and suit go together")
    rank, suit = (_pair(section[name], f"{where}.{name}") for name in names)
    for name, (x, y) in zip(names, (rank, suit), strict=True):
        if not (0 < x < size[0] / 2 and 0 < y < size[1] / 2):
            raise ProfileError(f"{where}.{name}: must lie in the card's NW quarter, mm from that corner")
    place = IndexPlace(rank, suit)
    if place.length < 2:
        raise ProfileError(f"{where}.{names[1]}: must lie 2 mm from {names[0]} at least")
    return place


def _size(value: object, where: str) -> Pair:
    width, height = _pair(value, where)
    if min(width, height) <= 0:
        raise ProfileError(f"{where}: must be more than 0")
    return width, height


def _pair(value: object, where: str) -> Pair:
    if not isinstance(value, list) or len(value) != 2:
        raise ProfileError(f"{where}: must be two lengths in mm")
    for i, number in enumerate(value):
        if isinstance(number, bool) or not isinstance(number, int | float) or not math.isfinite(number):
            raise ProfileError(f"{where}[{i}]: must be a number, not {number!r}")
    return float(value[0]), float(value[1])


def _list(pair: Pair) -> str:
    return f"[{pair[0]:.4g}, {pair[1]:.4g}]"
