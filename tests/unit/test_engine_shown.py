"""Cards shown before their time, and plays taken back: they are known in that hand from then on."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import (
    COPIES,
    Award,
    AwardKind,
    Breach,
    Card,
    DealStart,
    DealState,
    Drawn,
    Event,
    HandExceeded,
    Hands,
    IllegalPlay,
    ImpossibleCard,
    Irregularity,
    MatchState,
    OutOfOrder,
    Pass,
    Play,
    Refusal,
    Report,
    Return,
    RuleSet,
    Ruling,
    Source,
    StockExceeded,
    TakeBack,
    Tribute,
    TrickEnd,
    apply,
    breach_in,
    consequences,
    deal_at,
    noticed,
    parse_cards,
    parse_position,
    position_of,
    timings,
    turns,
    why_it_stands,
)
from tests.unit.engine_matches import NATIONAL, begun, deal_out, played, random_match, with_consequences

SUZHOU, HUAIAN = (RuleSet.load(name) for name in ("suzhou-2016", "huaian"))


def folded(state: MatchState, *events: Event) -> MatchState:
    for event in events:
        state = apply(state, event)
    return state


def deal_of(state: MatchState) -> DealState:
    assert state.deal is not None
    return state.deal


def shows(seat: str, cards: str, kind: str = Breach.EXPOSED_CARDS, about: int | None = None) -> Irregularity:
    return Irregularity(seat, kind, "", about, 9000, parse_cards(cards))


def known(state: MatchState, seat: str) -> str:
    """Known cards, as the position text has them."""
    position = position_of(deal_of(state))
    return " ".join(map(str, position.known[position.seats.index(seat)]))


# ---- what is shown


@pytest.mark.parametrize("kind", ["exposed_cards", "play_out_of_turn", "illegal_play", "exposed_card"])
def test_what_is_shown_is_in_that_hand(kind: str) -> None:
    state = folded(played(begun(), "E SK"), shows("W", "SA SA", kind))
    assert known(state, "W") == "SA SA"
    with pytest.raises(StockExceeded, match="S cannot play SA: W holds SA"):
        played(state, "S SA")
    assert known(played(state, "S pass", "W SA"), "W") == "SA"
    text = str(position_of(deal_of(state)))
    assert " 26/27/27:SASA/27 " in text
    again = deal_at(parse_position(text), NATIONAL)
    assert again.known == deal_of(state).known


@pytest.mark.parametrize(
    "event",
    [
        shows("W", "SA", Breach.HIDDEN_CARDS),
        shows("W", "SA", Breach.WRONG_TRIBUTE),
        shows("W", "SA", Breach.DRAW_OUT_OF_TURN),
        shows("W", "?A ??"),
        Irregularity(None, Breach.EXPOSED_CARDS, "", None, 0, parse_cards("SA")),
        shows("W", ""),
    ],
)
def test_what_is_not_surely_in_that_hand(event: Irregularity) -> None:
    assert deal_of(folded(begun(), event)).known == {}


def test_a_play_that_lies_there_shows_nothing_of_the_hand() -> None:
    state = played(begun(), "E SK")
    assert known(folded(state, shows("E", "SK", Breach.ILLEGAL_PLAY, 2)), "E") == ""


def test_the_second_copy() -> None:
    """One of two may lie elsewhere; a third, and what others hold together, cannot be."""
    state = folded(played(begun(), "E SA"), shows("W", "SA"))
    with pytest.raises(StockExceeded, match="S cannot play SA: W holds SA"):
        played(state, "S SA")
    with pytest.raises(StockExceeded, match="N cannot have shown SA: SA would be there 3 times"):
        folded(state, shows("N", "SA"))
    apart = folded(begun(), shows("S", "SA"), shows("W", "SA"))
    with pytest.raises(StockExceeded, match="E cannot play SA: S and W hold SA"):
        played(apart, "E SA")
    twice = folded(begun(), shows("S", "SA"), shows("S", "SA"))
    assert known(twice, "S") == "SA"  # the same card, for all anybody knows


def test_known_cards_leave_no_room_for_others() -> None:
    whole = folded(begun(), Play("E", parse_cards("?? " * 25), None, None, 0), shows("E", "S3 H3"))
    whole = folded(whole, *map(Pass, "SWN"))
    with pytest.raises(ImpossibleCard, match=r"E cannot play S4: it does not hold S4 \("):
        played(whole, "E S4")
    with pytest.raises(ImpossibleCard, match="of its 2 cards S3 H3 are known"):
        folded(whole, shows("E", "S4"))
    with pytest.raises(HandExceeded, match="having 2 cards left"):
        folded(whole, shows("E", "S3 H3 D3"))
    part = folded(begun(), Play("E", parse_cards("?? " * 24), None, None, 0), shows("E", "S3 H3"))
    part = folded(part, *map(Pass, "SWN"))
    with pytest.raises(
        ImpossibleCard, match=r"E cannot play SK DK: .* SK DK: of its 3 cards S3 H3 are known"
    ):
        played(part, "E SK DK")
    assert deal_of(played(part, "E SK")).left["E"] == 2
    dealt = folded(MatchState.start(begun().header, NATIONAL), Hands(1, {"E": parse_cards("S3 " * 2)}))
    assert known(folded(dealt, DealStart(1, "2", "E"), shows("E", "S3 H3")), "E") == "S3 S3 H3"


def test_shown_before_the_deal() -> None:
    state = folded(MatchState.start(begun().header, NATIONAL), Drawn(1, 0), shows("N", "SA HR"))
    assert known(folded(state, DealStart(1, "2", "E")), "N") == "SA HR"
    with pytest.raises(ImpossibleCard, match="SA would be there 3 times"):
        folded(state, shows("W", "SA SA"))
    whole = folded(state, Hands(1, {"E": parse_cards("S2 " * 2 + "?? " * 25)}), shows("E", "S2"))
    assert known(folded(whole, DealStart(1, "2", "E")), "E").startswith("S2 S2")
    nothing = MatchState.start(begun().header, NATIONAL)
    assert folded(nothing, shows("E", "S2")).opening is None  # of which deal it was nobody knows


def test_what_is_shown_is_held_against_the_tribute() -> None:
    done = with_consequences(deal_out(begun(), "ESWN"))
    state = folded(done, Drawn(2, 0), shows("N", "SA"))
    with pytest.raises(IllegalPlay, match="N cannot pay DK, as it holds SA"):
        folded(state, Tribute("N", None, Card.parse("DK"), 0))
    paid = folded(state, Tribute("N", None, Card.parse("SA"), 0))
    with pytest.raises(IllegalPlay, match="E cannot give back SJ, as it holds S3"):
        folded(paid, shows("E", "S3"), Return("E", None, Card.parse("SJ"), 0))
    later = folded(paid, Return("E", None, Card.parse("S3"), 0), shows("W", "S9"), DealStart(2, "4", "N"))
    assert (known(later, "N"), known(later, "E"), known(later, "W")) == ("S3", "SA", "S9")
    refused = folded(state, shows("N", "HR HR"), Refusal(("N", "N"), 0), DealStart(2, "4", "E"))
    assert known(refused, "N") == "SA HR HR"


def test_what_is_shown_proves_a_wrong_tribute() -> None:
    done = with_consequences(deal_out(begun(), "ESWN"))
    state = folded(done, Tribute("N", None, Card.parse("DK"), 0), Return("E", None, Card.parse("S3"), 0))
    state = folded(state, DealStart(2, "4", "N", at_ms=100), shows("N", "SA"))
    (found,) = noticed(state)
    assert (found.kind, found.seat, found.text) == (
        Breach.WRONG_TRIBUTE,
        "N",
        "N showed SA after paying DK",
    )
    assert noticed(folded(state, found)) == ()


def test_a_card_is_not_counted_twice() -> None:
    """What came back with the return may be shown, and played: it is one card."""
    done = with_consequences(deal_out(begun(SUZHOU), "ESWN"))
    state = folded(done, Tribute("N", None, Card.parse("DK"), 0), Return("E", None, Card.parse("SA"), 0))
    state = folded(state, DealStart(2, "4", "N", at_ms=100), shows("N", "SA"))
    assert noticed(state) == ()
    for cards, proved in (("SA", []), ("?A", []), ("SA SA", ["N played SA after paying DK"])):
        after = folded(state, Play("N", parse_cards(cards), None, None, 200))
        assert [each.text for each in noticed(after)] == proved


# ---- what is taken back


def back(seat: str, about: int) -> TakeBack:
    return TakeBack(seat, about, 9000)


def test_until_it_is_named_a_play_can_be_taken_back() -> None:
    """Suzhou 2016 十二1: 一旦被对方看到（并被指明是什么牌）后不得收回."""
    before = played(begun(SUZHOU), "E S3 H3")
    laid = played(before, "S S5 D5")
    after = folded(laid, back("S", 3))
    assert replace(deal_of(after), known={}) == replace(deal_of(before), known={})
    assert known(after, "S") == "S5 D5"
    assert after.undone == {3}
    assert why_it_stands(laid, cast(Play, laid.events[-1])) is None
    with pytest.raises(StockExceeded, match="W cannot play S5 S5: S holds S5"):
        played(folded(after, Pass("S")), "W S5 S5")
    again = played(after, "S S6 D6", "W pass")
    assert deal_of(again).left["S"] == 25
    for about, seat, why in ((5, "S", "W has moved since"), (2, "E", "S has moved since")):
        with pytest.raises(IllegalPlay, match=f"{why} .*十二1"):
            folded(again, back(seat, about))
    named = folded(laid, Irregularity("S", Breach.ILLEGAL_PLAY, "", 3, 0))
    with pytest.raises(IllegalPlay, match="it has been named"):
        folded(named, back("S", 3))


def test_where_a_play_stands_it_is_no_use_to_take_it_back() -> None:
    """Huai'an 三: 所出牌张落到桌上后不得更改, and 六3 for who does."""
    state = played(begun(HUAIAN), "E S3 H3")
    with pytest.raises(
        IllegalPlay, match="E cannot take back S3 H3: it stands as soon as it lies there"
    ) as e:
        folded(state, back("E", 2))
    assert breach_in(back("E", 2), e.value) is Breach.HIDDEN_CARDS
    for wrong in (back("S", 2), back("E", 1), back("E", 77)):
        with pytest.raises(OutOfOrder, match="laid no such play"):
            folded(state, wrong)


