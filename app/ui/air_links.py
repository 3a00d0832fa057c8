"""An address of what is on air: to copy, to open, or as a QR code for a tablet."""

import io
from typing import TYPE_CHECKING

import segno
from PySide6.QtCore import QCoreApplication, Qt, QUrl
from PySide6.QtGui import QDesktopServices, QGuiApplication, QPixmap
from PySide6.QtWidgets import QDialog, QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from app.ui import theme
from app.ui.controls import button, label

if TYPE_CHECKING:
    from app.air.on_air import Link

_QR_PX = 6
"""px of a module of the code: about three decimetres of reading distance on a screen."""


def link_text(what: str) -> str:
    """What an address is for, in the language in use."""
    return {
        "index": QCoreApplication.translate("LinkRow", "All pages"),
        "overlay": QCoreApplication.translate("LinkRow", "Overlay for OBS"),
        "referee": QCoreApplication.translate("LinkRow", "Referee's tablet"),
        "hands": QCoreApplication.translate("LinkRow", "Open hands"),
    }.get(what, what)


class LinkRow(QWidget):
    """One line; not to be seen without a link."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.link: Link | None = None
        self.name = label("muted")
        self.name.setFixedWidth(120)
        self.url = QLineEdit()
        self.url.setReadOnly(True)
        self.copy, self.open, self.code = button(), button(), button()
        self.copy.setText(self.tr("Copy"))
        self.open.setText(self.tr("Open"))
        self.code.setText(self.tr("QR code"))
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(theme.GAP)
        row.addWidget(self.name)
        row.addWidget(self.url, 1)
        for each in (self.copy, self.open, self.code):
            row.addWidget(each)
        self.copy.clicked.connect(self._copy)
        self.open.clicked.connect(self._open)
        self.code.clicked.connect(self._show_code)

    def show_link(self, link: "Link | None") -> None:
        """None: there is none now."""
        self.setVisible(link is not None)
        if link is None or link == self.link:
            self.link = link
            return
        self.link = link
        self.name.setText(link_text(link.what))
        open_part, sign, _ = link.url.partition("#")
        self.url.setText(f"{open_part}#…" if sign else open_part)
        self.url.setCursorPosition(0)
        self.copy.setText(self.tr("Copy"))

    @property
    def _address(self) -> str:
        """With its token, which the window does not show: its picture may be on air too."""
        return self.link.url if self.link is not None else ""

    def _open(self) -> None:
        QDesktopServices.openUrl(QUrl(self._address))

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self._address)
        self.copy.setText(self.tr("Copied"))

    def _show_code(self) -> None:
        out = io.BytesIO()
        segno.make(self._address, error="m").save(out, kind="png", scale=_QR_PX, border=4)
        picture = QPixmap()
        picture.loadFromData(out.getvalue(), "PNG")
        code = label("")
        code.setPixmap(picture)
        code.setAlignment(Qt.AlignmentFlag.AlignCenter)
        shown = QDialog(self)
        shown.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        shown.setWindowTitle(self.name.text())
        box = QVBoxLayout(shown)
        box.addWidget(code)
        shown.open()
