"""Looks in one place: colours, spacing, type sizes, fonts and the style sheet.

Dark and calm, one accent. Colour never says something alone: whatever is tinted carries a word too.
Text on PANEL keeps a contrast of at least 4.5 : 1.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtGui import QColor, QFont, QFontDatabase, QPalette
from PySide6.QtWidgets import QApplication

GROUND = "#12161b"  # behind everything
PANEL = "#1b2128"
RAISED = "#262e37"  # fields, buttons, badges
LINE = "#36414d"
TEXT = "#e9edf1"
MUTED = "#9fabb7"
ACCENT = "#f2b441"  # whatever wants the referee now
ON_ACCENT = "#1a1508"
ACCENT_TINT = "#3a3120"
ALARM = "#ff8f80"

CARD = "#f7f5ef"
CARD_EDGE = "#8d8a80"
CARD_RED = "#c8102e"
CARD_BLACK = "#16181b"
SUIT_RED = "#ff7b72"  # suits written on a dark ground
SUIT_BLACK = "#e9edf1"

GAP = 8  # px between things that belong together
PAD = 12  # px inside panels
RADIUS = 8

SMALL = 12  # px
BODY = 14
TITLE = 17
BIG = 24

FONTS = Path(__file__).resolve().parent.parent / "fonts"


@dataclass(frozen=True, slots=True)
class FontChoice:
    """The family in use, whether it came with the program, and whether it can write Chinese."""

    family: str
    bundled: bool
    chinese: bool


def _font_files(folder: Path) -> Iterator[Path]:
    if folder.is_dir():
        yield from sorted(p for p in folder.iterdir() if p.suffix.lower() in {".ttf", ".otf", ".ttc"})


def load_fonts(folder: Path = FONTS) -> FontChoice:
    """Load the bundled faces; without them take a Chinese face of the system, else Qt's own choice."""
    chinese = QFontDatabase.WritingSystem.SimplifiedChinese
    bundled = []
    for path in _font_files(folder):
        families = QFontDatabase.applicationFontFamilies(QFontDatabase.addApplicationFont(str(path)))
        bundled += [family for family in families if chinese in QFontDatabase.writingSystems(family)]
    if bundled:
        return FontChoice(bundled[0], bundled=True, chinese=True)
    system = QFontDatabase.families(chinese)
    if system:
        return FontChoice(system[0], bundled=False, chinese=True)
    return FontChoice(QApplication.font().family(), bundled=False, chinese=False)


def font(size: int = BODY, *, bold: bool = False) -> QFont:
    """The application's face at a size in px."""
    made = QFont(QApplication.font())
    made.setPixelSize(size)
    made.setBold(bold)
    return made


def apply(app: QApplication) -> FontChoice:
    """Give the application its style, palette and face. Call once, before the first window."""
    choice = load_fonts()
    app.setStyle("Fusion")
    base = QFont(choice.family)
    base.setPixelSize(BODY)
    app.setFont(base)
    app.setPalette(_palette())
    app.setStyleSheet(STYLE)
    return choice


def _palette() -> QPalette:
    palette = QPalette()
    role = QPalette.ColorRole
    for which, colour in (
        (role.Window, GROUND), (role.WindowText, TEXT), (role.Base, RAISED), (role.AlternateBase, PANEL),
        (role.Text, TEXT), (role.Button, RAISED), (role.ButtonText, TEXT), (role.Highlight, ACCENT),
        (role.HighlightedText, ON_ACCENT), (role.PlaceholderText, MUTED), (role.ToolTipBase, RAISED),
        (role.ToolTipText, TEXT), (role.Link, ACCENT),
    ):  # fmt: skip
        palette.setColor(which, QColor(colour))
    for which in (role.WindowText, role.Text, role.ButtonText):
        palette.setColor(QPalette.ColorGroup.Disabled, which, QColor("#6d7883"))
    return palette


STYLE = f"""
QWidget {{ color: {TEXT}; }}
QMainWindow, QDialog, #ground {{ background: {GROUND}; }}
QToolTip {{ background: {RAISED}; color: {TEXT}; border: 1px solid {LINE}; padding: 4px; }}
QFrame[panel="true"] {{ background: {PANEL}; border: 1px solid {LINE}; border-radius: {RADIUS}px; }}
QFrame[panel="true"][calls="true"] {{ border: 2px solid {ACCENT}; }}
QLabel[role="muted"] {{ color: {MUTED}; font-size: {SMALL}px; }}
QLabel[role="title"] {{ font-size: {TITLE}px; font-weight: bold; }}
QLabel[role="name"] {{ font-weight: bold; }}
QLabel[role="big"] {{ font-size: {BIG}px; font-weight: bold; }}
QLabel[role="alarm"] {{ color: {ALARM}; }}
QLabel[role="calls"] {{ color: {ACCENT}; font-weight: bold; }}
QLabel[role="badge"] {{
    background: {RAISED}; border: 1px solid {LINE}; border-radius: 6px; font-weight: bold; padding: 1px 4px;
}}
QLabel[role="badge"][calls="true"] {{ background: {ACCENT}; color: {ON_ACCENT}; border-color: {ACCENT}; }}
QLineEdit {{
    background: {RAISED}; border: 1px solid {LINE}; border-radius: 6px; padding: 4px 8px; font-size: 16px;
    selection-background-color: {ACCENT}; selection-color: {ON_ACCENT};
}}
QLineEdit:focus {{ border: 2px solid {ACCENT}; padding: 3px 7px; }}
QPushButton {{
    background: {RAISED}; border: 1px solid {LINE}; border-radius: 6px; padding: 5px 12px; min-height: 20px;
}}
QPushButton:hover {{ border-color: {MUTED}; }}
QPushButton:focus {{ border: 2px solid {ACCENT}; padding: 4px 11px; }}
QPushButton:pressed {{ background: {LINE}; }}
QPushButton:disabled {{ color: #6d7883; background: {PANEL}; }}
QPushButton[main="true"] {{
    background: {ACCENT}; color: {ON_ACCENT}; border-color: {ACCENT}; font-weight: bold;
}}
QPushButton[main="true"]:disabled {{ background: {PANEL}; color: #6d7883; border-color: {LINE}; }}
QPushButton[main="true"]:focus {{ border-color: {TEXT}; }}
QPushButton[pick="true"] {{ padding: 5px 4px; min-width: 26px; }}
QPushButton[pick="true"]:checked {{
    border: 2px solid {ACCENT}; color: {ACCENT}; font-weight: bold; padding: 4px 3px;
}}
QListView {{ background: {PANEL}; border: none; outline: none; }}
QScrollBar:vertical {{ background: {PANEL}; width: 10px; margin: 0; }}
QScrollBar::handle:vertical {{ background: {LINE}; border-radius: 5px; min-height: 28px; }}
QScrollBar::add-line:vertical, QScrollBar::sub-line:vertical {{ height: 0; }}
#notice[calls="true"] {{ background: {ACCENT}; color: {ON_ACCENT}; border-radius: 4px; font-weight: bold; }}
"""
