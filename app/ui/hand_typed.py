"""What stands in the line of the panel by hand: for whom, read as what, and what speaks against it."""

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from app.ui.entry import Entry, Judgement, Kind, judge, read_entry, read_seats, with_suits
from app.ui.hand_modes import (
    Mode,
    gift_due,
    judge_gift,
    judge_order,
    judge_report,
    last_player,
    left_open,
    right,
    seats_out,
)
from app.ui.words import card_text, cards_text

if TYPE_CHECKING:
    from app.acts import Breaks
    from app.snapshot import Gift, PlayLine, Proposal, Snapshot
    from engine.cards import Card

translate = QCoreApplication.translate


@dataclass(frozen=True, slots=True)
class Typed:
    """What stands in the line, and what it is for.

    line: that which is corrected or struck; picked: the seat that was picked; on_its_way: what was entered
    before is not in the log yet; above: a card too high to give back that was entered once; pick: asks for
    the seat where none is known.
    """

    text: str
    mode: Mode
    snapshot: "Snapshot | None"
    line: "PlayLine | None" = None
    picked: str | None = None
    on_its_way: bool = False
    above: "Card | None" = None
    pick: str = ""

    @property
    def seat(self) -> str | None:
        """For whom the entry is."""
        snapshot = self.snapshot
        if self.picked is not None or snapshot is None:
            return self.picked
        if self.mode is Mode.CORRECT and self.line is not None:
            return str(self.line.seat)
        if self.mode is Mode.REPORT:
            return last_player(snapshot)
        if self.mode is Mode.GIFT:
            due = gift_due(snapshot, None)
            return due.seat if due else None
        return next((view.seat for view in snapshot.seats if view.to_play), None)

    @property
    def level(self) -> str:
        """The level of the cards that are typed: for tribute that of the deal that comes."""
        snapshot = self.snapshot
        if snapshot is None:
            return ""
        tribute = snapshot.tribute if self.mode is Mode.GIFT else None
        return (tribute.level if tribute is not None else "") or snapshot.level

    @property
    def due(self) -> "Gift | None":
        """The card that is owed."""
        return gift_due(self.snapshot, self.picked) if self.snapshot is not None else None

    @property
    def waits(self) -> "Proposal | None":
        """What the camera proposes for the same seat."""
        pending = self.snapshot.pending if self.snapshot and not self.on_its_way else None
        return pending if pending is not None and pending.seat == self.seat else None

    @property
    def entry(self) -> Entry:
        """What is typed, with the suits of what was seen where they were left out."""
        entry = read_entry(self.text, self.level)
        if entry.kind is not Kind.CARDS or self.snapshot is None:
            return entry
        seen: tuple[Card, ...] = ()
        if self.line is not None:
            seen = self.line.cards
        elif (waits := self.waits) is not None:
            seen = waits.seen or waits.cards
        return Entry(Kind.CARDS, with_suits(entry.cards, seen))

    @property
    def count(self) -> int | None:
        """The count that is reported: as typed, or the true one."""
        text = self.text.strip()
        if text:
            return int(text) if text.isdecimal() and len(text) < 3 else None
        seats = self.snapshot.seats if self.snapshot else ()
        return next((view.left for view in seats if view.seat == self.seat), None)

    @property
    def broken(self) -> "Breaks | None":
        """What speaks against the correction that was sent for this line."""
        breaks = self.snapshot.breaks if self.snapshot else None
        return breaks if breaks and self.line and breaks.seq == self.line.seq else None

    @property
    def order(self) -> tuple[str, ...] | None:
        """Seats in a row, as they go out."""
        seats = self.snapshot.seats if self.snapshot else ()
        return read_seats(self.text, tuple(view.seat for view in seats))

    @property
    def judged(self) -> Judgement:
        """What can be said of the line as it stands."""
        snapshot = self.snapshot
        if self.mode is Mode.REPORT:
            return judge_report(self.count, self.seat, self.pick)
        if self.mode is Mode.GIFT and snapshot is not None:
            judged = judge_gift(self.text, self.entry, self.due, self.level)
            if self.above is None or self.entry.cards != (self.above,):
                return judged
            said = translate("by_hand", "{0} is too high: Enter again records it all the same.")
            return replace(judged, text=said.format(card_text(self.above)))
        if self.mode is Mode.THROW_IN and snapshot is not None:
            return judge_order(self.order, seats_out(snapshot), snapshot.sides)
        if self.mode is Mode.STRIKE:
            said = translate("by_hand", "It never was: Enter strikes it. It stays in the log as struck out.")
            return right(said)
        return self._judged_play()

    def _judged_play(self) -> Judgement:
        snapshot, seat, entry = self.snapshot, self.seat, self.entry
        if snapshot is None or seat is None:
            return left_open(self.pick if self.text else "")
        judged = judge(entry, snapshot, seat, now=self.mode is Mode.PLAY)
        if judged.fits and entry.cards != read_entry(self.text, snapshot.level).cards:
            return replace(judged, text=f"{cards_text(entry.cards)}: {judged.text}")
        return judged
