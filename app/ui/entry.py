"""What the referee types: read as cards or a pass, and judged at once against what the window shows.

The judgement is a hint while typing. Whether a play stands is for the session to say.
"""

import re
from collections import Counter
from dataclasses import dataclass, replace
from enum import Enum, auto
from typing import TYPE_CHECKING

from app.ui.words import card_text, combo_text, seat_name, seat_short, translate
from engine.cards import COPIES, UNREAD, Card
from engine.combos import beats, classify
from engine.plays import rests_on_open_suits

if TYPE_CHECKING:
    from collections.abc import Iterable

    from app.snapshot import Snapshot
    from engine.combos import Combo

_PASSES = {"pass", "p", "-", "过", "不要", "过牌"}
_REFUSALS = {"x", "refuse", "refused", "抗", "抗贡"}
_JOKERS = {"SB": "SB", "HR": "HR", "小王": "SB", "大王": "HR"}
_SUITS = {
    "♠": "S",
    "♥": "H",
    "♣": "C",
    "♦": "D",
    "黑桃": "S",
    "红桃": "H",
    "红心": "H",
    "梅花": "C",
    "方块": "D",
}
_TOKEN = re.compile(
    r"[\s,，、;]*(?:(?P<joker>SB|HR|小王|大王)|(?P<unread>\?\?)|(?P<wild>W|\*|配|百搭)"
    r"|(?P<suit>[SHCD?♠♥♣♦]|黑桃|红桃|红心|梅花|方块)?(?P<rank>10|[2-9TJQKA]))[\s,，、;]*",
    re.IGNORECASE,
)


class Kind(Enum):
    EMPTY = auto()
    PASS = auto()
    CARDS = auto()
    UNREADABLE = auto()


@dataclass(frozen=True, slots=True)
class Entry:
    """A line as typed; `rest` is where reading stopped in an unreadable one."""

    kind: Kind
    cards: tuple[Card, ...] = ()
    rest: str = ""


def read_entry(text: str, level: str = "") -> Entry:
    """`H3 S3`, `h3s3`, `♥3♠3`, `33` (ranks only: suits stay open), `SB HR`, `小王`, `??`, `pass`, `过`.

    Where the level is given, `w`, `*` or `配` is its heart card.
    """
    text = text.strip()
    if not text:
        return Entry(Kind.EMPTY)
    if text.lower() in _PASSES:
        return Entry(Kind.PASS)
    cards: list[Card] = []
    at = 0
    while at < len(text):
        found = _TOKEN.match(text, at)
        if found is None or (found["wild"] and not level):
            return Entry(Kind.UNREADABLE, tuple(cards), text[at:])
        cards.append(Card("H", level) if found["wild"] else _card(found))
        at = found.end()
    return Entry(Kind.CARDS, tuple(cards))


def _card(found: re.Match[str]) -> Card:
    joker = found["joker"]
    if found["unread"]:
        return UNREAD
    if joker:
        return Card.parse(_JOKERS[joker.upper()])
    suit = (found["suit"] or "?").upper()
    rank = found["rank"].upper()
    return Card.parse(_SUITS.get(suit, suit) + ("T" if rank == "10" else rank))


def with_suits(cards: tuple[Card, ...], seen: "Iterable[Card]") -> tuple[Card, ...]:
    """Cards whose suits were left out take those of what was seen, as far as its ranks go round."""
    there = [card for card in seen if card.is_known]
    for card in cards:
        if card in there:
            there.remove(card)
    filled = []
    for card in cards:
        known = card
        if card.suit == "?" and not card.is_unread:
            known = next((other for other in there if other.rank == card.rank), card)
            if known is not card:
                there.remove(known)
        filled.append(known)
    return tuple(filled)


def is_refusal(text: str) -> bool:
    """`refuse`, `x`, `抗贡`: no tribute is paid."""
    return text.strip().lower() in _REFUSALS


def read_seats(text: str, seats: tuple[str, ...]) -> tuple[str, ...] | None:
    """Seats in a row, as `E S`, `es`, `东南` or by their places, `12`; None where it is no such thing."""
    names = {seat.upper(): seat for seat in seats}
    names |= {str(place): seat for place, seat in enumerate(seats, 1)}
    names |= {seat_short(seat): seat for seat in seats}
    found = []
    for sign in re.sub(r"[\s,，、>]+", "", text).upper():
        if sign not in names:
            return None
        found.append(names[sign])
    return tuple(found)


