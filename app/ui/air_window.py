"""On air: the overlays and feeds of the match that is shown here, switched on and off beside it."""

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QCoreApplication, Qt, QTimer, Signal
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QCheckBox,
    QDialog,
    QFileDialog,
    QHBoxLayout,
    QScrollArea,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from app.settings import LONGEST_DELAY_S, ObsSettings, OnAirSettings
from app.ui import theme
from app.ui.air_links import LinkRow
from app.ui.air_obs import ObsForm, obs_text
from app.ui.controls import ShrinkLabel, button, label, mark

if TYPE_CHECKING:
    from app.air.obs import ObsNews
    from app.air.on_air import AirError, Link

TICK_MS = 500


def bar_text(error: "AirError | None") -> str:
    """Why the match cannot go on air, in the language in use; nothing where it can."""
    if error is None:
        return ""
    said = {
        "taken": QCoreApplication.translate(
            "AirWindow", "Port {0} is taken, perhaps by this program running twice: choose another port"
        ),
        "forbidden": QCoreApplication.translate(
            "AirWindow", "Port {0} may not be used by this user: choose another port"
        ),
        "port": QCoreApplication.translate("AirWindow", "Port {0} cannot be listened on: {1}"),
        "texts": QCoreApplication.translate(
            "AirWindow", "The folder for text files must be a full path, not {0}"
        ),
    }
    return said[error.bar].format(error.what, error.why)


class Broadcast(Protocol):
    """What the window needs of `app.air.broadcast.Broadcast`; every call is Qt's thread's."""

    @property
    def runs(self) -> bool: ...
    @property
    def links(self) -> "tuple[Link, ...]": ...
    @property
    def clients(self) -> dict[str, int]: ...
    @property
    def says(self) -> tuple[str, ...]:
        """What does not work, in sentences."""
        ...

    @property
    def obs(self) -> "ObsNews | None":
        """How OBS is, where it follows the match."""
        ...

    @property
    def least_hands_delay_s(self) -> int: ...
    @property
    def delays(self) -> tuple[float, float] | None:
        """Seconds of the public output and of the open hands as they are now; None while off air."""
        ...

    def start(self, settings: OnAirSettings, obs: ObsSettings) -> "AirError | None":
        """Why it cannot be, if it cannot."""
        ...

    def stop(self) -> None: ...
    def set_delay(self, seconds: float) -> None: ...
    def set_hands_delay(self, seconds: float) -> None: ...
    def switch_hands(self, *, on: bool) -> None: ...
    def renew_tokens(self) -> None: ...


