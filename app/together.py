"""Readings that make no sense one by one, explained together.

A play that was misread or missed, or something taken for a play, makes those after it look unlawful.  So a
reading that is not lawful waits for those that follow, and the likeliest story of all of them is looked for:
what each of them was, and whether a play on record that was asked about was another, or none.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum

import numpy as np

from app.explain import DOUBTED, NO_CARD, TOO_MANY, Explanation, explain
from engine.cards import UNREAD, Card
from engine.corrections import CAMERA
from engine.deal import DealState
from engine.errors import RuleError
from engine.events import Correction, DealStart, Event, Pass, Play, Source, Standing
from engine.match import MatchState, apply, consequences
from vision.values import Image, SeenCard

LIES_THERE = 0.5
"""How likely it is that cards were seen again which the seat has laid in the trick."""

ODD = 0.5
"""How likely it is that a play was none which came when none was to be expected."""

AS_IT_IS = 0.02
"""How likely it is that a play was laid which the position does not allow."""

IN_PARTS = 0.3
"""How likely it is that a seat's next cards belong to its play before."""

UNREAD_P = 0.75
"""How surely a thing that could not be read is a card."""

LATER = 0.3
"""What a reading weighs that may only belong to the next deal."""

SAME_PLACE_MM, AGREE = 9.0, 0.02
"""So near to where it lay a card is the same one, with such a chance that both sightings show one face."""

STORIES = 24
"""So many are followed at a time."""

LOOKED_BACK = 3
"""So many plays that were asked about may be looked at again."""

GONE = ("face_gone", "rank_gone", "other_holds", "others_hold")
"""Why cards cannot be played that lie elsewhere."""


class Taken(Enum):
    """What a reading is taken for."""

    PLAYED = "played"
    UNLAWFUL = "unlawful"
    NOTHING = "nothing"
    LATER = "later"


@dataclass(frozen=True, slots=True, eq=False)
class Laid:
    """Cards that were seen to be laid.

    unread: how many more could not be read; onto: other cards lay before the seat already; lying: before
    which seats cards lay then; own: the cards that the seat laid last; times are event times.
    """

    seat: str
    seen: tuple[SeenCard, ...]
    unread: int
    began_ms: int
    at_ms: int
    onto: bool
    lying: Mapping[str, bool]
    own: tuple[Card, ...] = ()
    after_pause: bool = False
    picture: Image | None = None

    @property
    def lay_there(self) -> bool:
        """Whether all that was read are cards which the seat laid last."""
        return not self.unread and not Counter(card.best for card in self.seen) - Counter(self.own)

    def cleared(self, deal: DealState) -> bool | None:
        """Whether the cards of the running trick had left the table."""
        if deal.best is None:
            return None
        return not (self.onto if deal.best == self.seat else self.lying.get(deal.best, False))

    def and_then(self, more: Laid) -> Laid:
        """Both as one play."""
        return replace(
            self,
            seen=(*self.seen, *more.seen),
            unread=self.unread + more.unread,
            at_ms=more.at_ms,
            picture=more.picture,
        )

    def explained(self, deal: DealState) -> Explanation:
        """What it most likely was in a position."""
        return explain(deal, self.seat, self.seen, self.cleared(deal), self.unread)


@dataclass(frozen=True, slots=True, eq=False)
class Step:
    """What one reading was; ``found`` says which play, or which it would have been.

    odd: it came when no play was to be expected, right after another of its seat or in a gap.
    """

    laid: Laid
    taken: Taken
    found: Explanation
    odd: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Story:
    """What some readings were, and the position they lead to.

    before: the position before the last of them; revision: what has to be put right in the record first.
    """

    state: MatchState
    weight: float
    steps: tuple[Step, ...] = ()
    before: MatchState | None = None
    revision: tuple[Correction, ...] = ()

    @property
    def begins(self) -> tuple[Taken, int]:
        """What the first reading is taken for, and which play on record is put right."""
        return self.steps[0].taken, self.revision[0].replaces if self.revision else 0

    @property
    def is_clear(self) -> bool:
        """Whether the last reading is a lawful play as it was read."""
        last = self.steps[-1] if self.steps else None
        return last is not None and last.taken is Taken.PLAYED and not last.found.pieced


