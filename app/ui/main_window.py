"""The desktop window, and the way in: `run_desktop`."""

import time
from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QSettings, Qt, QTimer, Signal
from PySide6.QtGui import QCloseEvent, QKeyEvent
from PySide6.QtWidgets import QAbstractButton, QApplication, QHBoxLayout, QMainWindow, QVBoxLayout, QWidget

from app.store import Mended, kept_beside
from app.ui import startup, theme
from app.ui.actions import BY_ID, Keys, text_of
from app.ui.air_switch import AirSwitch
from app.ui.bars import StatusLine, TopBar, deal_runs
from app.ui.bridge import Bridge
from app.ui.by_hand import ByHandPanel
from app.ui.camera_words import trouble_text
from app.ui.clock import EventClock
from app.ui.closing import ClosingQuestion
from app.ui.conduct_panel import ConductPanel
from app.ui.deal_end import DealEndPanel, shows_end
from app.ui.deal_form import DealForm, next_level
from app.ui.keys_help import KeysHelp
from app.ui.lasting import Lasting
from app.ui.notices import NoticeBar
from app.ui.play_lines import is_play
from app.ui.plays import PlaysPanel
from app.ui.proposal import ProposalPanel
from app.ui.refusals import standing_text
from app.ui.replay import ReplayWindow
from app.ui.seats import TablePanel
from app.ui.speech import Speech
from app.ui.table_view import TableView
from app.ui.warnings_bar import RecordWarning, WarningsBar
from app.ui.words import is_camera

if TYPE_CHECKING:
    from app.snapshot import PlayLine, Snapshot
    from app.ui.air_window import Broadcast
    from app.ui.ports import Picture, Session

_TICK_MS = 100
_STALLED_S = 2.0


