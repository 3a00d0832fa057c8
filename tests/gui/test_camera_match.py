"""A match by camera in the real window: what the reader takes for other cards is put right by keys."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import av
import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.commands.recording import DEMO
from app.live import header_for
from app.session import Session
from app.store import Log
from app.tally import compare, pairs, same
from app.ui.main_window import MainWindow
from app.ui.run_match import run_desktop
from engine import RuleSet, read_record, replay
from engine.cards import FACES, Card
from engine.events import Event, Play
from vision import Table, open_source
from vision.indices import IndexReader
from vision.values import Detections, Image, Index

RULES = RuleSet.load("national-2022")
SECONDS = 37
"""So much of the bundled match is gone through: seven plays."""

TAKEN_FOR = {"HK": "DK", "C9": "S9"}
"""What the reader of this test takes for what: a red king and a black nine, each in one play."""


class WrongReader:
    """Reads as the shipped one does, but for two faces."""

    def __init__(self) -> None:
        self._read = IndexReader()

    def __call__(self, picture: Image, found: Detections) -> list[Index]:
        return [self._wrong(index) for index in self._read(picture, found)]

    def _wrong(self, index: Index) -> Index:
        probs = index.probs.copy()
        for seen, taken in TAKEN_FOR.items():
            a, b = FACES.index(Card.parse(seen)), FACES.index(Card.parse(taken))
            probs[b] += probs[a]
            probs[a] = 0
        return replace(index, probs=probs)


def events(path: Path) -> tuple[Event, ...]:
    return replay(read_record(path.read_text("utf-8")), RULES)[0].events


def window() -> MainWindow:
    return next(w for w in QApplication.topLevelWidgets() if isinstance(w, MainWindow) and w.isVisible())


@pytest.fixture
def clip(tmp_path: Path) -> Path:
    """The beginning of the bundled match, not encoded again."""
    path = tmp_path / "clip.mp4"
    with av.open(str(DEMO / "match.mp4")) as source, av.open(str(path), "w") as target:
        stream = source.streams.video[0]
        copy = target.add_stream_from_template(stream)
        for packet in source.demux(stream):
            if packet.dts is not None and packet.pts * packet.time_base <= SECONDS:
                packet.stream = copy
                target.mux(packet)
    return path


@pytest.mark.slow
def test_wrong_readings_are_put_right_by_keys_and_the_record_equals_the_truth(
    app: QApplication, clip: Path, tmp_path: Path
) -> None:
    record = tmp_path / "match.jsonl"
    truth = [
        e for e in events(DEMO / "match.jsonl") if isinstance(e, Play) and e.at_ms < SECONDS * 1000 - 2000
    ]
    made: list[Session] = []

    def make() -> Session:
        table = Table.load(DEMO / "match.table.toml")
        log = Log.create(record, header_for(RULES, table.seats, "test"))
        source = open_source(str(clip))
        made.append(
            Session(source, table, RULES, log, speed="max", source_name="clip.mp4", read=WrongReader())
        )
        return made[0]

    def faults() -> list[tuple[Play, Play]]:
        """Plays of the truth that stand otherwise in the record, with what stands there."""
        both = [(one, other) for one, other in pairs(truth, events(record)) if one and other]
        return [(one, other) for one, other in both if not same(one, other)]

    wrong: list[int] = []

    def step() -> None:
        if not made or not made[0]._seen_out.is_set() or window().snapshot is None:
            QTimer.singleShot(200, step)
            return
        if window().snapshot.pending is not None:
            QTest.keyClick(window(), Qt.Key.Key_Return)
            QTimer.singleShot(200, step)
            return
        left = faults()
        wrong.append(len(left))
        if not left or len(wrong) > 20:
            window().close()
            return
        meant, stands = left[0]
        line = next(line for line in window().snapshot.lines if line.seq == stands.seq)
        window().by_hand.correct(line)
        field = window().by_hand.field
        field.selectAll()
        QTest.keyClicks(field, " ".join(str(card).lower() for card in meant.cards))
        QTest.keyClick(field, Qt.Key.Key_Return)
        QTest.keyClick(field, Qt.Key.Key_Return)  # what later plays have against it is shown first
        QTimer.singleShot(300, step)

    QTimer.singleShot(200, step)
    assert run_desktop(make, lang="zh", title="match") == 0
    assert wrong[0] == len(TAKEN_FOR)
    assert wrong[-1] == 0
    found = compare(truth, events(record))
    assert found.equal == found.plays == found.right + found.asked_right
    assert found.added == found.missed == 0
