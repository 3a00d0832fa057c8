"""Everything that decides what is trained, read from ``train.toml``."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path

FILE = Path(__file__).with_name("train.toml")


@dataclass(frozen=True, slots=True)
class Settings:
    """See ``train.toml`` for what each means."""

    seed: int
    picture: int
    train_pictures: int
    val_pictures: int
    close_up_decks: int
    words: int
    backs: int
    detector_start: bool
    detector_epochs: int
    detector_batch: int
    detector_rate: float
    reader_start: bool
    reader_epochs: int
    reader_batch: int
    reader_rate: float
    reader_width: int
    photo_repeats: int

    @classmethod
    def load(cls, path: Path = FILE) -> Settings:
        """Raises ``TypeError`` when a setting is missing or unknown."""
        return cls(**tomllib.loads(path.read_text(encoding="utf-8")))
