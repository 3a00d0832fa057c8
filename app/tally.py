"""A record held against the truth: what is right, what is wrong, and what was only asked."""

from collections.abc import Sequence
from dataclasses import dataclass

from engine import Event, Play, Standing


@dataclass(frozen=True, slots=True)
class Tally:
    """Plays of the truth, and how the record has them.

    right: accepted and equal; wrong: accepted and not equal; asked: taken as the best lawful proposal and
    left to the referee, of which `asked_right` are equal; missed: not in the record.  These add up to
    `plays`.  added, added_asked: plays of the record that never were, accepted or asked.
    """

    plays: int
    right: int
    wrong: int
    asked: int
    asked_right: int
    missed: int
    added: int = 0
    added_asked: int = 0

    @property
    def equal(self) -> int:
        """Plays that equal the truth, whether accepted or asked."""
        return self.right + self.asked_right

    def __str__(self) -> str:
        share = f"{self.equal / self.plays:.1%}" if self.plays else "none"
        asked = f"{self.asked} asked ({self.asked_right} of them right)"
        counts = f"{self.right} right, {self.wrong} wrong, {asked}, {self.missed} missed"
        text = f"{self.plays} plays: {counts}; {share} equal the truth"
        if self.added or self.added_asked:
            text += f"; besides, {self.added} accepted and {self.added_asked} asked that never were played"
        return text


def compare(truth: Sequence[Event], found: Sequence[Event]) -> Tally:
    """The plays of two records in force, held against each other deal by deal, in order.

    Equal is the same seat laying the same cards, in whichever order it laid them.
    """
    right = wrong = asked = asked_right = missed = added = added_asked = 0
    for one, other in pairs(truth, found):
        if other is None:
            missed += 1
        elif one is None:
            added += other.state is Standing.ACCEPTED
            added_asked += other.state is Standing.ASKED
        elif other.state is Standing.ASKED:
            asked += 1
            asked_right += same(one, other)
        elif same(one, other):
            right += 1
        else:
            wrong += 1
    return Tally(len(_plays(truth)), right, wrong, asked, asked_right, missed, added, added_asked)


def pairs(truth: Sequence[Event], found: Sequence[Event]) -> list[tuple[Play | None, Play | None]]:
    """Each play of the one with that of the other that stands for it, in order; None where there is none."""
    return _aligned(_plays(truth), _plays(found))


def _plays(events: Sequence[Event]) -> list[Play]:
    return [event for event in events if isinstance(event, Play)]


def same(one: Play, other: Play) -> bool:
    """Whether the same seat lays the same cards, in whichever order."""
    return one.seat == other.seat and sorted(map(str, one.cards)) == sorted(map(str, other.cards))


def _aligned(wanted: list[Play], had: list[Play]) -> list[tuple[Play | None, Play | None]]:
    """Pairs of least difference, in order: a misread play counts once, not as one lost and one new."""
    costs = [[0.0] * (len(had) + 1) for _ in range(len(wanted) + 1)]
    for i in range(len(wanted), -1, -1):
        for j in range(len(had), -1, -1):
            ways = []
            if i < len(wanted):
                ways.append(costs[i + 1][j] + 1)
            if j < len(had):
                ways.append(costs[i][j + 1] + 1)
            if i < len(wanted) and j < len(had):
                ways.append(costs[i + 1][j + 1] + _difference(wanted[i], had[j]))
            costs[i][j] = min(ways, default=0.0)
    pairs: list[tuple[Play | None, Play | None]] = []
    i = j = 0
    while i < len(wanted) or j < len(had):
        here = costs[i][j]
        both = i < len(wanted) and j < len(had)
        if both and here == costs[i + 1][j + 1] + _difference(wanted[i], had[j]):
            pairs.append((wanted[i], had[j]))
            i, j = i + 1, j + 1
        elif i < len(wanted) and here == costs[i + 1][j] + 1:
            pairs.append((wanted[i], None))
            i += 1
        else:
            pairs.append((None, had[j]))
            j += 1
    return pairs


def _difference(one: Play, other: Play) -> float:
    if same(one, other):
        return 0.0
    return 1.0 if one.seat == other.seat else 2.0
