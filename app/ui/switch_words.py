"""The switches of the rules in words of the language in use, and their values.

The English is that of `engine.rules`; it stands here once more so that it can be translated. A test keeps the
two alike.
"""

from collections.abc import Iterator
from typing import Any

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication

from app.ui.words import rank_text
from engine.cards import RANKS
from engine.rules import switches
from engine.switches import Choice, Flag, LateSteps, Levels, Number

translate = QCoreApplication.translate

_FIRST_OF_GROUP = {
    "draw_direction": QT_TRANSLATE_NOOP("switches", "Drawing"),
    "start_level": QT_TRANSLATE_NOOP("switches", "Levels"),
    "tribute": QT_TRANSLATE_NOOP("switches", "Tribute"),
    "pass_kind": QT_TRANSLATE_NOOP("switches", "Play"),
    "report_threshold": QT_TRANSLATE_NOOP("switches", "Reports"),
    "play_seconds": QT_TRANSLATE_NOOP("switches", "Clocks"),
    "round_minutes": QT_TRANSLATE_NOOP("switches", "The match"),
    "warnings_per_violation": QT_TRANSLATE_NOOP("switches", "Irregularities"),
}
_UNITS = {
    "s": QT_TRANSLATE_NOOP("switches", "{0} s"),
    "min": QT_TRANSLATE_NOOP("switches", "{0} min"),
    "cards": QT_TRANSLATE_NOOP("switches", "{0} cards"),
    "deals": QT_TRANSLATE_NOOP("switches", "{0} deals"),
}
WORDS = (
    QT_TRANSLATE_NOOP(
        "switches",
        "Way round in which cards are drawn; play is counter-clockwise in every text.",
    ),
    QT_TRANSLATE_NOOP("switches", "counter-clockwise, as play goes"),
    QT_TRANSLATE_NOOP("switches", "clockwise"),
    QT_TRANSLATE_NOOP(
        "switches",
        "How the first to draw and the first leader of the first deal are found; who draws the card leads.",
    ),
    QT_TRANSLATE_NOOP(
        "switches",
        "the cutter turns up a card; its points, counted round, give the first to draw",
    ),
    QT_TRANSLATE_NOOP(
        "switches",
        "the cutter draws a card; its points, counted round, give the first to draw",
    ),
    QT_TRANSLATE_NOOP("switches", "a card is put face up into the pack; who draws it leads"),
    QT_TRANSLATE_NOOP("switches", "the referee says who draws first and who leads"),
    QT_TRANSLATE_NOOP("switches", "Who shuffles for the first deal."),
    QT_TRANSLATE_NOOP("switches", "any player"),
    QT_TRANSLATE_NOOP("switches", "the seat called East"),
    QT_TRANSLATE_NOOP("switches", "Who cuts for the first deal."),
    QT_TRANSLATE_NOOP("switches", "the seat after the shuffler (下家)"),
    QT_TRANSLATE_NOOP("switches", "the seat South"),
    QT_TRANSLATE_NOOP(
        "switches",
        "The seat that is one when the card's points are counted round (a jack 11, a king 13).",
    ),
    QT_TRANSLATE_NOOP("switches", "the cutter"),
    QT_TRANSLATE_NOOP("switches", "the seat after the cutter"),
    QT_TRANSLATE_NOOP("switches", "Points of an ace that is turned up or drawn."),
    QT_TRANSLATE_NOOP("switches", "Cut and turn again when the card is a joker."),
    QT_TRANSLATE_NOOP("switches", "Cut and turn again when the card is the heart card of the level."),
    QT_TRANSLATE_NOOP("switches", "Who shuffles for a later deal."),
    QT_TRANSLATE_NOOP("switches", "the first out of the last deal (上游)"),
    QT_TRANSLATE_NOOP("switches", "the last of the last deal (下游)"),
    QT_TRANSLATE_NOOP("switches", "the seat before the first out (上游的上家)"),
    QT_TRANSLATE_NOOP("switches", "the seat after the first out (上游的下家)"),
    QT_TRANSLATE_NOOP("switches", "Who cuts for a later deal."),
    QT_TRANSLATE_NOOP("switches", "Who draws first in a later deal."),
    QT_TRANSLATE_NOOP("switches", "Who draws first after a double (双下)."),
    QT_TRANSLATE_NOOP("switches", "Level at which both sides begin."),
    QT_TRANSLATE_NOOP("switches", "What a deal gains the side that wins it."),
    QT_TRANSLATE_NOOP("switches", "levels: it rises, and what it has come to is played next"),
    QT_TRANSLATE_NOOP(
        "switches",
        "points: every deal is played at the start level, who has more points wins",
    ),
    QT_TRANSLATE_NOOP(
        "switches",
        "Levels that cannot be jumped: a rise stops there (必打). The last level never can be.",
    ),
    QT_TRANSLATE_NOOP(
        "switches",
        "Level whose passing wins (过A): a side's own deal at it, one first and the other not last.",
    ),
    QT_TRANSLATE_NOOP("switches", "After a deal at the last level that was not passed."),
    QT_TRANSLATE_NOOP("switches", "it is played again, without end"),
    QT_TRANSLATE_NOOP("switches", "after the third the side is back at 2"),
    QT_TRANSLATE_NOOP("switches", "Which deals count as failed attempts of a side at the last level."),
    QT_TRANSLATE_NOOP("switches", "its own deals at that level"),
    QT_TRANSLATE_NOOP("switches", "every deal that it does not win by passing"),
    QT_TRANSLATE_NOOP("switches", "Who may pass when both sides are at the last level."),
    QT_TRANSLATE_NOOP("switches", "whichever side wins the deal"),
    QT_TRANSLATE_NOOP("switches", "only the side whose deal it is (last deal's first)"),
    QT_TRANSLATE_NOOP("switches", "The level that counts for the level difference once A is passed."),
    QT_TRANSLATE_NOOP("switches", "Tribute before a later deal."),
    QT_TRANSLATE_NOOP("switches", "the last pays the first, after a double both losers pay"),
    QT_TRANSLATE_NOOP("switches", "first of the last deal leads"),
    QT_TRANSLATE_NOOP(
        "switches",
        "Who pays the first when both tributes of a double are equal; the other pays its partner.",
    ),
    QT_TRANSLATE_NOOP("switches", "the seat after it (下家): clockwise"),
    QT_TRANSLATE_NOOP("switches", "the seat before it (上家): counter-clockwise"),
    QT_TRANSLATE_NOOP("switches", "the receivers choose, but not between jokers"),
    QT_TRANSLATE_NOOP("switches", "Who leads after equal tributes."),
    QT_TRANSLATE_NOOP("switches", "who paid the first"),
    QT_TRANSLATE_NOOP("switches", "the seat before the first (上家)"),
    QT_TRANSLATE_NOOP("switches", "the seat after the first (下家)"),
    QT_TRANSLATE_NOOP(
        "switches",
        "the payer with the lower returned card; equal again: the seat after the first",
    ),
    QT_TRANSLATE_NOOP("switches", "How cards are given back after a double."),
    QT_TRANSLATE_NOOP("switches", "openly"),
    QT_TRANSLATE_NOOP("switches", "face down, the payers turn them up together"),
    QT_TRANSLATE_NOOP("switches", "so only where the tributes were equal"),
    QT_TRANSLATE_NOOP("switches", "What may be given back to an opponent after a single tribute."),
    QT_TRANSLATE_NOOP("switches", "any card"),
    QT_TRANSLATE_NOOP("switches", "a card of 10 points or fewer, level cards by their points"),
    QT_TRANSLATE_NOOP("switches", "a card of 9 points or fewer"),
    QT_TRANSLATE_NOOP("switches", "10 points or fewer, at level 10 9 or fewer"),
    QT_TRANSLATE_NOOP("switches", "a card that is lower than the level cards (小于参谋)"),
    QT_TRANSLATE_NOOP("switches", "What may be given back to a partner."),
    QT_TRANSLATE_NOOP("switches", "What may be given back after a double."),
    QT_TRANSLATE_NOOP("switches", "What is given back when the hand has no card within the limit."),
    QT_TRANSLATE_NOOP("switches", "its smallest card"),
    QT_TRANSLATE_NOOP(
        "switches",
        "Both big jokers on the paying side (抗贡): no tribute, the first of the last deal leads.",
    ),
    QT_TRANSLATE_NOOP("switches", "always"),
    QT_TRANSLATE_NOOP("switches", "if the paying side wishes"),
    QT_TRANSLATE_NOOP("switches", "never"),
    QT_TRANSLATE_NOOP("switches", "Time to give a card back after the tribute."),
    QT_TRANSLATE_NOOP("switches", "How a pass is made."),
    QT_TRANSLATE_NOOP("switches", "it is said"),
    QT_TRANSLATE_NOOP("switches", "a PASS card is laid (a skipped seat without one is a question)"),
    QT_TRANSLATE_NOOP("switches", "Reading of wild cards when none is stated."),
    QT_TRANSLATE_NOOP("switches", "as they are placed"),
    QT_TRANSLATE_NOOP("switches", "the lower"),
    QT_TRANSLATE_NOOP("switches", "the largest"),
    QT_TRANSLATE_NOOP("switches", "A wild card has to lie in the place of the card that it replaces."),
    QT_TRANSLATE_NOOP("switches", "Two equal jokers may be the pair of a full house (三带对)."),
    QT_TRANSLATE_NOOP("switches", "Cards in the largest bomb; with both wild cards ten are possible."),
    QT_TRANSLATE_NOOP("switches", "Whose last play, if it stands, gives the partner the lead (借风, 接风)."),
    QT_TRANSLATE_NOOP("switches", "of any who is out"),
    QT_TRANSLATE_NOOP("switches", "of the first one out; else the next seat leads"),
    QT_TRANSLATE_NOOP("switches", "From when a play cannot be taken back."),
    QT_TRANSLATE_NOOP("switches", "as soon as it lies on the table"),
    QT_TRANSLATE_NOOP("switches", "once an opponent has seen and named it"),
    QT_TRANSLATE_NOOP("switches", "Played cards are turned down; only the current trick may be looked at."),
    QT_TRANSLATE_NOOP("switches", "Cards left at which a seat must say its count (报牌)."),
    QT_TRANSLATE_NOOP("switches", "Cards left from which every question for the count must be answered."),
    QT_TRANSLATE_NOOP("switches", "How the count is given."),
    QT_TRANSLATE_NOOP("switches", "a numbered card in the report area (报牌区)"),
    QT_TRANSLATE_NOOP("switches", "The count is given once only; giving it or asking again is a breach."),
    QT_TRANSLATE_NOOP("switches", "Time for one play."),
    QT_TRANSLATE_NOOP("switches", "Time for a lead, where it differs from other plays."),
    QT_TRANSLATE_NOOP("switches", "Time for the first play of a deal, where it differs."),
    QT_TRANSLATE_NOOP("switches", "Time before the end of any of them at which a clock warns."),
    QT_TRANSLATE_NOOP("switches", "Which overrun of a side in a match is the first to be charged."),
    QT_TRANSLATE_NOOP("switches", "Length of a round."),
    QT_TRANSLATE_NOOP("switches", "Deals in a round."),
    QT_TRANSLATE_NOOP(
        "switches",
        "Minutes before the end of the round at which a table that is not yet playing may be stopped.",
    ),
    QT_TRANSLATE_NOOP("switches", "A deal that is still being drawn at that time."),
    QT_TRANSLATE_NOOP("switches", "it is not played, the round is over"),
    QT_TRANSLATE_NOOP("switches", "once drawing has begun it is played to its end"),
    QT_TRANSLATE_NOOP("switches", "the text does not say: the referee decides"),
    QT_TRANSLATE_NOOP("switches", "A deal that is being played when the time is up."),
    QT_TRANSLATE_NOOP("switches", "it is played to its end"),
    QT_TRANSLATE_NOOP("switches", "it is broken off and does not count"),
    QT_TRANSLATE_NOOP("switches", "Equal levels at the end of the round."),
    QT_TRANSLATE_NOOP("switches", "a draw"),
    QT_TRANSLATE_NOOP("switches", "the side that reached the level first wins"),
    QT_TRANSLATE_NOOP("switches", "the winner of the last deal wins"),
    QT_TRANSLATE_NOOP("switches", "the side that would lead the next deal wins"),
    QT_TRANSLATE_NOOP("switches", "one more deal at the start level; its winner wins"),
    QT_TRANSLATE_NOOP("switches", "What the result of the round is turned into."),
    QT_TRANSLATE_NOOP("switches", "match points by a table that the organiser supplies"),
    QT_TRANSLATE_NOOP("switches", "win, draw or loss"),
    QT_TRANSLATE_NOOP("switches", "the level difference"),
    QT_TRANSLATE_NOOP("switches", "3, 2 or 1 points for each deal won, added up"),
    QT_TRANSLATE_NOOP(
        "switches",
        "Being late: up to so many minutes, the other side starts so many levels higher.",
    ),
    QT_TRANSLATE_NOOP("switches", "Minutes late after which a side forfeits."),
    QT_TRANSLATE_NOOP("switches", "The same with the chief referee's leave."),
    QT_TRANSLATE_NOOP("switches", "Points of the side whose opponents forfeit."),
    QT_TRANSLATE_NOOP("switches", "Points of the side that forfeits."),
    QT_TRANSLATE_NOOP("switches", "Who enters the result."),
    QT_TRANSLATE_NOOP("switches", "any side"),
    QT_TRANSLATE_NOOP("switches", "East and West"),
    QT_TRANSLATE_NOOP("switches", "Who confirms it."),
    QT_TRANSLATE_NOOP("switches", "the other side"),
    QT_TRANSLATE_NOOP("switches", "North and South"),
    QT_TRANSLATE_NOOP("switches", "Until when a wrong result may be corrected."),
    QT_TRANSLATE_NOOP("switches", "before the players leave the table"),
    QT_TRANSLATE_NOOP("switches", "as the referee decides"),
    QT_TRANSLATE_NOOP("switches", "Another player for a seat during the competition."),
    QT_TRANSLATE_NOOP("switches", "not allowed: the side forfeits"),
    QT_TRANSLATE_NOOP("switches", "the referee decides"),
    QT_TRANSLATE_NOOP("switches", "Minutes after play in which an appeal may be made."),
    QT_TRANSLATE_NOOP("switches", "Minutes in which it is answered."),
    QT_TRANSLATE_NOOP("switches", "Warnings of a side that make a violation (违例)."),
    QT_TRANSLATE_NOOP("switches", "Violations of a side that lose the match."),
    QT_TRANSLATE_NOOP("switches", "Matches lost so that suspend a side (停赛)."),
    QT_TRANSLATE_NOOP("switches", "Who rules."),
    QT_TRANSLATE_NOOP("switches", "the referee at the table"),
    QT_TRANSLATE_NOOP("switches", "the chief referee where the match hangs on it or several awards are open"),
    QT_TRANSLATE_NOOP("switches", "the chief referee"),
)