def stories(beginnings: Sequence[Story], readings: Sequence[Laid]) -> list[Story]:
    """What the readings may have been, one after the other, likeliest first."""
    told = list(beginnings)
    for laid in readings:
        told = [after for story in told for after in _continued(story, laid)]
        told = sorted(told, key=lambda story: -story.weight)[:STORIES]
    return told


def _continued(story: Story, laid: Laid) -> Iterator[Story]:
    deal = story.state.deal
    if deal is None or deal.over:
        nothing = Explanation((), None, (), 0.0, False)
        yield _with(story, Step(laid, Taken.LATER, nothing), story.state, LATER)
        return
    found = laid.explained(deal)
    if found.lawful:
        weight = found.p if not laid.unread else 0.5
        for each, p in ((found, weight), *((other, other.p * weight) for other in found.others[:1])):
            yield from _played(story, Step(laid, Taken.PLAYED, each), p)
    if not found.lawful or found.pieced:
        yield from _played(
            story, Step(laid, Taken.UNLAWFUL, replace(found, cards=_likeliest(laid))), AS_IT_IS
        )
    yield _with(story, Step(laid, Taken.NOTHING, found), story.state, weight_of_nothing(laid, found))
    last = story.steps[-1] if story.steps else None
    if last is not None and last.taken is not Taken.LATER and last.laid.seat == laid.seat and laid.onto:
        whole, before = last.laid.and_then(laid), story.before
        if before is not None and before.deal is not None and not whole.unread:
            joined = whole.explained(before.deal)
            if joined.lawful and not joined.pieced:
                earlier = replace(story, state=before, steps=story.steps[:-1])
                yield from _played(earlier, Step(whole, Taken.PLAYED, joined), joined.p * IN_PARTS)


def _played(story: Story, step: Step, weight: float) -> Iterator[Story]:
    try:
        yield _with(story, step, played(story.state, step), weight)
    except RuleError:
        return


def _with(story: Story, step: Step, state: MatchState, weight: float) -> Story:
    return replace(
        story, state=state, weight=story.weight * weight, steps=(*story.steps, step), before=story.state
    )


def played(state: MatchState, step: Step) -> MatchState:
    """The position after the passes before a play, the play, and what follows by itself.

    Raises ``RuleError``.
    """
    for seat in step.found.passed:
        state = _followed(apply(state, Pass(seat, source=Source.INFERRED, state=Standing.ASKED)))
    cards, combo = step.found.cards, step.found.combo
    if step.taken is Taken.UNLAWFUL:
        cards, combo = least_sure_unread(cards, step.laid.seen), None
    play = Play(
        step.laid.seat, cards, combo, step.laid.began_ms, step.laid.at_ms, Source.SEEN, Standing.ASKED
    )
    return _followed(apply(state, play))


def _followed(state: MatchState) -> MatchState:
    for event in consequences(state):
        state = apply(state, event)
    return state


def least_sure_unread(cards: Sequence[Card], seen: Sequence[SeenCard]) -> tuple[Card, ...]:
    """The cards with the least certain one unread, so that a play stands that cannot be right in full."""
    if UNREAD in cards:
        return tuple(cards)
    weakest = int(np.argmin([card.p for card in seen])) if len(seen) == len(cards) else 0
    return (*cards[:weakest], UNREAD, *cards[weakest + 1 :])


def _likeliest(laid: Laid) -> tuple[Card, ...]:
    return (*(card.best for card in laid.seen), *(UNREAD,) * laid.unread)


def weight_of_nothing(laid: Laid, found: Explanation) -> float:
    """How likely it is that what was read is no play."""
    if laid.lay_there:
        return LIES_THERE
    again = found.refusal is not None and found.refusal.why in GONE
    return unsure(laid) + (TOO_MANY ** len(laid.seen) if again else 0.0)


