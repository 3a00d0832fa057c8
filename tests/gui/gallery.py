"""Every window and dialog as pictures, in both languages and looks, at three sizes, and a page of them.

    python -m tests.gui.gallery [FOLDER]

A scene is a function that shows something and gives the widget to be saved; `scene` puts it on the list.
"""

import html
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import numpy as np
from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QApplication, QWidget

from app.acts import Breaks
from app.live import header_for
from app.session import Session
from app.settings import ObsSettings, OnAirSettings
from app.snapshot import Gift, Snapshot, TributeView
from app.store import Log
from app.ui import theme
from app.ui.air_window import AirWindow
from app.ui.calibrate_window import CalibrateWindow
from app.ui.deck_window import DeckWindow
from app.ui.main_window import MainWindow
from app.ui.startup import LANGUAGES, Language
from engine.cards import Card, parse_cards
from engine.clock import Clock, Timing
from engine.errors import IllegalPlay, tried
from engine.rules import RuleSet
from tests.gui import fakes, gallery_start
from tests.gui.test_air import FakeBroadcast
from tests.gui.test_deck_window import FakeTeacher, a_view
from tests.unit.test_calibrate import marked_table
from vision.values import Image

FOLDER = Path("build/screenshots")
SIZES = {
    "1280x800": ((1280, 800), "1"),
    "1920x1080": ((1920, 1080), "1"),
    "1280x800@1.5": ((1280, 800), "1.5"),
}
Scene = Callable[[QApplication, Language, tuple[int, int]], QWidget]
SCENES: dict[str, Scene] = {}
SESSIONS: list[Session] = []
"""Those of the scene that is shown, to be stopped after it."""


def scene(made: Scene) -> Scene:
    """Put a scene on the list, by its name."""
    SCENES[made.__name__] = made
    return made


def desk(
    app: QApplication, language: Language, size: tuple[int, int], shown: Snapshot, *, seen: bool = True
) -> MainWindow:
    """The referee's window with a state of the match."""
    session = fakes.FakeSession(source_name="camera:0" if seen else "")
    settings = QSettings(str(FOLDER / "window.ini"), QSettings.Format.IniFormat)
    window = MainWindow(session, language, "Guandan Eye", settings)
    window._ticker.stop()
    window.resize(*size)
    window.show()
    app.processEvents()
    window.show_snapshot(shown)
    if seen:
        window.show_picture(fakes.busy_picture())
    return window


def quiet(state: Snapshot) -> Snapshot:
    """The same with no proposal."""
    return replace(state, pending=None)


@scene
def proposal(app: QApplication, language: Language, size: tuple[int, int]) -> QWidget:
    return desk(app, language, size, fakes.busy_state())


@scene
def proposal_pieced(app: QApplication, language: Language, size: tuple[int, int]) -> QWidget:
    asked = fakes.proposal(
        9, text="S6 H6 H6", seen=parse_cards("S6 H6"), pieced=True, reason="illegal", behind=2,
        runner_up=parse_cards("S6 H6"), others=(parse_cards("S6 S6 H6"),),
    )  # fmt: skip
    state = replace(fakes.busy_state(asked), to_beat=None, best=None, notices=(fakes.notice(),))
    return desk(app, language, size, state)


@scene
def by_hand_only(app: QApplication, language: Language, size: tuple[int, int]) -> QWidget:
    over = Timing(Clock.MOVE, 0, "W", 41_000, 41_000, 30_000, 5000)
    window = desk(app, language, size, replace(quiet(fakes.busy_state()), clock=over), seen=False)
    window.by_hand.field.setText("s8 h8 c8 d8 s8")
    return window


@scene
def correction_with_conflicts(app: QApplication, language: Language, size: tuple[int, int]) -> QWidget:
    state = quiet(fakes.busy_state())
    window = desk(app, language, size, state)
    line = window.plays.last_play()
    assert line is not None
    window.by_hand.correct(line)
    cards = parse_cards("HK SK")
    lies = next(each for each in state.lines if each.combo is not None)
    why = IllegalPlay(
        tried("play", seat="N", cards=parse_cards("SA DA")), "not_beating",
        readings=(lies.combo,), beaten=lies.combo, other="E",
    ).reason  # fmt: skip
    window.by_hand.field.setText("hk sk")
    breaks = Breaks(line.seq, cards, line.seat, ((line.seq + 1, why), (line.seq + 3, why)))
    window.show_snapshot(replace(state, breaks=breaks))
    return window