def groups() -> Iterator[tuple[str, list[str]]]:
    """Every subject in words, with its switches by name, in the order of the rule set."""
    title, names = "", list[str]()
    for name in switches():
        if name in _FIRST_OF_GROUP:
            if names:
                yield title, names
            title, names = translate("switches", str(_FIRST_OF_GROUP[name])), []
        names.append(name)
    yield title, names


def switch_text(name: str) -> str:
    """What a switch says."""
    return translate("switches", switches()[name].words).rstrip(".")


def value_text(name: str, value: Any) -> str:
    """A value of a switch, as `RuleSet` holds it."""
    match switches()[name]:
        case Choice(choices=choices):
            if value in RANKS or value == "A+":
                return translate("switches", "level {0}").format(rank_text(value))
            return translate("switches", choices[value])
        case Flag():
            return translate("switches", "yes") if value else translate("switches", "no")
        case Number(unit=unit):
            if value is None:
                return translate("switches", "none")
            return translate("switches", str(_UNITS[unit])).format(value) if unit else str(value)
        case Levels():
            return " ".join(map(rank_text, value)) or translate("switches", "nothing")
        case LateSteps():
            step = translate("switches", "{0} min: {1}")
            said = [step.format(minutes, by) for minutes, by in value]
            return "; ".join(said) or translate("switches", "nothing")
