"""Table scenes with exact labels: cards on a surface, seen by a camera, under some light.

``compose`` draws laid cards through a view (mm on the table -> px) and keeps, for every pixel, which
card shows there; ``index_labels`` reads from that map how much of each printed index is visible.
The simulated match videos use the same two functions, so training and simulation agree on optics
but not on decks, surfaces or arrangement.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from datasets.decks import AnyDeck, Deck, IndexMark
from datasets.optics import bent, camera, glare, light, wear
from datasets.surroundings import clutter, fingers, hand, surface
from engine.cards import FACES, Card
from vision.opencv import cv2

Image8 = NDArray[np.uint8]
Matrix = NDArray[np.float64]
Points = NDArray[np.float64]

NOBODY = -1
INDEX_PX = (12.0, 52.0)
"""Height of an index in a training picture, from the top of its rank to the bottom of its suit."""
JOKERS = 0.17
"""Share of jokers among the cards, far above that of a deck: their letters vary most and are smallest."""
EQUAL = 0.2
"""Share of the cards of a play that equal the one before: pairs and triples, half over each other."""
PX_PER_MM = (1.0, 6.0)
TILT = 35.0
READABLE = 0.8
"""Share of an index that must show for it to be labelled."""


@dataclass(frozen=True, slots=True)
class Laid:
    """A card on the table: centre in mm, angle in degrees (clockwise in the picture), face or back."""

    card: Card
    x: float
    y: float
    angle: float
    face_up: bool = True
    deck: int = 0


@dataclass(frozen=True, slots=True)
class IndexLabel:
    """One printed index in the picture, px: upright box, rank and suit centre, share visible."""

    card: Card
    laid: int
    box: tuple[float, float, float, float]
    rank: tuple[float, float]
    suit: tuple[float, float]
    visible: float


def card_to_table(laid: Laid, size: tuple[float, float]) -> Matrix:
    """mm on the card -> mm on the table, 3 x 3."""
    a = np.deg2rad(laid.angle)
    c, s = np.cos(a), np.sin(a)
    w, h = size
    return np.array(
        [[c, -s, laid.x - c * w / 2 + s * h / 2], [s, c, laid.y - s * w / 2 - c * h / 2], [0, 0, 1]]
    )


def project(matrix: Matrix, points: Points) -> Points:
    """Apply a 3 x 3 homography to (N, 2) points."""
    out = np.c_[points, np.ones(len(points))] @ matrix.T
    return np.asarray(out[:, :2] / out[:, 2:])


def compose(
    canvas: Image8,
    laid: Sequence[Laid],
    view: Matrix,
    decks: Sequence[AnyDeck],
    shadow: tuple[float, float, float] = (1.2, 1.6, 0.35),
    owner: NDArray[np.int16] | None = None,
    first: int = 0,
) -> NDArray[np.int16]:
    """Draw ``laid`` in order onto ``canvas`` (in place).

    ``shadow`` is (x mm, y mm, depth 0..1).  Returns the owner map (H, W): number of the card that
    shows at each pixel (``first`` for the first of ``laid``), or ``NOBODY``.
    """
    if owner is None:
        owner = np.full(canvas.shape[:2], NOBODY, np.int16)
    for number, piece in enumerate(laid, first):
        _lay(canvas, owner, number, piece, view, decks, shadow)
    return owner


def _lay(
    canvas: Image8,
    owner: NDArray[np.int16],
    number: int,
    piece: Laid,
    view: Matrix,
    decks: Sequence[AnyDeck],
    shadow: tuple[float, float, float],
) -> None:
    size = decks[piece.deck].size
    place = view @ card_to_table(piece, size)
    corners = project(place, np.array([(0, 0), (size[0], 0), size, (0, size[1])], float))
    scale = float(np.linalg.norm(corners[1] - corners[0]) / size[0])
    reach = int(3 * scale) + 3
    x0, y0 = np.maximum(np.floor(corners.min(axis=0)).astype(int) - reach, 0)
    x1, y1 = np.minimum(np.ceil(corners.max(axis=0)).astype(int) + reach, (canvas.shape[1], canvas.shape[0]))
    if x1 <= x0 or y1 <= y0:
        return
    picture, px = decks[piece.deck].at(piece.card if piece.face_up else None, scale)
    shift = np.array([[1, 0, -x0], [0, 1, -y0], [0, 0, 1]], float)
    warp = shift @ place @ np.diag([1 / px, 1 / px, 1])
    roi = cv2.warpPerspective(picture, warp, (int(x1 - x0), int(y1 - y0)), flags=cv2.INTER_LINEAR)
    alpha = roi[..., 3:].astype(np.float32) / 255
    area = canvas[y0:y1, x0:x1]
    if shadow[2] > 0:
        cast = cv2.warpAffine(
            alpha,
            np.array([[1, 0, shadow[0] * scale], [0, 1, shadow[1] * scale]]),
            (alpha.shape[1], alpha.shape[0]),
        )
        cast = cv2.GaussianBlur(cast, (0, 0), max(0.9 * scale, 0.5))[..., None]
        area[:] = (area * (1 - shadow[2] * cast)).astype(np.uint8)
    area[:] = (area * (1 - alpha) + roi[..., :3] * alpha + 0.5).astype(np.uint8)
    owner[y0:y1, x0:x1][alpha[..., 0] > 0.5] = number


def index_labels(
    laid: Sequence[Laid], owner: NDArray[np.int16], view: Matrix, decks: Sequence[AnyDeck]
) -> list[IndexLabel]:
    """Every printed index of the face-up cards, with the share of it that shows."""
    labels = []
    for number, piece in enumerate(laid):
        if not piece.face_up:
            continue
        deck = decks[piece.deck]
        place = view @ card_to_table(piece, deck.size)
        for mark in deck.marks(piece.card):
            labels.append(_index_label(piece.card, number, mark, place, owner))
    return labels


def _index_label(
    card: Card, number: int, mark: IndexMark, place: Matrix, owner: NDArray[np.int16]
) -> IndexLabel:
    x0, y0, x1, y1 = mark.box
    corners = project(place, np.array([(x0, y0), (x1, y0), (x1, y1), (x0, y1)]))
    xs, ys = np.meshgrid(np.linspace(x0, x1, 6), np.linspace(y0, y1, 9))
    grid = np.round(project(place, np.c_[xs.ravel(), ys.ravel()])).astype(int)
    height, width = owner.shape
    inside = (grid[:, 0] >= 0) & (grid[:, 0] < width) & (grid[:, 1] >= 0) & (grid[:, 1] < height)
    shown = owner[grid[inside, 1], grid[inside, 0]] == number
    rank, suit = project(place, np.array([mark.rank, mark.suit]))
    low, high = corners.min(axis=0), corners.max(axis=0)
    return IndexLabel(
        card,
        number,
        (float(low[0]), float(low[1]), float(high[0]), float(high[1])),
        (float(rank[0]), float(rank[1])),
        (float(suit[0]), float(suit[1])),
        float(shown.sum()) / len(grid),
    )


# ---- arrangements -----------------------------------------------------------------------------


def random_view(rng: np.random.Generator, scale: float, size: int) -> Matrix:
    """A camera above the table or beside it, up to ``TILT`` degrees: ``scale`` px/mm at the middle."""
    tilt = np.deg2rad(min(abs(rng.normal(0, 8)), TILT) if rng.random() < 0.6 else rng.uniform(0, TILT))
    axis = rng.uniform(0, 2 * np.pi)
    along, away = np.array([np.cos(axis), np.sin(axis)]), np.array([-np.sin(axis), np.cos(axis)])
    focal = size * rng.uniform(1.2, 4)
    distance = focal / scale
    view = np.eye(3)
    view[:2, :2] = scale * (np.outer(along, along) + np.cos(tilt) * np.outer(away, away))
    view[2, :2] = np.sin(tilt) * away / distance
    middle = size / scale / 2
    to_middle = np.array([[1, 0, -middle], [0, 1, -middle], [0, 0, 1]])
    return np.array([[1, 0, size / 2], [0, 1, size / 2], [0, 0, 1]]) @ view @ to_middle


def random_play(rng: np.random.Generator, x: float, y: float, deck: int) -> list[Laid]:
    """1-13 cards as one play: a row, a fan, a loose pile or a free card, in laying order."""
    count = int(rng.choice((1, 2, 3, 5, 6, 8, 10, 13), p=(0.14, 0.14, 0.1, 0.24, 0.14, 0.08, 0.06, 0.1)))
    turn = rng.uniform(0, 360)
    cards = [FACES[i] for i in rng.integers(0, 52, count)]
    cards = [FACES[52 + int(rng.integers(2))] if rng.random() < JOKERS else card for card in cards]
    for i in range(1, count):
        if rng.random() < EQUAL:
            cards[i] = cards[i - 1]
    kind = rng.choice(("row", "fan", "pile", "cascade"), p=(0.45, 0.3, 0.13, 0.12))
    step = rng.uniform(9, 24) if rng.random() < 0.85 else rng.uniform(50, 64)
    leftward = rng.random() < 0.25
    spread, radius = rng.uniform(4, 13), rng.uniform(60, 150)
    laid = []
    for i, card in enumerate(cards):
        if kind == "row":
            dx, dy, da = (i - count / 2) * step, rng.normal(0, 1.2), rng.normal(0, 1.8)
        elif kind == "cascade":
            dx, dy, da = rng.normal(0, 1.5), (i - count / 2) * step * 1.2, rng.normal(0, 2)
        elif kind == "fan":
            da = (i - (count - 1) / 2) * spread
            dx, dy = radius * np.sin(np.deg2rad(da)), radius * (1 - np.cos(np.deg2rad(da)))
        else:
            dx, dy, da = rng.normal(0, 18), rng.normal(0, 18), rng.uniform(-180, 180)
        if leftward:
            dx = -dx
        a = np.deg2rad(turn)
        flip = 180 if rng.random() < 0.12 else 0
        laid.append(
            Laid(
                card,
                float(x + dx * np.cos(a) - dy * np.sin(a)),
                float(y + dx * np.sin(a) + dy * np.cos(a)),
                float(turn + da + flip),
                bool(rng.random() > 0.02),
                deck,
            )
        )
    return laid


def random_scene(
    rng: np.random.Generator, decks: Sequence[Deck], size: int = 416, surfaces: Sequence[Path] | None = None
) -> tuple[Image8, list[IndexLabel]]:
    """A training picture, ``size`` px square, with all its index labels (also barely visible ones)."""
    main = int(rng.integers(len(decks)))
    tall = float(np.exp(rng.uniform(np.log(INDEX_PX[0]), np.log(INDEX_PX[1]))))
    scale = min(max(tall / decks[main].index_height, PX_PER_MM[0]), PX_PER_MM[1])
    extent = size / scale
    view = random_view(rng, scale, size)
    plays = max(2, int(rng.normal(extent * extent / 8000, 1)))
    laid: list[Laid] = []
    for _ in range(min(plays, 12)):
        deck = main if rng.random() < 0.7 else int(rng.integers(len(decks)))
        laid += random_play(rng, rng.uniform(0, extent), rng.uniform(0, extent), deck)
    canvas = surface(rng, size, size, surfaces)
    if rng.random() < 0.5:
        clutter(canvas, None, rng, scale)
    shadow = (rng.uniform(-2, 2), rng.uniform(-2, 2), rng.uniform(0.05, 0.5))
    owner = compose(canvas, laid, view, decks, shadow)
    if rng.random() < 0.35:
        wear(canvas, owner >= 0, rng, scale)
    if rng.random() < 0.25:
        glare(canvas, owner >= 0, rng)
    _cover(canvas, owner, laid, view, rng, scale)
    labels = index_labels(laid, owner, view, decks)
    if rng.random() < 0.4:
        canvas, labels = _bent(canvas, labels, rng, scale)
    return camera(light(canvas, rng), rng), labels


def _cover(
    canvas: Image8,
    owner: NDArray[np.int16],
    laid: Sequence[Laid],
    view: Matrix,
    rng: np.random.Generator,
    scale: float,
) -> None:
    """Hands, fingers and things over the cards (in place)."""
    if rng.random() < 0.25:
        hand(canvas, owner, rng, scale)
    if laid and rng.random() < 0.2:
        few = rng.integers(0, len(laid), int(rng.integers(1, 5)))
        middles = np.array([(laid[i].x, laid[i].y) for i in few])
        corners = middles + rng.choice((-1, 1), (len(few), 2)) * rng.uniform(15, 40, (len(few), 2))
        fingers(canvas, owner, project(view, corners), rng, scale)
    if rng.random() < 0.1:
        clutter(canvas, owner, rng, scale)


def _bent(
    canvas: Image8, labels: Sequence[IndexLabel], rng: np.random.Generator, scale: float
) -> tuple[Image8, list[IndexLabel]]:
    """The picture with its cards a little curled, and the labels where they have gone."""
    points = [((x0, y0), (x1, y0), (x1, y1), (x0, y1)) for x0, y0, x1, y1 in (label.box for label in labels)]
    places = [(*corners, label.rank, label.suit) for corners, label in zip(points, labels, strict=True)]
    canvas, moved = bent(canvas, np.array(places, float).reshape(-1, 2), rng, scale)
    out = []
    for label, place in zip(labels, moved.reshape(-1, 6, 2), strict=True):
        low, high = place[:4].min(axis=0), place[:4].max(axis=0)
        out.append(
            replace(
                label,
                box=(float(low[0]), float(low[1]), float(high[0]), float(high[1])),
                rank=(float(place[4, 0]), float(place[4, 1])),
                suit=(float(place[5, 0]), float(place[5, 1])),
            )
        )
    return canvas, out
