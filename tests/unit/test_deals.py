"""Simulated deals with all that happens at a table: their record, their movements, their film."""

import itertools
import json
from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from datasets.asides import Aside
from datasets.bumps import Bump
from datasets.decks import Deck
from datasets.director import Director, length
from datasets.exposure import Exposure
from datasets.film import Film
from datasets.motion import Act, Carried, Move, Path, Pose
from datasets.player import has_twins
from datasets.scenes import Laid, compose
from datasets.style import VideoStyle
from datasets.things import markers, pass_card, set_out
from datasets.timeline import EQUAL_PLAYS, Played, play_deal
from datasets.truth import truth_lines
from datasets.video import FRAME_MS
from engine import Card, Pass, Play, Return, RuleSet, Source, Tribute, dumps_line, read_record, replay
from vision.opencv import cv2
from vision.table import find_markers

FIRST, LATER, CARDS = 1017, 1014, 1010
SMALL = 480, 270


@pytest.fixture(scope="module")
def deals() -> dict[int, Played]:
    return {seed: play_deal(seed) for seed in (FIRST, LATER, CARDS)}


def plays(played: Played) -> list[Play]:
    return [event for event in played.events if isinstance(event, Play)]


def directed(played: Played, seed: int) -> tuple[VideoStyle, Director, tuple[Move, ...]]:
    style = VideoStyle.random(seed, held_out=True)
    director = Director(style, Deck(style.deck), played.header.seats, lively=True)
    director.asides.pass_cards = 1 if seed == CARDS else None
    director.asides.pack()
    return style, director, director.direct(played.acts)


# the record


@pytest.mark.parametrize("seed", [FIRST, LATER, CARDS])
def test_the_record_is_lawful_with_two_equal_cards_in_a_third_of_the_plays(deals, seed):
    played = deals[seed]
    lines = map(dumps_line, (played.header, *played.before, *played.events))
    state, faults = replay(record := read_record("\n".join(lines)), RuleSet.load(played.header.rules))
    assert (record.faults, faults, state.due) == ((), (), ())
    laid = plays(played)
    assert EQUAL_PLAYS[0] <= sum(has_twins(play.cards) for play in laid) / len(laid) <= EQUAL_PLAYS[1]
    assert sum(any(card.is_joker for card in play.cards) for play in laid) >= 2
    assert all(play.began_ms < play.at_ms for play in laid)
    times = [event.at_ms for event in played.events if event.at_ms is not None]
    assert times == sorted(times)


def test_a_later_deal_begins_with_tribute_and_has_the_deal_before_on_record(deals):
    later = deals[LATER]
    assert {event.at_ms for event in later.before} == {0}
    given = [event for event in later.events if isinstance(event, Tribute | Return)]
    laid = [aside for aside in later.asides if aside.act is Act.TRIBUTE]
    assert [(g.seat, g.card, g.at_ms) for g in given] == [(a.seat, a.cards[0], a.stop) for a in laid]
    assert deals[FIRST].before == ()
    assert [aside.act for aside in deals[FIRST].asides[:2]] == [Act.TURN_UP, Act.DRAW]


def test_what_was_taken_back_is_in_no_play(deals):
    played = deals[FIRST]
    (tried,) = (aside for aside in played.asides if aside.act is Act.TRY)
    at = tried.steps[-1]
    assert not any(
        tried.start < event.at_ms < at for event in played.events if isinstance(event, Play | Pass)
    )


def test_pass_cards_are_seen(deals):
    passes = [event for event in deals[CARDS].events if isinstance(event, Pass)]
    assert {event.source for event in passes} == {Source.SEEN}


# movements


@pytest.mark.parametrize("seed", [FIRST, LATER, CARDS])
def test_hands_come_into_the_picture_when_the_record_says(deals, seed):
    played = deals[seed]
    style, _, moves = directed(played, seed)
    lines = [json.loads(line) for line in truth_lines(played.header.seats, moves, {}, [], style, ())]
    began = {play.began_ms: play for play in plays(played)}
    parts = {a.stop: a.start for a in played.asides if a.act is Act.LAY}
    laid = [line for line in lines if line["what"] == "lay"]
    at = {play.at_ms for play in plays(played)}
    assert len([line for line in laid if line["stop_ms"] in at]) == len(at)
    for line in laid:
        if line["stop_ms"] not in parts:
            assert min(abs(line["seen_ms"] - ms) for ms in began) <= 10


