"""A record replayed: the first place of each fault is named, and what follows from it does not drown it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine import (
    Correction,
    DealEnd,
    DealStart,
    Event,
    Fault,
    MatchStart,
    Pass,
    Play,
    TrickEnd,
    dumps_line,
    parse_cards,
    read_record,
    replay,
)
from tests.unit.engine_matches import NATIONAL, random_match

HEADER = MatchStart("national-2022")
MATCH = random_match(5, deals=3)
"""Three deals; event n stands on line n + 1."""


def faults_of(events: list[Event], *, numbered: bool = True) -> list[Fault]:
    if not numbered:
        events = [replace(event, seq=0) for event in events]
    return list(replay(read_record("\n".join(map(dumps_line, (HEADER, *events)))), NATIONAL)[1])


def at(deal: int, kind: type, number: int = 0) -> int:
    """Place of an event of a deal (both from 0)."""
    starts = [place for place, event in enumerate(MATCH) if isinstance(event, DealStart)]
    return [place for place, event in enumerate(MATCH) if isinstance(event, kind) and place > starts[deal]][
        number
    ]


def changed(place: int, **fields: object) -> list[Event]:
    return [*MATCH[:place], replace(MATCH[place], **fields), *MATCH[place + 1 :]]  # type: ignore[arg-type]


def test_a_match_without_fault() -> None:
    assert faults_of(MATCH) == []
    assert faults_of(MATCH, numbered=False) == []


@pytest.mark.parametrize("deal", [0, 1, 2])
@pytest.mark.parametrize("numbered", [True, False])
def test_a_play_that_is_missing_is_one_fault_and_one_that_follows(deal: int, numbered: bool) -> None:
    """The other deals are taken up as the record says, so that they are not at fault."""
    place = at(deal, Play, 3)
    faults = faults_of(MATCH[:place] + MATCH[place + 1 :], numbered=numbered)
    assert faults[0].line == place + 2
    assert len(faults) <= 2
    if numbered:
        assert faults[0].message == f"event {place + 1} is missing"
    else:
        assert " cannot " in faults[0].message
    assert f"may follow from line {place + 2}: " in faults[1].message
    assert "more of the deal" in faults[1].message


def test_a_fault_in_each_deal_is_named_in_each() -> None:
    events = list(MATCH)
    places = [at(deal, Play, 2) for deal in range(3)]
    for place in places:
        events[place] = replace(
            events[place], seat={"E": "S", "S": "W", "W": "N", "N": "E"}[events[place].seat]
        )
    faults = [fault for fault in faults_of(events) if "follow" not in fault.message]
    assert [fault.line for fault in faults] == [place + 2 for place in places]


@pytest.mark.parametrize(
    ("cards", "message"), [("?3 ?4", "which is no hand type"), ("S2 S2 S2", "S2 would lie")]
)
def test_cards_that_cannot_be_played_lie_there_so_that_the_deal_goes_on(cards: str, message: str) -> None:
    """A misread card is one fault: whose turn comes next does not hang on it."""
    size = len(parse_cards(cards))
    place = next(n for n, e in enumerate(MATCH) if isinstance(e, Play) and len(e.cards) == size)
    faults = faults_of(changed(place, cards=parse_cards(cards), reading=None))
    assert faults[0].line == place + 2
    assert message in faults[0].message
    assert not any("turn" in fault.message for fault in faults)


def test_a_line_that_cannot_be_read_is_where_what_follows_comes_from() -> None:
    place = at(1, Play, 4)
    lines = [dumps_line(HEADER), *map(dumps_line, MATCH)]
    lines[place + 1] = lines[place + 1][:20]
    record = read_record("\n".join(lines))
    assert [fault.line for fault in record.faults] == [place + 2]
    _, faults = replay(record, NATIONAL)
    assert len(faults) == 1
    assert f"may follow from line {place + 2}: " in faults[0].message


def test_a_deal_that_begins_wrongly_is_played_as_it_says() -> None:
    place = at(1, DealEnd) + 1
    start = MATCH[place]
    assert isinstance(start, DealStart)
    faults = faults_of(changed(place, deal=start.deal + 3))
    assert faults[0].line == place + 2
    assert "deal 3 comes next" in faults[0].message
    assert len(faults) <= 2


def test_a_deal_without_its_end_at_fault() -> None:
    """Without a play and without its end a deal is broken off, and the next one begun as it says."""
    lost = {at(0, Play, 3), at(0, DealEnd)}
    events = [event for place, event in enumerate(MATCH) if place not in lost]
    faults = faults_of(events, numbered=False)
    assert faults[0].line == min(lost) + 2
    assert all(fault.line < at(1, DealEnd) for fault in faults)


@pytest.mark.parametrize(
    ("numbers", "lines"),
    [
        ([1, 2, 3, 4], []),
        ([0, 0, 0, 0], []),
        ([1, 3, 4, 5], ["line 3: event 2 is missing"]),
        ([1, 5, 6, 7], ["line 3: events 2 to 4 are missing"]),
        ([1, 90, 3, 4], ["line 3: event 90 stands where event 2 has its place"]),
        ([5, 6, 7, 8], ["line 2: events 1 to 4 are missing"]),
    ],
)
def test_numbers(numbers: list[int], lines: list[str]) -> None:
    events = [DealStart(1, "2", "E"), Play("E", parse_cards("S3"), None, None, 5), Pass("S"), Pass("W")]
    faults = faults_of([replace(event, seq=seq) for event, seq in zip(events, numbers, strict=True)])
    assert list(map(str, faults)) == lines


def test_an_event_twice() -> None:
    place = at(0, Play, 1)
    faults = faults_of([*MATCH[: place + 1], *MATCH[place:]])
    assert str(faults[0]).startswith(f"line {place + 3}: event {place + 1} cannot follow event {place + 1}")
    assert len(faults) == 1


def test_conflicts_are_one_fault_a_deal() -> None:
    """A lead turned into the strongest play: of those that no longer hold the first is named."""
    first = at(0, Play, 0)
    kings = Play(MATCH[first].seat, parse_cards("SB SB HR HR"), None, None, 0)
    faults = faults_of([*MATCH, Correction(first + 1, kings, "referee", "", 10**7, len(MATCH) + 1)])
    assert faults
    assert faults[0].line > first + 2
    assert "no longer holds" in faults[0].message
    assert len(faults) <= 4


def test_a_state_is_told_with_its_faults() -> None:
    place = at(0, TrickEnd)
    ended = MATCH[place]
    assert isinstance(ended, TrickEnd)
    other = next(seat for seat in "ESWN" if seat != ended.seat)
    record = read_record("\n".join(map(dumps_line, (HEADER, *changed(place, seat=other)))))
    state, faults = replay(record, NATIONAL)
    assert [result.finish for result in state.deals_done] == [
        event.finish for event in MATCH if isinstance(event, DealEnd)
    ]
    assert len(faults) == 1
    assert f"trick_end says seat {other}, but it is {ended.seat}" in faults[0].message
