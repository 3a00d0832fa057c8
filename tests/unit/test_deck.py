"""A deck is learned: what is shown is named, what is learned helps that deck and leaves others alone."""

import queue
import threading
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app import cli, decks
from app.teaching import LessonView, Phase, Teacher
from datasets.closeups import close_up
from engine.cards import FACES, Card
from tests.bench.odd_decks import odd_decks, scene, shown_in_rows
from vision import deck_fit
from vision.deck import MARGIN, DeckError, Head, LearnedDeck, Samples
from vision.deck_lesson import NO_CARD, Lesson, ShownCard
from vision.deck_views import Sight, sights
from vision.frames import Stills
from vision.indices import IndexReader
from vision.opencv import cv2
from vision.values import Detections, Frame


@pytest.fixture(scope="module")
def reader() -> IndexReader:
    return IndexReader()


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """A lesson of seconds: fewer crops, fewer steps."""
    crops, faces = deck_fit.rehearsal()
    monkeypatch.setattr(deck_fit, "rehearsal", lambda: (crops[::4], faces[::4]))
    monkeypatch.setattr(deck_fit, "SHAKEN", 500)
    monkeypatch.setattr(deck_fit, "REHEARSED_TIMES", 1)
    monkeypatch.setattr(deck_fit, "STEPS", 60)


def head(reader: str = "0", bias: int = 3, own_bias: float = 0.0, features: int = 8) -> Head:
    weights = np.zeros((features, 55), np.float32)
    weights[:, bias] = 1
    return Head(reader, weights, np.zeros(55, np.float32), np.zeros(features, np.float32), own_bias)


def samples(*faces: str) -> Samples:
    rng = np.random.default_rng(1)
    patches = np.stack([np.full((88, 64, 3), rng.integers(0, 256, 3)) for _ in faces]).astype(np.uint8)
    return Samples(patches, np.array([FACES.index(Card.parse(f)) if f != "-" else 54 for f in faces]))


# The head


@pytest.mark.parametrize(("own_bias", "share"), [(8.0, 1.0), (1.0, 0.5), (-1.0, 0.0), (-8.0, 0.0)])
def test_a_head_counts_for_as_much_as_the_deck_is_its_own(own_bias, share):
    added = head(own_bias=own_bias).correction(np.ones((4, 5, 8), np.float32))
    assert added.shape == (4, 5, 55)
    assert added[:, :, 3] == pytest.approx(8 * share, abs=1e-3)
    assert not np.delete(added, 3, axis=2).any()


def test_an_index_speaks_for_its_neighbours():
    """One that looks like another deck's counts among the deck's own, and not by itself."""
    seen = np.ones((3, 5, 8), np.float32)
    seen[0] = -1
    plain = head()
    one = Head(plain.reader, plain.weights, plain.bias, np.full(8, 0.5, np.float32), 0.0)
    assert one.correction(seen)[0, 0, 3] == pytest.approx(-8, rel=0.01)
    assert one.correction(seen[:1])[0, 0, 3] == pytest.approx(0, abs=0.01)


def test_nothing_found_needs_no_correction():
    assert head().correction(np.zeros((0, 5, 8), np.float32)).shape == (0, 5, 55)


def test_a_head_of_other_weights_is_refused():
    with pytest.raises(DeckError, match="another reader"):
        IndexReader(head=head("of other weights"))


# The file


def test_a_deck_comes_back_from_its_file(tmp_path):
    deck = LearnedDeck("红背", head("abc", own_bias=1.5), samples("S3", "HR", "-"))
    deck.save(tmp_path / "new folder" / "红背.deck")
    back = LearnedDeck.load(tmp_path / "new folder" / "红背.deck")
    assert (back.name, back.head.reader, back.head.own_bias) == ("红背", "abc", 1.5)
    assert back.faces == {Card.parse("S3"), Card.parse("HR")}
    assert list(back.samples.faces) == list(deck.samples.faces)
    assert np.abs(back.samples.patches.astype(int) - deck.samples.patches).max() <= 8
    assert np.array_equal(back.head.weights, deck.head.weights)


@pytest.mark.parametrize("data", [b"", b"no deck", b"PK\x03\x04 cut off"])
def test_what_is_no_deck_is_named(tmp_path, data):
    path = tmp_path / "x.deck"
    path.write_bytes(data)
    with pytest.raises(DeckError, match=r"x\.deck: is no deck or is damaged"):
        LearnedDeck.load(path)


def test_a_cut_off_deck_is_named(tmp_path):
    path = tmp_path / "x.deck"
    LearnedDeck("x", head(), samples("S3")).save(path)
    path.write_bytes(path.read_bytes()[:-200])
    with pytest.raises(DeckError, match="damaged"):
        LearnedDeck.load(path)


