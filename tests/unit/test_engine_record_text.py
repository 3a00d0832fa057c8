"""The record text: it holds all that a record holds, and every fault has its line and column."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import (
    Award,
    AwardKind,
    Card,
    Combo,
    ComboType,
    Correction,
    DealStart,
    Event,
    Fault,
    Hands,
    Irregularity,
    MatchStart,
    Pass,
    Play,
    Question,
    RecordError,
    Refusal,
    Ruling,
    Source,
    Standing,
    TrickEnd,
    classify,
    is_record_text,
    parse_cards,
    parse_record_text,
    read_record,
    read_record_text,
    write_record_text,
)
from engine.event_json import EVENT_NAMES
from tests.unit.engine_matches import random_match
from tests.unit.test_engine_record import EVERY_KIND, GOLDEN, HEADER

DOCS = Path(__file__).parents[2] / "docs" / "record-text.md"


def back(header: MatchStart, events: list[Event]) -> tuple[MatchStart | None, tuple[Event, ...]]:
    record = parse_record_text(write_record_text(header, events))
    return record.header, record.events


@pytest.mark.parametrize("event", EVERY_KIND[1:], ids=lambda event: type(event).__name__)
def test_every_kind_round_trips(event: Event) -> None:
    assert back(HEADER, [event]) == (HEADER, (event,))
    assert back(HEADER, [DealStart(1, "9", "E"), event]) == (HEADER, (DealStart(1, "9", "E"), event))
    if not isinstance(event, Correction):
        again = Correction(3, event, "referee", 'said "so"', 9)
        assert back(HEADER, [again]) == (HEADER, (again,))


def test_a_whole_record_round_trips() -> None:
    record = read_record(GOLDEN.read_text("utf-8"))
    assert record.header is not None
    text = write_record_text(record.header, record.events)
    again = parse_record_text(text)
    assert (again.header, again.events) == (record.header, record.events)
    assert is_record_text(text)
    assert not is_record_text(GOLDEN.read_text("utf-8"))
    assert parse_record_text("\ufeff" + text.replace("\n", "\r\n")).events == record.events
    assert write_record_text(record.header, again.events) == text


@settings(deadline=None, max_examples=6)
@given(st.integers(0, 10**6))
def test_random_matches_round_trip(seed: int) -> None:
    events = random_match(seed)
    assert back(HEADER, events) == (HEADER, tuple(events))


SEAT = st.text(min_size=1, max_size=6)
WORDS = st.text(max_size=8)
FACES = st.lists(st.sampled_from(parse_cards("S3 H9 H9 HR SB ?9 ??")), max_size=6).map(tuple)
MS = st.integers(-(10**7), 10**8)
MAYBE_MS = st.none() | MS
READINGS = st.none() | st.builds(
    Combo, st.sampled_from(ComboType), st.integers(-3, 20), st.just(0), FACES.map(lambda cards: cards[:2])
)
SOURCES, STANDINGS = st.sampled_from(Source), st.sampled_from(Standing)
SEQ = st.integers(0, 10**4)


@st.composite
def odd_events(draw: st.DrawFn, seats: tuple[str, ...]) -> Event:
    """Events as nobody would record them, but as a record may hold them."""
    seat = st.sampled_from(seats)
    cards = draw(FACES)
    reading = draw(READINGS)
    reading = reading and replace(reading, size=len(cards))
    awards = st.lists(
        st.sampled_from([Award(AwardKind.WARNING, seats[0]), Award(AwardKind.LEVELS, None, 1, -2)]),
        max_size=2,
    )
    return draw(
        st.one_of(
            st.builds(Play, seat, st.just(cards), st.just(reading), MAYBE_MS, MS, SOURCES, STANDINGS,
                      st.none() | st.floats(0, 1), SEQ),
            st.builds(Pass, seat, MAYBE_MS, MAYBE_MS, SOURCES, STANDINGS, MAYBE_MS, SEQ),
            st.builds(TrickEnd, st.none() | seat, st.none() | seat, MAYBE_MS, SEQ),
            st.builds(Question, st.none() | seat, WORDS, st.none() | SEQ, MS, SEQ),
            st.builds(Irregularity, st.none() | seat, SEAT, WORDS, st.none() | SEQ, MS, FACES, SOURCES, SEQ),
            st.builds(Ruling, WORDS, WORDS, st.none() | SEQ, MS, awards.map(tuple), WORDS, WORDS, SEQ),
            st.builds(Hands, st.integers(1, 9), st.dictionaries(seat, FACES), MS, SOURCES, SEQ),
            st.builds(Refusal, st.lists(seat, max_size=2).map(tuple), MS, SOURCES, SEQ),
            st.builds(DealStart, st.just(1), st.sampled_from("2TA"), seat, st.none(), MS, SOURCES, SEQ),
        )
    )  # fmt: skip


@settings(deadline=None, max_examples=80)
@given(st.data())
def test_whatever_an_event_holds_round_trips(data: st.DataObject) -> None:
    seats = tuple(data.draw(st.lists(SEAT, min_size=4, max_size=4, unique=True)))
    sides = ((seats[0], seats[2]), (seats[1], seats[3]))
    players = data.draw(st.dictionaries(st.sampled_from(seats), WORDS, max_size=2))
    header = MatchStart("x", seats, sides, players, {"play_seconds": [1, {}]}, data.draw(WORDS))
    events = data.draw(st.lists(odd_events(seats), max_size=6))
    text = write_record_text(header, events)
    record = read_record_text(text)
    assert record.faults == ()
    assert (record.header, record.events) == (header, tuple(events))


HEAD = '[Guandan 1]\n[Rules "national-2022"]\n\n'


def test_the_only_reading_is_left_out() -> None:
    pair, straight = parse_cards("S3 H3"), parse_cards("H9 S4 S5 S6 D7")
    low = next(combo for combo in classify(straight, "9") if combo.key == 7)
    events = [
        DealStart(1, "9", "E"),
        Play("E", pair, classify(pair, "9")[0], None, 1000),
        Play("S", straight, low, None, 2000),
        Play("W", straight, None, None, 3000),
    ]
    text = write_record_text(HEADER, events)
    cells = re.findall(r"[ESW]: .*?\}", text.splitlines()[-1])
    assert cells == [
        "E: S3 H3 {0:01}",
        "S: H9=?3 S4 S5 S6 D7 (straight 7) {0:02}",
        "W: H9 S4 S5 S6 D7 (?) {0:03}",
    ]


def test_a_row_has_its_columns() -> None:
    events = [
        Play("S", parse_cards("S3"), None, None, 1000, seq=1),
        *(Pass(seat, at_ms=2000, seq=at) for at, seat in enumerate("WNE", 2)),
        TrickEnd("S", "S", 2000, seq=5),
    ]
    assert write_record_text(HEADER, events).splitlines()[-2:] == [
        "   1.              S: S3 (?) {0:01}  W: - {0:02}  N: - {0:02}",
        "   4. E: - {0:02}  / S {0:02}",
    ]


@pytest.mark.parametrize(
    ("line", "column", "message"),
    [
        ("dance", 1, "dance is no event"),
        ("12. dance", 5, "dance is no event"),
        ("E: S3 S1 {0:01}", 7, "'S1' is no card"),
        ("E: S3 (?) {0:01}  S: XX {0:02}", 22, "'XX' is no card"),
        ("E: S3 (?) {soon}", 12, "soon is no time such as 1:05.12"),
        ("E: S3 (?) {0:61}", 12, "0:61 is no time"),
        ("E: S3 (?) {0:01 px}", 17, "px is no probability"),
        ("E: S3 (?)", 1, "play: at_ms is missing"),
        ("E: S3 (?) {0:01..0:02}", 11, "play has no after_ms"),
        ("E: S3 (?) {0:01", 11, "{ is never closed"),
        ('question E "why', 12, '" is never closed'),
        ("E: S3 (single 3) (pair 9) {0:01}", 18, "(pair 9) is a second reading"),
        ("E: S3 (?) {0:01} {0:09 s}", 19, "0:09 says a second time what stands before it"),
        ("E: S3 (?) {0:01 s i}", 19, "i says a second time"),
        ("E: S3 (?) {0:01~0:02 0:03}", 22, "0:03 says a second time"),
        ("E: S3 (?) {0:01~0:02~0:03}", 12, "0:01~0:02~0:03 are more than two times"),
        ("E: - {0:01..0:02..0:03}", 7, "are more than two times"),
        ("E: S3 (?) {0:01 p0.5 p0.5}", 22, "p0.5 says a second time"),
        ("E: S3 (?) {0:01 p０.5}", 17, "is no probability"),
        ("correction 3 \"\" \"\" {0:01} {0:02} struck", 28, "0:02 says a second time"),
        ("E: H9=S3 (single 3 as S4) {0:01}", 20, "its wild cards stand for S3 and for S4"),
        ("E: S3 S3 S3 S3 (bomb5 3) {0:01}", 17, "bomb5 is no reading of 4 cards"),
        ("report E ５ {0:01}", 10, "５ is no whole number"),
        ("report E 5 {0:０1}", 13, "0:０1 is no time"),
        ("E: S3 (house 3) {0:01}", 7, "(house 3) is no reading"),
        ("E: S3 (single 1) {0:01}", 15, "1 is no rank, level, SB or HR"),
        ("E: S3 {0:01}", 1, "before a deal has begun a play needs its reading"),
        ("deal_start 1", 1, "deal_start: level is missing"),
        ("deal_start one 2 E {0:00}", 12, "one is no whole number"),
        ("deal_start 1 1 E {0:00}", 1, 'deal_start: level cannot be "1"'),
        ("deal_start 1 2 Q {0:00}", 1, "deal_start: leader Q is none of E S W N"),
        ("deal_start 1 2 E levels {0:00}", 18, "deal_start: levels of what?"),
        ("deal_start 1 2 E when now {0:00}", 18, "deal_start: when cannot stand here"),
        ("tribute E (S) HR {0:01}", 11, "(S) is no to"),
        ("hands 1 E {0:01}", 9, "E is no hand such as E=S2,H2"),
        ("ruling \"\" \"\" - awards levels/-/1/-1/9 {0:01}", 23, "is no award such as"),
        ("ruling \"\" \"\" - awards levels/-/x {0:01}", 32, "x is no whole number"),
        ("ruling \"\" \"\" - awards levels/-/1 {0:01}", 1, "cannot change 0 levels"),
        ("appeal_answer 3 maybe \"\" \"\" {0:01}", 17, "maybe is neither yes nor no"),
        ("/ E>W>S {0:01}", 1, "a trick ends with its winner"),
        ("correction 3 \"\" \"\" {0:01}", 1, "a correction ends with `with` and an event, or with `struck`"),
        ("correction 3 \"\" \"\" {0:01} with 3.", 1, "a correction ends with"),
        ("correction 3 \"\" {0:01} struck", 1, "a correction names the event that it replaces"),
        ("correction 3 \"\" \"\" {0:01} with E: S1 (?) {0:01}", 35, "'S1' is no card"),
        ("match", 1, "match is no event"),
        ("12.", 1, "12. of no event"),
        ("[Round", 1, "a tag is closed with ]"),
        ("[Round one]", 8, "Round: not JSON"),
        ('[Rules "x"]', 1, "Rules is there twice"),
    ],
)  # fmt: skip
def test_a_fault_has_its_line_and_column(line: str, column: int, message: str) -> None:
    good = 'pause "a call" {0:05}'
    text = f"{HEAD}{line}\n; a comment\n{good}\n"
    record = read_record_text(text)
    (fault,) = record.faults
    assert (fault.line, fault.column) == (4, column)
    assert message in fault.message
    assert str(fault).startswith(f"line 4, column {column}: ")
    assert record.lines[-1] == 6
    with pytest.raises(RecordError, match=f"^line 4, column {column}: "):
        parse_record_text(text)


def test_wild_cards_and_readings_that_do_not_fit() -> None:
    start = "deal_start 1 9 E {0:00}\n"
    for cell, message in (
        ("E: S3 H4 {0:01}", "S3 H4 is no hand type at level 9; write (?)"),
        ("E: H9 S4 S5 S6 D7 {0:01}", "may be straight 8 or straight 7: say which, as (straight 8)"),
        ("E: H9=?5 S4 {0:01}", "its wild cards cannot stand for ?5"),
    ):
        (fault,) = read_record_text(HEAD + start + cell).faults
        assert (fault.line, fault.column) == (5, 1)
        assert message in fault.message


def test_all_faults_are_collected() -> None:
    text = f"{HEAD}E: S1 {{0:01}}  S: - {{0:02}}  W: S2 (?) {{x}}\ndance\n[Round 2]\n"
    record = read_record_text(text)
    assert [(fault.line, fault.column) for fault in record.faults] == [(4, 4), (4, 39), (5, 1), (6, 1)]
    assert record.events == (Pass("S", at_ms=2000),)


def test_headers_at_fault() -> None:
    assert Fault(1, "no record text: it begins with [Guandan 1]", 1) in read_record_text("").faults
    record = read_record_text('[Guandan 1]\n[Seats ["E"]]\nE: - {0:01}\n')
    assert record.header is None
    assert "match: rules is missing" in record.faults[0].message
    assert record.events == (Pass("E", at_ms=1000),)
    assert "version 2" in read_record_text('[Guandan 2]\n[Rules "x"]\n').faults[0].message
    strange = read_record_text('[Guandan 1]\n[Rules "x"]\n[Weather "fair"]\n')
    assert (strange.header, strange.faults) == (MatchStart("x"), ())


@settings(deadline=None, max_examples=80)
@given(st.integers(0, 5000), st.integers(0, 12), st.text(max_size=6))
def test_spoilt_text_raises_nothing(at: int, cut: int, junk: str) -> None:
    record = read_record(GOLDEN.read_text("utf-8"))
    assert record.header is not None
    text = write_record_text(record.header, record.events[:50])
    read_record_text(text[:at] + junk + text[at + cut :])


def test_the_examples_of_the_page_can_be_read() -> None:
    """Each whole text stands alone; lines of events are read under a header and a deal at level 9."""
    blocks = re.findall(r"```guandan\n(.*?)```", DOCS.read_text("utf-8"), re.DOTALL)
    assert len(blocks) >= 3
    for block in blocks:
        whole = block if block.startswith("[") else f"{HEAD}deal_start 1 9 E {{0:00}}\n{block}"
        record = parse_record_text(whole)
        assert record.events
        assert record.header is not None
        again = parse_record_text(write_record_text(record.header, record.events))
        assert (again.header, again.events) == (record.header, record.events)


def test_the_page_names_every_event() -> None:
    page = DOCS.read_text("utf-8")
    missing = [name for name in EVENT_NAMES if name not in page]
    assert missing == []


def test_cards_known_in_part_are_written_as_they_are() -> None:
    play = Play("E", (Card.parse("?3"), Card.parse("??")), None, None, 0)
    assert "E: ?3 ?? (?) {0:00}" in write_record_text(HEADER, [play])


def test_a_wild_card_may_be_said_with_a_suit_that_does_not_matter() -> None:
    record = read_record_text(f"{HEAD}deal_start 1 9 E {{0:00}}\nE: D3 H9=S3 {{0:01}}\n")
    assert record.faults == ()
    play = record.events[-1]
    assert isinstance(play, Play)
    assert play.reading is not None
    assert [str(each) for each in play.reading.wilds] == ["?3"]
