"""The delay of an output: never early, in order, nothing taken back, whatever clock, delay and machine do."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.air import clock
from app.air.horizon import Horizon

SECONDS = st.integers(0, 2000)
"""Whole seconds, which floating numbers add exactly: never early means not by a hair."""


@dataclass
class Watched:
    """A horizon, and what is known of its rows without it."""

    horizon: Horizon
    at: list[float] = field(default_factory=list)
    now: float = 0.0
    shown: int = 0

    @property
    def dues(self) -> list[float]:
        """When each row is due: all before it have to be."""
        return [max(self.at[: n + 1]) + self.horizon.delay_s for n in range(len(self.at))]

    def look(self) -> None:
        """What is shown now is all that is due, or was shown before, and no more."""
        visible = self.horizon.visible(self.now)
        due = sum(due <= self.now for due in self.dues)
        assert visible == max(self.shown, due)
        for row in range(self.shown, visible):
            assert self.now >= self.at[row] + self.horizon.delay_s, "a row came too early"
        self.shown = visible
        waiting = self.dues[visible:]
        assert self.horizon.next_due(self.now) == (waiting[0] if waiting else None)


STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("row"), st.integers(-300, 300)),  # it happened so long before now, or will
        st.tuples(st.just("wait"), st.integers(0, 40)),
        st.tuples(st.just("sleep"), st.integers(100, 100_000)),  # the machine was suspended
        st.tuples(st.just("delay"), SECONDS),
    ),
    max_size=60,
)


@given(SECONDS, STEPS)
@settings(max_examples=400)
def test_rows_are_shown_when_they_are_due_and_not_before(delay: int, steps: list[tuple[str, int]]) -> None:
    watched = Watched(Horizon(delay))
    for what, seconds in steps:
        if what == "row":
            at = float(max(0.0, watched.now - seconds))
            watched.horizon.add(at)
            watched.at.append(at)
        elif what == "delay":
            shown = watched.horizon.visible(watched.now)
            assert watched.horizon.set_delay(seconds, watched.now) >= shown
        else:
            watched.now += seconds
        watched.look()


@given(st.lists(SECONDS, min_size=1), SECONDS, SECONDS)
def test_a_lower_delay_shows_at_once_what_is_now_due(ats: list[int], delay: int, lower: int) -> None:
    horizon, now = Horizon(delay + lower), 1000
    for at in ats:
        horizon.add(at)
    before = horizon.visible(now)
    after = horizon.set_delay(lower, now)
    due = [max(ats[: n + 1]) + lower <= now for n in range(len(ats))]
    assert after == max(before, sum(due))
    assert horizon.visible(now) == after


@given(st.lists(SECONDS, min_size=1), st.integers(0, 2000), st.integers(0, 2000))
def test_a_higher_delay_takes_nothing_back_and_shows_nothing_new_too_soon(
    ats: list[int], delay: int, more: int
) -> None:
    horizon = Horizon(delay)
    for at in ats:
        horizon.add(at)
    shown = horizon.visible(1000)
    assert horizon.set_delay(delay + more, 1000) == shown
    for now in range(1000, 6001, 250):
        visible = horizon.visible(now)
        assert visible >= shown
        assert all(now >= ats[row] + delay + more for row in range(shown, visible))
        shown = visible
    assert shown == len(ats)


def test_to_and_fro_shows_no_row_twice_and_none_out_of_order() -> None:
    horizon = Horizon(0)
    horizon.add(10)
    assert horizon.visible(10) == 1
    horizon.set_delay(100, 10)
    horizon.add(20)
    assert [horizon.visible(now) for now in (20, 119, 120)] == [1, 1, 2]
    horizon.add(130)
    horizon.add(125)  # heard of late: it stands behind the row before it
    assert [horizon.visible(now) for now in (225, 229, 230)] == [2, 2, 4]


def test_a_clock_that_steps_back_takes_nothing_back() -> None:
    horizon = Horizon(30)
    horizon.add(100)
    assert horizon.visible(130) == 1
    assert horizon.visible(0) == 1
    assert horizon.next_due(0) is None


def test_what_fell_due_while_the_machine_slept_is_shown_at_once() -> None:
    horizon = Horizon(900)
    for at in range(0, 600, 7):
        horizon.add(at)
    assert horizon.visible(600) == 0
    assert horizon.visible(600 + 8 * 3600) == len(range(0, 600, 7))


@pytest.mark.parametrize("seconds", [-1, 86401, float("nan"), float("inf")])
def test_no_length_of_time_is_no_delay(seconds: float) -> None:
    with pytest.raises(ValueError, match="a delay"):
        Horizon(seconds)
    horizon = Horizon(30)
    with pytest.raises(ValueError, match="a delay"):
        horizon.set_delay(seconds, 0)
    assert horizon.delay_s == 30


def test_the_time_of_day_is_not_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    """A step of it, or of its zone, changes nothing."""
    before = clock.seconds()
    monkeypatch.setattr("time.time", lambda: 0.0)
    monkeypatch.setattr("time.time_ns", lambda: 0)
    assert clock.seconds() >= before


def test_the_clock_counts_while_the_machine_sleeps(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []
    monkeypatch.setattr(clock, "_BOOTTIME", 7)
    monkeypatch.setattr("time.clock_gettime", lambda which: asked.append(which) or 12.5, raising=False)
    assert clock.seconds() == 12.5
    assert asked == [7]
    monkeypatch.setattr(clock, "_BOOTTIME", None)
    monkeypatch.setattr("time.monotonic", lambda: 3.0)
    assert clock.seconds() == 3.0