@pytest.mark.parametrize("name", ["", "a/b", "..", " a", "a" * 61, "a\nb"])
def test_what_cannot_be_a_name(name):
    with pytest.raises(DeckError, match="no name for a deck"):
        decks.deck_path(name)


# Naming what is shown


def shown(sure: dict[int, float], view: int) -> ShownCard:
    """A card that the reader takes for each face with such a probability, and for the rest evenly."""
    probs = np.full(NO_CARD + 1, 1e-4)
    for face, p in sure.items():
        probs[face] = p
    look = 2 * np.log(probs / probs.sum()).astype(np.float32)
    points = np.zeros((1, 2, 2), np.float32)
    return ShownCard(points, [np.zeros((88, 64, 3), np.uint8)], [look], {view})


def lesson(*cards: ShownCard) -> Lesson:
    made = Lesson(lambda picture, scale: Detections.empty(), SimpleNamespace(), list(cards))  # type: ignore[arg-type]
    made.settle()
    return made


def test_of_two_alike_the_surer_one_pushes_the_other_to_its_second_face():
    made = lesson(shown({3: 0.99}, 1), shown({3: 0.6, 7: 0.4}, 1))
    assert [int(row.argmax()) for row in made.chances] == [3, 7]


def test_the_same_card_may_be_shown_again_in_another_picture():
    made = lesson(shown({3: 0.999}, 1), shown({3: 0.999}, 2))
    assert made.taken == {0: FACES[3], 1: FACES[3]}


def test_the_card_in_doubt_that_may_be_missing_is_asked_and_the_answer_settles_its_neighbour():
    made = lesson(shown({0: 0.99}, 1), shown({5: 0.5, 6: 0.49}, 1), shown({5: 0.5, 6: 0.49}, 1))
    question = made.question()
    assert question is not None
    assert question.card in (1, 2)
    assert set(question.guesses[:2]) == {FACES[5], FACES[6]}
    made.name(question.card, FACES[6])
    assert made.taken[question.card] == FACES[6]
    assert made.chances[3 - question.card].argmax() == 5


def test_what_a_person_says_is_no_card_is_kept_as_that():
    made = lesson(shown({3: 0.99}, 1), shown({9: 0.9}, 1))
    made.name(1, None)
    assert made.taken == {0: FACES[3]}
    assert list(made.samples().faces) == [3, NO_CARD]
    assert made.question() is None


