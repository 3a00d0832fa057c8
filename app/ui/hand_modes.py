"""What the line of the panel by hand is for, and what it says of it."""

from enum import Enum, auto
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from app.ui.actions import Keys
from app.ui.entry import Entry, Judgement, Kind, is_refusal
from app.ui.play_lines import between_text, is_play
from app.ui.refusals import refusal_text
from app.ui.words import card_text, cards_text, gift_text, place_name, seat_name
from engine.giving import is_below

if TYPE_CHECKING:
    from app.acts import Breaks
    from app.snapshot import Gift, PlayLine, Snapshot
    from engine.cards import Card

translate = QCoreApplication.translate
CONFLICTS = 3
"""So many are shown in full."""


class Mode(Enum):
    PLAY = auto()
    CORRECT = auto()
    REPORT = auto()
    GIFT = auto()
    THROW_IN = auto()
    STRIKE = auto()


def title_text(
    mode: Mode, line: "PlayLine | None", snapshot: "Snapshot | None", picked: str | None, keys: Keys
) -> str:
    """What the line is for, as the panel's title."""
    if mode is Mode.CORRECT and line is not None:
        said = translate("by_hand", "Correct line {0}: {1} {2}")
        return said.format(line.seq, seat_name(line.seat), _laid(line))
    if mode is Mode.STRIKE and line is not None:
        what = between_text(line) if not is_play(line) else f"{seat_name(line.seat)} {_laid(line)}"
        return translate("by_hand", "Strike line {0}: {1}").format(line.seq, what)
    if mode is Mode.REPORT:
        return translate("by_hand", "Cards left, reported by")
    if mode is Mode.GIFT:
        due = gift_due(snapshot, picked) if snapshot else None
        return translate("by_hand", "Tribute") if due is None else gift_text(due)
    if mode is Mode.THROW_IN:
        return translate("by_hand", "Cards thrown in: who goes out, in order")
    return translate("by_hand", "By hand ({0}), for").format(keys.label("by_hand"))


def _laid(line: "PlayLine") -> str:
    return cards_text(line.cards) or translate("by_hand", "pass")


def gift_due(snapshot: "Snapshot", seat: str | None) -> "Gift | None":
    """The card that is owed next, or by this seat."""
    tribute = snapshot.tribute
    if tribute is None:
        return None
    if seat is None:
        return tribute.due
    return next((gift for gift in tribute.gifts if gift.card is None and gift.seat == seat), None)


def last_player(snapshot: "Snapshot") -> str | None:
    """Who laid last in this deal."""
    lines = (line for line in reversed(snapshot.lines) if line.deal == snapshot.deal)
    return next((line.seat for line in lines if line.kind == "play" and line.state != "undone"), None)


def now_line(snapshot: "Snapshot | None", line: "PlayLine | None") -> "PlayLine | None":
    """The line as it stands now."""
    if snapshot is None or line is None:
        return line
    return next((each for each in snapshot.lines if each.seq == line.seq), line)


def conflicts_text(breaks: "Breaks", level: str) -> str:
    """Which later lines would have no ground, and why, a line each."""
    said = [
        translate("by_hand", "Line {0}: {1}").format(seq, refusal_text(reason, level))
        for seq, reason in breaks.reasons[:CONFLICTS]
    ]
    more = len(breaks.reasons) - CONFLICTS
    if more > 0:
        said.append(translate("by_hand", "and {0} more").format(more))
    return "\n".join(said)


def placeholder(mode: Mode, count: int | None) -> str:
    """What is written in the empty line; `count` is that of a report."""
    if mode is Mode.REPORT:
        return "" if count is None else str(count)
    if mode is Mode.GIFT:
        return translate("by_hand", "one card, or x: refused")
    if mode is Mode.THROW_IN:
        return translate("by_hand", "seats, first out first: E S")
    if mode is Mode.STRIKE:
        return translate("by_hand", "reason, if any")
    return translate("by_hand", "cards: H3 S3")


def newest(snapshot: "Snapshot") -> int:
    """The number of the last line, 0 where there is none."""
    return snapshot.lines[-1].seq if snapshot.lines else 0


def seats_out(snapshot: "Snapshot") -> tuple[str, ...]:
    """The seats that are out, in the order in which they went; none once the deal is over: the order that is
    typed then is the whole one."""
    if not any(view.to_play for view in snapshot.seats):
        return ()
    out = [(view.place, view.seat) for view in snapshot.seats if view.place is not None]
    return tuple(seat for _, seat in sorted(out))


