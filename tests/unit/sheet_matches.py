"""Records to make papers of: a long match, one that has just begun, and one full of rulings."""

from __future__ import annotations

from pathlib import Path

from app.sheet import Sheet, record_lines, sheet_of
from engine import (
    Appeal,
    AppealAnswer,
    Award,
    AwardKind,
    DealStart,
    Irregularity,
    LateStart,
    MatchStart,
    MatchState,
    Question,
    Record,
    Ruling,
    apply,
    read_record,
    replay,
    rules_of,
)
from engine.before import opening_of
from tests.unit.engine_matches import deal_out, with_consequences

LONG = "阿不都热合曼·买买提依明·吐尔逊江 Alexander-Maximilian von Hohenstein-Württemberg"
HOSTILE = ('=HYPERLINK("http://x","y")', "+1+1", "-2+3", "@SUM(A1)")


def header(rules: str = "national-2022", **more: object) -> MatchStart:
    names = dict(zip("ESWN", ("张三", "李四", "王五", "赵六"), strict=True))
    given = {"event_name": "二〇二六年全国掼蛋公开赛", "round": 3, "table": "12", "players": names}
    given |= {
        "started": "2026-11-30T09:00:00+08:00",
        "software": "Guandan Eye",
        "sides": (("E", "W"), ("S", "N")),
    }
    return MatchStart(rules, seats=("E", "S", "W", "N"), **(given | more))  # type: ignore[arg-type]


def begun(head: MatchStart | None = None) -> MatchState:
    head = head or header()
    return MatchState.start(head, rules_of(head))


def more_deals(state: MatchState, orders: list[str]) -> MatchState:
    """The match after deals that end in these orders."""
    for order in orders:
        state = with_consequences(deal_out(next_deal(state), order))
    return state


def next_deal(state: MatchState) -> MatchState:
    """The match with its next deal begun."""
    done = state.deals_done
    level = state.levels[done[-1].winner] if done else "2"
    leaders = opening_of(state).leaders if done else ()
    at_ms = 1000 * (len(state.events) + 1)
    return apply(state, DealStart(len(done) + 1, level, (leaders or ("E",))[0], None, at_ms))


def forty_deals(head: MatchStart | None = None) -> MatchState:
    """The first is out with its partner last, so that nobody ever passes A."""
    return more_deals(begun(head), ["ESNW", "SEWN"] * 20)


def ruled() -> MatchState:
    """Two deals and one that runs, with all that a referee may have to write down."""
    state = begun(header("suzhou-2016"))
    state = apply(state, LateStart(1, 200, 0))
    state = more_deals(state, ["ESNW"])
    now = 1000 * (len(state.events) + 1)
    last = state.events[-1].seq
    for event in (
        Irregularity("S", "play_out_of_turn", "出牌时上家尚未表态", None, now),
        Ruling("", "referee", last + 1, now + 20_000, (Award(AwardKind.WARNING, "S"),), "十一 第3条", "首次"),
        Irregularity("N", "overrun", "N took 31.2 s of 30 s (move)", None, now + 30_000),
        Question(None, "一张牌被手遮住", None, now + 31_000),
        Ruling(
            "", "裁判长 陈七", None, now + 40_000, (Award(AwardKind.LEVELS, side=1, levels=-1),), "十三 第2条"
        ),
        Appeal(1, "不服降级", last + 5, now + 50_000),
        AppealAnswer(last + 6, False, "维持原判", "仲裁", now + 60_000),
    ):
        state = apply(state, event)
    return next_deal(more_deals(state, ["SNEW"]))


def sheet(state: MatchState) -> Sheet:
    """The sheet of a match, as of the record that would be read from its file."""
    record = record_of(state)
    found, faults = replay(record, rules_of(state.header))
    return sheet_of(record, found, len(faults))


def record_of(state: MatchState) -> Record:
    return read_record(record_lines(state.header, state.given or state.events))


def write(state: MatchState, path: Path) -> Path:
    path.write_text(record_lines(state.header, state.given or state.events), "utf-8")
    return path
