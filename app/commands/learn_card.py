"""`learn-card`: a PASS card or count card without a marker, learned from pictures of it on the table."""

import argparse
import os
from pathlib import Path

import numpy as np

from app.commands import DONE, INPUT, Failure, failures


def learn_card(args: argparse.Namespace) -> int:
    """Adds the looks of one card to those that the table's file knows; nothing is written if one fails."""
    with failures():
        from vision import Table, open_source
        from vision.plain import PlainCard, PlainCardError, learn, to_file

        path: Path = args.table
        table = Table.load(path)
        looks = []
        for name in args.pictures:
            source = open_source(name)
            try:
                frame = next(iter(source), None)
            finally:
                source.close()
            if frame is None:
                raise Failure(INPUT, f"{name}: no picture came")
            try:
                looks.append(learn(frame.image, table.placed(frame.image)))
            except PlainCardError as error:
                raise Failure(INPUT, f"{name}: {error}") from error
    count = None if args.card == "pass" else int(args.card)
    before = [card for card in table.learned if card.count == count]
    card = PlainCard(count, np.array([*(look for known in before for look in known.looks), *looks]))
    cards = [*(known for known in table.learned if known.count != count), card]
    beside = path.with_suffix(".cards.npz")
    try:
        _replace(beside, to_file(cards))
        if not table.learned:
            text = path.read_text("utf-8").rstrip("\n")
            _replace(path, f'{text}\n\n[marks]\nlearned = "{beside.name}"\n'.encode())
    except OSError as error:
        raise Failure(INPUT, f"{error.filename}: cannot be written: {error.strerror}") from error
    print(f"learned: {card.name.removeprefix('learned ')} from {len(card.looks)} pictures, in {beside}")
    return DONE


def _replace(path: Path, content: bytes) -> None:
    """The new content, whole or not at all."""
    part = path.with_name(path.name + ".part")
    part.write_bytes(content)
    os.replace(part, path)