def unsure(laid: Laid) -> float:
    """How likely it is that what was read were no cards: none of them, so by the surest."""
    return NO_CARD + DOUBTED * (1 - max((card.p for card in laid.seen), default=UNREAD_P))


def seen_again(before: Sequence[SeenCard], lying: Sequence[SeenCard]) -> tuple[SeenCard, ...]:
    """Cards of a play as they were seen last, each by its place; those not found there as they were."""
    left, found = list(lying), []
    for card in before:
        near = [other for other in left if _is_same(card, other)]
        now = min(near, key=lambda other: _apart(card, other), default=card)
        left = [other for other in left if other is not now]
        found.append(now)
    return tuple(found)


def _is_same(one: SeenCard, other: SeenCard) -> bool:
    """Whether both may be one card at one place."""
    return _apart(one, other) < SAME_PLACE_MM and float(one.probs @ other.probs) > AGREE


def _apart(one: SeenCard, other: SeenCard) -> float:
    return float(np.linalg.norm(one.centre_mm - other.centre_mm))


# ---- what is on record -------------------------------------------------------------------------


def beginnings(state: MatchState, asked: Mapping[int, Step], at_ms: int) -> list[Story]:
    """The record as it is, and with one play that was asked about put right.

    asked: how such plays were read, by seq.
    """
    begun = [Story(state, 1.0)]
    deal_events = of_this_deal(state)
    doubted = [e for e in deal_events if e.seq in asked and isinstance(e, Play) and e.state is Standing.ASKED]
    for play in doubted[-LOOKED_BACK:]:
        step = asked[play.seq]
        for revision, weight in _revisions(play, step, deal_events, at_ms):
            after = _revised(state, revision)
            if after is not None:
                begun.append(Story(after, weight, revision=revision))
    return begun


def _revisions(
    play: Play, step: Step, events: Sequence[Event], at_ms: int
) -> Iterator[tuple[tuple[Correction, ...], float]]:
    for other in step.found.others:
        if other.cards != play.cards:
            meant = replace(play, cards=other.cards, reading=other.combo, p=round(other.p, 4))
            yield (Correction(play.seq, meant, CAMERA, "by the play after it", at_ms),), other.p
    weight = max(unsure(step.laid), ODD if step.odd else 0.0)
    passed = Pass(play.seat, source=Source.INFERRED, state=Standing.ASKED)
    why = "no play, by those after it"
    yield (Correction(play.seq, passed, CAMERA, why, at_ms),), weight
    before, after = _passes_around(play, events)
    for with_it in ((), after, before, (*before, *after)):
        yield tuple(Correction(seq, None, CAMERA, why, at_ms) for seq in (play.seq, *with_it)), weight


def _passes_around(play: Play, events: Sequence[Event]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Numbers of the passes that were inferred right before a play and right after it."""
    turns = [event for event in events if isinstance(event, Play | Pass)]
    at = next(i for i, event in enumerate(turns) if event.seq == play.seq)
    return tuple(_inferred(turns[:at][::-1])), tuple(_inferred(turns[at + 1 :]))


def _inferred(turns: Sequence[Event]) -> Iterator[int]:
    for event in turns:
        if not isinstance(event, Pass) or event.source is not Source.INFERRED:
            return
        yield event.seq


def _revised(state: MatchState, revision: Sequence[Correction]) -> MatchState | None:
    """The match put right, if all that is on record still holds then."""
    after = state
    try:
        for correction in revision:
            after = apply(after, correction)
    except RuleError:
        return None
    return after if after.deal is not None and after.conflicts == state.conflicts else None


def of_this_deal(state: MatchState) -> list[Event]:
    """What came since the deal that runs began."""
    events: list[Event] = []
    for event in reversed(state.events):
        if isinstance(event, DealStart):
            break
        events.append(event)
    return events[::-1]
