"""The match on air from its window: switched on, looked at from outside, delayed, and off again."""

import json
import socket
import urllib.error
import urllib.request
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import platformdirs
import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app import settings
from app.air.obs import ObsNews
from app.air.on_air import AirError, Link
from app.air.server import Bar
from app.alive import remember_air, was_on_air
from app.live import header_for
from app.session import Session
from app.settings import ObsSettings, OnAirSettings
from app.store import Log
from app.ui.air_links import LinkRow
from app.ui.air_switch import AirSwitch
from app.ui.air_window import AirWindow, bar_text
from app.ui.deal_form import DealForm
from app.ui.main_window import MainWindow
from app.ui.run_match import run_desktop
from engine.rules import RuleSet
from tests.gui import fakes
from tests.gui.fakes import FakeSession

Key = Qt.Key


class FakeBroadcast:
    """On or off, and what it was told."""

    least_hands_delay_s = 900

    def __init__(self, fault: AirError | None = None) -> None:
        self.runs, self.fault = False, fault
        self.delays: tuple[float, float] | None = None
        self.told: list[object] = []
        self.clients: dict[str, int] = {"feed": 2}
        self.says: tuple[str, ...] = ()
        self.obs = ObsNews("connected")

    @property
    def links(self) -> tuple[Link, ...]:
        return (Link("overlay", "http://127.0.0.1:8710/overlay/table.html"),) if self.runs else ()

    def start(self, settings: OnAirSettings, obs: ObsSettings) -> AirError | None:
        self.told.append((settings, obs))
        self.runs = self.fault is None
        self.delays = (settings.delay_s, settings.hands_delay_s) if self.runs else None
        return self.fault

    def stop(self) -> None:
        self.runs = False

    def set_delay(self, seconds: float) -> None:
        self.told.append(("delay", seconds))
        self.delays = seconds, (self.delays or (0, 0))[1]

    def set_hands_delay(self, seconds: float) -> None:
        self.told.append(("hands_delay", seconds))
        self.delays = (self.delays or (0, 0))[0], seconds

    def switch_hands(self, *, on: bool) -> None:
        self.told.append(("hands", on))

    def renew_tokens(self) -> None:
        self.told.append("tokens")


