"""States of a simulated match, as the server would send them, and the scenes of it that are looked at."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from copy import deepcopy
from functools import cache
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import msgspec

from app.air.public import Moment, state
from datasets.matches import simulate
from engine import FACES, DealEnd, DealStart, Event, MatchState, Play, RuleSet, apply, read_record

State = dict[str, Any]
Held = dict[str, list[str]]

NAMES = {
    "zh": {"E": "陈静", "S": "王海波", "W": "李文", "N": "赵敏"},
    "en": {"E": "Chen Jing", "S": "Wang Haibo", "W": "Li Wen", "N": "Zhao Min"},
    "long": {
        "E": "阿依古丽·买买提·吐尔逊江（襄阳市代表队）",
        "S": "Bartholomew Featherstonehaugh-Cholmondeley",
        "W": "欧阳诸葛司马上官皇甫令狐慕容",
        "N": "WWWWWWWWWWWWWWWWWWWWWWWW",
    },
}
EVENTS = {
    "zh": "2026 春季公开赛 · 决赛",
    "en": "Spring Open 2026 · Final",
    "long": "第二十六届湖北省机关事业单位职工竞技掼蛋团体锦标赛暨长江流域城市邀请赛总决赛第二阶段",
}
TABLES = {"zh": "7", "en": "7", "long": "Convention Centre Hall 12"}


@cache
def match() -> tuple[tuple[State, Held], ...]:
    """Seven deals: the public state after each row, and what each seat then holds."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "match.jsonl"
        simulate("national-2022", None, 11, 7, path)
        read = read_record(path.read_text("utf-8"))
    fold, now = MatchState.start(read.header, RuleSet.load(read.header.rules)), 0
    held: Held = {}
    found: list[tuple[State, Held]] = []
    for place, event in enumerate(read.events):
        fold = apply(fold, event)
        if isinstance(event, DealStart):
            held = _dealt(read.header.seats, read.events[place:])
        elif isinstance(event, Play):
            held = held | {event.seat: _without(held[event.seat], map(str, event.cards))}
        now = max(now, getattr(event, "at_ms", None) or 0)
        public = state(Moment(fold, event.seq, 0.0, now))
        found.append((json.loads(msgspec.json.encode(public)), held))
    return tuple(found)


def _dealt(seats: Sequence[str], events: Sequence[Event]) -> Held:
    """Hands that a deal can have been played from: what was laid, and of the rest what makes them 27."""
    held: Held = {seat: [] for seat in seats}
    for event in events:
        if isinstance(event, DealEnd):
            break
        if isinstance(event, Play):
            held[event.seat] += map(str, event.cards)
    rest = _without([*map(str, FACES)] * 2, chain.from_iterable(held.values()))
    for cards in held.values():
        need = 27 - len(cards)
        cards += rest[:need]
        del rest[:need]
    return held


def _without(cards: Sequence[str], gone: Iterable[str]) -> list[str]:
    left = list(cards)
    for card in gone:
        left.remove(card)
    return left


def named(found: State, names: str) -> State:
    """A copy with players, event and table as ``names`` has them."""
    made = deepcopy(found)
    for seat in made["seats"]:
        seat["player"] = NAMES[names][seat["seat"]]
    made["event"], made["table"], made["round"] = EVENTS[names], TABLES[names], 3
    return made


def clocked(found: State, used_ms: int, limit_ms: int | None = 30000, ends_ms: int = 2_520_000) -> State:
    """A copy with the clock of who is to play at ``used_ms``, and so much of the round left."""
    made = deepcopy(found)
    seat = next(seat["seat"] for seat in made["seats"] if seat["turn"])
    made["clock"] = {
        "seat": seat, "kind": "move", "since_ms": made["now_ms"] - used_ms, "limit_ms": limit_ms,
        "stands": False, "used_ms": None,
    }  # fmt: skip
    made["round_clock"] = {"ends_ms": made["now_ms"] + ends_ms, "since_ms": 0}
    return made