def ruling(kind: str, seat: str, about: int) -> Ruling:
    return Ruling("", "referee", about, 9000, (Award(AwardKind(kind), seat),))


def test_the_referee_has_plays_taken_back() -> None:
    state = played(begun(HUAIAN), "E S3 H3", "S S5 D5", "W S7 D7", "N pass")
    after = folded(state, ruling("replay", "S", 3))
    assert (deal_of(after).to_play, str(deal_of(after).to_beat), deal_of(after).best) == ("S", "pair 3", "E")
    assert dict(deal_of(after).left) == {"E": 25, "S": 27, "W": 27, "N": 27}
    assert (known(after, "S"), known(after, "W")) == ("S5 D5", "S7 D7")
    assert after.undone == {3, 4, 5}
    called = folded(state, Irregularity("W", Breach.ILLEGAL_PLAY, "", 4, 8000))
    whole = folded(called, ruling("taken_back", "W", 6))
    assert (deal_of(whole).to_play, whole.undone) == ("W", {4, 5})
    both = (Award(AwardKind.MISSES_TRICK, "S"), Award(AwardKind.TAKEN_BACK, "S"))
    missed = folded(state, Ruling("", "referee", 3, 9000, both))
    assert deal_of(missed).to_play == "W"  # in whichever order it is said
    with pytest.raises(OutOfOrder, match="event 2 cannot be taken back: no such play lies there"):
        folded(
            played(with_consequences(folded(state, Pass("E"), Pass("S"))), "W S4"), ruling("replay", "E", 2)
        )


