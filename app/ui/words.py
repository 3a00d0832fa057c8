"""The game in words: seats, cards, plays and reasons as a person at the table says them.

Records keep `S3`, `HT`, `SB`; people read ♠3, ♥10, small joker. Everything here follows the language in use.
"""

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication

if TYPE_CHECKING:
    from app.snapshot import Gift, PlayLine, Proposal
    from engine.cards import Card
    from engine.combos import Combo

translate = QCoreApplication.translate


def language() -> str:
    """The one in use, zh or en."""
    return translate("papers", "en", "zh or en: the language of the papers that are written")


SUITS = {"S": "♠", "H": "♥", "C": "♣", "D": "♦", "?": "?"}
RED = "HD"
_CAMERA = "camera:"

_SEATS = {
    "E": (QT_TRANSLATE_NOOP("words", "E"), QT_TRANSLATE_NOOP("words", "East")),
    "S": (QT_TRANSLATE_NOOP("words", "S"), QT_TRANSLATE_NOOP("words", "South")),
    "W": (QT_TRANSLATE_NOOP("words", "W"), QT_TRANSLATE_NOOP("words", "West")),
    "N": (QT_TRANSLATE_NOOP("words", "N"), QT_TRANSLATE_NOOP("words", "North")),
}
_PLACES = (
    QT_TRANSLATE_NOOP("words", "first out"),
    QT_TRANSLATE_NOOP("words", "second out"),
    QT_TRANSLATE_NOOP("words", "third out"),
    QT_TRANSLATE_NOOP("words", "last"),
)
_FULL = {
    "single": QT_TRANSLATE_NOOP("words", "single {0}"),
    "pair": QT_TRANSLATE_NOOP("words", "pair of {0}"),
    "triple": QT_TRANSLATE_NOOP("words", "triple of {0}"),
    "fullhouse": QT_TRANSLATE_NOOP("words", "full house, three {0}"),
    "straight": QT_TRANSLATE_NOOP("words", "straight {1}–{0}"),
    "tube": QT_TRANSLATE_NOOP("words", "tube {1}–{0}"),
    "plate": QT_TRANSLATE_NOOP("words", "plate {1}–{0}"),
    "bomb": QT_TRANSLATE_NOOP("words", "{2}-card bomb of {0}"),
    "sflush": QT_TRANSLATE_NOOP("words", "straight flush {1}–{0}"),
    "fourkings": QT_TRANSLATE_NOOP("words", "four jokers"),
}
_SHORT = {
    "single": QT_TRANSLATE_NOOP("words", "single"),
    "pair": QT_TRANSLATE_NOOP("words", "pair"),
    "triple": QT_TRANSLATE_NOOP("words", "triple"),
    "fullhouse": QT_TRANSLATE_NOOP("words", "full house"),
    "straight": QT_TRANSLATE_NOOP("words", "straight"),
    "tube": QT_TRANSLATE_NOOP("words", "tube"),
    "plate": QT_TRANSLATE_NOOP("words", "plate"),
    "bomb": QT_TRANSLATE_NOOP("words", "bomb of {0}"),
    "sflush": QT_TRANSLATE_NOOP("words", "str. flush"),
    "fourkings": QT_TRANSLATE_NOOP("words", "four jokers"),
}
_RUN_RANKS = {"straight": 5, "sflush": 5, "tube": 3, "plate": 2}
_REASONS = {
    "unread": QT_TRANSLATE_NOOP("words", "A card lies there that could not be read."),
    "low_p": QT_TRANSLATE_NOOP("words", "The camera is not sure of these cards."),
    "illegal": QT_TRANSLATE_NOOP("words", "This play is not allowed now."),
    "out_of_turn": QT_TRANSLATE_NOOP("words", "It is not this seat's turn."),
    "skipped_seat": QT_TRANSLATE_NOOP("words", "A seat before it was skipped: did it pass?"),
    "in_parts": QT_TRANSLATE_NOOP("words", "Added to the seat's last play, but together they are no play."),
    "after_pause": QT_TRANSLATE_NOOP("words", "Reading had paused: was more laid in between?"),
}
_KINDS = {
    "tribute": QT_TRANSLATE_NOOP("words", "{0}: tribute"),
    "return": QT_TRANSLATE_NOOP("words", "{0}: return"),
    "report": QT_TRANSLATE_NOOP("words", "{0}: card-count report"),
    "question": QT_TRANSLATE_NOOP("words", "{0}: question"),
    "irregularity": QT_TRANSLATE_NOOP("words", "{0}: irregularity"),
    "ruling": QT_TRANSLATE_NOOP("words", "{0}: ruling"),
    "trick_end": QT_TRANSLATE_NOOP("words", "{0} takes the trick"),
}


