"""Messages of the NJUPT judge become a record."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import (
    COPIES,
    FACES,
    ComboType,
    DealEnd,
    DealStart,
    Hands,
    MatchStart,
    Pass,
    Play,
    Record,
    Refusal,
    Return,
    RuleSet,
    Tribute,
    read_njupt,
    replay,
)
from tests.unit.engine_matches import NATIONAL, random_match

HEADER = MatchStart("national-2022")
NAMES = {
    ComboType.SINGLE: "Single",
    ComboType.PAIR: "Pair",
    ComboType.TRIPLE: "Trips",
    ComboType.FULLHOUSE: "ThreeWithTwo",
    ComboType.TUBE: "ThreePair",
    ComboType.PLATE: "TwoTrips",
    ComboType.STRAIGHT: "Straight",
    ComboType.SFLUSH: "StraightFlush",
    ComboType.BOMB: "Bomb",
    ComboType.FOURKINGS: "Bomb",
}
LENGTHS = {ComboType.STRAIGHT: 5, ComboType.SFLUSH: 5, ComboType.TUBE: 3, ComboType.PLATE: 2}


def lines(*messages: dict[str, Any]) -> str:
    return "\n".join(map(json.dumps, messages))


def played(position: int, *action: Any) -> dict[str, Any]:
    return {"type": "notify", "stage": "play", "curPos": position, "curAction": [*action]}


def asked(**fields: Any) -> dict[str, Any]:
    return {"type": "act", "stage": "play"} | fields


def action(play: Play, level: str) -> list[Any]:
    """A play as the judge names it: runs by their lowest card."""
    combo = play.reading
    assert combo is not None
    if combo.type in LENGTHS:
        rank = ("A" + "23456789TJQKA")[combo.key - LENGTHS[combo.type]]
    else:
        rank = {0: "R", 15: level, 16: "B", 17: "R"}.get(combo.key) or "..23456789TJQKA"[combo.key]
    return [NAMES[combo.type], rank, [str(card) for card in play.cards]]


def messages(seed: int) -> tuple[list[dict[str, Any]], list[Any]]:
    """A random deal as one client hears it, and its events."""
    events = random_match(seed)
    start = events[0]
    assert isinstance(start, DealStart)
    heard: list[dict[str, Any]] = [{"type": "notify", "stage": "beginning", "handCards": [], "myPos": 0}]
    heard.append(asked(selfRank="2", oppoRank="2", curRank=start.level, curPos=-1, actionList=[]))
    for event in events:
        if isinstance(event, Play):
            heard.append(played("ESWN".index(event.seat), *action(event, start.level)))
        elif isinstance(event, Pass):
            heard.append(played("ESWN".index(event.seat), "PASS", "PASS", "PASS"))
        elif isinstance(event, DealEnd):
            order = ["ESWN".index(seat) for seat in event.finish]
            order += [at for at in range(4) if at not in order]
            over = {"type": "notify", "stage": "episodeOver", "order": order, "curRank": start.level}
            heard.append(over | {"restCards": []})
    return heard, events


@pytest.mark.parametrize("seed", range(6))
def test_a_deal_is_taken_over_play_by_play(seed: int) -> None:
    heard, events = messages(seed)
    record = read_njupt(lines(*heard), HEADER)
    assert record.faults == ()
    wanted = [(e.seat, e.cards, e.reading) for e in events if isinstance(e, Play)]
    assert [(e.seat, e.cards, e.reading) for e in record.events if isinstance(e, Play)] == wanted
    state, faults = replay(record, NATIONAL)
    assert faults == ()
    assert state.deals_done[0].finish == next(e.finish for e in events if isinstance(e, DealEnd))
    as_list = read_njupt(json.dumps(heard, indent=2), HEADER)
    assert as_list.events == record.events


def small_match(refused: bool) -> Record:
    hand = [str(face) for face in FACES for _ in range(COPIES)][:27]
    before = {"type": "notify", "stage": "beginning", "handCards": hand, "myPos": 1}
    end = {"type": "notify", "stage": "episodeOver", "order": [0, 2, 1, 3], "curRank": "2", "restCards": []}
    anti = {"type": "notify", "stage": "anti-tribute", "antiNums": 1, "antiPos": [3]}
    tribute = {"type": "notify", "stage": "tribute", "result": [[1, 0, "SA"], [3, 2, "SK"]]}
    back = {"type": "notify", "stage": "back", "result": [[0, 1, "S4"], [2, 3, "S5"]]}
    level = asked(selfRank="2", oppoRank="5", curRank="5")
    given = [anti] if refused else [tribute, back]
    first = [before, played(0, "Single", "3", ["C3"]), end]
    done = {"type": "notify", "stage": "gameOver", "curTimes": 1, "settingTimes": 1}
    return read_njupt(lines(*first, before, *given, level, played(0, "Single", "4", ["D4"]), done), HEADER)


def test_hands_tribute_and_levels() -> None:
    record = small_match(refused=False)
    assert record.faults == ()
    kinds = [type(event) for event in record.events]
    assert kinds == [
        Hands,
        DealStart,
        Play,
        DealEnd,
        Hands,
        Tribute,
        Tribute,
        Return,
        Return,
        DealStart,
        Play,
    ]
    assert record.lines == (1, 2, 2, 3, 4, 5, 5, 6, 6, 8, 8)
    start = record.events[9]
    assert isinstance(start, DealStart)
    assert (start.deal, start.level, start.levels) == (2, "5", ("5", "2"))
    assert record.events[3] == DealEnd(1, ("E", "W"), None, None, None, seq=4)
    assert next(e for e in record.events if isinstance(e, Tribute)).to == "E"


def test_refusal_by_one_seat_shows_both_jokers() -> None:
    refusal = next(e for e in small_match(refused=True).events if isinstance(e, Refusal))
    assert refusal.seats == ("N", "N")


@pytest.mark.parametrize(
    ("message", "said"),
    [
        ("{", "not JSON"),
        ("hello", "not JSON"),
        ({"type": "shout", "stage": "play"}, "'shout' is no type of message"),
        ({"type": "notify", "stage": "lunch"}, "'lunch' is no stage"),
        ({"type": "act", "stage": "lunch"}, "'lunch' is no stage"),
        (played(4, "Single", "3", ["C3"]), "4 is no position"),
        (played(0, "Single", "3"), "is no action"),
        (played(0, "Duo", "3", ["C3"]), "'Duo' is no type of an action"),
        (played(0, "Single", "4", ["C3"]), "the cards cannot be that at level 2"),
        (played(0, "Single", "X", ["C3"]), "'X' is no rank"),
        (played(0, "PASS", "PASS", ["C3"]), "['PASS', 'PASS', ['C3']] is a pass, which has no cards"),
        (played(0, "Single", "3", ["X3"]), "'X3' is no card"),
        (played(0, "Single", "3", "C3"), "'C3' is no list"),
        ({"type": "notify", "stage": "tribute", "result": [[0, 1]]}, "is no gift"),
        (asked(curRank="1"), "'1' is no level"),
    ],
)
def test_a_message_at_fault_is_named(message: Any, said: str) -> None:
    text = message if isinstance(message, str) else json.dumps(message)
    good = lines(asked(curRank="2"), played(0, "Single", "5", ["C5"]))
    record = read_njupt(f"{good}\n{text}\n{lines(played(1, 'Single', '6', ['C6']))}", HEADER)
    assert [fault.line for fault in record.faults] == [3]
    assert said in record.faults[0].message
    assert [event.cards[0].rank for event in record.events if isinstance(event, Play)] == ["5", "6"]


@settings(deadline=None, max_examples=60)
@given(st.integers(0, 10**6), st.data())
def test_spoilt_messages_raise_nothing(seed: int, data: st.DataObject) -> None:
    heard = json.loads(json.dumps(messages(3)[0][:40]))
    rng = random.Random(seed)
    odd = (
        st.none() | st.booleans() | st.integers(-9, 9) | st.text(max_size=3) | st.lists(st.none(), max_size=3)
    )
    for message in rng.sample(heard, 5):
        message[rng.choice([*message])] = data.draw(odd | st.dictionaries(st.text(max_size=2), odd))
    record = read_njupt(lines(*heard), HEADER)
    replay(record, NATIONAL)


def test_a_hand_of_28_cards_as_the_manual_has_it() -> None:
    hand = [str(face) for face in FACES][:28]
    heard = {"type": "notify", "stage": "beginning", "handCards": hand, "myPos": 1}
    record = read_njupt(lines(heard, asked(curRank="2"), played(0, "Single", "5", ["C5"])), HEADER)
    assert list(map(str, record.faults)) == ["line 1: a hand of 28 cards, where 27 are dealt"]
    assert [type(event) for event in record.events] == [DealStart, Play]


def test_without_a_level_or_a_play() -> None:
    assert str(read_njupt("", HEADER).faults[0]) == "line 1: no deal: there is not one message of a play"
    record = read_njupt(lines(played(0, "Single", "3", ["C3"])), HEADER)
    (fault,) = record.faults
    assert "nothing tells the level of deal 1" in str(fault)


def test_a_breach_of_the_rules_is_found_by_the_replay() -> None:
    record = read_njupt(lines(asked(curRank="2"), *[played(0, "Single", "5", ["C5"])] * 2), HEADER)
    _, faults = replay(record, RuleSet.load("national-2022"))
    assert [fault.line for fault in faults] == [3]