@pytest.mark.parametrize("seed", [FIRST, LATER, CARDS])
def test_every_card_that_is_laid_goes_again(deals, seed):
    played = deals[seed]
    _, _, moves = directed(played, seed)
    last = {c.number: c for move in moves for c in move.carried}
    assert all(c.gone or c.down is not None or not c.laid.face_up for c in last.values())
    held = sorted((c.number, c.path.keys[0][0], c.path.keys[-1][0]) for move in moves for c in move.carried)
    assert all(a[0] != b[0] or a[2] <= b[1] for a, b in itertools.pairwise(held))
    done = Counter(move.what for move in moves)
    asides = Counter(aside.act for aside in played.asides)
    assert done[Act.TAKE_BACK] == asides[Act.TURN_UP] + asides[Act.TRY] + asides[Act.SLIP]
    assert done[Act.TAKE_UP] == asides[Act.TRIBUTE]
    assert done[Act.LAY] == len(plays(played)) + asides[Act.LAY]
    assert (done[Act.PASS_CARD] > 0) == (seed == CARDS)
    assert length(played.acts) > moves[-1].stop


def test_acts_are_told_in_order():
    late, early = Aside(Act.SLIP, "E", 500, 900), Aside(Act.TURN_UP, "E", 100, 700)
    header = play_deal(FIRST).header
    assert Played(header, (), (), (late, early)).acts == [early, late]


# the film


def small_style(**changes) -> VideoStyle:
    return replace(VideoStyle.random(4, held_out=True, size=SMALL), noise=0.3, **changes)


def test_what_is_drawn_in_parts_is_as_drawn_whole():
    style = small_style()
    deck = Deck(style.deck)
    moves = []
    for n in range(6):
        there, goal = Pose(100.0 + 60 * n, 200, 0), Pose(140.0 + 60 * n, 330 + 10 * n, 20 * n)
        path = Path(((200 * n, there), (200 * n + 300, goal)))
        hand = Path(((200 * n, there), (200 * n + 400, goal)))
        card = Laid(Card.parse("HT"), 0, 0, 0)
        moves.append(Move(3, 200 * n, 200 * n + 400, hand, (Carried(n, card, path),)))
    film = Film(style, (deck,), moves)
    frames = list(film.frames(2000))
    assert len(frames) == 2000 // FRAME_MS
    whole = film.bare.copy()
    compose(whole, tuple(film.lies.values()), film.view, (deck,), style.shadow)
    assert len(film.lies) == 6
    assert np.abs(whole.astype(int) - film.still).max() <= 12
    assert (whole != film.still).mean() < 0.001
    room = film.exposure.around((slice(0, SMALL[1]), slice(0, SMALL[0])))
    again = np.zeros_like(film.filmed)
    film.exposure.develop(film.still, room, again)
    assert np.abs(again.astype(int) - film.filmed).max() <= 2


def test_a_bump_that_lasts_moves_the_picture_and_one_that_does_not_leaves_it():
    style = small_style()
    deck = Deck(style.deck)
    card = {0: Laid(Card.parse("SA"), 300, 300, 10)}
    for lasting in (True, False):
        bump = Bump(400, 1000, 6, -4, 0.0, lasting)
        frames = list(Film(style, (deck,), (), card, (bump,)).frames(1400))
        before, after = (frame[: SMALL[1]].astype(np.float32) for frame in (frames[5], frames[-1]))
        (dx, dy), _ = cv2.phaseCorrelate(before, after)
        assert (dx, dy) == pytest.approx((6, -4) if lasting else (0, 0), abs=0.3)
        swung = max(float(np.hypot(*bump.at(ms, SMALL)[:2, 2])) for ms in range(400, 600, 10))
        assert swung > 4


def test_light_is_renewed_band_by_band():
    exposure = Exposure(small_style())
    bands = [exposure.renew(number, 40 * number) for number in range(8)]
    rows = [row for band in bands if band is not None for row in range(band[0].start, band[0].stop)]
    assert rows == list(range(SMALL[1]))


# things


def test_the_markers_stand_at_the_corners_of_the_play_square():
    style = VideoStyle.random(12, held_out=True)
    decks, laid = markers(style, 0)
    picture = np.full((style.size[1], style.size[0], 3), 90, np.uint8)
    compose(picture, laid, style.view, decks)
    assert np.abs(find_markers(picture) - np.array(style.points_px)).max() < 1.0


@pytest.mark.parametrize("seed", range(4))
def test_things_keep_clear_of_the_play_square_and_of_each_other(seed):
    style = VideoStyle.random(seed, held_out=True)
    decks, laid = set_out(style, np.random.default_rng(seed), 5, (0.0, 0.0))
    assert len(decks) == len(laid) >= 1
    assert [piece.deck for piece in laid] == list(range(5, 5 + len(laid)))
    for piece, deck in zip(laid, decks, strict=True):
        assert not -max(deck.size) / 2 < piece.x < style.side_mm + max(deck.size) / 2


def test_a_pass_card_says_so():
    picture = pass_card(np.random.default_rng(1)).picture
    assert picture.shape[2] == 4
    assert (picture[..., :3].min(axis=2) < 120).mean() > 0.05
