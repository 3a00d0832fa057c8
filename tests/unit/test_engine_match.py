"""Deals and matches: whose turn, tricks, going out, levels, corrections, and what is refused."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from engine import (
    Breach,
    Card,
    Correction,
    DealEnd,
    DealStart,
    Event,
    HandExceeded,
    IllegalPlay,
    InvalidPlay,
    Irregularity,
    MatchEnd,
    MatchStart,
    MatchState,
    OutOfOrder,
    OutOfTurn,
    Pass,
    Pause,
    Play,
    Question,
    Report,
    RuleError,
    Standing,
    StockExceeded,
    ThrownIn,
    Tribute,
    TrickEnd,
    apply,
    classify,
    consequences,
    dumps_line,
    parse_cards,
    read_record,
    read_record_text,
    readings_now,
    replay,
    seats_skipped,
)
from engine.deal import DealState
from tests.unit.engine_matches import (
    NATIONAL,
    XIANGYANG,
    begun,
    deal_out,
    played,
    random_match,
    with_consequences,
)


def deal_of(state: MatchState) -> DealState:
    assert state.deal is not None
    return state.deal


def asked(seat: str, cards: str) -> Play:
    return Play(seat, parse_cards(cards), None, None, 0, state=Standing.ASKED)


def test_a_trick() -> None:
    state = played(begun(), "E S3 H3", "S pass", "W S5 D5", "N pass", "E pass", "S pass")
    deal = deal_of(state)
    assert (deal.to_play, deal.best, deal.to_beat, deal.won_by) == ("W", None, None, "W")
    assert dict(deal.left) == {"E": 25, "S": 27, "W": 25, "N": 27}
    assert len(deal.trick) == 6
    (due,) = consequences(state)
    assert due == TrickEnd("W", "W", 4000)
    after = apply(state, due)
    assert consequences(after) == ()
    assert deal_of(after).trick == ()
    assert deal_of(played(after, "W SK")).left == deal_of(played(state, "W SK")).left


def test_following_needs_type_and_size_or_a_bomb() -> None:
    state = played(begun(), "E S3 H3 C3 D5 S5")
    deal = deal_of(state)
    assert [str(c) for c in readings_now(deal, "S", parse_cards("S4 H4 C4 SB SB"))] == ["fullhouse 4"]
    assert [str(c) for c in readings_now(deal, "S", parse_cards("S4 H4 C4 H2 H2"))] == [
        "bomb5 4",
        "fullhouse 4",
    ]
    for cards in ("S4 H4 C4", "S6 H7 C8 D9 ST", "S3 D3 C3 D4 S4"):
        with pytest.raises(IllegalPlay, match="does not beat fullhouse 3 of E"):
            readings_now(deal, "S", parse_cards(cards))


def test_the_lead_passes_to_the_partner() -> None:
    state = begun()
    deal = replace(deal_of(state), left={"E": 1, "S": 5, "W": 5, "N": 5})
    state = played(replace(state, deal=deal), "E SA", "S pass", "W pass")
    assert deal_of(state).finish == ("E",)
    state = played(state, "N pass")
    assert deal_of(state).to_play == "W"
    assert consequences(state)[0] == TrickEnd("E", "W", 2000)


def test_who_leads_after_the_second_one_out() -> None:
    for rule, leader in (("any", "N"), ("first", "W")):
        deal = deal_of(begun(replace(NATIONAL, partner_lead=rule)))
        deal = replace(deal, left={"E": 0, "S": 1, "W": 5, "N": 5}, finish=("E",), to_play="S")
        state = played(replace(begun(), deal=deal), "S S3", "W pass", "N pass")
        assert deal_of(state).to_play == leader


def test_a_seat_that_is_out_is_skipped() -> None:
    deal = replace(deal_of(begun()), left={"E": 5, "S": 0, "W": 5, "N": 5}, finish=("S",))
    state = played(replace(begun(), deal=deal), "E S3")
    assert deal_of(state).to_play == "W"
    assert deal_of(played(state, "W pass", "N pass")).to_play == "E"


def test_seats_skipped() -> None:
    deal = deal_of(played(begun(), "E SK", "S pass"))
    assert seats_skipped(deal, "W") == ()
    assert seats_skipped(deal, "N") == ("W",)
    assert seats_skipped(deal, "E") == ("W", "N")  # all passed: it leads again
    with pytest.raises(OutOfTurn, match="S cannot play next, whoever passes"):
        seats_skipped(deal, "S")
    lead = deal_of(begun())
    assert seats_skipped(lead, "E") == ()
    with pytest.raises(OutOfTurn):
        seats_skipped(lead, "S")
    over = deal_of(deal_out(begun(), "EWSN"))
    with pytest.raises(OutOfOrder, match="the deal is over"):
        seats_skipped(over, "S")


def test_seats_skipped_finds_the_turn_that_fits_the_cards() -> None:
    deal = replace(deal_of(begun()), left={"E": 1, "S": 5, "W": 5, "N": 5})
    deal = deal_of(played(replace(begun(), deal=deal), "E SK"))
    assert seats_skipped(deal, "W") == ("S",)
    assert seats_skipped(deal, "W", parse_cards("SA")) == ("S",)
    assert seats_skipped(deal, "W", parse_cards("S3 H3")) == ("S", "W", "N")  # as E's partner it leads
    with pytest.raises(IllegalPlay, match="single 3 does not beat single K of E"):
        seats_skipped(deal, "N", parse_cards("S3"))


def refusals() -> list[tuple[MatchState, Event, type[RuleError], str]]:
    first = begun()
    led = played(first, "E S3 H3")
    twice = played(begun(), "E S3 S3", "S S4 S4", "W H6 H6", "N pass", "E pass", "S pass")
    few = replace(led, deal=replace(deal_of(led), left={"E": 25, "S": 1, "W": 27, "N": 27}))
    over = deal_out(begun(), "EWSN")

    def lay(seat: str, cards: str) -> Play:
        return Play(seat, parse_cards(cards), None, None, 9000)

    wrong_type = replace(lay("E", "S3 H3"), reading=classify(parse_cards("S4 H4"), "2")[0])
    return [
        (led, lay("S", "S4 H5"), InvalidPlay, "S cannot play S4 H5, which is no hand type"),
        (led, lay("S", ""), InvalidPlay, "S cannot play no cards"),
        (first, wrong_type, InvalidPlay, "E cannot play S3 H3 as pair 4: it can be read as pair 3 only"),
        (led, lay("S", "S3 C3"), IllegalPlay, "S cannot play S3 C3: pair 3 does not beat pair 3 of E"),
        (first, Pass("E"), IllegalPlay, "E cannot pass, as it leads"),
        (led, lay("W", "S4 H4"), OutOfTurn, "W cannot play S4 H4, as it is S's turn"),
        (led, Pass("N"), OutOfTurn, "N cannot pass, as it is S's turn"),
        (led, lay("X", "S4 H4"), OutOfTurn, "X cannot play S4 H4: no such seat"),
        (twice, lay("W", "S3"), StockExceeded, "W cannot play S3: S3 would lie 3 times"),
        (few, lay("S", "S4 H4"), HandExceeded, "S cannot play S4 H4, having 1 cards left"),
        (over, lay("S", "S4"), OutOfOrder, "S cannot play S4: the deal is over"),
        (MatchState.start(first.header, NATIONAL), Pass("E"), OutOfOrder, "no deal is being played"),
        (led, DealStart(2, "2", "E"), OutOfOrder, "the deal before it is not over"),
        (led, TrickEnd("E", "E"), OutOfOrder, "trick_end cannot stand here"),
        (over, DealEnd(1, ("E", "W"), 1, 3, None), OutOfOrder, "deal_end says winner 1, but it is 0"),
        (over, DealEnd(1, ("E", "S"), 0, 3, None), OutOfOrder, "deal_end says finish E S, but it is E W"),
        (led, Correction(77, None, "referee", "", 0), OutOfOrder, "event 77 cannot be corrected: there is"),
        (led, Pause("", 0, seq=1), OutOfOrder, "event 1 cannot follow event 2"),
    ]


@pytest.mark.parametrize(("state", "event", "error", "message"), refusals())
def test_refused_and_nothing_changed(
    state: MatchState, event: Event, error: type[RuleError], message: str
) -> None:
    before = repr(state)
    with pytest.raises(error) as caught:
        apply(state, event)
    assert type(caught.value) is error
    assert message in str(caught.value)
    assert str(state) in str(caught.value)  # the position
    assert "\n" not in str(caught.value)
    assert repr(state) == before


def test_position_text() -> None:
    state = played(begun(level="7", levels=("7", "2")), "E S3 H3")
    assert str(deal_of(state)) == "deal 1, level 7, pair 3 by E, S to play, left E25 S27 W27 N27"
    assert str(deal_of(begun())) == "deal 1, level 2, E to lead, left E27 S27 W27 N27"
    over = deal_of(deal_out(begun(), "EWSN"))
    assert str(over) == "deal 1, level 2, over, out in the order E W, left E0 S27 W0 N27"


def test_reading_is_chosen_among_those_that_beat() -> None:
    nine = begun(level="9")
    as_laid = "H9 S6 D7 H8 C9"
    assert str(deal_of(played(nine, f"E {as_laid}")).to_beat) == "straight 9"
    over_a_nine = played(nine, "E S5 D6 C7 D8 D9", f"S {as_laid}")
    assert str(deal_of(over_a_nine).to_beat) == "straight T"  # 56789 would not beat 56789


def test_stated_reading_holds() -> None:
    state = begun(level="9", levels=("9", "2"))
    cards = parse_cards("S4 S5 S6 D7 H9")
    low = next(c for c in classify(cards, "9") if c.key == 7)
    after = apply(state, Play("E", cards, replace(low, wilds=()), None, 0))
    assert deal_of(after).to_beat == low
    beaten = Play("S", parse_cards("C4 C5 C6 C7 H9"), low, None, 0)
    with pytest.raises(IllegalPlay, match="as straight 7, which does not beat straight 7 of E"):
        apply(after, beaten)


@pytest.mark.parametrize(
    ("cards", "reading", "wilds"),
    [
        ("S4", "single 4", "HR"),
        ("S4 C4", "pair 4", "?4"),
        ("S4 H2", "pair 4", "?5"),
        ("S4 H2", "pair 4", "?4 ?4"),
    ],
)
def test_no_wild_card_is_said_that_there_is_not(cards: str, reading: str, wilds: str) -> None:
    """Cards at level 2, of which H2 alone is wild: in either form of a record, and as an event."""
    head = '[Guandan 1]\n[Rules "national-2022"]\ndeal_start 1 2 E {0:00}\n'
    record = read_record_text(f"{head}E: {cards} ({reading} as {wilds}) {{0:01}}\n")
    assert (record.header is not None, record.faults) == (True, ())
    told = read_record("\n".join(map(dumps_line, (MatchStart(NATIONAL.name), *record.events))))
    for each in (record, told):
        (fault,) = replay(each, NATIONAL)[1]
        assert f"its wild cards cannot stand for {wilds}" in fault.message
    right = read_record_text(f"{head}E: S4 H2 (pair 4 as ?4) {{0:01}}\nS: S5 H5 (pair 5) {{0:02}}\n")
    assert replay(right, NATIONAL)[1] == ()


def test_asked_plays_must_be_lawful_when_they_are_read() -> None:
    state = played(begun(), "E SK HK")
    with pytest.raises(IllegalPlay):
        apply(state, asked("S", "S3 H3"))
    assert deal_of(apply(state, asked("S", "SA HA"))).to_play == "W"


def test_unread_cards() -> None:
    state = apply(played(begun(), "E SK HK"), asked("S", "SA ??"))
    deal = deal_of(state)
    assert (deal.to_play, deal.best, deal.to_beat, deal.left["S"]) == ("W", "S", None, 25)
    assert deal.played[Card.parse("??")] == 1
    assert str(deal).startswith("deal 1, level 2, a play not read by S, W to play")
    # whatever lies there, the next may lay any hand type, and a trick can end
    assert deal_of(played(state, "W S3 H3 C3")).best == "W"
    assert deal_of(played(state, "W pass", "N pass", "E pass")).to_play == "S"
    part = apply(played(begun(), "E SK HK"), asked("S", "?3 S4"))
    assert deal_of(part).to_beat is None
    with pytest.raises(InvalidPlay):
        apply(played(begun(), "E SK HK"), replace(asked("S", "?3 S4"), state=Standing.ACCEPTED))
    known = apply(played(begun(), "E SK HK"), replace(asked("S", "?A SA"), state=Standing.ACCEPTED))
    assert str(deal_of(known).to_beat) == "pair A"


def test_unread_cards_with_a_stated_reading() -> None:
    state = played(begun(), "E SK HK")
    aces, threes = (classify(parse_cards(text), "2")[0] for text in ("SA HA", "S3 H3"))
    assert deal_of(apply(state, replace(asked("S", "SA ??"), reading=aces))).to_beat == aces
    with pytest.raises(IllegalPlay):
        apply(state, replace(asked("S", "SA ??"), reading=threes))


def test_stock_of_cards_known_by_rank() -> None:
    state = played(begun(), "E S3 S3 H3 H3 C3 C3 ?3", "S S4 H4 S4 H4 C4 C4 D4", "W pass", "N pass", "E pass")
    with pytest.raises(StockExceeded, match="rank 3 would lie 9 times"):
        played(state, "S ?3 ?3")
    assert deal_of(played(state, "S D3")).played[Card.parse("?3")] == 1


def test_finish_and_levels() -> None:
    for order, finish, levels in (
        ("EWSN", ("E", "W"), ("5", "2")),
        ("ESWN", ("E", "S", "W", "N"), ("4", "2")),
        ("ESNW", ("E", "S", "N", "W"), ("3", "2")),
        ("SNEW", ("S", "N"), ("2", "5")),
    ):
        state = deal_out(begun(leader=order[0]), order)
        assert state.levels == levels
        assert state.deals_done[0].finish == finish
        (due,) = consequences(state)
        assert isinstance(due, DealEnd)
        assert (due.finish, due.levels) == (finish, levels)
        assert consequences(apply(state, due)) == ()


def test_next_deal() -> None:
    state = with_consequences(deal_out(begun(), "ESWN"))
    assert apply(state, DealStart(2, "4", "N")).levels == ("4", "2")
    for event, message in (
        (DealStart(2, "2", "E"), "the winners of the last deal play level 4"),
        (DealStart(3, "4", "E"), "deal 2 comes next"),
        (DealStart(2, "4", "E", ("4", "3")), "at levels 4:3: they are 4:2"),
        (DealStart(2, "4", "X"), "no such seat"),
    ):
        with pytest.raises(OutOfOrder, match=message):
            apply(state, event)
    state = with_consequences(deal_out(begun(XIANGYANG), "ESWN"))
    with pytest.raises(OutOfOrder, match="without tribute E, first of the last deal, leads"):
        apply(state, DealStart(2, "4", "N"))
    with pytest.raises(OutOfOrder, match="xiangyang-2024 has no tribute"):
        apply(apply(state, DealStart(2, "4", "E")), Tribute("N", "E", Card.parse("HR"), 0))


def test_first_deal_may_come_in_the_middle_of_a_match() -> None:
    state = apply(MatchState.start(MatchStart("national-2022"), NATIONAL), DealStart(4, "8", "N", ("5", "8")))
    assert state.levels == ("5", "8")
    assert begun(level="6").levels == ("6", "6")
    with pytest.raises(OutOfOrder, match="the sides are at 5:8"):
        begun(level="6", levels=("5", "8"))


def test_passing_a_ends_the_match() -> None:
    state = deal_out(begun(level="A", levels=("A", "9")), "ESWN")
    assert (state.over, state.winner) == (True, 0)
    deal_end, match_end = consequences(state)
    assert isinstance(deal_end, DealEnd)
    assert match_end == MatchEnd(0, ("A", "9"), "A passed", deal_end.at_ms)
    assert apply(state, match_end).winner == 0  # a record may go without the deal's end
    state = with_consequences(state)
    for event in (DealStart(2, "A", "E"), Pass("E"), MatchEnd(0, None)):
        with pytest.raises(OutOfOrder, match="the match is over at levels A:9"):
            apply(state, event)
    # the partner last, or on the others' level: not passed
    assert not deal_out(begun(level="A", levels=("A", "9")), "ESNW").over
    assert not deal_out(begun(level="9", levels=("A", "9")), "EWSN").over


def test_three_tries_at_a() -> None:
    rules = replace(NATIONAL, a_fail="three_then_2")
    state = begun(rules, "A", ("A", "9"))
    for number, tries in ((2, 1), (3, 2)):
        state = deal_out(state, "ESNW")
        assert state.a_tries == (tries, 0)
        state = apply(state, DealStart(number, "A", "E"))
    state = deal_out(state, "SENW")
    assert (state.levels, state.a_tries) == (("2", "J"), (0, 0))


def test_round_of_six_deals() -> None:
    state = begun(XIANGYANG)
    for number in range(2, 7):
        state = with_consequences(deal_out(state, "ESNW" if number % 2 else "SENW"))
        leader = state.deals_done[-1].finish[0]
        level = state.levels[state.deals_done[-1].winner]
        state = apply(state, DealStart(number, level, leader))
    state = deal_out(state, "ESWN")
    assert (state.over, state.winner, state.levels) == (True, 1, ("6", "8"))
    assert isinstance(consequences(state)[-1], MatchEnd)


def test_a_match_that_ends_before_its_time() -> None:
    assert apply(deal_out(begun(), "ESNW"), MatchEnd(0, ("3", "2"), "time")).over
    state = with_consequences(deal_out(begun(), "ESNW"))
    with pytest.raises(OutOfOrder, match="match_end says winner 1, but it is 0"):
        apply(state, MatchEnd(1, None, "time"))
    ended = apply(state, MatchEnd(None, None, "time"))
    assert (ended.over, ended.winner) == (True, 0)
    level = apply(begun(), MatchEnd(None, ("2", "2"), "time"))
    assert (level.over, level.winner) == (True, None)


def test_facts_change_no_position() -> None:
    state = played(begun(), "E S3 H3")
    after = apply(apply(state, Report("E", 25, 3000)), Question("S", "a pass?", 2, 4000))
    assert after.deal == state.deal
    assert [event.seq for event in after.events] == [1, 2, 3, 4]


def test_header_at_fault() -> None:
    with pytest.raises(ValueError, match="four different names"):
        MatchStart("national-2022", seats=("E", "S", "W", "W"))
    with pytest.raises(ValueError, match="opposite pairs"):
        MatchStart("national-2022", sides=(("E", "S"), ("W", "N")))
    header = MatchStart("national-2022", switches={"partner_lead": "first"})
    assert MatchState.start(header, NATIONAL).rules.partner_lead == "first"


def test_108_cards() -> None:
    for seed in (1, 2):
        state = MatchState.start(MatchStart("national-2022"), NATIONAL)
        for event in random_match(seed, deals=2):
            state = apply(state, event)
            deal = deal_of(state)
            assert sum(deal.left.values()) + sum(deal.played.values()) == 108
            assert max(Counter(deal.played).values(), default=0) <= 2
            assert deal.over or deal.left[deal.to_play or ""] > 0
        assert len(state.deals_done) == 2


@pytest.mark.parametrize(
    ("event", "said"),
    [
        (Report("E", 99, 0), "E cannot report 99 cards left: a hand has 27 cards at most"),
        (Report("Q", 9, 0), "Q cannot report 9 cards left: no such seat"),
        (Question("Q", "?", None, 0), "nothing can be said of Q: no such seat"),
        (Irregularity("Q", Breach.SIGNALS, "talk", None, 0), "nothing can be said of Q: no such seat"),
    ],
)
def test_what_no_table_can_have_is_refused(event: Event, said: str) -> None:
    with pytest.raises(RuleError) as refused:
        apply(begun(), event)
    assert refused.value.sentence == said


def thrown_in(state: MatchState, finish: str) -> MatchState:
    return apply(state, ThrownIn(tuple(finish), "agreed", "referee", 9000))


@pytest.mark.parametrize(
    ("finish", "levels"), [("EW", ("5", "2")), ("ESWN", ("4", "2")), ("SEWN", ("2", "3"))]
)
def test_a_rest_thrown_in_ends_the_deal_as_its_last_play_would(finish: str, levels: tuple[str, str]) -> None:
    state = thrown_in(played(begun(), "E S3 H3"), finish)
    assert (deal_of(state).over, deal_of(state).finish, state.levels) == (True, tuple(finish), levels)
    assert [type(each) for each in consequences(state)] == [DealEnd]
    assert with_consequences(state).deals_done[-1].finish == tuple(finish)


def test_who_is_out_stands_first_in_a_rest_thrown_in() -> None:
    state = begun()
    for rank in "345":
        eight = " ".join(f"{suit}{rank}" for suit in "SHCD" * 2)
        state = with_consequences(played(state, f"E {eight}", "S pass", "W pass", "N pass"))
    state = played(state, "E S7 H7 C7")
    assert deal_of(state).finish == ("E",)
    with pytest.raises(OutOfOrder, match="nobody goes out in that order"):
        thrown_in(state, "SN")
    assert thrown_in(state, "EW").levels == ("5", "2")


@pytest.mark.parametrize("finish", ["", "E", "ES", "EE", "EX", "ESW"])
def test_no_deal_is_thrown_in_so(finish: str) -> None:
    with pytest.raises(OutOfOrder):
        thrown_in(begun(), finish)


def test_nothing_is_thrown_in_while_no_deal_runs() -> None:
    with pytest.raises(OutOfOrder):
        thrown_in(thrown_in(begun(), "EW"), "EW")


def test_a_rest_thrown_in_can_be_corrected() -> None:
    state = with_consequences(thrown_in(played(begun(), "E S3 H3"), "EW"))
    seq = next(event.seq for event in state.events if isinstance(event, ThrownIn))
    other = ThrownIn(("S", "N"), "agreed", "referee", 0)
    assert apply(state, Correction(seq, other, "referee", "sides mixed up", 9500)).levels == ("2", "5")
    assert not deal_of(apply(state, Correction(seq, None, "referee", "", 9500))).over
