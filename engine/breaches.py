"""What may go against the rules, and what a ruling may award, by name."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Breach(StrEnum):
    """Kinds of irregularity (`kind` in the record)."""

    DRAW_OUT_OF_TURN = "draw_out_of_turn"  # 越序抓牌
    PLAY_OUT_OF_TURN = "play_out_of_turn"  # 越序出牌, the cards laid
    GESTURE_OUT_OF_TURN = "gesture_out_of_turn"  # a gesture or word of playing before one's turn
    PASS_OUT_OF_TURN = "pass_out_of_turn"  # 越序表态
    ILLEGAL_PLAY = "illegal_play"  # 错牌: no hand type, or one that does not beat what lies there
    EXPOSED_CARDS = "exposed_cards"  # 暴露张
    PLAY_IN_PARTS = "play_in_parts"  # 分次出牌
    WRONG_REPORT = "wrong_report"  # 报错牌张, 隐瞒
    LATE_REPORT = "late_report"
    MISSING_REPORT = "missing_report"  # 未报牌
    HIDDEN_CARDS = "hidden_cards"  # 藏牌, 偷牌
    WRONG_TRIBUTE = "wrong_tribute"  # 错贡
    WRONG_RETURN = "wrong_return"  # 错还
    NO_RETURN = "no_return"  # 不还贡
    OVERRUN = "overrun"  # 超时
    WRONG_COUNT = "wrong_count"  # 少张, 多张
    WILD_OUT_OF_PLACE = "wild_out_of_place"  # 红心级牌不在所替代的牌点位置
    LOOKED_BACK = "looked_back"  # 查牌: covered cards of an earlier trick are looked at
    SIGNALS = "signals"  # 明示, 暗示: talk or signs that are suspected to tell something
    SIGNALS_PROVEN = "signals_proven"  # 确实传递非法信息
    MISCONDUCT = "misconduct"  # 搅乱赛场纪律, 不服裁判


_OLDER_WORDS = {"out_of_turn": Breach.PLAY_OUT_OF_TURN, "exposed_card": Breach.EXPOSED_CARDS}


def breach_of(kind: str) -> Breach | None:
    """The kind that a word of a record names, older words included; None for one that it does not know."""
    if kind in _OLDER_WORDS:
        return _OLDER_WORDS[kind]
    return Breach(kind) if kind in set(Breach) else None


class AwardKind(StrEnum):
    """What a ruling may award."""

    TAKEN_BACK = "taken_back"  # the cards go back to the hand, no more
    ORAL_WARNING = "oral_warning"  # 口头警告
    WARNING = "warning"  # 警告
    VIOLATION = "violation"  # 违例, 犯规
    MISSES_TRICK = "misses_trick"  # 停止一轮出牌: the seat's turn goes to the next
    GIVE_AGAIN = "give_again"  # 重新给牌
    REPLAY = "replay"  # 收回重出
    REDEAL = "redeal"  # 重新洗牌、抓牌: the deal is void
    LEVELS = "levels"  # 升级, 降级
    LOSS = "loss"  # 判负
    SUSPENSION = "suspension"  # 停赛


@dataclass(frozen=True, slots=True)
class Award:
    """One award to `seat`, or to a whole `side` (0, 1); `levels` up or down belong to that award only.

    ValueError when it names neither seat nor side, and when levels and kind do not fit.
    """

    kind: AwardKind
    seat: str | None = None
    side: int | None = None
    levels: int = 0

    def __post_init__(self) -> None:
        if self.seat is None and self.side is None:
            raise ValueError(f"the award {self.kind} is nobody's: name a seat or a side")
        if self.side not in (None, 0, 1):
            raise ValueError(f"a side is 0 or 1, not {self.side}")
        if (self.kind is AwardKind.LEVELS) != (self.levels != 0):
            raise ValueError(f"the award {self.kind} cannot change {self.levels} levels")