def _say(text: object) -> str:
    """A string of the tables above in the language in use."""
    return translate("words", str(text))


def seat_short(seat: str) -> str:
    """E, 东."""
    return _say(_SEATS[seat][0]) if seat in _SEATS else seat


def seat_name(seat: str) -> str:
    """East, 东."""
    return _say(_SEATS[seat][1]) if seat in _SEATS else seat


def side_name(seats: Iterable[str]) -> str:
    """E–W, 东西."""
    first, second = (seat_short(seat) for seat in seats)
    return translate("words", "{0}–{1}", "two seats of a side").format(first, second)


def place_name(place: int) -> str:
    """Finishing place 1..4."""
    return _say(_PLACES[place - 1])


def rank_text(rank: str) -> str:
    """A rank or level as printed on the card: T is 10."""
    return "10" if rank == "T" else rank


def joker_short(card: "Card") -> str:
    """For a list with little room."""
    if card.rank == "R":
        return translate("words", "big Jk", "big joker, short")
    return translate("words", "small Jk", "small joker, short")


def card_text(card: "Card") -> str:
    """♠3, ♥10, small joker; ?3 where only the rank is known, ? where nothing is."""
    if card.is_joker:
        return translate("words", "big joker") if card.rank == "R" else translate("words", "small joker")
    if card.suit == "?" and card.rank == "?":
        return "?"
    return SUITS.get(card.suit, card.suit) + rank_text(card.rank)


def cards_text(cards: "Iterable[Card]") -> str:
    return " ".join(card_text(card) for card in cards)


def typing_text(cards: "Iterable[Card]") -> str:
    """As the referee would type it: H3 S3."""
    return " ".join(str(card) for card in cards)


def key_text(key: int, level: str) -> str:
    """A combination's key as a rank. Keys: 2..14 natural, 15 the level's rank, 16 and 17 the jokers."""
    if key == 17:
        return translate("words", "big joker")
    if key == 16:
        return translate("words", "small joker")
    if key == 15:
        return rank_text(level)
    return rank_text({10: "T", 11: "J", 12: "Q", 13: "K", 14: "A", 1: "A"}.get(key, str(key)))


def combo_text(combo: "Combo", level: str) -> str:
    """Type and key in words, with what the wild cards stand for."""
    low = key_text(combo.key - _RUN_RANKS.get(combo.type, 1) + 1, level)
    said = _say(_FULL[combo.type]).format(key_text(combo.key, level), low, combo.size)
    if combo.wilds and (combo.type in _RUN_RANKS or combo.type == "fullhouse"):
        stand_for = ", ".join(card_text(card).removeprefix("?") for card in combo.wilds)
        said += translate("words", "; wild as {0}").format(stand_for)
    elif combo.wilds and combo.size > 1:
        said += translate("words", "; {0} wild").format(len(combo.wilds))
    return said


def combo_short(combo: "Combo") -> str:
    """The type alone, for a list that shows the cards beside it."""
    return type_short(combo.type, combo.size)


def type_short(kind: str, size: int) -> str:
    """A type of that many cards."""
    return _say(_SHORT[kind]).format(size)


