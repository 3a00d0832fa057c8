"""Before a deal and around its turns: who shuffles and draws first, known hands, deal files, turns missed."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import (
    FACES,
    AmbiguousPlay,
    Award,
    AwardKind,
    Card,
    ComboType,
    DealStart,
    DealState,
    Drawn,
    Event,
    HandExceeded,
    Hands,
    IllegalPlay,
    ImpossibleCard,
    InvalidPlay,
    MatchStart,
    MatchState,
    Opening,
    OutOfOrder,
    OutOfTurn,
    Pass,
    Play,
    RecordError,
    RuleError,
    RuleSet,
    Ruling,
    StockExceeded,
    apply,
    consequences,
    declared_reading,
    due_opening,
    dumps_line,
    first_to_draw,
    legal_plays,
    must_turn_again,
    parse_cards,
    read_deals,
    seats_skipped,
)
from engine.hands import lacking, without
from tests.unit.engine_matches import begun, deal_out, played, with_consequences

SUZHOU, NATIONAL, XIANGYANG, HUAIAN = (
    RuleSet.load(name) for name in ("suzhou-2016", "national-2022", "xiangyang-2024", "huaian")
)
HEADER = MatchStart("suzhou-2016")


@pytest.mark.parametrize(
    ("rules", "turned", "drawer"),
    [
        pytest.param(XIANGYANG, "S5", "S", id="xiangyang 八(三)1 从南家开始: five is South again"),
        pytest.param(XIANGYANG, "S2", "N", id="xiangyang 八(三)1 two is the next, counter-clockwise"),
        pytest.param(XIANGYANG, "HJ", "W", id="xiangyang 八(三)1 a jack is eleven"),
        pytest.param(XIANGYANG, "DK", "S", id="xiangyang 八(三)1 a king is thirteen"),
        pytest.param(XIANGYANG, "CA", "S", id="an ace is one"),
        pytest.param(replace(XIANGYANG, turned_ace_points=14), "CA", "N", id="an ace is fourteen"),
        pytest.param(SUZHOU, "S3", "W", id="suzhou 八(一) 以抽出的牌点数确定第一个摸牌人"),
        pytest.param(replace(SUZHOU, first_count_from="after_cutter"), "S3", "E", id="counted from the next"),
        pytest.param(SUZHOU, "HR", None, id="a joker has no points"),
        pytest.param(HUAIAN, "S5", None, id="huaian 四: nobody counts"),
    ],
)
def test_first_to_draw(rules: RuleSet, turned: str, drawer: str | None) -> None:
    seats = ("E", "S", "N", "W")  # so that a wrong way round shows
    header = replace(HEADER, seats=seats, sides=(("E", "N"), ("S", "W")))
    assert first_to_draw(header, rules, "S", Card.parse(turned)) == drawer
    assert first_to_draw(header, rules, None, Card.parse(turned)) is None


@pytest.mark.parametrize(
    ("rules", "turned", "again"),
    [
        pytest.param(XIANGYANG, "SB", True, id="xiangyang 八(三)1 王牌"),
        pytest.param(XIANGYANG, "H2", True, id="xiangyang 八(三)1 红心2"),
        pytest.param(XIANGYANG, "D2", False, id="xiangyang 八(三)1 another two"),
        pytest.param(SUZHOU, "H2", False, id="suzhou 八(一) names none"),
    ],
)
def test_turned_again(rules: RuleSet, turned: str, again: bool) -> None:
    assert must_turn_again(rules, Card.parse(turned), "2") is again


@pytest.mark.parametrize(
    ("rules", "finish", "due"),
    [
        pytest.param(XIANGYANG, (), ("E", "S", None), id="xiangyang 八(三)1 东家洗牌，南家切牌"),
        pytest.param(SUZHOU, (), (None, None, None), id="suzhou 八(一) any shuffles, the next cuts"),
        pytest.param(SUZHOU, ("S", "W", "N", "E"), ("E", "S", "E"), id="suzhou 九 上游的上家洗牌，下游先摸"),
        pytest.param(SUZHOU, ("S", "N"), ("E", "S", "W"), id="suzhou 九 双下: 上游的下家先摸"),
        pytest.param(XIANGYANG, ("W", "E"), ("S", "W", "N"), id="xiangyang 八(三)1 双下"),
        pytest.param(HUAIAN, ("W", "S", "E", "N"), ("S", "W", "N"), id="huaian: as suzhou 九"),
    ],
)  # fmt: skip
def test_due_opening(rules: RuleSet, finish: tuple[str, ...], due: tuple[str | None, ...]) -> None:
    found = due_opening(HEADER, rules, 2, finish)
    assert (found.shuffler, found.cutter, found.first) == due


def folded(state: MatchState, *events: Event) -> MatchState:
    for event in events:
        state = apply(state, event)
    return state


def test_openings_stand_before_their_deal() -> None:
    fresh = MatchState.start(HEADER, SUZHOU)
    state = folded(fresh, Opening(1, turned=Card.parse("S5"), first="S", holder="W"), Drawn(1, 60_000))
    assert str(state) == "before a deal"
    assert state.opening is not None
    assert state.opening.drawn
    state = folded(state, DealStart(1, "2", "W", at_ms=61_000))
    for event in (Opening(1), Drawn(1, 0)):
        with pytest.raises(OutOfOrder, match="cannot stand here"):
            apply(state, event)
    with pytest.raises(OutOfOrder, match="all cards are drawn"):
        folded(fresh, Drawn(1, 0), Opening(1))
    second = with_consequences(deal_out(begun(SUZHOU), "ESWN"))
    for event in (Opening(3), Drawn(1, 0), Hands(4, {})):
        with pytest.raises(OutOfOrder, match="deal 2 comes next"):
            apply(second, event)


WHOLE = {seat: FACES[13 * i : 13 * i + 13] * 2 for i, seat in enumerate("ESWN")}
"""Spades, hearts, clubs, diamonds, each twice, one joker to come."""


def known(state: MatchState, **jokers: str) -> MatchState:
    hands = {seat: (*WHOLE[seat], Card.parse(joker)) for seat, joker in jokers.items()}
    return apply(state, Hands(1, hands))


def test_what_is_played_is_checked_against_the_hand() -> None:
    state = known(begun(SUZHOU), E="SB", S="HR")
    for cards, message in (
        ("H3", "it does not hold H3"),
        ("SB SB", "it does not hold SB"),
        ("?3 S3 S3", "it does not hold \\?3"),
    ):
        with pytest.raises(ImpossibleCard, match=message):
            apply(state, Play("E", parse_cards(cards), None, None, 0))
    state = played(state, "E S3 S3", "S H4 H4")
    assert state.deal is not None
    assert [len(state.deal.known[seat]) for seat in "ES"] == [25, 25]
    with pytest.raises(StockExceeded, match="W cannot play S5 S5: E holds S5"):
        apply(state, Play("W", parse_cards("S5 S5"), None, None, 0))
    assert played(state, "W C5 C5").deal is not None
    with pytest.raises(OutOfOrder, match="cannot stand here"):
        apply(state, Hands(1, {"W": ()}))


def test_a_card_not_read_leaves_the_rest_unsure() -> None:
    state = known(begun(SUZHOU), E="SB")
    state = apply(state, Play("E", parse_cards("??"), None, None, 0))
    assert state.deal is not None
    assert len(state.deal.known["E"]) == 13  # one of each pair is still there
    state = played(state, "S pass", "W pass", "N pass", "E S5")
    assert state.deal is not None
    assert Card.parse("S5") not in state.deal.known["E"]


@pytest.mark.parametrize(
    ("hand", "cards", "left"),
    [
        ("S3 S3 H4", "S3", "S3 H4"),
        ("S3 H3 H4", "?3", "H4"),
        ("S3 S3 H3 H4", "?3", "S3 H4"),
        ("S3 S3 H4", "??", "S3"),
        ("?3 H4", "S3", "H4"),
        ("S3 H4", "D5", "S3 H4"),
        ("?3 ?3", "?3", "?3"),
    ],
)
def test_what_is_surely_left(hand: str, cards: str, left: str) -> None:
    assert without(parse_cards(hand), parse_cards(cards)) == parse_cards(left)


def test_what_a_hand_lacks() -> None:
    hand = parse_cards("S3 H3 H4")
    assert lacking(hand, parse_cards("?3 S3 ??")) == ()
    assert lacking(hand, parse_cards("?3 S3 H3")) == parse_cards("?3")
    assert lacking(hand, parse_cards("S3 S3 C9")) == parse_cards("S3 C9")
    assert lacking(hand, parse_cards("?? ?? ?? ??")) == parse_cards("??")


def test_every_impossible_card_is_one() -> None:
    assert issubclass(StockExceeded, ImpossibleCard)
    assert issubclass(HandExceeded, ImpossibleCard)
    state = played(begun(SUZHOU), "E S3 S3")
    with pytest.raises(ImpossibleCard, match=r"S cannot play S3 S3: S3 would lie 4 times \(deal 1, level 2"):
        apply(state, Play("S", parse_cards("S3 S3"), None, None, 0))


def test_a_declaration_names_one_reading() -> None:
    deal = begun(SUZHOU).deal
    assert deal is not None
    four = parse_cards("C4 D5 C6 D7 H2")
    with pytest.raises(AmbiguousPlay, match=r"it may be straight 8 or straight 7 \(deal 1"):
        declared_reading(deal, "E", four, ComboType.STRAIGHT)
    assert declared_reading(deal, "E", four, ComboType.STRAIGHT, 7).wilds == parse_cards("?3")
    with pytest.raises(InvalidPlay, match="can be read as straight"):
        declared_reading(deal, "E", four, ComboType.BOMB)


def ruled(state: MatchState, seat: str) -> MatchState:
    return apply(state, Ruling("", "referee", None, 0, (Award(AwardKind.MISSES_TRICK, seat),)))


def to_play(state: MatchState) -> str | None:
    assert state.deal is not None
    return state.deal.to_play


def test_a_turn_is_missed() -> None:
    """十二 停止一轮出牌，由下家出牌: the turn that the seat has, or its next."""
    lead = ruled(begun(SUZHOU), "E")
    assert to_play(lead) == "S"
    follow = ruled(played(begun(SUZHOU), "E S3"), "S")
    assert to_play(follow) == "W"
    assert to_play(played(follow, "W S4", "N pass", "E pass")) == "S"
    ahead = ruled(played(begun(SUZHOU), "E S3"), "N")  # it laid out of turn
    assert to_play(ahead) == "S"
    ahead = played(ahead, "S pass", "W pass")
    assert to_play(ahead) == "E"
    assert consequences(ahead)  # all others have let their turn go by
    with pytest.raises(OutOfTurn):
        played(follow, "S S4")


def test_all_others_miss_their_turn() -> None:
    state = begun(SUZHOU)
    for seat in "SWN":
        state = ruled(state, seat)
    state = played(state, "E S3")
    assert state.deal is not None
    assert (state.deal.to_play, state.deal.best, state.deal.won_by, state.deal.misses) == ("E", None, "E", ())
    assert consequences(ruled(played(begun(SUZHOU), "E S3", "S pass", "W pass"), "N"))


def test_deal_file() -> None:
    jokers = zip("ESWN", parse_cards("SB SB HR HR"), strict=True)
    hands = {seat: (*WHOLE[seat], joker) for seat, joker in jokers}
    deal = Hands(1, hands)
    text = dumps_line(deal) + "\n" + dumps_line(replace(deal, deal=2)) + "\n"
    assert read_deals(text) == (deal, replace(deal, deal=2))
    short = {**hands, "E": hands["E"][1:]}
    double = {**hands, "E": (*hands["E"][:-1], Card.parse("HR"))}
    three = {seat: hands[seat] for seat in "ESW"}
    for wrong, message in (
        (dumps_line(deal) + "\n" + dumps_line(deal), "line 2: deal 1: it is there twice"),
        (dumps_line(replace(deal, hands=short)), "line 1: deal 1: E has 26 cards, not 27"),
        (dumps_line(replace(deal, hands=double)), "line 1: deal 1: SB is there 1 times"),
        (dumps_line(replace(deal, hands=three)), "3 hands, where four are dealt"),
        (dumps_line(Pass("E")), "line 1: no hands"),
        ("{", "line 1: "),
    ):
        with pytest.raises(RecordError, match=message):
            read_deals(wrong)


def dealt(rng: random.Random) -> dict[str, tuple[Card, ...]]:
    deck = [card for card in FACES for _ in range(2)]
    rng.shuffle(deck)
    return {seat: tuple(deck[27 * i : 27 * i + 27]) for i, seat in enumerate(HEADER.seats)}


@settings(deadline=None, max_examples=15)
@given(st.integers(0, 2**32), st.sampled_from([SUZHOU, NATIONAL, HUAIAN]))
def test_cards_are_conserved(seed: int, rules: RuleSet) -> None:
    """108 cards on the table and in hands, never a third copy, whoever plays, passes or misses a turn."""
    rng = random.Random(seed)
    hands = dealt(rng)
    state = folded(begun(rules), Hands(1, hands))
    while state.deal and not state.deal.over:
        deal, seat = state.deal, state.deal.to_play or ""
        assert_conserved(deal)
        other = rng.choice(deal.header.seats)
        theirs = deal.known.get(other, ())
        if other != seat and theirs:
            with pytest.raises(RuleError):
                apply(state, Play(seat, (theirs[0],) * 2, None, None, 0))
        if rng.random() < 0.05:
            state = with_consequences(ruled(state, other))
            continue
        lawful = list(legal_plays(deal.known[seat], deal.level, deal.to_beat))
        if deal.best and (not lawful or rng.random() < 0.2):
            state = apply(state, Pass(seat))
        else:
            cards, reading = max(rng.sample(lawful, min(3, len(lawful))), key=lambda each: len(each[0]))
            state = apply(state, Play(seat, cards, reading, None, 0))
        state = with_consequences(state)
    assert state.deal is not None
    assert_conserved(state.deal)


def assert_conserved(deal: DealState) -> None:
    held = [card for hand in deal.known.values() for card in hand]
    table = [card for card, count in deal.played.items() for _ in range(count)]
    assert sorted(map(str, held + table)) == sorted([str(card) for card in FACES] * 2)
    assert {seat: len(hand) for seat, hand in deal.known.items()} == dict(deal.left)


def test_seats_skipped_goes_round_a_missed_turn() -> None:
    state = ruled(played(begun(SUZHOU), "E S3"), "W")
    assert state.deal is not None
    assert seats_skipped(state.deal, "N") == ("S",)


def test_illegal_plays_stay_illegal_with_known_hands() -> None:
    state = known(begun(SUZHOU), E="SB", S="HR")
    with pytest.raises(IllegalPlay, match="S cannot play H3: single 3 does not beat single 5 of E"):
        played(state, "E S5", "S H3")
