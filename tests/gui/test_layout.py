"""Nothing overlaps and nothing that matters is cut, at the sizes referees have, in both languages."""

from dataclasses import replace
from itertools import combinations
from typing import Any

import pytest
from PySide6.QtCore import QPoint, QRect, QRectF
from PySide6.QtGui import QFontMetrics, QPainter, QPixmap, QRawFont
from PySide6.QtWidgets import QApplication, QLabel, QPushButton, QWidget

from app.ui import theme
from app.ui.chips import CardRow
from app.ui.controls import EntryField, ShrinkLabel
from app.ui.main_window import MainWindow
from app.ui.play_lines import PlayDelegate, columns, mark_text
from app.ui.table_view import place_names
from app.ui.words import combo_short, rank_text, seat_short
from engine.cards import parse_cards
from engine.combos import Combo, ComboType, classify
from tests.gui import fakes
from tests.gui.conftest import MakeWindow
from tests.gui.fakes import FakeSession

SIZES = [(1280, 800), (1920, 1080)]
SMALLEST = (1280, 728)
"""A 1280x800 screen less a title bar and a task bar."""


def show(window: MainWindow, state: str) -> None:
    window._ticker.stop()  # the state under test stays as it is set
    if state == "empty":
        window.show_snapshot(fakes.empty_state())
    else:
        window.show_snapshot(fakes.busy_state())
        window.show_picture(fakes.busy_picture())
    if state == "typing":
        window.plays.correct.emit(window.plays.last_play())
        window.proposal.field.setText("h3 s3 x")
        window.show_snapshot(replace(window.snapshot, notice="refused: West has only 17 cards, not 18"))
    if state == "refused":
        lies, laid = parse_cards("ST SJ SQ HT SA"), parse_cards("C6 C7 HT C9 CT")
        window.show_snapshot(
            replace(
                window.snapshot,
                to_beat=classify(lies, "T")[0],
                lines=(),
                pending=fakes.proposal(78, text=" ".join(map(str, laid)), reason="illegal"),
            )
        )
    if state == "wordy":
        wordy = Combo(ComboType.FULLHOUSE, 17, 5, ())
        window.show_snapshot(
            replace(
                window.snapshot, to_beat=wordy, pending=fakes.proposal(77, combo=wordy, reason="skipped_seat")
            )
        )
        window.status.show_stalled(125)
    for _ in range(3):
        QApplication.processEvents()


def inside(widget: QWidget, window: QWidget) -> QRect:
    return QRect(widget.mapTo(window, QPoint(0, 0)), widget.size())


def leaves(window: QWidget) -> list[QWidget]:
    kinds = (QLabel, QPushButton, EntryField, CardRow)
    found: list[QWidget] = [w for kind in kinds for w in window.findChildren(kind) if w.isVisible()]
    named: list[Any] = [window.view, window.plays.view, window.proposal.evidence]  # type: ignore[attr-defined]
    return [w for w in found if not (isinstance(w, QLabel) and not w.text())] + named


@pytest.mark.parametrize("state", ["busy", "typing", "wordy", "refused", "empty"])
@pytest.mark.parametrize("lang", ["zh", "en"])
@pytest.mark.parametrize("size", [*SIZES, SMALLEST], ids=str)
def test_no_overlap_and_nothing_cut(
    make_window: MakeWindow, session: FakeSession, size: tuple[int, int], lang: str, state: str
) -> None:
    window = make_window(session, lang, size)
    show(window, state)
    assert (window.width(), window.height()) == size
    if state == "wordy":
        assert "125" in window.status.camera.text()
    widgets = leaves(window)
    assert len(widgets) > 20
    for widget in widgets:
        place = inside(widget, window)
        assert window.rect().contains(place), (widget, place)
    for one, other in combinations(widgets, 2):
        assert not inside(one, window).intersects(inside(other, window)), (one, other)
    names = {card.name for card in window.table.seats}
    for widget in widgets:
        if isinstance(widget, ShrinkLabel):
            assert widget in names or not widget.is_cut(), widget.full_text()
        elif isinstance(widget, QLabel):
            assert_shows(widget)
        elif isinstance(widget, QPushButton):
            assert widget.width() >= widget.sizeHint().width(), widget.text()
        elif isinstance(widget, EntryField):
            room = widget.width() - 22
            assert QFontMetrics(widget.font()).horizontalAdvance(widget.placeholderText()) <= room


