"""What was seen, weighed against the rules and the position."""

from dataclasses import replace

import numpy as np
import pytest

from app.explain import explain
from engine import MatchState, RuleSet, apply
from engine.cards import FACES, Card, parse_cards
from engine.events import DealStart, MatchStart, Pass, Play
from vision.values import Index, SeenCard


def seen(*faces: dict[str, float] | str, mass: float = 1.0) -> list[SeenCard]:
    cards = []
    for face in faces:
        odds = {face: 0.99} if isinstance(face, str) else face
        probs = np.full(54, 1e-5, np.float32)
        for name, p in odds.items():
            probs[FACES.index(Card.parse(name))] = p * mass
        cards.append(SeenCard(probs, np.zeros(2, np.float32), 0.0, ()))
    return cards


def position(*moves: tuple[str, str], level: str = "2"):
    state = MatchState.start(MatchStart("national-2022"), RuleSet.load("national-2022"))
    state = apply(state, DealStart(1, level, "E"))
    for n, (seat, cards) in enumerate(moves):
        if cards == "pass":
            state = apply(state, Pass(seat))
        else:
            state = apply(state, Play(seat, parse_cards(cards), None, None, n))
    return state.deal


def test_a_clear_lead_is_taken_as_it_looks():
    found = explain(position(), "E", seen("S3", "H3"))
    assert found.lawful
    assert [str(c) for c in found.cards] == ["S3", "H3"]
    assert found.p > 0.97


def test_the_rules_settle_what_pixels_cannot():
    # 5 of spades or of clubs cannot be told; 5 or 6 can: only two sixes beat the pair of fives.
    found = explain(position(("E", "S5 D5")), "S", seen("H6", {"C5": 0.5, "C6": 0.48}))
    assert found.lawful
    assert [str(c) for c in found.cards] == ["H6", "C6"]
    assert found.p < 0.96, "looks and rules disagree: that is for the referee"


def test_a_face_that_has_been_out_twice_cannot_come_again():
    deal = position(("E", "S5 S5"))
    found = explain(deal, "S", seen("H6", {"S6": 0.6, "S5": 0.39}))
    assert [str(c) for c in found.cards] == ["H6", "S6"]
    assert found.p > 0.96


def test_suits_that_cannot_be_told_are_asked():
    found = explain(position(), "E", seen({"S9": 0.55, "C9": 0.44}))
    assert found.lawful
    assert found.p < 0.8
    assert [str(c) for c in found.runner_up or ()] == ["C9"]


def test_an_unlawful_play_is_said_to_be_one():
    found = explain(position(("E", "S9 D9")), "S", seen("H6", "C6"))
    assert not found.lawful
    assert found.refusal.why == "not_beating"


def test_skipped_seats_have_passed():
    found = explain(position(("E", "S3")), "N", seen("H6"))
    assert found.passed == ("S", "W")


def test_a_leader_comes_again_when_all_have_passed():
    found = explain(position(("E", "S9 D9")), "E", seen("H3"), cleared=True)
    assert found.lawful
    assert found.passed == ("S", "W", "N")


@pytest.mark.parametrize(("cleared", "passed"), [(False, ("S",)), (True, ("S", "W", "N"))])
def test_whether_the_table_was_cleared_tells_a_follower_from_a_leader(cleared, passed):
    """E has gone out with a four; W may beat it, or lead when all passed (接风)."""
    moves = [("E", "S3")]
    for rank in "56789TJQKA":
        moves += [("S", "pass"), ("W", "pass"), ("N", "pass"), ("E", f"S{rank} H{rank}")]
    moves += [("S", "pass"), ("W", "pass"), ("N", "pass"), ("E", "D5 D6 D7 D8 C9")]
    moves += [("S", "pass"), ("W", "pass"), ("N", "pass"), ("E", "S4")]
    deal = position(*moves)
    assert deal.left["E"] == 0
    found = explain(deal, "W", seen("H8"), cleared=cleared)
    assert found.passed == passed


def test_what_is_hardly_a_card_may_be_left_out():
    ghost = seen("H4", mass=0.3)
    found = explain(position(("E", "S5 D5")), "S", [*seen("H6", "C6"), *ghost])
    assert [str(c) for c in found.cards] == ["H6", "C6"]


def test_ten_cards_are_explained_quickly():
    found = explain(position(), "E", seen(*[{f"{s}9": 0.9, f"{s}8": 0.05} for s in "SHCDSHCD"]))
    assert str(found.combo).startswith("bomb8")


def test_what_two_corners_show_is_a_card_whatever_its_face():
    deal = position(("E", "S5 S5"), ("S", "pass"), ("W", "pass"), ("N", "pass"), ("E", "H7"))
    (one,) = seen({"H8": 0.55, "H6": 0.44})
    corner = Index((0, 0, 9, 20), (5, 5), (5, 15), 0.55, one.probs)
    by_one, by_two = (
        explain(deal, "S", [replace(one, indices=(corner,) * corners)]) for corners in (1, 2)
    )
    assert [str(c) for c in by_two.cards] == ["H8"]
    assert by_one.p < 0.9 < by_two.p
