import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from datasets import demo
from datasets.decks import Deck
from datasets.director import Director, length
from datasets.layout import Side, arrange, outline, readable
from datasets.matches import SimulateError, shoot, simulate, table_toml
from datasets.motion import Act
from datasets.player import CALM, QUICK, play_match
from datasets.style import VideoStyle
from datasets.video import FRAME_MS, frame_count
from engine import (
    FACES,
    ComboType,
    DealEnd,
    DealStart,
    Pass,
    Play,
    RuleSet,
    Source,
    Standing,
    dumps_line,
    parse_cards,
    read_record,
    replay,
)
from vision.opencv import cv2
from vision.table import Table

ROOT = Path(__file__).parents[2]
BOTH = ("national-2022", "xiangyang-2024")


def match(rules="national-2022", seed=1, deals=1, level="2", pace=CALM):
    return play_match(RuleSet.load(rules), level, seed, deals, pace)


def record(header, events):
    return read_record("\n".join(map(dumps_line, (header, *events))))


# the record


@pytest.mark.parametrize("rules", BOTH)
@pytest.mark.parametrize(("seed", "level"), [(0, "2"), (1, "7"), (2, "A")])
def test_the_truth_is_lawful(rules, seed, level):
    kept = record(*match(rules, seed, level=level))
    state, faults = replay(kept, RuleSet.load(rules))
    assert (kept.faults, faults, state.due) == ((), (), ())
    assert len(state.deals_done) == 1


def test_it_holds_what_a_record_must_say():
    header, events = match(seed=4, pace=QUICK)
    times = [event.at_ms for event in events]
    assert times == sorted(times)
    plays = [event for event in events if isinstance(event, Play)]
    assert all(0 < play.began_ms < play.at_ms and play.reading for play in plays)
    assert {play.source for play in plays} == {Source.SEEN}
    passes = [event for event in events if isinstance(event, Pass)]
    assert {event.source for event in passes} == {Source.TYPED}
    assert all(event.after_ms < event.at_ms == event.before_ms for event in passes)
    assert {event.state for event in plays + passes} == {Standing.ACCEPTED}
    assert all(isinstance(json.loads(dumps_line(event)), dict) for event in (header, *events))


@pytest.mark.parametrize("rules", BOTH)
def test_a_match_goes_on_from_deal_to_deal(rules):
    _, events = match(rules, seed=5, deals=2)
    starts = [event for event in events if isinstance(event, DealStart)]
    ends = [event for event in events if isinstance(event, DealEnd)]
    assert (len(starts), len(ends)) == (2, 2)
    for end, start in zip(ends, starts[1:], strict=False):
        assert start.levels == end.levels
        assert start.level == end.levels[end.winner]
        assert (start.leader == end.finish[0]) == (rules == "xiangyang-2024")


def test_pass_cards_are_seen():
    _, events = match("xiangyang-2024", seed=6)
    assert {event.source for event in events if isinstance(event, Pass)} == {Source.SEEN}


def test_all_ten_types_occur():
    plays = [event for seed in (3, 23, 133) for event in match(seed=seed)[1] if isinstance(event, Play)]
    assert {play.reading.type for play in plays} == set(ComboType)
    assert any(play.reading.wilds and len(play.cards) > 1 for play in plays)


def test_the_same_seed_gives_the_same_record(tmp_path):
    for name, hash_seed in (("a", "1"), ("b", "2")):
        command = [sys.executable, "-m", "datasets.matches", "--seed", "7", "--record", tmp_path / name]
        subprocess.run(command, check=True, cwd=ROOT, env=os.environ | {"PYTHONHASHSEED": hash_seed})
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()
    simulate("national-2022", None, 8, 1, tmp_path / "c")
    assert (tmp_path / "c").read_bytes() != (tmp_path / "a").read_bytes()


@pytest.mark.parametrize(
    ("level", "seed", "deals", "folder", "said"),
    [
        ("1", 1, 1, ".", "'1' is no level"),
        ("2", -1, 1, ".", "a seed is 0 or more"),
        ("2", 1, 0, ".", "at least one deal"),
        ("2", 1, 1, "nowhere", "there is no folder"),
    ],
)
def test_what_cannot_be_simulated_is_said(tmp_path, level, seed, deals, folder, said):
    with pytest.raises(SimulateError, match=said):
        simulate("national-2022", level, seed, deals, tmp_path / folder / "a.jsonl")


