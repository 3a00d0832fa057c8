"""How well matches on video become records: ``python -m datasets.evaluate_videos VIDEO.mp4 ...``.

Beside each video lie its truth (``.jsonl``) and its table (``.table.toml``), as ``simulate`` writes them, and
for deals of ``datasets.deals`` what was on record before (``.before.jsonl``) and what no record holds
(``.truth.jsonl``).  Nobody has a hand on it.  For each video and in all it prints

  plays      as played and accepted, as played but asked, wrong, wrong but asked, missed; besides, plays in
             the record that never were, accepted and asked; how often the referee was asked
  rules off  the same of each card's likeliest face, no rule asked: what the rules buy
  clock      how far start and end of the plays are off, ms
  latency    from the last card at rest to the accepted play, ms of video time and of computing
  CPU        seconds of one core for each second of video, beyond decoding

Readings are kept beside the video (``.readings.pkl``) until the weights or ``vision`` change.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import pickle
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from app.doubts import SURE
from app.live import IN_PARTS_MS, Live, header_for
from app.store import Log
from datasets.scoring import Score, scored, summary
from engine import (
    DealStart,
    Event,
    MatchStart,
    Play,
    RuleSet,
    Source,
    Standing,
    read_record,
    replay,
    rules_of,
)
from vision import Table, open_source
from vision.indices import IndexDetector, IndexReader
from vision.values import Frame, ZoneReading
from vision.watch import Watcher

ROOT = Path(__file__).parents[1]

LATENCY_MS = 400
"""As soon after the last card lies still a play should be accepted."""


@dataclass(frozen=True, slots=True)
class Watched:
    """A video gone through once: readings with the frame's time and what that frame cost, ms of CPU."""

    readings: tuple[tuple[int, float, tuple[ZoneReading, ...]], ...]
    video_s: float
    watch_cpu_s: float
    decode_cpu_s: float
    looks: int


@dataclass(frozen=True, slots=True)
class Truth:
    """What should come out: rules, what was on record before, events from the start of the video on."""

    header: MatchStart
    rules: RuleSet
    before: tuple[Event, ...]
    events: tuple[Event, ...]
    tried: tuple[tuple[str, int], ...]
    breaches: tuple[tuple[str, int], ...]

    @classmethod
    def beside(cls, video: Path) -> Truth:
        whole = read_record(video.with_suffix(".jsonl").read_text(encoding="utf-8"))
        if whole.header is None:
            raise ValueError(f"{video.with_suffix('.jsonl')}: has no header")
        rules = rules_of(whole.header)
        state, _ = replay(whole, rules)
        earlier = video.with_suffix(".before.jsonl")
        before = read_record(earlier.read_text(encoding="utf-8")).events if earlier.exists() else ()
        more = video.with_suffix(".truth.jsonl")
        lines = [json.loads(line) for line in more.read_text("utf-8").splitlines()] if more.exists() else []
        events = state.events[len(before) :]
        led = min((e.began_ms or e.at_ms for e in events if isinstance(e, Play)), default=0)
        tried = tuple((line["seat"], line["stop_ms"]) for line in lines if line["what"] == "try")
        breaches = tuple(
            (line["seat"], line["start_ms"])
            for line in lines
            if line["what"] == "slip" or (line["what"] == "take_back" and _is_of_a_play(line, lines, led))
        )
        return cls(whole.header, rules, before, events, tried, breaches)

    @property
    def level(self) -> str:
        return next(event.level for event in self.events if isinstance(event, DealStart))


def _is_of_a_play(line: dict[str, Any], lines: list[dict[str, Any]], led_ms: int) -> bool:
    """Whether what is taken back was laid as a play: no card that was turned up, none that was slipped in."""
    slipped = any(
        each["what"] == "slip" and each["cards"] == line["cards"] and each["seat"] == line["seat"]
        for each in lines
    )
    return line["start_ms"] > led_ms and not slipped


# ---- pictures to readings -----------------------------------------------------------------------


