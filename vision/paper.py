"""Whether something is a card at all: cards hide the table under them and are of the paper seen so far."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence

import numpy as np

from vision.bare import JOKER_SHARE, BareTable, Strange, unread_cards
from vision.gate import Mask
from vision.opencv import cv2
from vision.values import Floats, Image, SeenCard

GHOST = 0.5
"""What is read as some face less surely is no index: a pattern on a back, a piece of court art."""

BESIDE = 0.9
"""Beside the play square, where score sheets and telephones lie, only what is read so surely is a card."""

HIDES, HIDES_AT_LEAST = 0.9, 0.8
"""Share of the table under a card that it hides: as a rule, and at least where that is so."""

ALIKE = 0.5
"""So much of what cards hide as a rule each hides at least on a table that is much like paper."""

LIGHTEST = 230.0
"""Grey level of paper before any was seen."""

LIGHTS = (0.45, 1.3)
"""How light paper may be, beside that of the last cards."""

TINT = 32.0
"""Grey levels in any colour by which it may differ in tint."""

PAPERS = 24
"""Paper is what so many of the last cards were made of: light changes over hours."""


class Paper:
    """What the last cards of one table looked like.

    play_area: outline in px of where cards are played; card_mm: width and height of a card.
    """

    def __init__(self, bare: BareTable, play_area: Floats, card_mm: tuple[float, float]) -> None:
        self._bare = bare
        self._play_area = play_area
        self._card_mm = card_mm
        self._papers: deque[Floats] = deque(maxlen=PAPERS)
        self._hides: deque[float] = deque(maxlen=PAPERS)

    def follow(self, play_area: Floats) -> None:
        """The table lies elsewhere in the picture now."""
        self._play_area = play_area

    def learn(self, cards: Iterable[SeenCard], image: Image) -> None:
        """These are cards."""
        quads = [card.quad_px for card in cards if card.quad_px is not None]
        self._papers.extend(self._bare.paper(quad, image) for quad in quads)
        self._hides.extend(self._bare.covered(quad, image) for quad in quads)

    def may_be(self, pixels: Image) -> Mask:
        """Which pixels (H, W, 3) may be of a card's paper, in whatever light; (H, W)."""
        paper = np.median(self._papers, axis=0) if self._papers else np.full(3, LIGHTEST, np.float32)
        seen = pixels.astype(np.float32)
        light = np.clip(seen @ paper / float(paper @ paper), *LIGHTS)[..., None]
        return np.asarray((np.abs(seen - light * paper) < TINT).all(axis=2))

    def is_card(self, card: SeenCard, image: Image, seen: Iterable[SeenCard]) -> bool:
        """Whether what was read is a card at all: art may look like an index, a back like a joker.

        A card hides the table under all of it, where cards differ from the table at all; court art may not,
        so it is enough that it does where none lies over it that was ``seen`` by more than one index.
        """
        if self.is_beside(card) or (card.p < GHOST and len(card.indices) < 2):
            return False
        if card.quad_px is None or not self._papers:
            return True
        usual = float(np.median(self._hides))
        if len(card.indices) == 1 and self._bare.covered(card.quad_px, image) < ALIKE * usual:
            return False
        if len(card.indices) == 1 and usual > HIDES:
            over = [c.quad_px for c in seen if len(c.indices) > 1 and c.quad_px is not None]
            # Of all of it, or of the strip that shows: there an outline that is a little off counts for more.
            if all(self._bare.covered(card.quad_px, image, o) < HIDES_AT_LEAST for o in ((), over)):
                return False
        return (
            not card.best.is_joker
            or self._bare.share_of_paper(card.quad_px, image, self._papers) >= JOKER_SHARE
        )

    def is_beside(self, card: SeenCard) -> bool:
        """Whether it was read beside the play square, and not surely enough to be a card there."""
        if card.quad_px is None or card.p >= BESIDE:
            return False
        return not self._in_play(card.quad_px.mean(axis=0))

    def misses(self, seat: str, cards: Iterable[SeenCard], image: Image) -> bool:
        """Whether something in an area besides these cards looks like a card."""
        quads = [card.quad_px for card in cards if card.quad_px is not None]
        return any(self.unread(thing, image) for thing in self._bare.strange(seat, image, quads))

    def unread(self, thing: Strange, image: Image) -> int:
        """How many cards it is that could not be read: laid for all to see, not the pile beside."""
        count = unread_cards(thing, self._card_mm) if self._in_play(thing.middle_px) else 0
        return count if count and self._bare.like_paper(thing, image, self._papers) else 0

    def _in_play(self, place: Sequence[float] | Floats) -> bool:
        x, y = (float(v) for v in place)
        return cv2.pointPolygonTest(self._play_area, (x, y), measureDist=False) >= 0