class AirWindow(QDialog):
    """Does not stop the match window: it may stay open beside it.  `kept` hands on what was settled."""

    kept = Signal(OnAirSettings, ObsSettings)
    switched = Signal()

    def __init__(
        self, broadcast: Broadcast, settings: OnAirSettings, obs: ObsSettings, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._broadcast, self._settings = broadcast, settings
        self.fault: AirError | None = None
        """Why it is not on air."""
        self._delays: tuple[float, float] | None = None
        """As they are known here."""
        self._tick = QTimer(self)
        self._tick.setInterval(TICK_MS)
        self._tick.timeout.connect(self.refresh)
        self.state = label("title")
        self.looking = ShrinkLabel(theme.SMALL)
        mark(self.looking, "role", "muted")
        self.says = ShrinkLabel(theme.BODY)
        mark(self.says, "role", "calls")
        self.switch = button(main=True)
        self.switch.clicked.connect(self.toggle)
        self.links = [LinkRow(self) for _ in range(4)]
        self.delay, self.hands_delay = _seconds(0), _seconds(broadcast.least_hands_delay_s)
        self.delay.setValue(int(settings.delay_s))
        self.hands_delay.setValue(int(settings.hands_delay_s))
        self.always, self.freeze, self.picture = QCheckBox(), QCheckBox(), QCheckBox()
        self.network, self.hands = QCheckBox(), QCheckBox()
        for box, on in (
            (self.always, settings.always),
            (self.freeze, settings.freeze_score),
            (self.picture, settings.picture),
            (self.network, settings.network),
            (self.hands, settings.hands),
        ):
            box.setChecked(on)
        self.port = QSpinBox()
        self.port.setRange(1024, 65535)
        self.port.setGroupSeparatorShown(False)
        self.port.setValue(settings.port or 8710)
        self._texts = settings.texts
        self.texts, self.no_texts = button(), button()
        self.tokens, self.leave = button(), button()
        self.leave.setText(self.tr("Close"))
        self.leave.setAutoDefault(False)
        self.leave.clicked.connect(self.close)
        self.obs = ObsForm(obs)
        self._lay_out()
        self._connect()
        self.setWindowTitle(self.tr("On air"))
        self.refresh()

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.addWidget(self.state)
        head.addWidget(self.looking, 1)
        head.addWidget(self.switch)
        inner = QWidget()
        inner.setObjectName("ground")
        box = QVBoxLayout(inner)
        box.setContentsMargins(0, 0, theme.PAD, 0)
        box.setSpacing(theme.GAP)
        box.addWidget(label("name", self.tr("Addresses")))
        for row in self.links:
            box.addWidget(row)
        box.addSpacing(theme.GAP)
        box.addWidget(label("name", self.tr("What is shown")))
        box.addLayout(
            _row(
                self.delay,
                self.tr(
                    "seconds after it happened. Less shows at once what is due; more holds back what comes."
                ),
            )
        )
        self.freeze.setText(self.tr("Hold the score while a ruling is open"))
        self.picture.setText(self.tr("Also the picture of the table, for OBS"))
        self.always.setText(self.tr("Go on air with every match"))
        for each in (self.freeze, self.picture, self.always):
            box.addWidget(each)
        texts = QHBoxLayout()
        texts.addWidget(self.texts)
        texts.addWidget(self.no_texts)
        texts.addStretch(1)
        box.addLayout(texts)
        box.addSpacing(theme.GAP)
        box.addWidget(label("name", self.tr("Open hands")))
        self.hands.setText(self.tr("Show the four hands of a deal dealt beforehand, on a page of its own"))
        box.addWidget(self.hands)
        box.addLayout(_row(self.hands_delay, self.tr("seconds after it happened, or when the deal is over.")))
        box.addSpacing(theme.GAP)
        box.addWidget(label("name", self.tr("Network")))
        self.network.setText(self.tr("Other machines may look, too"))
        box.addWidget(self.network)
        warning = ShrinkLabel(theme.SMALL)
        warning.set_full_text(
            self.tr(
                "Nothing is encrypted: only in a network you trust. Addresses then hold a key; keep them."
            )
        )
        mark(warning, "role", "muted")
        box.addWidget(warning)
        self.tokens.setText(self.tr("New keys: shut out everybody who has an address"))
        line = _row(self.port, self.tr("port"))
        line.insertWidget(2, self.tokens)
        box.addLayout(line)
        box.addSpacing(theme.GAP)
        box.addWidget(self.obs)
        box.addStretch(1)
        scroll = QScrollArea()
        scroll.setWidgetResizable(True)
        scroll.setFrameShape(QScrollArea.Shape.NoFrame)
        scroll.setWidget(inner)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(18, 18, 18, 18)
        outer.setSpacing(theme.GAP)
        outer.addLayout(head)
        outer.addWidget(self.says)
        outer.addWidget(scroll, 1)
        foot = QHBoxLayout()
        foot.addStretch(1)
        foot.addWidget(self.leave)
        outer.addLayout(foot)
        self.resize(760, 640)

    def _connect(self) -> None:
        self.delay.editingFinished.connect(self._set_delays)
        self.hands_delay.editingFinished.connect(self._set_delays)
        self.hands.toggled.connect(self._switch_hands)
        self.texts.clicked.connect(self._choose_texts)
        self.no_texts.clicked.connect(self._leave_texts)
        self.tokens.clicked.connect(self._renew)
        for box in (self.always, self.freeze, self.picture, self.network):
            box.toggled.connect(self._keep)
        self.port.valueChanged.connect(self._keep)
        self.obs.changed.connect(self._keep)

    # ---- what is done ------------------------------------------------------------------------------

    def toggle(self) -> None:
        """On air, or off again."""
        if self._broadcast.runs:
            self._broadcast.stop()
            self.fault = None
        else:
            self._keep()
            self.fault = self._broadcast.start(self._settings, self.obs.settings())
        self.refresh()
        self.switched.emit()

    def _set_delays(self) -> None:
        """Only what was changed here: the other may have been changed elsewhere meanwhile."""
        public, hands = self.delay.value(), self.hands_delay.value()
        shown = self._delays or (-1, -1)
        if self._broadcast.runs and public != int(shown[0]):
            self._broadcast.set_delay(public)
        if self._broadcast.runs and hands != max(int(shown[1]), self._broadcast.least_hands_delay_s):
            self._broadcast.set_hands_delay(hands)
        self._show_delays()
        self._keep()

    def _show_delays(self) -> None:
        """As the server has them, which others may set too."""
        delays = self._broadcast.delays
        if delays is not None and delays != self._delays:
            self.delay.setValue(int(delays[0]))
            self.hands_delay.setValue(int(delays[1]))
        self._delays = delays

    def _switch_hands(self) -> None:
        if self._broadcast.runs:
            self._broadcast.switch_hands(on=self.hands.isChecked())
        self._keep()
        self.refresh()

    def _renew(self) -> None:
        self._broadcast.renew_tokens()
        self.refresh()

    def _choose_texts(self) -> None:
        folder = QFileDialog.getExistingDirectory(self, self.tr("A folder for text files"), self._texts)
        if folder:
            self._texts = folder
            self._keep()
            self.refresh()

    def _leave_texts(self) -> None:
        self._texts = ""
        self._keep()
        self.refresh()

    def _keep(self) -> None:
        self._settings = replace(
            self._settings,
            always=self.always.isChecked(),
            port=self.port.value(),
            network=self.network.isChecked(),
            delay_s=float(self.delay.value()),
            hands=self.hands.isChecked(),
            hands_delay_s=float(self.hands_delay.value()),
            freeze_score=self.freeze.isChecked(),
            picture=self.picture.isChecked(),
            texts=self._texts,
        )
        self.kept.emit(self._settings, self.obs.settings())

    # ---- what is shown -----------------------------------------------------------------------------

    def refresh(self) -> None:
        """How it stands now."""
        runs = self._broadcast.runs
        self._show_delays()
        self.state.setText(self.tr("● On air") if runs else self.tr("○ Off air"))
        mark(self.state, "calls", runs)
        self.switch.setText(self.tr("Off air") if runs else self.tr("Go on air"))
        clients = self._broadcast.clients
        self.looking.set_full_text(
            self.tr("{0} looking now").format(sum(clients.values()))
            if runs
            else self.tr("Nothing leaves this window.")
        )
        obs = self._broadcast.obs if runs else None
        said = " · ".join(filter(None, (bar_text(self.fault), *self._broadcast.says, obs_text(obs))))
        self.says.set_full_text(said)
        self.says.setVisible(bool(said))
        links = self._broadcast.links
        for row, link in zip(self.links, (*links, *([None] * len(self.links))), strict=False):
            row.show_link(link)
        for each in (self.freeze, self.picture, self.network, self.port, self.texts, self.no_texts):
            each.setEnabled(not runs)
            each.setToolTip(self.tr("Changed only while off air") if runs else "")
        self.obs.setEnabled(not runs)
        self.tokens.setEnabled(runs)
        folder = Path(self._texts).name
        self.texts.setText(
            self.tr("Text files: {0}").format(folder) if folder else self.tr("Text files into a folder …")
        )
        self.texts.setToolTip(self._texts)
        self.no_texts.setText(self.tr("None"))
        self.no_texts.setVisible(bool(self._texts))

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._tick.start()
        self.refresh()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._tick.stop()


def _seconds(least: int) -> QSpinBox:
    field = QSpinBox()
    field.setRange(least, LONGEST_DELAY_S)
    field.setButtonSymbols(QAbstractSpinBox.ButtonSymbols.PlusMinus)
    field.setFixedWidth(110)
    field.setAlignment(Qt.AlignmentFlag.AlignRight)
    return field


def _row(field: QWidget, words: str) -> QHBoxLayout:
    """A field and what it means."""
    said = label("muted", words)
    said.setWordWrap(True)
    row = QHBoxLayout()
    row.addWidget(field)
    row.addWidget(said, 1)
    return row