@dataclass(frozen=True, slots=True)
class Judgement:
    """`readable`: it can be sent. `fits`: as far as the window can tell it is a lawful play."""

    readable: bool
    fits: bool
    text: str


def judge(entry: Entry, snapshot: "Snapshot", seat: str, *, now: bool = True) -> Judgement:
    """What can be said of an entry for `seat`. `now` False: it corrects an earlier line, so the trick that
    lies does not bind it."""
    if entry.kind is Kind.EMPTY:
        return Judgement(readable=False, fits=False, text="")
    if entry.kind is Kind.UNREADABLE:
        said = translate("words", "Cannot read “{0}”. Write H3 S3, HT, SB, HR or pass.").format(entry.rest)
        return Judgement(readable=False, fits=False, text=said)
    if any(card.is_unread for card in entry.cards):
        return Judgement(readable=True, fits=True, text=translate("words", "a card is not read"))
    fault = _fault(entry, snapshot, seat, now=now)
    if fault:
        return Judgement(readable=True, fits=False, text=fault)
    if entry.kind is Kind.PASS:
        return Judgement(
            readable=True, fits=True, text=translate("words", "{0} passes").format(seat_name(seat))
        )
    return Judgement(readable=True, fits=True, text=_readings(entry, snapshot, now=now))


def _fault(entry: Entry, snapshot: "Snapshot", seat: str, *, now: bool) -> str:
    """Why this would not stand, or nothing."""
    if entry.kind is Kind.PASS:
        if now and snapshot.to_beat is None:
            return translate("words", "{0} leads and cannot pass.").format(seat_name(seat))
        return ""
    count = len(entry.cards)
    readings = classify(entry.cards, snapshot.level)
    if not readings:
        said = translate("words", "These {0} cards together are no play at level {1}.")
        return said.format(count, "10" if snapshot.level == "T" else snapshot.level)
    same = Counter(card for card in entry.cards if card.is_known)
    for card, times in same.items():
        if times > COPIES:
            return translate("words", "There are only two of {0}.").format(card_text(card))
    if not now:
        return ""
    for view in snapshot.seats:
        if view.seat == seat and view.left < count:
            return translate("words", "{0} has only {1} left.").format(seat_name(seat), view.left)
    gone = _played(snapshot)
    for card, times in same.items():
        if times + gone[card] > COPIES:
            return translate("words", "Both {0} have been played already.").format(card_text(card))
    if snapshot.to_beat is not None and snapshot.best != seat:
        over, level = snapshot.to_beat, snapshot.level
        beating = [reading for reading in readings if beats(reading, over)]
        if not beating:
            said = translate("words", "{0} does not beat {1}.")
            return said.format(combo_text(readings[0], level), combo_text(over, level))
        if all(rests_on_open_suits(reading, entry.cards, level) for reading in beating):
            said = translate("words", "Write the suits: only as {0} would it beat {1}.")
            return said.format(combo_text(replace(beating[0], wilds=()), level), combo_text(over, level))
    return ""


def describe(cards: tuple[Card, ...], combo: "Combo | None", level: str) -> str:
    """What cards are, in words: the reading given, else the first there is."""
    if combo is None and any(card.is_unread for card in cards):
        return translate("words", "a card is not read")
    readings = classify(cards, level) if combo is None else (combo,)
    return combo_text(readings[0], level) if readings else translate("words", "no play at this level")


def _played(snapshot: "Snapshot") -> Counter[Card]:
    """How often each known face was played in this deal."""
    faces: Counter[Card] = Counter()
    for line in reversed(snapshot.lines):
        if line.deal != snapshot.deal:
            break
        if line.kind == "play":
            faces.update(card for card in line.cards if card.is_known)
    return faces


def _readings(entry: Entry, snapshot: "Snapshot", *, now: bool) -> str:
    readings = classify(entry.cards, snapshot.level)
    over = snapshot.to_beat if now else None
    if over is not None:
        readings = tuple(reading for reading in readings if beats(reading, over)) or readings
    level, cards = snapshot.level, entry.cards
    readings = tuple(each for each in readings if not rests_on_open_suits(each, cards, level)) or readings
    texts = list(dict.fromkeys(combo_text(reading, level) for reading in readings))
    return translate("words", " or ").join(texts[:3])
