"""What the referee types: undo and redo, corrections that break later plays, cards thrown in, tribute."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from app.live import Live, header_for
from app.store import Log
from app.unseen import unseen
from engine import RuleError, RuleSet
from engine.cards import FACES, Card, parse_cards
from engine.events import Correction, Pass, Play, Refusal, Report, Return, Tribute
from engine.record import read_record

Make = Callable[..., Live]


@pytest.fixture
def make(tmp_path: Path) -> Iterator[Make]:
    logs: list[Log] = []

    def build(rules: str = "national-2022", level: str = "2", leader: str | None = "E") -> Live:
        loaded = RuleSet.load(rules)
        log = Log.create(tmp_path / f"{len(logs)}.jsonl", header_for(loaded, ("E", "S", "W", "N"), "test"))
        logs.append(log)
        live = Live(log, loaded, level, leader)
        if leader is not None:
            live.start_deal(level, leader, 0)
        return live

    yield build
    for log in logs:
        log.close()


def play(live: Live, seat: str, text: str, at: int = 1000) -> None:
    live.type_play(seat, parse_cards(text), at)


def turns(live: Live) -> list[str]:
    events = (e for e in live.state.events if isinstance(e, Play | Pass))
    return [f"{e.seat} {' '.join(map(str, e.cards))}" if isinstance(e, Play) else e.seat for e in events]


def test_undo_takes_back_a_play_with_the_passes_that_came_with_it(make: Make) -> None:
    live = make()
    play(live, "E", "H3 S3")
    play(live, "N", "H5 S5")
    assert turns(live) == ["E H3 S3", "S", "W", "N H5 S5"]
    before = live.state
    live.undo(2000)
    assert turns(live) == ["E H3 S3"]
    assert live.state.deal is not None
    assert live.state.deal.to_play == "S"
    live.redo(3000)
    assert turns(live) == ["E H3 S3", "S", "W", "N H5 S5"]
    assert live.state.deal == before.deal


def test_undo_and_redo_go_through_the_whole_deal(make: Make) -> None:
    live = make()
    moves = [("E", "H3"), ("S", "H5"), ("W", ""), ("N", "HK"), ("E", ""), ("S", ""), ("W", ""), ("N", "S4")]
    states = [live.state.deal]
    for at, (seat, text) in enumerate(moves):
        if text:
            play(live, seat, text, 1000 * at)
        else:
            live.type_pass(seat, 1000 * at)
        states.append(live.state.deal)
    for state in reversed(states[:-1]):
        live.undo(50_000)
        assert live.state.deal is not None
        assert state is not None
        assert (live.state.deal.left, live.state.deal.to_play) == (state.left, state.to_play)
    for state in states[1:]:
        live.redo(60_000)
        assert live.state.deal is not None
        assert state is not None
        assert (live.state.deal.left, live.state.deal.to_play) == (state.left, state.to_play)
    assert not live.acts.undone
    live.redo(61_000)
    assert live.notice == "nothing_to_redo"


def test_undo_of_a_correction_gives_the_first_cards_back(make: Make) -> None:
    live = make()
    play(live, "E", "H3 S3")
    live.correct(live.state.events[-1].seq, parse_cards("H4 S4"), 2000)
    assert turns(live) == ["E H4 S4"]
    live.undo(3000)
    assert turns(live) == ["E H3 S3"]
    live.redo(4000)
    assert turns(live) == ["E H4 S4"]


def test_after_something_new_nothing_is_done_again(make: Make) -> None:
    live = make()
    play(live, "E", "H3")
    live.undo(2000)
    play(live, "E", "H4")
    live.redo(3000)
    assert turns(live) == ["E H4"]


def test_a_correction_that_breaks_later_plays_is_told_before_it_is_made(make: Make) -> None:
    live = make()
    play(live, "E", "H3")
    seq = live.state.events[-1].seq
    play(live, "S", "H5")
    play(live, "W", "HK")
    with pytest.raises(RuleError):
        live.correct(seq, parse_cards("HQ"), 5000)
    assert turns(live) == ["E H3", "S H5", "W HK"]
    assert live.breaks is not None
    assert [number for number, _ in live.breaks.reasons] == [seq + 1]
    assert live.snapshot(5000).breaks is live.breaks
    live.correct(seq, parse_cards("HQ"), 6000, anyway=True)
    assert turns(live) == ["E HQ", "S H5", "W HK"]
    assert live.breaks is None
    lines = {line.seq: line for line in live.snapshot(6000).lines}
    assert lines[seq + 1].conflict
    assert not lines[seq + 2].conflict


@pytest.mark.parametrize(
    ("said", "true", "passed"), [("W", "N", ["S", "W"]), ("N", "S", []), ("N", "W", ["S"]), ("S", "W", ["S"])]
)
def test_the_last_play_was_another_seats(make: Make, said: str, true: str, passed: list[str]) -> None:
    live = make()
    play(live, "E", "H3")
    play(live, said, "H5")
    before = turns(live)
    live.correct(live.state.events[-1].seq, parse_cards("H5"), 2000, true)
    assert turns(live) == ["E H3", *passed, f"{true} H5"]
    live.undo(3000)
    assert turns(live) == before
    live.redo(4000)
    assert turns(live) == ["E H3", *passed, f"{true} H5"]


def test_a_seat_that_cannot_have_laid_is_refused(make: Make) -> None:
    live = make()
    play(live, "E", "H3")
    play(live, "S", "H5")
    seq = live.state.events[-1].seq
    play(live, "W", "HK")
    with pytest.raises(RuleError):
        live.correct(seq, parse_cards("H5"), 2000, "N")
    with pytest.raises(RuleError):
        live.correct(live.state.events[-1].seq, parse_cards("H4"), 2000, "N")  # does not beat
    assert turns(live) == ["E H3", "S H5", "W HK"]


def test_a_rest_thrown_in_is_undone(make: Make) -> None:
    live = make()
    play(live, "E", "H3")
    live.end_deal(("S", "N"), "", 5000)
    assert live.state.deals_done[-1].finish == ("S", "N")
    live.undo(6000)
    assert not live.state.deals_done
    assert turns(live) == ["E H3"]
    assert live.state.deal is not None
    assert live.state.deal.to_play == "S"
    live.redo(7000)
    assert live.state.deals_done[-1].finish == ("S", "N")
    assert not read_record(live.log.path.read_text("utf-8")).faults


def test_tribute_and_return_by_hand(make: Make) -> None:
    live = make()
    play(live, "E", "H3")
    live.end_deal(("E", "S", "W"), "", 5000)
    tribute = live.snapshot(5000).tribute
    assert tribute is not None
    assert tribute.due is not None
    assert (tribute.due.seat, tribute.due.to, tribute.due.back) == ("N", "E", False)
    live.type_tribute("N", Card.parse("HR"), 6000)
    due = live.snapshot(6000).tribute
    assert due is not None
    assert due.due is not None
    assert (due.due.seat, due.due.to, due.due.back) == ("E", "N", True)
    clock = live.snapshot(9000).clock
    assert clock is not None
    assert (str(clock.clock), clock.seat) == ("return", "E")
    live.type_return("E", Card.parse("S3"), 10_000)
    kinds = [type(e) for e in live.state.events]
    assert kinds[-2:] == [Tribute, Return]
    play(live, "N", "H3", 20_000)
    assert live.snapshot(20_000).tribute is None
    live.undo(21_000)
    live.undo(21_000)
    assert live.snapshot(21_000).tribute == due


def test_refused_tribute(make: Make) -> None:
    live = make()
    live.end_deal(("E", "W"), "", 5000)
    live.refuse_tribute(6000)
    assert isinstance(live.state.events[-1], Refusal)
    shown = live.snapshot(6000).tribute
    assert shown is not None
    assert shown.refused


def test_a_report_is_listed(make: Make) -> None:
    live = make()
    play(live, "E", "H3")
    live.report("E", 26, 2000)
    assert isinstance(live.state.events[-1], Report)
    line = live.snapshot(2000).lines[-1]
    assert (line.kind, line.seat, line.count) == ("report", "E", 26)


def test_what_is_out_is_what_was_not_laid(make: Make) -> None:
    live = make()
    play(live, "E", "H3 ?3")
    play(live, "S", "SA ?A")
    play(live, "W", "HR HR")
    deal = live.state.deal
    assert deal is not None
    out = unseen(deal)
    assert out.total == 108 - 6 == sum(deal.left.values())
    by_rank = {each.rank: each for each in out.ranks}
    assert (by_rank["3"].left, by_rank["3"].open, dict(by_rank["3"].suits)["H"]) == (6, 1, 1)
    assert (by_rank["R"].left, by_rank["B"].left) == (0, 2)
    assert len(FACES) == 13 * 4 + 2


def test_an_undo_is_written_as_corrections(make: Make) -> None:
    live = make()
    play(live, "E", "H3")
    live.undo(2000)
    last = live.state.events[-1]
    assert isinstance(last, Correction)
    assert (last.replacement, last.by, last.reason) == (None, "referee", "undo")


def test_a_typed_play_is_named_where_it_can_be_one_thing_only(make: Make) -> None:
    live = make()
    play(live, "E", "H3 S3")
    play(live, "S", "H2 S5")  # a wild card, but only a pair
    named = [
        line.combo.type.value for line in live.snapshot(5000).lines if line.kind == "play" and line.combo
    ]
    assert named == ["pair", "pair"]


@pytest.mark.parametrize(
    ("laid", "typed"), [("C4", "34567"), ("C4 D4", "34567"), ("C9 CT DJ DQ DK", "34567"), ("C4", "S3 4567")]
)
def test_suits_left_out_make_no_bomb(make: Make, laid: str, typed: str) -> None:
    live = make()
    play(live, "E", laid)
    cards = tuple(Card(*each) for each in zip("?" * 5, "34567", strict=True))
    cards = (Card.parse("S3"), *cards[1:]) if typed[0] == "S" else cards
    with pytest.raises(RuleError, match="whose suits are open: only they could make it sflush 7"):
        live.type_play("S", cards, 2000)
    assert turns(live) == [f"E {laid}"]
    with pytest.raises(RuleError, match="whose suits are open"):
        live.type_play("N", cards, 2000)
    assert turns(live) == [f"E {laid}"], "nobody has passed for a play that was refused"
    play(live, "S", "S3 S4 S5 S6 S7", 2000)
    assert live.state.deal is not None
    assert str(live.state.deal.to_beat) == "sflush 7"


def test_suits_left_out_make_a_straight_where_that_is_enough(make: Make) -> None:
    live = make()
    play(live, "E", "C3 C4 D5 D6 D7")
    play(live, "S", "?4 ?5 ?6 ?7 ?8", 2000)
    assert live.state.deal is not None
    assert str(live.state.deal.to_beat) == "straight 8"


def test_a_correction_with_suits_left_out_makes_no_bomb(make: Make) -> None:
    live = make()
    play(live, "E", "C4")
    play(live, "S", "C5", 2000)
    with pytest.raises(RuleError, match="whose suits are open"):
        live.correct(live.state.events[-1].seq, parse_cards("?3 ?4 ?5 ?6 ?7"), 3000)
    assert turns(live) == ["E C4", "S C5"]


def test_the_last_play_that_never_was_goes_with_the_passes_before_it(make: Make) -> None:
    live = make()
    play(live, "E", "H3")
    play(live, "N", "H5")
    live.strike(live.state.events[-1].seq, "a card was set right", 2000)
    assert turns(live) == ["E H3"]
    assert live.state.deal is not None
    assert live.state.deal.to_play == "S"
    live.undo(3000)
    assert turns(live) == ["E H3", "S", "W", "N H5"]


def test_what_later_plays_have_against_a_strike_is_told_first(make: Make) -> None:
    live = make()
    for seat, text in (("E", "H3"), ("S", "H5"), ("W", "H7")):
        play(live, seat, text)
    seq = next(e.seq for e in live.state.events if isinstance(e, Play) and e.seat == "S")
    with pytest.raises(RuleError, match="no longer holds"):
        live.strike(seq, "", 2000)
    assert live.breaks is not None
    assert live.breaks.struck
    assert [number for number, _ in live.breaks.reasons] == [seq + 1]
    assert turns(live) == ["E H3", "S H5", "W H7"]
    live.strike(seq, "", 2000, anyway=True)
    assert live.breaks is None
    assert "S H5" not in turns(live)
    assert [each.event.seq for each in live.state.conflicts] == [seq + 1]


def test_a_second_correction_is_refused_for_what_it_breaks_itself(make: Make) -> None:
    """Not for what an earlier one has broken already."""
    live = make()
    for seat, text in (("E", "H3"), ("S", "H5"), ("W", "H7"), ("N", "H9")):
        play(live, seat, text)
    first, second, _, fourth = (e.seq for e in live.state.events if isinstance(e, Play))
    live.correct(first, parse_cards("H6"), 2000, anyway=True)
    assert [each.event.seq for each in live.state.conflicts] == [second]
    with pytest.raises(RuleError, match=f"event {fourth} no longer holds"):
        live.correct(second + 1, parse_cards("HA"), 3000)
    assert live.breaks is not None
    assert [seq for seq, _ in live.breaks.reasons] == [fourth]


@pytest.mark.parametrize("kind", ["deal_start", "trick_end"])
def test_what_follows_by_itself_is_not_struck(make: Make, kind: str) -> None:
    live = make()
    play(live, "E", "H3")
    for seat in "SWN":
        live.type_pass(seat, 2000)
    seq = {"deal_start": 1, "trick_end": live.state.events[-1].seq}[kind]
    with pytest.raises(RuleError, match="cannot be corrected"):
        live.strike(seq, "", 3000)