def pick_seat_text(keys: Keys) -> str:
    """That a seat is to be picked, with the keys for it."""
    said = translate("by_hand", "Pick the seat: {0} to {1}.")
    return said.format(keys.label("seat_1"), keys.label("seat_4"))


def judge_report(count: int | None, seat: str | None, pick: str) -> Judgement:
    """What a report says; None where nobody, or no number, is named. `pick`: asks for the seat."""
    if seat is None:
        return left_open(pick)
    if count is None:
        return wrong(translate("by_hand", "Write how many cards are left."))
    return right(translate("words", "{0} reports {1} left").format(seat_name(seat), count))


def judge_gift(text: str, entry: Entry, due: "Gift | None", level: str) -> Judgement:
    """What is given for a card that is owed; `level`: of the deal that comes."""
    if due is None:
        return left_open(translate("by_hand", "No tribute and no return is due."))
    if is_refusal(text):
        return right(translate("by_hand", "Tribute is refused."))
    if entry.kind is Kind.EMPTY:
        return left_open("")
    if entry.kind is not Kind.CARDS or len(entry.cards) != 1:
        return wrong(translate("by_hand", "One card is given."))
    card = entry.cards[0]
    if is_above(due, card, level):
        said = translate("by_hand", "{0} is too high: {1} goes back, unless none is held.")
        return Judgement(readable=True, fits=False, text=said.format(card_text(card), limit_text(due)))
    gives = translate("by_hand", "{0} gives back: {1}") if due.back else translate("by_hand", "{0} pays: {1}")
    return right(gives.format(seat_name(due.seat), card_text(card)))


def is_above(due: "Gift", card: "Card", level: str) -> bool:
    """Whether a card is too high to be given back by a hand that holds a lower one."""
    return due.back and bool(level) and not is_below(due.limit, card, level)


def limit_text(due: "Gift") -> str:
    """What may be given back, with the clause that says so."""
    said = {
        "ten": translate("by_hand", "10 or lower"),
        "below_ten": translate("by_hand", "lower than 10"),
        "ten_or_nine": translate("by_hand", "10 or lower (9 at level 10)"),
        "below_level": translate("by_hand", "lower than the level cards"),
    }[due.limit]
    return f"{said} ({due.clause})" if due.clause else said


def judge_order(
    order: tuple[str, ...] | None, out: tuple[str, ...], sides: tuple[tuple[str, ...], ...]
) -> Judgement:
    """The order in which seats go out that lay down what they have, after those that are `out` already; says
    what is still missing in it."""
    if order is None or len(set(order)) < len(order):
        return wrong(translate("by_hand", "Name each seat once: E S W."))
    whole = (*out, *(seat for seat in order if seat not in out))
    said = translate("by_hand", ", ", "between places").join(
        translate("by_hand", "{0} {1}", "place, seat").format(place_name(place), seat_name(seat))
        for place, seat in enumerate(whole, 1)
    )
    if is_double(whole, sides) and len(whole) > 2:
        text = translate("by_hand", "{0}: both of a side are out, the deal ends there: name no more.")
        return wrong(text.format(said))
    if not order_ends(whole, sides):
        rest = [seat for side in sides for seat in side if seat not in whole]
        missing = translate("by_hand", "still missing: {0} ({1})").format(
            place_name(len(whole) + 1), translate("words", " or ").join(map(seat_name, rest))
        )
        return left_open(f"{said}; {missing}" if said else missing)
    if not order:
        return left_open(translate("by_hand", "Who is out already need not be named."))
    return right(translate("by_hand", "The rest is thrown in: {0}").format(said))


def order_ends(whole: tuple[str, ...], sides: tuple[tuple[str, ...], ...]) -> bool:
    """Whether a deal is over when the seats have gone out so: three are out, or both of a side."""
    return len(whole) > 2 or is_double(whole, sides)


def is_double(whole: tuple[str, ...], sides: tuple[tuple[str, ...], ...]) -> bool:
    return len(whole) > 1 and any(set(whole[:2]) == set(side) for side in sides)


def right(text: str) -> Judgement:
    return Judgement(readable=True, fits=True, text=text)


def wrong(text: str) -> Judgement:
    return Judgement(readable=False, fits=False, text=text)


def left_open(text: str) -> Judgement:
    """Nothing is wrong, but it is not all there."""
    return Judgement(readable=False, fits=True, text=text)
