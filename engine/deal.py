"""One deal: whose turn it is, what lies on the table, how many cards each seat has left, who is out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from engine.cards import COPIES, UNREAD, Card
from engine.combos import Combo, ComboType, beats, classify
from engine.errors import (
    AmbiguousPlay,
    HandExceeded,
    IllegalPlay,
    ImpossibleCard,
    InvalidPlay,
    OutOfOrder,
    OutOfTurn,
    RuleError,
    StockExceeded,
    Tried,
    tried,
)
from engine.events import (
    HAND,
    DealStart,
    MatchStart,
    Pass,
    Play,
    Standing,
)
from engine.hands import Known, elsewhere, lacking, nothing_known, without
from engine.opening import OpeningState, before_deal, known_at_start
from engine.order import gone_out, is_over, next_in, next_turn, skipping
from engine.plays import rests_on_open_suits, take_reading
from engine.rules import RuleSet
from engine.stock import too_many
from engine.tribute import TributeState, at_level

Cards = tuple[Card, ...]


@dataclass(frozen=True)
class DealState:
    """A deal after some events.

    `to_beat` is None when the seat to play leads, and also while the last play's reading is not known;
    `best` is who laid what lies there, None when the seat to play leads. `won_by` is set while the
    cards of a trick that has ended still lie there. `dealt` are the hands that were known before the
    tribute, `known` what of the cards still held is known; `misses` are seats whose next turn goes by.
    `unless_given` is set while cards are to be given again: `known` as it was left then, and what it would
    be had nothing been given yet.
    """

    header: MatchStart
    rules: RuleSet
    number: int
    level: str
    leader: str
    to_play: str | None
    left: MappingProxyType[str, int]
    played: MappingProxyType[Card, int]
    trick: tuple[Play | Pass, ...] = ()
    to_beat: Combo | None = None
    best: str | None = None
    won_by: str | None = None
    finish: tuple[str, ...] = ()
    tribute: TributeState | None = None
    dealt: Known = field(default_factory=nothing_known)
    known: Known = field(default_factory=nothing_known)
    misses: tuple[str, ...] = ()
    unless_given: tuple[Known, Known] | None = field(default=None, compare=False, repr=False)

    @property
    def over(self) -> bool:
        return self.to_play is None

    def __str__(self) -> str:
        """The position in one line, as messages end with it."""
        left = " ".join(f"{seat}{count}" for seat, count in self.left.items())
        if self.best is None:
            lies = f"{self.to_play} to lead"
        else:
            lies = f"{self.to_beat or 'a play not read'} by {self.best}, {self.to_play} to play"
        if self.over:
            lies = "over, out in the order " + " ".join(self.finish)
        return f"deal {self.number}, level {self.level}, {lies}, left {left}"


def start(
    header: MatchStart, rules: RuleSet, event: DealStart, opening: OpeningState | None = None
) -> DealState:
    """A fresh deal: 27 cards each, the leader to play, with what is known from before it started.

    Raises `OutOfOrder` when the leader cannot be by that.
    """
    opening = opening or before_deal(header, rules)
    tribute = at_level(opening.tribute, event.level)
    if event.leader not in opening.leaders:
        what = tried("lead", seat=event.leader, deal=event.deal)
        if opening.leader is not None:
            raise OutOfOrder(what, "other_leads", opening, other=opening.leader)
        raise OutOfOrder(what, "others_lead", opening, either=opening.leaders)
    return DealState(
        header=header,
        rules=rules,
        number=event.deal,
        level=event.level,
        leader=event.leader,
        to_play=event.leader,
        left=MappingProxyType({seat: HAND for seat in header.seats}),
        played=MappingProxyType({}),
        tribute=tribute,
        dealt=opening.hands,
        known=known_at_start(opening, tribute, event.deal),
    )


def missed(deal: DealState, seat: str) -> DealState:
    """The deal when a seat misses a turn (停止一轮出牌: Suzhou 2016 十二): the one it has, or its next."""
    if deal.over or not deal.left[seat]:
        return deal
    if seat != deal.to_play:
        return replace(deal, misses=(*deal.misses, seat))
    if deal.best is not None:
        return _passed(deal)
    leader, misses = skipping(deal.header, deal.left, deal.misses, next_in(deal.header, deal.left, seat))
    return replace(deal, to_play=leader, misses=misses)


def readings_now(deal: DealState, seat: str, cards: Sequence[Card]) -> tuple[Combo, ...]:
    """Readings with which these cards may be played by `seat` now, strongest first.

    Raises the `RuleError` that says why there are none. With unread cards among them nothing can be said: ().
    """
    cards = tuple(cards)
    if seat != deal.to_play:
        raise _not_its_turn(deal, seat, _playing(seat, cards))
    if not cards:
        raise InvalidPlay(_playing(seat, cards), "no_cards", deal)
    if len(cards) > deal.left[seat]:
        raise HandExceeded(_playing(seat, cards), "too_many", deal, count=deal.left[seat])
    _check_stock(deal, seat, cards)
    if deal.known:
        _check_known(deal, seat, cards)
    if UNREAD in cards:
        return ()
    readings = _readings(deal, cards)
    if not readings:
        raise InvalidPlay(_playing(seat, cards), "no_type", deal)
    to_beat = deal.to_beat
    if to_beat is None:
        return readings
    allowed = tuple([combo for combo in readings if beats(combo, to_beat)])
    if not allowed:
        what = _playing(seat, cards)
        raise IllegalPlay(what, "not_beating", deal, readings=readings, beaten=to_beat, other=deal.best)
    return allowed


def _taken_reading(deal: DealState, seat: str, cards: Cards) -> Combo | None:
    """The reading that holds when none is stated; None with unread cards among them.

    Raises the `RuleError` that says why there is none, `IllegalPlay` also where only suits that were left out
    would make a bomb of it.
    """
    readings = readings_now(deal, seat, cards)
    if not readings:
        return None
    combo = take_reading(readings, cards, deal.level, deal.rules.wild_default)
    if rests_on_open_suits(combo, cards, deal.level):
        raise IllegalPlay(_playing(seat, cards), "suits_open", deal, reading=combo)
    return combo


def seats_skipped(deal: DealState, seat: str, cards: Sequence[Card] = ()) -> tuple[str, ...]:
    """Seats that must have passed, in order, for `seat` to play next; raises `OutOfTurn` if it cannot be.

    A seat may come again when all the others pass: the trick is over and it leads, as winner or as the
    partner of a winner who is out. With `cards` the answer is the first such turn at which they may be
    played, and the error (any `RuleError`) says what is wrong at the nearest one.
    """
    what = _playing(seat, cards) if cards else tried("play_any", seat=seat)
    if deal.over:
        raise OutOfOrder(what, "deal_over", deal)
    passed: tuple[str, ...] = ()
    refusal: RuleError | None = None
    now = deal
    while True:
        if now.to_play == seat:
            try:
                if cards:
                    _taken_reading(now, seat, tuple(cards))
                return passed
            except RuleError as error:
                refusal = refusal or error
        if now.best is None or now.to_play is None:
            raise refusal or OutOfTurn(what, "whoever_passes", deal)
        passed += (now.to_play,)
        now = _passed(now)


def declared_reading(
    deal: DealState, seat: str, cards: Sequence[Card], type_: ComboType, key: int | None = None
) -> Combo:
    """The one reading, of those in which the cards may be played now, that a declaration names.

    Raises `AmbiguousPlay` when it fits several (必要时说明牌型及牌点: national 2022, 级牌的插带使用 2), and
    the `RuleError` that says why when it fits none.
    """
    readings = readings_now(deal, seat, cards)
    found = [combo for combo in readings if combo.type is type_ and key in (None, combo.key)]
    if len(found) == 1:
        return found[0]
    what = tried("play_as_type", seat=seat, cards=tuple(cards), type=type_)
    if found:
        raise AmbiguousPlay(what, "many_readings", deal, readings=tuple(found))
    raise InvalidPlay(what, "only_readings", deal, readings=readings)


def play(deal: DealState, event: Play) -> DealState:
    """The deal after a play; the play in its trick has its reading. Raises a `RuleError`."""
    return laid(deal, event, _reading(deal, event))


def laid(deal: DealState, event: Play, reading: Combo | None) -> DealState:
    """The deal with the cards on the table, read so or not at all; nothing is checked."""
    seat, cards = event.seat, event.cards
    left = deal.left.copy()
    left[seat] -= len(cards)
    played = deal.played.copy()
    for card in cards:
        played[card] = played.get(card, 0) + 1
    known = deal.known
    if seat in known:
        known = MappingProxyType({**known, seat: without(known[seat], cards)})
    if reading is not event.reading:
        event = replace(event, reading=reading)
    trick = (event,) if deal.best is None else (*deal.trick, event)
    finish = deal.finish if left[seat] else gone_out(deal.header, deal.finish, seat)
    left_now, played_now = MappingProxyType(left), MappingProxyType(played)
    return _next(deal, left_now, played_now, trick, reading, seat, finish, known)


def pass_(deal: DealState, event: Pass) -> DealState:
    """The deal after a pass; raises a `RuleError`."""
    if event.seat != deal.to_play:
        raise _not_its_turn(deal, event.seat, tried("pass", seat=event.seat))
    if deal.best is None:
        raise IllegalPlay(tried("pass", seat=event.seat), "leads", deal)
    return _passed(deal, (event,))


def cleared(deal: DealState) -> DealState:
    """The deal when the cards of the trick that ended are gone from the table."""
    after = object.__new__(DealState)
    after.__dict__.update(deal.__dict__, trick=(), won_by=None)
    return after


def _reading(deal: DealState, event: Play) -> Combo | None:
    """How a play is read: as stated, or else by the rule set; None when it is not known."""
    cards, stated = event.cards, event.reading
    try:
        if stated is None:
            return _taken_reading(deal, event.seat, cards)
        readings = readings_now(deal, event.seat, cards)
    except (InvalidPlay, IllegalPlay):
        if event.state is Standing.ASKED and cards and not all(card.is_known for card in cards):
            return None  # what was read cannot be right in full: the question stands, the deal goes on
        raise
    if not readings:  # unread cards: a stated reading holds as far as it can be checked
        if stated.size != len(cards) or (deal.to_beat and not beats(stated, deal.to_beat)):
            raise IllegalPlay(_playing(event.seat, cards, stated), "cannot_be_so", deal)
        return stated
    for combo in readings:
        if combo.type is stated.type and combo.key == stated.key:
            return stated if combo == stated else combo
    what = _playing(event.seat, cards, stated)
    if any((c.type, c.key) == (stated.type, stated.key) for c in _readings(deal, cards)):
        raise IllegalPlay(what, "not_beating_so", deal, beaten=deal.to_beat, other=deal.best)
    raise InvalidPlay(what, "only_readings", deal, readings=readings)


def _readings(deal: DealState, cards: Cards) -> tuple[Combo, ...]:
    pair, most = deal.rules.joker_pair_fullhouse, deal.rules.largest_bomb
    return classify(cards, deal.level, joker_pair_fullhouse=pair, largest_bomb=most)


def _passed(deal: DealState, event: tuple[Pass, ...] = ()) -> DealState:
    """After the seat to play has let its turn go by, while something lies there to be beaten."""
    trick = deal.trick + event
    return _next(deal, deal.left, deal.played, trick, deal.to_beat, deal.best or "", deal.finish, deal.known)


def _next(
    deal: DealState,
    left: MappingProxyType[str, int],
    played: MappingProxyType[Card, int],
    trick: tuple[Play | Pass, ...],
    to_beat: Combo | None,
    best: str,
    finish: tuple[str, ...],
    known: Known,
) -> DealState:
    """The state after a turn: whose turn comes next; the trick is over when it comes round to the best play.

    This is done for each event: the state has no slots, so that its dictionary can be copied, which takes a
    quarter of the time of `replace`.
    """
    header, misses = deal.header, deal.misses
    to_play: str | None = None
    lies: str | None = best
    won_by = None
    if not is_over(header, finish):
        assert deal.to_play is not None
        to_play, won, misses = next_turn(header, deal.rules, left, finish, misses, deal.to_play, best)
        if won:
            to_beat, lies, won_by = None, None, best
    after = object.__new__(DealState)
    after.__dict__.update(
        deal.__dict__, to_play=to_play, left=left, played=played, trick=trick, to_beat=to_beat, best=lies,
        won_by=won_by, finish=finish, known=known, misses=misses,
    )  # fmt: skip
    return after


def _not_its_turn(deal: DealState, seat: str, what: Tried) -> RuleError:
    if deal.over:
        return OutOfOrder(what, "deal_over", deal)
    if seat not in deal.header.seats:
        return OutOfTurn(what, "no_such_seat", deal)
    return OutOfTurn(what, "other_turn", deal, other=deal.to_play)


def _check_stock(deal: DealState, seat: str, cards: Cards) -> None:
    """What lies there leaves no more than two decks hold."""
    excess = too_many(deal.played, cards)
    if excess is None:
        return
    card, count = excess
    if card.is_known:
        raise StockExceeded(_playing(seat, cards), "face_gone", deal, card=card, count=count)
    raise StockExceeded(_playing(seat, cards), "rank_gone", deal, rank=card.rank, count=count)


def _check_known(deal: DealState, seat: str, cards: Cards) -> None:
    """What a seat is known to hold leaves room for no other cards, and what others hold it cannot play."""
    left = deal.left[seat]
    sure = [card for card in deal.known.get(seat, ()) if card.is_known]
    absent = lacking(sure, cards)
    if len(absent) > left - len(sure):
        what = _playing(seat, cards)
        if len(sure) == left:
            raise ImpossibleCard(what, "lacks", deal, cards=absent)
        raise ImpossibleCard(what, "lacks_so", deal, cards=absent, count=left, known=tuple(sure))
    for card in dict.fromkeys(card for card in cards if card.is_known):
        lying = deal.played.get(card, 0) + cards.count(card)
        if lying + elsewhere(deal.known, seat, card) > COPIES:
            holders = tuple(other for other, held in deal.known.items() if other != seat and card in held)
            what = _playing(seat, cards)
            if len(holders) == 1:
                raise StockExceeded(what, "other_holds", deal, other=holders[0], card=card)
            raise StockExceeded(what, "others_hold", deal, seats=holders, card=card)


def _playing(seat: str, cards: Sequence[Card], reading: Combo | None = None) -> Tried:
    """What a seat tried to play, in words of `engine.errors`."""
    if reading is None:
        return tried("play", seat=seat, cards=tuple(cards))
    return tried("play_as", seat=seat, cards=tuple(cards), reading=reading)