def test_a_trick_that_was_over_is_not() -> None:
    state = played(begun(HUAIAN), "E S3 H3", "S pass", "W pass", "N pass")
    assert isinstance(consequences(state)[0], TrickEnd)
    after = folded(state, ruling("taken_back", "E", 2))
    assert (deal_of(after).to_play, deal_of(after).best, consequences(after)) == ("E", None, ())
    assert position_of(deal_of(after)).gone == ()


def test_one_who_was_out_is_in_again() -> None:
    state = folded(begun(HUAIAN), Play("E", parse_cards("S3 H3" + " ??" * 25), None, None, 0), Pass("S"))
    assert deal_of(state).finish == ("E",)
    after = folded(state, ruling("taken_back", "E", 2))
    assert (deal_of(after).finish, deal_of(after).left["E"], known(after, "E")) == ((), 27, "S3 H3")


def test_a_ruling_about_no_play_takes_nothing_back() -> None:
    state = folded(played(begun(HUAIAN), "E S3 H3"), shows("W", "SA", Breach.PLAY_OUT_OF_TURN))
    after = folded(state, ruling("taken_back", "W", 3))
    assert after.deal == state.deal
    assert known(after, "W") == "SA"


def test_reports_and_times_of_what_was_undone() -> None:
    state = folded(
        begun(replace(HUAIAN, report_threshold=10, laid_play="named")),
        Play("E", parse_cards("S3"), None, None, 1000),
    )
    state = folded(state, Play("S", parse_cards("?? " * 17), None, None, 20_000), Report("S", 10, 21_000))
    state = folded(state, TakeBack("S", 3, 25_000))
    assert state.undone == {3, 4}
    assert noticed(state) == ()
    state = folded(state, Play("S", parse_cards("S4"), None, None, 50_000))
    assert [(t.seq, t.took_ms) for t in turns(state.events)] == [(2, 1000), (3, 19_000), (6, 25_000)]
    assert [str(t.clock) for t in timings(HUAIAN, state.events)] == ["opening", "move", "move"]
    assert noticed(state) == ()


