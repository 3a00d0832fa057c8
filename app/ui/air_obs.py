"""What OBS does with the match: the part of the on-air window that is about it."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, Signal
from PySide6.QtWidgets import QCheckBox, QGridLayout, QHBoxLayout, QLineEdit, QSpinBox, QVBoxLayout, QWidget

from app.air import obs_password
from app.settings import ObsSettings
from app.ui import theme
from app.ui.controls import label

if TYPE_CHECKING:
    from app.air.obs import ObsNews


def obs_text(news: "ObsNews | None") -> str:
    """How OBS is, in the language in use; nothing where it does not follow."""
    if news is None:
        return ""
    said = {
        "connected": QCoreApplication.translate("ObsForm", "OBS is connected"),
        "absent": QCoreApplication.translate("ObsForm", "No OBS at {0}: is its WebSocket server turned on?"),
        "old": QCoreApplication.translate("ObsForm", "OBS 28 or newer is needed"),
        "other": QCoreApplication.translate("ObsForm", "What answers there is no OBS"),
        "silent": QCoreApplication.translate("ObsForm", "OBS does not answer"),
        "gone": QCoreApplication.translate("ObsForm", "OBS has gone; it is tried again"),
        "refused": QCoreApplication.translate("ObsForm", "OBS refuses {0}"),
        "password": QCoreApplication.translate("ObsForm", "OBS asks for its password"),
        "wrong_password": QCoreApplication.translate("ObsForm", "OBS has another password"),
    }
    return said[news.key].format(news.detail)


class ObsForm(QWidget):
    """`changed` after every change; the password goes to the keyring, never into the settings."""

    changed = Signal()

    def __init__(self, settings: ObsSettings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.on = QCheckBox(self.tr("OBS follows the match (OBS: Tools, WebSocket Server Settings)"))
        self.on.setChecked(settings.on)
        self.host, self.password = QLineEdit(settings.host), QLineEdit()
        self.port = QSpinBox()
        self.port.setRange(1, 65535)
        self.port.setValue(settings.port)
        self.password.setEchoMode(QLineEdit.EchoMode.Password)
        self.password.setPlaceholderText(self.tr("password of its WebSocket server"))
        self.deal, self.rest = QLineEdit(settings.deal), QLineEdit(settings.rest)
        self.ruling = QLineEdit(settings.ruling)
        self.bombs, self.finishes, self.rulings = QCheckBox(), QCheckBox(), QCheckBox()
        self.replay, self.chapter, self.refresh = QCheckBox(), QCheckBox(), QCheckBox()
        self._boxes = (
            (self.bombs, settings.bombs, self.tr("bombs")),
            (self.finishes, settings.finishes, self.tr("finishes")),
            (self.rulings, settings.rulings, self.tr("rulings")),
            (self.replay, settings.replay, self.tr("save the replay buffer")),
            (self.chapter, settings.chapter, self.tr("chapter mark in the recording")),
            (self.refresh, settings.refresh, self.tr("Load our browser sources anew when OBS is reached")),
        )
        for box, on, text in self._boxes:
            box.setText(text)
            box.setChecked(on)
        self._lay_out()
        self._connect()
        self._show_or_hide()

    def _lay_out(self) -> None:
        where = QHBoxLayout()
        where.addWidget(self.host, 2)
        where.addWidget(self.port, 1)
        where.addWidget(self.password, 3)
        scenes = QGridLayout()
        scenes.setHorizontalSpacing(theme.PAD)
        for place, (name, field) in enumerate(
            (
                (self.tr("Scene while a deal is played"), self.deal),
                (self.tr("Scene between deals"), self.rest),
                (self.tr("Scene while the referee is called"), self.ruling),
            )
        ):
            scenes.addWidget(label("muted", name), place, 0)
            field.setPlaceholderText(self.tr("the scene stays"))
            scenes.addWidget(field, place, 1)
        marks = QHBoxLayout()
        marks.addWidget(label("muted", self.tr("At")))
        for each in (self.bombs, self.finishes, self.rulings):
            marks.addWidget(each)
        marks.addStretch(1)
        how = QHBoxLayout()
        for each in (self.replay, self.chapter):
            how.addWidget(each)
        how.addStretch(1)
        self.more = QWidget()
        inner = QVBoxLayout(self.more)
        inner.setContentsMargins(24, 0, 0, 0)
        inner.setSpacing(theme.GAP)
        for row in (where, scenes, marks, how):
            inner.addLayout(row)
        inner.addWidget(self.refresh)
        box = QVBoxLayout(self)
        box.setContentsMargins(0, 0, 0, 0)
        box.setSpacing(theme.GAP)
        box.addWidget(label("name", "OBS"))
        box.addWidget(self.on)
        box.addWidget(self.more)

    def _connect(self) -> None:
        self.on.toggled.connect(self._show_or_hide)
        for box in (self.on, *(box for box, _, _ in self._boxes)):
            box.toggled.connect(self.changed)
        for field in (self.host, self.deal, self.rest, self.ruling):
            field.editingFinished.connect(self.changed)
        self.port.valueChanged.connect(self.changed)
        self.password.editingFinished.connect(self._keep_password)

    def _show_or_hide(self) -> None:
        self.more.setVisible(self.on.isChecked())

    def _keep_password(self) -> None:
        text = self.password.text()
        if not text:
            return
        self.password.clear()
        try:
            obs_password.keep(text)
        except OSError as error:
            self.password.setPlaceholderText(self.tr("cannot be kept: {0}").format(error.strerror))
        else:
            self.password.setPlaceholderText(self.tr("kept"))

    def settings(self) -> ObsSettings:
        """As it stands in the form."""
        return ObsSettings(
            on=self.on.isChecked(),
            host=self.host.text().strip() or ObsSettings().host,
            port=self.port.value(),
            deal=self.deal.text().strip(),
            rest=self.rest.text().strip(),
            ruling=self.ruling.text().strip(),
            bombs=self.bombs.isChecked(),
            finishes=self.finishes.isChecked(),
            rulings=self.rulings.isChecked(),
            replay=self.replay.isChecked(),
            chapter=self.chapter.isChecked(),
            refresh=self.refresh.isChecked(),
        )
