"""Looks in one place: the two looks (dark, light), spacing, type sizes, fonts and the style sheet.

Calm, one accent. Colour never says something alone: whatever is tinted carries a word or a shape too, and
accent and alarm differ in lightness, so that they stay apart for the colour-blind. Text on PANEL keeps a
contrast of at least 4.5 : 1 in both looks. Whoever paints asks for `theme.ACCENT` and the like when it
paints: `use` changes them, and every widget is painted anew.
"""

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

from PySide6.QtGui import QColor, QFont, QFontDatabase, QPalette
from PySide6.QtWidgets import QApplication


@dataclass(frozen=True, slots=True)
class Look:
    """The colours of a look; each is also a name of this module, in capitals."""

    ground: str  # behind everything
    panel: str
    raised: str  # fields, buttons, badges
    line: str
    text: str
    muted: str
    disabled: str
    accent: str  # whatever wants the referee now
    on_accent: str
    accent_tint: str
    second: str  # the second side in a plot; the first has the accent
    alarm: str
    suit_red: str  # suits written on a panel
    suit_black: str
    card_edge: str


LOOKS = {
    "dark": Look(
        ground="#12161b",
        panel="#1b2128",
        raised="#262e37",
        line="#36414d",
        text="#e9edf1",
        muted="#9fabb7",
        disabled="#6d7883",
        accent="#f2b441",
        on_accent="#1a1508",
        accent_tint="#3a3120",
        second="#6fb7e9",
        alarm="#ff8f80",
        suit_red="#ff7b72",
        suit_black="#e9edf1",
        card_edge="#8d8a80",
    ),
    "light": Look(
        ground="#e6e9ed",
        panel="#fbfcfd",
        raised="#eef1f4",
        line="#c2cad3",
        text="#171b20",
        muted="#55606c",
        disabled="#98a2ac",
        accent="#0b57a4",
        on_accent="#ffffff",
        accent_tint="#dbe8f6",
        second="#a34a00",
        alarm="#b3261e",
        suit_red="#c8102e",
        suit_black="#16181b",
        card_edge="#8d8a80",
    ),
}
now = "dark"
"""The look in use."""

GROUND = PANEL = RAISED = LINE = TEXT = MUTED = DISABLED = ""
ACCENT = ON_ACCENT = ACCENT_TINT = SECOND = ALARM = SUIT_RED = SUIT_BLACK = CARD_EDGE = ""

CARD = "#fdfcf8"
CARD_RED = "#c8102e"
CARD_BLACK = "#16181b"

PICTURE_ACCENT = LOOKS["dark"].accent  # on the camera's picture, whatever the look
PICTURE_ON_ACCENT = LOOKS["dark"].on_accent
PICTURE_TEXT = LOOKS["dark"].text
PICTURE_MUTED = LOOKS["dark"].muted
PICTURE_RED = LOOKS["dark"].suit_red

GAP = 8  # px between things that belong together
PAD = 12  # px inside panels
RADIUS = 8

SMALL = 12  # px
BODY = 14
TITLE = 17
BIG = 24
HUGE = 32

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


def apply(app: QApplication, look: str = "dark") -> FontChoice:
    """Give the application its style, look and face. Call once, before the first window."""
    choice = load_fonts()
    app.setStyle("Fusion")
    base = QFont(choice.family)
    base.setPixelSize(BODY)
    app.setFont(base)
    use(app, look)
    return choice


def use(app: QApplication, look: str) -> None:
    """Take a look ("dark", "light"; any other is taken as dark): every widget hears of it and repaints."""
    global now
    now = look if look in LOOKS else "dark"
    _take(LOOKS[now])
    app.setPalette(_palette())
    app.setStyleSheet(_style())
    for widget in app.allWidgets():
        widget.update()


def other() -> str:
    """The look that is not in use."""
    return "light" if now == "dark" else "dark"


