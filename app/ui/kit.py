"""The print kit as a PDF: what it is for, corner markers, and for each seat PASS cards and count cards."""

from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPen

from app.ui.kit_cards import (
    BLEED,
    COUNT,
    INK,
    PASS,
    SEATS,
    Face,
    draw_card,
    draw_corner,
    draw_marker,
    text,
)
from app.ui.pages import A4, Pages
from vision.markers import CORNER_IDS, CORNER_MM, COUNT_IDS, MARKED_CARD_MM, MARKER_MM, PASS_IDS
from vision.table import PLAY_AREA_MM

GUTTER = 2 * BLEED + 1.0
MUTED = QColor("#5d6872")
LINE = QColor("#9aa4ad")
LEFT, MIDDLE = Qt.AlignmentFlag.AlignLeft, Qt.AlignmentFlag.AlignCenter

Words = dict[str, Any]
"""Texts of the kit in one language; "how" and "corner" are several."""

_ZH: Words = {
    "title": "掼眼 打印套件",
    "lead": "牌桌四角标记 · PASS 卡 · 报牌卡",
    "how": (
        "按 100%（实际大小）打印在 A4 纸上，勿选“适合页面”；用 200 克以上的哑光卡纸。",
        "量一量下面的标尺：应为 100 毫米，差 1 毫米以上就是被缩放了。",
        "沿角线裁开。PASS 卡与报牌卡每位选手一套，卡上有座位字。",
        "四角标记贴平在桌面上，中心放在出牌正方形的四角，0 号在画面左上，顺时针 0 1 2 3。",
        "过牌时把 PASS 卡有字的一面朝上放在自己的出牌区；报牌时把张数卡放在报牌区。",
        "卡要平放、不被手或牌压住；收走后再放一次，算又一次过牌或报牌。",
    ),
    "sketch": "摆放（摄像头看到的画面）",
    "square": "出牌正方形 600 × 600 毫米",
    "ruler": "100 毫米",
    "corner": ("左上", "右上", "右下", "左下"),
    "corners": "四角标记：边长 60 毫米，四周各留 10 毫米白边",
    "pass": "PASS 卡",
    "count": "报牌卡",
    "left": "剩余张数",
    "PASS": "不要",
}
_EN: Words = {
    "title": "Guandan Eye print kit",
    "lead": "Corner markers · PASS cards · count cards",
    "how": (
        "Print on A4 at 100 % (actual size), never 'fit to page'; matt card of 200 g/m² or more.",
        "Measure the ruler below: it must be 100 mm; 1 mm off means that it was scaled.",
        "Cut along the corner marks. Each player has a set; the seat stands on the cards.",
        "Corner markers: centres on the play square's corners, 0 top left in the picture, then clockwise.",
        "To pass, lay a PASS card face up in your area; to report, lay the count card in the report area.",
        "Cards lie flat, under no hand and no card; one taken up and laid again counts once more.",
    ),
    "sketch": "Layout, as the camera sees it",
    "square": "play square 600 × 600 mm",
    "ruler": "100 mm",
    "corner": ("top left", "top right", "bottom right", "bottom left"),
    "corners": "Corner markers: side 60 mm, 10 mm of white all round",
    "pass": "PASS cards",
    "count": "count cards",
    "left": "cards left",
    "PASS": "PASS",
}
LANGUAGES: dict[str, tuple[Words, ...]] = {"zh": (_ZH,), "en": (_EN,), "both": (_ZH, _EN)}


def faces(seat: str, lang: str) -> tuple[list[Face], list[Face]]:
    """PASS cards and count cards of a seat, in the language(s) ``lang``: zh, en or both."""
    words = LANGUAGES[lang]
    name = {"zh": SEATS[seat], "en": seat, "both": SEATS[seat] + seat}[lang]
    said = " ".join(each["PASS"] for each in words)
    passes = [Face(number, said, (), name, PASS) for number in PASS_IDS]
    left = tuple(each["left"] for each in words)
    counts = [
        Face(number, str(count), left, name, COUNT)
        for number, count in sorted(COUNT_IDS.items(), key=lambda item: -item[1])
    ]
    return passes, counts


def kit_pdf(lang: str) -> bytes:
    """The whole kit, in the language(s) ``lang``: zh, en or both."""
    with Pages("Guandan Eye 掼眼 print kit") as pages:
        _Kit(lang, pages).draw()
    return pages.content


