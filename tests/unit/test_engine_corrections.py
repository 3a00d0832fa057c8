"""Corrections: an event takes the place and time of an earlier one, and the fold is done again."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import (
    FACES,
    Card,
    Correction,
    DealEnd,
    Event,
    IllegalPlay,
    MatchEnd,
    MatchStart,
    MatchState,
    OutOfOrder,
    OutOfTurn,
    Pass,
    Play,
    RuleError,
    Standing,
    TrickEnd,
    apply,
    dumps_line,
    parse_cards,
    read_record,
    replay,
)
from engine.deal import DealState
from tests.unit.engine_matches import NATIONAL, begun, deal_out, played, random_match, with_consequences


def deal_of(state: MatchState) -> DealState:
    assert state.deal is not None
    return state.deal


def asked(seat: str, cards: str) -> Play:
    return Play(seat, parse_cards(cards), None, None, 0, state=Standing.ASKED)


def test_correction_of_a_play() -> None:
    state = played(begun(), "E S3 H3", "S S5 D5", "W pass")
    more = Play("E", parse_cards("S4 H4"), None, None, 99, state=Standing.ACCEPTED)
    after = apply(state, Correction(2, more, "referee", "misread", 9000))
    assert deal_of(after).played[Card.parse("S4")] == 1
    assert Card.parse("S3") not in deal_of(after).played
    assert after.events[1] == replace(more, seq=2, at_ms=2000)  # the time of what it replaces
    assert isinstance(after.events[-1], Correction)
    assert deal_of(after).to_play == "N"
    again = apply(after, Correction(2, replace(more, cards=parse_cards("C4 D4")), "referee", "", 9900))
    assert deal_of(again).played[Card.parse("C4")] == 1
    with pytest.raises(OutOfOrder, match="correct what it replaced"):
        apply(after, Correction(5, more, "referee", "", 9900))


def test_correction_that_cannot_be() -> None:
    state = played(begun(), "E S3 H3", "S S5 D5", "W pass")
    before = repr(state)
    high = Play("E", parse_cards("SK HK"), None, None, 0)
    with pytest.raises(OutOfTurn, match="event 2 cannot be corrected: W cannot play SK HK, as it is E's"):
        apply(state, Correction(2, replace(high, seat="W"), "referee", "", 9000))
    with pytest.raises(OutOfOrder, match="event 77 cannot be corrected: there is none"):
        apply(state, Correction(77, None, "referee", "", 9000))
    assert repr(state) == before


def test_a_later_play_that_no_longer_beats_is_named_and_lies_there() -> None:
    state = played(begun(), "E S3 H3", "S S5 D5", "W S7 D7", "N pass")
    high = Play("E", parse_cards("SK HK"), None, None, 0)
    after = apply(state, Correction(2, high, "referee", "", 9000))
    (conflict,) = after.conflicts
    assert conflict.event == state.events[2]
    assert str(conflict).startswith(
        "event 3 no longer holds: S cannot play S5 D5: pair 5 does not beat pair K"
    )
    assert dict(deal_of(after).left) == {"E": 25, "S": 25, "W": 25, "N": 27}
    assert deal_of(after).to_play == "E"  # the deal goes on
    settled = apply(after, Correction(3, Play("S", parse_cards("SA DA"), None, None, 0), "referee", "", 0))
    assert [each.event.seq for each in settled.conflicts] == [4]  # now W's sevens do not beat
    none = apply(settled, Correction(4, Pass("W"), "referee", "", 0))
    assert none.conflicts == ()
    assert str(deal_of(none).to_beat) == "pair A"


def test_moves_out_of_turn_since_a_correction_are_named_one_by_one() -> None:
    state = played(begun(), "E S3 H3", "S pass", "W S7 H7", "N pass")
    after = apply(state, Correction(3, None, "referee", "not seen", 9000))
    assert [(each.event.seq, each.reason[:38]) for each in after.conflicts] == [
        (4, "W cannot play S7 H7, as it is S's turn"),
        (5, "N cannot pass, as it is S's turn (deal"),
    ]
    assert deal_of(after).to_play == "S"
    assert [event.seq for event in after.events] == [1, 2, 4, 5, 6]
    back = apply(after, Correction(3, Pass("S"), "referee", "it was", 9500))
    assert back.conflicts == ()
    assert back.deal == state.deal


def test_correction_of_a_pass_into_a_play_and_back() -> None:
    state = played(begun(), "E S3 H3", "S pass", "W S7 H7")
    play = Play("S", parse_cards("S6 H6"), None, None, 2500)
    after = apply(state, Correction(3, play, "referee", "", 9000))
    assert deal_of(after).left["S"] == 25
    back = apply(after, Correction(3, Pass("S", 2000, 4000), "referee", "", 9500))
    assert dict(deal_of(back).left) == dict(deal_of(state).left)
    assert back.events[2] == Pass("S", 2000, 4000, seq=3)  # at the time of the first, which nobody knows


def test_an_event_can_be_struck_out() -> None:
    state = played(begun(), "E S3 H3", "S S5 D5")
    after = apply(state, Correction(3, None, "referee", "the sleeve", 9000))
    assert deal_of(after).to_play == "S"
    assert deal_of(after).left["S"] == 27
    assert [event.seq for event in after.events] == [1, 2, 4]


def test_what_follows_is_worked_out_anew() -> None:
    state = with_consequences(deal_out(begun(), "EWSN"))
    last = next(event for event in reversed(state.events) if isinstance(event, Play))
    assert len(last.cards) == 1
    # the last play was a misread: there was none, so the deal is not over and its end falls away
    after = apply(state, Correction(last.seq, None, "referee", "", 0))
    assert not deal_of(after).over
    assert after.deals_done == ()
    assert not any(isinstance(event, DealEnd) for event in after.events)
    assert after.levels == ("2", "2")


def test_unread_play_settled_later() -> None:
    state = apply(played(begun(), "E SK HK"), asked("S", "SA ??"))
    state = played(state, "W pass", "N pass", "E pass")
    state = with_consequences(state)
    settled = Play("S", parse_cards("SA DA"), None, None, 0)
    after = apply(state, Correction(3, settled, "referee", "", 9000))
    assert not any(card.is_unread for card in deal_of(after).played)
    assert deal_of(after).to_play == "S"


def test_a_record_tells_where_an_event_no_longer_holds() -> None:
    state = played(begun(), "E S3 H3", "S S5 D5", "W S7 D7")
    high = Play("E", parse_cards("S6 H6"), None, None, 0)
    lines = [*map(dumps_line, (state.header, *state.events, Correction(2, high, "referee", "", 9000, 5)))]
    _, (fault,) = replay(read_record("\n".join(lines)), NATIONAL)
    assert str(fault).startswith("line 4: event 3 no longer holds: S cannot play S5 D5: pair 5 does not beat")


def folded(events: tuple[Event, ...]) -> MatchState:
    state = MatchState.start(MatchStart("national-2022"), NATIONAL)
    for event in events:
        state = apply(state, event)
    return state


def replacement(rng: random.Random, event: Event) -> Event | None:
    """A pass for a play, a play of some cards for either, or nothing at all."""
    if not isinstance(event, Play | Pass) or rng.random() < 0.2:
        return None
    if isinstance(event, Play) and rng.random() < 0.3:
        return Pass(event.seat)
    return Play(event.seat, tuple(rng.sample(FACES, rng.randint(1, 2))), None, None, 0)


def in_force(state: MatchState) -> MatchState:
    """The state with the events in force, whatever it came by."""
    events = tuple(event for event in state.events if not isinstance(event, Correction))
    return replace(state, events=events, given=())


def test_what_no_longer_holds_can_be_undone_and_done_again() -> None:
    """A correction that another one has left without ground is no new one: it is had back, and named."""
    state = played(begun(), "E S3 H3", "S S5 D5", "W S7 D7", "N pass")
    sevens = Play("S", parse_cards("C7 H7"), None, None, 0)
    state = apply(state, Correction(3, sevens, "referee", "", 9000))
    assert [each.event.seq for each in state.conflicts] == [4]  # sevens do not beat sevens
    eights = Play("E", parse_cards("S8 H8"), None, None, 0)
    state = apply(state, Correction(2, eights, "referee", "", 9100))
    assert [each.event.seq for each in state.conflicts] == [3]  # on what lies unread anything may lie
    undone = apply(state, Correction(3, state.given[2], "referee", "", 9200))
    assert [each.event.seq for each in undone.conflicts] == [3]  # nor do fives beat eights
    redone = apply(undone, Correction(3, sevens, "referee", "", 9300))
    assert in_force(redone) == in_force(state)
    with pytest.raises(
        IllegalPlay, match="event 3 cannot be corrected: S cannot play C6 H6: pair 6 does not"
    ):
        apply(state, Correction(3, replace(sevens, cards=parse_cards("C6 H6")), "referee", "", 9400))
    gone = apply(redone, Correction(3, None, "referee", "", 9500))
    assert [each.event.seq for each in gone.conflicts] == [4, 5]
    assert in_force(apply(gone, Correction(3, sevens, "referee", "", 9600))) == in_force(state)


def test_cards_that_cannot_be_lie_there_unread_so_that_the_deal_goes_on() -> None:
    state = played(begun(), "E S3 H3", "S S5 S5", "W S7 D7", "N pass")
    fives = Play("E", parse_cards("S5 H5"), None, None, 0)
    after = apply(state, Correction(2, fives, "referee", "", 9000))
    (conflict,) = after.conflicts  # and not all who played after it
    assert str(conflict).startswith("event 3 no longer holds: S cannot play S5 S5: S5 would lie 3 times")
    assert dict(deal_of(after).left) == {"E": 25, "S": 25, "W": 25, "N": 27}
    assert deal_of(after).played[Card.parse("??")] == 2
    assert after.events[2] == state.events[2]


@settings(deadline=None, max_examples=40)
@given(st.integers(0, 10**6), st.integers(2, 7))
def test_whatever_stood_is_had_back_and_done_again(seed: int, count: int) -> None:
    """Corrections of one trick or two, so that they stand upon one another: undo, then redo, is identity."""
    rng = random.Random(seed)
    state = folded(tuple(random_match(seed)))
    first = rng.randrange(1, len(state.events) - 8)
    near = [event for event in state.events[first : first + 8] if isinstance(event, Play | Pass)]
    forms: dict[int, list[Event | None]] = {event.seq: [event] for event in near}
    for event in rng.choices(near, k=count):
        new = replacement(rng, event)
        try:
            state = apply(state, Correction(event.seq, new, "referee", "", 0))
        except RuleError:
            continue
        forms[event.seq].append(new)
        for seq, stood in forms.items():
            other = rng.choice(stood)
            undone = apply(state, Correction(seq, other, "referee", "undone", 0))
            redone = apply(undone, Correction(seq, stood[-1], "referee", "done again", 0))
            assert in_force(redone) == in_force(state)


@settings(deadline=None, max_examples=25)
@given(st.integers(0, 10**6), st.integers(1, 6))
def test_corrections_refold_or_name_the_conflict_and_can_all_be_undone(seed: int, count: int) -> None:
    rng = random.Random(seed)
    original = folded(tuple(random_match(seed, deals=2)))
    movable = [event for event in original.events if not isinstance(event, TrickEnd | DealEnd | MatchEnd)]
    state, corrected = original, dict[int, Event]()
    for event in rng.choices(movable, k=count):
        before = state
        try:
            state = apply(state, Correction(event.seq, replacement(rng, event), "referee", "", 0))
            corrected[event.seq] = event
        except RuleError:
            assert state is before
        if state.deal:
            assert sum(state.deal.left.values()) + sum(state.deal.played.values()) == 108
        in_record = {each.seq for each in state.events}
        assert all(conflict.event.seq in in_record and conflict.reason for conflict in state.conflicts)
    assert folded(state.given or state.events) == state  # the log says all
    for seq in reversed(corrected):
        state = apply(state, Correction(seq, corrected[seq], "referee", "undone", 0))
    assert state.conflicts == ()
    assert [event for event in state.events if not isinstance(event, Correction)] == list(original.events)
    assert replace(state, events=original.events) == original