@pytest.fixture
def passwords(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    kept: list[str] = []
    monkeypatch.setattr("app.ui.air_obs.obs_password.keep", kept.append)
    return kept


def shown(qtbot: QtBot, broadcast: FakeBroadcast, on_air: OnAirSettings | None = None) -> AirWindow:
    window = AirWindow(broadcast, on_air or OnAirSettings(), ObsSettings())
    qtbot.addWidget(window)
    window.show()
    return window


def test_the_state_is_said_in_words_and_the_address_can_be_copied(app: QApplication, qtbot: QtBot) -> None:
    broadcast = FakeBroadcast()
    window = shown(qtbot, broadcast)
    assert window.state.text() == "○ Off air"
    assert not any(row.isVisible() for row in window.links)
    window.switch.click()
    assert (window.state.text(), window.looking.full_text()) == ("● On air", "2 looking now")
    assert window.says.full_text() == "OBS is connected"
    window.links[0].copy.click()
    assert QGuiApplication.clipboard().text() == "http://127.0.0.1:8710/overlay/table.html"
    window.switch.click()
    assert window.state.text() == "○ Off air"


def test_why_it_cannot_be_is_said(app: QApplication, qtbot: QtBot) -> None:
    window = shown(qtbot, FakeBroadcast(AirError(Bar.TAKEN, "8710")))
    window.switch.click()
    assert window.says.full_text().startswith("Port 8710 is taken")
    assert window.state.text() == "○ Off air"


@pytest.mark.parametrize("bar", Bar)
def test_whatever_keeps_a_match_from_the_air_has_words(app: QApplication, bar: Bar) -> None:
    error = AirError(bar, "8710", "no such device")
    assert "8710" in bar_text(error)
    assert ("no such device" in bar_text(error)) == ("no such device" in str(error))


def test_a_delay_that_was_set_elsewhere_is_shown_and_not_set_back(app: QApplication, qtbot: QtBot) -> None:
    broadcast = FakeBroadcast()
    window = shown(qtbot, broadcast)
    window.switch.click()
    broadcast.delays = 60, 7200
    window.delay.editingFinished.emit()
    assert (window.delay.value(), window.hands_delay.value(), len(broadcast.told)) == (60, 7200, 1)
    broadcast.delays = 86400, 86400
    window.refresh()
    assert (window.delay.value(), window.hands_delay.value()) == (86400, 86400)
    window.hands_delay.setValue(900)
    window.refresh()
    assert window.hands_delay.value() == 900, "it is being edited"
    window.hands_delay.editingFinished.emit()
    assert broadcast.told[1:] == [("hands_delay", 900)]


def test_a_token_is_copied_but_not_shown(app: QApplication, qtbot: QtBot) -> None:
    row, url = LinkRow(), "http://127.0.0.1:8710/referee.html#token=secret"
    qtbot.addWidget(row)
    row.show_link(Link("referee", url))
    assert row.url.text() == "http://127.0.0.1:8710/referee.html#…"
    row.copy.click()
    assert QGuiApplication.clipboard().text() == url


def test_the_delay_works_at_once_and_the_rest_only_off_air(app: QApplication, qtbot: QtBot) -> None:
    broadcast = FakeBroadcast()
    window = shown(qtbot, broadcast)
    with qtbot.waitSignal(window.kept):
        window.freeze.click()
    window.switch.click()
    assert isinstance(broadcast.told[0], tuple)
    assert broadcast.told[0][0] == OnAirSettings(freeze_score=True)
    assert not window.network.isEnabled()
    window.delay.setValue(45)
    window.delay.editingFinished.emit()
    window.hands.click()
    assert broadcast.told[1:] == [("delay", 45), ("hands", True)]


def test_open_hands_are_never_younger_than_the_least_delay(app: QApplication, qtbot: QtBot) -> None:
    window = shown(qtbot, FakeBroadcast(), OnAirSettings(hands_delay_s=10))
    assert window.hands_delay.value() == 900


def test_the_password_of_obs_is_kept_apart_from_the_settings(
    app: QApplication, qtbot: QtBot, passwords: list[str]
) -> None:
    window = shown(qtbot, FakeBroadcast())
    kept: list[ObsSettings] = []
    window.kept.connect(lambda on_air, obs: kept.append(obs))
    window.obs.on.click()
    window.obs.password.setText("secret")
    window.obs.password.editingFinished.emit()
    window.obs.deal.setText("Table")
    window.obs.deal.editingFinished.emit()
    assert passwords == ["secret"]
    assert kept[-1] == ObsSettings(on=True, deal="Table")
    assert window.obs.password.text() == ""


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def test_a_match_goes_on_air_is_seen_outside_and_goes_off_again(
    app: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(platformdirs, "user_config_dir", lambda *_, **__: str(tmp_path / "own"))
    port = free_port()
    settings.change(on_air=replace(OnAirSettings(), port=port, delay_s=0.0))
    rules = RuleSet.load("national-2022")
    record = tmp_path / "match.jsonl"

    def make() -> Session:
        return Session(None, None, rules, Log.create(record, header_for(rules, ("E", "S", "W", "N"), "test")))

    def window() -> MainWindow:
        return next(w for w in QApplication.topLevelWidgets() if isinstance(w, MainWindow) and w.isVisible())

    def seen() -> dict[str, object]:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/state", timeout=30) as answer:
            return dict(json.load(answer))

    def begin() -> None:
        window().open_deal_form()
        form = QApplication.activeModalWidget()
        assert isinstance(form, DealForm)
        leader = next(key for key in form.leaders.buttons() if key.property("value") == "S")
        QTest.mouseClick(leader, Qt.MouseButton.LeftButton)
        QTest.keyClick(form, Key.Key_Return)

    def enter(text: str) -> None:
        window().by_hand.field.setText(text)
        QTest.keyClick(window().by_hand.field, Key.Key_Return)

    def air() -> AirWindow:
        found = window().on_air.window
        assert found is not None
        return found

    def go_on_air() -> None:
        QTest.keyClick(window(), Key.Key_B, Qt.KeyboardModifier.ControlModifier)
        air().switch.click()

    states: list[dict[str, object]] = []

    def go_off() -> None:
        states.append(seen())
        air().switch.click()

    def is_off() -> bool:
        try:
            seen()
        except urllib.error.URLError:
            return True
        return False

    def focused() -> bool:
        window().activateWindow()  # keys go nowhere before, however late the window comes
        return window().isActiveWindow()

    steps: list[tuple[Callable[[], object], Callable[[], object]]] = [
        (lambda: window().snapshot is not None and focused(), go_on_air),
        (lambda: window().top.on_air.text() == "● On air (Ctrl+B)", begin),
        (lambda: window().by_hand.seat == "S", lambda: enter("h3 s3")),
        (lambda: seen()["plays"], go_off),
        (is_off, lambda: window().close()),
    ]

    def go() -> None:
        if not steps:
            return
        ready, act = steps[0]
        if ready():
            steps.pop(0)
            act()
        QTimer.singleShot(20, go)

    QTimer.singleShot(0, go)
    watchdog = QTimer(singleShot=True)
    watchdog.timeout.connect(steps.clear)
    watchdog.timeout.connect(lambda: window().close())
    watchdog.start(120_000)
    assert run_desktop(make, lang="en", title="by hand") == 0
    assert watchdog.isActive(), "the window did not come so far"
    watchdog.stop()
    (state,) = states
    assert [turn["cards"] for turn in state["plays"]] == [["H3", "S3"]]  # type: ignore[index,union-attr]


@pytest.mark.parametrize("was_on", [True, False])
def test_a_match_that_was_on_air_goes_on_air_again(
    app: QApplication, tmp_path: Path, prompt: None, monkeypatch: pytest.MonkeyPatch, was_on: bool
) -> None:
    record = tmp_path / "m.jsonl"
    remember_air(record, on=was_on)
    went: list[AirSwitch] = []
    monkeypatch.setattr(AirSwitch, "go", lambda switch: went.append(switch))
    session = FakeSession(record_path=record)
    shot = tmp_path / "shot.png"
    session.on_start = lambda session: session.show(fakes.busy_state())
    assert run_desktop(lambda: session, lang="en", title="x", screenshot=shot) == 0
    assert len(went) == was_on
    assert was_on_air(record) == was_on


def test_the_window_fits_a_small_screen_and_can_be_closed(app: QApplication, qtbot: QtBot) -> None:
    window = shown(qtbot, FakeBroadcast())
    assert window.height() <= 640
    window.leave.click()
    assert not window.isVisible()