class MainWindow(QMainWindow):
    """Picture and table on the left, plays and the referee's fields on the right.

    Holds no state of the match: everything shown comes from the newest snapshot and picture.
    """

    closed = Signal()
    keys_changed = Signal(dict)

    def __init__(
        self,
        session: "Session",
        language: startup.Language,
        title: str,
        settings: QSettings,
        chinese: bool = True,
        keys: Mapping[str, str] | None = None,
        spoken: bool = False,
        broadcast: "Callable[[], Broadcast] | None" = None,
    ) -> None:
        """`keys`: shortcuts by action, where they are not the default ones (`keys_changed` hands them on);
        `spoken`: warnings are spoken from the start; `broadcast`: makes what puts this match on air, where it
        can be."""
        super().__init__()
        self.setWindowTitle(title)
        self._session = session
        self._language = language
        self._settings = settings
        self._clock = EventClock()
        self._picture_at: float | None = None
        self.replay: ReplayWindow | None = None
        self._closing: ClosingQuestion | None = None
        self.snapshot: Snapshot | None = None
        self.keys = Keys(keys, self)
        self.top = TopBar(self.keys)
        self.on_air = AirSwitch(broadcast, self.top, self)
        self.view = TableView()
        self.view.set_source_name(session.source_name)
        self.table = TablePanel(self.keys)
        self.plays = PlaysPanel(self.keys)
        self.notices = NoticeBar(session)
        self.proposal = ProposalPanel(session)
        self.by_hand = ByHandPanel(session, self.keys)
        self.conduct = ConductPanel(session, self.keys)
        self.warnings = WarningsBar(session, self.keys)
        self.deal_end = DealEndPanel(session, self.keys)
        self.status = StatusLine(session.source_name, session.record_path, self.keys)
        self.speech = Speech(spoken, self)
        self.lasting = Lasting(self.status, self.speech, chinese=chinese)
        self._corrects = False
        self._mended = session.mended
        self._lay_out()
        self._connect()
        self.lasting.write()
        self._ticker = QTimer(self)
        self._ticker.setInterval(_TICK_MS)
        self._ticker.timeout.connect(self._tick)
        self._ticker.start()
        self.bridge = Bridge(session, self.show_picture, self.show_snapshot, self)
        self._home()

    def _lay_out(self) -> None:
        left = QVBoxLayout()
        left.setSpacing(theme.GAP)
        left.addWidget(self.view, 1)
        left.addWidget(self.warnings)
        left.addWidget(self.table)
        right = QVBoxLayout()
        right.setSpacing(theme.GAP)
        right.addWidget(self.plays, 1)
        right.addWidget(self.notices)
        right.addWidget(self.deal_end)
        right.addWidget(self.proposal)
        right.addWidget(self.by_hand)
        right.addWidget(self.conduct)
        self.proposal.setVisible(bool(self._session.source_name))  # without pictures nothing is proposed
        side = QWidget()
        side.setLayout(right)
        right.setContentsMargins(0, 0, 0, 0)
        side.setMinimumWidth(500)
        side.setMaximumWidth(640)
        middle = QHBoxLayout()
        middle.setSpacing(theme.GAP)
        middle.addLayout(left, 5)
        middle.addWidget(side, 3)
        ground = QWidget()
        ground.setObjectName("ground")
        box = QVBoxLayout(ground)
        box.setContentsMargins(theme.GAP, theme.GAP, theme.GAP, 4)
        box.setSpacing(theme.GAP)
        box.addWidget(self.top)
        box.addLayout(middle, 1)
        box.addWidget(self.status)
        self.setCentralWidget(ground)
        self.resize(1280, 800)

    def _connect(self) -> None:
        self.top.new_deal.connect(self.open_deal_form)
        self.top.other_language.connect(self.switch_language)
        self.top.all_keys.connect(self.open_keys)
        self.top.air.connect(self.on_air.open)
        self.plays.correct.connect(self.by_hand.correct)
        self.plays.again.connect(self.replay_line)
        self.proposal.show_large.connect(self.view.show_still)
        self.notices.show_large.connect(self.view.show_still)
        self.proposal.field.stray.connect(self.by_hand.type_play)
        self.status.try_camera.connect(self._session.try_camera)
        self.by_hand.left.connect(self._home)
        self.by_hand.at_line.connect(self.plays.choose)
        self.by_hand.corrects.connect(self._show_corrected)
        self.deal_end.settle.connect(self.correct_asked)
        does: dict[str, Callable[[], object]] = {
            "proposal": self.to_proposal,
            "by_hand": self.by_hand.type_play,
            "pass": self.by_hand.record_pass,
            "report": self.by_hand.report,
            "gift": self.by_hand.give,
            "throw_in": self.by_hand.end_deal,
            "correct": self.correct_line,
            "strike": self.strike_line,
            "call": self.conduct.call_or_go_on,
            "rule": self.conduct.open_rulings,
            "silence": self.warnings.silence_newest,
            "step": self.deal_end.step,
            "speech": self.switch_speech,
            "try_camera": self.status.ask_again,
            "asked": self.correct_asked,
            "replay": self.replay_line,
            "only_asked": self.plays.only_asked.toggle,
            "undo": self._session.undo,
            "redo": self._session.redo,
            "redo_too": self._session.redo,
            "new_deal": self.open_deal_form,
            "unseen": self.table.toggle_unseen,
            "air": self.on_air.open,
            "look": self.switch_look,
            "language": self.switch_language,
            "help": self.open_keys,
        }
        does |= {f"seat_{place + 1}": partial(self.by_hand.pick_place, place) for place in range(4)}
        self.keys.connect_all(self, does)
        self.keys.changed.connect(self._write_help)
        self._write_help()

    def _write_help(self) -> None:
        """The keys of hand work, where no camera takes the room."""
        shown = ("space", "accept", "correct", "undo", "report", "gift", "throw_in", "help")
        self.view.set_help(tuple((self.keys.label(name), text_of(BY_ID[name])) for name in shown))

    def _home(self) -> None:
        """Where the keys go when nothing else is being done."""
        (self.proposal if self._session.source_name else self.by_hand).field.setFocus()

    # What comes from the session, in Qt's thread

    def show_picture(self, picture: "Picture") -> None:
        self._picture_at = time.monotonic()
        # A film that is paused charges nobody; a camera that fails stops no clock.
        self._clock.hear(picture.frame_ms, picture=not is_camera(self._session.source_name))
        self.view.show_picture(picture)
        self.status.show_camera(picture.fps, picture.drops)
        self.lasting.hear_view(picture.view, picture.moves)

    def show_snapshot(self, snapshot: "Snapshot") -> None:
        before = self.snapshot
        self.snapshot = snapshot
        self._clock.hear(snapshot.now_ms)
        self.top.show_snapshot(snapshot)
        self.table.show_snapshot(snapshot)
        self.plays.show_snapshot(snapshot)
        self.notices.show_snapshot(snapshot)
        if self.replay is not None and self.replay.isVisible():
            self.replay.show_lines(snapshot.lines)
        self.proposal.show_snapshot(snapshot)
        self.by_hand.show_snapshot(snapshot)
        self._make_room(snapshot)  # before the end takes its place
        for panel in (self.conduct, self.warnings, self.deal_end):
            panel.show_snapshot(snapshot)
        self.view.set_to_play(next((view.seat for view in snapshot.seats if view.to_play), None))
        if snapshot.conduct is not None:
            self.speech.hear(snapshot.conduct.warnings)
        self.status.show_notice(standing_text(snapshot, self.keys.label("asked")))
        self.status.show_saved(snapshot.saved)
        self._warn_of_record()
        came = snapshot.pending is not None and (before is None or before.pending is None)
        if came and not self.by_hand.busy:
            self.proposal.field.setFocus()
        if snapshot.pending is None or (
            before and before.pending and before.pending.id != snapshot.pending.id
        ):
            self.view.show_still(None)
        self._tick()

    def _warn_of_record(self) -> None:
        """Something is not saved, or the record was not what its log says."""
        said = []
        unsaved = self._session.unsaved
        if unsaved is not None:
            why = self.tr("the disk is full") if "disk is full" in str(unsaved) else str(unsaved)
            text = self.tr("Not saved: {0}. What was saved before is safe; enter the last one again.")
            said.append(RecordWarning(text.format(why)))
        if self._mended is not None:
            text = {
                Mended.CHANGED: self.tr(
                    "The record was changed by another program; it is again as logged. The other text: {0}"
                ),
                Mended.LOST: self.tr(
                    "The log has lost its last lines: enter them again. They are kept in {0}"
                ),
            }[self._mended]
            kept = kept_beside(self._session.record_path).name
            said.append(RecordWarning(text.format(kept), self._mended_seen))
        self.warnings.show_record(tuple(said))

    def _mended_seen(self) -> None:
        self._mended = None
        self._warn_of_record()

    def _show_corrected(self, line: "PlayLine | None") -> None:
        """A line that is corrected has the place of what waits, with what was seen of it."""
        self._corrects = line is not None
        self.plays.show_corrected(line)
        self.proposal.show_line(line)
        self.deal_end.give_way(self._corrects and bool(self._session.source_name))
        if self.snapshot is not None:
            self._make_room(self.snapshot)
            if line is None and self.snapshot.breaks is not None:
                self.status.show_notice("")  # what spoke against the correction, which was left
        if self.by_hand.kept:
            said = self.tr("“{0}” is kept and comes back into the line afterwards.")
            self.status.show_notice(said.format(self.by_hand.kept))

    def _make_room(self, snapshot: "Snapshot") -> None:
        ends = shows_end(snapshot) and not self._corrects
        self.proposal.setVisible(bool(self._session.source_name) and not ends)

    def show_failure(self, file: str) -> None:
        """Something inside failed, and is described in that file; the record is not touched by it."""
        self.lasting.hear_failure(file)

    def _tick(self) -> None:
        snapshot = self.snapshot
        if snapshot is not None:
            self.table.show_clock(self._ran_ms(snapshot))
            self.conduct.show_time(self._clock.now_ms())
            self.deal_end.show_time(self._clock.now_ms())
        self.status.show_trouble(self._session.camera)
        self.view.show_trouble(trouble_text(self._session.camera))
        if self._picture_at is not None:
            silent = time.monotonic() - self._picture_at
            self.status.show_stalled(int(silent) if silent > _STALLED_S else 0)
        self.lasting.look(self._session.fault, self._session.table_found)

    def _ran_ms(self, snapshot: "Snapshot") -> int | None:
        """How long the running clock has run by now."""
        timing = snapshot.clock
        if timing is None or timing.took_ms is None:
            return None
        return timing.took_ms + (0 if snapshot.paused else max(0, self._clock.now_ms() - snapshot.now_ms))

    # What the referee does

    def switch_look(self) -> None:
        """Dark to light and back; kept for the next time."""
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        theme.use(app, theme.other())
        startup.keep(theme=theme.now)

    def open_keys(self) -> None:
        """All keys; what is changed there works at once and is handed on."""
        seats = tuple(view.seat for view in self.snapshot.seats) if self.snapshot is not None else ()
        form = KeysHelp(self.keys, self, seats)
        form.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        form.changed.connect(self.keys_changed)
        form.open()

    def open_deal_form(self) -> None:
        snapshot = self.snapshot
        if snapshot is None or deal_runs(snapshot):
            return
        form = DealForm(tuple(view.seat for view in snapshot.seats), next_level(snapshot), self)
        form.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        form.chosen.connect(lambda level, leader: self._session.start_deal(level, leader or None))
        form.open()

    def correct_line(self) -> None:
        """The chosen line, or else the newest play."""
        line = self.plays.chosen() or self.plays.last_play()
        if line is not None:
            self.by_hand.correct(line)

    def strike_line(self) -> None:
        """The line that is corrected, or the chosen one, or else the newest play: it never was."""
        line = self.by_hand.line or self.plays.chosen() or self.plays.last_play()
        if line is not None:
            self.by_hand.strike(line)

    def correct_asked(self, deal: int | None = None) -> None:
        """The oldest asked line, of a deal where one is named; Enter then confirms it as it stands."""
        line = self.plays.next_asked(deal)
        if line is not None:
            self.by_hand.correct(line)
        else:
            self.status.show_notice(self.tr("Nothing is asked: every play is settled."))

    def to_proposal(self) -> None:
        """To what waits; a line that is corrected is left as it was."""
        self.by_hand.leave()
        self.proposal.field.setFocus()

    def switch_speech(self) -> None:
        """Warnings are spoken, or no more; kept for the next time."""
        self.status.show_notice(self.speech.switch())
        startup.keep(speech=self.speech.on)

    def replay_line(self) -> None:
        """The pictures of the chosen line, or else of the newest play, again."""
        line = self.plays.chosen()
        line = line if line is not None and is_play(line) else self.plays.last_play()
        if line is None or self.snapshot is None:
            return
        if self.replay is None:
            self.replay = ReplayWindow(self._session.record_path, self)
        self.replay.show_play(line, self.snapshot.lines)

    def ask_to_close(self) -> None:
        """Close the window if that is meant."""
        if self._closing is None:
            self._closing = ClosingQuestion(self, on_air=self.on_air.runs)
            self._closing.accepted.connect(self.close)
            self._closing.finished.connect(self._closing_answered)
            self._closing.open()

    def _closing_answered(self) -> None:
        self._closing = None

    def switch_language(self) -> None:
        self._language.other()
        startup.keep(language=self._language.now)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Keys that no field took: Enter and Esc answer the proposal wherever the focus is."""
        focus = self.focusWidget()
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not event.isAutoRepeat():
            if isinstance(focus, QAbstractButton) and focus.isEnabled():
                focus.click()
            else:
                self.proposal.enter()
        elif event.key() == Qt.Key.Key_Escape:
            self.proposal.leave()
        else:
            super().keyPressEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.lasting.write()
            self._write_help()
            self._warn_of_record()
            if self.snapshot is not None:
                self.status.show_notice(standing_text(self.snapshot, self.keys.label("asked")))

    def closeEvent(self, event: QCloseEvent) -> None:
        """Somebody who closes it while a deal runs is asked first; what ends the program is not."""
        if event.spontaneous() and self.snapshot is not None and deal_runs(self.snapshot):
            event.ignore()
            self.ask_to_close()
            return
        self._settings.setValue("geometry", self.saveGeometry())
        self._ticker.stop()
        self.on_air.close()
        if self.replay is not None:
            self.replay.close()
        self.bridge.close()
        self.speech.stop()
        super().closeEvent(event)
        self.closed.emit()
