"""The replay: the seconds round a play again, slowly, picture by picture, and saved as a clip or a still."""

import time
from bisect import bisect_left, bisect_right
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, Qt, QTimer
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QButtonGroup, QDialog, QHBoxLayout, QVBoxLayout, QWidget

from app.evidence import folder_of
from app.ui import theme
from app.ui.controls import ShrinkLabel, button, label
from app.ui.play_lines import is_play
from app.ui.reel import Reel
from app.ui.replay_views import PlayHead, Screen, TimeLine, relative_text
from app.ui.words import clock

if TYPE_CHECKING:
    from app.snapshot import PlayLine

BEFORE_MS, AFTER_MS = 8000, 6000
"""What is shown round a play."""
LEAD_MS = 3000
"""It begins to run so long before the play."""
SPEEDS = (1.0, 0.5, 0.25)
_TICK_MS = 15
_LOOK_MS = 700


class ReplayWindow(QDialog):
    """Not modal: the match goes on behind it. It reads what lies beside the record, also while more comes."""

    def __init__(self, record: Path, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._record = record
        self._reel: Reel | None = None
        self._line: PlayLine | None = None
        self._lines: tuple[PlayLine, ...] = ()
        self._span = self._clip = (0, 0)
        self._times: tuple[int, ...] = ()
        self._index = 0
        self._speed = 0.5
        self._ran_from: tuple[float, int] | None = None
        self._fresh = True
        self._given: set[Path] = set()
        self.head, self.picture, self.timeline = PlayHead(), Screen(), TimeLine()
        self.relative, self.place = label("title"), label("muted")
        self.said = ShrinkLabel(theme.BODY)
        self.run, self.back, self.on = button(main=True), button(), button()
        self.before, self.next = button(), button()
        self.clip_from, self.clip_to = button(), button()
        self.save_clip, self.save_still, self.leave = button(), button(), button()
        self.speeds = QButtonGroup(self)
        self.timeline.sought.connect(self.seek)
        self._lay_out()
        self._connect()
        self._ticker, self._looker = QTimer(self), QTimer(self)
        for timer, every, does in (
            (self._ticker, _TICK_MS, self._tick),
            (self._looker, _LOOK_MS, self._look),
        ):
            timer.setInterval(every)
            timer.timeout.connect(does)
        self.resize(1180, 750)
        self.retranslate()

    def _lay_out(self) -> None:
        top = QHBoxLayout()
        top.setSpacing(theme.PAD)
        top.addWidget(self.head, 1)
        top.addWidget(self.relative)
        first, second = QHBoxLayout(), QHBoxLayout()
        for key in (self.run, self.back, self.on):
            first.addWidget(key)
        first.addSpacing(theme.PAD)
        for number, name in enumerate(("1×", "1/2", "1/4")):
            key = button(pick=True)
            key.setText(name)
            key.setMinimumWidth(44)
            key.setChecked(SPEEDS[number] == self._speed)
            self.speeds.addButton(key, number)
            first.addWidget(key)
        first.addSpacing(theme.PAD)
        for key in (self.before, self.next):
            first.addWidget(key)
        first.addStretch(1)
        first.addWidget(self.place)
        for key in (self.clip_from, self.clip_to, self.save_clip, self.save_still):
            second.addWidget(key)
        second.addWidget(self.said, 1)
        second.addWidget(self.leave)
        box = QVBoxLayout(self)
        box.setContentsMargins(theme.PAD, theme.GAP, theme.PAD, theme.GAP)
        box.setSpacing(theme.GAP)
        box.addLayout(top)
        box.addWidget(self.picture, 1)
        box.addWidget(self.timeline)
        box.addLayout(first)
        box.addLayout(second)

    def _connect(self) -> None:
        for key, does in (
            (self.run, self.run_or_stop),
            (self.back, lambda: self.step(-1)),
            (self.on, lambda: self.step(1)),
            (self.before, lambda: self.other_play(-1)),
            (self.next, lambda: self.other_play(1)),
            (self.clip_from, lambda: self.set_clip(start=True)),
            (self.clip_to, lambda: self.set_clip(start=False)),
            (self.save_clip, self.write_clip),
            (self.save_still, self.write_still),
            (self.leave, self.close),
        ):
            key.setAutoDefault(False)
            key.clicked.connect(lambda _=False, does=does: does())
        self.speeds.idClicked.connect(self.set_speed)

    # ---- what is shown ------------------------------------------------------------------------

    @property
    def at_ms(self) -> int | None:
        """Event time of the moment that is looked at; None while there is no picture."""
        return self._times[self._index] if self._times else None

    @property
    def running(self) -> bool:
        return self._ran_from is not None

    def show_play(self, line: "PlayLine", lines: "tuple[PlayLine, ...]") -> None:
        """The seconds round `line`, running slowly from shortly before it; `lines`: those of the match."""
        if self._reel is None:
            self._reel = Reel(folder_of(self._record))
            queued = Qt.ConnectionType.QueuedConnection
            self._reel.found.connect(self._take_times, queued)
            self._reel.decoded.connect(self._take_moment, queued)
            self._reel.saved.connect(self._say_saved, queued)
        self._line, self._lines = line, lines
        self._span = self._clip = (max(line.at_ms - BEFORE_MS, 0), line.at_ms + AFTER_MS)
        self._times, self._index, self._ran_from, self._fresh = (), 0, None, True
        self.head.show_line(line)
        self.said.set_full_text("")
        self.picture.show_image(None, self.tr("Looking for the pictures"))
        self._show_span()
        self._look()
        self._looker.start()
        self.show()
        self.raise_()
        self.activateWindow()
        self.picture.setFocus()

    def show_lines(self, lines: "tuple[PlayLine, ...]") -> None:
        """The plays of the match as they are now."""
        if self._line is not None and lines is not self._lines:
            self._lines = lines
            self._line = next((line for line in lines if line.seq == self._line.seq), self._line)
            self.head.show_line(self._line)
            self._show_span()

    def _look(self) -> None:
        """Pictures may still come, until those at the end of the span are there."""
        if self._reel is not None and (not self._times or self._times[-1] < self._span[1] - 100):
            self._reel.look_up(*self._span)

    def _take_times(self) -> None:
        times = self._reel.take_times() if self._reel is not None else None
        if times is None or self._line is None:
            return
        at = self.at_ms
        self._times = tuple(t for t in times if self._span[0] <= t <= self._span[1])
        if not self._times:
            self.picture.show_image(None, self.tr("No pictures of this play were kept."))
        elif self._fresh:
            self._fresh = False
            self.seek(self._line.at_ms - LEAD_MS)
            self.run_or_stop()
        elif at is not None:
            self._index = max(bisect_right(self._times, at) - 1, 0)
        self._show_span()

    def _take_moment(self) -> None:
        moment = self._reel.take_moment() if self._reel is not None else None
        if moment is not None and self._line is not None and self._times:
            self.picture.show_image(moment.image)
            self.relative.setText(relative_text(moment.at_ms, self._line))

    def _show_span(self) -> None:
        if self._line is None:
            return
        first, last = self._span
        near = tuple(line for line in self._lines if is_play(line) and first <= line.at_ms <= last)
        self.timeline.show_span(self._span, self._line, near, self._times)
        self.timeline.show_clip(self._clip)
        self._show_place()

    def _show_place(self) -> None:
        at = self.at_ms
        has = at is not None
        for key in (
            self.run,
            self.back,
            self.on,
            self.clip_from,
            self.clip_to,
            self.save_clip,
            self.save_still,
        ):
            key.setEnabled(has)
        self.before.setEnabled(self._neighbour(-1) is not None)
        self.next.setEnabled(self._neighbour(1) is not None)
        if at is None:
            self.place.setText("")
            self.relative.setText("")
            return
        self.timeline.show_moment(at)
        said = self.tr("picture {0} of {1}, match time {2}")
        time_text = f"{clock(at)}.{at % 1000:03}"
        self.place.setText(said.format(self._index + 1, len(self._times), time_text))

    # ---- what people do -----------------------------------------------------------------------

    def run_or_stop(self) -> None:
        if self._ran_from is not None:
            self._stop()
        elif self._times:
            if self._index == len(self._times) - 1:
                self._go(0)
            self._ran_from = (time.monotonic(), self._times[self._index])
            self._ticker.start()
            self._name_run()

    def set_speed(self, number: int) -> None:
        self._speed = SPEEDS[number]
        self.speeds.button(number).setChecked(True)
        if self._ran_from is not None:
            self._ran_from = (time.monotonic(), self._times[self._index])

    def step(self, by: int) -> None:
        """So many pictures on, or back; it stands still then."""
        self._stop()
        self._go(self._index + by)

    def seek(self, at_ms: int) -> None:
        """To the picture of that time."""
        self._stop()
        self._go(bisect_right(self._times, at_ms) - 1)

    def other_play(self, by: int) -> None:
        line = self._neighbour(by)
        if line is not None:
            self.show_play(line, self._lines)

    def set_clip(self, *, start: bool) -> None:
        """A clip begins, or ends, at the moment shown."""
        at = self.at_ms
        if at is None:
            return
        first, last = self._clip
        first, last = (
            (at, last if last > at else self._span[1])
            if start
            else (first if first < at else self._span[0], at)
        )
        self._clip = (first, last)
        self.timeline.show_clip(self._clip)
        self.said.set_full_text(self.tr("A clip of {0} s").format(f"{(last - first) / 1000:.2f}"))

    def write_clip(self) -> None:
        """The chosen seconds, as fast as they run here."""
        if self._reel is not None and self._times and self._line is not None:
            path = self._new_path(f"play-{self._line.seq}", ".mp4")
            self.said.set_full_text(self.tr("Writing {0}").format(path.name))
            self._reel.save_clip(path, *self._clip, self._speed)

    def write_still(self) -> None:
        at = self.at_ms
        if self._reel is not None and at is not None and self._line is not None:
            self._reel.save_still(self._new_path(f"play-{self._line.seq}-{at}ms", ".png"), at)

    def _new_path(self, what: str, ending: str) -> Path:
        """A name beside the record that no file has yet."""
        path = self._record.with_name(f"{self._record.stem}-{what}{ending}")
        number = 1
        while path.exists() or path in self._given:
            number += 1
            path = self._record.with_name(f"{self._record.stem}-{what}-{number}{ending}")
        self._given.add(path)
        return path

    def _say_saved(self, path: str, fault: str) -> None:
        self.said.set_full_text(fault or self.tr("Saved: {0}").format(path))

    # ---- moving -------------------------------------------------------------------------------

    def _go(self, index: int) -> None:
        if not self._times or self._reel is None:
            return
        self._index = min(max(index, 0), len(self._times) - 1)
        self._reel.wish(self._times[self._index])
        self._show_place()

    def _tick(self) -> None:
        if self._ran_from is None or not self._times:
            return
        began, from_ms = self._ran_from
        at = from_ms + (time.monotonic() - began) * 1000 * self._speed
        index = bisect_right(self._times, at) - 1
        if index > self._index:
            self._go(index)
        if self._index == len(self._times) - 1:
            self._stop()

    def _stop(self) -> None:
        self._ran_from = None
        self._ticker.stop()
        self._name_run()

    def _neighbour(self, by: int) -> "PlayLine | None":
        """The play or pass before or after this one."""
        if self._line is None:
            return None
        plays = [line for line in self._lines if is_play(line)]
        place = bisect_left([line.seq for line in plays], self._line.seq) + by
        return plays[place] if 0 <= place < len(plays) else None

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key
        match event.key():
            case key.Key_Space:
                self.run_or_stop()
            case key.Key_Left | key.Key_Right:
                self.step(1 if event.key() == key.Key_Right else -1)
            case key.Key_Home | key.Key_End:
                self.step(len(self._times) * (1 if event.key() == key.Key_End else -1))
            case key.Key_PageUp | key.Key_PageDown:
                self.other_play(1 if event.key() == key.Key_PageDown else -1)
            case key.Key_1 | key.Key_2 | key.Key_4:
                self.set_speed({key.Key_1: 0, key.Key_2: 1, key.Key_4: 2}[Qt.Key(event.key())])
            case key.Key_I | key.Key_O:
                self.set_clip(start=event.key() == key.Key_I)
            case key.Key_S:
                self.write_clip()
            case key.Key_P:
                self.write_still()
            case _:
                super().keyPressEvent(event)

    def done(self, result: int) -> None:
        self._ticker.stop()
        self._looker.stop()
        self._ran_from = None
        if self._reel is not None:
            self._reel.close()
            self._reel = None
        super().done(result)

    # ---- words --------------------------------------------------------------------------------

    def _name_run(self) -> None:
        self.run.setText(self.tr("Stop (Space)") if self.running else self.tr("Go on (Space)"))

    def retranslate(self) -> None:
        self.setWindowTitle(self.tr("Replay"))
        self._name_run()
        self.back.setText(self.tr("Picture back (←)"))
        self.on.setText(self.tr("Picture on (→)"))
        self.before.setText(self.tr("Play before (PgUp)"))
        self.next.setText(self.tr("Next play (PgDn)"))
        self.clip_from.setText(self.tr("Clip from here (I)"))
        self.clip_to.setText(self.tr("Clip to here (O)"))
        self.save_clip.setText(self.tr("Save clip (S)"))
        self.save_still.setText(self.tr("Save still (P)"))
        self.leave.setText(self.tr("Close (Esc)"))
        for number, key in enumerate(("1", "2", "4")):
            self.speeds.button(number).setToolTip(self.tr("Speed: key {0}").format(key))
        self.timeline.setAccessibleName(self.tr("Time line"))
        self.picture.setAccessibleName(self.tr("Picture"))
        self._show_span()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()
            if self._line is not None and self.at_ms is not None:
                self.relative.setText(relative_text(self.at_ms, self._line))
