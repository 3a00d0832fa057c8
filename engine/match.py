"""A match is the fold of its events: `apply` gives the next state, or raises and changes nothing."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from engine import deal as deals
from engine.cards import RANKS
from engine.deal import DealState
from engine.errors import OutOfOrder, RuleError
from engine.events import (
    AwardKind,
    Correction,
    DealEnd,
    DealStart,
    Drawn,
    Event,
    Hands,
    MatchEnd,
    MatchStart,
    Opening,
    Pass,
    Play,
    Refusal,
    Return,
    Ruling,
    Tribute,
    TrickEnd,
)
from engine.opening import BeforeDeal, OpeningState, before_deal, opened
from engine.rules import RuleSet
from engine.tribute import given_again

PASSED_A = "A passed"
DEALS_PLAYED = "deals played"
LOST = "lost by a ruling"
_GAINS = {2: 3, 3: 2, 4: 1}
"""Levels gained by the partner's place (national 2022, 术语12)."""
_TRIES_AT_A = 3


@dataclass(frozen=True, slots=True)
class DealResult:
    """How a deal ended: finishing order (two seats at a double, else four), winner, gain, levels after it."""

    number: int
    level: str
    finish: tuple[str, ...]
    winner: int
    gain: int
    levels: tuple[str, str]


@dataclass(frozen=True, slots=True)
class MatchState:
    """A match after some events.

    `levels` are the two sides' own, in the order of the header's `sides`; `opening` is the deal to come,
    where the record tells of it before it starts; `winner` is a side, None while
    nobody has won or when a match that is `over` ended level. `a_tries` counts deals at A that a side did
    not pass. `due` are the events that now follow by themselves. `events` are those in force: a corrected
    one stands in its corrected form.
    """

    header: MatchStart
    rules: RuleSet
    levels: tuple[str, str]
    deal: DealState | None = None
    deals_done: tuple[DealResult, ...] = ()
    a_tries: tuple[int, int] = (0, 0)
    over: bool = False
    winner: int | None = None
    due: tuple[TrickEnd | DealEnd | MatchEnd, ...] = ()
    events: tuple[Event, ...] = ()
    opening: OpeningState | None = None

    @classmethod
    def start(cls, header: MatchStart, rules: RuleSet) -> MatchState:
        """Before the first deal, the header's switches in force; `RuleSetError` when they cannot be."""
        rules = rules.with_switches(header.switches)
        return cls(header, rules, (rules.start_level, rules.start_level))

    def __str__(self) -> str:
        if self.over:
            return "the match is over at levels " + ":".join(self.levels)
        if self.opening:
            return str(self.opening)
        return str(self.deal) if self.deal else "before the first deal"


def apply(state: MatchState, event: Event) -> MatchState:
    """The state after an event; raises a `RuleError` and changes nothing when the event cannot be.

    An event without a `seq` takes the next one; with one it must come after those before it.
    """
    last = state.events[-1].seq if state.events else 0
    if event.seq == 0:
        event = replace(event, seq=last + 1)
    elif event.seq <= last:
        raise OutOfOrder(f"event {event.seq} cannot follow event {last} ({state})")
    if isinstance(event, Correction):
        state = _corrected(state, event)
    return _folded(state, event)


def consequences(state: MatchState) -> tuple[Event, ...]:
    """Events that now follow by themselves: trick_end, deal_end, match_end, in that order."""
    return state.due


def gain(header: MatchStart, finish: tuple[str, ...]) -> tuple[int, int]:
    """The winning side and its gain: 3, 2, 1 levels as the partner of the first is second, third, last."""
    place = finish.index(header.partner(finish[0])) + 1
    return header.side(finish[0]), _GAINS[place]


def raised(level: str, by: int) -> str:
    """A level some steps up, at most A: A must be played (national 2022, 术语13)."""
    return RANKS[min(RANKS.index(level) + by, len(RANKS) - 1)]


def _folded(state: MatchState, event: Event) -> MatchState:
    match event:
        case DealStart():
            state = _deal_started(state, event)
        case Play() | Pass():
            state = _moved(state, event)
        case TrickEnd() | DealEnd() | MatchEnd():
            state = _followed(state, event)
        case Opening() | Drawn() | Hands() | Tribute() | Refusal() | Return():
            state = _before_play(state, event)
        case Ruling() if event.awards:
            state = _ruled(state, event)
        case _:
            pass  # a fact that changes no position
    return replace(state, events=(*state.events, event))


