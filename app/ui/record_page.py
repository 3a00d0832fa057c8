"""One record, stepped through: the table at each moment, the picture of it, and what was put right since."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from app.evidence import folder_of, segments
from app.ui import theme
from app.ui.actions import Keys
from app.ui.check_dialog import CheckDialog
from app.ui.controls import ShrinkLabel, button, label, mark
from app.ui.play_lines import is_play
from app.ui.record_papers import write_papers
from app.ui.reel import Reel
from app.ui.replay import ReplayWindow
from app.ui.replay_views import Screen
from app.ui.seats import TablePanel
from app.ui.step_list import StepList
from app.ui.step_words import change_text, event_text
from app.ui.words import clock, language, rank_text, seat_short, side_name
from engine import Correction, Irregularity, Question, Ruling

if TYPE_CHECKING:
    from app.steps import Steps
    from engine import Event

NEAR_MS = 3000
"""A picture that is older than that does not show the moment."""
_Key = Qt.Key
_TABLE = 440
"""Height of the table at most, px: seats that lie farther apart are no table."""


class RecordPage(QWidget):
    """Emits `left` at Esc, `numbers` where the statistics are asked for, and, if `can_go_on`, `go_on` where a
    match that is not over shall be continued."""

    left = Signal()
    numbers = Signal()
    go_on = Signal(Path)

    def __init__(self, *, can_go_on: bool = False) -> None:
        super().__init__()
        self._can_go_on = can_go_on
        self.steps: Steps | None = None
        self.at = 0
        self._reel: Reel | None = None
        self.replay: ReplayWindow | None = None
        self.check: CheckDialog | None = None
        self.title = ShrinkLabel(theme.TITLE, bold=True)
        self.rules = label("muted")
        self.picture, self.table, self.list = Screen(), TablePanel(Keys()), StepList()
        self.picture.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.picture.setMinimumSize(320, 180)
        self.where, self.place = label("title"), label("muted")
        self.said = ShrinkLabel(theme.TITLE, bold=True)
        self.change = label("calls")
        self.change.setWordWrap(True)
        self.told = ShrinkLabel(theme.BODY)
        self.keys = label("muted")
        self.back, self.sheet, self.book, self.every = (button() for _ in range(4))
        self.again, self.faults, self.numbers_key, self.resume_key = (button() for _ in range(4))
        self.resume_key.hide()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.list.sought.connect(self.go)
        self._lay_out()
        self._connect()
        self.retranslate()

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.setSpacing(theme.PAD)
        head.addWidget(self.title, 1)
        head.addWidget(self.rules)
        note = QFrame()
        note.setProperty("panel", True)
        moment = QVBoxLayout(note)
        moment.setContentsMargins(theme.PAD, theme.GAP, theme.PAD, theme.GAP)
        moment.setSpacing(2)
        line = QHBoxLayout()
        line.addWidget(self.where)
        line.addStretch(1)
        line.addWidget(self.place)
        moment.addLayout(line)
        moment.addWidget(self.said)
        moment.addWidget(self.change)
        self.change.setMinimumHeight(38)
        self._left = left = QVBoxLayout()
        left.setSpacing(theme.GAP)
        left.addWidget(self.picture, 1)
        left.addWidget(note)
        left.addWidget(self.table)
        left.addStretch(0)
        self.table.setMaximumHeight(_TABLE)
        middle = QHBoxLayout()
        middle.setSpacing(theme.GAP)
        middle.addLayout(left, 5)
        self.list.setMinimumWidth(460)
        self.list.setMaximumWidth(640)
        middle.addWidget(self.list, 3)
        foot = QHBoxLayout()
        foot.setSpacing(theme.GAP)
        for key in self._buttons:
            foot.addWidget(key)
        foot.addStretch(1)
        line = QHBoxLayout()
        line.setSpacing(theme.PAD)
        line.addWidget(self.keys)
        line.addWidget(self.told, 1)
        box = QVBoxLayout(self)
        box.setContentsMargins(theme.PAD, theme.GAP, theme.PAD, theme.GAP)
        box.setSpacing(theme.GAP)
        box.addLayout(head)
        box.addLayout(middle, 1)
        box.addLayout(line)
        box.addLayout(foot)

    @property
    def _buttons(self) -> tuple[QPushButton, ...]:
        papers = (self.sheet, self.book, self.every)
        return (self.back, *papers, self.again, self.faults, self.numbers_key, self.resume_key)

    def _connect(self) -> None:
        self.acts: dict[int, Callable[[], None]] = {
            _Key.Key_Escape: self.left.emit,
            _Key.Key_P: lambda: self.write("pdf"),
            _Key.Key_X: lambda: self.write("xlsx"),
            _Key.Key_A: lambda: self.write("all"),
            _Key.Key_R: self.show_replay,
            _Key.Key_C: self.show_faults,
            _Key.Key_T: self.numbers.emit,
            _Key.Key_G: self.resume,
        }
        for key, do in zip(self._buttons, self.acts.values(), strict=True):
            key.clicked.connect(lambda _=False, do=do: do())

    def names(self) -> dict[int, str]:
        """What each key does, as its button says it."""
        return {key: self._button_texts[at] for at, key in enumerate(self.acts)}

    # ---- what is shown ------------------------------------------------------------------------

    def show_steps(self, steps: "Steps") -> None:
        """A record from its first event on."""
        self.close_pictures()
        self.steps, self.at = steps, 0
        self.list.show_steps(steps)
        has_pictures = bool(segments(folder_of(steps.path)))
        self.picture.setVisible(has_pictures)
        self._left.setStretchFactor(self.table, 0 if has_pictures else 2)
        self.again.setEnabled(has_pictures)
        if has_pictures:
            self._reel = Reel(folder_of(steps.path))
            queued = Qt.ConnectionType.QueuedConnection
            self._reel.found.connect(self._take_times, queued)
            self._reel.decoded.connect(self._take_moment, queued)
        is_running = not steps.state(steps.last).over and steps.path.with_suffix(".db").is_file()
        self.resume_key.setVisible(self._can_go_on and is_running)
        self.told.set_full_text("")
        self.retranslate()
        self.setFocus()

    def go(self, at: int) -> None:
        """To a place of the record."""
        steps = self.steps
        if steps is None:
            return
        self.at = min(max(at, 0), steps.last)
        shown = steps.snapshot(self.at)
        self.table.show_snapshot(shown)
        self.table.show_clock(None)
        self.list.mark(self.at)
        self._write_moment()
        if self._reel is not None:
            self.picture.show_image(None, self.tr("Looking for the picture"))
            at_ms = steps.time(self.at)
            self._reel.look_up(at_ms - NEAR_MS, at_ms)
            self._reel.wish(at_ms)

    def _take_moment(self) -> None:
        moment = self._reel.take_moment() if self._reel is not None else None
        if moment is None or self.steps is None:
            return
        if 0 <= self.steps.time(self.at) - moment.at_ms <= NEAR_MS:
            self.picture.show_image(moment.image)

    def _take_times(self) -> None:
        if self._reel is not None and self._reel.take_times() == ():
            self.picture.show_image(None, self.tr("No picture of this moment was kept."))

    def _write_moment(self) -> None:
        steps = self.steps
        if steps is None:
            return
        event, state, sides = steps.event(self.at), steps.state(self.at), steps.start.header.sides
        levels = "   ".join(
            f"{side_name(side)} {rank_text(level)}" for side, level in zip(sides, state.levels, strict=True)
        )
        deal = (
            self.tr("Deal {0}, level {1}").format(state.deal.number, rank_text(state.deal.level))
            if state.deal
            else ""
        )
        self.where.setText("   ·   ".join(filter(None, (deal, levels, clock(steps.time(self.at))))))
        if event is None:
            self.place.setText(self.tr("no events"))
            self.said.set_full_text("")
            self.change.setText("")
            return
        self.place.setText(self.tr("event {0} of {1}").format(event.seq, len(steps.places)))
        self.said.set_full_text(event_text(event, sides, steps.level(self.at)))
        mark(
            self.said,
            "role",
            "calls" if isinstance(event, Correction | Irregularity | Ruling | Question) else "",
        )
        self.change.setText(self._changes(event))

    def _changes(self, event: "Event") -> str:
        """A correction: what it changed; what was corrected: what stands now; what is refused: why."""
        steps = self.steps
        assert steps is not None
        sides, level = steps.start.header.sides, steps.level(self.at)
        change = steps.changes.get(self.at)
        if change is not None:
            return change_text(change, sides, level)
        if steps.places[self.at].refused is not None:
            return self.tr("The rules refuse this event; C says why.")
        later = steps.corrected_at.get(event.seq, ())
        if not later:
            return ""
        last = steps.places[later[-1]].event
        now = steps.changes[later[-1]].now
        stands = self.tr("nothing") if now is None else event_text(now, sides, level)
        return self.tr("Corrected by event {0}; what stands now:").format(last.seq) + f"\n{stands}"

    # ---- what people do -----------------------------------------------------------------------

    def write(self, form: str) -> None:
        """The record in a form, or in all, beside it."""
        if self.steps is not None:
            self.told.set_full_text(write_papers(self.steps, form))

    def resume(self) -> None:
        if self.steps is not None and not self.resume_key.isHidden():
            self.go_on.emit(self.steps.path)

    def show_replay(self) -> None:
        """The pictures round the play that is looked at, or the last before it."""
        steps = self.steps
        if steps is None or not self.again.isEnabled():
            return
        turns = [line for line in steps.lines if line is not None and is_play(line)]
        places = (steps.lines[at] for at in range(self.at, -1, -1))
        line = next(
            (line for line in places if line is not None and is_play(line)), turns[0] if turns else None
        )
        if line is None:
            return
        if self.replay is None:
            self.replay = ReplayWindow(steps.path, self)
        self.replay.show_play(line, tuple(turns))

    def show_faults(self) -> None:
        """All that is wrong with the record; a fault that is chosen is gone to."""
        if self.steps is None:
            return
        self.check = CheckDialog(self.steps, self)
        self.check.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.check.sought.connect(self.go)
        self.check.open()

    def close_pictures(self) -> None:
        """Let go of what lies on the disk."""
        if self.replay is not None:
            self.replay.close()
            self.replay.deleteLater()
            self.replay = None
        if self._reel is not None:
            self._reel.close()
            self._reel = None

    def keyPressEvent(self, event: QKeyEvent) -> None:
        steps, key = self.steps, _Key
        if steps is None or event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            super().keyPressEvent(event)
            return
        match event.key():
            case key.Key_Left | key.Key_Right:
                self.go(steps.move(self.at, 1 if event.key() == key.Key_Right else -1))
            case key.Key_Up | key.Key_Down:
                self.go(steps.trick(self.at, 1 if event.key() == key.Key_Down else -1))
            case key.Key_PageUp | key.Key_PageDown:
                self.go(steps.deal(self.at, 1 if event.key() == key.Key_PageDown else -1))
            case key.Key_Home | key.Key_End:
                self.go(0 if event.key() == key.Key_Home else steps.last)
            case key.Key_F6:
                self.show_replay()
            case pressed if pressed in self.acts:
                self.acts[pressed]()
            case _:
                super().keyPressEvent(event)

    # ---- words --------------------------------------------------------------------------------

    def retranslate(self) -> None:
        self._button_texts = (
            self.tr("Records (Esc)"),
            self.tr("Score sheet (P)"),
            self.tr("Spreadsheet (X)"),
            self.tr("All forms (A)"),
            self.tr("Replay (R)"),
            self.tr("Check (C)"),
            self.tr("Statistics (T)"),
            self.tr("Go on with this match (G)"),
        )
        for key, text in zip(self._buttons, self._button_texts, strict=True):
            key.setText(text)
        self.keys.setText(self.tr("← → move · ↑ ↓ trick · PgUp PgDn deal · Home End"))
        self.picture.setAccessibleName(self.tr("Picture"))
        if self.steps is None:
            return
        header, faults, found = self.steps.start.header, len(self.steps.told), len(self.steps.noticed)
        said = [header.event_name or self.steps.path.stem, self.tr("round {0}").format(header.round)]
        said += [self.tr("table {0}").format(header.table)] if header.table else []
        names = [f"{seat_short(seat)} {header.players.get(seat, '')}".strip() for seat in header.seats]
        self.title.set_full_text(" · ".join(said) + "      " + "  ".join(names))
        self.rules.setText(self.steps.start.rules.called(language()))
        if faults:
            self.faults.setText(self.tr("Check (C), faults: {0}").format(faults))
        elif found:
            self.faults.setText(self.tr("Check (C), noticed: {0}").format(found))
        mark(self.faults, "main", bool(faults))
        self.go(self.at)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()
