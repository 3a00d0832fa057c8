"""Tribute (进贡, 还贡, 抗贡): who pays whom, which cards may be given, who leads the deal.

Over the board nobody but the players sees a hand, so that a card is refused here only where it is provably
wrong; what later play proves `engine.audit` finds.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from engine.cards import COPIES, Card, level_value
from engine.errors import IllegalPlay, ImpossibleCard, OutOfOrder, OutOfTurn, Tried, tried
from engine.events import HAND, MatchStart, Refusal, Return, Tribute
from engine.giving import BIG_JOKER, holds_both_big_jokers, is_within_limit, tribute_cards
from engine.hands import Known, is_whole
from engine.rules import RuleSet


@dataclass(frozen=True, slots=True)
class TributeState:
    """The tribute before a deal, after some events.

    `finish` is how the deal before ended (empty where that is not known: then every tribute is taken as
    stated), `level` that of the deal to come. `paid` and `returned` have their receivers where they follow.
    `refused` are the seats that showed a big joker, None while tribute is not refused; `stands` are those
    whose wrong card the referee has let stand: what they give is taken as it is; `owing` those that are to
    give again and have not.
    """

    header: MatchStart
    rules: RuleSet
    finish: tuple[str, ...] = ()
    level: str | None = None
    paid: tuple[Tribute, ...] = ()
    returned: tuple[Return, ...] = ()
    refused: tuple[str, ...] | None = None
    stands: tuple[str, ...] = ()
    owing: tuple[str, ...] = ()

    @property
    def payers(self) -> tuple[str, ...]:
        """Who has to pay: the last of the deal before, after a double (双下) both losers (Suzhou 2016 五)."""
        return payers(self.header, self.finish) if self.rules.tribute == "normal" else ()

    @property
    def is_double(self) -> bool:
        return len(self.payers) == 2

    @property
    def given(self) -> tuple[Tribute | Return, ...]:
        """The cards that changed hands, in order."""
        return *self.paid, *self.returned

    @property
    def begun(self) -> bool:
        """Whether anything of it is recorded."""
        return bool(self.given) or self.refused is not None

    @property
    def complete(self) -> bool:
        """Nothing more is to be given."""
        if self.refused is not None or not self.payers:
            return True
        return len(self.returned) == len(self.payers)

    @property
    def equal(self) -> bool:
        """Both tributes of a double are known and of one value."""
        values = self._values()
        return len(values) == 2 and values[0] == values[1]

    @property
    def is_face_down(self) -> bool:
        """Returns lie face down and are turned up together (Suzhou 2016 五(二), national 2022 第十条)."""
        rule = self.rules.double_return
        return self.is_double and (rule == "face_down" or (rule == "face_down_equal" and self.equal))

    @property
    def leader(self) -> str | None:
        """Who leads the deal, None where it does not follow (yet)."""
        if not self.finish:
            return None
        first = self.finish[0]
        if self.refused is not None or self.rules.tribute == "none":
            return first
        if not self.is_double:
            return self.paid[0].seat if self.paid else None
        values = self._values()
        if len(values) != 2:
            return None
        if values[0] != values[1]:
            return self.paid[values.index(max(values))].seat
        return self._leader_of_equal(first)

    @property
    def leaders(self) -> tuple[str, ...]:
        """The seats that may lead the deal, by what is known of its tribute; all where nothing is.

        A payer leads in every set, also after equal cards, and the first out where nothing is paid.
        """
        if not self.finish:
            return self.header.seats
        if self.leader is not None:
            return (self.leader,)
        if not self.paid and self.rules.refuse_tribute != "off":
            return (*self.payers, self.finish[0])
        return self.payers

    def _leader_of_equal(self, first: str) -> str | None:
        rule = self.rules.equal_tribute_leader
        after, _, before = self.header.after(first)
        if rule == "payer_to_first":
            return next((event.seat for event in self.paid if event.to == first), None)
        if rule == "lower_return":  # 拿小牌的先出 (Huai'an 四)
            if len(self.returned) < 2 or self.level is None:
                return None
            if any(event.card.is_unread for event in self.returned):
                return None
            one, two = (level_value(event.card, self.level) for event in self.returned)
            if one != two:
                return self.returned[int(two < one)].to
            return after
        return before if rule == "before_first" else after

    def _values(self) -> tuple[int, ...]:
        """Values of the cards paid, empty while one is not known."""
        if self.level is None or any(event.card.is_unread for event in self.paid):
            return ()
        return tuple(level_value(event.card, self.level) for event in self.paid)

    def __str__(self) -> str:
        """The position in one line, as messages end with it."""
        if not self.finish:
            return "tribute, the deal before not known"
        to_come = f"tribute at level {self.level}, out before {' '.join(self.finish)}"
        if self.refused is not None:
            return f"{to_come}, refused"
        return ", ".join([to_come, *(f"{e.seat}>{e.to or '?'} {e.card}" for e in self.given)])


def payers(header: MatchStart, finish: tuple[str, ...]) -> tuple[str, ...]:
    """The seats that pay after a deal that ended so; after a double in order of play from the first out."""
    if not finish:
        return ()
    if header.partner(finish[0]) == finish[1]:
        after, _, before = header.after(finish[0])
        return after, before
    return (finish[3],)


def must_be_refused(state: TributeState, hands: Known) -> bool:
    """Whether these hands leave no choice but to refuse (Suzhou 2016 五(三)), and nothing was paid."""
    auto = state.rules.refuse_tribute == "auto" and not (state.paid or state.stands)
    return auto and holds_both_big_jokers(state.payers, hands)


def may_lead(state: TributeState, hands: Known) -> tuple[str, ...]:
    """The seats that may lead the deal, by its tribute and by the hands that were drawn."""
    return state.finish[:1] if must_be_refused(state, hands) else state.leaders


def pay(state: TributeState, event: Tribute, hands: Known) -> TributeState:
    """The tribute after a card is paid. Raises a `RuleError` where it cannot be, or is provably wrong.

    `hands` are those that were drawn, or where play has begun and the seat gives again, what is still held.
    """
    what = tried("tribute", seat=event.seat, card=event.card)
    _check_there_is_tribute(state, what)
    if any(paid.seat == event.seat for paid in state.paid):
        raise OutOfOrder(what, "has_paid", state)
    if event.to == event.seat:
        raise OutOfTurn(what, "to_itself", state)
    if state.finish:
        _check_payer(state, event, what)
    _check_card_paid(state, event, hands, what)
    paid = state.paid
    if state.is_double and event.seat in state.owing:  # who receives what is settled anew
        paid = tuple(replace(other, to=None) for other in paid)
    owing = tuple(seat for seat in state.owing if seat != event.seat)
    return _with_due_returns(_with_receivers(replace(state, paid=(*paid, event), owing=owing), what))


def refuse(state: TributeState, event: Refusal, hands: Known) -> TributeState:
    """The tribute when it is refused: both big jokers are shown on the paying side. Raises a `RuleError`."""
    what = tried("refusal")
    if state.rules.tribute == "none" or state.rules.refuse_tribute == "off":
        raise OutOfOrder(what, "no_refusal", state, rules=state.rules.name)
    if state.refused is not None or state.returned:
        raise OutOfOrder(what, "too_late", state)
    if len(event.seats) not in (0, COPIES):
        raise ImpossibleCard(what, "needs_both", state, count=len(event.seats))
    for seat in event.seats:
        if state.finish and seat not in state.payers:
            raise OutOfTurn(what, "pays_nothing", state, other=seat)
        hand = hands.get(seat, ())
        if is_whole(hand, HAND) and hand.count(BIG_JOKER) < event.seats.count(seat):
            raise ImpossibleCard(what, "lacks_jokers", state, other=seat, count=event.seats.count(seat))
    if state.finish and (holder := _other_holder(state.payers, hands)):
        raise ImpossibleCard(what, "other_holds", state, other=holder, card=BIG_JOKER)
    return replace(state, refused=event.seats, paid=())


def _other_holder(seats: tuple[str, ...], hands: Known) -> str | None:
    """A seat besides these that is known to hold a big joker."""
    return next((seat for seat, hand in hands.items() if seat not in seats and BIG_JOKER in hand), None)


def give_back(state: TributeState, event: Return, hands: Known) -> TributeState:
    """The tribute after a return. Raises a `RuleError` where it cannot be, or is provably wrong."""
    what = tried("return", seat=event.seat, card=event.card)
    _check_there_is_tribute(state, what)
    if any(given.seat == event.seat for given in state.returned):
        raise OutOfOrder(what, "has_returned", state)
    if state.finish:
        event = _to_its_payer(state, event, what)
        _check_card_returned(state, event, hands, what)
    owing = tuple(seat for seat in state.owing if seat != event.seat)
    return replace(state, returned=(*state.returned, event), owing=owing)


def given_again(state: TributeState, seat: str) -> TributeState:
    """The tribute when what a seat gave is to be given again (重新给牌: Suzhou 2016 五(五)).

    With a card that was paid goes the one given back for it.
    """
    if any(event.seat == seat for event in state.returned):
        returned = tuple(event for event in state.returned if event.seat != seat)
        return _owing(replace(state, returned=returned), seat)
    back = tuple(event.seat for event in state.returned if event.to == seat)
    return _owing(
        replace(
            state,
            paid=tuple(event for event in state.paid if event.seat != seat),
            returned=tuple(event for event in state.returned if event.to != seat),
        ),
        seat,
        *back,
    )


def _with_due_returns(state: TributeState) -> TributeState:
    """Once receivers are settled anew: what was given back to another payer is to be given again."""
    payer_of = {paid.to: paid.seat for paid in state.paid}
    choose = state.equal and state.rules.equal_tribute_leader == "lower_return"
    if choose or len(state.paid) < len(state.payers):
        return state
    due = tuple(event for event in state.returned if payer_of.get(event.seat, event.to) == event.to)
    others = (event.seat for event in state.returned if event not in due)
    return _owing(replace(state, returned=due), *others)


def _owing(state: TributeState, *seats: str) -> TributeState:
    return replace(state, owing=tuple(dict.fromkeys((*state.owing, *seats))))


def let_stand(state: TributeState, seat: str) -> TributeState:
    """The tribute when the referee lets a card stand that a seat gave wrongly."""
    return replace(state, stands=(*state.stands, seat))


def at_level(state: TributeState, level: str) -> TributeState:
    """The tribute of a deal that begins at a level."""
    return state if state.level == level else replace(state, level=level)


def _check_there_is_tribute(state: TributeState, what: Tried) -> None:
    if state.rules.tribute == "none":
        raise OutOfOrder(what, "no_tribute", state, rules=state.rules.name)
    if state.refused is not None:
        raise OutOfOrder(what, "refused", state)


def _check_payer(state: TributeState, event: Tribute, what: Tried) -> None:
    if event.seat not in state.payers:
        raise OutOfTurn(what, "others_pay", state, seats=state.payers)
    receivers = state.finish[: len(state.payers)]
    if event.to is not None and event.to not in receivers:
        raise OutOfTurn(what, "others_receive", state, other=event.to, seats=receivers)


def _check_card_paid(state: TributeState, event: Tribute, hands: Known, what: Tried) -> None:
    card, level = event.card, state.level
    hand = hands.get(event.seat, ())
    if is_whole(hand, HAND) and card.is_known and card not in hand:
        raise ImpossibleCard(what, "not_held", state)
    if event.seat in state.stands:
        return
    paid = [each.card for each in (*state.paid, event)]
    both = paid.count(BIG_JOKER) == COPIES or holds_both_big_jokers(state.payers, hands)
    if both and state.finish and state.rules.refuse_tribute == "auto":
        raise IllegalPlay(what, "both_big_jokers", state)
    if level is None or card.is_unread:
        return
    if card.is_wild(level):
        raise IllegalPlay(what, "wild_stays", state)
    higher = [c for c in tribute_cards([c for c in hand if c.is_known], level)]
    if higher and level_value(higher[0], level) > level_value(card, level):
        raise IllegalPlay(what, "holds_other", state, card=higher[0])


def _with_receivers(state: TributeState, what: Tried) -> TributeState:
    """Who receives what, as far as it follows: the first out takes the higher one (Suzhou 2016 五(二))."""
    if len(state.paid) < len(state.payers) or not state.finish:
        return state
    if not state.is_double:
        return replace(state, paid=(replace(state.paid[0], to=state.finish[0]),))
    to_first = _payer_to_first(state) or _said_to_pay_first(state)
    if to_first is None:
        return state
    due = tuple(replace(e, to=state.finish[0 if e.seat == to_first else 1]) for e in state.paid)
    for said, right in zip(state.paid, due, strict=True):
        if said.to not in (None, right.to):
            goes = {"card": said.card, "payer": said.seat, "other": right.to, "said": said.to}
            raise OutOfTurn(what, "goes_to", state, **goes)
    return replace(state, paid=due)


def _payer_to_first(state: TributeState) -> str | None:
    """Who pays the first out, None where a card is not known or the receivers choose."""
    values = state._values()
    if len(values) != 2:
        return None
    if values[0] != values[1]:
        return state.paid[values.index(max(values))].seat
    after, _, before = state.header.after(state.finish[0])
    if state.rules.equal_tribute == "receivers_choose":
        both_jokers = all(event.card.is_joker for event in state.paid)
        return after if both_jokers and not any(event.to for event in state.paid) else None
    return before if state.rules.equal_tribute == "before_first" else after


def _said_to_pay_first(state: TributeState) -> str | None:
    """Who pays the first out by what the events say."""
    one, two = state.paid
    for event, other in ((one, two), (two, one)):
        if event.to is not None:
            return event.seat if event.to == state.finish[0] else other.seat
    return None


def _to_its_payer(state: TributeState, event: Return, what: Tried) -> Return:
    """The return with its receiver; raises `OutOfTurn`."""
    if len(state.paid) < len(state.payers):
        raise OutOfOrder(what, "pay_first", state, seats=state.payers)
    if event.seat not in state.finish[: len(state.payers)]:
        raise OutOfTurn(what, "received_nothing", state)
    payer = next((paid.seat for paid in state.paid if paid.to == event.seat), None)
    free = [seat for seat in state.payers if all(given.to != seat for given in state.returned)]
    if state.equal and state.rules.equal_tribute_leader == "lower_return":
        payer = event.to or payer  # the payers choose between the cards given back (Huai'an 四)
    if event.to is None:
        return event if payer is None else replace(event, to=payer if payer in free else free[0])
    if event.to not in free or payer not in (None, event.to):
        either = (payer,) if payer else tuple(free)
        raise OutOfTurn(what, "goes_back_to", state, said=event.to, either=either)
    return event


def _check_card_returned(state: TributeState, event: Return, hands: Known, what: Tried) -> None:
    card, level = event.card, state.level
    received = [paid.card for paid in state.paid if paid.to == event.seat]
    hand = [*hands.get(event.seat, ()), *received]
    if is_whole(hands.get(event.seat, ()), HAND) and card.is_known and card not in hand:
        raise ImpossibleCard(what, "not_held", state)
    if level is None or card.is_unread or event.seat in state.stands:
        return
    to_partner = event.to == state.header.partner(event.seat)

    def is_within(each: Card) -> bool:
        return is_within_limit(state.rules, each, level, to_partner=to_partner, double=state.is_double)

    if is_within(card):
        return
    value = level_value(card, level)
    smallest = state.rules.return_none_low == "smallest"
    for held in hand:
        if not held.is_unread and (is_within(held) or (smallest and level_value(held, level) < value)):
            raise IllegalPlay(what, "holds_other", state, card=held)
