"""A session without camera and log, and states of a match to show."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from threading import Lock
from typing import Any

import numpy as np
import numpy.typing as npt

from app.snapshot import PlayLine, Proposal, SeatView, Snapshot
from app.store import Mended
from app.taken_back import Kind, Notice
from app.trouble import CameraNews
from app.unseen import RankLeft, Unseen
from engine.cards import Card, parse_cards
from engine.clock import Clock, Timing
from engine.combos import classify
from engine.rules import RuleSet
from vision.opencv import cv2

SEATS = ("E", "S", "W", "N")
SHORT_NAMES = ("Li Qiang", "王敏", "Chen Yu", "赵东")
LONG_NAMES = (
    "欧阳慕容紫嫣（江苏省代表队）",
    "Bartholomew Featherstonehaugh",
    "司徒建华（襄阳市掼蛋协会）",
    "Maximiliana von Hohenlohe-Waldenburg",
)

WELL = CameraNews()


@dataclass(frozen=True, slots=True, eq=False)
class FakePicture:
    image: npt.NDArray[np.uint8]
    areas: dict[str, Any]
    marks: tuple[tuple[Any, str, str], ...]
    frame_ms: int
    drops: int
    fps: float
    view: str = "steady"
    moves: int = 0


class FakeMailbox:
    """A mailbox of one."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._item: Any = None
        self._wake: Callable[[], None] = lambda: None

    def on_put(self, wake: Callable[[], None]) -> None:
        self._wake = wake

    def put(self, item: Any) -> None:
        with self._lock:
            self._item = item
        self._wake()

    def take(self) -> Any:
        with self._lock:
            item, self._item = self._item, None
        return item


@dataclass
class FakeSession:
    """Notes what it is told to do."""

    source_name: str = "camera:0"
    record_path: Path = Path("/records/2026-11-30-table-7.jsonl")
    told: list[tuple[Any, ...]] = field(default_factory=list)
    started: int = 0
    stopped: int = 0
    fault: Exception | None = None
    unsaved: Exception | None = None
    mended: Mended | None = None
    camera: CameraNews = WELL
    table_found: str = ""
    on_start: Callable[["FakeSession"], None] | None = None

    def __post_init__(self) -> None:
        self.picture = FakeMailbox()
        self._callback: Callable[[Snapshot], None] = lambda snapshot: None

    def on_snapshot(self, callback: Callable[[Snapshot], None]) -> None:
        self._callback = callback

    def show(self, snapshot: Snapshot) -> None:
        self._callback(snapshot)

    def start(self) -> None:
        self.started += 1
        if self.on_start:
            self.on_start(self)

    def stop(self) -> None:
        self.stopped += 1

    def try_camera(self) -> None:
        self.told.append(("try_camera",))

    def answer(self, proposal_id: int, cards: tuple[Card, ...] | None, passed: bool = False) -> None:
        self.told.append(("answer", proposal_id, _text(cards), passed))

    def put_aside(self, proposal_id: int) -> None:
        self.told.append(("put_aside", proposal_id))

    def type_play(self, seat: str | None, cards: tuple[Card, ...]) -> None:
        self.told.append(("type_play", seat, _text(cards)))

    def type_pass(self, seat: str | None) -> None:
        self.told.append(("type_pass", seat))

    def correct(
        self, seq: int, cards: tuple[Card, ...], seat: str | None = None, *, anyway: bool = False
    ) -> None:
        self.told.append(("correct", seq, _text(cards), *([seat] if seat else []), *(["anyway"] * anyway)))

    def undo(self) -> None:
        self.told.append(("undo",))

    def redo(self) -> None:
        self.told.append(("redo",))

    def report(self, seat: str, count: int, asked: bool = False) -> None:
        self.told.append(("report", seat, count))

    def type_tribute(self, seat: str, card: Card) -> None:
        self.told.append(("tribute", seat, str(card)))

    def type_return(self, seat: str, card: Card) -> None:
        self.told.append(("return", seat, str(card)))

    def refuse_tribute(self) -> None:
        self.told.append(("refuse_tribute",))

    def end_deal(self, finish: tuple[str, ...], reason: str) -> None:
        self.told.append(("end_deal", " ".join(finish), reason))

    def strike(self, seq: int, reason: str, *, anyway: bool = False) -> None:
        self.told.append(("strike", seq, reason, *(["anyway"] * anyway)))

    def silence(self, key: str) -> None:
        self.told.append(("silence", key))

    def confirm(self, notice_id: int) -> None:
        self.told.append(("confirm", notice_id))

    def let_be(self, notice_id: int) -> None:
        self.told.append(("let_be", notice_id))

    def start_deal(self, level: str, leader: str | None) -> None:
        self.told.append(("start_deal", level, leader))


def _text(cards: tuple[Card, ...] | None) -> str | None:
    return None if cards is None else " ".join(map(str, cards))


