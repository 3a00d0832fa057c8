"""The record: texts round trip, bad lines are named, a golden file stays as it is."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import engine
from datasets.rounds import play_round
from engine import (
    Appeal,
    AppealAnswer,
    Award,
    AwardKind,
    Breach,
    Card,
    Correction,
    DealEnd,
    DealStart,
    Drawn,
    Event,
    Forfeit,
    Hands,
    Irregularity,
    LateStart,
    LeftTable,
    MatchEnd,
    MatchStart,
    MatchState,
    Opening,
    Pass,
    Pause,
    PicturesDeleted,
    Play,
    Question,
    RecordError,
    Refusal,
    Report,
    Resume,
    Return,
    RuleSet,
    Ruling,
    Source,
    Standing,
    Substitute,
    TakeBack,
    ThrownIn,
    TimeCalled,
    Tribute,
    TrickEnd,
    apply,
    classify,
    dumps_line,
    from_json,
    parse_cards,
    read_record,
    replay,
    to_json,
)
from engine.event_json import EVENT_NAMES
from engine.record_schema import schema
from tests.prove_matches import SETS
from tests.unit.engine_matches import NATIONAL, random_match

SCHEMA = Path(__file__).parents[2] / "docs/schemas/record.schema.json"
GOLDEN = Path(__file__).parents[1] / "golden/engine_match.jsonl"
HEADER = MatchStart("national-2022", players={"E": "甲"}, started="2026-11-30T09:00:00+08:00", table="7")
CARDS = parse_cards("S4 H9 S6 S7 H9")
PLAY = Play("E", CARDS, classify(CARDS, "9")[0], 4700, 5120, Source.SEEN, Standing.ASKED, 0.5, 12)
EVERY_KIND: list[MatchStart | Event] = [
    HEADER,
    DealStart(1, "9", "E", ("9", "2"), 0, Source.INFERRED, 1),
    Opening(2, "N", "E", Card.parse("S5"), "S", "W", 3, Source.SEEN),
    Opening(2),
    Drawn(2, 9),
    Hands(2, {"E": parse_cards("S2 H2 ?3"), "S": ()}, 9),
    Tribute("S", "E", Card.parse("HR"), 10, seq=2),
    Tribute("N", None, Card.parse("SA"), 10),
    Refusal(("S", "N"), 10),
    Return("E", "S", Card.parse("D5"), 20, seq=3),
    PLAY,
    Play("S", parse_cards("?3 ??"), None, None, 6000),
    Pass("S", 5120, 9100, Source.INFERRED, seq=13),
    Pass("S", at_ms=6000),
    TakeBack("S", 13, 6100, Source.SEEN),
    TrickEnd("E", "W", 7000),
    Report("E", 10, 7100),
    Report("E", 10, 7100, Source.SEEN, asked=True),
    Question("S", "passed?", 13, 7200),
    Correction(12, PLAY, "referee", "", 61000, 40),
    Correction(13, None, "referee", "", 61000),
    Irregularity("N", "out_of_turn", "", None, 7300),
    Irregularity("N", Breach.EXPOSED_CARDS, "", 4, 7300, parse_cards("S3"), Source.INFERRED),
    Irregularity("N", "as an older record calls it", "", None, 7300),
    Ruling("let it stand", "referee", 13, 7400),
    Ruling("a level down", "referee", 13, 7400, (Award(AwardKind.LEVELS, side=1, levels=-1),), "六3", "seen"),
    Ruling("", "referee", 13, 7400, (Award(AwardKind.WARNING, "S"), Award(AwardKind.MISSES_TRICK, "S"))),
    Pause("a call", 7500),
    Resume(None, 8000),
    Resume(400, 8000),
    PicturesDeleted(0, 90_000, "2026-12-31T09:00:00+08:00", "settings"),
    DealEnd(1, ("E", "W"), 0, 3, ("Q", "2"), 9000),
    MatchEnd(None, None, "time", 9900),
    ThrownIn(("E", "S", "W", "N"), "agreed", "referee", 8500),
    LateStart(1, 301, 100),
    LateStart(0, 700, 100, leave=True),
    TimeCalled(5, 9000),
    TimeCalled(0, 9000, drawing=True),
    Forfeit(0, "stayed away", "referee", 100),
    Substitute("E", "乙", "ill", 100),
    LeftTable(9940),
    Appeal(1, "the ruling of event 20", 20, 9950),
    AppealAnswer(40, True, "upheld", "jury", 9990),
]


@pytest.mark.parametrize("event", EVERY_KIND, ids=lambda event: type(event).__name__)
def test_round_trip(event: MatchStart | Event) -> None:
    line = dumps_line(event)
    assert "\n" not in line
    assert from_json(json.loads(line)) == event
    assert from_json({**json.loads(line), "added": [1]}) == event


def test_every_kind_is_tried() -> None:
    assert {type(event) for event in EVERY_KIND} == set(EVENT_NAMES.values())


def test_fields_are_those_of_the_format() -> None:
    assert to_json(PLAY) == {
        "seq": 12,
        "event": "play",
        "seat": "E",
        "cards": ["S4", "H9", "S6", "S7", "H9"],
        "as": {"type": "sflush", "key": 8, "wilds": {"H9": ["S5", "S8"]}},
        "began_ms": 4700,
        "at_ms": 5120,
        "source": "seen",
        "state": "asked",
        "p": 0.5,
    }
    correction = to_json(Correction(12, PLAY, "referee", "", 61000, 40))
    assert (correction["replaces"], correction["with"]["event"]) == (12, "play")
    assert to_json(Correction(12, None, "referee", "", 61000))["with"] is None
    assert to_json(HEADER)["version"] == 1


def test_a_lean_line_is_enough() -> None:
    event = from_json({"event": "play", "seat": "E", "cards": ["S3"], "at_ms": 5, "as": None})
    assert event == Play("E", parse_cards("S3"), None, None, 5)
    lean = {"event": "play", "seat": "E", "cards": ["S3"], "as": {"type": "single", "key": 3}, "at_ms": 5}
    assert from_json(lean) == Play("E", parse_cards("S3"), classify(parse_cards("S3"), "2")[0], None, 5)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("{", "not JSON: "),
        ("[" * 9000, "not JSON to be read: its lists and objects lie too deep"),
        ("[]", "an event is a JSON object"),
        ("{}", "null is no event"),
        ('{"event": "dance"}', '"dance" is no event'),
        ('{"event": ["play"]}', "is no event"),
        ('{"event": "play", "cards": ["S3"], "at_ms": 5}', "play: seat is missing"),
        ('{"event": "play", "seat": "E", "cards": ["S3"]}', "play: at_ms is missing"),
        ('{"event": "play", "seat": "E", "cards": ["S1"], "at_ms": 5}', "play: cards cannot be a list"),
        ('{"event": "play", "seat": "E", "cards": "S3", "at_ms": 5}', 'play: cards cannot be "S3": a list'),
        ('{"event": "play", "seat": "E", "cards": ["S3"], "at_ms": true}', "at_ms cannot be true: a whole"),
        ('{"event": "play", "seat": "E", "cards": ["S3"], "at_ms": 1.5}', "at_ms cannot be 1.5"),
        ('{"event": "play", "seat": "E", "cards": ["S3"], "at_ms": NaN}', "not JSON: NaN"),
        ('{"event": "play", "seat": "E", "cards": ["S3"], "at_ms": 5, "p": 2}', "p cannot be 2: a number"),
        ('{"event": "play", "seat": "E", "cards": ["S3"], "at_ms": 5, "as": {"type": "x"}}', "play: as "),
        ('{"event": "play", "seat": "E", "cards": ["S3"], "at_ms": 5, "state": "sure"}', "state cannot be"),
        ('{"event": "pass", "seat": "Q"}', "pass: seat Q is none of E S W N"),
        ('{"event": "deal_start", "deal": 1, "level": "1", "leader": "E"}', 'level cannot be "1"'),
        ('{"event": "correction", "replaces": 1, "by": "", "reason": "", "at_ms": 5}', "with is missing"),
        (
            '{"event": "correction", "replaces": 1, "with": {"event": "match"}, "by": "", "reason": "",'
            ' "at_ms": 5}',
            "neither a header nor a correction",
        ),
        ('{"event": "match", "rules": "x"}', "a second header"),
    ],
)
def test_line_at_fault(line: str, message: str) -> None:
    good = dumps_line(Pass("E", at_ms=5))
    record = read_record("\n".join([dumps_line(HEADER), "", line, good]))
    assert [fault.line for fault in record.faults] == [3]
    assert message in record.faults[0].message
    assert str(record.faults[0]).startswith("line 3: ")
    assert (record.events, record.lines) == ((Pass("E", at_ms=5),), (4,))


def test_header_at_fault() -> None:
    assert str(read_record("").faults[0]) == "line 1: no header (an event of kind match)"
    event = dumps_line(Pass("E"))
    record = read_record('{"event": "match", "rules": "x", "seats": ["E"]}\n' + event)
    assert (record.header, len(record.events)) == (None, 1)
    assert [fault.line for fault in record.faults] == [1, 1]
    assert "seats must be four different names" in record.faults[1].message
    late = read_record(event + "\n" + dumps_line(HEADER))
    assert (late.header, str(late.faults[0])) == (HEADER, "line 2: the header comes after events")
    for key, said, message in (
        ("seats", ["", "S", "W", "N"], "match: a seat has a name"),
        ("players", {"Q": "甲"}, "match: players has 'Q', which is none of E S W N"),
    ):
        wrong = read_record(json.dumps({"event": "match", "rules": "x", key: said}))
        assert (wrong.header, wrong.faults[-1].line) == (None, 1)
        assert message in wrong.faults[-1].message
    newer = read_record(dumps_line(replace(HEADER, version=2)))
    assert "line 1: version 2, of which this program reads 1" in map(str, newer.faults)
    with pytest.raises(RecordError, match="without a header"):
        replay(record, NATIONAL)


def test_torn_last_line_and_other_line_ends() -> None:
    text = (
        "\ufeff" + dumps_line(HEADER) + "\r\n" + dumps_line(Pause("a\u2028b", 5)) + "\r\n" + '{"event": "pl'
    )
    record = read_record(text)
    assert (record.header, record.events) == (HEADER, (Pause("a\u2028b", 5),))
    assert [fault.line for fault in record.faults] == [3]


def test_replay_names_every_event_that_cannot_be() -> None:
    lines = GOLDEN.read_text("utf-8").splitlines()
    spoilt = [line.replace('"S"', '"N"') if '"seq": 4,' in line else line for line in lines]
    record = read_record("\n".join(spoilt))
    _, faults = replay(record, NATIONAL)
    assert record.faults == ()
    assert faults[0].line == 5
    assert "N cannot " in faults[0].message


ROUND = {ThrownIn, LateStart, TimeCalled, Forfeit, Substitute, LeftTable, Appeal, AppealAnswer}


def test_golden() -> None:
    """A deal with every kind of event of an older record; to renew it, see what changed, and why, first."""
    text = GOLDEN.read_text("utf-8")
    record = read_record(text)
    assert record.faults == ()
    assert record.header is not None
    later = {MatchStart, Opening, Drawn, Hands, Refusal, TakeBack, PicturesDeleted, *ROUND}
    assert {type(event) for event in record.events} == set(EVENT_NAMES.values()) - later
    assert "".join(dumps_line(event) + "\n" for event in (record.header, *record.events)) == text
    state, faults = replay(record, NATIONAL)
    assert faults == ()
    assert state.over
    expected = json.loads(GOLDEN.with_suffix(".json").read_text("utf-8"))
    assert (str(state.deal), list(state.levels)) == (expected["position"], expected["levels"])


@settings(deadline=None, max_examples=60)
@given(st.integers(0, 6000), st.integers(0, 12), st.text(max_size=6))
def test_spoilt_text_raises_nothing(at: int, cut: int, junk: str) -> None:
    text = "\n".join(GOLDEN.read_text("utf-8").splitlines()[:40])
    record = read_record(text[:at] + junk + text[at + cut :])
    if record.header is not None and not record.header.switches:
        state, _ = replay(record, NATIONAL)
        assert len(state.events) <= len(record.events)


@settings(deadline=None, max_examples=8)
@given(st.integers(0, 10**6))
def test_fold_of_a_record_read_back(seed: int) -> None:
    state = MatchState.start(HEADER, NATIONAL)
    for event in random_match(seed):
        state = apply(state, event)
    plays = [event for event in state.events if isinstance(event, Play)]
    again = Correction(plays[3].seq, plays[3], "referee", "looked at again", 10**6)
    state = apply(state, again)
    events = [*state.events]
    record = read_record("\n".join(map(dumps_line, [HEADER, *events])))
    assert record.events == tuple(events)
    assert replay(record, NATIONAL) == (state, ())


PUBLIC = """
AmbiguousPlay Appeal AppealAnswer Award AwardKind Breach COPIES Card CardError Clock Combo ComboType Conflict
Correction Counts DealEnd DealResult DealStart DealState Drawn Event FACES FOUND_BY_THE_ENGINE Fault Findings
Forfeit Found HandExceeded Hands IllegalPlay ImpossibleCard InvalidPlay Irregularity LateStart LeftTable
MatchEnd MatchStart
MatchState Opening OpeningState OutOfOrder OutOfTurn Pass Pause PicturesDeleted Play Position PositionError
Proposal Question
RANKS Reason Record RecordError Refusal Report ResultSheet Resume Return RoundState RuleError RuleSet
RuleSetError Ruling SUITS Score ScoreError ScoreTable Source Standing StockExceeded Substitute TakeBack
ThrownIn TimeCalled Timing Tribute TributeState TrickEnd Turn UNREAD apply beats breach_in breach_of charged
classify consequences counts deal_at declared_reading differing draw_order due_opening dumps_line
first_to_draw from_json holds_both_big_jokers is_record_text is_within_limit ladder legal_plays level_value
limit_ms must_tell must_turn_again next_level noticed open_cards open_gifts overruns parse_cards
parse_position parse_record_text payers position_of proofs proposals read_deals read_njupt read_position
read_record read_record_text read_score_table readings_now replay report_faults result_sheet return_cards
round_left_ms rules_fields rules_of running running_since score_of seats_skipped take_reading timings to_json
tribute_cards turns version_note why_it_stands write_record_text
Step
"""


def test_public_names() -> None:
    assert sorted(engine.__all__) == sorted(PUBLIC.split())
    assert all(hasattr(engine, name) for name in engine.__all__)


def test_the_schema_is_that_of_the_events() -> None:
    written = json.loads(SCHEMA.read_text("utf-8"))
    assert written == schema(), "python -m engine.record_schema > docs/schemas/record.schema.json"


@pytest.mark.parametrize("event", EVERY_KIND, ids=lambda event: type(event).__name__)
def test_every_kind_keeps_to_the_schema(event: MatchStart | Event) -> None:
    kept = jsonschema.Draft202012Validator(schema())
    line = to_json(event if isinstance(event, MatchStart) or event.seq else replace(event, seq=1))
    kept.validate(line)
    kept.validate(line | {"added": [1]})
    for field in {"at_ms", "deal", "seat", "cards", "side", "level", "awards", "hands"} & line.keys():
        assert not kept.is_valid(line | {field: {"no": "such"}})
    if not isinstance(event, MatchStart):
        assert not kept.is_valid({key: value for key, value in line.items() if key != "seq"})


def test_records_as_they_are_keep_to_the_schema() -> None:
    kept = jsonschema.Draft202012Validator(schema())
    demo = Path(__file__).parents[2] / "datasets" / "demo" / "match.jsonl"
    simulated = [played for rules in SETS for played in [play_round(RuleSet.load(rules), None, 3, 2)]]
    lines = [*GOLDEN.read_text("utf-8").splitlines(), *demo.read_text("utf-8").splitlines()]
    lines += [dumps_line(event) for header, events in simulated for event in (header, *events)]
    for line in lines:
        kept.validate(json.loads(line))