def watched(video: Path) -> Watched:
    """Go through a video, or take what was kept of it."""
    kept, key = video.with_suffix(".readings.pkl"), _key(video)
    if kept.exists():
        found_key, found = pickle.loads(kept.read_bytes())
        if found_key == key:
            assert isinstance(found, Watched)
            return found
    found = _watch(video)
    kept.write_bytes(pickle.dumps((key, found)))
    return found


def _key(video: Path) -> str:
    """Changes when the video, the weights or the code that reads do."""
    seal = hashlib.sha256(str(video.stat().st_size).encode())
    for path in sorted([*(ROOT / "vision").glob("*.py"), *(ROOT / "models").glob("*.*")]):
        seal.update(path.read_bytes())
    return seal.hexdigest()


def _watch(video: Path) -> Watched:
    table = Table.load(video.with_suffix(".table.toml"))
    watcher: Watcher | None = None
    readings, watch_s, last_ms = [], 0.0, 0
    began = time.process_time()
    for frame in _frames(video):
        at = time.process_time()
        if watcher is None:
            watcher = Watcher(table, frame, IndexDetector(), IndexReader())
            began += time.process_time() - at  # loading the models is done once a day
            at = time.process_time()
        found = watcher.see(frame)
        took = time.process_time() - at
        watch_s += took
        last_ms = frame.at_ms
        if found:
            slim = tuple(replace(reading, picture=None) for reading in found)
            readings.append((frame.at_ms, took * 1000, slim))
    whole = time.process_time() - began
    looks = watcher.looks if watcher else 0
    return Watched(tuple(readings), last_ms / 1000, watch_s, whole - watch_s, looks)


def _frames(video: Path) -> Iterator[Frame]:
    source = open_source(video)
    try:
        yield from source
    finally:
        source.close()


# ---- readings to records ------------------------------------------------------------------------


def with_rules(seen: Watched, truth: Truth, record: Path) -> Score:
    """The recorder's own way, from readings to a record."""
    header = header_for(truth.rules, truth.header.seats, "evaluation")
    accepted: dict[int, float] = {}
    now = [0.0]
    with Log.create(record, header) as log:
        for event in truth.before:
            log.append(event)
        live = Live(log, truth.rules, truth.level, saved=lambda event: accepted.setdefault(event.seq, now[0]))
        for ms, cost, readings in seen.readings:
            for reading in readings:
                began = time.process_time()
                now[0] = ms + cost
                live.take(reading)
                cost += (time.process_time() - began) * 1000
        live.finish()
        events = tuple(log.events())[len(truth.before) :]
        found = live.state.events[len(truth.before) :]
    score = scored(truth.events, found, events, accepted, truth.tried, truth.breaches)
    if truth.rules.pass_kind != "card":
        score.passes = 0  # said, not to be seen
    return score


def without_rules(seen: Watched, truth: Truth) -> Score:
    """Each card taken for its likeliest face, each reading for a play."""
    plays: list[Play] = []
    lying: dict[str, bool] = {}
    for _, _, readings in seen.readings:
        for reading in readings:
            covered = lying.get(reading.seat, False) and len(reading.cards) > len(reading.fresh)
            lying[reading.seat] = bool(reading.cards or reading.unread)
            if not reading.fresh and not reading.unread:
                continue
            play = _plain(reading, len(plays) + 1)
            last = plays[-1] if plays else None
            soon = last is not None and reading.began_ms - last.at_ms <= IN_PARTS_MS
            if last is not None and last.seat == play.seat and covered and soon:
                sure = last.state is play.state is Standing.ACCEPTED
                state = Standing.ACCEPTED if sure else Standing.ASKED
                plays[-1] = replace(last, cards=last.cards + play.cards, at_ms=play.at_ms, state=state)
            else:
                plays.append(play)
    score = scored(truth.events, plays, plays, {}, truth.tried)
    return replace(score, asks=sum(play.state is Standing.ASKED for play in plays), given=0)


