"""What the rules refuse, and in which words.

RuleError
├── InvalidPlay         the cards are no hand type, or not the one that was named
├── IllegalPlay         what may not be played, paid or given back now, or a pass by the one who leads
├── OutOfTurn           another seat is to play, pay or give back
├── AmbiguousPlay       what was said fits more than one reading
├── ImpossibleCard      a card that cannot be where it is said to be
│   ├── StockExceeded   more of a face than two decks hold, or than others leave
│   └── HandExceeded    more cards than the seat has left
└── OutOfOrder          an event that cannot stand at this place of the record

An error names what was tried and what speaks against it by a word each (keys of `TRIED` and `WHY`) with
fields, so that a view can say it in its own language; its message is the sentence in English, the position
in words and the position text. Texts are made when they are asked for. Whoever catches one still holds the
state as it was: nothing is ever changed in part.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any

TRIED: Mapping[str, str] = MappingProxyType(
    {
        "number": "event {seq} cannot follow event {last}",
        "play": "{seat} cannot play {cards}",
        "play_any": "{seat} cannot play",
        "play_as": "{seat} cannot play {cards} as {reading}",
        "play_as_type": "{seat} cannot play {cards} as {type}",
        "pass": "{seat} cannot pass",
        "take_back": "{seat} cannot take back event {seq}",
        "take_back_cards": "{seat} cannot take back {cards}",
        "taken_back": "event {seq} cannot be taken back",
        "shown": "{seat} cannot have shown {cards}",
        "report": "{seat} cannot report {count} cards left",
        "about_seat": "nothing can be said of {seat}",
        "opening": "the opening of deal {deal} cannot stand here",
        "drawn": "the drawing of deal {deal} cannot stand here",
        "hands": "the hands of deal {deal} cannot stand here",
        "hold": "the hands cannot hold {card} {count} times",
        "turn_up": "{card} cannot stand as the card turned",
        "tribute": "{seat} cannot pay {card}",
        "return": "{seat} cannot give back {card}",
        "refusal": "tribute cannot be refused",
        "start": "deal {deal} at level {level} led by {seat} cannot start",
        "lead": "{seat} cannot lead deal {deal}",
        "would_lead": "{either} would lead",
        "follow": "{name} cannot stand here",
        "follow_so": "{name} says {field} {said}",
        "end_deal": "deal {deal} cannot end so",
        "late": "side {side} cannot start late any more",
        "late_again": "side {side} cannot start late twice",
        "award": "the ruling cannot be made",
        "award_to": "nothing can be awarded to {seat} and side {side}",
        "forfeit": "side {side} cannot forfeit any more",
        "substitute": "{player} cannot take seat {seat}",
        "leave": "the players cannot leave the table",
        "appeal": "the appeal comes {seconds} s too late",
        "answer": "event {seq} cannot be answered",
        "answer_again": "appeal {seq} cannot be answered again",
        "correct": "event {seq} cannot be corrected",
    }
)
"""What was tried, in words."""

WHY: Mapping[str, str] = MappingProxyType(
    {
        # Turns
        "numbers_rise": ", as numbers rise",
        "match_over": ": the match is over",
        "deal_over": ": the deal is over",
        "no_deal": ": no deal is being played",
        "no_such_seat": ": no such seat",
        "no_such_count": ": a hand has {count} cards at most",
        "other_turn": ", as it is {other}'s turn",
        "whoever_passes": " next, whoever passes",
        "leads": ", as it leads",
        "no_cards": ": a play has cards",
        "too_many": ", having {count} cards left",
        "no_type": ", which is no hand type",
        "not_beating": ": {readings} does not beat {beaten} of {other}",
        "not_beating_so": ", which does not beat {beaten} of {other}",
        "cannot_be_so": ": its cards or what lies there are against it",
        "suits_open": ", whose suits are open: only they could make it {reading}",
        "only_readings": ": it can be read as {readings} only",
        "no_such_wilds": ": its wild cards cannot stand for {cards}",
        "many_readings": ": it may be {readings}",
        "face_gone": ": {card} would lie {count} times",
        "rank_gone": ": rank {rank} would lie {count} times",
        "face_there": ": {card} would be there {count} times",
        "lacks": ": it does not hold {cards}",
        "lacks_so": ": it does not hold {cards}: of its {count} cards {known} are known",
        "are_known": ": of its {count} cards {known} are known",
        "other_holds": ": {other} holds {card}",
        "others_hold": ": {seats} hold {card}",
        # What was laid, taken back
        "no_such_play": ": it laid no such play",
        "not_there": ": no such play lies there",
        "stands_at_once": ": it stands as soon as it lies there ({clause})",
        "moved_since": ": {other} has moved since ({clause})",
        "was_named": ": it has been named ({clause})",
        # The deal
        "play_began": ": a deal is being played",
        "two_decks": ": two decks hold it twice",
        "all_drawn": ", as all cards are drawn",
        "turn_again": ": cut and turn again",
        "deal_due": ": deal {deal} comes next",
        "deal_runs": ": the deal before it is not over",
        "other_leads": ": {other} does",
        "others_lead": ": {either} does",
        "but_other_leads": ", but {other} does",
        "other_levels": " at levels {given}: they are {levels}",
        "sides_at": ": the sides are at {levels}",
        "extra_level": ": an extra deal is at level {level}",
        "winners_level": ": the winners of the last deal play level {level}",
        "first_leads": ": without tribute {other}, first of the last deal, leads",
        "not_due": ": it does not follow from what was played",
        "it_is": ", but it is {true}",
        "no_such_end": ": there is no such deal, or nobody goes out in that order",
        # Tribute
        "no_more_deals": ": no deal comes any more",
        "no_tribute": ": {rules} has no tribute",
        "refused": ": tribute is refused",
        "has_paid": ": it has paid",
        "has_returned": ": it has given one back",
        "to_itself": " to itself",
        "others_pay": ": it is for {seats} to pay",
        "others_receive": " to {other}: it is for {seats} to receive",
        "pay_first": ": it is for {seats} to pay first",
        "goes_to": ": {card} of {payer} goes to {other}, not to {said}",
        "goes_back_to": " to {said}: it goes to {either}",
        "received_nothing": ": it received nothing",
        "not_held": ", which it does not hold",
        "both_big_jokers": ": both big jokers are on its side, so tribute is refused",
        "wild_stays": ": the heart level card is never paid",
        "holds_other": ", as it holds {card}",
        "no_refusal": ": {rules} has no such thing",
        "too_late": " any more",
        "needs_both": " with {count} big jokers: it takes both",
        "pays_nothing": " by {other}, which does not pay",
        "lacks_jokers": ": {other} does not hold {count} HR",
        # The round
        "round_began": ": the round has begun",
        "correct_that": ": correct what is said of it already",
        "not_its_side": ": the seat is of the other side",
        "round_runs": " before the round is over",
        "is_forfeit": ": that is a forfeit ({clause})",
        "by_clause": " ({clause})",
        "no_appeal": ": it is no appeal",
        "was_answered": ", as it was answered",
        # Corrections
        "no_event": ": there is none",
        "is_correction": ": a correction is no event of play; correct what it replaced",
        "no_turn": ": it is no play and no pass",
        "result_stands": (
            ": the players have left the table, the result stands unless an appeal is upheld ({clause})"
        ),
        "because": ": {reason}",
        "breaks": " so: event {seq} no longer holds: {reason}",
    }
)
"""What speaks against it, in words that follow those of `TRIED`."""

_JOINTS = {"cards": " ", "readings": " or ", "either": " or ", "seats": " and ", "levels": ":", "given": ":"}
"""How several of a field stand beside one another."""


@dataclass(frozen=True, slots=True)
class Tried:
    """What was tried, a key of `TRIED`, and its fields."""

    what: str
    fields: Mapping[str, Any]

    def __str__(self) -> str:
        return _said(TRIED[self.what], self.fields)


def tried(what: str, /, **fields: Any) -> Tried:
    """What was tried, a key of `TRIED`, with its fields."""
    return Tried(what, fields)


@dataclass(frozen=True, slots=True)
class Reason:
    """Why an event is refused: what was tried, what speaks against it (a key of `WHY`), and its fields.

    `at` is the part of the state that the rule looked at, which tells the position in words; `state` the
    whole of it, where that is known.
    """

    tried: Tried
    why: str
    fields: Mapping[str, Any]
    at: object = field(default=None, compare=False, repr=False)
    state: object = field(default=None, compare=False, repr=False)

    @property
    def sentence(self) -> str:
        """What was tried and why it cannot be."""
        return f"{self.tried}{_said(WHY[self.why], self.fields)}"

    @property
    def message(self) -> str:
        """The sentence with the position in words."""
        place = self.state if self.at is None else self.at
        return self.sentence if place is None else f"{self.sentence} ({place})"

    @property
    def position(self) -> str:
        """The position text; nothing where no deal is known of."""
        from engine.position import position_at  # a position is of a deal, and a deal raises these errors

        position = position_at(self.state, self.at)
        return "" if position is None else str(position)

    def __str__(self) -> str:
        position = self.position
        return f"{self.message} [{position}]" if position else self.message


class RuleError(ValueError):
    """An event that the rules refuse; `at` is the part of the state that the rule looked at."""

    def __init__(self, what: Tried, why: str, at: object = None, /, **fields: Any) -> None:
        super().__init__(what, why)
        self.reason = Reason(what, why, fields, at)

    @property
    def sentence(self) -> str:
        """What was tried and why it cannot be."""
        return self.reason.sentence

    @property
    def position(self) -> str:
        """The position text; nothing where no deal is known of."""
        return self.reason.position

    def __str__(self) -> str:
        return str(self.reason)

    def in_state(self, state: object) -> None:
        """Takes note of the match as it was, where nobody has yet."""
        if self.reason.state is None:
            self.reason = replace(self.reason, state=state)


class InvalidPlay(RuleError):
    """The cards are no hand type, or not the one that was named."""


class IllegalPlay(RuleError):
    """A play, tribute or return that may not be made now, or a pass by the one who leads."""


class OutOfTurn(RuleError):
    """Another seat is to play, to pay, or to give back."""


class AmbiguousPlay(RuleError):
    """What was said of the play fits more than one reading."""


class ImpossibleCard(RuleError):
    """A card that cannot be where it is said to be: out already, or not in that hand."""


class StockExceeded(ImpossibleCard):
    """More of a face than two decks hold, or than the cards that others are known to hold leave."""


class HandExceeded(ImpossibleCard):
    """More cards than the seat has left."""


class OutOfOrder(RuleError):
    """An event that cannot stand at this place of the record."""


def _said(words: str, fields: Mapping[str, Any]) -> str:
    return words.format(**{name: _plain(name, value) for name, value in fields.items()})


def _plain(name: str, value: Any) -> str:
    if isinstance(value, tuple):
        return _JOINTS.get(name, " ").join(map(str, value)) or "no cards"
    return value.sentence if isinstance(value, Reason) else str(value)