def test_the_bundled_match_can_be_made_again():
    header, events = match(seed=demo.PLAY_SEED, level=demo.LEVEL, pace=QUICK)
    lines = "".join(dumps_line(event) + "\n" for event in (replace(header, event_name="demo"), *events))
    assert (demo.FOLDER / "match.jsonl").read_text("utf-8") == lines
    table = table_toml(demo.demo_style(), header.seats)
    assert (demo.FOLDER / "match.table.toml").read_text("utf-8") == table


# where cards come to lie


@pytest.mark.parametrize("seed", range(6))
def test_ten_cards_fit_and_a_second_play_leaves_its_own_indices_free(seed):
    style = VideoStyle.random(seed, held_out=True)
    deck, side = Deck(style.deck), Side(seed % 4, style.side_mm)
    rng = np.random.default_rng(seed)
    earlier = ()
    for text in ("H2", "S9 H9 C9 D9 D9", "S8 S8 H8 H8 C8 C8 D8 D8 H2 H2"):
        play = arrange(parse_cards(text), side, style.sitters[side.number], deck, earlier, rng)
        assert readable(play, deck)
        corners = side.from_table(np.concatenate([outline(piece, deck) for piece in play]))
        assert np.all(np.abs(corners[:, 0]) < corners[:, 1])
        assert corners[:, 1].max() < style.side_mm / 2
        earlier += play


def test_a_covered_index_is_not_readable():
    style = VideoStyle.random(1)
    deck, side = Deck(style.deck), Side(3, style.side_mm)
    squared = [side.laid(card, 0, 200, 0) for card in FACES[:2]]
    assert not readable(squared, deck)


# the film


def test_every_card_of_the_truth_is_laid_in_its_seat_and_taken_away():
    header, events = match(seed=2, pace=QUICK)
    style = VideoStyle.random(2)
    table = Table(np.array(style.points_px, np.float32), (style.side_mm, style.side_mm))
    moves = Director(style, Deck(style.deck), header.seats).direct(events)
    for play in (event for event in events if isinstance(event, Play)):
        side = header.seats.index(play.seat)
        laying = next(m for m in moves if (m.what, m.side, m.stop) == (Act.LAY, side, play.at_ms))
        lain = [carried.at(laying.stop) for carried in laying.carried]
        assert tuple(piece.card for piece in lain) == play.cards
        assert {table.seat_at((piece.x, piece.y)) for piece in lain} == {play.seat}
    laid = {c.number for move in moves for c in move.carried}
    gone = {c.number for move in moves for c in move.carried if c.gone or c.down is not None}
    assert laid == gone
    assert moves[-1].stop < length(events)


def test_a_short_video_is_read_again(tmp_path):
    header, events = match(seed=1, pace=QUICK)
    style = replace(VideoStyle.random(1, size=(480, 270)), noise=1.0)
    few = events[:3]
    frames = shoot(header, few, style, tmp_path / "a.mp4")
    assert frames == frame_count(length(few)) == -(-length(few) // FRAME_MS)

    video = cv2.VideoCapture(str(tmp_path / "a.mp4"))
    assert video.get(cv2.CAP_PROP_FPS) == 25
    pictures = []
    while True:
        more, picture = video.read()
        if not more:
            break
        pictures.append(picture)
    video.release()
    assert len(pictures) == frames
    assert pictures[0].shape == (270, 480, 3)
    assert not list(tmp_path.glob("*.part"))

    table = Table.load(tmp_path / "a.table.toml").placed(pictures[0])
    assert table.seats == header.seats
    assert np.allclose(table.points_px, style.points_px)
    play = few[1]
    laid = pictures[(play.at_ms + 700) // FRAME_MS]
    zone = np.zeros(laid.shape[:2], np.uint8)
    cv2.fillPoly(zone, [np.round(table.zone_px(play.seat)).astype(np.int32)], 1)
    changed = np.abs(laid.astype(int) - pictures[0]).max(axis=2)[zone == 1] > 60
    assert changed.sum() > 0.3 * 58 * 88 * (270 * 0.9 / style.side_mm) ** 2