def gift_text(gift: "Gift") -> str:
    """East pays South; East gives back to South."""
    seat = seat_name(gift.seat)
    if gift.to is None:
        said = translate("by_hand", "{0} gives back") if gift.back else translate("by_hand", "{0} pays")
        return said.format(seat)
    said = (
        translate("by_hand", "{0} gives back to {1}") if gift.back else translate("by_hand", "{0} pays {1}")
    )
    return said.format(seat, seat_name(gift.to))


def reason_text(proposal: "Proposal") -> str:
    """Why the referee is asked."""
    if proposal.pieced:
        return _pieced_text(proposal)
    known = _REASONS.get(proposal.reason)
    return _say(known) if known else proposal.reason


def _pieced_text(proposal: "Proposal") -> str:
    """What must be so for a play to be lawful that does not look it."""
    hidden, none = list(proposal.cards), list(proposal.seen)
    for card in proposal.seen:
        if card in hidden:
            hidden.remove(card)
            none.remove(card)
    if hidden and len(proposal.cards) > len(proposal.seen):
        said = translate("words", "Allowed only if one more {0} lies hidden under its equal.")
        return said.format(cards_text(hidden))
    if none and len(proposal.cards) < len(proposal.seen):
        return translate("words", "Allowed only if {0} was no card of this play.").format(cards_text(none))
    return translate("words", "Allowed only with a card that was not seen, or without one that was.")


def line_text(line: "PlayLine") -> str:
    """A line of the list that is no play and no pass."""
    if line.kind == "deal_start":
        said = translate("words", "Deal {0}").format(line.deal)
        if line.seat:
            said += translate("words", ", {0} leads").format(seat_name(line.seat))
        return said
    if line.kind == "deal_end":
        return translate("words", "Deal {0} is over").format(line.deal)
    if line.kind == "match_end":
        return translate("words", "The match is over")
    if line.kind == "pause":
        return translate("words", "Pause")
    if line.kind == "resume":
        return translate("words", "Play goes on")
    if line.kind == "refusal":
        return translate("words", "Tribute is refused")
    if line.kind == "report" and line.count is not None:
        return translate("words", "{0} reports {1} left").format(seat_name(line.seat), line.count)
    known = _KINDS.get(line.kind)
    said = _say(known).format(seat_name(line.seat)) if known else line.kind
    return f"{said} {cards_text(line.cards)}" if line.cards else said


def seconds(ms: int) -> str:
    """2.4 s."""
    return translate("words", "{0} s", "seconds").format(f"{ms / 1000:.1f}")


def source_text(name: str) -> str:
    """What the pictures come from: `camera:0` is camera 0, a file goes by its name without folders."""
    if is_camera(name):
        return translate("words", "camera {0}").format(name.removeprefix(_CAMERA))
    return Path(name).name


def is_camera(name: str) -> bool:
    """Whether a source goes on for ever; a file ends."""
    return name.startswith(_CAMERA)


def clock(ms: int) -> str:
    """0:23, 12:05, 1:02:03."""
    whole = max(0, ms) // 1000
    hours, rest = divmod(whole, 3600)
    minutes, secs = divmod(rest, 60)
    return f"{hours}:{minutes:02}:{secs:02}" if hours else f"{minutes}:{secs:02}"


def found_text(found: str) -> str:
    """Where the table has to be found in the picture: how it was."""
    if found == "whole":
        return translate("words", "No table file: the whole picture is taken as the table.")
    return translate("words", "No table file: the table is placed by its markers.")


def view_text(view: str, moves: int) -> str:
    """What the referee must know of how the camera stands; nothing while it stands as it stood."""
    if view == "moved":
        return translate("words", "The camera or the table was moved: reading pauses.")
    if view == "blind":
        return translate("words", "The camera is covered or was turned away: reading pauses.")
    if view == "lost":
        return translate(
            "words", "The camera's picture has other proportions: calibrate again. Nothing is read."
        )
    if moves:
        return translate("words", "The camera or the table was moved, and the table was placed anew.")
    return ""
