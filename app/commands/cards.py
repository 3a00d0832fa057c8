"""`classify` and `read`: what some cards are, and what cards lie in a photo."""

import argparse
import json
import sys
import time
from collections import Counter
from typing import TYPE_CHECKING, Any

from app.commands import DONE, INPUT, Failure, failures
from engine import COPIES, UNREAD, Card, CardError, Combo, Play, RuleError, parse_cards, to_json
from engine import classify as readings_of

if TYPE_CHECKING:
    from vision.values import SeenCard


def classify(args: argparse.Namespace) -> int:
    """Every reading of the cards at the level; none is an answer too."""
    try:
        cards = parse_cards(" ".join(args.cards))
        if not cards:
            raise CardError("no cards are named; write some such as 'S3 H3' or HT, jokers SB and HR")
        if UNREAD in cards:
            raise CardError("?? may be any card: name it, or give its rank (?7)")
        crowded = [str(card) for card, count in Counter(cards).items() if card.is_known and count > COPIES]
        if crowded:
            raise CardError(f"more than {COPIES} of {', '.join(crowded)}: two decks hold each face twice")
        readings = readings_of(cards, args.level)
    except (CardError, RuleError) as error:
        raise Failure(INPUT, str(error)) from error
    if args.json:
        found = [_reading(combo, cards) for combo in readings]
        print(json.dumps({"cards": [str(card) for card in cards], "level": args.level, "readings": found}))
    elif not readings:
        print("no hand type")
    else:
        for combo in readings:
            wilds = ", ".join(str(card) for card in combo.wilds)
            print(f"{combo}, wild as {wilds}" if wilds else combo)
    return DONE


def _reading(combo: Combo, cards: tuple[Card, ...]) -> dict[str, Any]:
    """As the record writes it, with its size."""
    written: dict[str, Any] = to_json(Play("E", cards, combo, None, 0))["as"]
    return written | {"size": combo.size, "bomb": combo.is_bomb}


def read(args: argparse.Namespace) -> int:
    """The cards of each picture; one that cannot be read is named, and the others are read all the same."""
    with failures():
        from app.decks import reader_for
        from vision.frames import SourceError, read_image
        from vision.indices import IndexDetector, IndexReader
        from vision.photo import read_picture

        detect, read_indices = IndexDetector(), reader_for(args.deck) if args.deck else IndexReader()
    status = DONE
    for name in args.images:
        try:
            image = read_image(name)
        except SourceError as error:
            print(f"guandan-eye: {error}", file=sys.stderr)
            status = INPUT
            continue
        began = time.perf_counter()
        cards = read_picture(image, detect, read_indices)
        ms = (time.perf_counter() - began) * 1000
        if args.json:
            size = [image.shape[1], image.shape[0]]
            seen = [_seen(card) for card in cards]
            found = {"image": name, "size": size, "cards": seen, "ms": round(ms, 1)}
            print(json.dumps(found, ensure_ascii=False), flush=True)
        else:
            said = ", ".join(f"{card.best} {card.p:.0%}" for card in cards) or "no cards"
            print(f"{name}: {said}", flush=True)
    return status


def _seen(card: "SeenCard") -> dict[str, Any]:
    return {
        "card": str(card.best),
        "p": round(card.p, 4),
        "indices": [
            {
                "box": _rounded(index.box),
                "rank": _rounded(index.rank),
                "suit": _rounded(index.suit),
                "p": round(float(index.p), 4),
            }
            for index in card.indices
        ],
        "quad": None if card.quad_px is None else [_rounded(corner) for corner in card.quad_px],
    }


def _rounded(numbers: Any) -> list[float]:
    return [round(float(number), 1) for number in numbers]