@scene
def asked_play(app: QApplication, language: Language, size: tuple[int, int]) -> QWidget:
    state = quiet(fakes.busy_state())
    line = next(each for each in state.lines if each.state == "asked" and each.cards)
    text = " ".join(map(str, line.cards))
    aside = fakes.proposal(3, seat=line.seat, text=text, runner_up=parse_cards("D9"))
    window = desk(app, language, size, replace(state, aside={line.seq: aside}))
    window.correct_asked()
    return window


@scene
def tribute(app: QApplication, language: Language, size: tuple[int, int]) -> QWidget:
    gifts = (
        Gift("S", "E", Card.parse("HR"), back=False),
        Gift("N", "W", Card.parse("DA"), back=False),
        Gift("E", "S", Card.parse("C4"), back=True),
        Gift("W", "N", None, back=True),
    )
    state = fakes.empty_state(fakes.SHORT_NAMES)
    clock = Timing(Clock.RETURN, 0, "W", 26_000, 26_000, 30_000, 5000)
    lines = fakes.many_lines(30, "8")
    state = replace(
        state, tribute=TributeView(gifts, refused=False), clock=clock, deal=8, level="8", lines=lines
    )
    window = desk(app, language, size, state)
    window.by_hand.give()
    return window


@scene
def only_asked(app: QApplication, language: Language, size: tuple[int, int]) -> QWidget:
    window = desk(app, language, size, quiet(fakes.busy_state()))
    window.plays.only_asked.setChecked(True)
    window.by_hand.report()
    return window


@scene
def empty(app: QApplication, language: Language, size: tuple[int, int]) -> QWidget:
    return desk(app, language, size, fakes.empty_state(), seen=False)


@scene
def new_deal(app: QApplication, language: Language, size: tuple[int, int]) -> QWidget:
    window = desk(app, language, size, fakes.empty_state(), seen=False)
    window.open_deal_form()
    form = app.activeModalWidget()
    assert form is not None
    return form


@scene
def keys(app: QApplication, language: Language, size: tuple[int, int]) -> QWidget:
    window = desk(app, language, size, fakes.empty_state(), seen=False)
    window.open_keys()
    form = app.activeModalWidget()
    assert form is not None
    return form


@scene
def deck(app: QApplication, language: Language, size: tuple[int, int]) -> QWidget:
    teacher = FakeTeacher(a_view())
    window = DeckWindow(teacher)  # type: ignore[arg-type]
    window.resize(*size)
    window.show()
    teacher.start()
    return window


def real_desk(app: QApplication, language: Language, size: tuple[int, int]) -> tuple[MainWindow, Session]:
    """A match by hand: a lead that is beaten, and a play that is not allowed."""
    rules = RuleSet.load("xiangyang-2024")
    record = Path(tempfile.mkdtemp()) / "match.jsonl"
    session = Session(None, None, rules, Log.create(record, header_for(rules, fakes.SEATS, "gallery")))
    SESSIONS.append(session)
    settings = QSettings(str(FOLDER / "window.ini"), QSettings.Format.IniFormat)
    window = MainWindow(session, language, "Guandan Eye", settings)
    window.resize(*size)
    window.show()
    session.start()
    session.start_deal("2", "E")
    for seat, text in (("E", "H3 S3"), ("S", "H5 S5"), ("N", "?K ?K"), ("E", "HA SA"), ("S", "H4 S4")):
        session.type_play(seat, parse_cards(text))
    wait(app, lambda: window.snapshot is not None and bool(window.snapshot.notice))
    return window, session


def wait(app: QApplication, holds: Callable[[], object]) -> None:
    """Until something holds, two seconds at the most."""
    until = time.monotonic() + 2
    while not holds() and time.monotonic() < until:
        app.processEvents()
        time.sleep(0.01)


@scene
def deal_over(app: QApplication, language: Language, size: tuple[int, int]) -> QWidget:
    window, session = real_desk(app, language, size)
    session.end_deal(("E", "S", "W", "N"), "")
    wait(app, window.deal_end.isVisible)
    return window


