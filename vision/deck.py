"""A deck that was learned: what it adds to the index reader, and the file that keeps it.

The reader's last layer is linear in its features.  A deck adds a second linear map to it, weighed by how much
an index looks like one of this deck and how much those beside it do.  Where another deck lies on the table
that weight goes to nothing and the reader reads as it always did.
"""

from __future__ import annotations

import io
import zipfile
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from engine.cards import FACES, Card, CardError
from vision.opencv import cv2
from vision.values import Floats, Image

ENDING = ".deck"
PATCH = (64, 88)
"""Width and height of a kept crop: what the reader sees and ``MARGIN`` px round it."""

MARGIN = 12
PICTURE = 4.0
"""How much more all indices of a picture say together of whose deck it is than one does by itself: one deck
lies on a table, as a rule."""

DOUBT = 5.0
"""What the evidence must outweigh.  Measured: the median of the odds is 2.2 to 3.6 on the learned deck, and
on other decks and on each of 30 photographs 0.3 at most."""

NOTHING = "-"
"""What a crop shows that shows no index."""

_FORMAT = 1
_PACKING = [cv2.IMWRITE_JPEG_QUALITY, 94, cv2.IMWRITE_JPEG_SAMPLING_FACTOR, 0x111111]
"""Colours are kept at full size, or they would run from crop to crop."""


class DeckError(ValueError):
    """A deck's file that is missing, damaged, or of another reader; the message names it."""


def classes(shown: list[str]) -> npt.NDArray[np.int64]:
    """The reader's classes of some faces, or ``NOTHING``; raises ``CardError``."""
    numbers = [len(FACES) if what == NOTHING else FACES.index(Card.parse(what)) for what in shown]
    return np.array(numbers, np.int64)


@dataclass(frozen=True, slots=True, eq=False)
class Head:
    """What a lesson adds to the reader of the weights ``reader`` (their SHA-256).

    weights: (F, 55) and bias: (55,), added to the logits; own: (F,) and own_bias, the log odds that an index
    is one of this deck.
    """

    reader: str
    weights: Floats
    bias: Floats
    own: Floats
    own_bias: float

    def correction(self, features: Floats) -> Floats:
        """(N, G, F) features of G glances at each of N indices of one picture -> (N, G, 55) to add."""
        if len(features) == 0:
            return np.zeros((*features.shape[:2], len(self.bias)), np.float32)
        odds = (features @ self.own + self.own_bias).mean(axis=1)
        evidence = odds + PICTURE * np.median(odds) - DOUBT
        weight = 1 / (1 + np.exp(-np.clip(evidence, -30, 30)))
        return np.asarray(weight[:, None, None] * (features @ self.weights + self.bias), np.float32)


@dataclass(frozen=True, slots=True, eq=False)
class Samples:
    """Index crops that a lesson took: (N, 88, 64, 3) uint8 with room round them, and what they show (N,).

    54 is what a person said is no index.
    """

    patches: Image
    faces: npt.NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.faces)


@dataclass(frozen=True, slots=True, eq=False)
class LearnedDeck:
    """A deck by name: what it adds to the reader, and the crops from which that can be learned again."""

    name: str
    head: Head
    samples: Samples

    @property
    def faces(self) -> frozenset[Card]:
        """Those that were shown."""
        return frozenset(FACES[number] for number in self.samples.faces if number < len(FACES))

    def save(self, path: Path) -> None:
        """Write the file whole or not at all; raises ``OSError``."""
        packed = io.BytesIO()
        sheet = self.samples.patches.reshape(-1, *self.samples.patches.shape[2:])
        np.savez_compressed(
            packed,
            format=_FORMAT,
            name=self.name,
            reader=self.head.reader,
            weights=self.head.weights.astype(np.float16),
            bias=self.head.bias,
            own=self.head.own,
            own_bias=self.head.own_bias,
            faces=np.array([[*map(str, FACES), NOTHING][number] for number in self.samples.faces]),
            sheet=np.asarray(cv2.imencode(".jpg", sheet, _PACKING)[1]),
        )
        path.parent.mkdir(parents=True, exist_ok=True)
        part = path.with_suffix(".part")
        part.write_bytes(packed.getvalue())
        part.replace(path)

    @classmethod
    def load(cls, path: Path) -> LearnedDeck:
        """Raises ``DeckError`` naming the file and what is wrong with it."""
        try:
            with np.load(io.BytesIO(path.read_bytes()), allow_pickle=False) as kept:
                if int(kept["format"]) != _FORMAT:
                    raise DeckError(f"{path}: was written by another version; learn the deck again")
                faces = classes([str(face) for face in kept["faces"]])
                sheet = cv2.imdecode(kept["sheet"], cv2.IMREAD_COLOR)
                patches = np.asarray(sheet, np.uint8).reshape(len(faces), PATCH[1], PATCH[0], 3)
                head = Head(
                    str(kept["reader"]),
                    kept["weights"].astype(np.float32),
                    kept["bias"].astype(np.float32),
                    kept["own"].astype(np.float32),
                    float(kept["own_bias"]),
                )
                return cls(str(kept["name"]), head, Samples(patches, faces))
        except FileNotFoundError as error:
            raise DeckError(f"{path}: there is no such deck") from error
        except DeckError:
            raise
        except (OSError, KeyError, TypeError, ValueError, EOFError, zipfile.BadZipFile, CardError) as error:
            raise DeckError(f"{path}: is no deck or is damaged ({error}); learn the deck again") from error
