"""The rules of Guandan: cards, hand types, deals, matches, records. Standard library only."""

from engine.cards import (
    COPIES,
    FACES,
    RANKS,
    SUITS,
    Card,
    CardError,
    level_value,
    parse_cards,
)
from engine.combos import Combo, ComboType, beats, classify
from engine.deal import DealState, readings_now, seats_skipped
from engine.errors import (
    HandExceeded,
    IllegalPlay,
    InvalidPlay,
    OutOfOrder,
    OutOfTurn,
    RuleError,
    StockExceeded,
)
from engine.events import (
    Correction,
    DealEnd,
    DealStart,
    Event,
    Irregularity,
    MatchEnd,
    MatchStart,
    Pass,
    Pause,
    Play,
    Question,
    Report,
    Resume,
    Return,
    Ruling,
    Source,
    Standing,
    Tribute,
    TrickEnd,
)
from engine.match import DealResult, MatchState, apply, consequences
from engine.record import Fault, Record, RecordError, dumps_line, from_json, read_record, to_json
from engine.rules import RuleSet, RuleSetError

__all__ = [
    "COPIES", "FACES", "RANKS", "SUITS",
    "Card", "CardError", "Combo", "ComboType", "Correction", "DealEnd", "DealResult", "DealStart", "DealState",
    "Event", "Fault", "HandExceeded", "IllegalPlay", "InvalidPlay", "Irregularity", "MatchEnd", "MatchStart",
    "MatchState", "OutOfOrder", "OutOfTurn", "Pass", "Pause", "Play", "Question", "Record", "RecordError",
    "Report", "Resume", "Return", "RuleError", "RuleSet", "RuleSetError", "Ruling", "Source", "Standing",
    "StockExceeded", "Tribute", "TrickEnd",
    "apply", "beats", "classify", "consequences", "dumps_line", "from_json", "level_value", "parse_cards",
    "read_record", "readings_now", "seats_skipped", "to_json",
]  # fmt: skip
