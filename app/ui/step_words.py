"""Every event of a record in words, one line each, as it came and as a correction has changed it."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from app.retention import SETTINGS
from app.ui.conduct_words import awards_text, breach_text
from app.ui.end_words import places_text
from app.ui.words import card_text, cards_text, clock, combo_text, rank_text, seat_name, side_name
from engine import (
    Appeal,
    AppealAnswer,
    Correction,
    DealEnd,
    DealStart,
    Drawn,
    Event,
    Forfeit,
    Hands,
    Irregularity,
    LateStart,
    LeftTable,
    MatchEnd,
    Opening,
    Pass,
    Pause,
    PicturesDeleted,
    Play,
    Question,
    Refusal,
    Report,
    Resume,
    Return,
    Ruling,
    Source,
    Substitute,
    TakeBack,
    ThrownIn,
    TimeCalled,
    Tribute,
    TrickEnd,
)

if TYPE_CHECKING:
    from app.steps import Change

translate = QCoreApplication.translate
Sides = tuple[tuple[str, ...], ...]


def _say(text: str, *values: object) -> str:
    return text.format(*values)


def event_text(event: Event, sides: Sides, level: str) -> str:
    """One event, without its number and its time."""
    match event:
        case Play():
            said = f"{seat_name(event.seat)}  {cards_text(event.cards)}"
            return said if event.reading is None else f"{said}  ({combo_text(event.reading, level)})"
        case Pass():
            if event.source is Source.INFERRED:
                return _say(translate("steps", "{0} passes (inferred)"), seat_name(event.seat))
            return _say(translate("steps", "{0} passes"), seat_name(event.seat))
        case TrickEnd():
            return _say(translate("words", "{0} takes the trick"), seat_name(event.seat or ""))
        case DealStart():
            said = translate("steps", "Deal {0} begins at level {1}, {2} leads")
            return _say(said, event.deal, rank_text(event.level), seat_name(event.leader))
        case DealEnd():
            said = _say(translate("words", "Deal {0} is over"), event.deal)
            return translate("steps", ": ", "before what follows").join((said, places_text(event.finish)))
        case MatchEnd():
            if event.winner is None:
                return translate("words", "The match is over")
            return _say(translate("steps", "The match is over: {0} win"), side_name(sides[event.winner]))
        case Correction() | Irregularity() | Ruling() | Question() | TakeBack() | Report():
            return _of_the_referee(event, sides, level)
        case Tribute() | Return() | Refusal() | Opening() | Drawn() | Hands():
            return _before_play(event)
    return _of_the_round(event, sides)


def _of_the_referee(
    event: Correction | Irregularity | Ruling | Question | TakeBack | Report, sides: Sides, level: str
) -> str:
    colon = translate("steps", ": ", "before what follows")
    match event:
        case Correction():
            said = _say(translate("steps", "Correction of event {0}"), event.replaces)
            if event.replacement is None:
                return colon.join((said, translate("steps", "struck out")))
            return colon.join((said, event_text(event.replacement, sides, level)))
        case Irregularity():
            who = [seat_name(event.seat)] if event.seat else []
            said = colon.join((*who, breach_text(event.kind)))
            return f"{said}  {cards_text(event.cards)}" if event.cards else said
        case Ruling():
            confirms = confirming(event, sides)
            if confirms:
                return _say(translate("steps", "{0} confirm the result"), side_name(confirms))
            said = awards_text(event.awards, sides) if event.awards else _ruled(event.text)
            what = said or translate("steps", "it stands")
            return colon.join((translate("steps", "Ruling"), what)) + _reason(event.reason)
        case Question():
            return colon.join((translate("steps", "Question"), event.text))
        case TakeBack():
            said = translate("steps", "{0} takes back event {1}")
            return _say(said, seat_name(event.seat), event.about)
        case Report():
            return _say(translate("steps", "{0} reports {1} cards"), seat_name(event.seat), event.count)


def confirming(event: Event, sides: Sides) -> tuple[str, ...]:
    """The side that confirms a result with this event, none where it is no such thing."""
    by = event.by if isinstance(event, Ruling) else ""
    return next((side for side in sides if " ".join(side) == by), ())


def _ruled(text: str) -> str:
    """A ruling without an award: what the program writes into the record, in the language in use."""
    if text == "no breach":
        return translate("steps", "no breach")
    return translate("conduct", "no penalty") if text.endswith(": no penalty") else text


def _before_play(event: Tribute | Return | Refusal | Opening | Drawn | Hands) -> str:
    match event:
        case Tribute() | Return():
            pays = isinstance(event, Tribute)
            said = translate("steps", "{0} pays {1}") if pays else translate("steps", "{0} gives back {1}")
            said = _say(said, seat_name(event.seat), card_text(event.card))
            return (
                said
                if event.to is None
                else _say(translate("steps", "{0} to {1}"), said, seat_name(event.to))
            )
        case Refusal():
            names = " ".join(map(seat_name, dict.fromkeys(event.seats)))
            return _say(translate("steps", "Tribute is refused ({0})"), names)
        case Opening():
            return _say(translate("steps", "Deal {0}: shuffled and cut"), event.deal)
        case Drawn():
            return _say(translate("steps", "Deal {0}: all cards are drawn"), event.deal)
        case Hands():
            return _say(translate("steps", "Deal {0}: hands that are known"), event.deal)


def _of_the_round(event: Event, sides: Sides) -> str:
    match event:
        case Pause():
            return translate("words", "Pause") + _reason(event.reason)
        case Resume():
            return translate("words", "Play goes on")
        case PicturesDeleted():
            return _pictures_deleted(event)
        case ThrownIn():
            said = translate("steps", "The rest is thrown in: {0}")
            return _say(said, places_text(event.finish)) + _reason(event.reason)
        case LateStart():
            return _say(translate("steps", "{0} are {1} s late"), side_name(sides[event.side]), event.seconds)
        case TimeCalled():
            return _say(translate("steps", "Time is called: {0} min left"), event.minutes_left)
        case Forfeit():
            return _say(translate("steps", "{0} forfeit"), side_name(sides[event.side])) + _reason(
                event.reason
            )
        case Substitute():
            return _say(translate("steps", "{0} takes the seat of {1}"), event.player, seat_name(event.seat))
        case LeftTable():
            return translate("steps", "The players have left the table")
        case Appeal():
            return _say(translate("steps", "{0} appeal: {1}"), side_name(sides[event.side]), event.text)
        case AppealAnswer():
            upheld = (
                translate("steps", "Appeal upheld") if event.upheld else translate("steps", "Appeal rejected")
            )
            return upheld + _reason(event.text)
    return type(event).__name__


def _pictures_deleted(event: PicturesDeleted) -> str:
    said = translate("steps", "The pictures from {0} to {1} were deleted on {2}")
    said = _say(said, clock(event.from_ms), clock(event.to_ms), event.deleted[:16].replace("T", " "))
    return said + _reason(translate("steps", "as the settings have it") if event.by == SETTINGS else "")


def _reason(text: str) -> str:
    return f"  ({text})" if text else ""


def change_text(change: "Change", sides: Sides, level: str) -> str:
    """What stood before a correction, and what stands since."""
    nothing = translate("steps", "nothing")
    was, now = (event_text(e, sides, level) if e is not None else nothing for e in (change.was, change.now))
    before, since = translate("steps", "Before: {0}"), translate("steps", "Since then: {0}")
    return f"{_say(before, was)}\n{_say(since, now)}"
