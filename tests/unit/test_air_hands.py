"""The open hands: what they need before anybody sees them, and that they are the true ones."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from typing import Any

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.air.channel import Closed, Output
from app.air.delays import Delays
from app.air.open_hands import LEAST_DELAY_S, hands_of
from app.air.rows import Folding, Row
from app.air.states import HandsState, schema
from engine import (
    FACES,
    Award,
    AwardKind,
    Correction,
    DealStart,
    Event,
    Hands,
    Play,
    Return,
    Ruling,
    ThrownIn,
    Tribute,
    apply,
    legal_plays,
    tribute_cards,
)
from tests.unit.air_outputs import HEAD, PLAYED, channel, read, rows_of, run
from tests.unit.sheet_matches import begun, more_deals

HANDS = {seat: tuple((FACES * 2)[n::4]) for n, seat in enumerate("ESWN")}


def hands_rows(*more: Event) -> list[Row]:
    return rows_of(Hands(1, HANDS, 500), DealStart(1, "2", "E", None, 1000), *more)


def lead(second: float) -> Play:
    card, _ = next((cards, reading) for cards, reading in legal_plays(HANDS["E"], "2") if len(cards) == 1)
    return Play("E", card, None, None, int(1000 * second))


def thrown(second: float) -> list[Event]:
    return [ThrownIn(("E", "S", "W", "N"), "referee", "agreed", int(1000 * second))]


def test_the_open_hands_need_hands_a_switch_and_a_quarter_of_an_hour() -> None:
    rows = hands_rows(lead(10))
    in_part = rows_of(Hands(1, {"E": HANDS["E"]}, 500), DealStart(1, "2", "E", None, 1000))
    late = LEAST_DELAY_S + 10.0
    for on, delay, log, seen in (
        (True, LEAST_DELAY_S, rows, True),
        (False, LEAST_DELAY_S, rows, False),
        (True, LEAST_DELAY_S - 1, rows, False),
        (True, 0, rows, False),
        (True, LEAST_DELAY_S, PLAYED, False),
        (True, LEAST_DELAY_S, in_part, False),
    ):
        made, hand = channel("hands", delay, log, on=on)
        hand.at = late
        assert (made.state() is not None) == seen, (on, delay)
        assert (made.seq >= 0, bool(made.etag)) == (seen, seen)
    assert not Output("hands").on, "off unless somebody wants it"


def test_the_hands_shrink_as_cards_are_played() -> None:
    first = lead(10)
    made, hand = channel("hands", LEAST_DELAY_S, hands_rows(first), on=True)
    hand.at = LEAST_DELAY_S + 9
    before = read(made)
    jsonschema.Draft202012Validator(schema(HandsState)).validate(before)
    assert {seat: len(cards) for seat, cards in before["hands"].items()} == dict.fromkeys("ESWN", 27)
    assert sorted(before["hands"]["S"]) == sorted(map(str, HANDS["S"]))
    hand.at += 1
    after = read(made)
    gone = [*(Counter(before["hands"]["E"]) - Counter(after["hands"]["E"])).elements()]
    assert gone == [str(card) for card in first.cards]
    assert after["public"]["trick"][0]["cards"] == gone
    assert (after["deal"], after["seq"], after["public"]["output"]) == (1, 3, "public")


def test_a_delay_that_was_raised_has_to_pass_before_the_hands_are_seen() -> None:
    """What is shown already is of this moment: it grows old first."""
    made, hand = channel("hands", 0, hands_rows(lead(10)), on=True)
    hand.at = 10.0
    assert made.state() is None
    made.delay_s = LEAST_DELAY_S
    assert made.state() is None
    hand.at = LEAST_DELAY_S + 9.9
    assert made.state() is None
    hand.at = LEAST_DELAY_S + 10.0
    assert made.state() is not None
    made.delay_s = 5
    assert made.state() is None


def test_the_hands_of_a_deal_that_is_over_may_be_seen_at_any_delay() -> None:
    rows = hands_rows(lead(10), *thrown(20))
    made, hand = channel("hands", 5, on=True)
    for row in rows[:4]:
        made.take(row)
    hand.at = 15.0
    assert made.state() is None, "it is played"
    for row in rows[4:]:
        made.take(row)
    hand.at = 20.0
    state = read(made)
    assert (state["deal"], len(state["hands"]["E"])) == (1, 26), "the moment shown is before its end"


@given(
    st.lists(
        st.one_of(
            st.tuples(st.just("wait"), st.integers(0, 30)),
            st.tuples(st.sampled_from(["public", "hands"]), st.integers(0, 60)),
        )
    )
)
def test_the_open_hands_never_run_ahead_of_the_public(steps: list[tuple[Any, int]]) -> None:
    delays, rows = Delays(20, 0), hands_rows(lead(10), *thrown(20))
    public, now = channel("public", delays.public_s, rows)
    hands, clock = channel("hands", delays.hands_s, rows, on=True)
    for what, seconds in steps:
        if what == "wait":
            now.at = clock.at = now.at + seconds
        else:
            delays.settle(what, seconds)
            public.delay_s, hands.delay_s = delays.public_s, delays.hands_s
        assert hands.seq <= public.seq


def test_an_end_that_is_corrected_away_hides_the_hands_again() -> None:
    end = thrown(20)[0]
    rows = hands_rows(lead(10), end)
    made, hand = channel("hands", 5, rows, on=True)
    hand.at = 30.0
    assert made.state() is not None
    match = rows[-1].match
    seq = next(event.seq for event in match.events if type(event) is type(end))
    undone = apply(match, Correction(seq, None, "referee", "undo", 31_000))
    folding = Folding()
    for row in rows:
        folding.row(row.event, row.at)
    again = folding.row(undone.given[-1], 31.0)
    assert again is not None
    made.take(again)
    assert made.state() is None


def test_the_hands_of_the_next_deal_are_hidden_though_the_last_was_open() -> None:
    match = rows_of(Hands(1, HANDS, 500), DealStart(1, "2", "E", None, 1000), *thrown(20))
    made, hand = channel("hands", 0, match, on=True)
    hand.at = 20.0
    assert read(made)["deal"] == 1
    folding = Folding()
    for row in match:
        folding.row(row.event, row.at)
    told = folding.row(Hands(2, HANDS, 25_000, seq=match[-1].seq + 1), 25.0)
    assert told is not None
    made.take(told)
    hand.at = 25.0
    assert made.state() is None


def test_a_client_of_the_open_hands_is_let_go_when_they_are_hidden() -> None:
    async def work() -> None:
        made, hand = channel("hands", LEAST_DELAY_S, hands_rows(lead(10)), on=True)
        hand.at = LEAST_DELAY_S + 10.0
        task = asyncio.create_task(made.run())
        client = made.subscribe()
        assert json.loads(await client.next())["output"] == "hands"
        waits = asyncio.create_task(client.next())
        await asyncio.sleep(0)
        made.on = False
        with pytest.raises(Closed):
            await waits
        with pytest.raises(Closed):
            await made.subscribe().next()
        task.cancel()

    run(work)


def test_cards_of_the_tribute_and_those_taken_back_are_where_they_are() -> None:
    match = more_deals(begun(HEAD), ["ESWN"])
    match = apply(match, Hands(2, HANDS, 90_000))
    (pays, *_) = tribute_cards(HANDS["N"], "4")
    match = apply(match, Tribute("N", None, pays, 91_000))
    gives = next(card for card in HANDS["E"] if card.rank == "5")
    match = apply(match, Return("E", None, gives, 92_000))
    found = hands_of(match)
    assert found is not None
    number, hands = found
    assert number == 2
    assert Counter(hands["E"]) == Counter(HANDS["E"]) - Counter([gives]) + Counter([pays])
    assert Counter(hands["N"]) == Counter(HANDS["N"]) - Counter([pays]) + Counter([gives])
    match = apply(match, DealStart(2, "4", "N", None, 93_000))
    lead_, _ = next((cards, r) for cards, r in legal_plays(list(hands["N"]), "4") if len(cards) == 1)
    laid = apply(match, Play("N", lead_, None, None, 94_000))
    shrunk = hands_of(laid)
    assert shrunk is not None
    assert len(shrunk[1]["N"]) == 26
    awards = (Award(AwardKind.TAKEN_BACK, "N"),)
    back = apply(laid, Ruling("", "referee", laid.events[-1].seq, 95_000, awards))
    assert hands_of(back) == hands_of(match)
