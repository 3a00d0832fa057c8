"""Pages to print, in millimetres, as a PDF.

Qt writes the PDF: it is there anyway, keeps lines and letters as such, and embeds of the bundled Chinese
face the few letters that are used.  A millimetre here is one on the paper when printed at 100 %.
"""

import os
import sys
from pathlib import Path
from typing import Self

from PySide6.QtCore import QBuffer, QIODevice, QMarginsF, QRectF
from PySide6.QtGui import QFontDatabase, QGuiApplication, QPageSize, QPainter, QPdfWriter

FONT = Path(__file__).resolve().parents[1] / "fonts" / "GuandanEyeSansSC-Regular.otf"
A4 = QRectF(0, 0, 210, 297)
DPI = 1270
"""Fifty units a mm, so that a module of a marker is a whole number of them."""


class Pages:
    """A4 pages in mm, and what the PDF of them holds; letters are of the bundled `family`."""

    def __init__(self, title: str) -> None:
        self._app = QGuiApplication.instance() or _application()
        self.family = family_of(FONT)
        self.content = b""
        self._buffer = QBuffer()
        self._buffer.open(QIODevice.OpenModeFlag.WriteOnly)
        self._writer = QPdfWriter(self._buffer)
        self._writer.setPageSize(QPageSize(QPageSize.PageSizeId.A4))
        self._writer.setPageMargins(QMarginsF(0, 0, 0, 0))
        self._writer.setResolution(DPI)
        self._writer.setTitle(title)
        self._writer.setCreator("guandan-eye")
        self.painter = QPainter(self._writer)
        self._in_mm()

    def _in_mm(self) -> None:
        self.painter.resetTransform()
        self.painter.scale(DPI / 25.4, DPI / 25.4)

    def new_page(self) -> None:
        self._writer.newPage()
        self._in_mm()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.painter.end()
        self.content = bytes(self._buffer.data().data())


def family_of(path: Path) -> str:
    """The family of a font file, which is loaded; there must be an application."""
    return QFontDatabase.applicationFontFamilies(QFontDatabase.addApplicationFont(str(path)))[0]


def _application() -> QGuiApplication:
    """Letters need an application; on a machine without a display it is one without."""
    shown = os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    if sys.platform.startswith("linux") and not shown:
        os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    return QGuiApplication(["guandan-eye"])
