"""Which indices together are one card: of all ways to put them together, the likeliest as a whole."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from vision.corners import Offer, faces_gain
from vision.placed import Vector

LEAST = -2.0
"""A pair that fits worse is no part even of a card whose other corners fit well."""

EXACT = 10
"""Up to so many indices that may belong together are all ways tried; of more the best card first."""

Node = tuple[int, int]
"""An index, and on which side of the card it stands as one reads it: 1 left, -1 right."""


@dataclass(frozen=True, slots=True)
class Group:
    """Indices of one card, sorted; sides: the ways in which they may stand on it, likeliest first.

    gain: log odds of their being one card rather than so many.
    """

    members: tuple[int, ...]
    sides: tuple[tuple[int, ...], ...]
    gain: float = 0.0


def grouped(said: Vector, corners: int, offers: Sequence[Offer]) -> list[Group]:
    """Every index in one group, in the order of their first members.

    said: (N, 54), what each says; corners: of a card, a group has no more; offers: pairs that may fit.
    """
    alone = ((1,), (-1,)) if corners == 4 else ((1,),)
    groups: list[Group] = []
    for part in _parts(said, offers):
        if len(part) == 1:
            groups.append(Group(tuple(part), alone))
            continue
        inside = set(part)
        found = _candidates([o for o in offers if o.i in inside and o.j in inside], said, corners)
        chosen = _best_cover(part, found) if len(part) <= EXACT else _best_first(found)
        groups += [Group(members, found[members].sides, found[members].gain) for members in chosen]
        left = inside - {i for members in chosen for i in members}
        groups += [Group((i,), alone) for i in left]
    return sorted(groups, key=lambda group: group.members)


def _parts(said: Vector, offers: Sequence[Offer]) -> list[list[int]]:
    """Sets of indices that hang together by pairs which fit."""
    part = list(range(len(said)))
    members = {i: [i] for i in part}
    for offer in offers:
        a, b = part[offer.i], part[offer.j]
        if a != b and offer.gain + faces_gain(said[[offer.i, offer.j]]) > 0:
            for i in members[b]:
                part[i] = a
            members[a] += members.pop(b)
    return [sorted(m) for m in members.values()]


@dataclass(slots=True)
class _Candidate:
    gain: float
    sides: tuple[tuple[int, ...], ...]


def _candidates(offers: Sequence[Offer], said: Vector, corners: int) -> dict[tuple[int, ...], _Candidate]:
    """All sets of indices that may be one card, with their gain over so many single cards."""
    fit: dict[Node, dict[Node, float]] = defaultdict(dict)
    for offer in offers:
        one, other = (offer.i, offer.side_i), (offer.j, offer.side_j)
        fit[one][other] = fit[other][one] = max(offer.gain, fit[one].get(other, offer.gain))
    ways: dict[tuple[int, ...], list[tuple[float, tuple[int, ...]]]] = defaultdict(list)

    def grow(nodes: tuple[Node, ...]) -> None:
        if len(nodes) > 1:
            members = tuple(i for i, _ in nodes)
            gain = _tree(nodes, fit) + faces_gain(said[list(members)])
            if gain > 0:
                ways[members].append((gain, tuple(side for _, side in nodes)))
        if len(nodes) < corners:
            for node in fit[nodes[-1]]:
                if node[0] > nodes[-1][0] and all(node in fit[other] for other in nodes):
                    grow((*nodes, node))

    for node in sorted(fit):
        grow((node,))
    found = {}
    for members, of_them in ways.items():
        best = max(gain for gain, _ in of_them)
        # Corners of one long side fit either way; where a way is clearly better it is the only one.
        sides = [sides for gain, sides in sorted(of_them, reverse=True) if gain > best - 1]
        found[members] = _Candidate(best, tuple(sides))
    return found


def _tree(nodes: tuple[Node, ...], fit: dict[Node, dict[Node, float]]) -> float:
    """Gain of the best tree of pairs over all of them: n indices are n - 1 times no coincidence."""
    joined, left, gain = [nodes[0]], list(nodes[1:]), 0.0
    while left:
        more, node = max((max(fit[node][other] for other in joined), node) for node in left)
        gain += more
        joined.append(node)
        left.remove(node)
    return gain


def _best_cover(part: Sequence[int], found: dict[tuple[int, ...], _Candidate]) -> list[tuple[int, ...]]:
    """The disjoint candidates whose gains add up to most."""
    place = {i: n for n, i in enumerate(part)}
    masks = {members: sum(1 << place[i] for i in members) for members in found}
    starting: dict[int, list[tuple[int, ...]]] = defaultdict(list)
    for members in found:
        starting[place[members[0]]].append(members)

    @cache
    def best(free: int) -> tuple[float, tuple[tuple[int, ...], ...]]:
        if not free:
            return 0.0, ()
        first = (free & -free).bit_length() - 1
        top = best(free & (free - 1))
        for members in starting[first]:
            if masks[members] & ~free:
                continue
            gain, rest = best(free & ~masks[members])
            gain += found[members].gain
            if gain > top[0]:
                top = gain, (members, *rest)
        return top

    return list(best((1 << len(part)) - 1)[1])


def _best_first(found: dict[tuple[int, ...], _Candidate]) -> list[tuple[int, ...]]:
    taken: set[int] = set()
    chosen = []
    for members in sorted(found, key=lambda m: -found[m].gain):
        if taken.isdisjoint(members):
            taken.update(members)
            chosen.append(members)
    return chosen
