"""The outputs: what clients are given of a log, and when."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path

import jsonschema
import msgspec
import pytest

from app.air.channel import Channel, Closed, Output, into
from app.air.rows import Folding, Followed
from app.air.states import PublicState, RefereeState, schema
from app.snapshot import Proposal, snapshot
from engine import (
    Award,
    AwardKind,
    Breach,
    Correction,
    DealStart,
    Irregularity,
    RuleSet,
    Ruling,
    parse_cards,
)
from tests.corruptions import CORRUPTIONS, spoilt_text
from tests.prove_matches import simulated, written
from tests.unit.air_outputs import HEAD, PLAYED, channel, play, read, rows_of, run
from tests.unit.sheet_matches import header

# ---- time -----------------------------------------------------------------------------------------


def test_a_row_is_shown_when_its_delay_is_over_and_not_before() -> None:
    made, hand = channel(delay_s=30, rows=PLAYED)
    hand.at = 29.999
    assert (made.seq, read(made)["phase"], read(made)["seats"]) == (-1, "waiting", [])
    for hand.at, seq in ((30.0, 0), (31.0, 1), (39.999, 1), (40.0, 2), (60.0, 4)):
        assert made.seq == seq
        assert read(made)["seq"] == seq


def test_the_delay_may_be_changed_and_never_shows_what_is_to_come() -> None:
    made, hand = channel(rows=PLAYED[:3])
    hand.at = 10.0
    assert (made.seq, made.delay_s) == (2, 0.0)
    made.delay_s = 60
    made.take(PLAYED[3])
    hand.at = 79.9
    assert (made.seq, read(made)["delay_s"]) == (2, 60)
    made.delay_s = 55
    assert made.seq == 3
    with pytest.raises(ValueError, match="a delay"):
        made.delay_s = -1


def test_the_time_of_the_match_runs_on_between_events_and_stands_for_nobody() -> None:
    made, hand = channel(delay_s=30, rows=PLAYED[:3])
    hand.at = 40.0
    assert read(made)["now_ms"] == 10_000
    hand.at = 44.5
    state = read(made)
    assert state["now_ms"] == 14_500
    assert state["clock"]["since_ms"] == 10_000
    made.delay_s = 300
    assert read(made)["now_ms"] == 10_000, "not before what is shown"


def test_the_tag_changes_with_what_is_shown_and_not_with_the_time() -> None:
    made, hand = channel(rows=PLAYED[:3])
    hand.at = 10.0
    tag, body = made.etag, made.state()
    hand.at = 15.0
    assert made.etag == tag
    assert made.state() != body
    made.take(PLAYED[3])
    assert made.etag == tag, "it waits"
    hand.at = 20.0
    assert made.etag != tag


def test_nothing_of_what_waits_is_in_state_or_tag() -> None:
    waits, hand = channel(delay_s=30, rows=PLAYED)
    alone, other = channel(delay_s=30, rows=PLAYED[:3])
    hand.at = other.at = 45.0
    assert waits.state() == alone.state()
    assert (waits.etag, waits.seq) == (alone.etag, alone.seq)


def test_a_correction_is_shown_in_its_turn() -> None:
    right = Correction(3, play("S", "D9", 0), "referee", "", 40_000)
    rows = rows_of(
        DealStart(1, "2", "E", None, 1000), play("E", "S3", 10), play("S", "S4", 20), right
    )
    made, hand = channel(delay_s=30, rows=rows)
    hand.at = 69.0
    assert read(made)["trick"][-1]["cards"] == ["S4"]
    hand.at = 70.0
    assert read(made)["trick"][-1]["cards"] == ["D9"]


def test_states_on_the_way_to_the_newest_that_is_due_are_passed_over() -> None:
    """As after a restart in the middle of a match."""

    async def work() -> None:
        made, hand = channel(delay_s=15)
        hand.at = 35.0
        task = asyncio.create_task(made.run())
        client = made.subscribe()
        assert json.loads(await client.next())["seq"] == -1
        waits = asyncio.create_task(client.next())
        for row in PLAYED[:-1]:
            made.take(replace(row, more=True))
            await asyncio.sleep(0.01)
            assert read(made)["seq"] == -1
        assert not waits.done()
        made.take(PLAYED[-1])
        assert json.loads(await waits)["seq"] == 3, "the last is not due yet"
        hand.at = 45.0
        assert read(made)["seq"] == 4
        task.cancel()

    run(work)


@pytest.mark.parametrize("freeze", [False, True])
def test_rows_that_are_due_at_once_do_not_all_wait(freeze: bool) -> None:
    found = [replace(row, at=5.0, more=row is not PLAYED[-1]) for row in PLAYED]
    made, hand = channel(delay_s=30, rows=found, freeze_score=freeze)
    single, other = channel(delay_s=30, rows=[replace(row, more=False) for row in found])
    assert len(made._waiting) == (5 if freeze else 2)
    assert read(made)["seq"] == -1
    for hand.at in (34.0, 35.0, 40.0):
        other.at = hand.at
        assert read(made) == read(single)
    assert made.seq == 4


def test_a_channel_whose_rows_stop_is_closed_until_they_come_again() -> None:
    async def work() -> None:
        made, hand = channel(rows=PLAYED[:3])
        hand.at = 50.0
        client = made.subscribe()
        await client.next()
        made.fail("the record is gone")
        assert made.closed
        with pytest.raises(Closed):
            await client.next()
        made.fail("")
        assert json.loads(await client.next())["seq"] == 2

    run(work)


def test_another_match_begins_anew_in_its_turn() -> None:
    other = rows_of(DealStart(1, "2", "W", None, 1000), head=header(table="8"))
    made, hand = channel(delay_s=30, rows=PLAYED)
    for row in other:
        made.take(row)
    hand.at = 59.0
    assert read(made)["table"] == "12"
    hand.at = 60.0
    state = read(made)
    assert (state["table"], state["seq"], state["trick"]) == ("8", 1, [])
    assert [seat["turn"] for seat in state["seats"]] == [False, False, True, False]


def test_the_score_stands_while_a_ruling_is_open_if_the_organiser_wants_that() -> None:
    breach = Irregularity("S", Breach.SIGNALS, "", None, 40_000)
    award = Ruling("", "referee", None, 50_000, (Award(AwardKind.LEVELS, side=0, levels=1),))
    events = [row.event for row in PLAYED[1:]]
    rows = rows_of(*events, breach, award, Ruling("", "referee", 5, 60_000))  # type: ignore[arg-type]
    frozen, hand = channel(rows=rows, freeze_score=True)
    free, other = channel(rows=rows)
    levels = []
    for at in (39, 40, 50, 60):
        hand.at = other.at = float(at)
        held, state = read(frozen), read(free)
        levels.append((held["sides"][0]["level"], state["sides"][0]["level"], held["frozen"]))
    assert levels == [("2", "2", False), ("2", "2", True), ("2", "3", True), ("3", "3", False)]
    assert not state["frozen"]


# ---- clients --------------------------------------------------------------------------------------


def test_a_client_is_given_the_newest_state_only_and_each_once() -> None:
    async def work() -> None:
        made, hand = channel(rows=PLAYED[:2])
        fast, slow = made.subscribe(), made.subscribe()
        hand.at = 100.0
        task = asyncio.create_task(made.run())
        assert json.loads(await fast.next())["seq"] == 1
        assert json.loads(await slow.next())["seq"] == 1
        waits = asyncio.create_task(fast.next())
        await asyncio.sleep(0)
        assert not waits.done(), "nothing is new"
        for row in PLAYED[2:]:
            made.take(row)
            assert json.loads(await waits)["seq"] == row.seq
            waits = asyncio.create_task(fast.next())
        assert json.loads(await slow.next())["seq"] == 4, "the states between are no longer there"
        task.cancel()
        with pytest.raises(Closed):
            await waits
        with pytest.raises(Closed):
            await slow.next()
        with pytest.raises(asyncio.CancelledError):
            await task

    run(work)


def test_a_row_goes_out_by_itself_when_it_is_due() -> None:
    async def work() -> None:
        made = Channel(Output("public", 0.3))
        task = asyncio.create_task(made.run())
        client = made.subscribe()
        assert json.loads(await client.next())["seq"] == -1
        now = made._now()
        folding = Folding()
        row = folding.row(HEAD, now)
        assert row is not None
        made.take(row)
        assert json.loads(await client.next())["seq"] == 0
        assert made._now() >= now + 0.3, "too early"
        task.cancel()

    run(work)


def test_after_a_sleep_of_the_machine_all_that_is_due_goes_out() -> None:
    """The clock jumps while the loop waits for a row that is due in a quarter of an hour."""

    async def work() -> None:
        made, hand = channel(delay_s=900, rows=PLAYED)
        task = asyncio.create_task(made.run())
        client = made.subscribe()
        await client.next()
        waits = asyncio.create_task(client.next())
        await asyncio.sleep(0)
        hand.at = 8 * 3600.0
        assert json.loads(await waits)["seq"] == 4
        task.cancel()

    run(work)


def test_rows_come_from_any_thread_and_none_once_the_loop_has_ended() -> None:
    taken: list[int] = []

    async def work() -> None:
        nonlocal put
        put = into(asyncio.get_running_loop(), taken.append)
        thread = threading.Thread(target=lambda: [put(number) for number in range(100)])
        thread.start()
        while len(taken) < 100:
            await asyncio.sleep(0.01)
        thread.join()

    put: Callable[[int], None] = taken.append
    run(work)
    put(100)
    assert taken == list(range(100))


# ---- the referee's table ----------------------------------------------------------------------------


def test_the_referees_table_is_that_of_the_window() -> None:
    made, hand = channel("referee")
    looks, _ = channel("position")
    public, _ = channel()
    match = PLAYED[-1].match
    pending = Proposal(
        7, "N", parse_cards("HA"), None, 0.61, parse_cards("HK"), "low_p", 39_000, 40_000, None,
        others=(parse_cards("DA"),), seen=parse_cards("HA"),
    )  # fmt: skip
    assert made.state() is None
    assert made.etag == ""
    for each in (made, looks, public):
        each.show(snapshot(match, pending, (), 40_000, "first_leads"))
    state = read(made)
    jsonschema.Draft202012Validator(schema(RefereeState)).validate(state)
    desk = state["desk"]
    assert (state["output"], state["seq"], state["best"]) == ("referee", 4, "W")
    waits = desk["pending"]
    assert (desk["notice"], waits["id"], waits["cards"], waits["others"]) == (
        "first_leads", 7, ["HA"], [["DA"]],
    )  # fmt: skip
    assert [line["cards"] for line in state["lines"] if line["kind"] == "play"] == [["S3"], ["S4"], ["S5"]]
    seen = read(looks)
    jsonschema.Draft202012Validator(schema(RefereeState)).validate(seen)
    assert (seen["output"], seen["desk"]) == ("position", None)
    assert "HA" not in json.dumps(seen)
    assert public.seq == -1, "it is not told"
    hand.at = 2.5
    assert read(made)["now_ms"] == 42_500


def test_a_log_without_a_desk_has_a_table_as_well() -> None:
    made, hand = channel("referee", rows=PLAYED)
    hand.at = 30.0
    state = read(made)
    assert (state["seq"], state["seats"][3]["turn"], state["desk"]["pending"]) == (4, True, None)


def test_an_irregularity_that_waits_comes_with_what_may_be_decided() -> None:
    breach = Irregularity("S", Breach.SIGNALS, "", None, 40_000)
    made, hand = channel("referee", rows=rows_of(DealStart(1, "2", "E", None, 1000), breach))
    hand.at = 40.0
    (case,) = read(made)["desk"]["cases"]
    assert (case["seq"], case["kind"], case["seat"]) == (2, "signals", "S")
    assert "stands" in case["choices"]


def test_the_referees_table_is_never_late() -> None:
    made, _ = channel("referee")
    with pytest.raises(ValueError, match="not delayed"):
        made.delay_s = 30
    with pytest.raises(ValueError, match="not delayed"):
        Output("position", 30)


# ---- records at fault -------------------------------------------------------------------------------


@pytest.mark.parametrize("name", CORRUPTIONS)
def test_a_record_at_fault_is_shown_as_far_as_it_goes(name: str, tmp_path: Path) -> None:
    tried = (spoilt_text(name, round_of(seed), seed) for seed in range(6))
    spoilt = next((found for found in tried if found is not None), None)
    if spoilt is None:
        pytest.skip("nothing in these rounds to be spoilt so")
    path = tmp_path / "record.jsonl"
    path.write_text(spoilt[0], "utf-8")
    shown, hand = channel(freeze_score=True)
    hands, _ = channel("hands", 900.0, on=True)
    for number, row in enumerate(Followed(path, hand).look()):
        for each in (shown, hands):
            each.take(row)
            if number % 40 == 0:
                each.state()
    state = read(shown)
    assert msgspec.json.decode(json.dumps(state), type=PublicState).output == "public"


@cache
def round_of(seed: int) -> str:
    return written(simulated(RuleSet.load("national-2022"), seed, deals=1))
