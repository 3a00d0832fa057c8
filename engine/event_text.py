"""One event as text: a turn is a cell such as ``E: S3 H3``, any other event its name and its fields.

The fields are those of the JSON form, in the order of the events' definitions: first those that have to be
there, then others by name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import MISSING, Field, fields
from typing import Any

from engine.cards import LEVEL_VALUE, RANKS, Card, natural_value
from engine.combos import Combo, ComboType, classify
from engine.event_json import SEATS, to_json
from engine.events import Correction, Event, Hands, Pass, Play, Source, TrickEnd
from engine.words import NOTHING, joined, name, quoted, time

TRICK_OVER = "/"
KEY_TEXTS = {natural_value(rank): rank for rank in RANKS} | {LEVEL_VALUE: "level", 16: "SB", 17: "HR"}
"""How the rank that is compared is written."""
_IN_BRACES = ("at_ms", "began_ms", "after_ms", "before_ms", "source", "state", "p", "seq")


def event_text(event: Event, level: str | None) -> str:
    """The event without its number; `level` is that of its deal, None where that is not known."""
    data = to_json(event)
    if isinstance(event, Play):
        said = f"{name(event.seat)}: {_cards(event, level)}".rstrip()
    elif isinstance(event, Pass):
        said = f"{name(event.seat)}: {NOTHING}"
    elif isinstance(event, TrickEnd):
        seat, leader = data.get("seat"), data.get("leader")
        ends = [_or_nothing(seat)] if seat == leader else [_or_nothing(seat), _or_nothing(leader)]
        said = f"{TRICK_OVER} {'>'.join(ends)}"
    else:
        said = " ".join([data["event"], *_fields(event, data)])
    braces = _braces(event, data)
    said = f"{said} {{{braces}}}" if braces else said
    if not isinstance(event, Correction):
        return said
    if event.replacement is None:
        return f"{said} struck"
    number = f"{event.replacement.seq}. " if event.replacement.seq else ""
    return f"{said} with {number}{event_text(event.replacement, None)}"


def reading_text(reading: Combo) -> str:
    """A reading as it is declared: ``pair K``, ``bomb level``, ``fourkings``."""
    if reading.type is ComboType.FOURKINGS and reading.key == 0:
        return reading.type.value
    return f"{reading.type} {KEY_TEXTS.get(reading.key, f'#{reading.key}')}"


def _cards(play: Play, level: str | None) -> str:
    """The cards, what wild ones stand for, and the reading where it is not the only one."""
    reading, cards = play.reading, [str(card) for card in play.cards]
    if reading is None:
        return " ".join([*cards, "(?)"])
    wilds = [str(card) for card in reading.wilds]
    places = _wild_places(play.cards, reading)
    for place, stands_for in zip(places, wilds, strict=False):
        cards[place] += f"={stands_for}"
    if level is not None and classify(play.cards, level) == (reading,):
        return " ".join(cards)
    said = [reading_text(reading), *(["as", *wilds] if wilds and not places else [])]
    return " ".join([*cards, f"({' '.join(said)})"])


def _wild_places(cards: tuple[Card, ...], reading: Combo) -> list[int]:
    """Where the wild cards of a reading lie; [] where the cards do not tell."""
    for rank in RANKS:
        places = [at for at, card in enumerate(cards) if card.rank == rank and card.suit in "H?"]
        if len(places) == len(reading.wilds) > 0 and reading in classify(cards, rank):
            return places
    return []


def _braces(event: Event, data: Mapping[str, Any]) -> str:
    """Time, source, and how sure it is."""
    said = []
    at = data.get("at_ms")
    if at is not None:
        began = data.get("began_ms")
        said.append(time(at) if began is None else f"{time(began)}~{time(at)}")
    after, before = data.get("after_ms"), data.get("before_ms")
    if after is not None or before is not None:
        said.append("..".join("" if ms is None else time(ms) for ms in (after, before)))
    if data.get("source", Source.TYPED) != Source.TYPED:
        said.append(data["source"][0])
    if data.get("p") is not None:
        said.append(f"p{data['p']!r}")
    if data.get("state") == "asked":
        said.append("asked")
    return " ".join(said)


def _fields(event: Event, data: Mapping[str, Any]) -> Iterable[str]:
    """The fields that have to be there, then the others by name."""
    for field in own_fields(type(event)):
        value = data.get(field.name)
        if isinstance(event, Hands) and field.name == "hands":
            yield from (f"{name(seat)}={_joined(cards)}" for seat, cards in event.hands.items())
        elif not is_named(field):
            yield NOTHING if value is None else _WRITE.get(form(field.name), str)(value)
        elif value is True:
            yield field.name
        elif value not in (None, False, "", []):
            yield f"{field.name} {_WRITE.get(form(field.name), str)(value)}"


def _joined(cards: Iterable[Card]) -> str:
    return ",".join(map(str, cards))


def own_fields(kind: type) -> list[Field[Any]]:
    """The fields of an event that are not in braces."""
    return [field for field in fields(kind) if field.name not in (*_IN_BRACES, "replacement")]


def is_named(field: Field[Any]) -> bool:
    """Whether a field may be left out, so that it is written with its name."""
    return field.default is not MISSING


_FORMS = {
    **dict.fromkeys((*SEATS, "kind"), "name"),
    **dict.fromkeys(("text", "by", "reason", "clause", "player", "deleted"), "text"),
    **dict.fromkeys(("seats", "finish"), "names"),
    **dict.fromkeys(("card", "turned"), "card"),
    "cards": "cards",
    "level": "word",
    "levels": "levels",
    **dict.fromkeys(("gap_ms", "from_ms", "to_ms"), "time"),
    "awards": "awards",
    "upheld": "answer",
}
"""Any other is a number."""


def form(field: str) -> str:
    """How a field is written."""
    return _FORMS.get(field, "number")


def _awards(awards: Iterable[Mapping[str, Any]]) -> str:
    """``kind/seat/side/levels``, what is none at the end left out."""
    said = []
    for award in awards:
        seat = award.get("seat")
        whole = [award["kind"], _or_nothing(seat), award.get("side", NOTHING), award.get("levels", NOTHING)]
        while whole[-1] == NOTHING:
            whole.pop()
        said.append("/".join(map(str, whole)))
    return ",".join(said)


_WRITE: Mapping[str, Callable[[Any], str]] = {
    "name": name,
    "text": quoted,
    "names": joined,
    "cards": ",".join,
    "levels": ":".join,
    "time": time,
    "awards": _awards,
    "answer": lambda upheld: "yes" if upheld else "no",
}


def _or_nothing(seat: str | None) -> str:
    return NOTHING if seat is None else name(seat)
