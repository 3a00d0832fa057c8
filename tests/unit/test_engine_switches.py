"""Every switch has an effect: whatever two values it may have, the engine does something else.

A probe is one small thing that a rule set decides. `WORDS_ONLY` are values that differ for the people alone.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial
from itertools import combinations
from pathlib import Path

import pytest

from engine import (
    Appeal,
    Award,
    AwardKind,
    Breach,
    Card,
    Correction,
    DealEnd,
    DealStart,
    Event,
    Forfeit,
    Irregularity,
    LateStart,
    LeftTable,
    MatchEnd,
    MatchStart,
    MatchState,
    Opening,
    Pass,
    Play,
    Refusal,
    Report,
    Return,
    RuleError,
    RuleSet,
    Source,
    Substitute,
    TimeCalled,
    Tribute,
    apply,
    charged,
    draw_order,
    due_opening,
    first_to_draw,
    ladder,
    limit_ms,
    must_turn_again,
    next_level,
    noticed,
    open_cards,
    parse_cards,
    proposals,
    readings_now,
    report_faults,
    result_sheet,
    return_cards,
    round_left_ms,
    running,
    score_of,
    take_reading,
    timings,
    why_it_stands,
)
from engine.clock import Clock
from engine.levels import after_deal, moved
from engine.opening import before_deal, opened
from engine.order import next_leader
from engine.rounds import RoundState, called, late_levels, winner
from engine.rules import switches
from engine.score import Row as ScoreRow
from engine.score import ScoreTable
from engine.switches import Choice
from engine.tribute import TributeState, give_back, pay, refuse
from tests.unit.engine_matches import begun, deal_out, played, with_consequences

ROOT = Path(__file__).parents[2]
HEADER = MatchStart("x")
RULES = RuleSet.load("national-2022")
SINGLE, DOUBLE = ("E", "S", "W", "N"), ("E", "W")
IN_THE_RECORDER = {"pass_kind": "app/proposing.py"}
"""A seat that is skipped without a PASS card is a question of the recorder; the engine takes any pass."""
WORDS_ONLY = {"first_deal_method": {"turned_card", "drawn_card"}}
"""Whether the cutter turns a card up or draws one, its points count and who draws it leads."""


def folded(rules: RuleSet, *events: Event) -> MatchState:
    state = MatchState.start(HEADER, rules)
    for event in events:
        state = apply(state, event)
    return state


def is_refused(state: MatchState, event: Event) -> bool:
    try:
        apply(state, event)
    except RuleError:
        return True
    return False


def after_a_deal(rules: RuleSet, order: Iterable[str] = "ESWN") -> MatchState:
    return with_consequences(deal_out(begun(rules), "".join(order)))


def first_drawers(rules: RuleSet) -> object:
    again = [must_turn_again(rules, card, "2") for card in parse_cards("SB H2 S3")]
    drawers = [first_to_draw(HEADER, rules, "S", card) for card in parse_cards("S3 SA")]
    opening = opened(before_deal(HEADER, rules), Opening(1, holder="W"))
    others = MatchStart("x", ("E", "N", "W", "S"), (("E", "W"), ("N", "S")))
    return again, drawers, opening.leader, due_opening(HEADER, rules, 1), due_opening(others, rules, 1)


def later_openings(rules: RuleSet) -> object:
    return [due_opening(HEADER, rules, 2, finish) for finish in (SINGLE, ("E", "N", "W", "S"), DOUBLE)]


def tribute_of(rules: RuleSet, *cards: str, finish: tuple[str, ...] = DOUBLE) -> TributeState:
    """The tribute after these cards: of a double S and N pay, then E and W give back."""
    state = TributeState(HEADER, rules, finish, "4")
    givers = ("S", "N", "E", "W") if finish == DOUBLE else ("N", "E")
    for seat, text in zip(givers, cards, strict=False):
        card = Card.parse(text)
        if seat in "SN":
            to = (
                "E"
                if seat == "S" and rules.equal_tribute == "receivers_choose" and finish == DOUBLE
                else None
            )
            state = pay(state, Tribute(seat, to, card, 0), {})
        else:
            state = give_back(state, Return(seat, None, card, 0), {})
    return state


def leaders(rules: RuleSet) -> object:
    """After equal tributes, with either return the lower one, or equal ones; whoever pays the first."""
    returns = (("S3", "S5"), ("S5", "S3"), ("S5", "D5"))
    kinds = [replace(rules, equal_tribute=kind) for kind in ("after_first", "before_first")]
    return [tribute_of(kind, "SK", "DK", *cards).leader for kind in kinds for cards in returns]


def receivers(rules: RuleSet) -> object:
    paid = [TributeState(HEADER, rules, DOUBLE, "4")]
    for seat in "SN":
        paid.append(pay(paid[-1], Tribute(seat, None, Card.parse(f"{seat[0]}K".replace("N", "D")), 0), {}))
    return [each.to for each in paid[-1].paid]


def refusals(rules: RuleSet) -> object:
    state = TributeState(HEADER, rules, DOUBLE, "4")
    tried = (partial(refuse, state, Refusal(("S", "N"), 0), {}), partial(tribute_of, rules, "HR", "HR"))
    return [goes(each) for each in tried]


def goes(do: Callable[[], object]) -> bool:
    try:
        do()
    except RuleError:
        return False
    return True


def returns(rules: RuleSet, *, to_partner: bool, double: bool) -> object:
    hand = parse_cards("S3 S9 ST S4 SJ SA SB")
    both = [return_cards(rules, hand, level, to_partner=to_partner, double=double) for level in "4T"]
    return both, return_cards(rules, parse_cards("SB HR"), "4", to_partner=to_partner, double=double)


def how_a_wild_lies(rules: RuleSet) -> object:
    state = begun(rules, "9")
    cards = parse_cards("C4 D5 S6 S7 H9")
    assert state.deal is not None
    readings = readings_now(state.deal, "E", cards)
    lower = next(each for each in readings if each.key == 7)
    seen = apply(state, Play("E", cards, lower, None, 0, Source.SEEN))
    first = parse_cards("H9 C4 D5 S6 S7")
    taken = [take_reading(readings, each, "9", rules.wild_default).key for each in (cards, first)]
    return taken, [each.kind for each in noticed(seen)]


def readings(rules: RuleSet) -> object:
    deal = begun(rules, "9").deal
    assert deal is not None
    return [
        goes(partial(readings_now, deal, "E", parse_cards(text)))
        for text in ("S3 H3 D3 HR HR", "S3 S3 H3 H3 C3 C3 D3 D3 H9", "S3 S3 H3 H3 C3 C3 D3 D3 H9 H9")
    ]


def tables(rules: RuleSet) -> object:
    """What is taken back, and what lies open, in the second trick."""
    state = played(begun(rules), "E S3", "S pass", "W pass", "N pass")
    state = played(with_consequences(state), "E S4")
    play = state.events[-1]
    assert state.deal is not None
    assert isinstance(play, Play)
    looked = Irregularity("S", Breach.LOOKED_BACK, "", None, 0)
    return str(why_it_stands(state, play)), open_cards(state.deal), proposals(apply(state, looked), looked)


def reports(rules: RuleSet) -> object:
    def laid(seat: str, count: int) -> Play:
        return Play(seat, parse_cards("?? " * count), None, None, 0)

    begin, end = DealStart(1, "2", "E"), DealEnd(1, ("E", "W"), 0, 3, None)
    at_ten, at_six = (laid("E", 10), laid("E", 7)), (laid("E", 10), laid("E", 10), laid("E", 1))
    told = (Report("E", 10, 0), Report("E", 10, 0))
    faults = [
        report_faults(rules, (begin, *events, end))
        for events in (at_ten, (*at_ten, *told), (*at_six, Report("S", 27, 0)), (*at_ten, Report("S", 27, 0)))
    ]
    state = folded(rules, begin, laid("E", 10), laid("S", 10), Pass("W"), laid("N", 7), *map(Pass, "ESW"))
    missing = [Irregularity(seat, Breach.MISSING_REPORT, "", None, 0) for seat in "SEN"]
    return faults, [proposals(state, each)[0].text for each in missing]


def clocks(rules: RuleSet) -> object:
    events = [DealStart(1, "2", "E", at_ms=0), *(Play(s, parse_cards("??"), None, None, 40_000 * n + 40_000)
              for n, s in enumerate("ESW"))]  # fmt: skip
    now = running(rules, events, "N", 120_000 + 22_000)
    overran = charged(rules, HEADER, timings(rules, events))
    return [limit_ms(rules, clock) for clock in Clock], now and now.warns, [each.seq for each in overran]


def levels(rules: RuleSet) -> object:
    """Outcomes of some deals at the top, and how far a side goes up."""
    outcomes = [
        after_deal(HEADER, rules, before, tries, level, own, finish)
        for before, tries, level, own, finish in (
            (("A", "5"), (2, 0), "A", 0, ("S", "N")),
            (("A", "5"), (1, 0), "5", 1, ("S", "E", "N", "W")),
            (("A", "A"), (0, 0), "A", 0, ("S", "N")),
            (("T", "5"), (0, 0), "T", 0, ("E", "W")),
        )
    ]
    return outcomes, moved("9", 3, rules), MatchState.start(HEADER, rules).levels


def next_levels(rules: RuleSet) -> object:
    return next_level(after_a_deal(rules))


def sheet_past_a(rules: RuleSet) -> object:
    sheet = result_sheet(with_consequences(deal_out(begun(rules, "A"), DOUBLE)))
    return sheet.sides[0].level, sheet.difference


def endings(rules: RuleSet) -> object:
    """Who wins at equal levels, and whether there is one more deal."""
    first = RoundState(reached=(7, 5))
    won = [
        winner(HEADER, rules, ("5", "5"), (0, 0), first, finish)
        for finish in ((), SINGLE, ("E", "N", "W", "S"), DOUBLE)
    ]
    state = folded(rules, TimeCalled(0, 0))
    return won, state.over, state.round.extra


def calls(rules: RuleSet) -> object:
    stages = ("idle", "drawing", "playing")
    return [called(RoundState(), rules, minutes, stage) for minutes in (5, 3, 0) for stage in stages]


def lateness(rules: RuleSet) -> object:
    late = [LateStart(0, 60 * minutes, 0, leave) for minutes in (4, 6, 12, 20) for leave in (False, True)]
    return [late_levels(rules, ("2", "2"), each) for each in late]


def scores(rules: RuleSet) -> object:
    table = ScoreTable("t", {None: (ScoreRow(0, True, 9, 1),)})
    ended = apply(after_a_deal(rules, DOUBLE), MatchEnd(None, None))
    return score_of(result_sheet(ended), table), score_of(result_sheet(folded(rules, Forfeit(0, "", "", 0))))


def sheets(rules: RuleSet) -> object:
    sheet = result_sheet(folded(rules, Forfeit(0, "", "", 0), Appeal(0, "", None, 0)))
    return sheet.entered_by, sheet.confirmed_by, sheet.appeals


def corrections(rules: RuleSet) -> object:
    state = after_a_deal(rules)
    last = next(event for event in reversed(state.events) if isinstance(event, Play))
    state = with_consequences(apply(state, MatchEnd(None, None)))
    return is_refused(apply(state, LeftTable(0)), Correction(last.seq, None, "", "", 0))


def appeals(rules: RuleSet) -> object:
    over = folded(rules, Forfeit(0, "", "", 0), MatchEnd(None, None, at_ms=0))
    return [is_refused(over, Appeal(0, "", None, 60_000 * minutes)) for minutes in (10, 40, 5000)]


def rungs(rules: RuleSet) -> object:
    state = begun(rules)
    kinds = (AwardKind.WARNING, AwardKind.VIOLATION, AwardKind.LOSS)
    return [ladder(state, [Award(kind, "E")] * count) for kind in kinds for count in (1, 2, 3)]


def who_rules(rules: RuleSet) -> object:
    state = begun(rules.with_switches({"penalties": {"overrun": {"award": "warning"}}}))
    kinds = (Breach.OVERRUN, Breach.SIGNALS)
    return [proposals(state, Irregularity("E", kind, "", None, 0))[0].by for kind in kinds]


PROBES: dict[str, Callable[[RuleSet], object]] = {
    "draw_direction": lambda rules: (draw_order(HEADER, rules, "E"), first_drawers(rules)),
    **dict.fromkeys(
        ("first_deal_method", "first_shuffler", "first_cutter", "first_count_from"), first_drawers
    ),
    **dict.fromkeys(("turned_ace_points", "turned_joker_again", "turned_wild_again"), first_drawers),
    **dict.fromkeys(
        ("later_shuffler", "later_cutter", "later_drawer", "later_drawer_double"), later_openings
    ),
    **dict.fromkeys(("start_level", "must_play", "last_level", "a_fail", "a_attempt", "a_both"), levels),
    "gains": next_levels,
    "top_level": sheet_past_a,
    "tribute": lambda rules: TributeState(HEADER, rules, SINGLE, "4").payers,
    "equal_tribute": receivers,
    "equal_tribute_leader": leaders,
    "double_return": lambda rules: [tribute_of(rules, "SK", card).is_face_down for card in ("DK", "DQ")],
    "return_to_opponent": partial(returns, to_partner=False, double=False),
    "return_to_partner": partial(returns, to_partner=True, double=False),
    "return_in_double": partial(returns, to_partner=False, double=True),
    "return_none_low": partial(returns, to_partner=False, double=False),
    "refuse_tribute": refusals,
    **dict.fromkeys(("wild_default", "wild_in_place"), how_a_wild_lies),
    **dict.fromkeys(("joker_pair_fullhouse", "largest_bomb"), readings),
    "partner_lead": lambda rules: next_leader(
        HEADER, rules, {"E": 0, "S": 0, "W": 5, "N": 5}, ("E", "S"), "S"
    ),
    **dict.fromkeys(("laid_play", "cover_after_trick"), tables),
    **dict.fromkeys(("report_threshold", "report_on_request", "report_how", "report_once"), reports),
    **dict.fromkeys(("play_seconds", "lead_seconds", "opening_seconds", "tribute_return_seconds"), clocks),
    **dict.fromkeys(("warning_seconds", "overtime_from"), clocks),
    "round_minutes": lambda rules: round_left_ms(rules, 0),
    "round_deals": lambda rules: after_a_deal(rules).over,
    **dict.fromkeys(("cutoff_minutes_left", "cutoff_drawing", "time_up_deal"), calls),
    "tie": endings,
    "score_mode": scores,
    **dict.fromkeys(("late_steps", "late_forfeit_minutes", "leave_forfeit_minutes"), lateness),
    **dict.fromkeys(("forfeit_winner_points", "forfeit_loser_points"), scores),
    **dict.fromkeys(("score_entered_by", "score_confirmed_by", "appeal_answer_minutes"), sheets),
    "correction_until": corrections,
    "substitutes": lambda rules: is_refused(MatchState.start(HEADER, rules), Substitute("E", "x", "", 0)),
    "appeal_minutes": appeals,
    **dict.fromkeys(("warnings_per_violation", "violations_per_loss", "losses_per_suspension"), rungs),
    "rulings_by": who_rules,
}
VALUES: dict[str, tuple[object, ...]] = {
    "turned_ace_points": (1, 14),
    "start_level": ("2", "5"),
    "last_level": ("T", "A"),
    "must_play": (("A",), ("J", "A")),
    "largest_bomb": (8, 9, 10),
    "report_threshold": (6, 10),
    "report_on_request": (17, 25, None),
    "warning_seconds": (10, None),
    "overtime_from": (1, 2),
    "round_deals": (1, 6),
    "cutoff_minutes_left": (0, 5),
    "late_steps": ((), ((5, 1), (10, 2))),
    "late_forfeit_minutes": (5, 10, None),
    "leave_forfeit_minutes": (5, 15, None),
    "appeal_minutes": (30, 60, None),
    **dict.fromkeys(("warnings_per_violation", "violations_per_loss", "losses_per_suspension"), (1, 2, None)),
}
"""Values of switches that are no choice and no flag; others are tried at 1, 45 and none."""
BESIDE: dict[str, dict[str, object]] = {
    "turned_joker_again": {"first_deal_method": "turned_card"},
    "first_shuffler": {"first_cutter": "next"},
    "first_cutter": {"first_shuffler": "E", "first_count_from": "cutter"},
    "later_drawer_double": {"later_drawer": "last"},
    "warning_seconds": {"play_seconds": 30},
    "overtime_from": {"play_seconds": 30},
    "violations_per_loss": {"warnings_per_violation": None},
    "losses_per_suspension": {"violations_per_loss": None},
    "equal_tribute_leader": {"return_in_double": "any"},
    "report_how": {"report_threshold": 10},
    "time_up_deal": {"cutoff_drawing": "finishes"},
    "cutoff_drawing": {"time_up_deal": "finishes"},
    "appeal_answer_minutes": {"appeal_minutes": None},
    "laid_play": {},
}
"""Other switches that a probe needs so."""


def values(key: str) -> tuple[object, ...]:
    switch = switches()[key]
    if key in VALUES:
        return VALUES[key]
    if isinstance(switch, Choice):
        return tuple(switch.choices)
    return (True, False) if type(switch).__name__ == "Flag" else (1, 45, None)


@pytest.mark.parametrize("key", [key for key in switches() if key not in IN_THE_RECORDER])
def test_every_value_has_an_effect(key: str) -> None:
    found = {}
    for value in values(key):
        rules = replace(RULES, **BESIDE.get(key, {}) | {key: value})  # type: ignore[arg-type]
        found[value] = PROBES[key](rules)
    for one, other in combinations(found, 2):
        if {one, other} != WORDS_ONLY.get(key):
            assert found[one] != found[other], f"{key}: {one} does what {other} does"


def read_by(path: Path) -> set[str]:
    """Switches that a module asks a rule set for; naming the clause of one is no reading."""
    tree, found = ast.parse(path.read_text("utf-8")), set[str]()
    named = {
        id(arg)
        for call in ast.walk(tree)
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr == "origin"
        for arg in call.args
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute):
            owner = node.value
            name = owner.attr if isinstance(owner, ast.Attribute) else getattr(owner, "id", "")
            if name == "rules":
                found.add(node.attr)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in named:
            found.add(node.value)
    return found & switches().keys()


def test_every_switch_is_read() -> None:
    loaders = {"rules", "rulefile", "switches", "rules_page"}
    modules = [path for path in (ROOT / "engine").glob("*.py") if path.stem not in loaders]
    read = set[str]().union(*map(read_by, modules))
    assert switches().keys() - read == IN_THE_RECORDER.keys()
    for key, file in IN_THE_RECORDER.items():
        assert key in read_by(ROOT / file)