def assert_shows(label: QLabel) -> None:
    if label.wordWrap():
        assert label.heightForWidth(label.width()) <= label.height(), label.text()
    else:
        wide = label.fontMetrics().horizontalAdvance(label.text())
        assert wide <= label.contentsRect().width() + 1, label.text()
        assert label.fontMetrics().height() <= label.height() + 1, label.text()


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_lines_are_readable(make_window: MakeWindow, session: FakeSession, lang: str) -> None:
    """Type, time and mark may be drawn a little narrower than they are, cards down to two thirds."""
    window = make_window(session, lang, SIZES[0])
    show(window, "busy")
    cells = columns(QRectF(0, 0, window.plays.view.viewport().width(), PlayDelegate.ROW))
    small = QFontMetrics(theme.font(theme.SMALL))
    for kind in ComboType:
        wide = small.horizontalAdvance(combo_short(Combo(kind, 5, 10, ())))
        assert wide <= cells["type"].width() / 0.85, kind
    for state, corrected in (("asked", False), ("typed", False), ("accepted", True)):
        text = mark_text(fakes.line(1, "E", "S3", state=state, corrected=corrected))
        assert small.horizontalAdvance(text) <= (cells["mark"].width() - 6) / 0.8, text
    bold = QFontMetrics(theme.font(theme.BODY, bold=True))
    assert bold.horizontalAdvance(seat_short("W")) <= cells["seat"].width()
    ten = 10 * (12 + 1 + bold.horizontalAdvance("7") + 6)
    assert cells["cards"].width() >= ten * 0.66


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_lapped_cards_show_their_corners(
    make_window: MakeWindow, session: FakeSession, size: tuple[int, int]
) -> None:
    window = make_window(session, "en", size)
    show(window, "busy")
    for row in window.findChildren(CardRow):
        if row.isVisible() and len(row.cards) > 1:
            assert row.step() >= 15, row.cards


def test_names_on_the_picture_do_not_cover_each_other(app: QApplication) -> None:
    from app.ui.table_view import _onto

    for wide in (480, 740, 1280):
        pixmap = QPixmap(wide, wide * 9 // 16)
        painter = QPainter(pixmap)
        painter.setFont(theme.font(15, bold=True))
        place = QRectF(pixmap.rect())
        picture = fakes.busy_picture()
        taken: list[QRectF] = []
        plates: list[QRectF] = []
        texts: list[str] = []
        for seat in fakes.SEATS:
            marks = [
                (_onto(quad, picture.image, place), text) for quad, text, who in picture.marks if who == seat
            ]
            for plate, names in place_names(painter, marks, place, taken):
                plates.append(plate)
                texts += names
        painter.end()
        assert len(texts) == len(picture.marks)
        assert all(place.contains(plate) for plate in plates)
        inner = [plate.adjusted(1, 1, -1, -1) for plate in plates]
        assert not any(a.intersects(b) for a, b in combinations(inner, 2))


def test_the_bundled_font_has_every_sign(
    app: QApplication, messages: list[tuple[str, str, str, str]]
) -> None:
    choice = theme.load_fonts()
    if not choice.bundled:
        pytest.skip("no font is bundled")
    raw = QRawFont.fromFont(theme.font())
    assert raw.familyName() == choice.family
    texts = [text for _, source, _, chinese in messages for text in (source, chinese)]
    signs = {sign for text in texts for sign in text} | set("♠♥♣♦?…–·") | set(rank_text("T"))
    missing = [sign for sign in signs if sign.isprintable() and not raw.supportsCharacter(ord(sign))]
    assert not missing
