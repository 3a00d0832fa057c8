"""Statistics against a few plays counted by hand, and against deals whose ends are known."""

from __future__ import annotations

from app.statistics import PlayerNumbers, numbers_of
from engine import Award, AwardKind, Card, DealStart, Event, Pass, Pause, Play, Resume, Ruling, Source, apply
from engine.match import consequences
from tests.unit.sheet_matches import begun, header, more_deals, sheet


def play(seat: str, cards: str, at_ms: int) -> Play:
    return Play(seat, tuple(map(Card.parse, cards.split())), None, None, at_ms)


def typed(seat: str, at_ms: int) -> Pass:
    return Pass(seat, at_ms=at_ms)


BY_HAND: tuple[Event, ...] = (
    DealStart(1, "2", "E", None, 0),
    play("E", "S3", 10_000),  # the first play of the deal: hands were sorted
    play("S", "S4", 15_000),  # 5 s
    typed("W", 17_000),  # 2 s
    Pass("N", 17_000, 20_000, Source.INFERRED),  # nobody knows
    play("E", "S5", 20_000),  # nobody knows when its turn began
    play("S", "S6 H6 C6 D6", 30_000),  # 10 s, a bomb
    typed("W", 31_000),  # 1 s
    typed("N", 35_000),  # 4 s
    typed("E", 36_000),  # 1 s; the trick is over
    play("S", "S7", 40_000),  # 4 s
    Pause("a call", 41_000),
    Resume(None, 51_000),
    play("W", "S8", 55_000),  # 15 s less the 10 of the pause
    play("N", "SK", 58_000),  # 3 s, but it goes back
    Ruling("", "referee", 16, 60_000, (Award(AwardKind.TAKEN_BACK, "N"),)),
    play("N", "S9", 61_000),  # 1 s since then
)


def by_hand() -> dict[str, PlayerNumbers]:
    state = begun(header())
    for event in BY_HAND:
        state = apply(state, event)
        for due in consequences(state):
            state = apply(state, due)
    return {player.seat: player for player in numbers_of(sheet(state)).players}


def test_plays_passes_and_bombs() -> None:
    found = by_hand()
    assert {seat: (n.plays, n.passes, n.bombs) for seat, n in found.items()} == {
        "E": (2, 1, 0),
        "S": (3, 0, 1),
        "W": (1, 2, 0),
        "N": (1, 2, 0),
    }
    assert found["S"].name == "李四"


def test_thinking_is_what_is_known() -> None:
    found = by_hand()
    assert {seat: (n.timed, n.total_ms, n.mean_ms, n.median_ms) for seat, n in found.items()} == {
        "E": (1, 1000, 1000, 1000),
        "S": (3, 19_000, 6333, 5000),
        "W": (3, 8000, 2667, 2000),
        "N": (2, 5000, 2500, 2500),
    }


def test_the_longest_with_its_move() -> None:
    longest = by_hand()["S"].longest
    assert longest is not None
    assert longest.timing.took_ms == 10_000
    assert longest.event.seq == 7


def test_who_was_first_and_last_and_what_the_pairs_gained() -> None:
    numbers = numbers_of(sheet(more_deals(begun(), ["ESNW", "SNEW", "WNES"])))
    assert {n.seat: (n.first, n.last) for n in numbers.players} == {
        "E": (1, 1),
        "S": (1, 1),
        "W": (1, 2),
        "N": (0, 0),
    }
    assert [(side.won, side.gained) for side in numbers.sides] == [(2, 3), (1, 3)]
    assert [side.levels for side in numbers.sides] == [("2", "3", "3", "5"), ("2", "2", "5", "5")]
    assert [(deal.number, deal.winner, deal.gain) for deal in numbers.deals] == [
        (1, 0, 1),
        (2, 1, 3),
        (3, 0, 2),
    ]


def test_a_match_that_has_not_begun_has_no_numbers() -> None:
    numbers = numbers_of(sheet(begun()))
    assert [n.plays for n in numbers.players] == [0, 0, 0, 0]
    assert all(n.mean_ms is None and n.longest is None for n in numbers.players)
    assert numbers.deals == ()
    assert numbers.sides[0].levels == ("2",)


def test_a_level_awarded_after_the_last_deal_counts() -> None:
    state = more_deals(begun(), ["ESNW"])
    before = numbers_of(sheet(state)).sides[0].levels
    award = Award(AwardKind.LEVELS, side=0, levels=1)
    state = apply(state, Ruling("", "referee", None, 10**6, (award,)))
    found = sheet(state)
    assert found.deals[-1].awards == (award,)
    first, second = numbers_of(found).sides
    assert (before, first.levels) == (("2", "3"), ("2", "4"))
    assert first.levels[-1] == found.result.sides[0].level
    assert second.levels[-1] == found.result.sides[1].level