def _deal_started(state: MatchState, event: DealStart) -> MatchState:
    what = f"deal {event.deal} at level {event.level} led by {event.leader} cannot start"
    levels = event.levels or (state.levels if state.deals_done else (event.level, event.level))
    if state.over:
        raise OutOfOrder(f"{what} ({state})")
    if state.deal and not state.deal.over:
        raise OutOfOrder(f"{what}: the deal before it is not over ({state})")
    if event.leader not in state.header.seats:
        raise OutOfOrder(f"{what}: no such seat ({state})")
    if not state.deals_done:
        if event.level not in levels:
            raise OutOfOrder(f"{what}: the sides are at {':'.join(levels)} ({state})")
    else:
        last = state.deals_done[-1]
        if event.deal != last.number + 1:
            raise OutOfOrder(f"{what}: deal {last.number + 1} comes next ({state})")
        if levels != state.levels:
            raise OutOfOrder(
                f"{what} at levels {':'.join(levels)}: they are {':'.join(state.levels)} ({state})"
            )
        if event.level != levels[last.winner]:
            raise OutOfOrder(
                f"{what}: the winners of the last deal play level {levels[last.winner]} ({state})"
            )
        if state.rules.tribute == "none" and event.leader != last.finish[0]:
            raise OutOfOrder(
                f"{what}: without tribute {last.finish[0]}, first of the last deal, leads ({state})"
            )
    deal = deals.start(state.header, state.rules, event, _opening(state))
    return replace(state, levels=levels, deal=deal, opening=None, due=())


def _opening(state: MatchState) -> OpeningState:
    """The deal to come, as far as the record tells of it."""
    if state.opening:
        return state.opening
    if not state.deals_done:
        return before_deal(state.header, state.rules)
    last = state.deals_done[-1]
    return before_deal(state.header, state.rules, last.number + 1, last.finish, state.levels[last.winner])


def _before_play(state: MatchState, event: BeforeDeal) -> MatchState:
    """What comes before a deal; hands and tribute may also follow its start, as older records have them."""
    deal = state.deal
    if state.over:
        raise OutOfOrder(f"no deal comes any more ({state})")
    if deal is None or deal.over:
        return replace(state, opening=opened(_opening(state), event))
    if isinstance(event, Opening | Drawn):
        raise OutOfOrder(f"the opening of deal {event.deal} cannot stand here ({state})")
    return replace(state, deal=deals.before_play(deal, event))


def _ruled(state: MatchState, event: Ruling) -> MatchState:
    """What a ruling changes: levels, whose turn it is, what is given again, who has lost."""
    own, deal, opening = list(state.levels), state.deal, state.opening
    loser = None
    for award in event.awards:
        side = award.side if award.seat is None else state.header.side(award.seat)
        assert side is not None
        if award.kind is AwardKind.LEVELS:
            own[side] = moved(own[side], award.levels)
        elif award.kind is AwardKind.LOSS:
            loser = side
        elif award.seat is None:
            continue
        elif award.kind is AwardKind.MISSES_TRICK and deal:
            deal = deals.missed(deal, award.seat)
        elif award.kind is AwardKind.GIVE_AGAIN and opening:
            opening = replace(opening, tribute=given_again(opening.tribute, award.seat))
        elif award.kind is AwardKind.GIVE_AGAIN and deal:
            deal = deals.gives_again(deal, award.seat)
    trick_over = deal is not None and deal.won_by and not (state.deal and state.deal.won_by)
    if deal is not None and trick_over:
        state = replace(state, due=(TrickEnd(deal.won_by, deal.to_play, event.at_ms),))
    state = replace(state, levels=(own[0], own[1]), deal=deal, opening=opening)
    if loser is None or state.over:
        return state
    end = MatchEnd(1 - loser, state.levels, LOST, event.at_ms)
    return replace(state, over=True, winner=1 - loser, due=(end,))


def moved(level: str, by: int) -> str:
    """A level moved by a ruling, within 2 and A."""
    return RANKS[max(0, min(RANKS.index(level) + by, len(RANKS) - 1))]


def _moved(state: MatchState, event: Play | Pass) -> MatchState:
    if state.deal is None or state.over:
        doing = "pass" if isinstance(event, Pass) else "play " + " ".join(map(str, event.cards))
        raise OutOfOrder(f"{event.seat} cannot {doing} ({state})")
    deal = deals.play(state.deal, event) if isinstance(event, Play) else deals.pass_(state.deal, event)
    state = replace(state, deal=deal, due=())
    if deal.over:
        return _deal_ended(state, deal, event.at_ms)
    if deal.won_by:
        return replace(state, due=(TrickEnd(deal.won_by, deal.to_play, _last_time(deal)),))
    return state


def _last_time(deal: DealState) -> int | None:
    """The latest time in the trick, that by which an inferred pass must have happened included."""
    times = [event.before_ms if isinstance(event, Pass) else None for event in deal.trick]
    times += [event.at_ms for event in deal.trick]
    return max((time for time in times if time is not None), default=None)