@scene
def deal_over_with_asked_plays(app: QApplication, language: Language, size: tuple[int, int]) -> QWidget:
    window, session = real_desk(app, language, size)
    session.end_deal(("E", "S", "W", "N"), "")
    wait(app, window.deal_end.isVisible)
    assert window.snapshot is not None
    lines = [replace(line, state="asked") if line.kind == "play" else line for line in window.snapshot.lines]
    window.show_snapshot(replace(window.snapshot, lines=tuple(lines)))
    window.deal_end.step()
    return window


@scene
def order_thrown_in(app: QApplication, language: Language, size: tuple[int, int]) -> QWidget:
    window, _ = real_desk(app, language, size)
    window.by_hand.end_deal()
    window.by_hand.field.setText("e s")
    return window


@scene
def struck_line(app: QApplication, language: Language, size: tuple[int, int]) -> QWidget:
    window, _ = real_desk(app, language, size)
    window.strike_line()
    return window


@scene
def rulings(app: QApplication, language: Language, size: tuple[int, int]) -> QWidget:
    window, _ = real_desk(app, language, size)
    window.conduct.call_or_go_on()
    wait(app, lambda: window.conduct.dialog is not None)
    assert window.conduct.dialog is not None
    return window.conduct.dialog


@scene
def replay(app: QApplication, language: Language, size: tuple[int, int]) -> QWidget:
    window, _ = real_desk(app, language, size)
    window.replay_line()
    assert window.replay is not None
    window.replay.resize(*size)
    return window.replay


class StillFeed:
    """One picture of a table with markers, as a camera would bring it."""

    fault = unsaved = mended = None
    count = 1

    def __init__(self) -> None:
        self.image: Image = np.ascontiguousarray(marked_table())

    def stop(self) -> None:
        """Nothing runs."""


@scene
def on_air(app: QApplication, language: Language, size: tuple[int, int]) -> QWidget:
    broadcast = FakeBroadcast()
    broadcast.runs = True
    window = AirWindow(broadcast, OnAirSettings(always=True), ObsSettings(on=True, deal="牌桌"))
    window.resize(760, min(900, size[1] - 40))
    window.show()
    return window


@scene
def calibrate(app: QApplication, language: Language, size: tuple[int, int]) -> QWidget:
    window = CalibrateWindow(StillFeed(), "camera:0")  # type: ignore[arg-type]
    window.resize(*size)
    window.show()
    wait(app, lambda: window.view.image is not None)
    window.form.by_markers.click()
    return window


SCENES.update(gallery_start.SCENES)


def save_all(folder: Path, size_name: str) -> None:
    """All scenes at one size; the scale is that of the process."""
    size, _ = SIZES[size_name]
    app = QApplication([])
    theme.apply(app)
    for name in LANGUAGES:
        language = Language(app, name)
        for look in theme.LOOKS:
            theme.use(app, look)
            for title, made in SCENES.items():
                shown = made(app, language, size)
                for _ in range(5):
                    app.processEvents()
                shown.grab().save(str(folder / f"{title}_{name}_{look}_{size_name}.png"))
                for widget in app.topLevelWidgets():
                    widget.close()
                    widget.deleteLater()
                app.processEvents()
                while SESSIONS:
                    SESSIONS.pop().stop()
        language.remove()


def write_page(folder: Path) -> None:
    """A page with all the pictures, a row for each scene."""
    rows = []
    for title in SCENES:
        shots = "".join(
            f'<a href="{shot.name}"><img src="{shot.name}" title="{html.escape(shot.stem)}"></a>'
            for shot in sorted(folder.glob(f"{title}_*_*.png"))
        )
        rows.append(f"<h2>{html.escape(title.replace('_', ' '))}</h2>{shots}")
    style = "body{font-family:sans-serif;background:#888}img{width:31%;margin:4px}"
    page = (
        f"<!doctype html><meta charset=utf-8><title>Guandan Eye</title><style>{style}</style>{''.join(rows)}"
    )
    (folder / "index.html").write_text(page, "utf-8")


def main(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("*.png"):
        old.unlink()
    for size_name, (_, scale) in SIZES.items():
        # The scale of a screen is told before the application stands: a process for each.
        subprocess.run(
            [sys.executable, "-m", "tests.gui.gallery", str(folder), size_name],
            check=True,
            env={**os.environ, "QT_SCALE_FACTOR": scale},
        )
    write_page(folder)
    print(folder / "index.html")


if __name__ == "__main__":
    where = Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER
    if len(sys.argv) > 2:
        save_all(where, sys.argv[2])
    else:
        main(where)
