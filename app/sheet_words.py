"""The words of a match's papers, in both languages.

A paper has the language that is asked for, whatever the window's is, and the spreadsheet is written without
Qt: so these words lie here and not with the window's translations.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from engine import Award, AwardKind, Card

LANGUAGES = ("zh", "en")

_SEATS = {"E": "东", "S": "南", "W": "西", "N": "北"}
_SUITS = {"S": "♠", "H": "♥", "C": "♣", "D": "♦", "?": "?"}
_KINDS: Mapping[str, tuple[str, str]] = {
    "draw_out_of_turn": ("越序抓牌", "drew out of turn"),
    "play_out_of_turn": ("越序出牌", "played out of turn"),
    "gesture_out_of_turn": ("越序示意", "gesture out of turn"),
    "pass_out_of_turn": ("越序表态", "passed out of turn"),
    "illegal_play": ("错牌", "illegal play"),
    "exposed_cards": ("暴露张", "exposed cards"),
    "play_in_parts": ("分次出牌", "play in parts"),
    "wrong_report": ("报错牌张", "wrong report"),
    "late_report": ("报牌过迟", "late report"),
    "missing_report": ("未报牌", "missing report"),
    "hidden_cards": ("藏牌、偷牌", "hidden cards"),
    "wrong_tribute": ("错贡", "wrong tribute"),
    "wrong_return": ("错还", "wrong return"),
    "no_return": ("不还贡", "no return"),
    "overrun": ("超时", "overrun"),
    "wrong_count": ("少张、多张", "wrong number of cards"),
    "wild_out_of_place": ("逢人配位置不符", "wild card out of place"),
    "looked_back": ("查牌", "looked at earlier cards"),
    "signals": ("疑似明示、暗示", "suspected signals"),
    "signals_proven": ("传递非法信息", "proven signals"),
    "misconduct": ("违反赛场纪律", "misconduct"),
    "ruling": ("裁决", "ruling"),
    "question": ("疑问", "question"),
    "late_start": ("迟到", "late"),
    "thrown_in": ("余牌摊牌，提前结束", "rest thrown in"),
    "forfeit": ("弃权", "forfeit"),
    "substitute": ("换人", "substitute"),
    "appeal": ("申诉", "appeal"),
}
_AWARDS: Mapping[AwardKind, tuple[str, str]] = {
    AwardKind.TAKEN_BACK: ("收回", "taken back"),
    AwardKind.ORAL_WARNING: ("口头警告", "oral warning"),
    AwardKind.WARNING: ("警告", "warning"),
    AwardKind.VIOLATION: ("违例", "violation"),
    AwardKind.MISSES_TRICK: ("停止一轮出牌", "misses a turn"),
    AwardKind.GIVE_AGAIN: ("重新给牌", "gives again"),
    AwardKind.REPLAY: ("收回重出", "plays again"),
    AwardKind.REDEAL: ("重新洗牌、抓牌", "dealt again"),
    AwardKind.LEVELS: ("级", "levels"),
    AwardKind.LOSS: ("判负", "loss"),
    AwardKind.SUSPENSION: ("停赛", "suspension"),
}
_REASONS: Mapping[str, tuple[str, str]] = {
    "A passed": ("过 A", "A passed"),
    "deals played": ("打满副数", "all deals played"),
    "time up": ("时间到", "time is up"),
    "time": ("时间到", "time is up"),
    "extra deal": ("加赛一副", "extra deal"),
    "forfeited": ("弃权", "forfeit"),
    "lost by a ruling": ("判负", "lost by a ruling"),
}
_WORDS: Mapping[str, tuple[str, str]] = {
    "title": ("掼蛋比赛记分表", "Guandan score sheet"),
    "event": ("赛事", "Event"),
    "round": ("轮次", "Round"),
    "table": ("桌号", "Table"),
    "date": ("日期", "Date"),
    "time": ("时间", "Time"),
    "rules": ("规则", "Rules"),
    "switched": ("（有改动）", " (with changes)"),
    "levels": ("级数", "Levels"),
    "result": ("结果", "Result"),
    "won": ("{0}胜", "{0} won"),
    "draw": ("平局", "draw"),
    "nobody": ("双方均负", "both sides lost"),
    "difference": ("级差 {0}", "level difference {0}"),
    "points_ahead": ("分差 {0}", "{0} points ahead"),
    "points": ("场分 {0} : {1}", "points {0} : {1}"),
    "not_over": ("比赛未结束", "The match is not over"),
    "not_begun": ("尚未开牌", "No deal has begun"),
    "running": ("第 {0} 副进行中", "deal {0} is being played"),
    "deals": ("牌副", "Deals"),
    "deal": ("副", "Deal"),
    "level": ("级牌", "Level"),
    "leader": ("领出", "Lead"),
    "tribute": ("贡 · 还", "Tribute · return"),
    "paid": ("贡", "paid"),
    "returned": ("还", "back"),
    "refused": ("抗贡", "refused"),
    "finish": ("名次（上游 → 下游）", "Order (first → last)"),
    "gain": ("升级", "Gain"),
    "after": ("级数", "Levels"),
    "took": ("用时", "Time"),
    "corrected": ("更正", "Corr."),
    "double": ("双下", "double"),
    "is_running": ("进行中", "being played"),
    "is_stopped": ("未打完", "not finished"),
    "is_void": ("作废重发", "void, dealt again"),
    "all_took": ("合计", "Sum"),
    "incidents": ("违规与裁决", "Irregularities and rulings"),
    "none": ("无", "none"),
    "when": ("时间", "Time"),
    "who": ("何人", "Who"),
    "what": ("情况", "What"),
    "ruling": ("裁决 · 依据", "Ruling · clause"),
    "no_ruling": ("未裁决", "no ruling"),
    "stands": ("不予处罚", "stands"),
    "upheld": ("申诉成立", "upheld"),
    "turned_down": ("申诉驳回", "turned down"),
    "penalties": ("处罚累计", "Penalties"),
    "unruled": ("发现犯规未裁决 {0} 起", "faults noticed, not ruled on: {0}"),
    "open": ("待核", "Still open"),
    "open_counts": (
        "疑问 {0} · 未确认出牌 {1} · 未读全的牌 {2} · 更正 {3}",
        "questions {0} · moves not confirmed {1} · cards not fully read {2} · corrections {3}",
    ),
    "faults": (
        "记录有 {0} 处与规则不符，guandan-eye check 逐一列出。",
        "The record breaks the rules in {0} places; guandan-eye check names each.",
    ),
    "signatures": ("签字", "Signatures"),
    "side_signs": ("{0}方", "{0}"),
    "referee": ("裁判员", "Referee"),
    "enters": ("录入成绩：{0}", "enters the result: {0}"),
    "confirms": ("确认成绩：{0}", "confirms the result: {0}"),
    "seal": ("记录指纹", "Fingerprint of the record"),
    "seal_holds": (
        "二维码为本场记录（JSON Lines，{0} 条事件）的 SHA-256。核对：对记录文件计算 SHA-256，"
        "或运行 guandan-eye export 记录 --to json | sha256sum，结果应与下列一致。",
        "The QR code holds the SHA-256 of this match's record (JSON Lines, {0} events). To check it, compute"
        " that of the record's file, or run guandan-eye export RECORD --to json | sha256sum, and compare.",
    ),
    "page": ("第 {0} 页，共 {1} 页", "page {0} of {1}"),
    "round_short": ("第 {0} 轮", "round {0}"),
    "table_short": ("{0} 桌", "table {0}"),
    "big_joker": ("大王", "big joker"),
    "small_joker": ("小王", "small joker"),
    "late_by": ("迟到 {0}", "late by {0}"),
}
_COLUMNS: Mapping[str, str] = {
    "item": "项目", "value": "内容", "deal": "副", "level": "级牌", "leader": "领出", "standing": "状态",
    "tribute": "贡还", "refused": "抗贡", "finish": "名次", "winner": "胜方", "gain": "升级",
    "levels_after": "级数", "took_s": "用时（秒）", "plays": "出牌数", "passes": "过牌数", "asked": "未确认",
    "corrections": "更正", "seq": "序号", "trick": "圈", "seat": "座位", "player": "选手", "move": "动作",
    "cards": "牌", "count": "张数", "type": "牌型", "reading": "读作", "wilds": "逢人配作", "left": "剩余",
    "at_most_s": "至多（秒）", "limit_s": "限时（秒）", "began_s": "开始（秒）", "at_s": "时刻（秒）",
    "after_s": "不早于（秒）", "before_s": "不晚于（秒）", "wall_time": "钟点", "source": "来源",
    "state": "确认", "p": "把握", "corrected": "已更正", "taken_back": "已收回", "side": "方",
    "kind": "类别", "text": "说明", "clause": "条款", "ruling": "裁决", "awards": "处罚", "by": "裁决人",
    "reason": "理由", "ruling_clause": "裁决依据",
}  # fmt: skip
"""Headings of the tables in Chinese; the English ones are the names themselves."""

_VALUES: Mapping[str, str] = {
    "over": "已打完", "running": "进行中", "stopped": "未打完", "void": "作废重发",
    "play": "出牌", "pass": "过牌",
    "single": "单张", "pair": "对子", "triple": "三同张", "fullhouse": "三带对", "straight": "顺子",
    "tube": "三连对", "plate": "三同连张", "bomb": "炸弹", "sflush": "同花顺", "fourkings": "四大天王",
    "seen": "识别", "typed": "录入", "inferred": "推定", "accepted": "已确认", "asked": "未确认",
}  # fmt: skip
"""Values in the tables in Chinese; the English ones are those of the record."""


@dataclass(frozen=True, slots=True)
class Words:
    """The words in one language, ``zh`` or ``en``."""

    lang: str

    def __call__(self, key: str, *values: object) -> str:
        return self._in(_WORDS[key]).format(*values)

    def seat(self, seat: str) -> str:
        return _SEATS.get(seat, seat) if self.lang == "zh" else seat

    def seats(self, seats: Iterable[str]) -> str:
        """A side by its seats: 东西, E–W."""
        names = [self.seat(seat) for seat in seats]
        short = self.lang == "zh" and all(len(name) == 1 for name in names)
        return ("" if short else "–").join(names)

    def kind(self, kind: str) -> str:
        """An irregularity or another incident by name; what nobody knows as it is."""
        return self._in(_KINDS[kind]) if kind in _KINDS else kind

    def reason(self, reason: str) -> str:
        """Why a round is over."""
        return self._in(_REASONS[reason]) if reason in _REASONS else reason

    def award(self, award: Award, sides: tuple[tuple[str, ...], ...]) -> str:
        who = self.seat(award.seat) if award.seat else self.seats(sides[award.side or 0])
        said = self._in(_AWARDS[award.kind])
        if award.kind is AwardKind.LEVELS:
            return f"{who} {award.levels:+d} {said}"
        return f"{who} {said}"

    def award_name(self, kind: AwardKind) -> str:
        return self._in(_AWARDS[kind])

    def card(self, card: Card) -> str:
        """♦9, ♥10, 大王."""
        if card.is_joker:
            return self("big_joker" if card.rank == "R" else "small_joker")
        return _SUITS.get(card.suit, card.suit) + self.level(card.rank)

    def level(self, level: str) -> str:
        return "10" if level == "T" else level

    def column(self, name: str) -> str:
        return _COLUMNS[name] if self.lang == "zh" else name

    def value(self, value: str) -> str:
        """What a record says by a word of its own."""
        return _VALUES.get(value, value) if self.lang == "zh" else value

    def moment(self, when: datetime) -> str:
        """Day and time of day where the match was played, as on the score sheet; in English ISO 8601."""
        if self.lang == "zh":
            return f"{when:%Y-%m-%d %H:%M:%S}"
        return when.isoformat(timespec="milliseconds")

    def day(self, when: datetime | None) -> str:
        if when is None:
            return "—"
        if self.lang == "zh":
            return f"{when.year} 年 {when.month} 月 {when.day} 日"
        return when.strftime("%Y-%m-%d")

    def _in(self, both: tuple[str, str]) -> str:
        return both[LANGUAGES.index(self.lang)]


def span(ms: int | None) -> str:
    """0:23, 12:05, 1:02:03; a dash where nobody knows."""
    if ms is None:
        return "—"
    hours, rest = divmod(max(0, ms) // 1000, 3600)
    minutes, seconds = divmod(rest, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"
