"""No card is on air before it lies open, on twenty deals; and the proof sees it when one is.

The thousand: ``python -m tests.bench.air_leaks --deals 1000``.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import cache
from typing import Any

import msgspec
import pytest

from app.air import channel, open_hands, public, turns
from app.air.horizon import Horizon
from app.air.public import Moment
from app.air.states import PublicState
from engine import DealStart, Irregularity, RuleSet, dumps_line
from tests.bench.air_leaks import Found, Known, known_round, prove

ROUNDS = (
    ("suzhou-2016", 3), ("suzhou-2016", 25), ("national-2022", 1), ("national-2022", 4),
    ("national-2022", 12), ("national-2022", 23), ("xiangyang-2024", 16), ("xiangyang-2024", 17),
    ("xiangyang-2024", 19), ("huaian", 17), ("huaian", 19),
)  # fmt: skip
"""Rounds in which all occurs that could leak: hands in the log, cards shown, cards face down, and so on."""


@cache
def known(rules: str, seed: int) -> Known:
    return known_round(RuleSet.load(rules), seed)


def test_twenty_deals_show_nothing_that_does_not_lie_open() -> None:
    found, deals = Found(), 0
    for rules, seed in ROUNDS:
        played = known(rules, seed)
        prove(played, f"{rules}, round {seed}", found)
        deals += sum(isinstance(event, DealStart) for event in played.events)
    assert found.leaks == []
    assert found.lacking == []
    assert deals >= 20
    assert found.counts["states"] > 2000


# ---- the proof can fail ---------------------------------------------------------------------------

State = Callable[..., PublicState]
true_state: State = public.state


def leaks(rules: str, seed: int, most: int = 10_000) -> list[str]:
    """What is found in a round of which no more than so many events are played."""
    whole = known(rules, seed)
    part = Known(whole.header, whole.rules, whole.events[:most], whole.hands[:most])
    found = Found()
    prove(part, "round", found)
    return found.leaks


def also(**wrong: Callable[[Moment], Any]) -> State:
    """The public state with some fields that tell more."""

    def state(moment: Moment, ledger: Any = None) -> PublicState:
        made = true_state(moment, ledger)
        return msgspec.structs.replace(made, **{name: tells(moment) for name, tells in wrong.items()})

    return state


def a_card_held(moment: Moment) -> str:
    held = moment.match.deal.known if moment.match.deal else {}
    return " ".join(str(cards[0]) for cards in held.values() if cards)


def a_card_shown(moment: Moment) -> str:
    shown = [event.cards for event in moment.match.events if isinstance(event, Irregularity)]
    return " ".join(str(card) for cards in shown for card in cards)


def how_many_are_known(moment: Moment) -> int:
    return sum(map(len, moment.match.deal.known.values())) if moment.match.deal else 0


@pytest.mark.parametrize(
    ("tells", "rules", "seed", "most", "said"),
    [
        ({"event": a_card_held}, "suzhou-2016", 3, 30, "stands where no card has a place"),
        ({"table": a_card_shown}, "national-2022", 17, 10_000, "stands where no card has a place"),
        ({"round": how_many_are_known}, "suzhou-2016", 3, 30, "tells what nobody may see"),
    ],
)
def test_a_state_that_tells_more_is_noticed(
    monkeypatch: pytest.MonkeyPatch, tells: Any, rules: str, seed: int, most: int, said: str
) -> None:
    monkeypatch.setattr(public, "state", also(**tells))
    assert any(said in leak for leak in leaks(rules, seed, most))


def test_a_card_too_many_in_a_play_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    true_texts = turns.texts
    monkeypatch.setattr(turns, "texts", lambda cards: (*true_texts(cards), "HR") if cards else ())
    found = leaks("suzhou-2016", 3, 30)
    assert any("is said to be" in leak for leak in found)
    assert any("HR is hidden" in leak for leak in found)


def test_a_card_that_lies_face_down_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(public, "open_gifts", lambda tribute: tribute.given)
    assert any("which does not lie open" in leak for leak in leaks("national-2022", 1))


def test_a_card_that_was_turned_down_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    true_turn = turns._turn
    monkeypatch.setattr(turns, "_turn", lambda *given, covered=False: true_turn(*given))
    assert any("was turned down" in leak for leak in leaks("huaian", 17, 60))


def test_a_row_that_comes_too_early_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    true_visible = Horizon.visible
    monkeypatch.setattr(Horizon, "visible", lambda self, now: true_visible(self, now + 0.001))
    assert any("is shown" in leak for leak in leaks("suzhou-2016", 3, 30))


def test_a_tag_that_tells_of_hidden_rows_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def tag(self: channel.Channel) -> str:
        newest = self._newest
        return hashlib.sha256(dumps_line(newest.event).encode()).hexdigest() if newest else ""

    monkeypatch.setattr(channel.Channel, "etag", property(tag))
    assert any("its tag tells" in leak for leak in leaks("national-2022", 17))


def test_open_hands_of_a_deal_that_is_played_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(open_hands, "may_be_shown", lambda *given: True)
    monkeypatch.setattr(open_hands, "LEAST_DELAY_S", 0)
    assert any("is played" in leak for leak in leaks("suzhou-2016", 3, 60))


def test_hands_that_do_not_shrink_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(open_hands, "_plays", lambda match: [])
    assert any("they are other" in leak for leak in leaks("suzhou-2016", 3))
