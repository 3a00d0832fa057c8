"""What counts as right when a record of a simulated deal is held against the truth."""

import pytest

from datasets.scoring import Score, scored, summary
from engine import Card, Irregularity, Pass, Play, Question, Return, Source, Standing, Tribute, parse_cards


def play(seat, cards, began, at, seq=0, state=Standing.ACCEPTED):
    return Play(seat, parse_cards(cards), None, began, at, Source.SEEN, state, None, seq)


TRUTH = (play("E", "S3", 100, 900), play("S", "S4 H4", 1500, 2200), play("W", "S5", 3000, 3800))


@pytest.mark.parametrize(
    ("found", "log", "expected"),
    [
        (TRUTH, (), {"right_accepted": 3}),
        (TRUTH[:2], (), {"right_accepted": 2, "missed": 1}),
        (
            (*TRUTH[:2], play("W", "S6", 3000, 3800, 9)),
            (),
            {"right_accepted": 2, "wrong_accepted": 1},
        ),
        (
            (*TRUTH[:2], play("W", "S6", 3000, 3800, 9, Standing.ASKED)),
            (Question("W", "", 9, 3900),),
            {"right_accepted": 2, "wrong_asked": 1, "asks": 1},
        ),
        (
            (*TRUTH[:2], play("W", "S5", 3000, 3800, 9, Standing.ASKED)),
            (Question("W", "", 9, 3900),),
            {"right_accepted": 2, "right_asked": 1, "asks": 1},
        ),
        (
            (TRUTH[0], play("E", "HA", 950, 1300, 7), *TRUTH[1:]),
            (),
            {"right_accepted": 3, "invented_accepted": 1},
        ),
        (  # a play that was taken back, and said to be
            (TRUTH[0], play("E", "HA", 950, 1300, 7), *TRUTH[1:]),
            (Irregularity("E", "illegal_play", "", 7, 1400),),
            {"right_accepted": 3, "invented_asked": 1, "asks": 1},
        ),
    ],
)  # fmt: skip
def test_each_play_counts_once(found, log, expected):
    score = scored(TRUTH, found, log, {})
    counts = ("right_accepted", "right_asked", "wrong_accepted", "wrong_asked", "missed")
    assert {name: getattr(score, name) for name in expected} == expected
    assert sum(getattr(score, name) for name in counts) == score.plays == 3


def test_the_clock_is_that_of_right_plays_but_not_of_one_after_cards_taken_back():
    found = (play("E", "S3", 130, 940, 1), play("S", "H4 S4", 1400, 2190, 2), play("W", "S6", 1, 2, 3))
    score = scored(TRUTH, found, (), {1: 1200.5, 3: 9000.0})
    assert (score.began_off, score.ended_off, score.latency) == ([30, -100], [40, -10], [300.5])
    tried = scored(TRUTH, found, (), {}, [("S", 1400)])
    assert (tried.began_off, tried.ended_off) == ([30], [40])


def test_cards_that_were_given_are_found_by_seat_and_face():
    card, low = Card.parse("SA"), Card.parse("S2")
    truth = (Tribute("E", "S", card, 1), Return("S", "E", low, 2), Pass("W", source=Source.SEEN))
    score = scored(truth, (Tribute("E", "S", card, 5), Return("S", "E", card, 6)), (), {})
    assert (score.given, score.given_right, score.passes, score.passes_seen) == (2, 1, 1, 0)


def test_a_breach_that_the_referee_was_told_of_is_no_ask():
    told = Question("S", "S took back S5 H5 after laying it", 2, 1500, seq=9)
    other = Question("W", "W took back S9 after laying it", 3, 9000, seq=10)
    score = scored(TRUTH, TRUTH, (told, other), {}, breaches=[("S", 1000), ("N", 5000)])
    assert (score.breaches, score.breaches_told, score.asks) == (2, 1, 1)


def test_scores_add_up():
    one, other = scored(TRUTH, TRUTH, (), {}), scored(TRUTH, TRUTH[:1], (), {})
    both = one + other
    assert (both.deals, both.plays, both.equal, both.missed) == (2, 6, 4, 2)
    assert both.began_off == [0, 0, 0, 0]
    assert isinstance(both, Score)


def test_a_summary_tells_spread_and_bias():
    assert summary([]) == {}
    found = summary([-50, 100, 100, 350])
    assert found == pytest.approx({"median": 100.0, "p95": 312.5, "bias": 100.0, "within": 0.75})