@settings(deadline=None, max_examples=30)
@given(st.integers(0, 10**6))
def test_taking_back_is_the_way_back(seed: int) -> None:
    """The position before any play of a trick is had back, but for what was seen of the hands."""
    rng = random.Random(seed)
    events = random_match(seed, HUAIAN)
    state = MatchState.start(begun(HUAIAN).header, HUAIAN)
    before: list[MatchState] = []
    for event in events[: rng.randrange(5, len(events) - 1)]:
        before.append(state)
        state = apply(state, event)
    deal = deal_of(state)
    plays = [turn for turn in deal.trick if isinstance(turn, Play)]
    if not plays or deal.over:
        return
    play = rng.choice(plays)
    then = deal_of(before[play.seq - 1])
    now = deal_of(folded(state, ruling("taken_back", play.seat, play.seq)))
    same = {"known": then.known, "misses": then.misses}
    if then.best is None:  # the trick before still lay there
        same |= {"trick": then.trick, "won_by": then.won_by}
    assert replace(now, **same) == then
    assert all(len(cards) <= now.left[seat] for seat, cards in now.known.items())
    assert all(list(cards).count(card) <= COPIES for cards in now.known.values() for card in cards)
    assert parse_position(str(position_of(now))) == position_of(now)


def test_a_seen_play_may_be_shown_by_the_camera() -> None:
    event = TakeBack("S", 3, 9000, Source.SEEN)
    state = folded(played(begun(SUZHOU), "E S3 H3", "S S5 D5"), event)
    assert state.events[-1] == replace(event, seq=4)
