"""The proposal that waits: the picture, the cards as read, why it asks, and one line to answer."""

import time
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from app.ui import theme
from app.ui.chips import CardRow, ChipSize
from app.ui.controls import EntryField, ShrinkLabel, button, label, mark
from app.ui.entry import Entry, Judgement, Kind, describe, judge, read_entry, with_suits
from app.ui.play_lines import mark_text
from app.ui.table_view import ScaledImage
from app.ui.words import cards_text, reason_text, seat_name, translate

if TYPE_CHECKING:
    from app.snapshot import PlayLine, Proposal, Snapshot
    from app.ui.ports import Image, Session
    from engine.cards import Card

NEW_FOR_S = 0.4
"""A proposal must have been in sight this long before a bare Enter accepts it: a key meant for the one
before it, or pressed just as it came, must not answer it unseen."""
RETRY_AFTER_S = 1.0
CANDIDATES = 5
"""So many can be gone through; the others are typed sooner than found."""


class EvidenceView(QWidget):
    """The crop of the table that the proposal was read from. A click shows it large."""

    clicked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._scaled: ScaledImage | None = None
        self._none_text = ""
        self.setFixedSize(196, 134)

    def show_image(self, image: "Image | None") -> None:
        if image is not None and self._scaled is not None and self._scaled.source is image:
            return
        self._scaled = None if image is None else ScaledImage(image)
        self.setCursor(Qt.CursorShape.ArrowCursor if image is None else Qt.CursorShape.PointingHandCursor)
        self.update()

    def set_none_text(self, text: str) -> None:
        self._none_text = text
        self.update()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if self._scaled is not None:
            self.clicked.emit()

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._scaled is None and not self._none_text:
            return
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor(theme.GROUND))
        if self._scaled is None:
            painter.setPen(QColor(theme.MUTED))
            painter.setFont(theme.font(theme.SMALL))
            wrap = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap
            painter.drawText(self.rect().adjusted(8, 8, -8, -8), wrap, self._none_text)
        else:
            rows, columns = self._scaled.source.shape[:2]
            scale = min(self.width() / columns, self.height() / rows)
            wide, high = max(1, round(columns * scale)), max(1, round(rows * scale))
            ratio = self.devicePixelRatioF()
            image = self._scaled.at(round(wide * ratio), round(high * ratio))
            place = QRectF((self.width() - wide) / 2, (self.height() - high) / 2, wide, high)
            painter.drawImage(place, image, QRectF(image.rect()))
        painter.end()


