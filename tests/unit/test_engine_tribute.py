"""Tribute under every rule set: who pays whom, which cards, who leads, what later play proves."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import (
    COPIES,
    FACES,
    Award,
    AwardKind,
    Breach,
    Card,
    Correction,
    DealStart,
    Drawn,
    Event,
    Hands,
    IllegalPlay,
    ImpossibleCard,
    Irregularity,
    MatchStart,
    MatchState,
    Opening,
    OutOfOrder,
    OutOfTurn,
    Pass,
    Play,
    Refusal,
    Return,
    RuleError,
    RuleSet,
    Ruling,
    Source,
    Tribute,
    apply,
    is_within_limit,
    level_value,
    noticed,
    open_gifts,
    parse_cards,
    payers,
    proofs,
    return_cards,
    tribute_cards,
)
from engine.deal import start
from engine.hands import Known
from engine.opening import BeforeDeal, OpeningState, before_deal, opened
from tests.unit.engine_matches import begun, deal_out, with_consequences

SUZHOU, NATIONAL, XIANGYANG, HUAIAN = (
    RuleSet.load(name) for name in ("suzhou-2016", "national-2022", "xiangyang-2024", "huaian")
)
WITH_TRIBUTE = pytest.mark.parametrize("rules", [SUZHOU, NATIONAL, HUAIAN], ids=lambda rules: rules.name)
HEADER = MatchStart("suzhou-2016")
SINGLE, PARTNER_LAST, DOUBLE = ("E", "S", "W", "N"), ("E", "S", "N", "W"), ("E", "W")


def before(rules: RuleSet, finish: tuple[str, ...] = SINGLE, level: str = "8") -> OpeningState:
    return before_deal(HEADER, rules, 2, finish, level)


def given_cards(state: OpeningState, *moves: str) -> OpeningState:
    """After moves such as ``"N>E SA"`` (a tribute), ``"E<N S3"`` (E gives back); ``?``: to whom it is due."""
    for move in moves:
        between, card = move.split()
        who, way, whom = between
        to = None if whom == "?" else whom
        kind = Tribute if way == ">" else Return
        state = opened(state, kind(who, to, Card.parse(card), 1000))
    return state


@pytest.mark.parametrize(
    ("finish", "paying"),
    [
        pytest.param(SINGLE, ("N",), id="五(一) the last pays the first"),
        pytest.param(PARTNER_LAST, ("W",), id="五(四) 还给同伴: the last pays its partner too"),
        pytest.param(DOUBLE, ("S", "N"), id="五(二) after a double both pay"),
        pytest.param((), (), id="not known"),
    ],
)
def test_who_pays(finish: tuple[str, ...], paying: tuple[str, ...]) -> None:
    assert payers(HEADER, finish) == paying


@pytest.mark.parametrize(
    ("rules", "moves", "leader"),
    [
        pytest.param(SUZHOU, ("N>? SA",), "N", id="suzhou 五(一) single: the last leads"),
        pytest.param(NATIONAL, ("N>? SA",), "N", id="national 第十条 single: the last leads"),
        pytest.param(HUAIAN, ("N>? SA",), "N", id="huaian 四 single: the last leads"),
        pytest.param(SUZHOU, (), None, id="suzhou 五(一) nothing seen yet"),
        pytest.param(XIANGYANG, (), "E", id="xiangyang 八(三)2 no tribute: the first leads"),
    ],
)
def test_leader_after_a_single_tribute(rules: RuleSet, moves: tuple[str, ...], leader: str | None) -> None:
    assert given_cards(before(rules), *moves).leader == leader


EQUAL = ("S>? SA", "N>? HA")


@pytest.mark.parametrize(
    ("rules", "moves", "pays_first", "leader"),
    [
        pytest.param(SUZHOU, ("S>? SA", "N>? SB"), "N", "N", id="suzhou 五(二) the first takes the higher"),
        pytest.param(NATIONAL, ("S>? S8", "N>? HA"), "S", "S", id="national 第十条 a level card is higher"),
        pytest.param(HUAIAN, ("S>? HR", "N>? SB"), "S", "S", id="huaian 四 头游拿进贡的最大牌"),
        pytest.param(SUZHOU, EQUAL, "N", "N", id="suzhou 五(二) equal: counter-clockwise, 上家 leads"),
        pytest.param(NATIONAL, EQUAL, "S", "S", id="national 第十条 equal: clockwise, payer to first leads"),
        pytest.param(HUAIAN, EQUAL, None, None, id="huaian 四 equal: the receivers choose"),
        pytest.param(HUAIAN, ("S>E SA", "N>? HA"), "S", None, id="huaian 四 equal: E chose, returns decide"),
        pytest.param(
            HUAIAN, ("S>E SA", "N>W HA", "E<S S3", "W<N C5"), "S", "S",
            id="huaian 四 equal: the lower returned card leads",
        ),
        pytest.param(
            HUAIAN, ("S>E SA", "N>W HA", "E<N C6", "W<S C5"), "S", "S",
            id="huaian 四 equal: the payers choose among the returns",
        ),
        pytest.param(
            HUAIAN, ("N>E SA", "S>W HA", "E<? C5", "W<? D5"), "N", "S",
            id="huaian 四 equal returns: the seat after the first leads",
        ),
        pytest.param(HUAIAN, (*EQUAL, "E<? C5", "W<? D6"), None, None, id="huaian 四 not seen"),
        pytest.param(HUAIAN, ("S>? SB", "N>? SB"), "S", None, id="huaian 四 非王牌: no choice"),
    ],
)  # fmt: skip
def test_double_tribute(
    rules: RuleSet, moves: tuple[str, ...], pays_first: str | None, leader: str | None
) -> None:
    state = given_cards(before(rules, DOUBLE), *moves)
    assert {e.to: e.seat for e in state.tribute.paid}.get("E") == pays_first
    assert state.leader == leader
    assert state.tribute.is_double


@pytest.mark.parametrize(
    ("rules", "to_partner", "double", "allowed", "not_"),
    [
        pytest.param(SUZHOU, False, False, "HR H8 SA S3", "", id="suzhou 五(四) any to an opponent"),
        pytest.param(SUZHOU, True, False, "SA S9 S3", "S8 H8 SB HR", id="suzhou 五(四) 小于参谋"),
        pytest.param(SUZHOU, False, True, "HR H8 SA S3", "", id="suzhou 五(四) any after a double"),
        pytest.param(NATIONAL, False, False, "ST S8 H8 S2", "SJ SA SB", id="national 第十条 ten or fewer"),
        pytest.param(NATIONAL, True, False, "ST S8 H8 S2", "SJ SA SB", id="national 第十条 partner"),
        pytest.param(NATIONAL, False, True, "ST S8 H8 S2", "SJ SA SB", id="national 第十条 double"),
        pytest.param(HUAIAN, False, False, "ST S8 H8 S2", "SJ SA SB", id="huaian 四 还一张10以下的任意牌"),
        pytest.param(HUAIAN, False, True, "ST S2", "SJ SA SB", id="huaian 四 double: 还贡可以给10以下任意牌"),
        pytest.param(
            replace(HUAIAN, return_in_double="any"), False, True, "ST SJ SA HR", "",
            id="huaian 四 double, the other reading: 还一张任意牌",
        ),
    ],
)  # fmt: skip
def test_limit_of_a_return(rules: RuleSet, to_partner: bool, double: bool, allowed: str, not_: str) -> None:
    for text, answer in ((allowed, True), (not_, False)):
        for card in parse_cards(text):
            assert is_within_limit(rules, card, "8", to_partner=to_partner, double=double) is answer


def test_limit_at_level_ten() -> None:
    """A level card goes by its points, but where a set says nine at level ten."""
    ten, nine = parse_cards("ST S9")
    assert is_within_limit(NATIONAL, ten, "T", to_partner=False)
    stricter = replace(NATIONAL, return_to_opponent="ten_or_nine")
    assert not is_within_limit(stricter, ten, "T", to_partner=False)
    assert is_within_limit(stricter, nine, "T", to_partner=False)
    assert is_within_limit(stricter, ten, "9", to_partner=False)


def test_return_without_a_low_card() -> None:
    """第十条: ten or fewer, and if there is none the smallest."""
    hand = parse_cards("SJ HJ SK SA SB HR")
    assert return_cards(NATIONAL, hand, "8", to_partner=False) == parse_cards("HJ SJ")
    assert return_cards(NATIONAL, (*hand, *parse_cards("C9 D3")), "8", to_partner=False) == parse_cards(
        "C9 D3"
    )
    any_card = replace(NATIONAL, return_none_low="any")
    assert len(return_cards(any_card, hand, "8", to_partner=False)) == len(hand)


@pytest.mark.parametrize(
    ("rules", "finish", "moves", "error", "message"),
    [
        pytest.param(XIANGYANG, SINGLE, ("N>E SA",), OutOfOrder, "has no tribute", id="xiangyang 八(三)2"),
        pytest.param(SUZHOU, SINGLE, ("S>E SA",), OutOfTurn, "for N to pay", id="五(一) not the last"),
        pytest.param(SUZHOU, SINGLE, ("N>W SA",), OutOfTurn, "for E to receive", id="五(一) not to E"),
        pytest.param(SUZHOU, SINGLE, ("N>N SA",), OutOfTurn, "to itself", id="to itself"),
        pytest.param(SUZHOU, SINGLE, ("N>E H8",), IllegalPlay, "never paid", id="五(一) 逢人配除外"),
        pytest.param(SUZHOU, SINGLE, ("N>E SA", "N>E SA"), OutOfOrder, "has paid", id="twice"),
        pytest.param(SUZHOU, DOUBLE, ("S>E SA", "N>W SB"), OutOfTurn, "goes to W", id="五(二) 上游者拿大牌"),
        pytest.param(SUZHOU, DOUBLE, ("S>E SA", "N>E SB"), OutOfTurn, "goes to W", id="五(二) both to one"),
        pytest.param(NATIONAL, DOUBLE, ("N>E SA", "S>W HA"), OutOfTurn, "goes to W", id="第十条 按顺时针"),
        pytest.param(SUZHOU, DOUBLE, ("S>E SA", "N>W HA"), OutOfTurn, "goes to W", id="五(二) 按照逆时针"),
        pytest.param(HUAIAN, DOUBLE, ("S>E SA", "N>E HA"), OutOfTurn, "goes to W", id="huaian 四 to one"),
        pytest.param(SUZHOU, DOUBLE, ("S>E HR", "N>W HR"), IllegalPlay, "is refused", id="五(三)"),
        pytest.param(SUZHOU, SINGLE, ("E<N S3",), OutOfOrder, "to pay first", id="五(一) a return before"),
        pytest.param(SUZHOU, DOUBLE, ("S>? SA", "E<S S3"), OutOfOrder, "to pay first", id="五(二) half paid"),
        pytest.param(SUZHOU, SINGLE, ("N>E SA", "W<N S3"), OutOfTurn, "received nothing", id="五(一)"),
        pytest.param(SUZHOU, SINGLE, ("N>E SA", "E<W S3"), OutOfTurn, "goes to N", id="五(一) to another"),
        pytest.param(SUZHOU, SINGLE, ("N>E SA", "E<N S3", "E<N S4"), OutOfOrder, "given", id="twice back"),
        pytest.param(
            NATIONAL, DOUBLE, ("S>? SA", "N>? SK", "E<N S3"), OutOfTurn, "goes to S", id="第十条 对应还牌"
        ),
    ],
)  # fmt: skip
def test_refused(
    rules: RuleSet, finish: tuple[str, ...], moves: tuple[str, ...], error: type[RuleError], message: str
) -> None:
    state = given_cards(before(rules, finish), *moves[:-1])
    with pytest.raises(error, match=message) as caught:
        given_cards(state, moves[-1])
    assert moves[-1].split()[1] in str(caught.value)
    assert str(state.tribute) in str(caught.value)


@WITH_TRIBUTE
def test_refusal(rules: RuleSet) -> None:
    """抗贡 (Suzhou 2016 五(三), national 第十条, Huai'an 四): both big jokers on the paying side."""
    for finish, seats in ((SINGLE, ("N", "N")), (DOUBLE, ("S", "N")), (DOUBLE, ("S", "S"))):
        state = opened(before(rules, finish), Refusal(seats, 0))
        assert (state.leader, state.tribute.complete) == ("E", True)
        for move in (f"{seats[0]}>E SA", f"E<{seats[0]} S3"):
            with pytest.raises(OutOfOrder, match="tribute is refused"):
                given_cards(state, move)
    with pytest.raises(OutOfTurn, match="by S, which does not pay"):
        opened(before(rules), Refusal(("N", "S"), 0))
    with pytest.raises(ImpossibleCard, match="with 1 big jokers"):
        opened(before(rules), Refusal(("N",), 0))
    with pytest.raises(OutOfOrder, match="no such thing"):
        opened(before(replace(rules, refuse_tribute="off")), Refusal(("N", "N"), 0))


def test_refusal_is_a_choice_in_huaian() -> None:
    """四 可抗贡: both may pay their big jokers all the same."""
    state = given_cards(before(HUAIAN, DOUBLE), "S>? HR", "N>? HR")
    assert [event.to for event in state.tribute.paid] == ["E", "W"]
    with pytest.raises(IllegalPlay, match="both big jokers"):
        given_cards(before(replace(HUAIAN, refuse_tribute="auto"), DOUBLE), "S>? HR", "N>? HR")


DEALT = {seat: FACES[13 * i : 13 * i + 13] * 2 for i, seat in enumerate("ESWN")}
"""Each seat holds one suit twice over; jokers as the tests say."""


def knowing(state: OpeningState, **jokers: str) -> OpeningState:
    hands = {seat: (*DEALT[seat], *parse_cards(jokers[seat])) for seat in jokers}
    return opened(state, Hands(2, hands))


def test_a_known_hand_is_held_against_the_tribute() -> None:
    """五(一): the highest card; 第十条: ten or fewer, or the smallest."""
    state = knowing(before(NATIONAL, level="7"), N="SB", E="HR")
    with pytest.raises(IllegalPlay, match="N cannot pay DA, as it holds SB"):
        given_cards(state, "N>E DA")
    with pytest.raises(ImpossibleCard, match="does not hold"):
        given_cards(state, "N>E HR")
    state = given_cards(state, "N>E SB")
    with pytest.raises(IllegalPlay, match="E cannot give back SJ, as it holds"):
        given_cards(state, "E<N SJ")
    with pytest.raises(ImpossibleCard, match="E cannot give back D3, which it does not hold"):
        given_cards(state, "E<N D3")
    assert given_cards(state, "E<N S7").tribute.complete


def test_a_partly_known_hand_proves_too() -> None:
    state = opened(before(SUZHOU), Hands(2, {"N": parse_cards("H8 SB")}))
    with pytest.raises(IllegalPlay, match="as it holds SB"):
        given_cards(state, "N>E SA")
    assert given_cards(state, "N>E HR").leader == "N"
    after = given_cards(before(SUZHOU), "N>E SA")
    with pytest.raises(IllegalPlay, match="as it holds SB"):  # hands that are told later
        opened(after, Hands(2, {"N": parse_cards("SB")}))
    with pytest.raises(ImpossibleCard, match="cannot hold SB 3 times"):
        opened(before(SUZHOU), Hands(2, {"N": parse_cards("SB SB"), "E": parse_cards("SB")}))


def second_deal(rules: RuleSet, order: str = "ESWN") -> MatchState:
    """After a deal that ended so, the sides at 2 before it."""
    return with_consequences(deal_out(begun(rules, leader=order[0]), order))


def folded(state: MatchState, *events: Event) -> MatchState:
    for event in events:
        state = apply(state, event)
    return state


def tribute(who: str, card: str) -> Tribute:
    return Tribute(who, None, Card.parse(card), 1000)


def back(who: str, card: str) -> Return:
    return Return(who, None, Card.parse(card), 2000)


@WITH_TRIBUTE
def test_the_leader_follows_from_the_tribute(rules: RuleSet) -> None:
    state = second_deal(rules)
    begins = DealStart(2, "4", "N", at_ms=3000)
    assert folded(state, begins).deal is not None  # nobody saw the tribute
    assert folded(state, replace(begins, leader="E")).deal is not None
    paid = folded(state, tribute("N", "SA"), back("E", "S3"))
    assert "before deal 2, tribute at level 4, out before E S W N, N>E SA, E>N S3" in str(paid)
    deal = folded(paid, begins).deal
    assert deal is not None
    assert (deal.leader, deal.known) == ("N", {"E": parse_cards("SA"), "N": parse_cards("S3")})
    with pytest.raises(OutOfOrder, match="E cannot lead deal 2: N does"):
        folded(paid, replace(begins, leader="E"))
    refused = folded(state, Refusal(("N", "N"), 1000))
    with pytest.raises(OutOfOrder, match="N cannot lead deal 2: E does"):
        folded(refused, begins)
    deal = folded(refused, replace(begins, leader="E")).deal
    assert deal is not None
    assert deal.known == {"N": parse_cards("HR HR")}


@WITH_TRIBUTE
def test_tribute_may_follow_the_start_of_the_deal(rules: RuleSet) -> None:
    """Older records have it so."""
    state = folded(second_deal(rules), DealStart(2, "4", "N"))
    assert folded(state, tribute("N", "SA"), back("E", "S3")).deal is not None
    with pytest.raises(OutOfTurn, match="for N to pay"):
        folded(state, tribute("S", "SA"))
    with pytest.raises(OutOfOrder, match="E would lead, but N does"):
        folded(state, Refusal(("N", "N"), 0))
    late = folded(state, Play("N", parse_cards("S3"), None, None, 0), tribute("N", "SA"), back("E", "S3"))
    assert late.deal is not None
    assert late.deal.known == {}  # what was given may have been played since


def test_nothing_is_known_of_a_deal_before_the_record() -> None:
    state = MatchState.start(MatchStart("suzhou-2016"), SUZHOU)
    state = folded(state, Tribute("S", "E", Card.parse("SA"), 0), Return("E", "S", Card.parse("S4"), 0))
    assert folded(state, DealStart(4, "8", "W", ("5", "8"))).deal is not None


def test_tribute_that_nobody_saw_leaves_a_known_hand_unsure() -> None:
    """A deal file tells the hands before the tribute: what may have been given is held against nobody."""
    hands = {
        seat: (*DEALT[seat], joker) for seat, joker in zip("ESWN", parse_cards("SB SB HR HR"), strict=True)
    }
    state = folded(second_deal(SUZHOU), Hands(2, hands))
    unseen = folded(state, DealStart(2, "4", "N"))
    assert folded(unseen, Play("N", parse_cards("S3"), None, None, 0)).deal is not None  # it came back
    for seat in "SW":
        assert len(held(unseen)[seat]) == 27
    assert [len(held(unseen)[seat]) for seat in "EN"] == [13, 13]
    half = folded(state, tribute("N", "HR"), DealStart(2, "4", "N"))
    assert [len(held(half)[seat]) for seat in "EN"] == [13, 26]
    seen = folded(state, tribute("N", "HR"), back("E", "S3"), DealStart(2, "4", "N"))
    assert [len(held(seen)[seat]) for seat in "EN"] == [27, 27]
    with pytest.raises(ImpossibleCard, match="N cannot play S5: it does not hold S5"):
        folded(seen, Play("N", parse_cards("S5"), None, None, 0))
    both = {**hands, "N": (*DEALT["N"][:25], *parse_cards("HR HR")), "W": (*DEALT["W"], Card.parse("DA"))}
    refused = folded(second_deal(SUZHOU), Hands(2, both), DealStart(2, "4", "E"))
    assert [len(held(refused)[seat]) for seat in "EN"] == [27, 27]  # it had to be refused
    middle = MatchState.start(MatchStart("suzhou-2016"), SUZHOU)
    middle = folded(middle, Hands(4, hands), DealStart(4, "8", "W", ("5", "8")))
    assert {len(hand) for hand in held(middle).values()} == {13}


def held(state: MatchState) -> Known:
    assert state.deal is not None
    return state.deal.known


FUZZ_CARDS = parse_cards("HR SB H4 S4 SA HA S3 D3 ?A ??")


@settings(deadline=None, max_examples=300)
@given(st.integers(0, 2**32), st.sampled_from([SUZHOU, NATIONAL, XIANGYANG, HUAIAN]))
def test_whatever_comes_before_a_deal_is_taken_or_refused(seed: int, rules: RuleSet) -> None:
    """No order of events raises anything but a `RuleError`."""
    rng = random.Random(seed)
    state = AFTER_A_DEAL[rules.name, rng.choice(["ESWN", "EWSN", "ESNW"])]
    for _ in range(8):
        seat, to, card = (
            rng.choice("ESWN"),
            rng.choice(["E", "S", "W", "N", None, None]),
            rng.choice(FUZZ_CARDS),
        )
        event: Event = rng.choice(
            [
                Tribute(seat, to, card, 0),
                Return(seat, to, card, 0),
                Refusal(tuple(rng.choices("ESWN", k=rng.randrange(4))), 0),
                Hands(2, {seat: tuple(rng.choices(FUZZ_CARDS, k=3))}),
                Opening(2, first=seat, turned=card),
                Drawn(2, 0),
                DealStart(2, state.levels[state.deals_done[-1].winner], seat),
                Ruling("", "referee", None, 0, (Award(AwardKind.GIVE_AGAIN, seat),)),
                Play(seat, (card,), None, None, 0),
            ]
        )
        try:
            state = apply(state, event)
        except RuleError:
            continue
        noticed(state)
        if state.deal and not state.deal.over:
            deal = state.deal
            assert all(len(hand) <= deal.left[seat] for seat, hand in deal.known.items())
            there = [
                *(c for c, count in deal.played.items() for _ in range(count)),
                *(c for hand in deal.known.values() for c in hand),
            ]
            assert all(there.count(card) <= COPIES for card in there if card.is_known)


AFTER_A_DEAL = {
    (rules.name, order): second_deal(rules, order)
    for rules in (SUZHOU, NATIONAL, XIANGYANG, HUAIAN)
    for order in ("ESWN", "EWSN", "ESNW")
}


PAID = (tribute("N", "SK"), back("E", "S3"))
WRONG = [("N", Breach.WRONG_TRIBUTE)]


def after_play(rules: RuleSet, given_: tuple[BeforeDeal, ...], *plays: str) -> tuple[Irregularity, ...]:
    """What is proved at level 4 when N was last, after plays such as ``"N SA"``, whoever's turn it is."""
    state = folded(second_deal(rules), *given_, DealStart(2, "4", "N"))
    assert state.deal is not None
    assert state.deal.tribute is not None
    moves = [
        Play(text[0], parse_cards(text[2:]), None, None, 5000 + i, seq=90 + i) for i, text in enumerate(plays)
    ]
    return proofs(state.deal.tribute, moves)


@pytest.mark.parametrize(
    ("given_", "plays", "proved"),
    [
        pytest.param(PAID, ("N SA",), WRONG, id="五(一) a higher card"),
        pytest.param(PAID, ("N SB",), WRONG, id="五(一) a joker"),
        pytest.param(PAID, ("N C4",), WRONG, id="五(一) a level card"),
        pytest.param(PAID, ("N C5 D5 S5 ?A",), WRONG, id="五(一) known by rank"),
        pytest.param(PAID, ("N SK DK",), [], id="五(一) an equal one proves nothing"),
        pytest.param(PAID, ("N H4",), [], id="五(一) 逢人配除外"),
        pytest.param(PAID, ("N ?4",), [], id="五(一) a level card that may be the wild one"),
        pytest.param(PAID, ("N ??",), [], id="五(一) an unread card"),
        pytest.param(PAID, ("E SA", "S SA"), [], id="五(一) other seats"),
        pytest.param((tribute("N", "SK"),), ("N SA",), [], id="五(一) it may have come back"),
        pytest.param(
            (tribute("N", "SK"),), ("N SA", "N DA"), WRONG, id="五(一) one may have, two not"
        ),
        pytest.param((tribute("N", "SK"), back("E", "SA")), ("N SA",), [], id="五(四) it came back"),
        pytest.param((tribute("N", "SK"), back("E", "SA")), ("N SA SA",), WRONG, id="五(四) but once"),
        pytest.param((tribute("N", "??"),), ("N SA", "N SB"), [], id="五(一) the tribute was not read"),
        pytest.param(
            (tribute("N", "HR"), back("E", "S3")), ("N HR",), WRONG, id="五(三) 两个大王"
        ),
    ],
)  # fmt: skip
def test_proof_of_a_wrong_tribute(
    given_: tuple[BeforeDeal, ...], plays: tuple[str, ...], proved: list[tuple[str, Breach]]
) -> None:
    found = after_play(SUZHOU, given_, *plays)
    assert [(each.seat, each.kind) for each in found] == proved
    assert all(str(given_[0]).count(str(each.cards[0].rank)) for each in found)


@pytest.mark.parametrize(
    ("rules", "returned", "plays", "proved"),
    [
        pytest.param(NATIONAL, "SJ", ("E S9",), True, id="national 第十条 it held a nine"),
        pytest.param(NATIONAL, "SJ", ("E C4",), True, id="national 第十条 a level card by its points"),
        pytest.param(NATIONAL, "SQ", ("E SJ",), True, id="national 第十条 not the smallest"),
        pytest.param(NATIONAL, "SJ", ("E SJ", "E SA", "E SK"), False, id="national 第十条 none lower"),
        pytest.param(NATIONAL, "ST", ("E S2",), False, id="national 第十条 within the limit"),
        pytest.param(NATIONAL, "SJ", ("N S9",), False, id="national 第十条 another seat"),
        pytest.param(HUAIAN, "SJ", ("E S9",), True, id="huaian 四 10以下"),
        pytest.param(SUZHOU, "SJ", ("E S9",), False, id="suzhou 五(四) any to an opponent"),
    ],
)
def test_proof_of_a_wrong_return(rules: RuleSet, returned: str, plays: tuple[str, ...], proved: bool) -> None:
    found = after_play(rules, (tribute("N", "SK"), back("E", returned)), *plays)
    assert [(each.seat, each.kind) for each in found] == [("E", Breach.WRONG_RETURN)] * proved


def test_the_tribute_itself_may_be_the_low_card() -> None:
    with pytest.raises(IllegalPlay, match="E cannot give back SJ, as it holds S9"):
        given_cards(before(NATIONAL), "N>E S9", "E<N SJ")


def test_refused_wrongly() -> None:
    """五(三): a big joker played by another seat; where the jokers were shown it cannot even be."""
    state = second_deal(SUZHOU)
    unseen = folded(state, Refusal((), 1000), DealStart(2, "4", "E"))
    unseen = folded(unseen, Play("E", parse_cards("HR"), None, None, 5000))
    (found,) = noticed(unseen)
    assert (found.kind, found.seat) == (Breach.WRONG_TRIBUTE, "N")
    shown = folded(state, Refusal(("N", "N"), 1000), DealStart(2, "4", "E"))
    with pytest.raises(ImpossibleCard, match="E cannot play HR: N holds HR"):
        folded(shown, Play("E", parse_cards("HR"), None, None, 5000))


def test_a_wrong_tribute_may_stand() -> None:
    """Nothing is punished, or put right, but by the referee."""
    wild = Tribute("N", None, Card.parse("H4"), 1000)
    for start_ in ((), (DealStart(2, "4", "N"),)):
        state = folded(second_deal(SUZHOU), *start_)
        with pytest.raises(IllegalPlay, match="never paid"):
            apply(state, wild)
        state = folded(state, Irregularity("N", Breach.WRONG_TRIBUTE, "paid H4", None, 1000, (wild.card,)))
        state = folded(state, Ruling("it stands", "referee", state.events[-1].seq, 2000), wild)
        state = folded(state, *(() if start_ else (DealStart(2, "4", "N"),)))
        state = folded(state, Play("N", parse_cards("SB"), None, None, 5000))
        assert noticed(state) == ()


def test_a_proof_is_noticed_until_it_is_recorded() -> None:
    state = folded(second_deal(SUZHOU), *PAID, DealStart(2, "4", "N", at_ms=3000))
    paid = next(event.seq for event in state.events if isinstance(event, Tribute))
    assert noticed(state) == ()
    state = folded(state, Play("N", parse_cards("SA"), None, None, 5000))
    (found,) = noticed(state)
    assert (found.seat, found.kind, found.about, found.at_ms) == ("N", Breach.WRONG_TRIBUTE, paid, 5000)
    assert "N played SA after paying SK" in found.text
    assert noticed(folded(state, found)) == ()


@settings(deadline=None, max_examples=150)
@given(st.integers(0, 2**32), st.sampled_from([SUZHOU, NATIONAL, HUAIAN]), st.booleans())
def test_tribute_laws(seed: int, rules: RuleSet, double: bool) -> None:
    """Lawful tributes of any deal are taken, change hands, and nothing that follows proves them wrong."""
    rng = random.Random(seed)
    deck = [face for face in FACES for _ in range(2)]
    rng.shuffle(deck)
    hands = {seat: tuple(deck[27 * i : 27 * i + 27]) for i, seat in enumerate("ESWN")}
    level = rng.choice("23456789TJQKA")
    state = opened(before(rules, DOUBLE if double else SINGLE, level), Hands(2, hands))
    paying = state.tribute.payers
    jokers = [seat for seat in paying for card in hands[seat] if card == Card.parse("HR")]
    if len(jokers) == 2 and rules.refuse_tribute == "auto":
        with pytest.raises(IllegalPlay):
            opened(state, Tribute(paying[0], None, tribute_cards(hands[paying[0]], level)[0], 0))
        assert opened(state, Refusal(tuple(jokers), 0)).leader == "E"
        return
    for seat in paying:
        card = rng.choice(tribute_cards(hands[seat], level))
        assert not card.is_wild(level)
        to = None
        if rules is HUAIAN and double and seat == paying[1]:
            one, two = level_value(card, level), level_value(state.tribute.paid[0].card, level)
            to = "W" if one == two else None  # the receivers choose
        state = opened(state, Tribute(seat, to, card, 0))
    values = {e.to: level_value(e.card, level) for e in state.tribute.paid}
    assert values["E"] == max(values.values())
    for paid in state.tribute.paid:
        assert paid.to is not None
        hand = [*hands[paid.to], paid.card]
        to_partner = HEADER.partner(paid.to) == paid.seat
        allowed = return_cards(rules, hand, level, to_partner=to_partner, double=double)
        state = opened(state, Return(paid.to, None, rng.choice(allowed), 0))
    assert state.tribute.complete
    assert state.leader in paying
    deal = start(HEADER, rules, DealStart(2, level, state.leader or ""), state).known
    assert sorted(map(str, (c for hand in deal.values() for c in hand))) == sorted(map(str, deck))
    assert all(len(hand) == 27 for hand in deal.values())
    plays = [Play(seat, (card,), None, None, 1) for seat, hand in deal.items() for card in hand]
    rng.shuffle(plays)
    assert proofs(state.tribute, plays) == ()


# ---- cards given back face down


@pytest.mark.parametrize(
    ("rules", "equal", "face_down"),
    [
        pytest.param(NATIONAL, True, True, id="national 第十条"),
        pytest.param(NATIONAL, False, True, id="national 第十条"),
        pytest.param(SUZHOU, True, True, id="suzhou 五(二) 牌面向下分别还牌"),
        pytest.param(SUZHOU, False, False, id="suzhou 五(二): equal ones only"),
        pytest.param(HUAIAN, False, True, id="huaian: as the national rules"),
    ],
)
def test_cards_are_given_back_face_down(rules: RuleSet, equal: bool, face_down: bool) -> None:
    """What lies face down is no card for the public until both are there."""
    state = second_deal(rules, "EWSN")
    state = folded(state, tribute("S", "SK"), tribute("N", "DK" if equal else "DQ"))
    one = folded(state, Return("E", None, Card.parse("S3"), 2000, Source.SEEN))
    assert one.opening is not None
    assert one.opening.tribute.is_face_down == face_down
    assert len(open_gifts(one.opening.tribute)) == 2 + (not face_down)
    for at_ms, early in ((3000, False), (9000, True)):
        both = folded(one, Return("W", None, Card.parse("S4"), at_ms, Source.SEEN))
        assert both.opening is not None
        assert len(open_gifts(both.opening.tribute)) == 4
        found = [(each.kind, each.seat) for each in noticed(both)]
        assert found == ([(Breach.WRONG_RETURN, "E")] if early and face_down else [])
    unread = folded(state, Return("E", None, Card.parse("??"), 2000, Source.SEEN))
    unread = folded(unread, Return("W", None, Card.parse("??"), 9000, Source.SEEN))
    read = Correction(unread.events[-2].seq, Return("E", None, Card.parse("S3"), 0), "referee", "", 9500)
    assert noticed(folded(unread, read)) == ()  # it was turned up later, when both were there
    typed = folded(state, back("E", "S3"), replace(back("W", "S4"), at_ms=9000))
    assert noticed(typed) == ()


def test_a_single_return_lies_open() -> None:
    state = folded(second_deal(NATIONAL), tribute("N", "SK"), back("E", "S3"))
    assert state.opening is not None
    assert not state.opening.tribute.is_face_down
    assert len(open_gifts(state.opening.tribute)) == 2


def test_a_ruling_on_the_tribute_of_a_deal_that_is_over_leaves_the_next_tribute_alone() -> None:
    """A proof may come with the last cards: what the referee then lets stand is the old tribute."""
    state = second_deal(SUZHOU)
    of_that_deal = state.events[0].seq
    proof = Irregularity("N", Breach.WRONG_TRIBUTE, "N played SA", of_that_deal, 6000)
    state = folded(state, proof)
    state = folded(state, Ruling("it stood", "referee", state.events[-1].seq, 6000))
    with pytest.raises(IllegalPlay, match="never paid"):
        apply(state, Tribute("N", None, Card.parse("H4"), 7000))


@pytest.mark.parametrize(
    ("finish", "given", "leaders"),
    [
        pytest.param(SINGLE, (), "NE", id="nothing paid: the payer, or the first where it is refused"),
        pytest.param(SINGLE, ("N>E S9",), "N", id="paid"),
        pytest.param(DOUBLE, (), "SNE", id="a double"),
        pytest.param(DOUBLE, ("N>E S9",), "SN", id="one of two paid"),
        pytest.param((), (), "ESWN", id="the deal before is not known"),
    ],
)
def test_who_may_lead_by_what_is_known(finish: tuple[str, ...], given: tuple[str, ...], leaders: str) -> None:
    state = before(SUZHOU, finish)
    if given:
        state = given_cards(state, *given)
    assert "".join(state.leaders) == leaders
    for seat in set("ESWN") - set(leaders):
        with pytest.raises(OutOfOrder, match=f"{seat} cannot lead deal 2"):
            start(state.header, SUZHOU, DealStart(2, state.tribute.level or "4", seat), state)


# ---- given again, and what cannot be there


def again(seat: str) -> Ruling:
    return Ruling("again", "referee", None, 3000, (Award(AwardKind.GIVE_AGAIN, seat),))


def receivers(state: MatchState) -> dict[str, str | None]:
    assert state.opening is not None
    return {f"{event.seat} {event.card}": event.to for event in state.opening.tribute.given}


@pytest.mark.parametrize("stated", ["", "EW"])
def test_what_is_paid_again_settles_anew_who_receives_what(stated: str) -> None:
    """五(二) 上游者拿大牌, 五(五): who had taken which card before does not hold."""
    to_n, to_s = stated or (None, None)
    paid = Tribute("S", to_s, Card.parse("ST"), 0), Tribute("N", to_n, Card.parse("SK"), 0)
    state = folded(second_deal(SUZHOU, "EWSN"), *paid)
    assert receivers(state) == {"S ST": "W", "N SK": "E"}
    both = folded(state, back("E", "S3"), back("W", "C3"), again("S"))
    assert receivers(both) == {"N SK": "E", "E S3": "N"}
    after = folded(both, tribute("S", "SA"))
    assert receivers(after) == {"S SA": "E", "N SK": "W"}  # what E gave N goes back as well
    assert receivers(folded(after, back("E", "S3"), back("W", "C3")))["E S3"] == "S"
    lower = folded(both, tribute("S", "SQ"), back("W", "C3"))
    assert receivers(lower) == {"S SQ": "W", "N SK": "E", "E S3": "N", "W C3": "S"}
    with pytest.raises(OutOfTurn, match="S cannot pay SA: SA of S goes to E, not to W"):
        folded(both, Tribute("S", "W", Card.parse("SA"), 0))
    told = folded(both, Hands(2, {"S": parse_cards("SA")}), tribute("S", "SA"))  # half given again
    assert receivers(told) == {"S SA": "E", "N SK": "W"}


def test_who_has_led_has_led() -> None:
    """Where a card is laid the leader stays; where none is, the one leads whom the new card says."""
    state = folded(second_deal(SUZHOU, "EWSN"), tribute("S", "ST"), tribute("N", "SK"))
    state = folded(state, back("E", "S3"), back("W", "C3"), DealStart(2, "5", "N"))
    new = again("S"), tribute("S", "SA"), back("E", "S3"), back("W", "C3")
    fresh = folded(state, *new).deal
    assert fresh is not None
    assert (fresh.leader, fresh.to_play) == ("S", "S")
    begun_ = folded(state, Play("N", parse_cards("D3"), None, None, 0), *new)
    assert begun_.deal is not None
    assert (begun_.deal.leader, begun_.deal.to_play) == ("N", "E")
    assert {seat: " ".join(map(str, hand)) for seat, hand in held(begun_).items()} == {
        "E": "SA", "S": "ST S3", "W": "SK", "N": "C3"
    }  # fmt: skip


def test_given_again_after_play_began_the_hands_are_known_by_the_new_cards() -> None:
    state = folded(second_deal(SUZHOU), tribute("N", "SA"), back("E", "S3"), DealStart(2, "4", "N"))
    state = folded(state, Play("N", parse_cards("D3"), None, None, 0))
    owing = folded(state, again("N"))
    assert {seat: hand for seat, hand in held(owing).items() if hand} == {}  # it may be given unseen
    after = folded(owing, tribute("N", "HR"), back("E", "S6"))
    assert held(after) == {"E": parse_cards("S3 HR"), "N": parse_cards("SA S6")}
    lead = folded(after, Pass("E"), Pass("S"), Pass("W"))
    with pytest.raises(ImpossibleCard, match="N cannot play HR HR: E holds HR"):
        folded(lead, Play("N", parse_cards("HR HR"), None, None, 0))
    assert folded(lead, Play("N", parse_cards("SA SA"), None, None, 0)).deal is not None
    unseen = folded(owing, Pass("E"), Pass("S"), Pass("W"), Play("N", parse_cards("S3 S3"), None, None, 0))
    assert unseen.deal is not None


def test_cards_that_were_played_stay_played() -> None:
    state = folded(second_deal(SUZHOU), tribute("N", "SA"), back("E", "S3"), DealStart(2, "4", "N"))
    state = folded(
        state, Play("N", parse_cards("S3"), None, None, 0), Play("E", parse_cards("SA"), None, None, 0)
    )
    after = folded(state, again("N"))
    assert {seat: hand for seat, hand in held(after).items() if hand} == {}
    with pytest.raises(ImpossibleCard, match="N cannot pay SA: SA would be there 3 times"):
        folded(
            after, Irregularity("W", Breach.EXPOSED_CARDS, "", None, 0, parse_cards("SA")), tribute("N", "SA")
        )
    late = folded(second_deal(SUZHOU), DealStart(2, "4", "N"), Play("N", parse_cards("SA"), None, None, 0))
    assert held(folded(late, tribute("N", "SB"))) == {}  # recorded late: it had changed hands before


def test_a_whole_hand_gives_again_from_what_it_holds() -> None:
    hands = {
        seat: (*DEALT[seat], joker) for seat, joker in zip("ESWN", parse_cards("SB SB HR HR"), strict=True)
    }
    state = folded(second_deal(SUZHOU), Hands(2, hands), tribute("N", "HR"), back("E", "S3"))
    state = folded(state, DealStart(2, "4", "N"), Play("N", parse_cards("D3"), None, None, 0))
    owing = folded(state, again("E"))
    assert held(state)["E"].count(Card.parse("S3")) == 1
    with pytest.raises(ImpossibleCard, match="E cannot give back C9, which it does not hold"):
        folded(owing, back("E", "C9"))
    after = folded(owing, back("E", "S9"))
    assert {seat: len(hand) for seat, hand in held(after).items()} == {"E": 27, "S": 27, "W": 27, "N": 26}
    assert Card.parse("S9") in held(after)["N"]
    with pytest.raises(ImpossibleCard, match="N cannot pay SA, which it does not hold"):
        folded(after, again("N"), tribute("N", "SA"))
    for seat in "EN":  # nobody saw what was given: no card is held against anybody
        unseen = folded(state, again(seat))
        assert all(len(hand) <= 27 for hand in held(unseen).values())
        assert folded(unseen, Play("E", parse_cards("S5"), None, None, 0)).deal is not None


@pytest.mark.parametrize("rules", [SUZHOU, NATIONAL])
def test_where_tribute_has_to_be_refused_the_first_leads(rules: RuleSet) -> None:
    """五(三): both big jokers on the paying side, by what was told of the hands."""
    for hands in ({"N": "HR HR"}, {"N": "HR", "S": "HR"}):
        order = "EWSN" if len(hands) == 2 else "ESWN"
        state = second_deal(rules, order)
        level = str(state.levels[0])
        told = Hands(2, {seat: parse_cards(cards) for seat, cards in hands.items()})
        with pytest.raises(OutOfOrder, match="N cannot lead deal 2: E does"):
            folded(state, told, DealStart(2, level, "N"))
        assert folded(state, told, DealStart(2, level, "E")).deal is not None
        with pytest.raises(OutOfOrder, match="E would lead, but N does"):
            folded(state, DealStart(2, level, "N"), told)
    shown = Irregularity("N", Breach.EXPOSED_CARDS, "", None, 0, parse_cards("HR HR"))
    with pytest.raises(OutOfOrder, match="N cannot lead deal 2: E does"):
        folded(second_deal(rules), Drawn(2, 0), shown, DealStart(2, "4", "N"))
    whole = Hands(2, {"N": (*FACES[26:39] * 2, Card.parse("HR"))})
    assert folded(second_deal(rules), whole, DealStart(2, "4", "N")).deal is not None
    choice = folded(second_deal(HUAIAN), Hands(2, {"N": parse_cards("HR HR")}), DealStart(2, "4", "N"))
    assert choice.deal is not None  # 可抗贡


@pytest.mark.parametrize(
    ("rules", "leader", "plays", "proved"),
    [
        pytest.param(SUZHOU, "N", ("N HR HR",), ["N"], id="五(三) a payer led and has both"),
        pytest.param(SUZHOU, "S", ("S HR", "N HR"), ["S"], id="五(三) each payer one"),
        pytest.param(SUZHOU, "N", ("N HR", "E HR"), [], id="五(三) one of them"),
        pytest.param(SUZHOU, "E", ("N HR HR",), [], id="五(三) it was refused"),
        pytest.param(HUAIAN, "N", ("N HR HR",), [], id="huaian 四 可抗贡"),
    ],
)
def test_a_lead_of_the_payer_where_tribute_was_to_be_refused(
    rules: RuleSet, leader: str, plays: tuple[str, ...], proved: list[str]
) -> None:
    state = folded(second_deal(rules, "EWSN"), DealStart(2, "5", leader, at_ms=4000))
    assert state.deal is not None
    assert state.deal.tribute is not None
    moves = [Play(p[0], parse_cards(p[2:]), None, None, 5000 + i, seq=90 + i) for i, p in enumerate(plays)]
    found = proofs(state.deal.tribute, [state.events[-1], *moves])
    assert [(each.seat, each.kind, each.about) for each in found] == [
        (seat, Breach.WRONG_TRIBUTE, 89 + len(plays)) for seat in proved
    ]
    if proved == ["N"]:
        assert [e.text for e in noticed(folded(state, moves[0]))] == [e.text for e in found]


def test_a_third_copy_is_not_given() -> None:
    state = second_deal(SUZHOU, "EWSN")
    ace, jokers = Hands(2, {"E": parse_cards("SA SA")}), Hands(2, {"E": parse_cards("HR")})
    with pytest.raises(ImpossibleCard, match="N cannot pay SA: SA would be there 3 times"):
        folded(state, ace, tribute("N", "SA"))
    with pytest.raises(ImpossibleCard, match="N cannot pay SA: SA would be there 3 times"):
        folded(state, tribute("N", "SA"), ace)  # hands told later
    with pytest.raises(ImpossibleCard, match="N cannot pay SA: SA would be there 3 times"):
        folded(state, ace, DealStart(2, "5", "N"), tribute("N", "SA"))
    with pytest.raises(ImpossibleCard, match="W cannot give back SA: SA would be there 3 times"):
        folded(state, ace, tribute("N", "SB"), tribute("S", "S9"), back("W", "SA"))
    for seats in (("N", "N"), ("N", "S"), ()):
        with pytest.raises(ImpossibleCard, match="tribute cannot be refused: E holds HR"):
            folded(state, jokers, Refusal(seats, 0))
    with pytest.raises(ImpossibleCard, match="tribute cannot be refused: HR would be there 3 times"):
        folded(state, Hands(2, {"S": parse_cards("HR")}), Refusal(("N", "N"), 0))
    one = folded(state, Hands(2, {"E": parse_cards("SA")}), tribute("N", "SA"), tribute("S", "S9"))
    assert folded(one, back("E", "SA")).opening is not None  # the one that came may go back


def test_a_card_shown_is_one_of_the_two() -> None:
    state = folded(second_deal(SUZHOU), Drawn(2, 0))

    def shows(seat: str, cards: str) -> Irregularity:
        return Irregularity(seat, Breach.EXPOSED_CARDS, "", None, 0, parse_cards(cards))

    for first in ([shows("E", "SA SA")], [shows("E", "SA"), shows("W", "SA")]):
        with pytest.raises(ImpossibleCard, match="N cannot pay SA: SA would be there 3 times"):
            folded(state, *first, tribute("N", "SA"))
    paid = folded(state, shows("E", "SA"), tribute("N", "SA"))
    assert folded(paid, shows("E", "SA SA")).opening is not None
    with pytest.raises(ImpossibleCard, match="SA would be there 3 times"):
        folded(paid, shows("W", "SA"))
    later = folded(state, tribute("N", "SA"), shows("E", "SA"), shows("W", "SA"), back("E", "S3"))
    assert {seat: len(hand) for seat, hand in held(folded(later, DealStart(2, "4", "N"))).items()} == {
        "E": 1, "W": 1, "N": 1
    }  # fmt: skip
    with pytest.raises(ImpossibleCard, match="E cannot give back SA: SA would be there 3 times"):
        folded(state, shows("S", "SA SA"), tribute("N", "SB"), back("E", "SA"))


def test_a_card_paid_and_returned_goes_back_to_its_first_owner() -> None:
    """A ruling has both given again once the deal is played: the payer holds both of its fives."""
    five, state = Card.parse("D5"), second_deal(NATIONAL)
    state = folded(state, tribute("N", "D5"), back("E", "D5"), DealStart(2, "4", "N"))
    state = folded(state, Play("N", parse_cards("S3"), None, None, 5000))
    state = folded(state, Irregularity("N", Breach.WRONG_TRIBUTE, "held SA", None, 6000))
    awards = (Award(AwardKind.GIVE_AGAIN, seat="N"),)
    state = folded(state, Ruling("again", "referee", state.events[-1].seq, 6000, awards=awards))
    state = folded(state, tribute("N", "SA"), back("E", "C6"))
    for seat in "ESW":
        state = folded(state, Pass(seat, at_ms=9000))
    state = with_consequences(state)
    after = folded(state, Play("N", (five, five), None, None, 10000))
    assert after.deal is not None
    assert after.deal.trick[-1].seat == "N"


def test_a_return_recorded_late_may_have_been_the_tribute_itself() -> None:
    state = folded(second_deal(NATIONAL), tribute("N", "D5"), DealStart(2, "4", "N"))
    state = folded(state, Play("N", parse_cards("S3"), None, None, 5000), back("E", "D5"))
    for seat in "ESW":
        state = folded(state, Pass(seat, at_ms=9000))
    state = with_consequences(state)
    after = folded(state, Play("N", parse_cards("D5 D5"), None, None, 10000))
    assert after.deal is not None
    assert after.deal.trick[-1].seat == "N"


def test_a_big_joker_that_came_back_refuses_no_tribute() -> None:
    """Both are on the paying side then, but one was the other side's."""
    state = folded(second_deal(SUZHOU, "EWSN"), tribute("S", "HR"), tribute("N", "SB"))
    state = folded(state, back("W", "HR"), back("E", "S3"), DealStart(2, "5", "S"))
    state = folded(state, Play("S", parse_cards("C9"), None, None, 5000))
    state = folded(state, Irregularity("S", Breach.WRONG_TRIBUTE, "?", None, 6000))
    awards = (Award(AwardKind.GIVE_AGAIN, seat="S"),)
    state = folded(state, Ruling("again", "referee", state.events[-1].seq, 6000, awards=awards))
    given = folded(state, tribute("S", "HR"))
    assert given.deal is not None
