"""What a session has to say, above all why the rules refuse something, in the language in use.

The engine names what was tried and what speaks against it by a word each (`engine.errors`); here are the
sentences. The position is left out: the window shows it.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication

from app.ui.words import (
    card_text,
    cards_text,
    combo_text,
    language,
    rank_text,
    seat_name,
    side_name,
    type_short,
)
from engine.rules import RuleSet

if TYPE_CHECKING:
    from app.snapshot import Snapshot
    from engine.errors import Reason

translate = QCoreApplication.translate

TRIED = {
    "number": QT_TRANSLATE_NOOP("notices", "event {seq} cannot follow event {last}"),
    "play": QT_TRANSLATE_NOOP("notices", "{seat} cannot play {cards}"),
    "play_any": QT_TRANSLATE_NOOP("notices", "{seat} cannot play"),
    "play_as": QT_TRANSLATE_NOOP("notices", "{seat} cannot play {cards} as {reading}"),
    "play_as_type": QT_TRANSLATE_NOOP("notices", "{seat} cannot play {cards} as {type}"),
    "pass": QT_TRANSLATE_NOOP("notices", "{seat} cannot pass"),
    "take_back": QT_TRANSLATE_NOOP("notices", "{seat} cannot take back event {seq}"),
    "take_back_cards": QT_TRANSLATE_NOOP("notices", "{seat} cannot take back {cards}"),
    "taken_back": QT_TRANSLATE_NOOP("notices", "event {seq} cannot be taken back"),
    "shown": QT_TRANSLATE_NOOP("notices", "{seat} cannot have shown {cards}"),
    "report": QT_TRANSLATE_NOOP("notices", "{seat} cannot report {count} cards left"),
    "about_seat": QT_TRANSLATE_NOOP("notices", "nothing can be said of {seat}"),
    "opening": QT_TRANSLATE_NOOP("notices", "the opening of deal {deal} cannot stand here"),
    "drawn": QT_TRANSLATE_NOOP("notices", "the drawing of deal {deal} cannot stand here"),
    "hands": QT_TRANSLATE_NOOP("notices", "the hands of deal {deal} cannot stand here"),
    "hold": QT_TRANSLATE_NOOP("notices", "the hands cannot hold {card} {count} times"),
    "turn_up": QT_TRANSLATE_NOOP("notices", "{card} cannot stand as the card turned"),
    "tribute": QT_TRANSLATE_NOOP("notices", "{seat} cannot pay {card}"),
    "return": QT_TRANSLATE_NOOP("notices", "{seat} cannot give back {card}"),
    "refusal": QT_TRANSLATE_NOOP("notices", "tribute cannot be refused"),
    "start": QT_TRANSLATE_NOOP("notices", "deal {deal} at level {level} led by {seat} cannot start"),
    "lead": QT_TRANSLATE_NOOP("notices", "{seat} cannot lead deal {deal}"),
    "would_lead": QT_TRANSLATE_NOOP("notices", "{either} would lead"),
    "follow": QT_TRANSLATE_NOOP("notices", "{name} cannot stand here"),
    "follow_so": QT_TRANSLATE_NOOP("notices", "{name} says {field} {said}"),
    "end_deal": QT_TRANSLATE_NOOP("notices", "deal {deal} cannot end so"),
    "late": QT_TRANSLATE_NOOP("notices", "side {side} cannot start late any more"),
    "late_again": QT_TRANSLATE_NOOP("notices", "side {side} cannot start late twice"),
    "award": QT_TRANSLATE_NOOP("notices", "the ruling cannot be made"),
    "award_to": QT_TRANSLATE_NOOP("notices", "nothing can be awarded to {seat} and side {side}"),
    "forfeit": QT_TRANSLATE_NOOP("notices", "side {side} cannot forfeit any more"),
    "substitute": QT_TRANSLATE_NOOP("notices", "{player} cannot take seat {seat}"),
    "leave": QT_TRANSLATE_NOOP("notices", "the players cannot leave the table"),
    "appeal": QT_TRANSLATE_NOOP("notices", "the appeal comes {seconds} s too late"),
    "answer": QT_TRANSLATE_NOOP("notices", "event {seq} cannot be answered"),
    "answer_again": QT_TRANSLATE_NOOP("notices", "appeal {seq} cannot be answered again"),
    "correct": QT_TRANSLATE_NOOP("notices", "event {seq} cannot be corrected"),
}
"""What was tried."""

WHY = {
    "numbers_rise": QT_TRANSLATE_NOOP("notices", ", as numbers rise"),
    "match_over": QT_TRANSLATE_NOOP("notices", ": the match is over"),
    "deal_over": QT_TRANSLATE_NOOP("notices", ": the deal is over"),
    "no_deal": QT_TRANSLATE_NOOP("notices", ": no deal is being played"),
    "no_such_seat": QT_TRANSLATE_NOOP("notices", ": no such seat"),
    "no_such_count": QT_TRANSLATE_NOOP("notices", ": a hand has {count} cards at most"),
    "other_turn": QT_TRANSLATE_NOOP("notices", ", as it is {other}'s turn"),
    "whoever_passes": QT_TRANSLATE_NOOP("notices", " next, whoever passes"),
    "leads": QT_TRANSLATE_NOOP("notices", ", as it leads"),
    "no_cards": QT_TRANSLATE_NOOP("notices", ": a play has cards"),
    "too_many": QT_TRANSLATE_NOOP("notices", ", having {count} cards left"),
    "no_type": QT_TRANSLATE_NOOP("notices", ", which is no hand type"),
    "not_beating": QT_TRANSLATE_NOOP("notices", ": {readings} does not beat {other}'s {beaten}"),
    "not_beating_so": QT_TRANSLATE_NOOP("notices", ", which does not beat {other}'s {beaten}"),
    "cannot_be_so": QT_TRANSLATE_NOOP("notices", ": its cards or what lies there are against it"),
    "suits_open": QT_TRANSLATE_NOOP(
        "notices", " without its suits: only they could make it {reading}. Write them: s3 s4"
    ),
    "only_readings": QT_TRANSLATE_NOOP("notices", ": it can be read as {readings} only"),
    "no_such_wilds": QT_TRANSLATE_NOOP("notices", ": its wild cards cannot stand for {cards}"),
    "many_readings": QT_TRANSLATE_NOOP("notices", ": it may be {readings}"),
    "face_gone": QT_TRANSLATE_NOOP("notices", ": {card} would lie {count} times"),
    "rank_gone": QT_TRANSLATE_NOOP("notices", ": rank {rank} would lie {count} times"),
    "face_there": QT_TRANSLATE_NOOP("notices", ": {card} would be there {count} times"),
    "lacks": QT_TRANSLATE_NOOP("notices", ": it does not hold {cards}"),
    "lacks_so": QT_TRANSLATE_NOOP(
        "notices", ": it does not hold {cards}: of its {count} cards {known} are known"
    ),
    "are_known": QT_TRANSLATE_NOOP("notices", ": of its {count} cards {known} are known"),
    "other_holds": QT_TRANSLATE_NOOP("notices", ": {other} holds {card}"),
    "others_hold": QT_TRANSLATE_NOOP("notices", ": {seats} hold {card}"),
    "no_such_play": QT_TRANSLATE_NOOP("notices", ": it laid no such play"),
    "not_there": QT_TRANSLATE_NOOP("notices", ": no such play lies there"),
    "stands_at_once": QT_TRANSLATE_NOOP("notices", ": it stands as soon as it lies there ({clause})"),
    "moved_since": QT_TRANSLATE_NOOP("notices", ": {other} has moved since ({clause})"),
    "was_named": QT_TRANSLATE_NOOP("notices", ": it has been named ({clause})"),
    "play_began": QT_TRANSLATE_NOOP("notices", ": a deal is being played"),
    "two_decks": QT_TRANSLATE_NOOP("notices", ": two decks hold it twice"),
    "all_drawn": QT_TRANSLATE_NOOP("notices", ", as all cards are drawn"),
    "turn_again": QT_TRANSLATE_NOOP("notices", ": cut and turn again"),
    "deal_due": QT_TRANSLATE_NOOP("notices", ": deal {deal} comes next"),
    "deal_runs": QT_TRANSLATE_NOOP("notices", ": the deal before it is not over"),
    "others_lead": QT_TRANSLATE_NOOP("notices", ": {either} does"),
    "other_leads": QT_TRANSLATE_NOOP("notices", ": {other} does"),
    "but_other_leads": QT_TRANSLATE_NOOP("notices", ", but {other} does"),
    "other_levels": QT_TRANSLATE_NOOP("notices", " at levels {given}: they are {levels}"),
    "sides_at": QT_TRANSLATE_NOOP("notices", ": the sides are at {levels}"),
    "extra_level": QT_TRANSLATE_NOOP("notices", ": an extra deal is at level {level}"),
    "winners_level": QT_TRANSLATE_NOOP("notices", ": the winners of the last deal play level {level}"),
    "first_leads": QT_TRANSLATE_NOOP("notices", ": without tribute {other}, first of the last deal, leads"),
    "not_due": QT_TRANSLATE_NOOP("notices", ": it does not follow from what was played"),
    "it_is": QT_TRANSLATE_NOOP("notices", ", but it is {true}"),
    "no_such_end": QT_TRANSLATE_NOOP("notices", ": there is no such deal, or nobody goes out in that order"),
    "no_more_deals": QT_TRANSLATE_NOOP("notices", ": no deal comes any more"),
    "no_tribute": QT_TRANSLATE_NOOP("notices", ": {rules} has no tribute"),
    "refused": QT_TRANSLATE_NOOP("notices", ": tribute is refused"),
    "has_paid": QT_TRANSLATE_NOOP("notices", ": it has paid"),
    "has_returned": QT_TRANSLATE_NOOP("notices", ": it has given one back"),
    "to_itself": QT_TRANSLATE_NOOP("notices", " to itself"),
    "others_pay": QT_TRANSLATE_NOOP("notices", ": it is for {seats} to pay"),
    "others_receive": QT_TRANSLATE_NOOP("notices", " to {other}: it is for {seats} to receive"),
    "pay_first": QT_TRANSLATE_NOOP("notices", ": it is for {seats} to pay first"),
    "goes_to": QT_TRANSLATE_NOOP("notices", ": {card} of {payer} goes to {other}, not to {said}"),
    "goes_back_to": QT_TRANSLATE_NOOP("notices", " to {said}: it goes to {either}"),
    "received_nothing": QT_TRANSLATE_NOOP("notices", ": it received nothing"),
    "not_held": QT_TRANSLATE_NOOP("notices", ", which it does not hold"),
    "both_big_jokers": QT_TRANSLATE_NOOP(
        "notices", ": both big jokers are on its side, so tribute is refused"
    ),
    "wild_stays": QT_TRANSLATE_NOOP("notices", ": the heart level card is never paid"),
    "holds_other": QT_TRANSLATE_NOOP("notices", ", as it holds {card}"),
    "no_refusal": QT_TRANSLATE_NOOP("notices", ": {rules} has no such thing"),
    "too_late": QT_TRANSLATE_NOOP("notices", " any more"),
    "needs_both": QT_TRANSLATE_NOOP("notices", " with {count} big jokers: it takes both"),
    "pays_nothing": QT_TRANSLATE_NOOP("notices", " by {other}, which does not pay"),
    "lacks_jokers": QT_TRANSLATE_NOOP("notices", ": {other} does not hold {count} HR"),
    "round_began": QT_TRANSLATE_NOOP("notices", ": the round has begun"),
    "correct_that": QT_TRANSLATE_NOOP("notices", ": correct what is said of it already"),
    "not_its_side": QT_TRANSLATE_NOOP("notices", ": the seat is of the other side"),
    "round_runs": QT_TRANSLATE_NOOP("notices", " before the round is over"),
    "is_forfeit": QT_TRANSLATE_NOOP("notices", ": that is a forfeit ({clause})"),
    "by_clause": QT_TRANSLATE_NOOP("notices", " ({clause})"),
    "no_appeal": QT_TRANSLATE_NOOP("notices", ": it is no appeal"),
    "was_answered": QT_TRANSLATE_NOOP("notices", ", as it was answered"),
    "no_event": QT_TRANSLATE_NOOP("notices", ": there is none"),
    "is_correction": QT_TRANSLATE_NOOP(
        "notices", ": a correction is no event of play; correct what it replaced"
    ),
    "no_turn": QT_TRANSLATE_NOOP("notices", ": it is no play and no pass"),
    "result_stands": QT_TRANSLATE_NOOP(
        "notices",
        ": the players have left the table, the result stands unless an appeal is upheld ({clause})",
    ),
    "because": QT_TRANSLATE_NOOP("notices", ": {reason}"),
    "breaks": QT_TRANSLATE_NOOP("notices", " so: event {seq} no longer holds: {reason}"),
}
"""What speaks against it, in words that follow."""
_EVENTS = {
    "trick_end": QT_TRANSLATE_NOOP("notices", "the end of the trick"),
    "deal_end": QT_TRANSLATE_NOOP("notices", "the end of the deal"),
    "match_end": QT_TRANSLATE_NOOP("notices", "the end of the match"),
}
_FIELDS = {
    "seat": QT_TRANSLATE_NOOP("notices", "winner of the trick"),
    "leader": QT_TRANSLATE_NOOP("notices", "leader"),
    "deal": QT_TRANSLATE_NOOP("notices", "number"),
    "finish": QT_TRANSLATE_NOOP("notices", "finishing order"),
    "winner": QT_TRANSLATE_NOOP("notices", "winner"),
    "gain": QT_TRANSLATE_NOOP("notices", "levels gained"),
    "levels": QT_TRANSLATE_NOOP("notices", "levels"),
}
"""What the end of a trick, a deal or a match says."""

_NOTICES = {
    "match_over": QT_TRANSLATE_NOOP("notices", "The match is over."),
    "copies_fail": QT_TRANSLATE_NOOP(
        "notices", "No copy of the record could be written to the second folder; the record itself is safe."
    ),
    "copies_again": QT_TRANSLATE_NOOP("notices", "Copies of the record are written again."),
    "open_card": QT_TRANSLATE_NOOP(
        "notices", "A card lies open: turned up, tribute, or the first lead? What happens to it tells."
    ),
    "nothing_to_undo": QT_TRANSLATE_NOOP("notices", "Nothing was typed that could be undone."),
    "undo_left": QT_TRANSLATE_NOOP("notices", "Nothing is undone: the pairs have left the table."),
    "undone_ruling": QT_TRANSLATE_NOOP("notices", "The ruling was taken back; what it was on waits for one."),
    "undone_ruling_again": QT_TRANSLATE_NOOP("notices", "The ruling before it stands again."),
    "undone_confirmation": QT_TRANSLATE_NOOP("notices", "The confirmation of the deal was taken back."),
    "undone_irregularity": QT_TRANSLATE_NOOP("notices", "The noticed fault was taken back."),
    "undone_call": QT_TRANSLATE_NOOP("notices", "The call was taken back; the clocks run."),
    "undone_go_on": QT_TRANSLATE_NOOP("notices", "The call lasts on, as it was not ended; the clocks stand."),
    "undone_time": QT_TRANSLATE_NOOP("notices", "The call of time was taken back."),
    "undone_forfeit": QT_TRANSLATE_NOOP("notices", "The forfeit was taken back."),
    "undone_appeal": QT_TRANSLATE_NOOP("notices", "The appeal was taken back."),
    "undone_answer": QT_TRANSLATE_NOOP("notices", "The answer of the jury was taken back."),
    "nothing_to_redo": QT_TRANSLATE_NOOP("notices", "Nothing was undone that could be done again."),
    "reason_needed": QT_TRANSLATE_NOOP("notices", "Not recorded: a reason is needed."),
    "entered_first": QT_TRANSLATE_NOOP(
        "notices", "Not recorded: the side that enters the result comes before the one that checks it."
    ),
    "first_leads": QT_TRANSLATE_NOOP(
        "notices", "The deal starts with its first play: whoever lays it leads."
    ),
}


def _say(text: object) -> str:
    """A string of the tables above in the language in use."""
    return translate("notices", str(text))


def notice_text(notice: "str | Reason", level: str) -> str:
    """What the session has to say. What has no words here shows as it is."""
    if not isinstance(notice, str):
        return refusal_text(notice, level)
    return _say(_NOTICES[notice]) if notice in _NOTICES else notice


def standing_text(snapshot: "Snapshot", key: str) -> str:
    """What the window says below: of a correction that waits, the session's notice, or what has no ground.

    `key`: goes to what has none.
    """
    breaks = snapshot.breaks
    if breaks is not None and snapshot.notice:
        said = translate("notices", "Line {0} stands as it was. Later lines that speak against it: {1}.")
        return said.format(breaks.seq, len(breaks.reasons))
    if snapshot.notice:
        return notice_text(snapshot.notice, snapshot.level)
    lost = sum(line.conflict for line in snapshot.lines)
    if lost:
        said = translate("notices", "Lines that have no ground since a correction: {0}. {1} goes to them.")
        return said.format(lost, key)
    return ""


def refusal_text(reason: "Reason", level: str) -> str:
    """Why the rules refuse an event, as one sentence; `level` is that of the deal on the table."""
    writer = _Writer(reason, level)
    return writer.said(TRIED[reason.tried.what], reason.tried.fields) + writer.said(
        WHY[reason.why], reason.fields
    )


class _Writer:
    """Writes the fields of a reason, each as what its name says it is."""

    def __init__(self, reason: "Reason", level: str) -> None:
        place = reason.at if reason.state is None else reason.state
        self._sides = getattr(getattr(place, "header", None), "sides", ())
        self._level = level
        rules = getattr(place, "rules", None)
        self._ways: Mapping[str, Callable[[Any], str]] = {
            **dict.fromkeys(("seat", "other", "payer", "leader"), seat_name),
            **dict.fromkeys(("seats", "finish"), self._seats),
            "either": lambda seats: translate("words", " or ").join(map(seat_name, seats)),
            "card": card_text,
            **dict.fromkeys(("cards", "known"), cards_text),
            **dict.fromkeys(("reading", "beaten"), self._reading),
            "readings": lambda readings: translate("words", " or ").join(map(self._reading, readings)),
            "type": lambda kind: type_short(kind, len(reason.tried.fields["cards"])),
            **dict.fromkeys(("level", "rank"), rank_text),
            **dict.fromkeys(("levels", "given"), lambda levels: ":".join(map(rank_text, levels))),
            **dict.fromkeys(("side", "winner"), self._side),
            "name": lambda name: _say(_EVENTS[name]),
            "field": lambda field: _say(_FIELDS[field]),
            "reason": lambda reason: refusal_text(reason, level),
            "rules": lambda name: rules.called(language()) if isinstance(rules, RuleSet) else name,
        }

    def said(self, text: object, fields: Mapping[str, Any]) -> str:
        """A sentence of the tables above with its fields."""
        written = {}
        for name, value in fields.items():
            kind = fields.get("field", "seat") if name in ("said", "true") else name
            written[name] = self._ways.get(kind, str)(value)
        return _say(text).format(**written)

    def _seats(self, seats: tuple[str, ...]) -> str:
        return translate("notices", ", ", "between seats").join(map(seat_name, seats))

    def _reading(self, reading: Any) -> str:
        return combo_text(replace(reading, wilds=()), self._level)

    def _side(self, side: int | None) -> str:
        if side is None:
            return translate("notices", "nobody")
        return side_name(self._sides[side]) if self._sides else str(side)
