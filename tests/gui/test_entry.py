"""Cards as the referee types them, and cards and plays in words."""

import pytest
from PySide6.QtWidgets import QApplication

from app.ui.clock import EventClock
from app.ui.entry import Kind, read_entry
from app.ui.startup import Language
from app.ui.words import card_text, clock, combo_text
from engine.cards import Card, parse_cards
from engine.combos import classify


@pytest.mark.parametrize(
    ("typed", "cards"),
    [
        ("H3 S3", "H3 S3"),
        ("h3s3", "H3 S3"),
        ("ht", "HT"),
        ("h10 s10", "HT ST"),
        ("h10s10", "HT ST"),
        ("sbhr", "SB HR"),
        ("小王 大王", "SB HR"),
        ("♥3♠10", "H3 ST"),
        ("红桃3，黑桃K", "H3 SK"),
        ("33", "?3 ?3"),
        ("1010", "?T ?T"),
        ("3 h3", "?3 H3"),
        ("sjsq", "SJ SQ"),
        ("?3", "?3"),
        ("h3 ??", "H3 ??"),
    ],
)
def test_read(typed: str, cards: str) -> None:
    entry = read_entry(typed)
    assert entry.kind is Kind.CARDS
    assert entry.cards == parse_cards(cards)


@pytest.mark.parametrize("typed", ["pass", " PASS ", "过", "不要", "-"])
def test_read_pass(typed: str) -> None:
    assert read_entry(typed).kind is Kind.PASS


@pytest.mark.parametrize(
    ("typed", "rest"), [("h3 x", "x"), ("h", "h"), ("h1", "h1"), ("s3 s", "s"), ("b", "b")]
)
def test_unreadable_says_where(typed: str, rest: str) -> None:
    entry = read_entry(typed)
    assert (entry.kind, entry.rest) == (Kind.UNREADABLE, rest)


def test_nothing_typed() -> None:
    assert read_entry("  ").kind is Kind.EMPTY


@pytest.mark.parametrize(
    ("cards", "level", "english", "chinese"),
    [
        ("ST", "2", "single 10", "单张 10"),
        ("HR", "2", "single big joker", "单张 大王"),
        ("S8 D8", "8", "pair of 8", "对子 8"),
        ("S8 H8 C8 S3 D3", "2", "full house, three 8", "三带对，三张 8"),
        ("SA S2 H3 D4 C5", "7", "straight A–5", "顺子 A–5"),
        ("ST SJ SQ SK SA", "2", "straight flush 10–A", "同花顺 10–A"),
        ("S3 H3 S4 H4 S5 H5", "2", "tube 3–5", "三连对 3–5"),
        ("S3 H3 C3 S4 H4 C4", "2", "plate 3–4", "钢板 3–4"),
        ("S3 H3 C3 D3 D3", "2", "5-card bomb of 3", "5 张炸弹 3"),
        ("SB SB HR HR", "2", "four jokers", "四大天王"),
    ],
)
def test_combos_in_words(qapp: QApplication, cards: str, level: str, english: str, chinese: str) -> None:
    combo = classify(parse_cards(cards), level)[0]
    assert combo_text(combo, level) == english
    language = Language(qapp, "zh")
    try:
        assert combo_text(combo, level) == chinese
    finally:
        language.remove()


def test_wild_cards_are_named_in_runs(qapp: QApplication) -> None:
    texts = {combo_text(combo, "9") for combo in classify(parse_cards("H9 S9 S8 S7 S6"), "9")}
    assert "straight flush 6–10; wild as ♠10" in texts


@pytest.mark.parametrize(
    ("card", "text"), [("S3", "♠3"), ("HT", "♥10"), ("?3", "?3"), ("??", "?"), ("SB", "small joker")]
)
def test_card_text(card: str, text: str) -> None:
    assert card_text(Card.parse(card)) == text


@pytest.mark.parametrize(
    ("ms", "text"), [(-5, "0:00"), (23_900, "0:23"), (725_000, "12:05"), (3_723_000, "1:02:03")]
)
def test_clock_text(ms: int, text: str) -> None:
    assert clock(ms) == text


def test_event_clock_runs_on_by_hand_and_stops_with_the_pictures() -> None:
    now = [100.0]
    by_hand = EventClock(lambda: now[0])
    fed = EventClock(lambda: now[0])
    by_hand.hear(5000)
    fed.hear(5000, picture=True)
    now[0] += 1.0
    assert (by_hand.now_ms(), fed.now_ms()) == (6000, 6000)
    now[0] += 60.0
    assert (by_hand.now_ms(), fed.now_ms()) == (66_000, 6500)
    fed.hear(4000)
    assert fed.now_ms() == 6500
    fed.hear(9000, picture=True)
    assert fed.now_ms() == 9000
