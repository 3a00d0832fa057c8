"""Every switch of the rules: what it says, and what it may hold."""

from __future__ import annotations

from dataclasses import dataclass

from engine.cards import RANKS
from engine.switches import choice, flag, levels, limit, number, steps

_PLACES = {
    "first": "the first out of the last deal (上游)",
    "last": "the last of the last deal (下游)",
    "before_first": "the seat before the first out (上游的上家)",
    "after_first": "the seat after the first out (上游的下家)",
}
_RETURNS = {
    "any": "any card",
    "ten": "a card of 10 points or fewer, level cards by their points",
    "below_ten": "a card of 9 points or fewer",
    "ten_or_nine": "10 points or fewer, at level 10 9 or fewer",
    "below_level": "a card that is lower than the level cards (小于参谋)",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleSwitches:
    """The switches that the engine and the recorder obey; None where there is no limit."""

    # Drawing
    draw_direction: str = choice(
        "Way round in which cards are drawn; play is counter-clockwise in every text.",
        {"ccw": "counter-clockwise, as play goes", "cw": "clockwise"},
    )
    first_deal_method: str = choice(
        "How the first to draw and the first leader of the first deal are found; who draws the card leads.",
        {
            "turned_card": "the cutter turns up a card; its points, counted round, give the first to draw",
            "drawn_card": "the cutter draws a card; its points, counted round, give the first to draw",
            "face_up_in_pack": "a card is put face up into the pack; who draws it leads",
            "manual": "the referee says who draws first and who leads",
        },
    )
    first_shuffler: str = choice(
        "Who shuffles for the first deal.", {"any": "any player", "E": "the seat called East"}
    )
    first_cutter: str = choice(
        "Who cuts for the first deal.", {"next": "the seat after the shuffler (下家)", "S": "the seat South"}
    )
    first_count_from: str = choice(
        "The seat that is one when the card's points are counted round (a jack 11, a king 13).",
        {"cutter": "the cutter", "after_cutter": "the seat after the cutter"},
    )
    turned_ace_points: int = number("Points of an ace that is turned up or drawn.", 1, 14)
    turned_joker_again: bool = flag("Cut and turn again when the card is a joker.")
    turned_wild_again: bool = flag("Cut and turn again when the card is the heart card of the level.")
    later_shuffler: str = choice("Who shuffles for a later deal.", _PLACES)
    later_cutter: str = choice("Who cuts for a later deal.", _PLACES)
    later_drawer: str = choice("Who draws first in a later deal.", _PLACES)
    later_drawer_double: str = choice("Who draws first after a double (双下).", _PLACES)

    # Levels
    start_level: str = choice("Level at which both sides begin.", {rank: f"level {rank}" for rank in RANKS})
    gains: str = choice(
        "What a deal gains the side that wins it.",
        {
            "levels": "levels: it rises, and what it has come to is played next",
            "points": "points: every deal is played at the start level, who has more points wins",
        },
    )
    must_play: tuple[str, ...] = levels(
        "Levels that cannot be jumped: a rise stops there (必打). The last level never can be."
    )
    last_level: str = choice(
        "Level whose passing wins (过A): a side's own deal at it, one first and the other not last.",
        {rank: f"level {rank}" for rank in RANKS[1:]},
    )
    a_fail: str = choice(
        "After a deal at the last level that was not passed.",
        {
            "repeat": "it is played again, without end",
            "three_then_2": "after the third the side is back at 2",
        },
    )
    a_attempt: str = choice(
        "Which deals count as failed attempts of a side at the last level.",
        {"own": "its own deals at that level", "any": "every deal that it does not win by passing"},
    )
    a_both: str = choice(
        "Who may pass when both sides are at the last level.",
        {
            "either": "whichever side wins the deal",
            "own": "only the side whose deal it is (last deal's first)",
        },
    )
    top_level: str = choice(
        "The level that counts for the level difference once A is passed.",
        {"A": "A", "A+": "A+, one above A"},
    )

    # Tribute
    tribute: str = choice(
        "Tribute before a later deal.",
        {
            "normal": "the last pays the first, after a double both losers pay",
            "none": "first of the last deal leads",
        },
    )
    equal_tribute: str = choice(
        "Who pays the first when both tributes of a double are equal; the other pays its partner.",
        {
            "after_first": "the seat after it (下家): clockwise",
            "before_first": "the seat before it (上家): counter-clockwise",
            "receivers_choose": "the receivers choose, but not between jokers",
        },
    )
    equal_tribute_leader: str = choice(
        "Who leads after equal tributes.",
        {
            "payer_to_first": "who paid the first",
            "before_first": "the seat before the first (上家)",
            "after_first": "the seat after the first (下家)",
            "lower_return": "the payer with the lower returned card; equal again: the seat after the first",
        },
    )
    double_return: str = choice(
        "How cards are given back after a double.",
        {
            "open": "openly",
            "face_down": "face down, the payers turn them up together",
            "face_down_equal": "so only where the tributes were equal",
        },
    )
    return_to_opponent: str = choice(
        "What may be given back to an opponent after a single tribute.", _RETURNS
    )
    return_to_partner: str = choice("What may be given back to a partner.", _RETURNS)
    return_in_double: str = choice("What may be given back after a double.", _RETURNS)
    return_none_low: str = choice(
        "What is given back when the hand has no card within the limit.",
        {"smallest": "its smallest card", "any": "any card"},
    )
    refuse_tribute: str = choice(
        "Both big jokers on the paying side (抗贡): no tribute, the first of the last deal leads.",
        {"auto": "always", "optional": "if the paying side wishes", "off": "never"},
    )
    tribute_return_seconds: int | None = limit("Time to give a card back after the tribute.", 1, 3600, "s")

    # Play
    pass_kind: str = choice(
        "How a pass is made.",
        {"spoken": "it is said", "card": "a PASS card is laid (a skipped seat without one is a question)"},
    )
    wild_default: str = choice(
        "Reading of wild cards when none is stated.",
        {"placed": "as they are placed", "lower": "the lower", "largest": "the largest"},
    )
    wild_in_place: bool = flag("A wild card has to lie in the place of the card that it replaces.")
    joker_pair_fullhouse: bool = flag("Two equal jokers may be the pair of a full house (三带对).")
    largest_bomb: int = number(
        "Cards in the largest bomb; with both wild cards ten are possible.", 8, 10, "cards"
    )
    partner_lead: str = choice(
        "Whose last play, if it stands, gives the partner the lead (借风, 接风).",
        {"any": "of any who is out", "first": "of the first one out; else the next seat leads"},
    )
    laid_play: str = choice(
        "From when a play cannot be taken back.",
        {"laid": "as soon as it lies on the table", "named": "once an opponent has seen and named it"},
    )
    cover_after_trick: bool = flag("Played cards are turned down; only the current trick may be looked at.")

    # Reports
    report_threshold: int = number("Cards left at which a seat must say its count (报牌).", 1, 27, "cards")
    report_on_request: int | None = limit(
        "Cards left from which every question for the count must be answered.", 1, 27, "cards"
    )
    report_how: str = choice(
        "How the count is given.",
        {"spoken": "it is said", "card": "a numbered card in the report area (报牌区)"},
    )
    report_once: bool = flag("The count is given once only; giving it or asking again is a breach.")

    # Clocks
    play_seconds: int | None = limit("Time for one play.", 1, 3600, "s")
    lead_seconds: int | None = limit("Time for a lead, where it differs from other plays.", 1, 3600, "s")
    opening_seconds: int | None = limit("Time for the first play of a deal, where it differs.", 1, 3600, "s")
    warning_seconds: int | None = limit(
        "Time before the end of any of them at which a clock warns.", 1, 600, "s"
    )
    overtime_from: int = number("Which overrun of a side in a match is the first to be charged.", 1, 10)

    # Match
    round_minutes: int | None = limit("Length of a round.", 1, 1440, "min")
    round_deals: int | None = limit("Deals in a round.", 1, 100, "deals")
    cutoff_minutes_left: int = number(
        "Minutes before the end of the round at which a table that is not yet playing may be stopped.",
        0, 60, "min",
    )  # fmt: skip
    cutoff_drawing: str = choice(
        "A deal that is still being drawn at that time.",
        {
            "stops": "it is not played, the round is over",
            "finishes": "once drawing has begun it is played to its end",
            "referee": "the text does not say: the referee decides",
        },
    )
    time_up_deal: str = choice(
        "A deal that is being played when the time is up.",
        {
            "finishes": "it is played to its end",
            "stops": "it is broken off and does not count",
            "referee": "the text does not say: the referee decides",
        },
    )
    tie: str = choice(
        "Equal levels at the end of the round.",
        {
            "draw": "a draw",
            "first_to_reach": "the side that reached the level first wins",
            "last_deal_winner": "the winner of the last deal wins",
            "next_leader": "the side that would lead the next deal wins",
            "extra_deal": "one more deal at the start level; its winner wins",
        },
    )
    score_mode: str = choice(
        "What the result of the round is turned into.",
        {
            "table": "match points by a table that the organiser supplies",
            "win_draw_loss": "win, draw or loss",
            "level_difference": "the level difference",
            "deal_gains": "3, 2 or 1 points for each deal won, added up",
        },
    )
    late_steps: tuple[tuple[int, int], ...] = steps(
        "Being late: up to so many minutes, the other side starts so many levels higher."
    )
    late_forfeit_minutes: int | None = limit("Minutes late after which a side forfeits.", 1, 1440, "min")
    leave_forfeit_minutes: int | None = limit("The same with the chief referee's leave.", 1, 1440, "min")
    forfeit_winner_points: int | None = limit("Points of the side whose opponents forfeit.", 0, 1000)
    forfeit_loser_points: int | None = limit("Points of the side that forfeits.", 0, 1000)
    score_entered_by: str = choice("Who enters the result.", {"any": "any side", "EW": "East and West"})
    score_confirmed_by: str = choice("Who confirms it.", {"any": "the other side", "NS": "North and South"})
    correction_until: str = choice(
        "Until when a wrong result may be corrected.",
        {"leaving_table": "before the players leave the table", "referee": "as the referee decides"},
    )
    substitutes: str = choice(
        "Another player for a seat during the competition.",
        {"forfeit": "not allowed: the side forfeits", "referee": "the referee decides"},
    )
    appeal_minutes: int | None = limit("Minutes after play in which an appeal may be made.", 1, 10080, "min")
    appeal_answer_minutes: int | None = limit("Minutes in which it is answered.", 1, 10080, "min")

    # Irregularities
    warnings_per_violation: int | None = limit("Warnings of a side that make a violation (违例).", 1, 100)
    violations_per_loss: int | None = limit("Violations of a side that lose the match.", 1, 100)
    losses_per_suspension: int | None = limit("Matches lost so that suspend a side (停赛).", 1, 100)
    rulings_by: str = choice(
        "Who rules.",
        {
            "referee": "the referee at the table",
            "chief_if_decisive": "the chief referee where the match hangs on it or several awards are open",
            "chief": "the chief referee",
        },
    )
