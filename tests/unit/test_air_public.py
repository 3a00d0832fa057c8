"""The public state: as the window has the match, by its schema, and nothing of what does not lie open."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import jsonschema
import msgspec
import pytest

from app.air import public
from app.air.ledger import Ledger
from app.air.public import Moment
from app.air.states import KINDS, PublicState, Turn, schema
from app.air.text_fields import fields
from app.recorder import time_of
from app.snapshot import PlayLine, Snapshot, snapshot
from app.statistics import numbers_of
from datasets.rounds import play_round
from engine import (
    Award,
    AwardKind,
    Breach,
    Correction,
    DealEnd,
    DealStart,
    Event,
    Hands,
    Irregularity,
    MatchStart,
    MatchState,
    Opening,
    Pass,
    Pause,
    Play,
    Refusal,
    Resume,
    Return,
    RuleSet,
    Ruling,
    Source,
    Substitute,
    TakeBack,
    Tribute,
    apply,
    parse_cards,
    read_record,
    rules_of,
)
from engine.before import opening_of
from engine.match import consequences
from tests.unit.engine_matches import begun, deal_out, with_consequences
from tests.unit.sheet_matches import begun as sheet_begun
from tests.unit.sheet_matches import header, more_deals, next_deal, record_of, ruled, sheet

ROOT = Path(__file__).parents[2]
GOLDEN = (ROOT / "tests/golden/engine_match.jsonl", ROOT / "datasets/demo/match.jsonl")
SETS = ("suzhou-2016", "national-2022", "xiangyang-2024", "huaian")


def shown(match: MatchState, now_ms: int = 0, ledger: Ledger | None = None, **more: object) -> PublicState:
    seq = max((event.seq for event in (*match.given[-1:], *match.events[-1:])), default=0)
    return public.state(Moment(match, seq, 0.0, now_ms, **more), ledger)  # type: ignore[arg-type]


def folded(head: MatchStart, events: tuple[Event, ...]) -> Iterator[tuple[MatchState, int]]:
    """The match after each event, with the time then."""
    match, now = MatchState.start(head, rules_of(head)), 0
    for event in events:
        match, now = apply(match, event), max(now, time_of(event))
        yield match, now


@cache
def records() -> tuple[tuple[str, MatchStart, tuple[Event, ...]], ...]:
    found = [(path.name, read_record(path.read_text("utf-8"))) for path in GOLDEN]
    found.append(("ruled", record_of(ruled())))
    rounds = [(name, play_round(RuleSet.load(name), None, 7, 2)) for name in SETS]
    golden = [(name, record.header, record.events) for name, record in found if record.header]
    return (*golden, *((name, head, events) for name, (head, events) in rounds))


RECORDS = pytest.mark.parametrize("at", range(7))


# ---- as the window has it -------------------------------------------------------------------------


@RECORDS
def test_after_each_event_it_says_what_the_window_says(at: int) -> None:
    _, head, events = records()[at]
    ledger = Ledger()
    for match, now in folded(head, events):
        state, window = shown(match, now, ledger), snapshot(match, None, (), now, "")
        assert state.seq == window.saved
        assert tuple(side.level for side in state.sides) == window.levels
        assert tuple(side.seats for side in state.sides) == window.sides
        if state.deal == window.deal:
            assert_same_table(state, window, match)
        else:  # the tribute of the next deal runs
            assert isinstance(match.events[-1], Tribute | Return | Refusal | Hands | Opening)
            assert (state.deal, state.plays, state.best) == (window.deal + 1, (), None)
        assert_same_clock(state, window.clock, window.paused, now)
        assert len(state.deals) == len(match.deals_done)


def assert_same_table(state: PublicState, window: Snapshot, match: MatchState) -> None:
    assert (state.level, state.best) == (window.level, window.best)
    for seat, view in zip(state.seats, window.seats, strict=True):
        assert (seat.seat, seat.left, seat.place) == (view.seat, view.left, view.place)
        assert seat.turn == (view.to_play and not match.over)
        laid = () if seat.laid is None else seat.laid.cards
        assert laid == tuple(map(str, view.laid))
        assert (seat.laid is not None and seat.laid.kind == "pass") == view.passed
        assert (seat.laid is not None and seat.laid.asked) == view.asked
    assert_same_turns(state, window.lines, match)


def assert_same_turns(state: PublicState, lines: tuple[PlayLine, ...], match: MatchState) -> None:
    start = max((line.seq for line in lines if line.kind == "deal_start"), default=0)
    turns = [line for line in lines if line.kind in ("play", "pass") and line.seq > start]
    turns = [line for line in turns if line.state != "undone"] if match.deal else []
    assert [turn.seq for turn in state.plays] == [line.seq for line in turns][-public.PLAYS :]
    lying = {turn.seq for turn in state.trick}
    for turn, line in zip(state.plays, turns[-public.PLAYS :], strict=True):
        assert (turn.kind, turn.seat, turn.asked) == (line.kind, line.seat, line.state == "asked")
        hidden = match.rules.cover_after_trick and line.kind == "play" and turn.seq not in lying
        assert turn.covered == hidden
        assert turn.cards == (() if hidden else tuple(map(str, line.cards)))
        if turn.took_ms is not None:
            assert turn.took_ms == line.took_ms
        if line.combo is not None and not hidden:
            assert turn.reading is not None
            assert (turn.reading.type, turn.reading.size) == (line.combo.type.value, line.combo.size)


def assert_same_clock(state: PublicState, timing: object, paused: bool, now: int) -> None:
    took = getattr(timing, "took_ms", None)
    if state.phase == "over" or took is None:
        assert state.clock is None
        return
    assert state.clock is not None
    assert state.clock.stands == paused
    assert (state.clock.used_ms if paused else now - state.clock.since_ms) == took


@RECORDS
def test_what_was_counted_before_makes_no_difference(at: int) -> None:
    _, head, events = records()[at]
    ledger = Ledger()
    for number, (match, now) in enumerate(folded(head, events)):
        state = shown(match, now, ledger)
        if number % 5 == 0 or isinstance(match.events[-1], DealStart | DealEnd):
            assert state == shown(match, now)


@RECORDS
def test_every_state_keeps_to_its_schema(at: int) -> None:
    _, head, events = records()[at]
    kept = jsonschema.Draft202012Validator(schema(PublicState))
    ledger = Ledger()
    for number, (match, now) in enumerate(folded(head, events)):
        body = msgspec.json.encode(shown(match, now, ledger))
        assert b"\n" not in body
        assert msgspec.json.decode(body, type=PublicState).seq >= 0, "msgspec checks all of the schema too"
        if number % 7 == 0:
            kept.validate(json.loads(body))
    kept.validate(json.loads(msgspec.json.encode(public.waiting(30.0))))


@pytest.mark.parametrize("name", KINDS)
def test_the_published_schema_is_that_of_the_states(name: str) -> None:
    path = ROOT / f"docs/schemas/{name}.schema.json"
    written = json.loads(path.read_text("utf-8"))
    assert written == schema(KINDS[name]), f"python -m app.air.states {name} > docs/schemas/{path.name}"
    jsonschema.Draft202012Validator.check_schema(written)


def test_a_field_that_nobody_named_is_no_state() -> None:
    body = json.loads(msgspec.json.encode(shown(begun())))
    body["hands"] = {"E": ["S3"]}
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.Draft202012Validator(schema(PublicState)).validate(body)


# ---- numbers --------------------------------------------------------------------------------------


def test_the_numbers_are_those_of_the_papers() -> None:
    match = ruled()
    state, papers = shown(match), numbers_of(sheet(match))
    for ours, theirs in zip(state.statistics.players, papers.players, strict=True):
        assert (ours.plays, ours.passes, ours.bombs) == (theirs.plays, theirs.passes, theirs.bombs)
        longest = theirs.longest.timing.took_ms if theirs.longest else None
        assert (ours.mean_ms, ours.longest_ms) == (theirs.mean_ms, longest)
    for deal, row in zip(state.deals, papers.deals, strict=True):
        assert (deal.deal, deal.winner, deal.gain, deal.length_ms) == (
            row.number, row.winner, row.gain, row.took_ms
        )  # fmt: skip
    assert state.result == state.deals[-1]
    assert state.statistics.deals == 2


def test_gains_levels_and_whose_deal_it_is() -> None:
    match = more_deals(sheet_begun(header()), ["ESWN", "SNEW"])
    first, second = shown(match).sides
    assert (first.level, first.gained, second.level, second.gained) == ("4", 2, "5", 3)
    assert (first.declarer, second.declarer) == (False, True)
    assert [deal.finish for deal in shown(match).deals] == [("E", "S", "W", "N"), ("S", "N")]


# ---- phases ---------------------------------------------------------------------------------------


def after(match: MatchState, *events: Event) -> MatchState:
    for event in events:
        match = apply(match, event)
        while due := consequences(match):
            match = apply(match, due[0])
    return match


def play(seat: str, cards: str, at_ms: int = 0) -> Play:
    return Play(seat, parse_cards(cards), None, None, at_ms)


def test_phases_from_before_to_over() -> None:
    match = sheet_begun(header())
    assert shown(match).phase == "before"
    match = after(match, DealStart(1, "2", "E", None, 1000))
    assert shown(match).phase == "play"
    assert shown(after(match, Pause("", 2000))).phase == "pause"
    assert shown(after(match, Pause("", 2000), Resume(None, 9000))).phase == "play"
    called = after(match, Irregularity("S", Breach.SIGNALS, "", None, 2000), Pause("", 2000))
    assert (shown(called).phase, shown(called).ruling) == ("ruling", True)
    match = with_consequences(deal_out(match, "ESWN"))
    assert shown(match).phase == "between"
    won = with_consequences(more_deals(sheet_begun(header()), ["EWSN"] * 5))
    assert won.over
    assert (shown(won).phase, [side.won for side in shown(won).sides]) == ("over", [True, False])
    assert shown(won).clock is None
    none = more_deals(sheet_begun(header(switches={"tribute": "none"})), ["ESWN"])
    assert shown(none).phase == "between"


def test_the_deal_to_come_is_on_the_table_from_its_tribute_on() -> None:
    ended = more_deals(sheet_begun(header()), ["EWSN"])
    state = shown(ended)
    assert (state.phase, state.deal, state.level, len(state.deals)) == ("between", 1, "2", 1)
    assert [seat.place for seat in state.seats] == [1, None, 2, None]
    assert state.plays
    assert state.tribute is not None
    for match, phase in ((double(), "tribute"), (after(ended, Refusal(("S", "N"), 9000)), "between")):
        state = shown(match)
        assert (state.phase, state.deal, state.level) == (phase, 2, "5")
        assert (state.trick, state.plays, state.best) == ((), (), None)
        assert [(seat.left, seat.place, seat.laid) for seat in state.seats] == [(27, None, None)] * 4
        assert state.result == shown(ended).result
    led = after(next_deal(whole_tribute()), play("N", "S3"))
    assert (shown(led).phase, shown(led).deal, shown(led).level, shown(led).tribute) == ("play", 2, "5", None)


def test_no_tribute_is_shown_once_the_match_is_over() -> None:
    won = with_consequences(more_deals(sheet_begun(header()), ["EWSN"] * 5))
    assert (shown(won).phase, shown(won).tribute) == ("over", None)


def test_a_clock_that_stands_says_what_was_used() -> None:
    match = sheet_begun(header("suzhou-2016"))
    match = after(match, DealStart(1, "2", "E", None, 1000), play("E", "S3", 4000))
    clock = shown(match, 9000).clock
    assert clock is not None
    assert (clock.seat, clock.kind, clock.since_ms, clock.stands, clock.used_ms) == (
        "S", "move", 4000, False, None
    )  # fmt: skip
    stands = shown(after(match, Pause("", 9000)), 60_000).clock
    assert stands is not None
    assert (stands.stands, stands.used_ms) == (True, 5000)
    goes_on = shown(after(match, Pause("", 9000), Resume(None, 60_000)), 61_000).clock
    assert goes_on is not None
    assert 61_000 - goes_on.since_ms == 6000


def test_the_lead_of_a_deal_and_of_a_trick() -> None:
    match = begun()
    east = shown(match).seats[0]
    assert (east.turn, east.leads, east.left, east.laid) == (True, True, 27, None)
    match = after(match, play("E", "S3"))
    assert [(seat.turn, seat.leads) for seat in shown(match).seats[:2]] == [(False, False), (True, False)]
    match = after(match, Pass("S"), Pass("W"), Pass("N"))
    assert shown(match).trick == ()
    assert shown(match).seats[0].leads


# ---- what does not lie open -----------------------------------------------------------------------


def test_cards_that_an_irregularity_shows_are_not_told() -> None:
    exposed = Irregularity("S", Breach.EXPOSED_CARDS, "S showed HR", None, 1000, parse_cards("HR SB"))
    state = shown(after(begun(), exposed))
    body = msgspec.json.encode(state)
    assert (b"HR" in body, b"SB" in body) == (False, False)
    assert state.ruling


def test_cards_taken_back_are_gone_and_a_correction_shows_what_was_laid() -> None:
    match = after(begun(RuleSet.load("suzhou-2016")), play("E", "S3"), play("S", "HA"))
    assert b"HA" in msgspec.json.encode(shown(match))
    back = after(match, TakeBack("S", match.events[-1].seq, 5000))
    assert b"HA" not in msgspec.json.encode(shown(back))
    assert shown(back).seats[1].left == 27
    right = after(match, Correction(match.events[-1].seq, play("S", "DK"), "referee", "", 5000))
    assert shown(right).trick[-1].cards == ("DK",)
    assert shown(right).happened[-1].what == "correction"
    assert b"HA" not in msgspec.json.encode(shown(right))


def test_earlier_tricks_are_covered_where_the_set_has_them_turned_down() -> None:
    match = after(begun(RuleSet.load("huaian")), play("E", "S3"), play("S", "H7"))
    assert [turn.cards for turn in shown(match).plays] == [("S3",), ("H7",)]
    match = after(match, Pass("W"), Pass("N"), Pass("E"))
    turns = [(turn.cards, turn.covered, turn.reading) for turn in shown(match).plays if turn.kind == "play"]
    assert turns == [((), True, None), ((), True, None)]
    open_sets = after(begun(), play("E", "S3"), play("S", "H7"), Pass("W"), Pass("N"), Pass("E"))
    assert [turn.cards for turn in shown(open_sets).plays][:2] == [("S3",), ("H7",)]


def double() -> MatchState:
    """After a double both losers have paid; whoever receives gives a card back face down."""
    match = more_deals(sheet_begun(header()), ["EWSN"])
    payers = opening_of(match).tribute.payers
    cards = zip(payers, parse_cards("HK DA"), strict=True)
    return after(match, *(Tribute(seat, None, card, 9000) for seat, card in cards))


def whole_tribute() -> MatchState:
    match = double()
    assert match.opening is not None
    to = [each.to or "" for each in match.opening.tribute.paid]
    given = zip(to, parse_cards("C3 D4"), strict=True)
    return after(match, *(Return(seat, None, card, 10_000) for seat, card in given))


def test_cards_given_back_face_down_are_told_when_both_are_there() -> None:
    match = double()
    assert match.opening is not None
    paid = [gift.card for gift in shown(match).tribute.gifts if not gift.back]  # type: ignore[union-attr]
    assert paid == ["HK", "DA"]
    one, two = (each.to or "" for each in match.opening.tribute.paid)
    half = after(match, Return(one, None, parse_cards("C3")[0], 10_000))
    assert b"C3" not in msgspec.json.encode(shown(half))
    whole = after(half, Return(two, None, parse_cards("D4")[0], 11_000))
    back = [gift.card for gift in shown(whole).tribute.gifts if gift.back]  # type: ignore[union-attr]
    assert back == ["C3", "D4"]


# ---- the score while a ruling is open ---------------------------------------------------------------


def test_the_score_stands_as_it_was_when_the_ruling_was_opened() -> None:
    before = more_deals(sheet_begun(header()), ["ESWN"])
    opened = after(before, Irregularity("S", Breach.SIGNALS, "", None, 90_000))
    seq = opened.events[-1].seq
    award = Ruling("", "referee", None, 91_000, (Award(AwardKind.LEVELS, side=0, levels=1),))
    changed = after(opened, award)
    assert [side.level for side in shown(changed).sides] == ["5", "2"]
    held = shown(changed, scored=before)
    assert [side.level for side in held.sides] == ["4", "2"]
    assert (held.frozen, held.ruling, held.phase, len(held.deals)) == (True, True, "ruling", 1)
    settled = after(changed, Ruling("", "referee", seq, 92_000))
    assert not public.ruling_open(settled)


def test_an_irregularity_that_nobody_ruled_on_is_open_until_the_next_deal() -> None:
    match = more_deals(sheet_begun(header()), ["ESWN"])
    match = after(match, Irregularity("S", Breach.SIGNALS, "", None, 90_000))
    assert public.ruling_open(match)
    (leader, *_) = opening_of(match).leaders
    assert not public.ruling_open(after(match, DealStart(2, "4", leader, None, 99_000)))


# ---- names, happenings, texts -----------------------------------------------------------------------


def test_who_sits_there_now() -> None:
    match = after(sheet_begun(header()), Substitute("S", "钱八", "ill", 10))
    assert [seat.player for seat in shown(match).seats] == ["张三", "钱八", "王五", "赵六"]


def test_what_happened_is_named_in_its_order() -> None:
    match = after(begun(), play("E", "S3"), play("S", "S4 H4 D4 C4"), Pass("W"), Pass("N"), Pass("E"))
    assert [(each.what, each.seat) for each in shown(match).happened] == [
        ("deal_start", None), ("play", "E"), ("bomb", "S"), ("pass", "W"), ("pass", "N"), ("pass", "E"),
    ]  # fmt: skip
    done = with_consequences(deal_out(begun(), "ESWN"))
    named = [(each.what, each.seat) for each in shown(done).happened]
    assert len(named) == 20
    assert named[-1] == ("deal_end", None)
    assert [seat for what, seat in named if what == "finish"][-1] == "W"
    bombs = [each.seq for each in shown(done).happened if each.what in ("bomb", "play")]
    finishes = [each.seq for each in shown(done).happened if each.what == "finish"]
    assert set(finishes) <= set(bombs), "a last card is a play and a finish"


def test_a_confirmation_of_a_deal_is_no_ruling() -> None:
    match = more_deals(sheet_begun(header()), ["ESWN"])
    end = match.events[-1].seq
    confirmed = after(match, Ruling("deal 1 confirmed", "E W", end, 90_000))
    assert shown(confirmed).happened == shown(match).happened
    ruling = after(match, Ruling("", "referee", None, 90_000, (Award(AwardKind.WARNING, "S"),)))
    assert shown(ruling).happened[-1].what == "ruling"


def test_a_reading_says_what_the_wild_cards_stand_for() -> None:
    match = after(begun(level="5"), play("E", "S7 D7 H5"))
    (turn,) = shown(match).trick
    assert isinstance(turn, Turn)
    assert turn.reading is not None
    assert (turn.reading.type, turn.reading.key, turn.reading.size, turn.reading.wilds) == (
        "triple", "7", 3, ("?7",)
    )  # fmt: skip
    body = json.loads(msgspec.json.encode(turn))
    assert body["as"]["type"] == "triple"


def test_an_inferred_pass_has_no_time() -> None:
    skipped = Pass("S", 1000, 5000, Source.INFERRED)
    match = after(begun(), play("E", "S3", 1000), skipped, play("W", "S4", 5000))
    assert [turn.took_ms for turn in shown(match).plays] == [1000, None, None]


def test_texts_are_one_line_each_and_say_what_the_state_says() -> None:
    names = {"E": "张\n三", "S": "李四", "W": "王五", "N": "赵六"}
    match = sheet_begun(header(players=names))
    match = after(match, DealStart(1, "T", "E", ("T", "5"), 0), play("E", "SQ HQ", 2000))
    texts = fields(shown(match, 14_000))
    assert texts["seat1_player"] == "张 三"
    assert texts["last_play"] == "张 三 ♠Q ♥Q"
    assert (texts["level"], texts["side1_level"], texts["side2_level"]) == ("10", "10", "5")
    assert (texts["seat1_left"], texts["seat2_turn"], texts["to_play"]) == ("25", "▶", "李四")
    assert texts["side1_players"] == "张 三 · 王五"
    assert texts["clock"] == "0:12"
    waiting = fields(public.waiting(30))
    assert waiting.keys() == texts.keys()
    assert {name for name, text in waiting.items() if text} == {"phase"}