def _deal_ended(state: MatchState, deal: DealState, at_ms: int | None) -> MatchState:
    side, gained = gain(state.header, deal.finish)
    own, tries = list(state.levels), list(state.a_tries)
    passed_a = deal.level == "A" == own[side] and gained > 1  # 过A: first, and the partner not last
    trying = _trying_side(state, deal)
    own[side] = raised(own[side], gained)
    if trying is not None and not passed_a:
        tries[trying] += 1
        if state.rules.a_fail == "three_then_2" and tries[trying] == _TRIES_AT_A:
            own[trying], tries[trying] = "2", 0
    levels = (own[0], own[1])
    result = DealResult(deal.number, deal.level, deal.finish, side, gained, levels)
    limit = state.rules.round_deals
    over = passed_a or (limit is not None and deal.number >= limit)
    winner = side if passed_a else _leading(levels) if over else None
    due: tuple[TrickEnd | DealEnd | MatchEnd, ...] = (
        DealEnd(deal.number, deal.finish, side, gained, levels, at_ms),
    )
    if over:
        due += (MatchEnd(winner, levels, PASSED_A if passed_a else DEALS_PLAYED, at_ms),)
    return replace(
        state,
        levels=levels,
        deals_done=(*state.deals_done, result),
        a_tries=(tries[0], tries[1]),
        over=over,
        winner=winner,
        due=due,
    )


def _trying_side(state: MatchState, deal: DealState) -> int | None:
    """The side whose own A is played: only that deal counts as a try (Huai'an 五)."""
    if deal.level != "A":
        return None
    if state.deals_done:
        return state.deals_done[-1].winner
    return _leading(state.levels)


def _leading(levels: tuple[str, str]) -> int | None:
    """The side at the higher level."""
    first, second = map(RANKS.index, levels)
    return None if first == second else int(second > first)


def _followed(state: MatchState, event: TrickEnd | DealEnd | MatchEnd) -> MatchState:
    """Takes a consequence that is due, or an end of the match before its time."""
    name = {TrickEnd: "trick_end", DealEnd: "deal_end", MatchEnd: "match_end"}[type(event)]
    expected = next((each for each in state.due if type(each) is type(event)), None)
    if isinstance(event, MatchEnd) and not state.over:
        expected = MatchEnd(_leading(state.levels), state.levels)
    if expected is None:
        raise OutOfOrder(f"{name} cannot stand here ({state})")
    for field in ("seat", "leader", "deal", "finish", "winner", "gain", "levels"):
        said, true = getattr(event, field, None), getattr(expected, field, None)
        if said is not None and said != true:
            raise OutOfOrder(f"{name} says {field} {_plain(said)}, but it is {_plain(true)} ({state})")
    if isinstance(expected, MatchEnd):
        return replace(state, over=True, winner=expected.winner, due=())
    if isinstance(expected, TrickEnd) and state.deal:
        state = replace(state, deal=deals.cleared(state.deal))
    return replace(state, due=state.due[state.due.index(expected) + 1 :])


def _plain(value: object) -> str:
    return " ".join(map(str, value)) if isinstance(value, tuple) else str(value)


def _corrected(state: MatchState, correction: Correction) -> MatchState:
    """The fold of all events again, with one replaced; what follows by itself is worked out anew."""
    what = f"event {correction.replaces} cannot be corrected"
    target = next((event for event in state.events if event.seq == correction.replaces), None)
    if target is None:
        raise OutOfOrder(f"{what}: there is none in force ({state})")
    if isinstance(target, Correction) or isinstance(correction.replacement, Correction):
        raise OutOfOrder(f"{what}: a correction is no event of play; correct what it replaced ({state})")
    again = MatchState.start(state.header, state.rules)
    for event in state.events:
        try:
            if event is target:
                if correction.replacement is not None:
                    again = _folded(again, _in_place_of(target, correction.replacement))
            elif event.seq > target.seq and isinstance(event, TrickEnd | DealEnd | MatchEnd):
                again = _followed_anew(again, event)
            else:
                again = _folded(again, event)
        except RuleError as error:
            raise type(error)(f"{what}, for then event {event.seq} cannot be: {error}") from error
    return again


def _in_place_of(target: Event, replacement: Event) -> Event:
    """The replacement at the place and time of what it replaces."""
    kept: dict[str, Any] = {"seq": target.seq}
    for field in ("at_ms", "began_ms"):
        time = getattr(target, field, None)
        if time is not None and hasattr(replacement, field):
            kept[field] = time
    return replace(replacement, **kept)


def _followed_anew(state: MatchState, event: TrickEnd | DealEnd | MatchEnd) -> MatchState:
    due = next((each for each in state.due if type(each) is type(event)), None)
    if due is not None:
        event = replace(due, seq=event.seq, at_ms=event.at_ms)
    elif isinstance(event, MatchEnd) and event.reason not in (PASSED_A, DEALS_PLAYED, LOST):
        event = replace(event, winner=None, levels=None)
    else:
        return state  # it followed from what was corrected
    return _folded(state, event)
