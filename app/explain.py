"""From what was seen to what was played: the reading weighed against the rules and the position.

At most two of each face lie in two decks, a follower must beat what lies there, a seat cannot lay more
than it holds.  Each card comes with probabilities of its faces; a play's weight is their product, and a
play that the position does not allow counts little, but it counts: when the best lawful explanation is
not clearly the best of all, the referee is asked.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from engine.cards import FACES, UNREAD, Card
from engine.combos import Combo
from engine.deal import DealState, pass_, readings_now
from engine.errors import OutOfTurn, Reason, RuleError, tried
from engine.events import Pass
from engine.plays import take_reading
from engine.stock import too_many
from vision.values import SeenCard

UNLAWFUL = 0.05
"""What an unlawful explanation weighs beside a lawful one that looks as likely."""

UNLIKELY_TURN = 0.03
"""What a turn weighs that the table contradicts (a lead over cards that still lie there)."""

LEAST = 0.002
FACES_PER_CARD = 5
EXPLANATIONS = 160
OTHERS = 6
"""Further lawful plays that are kept, for what comes after may speak for one of them."""
DOUBTFUL = 0.75
"""A card whose likeliest face is less likely may be no card at all, ..."""

GHOST = 0.1
"""... with this probability at least, whatever its faces add up to."""

HIDDEN = 0.03
"""How likely it is that a card lies hidden under another of its face, ..."""

NO_CARD, DOUBTED = 0.004, 0.4
"""... and that a card which was read is none: by so much, and so much of what its face leaves open; ..."""

TOO_MANY = 0.3
"""... or that it lay there before, where it would lie more often than there are."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """What a seat most likely did.

    cards: in laying order, `combo` their reading (None where it is not known); passed: seats that must
    have passed before; p: posterior; lawful: whether the position allows it; runner_up: the next likely
    cards; refusal: why it, or what it looks like, is not lawful; others: further lawful plays at the same
    turn, likeliest first; pieced: it is lawful only with a card that was not seen, or without one that was.
    """

    cards: tuple[Card, ...]
    combo: Combo | None
    passed: tuple[str, ...]
    p: float
    lawful: bool
    runner_up: tuple[Card, ...] | None = None
    refusal: Reason | None = None
    others: tuple[Explanation, ...] = ()
    pieced: bool = False


@dataclass(frozen=True, slots=True)
class Turn:
    """A point at which a seat may play: who passed before it, and the position then."""

    passed: tuple[str, ...]
    deal: DealState
    weight: float


def turns(deal: DealState, seat: str, cleared: bool | None) -> list[Turn]:
    """The turns at which ``seat`` may be playing, nearest first.

    cleared: whether the last trick's cards have left the table, which tells a follower from a leader;
    None where that is not known.
    """
    found = []
    for passed, then in _walk(deal, seat):
        leads = then.best is None and bool(passed or deal.best)
        fits = cleared is None or leads == cleared or not deal.best
        found.append(Turn(passed, then, 1.0 if fits else UNLIKELY_TURN))
    return found


def _walk(deal: DealState, seat: str) -> Iterator[tuple[tuple[str, ...], DealState]]:
    passed: tuple[str, ...] = ()
    while True:
        if deal.to_play == seat:
            yield passed, deal
        if deal.best is None or deal.to_play is None:
            return
        passed += (deal.to_play,)
        deal = pass_(deal, Pass(deal.to_play))


def explain(
    deal: DealState, seat: str, seen: Sequence[SeenCard], cleared: bool | None = None, unread: int = 0
) -> Explanation:
    """The likeliest play of ``seen`` by ``seat``, lawful if any lawful one is likely at all.

    unread: cards that were laid with them and could not be read; nobody knows then how likely it is.
    """
    if unread:
        return _in_part(deal, seat, seen, cleared, unread)
    options = list(_assignments(seen))
    points = turns(deal, seat, cleared)
    lawful, refusal = _lawful(points, seat, options)
    if not lawful:
        refusal = refusal or _never_its_turn(deal, seat)
        return _pieced_together(deal, points, seat, seen, options, refusal)
    total = sum(weight for weight, _ in lawful)
    best_weight, best = lawful[0]
    second = next(
        (e.cards for _, e in lawful[1:] if sorted(map(str, e.cards)) != sorted(map(str, best.cards))), None
    )
    nothing = _nothing(seen)
    p = best_weight / (total + nothing + UNLAWFUL * max(0.0, 1 - total - nothing))
    looks_like = options[0][1]
    if second is None and looks_like != best.cards:
        second = looks_like
    others = tuple(
        replace(other, p=weight / total)
        for weight, other in lawful[1 : OTHERS + 1]
        if other.passed == best.passed and other.cards != best.cards
    )
    refusal = refusal if looks_like != best.cards else None
    return replace(best, p=p, runner_up=second, refusal=refusal, others=others)


def _lawful(
    points: Sequence[Turn], seat: str, options: Sequence[tuple[float, tuple[Card, ...]]]
) -> tuple[list[tuple[float, Explanation]], Reason | None]:
    """Options that may be played at one of the turns, likeliest first; why one that may not be cannot."""
    lawful: list[tuple[float, Explanation]] = []
    refusal: Reason | None = None
    for weight, cards in options:
        here: list[tuple[float, Explanation]] = []
        for turn in points:
            try:
                readings = readings_now(turn.deal, seat, cards)
            except RuleError as error:
                refusal = refusal or error.reason
                continue
            combo = take_reading(readings, cards, turn.deal.level, turn.deal.rules.wild_default)
            here.append((turn.weight, Explanation(cards, combo, turn.passed, 0.0, True)))
        # Which turn it is the table may tell; where only one is lawful nothing speaks for another.
        share = sum(turn_weight for turn_weight, _ in here)
        lawful += [(weight * turn_weight / share, found) for turn_weight, found in here]
    lawful.sort(key=lambda item: -item[0])
    return lawful, refusal


def _pieced_together(
    deal: DealState,
    points: Sequence[Turn],
    seat: str,
    seen: Sequence[SeenCard],
    options: Sequence[tuple[float, tuple[Card, ...]]],
    refusal: Reason,
) -> Explanation:
    """What is not lawful as it looks: with a card under its equal, or without a doubtful one, it may be."""
    looks_like = options[0][1]
    pieces: dict[tuple[Card, ...], float] = {}
    for weight, cards in options[:OTHERS]:
        for i in range(len(cards)):
            ghost = NO_CARD + (DOUBTED * (1 - seen[i].p) if len(cards) == len(seen) else 0.0)
            if too_many(deal.played, cards[i : i + 1] * cards.count(cards[i])):
                ghost += TOO_MANY
            for other, chance in (
                ((*cards[: i + 1], *cards[i:]), HIDDEN),
                ((*cards[:i], *cards[i + 1 :]), ghost),
            ):
                if other:
                    pieces[other] = max(pieces.get(other, 0.0), weight * chance)
    lawful, _ = _lawful(points, seat, [(weight, cards) for cards, weight in pieces.items()])
    if lawful:
        weight, best = lawful[0]
        others = tuple(
            replace(e, p=w, pieced=True) for w, e in lawful[1 : OTHERS + 1] if e.passed == best.passed
        )
        return replace(best, p=weight, runner_up=looks_like, refusal=refusal, others=others, pieced=True)
    passed = points[0].passed if points else ()
    second = _second(list(options), looks_like)
    return Explanation(looks_like, None, passed, options[0][0], False, second, refusal)


def _in_part(
    deal: DealState, seat: str, seen: Sequence[SeenCard], cleared: bool | None, unread: int
) -> Explanation:
    """Cards of which some could not be read: at the likeliest turn, with no reading and no probability."""
    cards = (*(card.best for card in seen), *(UNREAD,) * unread)
    refusal = _never_its_turn(deal, seat)
    for turn in sorted(turns(deal, seat, cleared), key=lambda turn: -turn.weight):
        try:
            readings_now(turn.deal, seat, cards)
        except RuleError as error:
            refusal = error.reason
            continue
        return Explanation(cards, None, turn.passed, 0.0, True)
    return Explanation(cards, None, (), 0.0, False, None, refusal)


def _never_its_turn(deal: DealState, seat: str) -> Reason:
    return OutOfTurn(tried("play_any", seat=seat), "whoever_passes", deal).reason


def _assignments(seen: Sequence[SeenCard]) -> Iterator[tuple[float, tuple[Card, ...]]]:
    """Faces for the seen cards with their probability, likeliest first."""
    choices = [_choices(card) for card in seen]
    start = (0,) * len(choices)
    queue = [(-_weight(choices, start), start)]
    known = {start}
    given = 0
    while queue and given < EXPLANATIONS:
        negative, pick = heapq.heappop(queue)
        if -negative < 1e-6 and given:
            return
        cards = tuple(c for i, k in enumerate(pick) if (c := choices[i][k][1]) is not None)
        if cards:
            given += 1
            yield -negative, cards
        for i, k in enumerate(pick):
            after = (*pick[:i], k + 1, *pick[i + 1 :])
            if k + 1 < len(choices[i]) and after not in known:
                known.add(after)
                heapq.heappush(queue, (-_weight(choices, after), after))


def _choices(card: SeenCard) -> list[tuple[float, Card | None]]:
    """Faces of one seen card, likeliest first; None: it is no card."""
    order = card.probs.argsort()[::-1][:FACES_PER_CARD]
    choices: list[tuple[float, Card | None]] = [
        (float(card.probs[i]), FACES[i]) for n, i in enumerate(order) if n == 0 or card.probs[i] >= LEAST
    ]
    if _may_be_none(card):
        choices.append((_no_card(card), None))
    return sorted(choices, key=lambda choice: -choice[0])


def _nothing(seen: Sequence[SeenCard]) -> float:
    """How likely it is that none of the cards is one."""
    product = 1.0
    for card in seen:
        product *= _no_card(card)
    return product


def _no_card(card: SeenCard) -> float:
    open_ = 1 - float(card.probs.sum())
    return max(open_, GHOST) if _may_be_none(card) else max(open_, 0.0)


def _may_be_none(card: SeenCard) -> bool:
    """Whether what was read may be no card; two indices that stand as a card's corners do are one."""
    return card.p < DOUBTFUL and len(card.indices) < 2


def _weight(choices: list[list[tuple[float, Card | None]]], pick: tuple[int, ...]) -> float:
    product = 1.0
    for i, k in enumerate(pick):
        product *= choices[i][k][0]
    return product


def _second(
    options: list[tuple[float, tuple[Card, ...]]], cards: tuple[Card, ...]
) -> tuple[Card, ...] | None:
    return next((other for _, other in options if other != cards), None)
