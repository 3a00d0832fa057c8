"""A whole deal by camera in the real window: what the reader takes for other cards the referee puts right."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from threading import Event

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app import cli
from app.commands.recording import DEMO
from app.snapshot import PlayLine, Proposal
from app.tally import compare, pairs, same
from app.ui.main_window import MainWindow
from engine import RuleSet, read_record, replay
from engine.cards import FACES, Card
from engine.events import DealEnd, Play
from engine.events import Event as EngineEvent
from vision.frames import Video
from vision.indices import IndexReader
from vision.values import Detections, Frame, Image, Index

Key = Qt.Key
RULES = RuleSet.load("national-2022")
TAKEN_FOR = {"ST": "HT", "H8": "D8"}
"""What the reader of this test takes for what.  The ten lies alone on the table and passes for the other one;
the eights lie in a bomb, when both of the others have been laid, so that the program has to ask."""
GIVE_UP_S = 3600
"""Many times what it takes."""


class SlowCamera(Video):
    """A video of which every second picture is seen, 12.5 a second: half the work.

    After each second it goes on when ``seen_to`` is set: when the referee has nothing left to do.
    """

    seen_to = Event()

    def __iter__(self) -> Iterator[Frame]:
        for frame in super().__iter__():
            if frame.index % 2 == 0:
                yield frame
            if frame.index % 25 == 0:
                self.seen_to.clear()
                while self._capture.isOpened() and not self.seen_to.wait(0.2):
                    pass


class WrongReader(IndexReader):
    """Reads as the shipped one does, but for two faces."""

    def __call__(self, picture: Image, found: Detections) -> list[Index]:
        return [self._wrong(index) for index in super().__call__(picture, found)]

    def _wrong(self, index: Index) -> Index:
        probs = index.probs.copy()
        for seen, taken in TAKEN_FOR.items():
            a, b = FACES.index(Card.parse(seen)), FACES.index(Card.parse(taken))
            probs[b] += probs[a]
            probs[a] = 0
        return replace(index, probs=probs)


def events(path: Path) -> tuple[EngineEvent, ...]:
    """What stands in a record."""
    return replay(read_record(path.read_text("utf-8")), RULES)[0].events


class Referee:
    """Looks at the window again and again, knows what was laid, and presses keys until the deal is over."""

    def __init__(self, record: Path, truth: list[Play]) -> None:
        self.right: list[str] = []
        """What had to be put right, as it should be."""
        self.gave_up = False
        self._record, self._truth = record, truth
        self._had, self._events = 0, tuple[EngineEvent, ...]()
        self._answered: set[int] = set()
        self._again = QTimer(interval=50)
        self._again.timeout.connect(self._look_or_give_up)
        self._again.start()
        self._patience = QTimer(interval=GIVE_UP_S * 1000, singleShot=True)
        self._patience.timeout.connect(self._give_up)
        self._patience.start()

    def _look_or_give_up(self) -> None:
        try:
            self._look()
        except BaseException:
            self._give_up()
            raise

    def _look(self) -> None:
        shown = (w for w in QApplication.topLevelWidgets() if isinstance(w, MainWindow) and w.isVisible())
        window = next(shown, None)
        if window is None or window.snapshot is None or not self._record.exists():
            return
        if self._record.stat().st_size != self._had:
            self._had, self._events = self._record.stat().st_size, events(self._record)
        window.activateWindow()  # without a screen nobody else does it
        if not window.isActiveWindow():
            return
        if window.by_hand.busy:
            if window.by_hand.conflicts.isVisible():  # what later plays have against it is shown first
                press(window, Key.Key_Return)
        elif window.snapshot.pending is not None:
            self._answer(window, window.snapshot.pending)
        elif (wrong := self._wrong()) is not None:
            if any(line.seq == wrong[1].seq for line in window.snapshot.lines):  # the record is ahead of it
                self._correct(window, *wrong)
        elif any(isinstance(event, DealEnd) for event in self._events):
            self._patience.stop()
            self._again.stop()
            window.close()
        else:
            SlowCamera.seen_to.set()

    def _wrong(self) -> tuple[Play, Play] | None:
        """The first play on record that was another one."""
        both = pairs(self._truth, self._events)
        return next(((one, other) for one, other in both if one and other and not same(one, other)), None)

    def _answer(self, window: MainWindow, asked: Proposal) -> None:
        if asked.id in self._answered:  # the window has not heard of it yet
            return
        of_seat = [play for play in self._truth if play.seat == asked.seat]
        meant = min(of_seat, key=lambda play: abs((play.at_ms or 0) - asked.at_ms))
        press(window, Key.Key_F2)
        if sorted(map(str, asked.cards)) != sorted(map(str, meant.cards)):
            self._type(window, meant)
            self._answered.add(asked.id)
        press(window, Key.Key_Return)

    def _correct(self, window: MainWindow, meant: Play, stands: Play) -> None:
        press(window, Key.Key_F4)
        while shown_line(window).seq > stands.seq:
            press(window, Key.Key_Up)
        assert shown_line(window).seq == stands.seq
        self._type(window, meant)
        press(window, Key.Key_Return)

    def _type(self, window: MainWindow, meant: Play) -> None:
        cards = " ".join(map(str, meant.cards))
        self.right.append(cards)
        QTest.keyClicks(window.focusWidget(), cards.lower())

    def _give_up(self) -> None:
        self.gave_up = True
        self._again.stop()
        self._patience.stop()
        QApplication.exit(1)


def press(window: MainWindow, *keys: Qt.Key) -> None:
    for key in keys:
        QTest.keyClick(window.focusWidget() or window, key)


def shown_line(window: MainWindow) -> PlayLine:
    """The line that is being corrected."""
    line = window.by_hand._line
    assert line is not None
    return line


@pytest.mark.slow
def test_two_wrong_readings_are_put_right_by_keys_and_the_record_equals_the_truth(
    app: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.session.IndexReader", WrongReader)
    monkeypatch.setattr("vision.frames.Video", SlowCamera)
    record = tmp_path / "match.jsonl"
    truth = events(DEMO / "match.jsonl")
    referee = Referee(record, [event for event in truth if isinstance(event, Play)])
    line = ["watch", DEMO / "match.mp4", "--table", DEMO / "match.table.toml", "--rules", RULES.name]
    assert cli.main([*map(str, line), "--record", str(record), "--speed", "max", "--lang", "zh"]) == 0
    assert not referee.gave_up
    assert referee.right == ["ST", "C8 H8 H8 S8"]
    found = compare(truth, events(record))
    assert found.equal == found.plays == 50
    assert found.added == found.added_asked == 0
    ends = [[e.finish for e in each if isinstance(e, DealEnd)] for each in (truth, events(record))]
    assert ends[0] == ends[1]
