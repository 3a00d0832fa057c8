"""What the line of the panel by hand is for, and what it says of it."""

from enum import Enum, auto
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from app.ui.actions import Keys
from app.ui.entry import Entry, Judgement, Kind, is_refusal
from app.ui.refusals import refusal_text
from app.ui.words import card_text, cards_text, seat_name

if TYPE_CHECKING:
    from app.acts import Breaks
    from app.snapshot import Gift, PlayLine, Snapshot

translate = QCoreApplication.translate
CONFLICTS = 3
"""So many are shown in full."""


class Mode(Enum):
    PLAY = auto()
    CORRECT = auto()
    REPORT = auto()
    GIFT = auto()
    THROW_IN = auto()


def title_text(
    mode: Mode, line: "PlayLine | None", snapshot: "Snapshot | None", picked: str | None, keys: Keys
) -> str:
    """What the line is for, as the panel's title."""
    if mode is Mode.CORRECT and line is not None:
        was = cards_text(line.cards) or translate("by_hand", "pass")
        return translate("by_hand", "Correct line {0}: {1} {2}").format(line.seq, seat_name(line.seat), was)
    if mode is Mode.REPORT:
        return translate("by_hand", "Cards left, reported by")
    if mode is Mode.GIFT:
        due = gift_due(snapshot, picked) if snapshot else None
        return translate("by_hand", "Tribute") if due is None else gift_text(due)
    if mode is Mode.THROW_IN:
        return translate("by_hand", "Cards thrown in: who goes out, in order")
    return translate("by_hand", "By hand ({0}), for").format(keys.label("by_hand"))


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
    return translate("by_hand", "cards: H3 S3")


def newest(snapshot: "Snapshot") -> int:
    """The number of the last line, 0 where there is none."""
    return snapshot.lines[-1].seq if snapshot.lines else 0


def seats_out(snapshot: "Snapshot") -> tuple[str, ...]:
    """The seats that are out, in the order in which they went."""
    out = [(view.place, view.seat) for view in snapshot.seats if view.place is not None]
    return tuple(seat for _, seat in sorted(out))


def judge_report(count: int | None, seat: str | None) -> Judgement:
    """What a report says; None where nobody, or no number, is named."""
    if seat is None:
        return _open(translate("by_hand", "Pick the seat."))
    if count is None:
        return _wrong(translate("by_hand", "Write how many cards are left."))
    return _right(translate("words", "{0} reports {1} left").format(seat_name(seat), count))


def judge_gift(text: str, entry: Entry, due: "Gift | None") -> Judgement:
    """What is given for a card that is owed."""
    if due is None:
        return _open(translate("by_hand", "No tribute and no return is due."))
    if is_refusal(text):
        return _right(translate("by_hand", "Tribute is refused."))
    if entry.kind is Kind.EMPTY:
        return _open("")
    if entry.kind is not Kind.CARDS or len(entry.cards) != 1:
        return _wrong(translate("by_hand", "One card is given."))
    gives = translate("by_hand", "{0} gives back: {1}") if due.back else translate("by_hand", "{0} pays: {1}")
    return _right(gives.format(seat_name(due.seat), card_text(entry.cards[0])))


def judge_order(order: tuple[str, ...] | None) -> Judgement:
    """The order in which seats go out that lay down what they have."""
    if order is None or len(set(order)) < len(order):
        return _wrong(translate("by_hand", "Name each seat once: E S W."))
    if not order:
        return _open(translate("by_hand", "Who is out already need not be named."))
    names = " > ".join(seat_name(seat) for seat in order)
    return _right(translate("by_hand", "The rest is thrown in; out next: {0}").format(names))


def _right(text: str) -> Judgement:
    return Judgement(readable=True, fits=True, text=text)


def _wrong(text: str) -> Judgement:
    return Judgement(readable=False, fits=False, text=text)


def _open(text: str) -> Judgement:
    """Nothing is wrong, but it is not all there."""
    return Judgement(readable=False, fits=True, text=text)