def scenes(names: str) -> dict[str, tuple[State, Held]]:
    """What is looked at, by name; every one is a state of the match, some with a clock or a ruling."""
    found = match()

    def first(what: str, test: Any) -> tuple[State, Held]:
        one = next(((each, held) for each, held in found if test(each)), None)
        assert one is not None, f"the match has no moment of {what}"
        return one

    def laid(each: State) -> list[State]:
        return [seat["laid"] for seat in each["seats"] if seat["laid"]]

    def best(each: State) -> State:
        plays = (turn for turn in each["trick"] if turn["kind"] == "play")
        return next((turn for turn in plays if turn["seat"] == each["best"]), {})

    def out(each: State) -> int:
        return sum(seat["place"] is not None for seat in each["seats"])

    def few_left(each: State) -> int:
        return sum(seat["left"] <= 10 and seat["place"] is None for seat in each["seats"])

    busy, busy_held = first(
        "three plays of six cards or five",
        lambda s: s["phase"] == "play" and s["deal"] >= 3
        and sum(len(turn["cards"]) >= 5 for turn in laid(s)) >= 2 and len(laid(s)) >= 3,
    )  # fmt: skip
    bomb, bomb_held = first(
        "a bomb with a wild card",
        lambda s: s["phase"] == "play" and (best(s).get("as") or {}).get("bomb") and best(s)["as"]["wilds"],
    )
    late, late_held = first(
        "two who are out",
        lambda s: s["phase"] == "play" and s["deal"] >= 4 and out(s) == 2 and few_left(s),
    )
    few, few_held = first(
        "few cards",
        lambda s: s["phase"] == "play" and few_left(s) >= 3 and len(laid(s)) == 3,
    )
    tribute, tribute_held = first(
        "a tribute",
        lambda s: s["phase"] == "tribute" and any(gift["card"] for gift in s["tribute"]["gifts"]),
    )
    between, between_held = first(
        "five deals done", lambda s: s["phase"] == "between" and len(s["deals"]) == 5
    )
    return {
        "before": (_before(found[0][0], names), found[0][1]),
        "tribute": (named(tribute, names), tribute_held),
        "play": (clocked(named(busy, names), 12000), busy_held),
        "bomb": (clocked(named(bomb, names), 4000), bomb_held),
        "near": (clocked(named(few, names), 23400, ends_ms=55000), few_held),
        "over_time": (clocked(named(late, names), 34000), late_held),
        "endless": (clocked(named(few, names), 754000, None), few_held),
        "ruling": (_ruling(clocked(named(busy, names), 12000)), busy_held),
        "between": (named(between, names), between_held),
        "over": (_won(named(found[-1][0], names)), found[-1][1]),
    }


def _before(found: State, names: str) -> State:
    made = named(found, names)
    made.update(phase="before", tribute=None, clock=None, trick=[], plays=[], deal=0)
    return made


def _ruling(found: State) -> State:
    found.update(ruling=True, frozen=True)
    found["clock"].update(stands=True, used_ms=12000)
    return found


def _won(found: State) -> State:
    found.update(phase="over", clock=None)
    side = found["result"]["winner"]
    found["sides"][side].update(won=True, level="A")
    return found


def hands(public: State, held: Held) -> State:
    """The state of the open hands."""
    whole = {seat["seat"]: held.get(seat["seat"], []) for seat in public["seats"]}
    return {
        "version": 1, "output": "hands", "seq": public["seq"], "delay_s": 900.0, "deal": public["deal"],
        "hands": whole, "public": public,
    }  # fmt: skip


def referee(public: State, *, pending: bool = False, watching: bool = False) -> State:
    """The referee's table at the same moment; ``watching``: as who may only look sees it."""
    seats = [
        {key: seat[key] for key in ("seat", "player", "left", "turn", "place")}
        | {
            "laid": seat["laid"]["cards"] if seat["laid"] else [],
            "passed": bool(seat["laid"]) and seat["laid"]["kind"] == "pass",
            "asked": False,
        }
        for seat in public["seats"]
    ]
    lines = [
        {key: turn[key] for key in ("seq", "seat", "kind", "cards", "as", "took_ms")}
        | {"deal": public["deal"], "state": "accepted", "corrected": False, "over": False, "conflict": False}
        for turn in public["plays"][-20:]
    ]
    asks = {
        "id": 5, "seat": "N", "cards": ["ST", "HT", "S9", "H9", "C9"], "p": 0.81, "reason": "low_p",
        "refusal": None,
        "as": {"type": "fullhouse", "key": "9", "size": 5, "bomb": False, "wilds": []}, "runner_up": None,
        "others": [], "at_ms": public["now_ms"], "behind": 0,
    }  # fmt: skip
    desk = {
        "pending": asks if pending else None, "notices": [], "cases": [], "notice": "", "breaks": None,
        "can_undo": True, "can_redo": False,
    }  # fmt: skip
    best = next((turn for turn in public["trick"] if turn["seat"] == public["best"]), None)
    return {
        "version": 1, "output": "position" if watching else "referee", "seq": public["seq"],
        "rules": public["rules"], "deal": public["deal"], "level": public["level"],
        "levels": [side["level"] for side in public["sides"]],
        "now_ms": public["now_ms"], "sides": [side["seats"] for side in public["sides"]], "seats": seats,
        "to_beat": best and best["as"], "best": public["best"], "lines": lines, "clock": public["clock"],
        "round_clock": public["round_clock"], "tribute": public["tribute"], "ending": None, "paused": False,
        "over": public["phase"] == "over", "desk": None if watching else desk,
    }  # fmt: skip