@settings(max_examples=15, deadline=None)
@given(st.permutations(range(54)), st.integers(1, 53), st.integers(0, 1000))
def test_a_person_outweighs_whatever_was_read(order, count, seed):
    """The truth in every answer: then each face is taken once, for the card that shows it."""
    rng = np.random.default_rng(seed)
    made = lesson(*(shown({int(rng.integers(54)): 0.7}, 1 + i // 14) for i in range(count)))
    for number, card in enumerate(made.cards):
        card.named = order[number]
    made.settle()
    assert made.taken == {number: FACES[order[number]] for number in range(count)}
    assert len(made.missing) == 54 - count


class Scripted:
    """Finds and reads what it is told to, picture by picture."""

    def __init__(self, *looks: list[tuple[float, float, int]]) -> None:
        self.looks = list(looks)

    def detect(self, picture: np.ndarray, scale: float) -> Detections:
        now = self.looks[0]
        points = np.array([[(x, y), (x, y + 20)] for x, y, _ in now], np.float32).reshape(-1, 2, 2)
        boxes = np.array([(x - 8, y - 10, x + 8, y + 30) for x, y, _ in now], np.float32).reshape(-1, 4)
        return Detections(boxes, points, np.ones(len(now), np.float32))

    def probabilities(self, picture: np.ndarray, found: Detections) -> np.ndarray:
        probs = np.full((len(found), 55), 1e-9, np.float32)
        for row, (_, _, face) in enumerate(self.looks.pop(0)):
            probs[row, face] = 1
        return probs


def test_a_card_that_lies_on_while_others_are_laid_is_one_card():
    script = Scripted([(50, 50, 3)], [(50.5, 50, 3), (200, 50, 8)], [(60, 50, 3), (200, 50, 8)])
    made = Lesson(script.detect, script)  # type: ignore[arg-type]
    picture = np.zeros((300, 400, 3), np.uint8)
    assert made.look(picture) == [0]
    assert made.look(picture) == [0, 1]
    assert made.look(picture) == [2, 1], "moved by half its width it was laid anew"
    assert made.cards[1].views == {2, 3}
    assert len(made.cards[0].patches) == 2
    assert set(made.taken.values()) == {FACES[3], FACES[8]}


# When to look


def film(*scenes: tuple[int, int]) -> list[Frame]:
    """Frames 100 ms apart: (cards that lie, frames), with a hand that moves between two scenes."""
    frames: list[Frame] = []
    rng = np.random.default_rng(0)
    for cards, count in scenes:
        for hand in (60, 180, 300):
            _add(frames, rng, cards, hand)
        for _ in range(count):
            _add(frames, rng, cards, None)
    return frames


def _add(frames: list[Frame], rng: np.random.Generator, cards: int, hand: int | None) -> None:
    image = np.full((360, 640, 3), 70, np.uint8)
    for i in range(cards):
        image[100:190, 60 + 80 * i : 118 + 80 * i] = 240
    if hand is not None:
        image[:, hand : hand + 90] = 150
    noisy = np.clip(image + rng.normal(0, 4, image.shape), 0, 255).astype(np.uint8)
    frames.append(Frame(noisy, len(frames) * 100, len(frames)))


def test_each_layout_of_a_film_is_looked_at_once_and_when_it_is_still():
    frames = film((3, 12), (4, 12), (4, 8))
    new = [frame.index for frame, sight in sights(frames) if sight is Sight.NEW]  # type: ignore[arg-type]
    assert len(new) == 2, "the last hand laid nothing"
    assert 7 <= new[0] <= 12
    assert 22 <= new[1] <= 27


def test_every_photograph_is_looked_at(tmp_path):
    for name in ("1.png", "2.png"):
        cv2.imwrite(str(tmp_path / name), np.full((40, 60, 3), 90, np.uint8))
    assert [s for _, s in sights(Stills([tmp_path / "1.png", tmp_path / "2.png"]))] == [Sight.NEW, Sight.NEW]


# Learning


def test_the_rehearsal_holds_every_face_and_things_that_are_none():
    crops, faces = deck_fit.rehearsal()
    assert crops.shape[1:] == (64, 40, 3)
    assert set(faces) == set(range(55))
    assert min(np.bincount(faces)) >= 5


def test_a_letter_of_its_own_is_learned_and_other_decks_are_read_as_before(reader, short):
    """The French deck writes 1 for A and V for J."""
    deck = odd_decks()["french"]
    rng = np.random.default_rng(4)
    wanted = [Card.parse(suit + rank) for suit in "SHCD" for rank in "AJQK2378"]

    def crops(times: int) -> Samples:
        made = [(close_up(rng, deck, face), FACES.index(face)) for face in wanted for _ in range(times)]
        kept = [(crop, face) for crop, face in made if crop is not None]
        return Samples(np.stack([crop for crop, _ in kept]), np.array([face for _, face in kept]))

    def right(known: IndexReader | None, test: Samples) -> float:
        return float(
            (said(known or reader, test.patches[:, MARGIN:-MARGIN, MARGIN:-MARGIN]) == test.faces).mean()
        )

    def said(known: IndexReader, part: np.ndarray) -> np.ndarray:
        logits, features = known.logits_and_features(part)
        if known is not reader:
            logits = logits + learned.correction(features[:, None])[:, 0]
        return logits.argmax(axis=1)

    learned = deck_fit.fit(reader, crops(3))
    taught = IndexReader(head=learned)
    test = crops(2)
    before, after = right(None, test), right(taught, test)
    assert before < 0.8
    assert after > before + 0.12
    others, _ = deck_fit.rehearsal()
    others = others[1::4]  # those that were not rehearsed
    assert (said(taught, others) == said(reader, others)).mean() > 0.99


def test_the_same_lesson_gives_the_same_deck(reader, short, monkeypatch):
    monkeypatch.setattr(deck_fit, "STEPS", 5)
    monkeypatch.setattr(deck_fit, "SHAKEN", 20)
    taken = samples("S3", "H4", "D5", "CK")
    one, other = deck_fit.fit(reader, taken), deck_fit.fit(reader, taken)
    assert np.array_equal(one.weights, other.weights)
    assert one.reader == reader.sha256


# Somebody is asked


def test_a_source_that_fails_keeps_what_was_shown(tmp_path, short, monkeypatch):
    """And a disk that does not take the deck leaves the lesson as it was."""
    deck = odd_decks()["french"]
    rng = np.random.default_rng(8)
    picture = tmp_path / "view.png"
    faces = [Card.parse(text) for text in ("S2", "H3", "D7")]
    cv2.imwrite(str(picture), scene(rng, deck, shown_in_rows(faces, rng)).picture)
    monkeypatch.setattr(deck_fit, "STEPS", 2)
    views: queue.SimpleQueue[LessonView] = queue.SimpleQueue()
    blocked = tmp_path / "a file"
    blocked.write_text("in the way of the folder")
    teacher = Teacher("x", blocked / "x.deck", [str(picture), str(tmp_path / "gone.mp4")])
    teacher.on_view(views.put)

    def until(phase: Phase) -> LessonView:
        while (view := views.get(timeout=60)).phase is not phase:
            pass
        return view

    teacher.start()
    try:
        view = until(Phase.SHOWN)
        assert "gone.mp4" in view.fault
        assert len(view.crops) >= 3
        teacher.name_card(0, FACES[20])
        assert until(Phase.SHOWN).taken[FACES[20]] == 0
        teacher.learn()
        until(Phase.LEARNING)
        assert "cannot be written" in until(Phase.SHOWN).fault
        teacher.path = tmp_path / "x.deck"
        teacher.learn()
        assert until(Phase.LEARNED).fault == ""
        assert FACES[20] in LearnedDeck.load(tmp_path / "x.deck").faces
    finally:
        teacher.stop()


def test_a_lesson_can_be_left_while_it_learns(tmp_path, short, monkeypatch):
    picture = tmp_path / "view.png"
    rng = np.random.default_rng(8)
    cv2.imwrite(
        str(picture), scene(rng, odd_decks()["french"], shown_in_rows([Card.parse("S2")], rng)).picture
    )
    teacher = Teacher("x", tmp_path / "x.deck", [str(picture)])
    learning = threading.Event()

    def heard(view: LessonView) -> None:
        if view.phase is Phase.SHOWN:
            teacher.name_card(0, FACES[0])
            teacher.learn()
        elif view.phase is Phase.LEARNING:
            learning.set()

    teacher.on_view(heard)
    teacher.start()
    assert learning.wait(60)
    teacher.stop()
    assert not (tmp_path / "x.deck").exists()


# The command line


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]):
    def run(*words: object) -> tuple[int, str, str]:
        status = cli.main([str(word) for word in words])
        out, err = capsys.readouterr()
        assert "Traceback" not in err
        return status, out, err

    return run


def test_a_deck_is_learned_listed_used_and_removed(run, short, tmp_path):
    deck = odd_decks()["french"]
    faces = [Card.parse(text) for text in ("S2", "H3", "D7", "C9", "HT", "D5")]
    rng = np.random.default_rng(8)
    picture = tmp_path / "view.png"
    cv2.imwrite(str(picture), scene(rng, deck, shown_in_rows(faces, rng)).picture)
    assert run("deck", "list") == (0, "no deck was learned on this machine\n", "")
    status, out, err = run("deck", "learn", "French 1", picture, "--headless")
    assert (status, err) == (0, "")
    assert "view 1: " in out
    assert "learned deck French 1: " in out
    learned = decks.load_deck("French 1")
    assert learned.faces <= set(faces)
    assert len(learned.faces) >= 4
    assert run("deck", "list")[1] == f"French 1: {len(learned.faces)} faces\n"
    status, out, err = run("read", picture, "--deck", "French 1")
    assert (status, err) == (0, "")
    assert out.count("%") >= 4
    again = run("deck", "learn", "French 1", picture, "--headless")
    assert again[0] == 1
    assert "is there already" in again[2]
    assert run("deck", "remove", "French 1") == (0, "removed deck French 1\n", "")
    assert decks.deck_names() == []


def test_a_deck_of_another_reader_is_learned_again_from_its_own_crops(reader, short, monkeypatch, capsys):
    monkeypatch.setattr(deck_fit, "STEPS", 2)
    path = decks.deck_path("old")
    LearnedDeck("old", head("weights of last year"), samples("S3", "H4")).save(path)
    decks.reader_for("old")
    assert "learned again" in capsys.readouterr().err
    kept = LearnedDeck.load(path)
    assert kept.head.reader == reader.sha256
    assert kept.faces == {Card.parse("S3"), Card.parse("H4")}


@pytest.mark.parametrize(
    ("words", "status", "said"),
    [
        (["deck"], 2, "ACTION"),
        (["deck", "learn", "x"], 2, "SOURCE"),
        (["deck", "remove", "x"], 1, "no deck x was learned"),
        (["deck", "learn", "a/b", "nothing.png", "--headless"], 1, "no name for a deck"),
        (["deck", "learn", "x", "nothing.png", "--headless"], 1, "nothing.png"),
        (["deck", "learn", "x", "EMPTY", "--headless"], 1, "no card could be read"),
        (["read", "EMPTY", "--deck", "x"], 1, "no deck x was learned on this machine; there are: none"),
    ],
)
def test_faults(run, tmp_path, words, status, said):
    cv2.imwrite(str(tmp_path / "empty.png"), np.full((200, 300, 3), 90, np.uint8))
    got, out, err = run(*(str(tmp_path / "empty.png") if word == "EMPTY" else word for word in words))
    assert got == status
    assert said in err
    assert "learned deck" not in out