def line(seq: int, seat: str, text: str, *, level: str = "2", deal: int = 1, **more: Any) -> PlayLine:
    """A play, or a pass for an empty text."""
    cards = parse_cards(text)
    readings = classify(cards, level) if cards else ()
    made = PlayLine(
        seq=seq, deal=deal, seat=seat, kind="play" if cards else "pass", cards=cards,
        combo=readings[0] if readings else None, at_ms=seq * 4000, took_ms=1800 + seq * 317 % 9000,
        state="accepted", corrected=False, source="seen" if cards else "inferred",
    )  # fmt: skip
    return replace(made, **more)


def between(seq: int, kind: str, seat: str = "", deal: int = 1) -> PlayLine:
    return PlayLine(
        seq=seq, deal=deal, seat=seat, kind=kind, cards=(), combo=None, at_ms=seq * 4000, took_ms=None,
        state="accepted", corrected=False,
    )  # fmt: skip


def empty_state(players: tuple[str, ...] = ("", "", "", "")) -> Snapshot:
    """Before the first deal."""
    seats = tuple(
        SeatView(
            seat=seat, player=player, left=27, to_play=False, place=None, laid=(), passed=False, asked=False
        )
        for seat, player in zip(SEATS, players, strict=True)
    )
    return Snapshot(
        rules=RuleSet.load("national-2022"),
        level="2", levels=("2", "2"), sides=(("E", "W"), ("S", "N")), deal=0,
        seats=seats, to_beat=None, best=None, lines=(), pending=None, since_ms=None, now_ms=0,
        accepted=0, asked=0, typed=0, over=False, notice="",
    )  # fmt: skip


BOMB = "S7 H7 C7 D7 S7 H7 C7 D7 HT HT"
_TRICKS: tuple[tuple[tuple[str, str], ...], ...] = (
    (
        ("E", "S3"),
        ("S", "C5"),
        ("W", "D9"),
        ("N", ""),
        ("E", "HQ"),
        ("S", "CA"),
        ("W", ""),
        ("N", ""),
        ("E", ""),
    ),
    (
        ("S", "S4 H4 C4 D6 S6"),
        ("W", "S9 H9 C9 D3 S3"),
        ("N", ""),
        ("E", "SJ HJ DJ C2 D2"),
        ("S", ""),
        ("W", ""),
    ),
    (
        ("E", "S5 H6 C7 D8 S9"),
        ("S", "S6 C7 D8 H9 DT"),
        ("W", "CT CJ CQ CK CA"),
        ("N", ""),
        ("E", ""),
        ("S", ""),
    ),
    (
        ("W", "S3 H3 C4 D4 S5 H5"),
        ("N", "S8 H8 C9 D9 DT ST"),
        ("E", ""),
        ("S", "SK HK CK DK"),
        ("W", ""),
        ("N", ""),
    ),
    (("S", "SB SB HR HR"), ("W", ""), ("N", ""), ("E", "")),
    (("S", "SQ HQ CQ SK HK DK"), ("W", ""), ("N", ""), ("E", "")),
    (("S", "D3"), ("W", "HR"), ("N", ""), ("E", ""), ("S", "")),
    (("W", "S2 C2"), ("N", "SA DA"), ("E", "SB SB"), ("S", ""), ("W", ""), ("N", "")),
)


def many_lines(count: int = 60, level: str = "T") -> tuple[PlayLine, ...]:
    """Plays, passes and ends of tricks, among them asked, typed and corrected ones."""
    lines: list[PlayLine] = [between(1, "deal_start", "E")]
    seq = 1
    while True:
        for trick in _TRICKS:
            for seat, text in trick:
                seq += 1
                more: dict[str, Any] = {}
                if seq % 11 == 3:
                    more["state"] = "asked"
                elif seq % 13 == 5:
                    more["state"] = more["source"] = "typed"
                if seq % 17 == 7:
                    more["over"] = True
                if seq % 9 == 4:
                    more["corrected"] = True
                lines.append(line(seq, seat, text, level=level, deal=7, **more))
            seq += 1
            last = next(seat for seat, text in reversed(trick) if text)
            lines.append(between(seq, "trick_end", last, deal=7))
            if seq > count:
                lines.append(line(seq + 1, "E", BOMB, level=level, deal=7))
                lines.append(line(seq + 2, "S", "", level=level, deal=7, state="asked"))
                return tuple(lines)


