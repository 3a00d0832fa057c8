"""What the rules refuse: an error says what was tried, why not, and the position in words and as a text."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from datasets.rounds import play_round
from engine import (
    Card,
    DealStart,
    IllegalPlay,
    MatchStart,
    MatchState,
    OutOfTurn,
    Pass,
    Play,
    RuleError,
    RuleSet,
    Tribute,
    apply,
    dumps_line,
    parse_cards,
    parse_position,
    position_of,
    read_record,
    readings_now,
    replay,
)
from engine.errors import TRIED, WHY, tried
from engine.event_json import EVENT_NAMES
from tests.corruptions import CORRUPTIONS, spoilt_text
from tests.prove_matches import SETS
from tests.unit.engine_matches import NATIONAL, begun, deal_out, played, with_consequences

ROOT = Path(__file__).parents[2]
SOURCES = [path for room in ("engine", "app") for path in sorted((ROOT / room).rglob("*.py"))]


def placeholders(words: str) -> set[str]:
    return set(re.findall(r"\{(\w+)\}", words))


def calls(name: str) -> Iterator[tuple[str, ast.Call]]:
    """Calls of a function or of any class whose name it is, with their place."""
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            called = node.func if isinstance(node, ast.Call) else None
            if isinstance(called, ast.Name) and re.fullmatch(name, called.id):
                yield f"{path.name}:{node.lineno}", node


def texts(node: ast.AST) -> list[str]:
    return [each.value for each in ast.walk(node) if isinstance(each, ast.Constant)]


ERRORS = "|".join(["RuleError", *(kind.__name__ for kind in (OutOfTurn, *RuleError.__subclasses__()))])
ERRORS += "|StockExceeded|HandExceeded"


def test_every_error_is_raised_with_words_that_there_are() -> None:
    """A reason from the table with just the fields that its words name; and no reason that nobody gives."""
    used = set()
    for place, call in calls(ERRORS):
        for why in texts(call.args[1]):
            used.add(why)
            given = {keyword.arg for keyword in call.keywords} - {"field"}
            assert given in (placeholders(WHY[why]), {None}), (place, why)
    assert used | {"because"} == set(WHY), "a correction wraps the error of its replacement"


def test_what_is_tried_is_named_with_words_that_there_are() -> None:
    used = set()
    for place, call in calls("tried"):
        for what in [each for each in texts(call.args[0]) if isinstance(each, str)]:
            used.add(what)
            given = {keyword.arg for keyword in call.keywords}
            assert placeholders(TRIED[what]) <= given, (place, what)
    assert set(TRIED) - used <= set(EVENT_NAMES), "the others are named by the event"


def test_the_message_has_the_play_and_the_position() -> None:
    state = played(begun(), "E S3 H3")
    assert state.deal is not None
    with pytest.raises(OutOfTurn) as caught:
        apply(state, Play("W", parse_cards("S4 H4"), None, None, 9000))
    error = caught.value
    assert error.sentence == "W cannot play S4 H4, as it is S's turn"
    assert error.position == str(position_of(state.deal))
    assert error.position == "E,S,W,N 1 2 E S 25/27/27/27 E=S3H3|pair|3 - - -"
    assert str(error) == f"{error.sentence} ({state}) [{error.position}]"
    assert parse_position(error.position) == position_of(state.deal)


def test_a_view_is_told_by_words_and_fields() -> None:
    state = begun()
    assert state.deal is not None
    with pytest.raises(OutOfTurn) as caught:
        readings_now(state.deal, "W", parse_cards("S4"))
    reason = caught.value.reason
    assert (reason.tried, reason.why) == (tried("play", seat="W", cards=parse_cards("S4")), "other_turn")
    assert reason.fields == {"other": "E"}
    assert caught.value.position == "E,S,W,N 1 2 E E 27/27/27/27 - - - -"


def test_before_a_deal_the_position_is_that_of_the_deal_to_come() -> None:
    state = MatchState.start(MatchStart("national-2022"), NATIONAL)
    with pytest.raises(RuleError) as caught:
        apply(state, Pass("E"))
    assert caught.value.position == "E,S,W,N 1 2 - - 27/27/27/27 - - - -"
    with pytest.raises(RuleError) as caught:
        apply(state, DealStart(1, "2", "Q"))
    assert "no such seat" in str(caught.value)


def test_the_position_is_made_only_when_it_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """The recorder tries many readings of a play, most of which are refused."""
    state = begun()
    assert state.deal is not None

    def must_not(*place: object) -> None:
        raise AssertionError("nobody asked")

    monkeypatch.setattr("engine.position.position_at", must_not)
    with pytest.raises(OutOfTurn) as caught:
        apply(state, Pass("W"))
    assert caught.value.sentence == "W cannot pass, as it is E's turn"
    with pytest.raises(AssertionError, match="nobody asked"):
        str(caught.value)


AT_PLAY = {
    "cards_of_no_hand_type", "a_play_that_beats_nothing", "a_third_copy", "more_cards_than_are_left",
    "no_cards_at_all", "a_play_of_another_seat", "a_pass_by_the_leader", "a_play_read_as_another_type",
    "a_tribute_of_the_wild_card", "a_trick_won_by_another_seat", "a_play_before_the_deal",
}  # fmt: skip


@pytest.mark.parametrize("rules", SETS)
def test_every_refusal_of_a_spoilt_record_has_its_position(rules: str) -> None:
    """Whatever is wrong with a record: the message is a whole sentence, the position can be read."""
    header, events = play_round(RuleSet.load(rules), None, 5, 2)
    text = "".join(dumps_line(event) + "\n" for event in (header, *events))
    refused = 0
    for name in {*AT_PLAY, *[*CORRUPTIONS][::4]}:
        spoilt = spoilt_text(name, text, 5)
        record = read_record(spoilt[0]) if spoilt else None
        if record is None or record.header is None or record.header.switches or record.header.rules != rules:
            continue
        _, faults = replay(record, RuleSet.load(rules))
        for fault in faults:
            assert not set("{}[]") & set(fault.message), fault
            if fault.position:
                assert str(parse_position(fault.position)) == fault.position
                refused += 1
        assert name not in AT_PLAY or faults[0].position, faults[0]
    assert refused > 10


def test_a_tribute_refused_between_deals_has_the_position_of_the_deal_to_come() -> None:
    state = with_consequences(deal_out(begun(RuleSet.load("suzhou-2016"), leader="E"), "ESWN"))
    with pytest.raises(IllegalPlay) as caught:
        apply(state, Tribute("N", None, Card.parse("H4"), 1000))
    assert caught.value.position == "E,S,W,N 2 4 - - 27/27/27/27 - - - -"
