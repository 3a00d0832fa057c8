"""What a session has to say, in Chinese and in English, above all every reason of the rules."""

import re

import pytest

from app.ui import refusals
from app.ui.refusals import notice_text, refusal_text
from engine import (
    Correction,
    DealEnd,
    DealStart,
    MatchState,
    Pass,
    Play,
    Refusal,
    RuleError,
    RuleSet,
    Tribute,
    apply,
    classify,
    parse_cards,
)
from engine import errors as engine_errors
from engine.errors import Reason, tried
from tests.gui.conftest import MakeWindow, Messages
from tests.gui.fakes import FakeSession
from tests.unit.engine_matches import begun, deal_out, played

SAMPLES = {
    **dict.fromkeys(("seat", "other", "payer"), "E"),
    **dict.fromkeys(("seats", "either"), ("S", "N")),
    "said": "W",
    "card": parse_cards("HT")[0],
    **dict.fromkeys(("cards", "known"), parse_cards("S3 H3")),
    **dict.fromkeys(("reading", "beaten"), classify(parse_cards("S3 H3"), "2")[0]),
    "readings": classify(parse_cards("H9 S4 S5 S6 D7"), "9"),
    "type": "bomb",
    **dict.fromkeys(("level", "rank"), "T"),
    **dict.fromkeys(("levels", "given"), ("T", "A")),
    "side": 1,
    "name": "deal_end",
    "field": "finish",
    "true": ("E", "W"),
    "player": "甲",
    "clause": "十四 第1条",
    "rules": "襄阳",
    "reason": Reason(tried("pass", seat="S"), "leads", {}),
}


def placeholders(words: object) -> set[str]:
    return set(re.findall(r"\{(\w+)\}", str(words)))


def sample(words: str, **other: object) -> dict[str, object]:
    return {name: (SAMPLES | other).get(name, 7) for name in placeholders(words)}


def reasons() -> list[Reason]:
    """Each kind of what was tried and of what speaks against it at least once."""
    found = []
    for what, words in engine_errors.TRIED.items():
        fields = sample(words, said=("E", "S")) if what == "follow_so" else sample(words)
        found.append(Reason(tried(what, **fields), "no_event", {}, begun()))
    for why, words in engine_errors.WHY.items():
        fields = sample(words) | ({"field": "finish"} if why == "it_is" else {})
        found.append(Reason(tried("play", seat="N", cards=parse_cards("SB")), why, fields, begun()))
    return found


@pytest.mark.parametrize("table", ["TRIED", "WHY"])
def test_every_reason_has_words_in_both_languages(table: str, messages: Messages) -> None:
    chinese = {source: text for context, source, _, text in messages if context == "notices"}
    ours, engines = getattr(refusals, table), getattr(engine_errors, table)
    assert ours.keys() == engines.keys()
    for key, words in ours.items():
        assert placeholders(words) == placeholders(engines[key]), key
        assert placeholders(chinese[words]) == placeholders(words), key
        assert re.search(r"[一-鿿]|\{", chinese[words]), key


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_every_reason_can_be_said(make_window: MakeWindow, session: FakeSession, lang: str) -> None:
    make_window(session, lang)
    for reason in reasons():
        said = refusal_text(reason, "2")
        assert not set("{}'\"") & set(said.replace("'s ", "")), said
        if lang == "zh":
            assert not re.search(r"[A-Za-z]{2,}", said), said
        else:
            assert not re.search(r"[东南西北牌]", said), said


CASES = [
    (
        lambda: played(begun(), "E S3 H3"),
        Play("W", parse_cards("S4 H4"), None, None, 9000),
        "西家不能出 ♠4 ♥4：现在该南家出牌",
        "West cannot play ♠4 ♥4, as it is South's turn",
    ),
    (
        lambda: played(begun(), "E S3 H3"),
        Play("S", parse_cards("S3 C3"), None, None, 9000),
        "南家不能出 ♠3 ♣3：对子 3 压不过东家的对子 3",
        "South cannot play ♠3 ♣3: pair of 3 does not beat East's pair of 3",
    ),
    (
        lambda: played(begun(), "E S3 H3"),
        Correction(77, None, "referee", "", 0),
        "第 77 行不能更正：没有这一行",
        "event 77 cannot be corrected: there is none",
    ),
    (
        lambda: deal_out(begun(), "EWSN"),
        DealEnd(1, ("E", "S"), 0, 3, None),
        "本副结束所记的名次是 东家、南家，实为 东家、西家",
        "the end of the deal says finishing order East, South, but it is East, West",
    ),
    (
        lambda: deal_out(begun(), "EWSN"),
        DealEnd(1, ("E", "W"), 1, 3, None),
        "本副结束所记的胜方是 南北，实为 东西",
        "the end of the deal says winner S–N, but it is E–W",
    ),
    (
        lambda: deal_out(begun(), "ESWN"),
        Tribute("S", "E", parse_cards("SA")[0], 0),
        "南家不能进贡 ♠A：应由北家进贡",
        "South cannot pay ♠A: it is for North to pay",
    ),
    (
        lambda: deal_out(begun(RuleSet.load("xiangyang-2024")), "ESWN"),
        Refusal((), 0),
        "不能抗贡：襄阳掼蛋友谊赛竞赛规程 2024 没有抗贡",
        "tribute cannot be refused: Xiangyang friendly tournament rules 2024 has no such thing",
    ),
    (
        begun,
        DealStart(2, "2", "E"),
        "第 2 副（打 2，东家领出）不能开始：上一副还没有结束",
        "deal 2 at level 2 led by East cannot start: the deal before it is not over",
    ),
    (begun, Pass("E"), "东家不能过牌：该家领出", "East cannot pass, as it leads"),
]


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_refusals_in_words(make_window: MakeWindow, session: FakeSession, lang: str) -> None:
    make_window(session, lang)
    for make, event, chinese, english in CASES:
        state = make()
        assert isinstance(state, MatchState)
        with pytest.raises(RuleError) as caught:
            apply(state, event)
        level = state.deal.level if state.deal else "2"
        assert notice_text(caught.value.reason, level) == (chinese if lang == "zh" else english)


def test_other_notices(make_window: MakeWindow, session: FakeSession) -> None:
    make_window(session, "zh")
    assert notice_text("match_over", "2") == "比赛已经结束。"
    assert notice_text("match.jsonl: disk full", "2") == "match.jsonl: disk full"
    assert notice_text("", "2") == ""
