"""The position text: one line holds a deal as it stands, and a deal goes on from it as it would have."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import (
    FACES,
    DealStart,
    Hands,
    MatchStart,
    MatchState,
    Opening,
    Pass,
    Play,
    PositionError,
    Standing,
    Tribute,
    apply,
    deal_at,
    parse_cards,
    parse_position,
    position_of,
    read_position,
)
from engine.deal import DealState, pass_, play
from engine.position import position_at
from tests.unit.engine_matches import NATIONAL, begun, deal_out, played, random_match

DOCS = Path(__file__).parents[2] / "docs" / "position-text.md"
SAME = (
    "header", "number", "level", "leader", "to_play", "left", "played", "to_beat", "best", "won_by", "finish",
    "known", "misses",
)  # fmt: skip


def deal_of(state: MatchState) -> DealState:
    assert state.deal is not None
    return state.deal


def assert_round_trip(deal: DealState) -> DealState:
    position = position_of(deal)
    assert parse_position(str(position)) == position
    again = deal_at(position, NATIONAL)
    assert position_of(again) == position
    for field in SAME:
        assert getattr(again, field) == getattr(deal, field), field
    return again


@settings(deadline=None, max_examples=6)
@given(st.integers(0, 10**6))
def test_every_position_of_a_deal_round_trips_and_goes_on(seed: int) -> None:
    """The deal from the text, played on beside the other, stays the same."""
    rng = random.Random(seed)
    state = MatchState.start(MatchStart("national-2022"), NATIONAL)
    beside: DealState | None = None
    for event in random_match(seed):
        state = apply(state, event)
        if beside is not None and isinstance(event, Play | Pass):
            beside = play(beside, event) if isinstance(event, Play) else pass_(beside, event)
            for field in SAME:
                assert getattr(beside, field) == getattr(deal_of(state), field), field
        if beside is None or rng.random() < 0.1:
            beside = assert_round_trip(deal_of(state))


def test_hands_unread_cards_and_turns_that_are_missed() -> None:
    state = MatchState.start(MatchStart("national-2022"), NATIONAL)
    stock = [face for face in FACES for _ in range(2)]
    hands = {seat: tuple(stock[27 * at : 27 * at + 27]) for at, seat in enumerate("ESWN")}
    state = apply(state, Hands(1, hands))
    state = apply(state, DealStart(1, "2", "E"))
    assert_round_trip(deal_of(state))
    unread = Play("E", parse_cards("S3 ??"), None, None, 5, state=Standing.ASKED)
    state = apply(begun(), unread)
    text = str(position_of(deal_of(state)))
    assert text == "E,S,W,N 1 2 E S 25/27/27/27 E=S3??|? - - -"
    assert_round_trip(deal_of(state))


def test_before_a_deal() -> None:
    """Before its leader is known, then with it; no deal goes on from there."""
    state = MatchState.start(MatchStart("national-2022"), NATIONAL)
    assert str(position_at(state)) == "E,S,W,N 1 2 - - 27/27/27/27 - - - -"
    state = apply(state, Opening(1, turned=parse_cards("S5")[0], first="E", holder="W"))
    state = apply(state, Hands(1, {"E": parse_cards("S2 HR")}))
    position = position_at(state)
    assert str(position) == "E,S,W,N 1 2 W - 27:S2HR/27/27/27 - - - -"
    assert position == parse_position(str(position))
    with pytest.raises(PositionError, match="has not begun"):
        deal_at(parse_position(str(position)), NATIONAL)
    state = apply(state, DealStart(1, "2", "W"))
    assert position_at(state) == position_of(deal_of(state)) == replace(position, turn="W")
    over = deal_out(begun(), "EWSN")
    assert position_at(over) == position_of(deal_of(over))
    told = apply(over, Tribute("N", "W", parse_cards("SA")[0], 0))
    assert str(position_at(told)) == "E,S,W,N 2 5 - - 27/27/27/27 - - - -"
    assert position_at(told.header) is None


@pytest.mark.parametrize("order", ["EWSN", "ESWN", "NSEW"])
def test_a_deal_that_is_over(order: str) -> None:
    deal = deal_of(deal_out(begun(), order))
    assert deal.over
    assert_round_trip(deal)
    assert str(position_of(deal)).split()[4] == "-"


def test_a_line_reads_as_the_page_says() -> None:
    state = played(
        begun(NATIONAL, "9", ("9", "5"), "S"), "S S7 H7", "W ST HT", "N pass", "E pass", "S C5 D5 D5 H5 H9"
    )
    assert str(position_of(deal_of(state))) == (
        "E,S,W,N 1 9 S W 27/20/25/27 S=S7H7|pair|7,W=STHT|pair|T,N=-,E=-,S=C5D5D5H5H9|bomb|5|?5 - - -"
    )


def test_the_examples_of_the_page() -> None:
    blocks = re.findall(r"```position\n(.*?)```", DOCS.read_text("utf-8"), re.DOTALL)
    lines = [line for block in blocks for line in block.splitlines()]
    assert len(lines) == 5
    for line in lines:
        position = parse_position(line)
        assert str(position) == line
        if position.turn is not None:
            assert position_of(deal_at(position, NATIONAL)) == position


@pytest.mark.parametrize(
    ("text", "column", "message"),
    [
        ("", 1, "0 fields, where there are 10"),
        ("E,S,W,N 1 2 S S 27/27/27/27 - - -", 33, "9 fields"),
        ("E,S,W,E 1 2 S S 27/27/27/27 - - - -", 1, "no four different seats"),
        (",S,W,N 1 2 S S 27/27/27/27 - - - -", 1, "no four different seats"),
        ("E,S,W,N one 2 S S 27/27/27/27 - - - -", 9, "one is no whole number"),
        ("E,S,W,N 0 2 S S 27/27/27/27 - - - -", 9, "deals count from 1"),
        ("E,S,W,N 1 X S S 27/27/27/27 - - - -", 11, "'X' is no level"),
        ("E,S,W,N 1 2 Q S 27/27/27/27 - - - -", 13, "Q is none of E S W N"),
        ("E,S,W,N 1 2 S Q 27/27/27/27 - - - -", 15, "Q is none of E S W N"),
        ("E,S,W,N 1 2 S - 26/27/27/27 S=S3|single|3 - - -", 15, "nobody is to play before a deal"),
        ("E,S,W,N 1 2 - S 27/27/27/27 - - - -", 13, "a deal that has begun was led by somebody"),
        ("E,S,W,N 1 2 S S 27/27/27 - - - -", 17, "no four hands"),
        ("E,S,W,N 1 2 S S 27/27/27/28 - - - -", 17, "N cannot have 28 cards left"),
        ("E,S,W,N 1 2 S S 27/27/27/26 - - - -", 31, "107 cards in all"),
        ("E,S,W,N 1 2 S S 27:S1/27/27/27 - - - -", 20, "'S1' is no card"),
        ("E,S,W,N 1 2 S S 27:S2S2/27:S2/27/27 - - - -", 39, "S2 is there 3 times"),
        ("E,S,W,N 1 2 S S 27/26/27/27 S=S3 - - -", 31, "S3 lies there without a reading"),
        ("E,S,W,N 1 2 S S 27/26/27/27 S=S3|duo|3 - - -", 34, "duo is no hand type"),
        ("E,S,W,N 1 2 S S 27/26/27/27 S=S3|single|1 - - -", 41, "1 is no rank, level, SB or HR"),
        ("E,S,W,N 1 2 S S 27/26/27/27 S3 - - -", 29, "S3 is no turn"),
        ("E,S,W,N 1 2 S S 27/27/27/27 - - E -", 33, "out are those who have no cards left"),
        ("E,S,W,N 1 2 E S 26/27/27/27 E=S3|bomb|3 - - -", 29, "S3 cannot be read as bomb1 3 at level 2"),
        ("E,S,W,N 1 2 E S 26/27/27/27 E=S3|single|4 - - -", 29, "S3 cannot be read as single 4"),
        ("E,S,W,N 1 2 E S 26/27/27/27 E=S3|single|3|HR - - -", 29, "read as single 3 with wild cards as HR"),
        ("E,S,W,N 1 3 E S 26/27/27/27 E=S3|single|3 - - -", 29, "S3 cannot be read as single 3 at level 3"),
        ("E,S,W,N 1 2 E S 27/27/27/27 E=- - - -", 29, "E leads and cannot pass"),
        (
            "E,S,W,N 1 2 E S 25/27/27/27 E=S3|single|3,E=S4|single|4 - - -",
            29,
            "E has no turn after that of E",
        ),
        ("E,S,W,N 1 2 E W 26/27/27/27 E=S3|single|3,N=-,S=- - - -", 29, "S has no turn after that of N"),
        ("E,S,W,N 1 9 S S 27/26/27/27 S=S7|single|7 - - -", 15, "S has laid what lies there"),
        ("E,S,W,N 1 2 E W 26/26/27/27 E=S3|single|3,S=-,E=-,S=S4|single|4 - - -", 29, "E has no turn after"),
        ('E,S,W,N 1 2 S S 27/27/27/27 - - - "', 35, "never closed"),
    ],
)
def test_a_fault_has_its_column(text: str, column: int, message: str) -> None:
    _, faults = read_position(text)
    assert (faults[0].line, faults[0].column) == (1, column)
    assert message in faults[0].message
    with pytest.raises(PositionError, match=f"^column {column}: "):
        parse_position(text)


def test_all_faults_are_collected() -> None:
    position, faults = read_position("E,S,W,E one X S S 27/27/27/27 - S1 - -")
    assert position is None
    assert [fault.column for fault in faults] == [1, 9, 13, 33]


@settings(deadline=None, max_examples=100)
@given(st.integers(0, 120), st.integers(0, 6), st.text(max_size=4))
def test_spoilt_text_raises_nothing(at: int, cut: int, junk: str) -> None:
    line = "E,S,W,N 1 9 S W 27/20/25/27 S=S7H7|pair|7,W=STHT|pair|T,N=-,E=-,S=C5D5D5H5H9|bomb|5|?5 - - -"
    position, faults = read_position(line[:at] + junk + line[at + cut :])
    assert (position is None) <= bool(faults)