def _plain(reading: ZoneReading, seq: int) -> Play:
    p = 1.0
    for card in reading.fresh:
        p *= card.p
    state = Standing.ACCEPTED if p >= SURE and not reading.unread else Standing.ASKED
    cards = tuple(card.best for card in reading.fresh)
    return Play(reading.seat, cards, None, reading.began_ms, reading.ended_ms, Source.SEEN, state, p, seq)


# ---- what is printed ----------------------------------------------------------------------------


def plays_line(score: Score) -> str:
    share = f"{score.equal / score.plays:.1%}" if score.plays else "none"
    return (
        f"{score.plays} plays, {share} as played: {score.right_accepted} accepted, "
        f"{score.right_asked} asked; wrong {score.wrong_accepted}, wrong but asked {score.wrong_asked}, "
        f"missed {score.missed}; "
        f"never played {score.invented_accepted}, asked {score.invented_asked}; "
        f"{score.asks / score.deals:.1f} asks a deal"
    )


def clock_line(name: str, off: Sequence[float]) -> str:
    found = summary(off)
    if not found:
        return f"{name}: none"
    return (
        f"{name}: median {found['median']:.0f}, 95 % {found['p95']:.0f}, bias {found['bias']:+.0f} ms, "
        f"within 100 ms {found['within']:.1%}"
    )


def latency_line(took: Sequence[float]) -> str:
    found = summary(took)
    if not found:
        return "latency: none"
    within = sum(ms <= LATENCY_MS for ms in took) / len(took)
    return (
        f"latency: median {found['median']:.0f}, 95 % {found['p95']:.0f} ms, "
        f"within {LATENCY_MS} ms {within:.1%}"
    )


def report(name: str, ruled: Score, plain: Score, cost: str) -> str:
    lines = [
        f"{name}: {plays_line(ruled)}",
        f"  rules off: {plays_line(plain)}",
        f"  {clock_line('began', ruled.began_off)}; {clock_line('ended', ruled.ended_off)}",
        f"  {latency_line(ruled.latency)}; {cost}",
    ]
    if ruled.given:
        lines.append(f"  turned up, paid, given back: {ruled.given_right} of {ruled.given} on record")
    if ruled.breaches:
        lines.append(f"  taken back, slipped in: told of {ruled.breaches_told} of {ruled.breaches}")
    if ruled.passes:
        lines.append(f"  PASS cards seen: {ruled.passes_seen} of {ruled.passes}")
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description="Record simulated matches and hold them against the truth.")
    parser.add_argument("videos", nargs="+", type=Path)
    parser.add_argument("--keep", type=Path, help="folder for the records")
    parser.add_argument("--json", type=Path, help="file for the figures")
    given = parser.parse_args()
    figures = {}
    whole: tuple[Score, Score] | None = None
    video_s = cpu_s = 0.0
    with tempfile.TemporaryDirectory() as scratch:
        folder = given.keep or Path(scratch)
        folder.mkdir(parents=True, exist_ok=True)
        for video in given.videos:
            seen, truth = watched(video), Truth.beside(video)
            both = with_rules(seen, truth, folder / f"{video.stem}.jsonl"), without_rules(seen, truth)
            whole = both if whole is None else (whole[0] + both[0], whole[1] + both[1])
            video_s, cpu_s = video_s + seen.video_s, cpu_s + seen.watch_cpu_s
            print(report(video.name, *both, _cost(seen.watch_cpu_s, seen.video_s)), flush=True)
            figures[video.stem] = {
                "with_rules": asdict(both[0]),
                "without_rules": asdict(both[1]),
                "video_s": seen.video_s,
                "watch_cpu_s": seen.watch_cpu_s,
                "decode_cpu_s": seen.decode_cpu_s,
                "looks": seen.looks,
            }
    if whole is not None and len(given.videos) > 1:
        print(report("in all", *whole, _cost(cpu_s, video_s)))
    if given.json:
        given.json.write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")


def _cost(cpu_s: float, video_s: float) -> str:
    return f"CPU {cpu_s / max(video_s, 0.001):.2f} of one core"


if __name__ == "__main__":
    main()
