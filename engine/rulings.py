"""What a ruling changes: levels, whose turn it is, what goes back or is given again, who has lost."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import partial

from engine import deal as deals
from engine import rounds, shown
from engine.before import opening_of, with_tribute
from engine.breaches import Award, AwardKind, Breach
from engine.corrections import check_result
from engine.deal import DealState
from engine.errors import IllegalPlay, OutOfOrder, tried
from engine.events import DealEnd, Irregularity, MatchStart, Play, Report, Ruling, TakeBack, TrickEnd
from engine.levels import moved
from engine.round_fold import at_levels, lost, over, winner_of
from engine.state import MatchState
from engine.tribute import given_again, let_stand


def ruled(state: MatchState, event: Ruling) -> MatchState:
    """The match after a ruling; an award that can change nothing where it stands is only noted.

    Raises `OutOfOrder` for a play to be taken back that does not lie there, for an award to a seat and to
    the other side, and for one that changes the result after the players have left (Xiangyang 2024 八(三)7).
    """
    if not event.awards:
        return _let_stand(state, event)
    _check_awards(state, event.awards)
    after = _awarded(state, event)
    check_result(state, after, tried("award"))
    return after


def _check_awards(state: MatchState, awards: Iterable[Award]) -> None:
    for award in awards:
        if award.seat and award.side is not None and state.header.side(award.seat) != award.side:
            what = tried("award_to", seat=award.seat, side=award.side)
            raise OutOfOrder(what, "not_its_side", state)


def _awarded(state: MatchState, event: Ruling) -> MatchState:
    before = state.levels
    state = at_levels(state, _levels(state, event.awards), event)
    back = shown.play_taken_back(event, {each.seq: each for each in state.events})
    if back is not None:
        state = _taken_back(state, back)
    for award in event.awards:
        seat = award.seat
        if award.kind is AwardKind.REDEAL:
            state = _dealt_again(state)
        elif award.kind is AwardKind.MISSES_TRICK and seat is not None and state.deal:
            state = _with_deal(state, deals.missed(state.deal, seat), event.at_ms)
        elif award.kind is AwardKind.GIVE_AGAIN and seat is not None and _is_of_this_deal(state, event):
            state = with_tribute(state, partial(given_again, seat=seat))
    losers = [_side(state.header, award) for award in event.awards if award.kind is AwardKind.LOSS]
    for side in losers:
        state = lost(state, side, rounds.LOST, event.at_ms)
    if losers:
        return state
    by_levels = state.round.ended not in (rounds.PASSED_A, rounds.EXTRA_DEAL)
    if state.over and by_levels and state.levels != before:  # as after an appeal
        return over(state, winner_of(state), state.round.ended, event.at_ms)
    return state


def took_back(state: MatchState, event: TakeBack) -> MatchState:
    """The match once a seat has taken back what it laid.

    Raises `IllegalPlay` where the play stands (it goes back on the table then), `OutOfOrder` where it does
    not lie there.
    """
    play = next((each for each in state.events if each.seq == event.about), None)
    if state.deal is None or not isinstance(play, Play) or play.seat != event.seat:
        raise OutOfOrder(tried("take_back", seat=event.seat, seq=event.about), "no_such_play", state)
    after = _taken_back(state, event.about)
    refusal = why_it_stands(state, play)
    if refusal is not None:
        raise refusal
    return after


def why_it_stands(state: MatchState, play: Play) -> IllegalPlay | None:
    """The error with which a play of the trick that lies there stands; None where it can be taken back.

    Huai'an 三: what lies on the table cannot be changed; Suzhou 2016 十二1: what an opponent has seen and
    named, which is what a seat that moves after it has done, or a call of the referee about it.
    """
    what = tried("take_back_cards", seat=play.seat, cards=play.cards)
    clause = state.rules.origin("laid_play").clause
    if state.rules.laid_play == "laid":
        return IllegalPlay(what, "stands_at_once", state, clause=clause)
    turns = state.deal.trick if state.deal else ()
    after = next((turn.seat for turn in turns if turn.seq > play.seq), None)
    if after is not None:
        return IllegalPlay(what, "moved_since", state, other=after, clause=clause)
    calls = (each for each in state.events if isinstance(each, Irregularity | Ruling))
    if any(call.about == play.seq for call in calls):
        return IllegalPlay(what, "was_named", state, clause=clause)
    return None


def _levels(state: MatchState, awards: Iterable[Award]) -> tuple[str, str]:
    own = list(state.levels)
    for award in awards:
        if award.kind is AwardKind.LEVELS:
            side = _side(state.header, award)
            own[side] = moved(own[side], award.levels, state.rules)
    return own[0], own[1]


def _side(header: MatchStart, award: Award) -> int:
    if award.side is not None:
        return award.side
    assert award.seat is not None
    return header.side(award.seat)


def _let_stand(state: MatchState, event: Ruling) -> MatchState:
    """What the referee lets stand: a tribute or return that was noticed as wrong may be given as it is."""
    about = next((each for each in state.events if each.seq == event.about), None)
    if not isinstance(about, Irregularity) or about.seat is None:
        return state
    if about.kind not in (Breach.WRONG_TRIBUTE, Breach.WRONG_RETURN) or not _is_of_this_deal(state, event):
        return state
    return with_tribute(state, partial(let_stand, seat=about.seat))


def _is_of_this_deal(state: MatchState, event: Ruling) -> bool:
    """Whether a ruling is on the deal that runs, or is to come, and not on one that has ended."""
    ended = max((each.seq for each in state.events if isinstance(each, DealEnd)), default=0)
    about = next((each for each in state.events if each.seq == event.about), None)
    if isinstance(about, Irregularity):
        return (about.about or about.seq) > ended
    return (event.about or ended + 1) > ended


def _taken_back(state: MatchState, seq: int) -> MatchState:
    """The match as before a play that lies there; the turns since, and reports of those seats, are undone."""
    if state.deal is None:
        raise OutOfOrder(tried("taken_back", seq=seq), "no_deal", state)
    deal, turns = shown.taken_back(state.deal, seq)
    seats = {turn.seat for turn in turns if isinstance(turn, Play)}
    reports = (e.seq for e in state.events if isinstance(e, Report) and e.seq > seq and e.seat in seats)
    undone = state.undone.union((turn.seq for turn in turns), reports)
    return replace(_with_deal(state, deal, None), undone=undone)


def _with_deal(state: MatchState, deal: DealState, at_ms: int | None) -> MatchState:
    """The match with its deal changed: a trick that is over now ends, one that is not goes on."""
    was_won = state.deal is not None and state.deal.won_by is not None
    due = state.due
    if deal.won_by and not was_won:
        due = (TrickEnd(deal.won_by, deal.to_play, at_ms),)
    elif was_won and not deal.won_by:
        due = tuple(each for each in due if not isinstance(each, TrickEnd))
    return replace(state, deal=deal, due=due)


def _dealt_again(state: MatchState) -> MatchState:
    """The deal that is drawn or played is void: the same one is shuffled and drawn anew (重新洗牌、抓牌)."""
    if state.over:
        return state
    number = state.opening.number if state.opening else None
    if state.deal and not state.deal.over:
        number = state.deal.number
        state = replace(state, deal=None, due=())
    state = replace(state, opening=None)
    if state.deals_done or number is None:
        return state
    return replace(state, opening=replace(opening_of(state), number=number))