class ProposalPanel(QFrame):
    """Enter accepts, typed cards correct, Esc puts aside."""

    show_large = Signal(object)

    def __init__(
        self, session: "Session", tick: Callable[[], float] = time.monotonic, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setProperty("panel", True)
        self._session = session
        self._tick = tick
        self._snapshot: Snapshot | None = None
        self._shown: Proposal | None = None
        self._shown_at = 0.0
        self._at = 0
        self._line: PlayLine | None = None
        self._answered: int | None = None
        self._answered_at = 0.0
        self.who = label("title")
        self.evidence = EvidenceView()
        self.reason = label("calls")
        self.reason.setWordWrap(True)
        self.reason.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.sure = ShrinkLabel(theme.SMALL + 1)
        self.behind = ShrinkLabel(theme.SMALL + 1, bold=True)
        self.row = CardRow(ChipSize.NORMAL)
        self.what = ShrinkLabel(theme.BODY + 1, bold=True)
        self.field = EntryField()
        self.accept = button(main=True)
        self.dismiss = button()
        self.aside = button()
        self.hint = ShrinkLabel(theme.BODY - 1)
        self._lay_out()
        self.field.entered.connect(self.enter)
        self.field.left.connect(self.leave)
        self.field.stepped.connect(self.step)
        self.field.textChanged.connect(self._judge)
        self.accept.clicked.connect(self.enter)
        self.dismiss.clicked.connect(self.no_play)
        self.aside.clicked.connect(self.put_aside)
        self.evidence.clicked.connect(self._enlarge)
        self.retranslate()

    def _lay_out(self) -> None:
        why = QVBoxLayout()
        why.setSpacing(4)
        why.addWidget(self.reason, 1)
        why.addWidget(self.row)
        why.addWidget(self.what)
        top = QHBoxLayout()
        top.setSpacing(theme.PAD)
        top.addWidget(self.evidence)
        top.addLayout(why, 1)
        keys = QHBoxLayout()
        keys.setSpacing(theme.GAP)
        keys.addWidget(self.field, 1)
        for each in (self.accept, self.dismiss, self.aside):
            each.setFixedHeight(36)
            keys.addWidget(each)
        box = QVBoxLayout(self)
        box.setContentsMargins(theme.PAD, theme.GAP, theme.PAD, theme.GAP)
        box.setSpacing(5)
        head = QHBoxLayout()
        head.addWidget(self.who)
        head.addWidget(self.behind, 1)
        self.behind.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        box.addLayout(head)
        box.addLayout(top)
        box.addWidget(self.sure)
        box.addLayout(keys)
        box.addWidget(self.hint)

    @property
    def pending(self) -> "Proposal | None":
        """The proposal in sight, unless it has just been answered. One that is still there a second later
        was not taken (the notice says why) and may be answered again."""
        shown = self._shown
        if shown is None or self._line is not None:
            return None
        if shown.id == self._answered and self._tick() - self._answered_at < RETRY_AFTER_S:
            return None
        return shown

    def show_snapshot(self, snapshot: "Snapshot") -> None:
        before = self._shown.id if self._shown else None
        self._snapshot = snapshot
        self._shown = snapshot.pending
        now = self._shown.id if self._shown else None
        if now != before:
            self._shown_at = self._tick()
            self._at = 0
            self.field.setText("")
        self._write()

    def show_line(self, line: "PlayLine | None") -> None:
        """A play on record that is corrected: what was seen of it, until it is None again."""
        self._line = line
        self._write()

    @property
    def candidates(self) -> "tuple[tuple[Card, ...], ...]":
        """What it may be: as proposed, then what is next likely, each once."""
        return candidates_of(self._shown) if self._shown is not None else ()

    def step(self, by: int) -> None:
        """Up and Down: the candidate that Enter takes."""
        count = len(self.candidates)
        if count > 1:
            self._at = (self._at + by) % count
            self._write()

    def retranslate(self) -> None:
        self.accept.setText(self.tr("Accept (Enter)"))
        self.dismiss.setText(self.tr("No play"))
        self.dismiss.setToolTip(self.tr("Cards set right, shown by accident, or taken back"))
        self.aside.setText(self.tr("Aside (Esc)"))
        self.aside.setToolTip(self.tr("Take it as proposed for now and mark it as asked"))
        self.field.setAccessibleName(self.tr("Answer to the proposal"))
        self.evidence.setToolTip(self.tr("Click to see it large"))
        self._write()

    def _write(self) -> None:
        snapshot, shown = self._snapshot, self._shown
        asks = shown is not None and self._line is None
        mark(self.reason, "role", "calls" if asks else "muted")
        mark(self, "calls", asks)
        for each in (self.accept, self.dismiss, self.aside):
            each.setEnabled(asks)
        # Not disabled: Qt would hand the focus, and with it the next Enter, to some button.
        self.field.setReadOnly(not asks)
        self.field.setPlaceholderText(self.tr("or type: H3 S3") if asks else "")
        if snapshot is not None and self._line is not None:
            self._write_line(self._line, snapshot)
            return
        if snapshot is None or shown is None:
            self.who.setText(self.tr("Nothing waits"))
            self.evidence.show_image(None)
            self.evidence.set_none_text("")
            said = self.tr("What the camera is not sure of, or the rules do not allow, is asked here.")
            self.reason.setText(said)
            self.sure.set_full_text("")
            self.row.set_cards((), "")
            self.what.set_full_text("")
            self.hint.set_full_text("")
            self.behind.set_full_text("")
            return
        player = next((view.player for view in snapshot.seats if view.seat == shown.seat), "")
        self.who.setText(" ".join(part for part in (seat_name(shown.seat), player) if part))
        self.evidence.show_image(shown.picture)
        self.evidence.set_none_text(self.tr("no picture"))
        self.reason.setText(self._reason(shown, snapshot))
        self.sure.set_full_text(self._sure_text(shown))
        cards = self._chosen()
        self.row.set_cards(cards, snapshot.level)
        combo = shown.combo if self._at == 0 else None
        self.what.set_full_text(describe(cards, combo, snapshot.level))
        waits = self.tr("and {0} later readings wait for this").format(shown.behind) if shown.behind else ""
        self.behind.set_full_text(waits)
        self._judge()

    def _write_line(self, line: "PlayLine", snapshot: "Snapshot") -> None:
        """What was seen of a play that stands on record, or why nothing is shown of it."""
        aside = snapshot.aside.get(line.seq)
        self.who.setText(self.tr("Line {0}: {1}").format(line.seq, seat_name(line.seat)))
        self.evidence.show_image(aside.picture if aside is not None else None)
        self.evidence.set_none_text(no_picture_text(line))
        self.row.set_cards(line.cards, snapshot.level)
        self.what.set_full_text(describe(line.cards, line.combo, snapshot.level) if line.cards else "")
        self.hint.set_full_text("")
        waits = snapshot.pending is not None
        self.behind.set_full_text(self.tr("another play waits here (Esc)") if waits else "")
        if aside is None:
            self.reason.setText(mark_text(line))
            self.sure.set_full_text(self.tr("No other readings are at hand: type what it was."))
            return
        self.reason.setText(reason_text(aside))
        others = [cards_text(cards) for cards in candidates_of(aside)[1:]]
        said = self.tr("Or: {0} (Page Down)").format(self.tr("; ").join(others)) if others else ""
        self.sure.set_full_text(said or self._alone(aside))

    def _alone(self, shown: "Proposal") -> str:
        """Why there is nothing to choose from."""
        if any(card.is_unread for card in shown.cards):
            return self.tr("What was not read cannot be guessed: type it.")
        return self.tr("No other reading is likely.")

    def _chosen(self) -> "tuple[Card, ...]":
        """The cards of the candidate that Enter takes."""
        there = self.candidates
        return there[self._at] if self._at < len(there) else there[0]

    def _reason(self, shown: "Proposal", snapshot: "Snapshot") -> str:
        """Why it asks; for a play that is not allowed, which rule is in the way."""
        if shown.reason == "illegal" and not shown.pieced:
            judged = judge(Entry(Kind.CARDS, shown.cards), snapshot, shown.seat)
            if not judged.fits:
                return judged.text
        return reason_text(shown)

    def _sure_text(self, shown: "Proposal") -> str:
        said = self.tr("{0} % sure").format(f"{100 * shown.p:.0f}")
        there = self.candidates
        if len(there) > 1:
            if self._at:
                said = self.tr("not the likeliest")
            after = cards_text(there[(self._at + 1) % len(there)])
            said += self.tr("; {0} of {1}, Down: {2}").format(self._at + 1, len(there), after)
            return said
        return f"{said}  {self._alone(shown)}"

    def _judge(self) -> None:
        shown = self.pending
        if shown is None or self._snapshot is None:
            return
        entry = self._entry(shown)
        self.accept.setText(
            self.tr("Accept (Enter)") if entry.kind is Kind.EMPTY else self.tr("Correct (Enter)")
        )
        if entry.kind is Kind.PASS:
            show_hint(self.hint, self.tr("What was seen is no play."))
        else:
            judged = judge(entry, self._snapshot, shown.seat)
            typed = read_entry(self.field.text(), self._snapshot.level).cards
            if judged.fits and typed != entry.cards:
                judged = replace(judged, text=f"{cards_text(entry.cards)}: {judged.text}")
            show_judgement(self.hint, judged)

    def enter(self) -> None:
        """Accept as proposed, or as typed."""
        shown = self.pending
        if shown is None or self._snapshot is None:
            return
        entry = self._entry(shown)
        if entry.kind is Kind.EMPTY:
            if self._tick() - self._shown_at < NEW_FOR_S:
                show_hint(self.hint, self.tr("It has only just come: look, then press Enter."))
                return
            self._session.answer(shown.id, self._chosen() if self._at else None)
        elif entry.kind is Kind.PASS:
            self._session.answer(shown.id, (), True)
        elif entry.kind is Kind.CARDS:
            self._session.answer(shown.id, entry.cards)
        else:
            return
        self._sent(shown)

    def _entry(self, shown: "Proposal") -> Entry:
        """What is typed; suits that were left out are those that were seen."""
        entry = read_entry(self.field.text(), self._snapshot.level if self._snapshot else "")
        if entry.kind is Kind.CARDS:
            return Entry(Kind.CARDS, with_suits(entry.cards, shown.seen or shown.cards))
        return entry

    def no_play(self) -> None:
        """What was seen is no play: cards set right, shown by accident, or taken back."""
        if self.pending is not None:
            self._session.answer(self.pending.id, (), True)
            self._sent(self.pending)

    def put_aside(self) -> None:
        """Leave it as asked, so that play goes on."""
        if self.pending is not None:
            self._session.put_aside(self.pending.id)
            self._sent(self.pending)

    def leave(self) -> None:
        """Esc: what is typed goes first, then the proposal."""
        if self.field.text():
            self.field.setText("")
        else:
            self.put_aside()

    def _sent(self, shown: "Proposal") -> None:
        self._answered = shown.id
        self._answered_at = self._tick()

    def _enlarge(self) -> None:
        if self._shown is not None and self._shown.picture is not None:
            self.show_large.emit(self._shown.picture)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()


def candidates_of(proposal: "Proposal") -> "tuple[tuple[Card, ...], ...]":
    """What a play may be: as proposed, then what is next likely, each once."""
    found = [proposal.cards]
    for cards in (proposal.runner_up, *proposal.others):
        if cards and all(Counter(cards) != Counter(other) for other in found):
            found.append(cards)
    return tuple(found[:CANDIDATES])


def no_picture_text(line: "PlayLine") -> str:
    """Why no picture of a play on record is shown."""
    if line.source == "typed":
        return translate("ProposalPanel", "no picture: it was typed")
    if line.source == "inferred":
        return translate("ProposalPanel", "no picture: it follows from what came after")
    return translate("ProposalPanel", "its picture is no more at hand; Replay may show it")


def show_judgement(where: ShrinkLabel, judged: Judgement) -> None:
    """What is wrong in the alarm colour, what is right in plain; the words say it either way."""
    mark(where, "role", "" if judged.fits or not judged.text else "alarm")
    where.set_full_text(judged.text)


def show_hint(where: ShrinkLabel, text: str) -> None:
    """Something said by the way."""
    mark(where, "role", "muted")
    where.set_full_text(text)
