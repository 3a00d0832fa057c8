"""Table scenes with exact labels: cards on a surface, seen by a camera, under some light.

``compose`` draws laid cards through a view (mm on the table -> px) and keeps, for every pixel, which
card shows there; ``index_labels`` reads from that map how much of each printed index is visible.
The simulated match videos use the same two functions, so training and simulation agree on optics
but not on decks, surfaces or arrangement.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from datasets.decks import AnyDeck, Deck, IndexMark
from engine.cards import FACES, Card
from vision.opencv import cv2

Image8 = NDArray[np.uint8]
Matrix = NDArray[np.float64]
Points = NDArray[np.float64]

SURFACES = Path(__file__).with_name("surfaces")
NOBODY = -1
HAND = -2
INDEX_PX = (12.0, 52.0)
"""Height of an index in a training picture, from the top of its rank to the bottom of its suit."""
JOKERS = 0.17
"""Share of jokers among the cards, far above that of a deck: their letters vary most and are smallest."""
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


# ---- surfaces, light, camera ------------------------------------------------------------------


@functools.cache
def surface_files() -> tuple[Path, ...]:
    return tuple(sorted(SURFACES.glob("*.jpg")))


def surface(rng: np.random.Generator, height: int, width: int, files: Sequence[Path] | None = None) -> Image8:
    """A table top of random material, BGR."""
    kind = rng.random()
    if kind < 0.55:
        files = files if files is not None else surface_files()
        tile = cv2.imread(str(files[rng.integers(len(files))]))
        if tile is None:
            raise FileNotFoundError("a surface picture could not be read")
        zoom = rng.uniform(1.0, 3.5)
        tile = cv2.resize(tile, None, fx=zoom, fy=zoom, interpolation=cv2.INTER_LINEAR)
        mirrored = np.vstack([np.hstack([tile, tile[:, ::-1]]), np.hstack([tile[::-1], tile[::-1, ::-1]])])
        times = -(-height // mirrored.shape[0]), -(-width // mirrored.shape[1]), 1
        return np.ascontiguousarray(np.tile(mirrored, times)[:height, :width])
    base = rng.integers(20, 230, 3)
    if kind < 0.8:  # felt: a colour with fine and coarse noise
        if rng.random() < 0.5:
            base = np.array([rng.integers(30, 90), rng.integers(70, 150), rng.integers(10, 70)])
        fine = rng.normal(0, rng.uniform(2, 12), (height, width, 1)).astype(np.float32)
        coarse = cv2.resize(rng.normal(0, 6, (8, 8)).astype(np.float32), (width, height))[..., None]
        return np.clip(base + fine + coarse, 0, 255).astype(np.uint8)
    other = rng.integers(20, 230, 3)
    period, angle = rng.uniform(6, 70), rng.uniform(0, np.pi)
    ys, xs = np.mgrid[0:height, 0:width]
    wave = np.sin(2 * np.pi * (xs * np.cos(angle) + ys * np.sin(angle)) / period)
    stripes = (wave > rng.uniform(-0.6, 0.6))[..., None]
    return np.where(stripes, base, other).astype(np.uint8)


def light(image: Image8, rng: np.random.Generator, strength: float = 1.0) -> Image8:
    """Uneven light: gradient, spot, a cast shadow, colour cast, gamma."""
    height, width = image.shape[:2]
    ys, xs = np.mgrid[0:1:24j, 0:1:24j].astype(np.float32)
    angle = rng.uniform(0, 2 * np.pi)
    field = 1 + strength * rng.uniform(0, 0.35) * ((xs - 0.5) * np.cos(angle) + (ys - 0.5) * np.sin(angle))
    if rng.random() < 0.4:
        cx, cy, spread = rng.uniform(0, 1), rng.uniform(0, 1), rng.uniform(0.05, 0.4)
        field += (
            strength * rng.uniform(0.1, 0.5) * np.exp(-((xs - cx) ** 2 + (ys - cy) ** 2) / (2 * spread**2))
        )
    if rng.random() < 0.35:
        edge = (xs - rng.uniform(0.2, 0.8)) * np.cos(angle * 3) + (ys - rng.uniform(0.2, 0.8)) * np.sin(
            angle * 3
        )
        field *= 1 - strength * rng.uniform(0.1, 0.5) / (1 + np.exp(-edge * rng.uniform(10, 60)))
    field = cv2.resize(field, (width, height))[..., None]
    gains = 1 + strength * rng.uniform(-0.14, 0.14, 3)
    exposure = rng.uniform(0.6, 1.2) if rng.random() < 0.7 else rng.uniform(0.4, 0.7)
    gamma = rng.uniform(0.8, 1.25)
    bright = np.clip(image * field * gains * exposure / 255, 0, 1) ** gamma
    return (bright * 255).astype(np.uint8)


def camera(image: Image8, rng: np.random.Generator, softness: float = 1.0) -> Image8:
    """What a lens and a cheap sensor do: defocus or motion blur, resampling, noise, JPEG."""
    height, width = image.shape[:2]
    kind = rng.random()
    if kind < 0.5:
        image = cv2.GaussianBlur(image, (0, 0), 0.3 + rng.uniform(0, 1.1) * softness)
    elif kind < 0.62:
        image = cv2.filter2D(
            image, -1, _motion_kernel(rng, int(rng.integers(2, 2 + round(4 * softness) + 1)))
        )
    if rng.random() < 0.4:
        factor = rng.uniform(1 - 0.5 * softness, 1)
        small = cv2.resize(image, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
        image = cv2.resize(small, (width, height), interpolation=cv2.INTER_LINEAR)
    if rng.random() < 0.25:
        soft = cv2.GaussianBlur(image, (0, 0), 1.5)
        image = cv2.addWeighted(image, 1.8, soft, -0.8, 0)
    noise = rng.uniform(0, 9) * softness
    if noise > 1:
        image = np.clip(image + rng.normal(0, noise, image.shape), 0, 255).astype(np.uint8)
    if rng.random() < 0.6:
        _, packed = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(35, 95))])
        image = cv2.imdecode(packed, cv2.IMREAD_COLOR)
    return image


def _motion_kernel(rng: np.random.Generator, length: int) -> NDArray[np.float32]:
    kernel = np.zeros((2 * length + 1, 2 * length + 1), np.float32)
    angle = rng.uniform(0, np.pi)
    reach = np.array([np.cos(angle), np.sin(angle)]) * length / 2 + 1e-6
    start, end = np.round(length - reach).astype(int), np.round(length + reach).astype(int)
    cv2.line(kernel, tuple(map(int, start)), tuple(map(int, end)), 1.0)
    return kernel / kernel.sum()


# ---- arrangements -----------------------------------------------------------------------------


def random_view(rng: np.random.Generator, scale: float, size: int) -> Matrix:
    """A camera nearly above the table: ``scale`` px/mm at the middle, mild perspective."""
    tilt = rng.normal(0, 0.00045, 2)
    stretch = 1 + rng.normal(0, 0.05)
    return np.array(
        [
            [scale * stretch, 0, 0],
            [0, scale / stretch, 0],
            [tilt[0], tilt[1], 1 - tilt.sum() * size / scale / 2],
        ]
    )


def random_play(rng: np.random.Generator, x: float, y: float, deck: int) -> list[Laid]:
    """1-13 cards as one play: a row, a fan, a loose pile or a free card, in laying order."""
    count = int(rng.choice((1, 2, 3, 5, 6, 8, 10, 13), p=(0.14, 0.14, 0.1, 0.24, 0.14, 0.08, 0.06, 0.1)))
    turn = rng.uniform(0, 360)
    cards = [FACES[i] for i in rng.integers(0, 52, count)]
    cards = [FACES[52 + int(rng.integers(2))] if rng.random() < JOKERS else card for card in cards]
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
    scale = min(max(tall / decks[main].index_height, 1.0), 5.0)
    extent = size / scale
    view = random_view(rng, scale, size)
    plays = max(2, int(rng.normal(extent * extent / 8000, 1)))
    laid: list[Laid] = []
    for _ in range(min(plays, 12)):
        deck = main if rng.random() < 0.7 else int(rng.integers(len(decks)))
        laid += random_play(rng, rng.uniform(0, extent), rng.uniform(0, extent), deck)
    canvas = surface(rng, size, size, surfaces)
    _clutter(canvas, rng)
    shadow = (rng.uniform(-2, 2), rng.uniform(-2, 2), rng.uniform(0.05, 0.5))
    owner = compose(canvas, laid, view, decks, shadow)
    if rng.random() < 0.3:
        hand(canvas, owner, rng, scale)
    labels = index_labels(laid, owner, view, decks)
    return camera(light(canvas, rng), rng), labels


def _clutter(canvas: Image8, rng: np.random.Generator) -> None:
    """Things on the table that are no indices: keys with letters, print, discs, boxes."""
    height, width = canvas.shape[:2]
    if rng.random() > 0.45:
        return
    fonts = (
        cv2.FONT_HERSHEY_SIMPLEX,
        cv2.FONT_HERSHEY_DUPLEX,
        cv2.FONT_HERSHEY_COMPLEX,
        cv2.FONT_HERSHEY_TRIPLEX,
    )
    for _ in range(int(rng.integers(3, 25))):
        x, y = int(rng.integers(0, width)), int(rng.integers(0, height))
        fill = tuple(int(v) for v in rng.integers(0, 256, 3))
        side = int(rng.integers(8, 60))
        if rng.random() < 0.3:
            cv2.circle(canvas, (x, y), side // 2, fill, -1, cv2.LINE_AA)
        elif rng.random() < 0.6:
            cv2.rectangle(canvas, (x, y), (x + side, y + int(side * rng.uniform(0.5, 1.6))), fill, -1)
        text = "".join(chr(c) for c in rng.integers(33, 91, int(rng.integers(1, 5))))
        ink = tuple(int(v) for v in rng.integers(0, 256, 3))
        cv2.putText(
            canvas,
            text,
            (x + 2, y + side - 2),
            fonts[rng.integers(4)],
            side / 40,
            ink,
            1 + side // 30,
            cv2.LINE_AA,
        )


def hand(canvas: Image8, owner: NDArray[np.int16], rng: np.random.Generator, scale: float) -> None:
    """A hand with a sleeve reaching in from the edge, over whatever lies there."""
    height, width = canvas.shape[:2]
    angle = rng.uniform(0, 2 * np.pi)
    tip = np.array([rng.uniform(0, width), rng.uniform(0, height)])
    draw_hand(canvas, owner, tip, angle, scale, rng)


def draw_hand(
    canvas: Image8,
    owner: NDArray[np.int16] | None,
    tip: Points,
    angle: float,
    scale: float,
    rng: np.random.Generator,
    skin: tuple[int, int, int] | None = None,
    sleeve: tuple[int, int, int] | None = None,
) -> None:
    """Draw a hand whose fingertips are at ``tip`` px and whose arm goes off along ``angle`` (radians)."""
    tone = rng.uniform(0.45, 1.0)
    skin = skin or tuple(int(v * tone) for v in (150, 180, 225))
    sleeve = sleeve or tuple(int(v) for v in rng.integers(10, 200, 3))
    out = np.array([np.cos(angle), np.sin(angle)])
    side = np.array([-out[1], out[0]])
    shape = np.zeros(canvas.shape[:2], np.uint8)
    palm = tip + out * 95 * scale
    for k in range(-2, 3):
        bend = side * k * 17 * scale
        start, end = palm + bend * 0.9, tip + bend * 1.1 + out * abs(k) * 12 * scale
        cv2.line(shape, _pt(start), _pt(end), 255, max(1, int(15 * scale)), cv2.LINE_AA)
    cv2.line(shape, _pt(palm), _pt(palm + out * 40 * scale), 255, max(1, int(75 * scale)), cv2.LINE_AA)
    arm = np.zeros_like(shape)
    cv2.line(
        arm,
        _pt(palm + out * 85 * scale),
        _pt(palm + out * 900 * scale),
        255,
        max(1, int(95 * scale)),
        cv2.LINE_AA,
    )
    cv2.line(shape, _pt(palm), _pt(palm + out * 100 * scale), 255, max(1, int(58 * scale)), cv2.LINE_AA)
    for mask, colour in ((shape, skin), (arm, sleeve)):
        soft = cv2.GaussianBlur(mask, (0, 0), max(1.2 * scale, 0.6)).astype(np.float32)[..., None] / 255
        shade = 0.82 + 0.18 * soft
        canvas[:] = (canvas * (1 - soft) + np.array(colour, np.float32) * shade * soft).astype(np.uint8)
        if owner is not None:
            owner[mask > 127] = HAND


def _pt(point: Points) -> tuple[int, int]:
    return int(point[0]), int(point[1])