@cache
def table_image(size: tuple[int, int] = (1920, 1080), seed: int = 1) -> npt.NDArray[np.uint8]:
    """A cloth with some noise and some pale cards, to draw over."""
    wide, high = size
    image = np.zeros((high, wide, 3), np.uint8)
    image[:] = (70, 110, 50)
    noise = np.random.default_rng(seed).integers(0, 24, (high // 4, wide // 4, 3), dtype=np.uint8)
    image += cv2.resize(noise, size, interpolation=cv2.INTER_NEAREST)
    return image


def areas(size: tuple[int, int] = (1920, 1080)) -> dict[str, Any]:
    """The quarters of a play square in the middle of the picture."""
    wide, high = size
    x0, x1, y0, y1 = wide * 0.2, wide * 0.8, high * 0.04, high * 0.96
    centre = (wide / 2, high / 2)
    return {
        "E": np.array([(x1, y0), (x1 + 150, y0), (x1 + 150, y1), (x1, y1), centre]),
        "S": np.array([(x0, y0), (x1, y0), centre]),
        "W": np.array([(x0, y0), (x0 - 150, y0), (x0 - 150, y1), (x0, y1), centre]),
        "N": np.array([(x0, y1), (x1, y1), centre]),
    }


def _card_quad(x: float, y: float, tilt: float = 0.0) -> npt.NDArray[np.float64]:
    corners = np.array([(-48, -72), (48, -72), (48, 72), (-48, 72)], float)
    turn = np.array([(np.cos(tilt), -np.sin(tilt)), (np.sin(tilt), np.cos(tilt))])
    return np.asarray(corners @ turn.T + (x, y))


def busy_picture(size: tuple[int, int] = (1920, 1080), frame_ms: int = 250_000) -> FakePicture:
    """A bomb of ten in a fan, a straight side by side, a pair, a joker on a light card."""
    marks: list[tuple[Any, str, str]] = []
    for place, card in enumerate(BOMB.split()):
        marks.append((_card_quad(1290 + place * 36, 520, 0.04 * place), card, "E"))
    for place, card in enumerate(("S6", "C7", "D8", "H9", "DT")):
        marks.append((_card_quad(740 + place * 106, 150, 0.02), card, "S"))
    marks += [(_card_quad(420, 480, -0.2), "SB", "W"), (_card_quad(440 + 30, 640, 0.1), "HR", "W")]
    marks += [(_card_quad(900, 900, 0.05), "SK", "N"), (_card_quad(945, 905, 0.05), "HK", "N")]
    image = table_image(size).copy()
    for quad, _, _ in marks:
        cv2.fillPoly(image, [quad.astype(np.int32)], (238, 240, 243))
        cv2.polylines(image, [quad.astype(np.int32)], isClosed=True, color=(120, 120, 120), thickness=2)
    return FakePicture(image, areas(size), tuple(marks), frame_ms, drops=12, fps=14.8)


@cache
def evidence() -> npt.NDArray[np.uint8]:
    """A crop as a proposal carries it."""
    return np.ascontiguousarray(busy_picture().image[380:680, 1180:1720])


def proposal(number: int = 5, seat: str = "W", text: str = BOMB, level: str = "T", **more: Any) -> Proposal:
    cards = parse_cards(text)
    readings = classify(cards, level) if cards else ()
    made = Proposal(
        id=number, seat=seat, cards=cards, combo=readings[0] if readings else None, p=0.62,
        runner_up=parse_cards(BOMB.replace("D7 HT", "D9 HT")), reason="low_p",
        at_ms=248_000, began_ms=246_500, picture=evidence(),
    )  # fmt: skip
    return replace(made, **more)


def notice(number: int = 1, kind: Kind = Kind.TAKEN_BACK, cards: str = "DJ SJ", seat: str = "E") -> Notice:
    return Notice(number, kind, seat, parse_cards(cards), 40, 41, 243_000, evidence())


def busy_state(pending: Proposal | None = None, level: str = "T") -> Snapshot:
    """Deal 7, a bomb of ten lies, one seat is out, a proposal waits, sixty lines."""
    bomb = parse_cards(BOMB)
    views = (
        SeatView("E", LONG_NAMES[0], 4, False, None, bomb, False, False),
        SeatView("S", LONG_NAMES[1], 13, False, None, (), True, True),
        SeatView("W", LONG_NAMES[2], 17, True, None, parse_cards("S6 C7 D8 H9 DT"), False, False),
        SeatView("N", LONG_NAMES[3], 0, False, 1, (), False, False),
    )
    return Snapshot(
        rules=RuleSet.load("xiangyang-2024"),
        level=level, levels=("T", "8"), sides=(("E", "W"), ("S", "N")), deal=7,
        seats=views, to_beat=classify(bomb, level)[0], best="E", lines=many_lines(level=level),
        pending=pending or proposal(level=level), since_ms=227_000, now_ms=249_500, saved=67, accepted=152,
        asked=6, typed=11, over=False, notice="",
        clock=Timing(Clock.MOVE, 0, "W", 22_500, 22_500, 30_000, 5000), unseen=half_out(),
    )  # fmt: skip


def half_out() -> Unseen:
    """Cards still out in the middle of a deal, one suit of the sevens not read."""
    ranks = []
    for place, rank in enumerate("23456789TJQKA"):
        suits = tuple((suit, (place + at) % 3) for at, suit in enumerate("SHCD"))
        open_ = int(rank == "7")
        ranks.append(RankLeft(rank, sum(count for _, count in suits) - open_, suits, open_))
    ranks += [RankLeft("B", 0, (("S", 0),)), RankLeft("R", 2, (("H", 2),))]
    return Unseen(tuple(ranks), 0)