@dataclass(frozen=True, slots=True)
class _Kit:
    """The pages, one after the other."""

    lang: str
    pages: Pages

    def draw(self) -> None:
        self._cover()
        self.pages.new_page()
        self._corners()
        for seat in SEATS:
            passes, counts = faces(seat, self.lang)
            for cards in ([*passes, counts[-1]], counts[:-1]):
                self.pages.new_page()
                self._cards(seat, cards)

    # ---- first page ---------------------------------------------------------------------------

    def _cover(self) -> None:
        y = 16.0
        for number, words in enumerate(self._words()):
            self._say(words["title"], QRectF(20, y, 170, 11 if number == 0 else 7), 9 - 3.6 * number)
            y += 12 if number == 0 else 7.5
        y += 1
        self._say("  /  ".join(words["lead"] for words in self._words()), QRectF(20, y, 170, 5), 3.6, MUTED)
        y += 8
        self._rule(20, y, 190)
        y += 4
        for number in range(len(_ZH["how"])):
            self._say(str(number + 1), QRectF(20, y, 6, 5.4), 4.2, PASS)
            for line, words in enumerate(self._words()):
                said = words["how"][number]
                self._say(
                    said, QRectF(27, y, 163, 5.4), 3.9 if line == 0 else 3.3, INK if line == 0 else MUTED
                )
                y += 5.4 if line == 0 else 5
            y += 1.8
        self._ruler(20, y + 6)
        self._sketch(QRectF(42, y + 24, 126, 126))

    def _ruler(self, x: float, y: float) -> None:
        painter = self.pages.painter
        for mm in range(101):
            high = 5.0 if mm % 10 == 0 else 3.4 if mm % 5 == 0 else 2.2
            painter.fillRect(QRectF(x + mm - 0.1, y, 0.2, high), INK)
        painter.fillRect(QRectF(x - 0.1, y, 100.2, 0.2), INK)
        said = " / ".join(dict.fromkeys(words["ruler"] for words in self._words()))
        self._say(said, QRectF(x + 104, y - 1, 60, 6), 4)

    def _sketch(self, place: QRectF) -> None:
        """The table from above: markers, seats, and where the cards go."""
        painter = self.pages.painter
        sketch = " / ".join(words["sketch"] for words in self._words())
        self._say(sketch, QRectF(place.x(), place.y() - 8, place.width(), 6), 4, MUTED, MIDDLE)
        painter.fillRect(place, QColor("#e8efe9"))
        inner = place.adjusted(20, 20, -20, -20)
        painter.save()
        painter.setPen(QPen(LINE, 0.3, Qt.PenStyle.DashLine))
        painter.drawRect(inner)
        painter.drawLine(inner.topLeft(), inner.bottomRight())
        painter.drawLine(inner.topRight(), inner.bottomLeft())
        painter.restore()
        scale = inner.width() / PLAY_AREA_MM[0]
        side = CORNER_MM * scale * 1.25
        corners = (inner.topLeft(), inner.topRight(), inner.bottomRight(), inner.bottomLeft())
        for number, corner in zip(CORNER_IDS, corners, strict=True):
            spot = QRectF(corner.x() - side / 2, corner.y() - side / 2, side, side)
            painter.fillRect(spot.adjusted(-1.4, -1.4, 1.4, 1.4), QColor("#ffffff"))
            draw_marker(painter, number, spot)
            out = 11 if corner.x() > place.center().x() else -11
            self._say(str(number), QRectF(corner.x() + out - 4, corner.y() - 3, 8, 6), 5, INK, MIDDLE)
        ways = {"E": (1, 0), "S": (0, -1), "W": (-1, 0), "N": (0, 1)}
        for seat, (dx, dy) in ways.items():
            middle = place.center() + QPointF(dx, dy) * (place.width() / 2 - 7)
            name = {"zh": SEATS[seat], "en": seat, "both": f"{SEATS[seat]} {seat}"}[self.lang]
            self._say(name, QRectF(middle.x() - 9, middle.y() - 4, 18, 8), 5.4, INK, MIDDLE)
            card = place.center() + QPointF(dx, dy) * 24 + QPointF(-dy, dx) * 7
            self._small_card(card, dx == 0, PASS, "PASS")
            count = place.center() + QPointF(dx, dy) * 36 + QPointF(-dy, dx) * -11
            self._small_card(count, dx == 0, COUNT, "10")
        square = " / ".join(words["square"] for words in self._words())
        self._say(square, QRectF(place.x(), place.bottom() + 1.5, place.width(), 5), 3.4, MUTED, MIDDLE)

    def _small_card(self, middle: QPointF, upright: bool, colour: QColor, words: str) -> None:
        wide, high = (7.0, 10.6) if upright else (10.6, 7.0)
        place = QRectF(middle.x() - wide / 2, middle.y() - high / 2, wide, high)
        self.pages.painter.fillRect(place, colour)
        self._say(words, place.adjusted(0.6, 0, -0.6, 0), 3.2, QColor("#ffffff"), MIDDLE)

    # ---- what is cut out ----------------------------------------------------------------------

    def _corners(self) -> None:
        head = "  /  ".join(words["corners"] for words in self._words())
        self._say(head, QRectF(15, 9, 180, 5), 3.6, MUTED)
        side = CORNER_MM + 30
        for number in CORNER_IDS:
            x, y = ((0, 0), (1, 0), (1, 1), (0, 1))[number]
            tile = QRectF(10 + x * (side + 10), 24 + y * (side + 34), side, side)
            middle = tile.center()
            draw_corner(self.pages.painter, number, middle)
            where = " ".join(words["corner"][number] for words in self._words())
            label = QRectF(tile.x(), tile.bottom() + 1.5, side, 6)
            self._say(f"{number} · {where}", label, 4.2, INK, MIDDLE)
            self._crop_marks(tile)

    def _cards(self, seat: str, cards: list[Face]) -> None:
        width, height = MARKED_CARD_MM
        left = (A4.width() - 3 * width - 2 * GUTTER) / 2
        top = (A4.height() - 3 * height - 2 * GUTTER) / 2
        for number, face in enumerate(cards):
            row, column = divmod(number, 3)
            place = QRectF(left + column * (width + GUTTER), top + row * (height + GUTTER), width, height)
            draw_card(self.pages.painter, face, place, self.pages.family)
        for row in range(3):
            for column in range(3):
                x, y = left + column * (width + GUTTER), top + row * (height + GUTTER)
                self._edge_marks(QRectF(x, y, width, height), row, column)
        kinds = [
            k for k in ("pass", "count") if any((f.marker in COUNT_IDS) == (k == "count") for f in cards)
        ]
        said = "  /  ".join(" + ".join(str(words[k]) for k in kinds) for words in self._words())
        name = {"zh": SEATS[seat], "en": seat, "both": f"{SEATS[seat]} {seat}"}[self.lang]
        foot = f"{name} · {said} · {width:g} × {height:g} mm, ArUco {MARKER_MM:g} mm"
        self._say(foot, QRectF(left + 1.5, A4.height() - 8, width - 3, 4), 2.8, MUTED)

    def _crop_marks(self, place: QRectF) -> None:
        for x in (place.left(), place.right()):
            for y in (place.top(), place.bottom()):
                out_x, out_y = (-1 if x == place.left() else 1), (-1 if y == place.top() else 1)
                self._line(x + out_x * 1.5, y, x + out_x * 5, y)
                self._line(x, y + out_y * 1.5, x, y + out_y * 5)

    def _edge_marks(self, place: QRectF, row: int, column: int) -> None:
        """Marks in the margin only: between cards the colour would lie over them."""
        for x in (place.left(), place.right()):
            if row == 0:
                self._line(x, place.top() - BLEED - 1, x, place.top() - BLEED - 5)
            if row == 2:
                self._line(x, place.bottom() + BLEED + 1, x, place.bottom() + BLEED + 5)
        for y in (place.top(), place.bottom()):
            if column == 0:
                self._line(place.left() - BLEED - 1, y, place.left() - BLEED - 5, y)
            if column == 2:
                self._line(place.right() + BLEED + 1, y, place.right() + BLEED + 5, y)

    def _line(self, x0: float, y0: float, x1: float, y1: float) -> None:
        box = QRectF(QPointF(x0, y0), QPointF(x1, y1)).normalized()
        self.pages.painter.fillRect(box.adjusted(-0.06, -0.06, 0.06, 0.06), INK)

    def _rule(self, x0: float, y: float, x1: float) -> None:
        self.pages.painter.fillRect(QRectF(x0, y, x1 - x0, 0.25), LINE)

    def _say(
        self,
        words: str,
        place: QRectF,
        size: float,
        colour: QColor = INK,
        align: Qt.AlignmentFlag = LEFT,
    ) -> None:
        text(self.pages.painter, words, place, self.pages.family, size, colour, align)

    def _words(self) -> tuple[Words, ...]:
        return LANGUAGES[self.lang]
