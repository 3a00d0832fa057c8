"""Penalties as data: what each rule set prescribes for each irregularity.

Nothing is punished automatically: an award is a proposal to the referee.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

IRREGULARITIES: Mapping[str, str] = MappingProxyType(
    {
        "draw_out_of_turn": "a card is drawn out of turn (越序抓牌)",
        "play_out_of_turn": "cards are laid out of turn (越序出牌)",
        "gesture_out_of_turn": "a gesture or word of playing out of turn, nothing laid",
        "pass_out_of_turn": "a pass out of turn (越序表态)",
        "illegal_play": "what is laid is no hand type or does not beat the last play (错牌)",
        "exposed_cards": "cards are shown by accident (暴露张)",
        "play_in_parts": "a play is not laid in one go (分次出牌)",
        "wrong_report": "a wrong number of cards left is said, or it is concealed on request",
        "late_report": "the number of cards left is said too late",
        "missing_report": "the number of cards left is not said",
        "hidden_cards": "cards are thrown in unplayed, or taken back from the table (藏牌, 偷牌)",
        "wrong_tribute": "another card than the one due is paid (进贡违规)",
        "wrong_return": "a card that may not be returned is given back (还牌违规)",
        "no_return": "no card is given back",
        "overrun": "a play or a return takes longer than allowed (超时)",
        "wrong_count": "a seat holds too few or too many cards (少张, 多张)",
        "wild_out_of_place": "a wild card lies where it makes another play than the one that is meant",
        "looked_back": "cards of an earlier trick, which are covered, are looked at (查牌)",
        "signals": "suspected illegal information by word or sign (明示, 暗示)",
        "signals_proven": "illegal information that is proven",
        "misconduct": "the order of the hall is gravely disturbed, or a ruling refused",
    }
)
"""Kinds of irregularity and what they mean."""

AWARDS: Mapping[str, str] = MappingProxyType(
    {
        "referee": "the text prescribes none: the referee decides",
        "taken_back": "the cards are taken back, without a penalty",
        "oral_warning": "an oral warning (口头警告)",
        "warning": "a warning (警告)",
        "violation": "a violation is noted (记违例)",
        "misses_trick": "what lies, lies; the seat misses a round and the next one plays (停止一轮出牌)",
        "give_again": "the right card is given instead (重新给牌)",
        "replay": "cards already played may be taken back and played again (收回重出), and a penalty",
        "redeal": "the deal is void: the cards are shuffled and drawn anew (重新洗牌、抓牌)",
        "levels": "the levels change (降级, 升级)",
        "loss": "the side loses the match (判负)",
        "suspension": "the side is suspended (停赛)",
    }
)
"""Names of awards and what they mean."""

PERIODS = ("deal", "match")


@dataclass(frozen=True, slots=True)
class Award:
    """What the referee is told that the set prescribes; levels (0 and more up, less than 0 down) by side."""

    name: str
    opponents: int = 0
    own: int = 0

    def __str__(self) -> str:
        changes = [("opponents", self.opponents), ("own side", self.own)]
        levels = ", ".join(f"{who} {by:+d}" for who, by in changes if by)
        return f"{self.name}: {levels}" if levels else self.name


@dataclass(frozen=True, slots=True)
class Penalty:
    """The award for one kind of irregularity.

    Where `at` is set, the kind is counted for each side within a deal or the match (`per`), and from that
    count on the award is `then`.
    """

    kind: str
    award: Award
    at: int | None = None
    per: str = "match"
    then: Award | None = None

    def due(self, count: int) -> Award:
        """The award for a side's `count`-th irregularity of this kind in the period (from 1)."""
        return self.then if self.then is not None and self.at is not None and count >= self.at else self.award

    def __str__(self) -> str:
        then = f"; from number {self.at} in a {self.per} {self.then}" if self.then else ""
        return f"{self.award}{then}"


def read_penalty(kind: str, data: object) -> Penalty:
    """A penalty from its row in a rule set; ValueError says what cannot be."""
    if kind not in IRREGULARITIES:
        raise ValueError(f"no such irregularity; there are {', '.join(IRREGULARITIES)}")
    if not isinstance(data, Mapping):
        raise ValueError(f'{data!r} is no table such as {{award = "warning"}}')
    unknown = set(data) - {"award", "opponents", "own", "at", "per", "then"}
    if unknown:
        raise ValueError(f"{min(unknown)!r} is no part of a penalty")
    award, at, per = _award(data), data.get("at"), data.get("per", "match")
    if ("then" in data) != (at is not None):
        raise ValueError("`at` and `then` go together")
    if at is not None and not (_is_whole(at) and 2 <= at <= 100):
        raise ValueError(f"at {at!r} is no whole number from 2 to 100")
    if per not in PERIODS:
        raise ValueError(f"per {per!r} is none of {', '.join(PERIODS)}")
    return Penalty(kind, award, at, per, _award(data["then"]) if "then" in data else None)


def _award(data: Any) -> Award:
    name = data.get("award") if isinstance(data, Mapping) else None
    if not isinstance(name, str) or name not in AWARDS:
        raise ValueError(f"award {name!r} is none of {', '.join(AWARDS)}")
    by = data.get("opponents", 0), data.get("own", 0)
    if not all(_is_whole(n) and -12 <= n <= 12 for n in by):
        raise ValueError("opponents and own are whole numbers of levels from -12 to 12")
    if any(by) != (name == "levels"):
        raise ValueError("the award `levels`, and it alone, says by how many levels")
    return Award(name, *by)


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)