def _take(look: Look) -> None:
    globals().update({name.upper(): colour for name, colour in asdict(look).items()})


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
        palette.setColor(QPalette.ColorGroup.Disabled, which, QColor(DISABLED))
    return palette


def _style() -> str:
    return f"""
QWidget {{ color: {TEXT}; }}
QMainWindow, QDialog, #ground {{ background: {GROUND}; }}
QToolTip {{ background: {RAISED}; color: {TEXT}; border: 1px solid {LINE}; padding: 4px; }}
QFrame[panel="true"] {{
    background: {PANEL}; border: 1px solid {LINE}; border-radius: {RADIUS}px; padding: 1px;
}}
QFrame[panel="true"][calls="true"] {{ border: 2px solid {ACCENT}; padding: 0; }}
QLabel[role="muted"] {{ color: {MUTED}; font-size: {SMALL}px; }}
QLabel[role="title"] {{ font-size: {TITLE}px; font-weight: bold; }}
QLabel[role="name"] {{ font-weight: bold; }}
QLabel[role="big"] {{ font-size: {BIG}px; font-weight: bold; }}
QLabel[role="huge"] {{ font-size: {HUGE}px; font-weight: bold; }}
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
QComboBox {{
    background: {RAISED}; border: 1px solid {LINE}; border-radius: 6px; padding: 4px 8px; min-height: 22px;
}}
QComboBox:focus {{ border: 2px solid {ACCENT}; padding: 3px 7px; }}
QComboBox QAbstractItemView {{ background: {RAISED}; border: 1px solid {LINE}; }}
QHeaderView::section {{
    background: {PANEL}; color: {MUTED}; border: none; border-bottom: 1px solid {LINE}; padding: 4px;
}}
QPushButton {{
    background: {RAISED}; border: 1px solid {LINE}; border-radius: 6px; padding: 5px 12px; min-height: 20px;
}}
QPushButton:hover {{ border-color: {MUTED}; }}
QPushButton:focus {{ border: 2px solid {ACCENT}; padding: 4px 11px; }}
QPushButton:pressed {{ background: {LINE}; }}
QPushButton:disabled {{ color: {DISABLED}; background: {PANEL}; }}
QPushButton[main="true"] {{
    background: {ACCENT}; color: {ON_ACCENT}; border-color: {ACCENT}; font-weight: bold;
}}
QPushButton[main="true"]:disabled {{ background: {PANEL}; color: {DISABLED}; border-color: {LINE}; }}
QPushButton[main="true"]:focus {{ border-color: {TEXT}; }}
QPushButton[small="true"] {{ font-size: {SMALL}px; min-height: 14px; padding: 3px 8px; }}
QPushButton[pick="true"] {{ padding: 5px 4px; min-width: 26px; }}
QPushButton[pick="true"]:checked {{
    border: 2px solid {ACCENT}; color: {ACCENT}; font-weight: bold; padding: 4px 3px;
}}
QPushButton[pick="true"][small="true"] {{ padding: 3px 8px; }}
QPushButton[pick="true"][small="true"]:checked {{ padding: 2px 7px; }}
QListView {{ background: {PANEL}; border: none; outline: none; }}
QScrollBar:vertical {{ background: {PANEL}; width: 10px; margin: 0; }}
QScrollBar::handle:vertical {{ background: {LINE}; border-radius: 5px; min-height: 28px; }}
QScrollBar::add-line:vertical, QScrollBar::sub-line:vertical {{ height: 0; }}
#notice[calls="true"] {{ background: {ACCENT}; color: {ON_ACCENT}; border-radius: 4px; font-weight: bold; }}
QListWidget, QTreeWidget {{ background: {PANEL}; border: none; outline: none; }}
QListWidget::item, QTreeWidget::item {{ padding: 3px 6px; }}
QListWidget::item:selected, QTreeWidget::item:selected {{ background: {ACCENT}; color: {ON_ACCENT}; }}
"""


_take(LOOKS[now])
