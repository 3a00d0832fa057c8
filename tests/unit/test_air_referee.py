"""The referee's table: the last lines, and all that still waits for an answer."""

from dataclasses import replace

import pytest

from app.air import referee_view
from app.snapshot import PlayLine, Snapshot, snapshot
from engine import parse_cards
from tests.unit.engine_matches import begun

ASKED = (2, 5, 38)


def line(seq: int) -> PlayLine:
    state = "asked" if seq in ASKED else "accepted"
    return PlayLine(seq, 1, "E", "play", parse_cards("S3"), None, 1000 * seq, None, state, corrected=False)


def shown() -> Snapshot:
    return replace(snapshot(begun(), None, (), 0, ""), lines=tuple(map(line, range(1, 41))))


@pytest.mark.parametrize(("desk", "kept"), [(True, [2, 5, *range(21, 41)]), (False, [*range(21, 41)])])
def test_what_is_asked_is_kept_however_old_it_is_for_who_may_confirm_it(
    *, desk: bool, kept: list[int]
) -> None:
    assert [each.seq for each in referee_view.state(shown(), desk=desk).lines] == kept
